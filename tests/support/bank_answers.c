/* SPDX-License-Identifier: MIT */
/* Prints what banks answer to many questions, so that two machines can be compared line by line.
 *   bank_answers FILE...          the answers of each bank
 *   bank_answers --random N       writes N random contents as banks: checksum of the bytes, and the answers
 *   bank_answers --write SEED F   writes one random content as the bank F and prints its JSON (where built with it) */
#include "bank/internal.h"
#include "runtime/bank/crc32c.h"
#include "runtime/kickbox.h"
#include "tests/support/layer_kit.h"
#include "tests/support/pixel_kit.h"
#include "tests/support/places.h"
#include "tests/support/random_bank.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t
bits (float value)
{
  uint32_t u;
  memcpy (&u, &value, sizeof u);
  return u;
}

static kbx_handle
any_frame (const kbx_bank *bank, uint64_t *state)
{
  kbx_handle sprite = kbx_bank_item (bank, KBX_SPRITE, random_below (state, kbx_bank_count (bank, KBX_SPRITE)));
  uint32_t n = kbx_count (sprite, KBX_FRAME);
  return kbx_item (sprite, KBX_FRAME, n ? random_below (state, n) : 0);
}

static kbx_place
any_pose (uint64_t *state)
{
  int32_t x = (int32_t) random_below (state, 100) - 50, y = (int32_t) random_below (state, 100) - 50;
  bool flip_x = random_below (state, 2), flip_y = random_below (state, 2);
  return kbx_at_flipped (x, y, flip_x, flip_y);
}

static void
print_hit (const char *what, kbx_thing hit)
{
  printf (" %s %d %d %u %u", what, hit.status, hit.hit, hit.index, hit.class_index);
}

static void
ask_frame (const kbx_bank *bank, uint64_t *state)
{
  kbx_handle a = any_frame (bank, state), b = any_frame (bank, state);
  kbx_place pose_a = any_pose (state), pose_b = any_pose (state);
  kbx_point p = { (int32_t) random_below (state, 120) - 60, (int32_t) random_below (state, 120) - 60 };
  kbx_box box = { p.x, p.y, p.x + (int32_t) random_below (state, 20), p.y + (int32_t) random_below (state, 20) };
  kbx_vec centre = { p.x + random_below (state, 512) / 256.0f, p.y + random_below (state, 512) / 256.0f };
  kbx_class_set classes = random_below (state, 2) ? KBX_ALL_CLASSES : random_below (state, 256);
  kbx_pair pairs[64];

  print_hit ("point", kbx_frame_at (a, pose_a, p, classes));
  print_hit ("box", kbx_frame_hit (a, pose_a, kbx_shape_box (box), classes));
  print_hit ("circle", kbx_frame_hit (a, pose_a, kbx_shape_circle (centre, random_below (state, 2560) / 256.0f), classes));
  uint32_t n = kbx_frames_overlap (a, pose_a, classes, b, pose_b, KBX_ALL_CLASSES, pairs, 64);
  printf (" overlap %u", n);
  for (uint32_t i = 0; i < n && i < 64; i++)
    printf (" %u-%u", pairs[i].a, pairs[i].b);
  kbx_action_point point = kbx_frame_action_at (a, pose_a, 0);
  printf (" action %d %" PRId32 " %" PRId32 " %08" PRIx32 " %08" PRIx32, point.found, point.pixel.x, point.pixel.y,
          bits (point.direction.x), bits (point.direction.y));
  kbx_picture place = kbx_frame_picture (a, pose_a);
  printf (" place %d %u %" PRId32 " %" PRId32 " %" PRId32 " %" PRId32, place.found, place.page,
          place.source.x0, place.source.y1, place.target.x0, place.target.y1);
  kbx_box all = kbx_frame_box (a, pose_a, classes);
  printf (" classbox %" PRId32 " %" PRId32 " %" PRId32 " %" PRId32, all.x0, all.y0, all.x1, all.y1);
  kbx_vec corners[64];
  uint32_t n_shapes = kbx_count (a, KBX_SHAPE), shape = n_shapes ? random_below (state, n_shapes) : 0;
  const kbx_shape drawn = kbx_frame_shape (a, pose_a, shape).shape;
  const kbx_obb none = { { 0, 0 }, { 0, 0 }, 0, 0 }, oriented = drawn.kind == KBX_SHAPE_OBB ? drawn.as.obb : none;
  n = kbx_frame_outline (a, pose_a, shape, KBX_NONE, corners, 64);
  printf (" shape %u %08" PRIx32 " %08" PRIx32, n, bits (oriented.axis.x), bits (oriented.w));
  for (uint32_t i = 0; i < n && i < 64; i++)
    printf (" %08" PRIx32 ",%08" PRIx32, bits (corners[i].x), bits (corners[i].y));
  printf ("\n");
}

