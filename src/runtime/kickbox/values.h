/* SPDX-License-Identifier: MIT */
/* Numbers, places and reports that all of the library shares. */
#ifndef KICKBOX_VALUES_H
#define KICKBOX_VALUES_H

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

/* ---------------------------------------------------------------- plain values ---- */

/* A pixel, in the frame or in the world. */
typedef struct { int32_t x, y; } kbx_point;

/* A half-open set of pixels [x0, x1) x [y0, y1); empty when x1 <= x0 or y1 <= y0. */
typedef struct { int32_t x0, y0, x1, y1; } kbx_box;

/* A size in pixels. */
typedef struct { uint32_t w, h; } kbx_size;

/* A real position in pixels, or a direction. */
typedef struct { float x, y; } kbx_vec;

/* How large coordinates and sizes of closed shapes, and moves, may be, in pixels, the limit itself included. Questions
 * about what lies beyond, or about NaN and infinity, are answered with "no", and with KBX_ERROR_ARGUMENT where the
 * answer has a status. */
#define KBX_WORLD_LIMIT 4194304.0f /* 2^22 */

/* Where a frame stands: its hot spot is on pixel (x, y), mirrored as told. */
typedef struct {
  int32_t x, y;
  bool flip_x, flip_y;
} kbx_pose;

/* The unit vector of an angle: 0 is to the right, 90 is down the screen. Exact at multiples of 90, the
 * same bits on every machine. NaN and infinity give (0, 0).
 * Method: an exact remainder brings the angle to [-45, 45] degrees; fixed Taylor polynomials in double,
 * rounded to float once. */
KBX_API kbx_vec kbx_direction (double degrees);

/* A set of classes: bit i stands for the bank's class i. */
typedef uint64_t kbx_class_set;
#define KBX_ALL_CLASSES UINT64_MAX
#define KBX_MAX_CLASSES 64

/* "No such index", in the fields that say so. */
#define KBX_NONE UINT32_MAX

/* The kind of a thing that a handle names, or that was hit. */
typedef enum {
  KBX_NOTHING = 0,
  KBX_CLASS, KBX_PAGE, KBX_SPRITE, KBX_ANIMATION, KBX_FRAME, KBX_ACTION, KBX_SHAPE, KBX_ZONE,
  KBX_BITMAP, KBX_MASK, KBX_TRACK, KBX_GATE, KBX_BAND,
  KBX_LEVEL, KBX_WALLS, KBX_TILES, KBX_MAZE, KBX_GROUND, KBX_HEIGHTMAP, KBX_AREA, KBX_ENTITY
} kbx_kind;

typedef struct kbx_bank kbx_bank;

/* Something that a bank holds, or that a game packed itself. The bank must stay where it is. All zeros, or of a kind that
 * a question is not about, it is the null handle: it has no name, nothing in it, and nothing is hit. */
typedef struct {
  const kbx_bank *bank; /* NULL for what the game packed */
  const void *data;     /* packed bytes, or NULL */
  uint32_t index;       /* over the whole bank; KBX_NONE without one */
  kbx_kind kind;
} kbx_handle;

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

/* Where a move first meets something. */
typedef struct {
  kbx_status status;
  bool hit;
  bool started_inside;  /* fraction 0; the normal is the shortest way out */
  float fraction;       /* of the move: 0 to 1; 1 without a hit */
  kbx_vec point;        /* where the surfaces touch; (0, 0) without a hit */
  kbx_vec normal;       /* unit vector against the move; (0, 0) without a hit */
  kbx_kind kind;        /* KBX_SHAPE of a frame, KBX_WALLS, KBX_TILES and so on; else KBX_NOTHING */
  uint32_t layer;       /* of a level, by kbx_item; else 0 */
  uint32_t index;       /* of the shape, wall, edge or piece; KBX_NONE for none */
  uint32_t class_index; /* KBX_NONE for none */
  kbx_point cell;       /* of tiles and mazes */
} kbx_hit;

#ifdef __cplusplus
}
#endif

#endif
