/* SPDX-License-Identifier: MIT */
/* Lines become walls unless their stroke is none; closed and filled ones become an area.
 *
 * Classes are the names of the groups if there are at least two. Else they are the colours of
 * strokes and fills if there are at least two. Else all shapes get the only group's name, or "wall"
 * and "area". */
#include "document/colour.h"
#include "interchange/levels/svg_private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* The properties that decide a shape's class. */
typedef struct {
  const char *layer;       /* interned, or NULL */
  gboolean has_rgb, area;
  guint32 rgb;
} Sort;

struct KbSvgShapes {
  KbLevelFile *file;
  KbFileLevel *level;
  GArray *sorts;           /* Sort; until the end, walls and areas use its index as their class */
  GHashTable *known;       /* properties as text -> index of the sort + 1 */
  GStringChunk *names;
  GArray *chain;           /* KbVec of the current chain */
  double boxes[2][4];      /* of rings of each direction: min x, y, -x, -y */
};

KbSvgShapes *
kb_svg_shapes_new (KbLevelFile *file, KbFileLevel *level)
{
  return KB_NEW (KbSvgShapes, file, level, g_array_new (FALSE, FALSE, sizeof (Sort)),
                 g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                 g_string_chunk_new (1024), g_array_new (FALSE, FALSE, sizeof (KbVec)));
}

void
kb_svg_shapes_free (KbSvgShapes *shapes)
{
  g_array_unref (shapes->sorts);
  g_array_unref (shapes->chain);
  g_hash_table_unref (shapes->known);
  g_string_chunk_free (shapes->names);
  g_free (shapes);
}

static guint
find_sort (KbSvgShapes *shapes, const char *layer, const KbSvgPaint *paint, gboolean area)
{
  Sort sort = { layer ? g_string_chunk_insert_const (shapes->names, layer) : NULL, paint->has_rgb,
                area, paint->has_rgb ? paint->rgb : 0 };
  g_autofree char *key =
    g_strdup_printf ("%d %d %06x %s", area, sort.has_rgb, sort.rgb, layer ? layer : "");
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (shapes->known, key));
  if (known)
    return known - 1;
  g_array_append_val (shapes->sorts, sort);
  g_hash_table_insert (shapes->known, g_steal_pointer (&key),
                       GUINT_TO_POINTER (shapes->sorts->len));
  return shapes->sorts->len - 1;
}

static gboolean
same (KbVec a, KbVec b)
{
  return a.x == b.x && a.y == b.y;
}

/* Converts a chain to positions in the level, without repetitions. */
static char *
place_chain (KbSvgShapes *shapes, const KbSvgChain *chain, const KbSvgMatrix *matrix)
{
  g_array_set_size (shapes->chain, 0);
  KB_EACH_IN (const KbVec, point, chain->points)
    {
      KbVec p = kb_svg_moved (matrix, *point);
      if (!(fabs (p.x) <= KB_LEVEL_LIMIT && fabs (p.y) <= KB_LEVEL_LIMIT))
        return g_strdup_printf (
          _("(%.9g, %.9g) is outside the limits of a level, %d pixels each way"), p.x, p.y,
          KB_LEVEL_LIMIT);
      p = kb_vec_to_grid (p);
      if (point_at == 0 || !same (p, g_array_index (shapes->chain, KbVec, shapes->chain->len - 1)))
        g_array_append_val (shapes->chain, p);
      else
        kb_messages_lose (shapes->level->messages, _("lines without length"), 1);
    }
  return NULL;
}

static char *
add_walls (KbSvgShapes *shapes, gboolean closed, guint sort)
{
  const KbVec *p = (const KbVec *) (gpointer) shapes->chain->data;
  guint n = shapes->chain->len, lines = n < 2                                       ? 0
                                        : closed && n > 2 && !same (p[0], p[n - 1]) ? n
                                                                                    : n - 1;
  if (lines > KB_MAX_WALLS - shapes->level->walls->len)
    return g_strdup_printf (_("there are more than %d walls"), KB_MAX_WALLS);
  for (guint i = 0; i < lines; i++)
    kb_file_level_add_wall (shapes->level, p[i], p[(i + 1) % n], sort);
  return NULL;
}

/* Whether the nonzero rule may fill more of the ring in the chain than the even-odd rule. Then it
 * turns more than once, or its box overlaps that of the area's rings of the same direction. */
