/* SPDX-License-Identifier: MIT */
/* The user's settings. Nothing here can fail: without an installed schema, defaults apply and
 * changes last until the program ends. */
#ifndef KB_EDITOR_SETTINGS_H
#define KB_EDITOR_SETTINGS_H

#include <gio/gio.h>

#include "drawing/drawing.h"

#define KB_APPLICATION_ID "io.github.kickbox.Kickbox"
#define KB_RESOURCE_PATH "/io/github/kickbox/Kickbox"

gboolean kb_settings_get_boolean (const char *key);
void kb_settings_set_boolean (const char *key, gboolean value);
int kb_settings_get_int (const char *key);
void kb_settings_set_int (const char *key, int value);
char *kb_settings_dup_string (const char *key);
void kb_settings_set_string (const char *key, const char *value);
/* For keys of other types. The caller owns the returned value. The value passed in may be
 * floating. */
GVariant *kb_settings_get_value (const char *key);
void kb_settings_set_value (const char *key, GVariant *value);

/* Files of recent projects that still exist, newest first; NULL-terminated. */
char **kb_settings_dup_recent (void);
/* Moves a project's file to the front. */
void kb_settings_add_recent (const char *path);

/* The colours behind pictures, from the settings. */

/* The settings "canvas-style" and "checker" applied to the program's light or dark style. Never
 * freed; other colours have another address. */
const KbStyle *kb_canvas_style (void);

#endif
