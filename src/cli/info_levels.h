/* SPDX-License-Identifier: MIT */
/* What kickbox info tells of levels. */
#ifndef KB_CLI_INFO_LEVELS_H
#define KB_CLI_INFO_LEVELS_H

#include <jansson.h>

#include "cli/info_item.h"

/* A level as JSON. Each of the four partitions is built and measured, so this takes as long as an
 * export of the level does. */
json_t *kb_info_level (KbInfoItem level);
/* One of them for people. */
void kb_info_print_level (const json_t *level);

/* info_worlds.c: what a level has beside walls: "layers", "mazes", "grounds" and "heightmaps" of
 * its object; banks tell their bytes too. Cost: linear in the cells. */
void kb_info_worlds_of_project (json_t *to, const KbLevel *level);
void kb_info_worlds_of_bank (json_t *to, const KbBankLevel *level);
void kb_info_print_worlds (const json_t *level);

#endif
