/* SPDX-License-Identifier: MIT */
/* What the probe of the playtest asks about: the level, track or mask that is played, or else a
 * frame as it is drawn. No toolkit. */
#ifndef KB_PLAY_PROBER_H
#define KB_PLAY_PROBER_H

#include "playtest/picture.h"
#include "playtest/play.h"
#include "query/probe.h"

/* The probe has its gesture and its places, which say which tile layer and which frame. FALSE:
 * there is nothing. */
gboolean kb_play_probe_fill (const KbPlay *play, const kbx_bank *bank, const KbPlayPicture *picture,
                             KbProbe *probe);

#endif
