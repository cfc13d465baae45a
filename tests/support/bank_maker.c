/* SPDX-License-Identifier: MIT */
/* Makes banks for tests. */
#include "support/bank_maker.h"

#include "runtime/bank/crc32c.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One more zeroed item at the end of a malloc'ed array. */
#define GROW(array, count)                                                     \
  ((array) = realloc ((array), ((count) + 1) * sizeof *(array)),               \
   memset (&(array)[(count)], 0, sizeof *(array)), &(array)[(count)++])

void
kb_maker_class (KbBankContent *content, const char *name, uint32_t colour)
{
  KbBankClass *c = GROW (content->classes, content->n_classes);
  c->name = strdup (name);
  c->colour = colour;
}

KbBankSprite *
kb_maker_sprite (KbBankContent *content, const char *name)
{
  KbBankSprite *sprite = GROW (content->sprites, content->n_sprites);
  sprite->name = strdup (name);
  return sprite;
}

KbBankFrame *
kb_maker_frame (KbBankSprite *sprite, const char *name, uint32_t w, uint32_t h, int32_t hot_x, int32_t hot_y)
{
  KbBankFrame *frame = GROW (sprite->frames, sprite->n_frames);
  frame->name = strdup (name);
  frame->w = w;
  frame->h = h;
  frame->has_hot_spot = true;
  frame->hot_x = hot_x;
  frame->hot_y = hot_y;
  return frame;
}

KbBankAnimation *
kb_maker_animation (KbBankSprite *sprite, const char *name, KbBankLoop loop)
{
  KbBankAnimation *animation = GROW (sprite->animations, sprite->n_animations);
  animation->name = strdup (name);
  animation->loop = loop;
  return animation;
}

void
kb_maker_step (KbBankAnimation *animation, uint32_t frame, uint32_t ms)
{
  KbBankStep *step = GROW (animation->steps, animation->n_steps);
  step->frame = frame;
  step->ms = ms;
}

void
kb_maker_point (KbBankFrame *frame, const char *name, int32_t x, int32_t y, float dx, float dy)
{
  KbBankPoint *point = GROW (frame->points, frame->n_points);
  point->name = strdup (name);
  point->x = x;
  point->y = y;
  point->dx = dx;
  point->dy = dy;
}

KbBankPage *
kb_maker_page (KbBankContent *content, const char *name, uint32_t w, uint32_t h, KbBankEncoding encoding)
{
  KbBankPage *page = GROW (content->pages, content->n_pages);
  page->name = strdup (name);
  page->w = w;
  page->h = h;
  page->encoding = encoding;
  if (encoding == KB_BANK_PAGE_RGBA)
    {
      page->size = (size_t) w * h * 4;
      page->data = malloc (page->size);
      for (size_t i = 0; i < page->size; i++)
        page->data[i] = (uint8_t) (i * 7 + 1);
    }
  return page;
}

static KbBankShape *
add_shape (KbBankFrame *frame, uint32_t class_index, KbBankShapeKind kind)
{
  KbBankShape *shape = GROW (frame->shapes, frame->n_shapes);
  shape->kind = kind;
  shape->class_index = class_index;
  return shape;
}

KbBankShape *
kb_maker_box (KbBankFrame *frame, uint32_t class_index, int32_t x, int32_t y, int32_t w, int32_t h)
{
  KbBankShape *shape = add_shape (frame, class_index, KB_BANK_BOX);
  shape->x = x;
  shape->y = y;
  shape->w = w;
  shape->h = h;
  return shape;
}

KbBankShape *
kb_maker_circle (KbBankFrame *frame, uint32_t class_index, kb_fixed cx, kb_fixed cy, kb_fixed r)
{
  KbBankShape *shape = add_shape (frame, class_index, KB_BANK_CIRCLE);
  shape->cx = cx;
  shape->cy = cy;
  shape->r = r;
  return shape;
}

KbBankShape *
kb_maker_capsule (KbBankFrame *frame, uint32_t class_index, const kb_fixed v[5])
{
  KbBankShape *shape = add_shape (frame, class_index, KB_BANK_CAPSULE);
  shape->ax = v[0];
  shape->ay = v[1];
  shape->cx = v[2];
  shape->cy = v[3];
  shape->r = v[4];
  return shape;
}

