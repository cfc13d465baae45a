/* SPDX-License-Identifier: MIT */
/* A row of a list, or a frame of the filmstrip. */
#ifndef KB_ITEM_H
#define KB_ITEM_H

#include <glib-object.h>

#include "document/node.h"

typedef enum {
  KB_ITEM_SHOWN = 1 << 0,
  KB_ITEM_HIDDEN = 1 << 1, /* draws its name dimmed */
  KB_ITEM_LOCKED = 1 << 2,
  KB_ITEM_ROAD = 1 << 3,
  KB_ITEM_CHANGED = 1 << 4, /* on disk */
  KB_ITEM_FIXED = 1 << 5,   /* has no menu */
  KB_ITEM_ERROR = 1 << 6
} KbItemFlags;

#define KB_TYPE_ITEM (kb_item_get_type ())
G_DECLARE_FINAL_TYPE (KbItem, kb_item, KB, ITEM, GObject)

/* Filled by its maker, then constant. NULL fields are absent. */
struct _KbItem
{
  GObject parent_instance;

  KbId id;          /* the node's id */
  guint flags;      /* KbItemFlags */
  guint depth;      /* of the row in groups, which are indented */
  guint32 colour;   /* 0xRRGGBBAA */
  const char *icon; /* borrowed */

  /* Owned */
  char *name;
  char *spoken;      /* the accessible name; NULL: the name */
  char *description; /* the accessible description; NULL: unchanged */
  char *caption, *caption_tip;
  char *icon_tip;
  char *count, *count_tip; /* NULL: unchanged */
  char *problem;           /* tooltip of the problem mark, or NULL */
  char *group;             /* heading of the rows that have it; shown if there are several */
  char *key;               /* to sort by, or NULL */
};

/* Appends a new item to an array from kb_items_new(), which owns it. */
KbItem *kb_items_add (GPtrArray *items, KbId id);
GPtrArray *kb_items_new (void);
KbItem *kb_items_at (const GPtrArray *items, guint index);

/* The range to replace to turn the old items' ids into the new ones. */
typedef struct {
  guint first, removed, added;
} KbItemsChange;
KbItemsChange kb_items_compare (const GPtrArray *old_items, const GPtrArray *new_items);

#endif
