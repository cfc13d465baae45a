/* SPDX-License-Identifier: MIT */
/* Collision of tiles: sides, slopes, the top outline of a picture. */
#include "operations/tile.h"

#include <glib/gi18n.h>
#include <math.h>

#include "operations/private.h"

json_t *
kb_tile_picture_heights (KbDocument *document, const KbFrame *frame)
{
  g_autoptr (KbPicture) picture = kb_document_frame_picture (document, frame, NULL);
  const KbSprite *sprite = kb_node_sprite ((KbNode *) &frame->node);
  json_t *heights = json_array ();
  for (gint x = 0; x < frame->width; x++)
    {
      gint y = 0;
      while (y < frame->height
             && !(picture
                  && kb_sprite_is_solid (sprite, kb_picture_pixel (picture, (guint) x, (guint) y))))
        y++;
      json_array_append_new (heights, json_integer (frame->height - y));
    }
  return heights;
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
