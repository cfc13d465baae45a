/* SPDX-License-Identifier: MIT */
/* Propagate against plain copying, measured by overlap with shapes made by hand; and on other
 * people's sprites, where they are installed. */
#include <math.h>
#include <string.h>

#include "operations/operations.h"
#include "tests/support/dojo_art.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

#define SUPERTUX "/usr/share/games/supertux2/images/creatures"

/* Pixels in both by pixels in either. */
static double
overlap (const KbGeometry *a, const KbGeometry *b)
{
  const KbShapeKind *p = kb_geometry_kind (a->type), *q = kb_geometry_kind (b->type);
  guint both = 0, either = 0;
  for (gint y = -20; y < 100; y++)
    for (gint x = -20; x < 120; x++)
      {
        KbVec middle = { x + 0.5, y + 0.5 };
        gboolean in = p->contains (a, middle), out = q->contains (b, middle);
        both += in && out, either += in || out;
      }
  return either ? (double) both / either : 0;
}

/* The shape's number among those of its class: names change when a limb strikes. */
static KbShape *
partner (const KbFrame *from, guint index, const KbFrame *to)
{
  const KbShape *shape = kb_shape_at (from, index);
  guint number = 0;
  for (guint i = 0; i < index; i++)
    number += kb_shape_at (from, i)->class_id == shape->class_id;
  for (guint i = 0; i < to->shapes->len; i++)
    if (kb_shape_at (to, i)->class_id == shape->class_id && number-- == 0)
      return kb_shape_at (to, i);
  return NULL;
}

/* What confidence says and what is true, in groups of confidence. */
enum { N_GROUPS = 4 };
static const double group_ends[N_GROUPS] = { 0.5, 0.7, 0.85, 1.1 };
typedef struct { double said, found; guint n, n_good; } Group;
typedef struct { double copied, found; guint n; Group groups[N_GROUPS]; } Score;

static void
note (Group *groups, double confidence, double found)
{
  guint g = 0;
  while (confidence >= group_ends[g])
    g++;
  groups[g].said += confidence;
  groups[g].found += found;
  groups[g].n++;
  groups[g].n_good += found >= 0.7;
}

/* Confidence is the overlap to expect: higher groups have more, and about as much as they say. */
static void
assert_groups (const char *of, const Group *groups, double most_off)
{
  double before = 0;
  for (guint g = 0; g < N_GROUPS; g++)
    {
      double said = groups[g].said / groups[g].n, found = groups[g].found / groups[g].n;
      g_test_message ("%s, confidence below %.2f: %.3f, overlap %.3f, good %u of %u", of, group_ends[g], said, found,
                      groups[g].n_good, groups[g].n);
      g_assert_cmpuint (groups[g].n, >, 0);
      if (groups[g].n < 5)   /* says little */
        continue;
      g_assert_cmpfloat (found, >, before);
      g_assert_cmpfloat (fabs (said - found), <, most_off);
      before = found;
    }
}

static Score
score_animation (KbDocument *document, const KbSprite *sprite, const char *animation)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (KbId)), items = g_array_new (FALSE, FALSE, sizeof (KbId));
  g_autoptr (GError) error = NULL;
  const KbFrame *first = NULL;
  for (guint i = 0; i < sprite->frames->len; i++)
    {
      const KbFrame *frame = kb_frame_at (sprite, i);
      if (!strstr (frame->name, animation))
        continue;
      if (first)
        g_array_append_val (frames, frame->node.id);
      else
        first = frame;
    }
  for (guint i = 0; i < first->shapes->len; i++)
    g_array_append_val (items, kb_shape_at (first, i)->node.id);
  g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, first->node.id, (KbId *) (gpointer) items->data, items->len,
                                                         (KbId *) (gpointer) frames->data, frames->len, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
  Score score = { 0 };
  for (guint f = 0; f < proposals->len; f++)
    {
      const KbProposal *proposal = g_ptr_array_index (proposals, f);
      const KbFrame *frame = (KbFrame *) kb_document_node (document, proposal->frame);
      for (guint i = 0; i < proposal->items->len; i++)
        {
          const KbProposedItem *item = &g_array_index (proposal->items, KbProposedItem, i);
          const KbShape *made = partner (first, i, frame);
          if (!made)
            continue;
          double found = overlap (&item->geometry, &made->geometry);
          score.copied += overlap (&kb_shape_at (first, i)->geometry, &made->geometry);
          score.found += found;
          score.n++;
          note (score.groups, item->confidence, found);
        }
    }
  return score;
}

