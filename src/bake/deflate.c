/* SPDX-License-Identifier: MIT */
/* Matches are collected into blocks of tokens; each block is then written with the cheapest codes. */
#include "bake/deflate.h"

#include <string.h>

#define WINDOW 32768u
#define HASH_BITS 15
#define MIN_MATCH 4          /* pixels have four bytes; three-byte matches rarely pay here */
#define MAX_MATCH 258
#define CHAIN 48             /* candidates looked at for one position */
#define GOOD_MATCH 64        /* long enough not to look for better at the next position */
#define BLOCK_TOKENS 32768

#define N_LITERALS 286
#define N_DISTANCES 30
#define N_LENGTHS 19
#define END_OF_BLOCK 256

/* ---- bits ---- */

typedef struct {
  GByteArray *out;
  guint64 bits;
  guint n;
} Writer;

static inline void
put (Writer *w, guint value, guint n)
{
  w->bits |= (guint64) value << w->n;
  w->n += n;
  if (w->n >= 32)
    {
      guint32 word = GUINT32_TO_LE ((guint32) w->bits);
      g_byte_array_append (w->out, (const guint8 *) &word, 4);
      w->bits >>= 32;
      w->n -= 32;
    }
}

static void
align (Writer *w)
{
  for (; w->n > 0; w->n = w->n > 8 ? w->n - 8 : 0, w->bits >>= 8)
    {
      guint8 byte = w->bits & 255;
      g_byte_array_append (w->out, &byte, 1);
    }
}

/* ---- codes ---- */

typedef struct { guint8 length; guint16 code; } Code;

typedef struct { guint32 weight; gint16 symbol, left, right; } Tree;

/* Lengths of an optimal prefix code, then cut to `limit` bits: overlong codes are made `limit` long
 * and shorter ones lengthened until the code fits (Kraft's sum). Needs at least one weight. */
static void
code_lengths (const guint32 *weights, guint n, guint limit, guint8 *lengths)
{
  Tree tree[2 * N_LITERALS];
  guint used = 0;
  memset (lengths, 0, n);
  for (guint i = 0; i < n; i++)
    if (weights[i])
      {
        /* By weight, then symbol: insertion keeps it stable. */
        guint at = used++;
        for (; at > 0 && tree[at - 1].weight > weights[i]; at--)
          tree[at] = tree[at - 1];
        tree[at] = (Tree) { weights[i], (gint16) i, -1, -1 };
      }
  if (used == 1)
    {
      lengths[tree[0].symbol] = 1;
      return;
    }
  guint leaf = 0, inner = used, end = used;
  while (end < 2 * used - 1)
    {
      gint16 child[2];
      for (guint k = 0; k < 2; k++)
        child[k] = leaf < used && (inner >= end || tree[leaf].weight <= tree[inner].weight)
          ? (gint16) leaf++ : (gint16) inner++;
      tree[end++] = (Tree) { tree[child[0]].weight + tree[child[1]].weight, -1, child[0], child[1] };
    }
  guint16 depth[2 * N_LITERALS];
  guint count[N_LITERALS] = { 0 };
  depth[end - 1] = 0;
  for (guint i = end - 1; i >= used; i--)
    depth[tree[i].left] = depth[tree[i].right] = depth[i] + 1;
  guint64 sum = 0, whole = G_GUINT64_CONSTANT (1) << limit;
  for (guint i = 0; i < used; i++)
    {
      guint length = MIN (depth[i], limit);
      count[length]++;
      sum += whole >> length;
    }
  while (sum > whole)
    {
      /* One code of the longest length below the limit becomes two of the next, one of which takes
       * the place of a code of full length. */
      guint length = limit - 1;
      while (count[length] == 0)
        length--;
      count[length]--;
      count[length + 1] += 2;
      count[limit]--;
      sum--;
    }
  guint at = 0;
  for (guint length = limit; length > 0; length--)
    for (guint i = 0; i < count[length]; i++)
      lengths[tree[at++].symbol] = (guint8) length;
}

