/* SPDX-License-Identifier: MIT */
/* The records on disk, described in docs/bank-format.md, and the only code that reads them. All is
 * little-endian, read with memcpy (and swapped on big-endian machines), so the caller's buffer
 * needs no alignment. Byte sections have stride 1 and count = size; in all others count * stride =
 * size, and stride is at least the record size given here. Children run without gaps in the order
 * of their parents; only in VERT may they be in any order. Reserved bytes are zero. */
#ifndef KBX_RECORDS_H
#define KBX_RECORDS_H

#include "runtime/bytes.h"
#include "runtime/kickbox.h"

/* A section of an open bank. */
#ifdef __cplusplus
typedef kbx_bank::kbx_section kbx_section;
#else
typedef struct kbx_section kbx_section;
#endif

#include <string.h>

#ifndef KBX_INTERNAL
#define KBX_INTERNAL
#endif

/* A value of a struct, before its fields in braces. A struct that is all zeros. */
#ifdef __cplusplus
#define KBX_LITERAL(type) type
#define KBX_ZEROS {}
#else
#define KBX_LITERAL(type) (type)
#define KBX_ZEROS { 0 }
#endif

/* KBX_ASIDE: a function for rare cases, whose registers the common case should not save.
 * KBX_INLINE: one whose arguments should stay in registers, since reading whole what was written in
 * halves is slow. */
#if defined(__GNUC__)
#define KBX_ASIDE __attribute__ ((noinline))
#else
#define KBX_ASIDE
#endif
/* A page that waits for WebAssembly prefers fewer bytes */
#if defined(__GNUC__) && defined(__OPTIMIZE__) \
  && !(defined(__wasm__) && defined(__OPTIMIZE_SIZE__))
#define KBX_INLINE inline __attribute__ ((always_inline))
#else
#define KBX_INLINE inline
#endif

/* The work of a query, for tests of its stated cost: records, corners, cells, pixels read. */
#ifdef KBX_COUNT_STEPS
extern uint64_t kbx_steps;
#define KBX_STEPS(n) ((void) (kbx_steps += (uint64_t) (n)))
#else
#define KBX_STEPS(n) ((void) 0)
#endif

enum {
  KBX_SECTION_STRS,
  KBX_SECTION_CLAS,
  KBX_SECTION_SPRT,
  KBX_SECTION_ANIM,
  KBX_SECTION_STEP,
  KBX_SECTION_FRAM,
  KBX_SECTION_SHAP,
  KBX_SECTION_CIRC,
  KBX_SECTION_CAPS,
  KBX_SECTION_PART,
  KBX_SECTION_VERT,
  KBX_SECTION_ORNT,
  KBX_SECTION_POIN,
  KBX_SECTION_OUTL,
  KBX_SECTION_ATTR,
  KBX_SECTION_VALU,
  KBX_SECTION_PAGE,
  KBX_SECTION_PIXL,
  KBX_SECTION_BITM,
  KBX_SECTION_BITS,
  KBX_SECTION_MASK,
  KBX_SECTION_ZONE,
  KBX_SECTION_ZPIC,
  KBX_SECTION_ZPIX,
  KBX_SECTION_TRAK,
  KBX_SECTION_GATE,
  KBX_SECTION_BAND,
  KBX_SECTION_CLEA,
  KBX_SECTION_LEVL,
  KBX_SECTION_AREA,
  KBX_SECTION_ENTI,
  KBX_SECTION_WALL,
  KBX_SECTION_WRLD,
  KBX_SECTION_WDAT,
  KBX_SECTION_EVNT,
  KBX_SECTION_DRAW,
  KBX_SECTION_WVAL,
  KBX_SECTION_TOTAL
};

#define KBX_HEADER_SIZE 64u
#define KBX_ENTRY_SIZE 40u
#define KBX_SECTION_REQUIRED 1u
#define KBX_PART_VERTEX_LIMIT 255u
/* Limits of a frame: its shapes, and the corners of all their convex parts. So comparing two frames
 * takes bounded time. */
#define KBX_FRAME_SHAPES 1024u
#define KBX_FRAME_CORNERS 16384u

