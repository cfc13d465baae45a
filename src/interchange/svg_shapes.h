/* SPDX-License-Identifier: MIT */
/* What is drawn in an SVG, on its way into a level: which classes there are is known only at the
 * end. */
#ifndef KB_SVG_SHAPES_H
#define KB_SVG_SHAPES_H

#include "interchange/level_file.h"
#include "interchange/svg_private.h"

/* How something is painted. */
typedef struct {
  enum { KB_SVG_UNSAID, KB_SVG_NONE, KB_SVG_PAINT } said;
  gboolean has_rgb;
  guint32 rgb;
} KbSvgPaint;

typedef struct {
  const char *name;        /* of the element; NULL: none */
  const char *layer;       /* the name of the group that it is in, or NULL */
  KbSvgMatrix matrix;      /* to pixels */
  KbSvgPaint stroke, fill;
} KbSvgLook;

typedef struct KbSvgShapes KbSvgShapes;

KbSvgShapes *kb_svg_shapes_new (KbLevelFile *file, KbFileLevel *level);
void kb_svg_shapes_free (KbSvgShapes *shapes);
/* Walls, and an area, of what a path draws. NULL; or what is wrong, a new string, where it is
 * beyond a level's limits. */
char *kb_svg_shapes_add (KbSvgShapes *shapes, const KbSvgPath *path, const KbSvgLook *look);
/* Gives all their classes, and tells what was not kept. */
void kb_svg_shapes_finish (KbSvgShapes *shapes);

#endif
