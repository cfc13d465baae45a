/* SPDX-License-Identifier: MIT */
/* Bitmaps and paintings: who has any, and equal ones found. */
#include "bank/internal.h"

#include <stdlib.h>
#include <string.h>

static const KbBankFrame *
frame_where (const KbBankContent *content, bool (*where) (const KbBankFrame *frame))
{
  for (uint32_t i = 0; i < content->n_sprites; i++)
    for (uint32_t k = 0; k < content->sprites[i].n_frames; k++)
      if (where (&content->sprites[i].frames[k]))
        return &content->sprites[i].frames[k];
  return NULL;
}

static bool has_bitmap (const KbBankFrame *frame) { return frame->bitmap; }
static bool has_painting (const KbBankFrame *frame) { return frame->painting.bytes; }
bool kb_bank_has_bitmaps (const KbBankContent *content) { return frame_where (content, has_bitmap); }
bool kb_bank_has_paintings (const KbBankContent *content) { return frame_where (content, has_painting); }

bool
kb_bank_has_sprite_zones (const KbBankContent *content)
{
  for (uint32_t i = 0; i < content->n_sprites; i++)
    if (content->sprites[i].n_zones > 0)
      return true;
  return false;
}

/* ---- equal ones ---- */

typedef struct { KbBankBlob blob; uint32_t index; } Entry;

static int
compare_blobs (const KbBankBlob *a, const KbBankBlob *b)
{
  if (a->size != b->size)
    return a->size < b->size ? -1 : 1;
  return memcmp (a->bytes, b->bytes, a->size);
}

static int
compare_entries (const void *x, const void *y)
{
  const Entry *a = x, *b = y;
  int order = compare_blobs (&a->blob, &b->blob);
  return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

/* Sorted, the first of equal ones is that of the first who has it; numbers[] is that one's index, and then its number. */
static void
number_entries (KbBankBlobs *blobs, Entry *entries, uint32_t n)
{
  const Entry *first = entries;
  qsort (entries, n, sizeof *entries, compare_entries);
  for (uint32_t i = 0; i < n; i++) {
    if (compare_blobs (&entries[i].blob, &first->blob) != 0)
      first = &entries[i];
    blobs->numbers[entries[i].index] = first->index + 1;
  }
  for (uint32_t i = 0; i < blobs->n; i++) {
    uint32_t number = blobs->numbers[i];
    if (number == 0)
      continue;
    if (number <= i)
      blobs->numbers[i] = blobs->numbers[number - 1];
    else {
      blobs->bytes += blobs->blobs[i].size;
      blobs->blobs[blobs->count++] = blobs->blobs[i];
      blobs->numbers[i] = blobs->count;
    }
  }
}

/* `blobs->blobs` has what each of n has; taken over. */
static bool
collect (KbBankBlobs *blobs, KbBankBlob *all, uint32_t n)
{
  uint32_t used = 0;
  Entry *entries = kb_bank_new (n, sizeof *entries);
  blobs->numbers = kb_bank_new (n, sizeof *blobs->numbers);
  blobs->blobs = all;
  blobs->n = n;
  bool good = entries && blobs->numbers && all;
  for (uint32_t i = 0; good && i < n; i++)
    if (all[i].bytes)
      entries[used++] = (Entry) { all[i], i };
  if (good && used > 0)
    number_entries (blobs, entries, used);
  free (entries);
  return good;
}

static uint32_t
count_frames (const KbBankContent *content)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < content->n_sprites; i++)
    n += content->sprites[i].n_frames;
  return n;
}

static KbBankBlob blob_of_bitmap (const KbBankFrame *frame) { return (KbBankBlob) { frame->bitmap, frame->bitmap_size }; }
static KbBankBlob blob_of (const KbBankPainting *painting) { return (KbBankBlob) { painting->bytes, painting->size }; }
static KbBankBlob blob_of_painting (const KbBankFrame *frame) { return blob_of (&frame->painting); }

static void
list_frames (const KbBankContent *content, KbBankBlob (*blob) (const KbBankFrame *frame), KbBankBlob *to)
{
  for (uint32_t i = 0; i < content->n_sprites; i++)
    for (uint32_t k = 0; k < content->sprites[i].n_frames; k++)
      *to++ = blob (&content->sprites[i].frames[k]);
}

bool
kb_bank_bitmaps_collect (KbBankBlobs *blobs, const KbBankContent *content)
{
  memset (blobs, 0, sizeof *blobs);
  if (!kb_bank_has_bitmaps (content))
    return true;
  uint32_t n = count_frames (content);
  KbBankBlob *all = kb_bank_new (n, sizeof *all);
  if (all)
    list_frames (content, blob_of_bitmap, all);
  return collect (blobs, all, n);
}

bool
kb_bank_paintings_collect (KbBankBlobs *blobs, const KbBankContent *content)
{
  uint32_t frames = kb_bank_has_paintings (content) ? count_frames (content) : 0, n = frames;
  memset (blobs, 0, sizeof *blobs);
  for (uint32_t i = 0; i < content->n_tracks; i++)
    n += 1 + content->tracks[i].n_bands;
  if (n == 0)
    return true;
  KbBankBlob *all = kb_bank_new (n, sizeof *all), *next;
  if (!all)
    return false;
  if (frames > 0)
    list_frames (content, blob_of_painting, all);
  next = all + frames;
  for (uint32_t i = 0; i < content->n_tracks; i++) {
    const KbBankTrack *track = &content->tracks[i];
    *next++ = blob_of (&track->painting);
    for (uint32_t k = 0; k < track->n_bands; k++)
      *next++ = blob_of (&track->bands[k].painting);
  }
  return collect (blobs, all, n);
}

void
kb_bank_blobs_clear (KbBankBlobs *blobs)
{
  free (blobs->numbers);
  free (blobs->blobs);
  memset (blobs, 0, sizeof *blobs);
}
