/* SPDX-License-Identifier: MIT */
/* Picture items, and parts of a bank that become several items. */
#include <math.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/picture.h"

#define SEEN_COLOUR 0x57e389ffu
#define HIDDEN_COLOUR 0xff7b63ffu

void
kb_picture_clear (KbPlayPicture *picture)
{
  picture->n_items = picture->n_points = picture->n_slabs = 0;
}

void
kb_picture_free (KbPlayPicture *picture)
{
  free (picture->items);
  free (picture->points);
  free (picture->slabs);
  memset (picture, 0, sizeof *picture);
}

KbPlayItem *
kb_picture_add (KbPlayPicture *picture, KbPlayItemKind kind, KbPlayLayer layer, uint32_t colour)
{
  picture->items = kb_make_room (picture->items, &picture->items_room, picture->n_items + 1,
                                 sizeof *picture->items);
  KbPlayItem *item = picture->items + picture->n_items++;
  memset (item, 0, sizeof *item);
  item->kind = kind;
  item->layer = layer;
  item->colour = colour;
  return item;
}

KbPlayItem *
kb_picture_add_points (KbPlayPicture *picture, KbPlayItemKind kind, KbPlayLayer layer,
                       uint32_t colour, const kbx_vec *points, uint32_t count)
{
  KbPlayItem *item = kb_picture_add (picture, kind, layer, colour);
  picture->points = kb_make_room (picture->points, &picture->points_room, picture->n_points + count,
                                  sizeof *points);
  if (count)
    memcpy (picture->points + picture->n_points, points, count * sizeof *points);
  item->first = picture->n_points;
  item->count = count;
  picture->n_points += count;
  return item;
}

KbPlayItem *
kb_picture_add_line (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour, kbx_vec a,
                     kbx_vec b)
{
  const kbx_vec points[] = { a, b };
  return kb_picture_add_points (picture, KB_ITEM_LINE, layer, colour, points, 2);
}

KbPlayItem *
kb_picture_add_box (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour, kbx_rect box)
{
  const kbx_vec corners[] = {
    box.min, { box.max.x, box.min.y }, box.max, { box.min.x, box.max.y }
  };
  return kb_picture_add_points (picture, KB_ITEM_POLYGON, layer, colour, corners, 4);
}

KbPlayItem *
kb_picture_add_circle (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour,
                       kbx_circle circle)
{
  KbPlayItem *item =
    kb_picture_add_points (picture, KB_ITEM_CIRCLE, layer, colour, &circle.centre, 1);
  item->radius = circle.radius;
  return item;
}

KbPlayItem *
kb_picture_add_asset (KbPlayPicture *picture, KbPlayItemKind kind, KbPlayLayer layer,
                      uint32_t asset)
{
  KbPlayItem *item = kb_picture_add (picture, kind, layer, 0);
  item->asset = asset;
  return item;
}

KbPlayItem *
kb_picture_add_text (KbPlayPicture *picture, KbPlayLayer layer, uint32_t colour, kbx_vec at,
                     const char *text)
{
  KbPlayItem *item = kb_picture_add_points (picture, KB_ITEM_TEXT, layer, colour, &at, 1);
  size_t n = strlen (text);
  /* Cut between letters: a byte 10xxxxxx continues the previous one */
  if (n >= sizeof item->text)
    for (n = sizeof item->text - 1; n && ((unsigned char) text[n] & 0xc0) == 0x80;)
      n--;
  memcpy (item->text, text, n);
  return item;
}

KbPlaySlab *
kb_picture_add_slab (KbPlayPicture *picture)
{
  picture->slabs = kb_make_room (picture->slabs, &picture->slabs_room, picture->n_slabs + 1,
                                 sizeof *picture->slabs);
  KbPlaySlab *slab = picture->slabs + picture->n_slabs++;
  memset (slab, 0, sizeof *slab);
  return slab;
}

/* ---- parts of a bank ---- */

void
kb_picture_add_facing (KbPlayPicture *picture, kbx_circle body, kbx_vec way)
{
  const float length = sqrtf (way.x * way.x + way.y * way.y);
  if (length > 0)
    kb_picture_add_line (picture, KB_SHOW_BODIES, 0, body.centre,
                         (kbx_vec) { body.centre.x + way.x / length * body.radius,
                                    body.centre.y + way.y / length * body.radius });
}

void
kb_picture_add_look (KbPlayPicture *picture, kbx_vec from, kbx_vec to, bool sees)
{
  kb_picture_add_line (picture, KB_SHOW_LIGHT, sees ? SEEN_COLOUR : HIDDEN_COLOUR, from, to);
  if (!sees)
    kb_picture_add_points (picture, KB_ITEM_CROSS, KB_SHOW_CONTACTS, HIDDEN_COLOUR, &to, 1);
}

void
kb_picture_add_entity (KbPlayPicture *picture, const kbx_bank *bank, uint32_t level,
                       const char *name)
{
  const kbx_about entity =
    kbx_info (kbx_find (kbx_bank_item (bank, KBX_LEVEL, level), KBX_ENTITY, name));
  if (!entity.found)
    return;
  kb_picture_add_points (picture, KB_ITEM_CROSS, KB_SHOW_POINTS, 0, &entity.position, 1);
  kb_picture_add_text (picture, KB_SHOW_NAMES, 0, entity.position, name);
}

/* A wall past the end has none. */
static bool
has_length (kbx_segment wall)
{
  return wall.a.x != wall.b.x || wall.a.y != wall.b.y;
}

void
kb_picture_add_walls (KbPlayPicture *picture, const kbx_bank *bank, uint32_t level_index,
                      uint32_t touched)
{
  const kbx_handle level = kbx_bank_item (bank, KBX_LEVEL, level_index);
  kbx_wall wall;
  for (uint32_t i = 0; wall = kbx_walls_wall (level, i), has_length (wall.segment); i++)
    {
      const kbx_vec a = wall.segment.a, b = wall.segment.b;
      uint32_t colour = kbx_info (kbx_bank_item (bank, KBX_CLASS, wall.class_index)).colour;
      kb_picture_add_line (picture, KB_SHOW_WALLS, colour, a, b)->flash = i == touched;
      if (!wall.one_way)
        continue;
      const kbx_vec normal = kbx_line_nearest (wall.segment, a).normal,
                    from = { (a.x + b.x) / 2, (a.y + b.y) / 2 },
                    arrow[] = { from, { from.x + 8 * normal.x, from.y + 8 * normal.y } };
      kb_picture_add_points (picture, KB_ITEM_ARROW, KB_SHOW_WALLS, colour, arrow, 2);
    }
}
