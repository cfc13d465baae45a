/* SPDX-License-Identifier: MIT */
/* Opening banks: later versions, arguments, finding things, files. */
#include "runtime/bank/crc32c.h"
#include "support/seed.h"
#include "support/small_bank.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void
test_opens (void)
{
  size_t size;
  uint8_t *bytes = small_bank (&size);
  kbx_error error;
  kbx_bank bank;

  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, &error), ==, KBX_OK);
  g_assert_cmpint (error.status, ==, KBX_OK);
  g_assert_cmpstr (error.message, ==, "");
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_SPRITE), ==, 3);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_FRAME), ==, 4);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_ANIMATION), ==, 5);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_CLASS), ==, 2);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_PAGE), ==, 3);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  free (bytes);
}

/* The bytes may start anywhere: no query may rely on alignment. */
static void
test_unaligned (void)
{
  size_t size;
  uint8_t *bytes = small_bank (&size), *moved = malloc (size + 8);
  uint64_t sum = 0;

  for (size_t shift = 0; shift < 8; shift++)
    {
      kbx_bank bank;
      memcpy (moved + shift, bytes, size);
      g_assert_cmpint (kbx_bank_open (&bank, moved + shift, size, NULL), ==, KBX_OK);
      if (shift == 0)
        sum = kb_ask_everything (&bank);
      g_assert_cmpuint (kb_ask_everything (&bank), ==, sum);
    }
  free (moved);
  free (bytes);
}

static void
test_arguments (void)
{
  kbx_error error;
  kbx_bank bank;

  g_assert_cmpint (kbx_bank_open (NULL, "", 0, &error), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (error.status, ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_bank_open (&bank, NULL, 10, &error), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_bank_open (&bank, "", 0, NULL), ==, KBX_ERROR_NOT_A_BANK);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_SPRITE), ==, 0);
  g_assert_cmpuint (kbx_bank_count (NULL, KBX_SPRITE), ==, 0);
  g_assert_null (kbx_bank_find (NULL, KBX_SPRITE, "x").bank);
  g_assert_null (kbx_bank_find (&bank, KBX_SPRITE, NULL).bank);
  kb_ask_everything (&bank);
  for (int i = -1; i < 20; i++)
    g_assert_cmpuint (strlen (kbx_status_text ((kbx_status) i)), >, 3);
}

/* A later minor version: longer records, reserved bytes in use, a section that may be skipped. */
static void
test_later_minor (void)
{
  enum { FRAME = 80 };
  size_t size, count, at, out, stride = 48;
  uint8_t *bytes = small_bank (&size), *later;
  kbx_error error;
  kbx_bank bank;
  uint64_t sum, fram, frames;

  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  sum = kb_ask_everything (&bank);
  frames = kbx_bank_count (&bank, KBX_FRAME);

  /* Rebuild with FRAM records 48 bytes longer, appended at the end of the file. */
  fram = section_of (bytes, "FRAM");
  at = (size + 15) / 16 * 16;
  later = calloc (1, at + frames * (FRAME + stride));
  memcpy (later, bytes, size);
  count = kbx_load_u32 (later + 24);
  for (uint64_t i = 0; i < frames; i++)
    {
      memcpy (later + at + i * (FRAME + stride), bytes + fram + i * FRAME, FRAME);
      memset (later + at + i * (FRAME + stride) + FRAME, 0xaa, stride);
      later[at + i * (FRAME + stride) + FRAME - 4] = 1; /* reserved in 1.0 */
    }
  /* Its entry moves to the end of the table; the old one becomes an unknown section that may be skipped. */
  out = entry_of (bytes, "FRAM");
  {
    uint8_t entry[40], pixl[40];
    size_t last = 64 + 40 * (count - 1);
    memcpy (entry, later + out, 40);
    memcpy (pixl, later + last, 40);
    memcpy (later + out, "Xtra", 4);
    later[out + 4] = 0;
    g_assert_cmpmem (pixl, 4, "PIXL", 4);
    /* It takes the place of PIXL's, so the page loses its bytes. */
    memcpy (later + last, entry, 40);
    for (int i = 0; i < 8; i++)
      {
        later[last + 8 + i] = (uint8_t) ((uint64_t) at >> 8 * i);
        later[last + 16 + i] = (uint8_t) (frames * (FRAME + stride) >> 8 * i);
      }
    later[last + 28] = (uint8_t) (FRAME + stride);
    memset (later + kbx_load_u64 (pixl + 8), 0, kbx_load_u64 (pixl + 16));
  }
  {
    size_t page = section_of (later, "PAGE") + 32;
    memset (later + page + 4, 0, 4);
    memset (later + page + 16, 0, 16);
  }
  for (int i = 0; i < 8; i++)
    later[16 + i] = (uint8_t) ((uint64_t) (at + frames * (FRAME + stride)) >> 8 * i);
  later[10] = 1;
  kb_maker_seal (later, at + frames * (FRAME + stride));
  g_assert_cmpint (kbx_bank_open (&bank, later, at + frames * (FRAME + stride), &error), ==, KBX_OK);
  g_assert_cmpuint (bank.minor, ==, 1);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_FRAME), ==, frames);
  g_assert_cmpuint (kb_ask_everything (&bank), !=, sum); /* the page's bytes are gone */
  g_assert_cmpuint (kbx_count (kbx_find (kbx_bank_find (&bank, KBX_SPRITE, "boxer"), KBX_FRAME, "hit"), KBX_SHAPE), ==, 2);
  later[10] = 0;
  kb_maker_seal (later, at + frames * (FRAME + stride));
  g_assert_cmpint (kbx_bank_open (&bank, later, at + frames * (FRAME + stride), &error), ==, KBX_ERROR_VALUE);
  free (later);
  free (bytes);
}

