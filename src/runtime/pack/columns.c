/* SPDX-License-Identifier: MIT */
/* Distances in the plane, in strips of 32 columns, as 16-bit numbers. A pixel's squared distance is
 * the minimum, over the rows, of the squared distances to that row and within it. The best row
 * never moves up as the pixel moves down, since squares are convex. So the middle pixel's row
 * halves the work for the others (Aggarwal et al. 1987; Saito and Toriwaki 1994). SSE2 is eight
 * times as fast as plain lanes; AVX2 was at most a sixth faster. */
#include "runtime/bits.h"
#include "runtime/pack/clearance.h"
#include "runtime/pack/lanes_plain.h"
#include "runtime/pack/lanes_sse2.h"

/* ---- road ---- */

/* Converts 64 pixels at a time to a word of bits, whose changes are the borders. Most words have
 * equal bytes, which a few comparisons detect. */

/* ---- words ---- */

/* Bit i of the result: whether byte i is road. */
static uint64_t
kbx_word_of_bytes (const kbx_road *road, const uint8_t *bytes)
{
  uint8_t flags[KBX_ROAD_WORD];
  uint64_t word = 0;
  if (memcmp (bytes, bytes + 1, KBX_ROAD_WORD - 1) == 0)
    return road->is_road[bytes[0]] ? UINT64_MAX : 0;
  for (uint32_t i = 0; i < KBX_ROAD_WORD; i++)
    flags[i] = road->is_road[bytes[i]];
  /* Byte i goes to bit 56 + i. */
  for (uint32_t i = 0; i < KBX_ROAD_WORD; i += 8)
    word |= kbx_load_u64 (flags + i) * UINT64_C (0x0102040810204080) >> 56 << i;
  return word;
}

/* The pixels from 64 * block on, up to the end of the row. */
static uint64_t
kbx_word_at (const kbx_road *road, uint32_t y, uint32_t block)
{
  const uint32_t left = road->width - block * KBX_ROAD_WORD,
                 n = left < KBX_ROAD_WORD ? left : KBX_ROAD_WORD;
  uint64_t inside = n == KBX_ROAD_WORD ? UINT64_MAX : (UINT64_C (1) << n) - 1;
  uint8_t rest[KBX_ROAD_WORD] = { 0 };
  if (road->tiles)
    {
      uint32_t columns = (road->width + KBX_ROAD_WORD - 1) / KBX_ROAD_WORD;
      const uint8_t *tile = road->tiles (road->picture, y / KBX_ROAD_WORD * columns + block);
      return kbx_word_of_bytes (road, tile + y % KBX_ROAD_WORD * KBX_ROAD_WORD) & inside;
    }
  const uint8_t *bytes = road->bytes + y * road->stride + block * KBX_ROAD_WORD;
  if (n == KBX_ROAD_WORD)
    return kbx_word_of_bytes (road, bytes);
  memcpy (rest, bytes, n);
  return kbx_word_of_bytes (road, rest) & inside;
}

static uint32_t
kbx_road_row (const kbx_road *road, int32_t y, int32_t x0, int32_t x1, int16_t *borders)
{
  uint32_t n = 0;
  uint64_t before = 0; /* whether the pixel before is road: 0 or 1 */
  borders[n++] = -KBX_ROAD_FAR;
  if (y >= 0 && (uint32_t) y < road->height)
    {
      const int32_t begin = x0 > 0 ? x0 : 0,
                    end = x1 < (int32_t) road->width ? x1 : (int32_t) road->width;
      if (begin > 0 && begin < end
          && (kbx_word_at (road, (uint32_t) y, (uint32_t) begin / KBX_ROAD_WORD) & 1) != 0)
        {
          borders[n++] = -KBX_ROAD_FAR;
          before = 1;
        }
      for (int32_t x = begin; x < end; x += (int32_t) KBX_ROAD_WORD)
        {
          uint64_t word = kbx_word_at (road, (uint32_t) y, (uint32_t) x / KBX_ROAD_WORD);
          uint64_t changes = word ^ (word << 1 | before);
          before = word >> (KBX_ROAD_WORD - 1);
          /* Outside the picture is not road, which may add a change there */
          for (; changes; changes &= changes - 1)
            borders[n++] = (int16_t) (x + (int32_t) kbx_lowest_bit (changes));
        }
      if (before && end == (int32_t) road->width)
        borders[n++] = (int16_t) end;
    }
  borders[n++] = KBX_ROAD_FAR;
  borders[n++] = KBX_ROAD_FAR;
  return n;
}

