/* SPDX-License-Identifier: MIT */
/* Aseprite sheets: frames trimmed and not, tags in every direction, slices, and errors with their place. */
#include "interchange/sheets/sheets.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

static char *folder;

#define must_read(text) kit_must_read_text (folder, "hero.json", text)
#define read_text(text, error) kit_read_text (folder, "hero.json", text, error)

#define FRAME(x, n) "{\"filename\": \"hero " n ".aseprite\", \"frame\": {\"x\": " x ", \"y\": 0, \"w\": 8, \"h\": 8}, " \
  "\"rotated\": false, \"trimmed\": false, \"spriteSourceSize\": {\"x\": 0, \"y\": 0, \"w\": 8, \"h\": 8}, " \
  "\"sourceSize\": {\"w\": 8, \"h\": 8}, \"duration\": 10" n "}"
#define FRAMES FRAME ("0", "0") "," FRAME ("8", "1") "," FRAME ("16", "2") "," FRAME ("24", "3")
#define SHEET(meta) "{\"frames\": [" FRAMES "], \"meta\": {\"image\": \"hero.png\", \"size\": {\"w\": 32, \"h\": 8}, \"scale\": \"1\"" meta "}}"

static void
test_array_without_tags (void)
{
  g_autoptr (KbImport) import = must_read (SHEET (""));
  g_assert_cmpstr (import->importer->name, ==, "aseprite");
  g_assert_cmpstr (import->name, ==, "hero");
  g_assert_cmpuint (import->frames->len, ==, 4);
  g_assert_cmpstr (kit_frame (import, 2)->name, ==, "hero 2");
  g_assert_cmpint (kit_frame (import, 2)->x, ==, 16);
  g_assert_cmpuint (import->animations->len, ==, 1);
  g_autofree char *steps = kit_steps (kit_animation (import, 0));
  g_assert_cmpstr (steps, ==, "0:100 1:101 2:102 3:103");
  g_assert_cmpstr (kit_animation (import, 0)->name, ==, "all");
}

/* The order of the file counts, not that of the names; a trimmed frame keeps its place. */
static void
test_hash_and_trimmed (void)
{
  g_autoptr (KbImport) import = must_read (
    "{\"frames\": {"
    "\"z.png\": {\"frame\": {\"x\": 3, \"y\": 1, \"w\": 4, \"h\": 5}, \"rotated\": false, \"trimmed\": true,"
    " \"spriteSourceSize\": {\"x\": 6, \"y\": 7, \"w\": 4, \"h\": 5}, \"sourceSize\": {\"w\": 20, \"h\": 30}, \"duration\": 50},"
    "\"a.png\": {\"frame\": {\"x\": 0, \"y\": 0, \"w\": 2, \"h\": 2}, \"duration\": 70}},"
    "\"meta\": {\"image\": \"hero.png\"}}");
  const KbImportFrame *frame = kit_frame (import, 0);
  g_assert_cmpstr (frame->name, ==, "z");
  g_assert_cmpint (frame->width, ==, 20);
  g_assert_cmpint (frame->height, ==, 30);
  g_assert_cmpint (frame->offset_x, ==, 6);
  g_assert_cmpint (frame->offset_y, ==, 7);
  g_autoptr (KbPicture) shown = kb_import_frame_picture (import, frame);
  gint x, y, w, h;
  g_assert_true (kb_picture_opaque_box (shown, &x, &y, &w, &h));
  g_assert_cmpint (x, ==, 6);
  g_assert_cmpint (y, ==, 7);
  g_assert_cmpint (w, ==, 4);
  g_assert_cmpint (h, ==, 5);
  g_assert_cmpint (kit_frame (import, 1)->width, ==, 2);
}

/* Without meta.image, as when only data was exported: the PNG of the same name. */
static void
test_picture_by_name (void)
{
  g_autoptr (KbImport) import = must_read ("{\"frames\": [" FRAMES "], \"meta\": {}}");
  g_assert_cmpuint (import->pictures->len, ==, 1);
  g_autoptr (KbImport) moved = must_read (
    "{\"frames\": [" FRAMES "], \"meta\": {\"image\": \"C:\\\\art\\\\hero.png\"}}");
  g_assert_cmpuint (moved->frames->len, ==, 4);
}

