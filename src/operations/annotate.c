/* SPDX-License-Identifier: MIT */
/* The same work on many frames: shapes from their pictures, or changes of their shapes. A job holds
 * what it needs of each frame, so that it can run in a thread. */
#include <glib/gi18n.h>

#include "operations/private.h"
#include "runtime/kickbox.h"

#define LEAST_PART 16      /* pixels: smaller parts are not traced */
#define MOST_PARTS 64      /* the largest are traced */
#define PART_CORNERS 255   /* most of a convex part */
#define FIXED 256          /* steps of a corner in a pixel */

const KbAnnotateKind kb_annotate_kinds[KB_N_ANNOTATE] = {
  [KB_ANNOTATE_TRACE] = { "trace", N_("Trace"), TRUE },
  [KB_ANNOTATE_FIT] = { "fit", N_("Fit boxes"), TRUE },
  [KB_ANNOTATE_COVER] = { "cover", N_("Cover with boxes"), TRUE },
  [KB_ANNOTATE_SIMPLIFY] = { "simplify", N_("Simplify") },
  [KB_ANNOTATE_CONVEX] = { "convex", N_("Divide into convex parts") },
  [KB_ANNOTATE_MIRROR] = { "mirror", N_("Mirror shapes") },
  [KB_ANNOTATE_SCALE] = { "scale", N_("Scale shapes") },
  [KB_ANNOTATE_CLASS] = { "class", N_("Change class") },
  [KB_ANNOTATE_VALUES] = { "values", N_("Set values") },
};

const KbAnnotateOptions kb_annotate_defaults = {
  .way = KB_ANNOTATE_TRACE, .tolerance = 1, .boxes = 1, .factor = 1
};

typedef struct {
  KbId id;
  KbPicture *picture;   /* if shapes are made of it */
  guint alpha;
  double about;         /* mirrors: the hot spot, or the middle of the frame */
  GArray *shapes;       /* KbProposedItem: those to change, as they are */
} Frame;

struct KbAnnotateJob {
  KbAnnotateOptions options;
  GArray *frames;       /* Frame */
};

typedef struct {
  const KbAnnotateOptions *options;
  const Frame *frame;
  KbProposal *proposal;
} Work;

/* --- Shapes from the picture ------------------------------------------------------------------ */

static void
add_new (Work *work, const KbGeometry *geometry)
{
  KbProposedItem item = { .class_id = work->options->class_id,
                          .kind = &kb_shape_kind,
                          .confidence = 1 };
  kb_geometry_copy (&item.geometry, geometry);
  kb_proposal_add (work->proposal, &item);
}

static void
add_box (Work *work, const KbBox *box)
{
  g_auto (KbGeometry) geometry = { 0 };
  kb_geometry_init_box (&geometry, box->x, box->y, box->w, box->h);
  add_new (work, &geometry);
}

static KbBox
annotate_whole (const Work *work)
{
  const KbPicture *picture = work->frame->picture;
  return (KbBox) { 0, 0, (gint) picture->width, (gint) picture->height };
}

static void
fit (Work *work)
{
  KbBox area = annotate_whole (work), box;
  if (kb_shrink_box (work->frame->picture, work->frame->alpha, &area, &box))
    add_box (work, &box);
}

static void
cover (Work *work)
{
  KbBox area = annotate_whole (work);
  KbCover found;
  if (!kb_cover (work->frame->picture, work->frame->alpha, &area, work->options->boxes, &found))
    return;
  for (guint i = 0; i < found.n; i++)
    add_box (work, &found.boxes[i]);
}

typedef struct { guint pixels; gint at; } AnnotatePart;

static gint
larger_first (gconstpointer a, gconstpointer b)
{
  const AnnotatePart *p = a, *q = b;
  return (q->pixels > p->pixels) - (q->pixels < p->pixels);
}

static GArray *
find_parts (const KbPicture *picture, guint alpha)
{
  gint width = (gint) picture->width, n = width * (gint) picture->height;
  g_autofree guint8 *map = g_malloc ((gsize) n);
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (AnnotatePart));
  for (gint i = 0; i < n; i++)
    map[i] = kb_is_opaque (picture, alpha, (guint) (i % width), (guint) (i / width));
  for (gint i = 0; i < n; i++)
    if (map[i] == 1)
      {
        KbBox box;
        AnnotatePart part = { kb_mark_part (map, width, n / width, i, 2, &box), i };
        g_array_append_val (parts, part);
      }
  g_array_sort (parts, larger_first);
  return parts;
}

static void
trace_annotate (Work *work)
{
  const Frame *frame = work->frame;
  g_autoptr (GArray) parts = find_parts (frame->picture, frame->alpha);
  KB_EACH_IN_WHILE (part_at < MOST_PARTS, const AnnotatePart, part, parts)
    {
      KbTraceOptions options = { part->at % (gint) frame->picture->width,
                                 part->at / (gint) frame->picture->width, frame->alpha, TRUE,
                                 work->options->tolerance };
      KbTrace found = { 0 };
      if (part_at > 0 && part->pixels < LEAST_PART)
        break;
      if (kb_trace (frame->picture, &options, &found, NULL))
        add_new (work, &found.outline);
      kb_trace_clear (&found);
    }
}

