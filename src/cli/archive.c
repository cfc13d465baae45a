/* SPDX-License-Identifier: MIT */
/* Reading and writing ustar. */
#include "cli/farm.h"

#include <glib/gi18n.h>
#include <string.h>

#include <glib/gstdio.h>

#include "bake/outputs.h"
#include "cli/command.h"
#include "cli/input.h"
#include "document/files/files.h"

enum { BLOCK = 512 };

/* Numbers are octal. */
typedef struct {
  char name[100], mode[8], owner[8], group[8], size[12], date[12], sum[8], type, link[100],
    magic[8], names[64], device[16], prefix[155], end[12];
} Header;
G_STATIC_ASSERT (sizeof (Header) == BLOCK);

static guint
sum_of (const Header *header)
{
  guint sum = 8 * ' ';   /* its own field counts as spaces */
  for (guint i = 0; i < BLOCK; i++)
    if (i < offsetof (Header, sum) || i >= offsetof (Header, type))
      sum += ((const guint8 *) header)[i];
  return sum;
}

gboolean
kb_archive_add (GByteArray *archive, const char *name, const void *data, gsize size)
{
  static const guint8 zeros[2 * BLOCK];
  Header header = { .mode = "0000644", .owner = "0000000", .group = "0000000",
                    .date = "00000000000", .type = '0', .magic = "ustar\0" "00" };
  if (!name)
    {
      g_byte_array_append (archive, zeros, sizeof zeros);
      return TRUE;
    }
  /* A long name is cut at its slash. */
  const char *slash = strlen (name) > sizeof header.name ? strrchr (name, '/') : NULL,
             *last = slash ? slash + 1 : name;
  if (strlen (last) > sizeof header.name || (gsize) (last - name) > sizeof header.prefix
      || size > 077777777777)
    return FALSE;
  memcpy (header.name, last, strlen (last));
  memcpy (header.prefix, name, slash ? (gsize) (slash - name) : 0);
  g_snprintf (header.size, sizeof header.size, "%011" G_GINT64_MODIFIER "o", (guint64) size);
  g_snprintf (header.sum, sizeof header.sum, "%06o", sum_of (&header));
  header.sum[7] = ' ';
  g_byte_array_append (archive, (const guint8 *) &header, BLOCK);
  g_byte_array_append (archive, data, (guint) size);
  g_byte_array_append (archive, zeros, (guint) (-size % BLOCK));
  return TRUE;
}

gboolean
kb_is_archive (const char *path)
{
  Header header;
  return kb_file_read_start (NULL, path, &header, BLOCK, NULL) == BLOCK
         && memcmp (header.magic, "ustar", 5) == 0;
}

/* "NAME" or "FOLDER/NAME", without parts that lead elsewhere. */
static gboolean
is_inside (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "/", 3);
  gboolean ok = parts[0] && g_strv_length (parts) <= 3 && g_utf8_validate (name, -1, NULL);
  for (guint i = 0; ok && parts[i]; i++)
    ok = *parts[i] && strcmp (parts[i], ".") != 0 && strcmp (parts[i], "..") != 0
         && !strchr (parts[i], '/');
  return ok;
}

static guint64
octal (const char *field, gsize size)
{
  g_autofree char *text = g_strndup (field, size);
  return g_ascii_strtoull (g_strstrip (text), NULL, 8);
}

/* Unpacks the file at `at` and moves on. Returns FALSE without an error at the end. */
static gboolean
unpack_next (const char *text, gsize length, gsize *at, const char *folder, char **first,
             KbOutputs *outputs, GError **error)
{
  Header header;
  const char *fault = NULL;
  if (length - *at < BLOCK)
    return kb_input_error (error, _("byte %zu: the archive ends too early"), *at);
  memcpy (&header, text + *at, BLOCK);
  if (header.name[0] == '\0')
    return FALSE;
  g_autofree char *last = g_strndup (header.name, sizeof header.name),
                  *before = g_strndup (header.prefix, sizeof header.prefix),
                  *name = *before ? g_strconcat (before, "/", last, NULL) : g_strdup (last);
  const guint64 size = octal (header.size, sizeof header.size);
  if (octal (header.sum, sizeof header.sum) != sum_of (&header) || size > length - *at - BLOCK)
    fault = _("the archive is damaged");
  else if ((header.type != '0' && header.type != '\0') || !is_inside (name))
    fault = _("expected a file inside of the archive's folder");
  if (fault)
    return kb_input_error (error, _("byte %zu: %s"), *at, fault);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static (text + *at + BLOCK, size);
  if (!kb_outputs_add (outputs, path, bytes, error))
    return FALSE;
  *at = MIN (*at + BLOCK + size + -size % BLOCK, length);
  *first = *first ? *first : g_steal_pointer (&path);
  return TRUE;
}

char *
kb_archive_unpack (const char *path, char **asset, GError **error)
{
  g_autofree char *text = NULL;
  gsize length, at = 0;
  GError *local = NULL;
  if (!kb_cli_read_text (path, G_MAXINT64, &text, &length, error))
    return NULL;
  char *folder = g_dir_make_tmp ("kickbox-XXXXXX", &local);
  if (folder)
    kb_cli_shown_inside (path, folder);
  *asset = NULL;
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  while (folder && unpack_next (text, length, &at, folder, asset, outputs, &local))
    ;
  if (*asset && !local && kb_outputs_commit (outputs, &local))
    return folder;
  kb_fail (error, folder ? KB_ERROR_INPUT : KB_ERROR_MACHINE, "%s: %s", path,
           local ? local->message : _("the archive is empty"));
  g_clear_error (&local);
  if (folder)
    kb_cli_remove_folder (folder);
  g_free (folder);
  g_clear_pointer (asset, g_free);
  return NULL;
}
