/* SPDX-License-Identifier: MIT */
/* What gestures on a level make, in numbers; where the pointer snaps. */
#include "tests/support/canvas.h"
#include "tests/support/level_document.h"
#include "tests/support/seed.h"
#include "tools/level/selected.h"
#include "tools/speak.h"

#define ROOM "8,8-40,8 40,8-40,40 40,40-8,40 8,40-8,8 "
#define GATE "48,8-48,32!"

static void
test_answers (void)
{
  static const struct { const char *script, *walls; } made[] = {
    /* The grid is 4: ends to it, unless something is nearer than 8 canvas pixels, a pixel of the level. */
    { "t:wall p53.7,2.3 r53.7,2.3 p60.4,1 r60.4,1 Enter", ROOM GATE " 52,4-60,0" },
    { "t:wall p53.7,2.3+c r53.7,2.3+c p60.4,1+c r60.4,1+c Enter", ROOM GATE " 53.6992,2.30078-60.3984,1" },
    { "t:wall p47.5,7.5 r47.5,7.5 p56,8 r56,8 Enter", ROOM GATE " 48,8-56,8" },
    /* Onto a wall: it becomes two, on the grid where it is level or upright. */
    { "t:wall p48.6,17 r48.6,17 p56,17 r56,17 Enter", ROOM "48,8-48,16! 48,16-48,32! 48,16-56,16" },
    { "t:wall p24,8 r24,8 p24,40 r24,40 Enter", "8,8-24,8 24,8-40,8 40,8-40,40 40,40-24,40 24,40-8,40 8,40-8,8 " GATE " 24,8-24,40" },
    /* By angles: 45 degrees on the grid, 30 off it. */
    { "t:wall p52,12 r52,12 p59.4,20.4+s r59.4,20.4+s Enter", ROOM GATE " 52,12-60,20" },
    { "t:wall p52,12 r52,12 p60,16.5+s r60,16.5+s Enter", ROOM GATE " 52,12-59.9492,16.5898" },
    { "t:wall p0,0 r0,0 p28.5,15.7+s r28.5,15.7+s Enter", ROOM GATE " 0,0-28,16" },
    { "t:wall p0,0 r0,0 p27.5,16.3+s r27.5,16.3+s Enter", ROOM GATE " 0,0-28,16" },
    { "t:wall p50.5,13+c r50.5,13+c p58.6,4.1+s r58.6,4.1+s Enter", ROOM GATE " 50.5,13-58.5,5" },
    { "t:wall p50.5,13.5+c r50.5,13.5+c p60.2,4.1+s r60.2,4.1+s Enter", ROOM GATE " 50.5,13.5-60,4" },
    { "t:wall p52,12 r52,12 p60,13+s r60,13+s Enter", ROOM GATE " 52,12-60,12" },
    /* A drag is one wall, a chain closes on its first end, a double click ends it, Back takes one back. */
    { "t:wall p52,12 m56,14 r60,24", ROOM GATE " 52,12-60,24" },
    { "t:wall p52,12 r52,12 p60,12 r60,12 p60,24 r60,24 m52,12 p52,12 r52,12", ROOM GATE " 52,12-60,12 60,12-60,24 60,24-52,12" },
    { "t:wall p52,12 r52,12 p60,12 r60,12 d60,12", ROOM GATE " 52,12-60,12" },
    { "t:wall p52,12 r52,12 p60,12 r60,12 p60,24 r60,24 Back Enter", ROOM GATE " 52,12-60,12" },
    /* What is there already is enough. */
    { "t:wall p40,8 r40,8 p8,8 r8,8 Enter", ROOM GATE },
    /* What is attached goes along; ends come together; a wall between them goes. */
    { "t:level-select p40,8 m42,10 r44,12", "8,8-44,12 44,12-40,40 40,40-8,40 8,40-8,8 " GATE },
    { "t:level-select p24,8 m24,10 r24,4", "8,4-40,4 40,4-40,40 40,40-8,40 8,40-8,4 " GATE },
    { "t:level-select p40,8 m36,8 r8.4,8.4", "8,8-40,40 40,40-8,40 8,40-8,8 " GATE },
    { "t:level-select p48,8 m44,18 r40.5,21", "8,8-40,8 40,8-40,20 40,20-40,40 40,40-8,40 8,40-8,8 40,20-48,32!" },
    { "t:level-select p24,8 m24,10+s r27,4+s", "8,4-40,4 40,4-40,40 40,40-8,40 8,40-8,4 " GATE },
    { "t:level-select p48,20 m50,20+a r56,20+a", ROOM GATE " 56,8-56,32!" },
    { "t:level-select p40,8 r40,8 Del", "8,8-40,40 40,40-8,40 8,40-8,8 " GATE },
    { "t:level-select p24,8 r24,8 Del", "40,8-40,40 40,40-8,40 8,40-8,8 " GATE },
    { "t:level-select p24,8 r24,8 Right Down+s", "9,12-41,12 41,12-40,40 40,40-8,40 8,40-9,12 " GATE },
    { "t:level-select p4,4 m9,9 r44,44 Up", "8,7-40,7 40,7-40,39 40,39-8,39 8,39-8,7 " GATE },
    { "t:level-select p38,2+c m50,6+c r42,12+c Left", "8,8-39,8 39,8-40,40 40,40-8,40 8,40-8,8 " GATE },
    { "t:split p23,8.4 r23,8.4", "8,8-24,8 24,8-40,8 40,8-40,40 40,40-8,40 8,40-8,8 " GATE },
    { "t:split p23,8.4 m23,5 r24.4,2", "8,8-24,0 24,0-40,8 40,8-40,40 40,40-8,40 8,40-8,8 " GATE },
    { "t:split p20,20 r20,20", ROOM GATE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      Canvas *canvas = canvas_new (2);

      canvas_show_level (canvas);
      canvas_run (canvas, made[i].script);
      g_autofree char *text = walls_text (canvas->document);
      if (strcmp (text, made[i].walls) != 0)
        g_error ("%s gives\n%s, not\n%s", made[i].script, text, made[i].walls);
      canvas_free (canvas);
    }
}

static void
test_areas (void)
{
  Canvas *canvas = canvas_new (2);

  canvas_show_level (canvas);
  canvas_run (canvas, "t:level-area p20,30 r20,30");
  const KbLevel *level = the_level (canvas->document);
  g_assert_cmpuint (kb_count (level->areas), ==, 2);
  const KbArea *area = kb_area_at (level, 1);
  g_assert_true (area->rings.n == 1 && kb_rings_points (&area->rings) == 4);
  g_assert_true (g_array_index (canvas->context->selection.ids, KbId, 0) == area->node.id);
  canvas_run (canvas, "p22,30 r22,30");
  g_assert_cmpuint (kb_count (level->areas), ==, 2);
  g_assert_nonnull (canvas->status);
  canvas_run (canvas, "p55,5 r55,5");
  g_assert_cmpuint (kb_count (level->areas), ==, 2);
  /* A drag is a rectangle without walls; its corners split the room's. A drag without height is none, one over an area selects it. */
  guint walls = kb_count (level->walls);
  canvas_run (canvas, "p55.7,4.2 m50,4 r44,4 p8.2,24.2 m4,26 r0.3,27.7");
  g_assert_cmpuint (kb_count (level->areas), ==, 3);
  g_assert_cmpuint (kb_count (level->walls), ==, walls + 2);
  g_assert_true (g_array_index (canvas->context->selection.ids, KbId, 0) == kb_area_at (level, 2)->node.id);
  canvas_run (canvas, "p8.2,24.2 m4,26 r0.3,27.7 p52,12 m56,16 Esc r60,20");
  g_assert_cmpuint (kb_count (level->areas), ==, 3);
  /* Moving a corner of the walls moves that of the area. */
  canvas_run (canvas, "t:level-select p40,8 m42,10 r44,12");
  gboolean moved = FALSE;
  for (guint i = 0; i < 4; i++)
    moved = moved || kb_vec_equal (area->rings.points[i], (KbVec) { 44, 12 });
  g_assert_true (moved);
  canvas_free (canvas);
}

/* A wall that ends on an area's edge puts a corner there, whether walls lie below the edge or not, and whether the edge is as long
 * as the wall: what is moved there later moves the area too. */
static void
test_joints (void)
{
  static const struct { const char *script, *rings; } cases[] = {
    /* The area first, then a wall onto the room's; and onto the pond, which has no walls. */
    { "t:level-area p20,30 r20,30 t:wall p24,8 r24,8 p24,20 r24,20 Enter t:level-select p24,8 m22,4 r20,4",
      "[[[40,8],[40,40],[8,40],[8,8],[20,4]]]" },
    { "t:wall p52,36 r52,36 p52,24 r52,24 Enter t:level-select p52,36 m52,34 r52,32", "[[[48,36],[52,32],[60,36],[60,46],[48,46]]]" },
    /* A rectangle, dragged from a wall on; and beyond another one's edge, which takes corners with it. */
    { "t:level-area p8.2,24.2 m4,26 r0.3,27.7", "[[[8,24],[0,24],[0,28],[8,28]]]" },
    { "t:level-area p50,2 m52,6 r60,12 p60,4 m62,6 r64,8 t:level-select p60,4 m60,2 r60,0", "[[[60,0],[64,4],[64,8],[60,8]]]" },
    /* The wall first. */
    { "t:wall p24,8 r24,8 p24,20 r24,20 Enter t:level-area p20,30 r20,30 t:level-select p24,8 m22,4 r20,4",
      "[[[40,8],[40,40],[8,40],[8,8],[20,4]]]" },
    /* A wall over a part of the pond's edge, split; an end dragged onto its edge. */
    { "t:wall p48,36 r48,36 p56,36 r56,36 Enter t:split p52,36 m52,34 r52,32", "[[[48,36],[52,32],[56,36],[60,36],[60,46],[48,46]]]" },
    { "t:level-select p48,32 m50,34 r56,36 m56,36 p56,36 m56,37 r56,40", "[[[48,36],[56,40],[60,36],[60,46],[48,46]]]" },
    /* What merely crosses takes no corner with it. */
    { "t:wall p56,32 r56,32 p56,40 r56,40 Enter", "[[[48,36],[60,36],[60,46],[48,46]]]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Canvas *canvas = canvas_new (2);

      canvas_show_level (canvas);
      canvas_run (canvas, cases[i].script);
      const KbLevel *level = the_level (canvas->document);
      json_t *json = kb_level_rings_json (&kb_area_at (level, kb_count (level->areas) - 1)->rings);
      char *text = json_dumps (json, JSON_COMPACT | JSON_REAL_PRECISION (6));
      g_auto (GStrv) parts = g_strsplit (text, ".0", -1);
      g_autofree char *plain = g_strjoinv ("", parts);
      if (strcmp (plain, cases[i].rings) != 0)
        g_error ("%s gives %s, not %s", cases[i].script, plain, cases[i].rings);
      free (text);
      json_decref (json);
      canvas_free (canvas);
    }
}

static void
test_entities (void)
{
  Canvas *canvas = canvas_new (2);

  canvas_show_level (canvas);
  canvas_run (canvas, "t:entity p53,21 r53,21 p53,29 m55,29 r63,30.5 p61,9 m62,9+s r62,14.4+s p24,24 m26,24 r28,31 p53,41 m53,30 r53.5,30 p57,45 m58,45 r61,49");
  const KbLevel *level = the_level (canvas->document);
  g_autofree char *text = level_list_text (canvas->document, "entities");
  g_assert_cmpstr (text, ==, "[{\"at\":[28,32],\"class\":\"body\"},{\"at\":[52,20],\"class\":\"body\"},"
                   "{\"at\":[52,28],\"class\":\"body\",\"direction\":[0.9765625,0.22265625]},{\"at\":[60,8],\"class\":\"body\",\"direction\":[0.2578125,0.96484375]},"
                   "{\"at\":[52,40],\"class\":\"body\",\"direction\":[0,-1]},"
                   "{\"at\":[56,44],\"class\":\"body\",\"direction\":[0.70703125,0.70703125]}]");
  g_assert_cmpuint (kb_count (level->entities), ==, 6);
  canvas_free (canvas);
}

static KbId
class_of (const Canvas *canvas, guint index)
{
  return kb_class_at (kb_document_project (canvas->document), index)->node.id;
}

/* Walls, areas and entities each go on with the class that they had last; what was wished without a tool for it goes to the next. */
static void
test_classes (void)
{
  Canvas *canvas = canvas_new (3);
  KbToolContext *context = canvas->context;
  KbId body, limb, third;

  canvas_show_level (canvas);
  body = class_of (canvas, 0), limb = class_of (canvas, 1), third = class_of (canvas, 2);
  const KbLevel *level = the_level (canvas->document);
  canvas_run (canvas, "t:wall");
  g_assert_cmpuint (context->next.class_id, ==, body);     /* of the last wall */
  context->next.class_id = limb;
  canvas_run (canvas, "p52,12 r52,12 p60,12 r60,12 Enter t:entity");
  g_assert_cmpuint (context->next.class_id, ==, body);
  context->next.class_id = third;
  canvas_run (canvas, "p52,20 r52,20 t:level-select t:wall p52,24 r52,24 p60,24 r60,24 Enter t:entity p60,20 r60,20");
  g_assert_cmpuint (kb_wall_at (level, 5)->class_id, ==, limb);
  g_assert_cmpuint (kb_wall_at (level, 6)->class_id, ==, limb);
  g_assert_cmpuint (kb_entity_at (level, 1)->class_id, ==, third);
  g_assert_cmpuint (kb_entity_at (level, 2)->class_id, ==, third);
  /* Given to what is selected: that kind goes on with it, no other. */
  kb_selection_set (context, kb_area_at (level, 0)->node.id);
  canvas_run (canvas, "t:level-select");
  context->next.class_id = limb;
  context->next.class_wished = TRUE;
  kb_level_selection_give_class (context, limb);
  canvas_run (canvas, "t:entity");
  g_assert_cmpuint (context->next.class_id, ==, third);
  canvas_run (canvas, "t:level-select t:level-area");
  g_assert_cmpuint (context->next.class_id, ==, limb);
  canvas_run (canvas, "t:level-select");
  context->next.class_id = body;
  context->next.class_wished = TRUE;
  canvas_run (canvas, "t:wall");
  g_assert_cmpuint (context->next.class_id, ==, body);
  /* Areas of walls, with their own. */
  canvas_run (canvas, "t:level-select p24,8 r24,8");
  kb_level_selection_make_areas (context);
  g_assert_cmpuint (kb_area_at (level, 1)->class_id, ==, limb);
  canvas_free (canvas);
}

/* Click by click through what lies there; locked and hidden ones are not there. */
static void
test_click_through (void)
{
  Canvas *canvas = canvas_new (2);
  const KbLevel *level;

  canvas_show_level (canvas);
  level = the_level (canvas->document);
  canvas_run (canvas, "t:level-area p20,30 r20,30 t:level-select p24,24 r24,24");
  g_assert_true (kb_selection_has (canvas->context, kb_entity_at (level, 0)->node.id));
  canvas_run (canvas, "p24,24 r24,24");
  g_assert_true (kb_selection_has (canvas->context, kb_area_at (level, 1)->node.id) && kb_selection_count (canvas->context) == 1);
  canvas_run (canvas, "p24,24 r24,24");
  g_assert_true (kb_selection_has (canvas->context, kb_entity_at (level, 0)->node.id));
  canvas_run (canvas, "p40,8+s r40,8+s p24,8+s r24,8+s");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 3);
  g_autofree char *words = kb_speak (canvas->context);
  g_assert_nonnull (strstr (words, "yard, level of 5 walls, 2 areas and 1 entity. Selected end: x 40, y 8."));
  g_hash_table_add (canvas->context->locked, GUINT_TO_POINTER (kb_wall_at (level, 0)->class_id));
  kb_selection_clear (canvas->context);
  canvas_run (canvas, "p24,24 r24,24 p24,8 r24,8 p40,8 r40,8");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
  canvas_free (canvas);
}

/* With Walls locked or hidden, its parts are not picked and none is added; hidden ends attract nothing. */
static void
test_locked_walls (void)
{
  for (guint hide = 0; hide < 2; hide++)
    {
      Canvas *canvas = canvas_new (2);
      canvas_show_level (canvas);
      const KbLevel *level = the_level (canvas->document);
      gpointer id = GUINT_TO_POINTER (level->node.id);
      GHashTable *set = hide ? canvas->context->hidden : canvas->context->locked;
      g_hash_table_add (set, id);
      canvas_run (canvas, "t:level-select p24,24 r24,24 p24,8 r24,8 p4,4 m9,9 r44,44");
      g_assert_cmpuint (kb_selection_count (canvas->context), ==, 0);
      canvas_run (canvas, "t:wall p52,12 r52,12 p60,12 r60,12 Enter t:level-area p20,30 r20,30 t:entity p4,4 r4,4");
      g_autofree char *locked = walls_text (canvas->document);
      g_assert_cmpstr (locked, ==, ROOM GATE);
      g_assert_true (kb_count (level->areas) == 1 && kb_count (level->entities) == 1);
      g_hash_table_remove (set, id);
      canvas_run (canvas, "t:wall p52,12 r52,12 p60,12 r60,12 Enter");
      g_autofree char *open = walls_text (canvas->document);
      g_assert_cmpstr (open, ==, ROOM GATE " 52,12-60,12");
      canvas_free (canvas);
    }
}

/* A copy of an area has a name of its own. */
static void
test_area_names (void)
{
  Canvas *canvas = canvas_new (2);
  const KbLevel *level;

  canvas_show_level (canvas);
  level = the_level (canvas->document);
  kb_selection_set (canvas->context, kb_area_at (level, 0)->node.id);
  g_autofree char *text = kb_selection_copy (canvas->context);
  g_autofree char *second = g_strdup_printf ("%s 2", kb_area_at (level, 0)->name), *third = g_strdup_printf ("%s 3", kb_area_at (level, 0)->name);
  g_assert_true (kb_selection_paste (canvas->context, text, NULL));
  g_assert_true (kb_selection_paste (canvas->context, text, NULL));
  g_assert_cmpuint (kb_count (level->areas), ==, 3);
  g_assert_cmpstr (kb_area_at (level, 1)->name, ==, second);
  g_assert_cmpstr (kb_area_at (level, 2)->name, ==, third);
  g_autofree char *copy = kb_selection_copy (canvas->context);     /* of the third */
  g_assert_true (kb_selection_paste (canvas->context, copy, NULL));
  g_assert_true (g_str_has_suffix (kb_area_at (level, 3)->name, " 4"));
  canvas_free (canvas);
}

/* Where nothing was made yet, what is called like it is its class, whatever other levels have. */
static void
test_first_classes (void)
{
  Canvas *canvas = canvas_new (3);
  KbToolContext *context = canvas->context;

  canvas_show_level (canvas);
  const KbLevel *level = the_level (canvas->document);
  while (kb_count (level->areas))
    g_assert_true (kb_document_remove (canvas->document, kb_area_at (level, 0)->node.id, NULL));
  while (kb_count (level->entities))
    g_assert_true (kb_document_remove (canvas->document, kb_entity_at (level, 0)->node.id, NULL));
  g_assert_true (kb_document_set (canvas->document, class_of (canvas, 1), "name", json_string ("floor"), NULL));
  g_assert_true (kb_document_set (canvas->document, class_of (canvas, 2), "name", json_string ("spawn"), NULL));
  g_assert_cmpuint (kb_document_insert (canvas->document, kb_document_project (canvas->document)->node.id, "levels", -1,
                                        json_pack ("{ss s[{ss s[ii]}]}", "name", "garden", "entities", "class",
                                                   kb_class_at (kb_document_project (canvas->document), 0)->name, "at", 1, 1),
                                        NULL),
                    !=, 0);
  canvas_run (canvas, "t:wall t:level-area");
  g_assert_cmpuint (context->next.class_id, ==, class_of (canvas, 1));
  canvas_run (canvas, "t:entity");
  g_assert_cmpuint (context->next.class_id, ==, class_of (canvas, 2));
  canvas_free (canvas);
}

/* With Shift a band begins on a wall as well as beside it; a click still adds the wall. */
static void
test_band_on_wall (void)
{
  Canvas *canvas = canvas_new (2);
  const KbLevel *level;

  canvas_show_level (canvas);
  level = the_level (canvas->document);
  canvas_run (canvas, "t:level-select p48,20+s m30,10+s r4,4+s");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 1);
  g_assert_true (kb_selection_has (canvas->context, kb_wall_at (level, 0)->node.id));
  canvas_run (canvas, "p24,8+s m40,20+s r62,48+s");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 5);
  canvas_run (canvas, "p24,8+s r24,8+s p8,24+s r8,24+s");     /* one out, one in */
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 5);
  g_assert_false (kb_selection_has (canvas->context, kb_wall_at (level, 0)->node.id));
  g_assert_true (kb_selection_has (canvas->context, kb_wall_at (level, 3)->node.id));
  canvas_free (canvas);
}

