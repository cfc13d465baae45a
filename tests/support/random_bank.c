/* SPDX-License-Identifier: MIT */
/* Random contents of banks; see random_bank.h. */
#include "tests/support/random_bank.h"
#include "bank/internal.h"
#include "runtime/kickbox/pack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint64_t state; uint32_t n_classes, n_pages; KbBankPage *pages; } Random;

uint32_t
random_below (uint64_t *state, uint32_t n)
{
  uint64_t z = (*state += UINT64_C (0x9E3779B97F4A7C15));
  z = (z ^ z >> 30) * UINT64_C (0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C (0x94D049BB133111EB);
  return (uint32_t) ((z ^ z >> 31) >> 11) % n;
}

static uint32_t below (Random *r, uint32_t n) { return random_below (&r->state, n); }
static int32_t between (Random *r, int32_t low, int32_t high) { return low + (int32_t) below (r, (uint32_t) (high - low) + 1); }

static void *
new_items (size_t count, size_t size)
{
  void *items = calloc (count ? count : 1, size);
  if (!items)
    abort ();
  return items;
}

/* `suffix` makes names of one list differ. */
static char *
text (Random *r, const char *const *letters, uint32_t n_letters, uint32_t length, int suffix)
{
  char *name = new_items (length * 4 + 16, 1);
  for (uint32_t i = 0; i < length; i++)
    strcat (name, letters[below (r, n_letters)]);
  if (suffix >= 0)
    snprintf (name + strlen (name), 12, "%d", suffix);
  return name;
}

static char *
random_name (Random *r, uint32_t longest, int suffix)
{
  static const char *const letters[] = { "a", "b", "Z", " ", "\"", "\\", "/", "-", "é", "ß", "漢", "😀", "\xEF\xBF\xBF" };
  return text (r, letters, sizeof letters / sizeof *letters, below (r, longest + 1), suffix);
}

static char *
random_value (Random *r, int suffix)
{
  static const char *const letters[] = { "a", "\n", "\t", "\x01", "\x1f", "\x7f", "\"", "\\", "ü", "0", "\r", "\b", "\f" };
  return text (r, letters, sizeof letters / sizeof *letters, below (r, 6), suffix);
}

/* Mostly near the frame, now and then at the end of the world. */
static int32_t
pixel (Random *r)
{
  switch (below (r, 12)) {
  case 0: return -32768;
  case 1: return 32767;
  case 2: return between (r, -32768, 32767);
  default: return between (r, -20, 80);
  }
}

static void
direction (Random *r, float *x, float *y)
{
  kbx_vec v = kbx_direction (below (r, 3) ? below (r, 8) * 45.0 : below (r, 36000) / 100.0);
  *x = v.x;
  *y = v.y;
}

static int
compare_values (const void *a, const void *b)
{
  return strcmp (((const KbBankValue *) a)->key, ((const KbBankValue *) b)->key);
}

static void
values (Random *r, KbBankShape *shape)
{
  shape->n_values = below (r, 3) ? 0 : below (r, 4);
  shape->values = new_items (shape->n_values, sizeof *shape->values);
  for (uint32_t i = 0; i < shape->n_values; i++) {
    shape->values[i].key = random_value (r, (int) i);
    shape->values[i].value = random_value (r, -1);
  }
  qsort (shape->values, shape->n_values, sizeof *shape->values, compare_values);
}

static void
box (Random *r, KbBankShape *shape)
{
  int32_t x[2] = { pixel (r), pixel (r) }, y[2] = { pixel (r), pixel (r) };
  for (int i = 0; i < 2; i++) {
    int32_t *v = i ? y : x;
    if (v[0] > v[1]) {
      int32_t swap = v[0];
      v[0] = v[1];
      v[1] = swap;
    }
    if (v[0] == v[1])
      v[v[1] < 32767] += v[1] < 32767 ? 1 : -1;
  }
  shape->x = x[0];
  shape->y = y[0];
  shape->w = x[1] - x[0];
  shape->h = y[1] - y[0];
}

static void
circle (Random *r, KbBankShape *shape)
{
  int32_t reach = below (r, 10) ? 100 * 256 : 16000 * 256;
  shape->r = 1 + (int32_t) below (r, (uint32_t) reach);
  shape->cx = between (r, -reach, reach);
  shape->cy = between (r, -reach, reach);
}

static void
ring (KbBankRing *to, const KbBankVertex *vertices, uint32_t n)
{
  to->vertices = new_items (n, sizeof *vertices);
  memcpy (to->vertices, vertices, n * sizeof *vertices);
  to->n_vertices = n;
}

static int32_t
nearest (double value)
{
  return (int32_t) (value < 0 ? value - 0.5 : value + 0.5);
}

static void
oriented (Random *r, KbBankShape *shape)
{
  shape->cx = between (r, -60 * 256, 60 * 256);
  shape->cy = between (r, -60 * 256, 60 * 256);
  shape->ow = 256 + (int32_t) below (r, 200 * 256);
  shape->oh = 256 + (int32_t) below (r, 200 * 256);
  direction (r, &shape->ux, &shape->uy);
  double ux = shape->ow / 2.0 * shape->ux, uy = shape->ow / 2.0 * shape->uy;
  double vx = shape->oh / -2.0 * shape->uy, vy = shape->oh / 2.0 * shape->ux;
  static const int s[4] = { -1, 1, 1, -1 }, t[4] = { -1, -1, 1, 1 };
  uint32_t first = below (r, 4);
  KbBankVertex corners[4];
  for (uint32_t i = 0; i < 4; i++) {
    uint32_t k = (first + i) % 4;
    corners[i].x = nearest (shape->cx + s[k] * ux + t[k] * vx);
    corners[i].y = nearest (shape->cy + s[k] * uy + t[k] * vy);
  }
  shape->n_parts = 1;
  shape->parts = new_items (1, sizeof *shape->parts);
  ring (&shape->parts[0], corners, 4);
}

static int64_t
turn (KbBankVertex a, KbBankVertex b, KbBankVertex c)
{
  return ((int64_t) b.x - a.x) * ((int64_t) c.y - b.y) - ((int64_t) b.y - a.y) * ((int64_t) c.x - b.x);
}

static void
reverse (KbBankRing *outline)
{
  for (uint32_t i = 0; i < outline->n_vertices / 2; i++) {
    KbBankVertex swap = outline->vertices[i];
    outline->vertices[i] = outline->vertices[outline->n_vertices - 1 - i];
    outline->vertices[outline->n_vertices - 1 - i] = swap;
  }
}

/* A dart: a triangle with a notch from one side to a point inside. */
static bool
dart (Random *r, KbBankShape *shape)
{
  KbBankVertex v[4];
  for (int i = 0; i < 4; i++)
    v[i] = (KbBankVertex) { between (r, -50 * 256, 50 * 256), between (r, -50 * 256, 50 * 256) };
  if (turn (v[0], v[1], v[2]) <= 0 || turn (v[0], v[2], v[3]) <= 0)
    return false;
  KbBankVertex parts[2][3] = { { v[0], v[1], v[2] }, { v[0], v[2], v[3] } };
  shape->n_parts = 2;
  shape->parts = new_items (2, sizeof *shape->parts);
  ring (&shape->parts[0], parts[0], 3);
  ring (&shape->parts[1], parts[1], 3);
  ring (&shape->outline, v, 4);
  return true;
}

/* A round polygon, cut along a diagonal now and then. */
static bool
round_polygon (Random *r, KbBankShape *shape)
{
  enum { MOST = 40 };
  KbBankVertex v[MOST];
  uint32_t n = 3 + below (r, MOST - 2);
  int32_t x = pixel (r) / 2 * 256, y = pixel (r) / 2 * 256, radius = 256 + (int32_t) below (r, 4000 * 256);
  for (uint32_t i = 0; i < n; i++) {
    kbx_vec d = kbx_direction (360.0 * i / n);
    v[i].x = x + nearest ((double) d.x * radius);
    v[i].y = y + nearest ((double) d.y * radius);
  }
  for (uint32_t i = 0; i < n; i++)
    if (turn (v[i], v[(i + 1) % n], v[(i + 2) % n]) <= 0)
      return false;
  uint32_t cut = n > 3 && below (r, 2) ? 2 + below (r, n - 3) : n - 1;
  shape->n_parts = cut < n - 1 ? 2 : 1;
  shape->parts = new_items (2, sizeof *shape->parts);
  ring (&shape->parts[0], v, cut + 1);
  if (cut < n - 1) {
    KbBankVertex rest[MOST + 1];
    memcpy (rest, v + cut, (n - cut) * sizeof *v);
    rest[n - cut] = v[0];
    ring (&shape->parts[1], rest, n - cut + 1);
  }
  ring (&shape->outline, v, n);
  return true;
}

static void
shape (Random *r, KbBankShape *to)
{
  to->kind = (KbBankShapeKind) below (r, 4);
  to->class_index = below (r, r->n_classes);
  to->name = below (r, 3) ? NULL : random_name (r, 5, -1);
  values (r, to);
  switch (to->kind) {
  case KB_BANK_BOX: box (r, to); break;
  case KB_BANK_CIRCLE: circle (r, to); break;
  case KB_BANK_ORIENTED: oriented (r, to); break;
  case KB_BANK_POLYGON:
    while (!(below (r, 2) ? dart (r, to) : round_polygon (r, to)))
      ;
    if (below (r, 2))
      reverse (&to->outline);
    break;
  default: break;
  }
}

/* Blocks of pixels, so that rows have few runs or many; now and then the same ones as in other frames. */
static void
bitmap (Random *r, KbBankFrame *to)
{
  uint32_t block = 1 + below (r, 12), same = below (r, 3), seed = below (r, 1000);
  uint8_t *values = new_items ((size_t) to->w * to->h, 1);
  for (uint32_t i = 0; i < to->w * to->h; i++)
    values[i] = same ? (i % to->w / block + i / to->w / block) % 2 : (i % to->w / block * 7 + i / to->w / block * 5 + seed) % 3 == 0;
  to->bitmap_size = kbx_bitmap_pack (&(kbx_bitmap_plan) { values, 1, to->w, to->w, to->h, 1 }, NULL, 0, NULL, 0, NULL);
  to->bitmap = new_items (to->bitmap_size, 1);
  kbx_bitmap_pack (&(kbx_bitmap_plan) { values, 1, to->w, to->w, to->h, 1 }, NULL, 0, to->bitmap, to->bitmap_size, NULL);
  free (values);
}

static KbBankZone *
zones (Random *r, uint32_t n, bool roads)
{
  KbBankZone *to = new_items (n, sizeof *to);
  for (uint32_t i = 0; i < n; i++) {
    to[i].name = random_name (r, 3, (int) i);
    to[i].colour = below (r, 65536) << 16 | below (r, 65536);
    to[i].value = (i * 29 + 7) % 255 + 1;
    to[i].road = roads && below (r, 2);
  }
  return to;
}

/* Frees the values. */
static void
painting (uint8_t *values, uint32_t w, uint32_t h, KbBankPainting *to)
{
  to->size = kbx_mask_pack (&(kbx_mask_plan) { values, w, w, h }, NULL, 0, NULL, 0, NULL);
  to->bytes = new_items (to->size, 1);
  kbx_mask_pack (&(kbx_mask_plan) { values, w, w, h }, NULL, 0, to->bytes, to->size, NULL);
  free (values);
}

/* Stripes of the zones; now and then the same ones as in other frames. */
static void
painted (Random *r, const KbBankSprite *sprite, KbBankFrame *to)
{
  uint32_t w = 1 + below (r, to->w < 40 ? to->w : 40), h = 1 + below (r, to->h < 40 ? to->h : 40), block = 1 + below (r, 3);
  if (below (r, 3) == 0)
    w = h = 1;
  to->painting_x = below (r, to->w - w + 1);
  to->painting_y = below (r, to->h - h + 1);
  uint8_t *values = new_items ((size_t) w * h, 1);
  for (uint32_t i = 0; i < w * h; i++) {
    uint32_t zone = (i % w / block + i / w / block * 3) % (sprite->n_zones + 1);
    values[i] = (uint8_t) (zone < sprite->n_zones ? sprite->zones[zone].value : 0);
  }
  painting (values, w, h, &to->painting);
}

static void
frame (Random *r, const KbBankSprite *sprite, KbBankFrame *to)
{
  to->name = random_name (r, 4, -1);
  to->w = below (r, 20) ? 1 + below (r, 100) : 32767;
  to->h = below (r, 20) ? 1 + below (r, 100) : 32767;
  to->has_hot_spot = below (r, 5) > 0;
  if (to->has_hot_spot) {
    to->hot_x = pixel (r);
    to->hot_y = pixel (r);
  }
  to->has_picture = r->n_pages > 0 && below (r, 4) > 0;
  if (to->has_picture) {
    to->page = below (r, r->n_pages);
    const KbBankPage *page = &r->pages[to->page];
    to->atlas_w = 1 + below (r, page->w < to->w ? page->w : to->w);
    to->atlas_h = 1 + below (r, page->h < to->h ? page->h : to->h);
    to->atlas_x = below (r, page->w - to->atlas_w + 1);
    to->atlas_y = below (r, page->h - to->atlas_h + 1);
    to->trim_x = (int32_t) below (r, to->w - to->atlas_w + 1);
    to->trim_y = (int32_t) below (r, to->h - to->atlas_h + 1);
  }
  to->n_points = below (r, 4);
  to->points = new_items (to->n_points, sizeof *to->points);
  for (uint32_t i = 0; i < to->n_points; i++) {
    to->points[i].name = random_name (r, 4, (int) i);
    to->points[i].x = pixel (r);
    to->points[i].y = pixel (r);
    if (below (r, 2))
      direction (r, &to->points[i].dx, &to->points[i].dy);
  }
  to->n_shapes = r->n_classes ? below (r, 6) : 0;
  to->shapes = new_items (to->n_shapes, sizeof *to->shapes);
  for (uint32_t i = 0; i < to->n_shapes; i++)
    shape (r, &to->shapes[i]);
  if (to->w <= 100 && to->h <= 100 && below (r, 3) > 0)
    bitmap (r, to);
  if (sprite->n_zones > 0 && below (r, 3) > 0)
    painted (r, sprite, to);
}

static void
sprite (Random *r, KbBankSprite *to, int index)
{
  to->name = random_name (r, 5, index);
  to->n_frames = below (r, 6);
  to->frames = new_items (to->n_frames, sizeof *to->frames);
  to->n_zones = below (r, 3) ? 0 : 1 + below (r, 6);
  to->zones = zones (r, to->n_zones, false);
  for (uint32_t i = 0; i < to->n_frames; i++)
    frame (r, to, &to->frames[i]);
  to->n_animations = below (r, 4);
  to->animations = new_items (to->n_animations, sizeof *to->animations);
  for (uint32_t i = 0; i < to->n_animations; i++) {
    KbBankAnimation *animation = &to->animations[i];
    animation->name = random_name (r, 4, (int) i);
    animation->loop = (KbBankLoop) below (r, 4);
    animation->n_steps = to->n_frames ? below (r, 5) : 0;
    animation->steps = new_items (animation->n_steps, sizeof *animation->steps);
    for (uint32_t k = 0; k < animation->n_steps; k++) {
      animation->steps[k].frame = below (r, to->n_frames);
      animation->steps[k].ms = below (r, 4) ? below (r, 300) : 0;
    }
  }
}

static void
page (Random *r, KbBankPage *to, int index)
{
  to->encoding = (KbBankEncoding) below (r, 4);
  to->w = 1 + below (r, 12);
  to->h = 1 + below (r, 12);
  to->name = to->encoding == KB_BANK_PAGE_BESIDE ? text (r, (const char *const[]) { "p", "ä" }, 2, 3, index) : NULL;
  bool png = to->encoding == KB_BANK_PAGE_PNG;
  to->size = png ? 33 + below (r, 40) : to->encoding == KB_BANK_PAGE_RGBA ? (size_t) to->w * to->h * 4 : 0;
  to->data = to->size ? new_items (to->size, 1) : NULL;
  for (size_t i = 0; i < to->size; i++)
    to->data[i] = (uint8_t) below (r, 256);
  if (png) {
    static const uint8_t start[16] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R' };
    const uint8_t size[8] = { 0, 0, 0, (uint8_t) to->w, 0, 0, 0, (uint8_t) to->h };
    memcpy (to->data, start, sizeof start);
    memcpy (to->data + 16, size, sizeof size);
  }
}

/* Blocks of zones, of all sizes: tiles of each kind. */
static void
mask (Random *r, KbBankMask *to, int index)
{
  uint32_t w = 1 + below (r, 90), h = 1 + below (r, 70), block = 1 + below (r, 40), n = below (r, 4) ? below (r, 9) : below (r, 60);
  uint8_t *values = new_items ((size_t) w * h, 1);
  to->name = random_name (r, 5, index);
  to->n_zones = n;
  to->zones = zones (r, n, false);
  for (uint32_t i = 0; i < w * h; i++) {
    uint32_t zone = (i % w / block * 7 + i / w / block * 5) % (n + 1);
    values[i] = (uint8_t) (zone < n ? to->zones[zone].value : 0);
  }
  painting (values, w, h, &to->painting);
}

/* A clearance as the layout has it, in which each tile is the plain one or one of two others: it need not be one of a
 * road to be carried. */
static void
clearance (Random *r, KbBankTrack *to, uint32_t w, uint32_t h)
{
  uint32_t entries = (w + 7) / 8 * ((h + 7) / 8), tiles = 1 + below (r, 3), at = (16 + 4 * entries + 63) / 64 * 64;
  const uint32_t head[4] = { w | h << 16, 16 * (1 + below (r, 127)), tiles, at + 64 * tiles };
  uint8_t *p = to->clearance = new_items (to->clearance_size = head[3], 1);
  for (uint32_t i = 0; i < 16; i++)
    p[i] = (uint8_t) (head[i / 4] >> 8 * (i % 4));
  for (uint32_t i = 0; i < entries; i++) {
    p[16 + 4 * i] = (uint8_t) below (r, tiles);
    p[16 + 4 * i + 3] = (uint8_t) (100 + below (r, 56));
  }
  for (uint32_t i = at + 64; i < to->clearance_size; i++)
    p[i] = (uint8_t) below (r, 256);
}

static void
gate (Random *r, KbBankGate *to)
{
  int32_t reach = below (r, 10) ? 500 * 256 : 65536 * 256;
  to->name = random_name (r, 3, -1);
  to->a = (KbBankVertex) { between (r, -reach, reach - 1), between (r, -reach, reach) };
  to->b = (KbBankVertex) { between (r, to->a.x + 1, reach), between (r, -reach, reach) };
}

static void
track (Random *r, KbBankTrack *to, int index)
{
  uint32_t w = 1 + below (r, 90), h = 1 + below (r, 70), block = 1 + below (r, 30), n = below (r, 5);
  uint8_t *values = new_items ((size_t) w * h, 1);
  to->name = random_name (r, 5, index);
  clearance (r, to, w, h);
  to->n_surfaces = n;
  to->surfaces = zones (r, n, true);
  for (uint32_t i = 0; i < w * h; i++) {
    uint32_t zone = (i % w / block * 7 + i / w / block * 5) % (n + 1);
    values[i] = (uint8_t) (zone < n ? to->surfaces[zone].value : 0);
  }
  painting (values, w, h, &to->painting);
  to->n_gates = below (r, 4);
  to->gates = new_items (to->n_gates, sizeof *to->gates);
  for (uint32_t i = 0; i < to->n_gates; i++)
    gate (r, &to->gates[i]);
  to->n_bands = below (r, 4);
  to->bands = new_items (to->n_bands, sizeof *to->bands);
  for (uint32_t i = 0; i < to->n_bands; i++) {
    KbBankBand *band = &to->bands[i];
    band->name = random_name (r, 3, -1);
    band->colour = below (r, 65536) << 16 | below (r, 65536);
    band->radius = 1 + (int32_t) below (r, 127 * 256);
    band->painted = below (r, 2);
    values = new_items ((size_t) w * h, 1);
    for (uint32_t k = 0; k < w * h; k++)
      values[k] = k % w / block % (2 + i) == 1;
    painting (values, w, h, &band->painting);
  }
}

/* ---- levels ---- */

static void
number (uint8_t **at, uint32_t value)
{
  for (int i = 0; i < 4; i++)
    *(*at)++ = (uint8_t) (value >> 8 * i);
}

/* One leaf, or a row of cells, that list all walls, and all areas: they need not be good ones to be carried. */
static void
partition (Random *r, KbBankLevel *level)
{
  KbBankTakenLevel *taken = &level->taken;
  uint32_t blocks = (taken->n_walls + 3) / 4, areas = level->n_areas, cells = taken->kind == 1 ? 1 + below (r, 5) : 0;
  uint32_t lists = areas > 0 ? (cells ? cells : 1) * (areas + 1) : 0, all = (cells ? cells : 1) * blocks;
  uint32_t side = 0x42800000u; /* 64 */
  uint8_t *bytes = new_items (28 + 16 * (size_t) all + (cells ? 8 * cells + 4 : 16) + 4 * (size_t) lists, 1), *at = bytes;
  const uint32_t head[7] = { cells ? cells : 1, cells ? 1 : 0, all, lists, 0, 0, cells ? side : 0 };
  for (int i = 0; i < 7; i++)
    number (&at, head[i]);
  for (uint32_t i = 0; i < all * 4; i++)
    number (&at, i % (blocks * 4) < taken->n_walls ? i % (blocks * 4) : taken->n_walls - 1);
  for (uint32_t i = 0; cells > 0 && i <= cells; i++)
    number (&at, i * blocks);
  if (!cells) {
    number (&at, 0);
    number (&at, blocks);
  }
  for (uint32_t i = 0; i < (cells ? cells : 1); i++)
    number (&at, areas > 0 ? (i * (areas + 1)) | 0x80000000u : UINT32_MAX);
  if (!cells)
    number (&at, UINT32_MAX);
  for (uint32_t i = 0; i < lists; i++)
    number (&at, i % (areas + 1) == 0 ? areas : i % (areas + 1) - 1);
  taken->bytes = bytes;
  taken->size = (size_t) (at - bytes);
}

static KbBankWall
random_wall (Random *r, uint32_t n_classes)
{
  int32_t reach = below (r, 10) ? 300 * 256 : 65536 * 256;
  KbBankWall wall;
  wall.ax = between (r, -reach, reach - 1);
  wall.ay = between (r, -reach, reach);
  wall.bx = between (r, wall.ax + 1, reach);
  wall.by = between (r, -reach, reach);
  wall.class_index = below (r, n_classes);
  wall.one_way = below (r, 2);
  return wall;
}

static void
entity (Random *r, const KbBankContent *content, KbBankEntity *to)
{
  to->name = random_name (r, 3, -1);
  to->class_index = below (r, content->n_classes);
  to->x = between (r, -65536 * 256, 65536 * 256);
  to->y = between (r, -400 * 256, 400 * 256);
  if (below (r, 2))
    to->dx = below (r, 2) ? 1 : -1;
  to->n_values = below (r, 3);
  to->values = new_items (to->n_values, sizeof *to->values);
  for (uint32_t i = 0; i < to->n_values; i++) {
    to->values[i].key = new_items (2, 1);
    to->values[i].key[0] = (char) ('a' + i);
    to->values[i].value = random_name (r, 4, -1);
  }
  uint32_t sprite = content->n_sprites ? below (r, content->n_sprites) : 0;
  if (content->n_sprites == 0 || content->sprites[sprite].n_frames == 0 || below (r, 2))
    return;
  to->sprite = strdup (content->sprites[sprite].name);
  to->frame = below (r, content->sprites[sprite].n_frames);
  to->flip_x = below (r, 2);
  to->flip_y = below (r, 2);
}

static void
level (Random *r, const KbBankContent *content, KbBankLevel *to, int index)
{
  const char *wrong;
  to->taken.kind = below (r, 4);
  to->taken.n_walls = below (r, 30);
  to->n_areas = below (r, 4);
  to->taken.walls = new_items (to->taken.n_walls, sizeof *to->taken.walls);
  to->name = random_name (r, 5, index);
  for (uint32_t i = 0; i < to->taken.n_walls; i++)
    to->taken.walls[i] = random_wall (r, content->n_classes);
  to->areas = new_items (to->n_areas, sizeof *to->areas);
  for (uint32_t i = 0; i < to->n_areas; i++) {
    KbBankArea *area = &to->areas[i];
    area->name = random_name (r, 4, -1);
    area->class_index = below (r, content->n_classes);
    area->n_edges = below (r, 6);
    area->edges = new_items (area->n_edges, sizeof *area->edges);
    for (uint32_t k = 0; k < area->n_edges; k++)
      area->edges[k] = random_wall (r, 1);
  }
  partition (r, to);
  if (!kb_bank_level_make (to, &wrong))
    abort ();
  kb_bank_level_forget (to);
  to->n_entities = below (r, 5);
  to->entities = new_items (to->n_entities, sizeof *to->entities);
  for (uint32_t i = 0; i < to->n_entities; i++)
    entity (r, content, &to->entities[i]);
  random_worlds (to, content, &r->state);
}

static int
compare_levels (const void *a, const void *b)
{
  return strcmp (((const KbBankLevel *) a)->name, ((const KbBankLevel *) b)->name);
}

static int
compare_tracks (const void *a, const void *b)
{
  return strcmp (((const KbBankTrack *) a)->name, ((const KbBankTrack *) b)->name);
}

static int
compare_masks (const void *a, const void *b)
{
  return strcmp (((const KbBankMask *) a)->name, ((const KbBankMask *) b)->name);
}

static int
compare_sprites (const void *a, const void *b)
{
  return strcmp (((const KbBankSprite *) a)->name, ((const KbBankSprite *) b)->name);
}

void
random_bank (KbBankContent *content, uint64_t seed)
{
  Random r = { .state = seed * UINT64_C (0xD1342543DE82EF95) + 1 };
  memset (content, 0, sizeof *content);
  content->n_classes = below (&r, 8) ? below (&r, 9) : 64;
  content->classes = new_items (content->n_classes, sizeof *content->classes);
  for (uint32_t i = 0; i < content->n_classes; i++) {
    content->classes[i].name = random_name (&r, 5, (int) i);
    content->classes[i].colour = below (&r, 65536) << 16 | below (&r, 65536);
  }
  content->n_pages = below (&r, 4);
  content->pages = new_items (content->n_pages, sizeof *content->pages);
  for (uint32_t i = 0; i < content->n_pages; i++)
    page (&r, &content->pages[i], (int) i);
  r.n_classes = content->n_classes;
  r.n_pages = content->n_pages;
  r.pages = content->pages;
  content->n_sprites = below (&r, 6);
  content->sprites = new_items (content->n_sprites, sizeof *content->sprites);
  for (uint32_t i = 0; i < content->n_sprites; i++)
    sprite (&r, &content->sprites[i], (int) i);
  qsort (content->sprites, content->n_sprites, sizeof *content->sprites, compare_sprites);
  content->n_masks = below (&r, 4);
  content->masks = new_items (content->n_masks, sizeof *content->masks);
  for (uint32_t i = 0; i < content->n_masks; i++)
    mask (&r, &content->masks[i], (int) i);
  qsort (content->masks, content->n_masks, sizeof *content->masks, compare_masks);
  content->n_tracks = below (&r, 3);
  content->tracks = new_items (content->n_tracks, sizeof *content->tracks);
  for (uint32_t i = 0; i < content->n_tracks; i++)
    track (&r, &content->tracks[i], (int) i);
  qsort (content->tracks, content->n_tracks, sizeof *content->tracks, compare_tracks);
  content->n_levels = content->n_classes ? below (&r, 4) : 0;
  content->levels = new_items (content->n_levels, sizeof *content->levels);
  for (uint32_t i = 0; i < content->n_levels; i++)
    level (&r, content, &content->levels[i], (int) i);
  qsort (content->levels, content->n_levels, sizeof *content->levels, compare_levels);
}
