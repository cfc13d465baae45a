/* SPDX-License-Identifier: MIT */
/* Closed shapes against GEOS, the library below Shapely and PostGIS: 160,000 random pairs of kinds, with whole
 * pixels, on the grid, and with any floats. On whole pixels and the grid no answer may differ. With other floats, and
 * where oriented boxes at an angle are in play, an answer may differ where GEOS measures a gap or a depth below 1e-7
 * pixels, a billionth of the level.
 *
 * GEOS is loaded when the test runs, by what its C interface promises; without it the test says so and passes. */
#include "runtime/kickbox.h"
#include "tests/support/shape_of.h"

#include <dlfcn.h>
#include <math.h>

#include "tests/support/seed.h"

typedef struct GeosGeometry GeosGeometry;
typedef struct GeosSequence GeosSequence;

/* The functions of its C interface that are used, as X (result, name, arguments). */
#define GEOS_FUNCTIONS                                                                                    \
  X (void *, init_r, (void) )                                                                             \
  X (void, finish_r, (void *) )                                                                           \
  X (GeosSequence *, CoordSeq_create_r, (void *, unsigned, unsigned) )                                    \
  X (int, CoordSeq_setXY_r, (void *, GeosSequence *, unsigned, double, double) )                          \
  X (int, CoordSeq_isCCW_r, (void *, const GeosSequence *, char *) )                                      \
  X (const GeosSequence *, Geom_getCoordSeq_r, (void *, const GeosGeometry *) )                           \
  X (GeosGeometry *, Geom_createPoint_r, (void *, GeosSequence *) )                                       \
  X (GeosGeometry *, Geom_createLineString_r, (void *, GeosSequence *) )                                  \
  X (GeosGeometry *, Geom_createLinearRing_r, (void *, GeosSequence *) )                                  \
  X (GeosGeometry *, Geom_createPolygon_r, (void *, GeosGeometry *, GeosGeometry **, unsigned) )          \
  X (void, Geom_destroy_r, (void *, GeosGeometry *) )                                                     \
  X (char, Intersects_r, (void *, const GeosGeometry *, const GeosGeometry *) )                           \
  X (char, isValid_r, (void *, const GeosGeometry *) )                                                    \
  X (int, Area_r, (void *, const GeosGeometry *, double *) )                                              \
  X (int, Distance_r, (void *, const GeosGeometry *, const GeosGeometry *, double *) )                    \
  X (GeosGeometry *, ConvexHull_r, (void *, const GeosGeometry *) )                                       \
  X (GeosGeometry *, Buffer_r, (void *, const GeosGeometry *, double, int) )

#define X(result, name, arguments) static result (*name) arguments;
GEOS_FUNCTIONS
#undef X

static void *geos;

static bool
load_geos (void)
{
  static const char *const names[] = { "libgeos_c.so.1", "libgeos_c.so", "libgeos_c.dylib" };
  static const struct { const char *name; void **function; } table[] = {
#define X(result, name, arguments) { "GEOS" #name, (void **) &name },
    GEOS_FUNCTIONS
#undef X
  };
  void *library = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names) && !library; i++)
    library = dlopen (names[i], RTLD_NOW);
  if (!library)
    return false;
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *plain = g_strdup (table[i].name);
      *table[i].function = dlsym (library, plain);
      /* "GEOS_init_r" and "GEOSGeom_..." follow two styles. */
      if (!*table[i].function)
        {
          g_autofree char *other = g_strconcat ("GEOS_", table[i].name + strlen ("GEOS"), NULL);
          *table[i].function = dlsym (library, other);
        }
      if (!*table[i].function)
        return false;
    }
  geos = init_r ();
  return true;
}

static GeosGeometry *
geos_corners (const kbx_vec *corners, guint n)
{
  GeosSequence *sequence = CoordSeq_create_r (geos, n + 1, 2);
  for (guint i = 0; i <= n; i++)
    CoordSeq_setXY_r (geos, sequence, i, corners[i % n].x, corners[i % n].y);
  return Geom_createPolygon_r (geos, Geom_createLinearRing_r (geos, sequence), NULL, 0);
}

static GeosGeometry *
geos_point (double x, double y)
{
  GeosSequence *sequence = CoordSeq_create_r (geos, 1, 2);
  CoordSeq_setXY_r (geos, sequence, 0, x, y);
  return Geom_createPoint_r (geos, sequence);
}

