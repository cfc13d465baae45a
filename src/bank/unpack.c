/* SPDX-License-Identifier: MIT */
/* Binary bank -> content, by the schema. The runtime has opened the bank, so every index is valid;
 * only the section table is read again. */
#include "bank/schema.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
  KbBankSpan sections[KB_SECTIONS];
  /* For records sorted by owner: the first without an owner yet */
  uint32_t next[KB_SECTIONS];
  const char **sprites;           /* their names */
  KbBankError *error;
} Reader;

static bool unpack (Reader *r, const KbBankRecord *record, uint32_t index, void *item,
                    const KbBankPlace *place);

static bool
set_text (Reader *r, const KbBankField *field, void *item, const char *text)
{
  char *copy = kb_bank_copy_string (text, strlen (text));
  memcpy ((char *) item + field->member, &copy, sizeof copy);
  return copy || kb_bank_no_memory (r->error);
}

static bool
set_bytes (Reader *r, const KbBankField *field, void *item, KbBankSection section, uint64_t at,
           size_t size)
{
  void *bytes = NULL;
  if (size > 0) {
    bytes = kb_bank_new (size, 1);
    if (!bytes)
      return kb_bank_no_memory (r->error);
    memcpy (bytes, r->sections[section].data + at, size);
  }
  memcpy ((char *) item + field->member, &bytes, sizeof bytes);
  memcpy ((char *) item + field->count_member, &size, sizeof size);
  return true;
}

static bool
set_shared (Reader *r, const KbBankField *field, void *item, uint32_t number)
{
  if (number == 0)
    return true;
  const uint8_t *piece = kb_span_record (r->sections, field->bytes, number - 1);
  const KbBankSection bytes = field->bytes == KB_BITM ? KB_BITS : KB_ZPIX;
  return set_bytes (r, field, item, bytes, kb_bank_load (piece, 4),
                    (size_t) kb_bank_load (piece + 4, 4));
}

static void
set_numbers (const KbBankField *field, void *item, const uint8_t *from)
{
  const bool is_signed = field->type == KB_FIXED || field->low < 0;
  for (unsigned k = 0; k == 0 || k < field->n; k++) {
    const int64_t value = (int64_t) kb_bank_load (from + k * field->stored, field->stored);
    const int64_t sign = is_signed ? INT64_C (1) << (8 * field->stored - 1) : 0;
    kb_field_set (field, item, k, (value ^ sign) - sign);
  }
}

/* The first record of a section, sorted by owner (worlds also by kind, values of walls by wall), at
 * or after an owner. */
static uint32_t
find_owned (Reader *r, KbBankSection section, uint64_t owner)
{
  uint32_t *i = &r->next[section];
  for (; *i < r->sections[section].count; ++*i) {
    const uint8_t *record = kb_span_record (r->sections, section, *i);
    const uint64_t first = kb_bank_load (record, 4), second = kb_bank_load (record + 4, 4);
    const uint64_t own =
      kb_section_names_level (section) ? second << 32 | kb_bank_load (record + 8, 4) : first;
    if (own >= owner)
      break;
  }
  return *i;
}

static bool
unpack_list (Reader *r, const KbBankField *field, uint32_t index, void *item, const uint8_t *from,
             const KbBankPlace *place)
{
  const KbBankRecord *child = &kb_bank_records[field->child];
  uint32_t first = 0, n = r->sections[child->section].count;   /* for the whole bank */
  if (field->stored > 0) {
    first = (uint32_t) kb_bank_load (from + field->at, field->stored);
    n = (uint32_t) kb_bank_load (from + field->count_at, field->count_stored);
  }
  else if (kb_section_names_level (child->section)) {
    const uint64_t one = child->section == KB_WRLD ? 1 : UINT64_C (1) << 32;
    const uint64_t key = (uint64_t) index << 32 | child->tag;
    first = find_owned (r, child->section, key);
    n = find_owned (r, child->section, key + one) - first;
  }
  if (!kb_list_new (field, item, n))
    return kb_bank_no_memory (r->error);
  for (uint32_t i = 0; i < n; i++)
    if (!unpack (r, child, first + i, kb_list_item (field, item, i),
                 KB_PLACE_ITEM (place, field->key, i)))
      return false;
  return true;
}

