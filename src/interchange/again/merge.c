/* SPDX-License-Identifier: MIT */
/* Merges one frame three ways: from the last import (base), the new one (theirs) and the sprite
 * (mine). Whatever is unchanged since the last import follows the source. Whatever was made or
 * changed by hand stays, and moves with the picture's content. */
#include "interchange/apply_private.h"

#include "document/part.h"
#include "document/shapes/shape.h"
#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  KbApply *apply;
  KbId frame;
  gint dx, dy;
} Merge;

/* The first is the place. */
static const char *const point_fields[] = { "at", "direction", "values", NULL },
                  *const shape_fields[] = { "geometry", "values", NULL },
                  *const identity[] = { "class", "name", NULL };
/* What a shape has in common with what it was: all; all but a class of its own; ... */
static const char *const shape_is[][5] = { { "class", "name", "geometry", "values", NULL },
                                           { "name", "geometry", "values", NULL },
                                           { "class", "name", "geometry", NULL },
                                           { "class", "name", "values", NULL } };

/* NULL and JSON null are equal. */
static gboolean
merge_same (const json_t *a, const json_t *b)
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
  gboolean unchanged = merge_same (now, value);
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

/* The source changed what was also changed here, and stays as it is here. */
static void
report_both (Merge *merge, const char *name)
{
  const KbFrame *frame = frame_of (merge);
  const KbSprite *sprite = (const KbSprite *) frame->node.parent;
  guint index = 0;
  g_ptr_array_find (sprite->frames, frame, &index);
  kb_messages_lose_at (merge->apply->report->messages,
                       g_strdup_printf (_("%s: frame %u"), sprite->name, index + 1),
                       _("what was changed or deleted here, too, stays as it is here"), name);
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
  if (merge_same (mine, was))
    return set_field (merge->apply, merge->frame, "hot_spot", json_incref (now), error);
  if (was && !merge_same (was, now) && !merge_same (mine, now))
    report_both (merge, _("hot spot"));
  move_pixel (merge, merge->frame, "hot_spot", frame->hot_spot);
  return TRUE;
}

gboolean
kb_merge_field (KbApply *apply, KbId id, const char *field, const json_t *base, json_t *theirs,
                GError **error)
{
  const KbNode *node = kb_document_node (apply->document, id);
  json_auto_t *mine = kb_node_get (node, kb_kind_field (node->kind, field));
  if (merge_same (mine, json_object_get (base, field)))
    return set_field (apply, id, field, theirs ? theirs : json_null (), error);
  json_decref (theirs);
  return TRUE;
}

static gboolean
same_fields (const json_t *a, const json_t *b, const char *const *fields)
{
  for (guint i = 0; fields[i]; i++)
    if (!merge_same (json_object_get (a, fields[i]), json_object_get (b, fields[i])))
      return FALSE;
  return TRUE;
}

