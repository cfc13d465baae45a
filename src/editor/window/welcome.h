/* SPDX-License-Identifier: MIT */
/* The page of a window without a project: New, Open, recent projects. */
#ifndef KB_WELCOME_H
#define KB_WELCOME_H

#include <adwaita.h>

#define KB_TYPE_WELCOME (kb_welcome_get_type ())
G_DECLARE_FINAL_TYPE (KbWelcome, kb_welcome, KB, WELCOME, AdwBin)

/* Files, NULL-terminated. */
void kb_welcome_set_recent (KbWelcome *self, const char *const *files);

#endif
