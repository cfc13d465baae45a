/* SPDX-License-Identifier: MIT */
/* Between the checks (problems.c) and their finder (problem_finder.c). Each check adds the problems
 * of one node to `problems`, with a NULL path, which the list fills in. */
#ifndef KB_DOCUMENT_PROBLEMS_H
#define KB_DOCUMENT_PROBLEMS_H

#include "document/private.h"

/* The known properties of a file in the pictures folder. */
typedef struct {
  guint width, height;
  char *fault;             /* owned; why it cannot be read, or NULL */
  /* Of the file that was read: times of its last change and renaming, number, and bytes */
  gint64 stamp[6];
  guint round;             /* checked in that round of the finder */
  guint version;           /* changes whenever the rest does */
} KbPictureFile;

void kb_problem_free (gpointer problem);

/* Adds a problem of a node. `name`: of the check, not copied. */
void kb_report (GPtrArray *problems, const char *name, KbSeverity severity, const KbNode *node,
                const char *format, ...) G_GNUC_PRINTF (5, 6);
/* Removes the warnings that the project ignores. */
void kb_problems_drop_ignored (const KbDocument *document, GPtrArray *problems);
/* A check of a node, with what its finder keeps: a row of the table in problem_list.c. */
typedef void (*KbCheck) (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node);

/* Checks the rectangle of a picture file that a node shows. `file` is NULL if it shows none. */
void kb_check_picture (GPtrArray *problems, const KbNode *node, const KbPictureRef *ref,
                       const KbPictureFile *file);

/* `file`: the frame's picture file, NULL if it has none. */
void kb_check_frame (GPtrArray *problems, const KbFrame *frame, const KbPictureFile *file);
void kb_check_point (GPtrArray *problems, const KbPoint *point);
void kb_check_shape (GPtrArray *problems, const KbShape *shape);
/* A frame with marks that has no visible pixel, and shapes in it without a solid pixel inside.
 * Reads the frame's picture. */
void kb_check_pixels (GPtrArray *problems, KbDocument *document, const KbFrame *frame);
/* Shapes of one class at the same place. */
void kb_check_twice (GPtrArray *problems, const KbFrame *frame);
/* For an asset: a name not allowed for new ones. */
void kb_check_name (GPtrArray *problems, const KbNode *asset);
/* Checks the painted pixels of a mask, a track, a frame or a band. */
void kb_check_painted (GPtrArray *problems, const KbNode *node);
/* The same without the values: for layers and mazes. */
void kb_check_painting (GPtrArray *problems, const KbNode *node);
/* An earlier item has the same permanent ID. `kind`: its kind in lower case for people. */
void kb_check_item_renumbered (GPtrArray *problems, const KbNode *node, GHashTable *renumbered);
void kb_check_level (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node);
/* The walls and areas of a level. Crossing, touching and overlapping walls are allowed. Cost:
 * linear for evenly spread edges of areas, up to the first crossing. */
void kb_check_walls_and_areas (GPtrArray *problems, const KbLevel *level);
/* Without its cells. */
void kb_check_layer (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node);
/* problems_cells.c. The faults in a layer's cells: created when there are none yet, or tilesets
 * changed. Cost: the cells changed since the last call. */
typedef struct KbCellFaults KbCellFaults;
KbCellFaults *kb_cell_faults_new (void);
void kb_cell_faults_free (KbCellFaults *faults);
void kb_check_cells (GPtrArray *problems, const KbProject *project, const KbLevel *level,
                     const KbLayer *layer, KbCellFaults *faults);
/* With its points. */
void kb_check_ground (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node);
void kb_check_heightmap (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node);
void kb_check_entity (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node);
void kb_check_image (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node);
/* The group of a tile or image layer, or of a group. */
void kb_check_group (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node);
/* Reported for the first use. Cost: all uses of classes. */
void kb_check_missing_class (GPtrArray *problems, const KbProject *project, const KbClass *class);

#endif
