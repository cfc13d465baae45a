/* SPDX-License-Identifier: MIT */
/* Strips, skylines and the choice of page width. */
#include "bake/pack.h"

#include <stdlib.h>
#include <string.h>

#include "document/each.h"

/* A strip gets a share of all rows of pictures, within limits. After that, one in END_ODDS items
 * may end it, if the last row is well filled. */
#define STRIP_SHARE 25
#define MIN_STRIP_ROWS 2
#define MAX_STRIP_ROWS 12
#define END_ODDS 4
/* A strip of its own has at least this area, with fewer items than OWN_FEW the larger one. */
#define OWN_AREA 4096
#define OWN_FEW 4
#define OWN_AREA_OF_FEW 65536
#define OWN_WIDTH 128              /* of a page, at least */

typedef struct { guint x, y, w; } Step;
typedef struct { guint x, y, h; } Shelf;   /* x: position of the next cell */

typedef struct {
  KbPackItem *items;
  const KbPackRules *rules;
  guint width;                 /* of the page */
  guint n_pool;                /* items without strips of their own, the first of `order` */
  guint pool_width;
  guint first_own;             /* the first page with such strips */
  GArray *strips;              /* KbPackStrip */
  GArray *pages;               /* KbPackPage */
  KbPackItem **pool;           /* as given */
  KbPackItem **order;          /* strip by strip */
  KbPackItem **rest;           /* scratch */
  Step *skyline;
  Shelf *shelves;
} Packer;

/* A method to place cells, tallest first, on an empty page. Returns FALSE for a cell that would end
 * below `limit`. */
typedef gboolean (*Place) (Packer *packer, guint *n, guint limit, guint w, guint h, guint *x,
                           guint *y);

static guint
cell_w (const Packer *packer, const KbPackItem *item)
{
  return item->w + 2 * item->border_x + packer->rules->padding;
}

static guint
cell_h (const Packer *packer, const KbPackItem *item)
{
  return item->h + 2 * item->border_y + packer->rules->padding;
}

