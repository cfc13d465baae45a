/* SPDX-License-Identifier: MIT */
/* Places rectangles on pages. Up to KB_PACK_FEW share pages of the best width. Of more, a group has
 * a strip of its own, whatever the others are, if it fills one of some widths well. Pages of that
 * width have such strips. The rest is divided into strips with some rows of pictures, which
 * end by the marks of nearby items. So a picture's new size affects only its own strip, and encoded
 * data of others stays valid. Within a strip: skyline method, tallest first. Deterministic. */
#ifndef KB_BAKE_PACK_H
#define KB_BAKE_PACK_H

#include <glib.h>

#define KB_PACK_FEW 200

typedef struct {
  guint w, h;          /* in: at least 1, at most the page size */
  guint64 mark;        /* in: a hash of the item's identity, not of its pixels */
  guint group;         /* in: of its sprite; items of a group are in a row */
  /* out: edge pixels repeated on each side (fewer than asked on a full page) */
  guint border_x, border_y;
  guint page, x, y;    /* out: position of the rectangle itself; the border is around it */
  guint strip;         /* out */
} KbPackItem;

typedef struct {
  guint page, y, h;    /* its rows, including the padding below */
  guint first, count;  /* its items: order[first .. first + count) */
  gboolean own;        /* of one group, as if there were no others */
} KbPackStrip;

typedef struct {
  guint w, h;
  gboolean full;       /* for kb_pack: the next strip begins another one */
} KbPackPage;

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

/* `many`: as if there were more than KB_PACK_FEW. */
void kb_pack (KbPackItem *items, guint n_items, const KbPackRules *rules, gboolean many,
              KbPack *pack);
void kb_pack_clear (KbPack *pack);

#endif
