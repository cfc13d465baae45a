/* SPDX-License-Identifier: MIT */
/* A tEXt chunk directly after the header, with PNG's keyword for the creating program. */
#include "bake/outputs.h"

#include <string.h>

#include <glib/gi18n.h>

#include "bake/gather.h"
#include "document/files/files.h"

#define PNG_HEADER 33

static GByteArray *
make_chunk (const char *made_as)
{
  static const char keyword[] = "Software";   /* ends with a zero; the text does not */
  g_autoptr (GByteArray) text = g_byte_array_new ();
  GByteArray *chunk = g_byte_array_new ();
  g_byte_array_append (text, (const guint8 *) keyword, sizeof keyword);
  g_byte_array_append (text, (const guint8 *) "Kickbox ", 8);
  g_byte_array_append (text, (const guint8 *) made_as, (guint) strlen (made_as));
  kb_png_put_chunk (chunk, "tEXt", text->data, text->len);
  return chunk;
}

GBytes *
kb_mark_png (GBytes *png, const char *made_as)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (png, &size);
  GByteArray *marked = make_chunk (made_as);
  g_byte_array_prepend (marked, data, PNG_HEADER);
  g_byte_array_append (marked, data + PNG_HEADER, (guint) size - PNG_HEADER);
  return g_byte_array_free_to_bytes (marked);
}

gboolean
kb_has_mark (const char *path, const char *made_as)
{
  g_autoptr (GByteArray) chunk = make_chunk (made_as);
  const gsize whole = PNG_HEADER + chunk->len;
  g_autofree char *folder = g_path_get_dirname (path), *head = g_malloc (whole);
  return kb_file_read_start (folder, path, head, whole, NULL) == (gssize) whole
         && memcmp (head + PNG_HEADER, chunk->data, chunk->len) == 0;
}

gboolean
kb_check_mark (const char *path, const char *made_as, GError **error)
{
  struct stat info;
  g_autofree char *folder = g_path_get_dirname (path);
  if (!kb_file_stat (folder, path, &info) || kb_has_mark (path, made_as))
    return TRUE;
  return kb_fail (
    error, KB_ERROR_INPUT,
    _("%s: is there already and was not made by 'kickbox %s'; it was left as it was, "
       "expected another place or name"),
    path, made_as);
}
