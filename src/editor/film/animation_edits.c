/* SPDX-License-Identifier: MIT */
/* Edits of animations. */
#include "editor/film/animations.h"

#include <glib/gi18n.h>
#include <string.h>

#include "editor/lists/lists.h"

KbStep *
kb_animation_find_step (const KbAnimation *animation, KbId frame)
{
  if (animation)
    KB_EACH (KbStep, step, animation->steps)
      if (step->frame_id == frame)
        return step;
  return NULL;
}

static gboolean
in_any (const KbSprite *sprite, KbId frame)
{
  KB_EACH (const KbAnimation, animation, sprite->animations)
    if (kb_animation_find_step (animation, frame))
      return TRUE;
  return FALSE;
}

static json_t *
step_json (const KbFrame *frame)
{
  return json_pack ("{s:i, s:i}", "frame", frame->lasting_id, "duration", KB_NEW_DURATION);
}

static json_t *
new_steps (KbEditorState *state, const KbSprite *sprite)
{
  KbDocument *document = kb_editor_state_get_document (state);
  json_t *steps = json_array ();
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  for (guint i = 0; i < n; i++)
    json_array_append_new (steps, step_json ((KbFrame *) kb_document_node (document, chosen[i])));
  int at = kb_editor_state_get_frame_index (state);
  gboolean run = n == 1 && !in_any (sprite, chosen[0]);
  for (guint i = (guint) at + 1; run && i < kb_count (sprite->frames); i++)
    {
      if (in_any (sprite, kb_frame_at (sprite, i)->node.id))
        break;
      json_array_append_new (steps, step_json (kb_frame_at (sprite, i)));
    }
  return steps;
}

/* The frame's name without its number and the sprite's name: "kick" of "fakir kick 3". */
static char *
stem (const KbSprite *sprite, const KbFrame *frame)
{
  g_autofree char *text = g_strdup (frame->name ? frame->name : "");
  gsize n = strlen (text);
  while (n > 0 && (g_ascii_isdigit (text[n - 1]) || strchr (" -_.", text[n - 1])))
    text[--n] = '\0';
  const char *start = g_str_has_prefix (text, sprite->name) ? text + strlen (sprite->name) : text;
  start += strspn (start, " -_.");
  return g_strdup (*start ? start : "");
}

/* The stem that all frames' names share, else "animation"; numbered if already in use. */
static char *
new_name (KbEditorState *state, const KbSprite *sprite)
{
  KbDocument *document = kb_editor_state_get_document (state);
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  g_autofree char *name = NULL;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *of = stem (sprite, (KbFrame *) kb_document_node (document, chosen[i]));
      if (!name)
        name = g_strdup (of);
      else if (!g_str_equal (name, of))
        *name = '\0';
    }
  return kb_document_free_name (document, sprite->node.id, "animations",
                                name && *name ? name : _("animation"));
}

void
kb_animation_choose (KbEditorState *state, KbId id)
{
  kb_editor_state_set_animation (state, id);
  KbAnimation *animation = kb_editor_state_get_animation (state);
  KbFrame *frame = kb_editor_state_get_frame (state);
  if (!animation || !frame || !kb_count (animation->steps)
      || kb_animation_find_step (animation, frame->node.id))
    return;
  kb_editor_state_set_frame (state, kb_step_at (animation, 0)->frame_id);
  kb_editor_state_set_animation (state, id);   /* the frame may be in other animations as well */
}

gboolean
kb_animation_new (KbEditorState *state)
{
  KbSprite *sprite = kb_editor_state_get_sprite (state);
  g_autoptr (GError) error = NULL;
  if (!sprite || !kb_editor_state_get_frame (state))
    return FALSE;
  g_autofree char *name = new_name (state, sprite);
  json_t *value =
    json_pack ("{s:s, s:s, s:o}", "name", name, "loop", "loop", "steps", new_steps (state, sprite));
  KbId id = kb_document_insert (kb_editor_state_get_document (state), sprite->node.id, "animations",
                                -1, value, &error);
  if (id)
    kb_editor_state_set_animation (state, id);
  return kb_editor_state_report (state, id != 0, &error);
}

void
kb_animation_delete (KbEditorState *state)
{
  KbAnimation *animation = kb_editor_state_get_animation (state);
  g_autofree char *name = animation ? g_strdup (animation->name) : NULL;
  if (animation && kb_editor_state_remove_node (state, animation->node.id))
    kb_editor_state_offer_undo (state, _("Deleted the animation “%s”"), name);
}

void
kb_animation_set_loop (KbEditorState *state, KbLoop loop)
{
  KbAnimation *animation = kb_editor_state_get_animation (state);
  const KbField *field = kb_kind_field (&kb_animation_kind, "loop");
  if (animation && animation->loop != loop)
    kb_editor_state_set_field (state, animation->node.id, "loop",
                               json_string (field->choices[loop]));
}

void
kb_animation_add_frames (KbEditorState *state)
{
  KbAnimation *animation = kb_editor_state_get_animation (state);
  KbDocument *document = kb_editor_state_get_document (state);
  g_autoptr (GError) error = NULL;
  guint n;
  const KbId *chosen = kb_editor_state_get_frames (state, &n);
  if (!animation || !n)
    return;
  KbId id = animation->node.id;
  int at = -1;
  KB_EACH (const KbStep, step, animation->steps)
    for (guint j = 0; j < n; j++)
      if (step->frame_id == chosen[j])
        at = (int) step_at + 1;

  kb_document_begin (document, _("Add steps"));
  for (guint i = 0; i < n && !error; i++)
    {
      KbFrame *frame = (KbFrame *) kb_document_node (document, chosen[i]);
      kb_document_insert (document, id, "steps", at < 0 ? -1 : at + (int) i, step_json (frame),
                          &error);
    }
  kb_document_end (document);
  kb_editor_state_report (state, !error, &error);
}
