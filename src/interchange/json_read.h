/* SPDX-License-Identifier: MIT */
/* Reads other programs' JSON, with errors that name the position: "hero.json: frames[3].frame.w:
 * ...". */
#ifndef KB_JSON_READ_H
#define KB_JSON_READ_H

#include "interchange/formats.h"

#include <jansson.h>

/* A chain on the stack: the path costs nothing until an error is reported. */
typedef struct KbJsonPlace KbJsonPlace;
struct KbJsonPlace {
  const KbJsonPlace *up;
  const char *name;     /* a member, or the file if `up` is NULL */
  gboolean quoted;      /* name is a key of the source: frames['hero 0.png'] */
  gsize index;          /* an item if name is NULL */
};

typedef struct { gint x, y, width, height; } KbJsonRect;

/* "FILE: PATH"; a new string. `member` may be NULL. */
char *kb_json_place_text (const KbJsonPlace *place, const char *member);
#define kb_json_fail(error, place, member, ...)                                                    \
  kb_import_fail_at (error, kb_json_place_text (place, member), __VA_ARGS__)

/* A required member of the type; NULL and an error otherwise. */
const json_t *kb_json_member (const json_t *object, const char *member, json_type type,
                              const KbJsonPlace *place, GError **error);
/* The same, but NULL without an error (and *ok TRUE) if it is absent or null. */
const json_t *kb_json_optional (const json_t *object, const char *member, json_type type,
                                const KbJsonPlace *place, gboolean *ok, GError **error);
/* An integer within the limits; 12.0 is allowed. */
gboolean kb_json_int (const json_t *object, const char *member, gint min, gint max, gint *result,
                      const KbJsonPlace *place, GError **error);
/* {"x", "y", "w", "h"} within the limits; sizes from 0. */
gboolean kb_json_rect (const json_t *object, const char *member, gint min, gint max,
                       KbJsonRect *result, const KbJsonPlace *place, GError **error);
/* {"w", "h"} or {"x", "y"}. */
gboolean kb_json_pair (const json_t *object, const char *member, const char *first,
                       const char *second, gint min, gint max, gint *a, gint *b,
                       const KbJsonPlace *place, GError **error);

#endif
