/* SPDX-License-Identifier: MIT */
/* The table of importers: each describes itself, and is chosen for its own files alone. */
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

/* A file of each, in the corpus of the fuzzers or in the art of the sample. */
static const struct {
  const KbImporter *importer;
  const char *folder, *file;
  KbImportOptions options;
} examples[] = {
  { &kb_importer_files, "DOJO_ART", "boxer.png" },
  { &kb_importer_grid, "DOJO_ART", "boxer.png", { .cell_width = 8, .cell_height = 8 } },
  { &kb_importer_islands, "DOJO_ART", "boxer.png", { .islands = TRUE } },
  { &kb_importer_aseprite_file, "CORPUS", "sprites/marks.aseprite" },
  { &kb_importer_aseprite, "CORPUS", "sprites/hash.json" },
  { &kb_importer_starling, "CORPUS", "sprites/starling.xml" },
  { &kb_importer_libgdx, "CORPUS", "sprites/old.atlas" },
  { &kb_importer_mugen, "CORPUS", "sprites/kick.air" },
  { &kb_importer_rsdk, "CORPUS", "sprites/run.ani" },
  { &kb_importer_piskel, "CORPUS", "sprites/two.piskel" },
  { &kb_importer_apng, "CORPUS", "sprites/two.apng" },
  { &kb_importer_gif, "CORPUS", "sprites/three.gif" },
  { &kb_importer_webp, "CORPUS", "sprites/two.webp" },
  { &kb_importer_godot, "CORPUS", "sprites/hero.tscn" },
  { &kb_importer_gdevelop, "CORPUS", "sprites/gdevelop.json" },
  { &kb_importer_physics_editor, "CORPUS", "sprites/matter.json" },
  { &kb_importer_psd, "CORPUS", "sprites/small.psd" },
  { &kb_importer_xcf, "CORPUS", "sprites/small.xcf" },
  { &kb_importer_openraster, "CORPUS", "sprites/group.ora" },
  { &kb_importer_krita, "CORPUS", "sprites/two.kra" },
  { &kb_importer_pixelorama, "CORPUS", "sprites/two.pxo" },
  { &kb_importer_supertux, "CORPUS", "supertux/all.sprite" },
  { &kb_importer_tiled_set, "CORPUS", "tiled/sheet.tsj" },
  { &kb_importer_mask_picture, "DOJO_ART", "boxer.png" },
  { &kb_importer_track_picture, "DOJO_ART", "boxer.png" },
  { &kb_importer_dustrac, "CORPUS", "dustrac/ring.trk" },
  { &kb_importer_wad, "CORPUS", "levels/room.wad" },
  { &kb_importer_svg, "CORPUS", "levels/svg_rich" },
  { &kb_importer_tiled_map, "CORPUS", "tiled/cave.tmx" },
  { &kb_importer_ldtk, "CORPUS", "levels/ldtk_rich" },
};

/* Copied under a name that says nothing. */
static char *
copy_example (guint i, const char *temp)
{
  g_autofree char *source = g_build_filename (g_getenv (examples[i].folder), examples[i].file, NULL), *data = NULL;
  char *path = g_build_filename (temp, "unnamed", NULL);
  gsize size;
  g_assert_true (g_file_get_contents (source, &data, &size, NULL) && g_file_set_contents (path, data, (gssize) size, NULL));
  return path;
}

