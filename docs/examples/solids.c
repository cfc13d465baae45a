/* SPDX-License-Identifier: MIT */
/* Solids in three dimensions: what contains, overlaps and is near, and who sees over a hill: solids
 *
 *   cc -I. solids.c kickbox.c kickbox_pack.c -o solids -lm */
#include <kickbox_pack.h>
#include <stdio.h>

enum { SIDE = 17 };

static void
ask_solids (void)
{
  static const kbx_vec3 corners[] = { { 0, 0, 0 }, { 0, 0, 8 }, { 8, 0, 8 }, { 8, 0, 0 } };
  const kbx_vec3 eye = { 2, 6, 2 }, up = { 2, 20, 2 };
  const kbx_box3 crate = { { 1, 1, 1 }, { 5, 5, 5 } };
  const kbx_obb3 ramp = { { 4, 2, 4 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { 2, 2, 2 } };
  const kbx_plane floor = kbx_plane_through (corners, 4);
  const kbx_shape3 box = kbx_shape3_box (crate);
  const kbx_nearest3 near = kbx_nearest_point3 (box, eye);
  printf ("the eye is %s of the floor, %s the crate, %.1f above it\n",
          kbx_plane_side (floor, eye) > 0 ? "in front" : "behind",
          kbx_contains3 (box, eye) ? "in" : "not in", (double) near.distance);
  printf ("the crate touches the ramp: %d, the floor: %d, the sight: %d, the eye: %d\n",
          kbx_overlap3 (box, kbx_shape3_obb (ramp)), kbx_overlap3 (box, kbx_shape3_plane (floor)),
          kbx_overlap3 (box, kbx_shape3_segment (eye, up)),
          kbx_overlap3 (box, kbx_shape3_point (eye)));
}

int
main (void)
{
  static uint16_t samples[SIDE][SIDE];
  static uint8_t bytes[8192];
  const kbx_heightmap_plan plan = { samples[0], SIDE, SIDE, SIDE, { 0, 0 }, 4, 0, 32, 0 };
  const kbx_rect hut = { { 28, 28 }, { 36, 36 } };
  const kbx_vec3 eye = { 4, 32, 8 }, gaze = { 56, 0, 0 };
  kbx_handle map;
  ask_solids ();
  for (int y = 0; y < SIDE; y++) /* a hill in the middle */
    for (int x = 0; x < SIDE; x++)
      {
        const int height = 64 - (x - 8) * (x - 8) - (y - 8) * (y - 8);
        samples[y][x] = (uint16_t) (height > 0 ? 1000 * height : 0);
      }
  const size_t size = kbx_heightmap_pack (&plan, NULL, 0, bytes, sizeof bytes, NULL);
  if (kbx_open (&map, KBX_HEIGHTMAP, bytes, size, NULL) != KBX_OK)
    return 1;
  const kbx_hit3 hit = kbx_heightmap_ray (map, eye, gaze);
  printf ("the hut stands at %.2f, the hill hides what is past %.2f\n",
          (double) kbx_heightmap_highest (map, hut), (double) hit.point.x);
  return 0;
}
