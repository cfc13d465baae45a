/* SPDX-License-Identifier: MIT */
/* What of a Tiled file is left out: each kind once, with its first place and how many there are. */
#include <glib/gi18n.h>
#include <string.h>

#include "interchange/tiled.h"

typedef struct {
  char *what, *place;
  guint n;
} Loss;

struct KbTiledLost {
  GPtrArray *losses;       /* Loss, in the order in which they were found */
  GHashTable *known;       /* what -> Loss */
};

static void
free_loss (gpointer data)
{
  Loss *loss = data;
  g_free (loss->what);
  g_free (loss->place);
  g_free (loss);
}

KbTiledLost *
kb_tiled_lost_new (void)
{
  KbTiledLost *lost = g_new0 (KbTiledLost, 1);
  lost->losses = g_ptr_array_new_with_free_func (free_loss);
  lost->known = g_hash_table_new (g_str_hash, g_str_equal);
  return lost;
}

void
kb_tiled_lost_free (KbTiledLost *lost)
{
  if (!lost)
    return;
  g_hash_table_unref (lost->known);
  g_ptr_array_unref (lost->losses);
  g_free (lost);
}

void
kb_tiled_lose (KbTiledLost *lost, const KbTiledNode *node, const char *what)
{
  Loss *loss = g_hash_table_lookup (lost->known, what);
  if (!loss)
    {
      loss = g_new0 (Loss, 1);
      loss->what = g_strdup (what);
      loss->place = kb_tiled_place (node);
      g_ptr_array_add (lost->losses, loss);
      g_hash_table_insert (lost->known, loss->what, loss);
    }
  loss->n++;
}

/* Names come from the file. */
static void
lose_named (KbTiledLost *lost, const KbTiledNode *node, const char *kind, const char *name)
{
  g_autofree char *clean = kb_import_clean_name (name);
  g_autofree char *what = g_strdup_printf (_("%s '%s' of <%s> is left out"), kind, clean ? clean : "?", node->name);
  kb_tiled_lose (lost, node, what);
}

void
kb_tiled_lose_unknown (KbTiledLost *lost, const KbTiledNode *node, const char *const *attributes, const char *const *children)
{
  for (guint i = 0; i < node->attributes->len; i += 2)
    if (!g_strv_contains (attributes, g_ptr_array_index (node->attributes, i)))
      lose_named (lost, node, _("the attribute"), g_ptr_array_index (node->attributes, i));
  for (guint i = 0; i < kb_tiled_n (node); i++)
    if (!g_strv_contains (children, kb_tiled_at (node, i)->name))
      lose_named (lost, node, _("the part"), kb_tiled_at (node, i)->name);
}

void
kb_tiled_lost_tell (const KbTiledLost *lost, const char *prefix, GPtrArray *messages)
{
  for (guint i = 0; i < lost->losses->len; i++)
    {
      const Loss *loss = g_ptr_array_index (lost->losses, i);
      const char *before = prefix ? prefix : "", *colon = prefix ? ": " : "";
      if (loss->n == 1)
        kb_level_file_message (messages, "%s%s%s: %s", before, colon, loss->place, loss->what);
      else
        kb_level_file_message (messages, _("%s%s%s and %u more: %s"), before, colon, loss->place, loss->n - 1, loss->what);
    }
}
