/* SPDX-License-Identifier: MIT */
/* Soups of polygons against asking each polygon alone, bit by bit; rooms of polygons that no chain
 * of moves leaves; and bytes that are damaged. */
#include "runtime/kickbox/pack.h"
#include "support/seed.h"

#include <math.h>

#define MOST 600

typedef struct {
  kbx_vec3 corners[MOST][6];
  kbx_shape3 polygons[MOST];
  uint8_t classes[MOST], *bytes;
  uint64_t removed[(MOST + 63) / 64];
  kbx_soup_plan plan;
  kbx_handle soup;
  size_t size;
} Soup;

static float
whole (int most)
{
  return (float) g_test_rand_int_range (-most, most + 1);
}
static float
any (double most)
{
  return (float) g_test_rand_double_range (-most, most);
}

static kbx_vec3
place (double most, bool on_grid)
{
  return on_grid ? (kbx_vec3){ whole ((int) most), whole ((int) most), whole ((int) most) }
                 : (kbx_vec3){ any (most), any (most), any (most) };
}

static kbx_vec3
beside (kbx_vec3 a, kbx_vec3 u, float s, kbx_vec3 v, float t)
{
  return (kbx_vec3){ a.x + s * u.x + t * v.x, a.y + s * u.y + t * v.y, a.z + s * u.z + t * v.z };
}

/* Packs and opens what the plan has. */
static void
pack (Soup *s)
{
  const size_t room = KBX_SOUP_WORK (s->plan.count);
  g_autofree void *work = g_malloc (room);
  kbx_error error;

  s->size = kbx_soup_pack (&s->plan, work, room, NULL, 0, &error);
  g_assert_cmpuint (s->size, >, 0);
  s->bytes = g_malloc (s->size);
  g_assert_cmpuint (kbx_soup_pack (&s->plan, work, room, s->bytes, s->size, &error), ==, s->size);
  g_assert_cmpint (kbx_open (&s->soup, KBX_SOUP, s->bytes, s->size, &error), ==, KBX_OK);
}

/* Triangles, parallelograms, and those with a corner cut off; some large, most small, some twice.
 */
static void
make (Soup *s, uint32_t count, bool on_grid)
{
  memset (s, 0, sizeof *s);
  for (uint32_t i = 0; i < count; i++)
    {
      const kbx_vec3 a = place (60, on_grid), u = place (i % 9 ? 6 : 40, on_grid),
                     v = place (i % 9 ? 6 : 40, on_grid);
      const kbx_vec3 given[5] = { a, beside (a, u, 2, v, 0), beside (a, u, 2, v, 1),
                                  beside (a, u, 1, v, 2), beside (a, u, 0, v, 2) };
      const uint32_t corners = (uint32_t) g_test_rand_int_range (3, 6);
      memcpy (s->corners[i], i % 20 == 19 ? s->corners[i - 1] : given, sizeof given);
      s->polygons[i] = kbx_shape3_polygon (
          s->corners[i], i % 20 == 19 ? s->polygons[i - 1].as.polygon.count : corners,
          g_test_rand_bit ());
      if (s->polygons[i].as.polygon.count == 4 && i % 20 != 19)
        s->corners[i][2] = beside (a, u, 2, v, 2), s->corners[i][3] = given[4];
      while (kbx_plane_through (s->corners[i], s->polygons[i].as.polygon.count).normal.x == 0 &&
             kbx_plane_through (s->corners[i], s->polygons[i].as.polygon.count).normal.y == 0 &&
             kbx_plane_through (s->corners[i], s->polygons[i].as.polygon.count).normal.z == 0)
        {
          s->corners[i][1] = place (60, on_grid);
          s->corners[i][2] = place (60, on_grid);
          s->polygons[i].as.polygon.count = 3;
        }
      s->classes[i] = (uint8_t) g_test_rand_int_range (0, 3);
      if (g_test_rand_int_range (0, 5) == 0)
        s->removed[i >> 6] |= (uint64_t) 1 << (i & 63);
    }
  s->plan = (kbx_soup_plan){ s->polygons, s->classes, count };
  pack (s);
}

static bool
counts (const Soup *s, uint32_t i, kbx_class_set classes, const uint64_t *removed)
{
  return (classes >> s->classes[i] & 1) && !(removed && (removed[i >> 6] >> (i & 63) & 1));
}

