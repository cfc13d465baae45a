/* SPDX-License-Identifier: MIT */
/* Banks: opening one, its sprites, animations and frames, and hits between frames. */
#ifndef KICKBOX_BANK_H
#define KICKBOX_BANK_H

#include "shapes.h"
KBX_BEGIN

/* ---------------------------------------------------------------- the bank ---- */
/* An open bank, in the game's memory. The fields are the library's own. */
#define KBX_BANK_SECTIONS 39 /* kinds of sections that this library knows */
struct kbx_bank {
  const uint8_t *data;
  size_t size;
  uint16_t major, minor;
  int held;
  struct kbx_section {
    const uint8_t *data;
    uint64_t size;
    uint32_t count, stride;
  } sections[KBX_BANK_SECTIONS];
};

/* Opens the bank in data[0..size), which is borrowed. Checks the checksums and every record, so
 * that no later question can fail, hang or read outside it. Returns KBX_OK, or the reason, also in
 * *error unless that is NULL; *bank is then empty. Cost: linear in size, in two passes. */
KBX_API kbx_status kbx_bank_open (kbx_bank *bank, const void *data, size_t size, kbx_error *error);

/* The same for a file, mapped where the system can. While open it must not be written to. A new
 * file renamed over it is fine. Closing voids all handles. Cost: as kbx_bank_open. */
KBX_API kbx_status kbx_bank_open_file (kbx_bank *bank, const char *path, kbx_error *error);
KBX_API void kbx_bank_close_file (kbx_bank *bank); /* Cost: constant. */
/* Takes a new version of the file, or keeps the old one if that is bad. `handles` of the bank then
 * name the same things, or are null; all others are void. Cost: as kbx_bank_open. */
KBX_API kbx_status kbx_bank_reload_file (kbx_bank *bank, const char *path, kbx_handle *handles,
                                         uint32_t count, kbx_error *error);

/* ---------------------------------------------------------------- handles ---- */
/* The number of things of a kind in the whole bank; number i of them; the first of a name. Classes,
 * pages, sprites, masks, tracks and levels. The last four are in bytewise order of their names, the
 * rest in the artist's. The null handle past the end and for an unknown name. Cost: constant, of a
 * name binary search if sorted by name, else linear. */
KBX_API uint32_t kbx_bank_count (const kbx_bank *bank, kbx_kind kind);
KBX_API kbx_handle kbx_bank_item (const kbx_bank *bank, kbx_kind kind, uint32_t i);
KBX_API kbx_handle kbx_bank_find (const kbx_bank *bank, kbx_kind kind, const char *name);

/* The same for the parts of something. Sprite: frames, animations and zones. Animation: steps.
 * Step: events. Frame: shapes and actions. All these, tracks, levels and their parts: values, by
 * key, ascending. Mask: zones. Track: zones (surfaces), gates and bands. Level: walls (one), tiles
 * (back to front), mazes, grounds, heightmaps, areas, entities. KBX_WALL: wall i, null unless it
 * has values, which are counted. Drawn, of levels with more than plain tiles: tiles and images,
 * back to front. Cost: binary search, of a name linear. */
KBX_API uint32_t kbx_count (kbx_handle parent, kbx_kind kind);
KBX_API kbx_handle kbx_item (kbx_handle parent, kbx_kind kind, uint32_t i);
KBX_API kbx_handle kbx_find (kbx_handle parent, kbx_kind kind, const char *name);

/* Its owner; null for zones, values and what the bank has. Its name, or "". Cost: binary search. */
KBX_API kbx_handle kbx_parent (kbx_handle handle);
KBX_API const char *kbx_name (kbx_handle handle);

/* The text of its value for a key, NULL without one. Cost: as kbx_find. */
KBX_API const char *kbx_value (kbx_handle handle, const char *key);

/* Opens packed bytes of a kind: KBX_BITMAP, MASK, TRACK, WALLS, TILES, MAZE, GROUND, HEIGHTMAP or
 * SOUP. They are borrowed, and read fastest at multiples of 64. Checks them all. Cost: linear. */
KBX_API kbx_status kbx_open (kbx_handle *handle, kbx_kind kind, const void *bytes, size_t size,
                             kbx_error *error);

