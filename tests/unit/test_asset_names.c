/* SPDX-License-Identifier: MIT */
/* Names of assets as files have them on every system: refused where a person gives them, replaced where a file does, and left
 * alone where a project has them. */
#include "document/names.h"
#include "interchange/levels/level_file.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#define LONG "aaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbbaaaaaaaaaabbbbbbbbbb"

/* A name, what becomes of it, and whether a project that has it already opens. */
static const struct { const char *name, *usable; gboolean opens; } odd[] = {
  { "NUL", "NUL_", TRUE }, { "nul.txt", "nul_.txt", TRUE }, { "CoM1", "CoM1_", TRUE }, { "lpt9.a.b", "lpt9_.a.b", TRUE },
  { "com\xc2\xb2", "com\xc2\xb2_", TRUE }, { "aux .x", "aux_ .x", TRUE }, { "CONIN$", "CONIN$_", TRUE },
  { "-rf", "rf", TRUE }, { "--", "sprite", TRUE }, { "a\xe2\x80\xae" "gnp.exe", "agnp.exe", TRUE },
  { "\xe2\x81\xa6x\xe2\x81\xa9", "x", TRUE }, { "a\xe2\x80\xa8" "b", "ab", FALSE }, { "\xef\xbb\xbfx", "x", TRUE },
  { ".hidden", "hidden", FALSE }, { "x. ", "x", FALSE }, { " x", "x", FALSE }, { "..", "sprite", FALSE }, { "-.-x", "x", TRUE },
  { "a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j", FALSE }, { "/", "sprite", FALSE }, { "nul." LONG LONG, "nul_." LONG LONG, FALSE },
};
static const char *const fine[] = { "fakir", "com0", "com10", "com", "console", "nulls", "a-b", "a.b", "\xd9\x86\xe2\x80\x8c\xd9\x87", "\xf0\x9f\xa6\x8a" };

static void
test_table (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autofree char *fault = kb_name_fault (odd[i].name, TRUE), *old = kb_name_fault (odd[i].name, FALSE);
      g_autofree char *usable = kb_name_make_usable (odd[i].name, "sprite"), *left = kb_name_fault (usable, TRUE);
      g_assert_nonnull (fault);
      g_assert_nonnull (strstr (fault, odd[i].name));
      g_assert_cmpint (old == NULL, ==, odd[i].opens || strlen (odd[i].name) > KB_NAME_BYTES);
      g_assert_cmpuint (strlen (usable), <=, KB_NAME_BYTES);
      g_assert_true (g_str_has_prefix (odd[i].usable, usable));
      if (strlen (odd[i].usable) < KB_NAME_BYTES)
        g_assert_cmpstr (usable, ==, odd[i].usable);
      g_assert_null (left);
    }
  for (guint i = 0; i < G_N_ELEMENTS (fine); i++)
    {
      g_autofree char *fault = kb_name_fault (fine[i], TRUE), *usable = kb_name_make_usable (fine[i], "sprite");
      g_assert_null (fault);
      g_assert_cmpstr (usable, ==, fine[i]);
    }
}

static KbDocument *
new_document (const char *temp)
{
  g_autofree char *folder = g_build_filename (temp, "p", NULL);
  return kb_document_new (folder, "p");
}

/* Typed: a new asset, another name for one, and what a dialog asks before. */
static void
test_typed (void)
{
  static const char *const lists[] = { "sprites", "masks", "tracks", "levels" };
  g_autofree char *temp = temp_folder_new ();
  KbDocument *document = new_document (temp);
  KbId root = kb_document_project (document)->node.id;
  for (guint list = 0; list < G_N_ELEMENTS (lists); list++)
    {
      g_autoptr (GError) error = NULL;
      json_t *value = json_pack ("{ss}", "name", "mine");
      if (list == 1 || list == 2)
        json_object_update_new (value, json_pack ("{si si}", "width", 8, "height", 8));
      KbId id = kb_document_insert (document, root, lists[list], -1, value, &error);
      g_assert_no_error (error);
      for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
        {
          g_assert_false (kb_document_set (document, id, "name", json_string (odd[i].name), NULL));
          g_assert_false (kb_document_check_name (document, root, lists[list], 0, odd[i].name, NULL));
          g_assert_cmpuint (kb_document_insert (document, root, lists[list], -1, json_pack ("{ss si si}", "name", odd[i].name, "width", 8,
                                                                                           "height", 8), NULL), ==, 0);
        }
    }
  kb_document_free (document);
  temp_folder_remove (temp);
}

