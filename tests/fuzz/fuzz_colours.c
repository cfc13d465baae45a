/* SPDX-License-Identifier: MIT */
/* Imports pictures as a mask or a track by their colours, one after the other under one name. The
 * first part of the input says how, each further one is a drawn picture:
 *   {"rules": [["#rrggbb", "NAME", "off"], ...], "others": B, "track": B, "background": B,
 *    "keep": B, "tolerance": N, "table": B, "later": as "rules", "indexed": B, "name": "NAME",
 *    "part": "LEVEL/LAYER", "edits": [lines of `kickbox edit` after each picture]}
 * With "drawing": true each further part is a file of a paint program, with its layers. */
#include "document/pixels/zones_files.h"
#include "interchange/sheets/mask.h"
#include "interchange/sources.h"
#include "tests/fuzz/input.h"

static gboolean
is_set (const json_t *how, const char *key)
{
  return json_is_true (json_object_get (how, key));
}

static GArray *
read_rules (const json_t *list)
{
  GArray *rules = g_array_new (FALSE, FALSE, sizeof (KbMaskRule));
  for (gsize i = 0; i < MIN (json_array_size (list), 300); i++)
    {
      const json_t *item = json_array_get (list, i);
      const char *colour = json_string_value (json_array_get (item, 0));
      const char *name = json_string_value (json_array_get (item, 1));
      gboolean is_colour = colour && *colour == '#';
      KbMaskRule rule = {
        .rgb = is_colour ? (guint32) g_ascii_strtoull (colour + 1, NULL, 16) & 0xffffff : 0,
        .name = g_strdup (name ? name : ""),
        .use = json_array_get (item, 2) ? KB_SURFACE_OFF : KB_SURFACE_ROAD,
      };
      g_array_append_val (rules, rule);
    }
  return rules;
}

/* As a paint program writes it that keeps a palette. */
static void
put_indexed (const char *text, gsize size)
{
  g_autoptr (KbPicture) drawn = draw_picture (text, size);
  KbZonesPalette palette = { .n = 256 };
  g_autofree guint8 *band = g_malloc ((gsize) drawn->width * KB_ZONES_TILE);
  KbZones *zones = kb_zones_new (drawn->width, drawn->height, 0);
  for (guint i = 0; i < 256; i++)
    palette.colours[i] = i * 0x010305;
  for (guint y = 0; y < drawn->height; y++)
    {
      for (guint x = 0; x < drawn->width; x++)
        band[(gsize) (y % KB_ZONES_TILE) * drawn->width + x]
          = drawn->rgba[4 * ((gsize) y * drawn->width + x)];
      if (y % KB_ZONES_TILE == KB_ZONES_TILE - 1 || y == drawn->height - 1)
        zones = kb_zones_set_band (zones, y / KB_ZONES_TILE, band, drawn->width);
    }
  g_autoptr (GBytes) png = kb_zones_encode (zones, &palette, NULL);
  put_file (fuzz_folder (), "picture.png", g_bytes_get_data (png, NULL), g_bytes_get_size (png));
  kb_zones_unref (zones);
}

static void
import_picture (KbDocument *document, const char *path, const KbMaskOptions *options,
                const json_t *how)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbMaskImport) import = kb_mask_import_read (path, options, &error);
  if (!import)
    {
      g_assert_nonnull (error);
      return;
    }
  fuzz_accept ();
  if (options->table)
    {
      KbMaskOptions later = { .rules = read_rules (json_object_get (how, "later")) };
      kb_mask_import_set_rules (import, later.rules, options->tolerance);
      kb_mask_options_clear (&later);
    }
  const char *name = json_string_value (json_object_get (how, "name"));
  json_t *before = project_json (document);
  g_autofree KbId *zones = g_new0 (KbId, import->colours->len + 1);
  const char *usable = !name ? "m" : *name ? name : "\xff";
  KbId id = kb_mask_import_apply (document, import, usable, zones, NULL, &error);
  g_assert_true ((id == 0) == (error != NULL));
  json_t *after = project_json (document);
  g_assert_true (id || json_equal (before, after));
  for (guint i = 0; id && i < import->colours->len; i++)
    g_assert_true (!zones[i] || kb_document_node (document, zones[i]));
  json_decref (before);
  json_decref (after);
}

static void
apply_edits (KbDocument *document, const json_t *edits)
{
  gsize i;
  const json_t *edit;
  json_array_foreach (edits, i, edit)
    {
      g_autoptr (GError) error = NULL;
      if (!kb_document_apply (document, edit, &error))
        g_assert_nonnull (error);
    }
}

/* Imports the picture as the first mask or track recorded it. */
static void
import_recorded (KbDocument *document, const char *path, const json_t *how)
{
  const KbNode *asset = kb_import_asset_at (kb_document_project (document), 0);
  g_auto (KbMaskOptions) options = { NULL };
  g_autoptr (GError) error = NULL;
  if (!asset)
    return;
  g_free (kb_painted_source (document, asset));
  if (kb_mask_recorded_options (asset, &options, &error))
    import_picture (document, path, &options, how);
  else
    g_assert_nonnull (error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  FuzzParts parts = { (const char *) data, (const char *) data + size };
  gsize length = 0;
  const char *text = next_part (&parts, &length);
  json_t *how = json_loadb (text, length, 0, NULL);
  const KbMaskOptions given = {
    .rules = read_rules (json_object_get (how, "rules")),
    .others = is_set (how, "others"),
    .track = is_set (how, "track"),
    .background = is_set (how, "background"),
    .keeps_picture = is_set (how, "keep"),
    .part = g_strdup (json_string_value (json_object_get (how, "part"))),
    .tolerance = (gint) CLAMP (json_integer_value (json_object_get (how, "tolerance")), 0,
                               KB_MASK_NEAREST),
    .table = is_set (how, "table"),
  };
  KbMaskOptions options = given;
  /* What mask.h says of a track: not without rules but as a background. */
  options.track
    = given.track && (given.background || given.rules->len > 0 || is_set (how, "drawing"));
  options.table = given.table && !given.background && given.rules->len == 0;
  KbDocument *document = kb_document_new (fuzz_folder (), "p");
  json_t *before = project_json (document);
  g_autofree char *path = g_build_filename (fuzz_folder (), "picture.png", NULL);
  for (guint i = 0; i < 4 && (text = next_part (&parts, &length)); i++)
    {
      const gboolean drawing = is_set (how, "drawing");
      g_autoptr (KbPicture) picture = drawing ? NULL : draw_picture (text, length);
      if (drawing)
        put_file (fuzz_folder (), "picture.png", text, length);
      else if (picture && is_set (how, "indexed"))
        put_indexed (text, length);
      else if (picture)
        put_picture (fuzz_folder (), "picture.png", picture);
      else
        g_unlink (path);
      import_picture (document, path, &options, how);
      apply_edits (document, json_object_get (how, "edits"));
      import_recorded (document, path, how);
    }
  check_history (document, before);
  kb_document_free (document);
  if (given.background || given.keeps_picture)
    {
      g_autofree char *pictures = g_build_filename (fuzz_folder (), "pictures", NULL);
      temp_folder_remove (pictures);
    }
  kb_mask_options_clear (&options);
  json_decref (how);
  return 0;
}
