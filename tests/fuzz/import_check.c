/* SPDX-License-Identifier: MIT */
/* What must hold of every import. */
#include <string.h>

#include "document/shapes/shape.h"
#include "tests/fuzz/import_check.h"

static KbPicture *
load (gpointer data, const char *path, GError **error)
{
  KbPicture *picture = kb_picture_new (32, 16);
  memset (picture->rgba, 0x7f, 32 * 16 * 4);
  return picture;
}

const KbPictureLoader import_check_loader = { load, NULL, NULL };

#define require g_assert_true

static void
require_name (const char *name)
{
  require (name && *name && strlen (name) <= 200 && g_utf8_validate (name, -1, NULL));
}

static void
check_frame (const KbImport *import, const KbImportFrame *frame)
{
  require (frame->width >= 1 && frame->width <= KB_MAX_FRAME_SIDE && frame->height >= 1 && frame->height <= KB_MAX_FRAME_SIDE);
  require (frame->picture >= -1 && frame->picture < (gint) import->pictures->len);
  if (frame->picture >= 0)
    {
      const KbPicture *picture = ((KbImportPicture *) g_ptr_array_index (import->pictures, frame->picture))->picture;
      require (frame->x >= 0 && frame->y >= 0 && frame->picture_width >= 1 && frame->picture_height >= 1);
      require (frame->picture_width <= KB_MAX_FRAME_SIDE && frame->picture_height <= KB_MAX_FRAME_SIDE);
      require (frame->x + frame->picture_width <= (gint) picture->width && frame->y + frame->picture_height <= (gint) picture->height);
    }
  if (frame->name)
    require_name (frame->name);
  size_t i;
  json_t *item;
  json_array_foreach (frame->shapes, i, item)
    {
      g_auto (KbGeometry) geometry = { 0 };
      gint x, y, width, height;
      require_name (json_string_value (json_object_get (item, "class")));
      require (kb_geometry_from_json (&geometry, json_object_get (item, "geometry"), NULL));
      kb_geometry_pixel_box (&geometry, &x, &y, &width, &height);
      require (width > 0 && height > 0 && x >= KB_MIN_COORDINATE && y >= KB_MIN_COORDINATE);
      require (x + width <= KB_MAX_COORDINATE && y + height <= KB_MAX_COORDINATE);
    }
  json_array_foreach (frame->points, i, item)
    require_name (json_string_value (json_object_get (item, "name")));
}

void
import_check (const KbImport *import)
{
  fuzz_accept ();
  require (import->frames->len >= 1 && import->frames->len <= 65536);
  for (guint i = 0; i < import->frames->len; i++)
    {
      const KbImportFrame *frame = g_ptr_array_index (import->frames, i);
      check_frame (import, frame);
      if (i < 4 && frame->width * frame->height < 65536)
        kb_picture_unref (kb_import_frame_picture (import, frame));
    }
  for (guint i = 0; i < import->animations->len; i++)
    {
      const KbImportAnimation *animation = g_ptr_array_index (import->animations, i);
      require_name (animation->name);
      require (animation->steps->len >= 1 && animation->steps->len <= 65536);
      for (guint j = 0; j < i && i < 32; j++)
        require (strcmp (((KbImportAnimation *) g_ptr_array_index (import->animations, j))->name, animation->name) != 0);
      for (guint j = 0; j < animation->steps->len; j++)
        {
          const KbImportStep *step = &g_array_index (animation->steps, KbImportStep, j);
          require (step->frame < import->frames->len && step->duration >= 0 && step->duration <= KB_MAX_DURATION);
        }
    }
}
