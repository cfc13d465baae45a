/* SPDX-License-Identifier: MIT */
/* The tables of actions whose functions are in this folder. */
#ifndef KB_ACTION_TABLES_H
#define KB_ACTION_TABLES_H

#include "editor/state/actions.h"

extern const KbAction kb_project_actions[];
extern const KbAction kb_editing_actions[];
extern const KbAction kb_view_actions[];

#endif
