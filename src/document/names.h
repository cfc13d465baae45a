/* SPDX-License-Identifier: MIT */
/* Names that become file names, and the uses of classes. */
#ifndef KB_DOCUMENT_NAMES_H
#define KB_DOCUMENT_NAMES_H

#include <glib.h>

#include "document/document.h"

/* Names that become file names: one table of names that some system, shell or screen
 * misinterprets. */

#define KB_NAME_BYTES 200
#define KB_FILE_NAME_BYTES 255   /* as file systems take */

/* The reason why no asset may have the name, a new string, or NULL if one may. With `is_new`, all
 * rules apply. Without it, only those for loading a project: `check` reports the others. */
char *kb_name_fault (const char *name, gboolean is_new);
/* The name with everything invalid replaced or removed, or `missing` if nothing is left. Returns a
 * new string. `name` is UTF-8. */
char *kb_name_make_usable (const char *name, const char *missing);
/* The name, or the first of "NAME 2", "NAME 3" ... that is not in the table, to which it is added:
 * a new string. The table has copies of names, as keys that it frees, and the numbers used last, so
 * that many equal names cost little. `folds`: names differ by more than their case. */
char *kb_name_take (GHashTable *taken, const char *name, gboolean folds);
/* Control characters, invisible ones, and those that change the text direction. */
gboolean kb_is_hidden_character (gunichar c);

/* What is written into files of other programs must not end a line there, nor break their syntax:
 * control characters, separators of lines and paragraphs, and what Unicode keeps for no character
 * have no place in any text of a project, or in the name of one of its files. */

/* Returns the first such character, or 0. `text` is UTF-8. */
gunichar kb_unsafe_character (const char *text);
/* The reason why no file may have the name, a new string, or NULL. It may be any bytes. */
char *kb_file_name_fault (const char *name);
/* The same for each part of a path. Sets an error and returns FALSE. */
gboolean kb_check_path (const char *path, GError **error);

/* The uses of classes. */

/* `node` has the class: a shape, a frame with collision, a wall, an area, an entity, a maze, a
 * ground. */
typedef void (*KbClassUse) (const KbNode *node, KbId class_id, gpointer data);

/* Visits everything in the project with a class, even on lost frames. One pass. */
void kb_document_each_class_use (const KbDocument *document, KbClassUse use, gpointer data);

typedef struct { guint shapes, others; } KbClassUses;

/* The number of uses of each class, in the project's order. Returns a new array. A class with both
 * numbers 0 can be removed. One pass. */
KbClassUses *kb_document_class_uses (const KbDocument *document);

#endif
