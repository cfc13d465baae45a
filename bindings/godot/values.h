/* SPDX-License-Identifier: MIT */
/* Values of the library as Variants. A struct is a Dictionary, a handle a KickboxHandle; vectors,
 * points and boxes are Godot's own. kickbox_table.h, which make.py writes, describes the types. */
#pragma once

#include <stdatomic.h>

#include <kickbox.h>
#include <kickbox_pack.h>

#include "godot.h"

typedef enum {
  FORM_BOOL,
  FORM_UINT8,
  FORM_UINT16,
  FORM_INT32,
  FORM_UINT32,
  FORM_INT64,
  FORM_SIZE,
  FORM_FLOAT,
  FORM_DOUBLE,
  FORM_TEXT,
  FORM_VEC,
  FORM_VEC3,
  FORM_POINT,
  FORM_BOX,
  FORM_HANDLE,
  FORM_STRUCT,
  FORM_UNION,
} Form;

typedef enum { ONE, FIXED, LIST, OPAQUE } Many;

typedef struct Type Type;

/* A Dictionary has `name` as the key. FIXED has `count` elements. LIST is a pointer to as many as
 * the number at `length` says, which takes `length_size` bytes and has `unit` for each, or as `need`
 * says, which gets the struct and the one around it. OPAQUE is not shown. */
typedef struct {
  const char *name;
  const Type *type;
  size_t offset;
  Many many;
  size_t count, length, length_size, unit;
  uint64_t (*need) (const void *at, const void *around);
  Variant key;
} Field;

/* Of a union, `arms` has the index of the field for each `kind`, which is the first number in the
 * struct around it. */
struct Type {
  Form form;
  size_t size;
  Field *fields;
  size_t field_count;
  const uint8_t *arms;
  size_t arm_count;
};

typedef enum { VALUE, IN, INOUT, TEXT, TEXTS, ARRAY, CHANGED, LENGTH, OUT, OUTS } Role;

/* `argument` is its position among those that a caller gives, or -1; `length` is the parameter that
 * counts its elements, or -1. */
typedef struct {
  const char *name;
  Role role;
  const Type *type;
  int argument, length;
  bool optional;
} Parameter;

/* `needed` of the `given` arguments are not optional. `found` is where the result has the length of
 * the list; with NO_FIELD the result is that length. */
typedef struct {
  const char *name;
  void (*run) (void *const *parameters, void *result);
  const Type *returns;
  const Parameter *parameters;
  int count, needed, given;
  size_t found;
} Call;

/* What writes bytes. `call` shows its parameter to Godot; `work` is how much memory it wants. */
typedef struct {
  Call call;
  size_t (*write) (const void *plan, void *work, size_t work_size, void *bytes, size_t room,
                   kbx_error *error);
  size_t (*work) (const void *plan);
} Pack;

#define NO_FIELD ((size_t) -1)

typedef struct {
  const char *of, *name;
  int64_t value;
} Constant;

/* The bytes of a bank, which stay until the last user releases them. */
typedef struct Memory {
  atomic_int users;
  kbx_bank bank;
  size_t size;
  uint8_t *bytes, *block; /* bytes are aligned in the block */
  struct Memory **parts;  /* of a level of layers */
  size_t part_count;
} Memory;

typedef enum { IS_BANK, IS_HANDLE } Kind;

/* An instance of KickboxBank or KickboxHandle. */
typedef struct {
  Kind kind;
  Memory *memory; /* NULL for an empty bank */
  kbx_handle handle;
} Instance;

extern const char *const class_names[], *const parent_names[];

/* Memory of one call. */
typedef struct Block Block;
struct Block {
  Block *next;
  max_align_t room[];
};

/* `memory` is that of the first bank or handle that was given: results are in the same bank. */
typedef struct {
  Block *blocks;
  Memory *memory;
  const void *around; /* the struct that is being read */
} Work;

/* Room for so many bytes, with one user. */
Memory *new_memory (size_t size);
void release (Memory *memory);
Variant handle_variant (kbx_handle handle, Memory *memory);

/* The instance in a Variant, or NULL. */
Instance *instance_in (const Variant *value, Kind kind);
void *create_instance (void *kind);
void free_instance (void *userdata, void *instance);

void *take (Work *work, size_t size);
void end_work (Work *work);

/* False for a Variant of a wrong type. */
bool read_value (Work *work, const Type *type, const Variant *value, void *at);
bool read_text (Work *work, const Variant *value, const char **text);
bool read_list (Work *work, const Type *type, const Variant *value, void **at, size_t *count);

Variant write_value (Work *work, const Type *type, const void *at);
Variant write_list (Work *work, const Type *type, const char *at, size_t count);
void write_struct (Work *work, const Type *type, const char *at, Variant *dictionary);