/* In a section of its own: by the stored index, or the one that names this record as its owner, if
 * any. */
static bool
unpack_object (Reader *r, const KbBankField *field, uint32_t index, void *item, const uint8_t *from,
               const KbBankPlace *place)
{
  const KbBankRecord *child = &kb_bank_records[field->child];
  if (field->stored > 0)
    return unpack (r, child, (uint32_t) kb_bank_load (from + field->at, field->stored), item,
                   place);
  const uint32_t next = find_owned (r, child->section, index);
  return next == r->sections[child->section].count
         || kb_bank_load (kb_span_record (r->sections, child->section, next), 4) != index
         || unpack (r, child, next, item, place);
}

static bool
unpack_field (Reader *r, const KbBankField *field, void *item, const uint8_t *from)
{
  const uint8_t *at = from + field->at;
  const uint64_t number = kb_bank_load (at, field->stored);
  switch (field->type) {
  case KB_TEXT:
    return set_text (r, field, item, kb_span_text (r->sections, at));
  case KB_SPRITE:
    return number == 0 || set_text (r, field, item, r->sprites[number - 1]);
  case KB_BOOL:
  case KB_FLIP:
    kb_field_set (field, item, 0, (int64_t) (number >> field->bit));
    return true;
  case KB_BYTES:
  case KB_PAGE_DATA:
  case KB_WORLD_BYTES:
    return set_bytes (r, field, item, field->bytes, number,
                      (size_t) kb_bank_load (from + field->count_at, field->count_stored));
  case KB_PICTURE:
  case KB_BITMAP:
    return set_shared (r, field, item, (uint32_t) number);
  case KB_OWNER:
  case KB_DERIVED:
  case KB_DERIVED_REAL:
  case KB_RESERVED:
    return true;
  default:
    set_numbers (field, item, at);
    return true;
  }
}

static bool
unpack_fields (Reader *r, const KbBankRecord *record, uint32_t index, void *item,
               const uint8_t *from, const KbBankPlace *place)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++) {
    const KbBankRecord *child = &kb_bank_records[field->child];
    bool good = true;
    if (!kb_field_fits (field, item))
      continue;
    if (field->type == KB_LIST || field->type == KB_VALUES) {
      if (field->stored > 0 || (field->type == KB_LIST && child->section != KB_NO_SECTION))
        good = unpack_list (r, field, index, item, from, place);
    }
    else if (field->type == KB_OBJECT && child->section == KB_NO_SECTION)
      good = unpack_fields (r, child, index, item, from, place);
    else if (field->type == KB_OBJECT)
      good = unpack_object (r, field, index, item, from, place);
    else if (field->stored > 0)
      good = unpack_field (r, field, item, from);
    if (!good)
      return false;
  }
  return true;
}

/* ---- special forms ---- */

/* For a box without its parameters, from its corners. */
static void
measure_oriented (KbBankShape *shape)
{
  const KbBankVertex *v = shape->parts[0].vertices;
  double wx = (double) v[1].x - v[0].x, wy = (double) v[1].y - v[0].y;
  double hx = (double) v[3].x - v[0].x, hy = (double) v[3].y - v[0].y;
  double w = sqrt (wx * wx + wy * wy);
  shape->cx = (kb_fixed) floor ((v[0].x + (double) v[2].x) / 2);
  shape->cy = (kb_fixed) floor ((v[0].y + (double) v[2].y) / 2);
  shape->ow = (kb_fixed) floor (w + 0.5);
  shape->oh = (kb_fixed) floor (sqrt (hx * hx + hy * hy) + 0.5);
  shape->ux = (float) (wx / w);
  shape->uy = (float) (wy / w);
}

/* A convex polygon is its own outline. */
static bool
take_outline (Reader *r, KbBankShape *shape, const KbBankPlace *place)
{
  if (shape->n_parts > 1)
    return kb_bank_fail (r->error, place, "the bank was written without the polygon's outline");
  const KbBankRing *part = &shape->parts[0];
  shape->outline.vertices = kb_bank_new (part->n_vertices, sizeof *part->vertices);
  if (!shape->outline.vertices)
    return kb_bank_no_memory (r->error);
  shape->outline.n_vertices = part->n_vertices;
  memcpy (shape->outline.vertices, part->vertices, part->n_vertices * sizeof *part->vertices);
  return true;
}

