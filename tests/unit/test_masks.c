/* SPDX-License-Identifier: MIT */
/* Masks and painted frames in a document: edits, files, and files that are not as they should be. */
#include "document/files/private.h"
#include "document/pixels/zones_files.h"
#include "tests/support/painted_kit.h"
#include "tests/support/png_writer.h"
#include "tests/support/seed.h"

static const char mask_text[] =
  "{\"insert\": \"masks\", \"value\": {\"name\": \"room\", \"width\": 100, \"height\": 70, \"zones\": ["
  "{\"value\": 1, \"name\": \"floor\", \"colour\": \"#33d17a\"}, {\"value\": 7, \"name\": \"wall\", \"colour\": \"#ff0000\"}]}}";

static KbMask *
room (Fixture *fixture)
{
  return kb_project_find_mask (kb_document_project (fixture->document), "room");
}

static KbFrame *
frame (Fixture *fixture, guint i)
{
  return kb_frame_at (kb_sprite_at (kb_document_project (fixture->document), 0), i);
}

static void
set_up_mask (Fixture *fixture, gconstpointer data)
{
  set_up (fixture, data);
  must_apply (fixture->document, mask_text);
}

static void
check_problems (Fixture *fixture, const char *expected)
{
  static const char *const ours[] = { "bad-painting", "painting-size", "unknown-zones", "odd-palette", "no-zones", "bad-picture", NULL };
  g_autofree char *found = problems_among (fixture, ours);
  g_assert_cmpstr (found, ==, expected);
}

/* --- Edits ------------------------------------------------------------------------------------ */

static void
test_typed (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  g_autofree char *before = text_of (document);
  must_apply (document, "{\"paint\": \"masks['room'].pixels\", \"box\": [10, 20, 30, 5], \"zone\": \"floor\"}");
  g_assert_cmpuint (count (&room (fixture)->pixels, 1), ==, 150);
  g_assert_cmpstr (kb_document_undo_label (document), ==, "Paint");
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"box\": [-5, 20, 25, 900], \"zone\": \"wall\", \"replace\": \"floor\"}");
  g_assert_cmpuint (count (&room (fixture)->pixels, 7), ==, 50);
  g_assert_cmpuint (count (&room (fixture)->pixels, 1), ==, 100);
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"zone\": \"wall\", \"replace\": null}");
  g_assert_cmpuint (count (&room (fixture)->pixels, 7), ==, 7000 - 100);
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"zone\": null}");
  g_assert_true (kb_zones_is_blank (room (fixture)->pixels.zones));
  for (guint i = 0; i < 4; i++)
    must_apply (document, "{\"undo\": true}");
  g_autofree char *after = text_of (document);
  g_assert_cmpstr (before, ==, after);
  must_apply (document, "{\"redo\": true}");
  g_assert_cmpuint (kb_zones_at (room (fixture)->pixels.zones, 10, 20), ==, 1);

  refuse (fixture, "{\"paint\": \"masks[0].pixels\"}", "zone: expected the name of a zone");
  refuse (fixture, "{\"paint\": \"masks[0].pixels\", \"zone\": \"flor\"}", "there is no zone 'flor'");
  refuse (fixture, "{\"paint\": \"masks[0].pixels\", \"zone\": \"floor\", \"box\": [1, 2, 3]}", "box: expected [x, y, w, h]");
  refuse (fixture, "{\"paint\": \"masks[0].pixels\", \"zone\": \"floor\", \"box\": [1, 2, 0, 3]}", "box: expected [x, y, w, h]");
  refuse (fixture, "{\"paint\": \"masks[0].name\", \"zone\": \"floor\"}", "a mask has no painted 'name'");
  refuse (fixture, "{\"paint\": \"masks[0].pixels\", \"tiles\": [[0, 0, 256]]}", "tiles[0]: expected a value");
  refuse (fixture, "{\"paint\": \"masks[0].pixels\", \"tiles\": [[0, 0, 3], [2, 0, 3]]}", "tiles[1]: the picture has 2 x 2 tiles");
  refuse (fixture, "{\"paint\": \"masks[0].pixels\", \"tiles\": [[0, 0, \"AAAA\"]]}", "tiles[0]: expected base64");
  refuse (fixture, "{\"paint\": \"masks[0].pixels\", \"tiles\": [[0, 0, \"\"]]}", "tiles[0]: expected base64");
  refuse (fixture, "{\"set\": \"masks[0].pixels\", \"value\": {\"size\": [20000, 4]}}", "masks[0].pixels: expected {\"size\"");
  refuse (fixture, "{\"set\": \"masks[0].pixels\", \"value\": true}", "masks[0].pixels: expected {\"size\"");
  refuse (fixture, "{\"insert\": \"masks\", \"value\": {\"name\": \"Room\", \"width\": 1, \"height\": 1}}", "another mask is called");
  refuse (fixture, "{\"insert\": \"masks\", \"value\": {\"name\": \"b\", \"width\": 16385, \"height\": 1}}", "masks[1].width");
}

