/* SPDX-License-Identifier: MIT */
/* Painting: the pixels of a brush, a shape, a fill or a filter, and their new values. For masks,
 * zone masks and painted roads, without window or document. Flow: a function computes pixels and
 * gives them to an ink, which paints a zone with a painter or changes a set. The painter is the
 * live preview: kb_zones_painter_cancel reverts it, kb_zones_painter_finish makes one patch, which
 * is one undo step. */

/* Threads: long work (fills, growing, specks) reports its progress and can run in another thread.
 * It reads a referenced picture (KbZones), and writes to a set or a painter of its own. Ownership:
 * sets, pieces and arrays belong to the caller. Inks, options and pictures are borrowed for the
 * call. */

/* Pixel rule: pixel (x, y) is the square [x, x + 1) x [y, y + 1) with the centre (x + 1/2, y +
 * 1/2). A shape has the pixels whose centres are in it. A centre on the edge of a round shape is
 * in. On the edge of a polygon it belongs to the shape to the right or below. All in integers: same
 * input, same pixels. Rows and columns outside the picture are ignored. Coordinates are clamped to
 * KB_PAINT_FAR. */
#ifndef KB_PAINT_H
#define KB_PAINT_H

#include "document/pixels/zones.h"
#include "operations/operations.h"

#define KB_PAINT_FAR 65536     /* pixels from (0, 0), per axis */
#define KB_MAX_BRUSH 512       /* pixels: diameters, widths of outlines, growing */

/* --- Sets of pixels: selections, and results of fills ----------------------------------------- */

/* One bit per pixel of a picture. Cost: width * height / 8 bytes. Empty parts are never touched. */
typedef struct KbPixelSet KbPixelSet;

/* Empty. Sides as in KbZones. */
KbPixelSet *kb_pixel_set_new (guint width, guint height);
KbPixelSet *kb_pixel_set_copy (const KbPixelSet *set);
void kb_pixel_set_free (KbPixelSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPixelSet, kb_pixel_set_free)

guint kb_pixel_set_width (const KbPixelSet *set);
guint kb_pixel_set_height (const KbPixelSet *set);
/* Returns FALSE outside. */
gboolean kb_pixel_set_has (const KbPixelSet *set, gint x, gint y);
/* The smallest box of its pixels. Returns FALSE if it is empty. */
gboolean kb_pixel_set_box (const KbPixelSet *set, KbBox *box);
/* For drawing: the next run of pixels in row y from column `from` on. Returns FALSE if there is
 * none. */
gboolean kb_pixel_set_next_run (const KbPixelSet *set, gint y, gint from, gint *x0, gint *x1);

typedef enum { KB_SET_ADD, KB_SET_SUBTRACT, KB_SET_INTERSECT } KbSetChange;
/* Both have the same size. */
void kb_pixel_set_combine (KbPixelSet *set, const KbPixelSet *other, KbSetChange change);
void kb_pixel_set_invert (KbPixelSet *set);

/* New sets of the picture's size. The zone's pixels; */
KbPixelSet *kb_pixel_set_of_zone (const KbZones *zones, guint8 zone);
/* the opaque ones (alpha at least `alpha`; 0 means 1), in a set of this size; none outside the
 * picture. */
KbPixelSet *kb_pixel_set_of_alpha (const KbPicture *picture, guint alpha, guint width,
                                   guint height);

/* Adds the pixels of the picture whose centres are within n pixels of the centre of a pixel of the
 * set. This is a disc: 1 adds the four neighbours, and corners become round. n is up to
 * KB_MAX_BRUSH. Returns FALSE when cancelled, with the set unchanged. Cost: rows of 64 pixels at a
 * time, times n, near edges, and 8 MiB more for 8192 x 8192. */
gboolean kb_pixel_set_grow (KbPixelSet *set, guint n, KbProgress progress, gpointer data);
/* Removes the pixels within n of a pixel of the picture that is not in the set, measured in the
 * same way. The picture's edge itself removes nothing. */
gboolean kb_pixel_set_shrink (KbPixelSet *set, guint n, KbProgress progress, gpointer data);

