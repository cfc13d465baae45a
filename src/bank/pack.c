/* SPDX-License-Identifier: MIT */
/* Content -> binary bank, by the schema. Collects all texts, then appends the records to their
 * sections. The bytes depend on the content alone. */
#include "bank/writer.h"
#include "runtime/grounds/ground.h"
#include "runtime/levels/level.h"
#include "runtime/stores.h"

#include <stdlib.h>

typedef struct { const KbBankShape *shape; uint32_t index; } Outlined;

/* ---- texts ---- */

static bool
is_packed_list (const KbBankField *field)
{
  return (field->type == KB_LIST && kb_bank_records[field->child].section != KB_NO_SECTION)
    || ((field->type == KB_LIST || field->type == KB_VALUES) && field->stored > 0);
}

static void
collect (KbBankWriter *w, const KbBankRecord *record, const void *item)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++) {
    if (!kb_field_fits (field, item) || !kb_field_present (field, item))
      continue;
    for (uint32_t i = 0; is_packed_list (field) && i < kb_load_count (item, field->count_member);
         i++)
      collect (w, &kb_bank_records[field->child], kb_list_item (field, item, i));
    if (field->type == KB_OBJECT)
      collect (w, &kb_bank_records[field->child], item);
    if (field->type == KB_TEXT && field->stored > 0) {
      const char *text = kb_field_text (field, item);
      kb_writer_share (w, KB_SHARED_TEXTS, text, strlen (text));
    }
  }
}

/* ---- records ---- */

/* The position of a record: its section, and its number there. */
typedef struct {
  KbBankSection section;
  uint32_t index, owner;
} Spot;

static void pack (KbBankWriter *w, const KbBankRecord *record, const void *item, uint32_t owner);
static void pack_fields (KbBankWriter *w, const KbBankRecord *record, const void *item, Spot spot,
                         uint8_t *to);

/* A layer's tiles refer to the bank's sprites. */
static void
pack_bytes (KbBankWriter *w, const KbBankRecord *record, const KbBankField *field, const void *item,
            uint8_t *to)
{
  const size_t size = kb_load_size (item, field->count_member);
  uint8_t *bytes;
  if (size == 0)
    return;
  kb_bank_store (to + field->at, kb_writer_extend (w, field->bytes, size, &bytes), field->stored);
  kb_bank_store (to + field->count_at, size, field->count_stored);
  if (bytes && record == &kb_bank_records[KB_LAYER])
    kb_bank_layer_copy (w->content, item, bytes);
  else if (bytes)
    memcpy (bytes, kb_load_pointer (item, field->member), size);
}

static void
pack_list (KbBankWriter *w, const KbBankField *field, const void *item, uint32_t index, uint8_t *to)
{
  const KbBankRecord *child = &kb_bank_records[field->child];
  const uint32_t n = kb_load_count (item, field->count_member);
  if (field->stored > 0) {
    kb_bank_store (to + field->at, kb_writer_count (w, child->section), field->stored);
    kb_bank_store (to + field->count_at, n, field->count_stored);
  }
  for (uint32_t i = 0; i < n; i++)
    pack (w, child, kb_list_item (field, item, i), index);
}

