/* SPDX-License-Identifier: MIT */
/* Draws the items of a playtest scene over its pictures: lines, outlines, crosses, arrows and
 * names. */
#include <math.h>
#include <string.h>

#include "drawing/levels/level_marks.h"
#include "drawing/pixel_rows.h"
#include "drawing/scene/labels.h"
#include "drawing/scene/private.h"
#include "drawing/scene/scene.h"
#include "drawing/surfaces.h"
#include "drawing/tiles/tiles.h"

#define AROUND 64.0        /* canvas pixels a mark may extend past its points */
#define PLAY_HEAD 6.0           /* length of an arrow head */
#define PLAY_CROSS 5.0
#define PLAY_MOST_TOGETHER 256  /* items per path */
#define CROWD 400          /* longer runs of items are drawn the fast way */
#define MOST_STAMPS 24     /* maximum number of different stamps */
#define STAMP_SIZE 128     /* maximum, canvas pixels */

/* Styles of the layers: coloured lines over thin dark ones, and faint fills except for what
 * matters. Width 0: no line. */
static const struct {
  guint32 colour;
  double line, shade, fill;
} play_layers[KB_SHOW_LAYERS] = {
  [KB_SHOW_PICTURES] = { 0xffffffff, 1, 3, 0.10 },
  [KB_SHOW_SHAPES] = { 0x62a0eaff, 1, 3, 0.14 },
  [KB_SHOW_POINTS] = { 0xe08cf0ff, 2, 4.5, 0.14 },
  [KB_SHOW_PIXELS] = { 0xff3da6ff, 0, 0, 0.35 },
  [KB_SHOW_ZONES] = { 0x8ff0a4ff, 1, 3, 0.14 },
  [KB_SHOW_BANDS] = { 0xffbe6fff, 1, 3, 0.10 },
  [KB_SHOW_WALLS] = { 0xdedddaff, 2, 4, 0.10 },
  [KB_SHOW_SOLID] = { 0xff7800ff, 1, 3, 0.18 },
  [KB_SHOW_AREAS] = { 0x99c1f1ff, 1, 3, 0.12 },
  [KB_SHOW_LIGHT] = { 0xf5b400ff, 1, 0, 0.36 },
  [KB_SHOW_NODES] = { 0x57e389ff, 1, 0, 0.06 },
  [KB_SHOW_BODIES] = { 0xf6d32dff, 2, 4, 0.30 },
  [KB_SHOW_CONTACTS] = { 0xff7800ff, 2, 4.5, 0.30 },
  [KB_SHOW_NAMES] = { 0xffffffff, 1, 3, 0.10 },
  [KB_SHOW_MAP] = { 0xffffffff, 1, 3, 0.10 },
};

guint32
kb_play_layer_colour (KbPlayLayer layer)
{
  return play_layers[layer].colour;
}

static guint32
colour_of (const KbPlayItem *item)
{
  return item->colour ? item->colour | 0xff : play_layers[item->layer].colour;
}

/* ---- paths ---- */

typedef struct {
  const KbPlayPicture *picture;
  const KbView *view;
  const KbPlayLook *look;
  guint32 first, last;       /* items [first, last) */
  GArray *pills;             /* KbBounds of the names drawn */
  gboolean still;            /* nothing flashes */
} PlayDrawing;

static KbVec
canvas_point (const PlayDrawing *d, const KbPlayItem *item, guint32 i)
{
  const kbx_vec *p = d->picture->points + item->first + i;
  return kb_view_to_canvas (d->view, (KbVec) { (double) p->x, (double) p->y });
}

static gboolean
play_in_sight (const PlayDrawing *d, const KbPlayItem *item)
{
  double around = AROUND + (double) item->radius * d->view->scale;
  KbBounds all = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };
  if (item->kind == KB_ITEM_ARROW && item->count < 2)
    return FALSE;
  for (guint32 i = 0; i < item->count; i++)
    {
      KbVec p = canvas_point (d, item, i);
      all =
        (KbBounds) { MIN (all.x0, p.x), MIN (all.y0, p.y), MAX (all.x1, p.x), MAX (all.y1, p.y) };
    }
  return all.x0 <= d->view->width + around && all.y0 <= d->view->height + around
         && all.x1 >= -around && all.y1 >= -around;
}

