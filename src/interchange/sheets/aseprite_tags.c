/* SPDX-License-Identifier: MIT */
/* Aseprite's tags become animations.
 *
 * Without a repeat count a tag loops for ever. With one it plays that often and ends. For ping-pong
 * each direction counts once, and the frames at both ends are not repeated. */
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/names.h"

#define ASEPRITE_TAGS_MAX_STEPS 65536
#define MAX_ALL_STEPS 1048576

static const struct {
  const char *name;
  gboolean reverse, ping_pong;
} aseprite_tags_directions[] = {
  { "forward", FALSE, FALSE },
  { "reverse", TRUE, FALSE },
  { "pingpong", FALSE, TRUE },
  { "pingpong_reverse", TRUE, TRUE },
};

/* Aseprite writes the count as a text. */
static gboolean
read_repeat (const json_t *tag, guint *repeat, const KbJsonPlace *place, GError **error)
{
  const json_t *value = json_object_get (tag, "repeat");
  guint64 number = 0;
  *repeat = 0;
  if (!value)
    return TRUE;
  if (json_is_integer (value) && json_integer_value (value) >= 0
      && json_integer_value (value) <= ASEPRITE_TAGS_MAX_STEPS)
    number = (guint64) json_integer_value (value);
  else if (!json_is_string (value)
           || !g_ascii_string_to_unsigned (json_string_value (value), 10, 0,
                                           ASEPRITE_TAGS_MAX_STEPS, &number, NULL))
    return kb_json_fail (error, place, "repeat", _("expected a number of times from 0 to %d"),
                         ASEPRITE_TAGS_MAX_STEPS);
  *repeat = (guint) number;
  return TRUE;
}

/* One pass over from..to; `skip` omits its first frame, which ended the previous pass. */
static void
add_pass (KbImportAnimation *animation, guint from, guint to, gboolean reverse, gboolean skip,
          const gint *durations)
{
  for (guint i = skip ? 1 : 0; i <= to - from; i++)
    {
      guint frame = reverse ? to - i : from + i;
      kb_import_add_step (animation, frame, durations[frame]);
    }
}

char *
kb_animation_free_name (KbImport *import, const char *wanted)
{
  GHashTable *taken = import->animation_names;
  while (import->n_animations_named < import->animations->len)
    {
      const KbImportAnimation *animation =
        g_ptr_array_index (import->animations, import->n_animations_named++);
      if (!g_hash_table_contains (taken, animation->name))
        g_hash_table_insert (taken, g_strdup (animation->name), GUINT_TO_POINTER (1));
    }
  return kb_name_take (taken, wanted, FALSE);
}

