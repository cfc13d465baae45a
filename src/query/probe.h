/* SPDX-License-Identifier: MIT */
/* Queries by hand: a gesture over an asset becomes a line of `kickbox query`, and the answer can be
 * drawn and read. */
#ifndef KB_PROBE_H
#define KB_PROBE_H

#include <glib.h>

#include "runtime/kickbox.h"

/* The target of the gesture. From walls on, these are parts of a level. */
typedef enum {
  KB_PROBE_FRAME,
  KB_PROBE_MASK,
  KB_PROBE_TRACK,
  KB_PROBE_WALLS,
  KB_PROBE_TILES,
  KB_PROBE_ISOMETRIC,
  KB_PROBE_MAZE,
  KB_PROBE_GROUND,
  KB_PROBE_HEIGHTMAP,
  KB_PROBE_SUBJECTS
} KbProbeSubject;

typedef enum {
  KB_PROBE_POINT,      /* the pointer's position */
  KB_PROBE_MOVE,       /* from one position to another */
  KB_PROBE_CIRCLE,     /* a centre, with the pointer on the rim */
  KB_PROBE_GESTURES
} KbProbeGesture;

typedef struct {
  KbProbeSubject subject;
  KbProbeGesture gesture;
  const char *asset;           /* the name of the sprite, mask, track or level */
  const char *layer;           /* of the tile layer, maze, ground or heightmap */
  guint frame;                 /* of a sprite */
  kbx_point spot;              /* its hot spot: makes pixels of the picture those of the world */
  /* On the picture, rounded to 1/16 pixel; equal for a point */
  kbx_vec from, to;
  gboolean flip_x, flip_y;     /* how the frame is mirrored */
} KbProbe;

/* A line of sight over a heightmap connects eyes at this height above the ground at both ends. */
#define KB_PROBE_EYES 1.0f

/* All positions are on the picture. Over an isometric layer, moves and circles are queried in the
 * layer's own frame. Over a ground, a circle is a fall from its centre by its radius. Over a
 * heightmap, only its centre is used. */
typedef struct {
  gboolean ok, hit;            /* there is an answer; it is a hit */
  gboolean has_point, has_normal;
  /* Where the mover stops, or the ground; and the direction there, at most a unit vector */
  kbx_vec point, normal;
  KbProbeGesture gesture;      /* how the query is drawn: a fall as a move */
  kbx_vec from, to;
  /* Of kbx_vec, two for each line: the outline of the queried box */
  GArray *asked;
  GArray *struck;              /* the same for the hits: shapes, walls, cells */
  /* Name of the hit area of a level: banks have no corners of areas. NULL: none */
  char *area;
  char *question;              /* the line of `kickbox query`, without its newline */
  char *text;                  /* in words and numbers, or the error */
} KbProbeAnswer;

/* Builds the query and reads its answer. Free it with kb_probe_answer_clear. */
void kb_probe_ask (const kbx_bank *bank, const KbProbe *probe, KbProbeAnswer *answer);
void kb_probe_answer_clear (KbProbeAnswer *answer);

#endif
