/* SPDX-License-Identifier: MIT */
/* Places rectangles on pages. Many pictures are first divided into strips of the page's width, each
 * with some rows of pictures. The marks of nearby items decide where a strip ends. So a picture's
 * new size affects only its own strip, and encoded data of others stays valid. Within a strip:
 * skyline method, tallest first. Deterministic. */
#ifndef KB_BAKE_PACK_H
#define KB_BAKE_PACK_H

#include <glib.h>

typedef struct {
  guint w, h;          /* in: at least 1, at most the page size */
  guint64 mark;        /* in: a hash of the item's identity, not of its pixels */
  /* out: edge pixels repeated on each side (fewer than asked on a full page) */
  guint border_x, border_y;
  guint page, x, y;    /* out: position of the rectangle itself; the border is around it */
  guint strip;         /* out */
} KbPackItem;

typedef struct {
  guint page, y, h;    /* its rows, including the padding below */
  guint first, count;  /* its items: order[first .. first + count) */
} KbPackStrip;

typedef struct { guint w, h; } KbPackPage;

typedef struct {
  guint page_size;     /* largest side */
  guint padding;       /* empty pixels between borders of neighbours */
  guint border;        /* edge pixels repeated on each side */
  gboolean power_of_two;
} KbPackRules;

typedef struct {
  KbPackStrip *strips;
  guint n_strips;
  KbPackPage *pages;
  guint n_pages;
  guint *order;        /* indices of items, strip by strip */
} KbPack;

void kb_pack (KbPackItem *items, guint n_items, const KbPackRules *rules, KbPack *pack);
void kb_pack_clear (KbPack *pack);

#endif
