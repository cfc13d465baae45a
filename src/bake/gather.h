/* SPDX-License-Identifier: MIT */
/* The pictures of a project, trimmed, equal ones joined, ready to be packed. */
#ifndef KB_BAKE_GATHER_H
#define KB_BAKE_GATHER_H

#include "bake/cache.h"
#include "bake/parallel.h"

/* A PNG file that frames take their pictures from. */
typedef struct {
  char *path;
  GArray *users;       /* guint: indices of KbGathered */
  GBytes *bytes;       /* while it is looked at */
} KbSource;

/* One rectangle that goes onto a page. */
typedef struct {
  KbHash hash;         /* of its size and pixels */
  guint source;
  guint x, y, w, h;    /* in the source */
  guint64 mark;        /* which frame it is from, whatever it looks like */
  const KbFrame *frame;/* the first that shows it */
  guint8 *pixels;      /* w * h * 4, or NULL: to be read again */
} KbCutout;

/* What was found out about one frame. */
typedef struct {
  const KbFrame *frame;
  guint64 mark;
  guint source;
  gboolean empty;      /* nothing opaque to see */
  guint x, y, w, h;    /* of the opaque part in the source */
  gint trim_x, trim_y; /* of the opaque part in the frame */
  KbHash hash;
  guint8 *pixels;
  guint cutout;
} KbGathered;

typedef struct {
  GArray *sources;     /* KbSource */
  GArray *frames;      /* KbGathered; only frames that have a picture */
  GHashTable *by_frame;/* const KbFrame * -> index in frames + 1 */
  GArray *cutouts;     /* KbCutout */
} KbGather;

/* `sprites`: KbSprite in the bank's order. */
KbGather *kb_gather (KbDocument *document, const GPtrArray *sprites, KbCache *cache, const KbWatch *watch,
                     double from, double to, GError **error);
void kb_gather_free (KbGather *gather);

/* Reads the pixels of those cutouts that have none. */
gboolean kb_gather_load (KbGather *gather, const guint *cutouts, guint n, const KbWatch *watch, GError **error);
void kb_cutout_unload (KbCutout *cutout);

#endif
