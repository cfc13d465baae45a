/* SPDX-License-Identifier: MIT */
/* Which zones a 64 x 64 sprite touches in a room of 1920 x 1080 with 8 zones, beside eight of pygame's masks, one a zone,
 * in one process; the zone of a pixel; bytes a pixel. Medians of rounds that take turns, each with new places.
 *
 * Where the time goes: the caller's copy of a handle and a place is about half of the zone of a pixel. A shape that was made
 * for the question is copied before its stores are done, which costs a box or a segment 10 to 15 ns. */
#include "runtime/kickbox/pack.h"
#include "tests/bench/room.h"
#include "tests/bench/rounds.h"
#include "tests/support/pygame_masks.h"

#include <stdlib.h>

#define W ROOM_WIDTH
#define H ROOM_HEIGHT
#define ROUNDS 121
#define COUNT 256

static kbx_handle mask;
static kbx_handle sprite;
static PygameMask *zones[8], *figure;
static kbx_point corners[COUNT];
static kbx_place places[COUNT]; /* at these */
static uint32_t ours[COUNT], theirs[COUNT];
static double ns[6][ROUNDS];

static double
ask_ours (void)
{
  double start = now ();
  for (int i = 0; i < COUNT; i++)
    ours[i] = (uint32_t) (kbx_zones_under (mask, kbx_at (0, 0), sprite, places[i]).bits[0] >> 1);
  return (now () - start) / COUNT;
}

static double
ask_theirs (void)
{
  double start = now ();
  for (int i = 0; i < COUNT; i++)
    {
      theirs[i] = 0;
      for (int z = 0; z < 8; z++)
        theirs[i] |= (uint32_t) (pygame_overlap (zones[z], figure, corners[i].x, corners[i].y) != 0) << z;
    }
  return (now () - start) / COUNT;
}

static double
ask_box (void)
{
  uint64_t sum = 0;
  double start = now ();
  for (int i = 0; i < COUNT; i++)
    {
      kbx_box box = { corners[i].x, corners[i].y, corners[i].x + 64, corners[i].y + 64 };
      sum += kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_box (box)).bits[0];
    }
  ours[0] += sum == 1;
  return (now () - start) / COUNT;
}

static double
ask_circle (void)
{
  uint64_t sum = 0;
  double start = now ();
  for (int i = 0; i < COUNT; i++)
    {
      kbx_circle circle = { { (float) corners[i].x, (float) corners[i].y }, 32 };
      sum += kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_circle (circle.centre, circle.radius)).bits[0];
    }
  ours[0] += sum == 1;
  return (now () - start) / COUNT;
}

static double
ask_segment (void)
{
  uint64_t sum = 0;
  double start = now ();
  for (int i = 0; i < COUNT; i++)
    {
      kbx_segment s = { { (float) corners[i].x, (float) corners[i].y }, { (float) corners[i].x + 40.5f, (float) corners[i].y + 30.25f } };
      sum += kbx_zones_touching (mask, kbx_at (0, 0), kbx_shape_segment (s.a, s.b)).bits[0];
    }
  ours[0] += sum == 1;
  return (now () - start) / COUNT;
}

static double
ask_pixels (void)
{
  uint32_t sum = 0;
  double start = now ();
  for (int i = 0; i < COUNT; i++)
    {
      kbx_point p = { corners[i].x + 32, corners[i].y + 32 };
      sum += kbx_zone_at (mask, kbx_at (0, 0), p);
    }
  ours[0] += sum == 1;
  return (now () - start) / COUNT;
}

int
main (void)
{
  static const char *const names[] = { "zones under a 64 x 64 figure", "the same, eight of pygame's masks", "zones in a box of 64 x 64",
                                       "zones in a circle of radius 32", "zones on a segment of 50 pixels", "zone of a pixel" };
  static uint8_t values[W * H], pixels[64 * 64];
  bool peer = pygame_masks_load ();
  long differ = 0, boundary = 0;
  size_t size;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      values[y * W + x] = room_at (x, y);
  for (int y = 0; y < 64; y++)
    for (int x = 0; x < 64; x++)
      pixels[y * 64 + x] = (x - 32) * (x - 32) * 3 + (y - 34) * (y - 34) < 900 || (x - 32) * (x - 32) + (y - 10) * (y - 10) < 90
        || (y > 40 && abs (x - 32) > 5 && abs (x - 32) < 14);
  size = kbx_mask_pack (&(kbx_mask_plan) { values, W, W, H }, NULL, 0, NULL, 0, NULL);
  void *bytes = malloc (size);
  double start = now ();
  kbx_mask_pack (&(kbx_mask_plan) { values, W, W, H }, NULL, 0, bytes, size, NULL);
  double packed = now () - start;
  start = now ();
  if (kbx_open (&mask, KBX_MASK, bytes, size, NULL) != KBX_OK)
    return 1;
  printf ("1920 x 1080, 8 zones: %zu bytes, %.4f a pixel; packed in %.2f ms, opened in %.3f ms\n", size, (double) size / (W * H), packed / 1e6,
          (now () - start) / 1e6);
  size = kbx_bitmap_pack (&(kbx_bitmap_plan) { pixels, 1, 64, 64, 64, 1 }, NULL, 0, NULL, 0, NULL);
  void *bits = malloc (size);
  kbx_bitmap_pack (&(kbx_bitmap_plan) { pixels, 1, 64, 64, 64, 1 }, NULL, 0, bits, size, NULL);
  kbx_open (&sprite, KBX_BITMAP, bits, size, NULL);
  if (peer)
    {
      figure = pygame_create (64, 64);
      for (int i = 0; i < 64 * 64; i++)
        if (pixels[i])
          pygame_set (figure, i % 64, i / 64);
      for (int z = 0; z < 8; z++)
        {
          zones[z] = pygame_create (W, H);
          for (int i = 0; i < W * H; i++)
            if (values[i] == z + 1)
              pygame_set (zones[z], i % W, i / W);
        }
    }
  else
    printf ("left out: pygame's masks are not installed (python3-pygame)\n");
  for (int round = -1; round < ROUNDS; round++)
    {
      double one[6] = { 0 };
      for (int i = 0; i < COUNT; i++)
        {
          corners[i].x = (int32_t) draw (W - 64);
          corners[i].y = (int32_t) draw (H - 64);
          places[i] = kbx_at (corners[i].x, corners[i].y);
        }
      one[0] = ask_ours ();
      one[1] = peer ? ask_theirs () : 0;
      for (int i = 0; i < COUNT && peer; i++)
        {
          differ += ours[i] != theirs[i];
          boundary += (ours[i] & (ours[i] - 1)) != 0;
        }
      one[2] = ask_box ();
      one[3] = ask_circle ();
      one[4] = ask_segment ();
      one[5] = ask_pixels ();
      for (int k = 0; k < 6 && round >= 0; k++)
        ns[k][round] = one[k];
    }
  for (int k = 0; k < 6; k++)
    {
      qsort (ns[k], ROUNDS, sizeof **ns, compare);
      printf ("%-36s %8.1f ns (%.1f to %.1f)", names[k], ns[k][ROUNDS / 2], ns[k][ROUNDS / 10], ns[k][ROUNDS * 9 / 10]);
      if (k == 1 && peer)
        printf ("  ours is %.1f times as fast; %ld answers differ; %.0f%% of the places have several zones",
                ns[1][ROUNDS / 2] / ns[0][ROUNDS / 2], differ, 100.0 * (double) boundary / COUNT / (ROUNDS + 1));
      printf ("\n");
    }
  return differ != 0;
}
