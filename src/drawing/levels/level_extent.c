/* SPDX-License-Identifier: MIT */
/* Bounding boxes of a level. */
#include "drawing/levels/level_marks.h"

#include "operations/level/grid.h"

#define LEAST 128.0

KbBounds
kb_level_overhang (const KbDocument *document, const KbLevel *level)
{
  double side = G_MAXDOUBLE;
  KbBounds over = { 0, 0, 0, 0 };
  KB_EACH (const KbLayer, layer, level->layers)
    {
      KbTileGrid grid = kb_tile_grid_of (layer);
      KbBounds cell = kb_tile_grid_bounds (&grid, (KbCellBox) { 0, 0, 1, 1 });
      side = MIN (side, MIN (cell.x1 - cell.x0, cell.y1 - cell.y0));
    }
  if (kb_count (level->layers))
    KB_EACH (const KbTileset, tileset, level->tilesets)
      {
        const KbSprite *sprite =
          kb_project_find_sprite (kb_document_project (document), tileset->sprite);
        double reach = 0, x = tileset->offset.x, y = tileset->offset.y;
        if (sprite)
          KB_EACH (const KbFrame, frame, sprite->frames)
            reach = MAX (reach, MAX (frame->width, frame->height) - side);
        if (sprite && kb_count (sprite->frames))
          over = (KbBounds) { MAX (over.x0, -x), MAX (over.y0, reach - y), MAX (over.x1, reach + x),
                             MAX (over.y1, y) };
      }
  return over;
}

KbBounds
kb_level_fit_bounds (const KbDocument *document, const KbLevel *level)
{
  const KbBounds over = kb_level_overhang (document, level);
  KbBounds bounds = kb_level_bounds (level);

  bounds = (KbBounds) { bounds.x0 - over.x0, bounds.y0 - over.y0, bounds.x1 + over.x1,
                       bounds.y1 + over.y1 };
  const double x = MAX (0, LEAST - (bounds.x1 - bounds.x0)) / 2,
               y = MAX (0, LEAST - (bounds.y1 - bounds.y0)) / 2;
  return (KbBounds) { bounds.x0 - x, bounds.y0 - y, bounds.x1 + x, bounds.y1 + y };
}