enum { KBX_FRAME_HAS_HOT_SPOT = 1, KBX_FRAME_HAS_PICTURE = 2, KBX_FRAME_ROTATED = 4 };

/* ---- records, in the order of the KBX_SECTION_ numbers ---- */

#define KBX_CLAS_SIZE 16u
typedef struct { uint32_t name, colour; } kbx_clas_record;

#define KBX_SPRT_SIZE 40u
typedef struct {
  uint32_t name, first_frame, frame_count, first_animation, animation_count, first_zone, zone_count;
} kbx_sprt_record;

#define KBX_ANIM_SIZE 32u
typedef struct { uint32_t name, first_step, step_count, loop, duration_ms; } kbx_anim_record;

#define KBX_STEP_SIZE 24u
typedef struct { uint32_t frame, end_ms, first_event, event_count; } kbx_step_record;

#define KBX_EVNT_SIZE 12u  /* u32 name, first value, number of values */

#define KBX_FRAM_SIZE 80u
#define KBX_FRAM_AT_HOT_X 20
#define KBX_FRAM_AT_HOT_Y 22
#define KBX_FRAM_AT_BOX 40
#define KBX_FRAM_AT_BITMAP 56
#define KBX_FRAM_AT_PAINTING 60
typedef struct {
  uint32_t name, first_shape, first_point;
  uint16_t shape_count, point_count;
  uint16_t w, h;
  int16_t hot_x, hot_y;
  uint16_t flags, page;
  uint16_t atlas_x, atlas_y, atlas_w, atlas_h;
  int16_t trim_x, trim_y;
  int16_t x0, y0, x1, y1; /* bounds of all shapes' boxes; 0s without shapes */
  uint64_t classes;       /* classes of the shapes */
  uint32_t bitmap;        /* number in BITM, counted from 1, or 0 for none */
  uint32_t painting;      /* the same in ZPIC: the painted zones */
  uint16_t painting_x, painting_y;
} kbx_fram_record;

#define KBX_SHAP_SIZE 16u
enum {
  KBX_PART_BOX = 0, KBX_PART_CIRCLE = 1, KBX_PART_ORIENTED = 2, KBX_PART_POLYGON = 3,
  KBX_PART_CAPSULE = 4
};
typedef struct {
  uint8_t kind, class_index;
  uint16_t part_count;
  int16_t x0, y0, x1, y1;
  uint32_t data;
} kbx_shap_record;

#define KBX_CIRC_SIZE 12u
typedef struct { int32_t cx, cy, r; } kbx_circ_record;

#define KBX_CAPS_SIZE 20u
typedef struct { int32_t ax, ay, bx, by, r; } kbx_caps_record;

#define KBX_PART_SIZE 8u
typedef struct { uint32_t first_vertex, vertex_count; } kbx_part_record;

#define KBX_VERT_SIZE 8u
typedef struct { int32_t x, y; } kbx_vert_record;

#define KBX_ORNT_SIZE 32u
typedef struct { uint32_t shape; int32_t cx, cy, w, h; float ux, uy; } kbx_ornt_record;

#define KBX_POIN_SIZE 24u
typedef struct { uint32_t name; int16_t x, y; float dx, dy; } kbx_poin_record;

#define KBX_OUTL_SIZE 12u
typedef struct { uint32_t shape, first_vertex, vertex_count; } kbx_outl_record;

#define KBX_ATTR_SIZE 16u
typedef struct { uint32_t shape, name, first_value, value_count; } kbx_attr_record;

#define KBX_VALU_SIZE 24u
enum { KBX_VALU_AT_NUMBER = 8, KBX_VALU_AT_TYPE = 16, KBX_VALU_AT_Y = 20 };
enum {
  KBX_VALUE_COLOUR = 3, KBX_VALUE_CHOICE = 4, KBX_VALUE_POINT = 5, KBX_VALUE_ENTITY = 6,
  KBX_VALUE_AREA = 7, KBX_VALUE_ANIMATION = 8, KBX_VALUE_TYPES = 10
};
typedef struct { uint32_t key, value; } kbx_valu_record;

#define KBX_PAGE_SIZE 32u
typedef struct { uint32_t name, encoding; uint16_t w, h; uint64_t offset, size; } kbx_page_record;

