/* SPDX-License-Identifier: MIT */
/* Distances from the edge of the road, beside OpenCV where that is installed: first whether they are right, by a plain
 * method in whole numbers, then how long they take, in turns in one process. Then a dab of a brush, and looks at the
 * packed track. Median, and the tenth and ninetieth percentile; no pass or fail.
 *
 *   bench_clearance [ROUNDS [SIDE...]]       7 rounds, sides 4096 and 8192
 *
 * One thread is measured by the processor's time, with the process kept on one processor; two by the clock. */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bake/track/tracks.h"
#include "runtime/kickbox.h"
#include "tests/bench/clearance/peer.h"
#include "tests/support/roads.h"

enum { MOST_ROUNDS = 101, DABS = 400, LOOKS = 1 << 20 };

static cpu_set_t all_processors;

static double
now (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec * 1e-6;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

typedef struct { double median, low, high, p99, least; } Spread;

static Spread
spread (double *ms, int n)
{
  qsort (ms, (size_t) n, sizeof *ms, compare);
  return (Spread) { ms[(n - 1) / 2], ms[(n - 1) / 10], ms[(n - 1) * 9 / 10], ms[(n - 1) * 99 / 100], ms[0] };
}

/* ---- pictures: 255 is road; nothing of it on the border, so that all agree what is beyond ---- */

static guint32 state = 1;

static guint32
random_below (guint32 n)
{
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return (guint32) ((guint64) state * n >> 32);
}

static void
paint_disc (guint8 *p, int side, double cx, double cy, double r, guint8 value)
{
  for (int y = MAX ((int) (cy - r), 1); y <= MIN ((int) (cy + r), side - 2); y++)
    {
      double half = sqrt (MAX (r * r - (y - cy) * (y - cy), 0));
      int x0 = MAX ((int) (cx - half), 1), x1 = MIN ((int) (cx + half), side - 2);
      if (x1 >= x0)
        memset (p + (size_t) y * (size_t) side + x0, value, (size_t) (x1 - x0 + 1));
    }
}

/* Three courses round the middle, of changing width. */
static void
paint_track (guint8 *p, int side)
{
  for (int course = 0; course < 3; course++)
    for (int i = 0; i < 2 * side; i++)
      {
        double angle = i * G_PI / side, far = side * (0.14 + 0.12 * course + 0.03 * sin (angle * (5 + course)) + 0.02 * cos (3 * angle));
        double r = side * (0.012 + 0.004 * sin (7 * angle));
        paint_disc (p, side, side / 2.0 + 1.15 * far * cos (angle), side / 2.0 + far * sin (angle), r, 255);
      }
}

static void
paint_specks (guint8 *p, int side)
{
  for (int i = 0; i < side * (side / 1000); i++)
    p[(1 + random_below ((guint32) side - 2)) * (size_t) side + 1 + random_below ((guint32) side - 2)] = 255;
}

static void
paint_noise (guint8 *p, int side)
{
  for (int y = 1; y < side - 1; y++)
    for (int x = 1; x < side - 1; x++)
      p[(size_t) y * (size_t) side + (size_t) x] = random_below (2) ? 255 : 0;
}

static void
paint_checker (guint8 *p, int side)
{
  for (int y = 1; y < side - 1; y++)
    for (int x = 1; x < side - 1; x++)
      p[(size_t) y * (size_t) side + (size_t) x] = (x / 2 + y / 2) % 2 ? 255 : 0;
}

static const struct { const char *name; void (*paint) (guint8 *p, int side); } pictures[] = {
  { "tracks", paint_track }, { "specks", paint_specks }, { "noise", paint_noise }, { "2 x 2 checker", paint_checker },
};

/* ---- a plain method: distances in columns, then the lower envelope of parabolas in rows, in whole numbers ---- */

static void
plain_squared (const guint8 *p, int side, guint8 kind, gint32 sign, gint32 *squared)
{
  const int none = 2 * side;
  int *column = g_new (int, side), *from = g_new (int, side + 1), *owner = g_new (int, side + 1);
  guint16 *far = g_new (guint16, (gsize) side * side);
  for (int x = 0; x < side; x++)
    column[x] = none;
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      far[(gsize) y * side + x] = (guint16) (column[x] = p[(gsize) y * side + x] != kind ? 0 : MIN (column[x] + 1, none));
  for (int x = 0; x < side; x++)
    column[x] = none;
  for (int y = side - 1; y >= 0; y--)
    for (int x = 0; x < side; x++)
      {
        column[x] = p[(gsize) y * side + x] != kind ? 0 : MIN (column[x] + 1, none);
        far[(gsize) y * side + x] = (guint16) MIN (far[(gsize) y * side + x], column[x]);
      }
  for (int y = 0; y < side; y++)
    {
      const guint16 *row = far + (gsize) y * side;
      int top = -1;
      for (int x = 0; x < side; x++)
        {
          gint64 height = (gint64) row[x] * row[x] + (gint64) x * x;
          int begin = 0;
          if (row[x] >= none)
            continue;
          for (; top >= 0; top--)
            {
              int o = owner[top];
              gint64 gap = height - ((gint64) row[o] * row[o] + (gint64) o * o);
              /* The first place where this one is lower. */
              begin = gap < 0 ? 0 : (int) MIN (gap / (2 * (x - o)) + 1, side);
              if (begin > from[top])
                break;
              begin = 0;
            }
          if (begin >= side)
            continue;
          owner[++top] = x;
          from[top] = begin;
        }
      for (int x = side - 1; x >= 0; x--)
        {
          while (top > 0 && from[top] > x)
            top--;
          if (p[(gsize) y * side + x] == kind)
            squared[(gsize) y * side + x] = sign * ((x - owner[top]) * (x - owner[top]) + row[owner[top]] * row[owner[top]]);
        }
    }
  g_free (column);
  g_free (from);
  g_free (owner);
  g_free (far);
}

/* ---- timing ---- */

typedef struct {
  int side;
  guint8 *picture, *other;
  kbx_road road;
  gint16 *clearance;
  gint32 *squared, *expected;
  float *distances, *other_distances;
} Bench;

static void cut_127 (Bench *b) { kb_clearance (&b->road, 127, b->clearance, (gsize) b->side, NULL, NULL); }
static void cut_32 (Bench *b) { kb_clearance (&b->road, 32, b->clearance, (gsize) b->side, NULL, NULL); }

static void
plain (Bench *b)
{
  plain_squared (b->picture, b->side, 255, 1, b->expected);
  plain_squared (b->picture, b->side, 0, -1, b->expected);
}

#ifdef WITH_OPENCV
static void
opencv (Bench *b)
{
  peer_distances (b->picture, b->side, b->distances);
  peer_distances (b->other, b->side, b->other_distances);
}
#endif

static const struct { const char *name; void (*run) (Bench *b); int threads; } contenders[] = {
#ifdef WITH_OPENCV
  { "OpenCV, precise, two passes", opencv, 1 },
#endif
  { "cut off at 127 px, int16", cut_127, 1 },
  { "  the same on two threads", cut_127, 2 },
  { "cut off at 32 px, int16", cut_32, 1 },
};

static void
keep_on (int threads)
{
  cpu_set_t set;
  int taken = 0;
  CPU_ZERO (&set);
  for (int i = 0; i < CPU_SETSIZE && taken < threads; i++)
    if (CPU_ISSET (i, &all_processors))
      {
        CPU_SET (i, &set);
        taken++;
      }
  sched_setaffinity (0, sizeof set, &set);
}

static double
timed (Bench *b, guint c)
{
  clockid_t clock = contenders[c].threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  keep_on (contenders[c].threads);
  double start = now (clock);
  contenders[c].run (b);
  return now (clock) - start;
}

static void
check (Bench *b)
{
  gsize n = (gsize) b->side * (gsize) b->side, wrong_cut = 0;
  plain (b);
  cut_127 (b);
  for (gsize i = 0; i < n; i++)
    {
      double exact = copysign (sqrt (ABS (b->expected[i])) - 0.5, b->expected[i]);
      wrong_cut += fabs (b->clearance[i] / 16.0 - CLAMP (exact, -127, 127)) > 1 / 32.0;
    }
  printf ("  %" G_GSIZE_FORMAT " clearances differ from the plain method's by more than 1/32 px", wrong_cut);
#ifdef WITH_OPENCV
  gsize off = 0;
  opencv (b);
  for (gsize i = 0; i < n; i++)
    off += fabs ((b->expected[i] > 0 ? b->distances : b->other_distances)[i] - sqrt (ABS (b->expected[i]))) > 0.01;
  printf ("; of OpenCV's distances %.2f%% are off by more than 0.01", 100.0 * (double) off / (double) n);
#endif
  printf ("\n");
}

static void
bench_picture (Bench *b, guint picture, int rounds)
{
  static double ms[G_N_ELEMENTS (contenders)][MOST_ROUNDS];
  gsize n = (gsize) b->side * (gsize) b->side;
  double peer = 0;
  memset (b->picture, 0, n);
  pictures[picture].paint (b->picture, b->side);
  for (gsize i = 0; i < n; i++)
    b->other[i] = (guint8) ~b->picture[i];
  printf ("%d x %d, %s\n", b->side, b->side, pictures[picture].name);
  check (b);
  for (int round = 0; round < rounds; round++)
    for (guint i = 0; i < G_N_ELEMENTS (contenders); i++)
      {
        guint c = (i + (guint) round) % G_N_ELEMENTS (contenders);
        ms[c][round] = timed (b, c);
      }
  for (guint c = 0; c < G_N_ELEMENTS (contenders); c++)
    {
      Spread s = spread (ms[c], rounds);
      peer = c == 0 ? s.median : peer;
      printf ("  %-34s %8.1f ms  (%.1f to %.1f)", contenders[c].name, s.median, s.low, s.high);
#ifdef WITH_OPENCV
      if (c > 0)
        printf ("  %.1f times as fast as OpenCV", peer / s.median);
#endif
      printf ("\n");
    }
  fflush (stdout);
}

/* ---- a dab, on the tracks ---- */

static void
bench_dabs (Bench *b)
{
  static double ms[DABS], whole[DABS];
  static const double radii[] = { 6, 10, 14 };
  guint8 *mask = g_malloc0 ((gsize) b->side * (gsize) b->side);
  keep_on (1);
  cut_127 (b);
  for (int i = 0; i < DABS; i++)
    {
      double angle = random_below (62831) / 1e4, far = b->side * (0.14 + 0.12 * random_below (3));
      int x = (int) (b->side / 2.0 + 1.15 * far * cos (angle)), y = (int) (b->side / 2.0 + far * sin (angle));
      paint_disc (b->picture, b->side, x, y, 32, i % 2 ? 255 : 0);
      double start = now (CLOCK_THREAD_CPUTIME_ID);
      KbClearanceBox box = kb_clearance_update (&b->road, 127, b->clearance, (gsize) b->side, (KbClearanceBox) { x - 32, y - 32, 65, 65 });
      ms[i] = now (CLOCK_THREAD_CPUTIME_ID) - start;
      gsize at = (gsize) box.y * (gsize) b->side + (gsize) box.x;
      for (guint r = 0; r < G_N_ELEMENTS (radii); r++)
        kb_track_band_box (b->clearance + at, (gsize) b->side, &(KbBandForm) { radii[r], NULL, NULL }, &box, mask + at, (gsize) b->side);
      whole[i] = now (CLOCK_THREAD_CPUTIME_ID) - start;
    }
  Spread s = spread (ms, DABS), t = spread (whole, DABS);
  printf ("A dab of 64 px on %d x %d, cut-off 127 px: %.3f ms, 99th percentile %.3f; with three bands %.3f, %.3f\n", b->side, b->side,
          s.median, s.p99, t.median, t.p99);
  g_free (mask);
}

/* ---- looks at the packed track ---- */

static void
bench_looks (Bench *b)
{
  static kbx_vec near[LOOKS], far[LOOKS];
  kbx_handle track;
  float sum = 0;
  keep_on (1);
  cut_127 (b);
  double start = now (CLOCK_THREAD_CPUTIME_ID);
  GBytes *bytes = kb_clearance_pack (b->clearance, (guint) b->side, (guint) b->side, (gsize) b->side, 127);
  double packed = now (CLOCK_THREAD_CPUTIME_ID) - start;
  gsize size = g_bytes_get_size (bytes);
  start = now (CLOCK_THREAD_CPUTIME_ID);
  kbx_open (&track, KBX_TRACK, g_bytes_get_data (bytes, NULL), size, NULL);
  printf ("The track of %d x %d, packed in %.0f ms: %.1f MB, %.3f bytes a pixel; opened in %.1f ms\n", b->side, b->side, packed,
          (double) size / 1e6, (double) size / b->side / b->side, now (CLOCK_THREAD_CPUTIME_ID) - start);
  /* Cars that drive along, and places anywhere on the road. */
  for (int i = 0; i < LOOKS; i++)
    {
      double angle = i * 2 * G_PI / LOOKS, way = b->side * (0.26 + 0.03 * sin (6 * angle) + 0.02 * cos (3 * angle));
      near[i] = (kbx_vec) { (float) (b->side / 2.0 + 1.15 * way * cos (angle)), (float) (b->side / 2.0 + way * sin (angle)) };
      far[i] = near[random_below ((guint32) i + 1)];
    }
  for (int order = 0; order < 2; order++)
    {
      const kbx_vec *p = order ? far : near;
      double ns[5] = { INFINITY, INFINITY, INFINITY, INFINITY, INFINITY };
      for (int round = 0; round < 5; round++)
        {
          double t[6] = { now (CLOCK_THREAD_CPUTIME_ID) };
          for (int i = 0; i < LOOKS; i++)
            sum += kbx_track_clearance (track, (kbx_vec) { floorf (p[i].x) + 0.5f, floorf (p[i].y) + 0.5f });
          t[1] = now (CLOCK_THREAD_CPUTIME_ID);
          for (int i = 0; i < LOOKS; i++)
            sum += kbx_track_clearance (track, p[i]);
          t[2] = now (CLOCK_THREAD_CPUTIME_ID);
          for (int i = 0; i < LOOKS; i++)
            sum += kbx_track_touching (track, (kbx_circle) { p[i], 20 });
          t[3] = now (CLOCK_THREAD_CPUTIME_ID);
          for (int i = 0; i < LOOKS; i++)
            sum += kbx_track_at (track, p[i]).normal.x;
          t[4] = now (CLOCK_THREAD_CPUTIME_ID);
          for (int i = 0; i < LOOKS; i++)
            sum += kbx_track_cast (track, (kbx_circle) { p[i], 20 }, (kbx_vec) { (float) (i % 17) - 8, (float) (i % 13) - 6 }).fraction;
          t[5] = now (CLOCK_THREAD_CPUTIME_ID);
          for (int k = 0; k < 5; k++)
            ns[k] = MIN (ns[k], (t[k + 1] - t[k]) * 1e6 / LOOKS);
        }
      printf ("  %s: a pixel %.1f ns, between pixels %.1f, touches %.1f, normal %.1f, a sweep of up to 10 px %.0f\n",
              order ? "anywhere on the road" : "along the road", ns[0], ns[1], ns[2], ns[3], ns[4]);
    }
  printf ("  (%g)\n", sum);
  g_bytes_unref (bytes);
}

static void *
pages (gsize bytes)
{
  void *p = g_aligned_alloc (bytes / 64 + 1, 64, 64);
  memset (p, 1, bytes);
  return p;
}

int
main (int argc, char **argv)
{
  static const char *const usual[] = { "4096", "8192" };
  int rounds = argc > 1 ? CLAMP (atoi (argv[1]), 1, MOST_ROUNDS) : 7, n = argc > 2 ? argc - 2 : (int) G_N_ELEMENTS (usual);
  sched_getaffinity (0, sizeof all_processors, &all_processors);
#ifndef WITH_OPENCV
  printf ("OpenCV is not installed: without it.\n");
#endif
  for (int i = 0; i < n; i++)
    {
      Bench b = { .side = atoi (argc > 2 ? argv[i + 2] : usual[i]) };
      gsize pixels = (gsize) b.side * (gsize) b.side;
      b.picture = pages (pixels);
      b.other = pages (pixels);
      b.clearance = pages (2 * pixels);
      b.squared = pages (4 * pixels);
      b.expected = pages (4 * pixels);
      b.distances = pages (4 * pixels);
      b.other_distances = pages (4 * pixels);
      b.road = kit_road ((guint) b.side, (guint) b.side, b.picture, (gsize) b.side, (const guint8[]) { 255 }, 1);
      for (guint p = 0; p < G_N_ELEMENTS (pictures); p++)
        bench_picture (&b, p, rounds);
      memset (b.picture, 0, pixels);
      paint_track (b.picture, b.side);
      bench_dabs (&b);
      bench_looks (&b);
      g_aligned_free (b.picture);
      g_aligned_free (b.other);
      g_aligned_free (b.clearance);
      g_aligned_free (b.squared);
      g_aligned_free (b.expected);
      g_aligned_free (b.distances);
      g_aligned_free (b.other_distances);
    }
  return 0;
}
