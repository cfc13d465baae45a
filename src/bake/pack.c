/* SPDX-License-Identifier: MIT */
/* Strips, skylines and the choice of the page's width. */
#include "bake/pack.h"

#include <stdlib.h>
#include <string.h>

/* Up to so many items all widths are tried and no strips are made: packing again is cheap then. */
#define FEW 200
/* Rows of pictures that a strip should have at least; one in END_ODDS items may end it after that. */
#define STRIP_ROWS 4
#define END_ODDS 8

typedef struct { guint x, y, w; } Step;

typedef struct {
  KbPackItem *items;
  const KbPackRules *rules;
  guint width;                 /* of the page */
  GArray *strips;              /* KbPackStrip */
  GArray *pages;               /* KbPackPage */
  KbPackItem **order;          /* strip by strip */
  KbPackItem **rest;           /* scratch */
  Step *skyline;
} Packer;

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

/* All items are in one array: the address breaks ties by index. */
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

/* Puts a cell where its bottom is highest on the page, leftmost of equals. The skyline covers
 * [0, width) with steps from left to right; returns the number of steps, 0 when the cell would end
 * below `limit`. */
static guint
place (Step *line, guint n, guint width, guint limit, guint w, guint h, guint *at_x, guint *at_y)
{
  guint best = 0, best_y = G_MAXUINT;
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
    return 0;
  guint x = line[best].x, end = best;
  *at_x = x;
  *at_y = best_y;
  while (end < n && line[end].x + line[end].w <= x + w)
    end++;
  if (end < n && line[end].x < x + w)
    {
      line[end].w -= x + w - line[end].x;
      line[end].x = x + w;
    }
  /* Steps best..end-1 are covered and become one. */
  memmove (line + best + 1, line + end, (n - end) * sizeof *line);
  n -= end - best;
  n++;
  line[best] = (Step) { x, best_y + h, w };
  if (best + 1 < n && line[best + 1].y == line[best].y)
    {
      line[best].w += line[best + 1].w;
      memmove (line + best + 1, line + best + 2, (n - best - 2) * sizeof *line);
      n--;
    }
  if (best > 0 && line[best - 1].y == line[best].y)
    {
      line[best - 1].w += line[best].w;
      memmove (line + best, line + best + 1, (n - best - 1) * sizeof *line);
      n--;
    }
  return n;
}

/* Packs of order[first .. first + count) what fits on one page, at y = 0, and puts the rest behind.
 * Returns how many were packed. */
static guint
pack_strip (Packer *packer, guint first, guint count, guint *height)
{
  const guint padding = packer->rules->padding, width = packer->width + padding;
  guint n = 1, packed = 0, left = 0;
  packer->skyline[0] = (Step) { 0, 0, width };
  *height = 0;
  for (guint i = first; i < first + count; i++)
    {
      KbPackItem *item = packer->order[i];
      guint w = cell_w (packer, item), h = cell_h (packer, item), x, y;
      guint steps = place (packer->skyline, n, width, packer->rules->page_size + padding, w, h, &x, &y);
      if (steps == 0)
        {
          packer->rest[left++] = item;
          continue;
        }
      n = steps;
      item->x = x + item->border_x;
      item->y = y + item->border_y;
      *height = MAX (*height, y + h);
      packer->order[first + packed++] = item;
    }
  if (left)
    memcpy (packer->order + first + packed, packer->rest, left * sizeof *packer->rest);
  return packed;
}

static void
add_strip (Packer *packer, guint first, guint count)
{
  qsort (packer->order + first, count, sizeof *packer->order, compare_items);
  while (count)
    {
      guint h, packed = pack_strip (packer, first, count, &h);
      /* The first page with room; its height counts the padding below its last strip. */
      guint page = 0, most = packer->rules->page_size + packer->rules->padding;
      while (page < packer->pages->len && g_array_index (packer->pages, KbPackPage, page).h + h > most)
        page++;
      if (page == packer->pages->len)
        g_array_append_val (packer->pages, ((KbPackPage) { packer->width, 0 }));
      KbPackPage *sheet = &g_array_index (packer->pages, KbPackPage, page);
      KbPackStrip strip = { page, sheet->h, h, first, packed };
      for (guint i = first; i < first + packed; i++)
        {
          KbPackItem *item = packer->order[i];
          item->page = page;
          item->y += strip.y;
          item->strip = packer->strips->len;
        }
      sheet->h += h;
      g_array_append_val (packer->strips, strip);
      first += packed;
      count -= packed;
    }
}

static void
pack_with_width (Packer *packer, guint n_items, guint width, gboolean whole)
{
  packer->width = width;
  g_array_set_size (packer->strips, 0);
  g_array_set_size (packer->pages, 0);
  for (guint i = 0; i < n_items; i++)
    packer->order[i] = packer->items + i;
  guint64 most = (guint64) width * packer->rules->page_size / 4;
  guint64 widths = 0, area = 0;
  guint first = 0;
  for (guint i = 0; i < n_items; i++)
    {
      const KbPackItem *item = packer->items + i;
      widths += cell_w (packer, item);
      area += (guint64) cell_w (packer, item) * cell_h (packer, item);
      gboolean full = area >= most || widths >= (guint64) 3 * STRIP_ROWS * width;
      gboolean end = widths >= (guint64) STRIP_ROWS * width && item->mark % END_ODDS == 0;
      if (i + 1 == n_items || (!whole && (full || end)))
        {
          add_strip (packer, first, i + 1 - first);
          first = i + 1;
          widths = area = 0;
        }
    }
}

