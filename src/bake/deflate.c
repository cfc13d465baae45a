/* SPDX-License-Identifier: MIT */
/* Matches are collected into blocks of tokens; each block is then written with the cheapest codes. */
#include "bake/deflate.h"

#include <string.h>

#include "bake/prefix_codes.h"

#define WINDOW 32768u
#define HASH_BITS 15
#define MIN_MATCH 4          /* pixels have four bytes; three-byte matches rarely pay here */
#define MAX_MATCH 258
#define CHAIN 48             /* candidates looked at for one position */
#define GOOD_MATCH 64        /* long enough not to look for better at the next position */
#define BLOCK_TOKENS 32768

/* Of RFC 1951. */
#define N_LITERALS 286       /* symbols of bytes, of the end, and of lengths of matches */
#define N_DISTANCES 30
#define N_LENGTH_CODES 29
#define N_LENGTHS 19         /* symbols that lengths of codes are written with */
#define END_OF_BLOCK 256
#define FIRST_LENGTH 257     /* the symbol of the shortest match */
#define N_FIXED 288          /* the fixed code has two symbols more, that stand for nothing */
#define LONGEST_RUN_CODE 7
#define MOST_STORED 65535    /* bytes in a stored block */

/* What a block begins with, in three bits: it is not the last, and its kind. */
enum { STORED = 0 << 1, FIXED = 1 << 1, DYNAMIC = 2 << 1 };

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

/* ---- tokens ---- */

static const guint16 length_base[N_LENGTH_CODES] = {
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258
};
static const guint8 length_extra[N_LENGTH_CODES] = {
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0
};
static const guint16 distance_base[N_DISTANCES] = {
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289,
  16385, 24577
};
static const guint8 distance_extra[N_DISTANCES] = {
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13
};

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
put_tokens (Deflater *d, const KbCode *literals, const KbCode *distances)
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
      put (w, literals[FIRST_LENGTH + l].code, literals[FIRST_LENGTH + l].length);
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
      guint16 n = (guint16) MIN (size, MOST_STORED);
      guint16 head[2] = { GUINT16_TO_LE (n), GUINT16_TO_LE ((guint16) ~n) };
      put (w, STORED, 3);
      align (w);
      g_byte_array_append (w->out, (const guint8 *) head, 4);
      if (n)
        g_byte_array_append (w->out, data, n);
      data += n;
      size -= n;
    }
  while (size);
}

/* The two codes of a block that brings its own, and how they are written. */
typedef struct {
  guint8 lengths[N_LITERALS + N_DISTANCES];   /* of the literals' code, then at once of the distances' */
  guint n_literals, n_distances;              /* without the symbols at the end that do not occur */
  Run runs[N_LITERALS + N_DISTANCES];
  guint n_runs, n_run_codes;
  guint8 run_code_lengths[N_LENGTHS];
} Tables;

/* In which order the lengths of the runs' own code are written. */
static const guint8 run_order[N_LENGTHS] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };

/* A code has at least one symbol: where no distance occurs, the first one. */
static void
distance_lengths (const Deflater *d, guint8 *lengths)
{
  guint32 weights[N_DISTANCES];
  gboolean some = FALSE;
  memcpy (weights, d->distances, sizeof weights);
  for (guint i = 0; i < N_DISTANCES; i++)
    some |= weights[i] != 0;
  if (!some)
    weights[0] = 1;
  kb_code_lengths (weights, N_DISTANCES, KB_LONGEST_CODE, lengths);
}

/* Returns how many bits the block takes, but for the tokens' extra ones. */
static guint64
make_tables (const Deflater *d, Tables *tables)
{
  guint8 distances[N_DISTANCES];
  guint32 run_weights[N_LENGTHS] = { 0 };
  kb_code_lengths (d->literals, N_LITERALS, KB_LONGEST_CODE, tables->lengths);
  distance_lengths (d, distances);
  tables->n_literals = N_LITERALS;
  tables->n_distances = N_DISTANCES;
  while (tables->n_literals > FIRST_LENGTH && tables->lengths[tables->n_literals - 1] == 0)
    tables->n_literals--;
  while (tables->n_distances > 1 && distances[tables->n_distances - 1] == 0)
    tables->n_distances--;
  memcpy (tables->lengths + tables->n_literals, distances, tables->n_distances);
  tables->n_runs = run_lengths (tables->lengths, tables->n_literals + tables->n_distances, tables->runs);
  for (guint i = 0; i < tables->n_runs; i++)
    run_weights[tables->runs[i].symbol]++;
  kb_code_lengths (run_weights, N_LENGTHS, LONGEST_RUN_CODE, tables->run_code_lengths);
  tables->n_run_codes = N_LENGTHS;
  while (tables->n_run_codes > 4 && tables->run_code_lengths[run_order[tables->n_run_codes - 1]] == 0)
    tables->n_run_codes--;

  guint64 bits = 3 + 5 + 5 + 4 + 3 * tables->n_run_codes + cost_of (run_weights, tables->run_code_lengths, N_LENGTHS)
    + cost_of (d->literals, tables->lengths, tables->n_literals) + cost_of (d->distances, distances, tables->n_distances);
  for (guint i = 0; i < tables->n_runs; i++)
    bits += run_extra_bits (tables->runs[i].symbol);
  return bits;
}

