/* SPDX-License-Identifier: MIT */
/* Settings of the sprite, applied to all its frames at once: the alpha from which pixels are solid,
 * and a colour that is not. */
#include "editor/canvas/canvas_windows.h"

#include <glib/gi18n.h>
#include <string.h>

#include "drawing/scene/scene.h"
#include "drawing/surfaces.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define ON_STATE "kb-solid"

typedef struct {
  KbWindow *window;         /* borrowed: it contains the panel */
  KbEditorState *state;     /* a reference */
  GtkWidget *panel, *scale, *key, *count;
  gboolean updating;

  cairo_surface_t *surface; /* the last frame drawn, or NULL */
  KbId frame;
  const KbStyle *style;
} Solid;

static void
solid_free (gpointer data)
{
  Solid *self = data;
  g_object_set_data (G_OBJECT (self->state), ON_STATE, NULL);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_object_unref (self->state);
  g_free (self);
}

/* ---- on the canvas ---- */

static void
forget_solid_pixels (Solid *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  kb_tool_context_redraw (kb_editor_state_get_tools (self->state));
}

void
kb_solid_draw (KbEditorState *state, cairo_t *cr, const KbFrame *frame, const KbView *view,
               const KbStyle *style)
{
  Solid *self = g_object_get_data (G_OBJECT (state), ON_STATE);
  if (!self)
    return;
  if (!self->surface || self->frame != frame->node.id || self->style != style)
    {
      g_clear_pointer (&self->surface, cairo_surface_destroy);
      self->surface = kb_solid_surface (kb_editor_state_get_document (state), frame, style, NULL);
      self->frame = frame->node.id;
      self->style = style;
    }
  if (self->surface)
    kb_draw_surface (cr, view, self->surface, 0, 0, 1);
}

/* ---- the rows ---- */

static void
set_field (Solid *self, const char *field, json_t *value)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  g_autoptr (GError) error = NULL;
  if (!sprite)
    {
      json_decref (value);
      return;
    }
  kb_document_begin_merging (document, _("Change solid pixels"), 0);
  gboolean ok = kb_document_set (document, sprite->node.id, field, value, &error);
  kb_document_end (document);
  (ok ? gtk_widget_remove_css_class : gtk_widget_add_css_class) (self->key, "error");
  if (!ok)
    kb_editor_state_say (self->state, "%s", error->message);
}

static void
on_alpha (GtkRange *range, Solid *self)
{
  if (!self->updating)
    set_field (self, "solid_alpha", json_integer ((json_int_t) gtk_range_get_value (range)));
}

/* Applied as soon as the text is a colour or empty. */
static void
on_key_colour (GtkEditable *entry, Solid *self)
{
  const char *text = gtk_editable_get_text (entry);
  if (!self->updating && (!*text || strlen (text) == strlen ("#rrggbb")))
    set_field (self, "solid_key", *text ? json_string (text) : json_null ());
}

static void
show_solid_pixels (Solid *self)
{
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  KbFrame *frame = kb_editor_state_get_frame (self->state);
  guint64 n = 0;
  if (!sprite || !frame)
    return;
  self->updating = TRUE;
  gtk_range_set_value (GTK_RANGE (self->scale), sprite->solid_alpha);
  g_autofree char *key =
    sprite->solid_key ? g_strdup_printf ("#%06x", sprite->solid_key >> 8) : g_strdup ("");
  if (g_ascii_strcasecmp (gtk_editable_get_text (GTK_EDITABLE (self->key)), key) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->key), key);
  self->updating = FALSE;
  cairo_surface_t *surface =
    kb_solid_surface (kb_editor_state_get_document (self->state), frame, kb_style (TRUE), &n);
  if (surface)
    cairo_surface_destroy (surface);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, n);
  g_autofree char *text =
    g_strdup_printf (_("%s of %d pixels are solid here"), number, frame->width * frame->height);
  gtk_label_set_text (GTK_LABEL (self->count), text);
  forget_solid_pixels (self);
}

static void
on_solid_pixels_changed (KbEditorState *state, guint flags, GtkWidget *panel)
{
  Solid *self = g_object_get_data (G_OBJECT (panel), ON_STATE);
  if (flags & KB_CHANGE_DOCUMENT || !kb_editor_state_get_frame (state)
      || kb_editor_state_get_painted (state))
    kb_window_set_film_panel (self->window, NULL);
  else if (flags & (KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES | KB_CHANGE_LISTS))
    show_solid_pixels (self);
}

/* ---- the panel ---- */

static void
on_solid_pixels_gone (GtkWidget *panel, Solid *self)
{
  g_object_set_data (G_OBJECT (self->state), ON_STATE, NULL);
  kb_editor_state_touch (self->state, KB_CHANGE_VIEW);
  kb_editor_state_grab_canvas (self->state);
}

static void
on_solid_pixels_done (GtkWidget *widget, Solid *self)
{
  kb_window_set_film_panel (self->window, NULL);
}

static gboolean
on_solid_pixels_key (GtkEventControllerKey *controller, guint keyval, guint code,
                     GdkModifierType type, Solid *self)
{
  if (keyval != GDK_KEY_Escape || kb_text_keeps_keys (self->panel))
    return FALSE;
  on_solid_pixels_done (NULL, self);
  return TRUE;
}

static const KbTemplateChild solid_pixels_children[] = {
  { "root", G_STRUCT_OFFSET (Solid, panel) }, KB_CHILD (Solid, scale), KB_CHILD (Solid, key),
  KB_CHILD (Solid, count), { NULL },
};

static const KbTemplateCall solid_pixels_calls[] = {
  KB_CALL (on_alpha), KB_CALL (on_key_colour), KB_CALL (on_solid_pixels_done),
  KB_CALL (on_solid_pixels_gone),
  KB_CALL (on_solid_pixels_key), { NULL },
};

static void
open_panel (KbWindow *window)
{
  Solid *self = g_new0 (Solid, 1);
  self->window = window;
  self->state = g_object_ref (kb_window_get_state (window));
  kb_template_build ("solid_pixels", self, solid_pixels_children, solid_pixels_calls);
  g_object_set_data_full (G_OBJECT (self->panel), ON_STATE, self, solid_free);
  kb_editor_state_pause (self->state);
  kb_window_set_film_panel (window, self->panel);
  g_object_set_data (G_OBJECT (self->state), ON_STATE, self);
  show_solid_pixels (self);
  g_signal_connect_object (self->state, "changed", G_CALLBACK (on_solid_pixels_changed),
                           self->panel, 0);
  kb_editor_state_touch (self->state, KB_CHANGE_VIEW);
}

gboolean
kb_solid_is_on (KbEditorState *state)
{
  return g_object_get_data (G_OBJECT (state), ON_STATE) != NULL;
}

gboolean
kb_solid_get_shown (KbWindow *window, int with)
{
  return kb_solid_is_on (kb_window_get_state (window));
}

void
kb_solid_set_shown (KbWindow *window, int with, gboolean on)
{
  if (on == kb_solid_get_shown (window, with))
    return;
  if (!on)
    kb_window_set_film_panel (window, NULL);
  else if (kb_editor_state_get_frame (kb_window_get_state (window))
           && !kb_editor_state_get_painted (kb_window_get_state (window)))
    open_panel (window);
}
