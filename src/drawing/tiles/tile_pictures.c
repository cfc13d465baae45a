/* SPDX-License-Identifier: MIT */
/* From the numbers in cells to pixels, through tables: a lookup is two loads. */
#include "drawing/tiles/tile_pictures.h"

#include <math.h>

#include "drawing/levels/layers.h"
#include "drawing/pixel_rows.h"
#include "drawing/tiles/tiles.h"

/* ---- tile means ---- */

/* Precomputes means of four pixels, grouped by their first pixel. */

/* Rows are `stride` pixels apart. Free with g_atomic_rc_box_release. Cost: one or four means per
 * pixel. */
static KbTileMeans *
kb_tile_means_new (KbApart apart, const guint32 *pixels, gsize stride, gint width, gint height,
                   gboolean opaque)
{
  gsize row = kb_tile_means_stride (apart, width);
  KbTileMeans *means = g_atomic_rc_box_alloc (
    sizeof *means + row * kb_tile_means_stride (apart, height) * sizeof *means->pixels);
  means->apart = apart;
  means->stride = row;
  means->opaque = opaque;
  for (gint v = -1; v < height; v++)
    for (gint down = apart.least; down <= apart.most; down++)
      {
        const guint32 *upper = pixels + stride * (gsize) MAX (v, 0),
                      *lower = pixels + stride * (gsize) CLAMP (v + down, 0, height - 1);
        guint32 *to = means->pixels + row * kb_tile_means_at (apart, v, down);
        for (gint u = -1; u < width; u++)
          for (gint along = apart.least; along <= apart.most; along++)
            {
              gint a = MAX (u, 0), b = CLAMP (u + along, 0, width - 1);
              *to++ = kb_mean_of_four (upper[a], upper[b], lower[a], lower[b]);
            }
      }
  return means;
}

/* ---- tile pictures ---- */

#define MOST_HALVINGS 15
#define NOT_KNOWN 0x00ffffffu      /* not a colour: alpha is 0 */
#define ORIENTATIONS 8             /* of a tile: its flips are three bits */
#define COST_OF_MEANS 4            /* of one mean, in units of device pixels drawn without means */

typedef struct {
  KbTilePixels pixels;
  guint32 colour;
  gboolean known;
} Tile;

typedef struct {
  const KbSprite *sprite;
  KbPixel offset;                  /* for its tiles */
  guint n;                         /* length of the tables: the largest frame number plus 1 */
  const KbFrame **frames;
  Tile **tiles;                    /* one per frame; for collision one per orientation */
  guint32 *colours;                /* likewise, or 0 for frame 0, which does not exist */
} Set;

struct KbTilePictures {
  KbTilesLook look;
  const KbLayer *layer;
  guint level;
  KbApart apart;
  GMutex *lock;                    /* protects the document's pictures and surfaces */
  KbBounds box;
  double area;                     /* of a cell, in pixels */
  gint reach;
  Set sets[KB_MAX_TILESETS + 1];
  Tile missing;
  KbTilePixels nothing;
};

/* ---- animations ---- */

static gint
duration_of (const KbAnimation *animation, guint step)
{
  gint duration = kb_step_at (animation, step)->duration;
  return duration > 0 ? duration : KB_NEW_DURATION;
}

/* Step number `at` of a cycle through n of them. */
static guint
tile_pictures_step_of_walk (KbLoop loop, guint n, guint at)
{
  return loop == KB_LOOP_PING_PONG && at >= n ? 2 * n - 2 - at : at;
}

static const KbFrame *
frame_of_step (const KbSprite *sprite, const KbAnimation *animation, guint step)
{
  KbId id = kb_step_at (animation, step)->frame_id;
  KB_EACH (KbFrame, frame, sprite->frames)
    if (frame->node.id == id)
      return frame;
  return NULL;
}

