/* SPDX-License-Identifier: MIT */
/* kickbox-editor [PROJECT] */
#include <glib/gi18n.h>

#include "editor/application.h"

int
main (int argc, char **argv)
{
  g_set_application_name (_("Kickbox"));
  g_autoptr (KbApplication) application = kb_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
