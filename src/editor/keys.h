/* SPDX-License-Identifier: MIT */
/* The keys of the actions as the user wants them: the table's own ones, and over these the setting
 * "keys", a dictionary from an action's name to an accelerator ("<Control>j"), or to "" for no key.
 * No two actions ever hold one key, and none holds a key of the canvas: entries that would make it
 * so, and entries that say nothing known, are passed over. */
#ifndef KB_EDITOR_KEYS_H
#define KB_EDITOR_KEYS_H

#include "editor/actions.h"

/* The action's accelerators now, up to two, then NULL; valid until the next change. Returns how
 * many. */
guint kb_keys_of (const KbAction *action, const char *keys[3]);
gboolean kb_keys_is_changed (const KbAction *action);
/* Whether the canvas handles this action's key itself, so that it cannot be another. */
gboolean kb_keys_is_fixed (const KbAction *action);

/* Gives the action this key alone, or none for "". FALSE when the key cannot be one, is of the
 * canvas, or is taken by another action: then nothing has changed, and `why` is a sentence for the
 * user. */
gboolean kb_keys_set (const KbAction *action, const char *accelerator, char **why);
/* Back to the table's keys; FALSE as above when another action holds one of these now. */
gboolean kb_keys_reset (const KbAction *action, char **why);
void kb_keys_reset_all (void);

/* Whether it is the letter of a tool, of whatever there are tools for. */
gboolean kb_keys_is_tool (const char *key);
/* The action that has the key; NULL: none. */
const KbAction *kb_keys_action_of (const char *key);
/* Whether a key is one that a text being typed wants, and the action therefore has to wait for
 * it. */
gboolean kb_keys_is_typed (const char *accelerator);
/* A key as people call it: "Ctrl+Z", "Keypad 1"; a new string. */
char *kb_keys_label (guint keyval, GdkModifierType modifiers);
/* "Ctrl+Y", or two with the text between them; a new string, empty without keys. */
char *kb_keys_text (const KbAction *action, const char *between);
/* The text with the first key behind it, "Undo (Ctrl+Z)", or as it is where the action has none; a
 * new string. */
char *kb_keys_tooltip (const KbAction *action, const char *text);
/* A text for the user in which "{save}" stands for the key of that action: "Ctrl+S", or its label
 * in quotes where it has no key. A new string; what names no action stays as it is. */
char *kb_keys_write (const char *text);
/* NULL for a name that is none. */
const KbAction *kb_keys_find (const char *name);

/* The setting: a{ss}; what stands in it, as it is taken. A new value, floating. */
void kb_keys_load (GVariant *dictionary);
GVariant *kb_keys_store (void);

#endif
