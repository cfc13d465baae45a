/* SPDX-License-Identifier: MIT */
/* One zone lookup and one clearance lookup, as a game makes them: by the bank, in a room of 1920 x 1080 with 8 zones and on
 * a track of 2048 x 2048. Of places all over, and of places along a way, a pixel or two apart. Medians of rounds that take
 * turns, with the 10th and 90th percentile. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bake/clearance/clearance.h"
#include "bake/convert.h"
#include "bake/track/tracks.h"
#include "bank/content.h"
#include "runtime/kickbox.h"
#include "tests/bench/room.h"
#include "tests/bench/rounds.h"

#define SIDE 2048
#define ROUNDS 121
#define COUNT 4096

static kbx_bank bank;
static kbx_vec places[COUNT];
static volatile double sink;

/* --- The bank ------------------------------------------------------------------------------------- */

static KbZones *
paint_room (void)
{
  g_autofree guint8 *band = g_malloc (ROOM_WIDTH * KB_ZONES_TILE);
  KbZones *zones = kb_zones_new (ROOM_WIDTH, ROOM_HEIGHT, 0);
  for (int y = 0; y < ROOM_HEIGHT; y++)
    {
      for (int x = 0; x < ROOM_WIDTH; x++)
        band[y % KB_ZONES_TILE * ROOM_WIDTH + x] = room_at (x, y);
      if (y % KB_ZONES_TILE == KB_ZONES_TILE - 1 || y == ROOM_HEIGHT - 1)
        zones = kb_zones_set_band (zones, (guint) y / KB_ZONES_TILE, band, ROOM_WIDTH);
    }
  return zones;
}

/* Asked for once, as a game does. */
static kbx_handle surfaces;

static KbBankZone *
name_zones (uint32_t n, bool road)
{
  KbBankZone *zones = g_new0 (KbBankZone, n);
  for (uint32_t i = 0; i < n; i++)
    zones[i] = (KbBankZone) { g_strdup_printf ("zone %u", i + 1), 0x808080ff, i + 1, road };
  return zones;
}

static void
put_room (KbBankContent *content)
{
  g_autoptr (KbZones) zones = paint_room ();
  content->masks = g_new0 (KbBankMask, 1);
  content->n_masks = 1;
  content->masks[0] = (KbBankMask) { .name = g_strdup ("room"), .zones = name_zones (8, false), .n_zones = 8 };
  kb_bake_painting (zones, 0, 0, ROOM_WIDTH, ROOM_HEIGHT, &content->masks[0].painting);
}

static void
put_track (KbBankContent *content)
{
  enum { POINTS = 16 };
  KbCoursePoint points[POINTS] = { 0 };
  KbCourse course;
  for (int i = 0; i < POINTS; i++)
    {
      double angle = 2 * G_PI * i / POINTS, far = SIDE * (i % 2 ? 0.42 : 0.3);
      points[i] = (KbCoursePoint) { .at = { floor (SIDE / 2 + far * cos (angle)), floor (SIDE / 2 + far * sin (angle)) }, .width = 90 + i };
    }
  kb_course_init (&course, TRUE, 1, points, POINTS);
  for (guint i = 0; i < POINTS; i++)
    kb_course_smooth (&course, i);
  const KbTrackForm form = { .width = SIDE, .height = SIDE, .most = 127, .cut_off = 127, .is_road = { 0, 1 }, .courses = &course, .n = 1 };
  content->tracks = g_new0 (KbBankTrack, 1);
  content->n_tracks = 1;
  KbBankTrack *track = content->tracks;
  *track = (KbBankTrack) { .name = g_strdup ("ring"), .surfaces = name_zones (1, true), .n_surfaces = 1 };
  kb_bake_track (&form, NULL, track, NULL, NULL);
  kb_course_clear (&course);
}

