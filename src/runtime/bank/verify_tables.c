/* SPDX-License-Identifier: MIT */
/* Tables of a bank's records: the numbers allowed in a field, and which records own which
 * others. */
#include "runtime/bank/visit.h"

#include <float.h>

/* ---- fields ---- */

typedef enum {
  KBX_RULE_STRING,   /* a reference into section `value`, that of strings */
  KBX_RULE_INDEX,    /* a record of section `value` */
  /* A reference above the previous record's: names then ascend, since strings do */
  KBX_RULE_RISING,
  KBX_RULE_BELOW,    /* less than `value` */
  KBX_RULE_FROM_1,   /* 1 to `value` */
  KBX_RULE_UNUSED,   /* none of the bits of `value`; later minor versions may use them */
  KBX_RULE_NEVER     /* the same, but checked only in later minor versions */
} kbx_rule_test;

/* For the u32 at byte `at` of every record; errors are reported at byte `told_at`. */
typedef struct {
  uint8_t section, at, reported_at, test;
  uint32_t value;
  const char *message;
} kbx_rule;

static const char kbx_no_string[] = KBX_N_ ("expected a string");
static const char kbx_no_order[] = KBX_N_ ("expected names in ascending order, each once");
static const char kbx_no_zeros[] = KBX_N_ ("expected zeros");
static const char kbx_no_size[] = KBX_N_ ("expected a width and height above 0");
static const char kbx_no_opacity[] = KBX_N_ ("expected an opacity of 0 to 100");
static const char kbx_no_class[] = KBX_N_ ("expected a class of the bank");

