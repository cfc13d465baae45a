/* SPDX-License-Identifier: MIT */
/* Actions of levels. */
#ifndef KB_EDITOR_LEVEL_LEVEL_ACTIONS_H
#define KB_EDITOR_LEVEL_LEVEL_ACTIONS_H

#include "editor/state/actions.h"

extern const KbAction kb_level_actions[];
extern const KbAction kb_layer_actions[];
extern const KbAction kb_partition_actions[];

/* Whether to show these of KB_PARTITION_..., or solid tiles and ground. */
gboolean kb_level_shows (KbWindow *window, int view);
void kb_level_show (KbWindow *window, int view, gboolean on);

#endif
