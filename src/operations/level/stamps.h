/* SPDX-License-Identifier: MIT */
/* Stamps that do not depend on a level, as JSON: `{"size": [width, height], "cells": BASE64,
 * "tilesets": [{"number", "sprite"}]}`. Cells are 32-bit numbers, lowest byte first, row by row.
 * So are the saved stamps of a project, which also have a name, and copied cells. */
#ifndef KB_OPERATIONS_LEVEL_STAMPS_H
#define KB_OPERATIONS_LEVEL_STAMPS_H

#include "document/edits/edit.h"
#include "operations/level/stamp.h"

/* A new reference. The cells are those of the level. */
json_t *kb_stamp_to_json (const KbLevel *level, const KbStamp *stamp);
/* With the tilesets of the saved stamp; NULL: malformed. */
KbStamp *kb_stamp_of_saved (const KbSavedStamp *saved);
/* The stamp with the numbers of the level's tilesets, which are added where they are missing. Cells
 * whose tile the project does not have become empty, and are counted in `missing`. The JSON is not
 * trusted: returns NULL and an error. */
KbStamp *kb_stamp_from_json (KbDocument *document, KbId level_id, const json_t *json,
                             guint *missing, GError **error);

#endif
