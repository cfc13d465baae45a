/* SPDX-License-Identifier: MIT */
/* Layers as elements within elements, top first, in a zip file: OpenRaster and Krita. */
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

#define NO_ROOT (-2)       /* as the group before OpenRaster's outermost stack, which is none */

static gboolean
read_stack_xml_image (KbStack *stack, GMarkupParseContext *context, const char **names,
                      const char **values, GError **error)
{
  const gint width = (gint) kb_markup_number (names, values, stack->format->width, 0),
             height = (gint) kb_markup_number (names, values, stack->format->height, 0);
  if (MIN (width, height) < 1 || MAX (width, height) > KB_MAX_FRAME_SIDE)
    return kb_markup_fail (context, stack->place, error,
                           _("a frame has 1 to %d pixels a side, this one %d x %d"),
                           KB_MAX_FRAME_SIDE, width, height);
  stack->layered = kb_layered_new (width, height, stack->format->n_frames);
  stack->layered->top_first = TRUE;
  return TRUE;
}

static gboolean
read_stack_xml_layer (KbStack *stack, gboolean is_stack, const char **names, const char **values,
                      GError **error)
{
  const guint index = stack->layered->layers->len;
  const char *blend = kb_markup_value (names, values, stack->format->blend);
  const double opacity = kb_markup_number (names, values, "opacity", stack->format->opaque);
  KbArtLayer *layer = kb_layered_add_within (
    stack->layered, kb_markup_value (names, values, "name"), stack->group, stack->path, error);
  if (!layer)
    return FALSE;
  layer->group = is_stack;
  layer->opacity = (guint8) (CLAMP (opacity / stack->format->opaque, 0, 1) * 255 + 0.5);
  layer->blend = kb_drawn_blend_find (stack->import, blend ? blend : "normal");
  stack->group = (gint) index;
  return stack->format->read_layer (stack, layer, index, names, values, error);
}

static void
on_stack_xml_start (GMarkupParseContext *context, const char *element, const char **names,
                    const char **values, gpointer data, GError **error)
{
  KbStack *stack = data;
  const gboolean is_stack = strcmp (element, "stack") == 0;
  if (!stack->layered && strcmp (element, stack->format->image) == 0
      && !read_stack_xml_image (stack, context, names, values, error))
    return;
  if (stack->layered && is_stack && stack->group == NO_ROOT)
    stack->group = -1;
  else if (stack->layered && (is_stack || strcmp (element, "layer") == 0))
    read_stack_xml_layer (stack, is_stack, names, values, error);
  else if (stack->layered)
    stack->format->read_other (stack, element, names, values);
}

static void
on_end (GMarkupParseContext *context, const char *element, gpointer data, GError **error)
{
  KbStack *stack = data;
  if (stack->group >= 0 && (strcmp (element, "layer") == 0 || strcmp (element, "stack") == 0))
    stack->group = kb_layered_layer (stack->layered, (guint) stack->group)->parent;
}

gboolean
kb_stack_parse (KbStack *stack, const char *name, const GMarkupParser *parser, GError **error)
{
  const GByteArray *data = kb_zip_find (stack->entries, stack->path, name, error);
  g_free (stack->place);
  stack->place = g_strdup_printf ("%s: %s", stack->path, name);
  return data
         && kb_markup_parse (parser, stack, stack->place, (const char *) data->data, data->len,
                             error);
}

KbLayered *
kb_stack_read (KbStack *stack, const char *data, gsize size, GError **error)
{
  static const GMarkupParser parser = { .start_element = on_stack_xml_start,
                                        .end_element = on_end };
  const KbStackFormat *format = stack->format;
  stack->group = format->n_frames ? NO_ROOT : -1;
  stack->entries = kb_zip_read (stack->path, data, size, format->find_key, error);
  gboolean ok = stack->entries && kb_stack_parse (stack, format->file, &parser, error);
  if (ok && !stack->layered)
    ok = kb_import_fail (error, stack->place, _("there is no image in it"));
  if (!ok || (format->read_rest && !format->read_rest (stack, error)))
    g_clear_pointer (&stack->layered, kb_layered_free);
  g_clear_pointer (&stack->entries, g_hash_table_unref);
  g_free (stack->place);
  return stack->layered;
}
