/* SPDX-License-Identifier: MIT */
/* Banks: opening one, its sprites, animations and frames, and what hits what on them. */
#ifndef KICKBOX_BANK_H
#define KICKBOX_BANK_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- the bank ---- */

/* An open bank. Lives where the game puts it; the fields are the library's own. */
#define KBX_BANK_SECTIONS 39
typedef struct {
  const uint8_t *data;
  uint64_t size;
  uint32_t count, stride;
} kbx_section;
struct kbx_bank {
  const uint8_t *data;
  size_t size;
  uint16_t major, minor;
  int held;
  kbx_section sections[KBX_BANK_SECTIONS];
};

/* Handles by what they name; the comments of functions say which they take. */
typedef kbx_handle kbx_sprite;
typedef kbx_handle kbx_animation;
typedef kbx_handle kbx_frame;

/* Opens the bank in data[0..size), which is borrowed and needs no alignment. Checks the checksums and
 * every record, so that no later question can fail, hang or read outside it: a damaged or hostile bank
 * is refused here.
 * Returns KBX_OK, or the reason, with its place in *error unless that is NULL; *bank is then empty, and
 * every question to it answers "nothing".
 * Cost: linear in size, one pass for the checksum and one over the records; no allocation. */
KBX_API kbx_status kbx_bank_open (kbx_bank *bank, const void *data, size_t size, kbx_error *error);

/* The same for a file, which is mapped where the system can (POSIX) and read into memory elsewhere.
 * Undo with kbx_bank_close_file, after which the bank is empty and all its handles are void. While it is open
 * the file must not be written to or shortened; a new file renamed over it, as `kickbox export` does, is fine. */
KBX_API kbx_status kbx_bank_open_file (kbx_bank *bank, const char *path, kbx_error *error);
KBX_API void kbx_bank_close_file (kbx_bank *bank);

/* ---------------------------------------------------------------- handles ---- */

/* The number of things of a kind in the whole bank; item i; the first item of a name. Sprites, masks, tracks and levels
 * are sorted by name (bytewise), all other kinds keep the artist's order. An index past the last, or an unknown name,
 * gives the null handle. Cost of a name: binary search where sorted, else one comparison each. */
KBX_API uint32_t kbx_bank_count (const kbx_bank *bank, kbx_kind kind);
KBX_API kbx_handle kbx_bank_item (const kbx_bank *bank, kbx_kind kind, uint32_t i);
KBX_API kbx_handle kbx_bank_find (const kbx_bank *bank, kbx_kind kind, const char *name);

/* The same for what belongs to something: frames, animations and zones of a sprite; shapes and actions of a frame; zones
 * of a mask; zones (surfaces), gates and bands of a track; walls (one), tiles, mazes, grounds, heightmaps, areas and
 * entities of a level. In the artist's order; tiles from the back to the front. */
KBX_API uint32_t kbx_count (kbx_handle parent, kbx_kind kind);
KBX_API kbx_handle kbx_item (kbx_handle parent, kbx_kind kind, uint32_t i);
KBX_API kbx_handle kbx_find (kbx_handle parent, kbx_kind kind, const char *name);

/* The owner: a frame's or animation's sprite, an area's level and so on. Zones, and what the bank itself owns, give the
 * null handle. Cost: binary search. */
KBX_API kbx_handle kbx_parent (kbx_handle handle);

/* The name, or "". Cost for a shape: binary search. */
KBX_API const char *kbx_name (kbx_handle handle);

/* The colour of a class, zone or band, 0xRRGGBBAA; else 0. */
KBX_API uint32_t kbx_colour (kbx_handle handle);

/* The class of a shape, area or entity; else KBX_NONE. */
KBX_API uint32_t kbx_class_of (kbx_handle handle);

/* The value that a shape or entity has for a key, or NULL; and pair k, keys ascending, both NULL beyond the last. Cost: a
 * comparison each, and a binary search for a shape. */
