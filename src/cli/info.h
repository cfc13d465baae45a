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

/* The items of a list. */
guint kb_info_count (KbInfoItem item, const char *list);
KbInfoItem kb_info_child (KbInfoItem item, const char *list, guint i);

/* A field as JSON: a new reference, null if not set. Lengths are numbers of pixels. */
json_t *kb_info_get (KbInfoItem item, const char *field);
/* Number `k` of a field. */
double kb_info_number (KbInfoItem item, const char *field, guint k);
/* The items of a list as JSON, and their names alone. */
json_t *kb_info_list (KbInfoItem item, const char *list, json_t *(*json) (KbInfoItem child));

/* The levels in kickbox info. */

/* A level as JSON. Builds and measures each of the four partitions, so it takes as long as
 * exporting the level. */
json_t *kb_info_level (KbInfoItem level);
/* Prints a level for people. */
void kb_info_print_level (const json_t *level);

#endif
