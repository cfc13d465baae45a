/* SPDX-License-Identifier: MIT */
/* Carries annotations to other frames by finding their pictures there. Frames are aligned by their
 * hot spots (else by their corners), and then by the whole figure (align.c). For each pair
 * (carry.c), each shape's pixels are searched near there (carry.c). Then each pixel is weighed:
 * inside the shape or outside? The shape takes the size and position with most of its own pixels
 * and fewest others (fit.c). */

/* A shape whose picture can no longer be recognised - a leg that kicks - goes to pixels of its
 * colours that no other shape explains. A shape without pixels of its own moves with its
 * neighbours. Points are found with what is around them, also turned (points.c). Large frames are
 * searched at reduced size, and the result is refined at full size. Chained, each frame is
 * searched from the previous one and from the first. The more confident result wins. */
#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "operations/carry.h"
#include "operations/private.h"

#define MOST_RADIUS 64

const KbPropagateOptions kb_propagate_defaults = {
  .radius = 0, .mirrored = FALSE, .fit_size = TRUE, .chain = TRUE
};

struct KbPropagateJob {
  KbPropagateOptions options;
  KbCarryFrame *frames;   /* the source first */
  guint n_frames;
  KbCarried *items;       /* on the source */
  guint n_items;
};

/* --- The sequence of frames ------------------------------------------------------------------- */

static double
mean_found (const KbCarried *items, guint n)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += items[i].found;
  return n ? sum / n : 0;
}

/* The expected overlap with a hand-made shape, from both numbers: fitted to the sample's fighters
 * and to other people's walk cycles. */
#define OVERLAP_BY_FOUND 0.48
#define OVERLAP_BY_SHARE 0.65
#define OVERLAP_OF_NOTHING (-0.14)

static double
expected_overlap (const KbCarried *item)
{
  double found = sqrt (item->found), share = item->share < 0 ? found : item->share;
  return CLAMP (OVERLAP_BY_FOUND * found + OVERLAP_BY_SHARE * share + OVERLAP_OF_NOTHING, 0, 1);
}

/* Mirrors the frame and its items about the middle of the hot spot's pixel, or of the frame. */
static KbCarryFrame
mirror_carried (const KbCarryFrame *frame, KbCarried *items, guint n)
{
  gint width = (gint) frame->picture->width;
  KbFrameChange change = { .box = { 0, 0, width, (gint) frame->picture->height },
                           .flip_x = TRUE,
                           .scale = 1 };
  KbCarryFrame result = { frame->id, kb_change_picture (frame->picture, &change), frame->hot_spot };
  if (result.hot_spot.set)
    result.hot_spot.x = width - 1 - result.hot_spot.x;
  for (guint i = 0; i < n; i++)
    {
      kb_change_geometry (&items[i].geometry, &change);
      items[i].direction.degrees = kb_change_angle (items[i].direction.degrees, &change);
    }
  return result;
}

/* How much more confident the mirrored result must be. */
#define MIRROR_MARGIN 0.08

static void
kb_carried_free (KbCarried *items, guint n)
{
  for (guint i = 0; i < n; i++)
    kb_geometry_clear (&items[i].geometry);
  g_free (items);
}

static KbCarried *
carry_either_way (const KbPropagateJob *job, const KbCarryFrame *from, const KbCarryFrame *to,
                  const KbCarried *items)
{
  KbCarried *straight = kb_carry (&job->options, from, to, items, job->n_items);
  if (!job->options.mirrored)
    return straight;
  KbCarried *turned = kb_carried_copy (items, job->n_items);
  KbCarryFrame frame = mirror_carried (from, turned, job->n_items);
  KbCarried *mirrored =
    frame.picture ? kb_carry (&job->options, &frame, to, turned, job->n_items) : NULL;
  kb_carried_free (turned, job->n_items);
  kb_picture_unref (frame.picture);
  if (mirrored
      && mean_found (mirrored, job->n_items) > mean_found (straight, job->n_items) + MIRROR_MARGIN)
    {
      kb_carried_free (straight, job->n_items);
      return mirrored;
    }
  if (mirrored)
    kb_carried_free (mirrored, job->n_items);
  return straight;
}

/* Keeps the more confident of two results, item by item. */
static void
take_surer (KbCarried *items, const KbCarried *others, guint n)
{
  for (guint i = 0; i < n; i++)
    if (others[i].found > items[i].found)
      {
        kb_geometry_copy (&items[i].geometry, &others[i].geometry);
        items[i].direction = others[i].direction;
        items[i].found = others[i].found;
        items[i].share = others[i].share;
      }
}

static KbProposal *
propose (const KbCarryFrame *frame, const KbCarried *items, guint n)
{
  KbProposal *proposal = kb_proposal_new (frame->id);
  for (guint i = 0; i < n; i++)
    {
      const KbCarried *item = &items[i];
      KbProposedItem proposed = { .source = item->id,
                                  .kind = item->kind,
                                  .confidence = expected_overlap (item),
                                  .direction = item->direction };
      proposed.refused = proposed.confidence < (kb_proposed_is_point (&proposed)
                                                  ? KB_CONFIDENCE_POOR_POINT
                                                  : KB_CONFIDENCE_POOR);
      kb_geometry_copy (&proposed.geometry, &item->geometry);
      kb_proposal_add (proposal, &proposed);
    }
  return proposal;
}

