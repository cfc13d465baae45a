/* SPDX-License-Identifier: MIT */
/* Finds a point's surroundings on another frame: a disc of pixels, moved and turned. Angles STEP
 * apart are tried first, then those around the best one. A point at the end of something long, such
 * as a blade, then follows that to its end. */
#include <math.h>
#include <stdlib.h>

#include "operations/carry.h"

#define POINTS_REACH 8         /* the disc's radius */
#define MOST_PIXELS ((2 * POINTS_REACH + 1) * (2 * POINTS_REACH + 1))
#define POINTS_LEAST_SEEN 8    /* pixels in the disc */
#define POINTS_STEP 15         /* degrees */
#define MOST_TURNED 90
#define UNLIKE 90       /* a larger difference of two pixels counts as this */
#define POINTS_DISTANCE 0.008  /* of a disc that is not found at all, per pixel that it moves */
#define TURNED 0.0008   /* the same per degree */

typedef struct {
  const KbPicture *from, *to;
  gint x, y;            /* the point on the first frame */
} Surroundings;

typedef struct {
  gint x, y, degrees;   /* on the second frame */
  double cost, unlike;
} PointsPlace;

static void
pixel_at (const KbPicture *picture, gint x, gint y, gint pixel[4])
{
  static const guint8 nothing[4] = { 0 };
  gboolean is_in = x >= 0 && y >= 0 && x < (gint) picture->width && y < (gint) picture->height;
  const guint8 *p = is_in ? kb_picture_pixel (picture, (guint) x, (guint) y) : nothing;
  for (guint c = 0; c < 3; c++)
    pixel[c] = p[c] * p[3] / 255;
  pixel[3] = p[3];
}

/* The source's disc, turned by an angle. */
typedef struct {
  gint pixels[MOST_PIXELS][4];   /* by row */
  guint seen;                    /* how many are visible */
  double weight;                 /* of all of them */
} PointsDisc;

/* The middle counts most. */
static double
points_weight_at (gint u, gint v)
{
  return 1 - 0.7 * (u * u + v * v) / (POINTS_REACH * POINTS_REACH);
}

static void
turn_disc (const Surroundings *s, gint degrees, PointsDisc *disc)
{
  double c = cos (degrees * G_PI / 180), sn = sin (degrees * G_PI / 180);
  disc->seen = 0, disc->weight = 0;
  for (gint v = -POINTS_REACH, i = 0; v <= POINTS_REACH; v++)
    for (gint u = -POINTS_REACH; u <= POINTS_REACH; u++, i++)
      {
        gint *pixel = disc->pixels[i];
        pixel_at (s->from, s->x + (gint) floor (u * c + v * sn + 0.5),
                  s->y + (gint) floor (v * c - u * sn + 0.5), pixel);
        if (u * u + v * v > POINTS_REACH * POINTS_REACH)
          continue;
        disc->seen += pixel[3] > 0;
        disc->weight += points_weight_at (u, v);
      }
}

static gint
points_difference (const gint p[4], const gint q[4])
{
  gint colour = (abs (p[0] - q[0]) + abs (p[1] - q[1]) + abs (p[2] - q[2])) / 3;
  return MIN (colour + abs (p[3] - q[3]) / 2, UNLIKE);
}

/* Compares the disc with a place. A cost above `most` may be too small. */
static PointsPlace
compare_disc (const Surroundings *s, const PointsDisc *disc, KbShift about, gint x, gint y,
              gint degrees, double most)
{
  double far = POINTS_DISTANCE * hypot (x - about.x, y - about.y) + TURNED * abs (degrees);
  double sum = 0, weight = 0, enough = (most - far) * disc->weight * UNLIKE;
  for (gint v = -POINTS_REACH; v <= POINTS_REACH && sum <= enough; v++)
    for (gint u = -POINTS_REACH; u <= POINTS_REACH; u++)
      {
        gint p[4];
        const gint *q =
          disc->pixels[(v + POINTS_REACH) * (2 * POINTS_REACH + 1) + u + POINTS_REACH];
        if (u * u + v * v > POINTS_REACH * POINTS_REACH)
          continue;
        pixel_at (s->to, x + u, y + v, p);
        if (!p[3] && !q[3])
          continue;
        sum += points_weight_at (u, v) * points_difference (p, q);
        weight += points_weight_at (u, v);
      }
  double unlike = weight > 0 ? sum / weight / UNLIKE : 1;
  return (PointsPlace) { x, y, degrees, unlike + far, unlike };
}

/* The best of the places and angles around one. */
static PointsPlace
best_place (const Surroundings *s, KbShift about, PointsPlace middle, gint reach, gint turned,
            gint turn)
{
  PointsPlace best = { .x = middle.x, .y = middle.y, .cost = G_MAXDOUBLE, .unlike = 1 };
  for (gint degrees = middle.degrees - turned; degrees <= middle.degrees + turned; degrees += turn)
    {
      PointsDisc disc;
      turn_disc (s, degrees, &disc);
      for (gint y = middle.y - reach; disc.seen && y <= middle.y + reach; y++)
        for (gint x = middle.x - reach; x <= middle.x + reach; x++)
          {
            PointsPlace place = compare_disc (s, &disc, about, x, y, degrees, best.cost);
            if (place.cost < best.cost)
              best = place;
          }
    }
  return best;
}

/* --- Tips ------------------------------------------------------------------------------------- */

