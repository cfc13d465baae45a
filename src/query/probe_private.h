/* SPDX-License-Identifier: MIT */
/* What the probe's files share: probe.c asks, probe_words.c writes the answer, probe_marks.c finds
 * what is drawn of it. */
#ifndef KB_PROBE_PRIVATE_H
#define KB_PROBE_PRIVATE_H

#include <jansson.h>

#include "query/probe.h"

/* A zone of a mask, and where a move first meets it, to 1/256 pixel. */
typedef struct {
  uint8_t value;
  kbx_vec at;
} KbZoneMet;

/* What is probed, found in the bank: null ones where it is something else. */
typedef struct {
  const kbx_bank *bank;
  const KbProbe *probe;
  uint32_t level;
  kbx_handle frame;
  kbx_place pose;
  uint32_t mask;               /* its index */
  /* Of a move over a mask: in the order of the way, "nothing" left out; at one place by value */
  KbZoneMet met[256];
  guint n_met;
  kbx_handle tiles;
  kbx_handle maze;
  kbx_handle ground;
  kbx_handle map;
} KbProbed;

/* Lists of two numbers or more. */
gboolean kb_probe_pair (const json_t *told, const char *key, kbx_vec *pair);
gboolean kb_probe_cell (const json_t *value, kbx_point *cell);

/* A new string; says whether something is there, too. */
char *kb_probe_words (const KbProbed *on, const json_t *told, gboolean *hit);
/* Point, normal and lines. */
void kb_probe_marks (const KbProbed *on, const json_t *line, const json_t *told,
                     KbProbeAnswer *answer);

#endif
