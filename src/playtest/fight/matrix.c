/* SPDX-License-Identifier: MIT */
/* The matrix of two animations. */
#include "playtest/fight/fight.h"

#include <stdarg.h>
#include <stdio.h>

#include "playtest/scene.h"

enum { MATRIX_MOST_HITS = 160, NAME = 80 };

KbMatrixSide
kb_matrix_side (const KbActor *actor, const kbx_bank *bank)
{
  return (KbMatrixSide) { bank, actor->sprite, actor->animation, kb_actor_pose (actor) };
}

uint32_t
kb_matrix_length (const KbMatrixSide *side)
{
  return kb_animation_length (side->bank, side->sprite, side->animation);
}

static KbPosed
posed (const KbMatrixSide *side, uint32_t step)
{
  return (KbPosed) { kb_animation_frame (side->bank, side->sprite, side->animation, step),
                    side->pose };
}

void
kb_matrix_fill (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t from,
                uint32_t to, uint8_t *cells)
{
  const uint32_t columns = kb_matrix_length (b);
  for (uint32_t i = from; i < to; i++)
    for (uint32_t j = 0; j < columns; j++)
      cells[(size_t) i * columns + j] = kb_hit_kinds (posed (a, i), posed (b, j), rules);
}

uint32_t
kb_matrix_hits (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t row,
                uint32_t column, KbHit *hits, uint32_t capacity)
{
  return kb_find_hits (posed (a, row), posed (b, column), rules, hits, capacity);
}

/* ---- in words ---- */

typedef struct {
  char *text;
  size_t size, used;
} Text;

#ifdef __GNUC__
__attribute__ ((format (printf, 2, 3)))
#endif
static void
add_matrix (Text *text, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  const int n = vsnprintf (text->text + text->used, text->size - text->used, format, arguments);
  va_end (arguments);
  text->used += n > 0 ? (size_t) n : 0;
  text->used = text->used < text->size ? text->used : text->size - 1;
}

/* As in the log: the frame, and whose it is if both are one sprite. */
static void
name_step (const KbMatrixSide *side, uint32_t step, const char *letter, char *text)
{
  KbActor actor = kb_actor_begin (side->sprite, side->animation, (kbx_vec) { 0, 0 }, false);
  char name[NAME - 4];
  actor.frozen = step;
  kb_actor_describe (&actor, side->bank, name, sizeof name);
  snprintf (text, NAME, "%s%s", letter, name);
}

/* The hit is one of fighter `from` on the other. */
static bool
is_of (const KbHit *hit, KbHitRules rules, uint32_t from)
{
  if (hit->kind != KB_HIT_SHAPES)
    return hit->kind == (from ? KB_HIT_B_STRIKES : KB_HIT_A_STRIKES);
  return kbx_class_bit (from ? hit->class_b : hit->class_a) & rules.hitting
         && kbx_class_bit (from ? hit->class_a : hit->class_b) & rules.struck;
}

static bool
is_said (const KbHit *hits, uint32_t i, KbHitRules rules, uint32_t from)
{
  for (uint32_t k = 0; k < i; k++)
    if (is_of (hits + k, rules, from) && hits[k].point == hits[i].point
        && hits[k].class_a == hits[i].class_a && hits[k].class_b == hits[i].class_b)
      return true;
  return false;
}

static void
report_strikes (Text *text, kbx_handle frame, const kbx_bank *bank, const KbHit *hits, uint32_t n,
                KbHitRules rules, uint32_t from, const char *who, const char *whom)
{
  const char *before = ": ";
  for (uint32_t i = 0; i < n; i++)
    {
      if (!is_of (hits + i, rules, from) || is_said (hits, i, rules, from))
        continue;
      const bool shape = hits[i].kind == KB_HIT_SHAPES;
      const uint32_t with = from ? hits[i].class_b : hits[i].class_a;
      if (before[0] == ':')
        add_matrix (text, kb_play_word (N_("%s%s hits %s")), text->used ? "\n" : "", who, whom);
      /* What is hit, after a colon or comma, and the class or point that hits it */
      add_matrix (
        text, kb_play_word (shape ? N_("%s%s (shape %s)") : N_("%s%s (point %s)")), before,
        kbx_name (kbx_bank_item (bank, KBX_CLASS, from ? hits[i].class_a : hits[i].class_b)),
        shape ? kbx_name (kbx_bank_item (bank, KBX_CLASS, with))
              : kbx_name (kbx_item (frame, KBX_ACTION, hits[i].point)));
      before = ", ";
    }
}

void
kb_matrix_report (const KbMatrixSide *a, const KbMatrixSide *b, KbHitRules rules, uint32_t row,
                  uint32_t column, char *text, size_t size)
{
  const bool twice = a->sprite == b->sprite;
  Text all = { text, size, 0 };
  KbHit hits[MATRIX_MOST_HITS];
  char names[2][NAME];
  uint32_t n = kb_matrix_hits (a, b, rules, row, column, hits, MATRIX_MOST_HITS), area = 0;
  n = n < MATRIX_MOST_HITS ? n : MATRIX_MOST_HITS;
  text[0] = 0;
  name_step (a, row, twice ? "a: " : "", names[0]);
  name_step (b, column, twice ? "b: " : "", names[1]);
  report_strikes (&all, posed (a, row).frame, a->bank, hits, n, rules, 0, names[0], names[1]);
  report_strikes (&all, posed (b, column).frame, b->bank, hits, n, rules, 1, names[1], names[0]);
  for (uint32_t i = 0; i < n; i++)
    area += hits[i].kind == KB_HIT_PIXELS ? hits[i].area : 0;
  if (!n)
    add_matrix (&all, kb_play_word (N_("%s and %s: nothing meets")), names[0], names[1]);
  else if (!all.used)
    add_matrix (&all, kb_play_word (N_("%s and %s\nshared pixels: %u")), names[0], names[1], area);
  else if (area)
    add_matrix (&all, kb_play_word (N_("\nshared pixels: %u")), area);
}