static void
put_dynamic (Deflater *d, const Tables *tables)
{
  Writer *w = &d->writer;
  KbCode literals[N_LITERALS], distances[N_DISTANCES], run_codes[N_LENGTHS];
  put (w, DYNAMIC, 3);
  put (w, tables->n_literals - FIRST_LENGTH, 5);
  put (w, tables->n_distances - 1, 5);
  put (w, tables->n_run_codes - 4, 4);
  for (guint i = 0; i < tables->n_run_codes; i++)
    put (w, tables->run_code_lengths[run_order[i]], 3);
  kb_assign_codes (tables->run_code_lengths, N_LENGTHS, run_codes);
  for (guint i = 0; i < tables->n_runs; i++)
    {
      const Run *run = &tables->runs[i];
      put (w, run_codes[run->symbol].code, run_codes[run->symbol].length);
      put (w, run->extra, run_extra_bits (run->symbol));
    }
  kb_assign_codes (tables->lengths, tables->n_literals, literals);
  kb_assign_codes (tables->lengths + tables->n_literals, tables->n_distances, distances);
  put_tokens (d, literals, distances);
}

/* The code that every reader knows (RFC 1951, 3.2.6). */
static void
fixed_lengths (guint8 literals[N_FIXED], guint8 distances[N_DISTANCES])
{
  for (guint i = 0; i < N_FIXED; i++)
    literals[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  memset (distances, 5, N_DISTANCES);
}

static void
put_fixed (Deflater *d)
{
  guint8 literal_lengths[N_FIXED], lengths[N_DISTANCES];
  KbCode literals[N_FIXED], distances[N_DISTANCES];
  fixed_lengths (literal_lengths, lengths);
  kb_assign_codes (literal_lengths, N_FIXED, literals);
  kb_assign_codes (lengths, N_DISTANCES, distances);
  put (&d->writer, FIXED, 3);
  put_tokens (d, literals, distances);
}

static guint64
fixed_cost (const Deflater *d)
{
  guint8 literals[N_FIXED], distances[N_DISTANCES];
  fixed_lengths (literals, distances);
  return 3 + cost_of (d->literals, literals, N_LITERALS) + cost_of (d->distances, distances, N_DISTANCES);
}

/* The bits of the tokens beside their symbols, which do not depend on the code. */
static guint64
extra_bits (const Deflater *d)
{
  guint64 extra = 0;
  for (guint i = 0; i < N_LENGTH_CODES; i++)
    extra += (guint64) d->literals[FIRST_LENGTH + i] * length_extra[i];
  for (guint i = 0; i < N_DISTANCES; i++)
    extra += (guint64) d->distances[i] * distance_extra[i];
  return extra;
}

/* Writes the tokens, which stand for data[0..size), and forgets them. */
static void
flush (Deflater *d, const guint8 *data, gsize size)
{
  Tables tables;
  d->literals[END_OF_BLOCK]++;
  guint64 extra = extra_bits (d), dynamic_bits = make_tables (d, &tables) + extra, fixed_bits = fixed_cost (d) + extra;
  /* Each stored block: its three bits, up to seven to the next byte, and 32 of its size. */
  guint64 stored_bits = 8 * size + (3 + 7 + 32) * (size / MOST_STORED + 1);
  if (stored_bits <= MIN (dynamic_bits, fixed_bits))
    put_stored (&d->writer, data, size);
  else if (fixed_bits <= dynamic_bits)
    put_fixed (d);
  else
    put_dynamic (d, &tables);
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
  d->literals[FIRST_LENGTH + d->length_code[length]]++;
  d->distances[distance_code (distance)]++;
}

void
kb_deflate (GByteArray *out, const guint8 *data, gsize size)
{
  g_assert (size <= G_MAXINT32);
  Deflater *d = g_new0 (Deflater, 1);
  d->writer.out = out;
  for (guint i = 0; i < N_LENGTH_CODES; i++)
    for (guint k = length_base[i]; k <= MAX_MATCH && (i == N_LENGTH_CODES - 1 || k < length_base[i + 1]); k++)
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
