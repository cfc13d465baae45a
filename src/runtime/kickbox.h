/* SPDX-License-Identifier: MIT */
/* Kickbox runtime: opens a bank in memory and answers a game's questions about its sprites.
 *
 * Flow: the game owns the bytes of a bank. kbx_bank_open borrows them and checks everything once;
 * from then on handles (kbx_sprite, kbx_animation, kbx_frame) name things inside the bank and
 * questions take a handle and a pose. kbx_bank_open_file does the same for a file.
 * Ownership: nothing here allocates, keeps global state or does I/O, except the two functions
 * that end in _file. The bytes and the kbx_bank itself must stay where they are while handles or
 * strings taken from them are in use. All functions may be called from several threads at once.
 *
 * Contents: the sections, in order
 *   plain values; the bank; classes; pages of pictures; sprites; animations; frames; action points;
 *   shapes: what was hit; shapes: what is there; points and areas; polygons; segments; sweeps; after a sweep;
 *   flat ground and paddles; contacts; space; turned frames; bitmaps; pixels of frames; zone masks;
 *   zones of frames; tracks; tracks of a bank; levels; mazes; tiles; grounds; heightmaps; directions;
 *   the worlds of a level
 *
 * Numbers
 * - x points right, y down, the origin is the top left pixel. Pixel i covers the reals [i, i+1).
 * - Boxes are half-open sets of whole pixels: neighbours that share an edge do not overlap.
 * - Circles, oriented boxes and polygons are closed sets on a grid of 1/256 pixel: touching counts.
 *     pixel against box                 the pixel lies in the half-open box
 *     pixel against another shape       the pixel's centre lies in the closed shape
 *     box against box                   they share a pixel
 *     box against another shape         the closed real rectangle [x0,x1] x [y0,y1] touches it
 *     other shapes                      the closed shapes touch
 * - All of these are decided in exact integers, with no epsilon, so every machine gives the same
 *   answer. Any int32 position is a valid pose; nothing overflows.
 * - Where an answer is a position in int32 and lies beyond it, it stays at the nearest int32.
 *
 * Poses
 * - A pose puts a frame's hot spot pixel on the world pixel (x, y). A frame without a hot spot uses
 *   its pixel (0, 0). flip_x and flip_y mirror about the centre of the hot spot pixel, as a blitter
 *   shows the mirrored picture: pixel p of an unflipped frame is at x + (p - hot), of a flipped one
 *   at x + (hot - p). Shapes, points and directions are those of the mirrored picture.
 *
 * Bad arguments
 * - A null handle (its bank is NULL), or one with an index beyond the bank, answers as something
 *   empty: no name (""), no shapes, nothing hit. So calls may be chained and the end checked:
 *     kbx_sprite_find_animation(kbx_bank_find_sprite(&bank, "boxer"), "punch")
 * - "Not found" is always a null handle, a false `found` or `hit`, or NULL where a text is asked.
 * - A list goes to an array of the caller's, with a capacity: what fits is written, and how many there are is returned. An array that
 *   is NULL has no capacity, whatever is told: it counts.
 * - Where a place is needed, as by all that end in _open, NULL is KBX_ERROR_ARGUMENT where the answer is or has a status, else 0.
 * - What ends in _open, and refuses, leaves the null handle.
 *
 * Cost
 * - Constant time unless a function's or its section's comment says otherwise.
 * - Every question ends: kbx_bank_open refuses banks whose questions would cost more than stated.
 *   A frame has at most 1,024 shapes, and 16,384 corners in all convex parts of them.
 *
 * C11 and C++17. Needs libc, and of libm the square root. GCC and Clang for x86-64 also take
 * __cpu_model from their own support library, to ask what the processor can do; with -DKBX_PORTABLE
 * they do not. */
#ifndef KICKBOX_H
#define KICKBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef KBX_API
#if defined(__GNUC__) && !defined(_WIN32)
#define KBX_API __attribute__((visibility("default")))
#else
#define KBX_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this library, and as one number that grows with it, for #if. That of the bank format is another. */
#define KBX_VERSION_MAJOR 0
#define KBX_VERSION_MINOR 1
#define KBX_VERSION_PATCH 0
#define KBX_VERSION (KBX_VERSION_MAJOR * 10000 + KBX_VERSION_MINOR * 100 + KBX_VERSION_PATCH)

/* The version of the bank format that this library reads. A bank with a larger minor version opens;
 * one with another major version is refused. */
#define KBX_BANK_MAJOR 1
#define KBX_BANK_MINOR 4

/* ---------------------------------------------------------------- plain values ---- */

/* A pixel, in the frame or in the world. */
typedef struct { int32_t x, y; } kbx_point;

/* A half-open set of pixels [x0, x1) x [y0, y1); empty when x1 <= x0 or y1 <= y0. */
typedef struct { int32_t x0, y0, x1, y1; } kbx_box;

/* A size in pixels. */
typedef struct { uint32_t w, h; } kbx_size;

/* A real position in pixels, or a direction. */
typedef struct { float x, y; } kbx_vec;

/* Closed shapes of the world, in pixels: their borders belong to them. A circle of radius 0 is a point, a
 * rectangle or oriented box without width a segment. */
typedef struct { kbx_vec min, max; } kbx_rect;     /* a box along the axes; min <= max in both */
typedef struct { kbx_vec centre; float radius; } kbx_circle;
typedef struct {
  kbx_vec centre;
  kbx_vec axis; /* unit vector along the width */
  float w, h;   /* whole width and height */
} kbx_obb;      /* an oriented box */
typedef struct { kbx_vec a, b; } kbx_segment;

/* How large coordinates and sizes of closed shapes, and moves, may be, in pixels, the limit itself included. Questions
 * about what lies beyond, or about NaN and infinity, are answered with "no", and with KBX_ERROR_ARGUMENT where the
 * answer has a status. */
#define KBX_WORLD_LIMIT 4194304.0f /* 2^22 */

/* Corners in order round the polygon, either way; the last is joined to the first. Borrowed. */
typedef struct {
  const kbx_vec *corners;
  uint32_t count;
} kbx_polygon;

/* Where a frame stands: its hot spot is on pixel (x, y), mirrored as told. */
typedef struct {
  int32_t x, y;
  bool flip_x, flip_y;
} kbx_pose;

/* A set of classes: bit i stands for the bank's class i. */
typedef uint64_t kbx_class_set;
#define KBX_ALL_CLASSES UINT64_MAX
#define KBX_MAX_CLASSES 64

/* "No such index", in the fields that say so. */
#define KBX_NONE UINT32_MAX

typedef enum {
  KBX_OK = 0,
  KBX_ERROR_ARGUMENT,        /* a null handle or pointer, NaN, infinity, out of range */
  KBX_ERROR_FILE,            /* the file cannot be opened or read; errno tells more */
  KBX_ERROR_MEMORY,          /* no memory for the file's bytes (only where files cannot be mapped) */
  KBX_ERROR_TRUNCATED,       /* the data ends too early, or is longer than it says */
  KBX_ERROR_NOT_A_BANK,      /* the first bytes are not a bank's */
  KBX_ERROR_VERSION,         /* a major version this library does not know */
  KBX_ERROR_CHECKSUM,        /* bytes changed since the bank was written */
  KBX_ERROR_LAYOUT,          /* the header or section table breaks the format's rules */
  KBX_ERROR_MISSING_SECTION, /* a section the format requires is absent */
  KBX_ERROR_UNKNOWN_SECTION, /* a section marked required that this library does not know */
  KBX_ERROR_REFERENCE,       /* a record points outside what it may point to */
  KBX_ERROR_VALUE,           /* a field has a value the format does not allow */
  KBX_ERROR_ORDER            /* records or names are not in the order the format asks for */
} kbx_status;

/* The status in a few English words, for messages. Never NULL. Constant time. */
KBX_API const char *kbx_status_text (kbx_status status);

/* Why a bank could not be opened. */
typedef struct {
  kbx_status status;
  uint64_t offset;     /* the byte of the data at which the trouble is */
  char section[5];     /* the section's four letters, or "" for the header */
  const char *message; /* static English text: what was expected there */
} kbx_error;

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

/* The frame's sprite (binary search), and its index within it (KBX_NONE for the null handle). */
KBX_API kbx_sprite kbx_frame_sprite (kbx_frame frame);
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

KBX_API uint32_t kbx_frame_point_count (kbx_frame frame);
KBX_API const char *kbx_frame_point_name (kbx_frame frame, uint32_t i);

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
} kbx_hit;

/* The frame's shapes of the given classes against a pixel of the world (its centre, for shapes other
 * than boxes). Cost: linear in the shapes, and in the corners of those whose boxes are met; the
 * frame's bounds turn most misses away.
 * Method: half-open intervals for boxes; for convex parts the sign of one cross product an edge, for
 * circles squared distances, all in 64-bit integers on the grid. */
KBX_API kbx_hit kbx_frame_hit_point (kbx_frame frame, kbx_pose pose, kbx_point p, kbx_class_set classes);

/* The same against a box of pixels of the world. An empty box hits nothing.
 * Method: separating axes (the box's two and one an edge of the part, exact); for circles the
 * nearest point of the rectangle. */
KBX_API kbx_hit kbx_frame_hit_box (kbx_frame frame, kbx_pose pose, kbx_box box, kbx_class_set classes);

/* The same against a circle of the world, in pixels, closed: touching counts, and a radius of 0 is a
 * point. Centre and radius are first rounded to the nearest 1/256 pixel (halves upwards). NaN,
 * infinity, a negative radius, and anything beyond 2^22 pixels give no hit and KBX_ERROR_ARGUMENT.
 * Method: for boxes the nearest point; for parts centre inside, or squared distance to an edge as
 * cross^2 <= r^2 * length^2 in 128-bit integers. */
KBX_API kbx_hit kbx_frame_hit_circle (kbx_frame frame, kbx_pose pose, kbx_vec centre, float radius,
                                      kbx_class_set classes);

/* All shapes that are hit, ascending, as many as fit into hits[0..capacity); hits may be NULL when
 * capacity is 0. Returns how many there are; 0 for bad arguments. */
KBX_API uint32_t kbx_frame_hit_point_all (kbx_frame frame, kbx_pose pose, kbx_point p, kbx_class_set classes,
                                          kbx_hit *hits, uint32_t capacity);
KBX_API uint32_t kbx_frame_hit_box_all (kbx_frame frame, kbx_pose pose, kbx_box box, kbx_class_set classes,
                                        kbx_hit *hits, uint32_t capacity);
KBX_API uint32_t kbx_frame_hit_circle_all (kbx_frame frame, kbx_pose pose, kbx_vec centre, float radius,
                                           kbx_class_set classes, kbx_hit *hits, uint32_t capacity);

/* Does a's action point of that name land on b? As kbx_frame_hit_point with the pixel of
 * kbx_frame_action_point. No such point: no hit, with KBX_OK. Cost: of both. */
KBX_API kbx_hit kbx_frame_strike (kbx_frame a, kbx_pose pose_a, const char *point_name,
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
  KBX_SHAPE_BOX = 0,
  KBX_SHAPE_CIRCLE = 1,
  KBX_SHAPE_ORIENTED = 2,
  KBX_SHAPE_POLYGON = 3
} kbx_shape_kind;

typedef struct {
  bool found;
  kbx_shape_kind kind;
  uint32_t class_index;
  const char *name;      /* "" when the artist gave none */
  uint32_t value_count;  /* key/value pairs */
  uint32_t part_count;   /* convex parts: 0 for boxes and circles, 1 for oriented boxes */
} kbx_shape;

typedef struct { const char *key, *value; } kbx_key_value;

/* How many shapes the frame has; 0 for none. Constant time. */
KBX_API uint32_t kbx_frame_shape_count (kbx_frame frame);

/* The classes that the frame's shapes have. Constant time. */
KBX_API kbx_class_set kbx_frame_classes (kbx_frame frame);

/* Shape i in the artist's order; `found` is false beyond the last. The name and the number of values
 * cost a binary search over the shapes that have any. */
KBX_API kbx_shape kbx_frame_shape (kbx_frame frame, uint32_t i);

/* Key and value number k of the shape, keys ascending; both NULL beyond the last. */
KBX_API kbx_key_value kbx_frame_shape_key_value (kbx_frame frame, uint32_t i, uint32_t k);

/* The value of that key, or NULL. Cost: a comparison of keys each. */
KBX_API const char *kbx_frame_shape_value (kbx_frame frame, uint32_t i, const char *key);

/* The three levels of a frame's hierarchy, as boxes of pixels of the world: what encloses all shapes,
 * all shapes of the classes, one shape. For shapes other than boxes, the smallest box of whole pixels
 * that holds the closed shape. Empty (all 0) when there is nothing to enclose. Constant time, but the
 * second looks at each shape of the frame. */
KBX_API kbx_box kbx_frame_box (kbx_frame frame, kbx_pose pose);
KBX_API kbx_box kbx_frame_class_box (kbx_frame frame, kbx_pose pose, kbx_class_set classes);
KBX_API kbx_box kbx_frame_shape_box (kbx_frame frame, kbx_pose pose, uint32_t i);

typedef struct { bool found; kbx_circle circle; } kbx_shape_circle;
typedef struct { bool found; kbx_obb obb; } kbx_shape_obb;

/* The circle or oriented box that shape i is; `found` is false for other kinds. In pixels of the
 * world, exact while they lie within 65,536 pixels; with kbx_frame_own_pose always exact.
 * An oriented box is tested as its four corners rounded to the grid; the parameters are as drawn. They
 * cost a binary search, and are not found in a bank that was written without them. */
KBX_API kbx_shape_circle kbx_frame_shape_circle (kbx_frame frame, kbx_pose pose, uint32_t i);
KBX_API kbx_shape_obb kbx_frame_shape_obb (kbx_frame frame, kbx_pose pose, uint32_t i);

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

/* ---------------------------------------------------------------- points and areas ---- */

/* Shapes of the world against points and each other, without any frame.
 * - Boxes of pixels are half-open and never overflow; an empty one contains nothing and overlaps nothing.
 * - Rectangles, circles, oriented boxes and polygons are closed: touching counts. Where all coordinates and sizes lie
 *   on the grid of 1/256 pixel within +-65,536 (whole pixels do) the answer is exact, with no epsilon; elsewhere
 *   rounding may change the answer where the shapes touch to about 1e-15 of their size.
 * - An oriented box is the set that its floats name: centre + s * axis + t * axis turned by a quarter, |s| <= w/2,
 *   |t| <= h/2. Its axis must be a unit vector to 1/1000. A float axis that is not (+-1, 0) or (0, +-1) is itself
 *   rounded, to about 6e-8 of the box's size; the answer is right for the rounded one to about 1e-15.
 * - What is no shape (see KBX_WORLD_LIMIT; a negative size, max < min) contains nothing and overlaps nothing.
 * - Every pair is symmetric: swapping two of a kind, or mirroring both, gives the same answer. Constant time. */

/* Is the pixel in the half-open box, or the point in the closed rectangle? Method: comparisons with the four sides. */
KBX_API bool kbx_box_contains (kbx_box box, kbx_point p);
KBX_API bool kbx_rect_contains (kbx_rect rect, kbx_vec p);

/* Method: squared distance against squared radius. */
KBX_API bool kbx_circle_contains (kbx_circle circle, kbx_vec p);

/* Method: the point in the box's own frame, by two dot products. */
KBX_API bool kbx_obb_contains (kbx_obb obb, kbx_vec p);

/* The closed rectangle [x0, x1] x [y0, y1] that the pixels of the box cover, exact within 2^24; of an empty box one
 * that is no rectangle (max < min), or a degenerate one. */
KBX_API kbx_rect kbx_rect_from_box (kbx_box box);

/* Do they share a pixel? Method: the larger of the starts lies before the smaller of the ends, in both axes. */
KBX_API bool kbx_overlap_boxes (kbx_box a, kbx_box b);
KBX_API bool kbx_overlap_rects (kbx_rect a, kbx_rect b);
KBX_API bool kbx_overlap_circles (kbx_circle a, kbx_circle b);

/* Method: the point of the rectangle nearest to the centre is the centre clamped into it (Arvo 1990); for the
 * oriented box the same in its own frame. */
KBX_API bool kbx_overlap_circle_rect (kbx_circle circle, kbx_rect rect);
KBX_API bool kbx_overlap_circle_obb (kbx_circle circle, kbx_obb obb);

/* Method: in the frame of each of the two, the box round the other one; that is the four separating axes (Gottschalk,
 * Lin and Manocha 1996). */
KBX_API bool kbx_overlap_rect_obb (kbx_rect rect, kbx_obb obb);
KBX_API bool kbx_overlap_obbs (kbx_obb a, kbx_obb b);

