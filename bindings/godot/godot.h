/* SPDX-License-Identifier: MIT */
/* The part of Godot's C interface that the extension uses, from its documentation. Godot gives each
 * function by its name. Values of Godot are opaque: a Variant takes 24 bytes where numbers are of
 * single precision, as in all official builds. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  TYPE_NIL = 0,
  TYPE_BOOL = 1,
  TYPE_INT = 2,
  TYPE_FLOAT = 3,
  TYPE_STRING = 4,
  TYPE_VECTOR2 = 5,
  TYPE_VECTOR2I = 6,
  TYPE_RECT2I = 8,
  TYPE_VECTOR3 = 9,
  TYPE_VECTOR3I = 10,
  TYPE_STRING_NAME = 21,
  TYPE_OBJECT = 24,
  TYPE_DICTIONARY = 27,
  TYPE_ARRAY = 28, /* the packed ones follow */
  TYPE_PACKED_BYTE_ARRAY = 29,
  TYPE_COUNT = 39
};

enum { CALL_OK, CALL_INVALID_ARGUMENT = 2, CALL_TOO_MANY, CALL_TOO_FEW, CALL_NO_INSTANCE };
enum { METHOD_NORMAL = 1, METHOD_STATIC = 32 };
enum { LEVEL_SCENE = 2 };
enum { USAGE_STORAGE = 2, USAGE_DEFAULT = 6, USAGE_NIL_IS_VARIANT = 1 << 17 };

typedef struct {
  uint64_t words[3];
} Variant;
typedef struct {
  void *name;
} StringName;
typedef struct {
  void *text;
} String;
typedef struct {
  void *words[2];
} PackedBytes;
typedef struct {
  int error;
  int32_t argument, expected;
} CallError;

typedef struct {
  int type;
  StringName *name, *class_name;
  uint32_t hint;
  String *hint_string;
  uint32_t usage;
} PropertyInfo;

typedef void (*MethodCall) (void *userdata, void *instance, const Variant *const *arguments,
                            int64_t count, Variant *result, CallError *error);

/* Each argument and the result is a value of its declared type; one without a type is a Variant. */
typedef void (*PointerCall) (void *userdata, void *instance, const void *const *arguments,
                             void *result);

typedef struct {
  StringName *name;
  void *userdata;
  MethodCall call;
  PointerCall pointer_call;
  uint32_t flags;
  uint8_t has_return_value;
  PropertyInfo *return_value;
  int return_metadata;
  uint32_t argument_count;
  PropertyInfo *arguments;
  int *argument_metadata;
  uint32_t default_count;
  Variant **defaults;
} MethodInfo;

/* GDExtensionClassCreationInfo3, of Godot 4.3. */
typedef struct {
  uint8_t is_virtual, is_abstract, is_exposed, is_runtime;
  void *unused[11];
  void *(*create) (void *userdata);
  void (*free) (void *userdata, void *instance);
  void *unused_too[5];
  void *userdata;
} ClassInfo;

typedef struct {
  int minimum_level;
  void *userdata;
  void (*initialize) (void *userdata, int level);
  void (*deinitialize) (void *userdata, int level);
} Initialization;

typedef void (*FromType) (Variant *made, void *value);
typedef void (*ToType) (void *made, Variant *value);
typedef void (*Destructor) (void *value);
typedef void (*Function) (void);
typedef Function (*GetProcAddress) (const char *name);

