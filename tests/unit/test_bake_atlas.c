/* SPDX-License-Identifier: MIT */
/* Baking whole documents: what a page shows is what the frames show, equal pictures share, borders
 * are repeated, and the cache - filled, empty, damaged - changes no byte. */
#include <stdlib.h>
#include <string.h>

#include "bake/bake.h"
#include "bake/gather.h"
#include "bake/outputs.h"
#include "document/edits/edit.h"
#include "tests/support/looks.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

typedef struct {
  char *root, *folder;
  KbDocument *document;
} Fixture;

static char *cache_folder;

static void
insert (Fixture *f, const char *list, json_t *value)
{
  g_autoptr (GError) error = NULL;
  json_t *line = json_pack ("{s:s, s:o}", "insert", list, "value", value);
  kb_document_apply (f->document, line, &error);
  g_assert_no_error (error);
  json_decref (line);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->root = temp_folder_new ();
  f->folder = g_build_filename (f->root, "dojo", NULL);
  f->document = kb_document_new (f->folder, "dojo");
  insert (f, "classes", json_pack ("{s:s, s:s}", "name", "head", "colour", "#ff0000"));
  insert (f, "sprites", json_pack ("{s:s}", "name", "s"));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  kb_document_free (f->document);
  temp_folder_remove (f->root);
  g_free (f->root);
  g_free (f->folder);
}

/* A picture with random opaque and half-transparent pixels inside a random box. */
static KbPicture *
random_picture (GRand *random, guint side)
{
  KbPicture *picture = kb_picture_new (side, side);
  gint most = (gint) side;
  guint x0 = (guint) g_rand_int_range (random, 0, most / 3), x1 = (guint) g_rand_int_range (random, most / 2, most + 1);
  guint y0 = (guint) g_rand_int_range (random, 0, most / 3), y1 = (guint) g_rand_int_range (random, most / 2, most + 1);
  for (guint y = y0; y < y1; y++)
    for (guint x = x0; x < x1; x++)
      {
        guint32 colour = g_rand_int (random);
        if (colour % 3)
          memcpy (picture->rgba + 4 * (y * side + x), &colour, 4);
      }
  return picture;
}

static char *
add_picture (Fixture *f, KbPicture *picture)
{
  g_autoptr (GError) error = NULL;
  char *file = kb_document_add_picture (f->document, "p", picture, &error);
  g_assert_no_error (error);
  return file;
}

static void
show (Fixture *f, const char *file, gint w, gint h, gint x, gint y, gint offset_x, gint offset_y, gint frame_w, gint frame_h)
{
  insert (f, "sprites[0].frames",
          json_pack ("{s:i, s:i, s:{s:s, s:[i,i,i,i], s:[i,i]}}", "width", frame_w, "height", frame_h, "picture",
                     "file", file, "rect", x, y, w, h, "offset", offset_x, offset_y));
}

static void
add_frame (Fixture *f, KbPicture *picture, gint w, gint h, gint x, gint y, gint offset_x, gint offset_y, gint frame_w, gint frame_h)
{
  g_autofree char *file = add_picture (f, picture);
  show (f, file, w, h, x, y, offset_x, offset_y, frame_w, frame_h);
}

/* On sheets of 16: a file costs a sync. */
static void
add_random_frames (Fixture *f, guint n, guint seed)
{
  enum { CELL = 40, SHEET = 16 };
  GRand *random = g_rand_new_with_seed (seed);
  for (guint first = 0; first < n; first += SHEET)
    {
      g_autoptr (KbPicture) sheet = kb_picture_new (CELL, CELL * SHEET);
      gint sides[SHEET];
      for (gint i = 0; i < SHEET; i++)
        {
          sides[i] = g_rand_int_range (random, 4, CELL);
          g_autoptr (KbPicture) picture = random_picture (random, (guint) sides[i]);
          kb_picture_paste (sheet, picture, 0, CELL * i);
        }
      g_autofree char *file = add_picture (f, sheet);
      for (guint i = 0; i < SHEET && first + i < n; i++)
        {
          gint most = sides[i], x = g_rand_int_range (random, 0, most / 2), y = g_rand_int_range (random, 0, most / 2);
          gint w = g_rand_int_range (random, 1, most - x + 1), h = g_rand_int_range (random, 1, most - y + 1);
          /* Partly outside the frame, sometimes. */
          show (f, file, w, h, x, (gint) (CELL * i) + y, g_rand_int_range (random, -4, 8), g_rand_int_range (random, -4, 8),
                g_rand_int_range (random, 8, 50), g_rand_int_range (random, 8, 50));
        }
    }
  g_rand_free (random);
}

