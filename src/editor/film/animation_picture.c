/* SPDX-License-Identifier: MIT */
/* Saves the current animation with its marks as a GIF or an APNG. */
#include <glib/gi18n.h>

#include "bake/bake.h"
#include "bake/outputs.h"
#include "document/names.h"
#include "drawing/sheets/sheet.h"
#include "editor/film/animations.h"
#include "editor/widgets/plain.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"
#include "exporters/exporters.h"
#include "interchange/layers/moving.h"

static const struct {
  const char *name, *pattern;
} animation_picture_kinds[] = { { N_("GIF"), "*.gif" }, { N_("Animated PNG"), "*.png" } };

static GBytes *
draw_animation_picture (KbDocument *document, const KbAnimation *animation, gboolean as_png,
                        GError **error)
{
  g_autofree KbAnimationSheet *sheet =
    kb_animation_sheet_new (document, animation, &(KbSheetOptions){ 0 });
  const KbMoving moving = {
    .n_steps = kb_animation_sheet_steps (sheet),
    .loops = animation->loop == KB_LOOP_LOOP || animation->loop == KB_LOOP_PING_PONG,
    .draw = kb_animation_sheet_draw,
    .data = sheet,
    .comment = KB_EXPORT_MARK,
  };
  g_autoptr (GBytes) made =
    as_png ? kb_moving_apng (&moving, error) : kb_moving_gif (&moving, error);
  return made && as_png ? kb_mark_png (made, KB_MARK_SHEET) : g_steal_pointer (&made);
}

/* The name of a PNG file decides the format, else the filter, which gives the name its ending. A
 * file that the dialog did not ask about is not replaced, unless we made it. */
static void
on_animation_picture_file (gpointer owner, char **paths, gpointer chooser)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);
  KbWindow *window = owner;
  KbEditorState *state = kb_window_get_state (window);
  const KbAnimation *animation = kb_editor_state_get_animation (state);
  g_autofree char *lower = g_ascii_strdown (paths[0], -1);
  const gboolean is_png = g_str_has_suffix (lower, ".png") || g_str_has_suffix (lower, ".apng"),
                 is_gif = g_str_has_suffix (lower, ".gif"),
                 as_png = is_png
                          || (filter
                              && g_str_equal (gtk_file_filter_get_name (filter),
                                              _ (animation_picture_kinds[1].name))),
                 fits = is_png || (is_gif && !as_png);
  const gsize kept = strlen (lower) - (is_gif && !fits ? strlen (".gif") : 0);
  g_autofree char *path = g_strdup_printf ("%.*s%s", (int) kept, paths[0],
                                           fits     ? ""
                                           : as_png ? ".png"
                                                    : ".gif");
  GError *error = NULL;
  g_autoptr (GBytes) bytes =
    animation
      ? draw_animation_picture (kb_editor_state_get_document (state), animation, as_png, &error)
      : NULL;
  if (!bytes && !error)
    return;
  if (bytes
      && (fits
          || (as_png ? kb_check_mark (path, KB_MARK_SHEET, &error)
                     : kb_check_bank_place (path, &error)))
      && kb_outputs_write (path, bytes, &error))
    {
      g_autofree char *place = kb_place_short (path),
                      *size = g_format_size (g_bytes_get_size (bytes));
      kb_window_toast (window, _("Saved %s (%s)"), place, size);
    }
  else
    kb_window_show_error (window, _("The animation was not saved"), error);
}

void
kb_animation_save_picture (KbWindow *window)
{
  const KbAnimation *animation = kb_editor_state_get_animation (kb_window_get_state (window));
  g_autofree char *usable = kb_name_make_usable (animation->name, "animation"),
                  *name = g_strconcat (usable, ".gif", NULL);
  GtkFileChooserNative *chooser =
    gtk_file_chooser_native_new (_("Save Animation as GIF or APNG"), GTK_WINDOW (window),
                                 GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (animation_picture_kinds); i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
      gtk_file_filter_set_name (filter, _ (animation_picture_kinds[i].name));
      gtk_file_filter_add_pattern (filter, animation_picture_kinds[i].pattern);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
    }
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  kb_file_chooser_run (chooser, window, on_animation_picture_file, chooser);
}
