/* SPDX-License-Identifier: MIT */
/* Tiles that may differ are compared with the clearance, whose sign shows where the road was: the
 * differences are the box to update. So nothing is computed twice, and a change already seen is
 * ignored. */
#include "bake/track/live.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "bake/track/tracks.h"

#define TILE KB_ZONES_TILE
#define TILE_BYTES (TILE * TILE)

struct KbLiveTrack {
  KbTrackForm form;            /* as last followed; painted is never NULL */
  KbZones *layer;
  guint columns, tiles;
  /* The surfaces of each tile: the painting's, the curves', or ... */
  const guint8 **shown;
  guint8 **own;                /* ... its own, combined from both or from a stroke, else NULL */
  guint8 *marks;               /* for each tile: it is in `touched` */
  GArray *touched;             /* guint: tiles written by a stroke since the last call */
  gboolean stroke;
  gint16 *clearance;
  gsize stride;
};

static const guint8 *
tile_shown (gconstpointer picture, guint32 index)
{
  return ((const KbLiveTrack *) picture)->shown[index];
}

static kbx_road
road_of (const KbLiveTrack *live)
{
  kbx_road road = {
    .width = live->form.width, .height = live->form.height, .tiles = tile_shown, .picture = live
  };
  memcpy (road.is_road, live->form.is_road, sizeof road.is_road);
  return road;
}

/* --- Boxes ------------------------------------------------------------------------------------ */

static KbClearanceBox
joined (KbClearanceBox a, KbClearanceBox b)
{
  if (a.width <= 0 || b.width <= 0)
    return a.width <= 0 ? b : a;
  const gint x0 = MIN (a.x, b.x), x1 = MAX (a.x + a.width, b.x + b.width);
  const gint y0 = MIN (a.y, b.y), y1 = MAX (a.y + a.height, b.y + b.height);
  return (KbClearanceBox) { x0, y0, x1 - x0, y1 - y0 };
}

/* The approximate cost of updating the box. */
static double
live_cost (const KbLiveTrack *live, KbClearanceBox box)
{
  double most = live->form.most;
  return (box.width + 2 * most) * (box.height + 4 * most);
}

/* Joins boxes that are cheaper together. */
static void
add_box (const KbLiveTrack *live, GArray *boxes, KbClearanceBox box)
{
  if (box.width <= 0)
    return;
  for (guint i = 0; i < boxes->len;)
    {
      KbClearanceBox other = g_array_index (boxes, KbClearanceBox, i), both = joined (box, other);
      if (live_cost (live, both) > live_cost (live, box) + live_cost (live, other))
        {
          i++;
          continue;
        }
      box = both;
      g_array_remove_index_fast (boxes, i);
      i = 0;
    }
  g_array_append_val (boxes, box);
}

static KbClearanceBox
tile_box (const KbLiveTrack *live, guint index)
{
  gint x = (gint) (index % live->columns) * TILE, y = (gint) (index / live->columns) * TILE;
  return (KbClearanceBox) { x, y, MIN (TILE, (gint) live->form.width - x),
                           MIN (TILE, (gint) live->form.height - y) };
}

/* The box of the pixels within `part`, in one tile, that changed between road and not road. */
static KbClearanceBox
changed_box (const KbLiveTrack *live, guint index, KbClearanceBox part)
{
  const guint8 *tile = live->shown[index], *is_road = live->form.is_road;
  gint x0 = G_MAXINT, x1 = -1, y0 = G_MAXINT, y1 = -1;
  for (gint i = 0; i < part.width * part.height; i++)
    {
      const gint x = part.x + i % part.width, y = part.y + i / part.width;
      if (is_road[tile[y % TILE * TILE + x % TILE]]
          == (live->clearance[(gsize) y * live->stride + (gsize) x] > 0))
        continue;
      x0 = MIN (x0, x);
      x1 = MAX (x1, x + 1);
      y0 = MIN (y0, y);
      y1 = y + 1;
    }
  return x1 < 0 ? (KbClearanceBox) { 0 } : (KbClearanceBox) { x0, y0, x1 - x0, y1 - y0 };
}

/* Updates everything if that is no more work. */
static KbClearanceBox
update (KbLiveTrack *live, const GArray *boxes)
{
  kbx_road road = road_of (live);
  KbClearanceBox all = { 0 };
  double sum = 0;
  KB_EACH_IN (const KbClearanceBox, box, boxes)
    sum += live_cost (live, *box);
  if (sum > 0.75 * live->form.width * live->form.height)
    {
      kb_clearance (&road, live->form.most, live->clearance, live->stride, NULL, NULL);
      return (KbClearanceBox) { 0, 0, (gint) live->form.width, (gint) live->form.height };
    }
  KB_EACH_IN (const KbClearanceBox, box, boxes)
    all = joined (all, kb_clearance_update (&road, live->form.most, live->clearance, live->stride,
                                            *box));
  return all;
}

/* --- Tiles ------------------------------------------------------------------------------------ */