static guint
step_at (const KbAnimation *animation, double time)
{
  guint n = kb_count (animation->steps),
        round = animation->loop == KB_LOOP_PING_PONG && n > 1 ? 2 * n - 2 : n;
  double whole = 0;
  for (guint i = 0; i < round; i++)
    whole += duration_of (animation, tile_pictures_step_of_walk (animation->loop, n, i));
  if (animation->loop == KB_LOOP_LOOP || animation->loop == KB_LOOP_PING_PONG)
    time = fmod (time, whole);
  for (guint i = 0; i < round; i++)
    {
      guint step = tile_pictures_step_of_walk (animation->loop, n, i);
      time -= duration_of (animation, step);
      if (time < 0)
        return step;
    }
  return n - 1;
}

/* The first that begins with the frame; NULL: not animated. */
static const KbAnimation *
animation_of (const KbSprite *sprite, KbId frame)
{
  KB_EACH (const KbAnimation, animation, sprite->animations)
    if (kb_count (animation->steps) && kb_step_at (animation, 0)->frame_id == frame)
      return animation;
  return NULL;
}

const KbFrame *
kb_tile_frame_at (const KbSprite *sprite, const KbFrame *frame, double time)
{
  const KbAnimation *animation = time > 0 ? animation_of (sprite, frame->node.id) : NULL;
  const KbFrame *shown =
    animation ? frame_of_step (sprite, animation, step_at (animation, time)) : NULL;
  return shown ? shown : frame;
}

guint64
kb_tiles_frames_at (const KbProject *project, const KbLevel *level, double time)
{
  guint64 hash = 0;
  KB_EACH (KbTileset, tileset, level->tilesets)
    {
      const KbSprite *sprite = kb_level_tileset_sprite (project, level, tileset->number);
      if (sprite)
        KB_EACH (const KbAnimation, animation, sprite->animations)
          {
            gboolean moves =
              kb_count (animation->steps) > 1
              && animation_of (sprite, kb_step_at (animation, 0)->frame_id) == animation;
            if (moves)
              hash = kb_hash_value (
                hash ? hash : KB_HASH_START,
                kb_step_at (animation, time > 0 ? step_at (animation, time) : 0)->frame_id);
          }
    }
  return hash;
}

/* Attaches KbTileMeans to a surface. */
static const cairo_user_data_key_t means_key;

/* ---- tables ---- */

/* The number of tiles and colours per frame: pictures are stored once and flipped when drawn. */
static guint
n_orientations (const KbTilePictures *self)
{
  return self->look.collision ? ORIENTATIONS : 1;
}

/* The index of a cell's tile in the tables. */
static inline gsize
index_of (const KbTilePictures *self, guint32 cell)
{
  gsize frame = cell & KB_CELL_FRAME;
  return self->look.collision
           ? frame * ORIENTATIONS + ((cell & KB_CELL_FLIPS) >> KB_CELL_FLIPS_SHIFT)
           : frame;
}

static void
add_set (KbTilePictures *self, guint number)
{
  const KbSprite *sprite = kb_level_tileset_sprite (kb_document_project (self->look.document),
                                                    self->look.level, (gint) number);
  Set *set = &self->sets[number];
  guint n = 1;
  if (sprite)
    KB_EACH (const KbFrame, frame, sprite->frames)
      if (frame->lasting_id > 0 && frame->lasting_id <= KB_MAX_TILE_FRAME)
        n = MAX (n, (guint) frame->lasting_id + 1);
  const KbTileset *tileset = self->look.collision || self->look.no_offsets
                               ? NULL
                               : kb_level_find_tileset (self->look.level, (gint) number);
  KbPixel offset = tileset ? tileset->offset : (KbPixel) { 0 };
  gint far = MAX (ABS (offset.x), ABS (offset.y));
  *set = (Set) { sprite,
                offset,
                n,
                g_new0 (const KbFrame *, n),
                g_new0 (Tile *, (gsize) n * n_orientations (self)),
                g_new0 (guint32, (gsize) n * n_orientations (self)) };
  for (guint i = n_orientations (self); i < n * n_orientations (self); i++)
    set->colours[i] = NOT_KNOWN;
  if (sprite)
    KB_EACH (const KbFrame, frame, sprite->frames)
      {
        if (frame->lasting_id > 0 && (guint) frame->lasting_id < n)
          set->frames[frame->lasting_id] = frame;
        self->reach = MAX (self->reach, MAX (frame->width, frame->height) + far);
      }
}

