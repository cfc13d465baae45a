/* SPDX-License-Identifier: MIT */
/* The outline of connected opaque pixels. */
#include <glib/gi18n.h>
#include <string.h>

#include "operations/private.h"

#define GRID 256

/* The part as a map of its own, with an empty margin of one pixel, which avoids tests for the
 * picture's edges. */
typedef struct {
  gint width, height;   /* with the margin */
  guint8 *in;
  guint64 pixels;
} TracePart;

typedef struct { gint x, y; } Spot;

/* Pushes one pixel for each run of opaque pixels from x0 to x1 in a row that are not in the part
 * yet. */
static void
push_runs (const KbPicture *picture, guint alpha, const TracePart *part, GArray *stack, gint x0,
           gint x1, gint y)
{
  if (y < 0 || y >= part->height - 2)
    return;
  const guint8 *in = part->in + (gsize) (y + 1) * part->width + 1;
  gboolean before = FALSE;
  for (gint x = MAX (x0, 0); x <= MIN (x1, part->width - 3); x++)
    {
      gboolean wanted = !in[x] && kb_is_opaque (picture, alpha, x, y);
      if (wanted && !before)
        g_array_append_val (stack, ((Spot) { x, y }));
      before = wanted;
    }
}

/* Run by run: fills each, and remembers the runs above and below it. */
static gboolean
find_part (const KbPicture *picture, const KbTraceOptions *options, TracePart *part)
{
  guint alpha = options->alpha;
  part->width = (gint) picture->width + 2;
  part->height = (gint) picture->height + 2;
  part->in = g_try_malloc0 ((gsize) part->width * part->height);
  if (!part->in)
    return FALSE;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Spot));
  gint reach = options->diagonal ? 1 : 0;
  g_array_append_val (stack, ((Spot) { options->x, options->y }));
  while (stack->len > 0)
    {
      Spot at = g_array_index (stack, Spot, stack->len - 1);
      g_array_set_size (stack, stack->len - 1);
      guint8 *in = part->in + (gsize) (at.y + 1) * part->width + 1;
      if (in[at.x])
        continue;
      gint x0 = at.x, x1 = at.x;
      while (x0 > 0 && !in[x0 - 1] && kb_is_opaque (picture, alpha, x0 - 1, at.y))
        x0--;
      while (x1 + 1 < (gint) picture->width && !in[x1 + 1]
             && kb_is_opaque (picture, alpha, x1 + 1, at.y))
        x1++;
      memset (in + x0, 1, (gsize) (x1 - x0 + 1));
      part->pixels += (guint64) (x1 - x0 + 1);
      push_runs (picture, alpha, part, stack, x0 - reach, x1 + reach, at.y - 1);
      push_runs (picture, alpha, part, stack, x0 - reach, x1 + reach, at.y + 1);
    }
  return TRUE;
}

/* Directions clockwise on screen: right, down, left, up. */
static const Spot trace_way[4] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };

/* The pixel that touches corner (x, y) on the far side along `d`: on the left or the right. */
static gboolean
ahead (const TracePart *part, Spot at, guint d, gboolean right)
{
  /* Left of each direction */
  static const Spot cell[4] = { { 0, -1 }, { 0, 0 }, { -1, 0 }, { -1, -1 } };
  const Spot *c = &cell[right ? (d + 1) % 4 : d];
  return part->in[(gsize) (at.y + c->y + 1) * part->width + at.x + c->x + 1];
}

typedef struct {
  KbCorner at;
  KbCorner aside;       /* direction away if the outline comes here twice; 0, 0: it cannot */
} Turn;

/* Clockwise around the part, with it on the right, from the top left corner of its first pixel: a
 * corner at each turn. Where two pixels touch only at a corner, `diagonal` decides. */
