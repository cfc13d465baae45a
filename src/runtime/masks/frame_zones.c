/* SPDX-License-Identifier: MIT */
/* Zones painted on frames: their check, what is there, and questions to a frame in its pose. A question becomes one to the
 * frame's mask: what is asked about is brought into the mask's coordinates. */
#include "runtime/masks/covers.h"
#include "runtime/masks/zone_lists.h"

/* ---- the check ---- */

static kbx_status
kbx_verify_frame_painting (kbx_visit *visit, uint32_t i, const kbx_zone_set *values)
{
  kbx_fram_record r = kbx_read_fram (visit->bank, i);
  const uint8_t *p;
  if (!kbx_good_picture (visit, r.painting))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING,
                       "expected the next picture, or one that was used before");
  if (r.painting == 0)
    return (r.painting_x | r.painting_y) == 0
      ? KBX_OK : kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING + 4, "expected zeros without a picture");
  p = kbx_zone_picture (visit->bank, r.painting);
  if ((uint32_t) r.painting_x + kbx_load_u16 (p) > r.w || (uint32_t) r.painting_y + kbx_load_u16 (p + 2) > r.h)
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING + 4, "expected a picture inside the frame");
  if (!kbx_values_known (p, values))
    return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_FRAM, i, KBX_FRAM_AT_PAINTING, "a pixel has a value that is no zone's of the sprite");
  return KBX_OK;
}

KBX_INTERNAL kbx_status
kbx_verify_frame_zones (kbx_visit *visit)
{
  kbx_status status = KBX_OK;
  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_SPRT) && status == KBX_OK; i++)
    {
      kbx_sprt_record sprite = kbx_read_sprt (visit->bank, i);
      kbx_zone_set values = { { 0, 0, 0, 0 } };
      if (sprite.first_zone != visit->zones || sprite.zone_count > KBX_COUNT (visit, KBX_SECTION_ZONE) - visit->zones)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_SPRT, i, 20,
                           "expected zones that follow those of the sprite before, inside ZONE");
      visit->zones += sprite.zone_count;
      status = kbx_verify_zone_list (visit, kbx_zones_of (visit->bank, sprite.first_zone, sprite.zone_count), &values);
      for (uint32_t k = 0; k < sprite.frame_count && status == KBX_OK; k++)
        status = kbx_verify_frame_painting (visit, sprite.first_frame + k, &values);
    }
  return status;
}

/* ---- what is painted ---- */

KBX_API kbx_painted
kbx_frame_painted (kbx_frame frame)
{
  kbx_painted painted;
  kbx_fram_record r;
  memset (&painted, 0, sizeof painted);
  if (!kbx_is_frame (frame))
    return painted;
  r = kbx_read_fram (frame.bank, frame.index);
  if (r.painting > 0)
    painted.mask = kbx_packed_handle (KBX_MASK, kbx_zone_picture (frame.bank, r.painting));
  painted.at.x = r.painting_x;
  painted.at.y = r.painting_y;
  return painted;
}

static kbx_cover_shift
kbx_painted_shift (kbx_frame frame, kbx_painted painted, kbx_pose pose)
{
  kbx_point hot = kbx_frame_hot_spot (frame).p;
  kbx_cover_shift shift;
  shift.dx = kbx_axis_origin (pose.x, hot.x - painted.at.x, pose.flip_x);
  shift.dy = kbx_axis_origin (pose.y, hot.y - painted.at.y, pose.flip_y);
  shift.mx = pose.flip_x;
  shift.my = pose.flip_y;
  return shift;
}

static uint8_t
kbx_painted_at (kbx_painted painted, int64_t x, int64_t y)
{
  kbx_point p;
  if (x < 0 || y < 0 || x >= (int64_t) KBX_MASK_LIMIT || y >= (int64_t) KBX_MASK_LIMIT)
    return 0;
  p.x = (int32_t) x;
  p.y = (int32_t) y;
  return kbx_mask_zone_at (painted.mask, p);
}

KBX_API uint8_t
kbx_frame_zone_at (kbx_frame frame, kbx_pose pose, kbx_point p)
{
  kbx_painted painted = kbx_frame_painted (frame);
  kbx_cover_shift s;
  if (kbx_bytes_of (painted.mask, KBX_MASK) == NULL)
    return 0;
  s = kbx_painted_shift (frame, painted, pose);
  return kbx_painted_at (painted, s.mx ? s.dx - p.x : p.x - s.dx, s.my ? s.dy - p.y : p.y - s.dy);
}

