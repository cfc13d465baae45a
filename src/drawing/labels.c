/* SPDX-License-Identifier: MIT */
/* Placing pills: each in turn takes the candidate place that covers least of what is there. */
#include "drawing/labels.h"

#include <math.h>

#define TEXT_SIZE 11.0
#define PAD_X 5.0
#define PILL_HEIGHT 17.0
#define RADIUS 4.0
#define GAP 3.0
#define MOST_OVER 1.5       /* so much wider than its thing a label that must be there may be with its numbers */
#define MAX_LETTERS 28      /* of a label */
#define HIDDEN 0.25         /* more of a thing may not be covered by a label that can be left out */
#define KEPT 0.3            /* of a pill's area: so much worse a side may be to be kept */
#define MAX_PLACED 400      /* no canvas has room for more; keeps placing quadratic in little */

typedef struct {
  char *text, *brief, *detail;
  guint32 colour;
  KbBounds around;
  double extent;
  int priority;
  guint index;
} Label;

struct KbLabelMemory {
  GHashTable *sides;      /* of the text -> index of its place plus 1, at this scale */
  double scale;
  GArray *places;         /* KbBounds */
};

struct KbLabels {
  KbLabelMemory *memory;  /* borrowed; NULL: none */
  const KbView *view;
  const KbStyle *style;
  GArray *labels;         /* Label */
  GArray *taken;          /* KbBounds: pills placed */
  GArray *avoid;          /* KbBounds */
  GArray *things;         /* KbBounds */
};

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
kb_labels_set_memory (KbLabels *labels, KbLabelMemory *memory)
{
  labels->memory = memory;
}

void
kb_select_font (cairo_t *cr, double size, gboolean bold)
{
  cairo_select_font_face (cr, "sans", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, size);
}

static void
label_clear (gpointer data)
{
  Label *label = data;

  g_free (label->text);
  g_free (label->brief);
  g_free (label->detail);
}

KbLabels *
kb_labels_new (const KbView *view, const KbStyle *style)
{
  KbLabels *labels = g_new0 (KbLabels, 1);

  labels->view = view;
  labels->style = style;
  labels->labels = g_array_new (FALSE, FALSE, sizeof (Label));
  g_array_set_clear_func (labels->labels, label_clear);
  labels->taken = g_array_new (FALSE, FALSE, sizeof (KbBounds));
  labels->avoid = g_array_new (FALSE, FALSE, sizeof (KbBounds));
  labels->things = g_array_new (FALSE, FALSE, sizeof (KbBounds));
  return labels;
}

void
kb_labels_free (KbLabels *labels)
{
  if (!labels)
    return;
  g_array_unref (labels->labels);
  g_array_unref (labels->taken);
  g_array_unref (labels->avoid);
  g_array_unref (labels->things);
  g_free (labels);
}

/* Valid, and short enough for a label; a new string. */
static char *
shortened (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1), *start = NULL;

  if (g_utf8_strlen (valid, -1) <= MAX_LETTERS)
    return g_steal_pointer (&valid);
  start = g_utf8_substring (valid, 0, MAX_LETTERS - 1);
  return g_strconcat (start, "…", NULL);
}

void
kb_labels_add (KbLabels *labels, const char *text, const char *detail, guint32 colour, KbBounds around, int priority)
{
  kb_labels_add_near (labels, text, NULL, detail, colour, around, priority > 0 ? G_MAXDOUBLE : 0, priority);
}

void
kb_labels_add_near (KbLabels *labels, const char *text, const char *brief, const char *detail, guint32 colour,
                    KbBounds around, double extent, int priority)
{
  double width = labels->view->width, height = labels->view->height, inset = labels->view->inset;
  Label label = { .colour = colour, .around = around, .priority = priority, .index = labels->labels->len };

  if (!(around.x1 >= inset && around.y1 >= inset && around.x0 <= width && around.y0 <= height))
    return;
  /* Of a thing larger than the canvas, only the part in sight counts: its label stays in sight. */
  label.around.x0 = MAX (around.x0, inset);
  label.around.y0 = MAX (around.y0, inset);
  label.around.x1 = MIN (around.x1, width);
  label.around.y1 = MIN (around.y1, height);
  label.extent = MAX (extent, MAX (label.around.x1 - label.around.x0, label.around.y1 - label.around.y0));
  label.text = shortened (text);
  label.brief = brief ? shortened (brief) : NULL;
  label.detail = detail ? shortened (detail) : NULL;
  g_array_append_val (labels->labels, label);
}

void
kb_labels_avoid (KbLabels *labels, KbBounds area)
{
  g_array_append_val (labels->avoid, area);
}

void
kb_labels_add_thing (KbLabels *labels, KbBounds thing)
{
  g_array_append_val (labels->things, thing);
}

