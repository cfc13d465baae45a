/* SPDX-License-Identifier: MIT */
/* Pixels against pixels, beside pygame's masks in one process: medians of rounds that take turns, with the 10th and
 * 90th percentile. Each round asks about new places, drawn evenly from all at which the two squares overlap and sorted
 * into hits and misses; every answer is compared.
 *
 * Where the time of a short question goes, in a figure of 64 columns that overlaps: 7 of 14 ns copy two handles and two
 * places and prove these upright, 3.5 place one bounds in the other, 3.5 compare sixteen rows. A branch that random places
 * make impossible to guess costs as much as all sixteen. So strips have none but the last: which bitmap begins further left
 * is arithmetic, the zeros below a strip replace the check for its end, and the middle rows come first. For the same
 * reason pairs with one run a row use their words too: choosing runs for these would cost mixed pairs more than it gains.
 * A place whose fields were stored one by one makes the copy wait for the stores, so kbx_at writes it whole. */
#include "runtime/kickbox/pack.h"
#include "tests/bench/rounds.h"
#include "tests/support/pygame_masks.h"

#include <stdlib.h>

#define ROUNDS 121
#define MOST 512

/* Pictures, u and v from -0.5 to 0.5. */
static bool is_disc (double u, double v) { return u * u + v * v < 0.25; }

static bool
is_figure (double u, double v)
{
  return u * u + (v + 0.3) * (v + 0.3) < 0.02 || u * u / 0.03 + v * v / 0.06 < 1
    || (v > 0.1 && ((u + 0.15) * (u + 0.15) < 0.006 || (u - 0.15) * (u - 0.15) < 0.006));
}

enum { SOLID, CHECKER, NOISE };

typedef struct {
  const char *name;
  bool (*inside) (double u, double v);
  int dither;
} Picture;

static const Picture pictures[] = {
  { "disc", is_disc, SOLID },
  { "figure", is_figure, SOLID },
  { "figure, every second pixel", is_figure, CHECKER },
  { "figure, half of its pixels", is_figure, NOISE },
};

typedef struct {
  kbx_handle ours;
  PygameMask *pygame;
  void *bytes;
  size_t size;
} Mask;

static Mask
make (const Picture *picture, int n)
{
  uint8_t *values = calloc ((size_t) n, (size_t) n);
  Mask m;
  m.pygame = pygame_create (n, n);
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      {
        bool in = picture->inside ((x + 0.5) / n - 0.5, (y + 0.5) / n - 0.5);
        in = in && (picture->dither == SOLID || (picture->dither == CHECKER ? (x + y) % 2 == 0 : draw (2) == 0));
        values[y * n + x] = in;
        if (in)
          pygame_set (m.pygame, x, y);
      }
  m.size = kbx_bitmap_pack (&(kbx_bitmap_plan) { values, 1, (size_t) n, (uint32_t) n, (uint32_t) n, 1 }, NULL, 0, NULL, 0, NULL);
  m.bytes = malloc (m.size);
  kbx_bitmap_pack (&(kbx_bitmap_plan) { values, 1, (size_t) n, (uint32_t) n, (uint32_t) n, 1 }, NULL, 0, m.bytes, m.size, NULL);
  kbx_open (&m.ours, KBX_BITMAP, m.bytes, m.size, NULL);
  free (values);
  return m;
}

enum { OVERLAP, FIRST, AREA, QUESTIONS };
static const char *const question_names[] = { "overlap", "first pixel", "area" };

typedef struct { double ns[ROUNDS]; } Series;

static Mask mask_a, mask_b;
static kbx_point offsets[MOST];
static kbx_place places[MOST]; /* at these */
static uint32_t ours[MOST], theirs[MOST];

static double
ask_ours (int question, int count)
{
  kbx_place origin = kbx_at (0, 0);
  double start = now ();
  for (int i = 0; i < count; i++)
    switch (question)
      {
      case OVERLAP: ours[i] = kbx_pixels_overlap (mask_a.ours, places[i], mask_b.ours, origin); break;
      case FIRST: ours[i] = kbx_pixels_first (mask_a.ours, places[i], mask_b.ours, origin).found; break;
      default: ours[i] = kbx_pixels_area (mask_a.ours, places[i], mask_b.ours, origin);
      }
  return (now () - start) / count;
}

