/* SPDX-License-Identifier: MIT */
/* What a canvas can edit, one row each: its tools, what can be selected, and the commands of
 * selection.h. selection.h and tools.h use the row of what is shown. */
#ifndef KB_TOOLS_SUBJECT_H
#define KB_TOOLS_SUBJECT_H

#include "tools/tools.h"

/* The commands of selection.h. NULL does nothing; only `copy` and `paste` run without a
 * selection. */
typedef struct {
  void (*nudge) (KbToolContext *context, gint dx, gint dy, gboolean far);
  void (*resize) (KbToolContext *context, gint dx, gint dy);
  void (*turn) (KbToolContext *context, gint steps);
  void (*mirror) (KbToolContext *context, gboolean vertical_line);
  void (*delete) (KbToolContext *context);
  void (*duplicate) (KbToolContext *context, gint dx, gint dy);
  void (*give_class) (KbToolContext *context, KbId class_id);
  char *(*copy) (const KbToolContext *context);
  gboolean (*paste) (KbToolContext *context, const char *text, GError **error);
  void (*draw) (KbToolContext *context, cairo_t *cr);   /* below what the tool draws */
} KbSubjectVerbs;

typedef struct {
  KbToolMode mode;
  guint tools;             /* KB_TOOL_*: tools that fit; 0: tools without such a flag */
  /* Levels: the kind of the active layer, or the level's own kind for walls, areas and entities.
   * Else NULL. */
  const KbKind *layer;
  const KbTool *first;     /* levels: the default tool */
  /* N_(): shown while the level has no such layer; NULL: `first` makes one */
  const char *none;

  /* Selectable nodes, with a class only those that have it. Array of KbId. NULL: nothing can be
   * selected, for the reason in `empty`. */
  GArray *(*members) (KbToolContext *context, KbId class_id);
  const char *empty;       /* N_(): shown when there are no members */
  void (*step) (KbToolContext *context, gint by);   /* NULL: selects the next member */
  const KbSubjectVerbs *verbs;
} KbSubject;

/* Ends with a row without verbs. */
extern const KbSubject kb_subjects[];

/* The row of what is shown; that of frames when nothing is. */
const KbSubject *kb_subject (const KbToolContext *context);

#endif
