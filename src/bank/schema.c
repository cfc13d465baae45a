/* SPDX-License-Identifier: MIT */
/* The tables of schema.h. Fields are in the order of reading and checking. */
#include "bank/schema.h"

#define NEEDED true

const KbBankSectionKind kb_bank_sections[KB_SECTIONS] = {
  [KB_STRS] = { "STRS", 1, 16, NEEDED, true, "strs", "all texts" },
  [KB_CLAS] = { "CLAS", 16, 16, NEEDED, true, "clas", "classes" },
  [KB_SPRT] = { "SPRT", 40, 16, NEEDED, true, "sprt", "sprites" },
  [KB_ANIM] = { "ANIM", 32, 16, NEEDED, false, "anim", "animations" },
  [KB_STEP] = { "STEP", 24, 16, NEEDED, false, "step", "steps of animations" },
  [KB_EVNT] = { "EVNT", 12, 16, false, false, "evnt", "events of steps" },
  [KB_FRAM] = { "FRAM", 80, 16, NEEDED, true, "fram", "frames" },
  [KB_SHAP] = { "SHAP", 16, 16, NEEDED, false, "shap", "shapes of frames" },
  [KB_CIRC] = { "CIRC", 12, 16, NEEDED, false, "circ", "circles" },
  [KB_CAPS] = { "CAPS", 20, 16, NEEDED, false, "caps", "capsules" },
  [KB_PART] = { "PART", 8, 16, NEEDED, false, "part-and-vert",
    "convex parts of oriented boxes and polygons" },
  [KB_VERT] = { "VERT", 8, 16, NEEDED, false, "part-and-vert", "vertices of parts and outlines" },
  [KB_ORNT] = { "ORNT", 32, 16, false, false, "ornt", "oriented boxes as the artist drew them" },
  [KB_POIN] = { "POIN", 24, 16, NEEDED, false, "poin", "action points of frames" },
  [KB_OUTL] = { "OUTL", 12, 16, false, false, "outl", "polygons as the artist drew them" },
  [KB_ATTR] = { "ATTR", 16, 16, false, false, "attr-and-valu", "names and values of shapes" },
  [KB_VALU] = { "VALU", 24, 16, false, false, "attr-and-valu",
    "keys and values" },
  [KB_BITM] = { "BITM", 8, 16, false, false, "bitm-and-bits", "bitmaps of frames" },
  [KB_BITS] = { "BITS", 1, 1, false, false, "bitm-and-bits", "the bytes of the bitmaps" },
  [KB_MASK] = { "MASK", 16, 16, false, false, "mask", "masks" },
  [KB_ZONE] = { "ZONE", 16, 16, false, false, "zone",
    "zones of sprites and masks, surfaces of tracks" },
  [KB_ZPIC] = { "ZPIC", 8, 16, false, false, "zpic-and-zpix", "pictures painted with zones" },
  [KB_ZPIX] = { "ZPIX", 1, 1, false, false, "zpic-and-zpix", "the bytes of these pictures" },
  [KB_TRAK] = { "TRAK", 48, 16, false, false, "trak-gate-and-band", "tracks" },
  [KB_GATE] = { "GATE", 20, 16, false, false, "trak-gate-and-band", "check points of tracks" },
  [KB_BAND] = { "BAND", 20, 16, false, false, "trak-gate-and-band", "bands of tracks" },
  [KB_CLEA] = { "CLEA", 1, 1, false, false, "clea", "distances to the edge of the road" },
  [KB_LEVL] = { "LEVL", 56, 16, false, false, "levl-and-area", "levels" },
  [KB_AREA] = { "AREA", 16, 16, false, false, "levl-and-area", "areas of levels" },
  [KB_ENTI] = { "ENTI", 48, 16, false, false, "enti", "entities of levels" },
  [KB_WALL] = { "WALL", 1, 64, false, false, "wall",
    "walls, areas and partitions of levels" },
  [KB_WRLD] = { "WRLD", 32, 16, false, false, "wrld-and-wdat",
    "layers of tiles, mazes, grounds and heightmaps of levels" },
  [KB_WDAT] = { "WDAT", 1, 64, false, false, "wrld-and-wdat", "the bytes of these" },
  [KB_DRAW] = { "DRAW", 64, 16, false, false, "draw", "what is drawn of levels" },
  [KB_WVAL] = { "WVAL", 20, 16, false, false, "wval", "values of walls" },
  [KB_PAGE] = { "PAGE", 32, 16, NEEDED, false, "page-and-pixl", "pages of pictures" },
  [KB_PIXL] = { "PIXL", 1, 16, false, false, "page-and-pixl", "the bytes of the pages" },
};

const char *const kb_bank_loop_names[] = { "once", "loop", "ping-pong", "hold-last", NULL };
const char *const kb_bank_encoding_names[] = { "none", "png", "rgba8", "beside", NULL };
const char *const kb_bank_partition_names[] = { "none", "grid", "quadtree", "bsp", NULL };
const char *const kb_bank_value_keys[KB_BANK_VALUE_TYPES] = {
  [KB_BANK_COLOUR] = "colour",       [KB_BANK_ENUM] = "enum",
  [KB_BANK_POINT] = "point",         [KB_BANK_TO_ENTITY] = "entity",
  [KB_BANK_TO_AREA] = "area",        [KB_BANK_TO_ANIMATION] = "animation",
  [KB_BANK_FILE] = "file",
};
static const char *const blend_names[KB_BANK_BLENDS + 1] = {
  "normal",      "add",        "multiply",   "screen",     "overlay",    "darken",    "lighten",
  "color-dodge", "color-burn", "hard-light", "soft-light", "difference", "exclusion", NULL
};
static const char *const flip_names[] = { "", "x", "y", "xy", NULL };

