/* SPDX-License-Identifier: MIT */
/* Aligns two frames and finds the items of one on the other. propagate.c explains the method. */
#include "operations/carry.h"

#include <math.h>
#include <string.h>

#define LEAST_SEEN 12                           /* minimum pixels for a search */
#define POINT_REACH 5                           /* pixels around a point that move with it */
#define MOST_CANVAS (160 * 160)                 /* larger canvases are reduced */
#define MOST_WINDOW (256 * 256)                 /* maximum pixels for refining one item */
#define MOST_COSTS ((gint64) 24 * 1024 * 1024)  /* maximum bytes of costs */
#define DOUBTFUL 0.8                            /* a smaller found share also compares colours */
/* With a smaller found share only colours decide where to search */
#define LOST 0.2
#define MARGIN 4                                /* empty pixels around the searched area */
/* The radius of the search follows from the longer side of the figure. */
#define SIDE_TO_RADIUS 7
#define LEAST_RADIUS 5

void
kb_carried_free (KbCarried *items, guint n)
{
  for (guint i = 0; i < n; i++)
    kb_geometry_clear (&items[i].geometry);
  g_free (items);
}

KbCarried *
kb_carried_copy (const KbCarried *items, guint n)
{
  KbCarried *copy = g_memdup2 (items, sizeof *items * n);
  for (guint i = 0; i < n; i++)
    {
      copy[i].geometry = (KbGeometry) { 0 };
      kb_geometry_copy (&copy[i].geometry, &items[i].geometry);
    }
  return copy;
}

static void
move_item (KbCarried *item, double dx, double dy)
{
  kb_geometry_kind (item->geometry.type)->translate (&item->geometry, dx, dy);
}

void
kb_carry_draw (const KbPicture *picture, gint left, gint top, gint factor, gint width, gint height,
               guint8 *to)
{
  for (gint cy = 0; cy < height; cy++)
    for (gint cx = 0; cx < width; cx++)
      {
        guint32 sum[4] = { 0 };
        for (gint y = top + cy * factor; y < top + (cy + 1) * factor; y++)
          for (gint x = left + cx * factor; x < left + (cx + 1) * factor; x++)
            if (x >= 0 && y >= 0 && x < (gint) picture->width && y < (gint) picture->height)
              {
                const guint8 *p = kb_picture_pixel (picture, (guint) x, (guint) y);
                for (guint c = 0; c < 3; c++)
                  sum[c] += (guint32) p[c] * p[3];
                sum[3] += p[3];
              }
        guint8 *pixel = to + 4 * ((gsize) cy * width + cx);
        guint32 area = (guint32) (factor * factor);
        for (guint c = 0; c < 3; c++)
          pixel[c] = (guint8) (sum[c] / 255 / area);
        pixel[3] = (guint8) ((sum[3] + area - 1) / area);
      }
}

static void
to_canvas (KbGeometry *geometry, gint left, gint top, gint factor)
{
  kb_geometry_kind (geometry->type)->translate (geometry, -left, -top);
  for (guint i = 0; i < kb_geometry_lengths (geometry); i++)
    geometry->v[i] /= factor;
}

static void
from_canvas (KbGeometry *geometry, gint left, gint top, gint factor)
{
  for (guint i = 0; i < kb_geometry_lengths (geometry); i++)
    geometry->v[i] *= factor;
  kb_geometry_kind (geometry->type)->translate (geometry, left, top);
  kb_geometry_kind (geometry->type)->snap (geometry);
}

/* The pixels whose centres are inside the geometry, or all within `grown` pixels of its box.
 * Returns how many are visible. */
static guint
draw_region (const KbSearch *search, const KbGeometry *geometry, gint grown, KbRegion *region)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  KbBounds bounds = kind->bounds (geometry);
  guint seen = 0;
  region->x0 = (gint) CLAMP (floor (bounds.x0) - grown, 0, search->width);
  region->y0 = (gint) CLAMP (floor (bounds.y0) - grown, 0, search->height);
  region->x1 = (gint) CLAMP (ceil (bounds.x1) + grown, region->x0, search->width);
  region->y1 = (gint) CLAMP (ceil (bounds.y1) + grown, region->y0, search->height);
  memset (region->in, 0, (gsize) search->width * search->height);
  for (gint y = region->y0; y < region->y1; y++)
    for (gint x = region->x0; x < region->x1; x++)
      if (grown || kind->contains (geometry, (KbVec) { x + 0.5, y + 0.5 }))
        {
          gsize p = (gsize) y * search->width + x;
          region->in[p] = 1;
          seen += search->from[4 * p + 3] > 0;
        }
  return seen;
}

