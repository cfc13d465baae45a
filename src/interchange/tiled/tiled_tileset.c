/* SPDX-License-Identifier: MIT */
/* A tileset of Tiled as a sprite: cells of a sheet or separate pictures, with collision shapes and
 * animations. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/colour.h"
#include "document/edits/cells.h"
#include "document/names.h"
#include "interchange/importers.h"
#include "interchange/readers/readers.h"
#include "interchange/sheets/sheets.h"
#include "interchange/tiled/tiled.h"

/* ---- tiled terrains ---- */

/* Wang sets of Tiled, and the terrains of its older versions, as terrains of a sprite. A sprite has
 * one list of terrains, so the colours of all sets are numbered in a row. A tile that is in several
 * sets keeps the labels of the first. */

enum { LABELS = 8 };         /* as in operations/level/terrain.h: the order of Tiled's "wangid" */
#define MOST_SAME_NAMES 1000
#define MOST_TERRAINS KB_MAX_ZONES

static const char *const set_attributes[] = { "name", "type", "tile", "class", NULL };
static const char *const set_children[] = { "wangcolor",       "wangedgecolor", "wangtile",
                                            "wangcornercolor", "properties",    NULL };

/* --- Colours ---------------------------------------------------------------------------------- */

/* The name, else with that of its set, else with a number. */
static char *
terrain_free_name (const KbImport *import, const char *name, const char *set_name)
{
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KB_EACH_JSON (terrain, import->terrains)
    g_free (kb_name_take (taken, json_string_value (json_object_get (terrain, "name")), FALSE));
  g_autofree char *clean = name ? kb_import_clean_name (name) : NULL,
                  *both = set_name && clean ? g_strdup_printf ("%s (%s)", clean, set_name) : NULL,
                  *longer = both ? kb_import_clean_name (both) : NULL,
                  *numbered = g_strdup_printf (_("terrain %u"), g_hash_table_size (taken) + 1);
  return kb_name_take (taken,
                       !clean ? numbered
                       : longer && g_hash_table_contains (taken, clean) ? longer : clean,
                       FALSE);
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
        terrain_free_name (set->import, kb_tiled_get (node, "name"), kb_tiled_get (parent, "name"));
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
read_tiled_tileset_numbers (const char *text, guint n, guint first, guint *numbers)
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
    return read_tiled_tileset_numbers (text, LABELS, 0, numbers);
  if (!g_ascii_string_to_unsigned (text + 2, 16, 0, G_MAXUINT32, &all, NULL))
    return FALSE;
  for (guint k = 0; k < LABELS; k++)
    numbers[k] = (guint) (all >> (4 * k)) & 15;
  return TRUE;
}

/* The frame of a tile; NULL: there is none. */
static KbImportFrame *
kb_tiled_tileset_frame (const KbTiledTileset *set, gint id)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (set->frames, GINT_TO_POINTER (id)));
  return index ? g_ptr_array_index (set->import->frames, index - 1) : NULL;
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
                    || (read_tiled_tileset_numbers (text, 4, 1, by_rows)
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

/* Reads Wang sets, and the terrains of older versions, once the tiles are there.
 * Reports what a sprite cannot keep. */
static void
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

/* ---- tiled tileset ---- */

#define TILED_TILESET_MOST_BYTES ((gsize) 1 << 30)
#define MOST_ID 0x0fffffff
#define MOST_ANIMATIONS 4096
#define STILL 100             /* ms, for steps without a duration */
#define MOST_STEPS 65535      /* plus one before them */
#define USUAL_WEIGHT 100
#define MOST_WEIGHT 10000

void
kb_tiled_tileset_clear (KbTiledTileset *set)
{
  g_clear_pointer (&set->frames, g_hash_table_unref);
  g_clear_pointer (&set->lost, kb_tiled_lost_free);
}

char *
kb_tiled_file_of (const KbTiledNode *node, const char *name)
{
  g_autofree char *path = g_canonicalize_filename (kb_tiled_path (node), NULL),
                  *folder = g_path_get_dirname (path);
  char *named = g_canonicalize_filename (name, folder);
  static const char *const ends[] = { ".tsx", ".tsj", ".tx", ".tj", ".json", ".xml" };
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (named, ends[i]) && !g_file_test (named, G_FILE_TEST_EXISTS))
      {
        g_autofree char *packed = g_strconcat (named, ".gz", NULL);
        if (g_file_test (packed, G_FILE_TEST_EXISTS))
          {
            g_free (named);
            return g_steal_pointer (&packed);
          }
      }
  return named;
}

