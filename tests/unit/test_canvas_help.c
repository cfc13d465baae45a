/* SPDX-License-Identifier: MIT */
/* What helps on the canvas: outlines traced, boxes shrunk and covering, the keyboard's cursor, the
 * canvas in words, the loupe, frames compared. */
#include <stdlib.h>
#include <string.h>

#include "tests/support/canvas.h"
#include "tests/support/seed.h"
#include "tools/options.h"
#include "tools/preview.h"
#include "tools/speak.h"

static char *
shapes_text (const Canvas *canvas)
{
  const KbFrame *frame = canvas_frame (canvas);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < kb_count (frame->shapes); i++)
    {
      json_t *value = kb_geometry_to_json (&kb_shape_at (frame, i)->geometry);
      char *dumped = json_dumps (value, JSON_COMPACT);

      g_string_append_printf (text, "%s%s", i ? " " : "", dumped);
      free (dumped);
      json_decref (value);
    }
  return g_string_free (text, FALSE);
}

#define assert_shapes(canvas, expected) \
  G_STMT_START { g_autofree char *text_ = shapes_text (canvas); g_assert_cmpstr (text_, ==, expected); } G_STMT_END

/* The outline of torso and head, and that of the fist; the hole is covered. */
static void
test_trace (void)
{
  Canvas *canvas = canvas_new_with_picture (2);

  canvas->context->options.pictures.tolerance = 0;
  canvas_run (canvas, "t:trace m51.5,21.5 p51.5,21.5 r51.5,21.5");
  assert_shapes (canvas, "{\"polygon\":[[54,20],[54,24],[50,24],[50,20]]}");
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, kb_operation_label (KB_OPERATION_TRACE));
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 1);
  kb_document_undo (canvas->document);
  canvas_run (canvas, "m30.5,12.5 p30.5,12.5 r30.5,12.5");
  assert_shapes (canvas, "{\"polygon\":[[36,10],[36,18],[40,18],[40,34],[24,34],[24,18],[28,18],[28,10]]}");
  kb_document_undo (canvas->document);
  /* With the current class. */
  canvas->context->next.class_id = kb_class_at (kb_document_project (canvas->document), 1)->node.id;
  canvas_run (canvas, "m51.5,21.5 p51.5,21.5 r51.5,21.5");
  g_assert_cmpuint (kb_shape_at (canvas_frame (canvas), 0)->class_id, ==, canvas->context->next.class_id);
  kb_document_undo (canvas->document);
  /* Not opaque: a word, and nothing else. */
  canvas_run (canvas, "p31.5,25.5 r31.5,25.5");
  g_assert_nonnull (canvas->status);
  canvas_run (canvas, "p2,2 r2,2 p-20,900 r-20,900");
  assert_shapes (canvas, "");
  /* The press on one part and the release on another: that of the release, which was the one shown. */
  canvas_run (canvas, "p51.5,21.5 m26.5,20.5 r26.5,20.5");
  g_assert_cmpuint (kb_shape_at (canvas_frame (canvas), 0)->geometry.n, ==, 16);
  canvas_free (canvas);
}

/* Up and down the ladder, whatever the amount was; other tools have none. */
static void
test_tolerance (void)
{
  static const struct { double from; const char *script; double to; } table[] = {
    { 1, "]", 1.25 }, { 1, "[", 0.75 }, { 1, "] [", 1 }, { 0, "[", 0 }, { 16, "]", 16 }, { 7, "]", 8 }, { 7, "[", 6 },
    { 100, "[", 16 }, { 0.1, "]", 0.5 }, { 0.1, "[", 0 },
  };
  Canvas *canvas = canvas_new_with_picture (1);

  canvas_run (canvas, "t:trace m26.5,20.5");
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      canvas->context->options.pictures.tolerance = table[i].from;
      canvas_run (canvas, table[i].script);
      g_assert_cmpfloat (canvas->context->options.pictures.tolerance, ==, table[i].to);
    }
  kb_tools_choose (canvas->context, kb_tool_by_id ("box"));
  g_assert_false (kb_tools_adjust (canvas->context, 1));
  canvas_free (canvas);
}

