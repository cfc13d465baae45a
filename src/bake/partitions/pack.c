/* SPDX-License-Identifier: MIT */
/* A level's bytes: what was divided, and the walls and areas themselves. */
#include "bake/partitions/private.h"

#include <gio/gio.h>

#define TREE_LEAF_WALLS 16
#define QUADTREE_DEPTH 28
#define LIMIT ((gint32) KBX_LEVEL_LIMIT * KBX_GRID)

/* ---- while it is divided ---- */

guint
kb_build_add_blocks (KbPartitionBuild *build, const guint32 *walls, guint n)
{
  g_array_append_vals (build->slots, walls, n);
  for (guint i = n; i % 4 != 0; i++)
    g_array_append_val (build->slots, walls[n - 1]);
  build->stats.splits += n;
  return (n + 3) / 4;
}

guint32
kb_build_add_areas (KbPartitionBuild *build, const guint32 *some, guint n, guint32 whole)
{
  guint32 head = build->lists->len, count = n + (whole != KBX_NONE);
  if (n == 0)
    return whole;
  g_array_append_val (build->lists, count);
  g_array_append_vals (build->lists, some, n);
  if (whole != KBX_NONE)
    g_array_append_val (build->lists, whole);
  return head | KBX_LEVEL_LIST;
}

KbPartitionEdge
kb_box_with (KbPartitionEdge box, KbPartitionEdge e)
{
  return (KbPartitionEdge) { MIN (MIN (box.ax, box.bx), MIN (e.ax, e.bx)), MIN (MIN (box.ay, box.by), MIN (e.ay, e.by)),
                             MAX (MAX (box.ax, box.bx), MAX (e.ax, e.bx)), MAX (MAX (box.ay, box.by), MAX (e.ay, e.by)) };
}

/* In double: at places that edges keep away from, rounding changes nothing. */
gboolean
kb_area_holds (const KbPartitionBuild *build, guint32 index, kbx_wide_vec p)
{
  const KbPartitionArea *area = &build->input->areas[index];
  KbPartitionEdge box = build->boxes[index];
  gboolean in = FALSE;
  p = kbx_wide_make (p.x * KBX_GRID, p.y * KBX_GRID);
  if (p.x < box.ax || p.x > box.bx || p.y < box.ay || p.y > box.by)
    return FALSE;
  for (guint i = 0; i < area->n_edges; i++)
    {
      KbPartitionEdge e = area->edges[i];
      if ((e.ay <= p.y) != (e.by <= p.y) && e.ax + (p.y - e.ay) / ((double) e.by - e.ay) * ((double) e.bx - e.ax) < p.x)
        in = !in;
    }
  return in;
}

/* ---- what is divided ---- */

static gboolean
edge_within (KbPartitionEdge e)
{
  return ABS ((gint64) e.ax) <= LIMIT && ABS ((gint64) e.ay) <= LIMIT && ABS ((gint64) e.bx) <= LIMIT && ABS ((gint64) e.by) <= LIMIT;
}

static gboolean
check_input (const KbPartitionInput *input, GError **error)
{
  const char *wrong = NULL;
  for (guint i = 0; i < input->n_walls && !wrong; i++)
    {
      KbPartitionWall w = input->walls[i];
      wrong = !edge_within (w.edge) ? "beyond 65536 pixels" : w.edge.ax == w.edge.bx && w.edge.ay == w.edge.by ? "without length"
              : w.class_index >= KBX_MAX_CLASSES ? "of a class beyond 63" : i >= KBX_LEVEL_WALLS_MOST ? "one too many" : NULL;
      if (wrong)
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "walls[%u] is %s", i, wrong);
    }
  for (guint i = 0; i < input->n_areas && !wrong; i++)
    for (guint k = 0; k < input->areas[i].n_edges && !wrong; k++)
      if (!edge_within (input->areas[i].edges[k]))
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "areas[%u].edges[%u] is %s", i, k, wrong = "beyond 65536 pixels");
  return !wrong;
}

/* ---- bytes ---- */

static guint32
tag_of (const KbPartitionInput *input, guint32 wall)
{
  const KbPartitionWall *w = &input->walls[wall];
  return wall | w->class_index << KBX_LEVEL_INDEX_BITS | (w->one_way ? 1u << 31 : 0);
}

static void
put_u32 (GByteArray *out, guint32 value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (out, (const guint8 *) &value, sizeof value);
}

static void
put_f32 (GByteArray *out, float value)
{
  guint32 bits;
  memcpy (&bits, &value, sizeof bits);
  put_u32 (out, bits);
}

static void
put_array (GByteArray *out, const GArray *numbers)
{
  for (guint i = 0; i < numbers->len; i++)
    put_u32 (out, g_array_index (numbers, guint32, i));
}

static void
put_edge (GByteArray *out, KbPartitionEdge e)
{
  const gint32 numbers[4] = { e.ax, e.ay, e.bx, e.by };
  for (guint i = 0; i < 4; i++)
    put_f32 (out, (float) numbers[i] / KBX_GRID);
}

static void
put_blocks (GByteArray *out, const KbPartitionBuild *build)
{
  const guint32 *slots = (const guint32 *) (gpointer) build->slots->data;
  for (guint i = 0; i < build->slots->len; i += 4)
    for (guint field = 0; field < 4; field++)
      for (guint k = 0; k < 4; k++)
        {
          KbPartitionEdge e = build->input->walls[slots[i + k]].edge;
          put_f32 (out, (float) (field == 0 ? e.ax : field == 1 ? e.ay : field == 2 ? e.bx : e.by) / KBX_GRID);
        }
  for (guint i = 0; i < build->slots->len; i++)
    put_u32 (out, tag_of (build->input, slots[i]));
}

