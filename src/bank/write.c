/* SPDX-License-Identifier: MIT */
/* Content -> binary bank. Counts everything, lays the sections out, and fills one block of memory; the
 * bytes depend on the content alone. The layout is docs/bank-format.md's. */
#include "bank/internal.h"
#include "bank/writer.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER_SIZE = 64, ENTRY_SIZE = 40, ALIGNMENT = KB_BANK_PAGE_ALIGNMENT };

enum { UNDERSTAND = 1 };          /* the flag: refuse the bank rather than skip this section */

/* In file order. `always`: written even when empty. */
static const struct {
  char name[5];
  uint32_t stride, flags;
  bool always;
} sections[N_SECTIONS] = {
  [STRS] = { "STRS",  1, UNDERSTAND, true },
  [CLAS] = { "CLAS", 16, UNDERSTAND, true },
  [SPRT] = { "SPRT", 32, UNDERSTAND, true },
  [ANIM] = { "ANIM", 24, UNDERSTAND, false },
  [STEP] = { "STEP",  8, UNDERSTAND, false },
  [FRAM] = { "FRAM", 64, UNDERSTAND, true },
  [SHAP] = { "SHAP", 16, UNDERSTAND, false },
  [CIRC] = { "CIRC", 12, UNDERSTAND, false },
  [PART] = { "PART",  8, UNDERSTAND, false },
  [VERT] = { "VERT",  8, UNDERSTAND, false },
  [ORNT] = { "ORNT", 32, 0, false },
  [POIN] = { "POIN", 20, UNDERSTAND, false },
  [OUTL] = { "OUTL", 12, 0, false },
  [ATTR] = { "ATTR", 16, 0, false },
  [VALU] = { "VALU",  8, 0, false },
  [FBIT] = { "FBIT",  4, 0, false },
  [BITM] = { "BITM",  8, 0, false },
  [BITS] = { "BITS",  1, 0, false },
  [MASK] = { "MASK", 24, 0, false },
  [ZONE] = { "ZONE", 12, 0, false },
  [MPIX] = { "MPIX",  1, 0, false },
  [FZON] = { "FZON",  8, 0, false },
  [SZON] = { "SZON",  8, 0, false },
  [PZON] = { "PZON", 16, 0, false },
  [ZPIC] = { "ZPIC",  8, 0, false },
  [ZPIX] = { "ZPIX",  1, 0, false },
  [TRAK] = { "TRAK", 48, 0, false },
  [GATE] = { "GATE", 20, 0, false },
  [BAND] = { "BAND", 20, 0, false },
  [CLEA] = { "CLEA",  1, 0, false },
  [LEVL] = { "LEVL", 32, 0, false },
  [AREA] = { "AREA",  8, 0, false },
  [ENTI] = { "ENTI", 48, 0, false },
  [EVAL] = { "EVAL",  8, 0, false },
  [WALL] = { "WALL",  1, 0, false },
  [WRLD] = { "WRLD", 24, 0, false },
  [WDAT] = { "WDAT",  1, 0, false },
  [PAGE] = { "PAGE", 32, UNDERSTAND, false },
  [PIXL] = { "PIXL",  1, 0, false },
};