static void
test_beats_copying (void)
{
  static const char *const fighters[] = { "fakir", "boxer" };
  static const struct { const char *name; double margin; } animations[] = {
    { "walk", 0.1 }, { "kick", 0.1 }, { "idle", 0.03 }, { "punch", 0.1 }, { "hurt", 0.1 } };
  g_autofree char *folder = temp_folder_new (), *path = g_build_filename (folder, "p", NULL);
  KbDocument *document = kb_document_new (path, "p");
  Score all = { 0 };
  for (guint i = 0; i < G_N_ELEMENTS (fighters); i++)
    {
      dojo_add_fighter (document, g_getenv ("DOJO_ART"), fighters[i]);
      const KbSprite *sprite = kb_project_find_sprite (kb_document_project (document), fighters[i]);
      for (guint k = 0; k < G_N_ELEMENTS (animations); k++)
        {
          Score score = score_animation (document, sprite, animations[k].name);
          double copied = score.copied / score.n, found = score.found / score.n;
          g_test_message ("%s %s: copied %.3f, propagated %.3f (%u shapes)", fighters[i], animations[k].name, copied, found, score.n);
          g_assert_cmpfloat (found, >, copied + animations[k].margin);
          for (guint g = 0; g < N_GROUPS; g++)
            {
              all.groups[g].said += score.groups[g].said;
              all.groups[g].found += score.groups[g].found;
              all.groups[g].n += score.groups[g].n;
              all.groups[g].n_good += score.groups[g].n_good;
            }
        }
    }
  assert_groups ("fighters", all.groups, 0.1);
  kb_document_free (document);
  temp_folder_remove (folder);
}

/* --- SuperTux --------------------------------------------------------------------------------- */

static gint
by_name (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* The name without its number: "walk-3.png" -> "walk-". */
static gsize
stem (const char *name)
{
  gsize n = strlen (name) - strlen (".png");
  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  return n;
}

static KbId
add_picture (KbDocument *document, KbId sprite, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) picture = kb_picture_read (NULL, path, &error);
  g_assert_no_error (error);
  g_autofree char *file = kb_document_add_picture (document, "tux", picture, &error);
  gint w = (gint) picture->width, h = (gint) picture->height;
  KbId id = kb_document_insert (document, sprite, "frames", -1,
                                json_pack ("{si si s{ss s[iiii]}}", "width", w, "height", h, "picture", "file", file, "rect", 0, 0,
                                           w, h), &error);
  g_assert_no_error (error);
  return id;
}

/* The whole figure and its upper half, carried over the frames: their mean confidence. Where the whole
 * figure is is known: its overlap goes into the groups. */
