/* SPDX-License-Identifier: MIT */
/* Content -> binary bank, by the schema: each section grows as records are added to it; texts and shared bytes are
 * put in at the end, when all are known. The bytes depend on the content alone. */
#include "bank/schema.h"
#include "runtime/crc32c.h"

#include <stdlib.h>

enum { HEADER_SIZE = 64, ENTRY_SIZE = 40 };

/* A text, or bytes that several records may have, whose number goes to byte `at` of a section. */
typedef struct {
  const void *bytes;
  size_t size;
  uint64_t key;                   /* what they are sorted by first */
  uint32_t at, order;
  KbBankSection section;
} Reference;

/* Bytes to be copied to byte `at` of a section. */
typedef struct {
  const void *bytes;
  size_t size;
  uint64_t at;
  KbBankSection section;
  const KbBankWorld *layer;       /* whose sprites are numbered in its list; else NULL */
} Piece;

typedef struct { const KbBankShape *shape; uint32_t index; } Outlined;

/* What grows: the records of each section, and what is put in at the end. */
enum { TEXTS = KB_SECTIONS, BITMAPS, PICTURES, PIECES, OUTLINED, BUFFERS };

typedef struct {
  const KbBankContent *content;
  KbBankBuffer buffers[BUFFERS];
  uint64_t piece_bytes[KB_SECTIONS];
  uint64_t offset[KB_SECTIONS], total;
  uint32_t n_sections;
  bool whole;                     /* with the data of the pages */
  uint32_t pages_crc;             /* given unless `whole` */
} Writer;

static uint64_t
align (uint64_t size, uint64_t to)
{
  return (size + to - 1) / to * to;
}

static uint32_t
count (const Writer *w, KbBankSection section)
{
  return (uint32_t) (w->buffers[section].size / kb_bank_sections[section].stride);
}

static uint8_t *
record_at (const Writer *w, KbBankSection section, uint32_t i)
{
  return (uint8_t *) w->buffers[section].data + (size_t) i * kb_bank_sections[section].stride;
}

/* ---- records ---- */

/* Where a record is written: its section, and its number there. */
typedef struct {
  KbBankSection section;
  uint32_t index, owner;
} Spot;

static void pack (Writer *w, const KbBankRecord *record, const void *item, uint32_t owner);
static void pack_fields (Writer *w, const KbBankRecord *record, const void *item, Spot spot, uint8_t *to);

static uint32_t
byte_of (const Spot *spot, const KbBankField *field)
{
  return spot->index * kb_bank_sections[spot->section].stride + field->at;
}

static void
refer (KbBankBuffer *to, const Spot *spot, const KbBankField *field, const void *bytes, size_t size, uint64_t key)
{
  const Reference reference = { bytes, size, key, byte_of (spot, field), (uint32_t) (to->size / sizeof reference), spot->section };
  kb_bank_buffer_add (to, &reference, sizeof reference);
}

/* The first eight bytes of a text; these numbers are in the order of the texts. */
static uint64_t
key_of (const char *text)
{
  uint64_t key = 0;
  for (int i = 0; i < 8; i++) {
    key = key << 8 | (uint8_t) *text;
    text += *text != '\0';
  }
  return key;
}

static uint64_t
add_piece (Writer *w, KbBankSection section, const void *bytes, size_t size, const KbBankWorld *layer)
{
  const uint64_t at = align (w->piece_bytes[section], kb_bank_sections[section].alignment);
  const Piece piece = { bytes, size, at, section, layer };
  w->piece_bytes[section] = at + size;
  kb_bank_buffer_add (&w->buffers[PIECES], &piece, sizeof piece);
  return at;
}

static void
pack_bytes (Writer *w, const KbBankRecord *record, const KbBankField *field, const void *item, uint8_t *to)
{
  const size_t size = kb_load_size (item, field->count_member);
  if (size == 0)
    return;
  const uint64_t at = add_piece (w, field->bytes, kb_load_pointer (item, field->member), size,
                                 record == &kb_bank_records[KB_LAYER] ? item : NULL);
  kb_bank_store (to + field->at, at, field->stored);
  kb_bank_store (to + field->count_at, size, field->count_stored);
}

