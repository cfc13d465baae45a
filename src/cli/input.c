/* SPDX-License-Identifier: MIT */
/* Folders are projects; files are banks if they have a bank's signature or are JSON with a bank's
 * key. */
#include "cli/input.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bank/content.h"
#include "cli/command.h"
#include "document/files/files.h"
#include "interchange/formats.h"

#define BANK_MAGIC "\x8AKBX\r\n\x1A\n"
#define JSON_KEY "\"kickbox_bank\""
#define MAX_BYTES ((gsize) G_MAXUINT32)

static gboolean
open_binary (KbInput *input, const char *path, GError **error)
{
  kbx_error reason;
  gsize size;
  const void *data = g_bytes_get_data (input->bytes, &size);
  if (kbx_bank_open (&input->bank, data, size, &reason) == KBX_OK)
    return TRUE;
  return kb_fail (error, KB_ERROR_INPUT, 
                  reason.section[0] ? _("%s: byte %llu, section %s: %s") : _("%s: byte %llu%s: %s"),
                  path, (unsigned long long) reason.offset, reason.section,
                  _(reason.message ? reason.message : kbx_status_text (reason.status)));
}

static gboolean
open_json (KbInput *input, const char *path, GBytes *text, GError **error)
{
  KbBankContent content = { NULL };
  KbBankError reason = { .place = "" };
  uint8_t *bytes = NULL;
  size_t size;
  gsize length;
  const char *data = g_bytes_get_data (text, &length);
  gboolean ok = kb_bank_json_read (&content, data, length, &reason)
                && kb_bank_write (&content, &bytes, &size, &reason);
  kb_bank_content_clear (&content);
  if (!ok)
    return kb_fail (error, reason.out_of_memory ? KB_ERROR_MACHINE : KB_ERROR_INPUT,
                    reason.place[0] ? _("%s: %s: %s") : _("%s: %s%s"), path, reason.place,
                    reason.message);
  input->is_json = TRUE;
  input->bytes = g_bytes_new_with_free_func (bytes, size, free, bytes);
  return open_binary (input, path, error);
}

/* A project's free values may contain the key too, so it must be at the top level. Text that is not
 * JSON counts as a bank if it has the key, so that its error is reported. */
static gboolean
is_json_bank (const char *data, gsize size)
{
  if (!g_strstr_len (data, (gssize) size, JSON_KEY))
    return FALSE;
  json_auto_t *top = json_loadb (data, size, 0, NULL);
  return !top || json_object_get (top, "kickbox_bank");
}

/* Refuses devices and pipes, which may have no end. */
static GBytes *
read_file (const char *path, GError **error)
{
  char *data;
  gsize size;
  return kb_file_read (NULL, path, MAX_BYTES, &data, &size, error) ? g_bytes_new_take (data, size)
                                                                   : NULL;
}

static KbDocument *
open_project (const char *path, GPtrArray *faults, GError **error)
{
  return faults ? kb_document_open_in_part (path, faults, error) : kb_document_open (path, error);
}

/* `faults`: see kb_document_open_in_part, may be NULL. */
static gboolean
open_any (KbInput *input, const char *path, gboolean bank_only, GPtrArray *faults, GError **error)
{
  *input = (KbInput) { NULL };
  kb_cli_shown_as (path, TRUE);
  gboolean folder = g_file_test (path, G_FILE_TEST_IS_DIR);
  if (folder && bank_only)
    return kb_fail (error, KB_ERROR_INPUT,
                    _("%s: is a folder; expected a bank (make one with 'kickbox export')"), path);
  if (folder)
    return (input->document = open_project (path, faults, error)) != NULL;

  g_autoptr (GBytes) bytes = read_file (path, error);
  if (!bytes)
    return FALSE;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  gboolean ok;
  if (size > 0 && (guchar) data[0] == (guchar) BANK_MAGIC[0])
    {
      input->bytes = g_bytes_ref (bytes);
      ok = open_binary (input, path, error);
    }
  else if (size > 0 && is_json_bank (data, size))
    ok = open_json (input, path, bytes, error);
  else if (!bank_only
           && (g_str_has_suffix (path, ".kickbox")
               || (size > 0 && data[strspn (data, " \t\r\n")] == '{')))
    ok = (input->document = open_project (path, faults, error)) != NULL;
  else
    {
      const char *hint, *foreign = kb_foreign_name (data, size, &hint);
      ok = foreign
             ? kb_input_error (error, _("%s: this is %s, which Kickbox cannot read"), path, foreign)
             : kb_input_error (error,
                               bank_only
                                 ? _("%s: byte 0: is neither a binary bank nor a JSON bank")
                                 : _("%s: byte 0: is neither a binary bank nor a JSON bank, nor a "
                                     "project"),
                               path);
    }
  if (!ok)
    kb_input_close (input);
  return ok;
}

gboolean
kb_input_open (KbInput *input, const char *path, gboolean bank_only, GError **error)
{
  return open_any (input, path, bank_only, NULL, error);
}

gboolean
kb_input_open_in_part (KbInput *input, const char *path, GPtrArray *faults, GError **error)
{
  return open_any (input, path, FALSE, faults, error);
}

void
kb_input_close (KbInput *input)
{
  g_clear_pointer (&input->document, kb_document_free);
  g_clear_pointer (&input->bytes, g_bytes_unref);
  *input = (KbInput) { NULL };
}

/* ---- possible pipes ---- */

static gboolean
read_stream (FILE *stream, const char *shown, gsize limit, char **text, gsize *length,
             GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 part[65536];
  gsize n;
  while ((n = fread (part, 1, MIN (sizeof part, limit - bytes->len + 1), stream)) > 0)
    {
      g_byte_array_append (bytes, part, (guint) n);
      if (bytes->len > limit)
        return kb_fail (error, KB_ERROR_INPUT, _("%s: too large (at most %zu bytes)"), shown,
                        limit);
    }
  if (ferror (stream))
    {
      int number = errno;
      return kb_fail (error, kb_error_code_from_errno (number), "%s: %s", shown,
                      g_strerror (number));
    }
  *length = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  *text = (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
  return TRUE;
}

gboolean
kb_cli_read_text (const char *path, gsize limit, char **text, gsize *length, GError **error)
{
  GStatBuf status;
  if (g_str_equal (path, "-"))
    return read_stream (stdin, _("standard input"), limit, text, length, error);
  if (g_stat (path, &status) != 0 || !(S_ISFIFO (status.st_mode) || S_ISCHR (status.st_mode)))
    return kb_file_read (NULL, path, limit, text, length, error);
  FILE *stream = g_fopen (path, "rbe");
  if (!stream)
    {
      int number = errno;
      return kb_fail (error, kb_error_code_from_errno (number), "%s: %s", path,
                      g_strerror (number));
    }
  gboolean ok = read_stream (stream, path, limit, text, length, error);
  fclose (stream);
  return ok;
}

void
kb_cli_remove_folder (const char *path)
{
  g_autoptr (KbFolder) folder = kb_folder_open (path, NULL);
  g_autoptr (GPtrArray) names = folder ? kb_folder_list (folder, "", NULL) : NULL;
  KB_EACH_WHILE (names, const char, name, names)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);
      if (kb_folder_unlink (folder, name) != 0)
        kb_cli_remove_folder (inner);
    }
  g_rmdir (path);
}