#define AT(field) .member = offsetof (STRUCT, field)
#define ITEMS(field)                                                                               \
  .member = offsetof (STRUCT, field), .count_member = offsetof (STRUCT, n_##field)
#define BLOB(field, bytes_size)                                                                    \
  .member = offsetof (STRUCT, field), .count_member = offsetof (STRUCT, bytes_size)
#define THERE(field) .presence = offsetof (STRUCT, field)
#define STORED(offset, size) .at = offset, .stored = size
#define RANGE(first_at, count_offset, size)                                                        \
  .at = first_at, .stored = 4, .count_at = count_offset, .count_stored = size
#define PIXELS .low = KB_BANK_MIN_PIXEL, .high = KB_BANK_MAX_PIXEL
#define GRID .low = KB_BANK_MIN_PIXEL * 256, .high = KB_BANK_MAX_PIXEL * 256
#define PLACES .low = -KB_BANK_MAX_PLACE, .high = KB_BANK_MAX_PLACE
#define ANY_INT .low = INT32_MIN, .high = INT32_MAX
#define RESERVED(offset, bytes) { NULL, KB_RESERVED, .n = bytes, .at = offset, .label = "reserved" }
#define VALUES(first, count)                                                                       \
  {                                                                                                \
    "values", KB_VALUES, ITEMS (values), RANGE (first, count, 4), .child = KB_VALUE,               \
      .flags = KB_OPTIONAL | KB_OMIT, .label = "first value: index in `VALU`|number of values"     \
  }
#define END { NULL, KB_END }

/* ---- classes, pages, animations ---- */

#define STRUCT KbBankClass
static const KbBankField class_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY,
    .label = "name; not empty, unique" },
  { "colour", KB_COLOUR, AT (colour), STORED (4, 4), .label = "colour, 0xRRGGBBAA" },
  RESERVED (8, 8), END };
#undef STRUCT

#define STRUCT KbBankPage
static const KbBankField page_fields[] = {
  { "size", KB_NUMBER, 2, AT (w), STORED (8, 2), .low = 1, .high = KB_BANK_MAX_U16,
    .flags = KB_STRICT, .label = "width, at least 1|height, at least 1" },
  { "encoding", KB_WORD, AT (encoding), STORED (4, 4), .words = kb_bank_encoding_names,
    .label = "encoding: 0 none, 1 PNG, 2 RGBA8, 3 `beside`" },
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_OPTIONAL | KB_OMIT,
    .label = "name; for encoding 3 a file next to the bank: not empty, not `.` or `..`, without "
             "`/`, `\\` and `:`. May be empty for the others" },
  { "data", KB_PAGE_DATA, BLOB (data, size), .at = 16, .stored = 8, .count_at = 24,
    .count_stored = 8, .bytes = KB_PIXL, .flags = KB_OMIT,
    .label = "offset of its bytes in `PIXL`; 0 without bytes|number of its bytes" },
  RESERVED (12, 4),
  END
};
#undef STRUCT

#define STRUCT KbBankStep
static const KbBankField step_fields[] = {
  { "frame", KB_NUMBER, 1, AT (frame), STORED (0, 4),
    .label = "frame: index in `FRAM`, one of the animation's sprite" },
  { "ms", KB_NUMBER, 1, AT (ms), STORED (4, 4),
    .label = "end in ms from the start of the animation; not before the end of the previous step" },
  { "events", KB_LIST, ITEMS (events), RANGE (8, 12, 4), .child = KB_EVENT,
    .flags = KB_OPTIONAL | KB_OMIT, .label = "first event: index in `EVNT`|number of events" },
  VALUES (16, 20),
  END };
#undef STRUCT

#define STRUCT KbBankEvent
static const KbBankField event_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY,
    .label = "name; not empty" },
  VALUES (4, 8),
  END };
#undef STRUCT

#define STRUCT KbBankAnimation
static const KbBankField animation_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY,
    .label = "name; not empty, unique in a sprite" },
  { "loop", KB_WORD, AT (loop), STORED (12, 4), .words = kb_bank_loop_names,
    .label = "loop mode: 0 once, 1 loop, 2 ping-pong, 3 hold last" },
  { "steps", KB_LIST, ITEMS (steps), RANGE (4, 8, 4), .child = KB_STEP_RECORD,
    .label = "first step|number of steps; may be 0" },
  { NULL, KB_DERIVED, 1, STORED (16, 4),
    .label = "duration in ms: the last step's end, 0 without steps; at most 2,147,483,647" },
  VALUES (20, 24),
  RESERVED (28, 4), END };
#undef STRUCT

/* ---- sprites and frames ---- */

