/* SPDX-License-Identifier: MIT */
/* Whether an input got past its reader's front door: replay.c fails where no seed of a target does. */
#ifndef KB_FUZZ_FRONT_DOOR_H
#define KB_FUZZ_FRONT_DOOR_H

/* Each file of a target has it; the linker keeps one. */
__attribute__ ((weak)) unsigned fuzz_n_accepted;

/* Call where the reader accepted the input. */
static inline void
fuzz_accept (void)
{
  fuzz_n_accepted++;
}

#endif
