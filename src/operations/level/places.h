/* SPDX-License-Identifier: MIT */
/* Sets of positions. */
#ifndef KB_OPERATIONS_LEVEL_PLACES_H
#define KB_OPERATIONS_LEVEL_PLACES_H

#include "operations/level/index.h"

static inline guint
kb_place_hash (gconstpointer key)
{
  const KbVec *p = key;
  guint64 x = (guint64) (gint64) (p->x * 256), y = (guint64) (gint64) (p->y * 256);

  return (guint) (((x << 32 ^ y) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

static inline gboolean
kb_place_equal (gconstpointer one, gconstpointer other)
{
  return kb_vec_equal (*(const KbVec *) one, *(const KbVec *) other);
}

/* The set owns copies. */
static inline GHashTable *
kb_place_set_new (void)
{
  return g_hash_table_new_full (kb_place_hash, kb_place_equal, g_free, NULL);
}

/* Returns TRUE if it was added. */
static inline gboolean
kb_place_set_add (GHashTable *set, KbVec p)
{
  return !g_hash_table_contains (set, &p) && g_hash_table_add (set, g_memdup2 (&p, sizeof p));
}

#endif