#define STRUCT KbBankSprite
static const KbBankField sprite_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY, .label = "name; not empty" },
  { "zones", KB_LIST, ITEMS (zones), RANGE (20, 24, 4), .child = KB_ZONE_RECORD,
    .high = KB_BANK_MAX_ZONE, .flags = KB_OPTIONAL | KB_OMIT | KB_UNIQUE,
    .label = "first zone: index in `ZONE`|number of zones, at most 255" },
  { "frames", KB_LIST, ITEMS (frames), RANGE (4, 8, 4), .child = KB_FRAME,
    .label = "first frame|number of frames" },
  { "animations", KB_LIST, ITEMS (animations), RANGE (12, 16, 4), .child = KB_ANIMATION,
    .flags = KB_UNIQUE, .label = "first animation|number of animations" },
  VALUES (28, 32),
  RESERVED (36, 4),
  END
};
#undef STRUCT

#define STRUCT KbBankFrame
static const KbBankField picture_fields[] = {
  { "page", KB_NUMBER, 1, AT (page), STORED (26, 2), .label = "page: index in `PAGE`" },
  { "rect", KB_NUMBER, 4, AT (atlas_x), STORED (28, 2), .high = KB_BANK_MAX_U16, .flags = KB_STRICT,
    .label =
      "x on the page|y on the page|width on the page, at least 1|height on the page, at least 1" },
  { "trim", KB_NUMBER, 2, AT (trim_x), STORED (36, 2), ANY_INT,
    .label = "trim x: the picture's left column in the frame|trim y: the picture's top row in the "
             "frame" },
  END
};
static const KbBankField painted_fields[] = {
  { "at", KB_NUMBER, 2, AT (painting_x), STORED (64, 2), .high = KB_BANK_MAX_PIXEL,
    .flags = KB_STRICT,
    .label =
      "x: the top left pixel of these zones in the frame; 0 without zones|y, likewise" },
  { "size", KB_SIZE, AT (painting.bytes) },
  { "rows", KB_PICTURE, BLOB (painting.bytes, painting.size), STORED (60, 4), .bytes = KB_ZPIC,
    .label = "zones painted on the frame: their number in `ZPIC`, counted from 1; 0 for none" },
  END
};
static const KbBankField frame_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4),
    .label = "name; may be empty, may occur twice in a sprite: a search finds the first" },
  { "size", KB_NUMBER, 2, AT (w), STORED (16, 2), .low = 1, .high = KB_BANK_MAX_PIXEL,
    .label = "width, 1 to 32767|height, 1 to 32767" },
  { "hot_spot", KB_NUMBER, 2, AT (hot_x), STORED (20, 2), PIXELS, THERE (has_hot_spot),
    .flags = KB_NULL | KB_FLAG, .label = "hot spot x|hot spot y" },
  { NULL, KB_BOOL, AT (has_hot_spot), STORED (24, 2),
    .label = "flags: 1 has a hot spot, 2 has a picture. Others are zero; 4 is reserved for "
             "pictures rotated on the page, which version 1.0 does not have" },
  { NULL, KB_BOOL, AT (has_picture), STORED (24, 2), .bit = 1 },
  { "picture", KB_OBJECT, THERE (has_picture), .child = KB_PICTURE_PLACE,
    .flags = KB_NULL | KB_FLAG },
  { "mask", KB_BITMAP, BLOB (bitmap, bitmap_size), STORED (56, 4), .bytes = KB_BITM,
    .flags = KB_OPTIONAL | KB_NULL | KB_OMIT,
    .label = "bitmap: its number in `BITM`, counted from 1; 0 for none" },
  { "painted", KB_OBJECT, THERE (painting.bytes), .child = KB_PAINTED,
    .flags = KB_OPTIONAL | KB_NULL | KB_OMIT },
  { "action_points", KB_LIST, ITEMS (points), RANGE (8, 14, 2), .child = KB_POINT,
    .high = KB_BANK_MAX_U16, .flags = KB_UNIQUE,
    .label = "first action point|number of action points" },
  { "shapes", KB_LIST, ITEMS (shapes), RANGE (4, 12, 2), .child = KB_SHAPE,
    .high = KB_BANK_MAX_SHAPES, .label = "first shape|number of shapes, at most 1024" },
  { NULL, KB_DERIVED, 4, STORED (40, 2), .low = -1, .label = "bounds of the shapes: x0|y0|x1|y1" },
  { NULL, KB_DERIVED, 1, STORED (48, 8),
    .label = "set of the classes of the shapes: bit *i* for class *i*" },
  VALUES (68, 72),
  RESERVED (76, 4),
  END
};
#undef STRUCT

#define STRUCT KbBankPoint
static const KbBankField point_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY,
    .label = "name; not empty, unique in a frame" },
  { "at", KB_NUMBER, 2, AT (x), STORED (4, 2), PIXELS, .label = "x|y" },
  { "direction", KB_UNIT, 2, AT (dx), STORED (8, 4), .flags = KB_OPTIONAL | KB_NULL,
    .label = "x of the direction|y of the direction" },
  VALUES (16, 20), END };
#undef STRUCT

/* ---- shapes ---- */

#define STRUCT KbBankShape
#define PARTED(key_text, kind, more)                                                               \
  {                                                                                                \
    key_text, KB_LIST, ITEMS (parts), .at = 12, .stored = 4, .count_at = 2, .count_stored = 2,     \
                                      .child = KB_RING, .low = 1, .high = KB_BANK_MAX_U16,         \
                                      .kinds = KB_OF (kind), .flags = more                         \
  }
