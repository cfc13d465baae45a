/* SPDX-License-Identifier: MIT */
/* Positioned errors for other tools' JSON. */
#include "document/document.h"
#include "interchange/readers/readers.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define NAMED_KEYS 7     /* repeated ones; the others are only counted */

typedef struct { const char *path; GPtrArray *messages; guint n; } Repeats;

static const char *
skip_space (const char *at)
{
  return at + strspn (at, " \t\r\n");
}

/* Reports the repeated keys of a value of valid JSON. Returns its end. */
static const char *
report_repeated_keys (const char *at, const KbJsonPlace *place, Repeats *repeats)
{
  if (*at == '"')
    {
      while (*++at != '"')
        at += *at == '\\';
      return at + 1;
    }
  if (*at != '{' && *at != '[')
    return at + strcspn (at, ",]} \t\r\n");
  const char end = *at == '{' ? '}' : ']';
  json_auto_t *seen = json_object ();
  KbJsonPlace item = { place, NULL, FALSE, 0 };
  for (at = skip_space (at + 1); *at != end; item.index++)
    {
      const char *key = at;
      at = skip_space (report_repeated_keys (at, &item, repeats));
      if (*at == ':')
        {
          json_auto_t *name = json_loadb (key, (gsize) (at - key), JSON_DECODE_ANY, NULL);
          item.name = json_string_value (name);
          if (json_object_get (seen, item.name))
            {
              g_autofree char *shown =
                repeats->n++ < NAMED_KEYS ? kb_json_place_text (&item, NULL) : NULL;
              kb_messages_lose_at (repeats->messages, g_strdup (repeats->path),
                                   _("keys that are given twice; the last one counts"),
                                   shown ? shown + strlen (": ") : NULL);
            }
          json_object_set_new (seen, item.name, json_true ());
          at = skip_space (report_repeated_keys (skip_space (at + 1), &item, repeats));
          item.name = NULL;
        }
      if (*at == ',')
        at = skip_space (at + 1);
    }
  return at + 1;
}

#define LONG_WHOLE 19   /* digits that may be too many for 64 bits */

/* With a fraction after each long whole number, so that it is read as a real one. */
static GString *
soften_wholes (const char *text, gsize length)
{
  GString *soft = g_string_sized_new (length + 1);
  gboolean quoted = FALSE, is_whole = TRUE;
  gsize digits = 0;
  for (gsize i = 0; i < length; i++)
    {
      const char c = text[i];
      quoted ^= c == '"';
      if (quoted && c == '\\' && i + 1 < length)
        g_string_append_c (soft, text[i++]);
      else if (!quoted && g_ascii_isdigit (c))
        digits++;
      else if (strchr (".eE", c))
        is_whole = FALSE;
      else
        {
          if (digits >= LONG_WHOLE && is_whole)
            g_string_append (soft, ".0");
          digits = 0;
          is_whole = TRUE;
        }
      g_string_append_c (soft, text[i]);
    }
  return soft;
}

json_t *
kb_json_load (const char *path, const char *text, gsize length, GPtrArray *messages,
              GError **error)
{
  const gsize mark = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  json_error_t where;
  json_t *json = json_loadb (text + mark, length - mark, JSON_REJECT_DUPLICATES, &where);
  if (!json && json_error_code (&where) == json_error_numeric_overflow)
    {
      g_autoptr (GString) soft = soften_wholes (text + mark, length - mark);
      if (soft->len > length - mark)
        json = kb_json_load (path, soft->str, soft->len, messages, NULL);
      if (json)
        return json;
    }
  if (!json && json_error_code (&where) == json_error_duplicate_key)
    {
      const KbJsonPlace root = { NULL, "", FALSE, 0 };
      g_autoptr (GPtrArray) own = kb_messages_new ();
      Repeats repeats = { path, own, 0 };
      json = json_loadb (text + mark, length - mark, 0, &where);
      if (json && messages)
        {
          report_repeated_keys (skip_space (text + mark), &root, &repeats);
          kb_messages_copy (messages, own, NULL);
        }
    }
  if (!json)
    kb_import_fail (error, path, _("line %d, column %d: %s"), where.line, where.column,
                    kb_say_fault (where.text));
  return json;
}

