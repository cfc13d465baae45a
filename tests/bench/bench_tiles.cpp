/* SPDX-License-Identifier: MIT */
/* Moving boxes through a map of 4096 x 4096 tiles, beside Box2D 2.4, which has the same solid tiles merged into boxes and is asked
 * by its tree (b2World::QueryAABB) and b2ShapeCast: in one process, the same questions in turns. Figures only.
 *   bench_tiles [BLOCKS]   other than 100 blocks of 1024 moves
 *
 * A walk (KBX_WALK) is more than a trace: slopes, floor and ceiling; its row has no peer. */
#include "kit/row.h"

#include <glib.h>

#include "runtime/kickbox/pack.h"

#include <box2d/box2d.h>
#include <box2d/b2_distance.h>
#include <math.h>
#include <stdlib.h>

static const int SIDE = 4096, TILE = 16;
static GRand *numbers;
static kbx_handle layer;
static b2World *world;
static std::vector<kbx_box> platforms;
static kbx_box boxes[BLOCK];
static kbx_point moves[BLOCK];

static int among (int low, int high) { return g_rand_int_range (numbers, low, high); }

/* Platforms of 4 to 20 tiles, 1 to 3 thick, in every eighth row; each is a box already. */
static std::vector<guint8>
make_map ()
{
  kbx_tile_plan tile = { 1, KBX_TILE_FULL, 0, 0, 0, NULL, { 0, 0 } };
  std::vector<guint32> cells ((size_t) SIDE * SIDE);
  kbx_tiles_plan input = {};
  for (int row = 0; row + 4 <= SIDE; row += 8)
    for (int column = among (0, 20); column < SIDE - 24;)
      {
        int length = among (4, 21), thick = among (1, 4);
        for (int y = row; y < row + thick; y++)
          for (int x = column; x < column + length; x++)
            cells[(size_t) y * SIDE + (size_t) x] = 1;
        platforms.push_back (kbx_box { column * TILE, row * TILE, (column + length) * TILE, (row + thick) * TILE });
        column += length + among (2, 20);
      }
  input.cell_w = input.cell_h = (guint) TILE;
  input.columns = input.rows = (guint) SIDE;
  input.tiles = &tile;
  input.tile_count = 1;
  input.cells = cells.data ();
  double start = now ();
  std::vector<guint8> work (kbx_tiles_work (&input)), bytes (work.size ());
  bytes.resize (kbx_tiles_pack (&input, work.data (), work.size (), bytes.data (), bytes.size (), NULL));
  double built = now ();
  if (kbx_open (&layer, KBX_TILES, bytes.data (), bytes.size (), NULL) != KBX_OK)
    exit (1);
  printf ("%d x %d tiles: %.1f MB, built in %.0f ms, opened in %.1f ms\n", SIDE, SIDE, (double) bytes.size () / 1e6,
          (built - start) / 1e6, (now () - built) / 1e6);
  return bytes;
}

static void
make_world ()
{
  b2BodyDef def;
  double start = now ();
  world = new b2World (b2Vec2 (0, 0));
  b2Body *body = world->CreateBody (&def);
  for (const kbx_box &b : platforms)
    {
      b2PolygonShape shape;
      shape.SetAsBox ((float) (b.x1 - b.x0) / 2, (float) (b.y1 - b.y0) / 2, b2Vec2 ((float) (b.x0 + b.x1) / 2, (float) (b.y0 + b.y1) / 2), 0);
      body->CreateFixture (&shape, 0);
    }
  printf ("Box2D %d.%d.%d: %zu boxes, made in %.0f ms\n", b2_version.major, b2_version.minor, b2_version.revision, platforms.size (), (now () - start) / 1e6);
}

class Cast : public b2QueryCallback
{
public:
  b2ShapeCastInput input;
  bool hit = false;
  float fraction = 1;
  bool
  ReportFixture (b2Fixture *fixture) override
  {
    b2ShapeCastOutput output;
    input.proxyA.Set (fixture->GetShape (), 0);
    if (b2ShapeCast (&output, &input) && output.lambda < fraction)
      {
        hit = true;
        fraction = output.lambda;
      }
    return true;
  }
};

static bool
ask_box2d (int i)
{
  const kbx_box &b = boxes[i];
  const b2Vec2 low ((float) b.x0, (float) b.y0), high ((float) b.x1, (float) b.y1), move ((float) moves[i].x, (float) moves[i].y);
  b2PolygonShape shape;
  b2AABB area;
  Cast cast;
  shape.SetAsBox ((high.x - low.x) / 2, (high.y - low.y) / 2, 0.5f * (low + high), 0);
  cast.input.proxyB.Set (&shape, 0);
  cast.input.transformA.SetIdentity ();
  cast.input.transformB.SetIdentity ();
  cast.input.translationB = move;
  area.lowerBound = b2Min (low, low + move);
  area.upperBound = b2Max (high, high + move);
  world->QueryAABB (&cast, area);
  return cast.hit;
}

/* Free boxes of 12 x 24 pixels: on a platform, or around one. */
static void
draw (int most, bool standing)
{
  for (int i = 0; i < BLOCK; i++)
    do
      {
        const kbx_box &p = platforms[(size_t) among (0, (int) platforms.size ())];
        int x = among (p.x0 - (standing ? 0 : 40), p.x1 + (standing ? 0 : 40)), y = standing ? p.y0 - 24 : among (p.y0 - 60, p.y1 + 40);
        boxes[i] = kbx_box { x, y, x + 12, y + 24 };
        moves[i] = kbx_point { among (-most, most + 1), standing ? 1 : among (-most, most + 1) };
      }
    while (kbx_level_touching (layer, kbx_shape_box (boxes[i]), nullptr, nullptr, 0) > 0);
}

static void
rows (const char *title, int most, bool standing)
{
  Row row (title);
  row.draw = [most, standing] { draw (most, standing); };
  row.touching = [] (int) { return true; }; /* Box2D's boxes have a skin */
  row.add ("kbx_level_cast", OURS, [] (int i) { return kbx_level_cast (layer, kbx_shape_box (boxes[i]), { (float) moves[i].x, (float) moves[i].y }, nullptr).hit; });
  row.add ("Box2D 2.4", PEER, ask_box2d);
  row.run (blocks);
  std::string walk = std::string (title) + ", walks";
  Row walks (walk.c_str ());
  walks.draw = row.draw;
  walks.add ("kbx_level_move", OURS, [] (int i) {
    kbx_motion how = { KBX_WALK, 0, 4, 4, { 0, 0 } };
    return kbx_level_move (layer, kbx_shape_box (boxes[i]), { (float) moves[i].x, (float) moves[i].y }, how, nullptr, nullptr, 0).hit;
  });
  walks.run (blocks);
}

int
main (int argc, char **argv)
{
  blocks = argc > 1 ? atoi (argv[1]) : 100;
  numbers = g_rand_new_with_seed (20261121);
  printf ("Nanoseconds a move\n");
  const std::vector<guint8> bytes = make_map ();
  make_world ();
  rows ("around platforms, up to 8 pixels", 8, false);
  rows ("standing, up to 8 pixels aside", 8, true);
  rows ("around platforms, up to 64 pixels", 64, false);
  rows ("around platforms, up to 1024 pixels", 1024, false);
  delete world;
  return 0;
}
