/* SPDX-License-Identifier: MIT */
/* The problems list: all cheap checks, and the stored problems of frames. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "document/merge/merge.h"
#include "document/names.h"
#include "document/part.h"
#include "document/problems/problem_finder.h"
#include "document/problems/problems.h"
#include "document/shapes/shape.h"
#include "document/values.h"

/* ---- problems conflicts ---- */

/* What a merge could not decide: see document/merge/merge.h. */

/* "frames" -> "Frames" is in no table: lists have no labels. */
static const char *
label_of (const KbKind *kind, const char *key)
{
  const KbField *field = kb_kind_field (kind, key);
  const KbList *list = kb_kind_list (kind, key);
  return field ? _(field->label) : list ? _(list->item->label) : key;
}

/* NULL: it is no conflict of paintings. */
static char *
painting_text (const KbNode *node, const json_t *other)
{
  const KbField *field = kb_kind_field (node->kind, "first");
  const KbPixel first = field ? G_STRUCT_MEMBER (KbPixel, node, field->offset) : (KbPixel){ 0 };
  int n;
  double x0, y0, x1, y1;
  if (json_unpack ((json_t *) other, "{si s[FFFF]}", "count", &n, "box", &x0, &y0, &x1, &y1) == 0)
    return g_strdup_printf (
      node->kind->cell_pixels || node->kind->sample_pixels
        ? _("two people painted %d of the same cells, between (%.0f, %.0f) and (%.0f, %.0f)")
        : _("two people painted %d of the same pixels, between (%.0f, %.0f) and (%.0f, %.0f)"),
      n, first.x + x0, first.y + y0, first.x + x1, first.y + y1);
  return json_object_get (other, "size")
           ? g_strdup (_("two people added or resized this painting"))
           : NULL;
}

static char *
conflict_text (const KbNode *node, const char *key, const json_t *details)
{
  const json_t *other = json_object_get (details, "other"), *was = json_object_get (details, "was"),
               *value = other ? other : was;
  const char *label = label_of (node->kind, key);
  const KbField *field = kb_kind_field (node->kind, key);
  const gboolean is_painting = field && field->type == KB_TYPE_ZONES,
                 has_words = value && field && !is_painting;
  json_auto_t *now = has_words ? kb_node_get (node, field) : NULL,
              *whole = has_words && field->refers ? kb_node_to_file_json (kb_part_asset (node))
                                                  : NULL;
  g_autofree char *kept = now ? kb_value_words (field, now, whole) : NULL,
                  *text = now ? kb_value_words (field, value, whole) : NULL;
  char *painted = is_painting ? painting_text (node, other) : NULL;
  if (painted)
    return painted;
  if (g_str_equal (key, "removed"))
    return g_strdup (_("one person deleted it, another changed it"));
  if (!value)
    return g_strdup_printf (_("two people changed the order of '%s'"), label);
  if (!kept || !text)
    return g_strdup_printf (_("two people changed '%s' in different ways"), label);
  return g_strdup_printf (
    other ? _("two people changed '%s': %s is kept, the other value is %s")
          : _("two people gave different items one '%s': here it is now %s, no longer %s; see what "
              "refers to it"),
    label, kept, text);
}

/* A frame with a new number but without painted pixels: its own sprite follows the number. */
static gboolean
is_mild (const KbNode *node)
{
  const KbPainted *painted = kb_node_painted (node, NULL);
  const KbField *number = kb_kind_number (node->kind);
  return node->kind->counter && json_object_size (node->conflicts) == 1
         && json_object_get (node->conflicts, number->name)
         && !(painted && (painted->zones || painted->fault));
}

/* What a merge left to decide, of a node and its items. Cost: linear in nodes. */
static void
kb_check_conflicts (GPtrArray *problems, const KbNode *node)
{
  g_autoptr (GString) message = g_string_new (NULL);
  KB_EACH_MEMBER (key, details, node->conflicts)
    {
      g_autofree char *text = conflict_text (node, key, details);
      g_string_append_printf (message, "%s%s", message->len ? "; " : "", text);
    }
  if (message->len)
    kb_report (problems, "conflict", is_mild (node) ? KB_PROBLEM_WARNING : KB_PROBLEM_ERROR, node,
               "%s", message->str);
  for (const KbList *list = node->kind->lists; list->name; list++)
    KB_EACH (const KbNode, item, kb_node_list (node, list))
      kb_check_conflicts (problems, item);
}

/* ---- problems values ---- */

/* Checks of values against the types that are declared for their keys. */

static const char *const type_texts[KB_N_VALUE_TYPES] = {
  [KB_VALUE_NUMBER] = N_("the value '%s' is '%s', expected a number"),
  [KB_VALUE_BOOLEAN] = N_("the value '%s' is '%s', expected true or false"),
  [KB_VALUE_COLOUR] = N_("the value '%s' is '%s', expected a colour such as #ff8000"),
  [KB_VALUE_POINT] = N_("the value '%s' is '%s', expected a point such as 64,32.5"),
  [KB_VALUE_FILE] = N_("the value '%s' is '%s', expected a file in the project's folder"),
};

