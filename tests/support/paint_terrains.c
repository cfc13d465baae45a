/* SPDX-License-Identifier: MIT */
/* Paints with terrains for tests written in Python: paint_terrains PROJECT, a project with one level of one tileset and one layer.
 * A line in is "NAME SEED I J WIDTH HEIGHT", a box of that terrain. At the end one line out for each row: its tiles' ids. */
#include <stdio.h>

#include "operations/level/terrain.h"

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = argc == 2 ? kb_document_open (argv[1], &error) : NULL;
  if (!document)
    {
      fprintf (stderr, "%s\n", error ? error->message : "usage: paint_terrains PROJECT");
      return 2;
    }
  const KbProject *project = kb_document_project (document);
  const KbLevel *level = kb_level_at (project, 0);
  gint tileset = kb_tileset_at (level, 0)->number;
  const KbSprite *sprite = kb_level_tileset_sprite (project, level, tileset);
  KbCellStroke *stroke = kb_cell_stroke_new (document, kb_layer_at (level, 0)->node.id, &error);
  g_assert_no_error (error);
  char name[64];
  unsigned seed;
  KbCellBox box;
  while (scanf ("%63s %u %d %d %d %d", name, &seed, &box.i, &box.j, &box.width, &box.height) == 6)
    {
      const KbZone *terrain = kb_zones_find_name (sprite->terrains, name);
      g_assert_nonnull (terrain);
      g_autoptr (KbTerrains) terrains = kb_terrains_new (sprite, tileset, (guint8) terrain->value, seed);
      kb_terrains_box (terrains, stroke, box);
    }
  box = kb_cell_stroke_bounds (stroke);
  for (gint j = box.j; j < box.j + box.height; j++)
    for (gint i = box.i; i < box.i + box.width; i++)
      printf ("%u%c", kb_cell_unpack (kb_cell_stroke_at (stroke, i, j)).frame, i + 1 < box.i + box.width ? ' ' : '\n');
  kb_cell_stroke_cancel (stroke);
  kb_document_free (document);
  return 0;
}