static const kbx_rule kbx_rules[] = {
  { KBX_SECTION_CLAS, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_CLAS, 8, 8, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_CLAS, 12, 8, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_PAGE, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_PAGE, 4, 4, KBX_RULE_BELOW, KBX_PAGE_BESIDE + 1,
    KBX_N_ ("expected an encoding of 0 to 3") },
  { KBX_SECTION_PAGE, 12, 12, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_SPRT, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_SPRT, 0, 0, KBX_RULE_RISING, KBX_SECTION_STRS, kbx_no_order },
  { KBX_SECTION_SPRT, 36, 36, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_ANIM, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_ANIM, 12, 12, KBX_RULE_BELOW, KBX_LOOP_HOLD_LAST + 1,
    KBX_N_ ("expected a loop mode of 0 to 3") },
  { KBX_SECTION_ANIM, 28, 28, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_EVNT, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_FRAM, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_FRAM, 24, 24, KBX_RULE_NEVER, KBX_FRAME_ROTATED,
    KBX_N_ ("expected a picture that is not rotated") },
  { KBX_SECTION_FRAM, 24, 24, KBX_RULE_UNUSED, 0xfffc, KBX_N_ ("expected flags of 0 to 3") },
  { KBX_SECTION_FRAM, 76, 76, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_POIN, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_ORNT, 12, 12, KBX_RULE_FROM_1, INT32_MAX, kbx_no_size },
  { KBX_SECTION_ORNT, 16, 12, KBX_RULE_FROM_1, INT32_MAX, kbx_no_size },
  { KBX_SECTION_ORNT, 28, 28, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_ATTR, 4, 4, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_VALU, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_VALU, 4, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_ZONE, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_ZONE, 12, 12, KBX_RULE_UNUSED, ~(uint32_t) KBX_ZONE_ROAD,
    KBX_N_ ("expected flags of 0 or 1") },
  { KBX_SECTION_MASK, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_MASK, 0, 0, KBX_RULE_RISING, KBX_SECTION_STRS, kbx_no_order },
  { KBX_SECTION_TRAK, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_TRAK, 0, 0, KBX_RULE_RISING, KBX_SECTION_STRS, kbx_no_order },
  { KBX_SECTION_GATE, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_BAND, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_BAND, 8, 8, KBX_RULE_FROM_1, KBX_BAND_MOST,
    KBX_N_ ("expected a radius above 0, at most 127 pixels") },
  { KBX_SECTION_BAND, 12, 12, KBX_RULE_UNUSED, ~(uint32_t) KBX_BAND_PAINTED,
    KBX_N_ ("expected flags of 0 or 1") },
  { KBX_SECTION_LEVL, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_LEVL, 0, 0, KBX_RULE_RISING, KBX_SECTION_STRS, kbx_no_order },
  { KBX_SECTION_LEVL, 24, 24, KBX_RULE_FROM_1, UINT32_MAX,
    KBX_N_ ("expected the bytes of a level") },
  { KBX_SECTION_LEVL, 36, 36, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_AREA, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_AREA, 4, 4, KBX_RULE_INDEX, KBX_SECTION_CLAS, kbx_no_class },
  { KBX_SECTION_ENTI, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_ENTI, 4, 4, KBX_RULE_INDEX, KBX_SECTION_CLAS, kbx_no_class },
  { KBX_SECTION_ENTI, 40, 40, KBX_RULE_UNUSED, ~(uint32_t) (KBX_ENTITY_FLIP_X | KBX_ENTITY_FLIP_Y),
    KBX_N_ ("expected flags of 0 to 3") },
  { KBX_SECTION_ENTI, 44, 44, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_WRLD, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_WRLD, 0, 0, KBX_RULE_FROM_1, UINT32_MAX,
    KBX_N_ ("expected a name that is not empty") },
  { KBX_SECTION_WRLD, 4, 4, KBX_RULE_INDEX, KBX_SECTION_LEVL,
    KBX_N_ ("expected a level of the bank") },
  { KBX_SECTION_WRLD, 8, 8, KBX_RULE_UNUSED, ~(uint32_t) (KBX_WORLD_KINDS - 1),
    KBX_N_ ("expected a kind of 0 to 3") },
  { KBX_SECTION_WRLD, 16, 16, KBX_RULE_FROM_1, UINT32_MAX,
    KBX_N_ ("expected the bytes of a world") },
  { KBX_SECTION_WRLD, 20, 20, KBX_RULE_BELOW, 101, kbx_no_opacity },
  { KBX_SECTION_DRAW, 0, 0, KBX_RULE_STRING, KBX_SECTION_STRS, kbx_no_string },
  { KBX_SECTION_DRAW, 4, 4, KBX_RULE_INDEX, KBX_SECTION_LEVL,
    KBX_N_ ("expected a level of the bank") },
  { KBX_SECTION_DRAW, 8, 8, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_DRAW, 44, 44, KBX_RULE_BELOW, 101, kbx_no_opacity },
  { KBX_SECTION_DRAW, 48, 48, KBX_RULE_BELOW, KBX_DRAW_BLENDS,
    KBX_N_ ("expected a blend mode of 0 to 12") },
  { KBX_SECTION_DRAW, 52, 52, KBX_RULE_UNUSED, ~(uint32_t) (KBX_DRAW_REPEAT_X | KBX_DRAW_REPEAT_Y),
    KBX_N_ ("expected flags of 0 to 3") },
  { KBX_SECTION_WVAL, 0, 0, KBX_RULE_UNUSED, UINT32_MAX, kbx_no_zeros },
  { KBX_SECTION_WVAL, 4, 4, KBX_RULE_INDEX, KBX_SECTION_LEVL,
    KBX_N_ ("expected a level of the bank") }
};

/* A reference to a string is valid if the byte before it ends another one. The first and the last
 * byte of the section are NUL. Each number, without the ignored bits, is one of the `limit` numbers
 * from `low` on. */
