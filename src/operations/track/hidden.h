/* SPDX-License-Identifier: MIT */
/* Drawn curves that nobody sees, and how much is seen of the others. */
#ifndef KB_HIDDEN_H
#define KB_HIDDEN_H

#include "document/document.h"

/* Of each curve, whether none of its pixels shows: each is painted over, lies under a later curve,
 * or is outside of the track. Without it the surfaces are the same. A KbFindHidden. Cost:
 * kb_course_cover of each curve; of a curve that shows, and has none below it, up to the first
 * pixel that does. */
void kb_find_hidden_curves (const KbTrack *track, gboolean *hidden);

/* Of each curve, how many pixels of the track it covers, and how many of these show. A part that
 * lies under paint or another curve is how roads meet, and no problem. Cost: twice kb_course_cover
 * of each curve and its pixels. */
typedef struct {
  guint64 covered, shown;
} KbCurveSight;
void kb_count_curves (const KbTrack *track, KbCurveSight *sights);

#endif
