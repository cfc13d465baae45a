/* SPDX-License-Identifier: MIT */
/* The parts of the panel of Propagate: each has its widgets and its part of the panel's state.
 * Flow: the options say which frames and how -> the search finds proposals -> the list shows them,
 * lets them be accepted or refused, and shows the chosen one on the canvas -> the panel applies
 * them or ends. */
#ifndef KB_PROPAGATE_PRIVATE_H
#define KB_PROPAGATE_PRIVATE_H

#include "editor/film/propagate_panel.h"

typedef enum {
  KB_TO_ANIMATION,
  KB_TO_FOLLOWING,
  KB_TO_SELECTED,
  KB_TO_ALL,
  KB_N_TO
} KbPropagateTarget;
typedef struct KbPropagateSearch KbPropagateSearch;

struct _KbPropagatePanel
{
  GtkBox parent_instance;

  GtkWidget *heading, *targets, *radius, *mirrored, *points, *progress, *summary, *apply, *list;

  /* Owned */
  KbEditorState *state;
  KbSurfaces *surfaces;
  GPtrArray *proposals;    /* KbProposal; NULL while none is known */
  GArray *chosen;          /* KbId, the frames that were selected at the beginning */
  GtkStringList *rows;     /* as many as proposals */
  GtkSingleSelection *selection;
  GPtrArray *cells;        /* KbPropagateCell, those on show; borrowed */

  /* Borrowed */
  KbPropagateSearch *search;   /* the newest; NULL when it is done */

  KbPropagateOptions options;
  KbId source, sprite;
  KbPropagateTarget target_ids[KB_N_TO];
  guint n_targets, refresh, scroll;
  GtkEventController *keys;   /* on the whole window, while open; borrowed */
  gboolean updating, open;
};

/* propagate_panel.c */
void kb_propagate_apply (KbPropagatePanel *self);

/* propagate_options.c: the widgets go to the end of the box; reset as a search begins for another
 * frame. */
void kb_propagate_options_add (KbPropagatePanel *self, GtkBox *box);
void kb_propagate_options_reset (KbPropagatePanel *self);
/* KbId; new arrays: what is carried, and the frames it goes to. */
GArray *kb_propagate_items (KbPropagatePanel *self);
GArray *kb_propagate_frames (KbPropagatePanel *self);

/* propagate_search.c: with the options of now, instead of any other search; FALSE, told, when there
 * is nothing to search for. */
gboolean kb_propagate_search_start (KbPropagatePanel *self);
void kb_propagate_search_stop (KbPropagatePanel *self);

/* propagate_list.c: the scrolled list; what it shows after `proposals` changed; how many are
 * accepted. */
GtkWidget *kb_propagate_list_new (KbPropagatePanel *self);
void kb_propagate_list_fill (KbPropagatePanel *self);
void kb_propagate_list_update (KbPropagatePanel *self);
void kb_propagate_list_focus (KbPropagatePanel *self);
guint kb_propagate_list_accepted (KbPropagatePanel *self);
gboolean kb_propagate_list_key (GtkEventControllerKey *keys, guint keyval, guint code,
                                GdkModifierType type, KbPropagatePanel *self);

#endif
