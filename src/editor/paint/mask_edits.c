/* SPDX-License-Identifier: MIT */
/* Edits of whole masks, tracks and levels. */
#include "editor/paint/paint.h"

#include <glib/gi18n.h>

#include "editor/imports/imports.h"
#include "editor/lists/lists.h"
#include "editor/widgets/toasts.h"
#include "editor/widgets/widgets.h"

/* Differences between new masks, tracks and levels. */
typedef struct {
  const char *list, *step, *failed, *made, *chooser, *heading, *name;
  int width, height;        /* 0: has no size */
  json_t *(*more) (void);   /* other fields of a new asset, may be NULL */
} Sort;

/* Two surfaces to drive on and one off the road. */
static json_t *
track_fields (void)
{
  return json_pack ("{s[{si ss ss ss} {si ss ss ss} {si ss ss ss}] so}", "surfaces",
                    "value", 1, "name", _("tarmac"), "colour", "#77767b", "ground", "road",
                    "value", 2, "name", _("sand"), "colour", "#e5a50a", "ground", "road",
                    "value", 3, "name", _("grass"), "colour", "#26a269", "ground", "off",
                    "bands", kb_new_track_bands (KB_NEW_BAND_RADIUS));
}

/* KB_PICTURE_BEHIND has none: it is for the current level. */
static const Sort sorts[] = {
  [KB_NEW_MASK] = { .list = "masks",
                    .step = N_("New mask"),
                    .failed = N_("The Mask Cannot Be Made"),
                    .made = N_("New mask “%s”: paint with the brush"),
                    .chooser = N_("The Picture Behind the Mask"),
                    .heading = N_("New Empty Mask"),
                    .name = N_("room"),
                    .width = 640,
                    .height = 360 },
  [KB_NEW_TRACK] = { .list = "tracks",
                     .step = N_("New track"),
                     .failed = N_("The Track Cannot Be Made"),
                     .made = N_("New track “%s”: paint the road, or press D to draw its middle"),
                     .chooser = N_("The Picture Behind the Track"),
                     .heading = N_("New Empty Track"),
                     .name = N_("circuit"),
                     .width = 1280,
                     .height = 720,
                     .more = track_fields },
  [KB_NEW_LEVEL] = { .list = "levels",
                     .step = N_("New level"),
                     .failed = N_("The Level Cannot Be Made"),
                     .made = N_("New level “%s”: click from corner to corner"),
                     .chooser = N_("The Picture Behind the Level"),
                     .heading = N_("New Empty Level"),
                     .name = N_("level") },
};

static char *
free_name (const KbDocument *document, const Sort *sort, const char *wanted)
{
  return kb_document_free_name (document, kb_document_project (document)->node.id, sort->list,
                                wanted);
}

/* Takes `value`; shows the new asset. */
static void
add_painted (KbWindow *window, const Sort *sort, const char *name, json_t *value)
{
  KbEditorState *state = kb_window_get_state (window);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (GError) error = NULL;
  if (sort->more)
    json_object_update_new (value, sort->more ());
  kb_document_begin (document, _(sort->step));
  KbId id = kb_document_insert (document, kb_document_project (document)->node.id, sort->list, -1,
                                value, &error);
  if (!kb_document_finish (document, id != 0))
    {
      kb_window_show_error (window, _(sort->failed), g_steal_pointer (&error));
      return;
    }
  kb_editor_state_set_asset (state, id);
  kb_editor_state_grab_canvas (state);
  g_autofree char *text = g_strdup_printf (_(sort->made), name);
  kb_window_toast_undo (window, "%s", text);
}

/* ---- over a picture ---- */

/* Adds a file as a picture of the project. Returns the field's value, {"file", "rect"}, and the
 * file's name without suffix in `base`. Shows the error and returns NULL if it cannot be read. */
