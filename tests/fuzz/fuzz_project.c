/* SPDX-License-Identifier: MIT */
/* Opens a project whose files are the parts of the input: the .kickbox file, a sprite, the
 * journal, a mask, a track and a level, then the record of a save that was cut short and the sprite
 * that it has written. What opens is checked, copied, edited by the journal and undone; the save is
 * finished. */
#include "tests/fuzz/input.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const char *const names[] = { "p.kickbox", "sprites/s.json", "p.kickbox-journal",
                                       "masks/m.json", "tracks/t.json", "levels/l.json",
                                       "p.kickbox-saving", "sprites/s.json.new~" };
  gboolean has_record = FALSE;
  static const char *folder;
  if (!folder)
    {
      static const char *const folders[] = { "sprites", "masks", "tracks", "levels" };
      folder = fuzz_folder ();
      for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
        {
          g_autofree char *path = g_build_filename (folder, folders[i], NULL);
          g_mkdir (path, 0700);
        }
    }
  FuzzParts parts = { (const char *) data, (const char *) data + size };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gsize length = 0;
      const char *part = next_part (&parts, &length);
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      has_record |= length && i == 6;
      if (length || i < 3)
        put_file (folder, names[i], length ? part : "", length);
      else
        g_unlink (path);
    }

  KbDocument *document = kb_document_open (folder, NULL);
  if (!document)
    {
      g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
      document = kb_document_open_in_part (folder, faults, NULL);
      g_clear_pointer (&document, kb_document_free);
      return 0;
    }
  fuzz_accept ();
  kb_document_replay_journal (document, NULL, NULL);
  g_ptr_array_unref (kb_document_problems (document));
  while (kb_document_undo (document))
    ;
  while (kb_document_redo (document))
    ;
  kb_document_free (kb_document_snapshot (document));
  kb_document_free (document);
  if (has_record)
    kb_document_free (kb_document_open_to_change (folder, 0, NULL));
  return 0;
}
