/* SPDX-License-Identifier: MIT */
/* WADs of the disk, for tests and benches. */
#ifndef KB_TEST_WAD_FILE_H
#define KB_TEST_WAD_FILE_H

#include "interchange/levels/wad.h"

/* The WAD looks into `data`, which has to be declared before it: then g_autofree frees it later. */
static inline KbWad *
kit_wad_read (const char *path, char **data, GError **error)
{
  gsize size;
  return g_file_get_contents (path, data, &size, error) ? kb_wad_parse (path, *data, size, error) : NULL;
}

#endif