typedef struct { const char *key, *value; } kbx_key_value;
KBX_API const char *kbx_value (kbx_handle handle, const char *key);
KBX_API kbx_key_value kbx_value_at (kbx_handle handle, uint32_t k);

/* Opens packed bytes of a kind: KBX_BITMAP, MASK, TRACK, WALLS, TILES, MAZE, GROUND or HEIGHTMAP. They are borrowed, need no
 * alignment (at multiples of 64 they are read fastest) and are the same on every machine. Checks them, so that no
 * question reads outside them or hangs: a damaged one gives the reason and the null handle. Cost: linear. */
KBX_API kbx_status kbx_open (kbx_handle *handle, kbx_kind kind, const void *bytes, size_t size, kbx_error *error);

/* The set of one class, empty for KBX_NONE; the set of the classes of those names, of which unknown ones add nothing. */
KBX_API kbx_class_set kbx_class_bit (uint32_t class_index);
KBX_API kbx_class_set kbx_bank_classes (const kbx_bank *bank, const char *const *names, size_t count);

/* ---------------------------------------------------------------- pages of pictures ---- */

typedef enum {
  KBX_PAGE_NONE = 0,   /* the picture was left out */
  KBX_PAGE_PNG = 1,    /* data is a PNG file */
  KBX_PAGE_RGBA8 = 2,  /* data is w*h*4 bytes, rows from the top, straight alpha */
  KBX_PAGE_BESIDE = 3  /* a file called `name` beside the bank */
} kbx_page_encoding;

typedef struct {
  bool found;
  kbx_page_encoding encoding;
  kbx_size size;
  const uint8_t *data; /* inside the bank; NULL when there is none */
  size_t data_size;
} kbx_page;

/* What a page is; a picture beside the bank is a file of the page's name. */
KBX_API kbx_page kbx_page_info (kbx_handle page);

/* ---------------------------------------------------------------- animations ---- */

typedef enum {
  KBX_LOOP_ONCE = 0,      /* shows its steps, then nothing */
  KBX_LOOP_FOREVER = 1,   /* starts again */
  KBX_LOOP_PING_PONG = 2, /* 0 1 2 3 2 1 0 1 ...: the two ends are shown once a turn */
  KBX_LOOP_HOLD_LAST = 3  /* shows its steps, then keeps the last */
} kbx_loop;

typedef struct {
  bool found;
  kbx_frame frame;
  uint32_t start_ms, duration_ms; /* within one run from first to last step */
} kbx_step;

typedef struct {
  kbx_frame frame; /* null when there is nothing to show */
  uint32_t step;   /* which step; KBX_NONE when there is nothing to show */
  bool finished;   /* the end has been reached; never for the two modes that repeat */
} kbx_moment;

typedef struct {
  bool found;
  kbx_loop loop;
  uint32_t step_count;
  uint32_t duration_ms; /* of all steps */
} kbx_animation_about;

KBX_API kbx_animation_about kbx_animation_info (kbx_animation animation);

/* Step i of the animation; `found` is false beyond the last. Constant time. */
KBX_API kbx_step kbx_animation_step (kbx_animation animation, uint32_t i);

/* What the animation shows `ms` milliseconds after its start. A step that starts at s and lasts d is
 * shown for s <= ms < s + d; a step of 0 ms is never shown, except as the last one that HOLD_LAST keeps.
 * Once the total duration has passed, ONCE gives no frame and `finished`, HOLD_LAST the last frame and
 * `finished`. Before the start, ONCE and HOLD_LAST show what they show at 0, the repeating modes wrap.
 * A repeating animation whose durations add up to 0 shows its first step.
 * No steps or a null handle: no frame, `finished`. Cost: binary search over the steps. */
KBX_API kbx_moment kbx_animation_at (kbx_animation animation, int64_t ms);

/* ---------------------------------------------------------------- frames ---- */

