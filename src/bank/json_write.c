/* SPDX-License-Identifier: MIT */
/* Content -> JSON bank, by the schema. Keys ascend and numbers are exact: 1/256 pixels as decimals
 * without rounding, floats with nine digits. In some objects each key takes a line, and so does
 * each item of their lists. */
#include "bank/schema.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 16, INLINE = -1 };

typedef struct {
  KbBankBuffer text;
  const KbBankContent *content;
  const KbBankField *by_key[KB_RECORDS][KEYS];
} Out;

static void print_record (Out *out, KbBankRecordId id, const void *item, int indent);

/* ---- values ---- */

static void
print (Out *out, const char *text)
{
  kb_bank_buffer_text (&out->text, text);
}

static void
print_line (Out *out, int indent)
{
  char *to = kb_bank_buffer_grow (&out->text, (size_t) indent + 1);
  if (to) {
    memset (to, ' ', (size_t) indent + 1);
    *to = '\n';
  }
}

/* Short texts. */
static void __attribute__ ((format (printf, 2, 3))) print_format (Out *out, const char *format, ...)
{
  char text[64];
  va_list arguments;
  va_start (arguments, format);
  const int n = vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  kb_bank_buffer_add (&out->text, text, (size_t) n);
}

/* The locale's decimal point may not be JSON's. */
static void
print_real (Out *out, int digits, double value)
{
  char text[48];
  bool point = false;
  snprintf (text, sizeof text, "%.*g", digits, value);
  for (const char *p = text; *p; p++) {
    bool own = (*p >= '0' && *p <= '9') || strchr ("+-e", *p);
    if (own)
      kb_bank_buffer_add (&out->text, p, 1);
    else if (!point)
      print (out, ".");
    point = point || !own;
  }
}

/* 1/256 has eight decimals: 0.00390625. Any 32-bit number of them fits into 15 digits. */
static void
print_fixed (Out *out, int64_t value)
{
  if (value % 256 == 0)
    print_format (out, "%" PRId64, value / 256);
  else
    print_real (out, 15, (double) value / 256);
}

static void
print_text (Out *out, const char *text)
{
  static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  print (out, "\"");
  for (const char *p = text; *p; p++) {
    size_t plain = 0;
    while ((unsigned char) p[plain] >= 0x20 && p[plain] != '"' && p[plain] != '\\')
      plain++;
    kb_bank_buffer_add (&out->text, p, plain);
    p += plain;
    if (!*p)
      break;
    const char *short_form = strchr (escaped, *p);
    print_format (out, short_form ? "\\%c" : "\\u%04x",
                  short_form ? letters[short_form - escaped] : *p);
  }
  print (out, "\"");
}

static void
print_bytes (Out *out, const uint8_t *bytes, size_t size)
{
  print (out, "\"");
  kb_bank_base64_write (&out->text, bytes, size);
  print (out, "\"");
}

/* ---- pixels ---- */

/* A row: zone and end column of each run; the rest is empty. */
static void
print_zones (Out *out, const KbBankPainting *painting, uint32_t y, uint32_t width)
{
  print (out, "[");
  for (uint32_t x = 0, end; x < width; x = end) {
    uint32_t zone = kb_bank_painting_run (painting, x, y, &end);
    if (zone == 0 && end == width)
      break;
    print_format (out, "%s%u, %u", x > 0 ? ", " : "", zone, end);
  }
  print (out, "]");
}

/* Separates item i of a list, on its own line unless the list is on one line. */
static void
print_next (Out *out, uint32_t i, int indent)
{
  print (out, i == 0 ? "" : indent == INLINE ? ", " : ",");
  if (indent != INLINE)
    print_line (out, indent + 2);
}

static void
print_end (Out *out, uint32_t n, int indent)
{
  if (n > 0 && indent != INLINE)
    print_line (out, indent);
  print (out, "]");
}

static void
print_painting (Out *out, const KbBankPainting *painting, int indent)
{
  uint32_t width, height;
  kb_bank_picture_size (painting->bytes, &width, &height);
  print (out, "[");
  for (uint32_t y = 0; y < height; y++) {
    print_next (out, y, indent);
    print_zones (out, painting, y, width);
  }
  print_end (out, height, indent);
}

