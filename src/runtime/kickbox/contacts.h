/* SPDX-License-Identifier: MIT */
/* Contacts: how deep shapes overlap, and bodies that bounce and rest. */
#ifndef KICKBOX_CONTACTS_H
#define KICKBOX_CONTACTS_H

#include "shapes.h"
KBX_BEGIN

/* ---------------------------------------------------------------- contacts ---- */
/* Where and how deep two closed shapes overlap. Moving the second by normal * depth separates them,
 * and no shorter move does. In a tie the push nearer to the x axis wins, then to the right, then
 * down, then the first shape's side. Swapping the shapes reverses the normal, except in ties. */
typedef struct {
  kbx_status status;
  bool hit;
  kbx_vec normal;     /* unit vector from the first to the second; (0, 0) without a hit */
  float depth;        /* pixels, 0 or more */
  uint32_t count;     /* of points: 0 without a hit, else 1 or 2 */
  kbx_vec points[2];  /* half-way between the borders of the two */
  float depths[2];    /* there; at most depth */
} kbx_manifold;

/* The contact of a convex pair. KBX_ERROR_ARGUMENT for a KBX_SHAPE_POLYGON, which
 * kbx_polygon_decompose makes convex, and for two half-planes. Cost: the product of the corners.
 * Method: separating axes, then clipping (Sutherland and Hodgman 1974). */
KBX_API kbx_manifold kbx_collide_of (const kbx_shape *first, const kbx_shape *second);
static inline kbx_manifold kbx_collide (kbx_shape first, kbx_shape second)
{ return kbx_collide_of (&first, &second); }

/* A convex polygon for many queries, put in order once. The fields are the library's. */
#define KBX_PREPARED_CORNERS 8u /* of a prepared polygon, at most */
typedef struct {
  uint32_t count;
  bool flat;
  kbx_rect bounds;
  float x[KBX_PREPARED_CORNERS + 2], y[KBX_PREPARED_CORNERS + 2];
  float along_x[KBX_PREPARED_CORNERS], along_y[KBX_PREPARED_CORNERS];
  double normal_x[KBX_PREPARED_CORNERS], normal_y[KBX_PREPARED_CORNERS];
} kbx_prepared;

/* Prepares a polygon. KBX_ERROR_ARGUMENT, here and in answers, unless it is convex and has at most
 * KBX_PREPARED_CORNERS corners. Cost: linear in corners. */
KBX_API kbx_status kbx_prepare (kbx_prepared *prepared, kbx_polygon convex);

/* The bits of kbx_overlap and kbx_collide of the polygons moved by `at`. Cost: half of theirs. */
KBX_API bool kbx_prepared_overlap (const kbx_prepared *a, kbx_vec a_at,
                                   const kbx_prepared *b, kbx_vec b_at);
KBX_API kbx_manifold kbx_prepared_collide (const kbx_prepared *first, kbx_vec first_at,
                                           const kbx_prepared *second, kbx_vec second_at);

/* ---------------------------------------------------------------- bodies ---- */
/* A thing with mass, in units of the game's own. Angles are in radians, clockwise on the screen. */
typedef struct {
  kbx_vec position;       /* of the centre of mass */
  kbx_vec velocity;
  float angular_velocity;
  float inverse_mass;     /* 0: cannot be pushed */
  float inverse_inertia;  /* 0: cannot be turned */
  float restitution;      /* 0: stays; 1: bounces fully; of two bodies the lower is used */
  float friction;         /* 0 or more; of two bodies the square root of the product is used */
  uint32_t rank;          /* the library's own */
} kbx_body;

/* The effect of one contact on the second body. The first got the opposite. */
typedef struct {
  kbx_status status;
  float normal;    /* impulse along the normal, of both points, or 0 if nothing approached */
  float friction;  /* impulse along the edge, clockwise of the normal on the screen */
} kbx_impulse;

/* 1 / v, or 0 for 0, infinity and bad input. The moment of inertia of a full shape of that mass
 * about its centre, or 0 for points and half-planes. Cost: linear in corners. */
KBX_API float kbx_inverse (float mass_or_inertia); /* Cost: constant. */
KBX_API float kbx_inertia (kbx_shape shape, float mass);

/* Lets two bodies with this contact bounce: no contact point approaches; momentum is kept, energy
 * never grows, friction (Coulomb's) brakes sliding. KBX_ERROR_ARGUMENT, without changes, for
 * numbers above 10^15, negative ones, restitution above 1, or the same body twice. Method: a
 * complementarity problem, solved exactly. Cost: constant. */
KBX_API kbx_impulse kbx_resolve (kbx_body *first, kbx_body *second, const kbx_manifold *manifold);

/* Pushes two bodies apart, each by its share of inverse mass, together by `percent` (0 to 1) of the
 * depth above `slop` pixels. With (1, 0) they just touch. Errors as kbx_resolve. Cost: constant. */
KBX_API kbx_status kbx_separate (kbx_body *first, kbx_body *second, const kbx_manifold *manifold,
                                 float percent, float slop);

typedef struct {
  float step;       /* how far a velocity moves in a step: 1, or 1/60 for pixels a second */
  float percent;    /* of the depth above the slop, corrected per step: 0 to 1; use 0.1 to 0.2 */
  float slop;       /* pixels of overlap that remain, so that the contact lasts: 0.05 to 0.1 */
  float rest_speed; /* below it nothing bounces: about what weight adds in three steps */
} kbx_settling;

/* Two bodies that may touch: the game keeps one for each pair from step to step, zeros at first. */
typedef struct {
  uint32_t first, second; /* of the bodies */
  kbx_manifold manifold;  /* the current one, also without a hit: then the contact forgets */
  kbx_impulse impulse;    /* set by kbx_solve: what the contact did in this step */
  struct {
    uint32_t count, next;
    bool chained;
    kbx_vec normal;
    kbx_vec arms[2][2];
    float push[2], rub[2], leave[2], out;
    double apart;
  } own;                  /* the library's own */
} kbx_body_pair;

/* One step of all contacts, in any order: `passes` over them (4 to 16). Add the weight before, move
 * the bodies by their velocities after. Positions lose excess depth. The second half of the passes
 * holds the lower body of each pair still, so momentum is nearly kept. Errors as kbx_resolve, and
 * for a bad index or settling. Cost: passes * count, and count * a stack's height. Method:
 * sequential impulses with warm starting (Catto 2006), shock propagation (Guendelman 2003). */
KBX_API kbx_status kbx_solve (kbx_body *bodies, uint32_t body_count, kbx_body_pair *pairs,
                              uint32_t count, const kbx_settling *settling, uint32_t passes);

KBX_END
#endif
