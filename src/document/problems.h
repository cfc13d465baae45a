/* SPDX-License-Identifier: MIT */
/* Between the checks (problems.c) and their finder (problem_finder.c). Each check adds to
 * `problems` what is wrong with one node, KbProblem with a NULL path: where the node is, the finder
 * knows. */
#ifndef KB_DOCUMENT_PROBLEMS_H
#define KB_DOCUMENT_PROBLEMS_H

#include "document/private.h"

/* What is known of a file in the pictures folder. */
typedef struct {
  guint width, height;
  char *fault;             /* owned; why it cannot be read, or NULL */
  /* Of the file that was read: times of its last change and renaming, number, and bytes */
  gint64 stamp[6];
  guint round;             /* looked at in that round of the finder */
  guint version;           /* another one when the rest differs */
} KbPictureFile;

void kb_problem_free (gpointer problem);

/* One more problem of a node. `name`: of the check; it is kept as it is. */
void kb_report (GPtrArray *problems, const char *name, KbSeverity severity, const KbNode *node,
                const char *format, ...) G_GNUC_PRINTF (5, 6);
/* The rectangle of a picture file that a node shows. */
void kb_check_picture (GPtrArray *problems, const KbNode *node, const KbPictureRef *ref,
                       const KbPictureFile *file);

/* `file`: the frame's picture file, NULL when it has none. */
void kb_check_frame (GPtrArray *problems, const KbFrame *frame, const KbPictureFile *file);
/* `renumbered`: as the document has it. */
void kb_check_renumbered (GPtrArray *problems, const KbFrame *frame, GHashTable *renumbered);
/* `animated`: the ids of the frames that the sprite's animations show. */
void kb_check_animated (GPtrArray *problems, const KbFrame *frame, GHashTable *animated);
void kb_check_point (GPtrArray *problems, const KbPoint *point);
void kb_check_shape (GPtrArray *problems, const KbShape *shape);
void kb_check_lost (GPtrArray *problems, const KbFrame *frame);
void kb_check_step (GPtrArray *problems, const KbStep *step);
void kb_check_animation (GPtrArray *problems, const KbAnimation *animation);
/* Of an asset: a name that no new one gets. */
void kb_check_name (GPtrArray *problems, const KbNode *asset);
void kb_check_sprite (GPtrArray *problems, const KbSprite *sprite);
/* The painted pixels of a mask, a track, a frame or a band. */
void kb_check_painted (GPtrArray *problems, const KbNode *node);
/* The same without what their values are: of layers and mazes. */
void kb_check_painting (GPtrArray *problems, const KbNode *node);
/* An earlier item has the number for good too. `kind`: its kind in small letters for people. */
void kb_check_item_renumbered (GPtrArray *problems, const KbNode *node, GHashTable *renumbered);
/* `file`: of the picture behind it, NULL when it has none. */
void kb_check_mask (GPtrArray *problems, const KbMask *mask, const KbPictureFile *file);
/* The same of a track, and what is in it but by itself no problem: bands of one radius are one of
 * the later. */
void kb_check_track (GPtrArray *problems, const KbTrack *track, const KbPictureFile *file);
/* `hidden`: as KbFindHidden has it. */
void kb_check_curve (GPtrArray *problems, const KbCurve *curve, gboolean hidden);
/* Cost: some hundred steps along each piece of a curve that comes near it. */
void kb_check_gate (GPtrArray *problems, const KbGate *gate);
/* `renumbered`: as the document has it. */
void kb_check_band (GPtrArray *problems, const KbBand *band, GHashTable *renumbered);
/* `file`: of the picture behind it, NULL when it has none. */
void kb_check_level (GPtrArray *problems, const KbLevel *level, const KbPictureFile *file);
/* What is wrong with each wall: KB_WALL_...; a new array. Cost: linear. Walls that cross, touch or
 * overlap are none. */
enum { KB_WALL_LENGTH = 1, KB_WALL_TWICE = 2 };
guint8 *kb_check_walls (const KbLevel *level);
void kb_check_wall (GPtrArray *problems, const KbWall *wall, guint8 faults);
/* Cost: linear where the edges are spread, up to the first crossing. */
void kb_check_area (GPtrArray *problems, const KbArea *area);
/* What a frame is as a tile. */
void kb_check_tile (GPtrArray *problems, const KbFrame *frame);
/* kb_sprite_sheet_animation of a sprite that a level has as a tileset. */
void kb_check_tile_animation (GPtrArray *problems, const KbAnimation *animation);
void kb_check_tileset (GPtrArray *problems, const KbProject *project, const KbTileset *tileset);
/* `renumbered`: as the document has it. */
void kb_check_layer (GPtrArray *problems, const KbLayer *layer, GHashTable *renumbered);
/* problems_cells.c. What was found in a layer's cells: made afresh where it knows nothing of them
 * yet, or tilesets differ. Cost: the cells that changed since it was asked last. */
typedef struct KbCellFaults KbCellFaults;
KbCellFaults *kb_cell_faults_new (void);
void kb_cell_faults_free (KbCellFaults *faults);
void kb_check_cells (GPtrArray *problems, const KbProject *project, const KbLevel *level,
                     const KbLayer *layer, KbCellFaults *faults);
void kb_check_maze (GPtrArray *problems, const KbMaze *maze, GHashTable *renumbered);
void kb_check_ground (GPtrArray *problems, const KbGroundLine *ground);
/* One that is not the first, after the one before it. */
void kb_check_ground_point (GPtrArray *problems, const KbGroundPoint *before,
                            const KbGroundPoint *point);
/* `file`: of its picture, NULL when it has none; `fault`: what its samples cannot have, or NULL. */
void kb_check_heightmap (GPtrArray *problems, const KbHeightmap *map, const KbPictureFile *file,
                         const char *fault);
void kb_check_entity (GPtrArray *problems, const KbProject *project, const KbEntity *entity);
/* Told of the first thing that has it. Cost: all that have a class. */
void kb_check_missing_class (GPtrArray *problems, const KbProject *project, const KbClass *class);
/* `used`: the ids of the classes that shapes of frames have, or what is on levels. */
void kb_check_class (GPtrArray *problems, const KbClass *class, GHashTable *used);

#endif
