/* SPDX-License-Identifier: MIT */
/* Edits as JSON lines, for journals and scripts. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/private.h"
#include "document/pixels/zones_files.h"
#include "document/private.h"
#include "document/shapes/shape_kinds.h"

typedef struct {
  const char *key;
  gboolean (*apply) (KbDocument *document, const char *path, const json_t *line, GError **error);
} LineKind;

/* Reads an index in a list. If it is missing, gives `missing`. */
static gboolean
read_index (const json_t *line, const char *key, int missing, int *result, GError **error)
{
  const json_t *value = json_object_get (line, key);
  *result = missing;
  if (!value)
    return TRUE;
  if (!json_is_integer (value) || json_integer_value (value) < 0
      || json_integer_value (value) > 1000000)
    return kb_fail (error, KB_ERROR_INPUT, _("%s: expected a place in the list, counted from 0"),
                    key);
  *result = (int) json_integer_value (value);
  return TRUE;
}

/* A forgotten value is not null: a slip must not erase anything. */
static json_t *
copy_value (const json_t *line, GError **error)
{
  const json_t *value = json_object_get (line, "value");
  if (!value)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("value: is missing"));
  return value ? json_deep_copy (value) : NULL;
}

/* `length`: of the list including the items. */
static gboolean
read_runs (KbManyItems *many, const json_t *items, guint length, GError **error)
{
  json_int_t end = 0;
  gboolean ok = json_is_array (items);
  for (gsize i = 0; ok && i < json_array_size (items); i++)
    {
      const json_t *run = json_array_get (items, i), *first = json_array_get (run, 0),
                   *count = json_array_get (run, 1);
      json_int_t at = json_integer_value (first), n = json_integer_value (count);
      ok = json_array_size (run) == 2 && json_is_integer (first) && json_is_integer (count)
           && at >= end && n > 0 && n <= length && at <= (json_int_t) length - n;
      end = at + n;
      if (!ok)
        break;
      KbRun read = { (guint) at, (guint) n };
      g_array_append_val (many->runs, read);
      many->n += read.n;
    }
  return ok
         || kb_fail (error, KB_ERROR_INPUT,
                     _("items: expected [[first, count], ...], ascending, of places below %u"),
                     length);
}

static gboolean
read_edit_values (KbDocument *document, KbNode *parent, KbEdit *edit, const json_t *values,
                  GError **error)
{
  const GPtrArray *items = kb_node_list (parent, edit->list);
  gsize size = edit->field ? kb_plain_size (edit->field->type) : 0;
  guint run = 0, in = 0;
  gboolean ok = TRUE;
  if (edit->field)
    edit->many->after = g_malloc0 (edit->many->n * size);
  for (guint i = 0; ok && i < edit->many->n; i++)
    {
      const json_t *value = json_array_get (values, i);
      KbPlace up = { .node = parent }, place = { .up = &up,
                                                 .list = edit->list->name,
                                                 .index = kb_many_next (edit->many, &run, &in) };
      if (edit->field)
        ok = kb_node_read_member (document, kb_item_at (items, place.index), edit->field, value,
                                  edit->many->after + i * size, &place, error);
      else
        {
          KbNode *node =
            kb_node_from_json (document, edit->list->item, parent, value, &place, error);
          ok = node != NULL;
          if (node)
            g_ptr_array_add (edit->many->held, node);
        }
    }
  return ok;
}

/* A line of `kickbox edit` or the journal with "items". */
static gboolean
kb_many_apply (KbDocument *document, KbEditOp op, KbNode *parent, const char *name,
               const json_t *line, GError **error)
{
  const KbList *list = kb_plain_list (parent, name, error);
  const json_t *values = json_object_get (line, "values");
  if (!list)
    return FALSE;
  guint count = kb_node_list (parent, list)->len;
  gsize n = op == KB_EDIT_INSERT_MANY ? json_array_size (values) : 0;
  if (n > G_MAXUINT - count || kb_plain_list_is_full (parent, list, (guint) n, error))
    return FALSE;
  g_autoptr (KbEdit) edit = kb_many_new (op, parent, list);
  gboolean ok = read_runs (edit->many, json_object_get (line, "items"), count + (guint) n, error);
  if (ok && op == KB_EDIT_SET_MANY)
    ok = (edit->field = kb_plain_field (parent, list,
                                        json_string_value (json_object_get (line, "field")), error))
         != NULL;
  if (ok && op != KB_EDIT_REMOVE_MANY
      && (!json_is_array (values) || json_array_size (values) != edit->many->n))
    ok = kb_fail (error, KB_ERROR_INPUT, _("values: expected a list of %u, as many as items"),
                  edit->many->n);
  ok =
    ok && (op == KB_EDIT_REMOVE_MANY || read_edit_values (document, parent, edit, values, error));
  if (ok && edit->field)
    kb_many_note_before (edit, kb_node_list (parent, list));
  if (ok)
    kb_many_perform (document, g_steal_pointer (&edit));
  return ok;
}

