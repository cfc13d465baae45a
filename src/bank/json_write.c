/* SPDX-License-Identifier: MIT */
/* Content -> JSON bank. Keys are sorted, a frame's shape or point takes one line, numbers are exact:
 * 1/256 pixels as decimals without rounding, floats with nine digits. Written by hand because pages of
 * pictures are long and every byte has to be the same everywhere. */
#include "bank/json_writer.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
kb_bank_print (Out *out, const char *format, ...)
{
  char text[128];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  kb_bank_buffer_text (out, text);
}

void
kb_bank_print_string (Out *out, const char *text)
{
  static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  text = kb_bank_text (text);
  kb_bank_buffer_text (out, "\"");
  for (const char *p = text; *p;) {
    size_t plain = 0;
    while ((unsigned char) p[plain] >= 0x20 && p[plain] != '"' && p[plain] != '\\')
      plain++;
    kb_bank_buffer_add (out, p, plain);
    p += plain;
    if (!*p)
      break;
    const char *short_form = strchr (escaped, *p);
    if (short_form)
      kb_bank_print (out, "\\%c", letters[short_form - escaped]);
    else
      kb_bank_print (out, "\\u%04x", (unsigned) (unsigned char) *p);
    p++;
  }
  kb_bank_buffer_text (out, "\"");
}

/* 1/256 has eight decimals: 0.00390625. */
void
kb_bank_print_fixed (Out *out, kb_fixed value)
{
  int64_t magnitude = value < 0 ? -(int64_t) value : value;
  char text[48];
  int n = snprintf (text, sizeof text, "%s%" PRId64 ".%08" PRId64, value < 0 ? "-" : "",
                    magnitude / 256, magnitude % 256 * 390625);
  while (text[n - 1] == '0')
    n--;
  if (text[n - 1] == '.')
    n--;
  kb_bank_buffer_add (out, text, (size_t) n);
}

/* Nine digits name one float. The locale may have its own decimal point, which JSON does not know. */
static void
print_float (Out *out, float value)
{
  char text[48];
  bool point = false;
  snprintf (text, sizeof text, "%.9g", value == 0 ? 0.0 : (double) value);
  for (const char *p = text; *p; p++) {
    bool own = (*p >= '0' && *p <= '9') || strchr ("+-e", *p);
    if (own)
      kb_bank_buffer_add (out, p, 1);
    else if (!point)
      kb_bank_buffer_text (out, ".");
    point = point || !own;
  }
}

void
kb_bank_print_pair (Out *out, const char *key, kb_fixed x, kb_fixed y)
{
  kb_bank_print (out, "%s[", key);
  kb_bank_print_fixed (out, x);
  kb_bank_buffer_text (out, ", ");
  kb_bank_print_fixed (out, y);
  kb_bank_buffer_text (out, "]");
}

void
kb_bank_print_values (Out *out, const KbBankValue *values, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    kb_bank_buffer_text (out, i > 0 ? ", " : ", \"values\": {");
    kb_bank_print_string (out, values[i].key);
    kb_bank_buffer_text (out, ": ");
    kb_bank_print_string (out, values[i].value);
  }
  kb_bank_buffer_text (out, n > 0 ? "}" : "");
}

static void
print_ring (Out *out, const KbBankRing *ring)
{
  kb_bank_buffer_text (out, "[");
  for (uint32_t i = 0; i < ring->n_vertices; i++)
    kb_bank_print_pair (out, i > 0 ? ", " : "", ring->vertices[i].x, ring->vertices[i].y);
  kb_bank_buffer_text (out, "]");
}

void
kb_bank_print_direction (Out *out, float x, float y)
{
  kb_bank_buffer_text (out, "[");
  print_float (out, x);
  kb_bank_buffer_text (out, ", ");
  print_float (out, y);
  kb_bank_buffer_text (out, "]");
}

/* The opening of a list whose items take a line each, and of its items; an empty list is "[]". */
void
kb_bank_open_item (Out *out, uint32_t i, const char *indent)
{
  kb_bank_print (out, "%s\n%s  ", i > 0 ? "," : "", indent);
}

void
kb_bank_close_list (Out *out, uint32_t count, const char *indent)
{
  if (count > 0)
    kb_bank_print (out, "\n%s", indent);
  kb_bank_buffer_text (out, "]");
}

/* ---- shapes: keys in order are box | circle, class, corners, name, oriented, parts, polygon, values ---- */