/* The set of one class, empty for KBX_NONE. The set of the named classes, unknown names ignored. */
KBX_API kbx_class_set kbx_class_bit (uint32_t class_index); /* Cost: constant. */
KBX_API kbx_class_set kbx_bank_classes (const kbx_bank *bank, const char *const *names,
                                        size_t count); /* Cost: the classes for each name. */

/* ---------------------------------------------------------------- descriptions ---- */
typedef enum {
  KBX_PAGE_NONE = 0,   /* the picture was left out */
  KBX_PAGE_PNG = 1,    /* data is a PNG file */
  KBX_PAGE_RGBA8 = 2,  /* data is w*h*4 bytes, rows from the top, straight alpha */
  KBX_PAGE_BESIDE = 3  /* a separate file of the page's name */
} kbx_page_encoding;

typedef enum {
  KBX_LOOP_ONCE = 0,      /* shows its steps, then nothing */
  KBX_LOOP_FOREVER = 1,   /* starts again */
  KBX_LOOP_PING_PONG = 2, /* 0 1 2 3 2 1 0 1 ...: the two ends are shown once a turn */
  KBX_LOOP_HOLD_LAST = 3  /* shows its steps, then keeps the last */
} kbx_loop;

typedef enum {
  KBX_PARTITION_NONE = 0, /* all walls are tested, four at a time */
  KBX_PARTITION_GRID = 1,
  KBX_PARTITION_QUADTREE = 2,
  KBX_PARTITION_BSP = 3,
  KBX_PARTITION_CHOSEN = 4 /* only for kbx_walls_pack: the best of these */
} kbx_partition;

/* Properties of a handle. Those its kind lacks are 0 or null; class_index and index KBX_NONE. */
typedef struct {
  bool found;                /* false: the null handle */
  bool has_hot_spot;         /* frame: false if the artist set none, and (0, 0) stands in for it */
  bool road;                 /* zone of a track: a surface that cars may drive on */
  bool painted;              /* band: by hand; it differs somewhere from the clearance */
  bool flip_x, flip_y;       /* entity: how its frame is shown */
  bool repeat_x, repeat_y;   /* drawn: the image is repeated without end */
  uint8_t zone;              /* zone: the value of its pixels */
  uint32_t index;            /* frame: within the sprite; value: of the choice; wall: its own */
  uint32_t class_index;      /* shape, area, entity, maze, ground, heightmap: 0 to 63 */
  uint32_t colour;           /* class, zone, band: 0xRRGGBBAA; drawn: the tint, which multiplies */
  kbx_class_set classes;     /* frame: of its shapes */
  kbx_size size;             /* page, frame (as drawn, trimming undone), bitmap, mask, track */
  kbx_box bounds;            /* around a frame's picture, a bitmap's set pixels, stored cells */
  kbx_point hot_spot;        /* frame: the pixel at the position of a place */
  uint32_t pixels;           /* bitmap: how many are set */
  kbx_zone_set zones;        /* frame, mask: those that occur, 0 among them */
  kbx_handle mask;           /* painted on the frame; a track's surfaces; 1 in the band, else 0 */
  kbx_point mask_at;         /* the frame's pixel at which the mask's pixel (0, 0) is */
  kbx_page_encoding encoding;
  const uint8_t *data;       /* page: inside the bank, or NULL where there is none */
  size_t data_size;
  kbx_loop loop;             /* animation */
  uint32_t steps, duration_ms; /* total number and duration of its steps */
  float max_clearance;       /* track: the cut-off, in pixels */
  float radius;              /* band: in pixels */
  /* Entity; value; the middle of a gate, of a track gate 0: the start; drawn: image's top left */
  kbx_vec position;
  kbx_vec direction;         /* unit vector: an entity's; the forward direction through a gate */
  kbx_handle frame;          /* entity: its hot spot is on the pixel of `position`; drawn: image */
  /* value: 0 text, 1 number, 2 boolean, 3 colour (also in `colour`), 4 choice (`index`), 5 point
   * (`position`), 6 entity, 7 area, 8 animation (`target`), 9 file */
  uint8_t value_type;
  const char *text;          /* value: as the artist wrote it, of `target` the name */
  double number;             /* value: of a boolean 0 or 1, of a colour 0xRRGGBBAA, of a text 0 */
  kbx_handle target;         /* value: what it refers to; drawn: the tiles; null for nothing */
  kbx_vec parallax;          /* drawn: pixels that it moves when the camera moves by one */
  uint32_t blend;            /* drawn: 0 normal, 1 add, 2 multiply, ...: see the guide */
  uint32_t layers, areas, walls; /* level, walls */
  kbx_partition partition;
  uint32_t edges;            /* maze: left and top ones, also where there is no wall */
  /* Tiles, maze: cells that are stored; heightmap: samples; walls, level: the cells of a grid */
  uint32_t columns, rows;
  kbx_size cell;             /* in pixels, each side 1 to 1024 */
  kbx_point origin;          /* the pixel at which the corner of cell (0, 0) is */
  kbx_point first;           /* the cell at the top left of what is stored */
  kbx_vec axis_i, axis_j;    /* one cell on the screen; straight: (w, 0), (0, h) */
  uint32_t stagger;          /* tiles: KBX_STAGGER_..., 0 unless every second line is shifted */
  uint32_t hex_side;         /* pixels of a staggered cell's upright, or level, sides; 0: none */
  float lift;                /* pixels by which a unit of height raises a tile on the screen */
  uint32_t tiles, opacity;   /* tiles: number of different ones; also drawn: opacity in percent */
  uint32_t points;           /* ground */
  float left, right;         /* where the ground begins and ends */
  float slope_limit;         /* steeper slopes are too steep; 0: no limit */
  kbx_rect area;             /* heightmap: from the first sample to the last; walls: all cells */
  float spacing;             /* pixels from one sample to the next */
  float low, high;           /* the altitudes of the darkest and the brightest possible sample */
} kbx_about;

