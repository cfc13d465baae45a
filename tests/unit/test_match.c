/* SPDX-License-Identifier: MIT */
/* Which frame is which: a table of old and new rows of frames; and how content moved. */
#include "interchange/again/match.h"
#include "tests/support/import_kit.h"
#include "tests/support/seed.h"

#include <time.h>

/* A frame is a letter for its picture, followed by any of: ' moved content, * a third repainted,
 * ! lost, and a name in brackets, "[tag:3]" with a tag and place in it. '.' is an empty picture. */
typedef struct {
  KbMatchFrame frames[16];
  char *names[16];
  guint n;
} Row;

static KbPicture *
picture_of (char letter, gboolean moved, gboolean repainted)
{
  KbPicture *picture = kb_picture_new (20, 20);
  gint x = moved ? 7 : 2, y = moved ? 1 : 5;
  if (letter == '.')
    return picture;
  kit_figure (picture, x, y, 9, 12, (guint) letter);
  if (repainted)
    kit_figure (picture, x + 3, y + 4, 6, 6, (guint) letter + 1000);
  return picture;
}

static void
row_parse (Row *row, const char *text)
{
  memset (row, 0, sizeof *row);
  for (const char *p = text; *p; row->n++)
    {
      KbMatchFrame *frame = &row->frames[row->n];
      char letter = *p++;
      gboolean moved = *p == '\'';
      p += moved;
      gboolean repainted = *p == '*';
      p += repainted;
      frame->lost = *p == '!';
      p += frame->lost;
      if (*p == '[')
        {
          const char *end = strchr (p, ']');
          char *name = row->names[row->n] = g_strndup (p + 1, (gsize) (end - p) - 1), *colon = strchr (name, ':');
          frame->name = name;
          if (colon)
            {
              *colon = '\0';
              frame->tag = name;
              frame->tag_index = atoi (colon + 1);
            }
          p = end + 1;
        }
      g_autoptr (KbPicture) picture = picture_of (letter, moved, repainted);
      frame->look = kb_look_new (picture);
    }
}

static void
row_clear (Row *row)
{
  for (guint i = 0; i < row->n; i++)
    {
      kb_look_free (row->frames[i].look);
      g_free (row->names[i]);
    }
}

