/* SPDX-License-Identifier: MIT */
/* Binary bank -> content, asking the runtime like any game does. Shapes are asked in the pose in which
 * the frame's coordinates are the world's, where floats hold the 1/256 grid exactly. */
#include "bank/internal.h"
#include "runtime/kickbox.h"
#include "runtime/masks/bitmap.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool
copy (const char *text, char **to, KbBankError *error)
{
  *to = kb_bank_copy_string (text, strlen (text));
  return *to || kb_bank_no_memory (error);
}

static bool
copy_bytes (const uint8_t *bytes, size_t size, uint8_t **to, size_t *to_size, KbBankError *error)
{
  *to = kb_bank_new (size, 1);
  if (!*to)
    return kb_bank_no_memory (error);
  memcpy (*to, bytes, size);
  *to_size = size;
  return true;
}

static bool
list (void **items, uint32_t *count, uint32_t n, size_t size, KbBankError *error)
{
  if (n == 0)
    return true;
  *items = kb_bank_new (n, size);
  if (!*items)
    return kb_bank_no_memory (error);
  *count = n;
  return true;
}

/* Exact for all that the format allows; what an oriented box of another writer has beyond that stays in
 * range here and is refused by the check. */
static kb_fixed
fixed (float pixels)
{
  double grid = (double) pixels * 256;
  return grid >= INT32_MAX ? INT32_MAX : grid > INT32_MIN ? (kb_fixed) grid : INT32_MIN;
}

static bool
read_ring (kbx_frame frame, uint32_t i, int64_t part, KbBankRing *ring, KbBankError *error)
{
  kbx_pose pose = kbx_frame_own_pose (frame);
  uint32_t n = part < 0 ? kbx_frame_shape_outline (frame, pose, i, NULL, 0)
                        : kbx_frame_shape_part (frame, pose, i, (uint32_t) part, NULL, 0);
  if (n == 0)
    return true;
  kbx_vec *corners = kb_bank_new (n, sizeof *corners);
  bool good = corners && list ((void **) &ring->vertices, &ring->n_vertices, n, sizeof *ring->vertices, error);
  if (!corners)
    kb_bank_no_memory (error);
  if (good) {
    if (part < 0)
      kbx_frame_shape_outline (frame, pose, i, corners, n);
    else
      kbx_frame_shape_part (frame, pose, i, (uint32_t) part, corners, n);
    for (uint32_t k = 0; k < n; k++)
      ring->vertices[k] = (KbBankVertex) { fixed (corners[k].x), fixed (corners[k].y) };
  }
  free (corners);
  return good;
}

static void
read_oriented (kbx_frame frame, uint32_t i, KbBankShape *shape)
{
  kbx_found_obb oriented = kbx_frame_shape_obb (frame, kbx_frame_own_pose (frame), i);
  if (oriented.found) {
    shape->cx = fixed (oriented.obb.centre.x);
    shape->cy = fixed (oriented.obb.centre.y);
    shape->ow = fixed (oriented.obb.w);
    shape->oh = fixed (oriented.obb.h);
    shape->ux = oriented.obb.axis.x;
    shape->uy = oriented.obb.axis.y;
    return;
  }
  const KbBankVertex *v = shape->parts[0].vertices;
  double wx = (double) v[1].x - v[0].x, wy = (double) v[1].y - v[0].y;
  double hx = (double) v[3].x - v[0].x, hy = (double) v[3].y - v[0].y;
  double w = sqrt (wx * wx + wy * wy);
  shape->cx = (kb_fixed) floor ((v[0].x + (double) v[2].x) / 2);
  shape->cy = (kb_fixed) floor ((v[0].y + (double) v[2].y) / 2);
  shape->ow = (kb_fixed) floor (w + 0.5);
  shape->oh = (kb_fixed) floor (sqrt (hx * hx + hy * hy) + 0.5);
  shape->ux = (float) (wx / w);
  shape->uy = (float) (wy / w);
}

static bool
read_polygon (kbx_frame frame, uint32_t i, KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  if (!read_ring (frame, i, -1, &shape->outline, error))
    return false;
  if (shape->outline.n_vertices > 0)
    return true;
  if (shape->n_parts > 1)
    return kb_bank_fail (error, place, "the bank was written without the polygon's outline");
  return read_ring (frame, i, 0, &shape->outline, error);
}