static void
check_choice (GPtrArray *problems, const KbNode *node, const char *key, const char *text)
{
  const json_t *choices = kb_value_choices (node, key);
  if (kb_value_choice (choices, text) < json_array_size (choices))
    return;
  g_autoptr (GString) list = g_string_new (NULL);
  KB_EACH_JSON (item, choices)
    g_string_append_printf (list, "%s%s", item_at ? ", " : "", json_string_value (item));
  kb_report (problems, "value-type", KB_PROBLEM_ERROR, node,
             _("the value '%s' is '%s', expected one of %s"), key, text, list->str);
}

/* Also a file that is missing: the game may have it elsewhere. */
static void
check_target (GPtrArray *problems, const KbDocument *document, const KbNode *node, const char *key,
              KbValueType type, const char *text)
{
  struct stat info;
  g_autofree char *path =
    type == KB_VALUE_FILE ? g_build_filename (document->folder, text, NULL) : NULL;
  if (path ? kb_file_stat (document->folder, path, &info) : !!kb_value_target (node, type, text))
    return;
  if (path)
    kb_report (problems, "missing-file", KB_PROBLEM_WARNING, node,
               _("the value '%s' names the file '%s', which does not exist"), key, text);
  else
    kb_report (problems, "dangling-reference", KB_PROBLEM_ERROR, node,
               _("the value '%s' refers to '%s', which does not exist"), key, text);
}

/* A node, and those of its items that may have values. */
static void
check_values (GPtrArray *problems, const KbDocument *document, const KbNode *node)
{
  KB_EACH_MEMBER (key, value, kb_node_values (node))
    {
      const char *text = json_string_value (value);
      KbValueType type = kb_value_declared (node, key);
      g_autofree char *usual = kb_value_usual (text, type);
      if (!usual)
        kb_report (problems, "value-type", KB_PROBLEM_ERROR, node, _(type_texts[type]), key, text);
      else if (type == KB_VALUE_ENUM)
        check_choice (problems, node, key, text);
      else if (*text && (type == KB_VALUE_FILE || kb_value_is_reference (type)))
        check_target (problems, document, node, key, type, text);
    }
  for (const KbList *list = node->kind->lists; list->name; list++)
    for (guint i = 0; (kb_kind_field (list->item, "values") || list->item->lists->name)
                      && i < kb_node_list (node, list)->len; i++)
      check_values (problems, document, g_ptr_array_index (kb_node_list (node, list), i));
}

/* Values that are not of the type that is declared for their keys. Cost: all things with values. */
static void
kb_check_values (GPtrArray *problems, const KbDocument *document)
{
  const KbProject *project = document->project;
  gboolean declared = project->value_types != NULL;
  KB_EACH (const KbClass, class, project->classes)
    declared = declared || class->value_types;
  if (declared)
    check_values (problems, document, &project->node);
}

/* ---- problems tracks ---- */

/* The checks of tracks. */

#define GATE_SAMPLES 64   /* tested points of a check point */
#define CURVE_STEPS 48    /* straight pieces that approximate a curve between two points */

static gboolean
is_road (const KbTrack *track, guint value)
{
  const KbZone *surface = kb_zones_find (track->surfaces, value);
  return surface && surface->use == KB_SURFACE_ROAD;
}

/* The road is unknown then: problems that depend on it are not reported. */
static gboolean
is_unread (const KbTrack *track)
{
  return track->pixels.fault && !kb_node_painted_zones (&track->node, NULL);
}

/* --- Curves ----------------------------------------------------------------------------------- */

static guint
points_needed (const KbCurve *curve)
{
  return curve->closed ? 3 : 2;
}

static gboolean
has_length (const KbCurve *curve)
{
  const KbCurvePoint *first = kb_curve_point_at (curve, 0);
  KB_EACH (const KbCurvePoint, point, curve->points)
    if (point->at.x != first->at.x || point->at.y != first->at.y)
      return TRUE;
  return FALSE;
}

/* `hidden`: from KbFindHidden. */
static void
kb_check_curve (GPtrArray *problems, const KbCurve *curve, gboolean hidden)
{
  const KbTrack *track = (const KbTrack *) curve->node.parent;
  guint needed = points_needed (curve);
  if (curve->points->len < needed)
    kb_report (problems, "curve-points", KB_PROBLEM_ERROR, &curve->node,
               ngettext ("the curve has %u point, expected at least %u",
                         "the curve has %u points, expected at least %u", curve->points->len),
               curve->points->len, needed);
  else if (!has_length (curve))
    kb_report (problems, "curve-length", KB_PROBLEM_ERROR, &curve->node,
               _("all points of the curve are in one place: it has no length"));
  else if (hidden)
    kb_report (problems, "curve-hidden", KB_PROBLEM_WARNING, &curve->node,
               _("nothing of the curve shows: all of it is painted over, under other curves or "
                  "outside of the track"));
  if (!kb_zones_find (track->surfaces, (guint) curve->surface))
    kb_report (problems, "curve-surface", KB_PROBLEM_ERROR, &curve->node,
               _("the curve has the surface %d, which the track has not"), curve->surface);
}

/* --- The surface under a point ---------------------------------------------------------------- */

typedef struct {
  KbVec at;
  double half;     /* of the width */
} Disc;

