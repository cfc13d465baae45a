/* SPDX-License-Identifier: MIT */
/* The structs of a project. Read them freely, and change them only through document/edit.h. */
#ifndef KB_MODEL_H
#define KB_MODEL_H

#include "document/node.h"
#include "document/pixels/zones.h"

/* Limits that keep every number exact in a bank. */
#define KB_MAX_CLASSES 64
#define KB_MAX_FRAME_SIDE 16384     /* pixels */
#define KB_MIN_COORDINATE (-16384)  /* pixels, for anything on a frame */
#define KB_MAX_COORDINATE 32767
#define KB_MAX_FRAME_SHAPES 1024
#define KB_MAX_DURATION 3600000     /* ms, one step */
#define KB_MAX_ANIMATION 0x7fffffff /* ms, all steps, as in a bank */
#define KB_MAX_STEP_EVENTS 64
#define KB_NEW_DURATION 100         /* ms, for new steps and those without one */
#define KB_MAX_ZONES 255            /* of a mask, or of the frames of a sprite */
#define KB_OPACITY 60               /* default of overlays, in percent */
#define KB_MAX_CUT_OFF 127          /* pixels, of a track's clearance, also the default */
#define KB_LEVEL_LIMIT 65536        /* pixels per axis, for anything on a level */
#define KB_MAX_WALLS (1 << 20)      /* of a level */
#define KB_MAX_RING_POINTS (1 << 20) /* of an area */
#define KB_PARTITION_DEPTH 60       /* maximum levels of a tree; 30 of a quadtree */
#define KB_PARTITION_CELLS 1024     /* maximum columns, or rows, of a grid, if given */
#define KB_LEVEL_GRID 8             /* default, in pixels */
/* Default: a quarter fewer walls are cut than at 1, and moves are as fast */
#define KB_LEVEL_SPLIT_COST 3
#define KB_MAX_TILESETS 31          /* of a level, and the highest number of one */
#define KB_MAX_CELLS 8192           /* per side of a layer */
#define KB_MAX_SAMPLES 16384        /* per side of a heightmap; at least two */
#define KB_MAX_PAINTED_SAMPLES 8192 /* per side of one whose samples are painted */
#define KB_MAX_MAZE_CELLS 8191      /* per side of a maze */
#define KB_MAX_SAVED_STAMP 256      /* cells per side of a saved stamp */
#define KB_MAX_CELL_SIDE 1024       /* pixels */
#define KB_MAX_TILE_OFFSET 4096     /* pixels per axis */
#define KB_CELL_LIMIT 65536         /* cells per axis */
#define KB_SOLID_ALPHA 128          /* default: this alpha and more is solid */

/* The purpose of a class's shapes. For people and the game's own tools: banks do not have it. */
typedef enum {
  KB_CLASS_KIND_NONE,
  KB_CLASS_KIND_HURT,   /* can be struck */
  KB_CLASS_KIND_HIT,    /* strikes */
  KB_CLASS_KIND_PUSH,   /* keeps bodies apart */
  KB_N_CLASS_KINDS
} KbClassKind;

typedef struct {
  KbNode node;
  char *name;
  guint32 colour;
  KbClassKind kind;
  json_t *values;    /* optional: defaults of everything that has the class */
  json_t *value_types;   /* optional: of their keys; see values.h */
} KbClass;

typedef struct {
  KbNode node;
  char *name;
  KbPixel at;
  KbAngle direction;
  json_t *values;    /* optional, for the game */
} KbPoint;

typedef enum {
  KB_SHAPE_BOX,
  KB_SHAPE_CIRCLE,
  KB_SHAPE_ORIENTED,
  KB_SHAPE_POLYGON,
  KB_SHAPE_CAPSULE,
  KB_N_SHAPE_TYPES
} KbShapeType;

/* box: x, y, w, h in whole pixels. circle: centre x, y, radius. oriented: centre x, y, width,
 * height, degrees clockwise on screen. polygon: x, y of each vertex. capsule: x, y of both ends of
 * its segment, radius. All except whole pixels and degrees are multiples of 1/256 pixel. Pixel i
 * covers [i, i + 1). */
