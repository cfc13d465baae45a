/* SPDX-License-Identifier: MIT */
/* Playtest on a canvas of 1600 x 1000: a step, a redraw, and an edit until it is in play, of each scene of the samples, and a crowd of
 * 1,000. Median and 99th percentile of the time by the clock, and of the processor's time for a step and its redraw together, which has
 * to be below 16.6 for 60 a second; in ms; no pass or fail. usage: bench_play DATA */
#include <stdio.h>
#include <stdlib.h>

#include "document/edits/edit.h"
#include "drawing/scene/play.h"
#include "editor/watch/play_bank.h"
#include "editor/play/play_choice.h"
#include "tests/bench/rounds.h"

enum { WIDTH = 1600, HEIGHT = 1000, STEPS = 600, BAKES = 20 };

static const struct {
  const char *project, *scene;
  KbCastKind kind;
  const char *name;
} parts[] = {
  { "dojo", "fight", KB_CAST_SPRITE, "boxer" },       { "harbor", "point-and-click", KB_CAST_MASK, "cabin" },
  { "harbor", "race", KB_CAST_TRACK, "island" },      { "temple", "walk", KB_CAST_LEVEL, "garden" },
  { "yard", "run-and-jump", KB_CAST_LEVEL, "yard" },  { "pinball", "bounce", KB_CAST_LEVEL, "table" },
  { "yard", "maze", KB_CAST_LEVEL, "hedges" },        { "yard", "heightmap", KB_CAST_LEVEL, "highland" },
  { "yard", "isometric", KB_CAST_LEVEL, "court" },
  { NULL, "bounce", KB_CAST_LEVEL, "crowd" },
};

static void
report (const char *what, double *ns, guint n)
{
  qsort (ns, n, sizeof *ns, compare);
  printf ("  %-6s %8.3f %8.3f", what, ns[n / 2] / 1e6, ns[n * 99 / 100] / 1e6);
}

/* Keys come and go, one at a time. */
static void
run_scene (KbPlay *play, KbDocument *document, const kbx_bank *bank)
{
  static double step[STEPS], redraw[STEPS], both[STEPS];
  cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  KbSurfaces *surfaces = kb_surfaces_new (0);
  g_autoptr (KbHeights) heights = kb_heights_new ();
  KbLayers *layers = kb_layers_new ();
  KbPlayPicture picture = { 0 };
  KbView view = { .scale = 1, .width = WIDTH, .height = HEIGHT };
  KbPlayLook look = { .document = document, .bank = bank, .surfaces = surfaces, .heights = heights, .style = kb_style (TRUE), .layers = layers };
  for (guint i = 0; i < STEPS; i++)
    {
      const KbPlayInput input = { .keys = G_GUINT64_CONSTANT (1) << i / 20 % 6, .pointer = { (float) i, 100 }, .press = i % 60 == 59 };
      const double start = now (), began = worked ();
      kb_play_step (play, &input);
      look.time = kb_play_steps (play) * 1000.0 / KB_PLAY_RATE;
      const double stepped = now ();
      const kbx_rect bounds = kb_play_view (play);
      kb_view_fit (&view, (KbBounds) { (double) bounds.min.x, (double) bounds.min.y, (double) bounds.max.x, (double) bounds.max.y }, 16);
      kb_picture_clear (&picture);
      kb_play_draw (play, &picture);
      cairo_t *cr = cairo_create (target);
      kb_draw_play (cr, &picture, &view, &look);
      cairo_destroy (cr);
      redraw[i] = now () - stepped;
      both[i] = worked () - began;
      step[i] = stepped - start;
    }
  report ("step", step, STEPS);
  report ("redraw", redraw, STEPS);
  report ("processor", both, STEPS);
  kb_picture_free (&picture);
  kb_layers_free (layers);
  kb_surfaces_free (surfaces);
  cairo_surface_destroy (target);
}

/* From a change to the bank that has it, beside a run that goes on. */
static void
edit_scene (KbPlay *play, KbDocument *document)
{
  static double edits[BAKES];
  KbPlayBank *bank = NULL;
  for (guint i = 0; i < BAKES; i++)
    {
      KbPlayWhy why;
      const double start = now ();
      KbDocument *copy = kb_document_snapshot (document);
      KbPlayBank *next = kb_play_bank_new (copy, NULL, NULL);
      kb_document_free (copy);
      g_assert_true (next && kb_play_change_bank (play, &next->bank, NULL, &why));
      edits[i] = now () - start;
      g_clear_pointer (&bank, kb_play_bank_free);
      bank = next;
    }
  report ("edit", edits, BAKES);
  kb_play_free (play);
  kb_play_bank_free (bank);
}

static json_t *
wall (int ax, int ay, int bx, int by)
{
  return json_pack ("{s[ii] s[ii] ss}", "a", ax, ay, "b", bx, by, "class", "wall");
}

/* 1,000 balls, boxes and crates in a box. */
static KbDocument *
crowd_new (void)
{
  KbDocument *document = kb_document_new ("/nowhere/at/all", "crowd");
  const KbId project = kb_document_project (document)->node.id;
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "wall", "colour", "#808080"), NULL);
  kb_document_insert (document, project, "levels", -1,
                      json_pack ("{ss s[oooo] s[{ss ss s[ii] s{ss}}]}", "name", "crowd", "walls", wall (0, 0, 0, 500), wall (0, 500, 500, 500),
                                 wall (500, 500, 500, 0), wall (500, 0, 0, 0), "entities", "name", "crowd", "class", "wall", "at", 250, 250,
                                 "values", "count", "1000"), NULL);
  return document;
}

int
main (int argc, char **argv)
{
  for (guint i = 0; i < G_N_ELEMENTS (parts) && argc > 1; i++)
    {
      g_autofree char *path = parts[i].project ? g_build_filename (argv[1], parts[i].project, NULL) : NULL;
      g_autoptr (GError) error = NULL;
      KbDocument *document = path ? kb_document_open (path, &error) : crowd_new ();
      g_assert_no_error (error);
      g_autoptr (KbPlayBank) bank = kb_play_bank_new (document, NULL, &error);
      g_assert_no_error (error);
      KbPlayWhy why;
      const KbPlayScene *scene = kb_play_find_scene (parts[i].scene);
      KbPlayChoice choice = kb_play_choose (&bank->bank, parts[i].kind, parts[i].name);
      KbPlay *play = scene ? kb_play_new (scene, &bank->bank, choice.scene == scene ? choice.cast : NULL, &why) : NULL;
      printf ("%-16s%s", path ? parts[i].scene : parts[i].name, play ? "" : "  cannot be played");
      if (play)
        {
          run_scene (play, document, &bank->bank);
          edit_scene (play, document);
        }
      printf ("\n");
      kb_document_free (document);
    }
  return 0;
}