static gboolean
apply_set (KbDocument *document, const char *path, const json_t *line, GError **error)
{
  g_autofree char *field = NULL;
  KbNode *node = kb_document_resolve_last (document, path, &field, error);
  if (node && json_object_get (line, "items"))
    return kb_many_apply (document, KB_EDIT_SET_MANY, node, field, line, error);
  json_t *value = node ? copy_value (line, error) : NULL;
  return value && kb_document_set (document, node->id, field, value, error);
}

static gboolean
apply_insert (KbDocument *document, const char *path, const json_t *line, GError **error)
{
  g_autofree char *list = NULL;
  int at;
  KbNode *node = kb_document_resolve_last (document, path, &list, error);
  if (node && json_object_get (line, "items"))
    return kb_many_apply (document, KB_EDIT_INSERT_MANY, node, list, line, error);
  json_t *value = node && read_index (line, "at", -1, &at, error) ? copy_value (line, error) : NULL;
  return value && kb_document_insert (document, node->id, list, at, value, error) != 0;
}

static gboolean
apply_remove (KbDocument *document, const char *path, const json_t *line, GError **error)
{
  g_autofree char *list = NULL;
  gboolean many = json_object_get (line, "items") != NULL;
  KbNode *node = many ? kb_document_resolve_last (document, path, &list, error)
                      : kb_document_resolve (document, path, error);
  if (node && many)
    return kb_many_apply (document, KB_EDIT_REMOVE_MANY, node, list, line, error);
  return node && kb_document_remove (document, node->id, error);
}

static gboolean
apply_move (KbDocument *document, const char *path, const json_t *line, GError **error)
{
  int to;
  KbNode *node = kb_document_resolve (document, path, error);
  if (!node || !read_index (line, "to", -1, &to, error))
    return FALSE;
  if (to < 0)
    return kb_fail (error, KB_ERROR_INPUT, _("to: is missing"));
  return kb_document_move (document, node->id, (guint) to, error);
}

/* The value of the zone named by a key; null: 0. If it is missing, `missing`, which may be -1 for
 * "expected". */
static gboolean
read_zone (const json_t *line, const char *key, const KbNode *node, gint missing, gint *value,
           GError **error)
{
  const json_t *name = json_object_get (line, key);
  const KbZone *zone = json_is_string (name)
                         ? kb_zones_find_name (kb_node_zones (node), json_string_value (name))
                         : NULL;
  *value = zone ? zone->value : json_is_null (name) ? 0 : missing;
  if (zone || json_is_null (name) || (!name && missing >= 0))
    return TRUE;
  if (json_is_string (name))
    return kb_fail (error, KB_ERROR_INPUT, _("%s: there is no zone '%s'"), key,
                    json_string_value (name));
  return kb_fail (error, KB_ERROR_INPUT, _("%s: expected the name of a zone, or null for nothing"),
                  key);
}

static gboolean
read_box (const json_t *line, const KbZones *zones, gint box[4], GError **error)
{
  const json_t *value = json_object_get (line, "box");
  box[0] = box[1] = 0;
  box[2] = (gint) kb_zones_width (zones);
  box[3] = (gint) kb_zones_height (zones);
  gboolean ok = !value || json_array_size (value) == 4;
  for (guint i = 0; ok && value && i < 4; i++)
    {
      const json_t *number = json_array_get (value, i);
      json_int_t v = json_integer_value (number);
      ok =
        json_is_integer (number) && v >= (i < 2 ? KB_MIN_COORDINATE : 1) && v <= KB_MAX_COORDINATE;
      box[i] = (gint) v;
    }
  return ok || kb_fail (error, KB_ERROR_INPUT, _("box: expected [x, y, w, h] in whole pixels"));
}

#define NO_ZONE 256   /* to replace: any zone */

