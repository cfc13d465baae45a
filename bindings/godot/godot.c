/* SPDX-License-Identifier: MIT */
#include "godot.h"

#include <string.h>

Godot godot;
FromType from_type[TYPE_COUNT];
ToType to_type[TYPE_COUNT];
Destructor destroy_type[TYPE_COUNT];
void *library;
StringName no_name, size_name;
String no_text;
const void *const no_callbacks[3];
static StringName resize_name, append_name;

bool
load_godot (GetProcAddress get, void *token)
{
  static const int types[] = {
    TYPE_BOOL,   TYPE_INT,     TYPE_FLOAT,    TYPE_STRING, TYPE_VECTOR2,           TYPE_VECTOR2I,
    TYPE_RECT2I, TYPE_VECTOR3, TYPE_VECTOR3I, TYPE_OBJECT, TYPE_PACKED_BYTE_ARRAY, TYPE_DICTIONARY
  };
  static const int owners[] = { TYPE_STRING, TYPE_STRING_NAME, TYPE_PACKED_BYTE_ARRAY };
#define LOAD(returns, name, parameters)                                                            \
  if (!(godot.name = (returns (*) parameters) get (#name)))                                        \
    return false;
  GODOT_FUNCTIONS (LOAD)
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    {
      from_type[types[i]] = godot.get_variant_from_type_constructor (types[i]);
      to_type[types[i]] = godot.get_variant_to_type_constructor (types[i]);
    }
  for (size_t i = 0; i < sizeof owners / sizeof *owners; i++)
    destroy_type[owners[i]] = godot.variant_get_ptr_destructor (owners[i]);
  library = token;
  return true;
}

void
make_names (void)
{
  no_name = name_of ("");
  size_name = name_of ("size");
  resize_name = name_of ("resize");
  append_name = name_of ("append");
  godot.string_new_with_utf8_chars (&no_text, "");
}

void
destroy_names (void)
{
  StringName *held[] = { &no_name, &size_name, &resize_name, &append_name };
  for (size_t i = 0; i < 4; i++)
    destroy_type[TYPE_STRING_NAME](held[i]);
  destroy_type[TYPE_STRING](&no_text);
}

StringName
name_of (const char *text)
{
  StringName name;
  godot.string_name_new_with_utf8_chars (&name, text);
  return name;
}

Variant
variant_of (int type, void *value)
{
  Variant made;
  from_type[type](&made, value);
  return made;
}

Variant
int_variant (int64_t value)
{
  return variant_of (TYPE_INT, &value);
}

Variant
text_variant (const char *text)
{
  Variant made;
  if (!text)
    {
      godot.variant_new_nil (&made);
      return made;
    }
  String string;
  godot.string_new_with_utf8_chars (&string, text);
  made = variant_of (TYPE_STRING, &string);
  destroy_type[TYPE_STRING](&string);
  return made;
}

Variant
new_variant (int type)
{
  Variant made;
  CallError error;
  godot.variant_construct (type, &made, NULL, 0, &error);
  return made;
}

int64_t
ask_variant (Variant *value, const StringName *name, const Variant *given)
{
  Variant made;
  CallError error = { 0 };
  int64_t number = 0;
  godot.variant_call (value, name, &given, given != NULL, &made, &error);
  if (error.error == CALL_OK && godot.variant_get_type (&made) == TYPE_INT)
    to_type[TYPE_INT](&number, &made);
  godot.variant_destroy (&made);
  return error.error == CALL_OK ? number : -1;
}

void
append (Variant *array, Variant part)
{
  ask_variant (array, &append_name, &part);
  godot.variant_destroy (&part);
}

void
set_part (Variant *dictionary, const Variant *key, Variant part)
{
  uint8_t valid;
  godot.variant_set (dictionary, key, &part, &valid);
  godot.variant_destroy (&part);
}

void
set_named (Variant *dictionary, const char *name, Variant part)
{
  Variant key = text_variant (name);
  set_part (dictionary, &key, part);
  godot.variant_destroy (&key);
}

Variant
bytes_variant (const void *data, size_t size)
{
  Variant made = new_variant (TYPE_PACKED_BYTE_ARRAY), length = int_variant ((int64_t) size);
  PackedBytes bytes;
  ask_variant (&made, &resize_name, &length);
  godot.variant_destroy (&length);
  if (size == 0)
    return made;
  to_type[TYPE_PACKED_BYTE_ARRAY](&bytes, &made);
  godot.variant_destroy (&made);
  memcpy (godot.packed_byte_array_operator_index (&bytes, 0), data, size);
  made = variant_of (TYPE_PACKED_BYTE_ARRAY, &bytes);
  destroy_type[TYPE_PACKED_BYTE_ARRAY](&bytes);
  return made;
}
