/* SPDX-License-Identifier: MIT */
/* Prints the schema of the bank as one JSON object, for scripts/bank_schema.py and the tests that hold other
 * descriptions against it. */
#include "bank/schema.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

static const char *const types[] = {
  [KB_NUMBER] = "number", [KB_FIXED] = "fixed", [KB_UNIT] = "unit", [KB_TEXT] = "text", [KB_COLOUR] = "colour", [KB_CLASS] = "class",
  [KB_WORD] = "word", [KB_BOOL] = "bool", [KB_FLIP] = "flip", [KB_SPRITE] = "sprite", [KB_LIST] = "list", [KB_VALUES] = "values",
  [KB_OBJECT] = "object", [KB_BYTES] = "bytes", [KB_PICTURE] = "picture", [KB_BITMAP] = "bitmap", [KB_SIZE] = "size",
  [KB_PAGE_DATA] = "page_data", [KB_WORLD_BYTES] = "world_bytes", [KB_WORLD_CLASS] = "world_class", [KB_FORMAT] = "format",
  [KB_OWNER] = "owner", [KB_DERIVED] = "derived", [KB_DERIVED_REAL] = "derived_real", [KB_REAL] = "real", [KB_RESERVED] = "reserved",
};

static json_t *
words_json (const char *const *words)
{
  json_t *list = json_array ();
  for (; words && *words; words++)
    json_array_append_new (list, json_string (*words));
  return list;
}

static json_t *
field_json (const KbBankField *field)
{
  const KbBankRecord *child = &kb_bank_records[field->child];
  const bool nested = field->type == KB_LIST || field->type == KB_VALUES || field->type == KB_OBJECT;
  json_t *json = json_pack ("{s:s?, s:s, s:i, s:i, s:i, s:i, s:i, s:s?, s:i, s:I, s:I, s:o, s:s?}", "key", field->key, "type", types[field->type],
                            "n", field->n ? field->n : 1, "at", field->at, "stored", field->stored, "count_at", field->count_at,
                            "count_stored", field->count_stored, "child", nested ? child->name : NULL, "kinds", field->kinds,
                            "low", (json_int_t) field->low, "high", (json_int_t) field->high, "words", words_json (field->words), "label", field->label);
  json_object_set_new (json, "optional", json_boolean (field->flags & KB_OPTIONAL));
  json_object_set_new (json, "null", json_boolean (field->flags & KB_NULL));
  json_object_set_new (json, "not_empty", json_boolean (field->flags & KB_NOT_EMPTY));
  json_object_set_new (json, "single", json_boolean (field->flags & KB_SINGLE));
  return json;
}

int
main (void)
{
  json_t *sections = json_array (), *records = json_array ();
  for (int i = 0; i < KB_SECTIONS; i++)
    json_array_append_new (sections, json_pack ("{s:s, s:i, s:i, s:b, s:b, s:s, s:s}", "name", kb_bank_sections[i].name, "stride",
                                                kb_bank_sections[i].stride, "alignment", kb_bank_sections[i].alignment,
                                                "needed", kb_bank_sections[i].needed, "always", kb_bank_sections[i].always,
                                                "anchor", kb_bank_sections[i].anchor, "holds", kb_bank_sections[i].holds));
  for (int i = 0; i < KB_RECORDS; i++)
    {
      const KbBankRecord *record = &kb_bank_records[i];
      json_t *fields = json_array ();
      for (const KbBankField *field = record->fields; field->type != KB_END; field++)
        json_array_append_new (fields, field_json (field));
      json_array_append_new (records, json_pack ("{s:s, s:s?, s:b, s:o}", "name", record->name, "section",
                                                 record->section == KB_NO_SECTION ? NULL : kb_bank_sections[record->section].name,
                                                 "bare", record->bare, "fields", fields));
    }
  json_t *all = json_pack ("{s:i, s:i, s:o, s:o}", "major", KB_BANK_MAJOR, "minor", KB_BANK_MINOR, "sections", sections, "records", records);
  json_dumpf (all, stdout, JSON_INDENT (1));
  puts ("");
  json_decref (all);
  return 0;
}
