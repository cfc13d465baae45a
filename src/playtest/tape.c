/* SPDX-License-Identifier: MIT */
/* Recorded input, read and written. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "playtest/memory.h"
#include "playtest/report.h"
#include "playtest/scene.h"
#include "playtest/tape.h"

void
kb_tape_free (KbTape *tape)
{
  free (tape->changes);
  *tape = (KbTape) { NULL, 0, 0 };
}

static bool
same_input (const KbPlayInput *a, const KbPlayInput *b)
{
  return a->keys == b->keys && a->press == b->press && a->pointer.x == b->pointer.x
         && a->pointer.y == b->pointer.y;
}

void
kb_tape_record (KbTape *tape, uint32_t step, const KbPlayInput *input)
{
  const KbPlayInput before = kb_tape_at (tape, step), taken = kb_play_taken (input);
  if (same_input (&before, &taken) || step >= KB_TAPE_MOST_STEPS)
    return;
  tape->changes =
    kb_make_room (tape->changes, &tape->room, tape->n_changes + 1, sizeof *tape->changes);
  tape->changes[tape->n_changes++] = (KbTapeChange) { step, taken };
}

KbPlayInput
kb_tape_at (const KbTape *tape, uint32_t step)
{
  /* The last change that is not after `step` is before `high` */
  uint32_t low = 0, high = tape->n_changes;
  while (low < high)
    {
      uint32_t middle = low + (high - low) / 2;
      if (tape->changes[middle].step <= step)
        low = middle + 1;
      else
        high = middle;
    }
  return low ? tape->changes[low - 1].input : (KbPlayInput) { 0 };
}

/* ---- reading ---- */

typedef struct {
  const KbPlayScene *scene;
  const KbPlayScene *recorded;   /* the scene it was recorded for; NULL: not stated */
  const char *at, *end;      /* of the line */
  const char *start;         /* of the line */
  const char *word;          /* the current word */
  size_t length;
  KbPlayWhy *why;
} Reader;

