/* SPDX-License-Identifier: MIT */
/* Painting: which pixels a brush, a shape, a fill or a filter takes, and what they become.
 *
 * Purpose: the work behind the tools of masks, zone masks and painted roads, without window or
 * document. Flow: a function works out pixels and gives them to an ink, which either paints a zone
 * with a painter or puts them into a set. The painter is the live preview: kb_zones_painter_cancel
 * takes everything back, kb_zones_painter_finish makes one patch, which is one step to undo. What
 * takes long (fills, growing, specks) tells its progress, and can run in another thread: it reads a
 * picture that is held (KbZones), and writes into a set or a painter of its own. Ownership: sets,
 * pieces and arrays belong to the caller; inks, options and pictures are borrowed for the call.
 *
 * The pixel rule: pixel (x, y) is the square [x, x + 1) x [y, y + 1) and its centre is (x + 1/2, y
 * + 1/2). A shape takes the pixels whose centres are in it; a centre on the edge of a round shape
 * is in, one on the edge of a polygon belongs to the shape to the right of or below that edge. All
 * of it is computed with whole numbers: same input, same pixels. Rows and columns outside of the
 * picture are dropped; coordinates beyond KB_PAINT_FAR are cut to that. */
#ifndef KB_PAINT_H
#define KB_PAINT_H

#include "document/zones.h"
#include "operations/operations.h"

#define KB_PAINT_FAR 65536     /* pixels from (0, 0), each way */
#define KB_MAX_BRUSH 512       /* pixels: diameters, widths of outlines, growing */

/* --- Sets of pixels: selections, and what a fill found ---------------------------------------- */

/* One bit a pixel of a picture. Cost: width * height / 8 bytes, of which the empty parts are never
 * touched. */
typedef struct KbPixelSet KbPixelSet;

/* Empty. Sides as of KbZones. */
KbPixelSet *kb_pixel_set_new (guint width, guint height);
KbPixelSet *kb_pixel_set_copy (const KbPixelSet *set);
void kb_pixel_set_free (KbPixelSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPixelSet, kb_pixel_set_free)

guint kb_pixel_set_width (const KbPixelSet *set);
guint kb_pixel_set_height (const KbPixelSet *set);
/* FALSE outside. */
gboolean kb_pixel_set_has (const KbPixelSet *set, gint x, gint y);
/* The smallest box of its pixels; FALSE when it is empty. */
gboolean kb_pixel_set_box (const KbPixelSet *set, KbBox *box);
/* For who draws it: of row y the next run of pixels at x0 or later. FALSE: there is none. */
gboolean kb_pixel_set_next_run (const KbPixelSet *set, gint y, gint from, gint *x0, gint *x1);

typedef enum { KB_SET_ADD, KB_SET_SUBTRACT, KB_SET_INTERSECT } KbSetChange;
/* Of the same size. */
void kb_pixel_set_combine (KbPixelSet *set, const KbPixelSet *other, KbSetChange change);
void kb_pixel_set_invert (KbPixelSet *set);

/* New sets, of the size of the picture that is asked. The zone's pixels; */
KbPixelSet *kb_pixel_set_of_zone (const KbZones *zones, guint8 zone);
/* the opaque ones (alpha at least `alpha`; 0 is taken as 1), on a set of this size; outside of the
 * picture none is. */
KbPixelSet *kb_pixel_set_of_alpha (const KbPicture *picture, guint alpha, guint width,
                                   guint height);

/* Adds the pixels of the picture whose centres are within n pixels of the centre of a pixel of the
 * set: a disc, so that 1 adds the four neighbours and corners become round. n is up to
 * KB_MAX_BRUSH. FALSE when it was cancelled: the set is as it was. Cost: rows of 64 pixels at a
 * time, times n, where an edge is near; 8 MiB more for 8192 x 8192. */
gboolean kb_pixel_set_grow (KbPixelSet *set, guint n, KbProgress progress, gpointer data);
/* Takes away the pixels within n of a pixel of the picture that is not in the set, measured the
 * same way. Nothing is taken away from the picture's edge: what is beyond it does not count. */
