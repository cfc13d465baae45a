/* SPDX-License-Identifier: MIT */
/* Numbers, places and results that all of the library shares. */
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
typedef struct { float x, y; } kbx_vec;               /* a place, or a direction: y goes down */

/* How far coordinates, sizes and moves of closed shapes may reach, in pixels: 2^22. */
#define KBX_WORLD_LIMIT 4194304.0f

/* "No such index", in the fields that say so. */
#define KBX_NONE UINT32_MAX

/* Where something is placed: the centre of its reference pixel, which is a frame's hot spot, or
 * pixel (0, 0) of a bitmap or mask, is at (x, y). It is mirrored about that centre, then scaled,
 * then turned. A place is upright where axis is (1, 0), scale is 1, and x and y are centres of
 * int32 pixels. What is upright is decided in whole pixels; everything else as closed shapes. */
typedef struct {
  double x, y;
  kbx_vec axis; /* where its x axis points: a unit vector */
  float scale;
  bool flip_x, flip_y;
} kbx_place;

/* Turned by `axis` and `scale` times as large. */
static inline kbx_place
kbx_turned (kbx_vec position, kbx_vec axis, float scale)
{
  kbx_place place;
  place.x = position.x;
  place.y = position.y;
  place.axis = axis;
  place.scale = scale;
  place.flip_x = place.flip_y = false;
  return place;
}

/* Upright, on the pixel that holds (x, y), rounded down below 0 too; holds nothing beyond int32. */
static inline kbx_place
kbx_at (double x, double y)
{
  static const kbx_place upright = { 0, 0, { 1, 0 }, 1, false, false };
  const bool near_x = x >= -2147483648.0 && x < 2147483648.0;
  const bool near_y = y >= -2147483648.0 && y < 2147483648.0;
  const double column = near_x ? (double) (int32_t) x : x, row = near_y ? (double) (int32_t) y : y;
  kbx_place place;
  memcpy (&place, &upright, sizeof place); /* whole: field by field it is slow to hand on */
  place.x = near_x ? column + (x < column ? -0.5 : 0.5) : x;
  place.y = near_y ? row + (y < row ? -0.5 : 0.5) : y;
  return place;
}
static inline kbx_place kbx_at_flipped (double x, double y, bool flip_x, bool flip_y)
{ kbx_place place = kbx_at (x, y); place.flip_x = flip_x; place.flip_y = flip_y; return place; }

/* The unit vector of an angle: 0 is right, 90 is down the screen. Exact at multiples of 90. */
KBX_API kbx_vec kbx_direction (double degrees);

/* ---------------------------------------------------------------- sets ---- */
typedef uint64_t kbx_class_set; /* bit i stands for the bank's class i */
#define KBX_ALL_CLASSES UINT64_MAX /* the set of all classes */
#define KBX_MAX_CLASSES 64         /* of a bank */

typedef struct { uint64_t bits[4]; } kbx_zone_set; /* zone z is bit z % 64 of bits[z / 64] */

/* Is the zone in the set? The set of that zone alone. */
static inline bool kbx_zone_set_has (kbx_zone_set set, uint8_t zone)
{ return (set.bits[zone / 64] >> zone % 64 & 1) != 0; }
static inline kbx_zone_set kbx_zone_bit (uint8_t zone)
{ kbx_zone_set set = { { 0, 0, 0, 0 } };
  set.bits[zone / 64] = UINT64_C (1) << zone % 64; return set; }

/* ---------------------------------------------------------------- handles ---- */
/* What a handle names, or what was hit. */
typedef enum {
  KBX_NOTHING = 0,
  KBX_CLASS, KBX_PAGE, KBX_SPRITE, KBX_ANIMATION, KBX_FRAME, KBX_ACTION, KBX_SHAPE, KBX_ZONE,
  KBX_BITMAP, KBX_MASK, KBX_TRACK, KBX_GATE, KBX_BAND,
  KBX_LEVEL, KBX_WALLS, KBX_TILES, KBX_MAZE, KBX_GROUND, KBX_HEIGHTMAP, KBX_AREA, KBX_ENTITY,
  KBX_SOUP
} kbx_kind;

typedef struct kbx_bank kbx_bank;

/* Something that a bank holds, or that a game packed itself. All zeros, or of a kind that a
 * question is not about, it is the null handle: no name, nothing in it, nothing hit. */
typedef struct {
  const kbx_bank *bank; /* NULL for what the game packed */
  const void *data;     /* packed bytes, or NULL */
  uint32_t index;       /* over the whole bank; KBX_NONE without one */
  kbx_kind kind;
} kbx_handle;

/* ---------------------------------------------------------------- reports ---- */
typedef enum {
  KBX_OK = 0,
  KBX_ERROR_ARGUMENT,        /* a null handle or pointer, NaN, infinity, out of range */
  KBX_ERROR_FILE,            /* the file cannot be opened or read; errno tells more */
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

/* The status in a few English words, for messages. Never NULL. */
KBX_API const char *kbx_status_text (kbx_status status);

/* Why bytes could not be opened or packed. */
typedef struct {
  kbx_status status;
  uint64_t offset;     /* the byte of the data at which the trouble is */
  char section[5];     /* the section's four letters, or "" for the header */
  const char *message; /* static English text: what was expected there */
} kbx_error;

/* Where a move first meets something. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;  /* fraction 0; the normal is the shortest way out */
  float fraction;       /* of the move: 0 to 1; 1 without a hit */
  kbx_vec point;        /* where the surfaces touch; (0, 0) without a hit */
  kbx_vec normal;       /* unit vector against the move; (0, 0) without a hit */
  kbx_kind kind;        /* KBX_SHAPE of a frame, KBX_WALLS, KBX_TILES and so on; else KBX_NOTHING */
  uint32_t layer;       /* its number in the level asked; else 0 */
  uint32_t index;       /* of the shape, wall, edge or piece; KBX_NONE for none */
  uint32_t class_index; /* KBX_NONE for none */
  kbx_point cell;       /* of tiles and mazes */
} kbx_hit;

/* Something that is at a point or touches a shape: fields as in kbx_hit. */
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
  KBX_SLIDE,    /* goes on along it, and stops in corners; never turns against the move */
  KBX_BOUNCE,   /* is thrown back */
  KBX_WALK      /* levels: along x, up and down steps and slopes, then along y: a platformer's */
} kbx_manner;

typedef struct {
  kbx_manner manner;
  float bounce;             /* KBX_BOUNCE: the share of the speed that is thrown back, 0 or more */
  float step_up, step_down; /* KBX_WALK: how far up and down it steps for a pixel of its way */
  kbx_vec rest;             /* the last move's; (0, 0) to begin with */
} kbx_motion;

typedef struct {
  kbx_status status;
  bool hit;             /* it touched something; next, the last touch, as in kbx_hit */
  bool started_inside;  /* it stays where it is: see kbx_level_unstick */
  float fraction;
  kbx_vec point, normal;
  kbx_kind kind;
  uint32_t layer, index, class_index;
  kbx_point cell;
  kbx_vec moved;        /* how far it got */
  kbx_vec velocity;     /* the move as what it touched has turned it: the next step's */
  kbx_vec rest;         /* what moved cannot hold, less than the grid: give it to the next move */
  uint32_t touched;     /* how many things, each once; at the 16th the move ends */
  bool on_floor, on_ceiling, on_left, on_right; /* levels: where something stopped the mover */
} kbx_move;

KBX_END
#endif
