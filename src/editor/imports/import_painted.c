/* SPDX-License-Identifier: MIT */
/* Reads and draws what becomes a mask or a track. */
#include "editor/imports/import_painted.h"

#include "drawing/drawing.h"
#include "editor/state/settings.h"
#include "interchange/importers.h"

gboolean
kb_import_painted_is_track_file (const char *path)
{
  const KbImporter *importer = kb_importer_guess (KB_IMPORT_TRACK, path, NULL, NULL);
  return importer && importer->read_track;
}

KbImportPainted *
kb_import_painted_read (const char *path, const char *part, GError **error)
{
  g_autoptr (KbImportPainted) self = g_new0 (KbImportPainted, 1);
  const KbMaskOptions options = { .others = TRUE, .table = TRUE, .part = (char *) part,
                                  .first_part = TRUE };
  if (kb_import_painted_is_track_file (path))
    self->file = kb_track_file_read (path, error);
  else
    self->import = kb_mask_import_read (path, &options, error);
  return self->file || self->import ? g_steal_pointer (&self) : NULL;
}

KbImportPainted *
kb_import_painted_read_again (const KbNode *asset, const char *path, GError **error)
{
  g_autoptr (KbImportPainted) self = g_new0 (KbImportPainted, 1);
  g_auto (KbMaskOptions) options = { NULL };
  if (kb_import_painted_is_track_file (path))
    self->file = kb_track_file_read (path, error);
  else if (kb_mask_recorded_options (asset, &options, error))
    self->import = kb_mask_import_read (path, &options, error);
  return self->file || self->import ? g_steal_pointer (&self) : NULL;
}

void
kb_import_painted_free (KbImportPainted *self)
{
  if (!self)
    return;
  kb_track_file_free (self->file);
  kb_mask_import_free (self->import);
  g_free (self);
}

const KbZones *
kb_import_painted_zones (const KbImportPainted *self)
{
  return self->file ? self->file->painted : self->import->indices;
}
