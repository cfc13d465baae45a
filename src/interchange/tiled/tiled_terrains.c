/* SPDX-License-Identifier: MIT */
/* Wang sets of Tiled, and the terrains of its older versions, as terrains of a sprite. A sprite has
 * one list of terrains, so the colours of all sets are numbered in a row. A tile that is in several
 * sets keeps the labels of the first. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/colour.h"
#include "interchange/tiled/tiled.h"

enum { LABELS = 8 };         /* as in operations/level/terrain.h: the order of Tiled's "wangid" */
#define MOST_SAME_NAMES 1000
#define MOST_TERRAINS KB_MAX_ZONES

static const char *const set_attributes[] = { "name", "type", "tile", "class", NULL };
static const char *const set_children[] = { "wangcolor",       "wangedgecolor", "wangtile",
                                            "wangcornercolor", "properties",    NULL };

/* --- Colours ---------------------------------------------------------------------------------- */

static gboolean
is_name_free (const KbImport *import, const char *name)
{
  return !kb_import_find_named (import->terrains, name);
}

/* The name, else with that of its set, else with a number. */
static char *
free_name (const KbImport *import, const char *name, const char *set_name)
{
  guint n = (guint) json_array_size (import->terrains) + 1;
  g_autofree char *clean = name ? kb_import_clean_name (name) : NULL,
                  *both = set_name && clean ? g_strdup_printf ("%s (%s)", clean, set_name) : NULL,
                  *longer = both ? kb_import_clean_name (both) : NULL;
  if (clean && is_name_free (import, clean))
    return g_steal_pointer (&clean);
  if (longer && is_name_free (import, longer))
    return g_steal_pointer (&longer);
  char *numbered = g_strdup_printf (_("terrain %u"), n);
  while (!is_name_free (import, numbered))
    {
      g_free (numbered);
      numbered = g_strdup_printf (_("terrain %u"), ++n);
    }
  return numbered;
}

/* Adds the children of that name as terrains, and returns how many there are. */
static guint
add_terrains (KbTiledTileset *set, const KbTiledNode *parent, const char *name)
{
  static const guint32 colours[] = { 0x4caf50ff, 0xc08040ff, 0x3f88e0ff, 0xe0c040ff,
                                     0xa060d0ff, 0xe05050ff, 0x40c0b0ff, 0x909090ff };
  static const char *const attributes[] = { "name", "color", "tile", "probability", "class", NULL };
  static const char *const elements[] = { "properties", NULL };
  json_t *terrains = set->import->terrains;
  guint n = 0;
  for (guint i = 0; i < kb_tiled_n (parent); i++)
    {
      const KbTiledNode *node = kb_tiled_at (parent, i);
      guint value = (guint) json_array_size (terrains) + 1;
      guint32 colour = colours[(value - 1) % G_N_ELEMENTS (colours)];
      double chance = 1;
      if (!kb_tiled_is (node, name))
        continue;
      n++;
      kb_tiled_lose_unknown (set->lost, node, attributes, elements);
      if (value > MOST_TERRAINS)
        {
          kb_tiled_lose (set->lost, node, _("terrains above 255 are left out"));
          continue;
        }
      if (!kb_tiled_real (node, "probability", 1e9, 1, &chance, NULL) || chance < 1 || chance > 1)
        kb_tiled_lose (set->lost, node, _("probabilities of terrains are left out; tiles have "
                                          "theirs"));
      kb_colour_read (kb_tiled_get (node, "color"), &colour);
      g_autofree char *own =
        free_name (set->import, kb_tiled_get (node, "name"), kb_tiled_get (parent, "name"));
      json_array_append_new (terrains,
                             json_pack ("{sissss}", "value", (int) value, "name", own, "colour",
                                        kb_colour_text (colour | 0xff).text));
    }
  return n;
}

/* --- Labels ----------------------------------------------------------------------------------- */

/* Numbers separated by commas, also as a list of JSON, each plus `first`; missing ones and -1
 * are 0. FALSE: it is something else. */
static gboolean
read_numbers (const char *text, guint n, guint first, guint *numbers)
{
  g_autofree char *inner = g_strdup (text ? text : "");
  g_auto (GStrv) words = g_strsplit (g_strdelimit (inner, "[]", ' '), ",", (gint) n + 1);
  if (g_strv_length (words) != n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      guint64 number = 0;
      const char *word = g_strstrip (words[i]);
      gboolean missing = !*word || strcmp (word, "-1") == 0;
      if (!missing && !g_ascii_string_to_unsigned (word, 10, 0, MOST_TERRAINS, &number, NULL))
        return FALSE;
      numbers[i] = missing ? 0 : (guint) number + first;
    }
  return TRUE;
}

/* The "wangid": eight numbers, or before Tiled 1.5 as many digits of a hexadecimal one, the first
 * last. */
static gboolean
read_wang_id (const char *text, guint numbers[LABELS])
{
  guint64 all;
  if (!text || !g_str_has_prefix (text, "0x"))
    return read_numbers (text, LABELS, 0, numbers);
  if (!g_ascii_string_to_unsigned (text + 2, 16, 0, G_MAXUINT32, &all, NULL))
    return FALSE;
  for (guint k = 0; k < LABELS; k++)
    numbers[k] = (guint) (all >> (4 * k)) & 15;
  return TRUE;
}

