/* SPDX-License-Identifier: MIT */
/* The export as bytes, and as files: the main one, pages and their files. */
#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#include "bake/convert.h"
#include "bake/outputs.h"
#include "document/files/files.h"

/* A file as parts, GBytes, which live as long as the bake; NULL on error. 0: the main file. */
static GPtrArray *
list_write_parts (KbBake *bake, guint file, GError **error)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  KbBankError reason = { .place = "" };
  if (kb_exporter_write (kb_exporters[bake->settings.format].exporter, &bake->content,
                         &bake->written, bake->stem, file, parts, &reason))
    return g_steal_pointer (&parts);
  return kb_fail_null (error, reason.out_of_memory ? KB_ERROR_MACHINE : KB_ERROR_INPUT,
                       "%s: %s%s%s", bake->file, reason.place, reason.place[0] ? ": " : "",
                       reason.message);
}

void
kb_bake_list_losses (const KbBake *bake, KbExportLose lose, GPtrArray *messages)
{
  kb_exporter_list_losses (kb_exporters[bake->settings.format].exporter, kb_bake_content (bake),
                           bake->written, lose, messages);
}

GBytes *
kb_bake_bytes (KbBake *bake, GError **error)
{
  g_autoptr (GPtrArray) parts = list_write_parts (bake, 0, error);
  if (!parts)
    return NULL;
  GByteArray *whole = g_byte_array_new ();
  KB_EACH (GBytes, part, parts)
    g_byte_array_append (whole, g_bytes_get_data (part, NULL), (guint) g_bytes_get_size (part));
  return g_byte_array_free_to_bytes (whole);
}

GBytes *
kb_bake_to_play (KbDocument *document, GCancellable *cancellable, GError **error)
{
  KbBakeSettings settings;
  kb_bake_settings_init (&settings);
  settings.format = KB_FORMAT_BINARY;
  settings.images = KB_IMAGES_SOLID;
  g_autoptr (KbBake) bake = kb_bake (document, &settings, NULL, NULL, cancellable, NULL);
  if (!bake)
    {
      settings.images = KB_IMAGES_NONE;
      bake = kb_bake (document, &settings, NULL, NULL, cancellable, error);
    }
  return bake ? kb_bake_bytes (bake, error) : NULL;
}

static char *
page_name (const char *stem, guint index)
{
  g_autofree char *number = g_strdup_printf ("%u", index);
  return kb_export_file_name (stem, number, ".png");
}

/* "a/robot.kbx" -> "robot" */
static char *
bank_stem (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strrchr (base, '.');
  if (dot && dot != base)
    *dot = '\0';
  return g_utf8_make_valid (base, -1);
}

void
kb_bake_name_pages (KbBake *bake, const char *path)
{
  g_free (bake->stem);
  bake->stem = bank_stem (path);
  for (guint i = 0; i < bake->beside->len; i++)
    {
      KbBankPage *page = bake->content.pages + i;
      free (page->name);
      page->name = page_name (bake->stem, i);
    }
}

/* The name of a file after the main one, from 1, or NULL. */
static char *
file_name (const KbBake *bake, guint file)
{
  const KbExporter *exporter = kb_exporters[bake->settings.format].exporter;
  return exporter->name_file ? exporter->name_file (&bake->content, bake->stem, file) : NULL;
}

char **
kb_bake_list_beside (const KbBake *bake)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autofree char *file = file_name (bake, 1);
  for (guint i = 0; i < bake->beside->len; i++)
    g_strv_builder_add (names, bake->content.pages[i].name);
  for (guint i = 2; file; i++)
    {
      g_strv_builder_add (names, file);
      g_free (file);
      file = file_name (bake, i);
    }
  return g_strv_builder_end (names);
}

static gboolean
add_file (KbBake *bake, const char *path, guint file, KbOutputs *outputs, GError **error)
{
  g_autoptr (GPtrArray) parts = list_write_parts (bake, file, error);
  return parts && (file == 0 || kb_check_bank_place (path, error))
         && kb_outputs_add_parts (outputs, path, (GBytes *const *) parts->pdata, parts->len, error);
}

