/* SPDX-License-Identifier: MIT */
/* Random walls of many kinds, and moves that look for trouble among them. In 1/256 pixel. */
#ifndef KB_TEST_SOUPS_H
#define KB_TEST_SOUPS_H

#include "tests/support/walls_on_grid.h"

#define SOUP_LIMIT (65536 * 256)

typedef enum {
  SOUP_SHORT, SOUP_LONG, SOUP_LATTICE, SOUP_COLLINEAR, SOUP_JOINTS, SOUP_STAR, SOUP_LIMITS, SOUP_UPRIGHT, SOUP_OUTLIERS, SOUP_TINY, SOUP_KINDS
} SoupKind;

typedef struct {
  GArray *walls;      /* KitWall */
  gint32 size;        /* they lie within about 0..size */
} Soup;

static inline gint32 soup_number (gint32 low, gint32 high) { return g_test_rand_int_range (low, high + 1); }
static inline gint32 soup_place (gint64 v) { return (gint32) CLAMP (v, -SOUP_LIMIT, SOUP_LIMIT); }

static inline void
soup_add (Soup *soup, gint64 ax, gint64 ay, gint64 bx, gint64 by)
{
  KitWall w = { { soup_place (ax), soup_place (ay), soup_place (bx), soup_place (by) }, (guint) soup_number (0, 3), soup_number (0, 5) == 0 };
  if (w.edge.ax != w.edge.bx || w.edge.ay != w.edge.by)
    g_array_append_val (soup->walls, w);
}

static inline void
soup_add_kind (Soup *soup, SoupKind kind)
{
  gint32 s = soup->size, x = soup_number (0, s), y = soup_number (0, s), step = MAX (s / 16, 1);
  GArray *walls = soup->walls;
  KitEdge old = walls->len ? g_array_index (walls, KitWall, (guint) soup_number (0, (gint32) walls->len - 1)).edge : (KitEdge) { 0, 0, 0, 0 };
  switch (kind)
    {
    case SOUP_SHORT: soup_add (soup, x, y, x + soup_number (-s / 50 - 1, s / 50 + 1), y + soup_number (-s / 50 - 1, s / 50 + 1)); break;
    case SOUP_LONG: soup_add (soup, x, y, soup_number (0, s), soup_number (0, s)); break;
    case SOUP_LATTICE:
      x = x / step * step;
      y = y / step * step;
      soup_add (soup, x, y, x + step * soup_number (-2, 2), y + step * soup_number (-2, 2));
      break;
    case SOUP_COLLINEAR: soup_add (soup, 3 * (gint64) (x / 8), x / 8, 3 * (gint64) (y / 8), y / 8); break;
    case SOUP_JOINTS: /* one end in the middle of another wall, or at its end, or the same wall again */
      if (walls->len == 0)
        soup_add (soup, x, y, 0, 0);
      else if (x % 3 == 0)
        soup_add (soup, old.bx, old.by, x, y);
      else if (x % 3 == 1)
        soup_add (soup, ((gint64) old.ax + old.bx) / 2, ((gint64) old.ay + old.by) / 2, x, y);
      else
        soup_add (soup, old.bx, old.by, old.ax, old.ay);
      break;
    case SOUP_STAR: soup_add (soup, s / 2, s / 2, x, y); break;
    case SOUP_LIMITS:
      soup_add (soup, soup_number (-1, 1) * (gint64) SOUP_LIMIT, soup_number (-SOUP_LIMIT, SOUP_LIMIT), soup_number (-SOUP_LIMIT, SOUP_LIMIT),
                soup_number (-1, 1) * (gint64) SOUP_LIMIT);
      break;
    case SOUP_UPRIGHT: soup_add (soup, x / step * step, y, x / step * step, soup_number (0, s)); break;
    case SOUP_OUTLIERS:
      if (walls->len < 2)
        soup_add (soup, walls->len ? SOUP_LIMIT : -SOUP_LIMIT, walls->len ? SOUP_LIMIT : -SOUP_LIMIT, x, y);
      else
        soup_add (soup, x / 64, y / 64, soup_number (0, s) / 64, soup_number (0, s) / 64);
      break;
    default: soup_add (soup, soup_number (0, 8), soup_number (0, 8), soup_number (0, 8), soup_number (0, 8)); break;
    }
}

/* `kind` SOUP_KINDS mixes all. */
static inline Soup
soup_new (SoupKind kind, guint n)
{
  Soup soup = { g_array_new (FALSE, FALSE, sizeof (KitWall)), soup_number (1, 5) == 1 ? 20 * 256 : 2000 * 256 };
  for (guint tries = 0; soup.walls->len < n && tries < 20 * n + 20; tries++)
    soup_add_kind (&soup, kind == SOUP_KINDS ? (SoupKind) soup_number (0, SOUP_KINDS - 1) : kind);
  return soup;
}

static inline KitWalls
soup_input (const Soup *soup)
{
  return (KitWalls) { (const KitWall *) (gpointer) soup->walls->data, soup->walls->len, NULL, 0 };
}

static inline void soup_free (Soup *soup) { g_array_unref (soup->walls); }

static inline kbx_vec soup_vec (gint64 x, gint64 y) { return (kbx_vec) { (float) soup_place (x) / 256, (float) soup_place (y) / 256 }; }

/* A place of a kind: anywhere, the end of a wall, on it, or next to it. */
static inline void
soup_spot (const Soup *soup, gint64 *x, gint64 *y)
{
  gint32 s = soup->size, how = soup_number (0, 7);
  *x = soup_number (-s / 8, s + s / 8);
  *y = soup_number (-s / 8, s + s / 8);
  if (how < 3 || soup->walls->len == 0)
    return;
  KitEdge w = g_array_index (soup->walls, KitWall, (guint) soup_number (0, (gint32) soup->walls->len - 1)).edge;
  gint32 part = how < 5 ? 0 : soup_number (0, 4);
  *x = w.ax + ((gint64) w.bx - w.ax) * part / 4 + (how == 6 ? soup_number (-2, 2) : how == 7 ? soup_number (-2000, 2000) : 0);
  *y = w.ay + ((gint64) w.by - w.ay) * part / 4 + (how == 6 ? soup_number (-2, 2) : how == 7 ? soup_number (-2000, 2000) : 0);
}

static inline void
soup_move (const Soup *soup, kbx_vec *from, kbx_vec *to)
{
  gint64 x, y, u, v;
  soup_spot (soup, &x, &y);
  soup_spot (soup, &u, &v);
  switch (soup_number (0, 5))
    {
    case 0: u = x + soup_number (-16000, 16000); v = y + soup_number (-16000, 16000); break;
    case 1: u = x; break;
    case 2: v = y; break;
    case 3: u = 2 * u - x; v = 2 * v - y; break; /* through the aim */
    default: break;
    }
  *from = soup_vec (x, y);
  *to = soup_vec (u, v);
}

#endif
