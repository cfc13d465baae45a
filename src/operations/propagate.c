/* SPDX-License-Identifier: MIT */
/* Annotations carried to other frames by finding their pictures there.
 *
 * Frames are laid over each other by their hot spots (by their corners where one has none). For each
 * pair of frames each shape's pixels are looked for (search.c). Then each pixel there is weighed -
 * does it come from inside the shape or from outside? - and the shape takes the size and place that
 * has most of its own pixels and fewest others (fit.c). A shape whose picture has changed beyond
 * recognition - a leg that kicks - goes to pixels of its colours that no other shape explains. A shape
 * without pixels of its own moves with those around it, and so do points. Large frames are searched in
 * a reduced size, and the result is then put right at full size.
 * Chained, each frame is searched from the one before it and from the first; the surer one counts. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "operations/private.h"

#define LEAST_SEEN 12                           /* pixels that a search can go by */
#define POINT_REACH 5                           /* pixels around a point that move with it */
#define MOST_CANVAS (160 * 160)                 /* larger ones are reduced */
#define MOST_WINDOW (256 * 256)                 /* pixels that one item is put right in */
#define MOST_COSTS ((gint64) 24 * 1024 * 1024)  /* bytes of costs */
#define MOST_RADIUS 64
#define DOUBTFUL 0.6                            /* found less than this, colours are asked too */
#define LOST 0.2                                /* found less than this, colours alone say where to look */
#define MARGIN 4                                /* empty pixels around what is searched */

const KbPropagateOptions kb_propagate_defaults = { .radius = 12, .mirrored = FALSE, .fit_size = TRUE, .chain = TRUE };

typedef struct {
  KbId id;
  KbPicture *picture;
  KbPixel hot_spot;
} Frame;

/* An item and where it is on some frame. */
typedef struct {
  KbId id;
  const KbKind *kind;
  KbGeometry geometry;    /* of a point: the box of its pixel */
  KbAngle direction;
  double found;           /* share of the picture found again, times that of the frame before */
  double share;           /* of kb_fit_share; below 0: nothing was fitted */
} Item;

struct KbPropagateJob {
  KbPropagateOptions options;
  Frame *frames;          /* the source first */
  guint n_frames;
  Item *items;            /* on the source */
  guint n_items;
};

static void
clear_items (Item *items, guint n)
{
  for (guint i = 0; i < n; i++)
    kb_geometry_clear (&items[i].geometry);
  g_free (items);
}

static Item *
copy_items (const Item *items, guint n)
{
  Item *copy = g_memdup2 (items, sizeof *items * n);
  for (guint i = 0; i < n; i++)
    {
      copy[i].geometry = (KbGeometry) { 0 };
      kb_geometry_copy (&copy[i].geometry, &items[i].geometry);
    }
  return copy;
}

static void
move_item (Item *item, double dx, double dy)
{
  kb_geometry_kind (item->geometry.type)->translate (&item->geometry, dx, dy);
}

/* --- One pair of frames ----------------------------------------------------------------------- */

/* The pixels of a rectangle of a frame, reduced: means of premultiplied squares. */
static void
draw (const KbPicture *picture, gint left, gint top, gint factor, const KbSearch *search, guint8 *to)
{
  for (gint cy = 0; cy < search->height; cy++)
    for (gint cx = 0; cx < search->width; cx++)
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
        guint8 *pixel = to + 4 * ((gsize) cy * search->width + cx);
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
  for (guint i = 0; i < geometry->n; i++)
    if (geometry->type != KB_SHAPE_ORIENTED || i < 4)
      geometry->v[i] /= factor;
}

static void
from_canvas (KbGeometry *geometry, gint left, gint top, gint factor)
{
  for (guint i = 0; i < geometry->n; i++)
    if (geometry->type != KB_SHAPE_ORIENTED || i < 4)
      geometry->v[i] *= factor;
  kb_geometry_kind (geometry->type)->translate (geometry, left, top);
  kb_geometry_kind (geometry->type)->snap (geometry);
}

/* The pixels whose middles are in the geometry, or all within `grown` pixels of its box. */
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

/* Makes the region large enough to be found; TRUE when it had to grow. */
static gboolean
grow_region (const KbSearch *search, const KbGeometry *geometry, gboolean is_point, KbRegion *region)
{
  gint grown = is_point ? POINT_REACH : 0;
  guint seen = draw_region (search, geometry, grown, region);
  for (; seen < LEAST_SEEN && grown <= 16; grown = MAX (2 * grown, 2))
    seen = draw_region (search, geometry, MAX (2 * grown, 2), region);
  return grown > 0;
}

