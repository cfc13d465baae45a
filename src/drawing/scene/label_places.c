/* SPDX-License-Identifier: MIT */
/* Placing pills: each in turn takes the free candidate position that hides least. */
#include "drawing/scene/private.h"

#include <math.h>

#define HIDDEN 0.1          /* maximum share of a thing that an optional label may cover */
/* as a share of the pill's area: how much worse a kept side may be during a drag */
#define KEPT 0.3
#define TOUCHED 0.5         /* canvas pixels squared: smaller overlaps are rounding */
#define MAX_PLACED 400      /* more than any canvas has room for; limits the quadratic cost */
#define N_BESIDE 17         /* candidates of every label; labels that must be shown have more, */
#define N_NEAR 21           /* first at the corners, then further away */
#define N_PLACES 25

double
kb_bounds_overlap (const KbBounds *a, const KbBounds *b)
{
  double w = MIN (a->x1, b->x1) - MAX (a->x0, b->x0), h = MIN (a->y1, b->y1) - MAX (a->y0, b->y0);

  return w > 0 && h > 0 ? w * h : 0;
}

gpointer
kb_label_key (const KbLabelItem *item, gboolean final)
{
  return GUINT_TO_POINTER (2 * (guint) item->label.id + (final ? 1 : 0));
}

static gint
compare_items (gconstpointer a, gconstpointer b)
{
  const KbLabelItem *x = a, *y = b;

  if (x->label.priority != y->label.priority)
    return x->label.priority < y->label.priority ? 1 : -1;
  return x->index < y->index ? -1 : x->index > y->index;
}

void
kb_label_items_sort (KbLabels *labels)
{
  g_array_sort (labels->items, compare_items);
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

void
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

void
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
