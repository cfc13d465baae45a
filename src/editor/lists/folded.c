/* SPDX-License-Identifier: MIT */
/* Which lists and sections of the panels are folded, by their titles in English. */
#include "editor/lists/lists.h"

#include "editor/state/settings.h"

#define FOLDED "folded-lists"
#define FOLDED_SECTION "kb-section"   /* the title of an expander */

gboolean
kb_is_folded (const char *title)
{
  g_autoptr (GVariant) setting = kb_settings_get_value (FOLDED);
  g_autofree const char **titles = g_variant_get_strv (setting, NULL);
  return g_strv_contains (titles, title);
}

void
kb_set_folded (const char *title, gboolean folded)
{
  g_autoptr (GVariant) old = kb_settings_get_value (FOLDED);
  g_autofree const char **titles = g_variant_get_strv (old, NULL);
  g_autoptr (GPtrArray) now = g_ptr_array_new ();
  for (guint i = 0; titles[i]; i++)
    if (!g_str_equal (titles[i], title))
      g_ptr_array_add (now, (gpointer) titles[i]);
  if (folded)
    g_ptr_array_add (now, (gpointer) title);
  kb_settings_set_value (FOLDED, g_variant_new_strv ((const char *const *) now->pdata, now->len));
}

static void
on_expanded (GtkExpander *section, GParamSpec *pspec, gpointer data)
{
  kb_set_folded (g_object_get_data (G_OBJECT (section), FOLDED_SECTION),
                 !gtk_expander_get_expanded (section));
}

void
kb_section_remember (GtkExpander *section, const char *title)
{
  g_object_set_data (G_OBJECT (section), FOLDED_SECTION, (gpointer) title);
  gtk_expander_set_expanded (section, !kb_is_folded (title));
  g_signal_connect (section, "notify::expanded", G_CALLBACK (on_expanded), NULL);
}
