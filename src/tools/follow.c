/* SPDX-License-Identifier: MIT */
/* Selected regions follow undo and redo. */
#include "tools/follow.h"

#define MOST_STEPS 8     /* limits memory: a region of 8192 x 8192 may take 8 MiB */

/* A step that moved the region. */
typedef struct {
  guint position;       /* in the history, after the step */
  char *label;
  gboolean undone;
  gpointer other;       /* the region on the other side of the step */
  GDestroyNotify destroy;
} Moved;

static void
clear_moved (gpointer data)
{
  Moved *moved = data;

  g_free (moved->label);
  moved->destroy (moved->other);
}

guint
kb_follow_position (const KbToolContext *context)
{
  guint position;

  g_strfreev (kb_document_history (context->document, &position));
  return position;
}

void
kb_follow_remember (GArray **steps, guint position, const char *label, gpointer before,
                    GDestroyNotify destroy)
{
  Moved moved = { position, g_strdup (label), FALSE, before, destroy };

  if (!*steps)
    {
      *steps = g_array_new (FALSE, FALSE, sizeof (Moved));
      g_array_set_clear_func (*steps, clear_moved);
    }
  while ((*steps)->len && g_array_index (*steps, Moved, (*steps)->len - 1).position >= position)
    g_array_set_size (*steps, (*steps)->len - 1);
  if ((*steps)->len == MOST_STEPS)
    g_array_remove_index (*steps, 0);
  g_array_append_val (*steps, moved);
}

gboolean
kb_follow_exchange (const KbToolContext *context, GArray *steps, gboolean undone,
                    const char *label, gpointer *current)
{
  guint position = kb_follow_position (context) + (undone ? 1 : 0);

  if (steps)
    KB_EACH_IN (Moved, moved, steps)
      {
        if (moved->position != position || moved->undone == undone
            || !g_str_equal (moved->label, label))
          continue;
        gpointer other = moved->other;
        moved->other = *current;
        moved->undone = undone;
        *current = other;
        return TRUE;
      }
  return FALSE;
}
