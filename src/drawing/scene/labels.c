/* SPDX-License-Identifier: MIT */
/* Labels: collects and measures them, draws pills and notes at the pointer. */
#include "drawing/scene/private.h"

#include <math.h>

#define TEXT_SIZE 11.0
#define PAD_X 5.0
#define RADIUS 4.0
/* A required label with its numbers may be at most this many times as wide as its thing */
#define MOST_OVER 1.5
#define MAX_LETTERS 28      /* of a label */
#define LEAST_LETTERS 6     /* minimum letters of a shortened text */

KbLabelMemory *
kb_label_memory_new (void)
{
  KbLabelMemory *memory = g_new0 (KbLabelMemory, 1);

  memory->sides = g_hash_table_new (NULL, NULL);
  memory->places = g_array_new (FALSE, FALSE, sizeof (KbBounds));
  return memory;
}

void
kb_label_memory_free (KbLabelMemory *memory)
{
  if (!memory)
    return;
  g_hash_table_unref (memory->sides);
  g_array_unref (memory->places);
  g_free (memory);
}

void
kb_label_memory_clear_places (KbLabelMemory *memory)
{
  g_array_set_size (memory->places, 0);
}

const GArray *
kb_label_memory_places (const KbLabelMemory *memory)
{
  return memory->places;
}

void
kb_labels_set_memory (KbLabels *labels, KbLabelMemory *memory, gboolean dragging)
{
  labels->memory = memory;
  labels->dragging = dragging;
}

void
kb_path_rounded (cairo_t *cr, KbBounds box, double radius)
{
  cairo_new_path (cr);
  for (int corner = 0; corner < 4; corner++)
    cairo_arc (cr, corner == 1 || corner == 2 ? box.x0 + radius : box.x1 - radius,
               corner < 2 ? box.y1 - radius : box.y0 + radius, radius, corner * G_PI / 2,
               (corner + 1) * G_PI / 2);
  cairo_close_path (cr);
}

double
kb_text_advance (cairo_t *cr, const char *text, double size, gboolean bold)
{
  cairo_text_extents_t extents;

  cairo_select_font_face (cr, "sans", CAIRO_FONT_SLANT_NORMAL,
                          bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, size);
  cairo_text_extents (cr, text, &extents);
  return extents.x_advance;
}

double
kb_draw_text (cairo_t *cr, double x, double y, const char *text, guint32 colour, double size,
              gboolean bold)
{
  const double advance = kb_text_advance (cr, text, size, bold);

  kb_set_colour (cr, colour, 1);
  cairo_move_to (cr, x, y);
  cairo_show_text (cr, text);
  /* Text leaves a current point, from which the next path would start. */
  cairo_new_path (cr);
  return advance;
}

static void
item_clear (gpointer data)
{
  KbLabelItem *item = data;

  g_free (item->text);
  g_free (item->brief);
  g_free (item->detail);
  g_free (item->cut);
}

KbLabels *
kb_labels_new (const KbView *view, const KbStyle *style)
{
  KbLabels *labels = g_new0 (KbLabels, 1);

  *labels = (KbLabels){ .view = view,
                        .style = style,
                        .items = g_array_new (FALSE, FALSE, sizeof (KbLabelItem)),
                        .avoid = g_array_new (FALSE, FALSE, sizeof (KbBounds)),
                        .handles = g_array_new (FALSE, FALSE, sizeof (KbBounds)),
                        .keep_off = g_array_new (FALSE, FALSE, sizeof (KbBounds)),
                        .things = g_array_new (FALSE, FALSE, sizeof (KbBounds)) };
  g_array_set_clear_func (labels->items, item_clear);
  return labels;
}

void
kb_labels_free (KbLabels *labels)
{
  if (!labels)
    return;
  g_array_unref (labels->items);
  g_array_unref (labels->avoid);
  g_array_unref (labels->handles);
  g_array_unref (labels->keep_off);
  g_array_unref (labels->things);
  g_free (labels);
}

/* Shortens to that many letters by leaving out the middle: names differ at their ends as often as
 * at their beginnings. Valid UTF-8, as a new string. */
static char *
shortened (const char *text, glong letters)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1), *start = NULL;
  glong n = g_utf8_strlen (valid, -1), end = (letters - 1) / 3;

  if (n <= letters)
    return g_steal_pointer (&valid);
  start = g_utf8_substring (valid, 0, letters - 1 - end);
  return g_strconcat (g_strchomp (start), "…", g_utf8_offset_to_pointer (valid, n - end), NULL);
}

