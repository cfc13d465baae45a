/* SPDX-License-Identifier: MIT */
/* Lists of a project in a bank's order: assets by name, classes by ID, values by key. */
#ifndef KB_BAKE_LISTS_H
#define KB_BAKE_LISTS_H

#include "bank/content.h"
#include "document/document.h"

/* For qsort and bsearch: for texts, or structs that begin with one. */
int kb_compare_texts (const void *a, const void *b);

/* Sprites, masks, tracks or levels, sorted by name; borrowed. */
GPtrArray *kb_assets_by_name (const GPtrArray *assets);

/* KbId -> the class's index in the project. */
GHashTable *kb_class_places (const KbProject *project);

static inline guint
kb_class_place (GHashTable *places, KbId id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (places, GUINT_TO_POINTER (id)));
}

/* The strings of an object, in memory that a content frees; NULL for none. */
KbBankValue *kb_bake_values (const json_t *object, uint32_t *n);

#endif
