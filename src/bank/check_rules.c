/* SPDX-License-Identifier: MIT */
/* Rules of a content that span several fields, by record. */
#include <stdlib.h>
#include <string.h>

#include "bank/checker.h"
#include "bank/internal.h"
#include "runtime/grounds/ground.h"
#include "runtime/heightmaps/heightmap.h"
#include "runtime/levels/level.h"
#include "runtime/levels/level_check.h"
#include "runtime/masks/zone_make.h"
#include "runtime/mazes/maze.h"
#include "runtime/stores.h"
#include "runtime/tiles/tiles_check.h"
#include "runtime/tiles/tiles_near.h"
#include "runtime/tracks/track_check.h"

/* ---- check worlds ---- */

/* Checks a level's layers except walls: the bytes, and the classes, sprites and frames they name.
 * */

/* A layer and its tiles; tile 0 is the empty cell. */
typedef struct {
  const KbBankContent *content;
  const KbBankWorld *layer;
  kbx_tiles_view view;
  KbBankSprite **sprites;         /* the sprites of the layer's list */
  uint32_t *records;
} Tiles;

/* Corners of all parts of the shapes; adds the number of shapes and parts to
 * *records. */
static int64_t
kb_bank_frame_corners (const KbBankFrame *frame, uint32_t *records)
{
  int64_t corners = 0;
  for (uint32_t i = 0; i < frame->n_shapes; i++) {
    for (uint32_t k = 0; k < frame->shapes[i].n_parts; k++)
      corners += frame->shapes[i].parts[k].n_vertices;
    *records += 1 + frame->shapes[i].n_parts;
  }
  return corners;
}

/* The work for a pixel near a tile with shapes, limited as in a reader. */
static bool
check_tile_shapes (const Tiles *t, uint32_t i, const KbBankFrame *frame, const KbBankPlace *place,
                   KbBankError *error)
{
  const kbx_tiles_axes axes = kbx_tiles_read_axes (t->layer->bytes);
  const uint8_t *entry = kbx_tiles_entry (&t->view, i);
  int32_t all[4];
  kb_bank_frame_bounds (frame, all);
  const kbx_box box = { all[0], all[1], all[2], all[3] };
  int64_t near = 0;
  if (frame->n_shapes > 0 && entry[0] == KBX_TILE_NOT_SOLID)
    near = kbx_tiles_near_count (&axes, &t->view,
                                 kbx_tiles_reach_of ((kbx_size) { frame->w, frame->h }, box,
                                                     kbx_tiles_offset (&t->view, entry)));
  if (near <= KBX_TILES_NEAR_FEW)
    return true;
  if (near > KBX_TILES_NEAR_MOST)
    return kb_bank_fail (error, place,
                         "the shapes of tile %u reach over %lld cells; expected at most %lld", i,
                         (long long) near, (long long) KBX_TILES_NEAR_MOST);
  near *= 1 + frame->n_shapes + kb_bank_frame_corners (frame, t->records);
  return (near <= KBX_TILES_WORK_MOST && *t->records <= KBX_TILES_COUNTED_MOST)
         || kb_bank_fail (error, place,
                          "the shapes of tile %u reach over many cells and are too many; expected "
                          "fewer shapes and corners",
                          i);
}

static bool
check_tile (const Tiles *t, uint32_t i, uint32_t *known, const KbBankPlace *bytes,
            KbBankError *error)
{
  const uint8_t *entry = kbx_tiles_entry (&t->view, i);
  const uint32_t place = kbx_load_u32 (entry + 8), frame = kbx_load_u32 (entry + 12);
  if (place > *known || place >= t->layer->n_sprites)
    return kb_bank_fail (
      error, bytes, "tile %u names sprite %u of the list; expected one in the order of first use",
      i, place);
  *known += place == *known;
  if (entry[1] != KBX_TILES_NO_CLASS && !kb_bank_check_class (t->content, entry[1], bytes, error))
    return false;
  const KbBankSprite *sprite = t->sprites[place];
  return kb_bank_check_range (frame, 0, (int64_t) sprite->n_frames - 1, "the frame of a tile",
                              bytes, error)
         && check_tile_shapes (t, i, &sprite->frames[frame], bytes, error);
}