KbTiledNode *
kb_tiled_read (const char *path, GPtrArray *messages, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  return kb_import_read_unpacked (path, TILED_TILESET_MOST_BYTES, &text, &length, NULL, error)
           ? kb_tiled_parse (path, text, length, messages, error) : NULL;
}

/* --- Pictures --------------------------------------------------------------------------------- */

/* The picture's index in the import, or -1 if it is missing, which is reported. */
static gint
load_tileset_image (KbTiledTileset *set, const KbTiledNode *image, const KbPictureLoader *loader)
{
  const char *source = kb_tiled_get (image, "source"), *key = kb_tiled_get (image, "trans");
  KbImportOptions *options = &set->import->options;
  guint64 rgb;
  if (!source || !*source)
    {
      kb_tiled_lose (
        set->lost, image,
        _("pictures that are in the file itself are not read; these tiles show nothing"));
      return -1;
    }
  if (key && *key == '#')
    key++;
  options->has_colour_key = key && g_ascii_string_to_unsigned (key, 16, 0, 0xffffff, &rgb, NULL);
  if (options->has_colour_key)
    options->colour_key = (guint32) rgb;
  g_autofree char *path = kb_tiled_file_of (image, source);
  g_autoptr (GError) fault = NULL;
  gint picture = kb_import_load_picture (set->import, loader, path, &fault);
  options->has_colour_key = FALSE;
  options->colour_key = 0;
  if (picture < 0)
    {
      g_autofree char *what = g_strdup_printf (_("%s; its tiles show nothing"), fault->message);
      kb_tiled_lose (set->lost, image, what);
    }
  return picture;
}

static KbImportFrame *
add_tiled_tileset_frame (KbTiledTileset *set, gint id, const char *name, gint picture, gint x,
                         gint y, gint width, gint height)
{
  KbImportFrame *frame = kb_import_add_frame (set->import, name, picture, x, y, width, height);
  g_hash_table_insert (set->frames, GINT_TO_POINTER (id),
                       GUINT_TO_POINTER (set->import->frames->len));
  return frame;
}

/* --- Sheets ----------------------------------------------------------------------------------- */

/* Reads rows of cells, as many as the picture has room for. If it is missing, by its stated
 * size. */
static gboolean
read_tiled_tileset_sheet (KbTiledTileset *set, const KbTiledNode *node, const KbTiledNode *image,
                          const KbPictureLoader *loader, GError **error)
{
  static const gint none = 0;
  gint margin, spacing, count, width, height, w = set->tile_width, h = set->tile_height;
  if (!kb_tiled_int (node, "margin", 0, KB_MAX_PICTURE_SIDE, &none, &margin, error)
      || !kb_tiled_int (node, "spacing", 0, KB_MAX_PICTURE_SIDE, &none, &spacing, error)
      || !kb_tiled_int (node, "tilecount", 0, MOST_ID, &none, &count, error)
      || !kb_tiled_int (image, "width", 0, KB_MAX_PICTURE_SIDE, &none, &width, error)
      || !kb_tiled_int (image, "height", 0, KB_MAX_PICTURE_SIDE, &none, &height, error))
    return FALSE;
  gint picture = load_tileset_image (set, image, loader);
  if (picture >= 0)
    {
      width = (gint) kb_import_picture (set->import, picture)->width;
      height = (gint) kb_import_picture (set->import, picture)->height;
    }
  gint columns = MAX (width - margin + spacing, 0) / (w + spacing),
       rows = MAX (height - margin + spacing, 0) / (h + spacing);
  gint64 n = MAX ((gint64) columns * rows, count);
  if (n < 1)
    return kb_tiled_fail (image, NULL, error,
                          _("a tile of %d x %d pixels does not fit into the picture of %d x %d"),
                          w, h, width, height);
  if (n > KB_MAX_TILE_FRAME)
    return kb_tiled_fail (node, NULL, error, _("there are more than %d tiles"), KB_MAX_TILE_FRAME);
  for (gint i = 0; i < n; i++)
    {
      gboolean shown = picture >= 0 && i < columns * rows;
      add_tiled_tileset_frame (set, i, NULL, shown ? picture : -1,
                               shown ? margin + i % columns * (w + spacing) : 0,
                               shown ? margin + i / columns * (h + spacing) : 0, w, h);
    }
  if (picture >= 0 && count > columns * rows)
    kb_tiled_lose (
      set->lost, image,
      _("the picture has room for fewer tiles than the set has; the others stay empty"));
  return TRUE;
}

