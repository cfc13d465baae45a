/* SPDX-License-Identifier: MIT */
/* Rules of a content that span several fields, by record. */
#include "bank/checker.h"
#include "runtime/levels/level.h"

/* ---- pages, animations ---- */

static uint32_t
big_endian (const uint8_t *p)
{
  return (uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 | (uint32_t) p[2] << 8 | p[3];
}

static bool
check_png (const KbBankPage *page, const KbBankPlace *place, KbBankError *error)
{
  static const uint8_t start[16] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n',
                                     0,    0,   0,   13,  'I',  'H',  'D',  'R' };
  if (page->size < 33 || !page->data || memcmp (page->data, start, sizeof start) != 0)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "data"), "expected a PNG file");
  uint32_t w = big_endian (page->data + 16), h = big_endian (page->data + 20);
  return (w == page->w && h == page->h)
         || kb_bank_fail (error, KB_PLACE_KEY (place, "size"),
                          "the page is %u x %u but its PNG is %u x %u", page->w, page->h, w, h);
}

static bool
check_page (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankPage *page = item;
  const char *name = kb_bank_text (page->name);
  const uint64_t rgba = (uint64_t) page->w * page->h * 4;
  if (page->encoding == KB_BANK_PAGE_BESIDE && !*name)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "name"),
                         "expected a name that is not empty");
  if (page->encoding == KB_BANK_PAGE_BESIDE
      && (strpbrk (name, "/\\:") || strcmp (name, ".") == 0 || strcmp (name, "..") == 0))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "name"),
                         "expected the plain name of a file beside the bank");
  if (page->encoding == KB_BANK_PAGE_PNG)
    return check_png (page, place, c->error);
  if (page->encoding == KB_BANK_PAGE_RGBA)
    return (page->size == rgba && page->data)
           || kb_bank_fail (c->error, KB_PLACE_KEY (place, "data"),
                            "%llu bytes; expected %llu, four a pixel",
                            (unsigned long long) page->size, (unsigned long long) rgba);
  return page->size == 0
         || kb_bank_fail (c->error, KB_PLACE_KEY (place, "data"),
                          "expected no data with this encoding");
}

static bool
check_step (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankStep *step = item;
  const KbBankSprite *sprite = c->current[KB_SPRITE_RECORD];
  if (step->frame >= sprite->n_frames)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "frame"),
                         "frame %u does not exist; the sprite has %u", step->frame,
                         sprite->n_frames);
  c->ms += step->ms;
  return c->ms <= KB_BANK_MAX_DURATION
         || kb_bank_fail (c->error, KB_PLACE_KEY (place, "ms"),
                          "the animation lasts longer than %d ms", KB_BANK_MAX_DURATION);
}

/* ---- frames ---- */

static bool
check_picture (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankFrame *frame = item;
  if (frame->page >= c->content->n_pages)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "page"),
                         "page %u does not exist; there are %u", frame->page, c->content->n_pages);
  const KbBankPage *page = &c->content->pages[frame->page];
  if (frame->atlas_w < 1 || frame->atlas_h < 1
      || frame->atlas_x > page->w || frame->atlas_w > page->w - frame->atlas_x
      || frame->atlas_y > page->h || frame->atlas_h > page->h - frame->atlas_y)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "rect"),
                         "expected at least one pixel inside the page of %u x %u", page->w,
                         page->h);
  if (frame->trim_x < 0 || frame->trim_y < 0 || (int64_t) frame->trim_x + frame->atlas_w > frame->w
      || (int64_t) frame->trim_y + frame->atlas_h > frame->h)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "trim"),
                         "the picture does not fit into the frame of %u x %u", frame->w, frame->h);
  return true;
}

/* `zones`: the n zones allowed for pixels. */
static bool
check_pixels (KbBankChecker *c, const KbBankPainting *painting, const KbBankZone *zones, uint32_t n,
              const char *what, const KbBankPlace *place)
{
  uint32_t unknown = kb_bank_painting_unknown (painting, zones, n);
  return unknown == 0
         || kb_bank_fail (c->error, KB_PLACE_KEY (place, "rows"),
                          "there are pixels of the value %u, which is no %s", unknown,
                          kb_bank_say (what));
}

static bool
check_painted (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankFrame *frame = item;
  const KbBankSprite *sprite = c->current[KB_SPRITE_RECORD];
  uint32_t w, h;
  kb_bank_picture_size (frame->painting.bytes, &w, &h);
  if ((uint64_t) frame->painting_x + w > frame->w || (uint64_t) frame->painting_y + h > frame->h)
    return kb_bank_fail (c->error, place, "what is painted does not fit into the frame of %u x %u",
                         frame->w, frame->h);
  return check_pixels (c, &frame->painting, sprite->zones, sprite->n_zones, "zone's of the sprite",
                       place);
}

