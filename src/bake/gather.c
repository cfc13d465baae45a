/* SPDX-License-Identifier: MIT */
/* The cache has the frames of a source file, by the file's stamp and the parts its frames show;
 * such a file is not opened. Others are read and decoded. Decoded pixels are kept up to a budget,
 * the rest is read again. The cache has one entry per project, with all its sources in a row. */
#include "bake/gather.h"

#include <glib/gi18n.h>
#include <string.h>

#include "bake/convert.h"
#include "bake/work.h"
#include "document/files/files.h"
#include "operations/operations.h"
#include "runtime/kickbox.h"
#include "runtime/masks/bitmap_make.h"

/* ---- bits ---- */

/* Solid pixels as runs, straight from the trimmed picture. */

typedef struct {
  const KbSprite *sprite;
  const guint8 *pixels;
  guint w, h, x, y;
} Part;

static inline bool
is_solid (const Part *part, const guint8 *rgba)
{
  return rgba[3] > 0 && kb_sprite_is_solid (part->sprite, rgba);
}

/* The cursor is the column after the previous run. */
static bool
next_run (const kbx_run_source *source, uint32_t y, uint32_t *cursor, uint32_t *first,
          uint32_t *end)
{
  const Part *part = source->data;
  if (y < part->y || y - part->y >= part->h)
    return false;
  const guint8 *row = part->pixels + 4 * (gsize) (y - part->y) * part->w;
  guint x = *cursor, w = part->w;
  while (x < w && !is_solid (part, row + 4 * (gsize) x))
    x++;
  *first = part->x + x;
  guint start = x;
  while (x < w && is_solid (part, row + 4 * (gsize) x))
    x++;
  *end = part->x + x;
  *cursor = x;
  return x > start;
}

/* kb_sprite_is_solid decides which pixels are solid; fully transparent ones are not. `pixels`: w *
 * h * 4 bytes of RGBA, the part of the frame at (x, y). New memory, or NULL if no pixel is solid,
 * or the frame is larger than a bitmap may be. */
static guint8 *
kb_frame_bits (const KbFrame *frame, const guint8 *pixels, guint w, guint h, gint x, gint y,
               gsize *size)
{
  const Part part = { kb_node_sprite (KB_NODE (frame)), pixels, w, h, (guint) x, (guint) y };
  *size = 0;
  if (frame->width > (gint) KBX_BITMAP_LIMIT || frame->height > (gint) KBX_BITMAP_LIMIT)
    return NULL;
  const kbx_run_source source = { (uint32_t) frame->width, (uint32_t) frame->height, next_run,
                                  &part };
  /* Most frames have few runs per row, and fit at once */
  gsize room = 256 + 16 * (gsize) frame->height, n;
  guint8 *bits = g_malloc (room);
  n = kbx_make_bitmap (&source, bits, room);
  if (n > room)
    {
      bits = g_realloc (bits, n);
      kbx_make_bitmap (&source, bits, n);
    }
  if (kbx_read_bitmap (bits).area == 0)
    g_clear_pointer (&bits, g_free);
  *size = bits ? n : 0;
  return bits;
}

/* ---- gather ---- */

#define KEEP_KIB (128 * 1024)
/* Increase with any change of the stored data. */
#define KNOWN_VERSION 7

gint64 kb_stamp_grain = 2 * G_USEC_PER_SEC;

static KbGathered *
gathered_at (const KbGather *gather, guint i)
{
  return &g_array_index (gather->frames, KbGathered, i);
}

/* ---- stamps ---- */

static gboolean
read_stamp (const KbGather *gather, const KbSource *source, KbStamp *stamp)
{
  struct stat info;
  if (!kb_file_stat (kb_document_folder (gather->document), source->path, &info))
    return FALSE;
  *stamp =
    (KbStamp) { { (gint64) info.st_dev, (gint64) info.st_ino, info.st_size, info.st_mtim.tv_sec,
                 info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec } };
  return TRUE;
}

