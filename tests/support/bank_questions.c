/* SPDX-License-Identifier: MIT */
/* Asks an open bank everything there is to ask. */
#include "support/bank_questions.h"
#include "support/places.h"
#include "layer_kit.h"
#include "pixel_kit.h"

#include <string.h>

#define PAIRS 16
#define CORNERS 300

/* Sums bytes up, so that reading an answer reads all of it. */
static uint64_t
mix (uint64_t sum, const void *data, size_t size)
{
  const unsigned char *p = data;
  for (size_t i = 0; i < size; i++)
    sum = (sum ^ p[i]) * UINT64_C (1099511628211);
  return sum;
}

static uint64_t mix_u (uint64_t sum, uint64_t v) { return mix (sum, &v, sizeof v); }
static uint64_t mix_box (uint64_t sum, kbx_box b) { return mix (sum, &b, sizeof b); }
static uint64_t mix_vec (uint64_t sum, kbx_vec v) { return mix (sum, &v, sizeof v); }
static uint64_t mix_text (uint64_t sum, const char *text) { return text ? mix (sum, text, strlen (text)) : sum + 1; }

static uint64_t
mix_hit (uint64_t sum, kbx_thing hit)
{
  return mix_u (mix_u (mix_u (mix_u (sum, hit.status), hit.hit), hit.index), hit.class_index);
}

static uint64_t
mix_point (uint64_t sum, kbx_action_point point)
{
  sum = mix_u (mix_u (sum, point.found), point.has_direction);
  return mix_vec (mix (sum, &point.pixel, sizeof point.pixel), point.direction);
}

static uint64_t
ask_shape (uint64_t sum, kbx_handle frame, kbx_place pose, uint32_t i)
{
  kbx_vec corners[CORNERS];
  kbx_placed_shape shape = kbx_frame_shape (frame, pose, i);
  uint32_t n = kbx_frame_outline (frame, pose, i, KBX_NONE, corners, CORNERS);

  sum = mix_text (mix_u (mix_u (mix_u (sum, shape.found), shape.kind), shape.class_index), kbx_name (kbx_item (frame, KBX_SHAPE, i)));
  for (uint32_t k = 0; k <= shape.value_count && k < 20; k++)
    {
      const char *key = k < shape.value_count ? kbx_name (kbx_item (kbx_item (frame, KBX_SHAPE, i), KBX_VALUE, k)) : NULL;
      sum = mix_text (mix_text (sum, key), kbx_value (kbx_item (frame, KBX_SHAPE, i), key));
    }
  sum = mix_u (mix_box (sum, shape.bounds), shape.shape.kind);
  if (shape.shape.kind == KBX_SHAPE_CIRCLE)
    sum = mix (sum, &shape.shape.as.circle, sizeof shape.shape.as.circle);
  if (shape.shape.kind == KBX_SHAPE_OBB)
    sum = mix (sum, &shape.shape.as.obb, sizeof shape.shape.as.obb);
  sum = mix (mix_u (sum, n), corners, (n < CORNERS ? n : CORNERS) * sizeof *corners);
  for (uint32_t part = 0; part <= shape.part_count && part < 20; part++)
    {
      n = kbx_frame_outline (frame, pose, i, part, corners, CORNERS);
      sum = mix (mix_u (sum, n), corners, (n < CORNERS ? n : CORNERS) * sizeof *corners);
    }
  return sum;
}

