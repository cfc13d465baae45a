/* SPDX-License-Identifier: MIT */
/* Making and checking bitmaps, and what one of them says by itself. */
#include "runtime/masks/bitmap.h"

static inline void
kbx_store_u16 (uint8_t *p, uint32_t v)
{
  p[0] = (uint8_t) v;
  p[1] = (uint8_t) (v >> 8);
}

static inline void
kbx_store_u32 (uint8_t *p, uint32_t v)
{
  kbx_store_u16 (p, v & 0xffff);
  kbx_store_u16 (p + 2, v >> 16);
}

/* ---- packing ---- */

typedef struct {
  const uint8_t *values;
  uint32_t w, h;
  size_t step, stride;
  uint8_t threshold;
} kbx_values;

/* The next run of row y from column x on; false at the end of the row. */
static inline bool
kbx_next_run (const kbx_values *v, uint32_t y, uint32_t x, uint32_t *first, uint32_t *end)
{
  const uint8_t *p = v->values + (size_t) y * v->stride + (size_t) x * v->step;
  for (; x < v->w && *p < v->threshold; x++)
    p += v->step;
  *first = x;
  if (x == v->w)
    return false;
  for (; x < v->w && *p >= v->threshold; x++)
    p += v->step;
  *end = x;
  return true;
}

/* The rows of each plane; the deepest ones are only counted. */
typedef struct {
  uint16_t from[KBX_BITMAP_PLANES], to[KBX_BITMAP_PLANES];
  uint32_t planes;
} kbx_plane_rows;

static void
kbx_measure (const kbx_values *v, kbx_bitmap_record *r, kbx_plane_rows *rows)
{
  uint32_t first, end = 0, k;
  memset (r, 0, sizeof *r);
  r->w = v->w;
  r->h = v->h;
  r->x0 = v->w;
  r->y0 = v->h;
  rows->planes = 0;
  for (uint32_t y = 0; y < v->h; y++)
    for (k = 0, end = 0; kbx_next_run (v, y, end, &first, &end); k++)
      {
        r->x0 = first < r->x0 ? first : r->x0;
        r->x1 = end > r->x1 ? end : r->x1;
        r->y0 = y < r->y0 ? y : r->y0;
        r->y1 = y + 1;
        r->area += end - first;
        if (k < KBX_BITMAP_PLANES)
          {
            if (k >= rows->planes)
              rows->from[k] = (uint16_t) y;
            rows->to[k] = (uint16_t) (y + 1);
          }
        rows->planes = k + 1 > rows->planes ? k + 1 : rows->planes;
      }
  if (r->area == 0)
    r->x0 = r->y0 = 0;
}

/* Runs or words? Two bitmaps of runs take rows / 16 * n * n steps for n runs a row, and such of words rows * strips. A
 * bitmap does not know the other one; so it is taken to be like this. */
static void
kbx_choose_kind (kbx_bitmap_record *r, const kbx_plane_rows *rows)
{
  uint32_t height = r->y1 - r->y0, strips = (r->x1 - r->x0 + 63) / 64;
  uint64_t all = 0;
  for (uint32_t k = 0; k < rows->planes && k < KBX_BITMAP_PLANES; k++)
    all += (uint32_t) (rows->to[k] - rows->from[k]);
  r->kind = rows->planes > KBX_BITMAP_PLANES || all * all > (uint64_t) 8 * strips * height * height
    ? KBX_BITMAP_WORDS : KBX_BITMAP_RUNS;
  r->parts = r->kind == KBX_BITMAP_RUNS ? rows->planes : strips;
  r->size = KBX_BITMAP_HEADER + KBX_BITMAP_TAIL
    + (r->kind == KBX_BITMAP_RUNS ? KBX_BITMAP_PLANE * r->parts + 4 * (uint32_t) all : 8 * strips * height);
}

