/* SPDX-License-Identifier: MIT */
/* Six shapes of a fighter carried to twelve frames: median and worst of some runs. Then how many of the
 * shapes that a hand has drawn on the first frame of an animation come out on the others within 2 px of a
 * hand's, for the fighters and for each file of tests/data/hand whose pictures are installed: bench_propagate ART
 * [FOLDER-OF-HANDS [ROOT]]. With PROPAGATE_VERBOSE each shape is printed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operations/operations.h"
#include "tests/support/dojo_art.h"
#include "tests/support/temp_folder.h"

enum { RUNS = 9, FRAMES = 12 };

static int
ascending (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

enum { NEAR = 2, NEAR_DEGREES = 15 };

typedef struct { guint boxes, near, points, points_near, aims, aims_near; } Score;

static gboolean
is_near (const KbGeometry *a, const KbGeometry *b)
{
  KbBounds p = kb_geometry_kind (a->type)->bounds (a), q = kb_geometry_kind (b->type)->bounds (b);
  return fabs (p.x0 - q.x0) <= NEAR && fabs (p.y0 - q.y0) <= NEAR && fabs (p.x1 - q.x1) <= NEAR && fabs (p.y1 - q.y1) <= NEAR;
}

static double
turn (double a, double b)
{
  return fabs (remainder (a - b, 360));
}

static void
score_item (const KbFrame *frame, const KbNode *source, const KbProposedItem *item, Score *score)
{
  const KbShape *shape = kb_node_as ((KbNode *) source, &kb_shape_kind);
  const KbPoint *point = kb_node_as ((KbNode *) source, &kb_point_kind);
  const KbShape *made = NULL;
  for (guint i = 0; shape && i < frame->shapes->len && !made; i++)
    if (kb_shape_at (frame, i)->class_id == shape->class_id && g_strcmp0 (kb_shape_at (frame, i)->name, shape->name) == 0)
      made = kb_shape_at (frame, i);
  if (made && made->geometry.type == item->geometry.type)
    {
      gboolean near = is_near (&made->geometry, &item->geometry);
      score->boxes++, score->near += near;
      if (g_getenv ("PROPAGATE_VERBOSE"))
        {
          const double *v = item->geometry.v, *w = made->geometry.v;
          printf ("  %-18s %-10s %s %3.0f %% found %g %g %g %g, hand %g %g %g %g\n", frame->name, shape->name ? shape->name : "", near ? "near" : "FAR ",
                  100 * item->confidence, v[0], v[1], v[2], v[3], w[0], w[1], w[2], w[3]);
        }
    }
  const KbPoint *at = point ? kb_frame_find_point (frame, point->name) : NULL;
  if (at)
    {
      gboolean near = fabs (at->at.x - item->geometry.v[0]) <= NEAR && fabs (at->at.y - item->geometry.v[1]) <= NEAR;
      gboolean aims = at->direction.set && turn (at->direction.degrees, item->direction.degrees) <= NEAR_DEGREES;
      score->points++, score->points_near += near;
      score->aims += at->direction.set, score->aims_near += aims;
      if (g_getenv ("PROPAGATE_VERBOSE"))
        printf ("  %-18s %-10s %s %s %3.0f %% found %g %g %g, hand %d %d %g\n", frame->name, point->name, near ? "near" : "FAR ", aims ? "aims" : "OFF ", 100 * item->confidence,
                item->geometry.v[0], item->geometry.v[1], item->direction.degrees, at->at.x, at->at.y, at->direction.degrees);
    }
}

/* Carries the annotations of the first of some frames to the others. */
static void
score_frames (KbDocument *document, const char *name, const GPtrArray *frames, Score *sum)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (KbId)), ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  g_autoptr (GError) error = NULL;
  const KbFrame *first = g_ptr_array_index (frames, 0);
  for (guint i = 0; i < first->shapes->len; i++)
    g_array_append_val (items, kb_shape_at (first, i)->node.id);
  for (guint i = 0; i < first->points->len; i++)
    g_array_append_val (items, ((KbNode *) g_ptr_array_index (first->points, i))->id);
  for (guint i = 1; i < frames->len; i++)
    g_array_append_val (ids, ((KbNode *) g_ptr_array_index (frames, i))->id);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, first->node.id, (KbId *) (gpointer) items->data, items->len,
                                                         (KbId *) (gpointer) ids->data, ids->len, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
  double ms = (double) (g_get_monotonic_time () - start) / 1000;
  Score score = { 0 };
  for (guint f = 0; f < proposals->len; f++)
    {
      const KbProposal *proposal = g_ptr_array_index (proposals, f);
      for (guint i = 0; i < proposal->items->len; i++)
        {
          const KbProposedItem *item = &g_array_index (proposal->items, KbProposedItem, i);
          score_item (g_ptr_array_index (frames, f + 1), kb_document_node (document, item->source), item, &score);
        }
    }
  printf ("  %-24s %3u of %3u boxes near, %2u of %2u points near, %2u of %2u aims near, %.0f ms\n", name, score.near, score.boxes,
          score.points_near, score.points, score.aims_near, score.aims, ms);
  sum->near += score.near, sum->boxes += score.boxes, sum->points += score.points;
  sum->points_near += score.points_near, sum->aims += score.aims, sum->aims_near += score.aims_near;
}

