/* SPDX-License-Identifier: MIT */
/* The editor's application: windows, the style, `kickbox-editor [PROJECT]`. */
#ifndef KB_APPLICATION_H
#define KB_APPLICATION_H

#include <adwaita.h>

#define KB_TYPE_APPLICATION (kb_application_get_type ())
G_DECLARE_FINAL_TYPE (KbApplication, kb_application, KB, APPLICATION, AdwApplication)

KbApplication *kb_application_new (void);
/* Closes one window after the other; each may have something to ask, and the last to go ends the
 * program. */
void kb_application_quit (KbApplication *self);
/* Somebody wants to go on working: the windows that are left stay. */
void kb_application_stay (KbApplication *self);

#endif