static guint8 *
own_tile (KbLiveTrack *live, guint index)
{
  if (!live->own[index])
    live->own[index] = g_malloc (TILE_BYTES);
  live->shown[index] = live->own[index];
  return live->own[index];
}

static void
show_as_followed (KbLiveTrack *live, guint index)
{
  gint over = kb_zones_tile_value (live->form.painted, index),
       below = kb_zones_tile_value (live->layer, index);
  const guint8 *painted = kb_zones_tile (live->form.painted, index),
               *layer = kb_zones_tile (live->layer, index);
  if (over < 0 && below != 0)
    kb_track_compose (painted, layer, own_tile (live, index));
  else
    {
      g_clear_pointer (&live->own[index], g_free);
      live->shown[index] = over == 0 ? layer : painted;
    }
}

/* A copy, so that nothing of the painter is kept. */
static void
show_stroke (KbLiveTrack *live, const KbZonesPainter *painter, guint index)
{
  const guint8 *painted = kb_zones_painter_tile (painter, index);
  if (kb_zones_tile_value (live->layer, index) == 0)
    memcpy (own_tile (live, index), painted, TILE_BYTES);
  else
    kb_track_compose (painted, kb_zones_tile (live->layer, index), own_tile (live, index));
}

static void
mark (KbLiveTrack *live, guint index)
{
  if (!live->marks[index])
    g_array_append_val (live->touched, index);
  live->marks[index] = 1;
}

/* --- Following -------------------------------------------------------------------------------- */

static void
mark_layer (KbLiveTrack *live, const KbTrackForm *form)
{
  g_autoptr (GArray) boxes =
    kb_courses_changes (live->form.courses, live->form.n, form->courses, form->n);
  g_autoptr (KbZonesPatch) patch = NULL;
  if (boxes->len > 0)
    live->layer = kb_track_layer_update (live->layer, form->courses, form->n, boxes, &patch);
  for (guint i = 0; patch && i < kb_zones_patch_length (patch); i++)
    mark (live, kb_zones_patch_tile (patch, i));
}

/* Replaces the form. */
static void
keep_form (KbLiveTrack *live, const KbTrackForm *form)
{
  KbTrackForm old = live->form;
  live->form = kb_track_form_copy (form);
  if (!live->form.painted)
    live->form.painted = kb_zones_new (form->width, form->height, 0);
  kb_track_form_clear (&old);
}

gboolean
kb_live_track_follow (KbLiveTrack *live, const KbTrackForm *form, KbTrackChange *change)
{
  KbTrackChange found = { 0 };
  if (form->width != live->form.width || form->height != live->form.height
      || form->most != live->form.most)
    return FALSE;
  gboolean other_road = memcmp (form->is_road, live->form.is_road, sizeof form->is_road) != 0;
  g_autoptr (KbZones) before = kb_zones_ref (live->form.painted);
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (KbClearanceBox));
  mark_layer (live, form);
  keep_form (live, form);
  for (guint i = 0; i < live->tiles && (other_road || live->form.painted != before); i++)
    if (other_road || kb_zones_tile (before, i) != kb_zones_tile (live->form.painted, i))
      mark (live, i);
  KB_EACH_IN (const guint, index, live->touched)
    {
      live->marks[*index] = 0;
      show_as_followed (live, *index);
      found.surfaces = joined (found.surfaces, tile_box (live, *index));
      add_box (live, boxes, changed_box (live, *index, tile_box (live, *index)));
    }
  g_array_set_size (live->touched, 0);
  live->stroke = FALSE;
  found.clearance = update (live, boxes);
  if (change)
    *change = found;
  return TRUE;
}

/* A stroke that began before this object knew it may have written anywhere. */
static KbClearanceBox
stroke_box (KbLiveTrack *live, const KbZonesPainter *painter, KbClearanceBox box)
{
  for (guint i = 0; !live->stroke && i < live->tiles; i++)
    if (kb_zones_painter_tile (painter, i) != kb_zones_tile (live->form.painted, i))
      box = joined (box, tile_box (live, i));
  live->stroke = TRUE;
  gint x1 = (gint) MIN ((gint64) box.x + box.width, live->form.width);
  gint y1 = (gint) MIN ((gint64) box.y + box.height, live->form.height);
  box.x = MAX (box.x, 0);
  box.y = MAX (box.y, 0);
  return x1 > box.x && y1 > box.y ? (KbClearanceBox) { box.x, box.y, x1 - box.x, y1 - box.y }
                                  : (KbClearanceBox) { 0 };
}