/* Rotated and scaled frames, and pixels. */
static void
ask_turned (const kbx_bank *bank, uint64_t *state)
{
  kbx_handle a = any_frame (bank, state), b = any_frame (bank, state);
  kbx_place pose_a = any_pose (state), pose_b = any_pose (state);
  kbx_place turn_a = pose_a, turn_b = pose_b;
  kbx_circle circle = { { (float) random_below (state, 9000) / 64 - 70, (float) random_below (state, 9000) / 64 - 70 },
                        (float) random_below (state, 900) / 64 };
  kbx_rect rect = { circle.centre, { circle.centre.x + circle.radius, circle.centre.y + 2 } };
  kbx_point p = { (int32_t) random_below (state, 80) - 40, (int32_t) random_below (state, 80) - 40 };
  kbx_pair pairs[64];
  kbx_vec corners[64];
  turn_a.axis = kbx_direction (random_below (state, 360));
  turn_a.scale = (float) (1 + random_below (state, 12)) / 4;
  turn_a.x += (float) random_below (state, 256) / 256;
  print_hit ("turned point", kbx_frame_hit (a, turn_a, kbx_shape_point (circle.centre), KBX_ALL_CLASSES));
  print_hit ("rect", kbx_frame_hit (a, turn_a, shape_of_rect (rect), KBX_ALL_CLASSES));
  print_hit ("circle", kbx_frame_hit (a, turn_a, shape_of_circle (circle), KBX_ALL_CLASSES));
  uint32_t n = kbx_frames_overlap (a, turn_a, KBX_ALL_CLASSES, b, turn_b, KBX_ALL_CLASSES, pairs, 64);
  printf (" overlap %u", n);
  for (uint32_t i = 0; i < n && i < 64; i++)
    printf (" %u-%u", pairs[i].a, pairs[i].b);
  uint32_t n_shapes = kbx_count (a, KBX_SHAPE), shape = n_shapes ? random_below (state, n_shapes) : 0;
  n = kbx_frame_outline (a, turn_a, shape, KBX_NONE, corners, 64);
  printf (" shape %u", n);
  for (uint32_t i = 0; i < n && i < 64; i++)
    printf (" %08" PRIx32 ",%08" PRIx32, bits (corners[i].x), bits (corners[i].y));
  kbx_pixel first = kbx_pixels_first (a, turn_a, b, pose_b);
  printf (" pixels %d %u %d %" PRId32 " %" PRId32 " zone %u\n", kbx_pixel_at (a, turn_a, p),
          kbx_pixels_area (a, turn_a, b, pose_b), first.found, first.p.x, first.p.y, kbx_zone_at (a, turn_a, p));
  first = kbx_pixels_first (a, pose_a, b, pose_b);
  KitPixels contact = kit_pixels_collide (a, pose_a, b, pose_b);
  printf ("pixels %d %d %" PRId32 " %" PRId32 " %u %08" PRIx32 "\n", kbx_pixel_at (a, pose_a, p), first.found, first.p.x, first.p.y,
          contact.area, bits (contact.normal.x));
}

static void
ask_mask (const kbx_bank *bank, uint32_t index)
{
  static const kbx_zone_set all = { { UINT64_MAX - 1, UINT64_MAX, UINT64_MAX, UINT64_MAX } };
  kbx_handle mask = kbx_bank_item (bank, KBX_MASK, index);
  for (int32_t i = 0; i < 20; i++)
    {
      kbx_point p = { i * 3 - 4, i * 2 - 4 };
      kbx_box box = { p.x, p.y, p.x + i % 5, p.y + 3 };
      kbx_circle circle = { { (float) p.x, (float) p.y }, (float) i / 4 };
      kbx_segment segment = { circle.centre, { 7.25f, 9.5f } };
      kbx_pixel first = kbx_zones_first (mask, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius), all);
      printf ("mask %u %" PRIx64 " %" PRIx64 " %" PRIx64 " %d %" PRId32 " %" PRId32 " %u\n", kbx_zone_at (mask, kbx_at (0, 0), p),
              kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_box (box)).bits[0], kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius)).bits[0],
              kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_segment (segment.a, segment.b)).bits[0], first.found, first.p.x, first.p.y, first.zone);
    }
}

