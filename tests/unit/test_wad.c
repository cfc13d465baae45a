/* SPDX-License-Identifier: MIT */
/* Doom's WADs: what is read of them, what is refused, and all maps of Freedoom. */
#include "document/document.h"
#include "interchange/levels/level_file.h"
#include "interchange/levels/wad.h"
#include "tests/support/seed.h"
#include "tests/support/wad_file.h"
#include "tests/support/wad_kit.h"

#define FREEDOOM "/usr/share/games/doom"

static KbWad *
parse (const GByteArray *bytes)
{
  g_autoptr (GError) error = NULL;
  KbWad *wad = kb_wad_parse ("a.wad", bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  return wad;
}

static void
test_room (void)
{
  KitWad kit = kit_wad_new ();
  kit_wad_lump (&kit, "PLAYPAL", "abc", 3);
  kit_wad_room (&kit, "map07");
  kit_wad_room (&kit, "E1M2");
  g_autoptr (GByteArray) bytes = kit_wad_finish (&kit);
  g_autoptr (KbWad) wad = parse (bytes);
  g_assert_cmpuint (kb_wad_map_count (wad), ==, 2);
  g_assert_cmpstr (kb_wad_map_name (wad, 0), ==, "MAP07");
  g_assert_cmpint (kb_wad_find_map (wad, "e1m2"), ==, 1);
  g_assert_cmpint (kb_wad_find_map (wad, "MAP08"), ==, -1);
  g_autoptr (KbWadMap) map = kb_wad_map_read (wad, 0, TRUE, NULL);
  g_assert_cmpstr (map->name, ==, "MAP07");
  g_assert_cmpuint (map->n_vertices, ==, 6);
  g_assert_cmpuint (map->n_lines, ==, 7);
  g_assert_cmpuint (map->n_sides, ==, 8);
  g_assert_cmpuint (map->n_sectors, ==, 2);
  g_assert_cmpuint (map->n_things, ==, 2);
  g_assert_cmpuint (map->n_segs + map->n_leaves + map->n_nodes, ==, 0);
  const KbWadLine *step = &map->lines[6];
  g_assert_cmpuint (step->flags, ==, KB_WAD_BLOCKS_MONSTERS | KB_WAD_TWO_SIDED);
  g_assert_cmpuint (map->sides[step->left].sector, ==, 1);
  g_assert_cmpstr (map->sides[step->left].lower, ==, "STEP1");
  g_assert_cmpuint (map->lines[0].left, ==, KB_WAD_NONE);
  g_assert_cmpint (map->vertices[2].x, ==, 256);
  g_assert_cmpstr (map->sectors[1].floor_picture, ==, "NUKAGE1");
  g_assert_cmpint (map->sectors[1].floor, ==, 16);
  g_assert_cmpuint (map->sectors[1].tag, ==, 9);
  g_assert_cmpint (map->things[1].angle, ==, 45);
  g_assert_cmpuint (map->things[1].type, ==, 3004);
}

/* The lumps of a room in which one has other numbers; NULL: it is not there. */
static GByteArray *
room_with (const char *name, const char *numbers)
{
  static const KitWadLump lumps[] = {
    { "THINGS", "1 2 3 1 7" }, { "LINEDEFS", "0 1 1 0 0 0 65535" }, { "SIDEDEFS", "0 0 @- @- @- 0" }, { "VERTEXES", "-5 0 4 4" },
    { "SEGS", "0 1 0 0 0 0" }, { "SSECTORS", "1 0 1 0" }, { "NODES", "0 0 1 0 0 0 0 0 0 0 0 0 32768 32769" },
    { "SECTORS", "0 9 @A @B 1 0 0" },
  };
  KitWad kit = kit_wad_new ();
  kit_wad_lump (&kit, "E1M1", NULL, 0);
  for (guint i = 0; i < G_N_ELEMENTS (lumps); i++)
    if (strcmp (lumps[i].name, name) != 0)
      kit_wad_numbers (&kit, lumps[i].name, lumps[i].numbers);
    else if (numbers)
      kit_wad_numbers (&kit, name, numbers);
  if (g_str_equal (name, "BEHAVIOR") || g_str_equal (name, "TEXTMAP"))
    kit_wad_numbers (&kit, name, numbers);
  return kit_wad_finish (&kit);
}

static const struct { const char *lump, *numbers, *says; } wrong_maps[] = {
  { "THINGS", NULL, "a.wad: byte 138: the map E1M1: there is no lump THINGS" },
  { "LINEDEFS", NULL, "there is no lump LINEDEFS" },
  { "SIDEDEFS", NULL, "there is no lump SIDEDEFS" },
  { "VERTEXES", NULL, "there is no lump VERTEXES" },
  { "SECTORS", NULL, "there is no lump SECTORS" },
  { "VERTEXES", "1 2 3", "a.wad: byte 66: VERTEXES of the map E1M1: 6 bytes are not a whole number of records of 4 bytes" },
  { "THINGS", "1", "byte 12: THINGS of the map E1M1: 2 bytes" },
  { "LINEDEFS", "0 1 1 0 0 0 65535 0 2 1 0 0 0 65535", "byte 36: LINEDEFS of the map E1M1: vertex 2 of 2" },
  { "LINEDEFS", "9 1 1 0 0 0 65535", "vertex 9 of 2" },
  { "LINEDEFS", "0 1 1 0 0 1 65535", "side 1 of 1" },
  { "LINEDEFS", "0 1 1 0 0 0 7", "side 7 of 1" },
  { "SIDEDEFS", "0 0 @- @- @- 1", "byte 36: SIDEDEFS of the map E1M1: sector 1 of 1" },
  { "SEGS", "0 2 0 0 0 0", "SEGS of the map E1M1: vertex 2 of 2" },
  { "SEGS", "0 1 0 1 0 0", "line 1 of 1" },
  { "SEGS", "0 1 0 0 2 0", "side 2 of 2" },
  { "SSECTORS", "2 0", "seg 1 of 1" },
  { "SSECTORS", "65535 65535", "seg 131069 of 1" },
  { "NODES", "0 0 1 0 0 0 0 0 0 0 0 0 32770 32768", "leaf 2 of 2" },
  { "NODES", "0 0 1 0 0 0 0 0 0 0 0 0 32768 0", "node before it 0 of 0" },
  { "BEHAVIOR", "0", "LINEDEFS of the map E1M1: 14 bytes are not a whole number of records of 16 bytes" },
  { "TEXTMAP", "@vertex{", "a.wad: TEXTMAP of the map E1M1: line 1, column 8: expected '}', and here is the end" },
};

/* One that is renamed is named, whichever it is, with its place in the directory. */
static void
test_renamed (void)
{
  static const char *const names[] = { "THINGS", "LINEDEFS", "SIDEDEFS", "VERTEXES", "SECTORS" };
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GByteArray) bytes = room_with ("", NULL);
      guint8 *name = NULL;
      for (guint at = 12; at + strlen (names[i]) <= bytes->len; at++)
        if (memcmp (bytes->data + at, names[i], strlen (names[i])) == 0)
          name = bytes->data + at;
      g_assert_nonnull (name);
      name[0] = 'X';
      g_autoptr (KbWad) wad = parse (bytes);
      g_autoptr (GError) error = NULL;
      g_autofree char *says = g_strdup_printf ("a.wad: byte %u: the map E1M1: there is no lump %s; X%s, which is there, is none of a map",
                                               (guint) (name - 8 - bytes->data), names[i], names[i] + 1);
      g_assert_null (kb_wad_map_read (wad, 0, FALSE, &error));
      g_assert_cmpstr (error->message, ==, says);
    }
}

