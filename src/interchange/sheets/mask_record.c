/* SPDX-License-Identifier: MIT */
/* Records of imported paintings. A checksum for each block of pixels says where the file changed,
 * and where the painting was changed by hand. No copy of what was imported is needed. */
#include "interchange/sheets/mask_private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/colour.h"
#include "interchange/formats.h"
#include "interchange/sources.h"

#define LEAST_BLOCK 8     /* pixels a side */
#define MASK_RECORD_MOST_BLOCKS 4096  /* larger paintings have larger blocks */
#define MASK_RECORD_SUM_LENGTH 5      /* characters of 6 bits */

static guint
count_blocks (guint side, guint block)
{
  return (side + block - 1) / block;
}

static guint
block_of_size (guint width, guint height)
{
  guint block = LEAST_BLOCK;
  while (count_blocks (width, block) * count_blocks (height, block) > MASK_RECORD_MOST_BLOCKS)
    block *= 2;
  return block;
}

/* FNV-1a, as MASK_RECORD_SUM_LENGTH characters each, row by row. */
static char *
sums_of (const KbZones *zones, guint block)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const guint width = kb_zones_width (zones), columns = count_blocks (width, block),
              rows = count_blocks (kb_zones_height (zones), block);
  const gsize stride = (gsize) columns * block;
  g_autofree guint8 *pixels = g_malloc (stride * block);
  GString *sums = g_string_sized_new ((gsize) columns * rows * MASK_RECORD_SUM_LENGTH);
  for (guint j = 0; j < rows; j++)
    {
      kb_zones_copy (zones, 0, (gint) (j * block), (guint) stride, block, pixels, stride);
      for (guint i = 0; i < columns; i++)
        {
          guint32 sum = 2166136261u;
          for (guint y = 0; y < block; y++)
            for (guint x = 0; x < block; x++)
              sum = (sum ^ pixels[y * stride + i * block + x]) * 16777619u;
          for (guint k = 0; k < MASK_RECORD_SUM_LENGTH; k++)
            g_string_append_c (sums, digits[sum >> 6 * k & 63]);
        }
    }
  return g_string_free (sums, FALSE);
}

json_t *
kb_painted_record_new (const KbDocument *document, const char *path, const char *format,
                       const KbZones *painted)
{
  g_autofree char *file = kb_record_path (kb_document_folder (document), path);
  g_autofree char *sum = kb_import_sum_of_file (path);
  json_t *record = json_pack ("{ss s[s] s[{ss ss*}]}", "format", format, "files", file, "sources",
                              "file", file, "sha256", sum);
  if (!painted)
    return record;
  const guint width = kb_zones_width (painted), height = kb_zones_height (painted),
              block = block_of_size (width, height);
  g_autofree char *sums = sums_of (painted, block);
  json_object_set_new (record, "given",
                       json_pack ("{s[ii] si ss}", "size", (int) width, (int) height, "block",
                                  (int) block, "sums", sums));
  return record;
}

/* The recorded sums, if they are those of a painting of that size. */
static const char *
sums_of_record (const json_t *record, const KbZones *painted, guint block)
{
  const json_t *given = json_object_get (record, "given"), *size = json_object_get (given, "size");
  const char *sums = json_string_value (json_object_get (given, "sums"));
  const guint width = kb_zones_width (painted), height = kb_zones_height (painted);
  const gsize n = (gsize) count_blocks (width, block) * count_blocks (height, block);
  return sums && json_integer_value (json_array_get (size, 0)) == width
             && json_integer_value (json_array_get (size, 1)) == height
             && json_integer_value (json_object_get (given, "block")) == block
             && strlen (sums) == n * MASK_RECORD_SUM_LENGTH
           ? sums
           : NULL;
}

