/* SPDX-License-Identifier: MIT */
/* Packing: nothing overlaps, everything is inside, the same every time, and a change stays local. */
#include "bake/pack.h"
#include "tests/support/seed.h"

#include <string.h>

typedef struct { guint n, low, high, page_size, padding, border; gboolean power_of_two, many; guint group; } Case;

static const Case cases[] = {
  { 1, 1, 1, 16, 0, 0, FALSE },
  { 1, 64, 64, 64, 3, 5, TRUE },           /* a full page: no room for a border */
  { 7, 60, 64, 64, 1, 1, FALSE },          /* a page each */
  { 40, 1, 30, 256, 0, 0, FALSE },
  { 200, 1, 60, 4096, 1, 1, FALSE },
  { 200, 1, 60, 512, 2, 3, TRUE },
  { 201, 1, 60, 4096, 1, 1, FALSE },       /* strips begin */
  { 900, 5, 90, 1024, 1, 2, TRUE },
  { 900, 5, 90, 1000, 4, 0, TRUE },        /* no power of two: 512 is the most */
  { 2000, 10, 12, 4096, 1, 1, FALSE },
  { 400, 300, 1000, 4096, 1, 1, FALSE },
  { 12, 50, 60, 4096, 1, 1, FALSE, TRUE, 12 },   /* one group */
  { 2000, 30, 60, 4096, 1, 1, FALSE, FALSE, 20 },
  { 2000, 30, 60, 512, 2, 3, TRUE, FALSE, 20 },
  { 3000, 1, 200, 1000, 0, 0, FALSE, FALSE, 9 },
};

static KbPackItem *
make_items (const Case *c, guint32 seed)
{
  GRand *random = g_rand_new_with_seed (seed);
  KbPackItem *items = g_new0 (KbPackItem, c->n);
  for (guint i = 0; i < c->n; i++)
    items[i] = (KbPackItem) { .w = (guint) g_rand_int_range (random, (gint) c->low, (gint) c->high + 1),
                              .h = (guint) g_rand_int_range (random, (gint) c->low, (gint) c->high + 1),
                              .mark = g_rand_int (random), .group = c->group ? i / c->group : i };
  g_rand_free (random);
  return items;
}

/* Every pixel of every page belongs to one cell at most; cells keep their distance. */
static void
check_pages (const Case *c, const KbPackItem *items, const KbPack *pack)
{
  guint limit = c->page_size;
  while (c->power_of_two && (limit & (limit - 1)))
    limit &= limit - 1;
  guint64 used = 0, whole = 0;
  for (guint p = 0; p < pack->n_pages; p++)
    {
      guint w = pack->pages[p].w, h = pack->pages[p].h;
      g_assert_cmpuint (w, <=, limit);
      g_assert_cmpuint (h, <=, limit);
      if (c->power_of_two)
        g_assert_true ((w & (w - 1)) == 0 && (h & (h - 1)) == 0);
      whole += (guint64) w * h;
      gsize row = w + c->padding;
      g_autofree guint8 *taken = g_malloc0 (row * (h + c->padding));
      for (guint i = 0; i < c->n; i++)
        {
          const KbPackItem *item = items + i;
          if (item->page != p)
            continue;
          used += (guint64) item->w * item->h;
          g_assert_cmpuint (item->border_x, <=, c->border);
          g_assert_true (item->border_x == c->border || item->w + 2 * item->border_x + 1 >= limit);
          g_assert_true (item->border_y == c->border || item->h + 2 * item->border_y + 1 >= limit);
          g_assert_cmpuint (item->x, >=, item->border_x);
          g_assert_cmpuint (item->y, >=, item->border_y);
          g_assert_cmpuint (item->x + item->w + item->border_x, <=, w);
          g_assert_cmpuint (item->y + item->h + item->border_y, <=, h);
          guint x0 = item->x - item->border_x, x1 = item->x + item->w + item->border_x + c->padding;
          guint y0 = item->y - item->border_y, y1 = item->y + item->h + item->border_y + c->padding;
          for (guint y = y0; y < y1; y++)
            for (guint x = x0; x < x1; x++)
              {
                g_assert_cmpint (taken[y * row + x], ==, 0);
                taken[y * row + x] = 1;
              }
        }
    }
  g_assert_cmpuint (used, <=, whole);
  for (guint i = 0; i < c->n; i++)
    g_assert_cmpuint (items[i].page, <, pack->n_pages);
}

static void
check_strips (const Case *c, const KbPackItem *items, const KbPack *pack)
{
  g_autofree gboolean *seen = g_new0 (gboolean, c->n);
  guint next = 0;
  for (guint s = 0; s < pack->n_strips; s++)
    {
      const KbPackStrip *strip = pack->strips + s;
      g_assert_cmpuint (strip->first, ==, next);
      next += strip->count;
      for (guint i = strip->first; i < next; i++)
        {
          const KbPackItem *item = items + pack->order[i];
          g_assert_false (seen[pack->order[i]]);
          seen[pack->order[i]] = TRUE;
          g_assert_cmpuint (item->strip, ==, s);
          g_assert_cmpuint (item->page, ==, strip->page);
          g_assert_cmpuint (item->y - item->border_y, >=, strip->y);
          g_assert_cmpuint (item->y + item->h + item->border_y, <=, strip->y + strip->h);
        }
      for (guint t = 0; t < s; t++)
        g_assert_true (pack->strips[t].page != strip->page || pack->strips[t].y + pack->strips[t].h <= strip->y);
    }
  g_assert_cmpuint (next, ==, c->n);
}

