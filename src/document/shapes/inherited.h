/* SPDX-License-Identifier: MIT */
/* Shared shapes. A frame of an animation without a shape of the class takes over those of another
 * frame. That is the nearest one before it that shares some, or else the first. They keep their
 * place from the hot spot, if both frames have one. Frames with "own shapes only" take nothing. A
 * frame of several animations takes a class from the first that offers it. */
#ifndef KB_INHERITED_H
#define KB_INHERITED_H

#include "document/model.h"

/* The shapes that frames take over, of one sprite or (NULL) none yet. They are copies, with the id
 * of the shared shape and its frame as parent, and valid until the document changes. Free with
 * g_hash_table_unref. Cost: the sprite's shapes; if any are shared, times its classes. */
GHashTable *kb_inherited_new (const KbSprite *sprite);
void kb_inherited_add (GHashTable *inherited, const KbSprite *sprite);
/* The frame's own KbShapes, then those it takes over. Free the array only. */
GPtrArray *kb_frame_all_shapes (const KbFrame *frame, GHashTable *inherited);

static inline gboolean
kb_shape_is_inherited (const KbShape *shape, const KbFrame *frame)
{
  return shape->node.parent->id != frame->node.id;
}

#endif
