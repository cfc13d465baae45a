/* SPDX-License-Identifier: MIT */
/* Frames from files, folders, grids and islands; how a format is guessed; what is refused. */
#include "document/hot_spots.h"
#include "interchange/sheets/sheets.h"
#include "tests/support/import_kit.h"
#include "tests/support/looks.h"
#include "tests/support/seed.h"

static char *folder;

static void
save_blot (const char *name, gint width, gint height, guint number)
{
  g_autoptr (KbPicture) picture = kb_picture_new ((guint) width, (guint) height);
  kit_figure (picture, 0, 0, width, height, number);
  kit_save (picture, folder, name);
}

static void
test_natural_order (void)
{
  static const char *const sorted[] = { "", "a", "a/b", "a b", "fakir", "fakir01", "fakir1", "fakir2", "fakir2b", "fakir9", "fakir10",
                                        "Fakir11", "fakir099", "fakir100", "fakir18446744073709551616",
                                        "fakir18446744073709551617", "walk_2_1", "walk_2_10", "walk_10_1", "z" };
  for (guint i = 0; i < G_N_ELEMENTS (sorted); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sorted); j++)
      {
        int expected = i < j ? -1 : i > j;
        if (kb_natural_compare (sorted[i], sorted[j]) != expected)
          g_error ("'%s' and '%s': %d", sorted[i], sorted[j], kb_natural_compare (sorted[i], sorted[j]));
      }
}

static void
test_files (void)
{
  static const char *const names[] = { "fakir10.png", "fakir2.png", "fakir1.png" };
  g_autoptr (GError) error = NULL;
  g_autofree char *sub = g_build_filename (folder, "frames", NULL);
  g_mkdir (sub, 0700);
  const char *paths[4] = { NULL };
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *in_folder = g_build_filename ("frames", names[i], NULL);
      save_blot (in_folder, 4 + (gint) i, 5, i);
      paths[i] = g_build_filename (folder, in_folder, NULL);
    }
  kit_write (folder, "frames/notes.txt", "not a picture");
  KbImportOptions options = { 0 };
  g_autoptr (KbImport) import = kb_import_read (paths, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (import->importer->name, ==, "files");
  g_assert_cmpstr (import->name, ==, "fakir");
  g_assert_cmpuint (import->frames->len, ==, 3);
  g_assert_cmpstr (kit_frame (import, 0)->name, ==, "fakir1");
  g_assert_cmpstr (kit_frame (import, 1)->name, ==, "fakir2");
  g_assert_cmpstr (kit_frame (import, 2)->name, ==, "fakir10");
  g_assert_cmpint (kit_frame (import, 2)->width, ==, 4);

  const char *const whole[] = { sub, NULL };
  g_autoptr (KbImport) all = kb_import_read (whole, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->frames->len, ==, 3);
  g_assert_cmpstr (kit_frame (all, 2)->name, ==, "fakir10");
  for (guint i = 0; i < 3; i++)
    g_free ((char *) paths[i]);
}