/* ---- columns ---- */

#define KBX_HALF 16

static inline int kbx_lower_int (int a, int b) { return a < b ? a : b; }
static inline int kbx_higher_int (int a, int b) { return a > b ? a : b; }

/* -1 - n reverses the order of 16-bit numbers. */
static inline int
kbx_v16_highest (kbx_v16 a)
{
  return -1 - kbx_v16_lowest (kbx_v16_subtract (kbx_v16_all (-1), a));
}

/* Within a run, the distance to the nearer end: x - begin + 1 from the left, end - x from the
 * right. Below 1 outside; at least KBX_ROAD_FAR if the run has no ends. */
static inline kbx_v16
kbx_distance_in_run (int begin, int end, int x)
{
  kbx_v16 left =
    kbx_v16_add_up_to (kbx_v16_count (), kbx_v16_all (kbx_lower_int (x - begin + 1, INT16_MAX)));
  kbx_v16 right =
    kbx_v16_subtract (kbx_v16_all (end == KBX_ROAD_FAR ? INT16_MAX : end - x), kbx_v16_count ());
  return kbx_v16_least (left, right);
}

/* Advances to the run that contains x0. */
static inline void
kbx_find_run (kbx_strip_columns *c, int row, int x0)
{
  const int16_t *run = c->run[row];
  while (run[1] <= x0)
    {
      run++;
      c->kind[row] ^= 1;
    }
  c->run[row] = run;
  c->begin[row] = run[0];
  c->end[row] = run[1];
}

/* Distances of both kinds in the 16 pixels from x on; x is in the run or before it. */
static inline void
kbx_distances_in_row (const int16_t *run, int kind, int x, kbx_v16 of_kind[2])
{
  of_kind[0] = of_kind[1] = kbx_v16_all (0);
  for (; run[0] < x + KBX_HALF; run++, kind ^= 1)
    of_kind[kind] = kbx_v16_most (of_kind[kind], kbx_distance_in_run (run[0], run[1], x));
}

/* Replaces the square of a distance within a row above the cut-off. It is larger than any other,
 * and still 16 bits when the square of KBX_REACH is added. */
#define KBX_BEYOND 16384

/* ---- rows ---- */

/* Finds the rows with an end of a run so near that a distance within them is below the cut-off;
 * returns whether there are any. */
static inline bool
kbx_find_near_rows (kbx_strip_columns *c, int x0)
{
  const kbx_v16 left = kbx_v16_all (x0 - c->reach), right = kbx_v16_all (x0 + KBX_STRIP + c->reach);
  kbx_v16 any = kbx_v16_all (0);
  for (int row = 0; row < c->rows; row += 16)
    {
      kbx_v16 near = kbx_v16_either (kbx_v16_above (kbx_v16_load (c->begin + row), left),
                                     kbx_v16_above (right, kbx_v16_load (c->end + row)));
      kbx_v16_store (c->near + row, near);
      any = kbx_v16_either (any, near);
    }
  return kbx_v16_any (any);
}

static inline bool
kbx_is_one_kind (const kbx_strip_columns *c)
{
  return memchr (c->kind, c->kind[0] ^ 1, (unsigned) c->rows) == NULL;
}

static inline kbx_v16
kbx_square_within (kbx_v16 distance, kbx_v16 reach)
{
  return kbx_v16_choose (kbx_v16_above (distance, reach), kbx_v16_square (distance),
                         kbx_v16_all (KBX_BEYOND));
}

static inline void
kbx_fill_near_row (kbx_strip_columns *c, int row, int x0)
{
  const kbx_v16 reach = kbx_v16_all (c->reach);
  int16_t *square[2] = { (int16_t *) c->square[0] + row * KBX_STRIP,
                         (int16_t *) c->square[1] + row * KBX_STRIP };
  kbx_find_run (c, row, x0);
  const int16_t *run = c->run[row];
  int kind = c->kind[row];
  if (run[1] >= x0 + KBX_STRIP)
    {
      for (int x = 0; x < KBX_STRIP; x += KBX_HALF)
        {
          kbx_v16_store (square[kind] + x,
                         kbx_square_within (kbx_distance_in_run (run[0], run[1], x0 + x), reach));
          kbx_v16_store (square[kind ^ 1] + x, kbx_v16_all (0));
        }
      c->kinds[row] = (uint8_t) (1 << kind);
      return;
    }
  for (int x = 0; x < KBX_STRIP; x += KBX_HALF)
    {
      kbx_v16 of_kind[2];
      while (run[1] <= x0 + x)
        {
          run++;
          kind ^= 1;
        }
      kbx_distances_in_row (run, kind, x0 + x, of_kind);
      kbx_v16_store (square[0] + x, kbx_square_within (of_kind[0], reach));
      kbx_v16_store (square[1] + x, kbx_square_within (of_kind[1], reach));
    }
  c->kinds[row] = 3;
}

