/* SPDX-License-Identifier: MIT */
/* Copies and pastes cells as JSON text, which is not trusted: the JSON of a stamp, with
 * `"kickbox_cells": 1, "at": [i, j], "box": true`. */
#include <glib/gi18n.h>
#include <string.h>

#include "operations/level/stamps.h"
#include "tools/follow.h"
#include "tools/level/private.h"
#include "tools/private.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

KbStamp *
kb_tiles_lift (const KbToolContext *context, const KbLayer *layer)
{
  const KbCellSet *set = kb_tiles_selected (context);

  if (!set || !layer)
    return NULL;
  KbStamp *stamp = kb_stamp_of_layer (layer, kb_cell_set_bounds (set));
  for (gsize n = (gsize) stamp->width * (gsize) stamp->height; n-- > 0;)
    stamp->cells[n] = set->mask->cells[n] ? stamp->cells[n] : 0;
  return stamp;
}

char *
kb_tiles_copy (const KbToolContext *context)
{
  const KbCellSet *set = kb_tiles_selected (context);
  g_autoptr (KbStamp) stamp = kb_tiles_lift (context, kb_tiles_layer (context));

  if (!stamp)
    return NULL;
  json_t *clip = kb_stamp_to_json (kb_tool_context_level (context), stamp);
  json_object_update_new (clip, json_pack ("{si s[ii] sb}", KB_CELLS_CLIP, 1, "at", set->i, set->j,
                                           "box", !set->mask->has_empty));
  return kb_clip_text (clip);
}

/* About the pointer, else where it was copied. */
static void
find_place (const KbToolContext *context, const json_t *clip, const KbStamp *stamp, gint *i,
            gint *j)
{
  const json_t *at = json_object_get (clip, "at");

  if (context->pointer.over && kb_tiles_cell (context, FALSE, i, j))
    {
      kb_tiles_middle (stamp, i, j);
      return;
    }
  *i = (gint) CLAMP (json_integer_value (json_array_get (at, 0)), -KB_CELL_LIMIT, KB_CELL_LIMIT);
  *j = (gint) CLAMP (json_integer_value (json_array_get (at, 1)), -KB_CELL_LIMIT, KB_CELL_LIMIT);
}

/* The copied cells and their content where they are to be pasted. */
static KbCellSet *
place_piece (const KbToolContext *context, const json_t *clip, KbStamp **stamp)
{
  gint i, j;

  find_place (context, clip, *stamp, &i, &j);
  if (json_is_true (json_object_get (clip, "box")))
    return kb_cell_set_new ((KbCellBox) { i, j, (*stamp)->width, (*stamp)->height });
  KbCellSet *set = kb_cell_set_of_stamp (*stamp, i, j);
  KbStamp *piece = kb_stamp_new (set->mask->width, set->mask->height, NULL);
  for (gint y = 0; y < piece->height; y++)
    memcpy (piece->cells + (gsize) y * (gsize) piece->width,
            (*stamp)->cells + (gsize) (y + set->j - j) * (gsize) (*stamp)->width + (set->i - i),
            (gsize) piece->width * sizeof *piece->cells);
  piece->has_empty = TRUE;
  kb_stamp_free (*stamp);
  *stamp = piece;
  return set;
}

static void
report_missing (KbToolContext *context, guint missing)
{
  g_autofree char *text = g_strdup_printf (
    ngettext ("%u tile was left out: this project does not have it",
              "%u tiles were left out: this project does not have them", missing), missing);

  if (missing)
    kb_tool_context_status (context, text);
}

gboolean
kb_tiles_paste (KbToolContext *context, const char *text, GError **error)
{
  json_auto_t *clip = kb_clip_parse (text, KB_CELLS_CLIP);
  guint missing = 0, before = kb_follow_position (context);
  KbStamp *under = NULL;

  if (!clip)
    {
      kb_selection_explain (context);
      return TRUE;
    }
  kb_document_begin (context->document, _("Paste tiles"));
  g_autoptr (KbStamp) stamp = kb_stamp_from_json (context->document, context->shown.level_id, clip,
                                                  &missing, error);
  gboolean done = stamp && !kb_stamp_is_empty (stamp);
  g_autoptr (KbCellSet) set = done ? place_piece (context, clip, &stamp) : NULL;
  if (stamp && !done)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                 _("None of the copied tiles is in this project: import their sprite first"));
  if (done)
    under = kb_tiles_place (context, stamp, set, _("Paste tiles"));
  kb_document_finish (context->document, under != NULL);
  if (under)
    kb_tiles_float (context, g_steal_pointer (&set), under, before, _("Paste tiles"));
  if (under)
    report_missing (context, missing);
  return done;
}
