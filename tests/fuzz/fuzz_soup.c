/* SPDX-License-Identifier: MIT */
/* Opens the input as a soup and asks everything: whatever the bytes say, every answer is sound and
 * comes soon. */
#include "tests/fuzz/expect.h"

#include <math.h>

static void
ask (kbx_handle soup, kbx_vec3 from, kbx_vec3 to, float radius)
{
  const kbx_vec3 move = { to.x - from.x, to.y - from.y, to.z - from.z };
  const kbx_box3 box = { { fminf (from.x, to.x), fminf (from.y, to.y), fminf (from.z, to.z) },
                         { fmaxf (from.x, to.x), fmaxf (from.y, to.y), fmaxf (from.z, to.z) } };
  const kbx_shape3 movers[3] = { kbx_shape3_point (from), kbx_shape3_sphere (from, radius),
                                 kbx_shape3_box (box) };
  kbx_vec3 corners[KBX_SOUP_CORNERS];
  uint32_t polygons[4] = { 0, 0, 0, 0 };

  for (int i = 0; i < 3; i++)
    {
      const kbx_hit3 hit = kbx_soup_cast (soup, movers[i], move, KBX_ALL_CLASSES, NULL);
      expect (hit.status == KBX_OK && hit.hit == (hit.index != KBX_NONE));
      expect (!hit.hit ||
              (hit.fraction >= 0 && hit.fraction <= 1 && hit.class_index < KBX_MAX_CLASSES));
      expect (!hit.hit || kbx_soup_polygon (soup, hit.index, corners, KBX_SOUP_CORNERS) >= 3);
    }
  const uint32_t count = kbx_soup_touching (soup, box, KBX_ALL_CLASSES, NULL, polygons, 4);
  for (uint32_t i = 0; i < count && i < 4; i++)
    expect (kbx_soup_polygon (soup, polygons[i], corners, KBX_SOUP_CORNERS) <= KBX_SOUP_CORNERS &&
            (i == 0 || polygons[i] > polygons[i - 1]));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const kbx_vec3 places[] = {
    { 0, 0, 0 }, { 30, 20, 10 }, { -9.5f, 14.25f, 3 }, { -65536, 65536, 4194304 }
  };
  kbx_handle soup;
  kbx_error error;

  if (kbx_open (&soup, KBX_SOUP, data, size, &error) != KBX_OK)
    return expect_refused (size, error, soup.data);
  fuzz_accept ();
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    for (size_t k = 0; k < sizeof places / sizeof *places; k++)
      ask (soup, places[i], places[k], (float) k);
  return 0;
}