static void
pack_object (KbBankWriter *w, const KbBankField *field, const void *item, Spot spot, uint8_t *to)
{
  const KbBankRecord *child = &kb_bank_records[field->child];
  if (child->section == KB_NO_SECTION)
    pack_fields (w, child, item, spot, to);
  else if (field->child == KB_OUTLINE) {
    /* Vertices of outlines follow those of all parts */
    const Outlined outlined = { item, spot.index };
    kb_bank_buffer_add (&w->buffers[KB_OUTLINED], &outlined, sizeof outlined);
  }
  else {
    kb_bank_store (to + field->at, kb_writer_count (w, child->section), field->stored);
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
stored_number (KbBankWriter *w, const KbBankField *field, const void *item, const Spot *spot)
{
  switch (field->type)
    {
      case KB_TEXT: {
        const char *text = kb_field_text (field, item);
        return kb_writer_share (w, KB_SHARED_TEXTS, text, strlen (text))->value;
      }
    case KB_SPRITE:
      return kb_bank_find_sprite (w->content, kb_field_text (field, item)) + 1;
    case KB_PICTURE:
    case KB_BITMAP:
      return kb_writer_number (w, field->type == KB_BITMAP, kb_field_text (field, item),
                               kb_load_size (item, field->count_member));
    case KB_OWNER:
      return spot->owner;
    default:
      return (uint64_t) kb_field_get (field, item, 0) << field->bit;
    }
}

static void
pack_field (KbBankWriter *w, const KbBankRecord *record, const KbBankField *field, const void *item,
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
    case KB_DERIVED_REAL:
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
pack_fields (KbBankWriter *w, const KbBankRecord *record, const void *item, Spot spot, uint8_t *to)
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
finish_sprite (const KbBankWriter *w, const KbBankSprite *sprite, const uint8_t *record)
{
  const uint32_t first_frame = (uint32_t) kb_bank_load (record + 4, 4),
                 first = (uint32_t) kb_bank_load (record + 12, 4);
  for (uint32_t i = 0; i < sprite->n_animations; i++) {
    uint8_t *animation = kb_writer_record (w, KB_ANIM, first + i);
    uint64_t end = 0;
    for (uint32_t k = 0; k < sprite->animations[i].n_steps; k++) {
      uint8_t *step = kb_writer_record (w, KB_STEP, (uint32_t) kb_bank_load (animation + 4, 4) + k);
      end += kb_bank_load (step + 4, 4);
      kb_bank_store (step, kb_bank_load (step, 4) + first_frame, 4);
      kb_bank_store (step + 4, end, 4);
    }
    kb_bank_store (animation + 16, end, 4);
  }
}

static void
finish_level (const KbBankLevel *level, uint8_t *to)
{
  kbx_rect bounds = kbx_walls_bounds (level->bytes);
  for (uint32_t i = 0; i < level->n_worlds[KB_BANK_GROUND]; i++)
    bounds = kbx_ground_bounds (bounds, level->worlds[KB_BANK_GROUND][i].bytes);
  kbx_store_rect (to + KBX_LEVL_SIZE, bounds);
}

static void
pack (KbBankWriter *w, const KbBankRecord *record, const void *item, uint32_t owner)
{
  const Spot spot = { record->section, kb_writer_count (w, record->section), owner };
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
  if (record == &kb_bank_records[KB_LEVEL])
    finish_level (item, to);
  if (record == &kb_bank_records[KB_SPRITE_RECORD] && !w->buffers[KB_ANIM].failed
      && !w->buffers[KB_STEP].failed)
    finish_sprite (w, item, to);
  if (record->section == KB_WRLD)
    kb_bank_store (to + 8, record->tag, 4);
}

void
kb_bank_pack_picture (const KbBankFrame *frame, uint8_t *to)
{
  static const KbBankFrame none;
  const KbBankFrame *from = frame && frame->has_picture ? frame : &none;
  for (const KbBankField *field = kb_bank_records[KB_PICTURE_PLACE].fields; field->type != KB_END;
       field++)
    pack_numbers (field, from, to);
  for (const KbBankField *field = kb_bank_records[KB_FRAME].fields; field->type != KB_END; field++)
    if (field->type == KB_BOOL && field->member == offsetof (KbBankFrame, has_picture))
      kb_bank_store (to + field->at,
                     (kb_bank_load (to + field->at, field->stored) & ~(UINT64_C (1) << field->bit))
                       | (uint64_t) from->has_picture << field->bit,
                     field->stored);
}

static bool
pack_content (KbBankWriter *w)
{
  const KbBankRecord *root = &kb_bank_records[KB_ROOT];
  collect (w, root, w->content);
  if ((w->content->joined && !kb_bank_join_collect (w)) || kb_writer_failed (w))
    return false;
  kb_writer_put_texts (w);
  pack_fields (w, root, w->content, (Spot) { KB_NO_SECTION, 0, 0 }, NULL);
  const Outlined *outlined = (const Outlined *) (const void *) w->buffers[KB_OUTLINED].data;
  for (size_t i = 0; i < w->buffers[KB_OUTLINED].size / sizeof *outlined; i++)
    pack (w, &kb_bank_records[KB_OUTLINE], outlined[i].shape, outlined[i].index);
  return (!w->content->joined || kb_bank_join_copy (w)) && !kb_writer_failed (w);
}

/* The parts of the file: the header, then the sections. */
static bool
write_parts (KbBankWriter *w, KbBankBytes *parts, KbBankError *error)
{
  const bool good = kb_bank_check (w->content, error) && kb_bank_check_order (w->content, error)
                    && (pack_content (w) || kb_bank_no_memory (error))
                    && kb_writer_finish (w, error);
  for (unsigned i = 0; i < KB_BANK_HEAD_PARTS; i++) {
    KbBankBuffer *buffer = &w->buffers[i == 0 ? KB_HEADER : i - 1];
    parts[i] = (KbBankBytes) { good ? buffer->data : NULL, good ? buffer->size : 0 };
    if (good)
      buffer->data = NULL;
  }
  kb_writer_clear (w);
  return good;
}

bool
kb_bank_write (const KbBankContent *content, uint8_t **bytes, size_t *size, KbBankError *error)
{
  KbBankWriter w = { .content = content, .whole = true };
  KbBankBytes parts[KB_BANK_HEAD_PARTS];
  KbBankBuffer file = { NULL };
  const bool good = write_parts (&w, parts, error);
  for (unsigned i = 0; i < KB_BANK_HEAD_PARTS; i++) {
    kb_bank_buffer_add (&file, parts[i].bytes, parts[i].size);
    free (parts[i].bytes);
  }
  if (file.failed) {
    free (file.data);
    file = (KbBankBuffer) { NULL };
  }
  *bytes = (uint8_t *) file.data;
  *size = file.size;
  return good && (*bytes || kb_bank_no_memory (error));
}

bool
kb_bank_write_head (const KbBankContent *content, uint32_t crc,
                    KbBankBytes parts[KB_BANK_HEAD_PARTS], KbBankError *error)
{
  _Static_assert (KB_BANK_HEAD_PARTS == KB_SECTIONS + 1, "the header, and each section");
  KbBankWriter w = { .content = content, .pages_crc = crc };
  return write_parts (&w, parts, error);
}
