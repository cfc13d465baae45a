/* SPDX-License-Identifier: MIT */
/* The status line. */
#include <glib/gi18n.h>
#include <math.h>

#include "document/colour.h"
#include "document/part.h"
#include "drawing/levels/level_marks.h"
#include "drawing/levels/level_partition.h"
#include "editor/panels/panels.h"
#include "editor/state/keys.h"
#include "editor/state/problems.h"
#include "editor/watch/level_canvas.h"
#include "editor/watch/track_watch.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "editor/window/parts.h"
#include "tools/speak.h"
#include "tools/tiles/work.h"

struct _KbStatusLine
{
  GtkBox parent_instance;

  /* Template */
  GtkLabel *pixel, *colour, *class_name, *message;
  /* What is under the pointer; when empty, the message gets its space */
  GtkWidget *readout;
  KbSwatch *colour_swatch;
  GtkMenuButton *problems;
  GtkPopover *problems_popover;
  KbItemList *problems_list;
  GtkWidget *fix_all, *ignored;
  GtkButton *zoom;

  gboolean hinting;   /* showing the tool's hint, not a message */

  /* Owned */
  KbEditorState *state;
};

G_DEFINE_FINAL_TYPE (KbStatusLine, kb_status_line, GTK_TYPE_BOX)

static void
name_widget (gpointer widget, const char *name, const char *text)
{
  g_autofree char *full = g_strdup_printf ("%s: %s", name, text);
  kb_name_widget (widget, full);
}

static void
set_status_line_text (GtkLabel *label, const char *name, const char *text)
{
  if (g_str_equal (gtk_label_get_label (label), text))
    return;
  gtk_label_set_label (label, text);
  name_widget (label, name, text);
}

/* ---- under the pointer ---- */

/* NULL while playback or a proposal shows another frame than that of the tools: it changes too soon
 * to describe what is under the pointer. */
static KbFrame *
frame_on_screen (KbEditorState *state)
{
  KbFrame *frame = kb_editor_state_get_frame (state);
  KbId shown = kb_editor_state_get_shown_frame (state);
  return !frame || kb_editor_state_is_playing (state) || (shown && shown != frame->node.id) ? NULL
                                                                                            : frame;
}

/* The picture that the tools work on, and its size, or FALSE while it is not on screen. */
static gboolean
picture_on_screen (KbStatusLine *self, KbToolContext *tools, KbPicture **picture, int *width,
                   int *height)
{
  gboolean seen = kb_editor_state_get_mask (self->state) || kb_editor_state_get_track (self->state)
                  || frame_on_screen (self->state);
  *picture =
    seen && kb_tool_context_size (tools, width, height) ? kb_tool_context_picture (tools) : NULL;
  return seen;
}

/* "x 12.5 · y 40 · grid 8", as a new string. */
static char *
kb_level_canvas_place (const KbToolContext *tools)
{
  const KbLevel *level = kb_tool_context_level (tools);
  gboolean fine = tools->view.scale > 4;
  gint i, j;
  if (kb_tiles_layer (tools) && kb_tiles_cell (tools, TRUE, &i, &j))
    return g_strdup_printf (_("x %d · y %d · cell %d, %d"), tools->pointer.pixel_x,
                            tools->pointer.pixel_y, i, j);
  g_autofree char *grid = level ? kb_number_text (level->grid) : NULL;
  if (!level)
    return NULL;
  /* Avoids "-0.0". */
  return fine ? g_strdup_printf (_("x %.1f · y %.1f · grid %s"),
                                 floor (tools->pointer.at.x * 10 + 0.5) / 10 + 0.0,
                                 floor (tools->pointer.at.y * 10 + 0.5) / 10 + 0.0, grid)
              : g_strdup_printf (_("x %d · y %d · grid %s"), tools->pointer.pixel_x,
                                 tools->pointer.pixel_y, grid);
}

