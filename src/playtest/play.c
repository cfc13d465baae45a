/* SPDX-License-Identifier: MIT */
/* Runs of scenes: casting, steps, the log, the hash. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/places.h"
#include "playtest/scene.h"
#include "playtest/solids.h"

/* ---- what can be cast ---- */

static const kbx_kind play_kinds[KB_CAST_KINDS] = {
  [KB_CAST_SPRITE] = KBX_SPRITE,
  [KB_CAST_MASK] = KBX_MASK,
  [KB_CAST_TRACK] = KBX_TRACK,
  [KB_CAST_LEVEL] = KBX_LEVEL,
};

uint32_t
kb_cast_count (const kbx_bank *bank, KbCastKind kind)
{
  return kbx_bank_count (bank, play_kinds[kind]);
}

const char *
kb_cast_name (const kbx_bank *bank, KbCastKind kind, uint32_t index)
{
  return kbx_name (kbx_bank_item (bank, play_kinds[kind], index));
}

uint32_t
kb_cast_find (const kbx_bank *bank, KbCastKind kind, const char *name)
{
  return kbx_bank_find (bank, play_kinds[kind], name).index;
}

static bool
fits (const KbRole *role, const kbx_bank *bank, uint32_t index)
{
  return !role->fits || role->fits (bank, index);
}

uint32_t
kb_play_scene_role_for (const KbPlayScene *scene, const kbx_bank *bank, KbCastKind kind,
                        uint32_t index)
{
  for (uint32_t r = 0; scene->roles[r].name; r++)
    if (scene->roles[r].kind == kind && fits (scene->roles + r, bank, index))
      return r;
  return KBX_NONE;
}

/* The first that fits, is preferred and not cast yet; else the first that fits. */
static uint32_t
choose (const KbRole *roles, uint32_t r, const kbx_bank *bank, const uint32_t *cast)
{
  uint32_t first = KBX_NONE;
  for (uint32_t i = 0; i < kb_cast_count (bank, roles[r].kind); i++)
    {
      bool taken = false;
      for (uint32_t before = 0; before < r; before++)
        taken = taken || (roles[before].kind == roles[r].kind && cast[before] == i);
      if (!fits (roles + r, bank, i))
        continue;
      if (!taken && (!roles[r].prefers || roles[r].prefers (bank, i)))
        return i;
      if (first == KBX_NONE)
        first = i;
    }
  return first;
}

bool
kb_play_scene_suits (const KbPlayScene *scene, const kbx_bank *bank)
{
  uint32_t cast[KB_PLAY_MOST_ROLES];
  for (uint32_t r = 0; scene->roles[r].name; r++)
    {
      cast[r] = choose (scene->roles, r, bank, cast);
      if (scene->roles[r].needed && cast[r] == KBX_NONE)
        return false;
    }
  return true;
}

static KbPlayTranslate translate;

void
kb_play_translate (KbPlayTranslate to)
{
  translate = to;
}

const char *
kb_play_word (const char *text)
{
  return translate ? translate (text) : text;
}

static bool
refuse_play (KbPlayWhy *why, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (why->text, sizeof why->text, kb_play_word (format), arguments);
  va_end (arguments);
  return false;
}

/* Chooses an asset for each NULL name. */
static bool
cast_all (const KbPlayScene *scene, const kbx_bank *bank, const char *const *names, uint32_t *cast,
          KbPlayWhy *why)
{
  for (uint32_t r = 0; scene->roles[r].name; r++)
    {
      const KbRole *role = scene->roles + r;
      const char *name = names ? names[r] : NULL;
      cast[r] = name ? kb_cast_find (bank, role->kind, name) : choose (scene->roles, r, bank, cast);
      const char *wanted = kb_play_word (role->wanted);
      if (name && cast[r] == KBX_NONE)
        return refuse_play (why, N_("%s: there is no '%s'; expected %s"), role->name, name, wanted);
      if (name && !fits (role, bank, cast[r]))
        return refuse_play (why, N_("%s: '%s' does not suit; expected %s"), role->name, name,
                            wanted);
      if (cast[r] == KBX_NONE && role->needed)
        return refuse_play (why, N_("%s: expected %s; there is none"), role->name, wanted);
    }
  why->text[0] = '\0';
  return true;
}

/* ---- runs ---- */

