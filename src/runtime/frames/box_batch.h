/* SPDX-License-Identifier: MIT */
/* Finds which of 64 boxes overlap one: bit i of the result is for boxes[i]. All versions give the
 * same bits. `one` must not be empty; the boxes may be. */
#ifndef KBX_BOX_BATCH_H
#define KBX_BOX_BATCH_H

#include "runtime/bank/records.h"

#if defined(__SSE2__) && defined(__GNUC__) && !defined(KBX_PORTABLE)
#define KBX_BATCH_SSE2 1
#else
#define KBX_BATCH_SSE2 0
#endif

/* Not on Windows, where compilers align the stack to 16 bytes but spill wide registers to it. */
#if KBX_BATCH_SSE2 && !defined(_WIN32)
#define KBX_BATCH_AVX2 1
#else
#define KBX_BATCH_AVX2 0
#endif

#define KBX_BATCH 64u

/* The first `count` of at most 64 boxes. */
KBX_INTERNAL uint64_t kbx_batch_portable (kbx_box one, const kbx_box *boxes, uint32_t count);

#if KBX_BATCH_SSE2
KBX_INTERNAL uint64_t kbx_batch_sse2 (kbx_box one, const kbx_box *boxes);
#endif
#if KBX_BATCH_AVX2
/* Only if the processor has AVX2. */
KBX_INTERNAL uint64_t kbx_batch_avx2 (kbx_box one, const kbx_box *boxes);
#endif

#endif