typedef struct {
  KbShapeType type;
  guint n;       /* numbers in v */
  double *v;     /* owned */
  json_t *unknown;  /* keys in the file unknown to this version, may be NULL */
} KbGeometry;

typedef struct {
  KbNode node;
  KbId class_id;
  char *name;        /* optional */
  gboolean shared;   /* with frames of its animations; see shape.h */
  json_t *values;    /* optional, for the game */
  KbGeometry geometry;
} KbShape;

/* Whether cars may drive on a surface. */
typedef enum { KB_SURFACE_ROAD, KB_SURFACE_OFF } KbSurfaceUse;

/* A meaning of pixels: `value` is the pixels' value in a painting. Two kinds: "zone", and "surface"
 * of a track. */
typedef struct {
  KbNode node;
  gint value;        /* 1 to 255 */
  char *name;
  guint32 colour;
  KbSurfaceUse use;  /* for surfaces only */
} KbZone;

/* The source of a frame's picture: a rectangle of a PNG in the project's `pictures` folder. It is
 * at an offset in the frame, since an importer may have trimmed it. These PNG files are never
 * rewritten: their names contain a hash of their content, so undo can return to an older one. */
typedef struct {
  char *file;                    /* file name within `pictures`; NULL: no picture */
  gint x, y, width, height;      /* in the file */
  gint offset_x, offset_y;       /* in the frame */
  json_t *unknown;               /* keys unknown to this version */
} KbPictureRef;

/* The pixels of a tile that stop a move, if the frame is used as one. One-way: only from that
 * side. */
typedef enum {
  KB_COLLISION_SHAPES,           /* not solid: its shapes can be queried */
  KB_COLLISION_FULL, KB_COLLISION_LEFT, KB_COLLISION_RIGHT, KB_COLLISION_TOP, KB_COLLISION_BOTTOM,
  KB_COLLISION_HEIGHTS           /* for each column, so many from the bottom */
} KbCollision;

typedef struct {
  KbNode node;
  gint lasting_id;               /* unique within the sprite, never reused */
  char *name;
  gint width, height;
  KbPictureRef picture;
  KbPixel hot_spot;
  KbPainted pixels;              /* zones of the sprite; optional, of the frame's size */
  KbCollision collision;
  KbId collision_class;          /* unless collision is by shapes; 0: none */
  KbNumbers heights;             /* one per column, each from 0 to its height */
  KbNumbers terrain;             /* eight values of terrains: operations/level/terrain.h */
  gint weight;                   /* how often it is chosen among like tiles, usually 100 */
  gboolean own_shapes;           /* takes over no shared shapes */
  json_t *values;                /* optional, for the game */
  GPtrArray *points;             /* KbPoint */
  GPtrArray *shapes;             /* KbShape */
} KbFrame;

typedef enum { KB_LOOP_ONCE, KB_LOOP_LOOP, KB_LOOP_PING_PONG, KB_LOOP_HOLD_LAST } KbLoop;

/* Something that happens when a step begins: a footstep, a sound. */
typedef struct {
  KbNode node;
  char *name;
  json_t *values;                /* optional, for the game */
} KbStepEvent;

typedef struct {
  KbNode node;
  KbId frame_id;
  gint duration;                 /* ms; 0: not set, which is a problem */
  json_t *values;                /* optional, for the game */
  GPtrArray *events;             /* KbStepEvent */
} KbStep;

typedef struct {
  KbNode node;
  char *name;
  KbLoop loop;
  json_t *values;                /* optional, for the game */
  GPtrArray *steps;              /* KbStep */
} KbAnimation;

