/* SPDX-License-Identifier: MIT */
/* Queries that are not decided in whole pixels: each shape of a frame as a closed shape in the
 * world. */
#ifndef KBX_TURNED_HITS_H
#define KBX_TURNED_HITS_H

#include "runtime/frames/turned.h"

static inline kbx_thing
kbx_no_shape (kbx_status status)
{
  return KBX_LITERAL (kbx_thing){ status, false, KBX_NOTHING, 0, KBX_NONE, KBX_NONE, { 0, 0 } };
}

static inline kbx_thing
kbx_shape_thing (uint32_t index, uint32_t class_index)
{
  return KBX_LITERAL (kbx_thing){ KBX_OK, true, KBX_SHAPE, 0, index, class_index, { 0, 0 } };
}

/* The index of a frame's action point, KBX_NONE if there is none of that name. frames.c */
KBX_INTERNAL uint32_t kbx_find_action (kbx_handle frame, const char *name);

/* The first shape of the frame that contains a point, or touches any shape. */
KBX_INTERNAL kbx_thing kbx_first_at (kbx_handle frame, const kbx_place *place, kbx_vec p,
                                     kbx_class_set classes);
KBX_INTERNAL kbx_thing kbx_first_closed (kbx_handle frame, const kbx_place *place,
                                         const kbx_shape *shape, kbx_class_set classes);
KBX_INTERNAL uint32_t kbx_all_closed (kbx_handle frame, const kbx_place *place,
                                      const kbx_shape *shape, kbx_class_set classes,
                                      kbx_thing *things, uint32_t capacity);

/* One of two frames, at its place. */
typedef struct {
  kbx_handle frame;
  const kbx_place *place;
  kbx_class_set classes;
} kbx_asked_frame;

/* Pairs of shapes, as many as fit; stops when `most` are found. */
KBX_INTERNAL uint32_t kbx_closed_pairs (kbx_asked_frame a, kbx_asked_frame b, kbx_pair *pairs,
                                        uint32_t capacity, uint32_t most);

#endif
