/* SPDX-License-Identifier: MIT */
/* The description of a level. */
#include <glib/gi18n.h>

#include "drawing/style.h"
#include "tools/level/selected.h"
#include "tools/tiles/work.h"

static void
add_on (const KbToolContext *context, GString *text)
{
  const KbLevelIndex *index = kb_tool_context_level_index ((KbToolContext *) context);
  g_autoptr (GArray) areas = kb_level_index_areas_at (
    index, (KbVec) { context->pointer.cursor.x + 0.5, context->pointer.cursor.y + 0.5 });

  KB_EACH_ID (id, areas)
    {
      const KbArea *area = (const KbArea *) kb_document_node (context->document, id);

      g_string_append_printf (text, id_at ? ", %s" : _(", on %s"), area->name);
    }
}

char *
kb_speak_level (const KbToolContext *context)
{
  const KbLevel *level = kb_tool_context_level (context);
  guint walls = kb_count (level->walls), areas = kb_count (level->areas),
        entities = kb_count (level->entities);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _("%s, level of"), level->name);
  g_string_append_printf (text, g_dngettext (NULL, " %u wall,", " %u walls,", walls), walls);
  g_string_append_printf (text, g_dngettext (NULL, " %u area", " %u areas", areas), areas);
  g_string_append_printf (
    text, g_dngettext (NULL, " and %u entity.", " and %u entities.", entities), entities);
  KB_EACH_IN_WHILE (point_at < 8, const KbVec, point, context->selection.places)
    {
      g_autofree char *place = kb_place_text (*point);

      g_string_append_printf (text, _(" Selected end: %s."), place);
    }
  if (context->pointer.cursor.on)
    {
      g_string_append_printf (text, _(" Cursor at %d, %d"), context->pointer.cursor.x,
                              context->pointer.cursor.y);
      add_on (context, text);
      g_autofree char *tile = kb_tiles_describe (context);
      g_string_append_printf (text, *tile ? _(", layer %s.") : ".%s", tile);
      if (context->gesture.pressed)
        g_string_append_printf (text, " %s", _("Pressed."));
    }
  return g_string_free (text, FALSE);
}