/* From a file: the name of a level's, a tileset's and a picture's. */
static void
test_imported (void)
{
  g_autofree char *temp = temp_folder_new ();
  KbDocument *document = new_document (temp);
  g_autoptr (KbPicture) picture = kb_picture_new (8, 8);
  g_autoptr (GError) error = NULL;
  kit_save (picture, temp, "-com1.png");
  kit_write (temp, "NUL.tmx", "<map width='1' height='1' tilewidth='8' tileheight='8'><tileset firstgid='1' name='-a\xe2\x80\xae/b' tilewidth='8'"
             " tileheight='8'><image source='-com1.png'/></tileset><layer name='l'><data encoding='csv'>1</data></layer></map>");
  g_autofree char *path = g_build_filename (temp, "NUL.tmx", NULL);
  g_autoptr (KbLevelFile) file = kb_level_file_read (path, NULL, &error);
  g_assert_no_error (error);
  kb_level_file_apply (document, file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (kb_project_find_level (kb_document_project (document), "NUL_"));
  const KbSprite *tiles = kb_project_find_sprite (kb_document_project (document), "a-b");
  g_assert_nonnull (tiles);
  g_assert_true (g_str_has_prefix (kb_frame_at (tiles, 0)->picture.file, "com1-"));
  g_autoptr (KbImport) import = kit_read (temp, "-com1.png", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (import->name, ==, "com1_");
  kb_document_free (document);
  temp_folder_remove (temp);
}

/* What a project has opens, is reported, and stays through a save, an undo and a redo. */
static void
test_there_before (void)
{
  g_autofree char *temp = temp_folder_new (), *path = g_build_filename (temp, "p", "p.kickbox", NULL);
  g_autofree char *sprites = g_build_filename (temp, "p", "sprites", NULL);
  g_autoptr (GError) error = NULL;
  guint n = 0, n_reported = 0;
  KbDocument *document = new_document (temp);
  kb_document_save (document, &error);
  g_assert_no_error (error);
  kb_document_free (document);
  g_mkdir_with_parents (sprites, 0777);
  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autofree char *name = g_strconcat (odd[i].name, ".json", NULL);
      if (!odd[i].opens)
        continue;
      kit_write (sprites, name, "{\"kickbox\": \"sprite\", \"format\": 1}");
      n++;
    }
  document = kb_document_open (path, &error);
  g_assert_no_error (error);
  const KbProject *project = kb_document_project (document);
  g_assert_cmpuint (project->sprites->len, ==, n);
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  for (guint i = 0; i < problems->len; i++)
    n_reported += strcmp (((const KbProblem *) g_ptr_array_index (problems, i))->check, "odd-name") == 0;
  g_assert_cmpuint (n_reported, ==, n);
  const KbSprite *sprite = kb_project_find_sprite (project, "-rf");
  KbId id = sprite->node.id;
  g_assert_true (kb_document_set (document, id, "name", json_string ("-rf"), NULL));
  g_assert_true (kb_document_set (document, id, "name", json_string ("rf"), NULL));
  g_assert_true (kb_document_undo (document));
  g_assert_cmpstr (sprite->name, ==, "-rf");
  g_assert_true (kb_document_redo (document));
  g_assert_true (kb_document_undo (document));
  g_assert_true (kb_document_remove (document, id, NULL));
  g_assert_true (kb_document_undo (document));
  g_assert_true (kb_document_save (document, &error));
  kb_document_free (document);
  temp_folder_remove (temp);
}

/* An index follows each change of names. */
static void
test_found (void)
{
  g_autofree char *temp = temp_folder_new ();
  KbDocument *document = new_document (temp);
  KbId root = kb_document_project (document)->node.id;
  KbId id = kb_document_insert (document, root, "sprites", -1, json_pack ("{ss}", "name", "Fakir"), NULL);
  g_assert_nonnull (kb_document_find_asset (document, &kb_sprite_kind, "fAKIR"));
  g_assert_null (kb_document_find_asset (document, &kb_level_kind, "Fakir"));
  g_assert_cmpuint (kb_document_insert (document, root, "sprites", -1, json_pack ("{ss}", "name", "fakir"), NULL), ==, 0);
  g_assert_true (kb_document_set (document, id, "name", json_string ("ninja"), NULL));
  g_assert_null (kb_document_find_asset (document, &kb_sprite_kind, "Fakir"));
  g_assert_true (kb_document_undo (document));
  g_assert_null (kb_document_find_asset (document, &kb_sprite_kind, "ninja"));
  g_assert_true (kb_document_remove (document, id, NULL));
  g_assert_null (kb_document_find_asset (document, &kb_sprite_kind, "Fakir"));
  g_assert_true (kb_document_undo (document));
  g_assert_cmpuint (kb_document_find_asset (document, &kb_sprite_kind, "Fakir")->id, ==, id);
  kb_document_free (document);
  temp_folder_remove (temp);
}

KIT_PROGRAM (asset_names)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/asset-names/table", test_table);
  g_test_add_func ("/asset-names/typed", test_typed);
  g_test_add_func ("/asset-names/imported", test_imported);
  g_test_add_func ("/asset-names/there-before", test_there_before);
  g_test_add_func ("/asset-names/found", test_found);
  return g_test_run ();
}
