/* SPDX-License-Identifier: MIT */
/* Values of fields in words, for differences and conflicts. */
#include <glib/gi18n.h>

#include "document/merge/merge.h"

#define LONGEST_VALUE 80   /* bytes */

char *
kb_value_words (const KbField *field, const json_t *value, const json_t *asset)
{
  const gboolean is_point = field->type == KB_TYPE_PIXEL || field->type == KB_TYPE_VEC;
  double x, y, w, h;
  if (field->type == KB_TYPE_PICTURE)
    return NULL;
  if (field->refers && asset)
    KB_EACH_JSON (item, json_object_get (asset, field->refers))
      if (json_equal (json_object_get (item, "id"), value))
        return g_strdup_printf ("%" G_GSIZE_FORMAT, item_at + 1);
  if (json_unpack ((json_t *) value, "{s[FFFF]}", "box", &x, &y, &w, &h) == 0)
    return g_strdup_printf ("box (%g, %g), %g x %g", x, y, w, h);
  g_autofree char *text = json_is_null (value)     ? g_strdup (_("none"))
                          : json_is_string (value) ? g_strdup_printf ("'%s'",
                                                                      json_string_value (value))
                                                   : kb_json_key (value);
  g_autoptr (GString) plain = g_string_new (text);
  if (json_is_array (value) || json_is_object (value))
    {
      const char *const pairs[][2] = { { "[", is_point ? "(" : "" }, { "]", is_point ? ")" : "" },
                                       { ",", ", " }, { ":", " " }, { "{", "" }, { "}", "" },
                                       { "\"", "" } };
      for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
        g_string_replace (plain, pairs[i][0], pairs[i][1], 0);
    }
  return plain->len <= LONGEST_VALUE ? g_string_free (g_steal_pointer (&plain), FALSE) : NULL;
}