/* Tiles packed by another program than ours: stored, and with a byte too much or too few. */
static void
test_packed (Fixture *fixture, gconstpointer data)
{
  static const struct { guint length; gboolean ok; } cases[] = { { 4096, TRUE }, { 4095, FALSE }, { 4097, FALSE } };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n = cases[i].length;
      guint8 packed[5 + 4097] = { 1, n & 255, n >> 8, ~n & 255, ~n >> 8 & 255 };
      memset (packed + 5, 7, n);
      packed[5 + 3 * 64 + 2] = 1;
      g_autofree char *text = g_base64_encode (packed, 5 + n);
      g_autofree char *line = g_strdup_printf ("{\"paint\": \"masks[0].pixels\", \"tiles\": [[1, 0, \"%s\"]]}", text);
      if (!cases[i].ok)
        {
          refuse (fixture, line, "tiles[0]: expected base64 of 4096 deflated bytes");
          continue;
        }
      must_apply (fixture->document, line);
      g_assert_cmpuint (kb_zones_at (room (fixture)->pixels.zones, 66, 3), ==, 1);
      g_assert_cmpuint (count (&room (fixture)->pixels, 7), ==, 36 * 64 - 1);
    }
}

typedef struct { guint n, tiles; gint x, y; guint w, h; gboolean forward; } Heard;

static void
on_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  Heard *heard = data;
  if (event->type != KB_EVENT_PAINT)
    return;
  heard->n++;
  heard->forward = event->forward;
  heard->tiles = event->patch ? kb_zones_patch_length (event->patch) : 0;
  if (event->patch)
    kb_zones_patch_box (event->patch, &heard->x, &heard->y, &heard->w, &heard->h);
  g_assert_cmpstr (event->name, ==, "pixels");
}