/* Whether a file read from time `from` on must get a new stamp when it changes later. */
static gboolean
is_settled (const KbGather *gather, const KbSource *source, gint64 from)
{
  const gint64 *part = source->stamp.part;
  const gint64 changed = part[3] * G_USEC_PER_SEC + part[4] / 1000,
               touched = part[5] * G_USEC_PER_SEC + part[6] / 1000;
  KbStamp after;
  return MAX (changed, touched) < from - kb_stamp_grain && read_stamp (gather, source, &after)
    && memcmp (&after, &source->stamp, sizeof after) == 0;
}

/* ---- the cache ---- */

static KbHash
source_key (const KbGather *gather, const KbSource *source)
{
  KbHash key = kb_hash_numbers (kb_hash_of (source->path, strlen (source->path)),
                                source->stamp.part, G_N_ELEMENTS (source->stamp.part));
  KB_EACH_IN (const guint, user, source->users)
    {
      const KbFrame *frame = gathered_at (gather, *user)->frame;
      const KbPictureRef *ref = &frame->picture;
      const KbSprite *sprite = kb_node_sprite (KB_NODE (frame));
      const gint64 numbers[] = { KNOWN_VERSION,       ref->x,           ref->y,
                                 ref->width,          ref->height,      ref->offset_x,
                                 ref->offset_y,       frame->width,     frame->height,
                                 sprite->solid_alpha, sprite->solid_key };
      key = kb_hash_numbers (key, numbers, G_N_ELEMENTS (numbers));
    }
  return key;
}

static KbHash
index_key (const KbGather *gather)
{
  const char *file = kb_document_file (gather->document);
  return kb_hash_of (file, strlen (file));
}

/* Finds the known sources. The cache has checked the index, so it is as written. */
static void
read_index (KbGather *gather)
{
  g_autoptr (GHashTable) known = g_hash_table_new (kb_hash_key, kb_hash_key_equal);
  gsize size = 0;
  gather->index = kb_cache_get (gather->cache, index_key (gather));
  const guint8 *data = gather->index ? g_bytes_get_data (gather->index, &size) : NULL;
  for (gsize at = 0; at < size; at += ((const KbKnown *) (gconstpointer) (data + at))->size)
    g_hash_table_add (known, (gpointer) (data + at));
  KB_EACH_IN (KbSource, source, gather->sources)
    {
      const KbHash key = source_key (gather, source);
      source->known = g_hash_table_lookup (known, &key);
    }
}

static void
write_index (const KbGather *gather)
{
  g_autoptr (GByteArray) index = g_byte_array_new ();
  KB_EACH_IN (const KbSource, source, gather->sources)
    {
      const KbKnown *known = source->known ? source->known : source->own;
      if (known)
        g_byte_array_append (index, (const guint8 *) known, known->size);
    }
  if (index->len > 0)
    kb_cache_put (gather->cache, index_key (gather), index->data, index->len);
}

static KbKnown *
make_known (const KbGather *gather, const KbSource *source, const KbPicture *picture)
{
  static const guint8 padding[8];
  KbKnown head = { source_key (gather, source), picture->width, picture->height };
  GByteArray *known = g_byte_array_new ();
  g_byte_array_append (known, (const guint8 *) &head, sizeof head);
  KB_EACH_IN (const guint, user, source->users)
    g_byte_array_append (known, (const guint8 *) &gathered_at (gather, *user)->part,
                         sizeof (KbOpaque));
  KB_EACH_IN (const guint, user, source->users)
    g_byte_array_append (known, gathered_at (gather, *user)->bits,
                         gathered_at (gather, *user)->part.bits_size);
  g_byte_array_append (known, padding, -known->len % sizeof padding);
  ((KbKnown *) (gpointer) known->data)->size = known->len;
  return (gpointer) g_byte_array_free (known, FALSE);
}

static void
recall (const KbGather *gather, const KbSource *source)
{
  const KbOpaque *parts = (gconstpointer) (source->known + 1);
  const guint8 *bits = (gconstpointer) (parts + source->users->len);
  KB_EACH_IN (const guint, user, source->users)
    {
      KbGathered *g = gathered_at (gather, *user);
      g->part = parts[user_at];
      g->bits = g_memdup2 (bits, g->part.bits_size);
      bits += g->part.bits_size;
    }
}

