/* SPDX-License-Identifier: MIT */
/* Little pictures and imports for tests. */
#ifndef KB_TEST_IMPORT_KIT_H
#define KB_TEST_IMPORT_KIT_H

#include <glib/gstdio.h>
#include <string.h>

#include "document/edits/edit.h"
#include "interchange/importers.h"
#include "tests/support/temp_folder.h"

static inline void
kit_pixel (KbPicture *picture, gint x, gint y, guint32 rgba)
{
  const guint8 bytes[4] = { rgba >> 24, rgba >> 16 & 255, rgba >> 8 & 255, rgba & 255 };
  memcpy (picture->rgba + 4 * ((gsize) y * picture->width + (gsize) x), bytes, 4);
}

static inline void
kit_fill (KbPicture *picture, gint x, gint y, gint width, gint height, guint32 rgba)
{
  for (gint v = y; v < y + height; v++)
    for (gint u = x; u < x + width; u++)
      kit_pixel (picture, u, v, rgba);
}

/* A blot of its own for each number: a frame that can be told from others. */
static inline void
kit_figure (KbPicture *picture, gint x, gint y, gint width, gint height, guint number)
{
  for (gint v = 0; v < height; v++)
    for (gint u = 0; u < width; u++)
      {
        guint32 mixed = (number * 2654435761u) ^ ((guint) u * 40503u + (guint) v * 30011u) * 2246822519u;
        kit_pixel (picture, x + u, y + v, (mixed & 0xffffff00u) | 0xff);
      }
}

static inline void
kit_save (const KbPicture *picture, const char *folder, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = kb_picture_encode (picture, &error);
  g_assert_no_error (error);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
}

static inline void
kit_write (const char *folder, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* Whether a file is taken for that kind when nothing else is said. */
static inline gboolean
kit_is_meant (const char *path, KbImportKind kind)
{
  const KbImporter *importer = kb_importer_guess (KB_IMPORT_ANY, path, NULL, NULL);
  return importer && importer->makes == kind;
}

/* Reads one file of a folder. */
static inline KbImport *
kit_read (const char *folder, const char *name, const KbImportOptions *options, GError **error)
{
  static const KbImportOptions none;
  g_autofree char *path = g_build_filename (folder, name, NULL);
  const char *const paths[] = { path, NULL };
  return kb_import_read (paths, options ? options : &none, error);
}

/* The text as that file of the folder, read. */
static inline KbImport *
kit_read_text (const char *folder, const char *name, const char *text, GError **error)
{
  kit_write (folder, name, text);
  return kit_read (folder, name, NULL, error);
}

static inline KbImport *
kit_must_read_text (const char *folder, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  KbImport *import = kit_read_text (folder, name, text, &error);
  g_assert_no_error (error);
  return import;
}

static inline KbImportFrame *
kit_frame (const KbImport *import, guint i)
{
  g_assert_cmpuint (i, <, import->frames->len);
  return g_ptr_array_index (import->frames, i);
}

static inline KbImportAnimation *
kit_animation (const KbImport *import, guint i)
{
  g_assert_cmpuint (i, <, import->animations->len);
  return g_ptr_array_index (import->animations, i);
}

/* "0:100 1:50" */
static inline char *
kit_steps (const KbImportAnimation *animation)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < animation->steps->len; i++)
    {
      const KbImportStep *step = &g_array_index (animation->steps, KbImportStep, i);
      g_string_append_printf (text, "%s%u:%d", i ? " " : "", step->frame, step->duration);
    }
  return g_string_free (text, FALSE);
}

static inline gboolean
kit_has_message (const GPtrArray *messages, const char *part)
{
  for (guint i = 0; i < messages->len; i++)
    {
      g_autofree char *text = kb_message_text (g_ptr_array_index (messages, i));
      if (strstr (text, part))
        return TRUE;
    }
  return FALSE;
}

/* Runs the tests, then takes their folder away. */
static inline int
kit_run_in (char *folder)
{
  int status = g_test_run ();
  temp_folder_remove (folder);
  g_free (folder);
  return status;
}

#define kit_assert_message(error, part) \
  G_STMT_START { if (!strstr ((error)->message, (part))) g_error ("expected '%s' in '%s'", (part), (error)->message); } G_STMT_END

#endif
