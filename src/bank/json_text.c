/* SPDX-License-Identifier: MIT */
/* A printer for JSON trees: what fits on one line is on one line. */
#include "bank/json_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE 100

typedef struct {
  char *data;
  size_t length, capacity;
  size_t limit;       /* while trying one line: its maximum length; 0: unlimited */
  bool too_long, no_memory;
} Text;

static void
put (Text *text, const char *bytes, size_t count)
{
  if (text->limit && text->length + count > text->limit)
    text->too_long = true;
  if (text->too_long || text->no_memory)
    return;
  if (text->length + count + 1 > text->capacity)
    {
      size_t capacity = (text->length + count + 1) * 2;
      char *data = realloc (text->data, capacity);
      if (!data)
        {
          text->no_memory = true;
          return;
        }
      text->data = data;
      text->capacity = capacity;
    }
  memcpy (text->data + text->length, bytes, count);
  text->length += count;
  text->data[text->length] = 0;
}

static void
new_line (Text *text, int depth)
{
  put (text, "\n", 1);
  while (depth-- > 0)
    put (text, "  ", 2);
}

/* A multiple of 1/256 that is not whole, exactly: most numbers of a document are. */
static bool
put_grid_number (Text *text, double number)
{
  double scaled = number * 256;
  if (!(scaled > -1e9 && scaled < 1e9) || scaled != (long long) scaled)
    return false;
  long long units = (long long) scaled, size = units < 0 ? -units : units;
  if (size % 256 == 0)
    return false;
  char digits[40];
  int length = snprintf (digits, sizeof digits, "%s%lld.%08lld", units < 0 ? "-" : "", size / 256,
                         size % 256 * 390625);
  while (digits[length - 1] == '0')
    length--;
  put (text, digits, (size_t) length);
  return true;
}

/* jansson's text of the value. */
static void
put_dump (Text *text, const json_t *value, size_t flags)
{
  char *dump = json_dumps (value, JSON_ENCODE_ANY | flags);
  text->no_memory |= !dump;
  if (dump)
    put (text, dump, strlen (dump));
  free (dump);
}

/* The fewest digits that read back as the same number. */
static void
put_real (Text *text, const json_t *value)
{
  if (put_grid_number (text, json_real_value (value)))
    return;
  size_t digits = 15;
  for (bool same = false; digits < 17 && !same; digits += !same)
    {
      char *dump = json_dumps (value, JSON_ENCODE_ANY | JSON_REAL_PRECISION (digits));
      json_t *back = dump ? json_loads (dump, JSON_DECODE_ANY, NULL) : NULL;
      same = json_real_value (back) == json_real_value (value);
      json_decref (back);
      free (dump);
    }
  put_dump (text, value, JSON_REAL_PRECISION (digits));
}

/* FALSE: some of it must be escaped. */
static bool
put_plain_string (Text *text, const char *string, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if ((unsigned char) string[i] < 0x20 || string[i] == '"' || string[i] == '\\')
      return false;
  put (text, "\"", 1);
  put (text, string, length);
  put (text, "\"", 1);
  return true;
}

static void
put_scalar (Text *text, const json_t *value)
{
  if (json_is_integer (value))
    {
      char digits[32];
      int length =
        snprintf (digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value (value));
      put (text, digits, (size_t) length);
      return;
    }
  if (json_is_string (value)
      && put_plain_string (text, json_string_value (value), json_string_length (value)))
    return;
  if (json_is_real (value))
    {
      put_real (text, value);
      return;
    }
  put_dump (text, value, JSON_COMPACT);
}

static void print (Text *text, const json_t *value, int depth);

/* Between two items: a space if `one_line`, else a new line. */
static void
separate (Text *text, bool first, bool one_line, int depth)
{
  if (!first)
    put (text, ",", 1);
  if (!one_line)
    new_line (text, depth);
  else if (!first)
    put (text, " ", 1);
}

static void
print_array (Text *text, const json_t *value, int depth, bool one_line)
{
  size_t count = json_array_size (value);
  /* New items of a list by two people should not share a line */
  if (one_line && count && json_is_object (json_array_get (value, 0)))
    text->too_long = true;
  put (text, "[", 1);
  for (size_t i = 0; i < count && !text->too_long; i++)
    {
      separate (text, i == 0, one_line, depth + 1);
      print (text, json_array_get (value, i), depth + 1);
    }
  if (count && !one_line)
    new_line (text, depth);
  put (text, "]", 1);
}

static int
compare_json_text (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
put_key (Text *text, const char *key)
{
  if (!put_plain_string (text, key, strlen (key)))
    {
      json_t *name = json_string (key);
      if (name)
        put_scalar (text, name);
      else
        text->no_memory = true;
      json_decref (name);
    }
  put (text, ": ", 2);
}

static void
print_object (Text *text, json_t *value, int depth, bool one_line)
{
  size_t count = json_object_size (value), n = 0;
  const char **keys = malloc ((count + 1) * sizeof *keys);
  const char *key;
  json_t *item;
  if (!keys)
    {
      text->no_memory = true;
      return;
    }
  json_object_foreach (value, key, item)
    keys[n++] = key;
  qsort (keys, n, sizeof *keys, compare_json_text);
  put (text, "{", 1);
  for (size_t i = 0; i < n && !text->too_long; i++)
    {
      separate (text, i == 0, one_line, depth + 1);
      put_key (text, keys[i]);
      print (text, json_object_get (value, keys[i]), depth + 1);
    }
  if (n && !one_line)
    new_line (text, depth);
  put (text, "}", 1);
  free (keys);
}

static void
print_container (Text *text, const json_t *value, int depth, bool one_line)
{
  if (json_is_array (value))
    print_array (text, value, depth, one_line);
  else
    print_object (text, (json_t *) value, depth, one_line);
}

static void
print (Text *text, const json_t *value, int depth)
{
  if (!json_is_array (value) && !json_is_object (value))
    put_scalar (text, value);
  else if (text->limit)
    print_container (text, value, depth, true);
  else
    {
      size_t start = text->length;
      text->limit = start + LINE - 2 * (size_t) (depth < LINE / 4 ? depth : LINE / 4);
      print_container (text, value, depth, true);
      text->limit = 0;
      if (!text->too_long)
        return;
      text->too_long = false;
      text->length = start;
      print_container (text, value, depth, false);
    }
}

char *
kb_json_text (const json_t *value, size_t *length)
{
  Text text = { 0 };
  /* The outermost object always has a line for each key */
  print_container (&text, value, 0, false);
  put (&text, "\n", 1);
  if (text.no_memory)
    {
      free (text.data);
      return NULL;
    }
  *length = text.length;
  return text.data;
}