/* The box's corners in double, as its floats name them. */
static GeosGeometry *
geos_obb (kbx_obb o)
{
  static const int signs[5][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 } };
  GeosSequence *sequence = CoordSeq_create_r (geos, 5, 2);
  for (guint i = 0; i < 5; i++)
    {
      double s = signs[i][0] * (double) o.w / 2, t = signs[i][1] * (double) o.h / 2;
      CoordSeq_setXY_r (geos, sequence, i, o.centre.x + s * o.axis.x - t * o.axis.y, o.centre.y + s * o.axis.y + t * o.axis.x);
    }
  return Geom_createPolygon_r (geos, Geom_createLinearRing_r (geos, sequence), NULL, 0);
}

/* ---- random shapes ---- */

enum { KIND_POINT, KIND_CIRCLE, KIND_RECT, KIND_OBB, KIND_CONVEX, KIND_POLYGON, N_KINDS };
enum { WHOLE, COARSE, GRID, FLOATS, N_INPUTS };
#define MOST 16

typedef struct {
  int kind;
  kbx_vec centre; /* of points and circles */
  float radius;
  kbx_rect rect;
  kbx_obb obb;
  kbx_vec corners[MOST];
  guint n;
  bool exact;      /* no oriented box at an angle */
  GeosGeometry *g; /* of circles the centre */
} Shape;

static const double sizes[N_INPUTS] = { 9, 60, 30000, 100 };

static float
coordinate (int input, double size)
{
  if (input == FLOATS)
    return (float) g_test_rand_double_range (-size, size);
  int step = input == GRID ? 256 : 1;
  return (float) g_test_rand_int_range ((int) (-size * step), (int) (size * step) + 1) / (float) step;
}

/* Corners about the centre at rising angles: simple but where rounding makes it touch itself; GEOS says. */
static void
make_polygon (Shape *s, int input, bool convex)
{
  do
    {
      double size = sizes[input] * g_test_rand_double_range (0.2, 0.8), first = g_test_rand_double_range (0, 360);
      kbx_vec centre = { coordinate (input, sizes[input]), coordinate (input, sizes[input]) };
      s->n = (guint) g_test_rand_int_range (3, convex ? 9 : MOST + 1);
      for (guint i = 0; i < s->n; i++)
        {
          kbx_vec way = kbx_direction (first + 360.0 * (i + (convex ? 0.4 * g_test_rand_double () : 0)) / s->n);
          double r = convex ? size : size * g_test_rand_double_range (0.2, 1), step = input == GRID ? 256 : 1;
          kbx_vec p = { (float) (centre.x + r * way.x), (float) (centre.y + r * way.y) };
          if (input != FLOATS)
            p = (kbx_vec) { (float) (rint (p.x * step) / step), (float) (rint (p.y * step) / step) };
          s->corners[i] = p;
        }
      if (g_test_rand_bit ())
        for (guint i = 0; i < s->n / 2; i++)
          {
            kbx_vec p = s->corners[i];
            s->corners[i] = s->corners[s->n - 1 - i];
            s->corners[s->n - 1 - i] = p;
          }
      if (s->g)
        Geom_destroy_r (geos, s->g);
      s->g = geos_corners (s->corners, s->n);
    }
  while (isValid_r (geos, s->g) != 1 || (convex && !kbx_polygon_info ((kbx_polygon) { s->corners, s->n }).convex));
}

static Shape
random_shape (int kind, int input)
{
  Shape s = { .kind = kind, .exact = input != FLOATS };
  double size = sizes[input];
  kbx_vec p = { coordinate (input, size), coordinate (input, size) };
  float w = fabsf (coordinate (input, size / 2)) + 1, h = fabsf (coordinate (input, size / 2)) + 1;

  switch (kind)
    {
    case KIND_POINT:
    case KIND_CIRCLE:
      s.centre = p;
      s.radius = kind == KIND_CIRCLE ? w : 0;
      s.g = geos_point (p.x, p.y);
      break;
    case KIND_RECT:
      s.rect = (kbx_rect) { p, { p.x + w, p.y + h } };
      s.g = geos_corners ((kbx_vec[]) { p, { p.x + w, p.y }, { p.x + w, p.y + h }, { p.x, p.y + h } }, 4);
      break;
    case KIND_OBB:
      s.obb = (kbx_obb) { p, kbx_direction (g_test_rand_bit () ? 90 * g_test_rand_int_range (0, 4) : g_test_rand_double_range (0, 360)), w, h };
      s.exact = s.exact && (s.obb.axis.x == 0 || s.obb.axis.y == 0);
      s.g = geos_obb (s.obb);
      break;
    default:
      make_polygon (&s, input, kind == KIND_CONVEX);
    }
  return s;
}

/* ---- the two answers ---- */

