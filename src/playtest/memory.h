/* SPDX-License-Identifier: MIT */
/* Memory that ends the program when it runs out, as GLib's does in the other tools. */
#ifndef KB_PLAY_MEMORY_H
#define KB_PLAY_MEMORY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline void *
kb_take_zeroed (size_t size)
{
  void *taken = calloc (1, size ? size : 1);
  if (!taken)
    {
      fputs ("kickbox: out of memory\n", stderr);
      abort ();
    }
  return taken;
}

/* Grows `items` of `size` bytes from `room` of them to hold `count`. */
static inline void *
kb_make_room (void *items, uint32_t *room, uint32_t count, size_t size)
{
  if (count <= *room)
    return items;
  uint32_t most = *room ? *room : 16;
  while (most < count)
    most *= 2;
  void *more = realloc (items, (size_t) most * size);
  if (!more)
    {
      fputs ("kickbox: out of memory\n", stderr);
      abort ();
    }
  *room = most;
  return more;
}

#endif
