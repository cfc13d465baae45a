/* SPDX-License-Identifier: MIT */
/* The painted picture: 8-bit values (zones; 0 is nothing) in tiles of 64 x 64 pixels that pictures
 * share.
 *
 * Purpose: masks, zone masks of frames and painted roads, of up to 16384 x 16384 pixels, of which
 * undo keeps only what a stroke touched. Flow: kb_zones_new or kb_zones_from_pixels -> a painter
 * writes spans into copies of the tiles that it touches -> kb_zones_painter_finish makes a patch,
 * which kb_zones_apply puts in and takes out. Ownership: tiles are counted and shared by pictures
 * and patches; a tile that has one value all over is one of 256 that all pictures share, and costs
 * nothing. A picture is counted too: another reference is a snapshot that costs nothing at once,
 * and the table of tiles (8 bytes each) at the next change. Threads: counts are atomic, and a
 * picture never changes while more than one reference is held (kb_zones_apply and kb_zones_set_band
 * copy the table then). So who holds a reference may read from any thread without a lock; a
 * reference that another thread is to have is taken by a thread that has one. A painter belongs to
 * one thread. */
#ifndef KB_ZONES_H
#define KB_ZONES_H

#include <glib.h>

#define KB_ZONES_TILE 64            /* pixels, each way */
#define KB_MAX_ZONES_SIDE 16384     /* pixels */

typedef struct KbZones KbZones;
typedef struct KbZonesPainter KbZonesPainter;
typedef struct KbZonesPatch KbZonesPatch;

/* --- Pictures --------------------------------------------------------------------------------- */

/* All of one value. The sides are 1 to KB_MAX_ZONES_SIDE. Cost: the table of tiles. */
KbZones *kb_zones_new (guint width, guint height, guint8 value);
/* From rows of bytes, `stride` bytes from one to the next. */
KbZones *kb_zones_from_pixels (guint width, guint height, const guint8 *pixels, gsize stride);
KbZones *kb_zones_ref (KbZones *zones);
void kb_zones_unref (KbZones *zones);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbZones, kb_zones_unref)

guint kb_zones_width (const KbZones *zones);
guint kb_zones_height (const KbZones *zones);
/* 0 outside. */
guint8 kb_zones_at (const KbZones *zones, gint x, gint y);
/* The rectangle as rows of bytes; what is outside of the picture is 0. */
void kb_zones_copy (const KbZones *zones, gint x, gint y, guint width, guint height, guint8 *to,
                    gsize stride);
/* How many pixels have each value. Kept up to date by each change: no pixel is looked at. */
void kb_zones_counts (const KbZones *zones, guint64 counts[256]);
/* Also: the same size. Tiles that both share are not looked at. */
gboolean kb_zones_equal (const KbZones *a, const KbZones *b);
/* Bytes that it takes, roughly, with tiles that others share. */
gsize kb_zones_weight (const KbZones *zones);
/* Nothing is painted: all is 0. */
gboolean kb_zones_is_blank (const KbZones *zones);
/* A new picture of the rectangle; what is outside is 0. Where x and y are multiples of 64, whole
 * tiles are shared. */
KbZones *kb_zones_crop (const KbZones *zones, gint x, gint y, guint width, guint height);
/* A new picture in which each pixel has the value that `map` has for it. Tiles that stay the same
 * are shared. */
KbZones *kb_zones_map (const KbZones *zones, const guint8 map[256]);

/* Tiles, for who reads much: `columns` x `rows` of them, counted row by row from the top left.
 * kb_zones_tile gives 64 rows of 64 bytes, valid as long as a reference is held; of tiles at the
 * right and at the bottom only the part within the picture counts. kb_zones_tile_value is the value
 * of a tile that has the same all over, else -1. */
guint kb_zones_columns (const KbZones *zones);
guint kb_zones_rows (const KbZones *zones);
const guint8 *kb_zones_tile (const KbZones *zones, guint index);
gint kb_zones_tile_value (const KbZones *zones, guint index);
/* For building a picture from top to bottom without ever having all of it plain: the rows 64 * row
 * and on, as many as there are up to 64, whole width. The picture is given and given back, as with
 * kb_zones_apply. */
KbZones *kb_zones_set_band (KbZones *zones, guint row, const guint8 *pixels, gsize stride);

/* --- Strokes ---------------------------------------------------------------------------------- */

/* A stroke that is under way on a picture, which stays as it is. It holds a reference until it is
 * finished or cancelled. Cost: 8 bytes a tile of the picture, and 4 KiB for each tile that is
 * touched. */
