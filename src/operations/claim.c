/* SPDX-License-Identifier: MIT */
/* Pixels that no carried box covers: the other foot of a step that spreads the legs. Each cluster
 * of them extends the box that grows least by it, if their colours are the box's own. A box grows
 * only at sides where the first frame shows nothing further out: legs downwards and sideways, but
 * not over the torso. */
#include <string.h>

#include "operations/carry.h"

#define CLAIM_COLOURS 512
#define LEAST_CLUSTER 6   /* pixels */
#define MOST_GROWTH 3     /* of a box, times the radius of the search */
#define OUTSIDE 2         /* lines of pixels outside an open side: nothing is seen there */

typedef struct {
  guint8 open[4];         /* left, top, right, bottom: nothing is seen outside that side */
  guint colours[CLAIM_COLOURS]; /* how many of the box's pixels have each */
} Claim;

static gboolean
is_box (const KbCarried *item)
{
  return item->geometry.type == KB_SHAPE_BOX;
}

static KbBox
box_of (const KbCarried *item)
{
  const double *v = item->geometry.v;
  return (KbBox) { (gint) v[0], (gint) v[1], (gint) v[2], (gint) v[3] };
}

static guint
colour_at (const KbPicture *picture, gint x, gint y)
{
  const guint8 *p = kb_picture_pixel (picture, (guint) x, (guint) y);
  return (guint) (p[0] >> 5) << 6 | (guint) (p[1] >> 5) << 3 | (guint) (p[2] >> 5);
}

/* Adds the colours of the visible pixels in the box to `colours`, which may be NULL. Returns how
 * many pixels they are. */
static guint
count_colours (const KbPicture *picture, KbBox box, guint *colours)
{
  guint seen = 0;
  for (gint y = MAX (box.y, 0); y < MIN (box.y + box.h, (gint) picture->height); y++)
    for (gint x = MAX (box.x, 0); x < MIN (box.x + box.w, (gint) picture->width); x++)
      if (kb_is_opaque (picture, 1, (guint) x, (guint) y))
        {
          seen++;
          if (colours)
            colours[colour_at (picture, x, y)]++;
        }
  return seen;
}

static void
make_claim (const KbPicture *picture, KbBox box, Claim *claim)
{
  const KbBox around[4] = { { box.x - OUTSIDE, box.y, OUTSIDE, box.h },
                            { box.x, box.y - OUTSIDE, box.w, OUTSIDE },
                            { box.x + box.w, box.y, OUTSIDE, box.h },
                            { box.x, box.y + box.h, box.w, OUTSIDE } };
  count_colours (picture, box, claim->colours);
  for (guint side = 0; side < 4; side++)
    claim->open[side] = count_colours (picture, around[side], NULL) == 0;
}

enum { COVERED, LOOSE, SEEN, CURRENT };

/* For each pixel: LOOSE if it is visible and no box covers it, else COVERED. */
static void
find_loose (const KbPicture *picture, const KbCarried *items, guint n, guint8 *map)
{
  gint width = (gint) picture->width, height = (gint) picture->height;
  for (gint i = 0; i < width * height; i++)
    map[i] = kb_is_opaque (picture, 1, (guint) (i % width), (guint) (i / width)) ? LOOSE : COVERED;
  for (guint i = 0; i < n; i++)
    {
      KbBox box = is_box (&items[i]) ? box_of (&items[i]) : (KbBox) { 0 };
      for (gint y = MAX (box.y, 0); y < MIN (box.y + box.h, height); y++)
        for (gint x = MAX (box.x, 0); x < MIN (box.x + box.w, width); x++)
          map[y * width + x] = COVERED;
    }
}

/* Counts the colours of the pixels in the box that have the mark, and gives them another one. */
static void
count_marked (const KbPicture *picture, guint8 *map, KbBox box, guint8 from, guint8 to,
              guint *colours)
{
  for (gint y = box.y; y < box.y + box.h; y++)
    for (gint x = box.x; x < box.x + box.w; x++)
      if (map[y * (gint) picture->width + x] == from)
        {
          map[y * (gint) picture->width + x] = to;
          colours[colour_at (picture, x, y)]++;
        }
}

/* How much the box must grow to contain the cluster; a line at a closed side is no matter. Returns
 * G_MAXINT if a closed side would have to move further. */
static gint
growth (const Claim *claim, KbBox box, KbBox cluster)
{
  const gint by[4] = { box.x - cluster.x, box.y - cluster.y,
                       cluster.x + cluster.w - box.x - box.w,
                       cluster.y + cluster.h - box.y - box.h };
  gint sum = 0;
  for (guint side = 0; side < 4; side++)
    {
      if (by[side] > 1 && !claim->open[side])
        return G_MAXINT;
      sum += MAX (by[side], 0);
    }
  return sum;
}

/* The colours that are more frequent in the box than outside all boxes. */
static gboolean
has_colours (const Claim *claim, const guint *outside, const guint *cluster, guint n_pixels)
{
  guint alike = 0;
  for (guint i = 0; i < CLAIM_COLOURS; i++)
    alike += claim->colours[i] > outside[i] ? cluster[i] : 0;
  return 2 * alike > n_pixels;
}

static void
extend (double *v, KbBox box)
{
  double x1 = MAX (v[0] + v[2], box.x + box.w), y1 = MAX (v[1] + v[3], box.y + box.h);
  v[0] = MIN (v[0], box.x), v[1] = MIN (v[1], box.y);
  v[2] = x1 - v[0], v[3] = y1 - v[1];
}

void
kb_carry_claim (const KbPicture *from, const KbPicture *to, const KbCarried *before, gint radius,
                KbCarried *items, guint n)
{
  const KbBox all = { 0, 0, (gint) from->width, (gint) from->height };
  gsize most = MAX ((gsize) from->width * from->height, (gsize) to->width * to->height);
  g_autofree Claim *claims = g_new0 (Claim, n);
  g_autofree guint8 *map = g_malloc (most);
  guint outside[CLAIM_COLOURS] = { 0 };
  find_loose (from, before, n, map);
  count_marked (from, map, all, LOOSE, SEEN, outside);
  for (guint i = 0; i < n; i++)
    if (is_box (&before[i]))
      make_claim (from, box_of (&before[i]), &claims[i]);
  find_loose (to, items, n, map);
  for (gint p = 0; p < (gint) (to->width * to->height); p++)
    {
      if (map[p] != LOOSE)
        continue;
      guint colours[CLAIM_COLOURS] = { 0 };
      KbBox cluster;
      guint n_pixels =
        kb_mark_part (map, (gint) to->width, (gint) to->height, p, CURRENT, &cluster);
      count_marked (to, map, cluster, CURRENT, SEEN, colours);
      gint least = MOST_GROWTH * radius;
      KbCarried *taker = NULL;
      for (guint i = 0; n_pixels >= LEAST_CLUSTER && i < n; i++)
        if (is_box (&items[i]) && items[i].found > 0
            && has_colours (&claims[i], outside, colours, n_pixels)
            && growth (&claims[i], box_of (&items[i]), cluster) < least)
          {
            taker = &items[i];
            least = growth (&claims[i], box_of (taker), cluster);
          }
      if (taker)
        extend (taker->geometry.v, cluster);
    }
}
