/* SPDX-License-Identifier: MIT */
/* Edits of the selection. */
#include "tools/selection_private.h"

#include <glib/gi18n.h>
#include <math.h>


void
kb_selection_finish (KbToolContext *context, gboolean done, GError *error)
{
  if (done)
    kb_document_end (context->document);
  else
    {
      kb_document_cancel (context->document);
      kb_tool_context_report (context, error);
    }
}

/* "3 shapes", "2 shapes, 1 point", "1 point, hot spot": a new string. */
static char *
count_words (const KbToolContext *context)
{
  g_autoptr (GString) words = g_string_new (NULL);
  guint shapes = 0, points = 0, others = 0;

  for (guint i = 0; i < context->selected->len; i++)
    {
      const KbNode *node =
        kb_document_node (context->document, g_array_index (context->selected, KbId, i));

      shapes += kb_node_is (node, &kb_shape_kind);
      points += kb_node_is (node, &kb_point_kind);
      others += kb_node_is (node, &kb_frame_kind);
    }
  if (shapes)
    g_string_append_printf (words, ngettext (", %u shape", ", %u shapes", shapes), shapes);
  if (points)
    g_string_append_printf (words, ngettext (", %u point", ", %u points", points), points);
  if (others)
    g_string_append_printf (words, ", %s", _("hot spot"));
  return g_strdup (words->len ? words->str + 2 : "");
}

char *
kb_selection_label (const KbToolContext *context, const char *one)
{
  const KbNode *node =
    context->selected->len == 1
      ? kb_document_node (context->document, g_array_index (context->selected, KbId, 0))
      : NULL;

  if (!node)
    {
      g_autofree char *words = count_words (context);
      return g_strdup_printf (one, words);
    }
  if (node->kind == &kb_frame_kind)
    return g_strdup_printf (one, _("hot spot"));
  if (node->kind == &kb_point_kind)
    return g_strdup_printf (one, _("action point"));
  const KbShapeKind *kind = kb_geometry_kind (((const KbShape *) node)->geometry.type);
  return g_strdup_printf (one, _(kind->noun));
}

static gboolean
set_geometry (KbDocument *document, KbId id, const KbGeometry *geometry, GError **error)
{
  return kb_document_set (document, id, "geometry", kb_geometry_to_json (geometry), error);
}

/* The change for each member: a shift, or a mirror about a line. */
typedef struct {
  gint dx, dy;
  gboolean vertical_line;
  double axis;
} Change;

static void
change_geometry (KbGeometry *geometry, const Change *change, gboolean mirror)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);

  if (mirror)
    kind->mirror (geometry, change->vertical_line, change->axis);
  else
    kind->translate (geometry, change->dx, change->dy);
}

static json_t *
change_pixel (KbPixel at, const Change *change, gboolean mirror)
{
  if (!mirror)
    return json_pack ("[ii]", at.x + change->dx, at.y + change->dy);
  if (change->vertical_line)
    return json_pack ("[ii]", (int) (2 * change->axis) - 1 - at.x, at.y);
  return json_pack ("[ii]", at.x, (int) (2 * change->axis) - 1 - at.y);
}

static gboolean
change_node (KbDocument *document, KbId id, const Change *change, gboolean mirror, GError **error)
{
  const KbNode *node = kb_document_node (document, id);
  KbGeometry geometry = { 0 };

  if (!node)
    return TRUE;
  if (node->kind == &kb_frame_kind)
    {
      const KbFrame *frame = (const KbFrame *) node;
      return !frame->hot_spot.set
             || kb_document_set (document, id, "hot_spot",
                                 change_pixel (frame->hot_spot, change, mirror), error);
    }
  if (node->kind == &kb_point_kind)
    {
      const KbPoint *point = (const KbPoint *) node;

      if (!kb_document_set (document, id, "at", change_pixel (point->at, change, mirror), error))
        return FALSE;
      if (mirror && point->direction.set)
        {
          double turned =
            change->vertical_line ? 180 - point->direction.degrees : -point->direction.degrees;
          return kb_document_set (document, id, "direction", json_real (remainder (turned, 360)),
                                  error);
        }
      return TRUE;
    }
  if (node->kind != &kb_shape_kind)
    return TRUE;
  kb_geometry_copy (&geometry, &((const KbShape *) node)->geometry);
  change_geometry (&geometry, change, mirror);
  gboolean done = set_geometry (document, id, &geometry, error);
  kb_geometry_clear (&geometry);
  return done;
}