static gboolean
read_tag (KbImport *import, const json_t *tag, const gint *durations, gboolean *covered,
          guint *n_steps, const KbJsonPlace *place, GError **error)
{
  gint n = (gint) import->frames->len, from, to;
  guint repeat, direction = 0;
  gboolean ok;
  if (!json_is_object (tag))
    return kb_json_fail (error, place, NULL, _("expected an object"));
  const json_t *name = kb_json_member (tag, "name", JSON_STRING, place, error);
  if (!name || !kb_json_int (tag, "from", 0, MAX_ALL_STEPS, &from, place, error)
      || !kb_json_int (tag, "to", from, MAX_ALL_STEPS, &to, place, error)
      || !read_repeat (tag, &repeat, place, error))
    return FALSE;
  if (to >= n)
    kb_messages_lose_at (import->messages, kb_json_place_text (place, NULL),
                         _("tags end after the last frame; the steps without a frame are left out"),
                         json_string_value (name));
  if (from >= n)
    return TRUE;
  to = MIN (to, n - 1);
  const json_t *text = kb_json_optional (tag, "direction", JSON_STRING, place, &ok, error);
  if (!ok)
    return FALSE;
  while (text && direction < G_N_ELEMENTS (aseprite_tags_directions)
         && strcmp (json_string_value (text), aseprite_tags_directions[direction].name) != 0)
    direction++;
  if (direction == G_N_ELEMENTS (aseprite_tags_directions))
    return kb_json_fail (error, place, "direction",
                         _("expected forward, reverse, pingpong or pingpong_reverse, got '%s'"),
                         json_string_value (text));

  g_autofree char *clean = kb_import_clean_name (json_string_value (name));
  g_autofree char *given = kb_animation_free_name (import, clean ? clean : "tag");
  if (clean && strcmp (clean, given) != 0)
    kb_import_message (import, _("there are several tags '%s'; one is called '%s' now"), clean,
                       given);
  gboolean reverse = aseprite_tags_directions[direction].reverse,
           ping_pong = aseprite_tags_directions[direction].ping_pong;
  guint passes = MAX (repeat, 1), length = (guint) (to - from) + 1;
  if (passes > ASEPRITE_TAGS_MAX_STEPS / length)
    {
      kb_import_message (import, _("tag '%s': %u times are too many, it repeats for ever now"),
                         given, repeat);
      repeat = 0;
      passes = 1;
    }
  KbImportAnimation *animation = kb_import_add_animation (import, given,
                                                          repeat      ? KB_LOOP_ONCE
                                                          : ping_pong ? KB_LOOP_PING_PONG
                                                                      : KB_LOOP_LOOP);
  for (guint pass = 0; pass < passes; pass++)
    add_pass (animation, (guint) from, (guint) to, reverse ^ (ping_pong && pass % 2),
              ping_pong && pass > 0, durations);
  *n_steps += animation->steps->len;
  for (gint i = from; i <= to; i++)
    {
      KbImportFrame *frame = g_ptr_array_index (import->frames, i);
      covered[i] = TRUE;
      if (frame->tag)
        continue;
      frame->tag = g_strdup (given);
      frame->tag_index = i - from;
    }
  animation->values = kb_aseprite_values (tag);
  return *n_steps <= MAX_ALL_STEPS
         || kb_json_fail (error, place, NULL, _("the tags have too many frames"));
}

gboolean
kb_aseprite_read_tags (KbImport *import, const json_t *meta, const gint *durations,
                       const KbJsonPlace *place, GError **error)
{
  gboolean ok;
  const json_t *tags = kb_json_optional (meta, "frameTags", JSON_ARRAY, place, &ok, error);
  gsize n = json_array_size (tags);
  guint n_frames = import->frames->len, n_steps = 0, uncovered = 0;
  if (!ok)
    return FALSE;
  if (n > 4096)
    return kb_json_fail (error, place, "frameTags",
                         _("expected at most 4096 tags, got %zu"), n);
  if (n == 0)
    {
      /* Only animations have durations, so one is made of all frames. */
      gboolean timed = FALSE;
      for (guint i = 0; i < n_frames; i++)
        timed |= durations[i] > 0;
      if (!timed)
        return TRUE;
      KbImportAnimation *animation = kb_import_add_animation (import, "all", KB_LOOP_LOOP);
      add_pass (animation, 0, n_frames - 1, FALSE, FALSE, durations);
      return TRUE;
    }
  g_autofree gboolean *covered = g_new0 (gboolean, n_frames);
  KbJsonPlace list = { place, "frameTags", FALSE, 0 };
  for (gsize i = 0; ok && i < n; i++)
    {
      KbJsonPlace item = { &list, NULL, FALSE, i };
      ok = read_tag (import, json_array_get (tags, i), durations, covered, &n_steps, &item, error);
    }
  for (guint i = 0; ok && i < n_frames; i++)
    uncovered += !covered[i] && durations[i] > 0;
  if (uncovered)
    kb_import_message (import,
                       ngettext ("%u frame is in no tag; its duration was not kept",
                                 "%u frames are in no tag; their durations were not kept",
                                 uncovered),
                       uncovered);
  return ok;
}
