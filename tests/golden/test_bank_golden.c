/* SPDX-License-Identifier: MIT */
/* Golden banks: each folder tests/golden/bank/vN/CASE has bank.json, the exact bytes bank.kbx that it gives,
 * and written.json, the exact text that is written for it. bank-1.0.kbx is the bank as version 1.0 wrote it, where that
 * differs. A new case is a new folder. The folder of the banks is the argument. */
#include "bank/content.h"
#include "bank/kickbox-json.h"
#include "runtime/kickbox.h"
#include "tests/support/seed.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

typedef struct { char *data; gsize size; } Contents;

static Contents
load (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  Contents contents;
  g_autoptr (GError) error = NULL;
  g_file_get_contents (path, &contents.data, &contents.size, &error);
  g_assert_no_error (error);
  return contents;
}

static void
json_gives_bytes (Contents json, Contents bank)
{
  void *bytes;
  size_t size;
  kbx_json_error error;
  if (!kbx_json_to_bank (json.data, json.size, &bytes, &size, &error))
    g_error ("%s: %s", error.place, error.message);
  g_assert_cmpmem (bytes, size, bank.data, bank.size);
  kbx_json_free (bytes);
}

static void
bytes_give_json (Contents bank, Contents written)
{
  KbBankContent content;
  KbBankError error;
  char *text;
  size_t length;
  if (!kb_bank_read (&content, bank.data, bank.size, &error)
      || !kb_bank_json_write (&content, &text, &length, &error))
    g_error ("%s: %s", error.place, error.message);
  g_assert_cmpstr (text, ==, written.data);
  g_assert_cmpuint (length, ==, written.size);
  free (text);
  kb_bank_content_clear (&content);
}

/* A bank that version 1.0 wrote, without bounds of levels, opens and has the same content and bounds. */
static void
old_bytes_are_good (const char *folder, const kbx_bank *bank, Contents written)
{
  Contents old;
  kbx_bank open;
  g_autofree char *path = g_build_filename (folder, "bank-1.0.kbx", NULL);
  if (!g_file_get_contents (path, &old.data, &old.size, NULL))
    return;
  g_assert_cmpint (kbx_bank_open (&open, old.data, old.size, NULL), ==, KBX_OK);
  bytes_give_json (old, written);
  g_assert_cmpuint (kbx_bank_count (&open, KBX_LEVEL), >, 0);
  for (uint32_t i = 0; i < kbx_bank_count (&open, KBX_LEVEL); i++)
    {
      const kbx_rect before = kbx_level_bounds (kbx_bank_item (&open, KBX_LEVEL, i)),
                     now = kbx_level_bounds (kbx_bank_item (bank, KBX_LEVEL, i));
      g_assert_cmpmem (&before, sizeof before, &now, sizeof now);
    }
  g_free (old.data);
}

static void
test_case (gconstpointer data)
{
  const char *folder = data;
  Contents json = load (folder, "bank.json"), written = load (folder, "written.json"), bank = load (folder, "bank.kbx");
  kbx_bank open;
  g_assert_cmpint (kbx_bank_open (&open, bank.data, bank.size, NULL), ==, KBX_OK);
  json_gives_bytes (json, bank);
  json_gives_bytes (written, bank);
  bytes_give_json (bank, written);
  old_bytes_are_good (folder, &open, written);
  g_free (json.data);
  g_free (written.data);
  g_free (bank.data);
}

static GPtrArray *
children (const char *folder)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  return paths;
}

KIT_PROGRAM (bank_golden)
{
  kit_test_init (&argc, &argv);
  g_autoptr (GPtrArray) versions = children (argc > 1 ? argv[1] : "tests/golden/bank"), all = g_ptr_array_new ();
  for (guint i = 0; i < versions->len; i++)
    {
      GPtrArray *cases = children (versions->pdata[i]);
      for (guint k = 0; k < cases->len; k++)
        {
          g_autofree char *version = g_path_get_basename (versions->pdata[i]), *name = g_path_get_basename (cases->pdata[k]);
          g_autofree char *test = g_strdup_printf ("/bank/golden/%s/%s", version, name);
          g_test_add_data_func (test, cases->pdata[k], test_case);
        }
      g_ptr_array_add (all, cases);
    }
  int status = all->len > 0 ? g_test_run () : 1;
  for (guint i = 0; i < all->len; i++)
    g_ptr_array_unref (all->pdata[i]);
  return status;
}