static void
change_all (KbToolContext *context, const Change *change, gboolean mirror)
{
  g_autoptr (GArray) ids = kb_selection_free_members (context);
  GError *error = NULL;
  gboolean done = TRUE;

  for (guint i = 0; i < ids->len && done; i++)
    done = change_node (context->document, g_array_index (ids, KbId, i), change, mirror, &error);
  kb_selection_finish (context, done, error);
}

void
kb_frame_selection_nudge (KbToolContext *context, gint dx, gint dy, gboolean far)
{
  Change change = { .dx = far ? 8 * dx : dx, .dy = far ? 8 * dy : dy };
  g_autofree char *label = kb_selection_label (context, _("Nudge %s"));

  kb_document_begin_merging (context->document, label, 0);
  change_all (context, &change, FALSE);
}

void
kb_frame_selection_mirror (KbToolContext *context, gboolean vertical_line)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  Change change = { .vertical_line = vertical_line };
  g_autofree char *label = NULL;

  if (!frame)
    return;
  if (frame->hot_spot.set)
    change.axis = (vertical_line ? frame->hot_spot.x : frame->hot_spot.y) + 0.5;
  else
    change.axis = (vertical_line ? frame->width : frame->height) / 2.0;
  label = kb_selection_label (context, _("Mirror %s"));
  kb_document_begin (context->document, label);
  change_all (context, &change, TRUE);
}

void
kb_frame_selection_delete (KbToolContext *context)
{
  g_autoptr (GArray) ids = kb_selection_free_members (context);
  g_autofree char *label = NULL;
  GError *error = NULL;
  gboolean done = TRUE;

  if (ids->len == 0)
    return;
  label = kb_selection_label (context, _("Delete %s"));
  kb_document_begin (context->document, label);
  for (guint i = 0; i < ids->len && done; i++)
    {
      KbId id = g_array_index (ids, KbId, i);
      const KbNode *node = kb_document_node (context->document, id);

      if (!node)
        continue;
      /* The frame's id means its hot spot: the frame itself stays. */
      if (node->kind == &kb_frame_kind)
        done = kb_document_set (context->document, id, "hot_spot", json_null (), &error);
      else
        done = kb_document_remove (context->document, id, &error);
    }
  kb_selection_finish (context, done, error);
  if (done)
    kb_selection_clear (context);
}

static gint
compare_places (gconstpointer a, gconstpointer b, gpointer document)
{
  guint i = 0, j = 0;

  kb_node_place (kb_document_node (document, *(const KbId *) a), &i);
  kb_node_place (kb_document_node (document, *(const KbId *) b), &j);
  return i < j ? -1 : i > j;
}

/* The selected nodes of one kind, in the order of their list. */
static GArray *
selected_of_kind (const KbToolContext *context, const KbKind *kind)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));

  for (guint i = 0; i < context->selected->len; i++)
    {
      KbId id = g_array_index (context->selected, KbId, i);
      const KbNode *node = kb_document_node (context->document, id);

      if (node && node->kind == kind && !kb_selection_is_locked (context, id))
        g_array_append_val (ids, id);
    }
  g_array_sort_with_data (ids, compare_places, context->document);
  return ids;
}

/* The shift for copies: as requested, else the other way or as far as there is room. Copies of
 * things inside the frame stay inside. */
static gint
shift_inside (gint by, double low, double high, gint side)
{
  if (by == 0 || low < 0 || high > side || (low + by >= 0 && high + by <= side))
    return by;
  if (low - by >= 0 && high - by <= side)
    return -by;
  return by > 0 ? (gint) (side - high) : -(gint) low;
}