static Disc
disc_at (const KbCurvePoint *p, const KbCurvePoint *q, double u)
{
  double width = p->width + (q->width - p->width) * u * u * (3 - 2 * u);
  return (Disc) { kb_curve_bend (p, q, u), width / 2 };
}

/* Whether a point is nearer to the middle than about half the width. */
static gboolean
between_discs (Disc m, Disc n, KbVec at)
{
  double dx = n.at.x - m.at.x, dy = n.at.y - m.at.y, length = dx * dx + dy * dy;
  double t = length > 0 ? CLAMP (((at.x - m.at.x) * dx + (at.y - m.at.y) * dy) / length, 0, 1) : 0;
  double x = at.x - m.at.x - t * dx, y = at.y - m.at.y - t * dy,
         half = m.half + (n.half - m.half) * t;
  return x * x + y * y <= half * half;
}

/* A piece is within the box of its corners. */
static gboolean
may_cover (const KbCurvePoint *p, const KbCurvePoint *q, KbVec at)
{
  double half = MAX (p->width, q->width) / 2;
  double left = MIN (p->at.x + MIN (0, p->after.x), q->at.x + MIN (0, q->before.x));
  double right = MAX (p->at.x + MAX (0, p->after.x), q->at.x + MAX (0, q->before.x));
  double top = MIN (p->at.y + MIN (0, p->after.y), q->at.y + MIN (0, q->before.y));
  double bottom = MAX (p->at.y + MAX (0, p->after.y), q->at.y + MAX (0, q->before.y));
  return at.x >= left - half && at.x <= right + half && at.y >= top - half && at.y <= bottom + half;
}

static gboolean
problem_list_covers (const KbCurve *curve, KbVec at)
{
  guint n = curve->points->len;
  for (guint i = 0; i + !curve->closed < n; i++)
    {
      const KbCurvePoint *p = kb_curve_point_at (curve, i),
                         *q = kb_curve_point_at (curve, (i + 1) % n);
      if (!may_cover (p, q, at))
        continue;
      Disc last = disc_at (p, q, 0);
      for (guint k = 1; k <= CURVE_STEPS; k++)
        {
          Disc disc = disc_at (p, q, (double) k / CURVE_STEPS);
          if (between_discs (last, disc, at))
            return TRUE;
          last = disc;
        }
    }
  return FALSE;
}

/* The surface under a point, accurate enough for a warning: the bank's is made of pixels. */
static guint
surface_at (const KbTrack *track, KbVec at)
{
  gint x = (gint) floor (at.x), y = (gint) floor (at.y);
  guint painted = track->pixels.zones ? kb_zones_at (track->pixels.zones, x, y) : 0;
  if (painted || x < 0 || y < 0 || x >= track->width || y >= track->height)
    return painted;
  KB_EACH_BACK (const KbCurve, curve, track->curves)
    if (problem_list_covers (curve, at))
      return (guint) curve->surface;
  return 0;
}

/* --- Check points and bands ------------------------------------------------------------------- */

static gboolean
touches_road (const KbTrack *track, const KbGate *gate)
{
  for (guint i = 0; i <= GATE_SAMPLES; i++)
    {
      double t = (double) i / GATE_SAMPLES;
      if (is_road (track, surface_at (track, (KbVec) { gate->a.x + (gate->b.x - gate->a.x) * t,
                                                      gate->a.y + (gate->b.y - gate->a.y) * t })))
        return TRUE;
    }
  return FALSE;
}

/* Twice the area between a check point and the middle of another: positive where that is behind. */
static double
behind (const KbGate *gate, const KbGate *other)
{
  return (gate->b.x - gate->a.x) * (other->a.y + other->b.y - 2 * gate->a.y)
         - (gate->b.y - gate->a.y) * (other->a.x + other->b.x - 2 * gate->a.x);
}

/* Without curves: 1 if the check point before it lies behind it and the next one ahead, as on a
 * ring, -1 if it is the other way round, else 0. */
static gint
ring_order (const KbTrack *track, const KbGate *gate)
{
  const guint n = track->curves->len ? 0 : track->gates->len;
  for (guint i = 0; i < n; i++)
    if (kb_gate_at (track, i) == gate)
      {
        const double before = behind (gate, kb_gate_at (track, (i + n - 1) % n)),
                     after = behind (gate, kb_gate_at (track, (i + 1) % n));
        return (before > 0 && after < 0) - (before < 0 && after > 0);
      }
  return 0;
}

/* Cost: some hundred steps along each nearby piece of a curve, or all gates. */
static void
kb_check_gate (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbGate *gate = (const KbGate *) node;
  const KbTrack *track = (const KbTrack *) node->parent;
  const KbGate *start = kb_gate_at (track, 0);
  gboolean first = start == gate;
  if (gate->a.x == gate->b.x && gate->a.y == gate->b.y)
    kb_report (problems, "gate-length", KB_PROBLEM_ERROR, node,
               first ? _("the start line has no length") : _("the check point has no length"));
  else if (!is_unread (track) && !touches_road (track, gate))
    kb_report (problems, "gate-off-road", KB_PROBLEM_WARNING, node,
               first ? _("the start line is off the road") : _("the check point is off the road"));
  else if (!first
           && (kb_gate_is_reversed (track, gate->a, gate->b, start, NULL)
               || ring_order (track, gate) * ring_order (track, start) < 0))
    kb_report (problems, "gate-direction", KB_PROBLEM_WARNING, node,
               _("the check point points against the driving direction of the start line"));
}

