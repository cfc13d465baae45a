/* SPDX-License-Identifier: MIT */
/* Reads JSON as Kickbox writes it, in less than half of jansson's time. Leaves mistakes to jansson,
 * and what is rare, such as escapes. */
#include <string.h>

#include "document/files/private.h"

#define MAX_DEPTH 64
#define MAX_DIGITS 18   /* of a number that fits in any case */

static json_t *read_value (char **at, guint depth);

static void
skip_space (char **at)
{
  while (**at == ' ' || **at == '\n' || **at == '\t' || **at == '\r')
    ++*at;
}

/* The closing quote, or NULL. */
static char *
find_quote (char *at)
{
  while ((guchar) *at >= ' ' && *at != '"' && *at != '\\')
    at++;
  return *at == '"' ? at : NULL;
}

static json_t *
read_string (char **at)
{
  char *start = *at + 1, *end = find_quote (start);
  if (!end)
    return NULL;
  *at = end + 1;
  return json_stringn_nocheck (start, (size_t) (end - start));
}

static json_t *
read_number (char **at)
{
  char *start = *at, *digits = start + (*start == '-'), *end = digits;
  json_int_t number = 0;
  for (; g_ascii_isdigit (*end) && end < digits + MAX_DIGITS; end++)
    number = number * 10 + (*end - '0');
  if (end == digits || g_ascii_isdigit (*end) || (*digits == '0' && end > digits + 1))
    return NULL;
  *at = end;
  if (*end == '.' && g_ascii_isdigit (end[1]))
    return json_real (g_ascii_strtod (start, at));
  return json_integer (*start == '-' ? -number : number);
}

/* An array or an object without duplicate keys. */
static json_t *
read_items (char **at, guint depth)
{
  const gboolean is_object = **at == '{';
  const char last = is_object ? '}' : ']';
  json_auto_t *items = is_object ? json_object () : json_array ();
  gsize n = 0;
  do
    {
      char *key = NULL, *quote = NULL;
      ++*at;
      skip_space (at);
      if (n == 0 && **at == last)
        break;
      if (is_object)
        {
          key = *at + 1;
          quote = **at == '"' ? find_quote (key) : NULL;
          if (!quote)
            return NULL;
          *at = quote + 1;
          skip_space (at);
          if (**at != ':')
            return NULL;
          ++*at;
          skip_space (at);
        }
      json_t *value = read_value (at, depth);
      if (!value)
        return NULL;
      if (is_object)
        {
          *quote = '\0';
          json_object_set_new_nocheck (items, key, value);
          *quote = '"';
        }
      else
        json_array_append_new (items, value);
      if (++n != (is_object ? json_object_size (items) : json_array_size (items)))
        return NULL;
      skip_space (at);
    }
  while (**at == ',');
  if (**at != last)
    return NULL;
  ++*at;
  return g_steal_pointer (&items);
}

static json_t *
read_value (char **at, guint depth)
{
  if (**at == '"')
    return read_string (at);
  if (**at == '{' || **at == '[')
    return depth < MAX_DEPTH ? read_items (at, depth + 1) : NULL;
  const gboolean is_true = **at == 't';
  if ((is_true || **at == 'f') && g_str_has_prefix (*at, is_true ? "true" : "false"))
    {
      *at += strlen (is_true ? "true" : "false");
      return json_boolean (is_true);
    }
  return read_number (at);
}

json_t *
kb_json_read_quickly (char *text, gsize length)
{
  char *at = text;
  json_auto_t *value = NULL;
  skip_space (&at);
  if ((*at == '{' || *at == '[') && g_utf8_validate_len (text, length, NULL))
    value = read_value (&at, 0);
  skip_space (&at);
  return value && at == text + length ? g_steal_pointer (&value) : NULL;
}