static void
score_fighter (KbDocument *document, const char *name, Score *sum)
{
  static const char *const animations[] = { "idle", "walk", "punch", "kick", "hurt" };
  const KbSprite *sprite = kb_project_find_sprite (kb_document_project (document), name);
  for (guint a = 0; a < G_N_ELEMENTS (animations); a++)
    {
      g_autoptr (GPtrArray) frames = g_ptr_array_new ();
      g_autofree char *title = g_strdup_printf ("%s %s", name, animations[a]);
      for (guint i = 0; i < sprite->frames->len; i++)
        if (strstr (kb_frame_at (sprite, i)->name, animations[a]))
          g_ptr_array_add (frames, kb_frame_at (sprite, i));
      score_frames (document, title, frames, sum);
    }
}

/* A hand's file: {"folder": ..., "like": true, "frames": [{"file", "rect"?, "boxes": {NAME: [x, y, w, h]}, "points":
 * {NAME: [x, y, degrees]}}]}. FALSE when the pictures are not installed. */
static gboolean
score_hand (KbDocument *document, const char *path, const char *root, Score *sums)
{
  json_error_t fault;
  json_auto_t *hand = json_load_file (path, 0, &fault);
  if (!hand)
    g_error ("%s:%d: %s", path, fault.line, fault.text);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) frames = g_ptr_array_new ();
  g_autofree char *base = g_path_get_basename (path);
  KbId project = kb_document_project (document)->node.id;
  KbId sprite = kb_document_insert (document, project, "sprites", -1, json_pack ("{ss}", "name", base), &error);
  g_assert_no_error (error);
  json_t *from, *value;
  size_t index;
  const char *name;
  json_array_foreach (json_object_get (hand, "frames"), index, from)
    {
      const char *title = json_string_value (json_object_get (from, "file"));
      g_autofree char *file = g_build_filename (root, json_string_value (json_object_get (hand, "folder")), title, NULL);
      g_autoptr (KbPicture) picture = kb_picture_read (NULL, file, NULL);
      if (!picture)
        return FALSE;
      g_autofree char *stored = kb_document_add_picture (document, "hand", picture, &error);
      gint rect[4] = { 0, 0, (gint) picture->width, (gint) picture->height };
      json_unpack (json_object_get (from, "rect"), "[iiii]", rect, rect + 1, rect + 2, rect + 3);
      json_t *shapes = json_array (), *points = json_array ();
      json_object_foreach (json_object_get (from, "boxes"), name, value)
        json_array_append_new (shapes, json_pack ("{ss ss s{sO}}", "class", "figure", "name", name, "geometry", "box", value));
      json_object_foreach (json_object_get (from, "points"), name, value)
        json_array_append_new (points, json_pack ("{ss s[OO] sO}", "name", name, "at", json_array_get (value, 0),
                                                  json_array_get (value, 1), "direction", json_array_get (value, 2)));
      KbId id = kb_document_insert (document, sprite, "frames", -1,
                                    json_pack ("{ss si si s{ss s[iiii]} so so}", "name", title, "width", rect[2], "height", rect[3],
                                               "picture", "file", stored, "rect", rect[0], rect[1], rect[2], rect[3], "shapes", shapes,
                                               "points", points),
                                    &error);
      g_assert_no_error (error);
      g_ptr_array_add (frames, kb_document_node (document, id));
    }
  score_frames (document, base, frames, &sums[json_is_true (json_object_get (hand, "like"))]);
  return TRUE;
}