static KbShift
offset_of (const Frame *from, const Frame *to)
{
  if (!from->hot_spot.set || !to->hot_spot.set)
    return (KbShift) { 0, 0 };
  return (KbShift) { to->hot_spot.x - from->hot_spot.x, to->hot_spot.y - from->hot_spot.y };
}

/* At full size, in a window around an item, when the search was in a reduced size. */
static void
put_right (const Frame *from, const Frame *to, KbShift offset, const Item *before, gint factor, gboolean fits, Item *item)
{
  KbBounds a = kb_geometry_kind (before->geometry.type)->bounds (&before->geometry);
  KbBounds b = kb_geometry_kind (item->geometry.type)->bounds (&item->geometry);
  gint margin = 2 * factor + 4 + (fits ? 0 : POINT_REACH);
  gint dx = (gint) floor ((b.x0 + b.x1 - a.x0 - a.x1) / 2 + 0.5), dy = (gint) floor ((b.y0 + b.y1 - a.y0 - a.y1) / 2 + 0.5);
  gint left = (gint) floor (MIN (a.x0, b.x0 - dx)) - margin, top = (gint) floor (MIN (a.y0, b.y0 - dy)) - margin;
  gint width = (gint) ceil (MAX (a.x1, b.x1 - dx)) + margin - left, height = (gint) ceil (MAX (a.y1, b.y1 - dy)) + margin - top;
  if ((gint64) width * height > MOST_WINDOW)
    return;
  KbSearch search;
  kb_search_init (&search, width, height, MIN (factor + 1, 6));
  draw (from->picture, left, top, 1, &search, search.from);
  draw (to->picture, left + dx + offset.x, top + dy + offset.y, 1, &search, search.to);
  kb_search_compare (&search);
  g_autofree guint8 *in = g_malloc0 ((gsize) width * height);
  g_autofree float *belongs = g_new (float, (gsize) width * height);
  KbRegion region = { .in = in };
  KbGeometry there = { 0 };
  KbShift shift = { 0, 0 };
  double found;
  kb_geometry_copy (&there, &before->geometry);
  to_canvas (&there, left, top, 1);
  if (fits && draw_region (&search, &there, 0, &region) >= LEAST_SEEN)
    {
      kb_search_belonging (&search, &region, 1, &shift, 0, belongs);
      to_canvas (&item->geometry, left + dx, top + dy, 1);
      kb_fit_geometry (&item->geometry, belongs, width, height, 2 * factor);
      from_canvas (&item->geometry, left + dx, top + dy, 1);
    }
  else if (!fits)
    {
      grow_region (&search, &there, before->kind != &kb_shape_kind, &region);
      kb_search_region (&search, &region, &shift, &found);
      move_item (item, shift.x, shift.y);
    }
  kb_geometry_clear (&there);
  kb_search_clear (&search);
}

/* Enlarges a box, in pixels of the first frame, to a picture's opaque pixels. */
static void
see (const KbPicture *picture, KbShift offset, KbBox *box)
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

