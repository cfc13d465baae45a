/* SPDX-License-Identifier: MIT */
/* What the classes panel does to a project's classes, an undo step each. */
#ifndef KB_CLASS_EDITS_H
#define KB_CLASS_EDITS_H

#include "editor/window.h"

void kb_class_ask_new (KbWindow *window);
void kb_class_ask_name (KbWindow *window, KbId class_id);
/* `colour` is 0xRRGGBBAA. Changes that follow each other merge. */
void kb_class_set_colour (KbEditorState *state, KbId class_id, guint32 colour);
/* "hurt"; the words of files. */
const char *kb_class_kind_name (KbClassKind kind);
/* What it means, for people: "can be struck". */
const char *kb_class_kind_meaning (KbClassKind kind);
void kb_class_set_kind (KbEditorState *state, KbId class_id, KbClassKind kind);
/* Deletes a class that nothing has; else asks what is to become of these: another class, or
 * nothing. */
void kb_class_ask_delete (KbWindow *window, KbId class_id);
/* Array of KbId: all that has it in the project, as class_uses.h counts them. One pass over all. */
GArray *kb_class_users (KbDocument *document, KbId class_id);
/* With all that has it; one step. FALSE without an error when there is no such class. */
gboolean kb_class_delete_with_users (KbDocument *document, KbId class_id, GError **error);
/* All that has one class, on lost frames, too, gets the other; then it is deleted. One step. FALSE
 * without an error when there are no such two classes. */
gboolean kb_class_merge (KbDocument *document, KbId from, KbId onto, GError **error);
/* Asks into which. */
void kb_class_ask_merge (KbWindow *window, KbId class_id);
/* What has it on the current frame or level becomes the selection; says how many, or why none. */
void kb_class_select (KbEditorState *state, KbId class_id);

/* On the canvas, until the project is closed: hidden shapes are not drawn, locked ones not
 * touched. */
typedef enum { KB_CLASS_HIDDEN, KB_CLASS_LOCKED } KbClassMark;
gboolean kb_class_is_marked (KbEditorState *state, KbId class_id, KbClassMark mark);
void kb_class_mark (KbEditorState *state, KbId class_id, KbClassMark mark, gboolean on);

/* Adds several by name, with colours that differ; one step. One called as a kind is of that
 * kind. */
gboolean kb_class_add_all (KbDocument *document, const char *const *names, GError **error);

#endif
