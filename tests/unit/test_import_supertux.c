/* SPDX-License-Identifier: MIT */
/* SuperTux sprites: hit boxes, mirrors, clones, loops, and errors with line and column. */
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

static char *folder;

#define must_read(text) kit_must_read_text (folder, "tux.sprite", text)
#define read_text(text, error) kit_read_text (folder, "tux.sprite", text, error)

static void
assert_box (const KbImportFrame *frame, gint x, gint y, gint w, gint h)
{
  json_t *expected = json_pack ("[{sss{s[iiii]}}]", "class", "hitbox", "geometry", "box", x, y, w, h);
  g_assert_true (json_equal (frame->shapes, expected));
  json_decref (expected);
}

static void
test_actions (void)
{
  g_autoptr (KbImport) import = must_read (
    "; a comment (with brackets)\n"
    "(supertux-sprite\n"
    " (action (name \"walk\") (fps 15) (hitbox 1 2 6 4) (images \"a.png\" \"b.png\" \"a.png\"))\n"
    " (action (name \"back\") (fps 15) (hitbox 0 2 6 4) (mirror-action \"walk\"))\n"
    " (action (name \"run\") (fps 30.0) (clone-action \"walk\"))\n"
    " (action (name \"die\") (loops 2) (images \"b.png\") (colour 3)))\n");
  g_assert_cmpstr (import->importer->name, ==, "supertux");
  g_assert_cmpuint (import->animations->len, ==, 4);
  g_autofree char *walk = kit_steps (kit_animation (import, 0)), *back = kit_steps (kit_animation (import, 1));
  g_autofree char *run = kit_steps (kit_animation (import, 2)), *die = kit_steps (kit_animation (import, 3));
  g_assert_cmpstr (walk, ==, "0:67 1:66 0:67");
  g_assert_cmpstr (back, ==, "2:67 3:66 2:67");
  g_assert_cmpstr (run, ==, "0:33 1:34 0:33");
  g_assert_cmpstr (die, ==, "4:100 4:100");
  g_assert_cmpint (kit_animation (import, 0)->loop, ==, KB_LOOP_LOOP);
  g_assert_cmpint (kit_animation (import, 3)->loop, ==, KB_LOOP_HOLD_LAST);
  assert_box (kit_frame (import, 0), 1, 2, 6, 4);
  assert_box (kit_frame (import, 2), 0, 2, 6, 4);
  g_assert_cmpuint (json_array_size (kit_frame (import, 4)->shapes), ==, 0);
  g_assert_cmpint (kit_frame (import, 0)->hot_spot.x, ==, 4);
  g_assert_cmpint (kit_frame (import, 0)->hot_spot.y, ==, 5);
  g_assert_cmpstr (kit_frame (import, 2)->name, ==, "a mirrored");
  g_assert_true (kit_has_message (import->messages, "'colour' was not kept (line 6)"));

  g_autoptr (KbPicture) plain = kb_import_frame_picture (import, kit_frame (import, 0));
  g_autoptr (KbPicture) mirrored = kb_import_frame_picture (import, kit_frame (import, 2));
  for (guint y = 0; y < plain->height; y++)
    for (guint x = 0; x < plain->width; x++)
      g_assert_cmpmem (kb_picture_pixel (plain, x, y), 4, kb_picture_pixel (mirrored, plain->width - 1 - x, y), 4);
}

/* Mirrors of later actions, flips, regions, surfaces; a missing image is told and leaves a frame. */
static void
test_rare_forms (void)
{
  g_autoptr (KbImport) import = must_read (
    "(supertux-sprite (name \"x\")\n"
    " (action (name \"left\") (mirror-action \"right\"))\n"
    " (action (name \"right\") (hitbox 1 1) (regions (region \"a.png\" 2 1 3 4) (region \"a.png\" 0 0 8 6)))\n"
    " (action (name \"up\") (flip-action \"right\"))\n"
    " (action (surfaces (surface (diffuse-texture (file \"b.png\")) (displacement-texture (file \"d.png\")) (rotate 0))))\n"
    " (action (name \"gone\") (hitbox 2 3 4 5) (images \"gone.png\")))");
  g_assert_cmpuint (import->animations->len, ==, 5);
  g_assert_cmpstr (kit_animation (import, 3)->name, ==, "default");
  /* The hit box reaches to the end of the larger image. */
  assert_box (kit_frame (import, 0), 1, 1, 7, 5);
  g_assert_cmpint (kit_frame (import, 0)->width, ==, 3);
  const KbImportStep *step = &g_array_index (kit_animation (import, 2)->steps, KbImportStep, 1);
  g_autoptr (KbPicture) flipped = kb_import_frame_picture (import, kit_frame (import, step->frame));
  g_autoptr (KbPicture) a = kb_picture_new (8, 6);
  kit_figure (a, 0, 0, 8, 6, 1);
  g_assert_cmpmem (kb_picture_pixel (flipped, 2, 0), 4, kb_picture_pixel (a, 2, 5), 4);
  const KbImportFrame *gone = kit_frame (import, import->frames->len - 1);
  assert_box (gone, 2, 3, 4, 5);
  g_assert_cmpint (gone->picture, ==, -1);
  g_assert_cmpint (gone->width, ==, 6);
  g_assert_true (kit_has_message (import->messages, "gone.png"));
  g_assert_true (kit_has_message (import->messages, "displacement"));
}

