/* SPDX-License-Identifier: MIT */
/* Checks the convex parts of polygons and oriented boxes against the artist's drawing, and measures
 * shapes. All in integers on the 1/256 grid, except the expected corners of an oriented box. */
#include "bank/checker.h"

#include <stdlib.h>
#include <string.h>

static int32_t
floor_pixel (int64_t fixed)
{
  return (int32_t) (fixed >= 0 ? fixed / 256 : -((-fixed + 255) / 256));
}

static void
widen_box (int64_t box[4], int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
  box[0] = x0 < box[0] ? x0 : box[0];
  box[1] = y0 < box[1] ? y0 : box[1];
  box[2] = x1 > box[2] ? x1 : box[2];
  box[3] = y1 > box[3] ? y1 : box[3];
}

void
kb_bank_shape_bounds (const KbBankShape *shape, int32_t bounds[4])
{
  const int64_t cx = shape->cx, cy = shape->cy, r = shape->r, x = shape->x, y = shape->y;
  int64_t box[4] = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
  if (shape->kind == KB_BANK_BOX)
    widen_box (box, x * 256, y * 256, (x + shape->w) * 256, (y + shape->h) * 256);
  if (shape->kind == KB_BANK_CIRCLE || shape->kind == KB_BANK_CAPSULE)
    widen_box (box, cx - r, cy - r, cx + r, cy + r);
  if (shape->kind == KB_BANK_CAPSULE)
    widen_box (box, shape->ax - r, shape->ay - r, shape->ax + r, shape->ay + r);
  for (uint32_t i = 0; i < shape->n_parts; i++)
    for (uint32_t k = 0; k < shape->parts[i].n_vertices; k++) {
      const KbBankVertex v = shape->parts[i].vertices[k];
      widen_box (box, v.x, v.y, v.x, v.y);
    }
  for (int k = 0; k < 4; k++)
    bounds[k] = k < 2 ? floor_pixel (box[k]) : -floor_pixel (-box[k]);
}

void
kb_bank_frame_bounds (const KbBankFrame *frame, int32_t bounds[4])
{
  int64_t all[4] = { INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN };
  for (uint32_t i = 0; i < frame->n_shapes; i++) {
    kb_bank_shape_bounds (&frame->shapes[i], bounds);
    widen_box (all, bounds[0], bounds[1], bounds[2], bounds[3]);
  }
  for (int k = 0; k < 4; k++)
    bounds[k] = frame->n_shapes > 0 ? (int32_t) all[k] : 0;
}
