/* SPDX-License-Identifier: MIT */
/* What is edited on a canvas, one row for each: its tools, what can be selected on it, and what the
 * commands of selection.h do there. selection.h and tools.h ask the row of what is shown. */
#ifndef KB_TOOLS_SUBJECT_H
#define KB_TOOLS_SUBJECT_H

#include "tools/tools.h"

/* See selection.h for the commands. NULL does nothing; only `copy` and `paste` run without a
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
  guint tools;             /* KB_TOOL_*: which tools fit; 0: tools without such a flag */
  /* On levels: the kind of the active layer; the level's own for walls, areas and entities. Else
   * NULL. */
  const KbKind *layer;
  const KbTool *first;     /* on levels: the tool to begin with */
  const char *none;        /* N_(): the level has no such layer yet; NULL: `first` makes one */

  /* What can be selected; with a class only members that have it. An array of KbId. NULL: nothing
   * can be, and `empty` says so. */
  GArray *(*members) (KbToolContext *context, KbId class_id);
  const char *empty;       /* N_(): there is no member */
  void (*step) (KbToolContext *context, gint by);   /* NULL: selects the next member */
  const KbSubjectVerbs *verbs;
} KbSubject;

/* Ended by one without verbs. */
extern const KbSubject kb_subjects[];

/* The row of what is shown, that of frames where nothing is. */
const KbSubject *kb_subject (const KbToolContext *context);

#endif
