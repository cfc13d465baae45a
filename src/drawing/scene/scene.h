/* SPDX-License-Identifier: MIT */
/* One frame or mask with everything on it, as the canvas shows it. */
#ifndef KB_SCENE_H
#define KB_SCENE_H

#include "document/part.h"
#include "drawing/levels/layers.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/view.h"

typedef enum {
  KB_DRAW_BACKGROUND = 1 << 0,
  KB_DRAW_CHECKER = 1 << 1,
  KB_DRAW_ONION = 1 << 2,
  KB_DRAW_PICTURE = 1 << 3,
  KB_DRAW_BORDER = 1 << 4,
  KB_DRAW_GRID = 1 << 5,         /* from 8 canvas pixels per pixel on */
  KB_DRAW_SHAPES = 1 << 6,
  KB_DRAW_POINTS = 1 << 7,
  KB_DRAW_HOT_SPOT = 1 << 8,
  KB_DRAW_LABELS = 1 << 9,       /* of hovered and selected shapes and points */
  KB_DRAW_HANDLES = 1 << 10,     /* of the selected shape, if exactly one is selected */
  KB_DRAW_PIXEL = 1 << 11,       /* the hovered one */
  KB_DRAW_TRAIL = 1 << 12,       /* paths of the action points, if there are trail frames */
  KB_DRAW_QUIET_LABELS = 1 << 13, /* the other labels too */
  KB_DRAW_ALL = (1 << 14) - 1
} KbDrawParts;

/* Zero everything unused. Everything is borrowed for the call. */
typedef struct {
  KbDocument *document;
  KbId frame_id;                 /* or that of a mask or track */
  const KbPainting *painting;    /* over the picture; NULL: none */
  /* Over the painting, and the same picture for equal keys; NULL: nothing */
  KbLayerDraw lines;
  gpointer lines_data;
  guint64 lines_key;
  KbSurfaces *surfaces;
  const KbStyle *style;
  KbView view;
  guint parts;

  /* Shapes and points by id. The frame's own id means its hot spot. */
  const KbId *selected;
  guint n_selected;
  KbId hovered;
  int hovered_handle;            /* -1: none */
  /* Shapes and points are pale: something else is shown instead */
  gboolean dimmed;
  GHashTable *hidden;            /* set of GUINT_TO_POINTER (class id); NULL: none */

  gboolean has_pixel;            /* the pointer is at (pixel_x, pixel_y) */
  gint pixel_x, pixel_y;

  /* Frames before and after, nearest first, aligned by the hot spots (by corners if one has
   * none). */
  const KbId *before, *after;
  guint n_before, n_after;

  /* The frames of an animation in order, for the trail; closed: the last is followed by the
   * first. */
  const KbId *trail;
  guint n_trail;
  gboolean trail_closed;

  struct KbLabelMemory *labels;  /* stores the labels' positions, may be NULL */
  /* The part of the canvas covered by widgets: kept free of labels; empty: none */
  KbBounds covered;
  gboolean dragging;             /* labels keep their sides if possible */
  /* Cache between redraws; NULL: none */
  KbLayers *layers;
} KbScene;

/* The caller sets the clip. For a deleted frame draws only the background. For an unreadable
 * picture draws its error message instead. */
void kb_draw_scene (cairo_t *cr, const KbScene *scene);

/* The parts, for callers that compose a canvas differently. */
void kb_draw_checker (cairo_t *cr, const KbView *view, const KbStyle *style, gint width,
                      gint height);
/* The picture's corner is at (x, y) of the picture plane; hard edges from 100% on, smooth below.
 * `tint` as in surfaces.h, or 0. */
void kb_draw_picture (cairo_t *cr, const KbView *view, KbSurfaces *surfaces, KbPicture *picture,
                      guint32 tint, double x, double y, double alpha);
/* The same with any surface, without the reduced copies that make zooming out smooth. */
void kb_draw_surface (cairo_t *cr, const KbView *view, cairo_surface_t *surface, double x, double y,
                      double alpha);
void kb_draw_grid (cairo_t *cr, const KbView *view, const KbStyle *style, gint width, gint height);

/* The text of a label: "torso", "legs · kicking", as a new string. */
char *kb_shape_title (const KbDocument *document, const KbShape *shape);
/* The same of anything on a frame: a point's name, or "hot spot" for the frame itself. */
char *kb_thing_title (const KbDocument *document, const KbNode *node);

/* --- The hierarchy of boxes --- The boxes of a frame in three levels: around all shapes, around
 * those of each class, around each. A search for the shapes at a pixel goes down them: it looks
 * into a box only if it is in the one above. */
typedef enum { KB_BOX_OF_FRAME, KB_BOX_OF_CLASS, KB_BOX_OF_SHAPE } KbBoxLevel;

typedef struct {
  KbBoxLevel level;
  KbBounds box;          /* whole pixels */
  guint32 colour;
  char *name;            /* owned */
  /* For a pixel: the search looked at the box, it is in it, it is in the shape */
  gboolean looked, inside, hit;
} KbLevelBox;

/* Each box before those in it; none without shapes. `at`: the middle of the pixel, or NULL. */
GArray *kb_frame_hierarchy (const KbDocument *document, const KbFrame *frame, const KbVec *at);
/* With `list`, boxes not looked at are faint, and a list at that canvas position says what the
 * search found. */
void kb_draw_hierarchy (cairo_t *cr, const KbView *view, const KbStyle *style, const GArray *boxes,
                        const KbVec *list);

#endif