static void
test_stroke (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  KbId id = room (fixture)->node.id;
  Heard heard = { 0 };
  guint position;
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"zone\": \"wall\"}");
  g_autoptr (KbZones) shown = kb_zones_ref (room (fixture)->pixels.zones);
  guint listener = kb_document_listen (document, on_event, &heard);

  KbZonesPainter *painter = kb_document_painter (document, id, "pixels", &error), *late;
  kb_zones_painter_span (painter, 66, 90, 200, 1);
  g_assert_cmpuint (heard.n, ==, 0);
  late = kb_document_painter (document, id, "pixels", &error);
  kb_zones_painter_span (late, 67, 90, 200, 1);
  g_assert_true (kb_document_paint_end (document, id, "pixels", painter, "Brush", &error));
  g_assert_true (heard.n == 1 && heard.tiles == 1 && heard.x == 64 && heard.y == 64 && heard.w == 36 && heard.h == 6 && heard.forward);
  g_assert_cmpstr (kb_document_undo_label (document), ==, "Brush");
  /* Who kept a reference sees what was there. */
  g_assert_cmpuint (kb_zones_at (shown, 90, 66), ==, 7);
  g_assert_cmpuint (kb_zones_at (room (fixture)->pixels.zones, 90, 66), ==, 1);

  /* A stroke on what is no longer there would paint it back. */
  g_assert_false (kb_document_paint_end (document, id, "pixels", late, NULL, &error));
  g_assert_nonnull (strstr (error->message, "masks[0].pixels: what is painted here has changed since"));
  g_clear_error (&error);

  /* One that changes nothing leaves no step. */
  painter = kb_document_painter (document, id, "pixels", &error);
  kb_zones_painter_span (painter, 66, 90, 200, 1);
  g_assert_true (kb_document_paint_end (document, id, "pixels", painter, NULL, &error));
  g_strfreev (kb_document_history (document, &position));
  g_assert_true (kb_document_undo (document));
  g_assert_true (heard.n == 2 && !heard.forward);
  g_assert_true (kb_zones_equal (shown, room (fixture)->pixels.zones));
  g_assert_true (kb_document_redo (document));

  /* Within a step that is cancelled. */
  kb_document_begin (document, "Two");
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"zone\": null}");
  must_apply (document, "{\"set\": \"masks[0].width\", \"value\": 30}");
  kb_document_cancel (document);
  g_assert_cmpuint (kb_zones_at (room (fixture)->pixels.zones, 90, 66), ==, 1);
  g_assert_cmpuint (kb_zones_width (room (fixture)->pixels.zones), ==, 100);
  g_assert_null (kb_document_painter (document, 99999, "pixels", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  kb_document_unlisten (document, listener);
}

static void
test_zones (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  g_autoptr (GError) error = NULL;
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"box\": [0, 0, 10, 10], \"zone\": \"floor\"}");
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"box\": [50, 50, 10, 10], \"zone\": \"wall\"}");
  g_autofree char *before = text_of (document), *after = NULL;

  /* Its pixels go with it, in one step. */
  must_apply (document, "{\"remove\": \"masks['room'].zones['wall']\"}");
  g_assert_cmpuint (count (&room (fixture)->pixels, 7), ==, 0);
  g_assert_true (kb_document_undo (document));
  after = text_of (document);
  g_assert_cmpstr (before, ==, after);

  const GPtrArray *zones = room (fixture)->zones;
  g_assert_true (kb_document_merge_zones (document, kb_zone_at (zones, 1)->node.id, kb_zone_at (zones, 0)->node.id, &error));
  g_assert_cmpuint (zones->len, ==, 1);
  g_assert_cmpuint (count (&room (fixture)->pixels, 1), ==, 200);
  g_assert_cmpstr (kb_document_undo_label (document), ==, "Merge zones");
  g_assert_true (kb_document_undo (document));
  g_clear_pointer (&after, g_free);
  after = text_of (document);
  g_assert_cmpstr (before, ==, after);
  g_assert_false (kb_document_merge_zones (document, kb_zone_at (zones, 1)->node.id, kb_zone_at (zones, 1)->node.id, &error));

  /* A new one gets a value that nothing has. */
  must_apply (document, "{\"paint\": \"masks[0].pixels\", \"tiles\": [[1, 1, 2]]}");
  check_problems (fixture, "unknown-zones");
  must_apply (document, "{\"insert\": \"masks[0].zones\", \"value\": {\"name\": \"door\", \"colour\": \"#0000ff\"}}");
  g_assert_cmpint (kb_zones_find_name (zones, "door")->value, ==, 3);
  refuse (fixture, "{\"insert\": \"masks[0].zones\", \"value\": {\"name\": \"x\", \"colour\": \"#0000ff\", \"value\": 7}}", "taken");
  refuse (fixture, "{\"insert\": \"masks[0].zones\", \"value\": {\"name\": \"x\", \"colour\": \"#0000ff\", \"value\": 0}}", "from 1 to 255");
  for (guint i = zones->len; i < KB_MAX_ZONES; i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"insert\": \"masks[0].zones\", \"value\": {\"name\": \"z%u\", \"colour\": \"#000000\"}}", i);
      must_apply (document, line);
    }
  check_problems (fixture, "");
  refuse (fixture, "{\"insert\": \"masks[0].zones\", \"value\": {\"name\": \"x\", \"colour\": \"#0000ff\"}}", "at most 255 zones");
}

