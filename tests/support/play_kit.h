/* SPDX-License-Identifier: MIT */
/* Scenes of playtest on the bank of a project or of a document, and what they tell. */
#ifndef KB_TEST_PLAY_KIT_H
#define KB_TEST_PLAY_KIT_H

#include <string.h>

#include "bake/bake.h"
#include "document/edits/edit.h"
#include "playtest/play.h"
#include "playtest/tape.h"
#include "tests/support/seed.h"

typedef struct {
  KbDocument *document;
  GBytes *bytes;
  kbx_bank bank;
} PlayStage;

/* Another bank of the document as it is now; the old bytes are the caller's. */
static inline GBytes *
play_bake (KbDocument *document, kbx_bank *bank)
{
  g_autoptr (GError) error = NULL;
  kbx_error why;
  GBytes *bytes = kb_bake_to_play (document, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (kbx_bank_open (bank, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &why), ==, KBX_OK);
  return bytes;
}

/* Takes the document. */
static inline PlayStage *
play_stage (KbDocument *document)
{
  PlayStage *stage = g_new0 (PlayStage, 1);
  stage->document = document;
  stage->bytes = play_bake (document, &stage->bank);
  return stage;
}

static inline PlayStage *
play_stage_open (const char *project)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_open (project, &error);
  g_assert_no_error (error);
  return play_stage (document);
}

static inline void
play_stage_free (PlayStage *stage)
{
  g_bytes_unref (stage->bytes);
  kb_document_free (stage->document);
  g_free (stage);
}

/* With a cast by names, or NULL. */
static inline KbPlay *
play_begin (const PlayStage *stage, const char *scene, const char *const *cast)
{
  KbPlayWhy why = { "" };
  KbPlay *play = kb_play_new (kb_play_find_scene (scene), &stage->bank, cast, &why);
  g_assert_cmpstr (why.text, ==, "");
  g_assert_nonnull (play);
  return play;
}

/* The steps [from, to) of a tape, its lines separated by ";" too. */
static inline void
play_steps (KbPlay *play, const char *text, guint from, guint to)
{
  g_autofree char *lines = g_strdelimit (g_strdup (text), ";", '\n');
  KbPlayWhy why = { "" };
  guint32 line, column;
  KbTape tape;
  if (!kb_tape_read (&tape, kb_play_scene_of (play), lines, strlen (lines), &line, &column, &why))
    g_error ("%s: %s", text, why.text);
  for (guint i = from; i < to; i++)
    {
      const KbPlayInput input = kb_tape_at (&tape, i);
      kb_play_step (play, &input);
    }
  kb_tape_free (&tape);
}

/* ---- what is told ---- */

typedef struct {
  KbReporter reporter;   /* first: a PlayTold is a KbReporter */
  GString *text;     /* "at=[1 2] area=hall sees=true" */
} PlayTold;

static inline void
reported_name (KbReporter *reporter, const char *name)
{
  GString *text = ((PlayTold *) (void *) reporter)->text;
  if (text->len && text->str[text->len - 1] != '[')
    g_string_append_c (text, ' ');
  if (name)
    g_string_append_printf (text, "%s=", name);
}

static inline void
reported_number (KbReporter *reporter, const char *name, double value)
{
  reported_name (reporter, name);
  g_string_append_printf (((PlayTold *) (void *) reporter)->text, "%.9g", value);
}

static inline void
reported_text (KbReporter *reporter, const char *name, const char *value)
{
  reported_name (reporter, name);
  g_string_append (((PlayTold *) (void *) reporter)->text, value ? value : "-");
}

static inline void
reported_flag (KbReporter *reporter, const char *name, bool value)
{
  reported_text (reporter, name, value ? "true" : "false");
}

static inline void
reported_open (KbReporter *reporter, const char *name)
{
  reported_text (reporter, name, "[");
}

static inline void
reported_close (KbReporter *reporter)
{
  g_string_append_c (((PlayTold *) (void *) reporter)->text, ']');
}

/* All that the run tells; free it. */
static inline char *
play_reported (const KbPlay *play)
{
  PlayTold reported = { { reported_number, reported_text, reported_flag, reported_open, reported_close }, g_string_new (NULL) };
  kb_play_report (play, &reported.reporter);
  return g_string_free (reported.text, FALSE);
}

/* Each of the values, separated by ";", is told: "stands=true;at=[4 8]". */
static inline void
play_assert_reported (const KbPlay *play, const char *values)
{
  g_autofree char *reported = play_reported (play), *all = g_strconcat (" ", reported, " ", NULL);
  g_auto (GStrv) wanted = g_strsplit (values, ";", -1);
  for (guint i = 0; wanted[i]; i++)
    {
      g_autofree char *one = g_strconcat (" ", wanted[i], " ", NULL);
      if (!strstr (all, one))
        g_error ("step %u: expected %s in %s", kb_play_steps (play), wanted[i], reported);
    }
}