KbTrackChange
kb_live_track_stroke (KbLiveTrack *live, const KbZonesPainter *painter, gint x, gint y, guint width,
                      guint height)
{
  KbClearanceBox box =
    stroke_box (live, painter, (KbClearanceBox) { x, y, (gint) width, (gint) height });
  KbTrackChange change = { .surfaces = box };
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (KbClearanceBox));
  for (gint top = box.y; top < box.y + box.height; top = (top / TILE + 1) * TILE)
    for (gint left = box.x; left < box.x + box.width; left = (left / TILE + 1) * TILE)
      {
        guint index = (guint) (top / TILE) * live->columns + (guint) (left / TILE);
        KbClearanceBox part = { left, top, MIN (box.x + box.width, (left / TILE + 1) * TILE) - left,
                                MIN (box.y + box.height, (top / TILE + 1) * TILE) - top };
        show_stroke (live, painter, index);
        mark (live, index);
        add_box (live, boxes, changed_box (live, index, part));
      }
  change.clearance = update (live, boxes);
  return change;
}

/* --- The first time --------------------------------------------------------------------------- */

/* Rows are aligned to 64 bytes. */
#define LANE 32

/* Memory for a clearance with rows `stride` numbers apart, at least the width, aligned for fast
 * writing. Free with kb_track_clearance_free. NULL and KB_ERROR_MACHINE if out of memory. */
static gint16 *
kb_track_clearance_new (guint width, guint height, gsize *stride, GError **error)
{
  void *room = NULL;
  *stride = (width + LANE - 1) / LANE * LANE;
  if (posix_memalign (&room, LANE * sizeof (gint16), *stride * height * sizeof (gint16)) == 0)
    return room;
  return kb_fail_null (error, KB_ERROR_MACHINE,
                       _("there is not enough memory for a track of %u x %u pixels"), width,
                       height);
}

KbLiveTrack *
kb_live_track_new (const KbTrackForm *form, const KbWatch *watch, GError **error)
{
  g_autoptr (KbLiveTrack) live = g_new0 (KbLiveTrack, 1);
  keep_form (live, form);
  live->columns = kb_zones_columns (live->form.painted);
  live->tiles = live->columns * kb_zones_rows (live->form.painted);
  live->shown = g_new0 (const guint8 *, live->tiles);
  live->own = g_new0 (guint8 *, live->tiles);
  live->marks = g_new0 (guint8, live->tiles);
  live->touched = g_array_new (FALSE, FALSE, sizeof (guint));
  live->clearance = kb_track_clearance_new (form->width, form->height, &live->stride, error);
  if (!live->clearance)
    return NULL;
  live->layer = kb_track_layer (form->width, form->height, live->form.courses, live->form.n);
  for (guint i = 0; i < live->tiles; i++)
    show_as_followed (live, i);
  kbx_road road = road_of (live);
  if (!kb_clearance (&road, form->most, live->clearance, live->stride, watch, error))
    return NULL;
  return g_steal_pointer (&live);
}

static void
kb_track_clearance_free (gint16 *clearance)
{
  free (clearance);
}

void
kb_live_track_free (KbLiveTrack *live)
{
  if (!live)
    return;
  for (guint i = 0; live->own && i < live->tiles; i++)
    g_free (live->own[i]);
  g_free (live->own);
  g_free (live->shown);
  g_free (live->marks);
  g_clear_pointer (&live->touched, g_array_unref);
  g_clear_pointer (&live->layer, kb_zones_unref);
  kb_track_clearance_free (live->clearance);
  kb_track_form_clear (&live->form);
  g_free (live);
}

/* --- Results ---------------------------------------------------------------------------------- */

guint
kb_live_track_width (const KbLiveTrack *live)
{
  return live->form.width;
}

guint
kb_live_track_height (const KbLiveTrack *live)
{
  return live->form.height;
}

guint
kb_live_track_most (const KbLiveTrack *live)
{
  return live->form.most;
}

static gboolean
is_inside (const KbLiveTrack *live, gint x, gint y)
{
  return x >= 0 && y >= 0 && (guint) x < live->form.width && (guint) y < live->form.height;
}

guint8
kb_live_track_surface_at (const KbLiveTrack *live, gint x, gint y)
{
  if (!is_inside (live, x, y))
    return 0;
  return live
    ->shown[(guint) (y / TILE) * live->columns + (guint) (x / TILE)][y % TILE * TILE + x % TILE];
}

const guint8 *
kb_live_track_tile (const KbLiveTrack *live, guint index)
{
  return live->shown[index];
}

gboolean
kb_live_track_clearance_at (const KbLiveTrack *live, gint x, gint y, gint *clearance)
{
  if (!is_inside (live, x, y))
    return FALSE;
  *clearance = live->clearance[(gsize) y * live->stride + (gsize) x];
  return TRUE;
}

const gint16 *
kb_live_track_row (const KbLiveTrack *live, gint y)
{
  return live->clearance + (gsize) y * live->stride;
}

void
kb_live_track_band (const KbLiveTrack *live, const KbBandForm *band, const KbClearanceBox *box,
                    guint8 *flags, gsize stride)
{
  kb_track_band_box (kb_live_track_row (live, box->y) + box->x, live->stride, band, box, flags,
                     stride);
}

GBytes *
kb_live_track_pack (const KbLiveTrack *live)
{
  return kb_clearance_pack (live->clearance, live->form.width, live->form.height, live->stride,
                            live->form.cut_off);
}
