/* SPDX-License-Identifier: MIT */
/* The library as a GDExtension: three classes of Godot.
 *
 *   Kickbox        all functions, static, and the constants
 *   KickboxBank    a Resource: the bytes of a bank
 *   KickboxHandle  a thing in a bank
 *
 * Memory of a bank lives as long as a KickboxBank or a KickboxHandle has it. */
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kickbox_table.h"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__ ((visibility ("default")))
#endif

#define FEW 64 /* results of a list for which one call is enough */
#define MAX_PARAMETERS 12

/* ---- a call ---- */

static bool
fail (CallError *error, int what, int argument, int expected)
{
  *error = (CallError){ what, argument, expected };
  return false;
}

/* Sets what C gets for one parameter; a length is set by its list. */
static bool
give (Work *work, const Parameter *p, const Variant *value, void **given)
{
  size_t count = 0;
  void *list = NULL;
  if (p->role == ARRAY || p->role == CHANGED || p->role == TEXTS)
    {
      if (value && !read_list (work, p->type, value, &list, &count))
        return false;
      given[0] = list;
      return true;
    }
  given[0] = take (work, p->type ? p->type->size : sizeof (uint64_t));
  if (p->role == TEXT)
    {
      if (value && !read_text (work, value, given[0]))
        return false;
      given[0] = *(void **) given[0];
      return given[0] != NULL || p->optional;
    }
  if (!value || (p->optional && godot.variant_get_type (value) == TYPE_NIL))
    {
      if (p->role == VALUE)
        memset (given[0], 0xff, sizeof (kbx_class_set));
      else if (p->role == IN)
        given[0] = NULL;
      return true;
    }
  return read_value (work, p->type, value, given[0]);
}

static void
set_length (const Call *call, void **given, int length, size_t count)
{
  if (length < 0)
    return;
  if (call->parameters[length].type->form == FORM_SIZE)
    *(size_t *) given[length] = count;
  else
    *(uint32_t *) given[length] = (uint32_t) count;
}

static size_t
length_of (const Variant *value)
{
  const int64_t size = value && godot.variant_get_type (value) >= TYPE_ARRAY
                         ? ask_variant ((Variant *) value, &size_name, NULL)
                         : 0;
  return size > 0 ? (size_t) size : 0;
}

static void
run (Work *work, const Call *call, void **given, void *result, size_t *listed)
{
  const Parameter *list = NULL;
  for (int i = 0; i < call->count; i++)
    if (call->parameters[i].role == OUTS)
      list = &call->parameters[i];
  for (size_t room = FEW; list; room = *listed)
    {
      given[list - call->parameters] = take (work, room * list->type->size);
      set_length (call, given, list->length, room);
      call->run (given, result);
      *listed = *(const uint32_t *) ((char *) result + (call->found == NO_FIELD ? 0 : call->found));
      if (*listed <= room)
        return;
    }
  call->run (given, result);
}

/* What C changed goes back into what the caller gave. */
static void
give_back (Work *work, const Parameter *p, const Variant *value, const void *at)
{
  uint8_t valid, outside;
  if (p->role == INOUT)
    write_struct (work, p->type, at, (Variant *) value);
  for (size_t i = 0, count = p->role == CHANGED ? length_of (value) : 0; i < count; i++)
    {
      Variant part = write_value (work, p->type, (const char *) at + i * p->type->size);
      godot.variant_set_indexed ((Variant *) value, (int64_t) i, &part, &valid, &outside);
      godot.variant_destroy (&part);
    }
}

static Variant
results_of (Work *work, const Call *call, void *const *given, const void *result, size_t listed)
{
  Variant made;
  int others = 0;
  const Parameter *list = NULL;
  for (int i = 0; i < call->count; i++)
    {
      others += call->parameters[i].role == OUT || call->parameters[i].role == OUTS;
      list = call->parameters[i].role == OUTS ? &call->parameters[i] : list;
    }
  const bool only_list = list && call->found == NO_FIELD;
  if (only_list)
    {
      made = write_list (work, list->type, given[list - call->parameters], listed);
      others--;
    }
  else if (call->returns)
    made = write_value (work, call->returns, result);
  else
    godot.variant_new_nil (&made);
  if (others == 0)
    return made;
  if (only_list || call->returns->form != FORM_STRUCT)
    {
      Variant value = made;
      made = new_variant (TYPE_DICTIONARY);
      set_named (&made, "value", value);
    }
  for (int i = 0; i < call->count; i++)
    {
      const Parameter *p = &call->parameters[i];
      if (p->role == OUT)
        set_named (&made, p->name, write_value (work, p->type, given[i]));
      else if (p->role == OUTS && !only_list)
        set_named (&made, p->name, write_list (work, p->type, given[i], listed));
    }
  return made;
}