KBX_API uint8_t
kbx_frame_turned_zone_at (kbx_frame frame, kbx_turn turn, kbx_point p)
{
  const double limit = 1 << 30;
  kbx_painted painted = kbx_frame_painted (frame);
  kbx_spin spin;
  kbx_wide_vec f;
  if (kbx_bytes_of (painted.mask, KBX_MASK) == NULL || !kbx_turn_valid (turn))
    return 0;
  spin = kbx_spin_of (frame, turn);
  f = kbx_spin_back (&spin, kbx_spin_square (&spin), p.x + 0.5, p.y + 0.5);
  if (!(f.x >= 0 && f.y >= 0 && f.x < limit && f.y < limit))
    return 0;
  return kbx_painted_at (painted, (int64_t) f.x - painted.at.x, (int64_t) f.y - painted.at.y);
}

/* ---- places ---- */

/* What is asked about, in the coordinates of the frame's mask. */
typedef struct {
  kbx_painted painted;
  kbx_cover_shift shift;
  kbx_cover cover, world;
} kbx_posed;

static bool
kbx_pose_painted (kbx_posed *posed, kbx_frame frame, kbx_pose pose)
{
  posed->painted = kbx_frame_painted (frame);
  if (kbx_bytes_of (posed->painted.mask, KBX_MASK) == NULL)
    return false;
  posed->shift = kbx_painted_shift (frame, posed->painted, pose);
  return true;
}

static bool
kbx_posed_box (kbx_posed *posed, kbx_frame frame, kbx_pose pose, kbx_box box)
{
  if (!kbx_pose_painted (posed, frame, pose))
    return false;
  kbx_cover_of_moved_box (&posed->cover, box, posed->shift);
  return true;
}

static bool
kbx_posed_circle (kbx_posed *posed, kbx_frame frame, kbx_pose pose, kbx_circle circle)
{
  if (!kbx_pose_painted (posed, frame, pose))
    return false;
  kbx_cover_of_circle (&posed->world, circle);
  kbx_cover_of_cover (&posed->cover, &posed->world, posed->shift);
  return true;
}

static bool
kbx_posed_segment (kbx_posed *posed, kbx_frame frame, kbx_pose pose, kbx_segment segment)
{
  if (!kbx_pose_painted (posed, frame, pose))
    return false;
  kbx_cover_of_segment (&posed->world, segment);
  kbx_cover_of_cover (&posed->cover, &posed->world, posed->shift);
  return true;
}

/* Pixel (0, 0) of the bitmap is at `origin` of the world. It is where it is in the mask, too far away or not: then it meets
 * nothing. */
static bool
kbx_posed_bitmap (kbx_posed *posed, kbx_frame frame, kbx_pose pose, kbx_bitmap bitmap, const int64_t origin[2], kbx_pose pose_b)
{
  static const kbx_point no_hot_point = { 0, 0 };
  int64_t x, y;
  kbx_pose there;
  if (!kbx_pose_painted (posed, frame, pose))
    return false;
  x = posed->shift.mx ? posed->shift.dx - origin[0] : origin[0] - posed->shift.dx;
  y = posed->shift.my ? posed->shift.dy - origin[1] : origin[1] - posed->shift.dy;
  if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX)
    return false;
  there.x = (int32_t) x;
  there.y = (int32_t) y;
  there.flip_x = pose_b.flip_x != pose.flip_x;
  there.flip_y = pose_b.flip_y != pose.flip_y;
  kbx_cover_of_bitmap (&posed->cover, bitmap, there, no_hot_point);
  return true;
}

static bool
kbx_posed_frame (kbx_posed *posed, kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b)
{
  kbx_point hot = kbx_frame_hot_spot (b).p;
  int64_t origin[2];
  origin[0] = kbx_axis_origin (pose_b.x, hot.x, pose_b.flip_x);
  origin[1] = kbx_axis_origin (pose_b.y, hot.y, pose_b.flip_y);
  return kbx_posed_bitmap (posed, a, pose_a, kbx_frame_bitmap (b), origin, pose_b);
}

static bool
kbx_posed_plain_bitmap (kbx_posed *posed, kbx_frame frame, kbx_pose pose, kbx_bitmap bitmap, kbx_pose pose_b)
{
  int64_t origin[2];
  origin[0] = pose_b.x;
  origin[1] = pose_b.y;
  return kbx_posed_bitmap (posed, frame, pose, bitmap, origin, pose_b);
}

