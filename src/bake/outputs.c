/* SPDX-License-Identifier: MIT */
/* Writes files under other names, syncs, then renames: a failure or a power cut leaves the old
 * ones. */
#include "bake/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "document/document.h"
#include "document/files/files.h"

/* A file being written as `fresh`, to become `name`. `fresh` is NULL after the renaming. */
typedef struct {
  KbFolder *folder;
  char *path, *name, *fresh;
  int fd;                  /* keeps `fresh` locked */
} Output;

struct KbOutputs {
  GArray *files;
  GPtrArray *folders;      /* created for them; inner ones last */
  gboolean done;
};

static gboolean
fail_outputs (GError **error, const char *path, const char *what, int number)
{
  return kb_fail (error, kb_error_code_from_errno (number), _("%s: %s: %s"), path, what,
                  g_strerror (number));
}

static gboolean
write_parts (int fd, GBytes *const *parts, guint n_parts)
{
  for (guint i = 0; i < n_parts; i++)
    {
      gsize size;
      const void *data = g_bytes_get_data (parts[i], &size);
      if (!kb_file_write_all (fd, data, size))
        return FALSE;
    }
  return TRUE;
}

/* For pipes and devices. Does not wait for a reader. */
static gboolean
write_through (const char *path, GBytes *const *parts, guint n_parts, GError **error)
{
  int fd = open (path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    return fail_outputs (error, path, _("cannot be opened"), errno);
  fcntl (fd, F_SETFL, O_WRONLY);
  gboolean ok = write_parts (fd, parts, n_parts);
  int number = errno;
  if (close (fd) != 0 && ok)
    {
      ok = FALSE;
      number = errno;
    }
  return ok || fail_outputs (error, path, _("cannot be written"), number);
}

static void
output_clear (gpointer data)
{
  Output *output = data;
  if (output->fresh)
    kb_folder_unlink (output->folder, output->fresh);
  if (output->fd >= 0)
    close (output->fd);
  kb_folder_free (output->folder);
  g_free (output->fresh);
  g_free (output->name);
  g_free (output->path);
}

KbOutputs *
kb_outputs_new (void)
{
  KbOutputs *outputs = KB_NEW (KbOutputs, .files = g_array_new (FALSE, FALSE, sizeof (Output)));
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

gboolean
kb_outputs_add (KbOutputs *outputs, const char *path, GBytes *bytes, GError **error)
{
  return kb_outputs_add_parts (outputs, path, &bytes, 1, error);
}

gboolean
kb_outputs_add_parts (KbOutputs *outputs, const char *path, GBytes *const *parts, guint n_parts,
                      GError **error)
{
  struct stat info, own;
  g_autofree char *up = g_path_get_dirname (path), *base = g_path_get_basename (path),
                  *at = g_build_filename (up, base, NULL);
  gboolean exists = kb_file_stat (NULL, path, &info);
  gboolean is_link = kb_file_stat (up, at, &own) && S_ISLNK (own.st_mode);
  /* The system's own are links to pipes and devices: /dev/stdout */
  if (is_link && !(g_str_has_prefix (path, "/dev/") && exists && !S_ISREG (info.st_mode)))
    {
      return kb_fail (error, KB_ERROR_INPUT,
                      _("%s: is a symbolic link; expected the name of the file itself"), path);
    }
  if (exists && S_ISDIR (info.st_mode))
    return fail_outputs (error, path, _("cannot be written"), EISDIR);
  if (exists && !S_ISREG (info.st_mode))
    return write_through (path, parts, n_parts, error);

  Output output = { kb_folder_make (up, outputs->folders, NULL), g_strdup (path),
                    g_path_get_basename (path), NULL, -1 };
  if (!output.folder)
    {
      int number = errno;
      output_clear (&output);
      return fail_outputs (error, path, _("cannot be written"), number);
    }
  g_array_append_val (outputs->files, output);
  Output *last = &g_array_index (outputs->files, Output, outputs->files->len - 1);
  last->fd = kb_folder_open_fresh (last->folder, last->name, &last->fresh);
  return (last->fd >= 0 && write_parts (last->fd, parts, n_parts)
          && (!exists || fchmod (last->fd, info.st_mode & 07777) == 0) && fsync (last->fd) == 0)
         || fail_outputs (error, path, _("cannot be written"), errno);
}

gboolean
kb_outputs_commit (KbOutputs *outputs, GError **error)
{
  KB_EACH_IN (Output, output, outputs->files)
    {
      if (kb_folder_rename (output->folder, output->fresh, output->name) != 0)
        return fail_outputs (error, output->path, _("cannot be replaced"), errno);
      g_clear_pointer (&output->fresh, g_free);
      outputs->done = TRUE;
      /* The files themselves are safe, and each is complete. */
      (void) !kb_folder_sync (output->folder, output->name);
    }
  return TRUE;
}

gboolean
kb_outputs_write (const char *path, GBytes *bytes, GError **error)
{
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  return kb_outputs_add (outputs, path, bytes, error) && kb_outputs_commit (outputs, error);
}
