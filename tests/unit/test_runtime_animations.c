/* SPDX-License-Identifier: MIT */
/* Which step of an animation shows when: tables of times and the step expected, one row a millisecond where it
 * matters. '.' is no frame; a capital letter says that the animation is finished. */
#include "support/bank_maker.h"
#include "support/seed.h"

#include "runtime/kickbox.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 8

typedef struct {
  const char *name;
  KbBankLoop loop;
  uint32_t ms[LONGEST];    /* the steps' durations */
  uint32_t steps;
  int64_t from;
  const char *expected;    /* the steps shown at from, from + 1, ...: a, b, c */
} Case;

static const Case cases[] = {
  { "once", KB_BANK_ONCE, { 2, 1, 3 }, 3, -2, "aaaabccc....." },
  { "hold-last", KB_BANK_HOLD_LAST, { 2, 1, 3 }, 3, -2, "aaaabcccCCCC" },
  { "loop", KB_BANK_LOOP, { 2, 1, 3 }, 3, -7, "caabcccaabcccaab" },
  { "ping-pong", KB_BANK_PING_PONG, { 1, 2, 1, 3 }, 4, 0, "abbcdddcbbabbcdddcbba" },
  { "ping-pong before 0", KB_BANK_PING_PONG, { 1, 2, 1, 3 }, 4, -11, "babbcdddcbbabbc" },
  { "ping-pong of three", KB_BANK_PING_PONG, { 1, 2, 1 }, 3, -2, "bbabbcbbabbc" },
  { "ping-pong of two", KB_BANK_PING_PONG, { 2, 3 }, 2, 0, "aabbbaabbbaab" },
  { "ping-pong of one", KB_BANK_PING_PONG, { 2 }, 1, -1, "aaaaa" },
  { "ping-pong with empty ends", KB_BANK_PING_PONG, { 0, 2, 0 }, 3, 0, "bbbbbb" },
  { "ping-pong with an empty middle", KB_BANK_PING_PONG, { 1, 0, 2 }, 3, 0, "accacca" },
  { "once with empty steps", KB_BANK_ONCE, { 0, 2, 0, 1, 0 }, 5, -1, "bbbd..." },
  { "hold-last with an empty last", KB_BANK_HOLD_LAST, { 1, 0 }, 2, 0, "aBBB" },
  { "once of nothing", KB_BANK_ONCE, { 0, 0 }, 2, -1, "...." },
  { "hold-last of nothing", KB_BANK_HOLD_LAST, { 0, 0 }, 2, -1, "BBB" },
  { "loop of nothing", KB_BANK_LOOP, { 0, 0 }, 2, -2, "aaaaa" },
  { "ping-pong of nothing", KB_BANK_PING_PONG, { 0, 0, 0 }, 3, -2, "aaaaa" },
  { "no steps", KB_BANK_LOOP, { 0 }, 0, -1, "...." },
};

static uint8_t *
make (KbBankContent *content, kbx_bank *bank)
{
  KbBankSprite *sprite;
  uint8_t *bytes;
  size_t size;

  memset (content, 0, sizeof *content);
  sprite = kb_maker_sprite (content, "s");
  for (int i = 0; i < LONGEST; i++)
    kb_maker_frame (sprite, "", 1, 1, 0, 0);
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      KbBankAnimation *animation = kb_maker_animation (sprite, cases[i].name, cases[i].loop);
      for (uint32_t k = 0; k < cases[i].steps; k++)
        kb_maker_step (animation, LONGEST - 1 - k, cases[i].ms[k]);
    }
  bytes = kb_maker_write (content, &size);
  g_assert_cmpint (kbx_bank_open (bank, bytes, size, NULL), ==, KBX_OK);
  return bytes;
}