static double
ask_theirs (int question, int count)
{
  double start = now ();
  int x, y;
  for (int i = 0; i < count; i++)
    switch (question)
      {
      case OVERLAP: theirs[i] = pygame_overlap (mask_b.pygame, mask_a.pygame, offsets[i].x, offsets[i].y) != 0; break;
      case FIRST: theirs[i] = pygame_overlap_pos (mask_b.pygame, mask_a.pygame, offsets[i].x, offsets[i].y, &x, &y) != 0; break;
      default: theirs[i] = (uint32_t) pygame_overlap_area (mask_b.pygame, mask_a.pygame, offsets[i].x, offsets[i].y);
      }
  return (now () - start) / count;
}

static void
print (const char *who, Series *s)
{
  qsort (s->ns, ROUNDS, sizeof *s->ns, compare);
  printf ("  %s %9.1f ns (%.1f to %.1f)", who, s->ns[ROUNDS / 2], s->ns[ROUNDS / 10], s->ns[ROUNDS * 9 / 10]);
}

static void
measure (const Picture *picture, int n, bool hit)
{
  static Series mine[QUESTIONS], others[QUESTIONS];
  int count = n <= 64 ? 512 : n <= 256 ? 256 : 64;
  long differ = 0;

  for (int round = -1; round < ROUNDS; round++) /* the first one warms up */
    {
      for (int i = 0; i < count;)
        {
          const kbx_point p = { (int32_t) draw ((uint32_t) (2 * n - 1)) - n + 1, (int32_t) draw ((uint32_t) (2 * n - 1)) - n + 1 };
          if ((pygame_overlap (mask_b.pygame, mask_a.pygame, p.x, p.y) != 0) != hit)
            continue;
          offsets[i] = p;
          places[i++] = kbx_at (p.x, p.y);
        }
      for (int question = 0; question < QUESTIONS; question++)
        {
          double a = ask_ours (question, count), b = ask_theirs (question, count);
          differ += memcmp (ours, theirs, (size_t) count * sizeof *ours) != 0;
          if (round < 0)
            continue;
          mine[question].ns[round] = a;
          others[question].ns[round] = b;
        }
    }
  for (int question = 0; question < QUESTIONS; question++)
    {
      printf ("%4d %s %-11s", n, hit ? "hit " : "miss", question_names[question]);
      print ("ours", &mine[question]);
      print ("pygame", &others[question]);
      printf ("  %.1f times as fast; fastest rounds %.1f and %.1f\n", others[question].ns[ROUNDS / 2] / mine[question].ns[ROUNDS / 2],
              mine[question].ns[0], others[question].ns[0]);
    }
  if (differ)
    printf ("%ld ROUNDS DIFFER in %s\n", differ, picture->name);
}

/* Pictures whose name has the first word, if there is one, and the size that the second one names. */
int
main (int argc, char **argv)
{
  static const int sizes[] = { 64, 256, 1024 };
  if (!pygame_masks_load ())
    {
      printf ("left out: pygame's masks are not installed (python3-pygame)\n");
      return 0;
    }
  for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
      {
        if ((argc > 1 && strstr (pictures[i].name, argv[1]) == NULL) || (argc > 2 && atoi (argv[2]) != sizes[k]))
          continue;
        mask_a = make (&pictures[i], sizes[k]);
        mask_b = make (&pictures[i], sizes[k]);
        printf ("%s, %d x %d: %zu bytes\n", pictures[i].name, sizes[k], sizes[k], mask_a.size);
        measure (&pictures[i], sizes[k], true);
        measure (&pictures[i], sizes[k], false);
        fflush (stdout);
        free (mask_a.bytes);
        free (mask_b.bytes);
        pygame_free (mask_a.pygame);
        pygame_free (mask_b.pygame);
      }
  return 0;
}
