/* SPDX-License-Identifier: MIT */
/* The frame data of attacks, as tables of fighting games list them. A game frame is 1/60 second. A
 * step is active if its frame has a shape of a class that strikes. */
#include <string.h>

#include "document/shapes/shape.h"
#include "operations/private.h"

#define FRAMES_A_SECOND 60

/* Heights from the hot spot, down: those that shapes of a kind of class take up on a frame. */
typedef struct { double top, bottom; } FrameDataSpan;

typedef struct {
  const KbDocument *document;
  GHashTable *inherited;     /* shapes of all sprites */
  GPatternSpec *crouching;   /* names of animations */
} Data;

/* Those of the step's frame. */
static GPtrArray *
shapes_of (const Data *data, const KbStep *step, const KbFrame **frame)
{
  *frame = kb_document_find (data->document, step->frame_id, &kb_frame_kind);
  return *frame ? kb_frame_all_shapes (*frame, data->inherited) : g_ptr_array_new ();
}

static gboolean
is_of_kind (const KbDocument *document, const KbShape *shape, KbClassKind kind)
{
  const KbClass *class = kb_document_find (document, shape->class_id, &kb_class_kind);
  return class && class->kind == kind && !kb_geometry_fault (&shape->geometry);
}

/* FALSE if the frame has no shape of the kind, or no hot spot. */
static gboolean
find_span (const Data *data, const KbStep *step, KbClassKind kind, FrameDataSpan *span)
{
  const KbFrame *frame;
  g_autoptr (GPtrArray) shapes = shapes_of (data, step, &frame);
  gboolean any = FALSE;
  if (frame && frame->hot_spot.set)
    KB_EACH (const KbShape, shape, shapes)
      {
        if (!is_of_kind (data->document, shape, kind))
          continue;
        KbBounds is = kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry);
        double top = is.y0 - frame->hot_spot.y, bottom = is.y1 - frame->hot_spot.y;
        *span = any ? (FrameDataSpan) { MIN (span->top, top), MAX (span->bottom, bottom) }
                    : (FrameDataSpan) { top, bottom };
        any = TRUE;
      }
  return any;
}

static gboolean
strikes (const Data *data, const KbStep *step)
{
  const KbFrame *frame;
  g_autoptr (GPtrArray) shapes = shapes_of (data, step, &frame);
  KB_EACH (KbShape, shape, shapes)
    if (is_of_kind (data->document, shape, KB_CLASS_KIND_HIT))
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
find_stun (const Data *data, const KbAnimation *animation, const char *key)
{
  const KbDocument *document = data->document;
  gboolean any = FALSE;
  gint64 most = 0;
  KB_EACH (KbStep, step, animation->steps)
    {
      const KbFrame *frame;
      g_autoptr (GPtrArray) shapes = shapes_of (data, step, &frame);
      KB_EACH (const KbShape, shape, shapes)
        {
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
misses_crouching (const Data *data, const KbAnimation *attack)
{
  const KbProject *project = kb_document_project (data->document);
  gboolean any = FALSE;
  double lowest = -G_MAXDOUBLE, highest = G_MAXDOUBLE;
  FrameDataSpan span;
  KB_EACH (const KbStep, step, attack->steps)
    if (find_span (data, step, KB_CLASS_KIND_HIT, &span))
      lowest = MAX (lowest, span.bottom);
  KB_EACH (KbSprite, sprite, project->sprites)
    KB_EACH (const KbAnimation, pose, sprite->animations)
      {
        KB_EACH_WHILE (g_pattern_spec_match_string (data->crouching, pose->name), const KbStep,
                       pose_step, pose->steps)
          if (find_span (data, pose_step, KB_CLASS_KIND_HURT, &span))
            {
              highest = MIN (highest, span.top);
              any = TRUE;
            }
      }
  return any ? json_boolean (lowest <= highest) : NULL;
}

/* NULL if the animation never strikes. */
static json_t *
attack_row (const Data *data, const KbSprite *sprite, const KbAnimation *animation)
{
  g_autoptr (GString) active = g_string_new (NULL);
  gint startup = 0, run = 0, gap = 0, total = 0;
  gint64 ms = 0;
  KB_EACH (const KbStep, step, animation->steps)
    {
      gint frames = frame_at (ms + step->duration) - frame_at (ms);
      gboolean is_active = strikes (data, step);
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
      json_auto_t *stun = find_stun (data, animation, stuns[i][1]);
      json_object_set_new (row, stuns[i][0],
                           stun ? json_integer (json_integer_value (stun) - (total - startup))
                                : json_null ());
    }
  json_t *misses = misses_crouching (data, animation);
  json_object_set_new (row, "misses_crouching", misses ? misses : json_null ());
  return row;
}

json_t *
kb_frame_data (const KbDocument *document, const char *crouching)
{
  const KbProject *project = kb_document_project (document);
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (crouching);
  g_autoptr (GHashTable) inherited = kb_inherited_new (NULL);
  const Data data = { document, inherited, pattern };
  json_t *rows = json_array ();
  KB_EACH (KbSprite, sprite, project->sprites)
    kb_inherited_add (inherited, sprite);
  KB_EACH (const KbSprite, sprite, project->sprites)
    KB_EACH (const KbAnimation, animation, sprite->animations)
      {
        json_t *row = attack_row (&data, sprite, animation);
        if (row)
          json_array_append_new (rows, row);
      }
  return rows;
}
