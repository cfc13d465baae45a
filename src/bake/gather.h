/* SPDX-License-Identifier: MIT */
/* The pictures of a project, trimmed, equal ones joined, ready for packing. A file with the same
 * stamp as in an earlier export is not opened. A stamp is device, inode, size, and the times of the
 * last change of content and of metadata. Nobody can set the last, so it shows a replaced file,
 * whatever its name, size and date. As in git, a stamp younger than the clock's resolution is not
 * trusted. */
#ifndef KB_BAKE_GATHER_H
#define KB_BAKE_GATHER_H

#include <glib.h>

#include "bake/pack.h"
#include "bake/work.h"
#include "bank/content.h"

/* Microseconds: two seconds, the coarsest clock of a file system; tests change it. */
extern gint64 kb_stamp_grain;
typedef struct { gint64 part[7]; } KbStamp;

/* The cached data of a file; followed by a KbOpaque for each of its frames and their bitmaps. */
typedef struct {
  KbHash key;          /* of its stamp and its frames' parts */
  guint32 width, height;
  guint32 size;        /* including the data that follows */
} KbKnown;

/* A PNG file shown by frames, or a page of an object (object.h). */
typedef struct {
  char *path;
  const KbBankPage *page; /* of an object, else NULL */
  const guint32 *adlers;  /* of the page's bands, `n_bands` of them; NULL: none */
  guint n_bands;
  KbStamp stamp;       /* before it was read; zeros if there is no file */
  const KbKnown *known; /* in the index: the file is unchanged, else NULL */
  KbKnown *own;        /* once read: the entry for the next export */
  GArray *users;       /* guint: indices of KbGathered */
} KbSource;

/* The opaque part of a frame. Cached in its memory layout, since it stays on the machine. */
typedef struct {
  KbHash hash;           /* of its size and pixels */
  guint32 empty;         /* nothing opaque */
  guint32 x, y, w, h;    /* in the source */
  gint32 trim_x, trim_y; /* in the frame */
  guint32 bits_size;     /* of the frame's bitmap (bake/bits.h), or 0 for none */
} KbOpaque;

/* The data of one frame. */
typedef struct {
  const KbFrame *frame; /* NULL: of an object */
  guint sprite, index; /* position in the bank: the frame with that index of that sprite */
  guint source;        /* index in sources; for frames with a picture */
  guint64 mark;        /* identifies the frame, whatever its pixels */
  KbOpaque part;
  guint8 *pixels;      /* w * h * 4, or NULL: must be read again */
  guint8 *bits;        /* the frame's bitmap (bake/bits.h), or NULL */
  guint cutout;        /* index in cutouts */
  gboolean wanted;     /* for a cutout: kb_gather_load must read it */
} KbGathered;

typedef struct KbGather {
  const KbDocument *document; /* NULL: from objects */
  KbCache *cache;
  GBytes *index;       /* or NULL */
  GArray *sources;     /* KbSource */
  GHashTable *by_name; /* name in the pictures folder -> index in sources + 1 */
  GArray *frames;      /* KbGathered; only frames that have a picture, unless `apart` */
  /* KbGathered: the first frame of each picture on a page, borrowed */
  GPtrArray *cutouts;
  gboolean apart;      /* equal pictures are not joined, and those that show nothing are kept */
  gboolean many;       /* pictures of objects are equal if their places are */
  GArray *adlers;      /* guint32: of all bands, page by page, or NULL */
  gint kept;           /* KiB of pixels; atomic */
  gint mismatch;       /* atomic: a file did not match its cached data */
} KbGather;

/* Lists the frames and their sources, and which are known; opens no picture. `sprites`: KbSprite in
 * the bank's order; with `only`, of which one has pictures. `forget`: nothing is taken as known. */
KbGather *kb_gather_new (const KbDocument *document, const GPtrArray *sprites, const KbNode *only,
                         KbCache *cache, const KbExporter *exporter, gboolean forget);
/* Lists nothing. */
KbGather *kb_gather_new_empty (const KbDocument *document, KbCache *cache,
                               const KbExporter *exporter);
/* Adds a frame, which shows a source unless that is above all. */
void kb_gather_add (KbGather *gather, const KbGathered *frame);
void kb_gather_free (KbGather *gather);

/* Finds the cutouts. */
gboolean kb_gather_look (KbGather *gather, const KbWatch *watch, double from, double to,
                         GError **error);

/* Reads the missing pixels of wanted cutouts. A file that does not match sets `mismatch` and is an
 * error. */
gboolean kb_gather_load (KbGather *gather, const KbWatch *watch, GError **error);
/* Packed pictures as pages: PNG files or raw RGBA. */

/* items[i] is the position of cutout i. A page is cut into bands of rows, filtered and compressed
 * separately on all processors. A band with the same pictures at the same positions as in an
 * earlier export comes from the cache, without reading a pixel. `pages`: pack->n_pages of them;
 * sets their size and data, a PNG file or w * h * 4 bytes, for a content to free. */
gboolean kb_make_pages (KbGather *gather, const KbPackItem *items, const KbPack *pack, gboolean png,
                        KbBankPage *pages, const KbWatch *watch, double from, double to,
                        GError **error);

/* Appends a chunk of a PNG file. */
void kb_png_put_chunk (GByteArray *png, const char *type, const void *data, guint size);

#endif