typedef struct {
  KbNode node;
  char *name;                    /* unique in the project, also the file name */
  gint next_frame;               /* the next lasting id */
  json_t *import;                /* import settings, for importing again */
  gint solid_alpha;              /* the 1-bit mask of a frame: pixels of at least this alpha, */
  guint32 solid_key;             /* and not of this colour, 0xRRGGBBAA; 0: none */
  json_t *values;                /* optional, for the game */
  GPtrArray *zones;              /* KbZone: for the painted masks of its frames */
  GPtrArray *terrains;           /* KbZone: for the frames as tiles */
  GPtrArray *frames;             /* KbFrame */
  GPtrArray *animations;         /* KbAnimation */
  GPtrArray *lost;               /* KbFrame: annotations whose frame was missing in an import */
} KbSprite;

typedef struct {
  KbNode node;
  char *name;                    /* unique in the project, also the file name */
  gint width, height;
  KbPictureRef picture;          /* behind the painting; optional */
  gint opacity;                  /* of the painting over the picture, in percent; for display */
  KbPainted pixels;              /* of the mask's size; absent: all is empty */
  json_t *import;                /* the file it was imported from, for importing again */
  GPtrArray *zones;              /* KbZone */
} KbMask;

/* --- Tracks --- */
/* The road is painted pixels and, below them, pixels covered by curves: docs/project-format.md has
 * the rule. Real numbers are pixels, multiples of 1/256. */
typedef struct {
  KbNode node;
  KbVec at;
  KbVec before, after;           /* handles, relative to `at`; (0, 0): none */
  double width;                  /* the full width of the road here */
} KbCurvePoint;

typedef struct {
  KbNode node;
  char *name;                    /* optional */
  gint closed;                   /* 0 or 1 */
  gint surface;                  /* the value of a surface of the track, which may be missing */
  GPtrArray *points;             /* KbCurvePoint */
} KbCurve;

/* A check point, crossed forwards from its left to its right, as in kbx_gate_crossed. If it points
 * down the screen, that is from the screen's left to its right. gates[0] is the start line. */
typedef struct {
  KbNode node;
  char *name;                    /* optional */
  KbVec a, b;
} KbGate;

/* A car's radius with a band, which the designer may also paint by hand. */
typedef struct {
  KbNode node;
  /* Unique within the track, also the file name of its painting */
  gint lasting_id;
  char *name;                    /* optional */
  double radius;                 /* 1/16 to KB_MAX_CUT_OFF */
  guint32 colour;
  KbPainted pixels;              /* KB_BAND_... of the track's size; optional */
} KbBand;

/* Values in a band's painting: 0 is as computed. */
enum { KB_BAND_IS = 1, KB_BAND_IS_NOT };

typedef struct {
  KbNode node;
  char *name;                    /* unique in the project, also the file name */
  gint width, height;
  KbPictureRef picture;          /* behind the painting; optional */
  gint opacity;                  /* of the painting over the picture, in percent; for display */
  KbPainted pixels;              /* of surfaces, of the track's size; 0: by the curves */
  gint cut_off;                  /* pixels, 1 to KB_MAX_CUT_OFF: the largest clearance stored */
  json_t *import;                /* the file it was imported from, for importing again */
  json_t *values;                /* optional, for the game */
  GPtrArray *surfaces;           /* KbZone of the kind "surface" */
  GPtrArray *curves;             /* KbCurve; on overlaps, the later one wins */
  GPtrArray *gates;              /* KbGate, in the order of crossing */
  GPtrArray *bands;              /* KbBand */
} KbTrack;

/* --- Levels --- */
/* A level extends as far as its walls. Real numbers are pixels, multiples of 1/256 within
 * KB_LEVEL_LIMIT. Walls are connected only if their ends have exactly the same numbers. */
typedef struct {
  KbNode node;
  KbVec a, b;
  KbId class_id;
  /* Stops only movers from its left, where det(AB, AP) > 0: from below, if A is left of B */
  gboolean one_way;
  json_t *values;                /* optional, for the game */
} KbWall;

/* Its inside is what its rings, each closed from its last point to its first, enclose an odd number
 * of times. */
