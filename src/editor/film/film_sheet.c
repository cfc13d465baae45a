/* SPDX-License-Identifier: MIT */
/* The frames of a tileset as a grid, in place of the strip: rows as on its sheet. */
#include "editor/film/film_sheet.h"

#include "editor/film/filmstrip.h"
#include "editor/widgets/widgets.h"
#include "operations/level/tilesets.h"

static const KbTileset *
tileset_of (const KbProject *project, const KbSprite *sprite)
{
  KB_EACH (const KbLevel, level, project->levels)
    KB_EACH (KbTileset, tileset, level->tilesets)
      if (g_strcmp0 (tileset->sprite, sprite->name) == 0)
        return tileset;
  return NULL;
}

static void
show (KbFilmSheet *self, gboolean anew)
{
  const KbSprite *sprite = kb_editor_state_get_sprite (self->state);
  const KbTileset *tileset =
    sprite && kb_count (sprite->frames)
      ? tileset_of (kb_document_project (kb_editor_state_get_document (self->state)), sprite)
      : NULL;
  gboolean grid = tileset && gtk_toggle_button_get_active (self->toggle);
  gtk_widget_set_visible (GTK_WIDGET (self->toggle), tileset != NULL);
  gtk_widget_set_visible (self->scroller, grid);
  gtk_widget_set_visible (self->strip, !grid);
  kb_tile_sheet_view_show (self->sheet, grid ? tileset : NULL, anew);
}

static void
on_changed (KbEditorState *state, guint flags, KbFilmSheet *self)
{
  guint lists = KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_LISTS | KB_CHANGE_VALUES;
  if (flags & (lists | KB_CHANGE_FRAME))
    show (self, (flags & lists) != 0);
}

static void
on_toggled (GtkToggleButton *toggle, KbFilmSheet *self)
{
  show (self, TRUE);
}

static void
on_menu (GtkGestureClick *gesture, int n_press, double x, double y, KbFilmSheet *self)
{
  if (!kb_tile_sheet_view_pick (self->sheet, x, y))
    return;
  double at_x, at_y;
  GtkWidget *film = gtk_widget_get_parent (self->menu);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->sheet), film, x, y, &at_x, &at_y);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle) { (int) at_x, (int) at_y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

void
kb_film_sheet_begin (KbFilmSheet *self)
{
  kb_add_click (self->sheet, GDK_BUTTON_SECONDARY, "pressed", G_CALLBACK (on_menu), self);
  kb_tile_sheet_view_choose_frames (self->sheet);
  kb_tile_sheet_view_set_state (self->sheet, self->state);
  kb_tile_sheet_view_fit_in (self->sheet, GTK_SCROLLED_WINDOW (self->scroller));
  g_signal_connect (self->toggle, "toggled", G_CALLBACK (on_toggled), self);
  self->handler = g_signal_connect (self->state, "changed", G_CALLBACK (on_changed), self);
}

void
kb_film_sheet_end (KbFilmSheet *self)
{
  if (self->handler)
    g_clear_signal_handler (&self->handler, self->state);
}
