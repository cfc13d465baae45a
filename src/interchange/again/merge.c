/* SPDX-License-Identifier: MIT */
/* Merges one frame three ways: from the last import (base), the new one (theirs) and the sprite
 * (mine). Whatever is unchanged since the last import follows the source. Whatever was made or
 * changed by hand stays, and moves with the picture's content. */
#include "interchange/apply_private.h"

#include "document/shapes/shape.h"
#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  KbApply *apply;
  KbId frame;
  gint dx, dy;
} Merge;

static const char *const point_fields[] = { "at", "direction", "values", NULL },
                  *const shape_fields[] = { "geometry", "values", NULL },
                  *const identity[] = { "class", "name", NULL };

/* NULL and JSON null are equal. */
static gboolean
same (const json_t *a, const json_t *b)
{
  gboolean no_a = !a || json_is_null (a), no_b = !b || json_is_null (b);
  return no_a || no_b ? no_a && no_b : json_equal (a, b);
}

/* Sets a field if that changes it. Steals the value. */
static gboolean
set_field (KbApply *apply, KbId id, const char *field, json_t *value, GError **error)
{
  const KbNode *node = kb_document_node (apply->document, id);
  json_auto_t *now = kb_node_get (node, kb_kind_field (node->kind, field));
  gboolean unchanged = same (now, value);
  if (!unchanged)
    return kb_document_set (apply->document, id, field, value, error);
  json_decref (value);
  return TRUE;
}

/* Skips and reports a move that would leave the range of coordinates. */
static void
move_field (Merge *merge, KbId id, const char *field, json_t *value)
{
  g_autoptr (GError) failure = NULL;
  if (set_field (merge->apply, id, field, value, &failure))
    return;
  kb_messages_add (merge->apply->report->messages, _("something could not be moved along: %s"),
                   failure->message);
}

static void
move_pixel (Merge *merge, KbId id, const char *field, KbPixel pixel)
{
  if (pixel.set && (merge->dx || merge->dy))
    move_field (merge, id, field, json_pack ("[ii]", pixel.x + merge->dx, pixel.y + merge->dy));
}

static KbFrame *
frame_of (const Merge *merge)
{
  return (KbFrame *) kb_document_node (merge->apply->document, merge->frame);
}

/* `changed`: by the source, although it was also changed here, and stays as it is here. */
static void
report_both (Merge *merge, gboolean changed)
{
  kb_messages_lose (merge->apply->report->messages,
                    _("changes of marks that were changed or deleted here, too"), changed);
}

static gboolean
merge_hot_spot (Merge *merge, const json_t *base, const KbImportFrame *theirs, GError **error)
{
  const KbFrame *frame = frame_of (merge);
  json_auto_t *mine = kb_node_get (&frame->node, kb_kind_field (&kb_frame_kind, "hot_spot"));
  const json_t *was = json_object_get (base, "hot_spot");
  json_auto_t *now = theirs->hot_spot.set
                       ? json_pack ("[ii]", theirs->hot_spot.x, theirs->hot_spot.y)
                       : json_null ();
  if (same (mine, was))
    return set_field (merge->apply, merge->frame, "hot_spot", json_incref (now), error);
  report_both (merge, was && !same (was, now));
  move_pixel (merge, merge->frame, "hot_spot", frame->hot_spot);
  return TRUE;
}

gboolean
kb_merge_field (KbApply *apply, KbId id, const char *field, const json_t *base, json_t *theirs,
                GError **error)
{
  const KbNode *node = kb_document_node (apply->document, id);
  json_auto_t *mine = kb_node_get (node, kb_kind_field (node->kind, field));
  if (same (mine, json_object_get (base, field)))
    return set_field (apply, id, field, theirs ? theirs : json_null (), error);
  json_decref (theirs);
  return TRUE;
}

static gboolean
same_fields (const json_t *a, const json_t *b, const char *const *fields)
{
  for (guint i = 0; fields[i]; i++)
    if (!same (json_object_get (a, fields[i]), json_object_get (b, fields[i])))
      return FALSE;
  return TRUE;
}