static void
copy_ring (KbBankRing *ring, const KbBankVertex *vertices, uint32_t n)
{
  ring->vertices = malloc (n * sizeof *vertices);
  ring->n_vertices = n;
  memcpy (ring->vertices, vertices, n * sizeof *vertices);
}

KbBankShape *
kb_maker_oriented (KbBankFrame *frame, uint32_t class_index, kb_fixed cx, kb_fixed cy, kb_fixed w, kb_fixed h, double degrees)
{
  static const int along[4] = { -1, 1, 1, -1 }, across[4] = { -1, -1, 1, 1 };
  KbBankShape *shape = add_shape (frame, class_index, KB_BANK_ORIENTED);
  double ux = cos (degrees * G_PI / 180), uy = sin (degrees * G_PI / 180);
  KbBankVertex corners[4];
  shape->cx = cx;
  shape->cy = cy;
  shape->ow = w;
  shape->oh = h;
  shape->ux = (float) ux;
  shape->uy = (float) uy;
  for (int i = 0; i < 4; i++)
    {
      corners[i].x = (kb_fixed) lround (cx + along[i] * ux * w / 2 - across[i] * uy * h / 2);
      corners[i].y = (kb_fixed) lround (cy + along[i] * uy * w / 2 + across[i] * ux * h / 2);
    }
  copy_ring (GROW (shape->parts, shape->n_parts), corners, 4);
  return shape;
}

static int64_t
cross (KbBankVertex a, KbBankVertex b, KbBankVertex c)
{
  return ((int64_t) b.x - a.x) * ((int64_t) c.y - a.y) - ((int64_t) b.y - a.y) * ((int64_t) c.x - a.x);
}

/* An ear is a convex corner with no other vertex in its closed triangle, its own three apart. */
static bool
is_ear (const KbBankVertex *v, uint32_t n, uint32_t i)
{
  KbBankVertex a = v[(i + n - 1) % n], b = v[i], c = v[(i + 1) % n];
  if (cross (a, b, c) <= 0)
    return false;
  for (uint32_t k = 0; k < n; k++)
    if (k != i && k != (i + 1) % n && k != (i + n - 1) % n && cross (a, b, v[k]) >= 0 && cross (b, c, v[k]) >= 0 &&
        cross (c, a, v[k]) >= 0)
      return false;
  return true;
}

KbBankShape *
kb_maker_polygon (KbBankFrame *frame, uint32_t class_index, const KbBankVertex *vertices, uint32_t n)
{
  KbBankShape *shape = add_shape (frame, class_index, KB_BANK_POLYGON);
  KbBankVertex v[64], triangle[3];
  int64_t area = 0;
  uint32_t i;

  g_assert_cmpuint (n, <=, G_N_ELEMENTS (v));
  copy_ring (&shape->outline, vertices, n);
  for (i = 0; i < n; i++)
    area += cross (vertices[0], vertices[i], vertices[(i + 1) % n]);
  for (i = 0; i < n; i++)
    v[i] = area > 0 ? vertices[i] : vertices[n - 1 - i];
  while (n > 3)
    {
      for (i = 0; i < n && !is_ear (v, n, i); i++)
        ;
      g_assert_cmpuint (i, <, n);
      triangle[0] = v[(i + n - 1) % n];
      triangle[1] = v[i];
      triangle[2] = v[(i + 1) % n];
      copy_ring (GROW (shape->parts, shape->n_parts), triangle, 3);
      memmove (&v[i], &v[i + 1], (n - i - 1) * sizeof *v);
      n--;
    }
  copy_ring (GROW (shape->parts, shape->n_parts), v, 3);
  return shape;
}

void
kb_maker_name (KbBankShape *shape, const char *name)
{
  shape->name = strdup (name);
}

void
kb_maker_value (KbBankShape *shape, const char *key, const char *value)
{
  KbBankValue *v = GROW (shape->values, shape->n_values);
  v->key = strdup (key);
  v->value = strdup (value);
}

/* ---- mirrored frames ---- */

static void
mirror_ring (KbBankRing *ring, kb_fixed turn_x, kb_fixed turn_y, bool flip_x, bool flip_y)
{
  for (uint32_t i = 0; i < ring->n_vertices; i++)
    {
      if (flip_x)
        ring->vertices[i].x = turn_x - ring->vertices[i].x;
      if (flip_y)
        ring->vertices[i].y = turn_y - ring->vertices[i].y;
    }
  for (uint32_t i = 0; flip_x != flip_y && i < ring->n_vertices / 2; i++)
    {
      KbBankVertex v = ring->vertices[i];
      ring->vertices[i] = ring->vertices[ring->n_vertices - 1 - i];
      ring->vertices[ring->n_vertices - 1 - i] = v;
    }
}