static bool
kickbox_answer (const Shape *a, const Shape *b)
{
  kbx_polygon p = { a->corners, a->n }, q = { b->corners, b->n };
  kbx_circle c = { a->centre, a->radius };
  switch (a->kind * N_KINDS + b->kind)
    {
    case KIND_POINT * N_KINDS + KIND_RECT: return kbx_contains (SHAPE (b->rect), a->centre);
    case KIND_POINT * N_KINDS + KIND_OBB: return kbx_contains (SHAPE (b->obb), a->centre);
    case KIND_POINT * N_KINDS + KIND_CONVEX: return kbx_contains (CONVEX_SHAPE (q), a->centre);
    case KIND_POINT * N_KINDS + KIND_POLYGON: return kbx_contains (POLYGON_SHAPE (q), a->centre);
    case KIND_POINT * N_KINDS + KIND_CIRCLE: return kbx_contains (SHAPE ((kbx_circle) { b->centre, b->radius }), a->centre);
    case KIND_CIRCLE * N_KINDS + KIND_CIRCLE: return kbx_overlap (SHAPE (c), SHAPE ((kbx_circle) { b->centre, b->radius }));
    case KIND_CIRCLE * N_KINDS + KIND_RECT: return kbx_overlap (SHAPE (c), SHAPE (b->rect));
    case KIND_CIRCLE * N_KINDS + KIND_OBB: return kbx_overlap (SHAPE (c), SHAPE (b->obb));
    case KIND_CIRCLE * N_KINDS + KIND_CONVEX:
    case KIND_CIRCLE * N_KINDS + KIND_POLYGON: return kbx_overlap (SHAPE (c), POLYGON_SHAPE (q));
    case KIND_RECT * N_KINDS + KIND_RECT: return kbx_overlap (SHAPE (a->rect), SHAPE (b->rect));
    case KIND_RECT * N_KINDS + KIND_OBB: return kbx_overlap (SHAPE (a->rect), SHAPE (b->obb));
    case KIND_RECT * N_KINDS + KIND_CONVEX:
    case KIND_RECT * N_KINDS + KIND_POLYGON: return kbx_overlap (SHAPE (a->rect), POLYGON_SHAPE (q));
    case KIND_OBB * N_KINDS + KIND_OBB: return kbx_overlap (SHAPE (a->obb), SHAPE (b->obb));
    case KIND_OBB * N_KINDS + KIND_CONVEX:
    case KIND_OBB * N_KINDS + KIND_POLYGON: return kbx_overlap (SHAPE (a->obb), POLYGON_SHAPE (q));
    case KIND_CONVEX * N_KINDS + KIND_CONVEX: return kbx_overlap (CONVEX_SHAPE (p), CONVEX_SHAPE (q));
    default: return kbx_overlap (POLYGON_SHAPE (p), POLYGON_SHAPE (q));
    }
}

/* How far two shapes without a circle are apart, below 0 when they overlap by more than `near`. */
static double
geos_gap (const GeosGeometry *a, const GeosGeometry *b, double near)
{
  double gap = 0;
  Distance_r (geos, a, b, &gap);
  if (gap > 0)
    return gap;
  GeosGeometry *smaller = Buffer_r (geos, a, -near, 1);
  gap = Intersects_r (geos, smaller, b) == 1 ? -1 : 0;
  Geom_destroy_r (geos, smaller);
  return gap;
}

/* Does the answer differ, and not just about touching? A circle touches where the distance to its centre is its
 * radius: GEOS rounds that distance, so there it may differ by the rounding, even for whole pixels. */
static bool
differs (const Shape *a, const Shape *b, bool answer, guint *near_touching)
{
  double near = 1e-9 * 100, gap;
  if (a->kind == KIND_CIRCLE || b->kind == KIND_CIRCLE)
    {
      double reach = (a->kind == KIND_CIRCLE ? a->radius : 0.0) + (b->kind == KIND_CIRCLE ? b->radius : 0.0);
      Distance_r (geos, a->g, b->g, &gap);
      if ((gap <= reach) == answer)
        return false;
      *near_touching += 1;
      return fabs (gap - reach) > (a->exact && b->exact ? 4e-16 * reach : near);
    }
  if ((Intersects_r (geos, a->g, b->g) == 1) == answer)
    return false;
  *near_touching += 1;
  if (a->exact && b->exact)
    return true;
  gap = geos_gap (a->g, b->g, near);
  return gap > near || gap < 0;
}