static void
test_descriptors (void)
{
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (KB_IMPORT_ANY, i)); i++)
    {
      g_assert_true (kb_importer_find (importer->makes, importer->name, NULL) == importer);
      g_assert_true (importer->label && importer->noun && importer->recognise && importer->mime_types && importer->options);
      g_assert_nonnull (importer->patterns[0]);
      for (guint k = 0; importer->patterns[k]; k++)
        {
          g_autofree char *lower = g_ascii_strdown (importer->patterns[k], -1);
          g_assert_cmpstr (importer->patterns[k], ==, lower);
          g_assert_true (g_str_has_prefix (lower, "*.") && !strpbrk (lower + 2, "*?"));
        }
      g_assert_cmpint ((importer->makes == KB_IMPORT_SPRITE) + (importer->makes == KB_IMPORT_LEVEL), ==,
                       (importer->read_sprite != NULL) + (importer->read_level != NULL));
      g_assert_cmpint (!!importer->read_sprite + !!importer->read_picture + !!importer->read_track + !!importer->read_level, ==, 1);
      g_assert_true (!importer->list_pictures || importer->max_bytes);
      g_assert_true (importer->makes != KB_IMPORT_SPRITE || kb_importer_takes (importer, "fresh"));
    }
  g_autoptr (GError) error = NULL;
  g_assert_null (kb_importer_find (KB_IMPORT_SPRITE, "jpeg", &error));
  g_assert_nonnull (strstr (error->message, "'jpeg'; expected one of files, grid, islands, aseprite-file, aseprite, starling, libgdx, "));
  g_assert_true (g_str_has_suffix (error->message, ", supertux, tiled or ldtk"));
  g_assert_true (kb_importer_takes (&kb_importer_grid, "skip-empty") && !kb_importer_takes (&kb_importer_grid, "gap"));
}

static void
test_examples (void)
{
  g_autofree char *temp = temp_folder_new ();
  const KbImporter *importer;
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = copy_example (i, temp);
      const KbImporter *own = examples[i].importer;
      gboolean is_picture = own->patterns == kb_picture_patterns;
      g_test_message ("%s", examples[i].file);
      g_assert_true (kb_importer_guess (own->read_picture ? own->makes : KB_IMPORT_ANY, path, &examples[i].options, NULL) == own);
      g_assert_true (kb_importer_guess (own->makes, path, &examples[i].options, NULL) == own);
      for (guint k = 0; (importer = kb_importer_at (KB_IMPORT_ANY, k)); k++)
        {
          const gboolean is_png = is_picture || own == &kb_importer_apng;
          g_assert_cmpint (kb_importer_recognises (importer, path), ==, (is_png && importer == &kb_importer_files) || (!is_picture && importer == own));
        }
    }
  for (guint k = 0; (importer = kb_importer_at (KB_IMPORT_ANY, k)); k++)
    {
      /* Only if a sprite or a mask is asked for. */
      gboolean found = importer == &kb_importer_ldtk_set || importer == &kb_importer_ldtk_mask;
      for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
        found |= examples[i].importer == importer;
      if (!found)
        g_error ("%s has no example", importer->label);
    }
  temp_folder_remove (temp);
}

/* Nothing recognises it by its content: the name decides, or the error lists what is expected. */
static void
test_names (void)
{
  static const struct { const char *name, *text; const KbImporter *importer; } cases[] = {
    { "a.trk", "x", &kb_importer_dustrac }, { "A.WAD", "x", &kb_importer_wad }, { "a.tmj.gz", "{", &kb_importer_tiled_map },
    { "a.json", "x", &kb_importer_aseprite }, { "a.sprite", "{", &kb_importer_supertux }, { "a", "{", &kb_importer_aseprite },
    { "a.svg", "<svg>", &kb_importer_svg }, { "a.tmx", "(supertux-sprite)", &kb_importer_supertux }, { "a.png", "x", NULL }, { "a", "x", NULL },
  };
  g_autofree char *temp = temp_folder_new ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (temp, cases[i].name, NULL);
      kit_write (temp, cases[i].name, cases[i].text);
      g_assert_true (kb_importer_guess (KB_IMPORT_ANY, path, NULL, NULL) == cases[i].importer);
    }
  g_autofree char *path = g_build_filename (temp, "a", NULL);
  static const struct { KbImportKind kind; const char *says; } errors[] = {
    { KB_IMPORT_ANY, "a: this is no file that can be imported; expected a PNG, BMP or JPEG picture, an Aseprite file, a sheet with JSON data, a Starling atlas, a libGDX atlas, " },
    { KB_IMPORT_TRACK, "a: this is no track that can be imported; expected a track of DustRacing2D or a PNG, BMP or JPEG picture" },
    { KB_IMPORT_LEVEL, "a: this is no level that can be imported; expected a WAD of Doom, a drawing in SVG, a map of Tiled or a project of LDtk" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (kb_importer_guess (errors[i].kind, path, NULL, &error));
      g_assert_nonnull (strstr (error->message, errors[i].says));
    }
  temp_folder_remove (temp);
}