KbTilePictures *
kb_tile_pictures_new (const KbTilesLook *look, const KbLayer *layer, guint level, KbApart apart,
                      GMutex *lock)
{
  KbTilePictures *self = g_new0 (KbTilePictures, 1);
  KbTileGrid grid = kb_tile_grid_of (layer);
  KbVec corner = kb_tile_grid_corner (&grid, 0, 0);
  const KbBounds cell = kb_tile_grid_bounds (&grid, (KbCellBox){ 0, 0, 1, 1 });
  *self = (KbTilePictures){
    .look = *look,
    .layer = layer,
    .level = level,
    .apart = apart,
    .lock = lock,
    .box = { cell.x0 - corner.x, cell.y0 - corner.y, cell.x1 - corner.x, cell.y1 - corner.y },
    .area = fabs ((double) grid.det) / 65536,
    .reach = (gint) ceil (MAX (cell.x1 - cell.x0, cell.y1 - cell.y0)),
  };
  for (guint number = 0; number <= KB_MAX_TILESETS; number++)
    add_set (self, number);
  return self;
}

static void
clear_tile (Tile *tile)
{
  g_clear_pointer (&tile->pixels.surface, cairo_surface_destroy);
  g_clear_pointer (&tile->pixels.means, g_atomic_rc_box_release);
}

void
kb_tile_pictures_free (KbTilePictures *self)
{
  for (guint s = 0; s <= KB_MAX_TILESETS; s++)
    {
      Set *set = &self->sets[s];
      for (guint i = 0; i < set->n * n_orientations (self); i++)
        if (set->tiles[i])
          {
            clear_tile (set->tiles[i]);
            g_free (set->tiles[i]);
          }
      g_free (set->frames);
      g_free (set->tiles);
      g_free (set->colours);
    }
  clear_tile (&self->missing);
  g_free (self);
}

/* ---- pictures ---- */

/* A crossed box of the cell's size, in the error colour. */
static cairo_surface_t *
draw_missing (const KbTilePictures *self, gint width, gint height)
{
  double scale = 1.0 / (1 << self->level), line = MAX (1 / scale, MIN (width, height) / 12.0);
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, (int) ceil (width * scale), (int) ceil (height * scale));
  g_autoptr (cairo_t) cr = cairo_create (surface);
  cairo_scale (cr, scale, scale);
  kb_paint (cr, self->look.style->wrong, 0.35);
  cairo_rectangle (cr, line / 2, line / 2, width - line, height - line);
  kb_line (cr, 0, 0, width, height);
  kb_line (cr, width, 0, 0, height);
  kb_stroke (cr, line, self->look.style->wrong, 1);
  return surface;
}

/* Takes ownership of the surface. */
static void
set_pixels (Tile *tile, cairo_surface_t *surface, gint width, gint height)
{
  tile->pixels = (KbTilePixels) { .surface = surface };
  cairo_surface_flush (surface);
  const guint8 *data = cairo_image_surface_get_data (surface);
  if (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS && data)
    tile->pixels = (KbTilePixels) { surface,
                                   (const guint32 *) (const void *) data,
                                   (gsize) cairo_image_surface_get_stride (surface) / 4,
                                   width,
                                   height,
                                   cairo_image_surface_get_width (surface),
                                   cairo_image_surface_get_height (surface) };
}

static Tile *
missing_tile (KbTilePictures *self)
{
  gint width = MAX (1, (gint) round (self->box.x1 - self->box.x0)),
       height = MAX (1, (gint) round (self->box.y1 - self->box.y0));
  if (!self->missing.known)
    set_pixels (&self->missing, draw_missing (self, width, height), width, height);
  self->missing.known = TRUE;
  return &self->missing;
}

