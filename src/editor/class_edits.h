/* SPDX-License-Identifier: MIT */
/* What the classes panel does to a project's classes, an undo step each. */
#ifndef KB_CLASS_EDITS_H
#define KB_CLASS_EDITS_H

#include "editor/window.h"

void kb_class_ask_new (KbWindow *window);
void kb_class_ask_name (KbWindow *window, KbId class_id);
/* `colour` is 0xRRGGBBAA. Changes that follow each other merge. */
void kb_class_set_colour (KbEditorState *state, KbId class_id, guint32 colour);
/* Refused, with a message, while shapes have the class. */
void kb_class_delete (KbEditorState *state, KbId class_id);
/* Adds several by name, with colours that differ; one step. */
gboolean kb_class_add_all (KbDocument *document, const char *const *names, GError **error);

#endif