static bool
check_tiles (const Tiles *t, const KbBankPlace *place, KbBankError *error)
{
  const KbBankWorld *layer = t->layer;
  uint32_t known = 0;
  for (uint32_t i = 0; i < layer->n_sprites; i++) {
    uint32_t sprite = kb_bank_find_sprite (t->content, kb_bank_text (layer->sprites[i]));
    if (sprite == UINT32_MAX)
      return kb_bank_fail (error, KB_PLACE_ITEM (place, "sprites", i),
                           "there is no sprite \"%.60s\"", kb_bank_text (layer->sprites[i]));
    t->sprites[i] = &t->content->sprites[sprite];
  }
  for (uint32_t i = 1; i < t->view.tile_count; i++)
    if (!check_tile (t, i, &known, KB_PLACE_KEY (place, "bytes"), error))
      return false;
  return known == layer->n_sprites
    || kb_bank_fail (error, KB_PLACE_ITEM (place, "sprites", known), "no tile shows the sprite");
}

static bool
check_layer (KbBankChecker *c, const KbBankWorld *layer, const KbBankPlace *place)
{
  Tiles t = { .content = c->content,
              .layer = layer,
              .sprites = kb_bank_new (layer->n_sprites, sizeof *t.sprites),
              .records = &c->records };
  kbx_read_tiles (layer->bytes, &t.view);
  bool good = t.sprites ? check_tiles (&t, place, c->error) : kb_bank_no_memory (c->error);
  free (t.sprites);
  return good;
}

/* Whether bytes are exactly a world of that kind. If not, *wrong is the message. */
static bool
kb_bank_world_good (KbBankWorldKind kind, const uint8_t *bytes, size_t size, const char **wrong)
{
  static kbx_status (*const checks[KB_BANK_WORLDS]) (kbx_trouble *, const uint8_t *, size_t) = {
    kbx_check_tiles, kbx_check_maze, kbx_check_ground, kbx_check_heightmap
  };
  kbx_trouble trouble;
  *wrong = KBX_N_ ("expected no bytes beyond the size that they tell");
  if (checks[kind] (&trouble, bytes, size) != KBX_OK) {
    *wrong = trouble.message;
    return false;
  }
  if (kind == KB_BANK_HEIGHTMAP && kbx_load_u32 (bytes + 4) != 0) {
    *wrong = KBX_N_ ("expected class 0, since heightmaps have none");
    return false;
  }
  return kbx_load_u32 (bytes) == size;
}

/* Whether worlds of that kind have a class: mazes and grounds do. */
static bool
kb_bank_world_has_class (KbBankWorldKind kind)
{
  return kind == KB_BANK_MAZE || kind == KB_BANK_GROUND;
}

/* The bytes of a world, and the classes, sprites and frames they name. */
static bool
kb_bank_check_world (KbBankChecker *c, KbBankWorldKind kind, const KbBankWorld *world,
                     const KbBankPlace *place)
{
  const char *wrong;
  if (!kb_bank_world_good (kind, world->bytes, world->size, &wrong))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "bytes"), ("%s"), kb_bank_say (wrong));
  if (kind == KB_BANK_LAYER)
    return check_layer (c, world, place);
  return !kb_bank_world_has_class (kind)
         || kb_bank_check_class (c->content, kb_bank_world_class (world),
                                 KB_PLACE_KEY (place, "class"), c->error);
}

/* ---- pages, animations ---- */

static uint32_t
big_endian (const uint8_t *p)
{
  return (uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 | (uint32_t) p[2] << 8 | p[3];
}

static bool
check_png (const KbBankPage *page, const KbBankPlace *place, KbBankError *error)
{
  static const uint8_t start[16] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n',
                                     0,    0,   0,   13,  'I',  'H',  'D',  'R' };
  if (page->size < 33 || !page->data || memcmp (page->data, start, sizeof start) != 0)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "data"), "expected a PNG file");
  uint32_t w = big_endian (page->data + 16), h = big_endian (page->data + 20);
  return (w == page->w && h == page->h)
         || kb_bank_fail (error, KB_PLACE_KEY (place, "size"),
                          "the page is %u x %u but its PNG is %u x %u", page->w, page->h, w, h);
}