/* Zones of a sprite go from all of its frames, the lost ones too. */
static void
test_frames (Fixture *fixture, gconstpointer data)
{
  KbDocument *document = fixture->document;
  must_apply (document, "{\"insert\": \"sprites[0].zones\", \"value\": {\"name\": \"skin\", \"colour\": \"#ffaa88\"}}");
  must_apply (document, "{\"insert\": \"sprites[0].lost\", \"value\": {\"width\": 5, \"height\": 5, \"id\": 40}}");
  must_apply (document, "{\"paint\": \"sprites[0].frames[1].pixels\", \"box\": [1, 1, 3, 3], \"zone\": \"skin\"}");
  must_apply (document, "{\"paint\": \"sprites[0].lost[0].pixels\", \"box\": [0, 0, 2, 1], \"zone\": \"skin\"}");
  g_assert_cmpuint (kb_zones_width (frame (fixture, 1)->pixels.zones), ==, 32);
  g_assert_null (frame (fixture, 0)->pixels.zones);
  check_problems (fixture, "");
  save (fixture);
  g_autofree char *before = text_of (document);
  open_again (fixture);
  document = fixture->document;
  g_autofree char *read = text_of (document);
  g_assert_cmpstr (read, ==, before);
  g_autofree char *json = read_text (fixture->folder, "sprites/fakir.json");
  g_assert_nonnull (strstr (json, "\"pixels\": true"));
  g_autofree char *png = g_build_filename (fixture->folder, "zones", "fakir", "2.png", NULL);
  g_autofree char *lost = g_build_filename (fixture->folder, "zones", "fakir", "40-lost.png", NULL);
  g_assert_true (g_file_test (png, G_FILE_TEST_EXISTS) && g_file_test (lost, G_FILE_TEST_EXISTS));

  must_apply (document, "{\"set\": \"sprites[0].frames[1].width\", \"value\": 3}");
  g_assert_cmpuint (count (&frame (fixture, 1)->pixels, 1), ==, 6);
  must_apply (document, "{\"undo\": true}");
  must_apply (document, "{\"remove\": \"sprites[0].zones[0]\"}");
  g_assert_true (kb_zones_is_blank (frame (fixture, 1)->pixels.zones));
  must_apply (document, "{\"undo\": true}");
  /* What is no longer painted has no file. */
  must_apply (document, "{\"set\": \"sprites[0].frames[1].pixels\", \"value\": null}");
  must_apply (document, "{\"remove\": \"sprites[0].lost[0]\"}");
  must_apply (document, "{\"set\": \"sprites[0].solid_alpha\", \"value\": 1}");
  must_apply (document, "{\"set\": \"sprites[0].solid_key\", \"value\": \"#ff00ff\"}");
  save (fixture);
  g_autofree char *folder = g_path_get_dirname (png);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
  open_again (fixture);
  const KbSprite *sprite = kb_sprite_at (kb_document_project (fixture->document), 0);
  g_assert_cmpint (sprite->solid_alpha, ==, 1);
  g_assert_cmpuint (sprite->solid_key, ==, 0xff00ffff);
  g_assert_true (kb_sprite_is_solid (sprite, (const guint8[]) { 255, 0, 254, 1 }));
  g_assert_false (kb_sprite_is_solid (sprite, (const guint8[]) { 255, 0, 255, 255 }));
  g_assert_false (kb_sprite_is_solid (sprite, (const guint8[]) { 9, 9, 9, 0 }));
  must_apply (fixture->document, "{\"set\": \"sprites[0].solid_alpha\", \"value\": null}");
  g_assert_cmpint (sprite->solid_alpha, ==, KB_SOLID_ALPHA);
}

/* --- Files ------------------------------------------------------------------------------------ */

static gint64
changed_at (Fixture *fixture, const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  GStatBuf info;
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return info.st_ino;   /* a file that is replaced is another one */
}