/* ---- examining a source's frames ---- */

/* Opens the file only once, unlike kb_picture_read. */
static KbPicture *
read_picture (const KbGather *gather, const KbSource *source, GError **error)
{
  if (source->page)
    return kb_picture_decode (source->page->data, source->page->size, source->path, error);
  g_autofree char *contents = NULL;
  gsize size;
  if (!kb_file_read (kb_document_folder (gather->document), source->path, G_MAXINT64, &contents,
                     &size, error))
    return NULL;
  return kb_picture_decode ((const guint8 *) contents, size, source->path, error);
}

static KbHash
hash_pixels (const guint8 *pixels, guint w, guint h)
{
  gint64 size[] = { w, h };
  return kb_hash_numbers (kb_hash_of (pixels, (gsize) w * h * 4), size, 2);
}

static guint8 *
copy_pixels (const KbPicture *picture, guint x, guint y, guint w, guint h)
{
  guint8 *pixels = g_malloc ((gsize) w * h * 4);
  for (guint row = 0; row < h; row++)
    memcpy (pixels + (gsize) row * w * 4, kb_picture_pixel (picture, x, y + row), (gsize) w * 4);
  return pixels;
}

/* The opaque part of a frame: its rectangle of the picture, cropped to the picture and the frame,
 * without empty rows and columns. */
static void
find_opaque (KbGathered *g, const KbPicture *picture)
{
  const KbPictureRef *ref = &g->frame->picture;
  /* Frame -> file */
  gint64 dx = (gint64) ref->x - ref->offset_x, dy = (gint64) ref->y - ref->offset_y;
  gint64 x0 = MAX (MAX (ref->x, 0), dx), y0 = MAX (MAX (ref->y, 0), dy);
  gint64 x1 = MIN (MIN ((gint64) ref->x + ref->width, picture->width), dx + g->frame->width);
  gint64 y1 = MIN (MIN ((gint64) ref->y + ref->height, picture->height), dy + g->frame->height);
  KbBox box;
  g->part = (KbOpaque) { .empty = TRUE };
  if (x1 <= x0 || y1 <= y0
      || !kb_shrink_box (
        picture, 1, &(KbBox) { (gint) x0, (gint) y0, (gint) (x1 - x0), (gint) (y1 - y0) }, &box))
    return;
  g->part = (KbOpaque) { .x = (guint) box.x,
                        .y = (guint) box.y,
                        .w = (guint) box.w,
                        .h = (guint) box.h,
                        .trim_x = (gint) (box.x - dx),
                        .trim_y = (gint) (box.y - dy) };
  g->pixels = copy_pixels (picture, g->part.x, g->part.y, g->part.w, g->part.h);
  g->part.hash = hash_pixels (g->pixels, g->part.w, g->part.h);
  gsize bits_size;
  g->bits = kb_frame_bits (g->frame, g->pixels, g->part.w, g->part.h, g->part.trim_x,
                           g->part.trim_y, &bits_size);
  g->part.bits_size = (guint32) bits_size;
}

/* The same on a page of an object, which has the opaque part alone. Nothing is read of many. */
static gboolean
find_on_page (KbGather *gather, const KbSource *source, GError **error)
{
  g_autoptr (KbPicture) picture = NULL;
  if (!gather->many && !(picture = read_picture (gather, source, error)))
    return FALSE;
  KB_EACH_IN (const guint, user, source->users)
    {
      KbGathered *g = gathered_at (gather, *user);
      KbOpaque *part = &g->part;
      const gint64 place[] = { g->source, part->x, part->y };
      if (!picture)
        part->hash = kb_hash_numbers ((KbHash) { 0 }, place, G_N_ELEMENTS (place));
      else if (part->x + part->w > picture->width || part->y + part->h > picture->height)
        return kb_fail (error, KB_ERROR_INPUT, _("%s: a frame is outside of its page"),
                        source->path);
      else
        {
          g->pixels = copy_pixels (picture, part->x, part->y, part->w, part->h);
          part->hash = hash_pixels (g->pixels, part->w, part->h);
        }
    }
  return TRUE;
}