#define KBX_BITM_SIZE 8u
typedef struct { uint32_t offset, size; } kbx_bitm_record;

#define KBX_MASK_SIZE 16u
/* `picture`: of ZPIC, counted from 1 */
typedef struct { uint32_t name, first_zone, zone_count, picture; } kbx_mask_record;

#define KBX_ZONE_SIZE 16u
enum { KBX_ZONE_ROAD = 1 };
typedef struct { uint32_t name, colour, value, flags; } kbx_zone_record;

#define KBX_ZPIC_SIZE 8u   /* as BITM, of ZPIX */

#define KBX_TRAK_SIZE 48u  /* then first value, number of values */
typedef struct {
  uint32_t name, first_zone, zone_count, surfaces, first_gate, gate_count, first_band, band_count,
    offset, size;
} kbx_trak_record;

#define KBX_GATE_SIZE 20u
typedef struct { uint32_t name; int32_t ax, ay, bx, by; } kbx_gate_record;

#define KBX_GATE_LOW (-65536 * KBX_GRID)
#define KBX_GATE_HIGH (65536 * KBX_GRID)

#define KBX_BAND_SIZE 20u
#define KBX_BAND_MOST (127u * KBX_GRID)
enum { KBX_BAND_PAINTED = 1 };
typedef struct { uint32_t name, colour, radius, flags, number; } kbx_band_record;

/* Then first value, number of values, u32 reserved; and where the stride has room for it, the box
 * around its walls and the points of its grounds: four floats, of which the last two are -1 for
 * none. */
#define KBX_LEVL_SIZE 40u
#define KBX_LEVL_BOUNDED 56u
typedef struct {
  uint32_t name, first_area, area_count, first_entity, entity_count, offset, size;
} kbx_levl_record;

#define KBX_AREA_SIZE 16u  /* u32 name, class_index, first value, number of values */

#define KBX_ENTI_SIZE 48u  /* u32 reserved at its end */
enum { KBX_ENTITY_FLIP_X = 1, KBX_ENTITY_FLIP_Y = 2 };
typedef struct {
  uint32_t name, class_index;
  int32_t x, y;
  float dx, dy;
  uint32_t first_value, value_count;
  /* Of SPRT, counted from 1, or 0 for none. The frame counts within it */
  uint32_t sprite, frame, flags;
} kbx_enti_record;

/* Each level in WALL, and each world in WDAT, begins at a multiple of this, from the section's
 * start. */
#define KBX_WALL_UNIT 64u

#define KBX_WRLD_SIZE 32u  /* then first value, number of values */
enum { KBX_WORLD_LAYER, KBX_WORLD_MAZE, KBX_WORLD_GROUND, KBX_WORLD_HEIGHTMAP, KBX_WORLD_KINDS };
typedef struct { uint32_t name, level, kind, offset, size, opacity; } kbx_wrld_record;

#define KBX_DRAW_SIZE 64u  /* then first value, number of values */
enum { KBX_DRAW_REPEAT_X = 1, KBX_DRAW_REPEAT_Y = 2, KBX_DRAW_BLENDS = 13 };
/* Tiles and sprite are counted from 1; one of them is 0. Parallax is in 1/256 of a percent. */
typedef struct {
  uint32_t name, level, zero, tiles, sprite, frame;
  int32_t x, y;
  uint32_t tint;
  int32_t parallax_x, parallax_y;
  uint32_t opacity, blend, flags;
} kbx_draw_record;

/* u32 reserved, level, wall, first value, number of values */
#define KBX_WVAL_SIZE 20u

static inline const uint8_t *
kbx_record (const kbx_bank *bank, int section, uint32_t i)
{
  KBX_STEPS (1);
  return bank->sections[section].data + (size_t) i * bank->sections[section].stride;
}

/* Structs have their fields in the order of the record, which the initialisers follow. */

static inline kbx_clas_record
kbx_read_clas (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_CLAS, i);
  return KBX_LITERAL (kbx_clas_record){ kbx_load_u32 (p),
                                        kbx_load_u32 (p + 4) }; /* 8 bytes reserved */
}

