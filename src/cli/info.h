/* SPDX-License-Identifier: MIT */
/* Shared by the files of kickbox info. */
#ifndef KB_CLI_INFO_H
#define KB_CLI_INFO_H

#include <jansson.h>

#include "bank/schema.h"
#include "document/document.h"

/* An item of a project or a bank, read by field names: both have tables that describe them. */

typedef struct {
  const KbNode *node;               /* in a project, else NULL */
  const KbBankContent *bank;
  const KbBankRecord *record;
  const void *item;                 /* of the record */
} KbInfoItem;

KbInfoItem kb_info_project (const KbDocument *document);
KbInfoItem kb_info_bank (const KbBankContent *content);

/* The items of a list. */
guint kb_info_count (KbInfoItem item, const char *list);
KbInfoItem kb_info_child (KbInfoItem item, const char *list, guint i);

/* A field as JSON: a new reference, null if not set. Lengths are numbers of pixels. */
json_t *kb_info_get (KbInfoItem item, const char *field);
/* Number `k` of a field. */
double kb_info_number (KbInfoItem item, const char *field, guint k);
/* The items of a list as JSON, and their names alone. */
json_t *kb_info_list (KbInfoItem item, const char *list, json_t *(*json) (KbInfoItem child));
json_t *kb_info_names (KbInfoItem item, const char *list);

/* The levels in kickbox info. */

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