static void
copy_shape (KbBankFrame *frame, const KbBankShape *from)
{
  KbBankShape *to = GROW (frame->shapes, frame->n_shapes);
  *to = *from;
  to->name = from->name ? strdup (from->name) : NULL;
  to->values = NULL;
  to->n_values = 0;
  to->parts = NULL;
  to->n_parts = 0;
  memset (&to->outline, 0, sizeof to->outline);
  for (uint32_t i = 0; i < from->n_values; i++)
    kb_maker_value (to, from->values[i].key, from->values[i].value);
  if (from->outline.n_vertices > 0)
    copy_ring (&to->outline, from->outline.vertices, from->outline.n_vertices);
  for (uint32_t i = 0; i < from->n_parts; i++)
    copy_ring (GROW (to->parts, to->n_parts), from->parts[i].vertices, from->parts[i].n_vertices);
}

KbBankFrame *
kb_maker_mirrored (KbBankSprite *sprite, uint32_t index, bool flip_x, bool flip_y)
{
  KbBankFrame *to = kb_maker_frame (sprite, "mirrored", sprite->frames[index].w, sprite->frames[index].h,
                                    sprite->frames[index].hot_x, sprite->frames[index].hot_y);
  const KbBankFrame *from = &sprite->frames[index];
  int32_t turn_x = 2 * from->hot_x + 1, turn_y = 2 * from->hot_y + 1;

  to->has_hot_spot = from->has_hot_spot;
  for (uint32_t i = 0; i < from->n_points; i++)
    {
      KbBankPoint p = from->points[i];
      kb_maker_point (to, p.name, flip_x ? turn_x - 1 - p.x : p.x, flip_y ? turn_y - 1 - p.y : p.y,
                      flip_x ? -p.dx : p.dx, flip_y ? -p.dy : p.dy);
    }
  for (uint32_t i = 0; i < from->n_shapes; i++)
    {
      KbBankShape *s;
      copy_shape (to, &from->shapes[i]);
      s = &to->shapes[i];
      if (flip_x)
        {
          s->x = turn_x - s->x - s->w;
          s->ax = turn_x * 256 - s->ax;
          s->cx = turn_x * 256 - s->cx;
          s->ux = -s->ux;
        }
      if (flip_y)
        {
          s->y = turn_y - s->y - s->h;
          s->ay = turn_y * 256 - s->ay;
          s->cy = turn_y * 256 - s->cy;
          s->uy = -s->uy;
        }
      mirror_ring (&s->outline, turn_x * 256, turn_y * 256, flip_x, flip_y);
      for (uint32_t k = 0; k < s->n_parts; k++)
        mirror_ring (&s->parts[k], turn_x * 256, turn_y * 256, flip_x, flip_y);
    }
  return to;
}

/* ---- random shapes ---- */

/* A coordinate: mostly whole and half pixels, sometimes any grid step. */
static kb_fixed
random_fixed (GRand *random, int32_t extent)
{
  static const int32_t steps[4] = { 256, 256, 128, 1 };
  int32_t step = steps[g_rand_int_range (random, 0, 4)];
  return g_rand_int_range (random, -extent * 256 / step, extent * 256 / step + 1) * step;
}

static bool
on_segment (KbBankVertex a, KbBankVertex b, KbBankVertex p)
{
  return cross (a, b, p) == 0 && MIN (a.x, b.x) <= p.x && p.x <= MAX (a.x, b.x) && MIN (a.y, b.y) <= p.y &&
         p.y <= MAX (a.y, b.y);
}

static int
sign (int64_t v)
{
  return (v > 0) - (v < 0);
}

static bool
segments_touch (KbBankVertex a, KbBankVertex b, KbBankVertex c, KbBankVertex d)
{
  return (sign (cross (a, b, c)) * sign (cross (a, b, d)) < 0 && sign (cross (c, d, a)) * sign (cross (c, d, b)) < 0) ||
         on_segment (a, b, c) || on_segment (a, b, d) || on_segment (c, d, a) || on_segment (c, d, b);
}