/* Each option is its own, keeps to its limits, and is found by its id. */
static void
test_options (void)
{
  Canvas *canvas = canvas_new (1);
  double values[32];
  guint n = 0;

  for (const KbToolOption *option = kb_tool_options; option->id; option++, n++)
    {
      g_assert_true (option->label && *option->label && option->group && option->min < option->max && option->step > 0);
      g_assert_true (kb_tool_option_by_id (option->id) == option);
      kb_tool_option_set (canvas->context, option, -1e9);
      g_assert_cmpfloat (kb_tool_option_get (canvas->context, option), ==, option->min);
    }
  g_assert_null (kb_tool_option_by_id ("no such option"));
  for (guint i = 0; i < n; i++)
    {
      for (guint k = 0; k < n; k++)
        values[k] = kb_tool_option_get (canvas->context, &kb_tool_options[k]);
      kb_tool_option_set (canvas->context, &kb_tool_options[i], 1e9);
      for (guint k = 0; k < n; k++)
        g_assert_cmpfloat (kb_tool_option_get (canvas->context, &kb_tool_options[k]), ==,
                           k == i ? kb_tool_options[k].max : values[k]);
    }
  g_assert_cmpuint (canvas->context->options.snap.to, ==, KB_SNAP_ALL);
  canvas_free (canvas);
}

static void
test_shrink (void)
{
  Canvas *canvas = canvas_new_with_picture (2);
  KbToolContext *context = canvas->context;

  canvas_add_shape (canvas, "body", "{\"box\": [20, 15, 30, 25]}");
  canvas_add_shape (canvas, "limb", "{\"box\": [45, 15, 15, 15]}");
  canvas_add_shape (canvas, "body", "{\"box\": [0, 0, 5, 5]}");
  canvas_add_shape (canvas, "body", "{\"circle\": [30, 30, 5]}");
  canvas_run (canvas, "");
  g_assert_false (kb_preview_shrink (context));
  g_assert_false (kb_preview_apply (context));
  kb_selection_set_all (context);
  g_assert_true (kb_preview_shrink (context));
  g_assert_cmpuint (context->preview->geometries->len, ==, 2);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  g_assert_true (kb_preview_apply (context));
  g_assert_null (context->preview);
  assert_shapes (canvas, "{\"box\":[24,15,16,19]} {\"box\":[50,20,4,4]} {\"box\":[0,0,5,5]} {\"circle\":[30,30,5]}");
  /* Once more: there is nothing to do. */
  g_assert_false (kb_preview_shrink (context));
  kb_document_undo (canvas->document);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  /* Locked ones stay. */
  g_hash_table_add (context->locked,
                    GUINT_TO_POINTER (kb_class_at (kb_document_project (canvas->document), 1)->node.id));
  g_assert_true (kb_preview_shrink (context));
  g_assert_cmpuint (context->preview->geometries->len, ==, 1);
  kb_tool_context_set_frame (context, canvas->sprite, canvas->frames[1]);
  g_assert_null (context->preview);
  canvas_free (canvas);
}

/* In the selection, in the rubber band, in the frame. */
static void
test_cover (void)
{
  Canvas *canvas = canvas_new_with_picture (0);
  KbToolContext *context = canvas->context;
  KbBox area;

  canvas_run (canvas, "");
  g_assert_true (kb_preview_cover (context, 3));
  g_assert_cmpuint (context->preview->cover.n, ==, 3);
  /* Only the hole is too much. */
  g_assert_cmpuint (context->preview->cover.uncovered, ==, 0);
  g_assert_cmpuint (context->preview->cover.excess, ==, 16);
  g_assert_true (kb_preview_cover (context, 1));
  g_assert_cmpuint (context->preview->cover.n, ==, 1);
  canvas_run (canvas, "t:select p46.5,16.5 m50,20 r57.5,27.5");
  g_assert_true (kb_preview_area (context, &area));
  g_assert_cmpint (area.x, ==, 46);
  g_assert_cmpint (area.w, ==, 12);
  g_assert_true (kb_preview_cover (context, 1));
  /* The class is made with it; one step. */
  g_assert_true (kb_preview_apply (context));
  assert_shapes (canvas, "{\"box\":[50,20,4,4]}");
  g_assert_cmpuint (kb_selection_count (context), ==, 1);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, kb_operation_label (KB_OPERATION_COVER));
  /* Now the box is selected: it is the area. */
  g_assert_true (kb_preview_area (context, &area));
  g_assert_cmpint (area.x, ==, 50);
  kb_document_undo (canvas->document);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  /* What was computed for what is no longer there goes. */
  g_assert_true (kb_preview_cover (context, 2));
  kb_document_redo (canvas->document);
  g_assert_null (context->preview);
  kb_document_undo (canvas->document);
  kb_selection_clear (context);
  canvas_run (canvas, "p1,1 m5,5 r6,6");
  g_assert_false (kb_preview_cover (context, 4));
  g_assert_null (context->preview);
  canvas_free (canvas);
}