static double
carry_figure (KbDocument *document, const KbId *frames, guint n, Group *groups)
{
  g_autoptr (GError) error = NULL;
  const KbFrame *first = (KbFrame *) kb_document_node (document, frames[0]);
  g_autoptr (KbPicture) picture = kb_document_frame_picture (document, first, NULL);
  KbBox all = { 0, 0, first->width, first->height };
  KbId items[2];
  kb_shrink_box (picture, 1, &all, &all);
  for (guint i = 0; i < 2; i++)
    items[i] = kb_document_insert (document, frames[0], "shapes", -1,
                                   json_pack ("{ss s{s[iiii]}}", "class", "figure", "geometry", "box", all.x, all.y, MAX (all.w, 1),
                                              MAX (i ? all.h / 2 : all.h, 1)), &error);
  g_assert_no_error (error);
  g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, frames[0], items, 2, frames + 1, n - 1, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
  double sum = 0;
  for (guint f = 0; f < proposals->len; f++)
    {
      const KbProposal *proposal = g_ptr_array_index (proposals, f);
      g_assert_true (proposal->confidence >= 0 && proposal->confidence <= 1);
      sum += proposal->confidence / proposals->len;
      const KbProposedItem *whole = &g_array_index (proposal->items, KbProposedItem, 0);
      g_autoptr (KbPicture) there = kb_document_frame_picture (document, (KbFrame *) kb_document_node (document, proposal->frame),
                                                               NULL);
      const double *v = whole->geometry.v;
      KbBox seen = { 0, 0, (gint) there->width, (gint) there->height };
      kb_shrink_box (there, 1, &seen, &seen);
      double w = MIN (seen.x + seen.w, v[0] + v[2]) - MAX (seen.x, v[0]), h = MIN (seen.y + seen.h, v[1] + v[3]) - MAX (seen.y, v[1]);
      double both = MAX (w, 0) * MAX (h, 0);
      if (groups)
        note (groups, whole->confidence, both / (seen.w * seen.h + v[2] * v[3] - both));
    }
  g_assert_true (kb_apply_proposals (document, KB_OPERATION_PROPAGATE, proposals, KB_MEET_REPLACE, &error));
  return sum;
}

/* Sequences give no errors and more confidence than frames of two different creatures. */
static void
test_other_sprites (void)
{
  g_autoptr (GDir) creatures = g_dir_open (SUPERTUX, 0, NULL);
  if (!creatures)
    {
      g_test_skip ("supertux-data is not installed");
      return;
    }
  g_autofree char *folder = temp_folder_new (), *path = g_build_filename (folder, "p", NULL);
  KbDocument *document = kb_document_new (path, "p");
  KbId project = kb_document_project (document)->node.id, last = 0;
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "figure", "colour", "#ff0000"), NULL);
  KbId sprite = kb_document_insert (document, project, "sprites", -1, json_pack ("{ss}", "name", "tux"), NULL);
  double alike = 0, unlike = 0;
  guint n_alike = 0, n_unlike = 0;
  Group groups[N_GROUPS] = { 0 };
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  for (const char *name; (name = g_dir_read_name (creatures));)
    g_ptr_array_add (folders, g_build_filename (SUPERTUX, name, NULL));
  g_ptr_array_sort (folders, by_name);
  /* Over all folders the lowest group says 0.27 too little. */
  for (guint c = 0; c < folders->len && n_alike < (kit_is_short () ? 6 : 15); c++)
    {
      const char *from = g_ptr_array_index (folders, c);
      g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
      for (const char *name; dir && (name = g_dir_read_name (dir));)
        if (g_str_has_suffix (name, ".png") && !strstr (name, "burning"))   /* flames are never alike */
          g_ptr_array_add (names, g_strdup (name));
      g_ptr_array_sort (names, by_name);
      guint n = 1;
      const char *first = names->len ? g_ptr_array_index (names, 0) : "";
      while (n < MIN (names->len, 4) && stem (g_ptr_array_index (names, n)) == stem (first)
             && strncmp (g_ptr_array_index (names, n), first, stem (first)) == 0)
        n++;
      if (names->len == 0 || n < 3)
        continue;
      KbId frames[4];
      for (guint i = 0; i < n; i++)
        {
          g_autofree char *file = g_build_filename (from, g_ptr_array_index (names, i), NULL);
          frames[i] = add_picture (document, sprite, file);
        }
      double sure = carry_figure (document, frames, n, groups);
      alike += sure, n_alike++;
      if (last)
        unlike += carry_figure (document, (KbId[]) { last, frames[0] }, 2, NULL), n_unlike++;
      last = frames[0];
    }
  g_test_message ("confidence in %u sequences %.3f, in %u pairs of strangers %.3f", n_alike, alike / n_alike, n_unlike,
                  unlike / n_unlike);
  g_assert_cmpuint (n_alike, >, 5);
  assert_groups ("other sprites", groups, 0.25);
  g_assert_cmpfloat (alike / n_alike, >, unlike / n_unlike + 0.2);
  kb_document_free (document);
  temp_folder_remove (folder);
}

