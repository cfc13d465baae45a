/* SPDX-License-Identifier: MIT */
/* Reads tracks, and puts them into a document. */
#include "interchange/tracks/track_file.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/names.h"
#include "interchange/importers.h"
#include "interchange/readers/readers.h"
#include "interchange/sheets/mask_private.h"

#define TRACK_FILE_MOST_BYTES ((gsize) 32 << 20)

/* --- Reading ---------------------------------------------------------------------------------- */

KbTrackFile *
kb_track_file_read (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  return kb_import_read_unpacked (path, TRACK_FILE_MOST_BYTES, &text, &length, NULL, error)
           ? kb_track_file_parse (path, text, length, error)
           : NULL;
}

KbTrackFile *
kb_track_file_parse (const char *path, const char *text, gsize length, GError **error)
{
  const KbImporter *importer = kb_importer_of_data (KB_IMPORT_TRACK, path, text, length, error);
  if (!importer)
    return NULL;
  KbTrackFile *file = KB_NEW (KbTrackFile, .path = g_strdup (path), .format = importer->name,
                              .surfaces = g_array_new (FALSE, FALSE, sizeof (KbMaskRule)),
                              .gates = g_array_new (FALSE, FALSE, sizeof (KbTrackFileGate)),
                              .messages = kb_messages_new ());
  if (!importer->read_track (file, text, length, error))
    g_clear_pointer (&file, kb_track_file_free);
  else
    {
      g_autofree char *own = file->name;
      file->name = own ? kb_name_make_usable (own, "track") : kb_import_asset_name (path, "track");
    }
  return file;
}

void
kb_track_file_free (KbTrackFile *file)
{
  if (!file)
    return;
  kb_mask_options_clear (&(KbMaskOptions){ .rules = file->surfaces });
  g_free (file->path);
  g_free (file->name);
  kb_zones_unref (file->painted);
  g_array_unref (file->gates);
  g_ptr_array_unref (file->messages);
  g_free (file);
}

/* --- Into the document ------------------------------------------------------------------------ */

static KbId
find_track_file_or_add (KbDocument *document, const KbTrackFile *file, const char *name,
                        GError **error)
{
  const KbProject *project = kb_document_project (document);
  const KbTrack *track = kb_project_find_track (project, name);
  gint width = (gint) kb_zones_width (file->painted),
       height = (gint) kb_zones_height (file->painted);
  if (!track)
    return kb_document_insert (document, project->node.id, "tracks", -1,
                               json_pack ("{ss si si so}", "name", name, "width", width, "height",
                                          height, "bands", kb_new_track_bands (file->radius)),
                               error);
  KbId id = track->node.id;
  gboolean ok = kb_document_set_zones (document, id, "pixels", NULL, error)
                && kb_document_set (document, id, "width", json_integer (width), error)
                && kb_document_set (document, id, "height", json_integer (height), error);
  return ok ? id : 0;
}

/* `record`: of the last import, to keep what was painted since, or NULL. */
static gboolean
paint_track_file (KbDocument *document, const KbTrackFile *file, KbId track, const KbZones *before,
                  const json_t *record, KbPaintedReport *report, GError **error)
{
  g_autofree KbId *ids = g_new0 (KbId, file->surfaces->len + 1);
  guint8 map[256] = { 0 };
  if (!kb_mask_zones_of_rules (document, track, TRUE, file->surfaces, ids, error))
    return FALSE;
  for (guint i = 0; i < file->surfaces->len; i++)
    map[i + 1] = (guint8) ((const KbZone *) kb_document_node (document, ids[i]))->value;
  g_autoptr (KbZones) zones = kb_zones_map (file->painted, map);
  g_autoptr (KbZones) merged = kb_painted_merge (record, before, zones, report);
  return kb_document_set_zones (document, track, "pixels", merged, error)
         && kb_document_set (document, track, "import",
                             kb_painted_record_new (document, file->path, file->format, zones),
                             error);
}

static gboolean
put_gates (KbDocument *document, const KbTrackFile *file, KbId id, GError **error)
{
  const KbTrack *track = (const KbTrack *) kb_document_node (document, id);
  while (track->gates->len)
    if (!kb_document_remove (document, kb_gate_at (track, track->gates->len - 1)->node.id, error))
      return FALSE;
  KB_EACH_IN (const KbTrackFileGate, gate, file->gates)
    {
      json_t *value = json_pack ("{s[ff] s[ff] ss*}", "a", gate->a.x, gate->a.y, "b", gate->b.x,
                                 gate->b.y, "name", gate->name);
      if (!kb_document_insert (document, id, "gates", -1, value, error))
        return FALSE;
    }
  return TRUE;
}

/* Within a step. */
static KbId
import_track_file_as (KbDocument *document, const KbTrackFile *file, const char *name,
                      gboolean keeps, KbPaintedReport *report, GError **error)
{
  const KbTrack *track = kb_project_find_track (kb_document_project (document), name);
  const json_t *record = track && keeps ? track->import : NULL;
  g_autoptr (KbZones) before =
    track && track->pixels.zones ? kb_zones_ref (track->pixels.zones) : NULL;
  KbPaintedReport own;
  KbId id = find_track_file_or_add (document, file, name, error);
  return id && paint_track_file (document, file, id, before, record, report ? report : &own, error)
             && put_gates (document, file, id, error)
           ? id
           : 0;
}

KbId
kb_track_file_apply (KbDocument *document, const KbTrackFile *file, const char *name,
                     gboolean keeps, KbPaintedReport *report, GError **error)
{
  if (!name)
    name = file->name;
  gboolean again = kb_project_find_track (kb_document_project (document), name) != NULL;
  kb_document_begin (document, again ? _("Import track again") : _("Import track"));
  KbId id = import_track_file_as (document, file, name, keeps, report, error);
  return kb_import_finish (document, id != 0, file->path, name, error) ? id : 0;
}

gboolean
kb_track_file_try (KbDocument *document, const KbTrackFile *file, const char *name,
                   KbPaintedReport *report, GError **error)
{
  kb_document_begin (document, _("Import track again"));
  KbId id = import_track_file_as (document, file, name, TRUE, report, error);
  kb_document_cancel (document);
  return id != 0;
}