gboolean kb_pixel_set_shrink (KbPixelSet *set, guint n, KbProgress progress, gpointer data);

/* --- Inks: where the pixels of a shape go ----------------------------------------------------- */

/* Plain data: KbInk ink = { .painter = painter, .value = zone }; or { .set = selection, .value = 1
 * }. */
typedef struct {
  KbZonesPainter *painter;     /* pixels become the zone `value`; else ... */
  KbPixelSet *set;             /* ... they are put in (value 1) or taken out (0) */
  guint8 value;
  /* NULL, or only pixels that are in this set, which is of the same size */
  const KbPixelSet *within;
  /* painter: NULL, or 256 flags: only pixels whose zone, as it is now, has one */
  const guint8 *over;
} KbInk;

/* All pixels of a set of the same size. Tiles that it covers cost no pixels. */
void kb_paint_set (const KbInk *ink, const KbPixelSet *set);

/* --- Brushes ---------------------------------------------------------------------------------- */

typedef enum { KB_BRUSH_ROUND, KB_BRUSH_SQUARE } KbBrushForm;

/* A dab of diameter d at (x, y) lies in the box of d x d pixels from (x - d / 2, y - d / 2),
 * rounded towards 0: odd ones have their centre in the centre of pixel (x, y), even ones in its
 * upper left corner. A square one takes the box, a round one the pixels whose centres are within d
 * / 2 of the centre (a distance of d / 2 is in). Diameters out of 1 to KB_MAX_BRUSH are cut to
 * that. */
typedef struct {
  KbBrushForm form;
  guint diameter;
} KbBrush;

/* The place of a dab for a pointer at real coordinates: the pixel that it is in, or the nearest
 * corner of pixels. */
void kb_brush_place (const KbBrush *brush, double pointer_x, double pointer_y, gint *x, gint *y);
/* Columns x0 <= x < x1 of the dab at (0, 0) in row y; FALSE where it has none. */
gboolean kb_brush_row (const KbBrush *brush, gint y, gint *x0, gint *x1);
/* The edge of the dab at (0, 0), along the pixels' edges: corners of pixels, clockwise on screen,
 * whole pixels, none of them on the line between its neighbours. Array of KbCorner in whole pixels;
 * free with g_array_unref. */
GArray *kb_brush_outline (const KbBrush *brush);

void kb_paint_dab (const KbInk *ink, const KbBrush *brush, gint x, gint y);
/* A stroke between two places, both with their dabs: the union of the dabs at the steps k = 0 to n
 * of the line, where n = max (|dx|, |dy|) and step k is at (x0 + k dx / n, y0 + k dy / n), each
 * rounded to the nearest whole number, halves up. So neighbouring dabs are at most a pixel apart
 * each way, there is no gap, and back is the same as forth. Cost: n * d, and a span a row. */
void kb_paint_line (const KbInk *ink, const KbBrush *brush, gint x0, gint y0, gint x1, gint y1);

/* --- Shapes ----------------------------------------------------------------------------------- */

/* `width`: 0 for filled, else the outline of that many pixels inside the shape (up to
 * KB_MAX_BRUSH): what shrinking the shape by `width` takes away from it, its outside being
 * everywhere around. An outline of 1 is closed for a fill. Boxes with a side of less than 1 or more
 * than 32768 have no pixels. */
void kb_paint_box (const KbInk *ink, const KbBox *box, guint width);
/* The ellipse that touches the box's four sides; for a square box of d it is the round dab of d. */
void kb_paint_ellipse (const KbInk *ink, const KbBox *box, guint width);
/* Corners in 1/256 pixel, closed. A pixel is in when the outline goes round its centre, and not as
 * often one way as the other (nonzero): a lasso that overlaps itself has no holes. A centre on an
 * edge is in where the inside is to the right of it, or below it for a level edge: polygons that
 * share an edge share no pixel and leave none out. */
void kb_paint_polygon (const KbInk *ink, const KbCorner *corners, guint n);