/* Rounds its edges: a pixel stays or comes in if most of the square of 2n + 1 pixels around it was
 * in. Parts outside the picture do not count. n is 1 to KB_MAX_BRUSH. Returns FALSE when
 * cancelled, with the set unchanged. Cost: the pixels of its box. */
gboolean kb_pixel_set_smooth (KbPixelSet *set, guint n, KbProgress progress, gpointer data);

/* --- Inks: the target of a shape's pixels ----------------------------------------------------- */

/* Plain data: KbInk ink = { .painter = painter, .value = zone }; or { .set = selection, .value = 1
 * }. */
typedef struct {
  KbZonesPainter *painter;     /* pixels become the zone `value`; else ... */
  KbPixelSet *set;             /* ... they are added (value 1) or removed (0) */
  guint8 value;
  /* NULL, or only pixels in this set, which has the same size */
  const KbPixelSet *within;
  /* painter: NULL, or 256 flags: only pixels whose current zone has one */
  const guint8 *over;
} KbInk;

/* All pixels of a set of the same size. Tiles fully covered cost no pixels. */
void kb_paint_set (const KbInk *ink, const KbPixelSet *set);

/* --- Brushes ---------------------------------------------------------------------------------- */

typedef enum { KB_BRUSH_ROUND, KB_BRUSH_SQUARE } KbBrushForm;

/* A dab of diameter d at (x, y) is in the box of d x d pixels from (x - d / 2, y - d / 2), rounded
 * towards 0. Odd ones have their centre at the centre of pixel (x, y), even ones at its upper left
 * corner. A square one fills the box, a round one has the pixels whose centres are within d / 2 of
 * the centre, inclusive. Diameters are clamped to 1 to KB_MAX_BRUSH. */
typedef struct {
  KbBrushForm form;
  guint diameter;
} KbBrush;

/* The position of a dab for a pointer at real coordinates: its pixel, or the nearest corner of
 * pixels. */
void kb_brush_place (const KbBrush *brush, double pointer_x, double pointer_y, gint *x, gint *y);
/* Columns x0 <= x < x1 of the dab at (0, 0) in row y. Returns FALSE if it has none. */
gboolean kb_brush_row (const KbBrush *brush, gint y, gint *x0, gint *x1);
/* The outline of the dab at (0, 0) along the pixels' edges, clockwise on screen, without collinear
 * corners. Array of KbCorner in whole pixels. Free it with g_array_unref. */
GArray *kb_brush_outline (const KbBrush *brush);

void kb_paint_dab (const KbInk *ink, const KbBrush *brush, gint x, gint y);
/* A stroke between two positions, including their dabs: the union of the dabs at the steps k = 0 to
 * n, with n = max (|dx|, |dy|). Step k is at (x0 + k dx / n, y0 + k dy / n), each rounded to the
 * nearest integer, halves up. So neighbouring dabs differ by at most a pixel per axis, there is no
 * gap, and the reverse gives the same pixels. Cost: n * d, and a span per row. */
void kb_paint_line (const KbInk *ink, const KbBrush *brush, gint x0, gint y0, gint x1, gint y1);

/* --- Shapes ----------------------------------------------------------------------------------- */

/* `width`: 0 for filled, else an outline of that many pixels inside the shape (up to KB_MAX_BRUSH).
 * These are the pixels that shrinking by `width` removes, with the shape's outside on all sides. An
 * outline of 1 is closed for a fill. Boxes with a side below 1 or above 32768 have no pixels. */
void kb_paint_box (const KbInk *ink, const KbBox *box, guint width);
/* The ellipse that touches the box's four sides. For a square box of side d, it is the round dab of
 * d. */
void kb_paint_ellipse (const KbInk *ink, const KbBox *box, guint width);
/* Corners in 1/256 pixel, closed. A pixel is in if the outline's winding number around its centre
 * is nonzero: a lasso that overlaps itself has no holes. A centre on an edge is in if the inside is
 * to the right of it, or below a horizontal edge. So polygons that share an edge share no pixel and
 * leave none out. */