static json_t *
read_mask_edits_picture (KbWindow *window, const char *path, char **base)
{
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) picture = kb_picture_read_any (path, &error);
  *base = g_path_get_basename (path);
  char *dot = strrchr (*base, '.');
  if (dot && dot != *base)
    *dot = '\0';
  g_autofree char *file =
    picture && document ? kb_document_add_picture (document, *base, picture, &error) : NULL;
  if (file)
    return json_pack ("{ss s[iiii]}", "file", file, "rect", 0, 0, (int) picture->width,
                      (int) picture->height);
  kb_window_show_error (window, _("The Picture Cannot Be Read"), g_steal_pointer (&error));
  return NULL;
}

static void
from_file (KbWindow *window, const Sort *sort, const char *path)
{
  g_autofree char *base = NULL;
  json_auto_t *picture = read_mask_edits_picture (window, path, &base);
  if (!picture)
    return;
  g_autofree char *name =
    free_name (kb_editor_state_get_document (kb_window_get_state (window)), sort, base);
  const json_t *rect = json_object_get (picture, "rect");
  json_t *value = json_pack ("{ss sO}", "name", name, "picture", picture);
  if (sort->width)
    json_object_update_new (value, json_pack ("{sO sO}", "width", json_array_get (rect, 2),
                                              "height", json_array_get (rect, 3)));
  add_painted (window, sort, name, value);
}

/* Sets the picture of the current level; takes the value, null for none. */
static void
set_level_picture (KbWindow *window, json_t *picture)
{
  KbEditorState *state = kb_window_get_state (window);
  const KbLevel *level = kb_editor_state_get_level (state);
  g_autoptr (GError) error = NULL;
  gboolean done = level
                  && kb_document_set (kb_editor_state_get_document (state), level->node.id,
                                      "picture", json_incref (picture), &error);
  if (done)
    kb_editor_state_offer_undo (state, "%s",
                                json_is_null (picture) ? _("No picture is behind the level")
                                                       : _("The picture is behind the level"));
  else if (error)
    kb_editor_state_take_error (state, g_steal_pointer (&error));
  json_decref (picture);
}

static void
on_mask_edits_chosen (gpointer window, char **paths, gpointer sort)
{
  g_autofree char *base = NULL;
  json_t *picture = sort ? NULL : read_mask_edits_picture (window, paths[0], &base);
  if (sort)
    from_file (window, sort, paths[0]);
  else if (picture)
    set_level_picture (window, picture);
}

void
kb_asset_ask_picture (KbWindow *window, int which)
{
  const Sort *sort = which == KB_PICTURE_BEHIND ? NULL : &sorts[which];
  GtkFileChooserNative *chooser =
    kb_import_ask_png (GTK_WINDOW (window), _(sort ? sort->chooser : sorts[KB_NEW_LEVEL].chooser));
  kb_file_chooser_run (chooser, window, on_mask_edits_chosen, sort);
}

void
kb_level_remove_picture (KbWindow *window)
{
  set_level_picture (window, json_null ());
}

/* ---- on an empty canvas ---- */

static void
on_empty (KbWindow *window, const char *name, const KbNameFor *what)
{
  const Sort *sort = sorts;
  while (!g_str_equal (sort->list, what->list))
    sort++;
  json_t *value = json_pack ("{ss}", "name", name);
  if (what->width)
    json_object_update_new (value,
                            json_pack ("{si si}", "width", what->width, "height", what->height));
  add_painted (window, sort, name, value);
}

void
kb_asset_ask_empty (KbWindow *window, int which)
{
  const Sort *sort = &sorts[which];
  KbDocument *document = kb_editor_state_get_document (kb_window_get_state (window));
  if (!document)
    return;
  g_autofree char *name = free_name (document, sort, _(sort->name));
  kb_dialog_name (window, _(sort->heading), _("Create"), name,
                  (KbNameFor) { kb_document_project (document)->node.id, sort->list, 0,
                                sort->width, sort->height },
                  on_empty);
}
