/* SPDX-License-Identifier: MIT */
/* Collects what an SVG draws for a level. The classes are known only at the end. */
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
  const char *name;        /* of the element, or NULL */
  const char *layer;       /* the name of its group, or NULL */
  KbSvgMatrix matrix;      /* to pixels */
  KbSvgPaint stroke, fill;
} KbSvgLook;

typedef struct KbSvgShapes KbSvgShapes;

KbSvgShapes *kb_svg_shapes_new (KbLevelFile *file, KbFileLevel *level);
void kb_svg_shapes_free (KbSvgShapes *shapes);
/* Adds the walls, and an area, of a path. Returns NULL; or an error, a new string, if it is outside
 * a level's limits. */
char *kb_svg_shapes_add (KbSvgShapes *shapes, const KbSvgPath *path, const KbSvgLook *look);
/* Gives all shapes their classes, and reports what was not kept. */
void kb_svg_shapes_finish (KbSvgShapes *shapes);

#endif
