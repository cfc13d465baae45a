/* SPDX-License-Identifier: MIT */
/* Doom's WAD files: the directory and the maps, as plain structs in Doom's form; wad_level.c
 * converts them. kb_wad_parse checks the directory and lists the maps; kb_wad_map_read checks and
 * returns one. Numbers are Doom's: 16 bits, y up, angles in degrees counter-clockwise from the
 * east. Errors: KB_ERROR_INPUT with file, lump and byte offset in the file. */
#ifndef KB_WAD_H
#define KB_WAD_H

#include <glib.h>

#define KB_WAD_NONE 0xffffu        /* no side */

/* Flags of a line. */
#define KB_WAD_BLOCKS 0x0001u      /* everybody */
#define KB_WAD_BLOCKS_MONSTERS 0x0002u
#define KB_WAD_TWO_SIDED 0x0004u

/* Flag of a node's child that is a leaf. */
#define KB_WAD_LEAF 0x8000u

typedef struct { gint x, y; } KbWadVertex;
/* `right` is on the right when going from `from` to `to`. */
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

/* All indices are checked against their lists: of lines, sides and, if read, segs, leaves and
 * nodes. Child nodes come before their parent. The root is the last. */
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

/* `data` must outlive the WAD; `path` is for messages. */
KbWad *kb_wad_parse (const char *path, const void *data, gsize size, GError **error);
void kb_wad_free (KbWad *wad);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbWad, kb_wad_free)

/* The maps in the order of their lumps: those called ExMy or MAPxx, and those followed by a map's
 * lumps. A name may occur twice. */
guint kb_wad_map_count (const KbWad *wad);
const char *kb_wad_map_name (const KbWad *wad, guint index);
/* The last map of that name, as in Doom; ignores case. -1 if there is none. */
gint kb_wad_find_map (const KbWad *wad, const char *name);

/* Do these first bytes of a file begin a WAD? */
gboolean kb_wad_is_ours (const void *head, gsize size);

/* `tree`: also reads segs, leaves and nodes if they are in Doom's own form; else all three are
 * empty. Refuses maps of Hexen (lump BEHAVIOR) and UDMF (TEXTMAP) by name. Cost: linear. */
KbWadMap *kb_wad_map_read (const KbWad *wad, guint index, gboolean tree, GError **error);
void kb_wad_map_free (KbWadMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbWadMap, kb_wad_map_free)

#endif
