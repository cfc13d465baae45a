/* SPDX-License-Identifier: MIT */
/* The uses of classes. */
#ifndef KB_CLASS_USES_H
#define KB_CLASS_USES_H

#include "document/document.h"

/* `node` has the class: a shape, a frame with collision, a wall, an area, an entity, a maze, a
 * ground. */
typedef void (*KbClassUse) (const KbNode *node, KbId class_id, gpointer data);

/* Visits everything in the project with a class, even on lost frames. One pass. */
void kb_document_each_class_use (const KbDocument *document, KbClassUse use, gpointer data);

typedef struct { guint shapes, others; } KbClassUses;

/* The number of uses of each class, in the project's order; a new array. A class with both numbers
 * 0 can be removed. One pass. */
KbClassUses *kb_document_class_uses (const KbDocument *document);

#endif
