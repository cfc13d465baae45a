/* SPDX-License-Identifier: MIT */
/* kickbox build: the compilation and linking of a project as a plan for another program. */
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "bake/object.h"
#include "cli/command.h"
#include "cli/export.h"
#include "cli/farm.h"
#include "cli/input.h"

static char *ninja, *objects;

static const GOptionEntry options[] = {
  { "ninja", 0, 0, G_OPTION_ARG_FILENAME, &ninja, "Write a build file for ninja", "FILE" },
  { "objects", 0, 0, G_OPTION_ARG_FILENAME, &objects,
    "Where the objects go; without it, next to the bank in a folder of its name", "FOLDER" },
  KB_EXPORT_OPTIONS,
  G_OPTION_ENTRY_NULL
};

/* What both plans say. All paths are as given. */
typedef struct {
  const char *project;   /* the argument */
  char *start;           /* its folder */
  char *file;            /* its .kickbox file */
  char *program;         /* this one, absolute */
  char *folder;          /* of the objects */
  GPtrArray *assets;     /* "sprites/hero.json" */
  GString *link;         /* the options of link, for a shell */
} Plan;

/* As ninja writes paths. */
static char *
escape (const char *path)
{
  GString *text = g_string_new (NULL);
  for (const char *p = path; *p; p++)
    {
      if (strchr ("$ :", *p))
        g_string_append_c (text, '$');
      g_string_append_c (text, *p);
    }
  return g_string_free (text, FALSE);
}

/* "FOLDER/sprites/hero.kbo" for "sprites/hero.json". */
static char *
object_path (const Plan *plan, const char *asset)
{
  g_autofree char *stem = g_strndup (asset, strlen (asset) - strlen (".json"));
  return g_strconcat (plan->folder, "/", stem, ".kbo", NULL);
}

/* In a command within a build file. */
static void
append_quoted (GString *text, const char *word)
{
  g_autofree char *quoted = g_shell_quote (word), *escaped = escape (quoted);
  g_string_append_printf (text, " %s", escaped);
}

static void
append_rules (const Plan *plan, GString *text)
{
  g_autofree char *program = escape (plan->program), *folder = escape (plan->folder);
  g_string_append_printf (
    text,
    "# Made by 'kickbox build', and made again when the project gets or loses an asset.\n"
    "ninja_required_version = 1.5\n"
    "builddir = %s\n\n"
    "rule compile\n"
    "  command = \"$kickbox\" compile -o $out --depfile $out.d -- $in\n"
    "  depfile = $out.d\n"
    "  deps = gcc\n"
    "  description = compile $in\n"
    "rule link\n"
    "  command = \"$kickbox\" link -o $out%s @$out.rsp\n"
    "  rspfile = $out.rsp\n"
    "  rspfile_content = $in_newline\n"
    "  description = link $out\n"
    "rule plan\n"
    "  generator = 1\n"
    "  description = plan $out\n"
    "  command = \"$kickbox\" build --ninja $out%s",
    folder, plan->link->str, plan->link->str);
  append_quoted (text, "--objects");
  append_quoted (text, plan->folder);
  append_quoted (text, "-o");
  append_quoted (text, kb_export.output);
  append_quoted (text, "--");
  append_quoted (text, plan->project);
  g_string_append_printf (text, "\n\nkickbox = %s\n", program);
}

static char *
make_ninja (const Plan *plan)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GString) list = g_string_new (NULL);
  g_autofree char *program = escape (plan->program), *file = escape (plan->file),
                  *bank = escape (kb_export.output), *plan_file = escape (ninja);
  append_rules (plan, text);
  KB_EACH (const char, asset, plan->assets)
    {
      g_autofree char *object = object_path (plan, asset), *to = escape (object),
                      *path = g_build_filename (plan->start, asset, NULL), *from = escape (path);
      g_string_append_printf (text, "build %s: compile %s | %s\n", to, from, program);
      g_string_append_printf (list, " $\n  %s", to);
    }
  g_string_append_printf (text, "build %s: link%s | %s\nbuild %s: plan | %s %s", bank, list->str,
                          program, plan_file, program, file);
  for (const KbList *kind = kb_project_kind.lists; kind->name; kind++)
    {
      g_autofree char *folder =
        kind->item->folder ? g_build_filename (plan->start, kind->item->folder, NULL) : NULL;
      g_autofree char *escaped = folder ? escape (folder) : NULL;
      if (folder && g_file_test (folder, G_FILE_TEST_IS_DIR))
        g_string_append_printf (text, " %s", escaped);
    }
  g_string_append_printf (text, "\ndefault %s\n", bank);
  return g_string_free (text, FALSE);
}

/* "robot.kbx" -> "robot.objects". */
static char *
objects_folder (void)
{
  const char *dot = strrchr (kb_export.output, '.'), *slash = strrchr (kb_export.output, '/');
  const gsize n = dot && (!slash || dot > slash + 1) ? (gsize) (dot - kb_export.output)
                                                     : strlen (kb_export.output);
  return objects ? g_strdup (objects)
                 : g_strdup_printf ("%.*s.objects", (int) n, kb_export.output);
}

static GBytes *
make_plan (const char *project, GError **error)
{
  g_autofree char *file = NULL, *start = kb_project_folder (project), *folder = objects_folder (),
                  *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GPtrArray) assets = kb_list_asset_files (project, &file, error);
  if (!assets)
    return NULL;
  g_autofree char *name = g_path_get_basename (file), *given = g_build_filename (start, name, NULL);
  g_autoptr (GString) link = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kb_export.options); i++)
    if (kb_export.options[i])
      g_string_append_printf (link, " --%s=%s", kb_bake_options[i].name, kb_export.options[i]);
  const Plan plan = { project, start, given, program, folder, assets, link };
  char *text = make_ninja (&plan);
  return g_bytes_new_take (text, strlen (text));
}

static int
run (char **arguments)
{
  GError *error = NULL;
  if (!ninja || !*ninja)
    return kb_cli_error (KB_EXIT_USAGE,
                         "kickbox build: what is written is missing; expected: --ninja FILE");
  if (!kb_export_check_options ("build", &error))
    return kb_cli_fail (error);
  kb_cli_shown_as (arguments[0], TRUE);
  g_autoptr (GBytes) text = make_plan (arguments[0], &error);
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  const gboolean ok = text && kb_outputs_add (outputs, ninja, text, &error)
                      && kb_outputs_commit (outputs, &error);
  return ok ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_build = {
  "build",
  "Plan the making of a bank for ninja",
  "PROJECT -o FILE --ninja FILE",
  "The plan compiles each asset and links a bank, the same as 'kickbox export' makes. ninja does\n"
  "side by side what it can, makes only what is out of date, and goes on where it was stopped.\n"
  "Options are those of 'kickbox link'.",
  1,
  1,
  options,
  run,
  kb_bake_choices_help
};
