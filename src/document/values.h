/* SPDX-License-Identifier: MIT */
/* The types of values. A class has the types of its keys in `value_types`, the project those of all
 * other things. Values are texts; that of a key without a type has the type that it is written
 * as. A reference is "3" or "LEVEL/3" for an entity or area with that `ref`, "SPRITE/ANIMATION", or
 * a file in the project's folder. An empty text refers to nothing. */
#ifndef KB_DOCUMENT_VALUES_H
#define KB_DOCUMENT_VALUES_H

#include "document/document.h"
#include "document/model.h"

/* In the order of kb_value_types, and of the types in a bank. */
typedef enum {
  KB_VALUE_TEXT,
  KB_VALUE_NUMBER,    /* at most 15 digits */
  KB_VALUE_BOOLEAN,   /* true or false */
  KB_VALUE_COLOUR,    /* #rrggbb or #rrggbbaa */
  KB_VALUE_ENUM,      /* one of the choices, an array in `value_types` */
  KB_VALUE_POINT,     /* x,y: two multiples of 1/256 */
  KB_VALUE_ENTITY,
  KB_VALUE_AREA,
  KB_VALUE_ANIMATION,
  KB_VALUE_FILE,
  KB_N_VALUE_TYPES    /* also: no type is declared */
} KbValueType;

/* The names, as in projects and JSON banks: "text" and so on. NULL at the end. */
extern const char *const kb_value_types[KB_N_VALUE_TYPES + 1];

/* --- Values of nodes --- */

/* The class of a shape, an entity, a wall or a tile; a class is its own. Returns NULL for none. */
KbClass *kb_node_class (const KbNode *node);
/* The node's own values, or NULL. */
json_t *kb_node_values (const KbNode *node);

/* --- Types of values --- */

/* The node whose `value_types` say the types of the node's values: its class, or the project. */
KbNode *kb_value_types_node (const KbNode *node);
/* The type that the node's class says for the key, or else the project. Returns KB_N_VALUE_TYPES
 * for none. */
KbValueType kb_value_declared (const KbNode *node, const char *key);
/* The choices of the node's key, an array of texts. Returns NULL unless it is an enum. */
const json_t *kb_value_choices (const KbNode *node, const char *key);

/* The declared type, or the one that the text is written as: "007", "+49" and "1.2.3" are no
 * numbers, nor are texts of more than 15 digits. */
KbValueType kb_value_type (const KbNode *node, const char *key, const char *text);

/* The usual form of a text of a type: "0.5" for the number "0.50". Returns a new string, NULL for a
 * text of another type. Ignores choices and what references refer to. */
char *kb_value_usual (const char *text, KbValueType type);
/* The number in a text of a type: 1 for true, 0xRRGGBBAA for a colour, x for a point, 0 for others.
 */
double kb_value_number (const char *text, KbValueType type);
gboolean kb_value_point (const char *text, KbVec *point);
/* Whether the text is one of the choices. Returns the number of choices if not. */
guint kb_value_choice (const json_t *choices, const char *text);

/* --- References: references.c --- */

gboolean kb_value_is_reference (KbValueType type);
/* The kind of the asset that owns what a type refers to. Returns NULL for other types. */
const KbKind *kb_value_owner (KbValueType type);
/* What a text of a node's value refers to: an entity, area or animation, or NULL. */
KbNode *kb_value_target (const KbNode *node, KbValueType type, const char *text);
/* The type of references to a node of this kind. Returns KB_N_VALUE_TYPES for none. */
KbValueType kb_value_type_for (const KbKind *kind);
/* "bridge guard", "the 3rd entity of yard": for people. Returns a new string. */
char *kb_value_target_label (const KbNode *node, const KbNode *target);
/* The text with which a value of the node refers to the target. Numbers the target if it is the
 * first reference to it: an edit, for within a step. Returns a new string, NULL on failure. */
char *kb_value_refer (KbDocument *document, const KbNode *node, KbNode *target, GError **error);
/* Before a level, sprite or animation is renamed: makes all references to it follow, as edits. */
void kb_value_follow_name (KbDocument *document, const KbNode *node, const char *to);

#endif
