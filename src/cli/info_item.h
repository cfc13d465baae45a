/* SPDX-License-Identifier: MIT */
/* An item of a project or a bank, read by field names: both have tables that describe them. */
#ifndef KB_CLI_INFO_ITEM_H
#define KB_CLI_INFO_ITEM_H

#include <jansson.h>

#include "bank/schema.h"
#include "document/document.h"

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
/* The names of a list's items. */
json_t *kb_info_names (KbInfoItem item, const char *list);

#endif
