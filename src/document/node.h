/* SPDX-License-Identifier: MIT */
/* The tree of an artist's work, and the tables that describe it. Every project, class, sprite,
 * frame and so on is a KbNode with a KbKind. Its tables of fields and lists serve loading, saving,
 * edits, undo, the journal, inspector rows and random tests: a new field is one new line. Flow:
 * JSON <-> node (kb_node_from_json, kb_node_to_json). Edits change one field or one list.
 * Ownership: a parent's lists own their nodes, the document the root. Refer to nodes by KbId except
 * within a function: an id stays valid over undo and redo. */
#ifndef KB_NODE_H
#define KB_NODE_H

#include <glib.h>
#include <jansson.h>
#include <math.h>

#include "document/each.h"
#include "document/pixels/zones.h"

/* Unique within one opened document, never reused, 0 is "none". Not stored in files. */
typedef guint32 KbId;

typedef struct KbKind KbKind;
typedef struct KbNode KbNode;
typedef struct KbDocument KbDocument;

struct KbNode {
  const KbKind *kind;
  KbId id;
  guint hint;       /* the last result of kb_node_place */
  KbNode *parent;   /* borrowed, or NULL for the root and for nodes outside the tree */
  json_t *unknown;  /* keys in the file unknown to this version; kept for the next save */
  json_t *conflicts;   /* a field of every kind, or NULL: see merge.h */
};

typedef enum {
  KB_TYPE_INT,        /* gint; min and max apply */
  KB_TYPE_STRING,     /* char *, or NULL if optional and missing */
  KB_TYPE_NAME,       /* char *; never empty; unique among its siblings if the field says so */
  KB_TYPE_COLOUR,     /* guint32 0xRRGGBBAA; JSON "#rrggbb" or "#rrggbbaa" */
  KB_TYPE_ENUM,       /* gint; JSON one of choices */
  KB_TYPE_PIXEL,      /* KbPixel; JSON [x, y] */
  /* KbVec; JSON [x, y], snapped to 1/256; default [0, 0] if optional; min and max apply */
  KB_TYPE_VEC,
  /* double; a number, snapped to 1/256 unless KB_FIELD_EXACT; min, max and missing are in 1/256 */
  KB_TYPE_REAL,
  KB_TYPE_BOOL,       /* gboolean; JSON true or false; default false if optional */
  /* KbNumbers; JSON [1, 2, ...], whole numbers; min and max apply; default none if optional */
  KB_TYPE_NUMBERS,
  KB_TYPE_RINGS,      /* KbRings; JSON [[[x, y], ...], ...], snapped to 1/256; min and max apply */
  KB_TYPE_ANGLE,      /* KbAngle; JSON degrees or null */
  KB_TYPE_GEOMETRY,   /* KbGeometry; JSON {"box": [x, y, w, h]} and the like, see shape.h */
  KB_TYPE_PICTURE,    /* KbPictureRef; JSON {"file", "rect", "offset"} or null */
  /* KbId of a class of the project; JSON the class's name; default 0 if optional */
  KB_TYPE_CLASS,
  KB_TYPE_FRAME,      /* KbId of a frame of the same sprite; JSON the frame's permanent ID */
  KB_TYPE_VALUES,     /* json_t object of strings, all among `choices` if any; NULL when empty */
  KB_TYPE_JSON,       /* json_t of any form (settings), or NULL if missing */
  /* KbPainted; JSON as in zones_files.h or null; true in files, which have the pixels in a PNG */
  KB_TYPE_ZONES
} KbType;

typedef enum {
  KB_FIELD_OPTIONAL = 1 << 0,  /* may be null; missing in the file then */
  KB_FIELD_UNIQUE = 1 << 1,    /* no two siblings have the same value */
  KB_FIELD_HIDDEN = 1 << 2,    /* no inspector row */
  /* Becomes a file name: no separators, unique ignoring case */
  KB_FIELD_FILE_NAME = 1 << 3,
  /* KB_TYPE_REAL: keeps every double, for values that are not lengths */
  KB_FIELD_EXACT = 1 << 4,
  /* Where its node is, which moves with it: a geometry, pixel, vector or rings; see part.h */
  KB_FIELD_POSITION = 1 << 5
} KbFieldFlags;

typedef struct {
  const char *name;            /* the JSON key and the name in edits */
  const char *label;           /* for people; marked with N_() */
  KbType type;
  gsize offset;
  guint flags;
  gint64 min, max;             /* numbers; KB_TYPE_REAL: times 256; length of strings */
  const char *const *choices;  /* NULL-terminated */
  /* The value of an optional number if missing; KB_TYPE_REAL: times 256 */
  gint missing;
  const char *tip;             /* N_(): a longer text for people; NULL: none */
  /* The list of the same asset whose items' permanent numbers it has; NULL: none */
  const char *refers;
} KbField;

typedef struct {
  const char *name;            /* the JSON key: "frames" */
  gsize offset;                /* of a GPtrArray * in the node's struct */
  const KbKind *item;
  guint max;                   /* maximum number of items */
} KbList;

