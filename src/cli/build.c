/* SPDX-License-Identifier: MIT */
/* kickbox build: the compilation and linking of a project as a plan for another program. */
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "bake/object.h"
#include "cli/command.h"
#include "cli/export.h"
#include "cli/farm.h"
#include "cli/input.h"
#include "document/names.h"

static char *ninja, *slurm, *build_objects;

static const GOptionEntry build_options[] = {
  { "ninja", 0, 0, G_OPTION_ARG_FILENAME, &ninja, N_("Write a build file for ninja"), "FILE" },
  { "slurm", 0, 0, G_OPTION_ARG_FILENAME, &slurm,
    N_("Write scripts for Slurm; submit.sh runs them all"), "FOLDER" },
  { "objects", 0, 0, G_OPTION_ARG_FILENAME, &build_objects,
    N_("Where the objects go; without it, next to the bank in a folder of its name"), "FOLDER" },
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

/* Ninja has no escape for some characters in a depfile, but takes a name to the end of its line
 * from what a command prints, as some compilers do. */
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
    "  command = \"$kickbox\" compile -o $out --needs -- $in\n"
    "  deps = msvc\n"
    "  msvc_deps_prefix = needs:\n"
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
  /* A new folder of assets changes the project's folder. */
  g_autofree char *start = escape (plan->start);
  g_string_append_printf (text, "build %s: link%s | %s\nbuild %s: plan | %s %s %s", bank, list->str,
                          program, plan_file, program, file, start);
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

/* ---- Slurm ---- */

/* Assets of a job, at least, and the most jobs that Slurm's array has by default. */
enum { SLURM_ASSETS = 16, SLURM_JOBS = 1000 };

static gboolean
add_text (KbOutputs *outputs, const char *name, char *text, GError **error)
{
  g_autofree char *path = g_build_filename (slurm, name, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  return kb_outputs_add (outputs, path, bytes, error);
}

/* Job N compiles what parts/N lists: assets and objects. One that is newer than all it was made of
 * stays. */
static char *
make_job (const Plan *plan, const char *folder)
{
  g_autofree char *program = g_shell_quote (plan->program);
  return g_strdup_printf (
    "#!/bin/sh\n"
    "# Made by 'kickbox build': compiles a part of the assets. submit.sh starts it.\n"
    "kickbox=%s\n"
    "status=0\n"
    "fresh () {\n"
    "  [ -e \"$1\" ] && [ -e \"$1.d\" ] && [ \"$1\" -nt \"$kickbox\" ] || return 1\n"
    "  sed -n 's/:$//p' \"$1.d\" | sed 's/\\\\\\(.\\)/\\1/g; s/\\$\\$/$/g' |\n"
    "  while IFS= read -r file; do\n"
    "    [ \"$1\" -nt \"$file\" ] && [ -e \"$file\" ] || exit 1\n"
    "  done\n"
    "}\n"
    "while IFS=$(printf '\\t') read -r asset object; do\n"
    "  fresh \"$object\" ||\n"
    "    \"$kickbox\" compile -o \"$object\" --depfile \"$object.d\" -- \"$asset\" || status=$?\n"
    "done <%s/parts/\"$SLURM_ARRAY_TASK_ID\"\n"
    "exit $status\n",
    program, folder);
}

static gboolean
write_slurm (const Plan *plan, KbOutputs *outputs, GError **error)
{
  const guint jobs = CLAMP (plan->assets->len / SLURM_ASSETS, 1, SLURM_JOBS);
  g_autofree char *folder = g_shell_quote (slurm), *program = g_shell_quote (plan->program),
                  *bank = g_shell_quote (kb_export.output), *current = g_get_current_dir (),
                  *here = g_shell_quote (current);
  g_autoptr (GString) all = g_string_new (NULL);
  gboolean ok = TRUE;
  for (guint job = 0; job < jobs && ok; job++)
    {
      g_autofree char *name = g_strdup_printf ("parts/%u", job);
      GString *part = g_string_new (NULL);
      for (guint i = job; i < plan->assets->len; i += jobs)
        {
          g_autofree char *object = object_path (plan, plan->assets->pdata[i]);
          g_string_append_printf (part, "%s/%s\t%s\n", plan->start,
                                  (const char *) plan->assets->pdata[i], object);
          g_string_append_printf (all, "%s\n", object);
        }
      ok = add_text (outputs, name, g_string_free (part, FALSE), error);
    }
  g_autofree char *link = g_strdup_printf ("%s link -o %s%s @%s/objects", program, bank,
                                           plan->link->str, folder),
                  *quoted = g_shell_quote (link);
  char *submit = g_strdup_printf (
    "#!/bin/sh\n"
    "# Made by 'kickbox build': compiles all assets in an array of jobs, then links them.\n"
    "cd %s || exit\n"
    "sbatch --wait --array=0-%u --output=%s/log.%%a %s/compile.sh &&\n"
    "sbatch --wait --output=%s/log.link --wrap %s\n",
    here, jobs - 1, folder, folder, folder, quoted);
  return ok && add_text (outputs, "objects", g_strdup (all->str), error)
         && add_text (outputs, "compile.sh", make_job (plan, folder), error)
         && add_text (outputs, "submit.sh", submit, error);
}

/* ---- the command ---- */

/* "robot.kbx" -> "robot.objects". */
static char *
objects_folder (void)
{
  const char *dot = strrchr (kb_export.output, '.'), *slash = strrchr (kb_export.output, '/');
  const gsize n = dot && (!slash || dot > slash + 1) ? (gsize) (dot - kb_export.output)
                                                     : strlen (kb_export.output);
  return build_objects ? g_strdup (build_objects)
                       : g_strdup_printf ("%.*s.objects", (int) n, kb_export.output);
}

static gboolean
write_plans (const char *project, GError **error)
{
  g_autofree char *file = NULL, *start = kb_project_folder (project), *folder = objects_folder (),
                  *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GPtrArray) assets = kb_list_asset_files (project, &file, error);
  if (!assets)
    return FALSE;
  if (assets->len == 0 || !g_str_has_suffix (file, ".kickbox"))
    return kb_fail (error, KB_ERROR_INPUT,
                    g_str_has_suffix (file, ".kickbox")
                      ? _("%s: has no assets; expected one at least")
                      : _("%s: expected a project's folder or its .kickbox file"),
                    project);
  g_autofree char *name = g_path_get_basename (file), *given = g_build_filename (start, name, NULL),
                  *place = g_path_get_dirname (file),
                  *stem = g_strndup (name, strlen (name) - strlen (".kickbox"));
  g_autoptr (KbDocument) document = kb_document_new (place, stem);
  if (!kb_cli_check_output (document, "build", kb_export.output, error)
      || !kb_cli_check_output (document, "build", ninja, error)
      || !kb_cli_check_output_folder (document, "build", slurm ? slurm : folder, error)
      || !kb_cli_check_output_folder (document, "build", folder, error))
    return FALSE;
  g_autoptr (GString) link = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kb_export.options); i++)
    if (kb_export.options[i])
      g_string_append_printf (link, " --%s=%s", kb_bake_options[i].name, kb_export.options[i]);
  g_autofree char *current = g_get_current_dir ();
  const char *const written[] = { project, start,     given,
                                  program, folder,    kb_export.output,
                                  current, link->str, ninja ? ninja : "",
                                  slurm ? slurm : "" };
  for (guint i = 0; i < G_N_ELEMENTS (written); i++)
    if (!kb_check_path (written[i], error))
      return FALSE;
    else if (ninja && written[i] != current && strchr (written[i], '|'))
      return kb_fail (error, KB_ERROR_INPUT,
                      _("'%s' has '|', for which ninja has no escape; another name is safer"),
                      written[i]);
  const Plan plan = { project, start, given, program, folder, assets, link };
  g_autoptr (KbOutputs) outputs = kb_outputs_new ();
  if (slurm && !write_slurm (&plan, outputs, error))
    return FALSE;
  if (ninja)
    {
      char *text = make_ninja (&plan);
      g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
      if (!kb_outputs_add (outputs, ninja, bytes, error))
        return FALSE;
    }
  return kb_outputs_commit (outputs, error);
}

static int
run_build (char **arguments)
{
  GError *error = NULL;
  if (!(ninja && *ninja) && !(slurm && *slurm))
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox build: what is written is missing; expected: "
                                        "--ninja FILE or --slurm FOLDER"));
  if (!kb_export_check_options (&kb_command_build, &error))
    return kb_cli_fail (error);
  kb_cli_shown_as (arguments[0], TRUE);
  return write_plans (arguments[0], &error) ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_build = {
  "build",
  N_("Plan the making of a bank for ninja or Slurm"),
  "PROJECT -o FILE --ninja FILE|--slurm FOLDER",
  N_("The plan compiles each asset and links a bank, the same as 'kickbox export' makes. Both "
     "make\n"
  "only what is out of date, and go on where they were stopped. Options are those of 'kickbox\n"
  "link'."),
  1,
  1,
  build_options,
  run_build,
  kb_bake_choices_help
};
