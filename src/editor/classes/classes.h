/* SPDX-License-Identifier: MIT */
/* A project's classes: their list, and edits of them, one undo step each. */
#ifndef KB_CLASSES_H
#define KB_CLASSES_H

#include "editor/lists/item_list.h"
#include "editor/state/actions.h"

/* The project's classes: colour, name, kind, number key; a menu to change each. */

extern const KbItemListSpec kb_class_list;

extern const KbAction kb_class_actions[];

void kb_class_ask_new (KbWindow *window);
/* As in files: "hurt". */
const char *kb_class_kind_name (KbClassKind kind);
/* For the user: "can be struck". */
const char *kb_class_kind_meaning (KbClassKind kind);
/* Deletes an unused class. Otherwise asks whether its users get another class or are deleted. */
void kb_class_ask_delete (KbWindow *window, KbId class_id);
/* Array of KbId: all users of the class in the project, as counted by names.h. Visits the
 * whole project. */
GArray *kb_class_users (KbDocument *document, KbId class_id);
/* Deletes it and all its users in one step. FALSE without an error if there is no such class. */
gboolean kb_class_delete_with_users (KbDocument *document, KbId class_id, GError **error);
/* Gives all users of `from`, including those on lost frames, the class `onto` and deletes `from`,
 * in one step. FALSE without an error if one of them does not exist. */
gboolean kb_class_merge (KbDocument *document, KbId from, KbId onto, GError **error);
/* Asks for the class to merge into. */
void kb_class_ask_merge (KbWindow *window, KbId class_id);
/* Selects its users on the current frame or level. A message gives their number, or why there are
 * none. */
void kb_class_select (KbEditorState *state, KbId class_id);

/* Marks on the canvas, until the project is closed. Hidden shapes are not drawn; locked ones cannot
 * be selected. */
void kb_class_mark (KbEditorState *state, KbId class_id, KbToolMark mark, gboolean on);

/* Adds several by name, in different colours, in one step. A class named after a kind gets that
 * kind. */
gboolean kb_class_add_all (KbDocument *document, const char *const *names, GError **error);

#endif
