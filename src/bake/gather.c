/* SPDX-License-Identifier: MIT */
/* A source file whose stamp is known is not opened. Others are read once and hashed; only if the index does
 * not know what their frames look like, they are decoded. Pixels that were decoded are kept up to a budget,
 * the rest read again. */
#include "bake/gather.h"

#include "bake/bits.h"
#include "document/files.h"
#include "operations/operations.h"

#include <string.h>

#define KEEP_KIB (128 * 1024)

typedef struct {
  KbGather *gather;
  KbHash *keys;        /* of each gathered frame */
  gint kept;           /* KiB of pixels; atomic */
} Looker;

/* ---- looking at a source's frames ---- */

static KbHash
frame_key (KbHash file, const KbFrame *frame)
{
  const KbPictureRef *ref = &frame->picture;
  const KbSprite *sprite = kb_node_sprite (KB_NODE (frame));
  gint64 numbers[] = { ref->x, ref->y, ref->width, ref->height, ref->offset_x, ref->offset_y,
                       frame->width, frame->height, sprite->solid_alpha, sprite->solid_key };
  return kb_hash_numbers (file, numbers, G_N_ELEMENTS (numbers));
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

/* The opaque part of what the frame shows: its rectangle of the picture, cut to the picture and the
 * frame, without empty rows and columns. */
static void
look (KbGathered *g, const KbPicture *picture)
{
  const KbPictureRef *ref = &g->frame->picture;
  gint64 dx = (gint64) ref->x - ref->offset_x, dy = (gint64) ref->y - ref->offset_y;   /* frame -> file */
  gint64 x0 = MAX (MAX (ref->x, 0), dx), y0 = MAX (MAX (ref->y, 0), dy);
  gint64 x1 = MIN (MIN ((gint64) ref->x + ref->width, picture->width), dx + g->frame->width);
  gint64 y1 = MIN (MIN ((gint64) ref->y + ref->height, picture->height), dy + g->frame->height);
  KbBox box;
  g->part = (KbOpaque) { .empty = TRUE };
  g->bits = NULL;
  if (x1 <= x0 || y1 <= y0 || !kb_shrink_box (picture, 1, &(KbBox) { (gint) x0, (gint) y0, (gint) (x1 - x0), (gint) (y1 - y0) }, &box))
    return;
  g->part = (KbOpaque) { .x = (guint) box.x, .y = (guint) box.y, .w = (guint) box.w, .h = (guint) box.h,
                         .trim_x = (gint) (box.x - dx), .trim_y = (gint) (box.y - dy) };
  g->pixels = copy_pixels (picture, g->part.x, g->part.y, g->part.w, g->part.h);
  g->part.hash = hash_pixels (g->pixels, g->part.w, g->part.h);
  gsize bits_size;
  g->bits = g->own_bits = kb_frame_bits (g->frame, g->pixels, g->part.w, g->part.h, g->part.trim_x, g->part.trim_y, &bits_size);
  g->part.bits_size = (guint32) bits_size;
}

/* An entry of the cache that does not fit the frame is not believed. */
static gboolean
recall (KbGathered *g, const KbIndex *index, const KbKnownFrame *entry)
{
  if (!entry)
    return FALSE;
  const KbOpaque *part = &entry->part;
  g->part = *part;
  if (part->empty)
    return TRUE;
  if (part->w < 1 || part->h < 1 || part->x > KB_MAX_PICTURE_SIDE || part->y > KB_MAX_PICTURE_SIDE || part->trim_x < 0 || part->trim_y < 0
      || (gint64) part->trim_x + part->w > g->frame->width || (gint64) part->trim_y + part->h > g->frame->height)
    return FALSE;
  return kb_index_bits (index, entry, &g->bits)
    && (!g->bits || kb_frame_bits_fit (g->frame, g->bits, part->bits_size));
}

static guint32
read_be32 (const char *p)
{
  guint32 x;
  memcpy (&x, p, 4);
  return GUINT32_FROM_BE (x);
}

/* Reads the file, and says in `file` what it is. */
static gboolean
read_source (const Looker *looker, KbSource *source, GError **error)
{
  char *contents;
  gsize size;
  GError *reason = NULL;
  KbStamp after;
  gint64 now = g_get_real_time ();
  const char *folder = kb_document_folder (looker->gather->document);
  if (!kb_file_read (folder, source->path, G_MAXINT64, &contents, &size, &reason))
    {
      guint user = g_array_index (source->users, guint, 0);
      g_autofree char *path = kb_node_path (KB_NODE (g_array_index (looker->gather->frames, KbGathered, user).frame));
      g_propagate_prefixed_error (error, reason, "%s.picture: ", path);
      return FALSE;
    }
  source->bytes = g_bytes_new_take (contents, size);
  source->file.content = kb_hash_of (contents, size);
  if (size >= 24)
    {
      source->file.width = read_be32 (contents + 16);   /* in the PNG header */
      source->file.height = read_be32 (contents + 20);
    }
  source->settled = kb_stamp_settled (&source->file.stamp, now) && kb_stamp_read (&after, folder, source->path)
    && kb_stamp_equal (&after, &source->file.stamp);
  return TRUE;
}

static gboolean
recall_frame (const Looker *looker, const KbSource *source, guint user)
{
  KbGathered *g = &g_array_index (looker->gather->frames, KbGathered, user);
  looker->keys[user] = frame_key (source->file.content, g->frame);
  return !looker->gather->forget && recall (g, looker->gather->index, kb_index_frame (looker->gather->index, looker->keys[user]));
}

static gboolean
recall_all (const Looker *looker, const KbSource *source)
{
  for (guint i = 0; i < source->users->len; i++)
    if (!recall_frame (looker, source, g_array_index (source->users, guint, i)))
      return FALSE;
  return TRUE;
}

static gboolean
look_at_source (guint index, gpointer data, GError **error)
{
  Looker *looker = data;
  KbSource *source = &g_array_index (looker->gather->sources, KbSource, index);
  g_autoptr (KbPicture) picture = NULL;
  gboolean ok = (source->known && recall_all (looker, source)) || read_source (looker, source, error);
  for (guint i = 0; i < source->users->len && ok && source->bytes; i++)
    {
      guint user = g_array_index (source->users, guint, i);
      KbGathered *g = &g_array_index (looker->gather->frames, KbGathered, user);
      if (recall_frame (looker, source, user))
        continue;
      gsize size;
      const guint8 *contents = g_bytes_get_data (source->bytes, &size);
      if (!picture && !(picture = kb_picture_decode (contents, size, source->path, error)))
        {
          ok = FALSE;
          break;
        }
      look (g, picture);
      if (g->part.empty)
        continue;
      const gint size_kib = (gint) ((gint64) g->part.w * g->part.h * 4 / 1024) + 1;
      if (g_atomic_int_add (&looker->kept, size_kib) + size_kib <= KEEP_KIB)
        continue;
      g_atomic_int_add (&looker->kept, -size_kib);
      g_clear_pointer (&g->pixels, g_free);
    }
  g_clear_pointer (&source->bytes, g_bytes_unref);
  return ok;
}

/* ---- the whole ---- */

static void
write_index (const Looker *looker)
{
  const KbGather *gather = looker->gather;
  GArray *sources = gather->sources, *frames = gather->frames;
  g_autofree KbKnownFile *files = g_new0 (KbKnownFile, MAX (sources->len, 1));
  g_autofree KbKnownFrame *known = g_new0 (KbKnownFrame, MAX (frames->len, 1));
  g_autoptr (GByteArray) bits = g_byte_array_new ();
  guint n_files = 0;
  for (guint i = 0; i < sources->len; i++)
    if (g_array_index (sources, KbSource, i).settled)
      files[n_files++] = g_array_index (sources, KbSource, i).file;
  for (guint i = 0; i < frames->len; i++)
    {
      const KbGathered *g = &g_array_index (frames, KbGathered, i);
      known[i] = (KbKnownFrame) { looker->keys[i], g->part, bits->len };
      if (g->bits)
        g_byte_array_append (bits, g->bits, g->part.bits_size);
    }
  kb_index_write (gather->index, gather->document, gather->cache, files, n_files, known, frames->len,
                  bits);
}

static guint
find_source (KbGather *gather, const KbFrame *frame)
{
  const char *name = frame->picture.file;
  gpointer seen = g_hash_table_lookup (gather->by_name, name);
  if (seen)
    return GPOINTER_TO_UINT (seen) - 1;
  KbSource source = { .users = g_array_new (FALSE, FALSE, sizeof (guint)) };
  source.path = g_build_filename (kb_document_folder (gather->document), "pictures", name, NULL);
  KbHash hash = kb_hash_of (name, strlen (name));
  const KbKnownFile *known = kb_index_file (gather->index, hash);
  gboolean there = kb_stamp_read (&source.file.stamp, kb_document_folder (gather->document), source.path);
  if (!gather->forget && known && there && kb_stamp_equal (&known->stamp, &source.file.stamp))
    {
      source.file = *known;
      source.known = source.settled = TRUE;
    }
  source.file.name = hash;
  g_array_append_val (gather->sources, source);
  g_hash_table_insert (gather->by_name, (gpointer) name, GUINT_TO_POINTER (gather->sources->len));
  return gather->sources->len - 1;
}

const KbSource *
kb_gather_source (const KbGather *gather, const char *name)
{
  gpointer seen = g_hash_table_lookup (gather->by_name, name);
  return seen ? &g_array_index (gather->sources, KbSource, GPOINTER_TO_UINT (seen) - 1) : NULL;
}

static void
join_equal (KbGather *gather)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (kb_hash_key, kb_hash_key_equal);
  for (guint i = 0; i < gather->frames->len; i++)
    {
      KbGathered *g = &g_array_index (gather->frames, KbGathered, i);
      if (g->part.empty)
        continue;
      gpointer known = g_hash_table_lookup (seen, &g->part.hash);
      if (known)
        {
          g->cutout = GPOINTER_TO_UINT (known) - 1;
          KbCutout *cutout = &g_array_index (gather->cutouts, KbCutout, g->cutout);
          if (!cutout->pixels)
            cutout->pixels = g_steal_pointer (&g->pixels);
          g_clear_pointer (&g->pixels, g_free);
          continue;
        }
      KbCutout cutout = { g->part, g->source, g->mark, g->frame, g_steal_pointer (&g->pixels) };
      g->cutout = gather->cutouts->len;
      g_array_append_val (gather->cutouts, cutout);
      g_hash_table_insert (seen, &g->part.hash, GUINT_TO_POINTER (gather->cutouts->len));
    }
}