KbZones *
kb_painted_merge (const json_t *record, const KbZones *now, KbZones *imported,
                  KbPaintedReport *report)
{
  const guint width = kb_zones_width (imported), height = kb_zones_height (imported),
              block = block_of_size (width, height), columns = count_blocks (width, block);
  const char *given = now ? sums_of_record (record, now, block) : NULL;
  *report = (KbPaintedReport) { 0, 0 };
  if (!given || kb_zones_width (now) != width || kb_zones_height (now) != height)
    {
      g_autofree char *own =
        given ? sums_of (now, block_of_size (kb_zones_width (now), kb_zones_height (now))) : NULL;
      report->replaced =
        now && !kb_zones_is_blank (now) && (!own || strcmp (own, given) != 0);
      return kb_zones_ref (imported);
    }
  g_autofree char *own = sums_of (now, block), *new_sums = sums_of (imported, block);
  g_autofree guint8 *pixels = g_malloc ((gsize) block * block);
  KbZonesPainter *painter = kb_zones_painter_new (imported);
  for (guint i = 0; i < columns * count_blocks (height, block); i++)
    {
      const gsize at = (gsize) i * MASK_RECORD_SUM_LENGTH;
      const gint x = (gint) (i % columns * block), y = (gint) (i / columns * block);
      if (memcmp (own + at, given + at, MASK_RECORD_SUM_LENGTH) == 0
          || memcmp (own + at, new_sums + at, MASK_RECORD_SUM_LENGTH) == 0)
        continue;   /* not painted by hand, or in the same way */
      if (memcmp (given + at, new_sums + at, MASK_RECORD_SUM_LENGTH) != 0)
        {
          report->replaced++;
          continue;
        }
      report->kept++;
      kb_zones_copy (now, x, y, block, block, pixels, block);
      kb_zones_painter_copy_in (painter, x, y, block, block, pixels, NULL, block);
    }
  g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (painter);
  return patch ? kb_zones_apply (kb_zones_ref (imported), patch, TRUE) : kb_zones_ref (imported);
}

/* --- Options ---------------------------------------------------------------------------------- */

static gboolean
read_options (const json_t *record, KbMaskOptions *options, GError **error)
{
  const json_t *rules = json_object_get (record, "rules");
  *options = (KbMaskOptions) {
    .rules = g_array_new (FALSE, FALSE, sizeof (KbMaskRule)),
    .others = json_is_true (json_object_get (record, "others")),
    .background = json_is_true (json_object_get (record, "background")),
    .keeps_picture = json_is_true (json_object_get (record, "keep_picture")),
    .tolerance = (gint) CLAMP (json_integer_value (json_object_get (record, "tolerance")), 0,
                               KB_MASK_NEAREST),
    .keeps_painting = TRUE,
    .part = g_strdup (json_string_value (json_object_get (record, "part"))),
  };
  KB_EACH_JSON (item, rules)
    {
      const char *colour = json_string_value (json_object_get (item, "colour")),
                 *name = json_string_value (json_object_get (item, "name"));
      KbMaskRule rule = { .use = json_object_get (item, "ground") ? KB_SURFACE_OFF
                                                                  : KB_SURFACE_ROAD };
      if (!kb_colour_read_rgb (colour, &rule.rgb) || !name)
        return kb_fail (error, KB_ERROR_INPUT, _("the colours of the last import cannot be read"));
      rule.name = g_strdup (name);
      g_array_append_val (options->rules, rule);
    }
  return TRUE;
}

gboolean
kb_mask_recorded_options (const KbNode *asset, KbMaskOptions *options, GError **error)
{
  const json_t *record = asset ? kb_import_record (asset) : NULL;
  const char *format = json_string_value (json_object_get (record, "format"));
  *options = (KbMaskOptions) { .rules = g_array_new (FALSE, FALSE, sizeof (KbMaskRule)) };
  if (g_strcmp0 (format, "picture") != 0)
    return TRUE;
  kb_mask_options_clear (options);
  gboolean ok = read_options (record, options, error);
  options->track = kb_node_is (asset, &kb_track_kind);
  return ok;
}

char *
kb_painted_source (const KbDocument *document, const KbNode *asset)
{
  const json_t *files = json_object_get (kb_import_record (asset), "files");
  const char *path = json_string_value (json_array_get (files, 0));
  return path ? g_canonicalize_filename (path, kb_document_folder (document)) : NULL;
}
