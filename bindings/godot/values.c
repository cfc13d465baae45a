/* SPDX-License-Identifier: MIT */
#include "values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64 /* of a bank: C reads it fastest */

/* ---- banks and handles ---- */

Memory *
new_memory (size_t size)
{
  Memory *memory = calloc (1, sizeof *memory);
  memory->users = 1;
  memory->size = size;
  memory->block = malloc (size + ALIGNMENT);
  memory->bytes = memory->block + ALIGNMENT - (uintptr_t) memory->block % ALIGNMENT;
  return memory;
}

void
release (Memory *memory)
{
  if (memory && atomic_fetch_sub (&memory->users, 1) == 1)
    {
      for (size_t i = 0; i < memory->part_count; i++)
        release (memory->parts[i]);
      free (memory->parts);
      free (memory->block);
      free (memory);
    }
}

const char *const class_names[] = { [IS_BANK] = "KickboxBank", [IS_HANDLE] = "KickboxHandle" };
const char *const parent_names[] = { [IS_BANK] = "Resource", [IS_HANDLE] = "RefCounted" };

static void *
new_object (Kind kind, Instance **made)
{
  StringName parent = name_of (parent_names[kind]), name = name_of (class_names[kind]);
  void *object = godot.classdb_construct_object (&parent);
  Instance *instance = calloc (1, sizeof *instance);
  instance->kind = kind;
  godot.object_set_instance (object, &name, instance);
  godot.object_set_instance_binding (object, library, instance, no_callbacks);
  destroy_type[TYPE_STRING_NAME](&parent);
  destroy_type[TYPE_STRING_NAME](&name);
  *made = instance;
  return object;
}

void *
create_instance (void *userdata)
{
  Instance *instance;
  return new_object (*(const Kind *) userdata, &instance);
}

void
free_instance (void *userdata, void *data)
{
  Instance *instance = data;
  (void) userdata;
  release (instance->memory);
  free (instance);
}

Variant
handle_variant (kbx_handle handle, Memory *memory)
{
  Instance *instance;
  Variant made;
  if (handle.kind == KBX_NOTHING)
    {
      godot.variant_new_nil (&made);
      return made;
    }
  void *object = new_object (IS_HANDLE, &instance);
  atomic_fetch_add (&memory->users, 1);
  instance->memory = memory;
  instance->handle = handle;
  return variant_of (TYPE_OBJECT, &object);
}

/* ---- memory of one call ---- */

void *
take (Work *work, size_t size)
{
  Block *block = calloc (1, sizeof *block + size + 1);
  block->next = work->blocks;
  work->blocks = block;
  return block->room;
}

void
end_work (Work *work)
{
  while (work->blocks)
    {
      Block *block = work->blocks;
      work->blocks = block->next;
      free (block);
    }
}

/* ---- from Variants ---- */

static bool
read_number (const Variant *value, double *real, int64_t *whole)
{
  Variant *v = (Variant *) value;
  uint8_t truth = 0;
  switch (godot.variant_get_type (value))
    {
    case TYPE_BOOL:
      to_type[TYPE_BOOL](&truth, v);
      *whole = truth;
      *real = truth;
      return true;
    case TYPE_INT:
      to_type[TYPE_INT](whole, v);
      *real = (double) *whole;
      return true;
    case TYPE_FLOAT:
      to_type[TYPE_FLOAT](real, v);
      *whole = *real > -9e18 && *real < 9e18 ? (int64_t) *real : 0;
      return true;
    default:
      return false;
    }
}

bool
read_text (Work *work, const Variant *value, const char **text)
{
  const int type = godot.variant_get_type (value);
  if (type != TYPE_STRING && type != TYPE_STRING_NAME)
    return type == TYPE_NIL;
  String string;
  Variant made;
  CallError error;
  godot.variant_construct (TYPE_STRING, &made, &value, 1, &error);
  to_type[TYPE_STRING](&string, &made);
  const int64_t size = godot.string_to_utf8_chars (&string, NULL, 0);
  char *room = take (work, (size_t) size);
  godot.string_to_utf8_chars (&string, room, size);
  destroy_type[TYPE_STRING](&string);
  godot.variant_destroy (&made);
  *text = room;
  return true;
}

/* The numbers of a vector, whole or not; `floor` makes pixels of points. */
static bool
read_vector (const Variant *value, int real_type, int count, float *real, int32_t *whole)
{
  Variant *v = (Variant *) value;
  const int type = godot.variant_get_type (value);
  if (type != real_type && type != real_type + 1)
    return false;
  to_type[type](type == real_type ? (void *) real : (void *) whole, v);
  for (int i = 0; i < count; i++)
    if (type == real_type)
      whole[i] = fabsf (real[i]) < 2e9f ? (int32_t) floorf (real[i]) : 0;
    else
      real[i] = (float) whole[i];
  return true;
}