static kbx_hit3
each_alone (const Soup *s, kbx_shape3 mover, kbx_vec3 move, kbx_class_set classes,
            const uint64_t *removed)
{
  kbx_hit3 best = kbx_cast3 (mover, move, kbx_shape3_point ((kbx_vec3){ 4e6f, 4e6f, 4e6f }));

  for (uint32_t i = 0; i < s->plan.count; i++)
    if (counts (s, i, classes, removed))
      {
        kbx_hit3 hit = kbx_cast3 (mover, move, s->polygons[i]);
        if (hit.hit && (!best.hit || hit.fraction < best.fraction))
          {
            best = hit;
            best.index = i;
            best.class_index = s->classes[i];
          }
      }
  return best;
}

static bool
same_bits (kbx_vec3 a, kbx_vec3 b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

static void
test_casts (void)
{
  guint hits = 0, inside = 0, asked = 0;

  for (guint round = 0; kit_goes_on (round, 24); round++)
    {
      Soup s;
      make (&s, round % 8 == 0 ? 1 + round : (uint32_t) g_test_rand_int_range (20, MOST),
            round % 2);
      for (int k = 0; k < 400; k++, asked++)
        {
          const bool on_grid = round % 2;
          const kbx_vec3 from = place (70, on_grid), half = { 1, 2, 3 };
          const kbx_shape3 mover =
              k % 4 == 0   ? kbx_shape3_point (from)
              : k % 4 == 3 ? kbx_shape3_box ((kbx_box3){ beside (from, half, -1, half, 0),
                                                         beside (from, half, 1, half, 0) })
                           : kbx_shape3_sphere (from, (float) g_test_rand_int_range (0, 5));
          const kbx_vec3 move =
              k % 5 ? place (k % 3 ? 15 : 150, on_grid) : (kbx_vec3){ 0, whole (90), 0 };
          const kbx_class_set classes = k % 7 ? KBX_ALL_CLASSES : 5;
          const uint64_t *removed = k % 2 ? s.removed : NULL;
          const kbx_hit3 got = kbx_soup_cast (s.soup, mover, move, classes, removed),
                         want = each_alone (&s, mover, move, classes, removed);
          g_assert_cmpint (got.status, ==, KBX_OK);
          g_assert_cmpint (got.hit, ==, want.hit);
          g_assert_cmpuint (got.index, ==, want.index);
          g_assert_cmpuint (got.class_index, ==, want.class_index);
          g_assert_true (got.started_inside == want.started_inside &&
                         got.fraction == want.fraction);
          g_assert_true (same_bits (got.point, want.point) && same_bits (got.normal, want.normal));
          hits += got.hit;
          inside += got.started_inside;
        }
      g_free (s.bytes);
    }
  g_test_message ("%u of %u hit, %u inside", hits, asked, inside);
  g_assert_cmpuint (hits, >, asked / 5);
  g_assert_cmpuint (hits, <, asked - asked / 10);
}

static void
test_touching (void)
{
  guint most = 0;

  for (guint round = 0; kit_goes_on (round, 12); round++)
    {
      Soup s;
      make (&s, (uint32_t) g_test_rand_int_range (20, MOST), round % 2);
      for (int k = 0; k < 100; k++)
        {
          const kbx_vec3 a = place (70, round % 2),
                         size = { (float) (k % 30), (float) (k % 37), (float) (k % 50) };
          const kbx_box3 box = { a, beside (a, size, 1, size, 0) };
          uint32_t want[MOST], got[MOST], count = 0;
          for (uint32_t i = 0; i < s.plan.count; i++)
            if (counts (&s, i, 3, s.removed) && kbx_overlap3 (kbx_shape3_box (box), s.polygons[i]))
              want[count++] = i;
          g_assert_cmpuint (kbx_soup_touching (s.soup, box, 3, s.removed, NULL, 0), ==, count);
          g_assert_cmpuint (kbx_soup_touching (s.soup, box, 3, s.removed, got, count), ==, count);
          g_assert_cmpmem (got, count * sizeof *got, want, count * sizeof *want);
          most = MAX (most, count);
        }
      g_free (s.bytes);
    }
  g_assert_cmpuint (most, >, 10);
}

/* What was packed comes back; two builds are the same bytes; all sizes of memory but enough are
 * refused. */
static void
test_packing (void)
{
  Soup s;
  kbx_vec3 corners[6];
  kbx_error error;
  const kbx_handle none = { NULL, NULL, KBX_NONE, KBX_NOTHING };
  const size_t room = KBX_SOUP_WORK (MOST);
  g_autofree uint8_t *work = g_malloc (room), *again = NULL;

  make (&s, MOST, true);
  again = g_malloc (s.size);
  g_assert_cmpuint (kbx_soup_pack (&s.plan, work, room, again, s.size, NULL), ==, s.size);
  g_assert_cmpmem (again, s.size, s.bytes, s.size);
  for (uint32_t i = 0; i < MOST; i++)
    {
      const uint32_t count = kbx_soup_polygon (s.soup, i, corners, 6);
      g_assert_cmpuint (count, ==, s.polygons[i].as.polygon.count);
      g_assert_cmpmem (corners, count * sizeof *corners, s.corners[i], count * sizeof *corners);
    }
  g_assert_cmpuint (kbx_soup_polygon (s.soup, MOST, corners, 6), ==, 0);
  g_assert_cmpuint (kbx_soup_polygon (s.soup, 0, NULL, 6), >, 2);
  memset (again, 7, s.size);
  g_assert_cmpuint (kbx_soup_pack (&s.plan, work, room, again, s.size - 1, &error), ==, s.size);
  g_assert_cmpuint (again[0], ==, 7);
  g_assert_cmpuint (kbx_soup_pack (&s.plan, work, 1000, again, s.size, &error), ==, 0);
  g_assert_cmpint (error.status, ==, KBX_ERROR_MEMORY);
  g_assert_cmpuint (kbx_soup_pack (NULL, work, room, again, s.size, &error), ==, 0);
  g_assert_cmpint (error.status, ==, KBX_ERROR_ARGUMENT);
  s.classes[77] = 64;
  g_assert_cmpuint (kbx_soup_pack (&s.plan, work, room, again, s.size, &error), ==, 0);
  g_assert_cmpint (error.status, ==, KBX_ERROR_VALUE);
  g_assert_cmpuint (error.offset, ==, 77);
  s.classes[77] = 0;
  const kbx_vec3 fan[] = { { 0, 0, 0 }, { 4, 0, 0 }, { 4, 4, 1 }, { 0, 4, 0 } },
                 bow[] = { { 0, 0, 0 }, { 4, 5, 0 }, { 4, 0, 0 }, { 0, 4, 0 } };
  const char *const wanted[] = { "expected a flat polygon", "expected a convex polygon" };
  const kbx_shape3 was = s.polygons[7];
  for (int i = 0; i < 2; i++)
    {
      s.polygons[7] = kbx_shape3_polygon (i == 0 ? fan : bow, 4, false);
      g_assert_cmpuint (kbx_soup_pack (&s.plan, work, room, again, s.size, &error), ==, 0);
      g_assert_cmpstr (error.message, ==, wanted[i]);
      g_assert_cmpuint (error.offset, ==, 7);
    }
  s.polygons[7] = was;
  s.corners[5][1].y = NAN;
  g_assert_cmpuint (kbx_soup_pack (&s.plan, work, room, again, s.size, &error), ==, 0);
  g_assert_cmpuint (error.offset, ==, 5);
  g_assert_cmpint (kbx_soup_cast (none, s.polygons[0], corners[0], 1, NULL).status,
                   ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_soup_cast (s.soup, s.polygons[0], corners[0], 1, NULL).status, ==,
                   KBX_ERROR_ARGUMENT);
  g_assert_cmpuint (kbx_soup_touching (none, (kbx_box3){ corners[0], corners[0] }, 1,
                                       NULL, NULL, 0),
                    ==, 0);
  g_free (s.bytes);
  /* An empty one. */
  s.plan.count = 0;
  pack (&s);
  g_assert_false (kbx_soup_cast (s.soup, kbx_shape3_point (corners[0]), corners[1], 1, NULL).hit);
  g_free (s.bytes);
}

/* Each byte of a small soup set to something else: refused, or every answer comes and makes sense.
 */
static void
test_damage (void)
{
  guint opened = 0;
  Soup s;

  make (&s, 40, true);
  for (size_t i = 0; i < s.size; i++)
    for (int k = 0; k < 4; k++)
      {
        g_autofree uint8_t *bytes = g_memdup2 (s.bytes, s.size);
        kbx_handle soup;
        kbx_error error;
        bytes[i] = k == 0 ? 0 : k == 1 ? 0xff : (uint8_t) (bytes[i] + (k == 2 ? 1 : -1));
        if (kbx_open (&soup, KBX_SOUP, bytes, s.size, &error) != KBX_OK)
          {
            g_assert_true (soup.data == NULL && error.message != NULL && error.offset <= s.size);
            continue;
          }
        opened++;
        for (int q = 0; q < 3; q++)
          {
            const kbx_hit3 hit =
                kbx_soup_cast (soup, kbx_shape3_sphere (place (70, true), (float) q),
                               place (150, true), KBX_ALL_CLASSES, NULL);
            g_assert_true (hit.status == KBX_OK && hit.hit == (hit.index < s.plan.count));
          }
        g_assert_cmpuint (kbx_soup_touching (soup, (kbx_box3){ { -99, -99, -99 }, { 99, 99, 99 } },
                                             3, NULL, NULL, 0),
                          <=, 40);
      }
  for (size_t size = 0; size < s.size; size++)
    {
      g_autofree uint8_t *bytes = g_memdup2 (s.bytes, size);
      g_assert_cmpint (kbx_open (&s.soup, KBX_SOUP, bytes, size, NULL), !=, KBX_OK);
    }
  g_test_message ("%u damaged ones open", opened);
  g_assert_cmpuint (opened, >, 100);
  g_free (s.bytes);
}

/* ---- rooms ---- */

enum
{
  SIDE = 20,
  CELLS = 4
};

/* A room from -SIDE to SIDE, each wall of 16 quadrangles that look inside, and pillars of the same
 * in it. */
static void
make_room (Soup *s, bool pillar)
{
  uint32_t n = 0;

  memset (s, 0, sizeof *s);
  for (int box = 0; box < (pillar ? 2 : 1); box++)
    for (int face = 0; face < 6; face++)
      for (int i = 0; i < CELLS * CELLS; i++, n++)
        {
          const float side = box ? 5 : SIDE, step = 2 * side / CELLS,
                      x = (float) (i % CELLS) * step - side, y = (float) (i / CELLS) * step - side;
          const float flat[4][2] = {
            { x, y }, { x + step, y }, { x + step, y + step }, { x, y + step }
          };
          for (int k = 0; k < 4; k++)
            {
              float v[3];
              v[face / 2] = face % 2 ? side : -side;
              v[(face / 2 + 1) % 3] = flat[(face % 2) ^ box ? 3 - k : k][0];
              v[(face / 2 + 2) % 3] = flat[(face % 2) ^ box ? 3 - k : k][1];
              s->corners[n][k] = (kbx_vec3){ v[0], v[1], v[2] };
            }
          s->polygons[n] = kbx_shape3_polygon (s->corners[n], 4, true);
        }
  s->plan = (kbx_soup_plan){ s->polygons, NULL, n };
  pack (s);
}

/* Random and wilful moves, each as far as the soup lets it. */
static void
walk (const Soup *s, float radius, float skin, bool pillar, guint moves)
{
  const float inner =
      radius > 0 ? SIDE - radius + 1e-4f : SIDE; /* a sphere by the rounding of floats less */
  kbx_vec3 at = { 10, 10, 10 };

  for (guint i = 0; kit_goes_on (i, moves); i++)
    {
      const kbx_vec3 aim = i % 3 == 0 ? (kbx_vec3){ SIDE * (float) g_test_rand_int_range (-1, 2),
                                                    SIDE * (float) g_test_rand_int_range (-1, 2),
                                                    SIDE * (float) g_test_rand_int_range (-1, 2) }
                                      : place (60, i % 2);
      const kbx_vec3 move =
          i % 3 == 0 ? (kbx_vec3){ 2 * (aim.x - at.x), 2 * (aim.y - at.y), 2 * (aim.z - at.z) }
                     : aim;
      const kbx_hit3 hit = kbx_soup_cast (
          s->soup, radius > 0 ? kbx_shape3_sphere (at, radius) : kbx_shape3_point (at), move,
          KBX_ALL_CLASSES, NULL);
      g_assert_cmpint (hit.status, ==, KBX_OK);
      at = kbx_stop3 (at, move, hit, skin);
      g_assert_true (fabsf (at.x) <= inner && fabsf (at.y) <= inner && fabsf (at.z) <= inner);
      if (pillar)
        g_assert_false (fabsf (at.x) < 5 && fabsf (at.y) < 5 && fabsf (at.z) < 5);
    }
}

static void
test_rooms (void)
{
  for (int pillar = 0; pillar < 2; pillar++)
    {
      Soup s;
      make_room (&s, pillar);
      walk (&s, 0, 0.001f, pillar, 60000);
      walk (&s, 0, 0.01f, pillar, 60000);
      walk (&s, 1.5f, 0.001f, pillar, 30000);
      walk (&s, 1.5f, 0.01f, pillar, 30000);
      g_free (s.bytes);
    }
}

KIT_PROGRAM (soups)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/soups/casts", test_casts);
  g_test_add_func ("/soups/touching", test_touching);
  g_test_add_func ("/soups/packing", test_packing);
  g_test_add_func ("/soups/damage", test_damage);
  g_test_add_func ("/soups/rooms", test_rooms);
  return g_test_run ();
}
