/* SPDX-License-Identifier: MIT */
/* Levels: walls in the colours of their classes, filled areas, entities, background. Positions are
 * pixels of the level. Line widths and marks are canvas pixels, the same at every zoom but smaller
 * when far out. */
#ifndef KB_DRAWING_LEVELS_LEVEL_MARKS_H
#define KB_DRAWING_LEVELS_LEVEL_MARKS_H

#include "document/document.h"
#include "document/part.h"
#include "document/shapes/shape.h"
#include "drawing/levels/level_heights.h"
#include "drawing/scene/labels.h"
#include "drawing/scene/marks.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/tiles/tiles.h"
#include "drawing/view.h"
#include "operations/level/lines.h"

enum {
  KB_LEVEL_PICTURE = 1,
  KB_LEVEL_AREAS = 2,
  KB_LEVEL_WALLS = 4,
  KB_LEVEL_ENTITIES = 8,
  KB_LEVEL_LABELS = 16,
  /* With labels, if names are left out: a legend of the classes */
  KB_LEVEL_KEY = 32,
  KB_LEVEL_LAYERS = 64,
  KB_LEVEL_HEIGHTMAPS = 128,
  KB_LEVEL_MAZES = 256,
  KB_LEVEL_GROUNDS = 512,
  KB_LEVEL_COLLISION = 1024,  /* solid parts of tiles, over the tiles */
  KB_LEVEL_AREA_NAMES = 2048, /* labels of areas only, if not all are shown */
  /* What the layer Walls shows */
  KB_LEVEL_OF_WALLS = KB_LEVEL_AREAS | KB_LEVEL_WALLS | KB_LEVEL_ENTITIES | KB_LEVEL_LABELS
                      | KB_LEVEL_KEY | KB_LEVEL_AREA_NAMES,
  KB_LEVEL_ALL = 31 | KB_LEVEL_LAYERS | KB_LEVEL_HEIGHTMAPS | KB_LEVEL_MAZES | KB_LEVEL_GROUNDS
};

typedef struct {
  KbDocument *document;       /* owns the level: classes, pictures, sprites */
  const KbStyle *style;
  KbSurfaces *surfaces;       /* NULL: no pictures */
  guint parts;                /* KB_LEVEL_... */
  KbLabelMemory *memory;      /* may be NULL */
  /* An index of its walls, for very large levels; NULL: they are searched one by one */
  const KbLevelLines *lines;
  const KbTilesStroke *stroke; /* on one of its layers, or NULL */
  /* KbId of classes, layers of all kinds and groups; the level's own hides its walls, areas and
   * entities; may be NULL */
  GHashTable *hidden;
  gboolean parallax;          /* tile and image layers move with the centre of the view */
  KbId still;                 /* except this one */
  double time;                /* ms, for animated tiles */
  KbHeights *heights;         /* NULL: no heightmaps */
  /* KbMazeCheck by KbId of the maze, to tint unreachable parts; NULL: none */
  GHashTable *maze_checks;
  /* The layer, maze or ground that a tool draws itself; 0: none */
  KbId without;
} KbLevelLook;

#define KB_ENTITY_HALF 5.0    /* half size of an entity's mark, canvas pixels */

/* Draws the whole level at rest; selected and hovered parts are drawn over it with the functions
 * below. Parts out of view cost a comparison. Very many visible walls (some thousands) become thin
 * lines without shade and ticks. */
void kb_draw_level (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look);

/* Each draws one part; `colour`: of its class. */
void kb_draw_wall (cairo_t *cr, const KbView *view, const KbStyle *style, const KbWall *wall,
                   guint32 colour, KbMark mark);
void kb_draw_area (cairo_t *cr, const KbView *view, const KbStyle *style, const KbArea *area,
                   guint32 colour, KbMark mark);
void kb_draw_entity (cairo_t *cr, const KbView *view, const KbStyle *style, const KbEntity *entity,
                     guint32 colour, KbMark mark);

/* Half size of an entity's mark at rest. */
double kb_entity_half (const KbView *view);
/* Bounds of its arrow, on the canvas. */
KbBounds kb_entity_arrow_bounds (const KbView *view, const KbEntity *entity);
/* Touching counts. */
gboolean kb_bounds_meet (KbBounds a, KbBounds b);

/* The smallest box with all walls, areas, entities, cells of tiles and the picture; the room for
 * tiles of an empty level, or 256 pixels around 0, 0. */
KbBounds kb_level_bounds (const KbLevel *level);
KbBounds kb_area_bounds (const KbArea *area);

/* Marks problems on a level, at the same size at every zoom. */

/* Marks the middle of each wall, area or entity with problems: a ring with a cross for an error,
 * with a dot for a warning. Coinciding marks are drawn once. `problems`: KbProblem *, for any
 * nodes, even deleted ones; NULL: none. Cost: linear in them. */
void kb_draw_level_faults (cairo_t *cr, const KbDocument *document, KbId level, const KbView *view,
                           const KbStyle *style, const GPtrArray *problems);

/* The colour of a mark. */
guint32 kb_fault_colour (const KbStyle *style, KbSeverity severity);

/* The names on a level. */

/* The visible classes used on the level, in the project's order. Cost: linear. Array of KbId. */
GArray *kb_level_classes (const KbLevel *level, const KbLevelLook *look);

/* Previews while editing a level: where the pointer snaps to, what would be made or moved.
 * Positions are pixels of the level. */

typedef enum {
  KB_SNAPPED_NOT,
  KB_SNAPPED_GRID,
  KB_SNAPPED_ANGLE,
  KB_SNAPPED_WALL,
  KB_SNAPPED_END
} KbLevelSnapKind;

/* A ring for ends, a cross for walls, a small square for the grid, a dot otherwise. */
void kb_draw_level_snap (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec at,
                         KbLevelSnapKind kind);
/* n lines of two ends each, in one stroke of the accent colour. */
void kb_draw_level_lines (cairo_t *cr, const KbView *view, const KbStyle *style, const KbVec *ends,
                          guint n);
/* A faint arrow; and the arrow of a measurement, light over dark. */
void kb_draw_level_arrow (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from,
                          KbVec to);
void kb_draw_level_measure (cairo_t *cr, const KbView *view, const KbStyle *style, KbVec from,
                            KbVec to);

/* The extent of a level, with the pictures of its tiles. */

/* How far tile pictures can reach over their cells on each side. */
KbBounds kb_level_overhang (const KbDocument *document, const KbLevel *level);
/* The area for fitting a level into a view: all of it with its tile pictures, and at least 128
 * pixels in each direction, centred. */
KbBounds kb_level_fit_bounds (const KbDocument *document, const KbLevel *level);

#endif