/* The later of two bands with one radius is a problem. */
static void
kb_check_band (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbBand *band = (const KbBand *) node;
  const KbTrack *track = (const KbTrack *) node->parent;
  kb_check_item_renumbered (problems, node, finder->document->renumbered);
  if (band->radius > track->cut_off)
    kb_report (
      problems, "band-radius", KB_PROBLEM_ERROR, node,
      _("the radius of %g pixels is beyond %d, up to which the track's clearance is known"),
      band->radius, track->cut_off);
  for (guint i = 0; kb_band_at (track, i) != band; i++)
    if (kb_band_at (track, i)->radius == band->radius)
      {
        kb_report (problems, "same-radius", KB_PROBLEM_ERROR, node,
                   _("another band has the radius of %g pixels too"), band->radius);
        break;
      }
  kb_check_painted (problems, node);
}

/* --- Tracks ----------------------------------------------------------------------------------- */

static gboolean
has_road (const KbTrack *track)
{
  guint64 counts[256] = { 0 };
  if (track->pixels.zones)
    kb_zones_counts (track->pixels.zones, counts);
  for (guint value = 1; value <= KB_MAX_ZONES; value++)
    if (counts[value] && is_road (track, value))
      return TRUE;
  KB_EACH (const KbCurve, curve, track->curves)
    if (is_road (track, (guint) curve->surface) && curve->points->len >= points_needed (curve))
      return TRUE;
  return FALSE;
}

static void
kb_check_track (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbTrack *track = (const KbTrack *) node;
  kb_check_name (problems, node);
  if (track->surfaces->len == 0)
    kb_report (problems, "no-surfaces", KB_PROBLEM_WARNING, node, _("the track has no surfaces"));
  else if (!is_unread (track) && !has_road (track))
    kb_report (problems, "no-road", KB_PROBLEM_WARNING, node, _("the track has no road"));
  if (track->gates->len == 0)
    kb_report (problems, "no-gates", KB_PROBLEM_WARNING, node, _("the track has no start line"));
  kb_check_picture (problems, node, &track->picture,
                    kb_problem_finder_file (finder, track->picture.file));
  kb_check_painted (problems, node);
}

/* ---- problems sprites ---- */

/* Checks of a sprite as a whole: frames compared with others of the sprite or the animation. */

/* Points that have a direction on some frames of the sprite only. */
static void
kb_check_directions (GPtrArray *problems, const KbSprite *sprite)
{
  g_autoptr (GHashTable) turned = g_hash_table_new (g_str_hash, g_str_equal);
  KB_EACH (KbFrame, frame, sprite->frames)
    KB_EACH (const KbPoint, point, frame->points)
      if (point->direction.set)
        g_hash_table_add (turned, point->name);
  KB_EACH (KbFrame, frame, sprite->frames)
    KB_EACH (const KbPoint, point, frame->points)
      if (!point->direction.set && g_hash_table_contains (turned, point->name))
        kb_report (problems, "no-direction", KB_PROBLEM_WARNING, &point->node,
                   _("the action point '%s' has a direction on other frames, none on this one"),
                   point->name);
}

static const KbFrame *
frame_of_step (const KbDocument *document, const KbAnimation *animation, guint step)
{
  KbId id = kb_step_at (animation, step)->frame_id;
  return kb_node_as (kb_document_node (document, id), &kb_frame_kind);
}

/* Frames without hot spots are aligned by their corners. */
static void
kb_check_sizes (GPtrArray *problems, const KbDocument *document, const KbAnimation *animation)
{
  const KbFrame *first = NULL;
  gboolean differ = FALSE, placed = TRUE;
  for (guint i = 0; i < animation->steps->len; i++)
    {
      const KbFrame *frame = frame_of_step (document, animation, i);
      if (!frame)
        continue;
      first = first ? first : frame;
      differ = differ || frame->width != first->width || frame->height != first->height;
      placed = placed && frame->hot_spot.set;
    }
  if (differ && !placed)
    kb_report (problems, "frame-sizes", KB_PROBLEM_WARNING, &animation->node,
               _("the animation jumps: its frames differ in size, and some have no hot spot"));
}

/* The bounds of the only shape of the class, from the hot spot. FALSE without a hot spot, or if
 * there is no such shape or several. */
static gboolean
find_bounds (const KbFrame *frame, KbId class_id, KbBounds *bounds)
{
  guint n = 0;
  if (frame)
    KB_EACH (const KbShape, shape, frame->shapes)
      {
        const KbGeometry *geometry = &shape->geometry;
        if (shape->class_id != class_id || kb_geometry_fault (geometry) || n++)
          continue;
        *bounds = kb_geometry_kind (geometry->type)->bounds (geometry);
      }
  if (n != 1 || !frame->hot_spot.set)
    return FALSE;
  bounds->x0 -= frame->hot_spot.x;
  bounds->x1 -= frame->hot_spot.x;
  bounds->y0 -= frame->hot_spot.y;
  bounds->y1 -= frame->hot_spot.y;
  return TRUE;
}

