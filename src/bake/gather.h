/* SPDX-License-Identifier: MIT */
/* The pictures of a project, trimmed, equal ones joined, ready to be packed.
 *
 * A file whose stamp is the same as in an earlier export is not even opened again. A stamp is all
 * that a system tells of a file without reading it: device, inode, size, and the times of the last
 * change of its content and of anything about it. The last can be set by nobody, so a file put in
 * place of another shows whatever was done to its name, size and date. As git does, a stamp younger
 * than the clock's grain is not believed. */
#ifndef KB_BAKE_GATHER_H
#define KB_BAKE_GATHER_H

#include "bake/cache.h"
#include "bake/parallel.h"

/* Microseconds; two seconds, the longest step of a file system's clock there is; tests change
 * it. */
extern gint64 kb_stamp_grain;
typedef struct { gint64 part[7]; } KbStamp;

/* What the cache has of a file; behind it are a KbOpaque for each of its frames and their
 * bitmaps. */
typedef struct {
  KbHash key;          /* of its stamp, and what its frames take of it */
  guint32 width, height;
  guint32 size;        /* with what is behind it */
} KbKnown;

/* A PNG file that frames take their pictures from. */
typedef struct {
  char *path;
  KbStamp stamp;       /* before it was read; zeros where there is no file */
  const KbKnown *known; /* in the index: the file is as it was; else NULL */
  KbKnown *own;        /* once it was read, what the next export may know */
  GArray *users;       /* guint: indices of KbGathered */
} KbSource;

/* The opaque part of what a frame shows. The cache has it as it is in memory, for it stays on the
 * machine. */
typedef struct {
  KbHash hash;           /* of its size and pixels */
  guint32 empty;         /* there is none */
  guint32 x, y, w, h;    /* in the source */
  gint32 trim_x, trim_y; /* in the frame */
  guint32 bits_size;     /* of the frame's bitmap (bake/bits.h); 0 for none */
} KbOpaque;

/* What was found out about one frame. */
typedef struct {
  const KbFrame *frame;
  guint sprite, index; /* where it is in the bank: of that sprite the frame with that index */
  guint64 mark;        /* which frame it is, whatever it looks like */
  KbOpaque part;
  guint8 *pixels;      /* w * h * 4, or NULL: to be read again */
  guint8 *bits;        /* the frame's bitmap (bake/bits.h), or NULL */
  guint cutout;        /* index in cutouts */
  gboolean wanted;     /* of a cutout: kb_gather_load is to read it */
} KbGathered;

typedef struct {
  const KbDocument *document;
  KbCache *cache;
  GBytes *index;       /* or NULL */
  GArray *sources;     /* KbSource */
  GHashTable *by_name; /* name in the pictures folder -> index in sources + 1 */
  GArray *frames;      /* KbGathered; only frames that have a picture */
  /* KbGathered: the first frame of each picture that goes onto a page; borrowed */
  GPtrArray *cutouts;
  gint kept;           /* KiB of pixels; atomic */
  gint mismatch;       /* atomic: a file was not what it was taken for */
} KbGather;

/* Lists the frames and their sources, and which of them are known; opens no picture. `sprites`:
 * KbSprite in the bank's order. `forget`: nothing is taken for known. */
KbGather *kb_gather_new (const KbDocument *document, const GPtrArray *sprites, KbCache *cache,
                         gboolean forget);
void kb_gather_free (KbGather *gather);
/* A KbKnownPicture; `gather` is a KbGather. */
gboolean kb_gather_known_size (const char *file, guint *width, guint *height, gpointer gather);

/* Finds the cutouts. */
gboolean kb_gather_look (KbGather *gather, const KbWatch *watch, double from, double to,
                         GError **error);

/* Reads the pixels of those cutouts that are wanted and have none. A file that is not what it was
 * taken for sets `mismatch` and is an error. */
gboolean kb_gather_load (KbGather *gather, const KbWatch *watch, GError **error);
/* Frees the pixels of those that are wanted, and they are no more. */
void kb_gather_unload (KbGather *gather);

#endif
