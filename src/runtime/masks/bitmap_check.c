/* SPDX-License-Identifier: MIT */
/* Checking the bytes of a bitmap. */
#include "runtime/masks/bitmap.h"

static KBX_ASIDE kbx_status
kbx_bad_bitmap (kbx_trouble *trouble, uint64_t offset, const char *message)
{
  return kbx_trouble_at (trouble, KBX_ERROR_VALUE, offset, message);
}

/* Planes follow one another without a gap, and their rows are inside the bounds. */
static kbx_status
kbx_check_planes (kbx_trouble *trouble, const uint8_t *p, const kbx_bitmap_record *r)
{
  uint64_t at = KBX_BITMAP_HEADER + (uint64_t) KBX_BITMAP_PLANE * r->parts;
  if (r->parts > KBX_BITMAP_PLANES || at + KBX_BITMAP_TAIL > r->size)
    return kbx_bad_bitmap (trouble, 14, "expected at most 64 planes, and room for them");
  for (uint32_t k = 0; k < r->parts; k++)
    {
      const uint8_t *entry = p + KBX_BITMAP_HEADER + k * KBX_BITMAP_PLANE;
      uint32_t row = kbx_load_u16 (entry), rows = kbx_load_u16 (entry + 2);
      if (kbx_load_u32 (entry + 4) != at)
        return kbx_bad_bitmap (trouble, (uint64_t) (entry + 4 - p),
                               "expected a plane that follows the one before");
      if (row < r->y0 || row + rows > r->y1)
        return kbx_bad_bitmap (trouble, (uint64_t) (entry - p), "expected rows inside the bounds");
      at += 4 * rows;
    }
  if (r->strip != 0 && r->strip != at)
    return kbx_bad_bitmap (trouble, 24, "expected the words below the planes");
  if (at + (r->strip != 0 ? UINT64_C (8) * (r->y1 - r->y0) : 0) + KBX_BITMAP_TAIL != r->size)
    return kbx_bad_bitmap (trouble, 20, "expected the size that the planes need");
  return KBX_OK;
}

/* Runs are inside the bounds. The runs of a row are in order and do not touch. */
static kbx_status
kbx_check_runs (kbx_trouble *trouble, const uint8_t *p, const kbx_bitmap_record *r)
{
  uint64_t area = 0;
  kbx_status status = kbx_check_planes (trouble, p, r);
  if (status != KBX_OK)
    return status;
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
            edge = left >= 0 && left < before.rows ? kbx_run_column (before.last, left)
                                                   : KBX_RUN_NONE_LAST;
          if (first < edge + 2 || edge == KBX_RUN_NONE_LAST)
            return kbx_bad_bitmap (trouble, (uint64_t) (plane.first - p) + 2 * (uint32_t) i,
                                   "expected a run beyond the one before");
          if (last < first || last >= (int32_t) r->x1)
            return kbx_bad_bitmap (trouble, (uint64_t) (plane.last - p) + 2 * (uint32_t) i,
                                   "expected the end of a run in the bounds");
          area += (uint32_t) (last - first + 1);
        }
    }
  for (uint32_t y = r->y0; y < r->y1 && r->strip != 0; y++)
    if (kbx_load_u64 (p + r->strip + 8 * (y - r->y0))
        != kbx_bitmap_word (p, (int32_t) r->x0, (int32_t) y))
      return kbx_bad_bitmap (trouble, r->strip + 8 * (y - r->y0),
                             "expected the pixels of the runs");
  return area == r->area ? KBX_OK
                         : kbx_bad_bitmap (trouble, 16, "expected as many pixels as the runs have");
}

static kbx_status
kbx_check_words (kbx_trouble *trouble, const uint8_t *p, const kbx_bitmap_record *r)
{
  uint32_t height = r->y1 - r->y0, width = r->x1 - r->x0;
  uint64_t words = (uint64_t) r->parts * height, area = 0;
  if (r->parts != (width + 63) / 64)
    return kbx_bad_bitmap (trouble, 14, "expected a strip for 64 columns");
  if (r->strip != 0 && r->strip != KBX_BITMAP_HEADER)
    return kbx_bad_bitmap (trouble, 24, "expected the words below the header");
  if (KBX_BITMAP_HEADER + 8 * words + KBX_BITMAP_TAIL != r->size)
    return kbx_bad_bitmap (trouble, 20, "expected the size that the strips need");
  for (uint64_t i = 0; i < words; i++)
    {
      uint64_t word = kbx_load_u64 (p + KBX_BITMAP_HEADER + 8 * i);
      if (i >= words - height && width % 64 != 0 && word >> width % 64 != 0)
        return kbx_bad_bitmap (trouble, KBX_BITMAP_HEADER + 8 * i,
                               "expected no pixel beyond the bounds");
      area += kbx_count_bits (word);
    }
  return area == r->area
           ? KBX_OK
           : kbx_bad_bitmap (trouble, 16, "expected as many pixels as the words have");
}

static kbx_status
kbx_check_bitmap_header (kbx_trouble *trouble, const kbx_bitmap_record *r)
{
  if (r->w == 0 || r->w > KBX_BITMAP_LIMIT)
    return kbx_bad_bitmap (trouble, 0, "expected a width of 1 to 8192 pixels");
  if (r->h == 0 || r->h > KBX_BITMAP_LIMIT)
    return kbx_bad_bitmap (trouble, 2, "expected a height of 1 to 8192 pixels");
  if (r->x1 > r->w || r->y1 > r->h || r->x0 > r->x1 || r->y0 > r->y1)
    return kbx_bad_bitmap (trouble, 4, "expected bounds inside the bitmap");
  if (r->kind != KBX_BITMAP_RUNS && r->kind != KBX_BITMAP_WORDS)
    return kbx_bad_bitmap (trouble, 12, "expected a kind of 0 or 1");
  if ((r->strip != 0) != (r->parts > 0 && r->x1 - r->x0 <= 64))
    return kbx_bad_bitmap (trouble, 24, "expected words in one strip for at most 64 columns");
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_check_bitmap (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  if (size < KBX_BITMAP_HEADER + KBX_BITMAP_TAIL)
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, size, "the data ends within the header");
  kbx_bitmap_record r = kbx_read_bitmap (p);
  if (r.size != size)
    return kbx_trouble_at (trouble, KBX_ERROR_TRUNCATED, 20, "expected the size of the data");
  kbx_status status = kbx_check_bitmap_header (trouble, &r);
  if (status == KBX_OK)
    status = r.kind == KBX_BITMAP_RUNS ? kbx_check_runs (trouble, p, &r)
                                       : kbx_check_words (trouble, p, &r);
  for (size_t at = size - KBX_BITMAP_TAIL; at < size && status == KBX_OK; at++)
    if (p[at] != 0)
      status = kbx_bad_bitmap (trouble, at, "expected zeros at the end");
  return status;
}