#define SOLID 128       /* the least alpha of a limb's pixels */
#define LONG 4          /* a limb varies this much more along it than across it (squared) */
#define NEAREST 4       /* pixels from a found point to the limb */
#define MOST_CORRECTED 45   /* degrees by which a limb may correct the angle of its disc */

/* What is joined to a point within its disc, if that is long and the point is near its end. */
typedef struct {
  double angle;         /* in which it points, in radians */
  double further;       /* how far it goes on after the point */
  gint x, y;            /* its last pixel */
} Limb;

static gboolean
is_solid (const KbPicture *picture, gint x, gint y)
{
  return x >= 0 && y >= 0 && x < (gint) picture->width && y < (gint) picture->height
         && kb_is_opaque (picture, SOLID, (guint) x, (guint) y);
}

/* Moves to the nearest solid pixel. */
static gboolean
step_on (const KbPicture *picture, gint *x, gint *y)
{
  gint least = NEAREST * NEAREST + 1, at_x = *x, at_y = *y;
  for (gint v = -NEAREST; v <= NEAREST; v++)
    for (gint u = -NEAREST; u <= NEAREST; u++)
      if (u * u + v * v < least && is_solid (picture, *x + u, *y + v))
        least = u * u + v * v, at_x = *x + u, at_y = *y + v;
  *x = at_x, *y = at_y;
  return least <= NEAREST * NEAREST;
}

/* Collects the solid pixels in the disc that are joined to its middle. Returns their number. */
static guint
collect_disc (const KbPicture *picture, gint x, gint y, KbShift pixels[MOST_PIXELS])
{
  gboolean known[2 * POINTS_REACH + 1][2 * POINTS_REACH + 1] = { { FALSE } };
  guint n = 1;
  pixels[0] = (KbShift) { 0, 0 };
  known[POINTS_REACH][POINTS_REACH] = TRUE;
  for (guint i = 0; i < n; i++)
    for (gint k = 0; k < 9; k++)
      {
        gint u = pixels[i].x + k % 3 - 1, v = pixels[i].y + k / 3 - 1;
        if (u * u + v * v > POINTS_REACH * POINTS_REACH || known[v + POINTS_REACH][u + POINTS_REACH]
            || !is_solid (picture, x + u, y + v))
          continue;
        known[v + POINTS_REACH][u + POINTS_REACH] = TRUE;
        pixels[n++] = (KbShift) { u, v };
      }
  return n;
}

static gboolean
find_limb (const KbPicture *picture, gint x, gint y, Limb *limb)
{
  KbShift pixels[MOST_PIXELS];
  if (!step_on (picture, &x, &y))
    return FALSE;
  guint n = collect_disc (picture, x, y, pixels);
  double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
  for (guint i = 0; i < n; i++)
    mx += (double) pixels[i].x / n, my += (double) pixels[i].y / n;
  for (guint i = 0; i < n; i++)
    {
      double u = pixels[i].x - mx, v = pixels[i].y - my;
      xx += u * u, xy += u * v, yy += v * v;
    }
  double mean = (xx + yy) / 2, root = hypot ((xx - yy) / 2, xy);
  if (n < POINTS_LEAST_SEEN || mean + root < LONG * (mean - root) || hypot (mx, my) < 1)
    return FALSE;
  limb->angle = atan2 (2 * xy, xx - yy) / 2;
  if (cos (limb->angle) * mx + sin (limb->angle) * my > 0)
    limb->angle += G_PI;
  double c = cos (limb->angle), s = sin (limb->angle);
  limb->further = -1;
  for (guint i = 0; i < n; i++)
    if (pixels[i].x * c + pixels[i].y * s > limb->further)
      {
        limb->further = pixels[i].x * c + pixels[i].y * s;
        limb->x = x + pixels[i].x, limb->y = y + pixels[i].y;
      }
  return TRUE;
}

/* A point at the end of a limb goes to the end of the found limb, and turns as that has turned. */
static void
follow_limb (const Surroundings *s, PointsPlace *place)
{
  Limb was, is;
  if (!find_limb (s->from, s->x, s->y, &was) || !find_limb (s->to, place->x, place->y, &is))
    return;
  double turned = remainder ((is.angle - was.angle) * 180 / G_PI, 360);
  if (fabs (remainder (turned - place->degrees, 360)) > MOST_CORRECTED
      || was.further > POINTS_REACH / 2)
    return;
  place->degrees = (gint) floor (turned + 0.5);
  place->x = (gint) floor (is.x - was.further * cos (is.angle) + 0.5);
  place->y = (gint) floor (is.y - was.further * sin (is.angle) + 0.5);
}

double
kb_carry_point (const KbCarryFrame *from, const KbCarryFrame *to, KbShift offset, gint radius,
                KbGeometry *geometry, KbAngle *direction)
{
  Surroundings s = { from->picture, to->picture, (gint) geometry->v[0], (gint) geometry->v[1] };
  PointsDisc disc;
  turn_disc (&s, 0, &disc);
  if (disc.seen < POINTS_LEAST_SEEN)
    return -1;
  KbShift about = { s.x + offset.x, s.y + offset.y };
  PointsPlace place = { about.x, about.y };
  place = best_place (&s, about, place, radius, MOST_TURNED, POINTS_STEP);
  place = best_place (&s, about, place, 1, 10, 5);
  follow_limb (&s, &place);
  geometry->v[0] = place.x, geometry->v[1] = place.y;
  if (direction->set)
    direction->degrees = remainder (direction->degrees + place.degrees, 360);
  return 1 - place.unlike;
}
