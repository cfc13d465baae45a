/* SPDX-License-Identifier: MIT */
/* Merges animations three ways. An unchanged animation follows the source. If only durations were
 * changed by hand, these stay and the frames follow; otherwise mine stays. Nothing is removed:
 * animations that are no longer in the import are reported. */
#include "interchange/apply_private.h"

#include <glib/gi18n.h>
#include <string.h>

/* [[permanent id, ms], ...] */
static json_t *
steps_of (const KbAnimation *animation)
{
  json_t *steps = json_array ();
  const KbSprite *sprite = kb_node_sprite ((KbNode *) &animation->node);
  g_autoptr (GHashTable) ids = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbFrame, frame, sprite->frames)
    g_hash_table_insert (ids, GUINT_TO_POINTER (frame->node.id),
                         GINT_TO_POINTER (frame->lasting_id));
  KB_EACH (const KbStep, step, animation->steps)
    {
      gint id = GPOINTER_TO_INT (g_hash_table_lookup (ids, GUINT_TO_POINTER (step->frame_id)));
      json_array_append_new (steps, json_pack ("[ii]", id, step->duration));
    }
  return steps;
}

json_t *
kb_merge_snapshot_animations (const KbSprite *sprite)
{
  json_t *all = json_object ();
  KB_EACH (const KbAnimation, animation, sprite->animations)
    {
      json_object_set_new (all, animation->name,
                           json_pack ("{ssso}", "loop", kb_loop_name (animation->loop), "steps",
                                      steps_of (animation)));
    }
  return all;
}

static gboolean
same_frames (const json_t *a, const json_t *b)
{
  gsize n = json_array_size (a);
  gboolean ok = n == json_array_size (b);
  for (gsize i = 0; ok && i < n; i++)
    ok = json_equal (json_array_get (json_array_get (a, i), 0),
                     json_array_get (json_array_get (b, i), 0));
  return ok;
}

/* Theirs, with the durations changed in mine since base, per frame, and with the durations of
 * restored frames. Steals nothing. */
static json_t *
with_my_durations (const json_t *theirs, const json_t *mine, const json_t *base, const json_t *full,
                   GHashTable *back)
{
  json_t *result = json_deep_copy (theirs);
  KB_EACH_JSON (step, result)
    {
      KB_EACH_JSON (my_step, mine)
        {
          const json_t *base_step = json_array_get (base, my_step_at);
          if (!json_equal (json_array_get (my_step, 0), json_array_get (step, 0)))
            continue;
          if (!json_equal (my_step, base_step))
            json_array_set (step, 1, json_array_get (my_step, 1));
          break;
        }
      gint id = (gint) json_integer_value (json_array_get (step, 0));
      for (gsize j = 0;
           g_hash_table_contains (back, GINT_TO_POINTER (id)) && j < json_array_size (full); j++)
        if (json_equal (json_array_get (json_array_get (full, j), 0), json_array_get (step, 0)))
          {
            json_array_set (step, 1, json_array_get (json_array_get (full, j), 1));
            break;
          }
    }
  return result;
}

static gpointer
frame_key (const json_t *step)
{
  return GINT_TO_POINTER ((gint) json_integer_value (json_array_get (step, 0)));
}

/* The first step from `i` on that shows the frame of a step [permanent id, ms]. The number of steps
 * if none does. */
static guint
find_step (const json_t *now, guint i, const json_t *step)
{
  while (i < json_array_size (now)
         && !json_equal (json_array_get (json_array_get (now, i), 0), json_array_get (step, 0)))
    i++;
  return i;
}

static gboolean
set_step (KbApply *apply, KbAnimation *animation, guint i, const json_t *wanted, json_t *now,
          GError **error)
{
  json_t *frame = json_array_get (wanted, 0), *duration = json_array_get (wanted, 1);
  guint at = find_step (now, i, wanted);
  if (at == json_array_size (now))
    {
      json_array_insert (now, i, (json_t *) wanted);
      return kb_document_insert (apply->document, animation->node.id, "steps", (int) i,
                                 json_pack ("{sOsO}", "frame", frame, "duration", duration), error)
             != 0;
    }
  KbId id = kb_step_at (animation, at)->node.id;
  json_auto_t *old = json_incref (json_array_get (now, at));
  json_array_remove (now, at);
  json_array_insert (now, i, old);
  return (at == i || kb_document_move (apply->document, id, i, error))
         && (json_equal (json_array_get (old, 1), duration)
             || kb_document_set (apply->document, id, "duration", json_incref (duration), error));
}