static gboolean
set_fields (Merge *merge, KbId id, const json_t *now, const char *const *fields, GError **error)
{
  gboolean ok = TRUE;
  for (guint i = 0; ok && fields[i]; i++)
    {
      const json_t *value = json_object_get (now, fields[i]);
      ok = set_field (merge->apply, id, fields[i], value ? json_deep_copy (value) : json_null (),
                      error);
    }
  return ok;
}

static json_t *
as_written (const Merge *merge, const KbKind *kind, const json_t *items)
{
  return kb_items_as_written (merge->apply->document, kind, &frame_of (merge)->node, items);
}

static gboolean
merge_points (Merge *merge, const json_t *base, const KbImportFrame *frame, GError **error)
{
  json_auto_t *known = as_written (merge, &kb_point_kind, json_object_get (base, "points")),
              *theirs = as_written (merge, &kb_point_kind, frame->points);
  KB_EACH_BACK (const KbPoint, point, frame_of (merge)->points)
    {
      json_auto_t *mine = kb_node_to_json (&point->node, NULL);
      const json_t *was = kb_import_find_named (known, point->name),
                   *now = kb_import_find_named (theirs, point->name);
      gboolean ok = TRUE;
      if (!was || !same_fields (was, mine, point_fields))
        {
          report_both (merge, was && !(now && same_fields (was, now, point_fields)));
          move_pixel (merge, point->node.id, "at", point->at);
        }
      else if (now)
        ok = set_fields (merge, point->node.id, now, point_fields, error);
      else
        ok = kb_document_remove (merge->apply->document, point->node.id, error);
      if (!ok)
        return FALSE;
    }
  KB_EACH_JSON (point, theirs)
    {
      const char *name = json_string_value (json_object_get (point, "name"));
      /* It was imported and is missing: deleted by hand. */
      if (!kb_frame_find_point (frame_of (merge), name) && !kb_import_find_named (known, name)
          && !kb_document_insert (merge->apply->document, merge->frame, "points", -1,
                                  json_incref (point), error))
        return FALSE;
    }
  return TRUE;
}

static void
move_shape (Merge *merge, const KbShape *shape)
{
  g_auto (KbGeometry) geometry = { 0 };
  if (!merge->dx && !merge->dy)
    return;
  kb_geometry_copy (&geometry, &shape->geometry);
  kb_geometry_kind (geometry.type)->translate (&geometry, merge->dx, merge->dy);
  move_field (merge, shape->node.id, "geometry", kb_geometry_to_json (&geometry));
}

/* Pairs shapes of base and theirs with the same class and name, in order. */
static void
pair_shapes (const json_t *base, const json_t *theirs, gint *their_of_base, gint *base_of_theirs)
{
  gsize n_base = json_array_size (base), n_theirs = json_array_size (theirs);
  for (gsize b = 0; b < n_base; b++)
    their_of_base[b] = -1;
  for (gsize t = 0; t < n_theirs; t++)
    {
      base_of_theirs[t] = -1;
      for (gsize b = 0; b < n_base && base_of_theirs[t] < 0; b++)
        if (their_of_base[b] < 0
            && same_fields (json_array_get (base, b), json_array_get (theirs, t), identity))
          {
            their_of_base[b] = (gint) t;
            base_of_theirs[t] = (gint) b;
          }
    }
}

/* The item of base that the shape is, with its class, or with another one of its own: -1 for none.
 * Each is found once. */
static gint
find_base (const KbShape *shape, const json_t *base, gboolean *taken, gboolean any_class)
{
  json_auto_t *mine = kb_node_to_json (&shape->node, NULL);
  for (gsize b = 0; b < json_array_size (base); b++)
    {
      const json_t *was = json_array_get (base, b);
      if (taken[b] || !same_fields (mine, was, shape_fields)
          || !same_fields (mine, was, identity + any_class))
        continue;
      taken[b] = TRUE;
      return (gint) b;
    }
  return -1;
}

