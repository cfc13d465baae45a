/* SPDX-License-Identifier: MIT */
/* How fast the first wall of a move is found, beside Chipmunk 7 (its tree and its hash) and Box2D 2.4, in one process that
 * asks all of them the same questions in turns. Figures only.
 *   bench_levels [BLOCKS [TITLE]]   other than 100 blocks of 1024 moves; only rows whose title contains the text
 *
 * Where the time of a short cast goes (1,000 walls in a grid): about 370 instructions, a fifth of them for a block of four walls
 * and the next for its cell. What cost most was not the search: fields that were stored one by one and then read as a pair, or
 * the other way round, for which the processor waits; registers saved for the search of trees; branches on how many
 * blocks a cell has, and on the direction of the next cell, which cannot be predicted.
 *
 * Soups of random walls, 1% as long as the world is wide; moves are short (8 to 64 pixels), begin near a wall, or go across.
 * Dense clusters, and one spot with two walls far away, show what a grid cannot do well. A map of Freedoom is asked where that
 * is installed. Building and opening are told first. */
#include "../kit/row.h"
#include "maker.h"
#include "runtime/kickbox.h"

#include <box2d/box2d.h>
#include <chipmunk/chipmunk.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>

static GRand *random_numbers;

static double between (double low, double high) { return g_rand_double_range (random_numbers, low, high); }

struct Walls {
  std::vector<MakerWall> walls;
  double size, height; /* moves are drawn within 0..size pixels, and down to height */

  void
  add (double ax, double ay, double bx, double by)
  {
    MakerWall w = { (int32_t) (ax * 256), (int32_t) (ay * 256), (int32_t) (bx * 256), (int32_t) (by * 256) };
    if (w.ax != w.bx || w.ay != w.by)
      walls.push_back (w);
  }
};

static Walls
soup (guint n, double size)
{
  Walls w;
  w.size = w.height = size;
  while (w.walls.size () < n)
    {
      double x = between (0, size), y = between (0, size), angle = between (0, 2 * G_PI);
      w.add (x, y, x + cos (angle) * size / 100, y + sin (angle) * size / 100);
    }
  return w;
}

static Walls
clusters (guint n, guint places, double size, double spread)
{
  Walls w;
  w.size = w.height = size;
  for (guint i = 0; i < places; i++)
    {
      double x = between (0, size), y = between (0, size);
      while (w.walls.size () < (size_t) n * (i + 1) / places)
        {
          double ax = x + between (-spread, spread), ay = y + between (-spread, spread), angle = between (0, 2 * G_PI);
          w.add (ax, ay, ax + cos (angle) * spread / 10, ay + sin (angle) * spread / 10);
        }
    }
  return w;
}

static Walls
map_of (const char *path, const char *name)
{
  Walls w;
  uint32_t n = 0;
  MakerWall *walls = read_map (path, name, &n);
  w.walls.assign (walls, walls + n);
  w.size = w.height = 0;
  for (const MakerWall &wall : w.walls)
    {
      w.size = std::max (w.size, std::max (wall.ax, wall.bx) / 256.0);
      w.height = std::max (w.height, std::max (wall.ay, wall.by) / 256.0);
    }
  g_free (walls);
  return w;
}

static kbx_vec a_of (const MakerWall &w) { return kbx_vec { (float) w.ax / 256, (float) w.ay / 256 }; }
static kbx_vec b_of (const MakerWall &w) { return kbx_vec { (float) w.bx / 256, (float) w.by / 256 }; }

/* ---- the contenders ---- */

static kbx_handle levels[5]; /* by partition, and the chosen one */
static cpSpace *spaces[2];
static b2World *world;
static kbx_vec from[BLOCK], to[BLOCK];

static void *
make (const Walls &w, int k, const char *name)
{
  size_t size;
  char text[400];
  void *bytes = make_level (w.walls.data (), (uint32_t) w.walls.size (), k < 4 ? k : -1, &size, text, sizeof text);
  double start = now ();
  kbx_open (&levels[k], KBX_WALLS, bytes, size, nullptr);
  printf ("  %-9s opened in %6.3f ms; %s\n", name, (now () - start) / 1e6, text);
  return bytes;
}

static void
make_peers (const Walls &w)
{
  for (int i = 0; i < 2; i++)
    {
      spaces[i] = cpSpaceNew ();
      if (i == 1)
        cpSpaceUseSpatialHash (spaces[i], w.size / 100, (int) w.walls.size () * 2);
      for (const MakerWall &wall : w.walls)
        cpSpaceAddShape (spaces[i], cpSegmentShapeNew (cpSpaceGetStaticBody (spaces[i]), cpv (a_of (wall).x, a_of (wall).y), cpv (b_of (wall).x, b_of (wall).y), 0));
    }
  world = new b2World (b2Vec2 (0, 0));
  b2BodyDef def;
  b2Body *body = world->CreateBody (&def);
  for (const MakerWall &wall : w.walls)
    {
      b2EdgeShape edge;
      edge.SetTwoSided (b2Vec2 (a_of (wall).x, a_of (wall).y), b2Vec2 (b_of (wall).x, b_of (wall).y));
      body->CreateFixture (&edge, 0);
    }
}

