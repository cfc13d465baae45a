/* SPDX-License-Identifier: MIT */
/* Reads glTF 2.0, as JSON or in a GLB: the triangles of the nodes of a scene. A class has the name
 * of the material, else of the mesh. */
#include "interchange/meshes/mesh.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/files/files.h"
#include "interchange/readers/readers.h"

#define MOST_BYTES ((gsize) 1 << 30)   /* of all buffers */
#define MOST_DEPTH 64
#define GLB_JSON 0x4e4f534au
#define GLB_BINARY 0x004e4942u
#define FLOAT 5126

typedef struct {
  KbMesh *mesh;
  const char *path;
  const json_t *root;
  GBytes *binary;         /* of a GLB; may be empty */
  GPtrArray *buffers;     /* GBytes */
  guint n_visits;
} Gltf;

/* An item of a list of the file, such as nodes[3]. */
typedef struct { json_t *json; const char *list; gint index; } Item;

/* Rows; the last column is the translation. */
typedef struct { double m[3][4]; } Matrix;

/* Elements of `size` bytes, at a stride. */
typedef struct { KbBytes bytes; gint count, stride; guint size; } Accessor;

static const struct { const char *list, *lost; } unused[] = {
  { "animations", N_("animations") }, { "skins", N_("skins") }, { "cameras", N_("cameras") },
  { "images", N_("pictures") }, { "extensionsUsed", N_("extensions") },
};

static gboolean
fail (const Gltf *gltf, const Item *item, GError **error, const char *what)
{
  return kb_import_fail_at (error,
                            g_strdup_printf ("%s: %s[%d]", gltf->path, item->list, item->index),
                            "%s", what);
}

static gboolean
follow (const Gltf *gltf, const char *list, gint index, Item *to, GError **error)
{
  *to = (Item) { json_array_get (json_object_get (gltf->root, list), (gsize) index), list, index };
  return to->json || fail (gltf, to, error, _("this is missing"));
}

/* As json_unpack. */
static gboolean
unpack (const Gltf *gltf, const Item *item, GError **error, const char *format, ...)
{
  json_error_t fault;
  va_list values;
  va_start (values, format);
  const gboolean ok = json_vunpack_ex (item->json, &fault, 0, format, values) == 0;
  va_end (values);
  return ok || fail (gltf, item, error, fault.text);
}

/* ---- buffers ---- */

/* From data: URIs, files next to this one, or the GLB. */
static gboolean
read_buffers (Gltf *gltf, GError **error)
{
  gsize total = 0;
  g_autofree char *folder = g_path_get_dirname (gltf->path);
  KB_EACH_JSON (json, json_object_get (gltf->root, "buffers"))
    {
      const Item item = { json, "buffers", (gint) json_at };
      const char *uri = NULL;
      char *data = NULL;
      gsize size = 0;
      if (!unpack (gltf, &item, error, "{s?s}", "uri", &uri))
        return FALSE;
      const char *packed = uri && g_str_has_prefix (uri, "data:") ? strstr (uri, ";base64,") : NULL;
      g_autofree char *name = g_uri_unescape_string (uri ? uri : "", NULL),
                      *path = g_build_filename (folder, name ? name : "", NULL);
      if (packed)
        data = (char *) g_base64_decode (packed + strlen (";base64,"), &size);
      else if (uri
               && !kb_file_read (NULL, path, (goffset) (MOST_BYTES - total), &data, &size, error))
        return FALSE;
      total += size;
      g_ptr_array_add (gltf->buffers,
                       uri ? g_bytes_new_take (data, size) : g_bytes_ref (gltf->binary));
    }
  return TRUE;
}

static gboolean
open_accessor (const Gltf *gltf, gint index, gboolean is_point, Accessor *accessor, GError **error)
{
  Item item, view, buffer;
  const char *type;
  gint kind, of_view, of_buffer, length, start = 0, offset = 0, stride = 0;
  json_t *sparse = NULL;
  if (!follow (gltf, "accessors", index, &item, error)
      || !unpack (gltf, &item, error, "{s:i s:i s:s s:i s?i s?o}", "count", &accessor->count,
                  "componentType", &kind, "type", &type, "bufferView", &of_view, "byteOffset",
                  &start, "sparse", &sparse)
      || !follow (gltf, "bufferViews", of_view, &view, error)
      || !unpack (gltf, &view, error, "{s:i s:i s?i s?i}", "buffer", &of_buffer, "byteLength",
                  &length, "byteOffset", &offset, "byteStride", &stride)
      || !follow (gltf, "buffers", of_buffer, &buffer, error))
    return FALSE;
  GBytes *bytes = g_ptr_array_index (gltf->buffers, (guint) of_buffer);
  accessor->size = is_point ? 12 : kind == 5125 ? 4 : kind == 5123 ? 2 : 1;
  accessor->stride = stride ? stride : (gint) accessor->size;
  if (sparse || (is_point ? kind != FLOAT : kind != 5125 && kind != 5123 && kind != 5121)
      || strcmp (type, is_point ? "VEC3" : "SCALAR") != 0)
    return fail (gltf, &item, error, is_point ? _("expected VEC3 of floats, not sparse")
                                              : _("expected unsigned SCALAR, not sparse"));
  if (MIN (MIN (accessor->count, start), MIN (length, MIN (offset, stride))) < 0 || start > length
      || (guint64) offset + (guint64) length > g_bytes_get_size (bytes)
      || (accessor->count
          && (guint64) start + (guint64) accessor->stride * (guint64) (accessor->count - 1)
               + accessor->size > (guint64) length))
    return fail (gltf, &item, error, _("it is not within its buffer"));
  accessor->bytes = (KbBytes) {
    .data = (const guint8 *) g_bytes_get_data (bytes, NULL) + offset + start,
    .size = (gsize) (length - start)
  };
  return TRUE;
}