/* Number i of a told list, or the told number itself. */
static inline double
play_reported_number (const KbPlay *play, const char *name, guint i)
{
  g_autofree char *reported = play_reported (play), *begin = g_strconcat (name, "=", NULL);
  const char *at = strstr (reported, begin);
  g_assert_nonnull (at);
  at += strlen (begin);
  at += *at == '[';
  for (; i; i--)
    at = strchr (at, ' ') + 1;
  return g_ascii_strtod (at, NULL);
}

/* The names of the keys that do something with the cast, "left right nudge"; free it. */
static inline char *
play_keys_of_use (const KbPlay *play)
{
  const KbPlayKey *keys = kb_play_scene_of (play)->keys;
  const guint64 used = kb_play_keys_of_use (play);
  GString *names = g_string_new (NULL);
  for (guint i = 0; keys[i].name; i++)
    if (used >> i & 1)
      g_string_append_printf (names, "%s%s", names->len ? " " : "", keys[i].name);
  return g_string_free (names, FALSE);
}

/* How often something of that text was logged; whether it was. */
static inline guint
play_count_logged (const KbPlay *play, const char *text)
{
  guint n = 0;
  for (guint i = 0; i < kb_play_event_count (play); i++)
    n += strstr (kb_play_event (play, i)->text, text) != NULL;
  return n;
}

static inline gboolean
play_logged (const KbPlay *play, const char *text)
{
  return play_count_logged (play, text) > 0;
}

/* Runs over a stage, each its own, and what they tell at their end. */
typedef struct {
  const char *tape;
  guint steps;
  const char *reported;    /* see play_assert_told */
  const char *logged;  /* NULL: nothing is asked for */
} PlayCase;

static inline void
play_check_cases (const PlayStage *stage, const char *scene, const PlayCase *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      KbPlay *play = play_begin (stage, scene, NULL);
      play_steps (play, cases[i].tape, 0, cases[i].steps);
      g_test_message ("%s, %u", cases[i].tape, cases[i].steps);
      play_assert_reported (play, cases[i].reported);
      if (cases[i].logged && !play_logged (play, cases[i].logged))
        g_error ("%s: nothing logged of %s", cases[i].tape, cases[i].logged);
      kb_play_free (play);
    }
}

/* ---- what holds of every scene ---- */

/* Random keys of the scene, held for some steps each, and a pointer in its view. */
static inline KbPlayInput
play_random_input (const KbPlay *play, KbPlayInput before)
{
  const KbPlayKey *keys = kb_play_scene_of (play)->keys;
  kbx_rect view = kb_play_view (play);
  guint n = 0;
  if (g_test_rand_int_range (0, 12))
    return before;
  while (keys[n].name)
    n++;
  before.keys = (guint64) g_test_rand_int () & (guint64) g_test_rand_int () & ((UINT64_C (1) << n) - 1);
  before.pointer = (kbx_vec) { (float) g_test_rand_double_range ((double) view.min.x, (double) view.max.x),
                               (float) g_test_rand_double_range ((double) view.min.y, (double) view.max.y) };
  before.press = g_test_rand_bit ();
  return before;
}

/* The same tape gives the same hashes at each step in a run of its own, after another bank of the same document has come
 * in the middle, and after a restart. Returns the last hash. */
static inline guint64
play_assert_repeats (PlayStage *stage, const char *scene, const char *const *cast, const char *tape, guint steps)
{
  kbx_bank again;
  KbPlayWhy why;
  GBytes *bytes = play_bake (stage->document, &again);
  KbPlay *first = play_begin (stage, scene, cast), *second = play_begin (stage, scene, cast);
  for (guint round = 0; round < 2; round++)
    {
      for (guint i = 0; i < steps; i++)
        {
          play_steps (first, tape, i, i + 1);
          play_steps (second, tape, i, i + 1);
          if (i == steps / 2)
            g_assert_true (kb_play_change_bank (second, round ? &stage->bank : &again, NULL, &why));
          g_assert_cmpuint (kb_play_hash (first), ==, kb_play_hash (second));
        }
      if (round == 0)
        kb_play_restart (second), kb_play_restart (first);
    }
  guint64 hash = kb_play_hash (first);
  kb_play_free (first);
  kb_play_free (second);
  g_bytes_unref (bytes);
  return hash;
}

#endif