/* Aligns upright and level lines with device pixels; moving bodies are not aligned. */
static KbVec
sharpened (const PlayDrawing *d, const KbPlayItem *item, guint32 i, KbVec p)
{
  const kbx_vec *points = d->picture->points + item->first, here = points[i];
  double width = play_layers[item->layer].line;
  if (item->layer == KB_SHOW_BODIES || item->count < 2)
    return p;
  const kbx_vec before = points[i ? i - 1 : item->count - 1],
                after = points[i + 1 < item->count ? i + 1 : 0];
  if (here.x == before.x || here.x == after.x)
    p.x = kb_view_line (d->view, p.x, width);
  if (here.y == before.y || here.y == after.y)
    p.y = kb_view_line (d->view, p.y, width);
  return p;
}

static void
add_path (cairo_t *cr, const PlayDrawing *d, const KbPlayItem *item)
{
  KbVec p = canvas_point (d, item, 0);
  cairo_new_sub_path (cr);
  if (item->kind == KB_ITEM_CIRCLE)
    cairo_arc (cr, p.x, p.y, MAX (1.5, (double) item->radius * d->view->scale), 0, 2 * G_PI);
  else
    for (guint32 i = 0; i < item->count; i++)
      {
        p = sharpened (d, item, i, canvas_point (d, item, i));
        cairo_line_to (cr, p.x, p.y);
      }
  if (item->kind != KB_ITEM_LINE)
    cairo_close_path (cr);
}

/* A cross shows its exact centre. */
static void
add_cross (cairo_t *cr, const PlayDrawing *d, const KbPlayItem *item)
{
  KbVec p = canvas_point (d, item, 0);
  double arm = item->flash ? PLAY_CROSS + 3 : PLAY_CROSS;
  p = (KbVec) { kb_view_edge (d->view, p.x), kb_view_edge (d->view, p.y) };
  kb_line (cr, p.x - arm, p.y, p.x + arm, p.y);
  kb_line (cr, p.x, p.y - arm, p.x, p.y + arm);
}

static void
add_arrow (cairo_t *cr, const PlayDrawing *d, const KbPlayItem *item)
{
  KbVec from = canvas_point (d, item, 0), to = canvas_point (d, item, 1);
  double length = hypot (to.x - from.x, to.y - from.y), head = MIN (PLAY_HEAD, length / 2);
  kb_line (cr, from.x, from.y, to.x, to.y);
  if (length < 4)
    return;
  double c = (to.x - from.x) / length, s = (to.y - from.y) / length;
  cairo_move_to (cr, to.x - c * head - s * head * 0.7, to.y - s * head + c * head * 0.7);
  cairo_line_to (cr, to.x, to.y);
  cairo_line_to (cr, to.x - c * head + s * head * 0.7, to.y - s * head - c * head * 0.7);
}

/* ---- strokes ---- */

static void
stroke_play (cairo_t *cr, guint32 colour, double alpha, double width)
{
  kb_stroke_preserve (cr, width, colour, alpha);
}

static gboolean
flashes (const PlayDrawing *d, const KbPlayItem *item)
{
  return item->flash && !d->still;
}

/* Strokes the current path, dark below and coloured above; flashing items get a bright halo
 * between. */
static void
stroke_path (cairo_t *cr, const PlayDrawing *d, const KbPlayItem *item)
{
  const KbStyle *style = d->look->style;
  double line = play_layers[item->layer].line, shade = play_layers[item->layer].shade;
  guint32 colour = kb_colour_on_dark (colour_of (item));
  if (flashes (d, item))
    {
      stroke_play (cr, style->shade, 1, 9);
      stroke_play (cr, 0xffffffff, 1, 6);
      stroke_play (cr, colour_of (item), 1, 3);
    }
  else if (item->faint || (d->look->thin && item->layer != KB_SHOW_BODIES))
    stroke_play (cr, colour, 0.55, 1);
  else if (line > 0)
    {
      if (shade > 0)
        stroke_play (cr, style->shade, 1, shade);
      stroke_play (cr, colour, shade > 0 ? 1 : 0.75, line);
    }
  cairo_new_path (cr);
}

