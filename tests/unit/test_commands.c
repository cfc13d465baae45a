/* SPDX-License-Identifier: MIT */
/* What comes first among the commands for what somebody types. */
#include "editor/widgets/plain.h"
#include "tests/support/seed.h"

/* Some of the editor's commands, in its order. */
static const struct { const char *label, *section; } commands[] = {
  { "New project", "Project" },
  { "Open a project", "Project" },
  { "Save", "Project" },
  { "Save as", "Project" },
  { "Import pictures", "Project" },
  { "Import the sprite or level again from its files", "Project" },
  { "Import changed files again", "Project" },
  { "Watch source files outside the project", "Project" },
  { "Show the report of the last import or export", "Project" },
  { "Export bank", "Project" },
  { "Undo", "Editing" },
  { "Redo", "Editing" },
  { "History: steps by name", "Editing" },
  { "Duplicate", "Editing" },
  { "Delete", "Editing" },
  { "Bring forward, or increase", "Editing" },
  { "Mirror about the hot spot", "Editing" },
  { "Shrink boxes to the picture", "Editing" },
  { "Cover the picture with boxes", "Editing" },
  { "Add a class", "Editing" },
  { "Rename the class", "Editing" },
  { "Hide the class on the canvas", "Editing" },
  { "Rename the sprite", "Editing" },
  { "Previous frame", "Frames" },
  { "Next frame", "Frames" },
  { "First frame", "Frames" },
  { "Last frame", "Frames" },
  { "Play", "Frames" },
  { "Onion skin", "Frames" },
  { "New animation", "Frames" },
  { "Delete the animation", "Frames" },
  { "Begin the animation here", "Frames" },
  { "Duration of the frame", "Frames" },
  { "Insert an empty frame", "Frames" },
  { "Duplicate the selected frames", "Frames" },
  { "Delete the selected frames", "Frames" },
  { "Propagate: find the shapes on other frames", "Many frames" },
  { "Copy to all frames", "Many frames" },
  { "Zoom in", "View" },
  { "Fit the frame", "View" },
  { "Show all labels on the canvas", "View" },
  { "Snap to guides", "Snapping" },
  { "Snap to the frame's edges and middle", "Snapping" },
  { "Snap to the edges and middles of shapes", "Snapping" },
  { "Snap to the hot spot", "Snapping" },
  { "Snap corners of polygons to the pixel grid", "Snapping" },
  { "Loupe: magnify while placing", "Placing" },
  { "Outline tolerance…", "Picture" },
  { "Polygon", "Tool" },
  { "Box", "Tool" },
  { "Oriented box", "Tool" },
  { "Hot spot", "Tool" },
  { "head", "Class" },
};

static int
rank (const char *typed, const char *label, const char *section)
{
  g_autofree char *words = kb_fuzzy_words (label, NULL);
  return kb_fuzzy_rank (typed, label, section, words);
}

static guint
find (const char *typed, guint place)
{
  gboolean taken[G_N_ELEMENTS (commands)] = { FALSE };
  guint best = 0;
  for (guint k = 0; k <= place; k++)
    {
      best = G_N_ELEMENTS (commands);
      for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
        if (!taken[i] && (best == G_N_ELEMENTS (commands)
                          || rank (typed, commands[i].label, commands[i].section)
                               > rank (typed, commands[best].label, commands[best].section)))
          best = i;
      taken[best] = TRUE;
    }
  return best;
}

