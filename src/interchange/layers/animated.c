/* SPDX-License-Identifier: MIT */
/* Animated pictures: each is drawn over what the ones before left on the canvas, and the canvas is
 * a frame as it is then. */
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>

gboolean
kb_animated_begin (KbAnimated *animated, guint width, guint height, guint n, GError **error)
{
  if (!width || !height || width > KB_MAX_FRAME_SIDE || height > KB_MAX_FRAME_SIDE)
    return kb_import_fail (error, animated->path,
                           _("a frame has 1 to %d pixels a side, this one %d x %d"),
                           KB_MAX_FRAME_SIDE, (int) MIN (width, G_MAXINT32),
                           (int) MIN (height, G_MAXINT32));
  animated->layered = kb_layered_new ((gint) width, (gint) height, 0);
  animated->layered->drawn = TRUE;
  kb_layered_add_layer (animated->layered, g_strdup ("picture"));
  if ((guint64) width * height * n <= KB_MAX_LAYERED_PIXELS)
    animated->canvas = kb_picture_new (width, height);
  return animated->canvas || kb_layered_fail_pixels (animated->path, error);
}

gboolean
kb_animated_show (KbAnimated *animated, const KbPicture *picture, gint x, gint y,
                  gboolean blended, KbAfterPicture after, double ms, GError **error)
{
  KbPicture *canvas = animated->canvas;
  const guint index = animated->layered->frames->len;
  KbPicture *shown =
    index < KB_MAX_SHOWN_FRAMES
      ? kb_layered_picture (animated->layered, canvas->width, canvas->height)
      : NULL;
  g_autoptr (KbPicture) left =
    after == KB_AFTER_RESTORE ? kb_picture_crop (canvas, x, y, picture->width, picture->height)
                              : kb_picture_new (picture->width, picture->height);
  kb_layered_add_frame (animated->layered, (gint) CLAMP (ms + 0.5, 1, KB_MAX_DURATION));
  kb_layered_add_cel (animated->layered, index, 0)->picture = shown;
  if (!shown || !left)
    return kb_layered_fail_pixels (animated->path, error);
  if (blended)
    kb_drawn_blend (canvas, picture, x, y, 255, KB_DRAWN_NORMAL);
  else
    kb_picture_paste (canvas, picture, x, y);
  kb_drawn_blend (shown, canvas, 0, 0, 255, KB_DRAWN_NORMAL);
  if (after == KB_AFTER_CLEAR || after == KB_AFTER_RESTORE)
    kb_picture_paste (canvas, left, x, y);
  return TRUE;
}

gboolean
kb_animated_import (const KbAnimated *animated, KbImport *import, guint plays, GError **error)
{
  if (!kb_layered_add_frames (import, animated->layered, animated->path, error))
    return FALSE;
  if (import->frames->len < 2)
    return TRUE;
  KbImportAnimation *animation =
    kb_import_add_animation (import, "all", plays == 1 ? KB_LOOP_ONCE : KB_LOOP_LOOP);
  for (guint i = 0; i < import->frames->len; i++)
    kb_import_add_step (animation, i, kb_layered_frame (animated->layered, i)->duration);
  kb_import_lose (import, _("numbers of repetitions"), plays > 1);
  return TRUE;
}

void
kb_animated_clear (KbAnimated *animated)
{
  kb_picture_unref (animated->canvas);
  kb_layered_free (animated->layered);
}
