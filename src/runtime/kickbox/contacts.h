/* SPDX-License-Identifier: MIT */
/* Contacts: how deep shapes overlap, and bodies that bounce and rest. */
#ifndef KICKBOX_CONTACTS_H
#define KICKBOX_CONTACTS_H

#include "shapes.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------- contacts ---- */

/* Where and how deep two closed shapes overlap, for pushing them apart and letting them bounce.
 * - There is a contact exactly when kbx_overlap_ of the same pair is true. Shapes that just touch have one of
 *   depth 0.
 * - Moving the second shape by normal * depth parts the two, and no shorter move does: the axis of least depth
 *   wins, in a tie the one that is looked at first (of convex polygons see there).
 * - `normal` is a unit vector from the first shape to the second. Where nothing tells the side, as with centres that
 *   coincide, it is the first box's own axis of least depth, and (1, 0) for two circles or two points.
 * - `points` lie half-way between the borders of the two; with each goes the depth there, which is at most `depth`.
 *   Where one of two polygons has no area, they lie where both have a point in common, as near to that as can be.
 *   Two points are the ends of the stretch that carries a flat contact, also over edges that lie in one line.
 * - Swapping the shapes turns the normal round and keeps depth and points, but for ties. No part of a normal is -0.
 * Bad arguments (see kbx_overlap_) give no hit and KBX_ERROR_ARGUMENT. Whether there is a contact is as exact as
 * kbx_overlap_; the rest is right to the rounding of floats. */
typedef struct {
  kbx_status status;
  bool hit;
  kbx_vec normal;     /* (0, 0) without a hit */
  float depth;        /* pixels, 0 or more */
  uint32_t count;     /* of points: 0 without a hit, else 1 or 2 */
  kbx_vec points[2];
  float depths[2];
} kbx_manifold;

/* The contact of two shapes that overlap (kbx_overlap), two points for what lies flat. Every convex pair; a
 * KBX_SHAPE_POLYGON and two half-planes are KBX_ERROR_ARGUMENT: take convex parts (kbx_polygon_decompose).
 * Cost: the product of the numbers of corners. Method: separating axes, the least depth; the side that faces is clipped on
 * the reference side (Sutherland and Hodgman 1974); for round shapes the line of the nearest points. */
KBX_API kbx_manifold kbx_collide (kbx_shape first, kbx_shape second);

/* A convex polygon that is asked about often: checked, put in order and taken apart once. The game owns it and may copy
 * it; the fields are the library's. 296 bytes; the polygon's corners are no longer needed. */
#define KBX_PREPARED_CORNERS 8u
typedef struct {
  uint32_t count;                         /* of corners; 0: it is none */
  bool flat;                              /* without area */
  kbx_rect bounds;
  float x[KBX_PREPARED_CORNERS + 2], y[KBX_PREPARED_CORNERS + 2]; /* clockwise; then from the first again */
  float along_x[KBX_PREPARED_CORNERS], along_y[KBX_PREPARED_CORNERS]; /* unit vectors to the next corner */
  double normal_x[KBX_PREPARED_CORNERS], normal_y[KBX_PREPARED_CORNERS]; /* and out of the polygon */
} kbx_prepared;

/* KBX_ERROR_ARGUMENT, and what answers KBX_ERROR_ARGUMENT itself, unless the polygon is convex and has at most
 * KBX_PREPARED_CORNERS corners, those that come twice in a row counted once. Cost: linear, with a square root an edge.
 * Method: keeps what separating axes ask of each edge, its unit vector and normal. */
KBX_API kbx_status kbx_prepare (kbx_prepared *prepared, kbx_polygon convex);

/* The same answers, to the bit, as kbx_overlap_convexes and kbx_collide_convexes have for the corners moved by `at` of each,
 * where these are floats as well; on the grid they always are within +-65,536 pixels. So things that do not turn are
 * prepared once and moved as they like. `at` must be within the world, or it is a bad argument. Cost: about half
 * of theirs. Method: theirs. */
KBX_API bool kbx_prepared_overlap (const kbx_prepared *a, kbx_vec a_at, const kbx_prepared *b, kbx_vec b_at);
KBX_API kbx_manifold kbx_prepared_collide (const kbx_prepared *first, kbx_vec first_at, const kbx_prepared *second, kbx_vec second_at);

/* A thing with mass. Units are the game's own: pixels, its unit of time, its unit of mass. Angles are in
 * radians, clockwise on the screen. */
typedef struct {
  kbx_vec position;       /* of the centre of mass */
  kbx_vec velocity;
  float angular_velocity;
  float inverse_mass;     /* 0: cannot be pushed */
  float inverse_inertia;  /* 0: cannot be turned */
  float restitution;      /* from 0, stays, to 1, bounces back whole; of two bodies the lower counts */
  float friction;         /* 0 or more; of two bodies the square root of the product counts, so ice stays ice */
} kbx_body;

/* What one contact did to the second body; the first got the opposite. */
typedef struct {
  kbx_status status;
  float normal;    /* impulse along the normal, summed over the points; 0 where nothing came near */
  float friction;  /* impulse along the edge, clockwise of the normal on the screen */
} kbx_impulse;

/* 1 / v, and 0 for 0, infinity, or what is no mass: a body that cannot be moved. */
KBX_API float kbx_inverse (float mass_or_inertia);

/* The moment of inertia of a full shape of that mass about its centre of mass; 0 for points and half-planes.
 * Linear in corners. */
