/* SPDX-License-Identifier: MIT */
/* Slanted walls in one line are one face, also where a corner of the mover touches the end of one
 * and the beginning of the next. Faces along an axis need no such search: the side of a mover is
 * longer than a point, so of two walls it meets one as a face. */
#include "runtime/levels/level.h"

/* Walls looked at around a corner. */
#define KBX_JOINT_WALLS 64

/* The face of a wall that the mover touches with a corner. */
typedef struct {
  kbx_wide_vec corner, along, normal;
  bool before, beyond; /* the wall reaches to this side of the corner */
} kbx_joint;

/* Zeros for other kinds of things. */
static kbx_wall
kbx_joint_wall (const kbx_quest *quest, const kbx_thing *thing)
{
  return kbx_walls_wall (kbx_layers_handle (&quest->layers, thing->layer), thing->index);
}

/* Which sides of the corner the wall reaches, if it is in one line with the face and stops what
 * touches that. */
static void
kbx_joint_reach (kbx_joint *joint, const kbx_wall *wall)
{
  const kbx_wide_vec to_a = kbx_wide_minus (kbx_wide (wall->segment.a), joint->corner),
                     to_b = kbx_wide_minus (kbx_wide (wall->segment.b), joint->corner);
  const double a = kbx_dot (to_a, joint->along), b = kbx_dot (to_b, joint->along);
  const bool faces =
    !wall->one_way
    || kbx_dot (kbx_wide_left (kbx_wide_minus (to_b, to_a)), joint->normal) > 0;
  if (!faces || kbx_cross (to_a, joint->along) != 0 || kbx_cross (to_b, joint->along) != 0
      || (a > 0 && b > 0) || (a < 0 && b < 0))
    return;
  joint->before |= a < 0 || b < 0;
  joint->beyond |= a > 0 || b > 0;
}

/* The face on the mover's side of a wall, or false if no corner is on its line. */
static bool
kbx_joint_begin (kbx_joint *joint, const kbx_probe *p, const kbx_wall *wall)
{
  const kbx_wide_vec a = kbx_wide (wall->segment.a);
  joint->before = joint->beyond = false;
  joint->along = kbx_from_to (wall->segment.a, wall->segment.b);
  if (joint->along.x == 0 || joint->along.y == 0)
    return false;
  for (int left = 0; left < 2; left++)
    {
      const kbx_wide_vec v = left ? joint->along : kbx_wide_turned (joint->along);
      joint->corner =
        kbx_wide_make (v.y > 0 ? p->hi.x : p->lo.x, v.x > 0 ? p->lo.y : p->hi.y);
      joint->normal = kbx_unit (kbx_wide_left (v));
      if (kbx_cross (v, kbx_wide_way (a, joint->corner)) == 0)
        return left || !wall->one_way;
    }
  return false;
}

/* Where the first thing met is a slanted wall's end: the face that the move goes into most of those
 * that two walls in one line make there. */
KBX_INTERNAL void
kbx_quest_join (kbx_quest *quest, kbx_first_met *first)
{
  const kbx_probe before = quest->probe;
  const kbx_wide_vec way = kbx_wide_times (before.move, first->met.t);
  kbx_thing things[KBX_JOINT_WALLS];
  kbx_probe *p = &quest->probe;
  p->lo = kbx_wide_near (kbx_wide_make (p->lo.x + way.x, p->lo.y + way.y), KBX_GRID);
  p->hi = kbx_wide_near (kbx_wide_make (p->hi.x + way.x, p->hi.y + way.y), KBX_GRID);
  const uint32_t all = kbx_quest_touching (quest, things, KBX_JOINT_WALLS),
                 count = all < KBX_JOINT_WALLS ? all : KBX_JOINT_WALLS;
  for (uint32_t i = 0; i < count; i++)
    {
      const kbx_wall wall = kbx_joint_wall (quest, &things[i]);
      kbx_joint joint;
      if (!kbx_joint_begin (&joint, p, &wall) || kbx_dot (joint.normal, before.move) >= 0)
        continue;
      for (uint32_t k = 0; k < count; k++)
        {
          const kbx_wall other = kbx_joint_wall (quest, &things[k]);
          kbx_joint_reach (&joint, &other);
        }
      kbx_met met = first->met;
      met.end = met.exact = false;
      met.normal = joint.normal;
      met.at = joint.corner;
      if (!joint.before || !joint.beyond || !kbx_met_before (&met, &first->met, &before))
        continue;
      met.index = things[i].index;
      met.class_index = things[i].class_index;
      *first = KBX_LITERAL (kbx_first_met){ met, KBX_WALLS, things[i].layer };
    }
  quest->probe = before;
}
