/* SPDX-License-Identifier: MIT */
/* Size and position of the playtest's window that keep the editor's work in sight. Plain numbers,
 * in pixels of one desktop. */
#ifndef KB_PLAY_BESIDE_H
#define KB_PLAY_BESIDE_H

typedef struct {
  int x, y, width, height;
} KbPlayPlace;

/* The playtest's size for an editor's window of that size. */
void kb_play_fit (int editor_width, int editor_height, int *width, int *height);
/* Sets x and y of `play`: right of the editor as far as the monitor has room, else over its lower
 * right corner. Always inside the monitor, or at its upper left corner if larger. */
void kb_play_beside (const KbPlayPlace *editor, const KbPlayPlace *monitor, KbPlayPlace *play);

#endif
