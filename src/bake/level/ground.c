/* SPDX-License-Identifier: MIT */
/* Splines through the points of a ground: first the slope at each point of a run, then the cubic pieces between them. */
#include "bake/level/ground.h"

#include <glib/gi18n.h>
#include <math.h>

#include "bake/level/record.h"
#include "runtime/grounds/ground.h"

/* A run: points from..to of the ground, to > from. */
typedef struct {
  const KbGroundForm *form;
  guint from, to;
  double *slopes;    /* of its points, for us to set */
} Run;

static double width (const Run *r, guint i) { return r->form->points[i + 1].x - r->form->points[i].x; }
static double chord (const Run *r, guint i) { return (r->form->points[i + 1].y - r->form->points[i].y) / width (r, i); }

/* ---- natural and clamped ---- */

/* The slopes for which the second derivatives agree at inner points: a tridiagonal system, which is solved from the left
 * (Thomas); diagonally dominant, so without pivots. `ends` are slopes, or NULL for ends that do not bend. */
static void
solve_slopes (Run *r, const double *ends)
{
  guint n = r->to - r->from + 1;
  g_autofree double *upper = g_new (double, n), *right = g_new (double, n);
  upper[0] = ends ? 0 : 0.5;
  right[0] = ends ? ends[0] : 1.5 * chord (r, r->from);
  for (guint k = 1; k + 1 < n; k++)
    {
      guint i = r->from + k;
      double before = width (r, i - 1), after = width (r, i), pivot = 2 * (before + after) - after * upper[k - 1];
      upper[k] = before / pivot;
      right[k] = (3 * (after * chord (r, i - 1) + before * chord (r, i)) - after * right[k - 1]) / pivot;
    }
  right[n - 1] = ends ? ends[1] : (3 * chord (r, r->to - 1) - right[n - 2]) / (2 - upper[n - 2]);
  for (guint k = n - 1; k-- > 0;)
    right[k] -= upper[k] * right[k + 1];
  memcpy (r->slopes, right, n * sizeof *right);
}

/* The slope at an end: of the ground, or of the straight piece beside it. */
static void
clamp (Run *r)
{
  double ends[2] = { r->form->start_slope, r->form->end_slope };
  if (r->from > 0)
    ends[0] = chord (r, r->from - 1);
  if (r->to + 1 < r->form->n_points)
    ends[1] = chord (r, r->to);
  solve_slopes (r, ends);
}

/* ---- monotone ---- */

static gint sign (double v) { return (v > 0) - (v < 0); }

/* A parabola through three points, held back where it would turn. */
static double
end_slope (double h0, double h1, double m0, double m1)
{
  double slope = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1);
  if (sign (slope) != sign (m0))
    return 0;
  return sign (m0) != sign (m1) && fabs (slope) > 3 * fabs (m0) ? 3 * m0 : slope;
}

static void
keep_monotone (Run *r)
{
  guint n = r->to - r->from + 1;
  if (n == 2)
    {
      r->slopes[0] = r->slopes[1] = chord (r, r->from);
      return;
    }
  for (guint k = 1; k + 1 < n; k++)
    {
      guint i = r->from + k;
      double h0 = width (r, i - 1), h1 = width (r, i), m0 = chord (r, i - 1), m1 = chord (r, i);
      double w0 = 2 * h1 + h0, w1 = h1 + 2 * h0;
      r->slopes[k] = sign (m0) * sign (m1) > 0 ? (w0 + w1) / (w0 / m0 + w1 / m1) : 0;
    }
  r->slopes[0] = end_slope (width (r, r->from), width (r, r->from + 1), chord (r, r->from), chord (r, r->from + 1));
  r->slopes[n - 1] = end_slope (width (r, r->to - 1), width (r, r->to - 2), chord (r, r->to - 1), chord (r, r->to - 2));
}

/* ---- pieces ---- */

static void
put_piece (guint8 *p, double a, double b, double c, double d)
{
  kb_record_put_f64 (p, a);
  kb_record_put_f64 (p + 8, b);
  kb_record_put_f64 (p + 16, c);
  kb_record_put_f64 (p + 24, d);
}