/* --- Separate pictures ------------------------------------------------------------------------ */

static char *
free_name (GHashTable *names, const char *source, gint id)
{
  g_autofree char *stem = kb_import_stem (source ? source : "tile"),
                  *longer = g_strdup_printf ("%s %d", stem, id);
  return kb_name_take (names, g_hash_table_contains (names, stem) ? longer : stem, FALSE);
}

static gboolean
read_tiled_tileset_picture (KbTiledTileset *set, const KbTiledNode *tile, const KbTiledNode *image,
                            gint id, const KbPictureLoader *loader, GHashTable *names,
                            GError **error)
{
  static const gint none = 0;
  gint x, y, width, height;
  gint picture = load_tileset_image (set, image, loader);
  const KbPicture *shown = picture >= 0 ? kb_import_picture (set->import, picture) : NULL;
  if (!shown && (!kb_tiled_int (image, "width", 0, KB_MAX_FRAME_SIDE, &none, &width, error)
                 || !kb_tiled_int (image, "height", 0, KB_MAX_FRAME_SIDE, &none, &height, error)))
    return FALSE;
  if (shown)
    {
      width = (gint) shown->width;
      height = (gint) shown->height;
    }
  gint most_width = width, most_height = height;
  if (!kb_tiled_int (tile, "x", 0, most_width, &none, &x, error)
      || !kb_tiled_int (tile, "y", 0, most_height, &none, &y, error))
    return FALSE;
  most_width -= x;
  most_height -= y;
  if (!kb_tiled_int (tile, "width", 0, most_width, &most_width, &width, error)
      || !kb_tiled_int (tile, "height", 0, most_height, &most_height, &height, error))
    return FALSE;
  if (width > KB_MAX_FRAME_SIDE || height > KB_MAX_FRAME_SIDE)
    return kb_tiled_fail (image, NULL, error, _("the picture is too large for a frame"));
  g_autofree char *name = free_name (names, kb_tiled_get (image, "source"), id);
  /* Without a picture or a size: the set's own size, if it has one. */
  add_tiled_tileset_frame (set, id, name, width && height ? picture : -1, x, y,
                           width ? width : MAX (set->tile_width, 1),
                           height ? height : MAX (set->tile_height, 1));
  return TRUE;
}

static gboolean
read_tiled_tileset_pictures (KbTiledTileset *set, const KbTiledNode *node,
                             const KbPictureLoader *loader, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  set->import->lasting_names = TRUE;
  for (guint i = 0; i < kb_tiled_n (node); i++)
    {
      const KbTiledNode *tile = kb_tiled_at (node, i);
      const KbTiledNode *image = kb_tiled_is (tile, "tile") ? kb_tiled_child (tile, "image") : NULL;
      gint id;
      if (!image)
        continue;
      if (!kb_tiled_int (tile, "id", 0, MOST_ID - 1, NULL, &id, error))
        return FALSE;
      if (kb_tiled_tileset_frame (set, id))
        return kb_tiled_fail (tile, "id", error, _("there are two tiles %d"), id);
      if (set->import->frames->len >= KB_MAX_TILE_FRAME)
        return kb_tiled_fail (node, NULL, error, _("there are more than %d tiles"),
                              KB_MAX_TILE_FRAME);
      if (!read_tiled_tileset_picture (set, tile, image, id, loader, names, error))
        return FALSE;
    }
  return TRUE;
}

/* --- Animations ------------------------------------------------------------------------------- */

/* The first step of a sprite's animation is the frame that moves. If Tiled's begins with another
 * tile, the tile itself is shown first for 1 ms. */