static uint64_t
align (uint64_t size)
{
  return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* ---- counting ---- */

static bool
has_attributes (const KbBankShape *shape)
{
  return *kb_bank_text (shape->name) || shape->n_values > 0;
}

static void
count_shape (Writer *w, const KbBankShape *shape)
{
  w->count[SHAP]++;
  w->count[CIRC] += shape->kind == KB_BANK_CIRCLE;
  w->count[ORNT] += shape->kind == KB_BANK_ORIENTED;
  w->count[ATTR] += has_attributes (shape);
  w->count[VALU] += shape->n_values;
  if (shape->kind == KB_BANK_ORIENTED || shape->kind == KB_BANK_POLYGON) {
    w->count[PART] += shape->n_parts;
    for (uint32_t i = 0; i < shape->n_parts; i++)
      w->part_vertices += shape->parts[i].n_vertices;
  }
  if (shape->kind == KB_BANK_POLYGON) {
    w->count[OUTL]++;
    w->count[VERT] += shape->outline.n_vertices;
  }
}

static void
count_all (Writer *w)
{
  const KbBankContent *content = w->content;
  w->count[STRS] = w->strings.size;
  w->count[CLAS] = content->n_classes;
  w->count[SPRT] = content->n_sprites;
  kb_bank_count_zones (w);
  kb_bank_count_levels (w);
  kb_bank_count_worlds (w);
  w->count[PAGE] = content->n_pages;
  for (uint32_t i = 0; i < content->n_pages; i++)
    if (content->pages[i].size > 0)
      w->count[PIXL] = align (w->count[PIXL]) + content->pages[i].size;
  for (uint32_t i = 0; i < content->n_sprites; i++) {
    const KbBankSprite *sprite = &content->sprites[i];
    w->count[FRAM] += sprite->n_frames;
    w->count[ANIM] += sprite->n_animations;
    for (uint32_t k = 0; k < sprite->n_animations; k++)
      w->count[STEP] += sprite->animations[k].n_steps;
    for (uint32_t k = 0; k < sprite->n_frames; k++) {
      w->count[POIN] += sprite->frames[k].n_points;
      for (uint32_t s = 0; s < sprite->frames[k].n_shapes; s++)
        count_shape (w, &sprite->frames[k].shapes[s]);
    }
  }
  w->count[VERT] += w->part_vertices;
}

static bool
present (const Writer *w, Section section)
{
  return sections[section].always || w->count[section] > 0;
}

static bool
lay_out (Writer *w, KbBankError *error)
{
  for (Section s = 0; s < N_SECTIONS; s++) {
    if (w->count[s] * sections[s].stride > UINT32_MAX)
      return kb_bank_fail (error, NULL, "the bank is too large: section %s has %llu bytes; expected less than 4 GiB",
                           sections[s].name, (unsigned long long) (w->count[s] * sections[s].stride));
    w->n_sections += present (w, s);
  }
  uint64_t at = HEADER_SIZE + (uint64_t) ENTRY_SIZE * w->n_sections;
  for (Section s = 0; s < N_SECTIONS; s++) {
    if (!present (w, s))
      continue;
    /* Levels and worlds are read fastest from such places. */
    w->offset[s] = s == WALL || s == WDAT ? kb_bank_level_place (at) : align (at);
    at = w->offset[s] + w->count[s] * sections[s].stride;
  }
  w->total = at;
  if (w->total > SIZE_MAX)
    return kb_bank_no_memory (error);
  return true;
}

/* ---- filling ---- */

static void
fill_ring (Writer *w, const KbBankRing *ring)
{
  for (uint32_t i = 0; i < ring->n_vertices; i++) {
    put_i32 (w, VERT, ring->vertices[i].x);
    put_i32 (w, VERT, ring->vertices[i].y);
  }
}

static void
fill_parts (Writer *w, const KbBankShape *shape)
{
  for (uint32_t i = 0; i < shape->n_parts; i++) {
    put_u32 (w, PART, w->done[VERT]);
    put_u32 (w, PART, shape->parts[i].n_vertices);
    fill_ring (w, &shape->parts[i]);
    w->done[VERT] += shape->parts[i].n_vertices;
  }
  w->done[PART] += shape->n_parts;
}

static void
fill_oriented (Writer *w, const KbBankShape *shape)
{
  put_u32 (w, ORNT, w->done[SHAP]);
  put_i32 (w, ORNT, shape->cx);
  put_i32 (w, ORNT, shape->cy);
  put_i32 (w, ORNT, shape->ow);
  put_i32 (w, ORNT, shape->oh);
  put_f32 (w, ORNT, shape->ux);
  put_f32 (w, ORNT, shape->uy);
  put_u32 (w, ORNT, 0);
}

static void
fill_outline (Writer *w, const KbBankShape *shape)
{
  put_u32 (w, OUTL, w->done[SHAP]);
  put_u32 (w, OUTL, w->outline_done);
  put_u32 (w, OUTL, shape->outline.n_vertices);
  uint8_t *parts_at = w->at[VERT];
  w->at[VERT] = w->outline_at;
  fill_ring (w, &shape->outline);
  w->outline_at = w->at[VERT];
  w->at[VERT] = parts_at;
  w->outline_done += shape->outline.n_vertices;
}

static void
fill_attributes (Writer *w, const KbBankShape *shape)
{
  put_u32 (w, ATTR, w->done[SHAP]);
  put_string (w, ATTR, shape->name);
  put_u32 (w, ATTR, w->done[VALU]);
  put_u32 (w, ATTR, shape->n_values);
  for (uint32_t i = 0; i < shape->n_values; i++) {
    put_string (w, VALU, shape->values[i].key);
    put_string (w, VALU, shape->values[i].value);
  }
  w->done[VALU] += shape->n_values;
}

static void
fill_shape (Writer *w, const KbBankShape *shape, const int32_t bounds[4])
{
  bool parts = shape->kind == KB_BANK_ORIENTED || shape->kind == KB_BANK_POLYGON;
  bool circle = shape->kind == KB_BANK_CIRCLE;
  put (w, SHAP, (uint64_t) shape->kind, 1);
  put (w, SHAP, shape->class_index, 1);
  put_u16 (w, SHAP, parts ? shape->n_parts : 0);
  for (int i = 0; i < 4; i++)
    put_i16 (w, SHAP, bounds[i]);
  put_u32 (w, SHAP, parts ? w->done[PART] : circle ? w->done[CIRC] : 0);
  if (circle) {
    put_i32 (w, CIRC, shape->cx);
    put_i32 (w, CIRC, shape->cy);
    put_i32 (w, CIRC, shape->r);
    w->done[CIRC]++;
  }
  if (parts)
    fill_parts (w, shape);
  if (shape->kind == KB_BANK_ORIENTED)
    fill_oriented (w, shape);
  if (shape->kind == KB_BANK_POLYGON)
    fill_outline (w, shape);
  if (has_attributes (shape))
    fill_attributes (w, shape);
  w->done[SHAP]++;
}

static void
fill_points (Writer *w, const KbBankFrame *frame)
{
  for (uint32_t i = 0; i < frame->n_points; i++) {
    const KbBankPoint *point = &frame->points[i];
    put_string (w, POIN, point->name);
    put_i16 (w, POIN, point->x);
    put_i16 (w, POIN, point->y);
    put_f32 (w, POIN, point->dx);
    put_f32 (w, POIN, point->dy);
    put_u32 (w, POIN, 0);
  }
  w->done[POIN] += frame->n_points;
}

enum { HAS_HOT_SPOT = 1, HAS_PICTURE = 2 };

static void
fill_frame (Writer *w, const KbBankFrame *frame)
{
  bool hot = frame->has_hot_spot, picture = frame->has_picture;
  put_string (w, FRAM, frame->name);
  put_u32 (w, FRAM, w->done[SHAP]);
  put_u32 (w, FRAM, w->done[POIN]);
  put_u16 (w, FRAM, frame->n_shapes);
  put_u16 (w, FRAM, frame->n_points);
  put_u16 (w, FRAM, frame->w);
  put_u16 (w, FRAM, frame->h);
  put_i16 (w, FRAM, hot ? frame->hot_x : 0);
  put_i16 (w, FRAM, hot ? frame->hot_y : 0);
  put_u16 (w, FRAM, (hot ? HAS_HOT_SPOT : 0) | (picture ? HAS_PICTURE : 0));
  put_u16 (w, FRAM, picture ? frame->page : 0);
  put_u16 (w, FRAM, picture ? frame->atlas_x : 0);
  put_u16 (w, FRAM, picture ? frame->atlas_y : 0);
  put_u16 (w, FRAM, picture ? frame->atlas_w : 0);
  put_u16 (w, FRAM, picture ? frame->atlas_h : 0);
  put_i16 (w, FRAM, picture ? frame->trim_x : 0);
  put_i16 (w, FRAM, picture ? frame->trim_y : 0);

  int32_t all[4] = { 0, 0, 0, 0 };
  uint64_t classes = 0;
  for (uint32_t i = 0; i < frame->n_shapes; i++) {
    int32_t one[4];
    kb_bank_shape_bounds (&frame->shapes[i], one);
    for (int k = 0; k < 4; k++)
      if (i == 0 || (k < 2 ? one[k] < all[k] : one[k] > all[k]))
        all[k] = one[k];
    classes |= UINT64_C (1) << frame->shapes[i].class_index;
    fill_shape (w, &frame->shapes[i], one);
  }
  for (int k = 0; k < 4; k++)
    put_i16 (w, FRAM, all[k]);
  put_u64 (w, FRAM, classes);
  put_u64 (w, FRAM, 0);
  fill_points (w, frame);
}

static void
fill_animation (Writer *w, const KbBankAnimation *animation, uint32_t first_frame)
{
  uint32_t end = 0;
  put_string (w, ANIM, animation->name);
  put_u32 (w, ANIM, w->done[STEP]);
  put_u32 (w, ANIM, animation->n_steps);
  put_u32 (w, ANIM, (uint32_t) animation->loop);
  for (uint32_t i = 0; i < animation->n_steps; i++) {
    end += animation->steps[i].ms;
    put_u32 (w, STEP, first_frame + animation->steps[i].frame);
    put_u32 (w, STEP, end);
  }
  put_u32 (w, ANIM, end);
  put_u32 (w, ANIM, 0);
  w->done[STEP] += animation->n_steps;
}

static void
fill_sprite (Writer *w, const KbBankSprite *sprite)
{
  uint32_t first_frame = w->done[FRAM];
  put_string (w, SPRT, sprite->name);
  put_u32 (w, SPRT, first_frame);
  put_u32 (w, SPRT, sprite->n_frames);
  put_u32 (w, SPRT, w->done[ANIM]);
  put_u32 (w, SPRT, sprite->n_animations);
  for (int i = 0; i < 3; i++)
    put_u32 (w, SPRT, 0);
  for (uint32_t i = 0; i < sprite->n_frames; i++)
    fill_frame (w, &sprite->frames[i]);
  w->done[FRAM] += sprite->n_frames;
  for (uint32_t i = 0; i < sprite->n_animations; i++)
    fill_animation (w, &sprite->animations[i], first_frame);
  w->done[ANIM] += sprite->n_animations;
}

static void
fill_pages (Writer *w)
{
  uint64_t at = 0;
  for (uint32_t i = 0; i < w->content->n_pages; i++) {
    const KbBankPage *page = &w->content->pages[i];
    if (page->size > 0) {
      at = align (at);
      if (w->whole)
        memcpy (w->at[PIXL] + at, page->data, page->size);
    }
    put_string (w, PAGE, page->name);
    put_u32 (w, PAGE, (uint32_t) page->encoding);
    put_u16 (w, PAGE, page->w);
    put_u16 (w, PAGE, page->h);
    put_u32 (w, PAGE, 0);
    put_u64 (w, PAGE, page->size > 0 ? at : 0);
    put_u64 (w, PAGE, page->size);
    at += page->size;
  }
}

static void
fill_all (Writer *w)
{
  const KbBankContent *content = w->content;
  for (Section s = 0; s < N_SECTIONS; s++)
    w->at[s] = w->bytes + w->offset[s];
  w->outline_done = (uint32_t) w->part_vertices;
  w->outline_at = w->at[VERT] + w->part_vertices * sections[VERT].stride;
  kb_bank_strings_fill (&w->strings, w->at[STRS]);
  for (uint32_t i = 0; i < content->n_classes; i++) {
    put_string (w, CLAS, content->classes[i].name);
    put_u32 (w, CLAS, content->classes[i].colour);
    put_u64 (w, CLAS, 0);
  }
  for (uint32_t i = 0; i < content->n_sprites; i++)
    fill_sprite (w, &content->sprites[i]);
  kb_bank_fill_zones (w);
  kb_bank_fill_levels (w);
  kb_bank_fill_worlds (w);
  fill_pages (w);
}

static void
store (uint8_t *to, uint64_t value, int size)
{
  for (int i = 0; i < size; i++)
    to[i] = (uint8_t) (value >> 8 * i);
}

static void
fill_header (Writer *w)
{
  static const uint8_t magic[8] = { 0x8A, 'K', 'B', 'X', '\r', '\n', 0x1A, '\n' };
  uint8_t *header = w->bytes, *entry = w->bytes + HEADER_SIZE;
  memcpy (header, magic, sizeof magic);
  store (header + 8, KB_BANK_MAJOR, 2);
  store (header + 10, kb_bank_minor (w->content), 2);
  store (header + 12, HEADER_SIZE, 4);
  store (header + 16, w->total, 8);
  store (header + 24, w->n_sections, 4);
  store (header + 28, HEADER_SIZE, 4);
  for (Section s = 0; s < N_SECTIONS; s++) {
    if (!present (w, s))
      continue;
    uint64_t size = w->count[s] * sections[s].stride;
    memcpy (entry, sections[s].name, 4);
    store (entry + 4, sections[s].flags, 4);
    store (entry + 8, w->offset[s], 8);
    store (entry + 16, size, 8);
    store (entry + 24, w->count[s], 4);
    store (entry + 28, sections[s].stride, 4);
    uint32_t crc = s == PIXL && !w->whole ? w->pixels_crc : kb_bank_crc32c (0, w->bytes + w->offset[s], size);
    store (entry + 32, crc, 4);
    entry += ENTRY_SIZE;
  }
  /* The checksum of the header while its own field is zero, and of the table that follows it. */
  store (header + 32, kb_bank_crc32c (0, w->bytes, (size_t) (entry - w->bytes)), 4);
}

static bool
write_bank (Writer *w, const KbBankContent *content, uint8_t **bytes, size_t *size, KbBankError *error)
{
  w->content = content;
  *bytes = NULL;
  *size = 0;
  if (!kb_bank_check (content, error) || !kb_bank_check_order (content, error))
    return false;
  if (!kb_bank_strings_collect (&w->strings, content))
    return kb_bank_no_memory (error);
  bool good = (kb_bank_bitmaps_collect (&w->bitmaps, content) && kb_bank_paintings_collect (&w->paintings, content))
    || kb_bank_no_memory (error);
  if (good) {
    count_all (w);
    good = lay_out (w, error);
  }
  if (good) {
    *size = (size_t) (w->whole || !present (w, PIXL) ? w->total : w->offset[PIXL]);
    w->bytes = calloc (1, *size);   /* padding and reserved fields are zero */
    good = w->bytes || kb_bank_no_memory (error);
  }
  if (good) {
    fill_all (w);
    fill_header (w);
    *bytes = w->bytes;
  } else
    *size = 0;
  kb_bank_blobs_clear (&w->bitmaps);
  kb_bank_blobs_clear (&w->paintings);
  kb_bank_strings_clear (&w->strings);
  return good;
}

bool
kb_bank_write (const KbBankContent *content, uint8_t **bytes, size_t *size, KbBankError *error)
{
  Writer w = { .whole = true };
  return write_bank (&w, content, bytes, size, error);
}

bool
kb_bank_write_head (const KbBankContent *content, uint32_t crc, uint8_t **bytes, size_t *size, KbBankError *error)
{
  Writer w = { .pixels_crc = crc };
  return write_bank (&w, content, bytes, size, error);
}
