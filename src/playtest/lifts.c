/* SPDX-License-Identifier: MIT */
/* Lifts as layers of one solid tile each. */
#include <math.h>

#include "playtest/lifts.h"
#include "playtest/places.h"
#include "playtest/things.h"
#include "runtime/kickbox_pack.h"

enum { MOST_WORK = 8192 };

/* ---- the entities ---- */

/* "x,y", to whole pixels; (0, 0) for anything else. */
static kbx_point
read_way (const char *text)
{
  float x, y;
  const char *end = text ? text + strlen (text) : NULL,
             *comma = text ? kb_read_number (text, end, &x) : NULL;
  if (!comma || *comma != ',' || kb_read_number (comma + 1, end, &y) != end)
    return (kbx_point) { 0, 0 };
  const float limit = KBX_LEVEL_LIMIT;
  return (kbx_point) { (int32_t) floorf (fminf (fmaxf (x, -limit), limit) + 0.5f),
                      (int32_t) floorf (fminf (fmaxf (y, -limit), limit) + 0.5f) };
}

void
kb_lifts_bind (KbLifts *lifts, const kbx_bank *bank, uint32_t level)
{
  const kbx_handle handle = kbx_bank_item (bank, KBX_LEVEL, level);
  *lifts = (KbLifts) { 0 };
  for (uint32_t i = 0; i < kbx_count (handle, KBX_ENTITY) && lifts->n < KB_MOST_LIFTS; i++)
    {
      const kbx_handle entity = kbx_item (handle, KBX_ENTITY, i);
      const kbx_about about = kbx_info (entity);
      const int32_t w = (int32_t) kb_number_of (entity, "width", 32, 1, 1024),
                    h = (int32_t) kb_number_of (entity, "height", 8, 1, 1024),
                    x = (int32_t) floorf (about.position.x - (float) w / 2 + 0.5f),
                    y = (int32_t) floorf (about.position.y - (float) h / 2 + 0.5f);
      if (kb_entity_is_called (bank, entity, "lift"))
        lifts->lifts[lifts->n++] = (KbLift) {
          { x, y, x + w, y + h }, read_way (kbx_value (entity, "to")),
          (int64_t) kb_number_of (entity, "time", 120, 1, 36000), about.class_index, i
        };
    }
}

/* ---- where they are ---- */

/* a * b / c to the nearest, halves up; c is positive. */
static int32_t
share (int64_t a, int64_t b, int64_t c)
{
  const int64_t twice = 2 * a * b + c;
  return (int32_t) (twice / (2 * c) - (twice % (2 * c) < 0));
}

/* Waits, goes, waits there, comes back. */
kbx_box
kb_lift_box (const KbLift *lift, uint32_t step)
{
  const int64_t rest = lift->time / 4, round = 2 * (lift->time + rest), at = step % round;
  const int64_t there = at < lift->time + rest ? at - rest : round - at,
                done = there < 0 ? 0 : there > lift->time ? lift->time : there;
  return kbx_box_moved (lift->home, (kbx_point) { share (lift->to.x, done, lift->time),
                                                 share (lift->to.y, done, lift->time) });
}

static kbx_handle
layer_of (const KbLift *lift, uint32_t step, uint64_t bytes[KB_LIFT_BYTES / 8])
{
  const kbx_box box = kb_lift_box (lift, step);
  const kbx_tile_plan tile = { .number = 1,
                               .kind = KBX_TILE_FULL,
                               .class_index = lift->class_index };
  const uint32_t cell = 1;
  const kbx_tiles_plan plan = { .cell_w = (uint32_t) (box.x1 - box.x0),
                                .cell_h = (uint32_t) (box.y1 - box.y0),
                                .origin = { box.x0, box.y0 },
                                .columns = 1,
                                .rows = 1,
                                .tiles = &tile,
                                .tile_count = 1,
                                .cells = &cell };
  uint64_t work[MOST_WORK / 8];
  kbx_handle layer = { 0 };
  const size_t size = kbx_tiles_pack (&plan, work, sizeof work, bytes, KB_LIFT_BYTES, NULL);
  if (size && size <= KB_LIFT_BYTES)
    kbx_open (&layer, KBX_TILES, bytes, size, NULL);
  return layer;
}