static gboolean
read_tiled_tileset_animation (KbTiledTileset *set, const KbTiledNode *node, gint id, GError **error)
{
  if (set->import->animations->len == MOST_ANIMATIONS || kb_tiled_n (node) > MOST_STEPS)
    {
      kb_tiled_lose (set->lost, node,
                     _("animations beyond 4096, or of more than 65535 steps, are left out"));
      return TRUE;
    }
  if (kb_tiled_n (node) == 0)
    return TRUE;
  guint own = GPOINTER_TO_UINT (g_hash_table_lookup (set->frames, GINT_TO_POINTER (id))) - 1;
  g_autofree char *name = g_strdup_printf ("tile %d", id);
  KbImportAnimation *animation = kb_import_add_animation (set->import, name, KB_LOOP_LOOP);
  for (guint i = 0; i < kb_tiled_n (node); i++)
    {
      const KbTiledNode *step = kb_tiled_at (node, i);
      gint tile, duration;
      if (!kb_tiled_int (step, "tileid", 0, MOST_ID, NULL, &tile, error)
          || !kb_tiled_int (step, "duration", 0, KB_MAX_DURATION, NULL, &duration, error))
        return FALSE;
      guint frame = GPOINTER_TO_UINT (g_hash_table_lookup (set->frames, GINT_TO_POINTER (tile)));
      if (!frame)
        return kb_tiled_fail (step, "tileid", error, _("there is no tile %d in the set"), tile);
      if (!duration)
        kb_tiled_lose_of (set->lost, step, _("steps of 0 ms, at which Tiled stops, last 100 ms"),
                          name);
      duration = duration ? duration : STILL;
      if (i == 0 && frame - 1 != own)
        {
          kb_import_add_step (animation, own, 1);
          duration = MAX (duration - 1, 1);
          kb_tiled_lose (
            set->lost, node,
            _("a tile whose animation begins with another tile is shown first, for 1 ms"));
        }
      kb_import_add_step (animation, frame - 1, duration);
    }
  return TRUE;
}

/* --- Tiles ------------------------------------------------------------------------------------ */

/* A probability of 1 is a weight of 100; only 0 is 0. */
static gboolean
read_weight (KbTiledTileset *set, const KbTiledNode *tile, KbImportFrame *frame, GError **error)
{
  double chance;
  if (!kb_tiled_real (tile, "probability", 1e9, 1, &chance, error))
    return FALSE;
  if (chance * USUAL_WEIGHT > MOST_WEIGHT)
    kb_tiled_lose (set->lost, tile, _("probabilities above 100 become 100"));
  gint weight = (gint) lround (CLAMP (chance * USUAL_WEIGHT, 0, MOST_WEIGHT));
  weight = chance > 0 ? MAX (weight, 1) : weight;
  if (weight != USUAL_WEIGHT)
    frame->weight = json_integer (weight);
  return TRUE;
}

static gboolean
read_tiled_tileset_tile (KbTiledTileset *set, const KbTiledNode *tile, GError **error)
{
  /* Not used: the stated size of the picture, as the file has it. */
  static const char *const attributes[] = { "id",         "type",        "class",   "probability",
                                            "x",          "y",           "width",   "height",
                                            "imagewidth", "imageheight", "terrain", NULL };
  static const char *const children[] = { "image", "objectgroup", "animation", "properties", NULL };
  gint id;
  if (!kb_tiled_int (tile, "id", 0, MOST_ID, NULL, &id, error))
    return FALSE;
  KbImportFrame *frame = kb_tiled_tileset_frame (set, id);
  if (!frame)
    return kb_tiled_fail (tile, "id", error, _("there is no tile %d in the set"), id);
  frame->source = tile;
  kb_tiled_lose_unknown (set->lost, tile, attributes, children);
  json_decref (frame->values);   /* of a tile that is listed twice, the last one counts */
  frame->values = kb_tiled_values (set->lost, tile, set->import->value_types, "", FALSE);
  if (!frame->collision)
    kb_marks_take_collision (frame);
  if (!frame->collision && kb_tiled_is_solid (tile, FALSE))
    kb_marks_set_collision (frame, "full", "solid");
  if (kb_tiled_get_either (tile, "type", "class"))
    kb_tiled_lose (set->lost, tile, _("types of tiles are left out"));
  if (!read_weight (set, tile, frame, error))
    return FALSE;
  if (kb_tiled_child (tile, "objectgroup"))
    {
      g_autofree char *who = g_strdup_printf (_("tile %d"), id);
      kb_tiled_shapes (set, kb_tiled_child (tile, "objectgroup"), who, frame);
    }
  const KbTiledNode *animation = kb_tiled_child (tile, "animation");
  return !animation || read_tiled_tileset_animation (set, animation, id, error);
}

