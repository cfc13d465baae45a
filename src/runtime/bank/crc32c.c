/* SPDX-License-Identifier: MIT */
/* CRC-32C: with the processor's own instruction if it has one, else eight bytes at a time by
 * tables. Sources: slicing, Kounavis and Berry, "A systematic approach to building high performance
 * software-based CRC generators". Three interleaved chains, Gopal et al., "Fast CRC computation for
 * iSCSI polynomial using CRC32 instruction". Folding, Gopal et al., "Fast CRC computation for
 * generic polynomials using PCLMULQDQ instruction". */
#include "runtime/bank/crc32c.h"

#if defined(KBX_PORTABLE)
/* tables only */
#elif defined(__x86_64__) && defined(__GNUC__)
#define KBX_CRC_HARDWARE 1
#include <immintrin.h>
#elif defined(__aarch64__) && defined(__GNUC__)                                                    \
  && (defined(__linux__) || defined(__ARM_FEATURE_CRC32))
#define KBX_CRC_HARDWARE 1
#if defined(__linux__) && !defined(__ARM_FEATURE_CRC32)
#include <sys/auxv.h>
#endif
#endif

/* A CRC is linear: the table's entry for a byte is the exclusive or of the entries for its bits. So
 * eight constants define a table of 256, which the compiler expands. */
#define KBX_CRC_1(i, a, b, c, d, e, f, g, h)                                          \
  (((i) & 1 ? a : 0u) ^ ((i) & 2 ? b : 0u) ^ ((i) & 4 ? c : 0u) ^ ((i) & 8 ? d : 0u) ^ \
   ((i) & 16 ? e : 0u) ^ ((i) & 32 ? f : 0u) ^ ((i) & 64 ? g : 0u) ^ ((i) & 128 ? h : 0u))
#define KBX_CRC_4(i, a, b, c, d, e, f, g, h) \
  KBX_CRC_1 (i, a, b, c, d, e, f, g, h), KBX_CRC_1 ((i) + 1, a, b, c, d, e, f, g, h), \
  KBX_CRC_1 ((i) + 2, a, b, c, d, e, f, g, h), KBX_CRC_1 ((i) + 3, a, b, c, d, e, f, g, h)
#define KBX_CRC_16(i, a, b, c, d, e, f, g, h) \
  KBX_CRC_4 (i, a, b, c, d, e, f, g, h), KBX_CRC_4 ((i) + 4, a, b, c, d, e, f, g, h), \
  KBX_CRC_4 ((i) + 8, a, b, c, d, e, f, g, h), KBX_CRC_4 ((i) + 12, a, b, c, d, e, f, g, h)
#define KBX_CRC_64(i, a, b, c, d, e, f, g, h) \
  KBX_CRC_16 (i, a, b, c, d, e, f, g, h), KBX_CRC_16 ((i) + 16, a, b, c, d, e, f, g, h), \
  KBX_CRC_16 ((i) + 32, a, b, c, d, e, f, g, h), KBX_CRC_16 ((i) + 48, a, b, c, d, e, f, g, h)
#define KBX_CRC_256(a, b, c, d, e, f, g, h) \
  { KBX_CRC_64 (0, a, b, c, d, e, f, g, h), KBX_CRC_64 (64, a, b, c, d, e, f, g, h), \
    KBX_CRC_64 (128, a, b, c, d, e, f, g, h), KBX_CRC_64 (192, a, b, c, d, e, f, g, h) }

#ifdef __OPTIMIZE_SIZE__

/* Optimising for size: one chain of steps, and a table for half a byte. */
#define KBX_CRC_THREE(name, target, step_8)
#define KBX_CRC_GROUPS(three)

static const uint32_t kbx_crc_table[16] = { KBX_CRC_16 (0, 0x105ec76fu, 0x20bd8edeu, 0x417b1dbcu,
                                                        0x82f63b78u, 0u, 0u, 0u, 0u) };

static inline uint32_t
kbx_crc_table_1 (uint32_t crc, const uint8_t *p)
{
  crc ^= *p;
  crc = crc >> 4 ^ kbx_crc_table[crc & 15];
  return crc >> 4 ^ kbx_crc_table[crc & 15];
}

static inline uint32_t
kbx_crc_table_8 (uint32_t crc, const uint8_t *p)
{
  for (int i = 0; i < 8; i++)
    crc = kbx_crc_table_1 (crc, p + i);
  return crc;
}

#else