static kbx_status
kbx_verify_rule (const kbx_visit *visit, const kbx_rule *rule)
{
  const kbx_section *s = &visit->bank->sections[rule->section];
  const bool reference = rule->test <= KBX_RULE_RISING, bits = rule->test >= KBX_RULE_UNUSED;
  const uint32_t mask = bits ? rule->value : UINT32_MAX, low = rule->test == KBX_RULE_FROM_1,
                 at = rule->at, count = s->count;
  const uint32_t limit = reference ? KBX_COUNT (visit, rule->value) : bits ? 1 : rule->value;
  const uint8_t *p = s->data;
  uint32_t seen = 0;

  for (uint32_t i = 0; bits && i < count; i++)
    seen |= kbx_load_u32 (p + i * (size_t) s->stride + at);
  if (bits && (seen & mask) == 0)
    return KBX_OK;
  for (uint32_t i = 0; i < count; i++, p += s->stride)
    {
      const uint32_t v = kbx_load_u32 (p + at) & mask;
      if (v - low >= limit || (rule->test == KBX_RULE_STRING && visit->strings[v - (v > 0)] != 0) ||
          (rule->test == KBX_RULE_RISING && i > 0 && v <= kbx_load_u32 (p + at - s->stride)))
        return kbx_refuse (visit,
                           !reference                      ? KBX_ERROR_VALUE
                           : rule->test == KBX_RULE_RISING ? KBX_ERROR_ORDER
                                                           : KBX_ERROR_REFERENCE,
                           rule->section, i, rule->reported_at, rule->message);
    }
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_fields (kbx_visit *visit)
{
  kbx_status status = KBX_OK;
  for (size_t k = 0; k < sizeof kbx_rules / sizeof *kbx_rules && status == KBX_OK; k++)
    if (kbx_rules[k].test != (visit->strict ? KBX_RULE_NEVER : KBX_RULE_UNUSED))
      status = kbx_verify_rule (visit, &kbx_rules[k]);
  return status;
}

/* ---- owners ---- */

/* Records, or bytes, `first` and `count` of `owned` belong to a record of `owner`, whose numbers
 * are at these bytes. */
typedef struct {
  uint8_t owner, owned, first_at, count_at;
  uint8_t padding; /* bytes start at a multiple of this plus 1, after zeros */
  bool short_count, needed; /* 16 bits; one or more */
  const char *message;
} kbx_owned_row;

/* Values may be in any order, since their owners are of many kinds. All together own as many as
 * there are. */
#define VALUES(owner, first, count)                                                                \
  {                                                                                                \
    owner, KBX_SECTION_VALU, first, count, 0, false, false,                                        \
        KBX_N_ ("expected values inside VALU")                                                     \
  }

/* By owner; frames first, since there are many. */
static const kbx_owned_row kbx_owned_rows[] = {
  { KBX_SECTION_FRAM, KBX_SECTION_SHAP, 4, 12, 0, true, false,
    KBX_N_ ("expected shapes that follow those of the frame before, inside SHAP") },
  { KBX_SECTION_FRAM, KBX_SECTION_POIN, 8, 14, 0, true, false,
    KBX_N_ ("expected points that follow those of the frame before, inside POIN") },
  VALUES (KBX_SECTION_FRAM, 68, 72),
  { KBX_SECTION_SPRT, KBX_SECTION_FRAM, 4, 8, 0, false, false,
    KBX_N_ ("expected frames that follow those of the sprite before, inside FRAM") },
  { KBX_SECTION_SPRT, KBX_SECTION_ANIM, 12, 16, 0, false, false,
    KBX_N_ ("expected animations that follow those of the sprite before, inside ANIM") },
  { KBX_SECTION_SPRT, KBX_SECTION_ZONE, 20, 24, 0, false, false,
    KBX_N_ ("expected zones that follow those of the sprite before, inside ZONE") },
  VALUES (KBX_SECTION_SPRT, 28, 32),
  { KBX_SECTION_ANIM, KBX_SECTION_STEP, 4, 8, 0, false, false,
    KBX_N_ ("expected steps that follow those of the animation before, inside STEP") },
  VALUES (KBX_SECTION_ANIM, 20, 24),
  { KBX_SECTION_STEP, KBX_SECTION_EVNT, 8, 12, 0, false, false,
    KBX_N_ ("expected events that follow those of the step before, inside EVNT") },
  VALUES (KBX_SECTION_STEP, 16, 20),
  VALUES (KBX_SECTION_EVNT, 4, 8),
  VALUES (KBX_SECTION_POIN, 16, 20),
  VALUES (KBX_SECTION_ATTR, 8, 12),
  { KBX_SECTION_BITM, KBX_SECTION_BITS, 0, 4, 0, false, true,
    KBX_N_ ("expected bytes that follow those of the bitmap before, inside BITS") },
  { KBX_SECTION_ZPIC, KBX_SECTION_ZPIX, 0, 4, 0, false, true,
    KBX_N_ ("expected bytes that follow those of the picture before, inside ZPIX") },
  { KBX_SECTION_MASK, KBX_SECTION_ZONE, 4, 8, 0, false, false,
    KBX_N_ ("expected zones that follow those before, inside ZONE") },
  { KBX_SECTION_TRAK, KBX_SECTION_ZONE, 4, 8, 0, false, false,
    KBX_N_ ("expected surfaces that follow those before, inside ZONE") },
  { KBX_SECTION_TRAK, KBX_SECTION_GATE, 16, 20, 0, false, false,
    KBX_N_ ("expected gates that follow those before, inside GATE") },
  { KBX_SECTION_TRAK, KBX_SECTION_BAND, 24, 28, 0, false, false,
    KBX_N_ ("expected bands that follow those before, inside BAND") },
  { KBX_SECTION_TRAK, KBX_SECTION_CLEA, 32, 36, 0, false, true,
    KBX_N_ ("expected bytes that follow those before, inside CLEA") },
  VALUES (KBX_SECTION_TRAK, 40, 44),
  { KBX_SECTION_LEVL, KBX_SECTION_AREA, 4, 8, 0, false, false,
    KBX_N_ ("expected areas that follow those before, inside AREA") },
  { KBX_SECTION_LEVL, KBX_SECTION_ENTI, 12, 16, 0, false, false,
    KBX_N_ ("expected entities that follow those before, inside ENTI") },
  { KBX_SECTION_LEVL, KBX_SECTION_WALL, 20, 24, KBX_WALL_UNIT - 1, false, false,
    KBX_N_ ("expected bytes at the next multiple of 64, inside WALL") },
  VALUES (KBX_SECTION_LEVL, 28, 32),
  VALUES (KBX_SECTION_AREA, 8, 12),
  VALUES (KBX_SECTION_ENTI, 24, 28),
  { KBX_SECTION_WRLD, KBX_SECTION_WDAT, 12, 16, KBX_WALL_UNIT - 1, false, false,
    KBX_N_ ("expected bytes at the next multiple of 64, inside WDAT") },
  VALUES (KBX_SECTION_WRLD, 24, 28),
  VALUES (KBX_SECTION_DRAW, 56, 60),
  VALUES (KBX_SECTION_WVAL, 12, 16),
  { KBX_SECTION_TOTAL, 0, 0, 0, 0, false, false, NULL }
};

/* Whether its number and y are those of its type. Later minor versions may have more types. */
static bool
kbx_value_fits (const kbx_visit *visit, const uint8_t *value)
{
  static const uint8_t targets[] = { KBX_SECTION_ENTI, KBX_SECTION_AREA, KBX_SECTION_ANIM };
  const double number = kbx_load_f64 (value + KBX_VALU_AT_NUMBER);
  const uint32_t type = kbx_load_u32 (value + KBX_VALU_AT_TYPE);
  const int32_t y = kbx_load_i32 (value + KBX_VALU_AT_Y);
  const bool whole = number >= -1 && number <= INT32_MAX && number == (double) (int32_t) number;
  const bool on_grid = number >= -65536 && number <= 65536
                       && number * KBX_GRID == (double) (int32_t) (number * KBX_GRID);
  if (type != KBX_VALUE_POINT && y != 0 && visit->strict)
    return false;
  if (type == KBX_VALUE_COLOUR)
    return number >= 0 && number <= UINT32_MAX;
  if (type == KBX_VALUE_CHOICE)
    return whole && number >= 0;
  if (type == KBX_VALUE_POINT)
    return on_grid && y >= -65536 * KBX_GRID && y <= 65536 * KBX_GRID;
  if (type >= KBX_VALUE_ENTITY && type <= KBX_VALUE_ANIMATION)
    return whole && number < KBX_COUNT (visit, targets[type - KBX_VALUE_ENTITY]);
  return kbx_double_within (number, DBL_MAX) && (type < KBX_VALUE_TYPES || !visit->strict);
}

/* The keys of a range of values ascend. Their number is counted in `used`, so that all ranges
 * together take linear time. */
static kbx_status
kbx_take_values (kbx_visit *visit, const kbx_owned_row *row, uint32_t i)
{
  const uint8_t *p = kbx_record (visit->bank, row->owner, i);
  const uint32_t first = kbx_load_u32 (p + row->first_at), count = kbx_load_u32 (p + row->count_at),
                 total = KBX_COUNT (visit, KBX_SECTION_VALU);
  uint32_t *used = &visit->used[KBX_SECTION_VALU];
  if (first > total || count > total - first || count > total - *used)
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, row->owner, i, row->first_at, row->message);
  for (uint32_t k = first; k < first + count; k++)
    {
      const uint8_t *value = kbx_record (visit->bank, KBX_SECTION_VALU, k);
      if (k > first && kbx_load_u32 (value) <= kbx_read_pair (visit->bank, k - 1).key)
        return kbx_refuse (visit, KBX_ERROR_ORDER, KBX_SECTION_VALU, k, 0,
                           "expected keys in ascending order, each once");
      if (!kbx_value_fits (visit, value))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_VALU, k, KBX_VALU_AT_NUMBER,
                           "expected a type of 0 to 9, and the number and y of such a value");
    }
  *used += count;
  return KBX_OK;
}