void
kb_labels_add (KbLabels *labels, const KbLabel *label)
{
  double width = labels->view->width, height = labels->view->height, inset = labels->view->inset;
  KbBounds around = label->around;
  KbLabelItem item = { .label = *label, .index = labels->items->len, .place = -1 };

  if (!(around.x1 >= inset && around.y1 >= inset && around.x0 <= width && around.y0 <= height))
    return;
  /* Uses only the visible part of a thing larger than the canvas, so that its label stays
   * visible. */
  around.x0 = MAX (around.x0, inset);
  around.y0 = MAX (around.y0, inset);
  around.x1 = MIN (around.x1, width);
  around.y1 = MIN (around.y1, height);
  item.label.around = around;
  item.label.extent = MAX (label->extent, MAX (around.x1 - around.x0, around.y1 - around.y0));
  item.text = shortened (label->text, MAX_LETTERS);
  item.brief = label->brief ? shortened (label->brief, MAX_LETTERS) : NULL;
  item.detail = label->detail ? shortened (label->detail, MAX_LETTERS) : NULL;
  g_array_append_val (labels->items, item);
}

void
kb_labels_avoid (KbLabels *labels, KbBounds area)
{
  g_array_append_val (labels->avoid, area);
}

void
kb_labels_avoid_handle (KbLabels *labels, KbBounds area)
{
  g_array_append_val (labels->handles, area);
}

void
kb_labels_keep_off (KbLabels *labels, KbBounds area)
{
  g_array_append_val (labels->keep_off, area);
}

void
kb_labels_add_thing (KbLabels *labels, KbBounds thing)
{
  g_array_append_val (labels->things, thing);
}

static double
pill_width (cairo_t *cr, const char *text, const char *detail)
{
  return ceil (2 * PAD_X + kb_text_advance (cr, text, TEXT_SIZE, TRUE)
               + (detail ? 6 + kb_text_advance (cr, detail, TEXT_SIZE, FALSE) : 0));
}

static void
draw_pill (cairo_t *cr, const KbStyle *style, KbBounds at, const char *text, const char *detail,
           guint32 colour)
{
  double x = at.x0 + PAD_X, y = at.y0 + 12.5;

  kb_path_rounded (cr, at, RADIUS);
  kb_fill (cr, style->pill, 1);

  colour = kb_colour_on_dark (colour);
  double advance = kb_draw_text (cr, x, y, text, colour, TEXT_SIZE, TRUE);
  if (detail)
    kb_draw_text (cr, x + advance + 6, y, detail, colour, TEXT_SIZE, FALSE);
}

/* Shortens the text to the room of its thing. FALSE: too little would be left. */
static gboolean
fit_cut (cairo_t *cr, KbLabelItem *item)
{
  double extent = item->label.extent;
  glong n = g_utf8_strlen (item->shown, -1),
        letters = MIN (n - 1, (glong) ((double) n * extent / item->width) + 1);

  for (; letters >= LEAST_LETTERS; letters--)
    {
      g_autofree char *cut = shortened (item->shown, letters);
      double width = pill_width (cr, cut, NULL);

      if (width > extent)
        continue;
      item->cut = g_steal_pointer (&cut);
      item->shown = item->cut;
      item->width = width;
      return TRUE;
    }
  return FALSE;
}

/* Chooses the text of a quiet label by the size of its thing. FALSE: it does not fit. */
static gboolean
fit_quiet (cairo_t *cr, KbLabelItem *item)
{
  double extent = item->label.extent;

  item->shown = item->text;
  item->shown_detail = item->label.always_detailed ? item->detail : NULL;
  item->width = pill_width (cr, item->shown, item->shown_detail);
  if (item->width > extent && item->shown_detail)
    {
      item->shown_detail = NULL;
      item->width = pill_width (cr, item->shown, NULL);
    }
  if (item->width > extent && item->brief)
    {
      item->shown = item->brief;
      item->width = pill_width (cr, item->shown, NULL);
    }
  return item->width <= extent || fit_cut (cr, item);
}

static void
fit_marked (cairo_t *cr, KbLabelItem *item)
{
  item->shown = item->text;
  item->shown_detail = item->detail;
  item->width = pill_width (cr, item->shown, item->shown_detail);
  if (item->detail && item->width > MOST_OVER * item->label.extent)
    {
      item->shown_detail = NULL;
      item->width = pill_width (cr, item->shown, NULL);
    }
}

