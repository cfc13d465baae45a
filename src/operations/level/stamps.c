/* SPDX-License-Identifier: MIT */
/* Stamps as JSON. */
#include "operations/level/stamps.h"

#include <glib/gi18n.h>
#include <string.h>

#include "operations/level/tilesets.h"

static json_t *
pack_tilesets (const KbLevel *level, const KbStamp *stamp)
{
  json_t *tilesets = json_array ();
  guint32 used = 0;

  for (gsize n = (gsize) stamp->width * (gsize) stamp->height; n-- > 0;)
    if (!kb_cell_is_empty (stamp->cells[n]))
      used |= 1u << (stamp->cells[n] >> KB_CELL_TILESET_SHIFT & 31);
  KB_EACH (const KbTileset, tileset, level->tilesets)
    {
      if (used >> (tileset->number & 31) & 1)
        json_array_append_new (tilesets, json_pack ("{s:i s:s}", "number", tileset->number,
                                                    "sprite", tileset->sprite));
    }
  return tilesets;
}

json_t *
kb_stamp_to_json (const KbLevel *level, const KbStamp *stamp)
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

  KB_EACH_JSON (tileset, json_object_get (clip, "tilesets"))
    {
      const json_int_t n = json_integer_value (json_object_get (tileset, "number"));
      const char *name = json_string_value (json_object_get (tileset, "sprite"));
      const KbSprite *sprite = name ? kb_project_find_sprite (project, name) : NULL;

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
decode (const char *text, json_int_t width, json_int_t height)
{
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

KbStamp *
kb_stamp_of_saved (const KbSavedStamp *saved)
{
  return decode (saved->cells, saved->size.x, saved->size.y);
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

KbStamp *
kb_stamp_from_json (KbDocument *document, KbId level_id, const json_t *clip, guint *missing,
                    GError **error)
{
  guint numbers[KB_MAX_TILESETS + 1] = { 0 };
  const json_t *size = json_object_get (clip, "size");
  KbStamp *stamp = decode (json_string_value (json_object_get (clip, "cells")),
                           json_integer_value (json_array_get (size, 0)),
                           json_integer_value (json_array_get (size, 1)));

  if (!stamp)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("The tiles are malformed"));
  else if (!map_tilesets (document, level_id, clip, numbers, error))
    g_clear_pointer (&stamp, kb_stamp_free);
  if (stamp)
    *missing = translate (document, kb_document_find (document, level_id, &kb_level_kind), stamp,
                          numbers);
  return stamp;
}