static void
test_table (void)
{
  static const struct { gboolean lasting; const char *old, *new_frames, *expected; } cases[] = {
    { FALSE, "ABCD", "ABCD", "0 1 2 3" },
    { FALSE, "ABCD", "DCBA", "3 2 1 0" },
    { FALSE, "ABC", "AXBC", "0 - 1 2" },
    { FALSE, "ABC", "XABC", "- 0 1 2" },
    { FALSE, "ABCD", "AD", "0 3" },
    /* Equal pictures keep their order, whichever is taken away or put in. */
    { FALSE, "ABA", "BA", "1 2" },
    { FALSE, "ABA", "AB", "0 1" },
    { FALSE, "ABACA", "ABXACA", "0 1 - 2 3 4" },
    { FALSE, "AAAA", "AAA", "0 1 2" },
    /* At its place before moved, but order before both. */
    { FALSE, "A'A", "AA'", "0 1" },
    { FALSE, "AB", "B'A'", "1 0" },
    { FALSE, "A'AA", "AA", "1 2" },
    /* Similar ones, also in another order. */
    { FALSE, "ABC", "A*BC", "0 1 2" },
    { FALSE, "ABC", "XC'*A*", "- 2 0" },
    /* Empty pictures match by place only. */
    { FALSE, "A.B", "A.B", "0 1 2" },
    { FALSE, ".A", "A", "1" },
    { FALSE, "A.", "A..", "0 - -" },
    /* Names help where the picture changed; a picture is surer than a name. */
    { TRUE, "A[a]B[b]", "X[a]Y[b]", "0 1" },
    { TRUE, "A[a]B[b]", "B[a]A[b]", "1 0" },
    { TRUE, "A[a]A[b]A[c]", "A[c]A[b]A[a]", "2 1 0" },
    { FALSE, "A[a]B[b]C[c]", "C[a]B[b]A[c]", "2 1 0" },
    { TRUE, "A[a]B[b]", "X[c]B[b]A[d]", "- 1 0" },
    { FALSE, "A[0]B[1]C[2]", "X[0]A[1]B[2]C*[3]", "- 0 1 2" },
    /* Lasting names: another name is another frame, unless its picture is the same. */
    { TRUE, "A[a]B[b]", "A[a]B*[c]", "0 -" },
    { FALSE, "A[a]B[b]", "A[a]B*[c]", "0 1" },
    { TRUE, "A[a]B[b]", "B[c]A[a]", "1 0" },
    { TRUE, "A[a]B[b]", "A*[b]B*[a]", "1 0" },
    { TRUE, "A![a]B[b]", "B[b]A*[c]", "1 -" },
    { TRUE, "A![a]B[b]", "B[b]A*[a]", "1 0" },
    /* A tag and the place in it, before a name that is only a number. */
    { FALSE, "A[walk:0]B[walk:1]", "X[idle:0]P[walk:0]Q[walk:1]", "- 0 1" },
    /* Lost frames come back when nothing else fits. */
    { FALSE, "AB!C", "ABC", "0 1 2" },
    { FALSE, "AA!", "A", "0" },
    { FALSE, "BA!", "BA*", "0 1" },
    { FALSE, "", "AB", "- -" },
    { FALSE, "AB", "", "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Row old, new_frames;
      KbMatch matches[16];
      g_autoptr (GString) got = g_string_new (NULL);
      row_parse (&old, cases[i].old);
      row_parse (&new_frames, cases[i].new_frames);
      kb_match_frames (old.frames, old.n, new_frames.frames, new_frames.n, cases[i].lasting, FALSE, matches);
      for (guint j = 0; j < new_frames.n; j++)
        if (matches[j].old < 0)
          g_string_append_printf (got, "%s-", j ? " " : "");
        else
          g_string_append_printf (got, "%s%d", j ? " " : "", matches[j].old);
      if (strcmp (got->str, cases[i].expected) != 0)
        g_error ("'%s' to '%s': expected '%s', got '%s'", cases[i].old, cases[i].new_frames, cases[i].expected, got->str);
      row_clear (&old);
      row_clear (&new_frames);
    }
}

/* Many frames, each a little repainted, in any order: found by what they have in common. */
static void
test_shuffled (void)
{
  enum { N = 60 };
  KbMatchFrame old[N], new_frames[N];
  KbMatch matches[N];
  guint order[N];
  memset (old, 0, sizeof old);
  memset (new_frames, 0, sizeof new_frames);
  for (guint i = 0; i < N; i++)
    {
      guint j = (guint) g_test_rand_int_range (0, (gint) i + 1);
      order[i] = order[j];
      order[j] = i;
    }
  for (guint i = 0; i < N; i++)
    {
      g_autoptr (KbPicture) a = kb_picture_new (30, 30), b = kb_picture_new (30, 30);
      kit_figure (a, 3, 4, 20, 20, i);
      kit_figure (b, 5, 7, 20, 20, order[i]);
      kit_fill (b, 9, 12, 8, 8, 0x123456ff);
      old[i].look = kb_look_new (a);
      new_frames[i].look = kb_look_new (b);
    }
  kb_match_frames (old, N, new_frames, N, FALSE, FALSE, matches);
  for (guint i = 0; i < N; i++)
    {
      g_assert_cmpint (matches[i].old, ==, (gint) order[i]);
      g_assert_cmpint (matches[i].dx, ==, 2);
      g_assert_cmpint (matches[i].dy, ==, 3);
      kb_look_free (old[i].look);
      kb_look_free (new_frames[i].look);
    }
}

/* Very many equal pictures on a larger canvas: each pixel is looked at about once. In the processor's time. */
static void
test_many_equal (void)
{
  enum { N = 16384 };
  KbMatchFrame *old = g_new0 (KbMatchFrame, N), *new_frames = g_new0 (KbMatchFrame, N);
  KbMatch *matches = g_new0 (KbMatch, N);
  g_autoptr (KbPicture) a = kb_picture_new (24, 24), b = kb_picture_new (28, 25);
  kit_figure (a, 2, 2, 20, 20, 1);
  kit_figure (b, 5, 4, 20, 20, 1);
  KbLook *from = kb_look_new (a), *to = kb_look_new (b);
  for (guint i = 0; i < N; i++)
    {
      old[i].look = from;
      new_frames[i].look = to;
    }
  const clock_t start = clock ();
  kb_match_frames (old, N, new_frames, N, FALSE, FALSE, matches);
  g_assert_cmpint ((clock () - start) / CLOCKS_PER_SEC, <, 10);
  for (guint i = 0; i < N; i++)
    {
      g_assert_cmpint (matches[i].old, ==, (gint) i);
      g_assert_cmpint (matches[i].dx, ==, 3);
      g_assert_cmpint (matches[i].dy, ==, 2);
    }
  kb_look_free (from);
  kb_look_free (to);
  g_free (old);
  g_free (new_frames);
  g_free (matches);
}

/* Moved by a known way and repainted within and around, so that the boxes say nothing. */
static void
test_align (void)
{
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (KbPicture) a = kb_picture_new (60, 60), b = kb_picture_new (80, 70);
      gint x = g_test_rand_int_range (10, 30), y = g_test_rand_int_range (10, 30);
      gint dx = g_test_rand_int_range (-5, 20), dy = g_test_rand_int_range (-5, 15);
      kit_figure (a, x, y, 20, 20, round);
      kit_figure (b, x + dx, y + dy, 20, 20, round);
      for (guint i = 0; i < 6; i++)
        {
          kit_fill (b, x + dx + g_test_rand_int_range (-5, 20), y + dy + g_test_rand_int_range (-5, 20), 2, 2, 0x010203ff);
          kit_fill (a, x + g_test_rand_int_range (-5, 20), y + g_test_rand_int_range (-5, 20), 2, 2, 0x040506ff);
        }
      KbLook *from = kb_look_new (a), *to = kb_look_new (b);
      gint got_x, got_y;
      double share = kb_look_align (from, to, &got_x, &got_y);
      g_assert_cmpint (got_x, ==, dx);
      g_assert_cmpint (got_y, ==, dy);
      g_assert_cmpfloat (share, >, 0.6);
      g_assert_cmpfloat (share, <=, 1);
      kb_look_free (from);
      kb_look_free (to);
    }
}

/* A plain block: of all translations that fit as well, the shortest. */
static void
test_align_plain (void)
{
  g_autoptr (KbPicture) a = kb_picture_new (20, 20), b = kb_picture_new (20, 20);
  kit_fill (a, 5, 5, 6, 6, 0xffffffff);
  kit_fill (b, 5, 5, 9, 6, 0xffffffff);
  KbLook *from = kb_look_new (a), *to = kb_look_new (b);
  gint dx, dy;
  kb_look_align (from, to, &dx, &dy);
  g_assert_cmpint (dx, ==, 0);
  g_assert_cmpint (dy, ==, 0);
  kb_look_free (from);
  kb_look_free (to);
}

KIT_PROGRAM (match)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/match/table", test_table);
  g_test_add_func ("/match/shuffled", test_shuffled);
  g_test_add_func ("/match/many-equal", test_many_equal);
  g_test_add_func ("/match/align", test_align);
  g_test_add_func ("/match/align-plain", test_align_plain);
  return g_test_run ();
}
