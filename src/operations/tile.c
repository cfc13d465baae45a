/* SPDX-License-Identifier: MIT */
/* Collision of tiles: sides, slopes, the top outline of a picture. */
#include "operations/tile.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "operations/private.h"

/* Room for one number per column. */
static void
trace_heights (KbDocument *document, const KbFrame *frame, gint *heights)
{
  g_autoptr (KbPicture) picture = kb_document_frame_picture (document, frame, NULL);
  const KbSprite *sprite = kb_node_sprite ((KbNode *) &frame->node);
  for (gint x = 0; x < frame->width; x++)
    {
      gint y = 0;
      while (y < frame->height
             && !(picture
                  && kb_sprite_is_solid (sprite, kb_picture_pixel (picture, (guint) x, (guint) y))))
        y++;
      heights[x] = frame->height - y;
    }
}

static json_t *
heights_to_json (const gint *heights, guint n)
{
  json_t *array = json_array ();
  for (guint x = 0; x < n; x++)
    json_array_append_new (array, json_integer (heights[x]));
  return array;
}

json_t *
kb_tile_picture_heights (KbDocument *document, const KbFrame *frame)
{
  g_autofree gint *heights = g_new (gint, (gsize) frame->width);
  trace_heights (document, frame, heights);
  return heights_to_json (heights, (guint) frame->width);
}

static gboolean
set_collision (KbDocument *document, const KbFrame *frame, const char *collision, KbId class_id,
               GError **error)
{
  const KbNode *class = class_id ? kb_document_node (document, class_id) : NULL;
  KbId id = frame->node.id;
  gboolean stops = !g_str_equal (collision, "shapes"),
           by_heights = g_str_equal (collision, "heights");
  if (!kb_document_set (document, id, "collision", json_string (collision), error))
    return FALSE;
  if (stops && !frame->collision_class && kb_node_is (class, &kb_class_kind)
      && !kb_document_set (document, id, "collision_class",
                           json_string (((const KbClass *) class)->name), error))
    return FALSE;
  return !by_heights || frame->heights.n > 0
         || kb_document_set (document, id, "heights", kb_tile_picture_heights (document, frame),
                             error);
}

gboolean
kb_tile_set_collision (KbDocument *document, const KbId *frames, guint n, const char *collision,
                       KbId class_id, GError **error)
{
  gboolean ok = TRUE;
  kb_document_begin (document, _("Change collision"));
  for (guint i = 0; ok && i < n; i++)
    {
      const KbFrame *frame = kb_operation_node (document, frames[i], &kb_frame_kind, error);
      ok = frame && set_collision (document, frame, collision, class_id, error);
    }
  return kb_document_finish (document, ok);
}

static gboolean
set_slope (KbDocument *document, const KbFrame *frame, gint left, gint right, GError **error)
{
  const KbNumbers *old = &frame->heights;
  json_t *heights = json_array ();
  if (left < 0)
    left = old->n ? old->v[0] : 0;
  if (right < 0)
    right = old->n ? old->v[old->n - 1] : 0;
  for (gint x = 0; x < frame->width; x++)
    {
      double height =
        frame->width > 1 ? left + (double) (right - left) * x / (frame->width - 1) : left;
      json_array_append_new (
        heights, json_integer ((json_int_t) CLAMP (floor (height + 0.5), 0, frame->height)));
    }
  return kb_document_set (document, frame->node.id, "heights", heights, error);
}

gboolean
kb_tile_set_slope (KbDocument *document, const KbId *frames, guint n, gint left, gint right,
                   guint gesture, GError **error)
{
  gboolean ok = TRUE;
  kb_document_begin_merging (document, _("Change heights"), gesture);
  for (guint i = 0; ok && i < n; i++)
    {
      const KbFrame *frame = kb_operation_node (document, frames[i], &kb_frame_kind, error);
      ok = frame && set_slope (document, frame, left, right, error);
    }
  return kb_document_finish (document, ok);
}

/* ---- painting ---- */

struct KbTileStroke {
  KbDocument *document;
  const char *collision;   /* a choice of the field */
  KbCollision value;
  KbId class_id;
  GHashTable *frames;      /* KbFrame, copies as they will be, by id */
};

static void
free_copy (gpointer data)
{
  KbFrame *copy = data;
  g_free (copy->heights.v);
  g_free (copy);
}

KbTileStroke *
kb_tile_stroke_new (KbDocument *document, KbCollision collision, KbId class_id)
{
  const KbField *field = kb_kind_field (&kb_frame_kind, "collision");
  KbTileStroke *stroke = KB_NEW (
    KbTileStroke, .document = document, .collision = field->choices[collision], .value = collision,
    .class_id = class_id, .frames = g_hash_table_new_full (NULL, NULL, NULL, free_copy));
  return stroke;
}

