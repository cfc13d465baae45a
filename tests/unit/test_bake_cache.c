/* SPDX-License-Identifier: MIT */
/* Whatever the cache holds, and whatever happens to it and to the pictures, a bank is what it would be
 * without one. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "bake/bake.h"
#include "bake/gather.h"
#include "document/edits/edit.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

#define HOUR ((gint64) 3600 * G_USEC_PER_SEC)

enum { SIDE = 24, FRAMES = 230 };   /* so many are packed in strips */

typedef struct {
  char *root, *folder;
  KbDocument *document;
  GRand *random;
} Fixture;

static char *cache_folder;

/* ---- a project ---- */

static char *
picture_path (Fixture *f, guint i)
{
  g_autofree char *name = g_strdup_printf ("p%u.png", i);
  return g_build_filename (f->folder, "pictures", name, NULL);
}

/* Always of one size in bytes: what is in it does not compress. */
static void
write_picture (Fixture *f, guint i)
{
  g_autoptr (KbPicture) picture = kb_picture_new (SIDE, SIDE);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = picture_path (f, i);
  for (guint k = 0; k < SIDE * SIDE; k++)
    {
      guint32 colour = g_rand_int (f->random) | GUINT32_TO_BE (255);
      memcpy (picture->rgba + 4 * k, &colour, 4);
    }
  g_autoptr (GBytes) png = kb_picture_encode (picture, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), &error));
}

static void
apply (Fixture *f, json_t *line)
{
  g_autoptr (GError) error = NULL;
  kb_document_apply (f->document, line, &error);
  g_assert_no_error (error);
  json_decref (line);
}

static json_t *
picture_value (guint file, gint w, gint h)
{
  g_autofree char *name = g_strdup_printf ("p%u.png", file);
  return json_pack ("{s:s, s:[i,i,i,i]}", "file", name, "rect", 0, 0, w, h);
}

static void
show (Fixture *f, guint frame, guint file, gint w, gint h)
{
  apply (f, json_pack ("{s:o, s:o}", "set", json_sprintf ("sprites[0].frames[%u].picture", frame), "value",
                       picture_value (file, w, h)));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  kb_stamp_grain = -HOUR;
  f->random = g_rand_new_with_seed ((guint32) g_test_rand_int ());
  f->root = temp_folder_new ();
  f->folder = g_build_filename (f->root, "p", NULL);
  f->document = kb_document_new (f->folder, "p");
  g_autofree char *pictures = g_build_filename (f->folder, "pictures", NULL);
  g_assert_cmpint (g_mkdir_with_parents (pictures, 0700), ==, 0);
  apply (f, json_pack ("{s:s, s:{s:s}}", "insert", "sprites", "value", "name", "s"));
  for (guint i = 0; i < GPOINTER_TO_UINT (data); i++)
    {
      write_picture (f, i);
      apply (f, json_pack ("{s:s, s:{s:i, s:i, s:o}}", "insert", "sprites[0].frames", "value", "width", SIDE, "height",
                           SIDE, "picture", picture_value (i, SIDE, SIDE)));
    }
  temp_folder_remove (cache_folder);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  kb_document_free (f->document);
  temp_folder_remove (f->root);
  g_rand_free (f->random);
  g_free (f->root);
  g_free (f->folder);
}

/* Pages of 256: a handful. */
static const KbBakeSettings settings = { KB_FORMAT_BINARY, KB_IMAGES_PNG, 1, 1, 256, FALSE };

static GBytes *
bake_watched (KbDocument *document, KbBakeProgress progress, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbBake) baked = kb_bake (document, &settings, progress, data, NULL, &error);
  g_assert_no_error (error);
  GBytes *bytes = kb_bake_bytes (baked, &error);
  g_assert_no_error (error);
  return bytes;
}

static GBytes *
bake (Fixture *f)
{
  return bake_watched (f->document, NULL, NULL);
}

/* The bank of a machine that has never seen the project; the cache is as before. */
static GBytes *
bake_cold (Fixture *f)
{
  g_autofree char *aside = g_strconcat (cache_folder, "-aside", NULL);
  g_assert_cmpint (g_rename (cache_folder, aside), ==, 0);
  GBytes *bytes = bake (f);
  temp_folder_remove (cache_folder);
  g_assert_cmpint (g_rename (aside, cache_folder), ==, 0);
  return bytes;
}

static void
check (Fixture *f)
{
  g_autoptr (GBytes) warm = bake (f), cold = bake_cold (f);
  g_assert_true (g_bytes_equal (warm, cold));
}

/* ---- pictures that change ---- */

static void
test_replaced (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) before = bake (f);
  for (guint i = 0; i < 4; i++)
    {
      write_picture (f, i * 50);
      g_autoptr (GBytes) after = bake (f);
      g_assert_false (g_bytes_equal (before, after));
      check (f);
    }
}