static void
source_clear (gpointer data)
{
  KbSource *source = data;
  g_free (source->path);
  g_clear_pointer (&source->bytes, g_bytes_unref);
  g_array_unref (source->users);
}

static void
gathered_clear (gpointer data)
{
  g_free (((KbGathered *) data)->pixels);
  g_free (((KbGathered *) data)->own_bits);
}

static void
cutout_clear (gpointer data)
{
  g_free (((KbCutout *) data)->pixels);
}

KbGather *
kb_gather_new (const KbDocument *document, const GPtrArray *sprites, KbCache *cache, gboolean forget)
{
  KbGather *gather = g_new0 (KbGather, 1);
  *gather = (KbGather) {
    .document = document, .cache = cache, .forget = forget, .index = kb_index_read (document, cache),
    .sources = g_array_new (FALSE, FALSE, sizeof (KbSource)), .by_name = g_hash_table_new (g_str_hash, g_str_equal),
    .frames = g_array_new (FALSE, FALSE, sizeof (KbGathered)),
    .cutouts = g_array_new (FALSE, FALSE, sizeof (KbCutout)),
  };
  g_array_set_clear_func (gather->sources, source_clear);
  g_array_set_clear_func (gather->frames, gathered_clear);
  g_array_set_clear_func (gather->cutouts, cutout_clear);
  for (guint s = 0; s < sprites->len; s++)
    {
      const KbSprite *sprite = g_ptr_array_index (sprites, s);
      KbHash name = kb_hash_of (sprite->name, strlen (sprite->name));
      for (guint f = 0; f < sprite->frames->len; f++)
        {
          const KbFrame *frame = kb_frame_at (sprite, f);
          if (!frame->picture.file)
            continue;
          gint64 lasting = frame->lasting_id;
          KbGathered g = { .frame = frame, .sprite = s, .index = f, .mark = kb_hash_numbers (name, &lasting, 1).a };
          g.source = find_source (gather, frame);
          GArray *users = g_array_index (gather->sources, KbSource, g.source).users;
          g_array_append_val (users, gather->frames->len);
          g_array_append_val (gather->frames, g);
        }
    }
  return gather;
}

