/* SPDX-License-Identifier: MIT */
/* Which of 64 boxes overlap one: bit i of the answer is boxes[i]'s. All the ways give the same
 * bits. `one` must not be empty; the boxes may. */
#ifndef KBX_BOX_BATCH_H
#define KBX_BOX_BATCH_H

#include "runtime/records.h"

#if defined(__SSE2__) && defined(__GNUC__) && !defined(KBX_PORTABLE)
#define KBX_BATCH_SSE2 1
#else
#define KBX_BATCH_SSE2 0
#endif

/* Not on Windows, where compilers keep the stack at 16 bytes and yet put wide registers on it. */
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
/* Only where the processor has AVX2. */
KBX_INTERNAL uint64_t kbx_batch_avx2 (kbx_box one, const kbx_box *boxes);
#endif

#endif
