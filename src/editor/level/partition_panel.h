/* SPDX-License-Identifier: MIT */
/* Compares the four kinds of partitions of the level in numbers, and sets which one the bank gets
 * and what to show. */
#ifndef KB_PARTITION_PANEL_H
#define KB_PARTITION_PANEL_H

#include <adwaita.h>

#include "editor/editor_state.h"

#define KB_TYPE_PARTITION_PANEL (kb_partition_panel_get_type ())
G_DECLARE_FINAL_TYPE (KbPartitionPanel, kb_partition_panel, KB, PARTITION_PANEL, AdwBin)

GtkWidget *kb_partition_panel_new (KbEditorState *state);

#endif