/* Its index within its sprite (binary search), KBX_NONE for the null handle. */
KBX_API uint32_t kbx_frame_index (kbx_frame frame);

/* Whole size of the frame as drawn, trimming undone, in pixels. */
KBX_API kbx_size kbx_frame_size (kbx_frame frame);

typedef struct {
  bool found;  /* false: the artist set none, and (0, 0) stands in for it */
  kbx_point p; /* pixel of the frame */
} kbx_hot_spot;

/* The frame's hot spot, which a pose puts on its pixel. Constant time. */
KBX_API kbx_hot_spot kbx_frame_hot_spot (kbx_frame frame);

/* The pose in which the frame's own coordinates are the world's: the hot spot stands on itself. */
KBX_API kbx_pose kbx_frame_own_pose (kbx_frame frame);

/* Where the whole frame lies in the world, as a box of pixels. */
KBX_API kbx_box kbx_frame_area (kbx_frame frame, kbx_pose pose);

typedef struct {
  bool found;          /* false: the frame has no picture */
  uint32_t page;       /* for kbx_bank_page */
  kbx_box source;      /* pixels of the page */
  kbx_box target;      /* pixels of the world, of the same size */
  bool flip_x, flip_y; /* draw the source mirrored so */
} kbx_placement;

/* Which part of which page shows the frame, and where it is drawn. Transparent borders that were
 * trimmed away are accounted for, also when flipped. Constant time. */
KBX_API kbx_placement kbx_frame_placement (kbx_frame frame, kbx_pose pose);

/* Where the picture sits in the unflipped frame, in the frame's own pixels; empty without picture. */
KBX_API kbx_box kbx_frame_trim (kbx_frame frame);

/* ---------------------------------------------------------------- action points ---- */

typedef struct {
  bool found;
  kbx_point p;        /* pixel of the world */
  bool has_direction;
  kbx_vec direction;  /* unit vector in the world, (0, 0) without one */
} kbx_action_point;

/* The action point of that name, or number i, where it lies when the frame has the pose. With a flip
 * the direction is mirrored too. Cost: a comparison of names a point; constant by number. */
KBX_API kbx_action_point kbx_frame_action_point (kbx_frame frame, kbx_pose pose, const char *name);
KBX_API kbx_action_point kbx_frame_action_point_at (kbx_frame frame, kbx_pose pose, uint32_t i);

/* ---------------------------------------------------------------- shapes: what was hit ---- */

/* The answer to "is this hit?". Where several shapes are, the first in the artist's order answers;
 * the functions whose names end in _all list every one. */
typedef struct {
  kbx_status status;    /* KBX_OK, or KBX_ERROR_ARGUMENT: no answer could be given */
  bool hit;
  uint32_t shape;       /* index within the frame; KBX_NONE without a hit */
  uint32_t class_index; /* class of that shape; KBX_NONE without a hit */
} kbx_shape_hit;

/* The frame's shapes of the given classes against a pixel of the world (its centre, for shapes other
 * than boxes). Cost: linear in the shapes, and in the corners of those whose boxes are met; the
 * frame's bounds turn most misses away.
 * Method: half-open intervals for boxes; for convex parts the sign of one cross product an edge, for
 * circles squared distances, all in 64-bit integers on the grid. */
KBX_API kbx_shape_hit kbx_frame_hit_point (kbx_frame frame, kbx_pose pose, kbx_point p, kbx_class_set classes);

/* The same against a box of pixels of the world. An empty box hits nothing.
 * Method: separating axes (the box's two and one an edge of the part, exact); for circles the
 * nearest point of the rectangle. */
KBX_API kbx_shape_hit kbx_frame_hit_box (kbx_frame frame, kbx_pose pose, kbx_box box, kbx_class_set classes);

