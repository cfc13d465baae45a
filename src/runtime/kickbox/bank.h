/* SPDX-License-Identifier: MIT */
/* Banks: opening one, its sprites, animations and frames, and what hits what on them. */
#ifndef KICKBOX_BANK_H
#define KICKBOX_BANK_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- the bank ---- */

/* One kind of record inside the bank. The fields are the library's own. */
typedef struct {
  const uint8_t *data;
  uint64_t size;
  uint32_t count, stride;
} kbx_section;

enum {
  KBX_SECTION_STRS, KBX_SECTION_CLAS, KBX_SECTION_SPRT, KBX_SECTION_ANIM, KBX_SECTION_STEP,
  KBX_SECTION_FRAM, KBX_SECTION_SHAP, KBX_SECTION_CIRC, KBX_SECTION_PART, KBX_SECTION_VERT,
  KBX_SECTION_ORNT, KBX_SECTION_POIN, KBX_SECTION_OUTL, KBX_SECTION_ATTR, KBX_SECTION_VALU,
  KBX_SECTION_PAGE, KBX_SECTION_PIXL, KBX_SECTION_FBIT, KBX_SECTION_BITM, KBX_SECTION_BITS,
  KBX_SECTION_MASK, KBX_SECTION_ZONE, KBX_SECTION_MPIX, KBX_SECTION_FZON, KBX_SECTION_SZON,
  KBX_SECTION_PZON, KBX_SECTION_ZPIC, KBX_SECTION_ZPIX, KBX_SECTION_TRAK, KBX_SECTION_GATE,
  KBX_SECTION_BAND, KBX_SECTION_CLEA, KBX_SECTION_LEVL, KBX_SECTION_AREA, KBX_SECTION_ENTI,
  KBX_SECTION_EVAL, KBX_SECTION_WALL, KBX_SECTION_WRLD, KBX_SECTION_WDAT,
  KBX_SECTION_TOTAL
};

/* An open bank. Lives where the game puts it; the fields are the library's own. */
typedef struct kbx_bank {
  const uint8_t *data;
  size_t size;
  uint16_t major, minor;
  int held;                              /* how kbx_bank_close_file gives the bytes back */
  kbx_section sections[KBX_SECTION_TOTAL];
} kbx_bank;

/* Things inside a bank. `index` counts over the whole bank, not within a sprite. */
typedef struct { const kbx_bank *bank; uint32_t index; } kbx_sprite;
typedef struct { const kbx_bank *bank; uint32_t index; } kbx_animation;
typedef struct { const kbx_bank *bank; uint32_t index; } kbx_frame;

/* Opens the bank in data[0..size), which is borrowed and needs no alignment. Checks the checksums and
 * every record, so that no later question can fail, hang or read outside it: a damaged or hostile bank
 * is refused here.
 * Returns KBX_OK, or the reason, also told in *error when error is not NULL; *bank is then empty, and
 * every question to it answers "nothing".
 * Cost: linear in size, one pass for the checksum and one over the records; no allocation. */
KBX_API kbx_status kbx_bank_open (kbx_bank *bank, const void *data, size_t size, kbx_error *error);

/* The same for a file, which is mapped where the system can (POSIX) and read into memory elsewhere.
 * Undo with kbx_bank_close_file, after which the bank is empty and all its handles are void. While it is open
 * the file must not be written to or shortened; a new file renamed over it, as `kickbox export` does, is fine. */
KBX_API kbx_status kbx_bank_open_file (kbx_bank *bank, const char *path, kbx_error *error);
KBX_API void kbx_bank_close_file (kbx_bank *bank);

/* How many of each the bank holds. Constant time; 0 for NULL. */
KBX_API uint32_t kbx_bank_sprite_count (const kbx_bank *bank);
KBX_API uint32_t kbx_bank_animation_count (const kbx_bank *bank);
KBX_API uint32_t kbx_bank_frame_count (const kbx_bank *bank);
KBX_API uint32_t kbx_bank_class_count (const kbx_bank *bank);
KBX_API uint32_t kbx_bank_page_count (const kbx_bank *bank);

/* Sprite i, in bytewise order of the names; the null handle beyond the last. Constant time. */
KBX_API kbx_sprite kbx_bank_sprite (const kbx_bank *bank, uint32_t i);

