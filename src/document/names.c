/* SPDX-License-Identifier: MIT */
/* The rules for names of assets. */
#include "document/names.h"

#include <glib/gi18n.h>
#include <string.h>

#define SEPARATORS "/\\:*?\"<>|"

/* Letters and marks without a visible glyph. */
static gboolean
is_filler (gunichar c)
{
  return c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0;
}

static gboolean
is_unsafe (gunichar c)
{
  const GUnicodeType type = g_unichar_type (c);
  const gboolean is_none = (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
  return g_unichar_iscntrl (c) || is_none || type == G_UNICODE_LINE_SEPARATOR
         || type == G_UNICODE_PARAGRAPH_SEPARATOR;
}

gunichar
kb_unsafe_character (const char *text)
{
  while (*text && !is_unsafe (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  return *text ? g_utf8_get_char (text) : 0;
}

/* Joiners belong to words of some languages */
gboolean
kb_is_hidden_character (gunichar c)
{
  return is_unsafe (c) || is_filler (c)
         || (g_unichar_type (c) == G_UNICODE_FORMAT && c != 0x200c && c != 0x200d);
}

char *
kb_file_name_fault (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  const gunichar unsafe = kb_unsafe_character (valid);
  if (strcmp (valid, name) != 0)
    return g_strdup_printf (_("'%s' is not UTF-8"), valid);
  if (unsafe)
    return g_strdup_printf (_("'%s' has the character U+%04X"), name, unsafe);
  return strlen (name) > KB_FILE_NAME_BYTES
           ? g_strdup_printf (_("'%s' is longer than %d bytes"), name, KB_FILE_NAME_BYTES)
           : NULL;
}

gboolean
kb_check_path (const char *path, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  for (guint i = 0; parts[i]; i++)
    {
      g_autofree char *fault = kb_file_name_fault (parts[i]);
      if (fault)
        return kb_fail (error, KB_ERROR_INPUT, _("%s; another name is safer"), fault);
    }
  return TRUE;
}

static gboolean
has_unsafe (const char *name)
{
  return kb_unsafe_character (name) != 0;
}

static gboolean
has_hidden (const char *name)
{
  for (; *name; name = g_utf8_next_char (name))
    if (kb_is_hidden_character (g_utf8_get_char (name)))
      return TRUE;
  return FALSE;
}

static gboolean
has_separator (const char *name)
{
  return strpbrk (name, SEPARATORS) != NULL;
}

static gboolean
has_odd_end (const char *name)
{
  return !*name || strchr (" .", name[0]) || strchr (" .", name[strlen (name) - 1]);
}

static gboolean
is_option (const char *name)
{
  return name[0] == '-';
}

/* The length of the device's name at the start, or 0. A suffix after a dot does not matter. */
static gsize
device_length (const char *name)
{
  static const char *const devices[] = { "con", "prn", "aux", "nul", "conin$", "conout$" };
  static const char *const ports[] = { "com", "lpt" };
  static const char *const powers[] = { "\xc2\xb9", "\xc2\xb2", "\xc2\xb3" };
  gsize length = strcspn (name, "."), port = 0;
  while (length && name[length - 1] == ' ')
    length--;
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    if (strlen (devices[i]) == length && g_ascii_strncasecmp (name, devices[i], length) == 0)
      return length;
  for (guint i = 0; i < G_N_ELEMENTS (ports); i++)
    port |= length > 3 && g_ascii_strncasecmp (name, ports[i], 3) == 0;
  gboolean numbered = length == 4 && name[3] >= '1' && name[3] <= '9';
  for (guint i = 0; i < G_N_ELEMENTS (powers); i++)
    numbered |= length == 5 && strncmp (name + 3, powers[i], 2) == 0;
  return port && numbered ? length : 0;
}

static gboolean
is_device (const char *name)
{
  return device_length (name) > 0;
}

static const struct {
  gboolean (*holds) (const char *name);
  gboolean always;         /* also for an existing project's name */
  const char *why;        /* %s: the name; %c: the first separator */
} rules[] = {
  { has_separator, TRUE, N_("'%s' has a '%c', which file names cannot have") },
  { has_odd_end, TRUE, N_("'%s' starts or ends with a dot or a space, which file names cannot") },
  { is_option, FALSE, N_("'%s' starts with '-', which programs take for an option") },
  { has_unsafe, TRUE, N_("'%s' has a character that ends a line, or is none") },
  { has_hidden, FALSE, N_("'%s' has characters that are not seen") },
  { is_device, FALSE, N_("'%s' is a name that some systems keep for themselves") },
};

char *
kb_name_fault (const char *name, gboolean is_new)
{
  guint i = 0;
  while (i < G_N_ELEMENTS (rules) && ((!is_new && !rules[i].always) || !rules[i].holds (name)))
    i++;
  if (i == G_N_ELEMENTS (rules))
    return NULL;
  const char *bad = strpbrk (name, SEPARATORS), character[] = { bad ? *bad : '\0', '\0' };
  GString *fault = g_string_new (_(rules[i].why));
  g_string_replace (fault, "%c", character, 1);
  g_string_replace (fault, "%s", name, 1);
  return g_string_free (fault, FALSE);
}

/* Limits the bytes, and removes characters not allowed at the ends. */
static void
trim (GString *name, gsize most)
{
  if (name->len > most)
    {
      const char *end = g_utf8_find_prev_char (name->str, name->str + most + 1);
      g_string_truncate (name, (gsize) (end - name->str));
    }
  while (name->len && strchr (" .", name->str[name->len - 1]))
    g_string_truncate (name, name->len - 1);
  g_string_erase (name, 0, (gssize) strspn (name->str, " .-"));
}

char *
kb_name_make_usable (const char *name, const char *missing)
{
  g_autoptr (GString) usable = g_string_new (NULL);
  for (; *name; name = g_utf8_next_char (name))
    {
      gunichar c = g_utf8_get_char (name);
      if (g_unichar_type (c) == G_UNICODE_SPACE_SEPARATOR)
        c = ' ';   /* of any width */
      if (!kb_is_hidden_character (c))
        g_string_append_unichar (usable, c < 0x80 && strchr (SEPARATORS, (gint) c) ? '-' : c);
    }
  trim (usable, KB_NAME_BYTES);
  gsize device = device_length (usable->str);
  if (device)
    {
      trim (usable, KB_NAME_BYTES - 1);
      g_string_insert_c (usable, (gssize) device, '_');
    }
  return g_strdup (usable->len ? usable->str : missing);
}

char *
kb_name_take (GHashTable *taken, const char *name, gboolean folds)
{
  char *first = folds ? g_utf8_casefold (name, -1) : g_strdup (name), *key = g_strdup (first),
       *free_one = g_strdup (name);
  guint n = MAX (GPOINTER_TO_UINT (g_hash_table_lookup (taken, first)), 1);
  while (g_hash_table_contains (taken, key))
    {
      g_autofree char *longer = g_strdup_printf ("%.180s %u", name, ++n);
      g_free (key);
      g_free (free_one);
      free_one = g_utf8_make_valid (longer, -1);
      key = folds ? g_utf8_casefold (free_one, -1) : g_strdup (free_one);
    }
  g_hash_table_insert (taken, key, GUINT_TO_POINTER (1));
  g_hash_table_insert (taken, first, GUINT_TO_POINTER (n));
  return free_one;
}