/* Large frames are searched in a reduced size, and put right at full size. */
static void
test_large (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = temp_folder_new (), *path = g_build_filename (folder, "p", NULL);
  KbDocument *document = kb_document_new (path, "p");
  KbId project = kb_document_project (document)->node.id;
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "figure", "colour", "#ff0000"), NULL);
  KbId sprite = kb_document_insert (document, project, "sprites", -1, json_pack ("{ss}", "name", "large"), NULL);
  KbId frames[2];
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (KbPicture) picture = kb_picture_new (1200, 900);
      for (guint y = 0; y < 900; y++)
        for (guint x = 0; x < 1200; x++)
          {
            gint u = (gint) x - (i ? 433 : 400), v = (gint) y - (i ? 281 : 300);
            guint8 *pixel = picture->rgba + 4 * (y * 1200 + x);
            gboolean head = u >= 0 && v >= 0 && u < 150 && v < 170, body = x > 300 && x < 700 && y > 480 && y < 880;
            if (head || body)
              memcpy (pixel, ((guint8[]) { head ? 200 : 40, head ? (u / 20 % 2) * 120 : 90, head ? (v / 30 % 2) * 150 : 200, 255 }), 4);
          }
      g_autofree char *file = kb_document_add_picture (document, "large", picture, &error);
      frames[i] = kb_document_insert (document, sprite, "frames", -1,
                                      json_pack ("{si si s{ss s[iiii]}}", "width", 1200, "height", 900, "picture", "file", file,
                                                 "rect", 0, 0, 1200, 900), &error);
      g_assert_no_error (error);
    }
  KbId shape = kb_document_insert (document, frames[0], "shapes", -1,
                                   json_pack ("{ss s{s[iiii]}}", "class", "figure", "geometry", "box", 400, 300, 150, 170), &error);
  KbId point = kb_document_insert (document, frames[0], "points", -1,
                                   json_pack ("{ss s[ii]}", "name", "eye", "at", 420, 330), &error);
  g_assert_no_error (error);
  KbPropagateOptions options = kb_propagate_defaults;
  options.radius = 48;
  g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, frames[0], (KbId[]) { shape, point }, 2, frames + 1, 1,
                                                         &options, &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
  const KbProposal *proposal = g_ptr_array_index (proposals, 0);
  const double *v = g_array_index (proposal->items, KbProposedItem, 0).geometry.v;
  g_test_message ("%g %g %g %g, confidence %.2f", v[0], v[1], v[2], v[3], proposal->confidence);
  static const double expected[4] = { 433, 281, 150, 170 };
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (v[i], expected[i], 1);
  const double *at = g_array_index (proposal->items, KbProposedItem, 1).geometry.v;
  g_test_message ("point at %g, %g", at[0], at[1]);
  g_assert_true (at[0] == 453 && at[1] == 311);
  kb_document_free (document);
  temp_folder_remove (folder);
}

/* --- A figure that leaps with its blade turned ------------------------------------------------- */