static void
print_shape (Out *out, const KbBankContent *content, const KbBankShape *shape)
{
  kb_bank_buffer_text (out, "{");
  if (shape->kind == KB_BANK_BOX)
    kb_bank_print (out, "\"box\": [%d, %d, %d, %d], ", shape->x, shape->y, shape->w, shape->h);
  if (shape->kind == KB_BANK_CIRCLE) {
    kb_bank_buffer_text (out, "\"circle\": [");
    kb_bank_print_fixed (out, shape->cx);
    kb_bank_buffer_text (out, ", ");
    kb_bank_print_fixed (out, shape->cy);
    kb_bank_buffer_text (out, ", ");
    kb_bank_print_fixed (out, shape->r);
    kb_bank_buffer_text (out, "], ");
  }
  kb_bank_buffer_text (out, "\"class\": ");
  kb_bank_print_string (out, content->classes[shape->class_index].name);
  if (shape->kind == KB_BANK_ORIENTED) {
    kb_bank_buffer_text (out, ", \"corners\": ");
    print_ring (out, &shape->parts[0]);
  }
  if (*kb_bank_text (shape->name)) {
    kb_bank_buffer_text (out, ", \"name\": ");
    kb_bank_print_string (out, shape->name);
  }
  if (shape->kind == KB_BANK_ORIENTED) {
    kb_bank_buffer_text (out, ", \"oriented\": {\"axis\": ");
    kb_bank_print_direction (out, shape->ux, shape->uy);
    kb_bank_print_pair (out, ", \"centre\": ", shape->cx, shape->cy);
    kb_bank_print_pair (out, ", \"size\": ", shape->ow, shape->oh);
    kb_bank_buffer_text (out, "}");
  }
  if (shape->kind == KB_BANK_POLYGON) {
    kb_bank_buffer_text (out, ", \"parts\": [");
    for (uint32_t i = 0; i < shape->n_parts; i++) {
      kb_bank_buffer_text (out, i > 0 ? ", " : "");
      print_ring (out, &shape->parts[i]);
    }
    kb_bank_buffer_text (out, "], \"polygon\": ");
    print_ring (out, &shape->outline);
  }
  kb_bank_print_values (out, shape->values, shape->n_values);
  kb_bank_buffer_text (out, "}");
}

static void
print_point (Out *out, const KbBankPoint *point)
{
  kb_bank_print (out, "{\"at\": [%d, %d], \"direction\": ", point->x, point->y);
  if (point->dx != 0 || point->dy != 0)
    kb_bank_print_direction (out, point->dx, point->dy);
  else
    kb_bank_buffer_text (out, "null");
  kb_bank_buffer_text (out, ", \"name\": ");
  kb_bank_print_string (out, point->name);
  kb_bank_buffer_text (out, "}");
}

/* "mask": {"rows": [[5, 11], [], [4, 6, 9, 12]], "top": 1} */
static void
print_mask (Out *out, const KbBankFrame *frame, const char *indent)
{
  int32_t top, bottom, first, end;
  kb_bank_bitmap_rows (frame, &top, &bottom);
  kb_bank_print (out, "%s\"mask\": {\"rows\": [", indent);
  for (int32_t y = top; y < bottom; y++) {
    end = 0;
    kb_bank_buffer_text (out, y > top ? ", [" : "[");
    for (bool next = false; kb_bank_bitmap_run (frame, y, end, &first, &end); next = true)
      kb_bank_print (out, "%s%d, %d", next ? ", " : "", first, end);
    kb_bank_buffer_text (out, "]");
  }
  kb_bank_print (out, "], \"top\": %d},\n", top);
}

static void
print_frame (Out *out, const KbBankContent *content, const KbBankFrame *frame)
{
  static const char indent[] = "          ";
  kb_bank_print (out, "{\n%s\"action_points\": [", indent);
  for (uint32_t i = 0; i < frame->n_points; i++) {
    kb_bank_open_item (out, i, indent);
    print_point (out, &frame->points[i]);
  }
  kb_bank_close_list (out, frame->n_points, indent);
  if (frame->has_hot_spot)
    kb_bank_print (out, ",\n%s\"hot_spot\": [%d, %d],\n", indent, frame->hot_x, frame->hot_y);
  else
    kb_bank_print (out, ",\n%s\"hot_spot\": null,\n", indent);
  if (frame->bitmap)
    print_mask (out, frame, indent);
  kb_bank_print (out, "%s\"name\": ", indent);
  kb_bank_print_string (out, frame->name);
  if (frame->painting.bytes)
    kb_bank_print_painted (out, frame, indent);
  if (frame->has_picture)
    kb_bank_print (out, ",\n%s\"picture\": {\"page\": %u, \"rect\": [%u, %u, %u, %u], \"trim\": [%d, %d]},\n",
           indent, frame->page, frame->atlas_x, frame->atlas_y, frame->atlas_w, frame->atlas_h,
           frame->trim_x, frame->trim_y);
  else
    kb_bank_print (out, ",\n%s\"picture\": null,\n", indent);
  kb_bank_print (out, "%s\"shapes\": [", indent);
  for (uint32_t i = 0; i < frame->n_shapes; i++) {
    kb_bank_open_item (out, i, indent);
    print_shape (out, content, &frame->shapes[i]);
  }
  kb_bank_close_list (out, frame->n_shapes, indent);
  kb_bank_print (out, ",\n%s\"size\": [%u, %u]\n        }", indent, frame->w, frame->h);
}

