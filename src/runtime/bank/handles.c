/* SPDX-License-Identifier: MIT */
/* Handles: the contents of a bank, by number and by name, and the properties of every handle. */
#include "runtime/masks/zone_lists.h"

/* The records of each kind, which all begin with their name, except steps. Packed bytes are in
 * section `bytes`, at the record's field `offset_at`. For ZPIX that is the number of a picture. */
typedef struct {
  uint8_t kind;
  int8_t section;
  bool sorted;  /* by name */
  int8_t bytes; /* -1: none */
  uint8_t offset_at;
} kbx_kind_row;

/* By kind; bitmaps belong to frames. */
static const kbx_kind_row kbx_kind_rows[] = {
  { KBX_NOTHING, -1, false, -1, 0 },
  { KBX_CLASS, KBX_SECTION_CLAS, false, -1, 0 },
  { KBX_PAGE, KBX_SECTION_PAGE, false, -1, 0 },
  { KBX_SPRITE, KBX_SECTION_SPRT, true, -1, 0 },
  { KBX_ANIMATION, KBX_SECTION_ANIM, false, -1, 0 },
  { KBX_FRAME, KBX_SECTION_FRAM, false, -1, 0 },
  { KBX_ACTION, KBX_SECTION_POIN, false, -1, 0 },
  { KBX_SHAPE, KBX_SECTION_SHAP, false, -1, 0 },
  { KBX_ZONE, KBX_SECTION_ZONE, false, -1, 0 },
  { KBX_BITMAP, -1, false, -1, 0 },
  { KBX_MASK, KBX_SECTION_MASK, true, KBX_SECTION_ZPIX, 12 },
  { KBX_TRACK, KBX_SECTION_TRAK, true, KBX_SECTION_CLEA, 32 },
  { KBX_GATE, KBX_SECTION_GATE, false, -1, 0 },
  { KBX_BAND, KBX_SECTION_BAND, false, -1, 0 },
  { KBX_LEVEL, KBX_SECTION_LEVL, true, KBX_SECTION_WALL, 20 },
  { KBX_WALLS, KBX_SECTION_LEVL, false, KBX_SECTION_WALL, 20 },
  { KBX_TILES, KBX_SECTION_WRLD, false, KBX_SECTION_WDAT, 12 },
  { KBX_MAZE, KBX_SECTION_WRLD, false, KBX_SECTION_WDAT, 12 },
  { KBX_GROUND, KBX_SECTION_WRLD, false, KBX_SECTION_WDAT, 12 },
  { KBX_HEIGHTMAP, KBX_SECTION_WRLD, false, KBX_SECTION_WDAT, 12 },
  { KBX_AREA, KBX_SECTION_AREA, false, -1, 0 },
  { KBX_ENTITY, KBX_SECTION_ENTI, false, -1, 0 },
  { KBX_SOUP, -1, false, -1, 0 },
  { KBX_STEP, KBX_SECTION_STEP, false, -1, 0 },
  { KBX_EVENT, KBX_SECTION_EVNT, false, -1, 0 },
  { KBX_VALUE, KBX_SECTION_VALU, false, -1, 0 },
  { KBX_DRAWN, KBX_SECTION_DRAW, false, -1, 0 },
  { KBX_WALL, KBX_SECTION_WVAL, false, -1, 0 }
};

/* The children of a parent: the fields with the first record and the count. A shape's are in
 * ATTR. */
typedef struct {
  uint8_t parent, kind, first_at, count_at;
  bool short_count; /* 16 bits */
} kbx_child_row;

static const kbx_child_row kbx_child_rows[] = {
  { KBX_SPRITE, KBX_FRAME, 4, 8, false },
  { KBX_SPRITE, KBX_ANIMATION, 12, 16, false },
  { KBX_SPRITE, KBX_ZONE, 20, 24, false },
  { KBX_FRAME, KBX_SHAPE, 4, 12, true },
  { KBX_FRAME, KBX_ACTION, 8, 14, true },
  { KBX_MASK, KBX_ZONE, 4, 8, false },
  { KBX_TRACK, KBX_ZONE, 4, 8, false },
  { KBX_TRACK, KBX_GATE, 16, 20, false },
  { KBX_TRACK, KBX_BAND, 24, 28, false },
  { KBX_LEVEL, KBX_AREA, 4, 8, false },
  { KBX_LEVEL, KBX_ENTITY, 12, 16, false },
  { KBX_ANIMATION, KBX_STEP, 4, 8, false },
  { KBX_STEP, KBX_EVENT, 8, 12, false },
  { KBX_SPRITE, KBX_VALUE, 28, 32, false },
  { KBX_ANIMATION, KBX_VALUE, 20, 24, false },
  { KBX_STEP, KBX_VALUE, 16, 20, false },
  { KBX_EVENT, KBX_VALUE, 4, 8, false },
  { KBX_FRAME, KBX_VALUE, 68, 72, false },
  { KBX_ACTION, KBX_VALUE, 16, 20, false },
  { KBX_SHAPE, KBX_VALUE, 8, 12, false },
  { KBX_LEVEL, KBX_VALUE, 28, 32, false },
  { KBX_AREA, KBX_VALUE, 8, 12, false },
  { KBX_ENTITY, KBX_VALUE, 24, 28, false },
  { KBX_TRACK, KBX_VALUE, 40, 44, false },
  { KBX_TILES, KBX_VALUE, 24, 28, false },
  { KBX_MAZE, KBX_VALUE, 24, 28, false },
  { KBX_GROUND, KBX_VALUE, 24, 28, false },
  { KBX_HEIGHTMAP, KBX_VALUE, 24, 28, false },
  { KBX_DRAWN, KBX_VALUE, 56, 60, false },
  { KBX_WALL, KBX_VALUE, 12, 16, false }
};

