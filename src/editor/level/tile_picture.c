/* SPDX-License-Identifier: MIT */
/* Small pictures of tiles in lists. */
#include "editor/level/panels.h"

#include "drawing/tiles/tiles.h"
#include "editor/lists/lists.h"
#include "editor/state/settings.h"

#define LIMIT (16 << 20) /* bytes, for the tilesets of a list */

/* One cache for all rows of a list. */
static KbSurfaces *
tile_picture_surfaces_of (GtkWidget *widget)
{
  GObject *list = G_OBJECT (gtk_widget_get_ancestor (widget, KB_TYPE_ITEM_LIST));
  KbSurfaces *surfaces = g_object_get_data (list, "kb-surfaces");
  if (!surfaces)
    {
      surfaces = kb_surfaces_new (LIMIT);
      g_object_set_data_full (list, "kb-surfaces", surfaces, (GDestroyNotify) kb_surfaces_free);
    }
  return surfaces;
}

void
kb_tile_picture_draw (GtkWidget *widget, cairo_t *cr, KbVec size, KbEditorState *state,
                      const KbLevel *level, const KbLayer *layer, const KbStamp *stamp)
{
  const KbTilesLook look = { .document = kb_editor_state_get_document (state),
                             .level = level,
                             .style = kb_canvas_style (),
                             .surfaces = tile_picture_surfaces_of (widget),
                             .no_offsets = TRUE };
  KbLayer form = *layer;
  form.origin = (KbPixel){ 0 };
  form.look = (KbLayerLook){ .opacity = 100 };
  form.cells.zones = NULL;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, size.x, size.y);
  cairo_clip (cr);
  kb_draw_stamp_within (cr, size, gtk_widget_get_scale_factor (widget), &form, stamp, &look);
  cairo_restore (cr);
}
