/* SPDX-License-Identifier: MIT */
/* Parts connected by pixels' sides, run by run. */
#ifndef KB_PAINT_FLOOD_H
#define KB_PAINT_FLOOD_H

#include "operations/paint/private.h"

typedef struct { guint y, x0, x1; } KbFloodRun;

typedef struct KbFlood KbFlood;
struct KbFlood {
  KbPixelSet *open;        /* pixels that may be reached and were not */
  guint8 *known;           /* for each word: it was found and is in `open`; NULL: all are there */
  /* With `known`: the pixels of a word, asked for once. Without: NULL, or those of `open` that
   * count, asked for again. */
  guint64 (*find) (KbFlood *flood, guint word, guint y);
  /* A run of the part; FALSE ends it */
  gboolean (*found) (guint y, guint x0, guint x1, gpointer data);
  KbFloodRun *stack;       /* where to look for runs */
  gsize n, room;
};

void kb_flood_init (KbFlood *flood, guint width, guint height);
void kb_flood_clear (KbFlood *flood);
/* Takes the part with the pixel from `open`; FALSE where `found` said so. */
gboolean kb_flood_from (KbFlood *flood, guint x, guint y, gpointer data);

#endif