/* How many edges come before each area, and all of them. */
static guint32
put_areas (GByteArray *out, const KbPartitionInput *input)
{
  guint32 edges = 0;
  for (guint i = 0; i < input->n_areas; i++)
    {
      put_u32 (out, edges);
      edges += input->areas[i].n_edges;
    }
  if (input->n_areas > 0)
    put_u32 (out, edges);
  for (guint i = 0; i < input->n_areas; i++)
    for (guint k = 0; k < input->areas[i].n_edges; k++)
      put_edge (out, input->areas[i].edges[k]);
  return edges;
}

/* The header comes last: it has the numbers. */
static void
put_header (GByteArray *out, const KbPartitionBuild *build, guint32 edges)
{
  const KbPartitionInput *input = build->input;
  const guint32 numbers[9] = { out->len, input->n_walls, build->kind, build->columns, build->rows, build->slots->len / 4,
                               input->n_areas, edges, build->lists->len };
  g_autoptr (GByteArray) header = g_byte_array_new ();
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    put_u32 (header, numbers[i]);
  put_f32 (header, build->left);
  put_f32 (header, build->top);
  put_f32 (header, build->side);
  put_u32 (header, build->start_columns | build->start_rows << 16);
  put_u32 (header, build->start_shift);
  put_u32 (header, (guint32) build->start_left);
  put_u32 (header, (guint32) build->start_top);
  memcpy (out->data, header->data, header->len);
}

static GBytes *
pack (const KbPartitionBuild *build)
{
  static const guint8 zeros[KBX_LEVEL_HEADER];
  GByteArray *out = g_byte_array_new ();
  g_byte_array_append (out, zeros, sizeof zeros);
  put_blocks (out, build);
  put_array (out, build->nodes);
  put_array (out, build->starts);
  for (guint i = 0; i < build->input->n_walls; i++)
    {
      put_edge (out, build->input->walls[i].edge);
      put_u32 (out, tag_of (build->input, i));
    }
  guint32 edges = put_areas (out, build->input);
  put_array (out, build->lists);
  put_header (out, build, edges);
  return g_byte_array_free_to_bytes (out);
}

/* ---- all of it ---- */

static void
box_areas (KbPartitionBuild *build)
{
  const KbPartitionInput *input = build->input;
  build->boxes = g_new0 (KbPartitionEdge, input->n_areas + 1);
  for (guint i = 0; i < input->n_areas; i++)
    for (guint k = 0; k < input->areas[i].n_edges; k++)
      build->boxes[i] = kb_box_with (k == 0 ? input->areas[i].edges[0] : build->boxes[i], input->areas[i].edges[k]);
}

static void
sum_up (KbPartitionBuild *build)
{
  KbPartitionStats *stats = &build->stats;
  double even = log2 (MAX (stats->leaves, 1));
  stats->kind = build->kind;
  stats->splits = stats->splits > build->input->n_walls ? stats->splits - build->input->n_walls : 0;
  stats->balance = build->kind != KBX_PARTITION_GRID && even > 0 ? stats->depth_mean / even : 1;
}

#define TELL_EACH (1.0 / 64)

gboolean
kb_build_go_on (KbPartitionBuild *build, double more, GError **error)
{
  const KbWatch *watch = build->watch;
  build->done = MIN (build->done + more, 1);
  if (!watch)
    return TRUE;
  if (watch->progress && build->done >= build->told + TELL_EACH)
    {
      build->told = build->done;
      watch->progress (build->done, watch->data);
    }
  return !g_cancellable_set_error_if_cancelled (watch->cancellable, error);
}

GBytes *
kb_partition_build (const KbPartitionInput *input, const KbPartitionSettings *settings, const KbWatch *watch,
                    KbPartitionStats *stats, GError **error)
{
  KbPartitionBuild build = { .input = input, .watch = watch, .kind = settings->kind };
  gboolean quadtree = build.kind == KBX_PARTITION_QUADTREE;
  GBytes *bytes = NULL;
  if (!check_input (input, error))
    return NULL;
  build.leaf_walls = settings->leaf_walls > 0 ? settings->leaf_walls : TREE_LEAF_WALLS;
  build.to_number = !quadtree && settings->leaf_walls > 0;
  build.max_depth = MIN (settings->max_depth > 0 ? settings->max_depth : quadtree ? QUADTREE_DEPTH : KB_TREE_DEPTH, KB_TREE_DEPTH);
  build.split_cost = settings->split_cost > 0 ? settings->split_cost : KB_LEVEL_SPLIT_COST;
  build.slots = g_array_new (FALSE, FALSE, sizeof (guint32));
  build.nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  build.lists = g_array_new (FALSE, FALSE, sizeof (guint32));
  build.starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  box_areas (&build);
  if (build.kind == KBX_PARTITION_GRID ? kb_build_grid (&build, settings->cell, error) : kb_build_tree (&build, error))
    {
      sum_up (&build);
      kb_build_starts (&build);
      bytes = pack (&build);
      build.stats.bytes = g_bytes_get_size (bytes);
      if (stats)
        *stats = build.stats;
    }
  g_array_unref (build.slots);
  g_array_unref (build.nodes);
  g_array_unref (build.lists);
  g_array_unref (build.starts);
  g_free (build.boxes);
  return bytes;
}