static void
fill_path (cairo_t *cr, const PlayDrawing *d, const KbPlayItem *item)
{
  double fill = play_layers[item->layer].fill;
  kb_fill_preserve (cr, colour_of (item),
                    flashes (d, item) ? MAX (0.5, fill)
                    : item->faint     ? fill / 3
                                      : fill);
}

static void
draw_paths (cairo_t *cr, const PlayDrawing *d)
{
  const KbPlayItem *item = d->picture->items + d->first;
  static void (*const add[KB_ITEM_KINDS]) (cairo_t * cr, const PlayDrawing *d,
                                           const KbPlayItem *item) = {
    [KB_ITEM_LINE] = add_path,   [KB_ITEM_POLYGON] = add_path, [KB_ITEM_CIRCLE] = add_path,
    [KB_ITEM_CROSS] = add_cross, [KB_ITEM_ARROW] = add_arrow,
  };
  cairo_new_path (cr);
  for (guint32 i = d->first; i < d->last; i++)
    if (play_in_sight (d, d->picture->items + i))
      add[item->kind] (cr, d, d->picture->items + i);
  if (item->kind == KB_ITEM_POLYGON || item->kind == KB_ITEM_CIRCLE)
    fill_path (cr, d, item);
  stroke_path (cr, d, item);
}

/* ---- crowds ---- */

/* Items that differ only in position are drawn once and copied to whole device pixels. */
typedef struct {
  guint64 key;
  cairo_surface_t *surface;
  double side;               /* canvas pixels; the item's first point is at the centre */
} Stamp;

typedef struct {
  Stamp stamps[MOST_STAMPS];
  guint n;
} Stamps;

static gboolean
is_upright_box (const kbx_vec *p, guint32 count)
{
  return count == 4 && p[0].y == p[1].y && p[1].x == p[2].x && p[2].y == p[3].y && p[3].x == p[0].x;
}

/* 0: no stamp. Sizes are rounded to 1/16 pixel. */
static guint64
stamp_key (const PlayDrawing *d, const KbPlayItem *item, double *reach)
{
  const kbx_vec *p = d->picture->points + item->first;
  double w = (double) item->radius, h = w;
  if (item->kind == KB_ITEM_POLYGON && is_upright_box (p, item->count))
    w = (double) (p[2].x - p[0].x), h = (double) (p[2].y - p[0].y);
  else if (item->kind != KB_ITEM_CIRCLE && item->kind != KB_ITEM_ARROW)
    return 0;
  const gint64 what[] = { item->kind, item->layer, item->colour, (gint64) round (w * 16),
                          (gint64) round (h * 16) };
  *reach = item->kind == KB_ITEM_ARROW ? 4 : MAX (fabs (w), fabs (h)) * d->view->scale + 4;
  return *reach * 2 < STAMP_SIZE ? kb_hash_bytes (KB_HASH_START, what, sizeof what) : 0;
}

static void
draw_stamp (Stamp *stamp, const PlayDrawing *d, guint32 i, double reach)
{
  const double scale = d->view->device_scale > 0 ? d->view->device_scale : 1;
  KbView view = *d->view;
  const PlayDrawing one = { d->picture, &view, d->look, i, i + 1, NULL, d->still };
  const KbVec at = canvas_point (d, d->picture->items + i, 0);
  stamp->side = 2 * ceil (reach);
  stamp->surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, (int) ceil (stamp->side * scale), (int) ceil (stamp->side * scale));
  cairo_surface_set_device_scale (stamp->surface, scale, scale);
  g_autoptr (cairo_t) cr = cairo_create (stamp->surface);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  /* so many that only their positions are visible */
  if (d->picture->items[i].kind == KB_ITEM_ARROW)
    {
      kb_set_colour (cr, colour_of (d->picture->items + i), 1);
      cairo_arc (cr, stamp->side / 2, stamp->side / 2, 1.75, 0, 2 * G_PI);
      cairo_fill (cr);
    }
  else
    {
      kb_view_pan (&view, stamp->side / 2 - at.x, stamp->side / 2 - at.y);
      draw_paths (cr, &one);
    }
}

