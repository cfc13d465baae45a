/* SPDX-License-Identifier: MIT */
/* A layer of 4096 x 4096 cells as somebody paints it, with a journal: dabs of a terrain, fills of a million cells, their undo. Median,
 * fastest and slowest, in milliseconds of the clock; no pass or fail. */
#include <stdio.h>
#include <stdlib.h>

#include "operations/level/terrain.h"
#include "tests/bench/rounds.h"
#include "tests/support/temp_folder.h"

enum { SIDE = 4096, TERRAINS = 4, DABS = 200, ROUNDS = 9, MILLION = 1000 };

typedef struct {
  KbDocument *document;
  KbId layer;
  const KbSprite *sprite;
  KbStamp *stamp;
} Bench;

/* A tile for each way to give four corners one of the terrains. */
static json_t *
make_frames (void)
{
  json_t *frames = json_array ();
  for (int n = 0; n < TERRAINS * TERRAINS * TERRAINS * TERRAINS; n++)
    {
      json_t *labels = json_array ();
      for (int k = 0, left = n; k < KB_LABELS; k++)
        {
          json_array_append_new (labels, json_integer (k & 1 ? left % TERRAINS + 1 : 0));
          left /= k & 1 ? TERRAINS : 1;
        }
      json_array_append_new (frames, json_pack ("{si si si so}", "id", n + 1, "width", 16, "height", 16, "terrain", labels));
    }
  return frames;
}

static void
add_all (Bench *bench)
{
  KbId project = kb_document_project (bench->document)->node.id;
  json_t *terrains = json_array ();
  for (int n = 1; n <= TERRAINS; n++)
    json_array_append_new (terrains, json_pack ("{si so ss}", "value", n, "name", json_sprintf ("t%d", n), "colour", "#808080"));
  KbId sprite = kb_document_insert (bench->document, project, "sprites", -1,
                                    json_pack ("{ss so so}", "name", "ground", "terrains", terrains, "frames", make_frames ()), NULL);
  KbId level = kb_document_insert (bench->document, project, "levels", -1,
                                   json_pack ("{ss s[{si ss}] s[{ss s[ii] si si}]}", "name", "land", "tilesets", "number", 1, "sprite", "ground",
                                              "layers", "name", "ground", "cell", 16, 16, "width", SIDE, "height", SIDE),
                                   NULL);
  bench->sprite = (const KbSprite *) kb_document_node (bench->document, sprite);
  bench->layer = kb_layer_at ((const KbLevel *) kb_document_node (bench->document, level), 0)->node.id;
}

static void
report (const char *what, double *times, guint n)
{
  qsort (times, n, sizeof *times, compare);
  printf ("  %-44s %9.3f %9.3f %9.3f\n", what, times[n / 2] / 1e6, times[0] / 1e6, times[n - 1] / 1e6);
}

static KbCellStroke *
begin (const Bench *bench)
{
  KbCellStroke *stroke = kb_cell_stroke_new (bench->document, bench->layer, NULL);
  g_assert_nonnull (stroke);
  return stroke;
}

/* All cells have the first terrain. */
static void
prepare (const Bench *bench)
{
  KbCellStroke *stroke = begin (bench);
  g_autoptr (KbTerrains) terrains = kb_terrains_new (bench->sprite, 1, 1, 1);
  kb_terrains_box (terrains, stroke, (KbCellBox) { 0, 0, SIDE, SIDE });
  g_assert_true (kb_cell_stroke_end (stroke, "ground", NULL));
}

