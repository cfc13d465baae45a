/* SPDX-License-Identifier: MIT */
/* Shared by the readers of OpenRaster, Krita and Pixelorama: limits, and names of blend modes. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

/* As in OpenRaster after its "svg:", and in Krita with its "_" as "-". */
static const struct { const char *name; KbDrawnBlend blend; } stacks_blends[] = {
  { "src-over", KB_DRAWN_NORMAL },        { "normal", KB_DRAWN_NORMAL },
  { "multiply", KB_DRAWN_MULTIPLY },      { "screen", KB_DRAWN_SCREEN },
  { "overlay", KB_DRAWN_OVERLAY },        { "darken", KB_DRAWN_DARKEN },
  { "lighten", KB_DRAWN_LIGHTEN },        { "color-dodge", KB_DRAWN_DODGE },
  { "dodge", KB_DRAWN_DODGE },            { "color-burn", KB_DRAWN_BURN },
  { "burn", KB_DRAWN_BURN },              { "hard-light", KB_DRAWN_HARD_LIGHT },
  { "soft-light", KB_DRAWN_SOFT_LIGHT },  { "soft-light-svg", KB_DRAWN_SOFT_LIGHT },
  { "difference", KB_DRAWN_DIFFERENCE },  { "diff", KB_DRAWN_DIFFERENCE },
  { "exclusion", KB_DRAWN_EXCLUSION },    { "hue", KB_DRAWN_HUE },
  { "saturation", KB_DRAWN_SATURATION },  { "color", KB_DRAWN_COLOUR },
  { "luminosity", KB_DRAWN_LUMINOSITY },  { "luminize", KB_DRAWN_LUMINOSITY },
  { "plus", KB_DRAWN_ADD },               { "add", KB_DRAWN_ADD },
  { "linear-dodge", KB_DRAWN_ADD },       { "subtract", KB_DRAWN_SUBTRACT },
  { "divide", KB_DRAWN_DIVIDE },
};

KbDrawnBlend
kb_drawn_blend_find (KbImport *import, const char *name)
{
  const char *colon = strchr (name, ':');
  g_autofree char *plain = g_strdelimit (g_strdup (colon ? colon + 1 : name), "_", '-');
  for (guint i = 0; i < G_N_ELEMENTS (stacks_blends); i++)
    if (strcmp (stacks_blends[i].name, plain) == 0)
      return stacks_blends[i].blend;
  kb_import_lose (import, _("blend modes that are not known"), 1);
  return KB_DRAWN_NORMAL;
}

KbArtLayer *
kb_layered_add_within (KbLayered *layered, const char *name, gint group, const char *path,
                       GError **error)
{
  guint depth = 0;
  for (gint i = group; i >= 0; i = kb_layered_layer (layered, (guint) i)->parent)
    depth++;
  if (layered->layers->len >= KB_MAX_LAYERS || depth > KB_MAX_DRAWN_DEPTH)
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("%s: there are over %d layers, or over %d groups within each other"),
                         path, KB_MAX_LAYERS, KB_MAX_DRAWN_DEPTH);
  KbArtLayer *layer = kb_layered_add_layer (layered, g_strdup (name ? name : "layer"));
  layer->parent = group;
  return layer;
}

gboolean
kb_layered_take (KbLayered *layered, KbCel *cel, KbPicture *picture, const char *place,
                 GError **error)
{
  cel->picture = picture;
  layered->pixels += picture ? (guint64) picture->width * picture->height : 0;
  return layered->pixels <= KB_MAX_LAYERED_PIXELS
         || kb_import_fail (error, place, _("the layers are too large together"));
}

gboolean
kb_layered_import (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
                   GError **error)
{
  const char *path = import->files[0];
  KbJsonPlace root = { NULL, path, FALSE, 0 };
  g_autoptr (KbLayered) layered = import->importer->read_layers (import, path, data, size, error);
  if (!layered || !kb_layered_add_frames (import, layered, path, error))
    return FALSE;
  json_auto_t *meta = json_pack ("{sO*}", "frameTags", layered->tags);
  g_autofree gint *durations = g_new (gint, layered->frames->len);
  KB_EACH (const KbDrawnFrame, frame, layered->frames)
    durations[frame_at] = frame->duration;
  return kb_aseprite_read_tags (import, meta, durations, &root, error);
}
