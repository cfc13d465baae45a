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

static double
dot_normals (const kbx_vec3 *a, const kbx_vec3 *b, guint n_b)
{
  const kbx_vec3 u = kbx_plane_through (a, 3).normal, v = kbx_plane_through (b, n_b).normal;
  return (double) u.x * v.x + (double) u.y * v.y + (double) u.z * v.z;
}

/* Adds the polygon as a fan of triangles from a corner. FALSE, and adds none, if one of them is
 * turned away from the polygon's side. Triangles without area are left out. */
static gboolean
add_fan (KbMesh *mesh, const kbx_vec3 *corners, KbMeshPolygon polygon, guint from)
{
  const guint n = polygon.count, n_polygons = mesh->polygons->len, n_corners = mesh->corners->len;
  for (guint i = 1; i + 1 < n; i++)
    {
      const kbx_vec3 triangle[3] = { corners[from], corners[(from + i) % n],
                                     corners[(from + i + 1) % n] };
      const KbMeshPolygon part = { mesh->corners->len, 3, polygon.class_index };
      const gboolean has_area = is_packable (triangle, 3);
      if (has_area && !(dot_normals (triangle, corners, n) > 0))
        {
          g_array_set_size (mesh->polygons, n_polygons);
          g_array_set_size (mesh->corners, n_corners);
          return FALSE;
        }
      g_array_append_vals (mesh->corners, triangle, has_area ? 3 : 0);
      g_array_append_vals (mesh->polygons, &part, has_area);
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
      guint from = 0;
      if (is_packable (corners, polygon.count))
        {
          g_array_index (mesh->polygons, KbMeshPolygon, kept++) = polygon;
          continue;
        }
      while (polygon.count > 3 && from < polygon.count && !add_fan (mesh, corners, polygon, from))
        from++;
      if (polygon.count == 3 || from == polygon.count)
        kb_messages_lose (mesh->messages, polygon.count == 3
                                       ? _("triangles without area")
                                       : _("polygons that no corner sees whole, or without area"),
                       1);
    }
  g_array_remove_range (mesh->polygons, kept, n - kept);
}
