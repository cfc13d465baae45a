/* SPDX-License-Identifier: MIT */
/* The keys of the actions: those of the table, overridden by the setting "keys". That is a
 * dictionary from an action's name to an accelerator ("<Control>j"), or to "" for no key.
 *
 * No two actions share a key, and none has a key of the canvas. Entries that are unknown or would
 * break this are ignored. */
#ifndef KB_EDITOR_KEYS_H
#define KB_EDITOR_KEYS_H

#include "editor/state/actions.h"

/* The action's current accelerators, up to two, then NULL. They are valid until the next change.
 * Returns their number. */
guint kb_keys_of (const KbAction *action, const char *keys[3]);
gboolean kb_keys_is_changed (const KbAction *action);
/* Whether the canvas handles this action's key itself, so that it cannot be changed. */
gboolean kb_keys_is_fixed (const KbAction *action);

/* Makes this the action's only key, or "" for none. Returns FALSE and changes nothing if the key is
 * invalid or in use. `why` is then a sentence for the user. */
gboolean kb_keys_set (const KbAction *action, const char *accelerator, char **why);
/* Restores the table's keys. Returns FALSE as above if another action has one of them. */
gboolean kb_keys_reset (const KbAction *action, char **why);
void kb_keys_reset_all (void);

/* The action that has the key, or NULL. */
const KbAction *kb_keys_action_of (const char *key);
/* Whether text input uses the key, so that the action has to wait. */
gboolean kb_keys_is_typed (const char *accelerator);
/* A readable name of a key: "Ctrl+Z", "Keypad 1", as a new string. */
char *kb_keys_label (guint keyval, GdkModifierType modifiers);
/* "Ctrl+Y", or both keys with `between` between them, as a new string, empty without keys. */
char *kb_keys_text (const KbAction *action, const char *between);
/* The text with the first key in brackets: "Undo (Ctrl+Z)". Without a key, returns just the text. A
 * new string. */
char *kb_keys_tooltip (const KbAction *action, const char *text);
/* Replaces "{save}" by the key of that action, "Ctrl+S", or by its label in quotes if it has none.
 * Unknown names stay. A new string. */
char *kb_keys_write (const char *text);
/* NULL for an unknown name. */
const KbAction *kb_keys_find (const char *name);

/* The setting, of type a{ss}. kb_keys_store returns the entries in use as a new, floating value. */
void kb_keys_load (GVariant *dictionary);
GVariant *kb_keys_store (void);

#endif
