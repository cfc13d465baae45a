/* SPDX-License-Identifier: MIT */
/* What has which class. */
#ifndef KB_CLASS_USES_H
#define KB_CLASS_USES_H

#include "document/document.h"

/* `node` has the class: a shape, a frame whose tile stops a move, a wall, an area, an entity, a
 * maze, a ground. */
typedef void (*KbClassUse) (const KbNode *node, KbId class_id, gpointer data);

/* All of the project that have a class, on lost frames too. One pass over all. */
void kb_document_each_class_use (const KbDocument *document, KbClassUse use, gpointer data);

typedef struct { guint shapes, others; } KbClassUses;

/* How many have each class, in the project's order; a new array. A class of which both are 0 can be
 * removed. One pass over all. */
KbClassUses *kb_document_class_uses (const KbDocument *document);

#endif