/* Simple: edges touch only at the vertex that neighbours share, and no three vertices in a row are in a line. */
static bool
is_simple (const KbBankVertex *v, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      if (cross (v[i], v[(i + 1) % n], v[(i + 2) % n]) == 0)
        return false;
      for (uint32_t k = i + 2; k < n; k++)
        if (!(i == 0 && k == n - 1) && segments_touch (v[i], v[i + 1], v[k], v[(k + 1) % n]))
          return false;
    }
  return true;
}

KbBankShape *
kb_maker_random_shape (KbBankFrame *frame, GRand *random, uint32_t class_index, int32_t extent)
{
  KbBankVertex v[7];
  uint32_t n, tries;

  switch (g_rand_int_range (random, 0, 4))
    {
    case 0:
      return kb_maker_box (frame, class_index, g_rand_int_range (random, -extent, extent),
                           g_rand_int_range (random, -extent, extent), g_rand_int_range (random, 1, extent + 1),
                           g_rand_int_range (random, 1, extent + 1));
    case 1:
      return kb_maker_circle (frame, class_index, random_fixed (random, extent), random_fixed (random, extent),
                              1 + abs (random_fixed (random, extent / 2)));
    case 2:
      return kb_maker_oriented (frame, class_index, random_fixed (random, extent), random_fixed (random, extent),
                                512 + abs (random_fixed (random, extent)), 512 + abs (random_fixed (random, extent)),
                                g_rand_int_range (random, 0, 24) * 15);
    default:
      for (tries = 0; tries < 100; tries++)
        {
          n = (uint32_t) g_rand_int_range (random, 3, 3 + (tries < 80 ? 5 : 1));
          for (uint32_t i = 0; i < n; i++)
            {
              v[i].x = random_fixed (random, extent);
              v[i].y = random_fixed (random, extent);
            }
          if (is_simple (v, n))
            return kb_maker_polygon (frame, class_index, v, n);
        }
      return kb_maker_box (frame, class_index, 0, 0, 1, 1);
    }
}

void
kb_maker_random_capsule (KbBankFrame *frame, GRand *random, uint32_t class_index, int32_t extent)
{
  kb_fixed v[5];
  for (int i = 0; i < 4; i++)
    v[i] = random_fixed (random, extent);
  /* Upright, level, and a circle at times. */
  for (int i = 0; i < 2; i++)
    if (g_rand_int_range (random, 0, 4) == 0)
      v[i + 2] = v[i];
  v[4] = 1 + abs (random_fixed (random, extent / 4));
  kb_maker_capsule (frame, class_index, v);
}

void
kb_maker_random_shapes (KbBankFrame *frame, GRand *random, uint32_t count, uint32_t n_classes, int32_t extent)
{
  for (uint32_t i = 0; i < count; i++)
    kb_maker_random_shape (frame, random, (uint32_t) g_rand_int_range (random, 0, (gint32) n_classes), extent);
}

/* ---- bytes ---- */

uint8_t *
kb_maker_write (const KbBankContent *content, size_t *size)
{
  KbBankError error = { 0 };
  uint8_t *bytes;
  if (!kb_bank_write (content, &bytes, size, &error))
    g_error ("the test's bank cannot be written: %s: %s", error.place, error.message);
  return bytes;
}

static void
store_u32 (uint8_t *to, uint32_t v)
{
  for (int i = 0; i < 4; i++)
    to[i] = (uint8_t) (v >> 8 * i);
}

void
kb_maker_seal (uint8_t *bytes, size_t size)
{
  uint32_t count, i;
  if (size < 64)
    return;
  count = kbx_load_u32 (bytes + 24);
  if (count > (size - 64) / 40)
    return;
  for (i = 0; i < count; i++)
    {
      uint8_t *entry = bytes + 64 + 40 * (size_t) i;
      uint64_t offset = kbx_load_u64 (entry + 8), bytes_in = kbx_load_u64 (entry + 16);
      if (offset <= size && bytes_in <= size - offset)
        store_u32 (entry + 32, kbx_crc32c (0, bytes + offset, (size_t) bytes_in));
    }
  store_u32 (bytes + 32, 0);
  store_u32 (bytes + 32, kbx_crc32c (0, bytes, 64 + 40 * (size_t) count));
}

/* ---- a bank of everything ---- */

