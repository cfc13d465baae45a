/* SPDX-License-Identifier: MIT */
/* Levels and their parts, one function each. */
#include "drawing/levels/level_marks.h"

#include <math.h>

#include "drawing/levels/level_worlds.h"
#include "drawing/scene/scene.h"
#include "drawing/surfaces.h"

#define MANY 3000         /* visible walls; from this number on, thin lines */
#define BATCH 512         /* walls per stroke */
#define WALL_SHARE 8.0    /* maximum width of a wall in pixels of the level, for small scales */
#define TICK 5.0          /* length in canvas pixels, and the distance to the next: */
#define TICKS_APART 14.0
/* Maximum half size of an entity's mark in pixels of the level, for small scales */
#define ENTITY_SHARE 16.0
/* Canvas pixels; marks smaller than 1.5 times this have no arrow head */
#define ENTITY_LEAST 2.0
#define ARROW (4.4 * KB_ENTITY_HALF)

/* ---- bounds ---- */

static const KbBounds nowhere = { G_MAXDOUBLE, G_MAXDOUBLE, -G_MAXDOUBLE, -G_MAXDOUBLE };

static void
extend_bounds (KbBounds *bounds, double x, double y)
{
  *bounds = (KbBounds) { MIN (bounds->x0, x), MIN (bounds->y0, y), MAX (bounds->x1, x),
                        MAX (bounds->y1, y) };
}

KbBounds
kb_area_bounds (const KbArea *area)
{
  KbBounds bounds = nowhere;
  for (guint i = 0; i < kb_rings_points (&area->rings); i++)
    extend_bounds (&bounds, area->rings.points[i].x, area->rings.points[i].y);
  return bounds;
}

KbBounds
kb_level_bounds (const KbLevel *level)
{
  KbBounds bounds = nowhere;
  KB_EACH (const KbWall, wall, level->walls)
    {
      extend_bounds (&bounds, wall->a.x, wall->a.y);
      extend_bounds (&bounds, wall->b.x, wall->b.y);
    }
  KB_EACH (const KbArea, one, level->areas)
    {
      KbBounds area = kb_area_bounds (one);
      bounds = (KbBounds) { MIN (bounds.x0, area.x0), MIN (bounds.y0, area.y0),
                           MAX (bounds.x1, area.x1), MAX (bounds.y1, area.y1) };
    }
  KB_EACH (const KbEntity, entity, level->entities)
    extend_bounds (&bounds, entity->at.x, entity->at.y);
  KB_EACH (const KbLayer, layer, level->layers)
    {
      KbBounds cells;
      if (!kb_layer_screen_bounds (layer, &cells))
        continue;
      extend_bounds (&bounds, cells.x0, cells.y0);
      extend_bounds (&bounds, cells.x1, cells.y1);
    }
  KB_EACH (const KbImageLayer, image, level->images)
    {
      const KbFrame *frame = kb_image_frame ((const KbProject *) level->node.parent, image);
      extend_bounds (&bounds, image->at.x, image->at.y);
      if (frame)
        extend_bounds (&bounds, image->at.x + frame->width, image->at.y + frame->height);
    }
  if (level->picture.file)
    {
      extend_bounds (&bounds, level->picture_at.x, level->picture_at.y);
      extend_bounds (&bounds, level->picture_at.x + level->picture.width,
                     level->picture_at.y + level->picture.height);
    }
  KbBounds worlds = kb_level_worlds_bounds (level);
  bounds = (KbBounds) { MIN (bounds.x0, worlds.x0), MIN (bounds.y0, worlds.y0),
                       MAX (bounds.x1, worlds.x1), MAX (bounds.y1, worlds.y1) };
  return bounds.x1 < bounds.x0 ? (KbBounds) { -128, -128, 128, 128 } : bounds;
}

/* Unit vector from the wall to its left, where det(AB, AP) > 0: the side a one-way wall stops. (0,
 * 0) for zero length. */
static KbVec
left_of (const KbWall *wall)
{
  double x = wall->b.x - wall->a.x, y = wall->b.y - wall->a.y, length = hypot (x, y);
  return length > 0 ? (KbVec) { -y / length, x / length } : (KbVec) { 0, 0 };
}

gboolean
kb_bounds_meet (KbBounds a, KbBounds b)
{
  return a.x1 >= b.x0 && a.x0 <= b.x1 && a.y1 >= b.y0 && a.y0 <= b.y1;
}

/* The visible part of the level, with a margin for marks. */
static KbBounds
in_sight (const KbView *view)
{
  KbBounds seen = kb_view_visible (view);
  double margin = ARROW / view->scale;
  return (KbBounds) { seen.x0 - margin, seen.y0 - margin, seen.x1 + margin, seen.y1 + margin };
}