static KbBake *
bake (Fixture *f, const KbBakeSettings *settings)
{
  g_autoptr (GError) error = NULL;
  KbBake *result = kb_bake (f->document, settings, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static GBytes *
bytes_of (Fixture *f, const KbBakeSettings *settings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbBake) baked = bake (f, settings);
  GBytes *bytes = kb_bake_bytes (baked, &error);
  g_assert_no_error (error);
  return bytes;
}

static KbPicture *
page_picture (const KbBankPage *page)
{
  g_autoptr (GError) error = NULL;
  KbPicture *picture = NULL;
  if (page->encoding == KB_BANK_PAGE_PNG)
    picture = kb_picture_decode (page->data, page->size, "page", &error);
  else
    {
      picture = kb_picture_new (page->w, page->h);
      memcpy (picture->rgba, page->data, page->size);
    }
  g_assert_no_error (error);
  g_assert_cmpuint (picture->width, ==, page->w);
  g_assert_cmpuint (picture->height, ==, page->h);
  return picture;
}

/* Every frame drawn from its page is the frame's picture; around the rectangle its edge is repeated. */
static void
check_frames (Fixture *f, const KbBankContent *content, gint extrude)
{
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_picture_unref);
  for (guint i = 0; i < content->n_pages; i++)
    g_ptr_array_add (pages, page_picture (content->pages + i));
  const KbSprite *sprite = kb_sprite_at (kb_document_project (f->document), 0);
  for (guint i = 0; i < sprite->frames->len; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (KbPicture) expected = kb_document_frame_picture (f->document, kb_frame_at (sprite, i), &error);
      g_assert_no_error (error);
      const KbBankFrame *frame = content->sprites[0].frames + i;
      gint box[4];
      g_assert_cmpint (frame->has_picture, ==, kb_picture_opaque_box (expected, &box[0], &box[1], &box[2], &box[3]));
      if (!frame->has_picture)
        continue;
      g_assert_cmpint (frame->trim_x, ==, box[0]);
      g_assert_cmpint (frame->trim_y, ==, box[1]);
      g_assert_cmpint ((gint) frame->atlas_w, ==, box[2]);
      g_assert_cmpint ((gint) frame->atlas_h, ==, box[3]);
      const KbPicture *page = g_ptr_array_index (pages, frame->page);
      for (gint y = -extrude; y < box[3] + extrude; y++)
        for (gint x = -extrude; x < box[2] + extrude; x++)
          {
            gint sx = CLAMP (x, 0, box[2] - 1), sy = CLAMP (y, 0, box[3] - 1);
            const guint8 *have = kb_picture_pixel (page, (guint) ((gint) frame->atlas_x + x), (guint) ((gint) frame->atlas_y + y));
            const guint8 *want = kb_picture_pixel (expected, (guint) (box[0] + sx), (guint) (box[1] + sy));
            g_assert_cmpmem (have, 4, want, 4);
          }
    }
}

static const KbBakeSettings variants[] = {
  { KB_FORMAT_BINARY, KB_IMAGES_PNG, 1, 1, 4096, FALSE },
  { KB_FORMAT_BINARY, KB_IMAGES_RGBA, 1, 1, 4096, FALSE },
  { KB_FORMAT_BINARY, KB_IMAGES_PNG, 0, 0, 64, FALSE },
  { KB_FORMAT_BINARY, KB_IMAGES_RGBA, 3, 2, 128, TRUE },
  { KB_FORMAT_JSON, KB_IMAGES_PNG, 5, 4, 512, TRUE },
};