static bool
check_page (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankPage *page = item;
  const char *name = kb_bank_text (page->name);
  const uint64_t rgba = (uint64_t) page->w * page->h * 4;
  if (page->encoding == KB_BANK_PAGE_BESIDE && !*name)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "name"),
                         "expected a name that is not empty");
  if (page->encoding == KB_BANK_PAGE_BESIDE
      && (strpbrk (name, "/\\:") || strcmp (name, ".") == 0 || strcmp (name, "..") == 0))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "name"),
                         "expected the plain name of a file beside the bank");
  if (page->encoding == KB_BANK_PAGE_PNG)
    return check_png (page, place, c->error);
  if (page->encoding == KB_BANK_PAGE_RGBA)
    return (page->size == rgba && page->data)
           || kb_bank_fail (c->error, KB_PLACE_KEY (place, "data"),
                            "%llu bytes; expected %llu, four a pixel",
                            (unsigned long long) page->size, (unsigned long long) rgba);
  return page->size == 0
         || kb_bank_fail (c->error, KB_PLACE_KEY (place, "data"),
                          "expected no data with this encoding");
}

static bool
check_step (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankStep *step = item;
  const KbBankSprite *sprite = c->current[KB_SPRITE_RECORD];
  if (step->frame >= sprite->n_frames)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "frame"),
                         "frame %u does not exist; the sprite has %u", step->frame,
                         sprite->n_frames);
  c->ms += step->ms;
  return c->ms <= KB_BANK_MAX_DURATION
         || kb_bank_fail (c->error, KB_PLACE_KEY (place, "ms"),
                          "the animation lasts longer than %d ms", KB_BANK_MAX_DURATION);
}

/* ---- frames ---- */

static bool
check_picture (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankFrame *frame = item;
  if (frame->page >= c->content->n_pages)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "page"),
                         "page %u does not exist; there are %u", frame->page, c->content->n_pages);
  const KbBankPage *page = &c->content->pages[frame->page];
  if (frame->atlas_w < 1 || frame->atlas_h < 1
      || frame->atlas_x > page->w || frame->atlas_w > page->w - frame->atlas_x
      || frame->atlas_y > page->h || frame->atlas_h > page->h - frame->atlas_y)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "rect"),
                         "expected at least one pixel inside the page of %u x %u", page->w,
                         page->h);
  if (frame->trim_x < 0 || frame->trim_y < 0 || (int64_t) frame->trim_x + frame->atlas_w > frame->w
      || (int64_t) frame->trim_y + frame->atlas_h > frame->h)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "trim"),
                         "the picture does not fit into the frame of %u x %u", frame->w, frame->h);
  return true;
}

/* The first value in the painting that is neither 0 nor a zone's, or 0. */
static uint32_t
kb_bank_painting_unknown (const KbBankPainting *painting, const KbBankZone *zones, uint32_t n_zones)
{
  kbx_zone_set used = kbx_load_set (painting->bytes + 8), known = { { 1, 0, 0, 0 } };
  for (uint32_t i = 0; i < n_zones; i++)
    kbx_set_add (&known, zones[i].value);
  for (uint32_t value = 0; value <= KB_BANK_MAX_ZONE; value++)
    if (kbx_set_has (&used, value) && !kbx_set_has (&known, value))
      return value;
  return 0;
}

/* `zones`: the n zones allowed for pixels. */
static bool
check_pixels (KbBankChecker *c, const KbBankPainting *painting, const KbBankZone *zones, uint32_t n,
              const char *what, const KbBankPlace *place)
{
  uint32_t unknown = kb_bank_painting_unknown (painting, zones, n);
  return unknown == 0
         || kb_bank_fail (c->error, KB_PLACE_KEY (place, "rows"),
                          "there are pixels of the value %u, which is no %s", unknown,
                          kb_bank_say (what));
}

void
kb_bank_picture_size (const uint8_t *bytes, uint32_t *w, uint32_t *h)
{
  *w = kbx_load_u16 (bytes);
  *h = kbx_load_u16 (bytes + 2);
}

static bool
check_painted (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankFrame *frame = item;
  const KbBankSprite *sprite = c->current[KB_SPRITE_RECORD];
  uint32_t w, h;
  kb_bank_picture_size (frame->painting.bytes, &w, &h);
  if ((uint64_t) frame->painting_x + w > frame->w || (uint64_t) frame->painting_y + h > frame->h)
    return kb_bank_fail (c->error, place, "what is painted does not fit into the frame of %u x %u",
                         frame->w, frame->h);
  return check_pixels (c, &frame->painting, sprite->zones, sprite->n_zones, "zone's of the sprite",
                       place);
}

