/* SPDX-License-Identifier: MIT */
/* Finds fully hidden curves, and the visible part of the others. */
#ifndef KB_HIDDEN_H
#define KB_HIDDEN_H

#include "document/document.h"

/* For each curve, whether none of its pixels is visible: each is painted over, under a later curve,
 * or outside the track. Removing it does not change the surfaces. A KbFindHidden. Cost:
 * kb_course_cover of each curve; for a visible curve without others below it, up to its first
 * visible pixel. */
void kb_find_hidden_curves (const KbTrack *track, gboolean *hidden);

/* For each curve, the number of track pixels it covers, and how many of them are visible. A part
 * under paint or another curve is how roads meet, and no problem. Cost: twice kb_course_cover of
 * each curve and its pixels. */
typedef struct {
  guint64 covered, shown;
} KbCurveSight;
void kb_count_curves (const KbTrack *track, KbCurveSight *sights);

#endif
