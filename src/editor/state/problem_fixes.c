/* SPDX-License-Identifier: MIT */
/* The table of fixes. */
#include "editor/state/problems.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/shapes/shape.h"
#include "interchange/formats.h"
#include "interchange/levels/level_file.h"

typedef struct {
  const char *check;    /* as in problems.c */
  const char *step;     /* for the Undo menu; N_() */
  gboolean safe;        /* deletes nothing that the user made */
  gboolean (*apply) (KbDocument *document, KbNode *node, GError **error);
  const char *text;     /* the button's, N_(); NULL: that of `label` */
  /* NULL if this problem has no fix. */
  const char *(*label) (KbDocument *document, KbNode *node);
} Fix;

/* ---- hot spots ---- */

static gboolean
inside (const KbFrame *frame, gint x, gint y)
{
  return x >= 0 && y >= 0 && x < frame->width && y < frame->height;
}

static gboolean
set_pixel (KbDocument *document, KbId node, const char *field, gint x, gint y, GError **error)
{
  return kb_document_set (document, node, field, json_pack ("[ii]", x, y), error);
}

/* The frame's name without the number at its end, as a new string. */
static char *
series_of (const KbFrame *frame)
{
  const char *name = frame->name ? frame->name : "";
  gsize n = strlen (name);
  while (n && strchr ("0123456789 -_.", name[n - 1]))
    n--;
  return g_strndup (name, n);
}

/* Whether only their numbers differ, as those of "attack-10" and "attack-9" do. */
static gboolean
in_series (const KbFrame *a, const KbFrame *b)
{
  g_autofree char *series = series_of (a), *other = series_of (b);
  return g_str_equal (series, other);
}

/* The nearest earlier frame with a hot spot, if it is of the same series and size. In another, the
 * same place means nothing. */
static const KbFrame *
frame_before (const KbFrame *frame)
{
  const KbSprite *sprite = kb_node_sprite ((KbNode *) frame);
  guint index = 0;
  if (!sprite || !kb_node_place (&frame->node, &index))
    return NULL;
  while (index-- > 0)
    {
      const KbFrame *before = kb_frame_at (sprite, index);
      if (before->hot_spot.set)
        return before->width == frame->width && before->height == frame->height
                 && in_series (before, frame)
                 && inside (frame, before->hot_spot.x, before->hot_spot.y)
                 ? before
                 : NULL;
    }
  return NULL;
}

static const char *
label_hot_spot (KbDocument *document, KbNode *node)
{
  return frame_before ((KbFrame *) node) ? _("Copy from the frame before") : _("Put at the feet");
}

static gboolean
apply_hot_spot (KbDocument *document, KbNode *node, GError **error)
{
  const KbFrame *frame = (KbFrame *) node, *before = frame_before (frame);
  if (before)
    return set_pixel (document, node->id, "hot_spot", before->hot_spot.x, before->hot_spot.y,
                      error);
  g_autoptr (KbPicture) picture = kb_document_frame_picture (document, frame, NULL);
  gint x = 0, y = 0, w = frame->width, h = frame->height;
  if (picture && !kb_picture_opaque_box (picture, &x, &y, &w, &h))
    x = y = 0, w = frame->width, h = frame->height;
  return set_pixel (document, node->id, "hot_spot", x + w / 2, y + h - 1, error);
}

static gboolean
apply_hot_spot_inside (KbDocument *document, KbNode *node, GError **error)
{
  const KbFrame *frame = (KbFrame *) node;
  return set_pixel (document, node->id, "hot_spot", CLAMP (frame->hot_spot.x, 0, frame->width - 1),
                    CLAMP (frame->hot_spot.y, 0, frame->height - 1), error);
}

static gboolean
apply_point_inside (KbDocument *document, KbNode *node, GError **error)
{
  const KbPoint *point = (KbPoint *) node;
  const KbFrame *frame = (KbFrame *) node->parent;
  return set_pixel (document, node->id, "at", CLAMP (point->at.x, 0, frame->width - 1),
                    CLAMP (point->at.y, 0, frame->height - 1), error);
}

/* ---- shapes ---- */