/* The same against a circle of the world, in pixels, closed: touching counts, and a radius of 0 is a
 * point. Centre and radius are first rounded to the nearest 1/256 pixel (halves upwards). NaN,
 * infinity, a negative radius, and anything beyond 2^22 pixels give no hit and KBX_ERROR_ARGUMENT.
 * Method: for boxes the nearest point; for parts centre inside, or squared distance to an edge as
 * cross^2 <= r^2 * length^2 in 128-bit integers. */
KBX_API kbx_shape_hit kbx_frame_hit_circle (kbx_frame frame, kbx_pose pose, kbx_vec centre, float radius,
                                      kbx_class_set classes);

/* All shapes that are hit, ascending, as many as fit into hits[0..capacity); hits may be NULL when
 * capacity is 0. Returns how many there are; 0 for bad arguments. */
KBX_API uint32_t kbx_frame_hit_point_all (kbx_frame frame, kbx_pose pose, kbx_point p, kbx_class_set classes,
                                          kbx_shape_hit *hits, uint32_t capacity);
KBX_API uint32_t kbx_frame_hit_box_all (kbx_frame frame, kbx_pose pose, kbx_box box, kbx_class_set classes,
                                        kbx_shape_hit *hits, uint32_t capacity);
KBX_API uint32_t kbx_frame_hit_circle_all (kbx_frame frame, kbx_pose pose, kbx_vec centre, float radius,
                                           kbx_class_set classes, kbx_shape_hit *hits, uint32_t capacity);

/* Does a's action point of that name land on b? As kbx_frame_hit_point with the pixel of
 * kbx_frame_action_point. No such point: no hit, with KBX_OK. Cost: of both. */
KBX_API kbx_shape_hit kbx_frame_strike (kbx_frame a, kbx_pose pose_a, const char *point_name,
                                  kbx_frame b, kbx_pose pose_b, kbx_class_set classes);

/* A shape of frame a and a shape of frame b that overlap. */
typedef struct { uint32_t a, b; } kbx_pair;

/* Which shapes of a (of classes_a) overlap which shapes of b (of classes_b), by the edge rules at the
 * top of this file: ascending in a, then in b, as many as fit into pairs[0..capacity); pairs may be NULL
 * when capacity is 0. Returns how many there are. Symmetric: swapping a and b swaps the pairs.
 * The two banks may be different ones. Frames of 0 shapes overlap nothing.
 * Cost: at worst the shapes of a times those of b, 2^20, and the corners of a times those of b,
 * twice 2^28. Bounds of frames and shapes come first.
 * Method: a is moved into b's coordinates in integers; then separating axes for parts. */
KBX_API uint32_t kbx_frames_overlap (kbx_frame a, kbx_pose pose_a, kbx_class_set classes_a,
                                     kbx_frame b, kbx_pose pose_b, kbx_class_set classes_b,
                                     kbx_pair *pairs, uint32_t capacity);

/* Is there any such pair? Stops at the first. */
KBX_API bool kbx_frames_overlap_any (kbx_frame a, kbx_pose pose_a, kbx_class_set classes_a,
                                     kbx_frame b, kbx_pose pose_b, kbx_class_set classes_b);

/* ---------------------------------------------------------------- shapes: what is there ---- */

typedef enum {
  KBX_PART_BOX = 0,
  KBX_PART_CIRCLE = 1,
  KBX_PART_ORIENTED = 2,
  KBX_PART_POLYGON = 3
} kbx_part_kind;

typedef struct {
  bool found;
  kbx_part_kind kind;
  uint32_t class_index;
  uint32_t value_count;  /* key/value pairs */
  uint32_t part_count;   /* convex parts: 0 for boxes and circles, 1 for oriented boxes */
} kbx_shape_info;

/* The classes that the frame's shapes have. Constant time. */
KBX_API kbx_class_set kbx_frame_classes (kbx_frame frame);

/* Shape i in the artist's order; `found` is false beyond the last. The number of values
 * costs a binary search over the shapes that have any. */
KBX_API kbx_shape_info kbx_frame_shape (kbx_frame frame, uint32_t i);

