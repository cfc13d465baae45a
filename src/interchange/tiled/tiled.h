/* SPDX-License-Identifier: MIT */
/* Shared by the readers of Tiled's maps and tilesets. A tileset becomes a sprite whose frames are
 * its tiles (tiled_tileset.c). A map becomes a level: layers of tiles (tiled.c), objects
 * (tiled_objects.c). KbTiledLost counts what cannot be kept, so that a thousand of a kind are one
 * line. */
#ifndef KB_TILED_H
#define KB_TILED_H

#include "interchange/formats.h"
#include "interchange/levels/level_file.h"
#include "interchange/tiled/tiled_tree.h"

/* --- What is left out --- */

typedef struct KbTiledLost KbTiledLost;
KbTiledLost *kb_tiled_lost_new (void);
void kb_tiled_lost_free (KbTiledLost *lost);
/* `what` is a whole sentence about one or many: "ellipses are left out". */
void kb_tiled_lose (KbTiledLost *lost, const KbTiledNode *node, const char *what);
/* The same with the thing concerned: "tile 3", or a name from the file, or NULL. The first few
 * follow the sentence. */
void kb_tiled_lose_of (KbTiledLost *lost, const KbTiledNode *node, const char *what,
                       const char *who);
/* Reports elements and attributes that this reader does not know as left out; lists end with
 * NULL. */
void kb_tiled_lose_unknown (KbTiledLost *lost, const KbTiledNode *node,
                            const char *const *attributes, const char *const *children);
/* The type of a property of an enum: the choices in Tiled's project, with its own text. The project
 * is in the file's folder or above. Without one the text alone, which is reported. Text where a
 * value is several choices. A new reference. */
json_t *kb_tiled_type_of_enum (KbTiledLost *lost, const KbTiledNode *property, const char *text);
/* "line 12 and 3 more: ellipses are left out (pond, lake)"; with `prefix` before it, or NULL. */
void kb_tiled_lost_report (const KbTiledLost *lost, const char *prefix, GPtrArray *messages);

/* --- Tilesets --- */

typedef struct {
  KbImport *import;        /* its frames, borrowed */
  GHashTable *frames;      /* number of a tile -> frame's index + 1 */
  KbTiledLost *lost;
  gint tile_width, tile_height;
  /* Offset of its tiles from their cells; for levels, as sprites have none */
  KbPixel offset;
  /* Cells that show it, for what stops moves; 0: as its tiles. Slanted ones are rhombs */
  KbPixel cell;
  gboolean slanted;
  gsize n_tested;          /* see tiled_shapes.c */
  /* Cell of the isometric grid of its collision shapes, or 0 if they are in pixels */
  gint grid_width, grid_height;
} KbTiledTileset;

void kb_tiled_tileset_clear (KbTiledTileset *tileset);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbTiledTileset, kb_tiled_tileset_clear)
/* Fills set->import, which must be empty, and stays so of a set without tiles. Reports missing
 * pictures; their frames stay empty. */
gboolean kb_tiled_tileset_read (KbTiledTileset *set, const KbTiledNode *node,
                                const KbPictureLoader *loader, GError **error);
/* How a record identifies one tileset of a map: its name, or for the second of that name "name#2",
 * in the order of the map. `counts`: names, copied -> uses so far. A new string. */
char *kb_tiled_part (GHashTable *counts, const char *name);

/* The file that an attribute names, relative to the attribute's file; "a.tsx" may be "a.tsx.gz". A
 * new string. */
char *kb_tiled_file_of (const KbTiledNode *node, const char *name);
/* Reads a file and its tree. At most 1 GiB, also unpacked. */
KbTiledNode *kb_tiled_read (const char *path, GPtrArray *messages, GError **error);

/* --- Objects --- */

/* Corners; FALSE and an error for those outside `limit`. */
gboolean kb_tiled_points (const KbTiledNode *node, double limit, GArray *points, GError **error);
/* 32 corners of an ellipse or capsule in its box, or FALSE for other objects. `who`: see
 * kb_tiled_lose_of. */
gboolean kb_tiled_round (KbTiledLost *lost, const KbTiledNode *object, const char *who,
                         double width, double height, GArray *points);
/* The properties as {"name": "value"}, all as text, members of a class as {"name.member": "value"};
 * NULL if there are none. Their types are noted in `types` (kb_import_note_types). `objects`: those
 * of objects in a map, which properties may name; kb_tiled_link_objects finishes them. */
json_t *kb_tiled_values (KbTiledLost *lost, const KbTiledNode *node, json_t *types,
                         const char *class_name, gboolean objects);
/* The collision shapes of a tile: its objectgroup. `who`: the tile, for messages. */
void kb_tiled_shapes (KbTiledTileset *set, const KbTiledNode *group, const char *who,
                      KbImportFrame *frame);
/* Isometric coordinates on the screen, relative to the upper corner of a grid with cells of this
 * size. */
static inline KbVec
kb_tiled_slant (KbVec p, gint width, gint height)
{
  return (KbVec) { (p.x - p.y) * (width / 2.0 / height), (p.x + p.y) / 2 };
}

/* Clockwise about (0, 0). */
KbVec kb_tiled_turn (KbVec p, double degrees);
/* Reports data of objects in maps and tiles that cannot be kept. */
void kb_tiled_lose_of_object (KbTiledLost *lost, const KbTiledNode *object);

/* tiled_sets.c: the tilesets of a map. */
typedef struct KbTiledSets KbTiledSets;
typedef struct KbTiledObjects KbTiledObjects;
KbTiledSets *kb_tiled_sets_new (KbLevelFile *file);
void kb_tiled_sets_free (KbTiledSets *sets);
/* Adds the tileset of a map's <tileset>, embedded or external, to the file. Each only once. */
gboolean kb_tiled_sets_read (KbTiledSets *sets, const KbTiledNode *node,
                             const KbTiledObjects *map, GError **error);
/* For a global number: the tileset's number in the file, or -1, and the frame's index. `hold`,
 * unless NULL: the point of an object with this tile that is at its position, (0, 0) top left to
 * (1, 1). */
gint kb_tiled_sets_find (const KbTiledSets *sets, guint32 gid, guint *frame, KbVec *hold);
/* The <tile> of a global number in a text, with flip bits or not; NULL if nothing is said of it. */
const KbTiledNode *kb_tiled_sets_tile (const KbTiledSets *sets, const char *gid);
/* The first global number of an external tileset, or 0 if the map does not have it. */
guint kb_tiled_sets_first (const KbTiledSets *sets, const char *path);

/* The context for reading a map's objects. */
struct KbTiledObjects {
  KbLevelFile *file;
  KbFileLevel *level;
  KbTiledLost *lost;
  gboolean is_ours;        /* by the class of the map: we exported it */
  gboolean isometric;
  gint tile_width, tile_height;
  double left;             /* x of the corner of cell (0, 0) in isometric maps */
  gint skew_x, skew_y;     /* of oblique maps: pixels a row is to the right, a column down */
  gboolean hexagonal;
  KbStagger stagger;
  gint hex_side;           /* of hexagonal maps; staggered ones have none */
  const KbTiledSets *sets;
  GHashTable *templates;   /* path -> root, NULL if it cannot be read */
};

/* Whether all of a layer stops moves: by its properties, else by its class or name, or as the group
 * does that it is in. */
gboolean kb_tiled_layer_is_solid (const KbTiledNode *layer);
/* `x`, `y`: the total offset of the group and its parents. */
gboolean kb_tiled_read_objects (const KbTiledObjects *objects, const KbTiledNode *group, double x,
                                double y, GError **error);

#endif
