/* SPDX-License-Identifier: MIT */
/* Copies and pastes a selection as JSON text, which is not trusted.
 *
 * `{"kickbox_selection": 1, "origin": [x, y] or null, "classes": {NAME: COLOUR},
 * "kinds": {NAME: KIND}, "hot_spot": [x, y], "points": [...], "shapes": [...]}`.
 * Positions are those on the source frame, whose hot spot is "origin". */
#include <glib/gi18n.h>
#include <string.h>

#include "tools/level/private.h"
#include "tools/private.h"

#define MARK "kickbox_selection"
#define CLIPBOARD_APART 4    /* pixels between a shape and its copy on the same frame */

/* Adds one field of a class under the class's name. */
static void
add_field (json_t *to, const char *name, const KbToolContext *context, KbId class_id)
{
  const KbNode *node = kb_document_node (context->document, class_id);
  const KbField *field = kb_kind_field (&kb_class_kind, name);
  json_auto_t *value =
    kb_node_is (node, &kb_class_kind) && field ? kb_node_get (node, field) : NULL;

  if (value && !json_is_null (value))
    json_object_set (to, ((const KbClass *) node)->name, value);
}

void
kb_clip_add_class (json_t *classes, json_t *kinds, const KbToolContext *context, KbId class_id)
{
  add_field (classes, "colour", context, class_id);
  add_field (kinds, "kind", context, class_id);
}

char *
kb_clip_text (json_t *clip)
{
  char *dumped = json_dumps (clip, JSON_COMPACT | JSON_SORT_KEYS), *text = g_strdup (dumped);

  json_decref (clip);
  free (dumped);
  return text;
}

char *
kb_frame_selection_copy (const KbToolContext *context)
{
  const KbFrame *frame = kb_tool_context_frame (context);

  if (!frame || context->selection.ids->len == 0)
    return NULL;
  json_t *classes = json_object (), *points = json_array (), *shapes = json_array ();
  json_auto_t *kinds = json_object ();
  json_t *origin =
    frame->hot_spot.set ? json_pack ("[ii]", frame->hot_spot.x, frame->hot_spot.y) : json_null ();
  json_t *clip =
    json_pack ("{s:i, s:o, s:o, s:o, s:o, s:O*}", MARK, 1, "origin", origin, "classes", classes,
               "points", points, "shapes", shapes, "hot_spot",
               kb_selection_has (context, frame->node.id) && frame->hot_spot.set ? origin : NULL);
  /* In the frame's order, not in the order of selection. */
  KB_EACH (KbPoint, point, frame->points)
    if (kb_selection_has (context, point->node.id))
      json_array_append_new (points, kb_node_to_json (&point->node, NULL));
  KB_EACH (KbShape, shape, frame->shapes)
    if (kb_selection_has (context, shape->node.id))
      {
        json_array_append_new (shapes, kb_node_to_json (&shape->node, NULL));
        kb_clip_add_class (classes, kinds, context, shape->class_id);
      }
  if (json_object_size (kinds))
    json_object_set (clip, "kinds", kinds);
  return kb_clip_text (clip);
}

json_t *
kb_clip_parse (const char *text, const char *mark)
{
  json_auto_t *clip =
    text && strstr (text, mark) ? json_loads (text, JSON_REJECT_DUPLICATES, NULL) : NULL;

  return json_is_integer (json_object_get (clip, mark)) ? json_incref (clip) : NULL;
}

gboolean
kb_selection_can_paste (const char *text)
{
  json_auto_t *clip = kb_clip_parse (text, MARK), *level = kb_clip_parse (text, KB_LEVEL_CLIP);

  return clip || level;
}

static gboolean
read_pixel (const json_t *value, gint *x, gint *y)
{
  if (!json_is_array (value) || json_array_size (value) != 2
      || !json_is_integer (json_array_get (value, 0))
      || !json_is_integer (json_array_get (value, 1)))
    return FALSE;
  json_int_t a = json_integer_value (json_array_get (value, 0));
  json_int_t b = json_integer_value (json_array_get (value, 1));
  if (a < KB_MIN_COORDINATE || a > KB_MAX_COORDINATE || b < KB_MIN_COORDINATE
      || b > KB_MAX_COORDINATE)
    return FALSE;
  *x = (gint) a;
  *y = (gint) b;
  return TRUE;
}

/* Moves the value's geometry, or FALSE when it has no valid one. */
static gboolean
shift_geometry (json_t *value, gint dx, gint dy, GError **error)
{
  g_auto (KbGeometry) geometry = { 0 };

  if (!kb_geometry_from_json (&geometry, json_object_get (value, "geometry"), error))
    return FALSE;
  kb_geometry_kind (geometry.type)->translate (&geometry, dx, dy);
  json_object_set_new (value, "geometry", kb_geometry_to_json (&geometry));
  return TRUE;
}

static gboolean
is_there_already (const KbFrame *frame, const json_t *value)
{
  KB_EACH (KbShape, shape, frame->shapes)
    {
      json_auto_t *here = kb_node_to_json (&shape->node, NULL);

      if (json_equal (json_object_get (here, "geometry"), json_object_get (value, "geometry"))
          && json_equal (json_object_get (here, "class"), json_object_get (value, "class")))
        return TRUE;
    }
  return FALSE;
}

