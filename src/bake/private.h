/* SPDX-License-Identifier: MIT */
/* What bake.c and write.c share. */
#ifndef KB_BAKE_PRIVATE_H
#define KB_BAKE_PRIVATE_H

#include "bake/bake.h"

struct KbBake {
  char *file;            /* the project's, for messages */
  KbBakeSettings settings;
  KbBankContent content;
  GPtrArray *beside;     /* GBytes: the page files that go beside the bank, in the pages' order */
};

#endif