static gboolean
paint_box (KbZonesPainter *painter, const KbNode *node, const json_t *line, GError **error)
{
  gint box[4], value, replaced;
  if (!read_zone (line, "zone", node, -1, &value, error)
      || !read_zone (line, "replace", node, NO_ZONE, &replaced, error)
      || !read_box (line, kb_zones_painter_zones (painter), box, error))
    return FALSE;
  guint8 map[256];
  for (gint i = 0; i < 256; i++)
    map[i] = (guint8) (i == replaced ? value : i);
  if (replaced == NO_ZONE)
    kb_zones_painter_box (painter, box[0], box[1], box[2], box[3], (guint8) value);
  else
    kb_zones_painter_map (painter, box[0], box[1], (guint) box[2], (guint) box[3], map);
  return TRUE;
}

static gboolean
apply_paint (KbDocument *document, const char *path, const json_t *line, GError **error)
{
  g_autofree char *field = NULL;
  KbNode *node = kb_document_resolve_last (document, path, &field, error);
  KbZonesPainter *painter = node ? kb_document_painter (document, node->id, field, error) : NULL;
  const json_t *tiles = json_object_get (line, "tiles"), *rows = json_object_get (line, "rows");
  if (!painter)
    return FALSE;
  if (rows    ? kb_stroke_put_rows (kb_kind_field (node->kind, field), painter, rows, error)
      : tiles ? kb_zones_painter_put_json (painter, tiles, error)
              : paint_box (painter, node, line, error))
    return kb_document_paint_end (document, node->id, field, painter, NULL, error);
  kb_zones_painter_cancel (painter);
  return FALSE;
}

static gboolean
apply_bounds (KbDocument *document, const char *path, const json_t *line, GError **error)
{
  const KbNode *node = kb_document_resolve (document, path, error);
  return node && kb_bounds_apply (document, node, line, error);
}

static const LineKind apply_kinds[] = {
  { "set", apply_set },
  { "insert", apply_insert },
  { "remove", apply_remove },
  { "move", apply_move },
  { "paint", apply_paint },
  { "bounds", apply_bounds },
};

/* `known` receives whether the line is an edit at all. */
static gboolean
apply_edit (KbDocument *document, const json_t *line, gboolean *known, GError **error)
{
  *known = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (apply_kinds); i++)
    {
      const json_t *path = json_object_get (line, apply_kinds[i].key);
      if (!path)
        continue;
      *known = TRUE;
      if (json_is_string (path))
        return apply_kinds[i].apply (document, json_string_value (path), line, error);
      return kb_fail (error, KB_ERROR_INPUT,
                      _("%s: expected a path such as \"sprites[0].frames[2]\""),
                      apply_kinds[i].key);
    }
  return kb_fail (
    error, KB_ERROR_INPUT,
    _("expected an object with one of \"set\", \"insert\", \"remove\", \"move\", "
      "\"paint\", \"bounds\", \"step\", \"undo\", \"redo\""));
}

static gboolean
apply_step (KbDocument *document, const json_t *line, GError **error)
{
  const char *label = json_string_value (json_object_get (line, "step"));
  const json_t *edits = json_object_get (line, "edits");
  if (!label || !json_is_array (edits))
    return kb_fail (error, KB_ERROR_INPUT,
                    _("step: expected {\"step\": \"LABEL\", \"edits\": [...]}"));
  kb_document_begin (document, label);
  KB_EACH_JSON (item, edits)
    {
      gboolean known;
      if (!apply_edit (document, item, &known, error))
        {
          g_prefix_error (error, "edits[%" G_GSIZE_FORMAT "]: ", item_at);
          kb_document_cancel (document);
          return FALSE;
        }
    }
  kb_document_end (document);
  return TRUE;
}

gboolean
kb_document_apply (KbDocument *document, const json_t *line, GError **error)
{
  gboolean known;
  if (json_object_get (line, "step"))
    return apply_step (document, line, error);
  if (json_object_get (line, "undo") || json_object_get (line, "redo"))
    {
      gboolean undo = json_object_get (line, "undo") != NULL;
      if (undo ? kb_document_undo (document) : kb_document_redo (document))
        return TRUE;
      return kb_fail (error, KB_ERROR_INPUT,
                      undo ? _("undo: there is nothing to undo")
                           : _("redo: there is nothing to redo"));
    }
  return apply_edit (document, line, &known, error);
}
