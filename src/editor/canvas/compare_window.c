/* SPDX-License-Identifier: MIT */
/* The window that compares frames. */
#include "editor/canvas/canvas_windows.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#define KB_TYPE_COMPARE_WINDOW (kb_compare_window_get_type ())
G_DECLARE_FINAL_TYPE (KbCompareWindow, kb_compare_window, KB, COMPARE_WINDOW, AdwWindow)

struct _KbCompareWindow
{
  AdwWindow parent_instance;

  /* Owned */
  KbEditorState *state;
  KbSurfaces *surfaces;

  GtkWidget *area, *mode, *mix, *marks, *title;
  KbId first, second;
};

G_DEFINE_FINAL_TYPE (KbCompareWindow, kb_compare_window, ADW_TYPE_WINDOW)

static void
draw_compare_window (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  KbCompareWindow *self = data;
  const KbStyle *style = kb_style (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  KbCompare compare = {
    .document = kb_editor_state_get_document (self->state),
    .surfaces = self->surfaces,
    .style = style,
    .first = self->first,
    .second = self->second,
    .mode = (KbCompareMode) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->mode)),
    .mix = gtk_range_get_value (GTK_RANGE (self->mix)),
    .annotated = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->marks)),
    .view = { .width = width,
              .height = height,
              .device_scale = gtk_widget_get_scale_factor (GTK_WIDGET (area)) },
  };
  kb_set_colour (cr, style->background, 1);
  cairo_paint (cr);
  if (compare.document)
    kb_draw_compare (cr, &compare);
}

static guint
compare_window_number_of (KbDocument *document, KbId frame)
{
  KbNode *node = kb_document_node (document, frame);
  guint index = 0;
  if (node)
    kb_node_place (node, &index);
  return index + 1;
}

static void
choose_compared (KbCompareWindow *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  int index = kb_editor_state_get_frame_index (self->state);
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (self->state, &n);
  self->first = self->second = 0;
  if (!document || !sprite || index < 0)
    return;
  self->first = chosen[0];
  self->second = n > 1
                   ? chosen[n - 1]
                   : kb_frame_at (sprite, ((guint) index + 1) % kb_count (sprite->frames))->node.id;
  guint64 different = kb_count_different (document, self->first, self->second);
  g_autofree char *text =
    g_strdup_printf (ngettext ("%" PRIu64 " pixel differs",
                               "%" PRIu64 " pixels differ", (gulong) different),
                     different);
  g_autofree char *title =
    g_strdup_printf (_("Frames %u and %u"), compare_window_number_of (document, self->first),
                     compare_window_number_of (document, self->second));
  adw_window_title_set_title (ADW_WINDOW_TITLE (self->title), title);
  adw_window_title_set_subtitle (ADW_WINDOW_TITLE (self->title), text);
  g_autofree char *name = g_strdup_printf ("%s, %s", title, text);
  kb_name_widget (self->area, name);
}

static void
on_compare_window_changed (KbEditorState *state, guint flags, KbCompareWindow *self)
{
  if (!kb_editor_state_get_document (state))
    gtk_window_close (GTK_WINDOW (self));
  else if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return;
  else if (flags
           & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES
              | KB_CHANGE_LISTS))
    {
      choose_compared (self);
      gtk_widget_queue_draw (self->area);
    }
}

static void
on_option (KbCompareWindow *self)
{
  gtk_widget_set_sensitive (self->mix, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->mode))
                                         == KB_COMPARE_OVER);
  gtk_widget_queue_draw (self->area);
}

static void
kb_compare_window_finalize (GObject *object)
{
  kb_surfaces_free (KB_COMPARE_WINDOW (object)->surfaces);
  G_OBJECT_CLASS (kb_compare_window_parent_class)->finalize (object);
}

static const KbTemplateChild compare_window_children[] = {
  KB_CHILD (KbCompareWindow, area), KB_CHILD (KbCompareWindow, mode),
  KB_CHILD (KbCompareWindow, mix), KB_CHILD (KbCompareWindow, marks),
  KB_CHILD (KbCompareWindow, title), { NULL },
};

static const KbTemplateCall compare_window_calls[] = {
  KB_CALL (on_option), { NULL },
};

static void
kb_compare_window_class_init (KbCompareWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kb_compare_window_finalize;
  gtk_widget_class_add_binding_action (GTK_WIDGET_CLASS (klass), GDK_KEY_Escape, 0, "window.close",
                                       NULL);
  kb_template_bind (GTK_WIDGET_CLASS (klass), "compare_window", compare_window_children,
                    compare_window_calls);
}

static void
kb_compare_window_init (KbCompareWindow *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  for (guint i = 0; i < KB_N_COMPARES; i++)
    gtk_string_list_append (names, _(kb_compare_names[i].label));
  self->surfaces = kb_surfaces_new (0);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->mode), G_LIST_MODEL (names));
  kb_name_widget (self->mode, _("How to compare"));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw_compare_window, self, NULL);
}

void
kb_compare_window_show (KbWindow *window)
{
  KbCompareWindow *self = g_object_get_data (G_OBJECT (window), "kb-compare");
  if (!self)
    {
      self = g_object_new (KB_TYPE_COMPARE_WINDOW, "transient-for", window, "destroy-with-parent",
                           TRUE, NULL);
      kb_editor_state_attach (kb_window_get_state (window), self, &self->state,
                              G_CALLBACK (on_compare_window_changed));
      g_object_set_data_full (G_OBJECT (window), "kb-compare", g_object_ref (self), g_object_unref);
      gtk_window_set_hide_on_close (GTK_WINDOW (self), TRUE);
    }
  choose_compared (self);
  gtk_window_present (GTK_WINDOW (self));
}