static bool
read_values (kbx_frame frame, uint32_t i, uint32_t n, KbBankShape *shape, KbBankError *error)
{
  if (!list ((void **) &shape->values, &shape->n_values, n, sizeof *shape->values, error))
    return false;
  for (uint32_t k = 0; k < n; k++) {
    kbx_key_value pair = kbx_value_at (kbx_item (frame, KBX_SHAPE, i), k);
    if (!copy (pair.key, &shape->values[k].key, error)
        || !copy (pair.value, &shape->values[k].value, error))
      return false;
  }
  return true;
}

static bool
read_shape (kbx_frame frame, uint32_t i, KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  kbx_shape_info from = kbx_frame_shape (frame, i);
  kbx_pose pose = kbx_frame_own_pose (frame);
  shape->class_index = from.class_index;
  const char *name = kbx_name (kbx_item (frame, KBX_SHAPE, i));
  if (*name && !copy (name, &shape->name, error))
    return false;
  if (!read_values (frame, i, from.value_count, shape, error)
      || !list ((void **) &shape->parts, &shape->n_parts, from.part_count, sizeof *shape->parts, error))
    return false;
  for (uint32_t k = 0; k < shape->n_parts; k++)
    if (!read_ring (frame, i, k, &shape->parts[k], error))
      return false;
  switch (from.kind) {
  case KBX_PART_BOX: {
    kbx_box box = kbx_frame_shape_box (frame, pose, i);
    shape->kind = KB_BANK_BOX;
    shape->x = box.x0;
    shape->y = box.y0;
    shape->w = box.x1 - box.x0;
    shape->h = box.y1 - box.y0;
    return true;
  }
  case KBX_PART_CIRCLE: {
    kbx_found_circle circle = kbx_frame_shape_circle (frame, pose, i);
    shape->kind = KB_BANK_CIRCLE;
    shape->cx = fixed (circle.circle.centre.x);
    shape->cy = fixed (circle.circle.centre.y);
    shape->r = fixed (circle.circle.radius);
    return true;
  }
  case KBX_PART_ORIENTED:
    shape->kind = KB_BANK_ORIENTED;
    read_oriented (frame, i, shape);
    return true;
  case KBX_PART_POLYGON:
    shape->kind = KB_BANK_POLYGON;
    return read_polygon (frame, i, shape, place, error);
  }
  return kb_bank_fail (error, place, "a kind of shape that this program does not know");
}

static bool
read_points (kbx_frame frame, KbBankFrame *to, KbBankError *error)
{
  if (!list ((void **) &to->points, &to->n_points, kbx_count (frame, KBX_ACTION), sizeof *to->points, error))
    return false;
  for (uint32_t i = 0; i < to->n_points; i++) {
    kbx_action_point point = kbx_frame_action_point_at (frame, kbx_frame_own_pose (frame), i);
    if (!copy (kbx_name (kbx_item (frame, KBX_ACTION, i)), &to->points[i].name, error))
      return false;
    to->points[i].x = point.p.x;
    to->points[i].y = point.p.y;
    to->points[i].dx = point.direction.x;
    to->points[i].dy = point.direction.y;
  }
  return true;
}

static bool
read_bitmap (kbx_frame frame, KbBankFrame *to, KbBankError *error)
{
  const uint8_t *bytes = kbx_frame_bitmap (frame).data;
  return !bytes || copy_bytes (bytes, kbx_read_bitmap (bytes).size, &to->bitmap, &to->bitmap_size, error);
}

static bool
read_painting (kbx_mask mask, KbBankPainting *to, KbBankError *error)
{
  const uint8_t *bytes = mask.data;
  return copy_bytes (bytes, kbx_load_u32 (bytes + 4), &to->bytes, &to->size, error);
}

static bool
read_painted (kbx_frame frame, KbBankFrame *to, KbBankError *error)
{
  kbx_painted painted = kbx_frame_painted (frame);
  to->painting_x = (uint32_t) painted.at.x;
  to->painting_y = (uint32_t) painted.at.y;
  return !painted.mask.data || read_painting (painted.mask, &to->painting, error);
}

static bool
read_zone (kbx_handle zone, KbBankZone *to, KbBankError *error)
{
  to->colour = kbx_colour (zone);
  to->value = kbx_zone_info (zone).value;
  to->road = kbx_zone_info (zone).road;
  return copy (kbx_name (zone), &to->name, error);
}

