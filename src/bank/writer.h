/* SPDX-License-Identifier: MIT */
/* A binary bank while it is made: sections that grow, what records share, and the file of them. */
#ifndef KB_BANK_WRITER_H
#define KB_BANK_WRITER_H

#include "bank/schema.h"

/* A text, or bytes that records may share. */
typedef struct {
  const void *bytes;
  size_t size;
  uint32_t hash;
  /* The position of a text; the number of bytes, 0 before their first use */
  uint32_t value;
} KbBankShared;

/* The growing buffers: sections; shared data; outlines, which come last; the header. */
enum {
  KB_SHARED_TEXTS = KB_SECTIONS, KB_SHARED_BITMAPS, KB_SHARED_PICTURES, KB_OUTLINED, KB_HEADER,
  KB_BUFFERS, KB_SHARED_KINDS = KB_OUTLINED - KB_SHARED_TEXTS
};

typedef struct {
  const KbBankContent *content;
  KbBankBuffer buffers[KB_BUFFERS];
  /* Hash tables of shared data: numbers of items, counted from 1; their rooms are powers of two */
  uint32_t *slots[KB_SHARED_KINDS], rooms[KB_SHARED_KINDS];
  uint64_t offset[KB_SECTIONS], total;
  uint32_t n_sections;
  bool whole;                     /* with the data of the pages */
  uint64_t pages_size;            /* unless `whole`: the size of that data, */
  uint32_t pages_crc;             /* and its checksum */
} KbBankWriter;

static inline uint64_t
kb_bank_align (uint64_t size, uint64_t to)
{
  return (size + to - 1) / to * to;
}

static inline uint32_t
kb_writer_count (const KbBankWriter *w, KbBankSection section)
{
  return (uint32_t) (w->buffers[section].size / kb_bank_sections[section].stride);
}

static inline uint8_t *
kb_writer_record (const KbBankWriter *w, KbBankSection section, uint32_t i)
{
  return (uint8_t *) w->buffers[section].data + (size_t) i * kb_bank_sections[section].stride;
}

/* Equal bytes are one: adds them if they are new. Returns NULL if memory runs out. The result is
 * valid until the next is added. */
KbBankShared *kb_writer_share (KbBankWriter *w, unsigned buffer, const void *bytes, size_t size);

static inline const KbBankShared *
kb_writer_texts (const KbBankWriter *w)
{
  return (const KbBankShared *) (const void *) w->buffers[KB_SHARED_TEXTS].data;
}

/* Writes all texts in ascending order, each once, and sets their positions. The first is empty. */
void kb_writer_put_texts (KbBankWriter *w);

/* Appends room for bytes of a record's own, and returns their position. *to: NULL if they are left
 * out, or memory runs out. */
uint64_t kb_writer_extend (KbBankWriter *w, KbBankSection section, size_t size, uint8_t **to);

/* The number of a bitmap or painting, in the order of their first use. */
uint32_t kb_writer_number (KbBankWriter *w, bool bitmap, const void *bytes, size_t size);

/* The picture of a frame, NULL for none, in the frame's record (pack.c). */
void kb_bank_pack_picture (const KbBankFrame *frame, uint8_t *to);

/* Adds the texts, bitmaps and paintings of a join, and room for its records; then those (join.c).
 * They return false if memory runs out. */
bool kb_bank_join_collect (KbBankWriter *w);
bool kb_bank_join_copy (KbBankWriter *w);

/* Whether memory ran out. */
bool kb_writer_failed (const KbBankWriter *w);

/* Makes the header, and fills the sections up: in a file they follow it as they are. */
bool kb_writer_finish (KbBankWriter *w, KbBankError *error);
void kb_writer_clear (KbBankWriter *w);

#endif
