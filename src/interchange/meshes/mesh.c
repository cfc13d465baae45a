/* SPDX-License-Identifier: MIT */
/* Meshes, and Wavefront OBJ: v, f, and names by o, g and usemtl. Other statements are counted. */
#include "interchange/meshes/mesh.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/files/files.h"
#include "document/model.h"
#include "document/pixels/picture.h"
#include "interchange/readers/readers.h"

/* ---- gltf ---- */

/* Reads glTF 2.0, as JSON or in a GLB: the triangles of the nodes of a scene. A class has the name
 * of the material, else of the mesh. */

#define MESH_MOST_BYTES ((gsize) 1 << 30)   /* of all buffers */
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
typedef struct { json_t *json; const char *list; gint index; } MeshItem;

/* Rows; the last column is the translation. */
typedef struct { double m[3][4]; } Matrix;

/* Elements of `size` bytes, at a stride. */
typedef struct { KbBytes bytes; gint count, stride; guint size; } Accessor;

static const struct { const char *list, *lost; } unused[] = {
  { "animations", N_("animations") }, { "skins", N_("skins") }, { "cameras", N_("cameras") },
  { "images", N_("pictures") }, { "extensionsUsed", N_("extensions") },
};

static gboolean
fail_mesh (const Gltf *gltf, const MeshItem *item, GError **error, const char *what)
{
  return kb_import_fail_at (error,
                            g_strdup_printf ("%s: %s[%d]", gltf->path, item->list, item->index),
                            "%s", what);
}

static gboolean
follow (const Gltf *gltf, const char *list, gint index, MeshItem *to, GError **error)
{
  *to =
    (MeshItem){ json_array_get (json_object_get (gltf->root, list), (gsize) index), list, index };
  return to->json || fail_mesh (gltf, to, error, _("this is missing"));
}

/* As json_unpack. */
static gboolean
unpack_item (const Gltf *gltf, const MeshItem *item, GError **error, const char *format, ...)
{
  json_error_t fault;
  va_list values;
  va_start (values, format);
  const gboolean ok = json_vunpack_ex (item->json, &fault, 0, format, values) == 0;
  va_end (values);
  return ok || fail_mesh (gltf, item, error, fault.text);
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
      const MeshItem item = { json, "buffers", (gint) json_at };
      const char *uri = NULL;
      char *data = NULL;
      gsize size = 0;
      if (!unpack_item (gltf, &item, error, "{s?s}", "uri", &uri))
        return FALSE;
      const char *packed = uri && g_str_has_prefix (uri, "data:") ? strstr (uri, ";base64,") : NULL;
      g_autofree char *name = g_uri_unescape_string (uri ? uri : "", NULL),
                      *path = g_build_filename (folder, name ? name : "", NULL);
      if (packed)
        data = (char *) g_base64_decode (packed + strlen (";base64,"), &size);
      else if (uri
               && !kb_file_read (NULL, path, (goffset) (MESH_MOST_BYTES - total), &data, &size,
                                 error))
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
  MeshItem item, view, buffer;
  const char *type;
  gint kind, of_view, of_buffer, length, start = 0, offset = 0, stride = 0;
  json_t *sparse = NULL;
  if (!follow (gltf, "accessors", index, &item, error)
      || !unpack_item (gltf, &item, error, "{s:i s:i s:s s:i s?i s?o}", "count", &accessor->count,
                       "componentType", &kind, "type", &type, "bufferView", &of_view, "byteOffset",
                       &start, "sparse", &sparse)
      || !follow (gltf, "bufferViews", of_view, &view, error)
      || !unpack_item (gltf, &view, error, "{s:i s:i s?i s?i}", "buffer", &of_buffer, "byteLength",
                       &length, "byteOffset", &offset, "byteStride", &stride)
      || !follow (gltf, "buffers", of_buffer, &buffer, error))
    return FALSE;
  GBytes *bytes = g_ptr_array_index (gltf->buffers, (guint) of_buffer);
  accessor->size = is_point ? 12 : kind == 5125 ? 4 : kind == 5123 ? 2 : 1;
  accessor->stride = stride ? stride : (gint) accessor->size;
  if (sparse || (is_point ? kind != FLOAT : kind != 5125 && kind != 5123 && kind != 5121)
      || strcmp (type, is_point ? "VEC3" : "SCALAR") != 0)
    return fail_mesh (gltf, &item, error, is_point ? _("expected VEC3 of floats, not sparse")
                                                   : _("expected unsigned SCALAR, not sparse"));
  if (MIN (MIN (accessor->count, start), MIN (length, MIN (offset, stride))) < 0 || start > length
      || (guint64) offset + (guint64) length > g_bytes_get_size (bytes)
      || (accessor->count
          && (guint64) start + (guint64) accessor->stride * (guint64) (accessor->count - 1)
               + accessor->size > (guint64) length))
    return fail_mesh (gltf, &item, error, _("it is not within its buffer"));
  accessor->bytes = (KbBytes) {
    .data = (const guint8 *) g_bytes_get_data (bytes, NULL) + offset + start,
    .size = (gsize) (length - start)
  };
  return TRUE;
}