GPtrArray *
kb_propagate (const KbPropagateJob *job, KbProgress progress, gpointer data)
{
  GPtrArray *proposals = g_ptr_array_new_with_free_func ((GDestroyNotify) kb_proposal_free);
  const KbCarryFrame *source = &job->frames[0], *last = source;
  KbCarried *items = kb_carried_copy (job->items, job->n_items);
  guint total = job->n_frames - 1;
  gboolean goes_on = TRUE;
  for (guint f = 0; f < total && goes_on; f++)
    {
      goes_on = !progress || progress (f, total, data);
      if (!goes_on)
        break;
      const KbCarryFrame *frame = &job->frames[f + 1];
      KbCarried *next = carry_either_way (job, last, frame, items);
      if (last != source)
        {
          KbCarried *direct = carry_either_way (job, source, frame, job->items);
          take_surer (next, direct, job->n_items);
          kb_carried_free (direct, job->n_items);
        }
      g_ptr_array_add (proposals, propose (frame, next, job->n_items));
      if (!job->options.chain)
        {
          kb_carried_free (next, job->n_items);
          continue;
        }
      kb_carried_free (items, job->n_items);
      items = next;
      last = frame;
    }
  kb_carried_free (items, job->n_items);
  if (goes_on && progress)
    goes_on = progress (total, total, data);
  if (!goes_on)
    g_clear_pointer (&proposals, g_ptr_array_unref);
  return proposals;
}

/* --- The job ---------------------------------------------------------------------------------- */

/* The picture without its shadows and faint dirt: pixels of less than two thirds of the most opaque
 * one's alpha. */
static KbPicture *
figure_of (const KbPicture *picture)
{
  gsize n = (gsize) picture->width * picture->height;
  KbPicture *figure = kb_picture_crop (picture, 0, 0, picture->width, picture->height);
  guint8 most = 0;
  for (gsize i = 0; i < n; i++)
    most = MAX (most, picture->rgba[4 * i + 3]);
  for (gsize i = 0; i < n; i++)
    if (3 * figure->rgba[4 * i + 3] < 2 * most)
      memset (figure->rgba + 4 * i, 0, 4);
  return figure;
}

static gboolean
read_propagate_frame (KbDocument *document, KbId id, KbCarryFrame *frame, GError **error)
{
  const KbFrame *node = kb_operation_node (document, id, &kb_frame_kind, error);
  g_autoptr (KbPicture) picture =
    node ? kb_document_frame_picture (document, node, error) : NULL;
  if (!picture)
    return FALSE;
  frame->picture = figure_of (picture);
  frame->id = id;
  frame->hot_spot = node->hot_spot;
  return TRUE;
}

static KbPropagateJob *
read_frames (KbDocument *document, KbId frame, const KbId *frames, guint n_frames, guint n_items,
             const KbPropagateOptions *options, GError **error)
{
  g_autoptr (KbPropagateJob) job = g_new0 (KbPropagateJob, 1);
  job->options = options ? *options : kb_propagate_defaults;
  job->options.radius = CLAMP (job->options.radius, 0, MOST_RADIUS);
  job->frames = g_new0 (KbCarryFrame, n_frames + 1);
  job->n_frames = n_frames + 1;
  job->items = g_new0 (KbCarried, MAX (n_items, 1));
  for (guint i = 0; i <= n_frames; i++)
    if (!read_propagate_frame (document, i ? frames[i - 1] : frame, &job->frames[i], error))
      return NULL;
  return g_steal_pointer (&job);
}

/* Reads the frame's items of that kind. */
static void
read_items (KbDocument *document, const KbId *ids, guint n, const KbKind *kind, KbPropagateJob *job)
{
  for (guint i = 0; i < n; i++)
    {
      KbNode *node = kb_document_find (document, ids[i], kind);
      const KbPoint *point = kb_node_as (node, &kb_point_kind);
      if (!node || kb_node_frame (node)->node.id != job->frames[0].id)
        continue;
      KbCarried *item = &job->items[job->n_items++];
      *item = (KbCarried) { .id = ids[i], .kind = kind, .found = 1 };
      kb_part_geometry (node, &item->geometry);
      if (point)
        item->direction = point->direction;
    }
}

KbPropagateJob *
kb_propagate_job_new (KbDocument *document, KbId frame, const KbId *items, guint n_items,
                      const KbId *frames, guint n_frames, const KbPropagateOptions *options,
                      GError **error)
{
  g_autoptr (KbPropagateJob) job =
    read_frames (document, frame, frames, n_frames, n_items, options, error);
  if (!job)
    return NULL;
  read_items (document, items, n_items, &kb_shape_kind, job);
  read_items (document, items, n_items, &kb_point_kind, job);
  if (job->n_items == 0)
    return kb_fail_null (error, KB_ERROR_INPUT,
                         _("there is no shape or point to carry to other frames"));
  return g_steal_pointer (&job);
}

KbPropagateJob *
kb_propagate_job_onward (KbDocument *document, const GPtrArray *proposals, guint at, guint n,
                         const KbPropagateOptions *options, GError **error)
{
  const KbProposal *from = g_ptr_array_index (proposals, at);
  g_autofree KbId *frames = g_new (KbId, n);
  for (guint i = 0; i < n; i++)
    frames[i] = ((KbProposal *) g_ptr_array_index (proposals, at + 1 + i))->frame;
  KbPropagateJob *job =
    read_frames (document, from->frame, frames, n, from->items->len, options, error);
  KB_EACH_IN_WHILE (job, const KbProposedItem, item, from->items)
    {
      KbCarried *carried = &job->items[job->n_items++];
      *carried = (KbCarried) { .id = item->source, .kind = item->kind, .found = 1 };
      kb_geometry_copy (&carried->geometry, &item->geometry);
      carried->direction = item->direction;
    }
  return job;
}

void
kb_propagate_job_free (KbPropagateJob *job)
{
  for (guint i = 0; i < job->n_frames; i++)
    g_clear_pointer (&job->frames[i].picture, kb_picture_unref);
  g_free (job->frames);
  kb_carried_free (job->items, job->n_items);
  g_free (job);
}
