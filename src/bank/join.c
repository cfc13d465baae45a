/* SPDX-License-Identifier: MIT */
/* Joins by the schema: ranges of records are found, copied, and their fields moved. */
#include "bank/join.h"

#include <stdlib.h>

#include "bank/writer.h"

/* Vertices of outlines follow all others, so they are a range of their own. */
enum { OUTLINE_VERTICES = KB_SECTIONS, RANGES };

/* In bytes, where a section has those. */
typedef struct { uint32_t first, end; } Range;

/* A text that the part uses: where it is in its bank, and its number among those of the writer. */
typedef struct { uint32_t at, number; } Used;

struct KbBankPart {
  KbBankSpan sections[KB_SECTIONS];
  const KbBankRecord *record;
  const char *name;
  uint32_t index;                 /* of its record in its bank */
  Range from[RANGES];
  uint32_t to[RANGES];            /* where they begin in the joined bank */
  Used *texts;
  uint32_t n_texts;
  /* What the sprites and levels of its bank stand for */
  KbBankPart **sprites, **levels;
  uint32_t *bitmaps, *paintings;  /* by number, from 1: their numbers in the joined bank */
};

typedef struct {
  KbBankWriter *w;
  KbBankPart *part;
  uint32_t *texts;                /* by their place in the part's bank: in the joined one */
  uint32_t *sprites;              /* likewise */
} Move;

static const uint8_t *
record_of (const KbBankPart *part, KbBankSection section, uint32_t i)
{
  return kb_span_record (part->sections, section, i);
}

/* It comes first in a record. */
static const char *
name_of (const KbBankPart *part, KbBankSection section, uint32_t i)
{
  return kb_span_text (part->sections, record_of (part, section, i));
}

static uint32_t
length (const Range *range)
{
  return range->end > range->first ? range->end - range->first : 0;
}

static KbBankSection
section_of (unsigned range)
{
  return range == OUTLINE_VERTICES ? KB_VERT : (KbBankSection) range;
}

/* ---- what belongs to a part ---- */

/* Empty ranges count too: what comes next begins there. */
static void
widen_range (Range *range, uint64_t first, uint64_t n)
{
  range->first = first < range->first ? (uint32_t) first : range->first;
  range->end = first + n > range->end ? (uint32_t) (first + n) : range->end;
}

static bool
has_bytes (const KbBankField *field)
{
  return field->type == KB_BYTES || field->type == KB_WORLD_BYTES;
}

static bool
fits (const KbBankField *field, const uint8_t *record)
{
  return field->kinds == 0 || (field->kinds >> record[0] & 1) != 0;
}

/* The range that a field of a section refers to. */
static unsigned
range_below (KbBankSection section, const KbBankField *field)
{
  return has_bytes (field)    ? field->bytes
         : section == KB_OUTL ? OUTLINE_VERTICES
                              : kb_bank_records[field->child].section;
}

/* Where records have the index of their owner: the field, or the last one if they have none. */
static const KbBankField *
owner_field (const KbBankRecord *record)
{
  const KbBankField *field = record->fields;
  while (field->type != KB_OWNER && field->type != KB_END)
    field++;
  return field;
}

/* The records, or bytes, below some records. */
static Range
find_below (const KbBankPart *part, KbBankSection section, const KbBankField *field, Range above)
{
  const KbBankRecord *child = &kb_bank_records[field->child];
  Range below = { UINT32_MAX, 0 };
  const KbBankField *owner = owner_field (child);
  const bool refers =
    field->type == KB_LIST || field->type == KB_VALUES || field->type == KB_OBJECT;
  if (field->stored > 0 && (refers || has_bytes (field)))
    for (uint32_t i = above.first; i < above.end; i++) {
      const uint8_t *at = record_of (part, section, i);
      const uint64_t n =
        field->count_stored > 0 ? kb_bank_load (at + field->count_at, field->count_stored) : 1;
      if (fits (field, at) && (refers || n > 0))
        widen_range (&below, kb_bank_load (at + field->at, field->stored), n);
    }
  else if (refers && owner->type == KB_OWNER)
    for (uint32_t i = 0; i < part->sections[child->section].count; i++) {
      const uint64_t at = kb_bank_load (record_of (part, child->section, i) + owner->at, 4);
      if (at >= above.first && at < above.end)
        widen_range (&below, i, 1);
    }
  return below;
}