uint32_t
kb_lifts_touching (const KbLifts *lifts, uint32_t step, kbx_shape shape)
{
  uint64_t bytes[KB_LIFT_BYTES / 8];
  uint32_t found = 0;
  for (uint32_t i = 0; i < lifts->n; i++)
    if (kbx_level_touching (layer_of (lifts->lifts + i, step, bytes), shape, NULL, NULL, 0))
      found |= 1u << i;
  return found;
}

kbx_handle
kb_lifts_level (const KbLifts *lifts, uint32_t step, uint32_t without, kbx_handle level,
                kbx_filter *filter, KbLiftLayers *memory)
{
  uint32_t n = 0;
  if (!lifts->n)
    return level;
  while (n < KB_MOST_LIFT_LAYERS - lifts->n && kbx_level_layer (level, n).data)
    {
      memory->layers[n] = kbx_level_layer (level, n);
      n++;
    }
  for (uint32_t i = 0; i < lifts->n; i++)
    if (!(without >> i & 1))
      {
        filter->layers |= UINT64_C (1) << n;
        memory->layers[n++] = layer_of (lifts->lifts + i, step, memory->bytes[i]);
      }
  return kbx_level_of (memory->layers, n);
}

/* ---- carrying and pushing ---- */

static kbx_shape
moved_shape (kbx_shape shape, kbx_vec by)
{
  if (shape.kind == KBX_SHAPE_BOX)
    return kbx_shape_box (
      kbx_box_moved (shape.as.box, (kbx_point) { (int32_t) by.x, (int32_t) by.y }));
  return kbx_shape_circle (
    (kbx_vec) { shape.as.circle.centre.x + by.x, shape.as.circle.centre.y + by.y },
    shape.as.circle.radius);
}

kbx_vec
kb_lifts_push (KbPlay *play, const KbLifts *lifts, kbx_handle level, const kbx_filter *filter,
               kbx_shape body, const kbx_shape *foot)
{
  const uint32_t under = foot ? kb_lifts_touching (lifts, play->steps - 1, *foot) : 0,
                 inside = kb_lifts_touching (lifts, play->steps - 1, body);
  const kbx_handle of = kbx_bank_item (play->bank, KBX_LEVEL, play->cast[0]);
  kbx_vec moved = { 0, 0 };
  for (uint32_t i = 0; i < lifts->n; i++)
    {
      const kbx_box from = kb_lift_box (lifts->lifts + i, play->steps - 1),
                    to = kb_lift_box (lifts->lifts + i, play->steps);
      const kbx_shape now = moved_shape (body, moved);
      const uint32_t bit = 1u << i, within = kb_lifts_touching (lifts, play->steps, now);
      const bool carries = (under & -under) == bit && !(inside & bit);
      if (!carries && !(within & ~inside & bit))
        continue;
      KbLiftLayers memory;
      kbx_filter solid = *filter;
      const kbx_handle others =
        kb_lifts_level (lifts, play->steps, within | bit, level, &solid, &memory);
      const kbx_move move =
        kbx_level_move (others, now,
                        (kbx_vec) { (float) (to.x0 - from.x0), (float) (to.y0 - from.y0) },
                        (kbx_motion) { KBX_SLIDE }, &solid, NULL, 0);
      if (move.status == KBX_OK)
        moved = kb_after_move (moved, move);
      if (kb_lifts_touching (lifts, play->steps, moved_shape (body, moved)) & bit)
        kb_play_say_seldom (play, N_("%s passes through: no room"),
                            kbx_name (kbx_item (of, KBX_ENTITY, lifts->lifts[i].entity)));
    }
  return moved;
}

/* ---- values and drawing ---- */

void
kb_lifts_report (const KbLifts *lifts, uint32_t step, KbReporter *reporter)
{
  if (!lifts->n)
    return;
  reporter->open (reporter, NC_ ("value", "lifts"));
  for (uint32_t i = 0; i < lifts->n; i++)
    {
      const kbx_box box = kb_lift_box (lifts->lifts + i, step);
      reporter->number (reporter, NULL, box.x0);
      reporter->number (reporter, NULL, box.y0);
    }
  reporter->close (reporter);
}

void
kb_lifts_draw (const KbLifts *lifts, const KbPlay *play, KbPlayPicture *picture)
{
  for (uint32_t i = 0; i < lifts->n; i++)
    kb_picture_add_box (
      picture, KB_SHOW_BODIES,
      kbx_info (kbx_bank_item (play->bank, KBX_CLASS, lifts->lifts[i].class_index)).colour,
      kbx_bounds (kbx_shape_box (kb_lift_box (lifts->lifts + i, play->steps))));
}