static double
overlap (const KbBounds *a, const KbBounds *b)
{
  double w = MIN (a->x1, b->x1) - MAX (a->x0, b->x0), h = MIN (a->y1, b->y1) - MAX (a->y0, b->y0);

  return w > 0 && h > 0 ? w * h : 0;
}

static double
text_advance (cairo_t *cr, const char *text)
{
  cairo_text_extents_t extents;

  cairo_text_extents (cr, text, &extents);
  return extents.x_advance;
}

static double
pill_width (cairo_t *cr, const char *text, const char *detail)
{
  double width = 2 * PAD_X;

  kb_select_font (cr, TEXT_SIZE, TRUE);
  width += text_advance (cr, text);
  if (detail)
    {
      kb_select_font (cr, TEXT_SIZE, FALSE);
      width += 6 + text_advance (cr, detail);
    }
  return ceil (width);
}

static void
draw_pill (cairo_t *cr, const KbStyle *style, KbBounds at, const char *text, const char *detail, guint32 colour)
{
  double x = at.x0 + PAD_X, y = at.y0 + 12.5;

  cairo_new_path (cr);
  cairo_arc (cr, at.x1 - RADIUS, at.y0 + RADIUS, RADIUS, -G_PI / 2, 0);
  cairo_arc (cr, at.x1 - RADIUS, at.y1 - RADIUS, RADIUS, 0, G_PI / 2);
  cairo_arc (cr, at.x0 + RADIUS, at.y1 - RADIUS, RADIUS, G_PI / 2, G_PI);
  cairo_arc (cr, at.x0 + RADIUS, at.y0 + RADIUS, RADIUS, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  kb_set_colour (cr, style->pill, 1);
  cairo_fill (cr);

  kb_select_font (cr, TEXT_SIZE, TRUE);
  kb_set_colour (cr, kb_colour_on_dark (colour), 1);
  cairo_move_to (cr, x, y);
  cairo_show_text (cr, text);
  if (detail)
    {
      double advance = text_advance (cr, text);

      kb_select_font (cr, TEXT_SIZE, FALSE);
      cairo_move_to (cr, x + advance + 6, y);
      cairo_show_text (cr, detail);
    }
  /* A text leaves a current point, from which the next path would start. */
  cairo_new_path (cr);
}

static gint
compare_labels (gconstpointer a, gconstpointer b)
{
  const Label *x = a, *y = b;

  if (x->priority != y->priority)
    return x->priority < y->priority ? 1 : -1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* What it costs to put a pill there: area of pills covered, and half as much for marks. */
static double
cost_of (const KbLabels *labels, const KbBounds *pill)
{
  KbBounds canvas = { labels->view->inset, labels->view->inset, labels->view->width, labels->view->height };
  double area = (pill->x1 - pill->x0) * (pill->y1 - pill->y0);
  double cost = 4 * (area - overlap (pill, &canvas));

  for (guint i = 0; i < labels->taken->len; i++)
    cost += 4 * overlap (pill, &g_array_index (labels->taken, KbBounds, i));
  for (guint i = 0; i < labels->avoid->len; i++)
    cost += overlap (pill, &g_array_index (labels->avoid, KbBounds, i));
  return cost;
}

/* The largest share of a thing that the pill hides. */
static double
hides (const KbLabels *labels, const KbBounds *pill)
{
  double most = 0;

  for (guint i = 0; i < labels->things->len; i++)
    {
      const KbBounds *thing = &g_array_index (labels->things, KbBounds, i);
      double area = (thing->x1 - thing->x0) * (thing->y1 - thing->y0), hidden = overlap (pill, thing);

      if (area > 0)
        most = MAX (most, hidden / area);
    }
  return most;
}

/* Makes the label as short as its thing is small; FALSE: it hides more than it tells. */
static gboolean
fit_width (cairo_t *cr, Label *label, double *width)
{
  *width = pill_width (cr, label->text, label->detail);
  if (label->priority > 1 && label->detail && *width > MOST_OVER * label->extent)
    {
      g_clear_pointer (&label->detail, g_free);
      *width = pill_width (cr, label->text, NULL);
    }
  if (label->priority > 1 || *width <= label->extent)
    return TRUE;
  g_clear_pointer (&label->detail, g_free);
  *width = pill_width (cr, label->text, NULL);
  if (*width > label->extent && label->brief)
    {
      g_free (label->text);
      label->text = g_steal_pointer (&label->brief);
      *width = pill_width (cr, label->text, NULL);
    }
  return *width <= label->extent;
}

void
kb_labels_draw (KbLabels *labels, cairo_t *cr)
{
  g_array_sort (labels->labels, compare_labels);
  if (labels->memory && labels->memory->scale != labels->view->scale)
    {
      labels->memory->scale = labels->view->scale;
      g_hash_table_remove_all (labels->memory->sides);
    }
  cairo_save (cr);
  for (guint i = 0; i < labels->labels->len && labels->taken->len < MAX_PLACED; i++)
    {
      Label *label = &g_array_index (labels->labels, Label, i);
      const KbBounds *b = &label->around;
      gpointer key = GUINT_TO_POINTER (g_str_hash (label->text) ^ label->colour);
      guint side = labels->memory ? GPOINTER_TO_UINT (g_hash_table_lookup (labels->memory->sides, key)) : 0, best_side = 0;
      double w, h = PILL_HEIGHT;

      if (!fit_width (cr, label, &w))
        continue;
      double middle = (b->x0 + b->x1 - w) / 2;
      /* Best first. */
      const KbVec places[] = {
        { b->x0, b->y0 - h - GAP }, { b->x0, b->y1 + GAP }, { b->x1 - w, b->y0 - h - GAP },
        { b->x1 - w, b->y1 + GAP }, { b->x1 + GAP, b->y0 }, { b->x0 - w - GAP, b->y0 },
        { middle, b->y0 - h - GAP }, { middle, b->y1 + GAP }, { b->x1 + GAP, b->y1 - h }, { b->x0 - w - GAP, b->y1 - h },
        { b->x0 + GAP, b->y0 + GAP }, { b->x0 + GAP, b->y1 - h - GAP }, { b->x1 - w - GAP, b->y0 + GAP },
        { b->x1 - w - GAP, b->y1 - h - GAP }, { middle, (b->y0 + b->y1 - h) / 2 },
        { b->x0, b->y0 - 2 * (h + GAP) }, { b->x0, b->y1 + h + 2 * GAP },
      };
      KbBounds best = { 0, 0, 0, 0 };
      double best_cost = G_MAXDOUBLE, least = G_MAXDOUBLE, free_cost = w * h * 0.1;

      for (guint k = 0; k < G_N_ELEMENTS (places); k++)
        {
          KbBounds pill = { kb_view_edge (labels->view, places[k].x), kb_view_edge (labels->view, places[k].y), 0, 0 };
          double cost;

          pill.x1 = pill.x0 + w;
          pill.y1 = pill.y0 + h;
          cost = cost_of (labels, &pill) + k + hides (labels, &pill) * w * h * 0.2;
          if (cost - (k + 1 == side ? KEPT * w * h : 0) < least)
            {
              least = cost - (k + 1 == side ? KEPT * w * h : 0);
              best_side = k + 1;
              best_cost = cost;
              best = pill;
            }
        }
      double hidden = hides (labels, &best);
      if (label->priority <= 0 &&
          (best_cost - hidden * w * h * 0.2 > free_cost + G_N_ELEMENTS (places) || hidden > HIDDEN))
        continue;
      g_array_append_val (labels->taken, best);
      if (labels->memory)
        {
          if (g_hash_table_size (labels->memory->sides) > MAX_PLACED)
            g_hash_table_remove_all (labels->memory->sides);
          g_hash_table_insert (labels->memory->sides, key, GUINT_TO_POINTER (best_side));
          g_array_append_val (labels->memory->places, best);
        }
      draw_pill (cr, labels->style, best, label->text, label->detail, label->colour);
    }
  cairo_restore (cr);
}

void
kb_draw_note (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at, const char *text, guint32 colour)
{
  kb_draw_note_apart (cr, view, style, at, text, colour, NULL);
}

static KbBounds
note_place (const KbView *view, KbVec at, double w, guint side)
{
  static const struct { gboolean left, above; double further; } sides[] = {
    { FALSE, FALSE, 0 }, { TRUE, FALSE, 0 }, { FALSE, TRUE, 0 }, { TRUE, TRUE, 0 }, { FALSE, FALSE, PILL_HEIGHT + GAP },
    { FALSE, TRUE, PILL_HEIGHT + GAP },
  };
  double x = sides[side].left ? at.x - 8 - w : at.x + 14;
  double y = sides[side].above ? at.y - 8 - PILL_HEIGHT - sides[side].further : at.y + 16 + sides[side].further;

  if (x + w > view->width)
    x = at.x - 8 - w;
  if (y + PILL_HEIGHT > view->height)
    y = at.y - 8 - PILL_HEIGHT;
  x = kb_view_edge (view, MAX (view->inset, x));
  y = kb_view_edge (view, MAX (view->inset, y));
  return (KbBounds) { x, y, x + w, y + PILL_HEIGHT };
}

#define NOTE_SIDES 6

void
kb_draw_note_apart (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at, const char *text, guint32 colour,
                    const GArray *places)
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

      for (guint i = 0; places && i < places->len; i++)
        covered += overlap (&place, &g_array_index (places, KbBounds, i));
      if (covered < least)
        {
          least = covered;
          best = place;
        }
    }
  draw_pill (cr, style, best, valid, NULL, colour);
  cairo_restore (cr);
}
