/* SPDX-License-Identifier: MIT */
/* Shared by the query files. All readers return FALSE after failing the query, which keeps the
 * first failure. */
#ifndef KB_QUERY_PRIVATE_H
#define KB_QUERY_PRIVATE_H

#include <glib.h>
#include <jansson.h>

#include "runtime/kickbox.h"

/* A frame in the world. */
typedef struct {
  kbx_handle frame;
  kbx_place pose;
} KbQueryPose;

typedef struct {
  const kbx_bank *bank;
  const json_t *line;
  char *error;             /* the first error in the line */
  gboolean exact;          /* the answer's numbers are written in full precision */
  /* The parts of the line that its row reads */
  KbQueryPose pose, a, b;
  kbx_class_set a_classes, b_classes;
  const char *sprite, *name;
  kbx_handle level, of;    /* `of`: the layer or track */
  kbx_filter filter;
  kbx_vec p, from, to, way, left, right;
  kbx_vec3 from3, to3;
  kbx_point cell;
  kbx_box box;
  float radius, number, step_up, step_down;
} KbQuery;

/* Parts of a line, to the fields of the query that are called like them unless stated otherwise. */
typedef enum {
  KB_READ_NOTHING,         /* ends a list */
  KB_READ_POSE,
  KB_READ_A,
  KB_READ_B,
  KB_READ_A_CLASSES,
  KB_READ_B_CLASSES,
  KB_READ_CLASSES,         /* to the filter */
  KB_READ_NAME,
  KB_READ_SPRITE,
  KB_READ_ANIMATION,       /* to `name` */
  KB_READ_LEVEL,
  KB_READ_WALLS,           /* the level with the line's partition; the bank's own to `of` */
  KB_READ_TILES,           /* the level and its layer of that kind, to `of` */
  KB_READ_MAZE,
  KB_READ_GROUND,
  KB_READ_MAP,
  KB_READ_TRACK,           /* to `of` */
  KB_READ_MASK,            /* to `of` */
  KB_READ_P,               /* within the limit of the world */
  KB_READ_FROM,
  KB_READ_TO,              /* and to `way` the way there from `from` */
  KB_READ_CAR_RADIUS,      /* 0 if missing */
  KB_READ_MOVER_FROM,      /* within half the world */
  KB_READ_MOVER_TO,
  KB_READ_MOVER_RADIUS,    /* 0 if missing */
  KB_READ_LEVEL_P,         /* within the limit of levels */
  KB_READ_LEVEL_FROM,
  KB_READ_LEVEL_TO,
  KB_READ_RADIUS,          /* 0 if missing */
  KB_READ_RADIUS_GIVEN,
  KB_READ_LEFT,            /* directions of any length; all round if missing */
  KB_READ_RIGHT,
  KB_READ_COEFFICIENT,     /* to `number`; 0 if missing */
  KB_READ_HEIGHT,          /* to `number`; 0 if missing */
  KB_READ_WAY,             /* "move", with fractions */
  KB_READ_MOVE,            /* "move", whole pixels, to `way` */
  KB_READ_FROM3,
  KB_READ_TO3,
  KB_READ_MIN3,            /* to `from3` */
  KB_READ_MAX3,            /* to `to3` */
  KB_READ_BOX,             /* whole pixels, not empty */
  KB_READ_CELL,
  KB_READ_STEP_UP,         /* these are 0 or false if missing */
  KB_READ_STEP_DOWN,
  KB_READ_DROP_THROUGH
} KbQueryRead;

/* The longest list of a row, with its end. */
enum { KB_QUERY_READS = 8 };

/* A part of an object: how it is read, and where to. */
typedef struct KbQueryPart KbQueryPart;
struct KbQueryPart {
  const char *key;         /* NULL: the object itself. For `read` its path in the line */
  gboolean (*read) (KbQuery *query, const KbQueryPart *part, const json_t *value);
  gsize to;                /* an offset, of the field that it fills */
  double limit;
  gboolean optional;       /* if it is missing, the field keeps what it was */
  gpointer at;             /* for `read`: the field */
};

