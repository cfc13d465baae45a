/* SPDX-License-Identifier: MIT */
/* A selected region that goes back and forth with the undo steps that moved its content. */
#ifndef KB_TOOLS_FOLLOW_H
#define KB_TOOLS_FOLLOW_H

#include "tools/context.h"

/* The position in the document's history. */
guint kb_follow_position (const KbToolContext *context);
/* Remembers the region before the step with that label, which ended at `position`. Takes the
 * region. Only the last few steps are remembered. `steps` is made when needed; free it with
 * g_array_unref. */
void kb_follow_remember (GArray **steps, guint position, const char *label, gpointer before,
                         GDestroyNotify destroy);
/* Call after the step with that label was undone or redone: exchanges the current region with the
 * one on the other side. FALSE: that step moved nothing. */
gboolean kb_follow_exchange (const KbToolContext *context, GArray *steps, gboolean undone,
                             const char *label, gpointer *current);

#endif