/* Each dab next to the one before, as in a drag. */
static void
dab (const Bench *bench, int side)
{
  double make, times[DABS], end, undo, before = now ();
  g_autofree char *what = g_strdup_printf ("terrain, a dab of %d x %d", side, side);
  KbCellStroke *stroke = begin (bench);
  KbTerrains *terrains = kb_terrains_new (bench->sprite, 1, 2, 1);
  make = now () - before;
  for (int n = 0; n < DABS; n++)
    {
      before = now ();
      kb_terrains_box (terrains, stroke, (KbCellBox) { 1000 + n, 1000 + n * 7 % 5, side, side });
      times[n] = now () - before;
    }
  before = now ();
  g_assert_true (kb_cell_stroke_end (stroke, "dabs", NULL));
  end = now () - before;
  before = now ();
  kb_document_undo (bench->document);
  undo = now () - before;
  report (what, times, DABS);
  printf ("    its beginning %.3f, its end %.3f, undo %.3f\n", make / 1e6, end / 1e6, undo / 1e6);
  kb_terrains_free (terrains);
}

typedef enum { RECTANGLE, BUCKET, TERRAIN_RECTANGLE, TERRAIN_BUCKET, RANDOM_RECTANGLE, KINDS } Kind;

static void
fill (const Bench *bench, Kind kind)
{
  static const char *const names[KINDS] = { "rectangle", "bucket", "rectangle of a terrain", "bucket of a terrain",
                                            "rectangle of random tiles" };
  const KbProject *project = kb_document_project (bench->document);
  const KbCellBox box = { 100, 100, MILLION, MILLION };
  double paint[ROUNDS], undo[ROUNDS], redo[ROUNDS];
  for (int n = 0; n < ROUNDS; n++)
    {
      double before;
      g_autoptr (KbTerrains) terrains = kind == RANDOM_RECTANGLE
                                          ? kb_terrains_of_stamp (project, kb_level_at (project, 0), bench->stamp, 1)
                                          : kb_terrains_new (bench->sprite, 1, 3, 1);
      if (kind == BUCKET || kind == TERRAIN_BUCKET)
        {
          /* What is filled: a million other cells. */
          g_autoptr (KbTerrains) other = kb_terrains_new (bench->sprite, 1, 2, 1);
          KbCellStroke *room = begin (bench);
          kb_terrains_box (other, room, box);
          kb_cell_stroke_end (room, "room", NULL);
        }
      before = now ();
      KbCellStroke *stroke = begin (bench);
      if (kind == RECTANGLE)
        kb_cell_stroke_box (stroke, bench->stamp, box);
      else if (kind == BUCKET)
        kb_cell_stroke_fill (stroke, bench->stamp, 500, 500);
      else if (kind == TERRAIN_BUCKET)
        kb_terrains_fill (terrains, stroke, 500, 500);
      else
        kb_terrains_box (terrains, stroke, box);
      g_assert_true (kb_cell_stroke_end (stroke, "fill", NULL));
      paint[n] = now () - before;
      before = now ();
      kb_document_undo (bench->document);
      undo[n] = now () - before;
      before = now ();
      kb_document_redo (bench->document);
      redo[n] = now () - before;
      kb_document_undo (bench->document);
      if (kind == BUCKET || kind == TERRAIN_BUCKET)
        kb_document_undo (bench->document);
    }
  report (names[kind], paint, ROUNDS);
  report ("  undo", undo, ROUNDS);
  report ("  redo", redo, ROUNDS);
}

int
main (void)
{
  g_autofree char *temp = temp_folder_new (), *folder = g_build_filename (temp, "p", NULL);
  static const guint32 cells[] = { 0x10001, 0x10002, 0x10003, 0x10004, 0x10005, 0x10006 };
  Bench bench = { .document = kb_document_new (folder, "land"), .stamp = kb_stamp_new (3, 2, cells) };
  GError *error = NULL;
  add_all (&bench);
  kb_document_save (bench.document, &error);
  kb_document_keep_journal (bench.document, &error);
  g_assert_no_error (error);
  prepare (&bench);
  printf ("%d x %d cells; median, fastest and slowest in ms\n", SIDE, SIDE);
  for (int side = 1; side <= 9; side += 4)
    dab (&bench, side);
  printf ("a million cells\n");
  for (Kind kind = 0; kind < KINDS; kind++)
    fill (&bench, kind);
  kb_stamp_free (bench.stamp);
  kb_document_free (bench.document);
  temp_folder_remove (temp);
  return 0;
}