static inline void
kbx_fill_far_row (kbx_strip_columns *c, int row)
{
  int kind = c->kind[row];
  int16_t *beyond = (int16_t *) c->square[kind] + row * KBX_STRIP,
          *zero = (int16_t *) c->square[kind ^ 1] + row * KBX_STRIP;
  for (int x = 0; x < KBX_STRIP; x += KBX_HALF)
    {
      kbx_v16_store (beyond + x, kbx_v16_all (KBX_BEYOND));
      kbx_v16_store (zero + x, kbx_v16_all (0));
    }
  c->kinds[row] = (uint8_t) (1 << kind);
}

/* ---- columns ---- */

/* A column of 16 lanes: squares within the rows, results. */
typedef struct {
  const int16_t *square, *squares;
  int16_t *answer;
  int reach;
} kbx_column_cut;

/* The minimum over rows low to high, for those 16 pixels of row y, and the best row of each. */
static inline kbx_v16
kbx_cut_least_row (const kbx_column_cut *cut, int y, int low, int high, kbx_v16 *best_row)
{
  const int16_t *square = cut->square + low * KBX_STRIP, *way = cut->squares + (low - y) * KBX_HALF;
  kbx_v16 best = kbx_v16_add (kbx_v16_load (square), kbx_v16_load (way)), at = kbx_v16_all (low),
          here = at;
  const kbx_v16 one = kbx_v16_all (1);
  for (int row = low + 1; row <= high; row++)
    {
      square += KBX_STRIP;
      way += KBX_HALF;
      here = kbx_v16_add (here, one);
      kbx_v16 sum = kbx_v16_add (kbx_v16_load (square), kbx_v16_load (way));
      at = kbx_v16_choose (kbx_v16_above (best, sum), at, here);
      best = kbx_v16_least (best, sum);
    }
  *best_row = at;
  return best;
}

/* Solves rows y0 to before y1, whose best rows are from low to high. */
static void
kbx_cut_solve (const kbx_column_cut *cut, int y0, int y1, int low, int high)
{
  while (y1 > y0)
    {
      int y = (y0 + y1) / 2, from = kbx_higher_int (low, y - cut->reach),
          to = kbx_lower_int (high, y + cut->reach);
      kbx_v16 best_row, best = kbx_cut_least_row (cut, y, from, to, &best_row);
      kbx_v16_store (cut->answer + y * KBX_STRIP, best);
      kbx_cut_solve (cut, y0, y, low, kbx_v16_highest (best_row));
      y0 = y + 1;
      low = kbx_v16_lowest (best_row);
    }
}

/* Finds the rows within reach of one with a distance below the cut-off. */
static inline void
kbx_find_active_rows (kbx_strip_columns *c, int kind)
{
  int since = c->reach + 1;
  for (int row = 0; row < c->rows; row++)
    {
      since = c->near[row] || c->kind[row] != kind ? 0 : since + 1;
      c->active[row] = since <= c->reach;
    }
  since = c->reach + 1;
  for (int row = c->rows - 1; row >= 0; row--)
    {
      since = c->near[row] || c->kind[row] != kind ? 0 : since + 1;
      c->active[row] = (c->active[row] || since <= c->reach) && (c->kinds[row] & 1 << kind);
    }
}