/* Sets an animation's steps. Those that show a frame before and after stay, with their events and
 * values. */
static gboolean
set_steps (KbApply *apply, KbId id, const json_t *wanted, GError **error)
{
  KbAnimation *animation = (KbAnimation *) kb_document_node (apply->document, id);
  json_auto_t *now = steps_of (animation);
  g_autoptr (GHashTable) needed = g_hash_table_new (NULL, NULL);
  gboolean ok = TRUE;
  KB_EACH_JSON (item, wanted)
    g_hash_table_add (needed, frame_key (item));
  for (guint i = animation->steps->len; ok && i-- > 0;)
    if (!g_hash_table_contains (needed, frame_key (json_array_get (now, i))))
      {
        json_array_remove (now, i);
        ok = kb_document_remove (apply->document, kb_step_at (animation, i)->node.id, error);
      }
  for (guint i = 0; ok && i < json_array_size (wanted); i++)
    ok = set_step (apply, animation, i, json_array_get (wanted, i), now, error);
  while (ok && animation->steps->len > json_array_size (wanted))
    ok = kb_document_remove (apply->document,
                             kb_step_at (animation, animation->steps->len - 1)->node.id, error);
  return ok;
}

/* An animation that does not follow the source gets back the steps of restored frames. */
static gboolean
put_steps_back (KbApply *apply, KbAnimation *animation, const json_t *mine, GHashTable *back,
                GError **error)
{
  json_auto_t *now = steps_of (animation);
  json_auto_t *wanted = kb_steps_weave (now, json_object_get (mine, "full"), back);
  return json_equal (now, wanted) || set_steps (apply, animation->node.id, wanted, error);
}

