/* SPDX-License-Identifier: MIT */
/* Lists what of a Tiled file is left out: each kind once, with its first position and its number.
 * Finds the enums of Tiled's project, which the file does not have. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/files/files.h"
#include "document/values.h"
#include "interchange/tiled/tiled.h"

#define MOST_NAMED 6     /* in one line */
#define MOST_KINDS 32    /* of unknown attributes and parts, one line each */
#define MOST_PROJECT (64 << 20)   /* bytes */
#define MOST_UP 8        /* folders in which Tiled's project is looked for */
#define MOST_CHOICES 1024

typedef struct {
  char *what, *place;
  GPtrArray *who;          /* char *, distinct, up to the number named */
  guint n;
} Loss;

struct KbTiledLost {
  GPtrArray *losses;       /* Loss, in the order of discovery */
  GHashTable *known;       /* what -> Loss */
  guint n_named;           /* kinds named after names in the file */
  json_t *enums;           /* choices by name; NULL: not read yet */
};

static void
free_loss (gpointer data)
{
  Loss *loss = data;
  g_free (loss->what);
  g_free (loss->place);
  g_ptr_array_unref (loss->who);
  g_free (loss);
}

KbTiledLost *
kb_tiled_lost_new (void)
{
  KbTiledLost *lost = g_new0 (KbTiledLost, 1);
  *lost = (KbTiledLost){ .losses = g_ptr_array_new_with_free_func (free_loss),
                         .known = g_hash_table_new (g_str_hash, g_str_equal) };
  return lost;
}

void
kb_tiled_lost_free (KbTiledLost *lost)
{
  if (!lost)
    return;
  g_hash_table_unref (lost->known);
  g_ptr_array_unref (lost->losses);
  json_decref (lost->enums);
  g_free (lost);
}

/* ---- Tiled's project ---- */

/* Null for those of several choices at once. */
static void
add_enums (json_t *enums, const char *path)
{
  g_autofree char *text = NULL;
  gsize size, i;
  if (!kb_file_read (NULL, path, MOST_PROJECT, &text, &size, NULL))
    return;
  json_auto_t *project = json_loadb (text, size, 0, NULL);
  json_t *type;
  json_array_foreach (json_object_get (project, "propertyTypes"), i, type)
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
read_enums (const char *path)
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
    add_enums (enums, file);
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
    lost->enums = read_enums (kb_tiled_path (property));
  const json_t *all = json_object_get (lost->enums, name);
  if (json_is_null (all))
    {
      json_decref (choices);
      return json_string (kb_value_types[KB_VALUE_TEXT]);
    }
  for (gsize i = 0; i < json_array_size (all); i++)
    add_choice (choices, json_string_value (json_array_get (all, i)));
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
  g_autofree char *clean = who ? kb_import_clean_name (who) : NULL;
  Loss *loss = g_hash_table_lookup (lost->known, what);
  if (!loss)
    {
      loss = g_new0 (Loss, 1);
      *loss = (Loss){ .what = g_strdup (what),
                      .place = kb_tiled_place (node),
                      .who = g_ptr_array_new_with_free_func (g_free) };
      g_ptr_array_add (lost->losses, loss);
      g_hash_table_insert (lost->known, loss->what, loss);
    }
  loss->n++;
  if (clean && loss->who->len <= MOST_NAMED
      && !g_ptr_array_find_with_equal_func (loss->who, clean, g_str_equal, NULL))
    g_ptr_array_add (loss->who, g_steal_pointer (&clean));
}

/* Names come from the file: after the first few dozen, those of an element are one kind. */
static void
lose_named (KbTiledLost *lost, const KbTiledNode *node, const char *element, const char *name,
            const char *one, const char *more)
{
  g_autofree char *clean = kb_import_clean_name (name);
  g_autofree char *what = g_strdup_printf (one, clean ? clean : "?", element),
                  *rest = g_strdup_printf (more, element);
  if (g_hash_table_contains (lost->known, what) || lost->n_named < MOST_KINDS)
    {
      lost->n_named += !g_hash_table_contains (lost->known, what);
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

/* " (pond, lake, ...)", or nothing, as a new string. */
static char *
list_who (const Loss *loss)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < MIN (loss->who->len, MOST_NAMED); i++)
    g_string_append_printf (text, "%s%s", i ? ", " : " (",
                            (const char *) g_ptr_array_index (loss->who, i));
  if (loss->who->len)
    g_string_append (text, loss->who->len > MOST_NAMED ? ", ...)" : ")");
  return g_string_free (text, FALSE);
}

void
kb_tiled_lost_report (const KbTiledLost *lost, const char *prefix, GPtrArray *messages)
{
  for (guint i = 0; i < lost->losses->len; i++)
    {
      const Loss *loss = g_ptr_array_index (lost->losses, i);
      const char *before = prefix ? prefix : "", *colon = prefix ? ": " : "";
      g_autofree char *who = list_who (loss);
      if (loss->n == 1)
        kb_messages_add (messages, "%s%s%s: %s%s", before, colon, loss->place, loss->what,
                               who);
      else
        kb_messages_add (messages, _("%s%s%s and %u more: %s%s"), before, colon, loss->place,
                               loss->n - 1, loss->what, who);
    }
}
