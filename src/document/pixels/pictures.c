/* SPDX-License-Identifier: MIT */
/* The project's pictures: PNG files written once and named by their content. */
#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>

#include "document/private.h"

/* Above this, pictures are dropped from memory and read again when needed. */
#define CACHE_BYTES ((gsize) 512 * 1024 * 1024)
#define HASH_DIGITS 12
#define READ_AT_ONCE (1 << 21)       /* pixels; larger ones may be read elsewhere */
#define TRY_AGAIN (3 * G_USEC_PER_SEC)

static gsize
picture_bytes (const KbPicture *picture)
{
  return (gsize) picture->width * picture->height * 4;
}

/* Stores a reference under a key. Returns the caller's own. */
static KbPicture *
cache (KbDocument *document, GHashTable *table, const char *key, KbPicture *picture)
{
  if (document->cache_bytes + picture_bytes (picture) > CACHE_BYTES)
    {
      g_hash_table_remove_all (document->sources);
      g_hash_table_remove_all (document->crops);
      document->cache_bytes = 0;
    }
  document->cache_bytes += picture_bytes (picture);
  g_hash_table_insert (table, g_strdup (key), kb_picture_ref (picture));
  return picture;
}

static KbPicture *
source_picture (KbDocument *document, const char *file, GError **error)
{
  KbPicture *picture = g_hash_table_lookup (document->sources, file);
  if (picture)
    return kb_picture_ref (picture);
  g_autofree char *path = g_build_filename (document->folder, "pictures", file, NULL);
  picture = kb_picture_read (document->folder, path, error);
  return picture ? cache (document, document->sources, file, picture) : NULL;
}

/* The whole source, nothing cropped or added. */
static gboolean
is_all (const KbPicture *source, const KbPictureRef *ref, guint width, guint height)
{
  return ref->x == 0 && ref->y == 0 && ref->offset_x == 0 && ref->offset_y == 0
         && source->width == width && source->height == height && (guint) ref->width == width
         && (guint) ref->height == height;
}

KbPicture *
kb_picture_of_frame (KbPicture *source, const KbPictureRef *ref, guint width, guint height)
{
  if (source && is_all (source, ref, width, height))
    return kb_picture_ref (source);
  KbPicture *picture = kb_picture_new (width, height);
  if (!picture || !source)
    return picture;
  g_autoptr (KbPicture) part =
    kb_picture_crop (source, ref->x, ref->y, (guint) ref->width, (guint) ref->height);
  if (part)
    kb_picture_paste (picture, part, ref->offset_x, ref->offset_y);
  return picture;
}

/* --- Reading elsewhere ------------------------------------------------------------------------ */

typedef struct {
  GError *error;
  gint64 time;
} Unread;

void
kb_unread_picture_free (gpointer data)
{
  Unread *unread = data;
  g_error_free (unread->error);
  g_free (unread);
}

void
kb_document_read_beside (KbDocument *document, KbPictureRead read, gpointer data)
{
  document->read_beside = read;
  document->read_beside_data = data;
}

void
kb_document_take_picture (KbDocument *document, const KbPictureWanted *wanted, KbPicture *picture,
                          const GError *error)
{
  g_hash_table_remove (document->unread, wanted->key);
  if (picture)
    {
      cache (document, document->crops, wanted->key, picture);
      return;
    }
  Unread *unread = g_new (Unread, 1);
  *unread = (Unread) { g_error_copy (error), g_get_monotonic_time () };
  g_hash_table_insert (document->unread, g_strdup (wanted->key), unread);
}

/* Requests the picture. The error is why it is missing so far. */
static KbPicture *
ask_beside (KbDocument *document, const char *key, const KbPictureRef *ref, gint width, gint height,
            GError **error)
{
  const Unread *unread = g_hash_table_lookup (document->unread, key);
  g_autofree char *path = g_build_filename (document->folder, "pictures", ref->file, NULL);
  KbPictureWanted wanted = { (char *) key, document->folder, path,
                             *ref,         (guint) width,    (guint) height };
  wanted.ref.file = NULL;
  wanted.ref.unknown = NULL;
  if (unread)
    g_propagate_error (error, g_error_copy (unread->error));
  else
    g_set_error (error, KB_ERROR, KB_ERROR_BUSY, _("%s: is being read"), path);
  if (!unread || g_get_monotonic_time () - unread->time > TRY_AGAIN)
    document->read_beside (&wanted, document->read_beside_data);
  return NULL;
}

