/* SPDX-License-Identifier: MIT */
/* Meshes, and Wavefront OBJ: v, f, and names by o, g and usemtl. Other statements are counted. */
#include "interchange/meshes/mesh.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/model.h"
#include "interchange/readers/readers.h"

#define MOST_BYTES ((gsize) 1 << 30)

void
kb_mesh_free (KbMesh *mesh)
{
  g_array_unref (mesh->corners);
  g_array_unref (mesh->polygons);
  g_ptr_array_unref (mesh->classes);
  g_ptr_array_unref (mesh->messages);
  g_free (mesh);
}

const char *
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

/* ---- Wavefront OBJ ---- */

enum { OBJECT, GROUP, MATERIAL, N_NAMES, VERTEX = N_NAMES, FACE };

static const struct { const char *word, *lost; } statements[] = {
  [OBJECT] = { "o", NULL },
  [GROUP] = { "g", NULL },
  [MATERIAL] = { "usemtl", NULL },
  [VERTEX] = { "v", NULL },
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
read_vertex (Obj *obj, const char **at)
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
  *at += i == VERTEX || i == FACE ? length : rest;
  return i == VERTEX ? read_vertex (obj, at) : i == FACE ? read_face (obj, at) : NULL;
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
  if (!kb_import_read_unpacked (path, MOST_BYTES, &text, &length, NULL, error))
    return NULL;
  g_autoptr (KbMesh) mesh =
    KB_NEW (KbMesh, scale, g_array_new (FALSE, FALSE, sizeof (KbMeshCorner)),
            g_array_new (FALSE, FALSE, sizeof (KbMeshPolygon)),
            g_ptr_array_new_with_free_func (g_free), kb_messages_new ());
  gboolean is_gltf = text[strspn (text, " \t\r\n\xef\xbb\xbf")] == '{'
                     || g_str_has_prefix (text, "glTF");
  return (is_gltf ? kb_mesh_read_gltf (mesh, path, text, length, error)
                  : read_obj (mesh, path, text, error))
           ? g_steal_pointer (&mesh)
           : NULL;
}