/* Other programs' files have messages of their own when they are imported or opened. */
static void
test_foreign (void)
{
  static const struct { const char *name, *text, *says; } cases[] = {
    { "a.tiled-session", "{ \"fileStates\": { } }", "a Tiled session" },
    { "a.tj", "{ \"object\": { \"id\": 1 }, \"type\": \"template\" }", "a Tiled template" },
    { "a.tx", "<?xml version=\"1.0\"?>\n<template>\n <object/>\n</template>", "a Tiled template" },
    { "b.tx", "<?xml version=\"1.0\"?>\n<template>\n <tileset firstgid=\"1\" source=\"a.tsx\"/>\n <object gid=\"1\"/>\n</template>", "a Tiled template" },
    { "a.png", "<!DOCTYPE html>\n<html><body>404</body></html>", "a web page" },
    { "a.tmx", "\n<html><body>404</body></html>", "a web page" },
    { "a.tiled-project", "{ \"automappingRulesFile\": \"\" }", "a Tiled project" },
    { "spine.json", "{ \"skeleton\": { \"spine\": \"4.1\" }, \"bones\": [] }", "a Spine skeleton" },
    { "a.tscn", "[gd_scene load_steps=2 format=3]\n", "a Godot scene" },
    { "a_ske.json", "{ \"frameRate\": 24, \"armature\": [] }", "a DragonBones skeleton" },
    { "a_tex.json", "{ \"imagePath\": \"a.png\", \"SubTexture\": [] }", "a DragonBones texture atlas" },
    { "a.atlas", "images {\n  image: \"/a.png\"\n}\n", "a Defold atlas" },
    { "a.tilesource", "image: \"/a.png\"\ntile_width: 16\ntile_height: 16\n", "a Defold tile source" },
    { "a.tilemap", "tile_set: \"/a.tilesource\"\nlayers {\n}\n", "a Defold tile map" },
    { "a.plist", "<?xml version=\"1.0\"?>\n<plist>\n<dict>\n<key>frames</key>", "a cocos2d sprite sheet" },
    { "a.ase", "*3DSMAX_ASCIIEXPORT\t200\n", "a 3ds Max scene" },
    { "b.ase", "ASEF", "a file of colour swatches" },
    { "a.obj", "mtllib a.mtl\nv 0 0 0\nusemtl red\nf 1 1 1\n", "a Wavefront mesh" },
    { "a.gltf", "{ \"asset\": { \"version\": \"1.0\" }, \"meshes\": { } }", "a glTF mesh" },
    { "a.scml", "<spriter_data>", "a Spriter project" },
    { "a.yy", "{ \"resourceType\": \"GMSprite\" }", "a GameMaker resource" },
  };
  g_autofree char *temp = temp_folder_new ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (temp, cases[i].name, NULL);
      g_autofree char *read = g_strdup_printf ("%s: this is %s, which Kickbox cannot read", path, cases[i].says);
      g_autofree char *import = g_strdup_printf ("this is %s, which Kickbox cannot import", cases[i].says);
      g_autoptr (GError) importing = NULL, opening = NULL;
      kit_write (temp, cases[i].name, cases[i].text);
      g_assert_null (kb_importer_guess (KB_IMPORT_ANY, path, NULL, &importing));
      g_assert_nonnull (strstr (importing->message, import));
      g_assert_null (kb_document_open (path, &opening));
      g_assert_cmpstr (opening->message, ==, read);
    }
  temp_folder_remove (temp);
}

KIT_PROGRAM (importers)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/importers/descriptors", test_descriptors);
  g_test_add_func ("/importers/examples", test_examples);
  g_test_add_func ("/importers/names", test_names);
  g_test_add_func ("/importers/foreign", test_foreign);
  return g_test_run ();
}