/* Which of boxes[0..count) overlap `box`, as kbx_overlap_boxes tells: their indices, ascending, as many as fit into
 * indices[0..capacity), which may be NULL when capacity is 0. Returns how many there are; 0 for boxes = NULL.
 * Cost: linear; below a nanosecond a box where the processor compares several at once. Method: as kbx_overlap_boxes, four
 * or eight boxes in columns. */
KBX_API uint32_t kbx_box_overlaps_many (kbx_box box, const kbx_box *boxes, uint32_t count,
                                        uint32_t *indices, uint32_t capacity);

/* ---------------------------------------------------------------- polygons ---- */

/* A polygon has three corners or more, in order round it, either way. Touching counts, as above, and corners may be
 * the corners of kbx_frame_shape_outline and _part. It is the closed set of its edges and of what lies inside by the
 * even-odd rule: a point is inside when a ray from it crosses the edges an odd number of times. So a polygon may cross
 * itself (the middle of a five-pointed star drawn in one stroke is then a hole), repeat corners, or have no area,
 * which leaves a segment or a point. Points, rectangles and polygons against polygons, and what is said of a polygon
 * alone, are exact for all floats that are multiples of 2^-29, the grid among them.
 * Functions on a `convex` need one (kbx_polygon_is_convex); of another polygon they answer anything, but return.
 * Fewer than three corners, NULL, or a coordinate that is none: contains nothing, overlaps nothing. */

/* Cost: linear, about half a nanosecond a corner. Method: crossing number, an edge being crossed where it goes from
 * above the point's height to not above it or back (Shimrat 1962, Hacker 1962; each corner is counted once). */
KBX_API bool kbx_polygon_contains (kbx_polygon polygon, kbx_vec p);

/* The same answer for a convex polygon. Cost: logarithmic from some two hundred corners on, of which it then
 * looks at no others (nor whether they are numbers). Method: the inner side of every edge; of many, the fan of
 * triangles at the first corner, by halves. */
KBX_API bool kbx_convex_contains (kbx_polygon convex, kbx_vec p);

/* Any polygon. Cost: linear. Method: the other shape touches an edge, or lies wholly inside. The distance from a
 * centre to a line is compared as cross^2 <= radius^2 * length^2, without rounding. */
KBX_API bool kbx_overlap_circle_polygon (kbx_circle circle, kbx_polygon polygon);
KBX_API bool kbx_overlap_rect_polygon (kbx_rect rect, kbx_polygon polygon);
KBX_API bool kbx_overlap_obb_polygon (kbx_obb obb, kbx_polygon polygon);

/* Two convex polygons. Cost: the product of the numbers of corners, up to eight at once where the processor can, unless
 * their bounds are apart. Method: separating axes, the edges of both. */
KBX_API bool kbx_overlap_convexes (kbx_polygon a, kbx_polygon b);

/* Any two polygons. Cost: the product of the numbers of corners, most of it comparisons of bounds.
 * Method: two edges meet, or one polygon contains a corner of the other. */
KBX_API bool kbx_overlap_polygons (kbx_polygon a, kbx_polygon b);

/* Of the polygon itself. All are linear but where said otherwise; of what is no polygon the answers are 0 or false. */

/* The area, positive when the corners go round clockwise on the screen; of one that crosses itself the sum of its
 * parts with their signs. Rounded at the end only; the sign is exact, and so is kbx_polygon_orientation: 1 clockwise,
 * -1 the other way, 0 without area. Method: the triangles at the first corner (Meister 1769), summed in two doubles. */
KBX_API double kbx_polygon_area (kbx_polygon polygon);
KBX_API int kbx_polygon_orientation (kbx_polygon polygon);

/* The smallest rectangle that holds it. Method: the least and the greatest coordinates. */
KBX_API kbx_rect kbx_polygon_bounds (kbx_polygon polygon);

/* Does it go once round a convex set? Corners may repeat or be straight; without area it may go forth and back once.
 * Method: all turns go one way, and the edges change between rightwards and leftwards at most twice. */
KBX_API bool kbx_polygon_is_convex (kbx_polygon polygon);

/* Do no two edges meet, but neighbours in their corner? False when a corner repeats. Cost: the square of the number
 * of corners, most of it comparisons of bounds. */
KBX_API bool kbx_polygon_is_simple (kbx_polygon polygon);

/* The polygon as triangles: for each, three numbers of its corners, clockwise on the screen, all with an area. Returns
 * how many there are, at most count - 2; 0 for one without area, and for one that crosses or touches itself
 * (kbx_polygon_is_simple) perhaps triangles that mean nothing. Straight and repeated corners are left out.
 * triangles has room for 3 * (count - 2) numbers, work for KBX_TRIANGULATE_WORK (count).
 * Cost: the square of the number of corners, times that of reflex corners at worst, for which more than 2^28 corners
 * answer 0. Method: ear clipping (Meisters 1975), shortest diagonal first. */
#define KBX_TRIANGULATE_WORK(count) ((size_t) 4 * (count))
KBX_API uint32_t kbx_polygon_triangulate (kbx_polygon polygon, uint32_t *triangles, uint32_t *work);

/* The polygon as convex parts, which cover it exactly and overlap nowhere, of at most `most` corners each (three or
 * more; UINT32_MAX for any number): counts[i] is how many corners part i has, and indices has the numbers of the
 * corners of part 0, then of part 1 and so on; clockwise on the screen, without straight corners. Returns how many
 * parts there are, at most four times as many as the best answer has, and 0 as above.
 * indices has room for 3 * (count - 2) numbers, counts for count - 2, work for KBX_DECOMPOSE_WORK (count).
 * Cost: as above. Method: triangles, from which diagonals are taken out (Hertel and Mehlhorn 1983), longest first;
 * parts of too many corners become fans. The same as the parts that `kickbox export` makes. */
#define KBX_DECOMPOSE_WORK(count) ((size_t) 16 * (count))
KBX_API uint32_t kbx_polygon_decompose (kbx_polygon polygon, uint32_t most, uint32_t *indices, uint32_t *counts,
                                        uint32_t *work);

/* ---------------------------------------------------------------- segments ---- */

/* Segments and lines of the world, in pixels. A segment is closed: its ends belong to it; one whose ends coincide is a
 * point. A line goes through both ends of a segment and on; its left is the side of P where det(AB, AP) > 0, which on
 * the screen (y down) is the right hand of one who walks from a to b. Fractions count from a (0) to b (1).
 * - Whether things meet, on which side a point lies and what is counted is exact for input on the grid of 1/256 pixel
 *   within +-65,536: no epsilon. Touching counts. Fractions and points are computed in double and rounded to float.
 * - An answer at an end is that end to the bit, and its fraction 0 or 1 exactly. What lies beyond the range of floats
 *   (lines that are all but parallel, or have a tiny direction) stays at the largest float.
 * - Bad input (see KBX_WORLD_LIMIT) is told by the status; a distance is then infinite, a side 0, a normal (0, 0).
 * - Constant time, but where a polygon comes in: linear in its corners. */

/* A place on a segment or line. */
typedef struct {
  kbx_status status;
  float t;
  kbx_vec point;
  float distance; /* from the point asked about */
} kbx_nearest;

/* The point of the segment nearest to p. Method: projection by a dot product, clamped to the ends. */
KBX_API kbx_nearest kbx_segment_closest (kbx_segment segment, kbx_vec p);

/* The foot of the perpendicular from p to the line; t is any number. Of a point without direction, a itself.
 * Method: projection by a dot product. */
KBX_API kbx_nearest kbx_line_project (kbx_segment line, kbx_vec p);

/* How far p is from the segment, and the square of that: exact where an end is nearest.
 * Method: the determinant over the length beside the segment, else the distance from the end. */
KBX_API float kbx_segment_distance (kbx_segment segment, kbx_vec p);
KBX_API double kbx_segment_distance_squared (kbx_segment segment, kbx_vec p);

/* On which side of the line p lies: 1 left, 0 on it, -1 right. 0 for a line without direction.
 * Method: the sign of the determinant, without rounding. */
KBX_API int kbx_line_side (kbx_segment line, kbx_vec p);

/* How far p is from the line, positive on the left. Of a line without direction the distance from a.
 * Method: the determinant over the length. */
KBX_API float kbx_line_distance (kbx_segment line, kbx_vec p);

/* The unit normal of the line on the side of p; on the line, its left. Without direction: from a to p, or (1, 0).
 * Method: the direction turned by a quarter, to the side that kbx_line_side tells. */
KBX_API kbx_vec kbx_line_normal (kbx_segment line, kbx_vec p);

/* The unit vector from the nearest point of the segment to p; for p on the segment as kbx_line_normal.
 * Method: as kbx_segment_closest. */
KBX_API kbx_vec kbx_segment_normal (kbx_segment segment, kbx_vec p);

/* Where two segments are nearest to each other. */
typedef struct {
  kbx_status status;
  float distance;        /* 0 where they meet */
  float t, u;            /* fractions on the first and the second */
  kbx_vec first, second; /* the points */
} kbx_gap;

/* Of several equally near places, the one at an end of the first, then of the second, a before b.
 * Method: they meet, or one of the four ends is nearest (Lumelsky 1985 in other words). */
KBX_API kbx_gap kbx_segments_gap (kbx_segment first, kbx_segment second);

typedef enum {
  KBX_MEET_NOT = 0,
  KBX_MEET_CROSS = 1,  /* in one point inside both */
  KBX_MEET_TOUCH = 2,  /* in one point that is an end of at least one */
  KBX_MEET_OVERLAP = 3 /* they lie on one line and share a stretch */
} kbx_meeting_kind;

typedef struct {
  kbx_status status;
  kbx_meeting_kind kind;
  uint32_t count;       /* of points: 0, 1, or 2 for the ends of a stretch, in the first's direction */
  float t[2], u[2];     /* their fractions on the first and on the second */
  kbx_vec points[2];
} kbx_meeting;

/* Where two segments meet. A point counts as a segment without length: it touches what it lies on.
 * Method: the signs of four determinants, without rounding; on one line, intervals of dot products. */
KBX_API kbx_meeting kbx_intersect_segments (kbx_segment first, kbx_segment second);
KBX_API bool kbx_overlap_segments (kbx_segment first, kbx_segment second);

/* Where two lines cross (KBX_MEET_CROSS), or that they are one (KBX_MEET_OVERLAP, no points). A line without direction
 * is KBX_ERROR_ARGUMENT. Method: Cramer's rule. */
KBX_API kbx_meeting kbx_intersect_lines (kbx_segment first, kbx_segment second);

typedef struct {
  kbx_status status;
  uint32_t count;    /* 0, 1 (touching, or only one lies on the segment) or 2 */
  float t[2];        /* ascending */
  kbx_vec points[2];
} kbx_crossings;

/* Where a line or a segment crosses the rim of a circle. A segment inside the circle crosses it nowhere: ask
 * kbx_overlap_segment_circle whether they touch, and kbx_segment_closest for the deepest point.
 * A line without direction, or a segment without length, touches the rim or not.
 * Method: the quadratic equation; its discriminant and the order of its roots and 0 and 1 by exact signs. */
KBX_API kbx_crossings kbx_intersect_line_circle (kbx_segment line, kbx_circle circle);
KBX_API kbx_crossings kbx_intersect_segment_circle (kbx_segment segment, kbx_circle circle);

/* Does the segment touch the closed disc? Method: distance^2 against radius^2, as cross^2 <= radius^2 * length^2. */
KBX_API bool kbx_overlap_segment_circle (kbx_segment segment, kbx_circle circle);

/* The part of a segment that lies in a closed convex shape. */
typedef struct {
  kbx_status status;
  bool hit;
  float enter, leave;      /* fractions, enter <= leave */
  kbx_vec first, last;     /* the points there */
} kbx_clip;

/* Ends for every input: there is no loop but the one over the corners. `convex` may go round either way; see
 * "polygons" for what is asked of it.
 * Method: Liang and Barsky 1984 for boxes (the oriented one in its own frame), Cyrus and Beck 1978 for polygons,
 * fractions being compared as products. */
KBX_API kbx_clip kbx_clip_segment_rect (kbx_segment segment, kbx_rect rect);
KBX_API kbx_clip kbx_clip_segment_obb (kbx_segment segment, kbx_obb obb);
KBX_API kbx_clip kbx_clip_segment_convex (kbx_segment segment, kbx_polygon convex);

/* Where a segment first touches any polygon, going from a to b. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside; /* a lies in the polygon, its border included: fraction 0 */
  float fraction;
  kbx_vec point;
  uint32_t edge;       /* from that corner to the next, the lowest of several; KBX_NONE when started inside */
} kbx_touch;

/* Method: kbx_polygon_contains for the start, then kbx_intersect_segments edge by edge. */
KBX_API kbx_touch kbx_intersect_segment_polygon (kbx_segment segment, kbx_polygon polygon);

/* ---------------------------------------------------------------- sweeps ---- */

/* A thing that moves straight by `move` pixels against one that stands still; where both move, take the difference
 * of their moves. `fraction` tells how much of the move is done at the first touch.
 * - Touching counts only where the move goes on into the other: what glides along a face, past a corner or away hits
 *   nothing, so things slide and separate. A touch at the very end of the move counts, if going on would enter.
 * - Started inside (the insides overlap): hit, fraction 0, point where it started, normal the shortest way out. It hits
 *   whichever way it moves: so first part what may overlap, if only by a hair (kbx_collide_; of a segment
 *   kbx_segment_distance and kbx_segment_normal).
 *   Of equally short ways out the first counts: right, left, down, up for points and rectangles (as an oriented box's own
 *   frame has them), and of a slanted segment then its left and its right; up, right, down, left for a circle in a
 *   rectangle or oriented box; the first edge of a polygon; a segment's left; and right for centres that coincide.
 * - Started just touching and moving in: hit, fraction 0, not started inside.
 * - A shape without inside (a segment, a circle of radius 0, a flat rectangle, a polygon without area) stops what comes
 *   to it, at its ends too, and lengthwise, with a normal against the move. What starts on it is let go to either
 *   side; keep a skin (kbx_sweep_stop) to stay on one side.
 * - A move of length 0 hits only when started inside.
 * - `normal` is a unit vector against the move, out of what was hit. Where a corner is met by a corner, or by a point,
 *   it belongs to the face that stands more against the move, in a tie to the one whose normal is nearer to the x axis.
 * - WHETHER something is hit is exact on the grid of 1/256 pixel within +-65,536, also past the tip of a corner or
 *   along the rounding of a circle: no epsilon (oriented boxes: see "points and areas"). Fraction and point are
 *   computed in double, then rounded. Moving the world by whole pixels, or mirroring it, changes neither.
 *   Off the grid the end of a move without a hit is rounded as every float: about one in a million of random ones at
 *   50,000 pixels then lies inside a shape, by that rounding. And a radius or a slant near the limits of float may leave
 *   a rounded normal along the move instead of against it.
 * - Bad input: KBX_ERROR_ARGUMENT, no hit, fraction 0. A move is bad, as are coordinates and sizes, when one of its two
 *   numbers is NaN, infinite, or beyond KBX_WORLD_LIMIT (2^22 pixels) on either side: longer moves are asked in parts.
 * - Constant time, but linear in a polygon's corners. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;
  float fraction; /* 0 to 1; 1 without a hit */
  kbx_vec point;  /* where the surfaces touch; for a moving point its position. (0, 0) without a hit */
  kbx_vec normal; /* (0, 0) without a hit */
} kbx_sweep;

/* A moving point. A one-way segment stops only what comes from its left (see "segments"), or starts on it, and goes to
 * its right; lengthwise it stops nothing. Two segments that share an end leave no gap there.
 * Method: signs of determinants (segment), the quadratic equation (circle), slabs (Kay and Kajiya 1986) for boxes. */
KBX_API kbx_sweep kbx_sweep_point_segment (kbx_vec from, kbx_vec move, kbx_segment segment, bool one_way);
KBX_API kbx_sweep kbx_sweep_point_circle (kbx_vec from, kbx_vec move, kbx_circle circle);
KBX_API kbx_sweep kbx_sweep_point_rect (kbx_vec from, kbx_vec move, kbx_rect rect);
KBX_API kbx_sweep kbx_sweep_point_obb (kbx_vec from, kbx_vec move, kbx_obb obb);

/* Any polygon that does not cross itself; of one that does, its ways through its own corners are not defined.
 * Method: edges crossed inwards, and corners whose inner angle the move goes into, by signs of determinants. */
KBX_API kbx_sweep kbx_sweep_point_polygon (kbx_vec from, kbx_vec move, kbx_polygon polygon);

