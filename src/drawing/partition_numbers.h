/* SPDX-License-Identifier: MIT */
/* The costs of a partition in words: one table for the editor's panel, the legends of pictures and
 * kickbox info. */
#ifndef KB_PARTITION_NUMBERS_H
#define KB_PARTITION_NUMBERS_H

#include "bake/partitions/partitions.h"

#define KB_PARTITION_NUMBERS 9

/* By row, from 0; translated. */
const char *kb_partition_number_label (guint row);
const char *kb_partition_number_tip (guint row);
/* A new string; NULL: that kind has no such number: a grid has no depth. */
char *kb_partition_number_text (guint row, const KbPartitionStats *stats);

/* Shown when there is no number. */
#define KB_NO_NUMBER "–"

#endif
