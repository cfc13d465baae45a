/* SPDX-License-Identifier: MIT */
/* A printer for JSON trees that keeps arrays of numbers on one line. */
#include "document/json_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *data;
  size_t length, capacity;
  bool failed;
} Text;

static void
put (Text *text, const char *bytes, size_t count)
{
  if (text->failed)
    return;
  if (text->length + count + 1 > text->capacity)
    {
      size_t capacity = (text->length + count + 1) * 2;
      char *data = realloc (text->data, capacity);
      if (!data)
        {
          text->failed = true;
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

static void
put_scalar (Text *text, const json_t *value)
{
  char *dump = json_dumps (value, JSON_ENCODE_ANY | JSON_COMPACT);
  if (!dump)
    {
      text->failed = true;
      return;
    }
  put (text, dump, strlen (dump));
  free (dump);
}

/* Numbers, strings, and arrays of them as deep as a polygon's corners. */
static bool
fits_one_line (const json_t *value, int depth)
{
  if (json_is_object (value))
    return false;
  if (json_is_array (value))
    for (size_t i = 0; i < json_array_size (value); i++)
      if (depth == 0 || !fits_one_line (json_array_get (value, i), depth - 1))
        return false;
  return true;
}

static void print (Text *text, const json_t *value, int depth, bool one_line);

static void
print_array (Text *text, const json_t *value, int depth, bool one_line)
{
  size_t count = json_array_size (value);
  put (text, "[", 1);
  for (size_t i = 0; i < count; i++)
    {
      if (i)
        put (text, one_line ? ", " : ",", one_line ? 2 : 1);
      if (!one_line)
        new_line (text, depth + 1);
      print (text, json_array_get (value, i), depth + 1, one_line);
    }
  if (count && !one_line)
    new_line (text, depth);
  put (text, "]", 1);
}

static int
compare (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
print_object (Text *text, json_t *value, int depth)
{
  size_t count = json_object_size (value), n = 0;
  const char **keys = malloc ((count + 1) * sizeof *keys);
  const char *key;
  json_t *item;
  if (!keys)
    {
      text->failed = true;
      return;
    }
  json_object_foreach (value, key, item)
    keys[n++] = key;
  qsort (keys, n, sizeof *keys, compare);
  put (text, "{", 1);
  for (size_t i = 0; i < n; i++)
    {
      json_t *name = json_string (keys[i]);
      if (i)
        put (text, ",", 1);
      new_line (text, depth + 1);
      if (!name)
        text->failed = true;
      else
        put_scalar (text, name);
      json_decref (name);
      put (text, ": ", 2);
      item = json_object_get (value, keys[i]);
      print (text, item, depth + 1, false);
    }
  if (n)
    new_line (text, depth);
  put (text, "}", 1);
  free (keys);
}

static void
print (Text *text, const json_t *value, int depth, bool one_line)
{
  if (json_is_array (value))
    print_array (text, value, depth, one_line || fits_one_line (value, 2));
  else if (json_is_object (value))
    print_object (text, (json_t *) value, depth);
  else
    put_scalar (text, value);
}

char *
kb_json_text (const json_t *value, size_t *length)
{
  Text text = { 0 };
  print (&text, value, 0, false);
  put (&text, "\n", 1);
  if (text.failed)
    {
      free (text.data);
      return NULL;
    }
  *length = text.length;
  return text.data;
}