/* Without a pointer: the cursor appears in the middle, moves, presses, follows the view. */
static void
test_cursor (void)
{
  Canvas *canvas = canvas_new_with_picture (1);
  KbToolContext *context = canvas->context;
  KbPointerEvent idle;
  KbVec p;

  canvas_run (canvas, "Right");
  g_assert_true (context->pointer.cursor.on);
  g_assert_cmpint (context->pointer.cursor.x, ==, 40);
  g_assert_cmpint (context->pointer.cursor.y, ==, 30);
  canvas_run (canvas, "Right Down+s Left+s");
  g_assert_cmpint (context->pointer.cursor.x, ==, 33);
  g_assert_cmpint (context->pointer.cursor.y, ==, 38);
  g_assert_cmpint (context->pointer.pixel_x, ==, 33);
  g_assert_true (context->pointer.over);

  /* A box from pixel to pixel. */
  canvas_run (canvas, "t:box Enter Right+s Down Down Enter");
  assert_shapes (canvas, "{\"box\":[33,38,9,3]}");
  /* Selected now, but the tool places: arrows still move the cursor. Escape, then the selection. */
  canvas_run (canvas, "Left");
  assert_shapes (canvas, "{\"box\":[33,38,9,3]}");
  g_assert_cmpint (context->pointer.cursor.x, ==, 40);
  canvas_run (canvas, "t:select Left");
  assert_shapes (canvas, "{\"box\":[32,38,9,3]}");
  canvas_run (canvas, "Right+a");
  g_assert_cmpint (context->pointer.cursor.x, ==, 41);

  /* A toolkit tells that the mouse is where it was: no motion. One that moves takes over. */
  idle = (KbPointerEvent) { .canvas = context->pointer.cursor.mouse };
  kb_tools_motion (context, &idle);
  g_assert_true (context->pointer.cursor.on);
  kb_tools_leave (context);
  g_assert_true (context->pointer.over);
  canvas_run (canvas, "m3,3");
  g_assert_false (context->pointer.cursor.on);
  g_assert_cmpint (context->pointer.pixel_x, ==, 3);

  /* Far away: the view goes with it. */
  canvas_run (canvas, "Esc Left");
  for (guint i = 0; i < 20; i++)
    canvas_run (canvas, "Left+s");
  p = kb_view_to_canvas (&context->view, (KbVec) { context->pointer.cursor.x + 0.5, context->pointer.cursor.y + 0.5 });
  g_assert_cmpint (context->pointer.cursor.x, ==, 3 - 160);
  g_assert_cmpfloat (p.x, >=, 0);
  g_assert_cmpfloat (p.x, <=, 640);
  /* Escape hides it when there is nothing else to escape from. */
  canvas_run (canvas, "Esc");
  g_assert_false (context->pointer.cursor.on);
  canvas_free (canvas);
}

