/* SPDX-License-Identifier: MIT */
/* Between the rows of values (field_values.c) and the types of values (field_values.c). A line
 * is a box with the widgets of one key: "kb-key", "kb-value", "kb-targets" and so on. */
#ifndef KB_FIELD_VALUES_H
#define KB_FIELD_VALUES_H

#include "document/values.h"
#include "editor/fields/field_private.h"

/* `first`: the text that replaces an empty one. `expected`: for texts of another type. */
typedef struct {
  const char *label, *sign, *first, *expected;
} KbValueTypeLook;

/* The last is that of keys without a type. */
extern const KbValueTypeLook kb_value_type_looks[KB_N_VALUE_TYPES + 1];

#endif