/* ---- meshes ---- */

/* For readers: adds a polygon of n times x, y, z. NULL, or what is wrong, for an error. */
static const char *
kb_mesh_add (KbMesh *mesh, const double *corners, guint n, const char *class_name)
{
  KbMeshPolygon polygon = { mesh->corners->len, n, 0 };
  if (!g_ptr_array_find_with_equal_func (mesh->classes, class_name, g_str_equal,
                                         &polygon.class_index))
    {
      polygon.class_index = mesh->classes->len;
      g_ptr_array_add (mesh->classes, g_strdup (class_name));
    }
  if (polygon.class_index == KB_MAX_CLASSES)
    return _("expected at most 64 names");
  if (mesh->polygons->len == KB_MAX_MESH_POLYGONS)
    return _("expected at most 1048576 polygons");
  if (n > KB_MAX_MESH_CORNERS - mesh->corners->len)
    return _("expected at most 4194304 corners of polygons");
  for (guint i = 0; i < 3 * n; i++)
    if (!(fabs (corners[i] * mesh->scale) <= KB_MAX_MESH_COORDINATE))
      return _("expected coordinates of at most 4194304, scaled");
  for (const double *c = corners; c < corners + 3 * n; c += 3)
    {
      const KbMeshCorner p = { (float) (c[0] * mesh->scale), (float) (c[1] * mesh->scale),
                               (float) (c[2] * mesh->scale) };
      g_array_append_val (mesh->corners, p);
    }
  g_array_append_val (mesh->polygons, polygon);
  return NULL;
}

static gboolean
add_triangles (Gltf *gltf, const MeshItem *mesh, gint position, gint indices, const char *name,
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
        return fail_mesh (gltf, mesh, error, _("an index is above the last vertex"));
      points.bytes.at = (gsize) at * (gsize) points.stride;
      const double x = kb_bytes_float (&points.bytes), y = kb_bytes_float (&points.bytes),
                   z = kb_bytes_float (&points.bytes);
      for (gint r = 0; r < 3; r++)
        corners[i % 3 * 3 + r] = m[r][0] * x + m[r][1] * y + m[r][2] * z + m[r][3];
      const char *fault = i % 3 == 2 ? kb_mesh_add (gltf->mesh, corners, 3, name) : NULL;
      if (fault)
        return fail_mesh (gltf, mesh, error, fault);
    }
  return TRUE;
}

