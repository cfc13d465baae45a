/* SPDX-License-Identifier: MIT */
/* The tree of a Tiled file from XML; its values, and the positions of errors. */
#include "interchange/tiled/tiled_tree.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "interchange/formats.h"
#include "interchange/readers/readers.h"

/* --- Nodes ------------------------------------------------------------------------------------ */

static void
free_node (gpointer data)
{
  KbTiledNode *node = data;
  g_ptr_array_unref (node->attributes);
  g_ptr_array_unref (node->children);
  if (node->text)
    g_string_free (node->text, TRUE);
  if (node->tiles)
    g_array_unref (node->tiles);
  g_free (node->name);
  g_free (node->step);
  g_free (node->path);
  g_free (node);
}

void
kb_tiled_free (KbTiledNode *root)
{
  if (root)
    free_node (root);
}

KbTiledNode *
kb_tiled_add (KbTiledNode *parent, const char *name)
{
  KbTiledNode *node = KB_NEW (
    KbTiledNode, .name = g_strdup (name), .attributes = g_ptr_array_new_with_free_func (g_free),
    .children = g_ptr_array_new_with_free_func (free_node), .parent = parent);
  if (parent)
    g_ptr_array_add (parent->children, node);
  return node;
}

void
kb_tiled_set (KbTiledNode *node, const char *attribute, const char *value)
{
  g_ptr_array_add (node->attributes, g_strdup (attribute));
  g_ptr_array_add (node->attributes, g_strdup (value));
}

const char *
kb_tiled_get (const KbTiledNode *node, const char *attribute)
{
  for (guint i = 0; node && i < node->attributes->len; i += 2)
    if (strcmp (g_ptr_array_index (node->attributes, i), attribute) == 0)
      return g_ptr_array_index (node->attributes, i + 1);
  return NULL;
}

const char *
kb_tiled_get_filled (const KbTiledNode *node, const char *attribute)
{
  const char *text = kb_tiled_get (node, attribute);
  return text && *text ? text : NULL;
}

const char *
kb_tiled_get_either (const KbTiledNode *node, const char *attribute, const char *other)
{
  const char *first = kb_tiled_get_filled (node, attribute);
  return first ? first : kb_tiled_get_filled (node, other);
}

gboolean
kb_tiled_is (const KbTiledNode *node, const char *name)
{
  return strcmp (node->name, name) == 0;
}

gboolean
kb_tiled_expect (const KbTiledNode *root, const char *name, GError **error)
{
  return kb_tiled_is (root, name)
         || kb_tiled_fail (root, NULL, error, _("expected <%s>, got <%s>"), name, root->name);
}

KbTiledNode *
kb_tiled_child (const KbTiledNode *node, const char *name)
{
  KB_EACH (KbTiledNode, child, node->children)
    if (kb_tiled_is (child, name))
      return child;
  return NULL;
}

/* --- Positions and errors --------------------------------------------------------------------- */

const char *
kb_tiled_path (const KbTiledNode *node)
{
  while (node->parent)
    node = node->parent;
  return node->path;
}

static void
append_steps (const KbTiledNode *node, GString *text)
{
  if (node->parent)
    append_steps (node->parent, text);
  if (node->step)
    g_string_append_printf (text, "%s%s", text->len && node->step[0] != '[' ? "." : "", node->step);
}

char *
kb_tiled_place (const KbTiledNode *node)
{
  if (node->line)
    return g_strdup_printf (_("line %u"), node->line);
  GString *text = g_string_new (NULL);
  append_steps (node, text);
  if (!text->len)
    g_string_append (text, _("the whole"));
  return g_string_free (text, FALSE);
}

/* Appended to messages about wrong tiles: the name of their layer, as a new string. */
static char *
of_layer (const KbTiledNode *node)
{
  const KbTiledNode *layer = node;
  while (layer && !kb_tiled_is (layer, "layer"))
    layer = kb_tiled_is (layer, "data") || kb_tiled_is (layer, "chunk") ? layer->parent : NULL;
  const char *given = layer && layer != node ? kb_tiled_get (layer, "name") : NULL;
  g_autofree char *name = given ? kb_import_clean_name (given) : NULL;
  return name ? g_strdup_printf (_("; in the layer '%s'"), name) : g_strdup ("");
}