static void
print_score (const char *what, const Score *s)
{
  if (s->boxes)
    printf ("%s: %.0f %% of %u boxes within %d px, %.0f %% of %u points, %.0f %% of %u directions within %d degrees\n", what,
            100.0 * s->near / s->boxes, s->boxes, NEAR, 100.0 * s->points_near / MAX (s->points, 1), s->points,
            100.0 * s->aims_near / MAX (s->aims, 1), s->aims, NEAR_DEGREES);
}

static void
score_hands (KbDocument *document, const char *folder, const char *root)
{
  Score sums[2] = { 0 };
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  kb_document_insert (document, kb_document_project (document)->node.id, "classes", -1,
                      json_pack ("{ss ss}", "name", "figure", "colour", "#ff0000"), NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir));)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      if (!score_hand (document, path, root, sums))
        printf ("  %s: its pictures are not installed\n", name);
    }
  print_score ("like frames", &sums[TRUE]);
  print_score ("unlike frames", &sums[FALSE]);
}

/* All frames of the sprite three times as large and its last ones again: LARGE beside the first. */
static void
time_large (KbDocument *document, const KbSprite *sprite)
{
  enum { LARGE = 40, AGAIN = 16 };
  g_autoptr (GError) error = NULL;
  KbId all[64], frames[LARGE], items[16];
  guint n = sprite->frames->len, n_items = 0;
  for (guint i = 0; i < n; i++)
    all[i] = kb_frame_at (sprite, i)->node.id;
  kb_scale_frames (document, all, n, 3, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < AGAIN; i++)
    {
      json_t *copy = kb_node_to_json (&kb_frame_at (sprite, n - 1 - i)->node, NULL);
      json_object_del (copy, "id");
      kb_document_insert (document, sprite->node.id, "frames", -1, copy, &error);
      g_assert_no_error (error);
    }
  const KbFrame *first = kb_frame_at (sprite, 0);
  for (; n_items < first->shapes->len && n_items < G_N_ELEMENTS (items); n_items++)
    items[n_items] = kb_shape_at (first, n_items)->node.id;
  for (guint i = 0; i < LARGE; i++)
    frames[i] = kb_frame_at (sprite, i + 1)->node.id;
  gint64 start = g_get_monotonic_time ();
  g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, first->node.id, items, n_items, frames, LARGE, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
  printf ("propagate, %u shapes to %u frames of %d x %d: %.0f ms\n", n_items, proposals->len, first->width, first->height,
          (double) (g_get_monotonic_time () - start) / 1000);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = temp_folder_new (), *path = g_build_filename (folder, "p", NULL);
  KbDocument *document = kb_document_new (path, "p");
  dojo_add_fighter (document, argv[1], "fakir");
  dojo_add_fighter (document, argv[1], "boxer");
  const KbSprite *sprite = kb_project_find_sprite (kb_document_project (document), "fakir");
  const KbFrame *first = kb_frame_at (sprite, 0);
  KbId items[16], frames[FRAMES];
  guint n = 0;
  for (; n < first->shapes->len && n < G_N_ELEMENTS (items); n++)
    items[n] = kb_shape_at (first, n)->node.id;
  for (guint i = 0; i < FRAMES; i++)
    frames[i] = kb_frame_at (sprite, i + 1)->node.id;
  for (guint mirrored = 0; mirrored < 2; mirrored++)
    {
      double ms[RUNS];
      KbPropagateOptions options = kb_propagate_defaults;
      options.mirrored = mirrored;
      for (guint run = 0; run < RUNS; run++)
        {
          g_autoptr (GError) error = NULL;
          gint64 start = g_get_monotonic_time ();
          g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, first->node.id, items, n, frames, FRAMES, &options, &error);
          g_assert_no_error (error);
          g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
          g_assert_cmpuint (proposals->len, ==, FRAMES);
          ms[run] = (double) (g_get_monotonic_time () - start) / 1000;
        }
      qsort (ms, RUNS, sizeof *ms, ascending);
      printf ("propagate, %u shapes to %d frames of 96 x 80%s: median %.0f ms, worst %.0f ms\n", n, FRAMES,
              mirrored ? ", mirrored too" : "", ms[RUNS / 2], ms[RUNS - 1]);
    }
  Score fighters = { 0 };
  score_fighter (document, "fakir", &fighters);
  score_fighter (document, "boxer", &fighters);
  print_score ("drawn fighters", &fighters);
  time_large (document, sprite);
  if (argc > 2)
    score_hands (document, argv[2], argc > 3 ? argv[3] : "/");
  kb_document_free (document);
  temp_folder_remove (folder);
  return EXIT_SUCCESS;
}