/* Asks for hits around the corner of the frame's box, where most of the edges are. */
static uint64_t
ask_hits (uint64_t sum, kbx_handle frame, kbx_place pose)
{
  kbx_thing hits[PAIRS];
  kbx_box all = kbx_frame_box (frame, pose, KBX_ALL_CLASSES);
  int64_t w = (int64_t) all.x1 - all.x0, h = (int64_t) all.y1 - all.y0;

  for (int i = -1; i <= 5; i++)
    {
      kbx_point p;
      kbx_box box;
      kbx_vec centre;
      uint32_t n;
      p.x = (int32_t) (all.x0 + w * i / 4);
      p.y = (int32_t) (all.y0 + h * i / 4);
      box.x0 = p.x;
      box.y0 = p.y > INT32_MIN ? p.y - 1 : p.y;
      box.x1 = p.x < INT32_MAX - 7 ? p.x + 7 : INT32_MAX;
      box.y1 = p.y < INT32_MAX - 7 ? p.y + 7 : INT32_MAX;
      centre.x = (float) p.x + 0.25f;
      centre.y = (float) p.y;
      sum = mix_hit (sum, kbx_frame_at (frame, pose, p, KBX_ALL_CLASSES));
      sum = mix_hit (sum, kbx_frame_hit (frame, pose, kbx_shape_box (box), ~UINT64_C (1)));
      sum = mix_hit (sum, kbx_frame_hit (frame, pose, kbx_shape_circle (centre, 3.5f), KBX_ALL_CLASSES));
      sum = mix_hit (sum, kbx_frame_hit (frame, pose, kbx_shape_circle (centre, 4194304.0f), 3));
      n = kbx_frame_touching (frame, pose, kbx_shape_point (middle_of (p)), KBX_ALL_CLASSES, hits, PAIRS);
      n += kbx_frame_touching (frame, pose, kbx_shape_box (box), KBX_ALL_CLASSES, hits, PAIRS);
      n += kbx_frame_touching (frame, pose, kbx_shape_circle (centre, 2.0f), KBX_ALL_CLASSES, hits, PAIRS);
      sum = mix_u (sum, n);
    }
  return sum;
}

static uint64_t
ask_pixels (uint64_t sum, kbx_handle frame, kbx_place pose)
{
  kbx_place own = own_place (frame);
  kbx_pixel first = kbx_pixels_first (frame, pose, frame, own);
  KitPixels contact = kit_pixels_collide (frame, pose, frame, own);
  kbx_handle bitmap = kbx_frame_bitmap (frame);
  kbx_point p;
  p.x = place_column (pose);
  p.y = place_row (pose);
  sum = mix_u (mix_u (mix_u (sum, first.found), (uint64_t) first.p.x), (uint64_t) first.p.y);
  sum = mix_vec (mix_u (mix_u (sum, contact.hit), contact.area), contact.normal);
  sum = mix_box (mix_u (sum, kbx_info (bitmap).pixels), kbx_info (bitmap).bounds);
  sum = mix_u (mix_u (sum, kbx_pixels_overlap (frame, own, frame, pose)), kbx_pixel_at (frame, pose, p));
  return mix_u (sum, kbx_pixels_area (frame, pose, frame, own));
}

static uint64_t
mix_set (uint64_t sum, kbx_zone_set zones)
{
  for (int i = 0; i < 4; i++)
    sum = mix_u (sum, zones.bits[i]);
  return sum;
}

static uint64_t
mix_zone_pixel (uint64_t sum, kbx_pixel pixel)
{
  return mix_u (mix_u (mix_u (mix_u (sum, pixel.found), (uint64_t) pixel.p.x), (uint64_t) pixel.p.y), pixel.zone);
}

static uint64_t
ask_painted (uint64_t sum, kbx_handle frame, kbx_place pose)
{
  static const kbx_zone_set all = { { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX } };
  const kbx_about about = kbx_info (frame);
  kbx_box area = kbx_frame_area (frame, pose);
  kbx_place own = own_place (frame);
  kbx_circle circle;
  kbx_segment way;
  circle.centre.x = way.a.x = (float) pose.x;
  circle.centre.y = way.a.y = (float) pose.y - 20;
  circle.radius = 17;
  way.b.x = (float) pose.x + 33;
  way.b.y = (float) pose.y + 9;
  sum = mix_set (mix_u (mix_u (mix_u (sum, kbx_info (about.mask).size.w), (uint64_t) about.mask_at.x), (uint64_t) about.mask_at.y), about.zones);
  sum = mix_set (mix_set (sum, kbx_zones_touching (frame, pose, kbx_shape_box (area))), kbx_zones_touching (frame, pose, kbx_shape_circle (circle.centre, circle.radius)));
  sum = mix_set (mix_set (sum, kbx_zones_touching (frame, pose, kbx_shape_segment (way.a, way.b))), kbx_zones_under (frame, pose, frame, own));
  sum = mix_zone_pixel (sum, kbx_zones_first (frame, pose, kbx_shape_box (area), all));
  sum = mix_zone_pixel (sum, kbx_zones_first (frame, pose, kbx_shape_circle (circle.centre, circle.radius), all));
  sum = mix_zone_pixel (sum, kbx_zones_first (frame, pose, kbx_shape_segment (way.a, way.b), all));
  sum = mix_zone_pixel (sum, kbx_zones_first_under (frame, own, frame, pose, all));
  for (int32_t i = -10; i < 60; i++)
    {
      kbx_point p;
      p.x = (int32_t) ((uint32_t) place_column (pose) + (uint32_t) i);
      p.y = (int32_t) ((uint32_t) place_row (pose) + (uint32_t) i);
      sum = mix_u (sum, kbx_zone_at (frame, pose, p));
    }
  return sum;
}