static gboolean
is_beside (const KbDocument *document, const KbNode *node, const KbPictureRef *ref, gint width,
           gint height)
{
  return document->read_beside && node->kind->folder && ref->file
         && (gint64) width * height > READ_AT_ONCE;
}

/* --- Pictures of nodes ------------------------------------------------------------------------ */

static KbPicture *
ref_picture (KbDocument *document, const KbNode *node, const KbPictureRef *ref, gint width,
             gint height, GError **error)
{
  g_autofree char *key =
    g_strdup_printf ("%s %d %d %d %d %d %d %d %d", ref->file ? ref->file : "", ref->x, ref->y,
                     ref->width, ref->height, ref->offset_x, ref->offset_y, width, height);
  KbPicture *picture = g_hash_table_lookup (document->crops, key);
  if (picture)
    return kb_picture_ref (picture);
  if (is_beside (document, node, ref, width, height))
    return ask_beside (document, key, ref, width, height, error);

  g_autoptr (KbPicture) source = ref->file ? source_picture (document, ref->file, error) : NULL;
  if (ref->file && !source)
    return NULL;
  picture = kb_picture_of_frame (source, ref, (guint) width, (guint) height);
  if (picture)
    return cache (document, document->crops, key, picture);
  return kb_fail_null (error, KB_ERROR_INPUT, _("a frame of %d x %d pixels is too large"), width,
                       height);
}

KbPicture *
kb_document_frame_picture (KbDocument *document, const KbFrame *frame, GError **error)
{
  return ref_picture (document, &frame->node, &frame->picture, frame->width, frame->height, error);
}

KbPicture *
kb_document_pass_picture (KbDocument *document, const KbFrame *frame)
{
  const char *file = frame->picture.file;
  if (!file)
    return kb_document_frame_picture (document, frame, NULL);
  const KbPicture *last =
    document->passed ? g_hash_table_lookup (document->sources, document->passed) : NULL;
  if (!g_hash_table_contains (document->sources, file))
    {
      document->cache_bytes -= last ? picture_bytes (last) : 0;
      if (last)
        g_hash_table_remove (document->sources, document->passed);
      g_free (document->passed);
      document->passed = g_strdup (file);
    }
  g_autoptr (KbPicture) source = source_picture (document, file, NULL);
  return source ? kb_picture_of_frame (source, &frame->picture, (guint) frame->width,
                                       (guint) frame->height)
                : NULL;
}

KbPicture *
kb_document_mask_picture (KbDocument *document, const KbMask *mask, GError **error)
{
  return mask->picture.file
           ? ref_picture (document, &mask->node, &mask->picture, mask->width, mask->height, error)
           : NULL;
}

KbPicture *
kb_document_track_picture (KbDocument *document, const KbTrack *track, GError **error)
{
  return track->picture.file ? ref_picture (document, &track->node, &track->picture, track->width,
                                            track->height, error)
                             : NULL;
}

KbPicture *
kb_document_level_picture (KbDocument *document, const KbLevel *level, GError **error)
{
  return level->picture.file ? ref_picture (document, &level->node, &level->picture,
                                            level->picture.width, level->picture.height, error)
                             : NULL;
}

/* A stem that is safe in a file name on every system. */
static char *
clean_stem (const char *stem)
{
  GString *clean = g_string_new (NULL);
  for (const char *p = stem; *p && clean->len < 60; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (g_unichar_isalnum (c) || c == '_' || c == '-')
        g_string_append_unichar (clean, c);
      else
        g_string_append_c (clean, '-');
    }
  g_string_erase (clean, 0, (gssize) strspn (clean->str, "-"));
  if (clean->len == 0)
    g_string_append (clean, "picture");
  return g_string_free (clean, FALSE);
}

/* Not synced: the next save syncs everything. The file may exist already, perhaps truncated or full
 * of zeros after a crash of the machine. */
gboolean
kb_picture_file_put (const KbFolder *folder, const char *name, GBytes *png, GError **error)
{
  gsize size, found_size;
  const char *data = g_bytes_get_data (png, &size);
  g_autofree char *inner = g_build_filename ("pictures", name, NULL),
                  *fresh = g_strconcat (inner, ".new~", NULL);
  g_autofree char *found = NULL;
  struct stat info;
  if (kb_folder_stat (folder, inner, &info) == 0 && (gsize) info.st_size == size
      && kb_folder_read (folder, inner, &found, &found_size, NULL) && found_size == size
      && memcmp (found, data, size) == 0)
    return TRUE;
  gboolean written = kb_folder_write (folder, inner, data, size, FALSE, error);
  if (written && kb_folder_rename (folder, fresh, inner) == 0)
    return TRUE;
  if (written)
    kb_folder_fail (error, folder, inner, _("%s: cannot be put in place: %s"));
  kb_folder_unlink (folder, fresh);
  return FALSE;
}