static const KbBankField shape_fields[] = {
  { "class", KB_CLASS, AT (class_index), STORED (1, 1), .label = "class: index in `CLAS`" },
  { "name", KB_TEXT, AT (name), .flags = KB_OPTIONAL | KB_OMIT },
  { "values", KB_VALUES, ITEMS (values), .child = KB_VALUE, .flags = KB_OPTIONAL | KB_OMIT },
  { "box", KB_NUMBER, 4, AT (x), ANY_INT, .kinds = KB_OF (KB_BANK_BOX) },
  { "circle", KB_OBJECT, .at = 12, .stored = 4, .child = KB_CIRCLE,
    .kinds = KB_OF (KB_BANK_CIRCLE) },
  { "capsule", KB_OBJECT, .at = 12, .stored = 4, .child = KB_CAPSULE,
    .kinds = KB_OF (KB_BANK_CAPSULE) },
  { "oriented", KB_OBJECT, .child = KB_ORIENTED, .kinds = KB_OF (KB_BANK_ORIENTED) },
  PARTED ("corners", KB_BANK_ORIENTED, KB_SINGLE),
  { "polygon", KB_OBJECT, .child = KB_OUTLINE, .kinds = KB_OF (KB_BANK_POLYGON) },
  PARTED ("parts", KB_BANK_POLYGON, 0),
  { NULL, KB_OBJECT, .child = KB_ATTRIBUTES },
  { NULL, KB_NUMBER, 1, AT (kind), STORED (0, 1),
    .label = "kind: 0 box, 1 circle, 2 oriented box, 3 polygon, 4 capsule" },
  { NULL, KB_DERIVED, 1, .at = 2, .stored = 2,
    .label =
      "number of parts: 1 for oriented boxes, 1 or more for polygons, 0 for others" },
  { NULL, KB_DERIVED, 4, STORED (4, 2), .low = -1, .label = "x0|y0|x1, above x0|y1, above y0" },
  { NULL, KB_DERIVED, 1, STORED (12, 4),
    .label = "boxes: 0; circles: index in `CIRC`; capsules: index in `CAPS`; others: first part, "
             "index in `PART`" },
  END
};
static const KbBankField circle_fields[] = {
  { "", KB_FIXED, 3, AT (cx), STORED (0, 4),
    .label = "x of the centre|y of the centre|radius, above 0" },
  END };
static const KbBankField capsule_fields[] = {
  { "", KB_FIXED, 5, AT (ax), STORED (0, 4),
    .label = "x of one end of its segment|y of this end|x of the other end|y of the other end"
             "|radius, above 0" },
  END };
static const KbBankField oriented_fields[] = {
  { NULL, KB_OWNER, STORED (0, 4), .label = "shape: index in `SHAP`, of kind 2" },
  { "centre", KB_FIXED, 2, AT (cx), STORED (4, 4), GRID,
    .label = "x of the centre|y of the centre" },
  { "size", KB_FIXED, 2, AT (ow), STORED (12, 4), .low = 1, .high = KB_BANK_MAX_U16 * 256,
    .label = "width, above 0, at most 65535 pixels|height, likewise" },
  { "axis", KB_UNIT, 2, AT (ux), STORED (20, 4),
    .label = "x of the axis, the unit vector along the width|y of the axis" },
  RESERVED (28, 4), END };
static const KbBankField outline_fields[] = {
  { NULL, KB_OWNER, STORED (0, 4), .label = "shape: index in `SHAP`, of kind 3" },
  { "", KB_LIST, .member = offsetof (STRUCT, outline.vertices),
    .count_member = offsetof (STRUCT, outline.n_vertices), RANGE (4, 8, 4), .child = KB_VERTEX,
    .low = 3, .high = KB_BANK_MAX_U16,
    .label = "first vertex: index in `VERT`|number of vertices, 3 to 65535" },
  END
};
static const KbBankField attribute_fields[] = {
  { NULL, KB_OWNER, STORED (0, 4), .label = "shape: index in `SHAP`" },
  { NULL, KB_TEXT, AT (name), STORED (4, 4), .label = "name; may be empty" },
  { NULL, KB_VALUES, ITEMS (values), RANGE (8, 12, 4), .child = KB_VALUE,
    .label = "first value: index in `VALU`|number of values" },
  END };
#undef STRUCT

#define STRUCT KbBankRing
static const KbBankField ring_fields[] = {
  { "", KB_LIST, ITEMS (vertices), RANGE (0, 4, 4), .child = KB_VERTEX, .low = 3,
    .high = KB_BANK_MAX_PART_VERTICES,
    .label = "first vertex: index in `VERT`|number of vertices, 3 to 255" },
  END
};
#undef STRUCT

#define STRUCT KbBankVertex
static const KbBankField vertex_fields[] = {
  { "", KB_FIXED, 2, AT (x), STORED (0, 4), GRID,
    .label = "x, from -32768 to 32767 pixels|y, likewise" },
  END };
#undef STRUCT

#define STRUCT KbBankValue
static const KbBankField value_fields[] = {
  { NULL, KB_TEXT, AT (key), STORED (0, 4), .label = "key" },
  { NULL, KB_TEXT, AT (value), STORED (4, 4), .label = "value" },
  { NULL, KB_REAL, 1, AT (number), STORED (8, 8),
    .label = "the value as a number, by its type" },
  { NULL, KB_NUMBER, 1, AT (type), STORED (16, 4),
    .label = "type: 0 text, 1 number, 2 boolean, 3 colour, 4 choice, 5 point, 6 entity, 7 area, "
             "8 animation, 9 file" },
  { NULL, KB_FIXED, 1, AT (y), STORED (20, 4), .label = "y of a point, else 0" },
  { NULL, KB_TEXT, AT (asset) },
  END };