/* The items of one frame on another; a new array. */
static Item *
carry (const KbPropagateOptions *options, const Frame *from, const Frame *to, const Item *items, guint n)
{
  Item *result = copy_items (items, n);
  KbShift offset = offset_of (from, to);
  KbBox seen = { 0 };
  see (from->picture, (KbShift) { 0, 0 }, &seen);
  see (to->picture, offset, &seen);
  if (seen.w == 0)
    {
      for (guint i = 0; i < n; i++)
        {
          move_item (&result[i], offset.x, offset.y);
          result[i].found = result[i].share = 0;
        }
      return result;
    }
  gint left = seen.x - MARGIN, top = seen.y - MARGIN, width = seen.w + 2 * MARGIN, height = seen.h + 2 * MARGIN;
  gint factor = 1, radius = 0;
  for (;; factor++)
    {
      gint64 area = (gint64) ((width + factor - 1) / factor) * ((height + factor - 1) / factor);
      radius = (options->radius + factor - 1) / factor;
      if (area <= MOST_CANVAS && area * (2 * radius + 1) * (2 * radius + 1) <= MOST_COSTS)
        break;
    }
  KbSearch search;
  kb_search_init (&search, (width + factor - 1) / factor, (height + factor - 1) / factor, radius);
  draw (from->picture, left, top, factor, &search, search.from);
  draw (to->picture, left + offset.x, top + offset.y, factor, &search, search.to);
  kb_search_compare (&search);

  gsize pixels = (gsize) search.width * search.height;
  g_autofree guint8 *masks = g_malloc0 (pixels * MAX (n, 1));
  g_autofree KbRegion *regions = g_new0 (KbRegion, MAX (n, 1));
  g_autofree gboolean *grown = g_new0 (gboolean, MAX (n, 1));
  g_autofree KbShift *shifts = g_new0 (KbShift, MAX (n, 1));
  g_autofree double *found = g_new0 (double, MAX (n, 1));
  g_autofree float *belongs = g_new (float, pixels), *leftover = g_new (float, pixels);
  /* Shapes first, points after them. */
  guint n_shapes = 0;
  while (n_shapes < n && items[n_shapes].kind == &kb_shape_kind)
    n_shapes++;
  for (guint i = 0; i < n; i++)
    {
      regions[i].in = masks + pixels * i;
      to_canvas (&result[i].geometry, left, top, factor);
      grown[i] = grow_region (&search, &result[i].geometry, i >= n_shapes, &regions[i]);
      kb_search_region (&search, &regions[i], &shifts[i], &found[i]);
    }
  for (guint i = 0; i < n; i++)
    {
      gboolean fits = i < n_shapes && !grown[i] && options->fit_size;
      if (fits)
        {
          double share = CLAMP (1 - found[i] / DOUBTFUL, 0, 1);
          if (share > 0)
            kb_search_leftover (&search, regions, n_shapes, shifts, found, i, leftover);
          if (found[i] < LOST)
            kb_search_place (&search, &regions[i], leftover, &shifts[i]);
          kb_search_belonging (&search, regions, n_shapes, shifts, i, belongs);
          for (gsize p = 0; share > 0 && p < pixels; p++)
            belongs[p] += (float) share * (leftover[p] - belongs[p]);
        }
      move_item (&result[i], shifts[i].x, shifts[i].y);
      result[i].share = -1;
      if (fits)
        {
          kb_fit_geometry (&result[i].geometry, belongs, search.width, search.height, radius);
          result[i].share = kb_fit_share (&result[i].geometry, belongs, search.width, search.height);
        }
      from_canvas (&result[i].geometry, left, top, factor);
      if (factor > 1)
        put_right (from, to, offset, &items[i], factor, fits, &result[i]);
      move_item (&result[i], offset.x, offset.y);
      result[i].found = found[i] * items[i].found;
    }
  kb_search_clear (&search);
  return result;
}

/* --- The sequence of frames ------------------------------------------------------------------- */

static double
mean_found (const Item *items, guint n)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += items[i].found;
  return n ? sum / n : 0;
}

/* The overlap to expect with a shape made by hand, which neither number is by itself: fitted to the
 * sample's fighters and to walks of other people's sprites. */
static double
expected_overlap (const Item *item)
{
  double found = sqrt (item->found), share = item->share < 0 ? found : item->share;
  return CLAMP (0.48 * found + 0.65 * share - 0.14, 0, 1);
}

/* The frame and its items mirrored about the middle of the hot spot's pixel, or of the frame. */
static Frame
mirror (const Frame *frame, Item *items, guint n)
{
  gint width = (gint) frame->picture->width;
  KbFrameChange change = { .box = { 0, 0, width, (gint) frame->picture->height }, .flip_x = TRUE, .scale = 1 };
  Frame result = { frame->id, kb_change_picture (frame->picture, &change), frame->hot_spot };
  if (result.hot_spot.set)
    result.hot_spot.x = width - 1 - result.hot_spot.x;
  for (guint i = 0; i < n; i++)
    {
      kb_change_geometry (&items[i].geometry, &change);
      items[i].direction.degrees = kb_change_angle (items[i].direction.degrees, &change);
    }
  return result;
}

/* How much surer the mirrored picture must be to be taken. */
#define MIRROR_MARGIN 0.08

static Item *
carry_either_way (const KbPropagateJob *job, const Frame *from, const Frame *to, const Item *items)
{
  Item *straight = carry (&job->options, from, to, items, job->n_items);
  if (!job->options.mirrored)
    return straight;
  Item *turned = copy_items (items, job->n_items);
  Frame frame = mirror (from, turned, job->n_items);
  Item *mirrored = frame.picture ? carry (&job->options, &frame, to, turned, job->n_items) : NULL;
  clear_items (turned, job->n_items);
  kb_picture_unref (frame.picture);
  if (mirrored && mean_found (mirrored, job->n_items) > mean_found (straight, job->n_items) + MIRROR_MARGIN)
    {
      clear_items (straight, job->n_items);
      return mirrored;
    }
  if (mirrored)
    clear_items (mirrored, job->n_items);
  return straight;
}

/* Of two ways to a frame, item by item. */
static void
take_surer (Item *items, const Item *others, guint n)
{
  for (guint i = 0; i < n; i++)
    if (others[i].found > items[i].found)
      {
        kb_geometry_copy (&items[i].geometry, &others[i].geometry);
        items[i].direction = others[i].direction;
        items[i].found = others[i].found;
        items[i].share = others[i].share;
      }
}