static void
put_run (Run *r, guint8 *pieces)
{
  if (r->form->spline == KB_SPLINE_MONOTONE)
    keep_monotone (r);
  else if (r->form->spline == KB_SPLINE_CLAMPED)
    clamp (r);
  else
    solve_slopes (r, NULL);
  for (guint i = r->from; i < r->to; i++)
    {
      double h = width (r, i), m = chord (r, i), s0 = r->slopes[i - r->from], s1 = r->slopes[i - r->from + 1];
      put_piece (pieces + (gsize) i * KBX_GROUND_PIECE, r->form->points[i].y, s0, (3 * m - 2 * s0 - s1) / h, (s0 + s1 - 2 * m) / (h * h));
    }
}

/* Returns the slope at the last point. */
static double
put_pieces (const KbGroundForm *form, guint8 *pieces)
{
  g_autofree double *slopes = g_new (double, form->n_points);
  Run run = { form, 0, 0, slopes };
  double last = 0;
  for (guint i = 0; i + 1 < form->n_points; i = run.to)
    {
      run.from = run.to = i;
      while (run.to + 1 < form->n_points && !form->points[run.to].flat)
        run.to++;
      if (run.to > i)
        {
          put_run (&run, pieces);
          last = slopes[run.to - i];
          continue;
        }
      last = chord (&run, i);
      put_piece (pieces + (gsize) i * KBX_GROUND_PIECE, form->points[i].y, last, 0, 0);
      run.to = i + 1;
    }
  return last;
}

static gboolean
check_points (const KbGroundForm *form, GError **error)
{
  if (form->n_points < 2 || form->n_points > KBX_GROUND_POINTS)
    {
      g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("points: %u; expected 2 to %u"), form->n_points, KBX_GROUND_POINTS);
      return FALSE;
    }
  for (guint i = 0; i < form->n_points; i++)
    {
      const KbGroundKnot *p = &form->points[i];
      if (!(fabs (p->x) <= KBX_LEVEL_LIMIT) || !(fabs (p->y) <= KBX_LEVEL_LIMIT))
        g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("points[%u].at: expected a place within 65536 pixels"), i);
      else if (p->x * KBX_GRID != rint (p->x * KBX_GRID))
        g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("points[%u].at: expected an x on the grid of 1/256 pixel"), i);
      else if (i > 0 && !(p->x > form->points[i - 1].x))
        g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("points[%u].at: its x, %.10g, is not right of that of the point before, %.10g"), i, p->x,
                     form->points[i - 1].x);
      else
        continue;
      return FALSE;
    }
  return TRUE;
}

GBytes *
kb_ground_pack (const KbGroundForm *form, GError **error)
{
  gsize size = KBX_GROUND_HEADER + (gsize) form->n_points * (8 + KBX_GROUND_PIECE);
  kbx_trouble trouble;

  if (!check_points (form, error))
    return NULL;
  guint8 *bytes = g_malloc0 (size), *pieces = bytes + KBX_GROUND_HEADER + (gsize) form->n_points * 8;
  kb_record_put_u32 (bytes, (guint32) size);
  kb_record_put_u32 (bytes + 4, form->class_index);
  kb_record_put_u32 (bytes + 8, form->n_points);
  kb_record_put_f64 (bytes + 16, form->slope_limit);
  for (guint i = 0; i < form->n_points; i++)
    kb_record_put_f64 (bytes + KBX_GROUND_HEADER + 8 * (gsize) i, form->points[i].x);
  double slope = put_pieces (form, pieces);
  put_piece (pieces + (gsize) (form->n_points - 1) * KBX_GROUND_PIECE, form->points[form->n_points - 1].y, slope, 0, 0);
  if (kbx_check_ground (&trouble, bytes, size) == KBX_OK)
    return g_bytes_new_take (bytes, size);
  g_free (bytes);
  return kb_record_refuse (error, trouble.message);
}
