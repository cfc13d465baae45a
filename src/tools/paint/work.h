/* SPDX-License-Identifier: MIT */
/* Painting that may take long on a large picture: fills, growing, specks. It owns all its data, so
 * that another thread can run it.
 *
 * Flow: kb_paint_work_new -> the caller adds the inputs of `run` -> kb_paint_work_start, which runs
 * it at once or passes it to the host. The host calls kb_paint_work_do in any thread, then
 * kb_paint_work_end in the original one. */
#ifndef KB_TOOLS_WORK_H
#define KB_TOOLS_WORK_H

#include "operations/paint/paint.h"
#include "tools/context.h"

typedef struct KbPaintWork KbPaintWork;

/* Paints with `ink` on an empty painter. FALSE: cancelled. */
typedef gboolean (*KbPaintRun) (const KbPaintWork *work, const KbInk *ink, KbProgress progress,
                                gpointer data);

struct KbPaintWork {
  const char *label;           /* of the step, translated */
  const char *nothing;         /* message when nothing changes, may be NULL */
  KbPaintRun run;
  guint8 value;                /* to paint */
  gboolean keep;               /* paints only where there is no zone yet */
  KbPicture *picture;          /* of the painted node; NULL: none. Owned */
  guint alpha;                 /* lowest opaque alpha */
  /* For `run`: a value, a position, the spread of a fill (its picture is `picture`, or NULL) */
  guint8 from;
  gint x, y;
  KbFillOptions fill;
  KbZones *under;              /* that of `fill`, owned */
  /* Not NULL: `run` changes this selection instead of painting. Owned */
  KbPixelSet *selected;
  guint by;                    /* a distance in pixels */
  guint modifiers;             /* how the selection joins the region: kb_region_join */

  /* Private */
  KbId node;
  KbDocument *document;        /* borrowed, for comparison only */
  KbZonesPainter *painter;
  KbZonesPatch *patch;
  KbPixelSet *within;
  gboolean cancelled;
};

/* For the current zone and options; cancels a stroke. NULL, reported, when there is nothing to
 * paint on. */
KbPaintWork *kb_paint_work_new (KbToolContext *context, KbPaintRun run, const char *label,
                                const char *nothing);
/* Takes ownership. Finished on return for small pictures, and for hosts that do not take work. */
void kb_paint_work_start (KbToolContext *context, KbPaintWork *work);

/* For hosts. */
void kb_paint_work_do (KbPaintWork *work, KbProgress progress, gpointer data);
/* Frees it without painting. */
void kb_paint_work_drop (KbPaintWork *work);
/* Applies the result as one step and frees it, or reports why it did not. TRUE: something
 * changed. */
gboolean kb_paint_work_end (KbToolContext *context, KbPaintWork *work);

#endif
