/* SPDX-License-Identifier: MIT */
/* Steps by the clock, and the recording of a run. */
#include "editor/play/play_run.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "bake/bake.h"
#include "document/document.h"
#include "editor/watch/play_bank.h"

#define MAX_MS 250.0

struct KbPlayRun {
  KbPlay *play;
  const kbx_bank *bank;    /* borrowed */
  KbPlayInput held;
  guint64 tapped;          /* keys pressed since the last step */
  gboolean clicked;        /* the pointer's button was pressed since then */
  guint64 added;           /* extra keys for the next step, with the pointer there; 0: none */
  kbx_vec pointer;
  gboolean has_from, paused;
  kbx_vec from;            /* where the run starts, with has_from */
  double speed, due;       /* due: steps to make, with their fraction */
  KbTape tape;             /* since the start */
  KbTape replay;
  guint replay_end;        /* length of the replay in steps; 0: no replay */
};

KbPlayRun *
kb_play_run_new (void)
{
  KbPlayRun *run = g_new0 (KbPlayRun, 1);
  run->speed = 1;
  return run;
}

void
kb_play_run_stop (KbPlayRun *run)
{
  g_clear_pointer (&run->play, kb_play_free);
  kb_tape_free (&run->tape);
  kb_tape_free (&run->replay);
  run->replay_end = 0;
}

void
kb_play_run_free (KbPlayRun *run)
{
  kb_play_run_stop (run);
  g_free (run);
}

KbPlay *
kb_play_run_play (const KbPlayRun *run)
{
  return run->play;
}

const char *
kb_play_run_cast_name (const KbPlayRun *run, guint role)
{
  const KbCastKind kind = kb_play_scene_of (run->play)->roles[role].kind;
  const uint32_t who = kb_play_cast (run->play, role);
  return who == KBX_NONE ? NULL : kb_cast_name (run->bank, kind, who);
}

/* The name of an asset in another bank of the same document, where it may differ, or NULL if it is
 * not in that bank. */
static const char *
kb_play_bank_name_in (const KbPlayBank *bank, KbCastKind kind, const char *name,
                      const KbPlayBank *other)
{
  GHashTableIter iter;
  gpointer id, is;
  g_hash_table_iter_init (&iter, bank->names[kind]);
  while (g_hash_table_iter_next (&iter, &id, &is))
    if (g_str_equal (is, name))
      return g_hash_table_lookup (other->names[kind], id);
  return NULL;
}

gboolean
kb_play_run_change_bank (KbPlayRun *run, const KbPlayBank *old, const KbPlayBank *bank,
                         KbPlayWhy *why)
{
  const KbRole *roles = kb_play_scene_of (run->play)->roles;
  const char *now[KB_PLAY_MOST_ROLES] = { NULL };
  for (guint r = 0; roles[r].name; r++)
    {
      const char *name = kb_play_run_cast_name (run, r);
      now[r] = name ? kb_play_bank_name_in (old, roles[r].kind, name, bank) : NULL;
    }
  if (!kb_play_change_bank (run->play, &bank->bank, now, why))
    return FALSE;
  run->bank = &bank->bank;
  return TRUE;
}

/* ---- restarting ---- */

static void
begin (KbPlayRun *run)
{
  kb_tape_free (&run->tape);
  run->due = 0;
  run->tapped = 0;
  run->added = 0;
  run->clicked = FALSE;
}

gboolean
kb_play_run_start (KbPlayRun *run, const KbPlayScene *scene, const kbx_bank *bank,
                   const char *const *cast, KbPlayWhy *why)
{
  KbPlay *play = kb_play_new (scene, bank, cast, why);
  if (!play)
    return FALSE;
  kb_play_run_stop (run);
  run->play = play;
  run->bank = bank;
  run->has_from = FALSE;
  run->held.keys = 0;   /* another scene has other keys */
  begin (run);
  return TRUE;
}

