/* SPDX-License-Identifier: MIT */
/* What a scene is made of. A scene is one file that ends in its KbPlayScene, and one line in
 * scenes.c. Its state is one block of plain data without pointers, all zero before `start`. The
 * bank may change between steps: look assets up in each step, or keep an index that `bind` updates.
 * Floats: only sums, products, quotients and square roots; sine and cosine differ between
 * machines. */
#ifndef KB_PLAY_SCENE_H
#define KB_PLAY_SCENE_H

#include "playtest/play.h"

/* Mark texts for translation when shown, as gettext's macros do, without gettext. */
#define N_(String) (String)
#define NC_(Context, String) (String)

struct KbPlay {
  const KbPlayScene *scene;
  const kbx_bank *bank;        /* borrowed */
  KbPlayKinds kinds;           /* of the bank's classes */
  void *state;
  uint32_t cast[KB_PLAY_MOST_ROLES];
  bool has_from;               /* `from` is where it starts, instead of the entity "start" */
  kbx_vec from;
  float aspect;                /* of where it is shown; 0: unknown */
  uint32_t steps;
  KbPlayInput before;          /* the previous step's; shows which keys were just pressed */
  uint32_t n_events;           /* since the start; the ring keeps the last */
  KbPlayEvent events[KB_PLAY_LOG];
};

/* The first four keys of scenes with movement, in this order: left, right, up, down. */
#define KB_WAY_KEYS                                                                                \
  { "left", N_("Left"), "Left", "a" }, { "right", N_("Right"), "Right", "d" },                   \
    { "up", N_("Up"), "Up", "w" },                                                                \
  {                                                                                                \
    "down", N_("Down"), "Down", "s"                                                               \
  }

#define KB_RUN_KEY { "run", N_("Run"), "Shift_L", "Shift_R" }
/* Without a sprite, a mark walks. */
#define KB_WALKER_ROLE \
  { "walker", N_("Walker"), KB_CAST_SPRITE, false, kb_sprite_stands, \
    N_("a sprite with a hot spot and an animation") }

/* A marked text in the language of kb_play_translate. */
const char *kb_play_word (const char *text);

/* Adds a line to the log. The format is translated: mark it. */
void kb_play_say (KbPlay *play, const char *format, ...)
#ifdef __GNUC__
  __attribute__ ((format (printf, 2, 3)))
#endif
  ;

/* The same, for a rule of the scene, which an editor shows elsewhere. */
void kb_play_say_rule (KbPlay *play, const char *text);

/* The same, unless the log had that line within the last second. */
void kb_play_say_seldom (KbPlay *play, const char *format, ...)
#ifdef __GNUC__
  __attribute__ ((format (printf, 2, 3)))
#endif
  ;

/* Where the scene starts: where the user wants it, or at the scene's own position. */
static inline kbx_vec
kb_start_of (const KbPlay *play, kbx_vec own)
{
  return play->has_from ? play->from : own;
}

/* The level in the first role. */
static inline kbx_handle
kb_cast_level (const KbPlay *play)
{
  return kbx_bank_item (play->bank, KBX_LEVEL, play->cast[0]);
}

/* Key `i` is held; was pressed in this step. */
static inline bool
kb_held (const KbPlayInput *input, uint32_t i)
{
  return input->keys >> i & 1;
}

static inline bool
kb_pressed (const KbPlay *play, const KbPlayInput *input, uint32_t i)
{
  return kb_held (input, i) && !kb_held (&play->before, i);
}

/* -1, 0 or 1 from two keys. */
static inline float
kb_axis (const KbPlayInput *input, uint32_t less, uint32_t more)
{
  return (float) kb_held (input, more) - (float) kb_held (input, less);
}

#endif
