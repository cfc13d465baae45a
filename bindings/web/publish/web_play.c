/* SPDX-License-Identifier: MIT */
/* The playtest in WebAssembly, for scenes.js: one play at a time, its picture as items of
 * numbers. */
#include <string.h>

#include "playtest/scene.h"

#define EXPORT(name) __attribute__ ((export_name (#name))) name

extern void kbw_release (uintptr_t at);

static KbPlay *play;
static KbPlayPicture picture;
static KbPlayWhy why;
static const char *cast[KB_PLAY_MOST_ROLES];
static const char *words;

static char *
translate (const char *text)
{
  for (const char *english = words, *end; english && *english; english = end + strlen (end) + 1)
    {
      end = english + strlen (english) + 1;
      if (strcmp (english, text) == 0)
        return (char *) end;
    }
  return (char *) text;
}

/* Texts and their translations, each with its 0; an empty text ends them. Takes the block. */
void
EXPORT (kbw_words) (const char *pairs)
{
  kbw_release ((uintptr_t) words);
  words = pairs;
  kb_play_translate (translate);
}

/* Texts of a scene, and of one of its keys. NULL: there is no such scene, key or text. */
const char *
EXPORT (kbw_scene) (uint32_t i, uint32_t what)
{
  const KbPlayScene *scene = kb_play_scene (i);
  return !scene      ? NULL
         : what == 0 ? scene->name
                     : kb_play_word (what == 1 ? scene->title : scene->summary);
}

bool
EXPORT (kbw_suits) (uint32_t i, const kbx_bank *bank)
{
  return kb_play_scene_suits (kb_play_scene (i), bank);
}

/* The title of a role, NULL past the last one. */
const char *
EXPORT (kbw_role) (uint32_t i, uint32_t role)
{
  return kb_play_scene (i)->roles[role].name ? kb_play_word (kb_play_scene (i)->roles[role].title)
                                             : NULL;
}

/* The name of the n-th asset for a role, "" if it does not fit, NULL past the last one. */
const char *
EXPORT (kbw_fitting) (uint32_t i, uint32_t role, const kbx_bank *bank, uint32_t n)
{
  const KbRole *of = kb_play_scene (i)->roles + role;
  if (n >= kb_cast_count (bank, of->kind))
    return NULL;
  return of->fits && !of->fits (bank, n) ? "" : kb_cast_name (bank, of->kind, n);
}

/* Who plays a role from the next kbw_play on; NONE: the first that fits. */
void
EXPORT (kbw_cast) (uint32_t i, uint32_t role, const kbx_bank *bank, uint32_t n)
{
  cast[role] = n == KBX_NONE ? NULL : kb_cast_name (bank, kb_play_scene (i)->roles[role].kind, n);
}

/* The asset that plays a role. */
uint32_t
EXPORT (kbw_player) (uint32_t role)
{
  return kb_play_cast (play, role);
}

const char *
EXPORT (kbw_key) (uint32_t k, uint32_t what)
{
  const KbPlayKey *key = kb_play_scene_of (play)->keys + k;
  return what == 0   ? key->name
         : what == 1 ? kb_play_word (key->title)
         : what == 2 ? key->key
         : what == 3 ? key->other
                     : kb_play_key_about (play, k);
}

uint64_t
EXPORT (kbw_keys) (void)
{
  return kb_play_keys_of_use (play);
}

/* Returns "" or why the scene cannot be played. */
const char *
EXPORT (kbw_play) (uint32_t i, const kbx_bank *bank, uint64_t hit, uint64_t hurt, uint64_t push)
{
  kb_play_free (play);
  why.text[0] = '\0';
  play = kb_play_new (kb_play_scene (i), bank, cast, &why);
  if (play)
    kb_play_set_kinds (play, (KbPlayKinds) { hit, hurt, push });
  return why.text;
}

/* The same run with an edited bank, from the start if it cannot go on. */
bool
EXPORT (kbw_change) (const kbx_bank *bank)
{
  return kb_play_change_bank (play, bank, NULL, &why);
}

void
EXPORT (kbw_step) (uint64_t keys, float x, float y, bool press)
{
  kb_play_step (play, &(KbPlayInput) { keys, { x, y }, press });
}

uint64_t
EXPORT (kbw_hash) (void)
{
  return kb_play_hash (play);
}

/* The text of an event, counted back from the last one. NULL: there is none. */
const char *
EXPORT (kbw_event) (uint32_t back)
{
  uint32_t n = kb_play_event_count (play);
  return back < n ? kb_play_event (play, n - 1 - back)->text : NULL;
}

/* The world, then the part to show, on a canvas of that aspect: eight numbers. */
const float *
EXPORT (kbw_view) (float aspect)
{
  static kbx_rect rects[2];
  kb_play_set_aspect (play, aspect);
  rects[0] = kb_play_world (play);
  rects[1] = kb_play_view (play);
  return &rects[0].min.x;
}

uint32_t
EXPORT (kbw_draw) (void)
{
  kb_picture_clear (&picture);
  kb_play_draw (play, &picture);
  return picture.n_items;
}

const float *
EXPORT (kbw_points) (void)
{
  return &picture.points->x;
}

const double *
EXPORT (kbw_item) (uint32_t i)
{
  static double out[17];
  const KbPlayItem *item = picture.items + i;
  const double all[] = { item->kind,        item->layer,       item->colour,     item->flash,
                         item->faint,       item->first,       item->count,      item->radius,
                         item->asset,       item->frame,       item->pose.x,     item->pose.y,
                         item->pose.axis.x, item->pose.axis.y, item->pose.scale, item->pose.flip_x,
                         item->pose.flip_y };
  memcpy (out, all, sizeof out);
  return out;
}

uint32_t
EXPORT (kbw_slabs) (void)
{
  return picture.n_slabs;
}

const double *
EXPORT (kbw_slab) (uint32_t i)
{
  static double out[16];
  const KbPlaySlab *slab = picture.slabs + i;
  const double all[] = { slab->a.x,     slab->a.y,     slab->b.x,          slab->b.y,
                         slab->floor,   slab->ceiling, slab->low,          slab->high,
                         slab->closed,  slab->stands,  slab->flip,         slab->colour,
                         slab->floor_colour, slab->ceiling_colour, slab->frame, slab->along };
  memcpy (out, all, sizeof out);
  return out;
}

const char *
EXPORT (kbw_text) (uint32_t i)
{
  return picture.items[i].text;
}
