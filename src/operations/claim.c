/* SPDX-License-Identifier: MIT */
/* Pixels that no carried box covers: the other foot of a step that spreads the legs. Each cluster
 * of them extends the box that grows least by it, if their colours are the box's own. A box grows
 * only at sides where the first frame shows nothing further out: legs downwards and sideways, but
 * not over the torso. */
#include <string.h>

#include "operations/carry.h"

#define COLOURS 512
#define LEAST_CLUSTER 6   /* pixels */
#define MOST_GROWTH 3     /* of a box, times the radius of the search */
#define OUTSIDE 2         /* lines of pixels outside an open side: nothing is seen there */

typedef struct {
  guint8 open[4];         /* left, top, right, bottom: nothing is seen outside that side */
  guint colours[COLOURS]; /* how many of the box's pixels have each */
} Claim;

typedef struct {
  const KbPicture *picture;
  const KbCarried *items;
  guint n;
  gint *stack;
  guint8 *loose;          /* for each pixel: 1 if no box covers it */
} Loose;

static gboolean
is_box (const KbCarried *item)
{
  return item->kind == &kb_shape_kind && item->geometry.type == KB_SHAPE_BOX;
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

static void
find_loose (Loose *loose)
{
  gint width = (gint) loose->picture->width, height = (gint) loose->picture->height;
  for (gint i = 0; i < width * height; i++)
    loose->loose[i] =
      kb_is_opaque (loose->picture, 1, (guint) (i % width), (guint) (i / width));
  for (guint i = 0; i < loose->n; i++)
    {
      KbBox box = is_box (&loose->items[i]) ? box_of (&loose->items[i]) : (KbBox) { 0 };
      for (gint y = MAX (box.y, 0); y < MIN (box.y + box.h, height); y++)
        for (gint x = MAX (box.x, 0); x < MIN (box.x + box.w, width); x++)
          loose->loose[y * width + x] = 0;
    }
}

/* Takes one cluster of loose pixels away, and counts its colours. Returns its box. */
static KbBox
take_cluster (Loose *loose, gint start, guint *n_pixels, guint *colours)
{
  gint width = (gint) loose->picture->width, height = (gint) loose->picture->height;
  gint top = 0, x0 = width, y0 = height, x1 = 0, y1 = 0;
  loose->stack[top++] = start, loose->loose[start] = 0;
  for (*n_pixels = 0; top; ++*n_pixels)
    {
      gint at = loose->stack[--top], x = at % width, y = at / width;
      colours[colour_at (loose->picture, x, y)]++;
      x0 = MIN (x0, x), y0 = MIN (y0, y), x1 = MAX (x1, x + 1), y1 = MAX (y1, y + 1);
      for (gint v = MAX (y - 1, 0); v <= MIN (y + 1, height - 1); v++)
        for (gint u = MAX (x - 1, 0); u <= MIN (x + 1, width - 1); u++)
          if (loose->loose[v * width + u])
            loose->stack[top++] = v * width + u, loose->loose[v * width + u] = 0;
    }
  return (KbBox) { x0, y0, x1 - x0, y1 - y0 };
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
  for (guint i = 0; i < COLOURS; i++)
    alike += claim->colours[i] > outside[i] ? cluster[i] : 0;
  return 2 * alike > n_pixels;
}

void
kb_carry_claim (const KbPicture *from, const KbPicture *to, const KbCarried *before, gint radius,
                KbCarried *items, guint n)
{
  gsize most = MAX ((gsize) from->width * from->height, (gsize) to->width * to->height);
  g_autofree Claim *claims = g_new0 (Claim, n);
  g_autofree gint *stack = g_new (gint, most);
  g_autofree guint8 *flags = g_malloc (most);
  guint outside[COLOURS] = { 0 };
  Loose loose = { from, before, n, stack, flags };
  find_loose (&loose);
  for (guint i = 0; i < from->width * from->height; i++)
    if (flags[i])
      outside[colour_at (from, (gint) (i % from->width), (gint) (i / from->width))]++;
  for (guint i = 0; i < n; i++)
    if (is_box (&before[i]))
      make_claim (from, box_of (&before[i]), &claims[i]);
  loose.picture = to, loose.items = items;
  find_loose (&loose);
  for (guint p = 0; p < to->width * to->height; p++)
    {
      guint n_pixels, colours[COLOURS] = { 0 };
      KbBox cluster = flags[p] ? take_cluster (&loose, (gint) p, &n_pixels, colours)
                               : (KbBox) { 0 };
      gint least = MOST_GROWTH * radius;
      KbCarried *taker = NULL;
      for (guint i = 0; cluster.w && n_pixels >= LEAST_CLUSTER && i < n; i++)
        if (is_box (&items[i]) && items[i].found > 0
            && has_colours (&claims[i], outside, colours, n_pixels)
            && growth (&claims[i], box_of (&items[i]), cluster) < least)
          {
            taker = &items[i];
            least = growth (&claims[i], box_of (taker), cluster);
          }
      if (taker)
        {
          double *v = taker->geometry.v, x1 = MAX (v[0] + v[2], cluster.x + cluster.w),
                 y1 = MAX (v[1] + v[3], cluster.y + cluster.h);
          v[0] = MIN (v[0], cluster.x), v[1] = MIN (v[1], cluster.y);
          v[2] = x1 - v[0], v[3] = y1 - v[1];
        }
    }
}