/* Of several maps the good ones are there, and what is wrong with the others. */
static void
test_one_wrong (void)
{
  KitWad kit = kit_wad_new ();
  g_autoptr (GError) error = NULL;
  kit_wad_room (&kit, "MAP01");
  kit_wad_lump (&kit, "MAP02", NULL, 0);
  kit_wad_lump (&kit, "TEXTMAP", "x", 1);
  kit_wad_lump (&kit, "ENDMAP", NULL, 0);
  kit_wad_room (&kit, "MAP03");
  kit_wad_lump (&kit, "MAP04", NULL, 0);
  g_autoptr (GByteArray) bytes = kit_wad_finish (&kit);
  g_autoptr (KbLevelFile) file = kb_level_file_parse ("a.wad", (const char *) bytes->data, bytes->len, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->levels->len, ==, 2);
  g_assert_cmpstr (((const KbFileLevel *) g_ptr_array_index (file->levels, 1))->name, ==, "MAP03");
  g_assert_cmpuint (file->faults->len, ==, 2);
  g_assert_nonnull (strstr (((const GError *) g_ptr_array_index (file->faults, 0))->message, "a.wad: TEXTMAP of the map MAP02: line 1, column 2: expected '='"));
  g_assert_nonnull (strstr (((const GError *) g_ptr_array_index (file->faults, 1))->message, "the map MAP04: there is no lump VERTEXES"));
  g_assert_null (kb_level_file_parse ("a.wad", (const char *) bytes->data, bytes->len, "MAP04", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
}

/* More lines than a level takes walls. */
static void
test_too_many (void)
{
  const guint n = KB_MAX_WALLS + 1;
  KitWad kit = kit_wad_new ();
  g_autofree guint8 *lines = g_malloc0 ((gsize) n * 14);
  g_autoptr (GError) error = NULL;
  for (guint i = 0; i < n; i++)
    lines[i * 14 + 12] = lines[i * 14 + 13] = 255;
  kit_wad_lump (&kit, "MAP01", NULL, 0);
  kit_wad_numbers (&kit, "THINGS", "");
  kit_wad_lump (&kit, "LINEDEFS", (const char *) lines, (gsize) n * 14);
  kit_wad_numbers (&kit, "SIDEDEFS", "0 0 @- @- @- 0");
  kit_wad_numbers (&kit, "VERTEXES", "0 0");
  kit_wad_numbers (&kit, "SECTORS", "0 9 @A @B 1 0 0");
  g_autoptr (GByteArray) bytes = kit_wad_finish (&kit);
  g_assert_null (kb_level_file_parse ("a.wad", (const char *) bytes->data, bytes->len, NULL, &error));
  g_assert_cmpstr (error->message, ==, "a.wad: the map MAP01: 1048577 lines; expected at most 1048576");
}

static void
test_wrong_maps (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong_maps); i++)
    {
      g_autoptr (GByteArray) bytes = room_with (wrong_maps[i].lump, wrong_maps[i].numbers);
      g_autoptr (KbWad) wad = parse (bytes);
      g_autoptr (GError) error = NULL;
      g_autoptr (KbWadMap) map = kb_wad_map_read (wad, 0, TRUE, &error);
      g_assert_null (map);
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      if (!strstr (error->message, wrong_maps[i].says))
        g_error ("%u: expected '%s' in '%s'", i, wrong_maps[i].says, error->message);
    }
}

