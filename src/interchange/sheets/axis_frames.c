/* SPDX-License-Identifier: MIT */
/* Frames around an axis, as fighting and platform games have them. A picture with one set of boxes
 * is one frame, shared by all steps that show it so. */
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define MAX_FRAMES 65536
#define MAX_ALL_BOXES 262144     /* of all steps, each time that they are shown */

void
kb_axis_frames_init (KbAxisFrames *frames, KbImport *import)
{
  *frames = (KbAxisFrames) { .import = import,
                             .known = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                                             (GDestroyNotify) g_bytes_unref, NULL),
                             .names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                             NULL) };
}

void
kb_axis_frames_clear (KbAxisFrames *frames)
{
  g_clear_pointer (&frames->known, g_hash_table_unref);
  g_clear_pointer (&frames->names, g_hash_table_unref);
}

/* Boxes that no frame can have are left out. */
static void
add_boxes (KbAxisFrames *frames, KbImportFrame *frame, const GArray *boxes)
{
  KB_EACH_IN (const KbAxisBox, box, boxes)
    {
      const gint left = frame->hot_spot.x + box->sides[0], top = frame->hot_spot.y + box->sides[1],
                 right = frame->hot_spot.x + box->sides[2],
                 bottom = frame->hot_spot.y + box->sides[3];
      if (left < right && top < bottom && MIN (left, top) >= KB_MIN_COORDINATE
          && MAX (right, bottom) < KB_MAX_COORDINATE && box_at < KB_MAX_FRAME_SHAPES)
        kb_import_add_shape (frame, box->of->name,
                             json_pack ("{s[iiii]}", "box", left, top, right - left, bottom - top),
                             box->of->colour);
      else
        kb_import_lose (frames->import, _("boxes without an area, or outside the limits"), 1);
    }
}

static char *
find_name (KbAxisFrames *frames, const char *name)
{
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (frames->names, name)) + 1;
  g_hash_table_insert (frames->names, g_strdup (name), GUINT_TO_POINTER (n));
  return n > 1 ? g_strdup_printf ("%s #%u", name, n) : g_strdup (name);
}

gint
kb_axis_frames_find (KbAxisFrames *frames, const char *name, gint picture, const KbJsonRect *part,
                     gint axis_x, gint axis_y, const GArray *boxes, GError **error)
{
  const gint place[] = { picture, part->x, part->y, part->width, part->height, axis_x, axis_y },
             hot_x = MAX (axis_x, 0), hot_y = MAX (axis_y, 0);
  GByteArray *bytes = g_byte_array_new ();
  g_byte_array_append (bytes, (const guint8 *) place, sizeof place);
  g_byte_array_append (bytes, (const guint8 *) boxes->data, boxes->len * sizeof (KbAxisBox));
  g_autoptr (GBytes) key = g_byte_array_free_to_bytes (bytes);
  frames->n_boxes += boxes->len;
  const gint known = GPOINTER_TO_INT (g_hash_table_lookup (frames->known, key));
  if (known && frames->n_boxes <= MAX_ALL_BOXES)
    return known - 1;
  g_autofree char *own = find_name (frames, name), *fault = NULL;
  const KbAtlasFrame from = { .name = own,
                              .part = *part,
                              .offset_x = hot_x - axis_x,
                              .offset_y = hot_y - axis_y,
                              .width = MAX (hot_x - axis_x + part->width, hot_x + 1),
                              .height = MAX (hot_y - axis_y + part->height, hot_y + 1) };
  KbImportFrame *frame = frames->import->frames->len >= MAX_FRAMES
                             || frames->n_boxes > MAX_ALL_BOXES
                           ? NULL
                         : picture < 0
                           ? kb_import_add_frame (frames->import, own, -1, 0, 0, 1, 1)
                           : kb_atlas_add (frames->import, picture, &from, &fault);
  if (!frame)
    {
      kb_fail (error, KB_ERROR_INPUT, "%s",
               fault ? fault : _("the frames or their boxes are too many"));
      return -1;
    }
  frame->hot_spot = (KbPixel) { picture < 0 ? 0 : hot_x, picture < 0 ? 0 : hot_y, TRUE };
  add_boxes (frames, frame, boxes);
  const gint index = (gint) frames->import->frames->len - 1;
  g_hash_table_insert (frames->known, g_bytes_ref (key), GINT_TO_POINTER (index + 1));
  return index;
}

KbImportAnimation *
kb_axis_frames_animate (KbAxisFrames *frames, const char *name)
{
  frames->time = 0;
  return kb_marks_add_animation (frames->import, name, KB_LOOP_LOOP);
}

void
kb_axis_frames_step (KbAxisFrames *frames, KbImportAnimation *animation, gint frame, double ms)
{
  KbImportFrame *shown = kb_import_frame (frames->import, (guint) frame);
  const double start = frames->time;
  if (!shown->tag)
    {
      shown->tag = g_strdup (animation->name);
      shown->tag_index = (gint) animation->steps->len;
    }
  frames->time += ms;
  kb_import_add_step (animation, (guint) frame,
                      kb_marks_duration (start, frames->time));
}

/* Repeating the last step alone is holding it. Kickbox has no other start than the first step, so
 * that one is a value for the game. */
void
kb_animation_repeat_from (KbImportAnimation *animation, guint start)
{
  g_autofree char *text = g_strdup_printf ("%u", start);
  if (start && start + 1 >= animation->steps->len)
    animation->loop = KB_LOOP_HOLD_LAST;
  else if (start)
    json_object_set_new (animation->values ? animation->values
                                           : (animation->values = json_object ()),
                         "loop_start", json_string (text));
}

char *
kb_find_file (const char *folder, const char *name)
{
  g_autofree char *slashed = g_strdelimit (g_strdup (name), "\\", '/'),
                  *path = g_canonicalize_filename (slashed, folder),
                  *base = g_path_get_basename (path), *within = g_path_get_dirname (path);
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  g_autoptr (GDir) files = g_dir_open (within, 0, NULL);
  const char *other;
  while (files && (other = g_dir_read_name (files)))
    if (g_ascii_strcasecmp (other, base) == 0)
      return g_build_filename (within, other, NULL);
  return NULL;
}
