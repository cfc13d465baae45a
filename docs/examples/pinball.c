/* SPDX-License-Identifier: MIT */
/* A ball among walls and bumpers, until it is lost: prints what it touches. The bank is that of
 * data/pinball: pinball BANK
 *
 *   cc -I. pinball.c kickbox.c -o pinball -lm */
#include <kickbox.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
  kbx_bank bank;
  if (argc != 2 || kbx_bank_open_file (&bank, argv[1], NULL) != KBX_OK)
    return 1;
  const kbx_handle table = kbx_bank_find (&bank, KBX_LEVEL, "table");
  const uint32_t bumper = kbx_bank_find (&bank, KBX_CLASS, "bumper").index;
  const uint32_t drain = kbx_bank_find (&bank, KBX_CLASS, "drain").index;
  kbx_vec ball = { 214, 384 }, velocity = { 0, -6.25f };
  kbx_motion bounce = { KBX_BOUNCE, 0.6f, 0, 0, { 0, 0 } };
  kbx_shape bumpers[8];
  uint32_t count = 0;
  for (uint32_t i = 0; i < kbx_count (table, KBX_ENTITY) && count < 8; i++)
    {
      const kbx_handle entity = kbx_item (table, KBX_ENTITY, i);
      if (kbx_info (entity).class_index == bumper)
        bumpers[count++] = kbx_shape_circle (kbx_info (entity).position, 15);
    }
  while (kbx_info (kbx_level_at (table, ball, NULL)).class_index != drain)
    {
      const kbx_shape shape = kbx_shape_circle (ball, 5);
      velocity.y += 0.06f;
      const kbx_hit hit = kbx_cast_many (shape, velocity, bumpers, count);
      velocity = hit.hit ? kbx_bounce (velocity, hit.normal, 1.5f) : velocity;
      const kbx_move move = kbx_level_move (table, shape, velocity, bounce, NULL, NULL, 0);
      ball.x += move.moved.x;
      ball.y += move.moved.y;
      velocity = move.velocity;
      bounce.rest = move.rest;
      const kbx_handle what = kbx_bank_item (&bank, KBX_CLASS, hit.hit ? bumper : move.class_index);
      if (hit.hit || move.hit)
        printf ("(%.2f, %.2f): %s\n", (double) ball.x, (double) ball.y, kbx_name (what));
    }
  kbx_bank_close_file (&bank);
  return 0;
}