/* Frames that take over too many shapes, or ones that their hot spot moves too far. */
static void
kb_check_inherited (GPtrArray *problems, const KbSprite *sprite, GHashTable *inherited)
{
  guint n = 0;
  KB_EACH_WHILE (g_hash_table_size (inherited), const KbFrame, frame, sprite->frames)
    {
      g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
      n += shapes->len - frame->shapes->len;
      if (shapes->len > KB_MAX_FRAME_SHAPES && frame->shapes->len <= KB_MAX_FRAME_SHAPES)
        kb_report (problems, "many-shapes", KB_PROBLEM_ERROR, &frame->node,
                   _("the frame has %u shapes with shared ones, expected at most %d"), shapes->len,
                   KB_MAX_FRAME_SHAPES);
      for (guint i = frame->shapes->len; i < shapes->len; i++)
        {
          const KbShape *shape = g_ptr_array_index (shapes, i);
          KbBounds is = kb_geometry_kind (shape->geometry.type)->bounds (&shape->geometry);
          if (MIN (is.x0, is.y0) < KB_MIN_COORDINATE || MAX (is.x1, is.y1) > KB_MAX_COORDINATE)
            kb_report (problems, "far-shape", KB_PROBLEM_ERROR, &frame->node,
                       _("the hot spot moves a shared shape outside of %d to %d pixels"),
                       KB_MIN_COORDINATE, KB_MAX_COORDINATE);
        }
    }
  if (n > KB_MAX_INHERITED)
    kb_report (problems, "many-shapes", KB_PROBLEM_ERROR, &sprite->node,
               _("the sprite's frames take over more than %d shared shapes"), KB_MAX_INHERITED);
}

/* A bit for each class of the project that the frame's shapes have. */
static guint64
classes_on (const KbProject *project, const KbFrame *frame, GHashTable *inherited)
{
  g_autoptr (GPtrArray) shapes = frame ? kb_frame_all_shapes (frame, inherited) : NULL;
  guint64 classes = 0;
  KB_EACH_WHILE (shapes != NULL, const KbShape, shape, shapes)
    KB_EACH (const KbClass, class, project->classes)
      classes |= (guint64) (class->node.id == shape->class_id) << class_at;
  return classes;
}

/* The first frame of a loop comes after the last one. */
static void
kb_check_missing_shapes (GPtrArray *problems, const KbDocument *document,
                         const KbAnimation *animation, GHashTable *inherited)
{
  const guint n = animation->steps->len;
  g_autofree guint64 *classes = g_new (guint64, n + 1);
  for (guint i = 0; i < n; i++)
    classes[i] = classes_on (document->project, frame_of_step (document, animation, i), inherited);
  for (guint i = 0; i < n && n > 2; i++)
    {
      const KbFrame *frame = frame_of_step (document, animation, i);
      const guint64 missing = classes[(i + n - 1) % n] & classes[(i + 1) % n] & ~classes[i];
      if (frame)
        KB_EACH (const KbClass, class, document->project->classes)
          if (missing >> class_at & 1)
            kb_report (problems, "missing-shape", KB_PROBLEM_WARNING, &frame->node,
                       _("the frame has no '%s', and the frames before and after it in '%s' have"),
                       class->name, animation->name);
    }
}

#define FAR_SIZES 2.0    /* sizes of the shape */
#define LARGER 2.5

/* Whether an extent is alone among its neighbours: much longer, much shorter, or far away. */
static gboolean
jumps (double a0, double a1, double b0, double b1, double c0, double c1)
{
  double a = a1 - a0, b = b1 - b0, c = c1 - c0, middle = (b0 + b1) / 2,
         low = MIN (a0 + a1, c0 + c1) / 2, high = MAX (a0 + a1, c0 + c1) / 2, size = MAX (a, c);
  return b > LARGER * size || b * LARGER < MIN (a, c) || middle < low - FAR_SIZES * size
         || middle > high + FAR_SIZES * size;
}

/* Shapes alone of their class that are unlike those on the frames before and after. */
static void
kb_check_jumps (GPtrArray *problems, const KbDocument *document, const KbAnimation *animation)
{
  for (guint i = 1; i + 1 < animation->steps->len; i++)
    {
      const KbFrame *before = frame_of_step (document, animation, i - 1),
                    *frame = frame_of_step (document, animation, i),
                    *after = frame_of_step (document, animation, i + 1);
      KB_EACH_WHILE (frame, const KbShape, shape, frame->shapes)
        {
          KbBounds a, b, c;
          if (find_bounds (before, shape->class_id, &a) && find_bounds (frame, shape->class_id, &b)
              && find_bounds (after, shape->class_id, &c)
              && (jumps (a.x0, a.x1, b.x0, b.x1, c.x0, c.x1)
                  || jumps (a.y0, a.y1, b.y0, b.y1, c.y0, c.y1)))
            kb_report (problems, "class-jump", KB_PROBLEM_WARNING, &shape->node,
                       _("the class jumps in size or place here"));
        }
    }
}

/* ---- problem list ---- */

static gboolean
is_gone (gpointer id, gpointer found, gpointer document)
{
  return kb_document_node (document, GPOINTER_TO_UINT (id)) == NULL;
}