/* A striped body 12 x 20 with its upper left corner at (x, y), and a blade of 12 pixels from its side. */
static KbId
add_figure (KbDocument *document, KbId sprite, gint x, gint y, double degrees, gboolean body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPicture) picture = kb_picture_new (96, 96);
  for (gint v = 0; body && v < 20; v++)
    for (gint u = 0; u < 12; u++)
      memcpy (picture->rgba + 4 * ((y + v) * 96 + x + u),
              ((guint8[]) { (guint8) (v * 12), (guint8) (u * 20), (u + v) % 3 ? 40 : 200, 255 }), 4);
  for (gint i = 0; i <= 24; i++)
    {
      gint u = x + 14 + (gint) floor (i / 2.0 * cos (degrees * G_PI / 180) + 0.5);
      gint v = y + 8 + (gint) floor (i / 2.0 * sin (degrees * G_PI / 180) + 0.5);
      memcpy (picture->rgba + 4 * (v * 96 + u), ((guint8[]) { 240, 240, (guint8) (120 + 5 * i), 255 }), 4);
    }
  g_autofree char *file = kb_document_add_picture (document, "leap", picture, &error);
  KbId id = kb_document_insert (document, sprite, "frames", -1,
                                json_pack ("{si si s{ss s[iiii]}}", "width", 96, "height", 96, "picture", "file", file, "rect", 0,
                                           0, 96, 96), &error);
  g_assert_no_error (error);
  return id;
}

static void
test_leaps (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = temp_folder_new (), *path = g_build_filename (folder, "p", NULL);
  KbDocument *document = kb_document_new (path, "p");
  KbId project = kb_document_project (document)->node.id;
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "figure", "colour", "#ff0000"), NULL);
  KbId sprite = kb_document_insert (document, project, "sprites", -1, json_pack ("{ss}", "name", "leap"), NULL);
  KbId frames[3] = { add_figure (document, sprite, 10, 60, 0, TRUE), add_figure (document, sprite, 40, 20, -40, TRUE),
                     add_figure (document, sprite, 40, 20, -40, FALSE) };
  KbId box = kb_document_insert (document, frames[0], "shapes", -1,
                                 json_pack ("{ss s{s[iiii]}}", "class", "figure", "geometry", "box", 10, 60, 12, 20), &error);
  KbId tip = kb_document_insert (document, frames[0], "points", -1,
                                 json_pack ("{ss s[ii] sf}", "name", "tip", "at", 36, 68, "direction", 0.0), &error);
  g_assert_no_error (error);
  g_autoptr (KbPropagateJob) job = kb_propagate_job_new (document, frames[0], (KbId[]) { box, tip }, 2, frames + 1, 2, NULL,
                                                         &error);
  g_assert_no_error (error);
  g_autoptr (GPtrArray) proposals = kb_propagate (job, NULL, NULL);
  const KbProposal *leap = g_ptr_array_index (proposals, 0), *gone = g_ptr_array_index (proposals, 1);
  const double *v = kb_proposal_item (leap, 0)->geometry.v;
  g_test_message ("%g %g %g %g", v[0], v[1], v[2], v[3]);
  g_assert_true (v[0] == 40 && v[1] == 20 && v[2] == 12 && v[3] == 20);
  g_assert_true (kb_proposal_accepted (leap));

  /* Its tip is 12 pixels along the turned blade. */
  const KbProposedItem *point = kb_proposal_item (leap, 1);
  g_assert_cmpfloat_with_epsilon (point->geometry.v[0], 63, 1);
  g_assert_cmpfloat_with_epsilon (point->geometry.v[1], 20, 1);
  g_assert_cmpfloat_with_epsilon (point->direction.degrees, -40, 8);

  /* Where the body is not, its box is refused, and keeps half of its size at least. */
  const KbProposedItem *lost = kb_proposal_item (gone, 0);
  g_assert_true (lost->refused);
  g_assert_true (lost->geometry.v[2] >= 6 && lost->geometry.v[3] >= 10);
  kb_document_free (document);
  temp_folder_remove (folder);
}

KIT_PROGRAM (operations_propagate)
{
  kit_test_init (&argc, &argv);
  if (KIT_MEASURES)
    g_test_add_func ("/propagate/beats-copying", test_beats_copying);
  g_test_add_func ("/propagate/other-sprites", test_other_sprites);
  g_test_add_func ("/propagate/large", test_large);
  g_test_add_func ("/propagate/leaps", test_leaps);
  return g_test_run ();
}