/* Row k: the effect of a byte on the checksum after k more zero bytes. */
static const uint32_t kbx_crc_table[8][256] = {
  KBX_CRC_256 (0xf26b8303u, 0xe13b70f7u, 0xc79a971fu, 0x8ad958cfu, 0x105ec76fu, 0x20bd8edeu,
               0x417b1dbcu, 0x82f63b78u),
  KBX_CRC_256 (0x13a29877u, 0x274530eeu, 0x4e8a61dcu, 0x9d14c3b8u, 0x3fc5f181u, 0x7f8be302u,
               0xff17c604u, 0xfbc3faf9u),
  KBX_CRC_256 (0xa541927eu, 0x4f6f520du, 0x9edea41au, 0x38513ec5u, 0x70a27d8au, 0xe144fb14u,
               0xc76580d9u, 0x8b277743u),
  KBX_CRC_256 (0xdd45aab8u, 0xbf672381u, 0x7b2231f3u, 0xf64463e6u, 0xe964b13du, 0xd725148bu,
               0xaba65fe7u, 0x52a0c93fu),
  KBX_CRC_256 (0x38116facu, 0x7022df58u, 0xe045beb0u, 0xc5670b91u, 0x8f2261d3u, 0x1ba8b557u,
               0x37516aaeu, 0x6ea2d55cu),
  KBX_CRC_256 (0xef306b19u, 0xdb8ca0c3u, 0xb2f53777u, 0x6006181fu, 0xc00c303eu, 0x85f4168du,
               0x0e045bebu, 0x1c08b7d6u),
  KBX_CRC_256 (0x68032cc8u, 0xd0065990u, 0xa5e0c5d1u, 0x4e2dfd53u, 0x9c5bfaa6u, 0x3d5b83bdu,
               0x7ab7077au, 0xf56e0ef4u),
  KBX_CRC_256 (0x493c7d27u, 0x9278fa4eu, 0x211d826du, 0x423b04dau, 0x847609b4u, 0x0d006599u,
               0x1a00cb32u, 0x34019664u)
};

/* The effect of KBX_CRC_LONG and KBX_CRC_SHORT zero bytes on each bit of a checksum. */
#define KBX_CRC_LONG 4096
#define KBX_CRC_SHORT 256

static const uint32_t kbx_crc_after_long[32] = {
  0xc2a5b65eu, 0x80a71a4du, 0x04a2426bu, 0x094484d6u, 0x128909acu, 0x25121358u, 0x4a2426b0u,
  0x94484d60u, 0x2d7cec31u, 0x5af9d862u, 0xb5f3b0c4u, 0x6e0b1779u, 0xdc162ef2u, 0xbdc02b15u,
  0x7e6c20dbu, 0xfcd841b6u, 0xfc5cf59du, 0xfd559dcbu, 0xff474d67u, 0xfb62ec3fu, 0xf329ae8fu,
  0xe3bf2befu, 0xc292212fu, 0x80c834afu, 0x047c1fafu, 0x08f83f5eu, 0x11f07ebcu, 0x23e0fd78u,
  0x47c1faf0u, 0x8f83f5e0u, 0x1aeb9d31u, 0x35d73a62u
};

static const uint32_t kbx_crc_after_short[32] = {
  0xdcb17aa4u, 0xbc8e83b9u, 0x7cf17183u, 0xf9e2e306u, 0xf629b0fdu, 0xe9bf170bu, 0xd69258e7u,
  0xa8c8c73fu, 0x547df88fu, 0xa8fbf11eu, 0x541b94cdu, 0xa837299au, 0x558225c5u, 0xab044b8au,
  0x53e4e1e5u, 0xa7c9c3cau, 0x4a7ff165u, 0x94ffe2cau, 0x2c13b365u, 0x582766cau, 0xb04ecd94u,
  0x6571edd9u, 0xcae3dbb2u, 0x902bc195u, 0x25bbf5dbu, 0x4b77ebb6u, 0x96efd76cu, 0x2833d829u,
  0x5067b052u, 0xa0cf60a4u, 0x4472b7b9u, 0x88e56f72u
};

static inline uint32_t
kbx_crc_after (const uint32_t *column, uint32_t crc)
{
  uint32_t sum = 0;
  for (int i = 0; i < 32; i++)
    sum ^= column[i] & (0u - (crc >> i & 1u));
  return sum;
}

static inline uint32_t
kbx_crc_table_1 (uint32_t crc, const uint8_t *p)
{
  return crc >> 8 ^ kbx_crc_table[0][(crc ^ *p) & 255];
}

