/* SPDX-License-Identifier: MIT */
/* Edits of the order and the groups of a level's tile and image layers. Each is one step, and
 * returns FALSE or 0 and an error on failure. */
#ifndef KB_OPERATIONS_LEVEL_STACK_H
#define KB_OPERATIONS_LEVEL_STACK_H

#include "document/edits/edit.h"

/* Tile layers, image layers and groups as a list shows them, front to back: a group is before its
 * layers. Groups without layers are first. Free with g_ptr_array_unref. */
GPtrArray *kb_level_stack_rows (const KbLevel *level);

/* Whether the node, a layer or a group, can be next to another: of the same level, not in it. */
gboolean kb_stack_can_move (const KbNode *node, const KbNode *other);
/* Puts it in front of the other, with all that it contains, or behind it, in the other's group. */
gboolean kb_stack_move_beside (KbDocument *document, KbId node, KbId other, gboolean in_front,
                               GError **error);
/* Puts it into a group, in front of what is in there. */
gboolean kb_stack_move_into (KbDocument *document, KbId node, KbId group, GError **error);
/* One place to the front (by 1) or the back (-1); from the end of its group out of it. FALSE alone:
 * it is there already. */
gboolean kb_stack_step (KbDocument *document, KbId node, int by, GError **error);

/* Makes a group with the layer, or an empty one for the level itself. */
KbId kb_stack_group (KbDocument *document, KbId node, GError **error);
/* Removes the group; its layers are then in the group around it. */
gboolean kb_stack_ungroup (KbDocument *document, KbId group, GError **error);
/* Removes a layer, or a group with its layers. Image layers keep their places. */
gboolean kb_stack_remove (KbDocument *document, KbId node, GError **error);

#endif