static kbx_status
kbx_take_row (kbx_visit *visit, const kbx_owned_row *row, uint32_t from, uint32_t end)
{
  const kbx_section *owned = &visit->bank->sections[row->owned];
  const uint32_t mask = row->short_count ? 0xffff : UINT32_MAX, padding = row->padding;
  uint32_t used = visit->used[row->owned];
  kbx_status status = KBX_OK;

  if (row->owned == KBX_SECTION_VALU)
    {
      for (uint32_t i = from; i < end && status == KBX_OK; i++)
        status = kbx_take_values (visit, row, i);
      return status;
    }
  for (uint32_t i = from; i < end; i++)
    {
      const uint8_t *p = kbx_record (visit->bank, row->owner, i);
      const uint32_t first = kbx_load_u32 (p + row->first_at),
                     count = kbx_load_u32 (p + row->count_at) & mask;
      if (first != (((uint64_t) used + padding) & ~(uint64_t) padding) || first > owned->count
          || count > owned->count - first || count < row->needed)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, row->owner, i, row->first_at, row->message);
      used = (uint32_t) kbx_first_nonzero (owned->data, used, first);
      if (used < first)
        return kbx_refuse (visit, KBX_ERROR_VALUE, row->owned, used, 0,
                           "expected zeros between the bytes of two records");
      used = first + count;
    }
  visit->used[row->owned] = used;
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_take_owned (kbx_visit *visit, int owner, uint32_t first, uint32_t count)
{
  const kbx_owned_row *row = kbx_owned_rows;
  kbx_status status = KBX_OK;
  while (row->owner != owner)
    row++;
  for (; row->owner == owner && status == KBX_OK; row++)
    status = kbx_take_row (visit, row, first, first + count);
  return status;
}

/* ---- pieces ---- */

KBX_INTERNAL bool
kbx_take_shared (kbx_visit *visit, int section, uint32_t number)
{
  uint32_t *used = &visit->used[section];
  if (number > *used + 1 || number > KBX_COUNT (visit, section))
    return false;
  *used = number > *used ? number : *used;
  return true;
}

KBX_INTERNAL kbx_status
kbx_verify_pieces (kbx_visit *visit, int section, int bytes,
                   kbx_status (*check) (kbx_trouble *, const uint8_t *, size_t))
{
  kbx_trouble trouble;
  kbx_status status = KBX_OK;

  for (uint32_t i = 0; i < KBX_COUNT (visit, section) && status == KBX_OK; i++)
    {
      const kbx_bitm_record r = kbx_read_piece (visit->bank, section, i);
      status = kbx_take_owned (visit, section, i, 1);
      if (status != KBX_OK)
        return status;
      status = check (&trouble, visit->bank->sections[bytes].data + r.offset, r.size);
      if (status != KBX_OK)
        return kbx_refuse_trouble (visit, status, bytes, r.offset, &trouble);
    }
  return status;
}
