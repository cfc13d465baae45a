/* SPDX-License-Identifier: MIT */
/* A document's level as the builders of partitions take it. */
#ifndef KB_LEVEL_FORM_H
#define KB_LEVEL_FORM_H

#include "bake/partitions/partitions.h"
#include "document/document.h"

typedef struct {
  KbPartitionInput input;      /* what it points to is the form's own */
  guint *walls;                /* which wall of the level each of its walls is: those without a length are left out */
  KbPartitionWall *of_walls;
  KbPartitionArea *of_areas;
  KbPartitionEdge *of_edges;
} KbLevelForm;

/* A copy of its walls and areas, for a thread too; free it with kb_level_form_free. Cost: linear. */
KbLevelForm *kb_level_form_new (const KbProject *project, const KbLevel *level);
void kb_level_form_free (KbLevelForm *form);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLevelForm, kb_level_form_free)

/* What the designer set, for a partition of that kind. */
KbPartitionSettings kb_level_settings (const KbLevel *level, kbx_partition kind);

/* The partition that the level asks for: of "auto" the one that kb_partition_best finds. Cost and errors as
 * kb_partition_build. */
GBytes *kb_level_build (const KbLevel *level, const KbLevelForm *form, const KbWatch *watch, GError **error);

/* "none", "grid", "quadtree", "bsp". */
const char *kb_partition_name (kbx_partition kind);

#endif