/* ---- walls ---- */

static void
path_wall (cairo_t *cr, const KbView *view, const KbWall *wall)
{
  KbVec p = kb_view_to_canvas (view, wall->a), q = kb_view_to_canvas (view, wall->b);
  kb_line (cr, p.x, p.y, q.x, q.y);
}

/* Short ticks on the side that stops, as many as fit. */
static void
path_ticks (cairo_t *cr, const KbView *view, const KbWall *wall)
{
  KbVec p = kb_view_to_canvas (view, wall->a), q = kb_view_to_canvas (view, wall->b),
        left = left_of (wall);
  double length = hypot (q.x - p.x, q.y - p.y);
  guint n = (guint) CLAMP (length / TICKS_APART, 1, 4096);
  for (guint i = 0; wall->one_way && length >= TICK && i < n; i++)
    {
      double t = (i + 0.5) / n, x = p.x + (q.x - p.x) * t, y = p.y + (q.y - p.y) * t;
      kb_line (cr, x, y, x + left.x * TICK, y + left.y * TICK);
    }
}

void
kb_draw_wall (cairo_t *cr, const KbView *view, const KbStyle *style, const KbWall *wall,
              guint32 colour, KbMark mark)
{
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  path_wall (cr, view, wall);
  path_ticks (cr, view, wall);
  kb_stroke_marked (cr, view, style, colour, mark);
  cairo_restore (cr);
  for (guint i = 0; mark == KB_MARK_SELECTED && i < 2; i++)
    kb_draw_handle (cr, view, style, i ? wall->b : wall->a, TRUE, FALSE);
}

gboolean
kb_level_look_hides (const KbLevelLook *look, KbId class_id)
{
  return look->hidden_classes
         && g_hash_table_contains (look->hidden_classes, GUINT_TO_POINTER (class_id));
}

/* Array of KbLevelLine. */
static GArray *
lines_in_sight (const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  GArray *seen = g_array_new (FALSE, FALSE, sizeof (KbLevelLine));
  KbBounds sight = in_sight (view);
  float x0 = (float) sight.x0, y0 = (float) sight.y0, x1 = (float) sight.x1, y1 = (float) sight.y1;
  guint n = kb_count (level->walls);
  const KbLevelLine *lines = look->lines ? kb_level_lines_get (look->lines, &n) : NULL;
  gboolean hides = look->hidden_classes && g_hash_table_size (look->hidden_classes) > 0;
  for (guint i = 0; i < n; i++)
    {
      const KbWall *wall = lines ? NULL : kb_wall_at (level, i);
      KbLevelLine line =
        lines ? lines[i] : (KbLevelLine) { (float) wall->a.x, (float) wall->a.y, (float) wall->b.x,
                                          (float) wall->b.y, wall->node.id,     wall->class_id };
      if (MAX (line.ax, line.bx) >= x0 && MIN (line.ax, line.bx) <= x1
          && MAX (line.ay, line.by) >= y0 && MIN (line.ay, line.by) <= y1
          && !(hides && kb_level_look_hides (look, line.class_id)))
        g_array_append_val (seen, line);
    }
  return seen;
}

static int
compare_classes (gconstpointer a, gconstpointer b)
{
  const KbLevelLine *v = a, *w = b;
  if (v->class_id != w->class_id)
    return v->class_id > w->class_id ? 1 : -1;
  return (v->id > w->id) - (v->id < w->id);
}

static void
draw_many_walls (cairo_t *cr, const GArray *seen, const KbView *view, const KbLevelLook *look)
{
  KbThinLines *lines = kb_thin_lines_new (cr, view);
  KbId known = 0;
  guint32 colour = kb_class_colour (look->document, 0);
  if (lines)
    KB_EACH_IN (const KbLevelLine, line, seen)
      {
        if (line->class_id != known)
          colour = kb_class_colour (look->document, known = line->class_id);
        kb_thin_lines_add (lines, (KbVec) { line->ax, line->ay }, (KbVec) { line->bx, line->by },
                           colour);
      }
  if (lines)
    kb_thin_lines_end (lines, cr);
}

