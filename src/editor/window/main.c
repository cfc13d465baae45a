/* SPDX-License-Identifier: MIT */
/* kickbox-editor [PROJECT] */
#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>

#include "document/files/files.h"
#include "editor/state/application.h"

int
main (int argc, char **argv)
{
  /* Exceeding the file size limit then gives an error, like a full disk, instead of ending the
   * program. */
  signal (SIGXFSZ, SIG_IGN);
  setlocale (LC_ALL, "");
  kb_find_translations ();
  g_set_application_name (_("Kickbox"));
  g_autoptr (KbApplication) application = kb_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
