/* SPDX-License-Identifier: MIT */
/* The parts of the panel of Propagate. Each has its widgets and its share of the panel's state.
 *
 * The options choose frames and method. The search finds proposals, and the list shows them. The
 * canvas shows the chosen one, and its shapes can be dragged there. The panel applies the accepted
 * ones or closes. */
#ifndef KB_PROPAGATE_PRIVATE_H
#define KB_PROPAGATE_PRIVATE_H

#include "editor/film/propagate_panel.h"

typedef enum {
  KB_TO_ANIMATION,
  KB_TO_FOLLOWING,
  KB_TO_SELECTED,
  KB_TO_ALL,
  KB_TO_NONE,   /* only the source */
  KB_N_TO
} KbPropagateTarget;
typedef struct KbPropagateSearch KbPropagateSearch;

struct _KbPropagatePanel
{
  GtkBox parent_instance;

  GtkWidget *heading, *targets, *radius, *mirrored, *points, *progress, *summary, *apply, *list;
  GtkWidget *choices;
  GtkWidget *ways, *classes, *to_classes, *amount, *alpha, *key, *value, *adds;   /* to annotate */

  /* Owned */
  KbEditorState *state;
  KbSurfaces *surfaces;
  GPtrArray *proposals;    /* KbProposal, or NULL until there are any */
  GArray *chosen;          /* KbId, the frames selected at the beginning */
  GtkStringList *rows;     /* one for each proposal */
  GtkSingleSelection *selection;
  guint item;              /* of the chosen proposal: what Space refuses and a drag moves */
  KbGeometry dragged;      /* as it was when the drag began */
  KbVec drag_from;         /* in pixels of the frame */
  int drag_handle;         /* -1: the whole shape */
  gboolean dragging;
  GPtrArray *cells;        /* KbPropagateCell on screen, borrowed */

  /* Borrowed */
  KbPropagateSearch *search;   /* the newest, or NULL when finished */

  gboolean annotates;      /* shapes on each frame, instead of a search for those of one */
  KbPropagateOptions options;
  KbAnnotateOptions annotation;
  KbId source, sprite;
  KbPropagateTarget target_ids[KB_N_TO];
  guint n_targets, refresh, scroll;
  GtkEventController *keys;   /* on the whole window, while open, borrowed */
  gboolean updating, open;
};

/* propagate_options.c: when a search begins for another frame. */
void kb_propagate_options_reset (KbPropagatePanel *self);
/* annotate_options.c: the same for annotating; shows either set of widgets. */
void kb_annotate_options_add (KbPropagatePanel *self, GtkBox *box);
void kb_annotate_options_reset (KbPropagatePanel *self);
/* Reads the widgets. Valid until the next call. */
const KbAnnotateOptions *kb_annotate_options_read (KbPropagatePanel *self);
/* KbId; a new array: the target frames. */
GArray *kb_propagate_frames (KbPropagatePanel *self);

/* propagate_search.c: starts with the current options and cancels any other search. Returns FALSE
 * and shows the reason if there is nothing to search for. */
gboolean kb_propagate_search_start (KbPropagatePanel *self);
/* Searches for the chosen item again on the frames after the chosen one. Ends before the next frame
 * on which it was placed by hand. */
void kb_propagate_search_onward (KbPropagatePanel *self);
void kb_propagate_search_stop (KbPropagatePanel *self);

/* propagate_list.c: makes the scrolled list; updates it after a change of `proposals`; counts the
 * accepted ones. */
GtkWidget *kb_propagate_list_new (KbPropagatePanel *self);
void kb_propagate_list_fill (KbPropagatePanel *self);
void kb_propagate_list_update (KbPropagatePanel *self);
void kb_propagate_list_focus (KbPropagatePanel *self);
/* The proposal on the canvas, or NULL before there are any. */
KbProposal *kb_propagate_list_current (KbPropagatePanel *self);
/* After a change of the chosen item: says what it is, and redraws. */
void kb_propagate_list_tell (KbPropagatePanel *self);
guint kb_propagate_list_accepted (KbPropagatePanel *self);
gboolean kb_propagate_list_key (GtkEventControllerKey *keys, guint keyval, guint code,
                                GdkModifierType type, KbPropagatePanel *self);

/* propagate_canvas.c */
extern const KbOverlay kb_propagate_overlay;

#endif