/* What the handle names. Cost: a binary search for the sprite of a frame. */
KBX_API kbx_about kbx_info (kbx_handle handle);

/* ---------------------------------------------------------------- animations ---- */
typedef struct {
  kbx_handle frame;               /* null when there is nothing to show */
  uint32_t index;                 /* which step, or KBX_NONE for none */
  uint32_t start_ms, duration_ms; /* within one run from first to last step */
  bool finished;                  /* the end has been reached; never where it repeats */
} kbx_step;

/* Step i of the animation; and the one shown `ms` milliseconds after its start, from a step's start
 * on until before its end. A step of 0 ms is never shown, except as the last one of HOLD_LAST.
 * Before the start, ONCE and HOLD_LAST show the step at 0, the repeating modes wrap. No steps or a
 * null handle: no frame, `finished`. Cost: binary search over the steps. */
KBX_API kbx_step kbx_animation_step (kbx_handle animation, uint32_t i); /* Cost: constant. */
KBX_API kbx_step kbx_animation_at (kbx_handle animation, int64_t ms);

/* The events of the steps that begin after from_ms and not after to_ms, in order; how many. Where
 * to_ms is lower: before from_ms and not before to_ms, the last first. So the calls of a clock,
 * started at -1, report each once. Going back, a ping-pong reverses the events of a step. Cost:
 * binary search over the steps, and linear in the events written. */
KBX_API uint32_t kbx_animation_events (kbx_handle animation, int64_t from_ms, int64_t to_ms,
                                       kbx_handle *events, uint32_t capacity);

/* ---------------------------------------------------------------- frames ---- */
/* The pixels of the world that contain the whole frame, and those that contain its shapes of the
 * classes. Exact for an upright frame. Cost: linear in the shapes. */
KBX_API kbx_box kbx_frame_area (kbx_handle frame, kbx_place place); /* Cost: constant. */
KBX_API kbx_box kbx_frame_box (kbx_handle frame, kbx_place place, kbx_class_set classes);

typedef struct {
  bool found;          /* false: the frame has no picture */
  uint32_t page;       /* kbx_bank_item (bank, KBX_PAGE, page) */
  kbx_box source;      /* pixels of the page */
  kbx_box target;      /* upright: pixels of the world, same size; else those that contain it */
  bool flip_x, flip_y; /* mirror the source so when drawing */
  kbx_vec corners[4];  /* in the world: top left, top right, bottom right, bottom left of source */
} kbx_picture;

/* The part of the page that shows the frame, and its position; includes trimmed borders. */
KBX_API kbx_picture kbx_frame_picture (kbx_handle frame, kbx_place place); /* Cost: constant. */

typedef struct {
  bool found;
  kbx_vec p;          /* the centre of the point's pixel, in the world */
  kbx_point pixel;    /* the pixel of the world that contains it */
  bool has_direction;
  kbx_vec direction;  /* unit vector in the world, (0, 0) without one */
} kbx_action_point;