/* The tileset of the cell, NULL for none. */
static Set *
set_of (KbTilePictures *self, guint32 cell)
{
  Set *set = &self->sets[cell >> KB_CELL_TILESET_SHIFT & KB_MAX_TILESETS];
  guint frame = cell & KB_CELL_FRAME;
  return frame < set->n && set->frames[frame] ? set : NULL;
}

static KbPicture *
picture_of (KbTilePictures *self, const Set *set, guint32 cell)
{
  const KbFrame *frame =
    kb_tile_frame_at (set->sprite, set->frames[cell & KB_CELL_FRAME], self->look.time);
  return self->look.surfaces ? kb_document_frame_picture (self->look.document, frame, NULL) : NULL;
}

/* Uses the frame itself: animations do not change the collision. */
static cairo_surface_t *
collision_of (const KbTilePictures *self, const Set *set, guint32 cell, guint level)
{
  return kb_tile_collision_surface (&self->look, self->layer, set->frames[cell & KB_CELL_FRAME],
                                    cell & KB_CELL_FLIPS, self->box, level);
}

/* Reuses means from an earlier drawing if the samples are equally far apart. */
static void
reuse_means (const KbTilePictures *self, KbTilePixels *tile)
{
  const KbApart apart = self->apart;
  KbTileMeans *means = cairo_surface_get_user_data (tile->surface, &means_key);
  if (apart.most == 0 || !means || means->apart.least != apart.least
      || means->apart.most != apart.most)
    return;
  tile->means = g_atomic_rc_box_acquire (means);
  tile->opaque = means->opaque;
}

/* Stores the means for later drawings. */
static void
keep_means (const KbTilePictures *self, const KbTilePixels *tile)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (self->lock);
  cairo_surface_set_user_data (tile->surface, &means_key, g_atomic_rc_box_acquire (tile->means),
                               g_atomic_rc_box_release);
}

static void
make_tile (KbTilePictures *self, const Set *set, guint32 cell, Tile *tile)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (self->lock);
  g_autoptr (KbPicture) picture = self->look.collision ? NULL : picture_of (self, set, cell);
  if (self->look.collision)
    set_pixels (tile, collision_of (self, set, cell, self->level),
                (gint) round (self->box.x1 - self->box.x0),
                (gint) round (self->box.y1 - self->box.y0));
  else if (picture)
    set_pixels (tile,
                cairo_surface_reference (
                  kb_surfaces_get_reduced (self->look.surfaces, picture, 0, self->level)),
                (gint) picture->width, (gint) picture->height);
  else
    set_pixels (tile, cairo_surface_reference (missing_tile (self)->pixels.surface),
                self->missing.pixels.width, self->missing.pixels.height);
  if (!self->look.collision)
    tile->pixels.offset = set->offset;
  reuse_means (self, &tile->pixels);
}

KbTilePixels *
kb_tile_pictures_get (KbTilePictures *self, guint32 cell)
{
  Set *set = set_of (self, cell);
  if (!set)
    return self->look.collision ? &self->nothing : &missing_tile (self)->pixels;
  Tile **tile = &set->tiles[index_of (self, cell)];
  if (!*tile)
    {
      *tile = g_new0 (Tile, 1);
      make_tile (self, set, cell, *tile);
    }
  return &(*tile)->pixels;
}

static gboolean
is_opaque (const KbTilePixels *tile)
{
  guint32 all = 0xff000000u;
  for (gint y = 0; y < tile->small_height; y++)
    for (gint x = 0; x < tile->small_width; x++)
      all &= tile->pixels[tile->stride * (gsize) y + (gsize) x];
  return all == 0xff000000u;
}