static void
test_errors (void)
{
  static const struct { const char *text, *message; } cases[] = {
    { "(supertux-sprite\n (action (name \"a\")\n  (images \"a.png\"))", "line 1, column 1: this '(' has no ')'" },
    { "(supertux-sprite)\n)", "line 2, column 1: expected the end" },
    { "(supertux-sprite (action (name \"a)))", "line 1, column 32: this text has no closing quote" },
    { "(supertux-level (version 3)) ; (supertux-sprite", "line 1, column 1: expected (supertux-sprite ...)" },
    { "(supertux-sprite)", "no actions" },
    { "(supertux-sprite 5 )", "line 1, column 18: expected (action ...)" },
    { "(supertux-sprite (action (name \"a\")))", "line 1, column 18: the action has no images" },
    { "(supertux-sprite (action (name \"a\") (images)))", "line 1, column 37: expected at least one image" },
    { "(supertux-sprite (action (name \"a\") (images 5)))", "line 1, column 45: expected the file name" },
    { "(supertux-sprite (action (name a) (images \"a.png\")))", "line 1, column 32: expected a text in quotes" },
    { "(supertux-sprite\n(action (name \"a\")\n (hitbox 1 2 3)\n (images \"a.png\")))", "line 3, column 2: a hit box needs 4 numbers" },
    { "(supertux-sprite (action (hitbox 1 2 x 4) (images \"a.png\")))", "line 1, column 38: expected a number" },
    { "(supertux-sprite (action (hitbox 1 2 3 4 5) (images \"a.png\")))", "too many numbers" },
    { "(supertux-sprite (action (hitbox 1e9 2 3 4) (images \"a.png\")))", "too far out" },
    { "(supertux-sprite (action (hitbox 30000 2 30000 4) (images \"a.png\")))", "too far out" },
    { "(supertux-sprite (action (fps fast) (images \"a.png\")))", "line 1, column 31: expected a number" },
    { "(supertux-sprite (action (name \"a\") (mirror-action \"b\")))", "line 1, column 37: there is no action 'b'" },
    { "(supertux-sprite (action (name \"a\") (mirror-action \"b\")) (action (name \"b\") (clone-action \"a\")))", "refers to itself" },
    { "(supertux-sprite (action (images \"a.png\")) (action (images \"a.png\")))", "two actions 'default'" },
    { "(supertux-sprite (action (regions (region \"a.png\" 0 0 9 9))))", "not within the image (8 x 6 pixels)" },
    { "(supertux-sprite (action (regions (region \"a.png\" 0 0 9))))", "expected (region" },
    { "(supertux-sprite (action (images \"broken.png\")))", "broken.png: byte" },
  };
  kit_write (folder, "broken.png", "\x89PNG\r\n\x1a\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      if (read_text (cases[i].text, &error))
        g_error ("read: %s", cases[i].text);
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      kit_assert_message (error, cases[i].message);
      kit_assert_message (error, "tux.sprite");
    }
  g_autoptr (GString) deep = g_string_new ("(supertux-sprite ");
  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '(');
  g_autoptr (GError) error = NULL;
  g_assert_null (read_text (deep->str, &error));
  kit_assert_message (error, "nested too deeply");
}

/* Little files that ask for much: refused, quickly and in little memory. */
static void
test_bombs (void)
{
  g_autoptr (GString) text = g_string_new ("(supertux-sprite (action (name \"0\") (images");
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, " \"a.png\"");
  g_string_append (text, "))");
  for (guint i = 1; i < 2000; i++)
    g_string_append_printf (text, "(action (name \"%u\") (loops 65) (clone-action \"%u\"))", i, i - 1);
  g_string_append (text, ")");
  g_autoptr (GError) error = NULL;
  g_assert_null (read_text (text->str, &error));
  kit_assert_message (error, "too many images");
}

KIT_PROGRAM (import_supertux)
{
  kit_test_init (&argc, &argv);
  folder = temp_folder_new ();
  g_autoptr (KbPicture) a = kb_picture_new (8, 6), b = kb_picture_new (8, 6);
  kit_figure (a, 0, 0, 8, 6, 1);
  kit_figure (b, 0, 0, 8, 6, 2);
  kit_save (a, folder, "a.png");
  kit_save (b, folder, "b.png");
  g_test_add_func ("/supertux/actions", test_actions);
  g_test_add_func ("/supertux/rare-forms", test_rare_forms);
  g_test_add_func ("/supertux/errors", test_errors);
  g_test_add_func ("/supertux/bombs", test_bombs);
  return kit_run_in (folder);
}