/* The sprite of that name, or the null handle. Cost: binary search over the names. */
KBX_API kbx_sprite kbx_bank_find_sprite (const kbx_bank *bank, const char *name);

/* ---------------------------------------------------------------- classes ---- */

/* The class's name ("" beyond the last) and its colour, 0xRRGGBBAA (0 beyond the last). */
KBX_API const char *kbx_bank_class_name (const kbx_bank *bank, uint32_t class_index);
KBX_API uint32_t kbx_bank_class_colour (const kbx_bank *bank, uint32_t class_index);

/* The index of the class of that name, or KBX_NONE. Cost: at most 64 comparisons of names. */
KBX_API uint32_t kbx_bank_find_class (const kbx_bank *bank, const char *name);

/* The set of that one class; the empty set for KBX_NONE. */
KBX_API kbx_class_set kbx_class_bit (uint32_t class_index);

/* The set of the classes of those names. Names that the bank does not have add nothing.
 * Cost: at most 64 comparisons a name. */
KBX_API kbx_class_set kbx_bank_class_set (const kbx_bank *bank, const char *const *names, size_t count);

/* ---------------------------------------------------------------- pages of pictures ---- */

typedef enum {
  KBX_PAGE_NONE = 0,   /* the picture was left out */
  KBX_PAGE_PNG = 1,    /* data is a PNG file */
  KBX_PAGE_RGBA8 = 2,  /* data is w*h*4 bytes, rows from the top, straight alpha */
  KBX_PAGE_BESIDE = 3  /* a file called `name` beside the bank */
} kbx_page_encoding;

typedef struct {
  bool found;
  const char *name;
  kbx_page_encoding encoding;
  kbx_size size;
  const uint8_t *data; /* inside the bank; NULL when there is none */
  size_t data_size;
} kbx_page;

/* Page i; `found` is false beyond the last. Constant time. */
KBX_API kbx_page kbx_bank_page (const kbx_bank *bank, uint32_t i);

/* ---------------------------------------------------------------- sprites ---- */

/* The sprite's name, "" of a null handle, and how many frames and animations it has. Constant time. */
KBX_API const char *kbx_sprite_name (kbx_sprite sprite);
KBX_API uint32_t kbx_sprite_frame_count (kbx_sprite sprite);
KBX_API uint32_t kbx_sprite_animation_count (kbx_sprite sprite);

/* Frame i or animation i of the sprite, in the artist's order; the null handle beyond the last.
 * Constant time. */
KBX_API kbx_frame kbx_sprite_frame (kbx_sprite sprite, uint32_t i);
KBX_API kbx_animation kbx_sprite_animation (kbx_sprite sprite, uint32_t i);

/* The first frame or animation of that name, or the null handle. Cost: one comparison of names each. */
KBX_API kbx_frame kbx_sprite_find_frame (kbx_sprite sprite, const char *name);
KBX_API kbx_animation kbx_sprite_find_animation (kbx_sprite sprite, const char *name);

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

/* The animation's name, "" of a null handle; its sprite, how it ends, and how many steps it has. Constant time. */
KBX_API const char *kbx_animation_name (kbx_animation animation);
KBX_API kbx_sprite kbx_animation_sprite (kbx_animation animation);
KBX_API kbx_loop kbx_animation_loop (kbx_animation animation);
KBX_API uint32_t kbx_animation_step_count (kbx_animation animation);

/* Sum of the steps' durations in ms. */
KBX_API uint32_t kbx_animation_duration (kbx_animation animation);

/* Step i of the animation; `found` is false beyond the last. Constant time. */
KBX_API kbx_step kbx_animation_step (kbx_animation animation, uint32_t i);

/* What the animation shows `ms` milliseconds after its start. A step that starts at s and lasts d is
 * shown for s <= ms < s + d; a step of 0 ms is never shown, except as the last one that HOLD_LAST keeps.
 * Once the total duration has passed, ONCE gives no frame and `finished`, HOLD_LAST the last frame and
 * `finished`. Before the start, ONCE and HOLD_LAST show what they show at 0, the repeating modes wrap.
 * A repeating animation whose durations add up to 0 shows its first step.
 * No steps or a null handle: no frame, `finished`. Cost: binary search over the steps. */