static void
free_shape (cpSpace *space, void *shape, void *)
{
  cpSpaceRemoveShape (space, (cpShape *) shape);
  cpShapeFree ((cpShape *) shape);
}

static void
free_peers ()
{
  for (cpSpace *space : spaces)
    {
      cpSpaceEachShape (space, [] (cpShape *shape, void *data) { cpSpaceAddPostStepCallback ((cpSpace *) data, free_shape, shape, nullptr); }, space);
      cpSpaceStep (space, 1e-9);
      cpSpaceFree (space);
    }
  delete world;
}

class First : public b2RayCastCallback
{
public:
  bool hit = false;
  float
  ReportFixture (b2Fixture *, const b2Vec2 &, const b2Vec2 &, float fraction) override
  {
    hit = true;
    return fraction;
  }
};

static bool
ask_chipmunk (int which, int i)
{
  cpSegmentQueryInfo info;
  return cpSpaceSegmentQueryFirst (spaces[which], cpv (from[i].x, from[i].y), cpv (to[i].x, to[i].y), 0, CP_SHAPE_FILTER_ALL, &info) != nullptr;
}

static bool
ask_box2d (int i)
{
  First first;
  world->RayCast (&first, b2Vec2 (from[i].x, from[i].y), b2Vec2 (to[i].x, to[i].y));
  return first.hit;
}

/* ---- rows ---- */

static void
draw (const Walls &w, int kind)
{
  for (int i = 0; i < BLOCK; i++)
    {
      const MakerWall &wall = w.walls[(size_t) g_rand_int_range (random_numbers, 0, (gint32) w.walls.size ())];
      double x = between (0, w.size), y = between (0, w.height), angle = between (0, 2 * G_PI), length = between (8, 64);
      if (kind == 1)
        {
          x = a_of (wall).x + between (-64, 64);
          y = a_of (wall).y + between (-64, 64);
        }
      from[i] = kbx_vec { (float) x, (float) y };
      to[i] = kbx_vec { (float) (x + cos (angle) * length), (float) (y + sin (angle) * length) };
      if (kind == 2)
        to[i] = kbx_vec { (float) between (0, w.size), (float) between (0, w.height) };
    }
}

static void
rows (const Walls &w, const char *name)
{
  static const char *const moves[] = { "short", "near", "long" };
  static const char *const kinds[] = { "none", "grid", "quadtree", "BSP", "chosen" };
  void *bytes[5];
  if (!strstr (name, only) || w.walls.empty ())
    return;
  printf ("%s: %zu walls\n", name, w.walls.size ());
  for (int k = 0; k < 5; k++)
    bytes[k] = make (w, k, kinds[k]);
  printf ("  chosen: %s\n", kinds[kbx_info (levels[4]).partition]);
  make_peers (w);
  for (int m = 0; m < 3; m++)
    {
      std::string title = std::string (name) + ", " + moves[m];
      Row row (title.c_str ());
      row.draw = [&w, m] { draw (w, m); };
      row.touching = [] (int) { return true; };
      for (int k = w.walls.size () > 2000 ? 1 : 0; k < 5; k++)
        row.add (kinds[k], k == 0 ? PLAIN : OURS, [k] (int i) { return kbx_level_cast (levels[k], kbx_shape_point (from[i]), { to[i].x - from[i].x, to[i].y - from[i].y }, nullptr).hit; });
      row.add ("Chipmunk, tree", PEER, [] (int i) { return ask_chipmunk (0, i); });
      row.add ("Chipmunk, hash", PEER, [] (int i) { return ask_chipmunk (1, i); });
      row.add ("Box2D 2.4", PEER, ask_box2d);
      row.run (blocks);
    }
  free_peers ();
  for (void *b : bytes)
    g_free (b);
}

int
main (int argc, char **argv)
{
  blocks = argc > 1 ? atoi (argv[1]) : 100;
  if (argc > 2)
    only = argv[2];
  random_numbers = g_rand_new_with_seed (20261120);
  printf ("Nanoseconds a move; peers Chipmunk %s, Box2D %d.%d.%d\n", cpVersionString, b2_version.major, b2_version.minor, b2_version.revision);
  rows (map_of ("/usr/share/games/doom/freedoom2.wad", "MAP12"), "Freedoom MAP12");
  rows (soup (1000, 8192), "1k walls");
  rows (soup (10000, 8192), "10k walls");
  rows (soup (100000, 8192), "100k walls");
  rows (clusters (10000, 20, 8192, 250), "10k walls in 20 clusters");
  Walls outliers = soup (10000, 1024);
  outliers.add (-60000, -60000, -59000, -59500);
  outliers.add (60000, 60000, 59000, 59500);
  rows (outliers, "10k in one spot and two far away");
  return 0;
}