int64_t
kb_bank_frame_corners (const KbBankFrame *frame, uint32_t *records)
{
  int64_t corners = 0;
  for (uint32_t i = 0; i < frame->n_shapes; i++) {
    for (uint32_t k = 0; k < frame->shapes[i].n_parts; k++)
      corners += frame->shapes[i].parts[k].n_vertices;
    *records += 1 + frame->shapes[i].n_parts;
  }
  return corners;
}

static bool
check_frame (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankFrame *frame = item;
  const KbBankPlace *size = KB_PLACE_KEY (place, "size");
  uint32_t records = 0;
  if (frame->bitmap
      && (!kb_bank_check_range (frame->w, 1, KB_BANK_MAX_BITMAP, "the width of a frame with a mask",
                                size, c->error)
          || !kb_bank_check_range (frame->h, 1, KB_BANK_MAX_BITMAP,
                                   "the height of a frame with a mask", size, c->error)))
    return false;
  return kb_bank_check_range (kb_bank_frame_corners (frame, &records), 0, KB_BANK_MAX_CORNERS,
                              "the number of corners of all convex parts",
                              KB_PLACE_KEY (place, "shapes"), c->error);
}

/* ---- shapes ---- */

static bool
check_box (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  const int64_t low = KB_BANK_MIN_PIXEL, high = KB_BANK_MAX_PIXEL;
  return kb_bank_check_range (shape->w, 1, high - low, "the width", place, error)
         && kb_bank_check_range (shape->h, 1, high - low, "the height", place, error)
         && kb_bank_check_range (shape->x, low, high, "the left edge", place, error)
         && kb_bank_check_range (shape->y, low, high, "the top edge", place, error)
         && kb_bank_check_range ((int64_t) shape->x + shape->w, low, high, "the right edge", place,
                                 error)
         && kb_bank_check_range ((int64_t) shape->y + shape->h, low, high, "the bottom edge", place,
                                 error);
}

/* A circle or capsule. */
static bool
check_round (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankShape *shape = item;
  int32_t edges[4];
  kb_bank_shape_bounds (shape, edges);
  if (shape->r < 1)
    return kb_bank_fail (c->error, place, "expected a radius of at least 1/256 pixel");
  for (int i = 0; i < 4; i++)
    if (edges[i] < KB_BANK_MIN_PIXEL || edges[i] > KB_BANK_MAX_PIXEL)
      return kb_bank_fail (c->error, place, "the %s reaches beyond %d to %d pixels",
                           kb_bank_say (shape->kind == KB_BANK_CIRCLE ? "circle"
                                                                      : KBX_N_ ("capsule")),
                           KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL);
  return true;
}

static bool
check_shape (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankShape *shape = item;
  if (shape->kind == KB_BANK_BOX)
    return check_box (shape, KB_PLACE_KEY (place, "box"), c->error);
  return shape->kind == KB_BANK_CIRCLE || shape->kind == KB_BANK_CAPSULE
         || kb_bank_check_polygons (shape, place, c->error);
}

/* ---- zones, masks, tracks ---- */

static bool
check_zone (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const uint32_t value = ((const KbBankZone *) item)->value;
  if (c->taken[value])
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "value"),
                         "another zone has the value %u; expected different values", value);
  c->taken[value] = true;
  return true;
}

static bool
check_mask (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankMask *mask = item;
  return check_pixels (c, &mask->painting, mask->zones, mask->n_zones, "zone's", place);
}

static bool
check_size (KbBankChecker *c, const KbBankTrack *track, const KbBankPainting *painting,
            const KbBankPlace *place)
{
  uint32_t w, h, track_w, track_h;
  kb_bank_picture_size (track->clearance, &track_w, &track_h);
  kb_bank_picture_size (painting->bytes, &w, &h);
  return (w == track_w && h == track_h)
         || kb_bank_fail (c->error, place,
                          "%u x %u pixels; expected %u x %u, the size of the clearance", w, h,
                          track_w, track_h);
}

/* After the clearance is checked, since it has the size. */
static bool
check_bands (KbBankChecker *c, const KbBankTrack *track, const KbBankPlace *up)
{
  static const KbBankZone inside = { NULL, 0, 1, false };
  for (uint32_t i = 0; i < track->n_bands; i++) {
    const KbBankPlace *place = KB_PLACE_ITEM (up, "bands", i);
    if (!check_size (c, track, &track->bands[i].painting, place)
        || !check_pixels (c, &track->bands[i].painting, &inside, 1,
                          "value of a band: expected 0 or 1", place))
      return false;
  }
  return true;
}