/* Draws the region, enlarged until it has enough pixels to be found. */
static void
grow_region (const KbSearch *search, const KbGeometry *geometry, gboolean is_point,
             KbRegion *region)
{
  gint grown = is_point ? POINT_REACH : 0;
  guint seen = draw_region (search, geometry, grown, region);
  for (; seen < LEAST_SEEN && grown <= 16; grown = MAX (2 * grown, 2))
    seen = draw_region (search, geometry, MAX (2 * grown, 2), region);
  region->grown = grown > 0;
}

static KbShift
offset_of (const KbCarryFrame *from, const KbCarryFrame *to)
{
  if (!from->hot_spot.set || !to->hot_spot.set)
    return (KbShift) { 0, 0 };
  return (KbShift) { to->hot_spot.x - from->hot_spot.x, to->hot_spot.y - from->hot_spot.y };
}

/* After a search at reduced size: refines one item at full size, in a window around it. */
static void
refine_item (const KbCarryFrame *from, const KbCarryFrame *to, KbShift offset,
           const KbCarried *before, gint factor, gboolean fits, KbCarried *item)
{
  KbBounds a = kb_geometry_kind (before->geometry.type)->bounds (&before->geometry);
  KbBounds b = kb_geometry_kind (item->geometry.type)->bounds (&item->geometry);
  gint margin = 2 * factor + 4 + (fits ? 0 : POINT_REACH);
  gint dx = (gint) floor ((b.x0 + b.x1 - a.x0 - a.x1) / 2 + 0.5),
       dy = (gint) floor ((b.y0 + b.y1 - a.y0 - a.y1) / 2 + 0.5);
  gint left = (gint) floor (MIN (a.x0, b.x0 - dx)) - margin,
       top = (gint) floor (MIN (a.y0, b.y0 - dy)) - margin;
  gint width = (gint) ceil (MAX (a.x1, b.x1 - dx)) + margin - left,
       height = (gint) ceil (MAX (a.y1, b.y1 - dy)) + margin - top;
  if ((gint64) width * height > MOST_WINDOW)
    return;
  KbSearch search;
  kb_search_init (&search, width, height, MIN (factor + 1, 6));
  kb_carry_draw (from->picture, left, top, 1, width, height, search.from);
  kb_carry_draw (to->picture, left + dx + offset.x, top + dy + offset.y, 1, width, height,
                 search.to);
  kb_search_compare (&search);
  g_autofree guint8 *in = g_malloc0 ((gsize) width * height);
  g_autofree float *belongs = g_new (float, (gsize) width * height);
  KbRegion region = { .in = in };
  g_auto (KbGeometry) there = { 0 };
  kb_geometry_copy (&there, &before->geometry);
  to_canvas (&there, left, top, 1);
  if (fits && draw_region (&search, &there, 0, &region) >= LEAST_SEEN)
    {
      kb_search_belonging (&search, &region, 1, 0, belongs);
      to_canvas (&item->geometry, left + dx, top + dy, 1);
      kb_fit_geometry (&item->geometry, belongs, width, height, 2 * factor);
      from_canvas (&item->geometry, left + dx, top + dy, 1);
    }
  else if (!fits)
    {
      grow_region (&search, &there, before->kind != &kb_shape_kind, &region);
      kb_search_region (&search, &region);
      move_item (item, region.shift.x, region.shift.y);
    }
  kb_search_clear (&search);
}

/* Enlarges a box, in pixels of the first frame, to contain a picture's opaque pixels. */
static void
include_opaque (const KbPicture *picture, KbShift offset, KbBox *box)
{
  KbBox whole = { 0, 0, (gint) picture->width, (gint) picture->height }, seen;
  if (!kb_shrink_box (picture, 1, &whole, &seen))
    return;
  seen.x -= offset.x, seen.y -= offset.y;
  gint x1 = seen.x + seen.w, y1 = seen.y + seen.h;
  if (box->w > 0)
    {
      x1 = MAX (x1, box->x + box->w), y1 = MAX (y1, box->y + box->h);
      seen.x = MIN (seen.x, box->x), seen.y = MIN (seen.y, box->y);
    }
  *box = (KbBox) { seen.x, seen.y, x1 - seen.x, y1 - seen.y };
}

