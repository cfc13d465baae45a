/* SPDX-License-Identifier: MIT */
/* kickbox import of another game's track file. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/import.h"
#include "interchange/sources.h"

static void
print_report (const KbCliImport *asked, const KbDocument *document, const KbTrackFile *file,
              KbId id)
{
  const KbTrack *track = (const KbTrack *) kb_document_node (document, id);
  guint64 counts[256] = { 0 };
  if (kb_cli_report_asset (
        asked, json_pack ("{s:s, s:s, s:i, s:i, s:i, s:i}", "kind", "track", "name", track->name,
                          "width", track->width, "height", track->height, "surfaces",
                          track->surfaces->len, "check_points", track->gates->len)))
    return kb_cli_report_messages (asked, file->messages);
  printf ("%s: %d x %d, ", track->name, track->width, track->height);
  printf (ngettext ("%u check point\n", "%u check points\n", track->gates->len), track->gates->len);
  if (track->pixels.zones)
    kb_zones_counts (track->pixels.zones, counts);
  KB_EACH (const KbZone, surface, track->surfaces)
    {
      printf ("  %-16s %-9s", surface->name,
              surface->use == KB_SURFACE_ROAD ? _("road") : _("off road"));
      printf (ngettext ("%10" PRIu64 " pixel\n", "%10" PRIu64 " pixels\n",
                        counts[surface->value]),
              counts[surface->value]);
    }
  kb_cli_report_messages (asked, file->messages);
}

int
kb_cli_import_track (const KbCliImport *asked)
{
  GError *error = NULL;
  g_autoptr (KbDocument) document = NULL;
  const char *fault = asked->files[1] ? _("a track is made of one file")
                      : asked->roads || asked->zones || asked->others || asked->nearest
                            || asked->tolerance || asked->background || asked->keeps_picture
                        ? _("--road, --zone and the options for colours: only with a picture")
                        : NULL;
  if (fault)
    g_set_error (&error, KB_ERROR, KB_ERROR_USAGE, _("kickbox import: %s"), fault);
  g_autoptr (KbTrackFile) file = fault ? NULL : kb_track_file_read (asked->files[0], &error);
  KbId id = 0;
  KbPaintedReport report;
  if (file && (document = kb_cli_open_to_change (asked->project, asked->replay, &error))
      && kb_cli_check_size (document, asked, file->path, asked->name ? asked->name : file->name,
                            (gint) kb_zones_width (file->painted),
                            (gint) kb_zones_height (file->painted), &error))
    id = kb_track_file_apply (document, file, asked->name, !asked->fresh, &report, &error);
  gboolean ok = id && kb_document_save (document, &error);
  if (ok)
    {
      kb_source_folders_add_file (document, file->path);
      print_report (asked, document, file, id);
      kb_cli_report_painted (asked, &report);
    }
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}