/* Calls a function of the table. `own` is what it is a method of: the first parameter. */
static bool
call_function (const Call *call, Instance *own, const Variant *const *arguments, int64_t count,
               Variant *result, CallError *error)
{
  Work work = { 0 };
  void *given[MAX_PARAMETERS];
  size_t listed = 0, lengths[MAX_PARAMETERS];
  const int shift = own != NULL;
  bool ok = true;
  if (count < call->needed - shift)
    return fail (error, CALL_TOO_FEW, 0, call->needed - shift);
  if (count > call->given - shift)
    return fail (error, CALL_TOO_MANY, 0, call->given - shift);
  if (own)
    work.memory = own->memory;
  memset (lengths, 0xff, sizeof lengths);
  for (int i = 0; i < call->count && ok; i++)
    {
      const Parameter *p = &call->parameters[i];
      const int argument = p->argument - shift;
      const Variant *value = argument >= 0 && argument < count ? arguments[argument] : NULL;
      if (own && p->argument == 0)
        given[i] = own->kind == IS_BANK ? (void *) &own->memory->bank : (void *) &own->handle;
      else if (!(ok = give (&work, p, value, &given[i])))
        fail (error, CALL_INVALID_ARGUMENT, argument, TYPE_NIL);
    }
  for (int i = 0; i < call->count && ok; i++)
    {
      const Parameter *p = &call->parameters[i];
      const int argument = p->argument - shift;
      if (p->length < 0 || argument < 0)
        continue;
      const size_t length = length_of (argument < count ? arguments[argument] : NULL);
      ok = lengths[p->length] == NO_FIELD || lengths[p->length] == length;
      lengths[p->length] = length;
      set_length (call, given, p->length, length);
      if (!ok)
        fail (error, CALL_INVALID_ARGUMENT, argument, TYPE_ARRAY);
    }
  if (ok)
    {
      void *returned = take (&work, call->returns ? call->returns->size : 0);
      run (&work, call, given, returned, &listed);
      for (int i = 0; i < call->count; i++)
        if (call->parameters[i].role == INOUT || call->parameters[i].role == CHANGED)
          give_back (&work, &call->parameters[i], arguments[call->parameters[i].argument - shift],
                     given[i]);
      godot.variant_destroy (result);
      *result = results_of (&work, call, given, returned, listed);
    }
  end_work (&work);
  return ok;
}

static void
call_static (void *userdata, void *instance, const Variant *const *arguments, int64_t count,
             Variant *result, CallError *error)
{
  (void) instance;
  error->error = CALL_OK;
  call_function (userdata, NULL, arguments, count, result, error);
}

static void
call_method (void *userdata, void *instance, const Variant *const *arguments, int64_t count,
             Variant *result, CallError *error)
{
  Instance *own = instance;
  error->error = CALL_OK;
  if (own->kind == IS_BANK && !own->memory)
    fail (error, CALL_NO_INSTANCE, 0, 0);
  else
    call_function (userdata, own, arguments, count, result, error);
}

/* ---- the same with values that Godot has checked ---- */

static int
variant_type (const Parameter *p)
{
  static const int types[] = { TYPE_BOOL,     TYPE_INT,    TYPE_INT,     TYPE_INT,
                               TYPE_INT,      TYPE_INT,    TYPE_INT,     TYPE_FLOAT,
                               TYPE_FLOAT,    TYPE_STRING, TYPE_VECTOR2, TYPE_VECTOR3,
                               TYPE_VECTOR2I, TYPE_RECT2I, TYPE_OBJECT,  TYPE_DICTIONARY };
  if (p->role == ARRAY || p->role == CHANGED || p->role == TEXTS || (p->optional && p->role == IN))
    return TYPE_NIL;
  return p->role == TEXT ? TYPE_STRING : types[p->type->form];
}

