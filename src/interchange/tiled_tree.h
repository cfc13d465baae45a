/* SPDX-License-Identifier: MIT */
/* Tiled's files as one tree, whether they are XML (TMX, TSX, TX) or JSON (TMJ, TSJ, TJ).
 *
 * Purpose: what reads maps and tilesets knows one form, that of the XML: JSON becomes elements of
 * the same names (tiled_json.c). Tiles of layers that are elements or numbers of their own are kept
 * as numbers. Flow: kb_tiled_parse -> kb_tiled_get and the like, which tell what is wrong by line
 * or JSON path. The tree belongs to the caller and refers to nothing else. */
#ifndef KB_TILED_TREE_H
#define KB_TILED_TREE_H

#include <glib.h>

typedef struct KbTiledNode KbTiledNode;
struct KbTiledNode {
  char *name;              /* "layer" */
  GPtrArray *attributes;   /* char *: name, value, ... */
  GPtrArray *children;     /* KbTiledNode */
  GString *text;           /* of data, chunks, properties and texts; else NULL */
  GArray *tiles;           /* guint32, of data and chunks that list them; else NULL */
  KbTiledNode *parent;
  guint line;              /* of XML; 0: JSON */
  char *step;              /* of JSON: what it adds to its parent's path: "layers", "[2]" */
  char *path;              /* of the file; only at the root */
};

/* KB_ERROR_INPUT with line or JSON path. At most 64 levels deep, and 4 million elements. */
KbTiledNode *kb_tiled_parse (const char *path, const char *text, gsize length, GError **error);
/* NULL is nothing. */
void kb_tiled_free (KbTiledNode *root);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbTiledNode, kb_tiled_free)
/* Whether the beginning of a file, NUL-terminated, is that of a map (or a world of maps, whose root
 * is "world") or a tileset. */
gboolean kb_tiled_is_map (const char *head);
gboolean kb_tiled_is_tileset (const char *head);

/* NULL where there is none. */
const char *kb_tiled_get (const KbTiledNode *node, const char *attribute);
/* NULL where there is none, or it is empty. */
const char *kb_tiled_get_filled (const KbTiledNode *node, const char *attribute);
/* The attribute of the first name that is there and not empty; NULL where there is none. */
const char *kb_tiled_get_either (const KbTiledNode *node, const char *attribute, const char *other);
KbTiledNode *kb_tiled_child (const KbTiledNode *node, const char *name);
static inline guint kb_tiled_n (const KbTiledNode *node) { return node->children->len; }
static inline KbTiledNode *
kb_tiled_at (const KbTiledNode *node, guint i)
{
  return g_ptr_array_index (node->children, i);
}
gboolean kb_tiled_is (const KbTiledNode *node, const char *name);
/* The same for a file's root: another one is an error. */
gboolean kb_tiled_expect (const KbTiledNode *root, const char *name, GError **error);
/* "1" and "true". */
gboolean kb_tiled_bool (const KbTiledNode *node, const char *attribute, gboolean missing);
/* Numbers within limits; `missing` where the attribute is not there, which is an error where it is
 * NULL. */
gboolean kb_tiled_int (const KbTiledNode *node, const char *attribute, gint min, gint max,
                       const gint *missing, gint *result, GError **error);
gboolean kb_tiled_real (const KbTiledNode *node, const char *attribute, double limit,
                        double missing, double *result, GError **error);
const char *kb_tiled_path (const KbTiledNode *node);   /* of its file */
/* "line 12" or "layers[2]"; a new string. */
char *kb_tiled_place (const KbTiledNode *node);
/* "PATH: line 12: width: WHAT"; `attribute` may be NULL. FALSE. */
gboolean kb_tiled_fail (const KbTiledNode *node, const char *attribute, GError **error,
                        const char *format, ...) G_GNUC_PRINTF (4, 5);

/* For tiled_json.c: a new last child, or with `parent` NULL a root. */
KbTiledNode *kb_tiled_add (KbTiledNode *parent, const char *name);
void kb_tiled_set (KbTiledNode *node, const char *attribute, const char *value);
KbTiledNode *kb_tiled_parse_json (const char *path, const char *text, gsize length, GError **error);

#define KB_TILED_UNKNOWN_LAYER                                                                     \
  "unknown layer" /* of JSON: the element that a layer of another "type" becomes */
#define KB_TILED_DEPTH 64
#define KB_TILED_NODES 4000000

#endif
