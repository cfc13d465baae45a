/* SPDX-License-Identifier: MIT */
/* Checks a content against the limits of docs/bank-format.md, so that what is written always opens. */
#include "bank/checker.h"

#include <stdlib.h>
#include <string.h>

#define MIN_FIXED (KB_BANK_MIN_PIXEL * 256)
#define MAX_FIXED (KB_BANK_MAX_PIXEL * 256)

static bool
check_text (const char *text, const KbBankPlace *place, KbBankError *error)
{
  for (const unsigned char *p = (const unsigned char *) kb_bank_text (text); *p;) {
    size_t n = kb_bank_utf8_length (p);
    if (n == 0)
      return kb_bank_fail (error, place, "expected UTF-8 text");
    p += n;
  }
  return true;
}

bool
kb_bank_check_name (const char *text, KbNameRule rule, const KbBankPlace *place, KbBankError *error)
{
  if (!check_text (text, place, error))
    return false;
  const unsigned char *p = (const unsigned char *) kb_bank_text (text);
  if (rule == KB_NOT_EMPTY && !*p)
    return kb_bank_fail (error, place, "expected a name that is not empty");
  for (; *p; p++)
    if (*p < 0x20 || *p == 0x7F)
      return kb_bank_fail (error, place, "expected a name without control characters");
  return true;
}

static int
compare_names (const void *a, const void *b)
{
  const char *const *x = *(const char *const *const *) a;
  const char *const *y = *(const char *const *const *) b;
  int order = strcmp (*x, *y);
  return order != 0 ? order : (x > y) - (x < y);
}

/* Names that must differ, `count` of them, the first at `first` and the next `stride` bytes on. All of
 * them have passed check_name with KB_NOT_EMPTY. Names the later one of two equal ones. */
bool
kb_bank_check_unique (const void *first, size_t stride, uint32_t count,
              const KbBankPlace *up, const char *list, const char *what, KbBankError *error)
{
  if (count < 2)
    return true;
  const char *const **names = kb_bank_new (count, sizeof *names);
  if (!names)
    return kb_bank_no_memory (error);
  for (uint32_t i = 0; i < count; i++)
    names[i] = (const char *const *) ((const char *) first + i * stride);
  qsort (names, count, sizeof *names, compare_names);
  bool unique = true;
  for (uint32_t i = 1; unique && i < count; i++) {
    if (strcmp (*names[i - 1], *names[i]) == 0) {
      size_t at = (size_t) ((const char *) names[i] - (const char *) first) / stride;
      unique = kb_bank_fail (error, KB_PLACE_KEY (KB_PLACE_ITEM (up, list, at), "name"),
                             "two %s are called \"%.60s\"; expected different names", what, *names[i]);
    }
  }
  free (names);
  return unique;
}

bool
kb_bank_check_range (int64_t value, int64_t low, int64_t high, const char *what,
             const KbBankPlace *place, KbBankError *error)
{
  if (value >= low && value <= high)
    return true;
  return kb_bank_fail (error, place, "%s is %lld; expected %lld to %lld", what,
                       (long long) value, (long long) low, (long long) high);
}

bool
kb_bank_check_unit (float x, float y, bool may_be_zero, const KbBankPlace *place, KbBankError *error)
{
  double length = (double) x * x + (double) y * y;
  if ((may_be_zero && x == 0 && y == 0) || (length > 0.9999 && length < 1.0001))
    return true;
  return kb_bank_fail (error, place, "expected a direction of length 1");
}

bool
kb_bank_check_values (const KbBankValue *values, uint32_t n, const KbBankPlace *place, KbBankError *error)
{
  for (uint32_t i = 0; i < n; i++) {
    const char *key = kb_bank_text (values[i].key);
    if (!check_text (key, place, error) || !check_text (values[i].value, place, error))
      return false;
    if (i == 0)
      continue;
    int order = strcmp (kb_bank_text (values[i - 1].key), key);
    if (order == 0)
      return kb_bank_fail (error, place, "the key \"%.60s\" is given twice", key);
    if (order > 0)
      return kb_bank_fail (error, place, "the key \"%.60s\" is out of order", key);
  }
  return true;
}

