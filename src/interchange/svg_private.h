/* SPDX-License-Identifier: MIT */
/* What svg.c and the readers of single attributes of SVG share: numbers, lengths, transforms,
 * colours, paths. */
#ifndef KB_SVG_PRIVATE_H
#define KB_SVG_PRIVATE_H

#include "document/node.h"

/* x becomes a x + c y + e, y becomes b x + d y + f. */
typedef struct { double a, b, c, d, e, f; } KbSvgMatrix;

KbVec kb_svg_moved (const KbSvgMatrix *matrix, KbVec p);
/* First `inner`, then `outer`. */
KbSvgMatrix kb_svg_times (const KbSvgMatrix *outer, const KbSvgMatrix *inner);

/* The next number of a list, before which there may be white space and a comma. FALSE: there is
 * none that a double can hold, *at is behind the spaces. */
gboolean kb_svg_number (const char **at, double *number);
/* "3", "3px", "2.5mm": in pixels, 96 to the inch. FALSE for what is relative to something, and for
 * what is no length. */
gboolean kb_svg_length (const char *text, double *pixels);
/* "translate(3, 4) rotate(90)"; FALSE: *at is where it cannot be read on. */
gboolean kb_svg_transform (const char *text, KbSvgMatrix *matrix, const char **at);
/* #rgb, #rrggbb, rgb(r, g, b) and the sixteen names of HTML. */
gboolean kb_svg_colour (const char *text, guint32 *rgb);

/* What a pen draws in one piece. */
typedef struct {
  GArray *points;      /* KbVec */
  gboolean closed;     /* there is also a line from the last one to the first */
} KbSvgChain;

typedef struct {
  GPtrArray *chains;   /* KbSvgChain */
  guint n_curves;      /* left out: where there is one, a chain ends, and another begins */
  KbVec curve;         /* where the first of them begins */
} KbSvgPath;

void kb_svg_path_init (KbSvgPath *path);
void kb_svg_path_clear (KbSvgPath *path);
KbSvgChain *kb_svg_path_add (KbSvgPath *path, gboolean closed);
/* The data of a path. NULL; or what was expected, and *at is where. */
const char *kb_svg_path_read (KbSvgPath *path, const char *data, const char **at);
/* The points of a polygon or polyline: the same. */
const char *kb_svg_points_read (KbSvgPath *path, const char *data, gboolean closed,
                                const char **at);

#endif