/* Drops the frame's pixels if the budget is exceeded. */
static void
keep_to_budget (KbGather *gather, KbGathered *g)
{
  const gint size_kib = (gint) ((gint64) g->part.w * g->part.h * 4 / 1024) + 1;
  if (g_atomic_int_add (&gather->kept, size_kib) + size_kib <= KEEP_KIB)
    return;
  g_atomic_int_add (&gather->kept, -size_kib);
  g_clear_pointer (&g->pixels, g_free);
}

static gboolean
look_at_source (guint index, gpointer data, GError **error)
{
  KbGather *gather = data;
  KbSource *source = &g_array_index (gather->sources, KbSource, index);
  const gint64 now = g_get_real_time ();
  if (source->page)
    return find_on_page (gather, source, error);
  if (source->known)
    {
      recall (gather, source);
      return TRUE;
    }
  g_autoptr (KbPicture) picture = read_picture (gather, source, error);
  if (!picture)
    {
      const guint user = g_array_index (source->users, guint, 0);
      g_autofree char *path = kb_node_path (KB_NODE (gathered_at (gather, user)->frame));
      g_prefix_error (error, "%s.picture: ", path);
      return FALSE;
    }
  KB_EACH_IN (const guint, user, source->users)
    {
      find_opaque (gathered_at (gather, *user), picture);
      keep_to_budget (gather, gathered_at (gather, *user));
    }
  if (is_settled (gather, source, now))
    source->own = make_known (gather, source, picture);
  return TRUE;
}

/* ---- everything ---- */

static guint
find_source (KbGather *gather, const char *name)
{
  gpointer seen = g_hash_table_lookup (gather->by_name, name);
  if (seen)
    return GPOINTER_TO_UINT (seen) - 1;
  KbSource source = { .users = g_array_new (FALSE, FALSE, sizeof (guint)) };
  source.path = g_build_filename (kb_document_folder (gather->document), "pictures", name, NULL);
  read_stamp (gather, &source, &source.stamp);
  g_array_append_val (gather->sources, source);
  g_hash_table_insert (gather->by_name, (gpointer) name, GUINT_TO_POINTER (gather->sources->len));
  return gather->sources->len - 1;
}

/* The first of equal frames represents all: of a sprite, or `everywhere`. */
static void
join_equal (KbGather *gather, gboolean everywhere)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (kb_hash_key, kb_hash_key_equal);
  guint sprite = 0;
  g_ptr_array_set_size (gather->cutouts, 0);
  KB_EACH_IN (KbGathered, g, gather->frames)
    {
      if (g->sprite != sprite && !everywhere)
        g_hash_table_remove_all (seen);
      sprite = g->sprite;
      KbGathered *first = gather->apart ? NULL : g_hash_table_lookup (seen, &g->part.hash);
      if (g->part.empty && !gather->apart)
        continue;
      g->cutout = first ? first->cutout : gather->cutouts->len;
      if (!first)
        {
          g_hash_table_insert (seen, &g->part.hash, g);
          g_ptr_array_add (gather->cutouts, g);
          continue;
        }
      if (!first->pixels)
        first->pixels = g_steal_pointer (&g->pixels);
      g_clear_pointer (&g->pixels, g_free);
    }
}

static void
source_clear (gpointer data)
{
  KbSource *source = data;
  g_free (source->path);
  g_free (source->own);
  g_array_unref (source->users);
}

static void
gathered_clear (gpointer data)
{
  g_free (((KbGathered *) data)->pixels);
  g_free (((KbGathered *) data)->bits);
}

KbGather *
kb_gather_new_empty (const KbDocument *document, KbCache *cache, const KbExporter *exporter)
{
  KbGather *gather =
    KB_NEW (KbGather, .document = document, .cache = cache,
            .by_name = g_hash_table_new (g_str_hash, g_str_equal),
            .sources = g_array_new (FALSE, FALSE, sizeof (KbSource)),
            .frames = g_array_new (FALSE, FALSE, sizeof (KbGathered)),
            .cutouts = g_ptr_array_new (), .apart = exporter->own_pages || exporter->sheets);
  g_array_set_clear_func (gather->sources, source_clear);
  g_array_set_clear_func (gather->frames, gathered_clear);
  return gather;
}