static bool
read_frame (kbx_frame frame, KbBankFrame *to, const KbBankPlace *place, KbBankError *error)
{
  kbx_size size = kbx_frame_size (frame);
  kbx_hot_spot hot = kbx_frame_hot_spot (frame);
  kbx_placement picture = kbx_frame_placement (frame, kbx_frame_own_pose (frame));
  kbx_box trim = kbx_frame_trim (frame);
  if (!copy (kbx_name (frame), &to->name, error))
    return false;
  to->w = size.w;
  to->h = size.h;
  to->has_hot_spot = hot.found;
  if (hot.found) {
    to->hot_x = hot.p.x;
    to->hot_y = hot.p.y;
  }
  to->has_picture = picture.found;
  if (picture.found) {
    to->page = picture.page;
    to->atlas_x = (uint32_t) picture.source.x0;
    to->atlas_y = (uint32_t) picture.source.y0;
    to->atlas_w = (uint32_t) (picture.source.x1 - picture.source.x0);
    to->atlas_h = (uint32_t) (picture.source.y1 - picture.source.y0);
    to->trim_x = trim.x0;
    to->trim_y = trim.y0;
  }
  if (!read_bitmap (frame, to, error) || !read_painted (frame, to, error) || !read_points (frame, to, error)
      || !list ((void **) &to->shapes, &to->n_shapes, kbx_count (frame, KBX_SHAPE), sizeof *to->shapes, error))
    return false;
  for (uint32_t i = 0; i < to->n_shapes; i++)
    if (!read_shape (frame, i, &to->shapes[i], KB_PLACE_ITEM (place, "shapes", i), error))
      return false;
  return true;
}

static bool
read_animation (kbx_animation animation, KbBankAnimation *to, KbBankError *error)
{
  if (!copy (kbx_name (animation), &to->name, error)
      || !list ((void **) &to->steps, &to->n_steps, kbx_animation_info (animation).step_count,
                sizeof *to->steps, error))
    return false;
  to->loop = (KbBankLoop) kbx_animation_info (animation).loop;
  for (uint32_t i = 0; i < to->n_steps; i++) {
    kbx_step step = kbx_animation_step (animation, i);
    to->steps[i].frame = kbx_frame_index (step.frame);
    to->steps[i].ms = step.duration_ms;
  }
  return true;
}

static bool
read_sprite (kbx_sprite sprite, KbBankSprite *to, const KbBankPlace *place, KbBankError *error)
{
  if (!copy (kbx_name (sprite), &to->name, error)
      || !list ((void **) &to->frames, &to->n_frames, kbx_count (sprite, KBX_FRAME),
                sizeof *to->frames, error)
      || !list ((void **) &to->animations, &to->n_animations, kbx_count (sprite, KBX_ANIMATION),
                sizeof *to->animations, error)
      || !list ((void **) &to->zones, &to->n_zones, kbx_count (sprite, KBX_ZONE), sizeof *to->zones, error))
    return false;
  for (uint32_t i = 0; i < to->n_zones; i++)
    if (!read_zone (kbx_item (sprite, KBX_ZONE, i), &to->zones[i], error))
      return false;
  for (uint32_t i = 0; i < to->n_frames; i++)
    if (!read_frame (kbx_item (sprite, KBX_FRAME, i), &to->frames[i], KB_PLACE_ITEM (place, "frames", i), error))
      return false;
  for (uint32_t i = 0; i < to->n_animations; i++)
    if (!read_animation (kbx_item (sprite, KBX_ANIMATION, i), &to->animations[i], error))
      return false;
  return true;
}

static bool
read_page (kbx_handle handle, KbBankPage *to, KbBankError *error)
{
  kbx_page page = kbx_page_info (handle);
  if (!copy (kbx_name (handle), &to->name, error))
    return false;
  to->w = page.size.w;
  to->h = page.size.h;
  to->encoding = (KbBankEncoding) page.encoding;
  return page.data_size == 0 || copy_bytes (page.data, page.data_size, &to->data, &to->size, error);
}