static void
make_boxer (KbBankContent *content)
{
  static const KbBankVertex hook[5] = { { 0, 0 }, { 2560, 0 }, { 2560, 2560 }, { 1280, 640 }, { 0, 2560 } };
  KbBankSprite *sprite = kb_maker_sprite (content, "boxer");
  KbBankFrame *frame = kb_maker_frame (sprite, "stand", 32, 48, 16, 47);
  KbBankAnimation *animation;

  frame->has_picture = true;
  frame->page = 1;
  frame->atlas_w = 3;
  frame->atlas_h = 2;
  frame->trim_x = 12;
  frame->trim_y = 20;
  kb_maker_name (kb_maker_box (frame, 0, 10, 2, 12, 10), "helmet");
  kb_maker_box (frame, 1, 8, 12, 16, 18);
  kb_maker_circle (frame, 0, 16 * 256, 6 * 256 + 128, 5 * 256);
  kb_maker_point (frame, "fist", 30, 18, 1, 0);
  kb_maker_point (frame, "foot", 20, 47, 0, 0);

  frame = kb_maker_frame (sprite, "hit", 32, 48, 16, 47);
  kb_maker_oriented (frame, 1, 16 * 256, 20 * 256, 14 * 256, 8 * 256, 30);
  kb_maker_value (kb_maker_polygon (frame, 1, hook, 5), "damage", "12");
  kb_maker_value (&frame->shapes[1], "sound", "thud");
  kb_maker_point (frame, "fist", 31, 20, 0.6f, 0.8f);

  frame = kb_maker_frame (sprite, "", 32, 48, 0, 0);
  frame->has_hot_spot = false;

  animation = kb_maker_animation (sprite, "idle", KB_BANK_PING_PONG);
  kb_maker_step (animation, 0, 100);
  kb_maker_step (animation, 1, 50);
  kb_maker_step (animation, 2, 70);
  animation = kb_maker_animation (sprite, "punch", KB_BANK_ONCE);
  kb_maker_step (animation, 1, 80);
  kb_maker_step (animation, 0, 0);
  kb_maker_animation (sprite, "nothing", KB_BANK_LOOP);
}

void
kb_maker_small_bank (KbBankContent *content)
{
  KbBankSprite *sprite;
  KbBankFrame *frame;
  KbBankAnimation *animation;

  memset (content, 0, sizeof *content);
  kb_maker_class (content, "head", 0xff0000ff);
  kb_maker_class (content, "torso", 0x00ff0080);
  kb_maker_page (content, "sheet.png", 64, 64, KB_BANK_PAGE_BESIDE);
  kb_maker_page (content, "", 4, 3, KB_BANK_PAGE_RGBA);
  kb_maker_page (content, "", 8, 8, KB_BANK_PAGE_NONE);
  make_boxer (content);

  sprite = kb_maker_sprite (content, "fakir");
  frame = kb_maker_frame (sprite, "stand", 16, 16, 8, 15);
  frame->has_picture = true;
  frame->atlas_x = 10;
  frame->atlas_y = 20;
  frame->atlas_w = 16;
  frame->atlas_h = 16;
  kb_maker_box (frame, 0, 4, 0, 8, 6);
  kb_maker_point (frame, "hand", 0, 8, -1, 0);
  animation = kb_maker_animation (sprite, "idle", KB_BANK_HOLD_LAST);
  kb_maker_step (animation, 0, 250);
  animation = kb_maker_animation (sprite, "walk", KB_BANK_LOOP);
  kb_maker_step (animation, 0, 40);
  kb_maker_step (animation, 0, 60);
  kb_maker_sprite (content, "nobody");
}

static uint64_t
read_number (const uint8_t *p, int bytes)
{
  uint64_t value = 0;
  for (int i = 0; i < bytes; i++)
    value |= (uint64_t) p[i] << 8 * i;
  return value;
}

void
kb_maker_damage (uint8_t *bytes, size_t size, const char *section, uint32_t at, uint32_t value)
{
  gboolean table = section[0] == '@';
  uint8_t *entry = bytes + 64;
  while (memcmp (entry, section + table, 4) != 0)
    entry += 40;
  uint64_t place = read_number (entry + 8, 8), end = place + read_number (entry + 16, 8);
  uint8_t *p = (table ? entry : bytes + place) + at;
  for (int k = 0; k < 4; k++)
    p[k] = (uint8_t) (value >> 8 * k);
  if (table)
    {
      entry[24]--;
      memset (bytes + place + value, 0, end - place - value);
    }
  kb_maker_seal (bytes, size);
}