#undef STRUCT

/* ---- masks and tracks ---- */

#define STRUCT KbBankZone
#define ZONE_FIELDS \
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY, \
    .label = "name; not empty, unique in a sprite, mask or track" }, \
  { "colour", KB_COLOUR, AT (colour), STORED (4, 4), .label = "colour, 0xRRGGBBAA" }, \
  { "value", KB_NUMBER, 1, AT (value), STORED (8, 4), .low = 1, .high = KB_BANK_MAX_ZONE, \
    .label = "value: of its pixels, 1 to 255; unique in a sprite, mask or track" }
static const KbBankField zone_fields[] = { ZONE_FIELDS, END };
static const KbBankField surface_fields[] = {
  ZONE_FIELDS,
  { "road", KB_BOOL, AT (road), STORED (12, 4),
    .label = "flags: 1 = road, a surface that cars may be on; only in tracks. Others are zero" },
  END };
#undef STRUCT

#define STRUCT KbBankMask
static const KbBankField mask_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY, .label = "name; not empty" },
  { "size", KB_SIZE, AT (painting.bytes) },
  { "zones", KB_LIST, ITEMS (zones), RANGE (4, 8, 4), .child = KB_ZONE_RECORD,
    .high = KB_BANK_MAX_ZONE, .flags = KB_UNIQUE,
    .label = "first zone: index in `ZONE`|number of zones, at most 255" },
  { "rows", KB_PICTURE, BLOB (painting.bytes, painting.size), STORED (12, 4), .bytes = KB_ZPIC,
    .label = "its picture: number in `ZPIC`, counted from 1" },
  END
};
#undef STRUCT

#define STRUCT KbBankTrack
static const KbBankField track_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY, .label = "name; not empty" },
  { "size", KB_SIZE, AT (clearance) },
  { "surfaces", KB_LIST, ITEMS (surfaces), RANGE (4, 8, 4), .child = KB_SURFACE,
    .high = KB_BANK_MAX_ZONE, .flags = KB_UNIQUE,
    .label = "first surface: index in `ZONE`|number of surfaces, at most 255" },
  { "rows", KB_PICTURE, BLOB (painting.bytes, painting.size), STORED (12, 4), .bytes = KB_ZPIC,
    .label = "the picture of its surfaces: number in `ZPIC`, counted from 1" },
  { "clearance", KB_BYTES, BLOB (clearance, clearance_size), .at = 32, .stored = 4, .count_at = 36,
    .count_stored = 4, .bytes = KB_CLEA,
    .label =
      "offset of its clearance in `CLEA`: the end of the previous track's; 0 for the first|"
      "size of the clearance" },
  { "gates", KB_LIST, ITEMS (gates), RANGE (16, 20, 4), .child = KB_GATE_RECORD,
    .label = "first gate: index in `GATE`|number of gates" },
  { "bands", KB_LIST, ITEMS (bands), RANGE (24, 28, 4), .child = KB_BAND_RECORD,
    .label = "first band: index in `BAND`|number of bands" },
  VALUES (40, 44),
  END
};
#undef STRUCT

#define STRUCT KbBankGate
static const KbBankField gate_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .label = "name; may be empty" },
  { "a", KB_FIXED, 2, AT (a), STORED (4, 4), PLACES,
    .label = "x of A, from -65536 to 65536 pixels|y of A, likewise" },
  { "b", KB_FIXED, 2, AT (b), STORED (12, 4), PLACES, .label = "x of B|y of B; A and B differ" },
  END };
#undef STRUCT

#define STRUCT KbBankBand
static const KbBankField band_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .label = "name; may be empty" },
  { "colour", KB_COLOUR, AT (colour), STORED (4, 4), .label = "colour, 0xRRGGBBAA" },
  { "radius", KB_FIXED, 1, AT (radius), STORED (8, 4), .low = 1, .high = KB_BANK_MAX_RADIUS,
    .label = "radius, above 0, at most 127 pixels" },
  { "painted", KB_BOOL, AT (painted), STORED (12, 4),
    .label =
      "flags: 1 = painted by hand: the picture differs from the clearance. Others are zero" },
  { "rows", KB_PICTURE, BLOB (painting.bytes, painting.size), STORED (16, 4), .bytes = KB_ZPIC,
    .label = "its picture: number in `ZPIC`, counted from 1: 1 in the band, 0 elsewhere" },
  END
};
#undef STRUCT

/* ---- levels ---- */

#define STRUCT KbBankWall
#define ENDS                                                                                       \
  { "a", KB_FIXED, 2, AT (ax), PLACES, .label = "x of A|y of A" },                                 \
  {                                                                                                \
    "b", KB_FIXED, 2, AT (bx), PLACES, .label = "x of B|y of B"                                    \
  }
static const KbBankField edge_fields[] = { ENDS, END };
static const KbBankField wall_fields[] = {
  ENDS,
  { "class", KB_CLASS, AT (class_index) },
  { "one_way", KB_BOOL, AT (one_way), .flags = KB_OPTIONAL | KB_OMIT },
  END };
#undef STRUCT

#define STRUCT KbBankArea
static const KbBankField area_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .label = "name; may be empty" },
  { "class", KB_CLASS, AT (class_index), STORED (4, 4), .label = "class: index in `CLAS`" },
  { "edges", KB_LIST, ITEMS (edges), .child = KB_EDGE },
  VALUES (8, 12),
  END };