#define KBX_ROWS(rows) (sizeof (rows) / sizeof (rows)[0])

static const kbx_handle kbx_null = { NULL, NULL, KBX_NONE, KBX_NOTHING };

static const kbx_kind_row *
kbx_row_of (kbx_kind kind)
{
  return &kbx_kind_rows[(size_t) kind < KBX_ROWS (kbx_kind_rows) ? kind : KBX_NOTHING];
}

/* NULL for a handle without a record. */
KBX_INTERNAL const uint8_t *
kbx_handle_record (kbx_handle handle)
{
  const kbx_kind_row *row = kbx_row_of (handle.kind);
  const int section = row->section;
  return section >= 0 && kbx_within (handle.bank, section, handle.index)
           ? kbx_record (handle.bank, section, handle.index)
           : NULL;
}

/* The handle of a record. The null handle past the end. */
static kbx_handle
kbx_make_handle (const kbx_bank *bank, kbx_kind kind, uint32_t index)
{
  const kbx_kind_row *row = kbx_row_of (kind);
  kbx_handle handle = { bank, NULL, index, kind };
  const uint8_t *record = kbx_handle_record (handle);
  if (record == NULL)
    return kbx_null;
  if (row->bytes == KBX_SECTION_ZPIX)
    handle.data = kbx_zone_picture (bank, kbx_load_u32 (record + row->offset_at));
  else if (row->bytes >= 0)
    handle.data = bank->sections[row->bytes].data + kbx_load_u32 (record + row->offset_at);
  return handle;
}

/* ---- ranges of records ---- */

typedef struct {
  const kbx_bank *bank;
  kbx_kind kind;
  uint32_t first, count;
} kbx_range;

/* Kinds whose records name their level. */
static inline bool
kbx_is_in_level (kbx_kind kind)
{
  return (kind >= KBX_TILES && kind <= KBX_HEIGHTMAP) || kind == KBX_DRAWN
         || kind == KBX_WALL;
}

static kbx_range
kbx_bank_range (const kbx_bank *bank, kbx_kind kind)
{
  const kbx_kind_row *row = kbx_row_of (kind);
  kbx_range range = { bank, kind, 0, 0 };
  if (bank != NULL && row->section >= 0 && !kbx_is_in_level (kind))
    range.count = bank->sections[row->section].count;
  return range;
}