/* A mistake that only the library sees, such as a wrong type in a Dictionary, is printed; the
 * result is null. */
static void
call_checked (MethodCall function, const Call *call, Instance *own, const void *const *given,
              Variant *result)
{
  Variant made[MAX_PARAMETERS];
  const Variant *arguments[MAX_PARAMETERS] = { NULL };
  CallError error = { 0 };
  const int shift = own != NULL;
  for (int i = 0; i < call->count; i++)
    {
      const Parameter *p = &call->parameters[i];
      const int k = p->argument - shift, type = k < 0 ? TYPE_NIL : variant_type (p);
      if (type != TYPE_NIL)
        made[k] = variant_of (type, (void *) given[k]);
      if (k >= 0)
        arguments[k] = type == TYPE_NIL ? given[k] : &made[k];
    }
  function ((void *) call, own, arguments, call->given - shift, result, &error);
  for (int k = 0; k < call->given - shift; k++)
    if (arguments[k] == &made[k])
      godot.variant_destroy (&made[k]);
  if (error.error != CALL_OK)
    godot.print_error (error.error == CALL_NO_INSTANCE
                         ? "the bank is not open"
                         : "an argument has a wrong type, or a list a wrong length",
                       call->name, "Kickbox", error.argument, 0);
}

static void
check_static (void *userdata, void *instance, const void *const *arguments, void *result)
{
  (void) instance;
  call_checked (call_static, userdata, NULL, arguments, result);
}

static void
check_method (void *userdata, void *instance, const void *const *arguments, void *result)
{
  call_checked (call_method, userdata, instance, arguments, result);
}

/* ---- the bytes of a bank ---- */

/* "section FRAM, byte 120: a frame without a sprite", or "" */
static Variant
reason_variant (kbx_status status, const kbx_error *failed)
{
  char where[64] = "";
  Variant made;
  if (status == KBX_OK)
    return text_variant ("");
  if (failed->section[0])
    snprintf (where, sizeof where, "section %s, byte %llu: ", failed->section,
              (unsigned long long) failed->offset);
  else if (failed->offset)
    snprintf (where, sizeof where, "byte %llu: ", (unsigned long long) failed->offset);
  const char *message = failed->message ? failed->message : kbx_status_text (status);
  char *whole = malloc (strlen (where) + strlen (message) + 1);
  strcpy (whole, where);
  strcat (whole, message);
  made = text_variant (whole);
  free (whole);
  return made;
}

/* The bytes of a PackedByteArray. */
static Memory *
memory_of (const Variant *value)
{
  PackedBytes bytes;
  Memory *memory = new_memory (length_of (value));
  to_type[TYPE_PACKED_BYTE_ARRAY](&bytes, (Variant *) value);
  if (memory->size)
    memcpy (memory->bytes, godot.packed_byte_array_operator_index_const (&bytes, 0), memory->size);
  destroy_type[TYPE_PACKED_BYTE_ARRAY](&bytes);
  return memory;
}

/* open (bytes) -> String: "" or what is wrong. A bank that cannot be opened leaves the old one. */
static void
call_open (void *userdata, void *instance, const Variant *const *arguments, int64_t count,
           Variant *result, CallError *error)
{
  Instance *own = instance;
  kbx_error failed = { 0 };
  (void) userdata;
  error->error = CALL_OK;
  if (count != 1 || godot.variant_get_type (arguments[0]) != TYPE_PACKED_BYTE_ARRAY)
    {
      fail (error, count != 1 ? CALL_TOO_FEW : CALL_INVALID_ARGUMENT, 0,
            count != 1 ? 1 : TYPE_PACKED_BYTE_ARRAY);
      return;
    }
  Memory *memory = memory_of (arguments[0]);
  const kbx_status status = kbx_bank_open (&memory->bank, memory->bytes, memory->size, &failed);
  godot.variant_destroy (result);
  *result = reason_variant (status, &failed);
  if (status == KBX_OK)
    {
      Memory *old = own->memory;
      own->memory = memory;
      memory = old;
    }
  release (memory);
}

