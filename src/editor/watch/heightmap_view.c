/* SPDX-License-Identifier: MIT */
/* What the editor shows of heightmaps in addition to their picture: the row of level_parts.c. */
#include "editor/watch/level_canvas.h"

#include <glib/gi18n.h>

#include "document/heightmap.h"
#include "tools/level/private.h"

char *
kb_heightmap_facts (KbEditorState *state, const KbNode *layer)
{
  const KbHeightmap *map = (const KbHeightmap *) layer;
  KbToolContext *tools = kb_editor_state_get_tools (state);
  const char *error = kb_heights_error (kb_tool_context_heights (tools), tools->document, map);
  return error ? g_strdup (error)
               : g_strdup_printf (_("%d × %d samples. B raises, E lowers, P is a profile."),
                                  kb_heightmap_size (map).x, kb_heightmap_size (map).y);
}

void
kb_heightmap_draw_legend (KbEditorState *state, cairo_t *cr, const KbStyle *style,
                          const KbNode *layer)
{
  const KbView *view = &kb_editor_state_get_tools (state)->view;
  kb_draw_height_legend (cr, view, style, (const KbHeightmap *) layer,
                         (KbVec) { view->width - 12, view->inset + 12 });
}

char *
kb_heightmap_describe (KbToolContext *tools)
{
  const KbLevel *level = kb_tool_context_level (tools);
  KbHeightPlace place;
  KB_EACH_BACK (const KbHeightmap, heightmap, level->heightmaps)
    if (kb_heights_at (kb_tool_context_heights (tools), tools->document, heightmap,
                       tools->pointer.at, &place))
      return g_strdup_printf (_("altitude %.2f · slope %.2f"), place.z, place.steepness);
  return NULL;
}
