/* SPDX-License-Identifier: MIT */
/* Copy and paste of parts of levels, with positions on the source level:
 * `{"kickbox_level": 1, "classes": {NAME: COLOUR}, "kinds": {NAME: KIND},
 * "parts": {"walls", "areas", "entities"}}`. Pasted text is not trusted.
 * Also helpers shared with clips of frames. */
#ifndef KB_TOOLS_LEVEL_CLIP_H
#define KB_TOOLS_LEVEL_CLIP_H

#include "tools/context.h"

#define KB_LEVEL_CLIP "kickbox_level"

/* NULL when nothing selected can be copied. A new string. */
char *kb_level_selection_copy (const KbToolContext *context);
/* Centres the paste on the pointer, by whole grid steps; with the pointer off the canvas, keeps the
 * source position. Adds grid steps until it covers no equal part. */
gboolean kb_level_selection_paste (KbToolContext *context, const char *text, GError **error);

/* clipboard.c. Parses a clip with that mark; NULL: it is none. */
json_t *kb_clip_parse (const char *text, const char *mark);
/* Frees the clip; a new string. */
char *kb_clip_text (json_t *clip);
void kb_clip_add_class (json_t *classes, json_t *kinds, const KbToolContext *context,
                        KbId class_id);
/* Adds the item's class if the project has none of that name. */
gboolean kb_clip_add_missing_class (KbDocument *document, const json_t *clip, const json_t *item,
                                    GError **error);

#endif