static void
call_bytes (void *userdata, void *instance, const Variant *const *arguments, int64_t count,
            Variant *result, CallError *error)
{
  const Memory *memory = ((Instance *) instance)->memory;
  (void) userdata;
  (void) arguments;
  (void) count;
  error->error = CALL_OK;
  godot.variant_destroy (result);
  *result = bytes_variant (memory ? memory->bytes : NULL, memory ? memory->size : 0);
}

static void
check_open (void *userdata, void *instance, const void *const *arguments, void *result)
{
  CallError error;
  call_open (userdata, instance, (const Variant *const *) arguments, 1, result, &error);
}

static void
check_bytes (void *userdata, void *instance, const void *const *arguments, void *result)
{
  CallError error;
  (void) arguments;
  call_bytes (userdata, instance, NULL, 0, result, &error);
}

/* ---- levels that a game makes ---- */

/* NAME_pack (plan) -> PackedByteArray, or a String: what is wrong. */
static void
call_pack (void *userdata, void *instance, const Variant *const *arguments, int64_t count,
           Variant *result, CallError *error)
{
  const Pack *pack = userdata;
  const Type *type = pack->call.parameters[0].type;
  Work work = { 0 };
  kbx_error failed = { 0 };
  void *plan = take (&work, type->size);
  (void) instance;
  error->error = CALL_OK;
  if (count != 1 || !read_value (&work, type, arguments[0], plan))
    fail (error, count != 1 ? CALL_TOO_FEW : CALL_INVALID_ARGUMENT, 0, TYPE_DICTIONARY);
  else
    {
      const size_t wanted = pack->work (plan);
      void *memory = take (&work, wanted);
      const size_t size = pack->write (plan, memory, wanted, NULL, 0, &failed);
      void *bytes = take (&work, size);
      godot.variant_destroy (result);
      *result = size && pack->write (plan, memory, wanted, bytes, size, &failed) == size
                  ? bytes_variant (bytes, size)
                  : reason_variant (failed.status, &failed);
    }
  end_work (&work);
}

/* open (kind, bytes) -> KickboxHandle of what was packed, or a String: what is wrong. */
static void
call_open_packed (void *userdata, void *instance, const Variant *const *arguments, int64_t count,
                  Variant *result, CallError *error)
{
  int64_t kind = 0;
  kbx_handle handle = { 0 };
  kbx_error failed = { 0 };
  (void) userdata;
  (void) instance;
  error->error = CALL_OK;
  if (count != 2 || godot.variant_get_type (arguments[0]) != TYPE_INT
      || godot.variant_get_type (arguments[1]) != TYPE_PACKED_BYTE_ARRAY)
    {
      fail (error, count != 2 ? CALL_TOO_FEW : CALL_INVALID_ARGUMENT, 1, TYPE_PACKED_BYTE_ARRAY);
      return;
    }
  to_type[TYPE_INT](&kind, (Variant *) arguments[0]);
  Memory *memory = memory_of (arguments[1]);
  const kbx_status status =
    kbx_open (&handle, (kbx_kind) kind, memory->bytes, memory->size, &failed);
  godot.variant_destroy (result);
  *result = status == KBX_OK ? handle_variant (handle, memory) : reason_variant (status, &failed);
  release (memory);
}

/* level_of (layers) -> KickboxHandle, which keeps the layers, or null. */
static void
call_level_of (void *userdata, void *instance, const Variant *const *arguments, int64_t count,
               Variant *result, CallError *error)
{
  const size_t size = count == 1 ? length_of (arguments[0]) : 0;
  Memory *memory = new_memory (size * sizeof (kbx_handle));
  kbx_handle *layers = (kbx_handle *) memory->bytes;
  (void) userdata;
  (void) instance;
  error->error = CALL_OK;
  memory->parts = calloc (size + 1, sizeof *memory->parts);
  for (; memory->part_count < size; memory->part_count++)
    {
      Variant part;
      uint8_t valid, outside;
      godot.variant_get_indexed (arguments[0], (int64_t) memory->part_count, &part, &valid,
                                 &outside);
      Instance *layer = instance_in (&part, IS_HANDLE);
      godot.variant_destroy (&part);
      if (!layer)
        break;
      atomic_fetch_add (&layer->memory->users, 1);
      memory->parts[memory->part_count] = layer->memory;
      layers[memory->part_count] = layer->handle;
    }
  if (memory->part_count < size)
    fail (error, CALL_INVALID_ARGUMENT, 0, TYPE_ARRAY);
  else
    {
      godot.variant_destroy (result);
      *result = handle_variant (kbx_level_of (layers, (uint32_t) size), memory);
    }
  release (memory);
}