gboolean
kb_tiled_fail (const KbTiledNode *node, const char *attribute, GError **error, const char *format,
               ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *what = g_strdup_vprintf (format, arguments), *place = kb_tiled_place (node),
                  *layer = of_layer (node);
  va_end (arguments);
  if (node->line)
    return kb_import_fail (error, kb_tiled_path (node), "%s: <%s>%s%s: %s%s", place, node->name,
                           attribute ? ": " : "", attribute ? attribute : "", what, layer);
  const char *dot = node->parent && attribute && attribute[0] != '[' ? "." : "";
  return kb_import_fail (error, kb_tiled_path (node), "%s%s%s: %s%s",
                         node->parent || !attribute ? place : "", dot, attribute ? attribute : "",
                         what, layer);
}

/* --- Values ----------------------------------------------------------------------------------- */

gboolean
kb_tiled_bool (const KbTiledNode *node, const char *attribute, gboolean missing)
{
  const char *text = kb_tiled_get (node, attribute);
  return text ? strcmp (text, "1") == 0 || strcmp (text, "true") == 0 : missing;
}

gboolean
kb_tiled_int (const KbTiledNode *node, const char *attribute, gint min, gint max,
              const gint *missing, gint *result, GError **error)
{
  const char *text = kb_tiled_get (node, attribute);
  if (!text && missing)
    {
      *result = *missing;
      return TRUE;
    }
  if (!text)
    return kb_tiled_fail (node, attribute, error, _("this is missing, expected a whole number"));
  char *end;
  double number = g_ascii_strtod (text, &end);
  if (end == text || *end || number != floor (number) || !(number >= min && number <= max))
    return kb_tiled_fail (node, attribute, error,
                          _("expected a whole number from %d to %d, got '%.40s'"), min, max, text);
  *result = (gint) number;
  return TRUE;
}

gboolean
kb_tiled_real (const KbTiledNode *node, const char *attribute, double limit, double missing,
               double *result, GError **error)
{
  const char *text = kb_tiled_get (node, attribute);
  *result = missing;
  if (!text)
    return TRUE;
  char *end;
  double number = g_ascii_strtod (text, &end);
  if (end == text || *end || !(fabs (number) <= limit))
    return kb_tiled_fail (node, attribute, error,
                          _("expected a number from %.9g to %.9g, got '%.40s'"), -limit, limit,
                          text);
  *result = number;
  return TRUE;
}

/* --- XML -------------------------------------------------------------------------------------- */

typedef struct {
  const char *path;
  KbTiledNode *root, *open;
  guint depth, n_nodes;
  gboolean in_tile;        /* within a <tile> that is stored as a number of its parent */
} Reader;

/* <tile gid="7"/> of a layer; there may be millions. */
static gboolean
take_tile (Reader *reader, GMarkupParseContext *context, const char **names, const char **values,
           GError **error)
{
  guint64 gid = 0;
  for (guint i = 0; names[i]; i++)
    if (strcmp (names[i], "gid") == 0
        && !g_ascii_string_to_unsigned (values[i], 10, 0, G_MAXUINT32, &gid, NULL))
      return kb_markup_fail (context, reader->path, error,
                             _("<tile>: gid: expected a whole number of 32 bits, got '%.40s'"),
                             values[i]);
  guint32 tile = (guint32) gid;
  if (!reader->open->tiles)
    reader->open->tiles = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (reader->open->tiles, tile);
  reader->in_tile = TRUE;
  return TRUE;
}

static void
on_start (GMarkupParseContext *context, const char *name, const char **names, const char **values,
          gpointer data, GError **error)
{
  Reader *reader = data;
  gint line;
  reader->depth++;
  gboolean of_data =
    reader->open && (kb_tiled_is (reader->open, "data") || kb_tiled_is (reader->open, "chunk"));
  if (reader->depth > KB_TILED_DEPTH)
    kb_markup_fail (context, reader->path, error, _("elements are nested more than %d deep"),
                    KB_TILED_DEPTH);
  else if (++reader->n_nodes > KB_TILED_NODES && !of_data)
    kb_markup_fail (context, reader->path, error, _("there are more than %d elements"),
                    KB_TILED_NODES);
  else if (!reader->open && reader->root)
    kb_markup_fail (context, reader->path, error,
                    _("expected one element at the top, got <%s> too"), name);
  else if (reader->in_tile)
    kb_markup_fail (context, reader->path, error,
                    _("nothing is expected in the <tile> of a layer, got <%s>"), name);
  else if (of_data && strcmp (name, "tile") == 0)
    take_tile (reader, context, names, values, error);
  else
    {
      KbTiledNode *node = kb_tiled_add (reader->open, name);
      g_markup_parse_context_get_position (context, &line, NULL);
      node->line = (guint) MAX (line, 1);
      for (guint i = 0; names[i]; i++)
        kb_tiled_set (node, names[i], values[i]);
      if (!reader->open)
        {
          reader->root = node;
          node->path = g_strdup (reader->path);
        }
      reader->open = node;
    }
}

