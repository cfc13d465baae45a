/* SPDX-License-Identifier: MIT */
/* Frames, masks, tracks and levels of a scene. */
#include <math.h>
#include <string.h>

#include "drawing/levels/level_marks.h"
#include "drawing/pixel_rows.h"
#include "drawing/scene/private.h"
#include "drawing/scene/scene.h"

#define ZONES_OPACITY 0.5
#define BANDS_OPACITY 0.22   /* surfaces below remain recognizable */

/* ---- frames ---- */

/* The document's frame for a frame of the bank: by the sprite's name and the frame's index. */
static const KbFrame *
find_frame (const KbPlayLook *look, kbx_handle frame)
{
  kbx_handle of = kbx_parent (frame);
  const KbSprite *sprite =
    of.bank ? kb_project_find_sprite (kb_document_project (look->document), kbx_name (of)) : NULL;
  guint i = frame.index - kbx_item (of, KBX_FRAME, 0).index;
  return sprite && i < kb_count (sprite->frames) ? kb_frame_at (sprite, i) : NULL;
}

KbPicture *
kb_play_frame_picture (const KbPlayLook *look, kbx_handle frame)
{
  const KbFrame *drawn = find_frame (look, frame);
  return drawn && drawn->picture.file ? kb_document_frame_picture (look->document, drawn, NULL)
                                      : NULL;
}

/* ---- zones, surfaces and bands from the bank ---- */

typedef struct {
  kbx_handle mask;
  guint32 colours[256];          /* in cairo's format */
  kbx_handle bands[8];             /* smallest first; drawn over the mask's */
  guint32 band_colours[8];
  guint n_bands;
} Zones;

static guint32
colour_at (const Zones *zones, gint x, gint y)
{
  const kbx_point p = { x, y };
  for (guint i = 0; i < zones->n_bands; i++)
    if (kbx_zone_at (zones->bands[i], kbx_at (0, 0), p))
      return zones->band_colours[i];
  return zones->colours[kbx_zone_at (zones->mask, kbx_at (0, 0), p)];
}

static void
draw_zone_rows (const KbPixelAxis *across, const KbPixelAxis *down, guint8 *pixels, gsize stride,
                gpointer data)
{
  const Zones *zones = data;
  gboolean small = kb_pixel_axis_is_small (across);
  int n = across->last - across->first;
  g_autofree gint *columns = kb_pixel_axis_places (across, 0, (gint) across->length - 1);
  gint last_y = G_MININT;
  for (int i = down->first; i < down->last; i++)
    {
      guint32 *to = (guint32 *) (void *) (pixels + stride * (gsize) (i - down->first));
      gint y = kb_pixel_axis_at (down, i, small ? 0.25 : 0.5),
           lower = kb_pixel_axis_at (down, i, 0.75);
      if (!small && y == last_y)
        memcpy (to, (guint8 *) to - stride, (gsize) n * sizeof *to);
      for (int k = 0; k < n && (small || y != last_y); k++)
        {
          const gint *x = columns + (small ? 2 * k : k);
          to[k] = !small ? colour_at (zones, x[0], y)
                         : kb_mean_of_four (colour_at (zones, x[0], y), colour_at (zones, x[1], y),
                                            colour_at (zones, x[0], lower),
                                            colour_at (zones, x[1], lower));
        }
      last_y = y;
    }
}

static void
draw_zones (cairo_t *cr, const KbView *view, kbx_size size, Zones *zones)
{
  if (size.w && size.h)
    kb_draw_pixel_rows (cr, view, (guint) size.w, (guint) size.h, draw_zone_rows, zones);
}

static void
draw_mask_zones (cairo_t *cr, guint32 asset, const KbView *view, const KbPlayLook *look)
{
  const kbx_handle handle = kbx_bank_item (look->bank, KBX_MASK, asset);
  Zones zones = { .mask = handle };
  for (uint32_t i = 0; i < kbx_count (handle, KBX_ZONE); i++)
    {
      kbx_handle zone = kbx_item (handle, KBX_ZONE, i);
      zones.colours[kbx_info (zone).zone] =
        kb_premultiplied (kbx_info (zone).colour, ZONES_OPACITY);
    }
  draw_zones (cr, view, kbx_info (zones.mask).size, &zones);
}

static void
draw_track_surfaces (cairo_t *cr, guint32 asset, const KbView *view, const KbPlayLook *look)
{
  const kbx_handle track = kbx_bank_item (look->bank, KBX_TRACK, asset);
  Zones zones = { .mask = kbx_info (track).mask };
  for (uint32_t i = 0; i < kbx_count (track, KBX_ZONE); i++)
    {
      kbx_handle surface = kbx_item (track, KBX_ZONE, i);
      zones.colours[kbx_info (surface).zone] =
        kb_premultiplied (kbx_info (surface).colour, ZONES_OPACITY);
    }
  draw_zones (cr, view, kbx_info (track).size, &zones);
}

