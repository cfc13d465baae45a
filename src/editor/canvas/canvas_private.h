/* SPDX-License-Identifier: MIT */
/* What the parts of the canvas share: canvas.c has its view, canvas_draw.c draws, canvas_input.c
 * listens. */
#ifndef KB_CANVAS_PRIVATE_H
#define KB_CANVAS_PRIVATE_H

#include "editor/canvas/canvas.h"

struct _KbCanvas
{
  GtkWidget parent_instance;

  /* Borrowed */
  KbToolContext *tools;      /* the state's */
  GtkWidget *cover;          /* lies over the canvas; NULL: nothing does */

  /* Owned */
  KbEditorState *state;
  KbSurfaces *surfaces;
  KbLabelMemory *labels;     /* where they were */
  KbLayers *layers;          /* what a redraw need not draw again */
  GArray *trail;             /* KbId: frames of the current animation; for one redraw */
  GHashTable *views;         /* KbId of a sprite or mask -> KbView * */
  GHashTable *reading;       /* keys of pictures that threads read, of this document */
  guint64 document_serial;   /* counts the documents */
  GtkWidget *menu;           /* popover of the secondary button */

  KbId asset;                /* whose view is shown */
  guint64 stamp;             /* counts what is painted */
  gboolean stroke_shown;     /* by the last redraw */
  /* Fit again when the size changes, that of the canvas or of the frame */
  gboolean fitted;
  KbId sized;                /* the frame or mask shown last, and its size */
  int frame_width, frame_height;

  /* Input */
  GtkGesture *drag, *zoom;   /* borrowed; the widget owns its controllers */
  gboolean space_down;
  guint drag_button;         /* 0: no drag */
  guint press_button;
  guint32 press_time;
  guint n_press;
  KbVec press_at;
  double scroll_rest;        /* parts of a wheel step */
  double zoom_start;         /* scale when a pinch began */
};

void kb_canvas_init_input (KbCanvas *self);
/* The menu of the secondary button; what it is about, the topmost thing there, is selected when it
 * comes. */
void kb_canvas_init_menu (KbCanvas *self);
void kb_canvas_show_menu (KbCanvas *self, double x, double y);
/* On all of it. */
void kb_canvas_draw (KbCanvas *self, cairo_t *cr);
/* After a change of the view: who looks at the pointer, redraw, told to the state. */
void kb_canvas_view_changed (KbCanvas *self);
/* canvas_pictures.c: another document's large pictures are read beside. */
void kb_canvas_follow_document (KbCanvas *self);
void kb_canvas_update_cursor (KbCanvas *self);

#endif
