/* SPDX-License-Identifier: MIT */
/* How large the playtest's window is and where it goes, so that what is edited stays in sight.
 * Plain numbers, in pixels of one desktop. */
#ifndef KB_PLAY_BESIDE_H
#define KB_PLAY_BESIDE_H

typedef struct {
  int x, y, width, height;
} KbPlayPlace;

/* A size for an editor's window so large. */
void kb_play_fit (int editor_width, int editor_height, int *width, int *height);
/* Sets x and y of `play`: at the editor's right, beside it as far as the monitor has room there and
 * over its lower right corner otherwise; on the monitor whole, or from its upper left corner where
 * it is larger. */
void kb_play_beside (const KbPlayPlace *editor, const KbPlayPlace *monitor, KbPlayPlace *play);

#endif
