/* SPDX-License-Identifier: MIT */
/* The columns for declaring lists. A list may add its own KbItemColumnType. */
#ifndef KB_LIST_COLUMNS_H
#define KB_LIST_COLUMNS_H

#include "editor/lists/lists.h"
#include "editor/state/window.h"

#define KB_MAX_COLUMNS 8

typedef struct {
  GtkWidget *(*make) (KbItemRow *row, const KbItemColumn *column);
  /* Fills the widget made by `make` from the row's item. */
  void (*show) (KbItemRow *row, const KbItemColumn *column, GtkWidget *widget);
} KbItemColumnType;

struct _KbItemColumn
{
  const KbItemColumnType *type;
  const char *label;            /* accessible name and tooltip; %s is the item's name */
  const char *off_tip, *on_tip; /* tooltips of a toggle, instead of the label */
  const char *icon, *off_icon;  /* off_icon NULL: same icon */
  const char *css_class;
  int width;        /* digits of a count; 0: natural width */
  KbItemFlags flag; /* shows a button, or sets a toggle */

  void (*run) (KbWindow *window, KbId id);
  void (*set) (KbEditorState *state, KbId id, gboolean on);
  void (*set_colour) (KbEditorState *state, KbId id, guint32 colour);
  /* Adds items; see lists.h. */
  void (*fill_menu) (GtkWidget *menu, KbEditorState *state, KbId id);
};

extern const KbItemColumnType kb_column_swatch;
/* A swatch that opens a colour chooser: set_colour */
extern const KbItemColumnType kb_column_colour;
extern const KbItemColumnType kb_column_icon;
extern const KbItemColumnType kb_column_name;
extern const KbItemColumnType kb_column_titles; /* name and caption */
extern const KbItemColumnType kb_column_count;
extern const KbItemColumnType kb_column_problem;
extern const KbItemColumnType kb_column_key;    /* the number key of the first ten */
extern const KbItemColumnType kb_column_button; /* run */
extern const KbItemColumnType kb_column_toggle; /* set */
extern const KbItemColumnType kb_column_menu;   /* fill_menu; a secondary click opens it too */

#endif