#undef STRUCT

#define STRUCT KbBankEntity
static const KbBankField entity_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .label = "name; may be empty" },
  { "class", KB_CLASS, AT (class_index), STORED (4, 4), .label = "class: index in `CLAS`" },
  { "at", KB_FIXED, 2, AT (x), STORED (8, 4), PLACES,
    .label = "x, from -65536 to 65536 pixels|y, likewise" },
  { "direction", KB_UNIT, 2, AT (dx), STORED (16, 4), .flags = KB_OPTIONAL | KB_NULL,
    .label = "direction: x of a unit vector; 0 for none|direction: y; 0 for none" },
  VALUES (24, 28),
  { "sprite", KB_SPRITE, AT (sprite), STORED (32, 4), .flags = KB_OPTIONAL | KB_OMIT,
    .label = "sprite to show there: in `SPRT`, counted from 1; 0 for none" },
  { "frame", KB_NUMBER, 1, AT (frame), STORED (36, 4), THERE (sprite),
    .flags = KB_OPTIONAL | KB_OMIT,
    .label = "its frame, counted within the sprite from 0; 0 for none" },
  { "flip", KB_FLIP, AT (flip_x), STORED (40, 4), .words = flip_names,
    .flags = KB_OPTIONAL | KB_OMIT,
    .label = "flags: 1 = flipped in x, 2 = flipped in y; only with a sprite. Others are zero" },
  RESERVED (44, 4),
  END
};
#undef STRUCT

#define STRUCT KbBankWorld
#define WORLD_FIELDS(skipped)                                                                      \
  { "name",                                                                                        \
    KB_TEXT,                                                                                       \
    AT (name),                                                                                     \
    STORED (0, 4),                                                                                 \
    .flags = KB_NOT_EMPTY,                                                                         \
    .label = "name; not empty, unique for a kind in a level" },                                    \
  {                                                                                                \
    "bytes", KB_WORLD_BYTES, BLOB (bytes, size),                                                   \
      .at = 12, .stored = 4, .count_at = 16, .count_stored = 4, .bytes = KB_WDAT, .low = skipped,  \
      .label = "offset of its bytes in `WDAT`: the first multiple of 64 at or after the end of "   \
               "the previous world's; 0 for the first|size of these bytes"                         \
  }
static const KbBankField layer_fields[] = {
  WORLD_FIELDS (4),
  { NULL, KB_OWNER, STORED (4, 4), .label = "level: index in `LEVL`" },
  { NULL, KB_DERIVED, 1, STORED (8, 4),
    .label = "kind: 0 layer of tiles, 1 maze, 2 ground, 3 heightmap. Later minor versions may have "
             "more, which a reader ignores" },
  { "opacity", KB_NUMBER, 1, AT (opacity), STORED (20, 4), .high = 100,
    .label = "opacity of a layer of tiles in percent, 0 to 100; 0 for the others" },
  { "sprites", KB_LIST, ITEMS (sprites), .child = KB_SPRITE_NAME,
    .high = KB_BANK_MAX_TILE_SPRITES },
  VALUES (24, 28),
  END
};
static const KbBankField maze_fields[] = { WORLD_FIELDS (8),
                                           { NULL, KB_OWNER, STORED (4, 4) },
                                           { "class", KB_WORLD_CLASS, BLOB (bytes, size) },
                                           VALUES (24, 28),
                                           END };
static const KbBankField heightmap_fields[] = { WORLD_FIELDS (8),
                                                { NULL, KB_OWNER, STORED (4, 4) },
                                                VALUES (24, 28),
                                                END };
#undef STRUCT

#define STRUCT KbBankDrawn
static const KbBankField drawn_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .label = "name of the layer; may be empty" },
  { NULL, KB_OWNER, STORED (4, 4), .label = "level: index in `LEVL`" },
  RESERVED (8, 4),
  { "tiles", KB_NUMBER, 1, AT (tiles), STORED (12, 4), .high = 65536,
    .label = "tile layer: in the level, counted from 1; 0 for an image" },
  { "sprite", KB_SPRITE, AT (sprite), STORED (16, 4), .flags = KB_OPTIONAL | KB_OMIT,
    .label = "an image's sprite: in `SPRT`, counted from 1; 0 for tiles" },
  { "frame", KB_NUMBER, 1, AT (frame), STORED (20, 4), THERE (sprite),
    .flags = KB_OPTIONAL | KB_OMIT,
    .label = "its frame, counted within the sprite from 0; 0 for tiles" },
  { "at", KB_FIXED, 2, AT (x), STORED (24, 4), ANY_INT,
    .label = "x of an image's top left|y, likewise" },
  { "tint", KB_COLOUR, AT (tint), STORED (32, 4),
    .label = "tint, which multiplies the colours, 0xRRGGBBAA; 0xffffffff for none" },
  { "parallax", KB_FIXED, 2, AT (parallax_x), STORED (36, 4), ANY_INT,
    .label = "parallax in x, in 1/256 of a percent|in y, likewise" },
  { "opacity", KB_NUMBER, 1, AT (opacity), STORED (44, 4), .high = 100,
    .label = "opacity in percent, 0 to 100" },
  { "blend", KB_WORD, AT (blend), STORED (48, 4), .words = blend_names,
    .label = "blend mode: 0 normal, 1 add, 2 multiply, 3 screen, 4 overlay, 5 darken, 6 lighten, "
             "7 colour dodge, 8 colour burn, 9 hard light, 10 soft light, 11 difference, "
             "12 exclusion" },
  { "repeat_x", KB_BOOL, AT (repeat_x), STORED (52, 4), .flags = KB_OPTIONAL | KB_OMIT,
    .label = "flags: 1 = an image repeated in x, 2 = in y. Others are zero" },
  { "repeat_y", KB_BOOL, .bit = 1, AT (repeat_y), STORED (52, 4),
    .flags = KB_OPTIONAL | KB_OMIT },
  VALUES (56, 60),
  END };