static void
test_files (Fixture *fixture, gconstpointer data)
{
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"box\": [10, 20, 30, 50], \"zone\": \"wall\"}");
  must_apply (fixture->document, "{\"set\": \"masks[0].opacity\", \"value\": 0}");
  save (fixture);
  g_autofree char *json = read_text (fixture->folder, "masks/room.json");
  g_assert_null (strstr (json, "pixels"));
  g_assert_nonnull (strstr (json, "\"kickbox\": \"mask\""));

  g_autofree char *path = g_build_filename (fixture->folder, "masks", "room.png", NULL);
  KbZonesPalette palette = { 0 };
  g_autoptr (KbZones) zones = kb_zones_read (NULL, path, NULL, &palette, NULL, NULL, NULL);
  g_assert_true (kb_zones_equal (zones, room (fixture)->pixels.zones));
  g_assert_true (palette.n == 8 && palette.colours[1] == 0x33d17a && palette.colours[7] == 0xff0000);
  g_autoptr (KbPicture) picture = kb_picture_read (NULL, path, NULL);
  g_assert_cmpmem (kb_picture_pixel (picture, 10, 20), 4, "\xff\0\0\xff", 4);
  g_assert_cmpuint (kb_picture_pixel (picture, 9, 20)[3], ==, 0);

  g_autofree char *before = text_of (fixture->document);
  open_again (fixture);
  g_autofree char *read = text_of (fixture->document);
  g_assert_cmpstr (read, ==, before);
  g_assert_cmpint (room (fixture)->opacity, ==, 0);
  g_assert_false (kb_document_is_modified (fixture->document));

  /* Only what changed is written again: */
  gint64 png = changed_at (fixture, "masks/room.png"), text = changed_at (fixture, "masks/room.json");
  must_apply (fixture->document, "{\"set\": \"masks[0].opacity\", \"value\": 30}");
  save (fixture);
  g_assert_cmpint (changed_at (fixture, "masks/room.png"), ==, png);
  g_assert_cmpint (changed_at (fixture, "masks/room.json"), !=, text);
  text = changed_at (fixture, "masks/room.json");
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"box\": [0, 0, 1, 1], \"zone\": \"wall\"}");
  save (fixture);
  g_assert_cmpint (changed_at (fixture, "masks/room.png"), !=, png);
  g_assert_cmpint (changed_at (fixture, "masks/room.json"), ==, text);
  png = changed_at (fixture, "masks/room.png");
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"box\": [0, 0, 1, 1], \"zone\": null}");
  must_apply (fixture->document, "{\"undo\": true}");
  must_apply (fixture->document, "{\"set\": \"masks[0].zones[0].colour\", \"value\": \"#0000ff\"}");
  save (fixture);   /* the palette is another */
  g_assert_cmpint (changed_at (fixture, "masks/room.png"), !=, png);

  /* A name is that of both files. */
  must_apply (fixture->document, "{\"set\": \"masks[0].name\", \"value\": \"cellar\"}");
  save (fixture);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  open_again (fixture);
  g_assert_cmpuint (count (&kb_mask_at (kb_document_project (fixture->document), 0)->pixels, 7), ==, 1501);
  must_apply (fixture->document, "{\"remove\": \"masks[0]\"}");
  save (fixture);
  g_autofree char *cellar = g_build_filename (fixture->folder, "masks", "cellar.png", NULL);
  g_assert_false (g_file_test (cellar, G_FILE_TEST_EXISTS));
}

static void
encode (Fixture *fixture)
{
  KbEncoding *encoding = kb_encoding_new (fixture->document, FALSE, 7000);
  g_assert_nonnull (encoding);
  while (kb_encoding_step (encoding))
    ;
  g_assert_cmpfloat (kb_encoding_done (encoding), ==, 1);
  kb_document_take_encoding (fixture->document, encoding);
}

/* What was made a PNG before the save is saved, but for what changed in between. */
static void
test_encoded (Fixture *fixture, gconstpointer data)
{
  static const char *const between[] = {
    "", "{\"paint\": \"masks[0].pixels\", \"box\": [3, 4, 5, 6], \"zone\": \"floor\"}",
    "{\"set\": \"masks[0].zones[0].colour\", \"value\": \"#0000ff\"}", "{\"set\": \"masks[0].width\", \"value\": 110}",
  };
  g_assert_null (kb_encoding_new (fixture->document, FALSE, 7001));
  for (guint i = 0; i < G_N_ELEMENTS (between); i++)
    {
      g_autofree char *line = g_strdup_printf ("{\"paint\": \"masks[0].pixels\", \"box\": [10, %u, 30, 5], \"zone\": \"wall\"}", 20 + 7 * i);
      must_apply (fixture->document, line);
      encode (fixture);
      if (*between[i])
        must_apply (fixture->document, between[i]);
      save (fixture);
      g_assert_null (kb_encoding_new (fixture->document, FALSE, 1));
      g_autofree char *path = g_build_filename (fixture->folder, "masks", "room.png", NULL);
      KbZonesPalette palette = { 0 };
      g_autoptr (KbZones) zones = kb_zones_read (NULL, path, NULL, &palette, NULL, NULL, NULL);
      g_assert_true (kb_zones_equal (zones, room (fixture)->pixels.zones));
      g_assert_cmphex (palette.colours[1], ==, i < 2 ? 0x33d17a : 0x0000ff);
    }
  /* One that is taken and never saved goes with the document. */
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"zone\": \"wall\"}");
  encode (fixture);
}

