/* SPDX-License-Identifier: MIT */
/* Shapes that frames take over from another frame of their animation, and the boxes around shapes. */
#include <string.h>

#include "document/edits/edit.h"
#include "document/shapes/shape.h"
#include "drawing/scene/scene.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

static const char *
class_of (char letter)
{
  return g_ascii_tolower (letter) == 'h' ? "head" : "torso";
}

/* One frame for each word: a letter is a box of the class, a capital one is shared, "!" is "own shapes only", "-" is
 * nothing. Frame i has its hot spot at (10 * i, i). */
static json_t *
make_frames (const char *words)
{
  g_auto (GStrv) each = g_strsplit (words, " ", -1);
  json_t *frames = json_array ();
  for (guint i = 0; each[i]; i++)
    {
      json_t *shapes = json_array ();
      for (const char *c = each[i]; *c; c++)
        if (g_ascii_isalpha (*c))
          json_array_append_new (shapes, json_pack ("{s:s, s:b, s:{s:[iiii]}}", "class", class_of (*c), "shared",
                                                    g_ascii_isupper (*c), "geometry", "box", 1, 1, 2, 3));
      json_array_append_new (frames, json_pack ("{s:i, s:i, s:i, s:[ii], s:b, s:o}", "id", (int) i + 1, "width", 90, "height", 90,
                                                "hot_spot", 10 * (int) i, (int) i, "own_shapes", strchr (each[i], '!') != NULL,
                                                "shapes", shapes));
    }
  return frames;
}

/* "123": their frames in order. */
static json_t *
make_animations (const char *orders)
{
  g_auto (GStrv) each = g_strsplit (orders, " ", -1);
  json_t *animations = json_array ();
  for (guint i = 0; each[i]; i++)
    {
      json_t *steps = json_array ();
      for (const char *c = each[i]; *c; c++)
        json_array_append_new (steps, json_pack ("{s:i, s:i}", "frame", *c - '0', "duration", 100));
      g_autofree char *name = g_strdup_printf ("a%u", i);
      json_array_append_new (animations, json_pack ("{s:s, s:s, s:o}", "name", name, "loop", "loop", "steps", steps));
    }
  return animations;
}

static KbDocument *
make (const char *folder, const char *frames, const char *orders)
{
  g_autoptr (GError) error = NULL;
  KbDocument *document = kb_document_new (folder, "shared");
  KbId project = kb_document_project (document)->node.id;
  for (const char *const *name = (const char *const[]) { "head", "torso", NULL }; *name; name++)
    kb_document_insert (document, project, "classes", -1, json_pack ("{s:s, s:s}", "name", *name, "colour", "#ff0000"), &error);
  kb_document_insert (document, project, "sprites", -1,
                      json_pack ("{s:s, s:o, s:o}", "name", "s", "frames", make_frames (frames), "animations",
                                 make_animations (orders)), &error);
  g_assert_no_error (error);
  return document;
}

/* "2:h1 3:h1t2": the class and the frame it is from. */
static char *
taken_over (const KbSprite *sprite)
{
  g_autoptr (GHashTable) inherited = kb_inherited_new (sprite);
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < sprite->frames->len; i++)
    {
      const KbFrame *frame = kb_frame_at (sprite, i);
      g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (frame, inherited);
      for (guint k = frame->shapes->len; k < shapes->len; k++)
        {
          const KbShape *shape = g_ptr_array_index (shapes, k);
          const KbFrame *source = (const KbFrame *) shape->node.parent;
          gint by = frame->lasting_id - source->lasting_id;
          g_assert_true (kb_shape_is_inherited (shape, frame));
          g_assert_cmpfloat (shape->geometry.v[0], ==, 1 + 10 * by);
          g_assert_cmpfloat (shape->geometry.v[1], ==, 1 + by);
          g_assert_cmpfloat (shape->geometry.v[3], ==, 3);
          if (k == frame->shapes->len)
            g_string_append_printf (text, "%s%u:", text->len ? " " : "", i + 1);
          g_string_append_printf (text, "%c%d", kb_class_at ((KbProject *) sprite->node.parent, 0)->node.id == shape->class_id ? 'h' : 't',
                                  source->lasting_id);
        }
    }
  return g_string_free (text, FALSE);
}