bool
kb_bank_check_class (const KbBankContent *content, uint32_t class_index, const KbBankPlace *place, KbBankError *error)
{
  return class_index < content->n_classes
    || kb_bank_fail (error, place, "class %u does not exist; there are %u", class_index, content->n_classes);
}

static bool
check_box (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  int64_t low = KB_BANK_MIN_PIXEL, high = KB_BANK_MAX_PIXEL;
  return kb_bank_check_range (shape->w, 1, high - low, "the width", place, error)
    && kb_bank_check_range (shape->h, 1, high - low, "the height", place, error)
    && kb_bank_check_range (shape->x, low, high, "the left edge", place, error)
    && kb_bank_check_range (shape->y, low, high, "the top edge", place, error)
    && kb_bank_check_range ((int64_t) shape->x + shape->w, low, high, "the right edge", place, error)
    && kb_bank_check_range ((int64_t) shape->y + shape->h, low, high, "the bottom edge", place, error);
}

static bool
check_circle (const KbBankShape *shape, const KbBankPlace *place, KbBankError *error)
{
  int64_t r = shape->r;
  if (r < 1)
    return kb_bank_fail (error, place, "expected a radius of at least 1/256 pixel");
  int64_t edges[4] = { shape->cx - r, shape->cy - r, shape->cx + r, shape->cy + r };
  for (int i = 0; i < 4; i++)
    if (edges[i] < MIN_FIXED || edges[i] > MAX_FIXED)
      return kb_bank_fail (error, place, "the circle reaches beyond %d to %d pixels",
                           KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL);
  return true;
}

static bool
check_shape (const KbBankContent *content, const KbBankShape *shape, const KbBankPlace *place,
             KbBankError *error)
{
  if (!kb_bank_check_class (content, shape->class_index, KB_PLACE_KEY (place, "class"), error))
    return false;
  if (!kb_bank_check_name (shape->name, KB_MAY_BE_EMPTY, KB_PLACE_KEY (place, "name"), error)
      || !kb_bank_check_values (shape->values, shape->n_values, KB_PLACE_KEY (place, "values"), error))
    return false;
  switch (shape->kind) {
  case KB_BANK_BOX:
    return check_box (shape, KB_PLACE_KEY (place, "box"), error);
  case KB_BANK_CIRCLE:
    return check_circle (shape, KB_PLACE_KEY (place, "circle"), error);
  case KB_BANK_ORIENTED:
    return kb_bank_check_unit (shape->ux, shape->uy, false,
                       KB_PLACE_KEY (KB_PLACE_KEY (place, "oriented"), "axis"), error)
      && kb_bank_check_polygons (shape, place, error);
  case KB_BANK_POLYGON:
    return kb_bank_check_polygons (shape, place, error);
  }
  return kb_bank_fail (error, place, "expected a box, circle, oriented box or polygon");
}

static bool
check_picture (const KbBankContent *content, const KbBankFrame *frame, const KbBankPlace *place,
               KbBankError *error)
{
  if (frame->page >= content->n_pages)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "page"), "page %u does not exist; there are %u",
                         frame->page, content->n_pages);
  const KbBankPage *page = &content->pages[frame->page];
  if (frame->atlas_w < 1 || frame->atlas_h < 1
      || frame->atlas_x > page->w || frame->atlas_w > page->w - frame->atlas_x
      || frame->atlas_y > page->h || frame->atlas_h > page->h - frame->atlas_y)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "rect"),
                         "expected at least one pixel inside the page of %u x %u", page->w, page->h);
  if (frame->trim_x < 0 || frame->trim_y < 0
      || (int64_t) frame->trim_x + frame->atlas_w > frame->w
      || (int64_t) frame->trim_y + frame->atlas_h > frame->h)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "trim"),
                         "the picture does not fit into the frame of %u x %u", frame->w, frame->h);
  return true;
}

