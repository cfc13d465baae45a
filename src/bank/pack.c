/* SPDX-License-Identifier: MIT */
/* Content -> binary bank, by the schema. Collects all texts and shared bytes, then
 * appends the records to their sections. The bytes depend on the content alone. */
#include "bank/schema.h"
#include "runtime/bank/crc32c.h"

#include <stdlib.h>

enum { HEADER_SIZE = 64, ENTRY_SIZE = 40 };

/* A text, or bytes that records may share. */
typedef struct {
  const void *bytes;
  size_t size;
  uint32_t hash;
  /* The position of a text; the number of bytes, 0 before their first use */
  uint32_t value;
} Shared;

typedef struct { const KbBankShape *shape; uint32_t index; } Outlined;

/* The growing buffers: sections; shared data; outlines, which come last. */
enum { TEXTS = KB_SECTIONS, BITMAPS, PICTURES, OUTLINED, BUFFERS, SHARED = OUTLINED - TEXTS };

typedef struct {
  const KbBankContent *content;
  KbBankBuffer buffers[BUFFERS];
  /* Hash tables of shared data: numbers of items, counted from 1; their rooms are powers of two */
  uint32_t *slots[SHARED], rooms[SHARED];
  uint64_t offset[KB_SECTIONS], total;
  uint32_t n_sections;
  bool whole;                     /* with the data of the pages */
  uint64_t pages_size;            /* unless `whole`: the size of that data, */
  uint32_t pages_crc;             /* and its checksum */
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

/* ---- texts and shared bytes ---- */

static int
compare_shared (const void *x, const void *y)
{
  const Shared *a = *(Shared *const *) x, *b = *(Shared *const *) y;
  const int order = memcmp (a->bytes, b->bytes, a->size < b->size ? a->size : b->size);
  return order != 0 ? order : (a->size > b->size) - (a->size < b->size);
}

static void
put_slot (uint32_t *slots, uint32_t room, const Shared *shared, uint32_t number)
{
  uint32_t at = shared->hash & (room - 1);
  while (slots[at] > 0)
    at = (at + 1) & (room - 1);
  slots[at] = number;
}

/* Makes room for one more. */
static bool
grow_slots (Writer *w, unsigned set)
{
  const Shared *all = (const Shared *) (const void *) w->buffers[TEXTS + set].data;
  const size_t n = w->buffers[TEXTS + set].size / sizeof *all;
  if (n < w->rooms[set] / 2)
    return true;
  const uint32_t room = w->rooms[set] > 0 ? 4 * w->rooms[set] : 1024;
  uint32_t *slots = n < UINT32_MAX / 8 ? calloc (room, sizeof *slots) : NULL;
  for (uint32_t i = 0; slots && i < n; i++)
    put_slot (slots, room, &all[i], i + 1);
  if (!slots) {
    w->buffers[TEXTS + set].failed = true;
    return false;
  }
  free (w->slots[set]);
  w->slots[set] = slots;
  w->rooms[set] = room;
  return true;
}

/* Equal bytes are one. Adds them if they are new. Returns NULL if memory runs out. */
static Shared *
find_shared (Writer *w, unsigned buffer, const void *bytes, size_t size)
{
  const unsigned set = buffer - TEXTS;
  KbBankBuffer *all = &w->buffers[buffer];
  const Shared key = { bytes, size, kbx_crc32c (0, bytes, size), 0 };
  if (!grow_slots (w, set))
    return NULL;
  for (uint32_t at = key.hash & (w->rooms[set] - 1); w->slots[set][at] > 0;
       at = (at + 1) & (w->rooms[set] - 1)) {
    Shared *known = (Shared *) (void *) all->data + w->slots[set][at] - 1;
    if (known->hash == key.hash && known->size == size && memcmp (known->bytes, bytes, size) == 0)
      return known;
  }
  kb_bank_buffer_add (all, &key, sizeof key);
  if (all->failed)
    return NULL;
  const uint32_t n = (uint32_t) (all->size / sizeof key);
  put_slot (w->slots[set], w->rooms[set], &key, n);
  return (Shared *) (void *) all->data + n - 1;
}

static bool
is_packed_list (const KbBankField *field)
{
  return (field->type == KB_LIST && kb_bank_records[field->child].section != KB_NO_SECTION)
    || ((field->type == KB_LIST || field->type == KB_VALUES) && field->stored > 0);
}

static void
collect (Writer *w, const KbBankRecord *record, const void *item)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++) {
    const bool text = field->type == KB_TEXT, bitmap = field->type == KB_BITMAP;
    if (!kb_field_fits (field, item) || !kb_field_present (field, item))
      continue;
    for (uint32_t i = 0; is_packed_list (field) && i < kb_load_count (item, field->count_member);
         i++)
      collect (w, &kb_bank_records[field->child], kb_list_item (field, item, i));
    if (field->type == KB_OBJECT)
      collect (w, &kb_bank_records[field->child], item);
    if ((text && field->stored > 0) || bitmap || field->type == KB_PICTURE) {
      const char *bytes = kb_field_text (field, item);
      find_shared (w, text ? TEXTS : bitmap ? BITMAPS : PICTURES, bytes,
                   text ? strlen (bytes) : kb_load_size (item, field->count_member));
    }
  }
}