KBX_API kbx_moment kbx_animation_frame_at (kbx_animation animation, int64_t ms);

/* ---------------------------------------------------------------- frames ---- */

KBX_API const char *kbx_frame_name (kbx_frame frame);

/* The frame's sprite. Cost: binary search. */
KBX_API kbx_sprite kbx_frame_sprite (kbx_frame frame);

typedef struct {
  bool found;
  kbx_size size;         /* as drawn, trimming undone */
  bool hot_spot_found;   /* false: the artist set none, and (0, 0) stands in for it */
  kbx_point hot_spot;    /* the pixel that a place puts on its position */
  kbx_box trim;          /* where the picture is in the frame; empty without picture */
  uint32_t index;        /* within the sprite */
  kbx_class_set classes; /* of its shapes */
} kbx_frame_details;

/* What the frame is, in its own pixels: kbx_at (hot_spot.x, hot_spot.y) makes them those of the world.
 * Cost: binary search for the sprite. */
KBX_API kbx_frame_details kbx_frame_info (kbx_frame frame);

/* The pixels of the world that hold the whole frame, and those that hold its shapes of the classes: of an upright frame
 * without a pixel too many. Empty for none. Cost: linear in the shapes, constant where all their classes are asked. */
KBX_API kbx_box kbx_frame_area (kbx_frame frame, kbx_place place);
KBX_API kbx_box kbx_frame_box (kbx_frame frame, kbx_place place, kbx_class_set classes);

typedef struct {
  bool found;          /* false: the frame has no picture */
  uint32_t page;       /* for kbx_bank_page */
  kbx_box source;      /* pixels of the page */
  kbx_box target;      /* upright: pixels of the world, of the same size; else those that hold it */
  bool flip_x, flip_y; /* draw the source into the target mirrored so */
  kbx_vec corners[4];  /* where the source's corners are in the world: top left, top right, bottom right, bottom left */
} kbx_picture;

/* Which part of which page shows the frame, and where it is drawn. Trimmed borders are accounted for, also when flipped. */
KBX_API kbx_picture kbx_frame_picture (kbx_frame frame, kbx_place place);

/* ---------------------------------------------------------------- action points ---- */

typedef struct {
  bool found;
  kbx_vec p;          /* the centre of the point's pixel, in the world */
  kbx_point pixel;    /* the pixel of the world that holds it */
  bool has_direction;
  kbx_vec direction;  /* unit vector in the world, (0, 0) without one */
} kbx_action_point;

KBX_API uint32_t kbx_frame_point_count (kbx_frame frame);
KBX_API const char *kbx_frame_point_name (kbx_frame frame, uint32_t i);

/* The frame's action point of that name, or number i. Directions are mirrored and turned too. */
KBX_API kbx_action_point kbx_frame_action (kbx_frame frame, kbx_place place, const char *name);
KBX_API kbx_action_point kbx_frame_action_at (kbx_frame frame, kbx_place place, uint32_t i);

/* ---------------------------------------------------------------- shapes: what is there ---- */

typedef struct {
  bool found;
  kbx_shape_kind kind;   /* as drawn: KBX_SHAPE_BOX, _CIRCLE, _OBB or _POLYGON */
  uint32_t class_index;
  const char *name;      /* "" when the artist gave none */
  uint32_t value_count;  /* key/value pairs */
  uint32_t part_count;   /* convex parts: 0 for boxes and circles, 1 for oriented boxes */
  kbx_box bounds;        /* the pixels of the world that hold it */
  kbx_shape shape;       /* in the world; without corners where kbx_frame_outline has them */
} kbx_placed_shape;

typedef struct { const char *key, *value; } kbx_key_value;

/* How many shapes the frame has; 0 for none. Constant time. */
KBX_API uint32_t kbx_frame_shape_count (kbx_frame frame);

/* Shape i in the artist's order. Of a frame that is not upright a box is an oriented box. Circles and oriented boxes are
 * exact within 65,536 pixels. An oriented box is as drawn, but tested as its corners rounded to 1/256 pixel; a bank may
 * have been written without how it was drawn. Cost: binary search for name, values and oriented box. */