static inline kbx_sprt_record
kbx_read_sprt (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_SPRT, i);
  return KBX_LITERAL (kbx_sprt_record){ kbx_load_u32 (p),      kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8),  kbx_load_u32 (p + 12),
                                        kbx_load_u32 (p + 16), kbx_load_u32 (p + 20),
                                        kbx_load_u32 (p + 24) }; /* then its values */
}

static inline kbx_anim_record
kbx_read_anim (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_ANIM, i);
  return KBX_LITERAL (kbx_anim_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8), kbx_load_u32 (p + 12),
                                        kbx_load_u32 (p + 16) }; /* then its values */
}

static inline kbx_step_record
kbx_read_step (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_STEP, i);
  return KBX_LITERAL (kbx_step_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8),
                                        kbx_load_u32 (p + 12) }; /* then its values */
}

static inline kbx_fram_record
kbx_read_fram (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_FRAM, i);
  return KBX_LITERAL (kbx_fram_record){ kbx_load_u32 (p),
                                        kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8),
                                        kbx_load_u16 (p + 12),
                                        kbx_load_u16 (p + 14),
                                        kbx_load_u16 (p + 16),
                                        kbx_load_u16 (p + 18),
                                        kbx_load_i16 (p + KBX_FRAM_AT_HOT_X),
                                        kbx_load_i16 (p + KBX_FRAM_AT_HOT_Y),
                                        kbx_load_u16 (p + 24),
                                        kbx_load_u16 (p + 26),
                                        kbx_load_u16 (p + 28),
                                        kbx_load_u16 (p + 30),
                                        kbx_load_u16 (p + 32),
                                        kbx_load_u16 (p + 34),
                                        kbx_load_i16 (p + 36),
                                        kbx_load_i16 (p + 38),
                                        kbx_load_i16 (p + 40),
                                        kbx_load_i16 (p + 42),
                                        kbx_load_i16 (p + 44),
                                        kbx_load_i16 (p + 46),
                                        kbx_load_u64 (p + 48),
                                        kbx_load_u32 (p + 56),
                                        kbx_load_u32 (p + 60),
                                        kbx_load_u16 (p + 64),
                                        kbx_load_u16 (p + 66) }; /* then its values */
}

static inline kbx_shap_record
kbx_read_shap (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_SHAP, i);
  return KBX_LITERAL (kbx_shap_record){ p[0],
                                        p[1],
                                        kbx_load_u16 (p + 2),
                                        kbx_load_i16 (p + 4),
                                        kbx_load_i16 (p + 6),
                                        kbx_load_i16 (p + 8),
                                        kbx_load_i16 (p + 10),
                                        kbx_load_u32 (p + 12) };
}

static inline kbx_circ_record
kbx_read_circ (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_CIRC, i);
  return KBX_LITERAL (kbx_circ_record){ kbx_load_i32 (p), kbx_load_i32 (p + 4),
                                        kbx_load_i32 (p + 8) };
}

static inline kbx_caps_record
kbx_read_caps (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_CAPS, i);
  return KBX_LITERAL (kbx_caps_record){ kbx_load_i32 (p), kbx_load_i32 (p + 4),
                                        kbx_load_i32 (p + 8), kbx_load_i32 (p + 12),
                                        kbx_load_i32 (p + 16) };
}

/* How many convex forms a shape is tested as: its parts, or itself. */
static inline uint32_t
kbx_form_count (const kbx_shap_record *shape)
{
  return shape->part_count == 0 ? 1 : shape->part_count;
}

static inline kbx_part_record
kbx_read_part (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_PART, i);
  return KBX_LITERAL (kbx_part_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4) };
}

static inline kbx_vert_record
kbx_read_vert (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_VERT, i);
  return KBX_LITERAL (kbx_vert_record){ kbx_load_i32 (p), kbx_load_i32 (p + 4) };
}

static inline kbx_ornt_record
kbx_read_ornt (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_ORNT, i);
  return KBX_LITERAL (kbx_ornt_record){ kbx_load_u32 (p),      kbx_load_i32 (p + 4),
                                        kbx_load_i32 (p + 8),  kbx_load_i32 (p + 12),
                                        kbx_load_i32 (p + 16), kbx_load_f32 (p + 20),
                                        kbx_load_f32 (p + 24) }; /* 4 bytes reserved */
}