static bool
open_bank (void)
{
  KbBankContent content = { NULL };
  KbBankError error;
  uint8_t *bytes;
  size_t size;
  put_room (&content);
  put_track (&content);
  if (!kb_bank_write (&content, &bytes, &size, &error) || kbx_bank_open (&bank, bytes, size, NULL) != KBX_OK)
    return false;
  surfaces = kbx_info (kbx_bank_item (&bank, KBX_TRACK, 0)).mask;
  printf ("the bank of both: %zu bytes\n", size);
  kb_bank_content_clear (&content);
  return true;
}

/* --- What is asked -------------------------------------------------------------------------------- */

static kbx_point
pixel (kbx_vec p)
{
  return (kbx_point) { (int32_t) p.x, (int32_t) p.y };
}

static double zone_at (kbx_vec p) { return kbx_zone_at (kbx_bank_item (&bank, KBX_MASK, 0), kbx_at (0, 0), pixel (p)); }
static double zone_named (kbx_vec p) { return kbx_name (kbx_zone_of (kbx_bank_item (&bank, KBX_MASK, 0), (uint8_t) zone_at (p)))[5]; }
static double clearance_at (kbx_vec p) { return kbx_track_clearance (kbx_bank_item (&bank, KBX_TRACK, 0), p); }
static double look (kbx_vec p) { return kbx_track_at (kbx_bank_item (&bank, KBX_TRACK, 0), p).normal.x; }
static double touches (kbx_vec p) { return kbx_track_touching (kbx_bank_item (&bank, KBX_TRACK, 0), (kbx_circle) { p, 9 }); }
static double surface_at (kbx_vec p) { return kbx_zone_at (surfaces, kbx_at (0, 0), pixel (p)); }

typedef struct {
  const char *name;
  double (*ask) (kbx_vec p);
  int width, height;
} Row;

static const Row rows[] = {
  { "the zone of a pixel of the mask", zone_at, ROOM_WIDTH, ROOM_HEIGHT },
  { "and its name", zone_named, ROOM_WIDTH, ROOM_HEIGHT },
  { "the surface of a pixel of the track", surface_at, SIDE, SIDE },
  { "the clearance between pixels", clearance_at, SIDE, SIDE },
  { "does a car of radius 9 touch", touches, SIDE, SIDE },
  { "clearance, gradient and normal", look, SIDE, SIDE },
};

static double
time_row (const Row *row)
{
  double sum = 0, start = now ();
  for (int i = 0; i < COUNT; i++)
    sum += row->ask (places[i]);
  sink = sum;
  return (now () - start) / COUNT;
}

static void
scatter (const Row *row)
{
  for (int i = 0; i < COUNT; i++)
    places[i] = (kbx_vec) { (float) draw ((uint32_t) row->width * 256) / 256, (float) draw ((uint32_t) row->height * 256) / 256 };
}

/* Once round, and a little in and out. */
static void
drive (const Row *row)
{
  double start = draw (6284) / 1000.0;
  for (int i = 0; i < COUNT; i++)
    {
      double angle = start + 2 * G_PI * i / COUNT, far = 0.36 + 0.06 * cos (8 * angle + G_PI);
      places[i] = (kbx_vec) { (float) (row->width * (0.5 + far * cos (angle))), (float) (row->height * (0.5 + far * sin (angle))) };
    }
}

int
main (void)
{
  static double ns[G_N_ELEMENTS (rows)][2][ROUNDS];
  if (!open_bank ())
    return 1;
  for (int round = -1; round < ROUNDS; round++)
    for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
      for (int k = 0; k < 2; k++)
        {
          (k ? drive : scatter) (&rows[i]);
          double one = time_row (&rows[i]);
          if (round >= 0)
            ns[i][k][round] = one;
        }
  printf ("%-38s %22s %25s\n", "", "all over", "along a way");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      printf ("%-38s", rows[i].name);
      for (int k = 0; k < 2; k++)
        {
          double *one = ns[i][k];
          qsort (one, ROUNDS, sizeof *one, compare);
          printf (" %7.1f ns (%.1f to %.1f)", one[ROUNDS / 2], one[ROUNDS / 10], one[ROUNDS * 9 / 10]);
        }
      printf ("\n");
    }
  return 0;
}