static void
ask_zones (const kbx_bank *bank, uint64_t *state)
{
  static const kbx_zone_set all = { { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX } };
  kbx_handle a = any_frame (bank, state), b = any_frame (bank, state);
  kbx_place pose_a = any_pose (state), pose_b = any_pose (state);
  kbx_zone_set zones = kbx_zones_touching (a, pose_a, kbx_shape_box (kbx_frame_area (b, pose_b)));
  kbx_pixel first = kbx_zones_first (a, pose_a, kbx_shape_box (kbx_frame_area (b, pose_b)), all);
  kbx_zone_set under = kbx_zones_under (a, pose_a, b, pose_b);
  printf ("zones %" PRIx64 " %" PRIx64 " under %" PRIx64 " first %d %" PRId32 " %" PRId32 " %u\n", zones.bits[0], zones.bits[1],
          under.bits[0], first.found, first.p.x, first.p.y, first.zone);
}

static void
ask_track (const kbx_bank *bank, uint32_t index)
{
  kbx_handle track = kbx_bank_item (bank, KBX_TRACK, index);
  kbx_segment gates[8];
  uint32_t n = kbx_track_gates (kbx_bank_item (bank, KBX_TRACK, index), gates, 8);
  printf ("track %s\n", kbx_name (kbx_bank_item (bank, KBX_TRACK, index)));
  for (uint32_t i = 0; i < n && i < 8; i++)
    printf (" gate %s %08" PRIx32 " %08" PRIx32 "\n", kbx_name (kbx_item (kbx_bank_item (bank, KBX_TRACK, index), KBX_GATE, i)), bits (gates[i].a.x), bits (gates[i].b.y));
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_TRACK, index), KBX_ZONE); i++)
    printf (" surface %s %d\n", kbx_name (kbx_item (kbx_bank_item (bank, KBX_TRACK, index), KBX_ZONE, i)), kbx_info (kbx_item (kbx_bank_item (bank, KBX_TRACK, index), KBX_ZONE, i)).road);
  for (int32_t i = -8; i < 60; i++)
    {
      kbx_point p = { i * 3, i * 2 };
      kbx_vec at = { (float) i * 2.75f, (float) i * 1.75f };
      kbx_track_place place = kbx_track_at (track, at);
      printf ("clearance %08" PRIx32 " %08" PRIx32 " %u", bits (kbx_track_clearance (track, (kbx_vec) { (float) p.x + 0.5f, (float) p.y + 0.5f })), bits (place.gradient.x),
              kbx_zone_at (kbx_info (kbx_bank_item (bank, KBX_TRACK, index)).mask, kbx_at (0, 0), p));
      for (uint32_t k = 0; k < kbx_count (kbx_bank_item (bank, KBX_TRACK, index), KBX_BAND); k++)
        printf (" %d", kbx_track_touching (kbx_item (kbx_bank_item (bank, KBX_TRACK, index), KBX_BAND, k), (kbx_circle) { at, 0 }));
      printf ("\n");
    }
}

static void
ask_entity (const kbx_bank *bank, uint32_t level, uint32_t i)
{
  const kbx_handle handle = kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, i);
  const kbx_about entity = kbx_info (handle);
  printf (" entity %s %u %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %s %d %d %u", kbx_name (handle), entity.class_index, bits (entity.position.x),
          bits (entity.position.y), bits (entity.direction.x), kbx_name (entity.frame), entity.flip_x, entity.flip_y, kbx_count (handle, KBX_VALUE));
  for (uint32_t k = 0; k < kbx_count (handle, KBX_VALUE); k++)
    printf (" %s", kbx_name (kbx_item (handle, KBX_VALUE, k)));
  printf ("\n");
}