static gboolean
put_stamp (cairo_t *cr, const PlayDrawing *d, guint32 i, Stamps *stamps)
{
  const double scale = d->view->device_scale > 0 ? d->view->device_scale : 1;
  const KbVec at = canvas_point (d, d->picture->items + i, 0);
  double reach = 0;
  guint s = 0;
  const guint64 key = stamp_key (d, d->picture->items + i, &reach);
  while (s < stamps->n && stamps->stamps[s].key != key)
    s++;
  if (!key || s == MOST_STAMPS)
    return FALSE;
  Stamp *stamp = stamps->stamps + s;
  if (s == stamps->n)
    {
      stamp->key = key;
      draw_stamp (stamp, d, i, reach);
      stamps->n++;
    }
  kb_paint_surface (cr, stamp->surface, round ((at.x - stamp->side / 2) * scale) / scale,
                    round ((at.y - stamp->side / 2) * scale) / scale, 1);
  return TRUE;
}

/* Draws one item of a crowd. Turned boxes and lines have no dark line here. FALSE: draw it the
 * normal way. */
static gboolean
draw_of_crowd (cairo_t *cr, const PlayDrawing *d, guint32 i, Stamps *stamps)
{
  const KbPlayItem *item = d->picture->items + i;
  if ((item->layer != KB_SHOW_BODIES && item->layer != KB_SHOW_CONTACTS) || flashes (d, item)
      || item->faint || item->kind == KB_ITEM_CROSS)
    return FALSE;
  if (!play_in_sight (d, item) || put_stamp (cr, d, i, stamps))
    return TRUE;
  if (item->kind != KB_ITEM_LINE && item->kind != KB_ITEM_POLYGON)
    return FALSE;
  cairo_new_path (cr);
  add_path (cr, d, item);
  if (item->kind == KB_ITEM_POLYGON)
    fill_path (cr, d, item);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  stroke_play (cr, kb_colour_on_dark (colour_of (item)), 1, play_layers[item->layer].line);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_new_path (cr);
  return TRUE;
}

/* Whether both can be in one path, so that one's dark lines do not cover the other. */
static gboolean
are_alike (const PlayDrawing *d, const KbPlayItem *a, const KbPlayItem *b)
{
  return a->kind == b->kind && a->layer == b->layer && a->colour == b->colour
         && flashes (d, a) == flashes (d, b) && a->faint == b->faint;
}

/* ---- the scene ---- */

static gboolean
is_hidden (const KbPlayItem *item, const KbPlayLook *look)
{
  return look->hidden >> item->layer & 1;
}

static gboolean
is_path (const KbPlayItem *item)
{
  return item->kind >= KB_ITEM_LINE && item->kind <= KB_ITEM_ARROW;
}

/* Runs of paths, in several threads. */
static void
draw_run (cairo_t *cr, gpointer data)
{
  const PlayDrawing *run = data;
  const gboolean crowd = run->last - run->first >= CROWD;
  Stamps stamps = { .n = 0 };
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  for (guint32 i = run->first, next; i < run->last; i = next)
    {
      const KbPlayItem *items = run->picture->items;
      next = i + 1;
      if (crowd && !is_hidden (items + i, run->look) && draw_of_crowd (cr, run, i, &stamps))
        continue;
      for (; next < run->last && next < i + PLAY_MOST_TOGETHER
             && are_alike (run, items + i, items + next);)
        next++;
      const PlayDrawing part = { run->picture, run->view, run->look, i, next, NULL, run->still };
      if (!is_hidden (items + i, run->look))
        draw_paths (cr, &part);
    }
  for (guint i = 0; i < stamps.n; i++)
    cairo_surface_destroy (stamps.stamps[i].surface);
}

static void
draw_text (cairo_t *cr, const PlayDrawing *d, const KbPlayItem *item)
{
  KbVec p = canvas_point (d, item, 0);
  if (item->text[0] && p.x >= 0 && p.y >= 0 && p.x <= d->view->width && p.y <= d->view->height)
    kb_draw_pill (cr, d->view, d->look->style, p, item->text, colour_of (item), d->pills);
}