gboolean
kb_clip_add_missing_class (KbDocument *document, const json_t *clip, const json_t *item,
                           GError **error)
{
  const KbProject *project = kb_document_project (document);
  const char *name = json_string_value (json_object_get (item, "class"));
  json_t *kind;
  const KbField *field = kb_kind_field (&kb_class_kind, "kind");

  if (!name || kb_project_find_class (project, name))
    return TRUE;
  json_t *colour = json_object_get (json_object_get (clip, "classes"), name);
  colour = json_is_string (colour) ? json_incref (colour) : json_string ("#c0c0c0");
  kind = json_object_get (json_object_get (clip, "kinds"), name);
  if (!json_is_string (kind) || !g_strv_contains (field->choices, json_string_value (kind)))
    kind = NULL;
  return kb_document_insert (
           document, project->node.id, "classes", -1,
           json_pack ("{ss so sO?}", "name", name, "colour", colour, "kind", kind), error)
         != 0;
}

static gboolean
paste_shapes (KbToolContext *context, const json_t *clip, gint dx, gint dy, GArray *made,
              GError **error)
{
  const json_t *shapes = json_object_get (clip, "shapes");
  json_auto_t *moved = json_array ();
  gboolean done = TRUE, clash = TRUE;

  KB_EACH_JSON (shape, shapes)
    {
      json_t *copy = json_deep_copy (shape);

      json_array_append_new (moved, copy);
      if (done && !shift_geometry (copy, dx, dy, error))
        done = FALSE;
    }
  /* Shift all together until no pasted shape covers an existing one exactly. */
  for (guint tries = 0; done && clash && tries < 64; tries++)
    {
      const KbFrame *frame = kb_tool_context_frame (context);

      clash = FALSE;
      KB_EACH_JSON (shape, moved)
        clash = clash || is_there_already (frame, shape);
      if (clash)
        KB_EACH_JSON (shape, moved)
          done = done && shift_geometry (shape, CLIPBOARD_APART, CLIPBOARD_APART, error);
    }
  KB_EACH_JSON (shape, moved)
    {
      KbId id = 0;

      if (done && kb_clip_add_missing_class (context->document, clip, shape, error))
        id = kb_document_insert (context->document, context->shown.frame_id, "shapes", -1,
                                 json_incref (shape), error);
      done = done && id != 0;
      if (done)
        g_array_append_val (made, id);
    }
  return done;
}

static gboolean
paste_points (KbToolContext *context, const json_t *clip, gint dx, gint dy, GArray *made,
              GError **error)
{
  KbDocument *document = context->document;

  KB_EACH_JSON (point, json_object_get (clip, "points"))
    {
      const char *name = json_string_value (json_object_get (point, "name"));
      const KbPoint *here =
        name ? kb_frame_find_point (kb_tool_context_frame (context), name) : NULL;
      json_t *copy, *direction = json_object_get (point, "direction");
      gint x, y;
      KbId id;

      if (!read_pixel (json_object_get (point, "at"), &x, &y))
        return kb_fail (error, KB_ERROR_INPUT, _("points[%zu].at: expected [x, y]"), point_at);
      if (here)
        {
          id = here->node.id;
          if (!kb_document_set (document, id, "at", json_pack ("[ii]", x + dx, y + dy), error)
              || !kb_document_set (document, id, "direction",
                                   direction ? json_incref (direction) : json_null (), error))
            return FALSE;
        }
      else
        {
          copy = json_deep_copy (point);
          json_object_set_new (copy, "at", json_pack ("[ii]", x + dx, y + dy));
          id = kb_document_insert (document, context->shown.frame_id, "points", -1, copy, error);
          if (!id)
            return FALSE;
        }
      g_array_append_val (made, id);
    }
  return TRUE;
}

gboolean
kb_frame_selection_paste (KbToolContext *context, const char *text, GError **error)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  json_t *clip = kb_clip_parse (text, MARK), *hot_spot;
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (KbId));
  gint x, y, dx = 0, dy = 0;

  if (!clip || !frame)
    {
      json_decref (clip);
      return kb_fail (error, KB_ERROR_INPUT, _("the clipboard has nothing for a frame"));
    }
  hot_spot = json_object_get (clip, "hot_spot");
  /* A hot spot in the clip sets its own position. */
  if (!hot_spot && frame->hot_spot.set && read_pixel (json_object_get (clip, "origin"), &x, &y))
    {
      dx = frame->hot_spot.x - x;
      dy = frame->hot_spot.y - y;
    }

  kb_document_begin (context->document, _("Paste"));
  gboolean done = paste_shapes (context, clip, dx, dy, made, error)
                  && paste_points (context, clip, dx, dy, made, error);
  if (done && hot_spot)
    {
      done = kb_document_set (context->document, context->shown.frame_id, "hot_spot",
                              json_incref (hot_spot), error);
      if (done)
        g_array_append_val (made, context->shown.frame_id);
    }
  kb_document_finish (context->document, done);
  json_decref (clip);
  if (!done)
    return FALSE;

  kb_selection_clear (context);
  KB_EACH_ID (id, made)
    kb_selection_add (context, id);
  return TRUE;
}
