/* SPDX-License-Identifier: MIT */
/* A frame that is rotated and scaled, pixel against pixel. */
#include "runtime/masks/covers.h"

/* The pixels that two sets share, counted, or the first alone. */
typedef struct {
  uint32_t area;
  kbx_pixel first;
} kbx_shared_pixels;

static kbx_shared_pixels
kbx_share_covers (const kbx_cover *a, const kbx_cover *b, bool first_only)
{
  int32_t x0 = a->x0 > b->x0 ? a->x0 : b->x0, x1 = a->x1 < b->x1 ? a->x1 : b->x1;
  int32_t y0 = a->y0 > b->y0 ? a->y0 : b->y0, y1 = a->y1 < b->y1 ? a->y1 : b->y1;
  kbx_shared_pixels shared = { 0, { false, { 0, 0 } } };
  for (int32_t y = y0; y < y1; y++)
    for (int32_t x = x0; x < x1; x += 32)
      {
        uint32_t bits = b->row (b, x, y) & kbx_columns_between (x, x0, x1);
        bits = bits != 0 ? bits & a->row (a, x, y) : 0;
        if (bits == 0)
          continue;
        shared.area += kbx_count_bits (bits);
        if (!shared.first.found)
          {
            shared.first.found = true;
            shared.first.p.x = x + (int32_t) kbx_lowest_bit (bits);
            shared.first.p.y = y;
          }
        if (first_only)
          return shared;
      }
  return shared;
}

static kbx_shared_pixels
kbx_share_turned (kbx_frame a, kbx_place turn, kbx_frame b, kbx_pose pose, bool first_only)
{
  kbx_cover turned;
  kbx_cover_of_turned (&turned, a, turn);
  kbx_cover plain;
  kbx_cover_of_bitmap (&plain, kbx_frame_bitmap (b), pose, kbx_hot_of (b));
  return kbx_share_covers (&turned, &plain, first_only);
}

KBX_API bool
kbx_frame_turned_pixel_at (kbx_frame frame, kbx_place turn, kbx_point p)
{
  kbx_cover cover;
  kbx_cover_of_turned (&cover, frame, turn);
  return p.x >= cover.x0 && p.x < cover.x1 && p.y >= cover.y0 && p.y < cover.y1 && (cover.row (&cover, p.x, p.y) & 1) != 0;
}

KBX_API bool
kbx_frame_turned_pixels_overlap (kbx_frame a, kbx_place turn_a, kbx_frame b, kbx_place place_b)
{
  const kbx_pose pose_b = kbx_pose_of (&place_b);
  return kbx_share_turned (a, turn_a, b, pose_b, true).first.found;
}

KBX_API kbx_pixel
kbx_frame_turned_pixels_first (kbx_frame a, kbx_place turn_a, kbx_frame b, kbx_place place_b)
{
  const kbx_pose pose_b = kbx_pose_of (&place_b);
  return kbx_share_turned (a, turn_a, b, pose_b, true).first;
}

KBX_API uint32_t
kbx_frame_turned_pixels_area (kbx_frame a, kbx_place turn_a, kbx_frame b, kbx_place place_b)
{
  const kbx_pose pose_b = kbx_pose_of (&place_b);
  return kbx_share_turned (a, turn_a, b, pose_b, false).area;
}
