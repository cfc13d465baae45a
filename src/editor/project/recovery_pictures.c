/* SPDX-License-Identifier: MIT */
/* Pairs of thumbnails that show what a journal changes. */
#include "editor/project/project_flow.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "document/edits/edit.h"
#include "drawing/drawing.h"
#include "editor/panels/panels.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define MAX_FRAMES 12
#define WIDTH 96
#define HEIGHT 76
#define MAX_HEIGHT 236   /* two rows with their names */
#define SURFACES_LIMIT (32u << 20)

typedef struct {
  KbDocument *document;
  GArray *frames;        /* KbId, in the order of their first change */
} Changed;

static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  Changed *self = data;
  if (event->type == KB_EVENT_STEP)
    return;
  KbNode *node =
    kb_document_node (document, event->type == KB_EVENT_REMOVE ? event->parent : event->node);
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  if (!frame)
    return;
  KB_EACH_ID (known, self->frames)
    if (known == frame->node.id)
      return;
  g_array_append_val (self->frames, frame->node.id);
}

static GtkWidget *
picture (KbDocument *document, KbId frame, KbSurfaces *surfaces, const char *name)
{
  const KbStyle *style = kb_style (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_autoptr (GdkMonitor) monitor =
    g_list_model_get_item (gdk_display_get_monitors (gdk_display_get_default ()), 0);
  const int scale = monitor ? gdk_monitor_get_scale_factor (monitor) : 1;
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH * scale, HEIGHT * scale);
  cairo_surface_set_device_scale (surface, scale, scale);
  g_autoptr (cairo_t) cr = cairo_create (surface);
  kb_draw_thumbnail (cr, document, frame, surfaces, style, WIDTH, HEIGHT, TRUE);
  cairo_surface_flush (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes =
    g_bytes_new (cairo_image_surface_get_data (surface), stride * HEIGHT * scale);
  cairo_surface_destroy (surface);
  g_autoptr (GdkTexture) texture =
    gdk_memory_texture_new (WIDTH * scale, HEIGHT * scale, GDK_MEMORY_DEFAULT, bytes, stride);
  GtkWidget *widget = gtk_picture_new_for_paintable (GDK_PAINTABLE (texture));
  gtk_widget_set_size_request (widget, WIDTH, HEIGHT);
  gtk_picture_set_can_shrink (GTK_PICTURE (widget), TRUE);
  kb_name_widget (widget, name);
  gtk_widget_add_css_class (widget, "kb-film-card");
  return widget;
}

/* Found by its lasting id, which a journal keeps. A new frame has no picture before. */
static KbId
same_frame (KbDocument *document, const KbFrame *frame)
{
  const KbSprite *sprite = kb_node_sprite ((KbNode *) frame);
  const KbSprite *other =
    sprite ? kb_project_find_sprite (kb_document_project (document), sprite->name) : NULL;
  if (other)
    KB_EACH (KbFrame, old, other->frames)
      if (old->lasting_id == frame->lasting_id)
        return old->node.id;
  return 0;
}

static GtkWidget *
pair (KbDocument *before, KbSurfaces *old, KbDocument *after, KbSurfaces *new, const KbFrame *frame)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6),
            *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_halign (row, GTK_ALIGN_CENTER);
  const KbSprite *sprite = kb_node_sprite ((KbNode *) frame);
  guint index = 0;
  kb_node_place (&frame->node, &index);
  g_autofree char *title =
    g_strdup_printf (_("%s, frame %u"), sprite ? sprite->name : "", index + 1);
  g_autofree char *was = g_strdup_printf (_("%s as it was saved"), title);
  g_autofree char *will = g_strdup_printf (_("%s with the changes"), title);
  KbId old_frame = same_frame (before, frame);
  GtkWidget *label = gtk_label_new (title);
  if (old_frame)
    {
      GtkWidget *arrow = gtk_label_new ("→");
      gtk_widget_add_css_class (arrow, "dim-label");
      gtk_box_append (GTK_BOX (row), picture (before, old_frame, old, was));
      gtk_box_append (GTK_BOX (row), arrow);
    }
  gtk_box_append (GTK_BOX (row), picture (after, frame->node.id, new, will));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "caption");
  kb_box_append (box, row, label, NULL);
  return box;
}

/* Frames that were changed and changed back need no picture. */
static gboolean
looks_same (KbDocument *before, const KbFrame *frame)
{
  KbNode *old = kb_document_node (before, same_frame (before, frame));
  json_t *was = old ? kb_node_to_json (old, NULL) : NULL,
         *is = kb_node_to_json (&frame->node, NULL);
  gboolean same = was && json_equal (was, is);
  json_decref (was);
  json_decref (is);
  return same;
}

static GtkWidget *
make_row (KbDocument *before, KbDocument *after, const GArray *frames)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *box = gtk_flow_box_new ();
  KbSurfaces *old = kb_surfaces_new (SURFACES_LIMIT), *new = kb_surfaces_new (SURFACES_LIMIT);
  guint shown = 0;
  KB_EACH_ID_WHILE (shown < MAX_FRAMES, id, frames)
    {
      KbNode *node = kb_document_node (after, id);
      if (!kb_node_is (node, &kb_frame_kind) || looks_same (before, (KbFrame *) node))
        continue;
      gtk_flow_box_insert (GTK_FLOW_BOX (box), pair (before, old, after, new, (KbFrame *) node),
                           -1);
      gtk_widget_set_focusable (gtk_widget_get_last_child (box), FALSE);
      shown++;
    }
  kb_surfaces_free (old);
  kb_surfaces_free (new);
  /* Whole pictures in rows of two, never clipped at the side. */
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (box), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (box), 2);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (box), 12);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (box), 12);
  gtk_flow_box_set_homogeneous (GTK_FLOW_BOX (box), TRUE);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_HEIGHT);
  gtk_flow_box_set_min_children_per_line (GTK_FLOW_BOX (box), MIN (shown, 2));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  if (shown)
    return scroller;
  g_object_unref (g_object_ref_sink (scroller));
  return NULL;
}

/* Steps undone in the journal are gone, so the history has only the remaining ones. */
static char **
titles_of (KbDocument *after)
{
  guint now, i;
  char **titles = kb_document_history (after, &now);
  for (i = 0; i < now; i++)
    {
      char *step = titles[i];
      titles[i] = kb_history_title (after, step, i);
      g_free (step);
    }
  for (; titles[i]; i++)
    g_clear_pointer (&titles[i], g_free);
  return titles;
}

GtkWidget *
kb_recovery_pictures_new (const KbDocument *document, char ***titles)
{
  KbDocument *before = kb_document_open (kb_document_file (document), NULL);
  KbDocument *after = kb_document_open (kb_document_file (document), NULL);
  GtkWidget *row = NULL;
  *titles = NULL;
  if (before && after)
    {
      Changed changed = { after, g_array_new (FALSE, FALSE, sizeof (KbId)) };
      guint handle = kb_document_listen (after, on_event, &changed);
      /* Errors are reported by the real recovery */
      kb_document_replay_journal (after, NULL, NULL);
      kb_document_unlisten (after, handle);
      row = make_row (before, after, changed.frames);
      *titles = titles_of (after);
      g_array_unref (changed.frames);
    }
  if (!*titles)
    *titles = g_new0 (char *, 1);
  g_clear_pointer (&before, kb_document_free);
  g_clear_pointer (&after, kb_document_free);
  return row;
}
