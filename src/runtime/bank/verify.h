/* SPDX-License-Identifier: MIT */
/* The check of a bank's records, made once by kbx_bank_open after sections and checksums. It
 * refuses everything in docs/bank-format.md, "What a reader refuses". Queries rely on it: indices
 * and strings are inside their sections, and coordinates within KBX_LIMIT_LOW..HIGH. Parts are
 * strictly convex, 3 to 255 vertices, clockwise on the screen; boxes are minimal; sorted records
 * ascend. Packed bytes pass kbx_open, and their classes, zones, sprites and frames exist. */
#ifndef KBX_VERIFY_H
#define KBX_VERIFY_H

#include "runtime/bank/records.h"

#define KBX_LIMIT_LOW (-32768)
#define KBX_LIMIT_HIGH 32767

/* The kind of record in a section. */
typedef struct {
  char name[5];
  uint32_t record_size; /* 1 for byte sections */
  bool required;
} kbx_section_kind;

/* Indexed by the KBX_SECTION_ numbers. */
KBX_INTERNAL const kbx_section_kind *kbx_section_kind_of (int section);

/* Fills in *error (unless NULL) and returns the status. */
KBX_INTERNAL kbx_status kbx_fail (kbx_error *error, kbx_status status, uint64_t offset,
                                  const char *section, const char *message);

/* Checks all records of a bank whose sections are set. Linear in the size of the bank. */
KBX_INTERNAL kbx_status kbx_verify_records (const kbx_bank *bank, kbx_error *error);

#endif