static void
draw_walls (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  g_autoptr (GArray) seen = lines_in_sight (level, view, look);
  if (seen->len > MANY)
    {
      draw_many_walls (cr, seen, view, look);
      return;
    }
  g_array_sort (seen, compare_classes);
  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < seen->len;)
      {
        KbId class_id = g_array_index (seen, KbLevelLine, i).class_id;
        cairo_new_path (cr);
        for (guint n = 0; n < BATCH && i < seen->len
                          && g_array_index (seen, KbLevelLine, i).class_id == class_id;
             n++, i++)
          {
            const KbWall *wall = (const KbWall *) kb_document_node (
              look->document, g_array_index (seen, KbLevelLine, i).id);
            if (!wall)
              continue;
            path_wall (cr, view, wall);
            path_ticks (cr, view, wall);
          }
        cairo_set_line_width (cr, (pass == 0 ? 2 : 1) * CLAMP (WALL_SHARE * view->scale, 1, 2));
        kb_set_colour (
          cr, pass == 0 ? look->style->shade : kb_class_colour (look->document, class_id), 1);
        cairo_stroke (cr);
      }
  cairo_restore (cr);
}

/* ---- areas ---- */

void
kb_draw_area (cairo_t *cr, const KbView *view, const KbStyle *style, const KbArea *area,
              guint32 colour, KbMark mark)
{
  cairo_save (cr);
  cairo_new_path (cr);
  for (guint i = 0; i < area->rings.n; i++)
    {
      cairo_new_sub_path (cr);
      for (guint k = kb_rings_start (&area->rings, i); k < area->rings.ends[i]; k++)
        {
          KbVec p = kb_view_to_canvas (view, area->rings.points[k]);
          cairo_line_to (cr, p.x, p.y);
        }
      cairo_close_path (cr);
    }
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  kb_fill_preserve (cr, colour, mark == KB_MARK_PLAIN ? 0.22 : 0.34);
  if (mark != KB_MARK_PLAIN)
    kb_stroke_marked (cr, view, style, colour, mark);
  cairo_new_path (cr);
  cairo_restore (cr);
}

static void
draw_areas (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  KbBounds sight = in_sight (view);
  /* From the last to the first: where areas overlap, the first one wins. */
  KB_EACH_BACK (const KbArea, area, level->areas)
    if (!kb_level_look_hides (look, area->class_id)
        && kb_bounds_meet (kb_area_bounds (area), sight))
      kb_draw_area (cr, view, look->style, area, kb_class_colour (look->document, area->class_id),
                    KB_MARK_PLAIN);
}

/* ---- entities ---- */

double
kb_entity_half (const KbView *view)
{
  return CLAMP (ENTITY_SHARE * view->scale, ENTITY_LEAST, KB_ENTITY_HALF);
}

/* Thinner than other marks; clears the path. */
static void
stroke_small (cairo_t *cr, const KbStyle *style, guint32 colour, double half)
{
  double width = half / KB_ENTITY_HALF;
  kb_stroke_preserve (cr, 2.5 * width, style->shade, 1);
  kb_stroke (cr, 1.5 * width, colour, 1);
}

static void
path_direction (cairo_t *cr, KbVec at, KbVec direction, double half)
{
  double length = hypot (direction.x, direction.y), arrow = ARROW / KB_ENTITY_HALF * half,
         head = half / KB_ENTITY_HALF;
  KbVec way = { direction.x / length, direction.y / length },
        tip = { at.x + arrow * way.x, at.y + arrow * way.y };
  kb_line (cr, at.x + half * way.x, at.y + half * way.y, tip.x, tip.y);
  for (int side = -1; side <= 1 && half > 1.5 * ENTITY_LEAST; side += 2)
    {
      kb_line (cr, tip.x, tip.y, tip.x - head * (6 * way.x - side * 4 * way.y),
               tip.y - head * (6 * way.y + side * 4 * way.x));
    }
}

/* On the canvas. A point if there is no direction. */
KbBounds
kb_entity_arrow_bounds (const KbView *view, const KbEntity *entity)
{
  KbVec p = kb_view_to_canvas (view, entity->at);
  double length = hypot (entity->direction.x, entity->direction.y), x = 0, y = 0,
         arrow = ARROW / KB_ENTITY_HALF * kb_entity_half (view);
  if (length > 0)
    x = entity->direction.x / length * arrow, y = entity->direction.y / length * arrow;
  return (KbBounds) { p.x + MIN (x, 0) - 4, p.y + MIN (y, 0) - 4, p.x + MAX (x, 0) + 4,
                     p.y + MAX (y, 0) + 4 };
}