static gboolean
merge_shapes (Merge *merge, const json_t *record, const KbImportFrame *frame, GError **error)
{
  json_auto_t *base = as_written (merge, &kb_shape_kind, json_object_get (record, "shapes")),
              *theirs = as_written (merge, &kb_shape_kind, frame->shapes);
  const gsize n_base = json_array_size (base), n_theirs = json_array_size (theirs),
              n_mine = frame_of (merge)->shapes->len;
  g_autofree gint *their_of_base = g_new (gint, n_base + 1),
                  *base_of_theirs = g_new (gint, n_theirs + 1), *of_mine = g_new (gint, n_mine + 1);
  g_autofree gboolean *taken = g_new0 (gboolean, n_base + 1);
  gboolean ok = TRUE;
  pair_shapes (base, theirs, their_of_base, base_of_theirs);
  for (guint i = 0; i < n_mine; i++)
    of_mine[i] = find_base (kb_shape_at (frame_of (merge), i), base, taken, FALSE);
  for (guint i = (guint) n_mine; ok && i-- > 0;)
    {
      const KbShape *shape = kb_shape_at (frame_of (merge), i);
      const gint b = of_mine[i] >= 0 ? of_mine[i] : find_base (shape, base, taken, TRUE);
      if (b < 0)
        move_shape (merge, shape);
      else if (their_of_base[b] < 0)
        ok = kb_document_remove (merge->apply->document, shape->node.id, error);
      else
        ok = set_fields (merge, shape->node.id,
                         json_array_get (theirs, (gsize) their_of_base[b]), shape_fields, error);
    }
  for (gsize b = 0; b < n_base; b++)
    report_both (merge, !taken[b]
                          && !(their_of_base[b] >= 0
                               && same_fields (json_array_get (base, b),
                                               json_array_get (theirs, (gsize) their_of_base[b]),
                                               shape_fields)));
  /* Shapes missing in mine were deleted or changed by hand, so only new ones are added. */
  for (gsize t = 0; ok && t < n_theirs; t++)
    if (base_of_theirs[t] < 0)
      ok = kb_document_insert (merge->apply->document, merge->frame, "shapes", -1,
                               json_incref (json_array_get (theirs, t)), error)
           != 0;
  return ok;
}

static gboolean
merge_name (Merge *merge, const json_t *base, const KbImportFrame *theirs, GError **error)
{
  const char *known = json_string_value (json_object_get (base, "name"));
  if (!theirs->name || g_strcmp0 (frame_of (merge)->name, known) != 0)
    return TRUE;
  return set_field (merge->apply, merge->frame, "name", json_string (theirs->name), error);
}

/* Zones painted on a frame are made by hand, and move with its content. */
static gboolean
merge_size (Merge *merge, const KbImportFrame *theirs, GError **error)
{
  KbDocument *document = merge->apply->document;
  const KbFrame *frame = frame_of (merge);
  gboolean stays =
    !merge->dx && !merge->dy && frame->width == theirs->width && frame->height == theirs->height;
  g_autoptr (KbZones) painted = frame->pixels.zones && !stays
                                  ? kb_zones_crop (frame->pixels.zones, -merge->dx, -merge->dy,
                                                   (guint) theirs->width, (guint) theirs->height)
                                  : NULL;
  if (painted && !kb_document_set_zones (document, merge->frame, "pixels", NULL, error))
    return FALSE;
  return set_field (merge->apply, merge->frame, "width", json_integer (theirs->width), error)
         && set_field (merge->apply, merge->frame, "height", json_integer (theirs->height), error)
         && (!painted || kb_document_set_zones (document, merge->frame, "pixels", painted, error));
}

gboolean
kb_merge_frame (KbApply *apply, KbId frame, const json_t *base, const KbImportFrame *theirs,
                gint dx, gint dy, GError **error)
{
  Merge merge = { apply, frame, dx, dy };
  for (guint k = 0; kb_apply_frame_fields[k]; k++)
    if (!kb_merge_field (apply, frame, kb_apply_frame_fields[k], base,
                         kb_apply_frame_field (apply, theirs, kb_apply_frame_fields[k]), error))
      return FALSE;
  return merge_size (&merge, theirs, error)
         && set_field (apply, frame, "picture", kb_apply_picture_json (apply, theirs), error)
         && merge_name (&merge, base, theirs, error) && merge_hot_spot (&merge, base, theirs, error)
         && merge_points (&merge, base, theirs, error)
         && merge_shapes (&merge, base, theirs, error);
}
