/* SPDX-License-Identifier: MIT */
/* Makes banks for tests: a few calls fill a KbBankContent, kb_maker_write gives its bytes.
 *
 * The content owns everything; clear it with kb_bank_content_clear. A pointer to a sprite, frame, animation or
 * shape is good until the next one of its kind is added beside it. Failures end the test. */
#ifndef KB_BANK_MAKER_H
#define KB_BANK_MAKER_H

#include "bank/content.h"

#include <glib.h>

void kb_maker_class (KbBankContent *content, const char *name, uint32_t colour);
KbBankSprite *kb_maker_sprite (KbBankContent *content, const char *name);

/* A frame with a hot spot and no picture. */
KbBankFrame *kb_maker_frame (KbBankSprite *sprite, const char *name, uint32_t w, uint32_t h, int32_t hot_x, int32_t hot_y);
KbBankAnimation *kb_maker_animation (KbBankSprite *sprite, const char *name, KbBankLoop loop);
void kb_maker_step (KbBankAnimation *animation, uint32_t frame, uint32_t ms);
void kb_maker_point (KbBankFrame *frame, const char *name, int32_t x, int32_t y, float dx, float dy);
KbBankPage *kb_maker_page (KbBankContent *content, const char *name, uint32_t w, uint32_t h, KbBankEncoding encoding);

/* Pixels. */
KbBankShape *kb_maker_box (KbBankFrame *frame, uint32_t class_index, int32_t x, int32_t y, int32_t w, int32_t h);
/* 1/256 pixel, here and below. */
/* Both ends and the radius. */
KbBankShape *kb_maker_capsule (KbBankFrame *frame, uint32_t class_index, const kb_fixed v[5]);
KbBankShape *kb_maker_circle (KbBankFrame *frame, uint32_t class_index, kb_fixed cx, kb_fixed cy, kb_fixed r);
KbBankShape *kb_maker_oriented (KbBankFrame *frame, uint32_t class_index, kb_fixed cx, kb_fixed cy, kb_fixed w, kb_fixed h,
                                double degrees);
/* A polygon that does not cross itself, either way round; cut into triangles here. */
KbBankShape *kb_maker_polygon (KbBankFrame *frame, uint32_t class_index, const KbBankVertex *vertices, uint32_t n);
void kb_maker_name (KbBankShape *shape, const char *name);
void kb_maker_value (KbBankShape *shape, const char *key, const char *value);

/* Adds to `sprite` what frame `index` of it looks like mirrored about its hot spot's pixel, and returns it. */
KbBankFrame *kb_maker_mirrored (KbBankSprite *sprite, uint32_t index, bool flip_x, bool flip_y);

/* Shapes of all kinds within -extent..extent pixels, many of them on whole and half pixels, so that edges and
 * corners often just touch. */
void kb_maker_random_shapes (KbBankFrame *frame, GRand *random, uint32_t count, uint32_t n_classes, int32_t extent);
void kb_maker_random_capsule (KbBankFrame *frame, GRand *random, uint32_t class_index, int32_t extent);
KbBankShape *kb_maker_random_shape (KbBankFrame *frame, GRand *random, uint32_t class_index, int32_t extent);

/* The bytes, malloc'ed. */
uint8_t *kb_maker_write (const KbBankContent *content, size_t *size);

/* Changes one u32 of a section of a bank, or of the section's entry in the table ("@NAME"): there a new size, with one record
 * less; what is left over becomes padding. Checksums fit again. */
void kb_maker_damage (uint8_t *bytes, size_t size, const char *section, uint32_t at, uint32_t value);

/* Puts right every checksum of a bank whose header and section table make sense; else leaves it alone. */
void kb_maker_seal (uint8_t *bytes, size_t size);

/* A bank of every feature: two sprites, all kinds of shapes, loop modes and pages. Around 3 KB. */
void kb_maker_small_bank (KbBankContent *content);

#endif
