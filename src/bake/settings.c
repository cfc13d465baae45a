/* SPDX-License-Identifier: MIT */
/* The table of export options, and its three forms. */
#include "bake/settings.h"

#include <string.h>

#include <glib/gi18n.h>

#include "document/document.h"

static const KbExportChoice images[] = {
  [KB_IMAGES_PNG] = { "png", N_("PNG in the bank") },
  [KB_IMAGES_RGBA] = { "rgba", N_("Raw RGBA in the bank") },
  [KB_IMAGES_BESIDE] = { "beside", N_("PNG files beside it") },
  [KB_IMAGES_NONE] = { "none", N_("Left out") },
  { NULL },
};
static const KbExportChoice switches[] = { { "no" }, { "yes" }, { NULL } };

const KbBakeOption kb_bake_options[] = {
  { "format", N_("Format"), KB_BAKE_CHOICE, offsetof (KbBakeSettings, format), KB_FORMAT_BINARY, 0,
    0, kb_exporters },
  { "images", N_("Pictures"), KB_BAKE_CHOICE, offsetof (KbBakeSettings, images), KB_IMAGES_PNG, 0,
    0, images },
  { "padding", N_("Padding"), KB_BAKE_NUMBER, offsetof (KbBakeSettings, padding), 1, 0, 64, NULL },
  { "extrude", N_("Extrude"), KB_BAKE_NUMBER, offsetof (KbBakeSettings, extrude), 1, 0, 64, NULL },
  { "page-size", N_("Maximum page size"), KB_BAKE_NUMBER, offsetof (KbBakeSettings, page_size),
    4096, 16, 4096, NULL },
  { "power-of-two", N_("Power-of-two size"), KB_BAKE_SWITCH,
    offsetof (KbBakeSettings, power_of_two), 0, 0, 1, switches },
  { NULL }
};

gboolean
kb_bake_option_counts (const KbBakeOption *option, const KbBakeSettings *settings)
{
  const KbExporter *exporter = kb_exporters[settings->format].exporter;
  const gboolean packs = !exporter->own_pages && !exporter->sheets
                         && (!exporter->is_engine || exporter->holds & KB_HOLDS (PICTURES));
  switch (option->offset)
    {
    case offsetof (KbBakeSettings, format): return TRUE;
    case offsetof (KbBakeSettings, images): return !exporter->is_engine;
    case offsetof (KbBakeSettings, page_size): return packs || exporter->sheets;
    default: return packs;
    }
}

static gint *
value_of (KbBakeSettings *settings, const KbBakeOption *option)
{
  return (gint *) ((char *) settings + option->offset);
}

char *
kb_bake_choices_help (void)
{
  GString *help = g_string_new (NULL);
  for (const KbBakeOption *option = kb_bake_options; option->name; option++)
    for (guint i = 0; option->type == KB_BAKE_CHOICE && option->choices[i].name; i++)
      g_string_append_printf (help, "  --%s=%-12s %s\n", option->name, option->choices[i].name,
                              _(option->choices[i].label));
  g_string_append_c (help, '\n');
  return g_string_free (help, FALSE);
}

void
kb_bake_settings_init (KbBakeSettings *settings)
{
  for (const KbBakeOption *option = kb_bake_options; option->name; option++)
    *value_of (settings, option) = option->preset;
}

/* "one of binary, json", "a whole number from 0 to 64", "true or false", as a new string. */
static char *
expected (const KbBakeOption *option, const char *true_word, const char *false_word)
{
  if (option->type == KB_BAKE_NUMBER)
    return g_strdup_printf (_("a whole number from %d to %d"), option->min, option->max);
  if (option->type == KB_BAKE_SWITCH)
    return g_strdup_printf (_("%s or %s"), true_word, false_word);
  g_autoptr (GString) words = g_string_new (NULL);
  for (guint i = 0; option->choices[i].name; i++)
    g_string_append_printf (words, "%s%s", i ? ", " : "", option->choices[i].name);
  return g_strdup_printf (_("one of %s"), words->str);
}

/* From a text: one of the choices, a number, "yes" or "no". */
static gboolean
from_text (const KbBakeOption *option, const char *text, gint *value)
{
  gint64 number = -1;
  if (!option->choices
      && !g_ascii_string_to_signed (text, 10, option->min, option->max, &number, NULL))
    return FALSE;
  for (gint i = 0; option->choices && option->choices[i].name; i++)
    number = strcmp (option->choices[i].name, text) == 0 ? i : number;
  *value = number >= 0 ? (gint) number : *value;
  return number >= 0;
}

static gboolean
from_json (const KbBakeOption *option, const json_t *value, gint *result)
{
  g_autofree char *number =
    json_is_integer (value) ? g_strdup_printf ("%" JSON_INTEGER_FORMAT, json_integer_value (value))
                            : NULL;
  switch (option->type)
    {
    case KB_BAKE_CHOICE:
      return json_is_string (value) && from_text (option, json_string_value (value), result);
    case KB_BAKE_NUMBER:
      return number && from_text (option, number, result);
    case KB_BAKE_SWITCH:
      return json_is_boolean (value)
             && from_text (option, json_is_true (value) ? "yes" : "no", result);
    default:
      return FALSE;
    }
}

gboolean
kb_bake_settings_read (KbBakeSettings *settings, const json_t *object, GError **error)
{
  kb_bake_settings_init (settings);
  if (!object || json_is_null (object))
    return TRUE;
  if (!json_is_object (object))
    return kb_fail (error, KB_ERROR_INPUT, "export: %s", _("expected an object"));
  for (const KbBakeOption *option = kb_bake_options; option->name; option++)
    {
      const json_t *value = json_object_get (object, option->name);
      if (value && !from_json (option, value, value_of (settings, option)))
        {
          g_autofree char *wanted = expected (option, "true", "false");
          /* Keep "export.%s: ", without a space before the colon: the key is taken out of it. */
          return kb_fail (error, KB_ERROR_INPUT, _("export.%s: expected %s"), option->name, wanted);
        }
    }
  return TRUE;
}

gboolean
kb_bake_settings_set (KbBakeSettings *settings, const char *name, const char *text, GError **error)
{
  for (const KbBakeOption *option = kb_bake_options; option->name; option++)
    {
      if (strcmp (option->name, name) != 0)
        continue;
      if (from_text (option, text, value_of (settings, option)))
        return TRUE;
      g_autofree char *wanted = expected (option, "yes", "no");
      return kb_fail (error, KB_ERROR_USAGE, _("--%s: '%s' is not %s"), name, text, wanted);
    }
  return kb_fail (error, KB_ERROR_USAGE, _("--%s: no such option"), name);
}

json_t *
kb_bake_settings_to_json (const KbBakeSettings *settings, const json_t *old)
{
  json_t *object = json_is_object (old) ? json_copy ((json_t *) old) : json_object ();
  for (const KbBakeOption *option = kb_bake_options; option->name; option++)
    {
      gint value = *value_of ((KbBakeSettings *) settings, option);
      if (value == option->preset)
        json_object_del (object, option->name);
      else if (option->type == KB_BAKE_CHOICE)
        json_object_set_new (object, option->name, json_string (option->choices[value].name));
      else if (option->type == KB_BAKE_SWITCH)
        json_object_set_new (object, option->name, json_boolean (value));
      else
        json_object_set_new (object, option->name, json_integer (value));
    }
  return object;
}
