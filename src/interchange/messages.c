/* SPDX-License-Identifier: MIT */
/* What an import says: sentences, and what it left out, each kind once with its number. */
#include "interchange/formats.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_NAMES 6      /* of one message */
#define MOST_MESSAGES 200   /* more would not be read */
#define MOST_KINDS 64    /* messages, before kinds are counted together */

static void
message_free (gpointer data)
{
  KbMessage *message = data;
  g_free (message->what);
  g_free (message->place);
  g_clear_pointer (&message->names, g_ptr_array_unref);
  g_free (message);
}

GPtrArray *
kb_messages_new (void)
{
  return g_ptr_array_new_with_free_func (message_free);
}

static KbMessage *
find_message (const GPtrArray *messages, const char *what)
{
  KB_EACH (KbMessage, message, messages)
    if (strcmp (message->what, what) == 0)
      return message;
  return NULL;
}

/* Steals the text. */
static KbMessage *
add_message (GPtrArray *messages, char *what)
{
  KbMessage *message = KB_NEW (KbMessage, .what = what);
  g_ptr_array_add (messages, message);
  return message;
}

static KbMessage *
find_or_add (GPtrArray *messages, const char *what)
{
  KbMessage *known = find_message (messages, what);
  return known ? known : add_message (messages, g_strdup (what));
}

void
kb_messages_add (GPtrArray *messages, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  if (messages->len < MOST_MESSAGES && !find_message (messages, text))
    add_message (messages, g_steal_pointer (&text));
}

void
kb_messages_lose (GPtrArray *messages, const char *what, guint n)
{
  if (n && messages)
    find_or_add (messages, what)->n += n;
}

void
kb_messages_lose_picture (GPtrArray *messages, const KbPicture *picture)
{
  kb_messages_lose (messages, _("colour profiles"), picture->has_profile);
  kb_messages_lose (messages, _("colours of 16 bits, rounded to 8"), picture->was_deep);
}

void
kb_messages_lose_kind (GPtrArray *messages, const char *what, const char *other)
{
  kb_messages_lose (messages,
                    find_message (messages, what) || messages->len < MOST_KINDS ? what : other, 1);
}

gboolean
kb_messages_has (const GPtrArray *messages, const char *what)
{
  return find_message (messages, what) != NULL;
}

void
kb_messages_lose_at (GPtrArray *messages, char *place, const char *what, const char *name)
{
  g_autofree char *clean = name ? kb_import_clean_name (name) : NULL;
  KbMessage *message = find_or_add (messages, what);
  if (message->place)
    g_free (place);
  else
    message->place = place;
  if (!message->names)
    message->names = g_ptr_array_new_with_free_func (g_free);
  message->n++;
  if (clean && message->names->len <= MAX_NAMES
      && !g_ptr_array_find_with_equal_func (message->names, clean, g_str_equal, NULL))
    g_ptr_array_add (message->names, g_steal_pointer (&clean));
}

void
kb_messages_copy (GPtrArray *messages, const GPtrArray *from, const char *prefix)
{
  KB_EACH (const KbMessage, message, from)
    {
      KbMessage *copy = add_message (messages, g_strdup (message->what));
      copy->n = message->n;
      copy->place = prefix && message->place
                      ? g_strdup_printf ("%s: %s", prefix, message->place)
                      : g_strdup (message->place);
      copy->names = message->names ? g_ptr_array_ref (message->names) : NULL;
    }
}

/* " (pond, lake, ...)", or nothing, as a new string. */
static char *
names_text (const GPtrArray *names)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; names && i < MIN (names->len, MAX_NAMES); i++)
    g_string_append_printf (text, "%s%s", i ? ", " : " (",
                            (const char *) g_ptr_array_index (names, i));
  if (text->len)
    g_string_append (text, names->len > MAX_NAMES ? ", ...)" : ")");
  return g_string_free (text, FALSE);
}

char *
kb_message_text (const KbMessage *message)
{
  g_autofree char *names = names_text (message->names);
  if (!message->n)
    return g_strdup (message->what);
  if (!message->place)
    return g_strdup_printf (_("left out: %s (%u)"), message->what, message->n);
  if (message->n == 1)
    return g_strdup_printf ("%s: %s%s", message->place, message->what, names);
  return g_strdup_printf (_("%s and %u more: %s%s"), message->place, message->n - 1, message->what,
                          names);
}

void
kb_messages_append (GString *text, const GPtrArray *messages, const char *before)
{
  for (guint i = 0; messages && i < messages->len; i++)
    {
      g_autofree char *line = kb_message_text (g_ptr_array_index (messages, i));
      g_string_append (text, before);
      g_string_append (text, line);
    }
}

void
kb_messages_to_json (const GPtrArray *messages, json_t *sentences, json_t *left_out)
{
  KB_EACH_WHILE (messages, const KbMessage, message, messages)
    {
      if (!message->n)
        {
          json_array_append_new (sentences, json_string (message->what));
          continue;
        }
      json_t *loss = json_pack ("{s:s, s:i, s:s*}", "what", message->what, "count",
                                (int) message->n, "place", message->place);
      json_t *names = json_array ();
      for (guint k = 0; message->names && k < MIN (message->names->len, MAX_NAMES); k++)
        json_array_append_new (names, json_string (g_ptr_array_index (message->names, k)));
      if (json_array_size (names))
        json_object_set (loss, "names", names);
      json_decref (names);
      json_array_append_new (left_out, loss);
    }
}
