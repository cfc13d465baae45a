/* SPDX-License-Identifier: MIT */
/* Files under other names first, synced, then renamed: a failure or a power cut leaves the old ones. */
#include "bake/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "document/document.h"

/* A file on its way: written under `fresh`, to become `path`. `fresh` is NULL once it is there. */
typedef struct {
  char *path, *fresh;
} Output;

struct KbOutputs {
  GArray *files;
  GPtrArray *folders;      /* made for them; the inner ones last */
  gboolean done;
};

static gboolean
fail (GError **error, const char *path, const char *what, int number)
{
  g_set_error (error, KB_ERROR, kb_error_code_from_errno (number), _("%s: %s: %s"), path, what, g_strerror (number));
  return FALSE;
}

static gboolean
write_parts (int fd, GBytes *const *parts, guint n_parts)
{
  for (guint i = 0; i < n_parts; i++)
    {
      gsize left;
      const guint8 *data = g_bytes_get_data (parts[i], &left);
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
    }
  return TRUE;
}

/* For pipes and devices. */
static gboolean
write_through (const char *path, GBytes *const *parts, guint n_parts, GError **error)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return fail (error, path, _("cannot be opened"), errno);
  gboolean ok = write_parts (fd, parts, n_parts);
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

KbOutputs *
kb_outputs_new (void)
{
  KbOutputs *outputs = g_new0 (KbOutputs, 1);
  outputs->files = g_array_new (FALSE, FALSE, sizeof (Output));
  g_array_set_clear_func (outputs->files, output_clear);
  outputs->folders = g_ptr_array_new_with_free_func (g_free);
  return outputs;
}

void
kb_outputs_free (KbOutputs *outputs)
{
  g_array_unref (outputs->files);
  for (guint i = outputs->folders->len; !outputs->done && i-- > 0;)
    g_rmdir (g_ptr_array_index (outputs->folders, i));
  g_ptr_array_unref (outputs->folders);
  g_free (outputs);
}

static gboolean
make_folders (KbOutputs *outputs, const char *path, const char *folder, GError **error)
{
  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  g_autofree char *up = g_path_get_dirname (folder);
  if (!make_folders (outputs, path, up, error))
    return FALSE;
  if (g_mkdir (folder, 0777) == 0)
    g_ptr_array_add (outputs->folders, g_strdup (folder));
  else if (errno != EEXIST || !g_file_test (folder, G_FILE_TEST_IS_DIR))
    return fail (error, path, _("cannot be written"), errno == EEXIST ? ENOTDIR : errno);
  return TRUE;
}

gboolean
kb_outputs_add (KbOutputs *outputs, const char *path, GBytes *bytes, GError **error)
{
  return kb_outputs_add_parts (outputs, path, &bytes, 1, error);
}

gboolean
kb_outputs_add_parts (KbOutputs *outputs, const char *path, GBytes *const *parts, guint n_parts, GError **error)
{
  GStatBuf info;
  gboolean exists = g_stat (path, &info) == 0;
  if (exists && S_ISDIR (info.st_mode))
    return fail (error, path, _("cannot be written"), EISDIR);
  if (exists && !S_ISREG (info.st_mode))
    return write_through (path, parts, n_parts, error);
  g_autofree char *folder = g_path_get_dirname (path);
  if (!exists && !make_folders (outputs, path, folder, error))
    return FALSE;

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
  g_array_append_val (outputs->files, output);
  gboolean ok = write_parts (fd, parts, n_parts) && (!exists || fchmod (fd, info.st_mode & 07777) == 0) && fsync (fd) == 0;
  int number = errno;
  if (close (fd) != 0 && ok)
    {
      ok = FALSE;
      number = errno;
    }
  return ok || fail (error, path, _("cannot be written"), number);
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
kb_outputs_commit (KbOutputs *outputs, GError **error)
{
  for (guint i = 0; i < outputs->files->len; i++)
    {
      Output *output = &g_array_index (outputs->files, Output, i);
      if (g_rename (output->fresh, output->path) != 0)
        return fail (error, output->path, _("cannot be replaced"), errno);
      g_clear_pointer (&output->fresh, g_free);
      outputs->done = TRUE;
    }
  if (outputs->files->len)
    sync_folder (g_array_index (outputs->files, Output, outputs->files->len - 1).path);
  return TRUE;
}