static void
find_all_below (KbBankPart *part, const KbBankRecord *record, Range above)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++) {
    const Range below = find_below (part, (KbBankSection) record->section, field, above);
    if (below.first > below.end)
      continue;
    widen_range (&part->from[range_below ((KbBankSection) record->section, field)], below.first,
                 length (&below));
    if (!has_bytes (field))
      find_all_below (part, &kb_bank_records[field->child], below);
  }
}

/* The records of one list of a sprite or a level. */
static Range
items_of (const KbBankPart *part, const KbBankRecord *record, uint32_t index, KbBankSection items)
{
  const KbBankField *field = record->fields;
  while (field->type != KB_LIST || field->stored == 0
         || kb_bank_records[field->child].section != items)
    field++;
  return find_below (part, (KbBankSection) record->section, field, (Range) { index, index + 1 });
}

/* ---- fields ---- */

typedef void (*FieldCall) (Move *move, KbBankSection section, const KbBankField *field);

static void
call_fields (Move *move, KbBankSection section, const KbBankRecord *record, FieldCall call)
{
  for (const KbBankField *field = record->fields; field->type != KB_END; field++)
    if (field->type == KB_OBJECT && kb_bank_records[field->child].section == KB_NO_SECTION)
      call_fields (move, section, &kb_bank_records[field->child], call);
    else if (field->stored > 0)
      call (move, section, field);
}

/* Calls for the fields of every section once. Records in the same section have what moves in the
 * same places. */
static void
call_all_fields (Move *move, FieldCall call)
{
  bool done[KB_SECTIONS] = { false };
  for (unsigned i = 0; i < KB_RECORDS; i++) {
    const KbBankSection section = (KbBankSection) kb_bank_records[i].section;
    if (section == KB_NO_SECTION || done[section] || length (&move->part->from[section]) == 0)
      continue;
    done[section] = true;
    call_fields (move, section, &kb_bank_records[i], call);
  }
}

static void
note_texts (Move *move, KbBankSection section, const KbBankField *field)
{
  const Range range = move->part->from[section];
  for (uint32_t i = range.first; field->type == KB_TEXT && i < range.end; i++)
    move->texts[kb_bank_load (record_of (move->part, section, i) + field->at, 4)] = 1;
}

/* Lists the texts that are used, except the empty one. */
static bool
list_texts (KbBankPart *part)
{
  const uint32_t size = part->sections[KB_STRS].count;
  Move move = { NULL, part, kb_bank_new (size, sizeof *move.texts) };
  if (move.texts)
    call_all_fields (&move, note_texts);
  for (uint32_t i = 1; move.texts && i < size; i++)
    part->n_texts += move.texts[i];
  part->texts = kb_bank_new (part->n_texts, sizeof *part->texts);
  for (uint32_t i = 1, n = 0; move.texts && part->texts && i < size; i++)
    if (move.texts[i])
      part->texts[n++].at = i;
  free (move.texts);
  return move.texts && part->texts;
}

/* ---- parts ---- */

static void
find_asset (KbBankPart *part, const KbBankRecord *record, const char *name)
{
  const KbBankSection section = (KbBankSection) record->section;
  for (uint32_t i = 0; i < part->sections[section].count && !part->record; i++)
    if (strcmp (name_of (part, section, i), name) == 0) {
      part->record = record;
      part->index = i;
      part->name = name_of (part, section, i);
    }
}

KbBankPart *
kb_bank_part_new (const uint8_t *bytes, const char *kind, const char *name)
{
  static const KbBankRecordId assets[] = { KB_SPRITE_RECORD, KB_MASK_RECORD, KB_TRACK, KB_LEVEL };
  KbBankPart *part = kb_bank_new (1, sizeof *part);
  if (!part)
    return NULL;
  kb_bank_find_sections (part->sections, bytes);
  for (unsigned r = 0; r < RANGES; r++)
    part->from[r].first = UINT32_MAX;
  for (unsigned k = 0; k < sizeof assets / sizeof *assets; k++)
    if (strcmp (kb_bank_records[assets[k]].name, kind) == 0)
      find_asset (part, &kb_bank_records[assets[k]], name);
  part->sprites = kb_bank_new (part->sections[KB_SPRT].count, sizeof *part->sprites);
  part->levels = kb_bank_new (part->sections[KB_LEVL].count, sizeof *part->levels);
  part->bitmaps = kb_bank_new (part->sections[KB_BITM].count + 1, sizeof *part->bitmaps);
  part->paintings =
    kb_bank_new (part->sections[KB_ZPIC].count + 1, sizeof *part->paintings);
  if (part->record && part->sprites && part->levels && part->bitmaps && part->paintings) {
    const Range own = { part->index, part->index + 1 };
    part->from[KB_CLAS] = (Range) { 0, part->sections[KB_CLAS].count };
    part->from[part->record->section] = own;
    find_all_below (part, part->record, own);
    if (list_texts (part))
      return part;
  }
  kb_bank_part_free (part);
  return NULL;
}

