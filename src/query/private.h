/* SPDX-License-Identifier: MIT */
/* Shared by the query files. All readers return FALSE after failing the query, which keeps the
 * first failure. */
#ifndef KB_QUERY_PRIVATE_H
#define KB_QUERY_PRIVATE_H

#include <glib.h>
#include <jansson.h>

#include "runtime/kickbox.h"

typedef struct {
  const kbx_bank *bank;
  const json_t *line;
  char *error;             /* the first error in the line */
  gboolean exact;          /* the answer's numbers are written in full precision */
} KbQuery;

/* A frame in the world. */
typedef struct {
  kbx_handle frame;
  kbx_place pose;
} KbQueryPose;

gboolean kb_query_fail (KbQuery *query, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean kb_query_text (KbQuery *query, const char *key, const char **text);
/* A number from `low` to `high`; `path` names it in errors. */
gboolean kb_query_number (KbQuery *query, const json_t *value, const char *path, double low,
                          double high, float *number);
/* Two numbers within the limit. */
gboolean kb_query_place (KbQuery *query, const char *key, double limit, kbx_vec *at);
/* The same from the value itself, which errors call `path`. */
gboolean kb_query_vec (KbQuery *query, const json_t *value, const char *path, double limit,
                       kbx_vec *at);
gboolean kb_query_vec3 (KbQuery *query, const json_t *value, const char *path, double limit,
                        kbx_vec3 *at);
/* Three numbers of the line, within the world's limit. */
gboolean kb_query_place3 (KbQuery *query, const char *key, kbx_vec3 *at);
/* [x, y, w, h]: w and h from 0 to `side`. */
gboolean kb_query_rect (KbQuery *query, const json_t *value, const char *path, double limit,
                        double side, kbx_rect *rect);
/* Two numbers. Fractions are rounded down to the pixel that contains the point; `whole` refuses
 * them. */
gboolean kb_query_pixel (KbQuery *query, const json_t *value, const char *path, gboolean whole,
                         int32_t *x, int32_t *y);
/* Checks that an object has only the keys in `keys`, separated by spaces: a misspelt one would
 * silently change the query. */
gboolean kb_query_keys (KbQuery *query, const json_t *object, const char *path, const char *keys);
gboolean kb_query_track (KbQuery *query, uint32_t *track);
gboolean kb_query_pose (KbQuery *query, const char *key, KbQueryPose *asked);
/* Missing: all classes. */
gboolean kb_query_classes (KbQuery *query, const char *key, kbx_class_set *set);

/* "circle": {"at": [x, y], "radius": R}. */
gboolean kb_query_circle (KbQuery *query, kbx_circle *circle);
/* "from", "to" and the radius, 0 if missing: a moving circle. */
gboolean kb_query_mover (KbQuery *query, kbx_circle *mover, kbx_vec *move);

/* "box": whole pixels [x, y, w, h], not empty. "move": whole pixels. */
gboolean kb_query_box (KbQuery *query, kbx_box *box);
/* The same from the value itself, which errors call `path`. */
gboolean kb_query_box_of (KbQuery *query, const json_t *value, const char *path, kbx_box *box);
gboolean kb_query_move (KbQuery *query, kbx_point *move);
/* A boolean of the line: FALSE if missing. */
gboolean kb_query_flag (KbQuery *query, const char *key, bool *flag);
/* The level named in the line. Sets the answer's numbers to full precision. */
gboolean kb_query_level (KbQuery *query, kbx_handle *level);
/* The layer of that kind, named by `key`, in the line's level; sets the answer's numbers to full
 * precision. */
gboolean kb_query_layer (KbQuery *query, const char *key, kbx_kind kind, kbx_handle *layer);
/* Fails unless the status is KBX_OK. */
gboolean kb_query_status (KbQuery *query, kbx_status status);
/* Null for KBX_NONE. */
json_t *kb_query_class_name (const KbQuery *query, uint32_t class_index);
json_t *kb_query_pair (kbx_vec v);
json_t *kb_query_triple (kbx_vec3 v);
/* The part of the answer common to plane sweeps; `point`, which is taken, is the mover's position
 * at the hit. */
json_t *kb_query_sweep (kbx_hit sweep, json_t *point);

/* A query: its name, its answer, and the keys that a line may have. For the help: `asks` is the
 * line without "q", `answers` the keys of its answer, in order. */
typedef struct {
  const char *q;
  json_t *(*ask) (KbQuery *query);
  const char *keys;
  const char *asks, *answers;
} KbQueryKind;

/* The queries of each file, ended by a NULL name. levels.c, with kb_wall_queries, builds partitions
 * that the bank lacks. It keeps them until the end. */
extern const KbQueryKind kb_frame_queries[], kb_zone_queries[], kb_track_queries[],
  kb_level_queries[], kb_wall_queries[], kb_tile_queries[], kb_world_queries[], kb_kit_queries[],
  kb_space_queries[];

#endif
