/* SPDX-License-Identifier: MIT */
/* Sprites of the sample: hot spots, action points, shapes with a meaning, turned frames. */
#include "pictures/pictures.h"

#include <string.h>

#define MOST_SHAPES 16
#define MOST_CORNERS 64

typedef struct { const uint8_t *data; size_t left; } reader;

static cairo_status_t
read_png (void *closure, unsigned char *to, unsigned length)
{
  reader *from = closure;

  if (length > from->left)
    return CAIRO_STATUS_READ_ERROR;
  memcpy (to, from->data, length);
  from->data += length;
  from->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

/* The picture of a frame where its pose puts it. */
static void
blit (cairo_t *cr, kbx_handle frame, kbx_place pose, double alpha)
{
  kbx_picture p = kbx_frame_picture (frame, pose);
  kbx_about page = kbx_info (kbx_bank_item (frame.bank, KBX_PAGE, p.page));
  reader from = { page.data, page.data_size };

  if (!p.found || page.encoding != KBX_PAGE_PNG)
    return;
  cairo_surface_t *sheet = cairo_image_surface_create_from_png_stream (read_png, &from);
  cairo_save (cr);
  cairo_translate (cr, p.flip_x ? p.target.x1 : p.target.x0, p.flip_y ? p.target.y1 : p.target.y0);
  cairo_scale (cr, p.flip_x ? -1 : 1, p.flip_y ? -1 : 1);
  cairo_rectangle (cr, 0, 0, p.source.x1 - p.source.x0, p.source.y1 - p.source.y0);
  cairo_clip (cr);
  cairo_set_source_surface (cr, sheet, -p.source.x0, -p.source.y0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint_with_alpha (cr, alpha);
  cairo_restore (cr);
  cairo_surface_destroy (sheet);
}

static kbx_handle
frame_of (const kbx_bank *bank, const char *sprite, uint32_t i)
{
  return kbx_item (kbx_bank_find (bank, KBX_SPRITE, sprite), KBX_FRAME, i);
}

static easel_shape
box_shape (kbx_box box)
{
  return easel_rect (box.x0, box.y0, box.x1, box.y1);
}

/* Shape i in the world: `corners` has room for it. */
static easel_shape
shape_of (kbx_handle frame, kbx_place pose, uint32_t i, kbx_vec *corners)
{
  kbx_shape shape = kbx_frame_shape (frame, pose, i).shape;

  if (shape.kind == KBX_SHAPE_CIRCLE)
    return easel_circle (shape.as.circle.centre.x, shape.as.circle.centre.y, shape.as.circle.radius);
  return easel_polygon (corners, kbx_frame_outline (frame, pose, i, KBX_NONE, corners, MOST_CORNERS));
}

static void
show_shapes (cairo_t *cr, kbx_handle frame, kbx_place pose, easel_ink ink)
{
  kbx_vec corners[MOST_CORNERS];

  for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    easel_outline (cr, shape_of (frame, pose, i, corners), ink);
}

/* The frames are large: a pixel of the world is `zoom` pixels of the picture. */
static void
frames_begin (cairo_t *cr, double zoom)
{
  cairo_identity_matrix (cr);
  cairo_scale (cr, zoom, zoom);
  easel_begin (cr, 10);
}

void
picture_hot_spot (cairo_t *cr, const kbx_bank *bank)
{
  kbx_handle frame = frame_of (bank, "fakir", 19);
  kbx_place poses[] = { kbx_at (40, 98), kbx_at_flipped (173, 98, true, false) };

  frames_begin (cr, 3);
  easel_dashes (cr, easel_vec (0, 98.5), easel_vec (214, 98.5), INK_MISS);
  for (int i = 0; i < 2; i++)
    {
      kbx_action_point foot = kbx_frame_action (frame, poses[i], "foot");
      kbx_vec hot = easel_vec (poses[i].x, poses[i].y), at = foot.p;
      blit (cr, frame, poses[i], 1);
      easel_ghost (cr, box_shape (kbx_frame_area (frame, poses[i])), INK_MISS);
      easel_dot (cr, hot, INK_FIRST);
      if (foot.has_direction)
        easel_arrow (cr, at, easel_vec (foot.direction.x * 14, foot.direction.y * 14), INK_NORMAL);
      easel_dot (cr, at, INK_ANSWER);
      easel_text (cr, hot.x, 108, EASEL_MIDDLE, "hot spot");
      easel_text (cr, at.x, at.y - 8, i ? EASEL_LEFT : EASEL_RIGHT, "foot");
      easel_text (cr, i ? 170 : 44, 121, EASEL_MIDDLE, i ? "the same place, flipped" : "an action point and its direction");
    }
}

void
picture_hierarchy (cairo_t *cr, const kbx_bank *bank)
{
  kbx_handle frame = frame_of (bank, "boxer", 13);
  kbx_place poses[] = { kbx_at (28, 90), kbx_at (91, 90), kbx_at (154, 90) };
  kbx_vec corners[MOST_CORNERS];

  frames_begin (cr, 3.3);
  for (int i = 0; i < 3; i++)
    {
      blit (cr, frame, poses[i], 0.75);
      if (i == 0)
        easel_outline (cr, box_shape (kbx_frame_box (frame, poses[i], KBX_ALL_CLASSES)), INK_ANSWER);
      for (uint32_t c = 0; i == 1 && c < kbx_bank_count (bank, KBX_CLASS); c++)
        easel_draw (cr, box_shape (kbx_frame_box (frame, poses[i], kbx_class_bit (c))), INK_SECOND);
      for (uint32_t k = 0; i == 2 && k < kbx_count (frame, KBX_SHAPE); k++)
        easel_draw (cr, shape_of (frame, poses[i], k, corners), INK_FIRST);
    }
  easel_text (cr, 36, 106, EASEL_MIDDLE, "round the frame");
  easel_text (cr, 98, 106, EASEL_MIDDLE, "round each class");
  easel_text (cr, 161, 106, EASEL_MIDDLE, "head, torso, arms, legs");
}

void
picture_strike (cairo_t *cr, const kbx_bank *bank)
{
  kbx_handle a = frame_of (bank, "boxer", 13), b = frame_of (bank, "fakir", 0);
  kbx_place pose_a = kbx_at (50, 84), pose_b = kbx_at_flipped (94, 84, true, false);
  kbx_vec corners[MOST_CORNERS], others[MOST_CORNERS];
  kbx_pair pairs[MOST_SHAPES];

  frames_begin (cr, 4);
  blit (cr, b, pose_b, 0.8);
  blit (cr, a, pose_a, 0.8);
  uint32_t count = kbx_frames_overlap (a, pose_a, KBX_ALL_CLASSES, b, pose_b, KBX_ALL_CLASSES, pairs, MOST_SHAPES);
  for (uint32_t i = 0; i < count && i < MOST_SHAPES; i++)
    {
      cairo_save (cr);
      easel_path (cr, shape_of (a, pose_a, pairs[i].a, corners));
      cairo_clip (cr);
      easel_fill (cr, shape_of (b, pose_b, pairs[i].b, others), INK_ANSWER, 0.5);
      cairo_restore (cr);
    }
  show_shapes (cr, a, pose_a, INK_FIRST);
  show_shapes (cr, b, pose_b, INK_SECOND);
  kbx_hit hit = kbx_strike (a, pose_a, "fist", b, pose_b, KBX_ALL_CLASSES);
  if (hit.hit)
    easel_outline (cr, shape_of (b, pose_b, hit.index, corners), INK_ANSWER);
  easel_dot (cr, kbx_frame_action (a, pose_a, "fist").p, INK_ANSWER);
  easel_text (cr, 122, 20, EASEL_LEFT, "the fist hits:");
  easel_text (cr, 122, 26, EASEL_LEFT, "%s", hit.hit ? kbx_name (kbx_bank_item (bank, KBX_CLASS, hit.class_index)) : easel_word ("nothing"));
  easel_text (cr, 122, 36, EASEL_LEFT, "%u pairs overlap", count);
}

void
picture_turned (cairo_t *cr, const kbx_bank *bank)
{
  kbx_handle frame = frame_of (bank, "fakir", 19);
  kbx_place pose = kbx_at (30, 100);
  kbx_place turn = kbx_turned (easel_vec (128, 96), kbx_direction (-30), 1.2f);
  kbx_circle blast = { { 158, 34 }, 14 };
  kbx_vec corners[MOST_CORNERS];

  frames_begin (cr, 3);
  blit (cr, frame, pose, 0.8);
  show_shapes (cr, frame, pose, INK_FIRST);
  cairo_save (cr);
  cairo_matrix_t matrix = { turn.axis.x * turn.scale, turn.axis.y * turn.scale, -turn.axis.y * turn.scale, turn.axis.x * turn.scale,
                            turn.x, turn.y };
  cairo_transform (cr, &matrix);
  cairo_translate (cr, -0.5, -0.5);
  blit (cr, frame, kbx_at (0, 0), 0.8);
  cairo_restore (cr);
  kbx_thing hits[MOST_SHAPES];
  uint32_t count = kbx_frame_touching (frame, turn, kbx_shape_circle (blast.centre, blast.radius), KBX_ALL_CLASSES, hits, MOST_SHAPES);
  for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    {
      bool hit = false;
      for (uint32_t k = 0; k < count && k < MOST_SHAPES; k++)
        hit = hit || hits[k].index == i;
      easel_shape shape = shape_of (frame, turn, i, corners);
      if (hit)
        easel_fill (cr, shape, INK_ANSWER, 0.4);
      easel_outline (cr, shape, hit ? INK_ANSWER : INK_FIRST);
    }
  easel_draw (cr, easel_circle (blast.centre.x, blast.centre.y, blast.radius), INK_SECOND);
  kbx_action_point foot = kbx_frame_action (frame, turn, "foot");
  easel_dot (cr, easel_vec (turn.x, turn.y), INK_FIRST);
  easel_dot (cr, foot.p, INK_ANSWER);
  easel_text (cr, 34, 118, EASEL_MIDDLE, "upright");
  easel_text (cr, 142, 118, EASEL_MIDDLE, "turned by 30 degrees, 1.2 times as large");
}