static bool
check_frame (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankFrame *frame = item;
  const KbBankPlace *size = KB_PLACE_KEY (place, "size");
  uint32_t records = 0;
  if (frame->bitmap
      && (!kb_bank_check_range (frame->w, 1, KB_BANK_MAX_BITMAP, "the width of a frame with a mask",
                                size, c->error)
          || !kb_bank_check_range (frame->h, 1, KB_BANK_MAX_BITMAP,
                                   "the height of a frame with a mask", size, c->error)))
    return false;
  return kb_bank_check_range (kb_bank_frame_corners (frame, &records), 0, KB_BANK_MAX_CORNERS,
                              "the number of corners of all convex parts",
                              KB_PLACE_KEY (place, "shapes"), c->error);
}

/* ---- shapes ---- */

static bool
check_box (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  const int64_t low = KB_BANK_MIN_PIXEL, high = KB_BANK_MAX_PIXEL;
  return kb_bank_check_range (shape->w, 1, high - low, "the width", place, error)
         && kb_bank_check_range (shape->h, 1, high - low, "the height", place, error)
         && kb_bank_check_range (shape->x, low, high, "the left edge", place, error)
         && kb_bank_check_range (shape->y, low, high, "the top edge", place, error)
         && kb_bank_check_range ((int64_t) shape->x + shape->w, low, high, "the right edge", place,
                                 error)
         && kb_bank_check_range ((int64_t) shape->y + shape->h, low, high, "the bottom edge", place,
                                 error);
}

/* A circle or capsule. */
static bool
check_round (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankShape *shape = item;
  int32_t edges[4];
  kb_bank_shape_bounds (shape, edges);
  if (shape->r < 1)
    return kb_bank_fail (c->error, place, "expected a radius of at least 1/256 pixel");
  for (int i = 0; i < 4; i++)
    if (edges[i] < KB_BANK_MIN_PIXEL || edges[i] > KB_BANK_MAX_PIXEL)
      return kb_bank_fail (c->error, place, "the %s reaches beyond %d to %d pixels",
                           kb_bank_say (shape->kind == KB_BANK_CIRCLE ? "circle"
                                                                      : KBX_N_ ("capsule")),
                           KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL);
  return true;
}

#define MIN_FIXED (KB_BANK_MIN_PIXEL * 256)
#define MAX_FIXED (KB_BANK_MAX_PIXEL * 256)
/* How far, in 1/256 pixel, a corner may be from its position by centre, size and axis. The
 * difference is rounding of the corner and of the axis to float. */
#define CORNER_SLACK 4.0

static int64_t
cross (KbBankVertex a, KbBankVertex b, KbBankVertex c)
{
  return ((int64_t) b.x - a.x) * ((int64_t) c.y - b.y)
         - ((int64_t) b.y - a.y) * ((int64_t) c.x - b.x);
}

static bool
check_ring_range (const KbBankRing *ring, const KbBankPlace *up, const char *list,
                  KbBankError *error)
{
  for (uint32_t i = 0; i < ring->n_vertices; i++) {
    KbBankVertex v = ring->vertices[i];
    if (v.x < MIN_FIXED || v.x > MAX_FIXED || v.y < MIN_FIXED || v.y > MAX_FIXED)
      return kb_bank_fail (error, KB_PLACE_ITEM (up, list, i), "expected %d to %d pixels",
                           KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL);
  }
  return true;
}

/* Below or to the right, as a half-plane: splits all directions into two halves. */
static bool
lower_half (KbBankVertex from, KbBankVertex to)
{
  return to.y > from.y || (to.y == from.y && to.x > from.x);
}

/* Strictly convex, clockwise on the screen, going round once. Every turn is to the same side, and
 * the edges' directions change half exactly twice. A turn is less than half a circle, so it cannot
 * skip a half. */
