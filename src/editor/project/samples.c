/* SPDX-License-Identifier: MIT */
/* The sample projects, copied into the user's folder when first opened. */
#include "editor/project/project_flow.h"

#include <glib/gi18n.h>

const KbSample kb_samples[] = {
  { "dojo", N_("Dojo"), N_("Two fighters with hot spots, action points and shapes") },
  { "harbor", N_("Harbor"), N_("Masks to walk in and a track to race on") },
  { "temple", N_("Temple"), N_("A level of walls in a BSP") },
  { "yard", N_("Yard"), N_("Levels of tiles, hills, a maze and heights") },
  { "pinball", N_("Pinball"), N_("Levels of walls for balls that bounce") },
  { NULL },
};

/* Installed, or in the build folder. A new string, NULL if it is not found. */
static char *
sample_folder (const char *name)
{
  static const char *const folders[] = { "../share/kickbox/samples", "../../data/samples" };
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *beside = program ? g_path_get_dirname (program) : NULL;
  for (guint i = 0; beside && i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_build_filename (beside, folders[i], name, NULL);
      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&folder);
    }
  return NULL;
}

static gboolean
copy_sample (const char *name, const char *folder, GError **error)
{
  g_autofree char *original = sample_folder (name);
  g_autoptr (KbDocument) document = kb_document_open (original ? original : name, error);
  return document && kb_document_save_as (document, folder, error);
}

void
kb_flow_open_sample (KbWindow *window, const char *name)
{
  g_autofree char *folder =
    g_build_filename (g_get_user_data_dir (), "kickbox", "samples", name, NULL);
  g_autoptr (GError) error = NULL;
  if (g_file_test (folder, G_FILE_TEST_IS_DIR) || copy_sample (name, folder, &error))
    kb_flow_open (window, folder);
  else
    kb_window_show_error (window, _("The Sample Cannot Be Opened"), g_steal_pointer (&error));
}