/* Two aligned frames, the searched part of both at reduced size, and the results for each item. */
typedef struct {
  KbSearch search;
  KbShift offset;              /* from pixels of the first frame to pixels of the second */
  /* A pixel of the search covers `factor` pixels a side, from left + x * factor on */
  gint left, top, factor;
  gint radius;                 /* of the search, in pixels of the frames */
  guint n_shapes;              /* the items are shapes first, then points */
  guint8 *masks;               /* of the regions */
  KbRegion *regions;           /* of the items */
  float *belongs, *leftover;   /* of the current item, for each pixel */
} Pair;

/* FALSE when both frames are empty: there is nothing to search. */
static gboolean
pair_frames (Pair *pair, gint wanted_radius, const KbCarryFrame *from, const KbCarryFrame *to)
{
  KbBox seen = { 0 };
  include_opaque (from->picture, (KbShift) { 0, 0 }, &seen);
  include_opaque (to->picture, pair->offset, &seen);
  if (seen.w == 0)
    return FALSE;
  KbShift shift = kb_align (from, to, &seen, pair->offset);
  pair->offset.x += shift.x, pair->offset.y += shift.y;
  seen.w = 0;
  include_opaque (from->picture, (KbShift) { 0, 0 }, &seen);
  include_opaque (to->picture, pair->offset, &seen);
  gint width = seen.w + 2 * MARGIN, height = seen.h + 2 * MARGIN, factor = 1, radius;
  pair->radius =
    wanted_radius ? wanted_radius : MAX (MAX (seen.w, seen.h) / SIDE_TO_RADIUS, LEAST_RADIUS);
  for (;; factor++)
    {
      gint64 area = (gint64) ((width + factor - 1) / factor) * ((height + factor - 1) / factor);
      radius = (pair->radius + factor - 1) / factor;
      if (area <= MOST_CANVAS && area * (2 * radius + 1) * (2 * radius + 1) <= MOST_COSTS)
        break;
    }
  pair->left = seen.x - MARGIN;
  pair->top = seen.y - MARGIN;
  pair->factor = factor;
  kb_search_init (&pair->search, (width + factor - 1) / factor, (height + factor - 1) / factor,
                  radius);
  const KbSearch *search = &pair->search;
  kb_carry_draw (from->picture, pair->left, pair->top, factor, search->width, search->height,
                 search->from);
  kb_carry_draw (to->picture, pair->left + pair->offset.x, pair->top + pair->offset.y, factor,
                 search->width, search->height, search->to);
  kb_search_compare (&pair->search);
  return TRUE;
}

/* Searches for each item. Afterwards the items are in pixels of the search. */
static void
pair_items (Pair *pair, KbCarried *items, guint n)
{
  gsize pixels = (gsize) pair->search.width * pair->search.height;
  pair->masks = g_malloc0 (pixels * MAX (n, 1));
  pair->regions = g_new0 (KbRegion, MAX (n, 1));
  pair->belongs = g_new (float, pixels);
  pair->leftover = g_new (float, pixels);
  while (pair->n_shapes < n && items[pair->n_shapes].kind == &kb_shape_kind)
    pair->n_shapes++;
  for (guint i = 0; i < n; i++)
    {
      KbRegion *region = &pair->regions[i];
      region->in = pair->masks + pixels * i;
      to_canvas (&items[i].geometry, pair->left, pair->top, pair->factor);
      grow_region (&pair->search, &items[i].geometry, i >= pair->n_shapes, region);
      kb_search_region (&pair->search, region);
    }
}

static void
pair_clear (Pair *pair)
{
  g_free (pair->masks);
  g_free (pair->regions);
  g_free (pair->belongs);
  g_free (pair->leftover);
  kb_search_clear (&pair->search);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, pair_clear)

/* Weighs in `belongs` which pixels belong to shape i. The less of the shape was found, the more
 * weight unexplained pixels of its colours get. */