/* Under another name all is written, what was saved already too, and what nobody painted on. */
static void
test_encoded_elsewhere (Fixture *fixture, gconstpointer data)
{
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"box\": [10, 20, 30, 5], \"zone\": \"wall\"}");
  must_apply (fixture->document, "{\"insert\": \"masks\", \"value\": {\"name\": \"bare\", \"width\": 50, \"height\": 20}}");
  save (fixture);
  g_assert_null (kb_encoding_new (fixture->document, FALSE, 1));
  g_assert_null (kb_encoding_new (fixture->document, TRUE, 8001));
  KbEncoding *encoding = kb_encoding_new (fixture->document, TRUE, 8000);
  g_assert_nonnull (encoding);
  while (kb_encoding_step (encoding))
    ;
  kb_document_take_encoding (fixture->document, encoding);
  g_autofree char *other = g_build_filename (fixture->folder, "..", "elsewhere", NULL);
  g_assert_true (kb_document_save_as (fixture->document, other, NULL));
  g_autofree char *path = g_build_filename (other, "masks", "room.png", NULL);
  KbZonesPalette palette = { 0 };
  g_autoptr (KbZones) zones = kb_zones_read (NULL, path, NULL, &palette, NULL, NULL, NULL);
  g_assert_true (kb_zones_equal (zones, room (fixture)->pixels.zones));
}

/* Files are read several at once: each gets its own pixels, or its own fault. */
static void
test_many (Fixture *fixture, gconstpointer data)
{
  guint n = 20;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *mask = g_strdup_printf ("{\"insert\": \"masks\", \"value\": {\"name\": \"m%02u\", \"width\": 100, \"height\": 70, "
        "\"zones\": [{\"value\": 1, \"name\": \"floor\", \"colour\": \"#33d17a\"}]}}", i);
      g_autofree char *paint = g_strdup_printf ("{\"paint\": \"masks['m%02u'].pixels\", \"box\": [0, 0, %u, 2], \"zone\": \"floor\"}", i, i + 1);
      must_apply (fixture->document, mask);
      must_apply (fixture->document, paint);
    }
  save (fixture);
  put_file (fixture, "masks/m07.png", (const guint8 *) "junk", 4);
  open_again (fixture);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%02u", i), *file = g_strconcat (name, ".png", NULL);
      const KbPainted *pixels = &kb_project_find_mask (kb_document_project (fixture->document), name)->pixels;
      if (i == 7)
        g_assert_nonnull (strstr (pixels->fault, file));
      else
        g_assert_cmpuint (count (pixels, 1), ==, 2 * (i + 1));
    }
  g_assert_cmpuint (kb_document_painted_size (fixture->folder, G_MAXUINT64), ==, n * 7000);   /* room, and not the broken one */
  g_assert_cmpuint (kb_document_painted_size (kb_document_file (fixture->document), G_MAXUINT64), ==, n * 7000);
  g_assert_cmpuint (kb_document_painted_size (fixture->folder, 1), ==, 7000);
  g_assert_cmpuint (kb_document_painted_size ("/nowhere/at all", 1), ==, 0);
}

/* A file that nobody knows of is not written over. */
static void
test_in_the_way (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  write_text (fixture->folder, "masks/room.png", "mine");
  g_assert_false (kb_document_save (fixture->document, &error));
  g_assert_nonnull (strstr (error->message, "room.png: is in the way"));
  g_autofree char *text = read_text (fixture->folder, "masks/room.png");
  g_assert_cmpstr (text, ==, "mine");
  kb_document_accept_disk (fixture->document);
  save (fixture);
  open_again (fixture);
  check_problems (fixture, "");
}

