/* SPDX-License-Identifier: MIT */
/* Reads polygons in space from other programs' files, for a soup of the runtime. Axes stay as in
 * the file. Errors: KB_ERROR_INPUT with line and column, JSON path or byte. */
#ifndef KB_INTERCHANGE_MESHES_MESH_H
#define KB_INTERCHANGE_MESHES_MESH_H

#include <glib.h>

#define KB_MAX_MESH_POLYGONS (1u << 20)
#define KB_MAX_MESH_CORNERS (1u << 22)   /* of all polygons; also the vertices of an OBJ */
#define KB_MAX_MESH_COORDINATE 4194304   /* KBX_WORLD_LIMIT */

/* Laid out as kbx_vec3. */
typedef struct { float x, y, z; } KbMeshCorner;

/* Corners [first, first + count) of the mesh, which may be in any position. */
typedef struct { guint first, count, class_index; } KbMeshPolygon;

typedef struct {
  double scale;
  GArray *corners;        /* KbMeshCorner, within the limits */
  GArray *polygons;       /* KbMeshPolygon */
  GPtrArray *classes;     /* char *, at most 64 */
  GPtrArray *messages;    /* KbMessage: what was left out */
} KbMesh;

/* An OBJ, a glTF or a GLB by its content. `scale` multiplies all coordinates. */
KbMesh *kb_mesh_read (const char *path, double scale, GError **error);
void kb_mesh_free (KbMesh *mesh);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbMesh, kb_mesh_free)

#endif