/* --- Fills ------------------------------------------------------------------------------------ */

typedef struct {
  /* Whose colours are followed; NULL: the zones themselves, those of the zone clicked */
  const KbPicture *picture;
  guint tolerance;             /* of colours: 0 (the same) to 255 (all) */
  /* All pixels that are alike, else those connected by pixels' sides */
  gboolean everywhere;
  /* At other zones than the one that is clicked; nothing counts as one */
  gboolean stops;
} KbFillOptions;

/* The pixels like (x, y); none where that is outside. The difference of two colours is the largest
 * of those of red, green, blue and alpha, each colour multiplied by its alpha first, (c * alpha +
 * 127) / 255 rounded down: transparent pixels are alike whatever is below. It is taken to the pixel
 * clicked, not from neighbour to neighbour. Outside of the picture everything is transparent. NULL
 * when it was cancelled. Cost: only what is reached is looked at; `progress` is told of pixels out
 * of all. */
KbPixelSet *kb_fill_find (const KbZones *zones, gint x, gint y, const KbFillOptions *options,
                          KbProgress progress, gpointer data);

/* --- Changes of zones ------------------------------------------------------------------------- */

/* In a box, or everywhere (NULL). */
void kb_paint_replace (KbZonesPainter *painter, const KbBox *box, guint8 from, guint8 to);

/* These need a new painter, on which nothing is painted yet. FALSE when cancelled: cancel the
 * painter then. A zone grows as kb_pixel_set_grow, over the zones of `over` (256 flags; NULL: only
 * over 0); */
gboolean kb_paint_grow (KbZonesPainter *painter, guint8 zone, guint n, const guint8 *over,
                        KbProgress progress, gpointer data);
/* and shrinks as kb_pixel_set_shrink; what it leaves becomes `to`. */
gboolean kb_paint_shrink (KbZonesPainter *painter, guint8 zone, guint n, guint8 to,
                          KbProgress progress, gpointer data);

/* Specks: parts of one zone (0 too), connected by pixels' sides, of fewer than `least` pixels, of
 * the zones in `zones` (256 flags; NULL: all). A speck becomes the zone that most of its sides
 * touch, not counting other specks and the picture's edge; of zones with equally many the lowest.
 * Specks that touch only specks come after those, and look at what became of them, and so on. A
 * picture that is nothing but specks stays as it is. `n` (may be NULL): how many became something
 * else. */
gboolean kb_paint_clean_specks (KbZonesPainter *painter, const guint8 *zones, guint64 least,
                                guint *n, KbProgress progress, gpointer data);

/* --- Pieces: pixels that were cut out or copied ----------------------------------------------- */

/* Floats until it is put down. Pixel (i, j) of it was (x + i, y + j). */
typedef struct {
  gint x, y;
  guint width, height;
  guint8 *zones;               /* width * height */
  guint8 *out;                 /* as many: not 0 where the pixel does not belong to the piece */
} KbPiece;

/* The pixels of the set, as the painter has them now; the piece is as large as the set's box. NULL:
 * the set is empty, or there is no memory for it. */
KbPiece *kb_piece_copy (const KbZonesPainter *painter, const KbPixelSet *set);
/* And they become 0. */
KbPiece *kb_piece_cut (KbZonesPainter *painter, const KbPixelSet *set);
void kb_piece_free (KbPiece *piece);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPiece, kb_piece_free)
/* Within its box, which stays where it is. */
void kb_piece_flip (KbPiece *piece, gboolean flip_x, gboolean flip_y);
/* Puts its upper left corner at (x, y). With `keep`, its pixels of zone 0 leave what is there; else
 * they paint 0. */
void kb_piece_put (KbZonesPainter *painter, const KbPiece *piece, gint x, gint y, gboolean keep);
/* Its pixels with the upper left corner at (x, y): the selection after a move. Of the given
 * picture's size. */
KbPixelSet *kb_piece_set (const KbPiece *piece, gint x, gint y, guint width, guint height);

#endif