static bool
check_points (const KbBankFrame *frame, const KbBankPlace *up, KbBankError *error)
{
  if (!kb_bank_check_range (frame->n_points, 0, KB_BANK_MAX_U16, "the number of action points",
                    KB_PLACE_KEY (up, "action_points"), error))
    return false;
  for (uint32_t i = 0; i < frame->n_points; i++) {
    const KbBankPoint *point = &frame->points[i];
    const KbBankPlace *place = KB_PLACE_ITEM (up, "action_points", i);
    const KbBankPlace *at = KB_PLACE_KEY (place, "at");
    if (!kb_bank_check_name (point->name, KB_NOT_EMPTY, KB_PLACE_KEY (place, "name"), error)
        || !kb_bank_check_range (point->x, KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL, "x", at, error)
        || !kb_bank_check_range (point->y, KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL, "y", at, error)
        || !kb_bank_check_unit (point->dx, point->dy, true, KB_PLACE_KEY (place, "direction"), error))
      return false;
  }
  return frame->n_points == 0
    || kb_bank_check_unique (&frame->points[0].name, sizeof *frame->points, frame->n_points,
                     up, "action_points", "action points", error);
}

int64_t
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

static bool
check_frame (const KbBankContent *content, const KbBankSprite *sprite, const KbBankFrame *frame, const KbBankPlace *place,
             KbBankError *error)
{
  const KbBankPlace *size = KB_PLACE_KEY (place, "size"), *hot = KB_PLACE_KEY (place, "hot_spot");
  if (!kb_bank_check_name (frame->name, KB_MAY_BE_EMPTY, KB_PLACE_KEY (place, "name"), error)
      || !kb_bank_check_range (frame->w, 1, KB_BANK_MAX_PIXEL, "the width", size, error)
      || !kb_bank_check_range (frame->h, 1, KB_BANK_MAX_PIXEL, "the height", size, error))
    return false;
  if (frame->has_hot_spot
      && (!kb_bank_check_range (frame->hot_x, KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL, "x", hot, error)
          || !kb_bank_check_range (frame->hot_y, KB_BANK_MIN_PIXEL, KB_BANK_MAX_PIXEL, "y", hot, error)))
    return false;
  if (frame->has_picture
      && !check_picture (content, frame, KB_PLACE_KEY (place, "picture"), error))
    return false;
  if (frame->bitmap
      && (!kb_bank_check_range (frame->w, 1, KB_BANK_MAX_BITMAP, "the width of a frame with a mask", size, error)
          || !kb_bank_check_range (frame->h, 1, KB_BANK_MAX_BITMAP, "the height of a frame with a mask", size, error)))
    return false;
  if (!kb_bank_check_painting (frame, sprite, place, error) || !check_points (frame, place, error)
      || !kb_bank_check_range (frame->n_shapes, 0, KB_BANK_MAX_SHAPES, "the number of shapes",
                       KB_PLACE_KEY (place, "shapes"), error))
    return false;
  for (uint32_t i = 0; i < frame->n_shapes; i++)
    if (!check_shape (content, &frame->shapes[i], KB_PLACE_ITEM (place, "shapes", i), error))
      return false;
  uint32_t records = 0;
  return kb_bank_check_range (kb_bank_frame_corners (frame, &records), 0, KB_BANK_MAX_CORNERS, "the number of corners of all convex parts",
                              KB_PLACE_KEY (place, "shapes"), error);
}