static gboolean
may_fill_twice (KbSvgShapes *shapes, guint n)
{
  const KbVec *p = (const KbVec *) (gpointer) shapes->chain->data;
  double turn = 0, box[4] = { G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE };
  for (guint i = 0; i < n; i++)
    {
      const KbVec a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n],
                  u = { b.x - a.x, b.y - a.y }, v = { c.x - b.x, c.y - b.y };
      const double sides[4] = { a.x, a.y, -a.x, -a.y };
      turn += atan2 (u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y);
      for (guint k = 0; k < 4; k++)
        box[k] = MIN (box[k], sides[k]);
    }
  double *all = shapes->boxes[turn > 0];
  const gboolean overlaps =
    all[0] < -box[2] && all[1] < -box[3] && box[0] < -all[2] && box[1] < -all[3];
  for (guint k = 0; k < 4; k++)
    all[k] = MIN (all[k], box[k]);
  return overlaps || fabs (turn) > 3 * G_PI;
}

/* Also adds chains that return to their start without being closed. */
static void
add_ring (KbSvgShapes *shapes, json_t **area, const KbSvgLook *look, gboolean closed)
{
  const KbVec *p = (const KbVec *) (gpointer) shapes->chain->data;
  guint n = shapes->chain->len;
  gboolean back = n > 1 && same (p[0], p[n - 1]);
  n -= back;
  if ((!closed && !back) || n < 3)
    {
      kb_messages_lose (shapes->level->messages,
                        _("areas that are not closed, or have no inside"), 1);
      return;
    }
  if (!*area)
    *area = kb_file_level_add_area (shapes->level, look->name ? look->name : "",
                                    find_sort (shapes, look->layer, &look->fill, TRUE));
  kb_messages_lose (shapes->level->messages,
                    _("outlines with the fill-rule nonzero, read as evenodd"),
                    !look->fill.even_odd && may_fill_twice (shapes, n));
  kb_file_area_add_ring (*area, p, n);
}

char *
kb_svg_shapes_add (KbSvgShapes *shapes, const KbSvgPath *path, const KbSvgLook *look)
{
  gboolean drawn = look->stroke.said != KB_SVG_NONE, filled = look->fill.said == KB_SVG_PAINT;
  json_t *area = NULL;
  char *fault = NULL;
  for (guint k = 0; k < 8; k++)
    shapes->boxes[k / 4][k % 4] = G_MAXDOUBLE;
  kb_messages_lose (shapes->level->messages,
                    _("elements that are neither drawn nor filled"), !drawn && !filled);
  KB_EACH_WHILE ((drawn || filled) && !fault, const KbSvgChain, chain, path->chains)
    {
      fault = place_chain (shapes, chain, &look->matrix);
      if (!fault && drawn)
        fault =
          add_walls (shapes, chain->closed, find_sort (shapes, look->layer, &look->stroke, FALSE));
      if (!fault && filled)
        add_ring (shapes, &area, look, chain->closed);
    }
  return fault;
}

/* --- Classes ---------------------------------------------------------------------------------- */

typedef enum { BY_LAYERS, BY_COLOURS, BY_NOTHING } Rule;

static Rule
find_rule (const KbSvgShapes *shapes, const char **only)
{
  g_autoptr (GHashTable) layers = g_hash_table_new (NULL, NULL),
                         colours = g_hash_table_new (NULL, NULL);
  *only = NULL;
  KB_EACH_IN (const Sort, sort, shapes->sorts)
    {
      if (sort->layer)
        g_hash_table_add (layers, (gpointer) (*only = sort->layer));
      if (sort->has_rgb)
        g_hash_table_add (colours, GUINT_TO_POINTER (sort->rgb));
    }
  return g_hash_table_size (layers) > 1    ? BY_LAYERS
         : g_hash_table_size (colours) > 1 ? BY_COLOURS
                                           : BY_NOTHING;
}

static guint
class_of (KbSvgShapes *shapes, const Sort *sort, Rule rule, const char *only)
{
  const guint32 rgba = sort->rgb << 8 | 0xff;
  const KbColourText colour = kb_colour_text (rgba);
  const char *name = rule == BY_LAYERS ? sort->layer : rule == BY_NOTHING ? only : NULL;
  if (rule == BY_COLOURS && sort->has_rgb)
    name = colour.text;
  if (!name)
    name = sort->area ? "area" : "wall";
  return kb_level_file_class (shapes->file, name, sort->has_rgb ? rgba : 0);
}

void
kb_svg_shapes_finish (KbSvgShapes *shapes)
{
  KbFileLevel *level = shapes->level;
  const char *only;
  Rule rule = find_rule (shapes, &only);
  g_autofree guint *classes = g_new (guint, shapes->sorts->len + 1);
  KB_EACH_IN (const Sort, one, shapes->sorts)
    classes[one_at] = class_of (shapes, one, rule, only);
  KB_EACH_IN (KbFileWall, wall, level->walls)
    wall->class_index = classes[wall->class_index];
  KB_EACH_JSON (area, level->areas)
    {
      json_int_t sort = json_integer_value (json_object_get (area, "class"));
      json_object_set_new (area, "class", json_integer (classes[sort]));
    }
}