/* ---- meshes ---- */

static gboolean
add_triangles (Gltf *gltf, const Item *mesh, gint position, gint indices, const char *name,
               const Matrix *matrix, GError **error)
{
  const double (*m)[4] = matrix->m;
  double corners[9];
  Accessor points, order = { .count = 0 };
  if (!open_accessor (gltf, position, TRUE, &points, error)
      || (indices >= 0 && !open_accessor (gltf, indices, FALSE, &order, error)))
    return FALSE;
  const gint count = indices >= 0 ? order.count : points.count;
  for (gint i = 0; i < count - count % 3; i++)
    {
      order.bytes.at = (gsize) i * (gsize) order.stride;
      const guint64 at = indices >= 0 ? kb_bytes_number (&order.bytes, order.size) : (guint64) i;
      if (at >= (guint64) points.count)
        return fail (gltf, mesh, error, _("an index is above the last vertex"));
      points.bytes.at = (gsize) at * (gsize) points.stride;
      const double x = kb_bytes_float (&points.bytes), y = kb_bytes_float (&points.bytes),
                   z = kb_bytes_float (&points.bytes);
      for (gint r = 0; r < 3; r++)
        corners[i % 3 * 3 + r] = m[r][0] * x + m[r][1] * y + m[r][2] * z + m[r][3];
      const char *fault = i % 3 == 2 ? kb_mesh_add (gltf->mesh, corners, 3, name) : NULL;
      if (fault)
        return fail (gltf, mesh, error, fault);
    }
  return TRUE;
}

static gboolean
add_mesh (Gltf *gltf, gint index, const Matrix *matrix, GError **error)
{
  Item mesh, material;
  const char *own = NULL;
  if (!follow (gltf, "meshes", index, &mesh, error)
      || !unpack (gltf, &mesh, error, "{s?s}", "name", &own))
    return FALSE;
  KB_EACH_JSON (json, json_object_get (mesh.json, "primitives"))
    {
      const Item primitive = { json, "meshes", index };
      gint position, indices = -1, number = -1, mode = 4;
      const char *name = own;
      if (!unpack (gltf, &primitive, error, "{s:{s:i} s?i s?i s?i}", "attributes", "POSITION",
                   &position, "indices", &indices, "material", &number, "mode", &mode)
          || (number >= 0 && (!follow (gltf, "materials", number, &material, error)
                              || !unpack (gltf, &material, error, "{s?s}", "name", &name))))
        return FALSE;
      g_autofree char *clean = kb_import_clean_name (name ? name : "");
      kb_messages_lose (gltf->mesh->messages, _("morph targets"),
                        (guint) json_array_size (json_object_get (json, "targets")));
      kb_messages_lose (gltf->mesh->messages, _("normals, colours and texture coordinates"),
                        (guint) json_object_size (json_object_get (json, "attributes")) - 1);
      if (mode != 4)
        kb_messages_lose (gltf->mesh->messages, _("points, lines, strips and fans"), 1);
      else if (!add_triangles (gltf, &mesh, position, indices, clean ? clean : "polygons", matrix,
                               error))
        return FALSE;
    }
  return TRUE;
}

/* ---- nodes ---- */

/* The matrix of a translation, a rotation by a unit quaternion x, y, z, w, and a scale. Column by
 * column, as in the file. */
static void
make_matrix (const double *t, const double *q, const double *s, double *m)
{
  for (guint c = 0; c < 3; c++)
    {
      const guint d = (c + 1) % 3, e = (c + 2) % 3;
      m[4 * c + c] = s[c] * (1 - 2 * (q[d] * q[d] + q[e] * q[e]));
      m[4 * c + d] = s[c] * 2 * (q[c] * q[d] + q[e] * q[3]);
      m[4 * c + e] = s[c] * 2 * (q[c] * q[e] - q[d] * q[3]);
      m[12 + c] = t[c];
    }
}

