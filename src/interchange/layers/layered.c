/* SPDX-License-Identifier: MIT */
/* Makes and frees a KbLayered; applies masks. */
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>

static void
free_layer (gpointer data)
{
  KbArtLayer *layer = data;
  g_free (layer->name);
  json_decref (layer->data);
  g_free (layer);
}

static void
clear_cel (gpointer data)
{
  KbCel *cel = data;
  kb_picture_unref (cel->picture);
  json_decref (cel->data);
}

static void
free_frame (gpointer data)
{
  KbDrawnFrame *frame = data;
  g_array_unref (frame->cels);
  g_free (frame);
}

void
kb_layered_add_frame (KbLayered *layered, gint duration)
{
  KbDrawnFrame *frame =
    KB_NEW (KbDrawnFrame, .duration = duration, .cels = g_array_new (FALSE, TRUE, sizeof (KbCel)));
  g_array_set_clear_func (frame->cels, clear_cel);
  g_ptr_array_add (layered->frames, frame);
}

KbLayered *
kb_layered_new (gint width, gint height, guint n_frames)
{
  KbLayered *layered =
    KB_NEW (KbLayered, .width = width, .height = height, .max_pixels = KB_MAX_LAYERED_PIXELS,
            .layers = g_ptr_array_new_with_free_func (free_layer),
            .frames = g_ptr_array_new_with_free_func (free_frame));
  for (guint i = 0; i < n_frames; i++)
    kb_layered_add_frame (layered, 0);
  return layered;
}

KbLayered *
kb_layered_new_checked (guint32 width, guint32 height, const KbBytes *bytes, const char *path,
                        GError **error)
{
  if (width && height && width <= KB_MAX_FRAME_SIDE && height <= KB_MAX_FRAME_SIDE)
    return kb_layered_new ((gint) width, (gint) height, 1);
  return kb_null (kb_bytes_fail (
    bytes, path, error, _("a frame has 1 to %d pixels a side, this one %d x %d"),
    KB_MAX_FRAME_SIDE, (int) MIN (width, G_MAXINT32), (int) MIN (height, G_MAXINT32)));
}

void
kb_layered_free (KbLayered *layered)
{
  if (!layered)
    return;
  g_ptr_array_unref (layered->layers);
  g_ptr_array_unref (layered->frames);
  json_decref (layered->tags);
  g_free (layered);
}

KbArtLayer *
kb_layered_add_layer (KbLayered *layered, char *name)
{
  KbArtLayer *layer = KB_NEW (KbArtLayer, .name = name, .parent = -1, .opacity = 255);
  g_ptr_array_add (layered->layers, layer);
  return layer;
}

KbArtLayer *
kb_layered_layer (const KbLayered *layered, guint index)
{
  return g_ptr_array_index (layered->layers, index);
}

KbDrawnFrame *
kb_layered_frame (const KbLayered *layered, guint index)
{
  return g_ptr_array_index (layered->frames, index);
}

KbCel *
kb_layered_find_cel (const KbLayered *layered, guint frame, guint layer)
{
  GArray *cels = kb_layered_frame (layered, frame)->cels;
  KB_EACH_IN (KbCel, cel, cels)
    if (cel->layer == layer)
      return cel;
  return NULL;
}

guint64
kb_cel_pixels (const KbCel *cel)
{
  if (!cel)
    return 0;
  return cel->picture ? (guint64) cel->picture->width * cel->picture->height
                      : (guint64) cel->packed.width * cel->packed.height;
}

KbCel *
kb_layered_add_cel (KbLayered *layered, guint frame, guint layer)
{
  KbCel *known = kb_layered_find_cel (layered, frame, layer);
  if (known)
    return known;
  GArray *cels = kb_layered_frame (layered, frame)->cels;
  const KbCel cel = { .layer = layer, .opacity = 255 };
  g_array_append_val (cels, cel);
  return &g_array_index (cels, KbCel, cels->len - 1);
}

gboolean
kb_layered_count (KbLayered *layered, gint64 width, gint64 height)
{
  if (width < 1 || height < 1 || width > KB_MAX_PICTURE_SIDE || height > KB_MAX_PICTURE_SIDE
      || width * height > KB_MAX_PICTURE_PIXELS
      || layered->pixels + (guint64) (width * height) > layered->max_pixels)
    return FALSE;
  layered->pixels += (guint64) (width * height);
  return TRUE;
}

KbPicture *
kb_layered_picture (KbLayered *layered, gint64 width, gint64 height)
{
  return kb_layered_count (layered, width, height)
           ? kb_picture_new ((guint) width, (guint) height) : NULL;
}

void
kb_drawn_mask (KbPicture *picture, gint x, gint y, const KbDrawnMask *mask)
{
  for (gint64 row = 0; row < picture->height; row++)
    for (gint64 column = 0; column < picture->width; column++)
      {
        const gint64 i = x + column - mask->x, j = y + row - mask->y;
        const gboolean inside = i >= 0 && j >= 0 && i < mask->width && j < mask->height;
        guint8 *alpha = picture->rgba + 4 * (row * picture->width + column) + 3;
        *alpha = (guint8) kb_mul_255 (*alpha, inside ? mask->values[j * mask->width + i]
                                                     : mask->outside);
      }
}