static void
show_pixel (KbStatusLine *self, KbToolContext *tools)
{
  g_autofree char *place = NULL;
  g_autofree char *colour = NULL;
  guint32 value = 0;
  g_autoptr (KbPicture) picture = NULL;
  int width = 0, height = 0;
  if (kb_editor_state_get_level (self->state) && tools->pointer.over)
    place = kb_level_canvas_place (tools);
  else if (picture_on_screen (self, tools, &picture, &width, &height) && tools->pointer.over)
    {
      place = g_strdup_printf ("x %d · y %d", tools->pointer.pixel_x, tools->pointer.pixel_y);
      if (tools->pointer.pixel_x < 0 || tools->pointer.pixel_y < 0
          || tools->pointer.pixel_x >= width || tools->pointer.pixel_y >= height)
        g_clear_pointer (&picture, kb_picture_unref);
      if (picture && (guint) tools->pointer.pixel_x < picture->width
          && (guint) tools->pointer.pixel_y < picture->height)
        {
          const guint8 *p = kb_picture_pixel (picture, (guint) tools->pointer.pixel_x,
                                              (guint) tools->pointer.pixel_y);
          value = (guint32) p[0] << 24 | (guint32) p[1] << 16 | (guint32) p[2] << 8 | p[3];
          if (p[3] == 0)
            colour = g_strdup (_("clear"));
          else
            colour = g_strdup (kb_colour_text (value).text);
        }
    }
  set_status_line_text (self->pixel, _("Pixel"), place ? place : "");
  set_status_line_text (self->colour, _("Colour"), colour ? colour : "");
  gtk_widget_set_visible (self->readout, place != NULL);
  kb_swatch_set_colour (self->colour_swatch, value);
  /* Reserves its space */
  gtk_widget_set_opacity (GTK_WIDGET (self->colour_swatch), colour ? 1 : 0);
}

#define STATUS_LINE_REACH 6.0          /* canvas pixels around the pointer */

static gboolean
inside (const KbArea *area, KbVec p)
{
  gboolean odd = FALSE;
  for (guint ring = 0; ring < area->rings.n; ring++)
    {
      guint start = kb_rings_start (&area->rings, ring), end = area->rings.ends[ring];
      for (guint i = start, before = end - 1; i < end; before = i++)
        {
          KbVec a = area->rings.points[i], b = area->rings.points[before];
          if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            odd = !odd;
        }
    }
  return odd;
}

static const KbArea *
area_at (const KbLevel *level, KbVec p)
{
  KB_EACH (KbArea, area, level->areas)
    {
      KbBounds bounds = kb_area_bounds (area);
      if (p.x >= bounds.x0 && p.x <= bounds.x1 && p.y >= bounds.y0 && p.y <= bounds.y1
          && inside (area, p))
        return area;
    }
  return NULL;
}

static char *
of_wall (const KbToolContext *tools, const KbWall *wall)
{
  g_autofree char *title = kb_node_title (KB_NODE (wall));
  double length = hypot (wall->b.x - wall->a.x, wall->b.y - wall->a.y);
  g_autofree char *words = kb_within_sentence (title);
  return g_strdup_printf (wall->one_way ? _("%s · %s · %.1f px · one-way")
                                        : _("%s · %s · %.1f px"),
                          kb_class_name (tools->document, wall->class_id), words, length);
}

/* What is under the pointer: "rock · wall 12 · 45.3 px", "spawn · hero", "floor · hall". A new
 * string, empty for nothing. */
static char *
kb_level_canvas_describe (KbToolContext *tools)
{
  const KbLevel *level = kb_tool_context_level (tools);
  KbLevelIndex *index = kb_tool_context_level_index (tools);
  KbLevelHit hit;
  if (kb_tiles_layer (tools))
    return kb_tiles_describe (tools);
  if (!level || !index)
    return g_strdup ("");
  if (kb_level_index_nearest (index, tools->pointer.at, STATUS_LINE_REACH / tools->view.scale,
                              KB_ITEM_WALL | KB_ITEM_ENTITY, NULL, NULL, &hit))
    {
      KbNode *node = kb_document_node (tools->document, hit.item.id);
      if (kb_node_is (node, &kb_wall_kind))
        return of_wall (tools, (const KbWall *) node);
      g_autofree char *title = node ? kb_node_title (node) : NULL;
      if (title)
        return g_strdup_printf ("%s · %s",
                                kb_class_name (tools->document, kb_part_class (node)),
                                title);
    }
  const KbArea *area = area_at (level, tools->pointer.at);
  char *world = area ? NULL : kb_worlds_view_describe (tools);
  return area    ? g_strdup_printf ("%s · %s", kb_class_name (tools->document, area->class_id),
                                    area->name)
         : world ? world
                 : g_strdup ("");
}

