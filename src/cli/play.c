/* SPDX-License-Identifier: MIT */
/* kickbox play: runs a playtest scene without a display, for tests of a designer's levels. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake.h"
#include "cli/command.h"
#include "cli/input.h"
#include "playtest/play.h"
#include "playtest/tape.h"

#define MOST_TAPE (64 << 20)   /* bytes */

static char *scene_name, *tape_path, *play_frames, *play_from;
static char **casts;
static gboolean play_list, play_last;

static const GOptionEntry play_options[] = {
  { "scene", 's', 0, G_OPTION_ARG_FILENAME, &scene_name, N_("Which scene; its first letters do"),
    "NAME" },
  { "cast", 'c', 0, G_OPTION_ARG_FILENAME_ARRAY, &casts,
    N_("Who plays a role of the scene; once for each"), "ROLE=NAME" },
  { "input", 'i', 0, G_OPTION_ARG_FILENAME, &tape_path,
    N_("Which keys are held when; - for standard input"), "FILE" },
  { "frames", 'n', 0, G_OPTION_ARG_FILENAME, &play_frames,
    N_("How many steps of 1/60 s; 60 when left out, or to the end of the input"), "N" },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &play_from,
    N_("Where the scene starts, instead of at the entity start"), "X,Y" },
  { "last", 0, 0, G_OPTION_ARG_NONE, &play_last, N_("Print the last step only"), NULL },
  { "list", 0, 0, G_OPTION_ARG_NONE, &play_list,
    N_("Print the scenes, their roles and keys, and whether they can be played here"), NULL },
  G_OPTION_ENTRY_NULL
};

/* ---- values as JSON ---- */

typedef struct {
  KbReporter reporter; /* must be first: a Printer is a KbReporter */
  GPtrArray *open;     /* json_t *, borrowed: the object, and the open lists */
} Printer;

static void
print_value (KbReporter *reporter, const char *name, json_t *value)
{
  Printer *printer = (Printer *) (void *) reporter;
  json_t *into = g_ptr_array_index (printer->open, printer->open->len - 1);
  if (name)
    json_object_set_new (into, name, value);
  else
    json_array_append_new (into, value);
}

/* Whole numbers without a point. */
static void
print_number (KbReporter *reporter, const char *name, double value)
{
  gboolean whole = value >= -1e15 && value <= 1e15 && value == (double) (gint64) value;
  print_value (reporter, name, whole ? json_integer ((gint64) value) : json_real (value));
}

static void
print_text (KbReporter *reporter, const char *name, const char *value)
{
  print_value (reporter, name, value ? json_string (value) : json_null ());
}

static void
print_flag (KbReporter *reporter, const char *name, bool value)
{
  print_value (reporter, name, json_boolean (value));
}

static void
print_open (KbReporter *reporter, const char *name)
{
  json_t *values = json_array ();
  print_value (reporter, name, values);
  g_ptr_array_add (((Printer *) (void *) reporter)->open, values);
}

static void
print_close (KbReporter *reporter)
{
  g_ptr_array_set_size (((Printer *) (void *) reporter)->open,
                        (gint) ((Printer *) (void *) reporter)->open->len - 1);
}

/* Events logged at the start belong to the first step. */
static void
print_step (const KbPlay *play)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  Printer printer = { { print_number, print_text, print_flag, print_open, print_close }, open };
  json_auto_t *line = json_pack ("{s:i}", "step", (int) kb_play_steps (play));
  json_t *events = json_array ();
  g_ptr_array_add (open, line);
  kb_play_report (play, &printer.reporter);
  for (guint i = 0; i < kb_play_event_count (play); i++)
    if (MAX (kb_play_event (play, i)->step, 1) == kb_play_steps (play))
      json_array_append_new (events, json_string (kb_play_event (play, i)->text));
  g_autofree char *hash =
    g_strdup_printf ("%016" G_GINT64_MODIFIER "x", (guint64) kb_play_hash (play));
  json_object_update_new (line, json_pack ("{so ss}", "events", events, "hash", hash));
  kb_cli_print_json (line, JSON_COMPACT);
}