static bool
check_animation (const KbBankSprite *sprite, const KbBankAnimation *animation,
                 const KbBankPlace *place, KbBankError *error)
{
  if (!kb_bank_check_name (animation->name, KB_NOT_EMPTY, KB_PLACE_KEY (place, "name"), error))
    return false;
  if ((unsigned) animation->loop > KB_BANK_HOLD_LAST)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "loop"), "expected a loop mode");
  uint64_t sum = 0;
  for (uint32_t i = 0; i < animation->n_steps; i++) {
    const KbBankPlace *step = KB_PLACE_ITEM (place, "steps", i);
    if (animation->steps[i].frame >= sprite->n_frames)
      return kb_bank_fail (error, KB_PLACE_KEY (step, "frame"),
                           "frame %u does not exist; the sprite has %u",
                           animation->steps[i].frame, sprite->n_frames);
    sum += animation->steps[i].ms;
    if (sum > KB_BANK_MAX_DURATION)
      return kb_bank_fail (error, KB_PLACE_KEY (step, "ms"),
                           "the animation lasts longer than %d ms", KB_BANK_MAX_DURATION);
  }
  return true;
}

static bool
check_sprite (const KbBankContent *content, const KbBankSprite *sprite, const KbBankPlace *place,
              KbBankError *error)
{
  if (!kb_bank_check_name (sprite->name, KB_NOT_EMPTY, KB_PLACE_KEY (place, "name"), error))
    return false;
  if (!kb_bank_check_zones (sprite->zones, sprite->n_zones, "zones", place, error))
    return false;
  for (uint32_t i = 0; i < sprite->n_frames; i++)
    if (!check_frame (content, sprite, &sprite->frames[i], KB_PLACE_ITEM (place, "frames", i), error))
      return false;
  for (uint32_t i = 0; i < sprite->n_animations; i++)
    if (!check_animation (sprite, &sprite->animations[i], KB_PLACE_ITEM (place, "animations", i), error))
      return false;
  return sprite->n_animations == 0
    || kb_bank_check_unique (&sprite->animations[0].name, sizeof *sprite->animations, sprite->n_animations,
                     place, "animations", "animations", error);
}

static uint32_t
big_endian (const uint8_t *p)
{
  return (uint32_t) p[0] << 24 | (uint32_t) p[1] << 16 | (uint32_t) p[2] << 8 | p[3];
}

static bool
check_png (const KbBankPage *page, const KbBankPlace *place, KbBankError *error)
{
  static const uint8_t start[16] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n', 0, 0, 0, 13, 'I', 'H', 'D', 'R' };
  if (page->size < 33 || !page->data || memcmp (page->data, start, sizeof start) != 0)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "data"), "expected a PNG file");
  uint32_t w = big_endian (page->data + 16), h = big_endian (page->data + 20);
  if (w != page->w || h != page->h)
    return kb_bank_fail (error, KB_PLACE_KEY (place, "size"),
                         "the page is %u x %u but its PNG is %u x %u", page->w, page->h, w, h);
  return true;
}

static bool
check_page (const KbBankPage *page, const KbBankPlace *place, KbBankError *error)
{
  const char *name = kb_bank_text (page->name);
  const KbBankPlace *size = KB_PLACE_KEY (place, "size"), *name_place = KB_PLACE_KEY (place, "name");
  bool beside = page->encoding == KB_BANK_PAGE_BESIDE;
  if (!kb_bank_check_name (name, beside ? KB_NOT_EMPTY : KB_MAY_BE_EMPTY, name_place, error)
      || !kb_bank_check_range (page->w, 1, KB_BANK_MAX_U16, "the width", size, error)
      || !kb_bank_check_range (page->h, 1, KB_BANK_MAX_U16, "the height", size, error))
    return false;
  if (beside && (strpbrk (name, "/\\:") || strcmp (name, ".") == 0 || strcmp (name, "..") == 0))
    return kb_bank_fail (error, name_place, "expected the plain name of a file beside the bank");
  uint64_t rgba = (uint64_t) page->w * page->h * 4;
  switch (page->encoding) {
  case KB_BANK_PAGE_NONE:
  case KB_BANK_PAGE_BESIDE:
    if (page->size != 0)
      return kb_bank_fail (error, KB_PLACE_KEY (place, "data"), "expected no data with this encoding");
    return true;
  case KB_BANK_PAGE_PNG:
    return check_png (page, place, error);
  case KB_BANK_PAGE_RGBA:
    if (page->size != rgba || !page->data)
      return kb_bank_fail (error, KB_PLACE_KEY (place, "data"),
                           "%llu bytes; expected %llu, four a pixel",
                           (unsigned long long) page->size, (unsigned long long) rgba);
    return true;
  }
  return kb_bank_fail (error, KB_PLACE_KEY (place, "encoding"), "expected an encoding");
}