static void
check_pack (void *userdata, void *instance, const void *const *arguments, void *result)
{
  call_checked (call_pack, userdata, NULL, arguments, result);
}

static void
check_open_packed (void *userdata, void *instance, const void *const *arguments, void *result)
{
  call_checked (call_open_packed, userdata, NULL, arguments, result);
}

static void
check_level_of (void *userdata, void *instance, const void *const *arguments, void *result)
{
  call_checked (call_level_of, userdata, NULL, arguments, result);
}

/* ---- classes ---- */

/* What may be left out comes last: classes are then all, a filter null. */
static void
add_method (const char *class, const char *name, uint32_t flags, MethodCall function,
            PointerCall checked, const Call *call, int skip)
{
  StringName class_name = name_of (class), own = name_of (name), names[MAX_PARAMETERS];
  PropertyInfo returned = { TYPE_NIL, &no_name, &no_name,
                            0,        &no_text, USAGE_DEFAULT | USAGE_NIL_IS_VARIANT };
  PropertyInfo arguments[MAX_PARAMETERS];
  Variant values[MAX_PARAMETERS], *defaults[MAX_PARAMETERS];
  int metadata[MAX_PARAMETERS] = { 0 };
  for (int i = 0; i < call->count; i++)
    {
      const Parameter *p = &call->parameters[i];
      const int k = p->argument - skip, type = k < 0 ? TYPE_NIL : variant_type (p);
      if (k < 0)
        continue;
      names[k] = name_of (p->name);
      arguments[k] =
        (PropertyInfo){ type,     &names[k],
                        &no_name, 0,
                        &no_text, USAGE_DEFAULT | (type == TYPE_NIL ? USAGE_NIL_IS_VARIANT : 0) };
      if (!p->optional)
        continue;
      if (type == TYPE_NIL)
        godot.variant_new_nil (&values[k]);
      else
        values[k] = int_variant (-1);
      defaults[p->argument - call->needed] = &values[k];
    }
  const int count = call->given - skip, optional = call->given - call->needed;
  MethodInfo info = {
    &own, (void *) call,    function,  checked,  flags | METHOD_NORMAL, 1,       &returned,
    0,    (uint32_t) count, arguments, metadata, (uint32_t) optional,   defaults
  };
  godot.classdb_register_extension_class_method (library, &class_name, &info);
  for (int i = 0; i < optional; i++)
    godot.variant_destroy (defaults[i]);
  for (int i = 0; i < count; i++)
    destroy_type[TYPE_STRING_NAME](&names[i]);
  destroy_type[TYPE_STRING_NAME](&own);
  destroy_type[TYPE_STRING_NAME](&class_name);
}

static void
add_class (const char *class, const char *parent, const Kind *kind)
{
  StringName class_name = name_of (class), parent_name = name_of (parent);
  ClassInfo info = { .is_abstract = kind == NULL,
                     .is_exposed = 1,
                     .create = create_instance,
                     .free = free_instance,
                     .userdata = (void *) kind };
  godot.classdb_register_extension_class3 (library, &class_name, &parent_name, &info);
  destroy_type[TYPE_STRING_NAME](&class_name);
  destroy_type[TYPE_STRING_NAME](&parent_name);
}

static void
add_constants (void)
{
  StringName class_name = name_of ("Kickbox");
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    {
      StringName of = name_of (constants[i].of), name = name_of (constants[i].name);
      godot.classdb_register_extension_class_integer_constant (library, &class_name, &of, &name,
                                                               constants[i].value, 0);
      destroy_type[TYPE_STRING_NAME](&of);
      destroy_type[TYPE_STRING_NAME](&name);
    }
  destroy_type[TYPE_STRING_NAME](&class_name);
}

