/* SPDX-License-Identifier: MIT */
/* Actions of MUGEN and Ikemen GO (AIR). The group of a frame is the number of its sprite, the image
 * its number there. Boxes of classes named hit or attack are Clsn1, others Clsn2, from the hot
 * spot. Actions loop, so forth and back becomes a loop with steps of its own. */
#include "exporters/exporters.h"

#define TICK (1000.0 / 60)       /* ms */

/* Clsn1 or Clsn2 of a step. */
static void
add_boxes (const KbExport *of, GString *text, const KbBankFrame *frame, guint kind)
{
  g_autoptr (GString) boxes = g_string_new (NULL);
  guint n = 0;
  for (guint i = 0; i < frame->n_shapes; i++)
    {
      const KbBankShape *shape = frame->shapes + i;
      const char *name = of->content->classes[shape->class_index].name;
      const gboolean hits =
        g_ascii_strcasecmp (name, "hit") == 0 || g_ascii_strcasecmp (name, "attack") == 0;
      const gint x = shape->x - frame->hot_x, y = shape->y - frame->hot_y;
      if (shape->kind == KB_BANK_BOX && kind == (hits ? 1 : 2))
        g_string_append_printf (boxes, "  Clsn%u[%u] = %d, %d, %d, %d\n", kind, n++, x, y,
                                x + shape->w, y + shape->h);
    }
  if (n)
    g_string_append_printf (text, "Clsn%u: %u\n%s", kind, n, boxes->str);
}

static void
add_action (const KbExport *of, gpointer to, const KbExportRun *run)
{
  const KbBankAnimation *animation = run->animation;
  GString *text = to;
  g_autofree guint *ticks = kb_export_ticks (run, TICK);
  g_string_append_printf (text, "\n; %s\n[Begin Action %u]\n", run->name, run->number);
  for (guint i = 0; i < run->n_steps; i++)
    {
      const KbBankStep *step = kb_export_step (run, i);
      add_boxes (of, text, kb_export_frame (of, run->first + step->frame)->frame, 1);
      add_boxes (of, text, kb_export_frame (of, run->first + step->frame)->frame, 2);
      g_string_append_printf (text, "%u, %u, 0, 0, %d\n",
                              (guint) (run->sprite - of->content->sprites), step->frame,
                              i + 1 == run->n_steps && animation->loop == KB_BANK_HOLD_LAST
                                ? -1
                                : (gint) ticks[i]);
    }
}

static char *
make_mugen (const KbExport *of)
{
  GString *text = g_string_new ("; " KB_EXPORT_MARK "\n");
  kb_export_each_animation (of, add_action, text);
  return g_string_free (text, FALSE);
}

const KbExporter kb_exporter_mugen = {
  .ending = ".air",
  .holds = KB_HOLDS (BOXES) | KB_HOLDS (LOOPS) | KB_HOLDS (PING_PONGS) | KB_HOLDS (HOLDS)
           | KB_HOLDS (HOT_SPOTS),
  .only_animations = TRUE,
  .is_engine = TRUE,
  .make_text = make_mugen,
};
