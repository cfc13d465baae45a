/* SPDX-License-Identifier: MIT */
/* A document into which pictures are imported, and imported again after they changed. */
#ifndef IMPORT_AGAIN_H
#define IMPORT_AGAIN_H

#include "tests/support/import_kit.h"

typedef struct {
  char *temp, *art;
  KbDocument *document;
} Fixture;

static inline void
set_up (Fixture *f, gconstpointer data)
{
  f->temp = temp_folder_new ();
  f->art = g_build_filename (f->temp, "art", NULL);
  g_mkdir (f->art, 0700);
  g_autofree char *project = g_build_filename (f->temp, "project", NULL);
  f->document = kb_document_new (project, "project");
}

static inline void
tear_down (Fixture *f, gconstpointer data)
{
  kb_document_free (f->document);
  temp_folder_remove (f->temp);
  g_free (f->temp);
  g_free (f->art);
}

static inline KbSprite *
sprite_of (Fixture *f)
{
  return kb_sprite_at (kb_document_project (f->document), 0);
}

static inline KbFrame *
frame_of (Fixture *f, guint i)
{
  g_assert_cmpuint (i, <, sprite_of (f)->frames->len);
  return kb_frame_at (sprite_of (f), i);
}

static inline void
edit (Fixture *f, const char *line)
{
  g_autoptr (GError) error = NULL;
  json_t *value = json_loads (line, 0, NULL);
  g_assert_nonnull (value);
  kb_document_apply (f->document, value, &error);
  g_assert_no_error (error);
  json_decref (value);
}

static inline void
first_import (Fixture *f, const char *file, const KbImportOptions *options, KbImportReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = kit_read (f->art, file, options, &error);
  g_assert_no_error (error);
  kb_import_apply (f->document, import, "hero", report, &error);
  g_assert_no_error (error);
}

/* Reads what the sprite remembers; checks that it is one step that undo takes back exactly. */
static inline void
import_again (Fixture *f, KbImportReport *report)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KbImport) import = kb_import_read_again (f->document, sprite_of (f), &error);
  g_assert_no_error (error);
  json_t *before = kb_node_to_json (&sprite_of (f)->node, NULL);
  kb_import_apply (f->document, import, "hero", report, &error);
  g_assert_no_error (error);
  json_t *after = kb_node_to_json (&sprite_of (f)->node, NULL);
  if (!json_equal (before, after))
    {
      g_assert_true (kb_document_undo (f->document));
      json_t *undone = kb_node_to_json (&sprite_of (f)->node, NULL);
      g_assert_true (json_equal (before, undone));
      g_assert_true (kb_document_redo (f->document));
      json_t *redone = kb_node_to_json (&sprite_of (f)->node, NULL);
      g_assert_true (json_equal (after, redone));
      json_decref (undone);
      json_decref (redone);
    }
  json_decref (before);
  json_decref (after);
}

/* As the next day has it. */
static inline void
save_and_open (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  kb_document_save (f->document, &error);
  g_assert_no_error (error);
  g_autofree char *project = g_strdup (kb_document_folder (f->document));
  kb_document_free (f->document);
  f->document = kb_document_open (project, &error);
  g_assert_no_error (error);
}

static inline void
assert_spot (const KbFrame *frame, gint x, gint y)
{
  g_assert_true (frame->hot_spot.set);
  g_assert_cmpint (frame->hot_spot.x, ==, x);
  g_assert_cmpint (frame->hot_spot.y, ==, y);
}

/* A sheet of 16 x 16 cells, a ragged figure of 8 x 10 in each, placed per cell. */
typedef struct { guint number; gint x, y; } Cell;

static inline void
ragged_figure (KbPicture *picture, gint x, gint y, guint number)
{
  kit_figure (picture, x, y, 8, 10, number);
  for (gint v = 0; v < 10; v++)
    for (gint u = 0; u < 8; u++)
      {
        guint32 mixed = (((number + 7) * 2246822519u) ^ (guint) (u * 10 + v)) * 2654435761u;
        mixed = (mixed ^ mixed >> 13) * 3266489917u;
        gboolean corner = (u == 0 || u == 7) && (v == 0 || v == 9);
        if (!corner && (mixed >> 15 ^ mixed >> 22) & 1)
          kit_pixel (picture, x + u, y + v, 0);
      }
}

static inline void
save_sheet (Fixture *f, const Cell *cells, guint n)
{
  g_autoptr (KbPicture) sheet = kb_picture_new (16 * MAX (n, 1), 16);
  for (guint i = 0; i < n; i++)
    ragged_figure (sheet, 16 * (gint) i + cells[i].x, cells[i].y, cells[i].number);
  kit_save (sheet, f->art, "sheet.png");
}

static const KbImportOptions grid G_GNUC_UNUSED = { .cell_width = 16, .cell_height = 16 };

typedef struct {
  const char *name;
  void (*run) (Fixture *f, gconstpointer data);
} Test;

static inline int
run_tests (const Test *tests, guint n)
{
  for (guint i = 0; i < n; i++)
    g_test_add (tests[i].name, Fixture, NULL, set_up, tests[i].run, tear_down);
  return g_test_run ();
}

#endif
