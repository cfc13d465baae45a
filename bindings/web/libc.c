/* SPDX-License-Identifier: MIT */
/* The few functions of C that libkickbox needs in WebAssembly, and memory for JavaScript: banks,
 * results and the scratch area. JavaScript calls kbw_take and kbw_release; the library itself
 * allocates nothing. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define PAGE 65536u
#define GRAIN 64u /* bitmaps and masks are read fastest at multiples of 64 */

void *
memcpy (void *restrict to, const void *restrict from, size_t size)
{
  unsigned char *out = to;
  const unsigned char *in = from;
  while (size-- > 0)
    *out++ = *in++;
  return to;
}

void *
memmove (void *to, const void *from, size_t size)
{
  unsigned char *out = to;
  const unsigned char *in = from;
  if (out <= in)
    for (size_t i = 0; i < size; i++)
      out[i] = in[i];
  else
    while (size-- > 0)
      out[size] = in[size];
  return to;
}

void *
memset (void *to, int value, size_t size)
{
  unsigned char *out = to;
  while (size-- > 0)
    *out++ = (unsigned char) value;
  return to;
}

int
memcmp (const void *a, const void *b, size_t size)
{
  const unsigned char *first = a, *second = b;
  for (size_t i = 0; i < size; i++)
    if (first[i] != second[i])
      return first[i] - second[i];
  return 0;
}

void *
memchr (const void *in, int value, size_t size)
{
  const unsigned char *at = in;
  for (size_t i = 0; i < size; i++)
    if (at[i] == (unsigned char) value)
      return (void *) (uintptr_t) (at + i);
  return NULL;
}

int
strcmp (const char *a, const char *b)
{
  while (*a && *a == *b)
    a++, b++;
  return (unsigned char) *a - (unsigned char) *b;
}

size_t
strlen (const char *text)
{
  size_t length = 0;
  while (text[length])
    length++;
  return length;
}

/* Halves away from zero. */
double
round (double x)
{
  const double whole = __builtin_trunc (x);
  return __builtin_fabs (x - whole) >= 0.5 ? whole + __builtin_copysign (1, x) : whole;
}

/* ---- memory ---- */

/* A block that is free, or in use. Free ones are listed by address, and joined to neighbours. */
typedef struct Block {
  size_t size;         /* with this head */
  struct Block *next;  /* while it is free */
} Block;

extern unsigned char __heap_base;
static Block *free_blocks;
static uintptr_t heap_end;

static void
insert_block (Block *block)
{
  Block **at = &free_blocks, *before = NULL;
  while (*at && *at < block)
    {
      before = *at;
      at = &before->next;
    }
  block->next = *at;
  *at = block;
  if (block->next && (uintptr_t) block + block->size == (uintptr_t) block->next)
    {
      block->size += block->next->size;
      block->next = block->next->next;
    }
  if (before && (uintptr_t) before + before->size == (uintptr_t) block)
    {
      before->size += block->size;
      before->next = block->next;
    }
}

static bool
grow_heap (size_t size)
{
  if (heap_end == 0)
    {
      heap_end = ((uintptr_t) &__heap_base + GRAIN - 1) / GRAIN * GRAIN;
      const uintptr_t limit = __builtin_wasm_memory_size (0) * PAGE;
      if (limit > heap_end)
        {
          Block *first = (Block *) heap_end;
          first->size = limit - heap_end;
          insert_block (first);
        }
      heap_end = limit;
      return true;
    }
  const size_t pages = size / PAGE + 1;
  if (__builtin_wasm_memory_grow (0, pages) == (size_t) -1)
    return false;
  Block *more = (Block *) heap_end;
  more->size = pages * PAGE;
  heap_end += more->size;
  insert_block (more);
  return true;
}

/* Memory at a multiple of GRAIN, or 0. */
__attribute__ ((export_name ("kbw_take"))) uintptr_t
kbw_take (size_t size)
{
  if (size > UINT32_MAX - 4 * GRAIN)
    return 0;
  const size_t whole = (size + 2 * GRAIN - 1) / GRAIN * GRAIN;
  do
    for (Block **at = &free_blocks; *at; at = &(*at)->next)
      {
        Block *block = *at;
        if (block->size < whole)
          continue;
        if (block->size > whole)
          {
            Block *rest = (Block *) ((uintptr_t) block + whole);
            rest->size = block->size - whole;
            rest->next = block->next;
            *at = rest;
            block->size = whole;
          }
        else
          *at = block->next;
        return (uintptr_t) block + GRAIN;
      }
  while (grow_heap (whole));
  return 0;
}

__attribute__ ((export_name ("kbw_release"))) void
kbw_release (uintptr_t at)
{
  if (at)
    insert_block ((Block *) (at - GRAIN));
}