static void
test_find (void)
{
  size_t size;
  uint8_t *bytes = small_bank (&size);
  const char *names[] = { "torso", "wings", "head" };
  kbx_bank bank;
  kbx_handle boxer;
  kbx_handle frame;

  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  for (uint32_t i = 0; i < kbx_bank_count (&bank, KBX_SPRITE); i++)
    g_assert_cmpuint (kbx_bank_find (&bank, KBX_SPRITE, kbx_name (kbx_bank_item (&bank, KBX_SPRITE, i))).index, ==, i);
  g_assert_null (kbx_bank_find (&bank, KBX_SPRITE, "box").bank);
  g_assert_null (kbx_bank_find (&bank, KBX_SPRITE, "boxer ").bank);
  g_assert_null (kbx_bank_find (&bank, KBX_SPRITE, "").bank);
  g_assert_null (kbx_bank_item (&bank, KBX_SPRITE, 3).bank);

  boxer = kbx_bank_find (&bank, KBX_SPRITE, "boxer");
  g_assert_cmpuint (kbx_count (boxer, KBX_FRAME), ==, 3);
  frame = kbx_find (boxer, KBX_FRAME, "hit");
  g_assert_cmpuint (kbx_info (frame).index, ==, 1);
  g_assert_cmpstr (kbx_name (kbx_parent (frame)), ==, "boxer");
  g_assert_cmpstr (kbx_name (kbx_item (boxer, KBX_FRAME, 2)), ==, "");
  g_assert_null (kbx_item (boxer, KBX_FRAME, 3).bank);
  g_assert_null (kbx_find (boxer, KBX_FRAME, "walk").bank);
  frame = kbx_item (kbx_bank_find (&bank, KBX_SPRITE, "fakir"), KBX_FRAME, 0);
  g_assert_cmpuint (frame.index, ==, 3);
  g_assert_cmpuint (kbx_info (frame).index, ==, 0);
  g_assert_cmpstr (kbx_name (kbx_parent (frame)), ==, "fakir");
  g_assert_cmpstr (kbx_name (kbx_find (boxer, KBX_ANIMATION, "punch")), ==, "punch");
  g_assert_cmpstr (kbx_name (kbx_parent (kbx_find (boxer, KBX_ANIMATION, "nothing"))), ==, "boxer");
  g_assert_null (kbx_find (boxer, KBX_ANIMATION, "kick").bank);
  g_assert_cmpuint (kbx_count (kbx_bank_find (&bank, KBX_SPRITE, "nobody"), KBX_FRAME), ==, 0);

  g_assert_cmpuint (kbx_bank_find (&bank, KBX_CLASS, "torso").index, ==, 1);
  g_assert_cmpuint (kbx_bank_find (&bank, KBX_CLASS, "wings").index, ==, KBX_NONE);
  g_assert_cmpuint (kbx_info (kbx_bank_item (&bank, KBX_CLASS, 1)).colour, ==, 0x00ff0080);
  g_assert_cmpuint (kbx_bank_classes (&bank, names, 2), ==, 2);
  g_assert_cmpuint (kbx_bank_classes (&bank, names, 3), ==, 3);
  g_assert_cmpuint (kbx_bank_classes (&bank, NULL, 3), ==, 0);
  g_assert_cmpuint (kbx_class_bit (KBX_NONE), ==, 0);
  g_assert_cmpuint (kbx_class_bit (63), ==, UINT64_C (1) << 63);

  g_assert_cmpstr (kbx_name (kbx_bank_item (&bank, KBX_PAGE, 0)), ==, "sheet.png");
  g_assert_null (kbx_info (kbx_bank_item (&bank, KBX_PAGE, 0)).data);
  g_assert_cmpuint (kbx_info (kbx_bank_item (&bank, KBX_PAGE, 1)).data_size, ==, 48);
  g_assert_cmpuint (kbx_info (kbx_bank_item (&bank, KBX_PAGE, 1)).data[1], ==, 8);
  g_assert_false (kbx_info (kbx_bank_item (&bank, KBX_PAGE, 3)).found);
  free (bytes);
}

