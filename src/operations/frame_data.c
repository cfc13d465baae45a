/* SPDX-License-Identifier: MIT */
/* The frame data of attacks, as tables of fighting games list them. A game frame is 1/60 second. A
 * step is active if its frame has a shape of a class that strikes. */
#include <string.h>

#include "operations/private.h"

#define FRAMES_A_SECOND 60

/* Heights from the hot spot, down: those that shapes of a kind of class take up on a frame. */
typedef struct { double top, bottom; } Span;

static const KbFrame *
frame_of (const KbDocument *document, const KbStep *step)
{
  return kb_document_find (document, step->frame_id, &kb_frame_kind);
}

static gboolean
is_of_kind (const KbDocument *document, const KbShape *shape, KbClassKind kind)
{
  const KbClass *class = kb_document_find (document, shape->class_id, &kb_class_kind);
  return class && class->kind == kind && !kb_geometry_fault (&shape->geometry);
}

/* FALSE if the frame has no shape of the kind, or no hot spot. */
static gboolean
find_span (const KbDocument *document, const KbFrame *frame, KbClassKind kind, Span *span)
{
  gboolean any = FALSE;
  for (guint i = 0; frame && frame->hot_spot.set && i < frame->shapes->len; i++)
    {
      const KbShape *shape = kb_shape_at (frame, i);
      if (!is_of_kind (document, shape, kind))
        continue;
      KbBounds is = kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry);
      double top = is.y0 - frame->hot_spot.y, bottom = is.y1 - frame->hot_spot.y;
      *span = any ? (Span) { MIN (span->top, top), MAX (span->bottom, bottom) }
                  : (Span) { top, bottom };
      any = TRUE;
    }
  return any;
}

static gboolean
strikes (const KbDocument *document, const KbStep *step)
{
  const KbFrame *frame = frame_of (document, step);
  for (guint i = 0; frame && i < frame->shapes->len; i++)
    if (is_of_kind (document, kb_shape_at (frame, i), KB_CLASS_KIND_HIT))
      return TRUE;
  return FALSE;
}

/* The game frame at a time of the animation, so that rounding does not add up. */
static gint
frame_at (gint64 ms)
{
  return (gint) ((ms * FRAMES_A_SECOND + 500) / 1000);
}

/* The largest value of the key on shapes that strike, or that their class gives them. NULL: none
 * has it. */
static json_t *
find_stun (const KbDocument *document, const KbAnimation *animation, const char *key)
{
  gboolean any = FALSE;
  gint64 most = 0;
  for (guint i = 0; i < animation->steps->len; i++)
    {
      const KbFrame *frame = frame_of (document, kb_step_at (animation, i));
      for (guint k = 0; frame && k < frame->shapes->len; k++)
        {
          const KbShape *shape = kb_shape_at (frame, k);
          const KbClass *class = kb_document_find (document, shape->class_id, &kb_class_kind);
          json_t *value = json_object_get (shape->values, key);
          value = value || !class ? value : json_object_get (class->values, key);
          if (!value || !is_of_kind (document, shape, KB_CLASS_KIND_HIT))
            continue;
          gint64 frames = g_ascii_strtoll (json_string_value (value), NULL, 10);
          most = any ? MAX (most, frames) : frames;
          any = TRUE;
        }
    }
  return any ? json_integer (most) : NULL;
}

/* Whether no strike reaches down to any pose of the crouching animations. NULL: there are none. */
static json_t *
misses_crouching (const KbDocument *document, const KbAnimation *attack, GPatternSpec *crouching)
{
  const KbProject *project = kb_document_project (document);
  gboolean any = FALSE;
  double lowest = -G_MAXDOUBLE, highest = G_MAXDOUBLE;
  Span span;
  for (guint i = 0; i < attack->steps->len; i++)
    if (find_span (document, frame_of (document, kb_step_at (attack, i)), KB_CLASS_KIND_HIT, &span))
      lowest = MAX (lowest, span.bottom);
  for (guint s = 0; s < project->sprites->len; s++)
    for (guint a = 0; a < kb_sprite_at (project, s)->animations->len; a++)
      {
        const KbAnimation *pose = kb_animation_at (kb_sprite_at (project, s), a);
        for (guint i = 0; g_pattern_spec_match_string (crouching, pose->name)
                          && i < pose->steps->len; i++)
          if (find_span (document, frame_of (document, kb_step_at (pose, i)), KB_CLASS_KIND_HURT,
                         &span))
            {
              highest = MIN (highest, span.top);
              any = TRUE;
            }
      }
  return any ? json_boolean (lowest <= highest) : NULL;
}

/* NULL if the animation never strikes. */
static json_t *
attack_row (const KbDocument *document, const KbSprite *sprite, const KbAnimation *animation,
            GPatternSpec *crouching)
{
  g_autoptr (GString) active = g_string_new (NULL);
  gint startup = 0, run = 0, gap = 0, total = 0;
  gint64 ms = 0;
  for (guint i = 0; i < animation->steps->len; i++)
    {
      const KbStep *step = kb_step_at (animation, i);
      gint frames = frame_at (ms + step->duration) - frame_at (ms);
      gboolean is_active = strikes (document, step);
      if (is_active && !startup)
        startup = total + 1;
      if (is_active && gap)
        {
          g_string_append_printf (active, "%d(%d)", run, gap);
          run = gap = 0;
        }
      total += frames;
      ms += step->duration;
      run += is_active ? frames : 0;
      gap += startup && !is_active ? frames : 0;
    }
  if (!startup)
    return NULL;
  g_string_append_printf (active, "%d", run);
  json_t *row = json_pack ("{ss ss si ss si si}", "sprite", sprite->name, "animation",
                           animation->name, "startup", startup, "active", active->str, "recovery",
                           gap, "total", total);
  static const char *const stuns[][2] = { { "on_hit", "hitstun" }, { "on_block", "blockstun" } };
  for (guint i = 0; i < G_N_ELEMENTS (stuns); i++)
    {
      json_auto_t *stun = find_stun (document, animation, stuns[i][1]);
      json_object_set_new (row, stuns[i][0],
                           stun ? json_integer (json_integer_value (stun) - (total - startup))
                                : json_null ());
    }
  json_t *misses = misses_crouching (document, animation, crouching);
  json_object_set_new (row, "misses_crouching", misses ? misses : json_null ());
  return row;
}

json_t *
kb_frame_data (const KbDocument *document, const char *crouching)
{
  const KbProject *project = kb_document_project (document);
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (crouching);
  json_t *rows = json_array ();
  for (guint s = 0; s < project->sprites->len; s++)
    for (guint a = 0; a < kb_sprite_at (project, s)->animations->len; a++)
      {
        const KbSprite *sprite = kb_sprite_at (project, s);
        json_t *row = attack_row (document, sprite, kb_animation_at (sprite, a), pattern);
        if (row)
          json_array_append_new (rows, row);
      }
  return rows;
}
