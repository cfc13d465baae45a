/* SPDX-License-Identifier: MIT */
/* Actors: the animation step shown, from a clock in whole steps; finding animations by name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "playtest/actor.h"
#include "playtest/memory.h"
#include "playtest/picture.h"
#include "playtest/play.h"

static kbx_handle
animation_of (const kbx_bank *bank, uint32_t sprite, uint32_t animation)
{
  return kbx_item (kbx_bank_item (bank, KBX_SPRITE, sprite), KBX_ANIMATION, animation);
}

static int64_t
elapsed (const KbActor *actor)
{
  return (int64_t) actor->clock * 1000 / KB_PLAY_RATE;
}

KbActor
kb_actor_begin (uint32_t sprite, uint32_t animation, kbx_vec at, bool mirrored)
{
  return (KbActor){
    .sprite = sprite, .animation = animation, .frozen = KBX_NONE, .at = at, .mirrored = mirrored
  };
}

void
kb_actor_bind (KbActor *actor, const kbx_bank *bank, uint32_t sprite)
{
  const uint32_t count = kbx_count (kbx_bank_item (bank, KBX_SPRITE, sprite), KBX_ANIMATION);
  actor->sprite = sprite;
  if (actor->animation == KBX_NONE ? count > 0 : actor->animation >= count)
    kb_actor_play (actor, count ? 0 : KBX_NONE);
  if (actor->frozen != KBX_NONE
      && actor->frozen >= kb_animation_length (bank, sprite, actor->animation))
    actor->frozen = 0;
}

/* ---- finding animations ---- */

static char
lower (char c)
{
  return c >= 'A' && c <= 'Z' ? (char) (c - 'A' + 'a') : c;
}

static bool
begins_with (const char *name, const char *word, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (lower (name[i]) != lower (word[i]))
      return false;
  return true;
}

static bool
is_called (const char *name, const char *word, size_t length, bool whole)
{
  if (whole)
    return strlen (name) == length && begins_with (name, word, length);
  for (; strlen (name) >= length; name++)
    if (begins_with (name, word, length))
      return true;
  return false;
}

static uint32_t
find_called (kbx_handle sprite, const char *word, size_t length, bool whole)
{
  for (uint32_t i = 0; i < kbx_count (sprite, KBX_ANIMATION); i++)
    if (is_called (kbx_name (kbx_item (sprite, KBX_ANIMATION, i)), word, length, whole))
      return i;
  return KBX_NONE;
}

uint32_t
kb_find_animation (const kbx_bank *bank, uint32_t index, const char *names, bool or_first)
{
  kbx_handle sprite = kbx_bank_item (bank, KBX_SPRITE, index);
  for (int whole = 1; whole >= 0; whole--)
    for (const char *word = names; *word;)
      {
        size_t length = strcspn (word, "|");
        uint32_t found = length ? find_called (sprite, word, length, whole) : KBX_NONE;
        if (found != KBX_NONE)
          return found;
        word += length + (word[length] == '|');
      }
  return or_first && kbx_count (sprite, KBX_ANIMATION) ? 0 : KBX_NONE;
}

/* ---- playing ---- */

void
kb_actor_play (KbActor *actor, uint32_t animation)
{
  actor->animation = animation;
  actor->clock = 0;
  actor->frozen = KBX_NONE;
}

void
kb_actor_keep (KbActor *actor, uint32_t animation)
{
  if (actor->animation != animation || actor->frozen != KBX_NONE)
    kb_actor_play (actor, animation);
}

void
kb_actor_freeze (KbActor *actor, const kbx_bank *bank, int by)
{
  const int64_t count = kb_animation_length (bank, actor->sprite, actor->animation);
  const uint32_t step = kb_actor_shown (actor, bank).step;
  if (count && step != KBX_NONE)
    actor->frozen = (uint32_t) ((((int64_t) step + by) % count + count) % count);
}

/* The first clock step at which `ms` have passed. */
static uint32_t
clock_at (uint64_t ms)
{
  return (uint32_t) ((ms * KB_PLAY_RATE + 999) / 1000);
}

void
kb_actor_thaw (KbActor *actor, const kbx_bank *bank)
{
  if (actor->frozen == KBX_NONE)
    return;
  if (actor->animation == KBX_NONE)
    actor->clock = clock_at ((uint64_t) actor->frozen * KB_ACTOR_FRAME_MS);
  else
    actor->clock = clock_at (
      kbx_animation_step (animation_of (bank, actor->sprite, actor->animation), actor->frozen)
        .start_ms);
  actor->frozen = KBX_NONE;
}

