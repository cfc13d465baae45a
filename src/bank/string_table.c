/* SPDX-License-Identifier: MIT */
/* The string table of a bank: every string once, in bytewise order, each with its NUL. The empty string
 * sorts first, so reference 0 is always "". */
#include "bank/string_table.h"

#include <stdlib.h>
#include <string.h>

static int
compare (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Counts when `to` is NULL, else appends. */
static void
visit (const char **to, size_t *count, const char *text)
{
  if (to)
    to[*count] = kb_bank_text (text);
  ++*count;
}

static void
visit_zones (const char **to, size_t *count, const KbBankZone *zones, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    visit (to, count, zones[i].name);
}

static void
visit_track (const char **to, size_t *count, const KbBankTrack *track)
{
  visit (to, count, track->name);
  visit_zones (to, count, track->surfaces, track->n_surfaces);
  for (uint32_t i = 0; i < track->n_gates; i++)
    visit (to, count, track->gates[i].name);
  for (uint32_t i = 0; i < track->n_bands; i++)
    visit (to, count, track->bands[i].name);
}

static void
visit_values (const char **to, size_t *count, const KbBankValue *values, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    visit (to, count, values[i].key);
    visit (to, count, values[i].value);
  }
}

static void
visit_level (const char **to, size_t *count, const KbBankLevel *level)
{
  visit (to, count, level->name);
  for (uint32_t i = 0; i < level->n_areas; i++)
    visit (to, count, level->areas[i].name);
  for (uint32_t i = 0; i < level->n_entities; i++) {
    visit (to, count, level->entities[i].name);
    visit_values (to, count, level->entities[i].values, level->entities[i].n_values);
  }
  for (int kind = 0; kind < KB_BANK_WORLDS; kind++)
    for (uint32_t i = 0; i < level->n_worlds[kind]; i++)
      visit (to, count, level->worlds[kind][i].name);
}

static size_t
visit_all (const KbBankContent *content, const char **to)
{
  size_t n = 0;
  visit (to, &n, "");
  for (uint32_t i = 0; i < content->n_classes; i++)
    visit (to, &n, content->classes[i].name);
  for (uint32_t i = 0; i < content->n_pages; i++)
    visit (to, &n, content->pages[i].name);
  for (uint32_t i = 0; i < content->n_masks; i++) {
    visit (to, &n, content->masks[i].name);
    visit_zones (to, &n, content->masks[i].zones, content->masks[i].n_zones);
  }
  for (uint32_t i = 0; i < content->n_tracks; i++)
    visit_track (to, &n, &content->tracks[i]);
  for (uint32_t i = 0; i < content->n_levels; i++)
    visit_level (to, &n, &content->levels[i]);
  for (uint32_t i = 0; i < content->n_sprites; i++) {
    const KbBankSprite *sprite = &content->sprites[i];
    visit (to, &n, sprite->name);
    visit_zones (to, &n, sprite->zones, sprite->n_zones);
    for (uint32_t k = 0; k < sprite->n_animations; k++)
      visit (to, &n, sprite->animations[k].name);
    for (uint32_t k = 0; k < sprite->n_frames; k++) {
      const KbBankFrame *frame = &sprite->frames[k];
      visit (to, &n, frame->name);
      for (uint32_t p = 0; p < frame->n_points; p++)
        visit (to, &n, frame->points[p].name);
      for (uint32_t s = 0; s < frame->n_shapes; s++) {
        const KbBankShape *shape = &frame->shapes[s];
        visit (to, &n, shape->name);
        visit_values (to, &n, shape->values, shape->n_values);
      }
    }
  }
  return n;
}

bool
kb_bank_strings_collect (KbBankStrings *strings, const KbBankContent *content)
{
  memset (strings, 0, sizeof *strings);
  size_t n = visit_all (content, NULL);
  strings->texts = kb_bank_new (n, sizeof *strings->texts);
  strings->offsets = kb_bank_new (n, sizeof *strings->offsets);
  if (!strings->texts || !strings->offsets) {
    kb_bank_strings_clear (strings);
    return false;
  }
  visit_all (content, strings->texts);
  qsort (strings->texts, n, sizeof *strings->texts, compare);
  size_t kept = 0;
  uint64_t size = 0;
  for (size_t i = 0; i < n; i++) {
    if (kept > 0 && strcmp (strings->texts[kept - 1], strings->texts[i]) == 0)
      continue;
    strings->texts[kept] = strings->texts[i];
    strings->offsets[kept++] = (uint32_t) size;
    size += strlen (strings->texts[i]) + 1;
  }
  strings->count = kept;
  strings->size = size;
  return true;
}

uint32_t
kb_bank_strings_find (const KbBankStrings *strings, const char *text)
{
  const char *key = kb_bank_text (text);
  if (!*key)
    return 0;
  const char **found = bsearch (&key, strings->texts, strings->count, sizeof *strings->texts, compare);
  return found ? strings->offsets[found - strings->texts] : 0;
}

void
kb_bank_strings_fill (const KbBankStrings *strings, uint8_t *to)
{
  for (size_t i = 0; i < strings->count; i++)
    memcpy (to + strings->offsets[i], strings->texts[i], strlen (strings->texts[i]) + 1);
}

void
kb_bank_strings_clear (KbBankStrings *strings)
{
  free (strings->texts);
  free (strings->offsets);
  memset (strings, 0, sizeof *strings);
}
