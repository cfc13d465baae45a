/* SPDX-License-Identifier: MIT */
/* Sprites of SuperTux. An action has one rate, so a frame is listed once for each tick of its
 * time. Its hitbox is the first box of its first frame. Actions of several sprites have their names
 * in front. */
#include "exporters/exporters.h"

static void
add_hitbox (GString *text, const KbBankFrame *frame)
{
  for (guint i = 0; i < frame->n_shapes; i++)
    {
      const KbBankShape *shape = frame->shapes + i;
      if (shape->kind != KB_BANK_BOX)
        continue;
      g_string_append_printf (text, "    (hitbox %d %d %d %d)\n", shape->x, shape->y, shape->w,
                              shape->h);
      return;
    }
}

static void
add_export_supertux_action (const KbExport *of, gpointer to, const KbExportRun *run)
{
  const guint tick = kb_export_tick (run);
  g_autofree guint *ticks = kb_export_ticks (run, tick);
  g_autofree char *quoted =
    kb_export_quoted (of->content->n_sprites == 1 ? run->animation->name : run->name);
  char fps[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf (to, "  (action\n    (name %s)\n    (fps %s)\n", quoted,
                          g_ascii_formatd (fps, sizeof fps, "%.9g", 1000.0 / tick));
  add_hitbox (to, kb_export_frame (of, run->first + kb_export_step (run, 0)->frame)->frame);
  g_string_append_printf (to, "    (loops %d)\n    (images", run->loops ? -1 : 1);
  for (guint i = 0; i < run->n_steps; i++)
    for (guint k = 0; k < ticks[i]; k++)
      g_string_append_printf (to, "\n      \"%s\"", kb_export_frame_picture (of, run, i));
  g_string_append (to, "))\n");
}

static char *
make_supertux (const KbExport *of)
{
  GString *text = g_string_new ("; " KB_EXPORT_MARK "\n(supertux-sprite\n");
  kb_export_each_animation (of, add_export_supertux_action, text);
  g_string_append (text, ")\n");
  return g_string_free (text, FALSE);
}

const KbExporter kb_exporter_supertux = {
  .ending = ".sprite",
  .holds = KB_HOLDS (PICTURES) | KB_HOLDS_ANIMATIONS,
  .own_pages = TRUE,
  .only_animations = TRUE,
  .is_engine = TRUE,
  .make_text = make_supertux,
};
