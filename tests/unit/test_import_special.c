/* SPDX-License-Identifier: MIT */
/* Paths that are no regular files, given to an import or named in what it reads: refused at once. An alarm ends a test that
 * waits. */
#include <sys/stat.h>
#include <unistd.h>

#include "interchange/levels/level_file.h"
#include "interchange/sheets/mask.h"
#include "interchange/sources.h"
#include "interchange/tracks/track_file.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#define PATIENCE 20      /* seconds */

static char *
make_special (const char *folder, const char *kind, const char *name)
{
  char *path = g_build_filename (folder, name, NULL);
  if (strcmp (kind, "fifo") == 0)
    g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  else
    g_assert_cmpint (symlink (kind, path), ==, 0);
  return path;
}

/* Under names of all kinds of files. */
static void
test_given (gconstpointer kind)
{
  static const char *const names[] = { "a.png", "a.json", "a.sprite", "a.tsx", "a.tmx", "a.svg", "a.wad", "a.trk", "a" };
  static const KbMaskOptions none;
  alarm (PATIENCE);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *folder = temp_folder_new (), *path = make_special (folder, kind, names[i]);
      g_autoptr (GError) sprite = NULL, level = NULL, track = NULL, mask = NULL;
      g_assert_null (kit_read (folder, names[i], NULL, &sprite));
      g_assert_null (kb_level_file_read (path, NULL, &level));
      g_assert_null (kb_track_file_read (path, &track));
      g_assert_null (kb_mask_import_read (path, &none, &mask));
      const GError *const errors[] = { sprite, level, track, mask };
      for (guint k = 0; k < G_N_ELEMENTS (errors); k++)
        g_assert_true (strstr (errors[k]->message, path) && strstr (errors[k]->message, "regular file"));
      g_assert_false (kit_is_meant (path, KB_IMPORT_LEVEL));
      g_assert_false (kit_is_meant (path, KB_IMPORT_TRACK));
      g_assert_null (kb_import_sum_of_file (path));
      temp_folder_remove (folder);
    }
  alarm (0);
}

/* What is told of it: by the error, or by a message. */
static void
test_named (gconstpointer kind)
{
  static const struct { const char *name, *file, *text; } cases[] = {
    { "x.png", "a.json", "{\"frames\": [{\"filename\": \"a\", \"frame\": {\"x\": 0, \"y\": 0, \"w\": 8, \"h\": 8}, \"duration\": 100}], \"meta\": {\"image\": \"x.png\"}}" },
    { "x.png", "a.sprite", "(supertux-sprite (action (name \"left\") (hitbox 0 0 8 8) (images \"x.png\")))" },
    { "x.png", "a.tsx", "<tileset tilewidth='8' tileheight='8'><image source='x.png' width='8' height='8'/></tileset>" },
    { "x.png", "a.tmx", "<map width='1' height='1' tilewidth='8' tileheight='8'><imagelayer><image source='x.png'/></imagelayer></map>" },
    { "x.tsx", "a.tmx", "<map width='1' height='1' tilewidth='8' tileheight='8'><tileset firstgid='1' source='x.tsx'/></map>" },
    { "x.tx", "a.tmx", "<map width='1' height='1' tilewidth='8' tileheight='8'><objectgroup><object id='1' x='1' y='1' template='x.tx'/></objectgroup></map>" },
  };
  alarm (PATIENCE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folder = temp_folder_new (), *special = make_special (folder, kind, cases[i].name);
      g_autofree char *path = g_build_filename (folder, cases[i].file, NULL);
      g_autoptr (GError) error = NULL;
      gboolean reported = FALSE;
      kit_write (folder, cases[i].file, cases[i].text);
      g_autoptr (KbLevelFile) level = kit_is_meant (path, KB_IMPORT_LEVEL) ? kb_level_file_read (path, NULL, &error) : NULL;
      g_autoptr (KbImport) import = level || error ? NULL : kit_read (folder, cases[i].file, NULL, &error);
      const GPtrArray *messages = level ? ((const KbFileLevel *) g_ptr_array_index (level->levels, 0))->messages : import ? import->messages : NULL;
      for (guint k = 0; messages && k < messages->len; k++)
        reported |= strstr (((const KbMessage *) g_ptr_array_index (messages, k))->what, special) != NULL;
      g_assert_true (reported || (error && strstr (error->message, special)));
      temp_folder_remove (folder);
    }
  alarm (0);
}

KIT_PROGRAM (import_special)
{
  static const char *const kinds[] = { "fifo", "/dev/zero", "/dev/tty" };
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *base = g_path_get_basename (kinds[i]);
      g_autofree char *given = g_strconcat ("/import-special/given/", base, NULL), *named = g_strconcat ("/import-special/named/", base, NULL);
      g_test_add_data_func (given, kinds[i], test_given);
      g_test_add_data_func (named, kinds[i], test_named);
    }
  return g_test_run ();
}