/* The JSON bank gives the binary bank's very bytes, and so does writing it in parts, as an export does. */
static void
check_json (const KbBankContent *content, GBytes *exported)
{
  KbBankContent back = { NULL };
  KbBankError error;
  char *text;
  uint8_t *binary, *again;
  size_t length, size, size_again;
  g_assert_true (kb_bank_write (content, &binary, &size, &error));
  g_assert_true (kb_bank_json_write (content, &text, &length, &error));
  g_assert_true (kb_bank_json_read (&back, text, length, &error));
  g_assert_true (kb_bank_write (&back, &again, &size_again, &error));
  g_assert_cmpmem (binary, size, again, size_again);
  gsize size_exported;
  const guint8 *parts = g_bytes_get_data (exported, &size_exported);
  if (parts[0] == '{')
    g_assert_cmpmem (text, length, parts, size_exported);
  else
    g_assert_cmpmem (binary, size, parts, size_exported);
  kb_bank_content_clear (&back);
  free (binary);
  free (again);
  free (text);
}

static void
test_frames (Fixture *f, gconstpointer data)
{
  add_random_frames (f, GPOINTER_TO_UINT (data), 3);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      g_autoptr (KbBake) baked = bake (f, variants + i);
      check_frames (f, kb_bake_content (baked), variants[i].extrude);
      g_autoptr (GBytes) bytes = kb_bake_bytes (baked, NULL);
      g_assert_nonnull (bytes);
      check_json (kb_bake_content (baked), bytes);
    }
}

static void
test_shared (Fixture *f, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (1);
  g_autoptr (KbPicture) a = random_picture (random, 16);
  memset (a->rgba, 255, 16 * 16 * 4);
  /* The same pixels in three places: another frame size, another offset, another file. */
  add_frame (f, a, 16, 16, 0, 0, 0, 0, 16, 16);
  add_frame (f, a, 16, 16, 0, 0, 3, 5, 30, 30);
  g_autoptr (KbPicture) b = kb_picture_new (20, 20);
  kb_picture_paste (b, a, 2, 2);
  add_frame (f, b, 20, 20, 0, 0, 0, 0, 20, 20);
  g_autoptr (KbPicture) empty = kb_picture_new (8, 8);
  add_frame (f, empty, 8, 8, 0, 0, 0, 0, 8, 8);
  insert (f, "sprites[0].frames", json_pack ("{s:i, s:i}", "width", 5, "height", 6));
  g_autoptr (KbBake) baked = bake (f, &variants[0]);
  const KbBankFrame *frames = kb_bake_content (baked)->sprites[0].frames;
  for (guint i = 1; i < 3; i++)
    {
      g_assert_cmpuint (frames[i].atlas_x, ==, frames[0].atlas_x);
      g_assert_cmpuint (frames[i].atlas_y, ==, frames[0].atlas_y);
    }
  g_assert_cmpint (frames[1].trim_x, ==, 3);
  g_assert_cmpint (frames[2].trim_y, ==, 2);
  g_assert_false (frames[3].has_picture);
  g_assert_false (frames[4].has_picture);
  g_assert_cmpuint (frames[4].w, ==, 5);
  check_frames (f, kb_bake_content (baked), 1);
  g_rand_free (random);
}

static void
damage_cache (void)
{
  g_autofree char *folder = g_build_filename (cache_folder, "kickbox", "bake", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;
  for (const char *name; dir && (name = g_dir_read_name (dir)); n++)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL), *data = NULL;
      gsize size;
      g_assert_true (g_file_get_contents (path, &data, &size, NULL));
      data[size * (n % 7) / 7] ^= 0x20;
      g_assert_true (g_file_set_contents (path, data, n % 3 ? (gssize) size : (gssize) size / 2, NULL));
    }
  g_assert_cmpuint (n, >, 0);
}

