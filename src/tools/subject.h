/* SPDX-License-Identifier: MIT */
/* What a canvas can edit, one row each: its tools, the kinds of parts that can be selected, and the
 * commands of selection.h. selection.h and tools.h use the row of what is shown. */
#ifndef KB_TOOLS_SUBJECT_H
#define KB_TOOLS_SUBJECT_H

#include "tools/tools.h"

/* A kind of part. A function that is NULL does the usual. Texts are new strings. */
typedef struct {
  const KbKind *kind;
  /* "box", "Point 2 of curve 1", for the labels of steps; else the node's title */
  char *(*title) (const KbNode *node);
  /* "Box torso, x 26, y 20, 16 × 22"; NULL and else: nothing */
  char *(*speak) (const KbToolContext *context, const KbNode *node);
  /* Removes the part; else the node */
  gboolean (*remove) (KbToolContext *context, KbId id, GError **error);
  /* Marks it in the colour of its class, else nothing */
  void (*draw) (const KbToolContext *context, cairo_t *cr, const KbNode *node, guint32 colour,
                KbMark mark);
} KbPart;

/* The commands of selection.h. NULL does nothing; only `copy` and `paste` run without a
 * selection. */
typedef struct {
  void (*nudge) (KbToolContext *context, gint dx, gint dy, gboolean far);
  void (*resize) (KbToolContext *context, gint dx, gint dy);
  void (*turn) (KbToolContext *context, gint steps);
  void (*mirror) (KbToolContext *context, gboolean vertical_line);
  void (*delete) (KbToolContext *context);
  void (*select_all) (KbToolContext *context);   /* NULL: all members */
  void (*duplicate) (KbToolContext *context, gint dx, gint dy);
  void (*give_class) (KbToolContext *context, KbId class_id);
  char *(*copy) (const KbToolContext *context);
  gboolean (*paste) (KbToolContext *context, const char *text, GError **error);
  void (*draw) (KbToolContext *context, cairo_t *cr);   /* below what the tool draws */
  /* "3 shapes", a selection of more than one part, as a new string */
  char *(*count) (const KbToolContext *context);
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
  const KbPart *parts;     /* ends with a row without a kind; NULL: none */
  /* Levels: the current tool stays where it fits; else `first` is chosen */
  gboolean keeps;
  /* Levels: where all of a layer is that has no parts to be shown; NULL: anywhere */
  KbBounds (*bounds) (const KbNode *layer);
  const KbTool *on_empty;  /* levels: `first` while there are no walls; NULL: no other */
} KbSubject;

/* Ends with a row without verbs. */
extern const KbSubject kb_subjects[];

/* The row of what is shown. That of frames when nothing is. */
const KbSubject *kb_subject (const KbToolContext *context);

extern const KbPart kb_frame_part_rows[], kb_track_part_rows[], kb_level_part_rows[];
/* The row of a node's kind; never NULL. */
const KbPart *kb_part (const KbNode *node);
/* See KbPart, or empty for a missing node. */
char *kb_part_speak (const KbToolContext *context, KbId id);

#endif