/* Another file with the size and the time of the old one, renamed over it or written into it. */
static void
test_disguised (Fixture *f, gconstpointer data)
{
  g_autofree char *path = picture_path (f, 7), *other = picture_path (f, 8), *contents = NULL;
  g_autoptr (GBytes) before = bake (f);
  for (guint in_place = 0; in_place < 2; in_place++)
    {
      GStatBuf old, new;
      gsize size;
      g_assert_cmpint (g_stat (path, &old), ==, 0);
      g_autofree char *kept = NULL;
      g_assert_true (g_file_get_contents (path, &kept, &size, NULL));
      write_picture (f, 8);
      g_clear_pointer (&contents, g_free);
      g_assert_true (g_file_get_contents (other, &contents, &size, NULL));
      g_assert_cmpint ((gint64) size, ==, old.st_size);
      check (f);
      do
        {
          g_assert_true (in_place ? g_file_set_contents_full (path, contents, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, NULL)
                                  : g_file_set_contents (path, contents, (gssize) size, NULL));
          const struct timespec times[2] = { old.st_atim, old.st_mtim };
          g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
          g_assert_cmpint (g_stat (path, &new), ==, 0);
        }
      while (in_place && memcmp (&new.st_ctim, &old.st_ctim, sizeof new.st_ctim) == 0);
      g_assert_cmpint (new.st_size, ==, old.st_size);
      g_assert_cmpint (new.st_mtim.tv_nsec, ==, old.st_mtim.tv_nsec);
      g_autoptr (GBytes) after = bake (f);
      g_assert_false (g_bytes_equal (before, after));
      check (f);
    }
}

/* A known file is not opened, but what the frames take of it is still checked. */
static void
test_outside (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_bytes_unref (bake (f));
  show (f, 2, 2, SIDE + 1, SIDE);
  g_assert_null (kb_bake (f->document, &settings, NULL, NULL, NULL, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "json: frames[2]"));
}

/* A known file shown by another part of it. */
static void
test_other_part (Fixture *f, gconstpointer data)
{
  g_bytes_unref (bake (f));
  show (f, 2, 2, SIDE - 3, SIDE - 5);
  check (f);
  show (f, 2, 90, SIDE, SIDE - 5);
  check (f);
}

typedef struct { Fixture *fixture; guint calls; } Meddler;

/* Found unchanged, then changed before its pixels were needed. */
static void
change_picture (double fraction, gpointer data)
{
  Meddler *meddler = data;
  if (meddler->calls++ == 0)
    for (guint i = 0; i < FRAMES; i += 5)
      write_picture (meddler->fixture, i);
}

static void
test_changed_meanwhile (Fixture *f, gconstpointer data)
{
  g_bytes_unref (bake (f));
  for (guint frame = 3; frame < FRAMES; frame += 40)
    show (f, frame, frame, SIDE - 1, SIDE);
  Meddler meddler = { f, 0 };
  g_autoptr (GBytes) after = bake_watched (f->document, change_picture, &meddler);
  g_autoptr (GBytes) cold = bake_cold (f);
  g_assert_true (g_bytes_equal (after, cold));
}

/* ---- a cache that changes ---- */

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
cache_files (void)
{
  g_autofree char *folder = g_build_filename (cache_folder, "kickbox", "bake", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    g_ptr_array_add (files, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (files, compare_names);
  return files;
}

/* A stamp as young as the last step of the clock is not believed, so even a change that leaves it as it was is
 * seen: here every change is younger. */
static void
test_young (Fixture *f, gconstpointer data)
{
  gsize sums[2] = { 0 };
  for (guint old = 0; old < 2; old++)
    {
      kb_stamp_grain = old ? -HOUR : HOUR;
      g_bytes_unref (bake (f));
      g_autoptr (GPtrArray) files = cache_files ();
      for (guint i = 0; i < files->len; i++)
        {
          GStatBuf info;
          g_assert_cmpint (g_stat (files->pdata[i], &info), ==, 0);
          sums[old] += (gsize) info.st_size;
        }
    }
  g_assert_cmpuint (sums[1] - sums[0], >, FRAMES * sizeof (KbKnown));
  g_assert_cmpuint (sums[1], >, sums[0]);
}

static void
damage (Fixture *f, const char *path, const char *other)
{
  g_autofree char *data = NULL;
  gsize size;
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  gint32 at = g_rand_int_range (f->random, 0, (gint32) size);
  switch (g_rand_int_range (f->random, 0, 6))
    {
    case 0:
      size = (gsize) at;
      break;
    case 1:
      g_assert_cmpint (g_unlink (path), ==, 0);
      return;
    case 2:
      data = g_realloc (data, size + 1);
      data[size++] = 0;
      break;
    case 3:
      g_clear_pointer (&data, g_free);
      if (!g_file_get_contents (other, &data, &size, NULL))
        return;
      break;
    default:
      data[at] ^= 1 << g_rand_int_range (f->random, 0, 8);
    }
  g_assert_true (g_file_set_contents (path, data, (gssize) size, NULL));
}

static void
test_damaged (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) right = bake (f);
  for (guint round = 0; round < kit_rounds (60); round++)
    {
      g_autoptr (GPtrArray) files = cache_files ();
      g_assert_cmpuint (files->len, >, 4);
      for (guint n = round % 4 + 1; n > 0; n--)
        {
          guint i = (guint) g_rand_int_range (f->random, 0, (gint32) files->len);
          if (g_file_test (files->pdata[i], G_FILE_TEST_EXISTS))
            damage (f, files->pdata[i], files->pdata[(i + 1) % files->len]);
        }
      g_autoptr (GBytes) again = bake (f);
      g_assert_true (g_bytes_equal (right, again));
    }
}

/* All entries but one bit of each are as they were. */
static void
test_all_damaged (Fixture *f, gconstpointer data)
{
  g_autoptr (GBytes) right = bake (f);
  g_autoptr (GPtrArray) files = cache_files ();
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *contents = NULL;
      gsize size;
      g_assert_true (g_file_get_contents (files->pdata[i], &contents, &size, NULL));
      contents[size - 1 - i % 40] ^= 4;
      g_assert_true (g_file_set_contents (files->pdata[i], contents, (gssize) size, NULL));
    }
  g_autoptr (GBytes) again = bake (f);
  g_assert_true (g_bytes_equal (right, again));
}