static void
test_cache (Fixture *f, gconstpointer data)
{
  add_random_frames (f, 260, 8);
  for (guint i = 0; i < G_N_ELEMENTS (variants); i++)
    {
      temp_folder_remove (cache_folder);
      g_autoptr (GBytes) first = bytes_of (f, variants + i);
      g_autoptr (GBytes) cached = bytes_of (f, variants + i);
      damage_cache ();
      g_autoptr (GBytes) damaged = bytes_of (f, variants + i);
      g_assert_true (g_bytes_equal (first, cached));
      g_assert_true (g_bytes_equal (first, damaged));
    }
}

/* One frame's picture changes: with the old cache and with none the bank is the same. */
static void
test_change (Fixture *f, gconstpointer data)
{
  GRand *random = g_rand_new_with_seed (77);
  add_random_frames (f, 260, 9);
  g_autoptr (GBytes) before = bytes_of (f, &variants[0]);
  for (guint round = 0; round < 5; round++)
    {
      g_autoptr (KbPicture) picture = random_picture (random, 20);
      memset (picture->rgba, (int) round * 40, 4 * 20 * (round + 1));
      g_autofree char *file = kb_document_add_picture (f->document, "new", picture, NULL);
      g_autoptr (GError) error = NULL;
      json_t *line = json_pack ("{s:o, s:{s:s, s:[i,i,i,i]}}", "set",
                                json_sprintf ("sprites[0].frames[%d].picture", g_rand_int_range (random, 0, 260)),
                                "value", "file", file, "rect", 0, 0, 20, 20);
      kb_document_apply (f->document, line, &error);
      json_decref (line);
      g_assert_no_error (error);
      g_autoptr (GBytes) warm = bytes_of (f, &variants[0]);
      temp_folder_remove (cache_folder);
      g_autoptr (GBytes) cold = bytes_of (f, &variants[0]);
      g_assert_true (g_bytes_equal (warm, cold));
      g_assert_false (g_bytes_equal (warm, before));
    }
  g_rand_free (random);
}

/* Nothing changes but the pixels: same file, same sizes, same places on the page. */
static void
test_change_in_place (Fixture *f, gconstpointer data)
{
  g_autoptr (KbPicture) sheet = kb_picture_new (16, 64);
  g_autoptr (GPtrArray) banks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  for (guint i = 0; i < 16 * 64; i++)
    memcpy (sheet->rgba + 4 * i, ((guint8[]) { i & 255, i / 3 & 255, 9, 255 }), 4);
  g_autofree char *file = add_picture (f, sheet);
  show (f, file, 16, 16, 0, 0, 0, 0, 16, 16);
  for (gint i = 0; i < 4; i++)
    {
      g_autoptr (GError) error = NULL;
      json_t *line = json_pack ("{s:s, s:{s:s, s:[i,i,i,i]}}", "set", "sprites[0].frames[0].picture", "value",
                                "file", file, "rect", 0, 16 * i, 16, 16);
      kb_document_apply (f->document, line, &error);
      json_decref (line);
      g_assert_no_error (error);
      g_autoptr (KbBake) baked = bake (f, &variants[0]);
      check_frames (f, kb_bake_content (baked), 1);
      g_ptr_array_add (banks, kb_bake_bytes (baked, NULL));
      g_assert_true (i == 0 || !g_bytes_equal (banks->pdata[i], banks->pdata[i - 1]));
    }
}

static void
test_too_large (Fixture *f, gconstpointer data)
{
  g_autoptr (KbPicture) picture = kb_picture_new (100, 30);
  memset (picture->rgba, 255, 100 * 30 * 4);
  add_frame (f, picture, 100, 30, 0, 0, 0, 0, 100, 30);
  KbBakeSettings settings = variants[0];
  settings.page_size = 99;
  g_autoptr (GError) error = NULL;
  g_assert_null (kb_bake (f->document, &settings, NULL, NULL, NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "json: frames[0]: "));
  settings.page_size = 100;
  g_autoptr (KbBake) baked = bake (f, &settings);
  g_assert_cmpuint (kb_bake_content (baked)->pages[0].w, ==, 100);
}

