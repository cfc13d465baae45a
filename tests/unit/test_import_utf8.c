/* SPDX-License-Identifier: MIT */
/* Text that is not UTF-8, at every place of every text that can be imported: an error that says where, and not a word from GLib,
 * whose warnings end a test. */
#include "interchange/levels/level_file.h"
#include "interchange/tracks/track_file.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

static const char svg[] =
  "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE svg>\n<svg width='9' height='9'><!-- c -->\n"
  "<g id='a&amp;b' style='stroke:#f00'><![CDATA[x]]><line x1='0' y1='0' x2='3' y2='3'/>t</g></svg>\n";
static const char xml_map[] =
  "<?xml version='1.0'?>\n<map width='1' height='1' tilewidth='8' tileheight='8'>\n<properties>"
  "<property name='a' value='b'>c</property></properties>\n<layer name='l'><data encoding='csv'>0</data></layer></map>";
static const char json_map[] =
  "{\"type\": \"map\", \"width\": 1, \"height\": 1, \"tilewidth\": 8, \"tileheight\": 8,\n\"layers\": [{\"name\": \"l\","
  " \"type\": \"objectgroup\", \"objects\": [{\"id\": 1, \"name\": \"o\", \"x\": 1, \"y\": 2, \"point\": true}]}]}";
static const char track[] =
  "<?xml version='1.0'?>\n<track name='t' cols='1' rows='1'>\n<t t='straight' i='0' j='0' o='0'/></track>";
static const char sheet[] =
  "{\"frames\": [{\"filename\": \"a\", \"frame\": {\"x\": 0, \"y\": 0, \"w\": 8, \"h\": 8}, \"duration\": 100}],\n"
  "\"meta\": {\"image\": \"sheet.png\"}}";
static const char sprite[] =
  "; a comment\n(supertux-sprite (action (name \"left\") (hitbox 0 0 8 8) (images \"sheet.png\")))";

static gboolean
read_level (const char *folder, const char *data, gsize size, GError **error)
{
  g_autoptr (KbLevelFile) file = kb_level_file_parse ("file", data, size, NULL, error);
  return file != NULL;
}

static gboolean
read_track (const char *folder, const char *data, gsize size, GError **error)
{
  KbTrackFile *file = kb_track_file_parse ("file", data, size, error);
  kb_track_file_free (file);
  return file != NULL;
}

static gboolean
read_sprite (const char *folder, const char *data, gsize size, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "file", NULL);
  g_assert_true (g_file_set_contents_full (path, data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0666, NULL));
  g_autoptr (KbImport) import = kit_read (folder, "file", NULL, error);
  return import != NULL;
}

static const struct Case {
  const char *name, *text;
  gboolean (*read) (const char *folder, const char *data, gsize size, GError **error);
  gboolean lenient;        /* its comments may have any bytes */
} cases[] = {
  { "svg", svg, read_level }, { "tiled-xml", xml_map, read_level }, { "tiled-json", json_map, read_level },
  { "dustrac", track, read_track }, { "aseprite", sheet, read_sprite }, { "supertux", sprite, read_sprite, TRUE },
};

static void
test_every_place (gconstpointer data)
{
  static const struct { const char *bytes; gsize n; } wrong[] = { { "\xff", 1 }, { "\xc3", 1 }, { "\xed\xa0\x80", 3 }, { "\xf0\x9f", 2 },
                                                                  { "", 1 } };
  const struct Case *of = data;
  g_autofree char *folder = temp_folder_new ();
  g_autoptr (KbPicture) picture = kb_picture_new (8, 8);
  g_autoptr (GError) fault = NULL;
  gsize length = strlen (of->text);
  kit_save (picture, folder, "sheet.png");
  of->read (folder, of->text, length, &fault);
  g_assert_no_error (fault);
  for (gsize at = 0; at <= length; at++)
    for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
      for (gsize gone = 0; gone < 2; gone++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (GString) text = g_string_new_len (of->text, (gssize) at);
          g_string_append_len (text, wrong[i].bytes, (gssize) wrong[i].n);
          g_string_append (text, of->text + MIN (at + gone, length));
          gboolean may_do = of->lenient || (!wrong[i].bytes[0] && of->text[0] == '{');   /* jansson ends a number at a NUL */
          g_assert_true (!of->read (folder, text->str, text->len, &error) || may_do);
          g_assert_true (!error || g_utf8_validate (error->message, -1, NULL));
        }
  temp_folder_remove (folder);
}

static void
test_message (void)
{
  static const struct { const char *text; gsize size; const char *message; } faults[] = {
    { "<svg>\n\n<g id='\xff'/></svg>", 21, "file: line 3, byte 14: this is not UTF-8" },
    { "<svg>\n<g id='a\0b'/></svg>", 22, "file: line 2, byte 14: text has no NUL characters" },
    { "<?xml version='1.0' encoding='latin1'?><svg id='\xff'/>", 52, "file: line 1: the encoding latin1 cannot be read, expected UTF-8" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (read_level (NULL, faults[i].text, faults[i].size, &error));
      g_assert_cmpstr (error->message, ==, faults[i].message);
    }
}

KIT_PROGRAM (import_utf8)
{
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/import-utf8/", cases[i].name, NULL);
      g_test_add_data_func (path, &cases[i], test_every_place);
    }
  g_test_add_func ("/import-utf8/message", test_message);
  return g_test_run ();
}
