/* SPDX-License-Identifier: MIT */
/* CRC-32C (Castagnoli; reflected polynomial 0x82F63B78, start and final value all ones), the
 * checksum of banks. "123456789" gives 0xE3069283. */
#ifndef KBX_CRC32C_H
#define KBX_CRC32C_H

#include "runtime/bank/records.h"

/* The checksum of data[0..size) after the bytes with the checksum `crc` (0 at the start). So
 * `kbx_crc32c (kbx_crc32c (0, a), b)` is that of a followed by b. Uses the processor's instruction
 * if it has one, chosen at run time. Cost: linear. */
KBX_INTERNAL uint32_t kbx_crc32c (uint32_t crc, const void *data, size_t size);

/* The same, always by tables. */
KBX_INTERNAL uint32_t kbx_crc32c_portable (uint32_t crc, const void *data, size_t size);

#endif
