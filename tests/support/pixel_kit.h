/* SPDX-License-Identifier: MIT */
/* The contact of two pictures in one struct. */
#ifndef KICKBOX_TESTS_PIXEL_KIT_H
#define KICKBOX_TESTS_PIXEL_KIT_H

#include "runtime/kickbox.h"

typedef struct {
  bool hit;
  uint32_t area;
  kbx_vec normal;
} KitPixels;

static inline KitPixels
kit_pixels_collide (kbx_handle a, kbx_place place_a, kbx_handle b, kbx_place place_b)
{
  KitPixels met;
  met.normal = kbx_pixels_collide (a, place_a, b, place_b, &met.area);
  met.hit = met.normal.x != 0 || met.normal.y != 0;
  return met;
}

#endif