/* Adds eight bytes, by tables. */
static inline uint32_t
kbx_crc_table_8 (uint32_t crc, const uint8_t *p)
{
  uint64_t v = kbx_load_u64 (p) ^ crc;
  return kbx_crc_table[7][v & 255] ^ kbx_crc_table[6][v >> 8 & 255] ^
         kbx_crc_table[5][v >> 16 & 255] ^ kbx_crc_table[4][v >> 24 & 255] ^
         kbx_crc_table[3][v >> 32 & 255] ^ kbx_crc_table[2][v >> 40 & 255] ^
         kbx_crc_table[1][v >> 48 & 255] ^ kbx_crc_table[0][v >> 56];
}

/* Each step waits for the previous one, but the processor could do three at once. So groups of
 * three runs are summed in parallel and joined. Written once for both kinds of step. */
#define KBX_CRC_THREE(name, target, step_8)                                             \
  target static uint32_t                                                                \
  name (uint32_t crc, const uint8_t **data, size_t *size, size_t run, const uint32_t *after) \
  {                                                                                     \
    const uint8_t *p = *data;                                                           \
    for (; *size >= 3 * run; p += 3 * run, *size -= 3 * run)                            \
      {                                                                                 \
        uint32_t second = 0, third = 0;                                                 \
        for (size_t i = 0; i < run; i += 8)                                             \
          {                                                                             \
            crc = step_8 (crc, p + i);                                                  \
            second = step_8 (second, p + run + i);                                      \
            third = step_8 (third, p + 2 * run + i);                                    \
          }                                                                             \
        crc = kbx_crc_after (after, crc) ^ second;                                      \
        crc = kbx_crc_after (after, crc) ^ third;                                       \
      }                                                                                 \
    *data = p;                                                                          \
    return crc;                                                                         \
  }

#define KBX_CRC_GROUPS(three)                                                           \
    crc = three (crc, &p, &size, KBX_CRC_LONG, kbx_crc_after_long);                     \
    crc = three (crc, &p, &size, KBX_CRC_SHORT, kbx_crc_after_short);

#endif

#define KBX_CRC_WHOLE(name, target, three, step_8, step_1)                              \
  target static uint32_t                                                                \
  name (uint32_t crc, const void *data, size_t size)                                    \
  {                                                                                     \
    const uint8_t *p = (const uint8_t *) data;                                          \
    crc = ~crc;                                                                         \
    KBX_CRC_GROUPS (three)                                                              \
    for (; size >= 8; p += 8, size -= 8)                                                \
      crc = step_8 (crc, p);                                                            \
    for (; size > 0; p++, size--)                                                       \
      crc = step_1 (crc, p);                                                            \
    return ~crc;                                                                        \
  }

#define KBX_CRC_ANYWHERE
KBX_CRC_THREE (kbx_crc_three_by_table, KBX_CRC_ANYWHERE, kbx_crc_table_8)
KBX_CRC_WHOLE (kbx_crc_by_table, KBX_CRC_ANYWHERE, kbx_crc_three_by_table, kbx_crc_table_8,
               kbx_crc_table_1)

#ifdef KBX_CRC_HARDWARE

#if defined(__x86_64__)

#define KBX_CRC_TARGET __attribute__ ((target ("sse4.2")))
#define KBX_CRC_STEP_8(crc, p) ((uint32_t) _mm_crc32_u64 ((crc), kbx_load_u64 (p)))
#define KBX_CRC_STEP_1(crc, p) (_mm_crc32_u8 ((crc), *(p)))

static inline bool
kbx_crc_has_hardware (void)
{
#ifdef __SSE4_2__
  return true;
#else
  return __builtin_cpu_supports ("sse4.2") != 0;
#endif
}

#else /* aarch64 */

#define KBX_CRC_TARGET
#define KBX_CRC_STEP_8(crc, p) kbx_crc_step_8 ((crc), (p))
#define KBX_CRC_STEP_1(crc, p) kbx_crc_step_1 ((crc), (p))

static inline uint32_t
kbx_crc_step_8 (uint32_t crc, const uint8_t *p)
{
  uint64_t v = kbx_load_u64 (p);
  __asm__ (".arch_extension crc\n\tcrc32cx %w0, %w0, %x1" : "+r" (crc) : "r" (v));
  return crc;
}

static inline uint32_t
kbx_crc_step_1 (uint32_t crc, const uint8_t *p)
{
  uint32_t v = *p;
  __asm__ (".arch_extension crc\n\tcrc32cb %w0, %w0, %w1" : "+r" (crc) : "r" (v));
  return crc;
}