KBX_API float kbx_inertia (kbx_shape shape, float mass);

/* Lets two bodies bounce that have this contact: changes their velocities. Afterwards no contact point comes nearer.
 * A point that came nearer leaves with the lower restitution times that speed, faster where pushing at the other point
 * alone makes it, and slower where so much would take more energy than there was. Friction (Coulomb's) brakes what
 * slides after the contact, by at most its coefficient times the normal impulse, both points by the same part of it.
 * Momentum is kept, angular momentum too; energy never grows, but for what a moving body of infinite mass brings.
 * Points that part already, two bodies that cannot be moved, and a manifold without a hit change nothing, to the
 * last bit; nor do points that no impulse parts: a lift that closes on both sides of a hinge. A manifold of your own
 * may have a normal but no points: then nothing starts to spin. A body of inverse mass and inverse inertia 0 keeps its
 * velocity, also a moving one: a lift.
 * One call knows one contact, and nothing is remembered from step to step. What is settled at one contact is upset at
 * the next one of the same body, so a stack needs the calls for all its contacts several times a step: boxes that do
 * not turn rest on each other then; boxes that turn, stacked, tremble and wander: for those take kbx_contact_begin. A box
 * alone on the ground rests.
 * Numbers that are not finite or beyond 10^15, negative inverses, restitution outside [0, 1], negative friction, NULL,
 * the same body twice, and a result beyond the floats: KBX_ERROR_ARGUMENT, and nothing changes.
 * Cost: constant; most where something sticks that also turns. Method: the impulses along the normal, one point, the
 * other or both, are a complementarity problem, solved exactly with the friction as a part of them; the part is
 * halved in between until the sliding just stops. */
KBX_API kbx_impulse kbx_resolve (kbx_body *first, kbx_body *second, const kbx_manifold *manifold);

/* Contacts that remember, for what has to come to rest on each other and turns: stacks, heaps. A kbx_contact belongs to
 * the game, one for each pair of bodies that may touch, in an order of the game's own, and stays from step to step; all
 * zeros is one that remembers nothing. The fields are the library's own. In each step, after the weight was added:
 *   1. for each pair the manifold of now, and kbx_contact_begin, also where there is no hit: the contact then forgets;
 *   2. several passes of kbx_contact_resolve over all pairs (4 to 16), before anything moves;
 *   3. the bodies move and turn by their velocities.
 * kbx_separate is not needed: what has sunk in is pushed out by the velocities. Four short steps with 4 passes each are
 * worth more than one long step with 16: five boxes of 16 pixels that turn, up to 2 pixels aside, come to rest under a
 * weight of 1/4 pixel a step squared, taken in four parts, with less than 1/10000 pixel a step of speed left.
 * Both bodies in the same order each time, that of the manifold. */
typedef struct {
  uint32_t count;
  kbx_vec normal;
  kbx_vec arms[2][2];
  float push[2], rub[2], leave[2];
} kbx_contact;

typedef struct {
  float step;       /* what a velocity is multiplied by to be the way of a step: 1, or 1/60 for pixels a second */
  float percent;    /* of the depth beyond the slop that is left in a step: 0 to 1; take 0.1 to 0.2 */
  float slop;       /* pixels that may stay overlapped, so that the contact stays: 0.05 to 0.1 */
  float rest_speed; /* what comes nearer more slowly does not bounce: take what the weight adds in three steps */
} kbx_settling;

/* Begins a step: takes over what each point of before pushed and rubbed with, and lets it act at once. A point of now is
 * the nearest of before, as seen from the first body, where the normal has not turned by more than 18 degrees.
 * Errors as kbx_resolve (depths beyond the world too), and for a step below 10^-15 or another bad number in `settling`;
 * nothing changes then. Cost: constant. Method: warm starting (Catto 2006). */
KBX_API kbx_status kbx_contact_begin (kbx_contact *contact, kbx_body *first, kbx_body *second,
                                      const kbx_manifold *manifold, const kbx_settling *settling);

/* One pass over one contact: corrects the impulses of its points, so that they do not slide, and then so that they leave
 * as fast as they have to: with the lower restitution times the speed before, or as the depth asks. Tells the impulses
 * so far in this step. The normal ones stay 0 or more, friction within its coefficient (Coulomb's) times those of before
 * the pass. Momentum is kept. Pass by pass and step by step the impulses come nearer to those that suit all contacts.
 * Nothing where the step began without a hit. Errors as kbx_resolve. Cost: constant.
 * Method: sequential impulses, with accumulated sums clamped (Catto 2006). */
KBX_API kbx_impulse kbx_contact_resolve (kbx_contact *contact, kbx_body *first, kbx_body *second);

/* Pushes two bodies apart along the normal: changes their positions, each by the share that its inverse mass has,
 * together by `percent` (0 to 1) of the depth beyond `slop` (pixels). With (1, 0) they just touch afterwards; games
 * take (0.2 to 0.8, 0.01 to 0.1), so that what rests does not tremble. Bodies that cannot be pushed stay.
 * KBX_ERROR_ARGUMENT as kbx_resolve, and for another percent or a negative slop. Cost: constant.
 * Method: linear projection. */
KBX_API kbx_status kbx_separate (kbx_body *first, kbx_body *second, const kbx_manifold *manifold,
                                 float percent, float slop);

#ifdef __cplusplus
}
#endif

#endif