static void
lose_of_set (KbTiledTileset *set, const KbTiledNode *node)
{
  /* Not used: versions; data for Tiled's display (backgroundcolor, columns, editorsettings); the
   * kind of file (type, xmlns). The map reads firstgid, source and objectalignment. */
  static const char *const attributes[] = { "firstgid",
                                            "source",
                                            "name",
                                            "tilewidth",
                                            "tileheight",
                                            "spacing",
                                            "margin",
                                            "tilecount",
                                            "columns",
                                            "version",
                                            "tiledversion",
                                            "type",
                                            "class",
                                            "imagewidth",
                                            "imageheight",
                                            "transparentcolor",
                                            "objectalignment",
                                            "tilerendersize",
                                            "fillmode",
                                            "backgroundcolor",
                                            "xmlns",
                                            NULL };
  static const char *const children[] = {
    "image",        "tile",     "tileoffset",      "grid",           "properties",
    "terraintypes", "wangsets", "transformations", "editorsettings", NULL
  };
  static const struct { const char *name, *what; } parts[] = {
    { "transformations",
      N_("allowed flips and rotations are ignored; those of cells stay") },
    { "properties", N_("properties of tilesets are left out") },
  };
  static const char *const drawn[] = { "tilerendersize", "fillmode" };
  kb_tiled_lose_unknown (set->lost, node, attributes, children);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (kb_tiled_child (node, parts[i].name))
      kb_tiled_lose (set->lost, kb_tiled_child (node, parts[i].name), _(parts[i].what));
  if (kb_tiled_get (node, "class"))
    kb_tiled_lose (set->lost, node, _("the class of the tileset is left out"));
  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    if (kb_tiled_get (node, drawn[i]))
      kb_tiled_lose (set->lost, node, _("tiles are drawn in their own size"));
}

static gboolean
read_offset (KbTiledTileset *set, const KbTiledNode *node, GError **error)
{
  static const gint none = 0;
  const KbTiledNode *offset = kb_tiled_child (node, "tileoffset");
  if (!offset)
    return TRUE;
  set->offset.set = TRUE;
  return kb_tiled_int (offset, "x", -KB_MAX_TILE_OFFSET, KB_MAX_TILE_OFFSET, &none, &set->offset.x,
                       error)
         && kb_tiled_int (offset, "y", -KB_MAX_TILE_OFFSET, KB_MAX_TILE_OFFSET, &none,
                          &set->offset.y, error);
}

/* An orthogonal grid is only for display in Tiled. */
static gboolean
read_tiled_tileset_grid (KbTiledTileset *set, const KbTiledNode *node, GError **error)
{
  const KbTiledNode *grid = kb_tiled_child (node, "grid");
  const gint width = MAX (set->tile_width, 1), height = MAX (set->tile_height, 1);
  if (!grid || g_strcmp0 (kb_tiled_get (grid, "orientation"), "isometric") != 0)
    return TRUE;
  return kb_tiled_int (grid, "width", 1, KB_MAX_FRAME_SIDE, &width, &set->grid_width, error)
         && kb_tiled_int (grid, "height", 1, KB_MAX_FRAME_SIDE, &height, &set->grid_height, error);
}

gboolean
kb_tiled_tileset_read (KbTiledTileset *set, const KbTiledNode *node, const KbPictureLoader *loader,
                       GError **error)
{
  static const gint none = 0;
  const KbTiledNode *image = kb_tiled_child (node, "image");
  const char *name = kb_tiled_get (node, "name");
  set->frames = g_hash_table_new (NULL, NULL);
  set->lost = kb_tiled_lost_new ();
  if (!kb_tiled_int (node, "tilewidth", image ? 1 : 0, KB_MAX_FRAME_SIDE, image ? NULL : &none,
                     &set->tile_width, error)
      || !kb_tiled_int (node, "tileheight", image ? 1 : 0, KB_MAX_FRAME_SIDE, image ? NULL : &none,
                        &set->tile_height, error)
      || !(image ? read_tiled_tileset_sheet (set, node, image, loader, error)
                 : read_tiled_tileset_pictures (set, node, loader, error))
      || !read_offset (set, node, error) || !read_tiled_tileset_grid (set, node, error))
    return FALSE;
  lose_of_set (set, node);
  for (guint i = 0; i < kb_tiled_n (node); i++)
    if (kb_tiled_is (kb_tiled_at (node, i), "tile")
        && !read_tiled_tileset_tile (set, kb_tiled_at (node, i), error))
      return FALSE;
  kb_tiled_terrains (set, node);
  g_autofree char *clean = name ? kb_import_clean_name (name) : NULL;
  set->import->name = clean ? kb_name_make_usable (clean, "tiles")
                            : kb_import_asset_name (kb_tiled_path (node), "tiles");
  return TRUE;
}

