/* SPDX-License-Identifier: MIT */
/* How fast the runtime opens a bank and answers, beside a plain loop over boxes and beside jansson. Figures only:
 * medians of rounds that take turns in one process, with the 10th and 90th percentile. */
#include "runtime/bank/crc32c.h"
#include "support/bank_maker.h"
#include "support/places.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 41
#define POINTS 4096
#define SHAPES 16

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

typedef struct {
  double ns[ROUNDS];
  int count;
} Series;

static int
compare (const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static double
at_percent (Series *s, int percent)
{
  qsort (s->ns, (size_t) s->count, sizeof *s->ns, compare);
  return s->ns[(s->count - 1) * percent / 100];
}

static double median (Series *s) { return at_percent (s, 50); }

static void
add (Series *s, int round, double ns)
{
  if (round > 0) /* the first one warms up */
    s->ns[s->count++] = ns;
}

static void
report (const char *what, Series *s, const char *unit, double scale)
{
  printf ("  %-58s %9.2f %s  (%.2f to %.2f)\n", what, median (s) / scale, unit, at_percent (s, 10) / scale, at_percent (s, 90) / scale);
}

/* What a game has without a library: boxes in an array, one class each. */
typedef struct { int32_t x0, y0, x1, y1; } PlainBox;

static uint64_t
plain_points (const PlainBox *boxes, int n, const kbx_point *p)
{
  uint64_t sum = 0;
  for (int i = 0; i < POINTS; i++)
    {
      int found = -1;
      for (int k = 0; k < n; k++)
        if (p[i].x >= boxes[k].x0 && p[i].x < boxes[k].x1 && p[i].y >= boxes[k].y0 && p[i].y < boxes[k].y1)
          {
            found = k;
            break;
          }
      sum += (uint64_t) found;
    }
  return sum;
}

static uint64_t
plain_pairs (const PlainBox *a, const PlainBox *b, int n, const kbx_point *p)
{
  uint64_t sum = 0;
  for (int i = 0; i < POINTS; i++)
    for (int k = 0; k < n; k++)
      for (int m = 0; m < n; m++)
        sum += a[k].x0 < b[m].x1 + p[i].x && b[m].x0 + p[i].x < a[k].x1 && a[k].y0 < b[m].y1 + p[i].y && b[m].y0 + p[i].y < a[k].y1;
  return sum;
}

static uint64_t
our_points (kbx_handle frame, const kbx_point *p)
{
  const kbx_place pose = kbx_at (0, 0);
  uint64_t sum = 0;
  for (int i = 0; i < POINTS; i++)
    sum += kbx_frame_at (frame, pose, p[i], KBX_ALL_CLASSES).index;
  return sum;
}

static uint64_t
our_pairs (kbx_handle a, kbx_handle b, const kbx_point *p)
{
  const kbx_place pose = kbx_at (0, 0);
  kbx_pair pairs[SHAPES * SHAPES];
  uint64_t sum = 0;
  for (int i = 0; i < POINTS; i++)
    {
      kbx_place other = kbx_at_flipped (p[i].x, p[i].y, (i & 1) != 0, false);
      sum += kbx_frames_overlap (a, pose, KBX_ALL_CLASSES, b, other, KBX_ALL_CLASSES, pairs, SHAPES * SHAPES);
    }
  return sum;
}

static uint64_t
our_any (kbx_handle a, kbx_handle b, const kbx_point *p)
{
  const kbx_place pose = kbx_at (0, 0);
  uint64_t sum = 0;
  for (int i = 0; i < POINTS; i++)
    {
      kbx_place other = kbx_at_flipped (p[i].x, p[i].y, (i & 1) != 0, false);
      sum += kbx_frames_touch (a, pose, KBX_ALL_CLASSES, b, other, KBX_ALL_CLASSES);
    }
  return sum;
}

static volatile uint64_t sink;

/* A fighter of 16 shapes on 64 x 96 pixels: all boxes, or a quarter each of the four kinds. */
static void
make_fighter (KbBankSprite *sprite, GRand *random, bool mixed)
{
  KbBankFrame *frame = kb_maker_frame (sprite, "", 64, 96, 0, 0);
  for (int i = 0; i < SHAPES; i++)
    {
      int32_t x = g_rand_int_range (random, 0, 48), y = g_rand_int_range (random, 0, 80);
      int32_t w = g_rand_int_range (random, 4, 16), h = g_rand_int_range (random, 4, 16);
      KbBankVertex v[6];
      switch (mixed ? i % 4 : 0)
        {
        case 0:
          kb_maker_box (frame, 0, x, y, w, h);
          break;
        case 1:
          kb_maker_circle (frame, 0, (x + 8) * 256, (y + 8) * 256, w * 128);
          break;
        case 2:
          kb_maker_oriented (frame, 0, (x + 8) * 256, (y + 8) * 256, w * 256, h * 128, i * 25);
          break;
        default:
          for (int k = 0; k < 6; k++)
            {
              v[k].x = (int32_t) lround ((x + 8 + w * cos (k * G_PI / 3) / 2) * 256);
              v[k].y = (int32_t) lround ((y + 8 + h * sin (k * G_PI / 3) / 2) * 256);
            }
          kb_maker_polygon (frame, 0, v, 6);
        }
    }
}

static void
bench_questions (void)
{
  KbBankContent content = { 0 };
  KbBankSprite *sprite;
  GRand *random = g_rand_new_with_seed (3);
  PlainBox boxes[2][SHAPES];
  kbx_point hits[POINTS], misses[POINTS], near_poses[POINTS], far_poses[POINTS];
  kbx_handle frame[4];
  kbx_bank bank;
  uint8_t *bytes;
  size_t size;
  Series plain_hit = { .count = 0 }, plain_pair = { .count = 0 }, s[10];

  memset (s, 0, sizeof s);
  kb_maker_class (&content, "body", 0);
  sprite = kb_maker_sprite (&content, "fighter");
  for (int i = 0; i < 4; i++)
    make_fighter (sprite, random, i >= 2);
  bytes = kb_maker_write (&content, &size);
  if (kbx_bank_open (&bank, bytes, size, NULL) != KBX_OK)
    abort ();
  for (uint32_t i = 0; i < 4; i++)
    frame[i] = kbx_item (kbx_bank_item (&bank, KBX_SPRITE, 0), KBX_FRAME, i);
  for (int f = 0; f < 2; f++)
    for (uint32_t i = 0; i < SHAPES; i++)
      {
        kbx_box b = kbx_frame_shape (frame[f], own_place (frame[f]), i).bounds;
        PlainBox plain = { b.x0, b.y0, b.x1, b.y1 };
        boxes[f][i] = plain;
      }
  for (int i = 0; i < POINTS; i++)
    {
      hits[i].x = g_rand_int_range (random, 0, 64);
      hits[i].y = g_rand_int_range (random, 0, 96);
      misses[i].x = hits[i].x + (i & 1 ? 80 : -80);
      misses[i].y = hits[i].y;
      near_poses[i].x = g_rand_int_range (random, -40, 40);
      near_poses[i].y = g_rand_int_range (random, -20, 20);
      far_poses[i].x = i & 1 ? 200 : -200;
      far_poses[i].y = near_poses[i].y;
    }
  for (int round = 0; round < ROUNDS; round++)
    {
      double t[13];
      int k = 0;
      t[k++] = now ();
      sink += plain_points (boxes[0], SHAPES, hits);
      t[k++] = now ();
      sink += our_points (frame[0], hits);
      t[k++] = now ();
      sink += our_points (frame[2], hits);
      t[k++] = now ();
      sink += our_points (frame[0], misses);
      t[k++] = now ();
      sink += plain_pairs (boxes[0], boxes[1], SHAPES, near_poses);
      t[k++] = now ();
      sink += our_pairs (frame[0], frame[1], near_poses);
      t[k++] = now ();
      sink += our_any (frame[0], frame[1], near_poses);
      t[k++] = now ();
      sink += our_pairs (frame[2], frame[3], near_poses);
      t[k++] = now ();
      sink += our_any (frame[2], frame[3], near_poses);
      t[k++] = now ();
      sink += our_pairs (frame[0], frame[1], far_poses);
      t[k++] = now ();
      add (&plain_hit, round, (t[1] - t[0]) / POINTS);
      add (&plain_pair, round, (t[5] - t[4]) / POINTS);
      for (int i = 1; i < k - 1; i++)
        if (i != 4)
          add (&s[i], round, (t[i + 1] - t[i]) / POINTS);
    }
  printf ("A point against a frame of 16 shapes, random points on the frame\n");
  report ("plain loop over 16 boxes", &plain_hit, "ns", 1);
  report ("kbx_frame_at, 16 boxes", &s[1], "ns", 1);
  report ("kbx_frame_at, boxes, circles, oriented, hexagons", &s[2], "ns", 1);
  report ("kbx_frame_at, beside the frame", &s[3], "ns", 1);
  printf ("A frame against a frame, 16 shapes each, random poses nearby, every second one flipped\n");
  report ("plain double loop over 16 x 16 boxes, counting", &plain_pair, "ns", 1);
  report ("kbx_frames_overlap, boxes, all pairs", &s[5], "ns", 1);
  report ("kbx_frames_touch, boxes", &s[6], "ns", 1);
  report ("kbx_frames_overlap, all kinds, all pairs", &s[7], "ns", 1);
  report ("kbx_frames_touch, all kinds", &s[8], "ns", 1);
  report ("kbx_frames_overlap, out of reach", &s[9], "ns", 1);
  g_rand_free (random);
  kb_bank_content_clear (&content);
  free (bytes);
}

/* ---- opening ---- */

/* What the frames of a large bank hold. */
typedef enum { MIX_BOXES, MIX_QUARTERS, MIX_SAMPLE } Mix;

static KbBankRing
copy_ring (KbBankRing ring)
{
  ring.vertices = g_memdup2 (ring.vertices, ring.n_vertices * sizeof *ring.vertices);
  return ring;
}

/* The next shape of the sample, names, values and all. */
static void
copy_shape (KbBankFrame *frame, const KbBankShape *from)
{
  KbBankShape *shape = kb_maker_box (frame, from->class_index, 0, 0, 1, 1);

  *shape = *from;
  shape->name = from->name ? strdup (from->name) : NULL;
  shape->outline = copy_ring (from->outline);
  shape->values = NULL;
  shape->n_values = 0;
  for (uint32_t i = 0; i < from->n_values; i++)
    kb_maker_value (shape, from->values[i].key, from->values[i].value);
  shape->parts = g_memdup2 (from->parts, from->n_parts * sizeof *from->parts);
  for (uint32_t i = 0; i < from->n_parts; i++)
    shape->parts[i] = copy_ring (from->parts[i]);
}

/* All shapes of the sample's bank, over and over. */
static void
copy_shapes (KbBankFrame *frame, const KbBankContent *sample, uint32_t count)
{
  static uint32_t sprite, at, shape;

  while (count > 0)
    {
      const KbBankFrame *from = &sample->sprites[sprite].frames[at];
      if (shape < from->n_shapes)
        {
          copy_shape (frame, &from->shapes[shape++]);
          count--;
          continue;
        }
      shape = 0;
      if (++at == sample->sprites[sprite].n_frames)
        {
          at = 0;
          sprite = (sprite + 1) % sample->n_sprites;
        }
    }
}

static void
make_large (KbBankContent *content, Mix mix, const KbBankContent *sample)
{
  GRand *random = g_rand_new_with_seed (5);

  memset (content, 0, sizeof *content);
  for (uint32_t i = 0; i < sample->n_classes; i++)
    kb_maker_class (content, sample->classes[i].name, sample->classes[i].colour);
  for (uint32_t i = 0; i < 100; i++)
    {
      char name[32];
      KbBankSprite *sprite;
      snprintf (name, sizeof name, "sprite %03u", i);
      sprite = kb_maker_sprite (content, name);
      for (uint32_t k = 0; k < 100; k++)
        {
          KbBankFrame *frame;
          snprintf (name, sizeof name, "walk %u", k);
          frame = kb_maker_frame (sprite, name, 128, 128, 64, 127);
          if (mix == MIX_BOXES)
            for (uint32_t m = 0; m < 8; m++)
              kb_maker_box (frame, m % 4, g_rand_int_range (random, 0, 100), g_rand_int_range (random, 0, 100),
                            g_rand_int_range (random, 4, 28), g_rand_int_range (random, 4, 28));
          else if (mix == MIX_QUARTERS)
            kb_maker_random_shapes (frame, random, 8, 4, 60);
          else
            copy_shapes (frame, sample, 8);
          kb_maker_point (frame, "fist", g_rand_int_range (random, 0, 128), 60, 1, 0);
          kb_maker_point (frame, "foot", g_rand_int_range (random, 0, 128), 120, 0, 0);
        }
      for (uint32_t k = 0; k < 8; k++)
        {
          KbBankAnimation *animation;
          snprintf (name, sizeof name, "animation %u", k);
          animation = kb_maker_animation (sprite, name, (KbBankLoop) (k % 4));
          for (uint32_t m = 0; m < 12; m++)
            kb_maker_step (animation, k * 12 + m, 60);
        }
    }
  g_rand_free (random);
}

/* Opening takes 8 to 10 times as long as a pass of the checksum over the bank for boxes and for the sample's shapes, so where
 * that pass takes 0.1 ms, 10,000 frames open within 1 ms. A quarter of each kind takes 10 to 11 times, half of which goes into
 * the corners of parts: least processor times on a Xeon with AVX-512. */
static void
bench_opening (const char *what, Mix mix, const KbBankContent *sample)
{
  KbBankContent content;
  KbBankError error;
  Series open = { .count = 0 }, hardware = { .count = 0 }, portable = { .count = 0 }, parse = { .count = 0 }, read = { .count = 0 };
  uint8_t *bytes;
  char *text;
  size_t size, length;
  kbx_bank bank;

  make_large (&content, mix, sample);
  bytes = kb_maker_write (&content, &size);
  if (!kb_bank_json_write (&content, &text, &length, &error))
    abort ();
  kb_bank_content_clear (&content);
  for (int round = 0; round < ROUNDS; round++)
    {
      double t0 = now (), t1, t2, t3;
      if (kbx_bank_open (&bank, bytes, size, NULL) != KBX_OK)
        abort ();
      t1 = now ();
      sink += kbx_crc32c (0, bytes, size);
      t2 = now ();
      sink += kbx_crc32c_portable (0, bytes, size);
      t3 = now ();
      add (&open, round, t1 - t0);
      add (&hardware, round, t2 - t1);
      add (&portable, round, t3 - t2);
      if (round % 4 == 0)
        {
          json_t *root;
          t0 = now ();
          root = json_loadb (text, length, 0, NULL);
          t1 = now ();
          sink += json_object_size (root);
          add (&parse, round, t1 - t0);
          json_decref (root);
        }
      if (round % 10 == 0)
        {
          t0 = now ();
          if (!kb_bank_json_read (&content, text, length, &error))
            abort ();
          add (&read, round, now () - t0);
          kb_bank_content_clear (&content);
        }
    }
  printf ("10,000 frames, %s, 2 action points each: %.2f MB, as JSON %.2f MB\n", what, (double) size / 1e6, (double) length / 1e6);
  report ("kbx_bank_open: all checksums, all records", &open, "us", 1e3);
  report ("  of it the checksums", &hardware, "us", 1e3);
  report ("  the checksums by tables", &portable, "us", 1e3);
  report ("jansson: json_loadb alone", &parse, "us", 1e3);
  report ("libkickbox-json: jansson, fill, check", &read, "us", 1e3);
  printf ("  opening takes %.1f times as long as the checksums\n", median (&open) / median (&hardware));
  printf ("  opening is %.0f times faster than jansson; with checksums by tables %.0f times\n", median (&parse) / median (&open),
          median (&parse) / (median (&open) - median (&hardware) + median (&portable)));
  free (bytes);
  free (text);
}

/* bench_runtime BANK: the sample's, without pictures. */
int
main (int argc, char **argv)
{
  KbBankContent sample;
  KbBankError error;
  char *bytes;
  gsize size;

  if (argc != 2 || !g_file_get_contents (argv[1], &bytes, &size, NULL) || !kb_bank_read (&sample, bytes, size, &error))
    {
      fprintf (stderr, "usage: bench_runtime BANK\n");
      return 2;
    }
  bench_questions ();
  bench_opening ("8 boxes", MIX_BOXES, &sample);
  bench_opening ("8 shapes, a quarter of each kind", MIX_QUARTERS, &sample);
  bench_opening ("8 shapes of the sample", MIX_SAMPLE, &sample);
  kb_bank_content_clear (&sample);
  g_free (bytes);
  return 0;
}