/* {"rows": [[5, 11], [], [4, 6, 9, 12]], "top": 1} */
static void
print_bitmap (Out *out, const KbBankFrame *frame)
{
  int32_t top, bottom, first, end;
  kb_bank_bitmap_rows (frame, &top, &bottom);
  print (out, "{\"rows\": [");
  for (int32_t y = top; y < bottom; y++) {
    end = 0;
    print (out, y > top ? ", [" : "[");
    for (const char *comma = ""; kb_bank_bitmap_run (frame, y, end, &first, &end); comma = ", ")
      print_format (out, "%s%d, %d", comma, first, end);
    print (out, "]");
  }
  print_format (out, "], \"top\": %d}", top);
}

/* ---- fields ---- */

static void
print_number (Out *out, const KbBankField *field, const void *item, unsigned k)
{
  const int64_t value = kb_field_get (field, item, k);
  switch (field->type) {
  case KB_FIXED:
    print_fixed (out, value);
    break;
  case KB_COLOUR:
    print_format (out, "\"#%08x\"", (unsigned) value);
    break;
  case KB_CLASS:
    print_text (out, out->content->classes[value].name);
    break;
  case KB_WORD:
  case KB_FLIP:
    print_text (out, field->words[value]);
    break;
  case KB_BOOL:
    print (out, value ? "true" : "false");
    break;
  default:
    print_format (out, "%" PRId64, value);
  }
}

static void
print_numbers (Out *out, const KbBankField *field, const void *item)
{
  print (out, field->n > 1 ? "[" : "");
  for (unsigned k = 0; k == 0 || k < field->n; k++) {
    print (out, k > 0 ? ", " : "");
    print_number (out, field, item, k);
  }
  print (out, field->n > 1 ? "]" : "");
}

/* Nine digits identify one float. */
static void
print_unit (Out *out, const KbBankField *field, const void *item)
{
  float unit[2];
  memcpy (unit, kb_field_place (field, item), sizeof unit);
  for (int k = 0; k < 2; k++) {
    print (out, k == 0 ? "[" : ", ");
    print_real (out, 9, unit[k] == 0 ? 0.0 : (double) unit[k]);
  }
  print (out, "]");
}

static void
print_list (Out *out, const KbBankField *field, const void *item, int indent)
{
  const uint32_t n = kb_load_count (item, field->count_member);
  if (field->flags & KB_SINGLE) {
    print_record (out, (KbBankRecordId) field->child, kb_list_item (field, item, 0), INLINE);
    return;
  }
  print (out, "[");
  for (uint32_t i = 0; i < n; i++) {
    print_next (out, i, indent);
    print_record (out, (KbBankRecordId) field->child, kb_list_item (field, item, i),
                  indent == INLINE ? INLINE : indent + 2);
  }
  print_end (out, n, indent);
}

static void
print_values (Out *out, const KbBankField *field, const void *item)
{
  print (out, "{");
  for (uint32_t i = 0; i < kb_load_count (item, field->count_member); i++) {
    const KbBankValue *value = kb_list_item (field, item, i);
    print (out, i > 0 ? ", " : "");
    print_text (out, kb_bank_text (value->key));
    print (out, ": ");
    print_text (out, kb_bank_text (value->value));
  }
  print (out, "}");
}

