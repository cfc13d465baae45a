/* SPDX-License-Identifier: MIT */
/* Asks grounds and heightmaps for tests written in Python: a line in, the numbers of the answer out.
 *   ground SPLINE START END LIMIT X Y FLAT...    makes the ground that is asked then; "ok", or "refused: " and why
 *   at X                    found, y, slope, too steep
 *   touches X Y             0 or 1
 *   land X Y DX DY          hit, started inside, fraction, point, normal
 *   map COLUMNS ROWS X Y CELL LOW HIGH SAMPLE...  makes the heightmap that is asked then; as "ground"
 *   heights X Y             inside, nearest, bilinear, bicubic
 *   normals X Y             of the bilinear and of the bicubic surface
 *   highest X0 Y0 X1 Y1     the altitude
 *   ray X Y Z DX DY DZ      hit, started inside, fraction, point, normal */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/convert.h"
#include "layer_kit.h"
#include "runtime/kickbox.h"

static GBytes *bytes;
static kbx_handle ground;
static kbx_handle map;

static double *
numbers_of (const char *text, guint *n)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (double));
  for (char *end; *text && *text != '\n'; text = end)
    {
      double v = strtod (text, &end);
      if (end == text)
        break;
      g_array_append_val (all, v);
    }
  *n = all->len;
  return (double *) (gpointer) g_array_free (all, FALSE);
}

/* The bytes are what is asked from now on. */
static gboolean
take (GBytes *made, GError *error)
{
  if (made)
    {
      g_clear_pointer (&bytes, g_bytes_unref);
      bytes = made;
      puts ("ok");
      return TRUE;
    }
  printf ("refused: %s\n", error->message);
  g_error_free (error);
  return FALSE;
}

static void
make_ground (const double *v, guint n)
{
  g_autofree kbx_ground_point *points = g_new0 (kbx_ground_point, n / 3 + 1);
  kbx_ground_plan form = { (kbx_spline) v[0], v[1], v[2], v[3], 0, points, (n - 4) / 3 };
  GError *error = NULL;
  for (guint i = 0; i < form.count; i++)
    points[i] = (kbx_ground_point) { v[4 + 3 * i], v[5 + 3 * i], v[6 + 3 * i] != 0 };
  GBytes *made = kb_pack_ground (&form, &error);
  if (take (made, error))
    g_assert_cmpint (kbx_open (&ground, KBX_GROUND, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
}

static void
make_map (const double *v, guint n)
{
  g_autofree guint16 *samples = g_new0 (guint16, n);
  kbx_heightmap_plan form = { samples, (gsize) v[0], (guint) v[0], (guint) v[1], { v[2], v[3] }, v[4], v[5], v[6], 0 };
  GError *error = NULL;
  for (guint i = 7; i < n; i++)
    samples[i - 7] = (guint16) v[i];
  GBytes *made = kb_pack_heightmap (&form, &error);
  if (take (made, error))
    g_assert_cmpint (kbx_open (&map, KBX_HEIGHTMAP, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL), ==, KBX_OK);
}

static void
print3 (kbx_vec3 v, const char *after)
{
  printf ("%.9g %.9g %.9g%s", (double) v.x, (double) v.y, (double) v.z, after);
}

static void
answer_heights (kbx_vec p)
{
  printf ("%d %.9g %.9g %.9g\n", kbx_heightmap_at (map, p, KBX_HEIGHT_NEAREST).inside, (double) kbx_heightmap_z (map, p, KBX_HEIGHT_NEAREST),
          (double) kbx_heightmap_z (map, p, KBX_HEIGHT_BILINEAR), (double) kbx_heightmap_z (map, p, KBX_HEIGHT_BICUBIC));
  for (int filter = KBX_HEIGHT_NEAREST; filter <= KBX_HEIGHT_BICUBIC; filter++)
    {
      float z = filter == 0 ? kbx_heightmap_z (map, p, KBX_HEIGHT_NEAREST) : filter == 1 ? kbx_heightmap_z (map, p, KBX_HEIGHT_BILINEAR) : kbx_heightmap_z (map, p, KBX_HEIGHT_BICUBIC);
      g_assert_cmpfloat (kbx_heightmap_at (map, p, (kbx_height_filter) filter).z, ==, z);
    }
}

static void
answer_ray (const double *v)
{
  kbx_vec3 from = { (float) v[0], (float) v[1], (float) v[2] }, move = { (float) v[3], (float) v[4], (float) v[5] };
  kbx_hit3 s = kbx_heightmap_ray (map, from, move);
  g_assert_cmpint (s.status, ==, KBX_OK);
  printf ("%d %d %.9g ", s.hit, s.started_inside, (double) s.fraction);
  print3 (s.point, " ");
  print3 (s.normal, "\n");
}

static void
answer_sweep (const kbx_hit *s)
{
  g_assert_cmpint (s->status, ==, KBX_OK);
  printf ("%d %d %.9g %.9g %.9g %.9g %.9g\n", s->hit, s->started_inside, (double) s->fraction, (double) s->point.x, (double) s->point.y,
          (double) s->normal.x, (double) s->normal.y);
}

static void
answer (const char *kind, const double *v, guint n)
{
  kbx_vec a = { n > 0 ? (float) v[0] : 0, n > 1 ? (float) v[1] : 0 }, b = { n > 2 ? (float) v[2] : 0, n > 3 ? (float) v[3] : 0 };
  if (strcmp (kind, "ground") == 0)
    make_ground (v, n);
  else if (strcmp (kind, "at") == 0)
    {
      kbx_ground_place p = kbx_ground_at (ground, a.x);
      printf ("%d %.9g %.9g %d\n", p.found, (double) p.y, (double) p.slope, p.too_steep);
    }
  else if (strcmp (kind, "touches") == 0)
    printf ("%d\n", kit_ground_touches (ground, a));
  else if (strcmp (kind, "land") == 0)
    {
      kbx_hit s = kit_ground_land (ground, a, b);
      answer_sweep (&s);
    }
  else if (strcmp (kind, "map") == 0)
    make_map (v, n);
  else if (strcmp (kind, "heights") == 0)
    answer_heights (a);
  else if (strcmp (kind, "normals") == 0)
    {
      print3 (kbx_heightmap_at (map, a, KBX_HEIGHT_BILINEAR).normal, " ");
      print3 (kbx_heightmap_at (map, a, KBX_HEIGHT_BICUBIC).normal, "\n");
    }
  else if (strcmp (kind, "highest") == 0)
    printf ("%.9g\n", (double) kbx_heightmap_highest (map, (kbx_rect) { a, b }));
  else if (strcmp (kind, "ray") == 0)
    answer_ray (v);
  else
    g_error ("no question %s", kind);
}

int
main (void)
{
  char *line = NULL;
  size_t size = 0;
  while (getline (&line, &size, stdin) > 0)
    {
      char kind[16];
      int at = 0;
      guint n;
      if (sscanf (line, "%15s%n", kind, &at) != 1)
        continue;
      g_autofree double *v = numbers_of (line + at, &n);
      answer (kind, v, n);
    }
  free (line);
  g_clear_pointer (&bytes, g_bytes_unref);
  return 0;
}
