/* SPDX-License-Identifier: MIT */
/* What the files that write a binary bank share: where it stands, and fields put into sections. */
#ifndef KB_BANK_WRITER_H
#define KB_BANK_WRITER_H

#include "bank/internal.h"
#include "bank/string_table.h"

#include <string.h>

typedef enum {
  STRS, CLAS, SPRT, ANIM, STEP, FRAM, SHAP, CIRC, PART, VERT, ORNT, POIN, OUTL, ATTR, VALU, FBIT, BITM, BITS,
  MASK, ZONE, MPIX, FZON, SZON, PZON, ZPIC, ZPIX, TRAK, GATE, BAND, CLEA, LEVL, AREA, ENTI, EVAL, WALL, WRLD, WDAT, PAGE, PIXL,
  N_SECTIONS
} Section;

typedef struct {
  const KbBankContent *content;
  KbBankStrings strings;
  KbBankBlobs bitmaps, paintings;
  uint64_t count[N_SECTIONS];
  uint64_t part_vertices;         /* those of the parts come first in VERT */
  uint64_t offset[N_SECTIONS];
  uint64_t total;
  uint32_t n_sections;
  uint8_t *bytes;                 /* all but the pages' data, unless `whole` */
  bool whole;
  uint32_t pixels_crc;            /* given unless `whole` */
  uint8_t *at[N_SECTIONS];        /* where the next field of the section goes */
  uint32_t done[N_SECTIONS];      /* records written so far, for the indices into the section */
  uint8_t *outline_at;            /* where the next outline vertex goes */
  uint32_t outline_done;
} Writer;

/* ---- fields, little-endian whatever the machine ---- */

static inline void
put (Writer *w, Section section, uint64_t value, int size)
{
  for (int i = 0; i < size; i++)
    *w->at[section]++ = (uint8_t) (value >> 8 * i);
}

static inline void put_u16 (Writer *w, Section section, uint32_t value) { put (w, section, value, 2); }
static inline void put_u32 (Writer *w, Section section, uint32_t value) { put (w, section, value, 4); }
static inline void put_u64 (Writer *w, Section section, uint64_t value) { put (w, section, value, 8); }
static inline void put_i16 (Writer *w, Section section, int32_t value) { put (w, section, (uint32_t) value, 2); }
static inline void put_i32 (Writer *w, Section section, int32_t value) { put (w, section, (uint32_t) value, 4); }

/* Zero has one form. */
static inline void
put_f32 (Writer *w, Section section, float value)
{
  uint32_t bits = 0;
  if (value != 0)
    memcpy (&bits, &value, sizeof bits);
  put (w, section, bits, 4);
}

static inline void
put_string (Writer *w, Section section, const char *text)
{
  put_u32 (w, section, kb_bank_strings_find (&w->strings, text));
}

/* write_levels.c. Where the next level's, or world's, bytes begin. */
enum { KB_BANK_LEVEL_ALIGNMENT = 64 };
static inline uint64_t
kb_bank_level_place (uint64_t end)
{
  return (end + KB_BANK_LEVEL_ALIGNMENT - 1) / KB_BANK_LEVEL_ALIGNMENT * KB_BANK_LEVEL_ALIGNMENT;
}
void kb_bank_count_levels (Writer *w);
void kb_bank_fill_levels (Writer *w);

/* write_worlds.c */
void kb_bank_count_worlds (Writer *w);
void kb_bank_fill_worlds (Writer *w);

/* write_zones.c: bitmaps, masks, what is painted on frames, tracks. */
void kb_bank_count_zones (Writer *w);
void kb_bank_fill_zones (Writer *w);

#endif
