/* SPDX-License-Identifier: MIT */
/* A row for the shown frame of a sprite, by its number on the filmstrip. Files keep the frame's
 * permanent number, which stays when frames move. */
#include <glib/gi18n.h>

#include "editor/fields/field_private.h"

#define FIELD_FRAME_MEMBER(type, node, field)                                                      \
  (*(type *) (void *) ((char *) (node) + (field)->offset))

/* NULL: there is none. */
static const KbSprite *
sprite_of (const KbFieldRow *row, const KbNode *node)
{
  const char *name = FIELD_FRAME_MEMBER (char *, node, kb_kind_field (node->kind, "sprite"));
  return name ? kb_project_find_sprite (
                  kb_document_project (kb_editor_state_get_document (row->group->state)), name)
              : NULL;
}

/* 0: the sprite or the frame is missing. */
static guint
frame_number (const KbFieldRow *row, const KbNode *node)
{
  const KbSprite *sprite = sprite_of (row, node);
  const KbFrame *frame =
    sprite ? kb_sprite_find_frame (sprite, FIELD_FRAME_MEMBER (gint, node, row->field)) : NULL;
  guint index = 0;
  if (frame)
    kb_node_place (&frame->node, &index);
  return frame ? index + 1 : 0;
}

static void
fill_frame (KbFieldRow *row)
{
  const guint first = frame_number (row, kb_field_group_node (row->group, 0));
  gboolean mixed = !first, empty = FALSE;
  KB_EACH_NODE (node, row->group)
    {
      const KbSprite *sprite = sprite_of (row, node);
      mixed = mixed || frame_number (row, node) != first;
      empty = empty || !sprite || !kb_count (sprite->frames);
    }
  kb_number_set (row->widgets[0], mixed, first);
  gtk_widget_set_sensitive (row->widgets[0], !empty);
}

/* Stops at the last frame of each sprite. */
static json_t *
frame_at (KbFieldRow *row, const KbNode *node, GtkWidget *number, double value)
{
  const KbSprite *sprite = sprite_of (row, node);
  const guint n = sprite ? kb_count (sprite->frames) : 0,
              to = (guint) kb_number_for (number, value, frame_number (row, node));
  return n ? json_integer (kb_frame_at (sprite, MIN (to, n) - 1)->lasting_id) : NULL;
}

static void
on_frame (GtkWidget *number, double value, gpointer data)
{
  KbFieldRow *row = data;
  kb_field_row_set_each (row, number, value, frame_at);
  if (!row->group->updating)
    fill_frame (row);
}

static void
make_frame (KbFieldRow *row, GtkListBox *list)
{
  const guint most = kb_kind_list (&kb_sprite_kind, "frames")->max;
  kb_field_row_tie (row, 0, kb_number_new (_(row->field->label), 1, most, 1, 0, on_frame, row),
                    NULL);
  kb_field_row_add (row, list);
}

const KbFieldEditor kb_field_editor_frame = { KB_TYPE_INT, make_frame, fill_frame };