static KbProposal *
propose (const Frame *frame, const Item *items, guint n)
{
  KbProposal *proposal = kb_proposal_new (frame->id);
  for (guint i = 0; i < n; i++)
    {
      const Item *item = &items[i];
      KbProposedItem proposed = { .source = item->id, .kind = item->kind, .confidence = expected_overlap (item) };
      if (item->kind == &kb_shape_kind)
        kb_geometry_copy (&proposed.geometry, &item->geometry);
      else
        {
          proposed.at = (KbPixel) { (gint) item->geometry.v[0], (gint) item->geometry.v[1], TRUE };
          proposed.direction = item->direction;
        }
      kb_proposal_add (proposal, &proposed);
    }
  return proposal;
}

GPtrArray *
kb_propagate (const KbPropagateJob *job, KbProgress progress, gpointer data)
{
  GPtrArray *proposals = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_proposal_free);
  const Frame *source = &job->frames[0], *last = source;
  Item *items = copy_items (job->items, job->n_items);
  guint total = job->n_frames - 1;
  gboolean goes_on = TRUE;
  for (guint f = 0; f < total && goes_on; f++)
    {
      goes_on = !progress || progress (f, total, data);
      if (!goes_on)
        break;
      const Frame *frame = &job->frames[f + 1];
      Item *next = carry_either_way (job, last, frame, items);
      if (last != source)
        {
          Item *direct = carry_either_way (job, source, frame, job->items);
          take_surer (next, direct, job->n_items);
          clear_items (direct, job->n_items);
        }
      g_ptr_array_add (proposals, propose (frame, next, job->n_items));
      if (!job->options.chain)
        {
          clear_items (next, job->n_items);
          continue;
        }
      clear_items (items, job->n_items);
      items = next;
      last = frame;
    }
  clear_items (items, job->n_items);
  if (goes_on && progress)
    goes_on = progress (total, total, data);
  if (!goes_on)
    g_clear_pointer (&proposals, g_ptr_array_unref);
  return proposals;
}

/* --- The job ---------------------------------------------------------------------------------- */

static gboolean
read_frame (KbDocument *document, KbId id, Frame *frame, GError **error)
{
  const KbFrame *node = kb_operation_node (document, id, &kb_frame_kind, error);
  frame->picture = node ? kb_document_frame_picture (document, node, error) : NULL;
  if (!frame->picture)
    return FALSE;
  frame->id = id;
  frame->hot_spot = node->hot_spot;
  return TRUE;
}

/* Items of the kind that are on the frame. */
static void
read_items (KbDocument *document, const KbId *ids, guint n, const KbKind *kind, KbPropagateJob *job)
{
  for (guint i = 0; i < n; i++)
    {
      KbNode *node = kb_document_node (document, ids[i]);
      if (!node || node->kind != kind || kb_node_frame (node)->node.id != job->frames[0].id)
        continue;
      Item *item = &job->items[job->n_items++];
      *item = (Item) { .id = ids[i], .kind = kind, .found = 1 };
      if (kind == &kb_shape_kind)
        kb_geometry_copy (&item->geometry, &((const KbShape *) node)->geometry);
      else
        {
          const KbPoint *point = (const KbPoint *) node;
          kb_geometry_init (&item->geometry, KB_SHAPE_BOX, (double[]) { point->at.x, point->at.y, 1, 1 }, 4);
          item->direction = point->direction;
        }
    }
}

KbPropagateJob *
kb_propagate_job_new (KbDocument *document, KbId frame, const KbId *items, guint n_items, const KbId *frames,
                      guint n_frames, const KbPropagateOptions *options, GError **error)
{
  g_autoptr (KbPropagateJob) job = g_new0 (KbPropagateJob, 1);
  job->options = options ? *options : kb_propagate_defaults;
  job->options.radius = CLAMP (job->options.radius, 1, MOST_RADIUS);
  job->frames = g_new0 (Frame, n_frames + 1);
  job->n_frames = n_frames + 1;
  for (guint i = 0; i <= n_frames; i++)
    if (!read_frame (document, i ? frames[i - 1] : frame, &job->frames[i], error))
      return NULL;
  job->items = g_new0 (Item, MAX (n_items, 1));
  read_items (document, items, n_items, &kb_shape_kind, job);
  read_items (document, items, n_items, &kb_point_kind, job);
  if (job->n_items == 0)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("there is no shape or point to carry to other frames"));
      return NULL;
    }
  return g_steal_pointer (&job);
}

void
kb_propagate_job_free (KbPropagateJob *job)
{
  for (guint i = 0; i < job->n_frames; i++)
    kb_picture_unref (job->frames[i].picture);
  g_free (job->frames);
  clear_items (job->items, job->n_items);
  g_free (job);
}
