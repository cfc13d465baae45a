/* SPDX-License-Identifier: MIT */
/* Finds parts connected by pixels' sides, run by run. */
#ifndef KB_PAINT_FLOOD_H
#define KB_PAINT_FLOOD_H

#include "operations/paint/private.h"

typedef struct { guint y, x0, x1; } KbFloodRun;

typedef struct KbFlood KbFlood;
struct KbFlood {
  KbPixelSet *open;        /* allowed pixels that were not reached yet */
  guint8 *known;           /* for each word: it is already in `open`; NULL: all are */
  /* With `known`: computes the pixels of a word, called once. Without: NULL, or filters `open`,
   * called repeatedly. */
  guint64 (*find) (KbFlood *flood, guint word, guint y);
  /* Called for each run of the part; FALSE ends the search */
  gboolean (*found) (guint y, guint x0, guint x1, gpointer data);
  KbFloodRun *stack;       /* runs to visit */
  gsize n, room;
};

void kb_flood_init (KbFlood *flood, guint width, guint height);
void kb_flood_clear (KbFlood *flood);
/* Removes the part with the pixel from `open`. Returns FALSE if `found` returned it. */
gboolean kb_flood_from (KbFlood *flood, guint x, guint y, gpointer data);

#endif