/* Each tool's shape with keys alone: what the mouse would have made. */
static void
test_keyboard_tools (void)
{
  static const struct { const char *script, *shapes; } table[] = {
    { "t:circle Right Enter Right Right Right Right Enter", "{\"circle\":[40.5,30.5,4]}" },
    { "t:polygon Right Enter Right+s Enter Down+s Enter Enter", "{\"polygon\":[[41,31],[49,31],[49,39]]}" },
    { "t:trace Right Up+s Left+s Enter", "{\"polygon\":[[24,18],[28,18],[28,10],[36,10],[36,18],[40,18],[40,34],[24,34]]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      Canvas *canvas = canvas_new_with_picture (1);
      const KbFrame *frame = canvas_frame (canvas);

      canvas->context->options.pictures.tolerance = 0;
      canvas->context->options.snap.on = FALSE;
      canvas_run (canvas, table[i].script);
      g_assert_cmpuint (kb_count (frame->shapes), ==, 1);
      if (i != 2)
        assert_shapes (canvas, table[i].shapes);
      else
        g_assert_cmpuint (kb_shape_at (frame, 0)->geometry.n, ==, 16);
      canvas_free (canvas);
    }
  {
    Canvas *canvas = canvas_new_with_picture (1);
    const KbFrame *frame = canvas_frame (canvas);

    canvas_run (canvas, "t:hot-spot Right Left Enter");
    g_assert_cmpint (frame->hot_spot.x, ==, 39);
    g_assert_cmpint (frame->hot_spot.y, ==, 30);
    canvas_run (canvas, "t:action-point Left Enter Down+s Down+s Enter");
    g_assert_cmpint (kb_point_at (frame, 0)->at.x, ==, 38);
    g_assert_cmpfloat (kb_point_at (frame, 0)->direction.degrees, ==, 90);
    canvas_free (canvas);
  }
}

static void
test_words (void)
{
  Canvas *canvas = canvas_new_with_picture (2);
  KbToolContext *context = canvas->context;
  KbId point;
  struct { const char *script, *words; } table[] = {
    { "", "hero, frame 1 of 2. Nothing is selected. Tool: Select." },
    { "p26.5,20.5 r26.5,20.5",
      "hero, frame 1 of 2. Selected: Box body, x 24, y 18, 16 × 16. Tool: Select." },
    { "Esc t:box Right",
      "hero, frame 1 of 2. Nothing is selected. Cursor at 26, 20, colour #c8a078, on body. Tool: Box." },
    { "Enter Right+s",
      "hero, frame 1 of 2. Nothing is selected. Cursor at 34, 20, colour #c8a078, on body. Pressed. Tool: Box." },
    { "Esc t:select p50.5,40.5 r50.5,40.5",
      "hero, frame 1 of 2. Selected: Action point hand, x 50, y 40, −30 degrees. Tool: Select." },
    { "p20.5,40.5 r20.5,40.5", "hero, frame 1 of 2. Selected: Hot spot, x 20, y 40. Tool: Select." },
  };

  canvas_add_shape (canvas, "body", "{\"box\": [24, 18, 16, 16]}");
  point = canvas_add_point (canvas, "hand", 50, 40);
  kb_document_set (canvas->document, point, "direction", json_integer (-30), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *words = NULL;

      canvas_run (canvas, table[i].script);
      words = kb_speak (context);
      g_assert_cmpstr (words, ==, table[i].words);
    }
  {
    g_autofree char *outside = kb_speak_pixel (context, -3, 5), *clear = kb_speak_pixel (context, 31, 25);
    g_autofree char *all = NULL, *none = NULL;

    g_assert_cmpstr (outside, ==, "-3, 5, outside the frame");
    g_assert_cmpstr (clear, ==, "31, 25, transparent, on body");
    kb_selection_set_all (context);
    all = kb_speak (context);
    g_assert_nonnull (strstr (all, "16 × 16; Action point hand"));
    kb_tool_context_set_frame (context, 0, 0);
    none = kb_speak (context);
    g_assert_cmpstr (none, ==, "No frame is shown.");
  }
  canvas_free (canvas);
}

static guint32
pixel (cairo_surface_t *surface, int x, int y)
{
  cairo_surface_flush (surface);
  return ((const guint32 *) (const void *) (cairo_image_surface_get_data (surface) +
                                            (gsize) cairo_image_surface_get_stride (surface) * y))[x] & 0xffffff;
}

static cairo_surface_t *
tool_picture (KbToolContext *context)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 480);
  cairo_t *cr = cairo_create (surface);

  kb_tools_draw (context, cr, kb_style (TRUE));
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
is_blank (cairo_surface_t *surface)
{
  for (int y = 0; y < 480; y++)
    for (int x = 0; x < 640; x++)
      if (pixel (surface, x, y))
        return FALSE;
  return TRUE;
}

/* While options are changed, the outline stays for what the pointer was on last, and follows the tolerance. */
static void
test_trace_while_tuning (void)
{
  Canvas *canvas = canvas_new_with_picture (2);
  KbToolContext *context = canvas->context;
  cairo_surface_t *surfaces[3];

  context->options.pictures.tolerance = 0;
  canvas_run (canvas, "t:trace m51.5,21.5 m2,2");
  kb_tools_leave (context);
  surfaces[0] = tool_picture (context);
  context->options.tuning = TRUE;
  surfaces[1] = tool_picture (context);
  context->options.tuning = FALSE;
  surfaces[2] = tool_picture (context);
  g_assert_true (is_blank (surfaces[0]));
  g_assert_false (is_blank (surfaces[1]));
  g_assert_true (is_blank (surfaces[2]));
  for (guint i = 0; i < 3; i++)
    cairo_surface_destroy (surfaces[i]);
  canvas_free (canvas);
}