static void
test_grid (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) sheet = kb_picture_new (2 + 3 * 8 + 2 * 1 + 2, 2 + 2 * 6 + 1 + 2);
  for (gint i = 0; i < 5; i++)
    kit_figure (sheet, 2 + i % 3 * 9, 2 + i / 3 * 7, 8, 6, (guint) i);
  kit_save (sheet, folder, "sheet.png");

  KbImportOptions options = { .cell_width = 8, .cell_height = 6, .margin = 2, .spacing = 1 };
  g_autoptr (KbImport) import = kit_read (folder, "sheet.png", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (import->importer->name, ==, "grid");
  g_assert_cmpstr (import->name, ==, "sheet");
  g_assert_cmpuint (import->frames->len, ==, 6);
  g_assert_cmpuint (import->pictures->len, ==, 1);
  g_assert_cmpuint (import->messages->len, ==, 0);
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (KbPicture) shown = kb_import_frame_picture (import, kit_frame (import, i)), expected = kb_picture_new (8, 6);
      kit_figure (expected, 0, 0, 8, 6, i);
      g_assert_true (kit_pictures_equal (shown, expected));
    }
  options.skip_empty = TRUE;
  g_autoptr (KbImport) five = kit_read (folder, "sheet.png", &options, &error);
  g_assert_cmpuint (five->frames->len, ==, 5);
  options.count = 3;
  g_autoptr (KbImport) three = kit_read (folder, "sheet.png", &options, &error);
  g_assert_cmpuint (three->frames->len, ==, 3);
  options.count = 4;
  g_autoptr (KbImport) four = kit_read (folder, "sheet.png", &options, &error);
  g_assert_cmpuint (four->frames->len, ==, 4);

  /* Twelve cells a pixel apart; without the pixel there would be room for thirteen. */
  g_autoptr (KbPicture) strip = kb_picture_new (12 * 8 + 11, 6);
  kit_save (strip, folder, "strip.png");
  const KbImportOptions spaced = { .cell_width = 8, .cell_height = 6, .spacing = 1 };
  g_autoptr (KbImport) twelve = kit_read (folder, "strip.png", &spaced, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (twelve->frames->len, ==, 12);
  g_assert_cmpint (kit_frame (twelve, 11)->x, ==, 99);

  /* Rows of different lengths; the empty cell between others stays. */
  g_autoptr (KbPicture) ragged = kb_picture_new (4 * 8, 3 * 6);
  static const guint8 filled[] = { 0, 1, 2, 4, 6, 8 };
  for (guint i = 0; i < G_N_ELEMENTS (filled); i++)
    kit_figure (ragged, filled[i] % 4 * 8, filled[i] / 4 * 6, 8, 6, i);
  kit_save (ragged, folder, "ragged.png");
  const KbImportOptions rows = { .cell_width = 8, .cell_height = 6, .skip_empty = TRUE };
  g_autoptr (KbImport) seven = kit_read (folder, "ragged.png", &rows, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (seven->frames->len, ==, 7);
  g_assert_cmpint (kit_frame (seven, 3)->y, ==, 6);
  g_assert_cmpint (kit_frame (seven, 6)->y, ==, 12);

  options.count = 7;
  g_assert_null (kit_read (folder, "sheet.png", &options, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kit_assert_message (error, "only 6 fit (3 columns, 2 rows)");
  g_clear_error (&error);
  options = (KbImportOptions) { .cell_width = 64, .cell_height = 64 };
  g_assert_null (kit_read (folder, "sheet.png", &options, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  options = (KbImportOptions) { .cell_width = 7, .cell_height = 6 };
  g_autoptr (KbImport) rest = kit_read (folder, "sheet.png", &options, &error);
  g_assert_true (kit_has_message (rest->messages, "whole cells"));
}

/* The gaps tell the cells: figures of different widths, one cell at the end empty. */
static void
test_guess_cell (void)
{
  static const struct { gint columns, rows, w, h, inset, expected_w, expected_h; } cases[] = {
    { 6, 3, 24, 32, 3, 24, 32 }, { 8, 1, 48, 40, 5, 48, 40 }, { 1, 5, 20, 16, 2, 20, 16 },
    { 4, 4, 16, 16, 1, 16, 16 }, { 6, 1, 20, 20, 0, 20, 20 },                        /* a strip of squares */
    { 6, 4, 10, 24, 0, 32, 32 },                                                      /* nothing to go by */
  };
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      gint w = cases[c].w, h = cases[c].h, in = cases[c].inset, got_w, got_h;
      g_autoptr (KbPicture) sheet = kb_picture_new ((guint) (cases[c].columns * w), (guint) (cases[c].rows * h));
      for (gint i = 0; i < cases[c].columns * cases[c].rows - (in && cases[c].rows > 1 && cases[c].columns > 1); i++)
        for (gint y = in; y < h - in; y++)
          for (gint x = in + (in ? i % 3 : 0); x < w - in; x++)
            sheet->rgba[4 * ((i / cases[c].columns * h + y) * cases[c].columns * w + i % cases[c].columns * w + x) + 3] = 255;
      kb_grid_guess_cell (sheet, &got_w, &got_h);
      g_test_message ("case %u", c);
      g_assert_cmpint (got_w, ==, cases[c].expected_w);
      g_assert_cmpint (got_h, ==, cases[c].expected_h);
    }
}

static guint
mixed (guint a, guint b, guint c)
{
  guint x = a * 0x9e3779b1u ^ b * 0x85ebca6bu ^ c * 0xc2b2ae35u;
  x ^= x >> 15;
  x *= 0x2c1b3c6du;
  return x ^ x >> 13;
}

/* Tiles that are shaded, grained and have a mark in a corner; `kind` 1: they are clear around a disc, 2: each second one goes
 * on in the next, 3: nothing of it, a picture with soft shades. */
static KbPicture *
tiles_of (gint side, gint columns, gint rows, guint kind)
{
  KbPicture *sheet = kb_picture_new ((guint) (columns * side), (guint) (rows * side));
  for (gint y = 0; y < rows * side; y++)
    for (gint x = 0; x < columns * side; x++)
      {
        const gint i = x / side, j = y / side, u = x % side, v = y % side, r = side / 2;
        const guint tile = mixed ((guint) (kind == 2 ? i / 2 : i), (guint) j, 7);
        guint8 *at = sheet->rgba + 4 * (y * columns * side + x);
        for (guint c = 0; c < 3; c++)
          at[c] = (guint8) (kind == 3 ? (guint) (100 + x / 4 + y / 6)
                                      : (tile >> 8 * c & 127) + (guint) (40 * (u + v) / side) + mixed ((guint) x, (guint) y, c) % 12
                                          + (u < side / 4 && v < side / 4 ? 60 : 0));
        at[3] = kind == 1 && (u - r) * (u - r) + (v - r) * (v - r) >= r * r ? 0 : 255;
      }
  return sheet;
}

/* The borders of tiles tell their side, which may be preferred among as good ones; a soft picture has none. */
static void
test_guess_tile (void)
{
  static const gint sides[] = { 16, 24, 32, 64 };
  gint side = 0;
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (guint kind = 0; kind < 3; kind++)
      {
        g_autoptr (KbPicture) sheet = tiles_of (sides[i], 8, 6, kind);
        g_test_message ("side %d, kind %u", sides[i], kind);
        g_assert_true (kb_grid_guess_tile (sheet, 0, &side));
        g_assert_cmpint (side, ==, sides[i]);
        g_assert_true (kb_grid_guess_tile (sheet, sides[i] / 2, &side));
        g_assert_cmpint (side, ==, sides[i]);
        g_assert_true (kb_grid_guess_tile (sheet, 2 * sides[i], &side));
        g_assert_cmpint (side, ==, kind == 2 ? side : 2 * sides[i]);
      }
  g_autoptr (KbPicture) soft = tiles_of (32, 8, 6, 3), plain = kb_picture_new (128, 128), odd = tiles_of (32, 8, 6, 0);
  odd->width--;   /* read as rows of other pixels: the sides do not divide it */
  side = 5;
  g_assert_false (kb_grid_guess_tile (soft, 32, &side));
  g_assert_false (kb_grid_guess_tile (plain, 32, &side));
  g_assert_false (kb_grid_guess_tile (odd, 0, &side));
  g_assert_cmpint (side, ==, 5);
}

/* The sample's sheets are sheets; none of these is: one figure, two of them, parts of one picture that are not
 * alike, a picture without a clear pixel, tiles without gaps. */
static void
test_guess_sheet (void)
{
  static const char *const sheets[] = { "boxer.png", "fakir.png" };
  const char *art = g_getenv ("DOJO_ART");
  gint w = 0, h = 0;
  for (guint i = 0; i < G_N_ELEMENTS (sheets) && art; i++)
    {
      g_autofree char *path = g_build_filename (art, sheets[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (KbPicture) sheet = kb_picture_files.load (kb_picture_files.data, path, &error);
      g_assert_no_error (error);
      g_assert_true (kb_grid_guess_sheet (sheet, &w, &h));
      g_assert_cmpint (w, ==, 96);
      g_assert_cmpint (h, ==, 80);
    }
  g_autoptr (KbPicture) strip = kb_picture_new (90, 20), one = kb_picture_new (60, 40), two = kb_picture_new (60, 40);
  g_autoptr (KbPicture) parts = kb_picture_new (64, 64), full = kb_picture_new (96, 32);
  w = h = 0;
  for (gint i = 0; i < 3; i++)
    kit_fill (strip, 30 * i + 8 + i, 4, 14, 14, 0xff0000ff);
  g_assert_true (kb_grid_guess_sheet (strip, &w, &h));
  g_assert_cmpint (w, ==, 30);
  g_assert_cmpint (h, ==, 20);
  /* Feet on the last row of a cell, heads on the first row of the next one, but nowhere joined. */
  g_autoptr (KbPicture) rows = kb_picture_new (64, 32);
  for (gint i = 0; i < 4; i++)
    {
      kit_fill (rows, 16 * i + 2, 2, 5, 14, 0xff0000ff);
      kit_fill (rows, 16 * i + 9, 16, 5, 12, 0xff0000ff);
    }
  g_assert_true (kb_grid_guess_sheet (rows, &w, &h));
  g_assert_cmpint (w, ==, 16);
  g_assert_cmpint (h, ==, 16);
  kit_fill (one, 10, 4, 40, 30, 0xff0000ff);
  kit_fill (two, 4, 4, 20, 30, 0xff0000ff);
  kit_fill (two, 36, 4, 20, 30, 0xff0000ff);
  kit_fill (parts, 1, 1, 4, 30, 0xff0000ff);
  kit_fill (parts, 40, 2, 20, 3, 0xff0000ff);
  kit_fill (parts, 2, 58, 28, 4, 0xff0000ff);
  kit_fill (parts, 60, 36, 3, 27, 0xff0000ff);
  kit_fill (full, 0, 0, 96, 32, 0xff0000ff);
  const KbPicture *const single[] = { one, two, parts, full };
  w = h = 7;
  for (guint i = 0; i < G_N_ELEMENTS (single); i++)
    g_assert_false (kb_grid_guess_sheet (single[i], &w, &h));
  g_assert_cmpint (w + h, ==, 14);
}

static void
test_bad_options (void)
{
  static const KbImportOptions bad[] = {
    { .cell_width = 8 }, { .cell_height = 8 }, { .cell_width = -1, .cell_height = 4 }, { .cell_width = 8, .cell_height = 8, .margin = -1 },
    { .cell_width = 8, .cell_height = 8, .spacing = 100000 }, { .cell_width = 8, .cell_height = 8, .islands = TRUE }, { .gap = 10000 }, { .gather = 101 },
    { .format = (char *) "jpeg" }, { .format = (char *) "grid" },
  };
  save_blot ("one.png", 16, 16, 1);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (kit_read (folder, "one.png", &bad[i], &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_USAGE);
    }
}

/* Stripes of single pixels: refused by their number before memory goes into them. */
static void
test_too_many_runs (void)
{
  g_autoptr (KbPicture) stripes = kb_picture_new (4096, 2050);
  for (guint i = 0; i < 4096 * 2050; i += 2)
    stripes->rgba[4 * (gsize) i + 3] = 255;
  g_assert_null (kb_island_map_new (stripes, 0, 0, 0, 0));
  kit_save (stripes, folder, "stripes.png");
  g_autoptr (GError) error = NULL;
  const KbImportOptions options = { .islands = TRUE };
  g_assert_null (kit_read (folder, "stripes.png", &options, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kit_assert_message (error, "runs of opaque pixels");
}

static void
test_islands (void)
{
  static const gint boxes[][4] = { { 1, 4, 5, 9 }, { 10, 2, 4, 11 }, { 20, 3, 6, 10 }, { 0, 20, 7, 8 }, { 12, 22, 3, 5 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) sheet = kb_picture_new (32, 32);
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    kit_figure (sheet, boxes[i][0], boxes[i][1], boxes[i][2], boxes[i][3], i);
  kit_pixel (sheet, 30, 30, 0xff0000ff);
  kit_save (sheet, folder, "islands.png");
  KbImportOptions options = { .islands = TRUE, .minimum = 2 };
  g_autoptr (KbImport) import = kit_read (folder, "islands.png", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (import->importer->name, ==, "islands");
  g_assert_cmpuint (import->frames->len, ==, G_N_ELEMENTS (boxes));
  g_assert_true (kit_has_message (import->messages, "1 island smaller"));
  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    {
      const KbImportFrame *frame = kit_frame (import, i);
      const gint got[4] = { frame->x, frame->y, frame->width, frame->height };
      g_assert_cmpmem (got, sizeof got, boxes[i], sizeof boxes[i]);
    }
  /* Three pixels lie between the first two; corners touch. */
  options.gap = 4;
  g_autoptr (KbImport) joined = kit_read (folder, "islands.png", &options, &error);
  g_assert_cmpuint (joined->frames->len, <, G_N_ELEMENTS (boxes));

  g_autoptr (KbPicture) corners = kb_picture_new (4, 4);
  kit_pixel (corners, 0, 0, 0xff);
  kit_pixel (corners, 1, 1, 0xff);
  kit_pixel (corners, 3, 1, 0xff);
  KbIslandMap *map = kb_island_map_new (corners, 0, 0, 0, 0);
  g_assert_cmpuint (map->islands->len, ==, 2);
  kb_island_map_free (map);
  map = kb_island_map_new (corners, 0, 1, 0, 0);
  g_assert_cmpuint (map->islands->len, ==, 1);
  kb_island_map_free (map);
}

/* "x,y,w,h" of the frames on their sheet. */
static char *
frame_boxes (const KbImport *import)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < import->frames->len; i++)
    {
      const KbImportFrame *frame = kit_frame (import, i);
      g_string_append_printf (text, "%s%d,%d,%d,%d", i ? " " : "", frame->sheet_x, frame->sheet_y, frame->width, frame->height);
    }
  return g_string_free (text, FALSE);
}

/* Two figures of 8 x 10 in each of two rows, the second of the first row in two parts 2 pixels apart; a dot;
 * two that touch. */
static void
save_packed (void)
{
  g_autoptr (KbPicture) sheet = kb_picture_new (64, 48);
  kit_figure (sheet, 2, 2, 8, 10, 1);
  kit_figure (sheet, 20, 2, 8, 4, 2);
  kit_figure (sheet, 20, 8, 8, 4, 3);
  kit_figure (sheet, 2, 20, 8, 10, 4);
  kit_figure (sheet, 20, 20, 8, 10, 5);
  kit_fill (sheet, 40, 5, 2, 2, 0xff0000ff);
  kit_figure (sheet, 2, 36, 16, 10, 6);
  kit_fill (sheet, 10, 12, 1, 8, 0x00000005);   /* a faint bridge */
  kit_save (sheet, folder, "packed.png");
}

static void
test_changes (void)
{
  static const struct { const char *changes, *boxes; } cases[] = {
    { NULL, "2,2,8,10 20,2,8,10 2,20,8,10 20,20,8,10 2,36,16,10" },
    { "", "2,2,8,10 20,2,8,10 2,20,8,10 20,20,8,10 2,36,16,10" },
    { "drop 5,5; drop 30,2", "20,2,8,10 2,20,8,10 20,20,8,10 2,36,16,10" },
    { "drop 5,5;keep 5,5; keep 41,6;", "2,2,8,10 20,2,8,10 40,5,2,2 2,20,8,10 20,20,8,10 2,36,16,10" },
    { "merge 5,5 5,25", "2,2,8,28 20,2,8,10 20,20,8,10 2,36,16,10" },
    { "merge 5,5 5,25; merge 21,9 25,25", "2,2,8,28 20,2,8,28 2,36,16,10" },
    { "split 21,7", "2,2,8,10 20,2,8,4 20,8,8,4 2,20,8,10 20,20,8,10 2,36,16,10" },
    { "cut 10,36 10,46", "2,2,8,10 20,2,8,10 2,20,8,10 20,20,8,10 2,36,8,10 10,36,8,10" },
    { "cut 2,41 18,41; merge 3,37 22,22", "2,2,8,10 20,2,8,10 2,20,8,10 2,20,26,21 2,41,16,5" },
    { "merge 2,2 20,2; split 2,2; drop 21,21", "2,2,8,10 20,2,8,4 20,8,8,4 2,20,8,10 2,36,16,10" },
  };
  save_packed ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      KbImportOptions options = { .changes = (char *) cases[i].changes };
      kb_import_choose_islands (&options);
      options.gap = 2;
      g_autoptr (KbImport) import = kit_read (folder, "packed.png", &options, &error);
      g_assert_no_error (error);
      g_autofree char *boxes = frame_boxes (import);
      g_test_message ("%s", cases[i].changes);
      g_assert_cmpstr (boxes, ==, cases[i].boxes);
      g_assert_cmpint (kit_has_message (import->messages, "no frame is there"), ==, i == 2);
    }
  static const char *const bad[] = { "drop", "drop 1", "drop 1,2,3", "merge 1,2", "jump 1,2", "drop 1,-2", "drop 1,99999999999999999999" };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      const KbImportOptions options = { .islands = TRUE, .changes = (char *) bad[i] };
      g_assert_null (kit_read (folder, "packed.png", &options, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_USAGE);
    }
}

/* Pixels of two figures, cut apart within one box: each frame has only its own. */
static void
test_slanted_cut (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) sheet = kb_picture_new (20, 20);
  kit_fill (sheet, 0, 0, 20, 20, 0x112233ff);
  kit_save (sheet, folder, "block.png");
  const KbImportOptions options = { .islands = TRUE, .changes = (char *) "cut 0,0 20,20" };
  g_autoptr (KbImport) import = kit_read (folder, "block.png", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (import->frames->len, ==, 2);
  guint64 opaque = 0;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (KbPicture) half = kb_import_frame_picture (import, kit_frame (import, i));
      for (guint k = 0; k < half->width * half->height; k++)
        opaque += half->rgba[4 * k + 3] != 0;
    }
  g_assert_cmpuint (opaque, ==, 400);
}

static char *
animations_of (const KbImport *import)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < import->animations->len; i++)
    {
      g_autofree char *steps = kit_steps (kit_animation (import, i));
      g_string_append_printf (text, "%s%s %s", i ? ", " : "", kit_animation (import, i)->name, steps);
    }
  return g_string_free (text, FALSE);
}

static void
test_rows_and_ranges (void)
{
  static const struct { gboolean rows; const char *ranges, *animations; } cases[] = {
    { TRUE, NULL, "row 1 0:100 1:100, row 2 2:100 3:100, row 3 4:100" },
    { FALSE, "walk 1-3, idle 4", "walk 0:100 1:100 2:100, idle 3:100" },
    { FALSE, " turn round 3-1 5 , turn round 2,", "turn round 2:100 1:100 0:100 4:100 1:100" },
    { FALSE, "walk 4-9, back 8-4, none 7", "walk 3:100 4:100, back 4:100 3:100" },
  };
  static const char *const bad[] = { "walk", "walk 0", "walk 1-99999", "1-3", "walk 1-", "walk 1-2-3", "walk 1x", "walk -1" };
  save_packed ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      KbImportOptions options = { .rows = cases[i].rows, .ranges = (char *) cases[i].ranges, .animations = TRUE };
      kb_import_choose_islands (&options);
      options.gap = 2;
      g_autoptr (KbImport) import = kit_read (folder, "packed.png", &options, &error);
      g_assert_no_error (error);
      g_autofree char *animations = animations_of (import);
      g_assert_cmpint (kit_has_message (import->messages, "walk 4-9: there are only 5 frames"), ==, i == 3);
      g_assert_cmpstr (animations, ==, cases[i].animations);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      KbImportOptions options = { .ranges = (char *) bad[i] };
      kb_import_choose_islands (&options);
      options.gap = 2;
      g_assert_null (kit_read (folder, "packed.png", &options, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_USAGE);
    }
  const KbImportOptions cells = { .cell_width = 16, .cell_height = 16, .rows = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) grid = kit_read (folder, "packed.png", &cells, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (grid->animations->len, ==, 3);
  g_assert_cmpuint (kit_animation (grid, 2)->steps->len, ==, 4);
}

/* Frames without a hot spot get that of the preset. */
static void
test_hot_spots (void)
{
  static const struct { const char *preset; gint x, y; } cases[] = {
    { "top-left", 0, 0 }, { "bottom", 8, 15 }, { "right", 15, 8 }, { "opaque-top-left", 2, 2 }, { "opaque-bottom", 6, 11 },
    { "opaque-centre", 6, 7 }, { "opaque-bottom-right", 9, 11 },
  };
  save_packed ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      KbImportOptions options = { .cell_width = 16, .cell_height = 16, .count = 4 };
      g_assert_true (kb_hot_spot_read (cases[i].preset, &options.hot_spot));
      g_autoptr (KbImport) import = kit_read (folder, "packed.png", &options, &error);
      g_assert_no_error (error);
      const KbImportFrame *frame = kit_frame (import, 0), *empty = kit_frame (import, 3);
      g_assert_cmpint (frame->hot_spot.x, ==, cases[i].x);
      g_assert_cmpint (frame->hot_spot.y, ==, cases[i].y);
      g_assert_true (empty->hot_spot.set);
    }
  gint preset = 3;
  g_assert_false (kb_hot_spot_read ("middle", &preset));
  g_assert_false (kb_hot_spot_read (NULL, &preset));
  g_assert_cmpint (preset, ==, 3);
}

/* A packed sheet is recognised; so is one whose figures touch at weak pixels, which none of them loses. One figure of
 * several parts is none, and a grid stays a grid. */
static void
test_detect (void)
{
  g_autoptr (KbPicture) packed = kb_picture_new (100, 60), crowded = kb_picture_new (100, 20), figure = kb_picture_new (60, 60),
                        cells = kb_picture_new (90, 20);
  for (gint i = 0; i < 5; i++)
    {
      kit_fill (packed, 2 + 19 * i, 3 + 2 * i, 10 + i, 18 - i, 0xff0000ff);
      kit_fill (packed, 7 + 17 * i, 32 + i, 12, 18 + i, 0xff0000ff);
      kit_fill (crowded, 20 * i, 2 + i % 2, 17, 16, 0xff0000ff);
      kit_fill (crowded, 20 * i + 17, 5, 3, 3, 0xff000040);
    }
  kit_fill (figure, 20, 2, 20, 20, 0xff0000ff);
  kit_fill (figure, 15, 24, 30, 30, 0xff0000ff);
  kit_fill (figure, 5, 24, 8, 20, 0xff0000ff);
  kit_fill (figure, 47, 24, 8, 20, 0xff0000ff);
  for (gint i = 0; i < 3; i++)
    kit_fill (cells, 30 * i + 8 + i, 4, 14, 14, 0xff0000ff);
  KbImportOptions options = { 0 };
  g_assert_true (kb_import_detect_sheet (packed, &options));
  g_assert_true (options.islands);
  g_assert_cmpint (options.gap, ==, 1);
  g_assert_cmpint (options.minimum, ==, 16);
  g_assert_cmpstr (kb_hot_spot_presets[options.hot_spot], ==, "opaque-bottom");
  options = (KbImportOptions) { 0 };
  g_assert_true (kb_import_detect_sheet (crowded, &options));
  g_assert_cmpint (options.gap, ==, 0);
  g_assert_cmpint (options.gather, ==, 25);
  kit_save (crowded, folder, "crowded.png");
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = kit_read (folder, "crowded.png", &options, &error);
  g_assert_no_error (error);
  g_autofree char *boxes = frame_boxes (import);
  g_assert_cmpstr (boxes, ==, "0,2,20,16 20,3,20,16 40,2,20,16 60,3,20,16 80,2,20,16");
  options = (KbImportOptions) { 0 };
  g_assert_false (kb_import_detect_sheet (figure, &options));
  g_assert_false (options.islands);
  g_assert_true (kb_import_detect_sheet (cells, &options));
  g_assert_false (options.islands);
  g_assert_cmpint (options.cell_width, ==, 30);
}

/* Cells that leave empty rows and columns over, as sheets whose sides are powers of two or were enlarged. */
static void
test_detect_spare (void)
{
  static const struct { guint width, height; gint cell_width, cell_height, columns, rows; } cases[] = {
    { 256, 128, 32, 48, 7, 2 }, { 512, 256, 50, 60, 9, 3 }, { 384, 149, 96, 64, 4, 2 }, { 300, 234, 48, 48, 6, 4 },
    { 480, 186, 80, 80, 6, 2 }, { 133, 64, 30, 64, 4, 1 },
  };
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      const gint w = cases[c].cell_width, h = cases[c].cell_height;
      g_autoptr (KbPicture) sheet = kb_picture_new (cases[c].width, cases[c].height);
      for (gint i = 0; i < cases[c].columns * cases[c].rows; i++)
        {
          gint half = w / 4 - i % 3, tall = h * 2 / 3 + i % 4;
          kit_fill (sheet, i % cases[c].columns * w + w / 2 - half, i / cases[c].columns * h + h - 3 - tall, 2 * half, tall,
                    0xff0000ff);
        }
      KbImportOptions options = { 0 };
      g_assert_true (kb_import_detect_sheet (sheet, &options));
      g_assert_false (options.islands);
      g_assert_cmpint (options.cell_width, ==, w);
      g_assert_cmpint (options.cell_height, ==, h);
    }
}

/* Figures with shadows as long as they are tall: the shadows are no frames. */
static void
test_detect_shadows (void)
{
  static const gint lefts[] = { 0, 44, 103, 146, 211, 240, 301, 333 };   /* of no grid */
  g_autoptr (KbPicture) figures = kb_picture_new (363, 53);
  for (gint i = 0; i < 8; i++)
    {
      kit_fill (figures, lefts[i] + 4, 1 + i % 4, 17 + i % 3, 34 - i % 4, 0xff0000ff);
      kit_fill (figures, lefts[i], 38 + i % 2, 26, 9, 0x00000070);
    }
  KbImportOptions options = { 0 };
  g_assert_true (kb_import_detect_sheet (figures, &options));
  g_assert_true (options.islands);
  g_assert_cmpint (options.gather, ==, 25);
}

/* A large picture among figures hides them only where it is the larger part. */
static void
test_detect_beside_large (void)
{
  static const gint lefts[] = { 0, 44, 103, 146, 211, 240, 301, 333 };   /* of no grid */
  for (gint large = 0; large < 2; large++)
    {
      g_autoptr (KbPicture) sheet = kb_picture_new (363, 200);
      for (gint i = 0; i < 8; i++)
        kit_fill (sheet, lefts[i] + 1, 1 + i % 4, 22 + i % 3, 34 - i % 4, 0xff0000ff);
      kit_fill (sheet, 50, 60, 190, large ? 130 : 25, 0x0000ffff);
      KbImportOptions options = { 0 };
      g_assert_true (kb_import_detect_sheet (sheet, &options) == !large);
      g_assert_true (options.islands == !large);
    }
}

/* Figures with a spark above, a sword at a distance and a shadow that falls towards the next figure: each
 * is one frame. The smallest of unlike drawings stays a frame, and so does each island where nothing is to be joined. */
static void
test_gather (void)
{
  static const gint lefts[] = { 0, 44, 103, 146, 211 };   /* of no grid */
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) figures = kb_picture_new (253, 53), unlike = kb_picture_new (130, 50);
  for (gint i = 0; i < 5; i++)
    {
      gint x = lefts[i], y = 10 + i % 2;
      kit_fill (figures, x + 8, y, 12 + i, 30, 0xff0000ff);
      kit_fill (figures, x + 10, y - 6, 4, 4, 0xffff00ff);
      kit_fill (figures, x + 3, y + 5, 2, 20, 0x808080ff);
      kit_fill (figures, x + 25, y + 22, 15, 9, 0x00000070);
      kit_fill (unlike, 26 * i, 5, 4 + 4 * i, 4 + 8 * i, 0xff0000ff);
    }
  kit_save (figures, folder, "figures.png");
  KbImportOptions options = { 0 };
  g_assert_true (kb_import_detect_sheet (figures, &options));
  g_assert_cmpint (options.gather, ==, 25);
  g_autoptr (KbImport) import = kit_read (folder, "figures.png", &options, &error);
  g_assert_no_error (error);
  g_autofree char *boxes = frame_boxes (import);
  g_assert_cmpstr (boxes, ==, "3,4,37,37 47,5,37,37 106,4,37,37 149,5,37,37 214,4,37,37");
  options.changes = (char *) "split 10,20; drop 56,20";
  g_autoptr (KbImport) changed = kit_read (folder, "figures.png", &options, &error);
  g_assert_no_error (error);
  g_autofree char *others = frame_boxes (changed);
  g_assert_cmpstr (others, ==, "10,4,4,4 106,4,37,37 149,5,37,37 214,4,37,37 3,15,2,20 8,10,12,30 25,32,15,9");
  options.changes = NULL;
  options.gather = 0;
  g_autoptr (KbImport) apart = kit_read (folder, "figures.png", &options, &error);
  g_assert_cmpuint (apart->frames->len, ==, 20);
  options = (KbImportOptions) { 0 };
  kb_import_choose_islands (&options);
  options.gather = 25;
  kit_save (unlike, folder, "unlike.png");
  g_autoptr (KbImport) kept = kit_read (folder, "unlike.png", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (kept->frames->len, ==, 5);
}

/* A ring around a dot: the ring's frame does not show the dot. */
static void
test_enclosed_island (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) sheet = kb_picture_new (9, 9);
  kit_fill (sheet, 0, 0, 9, 9, 0x112233ff);
  for (gint y = 1; y < 8; y++)
    for (gint x = 1; x < 8; x++)
      kit_pixel (sheet, x, y, 0);
  kit_fill (sheet, 3, 3, 3, 3, 0xffffffff);
  kit_save (sheet, folder, "ring.png");
  KbImportOptions options = { .islands = TRUE };
  g_autoptr (KbImport) import = kit_read (folder, "ring.png", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (import->frames->len, ==, 2);
  g_autoptr (KbPicture) ring = kb_import_frame_picture (import, kit_frame (import, 0));
  g_assert_cmpuint (ring->width, ==, 9);
  g_assert_cmpuint (kb_picture_pixel (ring, 4, 4)[3], ==, 0);
  g_assert_cmpuint (kb_picture_pixel (ring, 0, 4)[3], ==, 255);
}

static void
test_colour_key (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) sheet = kb_picture_new (20, 8);
  kit_fill (sheet, 0, 0, 20, 8, 0xff00ffff);
  kit_figure (sheet, 1, 1, 4, 4, 1);
  kit_figure (sheet, 9, 1, 4, 4, 2);
  kit_save (sheet, folder, "keyed.png");
  KbImportOptions options = { .islands = TRUE, .has_colour_key = TRUE, .colour_key = 0xff00ff };
  g_autoptr (KbImport) import = kit_read (folder, "keyed.png", &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (import->frames->len, ==, 2);
  options.has_colour_key = FALSE;
  g_autoptr (KbImport) whole = kit_read (folder, "keyed.png", &options, &error);
  g_assert_cmpuint (whole->frames->len, ==, 1);
}

static void
test_refusals (void)
{
  static const struct { const char *name, *text, *message; } files[] = {
    { "plain.txt", "hello", "no file that can be imported" },
    { "half.png", "\x89PNG\r\n\x1a\n", "half.png: byte 8" },
    { "empty.png", "", "empty.png: this is an empty file" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GError) error = NULL;
      kit_write (folder, files[i].name, files[i].text);
      g_assert_null (kit_read (folder, files[i].name, NULL, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      kit_assert_message (error, files[i].message);
      kit_assert_message (error, files[i].name);
    }
  g_autoptr (GError) error = NULL;
  g_assert_null (kit_read (folder, "missing.png", NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  g_autofree char *sub = g_build_filename (folder, "nothing", NULL);
  g_mkdir (sub, 0700);
  g_assert_null (kit_read (folder, "nothing", NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kit_assert_message (error, "no pictures in this folder");
}

/* The options of every importer survive the way to JSON and back. */
static void
test_table (void)
{
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (KB_IMPORT_SPRITE, i)); i++)
    {
      KbImportOptions options = { .cell_width = 3, .cell_height = 4, .margin = 1, .spacing = 2, .count = 5, .skip_empty = TRUE,
                                  .gap = 6, .minimum = 7, .has_colour_key = TRUE, .colour_key = 0x123456 }, back;
      json_t *settings = kb_import_options_to_json (&options, importer);
      g_assert_true (kb_import_options_from_json (&back, settings, NULL));
      json_t *again = kb_import_options_to_json (&back, importer);
      g_assert_true (json_equal (settings, again));
      kb_import_options_clear (&back);
      json_decref (settings);
      json_decref (again);
    }
}

KIT_PROGRAM (import_sheets)
{
  kit_test_init (&argc, &argv);
  folder = temp_folder_new ();
  g_test_add_func ("/import/natural-order", test_natural_order);
  g_test_add_func ("/import/files", test_files);
  g_test_add_func ("/import/grid", test_grid);
  g_test_add_func ("/import/guess-cell", test_guess_cell);
  g_test_add_func ("/import/guess-tile", test_guess_tile);
  g_test_add_func ("/import/guess-sheet", test_guess_sheet);
  g_test_add_func ("/import/bad-options", test_bad_options);
  g_test_add_func ("/import/islands", test_islands);
  g_test_add_func ("/import/too-many-runs", test_too_many_runs);
  g_test_add_func ("/import/enclosed-island", test_enclosed_island);
  g_test_add_func ("/import/changes", test_changes);
  g_test_add_func ("/import/slanted-cut", test_slanted_cut);
  g_test_add_func ("/import/rows-and-ranges", test_rows_and_ranges);
  g_test_add_func ("/import/hot-spots", test_hot_spots);
  g_test_add_func ("/import/detect", test_detect);
  g_test_add_func ("/import/detect-spare", test_detect_spare);
  g_test_add_func ("/import/detect-shadows", test_detect_shadows);
  g_test_add_func ("/import/detect-beside-large", test_detect_beside_large);
  g_test_add_func ("/import/gather", test_gather);
  g_test_add_func ("/import/colour-key", test_colour_key);
  g_test_add_func ("/import/refusals", test_refusals);
  g_test_add_func ("/import/table", test_table);
  return kit_run_in (folder);
}