static void
pack_list (Writer *w, const KbBankField *field, const void *item, uint32_t index, uint8_t *to)
{
  const KbBankRecord *child = &kb_bank_records[field->child];
  const uint32_t n = kb_load_count (item, field->count_member);
  if (field->stored > 0) {
    kb_bank_store (to + field->at, count (w, child->section), field->stored);
    kb_bank_store (to + field->count_at, n, field->count_stored);
  }
  for (uint32_t i = 0; i < n; i++)
    pack (w, child, kb_list_item (field, item, i), index);
}

static void
pack_object (Writer *w, const KbBankField *field, const void *item, Spot spot, uint8_t *to)
{
  const KbBankRecord *child = &kb_bank_records[field->child];
  if (child->section == KB_NO_SECTION)
    pack_fields (w, child, item, spot, to);
  else if (field->child == KB_OUTLINE) {
    /* Vertices of outlines come after those of all parts. */
    const Outlined outlined = { item, spot.index };
    kb_bank_buffer_add (&w->buffers[OUTLINED], &outlined, sizeof outlined);
  }
  else {
    kb_bank_store (to + field->at, count (w, child->section), field->stored);
    pack (w, child, item, spot.index);
  }
}

static void
pack_numbers (const KbBankField *field, const void *item, uint8_t *to)
{
  to += field->at;
  if (field->stored == 4)         /* most are, and all those of 32 bits in the struct too */
    for (unsigned k = 0; k == 0 || k < field->n; k++)
      kb_bank_store (to + 4 * k, kb_load_count (item, field->member + 4 * k), 4);
  else
    for (unsigned k = 0; k == 0 || k < field->n; k++)
      kb_bank_store (to + k * field->stored, (uint64_t) kb_field_get (field, item, k), field->stored);
}

/* Zero has one form. */
static void
pack_unit (const KbBankField *field, const void *item, uint8_t *to)
{
  float unit[2];
  uint32_t bits;
  memcpy (unit, kb_field_place (field, item), sizeof unit);
  for (int k = 0; k < 2; k++) {
    memcpy (&bits, &unit[k], sizeof bits);
    kb_bank_store (to + field->at + 4 * k, unit[k] != 0 ? bits : 0, 4);
  }
}

static void
pack_field (Writer *w, const KbBankRecord *record, const KbBankField *field, const void *item, const Spot *spot, uint8_t *to)
{
  KbBankBuffer *shared = field->bytes == KB_BITM ? &w->buffers[BITMAPS] : &w->buffers[PICTURES];
  const bool pointer = field->type == KB_TEXT || field->type == KB_SPRITE || field->type == KB_PICTURE || field->type == KB_BITMAP;
  const char *text = pointer ? kb_field_text (field, item) : NULL;
  switch (field->type) {
  case KB_TEXT:
    refer (&w->buffers[TEXTS], spot, field, text, strlen (text), key_of (text));
    break;
  case KB_SPRITE:
    kb_bank_store (to + field->at, kb_bank_find_sprite (w->content, text) + 1, field->stored);
    break;
  case KB_BOOL:
  case KB_FLIP:
    to[field->at] |= (uint8_t) (kb_field_get (field, item, 0) << field->bit);
    break;
  case KB_UNIT:
    pack_unit (field, item, to);
    break;
  case KB_BYTES:
  case KB_PAGE_DATA:
  case KB_WORLD_BYTES:
    pack_bytes (w, record, field, item, to);
    break;
  case KB_PICTURE:
  case KB_BITMAP:
    refer (shared, spot, field, text, kb_load_size (item, field->count_member), kb_load_size (item, field->count_member));
    break;
  case KB_OWNER:
    kb_bank_store (to + field->at, spot->owner, field->stored);
    break;
  case KB_DERIVED:
  case KB_RESERVED:
    break;
  default:
    pack_numbers (field, item, to);
  }
}