/* Writes all texts in ascending order, each once. The first is empty. */
static void
put_texts (Writer *w)
{
  KbBankBuffer *to = &w->buffers[KB_STRS];
  Shared *all = (Shared *) (void *) w->buffers[TEXTS].data;
  const size_t n = w->buffers[TEXTS].size / sizeof *all;
  Shared **sorted = kb_bank_new (n, sizeof *sorted);
  kb_bank_buffer_add (to, "", 1);
  to->failed |= !sorted;
  for (size_t i = 0; sorted && i < n; i++)
    sorted[i] = &all[i];
  if (sorted && n > 0)
    qsort (sorted, n, sizeof *sorted, compare_shared);
  for (size_t i = 0; sorted && i < n; i++) {
    sorted[i]->value = (uint32_t) to->size;
    kb_bank_buffer_add (to, sorted[i]->bytes, sorted[i]->size + 1);
  }
  free (sorted);
}

/* ---- records ---- */

/* The position of a record: its section, and its number there. */
typedef struct {
  KbBankSection section;
  uint32_t index, owner;
} Spot;

static void pack (Writer *w, const KbBankRecord *record, const void *item, uint32_t owner);
static void pack_fields (Writer *w, const KbBankRecord *record, const void *item, Spot spot,
                         uint8_t *to);

/* Appends bytes of a record's own and returns their position. A layer's tiles refer to the bank's
 * sprites there. */
static uint64_t
add_bytes (Writer *w, KbBankSection section, const void *bytes, size_t size,
           const KbBankWorld *layer)
{
  KbBankBuffer *buffer = &w->buffers[section];
  const bool left_out = section == KB_PIXL && !w->whole;
  const uint64_t end = left_out ? w->pages_size : buffer->size,
                 at = align (end, kb_bank_sections[section].alignment);
  const size_t padding = (size_t) (at - end);
  char *to = left_out ? NULL : kb_bank_buffer_grow (buffer, padding + size);
  w->pages_size = left_out ? at + size : w->pages_size;
  if (to)
    memset (to, 0, padding);
  if (to && layer)
    kb_bank_layer_copy (w->content, layer, (uint8_t *) to + padding);
  else if (to)
    memcpy (to + padding, bytes, size);
  return at;
}

/* The number of shared bytes, in the order of their first use. */
static uint32_t
shared_number (Writer *w, const KbBankField *field, const void *item)
{
  const bool bitmap = field->type == KB_BITMAP;
  const size_t size = kb_load_size (item, field->count_member);
  Shared *shared = find_shared (w, bitmap ? BITMAPS : PICTURES, kb_field_text (field, item), size);
  uint8_t piece[8];
  if (shared->value == 0) {
    kb_bank_store (piece, add_bytes (w, bitmap ? KB_BITS : KB_ZPIX, shared->bytes, size, NULL), 4);
    kb_bank_store (piece + 4, size, 4);
    kb_bank_buffer_add (&w->buffers[field->bytes], piece, sizeof piece);
    shared->value = count (w, field->bytes);
  }
  return shared->value;
}

