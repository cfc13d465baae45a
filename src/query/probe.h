/* SPDX-License-Identifier: MIT */
/* Questions by hand: a gesture over an asset becomes a line of `kickbox query`, and the answer
 * something to draw and read. */
#ifndef KB_PROBE_H
#define KB_PROBE_H

#include <glib.h>

#include "runtime/kickbox.h"

/* What the gesture is over. From walls on they are parts of a level. */
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
  KB_PROBE_POINT,      /* the pointer is there */
  KB_PROBE_MOVE,       /* from one place to another */
  KB_PROBE_CIRCLE,     /* about a place, as far as the pointer */
  KB_PROBE_GESTURES
} KbProbeGesture;

typedef struct {
  KbProbeSubject subject;
  KbProbeGesture gesture;
  const char *asset;           /* the name of the sprite, mask, track or level */
  const char *layer;           /* of the tile layer, maze, ground or heightmap */
  guint frame;                 /* of a sprite */
  kbx_point spot;              /* its hot spot: pixels of the picture are then those of the world */
  /* On the picture; a point: both the same; taken to the nearest 1/16 pixel */
  kbx_vec from, to;
  gboolean flip_x, flip_y;     /* how the frame is shown */
} KbProbe;

/* A look over a heightmap goes from eyes to eyes, which are so high above the ground at both
 * ends. */
#define KB_PROBE_EYES 1.0f

/* All places are on the picture. Over an isometric layer a move and a circle are asked in the
 * layer's own frame. Over a ground a circle is a fall from its middle, as deep as it is wide to one
 * side. The circle over a heightmap is its middle alone. */
typedef struct {
  gboolean ok, hit;            /* there is an answer; something is there */
  gboolean has_point, has_normal;
  /* Where what moves stops, or what is below; which way from there, a unit vector or less */
  kbx_vec point, normal;
  KbProbeGesture gesture;      /* how what was asked is drawn: a fall is a move */
  kbx_vec from, to;
  /* Of kbx_vec, two for each line: the outline of the box that was asked about */
  GArray *asked;
  GArray *struck;              /* the same of what is there: shapes, walls, cells */
  /* Of a level, by its name: a bank does not know its corners. NULL: none */
  char *area;
  char *question;              /* the line of `kickbox query`, without its end */
  char *text;                  /* in words and numbers, or what is wrong */
} KbProbeAnswer;

/* Asks and reads. Clear it. */
void kb_probe_ask (const kbx_bank *bank, const KbProbe *probe, KbProbeAnswer *answer);
void kb_probe_answer_clear (KbProbeAnswer *answer);

#endif
