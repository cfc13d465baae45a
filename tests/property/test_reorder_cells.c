/* SPDX-License-Identifier: MIT */
/* A sheet cut by a grid, its frames put in another order, copied, deleted and renamed by hand, its cells
 * painted over: each frame is still the one of its cell, with what is marked on it. */
#include "tests/support/import_again.h"
#include "tests/support/seed.h"

#define COLUMNS 6
#define ROWS 4
#define N (COLUMNS * ROWS)
#define SIDE 16

typedef struct { guint number, coat, x, y; } Drawn;

typedef struct {
  Fixture fixture;
  Drawn cells[N];
  gint id_of[N];          /* the lasting id of each cell's frame; 0: it was deleted by hand */
  guint next_number;
} World;

/* The outline is the number's, the colours are the coat's. */
static void
draw (KbPicture *sheet, guint cell, const Drawn *drawn)
{
  g_autoptr (KbPicture) figure = kb_picture_new (SIDE, SIDE);
  ragged_figure (figure, (gint) drawn->x, (gint) drawn->y, drawn->number);
  for (guint i = 0; i < SIDE * SIDE; i++)
    if (figure->rgba[4 * i + 3])
      for (guint k = 0; k < 3; k++)
        figure->rgba[4 * i + k] = (guint8) (figure->rgba[4 * i + k] * (2 * drawn->coat + 1) + 50 * drawn->coat);
  kb_picture_paste (sheet, figure, (gint) (cell % COLUMNS) * SIDE, (gint) (cell / COLUMNS) * SIDE);
}

static void
save (World *w)
{
  g_autoptr (KbPicture) sheet = kb_picture_new (COLUMNS * SIDE, ROWS * SIDE);
  for (guint i = 0; i < N; i++)
    draw (sheet, i, &w->cells[i]);
  kit_save (sheet, w->fixture.art, "sheet.png");
}

static KbFrame *
frame_of_cell (World *w, guint cell)
{
  const KbSprite *sprite = sprite_of (&w->fixture);
  for (guint i = 0; i < sprite->frames->len; i++)
    if (kb_frame_at (sprite, i)->lasting_id == w->id_of[cell])
      return kb_frame_at (sprite, i);
  return NULL;
}

static void
move_frames (World *w)
{
  KbDocument *document = w->fixture.document;
  const KbSprite *sprite = sprite_of (&w->fixture);
  for (gint n = g_test_rand_int_range (1, 9); n > 0; n--)
    {
      gint from = g_test_rand_int_range (0, (gint) sprite->frames->len), to = g_test_rand_int_range (0, (gint) sprite->frames->len);
      g_assert_true (kb_document_move (document, kb_frame_at (sprite, (guint) from)->node.id, to, NULL));
    }
}

/* A frame of the same picture that no import brought; FALSE for one without a picture. */
static void
insert_frame (World *w, gboolean copy)
{
  const KbSprite *sprite = sprite_of (&w->fixture);
  gint at = g_test_rand_int_range (0, (gint) sprite->frames->len);
  json_t *frame = copy ? kb_node_to_json (&kb_frame_at (sprite, (guint) at)->node, NULL)
                       : json_pack ("{sisi}", "width", SIDE, "height", SIDE);
  json_object_del (frame, "id");
  g_assert_cmpuint (kb_document_insert (w->fixture.document, sprite->node.id, "frames", at + 1, frame, NULL), !=, 0);
}

static void
work_by_hand (World *w)
{
  guint cell = (guint) g_test_rand_int_range (0, N);
  KbFrame *frame = frame_of_cell (w, cell);
  switch (g_test_rand_int_range (0, 6))
    {
    case 0:
      insert_frame (w, TRUE);
      break;
    case 1:
      insert_frame (w, FALSE);
      break;
    case 2:
      if (!frame)
        break;
      g_assert_true (kb_document_remove (w->fixture.document, frame->node.id, NULL));
      w->id_of[cell] = 0;
      break;
    case 3:
      if (frame)
        g_assert_true (kb_document_set (w->fixture.document, frame->node.id, "name", json_string (cell % 2 ? "kick" : "stand"), NULL));
      break;
    default:
      move_frames (w);
    }
}

