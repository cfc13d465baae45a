/* SPDX-License-Identifier: MIT */
/* Writes a bitmap from runs of set pixels. In a header, since the program that turns JSON into
 * banks does not link the rest of the library. */
#ifndef KBX_BITMAP_MAKE_H
#define KBX_BITMAP_MAKE_H

#include "runtime/masks/bitmap.h"
#include "runtime/stores.h"

/* A picture as runs. `next` gives the next run of row y, columns [*first, *end), or false after the
 * last. Runs ascend and do not touch. *cursor is 0 before the first run of a row; then `next` may
 * use it freely. */
typedef struct kbx_run_source kbx_run_source;
struct kbx_run_source {
  uint32_t w, h;
  bool (*next) (const kbx_run_source *source, uint32_t y, uint32_t *cursor, uint32_t *first,
                uint32_t *end);
  const void *data;
};

/* The rows of each plane. Planes from KBX_BITMAP_PLANES on are only counted. */
typedef struct {
  uint16_t from[KBX_BITMAP_PLANES], to[KBX_BITMAP_PLANES];
  uint32_t planes;
} kbx_plane_rows;

static inline void
kbx_measure_runs (const kbx_run_source *source, kbx_bitmap_record *r, kbx_plane_rows *rows)
{
  uint32_t first = 0, end = 0, k, cursor;
  memset (r, 0, sizeof *r);
  r->w = source->w;
  r->h = source->h;
  r->x0 = source->w;
  r->y0 = source->h;
  rows->planes = 0;
  for (uint32_t y = 0; y < source->h; y++)
    for (k = 0, cursor = 0; source->next (source, y, &cursor, &first, &end); k++)
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

/* Runs or words? Comparing two bitmaps of runs takes rows / 16 * n * n steps for n runs per row; of
 * words, rows * strips. The other bitmap is not known here; assume that it is like this one. */
static inline void
kbx_choose_kind (kbx_bitmap_record *r, const kbx_plane_rows *rows)
{
  uint32_t height = r->y1 - r->y0, strips = (r->x1 - r->x0 + 63) / 64;
  uint64_t all = 0;
  for (uint32_t k = 0; k < rows->planes && k < KBX_BITMAP_PLANES; k++)
    all += (uint32_t) (rows->to[k] - rows->from[k]);
  r->kind = rows->planes > KBX_BITMAP_PLANES || all * all > (uint64_t) 8 * strips * height * height
    ? KBX_BITMAP_WORDS : KBX_BITMAP_RUNS;
  r->parts = r->kind == KBX_BITMAP_RUNS ? rows->planes : strips;
  r->size =
    KBX_BITMAP_HEADER
    + (r->kind == KBX_BITMAP_RUNS ? KBX_BITMAP_PLANE * r->parts + 4 * (uint32_t) all : 0);
  r->strip = strips == 1 ? r->size : 0;
  r->size +=
    (r->kind == KBX_BITMAP_WORDS || strips == 1 ? 8 * strips * height : 0) + KBX_BITMAP_TAIL;
}

static inline void
kbx_write_planes (const kbx_bitmap_record *r, const kbx_plane_rows *rows, uint8_t *p)
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
}

static inline void
kbx_write_run (const kbx_bitmap_record *r, uint8_t *p, uint32_t y, uint32_t k, uint32_t first,
               uint32_t end)
{
  if (r->kind == KBX_BITMAP_RUNS)
    {
      kbx_run_plane plane = kbx_read_plane (p, k);
      ptrdiff_t i = (ptrdiff_t) y - plane.row;
      kbx_store_u16 (p + (plane.first - p) + 2 * i, first);
      kbx_store_u16 (p + (plane.last - p) + 2 * i, end - 1);
      if (r->strip == 0)
        return;
    }
  uint8_t *words = p + (r->strip != 0 ? r->strip : KBX_BITMAP_HEADER);
  for (uint32_t column = first - r->x0; column < end - r->x0; column++)
    {
      size_t word = (size_t) (column / 64) * (r->y1 - r->y0) + (y - r->y0);
      words[8 * word + column % 64 / 8] |= (uint8_t) (1u << column % 8);
    }
}

/* As kbx_bitmap_pack. */
static inline size_t
kbx_make_bitmap (const kbx_run_source *source, uint8_t *p, size_t capacity)
{
  kbx_bitmap_record r;
  kbx_plane_rows rows;
  uint32_t first = 0, end = 0, k, cursor;

  kbx_measure_runs (source, &r, &rows);
  kbx_choose_kind (&r, &rows);
  if (p == NULL || capacity < r.size)
    return r.size;
  memset (p, 0, r.size);
  const uint32_t header[] = { r.w, r.h, r.x0, r.y0, r.x1, r.y1, r.kind, r.parts };
  for (uint32_t i = 0; i < 8; i++)
    kbx_store_u16 (p + 2 * i, header[i]);
  kbx_store_u32 (p + 16, r.area);
  kbx_store_u32 (p + 20, r.size);
  kbx_store_u32 (p + 24, r.strip);
  if (r.kind == KBX_BITMAP_RUNS)
    kbx_write_planes (&r, &rows, p);
  for (uint32_t y = r.y0; y < r.y1; y++)
    for (k = 0, cursor = 0; source->next (source, y, &cursor, &first, &end); k++)
      kbx_write_run (&r, p, y, k, first, end);
  return r.size;
}

#endif