/* Copies. Tiles are positioned by their cells, and need no hot spot. */
static void
add_found (GPtrArray *problems, const GPtrArray *found, gboolean tiles)
{
  KB_EACH (const KbProblem, problem, found)
    {
      if (tiles && strcmp (problem->check, "no-hot-spot") == 0)
        continue;
      KbProblem *copy = g_memdup2 (problem, sizeof *problem);
      copy->message = g_strdup (problem->message);
      g_ptr_array_add (problems, copy);
    }
}

/* `renumbered`: the document's. */
static void
kb_check_renumbered (GPtrArray *problems, const KbFrame *frame, GHashTable *renumbered)
{
  gpointer number;
  if (!g_hash_table_lookup_extended (renumbered, GUINT_TO_POINTER (frame->node.id), NULL, &number))
    return;
  kb_report (problems, "renumbered", KB_PROBLEM_ERROR, &frame->node,
             _("an earlier frame has the number %d too, as after a merge: this one becomes %d. "
                "See which of them the animations are to show, then save"),
             GPOINTER_TO_INT (number), frame->lasting_id);
}

/* `animated`: the ids of the frames that the sprite's animations show; NULL for a sprite that needs
 * none. */
static void
list_frame (KbProblemFinder *finder, GPtrArray *problems, const KbFrame *frame, gboolean tile,
            GHashTable *animated, GHashTable *used)
{
  const KbFrameProblems *found =
    g_hash_table_lookup (finder->frames, GUINT_TO_POINTER (frame->node.id));
  kb_check_renumbered (problems, frame, finder->document->renumbered);
  add_found (problems, found->own, tile);
  kb_check_painted (problems, &frame->node);
  if (animated && !g_hash_table_contains (animated, GUINT_TO_POINTER (frame->node.id)))
    kb_report (problems, "not-animated", KB_PROBLEM_WARNING, &frame->node,
               _("the frame is not in any animation"));
  add_found (problems, found->inner, FALSE);
  KB_EACH_ID (class_id, found->classes)
    g_hash_table_add (used, GUINT_TO_POINTER (class_id));
}

/* Frames without a shape of a class that the frames before and after them have. `inherited`: of the
 * sprite. */
static void
kb_check_step (GPtrArray *problems, const KbStep *step)
{
  if (step->duration == 0)
    kb_report (problems, "no-duration", KB_PROBLEM_WARNING, &step->node,
               _("the frame has no duration in the animation '%s'"),
               ((const KbAnimation *) step->node.parent)->name);
}

static void
kb_check_animation (GPtrArray *problems, const KbAnimation *animation)
{
  gint64 ms = 0;
  if (animation->steps->len == 0)
    kb_report (problems, "empty-animation", KB_PROBLEM_WARNING, &animation->node,
               _("the animation '%s' has no frames"), animation->name);
  KB_EACH_WHILE (ms <= KB_MAX_ANIMATION, const KbStep, step, animation->steps)
    ms += step->duration;
  if (ms > KB_MAX_ANIMATION)
    kb_report (problems, "long-animation", KB_PROBLEM_ERROR, &animation->node,
               _("the animation '%s' lasts longer than %d ms"), animation->name, KB_MAX_ANIMATION);
}

/* Checks the kb_sprite_sheet_animation of a sprite that is a level's tileset. */
static void
kb_check_tile_animation (GPtrArray *problems, const KbAnimation *animation)
{
  kb_report (problems, "tile-animation", KB_PROBLEM_WARNING, &animation->node,
             _("tile 1 plays all %u tiles: the import of the sheet made the animation '%s'; "
                "delete it, or give it another name if it is meant"),
             animation->steps->len, animation->name);
}

/* `sheet`: an animation that no tile is meant to play, or NULL. */
static void
list_animation (GPtrArray *problems, const KbAnimation *animation, const KbAnimation *sheet)
{
  kb_check_animation (problems, animation);
  if (animation == sheet)
    kb_check_tile_animation (problems, animation);
  KB_EACH (const KbStep, step, animation->steps)
    kb_check_step (problems, step);
}

static void
kb_check_lost (GPtrArray *problems, const KbFrame *frame)
{
  g_autofree char *title = kb_node_title (&frame->node);
  guint n = frame->points->len + frame->shapes->len + (frame->hot_spot.set ? 1 : 0)
            + (frame->pixels.zones ? 1 : 0);
  kb_report (problems, "lost", KB_PROBLEM_WARNING, &frame->node,
             ngettext ("the picture of '%s' is gone since the last import; %u annotation is kept",
                       "the picture of '%s' is gone since the last import; %u annotations are kept",
                       n),
             title, n);
}

static void
kb_check_sprite (GPtrArray *problems, const KbSprite *sprite)
{
  kb_check_name (problems, &sprite->node);
  if (sprite->frames->len == 0)
    kb_report (problems, "empty-sprite", KB_PROBLEM_WARNING, &sprite->node,
               _("the sprite has no frames"));
}

