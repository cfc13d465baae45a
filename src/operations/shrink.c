/* SPDX-License-Identifier: MIT */
/* Shrinks boxes to the opaque pixels inside them. */
#include <glib/gi18n.h>

#include "operations/private.h"

/* The part of a box on a picture, or FALSE if there is none. No number overflows. */
static gboolean
clip_box (const KbBox *box, const KbPicture *picture, KbBox *result)
{
  gint64 x0 = MAX (box->x, 0), y0 = MAX (box->y, 0);
  gint64 x1 = MIN ((gint64) box->x + box->w, picture->width),
         y1 = MIN ((gint64) box->y + box->h, picture->height);
  if (x0 >= x1 || y0 >= y1)
    return FALSE;
  *result = (KbBox) { (gint) x0, (gint) y0, (gint) (x1 - x0), (gint) (y1 - y0) };
  return TRUE;
}

gboolean
kb_shrink_box (const KbPicture *picture, guint alpha, const KbBox *box, KbBox *result)
{
  KbBox in;
  if (!clip_box (box, picture, &in))
    return FALSE;
  gint left = in.x + in.w, right = in.x - 1, top = 0, bottom = -1;
  for (gint y = in.y; y < in.y + in.h; y++)
    {
      gint x = in.x, end = in.x + in.w;
      while (x < end && !kb_is_opaque (picture, alpha, x, y))
        x++;
      if (x == end)
        continue;
      if (bottom < 0)
        top = y;
      bottom = y;
      left = MIN (left, x);
      for (x = end - 1; x > right && !kb_is_opaque (picture, alpha, x, y);)
        x--;
      right = MAX (right, x);
    }
  if (bottom < 0)
    return FALSE;
  *result = (KbBox) { left, top, right - left + 1, bottom - top + 1 };
  return TRUE;
}

static gboolean
shrink_shape (KbDocument *document, KbId id, guint alpha, guint *n_found, GError **error)
{
  KbShape *shape = kb_operation_node (document, id, &kb_shape_kind, error);
  if (!shape)
    return FALSE;
  const double *v = shape->geometry.v;
  if (!kb_geometry_kind (shape->geometry.type)->pixels)
    return TRUE;
  g_autoptr (KbPicture) picture =
    kb_document_frame_picture (document, kb_node_frame (&shape->node), error);
  if (!picture)
    return FALSE;
  KbBox box = { (gint) v[0], (gint) v[1], (gint) v[2], (gint) v[3] };
  if (!kb_shrink_box (picture, alpha, &box, &box))
    return TRUE;
  (*n_found)++;
  return kb_document_set (document, id, "geometry",
                          json_pack ("{s[iiii]}", "box", box.x, box.y, box.w, box.h), error);
}

gboolean
kb_apply_shrink (KbDocument *document, const KbId *shapes, guint n, guint alpha, GError **error)
{
  guint n_found = 0;
  gboolean ok = TRUE;
  kb_operation_begin (document, KB_OPERATION_SHRINK);
  for (guint i = 0; ok && i < n; i++)
    ok = shrink_shape (document, shapes[i], alpha, &n_found, error);
  if (ok && n_found == 0)
    ok = kb_fail (error, KB_ERROR_INPUT, _("no selected box has an opaque pixel in it"));
  return kb_document_finish (document, ok);
}