gboolean
kb_gather_look (KbGather *gather, const KbWatch *watch, double from, double to, GError **error)
{
  Looker looker = { .gather = gather };
  looker.keys = g_new0 (KbHash, MAX (gather->frames->len, 1));
  gboolean ok = kb_parallel (gather->sources->len, look_at_source, &looker, watch, from, to, error);
  if (ok)
    {
      write_index (&looker);
      join_equal (gather);
    }
  g_free (looker.keys);
  return ok;
}

void
kb_gather_free (KbGather *gather)
{
  g_hash_table_unref (gather->by_name);
  g_array_unref (gather->cutouts);
  g_array_unref (gather->frames);
  g_array_unref (gather->sources);
  kb_index_free (gather->index);
  g_free (gather);
}

/* ---- reading again ---- */

typedef struct {
  KbGather *gather;
  GArray *sources;      /* guint */
  GHashTable *wanted;   /* source + 1 -> GArray of cutout indices */
} Loader;

static gboolean
load_source (guint index, gpointer data, GError **error)
{
  Loader *loader = data;
  guint n = g_array_index (loader->sources, guint, index);
  const KbSource *source = &g_array_index (loader->gather->sources, KbSource, n);
  g_autoptr (KbPicture) picture = kb_picture_read (kb_document_folder (loader->gather->document), source->path, error);
  if (!picture)
    return FALSE;
  const GArray *wanted = g_hash_table_lookup (loader->wanted, GUINT_TO_POINTER (n + 1));
  for (guint i = 0; i < wanted->len; i++)
    {
      KbCutout *cutout = &g_array_index (loader->gather->cutouts, KbCutout, g_array_index (wanted, guint, i));
      /* The file may have changed since it was looked at, or the cache may be wrong. */
      gboolean same = cutout->part.x + cutout->part.w <= picture->width && cutout->part.y + cutout->part.h <= picture->height;
      if (same)
        {
          cutout->pixels = copy_pixels (picture, cutout->part.x, cutout->part.y, cutout->part.w, cutout->part.h);
          same = kb_hash_equal (hash_pixels (cutout->pixels, cutout->part.w, cutout->part.h), cutout->part.hash);
        }
      if (!same)
        {
          g_atomic_int_set (&loader->gather->mismatch, TRUE);
          g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s: the file changed while it was being read", source->path);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
kb_gather_load (KbGather *gather, const guint *cutouts, guint n, const KbWatch *watch, GError **error)
{
  Loader loader = { .gather = gather, .sources = g_array_new (FALSE, FALSE, sizeof (guint)) };
  loader.wanted = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < n; i++)
    {
      const KbCutout *cutout = &g_array_index (gather->cutouts, KbCutout, cutouts[i]);
      if (cutout->pixels)
        continue;
      GArray *list = g_hash_table_lookup (loader.wanted, GUINT_TO_POINTER (cutout->source + 1));
      if (!list)
        {
          list = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (loader.wanted, GUINT_TO_POINTER (cutout->source + 1), list);
          g_array_append_val (loader.sources, cutout->source);
        }
      g_array_append_val (list, cutouts[i]);
    }
  const KbWatch quiet = { .cancellable = watch->cancellable };
  gboolean ok = kb_parallel (loader.sources->len, load_source, &loader, &quiet, 0, 1, error);
  g_hash_table_unref (loader.wanted);
  g_array_unref (loader.sources);
  return ok;
}

void
kb_cutout_unload (KbCutout *cutout)
{
  g_clear_pointer (&cutout->pixels, g_free);
}