/* Shown when it helps, inside the canvas wherever the pointer is; its middle is the pixel. */
static void
test_loupe (void)
{
  Canvas *canvas = canvas_new_with_picture (1);
  KbToolContext *context = canvas->context;
  KbSurfaces *surfaces = kb_surfaces_new (0);
  KbScene scene = { .surfaces = surfaces, .style = kb_style (TRUE), .parts = KB_DRAW_ALL, .hovered_handle = -1 };
  static const KbVec places[] = { { 300, 300 }, { 2, 2 }, { 638, 2 }, { 638, 478 }, { 2, 478 }, { 320, 100 } };

  canvas_run (canvas, "t:box m26.5,20.5");
  g_assert_false (kb_tools_wants_loupe (context));   /* 800% */
  context->options.loupe_held = TRUE;
  g_assert_true (kb_tools_wants_loupe (context));
  context->options.loupe_held = FALSE;
  context->view.scale = 2;
  canvas_run (canvas, "m26.5,20.5");
  g_assert_true (kb_tools_wants_loupe (context));
  canvas_run (canvas, "m-20,20");                    /* nothing of the frame is there */
  g_assert_false (kb_tools_wants_loupe (context));
  canvas_run (canvas, "m26.5,20.5");
  context->options.loupe = FALSE;
  g_assert_false (kb_tools_wants_loupe (context));
  context->options.loupe = TRUE;
  canvas_run (canvas, "t:select m26.5,20.5");
  g_assert_false (kb_tools_wants_loupe (context));
  canvas_run (canvas, "t:hot-spot m26.5,20.5");
  kb_tool_context_fill_scene (context, &scene);

  /* Large pixels grow too, twice at least while there is room, and a few are always around the one. */
  for (double scale = 0.5; scale <= 64; scale *= 2)
    {
      KbView view = { .scale = scale, .device_scale = 1, .width = 640, .height = 480 };
      KbLoupeSize size = kb_loupe_size (&view);

      g_assert_true (size.pixels % 2 == 1 && size.pixels >= 7 && size.pixels * size.scale <= 300);
      g_assert_true (size.scale >= 2 * scale || scale > 20);
    }

  /* A frame of 96 by 80 in the middle of a small canvas stays free of it, wherever on it the pointer is. */
  for (gint pointer = 0; pointer < 96 * 80; pointer += 7)
    {
      KbView view = { .scale = 2, .device_scale = 1, .width = 358, .height = 333, .inset = 20, .x = 110, .y = 96 };
      KbVec at = kb_view_to_canvas (&view, (KbVec) { pointer % 96, pointer / 96 });
      KbVec from = kb_view_to_canvas (&view, (KbVec) { 0, 0 }), to = kb_view_to_canvas (&view, (KbVec) { 96, 80 });
      KbBounds b = kb_loupe_place (&view, at, 96, 80);

      g_assert_cmpfloat (b.x1 - b.x0, <, 110);
      g_assert_true (b.x0 >= 20 && b.y0 >= 20 && b.x1 <= 358 && b.y1 <= 333);
      g_assert_true (b.x0 >= to.x || b.x1 <= from.x || b.y0 >= to.y || b.y1 <= from.y);
      g_assert_true ((b.y0 > from.y + 40) == (pointer / 96 < 40) || pointer / 96 == 40);
    }

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 480);
      cairo_t *cr = cairo_create (target);
      KbBounds b = kb_loupe_place (&scene.view, places[i], 64, 48);

      g_assert_true (b.x0 >= 0 && b.y0 >= 0 && b.x1 <= 640 && b.y1 <= 480);
      g_assert_false (places[i].x > b.x0 && places[i].x < b.x1 && places[i].y > b.y0 && places[i].y < b.y1);
      kb_draw_loupe (cr, &scene, 26, 20, places[i]);
      g_assert_cmphex (pixel (target, (int) (b.x0 + b.x1) / 2, (int) (b.y0 + b.y1) / 2), ==, 0xc8a078);
      cairo_destroy (cr);
      cairo_surface_destroy (target);
    }
  kb_surfaces_free (surfaces);
  canvas_free (canvas);
}