static void
weigh_pixels (Pair *pair, guint i)
{
  const KbSearch *search = &pair->search;
  double share = CLAMP (1 - pair->regions[i].found / DOUBTFUL, 0, 1);
  if (share > 0)
    kb_search_leftover (search, pair->regions, pair->n_shapes, i, pair->leftover);
  if (pair->regions[i].found < LOST)
    kb_search_place (search, &pair->regions[i], pair->leftover);
  kb_search_belonging (search, pair->regions, pair->n_shapes, i, pair->belongs);
  for (gsize p = 0, pixels = (gsize) search->width * search->height; share > 0 && p < pixels; p++)
    pair->belongs[p] += (float) share * (pair->leftover[p] - pair->belongs[p]);
}

/* Whether anything can be seen inside the geometry. */
static gboolean
is_seen (const KbPicture *picture, const KbGeometry *geometry)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  KbBounds bounds = kind->bounds (geometry);
  for (gint y = (gint) MAX (floor (bounds.y0), 0); y < MIN (bounds.y1, picture->height); y++)
    for (gint x = (gint) MAX (floor (bounds.x0), 0); x < MIN (bounds.x1, picture->width); x++)
      if (kb_is_opaque (picture, 1, (guint) x, (guint) y)
          && kind->contains (geometry, (KbVec) { x + 0.5, y + 0.5 }))
        return TRUE;
  return FALSE;
}

/* Carries a shape, or a point with too little around it. `before` is in pixels of the first
 * frame. */
static void
carry_region (Pair *pair, guint i, const KbCarryFrame *from, const KbCarryFrame *to,
              const KbCarried *before, gboolean fit_size, KbCarried *item)
{
  const KbRegion *region = &pair->regions[i];
  const KbSearch *search = &pair->search;
  gboolean fits = i < pair->n_shapes && !region->grown && fit_size;
  if (fits)
    weigh_pixels (pair, i);
  move_item (item, region->shift.x, region->shift.y);
  if (fits)
    {
      kb_fit_geometry (&item->geometry, pair->belongs, search->width, search->height,
                       search->radius);
      item->share =
        kb_fit_share (&item->geometry, pair->belongs, search->width, search->height);
    }
  from_canvas (&item->geometry, pair->left, pair->top, pair->factor);
  if (pair->factor > 1)
    refine_item (from, to, pair->offset, before, pair->factor, fits, item);
  move_item (item, pair->offset.x, pair->offset.y);
  item->found = region->found * before->found;
  if (fits && !is_seen (to->picture, &item->geometry))
    item->found = item->share = 0;
}

/* FALSE if there is too little around the point. */
static gboolean
carry_point (const Pair *pair, const KbCarryFrame *from, const KbCarryFrame *to,
             const KbCarried *before, KbCarried *item)
{
  g_auto (KbGeometry) geometry = { 0 };
  kb_geometry_copy (&geometry, &before->geometry);
  double found = kb_carry_point (from, to, pair->offset, 2 * pair->radius + 2, &geometry,
                                 &item->direction);   /* ends move most */
  if (found < 0)
    return FALSE;
  kb_geometry_copy (&item->geometry, &geometry);
  item->found = found * before->found;
  return TRUE;
}

KbCarried *
kb_carry (const KbPropagateOptions *options, const KbCarryFrame *from, const KbCarryFrame *to,
          const KbCarried *items, guint n)
{
  KbCarried *result = kb_carried_copy (items, n);
  g_auto (Pair) pair = { .offset = offset_of (from, to) };
  if (!pair_frames (&pair, options->radius, from, to))
    {
      for (guint i = 0; i < n; i++)
        {
          move_item (&result[i], pair.offset.x, pair.offset.y);
          result[i].found = result[i].share = 0;
        }
      return result;
    }
  pair_items (&pair, result, n);
  for (guint i = 0; i < n; i++)
    {
      result[i].share = -1;
      if (i < pair.n_shapes || !carry_point (&pair, from, to, &items[i], &result[i]))
        carry_region (&pair, i, from, to, &items[i], options->fit_size, &result[i]);
    }
  if (options->fit_size)
    kb_carry_claim (from->picture, to->picture, items, pair.radius, result, pair.n_shapes);
  return result;
}
