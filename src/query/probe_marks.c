/* SPDX-License-Identifier: MIT */
/* The drawing of an answer: its point, and outlines of the hits, as lines on the picture. */
#include "query/probe_private.h"

#include <math.h>

#define MOST_CELLS 400   /* outlined at most, or walls */
#define ROUND_LINES 48

static kbx_vec
vec (double x, double y)
{
  return (kbx_vec) { (float) x, (float) y };
}

static void
add_line (GArray *lines, kbx_vec a, kbx_vec b)
{
  g_array_append_val (lines, a);
  g_array_append_val (lines, b);
}

static void
add_polygon (GArray *lines, const kbx_vec *corners, guint n)
{
  for (guint i = 0; i < n; i++)
    add_line (lines, corners[i], corners[(i + 1) % n]);
}

static void
add_circle (GArray *lines, kbx_circle circle)
{
  kbx_vec corners[ROUND_LINES];
  for (guint i = 0; i < ROUND_LINES; i++)
    corners[i] =
      vec ((double) circle.centre.x + (double) circle.radius * cos (2 * G_PI * i / ROUND_LINES),
           (double) circle.centre.y + (double) circle.radius * sin (2 * G_PI * i / ROUND_LINES));
  add_polygon (lines, corners, ROUND_LINES);
}

static void
add_capsule (GArray *lines, const kbx_shape *shape)
{
  const kbx_vec a = shape->as.capsule.a, b = shape->as.capsule.b;
  const double from = atan2 ((double) b.y - a.y, (double) b.x - a.x) + G_PI / 2,
               radius = shape->as.capsule.radius;
  const guint half = ROUND_LINES / 2;
  kbx_vec corners[ROUND_LINES];
  for (guint i = 0; i < ROUND_LINES; i++)
    {
      const kbx_vec end = i < half ? a : b;
      const double angle = from + (i / half + (double) (i % half) / (half - 1)) * G_PI;
      corners[i] = vec (end.x + radius * cos (angle), end.y + radius * sin (angle));
    }
  add_polygon (lines, corners, ROUND_LINES);
}

static void
box_corners (kbx_box box, kbx_vec corners[4])
{
  const kbx_vec all[4] = { vec (box.x0, box.y0), vec (box.x1, box.y0), vec (box.x1, box.y1),
                           vec (box.x0, box.y1) };
  for (guint i = 0; i < 4; i++)
    corners[i] = all[i];
}

static void
add_box (GArray *lines, kbx_box box)
{
  kbx_vec corners[4];
  box_corners (box, corners);
  add_polygon (lines, corners, 4);
}

/* ---- frames, masks, tracks ---- */

static void
mark_frame (const KbProbed *on, const json_t *reply, KbProbeAnswer *answer)
{
  const json_t *shape = json_object_get (reply, "shape");
  const uint32_t i = (uint32_t) json_integer_value (shape);
  const kbx_shape drawn = kbx_frame_shape (on->frame, on->pose, i).shape;
  uint32_t n = kbx_frame_outline (on->frame, on->pose, i, KBX_NONE, NULL, 0);
  if (!json_is_integer (shape))
    return;
  if (drawn.kind == KBX_SHAPE_CIRCLE)
    add_circle (answer->struck, drawn.as.circle);
  else if (drawn.kind == KBX_SHAPE_CAPSULE)
    add_capsule (answer->struck, &drawn);
  else if (n)
    {
      g_autofree kbx_vec *corners = g_new (kbx_vec, n);
      kbx_frame_outline (on->frame, on->pose, i, KBX_NONE, corners, n);
      add_polygon (answer->struck, corners, n);
    }
  else
    for (uint32_t part = 0; (n = kbx_frame_outline (on->frame, on->pose, i, part, NULL, 0)); part++)
      {
        g_autofree kbx_vec *corners = g_new (kbx_vec, n);
        kbx_frame_outline (on->frame, on->pose, i, part, corners, n);
        add_polygon (answer->struck, corners, n);
      }
}

/* Reads lists of at least two numbers. */
static gboolean
kb_probe_pair (const json_t *reply, const char *key, kbx_vec *pair)
{
  const json_t *value = json_object_get (reply, key);
  if (json_array_size (value) < 2 || !json_is_number (json_array_get (value, 0))
      || !json_is_number (json_array_get (value, 1)))
    return FALSE;
  *pair = (kbx_vec) { (float) json_number_value (json_array_get (value, 0)),
                     (float) json_number_value (json_array_get (value, 1)) };
  return TRUE;
}

