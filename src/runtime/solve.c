/* SPDX-License-Identifier: MIT */
/* All contacts of a step, in an order that lets stacks rest: from what cannot be pushed upwards, whatever order they are
 * given in. */
#include "runtime/bodies.h"

/* Puts the contact at the end of the chain. */
static void
kbx_chain_pair (kbx_body_pair *pairs, uint32_t *last, uint32_t i)
{
  if (*last == KBX_NONE)
    pairs[0].head = i;
  else
    pairs[*last].next = i;
  pairs[i].next = KBX_NONE;
  pairs[i].chained = true;
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

/* Round by round those that touch what the round before reached; then the rest, and those without a hit. */
static void
kbx_order_pairs (kbx_body *bodies, uint32_t body_count, kbx_body_pair *pairs, uint32_t count)
{
  uint32_t last = KBX_NONE, raised = 1;

  for (uint32_t i = 0; i < body_count; i++)
    bodies[i].rank = bodies[i].inverse_mass > 0 ? KBX_NONE : 0;
  for (uint32_t i = 0; i < count; i++)
    pairs[i].chained = false;
  for (uint32_t rank = 0; raised > 0; rank++)
    {
      raised = 0;
      for (uint32_t i = 0; i < count; i++)
        {
          kbx_body *a = &bodies[pairs[i].first], *b = &bodies[pairs[i].second];
          if (pairs[i].chained || !pairs[i].manifold.hit || (a->rank != rank && b->rank != rank))
            continue;
          raised += kbx_raise_rank (a, rank + 1) + kbx_raise_rank (b, rank + 1);
          kbx_chain_pair (pairs, &last, i);
        }
    }
  for (uint32_t i = 0; i < count; i++)
    if (!pairs[i].chained)
      kbx_chain_pair (pairs, &last, i);
}

/* False where one of them is bad. */
static bool
kbx_begin_pairs (kbx_body *bodies, kbx_body_pair *pairs, uint32_t count, const kbx_settling *settling)
{
  const bool valid = kbx_settling_valid (settling);
  bool all = valid;
  double near[2];

  for (uint32_t i = 0; i < count; i++)
    {
      pairs[i].chained = valid && kbx_can_resolve (&bodies[pairs[i].first], &bodies[pairs[i].second], &pairs[i].manifold);
      if (pairs[i].chained)
        kbx_measure_approach (&pairs[i].contact, &bodies[pairs[i].first], &bodies[pairs[i].second], &pairs[i].manifold, near);
      all = all && pairs[i].chained;
    }
  for (uint32_t i = pairs[0].head; i != KBX_NONE; i = pairs[i].next)
    if (pairs[i].chained)
      {
        near[0] = pairs[i].contact.leave[0];
        near[1] = pairs[i].contact.leave[1];
        if (kbx_start_contact (&pairs[i].contact, &bodies[pairs[i].first], &bodies[pairs[i].second], &pairs[i].manifold, settling,
                               near) != KBX_OK)
          all = false;
      }
  return all;
}

KBX_API kbx_status
kbx_solve (kbx_body *bodies, uint32_t body_count, kbx_body_pair *pairs, uint32_t count, const kbx_settling *settling,
           uint32_t passes)
{
  kbx_status status = KBX_OK;

  if (count == 0)
    return KBX_OK;
  if (bodies == NULL || pairs == NULL)
    return KBX_ERROR_ARGUMENT;
  for (uint32_t i = 0; i < count; i++)
    if (pairs[i].first >= body_count || pairs[i].second >= body_count)
      return KBX_ERROR_ARGUMENT;
  kbx_order_pairs (bodies, body_count, pairs, count);
  if (!kbx_begin_pairs (bodies, pairs, count, settling))
    status = KBX_ERROR_ARGUMENT;
  for (uint32_t pass = 0; pass < passes; pass++)
    for (uint32_t i = pairs[0].head; i != KBX_NONE; i = pairs[i].next)
      if (kbx_contact_resolve (&pairs[i].contact, &bodies[pairs[i].first], &bodies[pairs[i].second]).status != KBX_OK)
        status = KBX_ERROR_ARGUMENT;
  return status;
}
