/* SPDX-License-Identifier: MIT */
/* A small S-expression reader. Depth is bounded, so no input can exhaust the stack. */
#include "interchange/readers/readers.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define LISP_MAX_DEPTH 64

typedef struct {
  const char *at, *end, *path;
  guint line;
  const char *line_start;
} LispReader;

static guint
column_of (const LispReader *reader, const char *at)
{
  return (guint) (at - reader->line_start) + 1;
}

static void
skip_lisp_space (LispReader *reader)
{
  while (reader->at < reader->end)
    {
      if (*reader->at == '\n')
        {
          reader->line++;
          reader->line_start = reader->at + 1;
        }
      else if (*reader->at == ';')
        {
          while (reader->at + 1 < reader->end && reader->at[1] != '\n')
            reader->at++;
        }
      else if (!g_ascii_isspace (*reader->at))
        return;
      reader->at++;
    }
}

void
kb_lisp_free (KbLisp *lisp)
{
  while (lisp)
    {
      KbLisp *next = lisp->next;
      kb_lisp_free (lisp->first);
      g_free (lisp->text);
      g_free (lisp);
      lisp = next;
    }
}

static gboolean
read_lisp_text (LispReader *reader, KbLisp *node, GError **error)
{
  GString *text = g_string_new (NULL);
  reader->at++;
  while (reader->at < reader->end && *reader->at != '"' && *reader->at != '\0')
    {
      if (*reader->at == '\\' && reader->at + 1 < reader->end)
        {
          reader->at++;
          g_string_append_c (text, *reader->at == 'n'   ? '\n'
                                   : *reader->at == 't' ? '\t'
                                                        : *reader->at);
        }
      else
        g_string_append_c (text, *reader->at);
      if (*reader->at == '\n')
        {
          reader->line++;
          reader->line_start = reader->at + 1;
        }
      reader->at++;
    }
  node->text = g_string_free (text, FALSE);
  if (reader->at == reader->end || *reader->at != '"')
    return kb_lisp_fail (error, reader->path, node->line, node->column,
                         _("this text has no closing quote"));
  if (!g_utf8_validate (node->text, -1, NULL))
    return kb_lisp_fail (error, reader->path, node->line, node->column,
                         _("this text is not UTF-8"));
  reader->at++;
  return TRUE;
}

static gboolean
read_atom (LispReader *reader, KbLisp *node, GError **error)
{
  const char *start = reader->at;
  while (reader->at < reader->end && !g_ascii_isspace (*reader->at)
         && !strchr ("()\";", *reader->at))
    reader->at++;
  if (reader->at == start)
    return kb_lisp_fail (error, reader->path, node->line, node->column,
                         _("there is a byte that no text has"));
  node->text = g_strndup (start, (gsize) (reader->at - start));
  char *stop;
  node->number = g_ascii_strtod (node->text, &stop);
  if (*stop == '\0' && isfinite (node->number)
      && strspn (node->text, "0123456789+-.eE") == strlen (node->text))
    node->type = KB_LISP_NUMBER;
  else if (!g_utf8_validate (node->text, -1, NULL))
    return kb_lisp_fail (error, reader->path, node->line, node->column,
                         _("this word is not UTF-8"));
  return TRUE;
}

static KbLisp *
read_lisp_item (LispReader *reader, guint depth, GError **error)
{
  KbLisp *node = KB_NEW (KbLisp, .type = KB_LISP_SYMBOL, .line = reader->line,
                         .column = column_of (reader, reader->at));
  gboolean ok = TRUE;
  if (*reader->at == '"')
    {
      node->type = KB_LISP_TEXT;
      ok = read_lisp_text (reader, node, error);
    }
  else if (*reader->at == ')')
    ok = kb_lisp_fail (error, reader->path, node->line, node->column,
                       _("there is a ')' without its '('"));
  else if (*reader->at != '(')
    ok = read_atom (reader, node, error);
  else if (depth == LISP_MAX_DEPTH)
    ok = kb_lisp_fail (error, reader->path, node->line, node->column,
                       _("lists are nested too deeply"));
  else
    {
      KbLisp **link = &node->first;
      node->type = KB_LISP_LIST;
      reader->at++;
      while (ok)
        {
          skip_lisp_space (reader);
          if (reader->at == reader->end)
            ok = kb_lisp_fail (error, reader->path, node->line, node->column,
                               _("this '(' has no ')' before the end of the file"));
          else if (*reader->at == ')')
            {
              reader->at++;
              return node;
            }
          else if ((*link = read_lisp_item (reader, depth + 1, error)))
            link = &(*link)->next;
          else
            ok = FALSE;
        }
    }
  if (ok)
    return node;
  kb_lisp_free (node);
  return NULL;
}

KbLisp *
kb_lisp_parse (const char *text, gsize length, const char *path, GError **error)
{
  LispReader reader = { text, text + length, path, 1, text };
  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    reader.at = reader.line_start = text + 3;
  skip_lisp_space (&reader);
  if (reader.at == reader.end)
    return kb_null (kb_lisp_fail (error, path, reader.line, column_of (&reader, reader.at),
                                  _("the file is empty, expected a list")));
  KbLisp *result = read_lisp_item (&reader, 0, error);
  if (!result)
    return NULL;
  skip_lisp_space (&reader);
  if (reader.at < reader.end)
    {
      kb_lisp_fail (error, path, reader.line, column_of (&reader, reader.at),
                    _("expected the end of the file after the first list"));
      g_clear_pointer (&result, kb_lisp_free);
    }
  return result;
}

gboolean
kb_lisp_is (const KbLisp *item, const char *name)
{
  return item && item->type == KB_LISP_LIST && item->first && item->first->type == KB_LISP_SYMBOL
         && strcmp (item->first->text, name) == 0;
}

const KbLisp *
kb_lisp_find (const KbLisp *list, const char *name)
{
  for (const KbLisp *item = list ? list->first : NULL; item; item = item->next)
    if (kb_lisp_is (item, name))
      return item;
  return NULL;
}

char *
kb_text_place (const char *path, const char *text, const char *at)
{
  const char *start = at;
  guint line = 1;
  while (start > text && start[-1] != '\n')
    start--;
  for (const char *p = text; p < start; p++)
    line += *p == '\n';
  return g_strdup_printf (_("%s: line %u, column %u"), path, line, (guint) (at - start) + 1);
}
