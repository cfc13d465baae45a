/* SPDX-License-Identifier: MIT */
/* A tEXt chunk, first behind the header, with the keyword that PNG has for the program that made it. */
#include "bake/mark.h"

#include <string.h>

#include <glib/gi18n.h>

#include "bake/pages.h"
#include "document/files.h"

#define PNG_HEADER 33
#define MARK_BYTES 64

/* The chunk's content; its length. The keyword ends with a zero, the text does not. */
static gsize
mark_text (const char *made_as, char text[MARK_BYTES])
{
  static const char keyword[] = "Software";
  memcpy (text, keyword, sizeof keyword);
  return sizeof keyword + (gsize) g_snprintf (text + sizeof keyword, MARK_BYTES - sizeof keyword, "Kickbox %s", made_as);
}

GBytes *
kb_mark_png (GBytes *png, const char *made_as)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (png, &size);
  char text[MARK_BYTES];
  const guint n = (guint) mark_text (made_as, text);
  GByteArray *marked = g_byte_array_new ();
  g_byte_array_append (marked, data, PNG_HEADER);
  kb_png_put_chunk (marked, "tEXt", text, n);
  g_byte_array_append (marked, data + PNG_HEADER, (guint) size - PNG_HEADER);
  return g_byte_array_free_to_bytes (marked);
}

gboolean
kb_has_mark (const char *path, const char *made_as)
{
  char head[PNG_HEADER + 8 + MARK_BYTES], text[MARK_BYTES];
  const gsize n = mark_text (made_as, text), whole = PNG_HEADER + 8 + n;
  g_autofree char *folder = g_path_get_dirname (path);
  gssize size = kb_file_read_start (folder, path, head, whole, NULL);
  const guint32 length = GUINT32_TO_BE ((guint32) n);
  return size == (gssize) whole && memcmp (head + PNG_HEADER, &length, 4) == 0 && memcmp (head + PNG_HEADER + 4, "tEXt", 4) == 0
    && memcmp (head + PNG_HEADER + 8, text, n) == 0;
}

gboolean
kb_check_mark (const char *path, const char *made_as, GError **error)
{
  struct stat info;
  g_autofree char *folder = g_path_get_dirname (path);
  if (!kb_file_stat (folder, path, &info) || kb_has_mark (path, made_as))
    return TRUE;
  g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
               _("%s: is there already and was not made by 'kickbox %s'; it was left as it was, expected another place or name"),
               path, made_as);
  return FALSE;
}