void
kb_tile_stroke_free (KbTileStroke *stroke)
{
  g_hash_table_unref (stroke->frames);
  g_free (stroke);
}

const KbFrame *
kb_tile_stroke_frame (const KbTileStroke *stroke, const KbFrame *frame)
{
  const KbFrame *copy = g_hash_table_lookup (stroke->frames, GUINT_TO_POINTER (frame->node.id));
  return copy ? copy : frame;
}

/* A copy that only this stroke changes. */
static KbFrame *
take_copy (KbTileStroke *stroke, const KbFrame *frame)
{
  KbFrame *copy = g_hash_table_lookup (stroke->frames, GUINT_TO_POINTER (frame->node.id));
  if (copy)
    return copy;
  copy = g_memdup2 (frame, sizeof *frame);
  copy->heights.v = g_memdup2 (frame->heights.v, frame->heights.n * sizeof (gint));
  copy->collision = stroke->value;
  copy->collision_class = stroke->value == KB_COLLISION_SHAPES ? 0 : stroke->class_id;
  g_hash_table_insert (stroke->frames, GUINT_TO_POINTER (frame->node.id), copy);
  return copy;
}

void
kb_tile_stroke_put (KbTileStroke *stroke, const KbFrame *frame)
{
  KbFrame *copy = take_copy (stroke, frame);
  if (stroke->value != KB_COLLISION_HEIGHTS)
    return;
  g_free (copy->heights.v);
  copy->heights = (KbNumbers) { (guint) frame->width, g_new (gint, (gsize) frame->width) };
  trace_heights (stroke->document, frame, copy->heights.v);
}

void
kb_tile_stroke_draw (KbTileStroke *stroke, const KbFrame *frame, KbVec from, KbVec to)
{
  KbFrame *copy = take_copy (stroke, frame);
  double left = MIN (from.x, to.x), right = MAX (from.x, to.x);
  guint n = (guint) frame->width;
  if (copy->heights.n != n)
    {
      copy->heights.v = g_renew (gint, copy->heights.v, n);
      for (guint x = copy->heights.n; x < n; x++)
        copy->heights.v[x] = 0;
      copy->heights.n = n;
    }
  for (gint x = (gint) MAX (floor (left), 0); x <= MIN (floor (right), frame->width - 1); x++)
    {
      double t = CLAMP ((x + 0.5 - from.x) / (to.x - from.x), 0, 1),
             y = right - left < 1 ? to.y : from.y + t * (to.y - from.y);
      copy->heights.v[x] = (gint) CLAMP (floor (frame->height - y + 0.5), 0, frame->height);
    }
}

static gboolean
equal (const KbFrame *a, const KbFrame *b)
{
  return a->collision == b->collision && a->collision_class == b->collision_class
         && a->heights.n == b->heights.n
         && (!a->heights.n
             || memcmp (a->heights.v, b->heights.v, a->heights.n * sizeof *a->heights.v) == 0);
}

static gboolean
put_copy (const KbTileStroke *stroke, KbFrame *copy, const KbClass *class, GError **error)
{
  KbId id = copy->node.id;
  copy->collision_class = class ? class->node.id : 0;
  const KbFrame *frame = kb_operation_node (stroke->document, id, &kb_frame_kind, error);
  if (!frame || equal (frame, copy))
    return frame != NULL;
  return kb_document_set (stroke->document, id, "collision", json_string (stroke->collision), error)
         && kb_document_set (stroke->document, id, "collision_class",
                             class ? json_string (class->name) : json_null (), error)
         && (copy->collision != KB_COLLISION_HEIGHTS
             || kb_document_set (stroke->document, id, "heights",
                                 heights_to_json (copy->heights.v, copy->heights.n), error));
}

/* The journal of a stroke is the same each time. */
static gint
compare_ids (gconstpointer a, gconstpointer b)
{
  guint x = GPOINTER_TO_UINT (a), y = GPOINTER_TO_UINT (b);
  return x < y ? -1 : x > y;
}

gboolean
kb_tile_stroke_end (KbTileStroke *stroke, KbId class_id, GError **error)
{
  const KbNode *node = class_id ? kb_document_node (stroke->document, class_id) : NULL;
  const KbClass *class =
    stroke->value != KB_COLLISION_SHAPES ? kb_node_as (node, &kb_class_kind) : NULL;
  g_autoptr (GList) ids = g_list_sort (g_hash_table_get_keys (stroke->frames), compare_ids);
  gboolean ok = TRUE;
  kb_document_begin (stroke->document, _("Paint collision"));
  for (const GList *id = ids; ok && id; id = id->next)
    ok = put_copy (stroke, g_hash_table_lookup (stroke->frames, id->data), class, error);
  ok = kb_document_finish (stroke->document, ok);
  kb_tile_stroke_free (stroke);
  return ok;
}
