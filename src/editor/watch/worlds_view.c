/* SPDX-License-Identifier: MIT */
/* Checks of mazes are cached with the edges they were made from; changed edges need a new check. */
#include "editor/watch/level_canvas.h"

#include <glib/gi18n.h>
#include <math.h>

#include "drawing/style.h"
#include "tools/level/ground_edits.h"
#include "tools/level/private.h"

#define WORLDS_VIEW_AT_ONCE (1 << 20)     /* mazes up to so many cells are checked automatically */

typedef struct {
  KbZones *zones;             /* NULL: no edges are painted */
  gint width, height;
  KbPixel first;
  KbMazeCheck *check;
} Checked;

typedef struct {
  gboolean parts;
  GHashTable *checked;        /* Checked by KbId */
  GHashTable *checks;         /* the checks in `checked`, for callers */
} WorldsViewData;

static void
free_checked (gpointer data)
{
  Checked *checked = data;
  g_clear_pointer (&checked->zones, kb_zones_unref);
  kb_maze_check_free (checked->check);
  g_free (checked);
}

static void
free_view (gpointer data)
{
  WorldsViewData *view = data;
  g_hash_table_unref (view->checked);
  g_hash_table_unref (view->checks);
  g_free (view);
}

static WorldsViewData *
view_of (KbEditorState *state)
{
  WorldsViewData *view = g_object_get_data (G_OBJECT (state), "kb-worlds-view");
  if (view)
    return view;
  view = g_new0 (WorldsViewData, 1);
  view->checked = g_hash_table_new_full (NULL, NULL, NULL, free_checked);
  view->checks = g_hash_table_new (NULL, NULL);
  g_object_set_data_full (G_OBJECT (state), "kb-worlds-view", view, free_view);
  return view;
}

gboolean
kb_worlds_view_get_parts (KbEditorState *state)
{
  return view_of (state)->parts;
}

void
kb_worlds_view_set_parts (KbEditorState *state, gboolean on)
{
  if (view_of (state)->parts == on)
    return;
  view_of (state)->parts = on;
  kb_editor_state_touch (state, KB_CHANGE_VALUES | KB_CHANGE_VIEW);
}

/* The check of one maze; NULL with an error if it is too large. Borrowed until the next call. */
static const KbMazeCheck *
check_of (KbEditorState *state, const KbMaze *maze, GError **error)
{
  WorldsViewData *view = view_of (state);
  Checked *checked = g_hash_table_lookup (view->checked, GUINT_TO_POINTER (maze->node.id));
  if (checked && checked->zones == maze->edges.zones && checked->width == maze->width
      && checked->height == maze->height && checked->first.x == maze->first.x
      && checked->first.y == maze->first.y)
    return checked->check;
  KbMazeCheck *check = kb_maze_check_new (maze, error);
  g_hash_table_remove (view->checked, GUINT_TO_POINTER (maze->node.id));
  if (!check)
    return NULL;
  checked = g_new0 (Checked, 1);
  *checked = (Checked) { maze->edges.zones ? kb_zones_ref (maze->edges.zones) : NULL, maze->width,
                        maze->height, maze->first, check };
  g_hash_table_insert (view->checked, GUINT_TO_POINTER (maze->node.id), checked);
  return check;
}

GHashTable *
kb_worlds_view_checks (KbEditorState *state)
{
  WorldsViewData *view = view_of (state);
  const KbLevel *level = kb_editor_state_get_level (state);
  if (!view->parts || !level)
    return NULL;
  g_hash_table_remove_all (view->checks);
  KB_EACH (const KbMaze, maze, level->mazes)
    {
      const KbMazeCheck *check = check_of (state, maze, NULL);
      if (check)
        g_hash_table_insert (view->checks, GUINT_TO_POINTER (maze->node.id), (gpointer) check);
    }
  return view->checks;
}

void
kb_worlds_view_draw (KbEditorState *state, cairo_t *cr, const KbStyle *style)
{
  const KbToolContext *tools = kb_editor_state_get_tools (state);
  const KbNode *layer = kb_tool_context_layer (tools, NULL);
  const KbLevelPartRow *row = layer ? kb_level_part (layer) : NULL;
  if (row && row->draw)
    row->draw (state, cr, style, layer);
}

/* ---- words ---- */

char *
kb_worlds_view_describe (KbToolContext *tools)
{
  char *text = NULL;
  for (guint k = 0; kb_tool_context_level (tools) && !text && k < KB_LEVEL_PARTS; k++)
    text = kb_level_parts[k].describe ? kb_level_parts[k].describe (tools) : NULL;
  return text;
}

char *
kb_maze_facts (KbEditorState *state, const KbNode *layer)
{
  const KbMaze *maze = (const KbMaze *) layer;
  g_autoptr (GError) error = NULL;
  gboolean asked =
    kb_worlds_view_get_parts (state) || (gint64) maze->width * maze->height <= WORLDS_VIEW_AT_ONCE;
  const KbMazeCheck *check = asked ? check_of (state, maze, &error) : NULL;
  g_autofree char *words =
    check ? kb_maze_check_text (check)
          : g_strdup (error ? error->message : _("Show closed regions to check it."));
  return g_strdup_printf (_("%d × %d cells. %s"), maze->width, maze->height, words);
}