/* ---- the scenes ---- */

static void
print_scenes (const kbx_bank *bank)
{
  static const char *const kinds[KB_CAST_KINDS] = { "sprite", "mask", "track", "level" };
  const KbPlayScene *scene;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    {
      printf ("%s: %s%s\n", scene->name, _(scene->summary),
              kb_play_scene_suits (scene, bank) ? "" : _(" (nothing here to play it with)"));
      for (const KbRole *role = scene->roles; role->name; role++)
        printf ("  --cast %s=%s  %s%s\n", role->name, kinds[role->kind], _(role->wanted),
                role->needed ? "" : _(", or nothing"));
      printf (_("  keys:"));
      for (const KbPlayKey *key = scene->keys; key->name; key++)
        printf (" %s", key->name);
      printf ("\n");
    }
}

/* The scenes with that prefix. Free it. */
static char *
scene_names (const char *letters)
{
  GString *names = g_string_new (NULL);
  const KbPlayScene *scene;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    if (g_str_has_prefix (scene->name, letters))
      g_string_append_printf (names, "%s%s", names->len ? ", " : "", scene->name);
  return g_string_free (names, FALSE);
}

/* The names of --cast in the order of roles, borrowed. */
static gboolean
read_casts (const KbPlayScene *scene, const char **cast, GError **error)
{
  const KbRole *roles = scene->roles;
  for (guint c = 0; casts && casts[c]; c++)
    {
      const char *equals = strchr (casts[c], '=');
      guint r = 0;
      while (roles[r].name
             && !(equals && strlen (roles[r].name) == (gsize) (equals - casts[c])
                  && g_str_has_prefix (casts[c], roles[r].name)))
        r++;
      if (!roles[r].name)
        {
          g_autoptr (GString) known = g_string_new (NULL);
          for (guint i = 0; roles[i].name; i++)
            g_string_append_printf (known, "%s%s=NAME", i ? ", " : "", roles[i].name);
          return kb_fail (error, KB_ERROR_USAGE, _("kickbox play: --cast %s: expected %s"),
                          casts[c], known->str);
        }
      if (cast[r])
        return kb_fail (error, KB_ERROR_USAGE, _("kickbox play: --cast %s: '%s' is cast already"),
                        casts[c], roles[r].name);
      cast[r] = equals + 1;
    }
  return TRUE;
}

static gboolean
read_tape (KbTape *tape, const KbPlayScene *scene, GError **error)
{
  g_autofree char *text = NULL;
  gsize length;
  guint32 line, column;
  KbPlayWhy why;
  *tape = (KbTape) { NULL };
  if (!tape_path)
    return TRUE;
  if (!kb_cli_read_text (tape_path, MOST_TAPE, &text, &length, error))
    return FALSE;
  gboolean ok = kb_tape_read (tape, scene, text, length, &line, &column, &why);
  if (!ok)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("%s: line %u, column %u: %s"),
                 g_str_equal (tape_path, "-") ? _("standard input") : tape_path, line, column,
                 why.text);
  return ok;
}

static gboolean
start_there (KbPlay *play, GError **error)
{
  kbx_vec at;
  if (!play_from)
    return TRUE;
  if (!kb_tape_read_point (play_from, strlen (play_from), &at))
    return kb_fail (error, KB_ERROR_USAGE, _("kickbox play: --from %s: expected X,Y"), play_from);
  kb_play_start_at (play, &at);
  return TRUE;
}

