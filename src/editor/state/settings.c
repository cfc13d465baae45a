/* SPDX-License-Identifier: MIT */
/* Settings: GSettings where the schema is found, a table of defaults where it is not. */
#include "editor/state/settings.h"

#define MAX_RECENT 12

/* The schema's defaults again, to run without the schema. */
static const struct {
  const char *key, *value;
} defaults[] = {
  { "style", "'system'" },
  { "recent-projects", "@as []" },
  { "window-width", "1400" },
  { "window-height", "880" },
  { "window-maximized", "false" },
  { "play-width", "0" },
  { "play-height", "0" },
  { "play-panel", "true" },
  { "onion-skin", "false" },
  { "onion-before", "1" },
  { "onion-after", "1" },
  { "labels", "true" },
  { "frame-labels", "false" },
  { "hierarchy", "false" },
  { "click-through", "true" },
  { "playback-speed", "100" },
  { "relative-to-corner", "false" },
  { "canvas-style", "'system'" },
  { "checker", "'quiet'" },
  { "autosave-seconds", "0" },
  { "first-steps-seen", "false" },
  { "recent-commands", "''" },
  { "last-folder", "''" },
  { "keys", "@a{ss} {}" },
  { "tool-options", "@a{sd} {}" },
  { "cover-boxes", "4" },
  { "folded-lists", "@as []" },
};

static GHashTable *memory;   /* key -> GVariant, without a schema */

/* A schema installed for an older version lacks keys, and reading those would abort. */
static gboolean
is_complete (GSettingsSchema *schema)
{
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    if (!g_settings_schema_has_key (schema, defaults[i].key))
      return FALSE;
  return TRUE;
}

/* Prefers an installed schema, else the compiled one in the data folder of the build tree. */
static GSettingsSchema *
find_schema (void)
{
  GSettingsSchemaSource *installed = g_settings_schema_source_get_default ();
  GSettingsSchema *schema = NULL;
  if (installed)
    schema = g_settings_schema_source_lookup (installed, KB_APPLICATION_ID, TRUE);
  g_autofree char *program = schema ? NULL : g_file_read_link ("/proc/self/exe", NULL);
  if (!program)
    return schema;
  g_autofree char *folder = g_path_get_dirname (program);
  g_autofree char *data = g_build_filename (folder, "..", "..", "data", NULL);
  g_autofree char *compiled = g_build_filename (data, "gschemas.compiled", NULL);
  if (!g_file_test (compiled, G_FILE_TEST_EXISTS))
    return NULL;
  g_autoptr (GSettingsSchemaSource) beside =
    g_settings_schema_source_new_from_directory (data, installed, FALSE, NULL);
  return beside ? g_settings_schema_source_lookup (beside, KB_APPLICATION_ID, FALSE) : NULL;
}

static GSettings *
settings (void)
{
  static GSettings *instance;
  static gsize once;
  if (g_once_init_enter (&once))
    {
      g_autoptr (GSettingsSchema) schema = find_schema ();
      if (schema && is_complete (schema))
        instance = g_settings_new_full (schema, NULL, NULL);
      else
        memory =
          g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_variant_unref);
      g_once_init_leave (&once, 1);
    }
  return instance;
}

static GVariant *
get (const char *key)
{
  GSettings *store = settings ();
  if (store)
    return g_settings_get_value (store, key);
  GVariant *value = g_hash_table_lookup (memory, key);
  if (value)
    return g_variant_ref (value);
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    if (g_str_equal (defaults[i].key, key))
      return g_variant_parse (NULL, defaults[i].value, NULL, NULL, NULL);
  g_return_val_if_reached (NULL);
}

static void
set (const char *key, GVariant *floating)
{
  GSettings *store = settings ();
  g_autoptr (GVariant) value = g_variant_ref_sink (floating);
  if (store)
    g_settings_set_value (store, key, value);
  else
    g_hash_table_replace (memory, g_strdup (key), g_steal_pointer (&value));
}

gboolean
kb_settings_get_boolean (const char *key)
{
  g_autoptr (GVariant) value = get (key);
  return g_variant_get_boolean (value);
}

void
kb_settings_set_boolean (const char *key, gboolean value)
{
  set (key, g_variant_new_boolean (value));
}

int
kb_settings_get_int (const char *key)
{
  g_autoptr (GVariant) value = get (key);
  return g_variant_get_int32 (value);
}

void
kb_settings_set_int (const char *key, int value)
{
  set (key, g_variant_new_int32 (value));
}

char *
kb_settings_dup_string (const char *key)
{
  g_autoptr (GVariant) value = get (key);
  return g_variant_dup_string (value, NULL);
}

void
kb_settings_set_string (const char *key, const char *value)
{
  set (key, g_variant_new_string (value));
}

GVariant *
kb_settings_get_value (const char *key)
{
  return get (key);
}

void
kb_settings_set_value (const char *key, GVariant *floating)
{
  set (key, floating);
}

char **
kb_settings_dup_recent (void)
{
  g_autoptr (GVariant) value = get ("recent-projects");
  g_autofree const char **all = g_variant_get_strv (value, NULL);
  GPtrArray *kept = g_ptr_array_new ();
  for (guint i = 0; all[i] && kept->len < MAX_RECENT; i++)
    if (g_file_test (all[i], G_FILE_TEST_EXISTS))
      g_ptr_array_add (kept, g_strdup (all[i]));
  g_ptr_array_add (kept, NULL);
  return (char **) g_ptr_array_free (kept, FALSE);
}

void
kb_settings_add_recent (const char *path)
{
  g_auto (GStrv) old = kb_settings_dup_recent ();
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_ptr_array_add (list, (gpointer) path);
  for (guint i = 0; old[i] && list->len < MAX_RECENT; i++)
    if (!g_str_equal (old[i], path))
      g_ptr_array_add (list, old[i]);
  set ("recent-projects", g_variant_new_strv ((const char *const *) list->pdata, list->len));
}
