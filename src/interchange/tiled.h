/* SPDX-License-Identifier: MIT */
/* Maps and tilesets of Tiled: what their readers share.
 *
 * A tileset becomes a sprite whose frames are its tiles (tiled_tileset.c), a map a level: layers of
 * tiles (tiled.c), objects (tiled_objects.c). What cannot be kept is counted by KbTiledLost, so
 * that a thousand of a kind are one line. */
#ifndef KB_TILED_H
#define KB_TILED_H

#include "interchange/formats.h"
#include "interchange/level_file.h"
#include "interchange/tiled_tree.h"

/* --- What is left out --- */

typedef struct KbTiledLost KbTiledLost;
KbTiledLost *kb_tiled_lost_new (void);
void kb_tiled_lost_free (KbTiledLost *lost);
/* `what` is a whole sentence about one or many: "ellipses are left out". */
void kb_tiled_lose (KbTiledLost *lost, const KbTiledNode *node, const char *what);
/* The same, with whom it is about: "tile 3", a name of the file's; NULL: none. Behind the sentence
 * stand the first few of them. */
void kb_tiled_lose_of (KbTiledLost *lost, const KbTiledNode *node, const char *what,
                       const char *who);
/* Elements and attributes of it that nothing here knows are told as left out; lists end with
 * NULL. */
void kb_tiled_lose_unknown (KbTiledLost *lost, const KbTiledNode *node,
                            const char *const *attributes, const char *const *children);
/* "line 12 and 3 more: ellipses are left out (pond, lake)"; `prefix` goes before, or is NULL. */
void kb_tiled_lost_tell (const KbTiledLost *lost, const char *prefix, GPtrArray *messages);

/* --- Tilesets --- */

typedef struct {
  KbImport *import;        /* its frames; borrowed */
  GHashTable *frames;      /* number of a tile -> frame's index + 1 */
  KbTiledLost *lost;
  gint tile_width, tile_height;
  /* How far from their cells its tiles are drawn; for levels, sprites have none */
  KbPixel offset;
  /* Of the isometric grid that its collision shapes are on; 0: they are on pixels */
  gint grid_width, grid_height;
} KbTiledTileset;

void kb_tiled_tileset_clear (KbTiledTileset *tileset);
/* Fills set->import, which is empty. What is missing of the pictures is told, and those frames show
 * nothing. */
gboolean kb_tiled_tileset_read (KbTiledTileset *set, const KbTiledNode *node,
                                const KbPictureLoader *loader, GError **error);
/* How a tileset in a map is told from the map's others, in the order of the map: its name, or for
 * the second of that name "name#2". `counts`: names -> how many there were, copied. A new
 * string. */
char *kb_tiled_part (GHashTable *counts, const char *name);

/* The file that an attribute names, relative to the one it stands in; where only "a.tsx.gz" is
 * there, "a.tsx" is it. A new string. */
char *kb_tiled_file_of (const KbTiledNode *node, const char *name);
/* Reads a file and its tree. At most 1 GiB, also of what is packed in it. */
KbTiledNode *kb_tiled_read (const char *path, GError **error);

/* --- Objects --- */

/* A corner; FALSE and an error for what is beyond `limit`. */
gboolean kb_tiled_points (const KbTiledNode *node, double limit, GArray *points, GError **error);
/* 32 corners of an ellipse or capsule in its box; FALSE for other objects. `who`: see
 * kb_tiled_lose_of. */
gboolean kb_tiled_round (KbTiledLost *lost, const KbTiledNode *object, const char *who,
                         double width, double height, GArray *points);
/* {"name": "value"} of the properties, all as text, those of a class as {"name.member": "value"};
 * NULL: none. */
json_t *kb_tiled_values (KbTiledLost *lost, const KbTiledNode *node);
/* The collision shapes of a tile: its objectgroup. `who`: the tile, for messages. */
void kb_tiled_shapes (const KbTiledTileset *set, const KbTiledNode *group, const char *who,
                      KbImportFrame *frame);
/* Where isometric coordinates are on the screen, from the upper corner of a grid with cells of this
 * size. */
static inline KbVec
kb_tiled_slant (KbVec p, gint width, gint height)
{
  return (KbVec) { (p.x - p.y) * (width / 2.0 / height), (p.x + p.y) / 2 };
}

/* Clockwise about (0, 0). */
KbVec kb_tiled_turn (KbVec p, double degrees);
/* What objects of maps and of tiles have and nothing here has; once for each. */
void kb_tiled_lose_of_object (KbTiledLost *lost, const KbTiledNode *object);

/* tiled_sets.c: the tilesets of a map. */
typedef struct KbTiledSets KbTiledSets;
KbTiledSets *kb_tiled_sets_new (KbLevelFile *file);
void kb_tiled_sets_free (KbTiledSets *sets);
/* The one that the map's <tileset> is, or names: the file gets it, once. */
gboolean kb_tiled_sets_read (KbTiledSets *sets, const KbTiledNode *node, gboolean isometric,
                             GError **error);
/* Of a global number: the tileset's number in the file, or -1; the frame's index; which place of an
 * object that shows it is the object's own, from (0, 0) at its top left to (1, 1). `hold` may be
 * NULL. */
gint kb_tiled_sets_find (const KbTiledSets *sets, guint32 gid, guint *frame, KbVec *hold);
/* The first global number of an external tileset; 0: the map has it not. */
guint kb_tiled_sets_first (const KbTiledSets *sets, const char *path);

/* What reads a map's objects has to know. */
typedef struct {
  KbLevelFile *file;
  KbFileLevel *level;
  KbTiledLost *lost;
  gboolean isometric;
  gint tile_width, tile_height;
  double left;             /* where the corner of cell (0, 0) is, isometric */
  const KbTiledSets *sets;
  GHashTable *templates;   /* path -> root, NULL where it cannot be read */
} KbTiledObjects;

/* `x`, `y`: the group's offset, with those it is in. */
gboolean kb_tiled_read_objects (const KbTiledObjects *objects, const KbTiledNode *group, double x,
                                double y, GError **error);

/* tiled_template.c: gives an object what it has of its template, if it has one. */
void kb_tiled_fill_from_template (const KbTiledObjects *objects, KbTiledNode *object);

#endif
