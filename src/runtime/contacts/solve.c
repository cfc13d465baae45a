/* SPDX-License-Identifier: MIT */
/* Solves all contacts of a step in an order that lets stacks rest: upwards from fixed bodies, in
 * whatever order they are given. */
#include "runtime/contacts/bodies.h"

/* Appends the contact to the chain. */
static void
kbx_chain_pair (kbx_body_pair *pairs, uint32_t *head, uint32_t *last, uint32_t i)
{
  if (*last == KBX_NONE)
    *head = i;
  else
    pairs[*last].own.next = i;
  pairs[i].own.next = KBX_NONE;
  pairs[i].own.chained = true;
  *last = i;
}

static uint32_t
kbx_raise_rank (kbx_body *body, uint32_t rank)
{
  if (body->rank == KBX_NONE && body->inverse_mass > 0)
    {
      body->rank = rank;
      return 1;
    }
  return 0;
}

/* Orders the valid contacts: round by round those that touch a body reached in the round before,
 * then the rest. Returns the first. */
static uint32_t
kbx_order_pairs (kbx_body *bodies, uint32_t body_count, kbx_body_pair *pairs, uint32_t count)
{
  uint32_t head = KBX_NONE, last = KBX_NONE, raised = 1;

  for (uint32_t i = 0; i < body_count; i++)
    bodies[i].rank = bodies[i].inverse_mass > 0 ? KBX_NONE : 0;
  for (uint32_t i = 0; i < count; i++)
    pairs[i].own.chained = pairs[i].impulse.status != KBX_OK || !pairs[i].manifold.hit;
  for (uint32_t rank = 0; raised > 0; rank++)
    {
      raised = 0;
      for (uint32_t i = 0; i < count; i++)
        {
          kbx_body *a = &bodies[pairs[i].first], *b = &bodies[pairs[i].second];
          if (pairs[i].own.chained || (a->rank != rank && b->rank != rank))
            continue;
          raised += kbx_raise_rank (a, rank + 1) + kbx_raise_rank (b, rank + 1);
          kbx_chain_pair (pairs, &head, &last, i);
        }
    }
  for (uint32_t i = 0; i < count; i++)
    if (!pairs[i].own.chained)
      kbx_chain_pair (pairs, &head, &last, i);
  return head;
}

/* Sets each pair's status; valid ones are measured. */
static void
kbx_measure_pairs (kbx_body *bodies, kbx_body_pair *pairs, uint32_t count, bool valid)
{
  for (uint32_t i = 0; i < count; i++)
    {
      kbx_body_pair *p = &pairs[i];
      memset (&p->impulse, 0, sizeof p->impulse);
      if (!valid || !kbx_can_resolve (&bodies[p->first], &bodies[p->second], &p->manifold))
        p->impulse.status = KBX_ERROR_ARGUMENT;
      else if (p->manifold.hit)
        kbx_measure_approach (p, bodies);
      else
        kbx_forget_contact (p);
    }
}

KBX_API kbx_status
kbx_solve (kbx_body *bodies, uint32_t body_count, kbx_body_pair *pairs, uint32_t count,
           const kbx_settling *settling, uint32_t passes)
{
  kbx_status status = KBX_OK;

  if (count == 0)
    return KBX_OK;
  if (bodies == NULL || pairs == NULL)
    return KBX_ERROR_ARGUMENT;
  for (uint32_t i = 0; i < count; i++)
    if (pairs[i].first >= body_count || pairs[i].second >= body_count)
      return KBX_ERROR_ARGUMENT;
  kbx_measure_pairs (bodies, pairs, count, kbx_settling_valid (settling));
  const uint32_t head = kbx_order_pairs (bodies, body_count, pairs, count);
  for (uint32_t i = head; i != KBX_NONE; i = pairs[i].own.next)
    if (!kbx_start_contact (&pairs[i], bodies, settling))
      pairs[i].impulse.status = KBX_ERROR_ARGUMENT;
  /* First downwards, so that weight presses on each body; then upwards, so that each is
   * supported */
  for (uint32_t pass = 0; pass < passes; pass++)
    for (uint32_t i = head; i != KBX_NONE; i = pairs[i].own.next)
      if (pairs[i].impulse.status == KBX_OK
          && !kbx_correct_contact (&pairs[i], bodies, pass >= passes - passes / 2))
        pairs[i].impulse.status = KBX_ERROR_ARGUMENT;
  for (uint32_t i = head; i != KBX_NONE; i = pairs[i].own.next)
    if (pairs[i].impulse.status == KBX_OK)
      kbx_part_contact (&pairs[i], bodies);
  for (uint32_t i = 0; i < count; i++)
    if (pairs[i].impulse.status != KBX_OK)
      status = KBX_ERROR_ARGUMENT;
  return status;
}
