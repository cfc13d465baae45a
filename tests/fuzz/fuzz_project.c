/* SPDX-License-Identifier: MIT */
/* Opens a project whose files are the input: the part before a line "%%" is the .kickbox file, the
 * second part a sprite's file, the third the journal, the fourth a mask's file, the fifth a track's. What opens is listed, copied, edited by the
 * journal and undone. */
#include <glib/gstdio.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "document/edit.h"
#include "tests/support/temp_folder.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static char *folder;

static void
remove_file (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_remove (path);
}

static void
clean_up (void)
{
  temp_folder_remove (folder);
}

static void
put (const char *name, const char *data, gsize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  FILE *file = g_fopen (path, "wb");
  if (!file)
    g_error ("cannot write %s", path);
  fwrite (data, 1, size, file);
  fclose (file);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const names[] = { "p.kickbox", "sprites/s.json", "p.kickbox-journal", "masks/m.json", "tracks/t.json", "levels/l.json" };
  if (!folder)
    {
      folder = temp_folder_new ();
      static const char *const folders[] = { "sprites", "masks", "tracks", "levels" };
      for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
        {
          g_autofree char *path = g_build_filename (folder, folders[i], NULL);
          g_mkdir (path, 0700);
        }
      atexit (clean_up);
    }
  const char *part = (const char *) data, *end = part + size;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *stop = part < end ? g_strstr_len (part, end - part, "\n%%\n") : NULL;
      gsize length = (gsize) ((stop ? stop : end) - part);
      if (length || i < 3)
        put (names[i], part, length);
      else
        remove_file (names[i]);
      part = stop ? stop + 4 : end;
    }

  KbDocument *document = kb_document_open (folder, NULL);
  if (!document)
    return 0;
  kb_document_replay_journal (document, NULL, NULL);
  g_ptr_array_unref (kb_document_problems (document));
  while (kb_document_undo (document))
    ;
  while (kb_document_redo (document))
    ;
  kb_document_free (kb_document_snapshot (document));
  kb_document_free (document);
  return 0;
}