KbPlay *
kb_play_new (const KbPlayScene *scene, const kbx_bank *bank, const char *const *cast,
             KbPlayWhy *why)
{
  uint32_t found[KB_PLAY_MOST_ROLES];
  if (!cast_all (scene, bank, cast, found, why))
    return NULL;
  KbPlay *play = kb_take_zeroed (sizeof *play);
  play->scene = scene;
  play->bank = bank;
  memcpy (play->cast, found, sizeof found);
  play->state = kb_take_zeroed (scene->state_size);
  kb_play_restart (play);
  return play;
}

void
kb_play_free (KbPlay *play)
{
  if (!play)
    return;
  free (play->state);
  free (play);
}

/* Rounds to a multiple of 1/16 pixel, within the world. */
static float
play_within (float coordinate)
{
  float limit = KBX_WORLD_LIMIT;
  return !(coordinate > -limit) ? -limit
         : coordinate < limit   ? roundf (coordinate * 16) / 16
                                : limit;
}

void
kb_play_start_at (KbPlay *play, const kbx_vec *from)
{
  play->has_from = from != NULL;
  play->from = from ? (kbx_vec){ play_within (from->x), play_within (from->y) } : (kbx_vec){ 0, 0 };
  kb_play_restart (play);
}

void
kb_play_restart (KbPlay *play)
{
  memset (play->state, 0, play->scene->state_size);
  memset (&play->before, 0, sizeof play->before);
  play->steps = play->n_events = 0;
  play->scene->start (play);
}

bool
kb_play_change_bank (KbPlay *play, const kbx_bank *bank, const char *const *now, KbPlayWhy *why)
{
  const char *names[KB_PLAY_MOST_ROLES] = { NULL };
  uint32_t found[KB_PLAY_MOST_ROLES];
  for (uint32_t r = 0; play->scene->roles[r].name; r++)
    {
      const KbRole *role = play->scene->roles + r;
      const char *before =
        play->cast[r] == KBX_NONE ? NULL : kb_cast_name (play->bank, role->kind, play->cast[r]);
      const char *name = now && now[r] ? now[r] : before;
      /* An optional role may disappear and come back */
      uint32_t index = name ? kb_cast_find (bank, role->kind, name) : KBX_NONE;
      names[r] = role->needed || (index != KBX_NONE && fits (role, bank, index)) ? name : NULL;
    }
  if (!cast_all (play->scene, bank, names, found, why))
    return false;
  play->bank = bank;
  memcpy (play->cast, found, sizeof found);
  if (play->scene->bind)
    play->scene->bind (play);
  return true;
}

void
kb_play_set_kinds (KbPlay *play, KbPlayKinds of_classes)
{
  play->kinds = of_classes;
}

KbPlayInput
kb_play_taken (const KbPlayInput *input)
{
  KbPlayInput taken = *input;
  taken.pointer = (kbx_vec) { play_within (input->pointer.x), play_within (input->pointer.y) };
  return taken;
}

void
kb_play_step (KbPlay *play, const KbPlayInput *input)
{
  const KbPlayInput taken = kb_play_taken (input);
  play->steps++;
  play->scene->step (play, &taken);
  play->before = taken;
}

const KbPlayScene *
kb_play_scene_of (const KbPlay *play)
{
  return play->scene;
}

uint32_t
kb_play_steps (const KbPlay *play)
{
  return play->steps;
}

uint32_t
kb_play_cast (const KbPlay *play, uint32_t role)
{
  return play->cast[role];
}

void
kb_play_report (const KbPlay *play, KbReporter *reporter)
{
  play->scene->report (play, reporter);
}

void
kb_play_draw (const KbPlay *play, KbPlayPicture *picture)
{
  kb_picture_clear (picture);
  play->scene->draw (play, picture);
}

uint64_t
kb_play_keys_of_use (const KbPlay *play)
{
  return play->scene->keys_of_use ? play->scene->keys_of_use (play) : UINT64_MAX;
}

const char *
kb_play_key_about (const KbPlay *play, uint32_t key)
{
  return play->scene->key_about ? play->scene->key_about (play, key) : NULL;
}

static kbx_rect
make_full (kbx_rect view)
{
  if (!(view.max.x > view.min.x))
    view.max.x = view.min.x + 1;
  if (!(view.max.y > view.min.y))
    view.max.y = view.min.y + 1;
  return view;
}

kbx_rect
kb_play_world (const KbPlay *play)
{
  return make_full (play->scene->view (play).world);
}

void
kb_play_set_aspect (KbPlay *play, float aspect)
{
  play->aspect = aspect;
}

