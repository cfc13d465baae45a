/* SPDX-License-Identifier: MIT */
/* Names next to areas and entities, and the legend shown when there is no room for them. */
#include "drawing/levels/level_marks.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define EXTENT 110.0          /* maximum width of a name, canvas pixels */
#define MOST 100              /* maximum names of entities */
#define ROOM (220.0 * 110.0)  /* canvas area needed for the name of one entity */
#define MOST_AREAS 24         /* maximum named areas, the largest ones: */
#define LEAST_WIDTH 80.0      /* minimum width of an area, canvas pixels */
#define LEAST_HEIGHT 30.0

#define ROW 17.0              /* height of a row of the legend */
#define SWATCH 9.0
#define PAD 8.0
#define FROM_CORNER 10.0
#define FONT 11.0
#define MOST_ROWS 12

/* ---- the legend ---- */

static void
add_class (GHashTable *found, KbId id, KbId *last)
{
  if (id != *last)
    g_hash_table_add (found, GUINT_TO_POINTER (*last = id));
}

GArray *
kb_level_classes (const KbLevel *level, const KbLevelLook *look)
{
  const KbProject *project = kb_document_project (look->document);
  g_autoptr (GHashTable) found = g_hash_table_new (NULL, NULL);
  GArray *classes = g_array_new (FALSE, FALSE, sizeof (KbId));
  guint n = kb_count (level->walls);
  const KbLevelLine *lines = look->lines ? kb_level_lines_get (look->lines, &n) : NULL;
  KbId last = 0;
  for (guint i = 0; i < n; i++)
    add_class (found, lines ? lines[i].class_id : kb_wall_at (level, i)->class_id, &last);
  KB_EACH (const KbArea, area, level->areas)
    add_class (found, area->class_id, &last);
  KB_EACH (const KbEntity, entity, level->entities)
    add_class (found, entity->class_id, &last);
  KB_EACH (KbClass, class, project->classes)
    {
      KbId id = class->node.id;
      if (g_hash_table_contains (found, GUINT_TO_POINTER (id)) && !kb_level_look_hides (look, id))
        g_array_append_val (classes, id);
    }
  return classes;
}

typedef struct {
  GArray *classes;       /* KbId */
  guint rows;            /* with too many classes the last row counts the rest */
  KbBounds box;          /* canvas pixels */
} Key;

/* Text of a row, as a new string. */
static char *
row_text (const Key *key, const KbLevelLook *look, guint row)
{
  guint left = key->classes->len - row;
  if (row + 1 == key->rows && left > 1)
    return g_strdup_printf (g_dngettext (NULL, "%u more", "%u more", left), left);
  const char *name = kb_class_name (look->document, g_array_index (key->classes, KbId, row));
  return g_utf8_strlen (name, -1) > 20
           ? g_strdup_printf ("%.*s…", (int) (g_utf8_offset_to_pointer (name, 19) - name), name)
           : g_strdup (name);
}

/* In the lower left corner, at most a third as high as the canvas. */
static Key
lay_out (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  Key key = { .classes = kb_level_classes (level, look) };
  double width = 0;
  key.rows =
    MIN (key.classes->len, (guint) CLAMP ((view->height - view->inset) / 3 / ROW, 0, MOST_ROWS));
  for (guint i = 0; i < key.rows; i++)
    {
      g_autofree char *text = row_text (&key, look, i);
      width = MAX (width, kb_text_advance (cr, text, FONT, FALSE));
    }
  key.box =
    (KbBounds) { view->inset + FROM_CORNER, view->height - FROM_CORNER - key.rows * ROW - PAD,
                ceil (view->inset + FROM_CORNER + 3 * PAD + SWATCH + width),
                view->height - FROM_CORNER };
  return key;
}

static void
draw_key (cairo_t *cr, const Key *key, const KbLevelLook *look)
{
  cairo_save (cr);
  kb_path_rounded (cr, key->box, 6);
  kb_fill (cr, look->style->pill, 1);
  for (guint i = 0; i < key->rows; i++)
    {
      g_autofree char *text = row_text (key, look, i);
      double x = key->box.x0 + PAD, y = key->box.y0 + PAD / 2 + i * ROW;
      if (i + 1 < key->rows || key->rows == key->classes->len)
        {
          cairo_rectangle (cr, x, y + (ROW - SWATCH) / 2, SWATCH, SWATCH);
          kb_set_colour (
            cr, kb_class_colour (look->document, g_array_index (key->classes, KbId, i)), 1);
          cairo_fill (cr);
        }
      kb_draw_text (cr, x + SWATCH + PAD, y + ROW / 2 + FONT * 0.36, text, look->style->pill_text,
                    FONT, FALSE);
    }
  cairo_restore (cr);
}

/* ---- names ---- */