static bool
check_track (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankTrack *track = item;
  if (!kb_bank_clearance_good (track->clearance, track->clearance_size))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "clearance"),
                         "expected the bytes of a clearance");
  return check_size (c, track, &track->painting, place)
         && check_pixels (c, &track->painting, track->surfaces, track->n_surfaces, "surface's",
                          place)
         && check_bands (c, track, place);
}

static bool
check_gate (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankGate *gate = item;
  return gate->a.x != gate->b.x || gate->a.y != gate->b.y
    || kb_bank_fail (c->error, place, "both ends are at one place; expected different ones");
}

/* ---- levels ---- */

static bool
check_level (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankLevel *level = item;
  kbx_level_view view;
  const char *wrong;
  if (!kb_bank_level_good (level->bytes, level->size, &wrong))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "partition"), ("%s"), kb_bank_say (wrong));
  kbx_read_level (level->bytes, &view);
  if (view.area_count != level->n_areas)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "areas"), "there are %u; expected %u",
                         level->n_areas, view.area_count);
  for (uint32_t i = 0; i < view.wall_count; i++)
    if (!kb_bank_check_class (
          c->content, kbx_tag_class (kbx_load_u32 (view.walls + (size_t) i * KBX_LEVEL_WALL + 16)),
          KB_PLACE_KEY (KB_PLACE_ITEM (place, "walls", i), "class"), c->error))
      return false;
  for (uint32_t i = 0; i < level->n_wall_values; i++)
    if (!kb_bank_check_range (
          level->wall_values[i].wall, i > 0 ? (int64_t) level->wall_values[i - 1].wall + 1 : 0,
          (int64_t) view.wall_count - 1, "the wall",
          KB_PLACE_KEY (KB_PLACE_ITEM (place, "wall_values", i), "wall"), c->error))
      return false;
  return true;
}

static bool
check_wall (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankWall *wall = item;
  return wall->ax != wall->bx || wall->ay != wall->by
    || kb_bank_fail (c->error, place, "both ends are at one place; expected a wall with a length");
}

static bool
check_sprite (KbBankChecker *c, const char *name, uint32_t frame, const KbBankPlace *place)
{
  const uint32_t sprite = kb_bank_find_sprite (c->content, name);
  if (sprite == UINT32_MAX)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "sprite"), "there is no sprite \"%.60s\"",
                         name);
  return kb_bank_check_range (frame, 0, (int64_t) c->content->sprites[sprite].n_frames - 1,
                              "the frame", KB_PLACE_KEY (place, "frame"), c->error);
}

static bool
check_entity (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankEntity *entity = item;
  if (!entity->sprite)
    return (entity->frame == 0 && !entity->flip_x && !entity->flip_y)
           || kb_bank_fail (c->error, KB_PLACE_KEY (place, "sprite"),
                            "is missing; expected one that has the frame and the flip");
  return check_sprite (c, entity->sprite, entity->frame, place);
}

static bool
check_drawn (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankDrawn *drawn = item;
  const KbBankLevel *level = c->current[KB_LEVEL];
  if (drawn->tiles > level->n_worlds[KB_BANK_LAYER])
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "tiles"), "there is no layer %u",
                         drawn->tiles);
  if ((drawn->tiles == 0) != (drawn->sprite != NULL))
    return kb_bank_fail (c->error, place, "expected either a layer of tiles or a sprite");
  return drawn->sprite ? check_sprite (c, drawn->sprite, drawn->frame, place)
                       : drawn->frame == 0
                           || kb_bank_fail (c->error, KB_PLACE_KEY (place, "frame"),
                                            "expected none without a sprite");
}

bool
kb_bank_check_rules (KbBankChecker *c, KbBankRecordId id, const void *item,
                     const KbBankPlace *place)
{
  static bool (*const rules[KB_RECORDS]) (KbBankChecker * c, const void *item,
                                          const KbBankPlace *place) = {
    [KB_PAGE_RECORD] = check_page,      [KB_STEP_RECORD] = check_step,
    [KB_PICTURE_PLACE] = check_picture, [KB_PAINTED] = check_painted,
    [KB_FRAME] = check_frame,           [KB_SHAPE] = check_shape,
    [KB_CIRCLE] = check_round,          [KB_CAPSULE] = check_round,
    [KB_ZONE_RECORD] = check_zone,
    [KB_SURFACE] = check_zone,          [KB_MASK_RECORD] = check_mask,
    [KB_TRACK] = check_track,           [KB_GATE_RECORD] = check_gate,
    [KB_LEVEL] = check_level,           [KB_WALL_RECORD] = check_wall,
    [KB_ENTITY] = check_entity,
    [KB_DRAWN] = check_drawn,
  };
  if (kb_bank_records[id].section == KB_WRLD)
    return kb_bank_check_world (c, (KbBankWorldKind) kb_bank_records[id].tag, item, place);
  return !rules[id] || rules[id] (c, item, place);
}
