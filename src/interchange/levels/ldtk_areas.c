/* SPDX-License-Identifier: MIT */
/* LDtk's int grids as areas: one for each value of a layer, around all of its cells. A walk along
 * the borders of cells has the value on its right. Cells that only touch at a corner are apart. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/colour.h"
#include "interchange/levels/ldtk.h"

enum { EAST, SOUTH, WEST, NORTH };

typedef struct {
  const KbLdtkLayer *layer;
  const json_t *cells;
  guint8 *walked;          /* the upper borders of cells */
  gint value;
} Grid;

static gint
value_at (const Grid *grid, gint i, gint j)
{
  const gsize width = (gsize) grid->layer->width;
  return i < 0 || j < 0 || (gsize) i >= width || j >= grid->layer->height
           ? 0
           : (gint) json_integer_value (
               json_array_get (grid->cells, (gsize) j * width + (gsize) i));
}

/* Does the cell to the right of the way ahead have the value? Its left neighbour is the same to the
 * right of the way that turns left. */
static gboolean
is_inside (const Grid *grid, gint i, gint j, guint way)
{
  return value_at (grid, i - (way == SOUTH || way == WEST), j - (way == WEST || way == NORTH))
         == grid->value;
}

/* One outline, from the upper left corner of a cell on. */
static void
add_ring (const Grid *grid, json_t *area, gint first_i, gint first_j)
{
  static const gint across[] = { 1, 0, -1, 0 }, down[] = { 0, 1, 0, -1 };
  const KbLdtkLayer *layer = grid->layer;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (KbVec));
  gint i = first_i, j = first_j;
  guint way = EAST, turn;
  do
    {
      if (way == EAST)
        grid->walked[(gsize) j * (gsize) layer->width + (gsize) i] = TRUE;
      i += across[way];
      j += down[way];
      turn = !is_inside (grid, i, j, way) ? 1 : is_inside (grid, i, j, (way + 3) % 4) ? 3 : 0;
      way = (way + turn) % 4;
      const KbVec point = { layer->x + i * layer->grid, layer->y + j * layer->grid };
      if (turn)
        g_array_append_val (points, point);
    }
  while (i != first_i || j != first_j || way != EAST);
  kb_file_area_add_ring (area, (const KbVec *) (gconstpointer) points->data, points->len);
}

char *
kb_ldtk_value_name (const KbLdtkLayer *layer, const char *owner, gint value, guint32 *rgba)
{
  json_auto_t *number = json_integer (value);
  const json_t *known = kb_ldtk_find (layer->definition, "intGridValues", "value", number);
  const char *name = kb_ldtk_text (known, "identifier");
  kb_colour_read (kb_ldtk_text (known, "color"), rgba);
  return name && *name ? g_strdup (name)
         : owner       ? g_strdup_printf ("%s %d", owner, value)
                       : g_strdup_printf ("%d", value);
}

/* The class has the value's name and colour. */
static json_t *
add_area (const KbLdtkLayer *layer, gint value)
{
  guint32 rgba = 0;
  g_autofree char *name = kb_ldtk_value_name (layer, layer->name, value, &rgba);
  return kb_file_level_add_area (layer->ldtk->level, name,
                                 kb_level_file_class (layer->ldtk->file, name, rgba));
}

void
kb_ldtk_read_int_grid (KbLdtkLayer *layer)
{
  const json_t *cells = json_object_get (layer->json, "intGridCsv");
  const gsize n = json_array_size (cells);
  g_autofree guint8 *walked = g_new0 (guint8, n + 1);
  g_autoptr (GHashTable) areas = g_hash_table_new (NULL, NULL);
  Grid grid = { layer, cells, walked, 0 };
  for (gint cell = 0; cell < (gint) n; cell++)
    {
      const gint i = cell % layer->width, j = cell / layer->width;
      const gpointer key = GINT_TO_POINTER (grid.value = value_at (&grid, i, j));
      if (!grid.value || walked[cell] || value_at (&grid, i, j - 1) == grid.value)
        continue;
      if (!g_hash_table_contains (areas, key))
        g_hash_table_insert (areas, key, add_area (layer, grid.value));
      add_ring (&grid, g_hash_table_lookup (areas, key), i, j);
    }
}
