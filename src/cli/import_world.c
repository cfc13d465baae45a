/* SPDX-License-Identifier: MIT */
/* kickbox import --as ground and --as heightmap: adds a layer to a level, or gives one of that name
 * other points or another picture. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/import.h"
#include "document/heightmap.h"
#include "interchange/levels/level_file.h"
#include "interchange/readers/readers.h"
#include "operations/level/heightmaps.h"

#define MOST_BYTES (16 << 20)

/* "0:800" */
static gboolean
read_range (const char *text, double *from, double *to, GError **error)
{
  char *middle, *end;
  *from = g_ascii_strtod (text, &middle);
  *to = g_ascii_strtod (middle + (*middle == ':'), &end);
  return (middle > text && *middle == ':' && end > middle + 1 && !*end && *from < *to)
         || kb_fail (error, KB_ERROR_USAGE,
                     _("kickbox import: --range: '%s' is not A:B, such as 0:800"), text);
}

/* The points as JSON, from a file or the function itself. */
static json_t *
read_ground (const KbCliImport *asked, GError **error)
{
  const gboolean is_file = g_file_test (asked->files[0], G_FILE_TEST_EXISTS);
  const char *path = is_file || !asked->range ? asked->files[0] : _("the function");
  g_autofree char *text = NULL;
  double from = 0, to = 0;
  gint every = 16;
  gsize length;
  if (!asked->range && !is_file && strpbrk (asked->files[0], "(*+"))
    return kb_fail_null (error, KB_ERROR_USAGE,
                         _("kickbox import: --as ground: a function needs --range, such as 0:800"));
  if (!asked->range && asked->every)
    return kb_fail_null (error, KB_ERROR_USAGE, _("kickbox import: --every: only with --range"));
  if (!kb_cli_read_number ("import", "every", asked->every, 1, KB_LEVEL_LIMIT, &every, error)
      || (asked->range && !read_range (asked->range, &from, &to, error)))
    return NULL;
  if (asked->range && !is_file)
    text = g_utf8_make_valid (asked->files[0], -1);
  else if (!kb_import_read_unpacked (path, MOST_BYTES, &text, &length, NULL, error))
    return NULL;
  return asked->range ? kb_ground_function_read (path, text, from, to, every, error)
                      : kb_ground_points_read (path, text, error);
}

/* Replaces `key` of the layer of that name in the list, or adds the whole layer. */
static gboolean
put_layer (KbDocument *document, KbId level, const char *list, const GPtrArray *items,
           const json_t *made, const char *key, GError **error)
{
  const char *name = json_string_value (json_object_get (made, "name"));
  json_auto_t *whole = json_deep_copy (made);
  gint at = -1;
  KB_EACH_WHILE (at < 0, const KbNode, node, items)
    {
      json_auto_t *old = kb_node_to_json (node, NULL);
      if (strcmp (json_string_value (json_object_get (old, "name")), name) != 0)
        continue;
      at = (gint) node_at;
      json_object_set (old, key, json_object_get (made, key));
      json_object_del (old, "width");
      json_object_del (old, "height");
      json_object_clear (whole);
      json_object_update (whole, old);
      if (!kb_document_remove (document, node->id, error))
        return FALSE;
    }
  return kb_document_insert (document, level, list, at, json_incref (whole), error) != 0;
}

static gboolean
put_ground (KbDocument *document, KbId level, const char *name, json_t *points, GError **error)
{
  const KbLevel *of = (const KbLevel *) kb_document_node (document, level);
  json_auto_t *made = json_pack ("{ss ss sO}", "name", name, "class", "ground", "points", points);
  return kb_import_add_class (document, "ground", 0, error)
         && put_layer (document, level, "grounds", of->grounds, made, "points", error);
}

/* The operation makes it under a name that is free. */
static gboolean
put_heightmap (KbDocument *document, KbId level, const char *name, const char *path,
               GPtrArray *messages, GError **error)
{
  const KbLevel *of = (const KbLevel *) kb_document_node (document, level);
  gboolean alpha;
  KbId id = kb_heightmap_add (document, level, path, kb_heightmap_free_place (of), &alpha, error);
  if (!id)
    return FALSE;
  kb_messages_lose (messages, _("alpha channels"), alpha);
  json_auto_t *made = kb_node_to_json (kb_document_node (document, id), NULL);
  json_object_set_new (made, "name", json_string (name));
  json_object_del (made, "id");
  return kb_document_remove (document, id, error)
         && put_layer (document, level, "heightmaps", of->heightmaps, made, "picture", error);
}

int
kb_cli_import_world (const KbCliImport *asked, KbImportKind kind)
{
  GError *error = NULL;
  g_autoptr (KbDocument) document = NULL;
  g_autoptr (GPtrArray) messages = kb_messages_new ();
  const gboolean is_ground = kind == KB_IMPORT_GROUND;
  const gboolean is_file = g_file_test (asked->files[0], G_FILE_TEST_EXISTS);
  g_autofree char *own = kb_import_asset_name (is_file ? asked->files[0] : "ground", "level");
  const char *name = asked->name ? asked->name : own, *level = asked->level ? asked->level : own;
  if (asked->files[1])
    kb_fail (&error, KB_ERROR_USAGE, _("kickbox import: --as %s: expected one file"),
             kb_import_kind_name (kind));
  else if (!g_utf8_validate (level, -1, NULL))
    kb_fail (&error, KB_ERROR_USAGE, _("kickbox import: --level: expected a name in UTF-8"));
  json_auto_t *points = is_ground && !error ? read_ground (asked, &error) : NULL;
  if (error || !(document = kb_cli_open_to_change (asked->project, asked->replay, &error)))
    return kb_cli_fail (error);
  kb_document_begin (document, is_ground ? _("Import ground") : _("Import heightmap"));
  const KbNode *found = kb_document_find_asset (document, &kb_level_kind, level);
  KbId id = found ? found->id
                  : kb_document_insert (document, kb_document_project (document)->node.id, "levels",
                                        -1, json_pack ("{ss}", "name", level), &error);
  gboolean ok = id && (is_ground ? put_ground (document, id, name, points, &error)
                                 : put_heightmap (document, id, name, asked->files[0], messages,
                                                  &error));
  if (!kb_document_finish (document, ok) || !kb_document_save (document, &error))
    return kb_cli_fail (error);
  if (!kb_cli_report_asset (asked, json_pack ("{s:s, s:s, s:s, s:i}", "kind",
                                              kb_import_kind_name (kind), "name", name, "level",
                                              level, "points", (int) json_array_size (points))))
    printf (is_ground ? ngettext ("%s: ground %s, %zu point\n", "%s: ground %s, %zu points\n",
                                  json_array_size (points))
                      : _("%s: heightmap %s\n"),
            level, name, json_array_size (points));
  kb_cli_report_messages (asked, messages);
  return KB_EXIT_DONE;
}