static void
empty_cache (double fraction, gpointer data)
{
  Meddler *meddler = data;
  g_autoptr (GPtrArray) files = cache_files ();
  for (guint i = 0; i < files->len; i++)
    g_unlink (files->pdata[i]);
  meddler->calls++;
}

static void
test_emptied_meanwhile (Fixture *f, gconstpointer data)
{
  g_bytes_unref (bake (f));
  show (f, 100, 100, SIDE - 1, SIDE);
  g_autoptr (GBytes) cold = bake_cold (f);
  Meddler meddler = { f, 0 };
  g_autoptr (GBytes) warm = bake_watched (f->document, empty_cache, &meddler);
  g_assert_cmpuint (meddler.calls, >=, 2);
  g_assert_true (g_bytes_equal (warm, cold));
}

static gpointer
bake_in_thread (gpointer document)
{
  return bake_watched (document, NULL, NULL);
}

static void
test_two_at_once (Fixture *f, gconstpointer data)
{
  for (guint round = 0; round < 4; round++)
    {
      KbDocument *copies[2] = { kb_document_snapshot (f->document), kb_document_snapshot (f->document) };
      GThread *thread = g_thread_new ("second", bake_in_thread, copies[1]);
      g_autoptr (GBytes) a = bake_in_thread (copies[0]), b = g_thread_join (thread), cold = bake_cold (f);
      g_assert_true (g_bytes_equal (a, cold));
      g_assert_true (g_bytes_equal (b, cold));
      kb_document_free (copies[0]);
      kb_document_free (copies[1]);
      write_picture (f, round);
      if (round % 2)
        temp_folder_remove (cache_folder);
      else
        show (f, 9, 9, SIDE - (gint) round - 1, SIDE);
    }
}

/* No two of many small inputs have the same hash, and it is the same on every machine. */
static void
test_hash (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (kb_hash_key, kb_hash_key_equal, g_free, NULL);
  guint8 data[64] = { 0 };
  for (guint length = 0; length <= 64; length++)
    for (guint bit = 0; bit < 512; bit++)
      {
        memset (data, 0, sizeof data);
        data[bit / 8] ^= (guint8) (1 << bit % 8);
        if (bit / 8 >= length && bit > 0)
          continue;
        if (length == 0)
          memset (data, 0, sizeof data);
        KbHash hash = kb_hash_of (data, length);
        g_assert_true (g_hash_table_add (seen, g_memdup2 (&hash, sizeof hash)));
      }
  char text[33];
  kb_hash_text (kb_hash_of ("kickbox", 7), text);
  g_assert_cmpstr (text, ==, "820501af4b0cee5da1283f930c0f7247");
}

#define ADD(name, function) \
  g_test_add ("/bake/cache/" name, Fixture, GUINT_TO_POINTER (FRAMES), set_up, function, tear_down)

KIT_PROGRAM (bake_cache)
{
  kit_test_init (&argc, &argv);
  cache_folder = temp_folder_new ();
  g_setenv ("XDG_CACHE_HOME", cache_folder, TRUE);
  ADD ("replaced", test_replaced);
  ADD ("disguised", test_disguised);
  ADD ("young", test_young);
  ADD ("outside", test_outside);
  ADD ("other-part", test_other_part);
  ADD ("changed-meanwhile", test_changed_meanwhile);
  ADD ("damaged", test_damaged);
  ADD ("all-damaged", test_all_damaged);
  ADD ("emptied-meanwhile", test_emptied_meanwhile);
  ADD ("two-at-once", test_two_at_once);
  g_test_add_func ("/bake/hash", test_hash);
  int status = g_test_run ();
  temp_folder_remove (cache_folder);
  return status;
}
