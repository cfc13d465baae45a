/* SPDX-License-Identifier: MIT */
/* Describes the cell under the pointer. */
#include <glib/gi18n.h>

#include "tools/tiles/work.h"

static const char *
collision_of (const KbFrame *frame)
{
  static const char *const words[] = {
    [KB_COLLISION_SHAPES] = N_("its shapes"),
    [KB_COLLISION_FULL] = N_("solid"),
    [KB_COLLISION_LEFT] = N_("one-way from the left"),
    [KB_COLLISION_RIGHT] = N_("one-way from the right"),
    [KB_COLLISION_TOP] = N_("one-way from the top"),
    [KB_COLLISION_BOTTOM] = N_("one-way from the bottom"),
    [KB_COLLISION_HEIGHTS] = N_("solid by its heights"),
  };

  if (frame->collision == KB_COLLISION_SHAPES && !kb_count (frame->shapes))
    return _("not solid");
  return (guint) frame->collision < G_N_ELEMENTS (words) ? _(words[frame->collision]) : "";
}

/* As made by the keys: two flips are a half turn. */
static const char *
lie_of (KbCell cell)
{
  gboolean mirrored = (!cell.flip_x == !cell.flip_y) == !!cell.diagonal;
  if (!cell.flip_x && !cell.flip_y && !cell.diagonal)
    return "";
  return !mirrored ? _(" turned") : cell.diagonal ? _(" flipped and turned") : _(" flipped");
}

static void
add_tile (const KbToolContext *context, GString *text, guint32 packed)
{
  const KbLevel *level = kb_tool_context_level (context);
  const KbProject *project = kb_document_project (context->document);
  KbCell cell = kb_cell_unpack (packed);
  const KbSprite *sprite = kb_level_tileset_sprite (project, level, (gint) cell.tileset);
  const KbFrame *frame = sprite ? kb_sprite_find_frame (sprite, (gint) cell.frame) : NULL;
  const KbNode *class = frame && frame->collision_class
                          ? kb_document_node (context->document, frame->collision_class)
                          : NULL;
  guint place = 0;

  if (!frame)
    {
      g_string_append_printf (text, _(" · missing tile %u of tileset %u"), cell.frame,
                              cell.tileset);
      return;
    }
  kb_node_place ((KbNode *) &frame->node, &place);
  g_string_append_printf (text, _(" · %s %u"), sprite->name, place + 1);
  g_string_append (text, lie_of (cell));
  if (cell.height)
    g_string_append_printf (text, _(" · height %u"), cell.height);
  g_string_append_printf (text, " · %s", collision_of (frame));
  if (kb_node_is (class, &kb_class_kind) && frame->collision != KB_COLLISION_SHAPES)
    g_string_append_printf (text, " (%s)", ((const KbClass *) class)->name);
}

char *
kb_tiles_describe (const KbToolContext *context)
{
  const KbLayer *layer = kb_tiles_layer (context);
  GString *text = g_string_new (NULL);
  gint i, j;

  if (!layer || !kb_tiles_cell (context, TRUE, &i, &j))
    return g_string_free (text, FALSE);
  guint32 cell = context->level.cells ? kb_cell_stroke_at (context->level.cells, i, j)
                                      : kb_layer_cell_at (layer, i, j);
  g_string_append (text, layer->name);
  if (kb_cell_is_empty (cell))
    g_string_append (text, _(" · empty"));
  else
    add_tile (context, text, cell);
  return g_string_free (text, FALSE);
}
