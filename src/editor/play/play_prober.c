/* SPDX-License-Identifier: MIT */
/* Probes the scene's first role with a position; for a level, the layer that the scene plays on. */
#include "editor/play/play_choice.h"

#include <math.h>

/* The fraction of the path before a straight layer blocks it, or at whose end it is solid; 1 if it
 * does not, 2 for isometric layers. */
static float
layer_stops (kbx_handle tiles, const KbProbe *probe)
{
  const kbx_about info = kbx_info (tiles);
  if (info.axis_i.y != 0 || info.axis_j.x != 0)
    return 2;
  return kbx_level_cast (tiles, kbx_shape_point (probe->from),
                         (kbx_vec) { probe->to.x - probe->from.x, probe->to.y - probe->from.y },
                         NULL)
    .fraction;
}

static void
fill_level (const kbx_bank *bank, uint32_t level, KbProbe *probe)
{
  float least = 2;
  probe->asset = kbx_name (kbx_bank_item (bank, KBX_LEVEL, level));
  probe->subject = KB_PROBE_WALLS;
  if (kbx_info (kbx_bank_item (bank, KBX_LEVEL, level)).walls)
    return;
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES); i++)
    {
      const float stops =
        layer_stops (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES, i), probe);
      if (stops >= least)
        continue;
      least = stops;
      probe->subject = KB_PROBE_TILES;
      probe->layer = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES, i));
    }
  if (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_MAZE, 0).data)
    {
      probe->subject = KB_PROBE_MAZE;
      probe->layer = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_MAZE, 0));
    }
  else if (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_HEIGHTMAP, 0).data)
    {
      probe->subject = KB_PROBE_HEIGHTMAP;
      probe->layer = kbx_name (kbx_item (kbx_bank_item (bank, KBX_LEVEL, level), KBX_HEIGHTMAP, 0));
    }
}

static float
distance (kbx_box box, kbx_vec p)
{
  const float dx = fmaxf (fmaxf ((float) box.x0 - p.x, p.x - (float) box.x1), 0),
              dy = fmaxf (fmaxf ((float) box.y0 - p.y, p.y - (float) box.y1), 0);
  return hypotf (dx, dy);
}

/* The frame nearest to the end of the path; of equally near ones, the one in front. */
static gboolean
fill_frame (const kbx_bank *bank, const KbPlayPicture *picture, KbProbe *probe)
{
  const KbPlayItem *found = NULL;
  float least = INFINITY;
  for (guint32 i = 0; i < picture->n_items; i++)
    {
      const KbPlayItem *item = picture->items + i;
      const kbx_handle frame = kbx_bank_item (bank, KBX_FRAME, item->frame);
      if (item->kind != KB_ITEM_FRAME || item->frame >= kbx_bank_count (bank, KBX_FRAME)
          || distance (kbx_frame_box (frame, item->pose, KBX_ALL_CLASSES), probe->to) > least)
        continue;
      least = distance (kbx_frame_box (frame, item->pose, KBX_ALL_CLASSES), probe->to);
      found = item;
    }
  if (!found)
    return FALSE;
  const kbx_handle frame = kbx_bank_item (bank, KBX_FRAME, found->frame);
  probe->subject = KB_PROBE_FRAME;
  probe->asset = kbx_name (kbx_parent (frame));
  probe->frame = kbx_info (frame).index;
  probe->spot = (kbx_point) { (int32_t) floor (found->pose.x), (int32_t) floor (found->pose.y) };
  probe->flip_x = found->pose.flip_x;
  probe->flip_y = found->pose.flip_y;
  return TRUE;
}

gboolean
kb_play_probe_fill (const KbPlay *play, const kbx_bank *bank, const KbPlayPicture *picture,
                    KbProbe *probe)
{
  const KbRole *roles = play ? kb_play_scene_of (play)->roles : NULL;
  for (guint r = 0; roles && roles[r].name; r++)
    {
      const uint32_t index = kb_play_cast (play, r);
      if (index == KBX_NONE || roles[r].kind == KB_CAST_SPRITE)
        continue;
      probe->asset = kb_cast_name (bank, roles[r].kind, index);
      probe->subject = roles[r].kind == KB_CAST_TRACK ? KB_PROBE_TRACK : KB_PROBE_MASK;
      if (roles[r].kind == KB_CAST_LEVEL)
        fill_level (bank, index, probe);
      return TRUE;
    }
  return play && fill_frame (bank, picture, probe);
}
