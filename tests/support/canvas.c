/* SPDX-License-Identifier: MIT */
/* A canvas without a window. */
#include "tests/support/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/temp_folder.h"
#include "tools/level/private.h"

static void
count (gpointer data, KbToolsChange change)
{
  Canvas *canvas = data;

  canvas->n_redraws += change == KB_TOOLS_PICTURE;
  canvas->n_selections += change == KB_TOOLS_SELECTION;
  canvas->n_placed += change == KB_TOOLS_PLACED;
}

static void
keep_status (gpointer data, const char *message)
{
  Canvas *canvas = data;

  g_free (canvas->status);
  canvas->status = g_strdup (message);
}

static const KbToolHost host = {
  .changed = count,
  .status = keep_status,
};

static KbId
insert (Canvas *canvas, KbId parent, const char *list, json_t *value)
{
  GError *error = NULL;
  KbId id = kb_document_insert (canvas->document, parent, list, -1, value, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (id, !=, 0);
  return id;
}

static Canvas *
new_in (const char *folder, guint classes)
{
  static const char *const names[] = { "body", "limb" }; /* the others are "class 3", "class 4" ... */
  Canvas *canvas = g_new0 (Canvas, 1);
  KbId project;

  canvas->document = kb_document_new (folder, "test");
  project = kb_document_project (canvas->document)->node.id;
  kb_document_begin (canvas->document, SETUP);
  for (guint i = 0; i < classes; i++)
    {
      g_autofree gchar *name = i < G_N_ELEMENTS (names) ? g_strdup (names[i]) : g_strdup_printf ("class %u", i + 1);
      insert (canvas, project, "classes", json_pack ("{ss ss}", "name", name, "colour", i ? "#3584e4" : "#f6d32d"));
    }
  canvas->sprite = insert (canvas, project, "sprites", json_pack ("{ss}", "name", "hero"));
  for (gint i = 0; i < 2; i++)
    canvas->frames[i] = insert (canvas, canvas->sprite, "frames",
                                json_pack ("{si si s[ii]}", "width", 64, "height", 48, "hot_spot", 20 + 4 * i, 40 + 4 * i));
  canvas->context = kb_tool_context_new (&host, canvas);
  kb_tool_context_set_document (canvas->context, canvas->document);
  kb_tool_context_set_frame (canvas->context, canvas->sprite, canvas->frames[0]);
  canvas->context->view = (KbView) { .scale = SCALE, .device_scale = 1, .width = 640, .height = 480 };
  return canvas;
}

Canvas *
canvas_new (guint classes)
{
  return new_in ("/nowhere/kickbox-test", classes);
}

static void
fill (KbPicture *picture, guint x0, guint y0, guint w, guint h, guint32 colour)
{
  for (guint y = y0; y < y0 + h; y++)
    for (guint x = x0; x < x0 + w; x++)
      for (guint c = 0; c < 4; c++)
        picture->rgba[4 * (y * picture->width + x) + c] = (guint8) (colour >> (24 - 8 * c));
}

Canvas *
canvas_new_with_picture (guint classes)
{
  char *folder = temp_folder_new (), *file;
  Canvas *canvas = new_in (folder, classes);
  KbPicture *picture = kb_picture_new (64, 48);
  GError *error = NULL;

  canvas->folder = folder;
  fill (picture, 24, 18, 16, 16, 0xc8a078ff);
  fill (picture, 30, 24, 4, 4, 0);
  fill (picture, 28, 10, 8, 8, 0xf0d0a0ff);
  fill (picture, 50, 20, 4, 4, 0xa04030ff);
  file = kb_document_add_picture (canvas->document, "hero", picture, &error);
  g_assert_no_error (error);
  kb_picture_unref (picture);
  for (guint i = 0; i < 2; i++)
    {
      kb_document_set (canvas->document, canvas->frames[i], "picture",
                       json_pack ("{ss s[iiii] s[ii]}", "file", file, "rect", 0, 0, 64, 48, "offset", 0, 0), &error);
      g_assert_no_error (error);
    }
  g_free (file);
  return canvas;
}

void
canvas_free (Canvas *canvas)
{
  kb_tool_context_free (canvas->context);
  kb_document_free (canvas->document);
  g_free (canvas->status);
  if (canvas->folder)
    temp_folder_remove (canvas->folder);
  g_free (canvas->folder);
  g_free (canvas);
}

KbFrame *
canvas_frame (const Canvas *canvas)
{
  return kb_tool_context_frame (canvas->context);
}

KbId
canvas_add_shape (Canvas *canvas, const char *class_name, const char *geometry)
{
  json_t *value = json_loads (geometry, 0, NULL);

  g_assert_nonnull (value);
  return insert (canvas, canvas->frames[0], "shapes", json_pack ("{ss so}", "class", class_name, "geometry", value));
}

KbId
canvas_add_point (Canvas *canvas, const char *name, gint x, gint y)
{
  return insert (canvas, canvas->frames[0], "points", json_pack ("{ss s[ii]}", "name", name, "at", x, y));
}

void
canvas_paint_frame (Canvas *canvas)
{
  GError *error = NULL;
  KbZonesPainter *painter = kb_document_painter (canvas->document, canvas->frames[0], "pixels", &error);

  g_assert_no_error (error);
  insert (canvas, canvas->sprite, "zones", json_pack ("{ss si ss}", "name", "cloth", "value", 1, "colour", "#33d17a"));
  insert (canvas, canvas->sprite, "zones", json_pack ("{ss si ss}", "name", "skin", "value", 7, "colour", "#f6d32d"));
  kb_zones_painter_box (painter, 28, 20, 8, 12, 1);
  kb_document_paint_end (canvas->document, canvas->frames[0], "pixels", painter, NULL, &error);
  g_assert_no_error (error);
  kb_tool_context_set_painted (canvas->context, canvas->frames[0]);
}

void
canvas_show_track (Canvas *canvas)
{
  static const char *const text =
    "{'name': 'loop', 'width': 64, 'height': 48, 'surfaces': [{'name': 'tarmac', 'value': 1, 'colour': '#808080'}],"
    " 'curves': [{'closed': 'open', 'surface': 1, 'points': [{'at': [10, 10], 'width': 8}, {'at': [40, 10], 'width': 8},"
    "  {'at': [40, 40], 'width': 8}, {'at': [10, 40], 'before': [6, 4], 'after': [-6, -4], 'width': 8}]}],"
    " 'gates': [{'a': [20, 4], 'b': [20, 16]}]}";
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  KbId track = insert (canvas, kb_document_project (canvas->document)->node.id, "tracks", json_loads (json, 0, NULL));

  kb_tool_context_set_painted (canvas->context, track);
}

void
canvas_show_level (Canvas *canvas)
{
  static const char *const text =
    "{'name': 'yard', 'grid': 4, 'walls': [{'a': [8, 8], 'b': [40, 8], 'class': 'body'}, {'a': [40, 8], 'b': [40, 40], 'class': 'body'},"
    "  {'a': [40, 40], 'b': [8, 40], 'class': 'body'}, {'a': [8, 40], 'b': [8, 8], 'class': 'body'},"
    "  {'a': [48, 8], 'b': [48, 32], 'class': 'body', 'one_way': true}], 'entities': [{'at': [24, 24], 'class': 'body'}],"
    " 'areas': [{'name': 'pond', 'class': 'body', 'rings': [[[48, 36], [60, 36], [60, 46], [48, 46]]]}],"
    " 'mazes': [{'id': 1, 'name': 'halls', 'class': 'body', 'cell': [8, 8], 'origin': [0, 80], 'width': 6, 'height': 4}],"
    " 'grounds': [{'name': 'hill', 'class': 'body', 'slope_limit': 1, 'points': [{'at': [100, 90]}, {'at': [120, 80]},"
    "  {'at': [140, 100], 'flat': true}, {'at': [160, 100]}]}],"
    " 'heightmaps': [{'name': 'alps', 'origin': [200, 80], 'cell': 2, 'low': 0, 'high': 10}],"
    " 'images': [{'name': 'sky', 'sprite': 'hero'}]}";
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  KbId level = insert (canvas, kb_document_project (canvas->document)->node.id, "levels", json_loads (json, 0, NULL));

  kb_tool_context_set_level (canvas->context, level);
}

void
canvas_show_tiles (Canvas *canvas)
{
  const KbProject *project = kb_document_project (canvas->document);
  json_t *value = json_pack ("{ss s[{si ss}] s[{ss s[ii] si si sf}]}", "name", "cave", "tilesets", "number", 1, "sprite",
                             kb_sprite_at (project, 0)->name, "layers", "name", "floor", "cell", 8, 8, "width", 6, "height", 4, "lift", 2.0);
  KbId level = insert (canvas, project->node.id, "levels", value);
  KbId layer = kb_layer_at (kb_project_find_level (project, "cave"), 0)->node.id;
  KbCellStroke *stroke = kb_cell_stroke_new (canvas->document, layer, NULL);
  KbCell cell = { .frame = 2, .tileset = 1 };
  g_autoptr (KbStamp) stamp = kb_stamp_of_cell (kb_cell_pack (&cell));

  kb_cell_stroke_box (stroke, stamp, (KbCellBox) { 3, 1, 2, 2 });
  g_assert_true (kb_cell_stroke_end (stroke, SETUP, NULL));
  kb_tool_context_set_level (canvas->context, level);
}

void
canvas_show_heights (Canvas *canvas)
{
  guint16 samples[64 * 64];
  json_t *value = json_pack ("{ss s[{ss si si si si si}]}", "name", "alps", "heightmaps", "name", "peak", "cell", 1, "low", 0, "high",
                             10, "width", 64, "height", 64);
  KbId level = insert (canvas, kb_document_project (canvas->document)->node.id, "levels", value);
  const KbNode *map = &kb_heightmap_at (kb_project_find_level (kb_document_project (canvas->document), "alps"), 0)->node;

  for (guint i = 0; i < 64 * 64; i++)
    samples[i] = (guint16) (i % 64 >= 48 && i / 64 >= 48 ? 30000 : (i % 64) * (i % 64) * 12 + 5000);
  g_autoptr (KbZones) zones = kb_grey_to_zones (&(KbGrey) { 64, 64, 16, samples }, NULL);
  kb_document_begin (canvas->document, SETUP);
  g_assert_true (kb_document_set_zones (canvas->document, map->id, "samples", zones, NULL));
  kb_document_end (canvas->document);
  kb_tool_context_set_level (canvas->context, level);
  kb_tool_context_set_layer (canvas->context, map->id);
  canvas->context->options.sculpt.size = 16;
}

char *
canvas_text (const Canvas *canvas)
{
  json_t *value = kb_node_to_json (&kb_document_project (canvas->document)->node, NULL);
  char *dumped = json_dumps (value, JSON_SORT_KEYS | JSON_INDENT (1)), *text = g_strdup (dumped);

  free (dumped);
  json_decref (value);
  return text;
}

static guint
modifiers_of (const char *word)
{
  const char *plus = strchr (word, '+');

  if (!plus)
    return 0;
  return plus[1] == 's' ? KB_MOD_SHIFT : plus[1] == 'c' ? KB_MOD_CONTROL : KB_MOD_ALT;
}

static void
run_key (Canvas *canvas, const char *word)
{
  static const struct { const char *name; KbKey key; } keys[] = {
    { "Enter", KB_KEY_ENTER }, { "Back", KB_KEY_BACKSPACE }, { "Esc", KB_KEY_ESCAPE }, { "Del", KB_KEY_DELETE },
    { "Left", KB_KEY_LEFT }, { "Right", KB_KEY_RIGHT }, { "Up", KB_KEY_UP }, { "Down", KB_KEY_DOWN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (g_str_has_prefix (word, keys[i].name))
      {
        kb_tools_key (canvas->context, keys[i].key, modifiers_of (word));
        return;
      }
  g_error ("no such event: %s", word);
}

void
canvas_run (Canvas *canvas, const char *script)
{
  g_auto (GStrv) words = g_strsplit (script, " ", -1);

  /* The setup ends where the artist begins. */
  if (!canvas->ready)
    kb_document_end (canvas->document);
  canvas->ready = TRUE;
  for (guint i = 0; words[i]; i++)
    {
      KbPointerEvent event = { .button = 1, .n_press = 1, .modifiers = modifiers_of (words[i]) };
      const char *word = words[i];
      double x, y;

      if (!*word)
        continue;
      if (g_str_has_prefix (word, "t:"))
        {
          const KbTool *tool = kb_tool_by_id (word + 2);

          g_assert_nonnull (tool);
          kb_tools_choose (canvas->context, tool);
          continue;
        }
      if (strchr ("[]", *word))
        {
          kb_tools_adjust (canvas->context, *word == '[' ? -1 : 1);
          continue;
        }
      if (!strchr ("pdmr", *word) || sscanf (word + 1, "%lf,%lf", &x, &y) != 2)
        {
          run_key (canvas, word);
          continue;
        }
      event.canvas = kb_view_to_canvas (&canvas->context->view, (KbVec) { x, y });
      if (*word == 'm')
        {
          event.button = 0;
          kb_tools_motion (canvas->context, &event);
        }
      else if (*word == 'r')
        kb_tools_release (canvas->context, &event);
      else
        {
          event.n_press = *word == 'd' ? 2 : 1;
          kb_tools_press (canvas->context, &event);
        }
    }
}

/* Fontconfig keeps what it has read until the end of the process. */
const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libfontconfig\n";
}