static void
test_case (gconstpointer data)
{
  const Case *c = data;
  KbBankContent content;
  kbx_bank bank;
  uint8_t *bytes = make (&content, &bank);
  kbx_handle animation = kbx_find (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_ANIMATION, c->name);
  static const int64_t ends[] = { INT64_MIN, INT64_MAX, INT64_MIN + 1, -(INT64_C (1) << 40) };
  uint32_t total = 0;

  for (size_t i = 0; i < strlen (c->expected); i++)
    {
      kbx_step m = kbx_animation_at (animation, c->from + (int64_t) i);
      char shown = m.frame.bank == NULL ? '.' : (char) ((m.finished ? 'A' : 'a') + (int) m.index);
      if (shown != c->expected[i])
        g_error ("%s at %d ms: step %c, expected %c", c->name, (int) (c->from + (int64_t) i), shown, c->expected[i]);
      if (m.frame.bank)
        g_assert_cmpuint (m.frame.index, ==, LONGEST - 1 - m.index);
      else
        g_assert_true (m.finished && m.index == KBX_NONE);
    }
  /* Steps as they were made, and a sensible answer at the ends of time. */
  for (uint32_t k = 0; k < c->steps; k++)
    {
      kbx_step step = kbx_animation_step (animation, k);
      g_assert_cmpuint (step.index, ==, k);
      g_assert_cmpuint (step.start_ms, ==, total);
      g_assert_cmpuint (step.duration_ms, ==, c->ms[k]);
      g_assert_cmpuint (kbx_info (step.frame).index, ==, LONGEST - 1 - k);
      total += c->ms[k];
    }
  g_assert_cmpuint (kbx_info (animation).duration_ms, ==, total);
  g_assert_cmpuint (kbx_info (animation).steps, ==, c->steps);
  g_assert_cmpint (kbx_info (animation).loop, ==, (kbx_loop) c->loop);
  g_assert_cmpuint (kbx_animation_step (animation, c->steps).index, ==, KBX_NONE);
  for (size_t i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      kbx_step m = kbx_animation_at (animation, ends[i]);
      g_assert_true (m.index < c->steps || (m.index == KBX_NONE && m.finished));
    }
  kb_bank_content_clear (&content);
  free (bytes);
}

/* As long as an animation may be: sums beyond 32 bits in a ping-pong. */
static void
test_long (void)
{
  KbBankContent content = { 0 };
  KbBankAnimation *animation;
  KbBankSprite *sprite = kb_maker_sprite (&content, "s");
  kbx_handle made;
  kbx_bank bank;
  uint8_t *bytes;
  size_t size;
  const int64_t one = 536870911;

  kb_maker_frame (sprite, "", 1, 1, 0, 0);
  animation = kb_maker_animation (sprite, "long", KB_BANK_PING_PONG);
  for (int i = 0; i < 4; i++)
    kb_maker_step (animation, 0, (uint32_t) one);
  bytes = kb_maker_write (&content, &size);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  made = kbx_item (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_ANIMATION, 0);
  g_assert_cmpuint (kbx_animation_at (made, 4 * one - 1).index, ==, 3);
  g_assert_cmpuint (kbx_animation_at (made, 4 * one).index, ==, 2);
  g_assert_cmpuint (kbx_animation_at (made, 6 * one - 1).index, ==, 1);
  g_assert_cmpuint (kbx_animation_at (made, 6 * one).index, ==, 0);
  g_assert_cmpuint (kbx_animation_at (made, 600 * one + 2 * one).index, ==, 2);
  kb_bank_content_clear (&content);
  free (bytes);
}

/* ---- events ---- */

#define ROUNDS 20
#define MANY 4096

typedef struct {
  int64_t ms;
  uint32_t event;          /* in the bank */
} Happening;

/* Notes the events of a step that begins. */
static void
note_step (const uint32_t *events, uint32_t step, gboolean back, int64_t ms, GArray *all)
{
  uint32_t first = 0;
  for (uint32_t i = 0; i < step; i++)
    first += events[i];
  for (uint32_t k = 0; k < events[step]; k++)
    {
      const Happening one = { ms, first + (back ? events[step] - 1 - k : k) };
      g_array_append_val (all, one);
    }
}

/* Step by step over some rounds before and after 0: the slow way, which knows nothing of periods. */
static GArray *
play_slowly (const Case *c, const uint32_t *events)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Happening));
  int64_t length = 0, ms = 0;
  uint32_t total = 0;
  const gboolean ping_pong = c->loop == KB_BANK_PING_PONG && c->steps > 2;
  for (uint32_t i = 0; i < c->steps; i++)
    total += c->ms[i];
  const gboolean repeats = total > 0 && (c->loop == KB_BANK_LOOP || c->loop == KB_BANK_PING_PONG);
  length = total;
  for (uint32_t i = 1; ping_pong && i + 1 < c->steps; i++)
    length += c->ms[i];
  for (int round = repeats ? -ROUNDS : 0; round <= (repeats ? ROUNDS : 0); round++)
    {
      ms = round * length;
      for (uint32_t i = 0; i < c->steps; ms += c->ms[i++])
        note_step (events, i, FALSE, ms, all);
      for (uint32_t i = c->steps - 1; repeats && ping_pong && --i > 0; ms += c->ms[i])
        note_step (events, i, TRUE, ms, all);
    }
  return all;
}