typedef struct {
  KbNode node;
  char *name;
  KbId class_id;
  KbRings rings;
  json_t *values;                /* optional, for the game */
  gint ref;                      /* the number that values refer to it with; 0: none does */
} KbArea;

typedef enum { KB_FLIP_NONE, KB_FLIP_X, KB_FLIP_Y, KB_FLIP_XY } KbFlip;

/* A position with a meaning. Its sprite, if any, is shown there. */
typedef struct {
  KbNode node;
  char *name;                    /* optional */
  KbId class_id;
  KbVec at;
  KbVec direction;               /* (0, 0): none */
  json_t *values;                /* optional free keys and strings */
  char *sprite;                  /* optional; it may not exist */
  gint frame;                    /* its permanent ID; 0: the first frame */
  KbFlip flip;
  gint ref;                      /* as an area's */
} KbEntity;

/* A sprite whose frames are tiles. */
typedef struct {
  KbNode node;
  gint number;                   /* 1 to KB_MAX_TILESETS, by which cells refer to it */
  char *sprite;                  /* it may not exist */
  /* The offset of its tiles from their cells; default 0, 0 */
  KbPixel offset;
} KbTileset;

/* Which rows or columns of cells are shifted by half a cell, to the right or down. In the order of
 * KBX_STAGGER_... */
typedef enum {
  KB_STAGGER_NONE, KB_STAGGER_ODD_ROWS, KB_STAGGER_EVEN_ROWS, KB_STAGGER_ODD_COLUMNS,
  KB_STAGGER_EVEN_COLUMNS
} KbStagger;

typedef enum {
  KB_BLEND_NORMAL,
  KB_BLEND_ADD,
  KB_BLEND_MULTIPLY,
  KB_BLEND_SCREEN,
  KB_BLEND_OVERLAY,
  KB_BLEND_DARKEN,
  KB_BLEND_LIGHTEN,
  KB_BLEND_COLOUR_DODGE,
  KB_BLEND_COLOUR_BURN,
  KB_BLEND_HARD_LIGHT,
  KB_BLEND_SOFT_LIGHT,
  KB_BLEND_DIFFERENCE,
  KB_BLEND_EXCLUSION,
  KB_BLENDS
} KbBlend;
extern const char *const kb_blend_names[];   /* as in project files and Tiled's */
#define KB_MAX_PARALLAX 64

/* How a layer is drawn. A group multiplies the looks of its layers; a layer that blends normally
 * blends as its group. */
typedef struct {
  gint opacity;                  /* in percent */
  guint32 tint;                  /* multiplies its colours; 0: none */
  KbBlend blend;
  double parallax_x, parallax_y; /* pixels it moves when the camera moves by one; default 1 */
  gint group;                    /* the permanent ID of its group; 0: none */
} KbLayerLook;

/* Layers that are hidden, locked and drawn together. */
typedef struct {
  KbNode node;
  gint lasting_id;               /* unique within the level */
  char *name;
  KbLayerLook look;
} KbLayerGroup;

/* A frame of a sprite as a picture, at its top left. */
typedef struct {
  KbNode node;
  char *name;
  char *sprite;                  /* it may not exist */
  gint frame;                    /* its permanent ID; 0: the first frame */
  KbVec at;
  gboolean repeat_x, repeat_y;   /* side by side, without end */
  gint above;                    /* permanent ID of the tile layer just behind; 0: behind all */
  KbLayerLook look;
  json_t *values;                /* optional, for the game */
} KbImageLayer;

/* A grid of tiles. document/cells.h describes its cells. A cell (i, j) is stored if first.x <= i <
 * first.x + width, and so on. Others are empty. In the grid's own frame it covers the pixels [i *
 * cell.x, (i + 1) * cell.x) x [...), from `origin` on. On the screen its corner is at origin + i *
 * axis_i + j * axis_j. Staggered cells are diamonds or hexagons on the screen: operations/level's
 * grid.h. */
