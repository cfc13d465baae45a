/* SPDX-License-Identifier: MIT */
/* Random sources imported again and again over random work by hand: nothing made by hand is ever
 * lost, what is shown is what the source has, and undoing everything gives the start. */
#include "tests/support/import_kit.h"
#include "tests/support/looks.h"
#include "tests/support/seed.h"

#define ROUNDS 25
#define MOST 10
#define CELL 24

typedef struct { guint number; gint x, y; gboolean repainted; } Cell;

typedef struct {
  char *temp, *art;
  KbDocument *document;
  Cell cells[MOST];
  guint n, next_figure, next_shape;
} World;

static void
draw_cell (KbPicture *picture, gint x, const Cell *cell)
{
  kit_figure (picture, x + cell->x, cell->y, 12, 12, cell->number);
  if (cell->repainted)
    kit_figure (picture, x + cell->x + 4, cell->y + 5, 5, 5, cell->number + 5000);
}

/* The sheet, tags over random ranges, and slices with keys on random frames. */
static void
write_source (World *w)
{
  g_autoptr (KbPicture) sheet = kb_picture_new (CELL * w->n, CELL);
  g_autoptr (GString) text = g_string_new ("{\"frames\": [");
  for (guint i = 0; i < w->n; i++)
    {
      draw_cell (sheet, (gint) i * CELL, &w->cells[i]);
      g_string_append_printf (text, "%s{\"filename\": \"hero %u.ase\", \"frame\": {\"x\": %u, \"y\": 0, \"w\": %d, \"h\": %d}, \"duration\": %d}",
                              i ? ", " : "", i, i * CELL, CELL, CELL, g_test_rand_int_range (1, 200));
    }
  g_string_append (text, "], \"meta\": {\"image\": \"hero.png\", \"frameTags\": [");
  for (guint i = 0; i < 3; i++)
    {
      gint from = g_test_rand_int_range (0, (gint) w->n), to = g_test_rand_int_range (from, (gint) w->n);
      g_string_append_printf (text, "%s{\"name\": \"tag%u\", \"from\": %d, \"to\": %d}", i ? ", " : "", i, from, to);
    }
  g_string_append (text, "], \"slices\": [");
  for (guint i = 0; i < 2; i++)
    g_string_append_printf (text, "%s{\"name\": \"slice%u\", \"keys\": [{\"frame\": %d, \"bounds\": {\"x\": %d, \"y\": 1, \"w\": 5, \"h\": 4}%s}]}",
                            i ? ", " : "", i, g_test_rand_int_range (0, (gint) w->n), g_test_rand_int_range (0, 9),
                            g_test_rand_bit () ? ", \"pivot\": {\"x\": 1, \"y\": 2}" : "");
  g_string_append (text, "]}}");
  kit_save (sheet, w->art, "hero.png");
  kit_write (w->art, "hero.json", text->str);
}

static void
change_cells (World *w)
{
  guint at = (guint) g_test_rand_int_range (0, (gint) w->n), other = (guint) g_test_rand_int_range (0, (gint) w->n);
  Cell swap = w->cells[at];
  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      w->cells[at] = w->cells[other];
      w->cells[other] = swap;
      break;
    case 1:
      if (w->n == MOST)
        break;
      memmove (w->cells + at + 1, w->cells + at, (w->n - at) * sizeof (Cell));
      w->cells[at] = (Cell) { w->next_figure++, g_test_rand_int_range (0, 12), g_test_rand_int_range (0, 12), FALSE };
      w->n++;
      break;
    case 2:
      if (w->n == 1)
        break;
      memmove (w->cells + at, w->cells + at + 1, (w->n - at - 1) * sizeof (Cell));
      w->n--;
      break;
    case 3:
      w->cells[at].repainted ^= TRUE;
      break;
    default:
      w->cells[at].x = g_test_rand_int_range (0, 12);
      w->cells[at].y = g_test_rand_int_range (0, 12);
    }
}

static KbSprite *
sprite_of (World *w)
{
  return kb_sprite_at (kb_document_project (w->document), 0);
}

/* A shape of a name that no other has; or one of the source's shapes moved, removed; a duration. */
static void
work_by_hand (World *w)
{
  g_autoptr (GError) error = NULL;
  KbFrame *frame = kb_frame_at (sprite_of (w), (guint) g_test_rand_int_range (0, (gint) sprite_of (w)->frames->len));
  KbShape *shape = frame->shapes->len ? kb_shape_at (frame, (guint) g_test_rand_int_range (0, (gint) frame->shapes->len)) : NULL;
  guint n_animations = sprite_of (w)->animations->len;
  KbAnimation *animation = n_animations ? kb_animation_at (sprite_of (w), (guint) g_test_rand_int_range (0, (gint) n_animations)) : NULL;
  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
    case 1:
      {
        g_autofree char *name = g_strdup_printf ("mine%u", w->next_shape++);
        kb_document_insert (w->document, frame->node.id, "shapes", g_test_rand_bit () ? 0 : -1,
                            json_pack ("{sssss{s[iii]}}", "class", "hand", "name", name, "geometry", "circle",
                                       g_test_rand_int_range (0, 20), g_test_rand_int_range (0, 20), 3), &error);
        break;
      }
    case 2:
      if (shape && !shape->name)
        kb_document_set (w->document, shape->node.id, "geometry",
                         json_pack ("{s[iiii]}", "box", g_test_rand_int_range (0, 9), 2, 3, 4), &error);
      break;
    case 3:
      if (shape && !shape->name)
        kb_document_remove (w->document, shape->node.id, &error);
      break;
    default:
      if (animation && animation->steps->len)
        kb_document_set (w->document, kb_step_at (animation, 0)->node.id, "duration", json_integer (g_test_rand_int_range (1, 500)), &error);
    }
  g_assert_no_error (error);
}