void
kb_actor_tick (KbActor *actor)
{
  actor->clock += actor->frozen == KBX_NONE;
}

void
kb_actor_walk (KbActor *actor, const kbx_bank *bank, kbx_vec way, bool runs)
{
  const char *names = way.x == 0 && way.y == 0 ? KB_IDLE_NAMES
                      : runs                   ? "run|walk|move"
                                               : "walk|run|move";
  if (actor->sprite == KBX_NONE)
    return;
  if (way.x != 0)
    actor->mirrored = way.x < 0;
  kb_actor_tick (actor);
  kb_actor_keep (actor, kb_find_animation (bank, actor->sprite, names, true));
}

uint32_t
kb_animation_length (const kbx_bank *bank, uint32_t sprite, uint32_t animation)
{
  if (animation == KBX_NONE)
    return kbx_count (kbx_bank_item (bank, KBX_SPRITE, sprite), KBX_FRAME);
  return kbx_info (animation_of (bank, sprite, animation)).steps;
}

kbx_handle
kb_animation_frame (const kbx_bank *bank, uint32_t sprite, uint32_t animation, uint32_t step)
{
  if (animation == KBX_NONE)
    return kbx_item (kbx_bank_item (bank, KBX_SPRITE, sprite), KBX_FRAME, step);
  return kbx_animation_step (animation_of (bank, sprite, animation), step).frame;
}

KbActorShown
kb_actor_shown (const KbActor *actor, const kbx_bank *bank)
{
  const uint32_t count = kb_animation_length (bank, actor->sprite, actor->animation);
  KbActorShown shown = { .step = actor->frozen };
  if (!count)
    return (KbActorShown) { .step = KBX_NONE, .finished = true };
  if (actor->frozen == KBX_NONE && actor->animation == KBX_NONE)
    shown.step = (uint32_t) (elapsed (actor) / KB_ACTOR_FRAME_MS % count);
  else if (actor->frozen == KBX_NONE)
    {
      kbx_step moment =
        kbx_animation_at (animation_of (bank, actor->sprite, actor->animation), elapsed (actor));
      shown.finished = moment.finished;
      shown.step = moment.index == KBX_NONE ? count - 1 : moment.index;
    }
  shown.frame = kb_animation_frame (bank, actor->sprite, actor->animation, shown.step);
  return shown;
}

kbx_place
kb_actor_pose (const KbActor *actor)
{
  return kbx_at_flipped (actor->at.x + 0.5f, actor->at.y + 0.5f, actor->mirrored, false);
}

/* ---- values and drawing ---- */

void
kb_actor_describe (const KbActor *actor, const kbx_bank *bank, char *text, size_t size)
{
  const KbActorShown shown = kb_actor_shown (actor, bank);
  const char *sprite = kbx_name (kbx_bank_item (bank, KBX_SPRITE, actor->sprite)),
             *frame = kbx_name (shown.frame);
  const char *animation = kbx_name (animation_of (bank, actor->sprite, actor->animation));
  if (*frame && strlen (frame) >= strlen (sprite) && begins_with (frame, sprite, strlen (sprite)))
    snprintf (text, size, "%s", frame);
  else if (*frame)
    snprintf (text, size, "%s %s", sprite, frame);
  else
    snprintf (text, size, "%s %s%s%u", sprite, animation, *animation ? " " : "",
              shown.step == KBX_NONE ? 0 : shown.step + 1);
}

static double
number_or_none (uint32_t index)
{
  return index == KBX_NONE ? -1 : (double) index;
}

void
kb_actor_report (const KbActor *actor, const kbx_bank *bank, KbReporter *reporter, const char *name)
{
  const KbActorShown shown = kb_actor_shown (actor, bank);
  reporter->open (reporter, name);
  reporter->number (reporter, NULL, (double) actor->at.x);
  reporter->number (reporter, NULL, (double) actor->at.y);
  reporter->text (reporter, NULL, kbx_name (animation_of (bank, actor->sprite, actor->animation)));
  reporter->text (reporter, NULL, kbx_name (shown.frame));
  reporter->number (reporter, NULL, number_or_none (shown.step));
  reporter->number (reporter, NULL, actor->clock);
  reporter->number (reporter, NULL, number_or_none (actor->frozen));
  reporter->flag (reporter, NULL, actor->mirrored);
  reporter->close (reporter);
}

