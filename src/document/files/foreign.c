/* SPDX-License-Identifier: MIT */
/* Names the files of other programs that Kickbox cannot read, by keys near their start. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/files/files.h"

#define HEAD_SIZE 16384
#define MAX_KEYS 3

/* All keys must occur, in small letters and without white space; those with "^" at the start, and
 * those of JSON in its outermost object. */
static const struct { const char *name, *keys[MAX_KEYS], *hint; } foreign_formats[] = {
  { N_("a web page"), { "<!doctypehtml" } },
  { N_("a web page"), { "<html" } },
  { N_("a Tiled world"), { "\"type\":\"world\"", "\"maps\":[" } },
  { N_("a Tiled template"), { "\"type\":\"template\"", "\"object\":{" },
    N_("import a map that uses it") },
  { N_("a Tiled template"), { "<template>", "<object" }, N_("import a map that uses it") },
  { N_("a Tiled project"), { "\"automappingrulesfile\":" } },
  { N_("a Tiled session"), { "\"filestates\":{" } },
  { N_("a Spine skeleton"), { "\"skeleton\":{", "\"bones\":[" }, N_("import its .atlas") },
  { N_("a DragonBones skeleton"), { "\"framerate\":", "\"armature\":[" },
    N_("import the picture of its texture atlas with --islands") },
  { N_("a DragonBones texture atlas"), { "\"imagepath\":", "\"subtexture\":[" },
    N_("import its picture with --islands") },
  { N_("a Defold atlas"), { "^images{image:\"" }, N_("import the pictures that it names") },
  { N_("a Defold atlas"), { "^animations{id:\"", "images{image:\"" },
    N_("import the pictures that it names") },
  { N_("a Defold tile source"), { "image:\"", "tile_width:", "tile_height:" },
    N_("import its picture with --grid, or as tiles with --as tiles") },
  { N_("a Defold tile map"), { "^tile_set:\"", "layers{" },
    N_("import the picture of its tile source with --as tiles") },
  { N_("a Defold file"), { "embedded_components{", "type:\"" } },
  { N_("a cocos2d sprite sheet"), { "<plist", "<key>frames</key>" },
    N_("publish it as JSON, or import its picture with --islands") },
  { N_("a cocos2d particle effect"), { "<plist", "<key>maxparticles</key>" } },
  { N_("a property list"), { "<!doctypeplist" } },
  { N_("a 3ds Max scene"), { "^*3dsmax_asciiexport" },
    N_("export its meshes as glTF or OBJ, which kickbox soup reads") },
  { N_("a glTF mesh"), { "\"asset\":{", "\"meshes\":" }, N_("kickbox soup reads it") },
  { N_("a glTF mesh"), { "^gltf" }, N_("kickbox soup reads it") },
  { N_("a Wavefront mesh"), { "mtllib", "usemtl" }, N_("kickbox soup reads it") },
  { N_("a file of colour swatches"), { "^asef" }, N_("it has no picture") },
  { N_("a GIMP palette"), { "^gimppalette" }, N_("it has no picture") },
  { N_("a Spriter project"), { "<spriter_data" }, N_("import the pictures that it names") },
  { N_("a Godot scene"), { "^[gd_scene" } },
  { N_("a Godot resource"), { "^[gd_resource" }, N_("only SpriteFrames are read") },
  { N_("a Unity asset"), { "^%yaml", "!u!" } },
  { N_("a GameMaker resource"), { "\"resourcetype\":\"gm" } },
  { N_("a GDevelop project"), { "\"gdversion\":{" } },
  { N_("an Ogmo Editor project"), { "\"ogmoversion\":", "\"levelpaths\":" } },
  { N_("an Ogmo Editor level"), { "\"ogmoversion\":" } },
  { N_("an RPG Maker map"), { "\"tilesetid\":", "\"encounterlist\":[" } },
  { N_("a Piskel drawing"), { "\"modelversion\":", "\"piskel\":{" } },
};

const char *
kb_foreign_name (const char *text, gsize size, const char **hint)
{
  g_autoptr (GString) dense = g_string_new (NULL);
  /* In UTF-16, every other byte of ASCII is 0. */
  const gboolean wide = size > 1 && ((guchar) text[0] ^ (guchar) text[1]) == 1,
                 marked = size > 2 && memcmp (text, "\xef\xbb\xbf", 3) == 0;
  gboolean quoted = FALSE, escaped = FALSE;
  gint depth = 0;
  for (gsize i = wide ? 2 : marked ? 3 : 0; i < MIN (size, HEAD_SIZE) && (text[i] || wide); i++)
    {
      const char c = g_ascii_tolower (text[i]);
      if (!c || g_ascii_isspace (c))
        continue;
      if (depth <= 1)
        g_string_append_c (dense, c);
      if (*dense->str != '{')
        continue;
      depth += quoted ? 0 : (c == '{' || c == '[') - (c == '}' || c == ']');
      quoted ^= c == '"' && !escaped;
      escaped = c == '\\' && !escaped;
    }
  *hint = "";
  if (!size)
    return _("an empty file");
  for (guint i = 0; i < G_N_ELEMENTS (foreign_formats); i++)
    {
      guint found = 0;
      for (const char *key; found < MAX_KEYS && (key = foreign_formats[i].keys[found]); found++)
        if (*key == '^'   ? !g_str_has_prefix (dense->str, key + 1)
            : *key == '<' ? *dense->str != '<' || !strstr (dense->str, key)
                          : !strstr (dense->str, key))
          break;
      if (found == MAX_KEYS || !foreign_formats[i].keys[found])
        {
          if (foreign_formats[i].hint)
            *hint = _(foreign_formats[i].hint);
          return _(foreign_formats[i].name);
        }
    }
  return NULL;
}