static void
count_names (const GPtrArray *frames, guint *counts)
{
  for (guint i = 0; i < frames->len; i++)
    {
      const KbFrame *frame = g_ptr_array_index (frames, i);
      for (guint j = 0; j < frame->shapes->len; j++)
        if (kb_shape_at (frame, j)->name)
          counts[atoi (kb_shape_at (frame, j)->name + 4)]++;
    }
}

/* Each frame shows its cell; each shape made by hand is there once; lasting ids are given once. */
static void
check_world (World *w)
{
  const KbSprite *sprite = sprite_of (w);
  g_autofree guint *counts = g_new0 (guint, w->next_shape + 1);
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  g_assert_cmpuint (sprite->frames->len, ==, w->n);
  for (guint i = 0; i < w->n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (KbPicture) shown = kb_document_frame_picture (w->document, kb_frame_at (sprite, i), &error);
      g_autoptr (KbPicture) expected = kb_picture_new (CELL, CELL);
      g_assert_no_error (error);
      draw_cell (expected, 0, &w->cells[i]);
      g_assert_true (kit_pictures_equal (shown, expected));
      g_assert_true (g_hash_table_add (ids, GINT_TO_POINTER (kb_frame_at (sprite, i)->lasting_id)));
    }
  for (guint i = 0; i < sprite->lost->len; i++)
    g_assert_true (g_hash_table_add (ids, GINT_TO_POINTER (((KbFrame *) g_ptr_array_index (sprite->lost, i))->lasting_id)));
  count_names (sprite->frames, counts);
  count_names (sprite->lost, counts);
  for (guint i = 0; i < w->next_shape; i++)
    if (counts[i] != 1)
      g_error ("the shape mine%u is there %u times", i, counts[i]);
}

static void
import_source (World *w, gboolean again)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = again ? kb_import_read_again (w->document, sprite_of (w), &error)
                                      : kit_read (w->art, "hero.json", NULL, &error);
  g_assert_no_error (error);
  kb_import_apply (w->document, import, "hero", NULL, &error);
  g_assert_no_error (error);
}

static void
test_nothing_is_lost (void)
{
  World w = { .temp = temp_folder_new (), .n = 5, .next_figure = 5 };
  g_autofree char *project = g_build_filename (w.temp, "project", NULL);
  w.art = g_build_filename (w.temp, "art", NULL);
  g_mkdir (w.art, 0700);
  w.document = kb_document_new (project, "project");
  kb_document_insert (w.document, kb_document_project (w.document)->node.id, "classes", -1,
                      json_pack ("{ssss}", "name", "hand", "colour", "#123456"), NULL);
  json_t *start = kb_node_to_json (&kb_document_project (w.document)->node, NULL);
  for (guint i = 0; i < w.n; i++)
    w.cells[i] = (Cell) { i, g_test_rand_int_range (0, 12), g_test_rand_int_range (0, 12), FALSE };
  write_source (&w);
  import_source (&w, FALSE);
  for (guint round = 0; kit_goes_on (round, ROUNDS); round++)
    {
      for (gint i = g_test_rand_int_range (0, 6); i > 0; i--)
        work_by_hand (&w);
      for (gint i = g_test_rand_int_range (0, 4); i > 0; i--)
        change_cells (&w);
      write_source (&w);
      import_source (&w, TRUE);
      check_world (&w);
    }
  json_t *end = kb_node_to_json (&kb_document_project (w.document)->node, NULL);
  guint steps = 0;
  for (; kb_document_undo (w.document); steps++)
    ;
  g_assert_cmpuint (steps, >, kit_n_done);
  json_t *undone = kb_node_to_json (&kb_document_project (w.document)->node, NULL);
  json_object_del (start, "classes");
  json_object_del (undone, "classes");
  g_assert_true (json_equal (start, undone));
  while (kb_document_redo (w.document))
    ;
  json_t *redone = kb_node_to_json (&kb_document_project (w.document)->node, NULL);
  g_assert_true (json_equal (end, redone));
  json_decref (start);
  json_decref (end);
  json_decref (undone);
  json_decref (redone);
  kb_document_free (w.document);
  temp_folder_remove (w.temp);
  g_free (w.temp);
  g_free (w.art);
}

KIT_PROGRAM (reimport)
{
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *path = g_strdup_printf ("/reimport/nothing-is-lost/%u", i);
      g_test_add_func (path, test_nothing_is_lost);
    }
  return g_test_run ();
}