static void
print_animation (Out *out, const KbBankAnimation *animation)
{
  kb_bank_print (out, "{\"loop\": \"%s\", \"name\": ", kb_bank_loop_names[animation->loop]);
  kb_bank_print_string (out, animation->name);
  kb_bank_buffer_text (out, ", \"steps\": [");
  for (uint32_t i = 0; i < animation->n_steps; i++)
    kb_bank_print (out, "%s{\"frame\": %u, \"ms\": %u}", i > 0 ? ", " : "",
           animation->steps[i].frame, animation->steps[i].ms);
  kb_bank_buffer_text (out, "]}");
}

static void
print_sprite (Out *out, const KbBankContent *content, const KbBankSprite *sprite)
{
  static const char indent[] = "      ";
  kb_bank_print (out, "{\n%s\"animations\": [", indent);
  for (uint32_t i = 0; i < sprite->n_animations; i++) {
    kb_bank_open_item (out, i, indent);
    print_animation (out, &sprite->animations[i]);
  }
  kb_bank_close_list (out, sprite->n_animations, indent);
  kb_bank_print (out, ",\n%s\"frames\": [", indent);
  for (uint32_t i = 0; i < sprite->n_frames; i++) {
    kb_bank_open_item (out, i, indent);
    print_frame (out, content, &sprite->frames[i]);
  }
  kb_bank_close_list (out, sprite->n_frames, indent);
  kb_bank_print (out, ",\n%s\"name\": ", indent);
  kb_bank_print_string (out, sprite->name);
  if (sprite->n_zones > 0)
    kb_bank_print_zones (out, ",\n      \"zones\": ", sprite->zones, sprite->n_zones, false);
  kb_bank_buffer_text (out, "\n    }");
}

static void
print_page (Out *out, const KbBankPage *page)
{
  kb_bank_buffer_text (out, "{");
  if (page->size > 0) {
    kb_bank_buffer_text (out, "\"data\": \"");
    kb_bank_base64_write (out, page->data, page->size);
    kb_bank_buffer_text (out, "\", ");
  }
  kb_bank_print (out, "\"encoding\": \"%s\", ", kb_bank_encoding_names[page->encoding]);
  if (*kb_bank_text (page->name)) {
    kb_bank_buffer_text (out, "\"name\": ");
    kb_bank_print_string (out, page->name);
    kb_bank_buffer_text (out, ", ");
  }
  kb_bank_print (out, "\"size\": [%u, %u]}", page->w, page->h);
}

static void
print_bank (Out *out, const KbBankContent *content)
{
  kb_bank_buffer_text (out, "{\n  \"classes\": [");
  for (uint32_t i = 0; i < content->n_classes; i++) {
    kb_bank_open_item (out, i, "  ");
    kb_bank_print (out, "{\"colour\": \"#%08x\", \"name\": ", content->classes[i].colour);
    kb_bank_print_string (out, content->classes[i].name);
    kb_bank_buffer_text (out, "}");
  }
  kb_bank_close_list (out, content->n_classes, "  ");
  kb_bank_print (out, ",\n  \"kickbox_bank\": {\"major\": %d, \"minor\": %d},\n",
         KB_BANK_MAJOR, (int) kb_bank_minor (content));
  kb_bank_print_levels (out, content);
  kb_bank_print_masks (out, content);
  kb_bank_buffer_text (out, "  \"pages\": [");
  for (uint32_t i = 0; i < content->n_pages; i++) {
    kb_bank_open_item (out, i, "  ");
    print_page (out, &content->pages[i]);
  }
  kb_bank_close_list (out, content->n_pages, "  ");
  kb_bank_buffer_text (out, ",\n  \"sprites\": [");
  for (uint32_t i = 0; i < content->n_sprites; i++) {
    kb_bank_open_item (out, i, "  ");
    print_sprite (out, content, &content->sprites[i]);
  }
  kb_bank_close_list (out, content->n_sprites, "  ");
  kb_bank_print_tracks (out, content);
  kb_bank_buffer_text (out, "\n}\n");
}

bool
kb_bank_json_write (const KbBankContent *content, char **text, size_t *length, KbBankError *error)
{
  Out out = { 0 };
  *text = NULL;
  *length = 0;
  if (!kb_bank_check (content, error) || !kb_bank_check_order (content, error))
    return false;
  print_bank (&out, content);
  kb_bank_buffer_add (&out, "", 1);
  if (out.failed) {
    free (out.data);
    return kb_bank_no_memory (error);
  }
  *text = out.data;
  *length = out.size - 1;
  return true;
}
