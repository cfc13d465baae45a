/* SPDX-License-Identifier: MIT */
/* The two halves of the Aseprite sheet reader. */
#ifndef KB_ASEPRITE_H
#define KB_ASEPRITE_H

#include "interchange/formats.h"
#include "interchange/json_read.h"

/* Reads the tags and slices of `meta`, after the frames and their durations in ms. */
gboolean kb_aseprite_read_tags (KbImport *import, const json_t *meta, const gint *durations,
                                const KbJsonPlace *place, GError **error);
gboolean kb_aseprite_read_slices (KbImport *import, const json_t *meta, const KbJsonPlace *place,
                                  GError **error);

#endif
