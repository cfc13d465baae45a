/* SPDX-License-Identifier: MIT */
/* The layout of a heightmap: docs/bank-format.md, "A heightmap". Four samples surround a cell, so
 * there is a column and a row fewer of cells. A top is the largest sample of a block: of 2 x 2
 * cells at level 1, of 4 x 4 at level 2 and so on, corners included. The last level is one number.
 * Level 0, the cells, is not stored, since the samples are there. */
#ifndef KBX_HEIGHTMAP_H
#define KBX_HEIGHTMAP_H

#include "runtime/bank/blob.h"
#include "runtime/moves/rays.h"

#define KBX_HEIGHTMAP_HEADER 32u
#define KBX_HEIGHTMAP_SIDE 16384u
#define KBX_HEIGHTMAP_LEVELS 16

typedef struct {
  const uint8_t *samples;
  int32_t columns, rows;
  double cell, low, scale; /* scale: the altitude per step of a sample */
  kbx_wide_vec at;
} kbx_heightmap_view;

static inline kbx_heightmap_view
kbx_read_heightmap (const uint8_t *p)
{
  const double low = kbx_load_f32 (p + 24);
  return KBX_LITERAL (kbx_heightmap_view){ p + KBX_HEIGHTMAP_HEADER,
                                           kbx_load_u16 (p + 8),
                                           kbx_load_u16 (p + 10),
                                           kbx_load_f32 (p + 12),
                                           low,
                                           ((double) kbx_load_f32 (p + 28) - low) / 65535,
                                           { kbx_load_f32 (p + 16), kbx_load_f32 (p + 20) } };
}

static inline double
kbx_sample (const kbx_heightmap_view *v, int32_t i, int32_t j)
{
  return kbx_load_u16 (v->samples + 2 * ((size_t) j * (size_t) v->columns + (size_t) i));
}

/* The tops: the start of each level, and its blocks per axis. */
typedef struct {
  const uint8_t *at[KBX_HEIGHTMAP_LEVELS];
  uint32_t columns[KBX_HEIGHTMAP_LEVELS], rows[KBX_HEIGHTMAP_LEVELS];
  int last;                /* the level of one block, or 0 for a map of one cell */
  uint64_t count;          /* numbers in all */
} kbx_heightmap_tops;

static inline kbx_heightmap_tops
kbx_read_tops (const uint8_t *p)
{
  kbx_heightmap_tops tops;
  const uint32_t columns = kbx_load_u16 (p + 8), rows = kbx_load_u16 (p + 10);
  const uint8_t *at = p + KBX_HEIGHTMAP_HEADER + 2 * (size_t) columns * rows;
  tops.last = 0;
  tops.count = 0;
  tops.at[0] = NULL;
  tops.columns[0] = columns - 1;
  tops.rows[0] = rows - 1;
  while (tops.columns[tops.last] * tops.rows[tops.last] > 1)
    {
      const int level = ++tops.last;
      tops.at[level] = at + 2 * (size_t) tops.count;
      tops.columns[level] = (tops.columns[level - 1] + 1) / 2;
      tops.rows[level] = (tops.rows[level - 1] + 1) / 2;
      tops.count += (uint64_t) tops.columns[level] * tops.rows[level];
    }
  return tops;
}

static inline uint32_t
kbx_top (const kbx_heightmap_tops *tops, int level, uint32_t i, uint32_t j)
{
  return kbx_load_u16 (tops->at[level] + 2 * ((size_t) j * tops->columns[level] + i));
}

/* The correct top of a block: from the up to four tops below it, or from its cells' samples. */
static inline uint32_t
kbx_top_of (const kbx_heightmap_tops *tops, const uint8_t *samples, int level, uint32_t i,
            uint32_t j)
{
  const uint32_t columns = tops->columns[level - 1], rows = tops->rows[level - 1],
                 extra = level == 1 ? 1 : 0;
  const uint32_t to_i = 2 * i + 1 < columns ? 2 * i + 1 : 2 * i,
                 to_j = 2 * j + 1 < rows ? 2 * j + 1 : 2 * j;
  uint32_t most = 0;
  for (uint32_t y = 2 * j; y <= to_j + extra; y++)
    for (uint32_t x = 2 * i; x <= to_i + extra; x++)
      {
        const uint32_t here = level == 1
                                ? kbx_load_u16 (samples + 2 * ((size_t) y * (columns + 1) + x))
                                : kbx_top (tops, level - 1, x, y);
        most = here > most ? here : most;
      }
  return most;
}