/* The node's own matrix within that of its parent. */
static gboolean
read_matrix (const Gltf *gltf, const Item *node, const Matrix *up, Matrix *matrix, GError **error)
{
  double t[3] = { 0 }, q[4] = { 0, 0, 0, 1 }, s[3] = { 1, 1, 1 }, m[16] = { 0 };
  double unused_row;
  if (!unpack (gltf, node, error, "{s?[FFF!] s?[FFFF!] s?[FFF!]}", "translation", t, t + 1, t + 2,
               "rotation", q, q + 1, q + 2, q + 3, "scale", s, s + 1, s + 2))
    return FALSE;
  make_matrix (t, q, s, m);
  if (!unpack (gltf, node, error, "{s?[FFFFFFFFFFFFFFFF!]}", "matrix", m, m + 1, m + 2, &unused_row,
               m + 4, m + 5, m + 6, &unused_row, m + 8, m + 9, m + 10, &unused_row, m + 12, m + 13,
               m + 14, &unused_row))
    return FALSE;
  for (guint i = 0; i < 12; i++)
    {
      const double *row = up->m[i / 4], *column = m + 4 * (i % 4);
      matrix->m[i / 4][i % 4] = row[0] * column[0] + row[1] * column[1] + row[2] * column[2]
                                + (i % 4 == 3 ? row[3] : 0);
    }
  return TRUE;
}

/* The nodes of a list, and those below. Each may be there once. */
static gboolean
add_nodes (Gltf *gltf, const json_t *list, const Matrix *up, guint depth, GError **error)
{
  KB_EACH_JSON (number, list)
    {
      Item node;
      Matrix matrix;
      gint mesh = -1;
      const json_int_t index = json_is_integer (number) ? json_integer_value (number) : -1;
      if (!follow (gltf, "nodes", (gint) index, &node, error))
        return FALSE;
      if (depth == MOST_DEPTH
          || gltf->n_visits++ == json_array_size (json_object_get (gltf->root, "nodes")))
        return fail (gltf, &node, error, _("expected a tree of at most 64 levels"));
      if (!unpack (gltf, &node, error, "{s?i}", "mesh", &mesh)
          || !read_matrix (gltf, &node, up, &matrix, error)
          || (mesh != -1 && !add_mesh (gltf, mesh, &matrix, error))
          || !add_nodes (gltf, json_object_get (node.json, "children"), &matrix, depth + 1, error))
        return FALSE;
    }
  return TRUE;
}

/* May a mesh be another without it? */
static gboolean
touches_geometry (const char *extension)
{
  static const char *const others[] = { "_materials_", "_texture_",   "_lights_", "_xmp",
                                        "_animation_", "_audio", "VRMC_" };
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (extension && strstr (extension, others[i]))
      return FALSE;
  return TRUE;
}

static gboolean
read_scene (Gltf *gltf, GError **error)
{
  static const Matrix same = { { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } } };
  Item scene;
  const json_t *needed = json_object_get (gltf->root, "extensionsRequired"),
               *number = json_object_get (gltf->root, "scene");
  KB_EACH_JSON (extension, needed)
    if (touches_geometry (json_string_value (extension)))
      return kb_import_fail (error, gltf->path, _("extensionsRequired: '%s' is unknown here"),
                             json_string_value (extension));
  for (guint i = 0; i < G_N_ELEMENTS (unused); i++)
    kb_messages_lose (gltf->mesh->messages, _(unused[i].lost),
                   (guint) json_array_size (json_object_get (gltf->root, unused[i].list)));
  kb_messages_lose (gltf->mesh->messages, _("other scenes"),
                    MAX (1, (guint) json_array_size (json_object_get (gltf->root, "scenes"))) - 1);
  return read_buffers (gltf, error)
         && follow (gltf, "scenes", (gint) json_integer_value (number), &scene, error)
         && add_nodes (gltf, json_object_get (scene.json, "nodes"), &same, 0, error)
         && (gltf->mesh->polygons->len
             || fail (gltf, &scene, error, _("expected a triangle")));
}

gboolean
kb_mesh_read_gltf (KbMesh *mesh, const char *path, const char *data, gsize size, GError **error)
{
  KbBytes bytes = { .data = (const guint8 *) data, .size = size }, text = bytes, binary = { NULL };
  if (g_str_has_prefix (data, "glTF"))
    {
      bytes.at = 4;
      const guint32 version = kb_bytes_u32 (&bytes), whole = kb_bytes_u32 (&bytes),
                    length = kb_bytes_u32 (&bytes), kind = kb_bytes_u32 (&bytes);
      text = kb_bytes_part (&bytes, length);
      if (version != 2 || whole > size || kind != GLB_JSON || bytes.ended)
        return kb_bytes_fail (&bytes, path, error, _("expected a whole GLB of version 2"));
      const guint32 rest = kb_bytes_u32 (&bytes);
      if (kb_bytes_u32 (&bytes) == GLB_BINARY)
        binary = kb_bytes_part (&bytes, rest);
    }
  json_auto_t *root = kb_json_load (path, (const char *) text.data, text.size, NULL, error);
  g_autoptr (GBytes) chunk = g_bytes_new_static (binary.data, binary.size);
  g_autoptr (GPtrArray) buffers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  Gltf gltf = { mesh, path, root, chunk, buffers, 0 };
  return root && read_scene (&gltf, error);
}
