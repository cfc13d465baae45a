/* SPDX-License-Identifier: MIT */
/* Scrolling the filmstrip. After a change, a list view knows the positions of its items only after
 * the next layout; earlier requests wait for it. */
#include "editor/film/filmstrip.h"

#include <math.h>

#define LAYOUTS 2   /* the tick before the layout, and the one after it */

typedef struct {
  guint position, layouts, tick;
  gboolean changed;   /* since the last layout */
} Sight;

static void
scroll (GtkWidget *list, guint position)
{
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}

static gboolean
on_tick (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  Sight *sight = data;
  if (++sight->layouts < LAYOUTS)
    return G_SOURCE_CONTINUE;
  sight->tick = 0;
  sight->changed = FALSE;
  scroll (list, sight->position);
  return G_SOURCE_REMOVE;
}

static Sight *
sight_of (GtkWidget *list)
{
  Sight *sight = g_object_get_data (G_OBJECT (list), "kb-sight");
  if (!sight)
    {
      sight = g_new0 (Sight, 1);
      g_object_set_data_full (G_OBJECT (list), "kb-sight", sight, g_free);
    }
  return sight;
}

void
kb_film_change_items (GtkWidget *list, guint first, guint removed, guint n)
{
  GtkAdjustment *across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (list));
  double width = across && n ? gtk_adjustment_get_upper (across) / n : 0;
  sight_of (list)->changed = TRUE;
  if (width < 1)
    return;
  double value = gtk_adjustment_get_value (across),
         end = value + gtk_adjustment_get_page_size (across);
  guint from = (guint) ceil (value / width), to = (guint) floor (end / width);
  /* Scrolling to an item in sight moves nothing, but fixes its position during the change. */
  if (first > from && from < to)
    scroll (list, MIN (first, to) - 1);
  else if (first + removed < to)
    scroll (list, MAX (first + removed, from));
}

void
kb_film_show_item (GtkWidget *list, guint position)
{
  Sight *sight = sight_of (list);
  sight->position = position;
  sight->layouts = 0;
  if (!sight->changed)
    scroll (list, position);
  if (!sight->tick)
    sight->tick = gtk_widget_add_tick_callback (list, on_tick, sight, NULL);
}
