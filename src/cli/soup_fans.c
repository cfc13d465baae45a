/* SPDX-License-Identifier: MIT */
/* Splits polygons that a soup cannot hold into triangles. */
#include "cli/soup.h"

#include <glib/gi18n.h>
#include <string.h>

#include "interchange/import.h"
#include "runtime/kickbox/pack.h"

G_STATIC_ASSERT (sizeof (kbx_vec3) == sizeof (KbMeshCorner));

/* Does the runtime take it? It must be flat and convex. */
static gboolean
is_packable (const kbx_vec3 *corners, guint n)
{
  guint8 work[KBX_SOUP_WORK (1)];
  const kbx_shape3 shape = kbx_shape3_polygon (corners, n, false);
  const kbx_soup_plan plan = { &shape, NULL, 1 };
  return kbx_soup_pack (&plan, work, sizeof work, NULL, 0, NULL) > 0;
}

#define MOST_CORNERS 4096
#define MOST_WORK (1u << 26)   /* pairs of corners and triangles */

/* Twice the area of a triangle as seen from the side of a normal, below 0 if it is turned away. */
static double
area_of (const kbx_vec3 *a, const kbx_vec3 *b, const kbx_vec3 *c, kbx_vec3 normal)
{
  const double ux = (double) b->x - a->x, uy = (double) b->y - a->y, uz = (double) b->z - a->z,
               vx = (double) c->x - a->x, vy = (double) c->y - a->y, vz = (double) c->z - a->z;
  return (uy * vz - uz * vy) * normal.x + (uz * vx - ux * vz) * normal.y
         + (ux * vy - uy * vx) * normal.z;
}

/* Is a triangle at three corners in a row turned to the polygon's side, with no other corner in it?
 * Equal corners are where an outline touches itself. */
static gboolean
is_ear (const kbx_vec3 *t, const kbx_vec3 *corners, guint n, kbx_vec3 normal)
{
  gboolean ear = area_of (t, t + 1, t + 2, normal) > 0;
  for (const kbx_vec3 *p = corners; ear && p < corners + n; p++)
    ear = memcmp (p, t, sizeof *p) == 0 || memcmp (p, t + 1, sizeof *p) == 0
          || memcmp (p, t + 2, sizeof *p) == 0 || area_of (t, t + 1, p, normal) < 0
          || area_of (t + 1, t + 2, p, normal) < 0 || area_of (t + 2, t, p, normal) < 0;
  return ear;
}

/* Adds the polygon as triangles, of which each is an ear of what is left. Those without area are
 * left out. FALSE, and adds none, if it crosses itself or has no area. */
static gboolean
add_ears (KbMesh *mesh, const kbx_vec3 *corners, KbMeshPolygon polygon)
{
  const kbx_vec3 normal = kbx_plane_through (corners, polygon.count).normal;
  const guint n_polygons = mesh->polygons->len, n_corners = mesh->corners->len;
  g_autoptr (GArray) ring = g_array_new (FALSE, FALSE, sizeof (kbx_vec3));
  g_array_append_vals (ring, corners, polygon.count);
  guint64 work = 0;
  for (guint at = 0, n_tried = 0; ring->len > 2 && n_tried < ring->len && work < MOST_WORK;)
    {
      const guint n = ring->len;
      const kbx_vec3 *left = (const kbx_vec3 *) (gconstpointer) ring->data;
      const kbx_vec3 triangle[3] = { left[(at + n - 1) % n], left[at % n], left[(at + 1) % n] };
      const KbMeshPolygon part = { mesh->corners->len, 3, polygon.class_index };
      const gboolean has_area = is_packable (triangle, 3),
                     cut = !has_area || is_ear (triangle, left, n, normal);
      work += n;
      g_array_append_vals (mesh->corners, triangle, cut && has_area ? 3 : 0);
      g_array_append_vals (mesh->polygons, &part, cut && has_area);
      if (cut)
        g_array_remove_index (ring, at % n);
      at = cut ? at % n : (at + 1) % n;
      n_tried = cut ? 0 : n_tried + 1;
    }
  if (ring->len > 2)
    {
      g_array_set_size (mesh->polygons, n_polygons);
      g_array_set_size (mesh->corners, n_corners);
    }
  return mesh->polygons->len > n_polygons;
}

void
kb_soup_split_polygons (KbMesh *mesh)
{
  const guint n = mesh->polygons->len;
  guint kept = 0;
  for (guint i = 0; i < n; i++)
    {
      const KbMeshPolygon polygon = g_array_index (mesh->polygons, KbMeshPolygon, i);
      const kbx_vec3 *first = &g_array_index (mesh->corners, kbx_vec3, polygon.first);
      g_autofree kbx_vec3 *corners = g_memdup2 (first, polygon.count * sizeof *corners);
      if (is_packable (corners, polygon.count))
        g_array_index (mesh->polygons, KbMeshPolygon, kept++) = polygon;
      else if (polygon.count == 3)
        kb_messages_lose (mesh->messages, _("triangles without area"), 1);
      else if (polygon.count > MOST_CORNERS)
        kb_messages_lose (mesh->messages, _("polygons of more than 4096 corners"), 1);
      else if (!add_ears (mesh, corners, polygon))
        kb_messages_lose (mesh->messages, _("polygons that cross themselves, or without area"), 1);
    }
  g_array_remove_range (mesh->polygons, kept, n - kept);
}