/* Whole numbers, and floats by their bits. */
static void
ask_worlds (const kbx_bank *bank, uint32_t index)
{
  const kbx_vec from = { -30.5f, 10 }, to = { 95, 60.25f }, fall = { 3, 500 };
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES); i++)
    {
      kbx_handle tiles = kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES, i);
      kbx_box box = kbx_info (tiles).bounds;
      printf (" layer %s %u:", kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES, i)), kbx_info (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES, i)).opacity);
      for (int32_t k = 0; k < 40; k++)
        {
          kbx_point p = { box.x0 + k * 37 % 301, box.y0 + k * 53 % 307 }, move = { 30, 25 };
          kbx_box mover = { p.x, p.y, p.x + 3, p.y + 4 };
          kbx_tile tile = kbx_tiles_tile (tiles, kbx_cell_of (tiles, p));
          KitTilesTrace trace = kit_tiles_trace_box (tiles, mover, move, KBX_ALL_CLASSES);
          KitTilesWalk walk = { 2, 2, k % 2 == 0, KBX_ALL_CLASSES };
          KitTilesMove walked = kit_tiles_move_box (tiles, mover, move, walk);
          kbx_vec start = { (float) p.x + 0.5f, (float) p.y }, end = { (float) p.x + 40, (float) p.y + (float) k * 2 };
          kbx_hit ray = kit_tiles_ray (tiles, start, end, KBX_ALL_CLASSES);
          printf (" %d %d %d %d %d %08" PRIx32 " %d %d %u,", walked.moved.x, walked.moved.y, walked.floor.hit, walked.right.hit, ray.hit,
                  bits (ray.fraction), ray.cell.x, ray.cell.y, kit_tiles_solid_in_box (tiles, mover, KBX_ALL_CLASSES));
          printf (" %d %u %u %s %d %d", tile.kind, tile.class_index, tile.height, kbx_name (kbx_tile_frame (tiles, tile)), trace.moved.x,
                  trace.moved.y);
        }
      printf ("\n");
    }
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_MAZE); i++)
    printf (" maze %s %u %08" PRIx32 "\n", kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_MAZE, i)), kbx_maze_cells_crossed (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_MAZE, i), from, to, NULL, 0),
            bits (kit_maze_trace_point (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_MAZE, i), from, to).stop.x));
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_GROUND); i++)
    printf (" ground %s %08" PRIx32 " %08" PRIx32 "\n", kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_GROUND, i)), bits (kbx_ground_at (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_GROUND, i), -3.5f).y),
            bits (kit_ground_land (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_GROUND, i), from, fall).fraction));
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_HEIGHTMAP); i++)
    printf (" heightmap %s %08" PRIx32 " %08" PRIx32 "\n", kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_HEIGHTMAP, i)),
            bits (kbx_heightmap_z (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_HEIGHTMAP, i), from, KBX_HEIGHT_BICUBIC)), bits (kbx_heightmap_z (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_HEIGHTMAP, i), to, KBX_HEIGHT_BILINEAR)));
}

static void
ask_level (const kbx_bank *bank, uint32_t index)
{
  kbx_handle level = kbx_bank_item (bank, KBX_LEVEL, index);
  printf ("level %s %u %u %d\n", kbx_name (kbx_bank_item (bank, KBX_LEVEL, index)), kbx_info (level).walls, kbx_info (level).areas,
          kbx_info (level).partition);
  for (uint32_t i = 0; i < kbx_info (level).areas; i++)
    printf (" area %s %u\n", kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_AREA, i)), kbx_info (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_AREA, i)).class_index);
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_ENTITY); i++)
    ask_entity (bank, index, i);
  for (int32_t i = -20; i < 40; i++)
    {
      kbx_circle mover = { { (float) i * 5.25f, (float) i * -3.5f }, (float) (i & 3) };
      kbx_vec to = { (float) (i * 37 % 113), (float) (i * 53 % 127) };
      KitTrace trace = kit_level_trace_circle (level, mover, to, kit_all_walls ());
      KitMoved move = kit_level_slide (level, mover, to, kit_all_walls (), NULL, 0);
      KitPlace place = kit_level_at (level, mover.centre);
      KitMoved bounced = kit_level_bounce (level, mover, to, kit_all_walls (), 0.75f, NULL, 0);
      kbx_rect near = { { mover.centre.x - 9, mover.centre.y - 7 }, { mover.centre.x + 5, mover.centre.y + 30 } };
      uint32_t walls[16], n = kit_level_near_box (level, near, kit_all_walls (), walls, 16);
      printf (" near %u %u %u %d bounced %08" PRIx32 " %08" PRIx32 " %u", kit_level_near (level, mover, kit_all_walls (), NULL, 0), n,
              n > 0 ? walls[0] : 0, kit_level_sees (level, mover.centre, to, kit_all_walls ()), bits (bounced.centre.x),
              bits (bounced.velocity.y), bounced.touched);
      printf (" %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %u %08" PRIx32 " %u %u %u\n", bits (trace.sweep.fraction), bits (trace.stop.x),
              bits (trace.stop.y), trace.wall, bits (move.centre.x), move.touched, place.area, place.leaf);
    }
  ask_worlds (bank, index);
}

