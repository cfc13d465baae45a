/* SPDX-License-Identifier: MIT */
/* The pictures of a project, trimmed, equal ones joined, ready to be packed. */
#ifndef KB_BAKE_GATHER_H
#define KB_BAKE_GATHER_H

#include "bake/index.h"
#include "bake/parallel.h"

/* A PNG file that frames take their pictures from. */
typedef struct {
  char *path;
  KbKnownFile file;    /* its stamp before it was read; content and size once it is known or was read */
  gboolean known;      /* from the index: the file is as it was, and need not be opened */
  gboolean settled;    /* the index may know it from now on */
  GArray *users;       /* guint: indices of KbGathered */
  GBytes *bytes;       /* while it is looked at */
} KbSource;

/* One rectangle that goes onto a page. */
typedef struct {
  KbOpaque part;
  guint source;
  guint64 mark;        /* which frame it is from, whatever it looks like */
  const KbFrame *frame;/* the first that shows it */
  guint8 *pixels;      /* w * h * 4, or NULL: to be read again */
} KbCutout;

/* What was found out about one frame. */
typedef struct {
  const KbFrame *frame;
  guint sprite, index; /* where it is in the bank: of that sprite the frame with that index */
  guint64 mark;
  guint source;
  KbOpaque part;
  guint8 *pixels;
  const guint8 *bits;  /* the frame's bitmap (bake/bits.h), or NULL; own_bits, or the index's */
  guint8 *own_bits;
  guint cutout;
} KbGathered;

typedef struct {
  const KbDocument *document;
  KbCache *cache;
  KbIndex *index;
  GArray *sources;     /* KbSource */
  GHashTable *by_name; /* name in the pictures folder -> index in sources + 1 */
  GArray *frames;      /* KbGathered; only frames that have a picture */
  GArray *cutouts;     /* KbCutout */
  gboolean forget;     /* nothing is taken for known */
  gint mismatch;       /* atomic: a file was not what it was taken for */
} KbGather;

/* Lists the frames and their sources, and which of them are known; opens no picture. `sprites`: KbSprite in
 * the bank's order. `forget`: the index is not believed. */
KbGather *kb_gather_new (const KbDocument *document, const GPtrArray *sprites, KbCache *cache, gboolean forget);
void kb_gather_free (KbGather *gather);
const KbSource *kb_gather_source (const KbGather *gather, const char *name);

/* Finds the cutouts. */
gboolean kb_gather_look (KbGather *gather, const KbWatch *watch, double from, double to, GError **error);

/* Reads the pixels of those cutouts that have none. A file that is not what it was taken for sets `mismatch`
 * and is an error. */
gboolean kb_gather_load (KbGather *gather, const guint *cutouts, guint n, const KbWatch *watch, GError **error);
void kb_cutout_unload (KbCutout *cutout);

#endif
