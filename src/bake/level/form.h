/* SPDX-License-Identifier: MIT */
/* A document's level as input for the partition builders. */
#ifndef KB_LEVEL_FORM_H
#define KB_LEVEL_FORM_H

#include "bake/partitions/partitions.h"
#include "document/document.h"

typedef struct {
  kbx_walls_plan plan;         /* the designer's settings; owns what it points to */
  /* The level's wall for each wall of the plan: walls without length are left out */
  guint *walls;
  kbx_wall *of_walls;
  kbx_area_plan *of_areas;
  kbx_segment *of_edges;
} KbLevelForm;

/* A copy of its walls and areas, usable in another thread; free it with kb_level_form_free. Cost:
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

#endif
