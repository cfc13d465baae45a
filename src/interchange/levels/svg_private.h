/* SPDX-License-Identifier: MIT */
/* Shared by svg.c and the readers of SVG attributes: numbers, lengths, transforms, colours,
 * paths. */
#ifndef KB_INTERCHANGE_LEVELS_SVG_PRIVATE_H
#define KB_INTERCHANGE_LEVELS_SVG_PRIVATE_H

#include "document/node.h"
#include "interchange/levels/level_file.h"

/* x becomes a x + c y + e, y becomes b x + d y + f. */
typedef struct { double a, b, c, d, e, f; } KbSvgMatrix;

KbVec kb_svg_moved (const KbSvgMatrix *matrix, KbVec p);
/* First `inner`, then `outer`. */
KbSvgMatrix kb_svg_times (const KbSvgMatrix *outer, const KbSvgMatrix *inner);

/* The next number of a list, after white space and a comma. FALSE if a double cannot hold it; *at
 * is then after the spaces. */
gboolean kb_svg_number (const char **at, double *number);
/* "3", "3px", "2.5mm", "50%", "2em": in pixels, 96 per inch. A letter is 16 pixels high. `whole`:
 * what 100% is. 0: percentages are other text, for which the result is FALSE. */
gboolean kb_svg_length (const char *text, double whole, double *pixels);
/* "translate(3, 4) rotate(90)"; FALSE: *at is the position of the error. */
gboolean kb_svg_transform (const char *text, KbSvgMatrix *matrix, const char **at);

/* A chain of points that a pen draws without lifting. */
typedef struct {
  GArray *points;      /* KbVec */
  gboolean closed;     /* a line joins the last point to the first */
} KbSvgChain;

typedef struct {
  GPtrArray *chains;   /* KbSvgChain */
  guint n_curves;      /* omitted curves: a chain ends before each, and another begins after it */
  KbVec curve;         /* the start of the first curve */
} KbSvgPath;

void kb_svg_path_clear (KbSvgPath *path);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbSvgPath, kb_svg_path_clear)

/* Collects what an SVG draws for a level. The classes are known only at the end. */

/* How something is painted. */
typedef struct {
  enum { KB_SVG_UNSAID, KB_SVG_NONE, KB_SVG_PAINT } said;
  gboolean has_rgb;
  guint32 rgb;
  gboolean even_odd;   /* a fill: its rule is not the nonzero one */
} KbSvgPaint;

typedef struct {
  const char *name;        /* of the element, or NULL */
  const char *layer;       /* the name of its group, or NULL */
  KbSvgMatrix matrix;      /* to pixels */
  KbSvgPaint stroke, fill;
} KbSvgLook;

typedef struct KbSvgShapes KbSvgShapes;

#endif
