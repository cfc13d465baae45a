/* SPDX-License-Identifier: MIT */
/* Between the questions of kickbox query. All that read return FALSE after having failed the query, which keeps the first
 * failure. */
#ifndef KB_CLI_QUERY_H
#define KB_CLI_QUERY_H

#include <jansson.h>

#include "cli/input.h"

typedef struct {
  const kbx_bank *bank;
  const json_t *line;
  char *error;             /* the first thing that is wrong with the line */
  gboolean exact;          /* the answer's numbers are told with all their digits */
} KbQuery;

gboolean kb_query_fail (KbQuery *query, const char *format, ...) G_GNUC_PRINTF (2, 3);
gboolean kb_query_text (KbQuery *query, const char *key, const char **text);
/* A number from `low` to `high`; `path`: what it is called. */
gboolean kb_query_number (KbQuery *query, const json_t *value, const char *path, double low, double high, float *number);
/* Two numbers within the limit. */
gboolean kb_query_place (KbQuery *query, const char *key, double limit, kbx_vec *at);
/* The same of the value itself, which is called `path`. */
gboolean kb_query_vec (KbQuery *query, const json_t *value, const char *path, double limit, kbx_vec *at);
/* Two numbers; the pixel that contains a point with fractions is the one below and to its left. `whole`: no fractions. */
gboolean kb_query_pixel (KbQuery *query, const json_t *value, const char *path, gboolean whole, int32_t *x, int32_t *y);
/* That an object has no other keys than `keys`, words between spaces: a misspelt one would change the question in silence. */
gboolean kb_query_keys (KbQuery *query, const json_t *object, const char *path, const char *keys);
gboolean kb_query_track (KbQuery *query, uint32_t *track);
gboolean kb_query_pose (KbQuery *query, const char *key, kbx_frame *frame, kbx_pose *pose);
/* Absent: all classes. */
gboolean kb_query_classes (KbQuery *query, const char *key, kbx_class_set *set);

/* query_zones.c. */
json_t *kb_query_zone (KbQuery *query);

/* query_levels.c. Partitions that a bank does not have are built when they are first asked for, and kept until the end. */
json_t *kb_query_trace (KbQuery *query);
json_t *kb_query_slide (KbQuery *query);
json_t *kb_query_bounce (KbQuery *query);
json_t *kb_query_sees (KbQuery *query);
json_t *kb_query_near (KbQuery *query);
json_t *kb_query_locate (KbQuery *query);
void kb_query_levels_end (void);

#endif
