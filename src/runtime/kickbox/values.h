/* SPDX-License-Identifier: MIT */
/* Numbers, places and results that the whole library shares. */
#ifndef KICKBOX_VALUES_H
#define KICKBOX_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined KBX_API && defined __GNUC__ && !defined _WIN32
#define KBX_API __attribute__ ((visibility ("default")))
#elif !defined KBX_API
#define KBX_API
#endif

#ifdef __cplusplus
#define KBX_BEGIN extern "C" {
#define KBX_END }
#else
#define KBX_BEGIN
#define KBX_END
#endif

KBX_BEGIN

/* ---------------------------------------------------------------- plain values ---- */
typedef struct { int32_t x, y; } kbx_point;           /* a pixel or a cell */
typedef struct { uint32_t w, h; } kbx_size;           /* in pixels */
typedef struct { int32_t x0, y0, x1, y1; } kbx_box;   /* pixels [x0, x1) x [y0, y1) */
typedef struct { float x, y; } kbx_vec;               /* a position, or a direction: y goes down */

/* The limit of coordinates, sizes and moves of closed shapes, in pixels: 2^22. */
#define KBX_WORLD_LIMIT 4194304.0f

/* "No such index", where a comment says so. */
#define KBX_NONE UINT32_MAX

/* A position and orientation. The centre of the reference pixel is at (x, y): a frame's hot spot,
 * or pixel (0, 0) of a bitmap or mask. It is mirrored about that centre, then scaled, then turned.
 * A place is upright if axis is (1, 0), scale is 1, and x and y are centres of int32 pixels.
 * Upright things are tested in whole pixels, all others as closed shapes. */
typedef struct {
  double x, y;
  kbx_vec axis; /* direction of its x axis: a unit vector */
  float scale;
  bool flip_x, flip_y;
} kbx_place;

/* A place turned by `axis` and scaled by `scale`. Cost: constant. */
static inline kbx_place
kbx_turned (kbx_vec position, kbx_vec axis, float scale)
{
  const kbx_place place = { position.x, position.y, axis, scale, false, false };
  return place;
}

/* Upright, on the pixel of (x, y), rounded down. Outside int32 nothing is found. Cost: constant. */
static inline kbx_place
kbx_at (double x, double y)
{
  static const kbx_place upright = { 0, 0, { 1, 0 }, 1, false, false };
  const bool near_x = x >= -2147483648.0 && x < 2147483648.0;
  const bool near_y = y >= -2147483648.0 && y < 2147483648.0;
  const double column = near_x ? (double) (int32_t) x : x, row = near_y ? (double) (int32_t) y : y;
  kbx_place place;
  memcpy (&place, &upright, sizeof place); /* in one piece: passing on separate writes is slow */
  place.x = near_x ? column + (x < column ? -0.5 : 0.5) : x;
  place.y = near_y ? row + (y < row ? -0.5 : 0.5) : y;
  return place;
}
static inline kbx_place kbx_at_flipped (double x, double y, bool flip_x, bool flip_y)
{ kbx_place place = kbx_at (x, y); place.flip_x = flip_x; place.flip_y = flip_y; return place; }

/* The unit vector of an angle: 0 points right, 90 down the screen. Exact at multiples of 90. */
KBX_API kbx_vec kbx_direction (double degrees); /* Cost: constant. */

/* ---------------------------------------------------------------- sets ---- */
typedef uint64_t kbx_class_set; /* bit i is the bank's class i */
#define KBX_ALL_CLASSES UINT64_MAX /* the set of all classes */
#define KBX_MAX_CLASSES 64         /* of a bank */

typedef struct { uint64_t bits[4]; } kbx_zone_set; /* zone z is bit z % 64 of bits[z / 64] */

/* Is the zone in the set? The set of that zone alone. Cost: constant. */
static inline bool kbx_zone_set_has (kbx_zone_set set, uint8_t zone)
{ return (set.bits[zone / 64] >> zone % 64 & 1) != 0; }
static inline kbx_zone_set kbx_zone_bit (uint8_t zone)
{ kbx_zone_set set = { { 0, 0, 0, 0 } };
  set.bits[zone / 64] = UINT64_C (1) << zone % 64; return set; }