typedef struct {
  KbNode node;
  gint lasting_id;               /* unique within the level, also the file name of its cells */
  char *name;
  KbPixel cell;                  /* the size of a cell in its own frame, in pixels */
  KbPixel origin;                /* default 0, 0 */
  /* The first stored cell; default 0, 0 */
  KbPixel first;
  gint width, height;            /* in cells */
  KbVec axis_i, axis_j;          /* both (0, 0): straight, (cell.x, 0) and (0, cell.y) */
  gint stagger;                  /* KbStagger; then without axes */
  gint hex_side;                 /* of staggered cells, in pixels; 0: diamonds */
  double lift;                   /* pixels by which a unit of height raises a tile on the screen */
  /* The class of tiles that stop nothing of their own: here they are full. 0: they stop nothing */
  KbId solid;
  KbLayerLook look;
  KbPainted cells;               /* 2 * width x 2 * height bytes; optional */
  gint source;                   /* permanent ID of the layer it is derived from; 0: none */
  GPtrArray *rules;              /* KbRule; the first that fits counts */
  json_t *values;                /* optional, for the game */
} KbLayer;

/* What is put where the cells of another layer fit a pattern: operations/level/rules.h. */
typedef struct {
  KbNode node;
  KbNumbers pattern;             /* of kb_rule_side x kb_rule_side numbers */
  KbNumbers tiles;               /* cells, without heights */
  gint chance;                   /* in percent */
  KbFlip flip;                   /* also tried so */
  gboolean off;
} KbRule;
enum { KB_RULE_TILE = 1,         /* any tile */
       KB_RULE_MOST = 7,         /* cells each way */
       KB_MAX_RULES = 1024 };    /* of a layer */

/* Thin walls on the edges of cells. The painting has one more column and row than there are cells.
 * Their left and top edges are the right and bottom border. */
typedef struct {
  KbNode node;
  gint lasting_id;               /* unique within the level, also the file name of its edges */
  char *name;
  KbId class_id;
  KbPixel cell, origin, first;   /* as in a straight layer */
  gint width, height;
  KbPainted edges;               /* KB_EDGE_... of (width + 1) x (height + 1) cells; optional */
  json_t *values;                /* optional, for the game */
} KbMaze;

enum { KB_EDGE_LEFT = 1, KB_EDGE_TOP = 2 };

/* A point of the ground. With `flat` it goes straight on to the next. */
typedef struct {
  KbNode node;
  KbVec at;
  gboolean flat;
} KbGroundPoint;

typedef enum { KB_SPLINE_NATURAL, KB_SPLINE_CLAMPED, KB_SPLINE_MONOTONE } KbSpline;

/* Ground whose height is a function of x: cubic splines through its points, with ascending x, each
 * from one straight piece to the next. Slopes are rise by run on the screen, where y points
 * down. */
typedef struct {
  KbNode node;
  char *name;
  KbId class_id;
  KbSpline spline;
  double start_slope, end_slope; /* of a clamped one */
  double slope_limit;            /* steeper slopes are too steep, in both directions; 0: no limit */
  json_t *values;                /* optional, for the game */
  GPtrArray *points;             /* KbGroundPoint */
} KbGroundLine;

/* Altitudes: sample (i, j) is at origin + cell * (i, j). They are painted, or from the rectangle of
 * a grey picture. */
typedef struct {
  KbNode node;
  gint lasting_id;               /* unique within the level, also the file name of its samples */
  char *name;
  KbPictureRef picture;          /* 8 or 16 bits of grey, unless the samples are painted */
  gint width, height;            /* of the painted samples; 0: the picture's */
  KbPainted samples;             /* 2 * width x height bytes; optional: all are 0 */
  KbVec origin;
  double cell;                   /* pixels from one sample to the next */
  double low, high;              /* the altitude of 0, and of the maximum value */
  json_t *values;                /* optional, for the game */
} KbHeightmap;

/* How the walls are searched. "auto": the best by measured cost and memory. */
typedef enum {
  KB_PARTITION_AUTO,
  KB_PARTITION_NONE,
  KB_PARTITION_GRID,
  KB_PARTITION_QUADTREE,
  KB_PARTITION_BSP
} KbPartition;