static void
test_table (void)
{
  static const struct { const char *frames, *orders, *taken; } table[] = {
    { "h - -", "123", "" },                      /* nothing is shared */
    { "H - -", "123", "2:h1 3:h1" },
    { "H - -", "12", "2:h1" },                   /* frame 3 is not in the animation */
    { "H h -", "123", "3:h1" },                  /* one of its own counts, here only */
    { "H - H -", "1234", "2:h1 4:h3" },          /* the nearest before */
    { "- - H -", "1234", "1:h3 2:h3 4:h3" },     /* before the first: the first */
    { "H ! -", "123", "3:h1" },
    { "H t! -", "123", "3:h1" },
    { "H t -", "123", "2:h1 3:h1" },             /* by class */
    { "Ht T -", "123", "2:h1 3:h1t2" },
    { "HH -", "12", "2:h1h1" },                  /* all of the class */
    { "H H -", "13 23", "3:h1" },                /* the first animation counts */
    { "H H -", "23 13", "3:h2" },
    { "H H -", "1323", "3:h1" },                 /* the first step too */
  };
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("kickbox-shared-XXXXXX", NULL);
      KbDocument *document = make (folder, table[i].frames, table[i].orders);
      g_autofree char *taken = taken_over (kb_sprite_at (kb_document_project (document), 0));
      g_test_message ("%s, %s", table[i].frames, table[i].orders);
      g_assert_cmpstr (taken, ==, table[i].taken);
      kb_document_free (document);
      temp_folder_remove (folder);
    }
}

/* Without one of the hot spots the shape stays where it is in the frame. */
static void
test_no_hot_spot (void)
{
  g_autofree char *folder = g_dir_make_tmp ("kickbox-shared-XXXXXX", NULL);
  KbDocument *document = make (folder, "H -", "12");
  const KbSprite *sprite = kb_sprite_at (kb_document_project (document), 0);
  g_assert_true (kb_document_set (document, kb_frame_at (sprite, 1)->node.id, "hot_spot", json_null (), NULL));
  g_autoptr (GHashTable) inherited = kb_inherited_new (sprite);
  g_autoptr (GPtrArray) shapes = kb_frame_all_shapes (kb_frame_at (sprite, 1), inherited);
  g_assert_cmpuint (shapes->len, ==, 1);
  g_assert_cmpfloat (((const KbShape *) g_ptr_array_index (shapes, 0))->geometry.v[0], ==, 1);
  kb_document_free (document);
  temp_folder_remove (folder);
}

static char *
looked_at (const KbDocument *document, const KbFrame *frame, double x, double y)
{
  g_autoptr (GArray) boxes = kb_frame_hierarchy (document, frame, &(KbVec) { x, y });
  GString *text = g_string_new (NULL);
  for (guint i = 0; i < boxes->len; i++)
    {
      const KbLevelBox *box = &g_array_index (boxes, KbLevelBox, i);
      if (box->looked)
        g_string_append_printf (text, "%s%d %s %s", text->len ? ", " : "", box->level, box->name,
                                box->hit ? "hit" : box->inside ? "in" : "out");
    }
  return g_string_free (text, FALSE);
}

static void
test_hierarchy (void)
{
  static const struct { double x, y; const char *looked; } table[] = {
    { 89.5, 0.5, "0 frame out" },
    { 0.5, 0.5, "0 frame in, 1 head in, 2 head hit, 2 head out, 1 torso out" },
    { 10.5, 2.5, "0 frame in, 1 head in, 2 head out, 2 head out, 1 torso out" },
    { 22.5, 2.5, "0 frame in, 1 head in, 2 head out, 2 head in, 1 torso out" },   /* beside the circle */
    { 25.5, 5.5, "0 frame in, 1 head in, 2 head out, 2 head hit, 1 torso in, 2 torso hit" },
    { 40.5, 5.5, "0 frame in, 1 head out, 1 torso in, 2 torso hit" },
  };
  g_autofree char *folder = g_dir_make_tmp ("kickbox-shared-XXXXXX", NULL);
  KbDocument *document = make (folder, "-", "1");
  const KbFrame *frame = kb_frame_at (kb_sprite_at (kb_document_project (document), 0), 0);
  g_autoptr (GArray) none = kb_frame_hierarchy (document, frame, NULL);
  g_assert_cmpuint (none->len, ==, 0);
  kb_document_insert (document, frame->node.id, "shapes", -1,
                      json_pack ("{s:s, s:{s:[iiii]}}", "class", "head", "geometry", "box", 0, 0, 4, 4), NULL);
  kb_document_insert (document, frame->node.id, "shapes", -1,
                      json_pack ("{s:s, s:{s:[iiii]}}", "class", "torso", "geometry", "box", 24, 4, 24, 8), NULL);
  kb_document_insert (document, frame->node.id, "shapes", -1,
                      json_pack ("{s:s, s:{s:[iii]}}", "class", "head", "geometry", "circle", 26, 6, 4), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *looked = looked_at (document, frame, table[i].x, table[i].y);
      g_assert_cmpstr (looked, ==, table[i].looked);
    }
  kb_document_free (document);
  temp_folder_remove (folder);
}

KIT_PROGRAM (inherited)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/inherited/table", test_table);
  g_test_add_func ("/inherited/no-hot-spot", test_no_hot_spot);
  g_test_add_func ("/inherited/hierarchy", test_hierarchy);
  return g_test_run ();
}
