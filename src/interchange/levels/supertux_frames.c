/* SPDX-License-Identifier: MIT */
/* A SuperTux sprite's frames and animations. An image with one hit box is one frame, shared by all
 * actions that show it with that hit box. */
#include "interchange/levels/supertux_private.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_ALL_STEPS 1048576

/* The picture that an image shows, flipped if the image is; x and y are set within it. */
static gint
shown_picture (KbTuxReader *reader, const KbTuxImage *image, gint *x, gint *y, GError **error)
{
  *x = image->x;
  *y = image->y;
  if (!image->flips || image->picture < 0)
    return image->picture;
  *x = *y = 0;
  g_autofree char *key =
    g_strdup_printf ("%d %d %d %d %d %u", image->picture, image->x, image->y, image->width,
                     image->height, image->flips);
  gint known = GPOINTER_TO_INT (g_hash_table_lookup (reader->flipped, key));
  if (known)
    return known - 1;
  const KbPicture *from = kb_import_picture (reader->import, image->picture);
  reader->flipped_pixels += (guint64) image->width * image->height;
  KbPicture *to = reader->flipped_pixels > KB_MAX_PICTURE_PIXELS
                    ? NULL
                    : kb_atlas_mirror (from, image->x, image->y, image->width, image->height,
                                       image->flips & KB_TUX_FLIP_X, image->flips & KB_TUX_FLIP_Y);
  if (!to)
    {
      kb_import_fail (error, reader->path, _("the mirrored images have too many pixels"));
      return -1;
    }
  g_autofree char *path = g_strdup_printf (
    "%s-flipped",
    ((KbImportPicture *) g_ptr_array_index (reader->import->pictures, image->picture))->path);
  gint index = kb_import_take_picture (reader->import, path, to);
  g_hash_table_insert (reader->flipped, g_steal_pointer (&key), GINT_TO_POINTER (index + 1));
  return index;
}

static char *
frame_name (KbTuxReader *reader, const KbTuxImage *image)
{
  static const char *const marks[] = { "", " mirrored", " upside down", " turned" };
  char *name = g_strconcat (image->name, marks[image->flips], NULL);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (reader->names, name)) + 1;
  char *result = n > 1 ? g_strdup_printf ("%s #%u", name, n) : g_strdup (name);
  g_hash_table_insert (reader->names, name, GUINT_TO_POINTER (n));
  return result;
}

/* The frame of an image with the action's hit box, made at its first use. -1 on error. */
static gint
find_frame (KbTuxReader *reader, const KbTuxAction *action, const KbTuxImage *image, guint place,
            GError **error)
{
  gint box[4];
  gboolean has_box = action->has_box;
  memcpy (box, action->box, sizeof box);
  /* Without a size the box reaches to the end of the largest image, as in the game. */
  if (action->box_fills)
    {
      gint right = 0, bottom = 0;
      KB_EACH_IN (const KbTuxImage, tux_image, action->images)
        {
          right = MAX (right, tux_image->width);
          bottom = MAX (bottom, tux_image->height);
        }
      box[2] = right - box[0];
      box[3] = bottom - box[1];
      has_box = has_box && box[2] > 0 && box[3] > 0;
      if (action->has_box && !has_box)
        kb_import_message (reader->import,
                           _("action '%s': the hit box has no size and was not kept"),
                           action->name);
    }
  g_autofree char *key =
    g_strdup_printf ("%d %s %d %d %d %d %u %d %d %d %d %d", image->picture,
                     image->picture < 0 ? image->name : "", image->x, image->y, image->width,
                     image->height, image->flips, has_box, box[0], box[1], box[2], box[3]);
  gint known = GPOINTER_TO_INT (g_hash_table_lookup (reader->frames, key));
  if (known)
    return known - 1;
  gint x, y, picture = shown_picture (reader, image, &x, &y, error);
  if (picture < 0 && image->picture >= 0)
    return -1;
  gint width = image->width, height = image->height;
  if (picture < 0)
    {
      width = has_box ? CLAMP (box[0] + box[2], 1, KB_MAX_FRAME_SIDE) : 1;
      height = has_box ? CLAMP (box[1] + box[3], 1, KB_MAX_FRAME_SIDE) : 1;
    }
  g_autofree char *name = frame_name (reader, image);
  KbImportFrame *frame = kb_import_add_frame (reader->import, name, picture, x, y, width, height);
  frame->tag = g_strdup (action->name);
  frame->tag_index = (gint) place;
  if (has_box)
    {
      kb_import_add_shape (frame, "hitbox",
                           json_pack ("{s[iiii]}", "box", box[0], box[1], box[2], box[3]),
                           0xe01b24ff);
      frame->hot_spot = (KbPixel) { box[0] + box[2] / 2, box[1] + box[3] - 1, TRUE };
    }
  else
    frame->hot_spot = (KbPixel) { width / 2, height - 1, TRUE };
  gint index = (gint) reader->import->frames->len - 1;
  g_hash_table_insert (reader->frames, g_steal_pointer (&key), GINT_TO_POINTER (index + 1));
  return index;
}

gboolean
kb_tux_add_animation (KbTuxReader *reader, const KbTuxAction *action, GError **error)
{
  guint n = action->images->len, passes = action->loops > 0 ? (guint) action->loops : 1;
  if (n > KB_TUX_MAX_STEPS)
    return kb_tux_fail (reader, action->source, error, _("the action has too many images"));
  if (passes > KB_TUX_MAX_STEPS / n)
    {
      kb_import_message (reader->import,
                         _("action '%s': %d loops are too many, it loops for ever now"),
                         action->name, action->loops);
      passes = 0;
    }
  reader->n_steps += n * MAX (passes, 1);
  if (reader->n_steps > MAX_ALL_STEPS)
    return kb_tux_fail (reader, action->source, error, _("the actions have too many images"));
  KbImportAnimation *animation = kb_import_add_animation (
    reader->import, action->name, action->loops > 0 && passes ? KB_LOOP_HOLD_LAST : KB_LOOP_LOOP);
  for (guint pass = 0; pass < MAX (passes, 1); pass++)
    for (guint i = 0; i < n; i++)
      {
        gint frame =
          find_frame (reader, action, &g_array_index (action->images, KbTuxImage, i), i, error);
        if (frame < 0)
          return FALSE;
        /* Rounds the ends and not the durations, so that errors do not add up. */
        gint64 start = (gint64) floor (i * 1000.0 / action->fps + 0.5),
               end = (gint64) floor ((i + 1) * 1000.0 / action->fps + 0.5);
        kb_import_add_step (animation, (guint) frame,
                            (gint) CLAMP (end - start, 1, KB_MAX_DURATION));
      }
  return reader->import->frames->len <= 65536
         || kb_tux_fail (reader, action->source, error, _("the sprite has too many frames"));
}