KbZonesPainter *kb_zones_painter_new (KbZones *zones);

/* Pixels x0 <= x < x1 of row y; what is outside of the picture is dropped. */
void kb_zones_painter_span (KbZonesPainter *painter, gint y, gint x0, gint x1, guint8 value);
/* The same for a rectangle. Tiles that are inside cost no pixels. */
void kb_zones_painter_box (KbZonesPainter *painter, gint x, gint y, gint width, gint height,
                           guint8 value);
/* Rows of bytes into a rectangle. `keep`: of pixels where it is not 0, whatever is there stays;
 * NULL: none. Its rows are `stride` bytes apart too. */
void kb_zones_painter_copy_in (KbZonesPainter *painter, gint x, gint y, guint width, guint height,
                               const guint8 *pixels, const guint8 *keep, gsize stride);
/* Each pixel of a rectangle gets the value that `map` has for its own. Tiles that it leaves as they
 * are, are not touched. */
void kb_zones_painter_map (KbZonesPainter *painter, gint x, gint y, guint width, guint height,
                           const guint8 map[256]);

/* What the picture is with the stroke as far as it got. */
guint8 kb_zones_painter_at (const KbZonesPainter *painter, gint x, gint y);
void kb_zones_painter_copy (const KbZonesPainter *painter, gint x, gint y, guint width,
                            guint height, guint8 *to, gsize stride);
const guint8 *kb_zones_painter_tile (const KbZonesPainter *painter, guint index);
/* The picture as it was before; borrowed. */
KbZones *kb_zones_painter_zones (const KbZonesPainter *painter);
/* The box of what was written since the last call, whether that changed it or not; FALSE where
 * nothing was. */
gboolean kb_zones_painter_take_dirty (KbZonesPainter *painter, gint *x, gint *y, guint *width,
                                      guint *height);
/* The same for who shows the picture, apart from the above: the first time all of it. */
gboolean kb_zones_painter_take_unseen (KbZonesPainter *painter, gint *x, gint *y, guint *width,
                                       guint *height);

/* Takes back what was painted so far: as a new painter, but that of what was seen only that box is
 * unseen again. */
void kb_zones_painter_restart (KbZonesPainter *painter);
/* Ends the stroke; what it changed, or NULL where that is nothing. */
KbZonesPatch *kb_zones_painter_finish (KbZonesPainter *painter);
/* Ends the stroke without a trace; NULL is ignored. */
void kb_zones_painter_cancel (KbZonesPainter *painter);

/* --- Patches ---------------------------------------------------------------------------------- */

/* The tiles that a stroke changed, as they were and as they are. It never changes; counts are
 * atomic. */
KbZonesPatch *kb_zones_patch_ref (KbZonesPatch *patch);
void kb_zones_patch_unref (KbZonesPatch *patch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbZonesPatch, kb_zones_patch_unref)

guint kb_zones_patch_length (const KbZonesPatch *patch);
/* Of change i: the tile's number in the picture. Numbers ascend. */
guint kb_zones_patch_tile (const KbZonesPatch *patch, guint i);
/* 64 rows of 64 bytes, before or after; *value is as from kb_zones_tile_value, or NULL. */
const guint8 *kb_zones_patch_pixels (const KbZonesPatch *patch, guint i, gboolean after,
                                     gint *value);
/* The size of the picture that it is for. */
void kb_zones_patch_size (const KbZonesPatch *patch, guint *width, guint *height);
/* The box of the changed tiles, within the picture. */
void kb_zones_patch_box (const KbZonesPatch *patch, gint *x, gint *y, guint *width, guint *height);
/* Bytes that it keeps from being freed, roughly: what was there before. */
gsize kb_zones_patch_weight (const KbZonesPatch *patch);

/* Packs it for the journal, which a large one takes long for, before other threads have it: the
 * line of its step is then written at once. */
void kb_zones_patch_pack (KbZonesPatch *patch);

/* The picture is as the patch was made for, in the tiles that it changes. */
gboolean kb_zones_patch_fits (const KbZonesPatch *patch, const KbZones *zones);
/* Puts a patch in (`forward`) or takes it out again; the picture has to be as it was made for.
 * Takes the reference and gives one back: the same picture where nobody else holds it, else a new
 * one. Cost: a pointer a changed tile. */
KbZones *kb_zones_apply (KbZones *zones, const KbZonesPatch *patch, gboolean forward);

#endif
