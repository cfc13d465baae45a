/* SPDX-License-Identifier: MIT */
/* Many boxes against one, and many that move against each other. */
#include "peers.h"
#include "plain.h"
#include "subjects.h"

static const int MANY = 10000, BATCHES = 4;

/* ---- a broad phase ---- */

static kbx_circle movers[MANY]; /* every other one is a box of that size */
static kbx_vec velocities[MANY];
static kbx_rect crowd[MANY];
static cpBB crowd_bounds[MANY];
static b2AABB crowd_aabbs[MANY];
static uint32_t touching;

static void
move_crowd (float side)
{
  for (int i = 0; i < MANY; i++)
    {
      kbx_vec &c = movers[i].centre, &v = velocities[i];
      const float h = i % 2 ? movers[i].radius * 0.75f : movers[i].radius;
      c = { c.x + v.x, c.y + v.y };
      v = { c.x < -side ? fabsf (v.x) : c.x > side ? -fabsf (v.x) : v.x, c.y < -side ? fabsf (v.y) : c.y > side ? -fabsf (v.y) : v.y };
      crowd[i] = { { c.x - movers[i].radius, c.y - h }, { c.x + movers[i].radius, c.y + h } };
      crowd_bounds[i] = cpBBNew (crowd[i].min.x, crowd[i].min.y, crowd[i].max.x, crowd[i].max.y);
      crowd_aabbs[i] = { b2 (crowd[i].min), b2 (crowd[i].max) };
    }
}

/* As b2ContactManager does it: UpdatePairs only adds, and pairs are kept while their fat bounds overlap. */
struct Box2DCrowd {
  b2BroadPhase phase;
  std::vector<int32_t> proxies;
  std::vector<std::vector<uint32_t>> pairs { (size_t) MANY };

  void
  AddPair (void *first, void *second)
  {
    const uint32_t i = (uint32_t) (uintptr_t) first, k = (uint32_t) (uintptr_t) second, a = std::min (i, k), b = std::max (i, k);
    if (std::find (pairs[a].begin (), pairs[a].end (), b) == pairs[a].end ())
      pairs[a].push_back (b);
  }

  uint32_t
  step ()
  {
    uint32_t n = 0;
    for (int i = 0; i < MANY; i++)
      if (proxies.size () < (size_t) MANY)
        proxies.push_back (phase.CreateProxy (crowd_aabbs[i], (void *) (uintptr_t) i));
      else
        phase.MoveProxy (proxies[i], crowd_aabbs[i], b2 (velocities[i]));
    phase.UpdatePairs (this);
    for (int i = 0; i < MANY; i++)
      for (size_t k = 0; k < pairs[i].size (); k++)
        if (phase.TestOverlap (proxies[i], proxies[pairs[i][k]]))
          n += b2TestOverlap (crowd_aabbs[i], crowd_aabbs[pairs[i][k]]);
        else
          {
            pairs[i][k--] = pairs[i].back ();
            pairs[i].pop_back ();
          }
    return n;
  }
};

static cpBB bounds_of (void *mover) { return *(cpBB *) mover; }

static cpCollisionID
count_pair (void *first, void *second, cpCollisionID id, void *)
{
  touching += cpBBIntersects (bounds_of (first), bounds_of (second));
  return id;
}

static uint32_t
chipmunk_step (cpSpatialIndex *index)
{
  touching = 0;
  cpSpatialIndexReindexQuery (index, count_pair, nullptr);
  return touching;
}

static void
pairs_of_a_crowd ()
{
  const char *title = "10,000 circles and boxes that move, all pairs whose bounds touch";
  static kbx_pair found[8 * MANY];
  static uint32_t order[MANY];
  const float side = 1000;
  Row row (title, 1, MANY);
  cpSpatialIndex *tree = cpBBTreeNew (bounds_of, nullptr), *hash = cpSpaceHashNew (20, MANY, bounds_of, nullptr);
  Box2DCrowd box2d_crowd;
  for (uint32_t i = 0; i < MANY; i++)
    {
      movers[i] = { near_to ({ 0, 0 }, side), real (2, 12) };
      velocities[i] = near_to ({ 0, 0 }, 2);
      order[i] = i;
    }
  move_crowd (side);
  for (uint32_t i = 0; i < MANY; i++)
    for (cpSpatialIndex *index : { tree, hash })
      cpSpatialIndexInsert (index, &crowd_bounds[i], i);
  row.counts = "pairs";
  row.draw = [side] { move_crowd (side); };
  row.add ("Kickbox kbx_pairs", OURS, [] (int) { return kbx_pairs (crowd, MANY, order, found, 8 * MANY); });
  row.add ("Box2D b2BroadPhase", PEER, [&] (int) { return box2d_crowd.step (); });
  row.add ("Chipmunk cpBBTree", PEER, [=] (int) { return chipmunk_step (tree); });
  row.add ("Chipmunk cpSpaceHash", PEER, [=] (int) { return chipmunk_step (hash); });
  run (row, title);
  cpSpatialIndexFree (tree);
  cpSpatialIndexFree (hash);
}

/* ---- all subjects ---- */

void
batches ()
{
  static kbx_box many[MANY];
  static cpBB many_bounds[MANY];
  static b2AABB many_aabbs[MANY];
  static uint32_t found[MANY];
  static const struct { const char *title; float reach; } rows[] = {
    { "10,000 boxes of pixels against one, half of them hit", 160 }, { "10,000 boxes of pixels against one, few hit", 1500 }
  };

  for (auto &r : rows)
    {
      Row row (r.title, BATCHES, MANY);
      row.draw = [&r] {
        for (int i = 0; i < MANY; i++)
          {
            kbx_vec at = near_to ({ 0, 0 }, r.reach);
            many[i] = { (int32_t) at.x, (int32_t) at.y, (int32_t) at.x + (int32_t) real (4, 64), (int32_t) at.y + (int32_t) real (4, 64) };
            many_bounds[i] = cpBBNew (many[i].x0, many[i].y0, many[i].x1 - 1, many[i].y1 - 1);
            many_aabbs[i].lowerBound.Set ((float) many[i].x0, (float) many[i].y0);
            many_aabbs[i].upperBound.Set ((float) (many[i].x1 - 1), (float) (many[i].y1 - 1));
          }
        for (int i = 0; i < BATCHES; i++)
          {
            boxes[0][i] = { -100 + i, -100 - i, 100 + i, 100 };
            bounds[0][i] = cpBBNew (-100 + i, -100 - i, 99 + i, 99);
            aabbs[0][i].lowerBound.Set ((float) (-100 + i), (float) (-100 - i));
            aabbs[0][i].upperBound.Set ((float) (99 + i), 99);
          }
      };
      row.add ("Kickbox", OURS, [] (int i) { return kbx_boxes_touching (boxes[0][i], many, MANY, found, MANY); });
      row.add ("Chipmunk cpBBIntersects in a loop", PEER, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += cpBBIntersects (many_bounds[k], bounds[0][i]);
          }
        return n;
      });
      row.add ("Box2D b2TestOverlap in a loop", PEER, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += b2TestOverlap (many_aabbs[k], aabbs[0][i]);
          }
        return n;
      });
      row.add ("a plain loop", PLAIN, [] (int i) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < MANY; k++)
          {
            found[n] = k;
            n += plain_boxes (many[k], boxes[0][i]);
          }
        return n;
      });
      run (row, r.title);
    }
  pairs_of_a_crowd ();
}
