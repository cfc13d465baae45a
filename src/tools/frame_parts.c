/* SPDX-License-Identifier: MIT */
/* The rows of the parts on frames: shapes, action points, and the frame itself for its hot spot. */
#include <glib/gi18n.h>

#include "document/part.h"
#include "tools/selection.h"
#include "tools/subject.h"

static char *
shape_title (const KbNode *node)
{
  return g_strdup (_(kb_geometry_kind (((const KbShape *) node)->geometry.type)->noun));
}

static char *
speak_shape (const KbToolContext *context, const KbNode *node)
{
  const KbShape *shape = (const KbShape *) node;
  g_autofree char *title = kb_shape_title (context->document, shape);
  g_autofree char *place = kb_place_text (kb_geometry_position (&shape->geometry));
  g_autofree char *size = kb_geometry_size_text (&shape->geometry);

  return g_strdup_printf (kb_selection_is_locked (context, node->id) ? _("%s %s, %s, %s, locked")
                                                                     : _("%s %s, %s, %s"),
                          _(kb_geometry_kind (shape->geometry.type)->label), title, place, size);
}

static char *
point_title (const KbNode *node)
{
  return g_strdup (_("action point"));
}

static char *
speak_point (const KbToolContext *context, const KbNode *node)
{
  const KbPoint *point = (const KbPoint *) node;
  g_autofree char *degrees = kb_number_text (point->direction.degrees);

  return point->direction.set ? g_strdup_printf (_("Action point %s, x %d, y %d, %s degrees"),
                                                 point->name, point->at.x, point->at.y, degrees)
                              : g_strdup_printf (_("Action point %s, x %d, y %d"), point->name,
                                                 point->at.x, point->at.y);
}

static char *
hot_spot_title (const KbNode *node)
{
  return g_strdup (_("hot spot"));
}

static char *
speak_hot_spot (const KbToolContext *context, const KbNode *node)
{
  KbPixel at = ((const KbFrame *) node)->hot_spot;

  return at.set ? g_strdup_printf (_("Hot spot, x %d, y %d"), at.x, at.y) : NULL;
}

/* The frame itself stays. */
static gboolean
remove_hot_spot (KbToolContext *context, KbId id, GError **error)
{
  return kb_part_put (context->document, id, &(KbGeometry) { .n = 0 }, error);
}

const KbPart kb_frame_part_rows[] = {
  { &kb_shape_kind, shape_title, speak_shape },
  { &kb_point_kind, point_title, speak_point },
  { &kb_frame_kind, hot_spot_title, speak_hot_spot, remove_hot_spot },
  { NULL },
};
