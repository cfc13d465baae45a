/* SPDX-License-Identifier: MIT */
/* kickbox soup: packs the polygons of a mesh for kbx_open. */
#include <glib/gi18n.h>
#include <stdio.h>

#include "bake/outputs.h"
#include "cli/command.h"
#include "cli/import.h"
#include "cli/soup.h"
#include "runtime/kickbox/pack.h"

G_STATIC_ASSERT (KBX_MAX_CLASSES == KB_MAX_CLASSES);

static char *soup_output, *soup_scale;
static gboolean soup_as_json;
static KbCliImport soup_asked;

static const GOptionEntry soup_options[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &soup_output, N_("The file to write"), "FILE" },
  { "scale", 0, 0, G_OPTION_ARG_FILENAME, &soup_scale,
    N_("Multiply all coordinates; 1 when left out"),
    "S" },
  { "json", 0, 0, G_OPTION_ARG_NONE, &soup_as_json, N_("Print the report as JSON"), NULL },
  G_OPTION_ENTRY_NULL
};

/* The bytes, or NULL and an error. */
static GBytes *
pack_soup (const KbMesh *mesh, GError **error)
{
  const guint n = mesh->polygons->len;
  g_autofree kbx_shape3 *shapes = g_new (kbx_shape3, n + 1);
  g_autofree guint8 *classes = g_new (guint8, n + 1);
  g_autofree guint8 *work = g_try_malloc (KBX_SOUP_WORK (n)), *bytes = NULL;
  const kbx_soup_plan plan = { shapes, classes, n };
  kbx_error fault;
  for (guint i = 0; i < n; i++)
    {
      const KbMeshPolygon *polygon = &g_array_index (mesh->polygons, KbMeshPolygon, i);
      classes[i] = (guint8) polygon->class_index;
      shapes[i] = kbx_shape3_polygon (&g_array_index (mesh->corners, kbx_vec3, polygon->first),
                                      polygon->count, false);
    }
  const size_t size = work ? kbx_soup_pack (&plan, work, KBX_SOUP_WORK (n), NULL, 0, &fault) : 0;
  bytes = size ? g_try_malloc (size) : NULL;
  if (!bytes || !kbx_soup_pack (&plan, work, KBX_SOUP_WORK (n), bytes, size, &fault))
    return kb_fail_null (error, KB_ERROR_MACHINE, _("kickbox soup: %s"),
                         work && !size ? _(fault.message) : _("there is not enough memory"));
  return g_bytes_new_take (g_steal_pointer (&bytes), size);
}

static void
print_soup_report (const KbMesh *mesh, gsize size)
{
  guint counts[KBX_MAX_CLASSES] = { 0 };
  json_t *classes = json_array ();
  if (soup_as_json)
    soup_asked.report = json_pack ("{s:[], s:[], s:[]}", "assets", "left_out", "messages");
  KB_EACH_IN (const KbMeshPolygon, polygon, mesh->polygons)
    counts[polygon->class_index]++;
  for (guint i = 0; i < mesh->classes->len; i++)
    json_array_append_new (classes, json_pack ("{s:s, s:i}", "name",
                                               g_ptr_array_index (mesh->classes, i), "polygons",
                                               counts[i]));
  if (!kb_cli_report_asset (&soup_asked, json_pack ("{s:s, s:i, s:I, s:o}", "kind", "soup",
                                                    "polygons", mesh->polygons->len, "bytes",
                                                    (json_int_t) size, "classes", classes)))
    {
      printf (ngettext ("%u polygon, %zu bytes\n", "%u polygons, %zu bytes\n",
                        mesh->polygons->len),
              mesh->polygons->len, size);
      for (guint i = 0; i < mesh->classes->len; i++)
        printf (_("  class %u, %s: %u\n"), i, (const char *) g_ptr_array_index (mesh->classes, i),
                counts[i]);
    }
  kb_cli_report_messages (&soup_asked, mesh->messages);
  if (soup_asked.report)
    kb_cli_print_json (soup_asked.report, JSON_INDENT (1));
  json_decref (soup_asked.report);
}

static int
run_soup (char **arguments)
{
  GError *error = NULL;
  double times = 1;
  if (!soup_output)
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox soup: expected -o FILE"));
  if (!kb_cli_read_real ("soup", "scale", soup_scale, 1e-9, 1e9, &times, &error))
    return kb_cli_fail (error);
  kb_cli_shown_as (arguments[0], FALSE);
  g_autoptr (KbMesh) mesh = kb_mesh_read (arguments[0], times, &error);
  if (mesh)
    kb_soup_split_polygons (mesh);
  g_autoptr (GBytes) bytes = mesh ? pack_soup (mesh, &error) : NULL;
  if (!bytes || !kb_outputs_write (soup_output, bytes, &error))
    return kb_cli_fail (error);
  print_soup_report (mesh, g_bytes_get_size (bytes));
  return KB_EXIT_DONE;
}

const KbCommand kb_command_soup = {
  "soup",
  N_("Pack a mesh (OBJ or glTF) as a soup of polygons for the library"),
  "MESH -o FILE",
  N_("OBJ: classes are named after the last usemtl, else g, else o. glTF: after the material, "
     "else\n"
  "the mesh. A game uses the numbers that the report prints, and opens the file with kbx_open."),
  1,
  1,
  soup_options,
  run_soup,
  NULL
};