/* A moving rectangle; `point` is the middle of what touches, or the middle of the mover when started inside. Normals
 * are along an axis, but of two points. Swapping the two and turning the move gives the same fraction and the normal
 * turned, but for ties of what started inside.
 * Method: the mover shrinks to a point and the other grows by it (Minkowski's sum), then slabs. */
KBX_API kbx_sweep kbx_sweep_rects (kbx_rect mover, kbx_vec move, kbx_rect target);

/* A moving rectangle against a segment; `point` and a mover without size as above. The normal is the segment's where a
 * corner of the mover comes to it, and along an axis where a side of the mover comes to one of its ends.
 * A one-way segment stops the mover only by a side that looks to the left of the segment (see "segments"): by its own,
 * and at an end by those that the axes have there, so a level platform stops what lands on it and nothing from beside
 * it. What overlaps it at the start is let go, also while it moves on: who jumps up through a platform falls back through
 * it until he is all above. Who overlaps no wall comes to overlap none, also at a joint of two one-way walls, and at a tip.
 * Without length it stops nothing.
 * Method: Minkowski's sum of the two is a hexagon, three pairs of parallels; slabs (Kay and Kajiya 1986), their fractions
 * compared as products. */
KBX_API kbx_sweep kbx_sweep_rect_segment (kbx_rect mover, kbx_vec move, kbx_segment segment, bool one_way);

/* A moving box of pixels: half-open. It hits when it would share some of a pixel with the target before the move is
 * done; coming to lie beside it, or passing along, is no hit. An empty box hits nothing. Any int32, nothing overflows,
 * all in integers. Started inside: see "sweeps".
 * Method: Minkowski's sum and slabs (Kay and Kajiya 1986), fractions being compared as products. */
typedef struct {
  bool hit;
  bool started_inside;
  float fraction;   /* 0 to 1; 1 without a hit */
  kbx_point moved;  /* how far the mover gets, in whole pixels: then it lies beside the target; the move without a hit */
  kbx_point normal; /* (0, 0) without a hit */
} kbx_box_sweep;

KBX_API kbx_box_sweep kbx_sweep_boxes (kbx_box mover, kbx_point move, kbx_box target);

/* A moving circle; `point` lies on what is hit, for started inside it is the mover's centre. A radius of 0 is a
 * moving point. A one-way segment stops a circle whose centre starts on its left, or on its line, and goes to its right;
 * one that overlaps it there, only if it comes nearer (started inside). So a circle that comes from behind passes out,
 * and whatever it overlaps, no centre goes through a wall from its left, nor through a joint of two. (Only at a tip of
 * less than 90 degrees may a circle that passes it come to overlap the far wall.)
 * Method: the distance of two segments, compared without rounding, tells whether; then the strip beside the segment
 * or the disc round its end tells when. Rectangles, oriented boxes and polygons (any that do not cross themselves)
 * are their edges, and an inside to start in. */
KBX_API kbx_sweep kbx_sweep_circle_segment (kbx_circle mover, kbx_vec move, kbx_segment segment, bool one_way);
KBX_API kbx_sweep kbx_sweep_circles (kbx_circle mover, kbx_vec move, kbx_circle target);
KBX_API kbx_sweep kbx_sweep_circle_rect (kbx_circle mover, kbx_vec move, kbx_rect rect);
KBX_API kbx_sweep kbx_sweep_circle_obb (kbx_circle mover, kbx_vec move, kbx_obb obb);
KBX_API kbx_sweep kbx_sweep_circle_polygon (kbx_circle mover, kbx_vec move, kbx_polygon polygon);

/* The first of many segments that is hit: the smallest fraction, then the lowest index. */
typedef struct {
  kbx_sweep sweep;
  uint32_t index; /* KBX_NONE without a hit; of bad input, the first bad segment */
} kbx_first_sweep;

/* segments[0..count); one_way[i] tells of each whether it is one-way, or is NULL when none is. Cost: linear.
 * Method: each as kbx_sweep_point_segment, kbx_sweep_circle_segment, kbx_sweep_rect_segment. */
KBX_API kbx_first_sweep kbx_sweep_point_segments (kbx_vec from, kbx_vec move, const kbx_segment *segments,
                                                  const bool *one_way, uint32_t count);
KBX_API kbx_first_sweep kbx_sweep_circle_segments (kbx_circle mover, kbx_vec move, const kbx_segment *segments,
                                                   const bool *one_way, uint32_t count);
KBX_API kbx_first_sweep kbx_sweep_rect_segments (kbx_rect mover, kbx_vec move, const kbx_segment *segments,
                                                 const bool *one_way, uint32_t count);

/* ---------------------------------------------------------------- after a sweep ---- */

/* Where a thing that started at `from` (a point, a centre, a corner) may go: from the touch back along its way until it
 * is `skin` pixels off the surface, measured along the normal and so the same for fast and slow, steep and shallow moves,
 * but never behind the start: what starts nearer than the skin stays. Rounding goes away from the surface. The end of
 * the move without a hit, rounded to float, which may lie beyond the world; `from` after bad input (a move as for a
 * sweep; a skin that is negative, NaN, infinite or beyond KBX_WORLD_LIMIT).
 * Take a skin well above the float's grain there (1/256 within 65,536).
 * Method: the skin, divided by how deep the whole move would go in along the normal, is taken from the fraction. */
KBX_API kbx_vec kbx_sweep_stop (kbx_vec from, kbx_vec move, kbx_sweep sweep, float skin);

/* The move thrown back: what goes into the surface comes out of it `coefficient` times as fast (1: like light from a
 * mirror, 0: as kbx_slide). A move along or away from the surface stays as it is, and so does a bad one (see "sweeps") or
 * one with a bad normal or coefficient. Method: reflection of what goes along the normal. */
KBX_API kbx_vec kbx_bounce (kbx_vec move, kbx_vec normal, float coefficient);

/* The move without what goes into the surface. The normal need not be a unit vector; (0, 0) changes nothing.
 * Method: projection on the surface. */
KBX_API kbx_vec kbx_slide (kbx_vec move, kbx_vec normal);

/* ---------------------------------------------------------------- flat ground and paddles ---- */

/* Flat ground fills everything from the height ground_y downwards. How deep a foot is in it: below 0 it is in the air,
 * at 0 it stands, above 0 it has sunk in; bad input is infinitely high in the air. For a box of pixels, ground_y is the
 * ground's first row, the answer is a number of rows, and the lowest row of the box is above that of y1.
 * Method: a difference of heights. */
KBX_API float kbx_ground_depth (kbx_vec foot, float ground_y);
KBX_API int64_t kbx_ground_depth_box (kbx_box box, int32_t ground_y);

/* The middle of the bottom side: what stands on the ground. (0, 0) for what is no rectangle. Method: the mean of left and
 * right. */
KBX_API kbx_vec kbx_rect_foot (kbx_rect rect);

/* A foot that moves against flat ground, a closed shape like others: it lands with the normal (0, -1), and started
 * inside where it is below ground_y. Method: the signs of two differences in height. */
KBX_API kbx_sweep kbx_sweep_point_ground (kbx_vec from, kbx_vec move, float ground_y);

/* Which way the face of a paddle looks: the paddle on the right looks left. */
typedef enum { KBX_FACING_LEFT = 0, KBX_FACING_RIGHT = 1, KBX_FACING_UP = 2, KBX_FACING_DOWN = 3 } kbx_facing;

/* The face of a paddle: it lies on a line x = line (or y = line, for one that looks up or down), from..to on it. */
typedef struct {
  kbx_facing facing;
  float line;
  float from, to; /* from <= to */
} kbx_paddle;

typedef struct {
  kbx_status status;
  bool reached;    /* the ball comes to the line: returned if hit, else missed */
  bool hit;
  float fraction;  /* of the move, when it comes to the line; 1 when it does not */
  float where;     /* on the paddle: the ball's middle from -1 (just touching at `from`) to 1 (at `to`) */
  kbx_vec point;   /* the middle of the ball's leading side, on the line */
  kbx_vec normal;  /* the way the face looks; (0, 0) without a hit */
} kbx_paddle_hit;

/* A moving ball, as a rectangle, against a paddle: first its line, which most moves do not reach, then its span. The
 * line stops only from its front; touching counts for the span, and for the line where the ball moves on to it.
 * A paddle that moves along its line: take its move from the ball's. Exact on the grid.
 * KBX_ERROR_ARGUMENT for bad numbers (of the move as for a sweep) or from > to. Method: one coordinate
 * decides when, the other whether. */
KBX_API kbx_paddle_hit kbx_sweep_rect_paddle (kbx_rect ball, kbx_vec move, kbx_paddle paddle);

/* ---------------------------------------------------------------- contacts ---- */

/* Where and how deep two closed shapes overlap, for pushing them apart and letting them bounce.
 * - There is a contact exactly when kbx_overlap_ of the same pair is true. Shapes that just touch have one of
 *   depth 0.
 * - Moving the second shape by normal * depth parts the two, and no shorter move does: the axis of least depth
 *   wins, in a tie the one that is looked at first (of convex polygons see there).
 * - `normal` is a unit vector from the first shape to the second. Where nothing tells the side, as with centres that
 *   coincide, it is the first box's own axis of least depth, and (1, 0) for two circles or two points.
 * - `points` lie half-way between the borders of the two; with each goes the depth there, which is at most `depth`.
 *   Where one of two polygons has no area, they lie where both have a point in common, as near to that as can be.
 *   Two points are the ends of the stretch that carries a flat contact, also over edges that lie in one line.
 * - Swapping the shapes turns the normal round and keeps depth and points, but for ties. No part of a normal is -0.
 * Bad arguments (see kbx_overlap_) give no hit and KBX_ERROR_ARGUMENT. Whether there is a contact is as exact as
 * kbx_overlap_; the rest is right to the rounding of floats. */
typedef struct {
  kbx_status status;
  bool hit;
  kbx_vec normal;     /* (0, 0) without a hit */
  float depth;        /* pixels, 0 or more */
  uint32_t count;     /* of points: 0 without a hit, else 1 or 2 */
  kbx_vec points[2];
  float depths[2];
} kbx_manifold;

/* One point. Concentric circles: normal (1, 0), depth the sum of the radii.
 * Cost: constant; one square root where they touch. Method: the line of centres. */
KBX_API kbx_manifold kbx_collide_circles (kbx_circle first, kbx_circle second);

/* Two points, the ends of the common stretch of the two faces (one where that stretch is a point). The second is
 * pushed right, left, down or up, whichever is the shortest way, in a tie the first of these.
 * Cost: constant. Method: the overlaps of the intervals in x and in y. */
KBX_API kbx_manifold kbx_collide_rects (kbx_rect first, kbx_rect second);

/* One point. With the centre outside the box, the normal points from it to the nearest point of the box; with the
 * centre inside or on the border, the depth is the radius and the way to the nearest face, in a tie the left one,
 * then right, up, down (in the oriented box's own frame). Cost: constant. Method: the centre clamped into the box. */
KBX_API kbx_manifold kbx_collide_circle_rect (kbx_circle circle, kbx_rect rect);
KBX_API kbx_manifold kbx_collide_circle_obb (kbx_circle circle, kbx_obb obb);

/* The same against a convex polygon: its edges are the faces. In a tie the polygon is pushed the way that is nearer to the x
 * axis, then to the right, then down: a box from its left face, then right, up, down; neither the corner at which the polygon
 * begins nor the way round it matters. Overlap is that of kbx_overlap_circle_polygon. Cost: linear in the corners.
 * Method: the nearest point of the nearest edge. */
KBX_API kbx_manifold kbx_collide_circle_convex (kbx_circle circle, kbx_polygon convex);

/* Up to two points. Axes are looked at in the order: first's width, its height, second's width, its height; where the
 * centres lie beside each other the normal is the axis itself. Cost: constant.
 * Method: separating axes, the least depth; the side of the other box that faces most against it is clipped on the
 * ends of the reference side (Sutherland and Hodgman 1974). */
KBX_API kbx_manifold kbx_collide_rect_obb (kbx_rect rect, kbx_obb obb);
KBX_API kbx_manifold kbx_collide_obbs (kbx_obb first, kbx_obb second);

/* Up to two points. The axes are the edges. In a tie the normal nearer to the x axis wins, then that to the right, then
 * that down, then the first shape's: so neither the corner at which a polygon begins nor the way round it matters.
 * Overlap is that of kbx_overlap_rect_polygon, _obb_polygon and _convexes. Cost: the product of the corners' numbers. Method: as above. */
KBX_API kbx_manifold kbx_collide_rect_convex (kbx_rect rect, kbx_polygon convex);
KBX_API kbx_manifold kbx_collide_obb_convex (kbx_obb obb, kbx_polygon convex);
KBX_API kbx_manifold kbx_collide_convexes (kbx_polygon first, kbx_polygon second);

/* A convex polygon that is asked about often: checked, put in order and taken apart once. The game owns it and may copy
 * it; the fields are the library's. 296 bytes; the polygon's corners are no longer needed. */
#define KBX_PREPARED_CORNERS 8u
typedef struct {
  uint32_t count;                         /* of corners; 0: it is none */
  bool flat;                              /* without area */
  kbx_rect bounds;
  float x[KBX_PREPARED_CORNERS + 2], y[KBX_PREPARED_CORNERS + 2]; /* clockwise; then from the first again */
  float along_x[KBX_PREPARED_CORNERS], along_y[KBX_PREPARED_CORNERS]; /* unit vectors to the next corner */
  double normal_x[KBX_PREPARED_CORNERS], normal_y[KBX_PREPARED_CORNERS]; /* and out of the polygon */
} kbx_prepared;

/* KBX_ERROR_ARGUMENT, and what answers KBX_ERROR_ARGUMENT itself, unless the polygon is convex and has at most
 * KBX_PREPARED_CORNERS corners, those that come twice in a row counted once. Cost: linear, with a square root an edge.
 * Method: keeps what separating axes ask of each edge, its unit vector and normal. */
KBX_API kbx_status kbx_prepare_convex (kbx_prepared *prepared, kbx_polygon convex);

/* The same answers, to the bit, as kbx_overlap_convexes and kbx_collide_convexes have for the corners moved by `at` of each,
 * where these are floats as well; on the grid they always are within +-65,536 pixels. So things that do not turn are
 * prepared once and moved as they like. `at` must be within the world, or it is a bad argument. Cost: about half
 * of theirs. Method: theirs. */
KBX_API bool kbx_overlap_prepared (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at);
KBX_API kbx_manifold kbx_collide_prepared (const kbx_prepared *first, kbx_vec first_at, const kbx_prepared *second, kbx_vec second_at);

/* A thing with mass. Units are the game's own: pixels, its unit of time, its unit of mass. Angles are in
 * radians, clockwise on the screen. */
typedef struct {
  kbx_vec position;       /* of the centre of mass */
  kbx_vec velocity;
  float angular_velocity;
  float inverse_mass;     /* 0: cannot be pushed */
  float inverse_inertia;  /* 0: cannot be turned */
  float restitution;      /* from 0, stays, to 1, bounces back whole; of two bodies the lower counts */
  float friction;         /* 0 or more; of two bodies the square root of the product counts, so ice stays ice */
} kbx_body;

/* What one contact did to the second body; the first got the opposite. */
typedef struct {
  kbx_status status;
  float normal;    /* impulse along the normal, summed over the points; 0 where nothing came near */
  float friction;  /* impulse along the edge, clockwise of the normal on the screen */
} kbx_impulse;

/* 1 / v, and 0 for 0, infinity, or what is no mass: a body that cannot be moved. */
KBX_API float kbx_inverse (float mass_or_inertia);

/* Moments of inertia about the centre of a full disc and a full box: m r^2 / 2 and m (w^2 + h^2) / 12. */
KBX_API float kbx_circle_inertia (float mass, float radius);
KBX_API float kbx_box_inertia (float mass, float w, float h);

/* Lets two bodies bounce that have this contact: changes their velocities. Afterwards no contact point comes nearer.
 * A point that came nearer leaves with the lower restitution times that speed, faster where pushing at the other point
 * alone makes it, and slower where so much would take more energy than there was. Friction (Coulomb's) brakes what
 * slides after the contact, by at most its coefficient times the normal impulse, both points by the same part of it.
 * Momentum is kept, angular momentum too; energy never grows, but for what a moving body of infinite mass brings.
 * Points that part already, two bodies that cannot be moved, and a manifold without a hit change nothing, to the
 * last bit; nor do points that no impulse parts: a lift that closes on both sides of a hinge. A manifold of your own
 * may have a normal but no points: then nothing starts to spin. A body of inverse mass and inverse inertia 0 keeps its
 * velocity, also a moving one: a lift.
 * One call knows one contact, and nothing is remembered from step to step. What is settled at one contact is upset at
 * the next one of the same body, so a stack needs the calls for all its contacts several times a step: boxes that do
 * not turn rest on each other then; boxes that turn, stacked, tremble and wander: for those take kbx_contact_begin. A box
 * alone on the ground rests.
 * Numbers that are not finite or beyond 10^15, negative inverses, restitution outside [0, 1], negative friction, NULL,
 * the same body twice, and a result beyond the floats: KBX_ERROR_ARGUMENT, and nothing changes.
 * Cost: constant; most where something sticks that also turns. Method: the impulses along the normal, one point, the
 * other or both, are a complementarity problem, solved exactly with the friction as a part of them; the part is
 * halved in between until the sliding just stops. */