typedef struct {
  KbNode node;
  char *name;                    /* unique in the project, also the file name */
  KbPictureRef picture;          /* behind the walls; optional */
  KbPixel picture_at;            /* its top left; default 0, 0 */
  gint opacity;                  /* of the picture, in percent; for display */
  double grid;                   /* pixels between the positions that drawing snaps to */
  KbPartition partition;
  /* For trees: parts with more walls are divided, on at most so many levels; 0: the default */
  gint leaf_walls, depth;
  /* For a grid: its cells' size in pixels; 0: as wide as high, or by the walls. If its columns or
   * rows are given, they divide the box of the walls. */
  double cell, cell_height;
  gint columns, rows;
  double split_cost;             /* for a BSP: the relative cost of cutting a wall in two */
  json_t *import;                /* the file it was imported from, for importing again */
  json_t *values;                /* optional, for the game */
  GPtrArray *walls;              /* KbWall */
  GPtrArray *areas;              /* KbArea; on overlaps, the first one wins */
  GPtrArray *entities;           /* KbEntity */
  GPtrArray *tilesets;           /* KbTileset */
  GPtrArray *layers;             /* KbLayer, from back to front */
  GPtrArray *images;             /* KbImageLayer, from back to front where `above` is the same */
  GPtrArray *groups;             /* KbLayerGroup */
  GPtrArray *mazes;              /* KbMaze */
  GPtrArray *grounds;            /* KbGroundLine */
  GPtrArray *heightmaps;         /* KbHeightmap */
} KbLevel;

/* Tiles with a name, to paint with on every level: operations/level/stamps.h. */
typedef struct {
  KbNode node;
  char *name;
  KbPixel size;                  /* in cells */
  char *cells;
  GPtrArray *tilesets;           /* KbTileset: those of its cells */
} KbSavedStamp;

typedef struct {
  KbNode node;
  char *name;
  json_t *export;                /* settings; see bake/settings.h */
  json_t *ignored;               /* problems; see problems_ignored.c */
  json_t *value_types;           /* of the keys of things without a class; see values.h */
  GPtrArray *classes;            /* KbClass */
  GPtrArray *stamps;             /* KbSavedStamp */
  GPtrArray *sprites;            /* KbSprite, sorted by name when loaded */
  GPtrArray *masks;              /* KbMask, sorted by name when loaded */
  GPtrArray *tracks;             /* KbTrack, sorted by name when loaded */
  GPtrArray *levels;             /* KbLevel, sorted by name when loaded */
} KbProject;

extern const KbKind kb_project_kind, kb_class_kind, kb_sprite_kind, kb_frame_kind, kb_point_kind,
  kb_shape_kind, kb_animation_kind, kb_step_kind, kb_step_event_kind, kb_zone_kind,
  kb_terrain_kind, kb_mask_kind, kb_surface_kind, kb_rule_kind, kb_stamp_kind,
  kb_curve_point_kind, kb_curve_kind, kb_gate_kind, kb_band_kind, kb_track_kind, kb_wall_kind,
  kb_area_kind, kb_entity_kind, kb_tileset_kind, kb_layer_kind, kb_image_kind, kb_group_kind,
  kb_maze_kind, kb_ground_point_kind, kb_ground_kind, kb_heightmap_kind, kb_level_kind;

static inline guint kb_count (const GPtrArray *list) { return list->len; }

/* Item i of a list of its owner. */
#define KB_ITEM_AT(Item, function, Owner, list) \
  static inline Item *function (const Owner *owner, guint i) \
  { \
    return g_ptr_array_index (owner->list, i); \
  }

