/* SPDX-License-Identifier: MIT */
/* What becomes of a frame's shapes and points when it is rotated and scaled. What they are comes from the frame's own
 * pose, in exact floats. */
#include "runtime/turned.h"

KBX_API kbx_turn
kbx_turn_from_pose (kbx_pose pose)
{
  kbx_turn turn;
  turn.position.x = (float) (pose.x + 0.5);
  turn.position.y = (float) (pose.y + 0.5);
  turn.axis.x = 1;
  turn.axis.y = 0;
  turn.scale = 1;
  turn.flip_x = pose.flip_x;
  turn.flip_y = pose.flip_y;
  return turn;
}

/* A unit vector; -0 becomes 0. */
static inline kbx_vec
kbx_spin_direction (const kbx_spin *s, kbx_turn turn, kbx_vec d)
{
  double dx = d.x * s->sign_x, dy = d.y * s->sign_y;
  kbx_vec v;
  v.x = (float) (turn.axis.x * dx - turn.axis.y * dy + 0.0);
  v.y = (float) (turn.axis.y * dx + turn.axis.x * dy + 0.0);
  return v;
}

/* ---- shapes ---- */

KBX_API kbx_found_circle
kbx_frame_turned_shape_circle (kbx_frame frame, kbx_turn turn, uint32_t i)
{
  kbx_found_circle answer = kbx_frame_shape_circle (frame, kbx_frame_own_pose (frame), i);
  kbx_spin s = kbx_spin_of (frame, turn);

  answer.found = answer.found && kbx_turn_valid (turn);
  answer.circle.centre = kbx_spin_point (&s, answer.circle.centre);
  answer.circle.radius = (float) (s.scale * answer.circle.radius);
  if (!answer.found)
    memset (&answer, 0, sizeof answer);
  return answer;
}

KBX_API kbx_found_obb
kbx_frame_turned_shape_obb (kbx_frame frame, kbx_turn turn, uint32_t i)
{
  kbx_found_obb answer = kbx_frame_shape_obb (frame, kbx_frame_own_pose (frame), i);
  kbx_spin s = kbx_spin_of (frame, turn);

  if (kbx_frame_shape (frame, i).found && kbx_frame_shape (frame, i).kind == KBX_PART_BOX)
    {
      kbx_box box = kbx_frame_shape_box (frame, kbx_frame_own_pose (frame), i);
      answer.found = true;
      answer.obb.centre.x = 0.5f * (float) (box.x0 + box.x1);
      answer.obb.centre.y = 0.5f * (float) (box.y0 + box.y1);
      answer.obb.axis.x = 1;
      answer.obb.axis.y = 0;
      answer.obb.w = (float) (box.x1 - box.x0);
      answer.obb.h = (float) (box.y1 - box.y0);
    }
  answer.found = answer.found && kbx_turn_valid (turn);
  answer.obb.centre = kbx_spin_point (&s, answer.obb.centre);
  answer.obb.axis = kbx_spin_direction (&s, turn, answer.obb.axis);
  answer.obb.w = (float) (s.scale * answer.obb.w);
  answer.obb.h = (float) (s.scale * answer.obb.h);
  if (!answer.found)
    memset (&answer, 0, sizeof answer);
  return answer;
}

/* Brings corners of the frame's own pose into the world. */
static uint32_t
kbx_spin_corners (kbx_frame frame, kbx_turn turn, kbx_vec *corners, uint32_t count, uint32_t capacity)
{
  kbx_spin s = kbx_spin_of (frame, turn);

  for (uint32_t k = 0; corners != NULL && k < count && k < capacity; k++)
    corners[k] = kbx_spin_point (&s, corners[k]);
  return count;
}

KBX_API uint32_t
kbx_frame_turned_shape_outline (kbx_frame frame, kbx_turn turn, uint32_t i, kbx_vec *corners, uint32_t capacity)
{
  uint32_t count;

  if (!kbx_turn_valid (turn))
    return 0;
  count = kbx_frame_shape_outline (frame, kbx_frame_own_pose (frame), i, corners, capacity);
  return kbx_spin_corners (frame, turn, corners, count, capacity);
}

KBX_API uint32_t
kbx_frame_turned_shape_part (kbx_frame frame, kbx_turn turn, uint32_t i, uint32_t part,
                             kbx_vec *corners, uint32_t capacity)
{
  uint32_t count;

  if (!kbx_turn_valid (turn))
    return 0;
  count = kbx_frame_shape_part (frame, kbx_frame_own_pose (frame), i, part, corners, capacity);
  return kbx_spin_corners (frame, turn, corners, count, capacity);
}

/* ---- action points ---- */

KBX_API kbx_turned_point
kbx_frame_turned_action_point (kbx_frame frame, kbx_turn turn, const char *name)
{
  kbx_action_point point = kbx_frame_action_point (frame, kbx_frame_own_pose (frame), name);
  kbx_spin s = kbx_spin_of (frame, turn);
  kbx_turned_point answer;
  kbx_vec centre;

  memset (&answer, 0, sizeof answer);
  if (!point.found || !kbx_turn_valid (turn))
    return answer;
  centre.x = (float) point.p.x + 0.5f;
  centre.y = (float) point.p.y + 0.5f;
  answer.found = true;
  answer.p = kbx_spin_point (&s, centre);
  answer.has_direction = point.has_direction;
  answer.direction = kbx_spin_direction (&s, turn, point.direction);
  return answer;
}
