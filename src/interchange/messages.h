/* SPDX-License-Identifier: MIT */
/* What an import says: sentences, and what it left out, each kind once with its number. A list is a
 * GPtrArray of KbMessage. */
#ifndef KB_INTERCHANGE_MESSAGES_H
#define KB_INTERCHANGE_MESSAGES_H

#include <glib.h>
#include <jansson.h>

typedef struct {
  char *what;              /* a sentence; of things left out their kind, in the plural */
  guint n;                 /* how many; 0: a sentence alone */
  char *place;             /* of the first, such as "line 12"; NULL: `what` is a kind */
  GPtrArray *names;        /* char *: the first few things concerned; NULL: none */
} KbMessage;

GPtrArray *kb_messages_new (void);
/* Adds a sentence. */
void kb_messages_add (GPtrArray *messages, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Counts things that are left out: "lines without length". */
void kb_messages_lose (GPtrArray *messages, const char *what, guint n);
/* The same where the place is known: `what` is a sentence, "ellipses are left out". `name` or NULL
 * follows it. Takes the place, which may be NULL if it is not the first one. */
void kb_messages_lose_at (GPtrArray *messages, char *place, const char *what, const char *name);
gboolean kb_messages_has (const GPtrArray *messages, const char *what);
/* Adds copies. `prefix` comes before their places; NULL: nothing. */
void kb_messages_copy (GPtrArray *messages, const GPtrArray *from, const char *prefix);
/* "left out: lines without length (3)", "line 12 and 3 more: ellipses are left out (pond, lake)":
 * a new string. */
char *kb_message_text (const KbMessage *message);
/* Appends all, each with `before` in front. NULL for `messages` is allowed. */
void kb_messages_append (GString *text, const GPtrArray *messages, const char *before);
/* Adds to lists of texts and of objects: "what", "count", "place", "names". */
void kb_messages_to_json (const GPtrArray *messages, json_t *sentences, json_t *left_out);

#endif