/* ---------------------------------------------------------------- handles ---- */
/* The kind of a handle, or of what was hit. */
typedef enum {
  KBX_NOTHING = 0,
  KBX_CLASS, KBX_PAGE, KBX_SPRITE, KBX_ANIMATION, KBX_FRAME, KBX_ACTION, KBX_SHAPE, KBX_ZONE,
  KBX_BITMAP, KBX_MASK, KBX_TRACK, KBX_GATE, KBX_BAND,
  KBX_LEVEL, KBX_WALLS, KBX_TILES, KBX_MAZE, KBX_GROUND, KBX_HEIGHTMAP, KBX_AREA, KBX_ENTITY,
  KBX_SOUP, KBX_STEP, KBX_EVENT, KBX_VALUE, KBX_DRAWN, KBX_WALL
} kbx_kind;

typedef struct kbx_bank kbx_bank;

/* A thing in a bank, or packed by the game itself. A handle of all zeros, or of a kind that a
 * function does not take, is a null handle: no name, no contents, no hits. */
typedef struct {
  const kbx_bank *bank; /* NULL if the game packed it */
  const void *data;     /* packed bytes, or NULL */
  uint32_t index;       /* within the whole bank, or KBX_NONE without one */
  kbx_kind kind;
} kbx_handle;

/* ---------------------------------------------------------------- reports ---- */
typedef enum {
  KBX_OK = 0,
  KBX_ERROR_ARGUMENT,        /* a null handle or pointer, NaN, infinity, out of range */
  KBX_ERROR_FILE,            /* the file cannot be opened or read; errno says why */
  KBX_ERROR_MEMORY,          /* no memory for the file's bytes (where files cannot be mapped) */
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

/* The status in a few English words, for messages. Never NULL. Cost: constant. */
KBX_API const char *kbx_status_text (kbx_status status);

/* Why bytes could not be opened or packed. */
typedef struct {
  kbx_status status;
  uint64_t offset;     /* of the faulty byte */
  char section[5];     /* the section's four letters, or "" for the header */
  const char *message; /* static English text: what was expected there */
} kbx_error;

/* Where a move first meets something. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;  /* fraction 0; normal: the shortest way out, (0, 0) among tiles */
  float fraction;       /* of the move: 0 to 1; 1 without a hit, 0 after bad input */
  kbx_vec point;        /* where the surfaces touch; (0, 0) without a hit */
  kbx_vec normal;       /* unit vector against the move; (0, 0) without a hit */
  kbx_kind kind;        /* KBX_SHAPE of a frame, KBX_WALLS, KBX_TILES and so on; else KBX_NOTHING */
  uint32_t layer;       /* its number in the level, else 0 */
  uint32_t index;       /* of the shape, wall, edge or piece, or KBX_NONE for none */
  uint32_t class_index; /* KBX_NONE for none */
  kbx_point cell;       /* in tiles and mazes */
} kbx_hit;

/* Something at a point, or touching a shape: fields as in kbx_hit. */
typedef struct {
  kbx_status status;
  bool hit;
  kbx_kind kind;
  uint32_t layer, index, class_index;
  kbx_point cell;
} kbx_thing;

/* How something moves: kbx_level_move, kbx_track_move. */
typedef enum {
  KBX_STOP = 0, /* stops before the first thing */
  KBX_SLIDE,    /* slides along it, and stops in corners; never goes back */
  KBX_BOUNCE,   /* bounces back */
  KBX_WALK      /* levels: along x over steps and slopes, then along y, as in platformers */
} kbx_manner;

typedef struct {
  kbx_manner manner;
  float bounce;             /* KBX_BOUNCE: the share of the speed that bounces back, 0 or more */
  float step_up, step_down; /* KBX_WALK: max step up and down per pixel along x */
  kbx_vec rest;             /* of the last move; (0, 0) at first */
} kbx_motion;

typedef struct {
  kbx_status status;
  bool hit;             /* it touched something; next, the last touch, as in kbx_hit */
  bool started_inside;  /* it did not move: see kbx_level_unstick */
  bool cut;             /* it ended at its 16th touch, short of its way */
  float fraction;
  kbx_vec point, normal;
  kbx_kind kind;
  uint32_t layer, index, class_index;
  kbx_point cell;
  kbx_vec moved;        /* how far it got */
  kbx_vec velocity;     /* the move after slides and bounces: for the next step */
  kbx_vec rest;         /* motion smaller than the grid: pass it to the next move */
  uint32_t touched;     /* number of touches, each time that a thing is met */
  bool on_floor, on_ceiling, on_left, on_right; /* levels: the sides on which it was stopped */
} kbx_move;

KBX_END
#endif
