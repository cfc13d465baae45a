/* SPDX-License-Identifier: MIT */
/* Shared by the probe's files: probe.c asks and puts the answer into words, probe_marks.c draws
 * it. */
#ifndef KB_PROBE_PRIVATE_H
#define KB_PROBE_PRIVATE_H

#include <jansson.h>

#include "query/probe.h"

/* A zone of a mask, and where a move first enters it, to 1/256 pixel. */
typedef struct {
  uint8_t value;
  kbx_vec at;
} KbZoneMet;

/* The probed items of the bank; null for other targets. */
typedef struct {
  const kbx_bank *bank;
  const KbProbe *probe;
  uint32_t level;
  kbx_handle frame;
  kbx_place pose;
  uint32_t mask;               /* its index */
  /* For a move over a mask: in path order, without "nothing"; at a single point by value */
  KbZoneMet met[256];
  guint n_met;
  /* Of a level: its tile layer, maze, ground or heightmap */
  kbx_handle layer;
} KbProbed;

/* Point, normal and lines. */
void kb_probe_marks (const KbProbed *on, const json_t *line, const json_t *reply,
                     KbProbeAnswer *answer);

#endif
