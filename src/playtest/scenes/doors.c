/* SPDX-License-Identifier: MIT */
/* Open doors as changes of a level's layers. */
#include <string.h>

#include "playtest/scenes/doors.h"

enum { MOST_NEAR = 256 };

static bool
is_door_class (const kbx_bank *bank, uint32_t class_index)
{
  const char *name =
    class_index == KBX_NONE ? "" : kbx_name (kbx_bank_item (bank, KBX_CLASS, class_index));
  return strstr (name, "door") || strstr (name, "gate");
}

static bool
is_door (const KbPlay *play, const kbx_thing *thing)
{
  return is_door_class (play->bank, thing->class_index)
         && (thing->kind == KBX_TILES
             || (thing->kind == KBX_WALLS && thing->index < KB_MOST_DOOR_WALLS));
}

static KbDoor
door_of (const kbx_thing *thing)
{
  return (KbDoor) { thing->layer, thing->kind == KBX_TILES ? KBX_NONE : thing->index,
                   thing->kind == KBX_TILES ? thing->cell : (kbx_point) { 0, 0 } };
}

static int
compare_numbers (int64_t a, int64_t b)
{
  return (a > b) - (a < b);
}

static int
compare_doors (const KbDoor *a, const KbDoor *b)
{
  const int by_layer = compare_numbers (a->layer, b->layer),
            by_row = compare_numbers (a->cell.y, b->cell.y),
            by_column = compare_numbers (a->cell.x, b->cell.x);
  return by_layer    ? by_layer
         : by_row    ? by_row
         : by_column ? by_column
                     : compare_numbers (a->index, b->index);
}

/* The position of a door, or where it belongs. */
static uint32_t
find_door (const KbDoors *doors, const KbDoor *door, bool *open)
{
  uint32_t i = 0;
  while (i < doors->n && compare_doors (doors->open + i, door) < 0)
    i++;
  *open = i < doors->n && compare_doors (doors->open + i, door) == 0;
  return i;
}

static bool
is_open (const KbDoors *doors, const kbx_thing *thing)
{
  const KbDoor door = door_of (thing);
  bool open;
  find_door (doors, &door, &open);
  return open;
}

static void
open_door (KbDoors *doors, const kbx_thing *thing)
{
  const KbDoor door = door_of (thing);
  bool open;
  const uint32_t at = find_door (doors, &door, &open);
  if (open || doors->n == KB_MOST_OPEN)
    return;
  memmove (doors->open + at + 1, doors->open + at, (doors->n - at) * sizeof *doors->open);
  doors->open[at] = door;
  doors->n++;
}

/* Whether the door is one of those. */
static bool
is_among (const KbDoor *door, const kbx_thing *things, uint32_t n)
{
  bool found = false;
  for (uint32_t i = 0; i < n && !found; i++)
    {
      const KbDoor other = door_of (things + i);
      found = compare_doors (door, &other) == 0;
    }
  return found;
}

static void
close_door (KbDoors *doors, uint32_t at)
{
  doors->n--;
  memmove (doors->open + at, doors->open + at + 1, (doors->n - at) * sizeof *doors->open);
}

/* The doors that touch a circle, open or not. */
static uint32_t
list_doors (const KbPlay *play, kbx_handle level, kbx_circle circle, kbx_thing near[MOST_NEAR])
{
  const kbx_shape shape = kbx_shape_circle (circle.centre, circle.radius);
  uint32_t n = kbx_level_touching (level, shape, NULL, near, MOST_NEAR), doors = 0;
  n = n < MOST_NEAR ? n : MOST_NEAR;
  for (uint32_t i = 0; i < n; i++)
    if (is_door (play, near + i))
      near[doors++] = near[i];
  return doors;
}

void
kb_doors_use (KbPlay *play, KbDoors *doors, kbx_handle level, kbx_circle body, float reach)
{
  kbx_thing near[MOST_NEAR], within[MOST_NEAR];
  const uint32_t n = list_doors (play, level, (kbx_circle) { body.centre, reach }, near),
                 n_within = list_doors (play, level, body, within), before = doors->n;
  bool closed = false, open;
  for (uint32_t i = 0; i < n; i++)
    closed = closed || !is_open (doors, near + i);
  for (uint32_t i = 0; i < n; i++)
    {
      const KbDoor door = door_of (near + i);
      const uint32_t at = find_door (doors, &door, &open);
      if (closed)
        open_door (doors, near + i);
      else if (open && !is_among (&door, within, n_within))
        close_door (doors, at);
    }
  if (n && doors->n == before)
    kb_play_say_seldom (play, N_("the doorway is not free"));
  else if (n)
    kb_play_say (play, closed ? N_("opened %s") : N_("closed %s"),
                 kbx_name (kbx_bank_item (play->bank, KBX_CLASS, near[0].class_index)));
  else
    kb_play_say_seldom (play, N_("no door is near"));
}

static void
change_layer (const KbDoors *doors, uint32_t first, uint32_t last, KbOpenDoors *memory)
{
  const KbDoor *open = doors->open;
  kbx_change *change = memory->changes + memory->filter.change_count++;
  *change = (kbx_change) { .layer = open[first].layer };
  if (open[first].index == KBX_NONE)
    {
      change->tiles = memory->tiles + first;
      change->tile_count = last - first;
    }
  else
    {
      change->removed = memory->removed;
      change->removed_count = KB_MOST_DOOR_WALLS;
    }
}

const kbx_filter *
kb_doors_filter (const KbDoors *doors, const kbx_bank *bank, uint64_t layers, KbOpenDoors *memory)
{
  memory->filter = kbx_all_solid ();
  memory->filter.classes = ~kbx_bank_classes (bank, (const char *const[]) { "step" }, 1);
  memory->filter.layers = layers;
  memory->filter.changes = memory->changes;
  if (doors->n)
    memset (memory->removed, 0, sizeof memory->removed);
  for (uint32_t i = 0, next; i < doors->n; i = next)
    {
      for (next = i; next < doors->n && doors->open[next].layer == doors->open[i].layer; next++)
        if (doors->open[next].index == KBX_NONE)
          memory->tiles[next] = (kbx_tile_change) { doors->open[next].cell, 0 };
        else
          memory->removed[doors->open[next].index / 64] |= UINT64_C (1)
                                                          << doors->open[next].index % 64;
      change_layer (doors, i, next, memory);
    }
  return &memory->filter;
}

static bool
is_still_there (const KbDoor *door, kbx_handle level)
{
  const kbx_handle layer = kbx_level_layer (level, door->layer);
  if (door->index != KBX_NONE)
    return door->layer == 0 && door->index < kbx_info (layer).walls
           && is_door_class (level.bank, kbx_walls_wall (level, door->index).class_index);
  return layer.kind == KBX_TILES
         && is_door_class (level.bank, kbx_tiles_tile (layer, door->cell).class_index);
}

void
kb_doors_bind (KbDoors *doors, kbx_handle level)
{
  for (uint32_t i = doors->n; i > 0; i--)
    if (!is_still_there (doors->open + i - 1, level))
      close_door (doors, i - 1);
}