static inline bool
kbx_crc_has_hardware (void)
{
#ifdef __ARM_FEATURE_CRC32
  return true;
#else
  return (getauxval (AT_HWCAP) & 1u << 7) != 0; /* HWCAP_CRC32 */
#endif
}

#endif

KBX_CRC_THREE (kbx_crc_three_by_hardware, KBX_CRC_TARGET, KBX_CRC_STEP_8)
KBX_CRC_WHOLE (kbx_crc_by_hardware, KBX_CRC_TARGET, kbx_crc_three_by_hardware, KBX_CRC_STEP_8,
               KBX_CRC_STEP_1)

/* With 64-byte multiplication, folding is twice as fast as the instruction. Not on Windows, where
 * compilers align the stack to 16 bytes but spill such registers to it; GCC's address sanitizer
 * does the same. */
#if defined(__x86_64__) && !defined(_WIN32) && !defined(__SANITIZE_ADDRESS__)                      \
  && !defined(__OPTIMIZE_SIZE__)

#define KBX_CRC_FOLDS 1
#define KBX_CRC_FOLD 256
#define KBX_CRC_FOLD_FROM 1024 /* below this, starting costs more than it saves */
#define KBX_CRC_FOLD_TARGET __attribute__ ((target ("sse4.2,avx512f,vpclmulqdq")))

/* Advances a part by one block: multiplies its 64-bit halves by x^(2048+32) and x^(2048-32) modulo
 * the polynomial, bits reversed. The sum is then that of the part followed by a block of zeros, and
 * the next block's part is added. */
KBX_CRC_FOLD_TARGET static inline __m512i
kbx_crc_fold (__m512i part, const uint8_t *next)
{
  const __m512i far = _mm512_set4_epi64 (0xb9e02b86, 0xdcb17aa4, 0xb9e02b86, 0xdcb17aa4);
  return _mm512_xor_si512 (_mm512_xor_si512 (_mm512_clmulepi64_epi128 (part, far, 0x00),
                                             _mm512_clmulepi64_epi128 (part, far, 0x11)),
                           _mm512_loadu_si512 (next));
}

/* Whole blocks by folding, the rest by the instruction. */
KBX_CRC_FOLD_TARGET static uint32_t
kbx_crc_by_folding (uint32_t crc, const void *data, size_t size)
{
  const uint8_t *p = (const uint8_t *) data, *end = p + size / KBX_CRC_FOLD * KBX_CRC_FOLD;
  __m512i a = _mm512_xor_si512 (_mm512_loadu_si512 (p),
                                _mm512_zextsi128_si512 (_mm_cvtsi32_si128 ((int32_t) ~crc)));
  __m512i b = _mm512_loadu_si512 (p + 64), c = _mm512_loadu_si512 (p + 128),
          d = _mm512_loadu_si512 (p + 192);
  uint8_t folded[KBX_CRC_FOLD];

  for (p += KBX_CRC_FOLD; p < end; p += KBX_CRC_FOLD)
    {
      a = kbx_crc_fold (a, p);
      b = kbx_crc_fold (b, p + 64);
      c = kbx_crc_fold (c, p + 128);
      d = kbx_crc_fold (d, p + 192);
    }
  _mm512_storeu_si512 (folded, a);
  _mm512_storeu_si512 (folded + 64, b);
  _mm512_storeu_si512 (folded + 128, c);
  _mm512_storeu_si512 (folded + 192, d);
  _mm256_zeroupper ();
  /* The checksum so far is included already: ~0 cancels the start value */
  crc = kbx_crc_by_hardware (~0u, folded, sizeof folded);
  return kbx_crc_by_hardware (crc, end, size % KBX_CRC_FOLD);
}

static inline bool
kbx_crc_can_fold (void)
{
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("vpclmulqdq");
}

#endif

#endif

KBX_INTERNAL uint32_t
kbx_crc32c_portable (uint32_t crc, const void *data, size_t size)
{
  return kbx_crc_by_table (crc, data, size);
}

KBX_INTERNAL uint32_t
kbx_crc32c (uint32_t crc, const void *data, size_t size)
{
#ifdef KBX_CRC_FOLDS
  if (size >= KBX_CRC_FOLD_FROM && kbx_crc_can_fold ())
    return kbx_crc_by_folding (crc, data, size);
#endif
#ifdef KBX_CRC_HARDWARE
  if (kbx_crc_has_hardware ())
    return kbx_crc_by_hardware (crc, data, size);
#endif
  return kbx_crc32c_portable (crc, data, size);
}