/* What a call should report. */
static GArray *
expect_events (const GArray *all, int64_t from, int64_t to)
{
  GArray *expected = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  for (guint k = 0; k < all->len; k++)
    {
      const Happening *one = &g_array_index (all, Happening, to < from ? all->len - 1 - k : k);
      if (to < from ? one->ms >= to && one->ms < from : one->ms > from && one->ms <= to)
        g_array_append_val (expected, one->event);
    }
  return expected;
}

static void
ask_events (kbx_handle animation, int64_t from, int64_t to, GArray *found)
{
  kbx_handle events[MANY];
  const uint32_t n = kbx_animation_events (animation, from, to, events, MANY);
  g_assert_cmpuint (n, <=, MANY);
  g_assert_cmpuint (kbx_animation_events (animation, from, to, NULL, 0), ==, n);
  for (uint32_t i = 0; i < n; i++)
    {
      g_assert_true (events[i].kind == KBX_EVENT && *kbx_name (events[i]));
      g_array_append_val (found, events[i].index);
    }
}

static void
compare_events (const Case *c, int64_t from, int64_t to, const GArray *expected, const GArray *found)
{
  gboolean same = expected->len == found->len
                  && (found->len == 0 || memcmp (expected->data, found->data, found->len * sizeof (uint32_t)) == 0);
  if (!same)
    g_error ("%s from %d to %d: %u events, expected %u", c->name, (int) from, (int) to, found->len, expected->len);
}

/* Against the slow way, whole and in uneven parts, both ways. */
static void
test_events (gconstpointer data)
{
  const Case *c = data;
  KbBankContent content = { 0 };
  KbBankSprite *sprite = kb_maker_sprite (&content, "s");
  uint32_t events[LONGEST];
  kbx_bank bank;
  size_t size;

  kb_maker_frame (sprite, "", 1, 1, 0, 0);
  KbBankAnimation *animation = kb_maker_animation (sprite, "a", c->loop);
  for (uint32_t k = 0; k < c->steps; k++)
    {
      kb_maker_step (animation, 0, c->ms[k]);
      KbBankStep *step = &animation->steps[k];
      step->n_events = events[k] = g_test_rand_int_range (0, 4);
      step->events = calloc (MAX (step->n_events, 1), sizeof *step->events);
      for (uint32_t i = 0; i < step->n_events; i++)
        step->events[i].name = strdup ("bang");
    }
  uint8_t *bytes = kb_maker_write (&content, &size);
  g_assert_cmpint (kbx_bank_open (&bank, bytes, size, NULL), ==, KBX_OK);
  const kbx_handle made = kbx_item (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_ANIMATION, 0);
  g_autoptr (GArray) all = play_slowly (c, events);
  for (int i = 0; i < 400; i++)
    {
      const int64_t from = g_test_rand_int_range (-12, 13), to = g_test_rand_int_range (-12, 13);
      g_autoptr (GArray) expected = expect_events (all, from, to);
      g_autoptr (GArray) whole = g_array_new (FALSE, FALSE, sizeof (uint32_t));
      g_autoptr (GArray) parts = g_array_new (FALSE, FALSE, sizeof (uint32_t));
      ask_events (made, from, to, whole);
      compare_events (c, from, to, expected, whole);
      for (int64_t at = from; at != to;)
        {
          const int64_t left = to > at ? to - at : at - to, step = g_test_rand_int_range (0, (gint32) left + 1);
          const int64_t next = to > at ? at + step : at - step;
          ask_events (made, at, next, parts);
          at = next;
        }
      compare_events (c, from, to, expected, parts);
    }
  /* The ends of time, and a short array. */
  kbx_handle one[2] = { { NULL, NULL, 7, KBX_NOTHING }, { NULL, NULL, 7, KBX_NOTHING } };
  const uint32_t n = kbx_animation_events (made, INT64_MIN, INT64_MAX, one, 1);
  g_assert_cmpuint (n, ==, kbx_animation_events (made, INT64_MAX, INT64_MIN, NULL, 9));
  g_assert_true (one[1].index == 7 && (n == 0 || one[0].kind == KBX_EVENT));
  kb_bank_content_clear (&content);
  free (bytes);
}

KIT_PROGRAM (runtime_animations)
{
  kit_test_init (&argc, &argv);
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char *path = g_strdup_printf ("/runtime/animations/%s", cases[i].name);
      g_test_add_data_func (path, &cases[i], test_case);
      g_free (path);
      path = g_strdup_printf ("/runtime/animations/events/%s", cases[i].name);
      g_test_add_data_func (path, &cases[i], test_events);
      g_free (path);
    }
  g_test_add_func ("/runtime/animations/long", test_long);
  return g_test_run ();
}
