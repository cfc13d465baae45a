/* SPDX-License-Identifier: MIT */
/* Moving walls: entities whose name's first word, or whose class, is "lift". A lift is a solid box
 * of whole pixels, and its position depends on the step number alone. It carries and pushes a body
 * if there is room. If not, it passes through: lifts that reach into a body do not stop it. Plain
 * data, for the states of scenes. Values: width, height, to (x,y from the entity), time. */
#ifndef KB_PLAYTEST_LIFTS_H
#define KB_PLAYTEST_LIFTS_H

#include "playtest/scene.h"

enum { KB_MOST_LIFTS = 16, KB_MOST_LIFT_LAYERS = 64, KB_LIFT_BYTES = 2304 };

typedef struct {
  kbx_box home;           /* in pixels */
  kbx_point to;           /* where it goes from there */
  int64_t time;           /* steps for that; it waits a quarter of them at each end */
  uint32_t class_index, entity;
} KbLift;

typedef struct {
  uint32_t n;
  KbLift lifts[KB_MOST_LIFTS];
} KbLifts;

/* Memory of a level with lifts: its layers, then a layer of one tile for each lift. */
typedef struct {
  kbx_handle layers[KB_MOST_LIFT_LAYERS];
  uint64_t bytes[KB_MOST_LIFTS][KB_LIFT_BYTES / 8];
} KbLiftLayers;

/* Call at the start and when the bank has changed. */
void kb_lifts_bind (KbLifts *lifts, const kbx_bank *bank, uint32_t level);
kbx_box kb_lift_box (const KbLift *lift, uint32_t step);

/* The bits of the lifts that touch a shape after a step. */
uint32_t kb_lifts_touching (const KbLifts *lifts, uint32_t step, kbx_shape shape);

/* The level with the lifts of a step, without those of the bits `without`; the filter's layers
 * include them. Without lifts the level itself. */
kbx_handle kb_lifts_level (const KbLifts *lifts, uint32_t step, uint32_t without, kbx_handle level,
                           kbx_filter *filter, KbLiftLayers *memory);

/* The way that this step's lifts carry and push a body, through the level of the filter. The first
 * lift that touches `foot` before carries it; NULL: it stands on nothing. */
kbx_vec kb_lifts_push (KbPlay *play, const KbLifts *lifts, kbx_handle level,
                       const kbx_filter *filter, kbx_shape body, const kbx_shape *foot);

void kb_lifts_report (const KbLifts *lifts, uint32_t step, KbReporter *reporter);
void kb_lifts_draw (const KbLifts *lifts, const KbPlay *play, KbPlayPicture *picture);

#endif