static bool
check_convex (const KbBankRing *ring, const KbBankPlace *place, KbBankError *error)
{
  uint32_t n = ring->n_vertices, changes = 0;
  if (n < 3 || n > KB_BANK_MAX_PART_VERTICES)
    return kb_bank_fail (error, place, "%u corners; expected 3 to %d", n,
                         KB_BANK_MAX_PART_VERTICES);
  for (uint32_t i = 0; i < n; i++) {
      KbBankVertex a = ring->vertices[i], b = ring->vertices[(i + 1) % n],
                   c = ring->vertices[(i + 2) % n];
      if (cross (a, b, c) <= 0)
        return kb_bank_fail (
          error, place,
          "expected a convex part, clockwise on the screen, no three corners in a line");
      changes += lower_half (a, b) != lower_half (b, c);
  }
  return changes == 2 || kb_bank_fail (error, place, "expected a part that goes round once");
}

/* Twice the signed area. Unsigned: the sums of a self-crossing ring may wrap; a simple one's
 * fit. */
static uint64_t
twice_area (const KbBankRing *ring)
{
  uint64_t sum = 0;
  for (uint32_t i = 2; i < ring->n_vertices; i++) {
    KbBankVertex o = ring->vertices[0], a = ring->vertices[i - 1], b = ring->vertices[i];
    sum += (uint64_t) (((int64_t) a.x - o.x) * ((int64_t) b.y - o.y)
                       - ((int64_t) a.y - o.y) * ((int64_t) b.x - o.x));
  }
  return sum;
}

static int
compare_vertices (const void *a, const void *b)
{
  const KbBankVertex *v = a, *w = b;
  return v->x != w->x ? (v->x > w->x) - (v->x < w->x) : (v->y > w->y) - (v->y < w->y);
}

/* The parts use only the outline's vertices, and have its area. */
static bool
check_outline (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  uint32_t n = shape->outline.n_vertices;
  if (n < 3 || n > KB_BANK_MAX_U16)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "polygon"), "%u corners; expected 3 to %d",
                         n, KB_BANK_MAX_U16);
  if (!check_ring_range (&shape->outline, place, "polygon", error))
    return false;
  KbBankVertex *sorted = kb_bank_new (n, sizeof *sorted);
  if (!sorted)
    return kb_bank_no_memory (error);
  memcpy (sorted, shape->outline.vertices, n * sizeof *sorted);
  qsort (sorted, n, sizeof *sorted, compare_vertices);
  bool good = true;
  uint64_t area = 0, whole = twice_area (&shape->outline);
  for (uint32_t i = 0; good && i < shape->n_parts; i++) {
    const KbBankRing *part = &shape->parts[i];
    const KbBankPlace *part_place = KB_PLACE_ITEM (place, "parts", i);
    area += twice_area (part);
    for (uint32_t k = 0; good && k < part->n_vertices; k++)
      if (!bsearch (&part->vertices[k], sorted, n, sizeof *sorted, compare_vertices))
        good = kb_bank_fail (error, KB_PLACE_ITEM (part_place, NULL, k),
                             "expected a corner of the polygon");
  }
  free (sorted);
  if (good && area != whole && area != -whole)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "parts"),
                         "the parts do not add up to the polygon's area");
  return good;
}

/* The one part of an oriented box is the rectangle of its centre, size and axis. */
static bool
check_oriented (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  const KbBankPlace *corners = KB_PLACE_KEY (place, "corners");
  if (shape->n_parts != 1 || shape->parts[0].n_vertices != 4)
    return kb_bank_fail (error, corners, "expected four corners");
  double ux = shape->ow / 2.0 * shape->ux, uy = shape->ow / 2.0 * shape->uy;
  double vx = shape->oh / -2.0 * shape->uy, vy = shape->oh / 2.0 * shape->ux;
  const double x[4] = { -ux - vx, ux - vx, ux + vx, vx - ux };
  const double y[4] = { -uy - vy, uy - vy, uy + vy, vy - uy };
  const KbBankVertex *v = shape->parts[0].vertices;
  for (int first = 0; first < 4; first++) {
    int near = 0;
    for (int i = 0; i < 4; i++) {
        double dx = shape->cx + x[(first + i) % 4] - v[i].x,
               dy = shape->cy + y[(first + i) % 4] - v[i].y;
        near +=
          dx >= -CORNER_SLACK && dx <= CORNER_SLACK && dy >= -CORNER_SLACK && dy <= CORNER_SLACK;
    }
    if (near == 4)
      return true;
  }
  return kb_bank_fail (error, corners, "the corners are not those of the centre, size and axis");
}

