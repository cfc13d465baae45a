/* SPDX-License-Identifier: MIT */
/* A tEXt chunk, first behind the header, with the keyword that PNG has for the program that made it. */
#include "bake/mark.h"

#include <string.h>
#include <zlib.h>

#include <glib/gi18n.h>

#include "document/document.h"
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
  const guint32 n = (guint32) mark_text (made_as, text), length = GUINT32_TO_BE (n);
  guint8 *marked = g_malloc (size + n + 12), *chunk = marked + PNG_HEADER;
  memcpy (marked, data, PNG_HEADER);
  memcpy (chunk, &length, 4);
  memcpy (chunk + 4, "tEXt", 4);
  memcpy (chunk + 8, text, n);
  const guint32 crc = GUINT32_TO_BE ((guint32) crc32 (0, chunk + 4, n + 4));
  memcpy (chunk + 8 + n, &crc, 4);
  memcpy (chunk + 12 + n, data + PNG_HEADER, size - PNG_HEADER);
  return g_bytes_new_take (marked, size + n + 12);
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