static void
show_status_line_class (KbStatusLine *self, KbToolContext *tools, KbFrame *frame)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  KbNode *painted = kb_editor_state_get_painted (self->state);
  KbNode *node =
    frame && tools->pointer.over ? kb_document_node (document, tools->pointer.hover.id) : NULL;
  g_autofree char *text = NULL;
  if (kb_editor_state_get_level (self->state) && tools->pointer.over)
    text = kb_level_canvas_describe (tools);
  else if (kb_editor_state_get_track (self->state) && tools->pointer.over)
    text = kb_track_watch_describe (kb_track_watch_of (self->state), tools->pointer.pixel_x,
                                    tools->pointer.pixel_y);
  else if (painted && tools->pointer.over)
    text = kb_speak_zone (tools, tools->pointer.pixel_x, tools->pointer.pixel_y);
  else if (node)
    text = kb_thing_title (document, node);
  set_status_line_text (self->class_name,
                        painted ? _("Zone under the pointer") : _("Class under the pointer"),
                        text ? text : "");
}

/* ---- problems ---- */

static void
on_fix_all (GtkButton *button, KbStatusLine *self)
{
  kb_problems_fix_all (self->state);
}

static void
show_fix_all (KbStatusLine *self)
{
  KbDocument *document = kb_editor_state_get_document (self->state);
  const GPtrArray *problems = kb_editor_state_get_problems (self->state);
  gtk_widget_set_visible (self->fix_all,
                          document && kb_problems_count_safe (document, problems) > 1);
}

static void
on_problems_shown (KbStatusLine *self)
{
  GtkListBox *list = kb_item_list_get_box (self->problems_list);
  GtkListBoxRow *first = gtk_list_box_get_row_at_index (list, 0);
  show_fix_all (self);
  if (first)
    gtk_widget_grab_focus (GTK_WIDGET (first));
}

static void
on_only_here (GtkCheckButton *button, KbStatusLine *self)
{
  kb_problems_set_only_here (self->state, gtk_check_button_get_active (button));
}

static void
kb_problems_show_ignored (KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  kb_editor_state_set_field (state, kb_document_project (document)->node.id, "ignored",
                             json_null ());
}

static void
on_ignored (GtkButton *button, KbStatusLine *self)
{
  kb_problems_show_ignored (self->state);
}

/* The number of ignored problems, and why, a line each; a new string. */
static char *
kb_problems_ignored_reasons (KbEditorState *state, guint *n)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const json_t *ignored = document ? kb_document_project (document)->ignored : NULL;
  GString *reasons = g_string_new (NULL);
  *n = (guint) json_array_size (ignored);
  for (gsize i = 0; i < *n; i++)
    {
      const json_t *entry = json_array_get (ignored, i);
      const char *asset = json_string_value (json_object_get (entry, "asset")),
                 *reason = json_string_value (json_object_get (entry, "reason"));
      g_autofree char *line =
        g_strdup_printf (_("%s: %s"), asset ? asset : "", reason ? reason : "");
      if (!strstr (reasons->str, line))
        g_string_append_printf (reasons, "%s%s", reasons->len ? "\n" : "", line);
    }
  return g_string_free (reasons, FALSE);
}

static guint
show_ignored (KbStatusLine *self)
{
  guint n;
  g_autofree char *reasons = kb_problems_ignored_reasons (self->state, &n);
  g_autofree char *label = g_strdup_printf (_("Show Ignored Again (%u)"), n);
  gtk_widget_set_visible (self->ignored, n > 0);
  gtk_button_set_label (GTK_BUTTON (self->ignored), label);
  gtk_widget_set_tooltip_text (self->ignored, reasons);
  return n;
}

