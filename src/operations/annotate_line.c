/* SPDX-License-Identifier: MIT */
/* Annotates many frames as a line of JSON says. */
#include <glib/gi18n.h>
#include <string.h>

#include "operations/private.h"

/* A line's keys; numbers from `least` to `most`, from their type's range otherwise. */
typedef struct {
  char *way, *class_name, *sprite, *frames, *to;
  int alpha, boxes, adds, tries;
  double tolerance, factor;
  json_t *values;
} Line;

static gboolean
read_line (const json_t *line, Line *to, GError **error)
{
  json_error_t fault;
  *to = (Line) { .sprite = (char *) "*", .frames = (char *) "*",
                 .boxes = (int) kb_annotate_defaults.boxes,
                 .tolerance = kb_annotate_defaults.tolerance,
                 .factor = kb_annotate_defaults.factor };
  if (json_unpack_ex ((json_t *) line, &fault, JSON_STRICT,
                      "{ss s?s s?s s?s s?s s?i s?i s?b s?b s?F s?F s?o}", "annotate", &to->way,
                      "class", &to->class_name, "sprite", &to->sprite, "frames", &to->frames, "to",
                      &to->to, "alpha", &to->alpha, "boxes", &to->boxes, "add", &to->adds, "try",
                      &to->tries, "tolerance", &to->tolerance, "factor", &to->factor, "values",
                      &to->values))
    return kb_fail (error, KB_ERROR_INPUT, _("\"annotate\": %s"), fault.text);
  if (to->alpha < 0 || to->alpha > 255)
    return kb_fail (error, KB_ERROR_INPUT, _("\"alpha\": expected 0 to 255"));
  if (to->boxes < 1 || to->boxes > KB_COVER_BOXES)
    return kb_fail (error, KB_ERROR_INPUT, _("\"boxes\": expected 1 to %d"), KB_COVER_BOXES);
  if (!(to->tolerance >= 0 && to->tolerance <= KB_MAX_FRAME_SIDE))
    return kb_fail (error, KB_ERROR_INPUT, _("\"tolerance\": expected 0 to %d pixels"),
                    KB_MAX_FRAME_SIDE);
  if (!(to->factor > 0 && to->factor <= KB_MAX_SCALE))
    return kb_fail (error, KB_ERROR_INPUT, _("\"factor\": expected a number above 0, at most %d"),
                    KB_MAX_SCALE);
  return TRUE;
}

static gboolean
find_class (const KbDocument *document, const char *name, KbId *id, GError **error)
{
  const KbClass *class =
    name ? kb_project_find_class (kb_document_project (document), name) : NULL;
  *id = class ? class->node.id : 0;
  return class || !name || kb_fail (error, KB_ERROR_INPUT, _("there is no class '%s'"), name);
}

static gboolean
read_options (const KbDocument *document, const Line *line, KbAnnotateOptions *options,
              GError **error)
{
  guint way = 0;
  while (way < KB_N_ANNOTATE && strcmp (kb_annotate_kinds[way].id, line->way) != 0)
    way++;
  *options = (KbAnnotateOptions) { .way = way,
                                   .alpha = (guint) line->alpha,
                                   .tolerance = line->tolerance,
                                   .boxes = (guint) line->boxes,
                                   .factor = line->factor,
                                   .values = line->values };
  if (way == KB_N_ANNOTATE)
    return kb_fail (error, KB_ERROR_INPUT, _("\"annotate\": there is no operation '%s'"),
                    line->way);
  if (!find_class (document, line->class_name, &options->class_id, error)
      || !find_class (document, line->to, &options->to_class, error))
    return FALSE;
  if (kb_annotate_kinds[way].makes && !line->class_name)
    return kb_fail (error, KB_ERROR_INPUT, _("\"class\": expected the class of the new shapes"));
  if (way == KB_ANNOTATE_CLASS && !line->to)
    return kb_fail (error, KB_ERROR_INPUT, _("\"to\": expected the new class"));
  if (way == KB_ANNOTATE_VALUES && !json_object_size (line->values))
    return kb_fail (error, KB_ERROR_INPUT, _("\"values\": expected an object of values"));
  return TRUE;
}

/* By its own name, an animation's, or that and the step's number. */
static gboolean
matches (const KbSprite *sprite, const KbFrame *frame, GPatternSpec *pattern)
{
  if (g_pattern_spec_match_string (pattern, frame->name ? frame->name : ""))
    return TRUE;
  KB_EACH (const KbAnimation, animation, sprite->animations)
    KB_EACH (const KbStep, step, animation->steps)
      {
        if (step->frame_id != frame->node.id)
          continue;
        g_autofree char *name = g_strdup_printf ("%s %u", animation->name, step_at + 1);
        if (g_pattern_spec_match_string (pattern, name)
            || g_pattern_spec_match_string (pattern, animation->name))
          return TRUE;
      }
  return FALSE;
}

static GArray *
find_frames (const KbDocument *document, const Line *line)
{
  const KbProject *project = kb_document_project (document);
  g_autoptr (GPatternSpec) sprites = g_pattern_spec_new (line->sprite);
  g_autoptr (GPatternSpec) frames = g_pattern_spec_new (line->frames);
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (KbId));
  KB_EACH (const KbSprite, sprite, project->sprites)
    {
      if (!g_pattern_spec_match_string (sprites, sprite->name))
        continue;
      KB_EACH (const KbFrame, frame, sprite->frames)
        if (matches (sprite, frame, frames))
          g_array_append_val (ids, frame->node.id);
    }
  return ids;
}

static void
tell (GString *report, const GPtrArray *proposals, guint n_frames)
{
  guint shapes = 0;
  KB_EACH (const KbProposal, proposal, proposals)
    shapes += proposal->items->len;
  g_string_append_printf (report,
                          ngettext ("%u shape on %u of %u frames\n",
                                    "%u shapes on %u of %u frames\n", shapes),
                          shapes, proposals->len, n_frames);
}

gboolean
kb_annotate_line (KbDocument *document, const json_t *json, GString *report, GError **error)
{
  Line line;
  KbAnnotateOptions options;
  if (!read_line (json, &line, error) || !read_options (document, &line, &options, error))
    return FALSE;
  g_autoptr (GArray) frames = find_frames (document, &line);
  if (frames->len == 0)
    return kb_fail (error, KB_ERROR_INPUT, _("\"frames\": no frame matches '%s'"), line.frames);
  g_autoptr (KbAnnotateJob) job = kb_annotate_job_new (
    document, (KbId *) (gpointer) frames->data, frames->len, &options, error);
  if (!job)
    return FALSE;
  g_autoptr (GPtrArray) proposals = kb_annotate (job, NULL, NULL);
  if (report)
    tell (report, proposals, frames->len);
  return line.tries
         || kb_apply_proposals (document, KB_OPERATION_ANNOTATE, proposals,
                                line.adds ? KB_MEET_ADD : KB_MEET_REPLACE, error);
}
