/* SPDX-License-Identifier: MIT */
/* Reads the input as recorded input of every scene: what is written or recorded from it is the
 * same again, what is not read says where. */
#include "tests/fuzz/expect.h"

#include <string.h>

#include "playtest/tape.h"

static void
expect_same (const KbTape *a, const KbTape *b)
{
  expect (a->n_changes == b->n_changes);
  for (uint32_t i = 0; i < a->n_changes; i++)
    {
      const KbTapeChange *p = a->changes + i, *q = b->changes + i;
      expect (p->step == q->step && p->input.keys == q->input.keys && p->input.press == q->input.press);
      expect (p->input.pointer.x == q->input.pointer.x && p->input.pointer.y == q->input.pointer.y);
      expect (i == 0 || p->step > a->changes[i - 1].step);
      expect (kb_tape_at (a, p->step).keys == p->input.keys);
    }
}

static void
read_for (const KbPlayScene *scene, const uint8_t *data, size_t size)
{
  KbTape tape, again;
  KbPlayWhy why = { "" };
  uint32_t line = 0, column = 0;
  if (!kb_tape_read (&tape, scene, (const char *) data, size, &line, &column, &why))
    {
      expect (line > 0 && line <= size && column > 0 && column <= size && *why.text && !tape.changes);
      return;
    }
  fuzz_accept ();
  char *text = kb_tape_write (&tape, scene);
  expect (kb_tape_read (&again, scene, text, strlen (text), &line, &column, &why));
  expect_same (&tape, &again);
  KbTape recorded = { 0 };
  for (uint32_t i = 0; i < tape.n_changes; i++)
    kb_tape_record (&recorded, tape.changes[i].step, &tape.changes[i].input);
  for (uint32_t i = 0; i < tape.n_changes; i++)
    expect (kb_tape_at (&recorded, tape.changes[i].step).keys == tape.changes[i].input.keys);
  kb_tape_free (&recorded);
  free (text);
  kb_tape_free (&tape);
  kb_tape_free (&again);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  for (uint32_t i = 0; kb_play_scene (i); i++)
    read_for (kb_play_scene (i), data, size);
  return 0;
}