void
kb_play_run_start_at (KbPlayRun *run, const kbx_vec *from)
{
  if (!run->play)
    return;
  kb_play_run_restart (run);
  run->has_from = from != NULL;
  run->from = from ? *from : (kbx_vec) { 0, 0 };
  kb_play_start_at (run->play, from);
}

void
kb_play_run_restart (KbPlayRun *run)
{
  if (!run->play)
    return;
  kb_tape_free (&run->replay);
  run->replay_end = 0;
  begin (run);
  kb_play_restart (run->play);
}

/* Replays a tape, which the run takes. */
static void
replay (KbPlayRun *run, KbTape tape, guint end)
{
  kb_play_run_restart (run);
  run->replay = tape;
  run->replay_end = end;
  run->paused = FALSE;
}

/* Added keys take effect at once. A step records them on the tape. */
static void
settle (KbPlayRun *run)
{
  if (run->added)
    kb_play_run_step (run);
}

void
kb_play_run_replay (KbPlayRun *run)
{
  if (!run->play)
    return;
  settle (run);
  const guint end = MAX (kb_play_steps (run->play), run->replay_end);
  KbTape tape = run->replay_end ? run->replay : run->tape;
  if (run->replay_end)
    run->replay = (KbTape) { 0 };
  else
    run->tape = (KbTape) { 0 };
  replay (run, tape, end);
}

/* ---- steps ---- */

void
kb_play_run_hold (KbPlayRun *run, const KbPlayInput *input)
{
  const guint64 down = input->keys & ~run->held.keys;
  const gboolean click = input->press && !run->held.press;
  run->tapped |= down;
  run->clicked |= click;
  run->held = *input;
  if (down || click)
    run->replay_end = 0;
}

void
kb_play_run_step (KbPlayRun *run)
{
  if (!run->play)
    return;
  const guint32 at = kb_play_steps (run->play);
  KbPlayInput input = run->held;
  input.keys |= run->tapped;
  input.press |= run->clicked;
  if (at < run->replay_end)
    input = kb_tape_at (&run->replay, at);
  if (run->added)
    input.pointer = run->pointer;
  input.keys |= run->added;
  run->tapped = run->added = 0;
  run->clicked = FALSE;
  kb_tape_record (&run->tape, at, &input);
  kb_play_step (run->play, &input);
  if (at + 1 >= run->replay_end)
    run->replay_end = 0;
}

void
kb_play_run_add (KbPlayRun *run, guint64 keys, kbx_vec pointer)
{
  run->replay_end = 0;
  run->added = keys;
  run->pointer = pointer;
}

guint
kb_play_run_tick (KbPlayRun *run, double ms)
{
  guint n = 0;
  if (!run->play || run->paused)
    return 0;
  /* A thousandth of a step makes up for rounding: 60 ticks of 1/60 s must make 60 steps. */
  run->due += CLAMP (ms, 0, MAX_MS) * run->speed * KB_PLAY_RATE / 1000;
  for (; run->due >= 0.999; run->due -= 1, n++)
    kb_play_run_step (run);
  return n;
}

gboolean
kb_play_run_is_paused (const KbPlayRun *run)
{
  return run->paused;
}

void
kb_play_run_pause (KbPlayRun *run, gboolean paused)
{
  run->paused = paused;
  run->due = 0;
}

void
kb_play_run_set_speed (KbPlayRun *run, double speed)
{
  run->speed = speed;
}

guint
kb_play_run_left (const KbPlayRun *run)
{
  return run->play && run->replay_end > kb_play_steps (run->play)
           ? run->replay_end - kb_play_steps (run->play)
           : 0;
}

/* ---- text ---- */