void kb_paint_polygon (const KbInk *ink, const KbCorner *corners, guint n);

/* --- Fills ------------------------------------------------------------------------------------ */

typedef struct {
  /* Compares its colours; NULL: fills the clicked zone, by zones */
  const KbPicture *picture;
  guint tolerance;             /* for colours: 0 (equal) to 255 (all) */
  /* All like pixels, else those connected by pixels' sides */
  gboolean everywhere;
  /* Stops at zones other than the clicked one; "nothing" is one */
  gboolean stops;
  const KbZones *under;        /* shown where nothing is painted, of the same size; NULL: nothing */
} KbFillOptions;

/* The pixels like (x, y). There are none outside the picture. The difference of two colours is the
 * largest of red, green, blue and alpha. Colours are multiplied by alpha first, (c * alpha + 127) /
 * 255 rounded down, so transparent pixels are alike. It is measured from the clicked pixel, not
 * between neighbours. Outside the picture everything is transparent. Returns NULL when cancelled.
 * Cost: only reached pixels are read. `progress` counts pixels. */
KbPixelSet *kb_fill_find (const KbZones *zones, gint x, gint y, const KbFillOptions *options,
                          KbProgress progress, gpointer data);

/* --- Changes of zones ------------------------------------------------------------------------- */

/* In a box, or everywhere (NULL). */
void kb_paint_replace (KbZonesPainter *painter, const KbBox *box, guint8 from, guint8 to);

/* These need a new, unused painter. They return FALSE when cancelled: cancel the painter then. A
 * zone grows as kb_pixel_set_grow, over the zones of `over` (256 flags; NULL: only over 0); */
gboolean kb_paint_grow (KbZonesPainter *painter, guint8 zone, guint n, const guint8 *over,
                        KbProgress progress, gpointer data);
/* and shrinks as kb_pixel_set_shrink; the freed pixels become `to`. */
gboolean kb_paint_shrink (KbZonesPainter *painter, guint8 zone, guint n, guint8 to,
                          KbProgress progress, gpointer data);

/* Specks: parts of one zone (even 0), connected by pixels' sides, of fewer than `least` pixels, in
 * the zones of `zones` (256 flags; NULL: all). A speck becomes the zone that most of its sides
 * touch, without other specks and the picture's edge. Of equals, the lowest is used. Specks that
 * touch only specks follow, by their new zones, and so on. */

/* A picture of only specks stays unchanged. `n` (may be NULL): the number of specks changed. */
gboolean kb_paint_clean_specks (KbZonesPainter *painter, const guint8 *zones, guint64 least,
                                guint *n, KbProgress progress, gpointer data);

/* --- Pieces: cut or copied pixels ------------------------------------------------------------- */

/* Floats until it is put down. Its pixel (i, j) was at (x + i, y + j). */
typedef struct {
  gint x, y;
  guint width, height;
  guint8 *zones;               /* width * height */
  guint8 *out;                 /* the same size: nonzero if the pixel is not part of the piece */
} KbPiece;

/* The pixels of the set as currently painted. The piece has the size of the set's box. Returns NULL
 * if the set is empty or memory runs out. */
KbPiece *kb_piece_copy (const KbZonesPainter *painter, const KbPixelSet *set);
/* The same, and sets them to 0. */
KbPiece *kb_piece_cut (KbZonesPainter *painter, const KbPixelSet *set);
void kb_piece_free (KbPiece *piece);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbPiece, kb_piece_free)
/* Within its box, which does not move. */
void kb_piece_flip (KbPiece *piece, gboolean flip_x, gboolean flip_y);
/* Puts its upper left corner at (x, y). With `keep`, its pixels of zone 0 leave the picture
 * unchanged. Otherwise they paint 0. */
void kb_piece_put (KbZonesPainter *painter, const KbPiece *piece, gint x, gint y, gboolean keep);
/* Its pixels with the upper left corner at (x, y): the selection after a move. Of the given
 * size. */
KbPixelSet *kb_piece_set (const KbPiece *piece, gint x, gint y, guint width, guint height);

#endif