static void
print_field (Out *out, const KbBankField *field, const void *item, int indent)
{
  /* Both masks and clearances begin with their size. */
  const uint8_t *bytes =
    field->type == KB_SIZE || field->count_member ? kb_load_pointer (item, field->member) : NULL;
  const size_t skipped = field->type == KB_WORLD_BYTES ? (size_t) field->low : 0;
  switch (field->type) {
  case KB_UNIT: print_unit (out, field, item); break;
  case KB_TEXT:
  case KB_SPRITE: print_text (out, kb_field_text (field, item)); break;
  case KB_LIST: print_list (out, field, item, indent); break;
  case KB_VALUES: print_values (out, field, item); break;
  case KB_OBJECT: print_record (out, (KbBankRecordId) field->child, item, INLINE); break;
  case KB_BYTES:
  case KB_PAGE_DATA:
  case KB_WORLD_BYTES:
    print_bytes (out, bytes + skipped, kb_load_size (item, field->count_member) - skipped);
    break;
  case KB_WORLD_CLASS:
    print_text (out, out->content->classes[kb_bank_world_class (item)].name);
    break;
  case KB_PICTURE:
    print_painting (out, (const KbBankPainting *) kb_field_place (field, item), indent);
    break;
  case KB_BITMAP: print_bitmap (out, item); break;
  case KB_SIZE:
    print_format (out, "[%d, %d]", bytes[0] | bytes[1] << 8, bytes[2] | bytes[3] << 8);
    break;
  case KB_FORMAT:
    print_format (out, "{\"major\": %d, \"minor\": %d}", KB_BANK_MAJOR, KB_BANK_MINOR);
    break;
  default: print_numbers (out, field, item);
  }
}

/* ---- records ---- */

static void
print_fields (Out *out, KbBankRecordId id, const void *item, int indent)
{
  bool any = false;
  for (const KbBankField *const *field = out->by_key[id]; *field; field++) {
    const bool present = kb_field_present (*field, item);
    if (!kb_field_fits (*field, item) || (!present && ((*field)->flags & KB_OMIT)))
      continue;
    print (out, any ? indent == INLINE ? ", " : "," : "");
    any = true;
    if (indent != INLINE)
      print_line (out, indent);
    if (*(*field)->key) {
      print_text (out, (*field)->key);
      print (out, ": ");
    }
    if (!present && ((*field)->flags & KB_NULL))
      print (out, "null");
    else
      print_field (out, *field, item, indent);
  }
}

/* From a copy, which is unpacked. */
static void
print_level (Out *out, const KbBankLevel *from, int indent)
{
  KbBankLevel level = *from;
  level.areas = kb_bank_new (from->n_areas, sizeof *level.areas);
  if (level.areas && from->n_areas > 0)
    memcpy (level.areas, from->areas, from->n_areas * sizeof *level.areas);
  if (level.areas && kb_bank_level_take (&level))
    print_fields (out, KB_LEVEL, &level, indent);
  else
    out->text.failed = true;
  kb_bank_level_forget (&level);
  free (level.areas);
}

static void
print_record (Out *out, KbBankRecordId id, const void *item, int indent)
{
  const KbBankRecord *record = &kb_bank_records[id];
  const int inner = record->lines ? indent + 2 : INLINE;
  print (out, record->bare ? "" : "{");
  if (id == KB_LEVEL)
    print_level (out, item, inner);
  else
    print_fields (out, id, item, inner);
  if (record->lines)
    print_line (out, indent);
  print (out, record->bare ? "" : "}");
}

/* Sorts the JSON fields of each record by key. */
static void
sort_keys (Out *out)
{
  for (int id = 0; id < KB_RECORDS; id++) {
    const KbBankField **sorted = out->by_key[id];
    for (const KbBankField *field = kb_bank_records[id].fields; field->type != KB_END; field++) {
      int i = 0;
      while (sorted[i])
        i++;
      for (; field->key && i > 0 && strcmp (sorted[i - 1]->key, field->key) > 0; i--)
        sorted[i] = sorted[i - 1];
      if (field->key)
        sorted[i] = field;
    }
  }
}

bool
kb_bank_json_write (const KbBankContent *content, char **text, size_t *length, KbBankError *error)
{
  Out out = { .content = content };
  *text = NULL;
  *length = 0;
  if (!kb_bank_check (content, error) || !kb_bank_check_order (content, error))
    return false;
  sort_keys (&out);
  print_record (&out, KB_ROOT, content, 0);
  kb_bank_buffer_add (&out.text, "\n", 2);
  if (out.text.failed) {
    free (out.text.data);
    return kb_bank_no_memory (error);
  }
  *text = out.text.data;
  *length = out.text.size - 1;
  return true;
}
