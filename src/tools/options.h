/* SPDX-License-Identifier: MIT */
/* The switches and numbers of a canvas in one table, read by popovers, settings and the command
 * palette. */
#ifndef KB_TOOLS_OPTIONS_H
#define KB_TOOLS_OPTIONS_H

#include "tools/context.h"

typedef enum {
  KB_OPTION_SWITCH,          /* a gboolean of the options */
  KB_OPTION_FLAG,            /* one bit of a guint */
  KB_OPTION_WHOLE,           /* a guint */
  KB_OPTION_REAL             /* a double */
} KbToolOptionType;

/* The purpose of an option. */
typedef enum { KB_FOR_SHAPES, KB_FOR_PAINTING, KB_FOR_TRACKS, KB_FOR_HEIGHTS } KbOptionUse;

typedef struct {
  const char *id;            /* "snap-frame"; for settings and actions */
  const char *label;         /* N_("Edges and middle of the frame") */
  /* Label in the command palette: N_("Snap to the frame"); NULL: an action does it */
  const char *command;
  const char *group;         /* N_("Snapping"); options of a group are consecutive */
  KbToolOptionType type;
  gsize offset;              /* in KbToolOptions */
  guint bit;                 /* KB_OPTION_FLAG */
  double min, max, step;     /* for numbers */
  /* Options for shapes come first, then painting, tracks, heightmaps */
  KbOptionUse use;
} KbToolOption;

/* Ends with a NULL id. */
extern const KbToolOption kb_tool_options[];
const KbToolOption *kb_tool_option_by_id (const char *id);

/* The size of a brush, 1 to `most`, after steps of its keys: a tenth each, at least 1. Steps down
 * undo steps up. */
guint kb_tool_step_size (guint size, int steps, guint most);

/* TRUE for switches and flags, FALSE for numbers. */
gboolean kb_tool_option_is_switch (const KbToolOption *option);
/* Switches and flags are 0 or 1. Values are clamped and whole numbers rounded; dependent previews
 * are updated. */
double kb_tool_option_get (const KbToolContext *context, const KbToolOption *option);
/* The value for the settings: without the brush size of a band. */
double kb_tool_option_kept (const KbToolContext *context, const KbToolOption *option);
void kb_tool_option_set (KbToolContext *context, const KbToolOption *option, double value);

#endif