/* A file that cannot be read is told, and stays whatever happens to the rest; a stroke makes a new one, beside it. */
static void
test_broken (Fixture *fixture, gconstpointer data)
{
  static const guint8 junk[] = "this was a picture";
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"box\": [10, 20, 30, 50], \"zone\": \"wall\"}");
  save (fixture);
  g_autofree char *path = g_build_filename (fixture->folder, "masks", "room.png", NULL), *whole = NULL;
  gsize length;
  g_assert_true (g_file_get_contents (path, &whole, &length, NULL));
  put_file (fixture, "masks/room.png", (const guint8 *) whole, length - 20);   /* truncated */
  open_again (fixture);
  check_problems (fixture, "bad-painting");
  g_assert_null (room (fixture)->pixels.zones);
  g_assert_true (g_str_has_prefix (room (fixture)->pixels.fault, "masks/room.png: byte"));   /* not where the project is */

  put_file (fixture, "masks/room.png", junk, sizeof junk);
  open_again (fixture);
  check_problems (fixture, "bad-painting");
  must_apply (fixture->document, "{\"set\": \"masks[0].opacity\", \"value\": 30}");
  save (fixture);
  check_bytes (fixture, "masks/room.png", junk, sizeof junk);
  must_apply (fixture->document, "{\"set\": \"masks[0].name\", \"value\": \"cellar\"}");
  save (fixture);
  check_bytes (fixture, "masks/cellar.png", junk, sizeof junk);
  check_bytes (fixture, "masks/room.png", junk, sizeof junk);
  g_autofree char *other = g_build_filename (fixture->folder, "..", "copy", NULL), *home = fixture->folder;
  g_assert_true (kb_document_save_as (fixture->document, other, NULL));
  fixture->folder = other;
  check_bytes (fixture, "masks/cellar.png", junk, sizeof junk);
  fixture->folder = g_steal_pointer (&home);
  open_again (fixture);
  check_problems (fixture, "bad-painting");

  /* A stroke that is taken back has painted nothing. */
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"box\": [0, 0, 5, 5], \"zone\": \"wall\"}");
  check_problems (fixture, "");
  must_apply (fixture->document, "{\"undo\": true}");
  check_problems (fixture, "bad-painting");
  save (fixture);
  check_bytes (fixture, "masks/cellar.png", junk, sizeof junk);
  must_apply (fixture->document, "{\"redo\": true}");
  save (fixture);
  check_bytes (fixture, "masks/cellar.png.broken~", junk, sizeof junk);
  open_again (fixture);
  check_problems (fixture, "");
  g_assert_cmpuint (count (&kb_mask_at (kb_document_project (fixture->document), 0)->pixels, 7), ==, 25);

  /* Missing, of a mask and of a frame. */
  must_apply (fixture->document, "{\"insert\": \"sprites[0].zones\", \"value\": {\"name\": \"skin\", \"colour\": \"#ffaa88\"}}");
  must_apply (fixture->document, "{\"paint\": \"sprites[0].frames[1].pixels\", \"zone\": \"skin\"}");
  save (fixture);
  g_autofree char *cellar = g_build_filename (fixture->folder, "masks", "cellar.png", NULL);
  g_autofree char *second = g_build_filename (fixture->folder, "zones", "fakir", "2.png", NULL);
  g_unlink (cellar);
  g_unlink (second);
  open_again (fixture);
  check_problems (fixture, "bad-painting bad-painting");
  must_apply (fixture->document, "{\"set\": \"masks[0].opacity\", \"value\": 31}");
  must_apply (fixture->document, "{\"set\": \"sprites[0].frames[1].name\", \"value\": \"x\"}");
  save (fixture);
  g_autofree char *json = read_text (fixture->folder, "sprites/fakir.json");
  g_assert_nonnull (strstr (json, "\"pixels\": true"));   /* the file may come back */
  g_assert_false (g_file_test (second, G_FILE_TEST_EXISTS));
}

