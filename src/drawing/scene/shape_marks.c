/* SPDX-License-Identifier: MIT */
/* Drawing data for each kind of shape, one row each: outline, handles, size as text. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/scene/marks.h"
#include "drawing/style.h"

typedef struct {
  void (*path) (cairo_t *cr, const KbView *view, const KbGeometry *geometry, double width);
  /* See kb_handle_shown; NULL: all handles. */
  gboolean (*handle_shown) (const KbView *view, const KbGeometry *geometry, guint index);
  char *(*size_text) (const KbGeometry *geometry);
} KindMarks;

static void
box_path (cairo_t *cr, const KbView *view, const KbGeometry *geometry, double width)
{
  const double *v = geometry->v;
  KbVec a = kb_view_to_canvas (view, (KbVec) { v[0], v[1] });
  KbVec b = kb_view_to_canvas (view, (KbVec) { v[0] + v[2], v[1] + v[3] });

  a = (KbVec) { kb_view_line (view, a.x, width), kb_view_line (view, a.y, width) };
  b = (KbVec) { kb_view_line (view, b.x, width), kb_view_line (view, b.y, width) };
  cairo_rectangle (cr, a.x, a.y, b.x - a.x, b.y - a.y);
}

/* Hides middle handles on short sides. A tiny shape keeps a single handle, to enlarge it. The
 * inside stays free for moving. */
static gboolean
box_handle_shown (const KbView *view, const KbGeometry *geometry, guint index)
{
  double w = geometry->v[2] * view->scale, h = geometry->v[3] * view->scale;

  if (kb_handle_rotates (geometry, index))
    return TRUE;
  if (index % 2)
    return (index % 4 == 1 ? w : h) >= 4 * KB_HANDLE_SIZE;
  return index == 4 || (w >= 1.5 * KB_HANDLE_SIZE && h >= 1.5 * KB_HANDLE_SIZE);
}

static char *
box_size_text (const KbGeometry *geometry)
{
  g_autofree char *w = kb_number_text (geometry->v[2]), *h = kb_number_text (geometry->v[3]);

  return g_strdup_printf ("%s × %s", w, h);
}

static void
circle_path (cairo_t *cr, const KbView *view, const KbGeometry *geometry, double width)
{
  const double *v = geometry->v;
  KbVec centre = kb_view_to_canvas (view, (KbVec) { v[0], v[1] });

  cairo_arc (cr, centre.x, centre.y, MAX (0.5, v[2] * view->scale), 0, 2 * G_PI);
  cairo_close_path (cr);
}

static gboolean
circle_handle_shown (const KbView *view, const KbGeometry *geometry, guint index)
{
  return index == 1 || geometry->v[2] * view->scale >= 1.5 * KB_HANDLE_SIZE;
}

static char *
circle_size_text (const KbGeometry *geometry)
{
  g_autofree char *radius = kb_number_text (geometry->v[2]);

  return g_strdup_printf ("r %s", radius);
}

/* Through the handles that are corners. */
static void
corners_path (cairo_t *cr, const KbView *view, const KbGeometry *geometry, double width)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  guint n = kind->rotation_handle ? kind->rotation_handle : kind->n_handles (geometry);

  for (guint i = 0; i < n; i += kind->corner_step)
    {
      KbVec p = kb_view_to_canvas (view, kind->handle (geometry, i, view->scale));
      cairo_line_to (cr, p.x, p.y);
    }
  cairo_close_path (cr);
}

static char *
oriented_size_text (const KbGeometry *geometry)
{
  g_autofree char *sides = box_size_text (geometry), *degrees = kb_number_text (geometry->v[4]);

  return g_strdup_printf ("%s, %s°", sides, degrees);
}

static char *
polygon_size_text (const KbGeometry *geometry)
{
  guint n = geometry->n / 2;

  return g_strdup_printf (g_dngettext (NULL, "%u corner", "%u corners", n), n);
}

/* Two half circles. The arcs add the lines between them. */
static void
capsule_path (cairo_t *cr, const KbView *view, const KbGeometry *geometry, double width)
{
  const double *v = geometry->v, r = MAX (0.5, v[4] * view->scale);
  KbVec a = kb_view_to_canvas (view, (KbVec) { v[0], v[1] });
  KbVec b = kb_view_to_canvas (view, (KbVec) { v[2], v[3] });
  double angle = atan2 (v[3] - v[1], v[2] - v[0]);

  cairo_arc (cr, a.x, a.y, r, angle + G_PI / 2, angle + 3 * G_PI / 2);
  cairo_arc (cr, b.x, b.y, r, angle - G_PI / 2, angle + G_PI / 2);
  cairo_close_path (cr);
}

/* Shows the ends only when far enough from each other and from the radius handle. */
static gboolean
capsule_handle_shown (const KbView *view, const KbGeometry *geometry, guint index)
{
  const double *v = geometry->v;
  double length = hypot (v[2] - v[0], v[3] - v[1]) + v[4];

  return index == 1 || length * view->scale >= 1.5 * KB_HANDLE_SIZE;
}

/* "24.5, r 6": the length of the segment. */
static char *
capsule_size_text (const KbGeometry *geometry)
{
  const double *v = geometry->v;
  g_autofree char *length = kb_number_text (hypot (v[2] - v[0], v[3] - v[1])),
                  *radius = kb_number_text (v[4]);

  return g_strdup_printf ("%s, r %s", length, radius);
}

static const KindMarks kinds[KB_N_SHAPE_TYPES] = {
  [KB_SHAPE_BOX] = { box_path, box_handle_shown, box_size_text },
  [KB_SHAPE_CIRCLE] = { circle_path, circle_handle_shown, circle_size_text },
  [KB_SHAPE_ORIENTED] = { corners_path, box_handle_shown, oriented_size_text },
  [KB_SHAPE_POLYGON] = { corners_path, NULL, polygon_size_text },
  [KB_SHAPE_CAPSULE] = { capsule_path, capsule_handle_shown, capsule_size_text },
};

void
kb_path_geometry (cairo_t *cr, const KbView *view, const KbGeometry *geometry, double width)
{
  cairo_new_path (cr);
  kinds[geometry->type].path (cr, view, geometry, width);
}

gboolean
kb_handle_shown (const KbView *view, const KbGeometry *geometry, guint index)
{
  const KindMarks *kind = &kinds[geometry->type];

  return !kind->handle_shown || kind->handle_shown (view, geometry, index);
}

char *
kb_geometry_size_text (const KbGeometry *geometry)
{
  return kinds[geometry->type].size_text (geometry);
}
