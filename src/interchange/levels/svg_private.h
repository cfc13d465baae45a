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
/* "3", "3px", "2.5mm", "50%", "2em": in pixels, 96 per inch; a letter is 16 pixels high. `whole`:
 * what 100% is; 0: percentages are other text, for which the result is FALSE. */
gboolean kb_svg_length (const char *text, double whole, double *pixels);
/* "translate(3, 4) rotate(90)"; FALSE: *at is the position of the error. */
gboolean kb_svg_transform (const char *text, KbSvgMatrix *matrix, const char **at);
/* #rgb, #rrggbb, rgb(r, g, b) and the sixteen names of HTML. */
gboolean kb_svg_colour (const char *text, guint32 *rgb);

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

void kb_svg_path_init (KbSvgPath *path);
void kb_svg_path_clear (KbSvgPath *path);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbSvgPath, kb_svg_path_clear)
KbSvgChain *kb_svg_path_add (KbSvgPath *path, gboolean closed);
/* Parses the data of a path. NULL, or what was expected at *at. */
const char *kb_svg_path_read (KbSvgPath *path, const char *data, const char **at);
/* The same for the points of a polygon or polyline. */
const char *kb_svg_points_read (KbSvgPath *path, const char *data, gboolean closed,
                                const char **at);

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

KbSvgShapes *kb_svg_shapes_new (KbLevelFile *file, KbFileLevel *level);
void kb_svg_shapes_free (KbSvgShapes *shapes);
/* Adds the walls, and an area, of a path. Returns NULL; or an error, a new string, if it is outside
 * a level's limits. */
char *kb_svg_shapes_add (KbSvgShapes *shapes, const KbSvgPath *path, const KbSvgLook *look);
/* Gives all shapes their classes, and reports what was not kept. */
void kb_svg_shapes_finish (KbSvgShapes *shapes);

#endif
