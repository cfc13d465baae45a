/* SPDX-License-Identifier: MIT */
/* The bars of animations over the filmstrip, and the problems of its frames. */
#include <string.h>

#include "editor/film/film_cell.h"
#include "editor/state/problems.h"

/* Dark enough for white text, and different enough from each other. */
static const guint32 film_bars_colours[] = {
  0x26a269ff, 0x986a44ff, 0xa51d2dff, 0x613583ff, 0x1a5fb4ff, 0xc64600ff, 0x2d7d7dff, 0x8c3a6bff,
};

guint32
kb_film_colour (guint index)
{
  return film_bars_colours[index % G_N_ELEMENTS (film_bars_colours)];
}

static void
add_run (KbFilmBars *bars, const KbFilmRun *run)
{
  for (guint lane = 0; lane < KB_MAX_LANES; lane++)
    {
      gboolean is_free = TRUE;
      for (guint i = run->first; i <= run->last && is_free; i++)
        is_free = g_array_index (bars->runs, KbFilmRun, i * KB_MAX_LANES + lane).animation == 0;
      if (!is_free)
        continue;
      for (guint i = run->first; i <= run->last; i++)
        g_array_index (bars->runs, KbFilmRun, i * KB_MAX_LANES + lane) = *run;
      bars->n_lanes = MAX (bars->n_lanes, lane + 1);
      return;
    }
}

static void
override_run (guint8 *shown, guint n, const KbFilmDrag *drag)
{
  for (guint i = drag->first; i <= drag->last && i < n; i++)
    shown[i] = 0;
  for (guint i = drag->new_first; i <= drag->new_last && i < n; i++)
    shown[i] = 1;
}

KbFilmBars *
kb_film_bars_new (const KbSprite *sprite, const KbFilmDrag *drag)
{
  KbFilmBars *bars = g_new0 (KbFilmBars, 1);
  guint n = sprite ? kb_count (sprite->frames) : 0;
  bars->runs = g_array_new (FALSE, TRUE, sizeof (KbFilmRun));
  g_array_set_size (bars->runs, n * KB_MAX_LANES);
  bars->n_lanes = 1;
  if (!n)
    return bars;

  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (places, GUINT_TO_POINTER (kb_frame_at (sprite, i)->node.id),
                         GUINT_TO_POINTER (i));

  g_autofree guint8 *shown = g_new (guint8, n + 1);
  KB_EACH (const KbAnimation, animation, sprite->animations)
    {
      memset (shown, 0, n + 1);
      KB_EACH (const KbStep, step, animation->steps)
        {
          gpointer place;
          if (g_hash_table_lookup_extended (
                places, GUINT_TO_POINTER (step->frame_id), NULL, &place))
            shown[GPOINTER_TO_UINT (place)] = 1;
        }
      if (drag && drag->animation == animation->node.id)
        override_run (shown, n, drag);
      for (guint i = 0; i < n; i++)
        if (shown[i] && (i == 0 || !shown[i - 1]))
          {
            KbFilmRun run = { animation->node.id, animation_at, i, i };
            while (shown[run.last + 1])
              run.last++;
            add_run (bars, &run);
          }
    }
  return bars;
}

void
kb_film_bars_free (KbFilmBars *bars)
{
  g_array_unref (bars->runs);
  g_free (bars);
}

/* The cell shows these two itself: a badge, and a dash for the duration. */
static const KbNode *
film_bars_frame_of (const KbProblem *problem, KbNode *node)
{
  KbFrame *frame = kb_node_frame (node);
  return frame && !g_str_equal (problem->check, "no-hot-spot")
             && !g_str_equal (problem->check, "not-animated")
           ? &frame->node
           : NULL;
}

GHashTable *
kb_film_faults_new (const KbDocument *document, const GPtrArray *problems)
{
  return kb_problem_lines_new (document, problems, film_bars_frame_of);
}