/* The bytes are a property, so that a bank is saved as a resource. */
static void
add_data (void)
{
  StringName class_name = name_of ("KickboxBank"), name = name_of ("data"),
             setter = name_of ("open"), getter = name_of ("get_data");
  PropertyInfo info = { TYPE_PACKED_BYTE_ARRAY, &name, &no_name, 0, &no_text, USAGE_STORAGE };
  static const Parameter bytes = { "bytes", ARRAY, NULL, 0, -1, false };
  static const Call open = { "open", NULL, NULL, &bytes, 1, 1, 1, NO_FIELD };
  static const Call get_data = { .name = "get_data", .found = NO_FIELD };
  add_method ("KickboxBank", "open", 0, call_open, check_open, &open, 0);
  add_method ("KickboxBank", "get_data", 0, call_bytes, check_bytes, &get_data, 0);
  godot.classdb_register_extension_class_property (library, &class_name, &info, &setter, &getter);
  destroy_type[TYPE_STRING_NAME](&class_name);
  destroy_type[TYPE_STRING_NAME](&name);
  destroy_type[TYPE_STRING_NAME](&setter);
  destroy_type[TYPE_STRING_NAME](&getter);
}

static void
set_keys (bool make)
{
  for (size_t i = 0; i < sizeof all_types / sizeof *all_types; i++)
    for (size_t k = 0; k < all_types[i]->field_count; k++)
      if (make)
        all_types[i]->fields[k].key = text_variant (all_types[i]->fields[k].name);
      else
        godot.variant_destroy (&all_types[i]->fields[k].key);
}

static void
initialize (void *userdata, int level)
{
  static const Parameter packed[] = { { "kind", VALUE, &type_INT32, 0, -1, false },
                                      { "bytes", ARRAY, NULL, 1, -1, false } },
                         layers = { "layers", ARRAY, NULL, 0, -1, false };
  static const Call open_packed = { "open", NULL, NULL, packed, 2, 2, 2, NO_FIELD },
                    level_of = { "level_of", NULL, NULL, &layers, 1, 1, 1, NO_FIELD };
  static const Kind kinds[] = { IS_BANK, IS_HANDLE };
  (void) userdata;
  if (level != LEVEL_SCENE)
    return;
  make_names ();
  set_keys (true);
  add_class ("Kickbox", "Object", NULL);
  for (size_t i = 0; i < 2; i++)
    add_class (class_names[i], parent_names[i], &kinds[i]);
  add_constants ();
  add_data ();
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    add_method ("Kickbox", calls[i].name, METHOD_STATIC, call_static, check_static, &calls[i], 0);
  for (size_t i = 0; i < sizeof packs / sizeof *packs; i++)
    add_method ("Kickbox", packs[i].call.name, METHOD_STATIC, call_pack, check_pack, &packs[i].call,
                0);
  add_method ("Kickbox", "open", METHOD_STATIC, call_open_packed, check_open_packed, &open_packed,
              0);
  add_method ("Kickbox", "level_of", METHOD_STATIC, call_level_of, check_level_of, &level_of, 0);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    add_method (class_names[methods[i].of_bank ? IS_BANK : IS_HANDLE], methods[i].name, 0,
                call_method, check_method, methods[i].call, 1);
}

static void
deinitialize (void *userdata, int level)
{
  (void) userdata;
  if (level != LEVEL_SCENE)
    return;
  const char *const names[] = { "KickboxHandle", "KickboxBank", "Kickbox" };
  for (size_t i = 0; i < 3; i++)
    {
      StringName name = name_of (names[i]);
      godot.classdb_unregister_extension_class (library, &name);
      destroy_type[TYPE_STRING_NAME](&name);
    }
  set_keys (false);
  destroy_names ();
}

EXPORT uint8_t kickbox_init (GetProcAddress get, void *own, Initialization *made);

EXPORT uint8_t
kickbox_init (GetProcAddress get, void *own, Initialization *made)
{
  if (!load_godot (get, own))
    return 0;
  *made = (Initialization){ LEVEL_SCENE, NULL, initialize, deinitialize };
  return 1;
}