static bool
read_mask (const kbx_bank *bank, uint32_t index, KbBankMask *to, KbBankError *error)
{
  const kbx_mask mask = kbx_bank_item (bank, KBX_MASK, index);
  if (!copy (kbx_name (mask), &to->name, error)
      || !read_painting (mask, &to->painting, error)
      || !list ((void **) &to->zones, &to->n_zones, kbx_count (mask, KBX_ZONE), sizeof *to->zones, error))
    return false;
  for (uint32_t i = 0; i < to->n_zones; i++)
    if (!read_zone (kbx_item (mask, KBX_ZONE, i), &to->zones[i], error))
      return false;
  return true;
}

static bool
read_gates (const kbx_bank *bank, uint32_t index, KbBankTrack *to, KbBankError *error)
{
  const kbx_track track = kbx_bank_item (bank, KBX_TRACK, index);
  if (!list ((void **) &to->gates, &to->n_gates, kbx_track_gates (track, NULL, 0), sizeof *to->gates, error))
    return false;
  kbx_segment *gates = kb_bank_new (to->n_gates, sizeof *gates);
  bool good = gates || kb_bank_no_memory (error);
  if (good)
    kbx_track_gates (track, gates, to->n_gates);
  for (uint32_t i = 0; good && i < to->n_gates; i++) {
    to->gates[i].a = (KbBankVertex) { fixed (gates[i].a.x), fixed (gates[i].a.y) };
    to->gates[i].b = (KbBankVertex) { fixed (gates[i].b.x), fixed (gates[i].b.y) };
    good = copy (kbx_name (kbx_item (track, KBX_GATE, i)), &to->gates[i].name, error);
  }
  free (gates);
  return good;
}

static bool
read_band (kbx_handle band, KbBankBand *to, KbBankError *error)
{
  to->colour = kbx_colour (band);
  to->radius = fixed (kbx_band_info (band).radius);
  to->painted = kbx_band_info (band).painted;
  return copy (kbx_name (band), &to->name, error) && read_painting (kbx_band_info (band).mask, &to->painting, error);
}

static bool
read_track (const kbx_bank *bank, uint32_t index, KbBankTrack *to, KbBankError *error)
{
  const kbx_track track = kbx_bank_item (bank, KBX_TRACK, index);
  const uint8_t *clearance = track.data;
  if (!copy (kbx_name (track), &to->name, error)
      || !copy_bytes (clearance, kbx_load_u32 (clearance + 12), &to->clearance, &to->clearance_size, error)
      || !read_painting (kbx_track_surfaces (track), &to->painting, error)
      || !list ((void **) &to->surfaces, &to->n_surfaces, kbx_count (track, KBX_ZONE), sizeof *to->surfaces, error)
      || !read_gates (bank, index, to, error)
      || !list ((void **) &to->bands, &to->n_bands, kbx_count (track, KBX_BAND), sizeof *to->bands, error))
    return false;
  for (uint32_t i = 0; i < to->n_surfaces; i++)
    if (!read_zone (kbx_item (track, KBX_ZONE, i), &to->surfaces[i], error))
      return false;
  for (uint32_t i = 0; i < to->n_bands; i++)
    if (!read_band (kbx_item (track, KBX_BAND, i), &to->bands[i], error))
      return false;
  return true;
}

static bool
read_entity (const kbx_bank *bank, uint32_t level, uint32_t index, KbBankEntity *to, KbBankError *error)
{
  const kbx_level handle = kbx_bank_item (bank, KBX_LEVEL, level);
  kbx_entity_about from = kbx_entity_info (kbx_item (handle, KBX_ENTITY, index));
  to->class_index = from.class_index;
  to->x = fixed (from.at.x);
  to->y = fixed (from.at.y);
  to->dx = from.direction.x;
  to->dy = from.direction.y;
  to->flip_x = from.flip_x;
  to->flip_y = from.flip_y;
  if (!copy (from.name, &to->name, error)
      || (from.frame.bank && !copy (kbx_name (kbx_parent (from.frame)), &to->sprite, error))
      || !list ((void **) &to->values, &to->n_values, from.value_count, sizeof *to->values, error))
    return false;
  to->frame = from.frame.bank ? kbx_frame_index (from.frame) : 0;
  for (uint32_t i = 0; i < to->n_values; i++) {
    kbx_key_value pair = kbx_value_at (kbx_item (handle, KBX_ENTITY, index), i);
    if (!copy (pair.key, &to->values[i].key, error) || !copy (pair.value, &to->values[i].value, error))
      return false;
  }
  return true;
}