static json_t *
as_written (const Merge *merge, const KbKind *kind, const json_t *items)
{
  return kb_items_as_written (merge->apply->document, kind, &frame_of (merge)->node, items);
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

/* Of each key what was changed here, else what the source has. Sets `both` if both changed one. */
static json_t *
merge_values (const json_t *mine, const json_t *was, const json_t *now, gboolean *both)
{
  json_auto_t *merged = json_is_object (now) ? json_deep_copy (now) : json_object (),
              *keys = json_object ();
  json_object_update (keys, (json_t *) was);
  json_object_update (keys, (json_t *) mine);
  KB_EACH_MEMBER (key, any, keys)
    {
      json_t *own = json_object_get (mine, key), *old = json_object_get (was, key),
             *new = json_object_get (now, key);
      if (merge_same (own, old))
        continue;
      *both = *both || (!merge_same (old, new) && !merge_same (own, new));
      json_object_del (merged, key);
      if (own)
        json_object_set (merged, key, own);
    }
  return json_object_size (merged) ? json_incref (merged) : json_null ();
}

/* Merges a point or shape field by field; `was` NULL: it was made here; `now` NULL: the source no
 * longer has it. What was placed here moves with the content. */
static gboolean
merge_mark (Merge *merge, const KbNode *node, const char *name, const json_t *was,
            const json_t *now, const char *const *fields, GError **error)
{
  json_auto_t *mine = kb_node_to_json (node, NULL);
  gboolean ok = TRUE, both = was && !now;
  if (both && same_fields (mine, was, fields))
    return kb_document_remove (merge->apply->document, node->id, error);
  for (guint i = 0; ok && now && fields[i]; i++)
    {
      const json_t *own = json_object_get (mine, fields[i]),
                   *old = json_object_get (was, fields[i]), *new = json_object_get (now, fields[i]);
      if (strcmp (fields[i], "values") == 0)
        ok = set_field (merge->apply, node->id, fields[i], merge_values (own, old, new, &both),
                        error);
      else if (merge_same (own, old))
        ok = set_field (merge->apply, node->id, fields[i],
                        new ? json_deep_copy (new) : json_null (), error);
      else
        both = both || (!merge_same (old, new) && !merge_same (own, new));
    }
  if (both)
    report_both (merge, name);
  if (now && merge_same (json_object_get (mine, *fields), json_object_get (was, *fields)))
    return ok;
  if (node->kind == &kb_point_kind)
    move_pixel (merge, node->id, "at", ((const KbPoint *) node)->at);
  else
    move_shape (merge, (const KbShape *) node);
  return ok;
}

static gboolean
merge_points (Merge *merge, const json_t *base, const KbImportFrame *frame, GError **error)
{
  json_auto_t *known = as_written (merge, &kb_point_kind, json_object_get (base, "points")),
              *theirs = as_written (merge, &kb_point_kind, frame->points);
  KB_EACH_BACK (const KbPoint, point, frame_of (merge)->points)
    {
      const json_t *was = kb_import_find_named (known, point->name);
      if (!merge_mark (merge, &point->node, point->name, was,
                       was ? kb_import_find_named (theirs, point->name) : NULL, point_fields,
                       error))
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

/* The item of base that the shape is, with those fields: -1 for none. Each is found once. */
static gint
find_merge_base (const KbShape *shape, const json_t *base, gboolean *taken,
                 const char *const *fields)
{
  json_auto_t *mine = kb_node_to_json (&shape->node, NULL);
  for (gsize b = 0; b < json_array_size (base); b++)
    {
      if (taken[b] || !same_fields (mine, json_array_get (base, b), fields))
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
    of_mine[i] = -1;
  for (guint pass = 0; pass < G_N_ELEMENTS (shape_is); pass++)
    for (guint i = 0; i < n_mine; i++)
      if (of_mine[i] < 0)
        of_mine[i] =
          find_merge_base (kb_shape_at (frame_of (merge), i), base, taken, shape_is[pass]);
  for (guint i = (guint) n_mine; ok && i-- > 0;)
    {
      const KbShape *shape = kb_shape_at (frame_of (merge), i);
      const gint b = of_mine[i], t = b < 0 ? -1 : their_of_base[b];
      ok = merge_mark (merge, &shape->node, kb_class_name (merge->apply->document, shape->class_id),
                       b < 0 ? NULL : json_array_get (base, (gsize) b),
                       t < 0 ? NULL : json_array_get (theirs, (gsize) t), shape_fields, error);
    }
  for (gsize b = 0; b < n_base; b++)
    if (!taken[b]
        && !(their_of_base[b] >= 0
             && same_fields (json_array_get (base, b),
                             json_array_get (theirs, (gsize) their_of_base[b]), shape_fields)))
      report_both (merge, json_string_value (json_object_get (json_array_get (base, b), "class")));
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
  return (!painted || kb_document_set_zones (document, merge->frame, "pixels", NULL, error))
         && set_field (merge->apply, merge->frame, "width", json_integer (theirs->width), error)
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