static gboolean
add_mesh (Gltf *gltf, gint index, const Matrix *matrix, GError **error)
{
  MeshItem mesh, material;
  const char *own = NULL;
  if (!follow (gltf, "meshes", index, &mesh, error)
      || !unpack_item (gltf, &mesh, error, "{s?s}", "name", &own))
    return FALSE;
  KB_EACH_JSON (json, json_object_get (mesh.json, "primitives"))
    {
      const MeshItem primitive = { json, "meshes", index };
      gint position, indices = -1, number = -1, mode = 4;
      const char *name = own;
      if (!unpack_item (gltf, &primitive, error, "{s:{s:i} s?i s?i s?i}", "attributes", "POSITION",
                        &position, "indices", &indices, "material", &number, "mode", &mode)
          || (number >= 0 && (!follow (gltf, "materials", number, &material, error)
                              || !unpack_item (gltf, &material, error, "{s?s}", "name", &name))))
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
read_matrix (const Gltf *gltf, const MeshItem *node, const Matrix *up, Matrix *matrix,
             GError **error)
{
  double t[3] = { 0 }, q[4] = { 0, 0, 0, 1 }, s[3] = { 1, 1, 1 }, m[16] = { 0 };
  double unused_row;
  if (!unpack_item (gltf, node, error, "{s?[FFF!] s?[FFFF!] s?[FFF!]}", "translation", t, t + 1,
                    t + 2, "rotation", q, q + 1, q + 2, q + 3, "scale", s, s + 1, s + 2))
    return FALSE;
  make_matrix (t, q, s, m);
  if (!unpack_item (gltf, node, error, "{s?[FFFFFFFFFFFFFFFF!]}", "matrix", m, m + 1, m + 2,
                    &unused_row, m + 4, m + 5, m + 6, &unused_row, m + 8, m + 9, m + 10,
                    &unused_row, m + 12, m + 13, m + 14, &unused_row))
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
      MeshItem node;
      Matrix matrix;
      gint mesh = -1;
      const json_int_t index = json_is_integer (number) ? json_integer_value (number) : -1;
      if (!follow (gltf, "nodes", (gint) index, &node, error))
        return FALSE;
      if (depth == MOST_DEPTH
          || gltf->n_visits++ == json_array_size (json_object_get (gltf->root, "nodes")))
        return fail_mesh (gltf, &node, error, _("expected a tree of at most 64 levels"));
      if (!unpack_item (gltf, &node, error, "{s?i}", "mesh", &mesh)
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
  MeshItem scene;
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
             || fail_mesh (gltf, &scene, error, _("expected a triangle")));
}

static gboolean
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
  json_auto_t *root = kb_json_load (path, (const char *) text.data, text.size, mesh->messages,
                                     error);
  g_autoptr (GBytes) chunk = g_bytes_new_static (binary.data, binary.size);
  g_autoptr (GPtrArray) buffers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  const char *version = kb_json_text_at (json_object_get (root, "asset"), "version");
  Gltf gltf = { mesh, path, root, chunk, buffers, 0 };
  return root
         && (json_object_get (root, "asset")
             || kb_import_fail (error, path, _("this JSON is no glTF, which has an 'asset'")))
         && (!version || *version == '2'
             || kb_import_fail (error, path, _("expected glTF 2.0, got version %s; export it again "
                                               "in the newer one"), version))
         && read_scene (&gltf, error);
}

/* ---- mesh ---- */

void
kb_mesh_free (KbMesh *mesh)
{
  g_array_unref (mesh->corners);
  g_array_unref (mesh->polygons);
  g_ptr_array_unref (mesh->classes);
  g_ptr_array_unref (mesh->messages);
  g_free (mesh);
}

/* ---- Wavefront OBJ ---- */

enum { OBJECT, MESH_GROUP, MATERIAL, N_NAMES, MESH_VERTEX = N_NAMES, FACE };

static const struct { const char *word, *lost; } statements[] = {
  [OBJECT] = { "o", NULL },
  [MESH_GROUP] = { "g", NULL },
  [MATERIAL] = { "usemtl", NULL },
  [MESH_VERTEX] = { "v", NULL },
  [FACE] = { "f", NULL },
  { "vt", N_("texture coordinates") },
  { "vn", N_("normals") },
  { "l", N_("lines") },
  { "p", N_("points") },
  { "mtllib", N_("files of materials") },
  { "s", N_("smoothing groups") },
};

typedef struct {
  KbMesh *mesh;
  GArray *vertices;       /* double: x, y, z */
  GArray *face;           /* the same of the current one */
  char names[N_NAMES][256];   /* now; "": none */
} Obj;

/* Adds a vertex. */
static const char *
read_mesh_vertex (Obj *obj, const char **at)
{
  if (obj->vertices->len == 3 * KB_MAX_MESH_CORNERS)
    return _("expected at most 4194304 vertices");
  for (guint i = 0; i < 3; i++)
    {
      char *end;
      *at += strspn (*at, " \t");
      const double number = g_ascii_strtod (*at, &end);
      if (end == *at || strchr ("\r\n", **at))
        return _("expected three numbers");
      g_array_append_val (obj->vertices, number);
      *at = end;
    }
  return NULL;
}

/* Adds a polygon: numbers of vertices from 1, or from -1 backwards, each before any slashes. */
static const char *
read_face (Obj *obj, const char **at)
{
  const gint64 n = obj->vertices->len / 3;
  g_array_set_size (obj->face, 0);
  while (obj->face->len <= 3 * KB_MAX_MESH_CORNERS && *(*at += strspn (*at, " \t\r"))
         && !strchr ("\n#", **at))
    {
      char *end;
      const gint64 number = g_ascii_strtoll (*at, &end, 10),
                   i = number < 0 ? n + number : number - 1;
      if (end == *at || !strchr ("/ \t\r\n", *end) || i < 0 || i >= n)
        return _("expected the number of a vertex");
      g_array_append_vals (obj->face, &g_array_index (obj->vertices, double, 3 * i), 3);
      *at = end + strcspn (end, " \t\r\n");
    }
  guint name = N_NAMES;
  while (name > 0 && !*obj->names[name - 1])
    name--;
  return obj->face->len < 9 ? _("expected three vertices or more")
                            : kb_mesh_add (obj->mesh, (const double *) (gpointer) obj->face->data,
                                           obj->face->len / 3,
                                           name ? obj->names[name - 1] : "polygons");
}

/* A statement up to the end of its line. NULL, or the error at *at. */
static const char *
read_statement (Obj *obj, const char **at)
{
  const gsize length = strcspn (*at, " \t\r\n"), rest = strcspn (*at, "\n");
  guint i = 0;
  while (i < G_N_ELEMENTS (statements)
         && (strlen (statements[i].word) != length
             || strncmp (statements[i].word, *at, length) != 0))
    i++;
  if (i < N_NAMES)
    {
      g_autofree char *name = g_strndup (*at + length, rest - length),
                      *clean = kb_import_clean_name (g_strstrip (name));
      g_strlcpy (obj->names[i], clean ? clean : "", sizeof obj->names[i]);
    }
  else if (i > FACE && **at != '#')
    kb_messages_lose (obj->mesh->messages,
                      i < G_N_ELEMENTS (statements) ? _(statements[i].lost)
                                                    : _("other statements"),
                      1);
  *at += i == MESH_VERTEX || i == FACE ? length : rest;
  return i == MESH_VERTEX ? read_mesh_vertex (obj, at) : i == FACE ? read_face (obj, at) : NULL;
}

static gboolean
read_obj (KbMesh *mesh, const char *path, const char *text, GError **error)
{
  g_autoptr (GArray) vertices = g_array_new (FALSE, FALSE, sizeof (double)),
                     face = g_array_new (FALSE, FALSE, sizeof (double));
  Obj obj = { mesh, vertices, face, { "" } };
  const char *at = text, *fault = NULL;
  while (!fault && *(at += strspn (at, " \t\r\n")))
    {
      fault = read_statement (&obj, &at);
      at += fault ? 0 : strcspn (at, "\n");
    }
  if (!fault && mesh->polygons->len == 0)
    fault = _("expected a polygon, such as f 1 2 3");
  return !fault || kb_import_fail_at (error, kb_text_place (path, text, at), "%s", fault);
}

/* ---- files ---- */

KbMesh *
kb_mesh_read (const char *path, double scale, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  if (!kb_import_read_unpacked (path, MESH_MOST_BYTES, &text, &length, NULL, error))
    return NULL;
  if (length > 1 && ((guchar) text[0] ^ (guchar) text[1]) == 1)
    return kb_fail_null (error, KB_ERROR_INPUT, _("%s: this text is in UTF-16; save it as UTF-8"),
                         path);
  g_autoptr (KbMesh) mesh =
    KB_NEW (KbMesh, scale, g_array_new (FALSE, FALSE, sizeof (KbMeshCorner)),
            g_array_new (FALSE, FALSE, sizeof (KbMeshPolygon)),
            g_ptr_array_new_with_free_func (g_free), kb_messages_new ());
  gboolean is_gltf = text[strspn (text, " \t\r\n\xef\xbb\xbf")] == '{'
                     || g_str_has_prefix (text, "glTF");
  if (is_gltf ? kb_mesh_read_gltf (mesh, path, text, length, error)
              : read_obj (mesh, path, text, error))
    return g_steal_pointer (&mesh);
  const char *hint = "", *foreign = kb_picture_is_readable (text, length)
                                      ? _("a picture")
                                      : kb_foreign_name (text, length, &hint);
  if (foreign && strcmp (hint, _("kickbox soup reads it")) != 0)
    {
      g_clear_error (error);
      kb_import_fail (error, path, _("this is %s; expected a mesh in OBJ or glTF"), foreign);
    }
  return NULL;
}
