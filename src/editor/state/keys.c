/* SPDX-License-Identifier: MIT */
/* The keys of actions: the table's, changed by the user's setting. */
#include "editor/state/keys.h"

#include <glib/gi18n.h>
#include <string.h>

#include "editor/state/settings.h"

#define KEYS_SETTING "keys"
#define ARROWS (GDK_SHIFT_MASK | GDK_CONTROL_MASK | GDK_ALT_MASK)

/* Keys of the canvas, alone or with any of `modifiers`; no action can have them. */
static const struct {
  guint keyval;
  GdkModifierType modifiers;
} canvas_keys[] = {
  { GDK_KEY_Escape, GDK_SHIFT_MASK | GDK_CONTROL_MASK | GDK_ALT_MASK },
  { GDK_KEY_Return, GDK_SHIFT_MASK }, { GDK_KEY_KP_Enter, GDK_SHIFT_MASK }, { GDK_KEY_space,
    GDK_SHIFT_MASK },
  { GDK_KEY_BackSpace, GDK_SHIFT_MASK }, { GDK_KEY_z, 0 }, { GDK_KEY_q, 0 }, { GDK_KEY_KP_Delete,
    0 },
  { GDK_KEY_Tab, GDK_SHIFT_MASK | GDK_CONTROL_MASK }, { GDK_KEY_ISO_Left_Tab,
    GDK_SHIFT_MASK | GDK_CONTROL_MASK },
  { GDK_KEY_Left, ARROWS }, { GDK_KEY_Right, ARROWS }, { GDK_KEY_Up, ARROWS }, { GDK_KEY_Down,
    ARROWS },
};
/* Actions whose keys the canvas handles as well. */
static const char *const fixed_actions[] = { "cancel", "delete" };

static GHashTable *keys_changed;   /* const KbAction* -> char*, the key or "" */

const KbAction *
kb_keys_find (const char *name)
{
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    if (g_str_equal (action->name, name))
      return action;
  return NULL;
}

/* One spelling for each key: "<Ctrl>J" and "<Control>j" are the same. NULL if invalid. */
static char *
canonical (const char *accelerator)
{
  guint keyval;
  GdkModifierType modifiers;
  if (!gtk_accelerator_parse (accelerator, &keyval, &modifiers) || !keyval
      || !gtk_accelerator_valid (keyval, modifiers))
    return NULL;
  return gtk_accelerator_name (gdk_keyval_to_lower (keyval), modifiers);
}

static gboolean
same_key (const char *a, const char *b)
{
  g_autofree char *first = canonical (a), *second = canonical (b);
  return first && g_strcmp0 (first, second) == 0;
}

static gboolean
holds (const KbAction *action, const char *key)
{
  const char *keys[3];
  for (guint i = 0, n = kb_keys_of (action, keys); i < n; i++)
    if (same_key (keys[i], key))
      return TRUE;
  return FALSE;
}

static const KbAction *
holder (const char *key, const KbAction *but)
{
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    if (action != but && holds (action, key))
      return action;
  return NULL;
}

const KbAction *
kb_keys_action_of (const char *key)
{
  return holder (key, NULL);
}

/* The label of the canvas, tool or class that owns the key, or NULL if none does. */
static const char *
fixed_holder (const char *key)
{
  guint keyval;
  GdkModifierType modifiers;
  gtk_accelerator_parse (key, &keyval, &modifiers);
  for (guint i = 0; i < G_N_ELEMENTS (canvas_keys); i++)
    if (canvas_keys[i].keyval == keyval && !(modifiers & ~canvas_keys[i].modifiers))
      return _("Canvas");
  if (modifiers)
    return NULL;
  if ((keyval >= GDK_KEY_0 && keyval <= GDK_KEY_9)
      || (keyval >= GDK_KEY_KP_0 && keyval <= GDK_KEY_KP_9))
    return _("Choose a class");
  for (guint i = 0; kb_tools[i]; i++)
    if (kb_tools[i]->key && gdk_unicode_to_keyval ((guint32) kb_tools[i]->key) == keyval)
      return _(kb_tools[i]->label);
  return NULL;
}

/* GTK puts "KP" before keys of the keypad. */
char *
kb_keys_label (guint keyval, GdkModifierType modifiers)
{
  char *label = gtk_accelerator_get_label (keyval, modifiers);
  g_autofree char *kept = label;
  char *pad = g_str_has_prefix (gdk_keyval_name (keyval) ? gdk_keyval_name (keyval) : "", "KP_")
                ? strstr (label, "KP")
                : NULL;
  if (!pad || !pad[strlen ("KP")])
    return g_steal_pointer (&kept);
  *pad = '\0';
  /* A space of any width */
  return g_strdup_printf (_("%sKeypad %s"), label, g_utf8_next_char (pad + strlen ("KP")));
}

static char *
spoken (const char *key)
{
  guint keyval;
  GdkModifierType modifiers;
  gtk_accelerator_parse (key, &keyval, &modifiers);
  return kb_keys_label (keyval, modifiers);
}

/* ---- the setting ---- */

static void
load_entry (const char *name, const char *accelerator)
{
  const KbAction *action = kb_keys_find (name);
  g_autofree char *key = *accelerator ? canonical (accelerator) : g_strdup ("");
  if (action && !kb_keys_is_fixed (action) && key && !(*key && fixed_holder (key)))
    g_hash_table_replace (keys_changed, (gpointer) action, g_steal_pointer (&key));
}

/* A removed change gives its action the table's keys back, which another change may use. Each round
 * removes one change. The table itself has no key twice. */