static inline void
kbx_solve_kind (kbx_strip_columns *c, int kind)
{
  kbx_find_active_rows (c, kind);
  for (int y = c->first, end; y < c->last; y = end)
    {
      end = y + 1;
      if (!c->active[y])
        continue;
      while (end < c->last && c->active[end])
        end++;
      /* A row without any pixel of the kind has only distances 0: nothing past it is nearer. */
      int low = y, high = end - 1;
      while (low > 0 && y - low < c->reach && c->kinds[low] & 1 << kind)
        low--;
      while (high < c->rows - 1 && high - (end - 1) < c->reach && c->kinds[high] & 1 << kind)
        high++;
      for (int half = 0; half < KBX_STRIP; half += KBX_HALF)
        {
          kbx_column_cut cut = { (const int16_t *) c->square[kind] + half,
                                 c->squares + KBX_REACH * KBX_HALF,
                                 (int16_t *) c->answer[kind] + half, c->reach };
          kbx_cut_solve (&cut, y, end, low, high);
        }
      for (int row = y; row < end; row++)
        c->solved[row] |= (uint8_t) (1 << kind);
    }
}

/* ---- results ---- */

static inline kbx_v16
kbx_cut_answer (const kbx_strip_columns *c, int row, int x, kbx_v16 limit)
{
  const int16_t *off = (const int16_t *) c->answer[0] + row * KBX_STRIP + x,
                *on = (const int16_t *) c->answer[1] + row * KBX_STRIP + x;
  switch (c->solved[row])
    {
    case 0:
      return c->kind[row] ? limit : kbx_v16_subtract (kbx_v16_all (0), limit);
    case 1:
      return kbx_v16_quantised (kbx_v16_subtract (kbx_v16_all (0), kbx_v16_load (off)), limit);
    case 2:
      return kbx_v16_quantised (kbx_v16_load (on), limit);
    default:
      return kbx_v16_quantised (kbx_v16_subtract (kbx_v16_load (on), kbx_v16_load (off)), limit);
    }
}

static inline void
kbx_write_answers (const kbx_strip_columns *c, int16_t *out, ptrdiff_t stride, int from, int to)
{
  const kbx_v16 limit = kbx_v16_all (c->limit);
  bool whole =
    from == 0 && to == KBX_STRIP && ((uintptr_t) out | (uintptr_t) (stride * 2)) % 64 == 0;
  for (int row = c->first; row < c->last; row++, out += stride)
    {
      kbx_v16 left = kbx_cut_answer (c, row, 0, limit),
              right = kbx_cut_answer (c, row, KBX_HALF, limit);
      if (whole && c->stream)
        {
          kbx_v16_stream (out, left);
          kbx_v16_stream (out + KBX_HALF, right);
        }
      else if (whole)
        {
          kbx_v16_store (out, left);
          kbx_v16_store (out + KBX_HALF, right);
        }
      else
        {
          const kbx_v16 line[2] = { left, right };
          memcpy (out + from, (const uint8_t *) line + 2 * from, 2 * (size_t) (to - from));
        }
    }
}

/* Fills the columns [from, to) of the strip of 32 columns at x0, a multiple of 32, not left of the
 * previous strip. `out` receives column x0 of the first wanted row. */
static void
kbx_cut_strip (kbx_strip_columns *c, int x0, int16_t *out, ptrdiff_t stride, int from, int to)
{
  bool near = kbx_find_near_rows (c, x0);
  memset (c->solved, 0, (unsigned) c->rows);
  if (near || !kbx_is_one_kind (c))
    {
      uint8_t kinds = 0;
      for (int row = 0; row < c->rows; row++)
        {
          if (c->near[row])
            kbx_fill_near_row (c, row, x0);
          else
            kbx_fill_far_row (c, row);
          kinds |= c->kinds[row];
        }
      for (int kind = 0; kind < 2; kind++)
        if (kinds & 1 << kind)
          kbx_solve_kind (c, kind);
    }
  kbx_write_answers (c, out, stride, from, to);
  if (c->stream)
    kbx_lanes_settle ();
}

/* ---- windows ---- */

static uint32_t kbx_window_rows (uint32_t rows) { return rows + 2 * KBX_REACH; }