static void
list_sprite (KbProblemFinder *finder, GPtrArray *problems, const KbSprite *sprite,
             GHashTable *tilesets, GHashTable *used)
{
  g_autoptr (GHashTable) animated = g_hash_table_new (NULL, NULL);
  kb_check_sprite (problems, sprite);
  KB_EACH (KbAnimation, animation, sprite->animations)
    KB_EACH (const KbStep, step, animation->steps)
      g_hash_table_add (animated, GUINT_TO_POINTER (step->frame_id));
  gboolean tileset = g_hash_table_lookup (tilesets, sprite->name) != NULL,
           pictures = finder->document->lacks_levels
                      || g_hash_table_contains (tilesets, sprite->name),
           tiles = tileset || (pictures && sprite->animations->len == 0);
  KB_EACH (const KbFrame, frame, sprite->frames)
    list_frame (finder, problems, frame, tiles,
                tiles || !sprite->animations->len ? NULL : animated, used);
  g_autoptr (GHashTable) inherited = kb_inherited_new (sprite);
  const KbAnimation *sheet = tileset ? kb_sprite_sheet_animation (sprite) : NULL;
  KB_EACH (KbAnimation, animation, sprite->animations)
    {
      list_animation (problems, animation, sheet);
      if (!tiles)
        {
          kb_check_sizes (problems, finder->document, animation);
          kb_check_missing_shapes (problems, finder->document, animation, inherited);
        }
      kb_check_jumps (problems, finder->document, animation);
    }
  kb_check_directions (problems, sprite);
  kb_check_inherited (problems, sprite, inherited);
  KB_EACH (const KbFrame, lost, sprite->lost)
    kb_check_lost (problems, lost);
}

/* Kept until something in the track changes. */
static const gboolean *
hidden_curves (KbProblemFinder *finder, const KbTrack *track)
{
  gboolean *hidden = g_hash_table_lookup (finder->hidden, GUINT_TO_POINTER (track->node.id));
  if (hidden)
    return hidden;
  hidden = g_new0 (gboolean, track->curves->len + 1);
  if (finder->find_hidden && track->curves->len > 0)
    finder->find_hidden (track, hidden);
  g_hash_table_insert (finder->hidden, GUINT_TO_POINTER (track->node.id), hidden);
  return hidden;
}

static void
check_curve (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  guint index;
  kb_node_place (node, &index);
  kb_check_curve (problems, (const KbCurve *) node,
                  hidden_curves (finder, (const KbTrack *) node->parent)[index]);
}

/* The classes of walls, areas and entities. Neighbours usually have the same. */
static void
list_level_classes (const KbLevel *level, GHashTable *used)
{
  for (const KbList *list = kb_level_kind.lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (&level->node, list);
      const KbField *field = kb_kind_field_of_type (list->item, KB_TYPE_CLASS);
      KbId last = 0;
      if (field)
        KB_EACH (const KbNode, item, items)
          {
            KbId id = G_STRUCT_MEMBER (KbId, item, field->offset);
            if (id != last)
              g_hash_table_add (used, GUINT_TO_POINTER (id));
            last = id;
          }
    }
}

/* Kept until something in the level changes. */
static const GPtrArray *
check_shapes_of (KbProblemFinder *finder, const KbLevel *level)
{
  GPtrArray *found = g_hash_table_lookup (finder->levels, GUINT_TO_POINTER (level->node.id));
  if (found)
    return found;
  found = g_ptr_array_new_with_free_func (kb_problem_free);
  kb_check_walls_and_areas (found, level);
  g_hash_table_insert (finder->levels, GUINT_TO_POINTER (level->node.id), found);
  return found;
}

static void
check_level (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  kb_check_level (finder, problems, node);
  add_found (problems, check_shapes_of (finder, (const KbLevel *) node), FALSE);
}

static void
check_layer (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  KbCellFaults *faults = g_hash_table_lookup (finder->cells, GUINT_TO_POINTER (node->id));
  if (!faults)
    g_hash_table_insert (finder->cells, GUINT_TO_POINTER (node->id),
                         faults = kb_cell_faults_new ());
  kb_check_layer (finder, problems, node);
  kb_check_group (finder, problems, node);
  kb_check_cells (problems, finder->document->project, (const KbLevel *) node->parent,
                  (const KbLayer *) node, faults);
}

static void
kb_check_tileset (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbTileset *tileset = (const KbTileset *) node;
  if (!kb_project_find_sprite (finder->document->project, tileset->sprite))
    kb_report (problems, "tileset-sprite", KB_PROBLEM_ERROR, node,
               _("there is no sprite '%s' to take tiles from"), tileset->sprite);
}

static void
kb_check_stamp (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbSavedStamp *stamp = (const KbSavedStamp *) node;
  gsize length;
  g_free (g_base64_decode (stamp->cells, &length));
  if (length != 4 * (gsize) stamp->size.x * (gsize) stamp->size.y)
    kb_report (problems, "stamp-cells", KB_PROBLEM_ERROR, node,
               _("the stamp '%s' has %zu bytes of cells, expected 4 for each of %d x %d"),
               stamp->name, length, stamp->size.x, stamp->size.y);
}

static void
kb_check_maze (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbMaze *maze = (const KbMaze *) node;
  guint64 counts[256], odd = 0;
  kb_check_item_renumbered (problems, node, finder->document->renumbered);
  kb_check_painting (problems, node);
  if (!maze->edges.zones)
    return;
  kb_zones_counts (maze->edges.zones, counts);
  for (guint value = (KB_EDGE_LEFT | KB_EDGE_TOP) + 1; value < 256; value++)
    odd += counts[value];
  if (odd)
    kb_report (problems, "maze-edges", KB_PROBLEM_ERROR, node,
               ngettext ("%" PRIu64 " cell of the maze '%s' has a value beyond 3",
                         "%" PRIu64 " cells of the maze '%s' have values beyond 3", odd),
               odd, maze->name);
}