static bool
read_level (const kbx_bank *bank, uint32_t index, KbBankLevel *to, KbBankError *error)
{
  kbx_level level = kbx_bank_item (bank, KBX_LEVEL, index);
  if (!copy (kbx_name (level), &to->name, error)
      || !copy_bytes (level.data, kbx_load_u32 (level.data), &to->bytes, &to->size, error)
      || !list ((void **) &to->areas, &to->n_areas, kbx_level_area_count (level), sizeof *to->areas, error)
      || !list ((void **) &to->entities, &to->n_entities, kbx_count (level, KBX_ENTITY), sizeof *to->entities, error))
    return false;
  for (uint32_t i = 0; i < to->n_areas; i++) {
    kbx_handle area = kbx_item (level, KBX_AREA, i);
    to->areas[i].class_index = kbx_class_of (area);
    if (!copy (kbx_name (area), &to->areas[i].name, error))
      return false;
  }
  for (uint32_t i = 0; i < to->n_entities; i++)
    if (!read_entity (bank, index, i, &to->entities[i], error))
      return false;
  return kb_bank_read_worlds (bank, index, to, error);
}

static bool
read_bank (KbBankContent *to, const kbx_bank *bank, KbBankError *error)
{
  if (!list ((void **) &to->classes, &to->n_classes, kbx_bank_count (bank, KBX_CLASS), sizeof *to->classes, error)
      || !list ((void **) &to->pages, &to->n_pages, kbx_bank_count (bank, KBX_PAGE), sizeof *to->pages, error)
      || !list ((void **) &to->sprites, &to->n_sprites, kbx_bank_count (bank, KBX_SPRITE),
                sizeof *to->sprites, error)
      || !list ((void **) &to->masks, &to->n_masks, kbx_bank_count (bank, KBX_MASK), sizeof *to->masks, error)
      || !list ((void **) &to->tracks, &to->n_tracks, kbx_bank_count (bank, KBX_TRACK), sizeof *to->tracks, error)
      || !list ((void **) &to->levels, &to->n_levels, kbx_bank_count (bank, KBX_LEVEL), sizeof *to->levels, error))
    return false;
  for (uint32_t i = 0; i < to->n_classes; i++) {
    to->classes[i].colour = kbx_colour (kbx_bank_item (bank, KBX_CLASS, i));
    if (!copy (kbx_name (kbx_bank_item (bank, KBX_CLASS, i)), &to->classes[i].name, error))
      return false;
  }
  for (uint32_t i = 0; i < to->n_pages; i++)
    if (!read_page (kbx_bank_item (bank, KBX_PAGE, i), &to->pages[i], error))
      return false;
  for (uint32_t i = 0; i < to->n_sprites; i++)
    if (!read_sprite (kbx_bank_item (bank, KBX_SPRITE, i), &to->sprites[i], KB_PLACE_ITEM (NULL, "sprites", i), error))
      return false;
  for (uint32_t i = 0; i < to->n_masks; i++)
    if (!read_mask (bank, i, &to->masks[i], error))
      return false;
  for (uint32_t i = 0; i < to->n_tracks; i++)
    if (!read_track (bank, i, &to->tracks[i], error))
      return false;
  for (uint32_t i = 0; i < to->n_levels; i++)
    if (!read_level (bank, i, &to->levels[i], error))
      return false;
  return true;
}

bool
kb_bank_read (KbBankContent *content, const void *bytes, size_t size, KbBankError *error)
{
  kbx_bank bank;
  kbx_error reason;
  memset (content, 0, sizeof *content);
  if (kbx_bank_open (&bank, bytes, size, &reason) != KBX_OK) {
    char place[48];
    snprintf (place, sizeof place, "byte %llu", (unsigned long long) reason.offset);
    return kb_bank_fail (error, KB_PLACE_KEY (NULL, place), "%s%s%s: %s", kbx_status_text (reason.status),
                         *reason.section ? " in section " : "", reason.section, reason.message);
  }
  /* The runtime accepts some banks of other writers that a content does not, such as a page of no pixels. */
  if (read_bank (content, &bank, error) && kb_bank_check (content, error))
    return true;
  kb_bank_content_clear (content);
  return false;
}