static bool
kbx_columns_take (kbx_strip_columns *c, kbx_work *work, uint32_t width, uint32_t rows)
{
  const uint32_t window = kbx_window_rows (rows), room = window + KBX_ROWS_MORE;
  int16_t **const numbers[] = { &c->begin, &c->end, &c->near };
  uint8_t **const flags[] = { &c->kind, &c->kinds, &c->solved, &c->active };
  c->run = (const int16_t **) kbx_work_take (work, room, sizeof *c->run);
  for (int k = 0; k < 3; k++)
    *numbers[k] = (int16_t *) kbx_work_take (work, room, sizeof (int16_t));
  for (int k = 0; k < 4; k++)
    *flags[k] = (uint8_t *) kbx_work_take (work, room, 1);
  for (int k = 0; k < 2; k++)
    {
      c->square[k] = (int16_t *) kbx_work_take (work, room, KBX_STRIP * sizeof (int16_t));
      c->answer[k] = (int16_t *) kbx_work_take (work, room, KBX_STRIP * sizeof (int16_t));
    }
  c->squares = (int16_t *) kbx_work_take (work, (2 * KBX_REACH + 1) * KBX_HALF, sizeof (int16_t));
  c->borders = (int16_t *) kbx_work_take (
    work, (uint64_t) window * KBX_ROAD_BORDERS (width + 2 * KBX_STRIP), sizeof (int16_t));
  return c->borders != NULL;
}

uint64_t
kbx_columns_work (uint32_t width, uint32_t rows)
{
  const uint64_t room = kbx_window_rows (rows) + KBX_ROWS_MORE;
  return kbx_work_for (room, sizeof (int16_t *)) + 3 * kbx_work_for (room, 2)
         + 4 * kbx_work_for (room, 1) + 4 * kbx_work_for (room, 2 * KBX_STRIP)
         + kbx_work_for ((2 * KBX_REACH + 1) * KBX_HALF, 2)
         + kbx_work_for (
           kbx_window_rows (rows) * (uint64_t) KBX_ROAD_BORDERS (width + 2 * KBX_STRIP), 2);
}

bool
kbx_columns_begin (kbx_strip_columns *c, kbx_work *work, uint32_t width, uint32_t rows)
{
  memset (c, 0, sizeof *c);
  if (!kbx_columns_take (c, work, width, rows))
    return false;
  for (int i = 0; i < (2 * KBX_REACH + 1) * KBX_HALF; i++)
    c->squares[i] = (int16_t) ((i / KBX_HALF - KBX_REACH) * (i / KBX_HALF - KBX_REACH));
  return true;
}

/* Begins with rows y0 to before y1 of the picture and pixels x0 to before x1. */
static void
kbx_window_begin (kbx_strip_columns *c, const kbx_road *road, int y0, int y1, int x0, int x1)
{
  int16_t *borders = c->borders;
  c->rows = y1 - y0;
  for (int row = 0; row < c->rows; row++)
    {
      const uint32_t count = kbx_road_row (road, y0 + row, x0, x1, borders);
      /* The last run that begins at or before x0. There is one after it */
      uint32_t low = 0, high = count - 2;
      while (low < high)
        {
          const uint32_t middle = (low + high + 1) / 2;
          if (borders[middle] <= x0)
            low = middle;
          else
            high = middle - 1;
        }
      c->run[row] = borders + low;
      c->begin[row] = borders[low];
      c->end[row] = borders[low + 1];
      c->kind[row] = low & 1;
      borders += count;
    }
  /* Dummy rows that fill up a group of lanes: far from everything. */
  for (int row = c->rows; row < c->rows + KBX_ROWS_MORE; row++)
    {
      c->begin[row] = -KBX_ROAD_FAR;
      c->end[row] = KBX_ROAD_FAR;
    }
}

void
kbx_fill_clearance (kbx_strip_columns *c, const kbx_road *road, uint32_t most, kbx_box box,
                    int16_t *out, ptrdiff_t stride, bool stream)
{
  const int reach = (int) most, left = box.x0 / KBX_STRIP * KBX_STRIP,
            below = (int) road->height + 1;
  const int y0 = kbx_higher_int (box.y0 - reach, -1), y1 = kbx_lower_int (box.y1 + reach, below);
  c->reach = reach;
  c->limit = (int16_t) (reach * KBX_TRACK_UNIT);
  c->stream = stream;
  c->first = box.y0 - y0;
  c->last = box.y1 - y0;
  kbx_window_begin (c, road, y0, y1, kbx_higher_int (left - reach, 0) / 64 * 64,
                    box.x1 + KBX_STRIP + reach);
  for (int x = left; x < box.x1; x += KBX_STRIP)
    kbx_cut_strip (c, x, out + (x - box.x0), stride, kbx_higher_int (box.x0 - x, 0),
                   kbx_lower_int (box.x1 - x, KBX_STRIP));
}