static gboolean
lies_inside (const KbGeometry *geometry, const KbFrame *frame)
{
  gint x, y, w, h;
  if (kb_geometry_fault (geometry))
    return FALSE;
  kb_geometry_pixel_box (geometry, &x, &y, &w, &h);
  return x >= 0 && y >= 0 && x + w <= frame->width && y + h <= frame->height;
}

/* Clips to the frame, if the kind allows it and something remains. */
static gboolean
cut (KbGeometry *geometry, const KbFrame *frame)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  if (kind->crop)
    kind->crop (geometry, frame->width, frame->height);
  return lies_inside (geometry, frame);
}

/* Moves by the min distance; shapes that do not fit and cannot be clipped are scaled down. */
static gboolean
move_inside (KbGeometry *geometry, const KbFrame *frame)
{
  const KbShapeKind *kind = kb_geometry_kind (geometry->type);
  KbBounds bounds = kind->bounds (geometry);
  double room = MIN (frame->width / MAX (bounds.x1 - bounds.x0, 1),
                     frame->height / MAX (bounds.y1 - bounds.y0, 1));
  if (room < 1 && !kind->crop)
    {
      KbVec middle = { (bounds.x0 + bounds.x1) / 2, (bounds.y0 + bounds.y1) / 2 };
      kind->translate (geometry, -middle.x, -middle.y);
      for (guint i = 0; i < kb_geometry_lengths (geometry); i++)
        geometry->v[i] *= room * 0.98;
      kind->translate (geometry, middle.x, middle.y);
    }
  bounds = kind->bounds (geometry);
  double dx = bounds.x0 < 0 ? -bounds.x0 : MIN (frame->width - bounds.x1, 0);
  double dy = bounds.y0 < 0 ? -bounds.y0 : MIN (frame->height - bounds.y1, 0);
  kind->translate (geometry, dx, dy);
  kind->snap (geometry);
  return lies_inside (geometry, frame);
}

/* The shape moved inside its frame. Free it. FALSE if there is none. */
static gboolean
geometry_inside (const KbShape *shape, KbGeometry *result)
{
  const KbFrame *frame = (KbFrame *) shape->node.parent;
  kb_geometry_copy (result, &shape->geometry);
  if (cut (result, frame))
    return TRUE;
  kb_geometry_clear (result);
  kb_geometry_copy (result, &shape->geometry);
  return move_inside (result, frame);
}

static const char *
label_shape_inside (KbDocument *document, KbNode *node)
{
  g_auto (KbGeometry) result = { 0 };
  return geometry_inside ((KbShape *) node, &result) ? _("Shrink to the frame") : NULL;
}

static gboolean
apply_shape_inside (KbDocument *document, KbNode *node, GError **error)
{
  g_auto (KbGeometry) result = { 0 };
  return geometry_inside ((KbShape *) node, &result)
         && kb_document_set (document, node->id, "geometry", kb_geometry_to_json (&result), error);
}

static int
by_place (gconstpointer a, gconstpointer b)
{
  const KbVec *p = a, *q = b;
  if (p->x != q->x)
    return p->x < q->x ? -1 : 1;
  return p->y < q->y ? -1 : p->y > q->y;
}

/* Andrew's monotone chain; exact, because turns are decided on the grid. */
static gboolean
convex_hull (const KbGeometry *polygon, KbGeometry *hull)
{
  guint n = polygon->n / 2, top = 0;
  if (!kb_geometry_has_corners (polygon) || n < 3)
    return FALSE;
  g_autofree KbVec *points = g_new (KbVec, n);
  g_autofree KbVec *chain = g_new (KbVec, 2 * n + 1);
  for (guint i = 0; i < n; i++)
    points[i] = (KbVec) { polygon->v[2 * i], polygon->v[2 * i + 1] };
  qsort (points, n, sizeof *points, by_place);
  for (guint i = 0; i < n; i++)
    {
      while (top >= 2 && kb_orientation (chain[top - 2], chain[top - 1], points[i]) <= 0)
        top--;
      chain[top++] = points[i];
    }
  guint lower = top + 1;
  for (guint i = n - 1; i-- > 0;)
    {
      while (top >= lower && kb_orientation (chain[top - 2], chain[top - 1], points[i]) <= 0)
        top--;
      chain[top++] = points[i];
    }
  if (top < 4)
    return FALSE;
  kb_geometry_init_polygon (hull, (const double *) chain, 2 * (top - 1));
  if (!kb_geometry_fault (hull))
    return TRUE;
  kb_geometry_clear (hull);
  return FALSE;
}