static void
note_places (KbLabels *labels)
{
  if (!labels->memory)
    return;
  g_hash_table_remove_all (labels->memory->sides);
  KB_EACH_IN (const KbLabelItem, item, labels->items)
    {
      if (item->quiet_place >= 0)
        g_hash_table_insert (labels->memory->sides, kb_label_key (item, FALSE),
                             GINT_TO_POINTER (item->quiet_place + 1));
      if (item->place < 0)
        continue;
      g_hash_table_insert (labels->memory->sides, kb_label_key (item, TRUE),
                           GINT_TO_POINTER (item->place + 1));
      g_array_append_val (labels->memory->places, item->pill);
    }
}

void
kb_labels_draw (KbLabels *labels, cairo_t *cr)
{
  kb_label_items_sort (labels);
  cairo_save (cr);
  KB_EACH_IN (KbLabelItem, item, labels->items)
    item->fits = fit_quiet (cr, item);
  kb_label_items_place_quiet (labels);
  KB_EACH_IN (KbLabelItem, item, labels->items)
    {
      item->quiet_place = item->place;
      if (item->label.state != KB_LABEL_QUIET)
        fit_marked (cr, item);
    }
  kb_label_items_place_marked (labels);
  note_places (labels);
  KB_EACH_IN (const KbLabelItem, item, labels->items)
    if (item->place >= 0)
      draw_pill (cr, labels->style, item->pill, item->shown, item->shown_detail,
                 item->label.colour);
  cairo_restore (cr);
}

void
kb_draw_note (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at, const char *text,
              guint32 colour)
{
  kb_draw_note_apart (cr, view, style, at, text, colour, NULL);
}

static KbBounds
note_place (const KbView *view, KbVec at, double w, guint side)
{
  static const struct { gboolean left, above; double further; } sides[] = {
    { FALSE, FALSE, 0 }, { TRUE, FALSE, 0 }, { FALSE, TRUE, 0 }, { TRUE, TRUE, 0 }, { FALSE, FALSE,
      KB_PILL_HEIGHT + KB_LABEL_GAP },
    { FALSE, TRUE, KB_PILL_HEIGHT + KB_LABEL_GAP },
  };
  double x = sides[side].left ? at.x - 8 - w : at.x + 14;
  double y = sides[side].above ? at.y - 8 - KB_PILL_HEIGHT - sides[side].further
                               : at.y + 16 + sides[side].further;

  if (x + w > view->width)
    x = at.x - 8 - w;
  if (y + KB_PILL_HEIGHT > view->height)
    y = at.y - 8 - KB_PILL_HEIGHT;
  x = kb_view_edge (view, MAX (view->inset, x));
  y = kb_view_edge (view, MAX (view->inset, y));
  return (KbBounds) { x, y, x + w, y + KB_PILL_HEIGHT };
}

#define NOTE_SIDES 6

void
kb_draw_note_apart (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                    const char *text, guint32 colour, const GArray *places)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  KbBounds best = { 0, 0, 0, 0 };
  double w, least = G_MAXDOUBLE;

  cairo_save (cr);
  w = pill_width (cr, valid, NULL);
  for (guint side = 0; side < NOTE_SIDES && least > 0; side++)
    {
      KbBounds place = note_place (view, at, w, side);
      double covered = 0;

      if (places)
        KB_EACH_IN (const KbBounds, taken, places)
          covered += kb_bounds_overlap (&place, taken);
      if (covered < least)
        {
          least = covered;
          best = place;
        }
    }
  draw_pill (cr, style, best, valid, NULL, colour);
  cairo_restore (cr);
}

static gboolean
covers_any (const KbBounds *pill, const GArray *places)
{
  KB_EACH_IN (const KbBounds, place, places)
    if (kb_bounds_overlap (pill, place) > 0)
      return TRUE;
  return FALSE;
}

#define MOST_STACKED 6

void
kb_draw_pill (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at, const char *text,
              guint32 colour, GArray *places)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  cairo_save (cr);
  double w = pill_width (cr, valid, NULL), x = kb_view_edge (view, at.x - w / 2),
         y = kb_view_edge (view, at.y - KB_PILL_HEIGHT - KB_LABEL_GAP);
  KbBounds pill = { x, y, x + w, y + KB_PILL_HEIGHT };
  for (guint i = 0; i < MOST_STACKED && covers_any (&pill, places); i++)
    {
      pill.y0 -= KB_PILL_HEIGHT + 1;
      pill.y1 -= KB_PILL_HEIGHT + 1;
    }
  g_array_append_val (places, pill);
  draw_pill (cr, style, pill, valid, NULL, colour);
  cairo_restore (cr);
}