static uint64_t
ask_frame (uint64_t sum, kbx_handle frame, kbx_place pose)
{
  kbx_picture placement = kbx_frame_picture (frame, pose);
  kbx_about details = kbx_info (frame);
  kbx_place own = own_place (frame);

  sum = mix_text (sum, kbx_name (frame));
  sum = mix_u (mix_u (sum, details.index), kbx_parent (frame).index);
  sum = mix (mix (sum, &details.size, sizeof details.size), &details.hot_spot, sizeof details.hot_spot);
  sum = mix_u (sum, details.has_hot_spot);
  sum = mix_box (mix_box (sum, kbx_frame_area (frame, pose)), details.bounds);
  sum = mix_box (mix_box (mix_u (mix_u (sum, placement.found), placement.page), placement.source), placement.target);
  sum = mix_u (sum, details.classes);
  sum = mix_box (mix_box (sum, kbx_frame_box (frame, pose, KBX_ALL_CLASSES)), kbx_frame_box (frame, pose, 1));
  for (uint32_t i = 0; i <= kbx_count (frame, KBX_ACTION) && i < 50; i++)
    {
      const char *name = kbx_name (kbx_item (frame, KBX_ACTION, i));
      sum = mix_point (mix_text (sum, name), kbx_frame_action_at (frame, pose, i));
      sum = mix_point (sum, kbx_frame_action (frame, pose, name));
      kbx_hit hit = kbx_strike (frame, pose, name, frame, own, KBX_ALL_CLASSES);
      sum = mix_vec (mix_u (mix_u (mix_u (sum, hit.status), hit.index), hit.class_index), hit.point);
    }
  for (uint32_t i = 0; i <= kbx_count (frame, KBX_SHAPE) && i < 50; i++)
    sum = ask_shape (sum, frame, pose, i);
  return ask_painted (ask_pixels (ask_hits (sum, frame, pose), frame, pose), frame, pose);
}

static uint64_t
ask_animation (uint64_t sum, kbx_handle animation)
{
  static const int64_t times[] = { INT64_MIN, -1, 0, 1, 49, 50, 99, 100, 149, 150, 219, 220, 270, 320, INT64_MAX };

  sum = mix_text (sum, kbx_name (animation));
  sum = mix_u (mix_u (sum, kbx_info (animation).loop), kbx_info (animation).duration_ms);
  sum = mix_u (sum, kbx_parent (animation).index);
  for (uint32_t i = 0; i <= kbx_info (animation).steps && i < 50; i++)
    {
      kbx_step step = kbx_animation_step (animation, i);
      sum = mix_u (mix_u (mix_u (sum, step.start_ms), step.duration_ms), step.frame.index);
    }
  for (size_t i = 0; i < sizeof times / sizeof *times; i++)
    {
      kbx_step moment = kbx_animation_at (animation, times[i]);
      sum = mix_u (mix_u (mix_u (sum, moment.index), moment.finished), moment.frame.index);
    }
  return sum;
}

