/* SPDX-License-Identifier: MIT */
/* Descriptions of the selection and of the pointer's position. */
#include "tools/speak.h"

#include <glib/gi18n.h>

#include "drawing/style.h"
#include "drawing/tracks/track_marks.h"
#include "tools/level/selected.h"
#include "tools/paint/marks.h"
#include "tools/paint/stroke.h"
#include "tools/subject.h"
#include "tools/tiles/work.h"

static void
add_on (const KbToolContext *context, GString *text)
{
  const KbLevelIndex *index = kb_tool_context_level_index ((KbToolContext *) context);
  g_autoptr (GArray) areas = kb_level_index_areas_at (
    index, (KbVec) { context->pointer.cursor.x + 0.5, context->pointer.cursor.y + 0.5 });

  KB_EACH_ID (id, areas)
    {
      const KbArea *area = (const KbArea *) kb_document_node (context->document, id);

      g_string_append_printf (text, id_at ? ", %s" : _(", on %s"), area->name);
    }
}

/* "yard, level of 12 walls ..." */
static char *
kb_speak_level (const KbToolContext *context)
{
  const KbLevel *level = kb_tool_context_level (context);
  guint walls = kb_count (level->walls), areas = kb_count (level->areas),
        entities = kb_count (level->entities);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _("%s, level of"), level->name);
  g_string_append_printf (text, g_dngettext (NULL, " %u wall,", " %u walls,", walls), walls);
  g_string_append_printf (text, g_dngettext (NULL, " %u area", " %u areas", areas), areas);
  g_string_append_printf (
    text, g_dngettext (NULL, " and %u entity.", " and %u entities.", entities), entities);
  KB_EACH_IN_WHILE (point_at < 8, const KbVec, point, context->selection.places)
    {
      g_autofree char *place = kb_place_text (*point);

      g_string_append_printf (text, _(" Selected end: %s."), place);
    }
  if (context->pointer.cursor.on)
    {
      g_string_append_printf (text, _(" Cursor at %d, %d"), context->pointer.cursor.x,
                              context->pointer.cursor.y);
      add_on (context, text);
      g_autofree char *tile = kb_tiles_describe (context);
      g_string_append_printf (text, *tile ? _(", layer %s.") : ".%s", tile);
      if (context->gesture.pressed)
        g_string_append_printf (text, " %s", _("Pressed."));
    }
  return g_string_free (text, FALSE);
}

#define MOST_SPOKEN 8

static gboolean
is_on (const KbToolContext *context, const KbShape *shape, gint x, gint y)
{
  return !kb_id_in_set (shape->class_id, context->hidden)
         && kb_geometry_kind (shape->geometry.type)
              ->contains (&shape->geometry, (KbVec) { x + 0.5, y + 0.5 });
}

char *
kb_speak_pixel (const KbToolContext *context, gint x, gint y)
{
  const KbFrame *frame = kb_tool_context_frame (context);
  GString *text = g_string_new (NULL);
  g_autoptr (GString) on = g_string_new (NULL);
  g_autoptr (KbPicture) picture = NULL;

  g_string_append_printf (text, "%d, %d", x, y);
  if (!frame)
    return g_string_free (text, FALSE);
  if (x < 0 || y < 0 || x >= frame->width || y >= frame->height)
    g_string_append_printf (text, ", %s", _("outside the frame"));
  else if ((picture = kb_document_frame_picture (context->document, frame, NULL)))
    {
      const guint8 *p = kb_picture_pixel (picture, (guint) x, (guint) y);

      if (p[3] == 0)
        g_string_append_printf (text, ", %s", _("transparent"));
      else
        g_string_append_printf (text, _(", colour #%02x%02x%02x"), p[0], p[1], p[2]);
    }
  if (frame->hot_spot.set && frame->hot_spot.x == x && frame->hot_spot.y == y)
    g_string_append_printf (on, ", %s", _("hot spot"));
  KB_EACH_BACK (const KbPoint, point, frame->points)
    if (point->at.x == x && point->at.y == y)
      g_string_append_printf (on, ", %s", point->name);
  KB_EACH_BACK (const KbShape, shape, frame->shapes)
    if (is_on (context, shape, x, y))
      {
        g_autofree char *title = kb_shape_title (context->document, shape);
        g_string_append_printf (on, ", %s", title);
      }
  if (on->len)
    g_string_append_printf (text, _(", on %s"), on->str + 2);
  return g_string_free (text, FALSE);
}

char *
kb_speak_zone (const KbToolContext *context, gint x, gint y)
{
  const KbNode *node = kb_tool_context_painted (context);
  guint8 value = kb_paint_value_at (context, x, y);
  const KbZone *zone = node && value ? kb_zones_find (kb_node_zones (node), value) : NULL;

  return g_strdup (zone ? zone->name : value ? _("no zone") : "");
}