static void
keep_inside (const KbToolContext *context, const GArray *shapes, const GArray *points, gint *dx,
             gint *dy)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  KbBounds all = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  gint x, y;

  for (guint i = 0; i < shapes->len + points->len; i++)
    {
      gboolean is_shape = i < shapes->len;
      const KbNode *node = kb_document_node (
        context->document,
        is_shape ? g_array_index (shapes, KbId, i) : g_array_index (points, KbId, i - shapes->len));
      const KbShape *shape = (const KbShape *) node;
      const KbPoint *point = (const KbPoint *) node;
      KbBounds b = is_shape
                     ? kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry)
                     : (KbBounds) { point->at.x, point->at.y, point->at.x + 1, point->at.y + 1 };

      all = (KbBounds) { MIN (all.x0, b.x0), MIN (all.y0, b.y0), MAX (all.x1, b.x1),
                        MAX (all.y1, b.y1) };
    }
  x = shift_inside (*dx, all.x0, all.x1, frame->width);
  y = shift_inside (*dy, all.y0, all.y1, frame->height);
  if (x == 0 && y == 0)
    return;   /* as large as the frame: an exact copy on top would be invisible */
  *dx = x;
  *dy = y;
}

void
kb_frame_selection_duplicate (KbToolContext *context, gint dx, gint dy)
{
  g_autoptr (GArray) shapes = NULL, points = NULL, made = g_array_new (FALSE, FALSE, sizeof (KbId));
  KbDocument *document = context->document;
  Change change = { 0 };
  g_autofree char *label = NULL;
  GError *error = NULL;
  gboolean done = TRUE;

  if (!kb_tool_context_frame (context))
    return;
  shapes = selected_of_kind (context, &kb_shape_kind);
  points = selected_of_kind (context, &kb_point_kind);
  if (shapes->len + points->len)
    keep_inside (context, shapes, points, &dx, &dy);
  change.dx = dx;
  change.dy = dy;
  label = kb_selection_label (context, _("Duplicate %s"));
  kb_document_begin (document, label);
  for (guint i = 0; i < shapes->len + points->len && done; i++)
    {
      gboolean is_shape = i < shapes->len;
      KbId from = is_shape ? g_array_index (shapes, KbId, i)
                           : g_array_index (points, KbId, i - shapes->len),
           id;
      json_t *value = kb_node_to_json (kb_document_node (document, from), NULL);

      if (!is_shape)
        {
          g_autofree char *name = kb_tool_context_free_point_name (context);
          json_object_set_new (value, "name", json_string (name));
        }
      id = kb_document_insert (document, context->shown.frame_id, is_shape ? "shapes" : "points",
                               -1, value, &error);
      done = id != 0 && change_node (document, id, &change, FALSE, &error);
      g_array_append_val (made, id);
    }
  kb_selection_finish (context, done, error);
  if (done && made->len)
    kb_selection_replace (context, made, context->places);
}

void
kb_selection_raise (KbToolContext *context, gint by)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  g_autoptr (GArray) ids = NULL;
  GError *error = NULL;
  gboolean done = TRUE;

  if (!frame || by == 0 || context->selected->len == 0)
    return;
  gint n = (gint) kb_count (frame->shapes);
  ids = selected_of_kind (context, &kb_shape_kind);
  kb_document_begin (context->document, by > 0 ? _("Bring forward") : _("Send backward"));
  /* Start at the end towards which they move, so that they keep their order. */
  for (guint k = 0; k < ids->len && done; k++)
    {
      KbId id = g_array_index (ids, KbId, by > 0 ? ids->len - 1 - k : k);
      guint place = 0;

      kb_node_place (kb_document_node (context->document, id), &place);
      gint64 to = (gint64) place + by;
      to = by > 0 ? MIN (to, n - 1 - (gint) k) : MAX (to, (gint) k);
      if (to != place)
        done = kb_document_move (context->document, id, (guint) to, &error);
    }
  kb_selection_finish (context, done, error);
}

void
kb_frame_selection_give_class (KbToolContext *context, KbId class_id)
{
  const KbNode *node = kb_document_node (context->document, class_id);
  g_autoptr (GArray) ids = NULL;
  GError *error = NULL;
  gboolean done = TRUE;

  if (!kb_node_is (node, &kb_class_kind))
    return;
  ids = selected_of_kind (context, &kb_shape_kind);
  kb_document_begin (context->document, _("Change class"));
  for (guint i = 0; i < ids->len && done; i++)
    done = kb_document_set (context->document, g_array_index (ids, KbId, i), "class",
                            json_string (((const KbClass *) node)->name), &error);
  kb_selection_finish (context, done, error);
}
