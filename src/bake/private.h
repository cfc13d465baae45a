/* SPDX-License-Identifier: MIT */
/* Shared by bake.c and write.c. */
#ifndef KB_BAKE_PRIVATE_H
#define KB_BAKE_PRIVATE_H

#include "bake/bake.h"

struct KbBake {
  char *file;            /* the project's, for messages */
  KbBakeSettings settings;
  KbBankContent content;
  GPtrArray *beside;     /* GBytes: the separate page files, in the pages' order */
};

#endif