/* The three levels of a frame's hierarchy, as boxes of pixels of the world: what encloses all shapes,
 * all shapes of the classes, one shape. For shapes other than boxes, the smallest box of whole pixels
 * that holds the closed shape. Empty (all 0) when there is nothing to enclose. Constant time, but the
 * second looks at each shape of the frame. */
KBX_API kbx_box kbx_frame_box (kbx_frame frame, kbx_pose pose);
KBX_API kbx_box kbx_frame_class_box (kbx_frame frame, kbx_pose pose, kbx_class_set classes);
KBX_API kbx_box kbx_frame_shape_box (kbx_frame frame, kbx_pose pose, uint32_t i);

typedef struct { bool found; kbx_circle circle; } kbx_found_circle;
typedef struct { bool found; kbx_obb obb; } kbx_found_obb;

/* The circle or oriented box that shape i is; `found` is false for other kinds. In pixels of the
 * world, exact while they lie within 65,536 pixels; with kbx_frame_own_pose always exact.
 * An oriented box is tested as its four corners rounded to the grid; the parameters are as drawn. They
 * cost a binary search, and are not found in a bank that was written without them. */
KBX_API kbx_found_circle kbx_frame_shape_circle (kbx_frame frame, kbx_pose pose, uint32_t i);
KBX_API kbx_found_obb kbx_frame_shape_obb (kbx_frame frame, kbx_pose pose, uint32_t i);

/* The corners of shape i in the world, in order round it: four of a box or oriented box, the polygon as
 * drawn, none of a circle; as many as fit into corners[0..capacity), which may be NULL when capacity is 0.
 * Returns how many there are. Unflipped, a box starts at its top left corner and goes on to the right; a
 * flip mirrors the corners and keeps their sequence. A polygon whose outline was left out of the bank
 * answers 0: use its parts. Cost: linear in the corners, here and below. */
KBX_API uint32_t kbx_frame_shape_outline (kbx_frame frame, kbx_pose pose, uint32_t i,
                                          kbx_vec *corners, uint32_t capacity);

/* The same for convex part number `part` of an oriented box or polygon: what the tests really use.
 * Unflipped parts go round clockwise on the screen. */
KBX_API uint32_t kbx_frame_shape_part (kbx_frame frame, kbx_pose pose, uint32_t i, uint32_t part,
                                       kbx_vec *corners, uint32_t capacity);

/* ---------------------------------------------------------------- turned frames ---- */

/* A frame that is rotated and scaled. It is mirrored and scaled about the centre of its hot spot pixel, turned, and
 * placed with that centre on `position`:
 *   world = position + scale * (axis.x * dx - axis.y * dy, axis.y * dx + axis.x * dy),
 * where (dx, dy) is the way from the hot spot's centre, mirrored. There are no whole pixels in such a frame:
 * - Every shape is a closed one of the world, a kbx_circle, a kbx_obb or a convex kbx_polygon, with coordinates
 *   rounded to float once; the questions below are answered as kbx_overlap_ and _contains answer for these.
 * - A box of pixels becomes the closed rectangle [x0, x1] x [y0, y1] that its pixels cover, turned: unlike with a
 *   kbx_pose, neighbours that share an edge touch.
 * - Oriented boxes and polygons are tested as their convex parts, circles grow with the scale.
 * With axis (1, 0) and scale 1 the shapes are those of the pose exactly, within 65,536 pixels of the origin.
 * NaN, infinity, a position beyond KBX_WORLD_LIMIT, an axis that is not of length 1 to 1/1000, and a scale that is not
 * above 0 give no hit and KBX_ERROR_ARGUMENT; parts of a shape beyond KBX_WORLD_LIMIT are not hit. */
typedef struct {
  kbx_vec position;
  kbx_vec axis;        /* where the frame's x axis points: kbx_direction, or (cos, sin) */
  float scale;
  bool flip_x, flip_y;
} kbx_turn;