void
kb_gather_add (KbGather *gather, const KbGathered *frame)
{
  if (frame->source < gather->sources->len)
    {
      GArray *users = g_array_index (gather->sources, KbSource, frame->source).users;
      g_array_append_val (users, gather->frames->len);
    }
  if (frame->source < gather->sources->len || gather->apart)
    g_array_append_vals (gather->frames, frame, 1);
}

KbGather *
kb_gather_new (const KbDocument *document, const GPtrArray *sprites, const KbNode *only,
               KbCache *cache, const KbExporter *exporter, gboolean forget)
{
  KbGather *gather = kb_gather_new_empty (document, cache, exporter);
  KB_EACH (const KbSprite, sprite, sprites)
    {
      KbHash name = kb_hash_of (sprite->name, strlen (sprite->name));
      KB_EACH (const KbFrame, frame, sprite->frames)
        {
          const gint64 index = frame_at;
          const gboolean shown = frame->picture.file && (!only || only == &sprite->node);
          kb_gather_add (
            gather, &(KbGathered) {
                      .frame = frame,
                      .sprite = sprite_at,
                      .index = frame_at,
                      .source = shown ? find_source (gather, frame->picture.file) : G_MAXUINT,
                      .part.empty = TRUE,
                      .mark = kb_hash_numbers (name, &index, 1).a });
        }
    }
  if (!forget)
    read_index (gather);
  return gather;
}

gboolean
kb_gather_look (KbGather *gather, const KbWatch *watch, double from, double to, GError **error)
{
  gather->many = !gather->document;
  for (gboolean again = TRUE; again;)
    {
      if (!kb_parallel (gather->sources->len, look_at_source, gather, watch, from, to, error))
        return FALSE;
      join_equal (gather, FALSE);
      again = gather->many && gather->cutouts->len <= KB_PACK_FEW;
      gather->many &= !again;
    }
  if (gather->document)
    write_index (gather);
  if (gather->cutouts->len <= KB_PACK_FEW)
    join_equal (gather, TRUE);
  return TRUE;
}

void
kb_gather_free (KbGather *gather)
{
  g_hash_table_unref (gather->by_name);
  g_ptr_array_unref (gather->cutouts);
  g_array_unref (gather->frames);
  g_array_unref (gather->sources);
  g_clear_pointer (&gather->index, g_bytes_unref);
  g_free (gather);
}

/* ---- reading again ---- */

/* The file may have changed since it was examined, or the cache may be wrong. */
static gboolean
load_pixels (KbGathered *g, const KbPicture *picture)
{
  if (g->part.x + g->part.w > picture->width || g->part.y + g->part.h > picture->height)
    return FALSE;
  g->pixels = copy_pixels (picture, g->part.x, g->part.y, g->part.w, g->part.h);
  return !g->frame || kb_hash_equal (hash_pixels (g->pixels, g->part.w, g->part.h), g->part.hash);
}

static gboolean
load_source (guint index, gpointer data, GError **error)
{
  KbGather *gather = data;
  const KbSource *source = &g_array_index (gather->sources, KbSource, index);
  g_autoptr (KbPicture) picture = NULL;
  KB_EACH_IN (const guint, user, source->users)
    {
      KbGathered *g = gathered_at (gather, *user);
      if (!g->wanted || g->pixels || g->part.empty)
        continue;
      if (!picture && !(picture = read_picture (gather, source, error)))
        return FALSE;
      if (load_pixels (g, picture))
        continue;
      g_atomic_int_set (&gather->mismatch, TRUE);
      return kb_fail (error, KB_ERROR_INPUT, _("%s: the file changed while it was being read"),
                      source->path);
    }
  return TRUE;
}

gboolean
kb_gather_load (KbGather *gather, const KbWatch *watch, GError **error)
{
  const KbWatch quiet = { .cancellable = watch->cancellable };
  return kb_parallel (gather->sources->len, load_source, gather, &quiet, 0, 1, error);
}
