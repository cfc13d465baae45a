/* SPDX-License-Identifier: MIT */
/* A drawing in layers as the picture of a mask or track. Each visible layer or group that is in no
 * other paints one colour, over those below. Its name is that of the zone. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"
#include "interchange/sheets/mask_private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MIN_ALPHA 128
#define OFF_ROAD ".off"

/* The colour is that of the layer's first pixel, or one that no other layer has. */
static void
paint_layer (KbPicture *to, const KbPicture *layer, GArray *rules, const char *name,
             gboolean track)
{
  const gboolean off = track && g_str_has_suffix (name, OFF_ROAD);
  KbMaskRule rule = { .name = g_strndup (name, strlen (name) - (off ? strlen (OFF_ROAD) : 0)),
                      .use = off ? KB_SURFACE_OFF : KB_SURFACE_ROAD };
  const gsize n = 4 * (gsize) to->width * to->height;
  gsize first = 0;
  while (first < n && layer->rgba[first + 3] < MIN_ALPHA)
    first += 4;
  for (guint k = 0; first < n && k < 3; k++)
    rule.rgb = rule.rgb << 8 | layer->rgba[first + k];
  rule.rgb = kb_mask_add_rule (rules, rule);
  const guint8 colour[4] = { rule.rgb >> 16, rule.rgb >> 8 & 255, rule.rgb & 255, 255 };
  for (gsize i = first; i < n; i += 4)
    if (layer->rgba[i + 3] >= MIN_ALPHA)
      memcpy (to->rgba + i, colour, 4);
}

static gboolean
read_layers (KbMaskImport *import, const KbLayered *layered, GError **error)
{
  static const KbImportOptions options;
  const guint n = layered->layers->len;
  const guint64 canvas = (guint64) layered->width * (guint64) layered->height;
  g_autofree gboolean *left_out = g_new0 (gboolean, n + 1);
  gboolean ok = canvas * n <= KB_MAX_LAYERED_WORK;
  if (ok)
    import->picture = kb_picture_new ((guint) layered->width, (guint) layered->height);
  for (guint k = 0; ok && import->picture && k < n; k++)
    {
      const guint i = layered->top_first ? n - 1 - k : k;
      const KbArtLayer *layer = kb_layered_layer (layered, i);
      g_autofree char *mark = NULL;
      const KbMarkType type = kb_layer_mark (layer, &options, &mark);
      left_out[i] = type != KB_MARK_NONE && type != KB_MARK_ZONE;
      if (layer->parent >= 0 || layer->hidden || layer->apart || left_out[i]
          || g_ascii_strcasecmp (layer->name, "background") == 0)
        continue;
      g_autoptr (KbPicture) alone =
        kb_layered_draw (layered, 0, NULL, (gint) i, import->path, NULL);
      ok = alone && import->options.rules->len < KB_MAX_ZONES;
      if (ok)
        paint_layer (import->picture, alone, import->options.rules,
                     type == KB_MARK_ZONE && mark ? mark : layer->name,
                     import->options.track);
    }
  import->behind = ok ? kb_layered_draw (layered, 0, left_out, -1, import->path, NULL) : NULL;
  return (import->picture && import->behind)
         || kb_import_fail (error, import->path,
                            _("its layers are too many or too large; at most %d can be zones"),
                            KB_MAX_ZONES);
}

const KbImporter *
kb_layered_importer (const char *path)
{
  const KbImporter *mask = kb_importer_guess (KB_IMPORT_MASK, path, NULL, NULL),
                   *found = mask && mask->read_zones
                              ? mask
                              : kb_importer_guess (KB_IMPORT_SPRITE, path, NULL, NULL);
  return found && (found->read_zones || found->read_layers) ? found : NULL;
}

gboolean
kb_layered_read_mask (KbMaskImport *import, const KbImporter *importer, GError **error)
{
  static const KbImportOptions options;
  const char *files[] = { import->path, NULL };
  g_autofree char *data = NULL;
  gsize size;
  if (!kb_import_read_unpacked (import->path, importer->max_bytes, &data, &size, NULL, error))
    return FALSE;
  if (importer->read_zones)
    return importer->read_zones (import, data, size, error);
  g_autoptr (KbImport) drawing = kb_import_new (importer, files, &options);
  g_autoptr (KbLayered) layered =
    importer->read_layers (drawing, import->path, data, size, error);
  kb_import_lose (drawing, _("frames after the first"), layered ? layered->frames->len - 1 : 0);
  kb_messages_copy (import->messages, drawing->messages, NULL);
  return layered && read_layers (import, layered, error);
}