void
kb_bank_part_free (KbBankPart *part)
{
  if (!part)
    return;
  free (part->texts);
  free (part->sprites);
  free (part->levels);
  free (part->bitmaps);
  free (part->paintings);
  free (part);
}

static int
compare_part (KbBankSection section, const char *name, const KbBankPart *part)
{
  return section != part->record->section ? (int) section - (int) part->record->section
                                          : strcmp (name, part->name);
}

int
kb_bank_part_compare (const KbBankPart *a, const KbBankPart *b)
{
  return compare_part ((KbBankSection) a->record->section, a->name, b);
}

bool
kb_bank_part_same_classes (const KbBankPart *a, const KbBankPart *b)
{
  bool same = a->sections[KB_CLAS].count == b->sections[KB_CLAS].count;
  for (uint32_t i = 0; same && i < a->sections[KB_CLAS].count; i++)
    same = strcmp (name_of (a, KB_CLAS, i), name_of (b, KB_CLAS, i)) == 0
           && memcmp (record_of (a, KB_CLAS, i) + 4, record_of (b, KB_CLAS, i) + 4, 4) == 0;
  return same;
}

bool
kb_bank_part_frames (const KbBankPart *part, KbBankSprite *sprite)
{
  const Range range = part->from[KB_FRAM];
  sprite->name = kb_bank_copy_string (part->name, strlen (part->name));
  sprite->frames = kb_bank_new (length (&range), sizeof *sprite->frames);
  for (; sprite->frames && sprite->n_frames < length (&range); sprite->n_frames++)
    kb_bank_unpack_picture (&sprite->frames[sprite->n_frames],
                            record_of (part, KB_FRAM, range.first + sprite->n_frames));
  return sprite->name && sprite->frames;
}

/* ---- what a part refers to ---- */