/* Whether the item is an asset's whole, static picture. */
static gboolean
kb_play_item_is_asset (const KbPlayItem *item)
{
  return item->kind == KB_ITEM_MASK || item->kind == KB_ITEM_TRACK || item->kind == KB_ITEM_LEVEL;
}

/* The number of static assets and walls at the start of the picture. */
static guint32
count_ground (const KbPlayPicture *picture)
{
  guint32 n = 0;
  while (n < picture->n_items
         && (kb_play_item_is_asset (picture->items + n)
             || (is_path (picture->items + n) && picture->items[n].layer == KB_SHOW_WALLS)))
    n++;
  return n;
}

static void
kb_draw_play_frame (cairo_t *cr, const KbPlayItem *item, const KbView *view, const KbPlayLook *look)
{
  const kbx_handle frame = kbx_bank_item (look->bank, KBX_FRAME, item->frame);
  if (!look->document || !look->surfaces || item->frame >= kbx_bank_count (look->bank, KBX_FRAME))
    return;
  kbx_box area = kbx_frame_area (frame, item->pose);
  const KbBounds place = { area.x0, area.y0, area.x1, area.y1 };
  g_autoptr (KbPicture) picture = kb_bounds_meet (place, kb_view_visible (view))
                                    ? kb_play_frame_picture (look, frame)
                                    : NULL;
  if (!picture)
    return;
  gboolean flip_x = item->pose.flip_x, flip_y = item->pose.flip_y;
  KbVec corner =
    kb_view_to_canvas (view, (KbVec){ flip_x ? place.x1 : place.x0, flip_y ? place.y1 : place.y0 });
  KbView at = *view;
  at.x = at.y = 0;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  cairo_translate (cr, kb_view_edge (view, corner.x), kb_view_edge (view, corner.y));
  cairo_scale (cr, flip_x ? -1 : 1, flip_y ? -1 : 1);
  kb_draw_picture (cr, &at, look->surfaces, picture, 0, 0, 0, item->faint ? 0.4 : 1);
}

/* Items [first, last): runs of paths together, other items one by one. */
static void
draw_items (cairo_t *cr, const PlayDrawing *all)
{
  PlayDrawing d = *all;
  for (; d.first < all->last; d.first = d.last)
    {
      const KbPlayItem *item = d.picture->items + d.first;
      for (d.last = d.first + 1;
           is_path (item) && d.last < all->last && is_path (d.picture->items + d.last);)
        d.last++;
      if (is_path (item))
        kb_draw_in_bands (cr, draw_run, &d);
      else if (is_hidden (item, d.look))
        continue;
      else if (item->kind == KB_ITEM_FRAME)
        kb_draw_play_frame (cr, item, d.view, d.look);
      else if (item->kind == KB_ITEM_VIEW)
        kb_draw_play_view (cr, d.picture, item, d.view, d.look);
      else if (item->kind == KB_ITEM_TEXT)
        draw_text (cr, &d, item);
      else
        kb_draw_play_asset (cr, d.picture, d.first, d.view, d.look);
    }
}

static void
draw_play_ground (cairo_t *cr, gpointer data)
{
  const PlayDrawing *ground = data;
  kb_paint (cr, ground->look->style->background, 1);
  draw_items (cr, ground);
}

static const KbLevel *
level_of (const KbPlayItem *item, const KbPlayLook *look)
{
  const KbProject *project =
    item->kind == KB_ITEM_LEVEL && look->document ? kb_document_project (look->document) : NULL;
  return project ? kb_project_find_level (
                     project, kbx_name (kbx_bank_item (look->bank, KBX_LEVEL, item->asset)))
                 : NULL;
}

/* A hash of the level's current animation frames; 0: no animated tiles. */
static guint64
frames_of (const KbPlayItem *item, const KbPlayLook *look)
{
  const KbLevel *level = level_of (item, look);
  return level && look->time > 0
           ? kb_tiles_frames_at (kb_document_project (look->document), level, look->time)
           : 0;
}