/* --- Changes of a shape ----------------------------------------------------------------------- */

/* Adds the shape with the geometry, unless nothing has changed. */
static void
add_changed (Work *work, const KbProposedItem *shape, const KbGeometry *geometry)
{
  KbProposedItem item = *shape;
  item.geometry = (KbGeometry) { 0 };
  if (kb_geometry_fault (geometry) || kb_geometry_equal (geometry, &shape->geometry))
    return;
  kb_geometry_copy (&item.geometry, geometry);
  kb_proposal_add (work->proposal, &item);
}

static void
simplify (Work *work, const KbProposedItem *shape)
{
  const KbGeometry *from = &shape->geometry;
  g_auto (KbGeometry) geometry = { 0 };
  if (!kb_geometry_has_corners (from) || kb_geometry_fault (from))
    return;
  g_autofree KbCorner *corners = g_new (KbCorner, from->n / 2);
  for (guint i = 0; i < from->n / 2; i++)
    corners[i] = (KbCorner) { (gint32) (from->v[2 * i] * FIXED),
                              (gint32) (from->v[2 * i + 1] * FIXED) };
  double deviation;
  g_autoptr (GArray) kept =
    kb_simplify (corners, from->n / 2, work->options->tolerance, KB_TRACE_CORNERS, &deviation);
  g_autofree double *numbers = g_new (double, 2 * kept->len);
  for (guint i = 0; i < kept->len; i++)
    {
      guint k = g_array_index (kept, guint, i);
      numbers[2 * i] = from->v[2 * k], numbers[2 * i + 1] = from->v[2 * k + 1];
    }
  kb_geometry_init_polygon (&geometry, numbers, 2 * kept->len);
  add_changed (work, shape, &geometry);
}

/* The first part is the shape from then on, the others are copies of it. */
static void
divide (Work *work, const KbProposedItem *shape)
{
  const KbGeometry *from = &shape->geometry;
  guint n = from->n / 2;
  if (!kb_geometry_has_corners (from) || kb_geometry_fault (from))
    return;
  g_autofree kbx_vec *corners = g_new (kbx_vec, n);
  for (guint i = 0; i < n; i++)
    corners[i] = (kbx_vec) { (float) from->v[2 * i], (float) from->v[2 * i + 1] };
  g_autofree guint32 *indices = g_new (guint32, 3 * (gsize) (n - 2)),
                     *counts = g_new (guint32, n - 2),
                     *room = g_new (guint32, KBX_DECOMPOSE_WORK (n));
  guint n_parts =
    kbx_polygon_decompose ((kbx_polygon) { corners, n }, PART_CORNERS, indices, counts, room);
  const guint32 *at = indices;
  for (guint i = 0; n_parts > 1 && i < n_parts; at += counts[i++])
    {
      KbProposedItem part = *shape;
      part.is_copy = i > 0;
      part.geometry = (KbGeometry) { 0 };
      g_autofree double *numbers = g_new (double, 2 * counts[i]);
      for (guint k = 0; k < counts[i]; k++)
        numbers[2 * k] = from->v[2 * at[k]], numbers[2 * k + 1] = from->v[2 * at[k] + 1];
      kb_geometry_init_polygon (&part.geometry, numbers, 2 * counts[i]);
      kb_proposal_add (work->proposal, &part);
    }
}

static void
mirror_item (Work *work, const KbProposedItem *shape)
{
  g_auto (KbGeometry) geometry = { 0 };
  kb_geometry_copy (&geometry, &shape->geometry);
  kb_geometry_kind (geometry.type)->mirror (&geometry, TRUE, work->frame->about);
  add_changed (work, shape, &geometry);
}

static void
scale (Work *work, const KbProposedItem *shape)
{
  const KbShapeKind *kind = kb_geometry_kind (shape->geometry.type);
  KbBounds is = kind->bounds (&shape->geometry);
  KbVec about = { (is.x0 + is.x1) / 2, (is.y0 + is.y1) / 2 };
  g_auto (KbGeometry) geometry = { 0 };
  kb_geometry_copy (&geometry, &shape->geometry);
  kind->translate (&geometry, -about.x, -about.y);
  for (guint i = 0; i < kb_geometry_lengths (&geometry); i++)
    geometry.v[i] *= work->options->factor;
  kind->translate (&geometry, about.x, about.y);
  kind->snap (&geometry);
  add_changed (work, shape, &geometry);
}

static void
add_details (Work *work, const KbProposedItem *shape, KbId class_id, json_t *values)
{
  KbProposedItem item = *shape;
  item.class_id = class_id;
  item.values = json_incref (values);
  item.geometry = (KbGeometry) { 0 };
  kb_geometry_copy (&item.geometry, &shape->geometry);
  kb_proposal_add (work->proposal, &item);
}

