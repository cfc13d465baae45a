/* SPDX-License-Identifier: MIT */
/* Which frame of a new import is which frame of the sprite. */
#ifndef KB_MATCH_H
#define KB_MATCH_H

#include "interchange/align.h"

typedef struct {
  KbLook *look;            /* borrowed */
  const char *name;        /* what the source called it, or NULL */
  const char *tag;         /* the animation it stood in, or NULL */
  gint tag_index;
  gboolean lost;           /* (old frames) has no frame at the moment; such come last */
} KbMatchFrame;

typedef struct {
  gint old;                /* index of the old frame; -1: this frame is new */
  gint dx, dy;             /* how its content moved */
  gboolean by_place;       /* found by step 5 only */
} KbMatch;

/* Finds for each new frame its old one; each old frame is taken once. In turn, each step among what
 * is left:
 *   1. the same name and an equal picture, where names are lasting;
 *   2. an equal picture, keeping the order (longest common run of equal pictures, those at the same
 *      place of the frame and with the same name or place in a tag preferred), then in any order;
 *   3. the same name, or tag and place in it; where names are lasting the name has to be the same too;
 *   4. for frames without names, a picture that hardly changed at the same place between the same
 *      neighbours; then the most similar picture, at least half of the pixels the same;
 *   5. for frames without names, the same place between the same neighbours and nearly the same
 *      outline: painted over.
 * A picture is the surer sign: a frame put in the middle of a sheet changes the numbers of all that
 * follow it, but not their pictures. Where names are lasting, frames of different names are matched by
 * an equal picture only: a file that was renamed. Cost: old x new comparisons of numbers and names; pixels
 * are compared about once for each frame, and in step 4. */
void kb_match_frames (const KbMatchFrame *old, guint n_old, const KbMatchFrame *new_frames, guint n_new,
                      gboolean lasting_names, KbMatch *result);

#endif