static void
kb_check_mask (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  const KbMask *mask = (const KbMask *) node;
  kb_check_name (problems, node);
  if (mask->zones->len == 0)
    kb_report (problems, "no-zones", KB_PROBLEM_WARNING, node, _("the mask has no zones"));
  kb_check_picture (problems, node, &mask->picture,
                    kb_problem_finder_file (finder, mask->picture.file));
  kb_check_painted (problems, node);
}

/* Kinds that are not here are checked with what contains them. */
static const struct {
  const KbKind *kind;
  KbCheck check;
} problem_list_checks[] = {
  { &kb_mask_kind, kb_check_mask },
  { &kb_track_kind, kb_check_track },
  { &kb_curve_kind, check_curve },
  { &kb_gate_kind, kb_check_gate },
  { &kb_band_kind, kb_check_band },
  { &kb_level_kind, check_level },
  { &kb_entity_kind, kb_check_entity },
  { &kb_tileset_kind, kb_check_tileset },
  { &kb_stamp_kind, kb_check_stamp },
  { &kb_layer_kind, check_layer },
  { &kb_image_kind, kb_check_image },
  { &kb_group_kind, kb_check_group },
  { &kb_maze_kind, kb_check_maze },
  { &kb_ground_kind, kb_check_ground },
  { &kb_heightmap_kind, kb_check_heightmap },
};

static KbCheck
check_of (const KbKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (problem_list_checks); i++)
    if (problem_list_checks[i].kind == kind)
      return problem_list_checks[i].check;
  return NULL;
}

/* The items of a node's lists, in their order, each with its own items after it. */
static void
list_items (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      KbCheck check = check_of (list->item);
      if (check)
        KB_EACH (KbNode, item, items)
          {
            check (finder, problems, item);
            list_items (finder, problems, item);
          }
    }
}

/* The names of the sprites that levels show, borrowed: with themselves those for tiles, with NULL
 * those of entities and image layers. Those with the name of a class may be on walls. Tilesets that
 * were imported are for tiles, whether a level lists them or not. */
static GHashTable *
find_tilesets (const KbProject *project)
{
  static const char *const formats[] = { "tiled", "ldtk", NULL };
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  KB_EACH (const KbClass, of_class, project->classes)
    g_hash_table_insert (names, of_class->name, NULL);
  KB_EACH (KbLevel, level, project->levels)
    KB_EACH (const KbEntity, entity, level->entities)
      if (entity->sprite)
        g_hash_table_insert (names, entity->sprite, NULL);
  KB_EACH (KbLevel, level, project->levels)
    KB_EACH (KbImageLayer, image, level->images)
      g_hash_table_insert (names, image->sprite, NULL);
  KB_EACH (KbLevel, level, project->levels)
    KB_EACH (const KbTileset, tileset, level->tilesets)
      g_hash_table_add (names, tileset->sprite);
  KB_EACH (const KbSprite, sprite, project->sprites)
    {
      const char *format = json_string_value (json_object_get (sprite->import, "format"));
      if (format && g_strv_contains (formats, format))
        g_hash_table_add (names, sprite->name);
    }
  return names;
}

/* `used`: the ids of the classes used by shapes of frames, or on levels. */
static void
kb_check_class (GPtrArray *problems, const KbClass *class, GHashTable *used)
{
  if (!g_hash_table_contains (used, GUINT_TO_POINTER (class->node.id)))
    {
      kb_report (problems, "empty-class", KB_PROBLEM_WARNING, &class->node,
                 _("the class '%s' is empty: nothing has it"), class->name);
      ((KbProblem *) g_ptr_array_index (problems, problems->len - 1))->unbegun = TRUE;
    }
}

GPtrArray *
kb_problem_finder_list (KbProblemFinder *finder)
{
  const KbProject *project = finder->document->project;
  GPtrArray *problems = g_ptr_array_new_with_free_func (kb_problem_free);
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL), tilesets = find_tilesets (project);
  kb_problem_finder_work (finder, 0);
  g_hash_table_foreach_remove (finder->frames, is_gone, (gpointer) finder->document);
  KB_EACH (const KbSprite, sprite, project->sprites)
    list_sprite (finder, problems, sprite, tilesets, used);
  list_items (finder, problems, &project->node);
  KB_EACH (const KbLevel, level, project->levels)
    list_level_classes (level, used);
  KB_EACH (const KbClass, class, project->classes)
    {
      if (g_hash_table_contains (finder->document->missing_classes,
                                 GUINT_TO_POINTER (class->node.id)))
        kb_check_missing_class (problems, project, class);
      kb_check_class (problems, class, used);
    }
  kb_check_values (problems, finder->document);
  kb_check_conflicts (problems, &project->node);
  kb_problems_drop_ignored (finder->document, problems);
  KB_EACH (KbProblem, problem, problems)
    problem->path = kb_node_path (kb_document_node (finder->document, problem->node));
  kb_problem_finder_start_again (finder);
  return problems;
}
