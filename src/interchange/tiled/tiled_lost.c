/* SPDX-License-Identifier: MIT */
/* Lists what of a Tiled file is left out: each kind once, with its first position and its number.
 * Finds the enums of Tiled's project, which the file does not have. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/files/files.h"
#include "document/values.h"
#include "interchange/readers/readers.h"
#include "interchange/tiled/tiled.h"

#define TILED_LOST_MOST_KINDS 32    /* of unknown attributes and parts, one line each */
#define MOST_PROJECT (64 << 20)   /* bytes */
#define MOST_UP 8        /* folders in which Tiled's project is looked for */
#define MOST_CHOICES 1024

struct KbTiledLost {
  GPtrArray *messages;     /* KbMessage, in the order of discovery */
  guint n_named;           /* kinds named after names in the file */
  json_t *enums;           /* choices by name; NULL: not read yet */
};

KbTiledLost *
kb_tiled_lost_new (void)
{
  KbTiledLost *lost = KB_NEW (KbTiledLost, .messages = kb_messages_new ());
  return lost;
}

void
kb_tiled_lost_free (KbTiledLost *lost)
{
  if (!lost)
    return;
  g_ptr_array_unref (lost->messages);
  json_decref (lost->enums);
  g_free (lost);
}

/* ---- Tiled's project ---- */

/* Null for those of several choices at once. */
static void
add_enums (json_t *enums, const char *path, GPtrArray *messages)
{
  g_autofree char *text = NULL;
  gsize size;
  if (!kb_file_read (NULL, path, MOST_PROJECT, &text, &size, NULL))
    return;
  json_auto_t *project = kb_json_load (path, text, size, messages, NULL);
  KB_EACH_JSON (type, json_object_get (project, "propertyTypes"))
    {
      const char *name = json_string_value (json_object_get (type, "name")),
                 *kind = json_string_value (json_object_get (type, "type"));
      const gboolean many = json_is_true (json_object_get (type, "valuesAsFlags"));
      if (name && g_strcmp0 (kind, "enum") == 0)
        json_object_set_new (enums, name, many ? json_null ()
                                               : json_incref (json_object_get (type, "values")));
    }
}

/* The first one in the nearest folder from the file's own up. */
static json_t *
read_enums (const char *path, GPtrArray *messages)
{
  json_t *enums = json_object ();
  g_autofree char *folder = g_canonicalize_filename (path, NULL), *found = NULL;
  for (guint up = 0; up < MOST_UP && !found; up++)
    {
      char *above = g_path_get_dirname (folder);
      g_free (folder);
      folder = above;
      g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
      const char *name;
      while (files && (name = g_dir_read_name (files)))
        if (g_str_has_suffix (name, ".tiled-project") && (!found || strcmp (name, found) < 0))
          {
            g_free (found);
            found = g_strdup (name);
          }
    }
  g_autofree char *file = found ? g_build_filename (folder, found, NULL) : NULL;
  if (file)
    add_enums (enums, file, messages);
  return enums;
}

static void
add_choice (json_t *choices, const char *text)
{
  if (text && *text && kb_value_choice (choices, text) == json_array_size (choices)
      && json_array_size (choices) < MOST_CHOICES)
    json_array_append_new (choices, json_string (text));
}

json_t *
kb_tiled_type_of_enum (KbTiledLost *lost, const KbTiledNode *property, const char *text)
{
  const char *name = kb_tiled_get_filled (property, "propertytype");
  json_t *choices = json_array ();
  if (!lost->enums)
    lost->enums = read_enums (kb_tiled_path (property), lost->messages);
  const json_t *all = json_object_get (lost->enums, name);
  if (json_is_null (all))
    {
      json_decref (choices);
      return json_string (kb_value_types[KB_VALUE_TEXT]);
    }
  KB_EACH_JSON (item, all)
    add_choice (choices, json_string_value (item));
  if (!all)
    kb_tiled_lose_of (lost, property, _("the choices of enums are those that the file uses"),
                      kb_tiled_get (property, "name"));
  add_choice (choices, text);
  return choices;
}

/* ---- losses ---- */

void
kb_tiled_lose (KbTiledLost *lost, const KbTiledNode *node, const char *what)
{
  kb_tiled_lose_of (lost, node, what, NULL);
}

void
kb_tiled_lose_of (KbTiledLost *lost, const KbTiledNode *node, const char *what, const char *who)
{
  char *place = kb_messages_has (lost->messages, what) ? NULL : kb_tiled_place (node);
  kb_messages_lose_at (lost->messages, place, what, who);
}

/* Names come from the file: after the first few dozen, those of an element are one kind. */
static void
lose_named (KbTiledLost *lost, const KbTiledNode *node, const char *element, const char *name,
            const char *one, const char *more)
{
  g_autofree char *clean = kb_import_clean_name (name);
  g_autofree char *what = g_strdup_printf (one, clean ? clean : "?", element),
                  *rest = g_strdup_printf (more, element);
  const gboolean known = kb_messages_has (lost->messages, what);
  if (known || lost->n_named < TILED_LOST_MOST_KINDS)
    {
      lost->n_named += !known;
      kb_tiled_lose (lost, node, what);
    }
  else
    kb_tiled_lose_of (lost, node, rest, name);
}

void
kb_tiled_lose_unknown (KbTiledLost *lost, const KbTiledNode *node, const char *const *attributes,
                       const char *const *children)
{
  for (guint i = 0; i < node->attributes->len; i += 2)
    if (!g_strv_contains (attributes, g_ptr_array_index (node->attributes, i)))
      lose_named (lost, node, node->name, g_ptr_array_index (node->attributes, i),
                  _("the attribute '%s' of <%s> is left out"),
                  _("other attributes of <%s> are left out"));
  for (guint i = 0; i < kb_tiled_n (node); i++)
    if (!g_strv_contains (children, kb_tiled_at (node, i)->name))
      lose_named (lost, kb_tiled_at (node, i), node->name, kb_tiled_at (node, i)->name,
                  _("the part '%s' of <%s> is left out"), _("other parts of <%s> are left out"));
}

void
kb_tiled_lost_report (const KbTiledLost *lost, const char *prefix, GPtrArray *messages)
{
  kb_messages_copy (messages, lost->messages, prefix);
}
