/* SPDX-License-Identifier: MIT */
/* The filmstrip's menus as tables. */
#include "editor/film/filmstrip.h"

#include <glib/gi18n.h>
#include <string.h>

#include "editor/widgets/widgets.h"

static const KbMenuEntry frame_items[] = {
  { N_("_Insert Empty Frame"), "win.insert-frame" },
  { N_("_Duplicate Frames"), "win.duplicate-frames" },
  { N_("Delete F_rames"), "win.delete-frames" },
  { N_("Move _Earlier"), "win.move-frames-earlier" },
  { N_("Move _Later"), "win.move-frames-later" },
  { NULL, NULL },
  { N_("Set D_uration"), "win.frame-duration" },
  { N_("New _Animation"), "win.new-animation" },
  { N_("_Begin Animation Here"), "win.animation-start" },
  { N_("E_nd Animation Here"), "win.animation-end" },
  { NULL, NULL },
  { N_("Shapes on _Many Frames…"), "win.annotate-frames" },
  { NULL, NULL },
  { N_("_Crop…"), "win.crop-frames" },
  { N_("_Trim Each"), "win.trim-frames" },
  { N_("Trim To_gether"), "win.trim-frames-together" },
  { N_("E_xtend…"), "win.extend-frames" },
  { N_("_Flip Left to Right"), "win.flip-frames-x" },
  { N_("Fli_p Upside Down"), "win.flip-frames-y" },
  { N_("_Scale…"), "win.scale-frames" },
  { N_("Place _Hot Spots…"), "win.place-hot-spots" },
  { NULL, NULL },
  { N_("C_ompare…"), "win.compare-frames" },
  { N_("Frame Da_ta…"), "win.frame-data" },
};

static const KbMenuEntry batch_items[] = {
  { N_("_Following Frames"), "win.apply-following" },
  { N_("_Selected Frames"), "win.apply-selected" },
  { N_("_All Frames"), "win.apply-all" },
  { N_("Fill In _Between"), "win.fill-between" },
  { NULL, NULL },
  { N_("Delete from F_ollowing Frames"), "win.delete-from-following" },
  { N_("Delete from S_elected Frames"), "win.delete-from-selected" },
  { N_("_Delete from All Frames"), "win.delete-from-all" },
  { NULL, NULL },
  { N_("Align by Frame _Corner (not Hot Spot)"), "win.relative-to-corner" },
};

GMenuModel *
kb_film_menu_of_frames (void)
{
  return kb_menu_model_new (frame_items, G_N_ELEMENTS (frame_items));
}

GMenuModel *
kb_film_menu_of_apply (const char *animation)
{
  KbMenuEntry items[G_N_ELEMENTS (batch_items)];
  memcpy (items, batch_items, sizeof items);
  if (!animation)
    return kb_menu_model_new (items, G_N_ELEMENTS (items));
  /* A single underscore would mark a mnemonic */
  g_auto (GStrv) parts = g_strsplit (animation, "_", -1);
  g_autofree char *name = g_strjoinv ("__", parts);
  g_autofree char *apply = g_strdup_printf (_("_Following Frames of “%s”"), name);
  g_autofree char *delete = g_strdup_printf (_("Delete from F_ollowing Frames of “%s”"), name);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    if (g_strcmp0 (items[i].action, "win.apply-following") == 0)
      items[i].label = apply;
    else if (g_strcmp0 (items[i].action, "win.delete-from-following") == 0)
      items[i].label = delete;
  return kb_menu_model_new (items, G_N_ELEMENTS (items));
}
