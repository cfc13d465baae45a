/* SPDX-License-Identifier: MIT */
/* About Kickbox. */
#include <glib/gi18n.h>

#include "editor/dialogs/dialogs.h"
#include "editor/state/settings.h"

void
kb_dialog_about (KbWindow *window)
{
  adw_show_about_window (
    GTK_WINDOW (window), "application-name", _("Kickbox"), "application-icon", KB_APPLICATION_ID,
    "version", KB_VERSION, "developer-name", _("The Kickbox authors"), "copyright",
    "© 2026 The Kickbox authors", "license-type", GTK_LICENSE_MIT_X11, "comments",
    _("Marks on sprites what a game has to know, and exports a bank that answers its "
       "collision questions."),
    NULL);
}
