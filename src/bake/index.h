/* SPDX-License-Identifier: MIT */
/* What an earlier export of the same project found out: which picture files it read, and what the frames
 * look like that are taken from them. Kept as one entry of the cache.
 * A file whose stamp is still the same is not even opened again. A stamp is all that a system tells of a
 * file without reading it: device, inode, size, and the times of the last change of its content and of
 * anything about it. The last can be set by nobody, so a file put in place of another shows whatever was
 * done to its name, size and date. As git does, a stamp younger than the clock's grain is not believed. */
#ifndef KB_BAKE_INDEX_H
#define KB_BAKE_INDEX_H

#include "bake/cache.h"
#include "document/document.h"

typedef struct { gint64 part[7]; } KbStamp;

/* Both are written as they are in memory: the cache stays on the machine. */
typedef struct {
  KbHash name;           /* of its name in the pictures folder */
  KbHash content;
  KbStamp stamp;
  guint32 width, height;
} KbKnownFile;

/* The opaque part of what a frame shows. */
typedef struct {
  KbHash hash;           /* of its size and pixels */
  guint32 empty;         /* there is none */
  guint32 x, y, w, h;    /* in the source */
  gint32 trim_x, trim_y; /* in the frame */
  guint32 bits_size;     /* of the frame's bitmap (bake/bits.h); 0 for none */
} KbOpaque;

typedef struct {
  KbHash key;            /* of the file's content and the frame's use of it */
  KbOpaque part;
  guint64 bits_at;
} KbKnownFrame;

typedef struct KbIndex KbIndex;

/* Empty when there is none, or none that can be read. Never NULL. */
KbIndex *kb_index_read (const KbDocument *document, KbCache *cache);
void kb_index_free (KbIndex *index);

/* NULL when not known. They belong to the index. */
const KbKnownFile *kb_index_file (const KbIndex *index, KbHash name);
const KbKnownFrame *kb_index_frame (const KbIndex *index, KbHash key);

/* The bitmap of a frame, in the index's memory; NULL when it has none. FALSE when it is not in the index. */
gboolean kb_index_bits (const KbIndex *index, const KbKnownFrame *frame, const guint8 **bits);

/* Replaces the document's index in the cache, unless `index` has the same. */
void kb_index_write (const KbIndex *index, const KbDocument *document, KbCache *cache, const KbKnownFile *files,
                     guint n_files, const KbKnownFrame *frames, guint n_frames, const GByteArray *bits);

/* FALSE when there is no such file. */
gboolean kb_stamp_read (KbStamp *stamp, const char *folder, const char *path);
gboolean kb_stamp_equal (const KbStamp *a, const KbStamp *b);
/* Whether a file that had this stamp and is read at the time `now` (g_get_real_time) must get another
 * when it changes afterwards: that is so when it is older than a step of the file system's clock. */
extern gint64 kb_stamp_grain;   /* microseconds; two seconds, the longest step there is; tests change it */
gboolean kb_stamp_settled (const KbStamp *stamp, gint64 now);

#endif