#define HOT_SPOT_COLOUR 0xf04a4affu   /* as in the editor; action points use their layer's */

/* As a polygon, half of its corners about each end. */
static KbPlayItem *
add_capsule (KbPlayPicture *picture, uint32_t colour, const kbx_shape *shape)
{
  enum { CORNERS = 32, HALF = CORNERS / 2 };
  const kbx_vec a = shape->as.capsule.a, b = shape->as.capsule.b;
  const double from = atan2 ((double) b.y - a.y, (double) b.x - a.x) + M_PI / 2;
  kbx_vec corners[CORNERS];
  for (int i = 0; i < CORNERS; i++)
    {
      const kbx_vec end = i < HALF ? a : b;
      const double angle = from + (i / HALF + i % HALF / (HALF - 1.0)) * M_PI;
      corners[i].x = end.x + shape->as.capsule.radius * (float) cos (angle);
      corners[i].y = end.y + shape->as.capsule.radius * (float) sin (angle);
    }
  return kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_SHAPES, colour, corners,
                                CORNERS);
}

static void
add_shape (KbPlayPicture *picture, kbx_handle frame, kbx_place pose, uint32_t i, bool struck)
{
  const kbx_placed_shape shape = kbx_frame_shape (frame, pose, i);
  const uint32_t colour =
    kbx_info (kbx_bank_item (frame.bank, KBX_CLASS, shape.class_index)).colour;
  KbPlayItem *item;
  if (shape.shape.kind == KBX_SHAPE_CIRCLE)
    item = kb_picture_add_circle (picture, KB_SHOW_SHAPES, colour, shape.shape.as.circle);
  else if (shape.shape.kind == KBX_SHAPE_CAPSULE)
    item = add_capsule (picture, colour, &shape.shape);
  else
    {
      uint32_t n = kbx_frame_outline (frame, pose, i, KBX_NONE, NULL, 0);
      item = kb_picture_add_points (picture, KB_ITEM_POLYGON, KB_SHOW_SHAPES, colour, NULL, 0);
      picture->points = kb_make_room (picture->points, &picture->points_room, picture->n_points + n,
                                      sizeof *picture->points);
      item->first = picture->n_points;
      item->count =
        kbx_frame_outline (frame, pose, i, KBX_NONE, picture->points + picture->n_points, n);
      picture->n_points += item->count;
    }
  item->flash = struck;
}

/* Adds a frame and everything on it: its picture, its shapes in class colours, hot spot and action
 * points. The shapes of the bit set `struck` flash; bit i is shape i of the first 64. */
static void
kb_picture_add_frame (KbPlayPicture *picture, kbx_handle frame, kbx_place pose, uint64_t struck)
{
  if (!frame.bank)
    return;
  KbPlayItem *item = kb_picture_add (picture, KB_ITEM_FRAME, KB_SHOW_PICTURES, 0);
  item->frame = frame.index;
  item->pose = pose;
  for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    add_shape (picture, frame, pose, i, i < 64 && struck >> i & 1);
  const kbx_vec at = { (float) pose.x, (float) pose.y };
  kb_picture_add_points (picture, KB_ITEM_CROSS, KB_SHOW_POINTS, HOT_SPOT_COLOUR, &at, 1);
  for (uint32_t i = 0; i < kbx_count (frame, KBX_ACTION); i++)
    {
      kbx_action_point point = kbx_frame_action_at (frame, pose, i);
      const kbx_vec arrow[] = {
        point.p, { point.p.x + 12 * point.direction.x, point.p.y + 12 * point.direction.y }
      };
      if (!point.found)
        continue;
      if (point.has_direction)
        kb_picture_add_points (picture, KB_ITEM_ARROW, KB_SHOW_POINTS, 0, arrow, 2);
      else
        kb_picture_add_points (picture, KB_ITEM_CROSS, KB_SHOW_POINTS, 0, &point.p, 1);
    }
}

void
kb_actor_draw (const KbActor *actor, const kbx_bank *bank, KbPlayPicture *picture, uint64_t struck)
{
  kb_picture_add_frame (picture, kb_actor_shown (actor, bank).frame, kb_actor_pose (actor), struck);
}