static void
pack_bytes (Writer *w, const KbBankRecord *record, const KbBankField *field, const void *item,
            uint8_t *to)
{
  const size_t size = kb_load_size (item, field->count_member);
  if (size == 0)
    return;
  const uint64_t at = add_bytes (w, field->bytes, kb_load_pointer (item, field->member), size,
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
    /* Vertices of outlines follow those of all parts */
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
  for (unsigned k = 0; k == 0 || k < field->n; k++)
    kb_bank_store (to + field->at + k * field->stored, (uint64_t) kb_field_get (field, item, k),
                   field->stored);
}

/* The one number that a field is stored as. */
static uint64_t
stored_number (Writer *w, const KbBankField *field, const void *item, const Spot *spot)
{
  switch (field->type)
    {
      case KB_TEXT: {
        const char *text = kb_field_text (field, item);
        return find_shared (w, TEXTS, text, strlen (text))->value;
      }
    case KB_SPRITE:
      return kb_bank_find_sprite (w->content, kb_field_text (field, item)) + 1;
    case KB_PICTURE:
    case KB_BITMAP:
      return shared_number (w, field, item);
    case KB_OWNER:
      return spot->owner;
    default:
      return (uint64_t) kb_field_get (field, item, 0) << field->bit;
    }
}

static void
pack_field (Writer *w, const KbBankRecord *record, const KbBankField *field, const void *item,
            const Spot *spot, uint8_t *to)
{
  switch (field->type)
    {
    case KB_BYTES:
    case KB_PAGE_DATA:
    case KB_WORLD_BYTES:
      pack_bytes (w, record, field, item, to);
      break;
    case KB_DERIVED:
    case KB_RESERVED:
      break;
    case KB_NUMBER:
    case KB_FIXED:
    case KB_UNIT:
      pack_numbers (field, item, to);
      break;
    default:
      /* Flags share their bytes */
      kb_bank_store (to + field->at,
                     kb_bank_load (to + field->at, field->stored)
                       | stored_number (w, field, item, spot),
                     field->stored);
    }
}

static void
pack_fields (Writer *w, const KbBankRecord *record, const void *item, Spot spot, uint8_t *to)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++) {
    if (!kb_field_fits (field, item))
      continue;
    if (is_packed_list (field))
      pack_list (w, field, item, spot.index, to);
    else if (field->type == KB_OBJECT && kb_field_present (field, item))
      pack_object (w, field, item, spot, to);
    else if (field->type != KB_VALUES && field->stored > 0 && kb_field_present (field, item))
      pack_field (w, record, field, item, &spot, to);
  }
}

/* ---- derived values ---- */

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

/* In the file, steps refer to frames of the whole bank and have end times. */
static void
finish_sprite (const Writer *w, const KbBankSprite *sprite, const uint8_t *record)
{
  const uint32_t first_frame = (uint32_t) kb_bank_load (record + 4, 4),
                 first = (uint32_t) kb_bank_load (record + 12, 4);
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
  if (record == &kb_bank_records[KB_SPRITE_RECORD] && !w->buffers[KB_ANIM].failed
      && !w->buffers[KB_STEP].failed)
    finish_sprite (w, item, to);
  if (record->section == KB_WRLD)
    kb_bank_store (to + 8, record->tag, 4);
}

/* ---- the file ---- */

static uint64_t
size_of (const Writer *w, KbBankSection section)
{
  return w->buffers[section].size + (section == KB_PIXL ? w->pages_size : 0);
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
      return kb_bank_fail (
        error, NULL, "the bank is too large: section %s has %llu bytes; expected less than 4 GiB",
        kb_bank_sections[s].name, (unsigned long long) size_of (w, s));
    w->n_sections += present (w, s);
  }
  w->total = HEADER_SIZE + (uint64_t) ENTRY_SIZE * w->n_sections;
  for (KbBankSection s = 0; s < KB_SECTIONS; s++)
    if (present (w, s)) {
      const uint8_t alignment = kb_bank_sections[s].alignment;
      w->offset[s] =
        align (w->total, alignment > KB_BANK_PAGE_ALIGNMENT ? alignment : KB_BANK_PAGE_ALIGNMENT);
      w->total = w->offset[s] + size_of (w, s);
    }
  return w->total <= SIZE_MAX || kb_bank_no_memory (error);
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
    kb_bank_store (entry + 32,
                   s == KB_PIXL && !w->whole ? w->pages_crc
                                             : kbx_crc32c (0, bytes + w->offset[s], (size_t) size),
                   4);
    entry += ENTRY_SIZE;
  }
  /* The checksum of the header, with its own field zero, and the table after it */
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
  const KbBankRecord *root = &kb_bank_records[KB_ROOT];
  collect (w, root, w->content);
  if (any_failed (w))
    return false;
  put_texts (w);
  pack_fields (w, root, w->content, (Spot) { KB_NO_SECTION, 0, 0 }, NULL);
  const Outlined *outlined = (const Outlined *) (const void *) w->buffers[OUTLINED].data;
  for (size_t i = 0; i < w->buffers[OUTLINED].size / sizeof *outlined; i++)
    pack (w, &kb_bank_records[KB_OUTLINE], outlined[i].shape, outlined[i].index);
  return !any_failed (w);
}

static void
clear (Writer *w)
{
  for (int i = 0; i < BUFFERS; i++)
    free (w->buffers[i].data);
  for (int i = 0; i < SHARED; i++)
    free (w->slots[i]);
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
      for (KbBankSection s = 0; s < KB_SECTIONS; s++)
        if (w->buffers[s].size > 0)
          memcpy (*bytes + w->offset[s], w->buffers[s].data, w->buffers[s].size);
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
kb_bank_write_head (const KbBankContent *content, uint32_t crc, uint8_t **bytes, size_t *size,
                    KbBankError *error)
{
  Writer w = { .content = content, .pages_crc = crc };
  return write_bank (&w, bytes, size, error);
}
