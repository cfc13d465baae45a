/* SPDX-License-Identifier: MIT */
/* Painting that may take long on a large picture: fills, growing, specks. It has all that it needs,
 * so that another thread can do it.
 *
 * Flow: kb_paint_work_new -> the maker adds what `run` reads -> kb_paint_work_start, which does it
 * at once, or gives it to the host -> that calls kb_paint_work_do in any thread, and
 * kb_paint_work_end where it came from. */
#ifndef KB_TOOLS_WORK_H
#define KB_TOOLS_WORK_H

#include "operations/paint/paint.h"
#include "tools/context.h"

typedef struct KbPaintWork KbPaintWork;

/* Paints with `ink`, on a painter on which nothing is painted yet. FALSE: cancelled. */
typedef gboolean (*KbPaintRun) (const KbPaintWork *work, const KbInk *ink, KbProgress progress,
                                gpointer data);

struct KbPaintWork {
  const char *label;           /* of the step, translated */
  const char *nothing;         /* what is said when nothing changes; may be NULL */
  KbPaintRun run;
  guint8 value;                /* what is painted */
  gboolean keep;               /* only over nothing */
  KbPicture *picture;          /* of what is painted; NULL: none. Owned */
  guint alpha;                 /* from which it is opaque */
  /* For `run`: a value, a place, how a fill spreads (its picture is `picture`, or NULL) */
  guint8 from;
  gint x, y;
  KbFillOptions fill;

  /* Private */
  KbId node;
  KbDocument *document;        /* borrowed, to be compared */
  KbZonesPainter *painter;
  KbZonesPatch *patch;
  KbPixelSet *within;
  gboolean cancelled;
};

/* With the zone that is painted with, and the options as they are; cancels a stroke. NULL, which is
 * told, when there is nothing to paint on. */
KbPaintWork *kb_paint_work_new (KbToolContext *context, KbPaintRun run, const char *label,
                                const char *nothing);
/* Takes it. Done when this returns for pictures that are not large, and for hosts that do not take
 * work. */
void kb_paint_work_start (KbToolContext *context, KbPaintWork *work);

/* For hosts. */
void kb_paint_work_do (KbPaintWork *work, KbProgress progress, gpointer data);
/* Frees it; nothing was done. */
void kb_paint_work_drop (KbPaintWork *work);
/* Puts what was done into the document as one step, and frees it; what came in between is told.
 * TRUE: something changed. */
gboolean kb_paint_work_end (KbToolContext *context, KbPaintWork *work);

#endif