void
kb_draw_entity (cairo_t *cr, const KbView *view, const KbStyle *style, const KbEntity *entity,
                guint32 colour, KbMark mark)
{
  KbVec p = kb_view_to_canvas (view, entity->at);
  double half = mark == KB_MARK_PLAIN ? kb_entity_half (view) : KB_ENTITY_HALF;
  cairo_save (cr);
  cairo_new_path (cr);
  if (entity->direction.x != 0 || entity->direction.y != 0)
    {
      path_direction (cr, p, entity->direction, half);
      if (half < KB_ENTITY_HALF)
        stroke_small (cr, style, colour, half);
      else
        kb_stroke_marked (cr, view, style, colour, mark);
    }
  cairo_move_to (cr, p.x, p.y - half);
  cairo_line_to (cr, p.x + half, p.y);
  cairo_line_to (cr, p.x, p.y + half);
  cairo_line_to (cr, p.x - half, p.y);
  cairo_close_path (cr);
  kb_fill_preserve (cr, colour, 1);
  if (half < KB_ENTITY_HALF)
    stroke_small (cr, style, 0xffffffff, half);
  else
    kb_stroke_marked (cr, view, style, mark == KB_MARK_PLAIN ? 0xffffffff : colour, mark);
  cairo_restore (cr);
}

/* Its sprite with the hot spot at its position, flipped about the centre of that pixel. */
static void
draw_sprite (cairo_t *cr, const KbEntity *entity, const KbView *view, const KbLevelLook *look)
{
  const KbSprite *sprite =
    entity->sprite && look->surfaces
      ? kb_project_find_sprite (kb_document_project (look->document), entity->sprite)
      : NULL;
  const KbFrame *frame = sprite ? kb_sprite_find_frame (sprite, entity->frame) : NULL;
  g_autoptr (KbPicture) picture =
    frame && frame->picture.file ? kb_document_frame_picture (look->document, frame, NULL) : NULL;
  if (!picture)
    return;
  KbVec p = kb_view_to_canvas (view, (KbVec) { floor (entity->at.x), floor (entity->at.y) });
  KbView at = *view;
  double flip_x = entity->flip & KB_FLIP_X ? -1 : 1, flip_y = entity->flip & KB_FLIP_Y ? -1 : 1;
  cairo_save (cr);
  cairo_translate (cr, p.x, p.y);
  cairo_scale (cr, flip_x, flip_y);
  cairo_translate (cr, flip_x < 0 ? -view->scale : 0, flip_y < 0 ? -view->scale : 0);
  at.x = at.y = 0;
  kb_draw_picture (cr, &at, look->surfaces, picture, 0, -frame->hot_spot.x, -frame->hot_spot.y, 1);
  cairo_restore (cr);
}

static void
draw_entities (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  KbBounds sight = in_sight (view);
  KB_EACH (const KbEntity, entity, level->entities)
    {
      KbBounds place = { entity->at.x, entity->at.y, entity->at.x, entity->at.y };
      if (kb_level_look_hides (look, entity->class_id))
        continue;
      draw_sprite (cr, entity, view, look);
      if (kb_bounds_meet (place, sight))
        kb_draw_entity (cr, view, look->style, entity,
                        kb_class_colour (look->document, entity->class_id), KB_MARK_PLAIN);
    }
}

/* ---- the whole level ---- */

/* The parts of the layer Walls, whose ID is the level's. */
#define OF_WALLS                                                                                   \
  (KB_LEVEL_AREAS | KB_LEVEL_WALLS | KB_LEVEL_ENTITIES | KB_LEVEL_LABELS | KB_LEVEL_KEY           \
   | KB_LEVEL_AREA_NAMES)

static void
draw_behind (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  g_autoptr (KbPicture) picture =
    look->surfaces ? kb_document_level_picture (look->document, level, NULL) : NULL;
  if (picture)
    kb_draw_picture (cr, view, look->surfaces, picture, 0, level->picture_at.x, level->picture_at.y,
                     level->opacity / 100.0);
}

void
kb_draw_level (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  static const struct {
    guint part;
    void (*draw) (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look);
  } parts[] = {
    { KB_LEVEL_PICTURE, draw_behind }, { KB_LEVEL_HEIGHTMAPS, kb_draw_level_heightmaps },
      { KB_LEVEL_LAYERS | KB_LEVEL_COLLISION, kb_draw_level_stack },
    { KB_LEVEL_AREAS, draw_areas }, { KB_LEVEL_MAZES, kb_draw_level_mazes }, { KB_LEVEL_GROUNDS,
      kb_draw_level_grounds },
    { KB_LEVEL_WALLS, draw_walls },
    { KB_LEVEL_ENTITIES, draw_entities }, { KB_LEVEL_LABELS | KB_LEVEL_AREA_NAMES,
      kb_draw_level_names },
  };
  gpointer id = GUINT_TO_POINTER (level->node.id);
  gboolean hides = look->hidden_layers && g_hash_table_contains (look->hidden_layers, id);
  const guint shown = look->parts & ~(guint) (hides ? OF_WALLS : 0);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (shown & parts[i].part)
      parts[i].draw (cr, level, view, look);
}