/* ---- the questions ---- */

static kbx_zone_set
kbx_posed_zones (const kbx_posed *posed, bool asked)
{
  kbx_zone_set set = { { 0, 0, 0, 0 } };
  if (asked)
    set = kbx_zones_of_cover (posed->painted.mask, &posed->cover);
  set.bits[0] &= ~UINT64_C (1);
  return set;
}

static kbx_zone_pixel
kbx_posed_first (const kbx_posed *posed, bool asked, kbx_zone_set wanted)
{
  kbx_zone_pixel pixel = { false, { 0, 0 }, 0 };
  const kbx_cover_shift *s = &posed->shift;
  wanted.bits[0] &= ~UINT64_C (1);
  if (asked)
    pixel = kbx_first_of_cover (posed->painted.mask, &posed->cover, wanted, s->mx, s->my);
  if (pixel.found)
    {
      pixel.p.x = (int32_t) (s->mx ? s->dx - pixel.p.x : s->dx + pixel.p.x);
      pixel.p.y = (int32_t) (s->my ? s->dy - pixel.p.y : s->dy + pixel.p.y);
    }
  return pixel;
}

KBX_API kbx_zone_set
kbx_frame_zones_in_box (kbx_frame frame, kbx_pose pose, kbx_box box)
{
  kbx_posed posed;
  return kbx_posed_zones (&posed, kbx_posed_box (&posed, frame, pose, box));
}

KBX_API kbx_zone_set
kbx_frame_zones_in_circle (kbx_frame frame, kbx_pose pose, kbx_circle circle)
{
  kbx_posed posed;
  return kbx_posed_zones (&posed, kbx_posed_circle (&posed, frame, pose, circle));
}

KBX_API kbx_zone_set
kbx_frame_zones_on_segment (kbx_frame frame, kbx_pose pose, kbx_segment segment)
{
  kbx_posed posed;
  return kbx_posed_zones (&posed, kbx_posed_segment (&posed, frame, pose, segment));
}

KBX_API kbx_zone_set
kbx_frame_zones_under_bitmap (kbx_frame frame, kbx_pose pose, kbx_bitmap bitmap, kbx_pose pose_b)
{
  kbx_posed posed;
  return kbx_posed_zones (&posed, kbx_posed_plain_bitmap (&posed, frame, pose, bitmap, pose_b));
}

KBX_API kbx_zone_set
kbx_frame_zones_under_frame (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b)
{
  kbx_posed posed;
  return kbx_posed_zones (&posed, kbx_posed_frame (&posed, a, pose_a, b, pose_b));
}

KBX_API kbx_zone_pixel
kbx_frame_first_zone_in_box (kbx_frame frame, kbx_pose pose, kbx_box box, kbx_zone_set zones)
{
  kbx_posed posed;
  return kbx_posed_first (&posed, kbx_posed_box (&posed, frame, pose, box), zones);
}

KBX_API kbx_zone_pixel
kbx_frame_first_zone_in_circle (kbx_frame frame, kbx_pose pose, kbx_circle circle, kbx_zone_set zones)
{
  kbx_posed posed;
  return kbx_posed_first (&posed, kbx_posed_circle (&posed, frame, pose, circle), zones);
}

KBX_API kbx_zone_pixel
kbx_frame_first_zone_on_segment (kbx_frame frame, kbx_pose pose, kbx_segment segment, kbx_zone_set zones)
{
  kbx_posed posed;
  return kbx_posed_first (&posed, kbx_posed_segment (&posed, frame, pose, segment), zones);
}

KBX_API kbx_zone_pixel
kbx_frame_first_zone_under_bitmap (kbx_frame frame, kbx_pose pose, kbx_bitmap bitmap, kbx_pose pose_b, kbx_zone_set zones)
{
  kbx_posed posed;
  return kbx_posed_first (&posed, kbx_posed_plain_bitmap (&posed, frame, pose, bitmap, pose_b), zones);
}

KBX_API kbx_zone_pixel
kbx_frame_first_zone_under_frame (kbx_frame a, kbx_pose pose_a, kbx_frame b, kbx_pose pose_b, kbx_zone_set zones)
{
  kbx_posed posed;
  return kbx_posed_first (&posed, kbx_posed_frame (&posed, a, pose_a, b, pose_b), zones);
}