static const char *
label_hull (KbDocument *document, KbNode *node)
{
  g_auto (KbGeometry) hull = { 0 };
  return convex_hull (&((KbShape *) node)->geometry, &hull) ? _("Make it convex") : NULL;
}

static gboolean
apply_hull (KbDocument *document, KbNode *node, GError **error)
{
  g_auto (KbGeometry) hull = { 0 };
  return convex_hull (&((KbShape *) node)->geometry, &hull)
         && kb_document_set (document, node->id, "geometry", kb_geometry_to_json (&hull), error);
}

/* ---- animations ---- */

/* The animation and index for the frame: after the last step of the nearest animated frame before
 * it that is of its series, or before the first step of one that is. */
static KbAnimation *
find_place (KbDocument *document, const KbFrame *frame, int *at)
{
  const KbSprite *sprite = kb_node_sprite (KB_NODE (frame));
  guint index;
  kb_node_place (&frame->node, &index);
  while (index-- > 0)
    KB_EACH (KbAnimation, animation, sprite->animations)
      KB_EACH_BACK (const KbStep, step, animation->steps)
        if (step->frame_id == kb_frame_at (sprite, index)->node.id
            && in_series (kb_frame_at (sprite, index), frame))
          {
            *at = (int) step_at + 1;
            return animation;
          }
  *at = 0;
  KB_EACH (KbAnimation, animation, sprite->animations)
    KB_EACH (const KbStep, step, animation->steps)
      {
        const KbNode *first = step_at ? NULL : kb_document_node (document, step->frame_id);
        if (first && in_series ((const KbFrame *) first, frame))
          return animation;
      }
  return NULL;
}

static const char *
label_animate (KbDocument *document, KbNode *node)
{
  static char text[160];
  int at;
  const KbAnimation *animation = find_place (document, (KbFrame *) node, &at);
  if (!animation)
    return _("Make an animation");
  g_snprintf (text, sizeof text, _("Add to “%.40s”"), animation->name);
  return text;
}

static gboolean
apply_animate (KbDocument *document, KbNode *node, GError **error)
{
  const KbFrame *frame = (KbFrame *) node;
  int at;
  const KbAnimation *animation = find_place (document, frame, &at);
  json_t *step = json_pack ("{si si}", "frame", frame->lasting_id, "duration", KB_NEW_DURATION);
  if (animation)
    return kb_document_insert (document, animation->node.id, "steps", at, step, error) != 0;
  const KbId sprite = node->parent->id;
  g_autofree char *series = series_of (frame), *name = kb_document_free_name (
                    document, sprite, "animations", *series ? series : "all");
  return kb_document_insert (document, sprite, "animations", -1,
                             json_pack ("{ss ss s[o]}", "name", name, "loop", "loop", "steps",
                                        step), error)
         != 0;
}

static gboolean
apply_duration (KbDocument *document, KbNode *node, GError **error)
{
  return kb_document_set (document, node->id, "duration", json_integer (KB_NEW_DURATION), error);
}

/* ---- tracks ---- */

static const char *
label_cut_off (KbDocument *document, KbNode *node)
{
  static char text[160];
  g_snprintf (text, sizeof text, _("Know clearance up to %d px"),
              (int) ceil (((KbBand *) node)->radius));
  return text;
}

/* Raises the cut-off to the largest radius. The fix of another band may have done so already. */
static gboolean
apply_cut_off (KbDocument *document, KbNode *node, GError **error)
{
  const KbTrack *track = (KbTrack *) node->parent;
  int needed = (int) ceil (((KbBand *) node)->radius);
  return track->cut_off >= needed
         || kb_document_set (document, track->node.id, "cut_off", json_integer (needed), error);
}

