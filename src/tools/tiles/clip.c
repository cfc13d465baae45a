/* SPDX-License-Identifier: MIT */
/* Copies and pastes cells as JSON text, which is not trusted.
 *
 * `{"kickbox_cells": 1, "at": [i, j], "size": [width, height], "box": true, "cells": BASE64,
 * "tilesets": {NUMBER: SPRITE}}`. Cells are 32-bit numbers, lowest byte first, row by row. */
#include <glib/gi18n.h>
#include <string.h>

#include "operations/level/tilesets.h"
#include "tools/follow.h"
#include "tools/level/private.h"
#include "tools/private.h"
#include "tools/tiles/selected.h"
#include "tools/tiles/work.h"

static json_t *
pack_tilesets (const KbLevel *level, const KbStamp *stamp)
{
  json_t *names = json_object ();
  guint32 used = 0;

  for (gsize n = (gsize) stamp->width * (gsize) stamp->height; n-- > 0;)
    if (!kb_cell_is_empty (stamp->cells[n]))
      used |= 1u << (stamp->cells[n] >> KB_CELL_TILESET_SHIFT & 31);
  for (guint i = 0; i < kb_count (level->tilesets); i++)
    {
      const KbTileset *tileset = kb_tileset_at (level, i);
      g_autofree char *number = g_strdup_printf ("%d", tileset->number);

      if (used >> (tileset->number & 31) & 1)
        json_object_set_new (names, number, json_string (tileset->sprite));
    }
  return names;
}

static json_t *
stamp_to_json (const KbLevel *level, const KbStamp *stamp)
{
  gsize n = (gsize) stamp->width * (gsize) stamp->height;
  g_autofree guint32 *bytes = g_new (guint32, n);

  for (gsize i = 0; i < n; i++)
    bytes[i] = GUINT32_TO_LE (stamp->cells[i]);
  g_autofree char *text = g_base64_encode ((const guchar *) bytes, n * sizeof *bytes);
  return json_pack ("{s:[ii] s:s s:o}", "size", stamp->width, stamp->height, "cells", text,
                    "tilesets", pack_tilesets (level, stamp));
}

/* The number on the level of each tileset of the clip; 0: the project has no such sprite. */
static gboolean
map_tilesets (KbDocument *document, KbId level_id, const json_t *clip,
              guint numbers[KB_MAX_TILESETS + 1], GError **error)
{
  const KbProject *project = kb_document_project (document);
  const char *number;
  json_t *name;

  json_object_foreach (json_object_get (clip, "tilesets"), number, name)
    {
      guint64 n = g_ascii_strtoull (number, NULL, 10);
      const KbSprite *sprite =
        json_is_string (name) ? kb_project_find_sprite (project, json_string_value (name)) : NULL;

      if (n < 1 || n > KB_MAX_TILESETS || !sprite)
        continue;
      numbers[n] = (guint) kb_tileset_add (document, level_id, sprite, error);
      if (!numbers[n])
        return FALSE;
    }
  return TRUE;
}

/* NULL: malformed. */
static KbStamp *
read_stamp (const json_t *clip)
{
  const char *text = json_string_value (json_object_get (clip, "cells"));
  const json_t *size = json_object_get (clip, "size");
  json_int_t width = json_integer_value (json_array_get (size, 0)),
             height = json_integer_value (json_array_get (size, 1));
  gsize length = 0;
  g_autofree guchar *bytes = text ? g_base64_decode (text, &length) : NULL;

  if (width < 1 || height < 1 || width > KB_MAX_STAMP_SIDE || height > KB_MAX_STAMP_SIDE
      || length != (gsize) width * (gsize) height * 4)
    return NULL;
  KbStamp *stamp = kb_stamp_new ((gint) width, (gint) height, NULL);
  for (gsize n = 0; n < length / 4; n++)
    {
      guint32 cell;

      memcpy (&cell, bytes + 4 * n, sizeof cell);
      stamp->cells[n] = GUINT32_FROM_LE (cell);
    }
  return stamp;
}

/* Gives the cells the level's tilesets. Returns how many have no tile here; they become empty. */
static guint
translate (KbDocument *document, const KbLevel *level, KbStamp *stamp,
           const guint numbers[KB_MAX_TILESETS + 1])
{
  const KbProject *project = kb_document_project (document);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  guint missing = 0;

  stamp->has_empty = FALSE;
  for (gsize n = 0; n < (gsize) stamp->width * (gsize) stamp->height; n++)
    {
      KbCell cell = kb_cell_unpack (stamp->cells[n]);
      gpointer key = GUINT_TO_POINTER (stamp->cells[n] & KB_CELL_TILE), found;
      guint tileset = cell.tileset <= KB_MAX_TILESETS ? numbers[cell.tileset] : 0;

      if (cell.frame && tileset && !g_hash_table_lookup_extended (known, key, NULL, &found))
        {
          const KbSprite *sprite = kb_level_tileset_sprite (project, level, (gint) tileset);

          found = sprite && kb_sprite_find_frame (sprite, (gint) cell.frame) ? key : NULL;
          g_hash_table_insert (known, key, found);
        }
      gboolean there = cell.frame && tileset && found;
      cell.tileset = tileset;
      missing += cell.frame && !there;
      stamp->cells[n] = there ? kb_cell_pack (&cell) : 0;
      stamp->has_empty |= !there;
    }
  return missing;
}

/* Adds the tilesets that the level lacks. Cells whose tile the project does not have become empty,
 * and are counted in `missing`. */
static KbStamp *
stamp_from_json (KbDocument *document, KbId level_id, const json_t *clip, guint *missing,
                 GError **error)
{
  guint numbers[KB_MAX_TILESETS + 1] = { 0 };
  KbStamp *stamp = read_stamp (clip);

  if (!stamp)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("The copied tiles are malformed"));
  else if (!map_tilesets (document, level_id, clip, numbers, error))
    g_clear_pointer (&stamp, kb_stamp_free);
  if (stamp)
    *missing = translate (document, kb_document_find (document, level_id, &kb_level_kind), stamp,
                          numbers);
  return stamp;
}

char *
kb_tiles_copy (const KbToolContext *context)
{
  const KbCellSet *set = kb_tiles_selected (context);
  const KbLayer *layer = kb_tiles_layer (context);

  if (!set || !layer)
    return NULL;
  g_autoptr (KbStamp) stamp = kb_stamp_of_layer (layer, kb_cell_set_bounds (set));
  for (gsize n = (gsize) stamp->width * (gsize) stamp->height; n-- > 0;)
    stamp->cells[n] = set->mask->cells[n] ? stamp->cells[n] : 0;
  json_t *clip = stamp_to_json (kb_tool_context_level (context), stamp);
  json_object_set_new (clip, KB_CELLS_CLIP, json_integer (1));
  json_object_set_new (clip, "at", json_pack ("[ii]", set->i, set->j));
  json_object_set_new (clip, "box", json_boolean (!set->mask->has_empty));
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
  json_t *clip = kb_clip_parse (text, KB_CELLS_CLIP);
  guint missing = 0, before = kb_follow_position (context);
  KbStamp *under = NULL;

  if (!clip)
    {
      kb_selection_explain (context);
      return TRUE;
    }
  kb_document_begin (context->document, _("Paste tiles"));
  g_autoptr (KbStamp) stamp = stamp_from_json (context->document, context->shown.level_id, clip,
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
  json_decref (clip);
  return done;
}
