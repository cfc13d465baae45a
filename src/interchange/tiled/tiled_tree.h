/* SPDX-License-Identifier: MIT */
/* Tiled's files as one tree, from XML (TMX, TSX, TX) or JSON (TMJ, TSJ, TJ). Readers of maps and
 * tilesets know only the XML form: JSON becomes elements of the same names (tiled_tree.c). Tiles
 * written as elements or numbers are kept as numbers. kb_tiled_parse makes the tree, and
 * kb_tiled_get and others report errors by line or JSON path. The caller owns the tree. */
#ifndef KB_INTERCHANGE_TILED_TILED_TREE_H
#define KB_INTERCHANGE_TILED_TILED_TREE_H

#include <glib.h>

typedef struct KbTiledNode KbTiledNode;
struct KbTiledNode {
  char *name;              /* "layer" */
  GPtrArray *attributes;   /* char *: name, value, ... */
  GPtrArray *children;     /* KbTiledNode */
  GString *text;           /* of data, chunks, properties and texts, else NULL */
  GArray *tiles;           /* guint32, of data and chunks that list numbers, else NULL */
  KbTiledNode *parent;
  guint line;              /* in XML, or 0 for JSON */
  char *step;              /* in JSON: its part of the path: "layers", "[2]" */
  char *path;              /* of the file; only at the root */
};

/* KB_ERROR_INPUT with line or JSON path. At most 64 levels deep, and 4 million elements.
 * `messages`, if not NULL: see kb_json_load. */
KbTiledNode *kb_tiled_parse (const char *path, const char *text, gsize length, GPtrArray *messages,
                             GError **error);
/* NULL is allowed. */
void kb_tiled_free (KbTiledNode *root);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbTiledNode, kb_tiled_free)
/* Does a NUL-terminated start of a file begin a map (or a world of maps, with root "world") or a
 * tileset? */
gboolean kb_tiled_is_map (const char *head);
gboolean kb_tiled_is_tileset (const char *head);

/* NULL if there is none. */
const char *kb_tiled_get (const KbTiledNode *node, const char *attribute);
/* NULL if it is missing or empty. */
const char *kb_tiled_get_filled (const KbTiledNode *node, const char *attribute);
/* The first of the two attributes that is not missing or empty, or NULL if there is none. */
const char *kb_tiled_get_either (const KbTiledNode *node, const char *attribute, const char *other);
KbTiledNode *kb_tiled_child (const KbTiledNode *node, const char *name);
static inline guint kb_tiled_n (const KbTiledNode *node) { return node->children->len; }
static inline KbTiledNode *
kb_tiled_at (const KbTiledNode *node, guint i)
{
  return g_ptr_array_index (node->children, i);
}
gboolean kb_tiled_is (const KbTiledNode *node, const char *name);
/* The same for a file's root: other names are an error. */
gboolean kb_tiled_expect (const KbTiledNode *root, const char *name, GError **error);
/* "1" and "true". */
gboolean kb_tiled_bool (const KbTiledNode *node, const char *attribute, gboolean missing);
/* Whether its properties say that a layer, an object or a tile stops moves, by the names that
 * engines read: "collides", "solid" ... `otherwise`: what it is if none does. */
gboolean kb_tiled_is_solid (const KbTiledNode *node, gboolean otherwise);
/* Numbers within limits. For a missing attribute, `missing`. If that is NULL, an error. */
gboolean kb_tiled_int (const KbTiledNode *node, const char *attribute, gint min, gint max,
                       const gint *missing, gint *result, GError **error);
gboolean kb_tiled_real (const KbTiledNode *node, const char *attribute, double limit,
                        double missing, double *result, GError **error);
const char *kb_tiled_path (const KbTiledNode *node);   /* of its file */
/* "line 12" or "layers[2]", as a new string. */
char *kb_tiled_place (const KbTiledNode *node);
/* "PATH: line 12: width: WHAT"; `attribute` may be NULL. FALSE. */
gboolean kb_tiled_fail (const KbTiledNode *node, const char *attribute, GError **error,
                        const char *format, ...) G_GNUC_PRINTF (4, 5);

/* For tiled_tree.c: a new last child; a root if `parent` is NULL. */
KbTiledNode *kb_tiled_add (KbTiledNode *parent, const char *name);
void kb_tiled_set (KbTiledNode *node, const char *attribute, const char *value);

#define KB_TILED_UNKNOWN_LAYER                                                                     \
  "unknown layer" /* of JSON: the element that a layer of another "type" becomes */
#define KB_TILED_DEPTH 64
#define KB_TILED_NODES 4000000

/* Reads the tiles of a layer or chunk of Tiled's, in all its encodings. */

/* Bits of a tile's global number. */
#define KB_TILED_FLIP_X 0x80000000u
#define KB_TILED_FLIP_Y 0x40000000u
#define KB_TILED_DIAGONAL 0x20000000u
#define KB_TILED_HEXAGON 0x10000000u     /* turned by 120 degrees: hexagonal maps */
#define KB_TILED_GID 0x0fffffffu

/* Gets rows [row, row + n) of global numbers with their flip bits; may change them, and must copy
 * them. FALSE and an error stop the reading. */
typedef gboolean (*KbTiledTake) (gpointer user, guint row, guint n, guint32 *tiles, GError **error);

/* Passes on all rows once, from the top, a few at a time, so that packed data is never unpacked as
 * a whole. `data` has the encoding, `node` the tiles: it is `data` or one of its chunks. A count
 * other than width * height is an error, perhaps found only after the last row. */
gboolean kb_tiled_read_tiles (const KbTiledNode *data, const KbTiledNode *node, guint width,
                              guint height, KbTiledTake take, gpointer user, GError **error);

/* Are there any tiles, apart from chunks? */
gboolean kb_tiled_has_tiles (const KbTiledNode *data);
/* Adds the number of cells of all layers below to `n`; layers without a size have the map's. More
 * than `most` are an error. */
gboolean kb_tiled_count_cells (const KbTiledNode *parent, gint width, gint height, gsize most,
                               gsize *n, GError **error);

#endif
