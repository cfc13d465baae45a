/* SPDX-License-Identifier: MIT */
/* Layers of tiles, mazes, grounds and heightmaps in a binary bank. */
#include "bank/writer.h"

typedef void (*Visit) (Writer *w, uint32_t level, int kind, const KbBankWorld *world);

/* In their order in the bank. */
static void
visit_worlds (Writer *w, Visit visit)
{
  for (uint32_t i = 0; i < w->content->n_levels; i++)
    for (int kind = 0; kind < KB_BANK_WORLDS; kind++)
      for (uint32_t k = 0; k < w->content->levels[i].n_worlds[kind]; k++)
        visit (w, i, kind, &w->content->levels[i].worlds[kind][k]);
}

static void
count_world (Writer *w, uint32_t level, int kind, const KbBankWorld *world)
{
  (void) level;
  (void) kind;
  w->count[WRLD]++;
  w->count[WDAT] = kb_bank_level_place (w->count[WDAT]) + world->size;
}

/* `done` of WDAT counts its bytes. */
static void
fill_world (Writer *w, uint32_t level, int kind, const KbBankWorld *world)
{
  uint32_t at = (uint32_t) kb_bank_level_place (w->done[WDAT]);
  put_string (w, WRLD, world->name);
  put_u32 (w, WRLD, level);
  put_u32 (w, WRLD, (uint32_t) kind);
  put_u32 (w, WRLD, at);
  put_u32 (w, WRLD, (uint32_t) world->size);
  put_u32 (w, WRLD, kind == KB_BANK_LAYER ? world->opacity : 0);
  if (kind == KB_BANK_LAYER)
    kb_bank_layer_copy (w->content, world, w->at[WDAT] + at);
  else
    memcpy (w->at[WDAT] + at, world->bytes, world->size);
  w->done[WDAT] = at + (uint32_t) world->size;
}

void
kb_bank_count_worlds (Writer *w)
{
  visit_worlds (w, count_world);
}

void
kb_bank_fill_worlds (Writer *w)
{
  visit_worlds (w, fill_world);
}