KBX_INTERNAL uint32_t
kbx_first_in_level (const kbx_bank *bank, int section, uint64_t key)
{
  uint32_t low = 0, high = bank->sections[section].count;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      const uint8_t *record = kbx_record (bank, section, middle);
      if (((uint64_t) kbx_load_u32 (record + 4) << 32 | kbx_load_u32 (record + 8)) < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Of the level, those whose second key is from `tag` on, so many. */
static kbx_range
kbx_level_range (kbx_handle level, kbx_kind kind, uint32_t tag, uint64_t many)
{
  const uint64_t key = (uint64_t) level.index << 32 | tag;
  const int section = kbx_row_of (kind)->section;
  kbx_range range = { level.bank, kind, 0, 0 };
  if (level.kind == KBX_LEVEL && kbx_within (level.bank, KBX_SECTION_LEVL, level.index))
    {
      range.first = kbx_first_in_level (level.bank, section, key);
      range.count = kbx_first_in_level (level.bank, section, key + many) - range.first;
    }
  return range;
}

/* The worlds of a level are sorted by level and kind, what is drawn by level, its walls with values
 * also by wall. */
static kbx_range
kbx_child_range (kbx_handle parent, kbx_kind kind)
{
  const uint8_t *record = kbx_handle_record (parent);
  const bool world = kind <= KBX_HEIGHTMAP;
  kbx_range range = { parent.bank, kind, 0, 0 };
  if (kbx_is_in_level (kind))
    return kbx_level_range (parent, kind, world ? (uint32_t) (kind - KBX_TILES) : 0,
                            world ? 1 : UINT64_C (1) << 32);
  if (record != NULL && parent.kind == KBX_SHAPE)
    record = kbx_shape_attributes (parent.bank, parent.index);
  if (record == NULL)
    return range;
  if (parent.kind == KBX_LEVEL && kind == KBX_WALLS)
    {
      range.first = parent.index;
      range.count = 1;
    }
  for (size_t i = 0; i < KBX_ROWS (kbx_child_rows); i++)
    {
      const kbx_child_row *row = &kbx_child_rows[i];
      if (row->parent != parent.kind || row->kind != kind)
        continue;
      range.first = kbx_load_u32 (record + row->first_at);
      range.count = row->short_count ? kbx_load_u16 (record + row->count_at)
                                     : kbx_load_u32 (record + row->count_at);
    }
  return range;
}

static kbx_handle
kbx_range_item (kbx_range range, uint32_t i)
{
  return i < range.count ? kbx_make_handle (range.bank, range.kind, range.first + i) : kbx_null;
}

static kbx_handle
kbx_range_find (kbx_range range, const char *name)
{
  kbx_handle handle = { range.bank, NULL, 0, range.kind };
  uint32_t low = 0, high = name != NULL ? range.count : 0;
  bool sorted = kbx_row_of (range.kind)->sorted;
  while (low < high)
    {
      uint32_t middle = sorted ? low + (high - low) / 2 : low;
      handle.index = range.first + middle;
      const int order = strcmp (kbx_name (handle), name);
      if (order == 0)
        return kbx_range_item (range, middle);
      if (order < 0 || !sorted)
        low = middle + 1;
      else
        high = middle;
    }
  return kbx_null;
}

KBX_API uint32_t
kbx_bank_count (const kbx_bank *bank, kbx_kind kind)
{
  return kbx_bank_range (bank, kind).count;
}
KBX_API uint32_t
kbx_count (kbx_handle parent, kbx_kind kind)
{
  return kbx_child_range (parent, kind).count;
}

KBX_API kbx_handle
kbx_bank_item (const kbx_bank *bank, kbx_kind kind, uint32_t i)
{
  return kbx_range_item (kbx_bank_range (bank, kind), i);
}

KBX_API kbx_handle
kbx_item (kbx_handle parent, kbx_kind kind, uint32_t i)
{
  return kind == KBX_WALL ? kbx_range_item (kbx_level_range (parent, kind, i, 1), 0)
                          : kbx_range_item (kbx_child_range (parent, kind), i);
}

KBX_API kbx_handle
kbx_bank_find (const kbx_bank *bank, kbx_kind kind, const char *name)
{
  return kbx_range_find (kbx_bank_range (bank, kind), name);
}

KBX_API kbx_handle
kbx_find (kbx_handle parent, kbx_kind kind, const char *name)
{
  return kbx_range_find (kbx_child_range (parent, kind), name);
}

/* ---- properties of handles ---- */

/* The last parent whose first child is not after this one: parents without children come before the
 * owner. */
KBX_API kbx_handle
kbx_parent (kbx_handle handle)
{
  const uint8_t *record = kbx_handle_record (handle);
  if (record == NULL || handle.kind == KBX_ZONE || handle.kind == KBX_VALUE)
    return kbx_null;
  if (handle.kind == KBX_WALLS || kbx_is_in_level (handle.kind))
    return kbx_make_handle (handle.bank, KBX_LEVEL,
                            handle.kind == KBX_WALLS ? handle.index : kbx_load_u32 (record + 4));
  for (size_t i = 0; i < KBX_ROWS (kbx_child_rows); i++)
    {
      const kbx_child_row *row = &kbx_child_rows[i];
      const kbx_kind parent = (kbx_kind) row->parent;
      uint32_t low = 0, high = row->kind == handle.kind
                                 ? kbx_bank_range (handle.bank, parent).count
                                 : 0;
      int section = kbx_row_of (parent)->section;
      while (high - low > 1)
        {
          uint32_t middle = low + (high - low) / 2;
          if (kbx_load_u32 (kbx_record (handle.bank, section, middle) + row->first_at)
              <= handle.index)
            low = middle;
          else
            high = middle;
        }
      if (high > 0)
        return kbx_make_handle (handle.bank, parent, low);
    }
  return kbx_null;
}

KBX_API const char *
kbx_name (kbx_handle handle)
{
  const uint8_t *record = kbx_handle_record (handle);
  if (record == NULL || handle.kind == KBX_WALLS || handle.kind == KBX_STEP)
    return "";
  if (handle.kind != KBX_SHAPE)
    return kbx_string (handle.bank, kbx_load_u32 (record));
  record = kbx_shape_attributes (handle.bank, handle.index);
  return record != NULL ? kbx_string (handle.bank, kbx_load_u32 (record + 4)) : "";
}

KBX_API const char *
kbx_value (kbx_handle handle, const char *key)
{
  return kbx_info (kbx_find (handle, KBX_VALUE, key)).text;
}

/* ---- classes ---- */

KBX_API kbx_class_set
kbx_class_bit (uint32_t class_index)
{
  return class_index < KBX_MAX_CLASSES ? UINT64_C (1) << class_index : 0;
}

KBX_API kbx_class_set
kbx_bank_classes (const kbx_bank *bank, const char *const *names, size_t count)
{
  kbx_class_set set = 0;
  for (size_t i = 0; names != NULL && i < count; i++)
    set |= kbx_class_bit (kbx_bank_find (bank, KBX_CLASS, names[i]).index);
  return set;
}