bool
kb_bank_check_classes (const KbBankContent *content, KbBankError *error)
{
  if (!kb_bank_check_range (content->n_classes, 0, KB_BANK_MAX_CLASSES, "the number of classes",
                    KB_PLACE_KEY (NULL, "classes"), error))
    return false;
  for (uint32_t i = 0; i < content->n_classes; i++)
    if (!kb_bank_check_name (content->classes[i].name, KB_NOT_EMPTY,
                     KB_PLACE_KEY (KB_PLACE_ITEM (NULL, "classes", i), "name"), error))
      return false;
  return content->n_classes == 0
    || kb_bank_check_unique (&content->classes[0].name, sizeof *content->classes, content->n_classes,
                     NULL, "classes", "classes", error);
}

bool
kb_bank_check (const KbBankContent *content, KbBankError *error)
{
  if (!kb_bank_check_classes (content, error)
      || !kb_bank_check_range (content->n_pages, 0, KB_BANK_MAX_U16, "the number of pages",
                       KB_PLACE_KEY (NULL, "pages"), error))
    return false;
  for (uint32_t i = 0; i < content->n_pages; i++)
    if (!check_page (&content->pages[i], KB_PLACE_ITEM (NULL, "pages", i), error))
      return false;
  for (uint32_t i = 0; i < content->n_sprites; i++)
    if (!check_sprite (content, &content->sprites[i], KB_PLACE_ITEM (NULL, "sprites", i), error))
      return false;
  if (!kb_bank_check_masks (content, error) || !kb_bank_check_tracks (content, error) || !kb_bank_check_levels (content, error))
    return false;
  return content->n_sprites == 0
    || kb_bank_check_unique (&content->sprites[0].name, sizeof *content->sprites, content->n_sprites,
                     NULL, "sprites", "sprites", error);
}

/* `count` names, the first at `first` and the next `stride` bytes on. */
static bool
check_ascending (const void *first, size_t stride, uint32_t count, const char *list, KbBankError *error)
{
  for (uint32_t i = 1; i < count; i++) {
    const char *const *names[2] = { (const void *) ((const char *) first + (i - 1) * stride), (const void *) ((const char *) first + i * stride) };
    if (strcmp (*names[0], *names[1]) >= 0)
      return kb_bank_fail (error, KB_PLACE_KEY (KB_PLACE_ITEM (NULL, list, i), "name"),
                           "\"%.60s\" is out of order; expected the %s in bytewise order of their names", *names[1], list);
  }
  return true;
}

bool
kb_bank_check_order (const KbBankContent *content, KbBankError *error)
{
  return (content->n_sprites < 2
          || check_ascending (&content->sprites[0].name, sizeof *content->sprites, content->n_sprites, "sprites", error))
    && (content->n_masks < 2
        || check_ascending (&content->masks[0].name, sizeof *content->masks, content->n_masks, "masks", error))
    && (content->n_tracks < 2
        || check_ascending (&content->tracks[0].name, sizeof *content->tracks, content->n_tracks, "tracks", error))
    && (content->n_levels < 2
        || check_ascending (&content->levels[0].name, sizeof *content->levels, content->n_levels, "levels", error));
}