/* Two frames whose hot spots differ by (4, 4): moved so that they meet, half of the picture differs. */
static void
test_compare (void)
{
  Canvas *canvas = canvas_new_with_picture (1);
  KbSurfaces *surfaces = kb_surfaces_new (0);

  g_assert_cmpuint (kb_count_different (canvas->document, canvas->frames[0], canvas->frames[0]), ==, 0);
  g_assert_cmpuint (kb_count_different (canvas->document, canvas->frames[0], canvas->frames[1]), >, 100);
  kb_document_set (canvas->document, canvas->frames[1], "hot_spot", json_pack ("[ii]", 20, 40), NULL);
  g_assert_cmpuint (kb_count_different (canvas->document, canvas->frames[0], canvas->frames[1]), ==, 0);
  kb_document_set (canvas->document, canvas->frames[1], "hot_spot", json_pack ("[ii]", 20, 41), NULL);
  /* A row above and one below of each width: head 8, shoulders 16 - 8, hole 4 twice, feet 16, fist 4 twice;
   * and between head and torso the colour changes in a row of 8. */
  g_assert_cmpuint (kb_count_different (canvas->document, canvas->frames[0], canvas->frames[1]), ==,
                    8 + 8 + 8 + 4 + 4 + 16 + 4 + 4);

  for (KbCompareMode mode = 0; mode < KB_N_COMPARES; mode++)
    for (guint how = 0; how < 3; how++)
      {
        KbCompare compare = { .document = canvas->document, .surfaces = surfaces, .style = kb_style (how != 1),
                              .first = canvas->frames[0], .second = how == 2 ? 0 : canvas->frames[1], .mode = mode,
                              .mix = 0.5, .annotated = TRUE,
                              .view = { .scale = 1, .device_scale = 1, .width = 640, .height = how == 1 ? 20 : 480 } };
        cairo_surface_t *target = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 480);
        cairo_t *cr = cairo_create (target);
        guint lit = 0;

        g_assert_nonnull (kb_compare_names[mode].id);
        kb_draw_compare (cr, &compare);
        g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
        for (int y = 0; y < 480; y++)
          for (int x = 0; x < 640; x++)
            lit += pixel (target, x, y) != compare.style->background >> 8;
        g_assert_cmpuint (lit, >, 50);
        cairo_destroy (cr);
        cairo_surface_destroy (target);
      }
  kb_surfaces_free (surfaces);
  canvas_free (canvas);
}

/* Selected by name, of a locked class: shown, but not changed by hands or keys. */
static void
test_locked (void)
{
  Canvas *canvas = canvas_new_with_picture (2);
  KbToolContext *context = canvas->context;
  KbId shape = canvas_add_shape (canvas, "body", "{\"box\": [24, 18, 16, 16]}"), point = canvas_add_point (canvas, "hand", 5, 5);
  g_autofree char *before = NULL, *after = NULL;

  canvas_run (canvas, "");
  before = canvas_text (canvas);
  g_hash_table_add (context->locked,
                    GUINT_TO_POINTER (kb_class_at (kb_document_project (canvas->document), 0)->node.id));
  kb_selection_set (context, shape);
  canvas_run (canvas, "Left Del p40,34 m50,40 r50,40");
  kb_selection_set (context, shape);
  kb_selection_mirror (context, TRUE);
  kb_selection_raise (context, 1);
  kb_selection_duplicate (context, 1, 1);
  kb_selection_give_class (context, kb_class_at (kb_document_project (canvas->document), 1)->node.id);
  after = canvas_text (canvas);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  /* Beside what is free: that goes alone. */
  kb_selection_set (context, shape);
  kb_selection_add (context, point);
  canvas_run (canvas, "Right");
  g_assert_cmpint (kb_point_at (canvas_frame (canvas), 0)->at.x, ==, 6);
  assert_shapes (canvas, "{\"box\":[24,18,16,16]}");
  canvas_free (canvas);
}

/* Two lines of the status line in a window of 900 x 600, beside what is under the pointer. */
static void
test_hints_fit (void)
{
  for (guint i = 0; kb_tools[i]; i++)
    {
      g_assert_cmpint (g_utf8_strlen (kb_tools[i]->hint, -1), <=, 104);
      if (kb_tools[i]->hint_through)
        g_assert_cmpint (g_utf8_strlen (kb_tools[i]->hint_through, -1), <=, 104);
    }
}

