/* SPDX-License-Identifier: MIT */
/* Freeing a content, filling an error, and the few allocations that everything else uses. */
#include "bank/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const kb_bank_loop_names[4] = { "once", "loop", "ping-pong", "hold-last" };
const char *const kb_bank_encoding_names[4] = { "none", "png", "rgba8", "beside" };

static void
clear_values (KbBankValue *values, uint32_t n)
{
  for (uint32_t i = 0; values && i < n; i++) {
    free (values[i].key);
    free (values[i].value);
  }
  free (values);
}

static void
clear_shape (KbBankShape *shape)
{
  clear_values (shape->values, shape->n_values);
  for (uint32_t i = 0; shape->parts && i < shape->n_parts; i++)
    free (shape->parts[i].vertices);
  free (shape->parts);
  free (shape->outline.vertices);
  free (shape->name);
}

static void
clear_frame (KbBankFrame *frame)
{
  for (uint32_t i = 0; frame->points && i < frame->n_points; i++)
    free (frame->points[i].name);
  for (uint32_t i = 0; frame->shapes && i < frame->n_shapes; i++)
    clear_shape (&frame->shapes[i]);
  free (frame->bitmap);
  free (frame->painting.bytes);
  free (frame->points);
  free (frame->shapes);
  free (frame->name);
}

static void
clear_zones (KbBankZone *zones, uint32_t n)
{
  for (uint32_t i = 0; zones && i < n; i++)
    free (zones[i].name);
  free (zones);
}

static void
clear_sprite (KbBankSprite *sprite)
{
  for (uint32_t i = 0; sprite->frames && i < sprite->n_frames; i++)
    clear_frame (&sprite->frames[i]);
  for (uint32_t i = 0; sprite->animations && i < sprite->n_animations; i++) {
    free (sprite->animations[i].name);
    free (sprite->animations[i].steps);
  }
  clear_zones (sprite->zones, sprite->n_zones);
  free (sprite->frames);
  free (sprite->animations);
  free (sprite->name);
}

static void
clear_mask (KbBankMask *mask)
{
  clear_zones (mask->zones, mask->n_zones);
  free (mask->painting.bytes);
  free (mask->name);
}

static void
clear_track (KbBankTrack *track)
{
  for (uint32_t i = 0; track->gates && i < track->n_gates; i++)
    free (track->gates[i].name);
  for (uint32_t i = 0; track->bands && i < track->n_bands; i++) {
    free (track->bands[i].name);
    free (track->bands[i].painting.bytes);
  }
  clear_zones (track->surfaces, track->n_surfaces);
  free (track->gates);
  free (track->bands);
  free (track->clearance);
  free (track->painting.bytes);
  free (track->name);
}

static void
clear_world (KbBankWorld *world)
{
  for (uint32_t i = 0; world->sprites && i < world->n_sprites; i++)
    free (world->sprites[i]);
  free (world->sprites);
  free (world->bytes);
  free (world->name);
}

static void
clear_level (KbBankLevel *level)
{
  for (int kind = 0; kind < KB_BANK_WORLDS; kind++) {
    for (uint32_t i = 0; level->worlds[kind] && i < level->n_worlds[kind]; i++)
      clear_world (&level->worlds[kind][i]);
    free (level->worlds[kind]);
  }
  for (uint32_t i = 0; level->areas && i < level->n_areas; i++)
    free (level->areas[i].name);
  for (uint32_t i = 0; level->entities && i < level->n_entities; i++) {
    clear_values (level->entities[i].values, level->entities[i].n_values);
    free (level->entities[i].name);
    free (level->entities[i].sprite);
  }
  free (level->areas);
  free (level->entities);
  free (level->bytes);
  free (level->name);
}

void
kb_bank_content_clear (KbBankContent *content)
{
  for (uint32_t i = 0; content->classes && i < content->n_classes; i++)
    free (content->classes[i].name);
  for (uint32_t i = 0; content->sprites && i < content->n_sprites; i++)
    clear_sprite (&content->sprites[i]);
  for (uint32_t i = 0; content->pages && i < content->n_pages; i++) {
    free (content->pages[i].name);
    free (content->pages[i].data);
  }
  for (uint32_t i = 0; content->masks && i < content->n_masks; i++)
    clear_mask (&content->masks[i]);
  for (uint32_t i = 0; content->tracks && i < content->n_tracks; i++)
    clear_track (&content->tracks[i]);
  for (uint32_t i = 0; content->levels && i < content->n_levels; i++)
    clear_level (&content->levels[i]);
  free (content->classes);
  free (content->sprites);
  free (content->pages);
  free (content->masks);
  free (content->tracks);
  free (content->levels);
  memset (content, 0, sizeof *content);
}

size_t
kb_bank_utf8_length (const unsigned char *p)
{
  if (p[0] < 0x80)
    return 1;
  if (p[0] < 0xC2 || p[0] > 0xF4)
    return 0;
  size_t n = p[0] < 0xE0 ? 2 : p[0] < 0xF0 ? 3 : 4;
  unsigned low = p[0] == 0xE0 ? 0xA0 : p[0] == 0xF0 ? 0x90 : 0x80;
  unsigned high = p[0] == 0xED ? 0x9F : p[0] == 0xF4 ? 0x8F : 0xBF;
  if (p[1] < low || p[1] > high)
    return 0;
  for (size_t i = 2; i < n; i++)
    if ((p[i] & 0xC0) != 0x80)
      return 0;
  return n;
}

/* Messages quote the input: what is no printable UTF-8, or was cut in the middle, becomes a question mark. */
static void
make_printable (char *text)
{
  for (unsigned char *p = (unsigned char *) text; *p;) {
    size_t n = kb_bank_utf8_length (p);
    if (n == 0 || *p < 0x20 || *p == 0x7F)
      *p = '?';
    p += n > 0 ? n : 1;
  }
}

/* Writes the path from the root to `place`; a path that is too long keeps its beginning. */
static size_t
join_place (char *text, size_t room, const KbBankPlace *place)
{
  if (!place)
    return 0;
  size_t used = join_place (text, room, place->up);
  const char *dot = used > 0 && place->key ? "." : "";
  const char *key = place->key ? place->key : "";
  int added = place->index < 0
    ? snprintf (text + used, room - used, "%s%s", dot, key)
    : snprintf (text + used, room - used, "%s%s[%lld]", dot, key, (long long) place->index);
  used += added > 0 ? (size_t) added : 0;
  return used < room ? used : room - 1;
}

bool
kb_bank_fail (KbBankError *error, const KbBankPlace *place, const char *format, ...)
{
  if (!error)
    return false;
  memset (error, 0, sizeof *error);
  join_place (error->place, sizeof error->place, place);
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (error->message, sizeof error->message, format, arguments);
  va_end (arguments);
  make_printable (error->place);
  make_printable (error->message);
  return false;
}

bool
kb_bank_no_memory (KbBankError *error)
{
  kb_bank_fail (error, NULL, "out of memory");
  if (error)
    error->out_of_memory = true;
  return false;
}

void *
kb_bank_new (size_t count, size_t size)
{
  return calloc (count ? count : 1, size);
}

uint32_t
kb_bank_find_sprite (const KbBankContent *content, const char *name)
{
  for (uint32_t i = 0; i < content->n_sprites; i++)
    if (strcmp (kb_bank_text (content->sprites[i].name), name) == 0)
      return i;
  return UINT32_MAX;
}

char *
kb_bank_copy_string (const char *text, size_t length)
{
  char *copy = malloc (length + 1);
  if (copy) {
    memcpy (copy, text, length);
    copy[length] = '\0';
  }
  return copy;
}