static void
kbx_write_runs (const kbx_values *v, const kbx_bitmap_record *r, const kbx_plane_rows *rows, uint8_t *p)
{
  uint32_t at = KBX_BITMAP_HEADER + KBX_BITMAP_PLANE * r->parts;
  for (uint32_t k = 0; k < r->parts; k++)
    {
      uint8_t *entry = p + KBX_BITMAP_HEADER + KBX_BITMAP_PLANE * k;
      uint32_t n = (uint32_t) (rows->to[k] - rows->from[k]);
      kbx_store_u16 (entry, rows->from[k]);
      kbx_store_u16 (entry + 2, n);
      kbx_store_u32 (entry + 4, at);
      for (uint32_t i = 0; i < n; i++)
        {
          kbx_store_u16 (p + at + 2 * i, (uint32_t) KBX_RUN_NONE_FIRST);
          kbx_store_u16 (p + at + 2 * (n + i), (uint32_t) KBX_RUN_NONE_LAST & 0xffff);
        }
      at += 4 * n;
    }
  for (uint32_t y = r->y0; y < r->y1; y++)
    {
      uint32_t first, end = 0;
      for (uint32_t k = 0; kbx_next_run (v, y, end, &first, &end); k++)
        {
          kbx_run_plane plane = kbx_read_plane (p, k);
          size_t i = (size_t) (y - (uint32_t) plane.row);
          kbx_store_u16 (p + (plane.first - p) + 2 * i, first);
          kbx_store_u16 (p + (plane.last - p) + 2 * i, end - 1);
        }
    }
}

static void
kbx_write_words (const kbx_values *v, const kbx_bitmap_record *r, uint8_t *p)
{
  uint32_t height = r->y1 - r->y0;
  for (uint32_t y = r->y0; y < r->y1; y++)
    {
      const uint8_t *row = v->values + (size_t) y * v->stride;
      for (uint32_t x = r->x0; x < r->x1; x++)
        if (row[(size_t) x * v->step] >= v->threshold)
          {
            uint32_t column = x - r->x0;
            size_t word = (size_t) (column / 64) * height + (y - r->y0);
            p[KBX_BITMAP_HEADER + 8 * word + column % 64 / 8] |= (uint8_t) (1u << column % 8);
          }
    }
}

KBX_API size_t
kbx_bitmap_pack (const uint8_t *values, uint32_t w, uint32_t h, size_t step, size_t stride, uint8_t threshold,
                 void *bytes, size_t capacity)
{
  kbx_values v;
  kbx_bitmap_record r;
  kbx_plane_rows rows;
  uint8_t *p = (uint8_t *) bytes;

  if (values == NULL || w == 0 || h == 0 || w > KBX_BITMAP_LIMIT || h > KBX_BITMAP_LIMIT)
    return 0;
  v.values = values;
  v.w = w;
  v.h = h;
  v.step = step;
  v.stride = stride;
  v.threshold = threshold;
  kbx_measure (&v, &r, &rows);
  kbx_choose_kind (&r, &rows);
  if (p == NULL || capacity < r.size)
    return r.size;
  memset (p, 0, r.size);
  kbx_store_u16 (p, r.w);
  kbx_store_u16 (p + 2, r.h);
  kbx_store_u16 (p + 4, r.x0);
  kbx_store_u16 (p + 6, r.y0);
  kbx_store_u16 (p + 8, r.x1);
  kbx_store_u16 (p + 10, r.y1);
  kbx_store_u16 (p + 12, r.kind);
  kbx_store_u16 (p + 14, r.parts);
  kbx_store_u32 (p + 16, r.area);
  kbx_store_u32 (p + 20, r.size);
  if (r.kind == KBX_BITMAP_RUNS)
    kbx_write_runs (&v, &r, &rows, p);
  else
    kbx_write_words (&v, &r, p);
  return r.size;
}

/* ---- checking ---- */

