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

/* ---- drawing ---- */

static void
draw_gates (const KbTrackFile *file, cairo_t *cr, const KbView *view)
{
  const guint32 edge = 0x000000ffu, line = 0xffffffffu;
  for (guint pass = 0; pass < 2; pass++)
    {
      KB_EACH_IN (const KbTrackFileGate, gate, file->gates)
        {
          KbVec a = kb_view_to_canvas (view, gate->a), b = kb_view_to_canvas (view, gate->b);
          cairo_move_to (cr, a.x, a.y);
          cairo_line_to (cr, b.x, b.y);
        }
      kb_set_colour (cr, pass ? line : edge, 1);
      cairo_set_line_width (cr, pass ? 1.5 : 3.5);
      cairo_stroke (cr);
    }
}

void
kb_import_painted_draw (const KbImportPainted *self, KbPainting *painting, cairo_t *cr,
                        KbView *view)
{
  painting->zones = kb_import_painted_zones (self);
  painting->opacity = 1;
  KB_EACH_IN_WHILE (self->file, const KbMaskRule, rule, self->file->surfaces)
    painting->colours[rule_at + 1] = rule->rgb << 8 | 0xff;
  gint w = (gint) kb_zones_width (painting->zones), h = (gint) kb_zones_height (painting->zones);
  kb_view_fit (view, (KbBounds) { 0, 0, w, h }, 4);
  /* Larger than the min zoom can show */
  if (w * view->scale > view->width || h * view->scale > view->height)
    {
      view->scale = MIN ((double) view->width / w, (double) view->height / h);
      kb_view_centre (view, (KbBounds) { 0, 0, w, h });
    }
  kb_draw_checker (cr, view, kb_canvas_style (), w, h);
  kb_draw_painting (cr, view, painting);
  if (self->file)
    draw_gates (self->file, cr, view);
}