static inline kbx_poin_record
kbx_read_poin (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_POIN, i);
  return KBX_LITERAL (kbx_poin_record){ kbx_load_u32 (p), kbx_load_i16 (p + 4),
                                        kbx_load_i16 (p + 6), kbx_load_f32 (p + 8),
                                        kbx_load_f32 (p + 12) }; /* then its values */
}

static inline kbx_outl_record
kbx_read_outl (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_OUTL, i);
  return KBX_LITERAL (kbx_outl_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8) };
}

static inline kbx_attr_record
kbx_read_attr (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_ATTR, i);
  return KBX_LITERAL (kbx_attr_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8), kbx_load_u32 (p + 12) };
}

static inline kbx_valu_record
kbx_read_pair (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_VALU, i);
  return KBX_LITERAL (kbx_valu_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4) };
}

static inline kbx_page_record
kbx_read_page (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_PAGE, i);
  return KBX_LITERAL (kbx_page_record){ kbx_load_u32 (p),      kbx_load_u32 (p + 4),
                                        kbx_load_u16 (p + 8),  kbx_load_u16 (p + 10),
                                        kbx_load_u64 (p + 16), kbx_load_u64 (p + 24) };
}

/* From BITM or ZPIC. */
static inline kbx_bitm_record
kbx_read_piece (const kbx_bank *bank, int section, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, section, i);
  return KBX_LITERAL (kbx_bitm_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4) };
}

static inline kbx_mask_record
kbx_read_mask (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_MASK, i);
  return KBX_LITERAL (kbx_mask_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8), kbx_load_u32 (p + 12) };
}

static inline kbx_zone_record
kbx_read_zone (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_ZONE, i);
  return KBX_LITERAL (kbx_zone_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8), kbx_load_u32 (p + 12) };
}

static inline kbx_trak_record
kbx_read_trak (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_TRAK, i);
  return KBX_LITERAL (kbx_trak_record){
    kbx_load_u32 (p),      kbx_load_u32 (p + 4),  kbx_load_u32 (p + 8),  kbx_load_u32 (p + 12),
    kbx_load_u32 (p + 16), kbx_load_u32 (p + 20), kbx_load_u32 (p + 24), kbx_load_u32 (p + 28),
    kbx_load_u32 (p + 32), kbx_load_u32 (p + 36)
  };
}

static inline kbx_gate_record
kbx_read_gate (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_GATE, i);
  return KBX_LITERAL (kbx_gate_record){ kbx_load_u32 (p), kbx_load_i32 (p + 4),
                                        kbx_load_i32 (p + 8), kbx_load_i32 (p + 12),
                                        kbx_load_i32 (p + 16) };
}

static inline kbx_band_record
kbx_read_band (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_BAND, i);
  return KBX_LITERAL (kbx_band_record){ kbx_load_u32 (p), kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8), kbx_load_u32 (p + 12),
                                        kbx_load_u32 (p + 16) };
}

static inline kbx_levl_record
kbx_read_levl (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_LEVL, i);
  return KBX_LITERAL (kbx_levl_record){ kbx_load_u32 (p),      kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8),  kbx_load_u32 (p + 12),
                                        kbx_load_u32 (p + 16), kbx_load_u32 (p + 20),
                                        kbx_load_u32 (p + 24) }; /* then its values */
}

/* The four floats of its bounds, or NULL. */
static inline const uint8_t *
kbx_levl_bounds (const kbx_bank *bank, uint32_t i)
{
  return bank->sections[KBX_SECTION_LEVL].stride < KBX_LEVL_BOUNDED
           ? NULL
           : kbx_record (bank, KBX_SECTION_LEVL, i) + KBX_LEVL_SIZE;
}

static inline kbx_enti_record
kbx_read_enti (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_ENTI, i);
  return KBX_LITERAL (kbx_enti_record){
    kbx_load_u32 (p),      kbx_load_u32 (p + 4),  kbx_load_i32 (p + 8),  kbx_load_i32 (p + 12),
    kbx_load_f32 (p + 16), kbx_load_f32 (p + 20), kbx_load_u32 (p + 24), kbx_load_u32 (p + 28),
    kbx_load_u32 (p + 32), kbx_load_u32 (p + 36), kbx_load_u32 (p + 40)
  }; /* 4 bytes reserved */
}