KBX_API kbx_placed_shape kbx_frame_shape (kbx_frame frame, kbx_place place, uint32_t i);

/* Key and value number k of the shape, keys ascending; both NULL beyond the last. */
KBX_API kbx_key_value kbx_frame_shape_key_value (kbx_frame frame, uint32_t i, uint32_t k);

/* The value of that key, or NULL. Cost: a comparison of keys each. */
KBX_API const char *kbx_frame_shape_value (kbx_frame frame, uint32_t i, const char *key);

/* The corners of shape i in the world, or of its convex part `part`, which is what is tested; KBX_NONE for the shape as
 * drawn. In order round it: unflipped, a box starts at its top left corner and goes on to the right, parts go round
 * clockwise on the screen; a flip keeps the sequence. Circles have none; nor has a polygon whose outline was left out
 * of the bank: use its parts. Cost: linear in the corners. */
KBX_API uint32_t kbx_frame_outline (kbx_frame frame, kbx_place place, uint32_t i, uint32_t part,
                                    kbx_vec *corners, uint32_t capacity);

/* ---------------------------------------------------------------- shapes: what was hit ---- */

/* The first shape in the artist's order that is hit. */
typedef struct {
  kbx_status status;    /* KBX_OK, or KBX_ERROR_ARGUMENT: no answer could be given */
  bool hit;
  uint32_t index;       /* of the shape in its frame; KBX_NONE without a hit */
  uint32_t class_index; /* KBX_NONE without a hit */
} kbx_found_shape;

/* The frame's shapes of the classes against a pixel of the world: its centre, for shapes other than boxes.
 * A frame whose place is not upright has no whole pixels: its boxes are closed rectangles, so that neighbours share an
 * edge, and oriented boxes and polygons are their convex parts. Its coordinates are rounded to float once.
 * Cost: linear in the shapes, and in the corners of those whose bounds are met; the frame's bounds turn most away. */
KBX_API kbx_found_shape kbx_frame_at (kbx_frame frame, kbx_place place, kbx_point pixel, kbx_class_set classes);

/* The same against a shape of the world. Of an upright frame a kbx_box is decided in whole pixels, and a circle is closed
 * and first rounded to 1/256 pixel, halves upwards; all other shapes, and all shapes against other places, as the kit
 * decides about closed shapes. The second lists all that are touched, ascending. */
KBX_API kbx_found_shape kbx_frame_hit (kbx_frame frame, kbx_place place, kbx_shape shape, kbx_class_set classes);
KBX_API uint32_t kbx_frame_touching (kbx_frame frame, kbx_place place, kbx_shape shape, kbx_class_set classes,
                                     kbx_thing *things, uint32_t capacity);

/* Does a's action point of that name land on b? As kbx_frame_at with the point's pixel. `point` is the action point, the
 * index that of b's shape. Without such a point no hit, and KBX_OK. */
KBX_API kbx_hit kbx_strike (kbx_frame a, kbx_place place_a, const char *action,
                            kbx_frame b, kbx_place place_b, kbx_class_set classes);

/* A shape of frame a and a shape of frame b that overlap, and their classes. */
typedef struct { uint32_t a, b, class_a, class_b; } kbx_pair;

/* Which shapes of a, of classes_a, overlap which of b: ascending in a, then in b. Swapping a and b swaps the pairs. Two
 * upright frames are compared in whole pixels, all others as closed shapes. The banks may be different ones.
 * Cost: at worst the shapes of a times those of b, 2^20, and the corners of a times those of b, 2^29. Bounds of frames
 * and shapes come first. Method: a is moved into b's coordinates in integers; then separating axes for parts. */
KBX_API uint32_t kbx_frames_overlap (kbx_frame a, kbx_place place_a, kbx_class_set classes_a,
                                     kbx_frame b, kbx_place place_b, kbx_class_set classes_b,
                                     kbx_pair *pairs, uint32_t capacity);

/* Is there any such pair? Stops at the first. */
KBX_API bool kbx_frames_touch (kbx_frame a, kbx_place place_a, kbx_class_set classes_a,
                               kbx_frame b, kbx_place place_b, kbx_class_set classes_b);

#ifdef __cplusplus
}
#endif

#endif