static bool
kb_bank_check_polygons (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  bool oriented = shape->kind == KB_BANK_ORIENTED;
  if (shape->n_parts < 1 || shape->n_parts > KB_BANK_MAX_U16)
    return kb_bank_fail (error, KB_PLACE_KEY (place, oriented ? "corners" : "parts"),
                         "%u convex parts; expected 1 to %d", shape->n_parts, KB_BANK_MAX_U16);
  for (uint32_t i = 0; i < shape->n_parts; i++) {
      const KbBankPlace *part =
        oriented ? KB_PLACE_KEY (place, "corners") : KB_PLACE_ITEM (place, "parts", i);
      if (!check_ring_range (&shape->parts[i], part, NULL, error)
          || !check_convex (&shape->parts[i], part, error))
        return false;
  }
  return oriented ? check_oriented (shape, place, error) : check_outline (shape, place, error);
}

static bool
check_shape (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankShape *shape = item;
  if (shape->kind == KB_BANK_BOX)
    return check_box (shape, KB_PLACE_KEY (place, "box"), c->error);
  return shape->kind == KB_BANK_CIRCLE || shape->kind == KB_BANK_CAPSULE
         || kb_bank_check_polygons (shape, place, c->error);
}

/* ---- zones, masks, tracks ---- */

static bool
check_zone (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const uint32_t value = ((const KbBankZone *) item)->value;
  if (c->taken[value])
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "value"),
                         "another zone has the value %u; expected different values", value);
  c->taken[value] = true;
  return true;
}

static bool
check_mask (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankMask *mask = item;
  return check_pixels (c, &mask->painting, mask->zones, mask->n_zones, "zone's", place);
}

static bool
check_size (KbBankChecker *c, const KbBankTrack *track, const KbBankPainting *painting,
            const KbBankPlace *place)
{
  uint32_t w, h, track_w, track_h;
  kb_bank_picture_size (track->clearance, &track_w, &track_h);
  kb_bank_picture_size (painting->bytes, &w, &h);
  return (w == track_w && h == track_h)
         || kb_bank_fail (c->error, place,
                          "%u x %u pixels; expected %u x %u, the size of the clearance", w, h,
                          track_w, track_h);
}

/* After the clearance is checked, since it has the size. */
static bool
check_bands (KbBankChecker *c, const KbBankTrack *track, const KbBankPlace *up)
{
  static const KbBankZone inside = { NULL, 0, 1, false };
  for (uint32_t i = 0; i < track->n_bands; i++) {
    const KbBankPlace *place = KB_PLACE_ITEM (up, "bands", i);
    if (!check_size (c, track, &track->bands[i].painting, place)
        || !check_pixels (c, &track->bands[i].painting, &inside, 1,
                          "value of a band: expected 0 or 1", place))
      return false;
  }
  return true;
}

/* Whether bytes are exactly those of a track. */
static bool
kb_bank_clearance_good (const uint8_t *bytes, size_t size)
{
  kbx_trouble trouble;
  return kbx_check_track (&trouble, bytes, size) == KBX_OK && kbx_load_u32 (bytes + 12) == size;
}

static bool
check_track (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankTrack *track = item;
  if (!kb_bank_clearance_good (track->clearance, track->clearance_size))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "clearance"),
                         "expected the bytes of a clearance");
  return check_size (c, track, &track->painting, place)
         && check_pixels (c, &track->painting, track->surfaces, track->n_surfaces, "surface's",
                          place)
         && check_bands (c, track, place);
}

static bool
check_gate (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankGate *gate = item;
  return gate->a.x != gate->b.x || gate->a.y != gate->b.y
    || kb_bank_fail (c->error, place, "both ends are at one place; expected different ones");
}

/* ---- levels ---- */

/* Whether bytes are exactly those of a level. If not, *wrong is the message. */
static bool
kb_bank_level_good (const uint8_t *bytes, size_t size, const char **wrong)
{
  kbx_trouble trouble;
  *wrong = KBX_N_ ("expected the bytes of a level");
  if (kbx_check_level (&trouble, bytes, size) == KBX_OK)
    return kbx_load_u32 (bytes) == size;
  *wrong = trouble.message;
  return false;
}

