/* SPDX-License-Identifier: MIT */
/* The editor's application: windows, the style, `kickbox-editor [PROJECT]`. */
#ifndef KB_APPLICATION_H
#define KB_APPLICATION_H

#include <adwaita.h>

#define KB_TYPE_APPLICATION (kb_application_get_type ())
G_DECLARE_FINAL_TYPE (KbApplication, kb_application, KB, APPLICATION, AdwApplication)

KbApplication *kb_application_new (void);
/* Closes the windows one by one. Each may ask to save. The program ends with the last window. */
void kb_application_quit (KbApplication *self);
/* The user cancelled quitting: the remaining windows stay open. */
void kb_application_stay (KbApplication *self);

#endif
