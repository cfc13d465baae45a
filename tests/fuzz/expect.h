/* SPDX-License-Identifier: MIT */
/* What fuzz targets that ask the runtime share. */
#ifndef KB_FUZZ_EXPECT_H
#define KB_FUZZ_EXPECT_H

#include "runtime/kickbox.h"
#include "tests/fuzz/front_door.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static inline void
expect (bool right)
{
  if (!right)
    abort ();
}

/* What cannot be opened says where it is wrong, and leaves nothing open. */
static inline int
expect_refused (size_t size, kbx_error error, const void *bytes)
{
  expect (error.offset <= size && error.message != NULL && bytes == NULL);
  return 0;
}

#endif
