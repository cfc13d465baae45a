/* SPDX-License-Identifier: MIT */
/* A project's levels in the form of a bank. */
#ifndef KB_BAKE_LEVEL_LEVELS_H
#define KB_BAKE_LEVEL_LEVELS_H

#include <gio/gio.h>

#include "bake/partitions/partitions.h"
#include "bank/content.h"
#include "document/document.h"

/* Converts the levels of a project to those of a bank. */

/* Adds all levels to a content that has sprites but no levels, in the order of their names, each
 * with its chosen partition. With `only`, others are declared. The problems list must have no
 * errors. Cost: see partitions.h and layers.h. Errors: those of kb_partition_build, with the
 * level's path, and of kb_bake_worlds. */
gboolean kb_bake_levels (const KbDocument *document, const KbNode *only, KbBankContent *content,
                         GCancellable *cancellable, GError **error);

/* A document's level as input for the partition builders. */

typedef struct {
  kbx_walls_plan plan;         /* the designer's settings; owns what it points to */
  /* The level's wall for each wall of the plan: walls without length are left out */
  guint *walls;
  kbx_wall *of_walls;
  kbx_area_plan *of_areas;
  kbx_segment *of_edges;
} KbLevelForm;

/* A copy of its walls and areas, usable in another thread. Free it with kb_level_form_free. Cost:
 * linear. */
KbLevelForm *kb_level_form_new (const KbProject *project, const KbLevel *level);
void kb_level_form_free (KbLevelForm *form);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLevelForm, kb_level_form_free)

/* The same with another partition. */
static inline kbx_walls_plan
kb_level_plan (const KbLevelForm *form, kbx_partition kind)
{
  kbx_walls_plan plan = form->plan;
  plan.partition = kind;
  return plan;
}

/* "none", "grid", "quadtree", "bsp". */
const char *kb_partition_name (kbx_partition kind);

/* Converts the layers of a project's levels, except walls, to those of a bank. */

/* Adds the tile layers, mazes, grounds and heightmaps of a level to one of a content that already
 * has its sprites. `classes` maps a class's ID to its index in the bank. Cost: linear in the cells,
 * points and samples. Errors have the item's path. KB_ERROR_INPUT: a missing tile, heights of a
 * tile that do not fit the cells, a heightmap without a grey picture, a refusal of the packers. */
gboolean kb_bake_worlds (const KbDocument *document, const KbBankContent *content,
                         const KbLevel *level, GHashTable *classes, KbBankLevel *to,
                         GCancellable *cancellable, GError **error);

/* A single ground or heightmap in the form of a bank. Errors: those of the packers. */
GBytes *kb_ground_bytes (const KbGroundLine *ground, guint class_index, GError **error);
GBytes *kb_heightmap_bytes (const KbNode *map, const KbGrey *grey, GError **error);

#endif