/* Four quarter turns, and one there and back, whatever the sides are. */
static void
test_quarter_turns (void)
{
  static const int turns[][5] = { { 6, 6, 6, 6 }, { -6, -6, -6, -6 }, { 6, -6 }, { -6, 6 }, { 12, 12 }, { 6, 6, 12 }, { 6, 18 } };
  static const double sides[][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 0, 0 } };     /* in 1/256 */

  for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
    for (guint t = 0; t < G_N_ELEMENTS (turns); t++)
      {
        Canvas *canvas = canvas_new (2);
        canvas_show_level (canvas);
        const KbWall *wall = kb_wall_at (the_level (canvas->document), 0);
        json_t *to = json_pack ("[f, f]", wall->b.x + sides[s][0] / 256, wall->b.y + sides[s][1] / 256);
        g_assert_true (kb_document_set (canvas->document, wall->node.id, "b", to, NULL));
        kb_selection_set (canvas->context, wall->node.id);
        g_autofree char *before = walls_text (canvas->document);
        for (guint i = 0; turns[t][i]; i++)
          {
            kb_level_selection_turn (canvas->context, turns[t][i]);
            g_autofree char *now = walls_text (canvas->document);
            if (turns[t][i + 1])
              g_assert_cmpstr (before, !=, now);
            else
              g_assert_cmpstr (before, ==, now);
          }
        canvas_free (canvas);
      }
}