static char *
add_file (KbDocument *document, const char *stem, GBytes *png, const char *sum, GError **error)
{
  g_autofree char *clean = clean_stem (stem);
  g_autofree char *name = g_strdup_printf ("%s-%.*s.png", clean, HASH_DIGITS, sum);
  g_autoptr (KbFolder) folder = kb_folder_make (document->folder, NULL, error);
  if (!folder)
    return NULL;
  struct stat info;
  g_autofree char *inner = g_build_filename ("pictures", name, NULL);
  /* An existing file is somebody's: a project only removes files that it made */
  if (kb_folder_stat (folder, inner, &info) != 0)
    kb_journal_note_picture (document, name);
  if (!kb_picture_file_put (folder, name, png, error))
    return NULL;
  document->pictures_unsynced = TRUE;
  g_hash_table_add (document->pictures_used, g_strdup (name));
  return g_steal_pointer (&name);
}

char *
kb_document_add_png (KbDocument *document, const char *stem, GBytes *png, GError **error)
{
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, png);
  return add_file (document, stem, png, sum, error);
}

char *
kb_document_add_encoded (KbDocument *document, const char *stem, KbPicture *picture, GBytes *png,
                         const char *sum, GError **error)
{
  char *name = add_file (document, stem, png, sum, error);
  if (name && !g_hash_table_contains (document->sources, name))
    cache (document, document->sources, name, picture);
  return name;
}

char *
kb_document_add_picture (KbDocument *document, const char *stem, KbPicture *picture, GError **error)
{
  g_autoptr (GBytes) png = kb_picture_encode (picture, error);
  g_autofree char *sum = png ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, png) : NULL;
  return png ? kb_document_add_encoded (document, stem, picture, png, sum, error) : NULL;
}

/* A large picture that was read elsewhere is only in the crops: borrowed, or NULL. */
static KbPicture *
picture_in_memory (const KbDocument *document, const char *name)
{
  KbPicture *picture = g_hash_table_lookup (document->sources, name);
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, document->crops);
  while (!picture && g_hash_table_iter_next (&iter, &key, &value))
    if (g_str_has_prefix (key, name))
      {
        const KbPicture *crop = value;
        g_autofree char *whole = g_strdup_printf ("%s 0 0 %u %u 0 0 %u %u", name, crop->width,
                                                  crop->height, crop->width, crop->height);
        picture = g_str_equal (key, whole) ? value : NULL;
      }
  return picture;
}

GBytes *
kb_document_picture_bytes (const KbDocument *document, const char *folder, const char *name)
{
  char *data;
  gsize length;
  g_autofree char *path = g_build_filename (folder, "pictures", name, NULL);
  if (kb_file_read (folder, path, G_MAXINT64, &data, &length, NULL))
    return g_bytes_new_take (data, length);
  KbPicture *picture = picture_in_memory (document, name);
  return picture ? kb_picture_encode (picture, NULL) : NULL;
}

/* --- Unused files ----------------------------------------------------------------------------- */

GHashTable *
kb_name_set_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* The hash in the name is that of the content. */
static gboolean
is_ours (const KbDocument *document, const char *name)
{
  const char *hash = name + strlen (name) - strlen (".png") - HASH_DIGITS;
  g_autoptr (GBytes) png = kb_document_picture_bytes (document, document->folder, name);
  g_autofree char *sum = png ? g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, png) : NULL;
  return sum && strncmp (sum, hash, HASH_DIGITS) == 0;
}

static gboolean
is_named_by_us (const char *name)
{
  gsize length = strlen (name);
  return length > HASH_DIGITS + 5 && g_str_has_suffix (name, ".png") && !strchr (name, '/')
         && name[length - 5 - HASH_DIGITS] == '-';
}

void
kb_pictures_sweep (const KbDocument *document)
{
  g_autoptr (KbFolder) folder = kb_folder_open (document->folder, NULL);
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, document->pictures_written);
  while (folder && g_hash_table_iter_next (&iter, &name, NULL))
    if (is_named_by_us (name) && !g_hash_table_contains (document->pictures_saved, name))
      {
        g_autofree char *inner = g_build_filename ("pictures", name, NULL),
                        *fresh = g_strconcat (inner, ".new~", NULL);
        kb_folder_unlink (folder, fresh);
        if (is_ours (document, name))
          kb_folder_unlink (folder, inner);
      }
}
