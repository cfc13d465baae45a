/* SPDX-License-Identifier: MIT */
/* A level of 100,000 walls as somebody works on it: made, saved, opened, copied for an export, and edits of some walls with
 * their undo and redo. Figures only. */
#include <stdio.h>

#include "document/edits/edit.h"
#include "tests/support/temp_folder.h"

enum { WALLS = 100000 };

static gint64 started;

static void
start (void)
{
  started = g_get_monotonic_time ();
}

static void
report (const char *what)
{
  printf ("%-44s %9.2f ms\n", what, (double) (g_get_monotonic_time () - started) / 1000);
  start ();
}

static json_t *
make_wall (guint i)
{
  double x = (i % 316) * 40.25, y = (i / 316) * 40.5;
  return json_pack ("{s[ff] s[ff] ss}", "a", x, y, "b", x + 30.125, y + (i % 7), "class", i % 3 ? "wall" : "fence");
}

static void
add_walls (KbDocument *document, guint n)
{
  const KbLevel *level = kb_level_at (kb_document_project (document), 0);
  kb_document_begin (document, "Add");
  for (guint i = 0; i < n; i++)
    kb_document_insert (document, level->node.id, "walls", -1, make_wall (i), NULL);
  kb_document_end (document);
}

static void
remove_walls (KbDocument *document, guint n)
{
  const KbLevel *level = kb_level_at (kb_document_project (document), 0);
  kb_document_begin (document, "Delete");
  for (guint i = 0; i < n; i++)
    kb_document_remove (document, kb_wall_at (level, (i * 7919) % level->walls->len)->node.id, NULL);
  kb_document_end (document);
}

static void
move_walls (KbDocument *document, guint n)
{
  const KbLevel *level = kb_level_at (kb_document_project (document), 0);
  kb_document_begin (document, "Move");
  for (guint i = 0; i < n; i++)
    {
      const KbWall *wall = kb_wall_at (level, (i * 7919) % level->walls->len);
      kb_document_set (document, wall->node.id, "a", json_pack ("[ff]", wall->a.x + 1, wall->a.y), NULL);
      kb_document_set (document, wall->node.id, "b", json_pack ("[ff]", wall->b.x + 1, wall->b.y), NULL);
    }
  kb_document_end (document);
}

static void
time_edits (KbDocument *document)
{
  static const struct { const char *name; void (*edit) (KbDocument *document, guint n); guint n; } edits[] = {
    { "move one wall", move_walls, 1 }, { "add 100 walls", add_walls, 100 }, { "delete 100 walls", remove_walls, 100 },
    { "move 10,000 walls", move_walls, 10000 }, { "delete 10,000 walls", remove_walls, 10000 },
  };
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      start ();
      edits[i].edit (document, edits[i].n);
      report (edits[i].name);
      kb_document_undo (document);
      report ("  undo");
      kb_document_redo (document);
      report ("  redo");
    }
}

int
main (void)
{
  g_autofree char *temp = temp_folder_new (), *folder = g_build_filename (temp, "p", NULL);
  KbDocument *document = kb_document_new (folder, "p");
  KbId project = kb_document_project (document)->node.id;
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "wall", "colour", "#f6d32d"), NULL);
  kb_document_insert (document, project, "classes", -1, json_pack ("{ss ss}", "name", "fence", "colour", "#33d17a"), NULL);
  kb_document_insert (document, project, "levels", -1, json_pack ("{ss}", "name", "yard"), NULL);
  start ();
  add_walls (document, WALLS);
  report ("add 100,000 walls one by one");
  kb_document_save (document, NULL);
  report ("save");
  kb_document_free (document);
  start ();
  document = kb_document_open (folder, NULL);
  report ("open");
  kb_document_free (kb_document_snapshot (document));
  report ("copy for an export, and free it");
  g_ptr_array_unref (kb_document_problems (document));
  report ("all problems");
  kb_document_keep_journal (document, NULL);
  time_edits (document);
  start ();
  kb_document_save (document, NULL);
  report ("save after an edit");
  kb_document_free (document);
  temp_folder_remove (temp);
  return 0;
}