/* Readers of numbers: vectors within the limit, from 0 to it, from -limit to it. */
gboolean kb_query_read_vec (KbQuery *query, const KbQueryPart *part, const json_t *value);
gboolean kb_query_read_vec3 (KbQuery *query, const KbQueryPart *part, const json_t *value);
gboolean kb_query_read_number (KbQuery *query, const KbQueryPart *part, const json_t *value);
gboolean kb_query_read_signed (KbQuery *query, const KbQueryPart *part, const json_t *value);
/* Whole pixels [x, y, w, h], not empty. */
gboolean kb_query_read_box (KbQuery *query, const KbQueryPart *part, const json_t *value);

/* A shape as an object with one key. */
typedef struct {
  const char *key;
  int kind;                /* the runtime's */
  const char *keys;        /* of its value; NULL: it is no object */
  KbQueryPart parts[5];
  const char *wanted; /* besides: by the runtime */
  gboolean one_way;
} KbQueryShape;

/* Reads an object's parts into `base`. `path` is the object's, "" for the line. */
gboolean kb_query_parts (KbQuery *query, const json_t *object, const char *path,
                         const KbQueryPart *parts, gpointer base);
/* Reads a shape into `base`. Returns its row, or -1; *place, freed later, is its path. */
gint kb_query_shape (KbQuery *query, const json_t *value, const char *path,
                     const KbQueryShape *shapes, gpointer base, char **place);

gboolean kb_query_fail (KbQuery *query, const char *format, ...) G_GNUC_PRINTF (2, 3);
#define kb_query_fail_null(...) ((void) kb_query_fail (__VA_ARGS__), NULL)
/* Reads these parts in order. */
gboolean kb_query_read (KbQuery *query, const KbQueryRead *reads);
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

/* "circle": {"at": [x, y], "radius": R}. */
gboolean kb_query_circle (KbQuery *query, kbx_circle *circle);
/* The first of these keys that the line has, -1 without any. Fails if it has more. */
gint kb_query_which (KbQuery *query, const char *const *keys, const char *wanted);
/* Reads "p", rounded down to a pixel, to `cell`; without it "box". *of_p says which. */
gboolean kb_query_area (KbQuery *query, gboolean *of_p);
/* Replaces the level by one with the partition of the line, if it has one. */
gboolean kb_query_partition (KbQuery *query);
/* Fails unless the status is KBX_OK. */
gboolean kb_query_status (KbQuery *query, kbx_status status);
/* Null for KBX_NONE. */
json_t *kb_query_class_name (const KbQuery *query, uint32_t class_index);
json_t *kb_query_pair (kbx_vec v);
json_t *kb_query_triple (kbx_vec3 v);
/* The part of the answer common to plane sweeps; `point`, which is taken, is the mover's position
 * at the hit. */
json_t *kb_query_sweep (kbx_hit sweep, json_t *point);

/* A query: its name, its answer, the parts that it always reads, and the keys that a line may have.
 * For the help: `asks` is the line without "q", `answers` the keys of its answer, in order. */
typedef struct {
  const char *q;
  json_t *(*ask) (KbQuery *query);
  KbQueryRead reads[KB_QUERY_READS];   /* read before it is asked */
  const char *keys;
  const char *asks, *answers;
} KbQueryKind;

/* The queries of each file, ended by a NULL name. levels.c, with kb_wall_queries, builds partitions
 * that the bank lacks. It keeps them until the end. */
extern const KbQueryKind kb_frame_queries[], kb_zone_queries[], kb_track_queries[],
  kb_level_queries[], kb_wall_queries[], kb_tile_queries[], kb_world_queries[], kb_kit_queries[],
  kb_space_queries[];

#endif
