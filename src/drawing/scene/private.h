/* SPDX-License-Identifier: MIT */
/* Shared by the files of the scene and of the playtest's picture. */
#ifndef KB_DRAWING_SCENE_PRIVATE_H
#define KB_DRAWING_SCENE_PRIVATE_H

#include "drawing/scene/labels.h"
#include "drawing/scene/marks.h"
#include "drawing/scene/play.h"
#include "drawing/scene/scene.h"

/* Shared by the files of the scene: scene.c draws all of it, ground.c everything below the
 * annotations, scene.c the names. */

/* NULL: deleted. A mask or track is returned as a frame with its picture and size, stored in the
 * caller's `room`. */
const KbFrame *kb_scene_frame (const KbScene *scene, KbId id, KbFrame *room);

/* From the background to the border; `scene` is a KbScene. */
void kb_draw_ground (cairo_t *cr, gpointer scene);

/* The smallest reduced copy of a picture that is at least as large as shown: the number of
 * halvings. */
guint kb_surface_level (const KbView *view);

/* Shared by play.c, which draws the items, and play_pictures.c, which draws content of the
 * document. */

/* Draws item `i` of the picture, an asset. */
void kb_draw_play_asset (cairo_t *cr, const KbPlayPicture *picture, guint32 i, const KbView *view,
                         const KbPlayLook *look);
/* Draws the names of a level's areas if the item shows these. They move with the view, so that they
 * stay in sight: not for a cache. */
void kb_draw_play_names (cairo_t *cr, const KbPlayItem *item, const KbView *view,
                         const KbPlayLook *look);

/* The picture of a frame of the bank, or NULL. Unref it. */
KbPicture *kb_play_frame_picture (const KbPlayLook *look, kbx_handle frame);
/* Draws the slabs of a picture. play_view.c */
void kb_draw_play_view (cairo_t *cr, const KbPlayPicture *picture, const KbPlayItem *item,
                        const KbView *view, const KbPlayLook *look);

/* Shared by the files of the labels: labels.c measures and draws, labels.c places. */

#define KB_PILL_HEIGHT 17.0
#define KB_LABEL_GAP 3.0

typedef struct {
  /* the strings are not valid any more: the item has its own copies */
  KbLabel label;
  char *text, *brief, *detail;
  /* A shortened text; NULL: not shortened */
  char *cut;
  const char *shown, *shown_detail;   /* point to one of these */
  double width;                       /* of the pill with the shown text */
  gboolean fits;                      /* when quiet */
  guint index;
  int place, quiet_place;             /* index of the candidate; -1: none */
  KbBounds pill;                      /* if placed: on whole device pixels */
} KbLabelItem;

struct KbLabelMemory {
  GHashTable *sides;                  /* kb_label_key -> candidate index plus 1 */
  GArray *places;                     /* KbBounds */
};

struct KbLabels {
  KbLabelMemory *memory;              /* borrowed; NULL: none */
  gboolean dragging;
  const KbView *view;
  const KbStyle *style;
  GArray *items;                      /* KbLabelItem */
  GArray *avoid, *handles, *keep_off, *things;  /* KbBounds */
};

#endif