/* None, some or all of the cells in other colours; now and then one is drawn anew. */
static void
paint (World *w)
{
  gint share = g_test_rand_int_range (0, 5);
  for (guint i = 0; i < N; i++)
    if (g_test_rand_int_range (0, 4) < share)
      w->cells[i].coat++;
  if (g_test_rand_bit ())
    w->cells[g_test_rand_int_range (0, N)].number = w->next_number++;
}

static void
check (World *w, const KbImportReport *report)
{
  const KbSprite *sprite = sprite_of (&w->fixture);
  guint deleted = 0;
  for (guint i = 0; i < N; i++)
    deleted += !w->id_of[i];
  g_assert_cmpuint (report->kept, ==, N - deleted);
  g_assert_cmpuint (report->added, ==, deleted);
  g_assert_cmpuint (report->lost + report->restored + sprite->lost->len, ==, 0);
  for (guint i = 0; i < N; i++)
    {
      const KbFrame *frame = frame_of_cell (w, i);
      if (!w->id_of[i])
        continue;
      g_assert_nonnull (frame);
      g_assert_cmpint (frame->picture.x, ==, (gint) (i % COLUMNS) * SIDE);
      g_assert_cmpint (frame->picture.y, ==, (gint) (i / COLUMNS) * SIDE);
      assert_spot (frame, (gint) i, 3);
    }
}

/* The frames of cells that were deleted by hand come back as new ones: these get a hot spot too. */
static void
adopt (World *w)
{
  const KbSprite *sprite = sprite_of (&w->fixture);
  const json_t *frames = json_object_get (sprite->import, "frames");
  for (guint i = 0; i < N; i++)
    {
      w->id_of[i] = (gint) json_integer_value (json_object_get (json_array_get (frames, i), "id"));
      g_assert_true (kb_document_set (w->fixture.document, frame_of_cell (w, i)->node.id, "hot_spot", json_pack ("[ii]", i, 3), NULL));
    }
}

static void
ids_in_order (World *w, gint *ids, guint *n)
{
  const KbSprite *sprite = sprite_of (&w->fixture);
  *n = 0;
  for (guint i = 0; i < sprite->frames->len; i++)
    ids[(*n)++] = kb_frame_at (sprite, i)->lasting_id;
}

static void
test_cells (gconstpointer data)
{
  static const KbImportOptions cut = { .format = (char *) "grid", .cell_width = SIDE, .cell_height = SIDE };
  World w = { .next_number = N };
  set_up (&w.fixture, NULL);
  for (guint i = 0; i < N; i++)
    w.cells[i] = (Drawn) { i, 0, 4, 3 };
  save (&w);
  first_import (&w.fixture, "sheet.png", &cut, NULL);
  adopt (&w);
  for (guint round = 0; kit_goes_on (round, 20); round++)
    {
      KbImportReport report;
      gint before[512], after[512];
      guint n_before, n_after, at = 0;
      for (gint i = g_test_rand_int_range (0, 5); i > 0; i--)
        work_by_hand (&w);
      paint (&w);
      save (&w);
      ids_in_order (&w, before, &n_before);
      import_again (&w.fixture, &report);
      check (&w, &report);
      /* Whoever stood before whom by hand still does: frames are put in between at most. */
      ids_in_order (&w, after, &n_after);
      for (guint i = 0; i < n_after && at < n_before; i++)
        at += after[i] == before[at];
      g_assert_cmpuint (at, ==, n_before);
      kb_import_report_clear (&report);
      adopt (&w);
    }
  tear_down (&w.fixture, NULL);
}

KIT_PROGRAM (reorder_cells)
{
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *path = g_strdup_printf ("/reorder-cells/%u", i);
      g_test_add_data_func (path, NULL, test_cells);
    }
  return g_test_run ();
}
