/* SPDX-License-Identifier: MIT */
/* Size and position of the playtest's window. */
#include "editor/play/play_choice.h"

#include <glib.h>

#define WIDE 680

void
kb_play_fit (int editor_width, int editor_height, int *width, int *height)
{
  *width = CLAMP (editor_width / 2, 560, 960);
  *height = CLAMP (editor_height * 11 / 12, 400, 720);
}

gboolean
kb_play_fits_panel (int width)
{
  return width >= WIDE;
}

/* `at`, moved so that `length` fits into [from, from + room). */
static int
within (int at, int length, int from, int room)
{
  return MAX (MIN (at, from + room - length), from);
}

void
kb_play_beside (const KbPlayPlace *editor, const KbPlayPlace *monitor, KbPlayPlace *play)
{
  play->x = within (editor->x + editor->width, play->width, monitor->x, monitor->width);
  play->y =
    within (editor->y + editor->height - play->height, play->height, monitor->y, monitor->height);
}
