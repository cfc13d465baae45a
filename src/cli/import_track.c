/* SPDX-License-Identifier: MIT */
/* kickbox import of another game's track file. */
#include <glib/gi18n.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/import_mask.h"
#include "interchange/track_file.h"

static void
print_report (const KbDocument *document, const KbTrackFile *file, KbId id)
{
  const KbTrack *track = (const KbTrack *) kb_document_node (document, id);
  guint64 counts[256] = { 0 };
  printf ("%s: %d x %d, ", track->name, track->width, track->height);
  printf (ngettext ("%u check point\n", "%u check points\n", track->gates->len), track->gates->len);
  if (track->pixels.zones)
    kb_zones_counts (track->pixels.zones, counts);
  for (guint i = 0; i < track->surfaces->len; i++)
    {
      const KbZone *surface = kb_zone_at (track->surfaces, i);
      printf ("  %-16s %-9s", surface->name, surface->use == KB_SURFACE_ROAD ? "road" : "off road");
      printf (ngettext ("%10" G_GUINT64_FORMAT " pixel\n", "%10" G_GUINT64_FORMAT " pixels\n",
                        counts[surface->value]),
              counts[surface->value]);
    }
  for (guint i = 0; i < file->messages->len; i++)
    {
      g_autofree char *message = kb_cli_shown (g_ptr_array_index (file->messages, i));
      printf ("  %s\n", message);
    }
}

int
kb_cli_import_track (const char *project, char **files, const KbCliMask *mask, gboolean replay)
{
  GError *error = NULL;
  KbDocument *document = NULL;
  const char *fault = files[1] ? "a track is made of one file"
                      : mask->roads || mask->zones || mask->others || mask->background
                        ? "--road, --zone, --others-nothing, --background: only with a picture"
                        : NULL;
  if (fault)
    g_set_error (&error, KB_ERROR, KB_ERROR_USAGE, "kickbox import: %s", fault);
  g_autoptr (KbTrackFile) file = fault ? NULL : kb_track_file_read (files[0], &error);
  KbId id = 0;
  if (file && (document = kb_cli_open_to_change (project, replay, &error))
      && kb_cli_check_size (document, mask, file->path, mask->name ? mask->name : file->name,
                            (gint) kb_zones_width (file->painted),
                            (gint) kb_zones_height (file->painted), &error))
    id = kb_track_file_apply (document, file, mask->name, &error);
  gboolean ok = id && kb_document_save (document, &error);
  if (ok)
    print_report (document, file, id);
  if (document)
    kb_document_free (document);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}