static void
on_end (G_GNUC_UNUSED GMarkupParseContext *context, G_GNUC_UNUSED const char *name, gpointer data,
        G_GNUC_UNUSED GError **error)
{
  Reader *reader = data;
  reader->depth--;
  if (reader->in_tile)
    reader->in_tile = FALSE;
  else
    reader->open = reader->open->parent;
}

static void
on_text (G_GNUC_UNUSED GMarkupParseContext *context, const char *text, gsize length, gpointer data,
         G_GNUC_UNUSED GError **error)
{
  static const char *const with_text[] = { "data", "chunk", "property", "text", NULL };
  Reader *reader = data;
  if (!reader->open || reader->in_tile || !g_strv_contains (with_text, reader->open->name))
    return;
  if (!reader->open->text)
    reader->open->text = g_string_new (NULL);
  g_string_append_len (reader->open->text, text, (gssize) length);
}

static void
on_passthrough (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
                GError **error)
{
  Reader *reader = data;
  g_autofree char *name = kb_markup_foreign_encoding (text, length);
  if (name)
    kb_markup_fail (context, reader->path, error,
                    _("the encoding %s cannot be read, expected UTF-8"), name);
}

KbTiledNode *
kb_tiled_parse (const char *path, const char *text, gsize length, GError **error)
{
  static const GMarkupParser parser = { on_start, on_end, on_text, on_passthrough, NULL };
  gsize start = length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (start < length && strchr (" \t\r\n", text[start]) && text[start])
    start++;
  if (start < length && text[start] == '{')
    return kb_tiled_parse_json (path, text + start, length - start, error);
  Reader reader = { .path = path };
  /* GLib accepts a declaration alone as a document. */
  if (kb_markup_parse (&parser, &reader, path, text, length, error)
      && (reader.root || kb_import_fail (error, path, _("there is no element in the file"))))
    return reader.root;
  kb_tiled_free (reader.root);
  return NULL;
}

/* --- Recognition ------------------------------------------------------------------------------ */

/* `members`: a JSON file of this kind has one of them near its start; the other kind has none. */
static gboolean
begins_like (const char *head, const char *element, const char *const *members)
{
  /* Files with frames are sheets; others are of Piskel, GDevelop or LDtk, or other files of Tiled.
   * */
  static const char *const others[] = { "\"frames\"", "\"piskel\"", "\"gdVersion\"", "\"LDtk\"",
                                        "\"jsonVersion\":", "\"type\":\"template\"",
                                        "\"type\": \"template\"" };
  const char *start = g_str_has_prefix (head, "\xef\xbb\xbf") ? head + 3 : head;
  start += strspn (start, " \t\r\n");
  if (*start == '<')
    {
      while (*start && !(*start == '<' && g_ascii_isalpha (start[1])))
        start++;
      const char *end = start + strlen (element);
      return g_str_has_prefix (start, element) && *end && strchr (" \t\r\n>", *end);
    }
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (*start != '{' || strstr (start, others[i]))
      return FALSE;
  for (guint i = 0; members[i]; i++)
    if (strstr (start, members[i]))
      return TRUE;
  return FALSE;
}

gboolean
kb_tiled_is_map (const char *head)
{
  static const char *const members[] = {
    "\"layers\"",          "\"infinite\"", "\"renderorder\"",          "\"nextobjectid\"",
    "\"nextlayerid\"",     "\"tilesets\"", "\"type\":\"map\"",         "\"type\":\"world\"",
    "\"type\": \"world\"", "\"fileName\"", "\"onlyShowAdjacentMaps\"", NULL
  };
  return begins_like (head, "<map", members);
}

gboolean
kb_tiled_is_tileset (const char *head)
{
  static const char *const members[] = { "\"tilewidth\"", "\"tilecount\"", "\"type\":\"tileset\"",
                                         NULL };
  return !kb_tiled_is_map (head) && begins_like (head, "<tileset", members);
}
