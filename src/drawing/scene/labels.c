/* SPDX-License-Identifier: MIT */
/* Labels: collects and measures them, draws pills and notes at the pointer. */
#include <math.h>

#include "drawing/scene/private.h"

/* ---- label places ---- */

/* Placing pills: each in turn takes the free candidate position that hides least. */

#define HIDDEN 0.1          /* maximum share of a thing that an optional label may cover */
/* as a share of the pill's area: how much worse a kept side may be during a drag */
#define KEPT 0.3
#define TOUCHED 0.5         /* canvas pixels squared: smaller overlaps are rounding */
#define MAX_PLACED 400      /* more than any canvas has room for; limits the quadratic cost */
#define N_BESIDE 17         /* candidates of every label; labels that must be shown have more, */
#define N_NEAR 21           /* first at the corners, then further away */
#define N_PLACES 25

static double
kb_bounds_overlap (const KbBounds *a, const KbBounds *b)
{
  double w = MIN (a->x1, b->x1) - MAX (a->x0, b->x0), h = MIN (a->y1, b->y1) - MAX (a->y0, b->y0);

  return w > 0 && h > 0 ? w * h : 0;
}

static gpointer
kb_label_key (const KbLabelItem *item, gboolean final)
{
  return GUINT_TO_POINTER (2 * (guint) item->label.id + (final ? 1 : 0));
}