static inline kbx_status
kbx_check_heightmap_places (kbx_trouble *trouble, const uint8_t *p)
{
  const float cell = kbx_load_f32 (p + 12), low = kbx_load_f32 (p + 24),
              high = kbx_load_f32 (p + 28);
  const double most = KBX_WORLD_LIMIT;
  if (!kbx_float_within (cell, 65536) || cell < 1 / 65536.0f)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 12,
                           "expected 1/65536 to 65536 pixels between samples");
  for (uint32_t k = 0; k < 2; k++)
    {
      const float at = kbx_load_f32 (p + 16 + 4 * k);
      if (!kbx_float_within (at, KBX_WORLD_LIMIT)
          || at + (kbx_load_u16 (p + 8 + 2 * k) - 1) * (double) cell > most)
        return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 16 + 4 * (uint64_t) k,
                               "expected a heightmap within 4194304 pixels");
    }
  if (!kbx_float_within (low, KBX_WORLD_LIMIT) || !kbx_float_within (high, KBX_WORLD_LIMIT)
      || low >= high)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 24,
                           "expected a lowest altitude below the highest, both within 4194304");
  return KBX_OK;
}

/* Checks at most `size` bytes. Linear. */
static inline kbx_status
kbx_check_heightmap (kbx_trouble *trouble, const uint8_t *p, size_t size)
{
  kbx_status status = kbx_check_blob (trouble, p, size, KBX_HEIGHTMAP_HEADER);
  if (status != KBX_OK)
    return status;
  const uint32_t columns = kbx_load_u16 (p + 8);
  const uint32_t rows = kbx_load_u16 (p + 10);
  if (columns < 2 || rows < 2 || columns > KBX_HEIGHTMAP_SIDE || rows > KBX_HEIGHTMAP_SIDE)
    return kbx_trouble_at (trouble, KBX_ERROR_VALUE, 8,
                           "expected 2 to 16384 columns and rows of samples");
  status = kbx_check_heightmap_places (trouble, p);
  if (status != KBX_OK)
    return status;
  kbx_heightmap_tops tops = kbx_read_tops (p);
  status = kbx_check_blob_size (
    trouble, p, size, KBX_HEIGHTMAP_HEADER + 2 * ((uint64_t) columns * rows + tops.count));
  for (int level = 1; status == KBX_OK && level <= tops.last; level++)
    for (uint32_t j = 0; j < tops.rows[level]; j++)
      for (uint32_t i = 0; i < tops.columns[level]; i++)
        if (kbx_top (&tops, level, i, j)
            != kbx_top_of (&tops, p + KBX_HEIGHTMAP_HEADER, level, i, j))
          return kbx_trouble_at (trouble, KBX_ERROR_VALUE,
                                 (uint64_t) (tops.at[level] - p)
                                   + 2 * ((uint64_t) j * tops.columns[level] + i),
                                 "expected the greatest sample of the block");
  return status;
}

/* ---- positions ---- */

/* A position between samples: cell (i, j), and the offset in it, 0 to 1 per axis. Outside the map,
 * the nearest one. */
typedef struct {
  int32_t i, j;
  double u, v;
  bool beyond_x, beyond_y;
} kbx_height_spot;

static inline int32_t
kbx_spot_axis (double at, int32_t samples, double *into, bool *beyond)
{
  const double most = samples - 1;
  *beyond = at < 0 || at > most;
  at = at < 0 ? 0 : at > most ? most : at;
  int32_t i = (int32_t) at;
  i = i < samples - 1 ? i : samples - 2;
  *into = at - i;
  return i;
}

/* From a position in samples. */
static inline kbx_height_spot
kbx_spot_of (const kbx_heightmap_view *v, double x, double y)
{
  kbx_height_spot spot;
  spot.i = kbx_spot_axis (x, v->columns, &spot.u, &spot.beyond_x);
  spot.j = kbx_spot_axis (y, v->rows, &spot.v, &spot.beyond_y);
  return spot;
}

/* A cell's surface, in steps of samples: at + x u + y v + xy u v. */
typedef struct { double at, x, y, xy; } kbx_patch;

static inline kbx_patch
kbx_read_patch (const kbx_heightmap_view *v, int32_t i, int32_t j)
{
  KBX_STEPS (1);
  const double a = kbx_sample (v, i, j), b = kbx_sample (v, i + 1, j), c = kbx_sample (v, i, j + 1),
               d = kbx_sample (v, i + 1, j + 1);
  return KBX_LITERAL (kbx_patch){ a, b - a, c - a, (d - c) - (b - a) };
}

static inline double
kbx_patch_value (const kbx_patch *p, double u, double v)
{
  return p->at + p->x * u + (p->y + p->xy * u) * v;
}

static inline double
kbx_altitude (const kbx_heightmap_view *v, double value)
{
  return v->low + value * v->scale;
}

static inline double
kbx_spot_height (const kbx_heightmap_view *v, const kbx_height_spot *spot)
{
  const kbx_patch patch = kbx_read_patch (v, spot->i, spot->j);
  return kbx_altitude (v, kbx_patch_value (&patch, spot->u, spot->v));
}

#endif