/* The elements of an Array or packed array. */
bool
read_list (Work *work, const Type *type, const Variant *value, void **at, size_t *count)
{
  int64_t size = 0;
  if (godot.variant_get_type (value) == TYPE_NIL)
    return true;
  if (godot.variant_get_type (value) < TYPE_ARRAY
      || (size = ask_variant ((Variant *) value, &size_name, NULL)) < 0)
    return false;
  char *room = take (work, type->size * (size_t) size);
  bool ok = true;
  for (int64_t i = 0; i < size && ok; i++)
    {
      Variant part;
      uint8_t valid, outside;
      godot.variant_get_indexed (value, i, &part, &valid, &outside);
      ok = valid && read_value (work, type, &part, room + (size_t) i * type->size);
      godot.variant_destroy (&part);
    }
  *at = room;
  *count = (size_t) size;
  return ok;
}

static bool
read_field (Work *work, const Field *field, const Variant *value, char *whole, const void *around)
{
  void *list;
  size_t count;
  if (field->many == ONE)
    return read_value (work, field->type, value, whole + field->offset);
  if (field->many == OPAQUE)
    return true;
  list = NULL;
  count = 0;
  if (!read_list (work, field->type, value, &list, &count)
      || (field->need && count < field->need (whole, around)))
    return false;
  if (field->many == LIST)
    memcpy (whole + field->offset, &list, sizeof list);
  else if (count)
    memcpy (whole + field->offset, list,
            field->type->size * (count < field->count ? count : field->count));
  if (field->many == LIST && field->length_size == 4)
    memcpy (whole + field->length, &(uint32_t){ (uint32_t) (count * field->unit) }, 4);
  return true;
}

/* Of a union, the field that is in use; else the field itself. */
static const Field *
used_field (const Field *field, const char *whole, size_t *offset)
{
  uint32_t kind;
  *offset = field->offset;
  if (field->many == OPAQUE || field->type->form != FORM_UNION)
    return field;
  memcpy (&kind, whole, sizeof kind);
  return &field->type->fields[field->type->arms[kind < field->type->arm_count ? kind : 0]];
}

/* C trusts the `count` of a struct that has room for so many, as a manifold has for points. */
static bool
count_fits (const Type *type, const char *at)
{
  uint32_t count = 0;
  for (size_t i = 0; i < type->field_count; i++)
    {
      const Field *field = &type->fields[i];
      if (field->many == ONE && strcmp (field->name, "count") == 0)
        memcpy (&count, at + field->offset, sizeof count);
      if (field->many == FIXED && count > field->count)
        return false;
    }
  return true;
}

static bool
read_struct (Work *work, const Type *type, const Variant *value, char *at)
{
  bool ok = godot.variant_get_type (value) == TYPE_DICTIONARY;
  const void *around = work->around;
  work->around = at;
  /* Lists whose length other fields say come after those. */
  for (size_t i = 0; i < 2 * type->field_count && ok; i++)
    {
      size_t offset;
      const Field *field = used_field (&type->fields[i % type->field_count], at, &offset);
      Variant part;
      uint8_t valid;
      if ((field->need != NULL) != (i >= type->field_count))
        continue;
      godot.variant_get (value, &field->key, &part, &valid);
      if (valid && godot.variant_get_type (&part) != TYPE_NIL)
        ok = read_field (work, field, &part, at + offset - field->offset, around);
      godot.variant_destroy (&part);
    }
  work->around = around;
  return ok && count_fits (type, at);
}

Instance *
instance_in (const Variant *value, Kind kind)
{
  void *object = NULL;
  if (godot.variant_get_type (value) != TYPE_OBJECT)
    return NULL;
  to_type[TYPE_OBJECT](&object, (Variant *) value);
  Instance *found = object ? godot.object_get_instance_binding (object, library, NULL) : NULL;
  return found && found->kind == kind ? found : NULL;
}

static bool
read_handle (Work *work, const Variant *value, kbx_handle *at)
{
  Instance *instance = instance_in (value, IS_HANDLE);
  if (!instance)
    return godot.variant_get_type (value) == TYPE_NIL;
  *at = instance->handle;
  if (!work->memory)
    work->memory = instance->memory;
  return true;
}