/* Null handles and handles beyond the bank answer, and answer nothing. */
static void
test_null_handles (void)
{
  size_t size;
  uint8_t *bytes = small_bank (&size);
  kbx_bank bank;
  kbx_place pose = kbx_at_flipped (5, 5, true, false);
  kbx_point p = { 0, 0 };
  kbx_box box = { -100, -100, 100, 100 };
  kbx_vec v = { 0, 0 };
  const kbx_bank *banks[2] = { NULL, &bank };

  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  for (int i = 0; i < 2; i++)
    {
      kbx_handle sprite = { banks[i], NULL, i == 0 ? 0 : 1000, KBX_SPRITE };
      kbx_handle animation = { banks[i], NULL, i == 0 ? 0 : 1000, KBX_ANIMATION };
      kbx_handle frame = { banks[i], NULL, i == 0 ? 0 : 1000, KBX_FRAME };
      kbx_handle good = kbx_item (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_FRAME, 0);
      g_assert_cmpstr (kbx_name (sprite), ==, "");
      g_assert_cmpuint (kbx_count (sprite, KBX_FRAME), ==, 0);
      g_assert_null (kbx_item (sprite, KBX_FRAME, 0).bank);
      g_assert_null (kbx_find (sprite, KBX_FRAME, "stand").bank);
      g_assert_null (kbx_find (sprite, KBX_ANIMATION, "idle").bank);
      g_assert_null (kbx_find (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_FRAME, NULL).bank);
      g_assert_null (kbx_find (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_ANIMATION, NULL).bank);
      g_assert_cmpuint (kbx_bank_find (banks[i], KBX_CLASS, NULL).index, ==, KBX_NONE);
      g_assert_cmpstr (kbx_name (animation), ==, "");
      g_assert_null (kbx_parent (animation).bank);
      g_assert_null (kbx_animation_step (animation, 0).frame.bank);
      g_assert_true (kbx_animation_at (animation, 0).finished);
      g_assert_null (kbx_animation_at (animation, 0).frame.bank);
      g_assert_cmpstr (kbx_name (frame), ==, "");
      g_assert_cmpuint (kbx_info (frame).index, ==, KBX_NONE);
      g_assert_null (kbx_parent (frame).bank);
      g_assert_cmpuint (kbx_info (frame).size.w, ==, 0);
      g_assert_false (kbx_info (frame).found);
      g_assert_false (kbx_frame_picture (frame, pose).found);
      g_assert_false (kbx_frame_action (frame, pose, "fist").found);
      g_assert_false (kbx_frame_action (good, pose, NULL).found);
      g_assert_cmpuint (kbx_count (frame, KBX_SHAPE), ==, 0);
      g_assert_false (kbx_frame_shape (frame, kbx_at (0, 0), 0).found);
      g_assert_null (kbx_value (kbx_item (frame, KBX_SHAPE, 0), "damage"));
      g_assert_cmpint (kbx_frame_at (frame, pose, p, KBX_ALL_CLASSES).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_false (kbx_frame_at (frame, pose, p, KBX_ALL_CLASSES).hit);
      g_assert_cmpint (kbx_frame_hit (frame, pose, kbx_shape_box (box), KBX_ALL_CLASSES).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_frame_hit (frame, pose, kbx_shape_circle (v, 1), KBX_ALL_CLASSES).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_strike (frame, pose, "fist", good, pose, KBX_ALL_CLASSES).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_strike (good, pose, "fist", frame, pose, KBX_ALL_CLASSES).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_strike (good, pose, NULL, good, pose, KBX_ALL_CLASSES).status, ==, KBX_ERROR_ARGUMENT);
      g_assert_cmpint (kbx_strike (good, pose, "tail", good, pose, KBX_ALL_CLASSES).status, ==, KBX_OK);
      g_assert_cmpuint (kbx_frame_touching (frame, pose, kbx_shape_box (box), KBX_ALL_CLASSES, NULL, 0), ==, 0);
      g_assert_cmpuint (kbx_frames_overlap (frame, pose, KBX_ALL_CLASSES, good, pose, KBX_ALL_CLASSES, NULL, 0), ==, 0);
      g_assert_false (kbx_frames_touch (good, pose, KBX_ALL_CLASSES, frame, pose, KBX_ALL_CLASSES));
      g_assert_cmpint (kbx_frame_box (frame, pose, KBX_ALL_CLASSES).x1, ==, 0);
      g_assert_false (kbx_info (frame).found);
    }
  free (bytes);
}

/* The first sprite gets another name, and comes last. */
static uint8_t *
changed_bank (size_t *size)
{
  KbBankContent content;
  kb_maker_small_bank (&content);
  KbBankSprite first = content.sprites[0];
  memmove (content.sprites, content.sprites + 1, (content.n_sprites - 1) * sizeof first);
  free (first.name);
  first.name = strdup ("zzz");
  content.sprites[content.n_sprites - 1] = first;
  uint8_t *bytes = kb_maker_write (&content, size);
  kb_bank_content_clear (&content);
  return bytes;
}

static void
test_reload (void)
{
  size_t size, changed_size;
  g_autofree uint8_t *bytes = small_bank (&size), *changed = changed_bank (&changed_size);
  g_autofree char *folder = g_dir_make_tmp ("kickbox-XXXXXX", NULL), *path = g_build_filename (folder, "a.bank", NULL);
  kbx_bank bank, other;
  kbx_error error;
  kbx_handle held[64], before[64];
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  uint32_t n = 0;

  g_assert_true (g_file_set_contents (path, (char *) bytes, (gssize) size, NULL));
  g_assert_cmpint (kbx_bank_open_file (&bank, path, NULL), ==, KBX_OK);
  g_assert_cmpint (kbx_bank_open (&other, bytes, size, NULL), ==, KBX_OK);
  for (uint32_t i = 0; i < 3; i++)
    {
      held[n++] = kbx_bank_item (&bank, KBX_SPRITE, i);
      for (uint32_t k = 0; k < kbx_count (held[n - 1 - k], KBX_FRAME) && k < 4; k++, n++)
        held[n] = kbx_item (held[n - 1 - k], KBX_FRAME, k);
    }
  held[n++] = kbx_bank_item (&other, KBX_SPRITE, 0);
  held[n++] = (kbx_handle) { 0 };
  for (uint32_t i = 0; i < n; i++)
    g_ptr_array_add (names, g_strdup (kbx_name (kbx_parent (held[i]).bank ? kbx_parent (held[i]) : held[i])));
  memcpy (before, held, sizeof held);

  /* What is no bank changes nothing. */
  g_assert_true (g_file_set_contents (path, (char *) bytes, (gssize) size / 2, NULL));
  g_assert_cmpint (kbx_bank_reload_file (&bank, path, held, n, &error), ==, KBX_ERROR_TRUNCATED);
  g_assert_cmpmem (held, sizeof held, before, sizeof before);
  g_assert_cmpstr (kbx_name (held[0]), ==, names->pdata[0]);
  g_assert_cmpint (kbx_bank_reload_file (&bank, path, NULL, 1, &error), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_bank_reload_file (NULL, path, NULL, 0, &error), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_bank_reload_file (&bank, NULL, NULL, 0, &error), ==, KBX_ERROR_ARGUMENT);

  g_assert_true (g_file_set_contents (path, (char *) changed, (gssize) changed_size, NULL));
  g_assert_cmpint (kbx_bank_reload_file (&bank, path, held, n, &error), ==, KBX_OK);
  g_assert_cmpstr (kbx_name (kbx_bank_item (&bank, KBX_SPRITE, 2)), ==, "zzz");
  for (uint32_t i = 0; i + 2 < n; i++)
    {
      const kbx_handle owner = held[i].kind == KBX_FRAME ? kbx_parent (held[i]) : held[i];
      const gboolean gone = g_str_equal (names->pdata[i], names->pdata[0]);
      g_assert_cmpint (held[i].kind, ==, gone ? KBX_NOTHING : before[i].kind);
      g_assert_true (held[i].bank == (gone ? NULL : &bank));
      if (!gone)
        {
          g_assert_cmpstr (kbx_name (owner), ==, names->pdata[i]);
          g_assert_cmpuint (owner.index + 1, ==, before[i].kind == KBX_SPRITE ? before[i].index : owner.index + 1);
        }
    }
  g_assert_cmpmem (&held[n - 2], 2 * sizeof held[0], &before[n - 2], 2 * sizeof held[0]);
  kbx_bank_close_file (&bank);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_files (void)
{
  size_t size;
  uint8_t *bytes = small_bank (&size);
  char *folder = g_dir_make_tmp ("kickbox-XXXXXX", NULL), *path = g_build_filename (folder, "a.bank", NULL);
  struct rlimit room, none;
  kbx_status status;
  kbx_bank bank;
  kbx_error error;

  g_assert_cmpint (kbx_bank_open_file (&bank, path, &error), ==, KBX_ERROR_FILE);
  g_assert_cmpint (kbx_bank_open_file (&bank, folder, &error), ==, KBX_ERROR_FILE);
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (kbx_bank_open_file (&bank, pipe, &error), ==, KBX_ERROR_FILE);   /* at once */
  g_assert_cmpint (unlink (pipe), ==, 0);
  g_assert_cmpint (kbx_bank_open_file (&bank, NULL, &error), ==, KBX_ERROR_ARGUMENT);
  g_assert_cmpint (kbx_bank_open_file (NULL, path, &error), ==, KBX_ERROR_ARGUMENT);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_cmpint (kbx_bank_open_file (&bank, path, &error), ==, KBX_ERROR_NOT_A_BANK);
  g_assert_true (g_file_set_contents (path, (char *) bytes, (gssize) size - 1, NULL));
  g_assert_cmpint (kbx_bank_open_file (&bank, path, &error), ==, KBX_ERROR_TRUNCATED);
  g_assert_cmpuint (error.offset, ==, size - 1);
  kbx_bank_close_file (&bank);
  g_assert_true (g_file_set_contents (path, (char *) bytes, (gssize) size, NULL));
  g_assert_cmpint (kbx_bank_open_file (&bank, path, NULL), ==, KBX_OK);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_SPRITE), ==, 3);
  kbx_bank_close_file (&bank);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_SPRITE), ==, 0);
  kbx_bank_close_file (&bank);
  kbx_bank_close_file (NULL);

  /* No room for the file among the addresses. */
  g_assert_cmpint (getrlimit (RLIMIT_AS, &room), ==, 0);
  none = room;
  none.rlim_cur = 4096;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &none), ==, 0);
  status = kbx_bank_open_file (&bank, path, &error);
  g_assert_cmpint (setrlimit (RLIMIT_AS, &room), ==, 0);
  g_assert_cmpint (status, ==, KBX_ERROR_FILE);
  g_assert_cmpuint (kbx_bank_count (&bank, KBX_SPRITE), ==, 0);
  g_unlink (path);
  g_rmdir (folder);
  g_free (path);
  g_free (folder);
  free (bytes);
}

