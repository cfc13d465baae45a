/* SPDX-License-Identifier: MIT */
/* A level with a layer of tiles, whose pictures are random, of four sizes and more or less transparent. */
#ifndef KB_TEST_TILE_SCENE_H
#define KB_TEST_TILE_SCENE_H

#include "drawing/levels/level_marks.h"
#include "tests/support/document_kit.h"

enum { WIDTH = 100, HEIGHT = 76, CELLS = 9 };   /* of the canvas; of a layer each way */

typedef struct {
  KbDocument *document;
  char *folder;
  KbSurfaces *surfaces;
  GRand *random;
} Scene;

static const struct { gint width, height; } scene_tiles[] = { { 8, 8 }, { 8, 8 }, { 13, 20 }, { 16, 8 } };

static inline char *
add_tile_picture (KbDocument *document, guint n, GRand *random)
{
  g_autoptr (KbPicture) picture = kb_picture_new ((guint) scene_tiles[n].width, (guint) scene_tiles[n].height);
  g_autoptr (GError) error = NULL;
  for (gint k = 0; k < scene_tiles[n].width * scene_tiles[n].height; k++)
    {
      guint8 *p = picture->rgba + 4 * k;
      for (guint c = 0; c < 4; c++)
        p[c] = (guint8) g_rand_int_range (random, 0, 256);
      p[3] = n == 0 ? 255 : p[3] < 100 ? 0 : p[3] < 200 ? 255 : p[3];
    }
  char *file = kb_document_add_picture (document, "tile", picture, &error);
  g_assert_no_error (error);
  return file;
}

static inline Scene
scene_new (const char *layer)
{
  g_autofree char *temp = temp_folder_new ();
  Scene scene = { NULL, g_build_filename (temp, "p", NULL), kb_surfaces_new (0), g_rand_new_with_seed (4) };
  GString *frames = g_string_new (NULL);
  scene.document = kb_document_new (scene.folder, "test");
  for (guint n = 0; n < G_N_ELEMENTS (scene_tiles); n++)
    {
      g_autofree char *file = add_tile_picture (scene.document, n, scene.random);
      g_string_append_printf (frames, "%s{\"width\": %d, \"height\": %d, \"picture\": {\"file\": \"%s\", \"rect\": [0, 0, %d, %d]}}", n ? ", " : "",
                              scene_tiles[n].width, scene_tiles[n].height, file, scene_tiles[n].width, scene_tiles[n].height);
    }
  g_autofree char *sprite = g_strdup_printf ("{\"insert\": \"sprites\", \"value\": {\"name\": \"set\", \"frames\": [%s], \"animations\": [{\"name\": \"a\","
    " \"loop\": \"ping-pong\", \"steps\": [{\"frame\": 1, \"duration\": 100}, {\"frame\": 2, \"duration\": 50}, {\"frame\": 1, \"duration\": 10}]}]}}", frames->str);
  g_autofree char *level = g_strdup_printf ("{\"insert\": \"levels\", \"value\": {\"name\": \"cave\", \"tilesets\": [{\"number\": 3, \"sprite\": \"set\"},"
    " {\"number\": 7, \"sprite\": \"gone\"}], \"layers\": [{\"name\": \"a\", \"width\": %d, \"height\": %d, \"first\": [-2, -3], %s}]}}", CELLS, CELLS, layer);
  must_apply (scene.document, sprite);
  must_apply (scene.document, level);
  g_string_free (frames, TRUE);
  return scene;
}

static inline void
scene_free (Scene *scene)
{
  g_autofree char *temp = g_path_get_dirname (scene->folder);
  kb_document_free (scene->document);
  kb_surfaces_free (scene->surfaces);
  g_rand_free (scene->random);
  temp_folder_remove (temp);
  g_free (scene->folder);
}

static inline const KbLevel *
level_of (const Scene *scene)
{
  return kb_level_at (kb_document_project (scene->document), 0);
}

static inline KbLayer *
layer_of (const Scene *scene)
{
  return kb_layer_at (level_of (scene), 0);
}

/* Random cells, `high`: of any height up to that. */
static inline void
fill (const Scene *scene, guint tile_count, gboolean turned, guint high)
{
  g_autoptr (GError) error = NULL;
  KbZonesPainter *painter = kb_document_painter (scene->document, layer_of (scene)->node.id, "cells", &error);
  g_assert_no_error (error);
  for (gint k = 0; k < CELLS * CELLS; k++)
    if (g_rand_int_range (scene->random, 0, 4))
      kb_cells_painter_put (painter, k % CELLS, k / CELLS,
                            kb_cell_pack (&(KbCell) { 1 + (guint) g_rand_int_range (scene->random, 0, (gint) tile_count), 3, g_rand_boolean (scene->random),
                                                      g_rand_boolean (scene->random), turned && g_rand_boolean (scene->random),
                                                      high ? (guint) g_rand_int_range (scene->random, 0, (gint) high + 1) : 0 }));
  kb_document_paint_end (scene->document, layer_of (scene)->node.id, "cells", painter, NULL, &error);
  g_assert_no_error (error);
}

#endif
