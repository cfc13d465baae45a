/* SPDX-License-Identifier: MIT */
/* A ball runs into a crate that stands on a floor: bodies
 *
 *   cc -I. bodies.c kickbox.c -o bodies -lm */
#include <kickbox.h>

#include <stdio.h>

static kbx_shape
crate_at (kbx_vec centre)
{
  kbx_vec min = { centre.x - 8, centre.y - 8 }, max = { centre.x + 8, centre.y + 8 };
  return kbx_shape_rect (min, max);
}

/* The contact lets the two bounce, and pushes them apart by most of what they overlap. */
static bool
meet (kbx_body *first, kbx_body *second, const kbx_manifold *contact)
{
  if (!contact->hit)
    return false;
  kbx_resolve (first, second, contact);
  kbx_separate (first, second, contact, 0.8f, 0.02f);
  return true;
}

int
main (void)
{
  const kbx_vec up = { 0, -1 };
  const kbx_shape floor = kbx_shape_half_plane (up, -100); /* all from y = 100 downwards */
  const float radius = 6;
  /* position, velocity, spin, 1 / mass, 1 / inertia, restitution, friction */
  kbx_body ground = { { 200, 110 }, { 0, 0 }, 0, 0, 0, 1, 0.5f, 0 };
  kbx_body ball = { { 20, 90 }, { 6, 0 }, 0, kbx_inverse (1), 0, 0.5f, 0, 0 };
  kbx_body crate = { { 60, 92 }, { 0, 0 }, 0, kbx_inverse (3), 0, 0.25f, 0.5f, 0 }; /* never turns */

  ball.inverse_inertia = kbx_inverse (kbx_inertia (kbx_shape_circle (ball.position, radius), 1));
  for (int step = 1; step <= 12; step++)
    {
      kbx_manifold contact;

      crate.velocity.y += 0.25f; /* weight; the ball flies */
      ball.position.x += ball.velocity.x;
      ball.position.y += ball.velocity.y;
      crate.position.x += crate.velocity.x;
      crate.position.y += crate.velocity.y;

      contact = kbx_collide (floor, crate_at (crate.position));
      meet (&ground, &crate, &contact);
      contact = kbx_collide (kbx_shape_circle (ball.position, radius), crate_at (crate.position));
      if (meet (&ball, &crate, &contact))
        printf ("step %d: they meet, %.2f deep, normal (%g, %g)\n", step, (double) contact.depth,
                (double) contact.normal.x, (double) contact.normal.y);
      if (step % 4 == 0)
        printf ("step %d: ball at %.2f going %.2f, crate at (%.2f, %.2f) going %.2f\n", step, (double) ball.position.x,
                (double) ball.velocity.x, (double) crate.position.x, (double) crate.position.y, (double) crate.velocity.x);
    }
  return 0;
}
