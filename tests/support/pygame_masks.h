/* SPDX-License-Identifier: MIT */
/* pygame's masks (Debian's python3-pygame), called from C without Python: the module's own functions, in this
 * process. pygame_masks_load is false where they are not installed. */
#ifndef KB_TEST_PYGAME_MASKS_H
#define KB_TEST_PYGAME_MASKS_H

#include <dlfcn.h>
#include <glob.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Columns of 64 pixels one after the other, a word a row, column 0 in bit 0. */
typedef struct {
  int w, h;
  unsigned long bits[];
} PygameMask;

/* The second mask's pixel (0, 0) is on (x, y) of the first. */
static PygameMask *(*pygame_create) (int w, int h);
static void (*pygame_free) (PygameMask *mask);
static int (*pygame_overlap) (const PygameMask *a, const PygameMask *b, int x, int y);
/* Some shared pixel: not the first in row order. */
static int (*pygame_overlap_pos) (const PygameMask *a, const PygameMask *b, int x, int y, int *px, int *py);
static int (*pygame_overlap_area) (const PygameMask *a, const PygameMask *b, int x, int y);
/* Sets in c, of a's size, what a and b share. */
static void (*pygame_overlap_mask) (const PygameMask *a, const PygameMask *b, PygameMask *c, int x, int y);

static inline bool
pygame_masks_load (void)
{
  static const struct { const char *name; void **function; } table[] = {
    { "bitmask_create", (void **) &pygame_create },
    { "bitmask_free", (void **) &pygame_free },
    { "bitmask_overlap", (void **) &pygame_overlap },
    { "bitmask_overlap_pos", (void **) &pygame_overlap_pos },
    { "bitmask_overlap_area", (void **) &pygame_overlap_area },
    { "bitmask_overlap_mask", (void **) &pygame_overlap_mask },
  };
  glob_t files;
  bool found = false;
  if (sizeof (unsigned long) != 8 || glob ("/usr/lib/python3/dist-packages/pygame/mask.cpython-3*.so", 0, NULL, &files) != 0)
    return false;
  for (size_t i = 0; i < files.gl_pathc && !found; i++)
    {
      /* The version of Python that the module is for: cpython-311 needs libpython3.11. */
      char python[64];
      int minor = 0;
      void *module;
      sscanf (strstr (files.gl_pathv[i], "cpython-3"), "cpython-3%d", &minor);
      snprintf (python, sizeof python, "libpython3.%d.so.1.0", minor);
      if (!dlopen (python, RTLD_LAZY | RTLD_GLOBAL) || !(module = dlopen (files.gl_pathv[i], RTLD_LAZY)))
        continue;
      found = true;
      for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        found = found && (*table[k].function = dlsym (module, table[k].name)) != NULL;
    }
  globfree (&files);
  return found;
}

static inline void
pygame_set (PygameMask *mask, int x, int y)
{
  mask->bits[x / 64 * mask->h + y] |= 1ul << (x & 63);
}

static inline bool
pygame_get (const PygameMask *mask, int x, int y)
{
  return mask->bits[x / 64 * mask->h + y] >> (x & 63) & 1;
}

#endif