/* All items are in one array: their addresses break ties. */
static int
compare_items (const void *a, const void *b)
{
  const KbPackItem *x = *(KbPackItem *const *) a, *y = *(KbPackItem *const *) b;
  if (x->h != y->h)
    return x->h > y->h ? -1 : 1;
  if (x->w != y->w)
    return x->w > y->w ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* Where its bottom is highest on the page, leftmost of equals. The skyline covers the width with
 * steps from left to right. */
static gboolean
place_on_skyline (Packer *packer, guint *n_steps, guint limit, guint w, guint h, guint *at_x,
                  guint *at_y)
{
  Step *line = packer->skyline;
  guint n = *n_steps, best = 0, best_y = G_MAXUINT, width = packer->width + packer->rules->padding;
  if (n == 0)
    line[n++] = (Step) { 0, 0, width };
  for (guint i = 0; i < n && line[i].x + w <= width; i++)
    {
      guint y = 0;
      for (guint k = i; k < n && line[k].x < line[i].x + w; k++)
        y = MAX (y, line[k].y);
      if (y < best_y)
        {
          best = i;
          best_y = y;
        }
    }
  if (best_y > limit - h)
    return FALSE;
  const guint x = line[best].x, top = best_y + h;
  *at_x = x;
  *at_y = best_y;
  /* Steps best..end-1 are covered and become one. */
  guint end = best;
  while (end < n && line[end].x + line[end].w <= x + w)
    end++;
  if (end < n && line[end].x < x + w)
    line[end] = (Step) { x + w, line[end].y, line[end].x + line[end].w - (x + w) };
  memmove (line + best + 1, line + end, (n - end) * sizeof *line);
  line[best] = (Step) { x, top, w };
  *n_steps = 0;
  for (guint i = 0; i < n - (end - best) + 1; i++)
    if (*n_steps > 0 && line[*n_steps - 1].y == line[i].y)
      line[*n_steps - 1].w += line[i].w;
    else
      line[(*n_steps)++] = line[i];
  return TRUE;
}

/* On the shelf with the least space left, else on a new shelf: best for equal heights. */
static gboolean
place_on_shelf (Packer *packer, guint *n_shelves, guint limit, guint w, guint h, guint *at_x,
                guint *at_y)
{
  guint width = packer->width + packer->rules->padding, best = *n_shelves;
  Shelf *shelves = packer->shelves;
  for (guint i = 0; i < *n_shelves; i++)
    if (shelves[i].x + w <= width && (best == *n_shelves || shelves[i].x > shelves[best].x))
      best = i;
  if (best == *n_shelves)
    {
      guint y = best ? shelves[best - 1].y + shelves[best - 1].h : 0;
      if (y > limit - h)
        return FALSE;
      shelves[(*n_shelves)++] = (Shelf) { 0, y, h };
    }
  *at_x = shelves[best].x;
  *at_y = shelves[best].y;
  shelves[best].x += w;
  return TRUE;
}

/* Packs items of order[first .. first + count) on one page, at y = 0, and moves the rest to the
 * end. Returns the number packed. */
static guint
pack_strip (Packer *packer, Place place, guint first, guint count, guint *height)
{
  guint n = 0, packed = 0, left = 0;
  *height = 0;
  for (guint i = first; i < first + count; i++)
    {
      KbPackItem *item = packer->order[i];
      guint w = cell_w (packer, item), h = cell_h (packer, item), x, y;
      if (!place (packer, &n, packer->rules->page_size + packer->rules->padding, w, h, &x, &y))
        {
          packer->rest[left++] = item;
          continue;
        }
      item->x = x + item->border_x;
      item->y = y + item->border_y;
      *height = MAX (*height, y + h);
      packer->order[first + packed++] = item;
    }
  if (left)
    memcpy (packer->order + first + packed, packer->rest, left * sizeof *packer->rest);
  return packed;
}

/* The better of two methods. Both need the items in the same order, so it is restored in
 * between. */
static guint
pack_best (Packer *packer, guint first, guint count, guint *height)
{
  guint shelf_height, packed = pack_strip (packer, place_on_shelf, first, count, &shelf_height);
  qsort (packer->order + first, count, sizeof *packer->order, compare_items);
  guint n = pack_strip (packer, place_on_skyline, first, count, height);
  if (n > packed || (n == packed && *height <= shelf_height))
    return n;
  qsort (packer->order + first, count, sizeof *packer->order, compare_items);
  return pack_strip (packer, place_on_shelf, first, count, height);
}

/* Puts items that were packed at y = 0 below what the page has. */
static void
put_strip (Packer *packer, guint page, guint h, guint first, guint count)
{
  KbPackPage *sheet = &g_array_index (packer->pages, KbPackPage, page);
  const KbPackStrip strip = { page, sheet->h, h, first, count, FALSE };
  for (guint i = first; i < first + count; i++)
    {
      KbPackItem *item = packer->order[i];
      item->page = page;
      item->y += strip.y;
      item->strip = packer->strips->len;
    }
  sheet->h += h;
  g_array_append_val (packer->strips, strip);
}

static void
add_strip (Packer *packer, guint first, guint count)
{
  qsort (packer->order + first, count, sizeof *packer->order, compare_items);
  while (count)
    {
      guint h, packed = pack_best (packer, first, count, &h);
      /* The first page with room; its height includes the padding below its last strip. */
      guint page = 0, most = packer->rules->page_size + packer->rules->padding;
      while (page < packer->pages->len
             && g_array_index (packer->pages, KbPackPage, page).h + h > most)
        page++;
      if (page == packer->pages->len)
        g_array_append_val (packer->pages, ((KbPackPage) { packer->width, 0 }));
      put_strip (packer, page, h, first, packed);
      first += packed;
      count -= packed;
    }
}

static void
pack_with_width (Packer *packer, guint width, gboolean whole)
{
  const guint n_items = packer->n_pool;
  packer->width = width;
  g_array_set_size (packer->strips, 0);
  g_array_set_size (packer->pages, 0);
  memcpy (packer->order, packer->pool, n_items * sizeof *packer->order);
  guint64 all = 0, widths = 0, area = 0;
  for (guint i = 0; i < n_items; i++)
    all += cell_w (packer, packer->pool[i]);
  guint64 rows = CLAMP (all / width / STRIP_SHARE, MIN_STRIP_ROWS, MAX_STRIP_ROWS);
  guint first = 0;
  for (guint i = 0; i < n_items; i++)
    {
      const KbPackItem *item = packer->pool[i];
      widths += cell_w (packer, item);
      area += (guint64) cell_w (packer, item) * cell_h (packer, item);
      gboolean full =
        area >= (guint64) width * packer->rules->page_size / 4 || widths >= 3 * rows * width;
      gboolean end = widths >= rows * width && widths % width * 10 >= (guint64) width * 6
                     && item->mark % END_ODDS == 0;
      if (i + 1 == n_items || (!whole && (full || end)))
        {
          add_strip (packer, first, i + 1 - first);
          first = i + 1;
          widths = area = 0;
        }
    }
}

/* The cost of the finished pages: their number, then their area, and slightly their shape. */
static guint64
pack_cost (const Packer *packer)
{
  guint64 sum = 0;
  KB_EACH_IN (const KbPackPage, page, packer->pages)
    {
      guint64 ratio = MAX (page->w, page->h) / MAX (1, MIN (page->w, page->h));
      sum += (guint64) page->w * page->h * (19 + ratio);
    }
  return sum + packer->pages->len * (G_GUINT64_CONSTANT (1) << 50);
}

static guint
next_power_of_two (guint x)
{
  guint result = 1;
  while (result < x)
    result *= 2;
  return result;
}

static guint
choose_width (Packer *packer, gboolean whole)
{
  const KbPackRules *rules = packer->rules;
  guint largest = rules->page_size, widest = 1;
  guint64 area = 0;
  for (guint i = 0; i < packer->n_pool; i++)
    {
      const KbPackItem *item = packer->pool[i];
      widest = MAX (widest, item->w + 2 * item->border_x);
      area += (guint64) cell_w (packer, item) * cell_h (packer, item);
    }
  guint64 n_pages = area * 11 / 10 / ((guint64) rules->page_size * rules->page_size) + 1;
  guint best = largest;
  guint64 best_cost = G_MAXUINT64;
  for (guint octave = 16; octave < 2 * largest; octave *= 2)
    for (guint part = 4; part < 8; part++)
      {
        guint width = MIN (octave * part / 4, largest);
        if (width < widest || (rules->power_of_two && part > 4))
          continue;
        if (!whole)
          {
            if (width * n_pages * rules->page_size * 10 >= area * 11
                && (guint64) width * width * 4 >= area)
              return width;
            continue;
          }
        if ((guint64) width * width * 9 < area && width < largest)
          continue;
        pack_with_width (packer, width, whole);
        guint64 c = pack_cost (packer);
        if (c < best_cost)
          {
            best = width;
            best_cost = c;
          }
      }
  return best;
}

/* ---- strips of groups ---- */

/* The width in which items of a group, order[first .. first + count), leave least empty, the widest
 * of nearly equal ones, or 0 if none is filled well. */
static guint
own_width (Packer *packer, guint first, guint count)
{
  const KbPackRules *rules = packer->rules;
  guint widest = 1, best = 0;
  guint64 area = 0, best_area = G_MAXINT64;
  for (guint i = first; i < first + count; i++)
    {
      const KbPackItem *item = packer->order[i];
      widest = MAX (widest, item->w + 2 * item->border_x);
      area += (guint64) cell_w (packer, item) * cell_h (packer, item);
    }
  if (area < (count < OWN_FEW ? OWN_AREA_OF_FEW : OWN_AREA))
    return 0;
  for (guint octave = OWN_WIDTH; octave <= rules->page_size; octave *= 2)
    for (guint part = 4; part < 8; part += 2)
      {
        const guint width = octave / 4 * part;
        guint h;
        if (width < widest || width > rules->page_size || (rules->power_of_two && part > 4)
            || (guint64) width * width > 16 * area)
          continue;
        packer->width = width;
        qsort (packer->order + first, count, sizeof *packer->order, compare_items);
        if (pack_best (packer, first, count, &h) == count && h <= rules->page_size
            && (guint64) width * h <= best_area / 16 * 17)
          {
            best = width;
            best_area = MIN (best_area, (guint64) width * h);
          }
      }
  return best_area / 4 * 3 <= area ? best : 0;
}

/* On the last page of that width. Some are full early, by their strips' marks: so more rows in one
 * strip move those of few other pages. */
static void
add_own_strip (Packer *packer, guint first, guint count, guint width)
{
  const guint most = packer->rules->page_size;
  guint h, page = packer->pages->len;
  packer->width = width;
  qsort (packer->order + first, count, sizeof *packer->order, compare_items);
  pack_best (packer, first, count, &h);
  while (page > packer->first_own && g_array_index (packer->pages, KbPackPage, page - 1).w != width)
    page--;
  const KbPackPage *last =
    page > packer->first_own ? &g_array_index (packer->pages, KbPackPage, page - 1) : NULL;
  if (!last || last->full || last->h + h > most)
    {
      g_array_append_val (packer->pages, ((KbPackPage) { width, 0, FALSE }));
      page = packer->pages->len;
    }
  put_strip (packer, page - 1, h, first, count);
  g_array_index (packer->strips, KbPackStrip, packer->strips->len - 1).own = TRUE;
  KbPackPage *sheet = &g_array_index (packer->pages, KbPackPage, page - 1);
  sheet->full = sheet->h > most / 4 * 3 && packer->order[first]->mark % END_ODDS == 0;
}

/* Groups with strips of their own go to the end of `order`, others into the pool. Returns the
 * width of each group by its first item. */
static guint *
divide (Packer *packer, guint n_items)
{
  guint *widths = g_new0 (guint, n_items);
  for (guint i = 0, end; i < n_items; i = end)
    {
      for (end = i + 1; end < n_items && packer->items[end].group == packer->items[i].group;)
        end++;
      for (guint k = i; k < end; k++)
        packer->order[k] = packer->items + k;
      widths[i] = own_width (packer, i, end - i);
      for (guint k = i; k < end && !widths[i]; k++)
        packer->pool[packer->n_pool++] = packer->items + k;
    }
  return widths;
}

static void
add_own_strips (Packer *packer, guint n_items, const guint *widths)
{
  guint at = packer->n_pool;
  packer->first_own = packer->pages->len;
  for (guint i = 0, end; i < n_items; i = end)
    {
      const guint first = at;
      for (end = i + 1; end < n_items && packer->items[end].group == packer->items[i].group;)
        end++;
      for (guint k = i; k < end && widths[i]; k++)
        packer->order[at++] = packer->items + k;
      if (widths[i])
        add_own_strip (packer, first, end - i, widths[i]);
    }
}

/* Removes trailing padding and unused columns. With many items, only in coarse steps, since a new
 * width invalidates all encoded bands. Pages of groups stay as wide as their strips. */
static void
trim_pages (Packer *packer, guint n_items, guint coarse)
{
  GArray *pages = packer->pages;
  const KbPackRules *rules = packer->rules;
  for (guint i = 0; i < packer->first_own; i++)
    {
      KbPackPage *page = &g_array_index (pages, KbPackPage, i);
      *page = (KbPackPage) { 1, page->h - rules->padding, FALSE };
    }
  for (guint i = 0; i < n_items; i++)
    {
      const KbPackItem *item = packer->items + i;
      const guint right = item->x + item->w + item->border_x,
                  coarsely = (right + coarse - 1) / coarse * coarse;
      KbPackPage *page = &g_array_index (pages, KbPackPage, item->page);
      if (item->page < packer->first_own)
        page->w = MAX (page->w, MIN (coarsely, packer->pool_width));
    }
  if (rules->power_of_two)
    KB_EACH_IN (KbPackPage, page, pages)
      *page = (KbPackPage) { next_power_of_two (page->w), next_power_of_two (page->h), FALSE };
}

void
kb_pack (KbPackItem *items, guint n_items, const KbPackRules *rules, gboolean many, KbPack *pack)
{
  *pack = (KbPack) { NULL };
  if (n_items == 0)
    return;
  KbPackRules limits = *rules;
  if (rules->power_of_two && next_power_of_two (rules->page_size) != rules->page_size)
    limits.page_size = next_power_of_two (rules->page_size) / 2;
  for (guint i = 0; i < n_items; i++)
    {
      g_assert (items[i].w >= 1 && items[i].w <= limits.page_size && items[i].h >= 1
                && items[i].h <= limits.page_size);
      items[i].border_x = MIN (rules->border, (limits.page_size - items[i].w) / 2);
      items[i].border_y = MIN (rules->border, (limits.page_size - items[i].h) / 2);
    }
  const gsize columns = (gsize) limits.page_size + rules->padding + 2;
  Packer packer = {
    .items = items, .rules = &limits,
    .strips = g_array_new (FALSE, FALSE, sizeof (KbPackStrip)),
    .pages = g_array_new (FALSE, FALSE, sizeof (KbPackPage)),
    .pool = g_new (KbPackItem *, n_items),
    .order = g_new (KbPackItem *, n_items),
    .rest = g_new (KbPackItem *, n_items),
    .skyline = g_new (Step, columns),
    .shelves = g_new (Shelf, columns),
  };
  many |= n_items > KB_PACK_FEW;
  g_autofree guint *widths = many ? divide (&packer, n_items) : g_new0 (guint, n_items);
  for (guint i = 0; i < n_items && !many; i++)
    packer.pool[packer.n_pool++] = items + i;
  const gboolean whole = packer.n_pool <= KB_PACK_FEW;
  if (packer.n_pool > 0)
    pack_with_width (&packer, choose_width (&packer, whole), whole);
  packer.pool_width = packer.width;
  add_own_strips (&packer, n_items, widths);
  trim_pages (&packer, n_items, whole ? 1 : 64);

  pack->order = g_new (guint, n_items);
  for (guint i = 0; i < n_items; i++)
    pack->order[i] = packer.order[i] - items;
  g_free (packer.pool);
  g_free (packer.order);
  g_free (packer.rest);
  g_free (packer.skyline);
  g_free (packer.shelves);
  pack->n_strips = packer.strips->len;
  pack->strips = (KbPackStrip *) g_array_free (packer.strips, FALSE);
  pack->n_pages = packer.pages->len;
  pack->pages = (KbPackPage *) g_array_free (packer.pages, FALSE);
}

void
kb_pack_clear (KbPack *pack)
{
  g_free (pack->strips);
  g_free (pack->pages);
  g_free (pack->order);
  *pack = (KbPack) { NULL };
}