/* The frame's action point of that name, or number i, in the world. Cost: linear for a name. */
KBX_API kbx_action_point kbx_frame_action (kbx_handle frame, kbx_place place, const char *name);
KBX_API kbx_action_point kbx_frame_action_at (kbx_handle frame, kbx_place place, uint32_t i);

typedef struct {
  bool found;
  kbx_shape_kind kind;   /* as drawn: KBX_SHAPE_BOX, _CIRCLE, _CAPSULE, _OBB or _POLYGON */
  uint32_t class_index;
  uint32_t value_count;  /* keys */
  uint32_t part_count;   /* convex parts: 1 for oriented boxes, 0 except for polygons */
  kbx_box bounds;        /* the pixels of the world that contain it */
  kbx_shape shape;       /* in the world; without corners, which kbx_frame_outline has */
} kbx_placed_shape;

/* Shape i in the artist's order. A box that is not upright becomes an oriented box. An oriented box
 * is as drawn, but tested as its corners rounded to 1/256 pixel. Cost: binary search for both. */
KBX_API kbx_placed_shape kbx_frame_shape (kbx_handle frame, kbx_place place, uint32_t i);

/* The corners of shape i in the world, or of its convex part `part`, which is the one tested;
 * KBX_NONE for the shape as drawn. Clockwise on the screen, for a box from the top left. A flip
 * keeps the order. Circles and capsules have none; nor has a polygon whose outline was left out of
 * the bank. Cost: linear in corners, and a binary search. */
KBX_API uint32_t kbx_frame_outline (kbx_handle frame, kbx_place place, uint32_t i, uint32_t part,
                                    kbx_vec *corners, uint32_t capacity);

/* ---------------------------------------------------------------- hits ---- */
/* The first of the frame's shapes of the classes, in the artist's order, hit by a pixel of the
 * world. Shapes other than boxes are hit by its centre. Not upright, boxes are closed rectangles.
 * Cost: linear in the shapes, and in the corners of those whose bounds are met. */
KBX_API kbx_thing kbx_frame_at (kbx_handle frame, kbx_place place, kbx_point pixel,
                                kbx_class_set classes);

/* The same against a shape of the world. For an upright frame, a kbx_box is tested in whole pixels,
 * and a circle is closed and first rounded to 1/256 pixel, halves upwards. Everything else is
 * tested as closed shapes. The second lists all, ascending. Cost: as kbx_frame_at. */
KBX_API kbx_thing kbx_frame_hit (kbx_handle frame, kbx_place place, kbx_shape shape,
                                 kbx_class_set classes);
KBX_API uint32_t kbx_frame_touching (kbx_handle frame, kbx_place place, kbx_shape shape,
                                     kbx_class_set classes, kbx_thing *things, uint32_t capacity);

/* Where a moving shape first meets one of the frame's, which are closed here. Cost: a cast at each
 * part whose bounds the path meets. */
KBX_API kbx_hit kbx_frame_cast (kbx_handle frame, kbx_place place, kbx_shape mover, kbx_vec move,
                                kbx_class_set classes);

/* Whether a's action point of that name hits b. `point` is the action point, the index that of b's
 * shape. Without such a point no hit, and KBX_OK. Cost and rules: as kbx_frame_at there. */
KBX_API kbx_hit kbx_strike (kbx_handle a, kbx_place place_a, const char *action,
                            kbx_handle b, kbx_place place_b, kbx_class_set classes);

/* The shapes of a, of classes_a, that overlap shapes of b: ascending in a, then in b; and whether
 * any do. Two upright frames are compared in whole pixels, all others as closed shapes. Cost: at
 * worst the shapes of a times those of b, 2^20, and corners times corners, 2^29. Method: a is moved
 * into b's coordinates in integers; separating axes. */
KBX_API uint32_t kbx_frames_overlap (kbx_handle a, kbx_place place_a, kbx_class_set classes_a,
                                     kbx_handle b, kbx_place place_b, kbx_class_set classes_b,
                                     kbx_pair *pairs, uint32_t capacity);
KBX_API bool kbx_frames_touch (kbx_handle a, kbx_place place_a, kbx_class_set classes_a,
                               kbx_handle b, kbx_place place_b, kbx_class_set classes_b);

KBX_END
#endif