/* --- As a format of sprites ------------------------------------------------------------------- */

char *
kb_tiled_part (GHashTable *counts, const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name)) + 1;
  g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (n));
  return n > 1 ? g_strdup_printf ("%s#%u", name, n) : g_strdup (name);
}

static const KbTiledNode *
find_set (const KbTiledNode *root, const char *part, GError **error)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (kb_tiled_is (root, "tileset"))
    return root;
  for (guint i = 0; i < kb_tiled_n (root); i++)
    {
      const KbTiledNode *node = kb_tiled_at (root, i);
      gboolean embedded = kb_tiled_is (node, "tileset") && !kb_tiled_get (node, "source");
      const char *name = embedded ? kb_tiled_get (node, "name") : NULL;
      g_autofree char *own = name ? kb_tiled_part (counts, name) : NULL;
      if (embedded && g_strcmp0 (own, part) == 0)
        return node;
    }
  if (part)
    kb_tiled_fail (root, NULL, error, _("there is no tileset '%s' in it"), part);
  else
    kb_tiled_fail (root, NULL, error, _("expected a tileset, got <%s>"), root->name);
  return NULL;
}

static gboolean
read_tiled (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
            GError **error)
{
  g_autoptr (KbTiledNode) root = kb_tiled_parse (import->files[0], text, length, import->messages,
                                                  error);
  const KbTiledNode *node = root ? find_set (root, import->options.part, error) : NULL;
  g_auto (KbTiledTileset) set = { .import = import };
  gboolean ok =
    node && kb_tiled_tileset_read (&set, node, loader, error)
    && (import->frames->len || kb_tiled_fail (node, NULL, error, _("there are no tiles in it")));
  if (ok && set.offset.set)
    kb_tiled_lose (set.lost, kb_tiled_child (node, "tileoffset"),
                   _("the offset at which tiles are drawn is left out: levels have it, where a "
                      "map brings it along"));
  if (ok)
    kb_tiled_lost_report (set.lost, NULL, import->messages);
  return ok;
}

static KbFit
recognise_tileset (const KbImportHead *head)
{
  return kb_tiled_is_tileset (head->start) ? KB_FIT_SURE : KB_FIT_NONE;
}

static void
list_tiled_tileset_pictures (const char *path, const char *text, gsize length, GPtrArray *pictures)
{
  g_autoptr (KbTiledNode) root = kb_tiled_parse (path, text, length, NULL, NULL);
  for (guint i = 0; root && i < kb_tiled_n (root); i++)
    {
      const KbTiledNode *node = kb_tiled_at (root, i);
      const KbTiledNode *image =
        kb_tiled_is (node, "image") ? node : kb_tiled_child (node, "image");
      const char *source = image ? kb_tiled_get (image, "source") : NULL;
      if (source)
        g_ptr_array_add (pictures, kb_tiled_file_of (image, source));
    }
}

/* In a separate file, or, with options.part, in a map. */
const KbImporter kb_importer_tiled_set = {
  .name = "tiled",
  .label = N_("Tileset of Tiled"),
  .noun = N_("a tileset of Tiled"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.tsx", "*.tsj", "*.tsx.gz", "*.tsj.gz", NULL },
  .mime_types = (const char *const[]) { "application/x-tiled-tsx", NULL },
  .options = (const char *const[]) { "fresh", NULL },
  .max_bytes = TILED_TILESET_MOST_BYTES,
  .recognise = recognise_tileset,
  .read_sprite = read_tiled,
  .list_pictures = list_tiled_tileset_pictures,
};
