/* SPDX-License-Identifier: MIT */
/* A document with one level, and what tests read of it. */
#ifndef KB_TEST_LEVEL_DOCUMENT_H
#define KB_TEST_LEVEL_DOCUMENT_H

#include "document/edits/edit.h"
#include "operations/level/index.h"

/* Classes "wall" and "floor", and a level "yard" with walls, areas and entities as JSON lists (NULL: none). The caller frees it. */
static inline KbDocument *
level_document (json_t *walls, json_t *areas, json_t *entities)
{
  KbDocument *document = kb_document_new ("/nowhere/at/all", "test");
  KbId project = kb_document_project (document)->node.id;
  GError *error = NULL;

  kb_document_begin (document, "Setup");
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "wall", "colour", "#808080"), &error);
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "floor", "colour", "#3584e4"), &error);
  kb_document_insert (document, project, "levels", -1,
                      json_pack ("{ss so so so}", "name", "yard", "walls", walls ? walls : json_array (), "areas",
                                 areas ? areas : json_array (), "entities", entities ? entities : json_array ()), &error);
  g_assert_no_error (error);
  kb_document_end (document);
  return document;
}

static inline KbLevel *
the_level (const KbDocument *document)
{
  return kb_level_at (kb_document_project (document), 0);
}

static inline json_t *
wall_json (double ax, double ay, double bx, double by)
{
  return json_pack ("{s[ff] s[ff] ss}", "a", ax, ay, "b", bx, by, "class", "wall");
}

/* Walls from four numbers each. */
static inline json_t *
walls_json (const double *v, guint n)
{
  json_t *walls = json_array ();

  for (guint i = 0; i + 3 < n; i += 4)
    json_array_append_new (walls, wall_json (v[i], v[i + 1], v[i + 2], v[i + 3]));
  return walls;
}

#define WALLS(...) walls_json ((const double[]) { __VA_ARGS__ }, sizeof ((const double[]) { __VA_ARGS__ }) / sizeof (double))

/* A closed chain of walls through places, two numbers each. */
static inline void
add_ring (json_t *walls, const double *v, guint n)
{
  for (guint i = 0; i < n; i += 2)
    json_array_append_new (walls, wall_json (v[i], v[i + 1], v[(i + 2) % n], v[(i + 3) % n]));
}

/* One list of the level as compact text, sorted keys; free it. */
static inline char *
level_list_text (const KbDocument *document, const char *list)
{
  json_t *json = kb_node_to_json (&the_level (document)->node, NULL);
  char *dumped = json_dumps (json_object_get (json, list), JSON_COMPACT | JSON_SORT_KEYS);
  char *text = g_strdup (dumped ? dumped : "[]");

  free (dumped);
  json_decref (json);
  return text;
}

/* All walls as "0,0-8,0 ..." in their order; free it. */
static inline char *
walls_text (const KbDocument *document)
{
  GString *text = g_string_new (NULL);
  const KbLevel *level = the_level (document);

  for (guint i = 0; i < kb_count (level->walls); i++)
    {
      const KbWall *wall = kb_wall_at (level, i);

      g_string_append_printf (text, "%s%g,%g-%g,%g%s", i ? " " : "", wall->a.x, wall->a.y, wall->b.x, wall->b.y, wall->one_way ? "!" : "");
    }
  return g_string_free (text, FALSE);
}

#endif