KBX_API kbx_impulse kbx_resolve (kbx_body *first, kbx_body *second, const kbx_manifold *manifold);

/* Contacts that remember, for what has to come to rest on each other and turns: stacks, heaps. A kbx_contact belongs to
 * the game, one for each pair of bodies that may touch, in an order of the game's own, and stays from step to step; all
 * zeros is one that remembers nothing. The fields are the library's own. In each step, after the weight was added:
 *   1. for each pair the manifold of now, and kbx_contact_begin, also where there is no hit: the contact then forgets;
 *   2. several passes of kbx_contact_resolve over all pairs (4 to 16), before anything moves;
 *   3. the bodies move and turn by their velocities.
 * kbx_separate is not needed: what has sunk in is pushed out by the velocities. Four short steps with 4 passes each are
 * worth more than one long step with 16: five boxes of 16 pixels that turn, up to 2 pixels aside, come to rest under a
 * weight of 1/4 pixel a step squared, taken in four parts, with less than 1/10000 pixel a step of speed left.
 * Both bodies in the same order each time, that of the manifold. */
typedef struct {
  uint32_t count;
  kbx_vec normal;
  kbx_vec arms[2][2];
  float push[2], rub[2], leave[2];
} kbx_contact;

typedef struct {
  float step;       /* what a velocity is multiplied by to be the way of a step: 1, or 1/60 for pixels a second */
  float percent;    /* of the depth beyond the slop that is left in a step: 0 to 1; take 0.1 to 0.2 */
  float slop;       /* pixels that may stay overlapped, so that the contact stays: 0.05 to 0.1 */
  float rest_speed; /* what comes nearer more slowly does not bounce: take what the weight adds in three steps */
} kbx_settling;

/* Begins a step: takes over what each point of before pushed and rubbed with, and lets it act at once. A point of now is
 * the nearest of before, as seen from the first body, where the normal has not turned by more than 18 degrees.
 * Errors as kbx_resolve (depths beyond the world too), and for a step below 10^-15 or another bad number in `settling`;
 * nothing changes then. Cost: constant. Method: warm starting (Catto 2006). */
KBX_API kbx_status kbx_contact_begin (kbx_contact *contact, kbx_body *first, kbx_body *second,
                                      const kbx_manifold *manifold, const kbx_settling *settling);

/* One pass over one contact: corrects the impulses of its points, so that they do not slide, and then so that they leave
 * as fast as they have to: with the lower restitution times the speed before, or as the depth asks. Tells the impulses
 * so far in this step. The normal ones stay 0 or more, friction within its coefficient (Coulomb's) times those of before
 * the pass. Momentum is kept. Pass by pass and step by step the impulses come nearer to those that suit all contacts.
 * Nothing where the step began without a hit. Errors as kbx_resolve. Cost: constant.
 * Method: sequential impulses, with accumulated sums clamped (Catto 2006). */
KBX_API kbx_impulse kbx_contact_resolve (kbx_contact *contact, kbx_body *first, kbx_body *second);

/* Pushes two bodies apart along the normal: changes their positions, each by the share that its inverse mass has,
 * together by `percent` (0 to 1) of the depth beyond `slop` (pixels). With (1, 0) they just touch afterwards; games
 * take (0.2 to 0.8, 0.01 to 0.1), so that what rests does not tremble. Bodies that cannot be pushed stay.
 * KBX_ERROR_ARGUMENT as kbx_resolve, and for another percent or a negative slop. Cost: constant.
 * Method: linear projection. */
KBX_API kbx_status kbx_separate (kbx_body *first, kbx_body *second, const kbx_manifold *manifold,
                                 float percent, float slop);

/* ---------------------------------------------------------------- space ---- */

/* Closed shapes in three dimensions. The axes may point wherever the game likes; a corner order "counter-clockwise"
 * is as seen in a right-handed space (x right, y up, z towards the viewer).
 * Where all coordinates are whole numbers within +-32,768 (or such multiples of a smaller step) the answers of points,
 * boxes along the axes, spheres, and planes through corners are exact; elsewhere rounding may change them where the
 * shapes touch to about 1e-15 of their size. Coordinates, sizes and moves reach to KBX_WORLD_LIMIT; beyond, NaN, infinity,
 * and what is no shape (a negative size, max < min, axes or normals that are not of length 1) is answered with
 * "no", and KBX_ERROR_ARGUMENT where there is a status. */
typedef struct { float x, y, z; } kbx_vec3;
typedef struct { kbx_vec3 min, max; } kbx_box3;
typedef struct { kbx_vec3 centre; float radius; } kbx_sphere;
typedef struct {
  kbx_vec3 centre;
  kbx_vec3 axis[3]; /* unit vectors at right angles, to 1/1000 */
  float half[3];    /* from the centre to the sides */
} kbx_obb3;
typedef struct {
  kbx_vec3 normal;  /* unit vector, to 1/1000; its side is the front */
  float distance;   /* dot (normal, p) == distance for the points p of the plane; at most 2 * KBX_WORLD_LIMIT either way,
                     * since planes of slanted normals lie farther from the origin than their points' coordinates tell */
} kbx_plane;
typedef struct {
  const kbx_vec3 *corners; /* in order round it, all in one plane, three or more; borrowed */
  uint32_t count;
} kbx_polygon3;            /* the front is where they go round counter-clockwise */

/* Constant time each. */
KBX_API bool kbx_box3_contains (kbx_box3 box, kbx_vec3 p);
KBX_API bool kbx_sphere_contains (kbx_sphere sphere, kbx_vec3 p);
KBX_API bool kbx_obb3_contains (kbx_obb3 box, kbx_vec3 p);

/* Pairs. Symmetric. Constant time. Methods: intervals; squared distance; the centre clamped into the box; for
 * oriented boxes all fifteen separating axes (Gottschalk, Lin and Manocha 1996): the six normals of the faces do not
 * suffice, since two boxes can be apart edge to edge. */
KBX_API bool kbx_overlap_boxes3 (kbx_box3 a, kbx_box3 b);
KBX_API bool kbx_overlap_spheres (kbx_sphere a, kbx_sphere b);
KBX_API bool kbx_overlap_sphere_box3 (kbx_sphere sphere, kbx_box3 box);
KBX_API bool kbx_overlap_sphere_obb3 (kbx_sphere sphere, kbx_obb3 box);
KBX_API bool kbx_overlap_box3_obb3 (kbx_box3 a, kbx_obb3 b);
KBX_API bool kbx_overlap_obbs3 (kbx_obb3 a, kbx_obb3 b);

/* The box along the axes as an oriented one; half sizes and centre are rounded to float. */
KBX_API kbx_obb3 kbx_obb3_from_box (kbx_box3 box);

typedef struct { kbx_status status; kbx_plane plane; } kbx_plane_answer;

/* The plane of three points, or of a polygon, with the front where they go round counter-clockwise. Points on one
 * line: KBX_ERROR_ARGUMENT. Normal and distance are rounded to float; the sweeps below do not go by way of them.
 * Method: the normal is the sum of the cross products of neighbouring corners (Newell's). */
KBX_API kbx_plane_answer kbx_plane_through (kbx_vec3 a, kbx_vec3 b, kbx_vec3 c);
KBX_API kbx_plane_answer kbx_polygon3_plane (kbx_polygon3 polygon);

/* Signed distance from the plane, positive in front. And its sign: 1, 0 on it, -1 behind. Both are 0
 * for bad arguments. Method: dot (normal, p) - distance, over the normal's length. */
KBX_API float kbx_plane_distance (kbx_plane plane, kbx_vec3 p);
KBX_API int kbx_plane_side (kbx_plane plane, kbx_vec3 p);

/* Does the shape touch the plane itself? Method: the distance of the centre against the shape's reach along the
 * normal. */
KBX_API bool kbx_overlap_sphere_plane (kbx_sphere sphere, kbx_plane plane);
KBX_API bool kbx_overlap_box3_plane (kbx_box3 box, kbx_plane plane);
KBX_API bool kbx_overlap_obb3_plane (kbx_obb3 box, kbx_plane plane);

/* Is a point of the polygon's plane in the polygon? Any polygon that does not cross itself, convex or not; its edges
 * belong to it. A point beside the plane is asked as its projection along the axis in which the normal is largest.
 * Without area nothing is contained. Cost: linear.
 * Method: crossing number in that projection, with half-open edges, and an exact test for points on an edge. */
KBX_API bool kbx_polygon3_contains (kbx_polygon3 polygon, kbx_vec3 p);

/* Where a move first touches something: as kbx_sweep (see "sweeps"), with one dimension more. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;
  float fraction;    /* 0 to 1; 1 without a hit, 0 after bad input */
  kbx_vec3 point;    /* where the surfaces touch; (0, 0, 0) without a hit */
  kbx_vec3 normal;   /* unit vector against the move; (0, 0, 0) without a hit */
} kbx_sweep3;

/* A moving point or sphere against the solid behind a plane: stopped on the way in, also when it starts on the
 * surface; not on the way along it or out. Of a start behind the surface, the normal is the plane's and the point the
 * mover's centre. Cost: constant. Method: the signed distances of start and end. */
KBX_API kbx_sweep3 kbx_sweep_point_plane (kbx_vec3 from, kbx_vec3 move, kbx_plane plane);
KBX_API kbx_sweep3 kbx_sweep_sphere_plane (kbx_sphere mover, kbx_vec3 move, kbx_plane plane);

/* A moving point against a convex polygon, a sheet without thickness, edges and corners included. Stopped by both
 * sides; one_way: only by the front. A move that starts on the sheet is stopped only by one_way, on the way in;
 * one along the sheet is not stopped. Polygons that share an edge, with the same corners, leave no gap: what passes
 * exactly through the edge is stopped by one of them at least.
 * Cost: linear. Methods: the end points' sides of the plane; then the side on which the move's line passes each edge,
 * that is, the crossing test in a projection along the move. */
KBX_API kbx_sweep3 kbx_sweep_point_polygon3 (kbx_vec3 from, kbx_vec3 move, kbx_polygon3 convex, bool one_way);

/* As kbx_sweep_stop (the skin is measured along the normal) and kbx_bounce. */
KBX_API kbx_vec3 kbx_sweep3_stop (kbx_vec3 from, kbx_vec3 move, kbx_sweep3 sweep, float skin);
KBX_API kbx_vec3 kbx_bounce3 (kbx_vec3 move, kbx_vec3 normal, float coefficient);

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
  kbx_vec axis;        /* where the frame's x axis points: kbx_direction_from_degrees, or (cos, sin) */
  float scale;
  bool flip_x, flip_y;
} kbx_turn;

/* The turn that leaves a pose as it is. */
KBX_API kbx_turn kbx_turn_from_pose (kbx_pose pose);

/* As kbx_frame_hit_point, _box and _circle, in the first form for the first shape in the artist's order and in the
 * second for all. Any real point may be asked; of a pixel, that is its centre. Cost: linear in the shapes; frame and
 * shapes whose bounds are not near are passed over. Method: each shape is brought into the world. */
KBX_API kbx_hit kbx_frame_turned_hit_point (kbx_frame frame, kbx_turn turn, kbx_vec p, kbx_class_set classes);
KBX_API kbx_hit kbx_frame_turned_hit_rect (kbx_frame frame, kbx_turn turn, kbx_rect rect, kbx_class_set classes);
KBX_API kbx_hit kbx_frame_turned_hit_circle (kbx_frame frame, kbx_turn turn, kbx_circle circle, kbx_class_set classes);
KBX_API uint32_t kbx_frame_turned_hit_point_all (kbx_frame frame, kbx_turn turn, kbx_vec p, kbx_class_set classes,
                                                 kbx_hit *hits, uint32_t capacity);
KBX_API uint32_t kbx_frame_turned_hit_rect_all (kbx_frame frame, kbx_turn turn, kbx_rect rect, kbx_class_set classes,
                                                kbx_hit *hits, uint32_t capacity);
KBX_API uint32_t kbx_frame_turned_hit_circle_all (kbx_frame frame, kbx_turn turn, kbx_circle circle,
                                                  kbx_class_set classes, kbx_hit *hits, uint32_t capacity);

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
KBX_API kbx_hit kbx_frame_turned_strike (kbx_frame a, kbx_turn turn_a, const char *point_name,
                                         kbx_frame b, kbx_turn turn_b, kbx_class_set classes);

/* What shape i becomes; `found` is false, and the count 0, for other kinds and a bad turn. The oriented box is that
 * of a box, or of an oriented box as drawn. Outline and parts as kbx_frame_shape_outline and _part. */
KBX_API kbx_shape_circle kbx_frame_turned_shape_circle (kbx_frame frame, kbx_turn turn, uint32_t i);
KBX_API kbx_shape_obb kbx_frame_turned_shape_obb (kbx_frame frame, kbx_turn turn, uint32_t i);
KBX_API uint32_t kbx_frame_turned_shape_outline (kbx_frame frame, kbx_turn turn, uint32_t i,
                                                 kbx_vec *corners, uint32_t capacity);
KBX_API uint32_t kbx_frame_turned_shape_part (kbx_frame frame, kbx_turn turn, uint32_t i, uint32_t part,
                                              kbx_vec *corners, uint32_t capacity);

/* ---------------------------------------------------------------- bitmaps ---- */

/* Which pixels of a picture count, packed so that two pictures can be tested pixel against pixel.
 * - The bytes are borrowed, need no alignment and are the same on every machine: a game may keep them in a file.
 * - A pose puts pixel (0, 0) on the world pixel (x, y) and mirrors about that pixel, as for a frame without a hot spot.
 *   So a flip costs nothing and needs no mirrored copy.
 * - Pixels are half-open: two bitmaps meet when they have a set pixel on the same pixel of the world.
 * - The null bitmap (bytes NULL) has no pixel and meets nothing. */
typedef struct { const void *bytes; } kbx_bitmap;

/* How wide and high a bitmap may be. */
#define KBX_BITMAP_LIMIT 8192u

/* Packs the pixels whose value is at least `threshold`: pixel (x, y) has its value at values[y * stride + x * step],
 * as the alpha of a picture with a step of 4. A threshold of 0 sets every pixel. Returns how many bytes it takes, and
 * writes them to bytes[0..capacity) when they fit; 0 for values = NULL, or a side of 0 or beyond KBX_BITMAP_LIMIT.
 * Cost: linear, three passes over the pixels. Method: the runs of set pixels, four bytes each, in planes: the first run
 * of every row, the second, and so on; or plain bits where the rows have many runs. */
KBX_API size_t kbx_bitmap_pack (const uint8_t *values, uint32_t w, uint32_t h, size_t step, size_t stride,
                                uint8_t threshold, void *bytes, size_t capacity);

/* Checks bytes from a file, so that no question reads outside them or can hang. KBX_OK; KBX_ERROR_TRUNCATED or
 * KBX_ERROR_VALUE, and the null bitmap. What kbx_bitmap_pack wrote needs no check. Cost: linear. */
KBX_API kbx_status kbx_bitmap_open (kbx_bitmap *bitmap, const void *bytes, size_t size);

/* Width and height; the smallest box round the set pixels; how many there are. Constant time. */
KBX_API kbx_size kbx_bitmap_size (kbx_bitmap bitmap);
KBX_API kbx_box kbx_bitmap_bounds (kbx_bitmap bitmap);
KBX_API uint32_t kbx_bitmap_area (kbx_bitmap bitmap);

/* Is the pixel p of the world set? Cost: binary search over the runs of a row, 64 at most. */
KBX_API bool kbx_bitmap_contains (kbx_bitmap bitmap, kbx_pose pose, kbx_point p);

typedef struct {
  bool found;
  kbx_point p;   /* of the world */
} kbx_pixel;

/* Two bitmaps: do they meet; where first in row order (the topmost row, in it the leftmost pixel); on how many pixels.
 * Swapping the two changes nothing. Cost: none when the bounds are apart; else linear in the rows that the bounds
 * share, times the runs in a row of the one and of the other, eight rows at a time; with plain bits 64 pixels at a
 * time. At most 8,192 rows of 64 runs each. Method: runs overlap as intervals do. */