/* By priority, then in the order added. */
static gint
compare_items (gconstpointer a, gconstpointer b)
{
  const KbLabelItem *x = a, *y = b;

  if (x->label.priority != y->label.priority)
    return x->label.priority < y->label.priority ? 1 : -1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* Lists the candidates, best first. Not rounded, so that panning changes no choice. */
static void
list_places (const KbLabelItem *item, double margin, KbVec places[N_PLACES])
{
  KbBounds b = item->label.around;
  double w = item->width, h = KB_PILL_HEIGHT, gap = KB_LABEL_GAP, row = h + gap;
  double middle = (b.x0 + b.x1 - w) / 2, above = b.y0 - margin - row, below = b.y1 + margin + gap;
  const KbVec all[N_PLACES] = {
    { b.x0, above }, { b.x0, below }, { b.x1 - w, above }, { b.x1 - w, below },
    { b.x1 + gap, b.y0 }, { b.x0 - w - gap, b.y0 }, { middle, above }, { middle, below },
    { b.x1 + gap, b.y1 - h }, { b.x0 - w - gap, b.y1 - h },
    { b.x0 + gap, b.y0 + gap }, { b.x0 + gap, b.y1 - row }, { b.x1 - w - gap, b.y0 + gap },
    { b.x1 - w - gap, b.y1 - row }, { middle, (b.y0 + b.y1 - h) / 2 },
    { b.x0, above - row }, { b.x0, below + row },
    { b.x1 + gap, above }, { b.x0 - w - gap, above }, { b.x1 + gap, below }, { b.x0 - w - gap,
      below },
    { b.x0, above - 2 * row }, { b.x0, below + 2 * row }, { b.x0, above - 3 * row }, { b.x0,
      below + 3 * row },
  };

  for (guint k = 0; k < N_PLACES; k++)
    places[k] = all[k];
}

static double
covered (const GArray *areas, const KbBounds *pill)
{
  double sum = 0;

  KB_EACH_IN (const KbBounds, area, areas)
    sum += kb_bounds_overlap (pill, area);
  return sum;
}

/* The largest share of any thing that the pill hides. */
static double
hides (const KbLabels *labels, const KbBounds *pill)
{
  double most = 0;

  KB_EACH_IN (const KbBounds, thing, labels->things)
    {
      double area = (thing->x1 - thing->x0) * (thing->y1 - thing->y0),
             hidden = kb_bounds_overlap (pill, thing);

      if (area > 0)
        most = MAX (most, hidden / area);
    }
  return most;
}

/* The pills that a new one must not cover. */
typedef enum { OF_ALL, OF_MARKED } Others;

static gboolean
is_marked (const KbLabelItem *item)
{
  return item->label.state != KB_LABEL_QUIET;
}

/* The area of other pills that it covers. Pills keep a device pixel apart, so that rounding does
 * not make them touch. */
static double
covered_pills (const KbLabels *labels, const KbBounds *pill, const KbLabelItem *but, Others others)
{
  KbBounds wide = { pill->x0 - 1, pill->y0 - 1, pill->x1 + 1, pill->y1 + 1 };
  double sum = 0;

  KB_EACH_IN (const KbLabelItem, item, labels->items)
    if (item->place >= 0 && item != but && (others == OF_ALL || is_marked (item)))
      sum += kb_bounds_overlap (&wide, &item->pill);
  return sum;
}

typedef struct {
  guint n_places;
  double margin;
  Others others;
  gboolean must;            /* required, even if every position is taken */
  gboolean over;            /* avoid areas that are drawn over labels */
  int liked;                /* preferred position if as good as the best; -1: none */
  int kept;                 /* preferred position even if a good deal worse; -1: none */
} Wish;

/* The best position for the item, or -1 when all are taken. `hidden` gets the share of a thing that
 * it hides, `cost` all other disadvantages. */
static int
find_place (const KbLabels *labels, KbLabelItem *item, const Wish *wish, double *cost,
            double *hidden)
{
  const KbView *view = labels->view;
  KbBounds canvas = { view->inset, view->inset, view->width, view->height };
  KbVec places[N_PLACES];
  double area = item->width * KB_PILL_HEIGHT, least = G_MAXDOUBLE;
  int best = -1;

  list_places (item, wish->margin, places);
  for (int k = 0; k < (int) wish->n_places; k++)
    {
      KbBounds pill = { places[k].x, places[k].y, places[k].x + item->width,
                        places[k].y + KB_PILL_HEIGHT };
      double taken = covered_pills (labels, &pill, item, wish->others);
      double own = 4 * (area - kb_bounds_overlap (&pill, &canvas)) + covered (labels->avoid, &pill);
      double bonus = k == wish->kept ? KEPT * area : k == wish->liked ? N_PLACES : 0, share;

      if (wish->over)
        {
          taken += covered (labels->keep_off, &pill);
          own += covered (labels->handles, &pill);
        }
      if (taken > TOUCHED && !wish->must)
        continue;
      own += 8 * taken;
      if (wish->others != OF_ALL)
        own += covered_pills (labels, &pill, item, OF_ALL);
      if (own + k - bonus >= least)
        continue;
      share = hides (labels, &pill);
      if (own + k - bonus + 0.2 * share * area >= least)
        continue;
      least = own + k - bonus + 0.2 * share * area;
      best = k;
      *cost = own;
      *hidden = share;
      item->pill = (KbBounds) { kb_view_edge (view, pill.x0), kb_view_edge (view, pill.y0), 0, 0 };
      item->pill.x1 = item->pill.x0 + item->width;
      item->pill.y1 = item->pill.y0 + KB_PILL_HEIGHT;
    }
  return best;
}

static int
remembered (const KbLabels *labels, const KbLabelItem *item, gboolean final)
{
  if (!labels->memory || !labels->dragging)
    return -1;
  return GPOINTER_TO_INT (g_hash_table_lookup (labels->memory->sides, kb_label_key (item, final)))
         - 1;
}

static void
place_quiet (const KbLabels *labels, KbLabelItem *item, gboolean final)
{
  Wish wish = {
    N_BESIDE, 0, OF_ALL, FALSE, final, final ? item->place : -1, remembered (labels, item, final)
  };
  double cost = 0, hidden = 0;

  item->place = -1;
  item->place = find_place (labels, item, &wish, &cost, &hidden);
  if (cost > 0.1 * item->width * KB_PILL_HEIGHT || hidden > HIDDEN)
    item->place = -1;
}

/* Places the quiet labels that fit, with the width of quiet labels. */
static void
kb_label_items_place_quiet (KbLabels *labels)
{
  for (guint i = 0, placed = 0; i < labels->items->len && placed < MAX_PLACED; i++)
    {
      KbLabelItem *item = &g_array_index (labels->items, KbLabelItem, i);

      if (item->fits)
        place_quiet (labels, item, FALSE);
      placed += item->place >= 0;
    }
}

/* Prefers free positions, then those covering only quiet pills, which can move. Far positions only
 * if no near one works. */
static void
place_marked (const KbLabels *labels, KbLabelItem *item, gboolean must)
{
  Wish wish = { N_NEAR,
                item->label.margin,
                OF_ALL,
                FALSE,
                TRUE,
                item->quiet_place,
                remembered (labels, item, TRUE) };
  double cost = 0, hidden = 0, area = item->width * KB_PILL_HEIGHT;

  for (guint round = 0; round < 4; round++)
    {
      wish.n_places = round < 2 ? N_NEAR : N_PLACES;
      wish.others = round % 2 ? OF_MARKED : OF_ALL;
      item->place = find_place (labels, item, &wish, &cost, &hidden);
      if (item->place >= 0 && cost < area)
        return;
    }
  wish.must = must;
  if (item->place < 0 && must)
    item->place = find_place (labels, item, &wish, &cost, &hidden);
}

/* Places selected and hovered labels again, with their present width, then the pills in their
 * way. */
static void
kb_label_items_place_marked (KbLabels *labels)
{
  guint placed = 0;

  KB_EACH_IN (KbLabelItem, item, labels->items)
    if (is_marked (item))
      item->place = -1;
  for (KbLabelState state = KB_LABEL_HOVERED; state > KB_LABEL_QUIET; state--)
    KB_EACH_IN_WHILE (placed < MAX_PLACED, KbLabelItem, item, labels->items)
      if (item->label.state == state)
        place_marked (labels, item, placed++ == 0);
  KB_EACH_IN (KbLabelItem, item, labels->items)
    if (item->place >= 0 && !is_marked (item)
        && (covered_pills (labels, &item->pill, item, OF_MARKED) > TOUCHED
            || covered (labels->keep_off, &item->pill) > TOUCHED))
      place_quiet (labels, item, TRUE);
}

/* ---- labels ---- */

#define TEXT_SIZE 11.0
#define PAD_X 5.0
#define LABELS_RADIUS 4.0
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
kb_labels_keep_off (KbLabels *labels, KbBounds area)
{
  g_array_append_val (labels->keep_off, area);
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

  kb_path_rounded (cr, at, LABELS_RADIUS);
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
  g_array_sort (labels->items, compare_items);
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
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

  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
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
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
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
}
