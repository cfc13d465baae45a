/* SPDX-License-Identifier: MIT */
/* The sample projects, copied into the user's folder when first opened. */
#include "editor/project/project_flow.h"

#include <glib/gi18n.h>

#include "document/files/files.h"

const KbSample kb_samples[] = {
  { "dojo", N_("Dojo"), N_("Two fighters with hot spots, action points and shapes") },
  { "harbor", N_("Harbor"), N_("Masks to walk in and a track to race on") },
  { "temple", N_("Temple"), N_("A level of walls in a BSP") },
  { "yard", N_("Yard"), N_("Levels of tiles, hills, a maze and heights") },
  { "pinball", N_("Pinball"), N_("Levels of walls for balls that bounce") },
  { "course", N_("Course"), N_("Billiards, bricks, a shooting gallery, a hut, a ring") },
  { NULL },
};

static gboolean
copy_sample (const char *name, const char *folder, GError **error)
{
  g_autofree char *samples = kb_find_data ("kickbox/samples", "data/samples"),
                  *original = g_build_filename (samples ? samples : "", name, NULL);
  g_autoptr (KbDocument) document = kb_document_open (original, error);
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
