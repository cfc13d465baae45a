/* SPDX-License-Identifier: MIT */
/* A project's parts in the form of a bank. */
#ifndef KB_BAKE_CONVERT_H
#define KB_BAKE_CONVERT_H

#include <glib.h>
#include <stdint.h>

#include "bake/bake.h"
#include "bank/join.h"
#include "document/document.h"
#include "runtime/kickbox/pack.h"

/* Lists of a project in a bank's order: assets by name, classes by ID, values by key. */

/* Sprites, masks, tracks or levels, sorted by name, borrowed. */
GPtrArray *kb_assets_by_name (const GPtrArray *assets);

/* KbId -> the class's index in the project. */
GHashTable *kb_class_places (const KbProject *project);

static inline guint
kb_class_place (GHashTable *places, KbId id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (places, GUINT_TO_POINTER (id)));
}

/* The values of a node, with the missing ones of its class, in memory that a content frees, or
 * NULL for none. */
KbBankValue *kb_bake_values (const KbNode *node, uint32_t *n);

/* A project's paintings in the form of a bank: masks, zones of frames. */

/* Adds all masks to a content that has none, in the order of their names. The problems list must
 * have no errors: paintings have the size of their mask, and values of its zones. Cost: linear in
 * the pixels. Memory: a band of 32 rows. */
void kb_bake_masks (const KbProject *project, KbBankContent *content);

/* Zones, or surfaces, in the artist's order, in memory that a content frees. */
KbBankZone *kb_bake_zones (const GPtrArray *zones, uint32_t *n);

/* Makes a painting from the bands of a source (runtime/masks/zone_make.h). */
struct kbx_zone_source;
void kb_bake_make_painting (const struct kbx_zone_source *source, KbBankPainting *to);

/* A rectangle of a painting. An empty one for NULL. */
void kb_bake_painting (const KbZones *zones, gint x, gint y, guint width, guint height,
                       KbBankPainting *to);

/* Converts a frame's shape to the bank's form. */

/* Fills in everything except the class. KB_ERROR_INPUT, starting with the node's path, for an
 * invalid shape (kb_geometry_fault), or one too small to be exact. `to` can be cleared then. */
gboolean kb_bake_shape (const KbShape *shape, KbBankShape *to, GError **error);

/* The four corners of an oriented box, clockwise on screen from -u-v, each rounded to the grid.
 * (ux, uy) is the unit vector of its own x axis. Returns FALSE if they coincide. The corners are
 * symmetric about the centre despite rounding. */
gboolean kb_oriented_corners (kb_fixed cx, kb_fixed cy, kb_fixed w, kb_fixed h, float ux, float uy,
                              KbBankVertex corners[4]);

/* The library's packers (kickbox/pack.h) with heap memory and GLib's errors. Errors:
 * KB_ERROR_INPUT, which names the faulty element: "points[3]: expected ...". */

GBytes *kb_pack_maze (const kbx_maze_plan *plan, GError **error);
GBytes *kb_pack_ground (const kbx_ground_plan *plan, GError **error);
GBytes *kb_pack_heightmap (const kbx_heightmap_plan *plan, GError **error);
/* With a byte per block of 32 x 32 cells, which is not read where that is nonzero, or NULL. */
GBytes *kb_pack_tiles (const kbx_tiles_plan *plan, const guint8 *blank, GError **error);
/* Also G_IO_ERROR_CANCELLED. */
GBytes *kb_pack_walls (const kbx_walls_plan *plan, GError **error);

/* The bitmap of a frame: its solid pixels, packed as the runtime reads them. */

/* A simple polygon as convex parts. */

/* Splits the polygon, in 1/256 pixels within +-2^24, in either orientation, into convex parts that
 * use its vertices and cover it exactly without overlap. Parts are clockwise on the screen, without
 * three collinear consecutive vertices, of at most KB_PART_MAX_VERTICES. At most four times the
 * optimal number, usually close to it. */

/* The polygon must not cross or touch itself (kb_geometry_fault), else the parts are meaningless,
 * or FALSE is returned, as for one without area. All in exact integers. Cost: O(n^2 r) with r
 * reflex corners at worst, usually O(n r). Method: ear clipping, then removing inessential
 * diagonals (Hertel and Mehlhorn 1983). */
#define KB_PART_MAX_VERTICES 255
gboolean kb_decompose (const KbBankVertex *vertices, guint n, KbBankRing **parts, guint *n_parts);

/* Twice the signed area in (1/256 px)^2, positive if clockwise on screen. */
gint64 kb_ring_area (const KbBankVertex *vertices, guint n);

/* Shared by the files that make and write a bake. */

struct KbBake {
  char *file;            /* the project's, for messages */
  KbBakeSettings settings;
  KbBankContent content;
  GPtrArray *beside;     /* GBytes: the separate page files, in the pages' order */
  char *stem;            /* of the main file, "robot" for "a/robot.kbx" */
  json_t *written;       /* for kb_exporter_write */
  const KbNode *only;    /* the asset that is baked, others are declared, or NULL for all */
  GArray *adlers;        /* guint32: of the bands of its pages */
  GPtrArray *objects;    /* KbObject: what is linked, else NULL */
  KbBankJoin join;       /* of them, */
  KbBankContent frames;  /* and of their sprites the frames */
};

KbBake *kb_bake_new (const char *file);

/* Packs and draws what was gathered, and sets the place of each picture in the content. */
struct KbWatch;
struct KbGather;
gboolean kb_bake_pictures (KbBake *bake, struct KbGather *gather, const struct KbWatch *watch,
                           GError **error);

#endif
