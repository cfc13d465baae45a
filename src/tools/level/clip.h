/* SPDX-License-Identifier: MIT */
/* Copy and paste of parts of levels, and what clips of frames share with them.
 *
 *   {"kickbox_level": 1, "classes": {NAME: COLOUR}, "kinds": {NAME: KIND}, "parts": {"walls",
 *   "areas", "entities"}}
 *
 * Places are those on the level they came from. The text may come from anywhere: nothing in it is
 * trusted. */
#ifndef KB_TOOLS_LEVEL_CLIP_H
#define KB_TOOLS_LEVEL_CLIP_H

#include "tools/context.h"

#define KB_LEVEL_CLIP "kickbox_level"

/* NULL when nothing is selected that can be copied. A new string. */
char *kb_level_selection_copy (const KbToolContext *context);
/* Its middle at the pointer, where that is over the canvas, by whole steps of the grid; else where
 * it came from. As many steps more as it takes not to lie exactly upon the same. */
gboolean kb_level_selection_paste (KbToolContext *context, const char *text, GError **error);

/* clipboard.c. A clip with that mark; NULL: it is none. */
json_t *kb_clip_parse (const char *text, const char *mark);
/* Takes the clip; a new string. */
char *kb_clip_text (json_t *clip);
void kb_clip_add_class (json_t *classes, json_t *kinds, const KbToolContext *context,
                        KbId class_id);
/* The class that an item names, where the project has none of the name. */
gboolean kb_clip_add_missing_class (KbDocument *document, const json_t *clip, const json_t *item,
                                    GError **error);

#endif
