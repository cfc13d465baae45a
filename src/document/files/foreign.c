/* SPDX-License-Identifier: MIT */
/* Names the files of other programs that Kickbox cannot read, by keys near their start. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/files/files.h"

#define HEAD_SIZE 16384
#define MAX_KEYS 3

/* All keys must occur. They are written without white space. */
static const struct { const char *name, *keys[MAX_KEYS], *hint; } foreign[] = {
  { N_("a web page"), { "<!DOCTYPEhtml" } },
  { N_("a web page"), { "<!doctypehtml" } },
  { N_("a web page"), { "<html" } },
  { N_("a Tiled world"), { "\"type\":\"world\"", "\"maps\":[" } },
  { N_("a Tiled template"), { "\"type\":\"template\"", "\"object\":{" },
    N_("import a map that uses it") },
  { N_("a Tiled template"), { "<template>", "<object" }, N_("import a map that uses it") },
  { N_("a Tiled project"), { "\"automappingRulesFile\":" } },
  { N_("a Tiled session"), { "\"fileStates\":{" } },
  { N_("a Spine skeleton"), { "\"skeleton\":{", "\"bones\":[" } },
  { N_("a DragonBones skeleton"), { "\"frameRate\":", "\"armature\":[" } },
  { N_("a Godot scene"), { "[gd_scene" } },
  { N_("a Godot resource"), { "[gd_resource" } },
  { N_("a Unity asset"), { "%YAML", "!u!" } },
  { N_("a GameMaker resource"), { "\"resourceType\":\"GM" } },
  { N_("a GDevelop project"), { "\"gdVersion\":{" } },
  { N_("an Ogmo Editor project"), { "\"ogmoVersion\":\"" } },
  { N_("an RPG Maker map"), { "\"tilesetId\":", "\"encounterList\":[" } },
  { N_("a Piskel drawing"), { "\"modelVersion\":", "\"piskel\":{" } },
};

const char *
kb_foreign_name (const char *text, gsize size, const char **hint)
{
  g_autoptr (GString) dense = g_string_new (NULL);
  for (gsize i = 0; i < MIN (size, HEAD_SIZE) && text[i]; i++)
    if (!g_ascii_isspace (text[i]))
      g_string_append_c (dense, text[i]);
  for (guint i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      guint found = 0;
      while (found < MAX_KEYS && foreign[i].keys[found]
             && strstr (dense->str, foreign[i].keys[found]))
        found++;
      if (found == MAX_KEYS || !foreign[i].keys[found])
        {
          *hint = foreign[i].hint ? _(foreign[i].hint) : "";
          return _(foreign[i].name);
        }
    }
  return NULL;
}