/* Trees that are there, and those of other programs, which are as if they were not. */
static void
test_trees (void)
{
  static const struct { const char *lump, *numbers; guint n_nodes; } table[] = {
    { "", NULL, 1 }, { "NODES", NULL, 0 }, { "NODES", "", 0 }, { "SEGS", "", 0 }, { "NODES", "@XNOD 1 2 3", 0 },
    { "NODES", "@xNd4", 0 },
    { "SSECTORS", "@XGLN 0", 0 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autoptr (GByteArray) bytes = room_with (table[i].lump, table[i].numbers);
      g_autoptr (KbWad) wad = parse (bytes);
      g_autoptr (GError) error = NULL;
      g_autoptr (KbWadMap) map = kb_wad_map_read (wad, 0, TRUE, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (map->n_nodes, ==, table[i].n_nodes);
      g_assert_cmpuint (map->n_segs, ==, table[i].n_nodes);
      g_assert_cmpuint (map->n_leaves, ==, 2 * table[i].n_nodes);
    }
}

/* Maps by what follows; and the lumps of one end where those of the next begin. */
static void
test_names (void)
{
  KitWad kit = kit_wad_new ();
  kit_wad_lump (&kit, "MAPINFO", "x", 1);
  kit_wad_lump (&kit, "MAP1", "x", 1);
  kit_wad_room (&kit, "MYROOM");
  kit_wad_room (&kit, "E1M1");
  kit_wad_lump (&kit, "THINGS", NULL, 0);
  kit_wad_lump (&kit, "E1M1", NULL, 0);
  g_autoptr (GByteArray) bytes = kit_wad_finish (&kit);
  g_autoptr (KbWad) wad = parse (bytes);
  g_assert_cmpuint (kb_wad_map_count (wad), ==, 3);
  g_assert_cmpstr (kb_wad_map_name (wad, 0), ==, "MYROOM");
  g_autoptr (KbWadMap) map = kb_wad_map_read (wad, 1, FALSE, NULL);
  g_assert_cmpuint (map->n_things, ==, 2);
  g_assert_cmpint (kb_wad_find_map (wad, "E1M1"), ==, 2);
  g_autoptr (GError) error = NULL;
  g_assert_null (kb_wad_map_read (wad, 2, FALSE, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
}

/* A header says more than there is. */
static const struct { const char *bytes; gsize size; const char *says; } wrong_files[] = {
  { "", 0, "a.wad: byte 0: expected IWAD or PWAD" },
  { "PWA", 3, "byte 0: expected IWAD or PWAD" },
  { "WAD2\0\0\0\0\14\0\0\0", 12, "byte 0: expected IWAD or PWAD" },
  { "IWAD\0\0\0\0\14\0\0", 11, "byte 11: the file ends in its header" },
  { "PWAD\1\0\0\0\14\0\0\0", 12, "byte 4: the directory of 1 lumps from byte 12 is beyond the file, which has 12 bytes" },
  { "PWAD\0\0\0\0\15\0\0\0", 12, "from byte 13" },
  { "PWAD\377\377\377\377\14\0\0\0xxxxxxxxxxxxxxxx", 28, "of 4294967295 lumps" },
  { "PWAD\0\0\0\0\377\377\377\377", 12, "from byte 4294967295" },
  { "PWAD\1\0\0\0\14\0\0\0\34\0\0\0\1\0\0\0LINE\nDE\t", 28,
    "byte 12: the lump LINE?DE?, 1 bytes from byte 28, is beyond the file, which has 28 bytes" },
  { "PWAD\1\0\0\0\14\0\0\0\377\377\377\377\377\377\377\377NODES\0\0\0", 28, "the lump NODES, 4294967295 bytes" },
};

static void
test_wrong_files (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong_files); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) exact = g_bytes_new (wrong_files[i].bytes, wrong_files[i].size);   /* so that a sanitizer sees its end */
      g_autoptr (KbWad) wad = kb_wad_parse ("a.wad", g_bytes_get_data (exact, NULL), wrong_files[i].size, &error);
      g_assert_null (wad);
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      if (!strstr (error->message, wrong_files[i].says))
        g_error ("%u: expected '%s' in '%s'", i, wrong_files[i].says, error->message);
    }
}

/* Cut anywhere, it is refused, and nothing beyond its end is read: the directory stands there. */
static void
test_cut (void)
{
  g_autoptr (GByteArray) bytes = room_with ("", NULL);
  for (gsize size = 0; size < bytes->len; size++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) cut = g_bytes_new (bytes->data, size);
      g_autoptr (KbWad) wad = kb_wad_parse ("a.wad", g_bytes_get_data (cut, NULL), size, &error);
      g_assert_null (wad);
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
    }
}