static GArray *
walk_outline (const TracePart *part, gboolean diagonal)
{
  GArray *turns = g_array_new (FALSE, TRUE, sizeof (Turn));
  Spot start = { 0, 0 };
  for (gsize i = 0;; i++)
    if (part->in[i])
      {
        start = (Spot) { (gint) (i % part->width) - 1, (gint) (i / part->width) - 1 };
        break;
      }
  Spot at = start;
  guint d = 0;
  do
    {
      at = (Spot) { at.x + trace_way[d].x, at.y + trace_way[d].y };
      gboolean left = ahead (part, at, d, FALSE), right = ahead (part, at, d, TRUE);
      gboolean meets = left && !right;
      guint next = meets ? (diagonal ? d + 3 : d + 1) : left ? d + 3 : right ? d : d + 1;
      if (next == d)
        continue;
      next %= 4;
      Turn turn = { .at = { at.x * GRID, at.y * GRID } };
      if (meets)
        turn.aside =
          (KbCorner){ trace_way[next].x - trace_way[d].x, trace_way[next].y - trace_way[d].y };
      g_array_append_val (turns, turn);
      d = next;
    }
  while (at.x != start.x || at.y != start.y || d != 0);
  return turns;
}

/* Moves corners apart where the outline comes twice. */
static void
part_touches (GArray *turns)
{
  g_autoptr (GHashTable) first = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  KB_EACH_IN (Turn, turn, turns)
    {
      if (turn->aside.x == 0)
        continue;
      guint64 key = (guint64) (guint32) turn->at.x << 32 | (guint32) turn->at.y;
      gpointer other;
      if (g_hash_table_lookup_extended (first, &key, NULL, &other))
        {
          Turn *pair[2] = { turn, &g_array_index (turns, Turn, GPOINTER_TO_UINT (other)) };
          for (guint p = 0; p < 2; p++)
            pair[p]->at =
              (KbCorner) { pair[p]->at.x + pair[p]->aside.x, pair[p]->at.y + pair[p]->aside.y };
        }
      else
        g_hash_table_insert (first, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (turn_at));
    }
}

gboolean
kb_trace (const KbPicture *picture, const KbTraceOptions *options, KbTrace *trace, GError **error)
{
  *trace = (KbTrace) { 0 };
  if (options->x < 0 || options->y < 0 || (guint) options->x >= picture->width
      || (guint) options->y >= picture->height
      || !kb_is_opaque (picture, options->alpha, options->x, options->y))
    {
      return kb_fail (error, KB_ERROR_INPUT, _("there is no opaque pixel at %d, %d"), options->x,
                      options->y);
    }
  TracePart part = { 0 };
  if (!find_part (picture, options, &part))
    {
      return kb_fail (error, KB_ERROR_MACHINE,
                      _("there is not enough memory to trace this picture"));
    }
  g_autoptr (GArray) turns = walk_outline (&part, options->diagonal);
  g_free (part.in);
  part_touches (turns);

  g_autofree KbCorner *corners = g_new (KbCorner, turns->len);
  KB_EACH_IN (const Turn, turn, turns)
    corners[turn_at] = turn->at;
  double tolerance = options->tolerance > 0 ? options->tolerance : 0;
  g_autoptr (GArray) kept =
    kb_simplify (corners, turns->len, tolerance, KB_TRACE_CORNERS, &trace->deviation);
  g_autofree double *numbers = g_new (double, 2 * kept->len);
  KB_EACH_IN (const guint, turn, kept)
    {
      const KbCorner *corner = &corners[*turn];
      numbers[2 * turn_at] = (double) corner->x / GRID;
      numbers[2 * turn_at + 1] = (double) corner->y / GRID;
    }
  kb_geometry_init_polygon (&trace->outline, numbers, 2 * kept->len);
  trace->exact_corners = turns->len;
  trace->pixels = part.pixels;
  return TRUE;
}

void
kb_trace_clear (KbTrace *trace)
{
  kb_geometry_clear (&trace->outline);
}