static gboolean
play_scene (const kbx_bank *bank, KbPlayKinds kinds, const KbPlayScene *scene, const char *path,
            gint n_steps, GError **error)
{
  const char *cast[KB_PLAY_MOST_ROLES] = { NULL };
  KbTape tape;
  KbPlayWhy why;
  kb_play_translate (gettext);
  if (!read_casts (scene, cast, error) || !read_tape (&tape, scene, error))
    return FALSE;
  KbPlay *play = kb_play_new (scene, bank, cast, &why);
  kb_play_translate (NULL);   /* what a scene says is English, as all JSON, from its start on */
  if (play)
    kb_play_restart (play);
  if (play && !start_there (play, error))
    g_clear_pointer (&play, kb_play_free);
  else if (play)
    {
      kb_play_set_kinds (play, kinds);
      guint n = n_steps >= 0
                  ? (guint) n_steps
                  : MAX (60, tape.n_changes ? tape.changes[tape.n_changes - 1].step + 1 : 0);
      for (guint i = 0; i < n && !ferror (stdout); i++)
        {
          const KbPlayInput input = kb_tape_at (&tape, i);
          kb_play_step (play, &input);
          if (!play_last || i + 1 == n)
            print_step (play);
        }
    }
  else
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s: %s", path, why.text);
  kb_play_free (play);
  kb_tape_free (&tape);
  return play != NULL;
}

/* A project is played as its export would be. */
static gboolean
open_bank (KbInput *input, const char *path, kbx_bank *bank, GError **error)
{
  if (!kb_input_open (input, path, FALSE, error))
    return FALSE;
  *bank = input->bank;
  if (!input->document)
    return TRUE;
  kbx_error reason;
  gsize size;
  input->bytes = kb_bake_to_play (input->document, NULL, error);
  const void *data = input->bytes ? g_bytes_get_data (input->bytes, &size) : NULL;
  if (!data)
    return FALSE;
  if (kbx_bank_open (bank, data, size, &reason) == KBX_OK)
    return TRUE;
  return kb_fail (error, KB_ERROR_INPUT, "%s: %s", path, _(kbx_status_text (reason.status)));
}

/* Banks have no kinds of classes. */
static KbPlayKinds
kinds_of (const KbDocument *document)
{
  const KbProject *project = document ? kb_document_project (document) : NULL;
  if (!project)
    return (KbPlayKinds) { 0 };
  return (KbPlayKinds) { kb_project_classes_of_kind (project, KB_CLASS_KIND_HIT),
                        kb_project_classes_of_kind (project, KB_CLASS_KIND_HURT),
                        kb_project_classes_of_kind (project, KB_CLASS_KIND_PUSH) };
}

static int
run_play (char **arguments)
{
  GError *error = NULL;
  gint n_steps = -1;
  const KbPlayScene *scene = scene_name ? kb_play_find_scene (scene_name) : NULL;
  if (!scene && !play_list)
    {
      g_autofree char *meant = scene_names (scene_name ? scene_name : ""), *all = scene_names ("");
      return kb_cli_error (KB_EXIT_USAGE,
                           *meant && scene_name && *scene_name
                             ? _("kickbox play: --scene%s%s: could be %s")
                             : _("kickbox play: --scene%s%s: expected %s"),
                           scene_name ? " " : "", scene_name ? scene_name : "",
                           *meant ? meant : all);
    }
  if (!kb_cli_read_number ("play", "frames", play_frames, 0, KB_TAPE_MOST_STEPS, &n_steps, &error))
    return kb_cli_fail (error);
  g_auto (KbInput) input = { NULL };
  kbx_bank bank;
  gboolean ok = open_bank (&input, arguments[0], &bank, &error);
  if (ok && play_list)
    print_scenes (&bank);
  else if (ok)
    ok = play_scene (&bank, kinds_of (input.document), scene, arguments[0], n_steps, &error);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_play = {
  "play",
  N_("Play a scene with a project or bank, without a display"),
  "PROJECT|BANK --scene NAME",
  N_("Prints a JSON line after each step of 1/60 s: what has become of the scene, the events of "
     "the "
  "step, and a\n"
  "hash of all its values. The same bank and input give the same hashes.\n"
  "FILE of --input has a line for each step in which the input changes: its number from 0, the "
  "names of the\n"
  "keys held from then on, @X,Y for the pointer, and press for its button; from # on it is a "
  "remark:\n"
  "  0 right\n"
  "  30 right jump\n"
  "  34 right\n"
  "The editor records such files while a scene is played (F5). Roles that are not cast are played "
  "by the first that fits."),
  1,
  1,
  play_options,
  run_play
};
