/* SPDX-License-Identifier: MIT */
/* Describes what happens if an import gets the name in its dialog. */
#include "editor/imports/imports.h"
#include "editor/widgets/plain.h"

#include <glib/gi18n.h>

static guint64
painted_pixels (const KbZones *zones)
{
  guint64 counts[256], all = 0;
  kb_zones_counts (zones, counts);
  for (guint value = 1; value < 256; value++)
    all += counts[value];
  return all;
}

static guint64
beyond (const KbZones *zones, gint width, gint height)
{
  if (!zones)
    return 0;
  g_autoptr (KbZones) rest = kb_zones_crop (zones, 0, 0, (guint) width, (guint) height);
  return painted_pixels (zones) - painted_pixels (rest);
}

guint64
kb_painted_beyond (const KbNode *asset, gint width, gint height)
{
  guint64 pixels = beyond (kb_node_painted_zones (asset, NULL), width, height);
  const KbTrack *track = kb_node_as (asset, &kb_track_kind);
  if (track)
    KB_EACH (const KbBand, band, track->bands)
      pixels += beyond (band->pixels.zones, width, height);
  return pixels;
}

char *
kb_import_name_fault (const KbDocument *document, const char *list, const KbNode *asset,
                      const char *name)
{
  g_autoptr (GError) error = NULL;
  if (!*name
      || kb_document_check_name (document, kb_document_project (document)->node.id, list,
                                 asset ? asset->id : 0, name, &error))
    return NULL;
  return kb_error_words (error);
}

void
kb_import_report (GtkLabel *label, const char *text, gboolean is_error)
{
  g_autofree char *shown = text ? kb_text_without_options (text) : NULL;
  gtk_label_set_label (label, shown);
  (is_error ? gtk_widget_add_css_class : gtk_widget_remove_css_class) (GTK_WIDGET (label), "error");
}