static void
test_pairs (gconstpointer data)
{
  enum { POOL = 250 };
  guint kinds = GPOINTER_TO_UINT (data);
  int first = (int) kinds / N_KINDS, second = (int) kinds % N_KINDS;
  guint pairs = 0, hits = 0, wrong = 0, near_touching = 0;
  for (int input = 0; input < N_INPUTS; input++)
    {
      Shape a[POOL], b[POOL];
      for (guint i = 0; i < POOL; i++)
        {
          a[i] = random_shape (first, input);
          b[i] = random_shape (second, input);
        }
      for (guint i = 0; kit_goes_on (i, kit_is_whole () ? 40000 : 16000); i++)
        {
          /* Each of one with 160 of the other, in a whole run. */
          const Shape *p = a + i % POOL, *q = b + (i % POOL + i / POOL) % POOL;
          bool answer = kickbox_answer (p, q);
          hits += answer;
          if (differs (p, q, answer, &near_touching))
            {
              wrong++;
              g_test_message ("input %d, pair %u: Kickbox says %d", input, i, answer);
            }
        }
      pairs += kit_n_done;
      for (guint i = 0; i < POOL; i++)
        {
          Geom_destroy_r (geos, a[i].g);
          Geom_destroy_r (geos, b[i].g);
        }
    }
  g_test_message ("%u pairs, %u overlap, %u differ about touching, %u wrong", pairs, hits, near_touching, wrong);
  g_assert_cmpuint (wrong, ==, 0);
  g_assert_cmpuint (hits, >, pairs / 100);
}

/* What is said of a polygon: valid for GEOS is simple for us, for any corners that do not repeat; the area, the way
 * round, and convex when the hull has the same area. */
static void
test_about (void)
{
  guint simple = 0, convex = 0;
  for (guint round = 0; kit_goes_on (round, 100000); round++)
    {
      int input = (int) (round % N_INPUTS);
      kbx_vec corners[8];
      guint n = (guint) g_test_rand_int_range (3, 7);
      for (guint i = 0; i < n; i++)
        corners[i] = (kbx_vec) { coordinate (input, sizes[input]), coordinate (input, sizes[input]) };
      kbx_polygon polygon = { corners, n };
      GeosGeometry *g = geos_corners (corners, n);
      bool repeats = false;
      for (guint i = 0; i < n; i++)
        repeats = repeats || memcmp (corners + i, corners + (i + 1) % n, sizeof *corners) == 0;
      if (!repeats)
        g_assert_cmpint (kbx_polygon_is_simple (polygon), ==, isValid_r (geos, g) == 1);
      if (kbx_polygon_is_simple (polygon))
        {
          simple++;
          double area, hull_area, size = sizes[input];
          Area_r (geos, g, &area);
          g_assert_cmpfloat (fabs (fabs (kbx_polygon_info (polygon).area) - area), <=, 1e-12 * size * size);
          GeosGeometry *hull = ConvexHull_r (geos, g);
          Area_r (geos, hull, &hull_area);
          bool is = kbx_polygon_info (polygon).convex;
          convex += is;
          if (input != FLOATS)
            g_assert_cmpint (is, ==, hull_area == area);
          Geom_destroy_r (geos, hull);
          GeosSequence *sequence = CoordSeq_create_r (geos, n + 1, 2);
          for (guint i = 0; i <= n; i++)
            CoordSeq_setXY_r (geos, sequence, i, corners[i % n].x, corners[i % n].y);
          GeosGeometry *line = Geom_createLineString_r (geos, sequence);
          char ccw = 0;
          CoordSeq_isCCW_r (geos, Geom_getCoordSeq_r (geos, line), &ccw);
          /* With y up its counter-clockwise is our clockwise. */
          g_assert_cmpint (kbx_polygon_info (polygon).orientation, ==, ccw ? 1 : -1);
          Geom_destroy_r (geos, line);
        }
      Geom_destroy_r (geos, g);
    }
  g_test_message ("%u simple, %u convex of %u", simple, convex, kit_n_done);
  g_assert_cmpuint (simple, >, kit_n_done / 10);
  g_assert_cmpuint (convex, >, kit_n_done / 100);
}

KIT_PROGRAM (areas_geos)
{
  static const char *const names[N_KINDS] = { "point", "circle", "rect", "obb", "convex", "polygon" };
  kit_test_init (&argc, &argv);
  if (!load_geos ())
    {
      g_print ("1..0 # SKIP libgeos_c is not installed\n");
      return 0;
    }
  for (guint a = 0; a < N_KINDS; a++)
    for (guint b = a == KIND_POINT ? KIND_CIRCLE : a; b < N_KINDS; b++)
      {
        g_autofree char *path = g_strdup_printf ("/areas/geos/%s-%s", names[a], names[b]);
        g_test_add_data_func (path, GUINT_TO_POINTER (a * N_KINDS + b), test_pairs);
      }
  g_test_add_func ("/areas/geos/about", test_about);
  int result = g_test_run ();
  finish_r (geos);
  return result;
}