/* The surface for new roads: the first one that is road, else the first one. */
static const KbZone *
first_surface (const KbNode *curve)
{
  const GPtrArray *surfaces = ((KbTrack *) curve->parent)->surfaces;
  KB_EACH (KbZone, zone, surfaces)
    if (zone->use == KB_SURFACE_ROAD)
      return zone;
  return kb_count (surfaces) ? kb_zone_at (surfaces, 0) : NULL;
}

static const char *
label_surface (KbDocument *document, KbNode *node)
{
  static char text[160];
  const KbZone *surface = first_surface (node);
  if (!surface)
    return NULL;
  g_snprintf (text, sizeof text, _("Make it “%.40s”"), surface->name);
  return text;
}

static gboolean
apply_surface (KbDocument *document, KbNode *node, GError **error)
{
  const KbZone *surface = first_surface (node);
  return surface
         && kb_document_set (document, node->id, "surface", json_integer (surface->value), error);
}

/* ---- unused nodes ---- */

static gboolean
apply_delete (KbDocument *document, KbNode *node, GError **error)
{
  return kb_document_remove (document, node->id, error);
}

/* ---- what entities show ---- */

static gboolean
apply_show_none (KbDocument *document, KbNode *node, GError **error)
{
  return kb_document_set (document, node->id, "sprite", json_null (), error)
         && kb_document_set (document, node->id, "frame", json_null (), error);
}

static const char *
label_first_frame (KbDocument *document, KbNode *node)
{
  const KbSprite *sprite =
    kb_project_find_sprite (kb_document_project (document), ((KbEntity *) node)->sprite);
  return sprite && kb_count (sprite->frames) ? _("Show its first frame") : NULL;
}

static gboolean
apply_first_frame (KbDocument *document, KbNode *node, GError **error)
{
  return kb_document_set (document, node->id, "frame", json_null (), error);
}

/* ---- levels ---- */

/* The layer whose name says that it stops moves, or the only one. */
static KbLayer *
find_solid (const KbNode *node)
{
  const KbLevel *level = (const KbLevel *) node;
  KbLayer *found = kb_count (level->layers) == 1 ? kb_layer_at (level, 0) : NULL;
  KB_EACH (KbLayer, layer, level->layers)
    if (kb_level_name_is_solid (layer->name))
      found = layer;
  return found;
}

static const char *
label_solid (KbDocument *document, KbNode *node)
{
  return find_solid (node) ? _("Let all tiles of the layer stop moves") : NULL;
}

static gboolean
apply_solid (KbDocument *document, KbNode *node, GError **error)
{
  const KbLayer *layer = find_solid (node);
  return layer && kb_import_add_class (document, "wall", 0, error)
         && kb_document_set (document, layer->node.id, "solid", json_string ("wall"), error);
}

/* ---- merge conflicts ---- */

static gboolean
is_other_side_without (const KbNode *node)
{
  return json_object_get (node->conflicts, "removed") != NULL;
}

static const char *
label_other (KbDocument *document, KbNode *node)
{
  if (is_other_side_without (node))
    return _("Delete");
  KB_EACH_MEMBER (key, details, node->conflicts)
    if (json_object_get (details, "other"))
      return _("Use the other value");
  return NULL;
}

/* Setting a field settles its conflict. */
static gboolean
apply_other (KbDocument *document, KbNode *node, GError **error)
{
  json_auto_t *conflicts = json_deep_copy (node->conflicts);
  if (is_other_side_without (node))
    return kb_document_remove (document, node->id, error);
  KB_EACH_MEMBER (key, details, conflicts)
    {
      json_t *other = json_object_get (details, "other");
      if (other && !kb_document_set (document, node->id, key, json_incref (other), error))
        return FALSE;
    }
  return TRUE;
}