static uint64_t
ask_sprite (uint64_t sum, kbx_handle sprite)
{
  static const kbx_place poses[] = {
    PLACE (0, 0, false, false), PLACE (3, -2, true, false), PLACE (-7, 11, false, true), PLACE (INT32_MAX, INT32_MIN, true, true)
  };
  const char *name = kbx_name (sprite);
  kbx_pair pairs[PAIRS];

  sum = mix_text (sum, name);
  sum = mix_u (sum, kbx_bank_find (sprite.bank, KBX_SPRITE, name).index);
  for (uint32_t i = 0; i <= kbx_count (sprite, KBX_ZONE) && i < 260; i++)
    {
      kbx_handle zone = kbx_item (sprite, KBX_ZONE, i), same = kbx_find (sprite, KBX_ZONE, kbx_name (zone));
      sum = mix_u (mix_u (mix_text (sum, kbx_name (zone)), kbx_info (zone).colour), (uint64_t) kbx_info (zone).zone << 8 | kbx_info (same).zone);
      sum = mix_text (sum, kbx_name (kbx_zone_of (sprite, kbx_info (zone).zone)));
    }
  for (uint32_t i = 0; i <= kbx_count (sprite, KBX_ANIMATION) && i < 50; i++)
    {
      kbx_handle animation = kbx_item (sprite, KBX_ANIMATION, i);
      sum = ask_animation (sum, animation);
      sum = mix_u (sum, kbx_find (sprite, KBX_ANIMATION, kbx_name (animation)).index);
    }
  for (uint32_t i = 0; i <= kbx_count (sprite, KBX_FRAME) && i < 50; i++)
    {
      kbx_handle frame = kbx_item (sprite, KBX_FRAME, i), other = frame;
      other.index = 0;
      sum = mix_u (sum, kbx_find (sprite, KBX_FRAME, kbx_name (frame)).index);
      for (size_t k = 0; k < sizeof poses / sizeof *poses; k++)
        {
          uint32_t n = kbx_frames_overlap (frame, poses[k], KBX_ALL_CLASSES, other, poses[(k + 1) % 4], KBX_ALL_CLASSES,
                                           pairs, PAIRS);
          sum = ask_frame (sum, frame, poses[k]);
          sum = mix (mix_u (sum, n), pairs, (n < PAIRS ? n : PAIRS) * sizeof *pairs);
          n = kbx_frames_overlap (frame, poses[k], 3, frame, poses[k], 2, pairs, PAIRS);
          sum = mix (mix_u (sum, n), pairs, (n < PAIRS ? n : PAIRS) * sizeof *pairs);
          sum = mix_u (sum, kbx_frames_touch (other, poses[k], 1, frame, poses[0], 3));
        }
    }
  return sum;
}

static uint64_t
ask_mask (uint64_t sum, const kbx_bank *bank, uint32_t index)
{
  const char *name = kbx_name (kbx_bank_item (bank, KBX_MASK, index));
  kbx_handle mask = kbx_bank_item (bank, KBX_MASK, index);
  kbx_size size = kbx_info (mask).size;
  kbx_box box = { -3, -3, 70000, 70000 };
  kbx_zone_set zones = kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_box (box));
  sum = mix_u (mix_u (mix_text (sum, name), kbx_bank_find (bank, KBX_MASK, name).index), (uint64_t) size.w << 16 | size.h);
  sum = mix_set (mix_set (sum, zones), kbx_info (mask).zones);
  for (uint32_t i = 0; i <= kbx_count (kbx_bank_item (bank, KBX_MASK, index), KBX_ZONE) && i < 260; i++)
    {
      kbx_handle zone = kbx_item (kbx_bank_item (bank, KBX_MASK, index), KBX_ZONE, i), same = kbx_find (kbx_bank_item (bank, KBX_MASK, index), KBX_ZONE, kbx_name (zone));
      sum = mix_u (mix_u (mix_text (sum, kbx_name (zone)), kbx_info (zone).colour), (uint64_t) kbx_info (zone).zone << 8 | kbx_info (same).zone);
      sum = mix_text (sum, kbx_name (kbx_zone_of (kbx_bank_item (bank, KBX_MASK, index), kbx_info (zone).zone)));
    }
  for (int i = 0; i < 50; i++)
    {
      kbx_point p;
      p.x = i * 7;
      p.y = i * 3;
      sum = mix_u (sum, kbx_zone_at (mask, kbx_at (0, 0), p));
    }
  return sum;
}

static uint64_t
ask_band (uint64_t sum, kbx_handle track, kbx_handle band)
{
  sum = mix_u (mix_u (mix_text (sum, kbx_name (band)), kbx_info (band).colour), kbx_info (band).painted);
  const kbx_about about = kbx_info (band);
  sum = mix (sum, &about.radius, sizeof about.radius);
  for (int i = -5; i < 50; i++)
    {
      kbx_vec p;
      kbx_point pixel;
      p.x = (float) i * 3 + 0.25f;
      p.y = (float) i * 2 + 0.5f;
      pixel.x = i * 3;
      pixel.y = i * 2;
      sum = mix_u (mix_u (sum, kbx_track_touching (band, (kbx_circle) { p, 0 })), kbx_zone_at (kbx_info (band).mask, kbx_at (0, 0), pixel));
    }
  return sum;
}

