/* SPDX-License-Identifier: MIT */
/* Shared by the files of the canvas: canvas.c has its view, canvas_draw.c draws, canvas_input.c
 * handles input. */
#ifndef KB_CANVAS_PRIVATE_H
#define KB_CANVAS_PRIVATE_H

#include "editor/canvas/canvas.h"

struct _KbCanvas
{
  GtkWidget parent_instance;

  /* Borrowed */
  KbToolContext *tools;      /* the state's */
  GtkWidget *cover;          /* a widget over the canvas, or NULL */

  /* Owned */
  KbEditorState *state;
  KbSurfaces *surfaces;
  KbLabelMemory *labels;     /* their last positions */
  KbLayers *layers;          /* cached layers of the picture */
  GArray *trail;             /* KbId: frames of the current animation; valid for one redraw */
  GHashTable *views;         /* KbId of an asset -> KbView * */
  GHashTable *reading;       /* keys of this document's pictures being read by threads */
  guint64 document_serial;   /* a number for each document */
  GtkWidget *menu;           /* the context menu */

  KbId asset;                /* the one whose view is shown */
  guint64 stamp;             /* changes with each change of the painting */
  gboolean stroke_shown;     /* in the last redraw */
  /* Fit again when the size of the canvas or of the frame changes */
  gboolean fitted;
  KbId sized;                /* the frame or mask shown last, and its size */
  int frame_width, frame_height;

  /* Input */
  GtkGesture *drag, *zoom;   /* borrowed; the widget owns its controllers */
  gboolean space_down;
  guint drag_button;         /* 0: not dragging */
  gboolean drags_overlay;    /* what is proposed is dragged */
  guint press_button;
  guint32 press_time;
  guint n_press;
  KbVec press_at;
  guint rest;                /* source: the view rests; 0: none */
  double drawn_scale;        /* the last one drawn */
  double scroll_rest;        /* fraction of a wheel step */
  double zoom_start;         /* scale at the start of a pinch */
};

void kb_canvas_init_input (KbCanvas *self);
/* The context menu. Opening it selects its subject, the topmost node there. */
void kb_canvas_init_menu (KbCanvas *self);
void kb_canvas_show_menu (KbCanvas *self, double x, double y);
/* The view of the frame that playback or a proposal shows, if any. Its hot spot is where that of
 * the current frame is. */
KbView kb_canvas_shown_view (KbCanvas *self);
/* Draws the whole canvas. */
void kb_canvas_draw (KbCanvas *self, cairo_t *cr);
/* Call after changing the view: updates hover, redraws, notifies the state. */
void kb_canvas_view_changed (KbCanvas *self);
/* canvas.c: starts reading the large pictures of a new document. */
void kb_canvas_update_cursor (KbCanvas *self);

#endif