static void
test_clipboard (void)
{
  Canvas *canvas = canvas_new (2);
  GError *error = NULL;

  canvas_show_level (canvas);
  canvas_run (canvas, "t:level-select p48,20 r48,20");
  g_autofree char *text = kb_selection_copy (canvas->context);
  g_assert_true (kb_selection_can_paste (text));
  g_assert_true (kb_selection_paste (canvas->context, text, &error));
  g_assert_true (kb_selection_paste (canvas->context, text, &error));
  g_autofree char *walls = walls_text (canvas->document);
  g_assert_cmpstr (walls, ==, ROOM GATE " 52,12-52,36! 56,16-56,40!");
  /* At the pointer, on the grid; where it came from, without one. */
  canvas_run (canvas, "m21,13.5");
  g_assert_true (kb_selection_paste (canvas->context, text, &error));
  kb_tools_leave (canvas->context);
  g_assert_true (kb_selection_paste (canvas->context, text, &error));
  g_autofree char *pointed = walls_text (canvas->document);
  g_assert_cmpstr (pointed, ==, ROOM GATE " 52,12-52,36! 56,16-56,40! 20,0-20,24! 60,20-60,44!");
  g_assert_false (kb_selection_paste (canvas->context, "{\"kickbox_selection\": 1}", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  g_assert_false (kb_selection_paste (canvas->context, "{\"kickbox_level\": 1, \"parts\": {\"walls\": [4]}}", &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  kb_tool_context_set_level (canvas->context, 0);
  g_assert_false (kb_selection_paste (canvas->context, text, &error));
  g_assert_error (error, KB_ERROR, KB_ERROR_INPUT);
  g_clear_error (&error);
  canvas_free (canvas);
}

/* Turned and mirrored there and back, joined, by numbers. */
static void
test_selection (void)
{
  Canvas *canvas = canvas_new (2);

  canvas_show_level (canvas);
  canvas_run (canvas, "t:level-select p4,4 m9,9 r44,44");
  g_autofree char *before = walls_text (canvas->document);
  kb_selection_turn (canvas->context, 6);
  kb_selection_turn (canvas->context, -6);
  kb_selection_mirror (canvas->context, TRUE);
  kb_selection_mirror (canvas->context, TRUE);
  g_autofree char *after = walls_text (canvas->document);
  g_assert_cmpstr (before, ==, after);
  kb_level_selection_nudge (canvas->context, -8, -8, FALSE);
  g_autofree char *placed = walls_text (canvas->document);
  g_assert_cmpstr (placed, ==, "0,0-32,0 32,0-32,32 32,32-0,32 0,32-0,0 " GATE);
  canvas_run (canvas, "p32,0 r32,0 p48,8+s r48,8+s");
  g_assert_cmpuint (canvas->context->selection.places->len, ==, 2);
  kb_level_selection_join (canvas->context);
  g_autofree char *joined = walls_text (canvas->document);
  g_assert_cmpstr (joined, ==, "0,0-40,4 40,4-32,32 32,32-0,32 0,32-0,0 40,4-48,32!");
  g_assert_cmpuint (canvas->context->selection.places->len, ==, 1);
  canvas_free (canvas);
}

KIT_PROGRAM (level_tools)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/level-tools/answers", test_answers);
  g_test_add_func ("/level-tools/areas", test_areas);
  g_test_add_func ("/level-tools/joints", test_joints);
  g_test_add_func ("/level-tools/entities", test_entities);
  g_test_add_func ("/level-tools/classes", test_classes);
  g_test_add_func ("/level-tools/click-through", test_click_through);
  g_test_add_func ("/level-tools/locked-walls", test_locked_walls);
  g_test_add_func ("/level-tools/clipboard", test_clipboard);
  g_test_add_func ("/level-tools/area-names", test_area_names);
  g_test_add_func ("/level-tools/quarter-turns", test_quarter_turns);
  g_test_add_func ("/level-tools/first-classes", test_first_classes);
  g_test_add_func ("/level-tools/band-on-wall", test_band_on_wall);
  g_test_add_func ("/level-tools/selection", test_selection);
  return g_test_run ();
}