static void
cut_to (float *low, float *high, float middle, float most)
{
  const float from = middle - most / 2;
  if (*high - *low <= most)
    return;
  const float start = from < *low ? *low : from > *high - most ? *high - most : from;
  *low = start;
  *high = start + most;
}

/* A view of the bounds: a side longer than `most` is cut to that length around p. */
static kbx_rect
kb_view_about (kbx_rect bounds, kbx_vec p, kbx_size most)
{
  cut_to (&bounds.min.x, &bounds.max.x, p.x, (float) most.w);
  cut_to (&bounds.min.y, &bounds.max.y, p.y, (float) most.h);
  return bounds;
}

kbx_rect
kb_play_view (const KbPlay *play)
{
  const KbPlaySight sight = play->scene->view (play);
  return make_full (sight.shown.w ? kb_view_about (sight.world, sight.at, sight.shown)
                                  : sight.world);
}

/* ---- the log ---- */

void
kb_play_say (KbPlay *play, const char *format, ...)
{
  KbPlayEvent *event = play->events + play->n_events++ % KB_PLAY_LOG;
  va_list arguments;
  event->step = play->steps;
  event->rule = false;
  va_start (arguments, format);
  vsnprintf (event->text, sizeof event->text, kb_play_word (format), arguments);
  va_end (arguments);
}

void
kb_play_say_rule (KbPlay *play, const char *text)
{
  kb_play_say (play, "%s", text);
  play->events[(play->n_events - 1) % KB_PLAY_LOG].rule = true;
}

void
kb_play_say_seldom (KbPlay *play, const char *format, ...)
{
  char text[sizeof ((KbPlayEvent *) NULL)->text];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, kb_play_word (format), arguments);
  va_end (arguments);
  for (uint32_t i = kb_play_event_count (play); i > 0; i--)
    {
      const KbPlayEvent *event = kb_play_event (play, i - 1);
      if (play->steps - event->step >= KB_PLAY_RATE)
        break;
      if (strcmp (event->text, text) == 0)
        return;
    }
  kb_play_say (play, "%s", text);
}

uint32_t
kb_play_event_count (const KbPlay *play)
{
  return play->n_events < KB_PLAY_LOG ? play->n_events : KB_PLAY_LOG;
}

const KbPlayEvent *
kb_play_event (const KbPlay *play, uint32_t i)
{
  return play->events + (play->n_events - kb_play_event_count (play) + i) % KB_PLAY_LOG;
}

/* ---- the hash ---- */

typedef struct {
  KbReporter reporter; /* must be first: a Hasher is a KbReporter */
  uint64_t hash;
} Hasher;

static void
hash_bytes (KbReporter *reporter, const void *bytes, size_t n)
{
  Hasher *hasher = (Hasher *) (void *) reporter;
  const unsigned char *from = bytes;
  for (size_t i = 0; i < n; i++)
    hasher->hash = (hasher->hash ^ from[i]) * UINT64_C (1099511628211);
}

static void
hash_text (KbReporter *reporter, const char *name, const char *value)
{
  if (name)
    hash_bytes (reporter, name, strlen (name));
  hash_bytes (reporter, value ? value : "\1", value ? strlen (value) + 1 : 1);
}

/* The bits of the number, lowest first on every machine; 0 and -0 hash alike. */
static void
hash_number (KbReporter *reporter, const char *name, double value)
{
  uint64_t bits;
  unsigned char bytes[8];
  double number = value == 0 ? 0 : value;
  memcpy (&bits, &number, sizeof bits);
  for (int i = 0; i < 8; i++)
    bytes[i] = (unsigned char) (bits >> 8 * i);
  if (name)
    hash_bytes (reporter, name, strlen (name));
  hash_bytes (reporter, bytes, sizeof bytes);
}

static void
hash_flag (KbReporter *reporter, const char *name, bool value)
{
  hash_text (reporter, name, value ? "true" : "false");
}

static void
hash_open (KbReporter *reporter, const char *name)
{
  hash_text (reporter, name, "[");
}

static void
hash_close (KbReporter *reporter)
{
  hash_text (reporter, NULL, "]");
}

uint64_t
kb_play_hash (const KbPlay *play)
{
  Hasher hasher = { { hash_number, hash_text, hash_flag, hash_open, hash_close },
                    UINT64_C (14695981039346656037) };
  hash_number (&hasher.reporter, "step", play->steps);
  kb_play_report (play, &hasher.reporter);
  return hasher.hash;
}