bool
read_value (Work *work, const Type *type, const Variant *value, void *at)
{
  double real = 0;
  int64_t whole = 0;
  float reals[4];
  int32_t wholes[4];
  switch (type->form)
    {
    case FORM_TEXT:
      return read_text (work, value, at) && *(const char **) at;
    case FORM_VEC:
    case FORM_POINT:
      if (!read_vector (value, TYPE_VECTOR2, 2, reals, wholes))
        return false;
      memcpy (at, type->form == FORM_VEC ? (void *) reals : (void *) wholes, 8);
      return true;
    case FORM_VEC3:
      if (!read_vector (value, TYPE_VECTOR3, 3, reals, wholes))
        return false;
      memcpy (at, reals, 12);
      return true;
    case FORM_BOX:
      if (godot.variant_get_type (value) != TYPE_RECT2I)
        return false;
      to_type[TYPE_RECT2I](wholes, (Variant *) value);
      wholes[2] = (int32_t) ((uint32_t) wholes[0] + (uint32_t) wholes[2]);
      wholes[3] = (int32_t) ((uint32_t) wholes[1] + (uint32_t) wholes[3]);
      memcpy (at, wholes, 16);
      return true;
    case FORM_HANDLE:
      return read_handle (work, value, at);
    case FORM_STRUCT:
    case FORM_UNION:
      return read_struct (work, type, value, at);
    default:
      break;
    }
  if (!read_number (value, &real, &whole))
    return false;
  switch (type->form)
    {
    case FORM_BOOL:
      *(bool *) at = real != 0;
      return true;
    case FORM_UINT8:
      *(uint8_t *) at = (uint8_t) whole;
      return true;
    case FORM_UINT16:
      *(uint16_t *) at = (uint16_t) whole;
      return true;
    case FORM_INT32:
    case FORM_UINT32:
      *(uint32_t *) at = (uint32_t) whole;
      return true;
    case FORM_SIZE:
      *(size_t *) at = (size_t) whole;
      return true;
    case FORM_FLOAT:
      *(float *) at = (float) real;
      return true;
    case FORM_DOUBLE:
      *(double *) at = real;
      return true;
    default:
      *(int64_t *) at = whole;
      return true;
    }
}

/* ---- to Variants ---- */

Variant
write_list (Work *work, const Type *type, const char *at, size_t count)
{
  if (type->form == FORM_UINT8)
    return bytes_variant (at, count);
  Variant made = new_variant (TYPE_ARRAY);
  for (size_t i = 0; i < count; i++)
    append (&made, write_value (work, type, at + i * type->size));
  return made;
}

static Variant
write_field (Work *work, const Field *field, const char *at)
{
  const char *list;
  size_t count = 0;
  if (field->many == ONE)
    return write_value (work, field->type, at);
  if (field->many == FIXED)
    return write_list (work, field->type, at, field->count);
  memcpy (&list, at, sizeof list);
  if (field->many == LIST && field->length != NO_FIELD && list)
    {
      const char *length = at - field->offset + field->length;
      count = field->length_size == 4 ? *(const uint32_t *) length : *(const size_t *) length;
      count = (count + field->unit - 1) / field->unit;
    }
  return write_list (work, field->type, list, count);
}

void
write_struct (Work *work, const Type *type, const char *at, Variant *dictionary)
{
  for (size_t i = 0; i < type->field_count; i++)
    {
      size_t offset;
      const Field *field = used_field (&type->fields[i], at, &offset);
      if (field->many != OPAQUE)
        set_part (dictionary, &field->key, write_field (work, field, at + offset));
    }
}

Variant
write_value (Work *work, const Type *type, const void *at)
{
  Variant made;
  double real;
  int32_t wholes[4];
  switch (type->form)
    {
    case FORM_BOOL:
      return variant_of (TYPE_BOOL, &(uint8_t){ *(const bool *) at });
    case FORM_UINT8:
      return int_variant (*(const uint8_t *) at);
    case FORM_UINT16:
      return int_variant (*(const uint16_t *) at);
    case FORM_INT32:
      return int_variant (*(const int32_t *) at);
    case FORM_UINT32:
      return int_variant (*(const uint32_t *) at);
    case FORM_INT64:
      return int_variant (*(const int64_t *) at);
    case FORM_SIZE:
      return int_variant ((int64_t) * (const size_t *) at);
    case FORM_FLOAT:
      real = (double) *(const float *) at;
      return variant_of (TYPE_FLOAT, &real);
    case FORM_DOUBLE:
      return variant_of (TYPE_FLOAT, (void *) at);
    case FORM_TEXT:
      return text_variant (*(const char *const *) at);
    case FORM_VEC:
      return variant_of (TYPE_VECTOR2, (void *) at);
    case FORM_VEC3:
      return variant_of (TYPE_VECTOR3, (void *) at);
    case FORM_POINT:
      return variant_of (TYPE_VECTOR2I, (void *) at);
    case FORM_BOX:
      memcpy (wholes, at, sizeof wholes);
      wholes[2] = (int32_t) ((uint32_t) wholes[2] - (uint32_t) wholes[0]);
      wholes[3] = (int32_t) ((uint32_t) wholes[3] - (uint32_t) wholes[1]);
      return variant_of (TYPE_RECT2I, wholes);
    case FORM_HANDLE:
      return handle_variant (*(const kbx_handle *) at, work->memory);
    default:
      made = new_variant (TYPE_DICTIONARY);
      write_struct (work, type, at, &made);
      return made;
    }
}
