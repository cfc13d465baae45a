/* SPDX-License-Identifier: MIT */
/* A save that stopped in the middle is finished from its record at the next opening; one that another program is
 * at just then is waited for. */
#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "document/private.h"

#define LONGEST_SAVE (10 * G_USEC_PER_SEC)   /* of another program, to be waited for */
#define LOOK_AGAIN 10000                     /* us between two looks */

/* The files that a record names are put into place or deleted. */
static gboolean
follow_record (const char *folder, const char *record, GError **error)
{
  static const char *const keys[] = { "replace", "remove" };
  json_t *value = kb_json_load (record, record, error);
  if (!value)
    return FALSE;
  gboolean ok = TRUE;
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      const json_t *names = json_object_get (value, keys[k]);
      for (gsize i = 0; ok && i < json_array_size (names); i++)
        {
          const char *name = json_string_value (json_array_get (names, i));
          if (!name || g_path_is_absolute (name) || strstr (name, ".."))
            continue;
          g_autofree char *path = g_build_filename (folder, name, NULL);
          g_autofree char *fresh = g_strconcat (path, ".new~", NULL);
          g_autofree char *old = g_strconcat (path, ".old~", NULL);
          if (k == 0 ? rename (fresh, path) != 0 : unlink (path) != 0)
            ok = errno == ENOENT || kb_save_failed (error, path, _("replaced"));
          if (ok)
            unlink (old);
        }
    }
  json_decref (value);
  return ok;
}

/* The project's lock while there is a record; a program that has it is in the middle of its save, which is soon
 * over. -1 without an error: there is no record any more. */
static int
lock_record (const char *record, const char *journal, GError **error)
{
  gint64 end = g_get_monotonic_time () + LONGEST_SAVE;
  int fd = -1;
  while (fd < 0 && access (record, F_OK) == 0)
    {
      g_autoptr (GError) problem = NULL;
      fd = kb_journal_lock (journal, 0, &problem);
      if (fd < 0 && (!g_error_matches (problem, KB_ERROR, KB_ERROR_BUSY) || g_get_monotonic_time () >= end))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return -1;
        }
      if (fd < 0)
        g_usleep (LOOK_AGAIN);
    }
  return fd;
}

gboolean
kb_save_recover (const char *folder, const char *file, int lock, GError **error)
{
  g_autofree char *record = g_strconcat (file, "-saving", NULL);
  g_autofree char *journal = g_strconcat (file, "-journal", NULL);
  g_autoptr (GError) problem = NULL;
  int fd = lock >= 0 ? lock : lock_record (record, journal, &problem);
  gboolean ok = !problem;
  /* All that the journal holds is in the files then. */
  if (fd >= 0 && access (record, F_OK) == 0)
    ok = follow_record (folder, record, &problem)
         && ((ftruncate (fd, 0) == 0 && unlink (record) == 0) || kb_save_failed (&problem, record, _("deleted")));
  if (lock < 0 && fd >= 0)
    kb_journal_unlock (fd, journal);
  if (problem)
    g_propagate_error (error, g_steal_pointer (&problem));
  return ok;
}
