/* SPDX-License-Identifier: MIT */
/* Huffman's codes, cut to a length. */
#include "bake/prefix_codes.h"

#include <string.h>

typedef struct { guint32 weight; gint16 symbol, left, right; } Tree;

/* Overlong codes are made `limit` long and shorter ones lengthened until the code fits (Kraft's sum). */
void
kb_code_lengths (const guint32 *weights, guint n, guint limit, guint8 *lengths)
{
  Tree tree[2 * KB_MOST_SYMBOLS];
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
  guint16 depth[2 * KB_MOST_SYMBOLS];
  guint count[KB_MOST_SYMBOLS] = { 0 };
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

void
kb_assign_codes (const guint8 *lengths, guint n, KbCode *codes)
{
  guint count[KB_LONGEST_CODE + 1] = { 0 }, next[KB_LONGEST_CODE + 1] = { 0 };
  for (guint i = 0; i < n; i++)
    count[lengths[i]]++;
  count[0] = 0;
  for (guint length = 1; length <= KB_LONGEST_CODE; length++)
    next[length] = (next[length - 1] + count[length - 1]) << 1;
  for (guint i = 0; i < n; i++)
    {
      guint code = lengths[i] ? next[lengths[i]]++ : 0, reversed = 0;
      for (guint bit = 0; bit < lengths[i]; bit++)
        reversed |= (code >> bit & 1) << (lengths[i] - 1 - bit);
      codes[i] = (KbCode) { lengths[i], (guint16) reversed };
    }
}