static void
assign_codes (const guint8 *lengths, guint n, Code *codes)
{
  guint count[16] = { 0 }, next[16] = { 0 };
  for (guint i = 0; i < n; i++)
    count[lengths[i]]++;
  count[0] = 0;
  for (guint length = 1; length < 16; length++)
    next[length] = (next[length - 1] + count[length - 1]) << 1;
  for (guint i = 0; i < n; i++)
    {
      guint code = lengths[i] ? next[lengths[i]]++ : 0, reversed = 0;
      for (guint bit = 0; bit < lengths[i]; bit++)
        reversed |= (code >> bit & 1) << (lengths[i] - 1 - bit);
      codes[i] = (Code) { lengths[i], (guint16) reversed };
    }
}

/* ---- tokens ---- */

static const guint16 length_base[29] = { 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83,
                                         99, 115, 131, 163, 195, 227, 258 };
static const guint8 length_extra[29] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };
static const guint16 distance_base[30] = { 1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769,
                                           1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577 };
static const guint8 distance_extra[30] = { 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11,
                                           12, 12, 13, 13 };

/* Literal: distance 0, value a byte. Match: value the length. */
typedef struct { guint16 value, distance; } Token;

typedef struct {
  Writer writer;
  Token tokens[BLOCK_TOKENS];
  guint n_tokens;
  guint32 literals[N_LITERALS], distances[N_DISTANCES];
  guint8 length_code[MAX_MATCH + 1];
  gint32 head[1 << HASH_BITS];
  gint32 previous[WINDOW];
} Deflater;

static guint
distance_code (guint distance)
{
  if (distance <= 4)
    return distance - 1;
  guint top = 31 - (guint) __builtin_clz (distance - 1);
  return 2 * top + ((distance - 1) >> (top - 1) & 1);
}

static guint64
cost_of (const guint32 *weights, const guint8 *lengths, guint n)
{
  guint64 bits = 0;
  for (guint i = 0; i < n; i++)
    bits += (guint64) weights[i] * lengths[i];
  return bits;
}

typedef struct { guint8 symbol, extra; } Run;

/* The two tables' lengths with repeats joined (RFC 1951, 3.2.7). */
static guint
run_lengths (const guint8 *lengths, guint n, Run *runs)
{
  guint n_runs = 0;
  for (guint i = 0; i < n;)
    {
      guint same = 1;
      while (i + same < n && lengths[i + same] == lengths[i])
        same++;
      guint8 value = lengths[i];
      i += same;
      if (value)
        {
          runs[n_runs++] = (Run) { value, 0 };
          same--;
        }
      while (same >= 3)
        {
          guint most = value ? 6 : 138, take = MIN (same, most);
          if (value)
            runs[n_runs++] = (Run) { 16, (guint8) (take - 3) };
          else if (take <= 10)
            runs[n_runs++] = (Run) { 17, (guint8) (take - 3) };
          else
            runs[n_runs++] = (Run) { 18, (guint8) (take - 11) };
          same -= take;
        }
      for (; same > 0; same--)
        runs[n_runs++] = (Run) { value, 0 };
    }
  return n_runs;
}