static uint64_t
ask_track (uint64_t sum, const kbx_bank *bank, uint32_t index)
{
  const char *name = kbx_name (kbx_bank_item (bank, KBX_TRACK, index));
  kbx_handle track = kbx_bank_item (bank, KBX_TRACK, index);
  kbx_segment gates[CORNERS];
  uint32_t n = kbx_track_gates (kbx_bank_item (bank, KBX_TRACK, index), gates, CORNERS);
  sum = mix_u (mix_u (mix_text (sum, name), kbx_bank_find (bank, KBX_TRACK, name).index), kbx_info (track).size.w);
  for (uint32_t i = 0; i < n && i < CORNERS; i++)
    sum = mix_text (mix_vec (mix_vec (sum, gates[i].a), gates[i].b), kbx_name (kbx_item (kbx_bank_item (bank, KBX_TRACK, index), KBX_GATE, i)));
  for (uint32_t i = 0; i <= kbx_count (kbx_bank_item (bank, KBX_TRACK, index), KBX_ZONE) && i < 260; i++)
    {
      kbx_handle zone = kbx_item (kbx_bank_item (bank, KBX_TRACK, index), KBX_ZONE, i), same = kbx_find (kbx_bank_item (bank, KBX_TRACK, index), KBX_ZONE, kbx_name (zone));
      sum = mix_u (mix_u (mix_text (sum, kbx_name (zone)), kbx_info (zone).colour), (uint64_t) kbx_info (zone).road << 16 | (uint64_t) kbx_info (zone).zone << 8 | kbx_info (same).zone);
      sum = mix_text (sum, kbx_name (kbx_zone_of (kbx_bank_item (bank, KBX_TRACK, index), kbx_info (zone).zone)));
    }
  for (uint32_t i = 0; i <= kbx_count (kbx_bank_item (bank, KBX_TRACK, index), KBX_BAND) && i < 50; i++)
    {
      kbx_handle band = kbx_item (kbx_bank_item (bank, KBX_TRACK, index), KBX_BAND, i);
      sum = ask_band (mix_u (sum, kbx_info (kbx_find (kbx_bank_item (bank, KBX_TRACK, index), KBX_BAND, kbx_name (band))).colour), track, band);
    }
  for (int i = -9; i < 50; i++)
    {
      kbx_point p;
      float clearance;
      p.x = i * 5;
      p.y = i * 4;
      clearance = kbx_track_clearance (track, (kbx_vec) { (float) p.x + 0.5f, (float) p.y + 0.5f });
      sum = mix_u (mix (sum, &clearance, sizeof clearance), kbx_zone_at (kbx_info (kbx_bank_item (bank, KBX_TRACK, index)).mask, kbx_at (0, 0), p));
    }
  return sum;
}

static uint64_t
ask_place (uint64_t sum, kbx_handle level, int i)
{
  kbx_circle mover;
  kbx_vec to;
  KitPlace place;
  KitTrace trace;
  KitMoved move;
  uint32_t walls[8], n;
  mover.centre.x = (float) (i * 37 % 601 - 300);
  mover.centre.y = (float) (i * 53 % 599 - 300) + 0.5f;
  mover.radius = (float) (i % 3) * 4;
  to.x = (float) (i * 91 % 607 - 300);
  to.y = (float) (i * 17 % 593 - 300);
  place = kit_level_at (level, mover.centre);
  trace = kit_level_trace_circle (level, mover, to, kit_all_walls ());
  move = kit_level_slide (level, mover, to, kit_all_walls (), walls, 8);
  sum = mix_u (mix_u (sum, place.area), place.leaf);
  sum = mix_vec (mix_u (mix_u (sum, trace.wall), trace.sweep.hit), trace.stop);
  sum = mix (mix_u (mix_vec (sum, move.centre), move.touched), walls, (move.touched < 8 ? move.touched : 8) * sizeof *walls);
  sum = mix_u (sum, kit_level_sees (level, mover.centre, to, kit_all_walls ()));
  n = kit_level_near (level, mover, kit_all_walls (), walls, 8);
  return mix (mix_u (sum, n), walls, (n < 8 ? n : 8) * sizeof *walls);
}

