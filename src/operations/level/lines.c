/* SPDX-License-Identifier: MIT */
/* An array, and the index of each wall in it. A removed wall is replaced by the last. */
#include "operations/level/lines.h"

struct KbLevelLines {
  KbDocument *document;
  KbId level;
  gboolean stale;          /* after large changes: read again when needed */
  GArray *lines;           /* KbLevelLine */
  GHashTable *places;      /* KbId -> index + 1 */
  gboolean changed;
  KbBounds bounds;
};

static void
take_lines_in (KbLevelLines *self, const KbLevelLine *line)
{
  KbBounds b = { MIN (line->ax, line->bx), MIN (line->ay, line->by), MAX (line->ax, line->bx),
                 MAX (line->ay, line->by) };
  if (self->changed)
    b = (KbBounds) { MIN (b.x0, self->bounds.x0), MIN (b.y0, self->bounds.y0),
                    MAX (b.x1, self->bounds.x1), MAX (b.y1, self->bounds.y1) };
  self->bounds = b;
  self->changed = TRUE;
}

static void
put_wall (KbLevelLines *self, const KbWall *wall)
{
  KbLevelLine line = { (float) wall->a.x, (float) wall->a.y, (float) wall->b.x,
                       (float) wall->b.y, wall->node.id,     wall->class_id };
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (line.id)));
  take_lines_in (self, &line);
  if (place)
    {
      take_lines_in (self, &g_array_index (self->lines, KbLevelLine, place - 1));
      g_array_index (self->lines, KbLevelLine, place - 1) = line;
      return;
    }
  g_array_append_val (self->lines, line);
  g_hash_table_insert (self->places, GUINT_TO_POINTER (line.id),
                       GUINT_TO_POINTER (self->lines->len));
}

static void
drop_wall (KbLevelLines *self, KbId id)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, GUINT_TO_POINTER (id)));
  if (!place)
    return;
  take_lines_in (self, &g_array_index (self->lines, KbLevelLine, place - 1));
  g_hash_table_remove (self->places, GUINT_TO_POINTER (id));
  g_array_remove_index_fast (self->lines, place - 1);
  if (place - 1 < self->lines->len)
    g_hash_table_insert (self->places,
                         GUINT_TO_POINTER (g_array_index (self->lines, KbLevelLine, place - 1).id),
                         GUINT_TO_POINTER (place));
}

static void
fill_lines (KbLevelLines *self)
{
  const KbNode *level = kb_document_node (self->document, self->level);
  self->stale = FALSE;
  KB_EACH_IN (const KbLevelLine, line, self->lines)
    take_lines_in (self, line);
  g_array_set_size (self->lines, 0);
  g_hash_table_remove_all (self->places);
  for (guint i = 0;
       kb_node_is (level, &kb_level_kind) && i < kb_count (((const KbLevel *) level)->walls);
       i++)
    put_wall (self, kb_wall_at ((const KbLevel *) level, i));
}

KbLevelLines *
kb_level_lines_new (KbDocument *document, KbId level)
{
  KbLevelLines *self = KB_NEW (KbLevelLines, .document = document, .level = level,
                               .lines = g_array_new (FALSE, FALSE, sizeof (KbLevelLine)),
                               .places = g_hash_table_new (NULL, NULL));
  fill_lines (self);
  self->changed = FALSE;
  return self;
}

void
kb_level_lines_free (KbLevelLines *self)
{
  if (!self)
    return;
  g_array_unref (self->lines);
  g_hash_table_unref (self->places);
  g_free (self);
}

void
kb_level_lines_follow (KbLevelLines *self, KbDocument *document, const KbEvent *event)
{
  if (event->type == KB_EVENT_STEP || event->type == KB_EVENT_MOVE || event->type == KB_EVENT_PAINT)
    return;
  if (event->node == self->level && event->type != KB_EVENT_SET)
    self->stale = TRUE;
  else if (self->stale)
    return;
  else if (event->parent != self->level)
    return;
  else if (event->type == KB_EVENT_REMOVE)
    drop_wall (self, event->node);
  else
    {
      const KbNode *node = kb_document_node (document, event->node);
      if (kb_node_is (node, &kb_wall_kind))
        put_wall (self, (const KbWall *) node);
    }
}

const KbLevelLine *
kb_level_lines_get (const KbLevelLines *self, guint *n)
{
  if (self->stale)
    fill_lines ((KbLevelLines *) self);
  *n = self->lines->len;
  return (const KbLevelLine *) (const void *) self->lines->data;
}

gboolean
kb_level_lines_take_changed (KbLevelLines *self, KbBounds *bounds)
{
  if (self->stale)
    fill_lines (self);
  gboolean changed = self->changed;
  *bounds = self->bounds;
  self->changed = FALSE;
  return changed;
}
