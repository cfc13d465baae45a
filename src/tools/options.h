/* SPDX-License-Identifier: MIT */
/* The switches and numbers of a canvas, one table: popovers, settings and the command palette read
 * it. */
#ifndef KB_TOOLS_OPTIONS_H
#define KB_TOOLS_OPTIONS_H

#include "tools/context.h"

typedef enum {
  KB_OPTION_SWITCH,          /* a gboolean of the context */
  KB_OPTION_FLAG,            /* one bit of a guint */
  KB_OPTION_WHOLE,           /* a guint */
  KB_OPTION_REAL             /* a double */
} KbOptionType;

/* What an option is for. */
typedef enum { KB_FOR_SHAPES, KB_FOR_PAINTING, KB_FOR_TRACKS } KbOptionUse;

typedef struct {
  const char *id;            /* "snap-frame"; for settings and actions */
  const char *label;         /* N_("Edges and middle of the frame") */
  /* The same by itself, in the command palette: N_("Snap to the frame"); NULL: an action does it */
  const char *command;
  const char *group;         /* N_("Snapping"); options of a group follow each other */
  KbOptionType type;
  gsize offset;              /* in KbToolContext */
  guint bit;                 /* KB_OPTION_FLAG */
  double min, max, step;     /* numbers */
  /* Those for painting zones come after those for shapes, those of tracks after them */
  KbOptionUse use;
} KbToolOption;

/* Ended by a NULL id. */
extern const KbToolOption kb_tool_options[];
const KbToolOption *kb_tool_option_by_id (const char *id);

/* Whether it is on or off; else it is a number. */
gboolean kb_tool_option_is_switch (const KbToolOption *option);
/* Switches and flags are 0 and 1. Values are clamped and, for whole numbers, rounded; what depends
 * on them is shown anew. */
double kb_tool_option_get (const KbToolContext *context, const KbToolOption *option);
/* The same, to be kept for another time: without what a band has of its own. */
double kb_tool_option_kept (const KbToolContext *context, const KbToolOption *option);
void kb_tool_option_set (KbToolContext *context, const KbToolOption *option, double value);

#endif