static gboolean
drop_one_taken (void)
{
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    {
      const char *key = g_hash_table_lookup (keys_changed, action);
      if (key && *key && holder (key, action))
        return g_hash_table_remove (keys_changed, action);
    }
  return FALSE;
}

void
kb_keys_load (GVariant *dictionary)
{
  const char *name, *key;
  GVariantIter iter;
  g_clear_pointer (&keys_changed, g_hash_table_unref);
  keys_changed = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_variant_iter_init (&iter, dictionary);
  while (g_variant_iter_next (&iter, "{&s&s}", &name, &key))
    load_entry (name, key);
  while (drop_one_taken ())
    ;
}

GVariant *
kb_keys_store (void)
{
  GVariantBuilder builder;
  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{ss}"));
  const KbAction *action;
  for (guint i = 0; (action = kb_action_at (i)); i++)
    {
      const char *key = g_hash_table_lookup (keys_changed, action);
      if (key)
        g_variant_builder_add (&builder, "{ss}", action->name, key);
    }
  return g_variant_builder_end (&builder);
}

static void
ensure_loaded (void)
{
  if (keys_changed)
    return;
  g_autoptr (GVariant) value = kb_settings_get_value (KEYS_SETTING);
  kb_keys_load (value);
}

static void
store_keys (void)
{
  kb_settings_set_value (KEYS_SETTING, kb_keys_store ());
}

/* ---- for other files ---- */

guint
kb_keys_of (const KbAction *action, const char *keys[3])
{
  ensure_loaded ();
  const char *key = g_hash_table_lookup (keys_changed, action);
  guint n = 0;
  if (key && *key)
    keys[n++] = key;
  for (guint i = 0; !key && i < G_N_ELEMENTS (action->keys) && action->keys[i]; i++)
    keys[n++] = action->keys[i];
  keys[n] = NULL;
  return n;
}

gboolean
kb_keys_is_changed (const KbAction *action)
{
  ensure_loaded ();
  return g_hash_table_contains (keys_changed, action);
}

gboolean
kb_keys_is_fixed (const KbAction *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (fixed_actions); i++)
    if (g_str_equal (action->name, fixed_actions[i]))
      return TRUE;
  return FALSE;
}

static gboolean
refuse_taken (const KbAction *action, const char *key, char **why)
{
  const KbAction *other = holder (key, action);
  const char *label = other ? _(other->label) : fixed_holder (key);
  if (!label)
    return FALSE;
  g_autofree char *text = spoken (key);
  *why = g_strdup_printf (_("%s is the key of “%s”"), text, label);
  return TRUE;
}

gboolean
kb_keys_set (const KbAction *action, const char *accelerator, char **why)
{
  g_autofree char *key = *accelerator ? canonical (accelerator) : g_strdup ("");
  ensure_loaded ();
  if (!key || kb_keys_is_fixed (action))
    {
      *why = g_strdup (_("This key cannot be changed, or cannot be used"));
      return FALSE;
    }
  if (*key && refuse_taken (action, key, why))
    return FALSE;
  /* The table's own key is not stored as a change. */
  if (!action->keys[1] && (action->keys[0] ? *key && same_key (key, action->keys[0]) : !*key))
    g_hash_table_remove (keys_changed, action);
  else
    g_hash_table_replace (keys_changed, (gpointer) action, g_steal_pointer (&key));
  store_keys ();
  return TRUE;
}

gboolean
kb_keys_reset (const KbAction *action, char **why)
{
  ensure_loaded ();
  for (guint i = 0; i < G_N_ELEMENTS (action->keys) && action->keys[i]; i++)
    if (holder (action->keys[i], action) && refuse_taken (action, action->keys[i], why))
      return FALSE;
  g_hash_table_remove (keys_changed, action);
  store_keys ();
  return TRUE;
}

void
kb_keys_reset_all (void)
{
  ensure_loaded ();
  g_hash_table_remove_all (keys_changed);
  store_keys ();
}

gboolean
kb_keys_is_typed (const char *accelerator)
{
  guint keyval;
  GdkModifierType modifiers;
  gtk_accelerator_parse (accelerator, &keyval, &modifiers);
  return !(modifiers & ~GDK_SHIFT_MASK) && !(keyval >= GDK_KEY_F1 && keyval <= GDK_KEY_F35);
}

char *
kb_keys_text (const KbAction *action, const char *between)
{
  GString *text = g_string_new (NULL);
  const char *keys[3];
  for (guint i = 0, n = kb_keys_of (action, keys); i < n; i++)
    {
      g_autofree char *key = spoken (keys[i]);
      g_string_append_printf (text, "%s%s", i ? between : "", key);
    }
  return g_string_free (text, FALSE);
}

char *
kb_keys_tooltip (const KbAction *action, const char *text)
{
  const char *keys[3];
  if (!kb_keys_of (action, keys))
    return g_strdup (text);
  g_autofree char *key = spoken (keys[0]);
  return g_strdup_printf ("%s (%s)", text, key);
}

char *
kb_keys_write (const char *text)
{
  GString *written = g_string_new (NULL);
  for (const char *end; *text; text = end)
    {
      const char *close = *text == '{' ? strchr (text, '}') : NULL;
      g_autofree char *name = close ? g_strndup (text + 1, (gsize) (close - text - 1)) : NULL;
      const KbAction *action = name ? kb_keys_find (name) : NULL;
      const char *keys[3];
      end = action ? close + 1 : g_utf8_next_char (text);
      if (!action)
        g_string_append_len (written, text, end - text);
      else if (kb_keys_of (action, keys))
        {
          g_autofree char *key = spoken (keys[0]);
          g_string_append (written, key);
        }
      else
        g_string_append_printf (written, _("“%s”"), _(action->label));
    }
  return g_string_free (written, FALSE);
}