/* The first pixel of a zone; on the path of a move. */
static void
mark_mask (const KbProbed *on, const json_t *reply, KbProbeAnswer *answer)
{
  kbx_vec at = { floorf (on->probe->to.x), floorf (on->probe->to.y) };
  if (on->probe->gesture == KB_PROBE_MOVE)
    {
      if (!on->n_met)
        return;
      at = (kbx_vec) { floorf (on->met[0].at.x), floorf (on->met[0].at.y) };
      add_box (answer->struck,
               (kbx_box){ (int32_t) at.x, (int32_t) at.y, (int32_t) at.x + 1, (int32_t) at.y + 1 });
    }
  else if (json_is_string (json_object_get (reply, "zone")) || kb_probe_pair (reply, "first", &at))
    add_box (answer->struck,
             (kbx_box) { (int32_t) at.x, (int32_t) at.y, (int32_t) at.x + 1, (int32_t) at.y + 1 });
}

/* Up to the edge. */
static void
mark_track (const KbProbed *on, const json_t *reply, KbProbeAnswer *answer)
{
  const json_t *clearance = json_object_get (reply, "clearance");
  if (on->probe->gesture == KB_PROBE_POINT && json_is_number (clearance))
    add_circle (answer->struck,
                (kbx_circle) { on->probe->to, fabsf ((float) json_number_value (clearance)) });
  if (clearance)
    answer->point = on->probe->gesture == KB_PROBE_POINT ? on->probe->to : on->probe->from;
  answer->has_point |= clearance != NULL;
}

/* ---- levels ---- */

static void
mark_walls (const KbProbed *on, const json_t *reply, KbProbeAnswer *answer)
{
  const kbx_handle level = kbx_bank_item (on->bank, KBX_LEVEL, on->level);
  const json_t *one = json_object_get (reply, "wall"), *all = json_object_get (reply, "walls"),
               *wall;
  size_t i;
  if (json_is_integer (one))
    {
      const kbx_segment segment =
        kbx_walls_wall (level, (uint32_t) json_integer_value (one)).segment;
      add_line (answer->struck, segment.a, segment.b);
    }
  json_array_foreach (all, i, wall)
    {
      const kbx_segment segment =
        kbx_walls_wall (level, (uint32_t) json_integer_value (wall)).segment;
      if (i == MOST_CELLS)
        break;
      add_line (answer->struck, segment.a, segment.b);
    }
}

/* A box in the layer's own frame, `height` above the floor. */
static void
screen_corners (const KbProbed *on, kbx_box box, float height, kbx_vec corners[4])
{
  box_corners (box, corners);
  for (guint i = 0; i < 4; i++)
    corners[i] = kbx_tiles_to_screen (on->layer, corners[i], height);
}

/* Its floor, and its top if that is higher. */
static void
add_cell (const KbProbed *on, GArray *lines, kbx_point cell)
{
  const kbx_box box = kbx_cell_box (on->layer, cell);
  const kbx_tile tile = kbx_tiles_tile (on->layer, cell);
  kbx_vec floor[4], top[4];
  screen_corners (on, box, 0, floor);
  add_polygon (lines, floor, 4);
  if (!tile.found || tile.height == 0)
    return;
  screen_corners (on, box, (float) tile.height, top);
  add_polygon (lines, top, 4);
  for (guint i = 0; i < 4; i++)
    add_line (lines, floor[i], top[i]);
}

/* Converts from the layer's own frame to the screen. */
static void
turn_to_screen (const KbProbed *on, KbProbeAnswer *answer)
{
  const kbx_vec tip = kbx_tiles_to_screen (
    on->layer, (kbx_vec){ answer->point.x + answer->normal.x, answer->point.y + answer->normal.y },
    0);
  answer->point = kbx_tiles_to_screen (on->layer, answer->point, 0);
  const kbx_vec way = { tip.x - answer->point.x, tip.y - answer->point.y };
  const float length = hypotf (way.x, way.y);
  answer->normal = length > 0 ? (kbx_vec) { way.x / length, way.y / length } : way;
}

static gboolean
kb_probe_cell (const json_t *value, kbx_point *cell)
{
  if (json_array_size (value) != 2)
    return FALSE;
  *cell = (kbx_point) { (int32_t) json_integer_value (json_array_get (value, 0)),
                       (int32_t) json_integer_value (json_array_get (value, 1)) };
  return TRUE;
}