static void
test_cases (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const Case *c = cases + i;
      const KbPackRules rules = { c->page_size, c->padding, c->border, c->power_of_two };
      g_autofree KbPackItem *items = make_items (c, i), *again = make_items (c, i);
      KbPack pack, second;
      kb_pack (items, c->n, &rules, c->many, &pack);
      check_pages (c, items, &pack);
      check_strips (c, items, &pack);
      kb_pack (again, c->n, &rules, c->many, &second);
      g_assert_cmpmem (items, c->n * sizeof *items, again, c->n * sizeof *again);
      kb_pack_clear (&pack);
      kb_pack_clear (&second);
    }
}

static void
test_nothing (void)
{
  const KbPackRules rules = { 64, 1, 1, FALSE };
  KbPack pack;
  kb_pack (NULL, 0, &rules, TRUE, &pack);
  g_assert_cmpuint (pack.n_pages, ==, 0);
  kb_pack_clear (&pack);
}

/* Like sprites of fighting games, and cells of one size. */
static void
test_fill (void)
{
  static const struct { guint n, w0, w1, h0, h1, percent, group; } sets[] = {
    { 52, 38, 57, 66, 71, 85 }, { 1000, 38, 57, 66, 71, 85 }, { 1000, 8, 128, 8, 128, 80 }, { 1000, 128, 128, 128, 128, 85 },
    { 10000, 38, 57, 66, 71, 80, 20 }, { 10000, 30, 128, 30, 128, 75, 20 }, { 10000, 64, 64, 64, 64, 80, 20 },
  };
  for (guint s = 0; s < G_N_ELEMENTS (sets); s++)
    {
      GRand *random = g_rand_new_with_seed (s);
      g_autofree KbPackItem *items = g_new0 (KbPackItem, sets[s].n);
      guint64 cells = 0, area = 0;
      for (guint i = 0; i < sets[s].n; i++)
        {
          items[i].w = (guint) g_rand_int_range (random, (gint) sets[s].w0, (gint) sets[s].w1 + 1);
          items[i].h = (guint) g_rand_int_range (random, (gint) sets[s].h0, (gint) sets[s].h1 + 1);
          items[i].mark = g_rand_int (random);
          items[i].group = sets[s].group ? i / sets[s].group : i;
          cells += (guint64) (items[i].w + 3) * (items[i].h + 3);
        }
      const KbPackRules rules = { 4096, 1, 1, FALSE };
      KbPack pack;
      kb_pack (items, sets[s].n, &rules, FALSE, &pack);
      for (guint p = 0; p < pack.n_pages; p++)
        area += (guint64) pack.pages[p].w * pack.pages[p].h;
      g_test_message ("%u items: %.1f%% filled, %u pages", sets[s].n, 100.0 * cells / area, pack.n_pages);
      g_assert_cmpuint (100 * cells, >=, sets[s].percent * area);
      kb_pack_clear (&pack);
      g_rand_free (random);
    }
}

/* One of a thousand items changes its size: nearly all strips keep their items where they were,
 * seen from the strip. */
static void
test_local (void)
{
  const Case c = { 1000, 30, 60, 4096, 1, 1, FALSE };
  const KbPackRules rules = { c.page_size, c.padding, c.border, c.power_of_two };
  g_autofree KbPackItem *old = make_items (&c, 5);
  KbPack before;
  kb_pack (old, c.n, &rules, FALSE, &before);
  guint moved_in_all = 0, trials = 0;
  for (guint which = 3; which < c.n; which += 97, trials++)
    {
      g_autofree KbPackItem *new = make_items (&c, 5);
      new[which].w += 2;
      new[which].h -= 3;
      KbPack after;
      kb_pack (new, c.n, &rules, FALSE, &after);
      for (guint i = 0; i < c.n; i++)
        moved_in_all += old[i].x != new[i].x
          || old[i].y - before.strips[old[i].strip].y != new[i].y - after.strips[new[i].strip].y;
      kb_pack_clear (&after);
    }
  g_test_message ("%.1f%% of the items moved within their strips", 100.0 * moved_in_all / trials / c.n);
  g_assert_cmpuint (moved_in_all, <, trials * c.n / 4);
  kb_pack_clear (&before);
}

KIT_PROGRAM (bake_pack)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/bake/pack/cases", test_cases);
  g_test_add_func ("/bake/pack/nothing", test_nothing);
  g_test_add_func ("/bake/pack/fill", test_fill);
  g_test_add_func ("/bake/pack/local", test_local);
  return g_test_run ();
}
