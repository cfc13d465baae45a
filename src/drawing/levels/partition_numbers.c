/* SPDX-License-Identifier: MIT */
/* Short texts, so that four fit next to each other in a narrow panel. */
#include "drawing/levels/level_partition.h"

#include <glib/gi18n.h>

static char *
decimal (double value)
{
  return value >= 1000  ? g_strdup_printf ("%.0fk", value / 1000)
         : value >= 100 ? g_strdup_printf ("%.0f", value)
                        : g_strdup_printf ("%.1f", value);
}

static char *
count (guint value)
{
  return value >= 100000 ? g_strdup_printf ("%.0fk", value / 1000.0)
                         : g_strdup_printf ("%u", value);
}

static gboolean
is_tree (const KbPartitionStats *stats)
{
  return stats->kind == KBX_PARTITION_QUADTREE || stats->kind == KBX_PARTITION_BSP;
}

static char *
memory_of (const KbPartitionStats *stats)
{
  double kilo = (double) stats->bytes / 1024;
  return kilo >= 1000 ? g_strdup_printf (_("%.1f MB"), kilo / 1024)
                      : g_strdup_printf (kilo >= 10 ? _("%.0f kB") : _("%.1f kB"), kilo);
}

static char *
nodes_of (const KbPartitionStats *stats)
{
  if (stats->columns > 0)
    return g_strdup_printf ("%u×%u", stats->columns, stats->rows);
  return stats->kind == KBX_PARTITION_NONE ? NULL : count (stats->nodes);
}

/* A level of a quadtree is two cuts. */
static const char *
unit_of (const KbPartitionStats *stats)
{
  return stats->kind == KBX_PARTITION_QUADTREE ? "×2" : "";
}

static char *
depth_of (const KbPartitionStats *stats)
{
  return is_tree (stats) ? g_strdup_printf ("%.1f%s", stats->depth_mean, unit_of (stats)) : NULL;
}

static char *
greatest_depth_of (const KbPartitionStats *stats)
{
  return is_tree (stats) ? g_strdup_printf ("%u%s", stats->depth_max, unit_of (stats)) : NULL;
}

static char *
splits_of (const KbPartitionStats *stats)
{
  return stats->kind == KBX_PARTITION_NONE ? NULL : count (stats->splits);
}

static char *
balance_of (const KbPartitionStats *stats)
{
  return is_tree (stats) ? g_strdup_printf ("%.2f", stats->balance) : NULL;
}

static char *
walls_of (const KbPartitionStats *stats)
{
  return decimal (stats->walls_mean);
}

static char *
most_walls_of (const KbPartitionStats *stats)
{
  return count (stats->walls_p99);
}

static char *
cost_of (const KbPartitionStats *stats)
{
  return decimal (stats->cost);
}

static const struct {
  const char *label, *tip;
  /* a new string; NULL: not available for this kind */
  char *(*text) (const KbPartitionStats *stats);
} partition_numbers_rows[KB_PARTITION_NUMBERS] = {
  { N_("Memory"), N_("Size in the bank, including the walls"), memory_of },
  { N_("Nodes"), N_("Nodes of the tree, including leaves; columns and rows of a grid"), nodes_of },
  { N_("Depth"), N_("Average depth of the leaves, in levels; one of a quadtree is two cuts (×2)"),
    depth_of },
  { N_("Max. depth"),
    N_("Depth of the deepest leaf, in levels; one of a quadtree is two cuts (×2)"),
    greatest_depth_of },
  { N_("Splits"), N_("How often a wall is split between parts"), splits_of },
  { N_("Balance"), N_("Mean depth divided by that of a balanced tree; 1 is best"), balance_of },
  { N_("Walls"),
    N_("Walls tested per move, averaged over sample moves on the level"),
    walls_of },
  { N_("Walls, 99th pct."), N_("99 of 100 moves test no more walls than this"),
    most_walls_of },
  { N_("Cost (ns/move)"), N_("Estimated nanoseconds per move for the nodes and walls tested"),
    cost_of },
};

const char *
kb_partition_number_label (guint row)
{
  return row < G_N_ELEMENTS (partition_numbers_rows) ? _(partition_numbers_rows[row].label) : "";
}

const char *
kb_partition_number_tip (guint row)
{
  return row < G_N_ELEMENTS (partition_numbers_rows) ? _(partition_numbers_rows[row].tip) : "";
}

char *
kb_partition_number_text (guint row, const KbPartitionStats *stats)
{
  return row < G_N_ELEMENTS (partition_numbers_rows) ? partition_numbers_rows[row].text (stats)
                                                     : NULL;
}