static void
change_class (Work *work, const KbProposedItem *shape)
{
  if (shape->class_id != work->options->to_class)
    add_details (work, shape, work->options->to_class, NULL);
}

static void
set_values (Work *work, const KbProposedItem *shape)
{
  if (json_object_size (work->options->values))
    add_details (work, shape, shape->class_id, work->options->values);
}

/* --- The job ---------------------------------------------------------------------------------- */

/* What each way does: with a frame's picture, or with each of its shapes. */
static const struct {
  void (*make) (Work *work);
  void (*change) (Work *work, const KbProposedItem *shape);
} ways[KB_N_ANNOTATE] = {
  [KB_ANNOTATE_TRACE] = { trace_annotate },          [KB_ANNOTATE_FIT] = { fit },
  [KB_ANNOTATE_COVER] = { cover },          [KB_ANNOTATE_SIMPLIFY] = { NULL, simplify },
  [KB_ANNOTATE_CONVEX] = { NULL, divide },  [KB_ANNOTATE_MIRROR] = { NULL, mirror_item },
  [KB_ANNOTATE_SCALE] = { NULL, scale },    [KB_ANNOTATE_CLASS] = { NULL, change_class },
  [KB_ANNOTATE_VALUES] = { NULL, set_values },
};

static void
clear_shape (gpointer shape)
{
  kb_geometry_clear (&((KbProposedItem *) shape)->geometry);
}

static void
clear_frame (gpointer data)
{
  Frame *frame = data;
  g_clear_pointer (&frame->picture, kb_picture_unref);
  g_clear_pointer (&frame->shapes, g_array_unref);
}

static gboolean
read_frame (KbDocument *document, const KbFrame *node, const KbAnnotateOptions *options,
            Frame *frame, GError **error)
{
  const KbPixel *at = &node->hot_spot;
  const KbSprite *sprite = (const KbSprite *) node->node.parent;
  *frame = (Frame) { .id = node->node.id,
                     .alpha = options->alpha ? options->alpha : (guint) sprite->solid_alpha,
                     .about = at->set ? at->x + 0.5 : node->width / 2.0 };
  frame->shapes = g_array_new (FALSE, TRUE, sizeof (KbProposedItem));
  g_array_set_clear_func (frame->shapes, clear_shape);
  if (kb_annotate_kinds[options->way].makes)
    return (frame->picture = kb_document_frame_picture (document, node, error)) != NULL;
  KB_EACH (const KbShape, shape, node->shapes)
    {
      KbProposedItem item = { .source = shape->node.id,
                              .class_id = shape->class_id,
                              .kind = &kb_shape_kind,
                              .confidence = 1 };
      if (options->class_id && shape->class_id != options->class_id)
        continue;
      kb_geometry_copy (&item.geometry, &shape->geometry);
      g_array_append_val (frame->shapes, item);
    }
  return TRUE;
}

KbAnnotateJob *
kb_annotate_job_new (KbDocument *document, const KbId *frames, guint n,
                     const KbAnnotateOptions *options, GError **error)
{
  g_autoptr (KbAnnotateJob) job = g_new0 (KbAnnotateJob, 1);
  job->options = *options;
  job->options.values = json_deep_copy (options->values);
  job->options.boxes = CLAMP (options->boxes, 1, KB_COVER_BOXES);
  job->frames = g_array_sized_new (FALSE, TRUE, sizeof (Frame), n);
  g_array_set_clear_func (job->frames, clear_frame);
  for (guint i = 0; i < n; i++)
    {
      const KbFrame *node = kb_operation_node (document, frames[i], &kb_frame_kind, error);
      Frame frame = { 0 };
      gboolean ok = node && read_frame (document, node, options, &frame, error);
      g_array_append_val (job->frames, frame);
      if (!ok)
        return NULL;
    }
  return g_steal_pointer (&job);
}

void
kb_annotate_job_free (KbAnnotateJob *job)
{
  g_array_unref (job->frames);
  json_decref (job->options.values);
  g_free (job);
}

GPtrArray *
kb_annotate (const KbAnnotateJob *job, KbProgress progress, gpointer data)
{
  g_autoptr (GPtrArray) proposals =
    g_ptr_array_new_with_free_func ((GDestroyNotify) kb_proposal_free);
  guint n = job->frames->len;
  for (guint f = 0; f < n; f++)
    {
      const Frame *frame = &g_array_index (job->frames, Frame, f);
      KbProposal *proposal = kb_proposal_new (frame->id);
      Work work = { &job->options, frame, proposal };
      proposal->computed = TRUE;
      if (progress && !progress (f, n, data))
        {
          kb_proposal_free (proposal);
          return NULL;
        }
      if (frame->picture)
        ways[job->options.way].make (&work);
      KB_EACH_IN (const KbProposedItem, item, frame->shapes)
        ways[job->options.way].change (&work, item);
      if (proposal->items->len)
        g_ptr_array_add (proposals, proposal);
      else
        kb_proposal_free (proposal);
    }
  return !progress || progress (n, n, data) ? g_steal_pointer (&proposals) : NULL;
}