/* What a function makes is not initialised before; the caller destroys it. */
#define GODOT_FUNCTIONS(F)                                                                         \
  F (FromType, get_variant_from_type_constructor, (int type))                                      \
  F (ToType, get_variant_to_type_constructor, (int type))                                          \
  F (Destructor, variant_get_ptr_destructor, (int type))                                           \
  F (void, variant_new_nil, (Variant * made))                                                      \
  F (void, variant_destroy, (Variant * value))                                                     \
  F (int, variant_get_type, (const Variant *value))                                                \
  F (void, variant_construct,                                                                      \
     (int type, Variant *made, const Variant *const *given, int32_t count, CallError *error))      \
  F (void, variant_call,                                                                           \
     (Variant * value, const StringName *name, const Variant *const *given, int64_t count,         \
      Variant *made, CallError *error))                                                            \
  F (void, variant_get, (const Variant *value, const Variant *key, Variant *made, uint8_t *valid)) \
  F (void, variant_set,                                                                            \
     (Variant * value, const Variant *key, const Variant *part, uint8_t *valid))                   \
  F (void, variant_get_indexed,                                                                    \
     (const Variant *value, int64_t i, Variant *made, uint8_t *valid, uint8_t *outside))           \
  F (void, variant_set_indexed,                                                                    \
     (Variant * value, int64_t i, const Variant *part, uint8_t *valid, uint8_t *outside))          \
  F (void, print_error,                                                                            \
     (const char *text, const char *function, const char *file, int32_t line, uint8_t notify))     \
  F (void, string_new_with_utf8_chars, (String * made, const char *text))                          \
  F (int64_t, string_to_utf8_chars, (const String *value, char *text, int64_t room))               \
  F (void, string_name_new_with_utf8_chars, (StringName * made, const char *text))                 \
  F (uint8_t *, packed_byte_array_operator_index, (PackedBytes * bytes, int64_t i))                \
  F (const uint8_t *, packed_byte_array_operator_index_const,                                      \
     (const PackedBytes *bytes, int64_t i))                                                        \
  F (void *, classdb_construct_object, (const StringName *name))                                   \
  F (void, object_set_instance, (void *object, const StringName *name, void *instance))            \
  F (void, object_set_instance_binding,                                                            \
     (void *object, void *token, void *binding, const void *const callbacks[3]))                   \
  F (void *, object_get_instance_binding,                                                          \
     (void *object, void *token, const void *const callbacks[3]))                                  \
  F (void, classdb_register_extension_class3,                                                      \
     (void *library, const StringName *name, const StringName *parent, const ClassInfo *info))     \
  F (void, classdb_register_extension_class_method,                                                \
     (void *library, const StringName *name, const MethodInfo *info))                              \
  F (void, classdb_register_extension_class_integer_constant,                                      \
     (void *library, const StringName *name, const StringName *of, const StringName *constant,     \
      int64_t value, uint8_t bits))                                                                \
  F (void, classdb_register_extension_class_property,                                              \
     (void *library, const StringName *name, const PropertyInfo *info, const StringName *setter,   \
      const StringName *getter))                                                                   \
  F (void, classdb_unregister_extension_class, (void *library, const StringName *name))

#define GODOT_FIELD(returns, name, parameters) returns (*name) parameters;
typedef struct {
  GODOT_FUNCTIONS (GODOT_FIELD)
} Godot;

extern Godot godot;
extern FromType from_type[TYPE_COUNT];
extern ToType to_type[TYPE_COUNT];
extern Destructor destroy_type[TYPE_COUNT];
extern void *library; /* the token of this extension */
extern StringName no_name, size_name;
extern String no_text;
extern const void *const no_callbacks[3];

bool load_godot (GetProcAddress get, void *token);
void make_names (void);
void destroy_names (void);

StringName name_of (const char *text);
Variant variant_of (int type, void *value);
Variant int_variant (int64_t value);
Variant text_variant (const char *text); /* of NULL nil */
Variant bytes_variant (const void *data, size_t size);
Variant new_variant (int type);

/* Calls a method of a Variant that returns a number or nothing: gives the number, or -1 if the
 * Variant has no such method. */
int64_t ask_variant (Variant *value, const StringName *name, const Variant *given);

/* These take the part. */
void append (Variant *array, Variant part);
void set_part (Variant *dictionary, const Variant *key, Variant part);
void set_named (Variant *dictionary, const char *name, Variant part);