static void
show_problems (KbStatusLine *self)
{
  guint n_ignored = show_ignored (self);
  const GPtrArray *problems = kb_editor_state_get_problems (self->state);
  guint n = problems && kb_editor_state_get_asset (self->state) ? problems->len : 0;
  g_autofree char *text = n ? g_strdup_printf (ngettext ("%u problem", "%u problems", n), n)
                            : g_strdup (_("No problems"));
  gtk_menu_button_set_label (self->problems, text);
  gtk_widget_set_sensitive (GTK_WIDGET (self->problems), n + n_ignored > 0);
  name_widget (self->problems, _("Problems"), text);
  if (n + n_ignored == 0)
    gtk_popover_popdown (self->problems_popover);
  else if (gtk_widget_get_visible (GTK_WIDGET (self->problems_popover)))
    show_fix_all (self);
}

static void
show_zoom (KbStatusLine *self)
{
  double scale = kb_editor_state_get_tools (self->state)->view.scale;
  g_autofree char *text = g_strdup_printf (scale < 0.01  ? "%.2f %%"
                                           : scale < 0.1 ? "%.1f %%"
                                                         : "%.0f %%",
                                           scale * 100);
  gtk_button_set_label (self->zoom, text);
  name_widget (self->zoom, _("Zoom"), text);
}

/* Without a message, shows how to use the tool. */
static void
on_message (KbEditorState *state, const char *text, KbStatusLine *self)
{
  self->hinting = !*text;
  g_autofree char *hint = self->hinting && kb_editor_state_get_asset (state)
                            ? kb_keys_write (kb_tools_hint (kb_editor_state_get_tools (state)))
                            : NULL;
  set_status_line_text (self->message, _("Message"), hint ? hint : text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->message), hint ? hint : text);
}

static void
on_status_line_changed (KbEditorState *state, guint flags, KbStatusLine *self)
{
  KbToolContext *tools = kb_editor_state_get_tools (state);
  if (flags
      & (KB_CHANGE_POINTER | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_VALUES | KB_CHANGE_LISTS
         | KB_CHANGE_PLAYBACK))
    {
      KbFrame *frame = frame_on_screen (state);
      show_pixel (self, tools);
      show_status_line_class (self, tools, frame);
    }
  if (self->hinting
      && (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_FRAME | KB_CHANGE_LISTS)))
    on_message (state, "", self);
  if (flags & KB_CHANGE_VIEW)
    show_zoom (self);
  if (flags & (KB_CHANGE_PROBLEMS | KB_CHANGE_DOCUMENT))
    show_problems (self);
}

void
kb_status_line_show_problems (KbStatusLine *self)
{
  if (gtk_widget_get_sensitive (GTK_WIDGET (self->problems)))
    gtk_menu_button_popup (self->problems);
}

void
kb_status_line_set_state (KbStatusLine *self, KbEditorState *state)
{
  kb_editor_state_attach (state, self, &self->state, G_CALLBACK (on_status_line_changed));
  g_signal_connect_swapped (kb_item_list_get_box (self->problems_list), "row-activated",
                            G_CALLBACK (gtk_popover_popdown), self->problems_popover);
  kb_item_list_set (self->problems_list, state, &kb_problem_list);
  g_signal_connect_object (state, "message", G_CALLBACK (on_message), self, 0);
}

static const KbTemplateChild status_line_children[] = {
  KB_CHILD (KbStatusLine, pixel), KB_CHILD (KbStatusLine, colour),
  KB_CHILD (KbStatusLine, class_name), KB_CHILD (KbStatusLine, message),
  KB_CHILD (KbStatusLine, readout), KB_CHILD (KbStatusLine, colour_swatch),
  KB_CHILD (KbStatusLine, problems), KB_CHILD (KbStatusLine, problems_popover),
  KB_CHILD (KbStatusLine, problems_list), KB_CHILD (KbStatusLine, fix_all),
  KB_CHILD (KbStatusLine, ignored), KB_CHILD (KbStatusLine, zoom), { NULL },
};

static const KbTemplateCall status_line_calls[] = {
  KB_CALL (on_only_here), KB_CALL (on_ignored), KB_CALL (on_fix_all), KB_CALL (on_problems_shown),
  { NULL },
};

static void
kb_status_line_class_init (KbStatusLineClass *klass)
{
  g_type_ensure (KB_TYPE_ITEM_LIST);
  g_type_ensure (KB_TYPE_SWATCH);
  kb_template_bind (GTK_WIDGET_CLASS (klass), "status_line", status_line_children,
                    status_line_calls);
}

static void
kb_status_line_init (KbStatusLine *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