static void
test_first (void)
{
  static const struct { const char *typed, *first[4]; } wanted[] = {
    { "frame", { "Next frame", "Last frame", "First frame", "Fit the frame" } },
    { "box", { "Box", "Oriented box", "Shrink boxes to the picture" } },
    { "exp", { "Export bank" } },
    { "import", { "Import pictures" } },
    { "class", { "Add a class", "Rename the class" } },
    { "rename", { "Rename the class", "Rename the sprite" } },
    { "hot", { "Hot spot", "Snap to the hot spot", "Mirror about the hot spot" } },
    { "anim", { "New animation", "Delete the animation" } },
    { "on", { "Onion skin" } },
    { "dup", { "Duplicate", "Duplicate the selected frames" } },
    { "new a", { "New animation" } },
    { "delete frames", { "Delete the selected frames" } },
    { "undo", { "Undo" } },
    { "SAVE", { "Save", "Save as" } },
    { "tool box", { "Box" } },
    { "onsk", { "Onion skin" } },
    { "propagate", { "Propagate: find the shapes on other frames" } },
    { "snap", { "Snap to guides", "Snap to the hot spot", "Snap to the frame's edges and middle",
                "Snap to the edges and middles of shapes" } },
    { "snapping", { "Snap to guides" } },
    { "grid", { "Snap corners of polygons to the pixel grid" } },
    { "frame edges", { "Snap to the frame's edges and middle" } },
    { "snap shapes", { "Snap to the edges and middles of shapes" } },
    { "loupe", { "Loupe: magnify while placing" } },
    { "magn", { "Loupe: magnify while placing" } },
    { "tol", { "Outline tolerance…" } },
    { "poly", { "Polygon", "Snap corners of polygons to the pixel grid" } },
    { "hot spot", { "Hot spot", "Snap to the hot spot" } },
    { "new class", { "Add a class" } },
    { "new", { "New project", "New animation", "Add a class", "Insert an empty frame" } },
    { "add animation", { "New animation" } },
    { "remove", { "Delete", "Delete the animation", "Delete the selected frames" } },
    { "flip", { "Mirror about the hot spot" } },
  };
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    for (guint k = 0; k < 4 && wanted[i].first[k]; k++)
      {
        g_test_message ("%s, %u", wanted[i].typed, k + 1);
        g_assert_cmpstr (commands[find (wanted[i].typed, k)].label, ==, wanted[i].first[k]);
      }
}

/* Letters that are only strewn over a name are no answer where there is one. */
static void
test_worth (void)
{
  static const struct { const char *typed, *label; gboolean shown; } cases[] = {
    { "snap", "Snap to guides", TRUE },  { "snap", "Insert an empty frame", FALSE },
    { "snap", "Next animation past", FALSE }, { "onsk", "Onion skin", TRUE },
    { "grid", "Snap corners of polygons to the pixel grid", TRUE }, { "nothing like it", "Save", FALSE },
    { "", "Save", TRUE },
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      int best = 0;
      for (guint k = 0; k < G_N_ELEMENTS (commands); k++)
        best = MAX (best, rank (cases[i].typed, commands[k].label, commands[k].section));
      g_test_message ("%s: %s", cases[i].typed, cases[i].label);
      g_assert_cmpint (kb_fuzzy_is_worth (rank (cases[i].typed, cases[i].label, ""), best), ==, cases[i].shown);
    }
}

static void
test_edges (void)
{
  /* Nothing typed fits everything alike; what is not there does not fit. */
  g_assert_cmpint (kb_fuzzy_rank ("bak", "Save", "Project", "keep a backup"), ==, 0);
  g_assert_cmpint (kb_fuzzy_rank ("back", "Save", "Project", "keep a backup"), >, kb_fuzzy_rank ("proj", "Save", "Project", NULL));
  g_assert_cmpint (kb_fuzzy_rank ("ackup", "Save", "Project", "keep a backup"), ==, 0);
  g_assert_cmpint (kb_fuzzy_rank ("", "Save", "Project", NULL), ==, 1);
  g_assert_cmpint (kb_fuzzy_rank ("  ", "Undo", "Editing", NULL), ==, 1);
  g_assert_cmpint (kb_fuzzy_rank ("xyz", "Save", "Project", NULL), ==, 0);
  g_assert_cmpint (kb_fuzzy_rank ("\xff\xfe", "Save", "Project", NULL), ==, 0);
  g_assert_cmpint (kb_fuzzy_rank ("é", "Élan", "Project", NULL), >, 4000);
  /* Accents need not be typed, and a word may follow an apostrophe. */
  g_assert_cmpint (kb_fuzzy_rank ("creer", "Créer un projet", "Projet", NULL), >, 4000);
  g_assert_cmpint (kb_fuzzy_rank ("image", "Supprimer l’image", "Images", NULL), >, 4000);
  g_assert_cmpint (kb_fuzzy_rank ("ave", "Save", "Project", NULL), <, kb_fuzzy_rank ("sa", "Save", "Project", NULL));
}

KIT_PROGRAM (commands)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/commands/first", test_first);
  g_test_add_func ("/commands/edges", test_edges);
  g_test_add_func ("/commands/worth", test_worth);
  return g_test_run ();
}
