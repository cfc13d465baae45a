/* SPDX-License-Identifier: MIT */
/* Animation steps of lost frames. A frame that is removed takes its steps along. `lost_steps` in
 * the sprite's `import` field remembers them: animation name -> all of its steps [[permanent id,
 * ms], ...]. A restored frame gets its positions and durations back. Animations that follow the
 * source need none. */
#include "interchange/apply_private.h"

#include <glib/gi18n.h>
#include <string.h>

static gint
id_of (const json_t *step)
{
  return (gint) json_integer_value (json_array_get (step, 0));
}

json_t *
kb_steps_weave (const json_t *steps, const json_t *remembered, GHashTable *wanted)
{
  json_t *result = json_copy ((json_t *) steps);
  gsize at = 0;
  KB_EACH_JSON (step, remembered)
    {
      gint id = id_of (step);
      if (id <= 0)
        continue;
      if (g_hash_table_contains (wanted, GINT_TO_POINTER (id)))
        json_array_insert (result, at++, step);
      else
        for (gsize j = at; j < json_array_size (result); j++)
          if (id_of (json_array_get (result, j)) == id)
            {
              at = j + 1;
              break;
            }
    }
  return result;
}

GHashTable *
kb_steps_lost_ids (const KbSprite *sprite)
{
  GHashTable *ids = g_hash_table_new (NULL, NULL);
  KB_EACH (const KbFrame, frame, sprite->lost)
    g_hash_table_add (ids, GINT_TO_POINTER (frame->lasting_id));
  return ids;
}

/* Is the animation unchanged since the import? */
static gboolean
follows_source (const json_t *mine, const json_t *record, const char *name)
{
  const json_t *base = kb_record_animation (record, name);
  return base
         && json_equal (json_object_get (json_object_get (mine, name), "steps"),
                        json_object_get (base, "steps"));
}

GHashTable *
kb_steps_kept_ids (const json_t *mine, const json_t *record)
{
  GHashTable *ids = g_hash_table_new (NULL, NULL);
  KB_EACH_MEMBER (name, animation, mine)
    {
      const json_t *steps = json_object_get (animation, "full");
      for (gsize i = 0; !follows_source (mine, record, name) && i < json_array_size (steps); i++)
        g_hash_table_add (ids, GINT_TO_POINTER (id_of (json_array_get (steps, i))));
    }
  return ids;
}

json_t *
kb_steps_remember (const KbSprite *sprite, const json_t *record, const json_t *mine)
{
  json_auto_t *all = json_object ();
  g_autoptr (GHashTable) lost = kb_steps_lost_ids (sprite);
  json_auto_t *now = kb_merge_snapshot_animations (sprite);
  KB_EACH_MEMBER (name, animation, now)
    {
      const json_t *steps = json_object_get (animation, "steps"),
                   *before = json_object_get (json_object_get (mine, name), "full");
      if (!before || follows_source (mine, record, name))
        continue;
      json_auto_t *full = kb_steps_weave (steps, before, lost);
      if (json_array_size (full) > json_array_size (steps))
        json_object_set (all, name, full);
    }
  return json_object_size (all) ? g_steal_pointer (&all) : NULL;
}

void
kb_steps_report (KbApply *apply, const json_t *record, const json_t *mine, GHashTable *lost_before)
{
  const KbSprite *sprite = kb_apply_sprite (apply);
  g_autoptr (GHashTable) lost = kb_steps_lost_ids (sprite);
  KB_EACH_MEMBER (name, animation, mine)
    {
      const json_t *full = json_object_get (animation, "full");
      GString *gone = g_string_new (NULL), *back = g_string_new (NULL);
      guint n_gone = 0, n_back = 0;
      if (follows_source (mine, record, name) || !kb_sprite_find_animation (sprite, name))
        full = NULL;
      KB_EACH_JSON (step, full)
        {
          gpointer id = GINT_TO_POINTER (id_of (step));
          gboolean was = g_hash_table_contains (lost_before, id),
                   is = g_hash_table_contains (lost, id);
          GString *list = was ? back : gone;
          if (was == is)
            continue;
          *(was ? &n_back : &n_gone) += 1;
          g_string_append_printf (list, _("%s%u (%d ms)"), list->len ? ", " : "",
                                  (guint) step_at + 1,
                                  (gint) json_integer_value (json_array_get (step, 1)));
        }
      if (n_gone)
        kb_messages_add (apply->report->messages,
                         ngettext ("the animation '%s' lost %u step, whose frame was removed from "
                                   "the source: %s; it comes back with its frame",
                                   "the animation '%s' lost %u steps, whose frames were removed "
                                   "from the source: %s; they come back with their frames",
                                   n_gone),
                         name, n_gone, gone->str);
      if (n_back)
        kb_messages_add (apply->report->messages,
                         ngettext ("the animation '%s' has %u step back: %s",
                                   "the animation '%s' has %u steps back: %s", n_back),
                         name, n_back, back->str);
      g_string_free (gone, TRUE);
      g_string_free (back, TRUE);
    }
}