static uint64_t
ask_layer (uint64_t sum, const kbx_bank *bank, kbx_handle tiles)
{
  const KitTilesWalk walk = { 3, 3, false, KBX_ALL_CLASSES };
  kbx_box box = kbx_info (tiles).bounds;
  for (int32_t i = 0; i < 30; i++)
    {
      kbx_point p = { box.x0 + i * 37 % 401, box.y0 + i * 53 % 397 }, move = { 40 - i * 7 % 81, i * 11 % 61 };
      kbx_box mover = { p.x, p.y, p.x + 5, p.y + 9 };
      kbx_tile tile = kbx_tiles_tile (tiles, kbx_cell_of (tiles, p));
      KitTilesTrace trace = kit_tiles_trace_box (tiles, mover, move, KBX_ALL_CLASSES);
      KitTilesMove moved = kit_tiles_move_box (tiles, mover, move, walk);
      sum = mix_text (mix_u (mix_u (sum, (uint64_t) tile.kind << 32 | tile.class_index), tile.height), kbx_name (kbx_tile_frame (tiles, tile)));
      sum = mix_text (sum, kbx_name (kbx_tile_animation (tiles, tile)));
      sum = mix_u (mix_u (mix_u (sum, trace.part), trace.parts), (uint64_t) (uint32_t) trace.moved.x << 32 | (uint32_t) trace.moved.y);
      sum = mix_u (sum, (uint64_t) (uint32_t) moved.moved.x << 32 | (uint32_t) moved.moved.y);
    }
  return sum;
}

/* All that a level has beside its walls. */
static uint64_t
ask_worlds (uint64_t sum, const kbx_bank *bank, uint32_t index)
{
  const kbx_vec from = { -20.5f, 3.25f }, to = { 90, 71 }, fall = { 0, 400 };
  const kbx_vec3 sky = { -20, 3, 500 }, down = { 100, 60, -900 };
  for (uint32_t i = 0; i <= kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES) && i < 20; i++)
    {
      const char *name = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES, i));
      sum = mix_u (mix_u (mix_text (sum, name), kbx_find (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES, name).index), kbx_info (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES, i)).opacity);
      sum = ask_layer (sum, bank, kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES, i));
    }
  for (uint32_t i = 0; i <= kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_MAZE) && i < 20; i++)
    {
      const char *name = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_MAZE, i));
      kbx_handle maze = kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_MAZE, i);
      sum = mix_u (mix_u (mix_text (sum, name), kbx_find (kbx_bank_item (bank, KBX_LEVEL, index), KBX_MAZE, name).index), kbx_info (maze).class_index);
      sum = mix_vec (mix_u (sum, kbx_maze_cells_crossed (maze, from, to, NULL, 0)), kit_maze_trace_point (maze, from, to).stop);
    }
  for (uint32_t i = 0; i <= kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_GROUND) && i < 20; i++)
    {
      const char *name = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_GROUND, i));
      kbx_handle ground = kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_GROUND, i);
      kbx_hit landing = kit_ground_land (ground, from, fall);
      float y = kbx_ground_at (ground, from.x).y, slope = kbx_ground_at (ground, to.x).slope;
      sum = mix (mix (mix_u (mix_text (sum, name), kbx_find (kbx_bank_item (bank, KBX_LEVEL, index), KBX_GROUND, name).index), &y, sizeof y), &slope, sizeof slope);
      sum = mix_vec (mix_u (sum, landing.hit), landing.point);
    }
  for (uint32_t i = 0; i <= kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_HEIGHTMAP) && i < 20; i++)
    {
      const char *name = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_HEIGHTMAP, i));
      kbx_handle map = kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_HEIGHTMAP, i);
      float z[2] = { kbx_heightmap_z (map, from, KBX_HEIGHT_BICUBIC), kbx_heightmap_z (map, to, KBX_HEIGHT_BILINEAR) };
      sum = mix (mix_u (mix_text (sum, name), kbx_find (kbx_bank_item (bank, KBX_LEVEL, index), KBX_HEIGHTMAP, name).index), z, sizeof z);
      sum = mix_u (sum, kbx_heightmap_ray (map, sky, down).hit);
    }
  return sum;
}