static void
pack_fields (Writer *w, const KbBankRecord *record, const void *item, Spot spot, uint8_t *to)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++) {
    if (!kb_field_fits (field, item))
      continue;
    if (field->type == KB_LIST || field->type == KB_VALUES) {
      if (field->stored > 0 || (field->type == KB_LIST && kb_bank_records[field->child].section != KB_NO_SECTION))
        pack_list (w, field, item, spot.index, to);
    }
    else if (field->type == KB_OBJECT) {
      if (kb_field_present (field, item))
        pack_object (w, field, item, spot, to);
    }
    else if (field->stored > 0 && kb_field_present (field, item))
      pack_field (w, record, field, item, &spot, to);
  }
}

/* ---- what follows from other values ---- */

static void
finish_shape (const KbBankShape *shape, uint8_t *to)
{
  int32_t bounds[4];
  kb_bank_shape_bounds (shape, bounds);
  for (int k = 0; k < 4; k++)
    kb_bank_store (to + 4 + 2 * k, (uint64_t) bounds[k], 2);
}

static void
finish_frame (const KbBankFrame *frame, uint8_t *to)
{
  int32_t all[4];
  uint64_t classes = 0;
  kb_bank_frame_bounds (frame, all);
  for (uint32_t i = 0; i < frame->n_shapes; i++)
    classes |= UINT64_C (1) << frame->shapes[i].class_index;
  for (int k = 0; k < 4; k++)
    kb_bank_store (to + 40 + 2 * k, (uint64_t) all[k], 2);
  kb_bank_store (to + 48, classes, 8);
}

/* In the file, steps count frames over the whole bank and end at a time. */
static void
finish_sprite (const Writer *w, const KbBankSprite *sprite, const uint8_t *record)
{
  const uint32_t first_frame = (uint32_t) kb_bank_load (record + 4, 4), first = (uint32_t) kb_bank_load (record + 12, 4);
  for (uint32_t i = 0; i < sprite->n_animations; i++) {
    uint8_t *animation = record_at (w, KB_ANIM, first + i);
    uint64_t end = 0;
    for (uint32_t k = 0; k < sprite->animations[i].n_steps; k++) {
      uint8_t *step = record_at (w, KB_STEP, (uint32_t) kb_bank_load (animation + 4, 4) + k);
      end += kb_bank_load (step + 4, 4);
      kb_bank_store (step, kb_bank_load (step, 4) + first_frame, 4);
      kb_bank_store (step + 4, end, 4);
    }
    kb_bank_store (animation + 16, end, 4);
  }
}

static void
pack (Writer *w, const KbBankRecord *record, const void *item, uint32_t owner)
{
  const Spot spot = { record->section, count (w, record->section), owner };
  const uint32_t stride = kb_bank_sections[record->section].stride;
  uint8_t *to = (uint8_t *) kb_bank_buffer_grow (&w->buffers[record->section], stride);
  if (!to)
    return;
  memset (to, 0, stride);
  pack_fields (w, record, item, spot, to);
  if (record == &kb_bank_records[KB_SHAPE])
    finish_shape (item, to);
  if (record == &kb_bank_records[KB_FRAME])
    finish_frame (item, to);
  if (record == &kb_bank_records[KB_SPRITE_RECORD] && !w->buffers[KB_ANIM].failed && !w->buffers[KB_STEP].failed)
    finish_sprite (w, item, to);
  if (record->section == KB_WRLD)
    kb_bank_store (to + 8, record->tag, 4);
}

/* ---- texts and shared bytes ---- */

static int
compare_references (const void *x, const void *y)
{
  const Reference *a = x, *b = y;
  if (a->key != b->key)
    return a->key > b->key ? 1 : -1;
  const int order = memcmp (a->bytes, b->bytes, a->size < b->size ? a->size : b->size);
  if (order != 0)
    return order;
  return a->size != b->size ? (a->size > b->size) - (a->size < b->size) : (a->order > b->order) - (a->order < b->order);
}

static Reference *
sort_references (KbBankBuffer *references, size_t *n)
{
  Reference *all = (Reference *) (void *) references->data;
  *n = references->size / sizeof *all;
  if (*n > 0)
    qsort (all, *n, sizeof *all, compare_references);
  return all;
}

static bool
same_bytes (const Reference *a, const Reference *b)
{
  return a->size == b->size && memcmp (a->bytes, b->bytes, a->size) == 0;
}

