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
  /* Of a cut sheet: equal where both stand at the same place of it; 0: unknown */
  guint cell;
} KbMatchFrame;

typedef struct {
  gint old;                /* index of the old frame; -1: this frame is new */
  gint dx, dy;             /* how its content moved */
  gboolean by_place;       /* found by its place only, and looks different */
} KbMatch;

/* Finds for each new frame its old one; each old frame is taken once. Old frames are given in the
 * order that the source had, whatever theirs is now. In turn, each step among what is left:
 *   1. the same name and an equal picture, where names are lasting;
 *   2. an equal picture, keeping the order (longest common run of equal pictures, those at the same
 *      place of the frame and with the same name or place in a tag preferred), then in any order;
 *   3. the same cell of a cut sheet, where the cells around it stayed in place; see kb_match_cells;
 *   4. the same name, or tag and place in it; where names are lasting the name has to be the same
 *   too;
 *   5. for frames without names, a picture that hardly changed at the same place between the same
 *      neighbours; then the most similar picture, at least half of the pixels the same;
 *   6. for frames without names, the same place between the same neighbours and nearly the same
 *      outline: painted over;
 *   7. where `same_cells`, the same cell as in 3, whatever it shows now: drawn anew.
 * A picture is the surer sign: a frame put in the middle of a sheet changes the numbers of all that
 * follow it, but not their pictures. Where names are lasting, frames of different names are matched
 * by an equal picture only: a file that was renamed. Cost: old x new comparisons of numbers and
 * names; pixels are compared about once for each frame, and in steps 3 and 5. `same_cells`: the
 * sheet is the same file with the same cells as before. */
void kb_match_frames (const KbMatchFrame *old, guint n_old, const KbMatchFrame *new_frames,
                      guint n_new, gboolean lasting_names, gboolean same_cells, KbMatch *result);

/* match_cells.c: what a step needs of those before it. */
typedef struct {
  const KbMatchFrame *old, *new_frames;
  guint n_old, n_new;
  gboolean same_cells;     /* as of kb_match_frames */
  gboolean *taken;         /* old frames */
  KbMatch *result;
} KbMatchRound;

/* Takes for open new frames the old ones of the same cell. A run of open frames between two that
 * are matched, or an end of the sheet, is taken where both of these are in their cells; they show
 * that nothing was put in before. A run that was painted over looks most like itself in place:
 * where its outlines fit better a cell further on or back, or hardly fit, it is left alone, unless
 * `whatever`. */
void kb_match_cells (KbMatchRound *round, gboolean whatever);

#endif
