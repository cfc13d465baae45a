/* SPDX-License-Identifier: MIT */
/* The check of a bank's records, made once by kbx_bank_open after the sections have been found and
 * their checksums compared. What it establishes is what the questions rely on:
 * - every index and string reference of every record lies inside its section;
 * - shapes' coordinates lie within KBX_LIMIT_LOW..HIGH pixels, and boxes are not empty;
 * - parts are strictly convex, 3 to 255 vertices, turning once, clockwise on the screen;
 * - boxes of shapes and frames are the smallest that enclose what they stand for;
 * - steps' end times do not fall, and end at the animation's duration;
 * - names of sprites, and the records sorted by shape, ascend strictly;
 * - bitmaps are what kbx_open takes, one after the other, in the order in which frames first use
 *   them;
 * - masks ascend by name, are what kbx_open takes, one after the other, and have no pixel of a
 *   value that is not a
 *   zone's of theirs;
 * - pictures of frames' zones and of tracks are such masks too, in the order of their first use,
 *   with no other values than
 *   those of the sprite's zones or the track's surfaces; they lie in their frames, or have the size
 *   of their track;
 * - tracks ascend by name, and their clearances are what kbx_open takes;
 * - levels ascend by name, are what kbx_open takes, and have as many areas as their records tell;
 *   classes and sprites
 *   of walls, areas and entities are the bank's;
 * - worlds ascend by level and kind, and are what kbx_open takes; their
 *   classes, sprites and frames are the bank's. */
#ifndef KBX_VERIFY_H
#define KBX_VERIFY_H

#include "runtime/records.h"

#define KBX_LIMIT_LOW (-32768)
#define KBX_LIMIT_HIGH 32767

/* What kind of record a section holds. */
typedef struct {
  char name[5];
  uint32_t record_size; /* 1 for byte sections */
  bool required;
} kbx_section_kind;

/* Indexed by the KBX_SECTION_ numbers. */
KBX_INTERNAL const kbx_section_kind *kbx_section_kind_of (int section);

/* Fills *error (where not NULL) and returns the status. */
KBX_INTERNAL kbx_status kbx_fail (kbx_error *error, kbx_status status, uint64_t offset,
                                  const char *section, const char *message);

/* Checks all records of a bank whose sections are set. Linear in the size of the bank. */
KBX_INTERNAL kbx_status kbx_verify_records (const kbx_bank *bank, kbx_error *error);

#endif
