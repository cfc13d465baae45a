/* SPDX-License-Identifier: MIT */
/* Actions of levels. */
#ifndef KB_EDITOR_LEVEL_LEVEL_ACTIONS_H
#define KB_EDITOR_LEVEL_LEVEL_ACTIONS_H

#include "editor/state/actions.h"

extern const KbAction kb_level_actions[];
extern const KbAction kb_layer_actions[];
extern const KbAction kb_partition_actions[];

#endif
