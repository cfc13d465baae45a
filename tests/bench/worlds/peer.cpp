/* SPDX-License-Identifier: MIT */
/* Box2D's ray cast, behind a C interface. */
#include "peer.h"

#include <box2d/box2d.h>

static b2World world (b2Vec2 (0, 0));
static b2Body *body;

namespace
{
class First : public b2RayCastCallback
{
public:
  float fraction = 1;
  float
  ReportFixture (b2Fixture *, const b2Vec2 &, const b2Vec2 &, float at) override
  {
    return fraction = at;
  }
};
}

void
peer_wall (float ax, float ay, float bx, float by)
{
  b2BodyDef def;
  b2EdgeShape edge;
  if (!body)
    body = world.CreateBody (&def);
  edge.SetTwoSided (b2Vec2 (ax, ay), b2Vec2 (bx, by));
  body->CreateFixture (&edge, 0);
}

float
peer_cast (float ax, float ay, float bx, float by)
{
  First first;
  world.RayCast (&first, b2Vec2 (ax, ay), b2Vec2 (bx, by));
  return first.fraction;
}