static guint
run_extra_bits (guint symbol)
{
  return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

static void
put_tokens (Deflater *d, const Code *literals, const Code *distances)
{
  Writer *w = &d->writer;
  for (guint i = 0; i < d->n_tokens; i++)
    {
      Token t = d->tokens[i];
      if (t.distance == 0)
        {
          put (w, literals[t.value].code, literals[t.value].length);
          continue;
        }
      guint l = d->length_code[t.value], k = distance_code (t.distance);
      put (w, literals[257 + l].code, literals[257 + l].length);
      put (w, t.value - length_base[l], length_extra[l]);
      put (w, distances[k].code, distances[k].length);
      put (w, t.distance - distance_base[k], distance_extra[k]);
    }
  put (w, literals[END_OF_BLOCK].code, literals[END_OF_BLOCK].length);
}

static void
put_stored (Writer *w, const guint8 *data, gsize size)
{
  do
    {
      guint16 n = (guint16) MIN (size, 65535);
      guint16 head[2] = { GUINT16_TO_LE (n), GUINT16_TO_LE ((guint16) ~n) };
      put (w, 0, 3);
      align (w);
      g_byte_array_append (w->out, (const guint8 *) head, 4);
      if (n)
        g_byte_array_append (w->out, data, n);
      data += n;
      size -= n;
    }
  while (size);
}

/* Writes the tokens, which stand for data[0..size), and forgets them. */
static void
flush (Deflater *d, const guint8 *data, gsize size)
{
  static const guint8 order[N_LENGTHS] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
  guint8 lengths[N_LITERALS + N_DISTANCES + 2], run_code_lengths[N_LENGTHS], fixed[288], fixed_distances[30];
  guint8 *distance_lengths = lengths + N_LITERALS;
  Run runs[N_LITERALS + N_DISTANCES];
  guint32 run_weights[N_LENGTHS] = { 0 };
  Code literals[288], distances[30], run_codes[N_LENGTHS];

  d->literals[END_OF_BLOCK]++;
  guint64 extra = 0;
  for (guint i = 0; i < 29; i++)
    extra += (guint64) d->literals[257 + i] * length_extra[i];
  for (guint i = 0; i < 30; i++)
    extra += (guint64) d->distances[i] * distance_extra[i];

  code_lengths (d->literals, N_LITERALS, 15, lengths);
  guint used_distances = 0;
  for (guint i = 0; i < N_DISTANCES; i++)
    used_distances += d->distances[i] != 0;
  if (used_distances == 0)
    d->distances[0] = 1;
  code_lengths (d->distances, N_DISTANCES, 15, distance_lengths);
  if (used_distances == 0)
    d->distances[0] = 0;
  guint n_literals = N_LITERALS, n_distances = N_DISTANCES;
  while (n_literals > 257 && lengths[n_literals - 1] == 0)
    n_literals--;
  while (n_distances > 1 && distance_lengths[n_distances - 1] == 0)
    n_distances--;
  memmove (lengths + n_literals, distance_lengths, n_distances);
  distance_lengths = lengths + n_literals;
  guint n_runs = run_lengths (lengths, n_literals + n_distances, runs);
  for (guint i = 0; i < n_runs; i++)
    run_weights[runs[i].symbol]++;
  code_lengths (run_weights, N_LENGTHS, 7, run_code_lengths);
  guint n_run_codes = N_LENGTHS;
  while (n_run_codes > 4 && run_code_lengths[order[n_run_codes - 1]] == 0)
    n_run_codes--;

  guint64 dynamic_bits = 17 + 3 * n_run_codes + extra + cost_of (run_weights, run_code_lengths, N_LENGTHS)
    + cost_of (d->literals, lengths, n_literals) + cost_of (d->distances, distance_lengths, n_distances);
  for (guint i = 0; i < n_runs; i++)
    dynamic_bits += run_extra_bits (runs[i].symbol);
  for (guint i = 0; i < 288; i++)
    fixed[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  memset (fixed_distances, 5, sizeof fixed_distances);
  guint64 fixed_bits = 3 + extra + cost_of (d->literals, fixed, N_LITERALS)
    + cost_of (d->distances, fixed_distances, N_DISTANCES);
  guint64 stored_bits = 8 * size + 42 * (size / 65535 + 1);

  Writer *w = &d->writer;
  if (stored_bits <= MIN (dynamic_bits, fixed_bits))
    put_stored (w, data, size);
  else if (fixed_bits <= dynamic_bits)
    {
      put (w, 2, 3);
      assign_codes (fixed, 288, literals);
      assign_codes (fixed_distances, 30, distances);
      put_tokens (d, literals, distances);
    }
  else
    {
      put (w, 4, 3);
      put (w, n_literals - 257, 5);
      put (w, n_distances - 1, 5);
      put (w, n_run_codes - 4, 4);
      for (guint i = 0; i < n_run_codes; i++)
        put (w, run_code_lengths[order[i]], 3);
      assign_codes (run_code_lengths, N_LENGTHS, run_codes);
      for (guint i = 0; i < n_runs; i++)
        {
          put (w, run_codes[runs[i].symbol].code, run_codes[runs[i].symbol].length);
          put (w, runs[i].extra, run_extra_bits (runs[i].symbol));
        }
      assign_codes (lengths, n_literals, literals);
      assign_codes (distance_lengths, n_distances, distances);
      put_tokens (d, literals, distances);
    }
  d->n_tokens = 0;
  memset (d->literals, 0, sizeof d->literals);
  memset (d->distances, 0, sizeof d->distances);
}

/* ---- matches ---- */

static inline guint32
read32 (const guint8 *p)
{
  guint32 x;
  memcpy (&x, p, 4);
  return GUINT32_FROM_LE (x);
}

static inline guint
match_length (const guint8 *a, const guint8 *b, guint most)
{
  guint n = 0;
  while (n + 8 <= most)
    {
      guint64 x, y;
      memcpy (&x, a + n, 8);
      memcpy (&y, b + n, 8);
      x = GUINT64_FROM_LE (x) ^ GUINT64_FROM_LE (y);
      if (x)
        return n + (guint) __builtin_ctzll (x) / 8;
      n += 8;
    }
  while (n < most && a[n] == b[n])
    n++;
  return n;
}

static inline void
remember (Deflater *d, const guint8 *data, gsize at)
{
  guint slot = read32 (data + at) * 2654435761u >> (32 - HASH_BITS);
  d->previous[at % WINDOW] = d->head[slot];
  d->head[slot] = (gint32) at;
}

/* The longest match before `at` that is longer than `beat`; 0 when there is none. */
static guint
find (const Deflater *d, const guint8 *data, gsize size, gsize at, guint beat, guint *distance)
{
  guint best = beat, most = (guint) MIN (size - at, MAX_MATCH);
  if (most <= beat)
    return 0;
  guint32 first = read32 (data + at);
  gint64 candidate = d->head[first * 2654435761u >> (32 - HASH_BITS)];
  for (guint n = 0; n < CHAIN && candidate >= 0 && at - (gsize) candidate <= WINDOW - 1; n++)
    {
      const guint8 *there = data + candidate;
      if (there[best] == data[at + best] && read32 (there) == first)
        {
          guint length = match_length (there, data + at, most);
          if (length > best)
            {
              best = length;
              *distance = (guint) (at - (gsize) candidate);
              if (length == most)
                break;
            }
        }
      gint64 older = d->previous[candidate % WINDOW];
      if (older >= candidate)
        break;
      candidate = older;
    }
  return best > beat ? best : 0;
}

static void
literal (Deflater *d, guint8 byte)
{
  d->tokens[d->n_tokens++] = (Token) { byte, 0 };
  d->literals[byte]++;
}

static void
match (Deflater *d, guint length, guint distance)
{
  d->tokens[d->n_tokens++] = (Token) { (guint16) length, (guint16) distance };
  d->literals[257 + d->length_code[length]]++;
  d->distances[distance_code (distance)]++;
}

void
kb_deflate (GByteArray *out, const guint8 *data, gsize size)
{
  g_assert (size <= G_MAXINT32);
  Deflater *d = g_new0 (Deflater, 1);
  d->writer.out = out;
  for (guint i = 0; i < 29; i++)
    for (guint k = length_base[i]; k <= MAX_MATCH && (i == 28 || k < length_base[i + 1]); k++)
      d->length_code[k] = (guint8) i;
  memset (d->head, -1, sizeof d->head);

  gsize at = 0, block = 0;
  guint length = 0, distance = 0;   /* of the match at `at`, found one step earlier */
  while (at < size)
    {
      if (length == 0 && at + MIN_MATCH <= size)
        length = find (d, data, size, at, MIN_MATCH - 1, &distance);
      if (at + MIN_MATCH <= size)
        remember (d, data, at);
      guint next_length = 0, next_distance = 0;
      if (length > 0 && length < GOOD_MATCH && at + 1 + MIN_MATCH <= size)
        next_length = find (d, data, size, at + 1, length, &next_distance);
      if (length == 0 || next_length)
        {
          literal (d, data[at++]);
          length = next_length;
          distance = next_distance;
        }
      else
        {
          match (d, length, distance);
          gsize end = at + length;
          for (at++; at < end; at++)
            if (at + MIN_MATCH <= size)
              remember (d, data, at);
          length = 0;
        }
      if (d->n_tokens == BLOCK_TOKENS)
        {
          flush (d, data + block, at - block);
          block = at;
        }
    }
  if (d->n_tokens)
    flush (d, data + block, at - block);
  put_stored (&d->writer, data, 0);
  g_free (d);
}
