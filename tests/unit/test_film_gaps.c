/* SPDX-License-Identifier: MIT */
/* Classes that a frame lacks while both frames beside it have them. */
#include <string.h>

#include "document/edits/edit.h"
#include "editor/film/film_gaps.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

/* A sprite of as many frames as `frames` has words, each the first letters of its shapes' classes ("-": none), and an
 * animation of all of them. */
static KbDocument *
make (const char *folder, const char *frames, const char *loop)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) words = g_strsplit (frames, " ", -1);
  KbDocument *document = kb_document_new (folder, "gaps");
  KbId project = kb_document_project (document)->node.id;
  for (const char *const *name = (const char *const[]) { "head", "torso", "fist", NULL }; *name; name++)
    kb_document_insert (document, project, "classes", -1, json_pack ("{s:s, s:s}", "name", *name, "colour", "#ff0000"), &error);
  json_t *list = json_array (), *steps = json_array ();
  for (guint i = 0; words[i]; i++)
    {
      json_t *shapes = json_array ();
      for (const char *c = words[i]; *c; c++)
        if (*c != '-')
          json_array_append_new (shapes, json_pack ("{s:s, s:{s:[iiii]}}", "class",
                                                    *c == 'h' ? "head" : *c == 't' ? "torso" : "fist",
                                                    "geometry", "box", 1, 1, 2, 2));
      json_array_append_new (list, json_pack ("{s:i, s:i, s:i, s:o}", "id", (int) i + 1, "width", 8, "height", 8, "shapes", shapes));
      json_array_append_new (steps, json_pack ("{s:i, s:i}", "frame", (int) i + 1, "duration", 100));
    }
  kb_document_insert (document, project, "sprites", -1,
                      json_pack ("{s:s, s:o, s:[{s:s, s:s, s:o}]}", "name", "s", "frames", list, "animations", "name", "a",
                                 "loop", loop, "steps", steps), &error);
  g_assert_no_error (error);
  return document;
}

/* "2:head 4:head,torso" */
static char *
found (KbDocument *document)
{
  const KbProject *project = kb_document_project (document);
  const KbSprite *sprite = kb_sprite_at (project, 0);
  g_autoptr (GHashTable) gaps = kb_film_gaps_new (project, sprite);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < kb_count (sprite->frames); i++)
    {
      const GArray *classes = g_hash_table_lookup (gaps, GUINT_TO_POINTER (kb_frame_at (sprite, i)->node.id));
      for (guint k = 0; classes && k < classes->len; k++)
        {
          KbNode *node = kb_document_node (document, g_array_index (classes, KbId, k));
          if (k == 0)
            g_string_append_printf (text, "%s%u:", text->len ? " " : "", i + 1);
          g_string_append_printf (text, "%s%s", k ? "," : "", ((KbClass *) node)->name);
        }
    }
  return g_string_free (text, FALSE);
}

static void
test_table (void)
{
  static const struct { const char *frames, *loop, *gaps; } table[] = {
    { "h h h", "once", "" },
    { "h - h", "once", "2:head" },
    { "ht h ht", "once", "2:torso" },
    { "ht - ht - ht", "once", "2:head,torso 4:head,torso" },
    { "h - - h", "once", "" },             /* it may be meant */
    { "- h h", "once", "" },               /* it may begin later */
    { "- h h", "loop", "1:head" },         /* the last comes before the first */
    { "h h -", "loop", "3:head" },
    { "h h -", "hold-last", "" },
    { "hf h hf", "ping-pong", "2:fist" },
    { "h -", "loop", "" },                 /* one neighbour twice */
    { "-", "loop", "" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("kickbox-gaps-XXXXXX", NULL);
      KbDocument *document = make (folder, table[i].frames, table[i].loop);
      g_autofree char *gaps = found (document);
      if (strcmp (gaps, table[i].gaps) != 0)
        g_error ("%s, %s: '%s', not '%s'", table[i].frames, table[i].loop, gaps, table[i].gaps);
      kb_document_free (document);
      temp_folder_remove (folder);
    }
}

static void
test_nothing (void)
{
  g_autoptr (GHashTable) gaps = kb_film_gaps_new (NULL, NULL);
  g_assert_cmpuint (g_hash_table_size (gaps), ==, 0);
}

KIT_PROGRAM (film_gaps)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/film-gaps/table", test_table);
  g_test_add_func ("/film-gaps/nothing", test_nothing);
  return g_test_run ();
}
