/* SPDX-License-Identifier: MIT */
/* Items, and the difference between two arrays of them. */
#include "editor/lists/item.h"

G_DEFINE_FINAL_TYPE (KbItem, kb_item, G_TYPE_OBJECT)

static void
kb_item_finalize (GObject *object)
{
  KbItem *self = KB_ITEM (object);
  char *texts[] = { self->name,    self->spoken,      self->description,
                    self->caption, self->caption_tip, self->icon_tip,
                    self->count,   self->count_tip,   self->problem,
                    self->group,   self->key };
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  G_OBJECT_CLASS (kb_item_parent_class)->finalize (object);
}

static void
kb_item_class_init (KbItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = kb_item_finalize;
}

static void
kb_item_init (KbItem *self)
{
}

GPtrArray *
kb_items_new (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

KbItem *
kb_items_add (GPtrArray *items, KbId id)
{
  KbItem *item = g_object_new (KB_TYPE_ITEM, NULL);
  item->id = id;
  g_ptr_array_add (items, item);
  return item;
}

KbItem *
kb_items_at (const GPtrArray *items, guint index)
{
  return g_ptr_array_index (items, index);
}

KbItemsChange
kb_items_compare (const GPtrArray *old_items, const GPtrArray *new_items)
{
  guint n_old = old_items->len, n_new = new_items->len, least = MIN (n_old, n_new), head = 0,
        tail = 0;
  while (head < least && kb_items_at (old_items, head)->id == kb_items_at (new_items, head)->id)
    head++;
  while (tail < least - head
         && kb_items_at (old_items, n_old - 1 - tail)->id
              == kb_items_at (new_items, n_new - 1 - tail)->id)
    tail++;
  return (KbItemsChange){ head, n_old - head - tail, n_new - head - tail };
}
