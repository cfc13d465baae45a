/* SPDX-License-Identifier: MIT */
/* The boxes of a frame in three levels: around all shapes, around those of each class, around each.
 * A search for the shapes at a pixel goes down them: it looks into a box only if it is in the one
 * above. */
#ifndef KB_HIERARCHY_H
#define KB_HIERARCHY_H

#include "drawing/style.h"
#include "drawing/view.h"

typedef enum { KB_BOX_OF_FRAME, KB_BOX_OF_CLASS, KB_BOX_OF_SHAPE } KbBoxLevel;

typedef struct {
  KbBoxLevel level;
  KbBounds box;          /* whole pixels */
  guint32 colour;
  char *name;            /* owned */
  /* For a pixel: the search looked at the box, it is in it, it is in the shape */
  gboolean looked, inside, hit;
} KbLevelBox;

/* Each box before those in it; none without shapes. `at`: the middle of the pixel, or NULL. */
GArray *kb_frame_hierarchy (const KbDocument *document, const KbFrame *frame, const KbVec *at);
/* With `list`, boxes not looked at are faint, and a list at that canvas position says what the
 * search found. */
void kb_draw_hierarchy (cairo_t *cr, const KbView *view, const KbStyle *style, const GArray *boxes,
                        const KbVec *list);

#endif
