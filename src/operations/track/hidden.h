/* SPDX-License-Identifier: MIT */
/* Drawn curves that nobody sees. */
#ifndef KB_HIDDEN_H
#define KB_HIDDEN_H

#include "document/document.h"

/* Of each curve, whether none of its pixels shows: each is painted over, lies under a later curve, or is outside of the
 * track. Without it the surfaces are the same. A KbFindHidden. Cost: kb_course_cover of each curve; of a curve that shows,
 * and has none below it, up to the first pixel that does. */
void kb_find_hidden_curves (const KbTrack *track, gboolean *hidden);

#endif
