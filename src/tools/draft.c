/* SPDX-License-Identifier: MIT */
/* What the tools that draw point by point have in common. */
#include <glib/gi18n.h>
#include <math.h>

#include "tools/private.h"

#define CLOSE_REACH 9.0   /* canvas pixels around the first point */

gboolean
kb_draft_key (KbToolContext *context, KbKey key, guint modifiers)
{
  KbDraft *draft = context->gesture.state;

  if (draft->n == 0 || draft->held)
    return FALSE;
  if (key == KB_KEY_ENTER)
    context->gesture.tool->end_draft (context, FALSE);
  else if (key == KB_KEY_BACKSPACE)
    draft->n--;
  else
    return FALSE;
  return TRUE;
}

void
kb_draft_commit (KbToolContext *context)
{
  const KbDraft *draft = context->gesture.state;

  if (draft->n >= context->gesture.tool->draft_min)
    context->gesture.tool->end_draft (context, FALSE);
}

gboolean
kb_draft_busy (const KbToolContext *context)
{
  return ((const KbDraft *) context->gesture.state)->n > 0;
}

char *
kb_draft_speak (const KbToolContext *context)
{
  const KbDraft *draft = context->gesture.state;

  return draft->n
           ? g_strdup_printf (g_dngettext (NULL, "%u point", "%u points", draft->n), draft->n)
           : NULL;
}

gboolean
kb_draft_closes (const KbToolContext *context, KbVec first)
{
  const KbDraft *draft = context->gesture.state;
  KbVec p = kb_view_to_canvas (&context->view, first);

  return draft->n >= 3
         && hypot (p.x - context->pointer.canvas.x, p.y - context->pointer.canvas.y) <= CLOSE_REACH;
}