static bool
check_level (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankLevel *level = item;
  kbx_level_view view;
  const char *wrong;
  if (!kb_bank_level_good (level->bytes, level->size, &wrong))
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "partition"), ("%s"), kb_bank_say (wrong));
  kbx_read_level (level->bytes, &view);
  if (view.area_count != level->n_areas)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "areas"), "there are %u; expected %u",
                         level->n_areas, view.area_count);
  for (uint32_t i = 0; i < view.wall_count; i++)
    if (!kb_bank_check_class (
          c->content, kbx_tag_class (kbx_load_u32 (view.walls + (size_t) i * KBX_LEVEL_WALL + 16)),
          KB_PLACE_KEY (KB_PLACE_ITEM (place, "walls", i), "class"), c->error))
      return false;
  for (uint32_t i = 0; i < level->n_wall_values; i++)
    if (!kb_bank_check_range (
          level->wall_values[i].wall, i > 0 ? (int64_t) level->wall_values[i - 1].wall + 1 : 0,
          (int64_t) view.wall_count - 1, "the wall",
          KB_PLACE_KEY (KB_PLACE_ITEM (place, "wall_values", i), "wall"), c->error))
      return false;
  return true;
}

static bool
check_wall (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankWall *wall = item;
  return wall->ax != wall->bx || wall->ay != wall->by
    || kb_bank_fail (c->error, place, "both ends are at one place; expected a wall with a length");
}

static bool
check_sprite (KbBankChecker *c, const char *name, uint32_t frame, const KbBankPlace *place)
{
  const uint32_t sprite = kb_bank_find_sprite (c->content, name);
  if (sprite == UINT32_MAX)
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "sprite"), "there is no sprite \"%.60s\"",
                         name);
  return kb_bank_check_range (frame, 0, (int64_t) c->content->sprites[sprite].n_frames - 1,
                              "the frame", KB_PLACE_KEY (place, "frame"), c->error);
}

static bool
check_entity (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankEntity *entity = item;
  if (!entity->sprite)
    return (entity->frame == 0 && !entity->flip_x && !entity->flip_y)
           || kb_bank_fail (c->error, KB_PLACE_KEY (place, "sprite"),
                            "is missing; expected one that has the frame and the flip");
  return check_sprite (c, entity->sprite, entity->frame, place);
}

static bool
check_drawn (KbBankChecker *c, const void *item, const KbBankPlace *place)
{
  const KbBankDrawn *drawn = item;
  const KbBankLevel *level = c->current[KB_LEVEL];
  if (drawn->tiles > level->n_worlds[KB_BANK_LAYER])
    return kb_bank_fail (c->error, KB_PLACE_KEY (place, "tiles"), "there is no layer %u",
                         drawn->tiles);
  if ((drawn->tiles == 0) != (drawn->sprite != NULL))
    return kb_bank_fail (c->error, place, "expected either a layer of tiles or a sprite");
  return drawn->sprite ? check_sprite (c, drawn->sprite, drawn->frame, place)
                       : drawn->frame == 0
                           || kb_bank_fail (c->error, KB_PLACE_KEY (place, "frame"),
                                            "expected none without a sprite");
}

bool
kb_bank_check_rules (KbBankChecker *c, KbBankRecordId id, const void *item,
                     const KbBankPlace *place)
{
  static bool (*const rules[KB_RECORDS]) (KbBankChecker * c, const void *item,
                                          const KbBankPlace *place) = {
    [KB_PAGE_RECORD] = check_page,      [KB_STEP_RECORD] = check_step,
    [KB_PICTURE_PLACE] = check_picture, [KB_PAINTED] = check_painted,
    [KB_FRAME] = check_frame,           [KB_SHAPE] = check_shape,
    [KB_CIRCLE] = check_round,          [KB_CAPSULE] = check_round,
    [KB_ZONE_RECORD] = check_zone,
    [KB_SURFACE] = check_zone,          [KB_MASK_RECORD] = check_mask,
    [KB_TRACK] = check_track,           [KB_GATE_RECORD] = check_gate,
    [KB_LEVEL] = check_level,           [KB_WALL_RECORD] = check_wall,
    [KB_ENTITY] = check_entity,
    [KB_DRAWN] = check_drawn,
  };
  if (kb_bank_records[id].section == KB_WRLD)
    return kb_bank_check_world (c, (KbBankWorldKind) kb_bank_records[id].tag, item, place);
  return !rules[id] || rules[id] (c, item, place);
}
