/* SPDX-License-Identifier: MIT */
/* Joins assets of several banks as they are in the file. A part's records are one range of each
 * section. In the joined bank they follow those of the part before, so all indices into a section
 * grow by the same number. Texts, bitmaps, paintings and assets that it refers to are looked up. */
#ifndef KB_BANK_JOIN_H
#define KB_BANK_JOIN_H

#include "bank/content.h"

/* An asset of a bank. Other assets there stand for those that it refers to. */
typedef struct KbBankPart KbBankPart;

/* `bytes`: of a bank that the runtime has opened; borrowed. `kind`: "sprite", "mask", "track" or
 * "level". NULL: the bank has no such asset, or memory ran out. Cost: linear in its records. */
KbBankPart *kb_bank_part_new (const uint8_t *bytes, const char *kind, const char *name);
void kb_bank_part_free (KbBankPart *part);

/* Whether their banks have the same classes. */
bool kb_bank_part_same_classes (const KbBankPart *a, const KbBankPart *b);

/* The name of a sprite, and its frames, but only their sizes and the places of their pictures.
 * Returns false if memory runs out. */
bool kb_bank_part_frames (const KbBankPart *part, KbBankSprite *sprite);

/* In the order of a bank: sprites, masks, tracks, levels, each by name; 0: the same asset. */
int kb_bank_part_compare (const KbBankPart *a, const KbBankPart *b);

typedef struct KbBankJoin {
  KbBankPart **parts;             /* in that order, each once */
  uint32_t n;
  /* Of each sprite: the places of its frames' pictures. NULL: no pictures, and no bitmaps. */
  const KbBankSprite *sprites;
} KbBankJoin;

/* Finds what the part refers to. Returns false if it is missing, or was another when the part was
 * made. */
bool kb_bank_join_look (const KbBankJoin *join, KbBankPart *part, KbBankError *error);

/* Copies what is joined in one content to the lists of another. Pages of pictures are those of the
 * parts. */
bool kb_bank_join_unpack (const KbBankContent *joined, KbBankContent *content, KbBankError *error);

#endif