/* Each pixel shows the smallest band that contains it, so that bands appear as adjacent strips. */
static void
draw_track_bands (cairo_t *cr, guint32 asset, const KbView *view, const KbPlayLook *look)
{
  const kbx_handle track = kbx_bank_item (look->bank, KBX_TRACK, asset);
  Zones zones = { 0 };
  float radii[G_N_ELEMENTS (zones.bands)];
  for (uint32_t i = 0;
       i < kbx_count (track, KBX_BAND) && zones.n_bands < G_N_ELEMENTS (zones.bands); i++)
    {
      kbx_handle band = kbx_item (track, KBX_BAND, i);
      guint at = zones.n_bands++;
      for (; at > 0 && radii[at - 1] > kbx_info (band).radius; at--)
        {
          radii[at] = radii[at - 1];
          zones.bands[at] = zones.bands[at - 1];
          zones.band_colours[at] = zones.band_colours[at - 1];
        }
      radii[at] = kbx_info (band).radius;
      zones.bands[at] = kbx_info (band).mask;
      zones.band_colours[at] = kb_premultiplied (kbx_info (band).colour | 0xff, BANDS_OPACITY);
    }
  draw_zones (cr, view, kbx_info (track).size, &zones);
}

/* ---- backgrounds ---- */

static void
draw_play_pictures_behind (cairo_t *cr, const KbView *view, const KbPlayLook *look,
                           KbPicture *picture)
{
  if (picture)
    kb_draw_picture (cr, view, look->surfaces, picture, 0, 0, 0, 1);
  g_clear_pointer (&picture, kb_picture_unref);
}

static void
draw_play_pictures_mask (cairo_t *cr, const KbPlayItem *item, const KbView *view,
                         const KbPlayLook *look)
{
  if (item->layer != KB_SHOW_PICTURES)
    draw_mask_zones (cr, item->asset, view, look);
  else if (look->document && look->surfaces)
    {
      const char *name = kbx_name (kbx_bank_item (look->bank, KBX_MASK, item->asset));
      const KbMask *mask = kb_project_find_mask (kb_document_project (look->document), name);
      draw_play_pictures_behind (
        cr, view, look, mask ? kb_document_mask_picture (look->document, mask, NULL) : NULL);
    }
}

static void
draw_play_pictures_track (cairo_t *cr, const KbPlayItem *item, const KbView *view,
                          const KbPlayLook *look)
{
  if (item->layer == KB_SHOW_BANDS)
    draw_track_bands (cr, item->asset, view, look);
  else if (item->layer != KB_SHOW_PICTURES)
    draw_track_surfaces (cr, item->asset, view, look);
  else if (look->document && look->surfaces)
    {
      const char *name = kbx_name (kbx_bank_item (look->bank, KBX_TRACK, item->asset));
      const KbTrack *track = kb_project_find_track (kb_document_project (look->document), name);
      draw_play_pictures_behind (
        cr, view, look, track ? kb_document_track_picture (look->document, track, NULL) : NULL);
    }
}

/* ---- levels ---- */

/* The parts of a level shown in a layer. */
static guint
level_parts (KbPlayLayer layer)
{
  switch (layer)
    {
    case KB_SHOW_PICTURES:
      return KB_LEVEL_PICTURE | KB_LEVEL_LAYERS | KB_LEVEL_HEIGHTMAPS | KB_LEVEL_MAZES
             | KB_LEVEL_GROUNDS;
    case KB_SHOW_SOLID: return KB_LEVEL_COLLISION | KB_LEVEL_GROUNDS;
    case KB_SHOW_WALLS: return KB_LEVEL_MAZES;
    case KB_SHOW_POINTS: return KB_LEVEL_ENTITIES;
    case KB_SHOW_AREAS: return KB_LEVEL_AREAS;
    default: return 0;
    }
}

/* Leaves out parts that the scene shows as a layer of its own. */
static guint
parts_of_item (const KbPlayPicture *picture, guint32 i)
{
  const KbPlayItem *item = picture->items + i;
  guint parts = level_parts (item->layer);
  for (guint32 k = 0; item->layer == KB_SHOW_PICTURES && k < picture->n_items; k++)
    if (picture->items[k].kind == KB_ITEM_LEVEL && picture->items[k].layer != KB_SHOW_PICTURES
        && picture->items[k].asset == item->asset)
      parts &= ~level_parts (picture->items[k].layer);
  return parts;
}

static void
draw_level (cairo_t *cr, guint32 asset, const KbView *view, const KbPlayLook *look, guint what)
{
  const char *name = kbx_name (kbx_bank_item (look->bank, KBX_LEVEL, asset));
  const KbLevel *level =
    look->document ? kb_project_find_level (kb_document_project (look->document), name) : NULL;
  const KbLevelLook parts = { .document = look->document,
                              .style = look->style,
                              .surfaces = look->surfaces,
                              .heights = look->heights,
                              .time = look->time,
                              .parallax = TRUE,
                              .parts = what };
  if (level)
    kb_draw_level (cr, level, view, &parts);
}

void
kb_draw_play_names (cairo_t *cr, const KbPlayItem *item, const KbView *view, const KbPlayLook *look)
{
  if (item->kind == KB_ITEM_LEVEL && item->layer == KB_SHOW_AREAS)
    draw_level (cr, item->asset, view, look, KB_LEVEL_AREA_NAMES);
}

void
kb_draw_play_asset (cairo_t *cr, const KbPlayPicture *picture, guint32 i, const KbView *view,
                    const KbPlayLook *look)
{
  const KbPlayItem *item = picture->items + i;
  if (item->kind == KB_ITEM_MASK)
    draw_play_pictures_mask (cr, item, view, look);
  else if (item->kind == KB_ITEM_TRACK)
    draw_play_pictures_track (cr, item, view, look);
  else
    draw_level (cr, item->asset, view, look, parts_of_item (picture, i));
}