/* Of each tool that builds click by click: point after point goes, then nothing is left to take back; never a step, and
 * nothing while the button is down. */
static void
test_take_back (void)
{
  static const struct { const char *tool; void (*show) (Canvas *canvas); } builders[] = {
    { "polygon", NULL }, { "area", canvas_paint_frame }, { "curve", canvas_show_track }, { "wall", canvas_show_level },
  };

  for (guint i = 0; i < G_N_ELEMENTS (builders); i++)
    {
      Canvas *canvas = canvas_new (1);
      g_autofree char *choose = g_strdup_printf ("t:%s", builders[i].tool);

      if (builders[i].show)
        builders[i].show (canvas);
      g_autofree char *before = canvas_text (canvas);
      canvas_run (canvas, choose);
      g_assert_false (kb_tools_take_back (canvas->context));
      canvas_run (canvas, "p2,2 r2,2 p22,3 r22,3 p23,46");
      if (canvas->context->gesture.pressed)   /* not of polygons: their corners are there with the press */
        g_assert_true (kb_tools_take_back (canvas->context));
      canvas_run (canvas, "r23,46");
      for (guint n = 3; n > 0; n--)
        {
          g_autofree char *said = canvas->context->gesture.tool->speak (canvas->context);
          g_assert_cmpint (atoi (said), ==, n);
          g_assert_true (kb_tools_take_back (canvas->context));
        }
      g_assert_false (kb_tools_busy (canvas->context));
      g_assert_false (kb_tools_take_back (canvas->context));
      g_autofree char *after = canvas_text (canvas);
      g_assert_cmpstr (before, ==, after);
      canvas_free (canvas);
    }
}

/* Of each tool that draws by dragging: the drag is dropped, and not the step before it. */
static void
test_take_back_drags (void)
{
  static const struct { const char *tool; void (*show) (Canvas *canvas); } drags[] = {
    { "box", NULL }, { "circle", NULL }, { "select", NULL }, { "brush", canvas_paint_frame }, { "wall", canvas_show_level },
    { "stamp", canvas_show_tiles },
  };

  for (guint i = 0; i < G_N_ELEMENTS (drags); i++)
    {
      Canvas *canvas = canvas_new (1);
      g_autofree char *choose = g_strdup_printf ("t:%s", drags[i].tool);

      if (drags[i].show)
        drags[i].show (canvas);
      canvas_run (canvas, choose);
      canvas_run (canvas, "p1,1 m9,9 r9,9");
      kb_tools_settle (canvas->context);
      g_autofree char *before = canvas_text (canvas), *label = g_strdup (kb_document_undo_label (canvas->document));
      canvas_run (canvas, "p30,30 m40,42");
      g_assert_true (kb_tools_busy (canvas->context));
      g_assert_true (kb_tools_take_back (canvas->context));
      if (g_str_equal (drags[i].tool, "wall"))   /* built click by click: it stays while the button is down */
        kb_tools_cancel (canvas->context);
      g_assert_false (kb_tools_busy (canvas->context));
      canvas_run (canvas, "m44,44 r44,44");
      g_autofree char *after = canvas_text (canvas);
      g_assert_cmpstr (before, ==, after);
      g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, label);
      g_assert_false (kb_tools_take_back (canvas->context));
      canvas_free (canvas);
    }
}

KIT_PROGRAM (canvas_help)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/canvas/trace", test_trace);
  g_test_add_func ("/canvas/tolerance", test_tolerance);
  g_test_add_func ("/canvas/options", test_options);
  g_test_add_func ("/canvas/shrink", test_shrink);
  g_test_add_func ("/canvas/cover", test_cover);
  g_test_add_func ("/canvas/cursor", test_cursor);
  g_test_add_func ("/canvas/keyboard-tools", test_keyboard_tools);
  g_test_add_func ("/canvas/words", test_words);
  g_test_add_func ("/canvas/trace-while-tuning", test_trace_while_tuning);
  g_test_add_func ("/canvas/loupe", test_loupe);
  g_test_add_func ("/canvas/compare", test_compare);
  g_test_add_func ("/canvas/locked", test_locked);
  g_test_add_func ("/canvas/hints-fit", test_hints_fit);
  g_test_add_func ("/canvas/take-back", test_take_back);
  g_test_add_func ("/canvas/take-back-drags", test_take_back_drags);
  return g_test_run ();
}
