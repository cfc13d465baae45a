/* SPDX-License-Identifier: MIT */
/* Converts curves back to points, and samples to pictures. */
#include "cli/bank_document.h"

#include <math.h>
#include <string.h>

#include "bake/convert.h"
#include "runtime/grounds/ground.h"
#include "runtime/heightmaps/heightmap.h"

#define STRAIGHT 16       /* straight pieces that replace a curved one */

/* ---- grounds ---- */

static const char *const splines[] = { [KBX_SPLINE_NATURAL] = "natural",
                                       [KBX_SPLINE_CLAMPED] = "clamped",
                                       [KBX_SPLINE_MONOTONE] = "monotone" };

/* The points; `flat`: straight pieces are known as such. */
static void
read_knots (const kbx_ground_view *view, gboolean flat, kbx_ground_point *knots)
{
  for (uint32_t i = 0; i < view->count; i++)
    {
      kbx_ground_piece piece = kbx_read_ground_piece (view, i);
      knots[i] = (kbx_ground_point) { piece.x, piece.a,
                                     flat && i + 1 < view->count && piece.c == 0 && piece.d == 0 };
    }
}

static gboolean
makes (const kbx_ground_plan *form, const KbBankWorld *from)
{
  g_autoptr (GBytes) bytes = kb_pack_ground (form, NULL);
  return bytes && g_bytes_get_size (bytes) == from->size
         && memcmp (g_bytes_get_data (bytes, NULL), from->bytes, from->size) == 0;
}

/* Finds points and a spline that give the curve. Returns FALSE if there are none. */
static gboolean
find_form (const KbBankWorld *from, const kbx_ground_view *view, kbx_ground_point *knots,
           kbx_ground_plan *form)
{
  *form = (kbx_ground_plan) { KBX_SPLINE_NATURAL,
                             kbx_read_ground_piece (view, 0).b,
                             kbx_read_ground_piece (view, view->count - 1).b,
                             view->limit,
                             kbx_load_u32 (from->bytes + 4),
                             knots,
                             view->count };
  for (gint flat = 0; flat < 2; flat++)
    {
      read_knots (view, flat, knots);
      for (gint spline = KBX_SPLINE_NATURAL; spline <= KBX_SPLINE_MONOTONE; spline++)
        {
          form->spline = (kbx_spline) spline;
          if (makes (form, from))
            return TRUE;
        }
    }
  return FALSE;
}

static void
add_point (json_t *points, double x, double y, gboolean flat)
{
  json_array_append_new (points, json_pack ("{s:[f, f], s:b}", "at", x, y, "flat", flat));
}

/* Straight pieces between points on the grid of 1/256 pixel. */
static void
add_places (json_t *points, const kbx_ground_view *view)
{
  for (uint32_t i = 0; i < view->count; i++)
    {
      kbx_ground_piece piece = kbx_read_ground_piece (view, i);
      double width = i + 1 < view->count ? kbx_ground_x (view, i + 1) - piece.x : 0, last = -1;
      guint n =
        (piece.c == 0 && piece.d == 0) || view->count > KBX_GROUND_POINTS / STRAIGHT ? 1 : STRAIGHT;
      for (guint k = 0; k < n; k++)
        {
          double u = floor (width * k / n * 256) / 256;
          if (u > last)
            add_point (points, piece.x + u, kb_to_grid (kbx_piece_height (&piece, u)),
                       TRUE);
          last = u;
        }
    }
}

json_t *
kb_bank_ground_json (const KbBankContent *content, const KbBankWorld *from)
{
  const kbx_ground_view view = kbx_read_ground (from->bytes);
  g_autofree kbx_ground_point *knots = g_new (kbx_ground_point, view.count);
  json_t *points = json_array ();
  kbx_ground_plan form;
  if (find_form (from, &view, knots, &form))
    for (guint i = 0; i < form.count; i++)
      add_point (points, knots[i].x, knots[i].y, knots[i].flat);
  else
    add_places (points, &view);
  json_t *ground =
    json_pack ("{s:s, s:s, s:s, s:f, s:o}", "name", from->name, "class",
               content->classes[form.class_index].name, "spline", splines[form.spline],
               "slope_limit", form.slope_limit, "points", points);
  if (form.spline == KBX_SPLINE_CLAMPED)
    {
      json_object_set_new (ground, "start_slope", json_real (form.start_slope));
      json_object_set_new (ground, "end_slope", json_real (form.end_slope));
    }
  return ground;
}