/* Planes lie one after the other without a gap, their runs inside the bounds and, in a row, in order and apart. */
static bool
kbx_good_runs (const uint8_t *p, const kbx_bitmap_record *r)
{
  uint64_t at = KBX_BITMAP_HEADER + (uint64_t) KBX_BITMAP_PLANE * r->parts, area = 0;
  if (r->parts > KBX_BITMAP_PLANES || at + KBX_BITMAP_TAIL > r->size)
    return false;
  for (uint32_t k = 0; k < r->parts; k++)
    {
      const uint8_t *entry = p + KBX_BITMAP_HEADER + k * KBX_BITMAP_PLANE;
      uint32_t row = kbx_load_u16 (entry), rows = kbx_load_u16 (entry + 2);
      if (kbx_load_u32 (entry + 4) != at || row < r->y0 || row + rows > r->y1 || at + 4 * rows + KBX_BITMAP_TAIL > r->size)
        return false;
      at += 4 * rows;
    }
  if (at + KBX_BITMAP_TAIL != r->size)
    return false;
  for (uint32_t k = 0; k < r->parts; k++)
    {
      kbx_run_plane plane = kbx_read_plane (p, k), before = kbx_read_plane (p, k > 0 ? k - 1 : 0);
      for (int32_t i = 0; i < plane.rows; i++)
        {
          int32_t first = kbx_run_column (plane.first, i), last = kbx_run_column (plane.last, i);
          int32_t left = plane.row + i - before.row, edge = (int32_t) r->x0 - 2;
          if (first == KBX_RUN_NONE_FIRST && last == KBX_RUN_NONE_LAST)
            continue;
          if (k > 0)
            edge = left >= 0 && left < before.rows ? kbx_run_column (before.last, left) : KBX_RUN_NONE_LAST;
          if (first < edge + 2 || edge == KBX_RUN_NONE_LAST || last < first || last >= (int32_t) r->x1)
            return false;
          area += (uint32_t) (last - first + 1);
        }
    }
  return area == r->area;
}

static bool
kbx_good_words (const uint8_t *p, const kbx_bitmap_record *r)
{
  uint32_t height = r->y1 - r->y0, width = r->x1 - r->x0;
  uint64_t words = (uint64_t) r->parts * height, area = 0, beyond = 0;
  if (r->parts != (width + 63) / 64 || KBX_BITMAP_HEADER + 8 * words + KBX_BITMAP_TAIL != r->size)
    return false;
  for (uint64_t i = 0; i < words; i++)
    {
      uint64_t word = kbx_load_u64 (p + KBX_BITMAP_HEADER + 8 * i);
      if (i >= words - height && width % 64 != 0)
        beyond |= word >> width % 64;
      area += kbx_count_bits (word);
    }
  return beyond == 0 && area == r->area;
}

KBX_API kbx_status
kbx_bitmap_open (kbx_bitmap *bitmap, const void *bytes, size_t size)
{
  const uint8_t *p = (const uint8_t *) bytes;
  kbx_bitmap_record r;
  bool good;

  if (bitmap == NULL)
    return KBX_ERROR_ARGUMENT;
  bitmap->bytes = NULL;
  if (bytes == NULL)
    return KBX_ERROR_ARGUMENT;
  if (size < KBX_BITMAP_HEADER + KBX_BITMAP_TAIL)
    return KBX_ERROR_TRUNCATED;
  r = kbx_read_bitmap (p);
  if (r.size != size)
    return KBX_ERROR_TRUNCATED;
  good = r.w > 0 && r.h > 0 && r.w <= KBX_BITMAP_LIMIT && r.h <= KBX_BITMAP_LIMIT && r.x1 <= r.w && r.y1 <= r.h
    && r.x0 <= r.x1 && r.y0 <= r.y1;
  if (good && r.kind == KBX_BITMAP_RUNS)
    good = kbx_good_runs (p, &r);
  else
    good = good && r.kind == KBX_BITMAP_WORDS && kbx_good_words (p, &r);
  for (uint32_t i = 0; i < KBX_BITMAP_TAIL && good; i++)
    good = p[size - 1 - i] == 0;
  if (good)
    bitmap->bytes = bytes;
  return good ? KBX_OK : KBX_ERROR_VALUE;
}