/* Sector 0: two squares that touch in a corner, one of them with a hole, and two lines that end in (9, 9) doom's way up. Sector 1:
 * a line with it on both sides. Sector 2: one line there and back. */
static void
test_rings (void)
{
  static const KitWadLump lumps[] = {
    { "THINGS", "" }, { "SIDEDEFS", "0 0 @- @- @- 0 0 0 @- @- @- 1 0 0 @- @- @- 2" },
    { "SECTORS", "0 9 @A @B 1 0 0 0 9 @A @B 1 0 0 0 9 @A @B 1 0 0" },
    { "VERTEXES", "0 0 0 40 40 40 40 0 80 40 80 80 40 80 10 10 20 10 20 20 10 20 50 50 60 60 9 9 0 0" },
    { "LINEDEFS", "14 1 1 0 0 0 65535  1 2 1 0 0 0 65535  2 3 1 0 0 0 65535  3 0 1 0 0 0 65535"      /* (0, 0) is there twice */
                  " 6 5 1 0 0 0 65535  5 4 1 0 0 0 65535  4 2 1 0 0 0 65535  2 6 1 0 0 0 65535"
                  " 7 8 1 0 0 0 65535  8 9 1 0 0 0 65535  9 10 1 0 0 0 65535  10 7 1 0 0 0 65535"
                  " 11 12 1 0 0 0 65535  12 13 1 0 0 0 65535  0 2 4 0 0 1 1  4 4 1 0 0 0 65535  0 3 4 0 0 2 65535  3 0 4 0 0 2 65535" },
  };
  KitWad kit = kit_wad_new ();
  g_autoptr (GError) error = NULL;
  kit_wad_lump (&kit, "E1M1", NULL, 0);
  for (guint i = 0; i < G_N_ELEMENTS (lumps); i++)
    kit_wad_numbers (&kit, lumps[i].name, lumps[i].numbers);
  g_autoptr (GByteArray) bytes = kit_wad_finish (&kit);
  g_autoptr (KbLevelFile) file = kb_level_file_parse ("a.wad", (const char *) bytes->data, bytes->len, NULL, &error);
  g_assert_no_error (error);
  const KbFileLevel *level = g_ptr_array_index (file->levels, 0);
  const json_t *rings = json_object_get (json_array_get (level->areas, 0), "rings");
  g_assert_cmpuint (json_array_size (level->areas), ==, 1);
  g_assert_cmpuint (json_array_size (rings), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (json_array_size (json_array_get (rings, i)), ==, 4);
  g_assert_cmpuint (level->walls->len, ==, 17);
  static const char *const said[] = { "left out: lines without length (1)", "sector 0: what is not closed at (9, -9) is left out",
                                      "sector 1: nothing goes round it, no area", "sector 2: nothing goes round it, no area" };
  g_assert_cmpuint (level->messages->len, ==, G_N_ELEMENTS (said));
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      g_autofree char *text = kb_message_text (g_ptr_array_index (level->messages, i));
      g_assert_cmpstr (text, ==, said[i]);
    }
}