KB_ITEM_AT (KbSprite, kb_sprite_at, KbProject, sprites)
KB_ITEM_AT (KbMask, kb_mask_at, KbProject, masks)
KB_ITEM_AT (KbTrack, kb_track_at, KbProject, tracks)
KB_ITEM_AT (KbLevel, kb_level_at, KbProject, levels)
KB_ITEM_AT (KbWall, kb_wall_at, KbLevel, walls)
KB_ITEM_AT (KbArea, kb_area_at, KbLevel, areas)
KB_ITEM_AT (KbEntity, kb_entity_at, KbLevel, entities)
KB_ITEM_AT (KbTileset, kb_tileset_at, KbLevel, tilesets)
KB_ITEM_AT (KbLayer, kb_layer_at, KbLevel, layers)
KB_ITEM_AT (KbMaze, kb_maze_at, KbLevel, mazes)
KB_ITEM_AT (KbGroundLine, kb_ground_at, KbLevel, grounds)
KB_ITEM_AT (KbGroundPoint, kb_ground_point_at, KbGroundLine, points)
KB_ITEM_AT (KbHeightmap, kb_heightmap_at, KbLevel, heightmaps)
KB_ITEM_AT (KbCurve, kb_curve_at, KbTrack, curves)
KB_ITEM_AT (KbCurvePoint, kb_curve_point_at, KbCurve, points)
KB_ITEM_AT (KbGate, kb_gate_at, KbTrack, gates)
KB_ITEM_AT (KbBand, kb_band_at, KbTrack, bands)
KB_ITEM_AT (KbClass, kb_class_at, KbProject, classes)
KB_ITEM_AT (KbFrame, kb_frame_at, KbSprite, frames)
KB_ITEM_AT (KbAnimation, kb_animation_at, KbSprite, animations)
KB_ITEM_AT (KbStep, kb_step_at, KbAnimation, steps)
KB_ITEM_AT (KbStepEvent, kb_step_event_at, KbStep, events)
KB_ITEM_AT (KbPoint, kb_point_at, KbFrame, points)
KB_ITEM_AT (KbShape, kb_shape_at, KbFrame, shapes)
static inline KbZone *
kb_zone_at (const GPtrArray *zones, guint i)
{
  return g_ptr_array_index (zones, i);
}

/* What stops moves in a cell of the layer that shows the frame: its own collision, or the layer's.
 * `class_id` is the class of the collision, not set for KB_COLLISION_SHAPES. */
KbCollision kb_layer_collision (const KbLayer *layer, const KbFrame *frame, KbId *class_id);
/* Whether a level uses it for tiles. */
gboolean kb_sprite_is_tileset (const KbSprite *sprite);
KbSprite *kb_project_find_sprite (const KbProject *project, const char *name);
KbClass *kb_project_find_class (const KbProject *project, const char *name);
/* The classes of a kind: bit i is class i of the project, and so of its bank. */
guint64 kb_project_classes_of_kind (const KbProject *project, KbClassKind kind);
KbMask *kb_project_find_mask (const KbProject *project, const char *name);
KbTrack *kb_project_find_track (const KbProject *project, const char *name);
KbLevel *kb_project_find_level (const KbProject *project, const char *name);
/* NULL for none: by the permanent ID, or the first for 0. */
KbFrame *kb_sprite_find_frame (const KbSprite *sprite, gint lasting_id);
/* By its node, or NULL. */
KbFrame *kb_sprite_frame_of_id (const KbSprite *sprite, KbId id);
/* "footstep, hit now": a new string, or NULL if the step has no events. */
char *kb_step_event_names (const KbStep *step);
KbPoint *kb_frame_find_point (const KbFrame *frame, const char *name);
KbAnimation *kb_sprite_find_animation (const KbSprite *sprite, const char *name);
#define KB_SHEET_ANIMATION "all"
/* The default animation of an imported sheet: "all", a loop of at least two frames, each once in
 * order for 100 ms. NULL: there is none, or the first frame has a hot spot, so it is a figure's.
 * Tiles are not meant to play it. */