KBX_API bool kbx_bitmaps_overlap (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b);
KBX_API kbx_pixel kbx_bitmaps_first (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b);
KBX_API uint32_t kbx_bitmaps_area (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b);

typedef struct {
  bool hit;
  uint32_t area;    /* shared pixels */
  kbx_vec normal;   /* unit vector from a to b, (0, 0) without a hit */
} kbx_bitmap_contact;

/* The normal is the way of a along which the shared area grows fastest, measured one pixel to either side; where that
 * tells nothing, as with one inside the other, it is (1, 0), like that of centres that coincide. Swapping the two turns
 * it round, but for that case. Cost: five areas. Method: central differences. */
KBX_API kbx_bitmap_contact kbx_bitmaps_collide (kbx_bitmap a, kbx_pose pose_a, kbx_bitmap b, kbx_pose pose_b);

/* ---------------------------------------------------------------- pixels of frames ---- */

/* Every frame with a picture has the bitmap of its solid pixels in the bank, unless the bank was exported without
 * pictures or the frame is wider or higher than KBX_BITMAP_LIMIT. Solid is what has an alpha of 128 or more, or what the
 * sprite's settings say instead: another alpha, a colour that is not solid. Pixel (0, 0) is that of the frame. Null when
 * there is none. Constant time. For frames alone the functions below are simpler: they know the hot spots. */
KBX_API kbx_bitmap kbx_frame_bitmap (kbx_frame frame);

/* Is the pixel p of the world a solid one of the frame? */
KBX_API bool kbx_frame_pixel_at (kbx_frame frame, kbx_pose pose, kbx_point p);

/* Two frames, pixel against pixel: as the questions to two bitmaps, with the frames' hot spots on their poses. The two
 * banks may be different ones. A frame without bitmap meets nothing. */
KBX_API bool kbx_frames_pixels_overlap (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b);
KBX_API kbx_pixel kbx_frames_pixels_first (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b);
KBX_API uint32_t kbx_frames_pixels_area (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b);
KBX_API kbx_bitmap_contact kbx_frames_pixels_collide (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b);

/* A frame that is rotated and scaled, against one that is not. The turned frame has a pixel of the world when the centre
 * of that pixel, turned back, lies in a solid pixel of the frame: as if its picture were drawn with the nearest pixel. So a
 * turn without rotation and scale gives what the frame's pose gives. A bad turn has no pixel.
 * Cost: some ns for each pixel of the world that both bounds hold; much slower than the questions above. Method: inverse
 * mapping of pixel centres, in double. */
KBX_API bool kbx_frame_turned_pixel_at (kbx_frame frame, kbx_turn turn, kbx_point p);
KBX_API bool kbx_frame_turned_pixels_overlap (kbx_frame a, kbx_turn turn_a, kbx_frame b, kbx_pose pose_b);
KBX_API kbx_pixel kbx_frame_turned_pixels_first (kbx_frame a, kbx_turn turn_a, kbx_frame b, kbx_pose pose_b);
KBX_API uint32_t kbx_frame_turned_pixels_area (kbx_frame a, kbx_turn turn_a, kbx_frame b, kbx_pose pose_b);

/* ---------------------------------------------------------------- zone masks ---- */

/* A picture whose values are zones, 1 to 255; 0 is "nothing". Its bytes are borrowed, need no alignment and are the same
 * on every machine. Pixel (0, 0) lies on pixel (0, 0) of the world; beyond the mask is zone 0. The null mask (bytes NULL) is all 0. */
typedef struct { const void *bytes; } kbx_mask;

/* A set of zones: zone z is bit z % 64 of bits[z / 64]. */
typedef struct { uint64_t bits[4]; } kbx_zone_set;

/* Is the zone in the set; the set of that one zone. */
KBX_API bool kbx_zone_set_has (kbx_zone_set set, uint8_t zone);
KBX_API kbx_zone_set kbx_zone_bit (uint8_t zone);

/* How wide and high a mask may be. */
#define KBX_MASK_LIMIT 16384u

/* Packs a picture: pixel (x, y) has its zone at values[y * stride + x]. Returns how many bytes it takes, and writes them to
 * bytes[0..capacity) when they fit; 0 for values = NULL, or a side of 0 or beyond KBX_MASK_LIMIT.
 * Method: tiles of 32 x 32 pixels. One of a single zone takes 4 bytes, one that a line divides into two 44, others 1, 2, 4
 * or 8 bits a pixel, as their number of zones needs. Cost: linear, two passes. */
KBX_API size_t kbx_mask_pack (const uint8_t *values, uint32_t w, uint32_t h, size_t stride, void *bytes, size_t capacity);

/* Checks bytes from a file. KBX_OK; KBX_ERROR_TRUNCATED or KBX_ERROR_VALUE, and the null mask. Cost: linear. */
KBX_API kbx_status kbx_mask_open (kbx_mask *mask, const void *bytes, size_t size);

/* Width and height; the zones that occur. Constant time. */
KBX_API kbx_size kbx_mask_size (kbx_mask mask);
KBX_API kbx_zone_set kbx_mask_zones (kbx_mask mask);

/* The zone of a pixel. Constant time. */
KBX_API uint8_t kbx_mask_zone_at (kbx_mask mask, kbx_point p);

/* The masks of a bank: how many, in the order of their names; one by its place (the null mask beyond the last) and its name
 * (""); the place of the one of that name, or KBX_NONE. Cost: binary search over the names. */
KBX_API uint32_t kbx_bank_mask_count (const kbx_bank *bank);
KBX_API kbx_mask kbx_bank_mask (const kbx_bank *bank, uint32_t mask_index);
KBX_API const char *kbx_bank_mask_name (const kbx_bank *bank, uint32_t mask_index);
KBX_API uint32_t kbx_bank_find_mask (const kbx_bank *bank, const char *name);

/* A zone of a bank's mask or sprite, or a surface of its track. Without one `found` is false, the value 0, the name "". */
typedef struct {
  bool found;
  uint8_t value;         /* what its pixels are in the mask */
  const char *name;      /* the bank's */
  uint32_t colour;       /* 0xRRGGBBAA */
  bool road;             /* a surface that cars may be on; of zones false */
} kbx_zone;

/* The zones of a bank's mask: how many, at most 255; one by its place in the artist's order; the one of a value, and the one
 * of a name. "Nothing" (0) is none of them; every other value that a pixel has is one. Cost: at most 255 looks. */
KBX_API uint32_t kbx_bank_zone_count (const kbx_bank *bank, uint32_t mask_index);
KBX_API kbx_zone kbx_bank_zone (const kbx_bank *bank, uint32_t mask_index, uint32_t i);
KBX_API kbx_zone kbx_bank_zone_of_value (const kbx_bank *bank, uint32_t mask_index, uint8_t value);
KBX_API kbx_zone kbx_bank_find_zone (const kbx_bank *bank, uint32_t mask_index, const char *name);

/* Which zones, 0 among them, have a pixel of the mask there:
 * - in a box of pixels;
 * - in a circle: pixels whose centres lie in the closed circle;
 * - on a segment: pixels [x, x + 1) x [y, y + 1) that hold a point of the closed segment, whose ends are first rounded
 *   to the nearest 1/256 pixel; exact;
 * - under a bitmap, or a frame's, in a pose; under a frame that is rotated and scaled (see above; slower).
 * What is null, empty or not valid has no zones. Cost: a look at each tile of 32 x 32 pixels that the bounds touch, and at its
 * rows where the tile has a zone that is not known yet. */
KBX_API kbx_zone_set kbx_mask_zones_in_box (kbx_mask mask, kbx_box box);
KBX_API kbx_zone_set kbx_mask_zones_in_circle (kbx_mask mask, kbx_circle circle);
KBX_API kbx_zone_set kbx_mask_zones_on_segment (kbx_mask mask, kbx_segment segment);
KBX_API kbx_zone_set kbx_mask_zones_under_bitmap (kbx_mask mask, kbx_bitmap bitmap, kbx_pose pose);
KBX_API kbx_zone_set kbx_mask_zones_under_frame (kbx_mask mask, kbx_frame frame, kbx_pose pose);
KBX_API kbx_zone_set kbx_mask_zones_under_turned_frame (kbx_mask mask, kbx_frame frame, kbx_turn turn);

typedef struct {
  bool found;
  kbx_point p;
  uint8_t zone;
} kbx_zone_pixel;

