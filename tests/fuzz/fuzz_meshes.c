/* SPDX-License-Identifier: MIT */
/* Reads the input as a mesh: OBJ, glTF or GLB. A buffer near.bin is next to it. What can be read is
 * within the limits; the library packs its polygons or refuses them, and opens the pack. Split into
 * triangles as by kickbox soup, none is refused. */
#include <math.h>

#include "cli/soup.h"
#include "runtime/kickbox/pack.h"
#include "tests/fuzz/input.h"

#define MAX_PACKED 64         /* polygons; more are no other case */
#define MAX_CORNERS 200       /* of a polygon to split; more take long */
#define MAX_BYTES (1 << 20)   /* of the pack */

static const guint8 *
pack (const kbx_soup_plan *plan, size_t *size)
{
  static guint8 work[KBX_SOUP_WORK (MAX_PACKED)], bytes[MAX_BYTES];
  *size = kbx_soup_pack (plan, work, sizeof work, NULL, 0, NULL);
  g_assert_cmpuint (*size, <=, sizeof bytes);
  if (*size)
    g_assert_cmpuint (kbx_soup_pack (plan, work, sizeof work, bytes, *size, NULL), ==, *size);
  return bytes;
}

/* Packs the polygons and opens the pack. FALSE if the library refuses them. */
static gboolean
check_pack (const KbMesh *mesh)
{
  kbx_shape3 shapes[MAX_PACKED];
  guint8 classes[MAX_PACKED];
  kbx_handle soup;
  size_t size;
  for (guint i = 0; i < mesh->polygons->len; i++)
    {
      const KbMeshPolygon *polygon = &g_array_index (mesh->polygons, KbMeshPolygon, i);
      classes[i] = (guint8) polygon->class_index;
      shapes[i] = kbx_shape3_polygon (&g_array_index (mesh->corners, kbx_vec3, polygon->first),
                                      polygon->count, false);
    }
  const kbx_soup_plan plan = { shapes, classes, mesh->polygons->len };
  const guint8 *bytes = pack (&plan, &size);
  if (size)
    g_assert_true (kbx_open (&soup, KBX_SOUP, bytes, size, NULL) == KBX_OK);
  return size > 0;
}

static void
check_mesh (const KbMesh *mesh)
{
  g_assert_cmpuint (mesh->classes->len, <=, KBX_MAX_CLASSES);
  g_assert_true (mesh->polygons->len >= 1 && mesh->polygons->len <= KB_MAX_MESH_POLYGONS);
  for (guint i = 0; i < mesh->polygons->len; i++)
    {
      const KbMeshPolygon *polygon = &g_array_index (mesh->polygons, KbMeshPolygon, i);
      g_assert_cmpuint (polygon->class_index, <, mesh->classes->len);
      g_assert_cmpuint (polygon->count, >=, 3);
      g_assert_true (polygon->first <= mesh->corners->len
                     && polygon->count <= mesh->corners->len - polygon->first);
    }
  for (guint i = 0; i < mesh->corners->len; i++)
    {
      const KbMeshCorner *corner = &g_array_index (mesh->corners, KbMeshCorner, i);
      const float far = fmaxf (fabsf (corner->x), fmaxf (fabsf (corner->y), fabsf (corner->z)));
      g_assert_true (far <= KB_MAX_MESH_COORDINATE && !isnan (corner->x + corner->y + corner->z));
    }
}

static void
check_fans (KbMesh *mesh)
{
  guint n = 0;
  for (guint i = 0; i < mesh->polygons->len; i++)
    {
      const guint corners = g_array_index (mesh->polygons, KbMeshPolygon, i).count;
      if (corners > MAX_CORNERS)
        return;
      n += corners - 2;
    }
  kb_soup_split_polygons (mesh);
  g_assert_cmpuint (mesh->polygons->len, <=, n);
  if (mesh->polygons->len && mesh->polygons->len <= MAX_PACKED)
    {
      check_mesh (mesh);
      g_assert_true (check_pack (mesh));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static char *path;
  g_autoptr (GError) error = NULL;
  if (!path)
    {
      guint8 bytes[256];
      for (guint i = 0; i < sizeof bytes; i++)
        bytes[i] = i % 4 == 3 ? 0x40 : (guint8) i;
      path = g_build_filename (fuzz_folder (), "mesh", NULL);
      put_file (fuzz_folder (), "near.bin", bytes, sizeof bytes);
    }
  put_file (fuzz_folder (), "mesh", data, size);
  g_autoptr (KbMesh) mesh = kb_mesh_read (path, 2, &error);
  g_assert_true (!mesh == (error != NULL));
  if (!mesh)
    return 0;
  fuzz_accept ();
  check_mesh (mesh);
  if (mesh->polygons->len <= MAX_PACKED)
    {
      check_pack (mesh);
      check_fans (mesh);
    }
  return 0;
}
