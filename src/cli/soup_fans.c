/* SPDX-License-Identifier: MIT */
/* Splits polygons that a soup cannot hold into triangles. */
#include "cli/soup.h"

#include <glib/gi18n.h>

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

/* Of more corners, each would be looked at from too many others. */
#define MOST_CORNERS 4096

/* Twice the area of a triangle as seen from the side of a normal, below 0 if it is turned away. */
static double
area_of (const kbx_vec3 *a, const kbx_vec3 *b, const kbx_vec3 *c, kbx_vec3 normal)
{
  const double ux = (double) b->x - a->x, uy = (double) b->y - a->y, uz = (double) b->z - a->z,
               vx = (double) c->x - a->x, vy = (double) c->y - a->y, vz = (double) c->z - a->z;
  return (uy * vz - uz * vy) * normal.x + (uz * vx - ux * vz) * normal.y
         + (ux * vy - uy * vx) * normal.z;
}

/* Are all triangles of the fan from a corner, but for those without area, turned to the polygon's
 * side? */
static gboolean
sees_whole (const kbx_vec3 *corners, guint n, guint from, kbx_vec3 normal)
{
  double area = 0;
  for (guint i = 1; i + 1 < n; i++)
    {
      const kbx_vec3 triangle[3] = { corners[from], corners[(from + i) % n],
                                     corners[(from + i + 1) % n] };
      const double part = area_of (triangle, triangle + 1, triangle + 2, normal);
      if (part < 0 && is_packable (triangle, 3))
        return FALSE;
      area += part;
    }
  return area > 0;
}

/* Adds the polygon as a fan of triangles from a corner. Triangles without area are left out. FALSE
 * if all are. */
static gboolean
add_fan (KbMesh *mesh, const kbx_vec3 *corners, KbMeshPolygon polygon, guint from)
{
  const guint n = polygon.count, n_polygons = mesh->polygons->len;
  for (guint i = 1; i + 1 < n; i++)
    {
      const kbx_vec3 triangle[3] = { corners[from], corners[(from + i) % n],
                                     corners[(from + i + 1) % n] };
      const KbMeshPolygon part = { mesh->corners->len, 3, polygon.class_index };
      const gboolean has_area = is_packable (triangle, 3);
      g_array_append_vals (mesh->corners, triangle, has_area ? 3 : 0);
      g_array_append_vals (mesh->polygons, &part, has_area);
    }
  return mesh->polygons->len > n_polygons;
}

/* FALSE, and adds none, if no corner sees the whole polygon. */
static gboolean
add_fans (KbMesh *mesh, const kbx_vec3 *corners, KbMeshPolygon polygon)
{
  const kbx_vec3 normal = kbx_plane_through (corners, polygon.count).normal;
  guint from = 0;
  while (from < polygon.count && !sees_whole (corners, polygon.count, from, normal))
    from++;
  return from < polygon.count && add_fan (mesh, corners, polygon, from);
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
      else if (!add_fans (mesh, corners, polygon))
        kb_messages_lose (mesh->messages,
                          _("polygons that no corner sees whole, or without area"), 1);
    }
  g_array_remove_range (mesh->polygons, kept, n - kept);
}