/* Indexed PNGs of another program: of few bits, interlaced, of another size, with other values and colours. */
static void
test_foreign (Fixture *fixture, gconstpointer data)
{
  static const png_color colours[4] = { { 0, 0, 0 }, { 255, 0, 0 }, { 9, 9, 9 }, { 8, 8, 8 } };
  g_autofree guint16 *samples = g_new0 (guint16, 100 * 70);
  for (guint i = 0; i < 100 * 70; i++)
    samples[i] = i % 3 == 0 ? 0 : 1;
  save (fixture);
  for (int interlace = 0; interlace < 2; interlace++)
    for (int depth = 1; depth <= 8; depth *= 2)
      {
        PngSpec spec = { .colour_type = PNG_COLOR_TYPE_PALETTE, .depth = depth, .interlace = interlace, .width = 100, .height = 70,
                         .samples = samples, .palette = colours, .n_palette = 2 };
        g_autoptr (GByteArray) png = png_write (&spec);
        put_file (fixture, "masks/room.png", png->data, png->len);
        open_again (fixture);
        for (guint i = 0; i < 100 * 70; i++)
          g_assert_cmpuint (kb_zones_at (room (fixture)->pixels.zones, (gint) i % 100, (gint) i / 100), ==, samples[i]);
        check_problems (fixture, "odd-palette");   /* value 1 is floor here, with the colour of wall */
      }

  samples[5] = samples[6] = 3;
  PngSpec spec = { .colour_type = PNG_COLOR_TYPE_PALETTE, .depth = 8, .width = 70, .height = 100, .samples = samples,
                   .palette = colours, .n_palette = 4 };
  g_autoptr (GByteArray) turned = png_write (&spec);
  put_file (fixture, "masks/room.png", turned->data, turned->len);
  open_again (fixture);
  check_problems (fixture, "painting-size unknown-zones odd-palette");
  must_apply (fixture->document, "{\"set\": \"masks[0].opacity\", \"value\": 30}");
  save (fixture);
  check_bytes (fixture, "masks/room.png", turned->data, turned->len);
  must_apply (fixture->document, "{\"step\": \"Size\", \"edits\": [{\"set\": \"masks[0].width\", \"value\": 70},"
                                 " {\"set\": \"masks[0].height\", \"value\": 100}]}");
  check_problems (fixture, "unknown-zones odd-palette");

  spec.colour_type = PNG_COLOR_TYPE_GRAY;
  spec.palette = NULL;
  g_autoptr (GByteArray) grey = png_write (&spec);
  put_file (fixture, "masks/room.png", grey->data, grey->len);
  open_again (fixture);
  g_assert_nonnull (strstr (room (fixture)->pixels.fault, "room.png: byte 25: this picture has no palette; expected an indexed PNG"));
}

/* A kill after any stroke: the journal brings the same picture back, after a save too. */
static void
test_journal (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  save (fixture);
  open_again (fixture);
  KbDocument *document = fixture->document;
  g_assert_true (kb_document_keep_journal (document, &error));
  for (guint i = 0; i < 40; i++)
    {
      if (i % 10 == 9)
        g_assert_true (kb_document_undo (document));
      else if (i == 15)
        must_apply (document, "{\"remove\": \"masks[0].zones[0]\"}");
      else if (i == 16 || i == 31)
        must_apply (document, "{\"undo\": true}");
      else if (i == 20)
        save (fixture);
      else if (i == 30)
        must_apply (document, "{\"remove\": \"masks[0]\"}");
      else
        {
          KbZonesPainter *painter = kb_document_painter (document, room (fixture)->node.id, "pixels", &error);
          for (guint k = 0; k < 30; k++)
            kb_zones_painter_span (painter, (gint) (i + k) % 70, (gint) (i * 7 + k * k) % 100, 100, i % 2 ? 1 : 7);
          g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
          if (i % 3)
            kb_zones_patch_pack (patch);   /* as one that another thread made */
          g_assert_true (kb_document_paint (document, room (fixture)->node.id, "pixels", patch, NULL, &error));
        }
      check_replay (fixture);
    }
}

static void
test_snapshot (Fixture *fixture, gconstpointer data)
{
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"box\": [10, 20, 30, 50], \"zone\": \"wall\"}");
  must_apply (fixture->document, "{\"paint\": \"sprites[0].frames[1].pixels\", \"box\": [1, 1, 3, 3], \"zone\": null}");
  g_autofree char *before = text_of (fixture->document);
  KbDocument *copy = kb_document_snapshot (fixture->document);
  g_assert_true (kb_mask_at (kb_document_project (copy), 0)->pixels.zones == room (fixture)->pixels.zones);
  must_apply (fixture->document, "{\"paint\": \"masks[0].pixels\", \"box\": [0, 0, 30, 50], \"zone\": \"floor\"}");
  g_autofree char *copied = text_of (copy);
  g_assert_cmpstr (copied, ==, before);
  kb_document_free (copy);
}

KIT_PROGRAM (masks)
{
  kit_test_init (&argc, &argv);
#define ADD(name) g_test_add ("/masks/" #name, Fixture, NULL, set_up_mask, test_##name, tear_down)
  ADD (typed);
  ADD (packed);
  ADD (stroke);
  ADD (zones);
  ADD (frames);
  ADD (encoded);
  ADD (encoded_elsewhere);
  ADD (many);
  ADD (files);
  ADD (in_the_way);
  ADD (broken);
  ADD (foreign);
  ADD (journal);
  ADD (snapshot);
  return g_test_run ();
}
