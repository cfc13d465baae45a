/* SPDX-License-Identifier: MIT */
/* What maps of Tiled can have, and what the report tells of it. More is in tests/e2e/test_tiled.py. */

#include "interchange/levels/level_file.h"
#include "tests/support/document_kit.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#define SIZES "\"width\": 1, \"height\": 1, \"tilewidth\": 8, \"tileheight\": 8"

/* --- What is wrong -------------------------------------------------------------------------- */

/* A map of JSON with this in it; the error ends so. */
static void
check_wrong (const char *member, const char *wrong)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("{\"type\": \"map\", " SIZES ", %s}", member);
  g_autofree char *expected = g_strdup_printf ("/nowhere/m.tmj: %s", wrong);
  g_assert_null (kb_level_file_parse ("/nowhere/m.tmj", text, strlen (text), NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_cmpstr (error->message, ==, expected);
}

/* Where Tiled has a list, of the map, a group, a layer, an object. */
static void
test_no_lists (void)
{
  static const char *const cases[][2] = {
    { "\"layers\": {\"a\": 1}", "layers: expected a list" },
    { "\"layers\": 5", "layers: expected a list" },
    { "\"layers\": [5]", "layers[0]: expected an object" },
    { "\"tilesets\": {\"a\": {}}", "tilesets: expected a list" },
    { "\"layers\": [{\"type\": \"group\", \"layers\": {\"type\": \"group\"}}]", "layers[0].layers: expected a list" },
    { "\"layers\": [{\"type\": \"objectgroup\", \"objects\": {\"1\": {}}}]", "layers[0].objects: expected a list" },
    { "\"layers\": [{\"type\": \"objectgroup\", \"objects\": [{\"polygon\": {\"x\": 1}}]}]",
      "layers[0].objects[0].polygon: expected a list" },
    { "\"layers\": [{\"type\": \"objectgroup\", \"properties\": \"a\"}]", "layers[0].properties: expected a list" },
    { "\"layers\": [{\"type\": \"tilelayer\", \"name\": \"a\", \"chunks\": {}}]",
      "layers[0].chunks: expected a list; in the layer 'a'" },
    { "\"tilesets\": [{\"tiles\": [{\"id\": 0, \"animation\": {\"a\": 1}}]}]",
      "tilesets[0].tiles[0].animation: expected a list" },
    { "\"tilesets\": [{\"tiles\": [{\"id\": 0, \"animation\": [5]}]}]",
      "tilesets[0].tiles[0].animation[0]: expected an object" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    check_wrong (cases[i][0], cases[i][1]);
}

/* --- Objects ---------------------------------------------------------------------------------- */

static KbLevelFile *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  KbLevelFile *file = kb_level_file_parse ("/nowhere/m", text, strlen (text), NULL, &error);
  g_assert_no_error (error);
  return file;
}

static const KbFileLevel *
level_of (const KbLevelFile *file)
{
  return g_ptr_array_index (file->levels, 0);
}

/* That a line of the report ends so. */
static void
check_reported (const GPtrArray *messages, const char *what)
{
  GString *all = g_string_new (NULL);
  kb_messages_append (all, messages, "\n");
  g_string_append_c (all, '\n');
  g_autofree char *line = g_strconcat (what, "\n", NULL), *text = g_string_free (all, FALSE);
  if (!strstr (text, line))
    g_error ("expected: %s, got: %s", what, text);
}

/* What properties of classes have: the same from XML and JSON; of names that are there twice the last is taken. */
static void
test_class_properties (void)
{
  static const char *const texts[] = {
    "<map width='1' height='1' tilewidth='8' tileheight='8'><objectgroup name='o'><object><properties>"
    "<property name='stats' type='class' propertytype='Stats'><properties><property name='hp' type='int' value='7'/>"
    "<property name='inner' type='class' propertytype='In'>\n <properties>\n<property name='deep'>yes</property>"
    "</properties></property>"
    "</properties></property><property name='bare' type='class'/><property name='fast' type='bool' value='true'/>"
    "<property name='door' type='object' value='3'/><property name='pic' type='file' value='../x.png'/>"
    "<property name='stats.hp' value='8'/></properties></object></objectgroup></map>",
    "{" SIZES ", \"layers\": [{\"type\": \"objectgroup\", \"name\": \"o\", "
    "\"objects\": [{\"properties\": [{\"name\": \"stats\", \"type\": \"class\", \"propertytype\": \"Stats\", "
    "\"value\": {\"hp\": 7, \"inner\": {\"deep\": \"yes\"}}}, {\"name\": \"bare\", \"type\": \"class\", \"value\": {}}, "
    "{\"name\": \"fast\", \"type\": \"bool\", \"value\": true}, {\"name\": \"door\", \"type\": \"object\", \"value\": 3}, "
    "{\"name\": \"pic\", \"type\": \"file\", \"value\": \"../x.png\"}, {\"name\": \"stats.hp\", \"value\": \"8\"}]}]}]}"
  };
  json_t *expected = json_pack ("{ss ss ss ss ss}", "stats.hp", "8", "stats.inner.deep", "yes", "fast", "true", "door", "3",
                                "pic", "../x.png");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (KbLevelFile) file = parse (texts[i]);
      const json_t *entity = json_array_get (level_of (file)->entities, 0);
      const GPtrArray *messages = level_of (file)->messages;
      g_assert_true (json_equal (json_object_get (entity, "values"), expected));
      check_reported (messages, i ? "as 'stats.hp' (stats, bare)" : "as 'stats.hp' (stats, inner, bare)");
      check_reported (messages, i ? "yes or no are left out (Stats, class)" : "yes or no are left out (Stats, In, class)");
      /* 'stats.hp' is a number and a text */
      json_auto_t *types = json_pack ("{s{ss ss ss ss ss}}", "o", "stats.hp", "text", "stats.inner.deep", "text", "fast", "boolean",
                                      "door", "text", "pic", "text");
      g_assert_true (json_equal (file->value_types, types));
      check_reported (messages, "different kinds of objects are numbers in texts (door)");
      check_reported (messages, "from the folder of that file (pic)");
      check_reported (messages, "of properties of the same name the last one is taken (stats.hp)");
    }
  json_decref (expected);
}

#define GIVEN(key, type, value) "<properties><property name='" key "' type='" type "' value='" value "'/></properties>"

/* Properties of the map, its layers of tiles, and its walls: each segment has those of its object. */
static void
test_other_properties (void)
{
  g_autoptr (KbLevelFile) file = parse (
    "<map width='1' height='1' tilewidth='8' tileheight='8'>" GIVEN ("sky", "color", "#ff102030")
    "<tileset firstgid='1' name='s' tilewidth='8' tileheight='8'><image source='no.png' width='8' height='8'/><tile id='0'>"
    GIVEN ("soft", "bool", "true") "</tile></tileset><layer name='floor' width='1' height='1'>" GIVEN ("depth", "int", "3")
    "<data encoding='csv'>1</data></layer><objectgroup name='wall' class='wall'><object class='wall'>" GIVEN ("lock", "string", "red")
    "<polyline points='0,0 4,0 4,4'/></object></objectgroup></map>");
  const KbFileLevel *level = level_of (file);
  const KbFileLayer *layer = g_ptr_array_index (level->layers, 0);
  const KbImport *set = ((const KbFileTileset *) g_ptr_array_index (file->tilesets, 0))->import;
  const KbImportFrame *frame = g_ptr_array_index (set->frames, 0);
  g_assert_cmpstr (json_string_value (json_object_get (level->values, "sky")), ==, "#102030ff");
  g_assert_cmpstr (json_string_value (json_object_get (layer->values, "depth")), ==, "3");
  g_assert_cmpstr (json_string_value (json_object_get (frame->values, "soft")), ==, "true");
  g_assert_cmpstr (json_string_value (json_object_get (json_object_get (set->value_types, ""), "soft")), ==, "boolean");
  json_auto_t *types = json_pack ("{ss ss}", "sky", "colour", "depth", "number");
  g_assert_true (json_equal (json_object_get (file->value_types, ""), types));
  g_assert_cmpuint (level->walls->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpstr (json_string_value (json_object_get (g_array_index (level->walls, KbFileWall, i).values, "lock")), ==, "red");
  for (guint i = 0; i < level->messages->len; i++)
    g_assert_null (strstr (((const KbMessage *) g_ptr_array_index (level->messages, i))->what, "propert"));
}

#define SMALL "<map width='1' height='1' tilewidth='8' tileheight='8'>"
#define SET_OF(more) "<tileset firstgid='1' name='s' tilewidth='8' tileheight='24'>" \
                     "<image source='no.png' width='32' height='24'/>" more "</tileset>"

/* Objects that show tiles are off by the set's offset, stretched as they are. Where Tiled 1.8 draws them. */
static void
test_object_offset (void)
{
  static const KbVec expected[] = { { 13, 11 }, { 16, -14 }, { 13, 11 } };
  g_autoptr (KbLevelFile) file = parse (SMALL SET_OF ("<tileoffset x='3' y='-5'/>") "<objectgroup name='o'>"
                                        "<object gid='1' x='10' y='40' width='8' height='24'/>"
                                        "<object gid='2147483650' x='10' y='20' width='16' height='48'/>"
                                        "<object gid='2' x='10' y='40'/></objectgroup></map>");
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      json_t *at = json_pack ("[ff]", expected[i].x, expected[i].y);
      g_assert_true (json_equal (json_object_get (json_array_get (level_of (file)->entities, i), "at"), at));
      json_decref (at);
    }
}

/* --- Tilesets --------------------------------------------------------------------------------- */

static const KbImport *
set_of (const KbLevelFile *file)
{
  return ((const KbFileTileset *) g_ptr_array_index (file->tilesets, 0))->import;
}

/* On an isometric grid a square is a rhombus, in the lowest cell of the picture; and what shapes have that nothing here has. */
static void
test_isometric_shapes (void)
{
  g_autoptr (KbLevelFile) file = parse (SMALL SET_OF ("<grid orientation='isometric' width='8' height='4'/><tile id='2'>"
                                        "<objectgroup odd='1'><object width='4' height='4' foo='1' visible='0' opacity='0.5'/>"
                                        "<object x='4' y='2' type='a'><point/></object></objectgroup></tile>") "</map>");
  const KbImportFrame *frame = g_ptr_array_index (set_of (file)->frames, 2);
  const json_t *shape = json_array_get (frame->shapes, 0), *at = json_object_get (json_array_get (frame->points, 0), "at");
  json_t *expected = json_pack ("{s[[ff][ff][ff][ff]]}", "polygon", 4., 20., 8., 22., 4., 24., 0., 22.);
  g_assert_true (json_equal (json_object_get (shape, "geometry"), expected));
  g_assert_true (json_integer_value (json_array_get (at, 0)) == 6 && json_integer_value (json_array_get (at, 1)) == 23);
  json_decref (expected);
  check_reported (file->messages, "the attribute 'odd' of <objectgroup> is left out");
  check_reported (file->messages, "the attribute 'foo' of <object> is left out");
  check_reported (file->messages, "objects that are hidden are taken as the others");
  check_reported (file->messages, "the opacity of objects is left out");
  check_reported (file->messages, "classes and properties of points of tiles are left out (tile 2)");
}

/* What a tileset has that is not drawn, and steps without any time. */
static void
test_set_reported (void)
{
  g_autoptr (KbLevelFile) file = parse (SMALL SET_OF ("<transformations hflip='1'/><tile id='0'><animation><frame tileid='0' "
                                        "duration='50'/><frame tileid='1' duration='0'/></animation></tile>") "</map>");
  const KbImportAnimation *animation = g_ptr_array_index (set_of (file)->animations, 0);
  g_assert_cmpint (g_array_index (animation->steps, KbImportStep, 1).duration, ==, 100);
  check_reported (file->messages, "steps of 0 ms, at which Tiled stops, last 100 ms (tile 0)");
  check_reported (file->messages, "allowed flips and rotations are ignored; those of cells stay");
}

/* --- Layers ----------------------------------------------------------------------------------- */

/* A layer's own place, in cells, on straight maps and on isometric ones. */
static void
test_place_of_layer (void)
{
  static const struct { const char *orientation; gint x, y; } cases[] = { { "orthogonal", 42, -13 }, { "isometric", 34, 8 } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("<map orientation='%s' width='1' height='1' tilewidth='8' tileheight='6'>"
                                               "<group offsetx='2' offsety='-1'><layer name='a' x='5' y='-2'/></group></map>",
                                               cases[i].orientation);
      g_autoptr (KbLevelFile) file = parse (text);
      const KbFileLayer *layer = g_ptr_array_index (level_of (file)->layers, 0);
      g_assert_cmpint (layer->origin.x, ==, cases[i].x);
      g_assert_cmpint (layer->origin.y, ==, cases[i].y);
    }
}

/* What has no place here. */
static void
test_reported (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *temp = temp_folder_new (), *path = g_build_filename (temp, "a.tmx", NULL);
  g_autoptr (KbPicture) sheet = kb_picture_new (8, 8);
  kit_save (sheet, temp, "sheet.png");
  kit_write (temp, "a.tmx", SMALL SET_OF ("") "<objectgroup name='o' x='1'><object gid='1' y='30' opacity='0.2'/>"
             "<object y='5'/><object gid='1' y='20'/></objectgroup><unheard/><imagelayer name='none'/>"
             "<imagelayer visible='0' offsetx='0.4'><image source='sheet.png'/></imagelayer></map>");
  g_autoptr (KbLevelFile) file = kb_level_file_read (path, NULL, &error);
  temp_folder_remove (temp);
  g_assert_no_error (error);
  const GPtrArray *messages = level_of (file)->messages;
  g_assert_cmpuint (level_of (file)->images->len, ==, 1);
  g_assert_true (((const KbFileImage *) g_ptr_array_index (level_of (file)->images, 0))->at.x == 0.3984375);
  check_reported (messages, "the opacity of objects is left out");
  check_reported (messages, "tiles as objects are drawn in the order of the file, not from the top down");
  check_reported (messages, "the place (x, y) of layers without tiles is left out, as Tiled does; offsets stay");
  check_reported (messages, "line 1: the part 'unheard' of <map> is left out");
  check_reported (messages, "line 1: image layers that name no picture are left out");
  check_reported (messages, "hidden layers have the opacity 0");
}

/* Of the file's order nothing is told where it is Tiled's too. */
static void
test_order (void)
{
  static const struct { const char *group, *y; } cases[] = { { "draworder='index'", "20" }, { "", "30" } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (SMALL SET_OF ("") "<objectgroup %s><object gid='1' y='30'/>"
                                               "<object gid='1' y='%s'/></objectgroup></map>", cases[i].group, cases[i].y);
      g_autoptr (KbLevelFile) file = parse (text);
      g_assert_cmpuint (level_of (file)->messages->len, ==, 0);
    }
}

/* By its place and type; worlds are known by what they have. */
static void
test_unknown_kinds (void)
{
  static const char *const worlds[] = { "{\"maps\": [{\"fileName\": \"a.tmx\", \"x\": 0}], \"type\": \"world\"}",
                                        "{\"maps\": [{\"fileName\": \"a.tmx\"}]}",
                                        "{\"onlyShowAdjacentMaps\": false, \"maps\": []}" };
  g_autoptr (KbLevelFile) file = parse ("{" SIZES ", \"layers\": "
                                        "[{\"type\": \"group\", \"layers\": [{\"type\": \"weird\"}]}, {\"name\": \"a\"}]}");
  check_reported (level_of (file)->messages, "layers[0].layers[0] and 1 more: layers of an unknown type are left out (weird)");
  g_assert_cmpuint (level_of (file)->messages->len, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_null (kb_level_file_parse ("/nowhere/m.world", worlds[i], strlen (worlds[i]), NULL, &error));
      g_assert_cmpstr (error->message, ==, "/nowhere/m.world: worlds of maps are not read; import the maps");
    }
}

/* Names that nothing knows fill a few dozen lines, however many there are. */
static void
test_many_kinds (void)
{
  GString *text = g_string_new (SMALL "<objectgroup>");
  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "<object x='0' y='0' odd%u='1'><part%u/></object>", i, i);
  g_string_append (text, "<object odd3='1'/></objectgroup></map>");
  g_autofree char *map = g_string_free (text, FALSE);
  g_autoptr (KbLevelFile) file = parse (map);
  const GPtrArray *messages = level_of (file)->messages;
  g_assert_cmpuint (messages->len, <, 50);
  check_reported (messages, "line 1 and 1 more: the attribute 'odd3' of <object> is left out");
  check_reported (messages, "line 1 and 983 more: other attributes of <object> are left out (odd16, odd17, odd18, odd19, odd20, odd21, ...)");
  check_reported (messages, "other parts of <object> are left out (part16, part17, part18, part19, part20, part21, ...)");
}

KIT_PROGRAM (tiled_read)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tiled_read/lists", test_no_lists);
  g_test_add_func ("/tiled_read/properties", test_class_properties);
  g_test_add_func ("/tiled_read/other-properties", test_other_properties);
  g_test_add_func ("/tiled_read/offset", test_object_offset);
  g_test_add_func ("/tiled_read/isometric", test_isometric_shapes);
  g_test_add_func ("/tiled_read/told/set", test_set_reported);
  g_test_add_func ("/tiled_read/layer/place", test_place_of_layer);
  g_test_add_func ("/tiled_read/told/map", test_reported);
  g_test_add_func ("/tiled_read/told/order", test_order);
  g_test_add_func ("/tiled_read/unknown", test_unknown_kinds);
  g_test_add_func ("/tiled_read/many-kinds", test_many_kinds);
  return g_test_run ();
}
