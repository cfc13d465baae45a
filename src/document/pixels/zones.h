/* SPDX-License-Identifier: MIT */
/* The painted picture: 8-bit values (zones, where 0 is nothing) in shared tiles of 64 x 64 pixels.
 * It is used for masks, zone masks of frames and painted roads, of up to 16384 x 16384 pixels. Undo
 * keeps only the tiles of a stroke. Flow: kb_zones_new or kb_zones_from_pixels. A painter writes
 * spans into copies of tiles. kb_zones_painter_finish makes a patch, which kb_zones_apply applies
 * and reverts. */

/* Ownership: pictures and patches share reference-counted tiles. Tiles of a single value are one of
 * 256 shared by all pictures, and cost nothing. Pictures are counted too: another reference is a
 * free snapshot, until the next change copies the table of tiles (8 bytes each). */

/* Threads: counts are atomic, and a picture never changes while more than one reference exists
 * (kb_zones_apply and kb_zones_set_band copy the table then). So the owner of a reference may read
 * from any thread without a lock. A thread that has one takes the reference for another thread. A
 * painter belongs to one thread. */
#ifndef KB_ZONES_H
#define KB_ZONES_H

#include <glib.h>

#define KB_ZONES_TILE 64            /* pixels per side */
#define KB_MAX_ZONES_SIDE 16384     /* pixels */

typedef struct KbZones KbZones;
typedef struct KbZonesPainter KbZonesPainter;
typedef struct KbZonesPatch KbZonesPatch;

/* --- Pictures --------------------------------------------------------------------------------- */

/* All of one value. The sides are 1 to KB_MAX_ZONES_SIDE. Cost: the table of tiles. */
KbZones *kb_zones_new (guint width, guint height, guint8 value);
/* From rows of bytes, `stride` bytes apart. */
KbZones *kb_zones_from_pixels (guint width, guint height, const guint8 *pixels, gsize stride);
KbZones *kb_zones_ref (KbZones *zones);
void kb_zones_unref (KbZones *zones);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbZones, kb_zones_unref)

guint kb_zones_width (const KbZones *zones);
guint kb_zones_height (const KbZones *zones);
/* 0 outside. */
guint8 kb_zones_at (const KbZones *zones, gint x, gint y);
/* The rectangle as rows of bytes, with 0 outside the picture. */
void kb_zones_copy (const KbZones *zones, gint x, gint y, guint width, guint height, guint8 *to,
                    gsize stride);
/* The number of pixels with each value. Updated with each change: reads no pixels. */
void kb_zones_counts (const KbZones *zones, guint64 counts[256]);
/* FALSE for NULL. */
gboolean kb_zones_same_size (const KbZones *a, const KbZones *b);
/* FALSE for different sizes too. Shared tiles are not compared. */
gboolean kb_zones_equal (const KbZones *a, const KbZones *b);
/* Approximate memory in bytes, including shared tiles. */
gsize kb_zones_weight (const KbZones *zones);
/* Nothing is painted: all is 0. */
gboolean kb_zones_is_blank (const KbZones *zones);
/* A new picture of the rectangle, with 0 outside. If x and y are multiples of 64, whole tiles are
 * shared. */
KbZones *kb_zones_crop (const KbZones *zones, gint x, gint y, guint width, guint height);
/* A new picture in which `map` replaces each pixel's value. Unchanged tiles are shared. */
KbZones *kb_zones_map (const KbZones *zones, const guint8 map[256]);

/* Tiles, for fast reading: `columns` x `rows` of them, counted row by row from the top left.
 * kb_zones_tile gives 64 rows of 64 bytes, valid while a reference is held. At the right and at the
 * bottom, only the part within the picture is defined. kb_zones_tile_value is the value of a
 * uniform tile, else -1. */
guint kb_zones_columns (const KbZones *zones);
guint kb_zones_rows (const KbZones *zones);
const guint8 *kb_zones_tile (const KbZones *zones, guint index);
gint kb_zones_tile_value (const KbZones *zones, guint index);
/* Builds a picture from top to bottom without ever having all of it unpacked: the rows from 64 *
 * row on, up to 64, full width. Takes and returns the picture, as kb_zones_apply does. */
KbZones *kb_zones_set_band (KbZones *zones, guint row, const guint8 *pixels, gsize stride);

/* --- Strokes ---------------------------------------------------------------------------------- */