static void
mark_tiles (const KbProbed *on, const json_t *reply, KbProbeAnswer *answer)
{
  const json_t *cells = json_object_get (reply, "cells"), *item;
  kbx_point cell;
  size_t i;
  if (kb_probe_cell (json_object_get (reply, "cell"), &cell))
    add_cell (on, answer->struck, cell);
  json_array_foreach (cells, i, item)
    if (i < MOST_CELLS && kb_probe_cell (item, &cell))
      add_cell (on, answer->struck, cell);
  answer->has_point &= answer->hit;   /* a ray that hits nothing has no point */
  if (answer->has_point)
    turn_to_screen (on, answer);
}

static void
mark_maze (const KbProbed *on, const json_t *reply, KbProbeAnswer *answer)
{
  const kbx_about about = kbx_info (on->layer);
  const json_t *wall = json_object_get (reply, "wall"),
               *at = json_object_get (wall ? wall : reply, "cell");
  const char *edge = json_string_value (json_object_get (wall, "edge"));
  kbx_point cell;
  if (!kb_probe_cell (at, &cell))
    return;
  const int64_t x = about.origin.x + (int64_t) cell.x * about.cell.w,
                y = about.origin.y + (int64_t) cell.y * about.cell.h;
  const kbx_vec corners[4] = { vec ((double) x, (double) y),
                               vec ((double) (x + about.cell.w), (double) y),
                               vec ((double) (x + about.cell.w), (double) (y + about.cell.h)),
                               vec ((double) x, (double) (y + about.cell.h)) };
  if (edge)
    add_line (answer->struck, corners[0], g_str_equal (edge, "top") ? corners[1] : corners[3]);
  else
    add_polygon (answer->struck, corners, 4);
}

/* From the point to the ground below or above. */
static void
mark_ground (const KbProbed *on, const json_t *reply, KbProbeAnswer *answer)
{
  const json_t *y = json_object_get (reply, "y");
  if (!json_is_number (y))
    return;
  answer->has_point = TRUE;
  answer->point = vec ((double) on->probe->to.x, json_number_value (y));
  add_line (answer->struck, on->probe->to, answer->point);
}

/* The square between four samples. */
static void
mark_heights (const KbProbed *on, const json_t *reply, KbProbeAnswer *answer)
{
  const kbx_about about = kbx_info (on->layer);
  const kbx_rect area = about.area;
  const kbx_vec p = answer->has_point ? answer->point : answer->to;
  if (!answer->has_point)
    answer->point = p;
  answer->has_point = TRUE;
  if (!(answer->hit && about.spacing > 0 && p.x >= area.min.x && p.x <= area.max.x
        && p.y >= area.min.y && p.y <= area.max.y))
    return;
  const float i = fminf (floorf ((p.x - area.min.x) / about.spacing), (float) about.columns - 2);
  const float j = fminf (floorf ((p.y - area.min.y) / about.spacing), (float) about.rows - 2);
  const kbx_vec a = { area.min.x + i * about.spacing, area.min.y + j * about.spacing },
                b = { a.x + about.spacing, a.y + about.spacing };
  const kbx_vec corners[4] = { a, { b.x, a.y }, b, { a.x, b.y } };
  add_polygon (answer->struck, corners, 4);
}

/* ---- all ---- */

/* The queried box, in the layer's frame. */
static void
mark_box (const KbProbed *on, const json_t *line, KbProbeAnswer *answer)
{
  const json_t *box = json_object_get (line, "box");
  int32_t side[4];
  kbx_vec corners[4];
  if (!box)
    return;
  for (size_t i = 0; i < 4; i++)
    side[i] = (int32_t) json_integer_value (json_array_get (box, i));
  const kbx_box asked = { side[0], side[1], side[0] + side[2], side[1] + side[3] };
  if (on->layer.kind == KBX_TILES)
    screen_corners (on, asked, 0, corners);
  else
    box_corners (asked, corners);
  add_polygon (answer->asked, corners, 4);
}

void
kb_probe_marks (const KbProbed *on, const json_t *line, const json_t *reply, KbProbeAnswer *answer)
{
  static void (*const marks[KB_PROBE_SUBJECTS]) (const KbProbed *on, const json_t *reply,
                                                 KbProbeAnswer *answer) = {
    mark_frame, mark_mask, mark_track,  mark_walls,   mark_tiles,
    mark_tiles, mark_maze, mark_ground, mark_heights,
  };
  answer->has_point = kb_probe_pair (reply, "point", &answer->point);
  answer->has_normal = kb_probe_pair (reply, "normal", &answer->normal);
  mark_box (on, line, answer);
  marks[on->probe->subject] (on, reply, answer);
}