#undef STRUCT

#define STRUCT KbBankWallValues
static const KbBankField wall_values_fields[] = {
  RESERVED (0, 4),
  { NULL, KB_OWNER, STORED (4, 4), .label = "level: index in `LEVL`" },
  { "wall", KB_NUMBER, 1, AT (wall), STORED (8, 4), .high = KB_BANK_MAX_WALLS,
    .label = "wall: in the level, counted from 0; ascending, each once" },
  VALUES (12, 16),
  END };
#undef STRUCT

#define PIECE(label_text) { { NULL, KB_DERIVED, 2, STORED (0, 4), .label = label_text }, END }
static const KbBankField bitmap_piece_fields[] =
  PIECE ("offset in `BITS`: the end of the previous bitmap; 0 for the first|size");
static const KbBankField zone_piece_fields[] =
  PIECE ("offset in `ZPIX`: the end of the previous picture; 0 for the first|size");
static const KbBankField name_fields[] = { { "", KB_TEXT }, END };

#define STRUCT KbBankLevel
#define WORLDS(text, kind, record)                                                                 \
  {                                                                                                \
    text, KB_LIST, .member = offsetof (STRUCT, worlds[kind]),                                      \
                   .count_member = offsetof (STRUCT, n_worlds[kind]), .child = record,             \
                   .flags = KB_OPTIONAL | KB_OMIT | KB_UNIQUE                                      \
  }
static const KbBankField partition_fields[] = {
  { "kind", KB_WORD, AT (taken.kind), .words = kb_bank_partition_names },
  { "bytes", KB_BYTES, BLOB (taken.bytes, taken.size) },
  { "starts", KB_BYTES, BLOB (taken.starts, taken.starts_size), .flags = KB_OPTIONAL | KB_OMIT },
  END };
static const KbBankField level_fields[] = {
  { "name", KB_TEXT, AT (name), STORED (0, 4), .flags = KB_NOT_EMPTY, .label = "name; not empty" },
  { "walls", KB_LIST, .member = offsetof (STRUCT, taken.walls),
    .count_member = offsetof (STRUCT, taken.n_walls), .child = KB_WALL_RECORD,
    .high = KB_BANK_MAX_WALLS },
  { "areas", KB_LIST, ITEMS (areas), RANGE (4, 8, 4), .child = KB_AREA_RECORD,
    .label = "first area: index in `AREA`|number of areas: as in its bytes in `WALL`" },
  { "partition", KB_OBJECT, .child = KB_PARTITION },
  { NULL, KB_BYTES, BLOB (bytes, size), .at = 20, .stored = 4, .count_at = 24, .count_stored = 4,
    .bytes = KB_WALL,
    .label = "offset of its bytes in `WALL`: the first multiple of 64 at or after the end of the "
             "previous level's; 0 for the first|"
             "size of these bytes" },
  { "entities", KB_LIST, ITEMS (entities), RANGE (12, 16, 4), .child = KB_ENTITY,
    .label = "first entity: index in `ENTI`|number of entities" },
  WORLDS ("layers", KB_BANK_LAYER, KB_LAYER),
  WORLDS ("mazes", KB_BANK_MAZE, KB_MAZE),
  WORLDS ("grounds", KB_BANK_GROUND, KB_GROUND),
  WORLDS ("heightmaps", KB_BANK_HEIGHTMAP, KB_HEIGHTMAP),
  { "drawn", KB_LIST, ITEMS (drawn), .child = KB_DRAWN, .flags = KB_OPTIONAL | KB_OMIT },
  { "wall_values", KB_LIST, ITEMS (wall_values), .child = KB_WALL_VALUES,
    .flags = KB_OPTIONAL | KB_OMIT },
  VALUES (28, 32),
  RESERVED (36, 4),
  { NULL, KB_DERIVED_REAL, 4, STORED (40, 4),
    .label = "bounds of its walls and the points of its grounds: left, or 0 without any|"
             "top, or 0|right, or -1|bottom, or -1" },
  END
};
#undef STRUCT

/* ---- the bank ---- */

#define STRUCT KbBankContent
#define ASSETS(text, list, record, more)                                                           \
  {                                                                                                \
    text, KB_LIST, ITEMS (list), .child = record, .flags = KB_UNIQUE | (more)                      \
  }