gboolean
kb_bake_write_to (KbBake *bake, const char *path, KbOutputs *outputs, GError **error)
{
  kb_bake_name_pages (bake, path);
  g_autofree char *folder = g_path_get_dirname (path);
  g_auto (GStrv) names = kb_bake_list_beside (bake);
  gboolean ok = TRUE;
  for (guint i = 0; ok && names[i]; i++)
    {
      g_autofree char *beside = g_build_filename (folder, names[i], NULL);
      ok = i < bake->beside->len
             ? kb_check_mark (beside, KB_MARK_PAGE, error)
                 && kb_outputs_add (outputs, beside, g_ptr_array_index (bake->beside, i), error)
             : add_file (bake, beside, i - bake->beside->len + 1, outputs, error);
    }
  return ok && add_file (bake, path, 0, outputs, error);
}

/* The number in a page's file name after "STEM-", or -1 if it is not a page of that bank. */
static gint64
page_number (const char *name, const char *stem)
{
  g_autofree char *first = page_name (stem, 0);
  gsize n = strlen (first) - strlen ("0.png");
  char *end = NULL;
  guint64 number = strncmp (name, first, n) == 0 && g_ascii_isdigit (name[n])
                     ? g_ascii_strtoull (name + n, &end, 10)
                     : 0;
  if (!end || number > G_MAXUINT32)
    return -1;
  g_autofree char *exact = page_name (stem, (guint) number);
  return strcmp (name, exact) == 0 ? (gint64) number : -1;
}

static gboolean
is_bank (const char *text, gsize size)
{
  return (size > 1 && memcmp (text, "\x8AK", 2) == 0)
         || memmem (text, size, "\"kickbox_bank\"", 14)
         || memmem (text, size, KB_EXPORT_MARK, strlen (KB_EXPORT_MARK));
}

gboolean
kb_check_bank_place (const char *path, GError **error)
{
  struct stat info;
  g_autofree char *folder = g_path_get_dirname (path), *text = NULL;
  gsize size;
  char start[2];
  if (!kb_file_stat (folder, path, &info)
      || (kb_file_read_start (folder, path, start, sizeof start, NULL) == sizeof start
          && is_bank (start, sizeof start)))
    return TRUE;
  if (!kb_file_read (folder, path, G_MAXINT64, &text, &size, error))
    return FALSE;
  if (is_bank (text, size))
    return TRUE;
  return kb_fail (error, KB_ERROR_INPUT,
                  _("%s: this file is not an export and was left as it is; choose another one"),
                  path);
}

/* Whether another bank in the folder, such as "robot.json" for "robot.kbx", has a page of that
 * name. */
static gboolean
other_bank_names (const KbFolder *folder, const GPtrArray *names, const char *bank,
                  const char *stem, const char *page)
{
  g_autofree char *first = page_name (stem, 0);
  KB_EACH (const char, name, names)
    {
      g_autofree char *other = bank_stem (name), *other_first = page_name (other, 0), *text = NULL;
      gsize size;
      if (strcmp (name, bank) == 0 || strcmp (first, other_first) != 0
          || !kb_folder_read (folder, name, &text, &size, NULL))
        continue;
      if (is_bank (text, size) && memmem (text, size, page, strlen (page)))
        return TRUE;
    }
  return FALSE;
}

void
kb_bake_remove_old_pages (const KbBake *bake, const char *path)
{
  struct stat info;
  g_autofree char *up = g_path_get_dirname (path), *stem = bank_stem (path),
                  *bank = g_path_get_basename (path);
  g_autoptr (KbFolder) folder = kb_folder_open (up, NULL);
  g_autoptr (GPtrArray) names =
    folder && kb_folder_stat (folder, bank, &info) == 0 && S_ISREG (info.st_mode)
      ? kb_folder_list (folder, "", NULL)
      : NULL;
  KB_EACH_WHILE (names, const char, name, names)
    {
      g_autofree char *page = g_build_filename (up, name, NULL);
      if (page_number (name, stem) >= (gint64) bake->beside->len && kb_has_mark (page, KB_MARK_PAGE)
          && !other_bank_names (folder, names, bank, stem, name))
        kb_folder_unlink (folder, name);
    }
}

gboolean
kb_bake_write (KbBake *bake, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  if (!kb_bake_write_to (bake, path, outputs, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !kb_outputs_commit (outputs, error))
    return FALSE;
  kb_bake_remove_old_pages (bake, path);
  return TRUE;
}