/* The first pixel there, in row order, whose zone is one of `zones`. Cost: as above, from the top down to it. */
KBX_API kbx_zone_pixel kbx_mask_first_in_box (kbx_mask mask, kbx_box box, kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_mask_first_in_circle (kbx_mask mask, kbx_circle circle, kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_mask_first_on_segment (kbx_mask mask, kbx_segment segment, kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_mask_first_under_bitmap (kbx_mask mask, kbx_bitmap bitmap, kbx_pose pose, kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_mask_first_under_frame (kbx_mask mask, kbx_frame frame, kbx_pose pose, kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_mask_first_under_turned_frame (kbx_mask mask, kbx_frame frame, kbx_turn turn,
                                                          kbx_zone_set zones);

/* ---------------------------------------------------------------- zones of frames ---- */

/* Zones may be painted on a frame: parts of a body, materials. They are where the frame's pixels are, in its pose, and
 * mirrored with it. What is not painted is zone 0, and is not among the zones that are told. */

/* The zones of a sprite: how many, at most 255; one by its place in the artist's order; the one of a value, and the one of a
 * name. Cost: at most 255 looks. */
KBX_API uint32_t kbx_sprite_zone_count (kbx_sprite sprite);
KBX_API kbx_zone kbx_sprite_zone (kbx_sprite sprite, uint32_t i);
KBX_API kbx_zone kbx_sprite_zone_of_value (kbx_sprite sprite, uint8_t value);
KBX_API kbx_zone kbx_sprite_find_zone (kbx_sprite sprite, const char *name);

typedef struct {
  kbx_mask mask;   /* the painted part of the frame; the null mask where nothing is painted */
  kbx_point at;    /* where in the frame pixel (0, 0) of the mask is */
} kbx_painted;

/* What is painted on a frame. Constant time. */
KBX_API kbx_painted kbx_frame_painted (kbx_frame frame);

/* The zone of the frame at pixel p of the world; 0 where there is none. Constant time. The second for a frame that is
 * rotated and scaled: that of the pixel of the frame in which the centre of p, turned back, lies. */
KBX_API uint8_t kbx_frame_zone_at (kbx_frame frame, kbx_pose pose, kbx_point p);
KBX_API uint8_t kbx_frame_turned_zone_at (kbx_frame frame, kbx_turn turn, kbx_point p);

/* Which zones of the frame have a pixel there: places as for masks (kbx_mask_zones_in_box and so on), of the world; the
 * last under another frame's bitmap. Cost: as for masks. */
KBX_API kbx_zone_set kbx_frame_zones_in_box (kbx_frame frame, kbx_pose pose, kbx_box box);
KBX_API kbx_zone_set kbx_frame_zones_in_circle (kbx_frame frame, kbx_pose pose, kbx_circle circle);
KBX_API kbx_zone_set kbx_frame_zones_on_segment (kbx_frame frame, kbx_pose pose, kbx_segment segment);
KBX_API kbx_zone_set kbx_frame_zones_under_bitmap (kbx_frame frame, kbx_pose pose, kbx_bitmap bitmap, kbx_pose pose_b);
KBX_API kbx_zone_set kbx_frame_zones_under_frame (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b);

/* The first pixel of the world there, in row order, whose zone is one of `zones`; 0 counts as none. Cost: as above. */
KBX_API kbx_zone_pixel kbx_frame_first_zone_in_box (kbx_frame frame, kbx_pose pose, kbx_box box, kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_frame_first_zone_in_circle (kbx_frame frame, kbx_pose pose, kbx_circle circle, kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_frame_first_zone_on_segment (kbx_frame frame, kbx_pose pose, kbx_segment segment,
                                                        kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_frame_first_zone_under_bitmap (kbx_frame frame, kbx_pose pose, kbx_bitmap bitmap, kbx_pose pose_b,
                                                          kbx_zone_set zones);
KBX_API kbx_zone_pixel kbx_frame_first_zone_under_frame (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b,
                                                         kbx_zone_set zones);

/* ---------------------------------------------------------------- tracks ---- */

/* How far it is to the edge of a road that was painted: positive on the road, negative beside it, in pixels. One look
 * answers for a car of any radius: it touches the edge where its middle has a clearance of no more than its radius.
 * - The edge is the sides of pixels between road and not road; what is beyond the picture is not road. The clearance of
 *   a pixel is the distance from its centre to the nearest centre of a pixel of the other kind, less 1/2, rounded to 1/16
 *   pixel; beyond a cut-off (kbx_track_most, at most 127) on either side all are alike. Along a straight edge it is the
 *   distance from the edge; towards a corner of a pixel it is larger by at most 0.2072 pixels.
 * - Pixel (x, y) has its centre at (x + 1/2, y + 1/2). Between the centres of four pixels the clearance is interpolated
 *   (bilinear): continuous, and it changes by at most one pixel for a pixel of way along an axis.
 * - Beyond the picture it is that of the nearest pixel of the border, less the distance from there.
 * - The bytes are borrowed, need no alignment and are the same on every machine. Track and world have one origin: a game
 *   that puts the track elsewhere takes the difference off.
 * - The null track (bytes NULL) has no road: no question finds anything, a clearance is -infinity. So with NaN, infinity
 *   and what is beyond KBX_WORLD_LIMIT. */
typedef struct { const void *bytes; } kbx_track;

/* Checks bytes that `kickbox export` has written, or another program, so that no question reads outside them or can hang.
 * KBX_OK; or KBX_ERROR_ARGUMENT (bytes NULL), _TRUNCATED, _VALUE or _REFERENCE, and the null track. Bytes beyond the end
 * are left alone. Cost: linear in the number of tiles of 8 x 8 pixels. */
KBX_API kbx_status kbx_track_open (kbx_track *track, const void *bytes, size_t size);

/* Width and height in pixels, and the cut-off. Constant time. */
KBX_API kbx_size kbx_track_size (kbx_track track);
KBX_API float kbx_track_most (kbx_track track);

/* The clearance of a pixel, exactly as it is stored; and of any place, interpolated. Constant time. */
KBX_API float kbx_track_clearance (kbx_track track, kbx_point p);
KBX_API float kbx_track_clearance_at (kbx_track track, kbx_vec p);

typedef struct {
  kbx_status status;
  float clearance;
  kbx_vec gradient; /* how the clearance changes, a pixel to the right and a pixel down; (0, 0) where it does not */
  kbx_vec normal;   /* unit vector to more clearance: off the edge, back to the road. Never NaN */
} kbx_track_place;

/* Where the clearance does not change, the normal is (0, 0) on the road (its middle, or beyond the cut-off); beside it,
 * it points about to the nearest road, or is (0, 0) if there is none. Cost: constant; but beside the road and beyond the
 * cut-off the square of the way to the road, in tiles of 8 pixels: at worst all tiles of the picture.
 * Method: the gradient of the bilinear form. */
KBX_API kbx_track_place kbx_track_look (kbx_track track, kbx_vec p);

/* Does the circle touch the edge of the road, or lie beside it? Touching counts. Of a radius beyond kbx_track_most nothing
 * is known: it touches. Constant time. */
KBX_API bool kbx_track_touches (kbx_track track, kbx_circle circle);

/* A moving circle against the edge: where its clearance first falls below its radius, as kbx_sweep tells (see "sweeps").
 * Started inside: its clearance is below its radius at the start; the normal leads back to the road, and is (0, 0) where
 * nothing tells. What glides along just touching hits nothing. `point` is on the edge, by the normal; the fraction is
 * rounded down. A radius beyond kbx_track_most is KBX_ERROR_ARGUMENT.
 * It is the first touch of the interpolated clearance, with no step that could skip one. Cost: a step for each length of
 * half the clearance that is left, and one for each pixel along the edge; fewer than four times
 * (width + height + 1,024). Method: sphere tracing (Hart 1996), and near
 * the touch the roots of the bilinear form along the way. */
KBX_API kbx_sweep kbx_track_sweep_circle (kbx_track track, kbx_circle mover, kbx_vec move);

typedef enum {
  KBX_TRACK_STOP = 0,   /* at the first touch */
  KBX_TRACK_SLIDE = 1,  /* and goes on along the edge */
  KBX_TRACK_BOUNCE = 2  /* and is thrown back, see kbx_bounce */
} kbx_track_manner;

typedef struct {
  kbx_status status;
  kbx_vec centre;    /* where the circle is after the move */
  kbx_vec velocity;  /* the whole move as the touches have turned it: the next step's */
  kbx_vec normal;    /* of the last touch; (0, 0) without one */
  uint32_t touches;  /* how many, at most 16: what is left of the move then is dropped */
} kbx_track_move;

/* Moves a circle. It keeps `skin` pixels off the edge (see kbx_sweep_stop), if by being pushed off it.
 * - A circle that touches at the start is first pushed back to the road. Where that finds no room for
 *   it, it stays exactly where it started, with one touch and no velocity.
 * - `coefficient` is that of kbx_bounce, and means nothing to the others.
 * - Unless it stays, its clearance afterwards is not below its radius, but for rounding to float.
 * KBX_ERROR_ARGUMENT as above, and for a negative coefficient or skin: it stays too.
 * Cost: a sweep and some steps for each touch, at most 16, and at most 17 times kbx_track_look. */
KBX_API kbx_track_move kbx_track_move_circle (kbx_track track, kbx_circle mover, kbx_vec move, kbx_track_manner manner,
                                              float coefficient, float skin);

/* Check points of a lap: gates in order round the course, gate 0 is the start line. A gate is crossed by the way from a
 * point to another, forwards from its left to its right (see "segments"; as one-way walls stop), its ends included.
 * The gate's line belongs to its left. Forwards, a move that ends on the line has not crossed yet: the
 * next one does, when it goes on to the right. Backwards, a move that ends on the line has crossed.
 * Exact on the grid of 1/256 pixel within +-65,536: of a chain of moves, each beginning where the one
 * before ended, each crossing counts once. */

/* 1 crossed forwards, -1 backwards, 0 not at all, or bad coordinates. Method: the signs of four determinants, without
 * rounding. */
KBX_API int kbx_gate_crossed (kbx_segment gate, kbx_vec from, kbx_vec to);

/* What a car has done. Begins with all zeros: before the start line. */
typedef struct {
  uint32_t next; /* the gate to cross next */
  uint32_t laps; /* how many times gate 0 was crossed in its turn: the lap that it is in, from 1 on */
} kbx_lap;

typedef struct {
  kbx_status status;
  uint32_t count;  /* how many gates were crossed in order */
  float fraction;  /* of the move, at the last of them; 0 without */
} kbx_gates_passed;

/* Counts the gates that the way crosses forwards and in order, first the one that is next; others, and ways back, count
 * nothing. Each gate at most once. Bad coordinates, or a `next` that is none of the gates: KBX_ERROR_ARGUMENT, and *lap stays.
 * Cost: constant, and the gates are looked at once for being none. Method: as kbx_gate_crossed, the fractions of the
 * crossings being compared as products. */
KBX_API kbx_gates_passed kbx_gates_advance (const kbx_segment *gates, uint32_t count, kbx_lap *lap, kbx_vec from, kbx_vec to);

/* ---------------------------------------------------------------- tracks of a bank ---- */

/* The tracks of a bank: how many, in the order of their names; the clearance of one by its place (the null track beyond the
 * last) and its name (""); the place of the one of that name, or KBX_NONE. Cost: binary search over the names. */
KBX_API uint32_t kbx_bank_track_count (const kbx_bank *bank);
KBX_API kbx_track kbx_bank_track (const kbx_bank *bank, uint32_t track_index);
KBX_API const char *kbx_bank_track_name (const kbx_bank *bank, uint32_t track_index);
KBX_API uint32_t kbx_bank_find_track (const kbx_bank *bank, const char *name);

/* What the road and its surroundings are made of: a mask of the track's size, whose values are surfaces. They are told as
 * zones are; 0 is none. Cost: at most 255 looks. */
KBX_API kbx_mask kbx_bank_track_surfaces (const kbx_bank *bank, uint32_t track_index);
KBX_API uint32_t kbx_bank_surface_count (const kbx_bank *bank, uint32_t track_index);
KBX_API kbx_zone kbx_bank_surface (const kbx_bank *bank, uint32_t track_index, uint32_t i);
KBX_API kbx_zone kbx_bank_surface_of_value (const kbx_bank *bank, uint32_t track_index, uint8_t value);
KBX_API kbx_zone kbx_bank_find_surface (const kbx_bank *bank, uint32_t track_index, const char *name);

/* The gates of a track in their order, for kbx_gates_advance: as many as fit into gates[0..capacity); gates may be NULL
 * when capacity is 0. Returns how many there are. The name of one is "" when it has none. Cost: linear. */
KBX_API uint32_t kbx_bank_gates (const kbx_bank *bank, uint32_t track_index, kbx_segment *gates, uint32_t capacity);
KBX_API const char *kbx_bank_gate_name (const kbx_bank *bank, uint32_t track_index, uint32_t i);

/* The strip of road in which the middle of a car of some radius is too near the edge. */
typedef struct {
  bool found;
  const char *name;      /* "" when it has none */
  uint32_t colour;       /* 0xRRGGBBAA */
  float radius;          /* in pixels */
  bool painted;          /* by hand: somewhere the mask is not what the clearance tells */
  kbx_mask mask;         /* 1 in the band, 0 elsewhere: of the road, where a pixel's clearance is below the radius */
} kbx_track_band;

/* The bands of a track: how many; one by its place in the designer's order; the first of a name. Cost: a comparison of
 * names each. */
KBX_API uint32_t kbx_bank_band_count (const kbx_bank *bank, uint32_t track_index);
KBX_API kbx_track_band kbx_bank_band (const kbx_bank *bank, uint32_t track_index, uint32_t i);
KBX_API kbx_track_band kbx_bank_find_band (const kbx_bank *bank, uint32_t track_index, const char *name);

/* Does a car of the band's radius, with its middle at p, touch the edge of the road, or lie beside it? As kbx_track_touches
 * tells; but in a pixel in which the band was painted by hand other than the clearance has it, as it was painted.
 * Without a band false. Constant time. */
KBX_API bool kbx_track_band_touches (kbx_track track, kbx_track_band band, kbx_vec p);

/* ---------------------------------------------------------------- levels ---- */

/* Walls, and what a move among them meets.
 * - Coordinates lie on the grid of 1/256 pixel within +-KBX_LEVEL_LIMIT. Places that are asked with are brought to its
 *   nearest point first, halves upwards; then every decision is exact, without epsilon.
 * - A wall goes from a to b. A one-way wall stops only what comes from its left, the side of P where det(AB, AP) > 0, which
 *   is the right-hand side on the screen of one who looks from a to b. What walls stop is told under "sweeps": they are
 *   segments, ends included; what glides along or moves away is let go.
 * - The first wall is the one with the least fraction (in double, from two exact numbers; a circle's is rounded), of
 *   equal ones that with the lowest index. How the walls are partitioned changes no answer, not in its last bit.
 * - The bytes are borrowed, need no alignment (at multiples of 64 they are read fastest) and are the same on every machine.
 *   Several threads may ask at once.
 * - The null level (bytes NULL), NaN, infinity and what is beyond the limits: KBX_ERROR_ARGUMENT, nothing hit, nobody moves.
 * Cost, unless stated: that of going through the partition; about the logarithm of the number of
 * walls, and what is near the way. At worst, which bytes made for it can cause, each node and each
 * block of four walls once. */
typedef struct { const void *bytes; } kbx_level;

#define KBX_LEVEL_LIMIT 65536.0f

typedef enum {
  KBX_PARTITION_NONE = 0, /* all walls are looked at, four at a time */
  KBX_PARTITION_GRID = 1,
  KBX_PARTITION_QUADTREE = 2,
  KBX_PARTITION_BSP = 3
} kbx_partition;

/* Checks bytes that `kickbox export` has written, or another program, so that no question reads outside them or can hang.
 * KBX_OK; or why not, with the place in *error unless that is NULL, and the null level. Bytes beyond the end are left alone.
 * That each wall is listed wherever it lies is left to who made the bytes: a wall that is not cannot be met there.
 * Cost: linear. */
KBX_API kbx_status kbx_level_open (kbx_level *level, const void *bytes, size_t size, kbx_error *error);

/* How it is partitioned; how many walls and areas there are. Constant time. */
KBX_API kbx_partition kbx_level_partition (kbx_level level);
KBX_API uint32_t kbx_level_wall_count (kbx_level level);
KBX_API uint32_t kbx_level_area_count (kbx_level level);

typedef struct {
  kbx_segment segment;
  uint32_t class_index; /* 0 to 63 */
  bool one_way;
} kbx_wall;

/* One without length and class 0 beyond the last. Constant time. */
KBX_API kbx_wall kbx_level_wall (kbx_level level, uint32_t index);

/* Which walls count. Doors: a game keeps one bit a wall and sets those of open ones. Begin with kbx_all_walls (): in a filter of zeros no
 * class counts, so nothing blocks. */
typedef struct {
  kbx_class_set classes;
  const uint64_t *removed; /* NULL, or bit i % 64 of number i / 64 takes wall i out; as many as there are walls. Borrowed */
} kbx_wall_filter;

/* All walls. Constant time. */
KBX_API kbx_wall_filter kbx_all_walls (void);

/* The first wall that a moving point, or circle, meets: as kbx_sweep_point_segments and kbx_sweep_circle_segments answer for
 * all of them. `index` is the wall; without a hit KBX_NONE. A circle of radius 0 is a point. */
KBX_API kbx_first_sweep kbx_level_cast (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter);
KBX_API kbx_first_sweep kbx_level_cast_circle (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter);

/* Is there no wall in the way? The same as no hit of kbx_level_cast, but the first wall found ends it. False for bad input. */
KBX_API bool kbx_level_sees (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter);

/* A move, and where to stop. */
typedef struct {
  kbx_sweep sweep; /* as kbx_level_cast's */
  uint32_t wall;   /* KBX_NONE without a hit */
  kbx_vec stop;    /* a point of the grid */
} kbx_trace;

/* `stop` is where the move ends without a hit; with one it is a point just before the wall such that the straight way to it
 * meets nothing, by the same exact test; at the worst that is where the move starts. So whoever goes from stop to stop
 * in a closed room never leaves it, whatever is aimed at: ends of walls, the wall itself, along it. A circle stops where no
 * wall that stops it reaches into it; one that starts with a wall inside stays.
 * Cost: two casts, rarely a few more; 30 at most. */
KBX_API kbx_trace kbx_level_trace (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter);
KBX_API kbx_trace kbx_level_trace_circle (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter);

typedef struct {
  kbx_status status;
  bool started_inside; /* a wall reached into the circle at the start: it stays */
  kbx_vec centre;      /* where it is after the move, a point of the grid */
  kbx_vec velocity;    /* the move as the walls have turned it: the next step's. Not on the grid; without a touch just `to` - the centre */
  kbx_vec normal;      /* of the last touch; (0, 0) without one */
  uint32_t touched;    /* how many walls, each counted once; at most 16, then what is left of the move is dropped */
} kbx_level_move;

/* Moves a circle that is not stopped by walls: it goes on along them and stops in corners, never turning against the move; or
 * is thrown back as kbx_bounce tells, `coefficient` being 0 or more. Made of traces, so what those promise holds. The walls
 * that it touched, in order, go to walls[0..capacity); capacity 0 needs none.
 * What is less than the grid: `velocity` keeps it, as far as floats at `to` do, but places are on the grid, so one who always goes on
 * from `centre` does not move by a step below 1/512 pixel. A game that wants such steps to add up keeps its own place and velocity
 * where nothing was touched, for `centre` is the point of the grid at `to` then, and the next call begins there again:
 *   if (move.status == KBX_OK && move.touched == 0) { at = to; }
 *   else { at = move.centre; velocity = move.velocity; }
 * Cost: a trace for each touch, 16 at most. */
KBX_API kbx_level_move kbx_level_slide (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, uint32_t *walls,
                                        uint32_t capacity);
KBX_API kbx_level_move kbx_level_bounce (kbx_level level, kbx_circle mover, kbx_vec to, kbx_wall_filter filter, float coefficient,
                                         uint32_t *walls, uint32_t capacity);

/* Where a point lies. */
typedef struct {
  kbx_status status;
  uint32_t area; /* the first one that holds it, or KBX_NONE */
  uint32_t leaf; /* of the partition: a node of a tree, a cell of a grid, counted along rows; KBX_NONE beyond the grid */
} kbx_level_place;

/* An area is what its edges go round an odd number of times. Of areas that share an edge, a point on it belongs to exactly
 * one: edges belong to what is right of them and below.
 * Cost: the way down the partition, and the edges of areas that share the leaf. Method: a crossing number with exact
 * signs. At worst each edge of the level once. */
KBX_API kbx_level_place kbx_level_locate (kbx_level level, kbx_vec p);

/* All walls that touch the closed disc, or box, by rising index: the first `capacity` of them go to walls, how many there are
 * is returned. One-way or not is all the same. A box within +-KBX_WORLD_LIMIT. Cost: see above, once for each 16,384 of the
 * indices that are found. */
KBX_API uint32_t kbx_level_near (kbx_level level, kbx_circle circle, kbx_wall_filter filter, uint32_t *walls, uint32_t capacity);
KBX_API uint32_t kbx_level_near_box (kbx_level level, kbx_rect box, kbx_wall_filter filter, uint32_t *walls, uint32_t capacity);

/* What a cast costs, counted: the same numbers on every machine. */
typedef struct {
  uint32_t nodes;  /* of a tree, leaves included; cells of a grid */
  uint32_t blocks; /* of four walls */
} kbx_level_work;

KBX_API kbx_level_work kbx_level_cast_work (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter);

/* Which nodes they are, in the order in which the cast comes to them: a tree's count from 0, parents first; of a grid they are the
 * cells, counted along rows; as kbx_level_place's leaf. The first `capacity` of them go to nodes, how many there are is returned:
 * as many as kbx_level_cast_work tells. 0 for bad input. Cost: of kbx_level_cast, and a number for each. */
KBX_API uint32_t kbx_level_cast_nodes (kbx_level level, kbx_vec from, kbx_vec to, kbx_wall_filter filter, uint32_t *nodes,
                                       uint32_t capacity);

/* A node of the partition, for pictures of it. */
typedef struct {
  bool found;       /* false: there is none of that number, or bad input */
  bool leaf;        /* lists walls, as each cell of a grid does; others divide their cell in two */
  uint32_t depth;   /* 0 for the root, and for cells of a grid */
  kbx_segment line; /* where that divides its cell; both ends (0, 0) of a leaf, and where the line is not in the rectangle */
} kbx_level_node;

/* A node, as far as it lies within a rectangle of the world. And its cell: the corners of a convex polygon, clockwise on the
 * screen; the first `capacity` go to corners, how many there are is returned: 0 where nothing of it is within, at most
 * KBX_LEVEL_CELL_CORNERS. Computed in double, rounded to float once. Cost: the square of its depth at worst.
 * Method: the rectangle, cut by the lines of all nodes above (Sutherland and Hodgman 1974). */
#define KBX_LEVEL_CELL_CORNERS 68u
KBX_API kbx_level_node kbx_level_look_node (kbx_level level, uint32_t node, kbx_rect within);
KBX_API uint32_t kbx_level_node_cell (kbx_level level, uint32_t node, kbx_rect within, kbx_vec *corners, uint32_t capacity);

/* ---- the levels of a bank */

/* How many there are; the one of a name, or KBX_NONE (cost: binary search); its name, "" beyond the last; its walls and
 * areas, the null level beyond the last. Levels stand in the order of their names. */
KBX_API uint32_t kbx_bank_level_count (const kbx_bank *bank);
KBX_API uint32_t kbx_bank_find_level (const kbx_bank *bank, const char *name);
KBX_API const char *kbx_bank_level_name (const kbx_bank *bank, uint32_t level_index);
KBX_API kbx_level kbx_bank_level (const kbx_bank *bank, uint32_t level_index);

typedef struct {
  bool found;
  const char *name;     /* "" beyond the last */
  uint32_t class_index; /* KBX_NONE beyond the last */
} kbx_level_area;

/* What an area is, by the number that kbx_level_locate tells; the first of a name, or KBX_NONE (cost: a comparison of names
 * each). */
KBX_API kbx_level_area kbx_bank_area (const kbx_bank *bank, uint32_t level_index, uint32_t i);
KBX_API uint32_t kbx_bank_find_area (const kbx_bank *bank, uint32_t level_index, const char *name);

/* A place with a meaning. */
typedef struct {
  bool found;
  const char *name;        /* "" when it has none */
  uint32_t class_index;    /* KBX_NONE beyond the last */
  kbx_vec at;              /* in pixels, on the grid of 1/256 */
  kbx_vec direction;       /* unit vector, or (0, 0) for none */
  kbx_frame frame;         /* what is shown there, its hot spot on the pixel of `at`; .bank is NULL for nothing */
  bool flip_x, flip_y;     /* how it is shown */
  uint32_t value_count;    /* key/value pairs */
} kbx_entity;

/* The entities of a level, in the designer's order: how many; one of them; the first of a name, or KBX_NONE (cost: a
 * comparison of names each). */
KBX_API uint32_t kbx_bank_entity_count (const kbx_bank *bank, uint32_t level_index);
KBX_API kbx_entity kbx_bank_entity (const kbx_bank *bank, uint32_t level_index, uint32_t i);
KBX_API uint32_t kbx_bank_find_entity (const kbx_bank *bank, uint32_t level_index, const char *name);

/* Key and value number k of an entity, keys ascending, both NULL beyond the last; the value of a key, or NULL (cost: a
 * comparison of keys each). */
KBX_API kbx_key_value kbx_bank_entity_key_value (const kbx_bank *bank, uint32_t level_index, uint32_t i, uint32_t k);
KBX_API const char *kbx_bank_entity_value (const kbx_bank *bank, uint32_t level_index, uint32_t i, const char *key);

/* ---------------------------------------------------------------- mazes ---- */

/* Thin walls on the edges of a grid's cells.
 * - Cell (i, j) is the pixels [x + i w, x + (i + 1) w) x [y + j h, y + (j + 1) h), where (x, y) is the maze's origin and w x h the
 *   size of a cell; i and j may be negative. Beyond the maze there are no walls.
 * - Walls have no thickness. A box, a set of whole pixels, meets a wall that reaches into its inside: one that lies along a wall
 *   does not. A point is the square of 1/256 pixel of which it is the top left corner, as it belongs to one cell: it stops
 *   1/256 pixel before what is right of it or below. Decisions are exact, on whole numbers, without epsilon.
 * - A trace tells the least fraction of the move behind which a wall is met. What touches at the end of the move, or glides
 *   along, meets nothing. `point` is on the wall, in the middle of what touches.
 * - One wall is told. Where several are met at the least fraction it is found so:
 *     1. By what meets it. First the side of the mover to which the move goes more: the left or right one where |x| >= |y|, else
 *        the upper or lower one. Then the other side to which it goes. Then the corner between both, where no side meets any.
 *     2. Of walls that this side meets: the uppermost, or, of an upper or lower side, the leftmost. Where a wall along the side
 *        and one that ends at it begin at one place, that along the side.
 *     3. Of walls that only the corner meets: a left edge before a top one.
 *   `normal` is against the side that 1. found, at a corner against the one that was asked first. As an example a box moves by (5, 2),
 *   and comes to a wall on its right and to one below at once: the wall on its right is told, with the normal (-1, 0).
 * - `stop` is where the mover is at that fraction, rounded to whole pixels (a point: to 1/256) towards its start. It got there
 *   past no wall: so whoever goes from stop to stop never leaves a closed room.
 * - Boxes, and where they come to, lie within KBX_WORLD_LIMIT; points within KBX_LEVEL_LIMIT, and are first brought to the
 *   nearest 1/256 pixel. The null maze (bytes NULL), an empty box and what lies beyond: KBX_ERROR_ARGUMENT, nothing hit,
 *   nobody moves.
 * - The bytes are borrowed, need no alignment and are the same on every machine. Several threads may ask at once.
 * Cost, where nothing else is told: a look at each edge on the way; nothing for the way beyond the maze.
 * Method: the lines between cells that the sides of the mover pass, in the order of their fractions, which are compared as
 * products (Amanatides and Woo 1987, for a box). */
typedef struct { const void *bytes; } kbx_maze;

/* Checks bytes that `kickbox export` has written, or another program, so that no question reads outside them. KBX_OK; or why
 * not, with the place in *error unless that is NULL, and the null maze. Bytes beyond the end are left alone. Cost: linear. */
KBX_API kbx_status kbx_maze_open (kbx_maze *maze, const void *bytes, size_t size, kbx_error *error);

typedef struct {
  uint32_t class_index; /* of its walls, 0 to 63 */
  kbx_point origin;     /* the pixel at which the corner of cell (0, 0) is */
  kbx_size cell;        /* in pixels, each side 1 to 1024 */
  kbx_point first;      /* the cell at the top left */
  kbx_size size;        /* columns and rows, each 1 to 8191 */
  kbx_box area;         /* the pixels of all its cells */
} kbx_maze_about;

/* What it is; all zeros for the null maze. Constant time. */
KBX_API kbx_maze_about kbx_maze_look (kbx_maze maze);

/* The cell of a pixel, also beyond the maze; (0, 0) for the null maze. Constant time. Method: division rounded down. */
KBX_API kbx_point kbx_maze_cell_at (kbx_maze maze, kbx_point p);

typedef struct { bool left, top, right, bottom; } kbx_maze_walls;

/* On which of its edges a cell has walls; and whether there is one between two cells that share an edge, false for cells that do
 * not. Constant time. */
KBX_API kbx_maze_walls kbx_maze_walls_of (kbx_maze maze, kbx_point cell);
KBX_API bool kbx_maze_wall_between (kbx_maze maze, kbx_point a, kbx_point b);

/* An edge with a wall: the left or the top one of a cell. The right border is left edges of cells behind it, as is the lower one
 * top edges. Cell (0, 0) and false where no wall was met. */
typedef struct {
  kbx_point cell;
  bool top;
} kbx_maze_wall;

/* Does a wall reach into the box? False for an empty one. Cost: linear in the cells under the box. */
KBX_API bool kbx_maze_hits_box (kbx_maze maze, kbx_box box);

typedef struct {
  kbx_sweep sweep;
  kbx_maze_wall wall;
  kbx_vec stop;
} kbx_maze_trace;

typedef struct {
  kbx_sweep sweep;    /* started inside: the normal is the shortest way off the wall that is told */
  kbx_maze_wall wall;
  kbx_box stop;       /* the box, moved */
} kbx_maze_box_trace;

/* The first wall that a moving point, or box, meets, and where to stop. A box with a wall inside stays. */
KBX_API kbx_maze_trace kbx_maze_trace_point (kbx_maze maze, kbx_vec from, kbx_vec to);
KBX_API kbx_maze_box_trace kbx_maze_trace_box (kbx_maze maze, kbx_box box, kbx_point move);

typedef struct {
  kbx_status status;
  bool started_inside;    /* a wall reached into the box: it stays */
  kbx_box box;            /* where it is after the move */
  kbx_point stopped;      /* 1 or -1 along x and y where a wall stopped it to the right or left, below or above; else 0 */
  kbx_maze_wall wall[2];  /* what stopped it along x, and along y */
} kbx_maze_move;

/* Moves a box that slides: where a wall stops it along one axis, it goes on along the other with what is left of the move there.
 * Cost: at most three traces. */
KBX_API kbx_maze_move kbx_maze_slide_box (kbx_maze maze, kbx_box box, kbx_point move);

/* The cells of the maze that a point of the closed way from one place to another lies in, in order; walls or not. The first
 * `capacity` of them go to cells; how many there are is returned, 0 for bad input. Cells are half-open here too: where the
 * way passes exactly through the corner of four, it is in the one to the lower right of it. Cost: linear in what is crossed. */
KBX_API uint32_t kbx_maze_cells_crossed (kbx_maze maze, kbx_vec from, kbx_vec to, kbx_point *cells, uint32_t capacity);

/* ---------------------------------------------------------------- tiles ---- */

/* A layer of tiles: cells of one size, each of which is empty or shows a tile.
 * - Cells are told by i to the right and j down, any int32; those that are not stored are empty. Straight layers lie in the
 *   world's pixels; the corner of cell (0, 0) is the layer's origin. An isometric layer has the same pixels in its own
 *   frame, where each cell is a box too, and every question below is asked there; kbx_tiles_from_screen and
 *   kbx_tiles_to_screen lead from the screen to that frame and back.
 * - Tiles are sets of whole pixels, half-open: solid pixels stop boxes, and neighbours that share an edge do not touch. A
 *   tile is full; or has a height for each column of pixels (a slope), standing on one of its four sides, since tiles may be
 *   flipped and transposed; or is one-way; or is not solid, and may have its frame's shapes.
 * - A one-way tile stops only what was wholly beyond its side before and comes in through that side: one that stops from the
 *   top lets jump up through it, and stops what lands on it. It has no solid pixels.
 * - A set of classes says which tiles count; a tile without a class counts for every set but the empty one.
 * - Any int32 positions and moves are right; nothing overflows. All answers are exact, in integers, but where reals are told.
 * - The bytes are borrowed, need no alignment (at multiples of 64 they are read fastest) and are the same on every machine.
 *   The null layer (bytes NULL) is empty.
 * Cost, where nothing else is told: the cells that are looked at; blocks of 32 x 32 empty cells count as one. */
typedef struct { const void *bytes; } kbx_tiles;

typedef struct { int32_t i, j; } kbx_tile_cell;

typedef enum {
  KBX_TILE_NOT_SOLID = 0,     /* empty, or with its frame's shapes */
  KBX_TILE_FULL = 1,
  KBX_TILE_ONE_WAY_LEFT = 2,  /* stops what comes from its left, and so on */
  KBX_TILE_ONE_WAY_RIGHT = 3,
  KBX_TILE_ONE_WAY_TOP = 4,
  KBX_TILE_ONE_WAY_BOTTOM = 5,
  KBX_TILE_HEIGHTS_LEFT = 6,  /* solid pixels stand on its left side, and so on; a floor's slopes stand on the bottom */
  KBX_TILE_HEIGHTS_RIGHT = 7,
  KBX_TILE_HEIGHTS_TOP = 8,
  KBX_TILE_HEIGHTS_BOTTOM = 9
} kbx_tile_kind;

/* What a cell shows. */
typedef struct {
  bool found;           /* false: the cell is empty, and all else 0 or KBX_NONE */
  kbx_tile_kind kind;   /* as it lies there, flips done */
  uint32_t class_index; /* KBX_NONE for none */
  uint32_t sprite;      /* of the bank, and the frame within it */
  uint32_t frame;
  bool transposed, flip_x, flip_y; /* transposed first (x and y swapped), then mirrored */
  uint32_t height;      /* of an isometric layer: units above the floor */
  kbx_point offset;     /* how far from its cell it is drawn, within 4096 pixels: see kbx_tiles_picture_at */
} kbx_tile;

/* Checks bytes that `kickbox export` has written, or another program, so that no question reads outside them or can hang.
 * KBX_OK; or why not, with the place in *error unless that is NULL, and the null layer. Bytes beyond the end are left alone.
 * Cost: linear. */
KBX_API kbx_status kbx_tiles_open (kbx_tiles *tiles, const void *bytes, size_t size, kbx_error *error);

/* What a layer says of itself. */
typedef struct {
  kbx_size cell;         /* pixels of a cell, 1 to 1024 */
  kbx_point origin;      /* where the corner of cell (0, 0) is */
  kbx_tile_cell first;   /* the cell at the top left of what is stored */
  uint32_t columns, rows; /* cells that are stored, 1 to 8192 each way; 0 of the null layer */
  kbx_box box;           /* their pixels, within 2^24 */
  kbx_vec axis_i, axis_j; /* one cell further on the screen: (w, 0) and (0, h) of a straight layer */
  float lift;            /* how far one unit of height raises a tile on the screen, in pixels */
  uint32_t tiles;        /* different ones */
} kbx_tiles_info;

/* Constant time each: of the layer; the cell that a pixel lies in (floor, at negative places too; the nearest int32 where it
 * lies beyond; (0, 0) of the null layer); the pixels of a cell (the nearest int32 as well); what a cell shows; what the cell
 * that a pixel lies in shows. */
KBX_API kbx_tiles_info kbx_tiles_describe (kbx_tiles tiles);
KBX_API kbx_tile_cell kbx_tiles_cell_of (kbx_tiles tiles, kbx_point p);
KBX_API kbx_box kbx_tiles_cell_box (kbx_tiles tiles, kbx_tile_cell cell);
KBX_API kbx_tile kbx_tiles_tile (kbx_tiles tiles, kbx_tile_cell cell);
KBX_API kbx_tile kbx_tiles_at (kbx_tiles tiles, kbx_point p);

/* The cells that share a pixel with the box and are not empty, in row order: the first `capacity` of them go to cells, which
 * may be NULL when that is 0; how many there are is returned. */
KBX_API uint32_t kbx_tiles_cells (kbx_tiles tiles, kbx_box box, kbx_tile_cell *cells, uint32_t capacity);

/* Is the pixel solid? Constant time. Does the box share a pixel with a solid one? One-way tiles are not solid. */
KBX_API bool kbx_tiles_solid_at (kbx_tiles tiles, kbx_point p, kbx_class_set classes);
KBX_API bool kbx_tiles_solid_in_box (kbx_tiles tiles, kbx_box box, kbx_class_set classes);

/* The first tile that a moving box meets. */
typedef struct {
  bool hit;
  bool started_inside;  /* it shared a pixel with a solid one at the start: fraction 0, normal (0, 0), the first such cell in row order */
  float fraction;       /* 0 to 1; 1 without a hit */
  uint32_t part, parts; /* the fraction exactly: part / parts */
  kbx_point moved;      /* how far it gets, in whole pixels; the move without a hit */
  kbx_point normal;     /* (0, 0) without a hit */
  kbx_tile_cell cell;
  uint32_t class_index; /* of the tile; KBX_NONE for none */
} kbx_tiles_trace;

/* A box of pixels moves straight, and is met as by kbx_sweep_boxes from each solid pixel: where it would share some of it;
 * coming to lie beside it, or passing along, is no hit. The least fraction counts. Where several tiles are met there, one is told:
 *   1. one of which the box meets a left or right face where |x| >= |y| in the move, else an upper or lower one;
 *   2. else one of which it meets a face of the other kind;
 *   3. else one that it meets with a corner alone, the normal being that of the faces in 1.;
 *   4. of several that are alike in this, the one whose cell is first in row order.
 * So a seam of two tiles that make one floor is no corner: a box that comes down by (1, 9) onto both is told the left one, with the
 * normal (0, -1). `moved` lies beside the tile along the normal and is rounded towards the start along the other axis: there the box
 * shares no solid pixel, unless it started so. An empty box hits nothing.
 * Cost: the cells that the move comes to, before what it meets.
 * Method: slabs (Kay and Kajiya 1986) for each solid rectangle, in integers. */
KBX_API kbx_tiles_trace kbx_tiles_trace_box (kbx_tiles tiles, kbx_box box, kbx_point move, kbx_class_set classes);

/* How a box walks. One of zeros lets a box through everything, for no tile counts: KBX_ALL_CLASSES is all that there are. */
typedef struct {
  uint32_t step_up;      /* pixels that it may rise for a pixel of its way: 1 for slopes of 45 degrees, as high as a stair's steps */
  uint32_t step_down;    /* and go down without falling. Both 1024 at most */
  bool drop_through;     /* tiles that stop from the top do not: to come down through them */
  kbx_class_set classes; /* which tiles count */
} kbx_tiles_walk;

/* A tile that was touched. */
typedef struct {
  bool hit;
  kbx_tile_cell cell;
  uint32_t class_index;
} kbx_tiles_touch;

typedef struct {
  bool started_inside;         /* it shared a pixel with a solid one: it stays */
  kbx_point moved;
  kbx_tiles_touch left, right; /* what ended its way to that side */
  kbx_tiles_touch floor;       /* what it stands on afterwards; not told of a move upwards */
  kbx_tiles_touch ceiling;     /* what ended its way upwards */
} kbx_tiles_move;

/* A platformer's move: first along x, pixel by pixel in effect, then along y.
 * - A pixel along x that is not free is taken after rising by as little as makes it free, up to step_up and as far as there is
 *   room above; where that does not help, the way along x ends.
 * - With move.y >= 0, what stood at the start, or just rose, goes down after each pixel along x as far as to stand again, up to
 *   step_down; where that does not help, it walks off the edge, and falls by move.y alone. With move.y < 0 nothing goes down so.
 * - So it goes over seams, up and down slopes and stairs, and never ends in a solid pixel when it did not start so.
 * - Give move.y = 1 or more to what stands: gravity; it is stopped by the floor. With step_up 0 and step_down 0 it is a plain
 *   move along x, then y.
 * An empty box moves freely.
 * Cost: a few looks at the cells beside the box for each pixel on slopes, for each of its widths on
 * level floors, for all of the way in the air. At worst, for each pixel of the way over the layer: the
 * cells along the box's height, once for each pixel of step_up, and those along its width, in as many
 * rows as step_down reaches. */
KBX_API kbx_tiles_move kbx_tiles_move_box (kbx_tiles tiles, kbx_box box, kbx_point move, kbx_tiles_walk walk);

/* What a moving point meets. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;  /* on a solid pixel: fraction 0, normal (0, 0) */
  float fraction;       /* 0 to 1; 1 without a hit */
  kbx_vec point;
  kbx_point normal;     /* (0, 0) without a hit */
  kbx_point pixel;      /* the solid one, or the first of the one-way tile */
  kbx_tile_cell cell;
  uint32_t class_index; /* of the tile; KBX_NONE for none */
} kbx_tiles_hit;

/* The first solid pixel [x, x + 1) x [y, y + 1) that holds a point of the closed way; a one-way tile is met where the way comes into
 * its cell through its side. The ends are first brought to the nearest 1/256 pixel; then it is exact which pixel that is. Fraction
 * and point are rounded to float. Through a corner of the pixel, the face counts behind which there is no other solid pixel;
 * else the one that stands more against the way. NaN and what lies beyond KBX_WORLD_LIMIT: KBX_ERROR_ARGUMENT, no hit.
 * Cost: the cells on the way, and in tiles of heights its pixels.
 * Method: from cell to cell (Amanatides and Woo 1987), in integers. */
KBX_API kbx_tiles_hit kbx_tiles_ray (kbx_tiles tiles, kbx_vec from, kbx_vec to, kbx_class_set classes);

/* Where a place of the layer's own frame is on the screen, `height` units above the floor; of a straight layer at height 0 the
 * same place. In double, rounded once; (0, 0) for bad input. */
KBX_API kbx_vec kbx_tiles_to_screen (kbx_tiles tiles, kbx_vec p, float height);

typedef struct {
  kbx_status status;  /* KBX_ERROR_ARGUMENT beyond KBX_WORLD_LIMIT */
  kbx_vec p;          /* in the layer's own frame */
  kbx_tile_cell cell; /* the nearest int32 */
} kbx_tiles_place;

/* Which place of the floor is seen at a place of the screen. That is first brought to the nearest 1/256 pixel; then the cell is exact:
 * of four that share a corner, the one whose i and j are greatest. Method: the inverse matrix, floor, in integers. */
KBX_API kbx_tiles_place kbx_tiles_from_screen (kbx_tiles tiles, kbx_vec screen);

/* The cells that are not empty and touch a closed rectangle of the screen with their outline, raised as high as they are; in the
 * order in which they are drawn, back to front. What is drawn larger than its cell needs a larger rectangle. The first
 * `capacity` go to cells; how many there are is returned. Cost: the cells that the rectangle's corners span. */
KBX_API uint32_t kbx_tiles_visible (kbx_tiles tiles, kbx_rect screen, kbx_tile_cell *cells, uint32_t capacity);

/* Where the top left pixel of a cell's picture is drawn, which is so large once it lies as the cell has it (transposed: width and
 * height are exchanged). Its lower left corner is at the lower left corner of the least box around the cell's outline, raised by
 * the cell's height and moved by its tile's offset, at whole pixels (halves go right and down). The nearest int32; (0, 0) of the
 * null layer. Constant time. */
KBX_API kbx_point kbx_tiles_picture_at (kbx_tiles tiles, kbx_tile_cell cell, kbx_size size);

/* A pixel, or a box of pixels, of the screen (of a straight layer: of the layer) in the own coordinates of the frame that a cell
 * shows, which is so large: flips and transposition are undone. With kbx_frame_own_pose they ask any frame question of a tile.
 * The nearest int32; of an empty cell, as if its tile lay there unflipped. Constant time. */
KBX_API kbx_point kbx_tiles_point_in_frame (kbx_tiles tiles, kbx_tile_cell cell, kbx_point p, kbx_size frame);
KBX_API kbx_box kbx_tiles_box_in_frame (kbx_tiles tiles, kbx_tile_cell cell, kbx_box box, kbx_size frame);

/* A shape of a tile. */
typedef struct {
  kbx_tile_cell cell;
  uint32_t shape;       /* of the frame that the cell shows: the first, in the artist's order, that is hit */
  uint32_t class_index; /* of the shape */
} kbx_tile_shape;

/* The cells whose tile has a shape of those classes where a pixel of the screen is, or that a box of pixels hits, as
 * kbx_frame_hit_point and kbx_frame_hit_box have it; tiles that are solid or one-way have no shapes. A shape may reach out of its
 * cell. In the order in which cells are drawn, back to front: the first `capacity` go to shapes, which may be NULL when that is
 * 0; how many there are is returned. `bank` is the one that the layer came from. Moves and rays do not stop at shapes.
 * Cost: a look at each different tile of the layer; then one at each cell as near as the tile whose shapes
 * reach farthest, and kbx_frame_hit_point or _box where the frame is near. For a pixel kbx_bank_open allows 2^22
 * cells, and for any tile 2^26 times a shape or corner. A box adds the cells under it. */
KBX_API uint32_t kbx_tiles_shapes_at (const kbx_bank *bank, kbx_tiles tiles, kbx_point p, kbx_class_set classes,
                                      kbx_tile_shape *shapes, uint32_t capacity);
KBX_API uint32_t kbx_tiles_shapes_in_box (const kbx_bank *bank, kbx_tiles tiles, kbx_box box, kbx_class_set classes,
                                          kbx_tile_shape *shapes, uint32_t capacity);

/* ---------------------------------------------------------------- grounds ---- */

/* Ground that is as high as a function of x, made of cubic pieces from point to point; a game's heroes stand on it with their foot.
 * - y goes down: the foot touches the ground where its y is at least the ground's. Slopes are dy / dx on the screen: a
 *   positive one goes down to the right.
 * - Left of its first point and right of its last one there is no ground: nothing touches it, its height is +infinity.
 * - Heights are computed in double and rounded to float once; what touches is told by that float. So who is put on
 *   kbx_ground_height touches, and is not inside. At a point between two pieces the slope is that of the piece to the right.
 * - The bytes are borrowed, need no alignment and are the same on every machine. Several threads may ask at once.
 * - The null ground (bytes NULL), NaN, infinity and what is beyond KBX_WORLD_LIMIT: no ground, KBX_ERROR_ARGUMENT where the answer
 *   has a status.
 * Cost, where nothing else is told: binary search over the points.
 * Method: splines, natural, clamped or monotone, whose pieces `kickbox export` has computed (see docs/runtime-guide.md). */
typedef struct { const void *bytes; } kbx_ground;

/* Checks bytes that `kickbox export` has written, or another program: as kbx_maze_open. That pieces meet is left to who made the
 * bytes. Cost: linear. */
KBX_API kbx_status kbx_ground_open (kbx_ground *ground, const void *bytes, size_t size, kbx_error *error);

typedef struct {
  uint32_t class_index;  /* 0 to 63 */
  uint32_t point_count;
  float left, right;     /* where it begins and ends */
  float slope_limit;     /* what is steeper is too steep; 0: nothing is */
} kbx_ground_about;

/* What it is; all zeros for the null ground. Constant time. */
KBX_API kbx_ground_about kbx_ground_look (kbx_ground ground);

typedef struct {
  bool found;       /* false: no ground there */
  float y;          /* +infinity without ground */
  float slope;
  kbx_vec normal;   /* unit vector up from the ground; (0, 0) without */
  bool too_steep;
} kbx_ground_place;

/* All about the ground at x; or one thing: its height, +infinity without ground; its slope, 0 without ground; whether that is beyond
 * the limit, either way. */
KBX_API kbx_ground_place kbx_ground_at (kbx_ground ground, float x);
KBX_API float kbx_ground_height (kbx_ground ground, float x);
KBX_API float kbx_ground_slope (kbx_ground ground, float x);
KBX_API bool kbx_ground_too_steep (kbx_ground ground, float x);

/* Is the foot (see kbx_rect_foot) on the ground, or below it? */
KBX_API bool kbx_ground_touches (kbx_ground ground, kbx_vec foot);

/* Where a moving foot first touches, as kbx_sweep tells (see "sweeps"). `point` is that place of the ground: who is put there stands
 * on it.
 * - Started inside: the foot is below the ground; fraction 0, the point is the foot.
 * - One who stands on the ground at the start, that is whose y is its height, may go on where the ground rises over his way by less
 *   than 1/4096 pixel: walking along and jumping off are no hits. On each stretch on which the ground only comes nearer to the way or
 *   only goes further below it, at most up to the piece's end and the move's, it counts how far above the way the ground is at the
 *   stretch's end: from 1/4096 pixel on the stretch is a hit, where on it the ground comes up to the way, which may be its
 *   beginning, and not where it is that far above. So on the slightest slope a long move stops at once where a short one does not.
 * - Beside the ground's ends there is nothing: who comes in from there below its height touches at the end.
 * The fraction is at most 2^-40 of the move before the touch, then rounded to float. What only grazes the ground, by less than
 * rounding (about 2^-30 pixel), may be let go. Cost: also a few steps for each piece on the way, and 40 at the touch.
 * Method: on each piece the turns of the depth, roots of a quadratic; between two of them one root at most, by halving. */
KBX_API kbx_sweep kbx_ground_land (kbx_ground ground, kbx_vec foot, kbx_vec move);

/* ---------------------------------------------------------------- heightmaps ---- */

/* Ground that is as high as a picture is bright: samples on a square grid. x and y are a place of the map, z is its altitude, up.
 * - Sample (i, j) is at the map's origin + (i, j) * cell. Nearest: the altitude of the nearest sample (of equally near ones the
 *   one on the right, below). Bilinear: straight between samples along both axes; this is the surface that boxes and rays
 *   touch. Bicubic: Catmull and Rom's cubic through samples, first along rows, then down, the border's samples
 *   being repeated beyond it; smooth, and it may rise a little over what is beside it.
 * - Beyond the map an altitude is that of the nearest place of its border; nothing touches there.
 * - The bytes are borrowed, need no alignment and are the same on every machine. Several threads may ask at once.
 * - The null map (bytes NULL), NaN, infinity and what is beyond KBX_WORLD_LIMIT: altitude -infinity, nothing touches,
 *   KBX_ERROR_ARGUMENT where the answer has a status.
 * Computed in double, rounded to float once. Constant time, where nothing else is told. */
typedef struct { const void *bytes; } kbx_heightmap;

/* Checks bytes that `kickbox export` has written, or another program: as kbx_maze_open. Cost: linear. */
KBX_API kbx_status kbx_heightmap_open (kbx_heightmap *map, const void *bytes, size_t size, kbx_error *error);

typedef struct {
  uint32_t class_index; /* 0 to 63 */
  kbx_size samples;     /* columns and rows of samples, 2 to 16384 */
  float cell;           /* pixels from one sample to the next */
  float low, high;      /* the altitudes of the darkest and the brightest sample that may be */
  kbx_rect area;        /* from the first sample to the last */
} kbx_heightmap_about;

/* What it is; all zeros for the null map. */
KBX_API kbx_heightmap_about kbx_heightmap_look (kbx_heightmap map);

/* The altitude of a place. */
KBX_API float kbx_heightmap_nearest (kbx_heightmap map, kbx_vec p);
KBX_API float kbx_heightmap_bilinear (kbx_heightmap map, kbx_vec p);
KBX_API float kbx_heightmap_bicubic (kbx_heightmap map, kbx_vec p);

typedef enum { KBX_HEIGHT_NEAREST = 0, KBX_HEIGHT_BILINEAR = 1, KBX_HEIGHT_BICUBIC = 2 } kbx_height_filter;

typedef struct {
  bool inside;      /* on the map, its border included */
  float z;
  kbx_vec3 normal;  /* unit vector off the ground, z > 0; (0, 0, 0) for bad input */
} kbx_height_place;

/* The altitude and the normal of the surface that the filter makes; of nearest samples it is (0, 0, 1). At the lines between cells of a
 * bilinear surface it is that of the cell on the right, below. Method: the surface's derivatives. */
KBX_API kbx_height_place kbx_heightmap_at (kbx_heightmap map, kbx_vec p, kbx_height_filter filter);

/* The highest altitude of the bilinear surface on a closed rectangle: -infinity where that is wholly beyond the map. Cost: linear in the
 * cells under it. Method: along each axis the surface of a cell is straight, so a corner of what is under it is the highest. */
KBX_API float kbx_heightmap_highest (kbx_heightmap map, kbx_rect area);

/* Does the ground reach up to the box? Its bottom, min.z, is at or below the highest ground under it. Cost: as above. */
KBX_API bool kbx_heightmap_touches (kbx_heightmap map, kbx_box3 box);

/* Where a moving point first comes to the bilinear surface, as kbx_sweep3 tells.
 * - The ground is all that is below the surface on the map. Started inside: the point is lower than the surface there. Who comes in over
 *   the border below the surface hits the side, with a level normal.
 * - One who is on the surface at the start, that is whose z is kbx_heightmap_bilinear, may go on where it rises over his way by less
 *   than 1/4096: along it and off it are no hits. The first cell in which the surface is that far above the way is a hit, where in that
 *   cell it comes up to the way, which may be where he enters it, and not where it is that far above. `point` is within 1/4096 of the
 *   surface.
 * The fraction is that of the surface but for rounding in double, then rounded to float; what only grazes it by less than that may be
 * let go. Cost: about the logarithm of the map's side where the way is high above the ground, and what is near the way; at worst
 * the cells under the way times that logarithm.
 * Method: blocks of cells with their greatest sample (a pyramid); in a cell the roots of a quadratic. */
KBX_API kbx_sweep3 kbx_heightmap_ray (kbx_heightmap map, kbx_vec3 from, kbx_vec3 move);

/* ---------------------------------------------------------------- directions ---- */

/* The unit vector of an angle: 0 is to the right, 90 is down the screen. Exact at multiples of 90, the
 * same bits on every machine. NaN and infinity give (0, 0).
 * Method: an exact remainder brings the angle to [-45, 45] degrees; fixed Taylor polynomials in double,
 * rounded to float once. */
KBX_API kbx_vec kbx_direction_from_degrees (double degrees);

/* ---------------------------------------------------------------- the worlds of a level ---- */

/* What a level of a bank has beside its walls: layers of tiles from the back to the front, mazes, grounds and heightmaps, each in the
 * designer's order. How many; the one of a name, or KBX_NONE; a name, "" beyond the last; and itself, opened, the null one beyond the
 * last. Cost: binary search over those of all levels; of a name a comparison with each of its kind. */
KBX_API uint32_t kbx_bank_layer_count (const kbx_bank *bank, uint32_t level_index);
KBX_API uint32_t kbx_bank_find_layer (const kbx_bank *bank, uint32_t level_index, const char *name);
KBX_API const char *kbx_bank_layer_name (const kbx_bank *bank, uint32_t level_index, uint32_t i);
KBX_API kbx_tiles kbx_bank_layer (const kbx_bank *bank, uint32_t level_index, uint32_t i);

/* How opaque the layer is drawn, in percent: 0 to 100; 0 beyond the last. */
KBX_API uint32_t kbx_bank_layer_opacity (const kbx_bank *bank, uint32_t level_index, uint32_t i);

KBX_API uint32_t kbx_bank_maze_count (const kbx_bank *bank, uint32_t level_index);
KBX_API uint32_t kbx_bank_find_maze (const kbx_bank *bank, uint32_t level_index, const char *name);
KBX_API const char *kbx_bank_maze_name (const kbx_bank *bank, uint32_t level_index, uint32_t i);
KBX_API kbx_maze kbx_bank_maze (const kbx_bank *bank, uint32_t level_index, uint32_t i);

KBX_API uint32_t kbx_bank_ground_count (const kbx_bank *bank, uint32_t level_index);
KBX_API uint32_t kbx_bank_find_ground (const kbx_bank *bank, uint32_t level_index, const char *name);
KBX_API const char *kbx_bank_ground_name (const kbx_bank *bank, uint32_t level_index, uint32_t i);
KBX_API kbx_ground kbx_bank_ground (const kbx_bank *bank, uint32_t level_index, uint32_t i);

KBX_API uint32_t kbx_bank_heightmap_count (const kbx_bank *bank, uint32_t level_index);
KBX_API uint32_t kbx_bank_find_heightmap (const kbx_bank *bank, uint32_t level_index, const char *name);
KBX_API const char *kbx_bank_heightmap_name (const kbx_bank *bank, uint32_t level_index, uint32_t i);
KBX_API kbx_heightmap kbx_bank_heightmap (const kbx_bank *bank, uint32_t level_index, uint32_t i);

/* What a tile of a layer of the bank shows: its frame, the null frame for the empty cell; and the animation that it shows instead as
 * time goes on, the first one of its sprite that begins with that frame, the null one for a tile that stands still. Cost: constant;
 * the sprite's animations: ask once for each tile that there is, not for each cell. */
KBX_API kbx_frame kbx_bank_tile_frame (const kbx_bank *bank, kbx_tile tile);
KBX_API kbx_animation kbx_bank_tile_animation (const kbx_bank *bank, kbx_tile tile);

#ifdef __cplusplus
}
#endif

#endif