/* Layers with a parallax move apart in a pan: a hash of the view, or 0 for a level without. */
static guint64
parallax_of (const KbPlayItem *item, const KbPlayLook *look, const KbView *view)
{
  const KbLevel *level = level_of (item, look);
  g_autoptr (GPtrArray) stack = level ? kb_level_stack (level) : g_ptr_array_new ();
  KB_EACH (KbNode, node, stack)
    {
      const KbLayerLook full = kb_node_full_look (node);
      if (full.parallax_x != 1 || full.parallax_y != 1)
        return kb_hash_value (kb_hash_value (KB_HASH_START, view->x), view->y);
    }
  return 0;
}

/* Hashes everything the ground is drawn from except the view's x and y without parallax, and what
 * flashes. */
static guint64
ground_key (const PlayDrawing *ground)
{
  guint64 hash = kb_hash_value (KB_HASH_START, ground->look->stamp);
  hash = kb_hash_value (hash, ground->look->hidden);
  hash = kb_hash_value (hash, ground->look->style);
  hash = kb_hash_value (hash, ground->view->scale);
  for (guint32 i = ground->first; i < ground->last; i++)
    {
      const KbPlayItem *item = ground->picture->items + i;
      const guint32 what[] = { item->kind,   item->layer, item->asset,
                               item->colour, item->count, item->faint };
      const guint64 frames = frames_of (item, ground->look),
                    parallax = parallax_of (item, ground->look, ground->view);
      hash = kb_hash_value (hash, frames);
      hash = kb_hash_value (hash, parallax);
      hash = kb_hash_bytes (hash, what, sizeof what);
      hash = kb_hash_value (hash, item->radius);
      if (item->count)
        hash = kb_hash_bytes (hash, ground->picture->points + item->first,
                              item->count * sizeof *ground->picture->points);
    }
  return hash;
}

guint64
kb_play_picture_places (const KbPlayPicture *picture)
{
  guint64 hash =
    kb_hash_bytes (KB_HASH_START, picture->points, picture->n_points * sizeof *picture->points);
  for (guint32 i = 0; i < picture->n_items; i++)
    hash = kb_hash_bytes (hash, &picture->items[i].pose, sizeof picture->items[i].pose);
  return hash;
}

guint64
kb_play_picture_key (const KbPlayPicture *picture, const KbPlayLook *look)
{
  guint64 hash =
    kb_hash_bytes (KB_HASH_START, picture->items, picture->n_items * sizeof *picture->items);
  hash = kb_hash_bytes (hash, picture->points, picture->n_points * sizeof *picture->points);
  hash = kb_hash_bytes (hash, picture->slabs, picture->n_slabs * sizeof *picture->slabs);
  for (guint32 i = 0; i < picture->n_items; i++)
    {
      const guint64 frames = frames_of (picture->items + i, look);
      hash = kb_hash_value (hash, frames);
    }
  return hash;
}

void
kb_draw_play (cairo_t *cr, const KbPlayPicture *picture, const KbView *view, const KbPlayLook *look)
{
  g_autoptr (GArray) pills = g_array_new (FALSE, FALSE, sizeof (KbBounds));
  PlayDrawing d = { picture, view, look, 0, count_ground (picture), pills, TRUE };
  const guint32 ground = d.last;
  G_GNUC_UNUSED g_autoptr (KbSaved) saved = kb_save (cr);
  if (look->layers)
    kb_layers_paint (look->layers, KB_LAYER_GROUND, cr, view, ground_key (&d), draw_play_ground,
                     &d);
  else
    draw_play_ground (cr, &d);
  d.still = FALSE;
  for (guint32 i = 0; i < ground; i++)
    if (picture->items[i].flash)
      {
        d.first = i;
        d.last = i + 1;
        draw_items (cr, &d);
      }
  for (guint32 i = 0; i < ground; i++)
    if (!is_hidden (picture->items + i, look))
      kb_draw_play_names (cr, picture->items + i, view, look);
  d.first = ground;
  d.last = picture->n_items;
  draw_items (cr, &d);
}