char *
kb_shortest_number (char *text, double number, gboolean is_float)
{
  static const char *const formats[] = { "%.6g", "%.7g", "%.8g", "%.9g",
                                         "%.15g", "%.16g", "%.17g", NULL };
  double back = NAN;
  for (const char *const *format = formats + (is_float ? 0 : 4); *format && back != number;
       format++)
    {
      g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, *format, number + 0.0);
      back = is_float ? (float) g_ascii_strtod (text, NULL) : g_ascii_strtod (text, NULL);
    }
  return text;
}

static const char *
type_name (json_type type)
{
  static const char *const names[] = { N_("an object"),      N_("a list"),   N_("a text"),
                                       N_("a whole number"), N_("a number"), N_("true"),
                                       N_("false"),          N_("null") };
  return _(names[type]);
}

static void
append_place (GString *text, const KbJsonPlace *place)
{
  if (place->up)
    append_place (text, place->up);
  gboolean start = !place->up || !place->up->up;
  if (!place->up)
    g_string_append_printf (text, "%s: ", place->name);
  else if (!place->name)
    g_string_append_printf (text, "[%" G_GSIZE_FORMAT "]", place->index);
  else if (place->quoted)
    g_string_append_printf (text, "['%s']", place->name);
  else
    g_string_append_printf (text, "%s%s", start ? "" : ".", place->name);
}

char *
kb_json_place_text (const KbJsonPlace *place, const char *member)
{
  GString *text = g_string_new (NULL);
  KbJsonPlace last = { place, member, FALSE, 0 };
  append_place (text, member ? &last : place);
  if (g_str_has_suffix (text->str, ": "))
    g_string_truncate (text, text->len - 2);
  return g_string_free (text, FALSE);
}

const json_t *
kb_json_optional (const json_t *object, const char *member, json_type type,
                  const KbJsonPlace *place, gboolean *ok, GError **error)
{
  const json_t *value = json_object_get (object, member);
  *ok = TRUE;
  if (!value || json_is_null (value))
    return NULL;
  if (json_typeof (value) == type)
    return value;
  *ok = kb_json_fail (error, place, member, _("expected %s, got %s"), type_name (type),
                      type_name (json_typeof (value)));
  return NULL;
}

const json_t *
kb_json_member (const json_t *object, const char *member, json_type type, const KbJsonPlace *place,
                GError **error)
{
  gboolean ok;
  const json_t *value = kb_json_optional (object, member, type, place, &ok, error);
  if (!value && ok)
    kb_json_fail (error, place, member, _("this is missing, expected %s"), type_name (type));
  return value;
}

gboolean
kb_json_int (const json_t *object, const char *member, gint min, gint max, gint *result,
             const KbJsonPlace *place, GError **error)
{
  const json_t *value = json_object_get (object, member);
  if (!value)
    return kb_json_fail (error, place, member, _("this is missing, expected a whole number"));
  double number = json_number_value (value);
  if (!json_is_number (value) || number != floor (number))
    return kb_json_fail (error, place, member, _("expected a whole number, got %s"),
                         type_name (json_typeof (value)));
  if (number < min || number > max)
    return kb_json_fail (error, place, member,
                         _("expected a whole number from %d to %d, got %.15g"), min, max, number);
  *result = (gint) number;
  return TRUE;
}

gboolean
kb_json_pair (const json_t *object, const char *member, const char *first, const char *second,
              gint min, gint max, gint *a, gint *b, const KbJsonPlace *place, GError **error)
{
  KbJsonPlace here = { place, member, FALSE, 0 };
  const json_t *value = kb_json_member (object, member, JSON_OBJECT, place, error);
  return value && kb_json_int (value, first, min, max, a, &here, error)
         && kb_json_int (value, second, min, max, b, &here, error);
}

gboolean
kb_json_rect (const json_t *object, const char *member, gint min, gint max, KbJsonRect *result,
              const KbJsonPlace *place, GError **error)
{
  return kb_json_pair (object, member, "x", "y", min, max, &result->x, &result->y, place, error)
         && kb_json_pair (object, member, "w", "h", 0, max, &result->width, &result->height, place,
                          error);
}
