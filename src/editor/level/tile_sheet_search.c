/* SPDX-License-Identifier: MIT */
/* Search for tiles on a sheet. */
#include "editor/level/tile_sheet_private.h"

#include <glib/gi18n.h>

#include "drawing/tiles/tiles.h"
#include "editor/state/settings.h"

/* The frame at a position counted row by row; NULL: there is none, or it is not found. */
static const KbFrame *
found_at (KbTileSheetView *self, const KbSprite *sprite, gint place)
{
  gint index = self->sheet->frames[place];
  return index >= 0 && (guint) index < self->found->len && self->found->data[index]
           ? kb_tile_sheet_frame (self->sheet, sprite, place % self->sheet->columns,
                                  place / self->sheet->columns)
           : NULL;
}

void
kb_sheet_search_update (KbTileSheetView *self)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  KbDocument *document = self->state ? kb_editor_state_get_document (self->state) : NULL;
  g_clear_pointer (&self->found, g_byte_array_unref);
  if (!self->text || !sprite || !self->sheet)
    return;
  self->found = g_byte_array_new ();
  for (guint i = 0; i < kb_count (sprite->frames); i++)
    {
      guint8 found =
        (guint8) kb_tile_matches (kb_document_project (document), sprite, i, self->text);
      g_byte_array_append (self->found, &found, 1);
    }
}

void
kb_tile_sheet_view_search (KbTileSheetView *self, const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const gboolean searched = self->text != NULL;
  guint n = 0;
  g_free (self->text);
  self->text = *stripped ? g_steal_pointer (&stripped) : NULL;
  kb_sheet_search_update (self);
  for (guint i = 0; self->found && i < self->found->len; i++)
    n += self->found->data[i];
  if (self->found)
    kb_editor_state_say (self->state, ngettext ("%u tile found", "%u tiles found", n), n);
  else if (searched)
    kb_editor_state_say (self->state, "%s", "");
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
kb_tile_sheet_view_find_next (KbTileSheetView *self)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  if (!self->found || !sprite || !self->sheet->columns)
    return;
  gint columns = self->sheet->columns, n = columns * self->sheet->rows,
       from = self->selected.width ? self->to_j * columns + self->to_i : -1;
  for (gint k = 1; k <= n; k++)
    {
      gint place = (from + k + n) % n;
      if (!found_at (self, sprite, place))
        continue;
      kb_tile_sheet_view_choose (self, place % columns, place / columns);
      return;
    }
}

void
kb_sheet_search_draw (KbTileSheetView *self, cairo_t *cr)
{
  const KbSprite *sprite = kb_tile_sheet_view_sprite (self);
  double w = self->sheet->width * self->scale, h = self->sheet->height * self->scale;
  if (!self->found)
    return;
  for (gint place = 0; place < self->sheet->columns * self->sheet->rows; place++)
    if (!found_at (self, sprite, place))
      cairo_rectangle (cr, place % self->sheet->columns * w, place / self->sheet->columns * h, w,
                       h);
  kb_set_colour (cr, kb_canvas_style ()->checker[0], 0.8);
  cairo_fill (cr);
}
