/* SPDX-License-Identifier: MIT */
/* The types of values. A class has the types of its keys in `value_types`, the project those of all
 * other things. Values are texts; that of a key without a type has the type that it is written
 * as. */
#ifndef KB_DOCUMENT_VALUES_H
#define KB_DOCUMENT_VALUES_H

#include "document/model.h"

/* In the order of kb_value_types, and of the types in a bank. */
typedef enum {
  KB_VALUE_TEXT,
  KB_VALUE_NUMBER,    /* at most 15 digits */
  KB_VALUE_BOOLEAN,   /* true or false */
  KB_VALUE_COLOUR,    /* #rrggbb or #rrggbbaa */
  KB_N_VALUE_TYPES    /* also: no type is declared */
} KbValueType;

/* The names, as in projects and JSON banks: "text" and so on. NULL at the end. */
extern const char *const kb_value_types[KB_N_VALUE_TYPES + 1];

/* --- Values of nodes --- */

/* The class of a shape, an entity or a tile; a class is its own. Returns NULL for none. */
KbClass *kb_node_class (const KbNode *node);
/* The node's own values, or NULL. */
json_t *kb_node_values (const KbNode *node);

/* --- Types of values --- */

/* The node whose `value_types` say the types of the node's values: its class, or the project. */
KbNode *kb_value_types_node (const KbNode *node);
/* The type that the node's class says for the key, or else the project. Returns KB_N_VALUE_TYPES
 * for none. */
KbValueType kb_value_declared (const KbNode *node, const char *key);

/* The declared type, or the one that the text is written as: "007", "+49" and "1.2.3" are no
 * numbers, nor are texts of more than 15 digits. */
KbValueType kb_value_type (const KbNode *node, const char *key, const char *text);

/* The usual form of a text of a type: "0.5" for the number "0.50". Returns a new string, NULL for a
 * text of another type. */
char *kb_value_usual (const char *text, KbValueType type);
/* The number in a text of a type: 1 for true, 0xRRGGBBAA for a colour, 0 for a text. */
double kb_value_number (const char *text, KbValueType type);

#endif