KbAnimation *kb_sprite_sheet_animation (const KbSprite *sprite);
KbTileset *kb_level_find_tileset (const KbLevel *level, gint number);
/* The sprite of the level's tileset of that number. Returns NULL if there is none. */
KbSprite *kb_level_tileset_sprite (const KbProject *project, const KbLevel *level, gint number);
KbLayer *kb_level_find_layer (const KbLevel *level, const char *name);
/* NULL for 0 or one that does not exist. */
KbLayerGroup *kb_level_find_group (const KbLevel *level, gint lasting_id);
/* The frame that an image layer shows, or NULL. */
KbFrame *kb_image_frame (const KbProject *project, const KbImageLayer *image);
/* How the layer or group is drawn, or NULL for other nodes. */
const KbLayerLook *kb_node_look (const KbNode *node);
/* The same combined with the looks of its groups. The node has one. */
KbLayerLook kb_node_full_look (const KbNode *node);
/* The group of a layer or group; NULL: none, as for other nodes. */
KbLayerGroup *kb_node_group (const KbNode *node);
/* The node itself, or the group around it, that is directly in this group; NULL: in none. Returns
 * NULL if the node is not in it. */
const KbNode *kb_node_within_group (const KbNode *node, const KbLayerGroup *group);
/* Its tile and image layers as drawn, from back to front; those of a group follow each other. Free
 * with g_ptr_array_unref. */
GPtrArray *kb_level_stack (const KbLevel *level);
/* Whether a set of GUINT_TO_POINTER (id) has the id, or the node or a group around it. A NULL set
 * is empty. */
gboolean kb_id_in_set (KbId id, GHashTable *set);
gboolean kb_layer_in_set (const KbNode *layer, GHashTable *set);
/* Groups may contain each other up to this depth. */
#define KB_MAX_GROUP_DEPTH 16

/* A label as it is within a sentence: in small letters, unless the language has capitals there. */
char *kb_within_sentence (const char *label);
/* The node or the nearest one around it that is of a kind, or NULL. */
gpointer kb_node_enclosing (const KbNode *node, const KbKind *kind);
/* The sprite that contains a frame, shape, point, animation or step, or NULL. */
KbSprite *kb_node_sprite (KbNode *node);
KbFrame *kb_node_frame (KbNode *node);
/* The track that it is or that contains it. Returns NULL if there is none. */
KbTrack *kb_node_track (KbNode *node);
/* The bands of a new track: one, for a car of usual size. For the field "bands". */
#define KB_NEW_BAND_RADIUS 8.0
json_t *kb_new_track_bands (double radius);
KbLevel *kb_node_level (KbNode *node);

/* The 1-bit mask of the sprite's frames: whether a pixel (red, green, blue, alpha) is solid. */
static inline gboolean
kb_sprite_is_solid (const KbSprite *sprite, const guint8 *rgba)
{
  guint32 rgb = (guint32) rgba[0] << 16 | (guint32) rgba[1] << 8 | rgba[2];
  return rgba[3] >= sprite->solid_alpha && !(sprite->solid_key && rgb == sprite->solid_key >> 8);
}

/* --- Zones --- */
/* The zones of the pixels of a mask, frame, track or band (or anything in it). Returns NULL if
 * there are none. All bands share two, "band" and "no band", which are in no document and have no
 * id. */
GPtrArray *kb_node_zones (const KbNode *node);
/* NULL if no zone has the value, or the name. */
KbZone *kb_zones_find (const GPtrArray *zones, guint value);
KbZone *kb_zones_find_name (const GPtrArray *zones, const char *name);
/* The painting in a node's field of type KB_TYPE_ZONES. A NULL field means its first. Returns NULL
 * if it has none. */
KbPainted *kb_node_painted (const KbNode *node, const KbField *field);
/* The painted picture: NULL if nothing is painted, which means a blank picture of the right size.
 * Borrowed. */
KbZones *kb_node_painted_zones (const KbNode *node, const KbField *field);
/* The correct size of such a picture for a mask, frame, track, band, layer or maze. Returns FALSE
 * for other nodes. */
gboolean kb_node_size (const KbNode *node, gint *width, gint *height);

#endif