struct KbKind {
  const char *name;            /* "frame" */
  const char *label;           /* N_("Frame") */
  gsize size;
  const KbField *fields;       /* ends with a NULL name */
  const KbList *lists;         /* ends with a NULL name */
  /* Each is a file of its own in this folder of the project: FOLDER/NAME.json, or NULL */
  const char *folder;
  /* Of such a file: the newest format supported, and the one written */
  gint format;
  /* For paintings of an asset's items, by permanent ID: PAINTINGS/ASSET/ID.png, or NULL */
  const char *paintings;
  /* Of a grid: pixels of its painting per cell each way, and after the last cell; 0: no grid */
  gint cell_pixels, border;
  const char *indices;         /* N_(): what the values of its painting are; NULL: zones */
  /* Pixels of its painting per sample, next to each other: 2 is 16 bits, low byte first, and the
   * file is a grey PNG of 16 bits; 0: one */
  gint sample_pixels;
  gboolean is_zone;            /* its nodes are KbZone */
  /* The field of its parent that has the next permanent ID; NULL: it is above all existing ones */
  const char *counter;
  /* N_("Start line"): the title of the first without a name, from which others are counted */
  const char *first;
};

typedef struct { gint x, y; gboolean set; } KbPixel;
typedef struct { double x, y; } KbVec;   /* pixels; pixel i covers [i, i + 1) */

#define KB_GRID 256.0                    /* steps of the grid per pixel */

/* The nearest step of the grid, halves upwards, in pixels, and 0 for -0. All that becomes a
 * coordinate is rounded this way, so that two things with the same numbers meet. */
static inline double
kb_to_grid (double pixels)
{
  return floor (pixels * KB_GRID + 0.5) / KB_GRID + 0.0;
}

static inline KbVec
kb_vec_to_grid (KbVec v)
{
  return (KbVec) { kb_to_grid (v.x), kb_to_grid (v.y) };
}
/* Closed rings of points, stored consecutively. */
typedef struct {
  guint n;          /* rings */
  /* owned; ring i has the points from ends[i - 1], the first from 0, to before ends[i] */
  guint *ends;
  KbVec *points;    /* owned */
} KbRings;
typedef struct { guint n; gint *v; } KbNumbers;   /* v: owned */
/* A picture of zones that belongs to a node. */
typedef struct {
  KbZones *zones;         /* NULL: nothing is painted */
  gboolean expected;      /* only while a file is read: it has a PNG */
  /* The project's, the unreadable PNG, both absolute, and the reason: it stays until zones is
   * set */
  char *folder, *file, *fault;
  /* A value with another zone's colour in the PNG that was read; 0: none */
  guint odd;
} KbPainted;

typedef struct { double degrees; gboolean set; } KbAngle;   /* clockwise on screen, 0 is +x */

#define KB_NODE(node) ((KbNode *) (node))

/* Loops over a GArray of KbId; see each.h. */
#define KB_EACH_ID(id, array) KB_EACH_ID_WHILE (TRUE, id, array)
#define KB_EACH_ID_WHILE(condition, id, array) \
  KB_EACH_ (condition, KbId, id, array, g_array_index (array, KbId, id##_at))

/* Whether a node is of a kind. NULL is of none. */
static inline gboolean
kb_node_is (const KbNode *node, const KbKind *kind)
{
  return node && node->kind == kind;
}

/* The node as the struct of its kind. Returns NULL if it is of another. */
static inline gpointer
kb_node_as (const KbNode *node, const KbKind *kind)
{
  return kb_node_is (node, kind) ? (gpointer) node : NULL;
}

/* The first field of a kind with that type. Returns NULL if it has none. */
const KbField *kb_kind_field_of_type (const KbKind *kind, KbType type);
const KbField *kb_kind_field (const KbKind *kind, const char *name);
const KbList *kb_kind_list (const KbKind *kind, const char *name);

/* The items of one list of a node. The array belongs to the node. */
GPtrArray *kb_node_list (const KbNode *node, const KbList *list);

static inline guint
kb_rings_start (const KbRings *rings, guint ring)
{
  return ring ? rings->ends[ring - 1] : 0;
}
static inline guint
kb_rings_points (const KbRings *rings)
{
  return kb_rings_start (rings, rings->n);
}

/* The list of its parent that contains the node, and the node's index in it. Cost: how far it moved
 * since the last call. */
const KbList *kb_node_place (const KbNode *node, guint *index);

/* One field as a new JSON value (NULL fields give json_null ()). References are written as names or
 * permanent IDs, so the tree must be complete. */
json_t *kb_node_get (const KbNode *node, const KbField *field);

/* Checks type, range, uniqueness and references of a value for a field, then stores it. On error
 * nothing is changed. Only for the edit machinery and the loader. */
gboolean kb_node_put (KbDocument *document, KbNode *node, const KbField *field, const json_t *value,
                      GError **error);

/* The whole subtree. Dump with JSON_SORT_KEYS to sort keys. `skip` names a list to leave out (the
 * project's sprites are files of their own), or NULL. */
json_t *kb_node_to_json (const KbNode *node, const char *skip);
/* The fields of items as they would be written, such as 8 for 8.0, in a new list. Wrong ones are as
 * they were. The kind has no lists. */
json_t *kb_items_as_written (const KbDocument *document, const KbKind *kind, KbNode *parent,
                             const json_t *items);
/* The same as in the node's file: without nodes that are files of their own, and with true for
 * painted pixels. */
json_t *kb_node_to_file_json (const KbNode *node);

/* "sprites[2].frames[3].shapes[0]". Returns a new string. */
char *kb_node_path (const KbNode *node);

/* The name of a node for people: its name field, or its kind and number ("Frame 3"). Returns a new
 * string. */
char *kb_node_title (const KbNode *node);

#endif