static void
test_directions (void)
{
  static const struct { const char *tag; KbLoop loop; const char *steps; } cases[] = {
    { "\"direction\": \"forward\"", KB_LOOP_LOOP, "1:101 2:102 3:103" },
    { "\"direction\": \"reverse\"", KB_LOOP_LOOP, "3:103 2:102 1:101" },
    { "\"direction\": \"pingpong\"", KB_LOOP_PING_PONG, "1:101 2:102 3:103" },
    { "\"direction\": \"pingpong_reverse\"", KB_LOOP_PING_PONG, "3:103 2:102 1:101" },
    { "\"direction\": \"forward\", \"repeat\": \"1\"", KB_LOOP_ONCE, "1:101 2:102 3:103" },
    { "\"direction\": \"forward\", \"repeat\": 2", KB_LOOP_ONCE, "1:101 2:102 3:103 1:101 2:102 3:103" },
    { "\"direction\": \"reverse\", \"repeat\": \"2\"", KB_LOOP_ONCE, "3:103 2:102 1:101 3:103 2:102 1:101" },
    { "\"direction\": \"pingpong\", \"repeat\": \"1\"", KB_LOOP_ONCE, "1:101 2:102 3:103" },
    { "\"direction\": \"pingpong\", \"repeat\": \"2\"", KB_LOOP_ONCE, "1:101 2:102 3:103 2:102 1:101" },
    { "\"direction\": \"pingpong\", \"repeat\": \"3\"", KB_LOOP_ONCE, "1:101 2:102 3:103 2:102 1:101 2:102 3:103" },
    { "\"direction\": \"pingpong_reverse\", \"repeat\": \"2\"", KB_LOOP_ONCE, "3:103 2:102 1:101 2:102 3:103" },
    { "\"color\": \"#000000ff\"", KB_LOOP_LOOP, "1:101 2:102 3:103" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (SHEET (", \"frameTags\": [{\"name\": \"walk\", \"from\": 1, \"to\": 3, %s}]"), cases[i].tag);
      g_autoptr (KbImport) import = must_read (text);
      g_assert_cmpuint (import->animations->len, ==, 1);
      const KbImportAnimation *animation = kit_animation (import, 0);
      g_autofree char *steps = kit_steps (animation);
      g_assert_cmpstr (animation->name, ==, "walk");
      g_assert_cmpint (animation->loop, ==, cases[i].loop);
      g_assert_cmpstr (steps, ==, cases[i].steps);
      g_assert_true (kit_has_message (import->messages, "1 frame is in no tag"));
      g_assert_null (kit_frame (import, 0)->tag);
      g_assert_cmpstr (kit_frame (import, 3)->tag, ==, "walk");
      g_assert_cmpint (kit_frame (import, 3)->tag_index, ==, 2);
    }
  g_autoptr (KbImport) twins = must_read (SHEET (", \"frameTags\": [{\"name\": \"walk\", \"from\": 0, \"to\": 1}, "
                                                 "{\"name\": \"walk\", \"from\": 2, \"to\": 3}]"));
  g_assert_cmpuint (twins->animations->len, ==, 2);
  g_assert_cmpstr (kit_animation (twins, 0)->name, !=, kit_animation (twins, 1)->name);
  g_autoptr (KbImport) late = must_read (SHEET (", \"frameTags\": [{\"name\": \"end\", \"from\": 2, \"to\": 5}, "
                                                "{\"name\": \"gone\", \"from\": 4, \"to\": 4}]"));
  g_autofree char *steps = kit_steps (kit_animation (late, 0));
  g_assert_cmpuint (late->animations->len, ==, 1);
  g_assert_cmpstr (steps, ==, "2:102 3:103");
  g_assert_true (kit_has_message (late->messages, "tags end after the last frame"));
}

static gint
box_number (const json_t *shape, gsize i)
{
  return (gint) json_integer_value (json_array_get (json_object_get (json_object_get (shape, "geometry"), "box"), i));
}

static void
test_slices (void)
{
  g_autoptr (KbImport) import = must_read (SHEET (
    ", \"slices\": ["
    "{\"name\": \"head\", \"color\": \"#0000ffff\", \"data\": \"soft\", \"keys\": ["
    " {\"frame\": 1, \"bounds\": {\"x\": 1, \"y\": 2, \"w\": 3, \"h\": 4}},"
    " {\"frame\": 3, \"bounds\": {\"x\": 5, \"y\": 6, \"w\": 2, \"h\": 1}}]},"
    "{\"name\": \"foot\", \"color\": \"#ff00007f\", \"data\": \"{\\\"side\\\": \\\"left\\\"}\", \"keys\": ["
    " {\"frame\": 0, \"bounds\": {\"x\": -2, \"y\": 6, \"w\": 4, \"h\": 2}, \"pivot\": {\"x\": 1, \"y\": -3}},"
    " {\"frame\": 2, \"bounds\": {\"x\": 0, \"y\": 0, \"w\": 0, \"h\": 0}}]},"
    "{\"name\": \"hand\", \"keys\": [{\"frame\": 0, \"bounds\": {\"x\": 2, \"y\": 2, \"w\": 1, \"h\": 1},"
    " \"center\": {\"x\": 0, \"y\": 0, \"w\": 1, \"h\": 1}, \"pivot\": {\"x\": 0, \"y\": 1}}]}]"));
  static const char *const classes[4] = { "foot|hand|hand centre", "head|foot|hand|hand centre",
                                          "head|hand|hand centre", "head|hand|hand centre" };
  for (guint i = 0; i < 4; i++)
    {
      const KbImportFrame *frame = kit_frame (import, i);
      g_autoptr (GString) names = g_string_new (NULL);
      for (guint j = 0; j < json_array_size (frame->shapes); j++)
        g_string_append_printf (names, "%s%s", j ? "|" : "",
                                json_string_value (json_object_get (json_array_get (frame->shapes, j), "class")));
      g_assert_cmpstr (names->str, ==, classes[i]);
    }
  const json_t *held = json_array_get (kit_frame (import, 2)->shapes, 0);
  g_assert_cmpint (box_number (held, 0), ==, 1);
  g_assert_cmpint (box_number (held, 3), ==, 4);
  g_assert_cmpuint (g_array_index (kit_frame (import, 2)->colours, guint32, 0), ==, 0x0000ffff);
  g_assert_cmpstr (json_string_value (json_object_get (json_object_get (held, "values"), "data")), ==, "soft");
  g_assert_cmpint (box_number (json_array_get (kit_frame (import, 3)->shapes, 0), 0), ==, 5);
  const json_t *foot = json_array_get (kit_frame (import, 0)->shapes, 0);
  g_assert_cmpstr (json_string_value (json_object_get (json_object_get (foot, "values"), "side")), ==, "left");
  g_assert_cmpuint (g_array_index (kit_frame (import, 0)->colours, guint32, 0), ==, 0xff0000ff);

  /* The pivot is relative to the slice. */
  g_assert_true (kit_frame (import, 0)->hot_spot.set);
  g_assert_cmpint (kit_frame (import, 0)->hot_spot.x, ==, -1);
  g_assert_cmpint (kit_frame (import, 0)->hot_spot.y, ==, 3);
  /* Its own pivot where the first is taken; the hot spot where the first has ended. */
  const json_t *hand = json_array_get (kit_frame (import, 0)->points, 0);
  g_assert_cmpstr (json_string_value (json_object_get (hand, "name")), ==, "hand");
  g_assert_cmpint (json_integer_value (json_array_get (json_object_get (hand, "at"), 1)), ==, 3);
  g_assert_cmpint (kit_frame (import, 2)->hot_spot.x, ==, 2);
  g_assert_cmpuint (json_array_size (kit_frame (import, 2)->points), ==, 0);
  g_assert_cmpint (box_number (json_array_get (kit_frame (import, 3)->shapes, 2), 0), ==, 2);
}

/* Values of tags and frames, and events of the steps that show a frame. */
static void
test_user_data (void)
{
  static const struct { const char *data, *values; } tags[] = {
    { "\"data\": \"soft\"", "{\"data\":\"soft\"}" },
    { "\"data\": \"damage=5\\n side = left\"", "{\"damage\":\"5\",\"side\":\"left\"}" },
    { "\"data\": \"damage=5\\nand more\"", "{\"damage\":\"5\",\"data\":\"and more\"}" },
    { "\"data\": \"{\\\"damage\\\": 5, \\\"low\\\": true}\"", "{\"damage\":\"5\",\"low\":\"true\"}" },
    { "\"properties\": {\"force\": 1.5}", "{\"force\":\"1.5\"}" },
    { "\"data\": \"\"", "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    {
      g_autofree char *text = g_strdup_printf (SHEET (", \"frameTags\": [{\"name\": \"walk\", \"from\": 0, \"to\": 3, %s}]"), tags[i].data);
      g_autoptr (KbImport) import = must_read (text);
      char *values = json_dumps (kit_animation (import, 0)->values, JSON_COMPACT | JSON_SORT_KEYS);
      g_assert_cmpstr (values ? values : "", ==, tags[i].values);
      free (values);
    }
  g_autoptr (KbImport) import = must_read (SHEET (
    ", \"layers\": [{\"name\": \"body\", \"cels\": [{\"frame\": 1, \"data\": \"@hit now damage=5\\nground=mud\\n@ step\"}]},"
    "{\"name\": \"fx\", \"cels\": [{\"frame\": 1, \"data\": \"@flash\"}, {\"frame\": 9, \"data\": \"@far\"}, {\"frame\": -1}, 7]}]"));
  char *events = json_dumps (kit_frame (import, 1)->events, JSON_COMPACT | JSON_SORT_KEYS),
       *values = json_dumps (kit_frame (import, 1)->values, JSON_COMPACT | JSON_SORT_KEYS);
  g_assert_cmpstr (events, ==, "[{\"name\":\"hit now\",\"values\":{\"damage\":\"5\"}},{\"name\":\"step\"},{\"name\":\"flash\"}]");
  g_assert_cmpstr (values, ==, "{\"ground\":\"mud\"}");
  g_assert_null (kit_frame (import, 0)->events);
  free (events);
  free (values);
}

static void
test_errors (void)
{
  static const struct { const char *text, *message; } cases[] = {
    { "{\"frames\": [1,]}", "hero.json: line 1, column 15" },
    { "{\n\"frames\": [\n  {\"frame\": }]}", "hero.json: line 3" },
    { "[]", "JSON of another kind" },
    { "{\"meta\": {}}", "hero.json: this is JSON of another kind" },
    { "{\"frames\": 3, \"meta\": {\"image\": \"hero.png\"}}", "frames: " },
    { "{\"frames\": [], \"meta\": {\"image\": \"hero.png\"}}", "frames: expected 1 to 65536" },
    { "{\"frames\": [" FRAMES "], \"meta\": {\"image\": 4}}", "meta.image: expected a text" },
    { "{\"frames\": [" FRAMES "], \"meta\": 4}", "meta: expected an object" },
    { "{\"frames\": [7], \"meta\": {\"image\": \"hero.png\"}}", "frames[0]: expected an object" },
    { "{\"frames\": [{\"frame\": {\"x\": 30, \"y\": 0, \"w\": 8, \"h\": 8}}], \"meta\": {\"image\": \"hero.png\"}}",
      "frames[0].frame: 30, 0, 8 x 8 is not within the picture (32 x 8 pixels)" },
    { "{\"frames\": {\"a b\": {\"frame\": {\"x\": 0, \"y\": 0, \"w\": 1.5, \"h\": 8}}}, \"meta\": {\"image\": \"hero.png\"}}",
      "frames['a b'].frame.w: expected a whole number" },
    { "{\"frames\": [{\"frame\": {\"x\": -1, \"y\": 0, \"w\": 8, \"h\": 8}}], \"meta\": {\"image\": \"hero.png\"}}", "frames[0].frame" },
    { "{\"frames\": [{\"frame\": {\"x\": 0, \"y\": 0, \"w\": 8, \"h\": 8}, \"sourceSize\": {\"w\": 100000, \"h\": 8}}], \"meta\": "
      "{\"image\": \"hero.png\"}}", "frames[0].sourceSize.w" },
    { SHEET (", \"frameTags\": [{\"name\": \"a\", \"from\": 2, \"to\": 1}]"), "meta.frameTags[0].to" },
    { SHEET (", \"frameTags\": [{\"name\": \"a\", \"from\": 0, \"to\": 1, \"direction\": \"up\"}]"), "meta.frameTags[0].direction" },
    { SHEET (", \"frameTags\": [{\"name\": \"a\", \"from\": 0, \"to\": 1, \"repeat\": \"often\"}]"), "meta.frameTags[0].repeat" },
    { SHEET (", \"frameTags\": {}"), "meta.frameTags: expected a list" },
    { SHEET (", \"slices\": [{\"name\": \"a\", \"keys\": [{\"frame\": 0, \"bounds\": {\"x\": 0, \"y\": 0, \"w\": -1, \"h\": 0}}]}]"),
      "meta.slices[0].keys[0].bounds.w" },
    { SHEET (", \"slices\": [{\"name\": \"a\", \"keys\": [{\"frame\": 0}]}]"), "meta.slices[0].keys[0].bounds: this is missing" },
    { SHEET (", \"slices\": [{\"name\": \"\\u0001\", \"keys\": []}]"), "meta.slices[0].name" },
    { "{\"frames\": {\"a\": {}, \"a\": {}}}", "frames['a'].frame: this is missing" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      KbImport *import = read_text (cases[i].text, &error);
      if (import)
        g_error ("read: %s", cases[i].text);
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      kit_assert_message (error, cases[i].message);
      kit_assert_message (error, "hero.json");
    }
}

KIT_PROGRAM (import_aseprite)
{
  kit_test_init (&argc, &argv);
  folder = temp_folder_new ();
  g_autoptr (KbPicture) sheet = kb_picture_new (32, 8);
  for (guint i = 0; i < 4; i++)
    kit_figure (sheet, 8 * (gint) i, 0, 8, 8, i);
  kit_save (sheet, folder, "hero.png");
  g_test_add_func ("/aseprite/array-without-tags", test_array_without_tags);
  g_test_add_func ("/aseprite/hash-and-trimmed", test_hash_and_trimmed);
  g_test_add_func ("/aseprite/picture-by-name", test_picture_by_name);
  g_test_add_func ("/aseprite/directions", test_directions);
  g_test_add_func ("/aseprite/slices", test_slices);
  g_test_add_func ("/aseprite/user-data", test_user_data);
  g_test_add_func ("/aseprite/errors", test_errors);
  return kit_run_in (folder);
}