/* Adds `before` to the numbers, which are at most `n`, and sets them. FALSE: one is larger. */
static gboolean
set_labels (KbTiledTileset *set, const KbTiledNode *node, gint id, const guint numbers[LABELS],
            guint before, guint n)
{
  KbImportFrame *frame = kb_tiled_tileset_frame (set, id);
  json_auto_t *labels = json_array ();
  gboolean any = FALSE;
  for (guint k = 0; k < LABELS; k++)
    {
      guint value = numbers[k] ? before + numbers[k] : 0;
      if (numbers[k] > n || value > MOST_TERRAINS)
        return FALSE;
      any |= value > 0;
      json_array_append_new (labels, json_integer (value));
    }
  if (!frame)
    return FALSE;
  if (frame->terrain && any)
    {
      g_autofree char *who = g_strdup_printf (_("tile %d"), id);
      kb_tiled_lose_of (set->lost, node,
                        _("tiles in several Wang sets keep the labels of the first"), who);
    }
  else if (any)
    frame->terrain = json_incref (labels);
  return TRUE;
}

/* --- Sets ------------------------------------------------------------------------------------- */

static gboolean
read_wang_tile (KbTiledTileset *set, const KbTiledNode *tile, guint before, guint n_edges, guint n)
{
  static const gint none = -1;
  static const char *const flips[] = { "hflip", "vflip", "dflip" };
  guint numbers[LABELS];
  gint id;
  for (guint i = 0; i < G_N_ELEMENTS (flips); i++)
    if (kb_tiled_bool (tile, flips[i], FALSE))
      {
        kb_tiled_lose (set->lost, tile, _("flipped tiles of Wang sets are left out"));
        return TRUE;
      }
  if (!kb_tiled_int (tile, "tileid", 0, G_MAXINT, &none, &id, NULL)
      || !read_wang_id (kb_tiled_get (tile, "wangid"), numbers))
    return FALSE;
  /* Before Tiled 1.5 corners had colours of their own. */
  for (guint k = 1; k < LABELS; k += 2)
    numbers[k] += numbers[k] ? n_edges : 0;
  return set_labels (set, tile, id, numbers, before, n);
}

static void
read_wang_set (KbTiledTileset *set, const KbTiledNode *node)
{
  static const char *const attributes[] = { "tileid", "wangid", "hflip", "vflip", "dflip", NULL };
  static const char *const none[] = { NULL };
  guint before = (guint) json_array_size (set->import->terrains);
  guint n = add_terrains (set, node, "wangcolor");
  guint n_edges = add_terrains (set, node, "wangedgecolor");
  n += n_edges + add_terrains (set, node, "wangcornercolor");
  kb_tiled_lose_unknown (set->lost, node, set_attributes, set_children);
  for (guint i = 0; i < kb_tiled_n (node); i++)
    {
      const KbTiledNode *tile = kb_tiled_at (node, i);
      if (!kb_tiled_is (tile, "wangtile"))
        continue;
      kb_tiled_lose_unknown (set->lost, tile, attributes, none);
      if (!read_wang_tile (set, tile, before, n_edges, n))
        kb_tiled_lose (set->lost, tile,
                       _("Wang tiles with a number or a colour that their set lacks are left out"));
    }
}

/* Terrains of versions before 1.5: their numbers in a tile's corners, from 0, by rows. */
static void
read_terrain_types (KbTiledTileset *set, const KbTiledNode *node, const KbTiledNode *types)
{
  static const gint none = -1;
  guint before = (guint) json_array_size (set->import->terrains);
  guint n = add_terrains (set, types, "terrain");
  for (guint i = 0; i < kb_tiled_n (node); i++)
    {
      const KbTiledNode *tile = kb_tiled_at (node, i);
      const char *text = kb_tiled_is (tile, "tile") ? kb_tiled_get (tile, "terrain") : NULL;
      guint by_rows[4] = { 0 };
      gint id;
      gboolean ok = !text
                    || (read_numbers (text, 4, 1, by_rows)
                        && kb_tiled_int (tile, "id", 0, G_MAXINT, &none, &id, NULL)
                        && set_labels (set, tile, id,
                                       (guint[LABELS]) { [7] = by_rows[0], [1] = by_rows[1],
                                                         [5] = by_rows[2], [3] = by_rows[3] },
                                       before, n));
      if (!ok)
        kb_tiled_lose (set->lost, tile,
                       _("terrains of tiles that their set lacks are left out"));
    }
}

void
kb_tiled_terrains (KbTiledTileset *set, const KbTiledNode *node)
{
  const KbTiledNode *types = kb_tiled_child (node, "terraintypes"),
                    *sets = kb_tiled_child (node, "wangsets");
  if (types)
    read_terrain_types (set, node, types);
  for (guint i = 0; sets && i < kb_tiled_n (sets); i++)
    if (kb_tiled_is (kb_tiled_at (sets, i), "wangset"))
      read_wang_set (set, kb_tiled_at (sets, i));
}