static bool
refuse_tape (Reader *reader, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (reader->why->text, sizeof reader->why->text, kb_play_word (format), arguments);
  va_end (arguments);
  return false;
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* Returns false at the end of the line. */
static bool
next_word (Reader *reader)
{
  while (reader->at < reader->end && is_blank (*reader->at))
    reader->at++;
  reader->word = reader->at;
  while (reader->at < reader->end && !is_blank (*reader->at))
    reader->at++;
  reader->length = (size_t) (reader->at - reader->word);
  return reader->length > 0;
}

static bool
read_step (Reader *reader, uint32_t *step)
{
  uint64_t number = 0;
  for (size_t i = 0; i < reader->length; i++)
    {
      bool digit = reader->word[i] >= '0' && reader->word[i] <= '9';
      number = digit ? number * 10 + (uint64_t) (reader->word[i] - '0') : UINT64_MAX;
      if (number >= KB_TAPE_MOST_STEPS)
        return refuse_tape (reader, N_("'%.*s': expected the number of a step, below %u"),
                            (int) (reader->length < 40 ? reader->length : 40), reader->word,
                            KB_TAPE_MOST_STEPS);
    }
  *step = (uint32_t) number;
  return true;
}

bool
kb_tape_read_point (const char *text, size_t length, kbx_vec *point)
{
  const char *end = text + length, *comma = kb_read_number (text, end, &point->x);
  return comma && comma < end && *comma == ','
         && kb_read_number (comma + 1, end, &point->y) == end;
}

/* "@12,-7.5" */
static bool
read_pointer (Reader *reader, kbx_vec *pointer)
{
  if (kb_tape_read_point (reader->word + 1, reader->length - 1, pointer))
    return true;
  return refuse_tape (reader, N_("'%.*s': expected @X,Y, two numbers within %.0f"),
                      (int) (reader->length < 40 ? reader->length : 40), reader->word,
                      (double) KBX_WORLD_LIMIT);
}

static bool
read_key (Reader *reader, KbPlayInput *input)
{
  const KbPlayKey *keys = reader->scene->keys;
  char known[256] = "", other[80] = "";
  if (reader->length == 5 && memcmp (reader->word, "press", 5) == 0)
    return input->press = true;
  for (uint32_t i = 0; keys[i].name; i++)
    {
      if (strlen (keys[i].name) == reader->length
          && memcmp (keys[i].name, reader->word, reader->length) == 0)
        {
          input->keys |= UINT64_C (1) << i;
          return true;
        }
      size_t used = strlen (known);
      snprintf (known + used, sizeof known - used, "%s%s", i ? ", " : "", keys[i].name);
    }
  if (reader->recorded && reader->recorded != reader->scene)
    snprintf (other, sizeof other, kb_play_word (N_(" of %s, and this was recorded for %s")),
              reader->scene->name, reader->recorded->name);
  return refuse_tape (reader, N_("'%.*s': no such key%s; expected %s, press or @X,Y"),
                      (int) (reader->length < 24 ? reader->length : 24), reader->word, other,
                      known);
}

static bool
read_line (Reader *reader, KbTape *tape)
{
  uint32_t step = 0;
  if (!next_word (reader))
    return true;
  if (!read_step (reader, &step))
    return false;
  if (tape->n_changes && step <= tape->changes[tape->n_changes - 1].step)
    return refuse_tape (reader, N_("step %u: expected one after %u"), step,
                        tape->changes[tape->n_changes - 1].step);
  KbPlayInput input = { .pointer = kb_tape_at (tape, step).pointer };
  while (next_word (reader))
    if (!(*reader->word == '@' ? read_pointer (reader, &input.pointer) : read_key (reader, &input)))
      return false;
  tape->changes =
    kb_make_room (tape->changes, &tape->room, tape->n_changes + 1, sizeof *tape->changes);
  tape->changes[tape->n_changes++] = (KbTapeChange) { step, kb_play_taken (&input) };
  return true;
}

/* The scene of exactly that name, or NULL. */
static const KbPlayScene *
scene_of_word (const Reader *reader)
{
  const KbPlayScene *scene;
  for (uint32_t i = 0; (scene = kb_play_scene (i)); i++)
    if (strlen (scene->name) == reader->length
        && memcmp (scene->name, reader->word, reader->length) == 0)
      return scene;
  return NULL;
}

/* From the comments before the first step. */
static const KbPlayScene *
recorded_for (const char *text, const char *end)
{
  const KbPlayScene *found = NULL;
  while (!found && text < end && *text == '#')
    {
      const char *newline = memchr (text, '\n', (size_t) (end - text));
      Reader reader = { .at = text + 1, .end = newline ? newline : end };
      bool first = true, here = false;
      for (; !found && next_word (&reader); first = false)
        {
          Reader after = reader;
          found = here || (first && !next_word (&after)) ? scene_of_word (&reader) : NULL;
          here = reader.length == 7 && memcmp (reader.word, "--scene", 7) == 0;
        }
      text = newline ? newline + 1 : end;
    }
  return found;
}

bool
kb_tape_read (KbTape *tape, const KbPlayScene *scene, const char *text, size_t length,
              uint32_t *line, uint32_t *column, KbPlayWhy *why)
{
  const char *end = text + length;
  const KbPlayScene *recorded = recorded_for (text, end);
  *tape = (KbTape) { NULL, 0, 0 };
  *line = 0;
  for (const char *from = text; from < end;)
    {
      const char *newline = memchr (from, '\n', (size_t) (end - from));
      const char *to = newline ? newline : end;
      const char *remark = memchr (from, '#', (size_t) (to - from));
      Reader reader = { .scene = scene,
                        .recorded = recorded,
                        .at = from,
                        .end = remark ? remark : to,
                        .start = from,
                        .why = why };
      ++*line;
      if (!read_line (&reader, tape))
        {
          *column = (uint32_t) (reader.word - from) + 1;
          kb_tape_free (tape);
          return false;
        }
      from = newline ? newline + 1 : end;
    }
  return true;
}

/* ---- writing ---- */

typedef struct {
  char *text;
  uint32_t length, room;
} Writer;

static void
put_tape (Writer *writer, const char *text)
{
  uint32_t n = (uint32_t) strlen (text);
  writer->text = kb_make_room (writer->text, &writer->room, writer->length + n + 1, 1);
  memcpy (writer->text + writer->length, text, n + 1);
  writer->length += n;
}

/* A multiple of 1/16: four digits are exact. */
static void
put_number (Writer *writer, float number)
{
  char word[32];
  long parts = lrint (fabs ((double) number) * 10000);
  if (parts % 10000)
    snprintf (word, sizeof word, "%s%ld.%04ld", number < 0 ? "-" : "", parts / 10000,
              parts % 10000);
  else
    snprintf (word, sizeof word, "%s%ld", number < 0 ? "-" : "", parts / 10000);
  put_tape (writer, word);
}

char *
kb_tape_write (const KbTape *tape, const KbPlayScene *scene)
{
  const KbPlayKey *keys = scene->keys;
  kbx_vec pointer = { 0, 0 };
  Writer writer = { NULL, 0, 0 };
  char word[80];
  put_tape (&writer, "# ");
  put_tape (&writer, scene->name);
  put_tape (&writer, "\n");
  for (uint32_t c = 0; c < tape->n_changes; c++)
    {
      const KbTapeChange *change = tape->changes + c;
      snprintf (word, sizeof word, "%u", change->step);
      put_tape (&writer, word);
      for (uint32_t i = 0; keys[i].name; i++)
        if (change->input.keys >> i & 1)
          {
            put_tape (&writer, " ");
            put_tape (&writer, keys[i].name);
          }
      if (change->input.pointer.x != pointer.x || change->input.pointer.y != pointer.y)
        {
          pointer = change->input.pointer;
          put_tape (&writer, " @");
          put_number (&writer, pointer.x);
          put_tape (&writer, ",");
          put_number (&writer, pointer.y);
        }
      put_tape (&writer, change->input.press ? " press\n" : "\n");
    }
  return writer.text;
}