/* A stroke in progress on a picture, which does not change. It holds a reference until it is
 * finished or cancelled. Cost: 8 bytes per tile of the picture, and 4 KiB for each tile touched. */
KbZonesPainter *kb_zones_painter_new (KbZones *zones);

/* Pixels x0 <= x < x1 of row y. Those outside the picture are ignored. */
void kb_zones_painter_span (KbZonesPainter *painter, gint y, gint x0, gint x1, guint8 value);
/* The same for a rectangle. Tiles fully inside cost no pixels. */
void kb_zones_painter_box (KbZonesPainter *painter, gint x, gint y, gint width, gint height,
                           guint8 value);
/* Rows of bytes into a rectangle. Where `keep` is nonzero, the pixel stays unchanged. If it is
 * NULL, no pixel does. Its rows are `stride` bytes apart too. */
void kb_zones_painter_copy_in (KbZonesPainter *painter, gint x, gint y, guint width, guint height,
                               const guint8 *pixels, const guint8 *keep, gsize stride);
/* `map` replaces each pixel's value in a rectangle. Does not touch tiles that stay unchanged. */
void kb_zones_painter_map (KbZonesPainter *painter, gint x, gint y, guint width, guint height,
                           const guint8 map[256]);

/* The picture including the stroke so far. */
guint8 kb_zones_painter_at (const KbZonesPainter *painter, gint x, gint y);
void kb_zones_painter_copy (const KbZonesPainter *painter, gint x, gint y, guint width,
                            guint height, guint8 *to, gsize stride);
const guint8 *kb_zones_painter_tile (const KbZonesPainter *painter, guint index);
/* The picture before the stroke, borrowed. */
KbZones *kb_zones_painter_zones (const KbZonesPainter *painter);
/* The box written since the last call, changed or not. Returns FALSE if there is none. */
gboolean kb_zones_painter_take_dirty (KbZonesPainter *painter, gint *x, gint *y, guint *width,
                                      guint *height);
/* The same for displays, independent of the above: the first time everything. */
gboolean kb_zones_painter_take_unseen (KbZonesPainter *painter, gint *x, gint *y, guint *width,
                                       guint *height);

/* Reverts the stroke so far: as a new painter, but only the box shown before is unseen again. */
void kb_zones_painter_restart (KbZonesPainter *painter);
/* Ends the stroke. Returns its changes, or NULL if there are none. */
KbZonesPatch *kb_zones_painter_finish (KbZonesPainter *painter);
/* Ends the stroke without a trace. NULL is ignored. */
void kb_zones_painter_cancel (KbZonesPainter *painter);

/* --- Patches ---------------------------------------------------------------------------------- */

/* The tiles changed by a stroke, before and after. It never changes. Counts are atomic. */
KbZonesPatch *kb_zones_patch_ref (KbZonesPatch *patch);
void kb_zones_patch_unref (KbZonesPatch *patch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbZonesPatch, kb_zones_patch_unref)

guint kb_zones_patch_length (const KbZonesPatch *patch);
/* For change i: the tile's number in the picture. Numbers ascend. */
guint kb_zones_patch_tile (const KbZonesPatch *patch, guint i);
/* 64 rows of 64 bytes, before or after. *value is as from kb_zones_tile_value, or NULL. */
const guint8 *kb_zones_patch_pixels (const KbZonesPatch *patch, guint i, gboolean after,
                                     gint *value);
/* The size of its picture. */
void kb_zones_patch_size (const KbZonesPatch *patch, guint *width, guint *height);
/* The box of the changed tiles, within the picture. */
void kb_zones_patch_box (const KbZonesPatch *patch, gint *x, gint *y, guint *width, guint *height);
/* Approximate bytes it keeps from being freed: the tiles before. */
gsize kb_zones_patch_weight (const KbZonesPatch *patch);

/* Packs it for the journal in advance, which takes long for a large one, before other threads have
 * it. The line of its step is then written immediately. */
void kb_zones_patch_pack (KbZonesPatch *patch);

/* Whether the picture matches the patch in the tiles that it changes. */
gboolean kb_zones_patch_fits (const KbZonesPatch *patch, const KbZones *zones);
/* Applies a patch (`forward`) or reverts it. The picture must match. Takes the reference and
 * returns one: the same picture if nobody else holds it, else a new one. Cost: a pointer per
 * changed tile. */
KbZones *kb_zones_apply (KbZones *zones, const KbZonesPatch *patch, gboolean forward);

#endif
