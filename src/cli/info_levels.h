/* SPDX-License-Identifier: MIT */
/* The levels in kickbox info. */
#ifndef KB_CLI_INFO_LEVELS_H
#define KB_CLI_INFO_LEVELS_H

#include <jansson.h>

#include "cli/info_item.h"

/* A level as JSON. Builds and measures each of the four partitions, so it takes as long as
 * exporting the level. */
json_t *kb_info_level (KbInfoItem level);
/* Prints a level for people. */
void kb_info_print_level (const json_t *level);

/* info_worlds.c: adds the other layers of a level: "layers", "mazes", "grounds" and "heightmaps",
 * with their bytes in banks. Cost: linear in the cells. */
void kb_info_worlds_of_project (json_t *to, const KbLevel *level);
void kb_info_worlds_of_bank (json_t *to, const KbBankLevel *level);
void kb_info_print_worlds (const json_t *level);

#endif
