/* SPDX-License-Identifier: MIT */
/* Levels: walls in the colours of their classes, areas filled, entities, what lies behind.
 * Positions are pixels of the level; line widths and marks are canvas pixels, the same at every
 * zoom but far out, where they are smaller. */
#ifndef KB_LEVEL_MARKS_H
#define KB_LEVEL_MARKS_H

#include "document/document.h"
#include "drawing/labels.h"
#include "drawing/level_heights.h"
#include "drawing/marks.h"
#include "drawing/surfaces.h"
#include "drawing/tiles.h"
#include "operations/level/lines.h"

enum {
  KB_LEVEL_PICTURE = 1,
  KB_LEVEL_AREAS = 2,
  KB_LEVEL_WALLS = 4,
  KB_LEVEL_ENTITIES = 8,
  KB_LEVEL_LABELS = 16,
  /* With labels, where names are left out: the classes with their colours */
  KB_LEVEL_KEY = 32,
  KB_LEVEL_LAYERS = 64,
  KB_LEVEL_HEIGHTMAPS = 128,
  KB_LEVEL_MAZES = 256,
  KB_LEVEL_GROUNDS = 512,
  KB_LEVEL_COLLISION = 1024,  /* what of tiles stops a move, over them */
  KB_LEVEL_AREA_NAMES = 2048, /* of the labels those of areas, where not all are shown */
  KB_LEVEL_ALL = 31 | KB_LEVEL_LAYERS | KB_LEVEL_HEIGHTMAPS | KB_LEVEL_MAZES | KB_LEVEL_GROUNDS
};

typedef struct {
  KbDocument *document;       /* of the level: classes, pictures, sprites */
  const KbStyle *style;
  KbSurfaces *surfaces;       /* NULL: no pictures */
  guint parts;                /* KB_LEVEL_... */
  GHashTable *hidden_classes; /* KbId; may be NULL */
  KbLabelMemory *memory;      /* may be NULL */
  /* Its walls, for levels of very many; NULL: they are looked for one by one */
  const KbLevelLines *lines;
  const KbTilesStroke *stroke; /* on one of its layers, or NULL */
  GHashTable *hidden_layers;  /* KbId of layers, mazes, grounds and heightmaps; may be NULL */
  double time;                /* ms, of animated tiles */
  KbHeights *heights;         /* NULL: no heightmaps */
  /* KbMazeCheck by KbId of the maze, whose parts are tinted; NULL: none are */
  GHashTable *maze_checks;
  /* A layer, maze or ground that a tool draws while it changes it; 0: none */
  KbId without;
} KbLevelLook;

#define KB_ENTITY_HALF 5.0    /* of the mark of an entity, canvas pixels */

/* All of it at rest; what is selected or hovered is drawn over it, by the functions below. What is
 * out of sight costs a comparison. Many walls (some thousands in sight) are thin lines, without
 * shade and ticks. */
void kb_draw_level (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look);

/* One of each; `colour`: of its class. */
void kb_draw_wall (cairo_t *cr, const KbView *view, const KbStyle *style, const KbWall *wall,
                   guint32 colour, KbMark mark);
void kb_draw_area (cairo_t *cr, const KbView *view, const KbStyle *style, const KbArea *area,
                   guint32 colour, KbMark mark);
void kb_draw_entity (cairo_t *cr, const KbView *view, const KbStyle *style, const KbEntity *entity,
                     guint32 colour, KbMark mark);

/* Half of the mark of an entity at rest. */
double kb_entity_half (const KbView *view);
/* Of its arrow, on the canvas. */
KbBounds kb_entity_arrow_bounds (const KbView *view, const KbEntity *entity);
gboolean kb_level_look_hides (const KbLevelLook *look, KbId class_id);
/* Touching counts. */
gboolean kb_bounds_meet (KbBounds a, KbBounds b);

/* 0xRRGGBBff; grey where there is no such class. */
guint32 kb_class_colour (const KbDocument *document, KbId class_id);

/* The least box with all walls, areas, entities, tiles' cells and the picture; 256 pixels about 0,
 * 0 where there are none. */
KbBounds kb_level_bounds (const KbLevel *level);
KbBounds kb_wall_bounds (const KbWall *wall);
KbBounds kb_area_bounds (const KbArea *area);

#endif