static const Fix fixes[] = {
  { "no-hot-spot", N_("Set hot spot"), TRUE, apply_hot_spot, NULL, label_hot_spot },
  { "hot-spot-outside", N_("Move hot spot inside"), TRUE, apply_hot_spot_inside,
    N_("Move inside") },
  { "point-outside", N_("Move action point inside"), TRUE, apply_point_inside, N_("Move inside") },
  { "shape-outside", N_("Shrink shape to the frame"), TRUE, apply_shape_inside,
    NULL, label_shape_inside },
  { "bad-shape", N_("Make polygon convex"), FALSE, apply_hull, NULL, label_hull },
  { "not-animated", N_("Add frame to an animation"), TRUE, apply_animate, NULL, label_animate },
  { "no-duration", N_("Set duration"), TRUE, apply_duration, N_("Show for 100 ms") },
  { "band-radius", N_("Raise cut-off"), TRUE, apply_cut_off, NULL, label_cut_off },
  { "curve-surface", N_("Set surface of curve"), FALSE, apply_surface, NULL, label_surface },
  { "curve-points", N_("Delete curve"), FALSE, apply_delete, N_("Delete") },
  { "curve-hidden", N_("Delete curve"), FALSE, apply_delete, N_("Delete") },
  { "curve-length", N_("Delete curve"), FALSE, apply_delete, N_("Delete") },
  { "gate-length", N_("Delete check point"), FALSE, apply_delete, N_("Delete") },
  { "wall-length", N_("Delete wall"), FALSE, apply_delete, N_("Delete") },
  { "wall-twice", N_("Delete wall"), FALSE, apply_delete, N_("Delete") },
  { "area-points", N_("Delete area"), FALSE, apply_delete, N_("Delete") },
  { "entity-sprite", N_("Show no sprite"), FALSE, apply_show_none, N_("Show no sprite") },
  { "entity-frame", N_("Show first frame"), FALSE, apply_first_frame, NULL, label_first_frame },
  { "nothing-stops", N_("Let tiles stop moves"), FALSE, apply_solid, NULL, label_solid },
  { "image-sprite", N_("Delete image layer"), FALSE, apply_delete, N_("Delete") },
  { "empty-animation", N_("Delete animation"), FALSE, apply_delete, N_("Delete") },
  { "tile-animation", N_("Delete animation"), FALSE, apply_delete, N_("Delete") },
  { "conflict", N_("Use the other value"), FALSE, apply_other, NULL, label_other },
  { "empty-sprite", N_("Delete sprite"), FALSE, apply_delete, N_("Delete") },
  { "lost", N_("Delete lost annotations"), FALSE, apply_delete, N_("Delete") },
};

static const char *
label_of (const Fix *fix, KbDocument *document, KbNode *node)
{
  return fix->label ? fix->label (document, node) : _(fix->text);
}

static const Fix *
find_fix (KbDocument *document, const KbProblem *problem, KbNode **node)
{
  *node = kb_document_node (document, problem->node);
  for (guint i = 0; *node && i < G_N_ELEMENTS (fixes); i++)
    if (g_str_equal (fixes[i].check, problem->check))
      return &fixes[i];
  return NULL;
}

const char *
kb_problem_fix_label (KbDocument *document, const KbProblem *problem)
{
  KbNode *node;
  const Fix *fix = find_fix (document, problem, &node);
  return fix ? label_of (fix, document, node) : NULL;
}

gboolean
kb_problem_fix (KbDocument *document, const KbProblem *problem, GError **error)
{
  KbNode *node;
  const Fix *fix = find_fix (document, problem, &node);
  if (!fix)
    return FALSE;
  kb_document_begin (document, _(fix->step));
  return kb_document_finish (document, fix->apply (document, node, error));
}

guint
kb_problems_count_safe (KbDocument *document, const GPtrArray *problems)
{
  guint n = 0;
  if (problems)
    KB_EACH (const KbProblem, problem, problems)
      {
        KbNode *node;
        const Fix *fix = find_fix (document, problem, &node);
        n += fix && fix->safe && label_of (fix, document, node);
      }
  return n;
}

guint
kb_problems_fix (KbDocument *document, const GPtrArray *problems, gboolean safe)
{
  guint n = 0;
  kb_document_begin (document, _("Fix problems"));
  if (problems)
    KB_EACH (const KbProblem, problem, problems)
      {
        KbNode *node;
        const Fix *fix = find_fix (document, problem, &node);
        n += fix && (fix->safe || !safe) && fix->apply (document, node, NULL);
      }
  kb_document_end (document);
  return n;
}
