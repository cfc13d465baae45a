/* SPDX-License-Identifier: MIT */
/* GTK 4 cannot move windows; X11 can. */
#include "editor/play/play_parts.h"

#ifdef KB_HAVE_X11
#include <gdk/x11/gdkx.h>

#include "editor/play/play_choice.h"

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

/* The visible part of a window, without its shadow, on the desktop; in pixels of the screen. */
static gboolean
place_of (GtkWindow *window, Display *display, int scale, KbPlayPlace *place, int *shadow_x,
          int *shadow_y)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  double left, top;
  int x, y;
  Window child;
  if (!surface
      || !XTranslateCoordinates (display, gdk_x11_surface_get_xid (surface),
                                 DefaultRootWindow (display), 0, 0, &x, &y, &child))
    return FALSE;
  gtk_native_get_surface_transform (GTK_NATIVE (window), &left, &top);
  *shadow_x = (int) left * scale;
  *shadow_y = (int) top * scale;
  *place =
    (KbPlayPlace){ x + *shadow_x, y + *shadow_y, gtk_widget_get_width (GTK_WIDGET (window)) * scale,
                   gtk_widget_get_height (GTK_WIDGET (window)) * scale };
  return TRUE;
}

static void
on_map (GtkWindow *window, GtkWindow *editor)
{
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window)),
             *near = gtk_native_get_surface (GTK_NATIVE (editor));
  GdkMonitor *monitor =
    near ? gdk_display_get_monitor_at_surface (gtk_widget_get_display (GTK_WIDGET (editor)), near)
         : NULL;
  if (!monitor || !GDK_IS_X11_SURFACE (surface))
    return;
  Display *display = gdk_x11_display_get_xdisplay (gtk_widget_get_display (GTK_WIDGET (window)));
  const int scale = gdk_surface_get_scale_factor (near);
  GdkRectangle on;
  KbPlayPlace place = { 0 }, beside;
  int width, height, shadow_x, shadow_y;
  gdk_monitor_get_geometry (monitor, &on);
  gtk_window_get_default_size (window, &width, &height);
  if (!place_of (editor, display, scale, &beside, &shadow_x, &shadow_y))
    return;
  place.width = width * scale;
  place.height = height * scale;
  kb_play_beside (&beside,
                  &(KbPlayPlace){ on.x * scale, on.y * scale, on.width * scale, on.height * scale },
                  &place);
  /* The window's own shadow is not known yet; assume the editor's. */
  XMoveWindow (display, gdk_x11_surface_get_xid (surface), place.x - shadow_x, place.y - shadow_y);
}

G_GNUC_END_IGNORE_DEPRECATIONS
#endif

void
kb_play_place (GtkWindow *window, GtkWindow *editor)
{
  gtk_window_set_transient_for (window, editor);
#ifdef KB_HAVE_X11
  g_signal_connect_object (window, "map", G_CALLBACK (on_map), editor, 0);
#endif
}