static KbBankPart *
find_part (const KbBankJoin *join, KbBankSection section, const char *name)
{
  uint32_t low = 0, high = join->n;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    const int order = compare_part (section, name, join->parts[middle]);
    if (order == 0)
      return join->parts[middle];
    if (order > 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

static bool
find_parts (const KbBankJoin *join, KbBankPart *part, KbBankRecordId id, KbBankPart **found,
            KbBankError *error)
{
  const KbBankRecord *record = &kb_bank_records[id];
  const KbBankSection section = (KbBankSection) record->section,
                      items[] = { id == KB_LEVEL ? KB_ENTI : KB_FRAM,
                                  id == KB_LEVEL ? KB_AREA : KB_ANIM };
  for (uint32_t i = 0; i < part->sections[section].count; i++) {
    const char *name = name_of (part, section, i);
    found[i] = find_part (join, section, name);
    if (!found[i])
      return kb_bank_fail (error, NULL, "refers to the %s '%s', which is missing", record->name,
                           name);
    for (unsigned k = 0; k < 2; k++) {
      const Range before = items_of (part, record, i, items[k]),
                  now = items_of (found[i], record, found[i]->index, items[k]);
      if (length (&before) != length (&now))
        return kb_bank_fail (error, NULL,
                             "refers to the %s '%s' as it was before a change; compile it again",
                             record->name, name);
    }
  }
  return true;
}

bool
kb_bank_join_look (const KbBankJoin *join, KbBankPart *part, KbBankError *error)
{
  return find_parts (join, part, KB_SPRITE_RECORD, part->sprites, error)
         && find_parts (join, part, KB_LEVEL, part->levels, error);
}

/* ---- copying ---- */

/* Of a bitmap or a painting. */
static bool
number_pieces (KbBankWriter *w, const KbBankPart *part, KbBankSection pieces, KbBankSection bytes,
               uint32_t *numbers)
{
  for (uint32_t i = 0; i < part->sections[pieces].count; i++) {
    const uint8_t *piece = record_of (part, pieces, i);
    numbers[i + 1] = kb_writer_number (w, pieces == KB_BITM,
                                       part->sections[bytes].data + kb_bank_load (piece, 4),
                                       (size_t) kb_bank_load (piece + 4, 4));
    if (numbers[i + 1] == 0)
      return false;
  }
  return true;
}

bool
kb_bank_join_collect (KbBankWriter *w)
{
  const KbBankJoin *join = w->content->joined;
  uint64_t ends[RANGES] = { 0 };
  for (uint32_t i = 0; i < join->n; i++) {
    KbBankPart *part = join->parts[i];
    if (i > 0)
      part->from[KB_CLAS].end = 0;   /* they are those of the first */
    for (unsigned r = 0; r < RANGES; r++) {
      const KbBankSectionKind *kind = &kb_bank_sections[section_of (r)];
      const uint32_t n = length (&part->from[r]);
      if (kind->stride == 1 && n > 0)
        ends[r] = kb_bank_align (ends[r], kind->alignment);
      part->to[r] = (uint32_t) ends[r];
      ends[r] += n;
    }
    for (uint32_t k = 0; k < part->n_texts; k++) {
      const char *text = (const char *) part->sections[KB_STRS].data + part->texts[k].at;
      const KbBankShared *shared = kb_writer_share (w, KB_SHARED_TEXTS, text, strlen (text));
      if (!shared)
        return false;
      part->texts[k].number = (uint32_t) (shared - kb_writer_texts (w));
    }
    if ((join->sprites && !number_pieces (w, part, KB_BITM, KB_BITS, part->bitmaps))
        || !number_pieces (w, part, KB_ZPIC, KB_ZPIX, part->paintings))
      return false;
  }
  for (uint32_t i = 0; i < join->n; i++)
    join->parts[i]->to[OUTLINE_VERTICES] += (uint32_t) ends[KB_VERT];
  for (unsigned r = 0; r < RANGES; r++) {
    const KbBankSection section = section_of (r);
    const size_t size = (size_t) ends[r] * kb_bank_sections[section].stride;
    char *to = kb_bank_buffer_grow (&w->buffers[section], size);
    if (to && kb_bank_sections[section].stride == 1)
      memset (to, 0, size);       /* between the parts */
  }
  return !kb_writer_failed (w);
}

/* The index of an entity, an area or an animation in the joined bank. */
static double
moved_reference (const KbBankPart *part, KbBankValueType type, double number)
{
  const bool in_level = type != KB_BANK_TO_ANIMATION;
  const KbBankRecord *record = &kb_bank_records[in_level ? KB_LEVEL : KB_SPRITE_RECORD];
  const KbBankSection items = type == KB_BANK_TO_ENTITY ? KB_ENTI
                              : type == KB_BANK_TO_AREA ? KB_AREA
                                                        : KB_ANIM;
  KbBankPart **parts = in_level ? part->levels : part->sprites;
  for (uint32_t i = 0; i < part->sections[record->section].count; i++) {
    const Range own = items_of (part, record, i, items);
    if (number >= own.first && number < own.end)
      return parts[i]->to[items] + (number - own.first);
  }
  return number;                  /* -1 for none */
}

static void
move_reference (const KbBankPart *part, uint8_t *value)
{
  const KbBankValueType type = (KbBankValueType) kb_bank_load (value + 16, 4);
  uint64_t bits = kb_bank_load (value + 8, 8);
  double number;
  if (type != KB_BANK_TO_ENTITY && type != KB_BANK_TO_AREA && type != KB_BANK_TO_ANIMATION)
    return;
  memcpy (&number, &bits, sizeof number);
  number = moved_reference (part, type, number);
  memcpy (&bits, &number, sizeof bits);
  kb_bank_store (value + 8, bits, 8);
}

static uint32_t
moved (const Move *move, unsigned range)
{
  return move->part->to[range] - move->part->from[range].first;
}

static void
move_field (Move *move, KbBankSection section, const KbBankField *field)
{
  const KbBankPart *part = move->part;
  const unsigned stride = kb_bank_sections[section].stride;
  const uint32_t n = length (&part->from[section]), *numbers = NULL;
  uint32_t more = 0;
  switch (field->type) {
  case KB_TEXT: numbers = move->texts; break;
  case KB_SPRITE: break;
  case KB_PICTURE: numbers = part->paintings; break;
  case KB_BITMAP: numbers = part->bitmaps; break;
  case KB_OWNER: more = moved (move, kb_section_names_level (section) ? KB_LEVL : KB_SHAP); break;
  case KB_NUMBER:
    if (section != KB_STEP || field->at != 0)
      return;
    more = moved (move, KB_FRAM);
    break;
  case KB_LIST:
  case KB_VALUES:
  case KB_OBJECT:
  case KB_BYTES:
  case KB_WORLD_BYTES: more = moved (move, range_below (section, field)); break;
  default: return;
  }
  uint8_t *record = kb_writer_record (move->w, section, part->to[section]);
  for (uint32_t i = 0; i < n; i++, record += stride) {
    const uint32_t value = (uint32_t) kb_bank_load (record + field->at, field->stored);
    if (!fits (field, record)
        || (has_bytes (field) && kb_bank_load (record + field->count_at, field->count_stored) == 0)
        || ((numbers || field->type == KB_SPRITE) && value == 0))
      continue;
    kb_bank_store (record + field->at,
                   numbers                     ? numbers[value]
                   : field->type == KB_SPRITE ? move->sprites[value - 1] + 1
                                               : value + more,
                   field->stored);
  }
}

/* The rest: references of values, sprites of tiles, pictures of frames. */
static void
finish_part (const Move *move, const KbBankSprite *sprites)
{
  const KbBankWriter *w = move->w;
  const KbBankPart *part = move->part;
  for (uint32_t i = 0; i < length (&part->from[KB_VALU]); i++)
    move_reference (part, kb_writer_record (w, KB_VALU, part->to[KB_VALU] + i));
  for (uint32_t i = 0; i < length (&part->from[KB_WRLD]); i++) {
    const uint8_t *world = kb_writer_record (w, KB_WRLD, part->to[KB_WRLD] + i);
    if (kb_bank_load (world + 8, 4) == KB_BANK_LAYER)
      kb_bank_layer_renumber (
        kb_writer_record (w, KB_WDAT, (uint32_t) kb_bank_load (world + 12, 4)), move->sprites);
  }
  for (uint32_t i = 0; i < length (&part->from[KB_FRAM]); i++)
    kb_bank_pack_picture (sprites ? &sprites[part->to[KB_SPRT]].frames[i] : NULL,
                          kb_writer_record (w, KB_FRAM, part->to[KB_FRAM] + i));
}

static bool
copy_part (KbBankWriter *w, KbBankPart *part)
{
  const KbBankShared *texts = kb_writer_texts (w);
  const uint32_t n_sprites = part->sections[KB_SPRT].count;
  Move move = { w, part, kb_bank_new (part->sections[KB_STRS].count, sizeof *move.texts),
                kb_bank_new (n_sprites, sizeof *move.sprites) };
  const bool good = move.texts && move.sprites;
  for (uint32_t k = 0; good && k < part->n_texts; k++)
    move.texts[part->texts[k].at] = texts[part->texts[k].number].value;
  for (uint32_t i = 0; good && i < n_sprites; i++)
    move.sprites[i] = part->sprites[i]->to[KB_SPRT];
  for (unsigned r = 0; good && r < RANGES; r++) {
    const KbBankSection section = section_of (r);
    if (length (&part->from[r]) > 0)
      memcpy (kb_writer_record (w, section, part->to[r]),
              record_of (part, section, part->from[r].first),
              (size_t) length (&part->from[r]) * kb_bank_sections[section].stride);
  }
  if (good) {
    call_all_fields (&move, move_field);
    finish_part (&move, w->content->joined->sprites);
  }
  free (move.texts);
  free (move.sprites);
  return good;
}

bool
kb_bank_join_copy (KbBankWriter *w)
{
  const KbBankJoin *join = w->content->joined;
  bool good = true;
  for (uint32_t i = 0; i < join->n && good; i++)
    good = copy_part (w, join->parts[i]);
  return good;
}

bool
kb_bank_join_unpack (const KbBankContent *joined, KbBankContent *content, KbBankError *error)
{
  uint8_t *bytes;
  size_t size;
  memset (content, 0, sizeof *content);
  if (!kb_bank_write (joined, &bytes, &size, error))
    return false;
  const bool good = kb_bank_unpack (content, bytes, error);
  free (bytes);
  if (!good)
    kb_bank_content_clear (content);
  return good;
}
