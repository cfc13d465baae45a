/* SPDX-License-Identifier: MIT */
/* The bank as bytes, and bytes as files that are replaced whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "bake/private.h"

GBytes *
kb_bake_bytes (const KbBake *bake, GError **error)
{
  KbBankError reason = { .place = "" };
  uint8_t *bytes = NULL;
  char *text = NULL;
  size_t size = 0;
  gboolean json = bake->settings.format == KB_FORMAT_JSON;
  if (json ? kb_bank_json_write (&bake->content, &text, &size, &reason)
           : kb_bank_write (&bake->content, &bytes, &size, &reason))
    return g_bytes_new_with_free_func (json ? (void *) text : bytes, size, free, json ? (void *) text : bytes);
  g_set_error (error, KB_ERROR, reason.out_of_memory ? KB_ERROR_MACHINE : KB_ERROR_INPUT, "%s: %s%s%s",
               bake->file, reason.place, reason.place[0] ? ": " : "", reason.message);
  return NULL;
}

/* ---- files ---- */

/* A file on its way: written under `fresh`, to become `path`. */
typedef struct {
  char *path, *fresh;
} Output;

static gboolean
fail (GError **error, const char *path, const char *what, int number)
{
  g_set_error (error, KB_ERROR, kb_error_code_from_errno (number), _("%s: %s: %s"), path, what, g_strerror (number));
  return FALSE;
}

static gboolean
write_bytes (int fd, GBytes *bytes)
{
  gsize left;
  const guint8 *data = g_bytes_get_data (bytes, &left);
  while (left)
    {
      gssize n = write (fd, data, left);
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return FALSE;
      data += n;
      left -= (gsize) n;
    }
  return TRUE;
}

/* For pipes and devices. */
static gboolean
write_through (const char *path, GBytes *bytes, GError **error)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return fail (error, path, _("cannot be opened"), errno);
  gboolean ok = write_bytes (fd, bytes);
  int number = errno;
  if (close (fd) != 0 && ok)
    {
      ok = FALSE;
      number = errno;
    }
  return ok || fail (error, path, _("cannot be written"), number);
}

static void
output_clear (gpointer data)
{
  Output *output = data;
  if (output->fresh)
    g_unlink (output->fresh);
  g_free (output->fresh);
  g_free (output->path);
}

/* Writes and syncs beside the final place, with the old file's permissions where there is one. */
static gboolean
prepare (GArray *outputs, const char *path, GBytes *bytes, GError **error)
{
  GStatBuf info;
  gboolean exists = g_stat (path, &info) == 0;
  if (exists && S_ISDIR (info.st_mode))
    return fail (error, path, _("cannot be written"), EISDIR);
  if (exists && !S_ISREG (info.st_mode))
    return write_through (path, bytes, error);

  /* A link stays a link: what it points to is replaced. */
  char *real = exists ? realpath (path, NULL) : NULL;
  Output output = { g_strdup (real ? real : path), NULL };
  free (real);
  output.fresh = g_strconcat (output.path, ".XXXXXX", NULL);
  int fd = g_mkstemp_full (output.fresh, O_RDWR | O_CLOEXEC, 0666);
  if (fd < 0)
    {
      int number = errno;
      g_clear_pointer (&output.fresh, g_free);
      output_clear (&output);
      return fail (error, path, _("cannot be written"), number);
    }
  g_array_append_val (outputs, output);
  gboolean ok = write_bytes (fd, bytes) && (!exists || fchmod (fd, info.st_mode & 07777) == 0) && fsync (fd) == 0;
  int number = errno;
  if (close (fd) != 0 && ok)
    {
      ok = FALSE;
      number = errno;
    }
  return ok || fail (error, path, _("cannot be written"), number);
}

static gboolean
put_in_place (Output *output, GError **error)
{
  if (g_rename (output->fresh, output->path) != 0)
    return fail (error, output->path, _("cannot be replaced"), errno);
  g_clear_pointer (&output->fresh, g_free);
  return TRUE;
}

static void
sync_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  /* Some file systems cannot sync a folder; the files themselves are safe. */
  (void) !fsync (fd);
  close (fd);
}

gboolean
kb_bake_write (const KbBake *bake, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GBytes) bytes = kb_bake_bytes (bake, error);
  if (!bytes)
    return FALSE;
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (Output));
  g_array_set_clear_func (outputs, output_clear);
  for (guint i = 0; i < bake->beside->len; i++)
    {
      g_autofree char *page = g_build_filename (folder, bake->content.pages[i].name, NULL);
      if (!prepare (outputs, page, g_ptr_array_index (bake->beside, i), error))
        return FALSE;
    }
  if (!prepare (outputs, path, bytes, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  for (guint i = 0; i < outputs->len; i++)
    if (!put_in_place (&g_array_index (outputs, Output, i), error))
      return FALSE;
  if (outputs->len)
    sync_folder (path);
  return TRUE;
}

gboolean
kb_export (KbDocument *document, const KbBakeSettings *settings, const char *path, KbBakeProgress progress, gpointer data,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (KbBake) bake = kb_bake (document, settings, progress, data, cancellable, error);
  if (!bake || !kb_bake_write (bake, path, cancellable, error))
    return FALSE;
  if (progress)
    progress (1, data);
  return TRUE;
}
