/* SPDX-License-Identifier: MIT */
/* Move Image: a drag moves the active image layer. The document changes only at its end. */
#include <glib/gi18n.h>
#include <math.h>

#include "drawing/scene/marks.h"
#include "tools/level/private.h"
#include "tools/private.h"

typedef struct {
  KbId image;   /* 0: no drag */
  KbVec from;   /* pixels of the level */
} ImageState;

static const KbImageLayer *
image_of (const KbToolContext *context)
{
  return (const KbImageLayer *) kb_tool_context_layer (context, &kb_image_kind);
}

static gboolean
image_press (KbToolContext *context, const KbPointerEvent *event)
{
  ImageState *state = context->gesture.state;
  const KbImageLayer *image = image_of (context);

  if (!image || kb_level_layer_refuses (context, &image->node))
    return FALSE;
  *state = (ImageState) { image->node.id, context->pointer.at };
  return TRUE;
}

/* Whole pixels from where it is. */
static KbVec
place_at (const KbToolContext *context, const ImageState *state, const KbImageLayer *image)
{
  return (KbVec) { image->at.x + rint (context->pointer.at.x - state->from.x),
                   image->at.y + rint (context->pointer.at.y - state->from.y) };
}

static void
image_release (KbToolContext *context, const KbPointerEvent *event)
{
  ImageState *state = context->gesture.state;
  const KbNode *node = state->image ? kb_document_node (context->document, state->image) : NULL;
  const KbImageLayer *image = kb_node_as (node, &kb_image_kind);
  GError *error = NULL;
  const KbVec at = image ? place_at (context, state, image) : (KbVec) { 0, 0 };
  if (image && (at.x != image->at.x || at.y != image->at.y))
    {
      kb_document_begin (context->document, _("Move image layer"));
      kb_document_set (context->document, node->id, "at", json_pack ("[ff]", at.x, at.y), &error);
      kb_document_end (context->document);
      kb_tool_context_report (context, error);
    }
  state->image = 0;
}

static void
image_cancel (KbToolContext *context)
{
  ((ImageState *) context->gesture.state)->image = 0;
}

static void
image_draw (KbToolContext *context, cairo_t *cr)
{
  const ImageState *state = context->gesture.state;
  const KbImageLayer *image = image_of (context);
  const KbFrame *frame =
    image ? kb_image_frame (kb_document_project (context->document), image) : NULL;

  if (!frame)
    return;
  const KbVec at =
    state->image == image->node.id ? place_at (context, state, image) : image->at;
  const KbVec end = { at.x + frame->width, at.y + frame->height };
  kb_draw_rubber_band (cr, &context->view, context->style, kb_view_to_canvas (&context->view, at),
                       kb_view_to_canvas (&context->view, end));
}

const KbTool kb_image_tool = {
  .id = "image",
  .label = N_("Move Image"),
  .icon = "kb-image-symbolic",
  .key = 'o',
  .cursor = "move",
  .hint = N_("Drag to move the image layer; its position in numbers is on the right"),
  .works_on = &kb_image_kind,
  .flags = KB_TOOL_LEVELS,
  .state_size = sizeof (ImageState),
  .press = image_press,
  .release = image_release,
  .cancel = image_cancel,
  .draw = image_draw,
};