static void
add_selected (const KbToolContext *context, GString *text)
{
  guint n = context->selection.ids->len;

  g_string_append_printf (text, " %s", n == 0 ? _("Nothing is selected.") : _("Selected:"));
  for (guint i = 0; i < MIN (n, MOST_SPOKEN); i++)
    {
      g_autofree char *one =
        kb_part_speak (context, g_array_index (context->selection.ids, KbId, i));
      g_string_append_printf (text, " %s%s", one, i + 1 < n ? ";" : ".");
    }
  if (n > MOST_SPOKEN)
    g_string_append_printf (
      text, g_dngettext (NULL, " and %u more.", " and %u more.", n - MOST_SPOKEN), n - MOST_SPOKEN);
}

/* What the tool is doing, and its name; frees the builder. */
static char *
end_text (const KbToolContext *context, GString *text)
{
  g_autofree char *doing =
    context->gesture.tool->speak ? context->gesture.tool->speak (context) : NULL;

  /* On levels that is said where the cursor is */
  if (context->pointer.cursor.on && context->gesture.pressed && !context->shown.level_id)
    g_string_append_printf (text, " %s", _("Pressed."));
  if (doing)
    g_string_append_printf (text, " %s.", doing);
  g_string_append_printf (text, _(" Tool: %s."), _(context->gesture.tool->label));
  return g_string_free (text, FALSE);
}

static char *
speak_level (const KbToolContext *context)
{
  g_autofree char *level = kb_speak_level (context);
  GString *text = g_string_new (level);

  if (context->selection.places->len == 0 || context->selection.ids->len)
    add_selected (context, text);
  return end_text (context, text);
}

/* "room, mask of 640 × 360. Zone: floor. Cursor at 3, 4, on door. Tool: Brush." */
static char *
speak_painted (const KbToolContext *context, const KbNode *node, GString *text)
{
  const KbZone *zone = kb_stroke_zone (context);
  const KbTrack *track = kb_tool_context_track (context);

  if (kb_node_is (node, &kb_band_kind))
    {
      g_autofree char *title = kb_band_title ((const KbBand *) node);

      g_string_append_printf (text, _(" Band %s, painting: %s."), title, zone ? _(zone->name) : "");
    }
  else if (track)
    g_string_append_printf (text, zone ? _(" Surface: %s.") : _(" No surface yet."),
                            zone ? zone->name : "");
  else
    g_string_append_printf (text, zone ? _(" Zone: %s.") : _(" No zone yet."),
                            zone ? zone->name : "");
  if (track && context->gesture.tool->flags & KB_TOOL_TRACKS)
    add_selected (context, text);
  if (context->pointer.cursor.on)
    {
      g_autofree char *on =
        kb_speak_zone (context, context->pointer.cursor.x, context->pointer.cursor.y);

      g_string_append_printf (text,
                              *on ? _(" Cursor at %d, %d, on %s.") : _(" Cursor at %d, %d."),
                              context->pointer.cursor.x, context->pointer.cursor.y, on);
    }
  return end_text (context, text);
}

/* "fakir, frame 3 of 6." */
static void
add_place (const KbToolContext *context, GString *text)
{
  const KbSprite *sprite = kb_tool_context_sprite (context);
  const KbFrame *frame = kb_tool_context_frame (context);

  if (!sprite || !frame)
    {
      g_string_append (text, _("No frame is shown."));
      return;
    }
  KB_EACH (const KbFrame, one, sprite->frames)
    if (one == frame)
      g_string_append_printf (text, _("%s, frame %u of %u."), sprite->name, one_at + 1,
                              kb_count (sprite->frames));
}

char *
kb_speak (const KbToolContext *context)
{
  if (kb_tool_context_level (context))
    return speak_level (context);
  GString *text = g_string_new (NULL);
  const KbNode *painted = kb_tool_context_painted (context);

  if (kb_node_is (painted, &kb_mask_kind))
    g_string_append_printf (text, _("%s, mask of %d × %d."), ((const KbMask *) painted)->name,
                            ((const KbMask *) painted)->width, ((const KbMask *) painted)->height);
  else if (kb_tool_context_track (context))
    {
      const KbTrack *track = kb_tool_context_track (context);

      g_string_append_printf (text, _("%s, track of %d × %d."), track->name, track->width,
                              track->height);
    }
  else
    add_place (context, text);
  if (painted)
    return speak_painted (context, painted, text);
  if (!kb_tool_context_frame (context))
    return g_string_free (text, FALSE);
  add_selected (context, text);
  if (context->pointer.cursor.on)
    {
      g_autofree char *pixel =
        kb_speak_pixel (context, context->pointer.cursor.x, context->pointer.cursor.y);

      g_string_append_printf (text, _(" Cursor at %s."), pixel);
    }
  return end_text (context, text);
}