static void
cancel_at_once (double fraction, gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
}

static void
test_cancel (Fixture *f, gconstpointer data)
{
  add_random_frames (f, 50, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  temp_folder_remove (cache_folder);
  g_assert_null (kb_bake (f->document, &variants[0], cancel_at_once, cancellable, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* An edit would refuse it, a file that was changed by hand may have it. */
static void
test_wrong_shape (Fixture *f, gconstpointer data)
{
  insert (f, "sprites[0].frames",
          json_pack ("{s:i, s:i, s:[{s:s, s:{s:[i,i,i]}}]}", "width", 9, "height", 9, "shapes", "class",
                     "head", "geometry", "circle", 4, 4, 3));
  g_autoptr (GError) error = NULL;
  g_assert_true (kb_document_save (f->document, &error));
  g_autofree char *path = g_build_filename (f->folder, "sprites", "s.json", NULL);
  json_t *top = json_load_file (path, 0, NULL);
  json_t *shape = json_array_get (json_object_get (json_array_get (json_object_get (top, "frames"), 0), "shapes"), 0);
  json_object_set_new (shape, "geometry", json_pack ("{s:[[i,i],[i,i],[i,i],[i,i]]}", "polygon", 0, 0, 8, 8, 8, 1, 0, 8));
  g_assert_cmpint (json_dump_file (top, path, 0), ==, 0);
  json_decref (top);
  kb_document_free (f->document);
  f->document = kb_document_open (f->folder, &error);
  g_assert_no_error (error);
  g_assert_null (kb_bake (f->document, &variants[0], NULL, NULL, NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "json: frames[0].shapes[0]: "));
}

/* A file that is not there any more when its pixels are needed. */
static void
test_missing_picture (Fixture *f, gconstpointer data)
{
  add_random_frames (f, 3, 2);
  g_bytes_unref (bytes_of (f, &variants[0]));
  g_autofree char *pictures = g_build_filename (f->folder, "pictures", NULL);
  temp_folder_remove (pictures);
  g_autoptr (GError) error = NULL;
  g_assert_null (kb_bake (f->document, &variants[0], NULL, NULL, NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
}

static void
test_none (Fixture *f, gconstpointer data)
{
  add_random_frames (f, 3, 2);
  KbBakeSettings settings = variants[0];
  settings.images = KB_IMAGES_NONE;
  g_autoptr (KbBake) baked = bake (f, &settings);
  g_assert_cmpuint (kb_bake_content (baked)->n_pages, ==, 0);
  g_assert_false (kb_bake_content (baked)->sprites[0].frames[0].has_picture);
}

/* Pages beside the bank are the same files as pages in it, but for the mark. */
static void
test_beside (Fixture *f, gconstpointer data)
{
  add_random_frames (f, 300, 2);
  KbBakeSettings settings = variants[2];
  g_autoptr (KbBake) inside = bake (f, &settings);
  settings.images = KB_IMAGES_BESIDE;
  g_autoptr (KbBake) beside = bake (f, &settings);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (f->root, "out.kbx", NULL);
  g_assert_true (kb_bake_write (beside, path, NULL, &error));
  g_assert_no_error (error);
  const KbBankContent *content = kb_bake_content (inside);
  g_assert_cmpuint (content->n_pages, >, 1);
  for (guint i = 0; i < content->n_pages; i++)
    {
      g_autofree char *name = g_strdup_printf ("out-%u.png", i), *page = g_build_filename (f->root, name, NULL), *file = NULL;
      gsize size;
      g_assert_cmpstr (kb_bake_content (beside)->pages[i].name, ==, name);
      g_assert_true (g_file_get_contents (page, &file, &size, NULL));
      g_autoptr (GBytes) in_it = g_bytes_new (content->pages[i].data, content->pages[i].size);
      g_autoptr (GBytes) marked = kb_mark_png (in_it, KB_MARK_PAGE);
      g_assert_cmpmem (file, size, g_bytes_get_data (marked, NULL), g_bytes_get_size (marked));
      g_assert_true (kb_has_mark (page, KB_MARK_PAGE));
      g_assert_false (kb_has_mark (page, KB_MARK_SHEET));
      /* The mark is a whole chunk: it decodes to the same pixels. */
      g_autoptr (KbPicture) a = kb_picture_read (NULL, page, &error);
      g_autoptr (KbPicture) b = kb_picture_decode (content->pages[i].data, content->pages[i].size, "page", &error);
      g_assert_true (a && b && kit_pictures_equal (a, b));
    }
}

static void
test_settings (void)
{
  KbBakeSettings settings;
  g_autoptr (GError) error = NULL;
  json_t *object = json_pack ("{s:s, s:s, s:i, s:b, s:s}", "format", "json", "images", "beside", "padding", 7,
                              "power-of-two", 1, "later", "kept");
  g_assert_true (kb_bake_settings_read (&settings, object, &error));
  g_assert_cmpint (settings.format, ==, KB_FORMAT_JSON);
  g_assert_cmpint (settings.images, ==, KB_IMAGES_BESIDE);
  g_assert_cmpint (settings.padding, ==, 7);
  g_assert_cmpint (settings.extrude, ==, 1);
  g_assert_true (settings.power_of_two);
  json_t *back = kb_bake_settings_to_json (&settings, object);
  g_assert_true (json_equal (back, object));
  json_decref (back);
  static const char *const wrong[] = {
    "{\"format\": \"xml\"}", "{\"padding\": -1}", "{\"padding\": 65}", "{\"padding\": 1.5}", "{\"power-of-two\": 1}",
    "{\"page-size\": 8192}", "{\"page-size\": 99999999999999}", "[]", "{\"images\": null}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      json_t *value = json_loads (wrong[i], 0, NULL);
      g_assert_false (kb_bake_settings_read (&settings, value, &error));
      g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
      g_assert_true (g_str_has_prefix (error->message, "export"));
      g_clear_error (&error);
      json_decref (value);
    }
  json_decref (object);
  kb_bake_settings_init (&settings);
  g_assert_true (kb_bake_settings_set (&settings, "page-size", "256", &error));
  g_assert_cmpint (settings.page_size, ==, 256);
  g_assert_false (kb_bake_settings_set (&settings, "page-size", "5000", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_USAGE);
}

#define ADD(name, function, data) g_test_add (name, Fixture, data, set_up, function, tear_down)

KIT_PROGRAM (bake_atlas)
{
  kit_test_init (&argc, &argv);
  kb_stamp_grain = -3600 * (gint64) G_USEC_PER_SEC;
  cache_folder = temp_folder_new ();
  g_setenv ("XDG_CACHE_HOME", cache_folder, TRUE);
  ADD ("/bake/atlas/frames", test_frames, GUINT_TO_POINTER (60));
  ADD ("/bake/atlas/many-frames", test_frames, GUINT_TO_POINTER (300));
  ADD ("/bake/atlas/shared", test_shared, NULL);
  ADD ("/bake/atlas/cache", test_cache, NULL);
  ADD ("/bake/atlas/change", test_change, NULL);
  ADD ("/bake/atlas/change-in-place", test_change_in_place, NULL);
  ADD ("/bake/atlas/too-large", test_too_large, NULL);
  ADD ("/bake/atlas/cancel", test_cancel, NULL);
  ADD ("/bake/atlas/none", test_none, NULL);
  ADD ("/bake/atlas/beside", test_beside, NULL);
  ADD ("/bake/wrong-shape", test_wrong_shape, NULL);
  ADD ("/bake/missing-picture", test_missing_picture, NULL);
  g_test_add_func ("/bake/settings", test_settings);
  int status = g_test_run ();
  temp_folder_remove (cache_folder);
  return status;
}