static bool
finish_unpack_shape (Reader *r, KbBankShape *shape, const uint8_t *from, const KbBankPlace *place)
{
  if (shape->kind == KB_BANK_BOX) {
    shape->x = (int16_t) kb_bank_load (from + 4, 2);
    shape->y = (int16_t) kb_bank_load (from + 6, 2);
    shape->w = (int16_t) kb_bank_load (from + 8, 2) - shape->x;
    shape->h = (int16_t) kb_bank_load (from + 10, 2) - shape->y;
  }
  if (shape->kind == KB_BANK_ORIENTED && shape->ow == 0)
    measure_oriented (shape);
  return shape->kind != KB_BANK_POLYGON || shape->outline.n_vertices > 0
         || take_outline (r, shape, place);
}

static void
finish_unpack_sprite (KbBankSprite *sprite, uint32_t first_frame)
{
  for (uint32_t i = 0; i < sprite->n_animations; i++) {
    uint32_t before = 0;
    for (uint32_t k = 0; k < sprite->animations[i].n_steps; k++) {
      KbBankStep *step = &sprite->animations[i].steps[k];
      const uint32_t end = step->ms;
      step->frame -= first_frame;
      step->ms -= before;
      before = end;
    }
  }
}

static bool
unpack (Reader *r, const KbBankRecord *record, uint32_t index, void *item, const KbBankPlace *place)
{
  const uint8_t *from = kb_span_record (r->sections, record->section, index);
  if (record == &kb_bank_records[KB_SHAPE])
    ((KbBankShape *) item)->kind = (KbBankShapeKind) from[0];
  if (!unpack_fields (r, record, index, item, from, place))
    return false;
  if (record == &kb_bank_records[KB_SHAPE])
    return finish_unpack_shape (r, item, from, place);
  if (record == &kb_bank_records[KB_SPRITE_RECORD])
    finish_unpack_sprite (item, (uint32_t) kb_bank_load (from + 4, 4));
  return record != &kb_bank_records[KB_LAYER]
         || kb_bank_layer_own_sprites (item, r->sprites, r->sections[KB_SPRT].count)
         || kb_bank_no_memory (r->error);
}

void
kb_bank_find_sections (KbBankSpan *sections, const uint8_t *bytes)
{
  const uint8_t *entry = bytes + 64;
  for (uint32_t n = (uint32_t) kb_bank_load (bytes + 24, 4); n > 0; n--, entry += 40)
    for (KbBankSection s = 0; s < KB_SECTIONS; s++)
      if (memcmp (entry, kb_bank_sections[s].name, 4) == 0)
        sections[s] = (KbBankSpan) { bytes + kb_bank_load (entry + 8, 8),
                                     (uint32_t) kb_bank_load (entry + 24, 4),
                                     (uint32_t) kb_bank_load (entry + 28, 4) };
}

void
kb_bank_unpack_picture (KbBankFrame *frame, const uint8_t *from)
{
  for (const KbBankField *field = kb_bank_records[KB_FRAME].fields; field->type != KB_END; field++)
    if (field->type == KB_NUMBER || field->type == KB_BOOL)
      unpack_field (NULL, field, frame, from);
  unpack_fields (NULL, &kb_bank_records[KB_PICTURE_PLACE], 0, frame, from, NULL);
}

bool
kb_bank_unpack (KbBankContent *content, const uint8_t *bytes, KbBankError *error)
{
  Reader r = { .error = error };
  kb_bank_find_sections (r.sections, bytes);
  r.sprites = kb_bank_new (r.sections[KB_SPRT].count, sizeof *r.sprites);
  for (uint32_t i = 0; r.sprites && i < r.sections[KB_SPRT].count; i++)
    r.sprites[i] = kb_span_text (r.sections, kb_span_record (r.sections, KB_SPRT, i));
  const bool good = r.sprites
                      ? unpack_fields (&r, &kb_bank_records[KB_ROOT], 0, content, NULL, NULL)
                      : kb_bank_no_memory (error);
  free (r.sprites);
  return good;
}