void
kb_tile_pictures_ask (const KbTilePictures *self, KbTilePixels *tile, gint n)
{
  guint64 enough = COST_OF_MEANS * (guint64) tile->small_width * (guint64) tile->small_height,
          before = tile->asked;
  tile->asked += (guint64) n;
  if (tile->means || before >= enough || tile->asked < enough)
    return;
  tile->opaque = is_opaque (tile);
  if (self->apart.most == 0)
    return;
  tile->means = kb_tile_means_new (self->apart, tile->pixels, tile->stride, tile->small_width,
                                   tile->small_height, tile->opaque);
  keep_means (self, tile);
}

/* ---- colours ---- */

/* Scales the colour by the share of a cell that the picture covers. */
static guint32
spread (const KbTilePictures *self, guint32 mean, double size)
{
  guint alpha = mean >> 24;
  double share = alpha ? MIN (255.0 / alpha, size / self->area) : 0;
  guint32 colour = 0;
  for (guint shift = 0; shift < 32; shift += 8)
    colour |= (guint32) MIN (255, floor ((mean >> shift & 255) * share + 0.5)) << shift;
  return colour;
}

/* The level at which a picture of this size is a single pixel. */
static guint
last_level (double width, double height)
{
  guint level = 0;
  while (level < MOST_HALVINGS && MAX (width, height) > 1u << level)
    level++;
  return level;
}

static guint32
only_pixel (cairo_surface_t *surface)
{
  cairo_surface_flush (surface);
  const guint8 *data = cairo_image_surface_get_data (surface);
  return cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS && data
           ? *(const guint32 *) (const void *) data
           : 0;
}

static guint32
find_colour (KbTilePictures *self, const Set *set, guint32 cell)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (self->lock);
  g_autoptr (KbPicture) picture =
    set && !self->look.collision ? picture_of (self, set, cell) : NULL;
  if (!picture && !self->look.collision)
    return 0xff000000u | self->look.style->wrong >> 8;
  if (!set)
    return 0;
  if (!picture)
    {
      double width = self->box.x1 - self->box.x0, height = self->box.y1 - self->box.y0;
      g_autoptr (cairo_surface_t) surface =
        collision_of (self, set, cell, last_level (width, height));
      /* The rest of that pixel is transparent. */
      return spread (self, only_pixel (surface), exp2 (2 * last_level (width, height)));
    }
  return spread (self,
                 only_pixel (kb_surfaces_get_reduced (
                   self->look.surfaces, picture, 0, last_level (picture->width, picture->height))),
                 (double) picture->width * picture->height);
}

guint32
kb_tile_pictures_colour (KbTilePictures *self, guint32 cell)
{
  if (kb_cell_is_empty (cell))
    return 0;
  Set *set = set_of (self, cell);
  if (!set)
    return find_colour (self, NULL, cell);
  guint32 *colour = &set->colours[index_of (self, cell)];
  if (*colour == NOT_KNOWN)
    *colour = find_colour (self, set, cell);
  return *colour;
}

static inline guint32
tile_pictures_colour_of (KbTilePictures *self, guint32 cell)
{
  const Set *set = &self->sets[cell >> KB_CELL_TILESET_SHIFT & KB_MAX_TILESETS];
  guint frame = cell & KB_CELL_FRAME;
  guint32 colour = frame < set->n ? set->colours[index_of (self, cell)] : NOT_KNOWN;
  return G_UNLIKELY (colour == NOT_KNOWN) ? kb_tile_pictures_colour (self, cell) : colour;
}

void
kb_tile_pictures_colours (KbTilePictures *self, const guint32 *cells, guint n, guint32 *colours)
{
  for (guint k = 0; k < n; k++)
    colours[k] = tile_pictures_colour_of (self, cells[k]);
}

void
kb_tile_pictures_colours_at (KbTilePictures *self, const guint8 *row, const guint32 *places,
                             guint n, guint32 *colours)
{
  for (guint k = 0; k < n; k++)
    colours[k] = tile_pictures_colour_of (self, kb_cell_join (row + places[k], KB_ZONES_TILE));
}

gint
kb_tile_pictures_reach (const KbTilePictures *self)
{
  return self->reach;
}

KbBounds
kb_tile_pictures_cell_box (const KbTilePictures *self)
{
  return self->box;
}