static inline kbx_wrld_record
kbx_read_wrld (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_WRLD, i);
  return KBX_LITERAL (kbx_wrld_record){ kbx_load_u32 (p),      kbx_load_u32 (p + 4),
                                        kbx_load_u32 (p + 8),  kbx_load_u32 (p + 12),
                                        kbx_load_u32 (p + 16), kbx_load_u32 (p + 20) };
}

static inline kbx_draw_record
kbx_read_draw (const kbx_bank *bank, uint32_t i)
{
  const uint8_t *p = kbx_record (bank, KBX_SECTION_DRAW, i);
  return KBX_LITERAL (kbx_draw_record){
    kbx_load_u32 (p),      kbx_load_u32 (p + 4),  kbx_load_u32 (p + 8),  kbx_load_u32 (p + 12),
    kbx_load_u32 (p + 16), kbx_load_u32 (p + 20), kbx_load_i32 (p + 24), kbx_load_i32 (p + 28),
    kbx_load_u32 (p + 32), kbx_load_i32 (p + 36), kbx_load_i32 (p + 40), kbx_load_u32 (p + 44),
    kbx_load_u32 (p + 48), kbx_load_u32 (p + 52)
  };
}

/* A string of an open bank, by its reference. */
static inline const char *
kbx_string (const kbx_bank *bank, uint32_t ref)
{
  return (const char *) bank->sections[KBX_SECTION_STRS].data + ref;
}

/* Whether record i of the section exists. */
static inline bool
kbx_within (const kbx_bank *bank, int section, uint32_t i)
{
  return bank != NULL && i < bank->sections[section].count;
}

static inline bool
kbx_is_frame (kbx_handle frame)
{
  return frame.kind == KBX_FRAME && kbx_within (frame.bank, KBX_SECTION_FRAM, frame.index);
}

/* Of an existing frame. */
static inline kbx_size
kbx_frame_size (kbx_handle frame)
{
  const kbx_fram_record r = kbx_read_fram (frame.bank, frame.index);
  return KBX_LITERAL (kbx_size){ r.w, r.h };
}

/* The record of a handle, or NULL; the record of a shape's name and values, or NULL.
 * handles.c, shapes.c */
KBX_INTERNAL const uint8_t *kbx_handle_record (kbx_handle handle);

/* In WRLD, DRAW or WVAL, the first record whose keys, a level and a second one, are not below. The
 * second is a world's kind, 0 of what is drawn, the number of a wall. handles.c */
KBX_INTERNAL uint32_t kbx_first_in_level (const kbx_bank *bank, int section, uint64_t key);
static inline uint32_t
kbx_first_world (const kbx_bank *bank, uint32_t level, uint32_t kind)
{
  return kbx_first_in_level (bank, KBX_SECTION_WRLD, (uint64_t) level << 32 | kind);
}
KBX_INTERNAL const uint8_t *kbx_shape_attributes (const kbx_bank *bank, uint32_t index);

/* The packed bytes of a handle, NULL for another kind. For a level, those of its walls. */
static inline const uint8_t *
kbx_bytes_of (kbx_handle handle, kbx_kind kind)
{
  return handle.kind == kind ? (const uint8_t *) handle.data : NULL;
}

static inline const uint8_t *
kbx_walls_bytes (kbx_handle handle)
{
  return handle.kind == KBX_WALLS || (handle.kind == KBX_LEVEL && handle.bank != NULL)
           ? (const uint8_t *) handle.data
           : NULL;
}

/* A handle for packed bytes outside a bank. */
static inline kbx_handle
kbx_packed_handle (kbx_kind kind, const void *data)
{
  return KBX_LITERAL (kbx_handle){ NULL, data, KBX_NONE, kind };
}

/* The same for a frame or animation known to exist. */
static inline kbx_handle
kbx_quick_handle (const kbx_bank *bank, kbx_kind kind, uint32_t index)
{
  return KBX_LITERAL (kbx_handle){ bank, NULL, index, kind };
}

#endif