static void
test_crc32c (void)
{
  uint8_t *bytes = malloc (40000);
  GRand *random = g_rand_new_with_seed (1);

  g_assert_cmphex (kbx_crc32c (0, "123456789", 9), ==, 0xe3069283);
  g_assert_cmphex (kbx_crc32c_portable (0, "123456789", 9), ==, 0xe3069283);
  g_assert_cmphex (kbx_crc32c (0, "", 0), ==, 0);
  for (int i = 0; i < 40000; i++)
    bytes[i] = (uint8_t) g_rand_int (random);
  /* Both ways, at every small length and around the lengths of interleaved runs, from odd starts, in two pieces. */
  for (size_t n = 0; n < 39000; n += n < 1600 || (n > 12250 && n < 12320) ? 1 : 613)
    for (size_t start = 0; start < 3; start++)
      {
        uint32_t whole = kbx_crc32c (0, bytes + start, n);
        g_assert_cmphex (whole, ==, kbx_crc32c_portable (0, bytes + start, n));
        g_assert_cmphex (whole, ==, kbx_crc32c (kbx_crc32c (0, bytes + start, n / 3), bytes + start + n / 3, n - n / 3));
      }
  g_rand_free (random);
  free (bytes);
}

KIT_PROGRAM (runtime_bank)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/runtime/bank/opens", test_opens);
  g_test_add_func ("/runtime/bank/unaligned", test_unaligned);
  g_test_add_func ("/runtime/bank/arguments", test_arguments);
  g_test_add_func ("/runtime/bank/later-minor", test_later_minor);
  g_test_add_func ("/runtime/bank/find", test_find);
  g_test_add_func ("/runtime/bank/null-handles", test_null_handles);
  g_test_add_func ("/runtime/bank/files", test_files);
  g_test_add_func ("/runtime/bank/reload", test_reload);
  g_test_add_func ("/runtime/bank/crc32c", test_crc32c);
  return g_test_run ();
}
