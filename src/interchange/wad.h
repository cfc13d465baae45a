/* SPDX-License-Identifier: MIT */
/* Doom's WAD files: their directory, and the maps in them as Doom has them.
 *
 * Purpose: plain structs, as they are in the file; what becomes of them in a project is
 * wad_level.c's. Flow: kb_wad_parse checks the directory and lists the maps; kb_wad_map_read checks
 * all the lumps of one and returns its content. Numbers are Doom's: 16 bits, y up, angles in
 * degrees from the east, counter-clockwise. Errors: KB_ERROR_INPUT with file, lump and byte offset
 * in the file. */
#ifndef KB_WAD_H
#define KB_WAD_H

#include <glib.h>

#define KB_WAD_NONE 0xffffu        /* no side */

/* Flags of a line. */
#define KB_WAD_BLOCKS 0x0001u      /* everybody */
#define KB_WAD_BLOCKS_MONSTERS 0x0002u
#define KB_WAD_TWO_SIDED 0x0004u

/* A number of a node's child that is a leaf. */
#define KB_WAD_LEAF 0x8000u

typedef struct { gint x, y; } KbWadVertex;
/* Its right is on the right of who goes from `from` to `to`. */
/* Vertices; sides or KB_WAD_NONE */
typedef struct { guint from, to, flags, special, tag, right, left; } KbWadLine;
typedef struct { gint x, y; char upper[9], lower[9], middle[9]; guint sector; } KbWadSide;
typedef struct {
  gint floor, ceiling;
  char floor_picture[9], ceiling_picture[9];
  gint light;
  guint special, tag;
} KbWadSector;
typedef struct { gint x, y, angle; guint type, flags; } KbWadThing;
typedef struct { guint from, to, line, side; } KbWadSeg;           /* side 0: the line's right */
typedef struct { guint n, first; } KbWadLeaf;                      /* of segs */
/* Children: nodes, or leaves with KB_WAD_LEAF */
typedef struct { gint x, y, dx, dy; guint right, left; } KbWadNode;

/* All indices are within their lists: those of lines, sides, and where they are read segs, leaves
 * and nodes; a node's children that are nodes come before it, the root is the last. */
typedef struct {
  char *name;
  KbWadVertex *vertices;
  KbWadLine *lines;
  KbWadSide *sides;
  KbWadSector *sectors;
  KbWadThing *things;
  KbWadSeg *segs;
  KbWadLeaf *leaves;
  KbWadNode *nodes;
  guint n_vertices, n_lines, n_sides, n_sectors, n_things, n_segs, n_leaves, n_nodes;
} KbWadMap;

typedef struct KbWad KbWad;

/* `data` must stay as long as the WAD; `path` is for messages. */
KbWad *kb_wad_parse (const char *path, const void *data, gsize size, GError **error);
void kb_wad_free (KbWad *wad);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbWad, kb_wad_free)

/* The maps in the order of their lumps: what is called ExMy or MAPxx, and what is followed by a
 * map's lumps. A name may stand there twice. */
guint kb_wad_map_count (const KbWad *wad);
const char *kb_wad_map_name (const KbWad *wad, guint index);
/* The last map of that name, which Doom takes, too; capitals or not. -1 where there is none. */
gint kb_wad_find_map (const KbWad *wad, const char *name);

/* Whether a file that begins like this is a WAD. */
gboolean kb_wad_is_ours (const void *head, gsize size);

/* `tree`: also segs, leaves and nodes, as far as they are there in Doom's own form; else there are
 * none of the three. The maps of Hexen (lump BEHAVIOR) and of UDMF (TEXTMAP) are refused by name.
 * Cost: linear. */
KbWadMap *kb_wad_map_read (const KbWad *wad, guint index, gboolean tree, GError **error);
void kb_wad_map_free (KbWadMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbWadMap, kb_wad_map_free)

#endif