/* As arguments for a shell, in a one-line comment. */
static void
append_cast (GString *text, const KbPlayRun *run)
{
  const KbRole *roles = kb_play_scene_of (run->play)->roles;
  for (guint i = 0; roles[i].name; i++)
    {
      const char *name = kb_play_run_cast_name (run, i);
      g_autofree char *pair = name ? g_strdup_printf ("%s=%s", roles[i].name, name) : NULL;
      g_autofree char *quoted = pair ? g_shell_quote (pair) : NULL;
      if (quoted && !strpbrk (quoted, "\n\r"))
        g_string_append_printf (text, " --cast %s", quoted);
    }
}

/* As an argument for a shell; names with line breaks do not fit into a comment. */
static char *
quote (const char *name, const char *otherwise)
{
  return name && !strpbrk (name, "\n\r") ? g_shell_quote (name) : g_strdup (otherwise);
}

static void
append_from (GString *text, const KbPlayRun *run)
{
  char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE];
  if (run->has_from)
    g_string_append_printf (text, " --from %s,%s",
                            g_ascii_formatd (x, sizeof x, "%.4f", (double) run->from.x),
                            g_ascii_formatd (y, sizeof y, "%.4f", (double) run->from.y));
}

char *
kb_play_run_text_for (const char *text, const char *file)
{
  g_autofree char *quoted = quote (file, "FILE");
  g_autofree char *option = g_strdup_printf (" --input %s --frames ", quoted);
  GString *whole = g_string_new (text);
  g_string_replace (whole, " --input FILE --frames ", option, 1);
  return g_string_free (whole, FALSE);
}

char *
kb_play_run_text (KbPlayRun *run, const char *project)
{
  if (!run->play)
    return g_strdup ("");
  settle (run);
  const KbPlayScene *scene = kb_play_scene_of (run->play);
  char *tape = kb_tape_write (&run->tape, scene);
  g_autofree char *quoted = quote (project, "PROJECT");
  GString *text = g_string_new ("# kickbox play ");
  g_string_append (text, quoted);
  g_string_append_printf (text, " --scene %s", scene->name);
  append_cast (text, run);
  append_from (text, run);
  g_string_append_printf (text, " --input FILE --frames %u\n# hash %016" G_GINT64_MODIFIER "x\n%s",
                          kb_play_steps (run->play), kb_play_hash (run->play), tape);
  free (tape);
  return g_string_free (text, FALSE);
}

/* The position of --from in the first comment. */
static gboolean
read_from (const char *text, gsize length, kbx_vec *from)
{
  static const char name[] = " --from ";
  const char *end = memchr (text, '\n', length),
             *option = end && text[0] == '#' ? g_strrstr_len (text, end - text, name) : NULL;
  if (!option)
    return FALSE;
  option += strlen (name);
  return kb_tape_read_point (option, strcspn (option, " \n"), from);
}

/* The first comment, written by kb_play_run_text, has the run's length; other tapes end with their
 * last change. */
static guint
steps_of_text (const char *text, gsize length, const KbTape *tape)
{
  const char *end = memchr (text, '\n', length),
             *option = end ? g_strrstr_len (text, end - text, " --frames ") : NULL;
  guint64 said =
    option && text[0] == '#' ? g_ascii_strtoull (option + strlen (" --frames "), NULL, 10) : 0;
  const guint least = tape->n_changes ? tape->changes[tape->n_changes - 1].step + 1 : 1;
  return (guint) CLAMP (said, least, MAX (least, KB_TAPE_MOST_STEPS));
}

gboolean
kb_play_run_read (KbPlayRun *run, const char *text, gsize length, GError **error)
{
  KbTape tape = { 0 };
  KbPlayWhy why;
  uint32_t line, column;
  g_return_val_if_fail (run->play, FALSE);
  if (!kb_tape_read (&tape, kb_play_scene_of (run->play), text, length, &line, &column, &why))
    return kb_fail (error, KB_ERROR_INPUT, _("Line %u, column %u: %s"), line, column, why.text);
  kbx_vec from;
  kb_play_run_start_at (run, read_from (text, length, &from) ? &from : NULL);
  replay (run, tape, steps_of_text (text, length, &tape));
  return TRUE;
}