/* All texts in ascending order, each once; the first is the empty one. */
static void
put_texts (Writer *w)
{
  size_t n;
  const Reference *all = sort_references (&w->buffers[TEXTS], &n);
  KbBankBuffer *to = &w->buffers[KB_STRS];
  uint64_t at = 0;
  kb_bank_buffer_add (to, "", 1);
  for (size_t i = 0; i < n && !to->failed; i++) {
    if (i == 0 || !same_bytes (&all[i], &all[i - 1])) {
      at = to->size;
      kb_bank_buffer_add (to, all[i].bytes, all[i].size + 1);
    }
    kb_bank_store ((uint8_t *) w->buffers[all[i].section].data + all[i].at, at, 4);
  }
}

/* Equal bytes once, in the order of their first use; `records` says where they are. */
static bool
put_shared (Writer *w, KbBankBuffer *references, KbBankSection records, KbBankSection bytes)
{
  typedef struct { const Reference *reference; uint32_t first, number; } Use;
  size_t n;
  const Reference *all = sort_references (references, &n);
  Use *uses = kb_bank_new (n, sizeof *uses);
  uint32_t first = 0;
  if (!uses)
    return false;
  for (size_t i = 0; i < n; i++) {
    if (i == 0 || !same_bytes (&all[i], &all[i - 1]))
      first = all[i].order;
    uses[all[i].order] = (Use) { &all[i], first, 0 };
  }
  for (uint32_t order = 0; order < n; order++) {
    const Reference *use = uses[order].reference;
    if (uses[order].first == order) {
      uint8_t piece[8];
      kb_bank_store (piece, add_piece (w, bytes, use->bytes, use->size, NULL), 4);
      kb_bank_store (piece + 4, use->size, 4);
      kb_bank_buffer_add (&w->buffers[records], piece, sizeof piece);
      uses[order].number = count (w, records);
    }
    kb_bank_store ((uint8_t *) w->buffers[use->section].data + use->at, uses[uses[order].first].number, 4);
  }
  free (uses);
  return true;
}

/* ---- the file ---- */

static uint64_t
size_of (const Writer *w, KbBankSection section)
{
  return w->buffers[section].size + w->piece_bytes[section];
}

static bool
present (const Writer *w, KbBankSection section)
{
  return kb_bank_sections[section].always || size_of (w, section) > 0;
}

static bool
lay_out (Writer *w, KbBankError *error)
{
  for (KbBankSection s = 0; s < KB_SECTIONS; s++) {
    if (size_of (w, s) > UINT32_MAX)
      return kb_bank_fail (error, NULL, "the bank is too large: section %s has %llu bytes; expected less than 4 GiB",
                           kb_bank_sections[s].name, (unsigned long long) size_of (w, s));
    w->n_sections += present (w, s);
  }
  w->total = HEADER_SIZE + (uint64_t) ENTRY_SIZE * w->n_sections;
  for (KbBankSection s = 0; s < KB_SECTIONS; s++)
    if (present (w, s)) {
      const uint8_t alignment = kb_bank_sections[s].alignment;
      w->offset[s] = align (w->total, alignment > KB_BANK_PAGE_ALIGNMENT ? alignment : KB_BANK_PAGE_ALIGNMENT);
      w->total = w->offset[s] + size_of (w, s);
    }
  return w->total <= SIZE_MAX || kb_bank_no_memory (error);
}

static void
fill (const Writer *w, uint8_t *bytes)
{
  const Piece *pieces = (const Piece *) (const void *) w->buffers[PIECES].data;
  for (KbBankSection s = 0; s < KB_SECTIONS; s++)
    if (w->buffers[s].size > 0)
      memcpy (bytes + w->offset[s], w->buffers[s].data, w->buffers[s].size);
  for (size_t i = 0; i < w->buffers[PIECES].size / sizeof *pieces; i++) {
    uint8_t *to = bytes + w->offset[pieces[i].section] + pieces[i].at;
    if (pieces[i].layer)
      kb_bank_layer_copy (w->content, pieces[i].layer, to);
    else if (w->whole || pieces[i].section != KB_PIXL)
      memcpy (to, pieces[i].bytes, pieces[i].size);
  }
}

