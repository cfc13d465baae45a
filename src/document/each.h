/* SPDX-License-Identifier: MIT */
/* New structs, orders to sort by, and loops over all elements of an array, in order. `break`,
 * `continue` and `return` work as in any loop. `shape_at` is the index of `shape`. Example:
 *   KB_EACH (const KbShape, shape, frame->shapes)
 *     add_class (classes, shape->class_id); */
#ifndef KB_EACH_H
#define KB_EACH_H

#include <glib.h>
#include <jansson.h>
#include <string.h>

/* A new struct with these initialisers. */
#define KB_NEW(Type, ...) ((Type *) g_memdup2 (&(Type) { __VA_ARGS__ }, sizeof (Type)))

/* For arrays of texts, or of structs that begin with one, and of guint. */
static inline int
kb_compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}
static inline int
kb_compare_numbers (const void *a, const void *b)
{
  const guint x = *(const guint *) a, y = *(const guint *) b;
  return (x > y) - (x < y);
}

/* Over the pointers in a GPtrArray. The array may grow or shrink within the loop: what counts is
 * the length before each round, as in a loop over an index. */
#define KB_EACH(Type, item, array) KB_EACH_WHILE (TRUE, Type, item, array)
/* As long as a condition holds, which is tested before each round. */
#define KB_EACH_WHILE(condition, Type, item, array) \
  KB_EACH_ (condition, Type *, item, array, (array)->pdata[item##_at])
/* From the last pointer to the first; the current one may be removed within the loop. */
#define KB_EACH_BACK(Type, item, array) \
  for (guint item##_at = (array)->len, item##_on = 1; item##_on && item##_at-- > 0; \
       item##_on = !item##_on) \
    for (Type *item = (array)->pdata[item##_at]; item##_on; item##_on = 0)

/* Over the addresses of the elements of a GArray, which must not grow within the loop. */
#define KB_EACH_IN(Type, item, array) KB_EACH_IN_WHILE (TRUE, Type, item, array)
#define KB_EACH_IN_WHILE(condition, Type, item, array) \
  KB_EACH_ (condition, Type *, item, array, &g_array_index (array, Type, item##_at))

/* Over the items of a JSON array; none where there is no array. */
#define KB_EACH_JSON(item, array) \
  for (gsize item##_at = 0, item##_on = 1; item##_on && item##_at < json_array_size (array); \
       item##_at++, item##_on = !item##_on) \
    for (json_t *item = json_array_get (array, item##_at); item##_on; item##_on = 0)
/* Over the members of a JSON object, whose values may be set within the loop. */
#define KB_EACH_MEMBER(key, value, object) \
  for (const char *key = json_object_iter_key (json_object_iter ((json_t *) (object))), \
                  *key##_on = key; \
       key##_on; \
       key##_on = key##_on ? NULL : (key = kb_json_next_key (object, key))) \
    for (json_t *value G_GNUC_UNUSED = json_object_iter_value (json_object_key_to_iter (key)); \
         key##_on; key##_on = NULL)

static inline const char *
kb_json_next_key (const json_t *object, const char *key)
{
  return json_object_iter_key (
    json_object_iter_next ((json_t *) object, json_object_key_to_iter (key)));
}

/* The outer loop counts; the inner one declares the item and runs once. A `break` leaves the inner
 * loop with `item_on` set, which the outer one turns into its end. */
#define KB_EACH_(condition, Type, item, array, element) \
  for (guint item##_at = 0, item##_on = 1; \
       item##_on && (condition) && item##_at < (array)->len; item##_at++, item##_on = !item##_on) \
    for (Type item = element; item##_on; item##_on = 0)

#endif
