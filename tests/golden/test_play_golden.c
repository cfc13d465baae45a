/* SPDX-License-Identifier: MIT */
/* The same keys give the same runs, of every scene, whatever compiler made it.
 * usage: test_play_golden RUNS DATA [--update]; with it the hashes are written instead. */
#include <stdlib.h>

#include "tests/support/play_kit.h"

typedef struct {
  char **words;            /* project, scene, cast, steps, hash, input */
  const char *data;
} Run;

enum { PROJECT, SCENE, CAST, STEPS, HASH, INPUT, N_WORDS };

static void
read_cast (const KbPlayScene *scene, char **pairs, const char **cast)
{
  const KbRole *roles = scene->roles;
  for (guint i = 0; pairs[i]; i++)
    for (guint r = 0; roles[r].name; r++)
      if (g_str_has_prefix (pairs[i], roles[r].name) && pairs[i][strlen (roles[r].name)] == '=')
        cast[r] = strchr (pairs[i], '=') + 1;
}

static guint64
play_run (const Run *run)
{
  g_autofree char *path = g_build_filename (run->data, run->words[PROJECT], NULL);
  g_auto (GStrv) pairs = g_strsplit (run->words[CAST], ",", -1);
  const char *cast[KB_PLAY_MOST_ROLES] = { NULL };
  const guint steps = (guint) atoi (run->words[STEPS]);
  PlayStage *stage = play_stage_open (path);
  read_cast (kb_play_find_scene (run->words[SCENE]), pairs, cast);
  KbPlay *play = play_begin (stage, run->words[SCENE], cast);
  const guint64 at_start = kb_play_hash (play);
  play_steps (play, run->words[INPUT], 0, steps);
  const guint64 hash = kb_play_hash (play);
  g_assert_cmpuint (kb_play_steps (play), ==, steps);
  g_assert_true (at_start != hash);
  kb_play_free (play);
  play_stage_free (stage);
  return hash;
}

static void
test_run (gconstpointer data)
{
  const Run *run = data;
  g_autofree char *hash = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", play_run (run));
  if (strcmp (hash, run->words[HASH]))
    g_error ("%s %s %s: the hash is %s, not %s; after a wanted change run this with --update", run->words[PROJECT], run->words[SCENE],
             run->words[CAST], hash, run->words[HASH]);
}

/* Each scene is there. */
static void
test_all_scenes (gconstpointer data)
{
  const GPtrArray *runs = data;
  const KbPlayScene *scene;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    {
      gboolean found = FALSE;
      for (guint k = 0; k < runs->len; k++)
        found = found || g_str_equal (((Run *) runs->pdata[k])->words[SCENE], scene->name);
      if (!found)
        g_error ("no run of %s", scene->name);
    }
}

/* The remarks as they are. */
static void
update (char **lines, GPtrArray *runs, const char *path)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  for (guint i = 0; lines[i] && lines[i][0] == '#'; i++)
    g_string_append_printf (text, "%s\n", lines[i]);
  for (guint i = 0; i < runs->len; i++)
    {
      Run *run = runs->pdata[i];
      g_free (run->words[HASH]);
      run->words[HASH] = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", play_run (run));
      g_autofree char *line = g_strjoinv (" ", run->words);
      g_string_append_printf (text, "%s\n", line);
    }
  g_file_set_contents (path, text->str, -1, &error);
  g_assert_no_error (error);
}

static void
free_run (gpointer data)
{
  g_strfreev (((Run *) data)->words);
  g_free (data);
}

KIT_PROGRAM (play_golden)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new_with_free_func (free_run);
  g_autofree char *text = NULL;
  const gboolean updates = argc == 4 && g_str_equal (argv[3], "--update");
  argc -= updates;
  kit_test_init (&argc, &argv);
  if (argc < 3 || !g_file_get_contents (argv[1], &text, NULL, NULL))
    g_error ("usage: test_play_golden RUNS DATA [--update]");
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (*lines[i] && *lines[i] != '#')
      {
        Run *run = g_new0 (Run, 1);
        run->words = g_strsplit (lines[i], " ", N_WORDS);
        run->data = argv[2];
        g_assert_cmpuint (g_strv_length (run->words), ==, N_WORDS);
        g_ptr_array_add (runs, run);
      }
  if (updates)
    return update (lines, runs, argv[1]), 0;
  g_test_add_data_func ("/play/golden/all-scenes", runs, test_all_scenes);
  for (guint i = 0; i < runs->len; i++)
    {
      char **words = ((Run *) runs->pdata[i])->words;
      g_autofree char *name = g_strdup_printf ("/play/golden/%s-%s", words[SCENE], strchr (words[CAST], '=') + 1);
      g_test_add_data_func (name, runs->pdata[i], test_run);
    }
  return g_test_run ();
}