static void
fill_header (const Writer *w, uint8_t *bytes)
{
  static const uint8_t magic[8] = { 0x8A, 'K', 'B', 'X', '\r', '\n', 0x1A, '\n' };
  uint8_t *entry = bytes + HEADER_SIZE;
  memcpy (bytes, magic, sizeof magic);
  kb_bank_store (bytes + 8, KB_BANK_MAJOR, 2);
  kb_bank_store (bytes + 10, KB_BANK_MINOR, 2);
  kb_bank_store (bytes + 12, HEADER_SIZE, 4);
  kb_bank_store (bytes + 16, w->total, 8);
  kb_bank_store (bytes + 24, w->n_sections, 4);
  kb_bank_store (bytes + 28, HEADER_SIZE, 4);
  for (KbBankSection s = 0; s < KB_SECTIONS; s++) {
    const uint64_t size = size_of (w, s);
    if (!present (w, s))
      continue;
    memcpy (entry, kb_bank_sections[s].name, 4);
    kb_bank_store (entry + 4, kb_bank_sections[s].needed, 4);
    kb_bank_store (entry + 8, w->offset[s], 8);
    kb_bank_store (entry + 16, size, 8);
    kb_bank_store (entry + 24, size / kb_bank_sections[s].stride, 4);
    kb_bank_store (entry + 28, kb_bank_sections[s].stride, 4);
    kb_bank_store (entry + 32, s == KB_PIXL && !w->whole ? w->pages_crc : kbx_crc32c (0, bytes + w->offset[s], (size_t) size), 4);
    entry += ENTRY_SIZE;
  }
  /* The checksum of the header while its own field is zero, and of the table that follows it. */
  kb_bank_store (bytes + 32, kbx_crc32c (0, bytes, (size_t) (entry - bytes)), 4);
}

static bool
any_failed (const Writer *w)
{
  for (int i = 0; i < BUFFERS; i++)
    if (w->buffers[i].failed)
      return true;
  return false;
}

static bool
pack_content (Writer *w)
{
  const Outlined *outlined;
  pack_fields (w, &kb_bank_records[KB_ROOT], w->content, (Spot) { KB_NO_SECTION, 0, 0 }, NULL);
  outlined = (const Outlined *) (const void *) w->buffers[OUTLINED].data;
  for (size_t i = 0; i < w->buffers[OUTLINED].size / sizeof *outlined; i++)
    pack (w, &kb_bank_records[KB_OUTLINE], outlined[i].shape, outlined[i].index);
  if (any_failed (w))
    return false;
  put_texts (w);
  return put_shared (w, &w->buffers[BITMAPS], KB_BITM, KB_BITS) && put_shared (w, &w->buffers[PICTURES], KB_ZPIC, KB_ZPIX) && !any_failed (w);
}

static void
clear (Writer *w)
{
  for (int i = 0; i < BUFFERS; i++)
    free (w->buffers[i].data);
}

static bool
write_bank (Writer *w, uint8_t **bytes, size_t *size, KbBankError *error)
{
  *bytes = NULL;
  *size = 0;
  if (!kb_bank_check (w->content, error) || !kb_bank_check_order (w->content, error))
    return false;
  if ((pack_content (w) || kb_bank_no_memory (error)) && lay_out (w, error)) {
    *size = (size_t) (w->whole || !present (w, KB_PIXL) ? w->total : w->offset[KB_PIXL]);
    *bytes = calloc (1, *size);   /* padding is zero */
    if (*bytes) {
      fill (w, *bytes);
      fill_header (w, *bytes);
    }
    else {
      *size = 0;
      kb_bank_no_memory (error);
    }
  }
  clear (w);
  return *bytes != NULL;
}

bool
kb_bank_write (const KbBankContent *content, uint8_t **bytes, size_t *size, KbBankError *error)
{
  Writer w = { .content = content, .whole = true };
  return write_bank (&w, bytes, size, error);
}

bool
kb_bank_write_head (const KbBankContent *content, uint32_t crc, uint8_t **bytes, size_t *size, KbBankError *error)
{
  Writer w = { .content = content, .pages_crc = crc };
  return write_bank (&w, bytes, size, error);
}
