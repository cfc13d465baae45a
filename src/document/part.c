/* SPDX-License-Identifier: MIT */
/* Parts of assets, read from the tables of kinds.c. */
#include "document/part.h"

#include <glib/gi18n.h>

#define NO_CLASS 0xc0c0c0ffu

const KbNode *
kb_part_asset (const KbNode *node)
{
  while (node && !node->kind->folder)
    node = node->parent;
  return node;
}

KbId
kb_part_class (const KbNode *node)
{
  const KbField *field = kb_kind_field (node->kind, "class");

  return field ? G_STRUCT_MEMBER (KbId, node, field->offset) : 0;
}

guint32
kb_class_colour (const KbDocument *document, KbId class_id)
{
  const KbClass *class = kb_document_find (document, class_id, &kb_class_kind);

  return class ? class->colour | 0xff : NO_CLASS;
}

const char *
kb_class_name (const KbDocument *document, KbId class_id)
{
  const KbClass *class = kb_document_find (document, class_id, &kb_class_kind);

  return class ? class->name : _("no class");
}

/* The field from this one on that says where the part is. The end of the table if none does. */
static const KbField *
position_field (const KbField *field)
{
  while (field->name && !(field->flags & KB_FIELD_POSITION))
    field++;
  return field;
}

void
kb_part_each_position (const KbNode *node, KbEachPosition each, gpointer data)
{
  for (const KbField *field = position_field (node->kind->fields); field->name;
       field = position_field (field + 1))
    {
      gconstpointer value = G_STRUCT_MEMBER_P (node, field->offset);

      if (field->type == KB_TYPE_VEC)
        each (*(const KbVec *) value, data);
      else if (field->type == KB_TYPE_RINGS)
        for (guint i = 0; i < kb_rings_points (value); i++)
          each (((const KbRings *) value)->points[i], data);
    }
}

void
kb_bounds_extend (KbVec at, gpointer bounds)
{
  KbBounds *all = bounds;

  *all = (KbBounds) { MIN (all->x0, at.x), MIN (all->y0, at.y), MAX (all->x1, at.x),
                      MAX (all->y1, at.y) };
}

gboolean
kb_part_bounds (const KbNode *node, KbBounds *bounds)
{
  g_auto (KbGeometry) geometry = { 0 };

  *bounds = (KbBounds) { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  if (kb_part_geometry (node, &geometry))
    *bounds = kb_geometry_kind (geometry.type)->bounds (&geometry);
  else
    kb_part_each_position (node, kb_bounds_extend, bounds);
  return bounds->x0 <= bounds->x1;
}

gboolean
kb_part_geometry (const KbNode *node, KbGeometry *geometry)
{
  const KbField *field = position_field (node->kind->fields);
  gconstpointer value = G_STRUCT_MEMBER_P (node, field->offset);
  const KbPixel *at = value;

  if (field->name && field->type == KB_TYPE_GEOMETRY)
    kb_geometry_copy (geometry, value);
  else if (field->name && field->type == KB_TYPE_PIXEL && at->set)
    kb_geometry_init_box (geometry, at->x, at->y, 1, 1);
  else
    return FALSE;
  return TRUE;
}

json_t *
kb_vec_json (KbVec v)
{
  return json_pack ("[ff]", v.x, v.y);
}

gboolean
kb_part_put (KbDocument *document, KbId id, const KbGeometry *geometry, GError **error)
{
  const KbField *field = position_field (kb_document_node (document, id)->kind->fields);
  json_t *value = field->type == KB_TYPE_GEOMETRY ? kb_geometry_to_json (geometry)
                  : !geometry->n                  ? json_null ()
                                                  : json_pack ("[ii]", (int) geometry->v[0],
                                                               (int) geometry->v[1]);

  return kb_document_set (document, id, field->name, value, error);
}

gboolean
kb_part_move (KbDocument *document, KbId id, KbVec by, GError **error)
{
  const KbNode *node = kb_document_node (document, id);
  g_auto (KbGeometry) geometry = { 0 };
  gboolean done = TRUE;

  if (kb_part_geometry (node, &geometry))
    {
      kb_geometry_kind (geometry.type)->translate (&geometry, by.x, by.y);
      done = kb_part_put (document, id, &geometry, error);
    }
  for (const KbField *field = position_field (node->kind->fields); done && field->name;
       field = position_field (field + 1))
    if (field->type == KB_TYPE_VEC)
      {
        KbVec at = G_STRUCT_MEMBER (KbVec, node, field->offset);
        done = kb_document_set (document, id, field->name,
                                kb_vec_json ((KbVec) { at.x + by.x, at.y + by.y }), error);
      }
  return done;
}
