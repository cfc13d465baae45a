/* SPDX-License-Identifier: MIT */
/* The subject of the playtest's probe: the level, track or mask being played, else a frame as
 * drawn. No toolkit. */
#ifndef KB_PLAY_PROBER_H
#define KB_PLAY_PROBER_H

#include "playtest/picture.h"
#include "playtest/play.h"
#include "query/probe.h"

/* `probe` has its gesture and positions, which select the tile layer or frame. FALSE if there is
 * nothing to probe. */
gboolean kb_play_probe_fill (const KbPlay *play, const kbx_bank *bank, const KbPlayPicture *picture,
                             KbProbe *probe);

#endif