static void
add_label (KbLabels *labels, const KbView *view, const KbLevelLook *look, const KbNode *node,
           const char *name, KbId class_id, KbBounds place)
{
  KbVec a = kb_view_to_canvas (view, (KbVec) { place.x0, place.y0 }),
        b = kb_view_to_canvas (view, (KbVec) { place.x1, place.y1 });
  kb_labels_add (labels, &(KbLabel) { .text = name ? name
                                                   : kb_class_name (look->document, class_id),
                                     .colour = kb_class_colour (look->document, class_id),
                                     .id = node->id,
                                     .around = { a.x, a.y, b.x, b.y },
                                     .extent = EXTENT,
                                     .margin = 8 });
}

static gboolean
is_seen (const KbEntity *entity, const KbLevelLook *look, KbBounds sight)
{
  return !kb_level_look_hides (look, entity->class_id)
         && kb_bounds_meet ((KbBounds) { entity->at.x, entity->at.y, entity->at.x, entity->at.y },
                            sight);
}

static gboolean
have_room (const KbLevel *level, const KbView *view, const KbLevelLook *look, KbBounds sight)
{
  guint n = 0;
  KB_EACH (const KbEntity, entity, level->entities)
    n += is_seen (entity, look, sight);
  return n <= MIN (MOST, (double) view->width * view->height / ROOM);
}

static void
add_entities (KbLabels *labels, const KbLevel *level, const KbView *view, const KbLevelLook *look,
              KbBounds sight)
{
  double half = kb_entity_half (view) / view->scale;
  KB_EACH (const KbEntity, entity, level->entities)
    {
      if (!is_seen (entity, look, sight))
        continue;
      add_label (labels, view, look, &entity->node, entity->name, entity->class_id,
                 (KbBounds) { entity->at.x - half, entity->at.y - half, entity->at.x + half,
                             entity->at.y + half });
      kb_labels_avoid (labels, kb_entity_arrow_bounds (view, entity));
    }
}

typedef struct {
  const KbArea *area;
  KbBounds place;
  double size;
} Named;

static gboolean
is_large (const KbView *view, KbBounds place)
{
  return (place.x1 - place.x0) * view->scale >= LEAST_WIDTH
         && (place.y1 - place.y0) * view->scale >= LEAST_HEIGHT;
}

static KbBounds
visible_part (KbBounds place, KbBounds sight)
{
  return (KbBounds) { MAX (place.x0, sight.x0), MAX (place.y0, sight.y0),
                      MIN (place.x1, sight.x1), MIN (place.y1, sight.y1) };
}

static int
larger_first (gconstpointer one, gconstpointer other)
{
  const Named *a = one, *b = other;
  if (a->size != b->size)
    return a->size > b->size ? -1 : 1;
  return a->area->node.id < b->area->node.id ? -1 : 1;
}

/* FALSE: not all are named. */
static gboolean
add_areas (KbLabels *labels, const KbLevel *level, const KbView *view, const KbLevelLook *look,
           KbBounds sight)
{
  g_autoptr (GArray) named = g_array_new (FALSE, FALSE, sizeof (Named));
  guint n = 0;
  KB_EACH (const KbArea, one_area, level->areas)
    {
      Named one = { one_area, kb_area_bounds (one_area), 0 };
      if (kb_level_look_hides (look, one.area->class_id) || !kb_bounds_meet (one.place, sight))
        continue;
      const gboolean large = is_large (view, one.place);
      if (large && !is_large (view, visible_part (one.place, sight)))
        continue;
      one.size = (one.place.x1 - one.place.x0) * (one.place.y1 - one.place.y0);
      n++;
      if (large)
        g_array_append_val (named, one);
    }
  g_array_sort (named, larger_first);
  KB_EACH_IN_WHILE (one_at < MOST_AREAS, const Named, one, named)
    add_label (labels, view, look, &one->area->node, one->area->name, one->area->class_id,
               one->place);
  return n <= MIN (named->len, MOST_AREAS);
}

void
kb_draw_level_names (cairo_t *cr, const KbLevel *level, const KbView *view, const KbLevelLook *look)
{
  g_autoptr (KbLabels) labels = kb_labels_new (view, look->style);
  KbBounds sight = kb_view_visible (view);
  gboolean room = have_room (level, view, look, sight), all = TRUE;
  if (look->memory)
    kb_labels_set_memory (labels, look->memory, FALSE);
  if (room && look->parts & KB_LEVEL_LABELS)
    add_entities (labels, level, view, look, sight);
  all = add_areas (labels, level, view, look, sight) && room;
  Key key = { .classes = NULL };
  if (!all && look->parts & KB_LEVEL_KEY)
    {
      key = lay_out (cr, level, view, look);
      kb_labels_keep_off (labels, key.box);
    }
  kb_labels_draw (labels, cr);
  if (key.rows)
    draw_key (cr, &key, look);
  g_clear_pointer (&key.classes, g_array_unref);
}
