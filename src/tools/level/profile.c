/* SPDX-License-Identifier: MIT */
/* Profile: a line dragged over a heightmap shows its altitudes. Stays until a click or Escape, also
 * across saves. The document does not change. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/levels/level_marks.h"
#include "drawing/levels/level_worlds.h"
#include "drawing/style.h"
#include "tools/level/private.h"
#include "tools/private.h"

#define PLACES 257

typedef struct {
  KbVec from, to;
  gboolean shown;
} ProfileState;

static const KbHeightmap *
map_of (const KbToolContext *context)
{
  return (const KbHeightmap *) kb_tool_context_layer (context, &kb_heightmap_kind);
}

static gboolean
profile_press (KbToolContext *context, const KbPointerEvent *event)
{
  ProfileState *state = context->gesture.state;

  if (!map_of (context))
    return kb_tool_context_refuse (context, _("There is no heightmap yet: add one under Layers"));
  state->from = state->to = context->pointer.at;
  state->shown = TRUE;
  return TRUE;
}

static void
profile_motion (KbToolContext *context, const KbPointerEvent *event)
{
  ProfileState *state = context->gesture.state;

  if (context->gesture.pressed)
    state->to = context->pointer.modifiers & KB_MOD_SHIFT
                  ? kb_level_at_angle (context, state->from, context->pointer.at)
                  : context->pointer.at;
}

static gboolean
measure (const KbToolContext *context, const ProfileState *state, KbProfile *profile)
{
  const KbHeightmap *map = map_of (context);

  return map && state->shown && !kb_vec_equal (state->from, state->to)
         && kb_heights_profile (kb_tool_context_heights ((KbToolContext *) context),
                                context->document, map, state->from, state->to, PLACES, profile);
}

static void
profile_release (KbToolContext *context, const KbPointerEvent *event)
{
  ProfileState *state = context->gesture.state;
  g_auto (KbProfile) profile = { 0 };

  state->to = context->pointer.modifiers & KB_MOD_SHIFT
                ? kb_level_at_angle (context, state->from, context->pointer.at)
                : context->pointer.at;
  state->shown =
    hypot (state->to.x - state->from.x, state->to.y - state->from.y) * context->view.scale >= 2;
  g_autofree char *text = measure (context, state, &profile) ? kb_profile_text (&profile) : NULL;
  if (state->shown)
    kb_tool_context_status (
      context, text ? text : _("The line is outside the heightmap"));
}

static void
profile_cancel (KbToolContext *context)
{
  ((ProfileState *) context->gesture.state)->shown = FALSE;
}

static gboolean
profile_key (KbToolContext *context, KbKey key, guint modifiers)
{
  ProfileState *state = context->gesture.state;
  gboolean used = key == KB_KEY_ESCAPE && state->shown && !context->gesture.pressed;

  if (used)
    state->shown = FALSE;
  return used;
}

static char *
profile_speak (const KbToolContext *context)
{
  g_auto (KbProfile) profile = { 0 };

  return measure (context, context->gesture.state, &profile) ? kb_profile_text (&profile) : NULL;
}

static void
profile_draw (KbToolContext *context, cairo_t *cr)
{
  const ProfileState *state = context->gesture.state;
  g_auto (KbProfile) profile = { 0 };

  if (!state->shown)
    return;
  kb_draw_level_measure (cr, &context->view, context->style, state->from, state->to);
  if (measure (context, state, &profile))
    kb_draw_profile (cr, &context->view, context->style, &profile);
}

const KbTool kb_profile_tool = {
  .id = "profile",
  .label = N_("Profile of a heightmap"),
  .icon = "kb-profile-symbolic",
  .key = 'p',
  .cursor = "crosshair",
  .hint = N_("Drag a line over a heightmap to see its altitudes; a click or Escape removes it; "
             "Shift: angles"),
  .works_on = &kb_heightmap_kind,
  .flags = KB_TOOL_HEIGHTS,
  .state_size = sizeof (ProfileState),
  .press = profile_press,
  .motion = profile_motion,
  .release = profile_release,
  .key_press = profile_key,
  .cancel = profile_cancel,
  .speak = profile_speak,
  .draw = profile_draw,
};
