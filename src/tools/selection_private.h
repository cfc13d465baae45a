/* SPDX-License-Identifier: MIT */
/* What the files share that change the selection: selection.c, selection_edits.c, by_key.c. */
#ifndef KB_TOOLS_SELECTION_PRIVATE_H
#define KB_TOOLS_SELECTION_PRIVATE_H

#include "tools/selection.h"

/* What of the selection may be changed; tells when nothing may. Array of KbId. */
GArray *kb_selection_free_members (const KbToolContext *context);
/* Of a step: "Delete %s" with the only member's kind, or with how many of what; a new string. */
char *kb_selection_label (const KbToolContext *context, const char *one);
/* These and nothing else, at once; either may be NULL, and either may be what is selected now. */
void kb_selection_replace (KbToolContext *context, const GArray *ids, const GArray *places);
/* Ends the step, or takes it back and tells why; takes the error. */
void kb_selection_finish (KbToolContext *context, gboolean done, GError *error);

#endif