static gboolean
in_import (const KbImport *import, const char *name)
{
  KB_EACH (const KbImportAnimation, animation, import->animations)
    if (strcmp (animation->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* The name of an animation that the source shows under another name now, with the same frames;
 * else its name. */
static const char *
name_before (const KbApply *apply, const KbImportAnimation *theirs, const json_t *record,
             const gint *lasting_ids)
{
  const KbSprite *sprite = kb_apply_sprite (apply);
  json_auto_t *steps = kb_apply_steps_json (theirs, lasting_ids);
  if (!kb_record_animation (record, theirs->name)
      && !kb_sprite_find_animation (sprite, theirs->name))
    KB_EACH_JSON (known, json_object_get (record, "animations"))
      {
        const char *name = json_string_value (json_object_get (known, "name"));
        if (name && !in_import (apply->import, name) && kb_sprite_find_animation (sprite, name)
            && same_frames (steps, json_object_get (known, "steps")))
          return name;
      }
  return theirs->name;
}

static gboolean
merge_animation (KbApply *apply, const KbImportAnimation *theirs, const json_t *all,
                 const json_t *record, const gint *lasting_ids, GHashTable *back, GError **error)
{
  g_autofree char *name = g_strdup (name_before (apply, theirs, record, lasting_ids));
  const json_t *mine = json_object_get (all, name), *base = kb_record_animation (record, name);
  KbAnimation *animation = kb_sprite_find_animation (kb_apply_sprite (apply), name);
  if (!animation && base)
    {
      kb_messages_add (apply->report->messages,
                       _("the animation '%s' was deleted or renamed here and is not restored"),
                       theirs->name);
      return TRUE;
    }
  if (!animation)
    return kb_document_insert (apply->document, apply->sprite, "animations", -1,
                               kb_apply_animation_json (apply->import, theirs, lasting_ids), error)
           != 0;
  if (!base)
    {
      kb_messages_add (apply->report->messages,
                       _("the animation '%s' is not from the last import and stays as it is"),
                       theirs->name);
      return put_steps_back (apply, animation, mine, back, error);
    }
  KbId id = animation->node.id;
  const char *loop = kb_loop_name (theirs->loop);
  gboolean ok = strcmp (name, theirs->name) == 0
                || kb_document_set (apply->document, id, "name", json_string (theirs->name), error);
  if (ok && json_equal (json_object_get (mine, "loop"), json_object_get (base, "loop"))
      && animation->loop != theirs->loop)
    ok = kb_document_set (apply->document, id, "loop", json_string (loop), error);
  ok = ok && kb_merge_field (apply, id, "values", base, json_deep_copy (theirs->values), error);

  json_auto_t *steps = kb_apply_steps_json (theirs, lasting_ids);
  const json_t *my_steps = json_object_get (mine, "steps"),
               *base_steps = json_object_get (base, "steps");
  if (json_equal (my_steps, base_steps))
    ok = ok && set_steps (apply, id, steps, error);
  else if (same_frames (my_steps, base_steps))
    {
      json_auto_t *mixed =
        with_my_durations (steps, my_steps, base_steps, json_object_get (mine, "full"), back);
      ok = ok && set_steps (apply, id, mixed, error);
    }
  else
    {
      if (!json_equal (steps, base_steps))
        kb_messages_add (
          apply->report->messages,
          _("the animation '%s' was changed here and in the source; it stays as it is here"),
          theirs->name);
      ok = ok && put_steps_back (apply, animation, mine, back, error);
    }
  return ok;
}

static gboolean
contains (const json_t *list, const json_t *item)
{
  KB_EACH_JSON (entry, list)
    if (json_equal (entry, item))
      return TRUE;
  return FALSE;
}

/* Adds the events that are new in the source, and removes those that are no longer there. */
static gboolean
merge_step_events (KbApply *apply, const KbStep *step, const json_t *base, const json_t *theirs,
                   GError **error)
{
  json_auto_t *mine = json_array ();
  gboolean ok = TRUE;
  for (guint i = step->events->len; ok && i-- > 0;)
    {
      KbStepEvent *event = kb_step_event_at (step, i);
      json_auto_t *json = kb_node_to_json (&event->node, NULL);
      if (contains (base, json) && !contains (theirs, json))
        ok = kb_document_remove (apply->document, event->node.id, error);
      else
        json_array_append (mine, json);
    }
  for (gsize i = 0; ok && i < json_array_size (theirs); i++)
    {
      json_t *event = json_array_get (theirs, i);
      if (!contains (base, event) && !contains (mine, event))
        ok = kb_document_insert (apply->document, step->node.id, "events", -1,
                                 json_deep_copy (event), error) != 0;
    }
  return ok;
}

/* Those of the frame's steps in all animations. */
static gboolean
merge_events (KbApply *apply, gint lasting_id, const json_t *base, const json_t *theirs,
              GError **error)
{
  const KbSprite *sprite = kb_apply_sprite (apply);
  const KbFrame *frame = kb_sprite_find_frame (sprite, lasting_id);
  gboolean ok = TRUE;
  KB_EACH_WHILE (frame, const KbAnimation, animation, sprite->animations)
    KB_EACH_WHILE (ok, const KbStep, step, animation->steps)
      ok = step->frame_id != frame->node.id || merge_step_events (apply, step, base, theirs, error);
  return ok;
}

gboolean
kb_merge_animations (KbApply *apply, const json_t *mine, const json_t *record,
                     const gint *lasting_ids, GHashTable *back, GError **error)
{
  const KbImport *import = apply->import;
  const KbSprite *sprite = kb_apply_sprite (apply);
  KB_EACH (KbAnimation, animation, sprite->animations)
    if (!in_import (import, animation->name)
        && !put_steps_back (apply, animation, json_object_get (mine, animation->name), back,
                            error))
      return FALSE;
  KB_EACH (const KbImportAnimation, theirs, import->animations)
    if (!merge_animation (apply, theirs, mine, record, lasting_ids, back, error))
      return FALSE;
  g_autoptr (GHashTable) index = kb_record_index (record);
  KB_EACH (const KbImportFrame, frame, import->frames)
    {
      const json_t *base = g_hash_table_lookup (index, GINT_TO_POINTER (lasting_ids[frame_at]));
      const json_t *was = json_object_get (base, "events"), *is = frame->events;
      if ((was || is) && !(was && is && json_equal (was, is))
          && !merge_events (apply, lasting_ids[frame_at], was, is, error))
        return FALSE;
    }
  const json_t *known = json_object_get (record, "animations");
  KB_EACH_JSON (item, known)
    {
      const char *name = json_string_value (json_object_get (item, "name"));
      if (name && !in_import (import, name)
          && kb_sprite_find_animation (kb_apply_sprite (apply), name))
        kb_messages_add (apply->report->messages,
                         _("the import no longer has the animation '%s'; it stays here"), name);
    }
  return TRUE;
}
