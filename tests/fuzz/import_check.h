/* SPDX-License-Identifier: MIT */
/* What must hold of every import that a format gives: all indices and sizes within bounds. */
#ifndef KB_FUZZ_IMPORT_CHECK_H
#define KB_FUZZ_IMPORT_CHECK_H

#include "interchange/importers.h"
#include "tests/fuzz/front_door.h"

/* A picture of 32 x 16 pixels for every path. */
extern const KbPictureLoader import_check_loader;
/* Aborts when something does not hold; builds a few of the frames' pictures. */
void import_check (const KbImport *import);

#endif