static uint64_t
ask_level (uint64_t sum, const kbx_bank *bank, uint32_t index)
{
  const char *name = kbx_name (kbx_bank_item (bank, KBX_LEVEL, index));
  kbx_handle level = kbx_bank_item (bank, KBX_LEVEL, index);
  sum = mix_u (mix_u (mix_text (sum, name), kbx_bank_find (bank, KBX_LEVEL, name).index), kbx_info (level).walls);
  for (uint32_t i = 0; i <= kbx_info (level).walls && i < 200; i++)
    {
      kbx_wall wall = kbx_walls_wall (level, i);
      sum = mix_u (mix_vec (mix_vec (sum, wall.segment.a), wall.segment.b), (uint64_t) wall.class_index << 1 | wall.one_way);
    }
  for (uint32_t i = 0; i <= kbx_info (level).areas && i < 50; i++)
    {
      kbx_handle area = kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_AREA, i);
      sum = mix_u (mix_u (mix_text (sum, kbx_name (area)), kbx_info (area).class_index), kbx_find (kbx_bank_item (bank, KBX_LEVEL, index), KBX_AREA, kbx_name (area)).index);
    }
  for (uint32_t i = 0; i <= kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_ENTITY) && i < 50; i++)
    {
      const kbx_handle handle = kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_ENTITY, i);
      const kbx_about entity = kbx_info (handle);
      sum = mix_vec (mix_vec (mix_u (mix_text (sum, kbx_name (handle)), entity.class_index), entity.position), entity.direction);
      sum = mix_u (sum, kbx_find (kbx_bank_item (bank, KBX_LEVEL, index), KBX_ENTITY, kbx_name (handle)).index);
      sum = mix_u (mix_text (sum, kbx_name (entity.frame)), (uint64_t) entity.flip_x << 1 | entity.flip_y);
      for (uint32_t k = 0; k < kbx_count (handle, KBX_VALUE) && k < 20; k++)
        {
          const char *key = kbx_name (kbx_item (handle, KBX_VALUE, k));
          sum = mix_text (mix_text (sum, key), kbx_value (handle, key));
        }
    }
  for (int i = 0; i < 20; i++)
    sum = ask_place (sum, level, i);
  return ask_worlds (sum, bank, index);
}

uint64_t
kb_ask_everything (const kbx_bank *bank)
{
  uint64_t sum = UINT64_C (14695981039346656037);

  for (uint32_t i = 0; i <= kbx_bank_count (bank, KBX_CLASS); i++)
    {
      const char *name = kbx_name (kbx_bank_item (bank, KBX_CLASS, i));
      sum = mix_u (mix_text (sum, name), kbx_info (kbx_bank_item (bank, KBX_CLASS, i)).colour);
      sum = mix_u (mix_u (sum, kbx_bank_find (bank, KBX_CLASS, name).index), kbx_bank_classes (bank, &name, 1));
    }
  for (uint32_t i = 0; i <= kbx_bank_count (bank, KBX_PAGE) && i < 50; i++)
    {
      kbx_about page = kbx_info (kbx_bank_item (bank, KBX_PAGE, i));
      sum = mix_text (mix_u (sum, page.encoding), kbx_name (kbx_bank_item (bank, KBX_PAGE, i)));
      if (page.data)
        sum = mix (sum, page.data, page.data_size < 4096 ? page.data_size : 4096);
    }
  sum = mix_u (sum, kbx_bank_count (bank, KBX_ANIMATION));
  for (uint32_t i = 0; i <= kbx_bank_count (bank, KBX_SPRITE) && i < 50; i++)
    sum = ask_sprite (sum, kbx_bank_item (bank, KBX_SPRITE, i));
  for (uint32_t i = 0; i <= kbx_bank_count (bank, KBX_MASK) && i < 50; i++)
    sum = ask_mask (sum, bank, i);
  for (uint32_t i = 0; i <= kbx_bank_count (bank, KBX_TRACK) && i < 50; i++)
    sum = ask_track (sum, bank, i);
  for (uint32_t i = 0; i <= kbx_bank_count (bank, KBX_LEVEL) && i < 50; i++)
    sum = ask_level (sum, bank, i);
  return sum;
}