static const KbBankField root_fields[] = {
  { "kickbox_bank", KB_FORMAT },
  { "classes", KB_LIST, ITEMS (classes), .child = KB_CLASS_RECORD, .high = KB_BANK_MAX_CLASSES,
    .flags = KB_UNIQUE },
  { "pages", KB_LIST, ITEMS (pages), .child = KB_PAGE_RECORD, .high = KB_BANK_MAX_U16 },
  ASSETS ("sprites", sprites, KB_SPRITE_RECORD, KB_SORTED),
  ASSETS ("masks", masks, KB_MASK_RECORD, KB_SORTED | KB_OPTIONAL | KB_OMIT),
  ASSETS ("tracks", tracks, KB_TRACK, KB_SORTED | KB_OPTIONAL | KB_OMIT),
  ASSETS ("levels", levels, KB_LEVEL, KB_SORTED | KB_OPTIONAL | KB_OMIT),
  END };
#undef STRUCT

#define RECORD(id, name, section, type, table)                                                     \
  [id] = { name, section, 0, sizeof (type), false, table }
#define BARE(id, name, section, type, table)                                                       \
  [id] = { name, section, 0, sizeof (type), true, table }
#define WORLD(id, name, kind, table)                                                               \
  [id] = { name, KB_WRLD, kind, sizeof (KbBankWorld), false, table }

const KbBankRecord kb_bank_records[KB_RECORDS] = {
  RECORD (KB_ROOT, "bank", KB_NO_SECTION, KbBankContent, root_fields),
  RECORD (KB_CLASS_RECORD, "class", KB_CLAS, KbBankClass, class_fields),
  RECORD (KB_PAGE_RECORD, "page", KB_PAGE, KbBankPage, page_fields),
  RECORD (KB_SPRITE_RECORD, "sprite", KB_SPRT, KbBankSprite, sprite_fields),
  RECORD (KB_ANIMATION, "animation", KB_ANIM, KbBankAnimation, animation_fields),
  RECORD (KB_STEP_RECORD, "step", KB_STEP, KbBankStep, step_fields),
  RECORD (KB_EVENT, "event", KB_EVNT, KbBankEvent, event_fields),
  RECORD (KB_FRAME, "frame", KB_FRAM, KbBankFrame, frame_fields),
  RECORD (KB_PICTURE_PLACE, "picture", KB_NO_SECTION, KbBankFrame, picture_fields),
  RECORD (KB_PAINTED, "painted", KB_NO_SECTION, KbBankFrame, painted_fields),
  RECORD (KB_POINT, "action_point", KB_POIN, KbBankPoint, point_fields),
  RECORD (KB_SHAPE, "shape", KB_SHAP, KbBankShape, shape_fields),
  BARE (KB_CIRCLE, "circle", KB_CIRC, KbBankShape, circle_fields),
  BARE (KB_CAPSULE, "capsule", KB_CAPS, KbBankShape, capsule_fields),
  RECORD (KB_ORIENTED, "oriented", KB_ORNT, KbBankShape, oriented_fields),
  BARE (KB_OUTLINE, "outline", KB_OUTL, KbBankShape, outline_fields),
  RECORD (KB_ATTRIBUTES, "attributes", KB_ATTR, KbBankShape, attribute_fields),
  BARE (KB_RING, "part", KB_PART, KbBankRing, ring_fields),
  BARE (KB_VERTEX, "vertex", KB_VERT, KbBankVertex, vertex_fields),
  RECORD (KB_VALUE, "value", KB_VALU, KbBankValue, value_fields),
  RECORD (KB_ZONE_RECORD, "zone", KB_ZONE, KbBankZone, zone_fields),
  RECORD (KB_SURFACE, "surface", KB_ZONE, KbBankZone, surface_fields),
  RECORD (KB_MASK_RECORD, "mask", KB_MASK, KbBankMask, mask_fields),
  RECORD (KB_TRACK, "track", KB_TRAK, KbBankTrack, track_fields),
  RECORD (KB_GATE_RECORD, "gate", KB_GATE, KbBankGate, gate_fields),
  RECORD (KB_BAND_RECORD, "band", KB_BAND, KbBankBand, band_fields),
  RECORD (KB_LEVEL, "level", KB_LEVL, KbBankLevel, level_fields),
  RECORD (KB_AREA_RECORD, "area", KB_AREA, KbBankArea, area_fields),
  RECORD (KB_EDGE, "edge", KB_NO_SECTION, KbBankWall, edge_fields),
  RECORD (KB_WALL_RECORD, "wall", KB_NO_SECTION, KbBankWall, wall_fields),
  RECORD (KB_PARTITION, "partition", KB_NO_SECTION, KbBankLevel, partition_fields),
  RECORD (KB_ENTITY, "entity", KB_ENTI, KbBankEntity, entity_fields),
  WORLD (KB_LAYER, "layer", KB_BANK_LAYER, layer_fields),
  WORLD (KB_MAZE, "maze", KB_BANK_MAZE, maze_fields),
  WORLD (KB_GROUND, "ground", KB_BANK_GROUND, maze_fields),
  WORLD (KB_HEIGHTMAP, "heightmap", KB_BANK_HEIGHTMAP, heightmap_fields),
  RECORD (KB_DRAWN, "drawn", KB_DRAW, KbBankDrawn, drawn_fields),
  RECORD (KB_WALL_VALUES, "wall_values", KB_WVAL, KbBankWallValues, wall_values_fields),
  [KB_BITMAP_PIECE] = { "bitmap", KB_BITM, .fields = bitmap_piece_fields },
  [KB_ZONE_PIECE] = { "zone_picture", KB_ZPIC, .fields = zone_piece_fields },
  BARE (KB_SPRITE_NAME, "sprite_name", KB_NO_SECTION, char *, name_fields),
};