static void
ask (const void *bytes, size_t size, uint32_t questions)
{
  kbx_bank bank;
  kbx_error error;
  kbx_status status = kbx_bank_open (&bank, bytes, size, &error);
  printf ("open %d at %" PRIu64 " %s\n", status, error.offset, error.section);
  for (uint32_t i = 0; i < kbx_bank_count (&bank, KBX_SPRITE); i++) {
    kbx_handle sprite = kbx_bank_item (&bank, KBX_SPRITE, i);
    bool found = kbx_bank_find (&bank, KBX_SPRITE, kbx_name (sprite)).index == sprite.index;
    printf ("sprite %s %d %u\n", kbx_name (sprite), found, kbx_count (sprite, KBX_FRAME));
    for (uint32_t k = 0; k < kbx_count (sprite, KBX_ANIMATION); k++) {
      kbx_handle animation = kbx_item (sprite, KBX_ANIMATION, k);
      printf ("animation %s %u:", kbx_name (animation), kbx_info (animation).duration_ms);
      for (int ms = -100; ms < 1500; ms += 37)
        printf (" %" PRIu32, kbx_animation_at (animation, ms).frame.index);
      printf ("\n");
    }
  }
  uint64_t state = 1;
  if (kbx_bank_count (&bank, KBX_SPRITE) > 0)
    for (uint32_t i = 0; i < questions; i++) {
      ask_frame (&bank, &state);
      ask_zones (&bank, &state);
      ask_turned (&bank, &state);
    }
  for (uint32_t i = 0; i < kbx_bank_count (&bank, KBX_MASK); i++)
    ask_mask (&bank, i);
  for (uint32_t i = 0; i < kbx_bank_count (&bank, KBX_TRACK); i++)
    ask_track (&bank, i);
  for (uint32_t i = 0; i < kbx_bank_count (&bank, KBX_LEVEL); i++)
    ask_level (&bank, i);
}

static int
ask_file (const char *path)
{
  FILE *file = fopen (path, "rb");
  static uint8_t bytes[1 << 20];
  size_t size = file ? fread (bytes, 1, sizeof bytes, file) : 0;
  if (!file || size == sizeof bytes) {
    fprintf (stderr, "%s: cannot be read\n", path);
    return 1;
  }
  fclose (file);
  ask (bytes, size, 300);
  return 0;
}

/* The random content of a seed as bytes; the program ends where it cannot be written. */
static uint8_t *
write_random (KbBankContent *content, uint64_t seed, size_t *size)
{
  KbBankError error;
  uint8_t *bytes;
  random_bank (content, seed);
  if (!kb_bank_write (content, &bytes, size, &error)) {
    fprintf (stderr, "seed %" PRIu64 ": %s: %s\n", seed, error.place, error.message);
    exit (1);
  }
  return bytes;
}

int
main (int argc, char **argv)
{
  KbBankContent content;
  size_t size;
  if (argc == 3 && strcmp (argv[1], "--random") == 0) {
    for (uint64_t seed = 0; seed < strtoull (argv[2], NULL, 10); seed++) {
      uint8_t *bytes = write_random (&content, seed, &size);
      printf ("seed %" PRIu64 ": %zu bytes, %08" PRIx32 "\n", seed, size, kbx_crc32c (0, bytes, size));
      ask (bytes, size, 20);
      free (bytes);
      kb_bank_content_clear (&content);
    }
    return 0;
  }
#ifndef WITHOUT_JSON
  if (argc == 4 && strcmp (argv[1], "--write") == 0) {
    KbBankError error;
    char *text;
    size_t length;
    uint8_t *bytes = write_random (&content, strtoull (argv[2], NULL, 10), &size);
    FILE *file = fopen (argv[3], "wb");
    bool good = file && fwrite (bytes, 1, size, file) == size && fclose (file) == 0
      && kb_bank_json_write (&content, &text, &length, &error);
    if (good) {
      fputs (text, stdout);
      free (text);
    }
    free (bytes);
    kb_bank_content_clear (&content);
    return good ? 0 : 1;
  }
#endif
  for (int i = 1; i < argc; i++)
    if (ask_file (argv[i]) != 0)
      return 1;
  return 0;
}