/* As many lines as the builders of nodes count in them. */
static void
test_freedoom (void)
{
  guint n_maps = 0, n_lines = 0, n_segs = 0;
  for (guint i = 1; i <= 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_strdup_printf (FREEDOOM "/freedoom%u.wad", i);
      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_test_skip ("freedoom is not installed");
          return;
        }
      g_autofree char *data = NULL;
      g_autoptr (KbWad) wad = kit_wad_read (path, &data, &error);
      g_assert_no_error (error);
      n_maps += kb_wad_map_count (wad);
      for (guint m = 0; m < kb_wad_map_count (wad); m++)
        {
          g_autoptr (KbWadMap) map = kb_wad_map_read (wad, m, TRUE, &error);
          g_assert_no_error (error);
          g_assert_cmpuint (map->n_things, >, 0);
          g_assert_cmpuint (map->n_nodes, ==, map->n_leaves - 1);
          n_lines += map->n_lines;
          for (guint l = 0; l < map->n_lines; l++)
            n_segs += (map->lines[l].left != KB_WAD_NONE) + (map->lines[l].right != KB_WAD_NONE);
        }
    }
  g_assert_cmpuint (n_maps, ==, 68);
  /* 159,390 and 236,868 in Freedoom 0.12, more in later versions */
  g_assert_cmpuint (n_lines, >=, 159390);
  g_assert_cmpuint (n_segs, >=, 236868);
}

KIT_PROGRAM (wad)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/wad/room", test_room);
  g_test_add_func ("/wad/wrong-maps", test_wrong_maps);
  g_test_add_func ("/wad/renamed", test_renamed);
  g_test_add_func ("/wad/one-wrong", test_one_wrong);
  g_test_add_func ("/wad/too-many", test_too_many);
  g_test_add_func ("/wad/trees", test_trees);
  g_test_add_func ("/wad/names", test_names);
  g_test_add_func ("/wad/wrong-files", test_wrong_files);
  g_test_add_func ("/wad/cut", test_cut);
  g_test_add_func ("/wad/rings", test_rings);
  g_test_add_func ("/wad/freedoom", test_freedoom);
  return g_test_run ();
}