/* The turn that leaves a pose as it is. */
KBX_API kbx_turn kbx_turn_from_pose (kbx_pose pose);

/* As kbx_frame_hit_point, _box and _circle, in the first form for the first shape in the artist's order and in the
 * second for all. Any real point may be asked; of a pixel, that is its centre. Cost: linear in the shapes; frame and
 * shapes whose bounds are not near are passed over. Method: each shape is brought into the world. */
KBX_API kbx_shape_hit kbx_frame_turned_hit_point (kbx_frame frame, kbx_turn turn, kbx_vec p, kbx_class_set classes);
KBX_API kbx_shape_hit kbx_frame_turned_hit_rect (kbx_frame frame, kbx_turn turn, kbx_rect rect, kbx_class_set classes);
KBX_API kbx_shape_hit kbx_frame_turned_hit_circle (kbx_frame frame, kbx_turn turn, kbx_circle circle, kbx_class_set classes);
KBX_API uint32_t kbx_frame_turned_hit_point_all (kbx_frame frame, kbx_turn turn, kbx_vec p, kbx_class_set classes,
                                                 kbx_shape_hit *hits, uint32_t capacity);
KBX_API uint32_t kbx_frame_turned_hit_rect_all (kbx_frame frame, kbx_turn turn, kbx_rect rect, kbx_class_set classes,
                                                kbx_shape_hit *hits, uint32_t capacity);
KBX_API uint32_t kbx_frame_turned_hit_circle_all (kbx_frame frame, kbx_turn turn, kbx_circle circle,
                                                  kbx_class_set classes, kbx_shape_hit *hits, uint32_t capacity);

/* As kbx_frames_overlap, in its cost too. A frame in a plain pose joins in by kbx_turn_from_pose. */
KBX_API uint32_t kbx_frames_turned_overlap (kbx_frame a, kbx_turn turn_a, kbx_class_set classes_a,
                                            kbx_frame b, kbx_turn turn_b, kbx_class_set classes_b,
                                            kbx_pair *pairs, uint32_t capacity);
KBX_API bool kbx_frames_turned_overlap_any (kbx_frame a, kbx_turn turn_a, kbx_class_set classes_a,
                                            kbx_frame b, kbx_turn turn_b, kbx_class_set classes_b);

typedef struct {
  bool found;
  kbx_vec p;          /* the centre of the point's pixel, in the world */
  bool has_direction;
  kbx_vec direction;  /* unit vector in the world, (0, 0) without one */
} kbx_turned_point;

/* As kbx_frame_action_point, and as kbx_frame_strike. */
KBX_API kbx_turned_point kbx_frame_turned_action_point (kbx_frame frame, kbx_turn turn, const char *name);
KBX_API kbx_shape_hit kbx_frame_turned_strike (kbx_frame a, kbx_turn turn_a, const char *point_name,
                                         kbx_frame b, kbx_turn turn_b, kbx_class_set classes);

/* What shape i becomes; `found` is false, and the count 0, for other kinds and a bad turn. The oriented box is that
 * of a box, or of an oriented box as drawn. Outline and parts as kbx_frame_shape_outline and _part. */
KBX_API kbx_found_circle kbx_frame_turned_shape_circle (kbx_frame frame, kbx_turn turn, uint32_t i);
KBX_API kbx_found_obb kbx_frame_turned_shape_obb (kbx_frame frame, kbx_turn turn, uint32_t i);
KBX_API uint32_t kbx_frame_turned_shape_outline (kbx_frame frame, kbx_turn turn, uint32_t i,
                                                 kbx_vec *corners, uint32_t capacity);
KBX_API uint32_t kbx_frame_turned_shape_part (kbx_frame frame, kbx_turn turn, uint32_t i, uint32_t part,
                                              kbx_vec *corners, uint32_t capacity);

#ifdef __cplusplus
}
#endif

#endif
