/* SPDX-License-Identifier: MIT */
/* Sculpts painted samples of heightmaps: brushes and ramps. Positions and sizes are in samples,
 * altitudes are values from 0 to 65535. Flow: kb_document_painter (map, "samples") ->
 * kb_sculpt_... -> kb_document_paint_end. */
#ifndef KB_SCULPT_H
#define KB_SCULPT_H

#include "document/document.h"

typedef enum {
  KB_SCULPT_RAISE,     /* by at most a 16th of the range per dab */
  KB_SCULPT_LOWER,
  KB_SCULPT_SMOOTH,    /* towards the mean of the square of 2 * max (1, size / 16) + 1 around */
  KB_SCULPT_FLATTEN,   /* towards `target` */
  KB_SCULPT_NOISE,     /* by hills and hollows a quarter, an eighth, a 16th as wide as the brush */
  KB_SCULPT_ERODE,     /* steps higher than the mean one slide down; nothing is lost */
  KB_N_SCULPTS
} KbSculptMode;

typedef struct {
  KbSculptMode mode;
  double size;         /* diameter */
  double strength;     /* 0 to 1 */
  double falloff;      /* 0 to 1: the share of the radius where the effect fades */
  double target;
  guint32 seed;        /* of noise */
} KbSculptBrush;

#define KB_MAX_SCULPT_SIZE 1024

void kb_sculpt_dab (KbZonesPainter *painter, const KbSculptBrush *brush, KbVec at);
/* Dabs every quarter of the brush on the way from the last one. Returns the position of the last
 * one. */
KbVec kb_sculpt_line (KbZonesPainter *painter, const KbSculptBrush *brush, KbVec last, KbVec to);
/* An even slope from the altitude at `a` to that at `b`, as wide as the brush. */
void kb_sculpt_ramp (KbZonesPainter *painter, const KbSculptBrush *brush, KbVec a, KbVec b);
/* The nearest sample, including the stroke so far. */
guint16 kb_sculpt_at (const KbZonesPainter *painter, KbVec at);

#endif