/* What the finished pages cost: their number first, then area, and a little for being long and thin. */
static guint64
cost (const Packer *packer)
{
  guint64 sum = 0;
  for (guint i = 0; i < packer->pages->len; i++)
    {
      KbPackPage page = g_array_index (packer->pages, KbPackPage, i);
      guint64 ratio = MAX (page.w, page.h) / MAX (1, MIN (page.w, page.h));
      sum += (guint64) page.w * page.h * (19 + ratio);
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
choose_width (Packer *packer, guint n_items, gboolean whole)
{
  const KbPackRules *rules = packer->rules;
  guint largest = rules->page_size, widest = 1;
  if (rules->power_of_two && next_power_of_two (largest) != largest)
    largest = next_power_of_two (largest) / 2;
  guint64 area = 0;
  for (guint i = 0; i < n_items; i++)
    {
      const KbPackItem *item = packer->items + i;
      widest = MAX (widest, item->w + 2 * item->border_x);
      area += (guint64) cell_w (packer, item) * cell_h (packer, item);
    }
  guint best = largest;
  guint64 best_cost = G_MAXUINT64;
  for (guint width = 16; width < 2 * largest; width *= 2)
    for (guint part = 3; part <= 4; part++)
      {
        guint candidate = MIN (width * part / 4, largest);
        if (candidate < widest || (rules->power_of_two && part == 3))
          continue;
        if (whole)
          {
            pack_with_width (packer, n_items, candidate, whole);
            guint64 c = cost (packer);
            if (c < best_cost)
              {
                best = candidate;
                best_cost = c;
              }
          }
        else if ((guint64) candidate * rules->page_size * 20 >= area * 23
                 && (guint64) candidate * candidate * 4 >= area)
          return candidate;
      }
  return best;
}

void
kb_pack (KbPackItem *items, guint n_items, const KbPackRules *rules, KbPack *pack)
{
  *pack = (KbPack) { NULL };
  if (n_items == 0)
    return;
  KbPackRules limits = *rules;
  if (rules->power_of_two && next_power_of_two (rules->page_size) != rules->page_size)
    limits.page_size = next_power_of_two (rules->page_size) / 2;
  for (guint i = 0; i < n_items; i++)
    {
      g_assert (items[i].w >= 1 && items[i].w <= limits.page_size && items[i].h >= 1 && items[i].h <= limits.page_size);
      items[i].border_x = MIN (rules->border, (limits.page_size - items[i].w) / 2);
      items[i].border_y = MIN (rules->border, (limits.page_size - items[i].h) / 2);
    }
  Packer packer = {
    .items = items, .rules = &limits,
    .strips = g_array_new (FALSE, FALSE, sizeof (KbPackStrip)),
    .pages = g_array_new (FALSE, FALSE, sizeof (KbPackPage)),
    .order = g_new (KbPackItem *, n_items),
    .rest = g_new (KbPackItem *, n_items),
    .skyline = g_new (Step, (gsize) limits.page_size + rules->padding + 2),
  };
  gboolean whole = n_items <= FEW;
  pack_with_width (&packer, n_items, choose_width (&packer, n_items, whole), whole);

  /* Trailing padding goes; a page of few items is as wide as they are. */
  GArray *pages = packer.pages;
  for (guint i = 0; i < pages->len; i++)
    {
      KbPackPage *page = &g_array_index (pages, KbPackPage, i);
      page->h -= rules->padding;
      if (whole)
        page->w = 1;
    }
  for (guint i = 0; i < n_items && whole; i++)
    {
      KbPackPage *page = &g_array_index (pages, KbPackPage, items[i].page);
      page->w = MAX (page->w, items[i].x + items[i].w + items[i].border_x);
    }
  for (guint i = 0; i < pages->len && rules->power_of_two; i++)
    {
      KbPackPage *page = &g_array_index (pages, KbPackPage, i);
      *page = (KbPackPage) { next_power_of_two (page->w), next_power_of_two (page->h) };
    }

  pack->order = g_new (guint, n_items);
  for (guint i = 0; i < n_items; i++)
    pack->order[i] = packer.order[i] - items;
  g_free (packer.order);
  g_free (packer.rest);
  g_free (packer.skyline);
  pack->n_strips = packer.strips->len;
  pack->strips = (KbPackStrip *) g_array_free (packer.strips, FALSE);
  pack->n_pages = pages->len;
  pack->pages = (KbPackPage *) g_array_free (pages, FALSE);
}

void
kb_pack_clear (KbPack *pack)
{
  g_free (pack->strips);
  g_free (pack->pages);
  g_free (pack->order);
  *pack = (KbPack) { NULL };
}