/* ---- one bitmap ---- */

KBX_API kbx_size
kbx_bitmap_size (kbx_bitmap bitmap)
{
  kbx_size size = { 0, 0 };
  if (bitmap.bytes != NULL)
    {
      kbx_bitmap_record r = kbx_read_bitmap ((const uint8_t *) bitmap.bytes);
      size.w = r.w;
      size.h = r.h;
    }
  return size;
}

KBX_API kbx_box
kbx_bitmap_bounds (kbx_bitmap bitmap)
{
  kbx_box box = kbx_empty_box ();
  if (bitmap.bytes != NULL)
    {
      kbx_bitmap_record r = kbx_read_bitmap ((const uint8_t *) bitmap.bytes);
      box.x0 = (int32_t) r.x0;
      box.y0 = (int32_t) r.y0;
      box.x1 = (int32_t) r.x1;
      box.y1 = (int32_t) r.y1;
    }
  return box;
}

KBX_API uint32_t
kbx_bitmap_area (kbx_bitmap bitmap)
{
  return bitmap.bytes != NULL ? kbx_read_bitmap ((const uint8_t *) bitmap.bytes).area : 0;
}

KBX_INTERNAL uint64_t
kbx_bitmap_word (const uint8_t *p, int32_t x, int32_t y)
{
  int32_t x0 = kbx_bitmap_x0 (p), y0 = kbx_bitmap_y0 (p), y1 = kbx_bitmap_y1 (p), parts = (int32_t) kbx_bitmap_parts (p);
  uint64_t word = 0;
  if (y < y0 || y >= y1)
    return 0;
  if (kbx_bitmap_kind (p) == KBX_BITMAP_RUNS)
    {
      for (int32_t k = 0; k < parts; k++)
        {
          kbx_run_plane plane = kbx_read_plane (p, (uint32_t) k);
          int32_t i = y - plane.row, first, last;
          if (i < 0 || i >= plane.rows)
            continue;
          first = kbx_run_column (plane.first, i) - x;
          last = kbx_run_column (plane.last, i) - x;
          word |= kbx_bits_between (first > 0 ? first : 0, last < 63 ? last : 63);
        }
      return word;
    }
  for (int32_t part = 0; part < 2; part++)
    {
      /* The strip in which column x + 64 * part is, and what of it belongs here. */
      int32_t strip = (x - x0 + 64 * part) >> 6, shift = (x - x0) & 63;
      uint64_t bits;
      if (strip < 0 || strip >= parts || (part == 1 && shift == 0))
        continue;
      bits = kbx_load_u64 (p + KBX_BITMAP_HEADER + 8 * ((size_t) strip * (size_t) (y1 - y0) + (size_t) (y - y0)));
      word |= part == 0 ? bits >> shift : bits << (64 - shift);
    }
  return word;
}

KBX_API bool
kbx_bitmap_contains (kbx_bitmap bitmap, kbx_pose pose, kbx_point point)
{
  const uint8_t *p = (const uint8_t *) bitmap.bytes;
  int64_t x, y;
  if (p == NULL)
    return false;
  x = pose.flip_x ? (int64_t) pose.x - point.x : (int64_t) point.x - pose.x;
  y = pose.flip_y ? (int64_t) pose.y - point.y : (int64_t) point.y - pose.y;
  if (x < kbx_bitmap_x0 (p) || x >= kbx_bitmap_x1 (p) || y < kbx_bitmap_y0 (p) || y >= kbx_bitmap_y1 (p))
    return false;
  return (kbx_bitmap_word (p, (int32_t) x, (int32_t) y) & 1) != 0;
}
