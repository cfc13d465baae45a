/* SPDX-License-Identifier: MIT */
/* Matches the frames of a new import with the frames of the sprite. */
#ifndef KB_MATCH_H
#define KB_MATCH_H

#include "interchange/sheets/align.h"

typedef struct {
  KbLook *look;            /* borrowed */
  const char *name;        /* its name in the source, or NULL */
  const char *tag;         /* its animation in the source, or NULL */
  gint tag_index;
  gboolean lost;           /* an old frame that is currently removed; these come last */
  /* The cell of a sheet: equal numbers mean the same cell, or 0 if unknown */
  guint cell;
} KbMatchFrame;

typedef struct {
  gint old;                /* index of the old frame, or -1 for a new frame */
  gint dx, dy;             /* translation of its content */
  gboolean by_place;       /* matched only by position; looks different */
} KbMatch;

/* Finds the old frame of each new one. Each old frame is used once. Old frames are in the source's
 * order, whatever theirs is now. These steps run in turn on the frames that are left. */

/* 1. The same name and an equal picture, if names are lasting.
 * 2. An equal picture in the same order (longest common run), then in any order. Prefers the same
 *    position in the frame, and the same name or index in a tag.
 * 3. The same cell of a sheet, if the cells around it stayed in place; see kb_match_cells.
 * 4. The same name, or tag and index. If names are lasting, the name must also be the same. */

/* 5. For frames without names: a nearly equal picture at the same position between the same
 *    neighbours. Then the most similar picture, with at least half of the pixels the same.
 * 6. For frames without names: the same position between the same neighbours and nearly the same
 *    outline: painted over.
 * 7. If `same_cells`, the same cell as in 3, whatever it shows now: redrawn. */

/* Pictures are the surer sign: a frame inserted into a sheet renumbers all later ones. If names are
 * lasting, frames of different names match only by an equal picture: a renamed file. Cost: old x
 * new comparisons of numbers and names. Pixels are compared about once per frame, and in steps 3
 * and 5. `same_cells`: the sheet is the same file with the same cells as before. */
void kb_match_frames (const KbMatchFrame *old, guint n_old, const KbMatchFrame *new_frames,
                      guint n_new, gboolean lasting_names, gboolean same_cells, KbMatch *result);

/* match.c: the state that steps share. */
typedef struct {
  const KbMatchFrame *old, *new_frames;
  guint n_old, n_new;
  gboolean same_cells;     /* as of kb_match_frames */
  gboolean *taken;         /* old frames */
  KbMatch *result;
} KbMatchRound;

#endif
