/* SPDX-License-Identifier: MIT */
/* Doom's WAD files: the directory and the maps, as plain structs in Doom's form; wad_level.c
 * converts them. kb_wad_parse checks the directory and lists the maps; kb_wad_map_read checks and
 * returns one, of Doom's format, Hexen's or UDMF. Numbers are Doom's: y up, angles in degrees
 * counter-clockwise from the east. Errors: KB_ERROR_INPUT with file, lump, and byte offset in the
 * file or line and column in the lump. */
#ifndef KB_WAD_H
#define KB_WAD_H

#include <glib.h>

#define KB_WAD_NONE 0xffffffffu    /* no side */

/* Flags of a line. */
#define KB_WAD_BLOCKS 0x0001u      /* everybody */
#define KB_WAD_BLOCKS_MONSTERS 0x0002u
#define KB_WAD_TWO_SIDED 0x0004u

/* Flag of a node's child that is a leaf. */
#define KB_WAD_LEAF 0x8000u

typedef struct { gint x, y; } KbWadVertex;   /* see KbWadMap.unit */
/* `right` is on the right when going from `from` to `to`. */
/* Vertices; sides or KB_WAD_NONE */
typedef struct { guint from, to, flags, special, tag, right, left; } KbWadLine;
typedef struct { gint x, y; char upper[9], lower[9], middle[9]; guint sector; } KbWadSide;
typedef struct {
  gint floor, ceiling;
  char floor_picture[9], ceiling_picture[9];
  gint light;
  guint special, tag;
  gint damage;                                                     /* of UDMF alone */
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
  gint unit;              /* vertices and things are at multiples of 1 / unit */
  gboolean zdoom_sectors; /* their specials have ZDoom's numbers, not Doom's */
  gboolean other_things;  /* only the starts are known to have Doom's numbers */
  GPtrArray *losses;      /* see kb_messages_lose */
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
 * empty. A map with the lump BEHAVIOR is in Hexen's format, one with TEXTMAP in UDMF. Cost:
 * linear. */
KbWadMap *kb_wad_map_read (const KbWad *wad, guint index, gboolean tree, GError **error);
void kb_wad_map_free (KbWadMap *map);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbWadMap, kb_wad_map_free)

#endif
