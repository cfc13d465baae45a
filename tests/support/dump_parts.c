/* SPDX-License-Identifier: MIT */
/* Reads a polygon a line, [[x, y], ...] in 1/256 pixels, and prints its convex parts, or null. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "bake/convert.h"

static json_t *
ring_json (const KbBankRing *ring)
{
  json_t *array = json_array ();
  for (uint32_t i = 0; i < ring->n_vertices; i++)
    json_array_append_new (array, json_pack ("[i, i]", ring->vertices[i].x, ring->vertices[i].y));
  return array;
}

static json_t *
parts_json (const json_t *polygon)
{
  guint n = (guint) json_array_size (polygon), n_parts;
  g_autofree KbBankVertex *v = g_new0 (KbBankVertex, MAX (n, 1));
  KbBankRing *parts;
  for (guint i = 0; i < n; i++)
    {
      const json_t *corner = json_array_get (polygon, i);
      v[i].x = (int32_t) json_integer_value (json_array_get (corner, 0));
      v[i].y = (int32_t) json_integer_value (json_array_get (corner, 1));
    }
  if (!kb_decompose (v, n, &parts, &n_parts))
    return json_null ();
  json_t *array = json_array ();
  for (guint i = 0; i < n_parts; i++)
    {
      json_array_append_new (array, ring_json (parts + i));
      g_free (parts[i].vertices);
    }
  g_free (parts);
  return array;
}

int
main (void)
{
  char *line = NULL;
  size_t room = 0;
  while (getline (&line, &room, stdin) >= 0)
    {
      json_t *polygon = json_loads (line, 0, NULL), *parts = parts_json (polygon);
      json_dumpf (parts, stdout, JSON_COMPACT | JSON_ENCODE_ANY);
      putchar ('\n');
      json_decref (parts);
      json_decref (polygon);
    }
  free (line);
  return 0;
}
