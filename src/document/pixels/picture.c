/* SPDX-License-Identifier: MIT */
/* Pictures in memory: creating, cropping, pasting, comparing. Reading is in picture_read.c, writing
 * in picture_write.c. */
#include "document/pixels/picture.h"

#include <string.h>

KbPicture *
kb_picture_new (guint width, guint height)
{
  if (width > KB_MAX_PICTURE_SIDE || height > KB_MAX_PICTURE_SIDE
      || (guint64) width * height > KB_MAX_PICTURE_PIXELS)
    return NULL;
  /* Cleared memory of this size is mapped lazily: rows never decoded cost nothing */
  g_autofree guint8 *rgba = g_try_malloc0 (MAX ((gsize) width * height * 4, 1));
  KbPicture *picture = rgba ? g_try_new0 (KbPicture, 1) : NULL;
  if (!picture)
    return NULL;
  g_atomic_ref_count_init (&picture->references);
  picture->width = width;
  picture->height = height;
  picture->rgba = g_steal_pointer (&rgba);
  return picture;
}

KbPicture *
kb_picture_ref (KbPicture *picture)
{
  g_atomic_ref_count_inc (&picture->references);
  return picture;
}

void
kb_picture_unref (KbPicture *picture)
{
  if (!picture || !g_atomic_ref_count_dec (&picture->references))
    return;
  g_free (picture->rgba);
  g_free (picture);
}

KbPicture *
kb_picture_crop (const KbPicture *picture, gint x, gint y, guint width, guint height)
{
  KbPicture *result = kb_picture_new (width, height);
  if (result && x > -KB_MAX_PICTURE_SIDE && y > -KB_MAX_PICTURE_SIDE
      && x < KB_MAX_PICTURE_SIDE && y < KB_MAX_PICTURE_SIDE)
    kb_picture_paste (result, picture, -x, -y);
  return result;
}

void
kb_picture_paste (KbPicture *to, const KbPicture *from, gint x, gint y)
{
  gint64 x0 = MAX (x, 0), x1 = MIN ((gint64) x + from->width, to->width);
  gint64 y0 = MAX (y, 0), y1 = MIN ((gint64) y + from->height, to->height);
  if (x0 >= x1)
    return;
  for (gint64 row = y0; row < y1; row++)
    memcpy (to->rgba + 4 * (row * to->width + x0),
            from->rgba + 4 * ((row - y) * from->width + (x0 - x)), 4 * (gsize) (x1 - x0));
}

KbPicture *
kb_picture_with_colour_key (const KbPicture *picture, guint32 rgb)
{
  KbPicture *result = kb_picture_new (picture->width, picture->height);
  if (!result)
    return NULL;
  const guint8 key[4] = { rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, 255 };
  gsize n = (gsize) picture->width * picture->height;
  for (gsize i = 0; i < n; i++)
    if (memcmp (picture->rgba + 4 * i, key, 4) != 0)
      memcpy (result->rgba + 4 * i, picture->rgba + 4 * i, 4);
  return result;
}

static gboolean
row_is_empty (const KbPicture *picture, guint y)
{
  for (guint x = 0; x < picture->width; x++)
    if (kb_picture_pixel (picture, x, y)[3])
      return FALSE;
  return TRUE;
}

gboolean
kb_picture_opaque_box (const KbPicture *picture, gint *x, gint *y, gint *width, gint *height)
{
  guint top = 0, bottom = picture->height;
  while (top < bottom && row_is_empty (picture, top))
    top++;
  if (top == bottom || picture->width == 0)
    return FALSE;
  while (row_is_empty (picture, bottom - 1))
    bottom--;
  guint left = picture->width - 1, right = 0;
  for (guint row = top; row < bottom; row++)
    {
      for (guint i = 0; i < left; i++)
        if (kb_picture_pixel (picture, i, row)[3])
          left = i;
      for (guint i = picture->width - 1; i > right; i--)
        if (kb_picture_pixel (picture, i, row)[3])
          right = i;
    }
  *x = left;
  *y = top;
  *width = right - left + 1;
  *height = bottom - top;
  return TRUE;
}

GThreadPool *
kb_work_start (GFunc work, gpointer items, gsize size, guint n, gpointer data)
{
  const guint threads = MIN (g_get_num_processors (), n);
  GThreadPool *pool =
    threads > 1 ? g_thread_pool_new (work, data, (gint) threads, FALSE, NULL) : NULL;
  for (guint i = 0; i < n; i++)
    if (pool)
      g_thread_pool_push (pool, (char *) items + i * size, NULL);
    else
      work ((char *) items + i * size, data);
  return pool;
}

void
kb_work_on_all (GFunc work, gpointer items, gsize size, guint n, gpointer data)
{
  GThreadPool *pool = kb_work_start (work, items, size, n, data);
  if (pool)
    g_thread_pool_free (pool, FALSE, TRUE);
}
