/* SPDX-License-Identifier: MIT */
/* SVG drawings as levels: paths of straight lines, polygons, polylines, lines and rectangles, in
 * groups, with transforms.
 *
 * A pixel is CSS's, 96 per inch. Width, height and viewBox apply as in a browser. The page's top
 * left is (0, 0). svg.c makes walls, areas and classes. Reads XML with GLib's parser: UTF-8
 * only, no entities defined by a document. */
#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document/colour.h"
#include "interchange/importers.h"
#include "interchange/levels/svg_private.h"
#include "interchange/readers/readers.h"

/* ---- svg shapes ---- */

/* Lines become walls unless their stroke is none; closed and filled ones become an area, and those
 * that say nothing of a fill if their stroke is none: they are black. Classes
 * are the names of the groups if there are at least two. Else they are the colours of strokes and
 * fills if there are at least two. Else all shapes get the only group's name, or "wall" and "area".
 * */

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

static KbSvgShapes *
kb_svg_shapes_new (KbLevelFile *file, KbFileLevel *level)
{
  return KB_NEW (KbSvgShapes, file, level, g_array_new (FALSE, FALSE, sizeof (Sort)),
                 g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                 g_string_chunk_new (1024), g_array_new (FALSE, FALSE, sizeof (KbVec)));
}

static void
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
svg_same (KbVec a, KbVec b)
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
      if (point_at == 0
          || !svg_same (p, g_array_index (shapes->chain, KbVec, shapes->chain->len - 1)))
        g_array_append_val (shapes->chain, p);
      else
        kb_messages_lose (shapes->level->messages, _("lines without length"), 1);
    }
  return NULL;
}

static char *
add_svg_walls (KbSvgShapes *shapes, gboolean closed, guint sort)
{
  const KbVec *p = (const KbVec *) (gpointer) shapes->chain->data;
  guint n = shapes->chain->len, lines = n < 2                                       ? 0
                                        : closed && n > 2 && !svg_same (p[0], p[n - 1]) ? n
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
add_svg_ring (KbSvgShapes *shapes, json_t **area, const KbSvgLook *look, gboolean closed)
{
  const KbVec *p = (const KbVec *) (gpointer) shapes->chain->data;
  guint n = shapes->chain->len;
  gboolean back = n > 1 && svg_same (p[0], p[n - 1]);
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

/* Adds the walls, and an area, of a path. Returns NULL; or an error, a new string, if it is outside
 * a level's limits. */
static char *
kb_svg_shapes_add (KbSvgShapes *shapes, const KbSvgPath *path, const KbSvgLook *look)
{
  gboolean drawn = look->stroke.said != KB_SVG_NONE,
           filled = look->fill.said == KB_SVG_PAINT
                    || (look->fill.said == KB_SVG_UNSAID && !drawn);
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
        fault = add_svg_walls (shapes, chain->closed,
                               find_sort (shapes, look->layer, &look->stroke, FALSE));
      if (!fault && filled)
        add_svg_ring (shapes, &area, look, chain->closed);
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

/* Gives all shapes their classes, and reports what was not kept. */
static void
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

/* ---- svg ---- */

typedef struct {
  KbSvgMatrix matrix;
  char *layer;
  KbSvgPaint stroke, fill;
} SvgState;

typedef struct {
  KbLevelFile *file;
  KbFileLevel *level;
  KbSvgShapes *shapes;
  GArray *states;          /* State of the open groups, the drawing's own first */
  guint skipped;           /* depth within a skipped element */
  guint n_classes;
  double view[2];          /* width and height of what the drawing shows, in its units */
  GMarkupParseContext *context;
  const char **names, **values;   /* of the element */
} SvgReader;

/* --- Attributes ------------------------------------------------------------------------------- */

static const char *
find_svg (const SvgReader *reader, const char *name)
{
  return kb_markup_value (reader->names, reader->values, name);
}

#define svg_fail(reader, error, ...)                                                               \
  kb_markup_fail ((reader)->context, (reader)->file->path, error, __VA_ARGS__)

/* Reports a fault of the element, and what follows from such faults. FALSE. Steals the fault. */
static gboolean
report (const SvgReader *reader, char *fault, const char *what)
{
  const char *label = find_svg (reader, "inkscape:label");
  gint line;
  g_markup_parse_context_get_position (reader->context, &line, NULL);
  g_autofree char *place = g_strdup_printf (_("line %d: %s"), line, fault);
  kb_messages_lose_at (reader->level->messages, g_utf8_make_valid (place, -1), what,
                       label ? label : find_svg (reader, "id"));
  g_free (fault);
  return FALSE;
}

#define lose_element(reader, ...)                                                                  \
  report (reader, g_strdup_printf (__VA_ARGS__), _("elements with such values are left out"))

/* A length in pixels, across or down; `missing` if there is none. */
static gboolean
read_length (const SvgReader *reader, const char *name, double missing, double *pixels)
{
  const char *text = find_svg (reader, name);
  const gboolean down = strchr (name, 'y') || g_str_equal (name, "height");
  *pixels = missing;
  return !text || kb_svg_length (text, reader->view[down], pixels)
         || lose_element (reader, _("%s: expected a length, got '%.40s'"), name, text);
}

/* #rgb, #rrggbb, rgb(r, g, b) and the sixteen names of HTML. */
static gboolean
kb_svg_colour (const char *text, guint32 *rgb)
{
  static const struct { const char *name; guint32 rgb; } names[] = {
    { "black", 0x000000 }, { "silver", 0xc0c0c0 }, { "gray", 0x808080 }, { "grey", 0x808080 },
      { "white", 0xffffff },
    { "maroon", 0x800000 },
    { "red", 0xff0000 }, { "purple", 0x800080 }, { "fuchsia", 0xff00ff }, { "magenta", 0xff00ff },
      { "green", 0x008000 },
    { "lime", 0x00ff00 },
    { "olive", 0x808000 }, { "yellow", 0xffff00 }, { "navy", 0x000080 }, { "blue", 0x0000ff },
      { "teal", 0x008080 },
    { "aqua", 0x00ffff },
    { "cyan", 0x00ffff }, { "orange", 0xffa500 },
  };
  gsize digits = text[0] == '#' ? strspn (text + 1, "0123456789abcdefABCDEF") : 0;
  if ((digits == 3 || digits == 6) && !text[1 + digits])
    {
      guint32 v = (guint32) g_ascii_strtoull (text + 1, NULL, 16);
      *rgb = digits == 6 ? v : (v >> 8 & 15) * 0x110000 + (v >> 4 & 15) * 0x1100 + (v & 15) * 0x11;
      return TRUE;
    }
  if (g_str_has_prefix (text, "rgb("))
    {
      const char *at = text + 4;
      double part[3];
      for (guint i = 0; i < 3; i++)
        if (!kb_svg_number (&at, &part[i]) || !(part[i] >= 0 && part[i] <= 255))
          return FALSE;
      *rgb = (guint32) part[0] << 16 | (guint32) part[1] << 8 | (guint32) part[2];
      return *at == ')';
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strcasecmp (names[i].name, text) == 0)
      {
        *rgb = names[i].rgb;
        return TRUE;
      }
  return FALSE;
}

/* Reads a paint from an attribute or the style. Without a text, the inherited paint stays. */
static void
take_paint (KbSvgPaint *paint, const char *text)
{
  if (!text || strcmp (text, "inherit") == 0)
    return;
  gboolean none = strcmp (text, "none") == 0 || strcmp (text, "transparent") == 0;
  *paint =
    (KbSvgPaint) { none ? KB_SVG_NONE : KB_SVG_PAINT, FALSE, 0, .even_odd = paint->even_odd };
  paint->has_rgb = kb_svg_colour (text, &paint->rgb);
}

/* A property of the style, as a new string, or NULL. */
static char *
styled (const SvgReader *reader, const char *name)
{
  const char *style = find_svg (reader, "style");
  g_auto (GStrv) parts = g_strsplit (style ? style : "", ";", -1);
  for (guint i = 0; parts[i]; i++)
    {
      char *colon = strchr (parts[i], ':');
      if (!colon)
        continue;
      *colon = '\0';
      if (strcmp (g_strstrip (parts[i]), name) == 0)
        return g_strdup (g_strstrip (g_strdelimit (colon + 1, "!", '\0')));
    }
  return NULL;
}

/* A property, from the style rather than an attribute, as a new string, or NULL. */
static char *
property (const SvgReader *reader, const char *name)
{
  const char *attribute = find_svg (reader, name);
  char *style = styled (reader, name);
  return style || !attribute ? style : g_strstrip (g_strdup (attribute));
}

static gboolean
svg_is_hidden (const SvgReader *reader)
{
  g_autofree char *display = property (reader, "display"),
                  *visibility = property (reader, "visibility");
  return g_strcmp0 (display, "none") == 0 || g_strcmp0 (visibility, "hidden") == 0
         || g_strcmp0 (visibility, "collapse") == 0;
}

/* A label, or an id given by a person: not "g12" or "layer1". */
static const char *
group_name (const SvgReader *reader)
{
  const char *label = find_svg (reader, "inkscape:label"), *id = find_svg (reader, "id");
  if (label && *label)
    return label;
  gsize letters = id ? strspn (id, "abcdefghijklmnopqrstuvwxyz") : 0;
  gboolean made =
    id && id[letters] && !id[letters + strspn (id + letters, "0123456789-")]
    && ((letters == 1 && id[0] == 'g') || (letters == 5 && g_str_has_prefix (id, "layer")));
  return id && *id && !made ? id : NULL;
}

/* Properties that change how an element looks, and their values that do not. */
static const char *const lost_styles[] = { "clip-path", "mask", "filter", "opacity",
                                           "fill-opacity", "stroke-opacity", "stroke-width",
                                           "stroke-dasharray", "marker-start", "marker-mid",
                                           "marker-end", NULL },
                  *const no_style[] = { "none", "inherit", "1", "1px", NULL };
/* Places and sizes, which are read where they are attributes. */
static const char *const svg_attributes[] = { "transform", "x",  "y",  "width", "height", "rx",
                                              "ry",        "cx", "cy", "r",     "d" };

/* The state of the element within its parents. */
static gboolean
read_state (SvgReader *reader, SvgState *state)
{
  const SvgState *outer = &g_array_index (reader->states, SvgState, reader->states->len - 1);
  const char *transform = find_svg (reader, "transform"), *at;
  g_autofree char *stroke = property (reader, "stroke"), *fill = property (reader, "fill"),
                  *rule = property (reader, "fill-rule");
  KbSvgMatrix own = { 1, 0, 0, 1, 0, 0 };
  if (transform && !kb_svg_transform (transform, &own, &at))
    return lose_element (
      reader, _("transform: expected one such as translate(3, 4), got '%.40s'"), at);
  *state =
    (SvgState){ kb_svg_times (&outer->matrix, &own), outer->layer, outer->stroke, outer->fill };
  take_paint (&state->stroke, stroke);
  take_paint (&state->fill, fill);
  if (rule && strcmp (rule, "inherit") != 0)
    state->fill.even_odd = strcmp (rule, "evenodd") == 0;
  reader->n_classes += find_svg (reader, "class") != NULL;
  for (guint i = 0; lost_styles[i]; i++)
    {
      g_autofree char *style = property (reader, lost_styles[i]);
      kb_messages_lose (reader->level->messages, lost_styles[i],
                        style && !g_strv_contains (no_style, style));
    }
  for (guint i = 0; i < G_N_ELEMENTS (svg_attributes); i++)
    {
      g_autofree char *style = styled (reader, svg_attributes[i]);
      kb_messages_lose (reader->level->messages, _("places and sizes in a style"),
                        style && strcmp (style, "none") != 0);
    }
  return TRUE;
}

/* --- The page --------------------------------------------------------------------------------- */

/* CSS's, for a drawing that says no size. */
static const double default_page[] = { 300, 150 };

/* The free share before a drawing that is smaller than the page: at "xMin" none. */
static double
share_before (const char *aspect, const char *low, const char *high)
{
  return aspect && strstr (aspect, low) ? 0 : aspect && strstr (aspect, high) ? 1 : 0.5;
}

/* Maps the viewBox to the page: as large as fits, centred or at a side, unless it is to be
 * stretched. */
static gboolean
read_view_box (SvgReader *reader, KbSvgMatrix *matrix, GError **error)
{
  const char *text = find_svg (reader, "viewBox"), *at = text,
             *aspect = find_svg (reader, "preserveAspectRatio");
  const char *const sides[] = { find_svg (reader, "width"), find_svg (reader, "height") };
  double box[4], page[2];
  for (guint i = 0; i < 2; i++)
    if (!sides[i] || !kb_svg_length (sides[i], 0, &page[i]) || !(page[i] > 0))
      page[i] = 0;
  for (guint i = 0; i < 2 && !text; i++)
    reader->view[i] = page[i] > 0 ? page[i] : default_page[i];
  if (!text)
    return TRUE;
  for (guint i = 0; i < 4; i++)
    if (!kb_svg_number (&at, &box[i]) || (i > 1 && !(box[i] > 0)))
      return svg_fail (reader, error, _("viewBox: expected left, top, width and height, got '%s'"),
                       text);
  memcpy (reader->view, box + 2, sizeof reader->view);
  /* A side that is missing or relative follows the other side. */
  for (guint i = 0; i < 2; i++)
    if (page[i] == 0)
      page[i] = page[1 - i] > 0 ? page[1 - i] / box[3 - i] * box[2 + i] : box[2 + i];
  double x = page[0] / box[2], y = page[1] / box[3];
  gboolean stretched = aspect && g_str_has_prefix (aspect, "none");
  if (!stretched && x != y)
    {
      double scale = aspect && strstr (aspect, "slice") ? MAX (x, y) : MIN (x, y);
      /* Ignores the rounding of a page size in millimetres. */
      gboolean near = fabs (x - y) < 1e-4 * scale;
      const double left = near ? 0 : share_before (aspect, "xMin", "xMax"),
                   top = near ? 0 : share_before (aspect, "YMin", "YMax");
      *matrix = (KbSvgMatrix) { scale, 0, 0, scale,
                                (page[0] - box[2] * scale) * left - box[0] * scale,
                                (page[1] - box[3] * scale) * top - box[1] * scale };
      x = scale;
    }
  else
    *matrix = (KbSvgMatrix) { x, 0, 0, y, -box[0] * x, -box[1] * y };
  if (x != 1)
    kb_messages_add (
      reader->level->messages,
      _("a unit of the drawing is %.6g pixels, by its width, height and viewBox"), x);
  return TRUE;
}

static void
begin_drawing (SvgReader *reader, GError **error)
{
  SvgState page = {
    { 1, 0, 0, 1, 0, 0 }, NULL, { KB_SVG_UNSAID }, { KB_SVG_UNSAID }
  };
  if (!read_view_box (reader, &page.matrix, error))
    return;
  g_array_append_val (reader->states, page);
  SvgState own = page;
  read_state (reader, &own);
  g_array_append_val (reader->states, own);
}

/* --- Shapes ----------------------------------------------------------------------------------- */

static void
add_corner (KbSvgChain *chain, double x, double y)
{
  KbVec p = { x, y };
  g_array_append_val (chain->points, p);
}

static KbSvgChain *
kb_svg_path_add (KbSvgPath *path, gboolean closed)
{
  KbSvgChain *chain =
    KB_NEW (KbSvgChain, .points = g_array_new (FALSE, FALSE, sizeof (KbVec)), .closed = closed);
  g_ptr_array_add (path->chains, chain);
  return chain;
}

static gboolean
read_rect (SvgReader *reader, KbSvgPath *path)
{
  double x, y, width, height, rx, ry;
  if (!read_length (reader, "x", 0, &x) || !read_length (reader, "y", 0, &y)
      || !read_length (reader, "width", 0, &width)
      || !read_length (reader, "height", 0, &height)
      || !read_length (reader, "rx", 0, &rx) || !read_length (reader, "ry", 0, &ry))
    return FALSE;
  KbSvgChain *chain = width > 0 && height > 0 ? kb_svg_path_add (path, TRUE) : NULL;
  if (!chain)
    return TRUE;
  kb_messages_lose (reader->level->messages, _("round corners of rectangles"), rx > 0 || ry > 0);
  add_corner (chain, x, y);
  add_corner (chain, x + width, y);
  add_corner (chain, x + width, y + height);
  add_corner (chain, x, y + height);
  return TRUE;
}

static gboolean
read_svg_line (SvgReader *reader, KbSvgPath *path)
{
  double x1, y1, x2, y2;
  if (!read_length (reader, "x1", 0, &x1) || !read_length (reader, "y1", 0, &y1)
      || !read_length (reader, "x2", 0, &x2)
      || !read_length (reader, "y2", 0, &y2))
    return FALSE;
  KbSvgChain *chain = kb_svg_path_add (path, FALSE);
  add_corner (chain, x1, y1);
  add_corner (chain, x2, y2);
  return TRUE;
}

typedef struct {
  KbSvgPath *path;
  KbSvgChain *chain;    /* the current chain; NULL: the next line begins one */
  KbVec pen, start;     /* start: of the subpath, where Z goes */
  gboolean broken;      /* the subpath has a curve, so Z is only a line */
} Pen;

static void
line_to (Pen *pen, KbVec to)
{
  if (!pen->chain)
    {
      pen->chain = kb_svg_path_add (pen->path, FALSE);
      g_array_append_val (pen->chain->points, pen->pen);
    }
  g_array_append_val (pen->chain->points, to);
  pen->pen = to;
}

static void
curve_to (Pen *pen, KbVec to)
{
  if (pen->path->n_curves++ == 0)
    pen->path->curve = pen->pen;
  pen->chain = NULL;
  pen->broken = TRUE;
  pen->pen = to;
}

static void
close_part (Pen *pen)
{
  if (pen->broken)
    line_to (pen, pen->start);
  else if (pen->chain)
    pen->chain->closed = TRUE;
  pen->chain = NULL;
  pen->pen = pen->start;
}

/* The number of arguments. The last two, or the one of H and V, are the pen's target. */
static gint
arguments_of (char command)
{
  static const char commands[] = "MLHVCSQTAZ", counts[] = "2211644270";
  const char *found = command ? strchr (commands, g_ascii_toupper (command)) : NULL;
  return found ? counts[found - commands] - '0' : -1;
}

static void
draw (Pen *pen, char command, const double *v, guint n)
{
  gboolean relative = g_ascii_islower (command);
  KbVec origin = relative ? pen->pen : (KbVec) { 0, 0 };
  KbVec to = { origin.x + v[n > 1 ? n - 2 : 0], origin.y + v[n - 1] };
  switch (g_ascii_toupper (command))
    {
    case 'M':
      pen->pen = pen->start = to;
      pen->chain = NULL;
      pen->broken = FALSE;
      break;
    case 'L': line_to (pen, to); break;
    case 'H': line_to (pen, (KbVec) { to.x, pen->pen.y }); break;
    case 'V': line_to (pen, (KbVec) { pen->pen.x, to.y }); break;
    default: curve_to (pen, to); break;
    }
}

/* A flag of an arc is one digit, which needs no space after it. */
static gboolean
read_flag (const char **at, double *flag)
{
  *at += strspn (*at, " \t\r\n\f,");
  if (**at != '0' && **at != '1')
    return FALSE;
  *flag = *(*at)++ - '0';
  return TRUE;
}

static gboolean
read_arguments (const char **at, char command, double *v, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!(g_ascii_toupper (command) == 'A' && (i == 3 || i == 4) ? read_flag (at, &v[i])
                                                                 : kb_svg_number (at, &v[i])))
      return FALSE;
  return TRUE;
}

/* Parses the data of a path. NULL, or what was expected at *at. */
static const char *
kb_svg_path_read (KbSvgPath *path, const char *data, const char **at)
{
  Pen pen = { path, NULL, { 0, 0 }, { 0, 0 }, FALSE };
  char command = '\0';
  for (*at = data;;)
    {
      const char *next = *at;
      double v[7];
      *at = next += strspn (next, " \t\r\n\f");
      gboolean repeated = command && g_ascii_toupper (command) != 'Z' && !g_ascii_isalpha (*next);
      if (!*next)
        return NULL;
      if (repeated)
        command = command == 'M' ? 'L' : command == 'm' ? 'l' : command;
      else if (arguments_of (*next) < 0)
        return _("expected a command of a path, such as M, L or Z");
      else if (!command && g_ascii_toupper (*next) != 'M')
        return _("expected M, with which a path begins");
      else
        command = *next++;
      guint n = (guint) arguments_of (command);
      *at = next;
      if (n == 0)
        close_part (&pen);
      else if (read_arguments (at, command, v, n))
        draw (&pen, command, v, n);
      else
        return _("expected a number");
    }
}

/* The same for the points of a polygon or polyline. */
static const char *
kb_svg_points_read (KbSvgPath *path, const char *data, gboolean closed, const char **at)
{
  KbSvgChain *chain = kb_svg_path_add (path, closed);
  KbVec p;
  for (*at = data; kb_svg_number (at, &p.x);)
    {
      if (!kb_svg_number (at, &p.y))
        return _("expected a number");
      g_array_append_val (chain->points, p);
    }
  return **at ? _("expected a number") : NULL;
}

/* Like a browser, up to the first error. */
static void
read_path (SvgReader *reader, KbSvgPath *path, const char *element)
{
  const char *key = strcmp (element, "path") == 0 ? "d" : "points", *data = find_svg (reader, key),
             *at;
  if (!data)
    return;
  const char *wanted = *key == 'd' ? kb_svg_path_read (path, data, &at)
                       : kb_svg_points_read (path, data, strcmp (element, "polygon") == 0, &at);
  const char *label = find_svg (reader, "inkscape:label"),
             *id = label ? label : find_svg (reader, "id");
  if (wanted)
    report (reader, g_strdup_printf (_("%s: %s at byte %u, got '%.20s'"), key, wanted,
                                     (guint) (at - data), at),
            _("all that comes before such an error is read"));
  if (path->n_curves)
    {
      kb_messages_add (reader->level->messages,
                             ngettext ("%s: %u curve left out, from (%.6g, %.6g) on",
                                       "%s: %u curves left out, from (%.6g, %.6g) on",
                                       path->n_curves),
                             id ? id : element, path->n_curves, path->curve.x, path->curve.y);
    }
}

static gboolean
read_outline (SvgReader *reader, KbSvgPath *path, const char *element)
{
  if (strcmp (element, "rect") == 0)
    return read_rect (reader, path);
  if (strcmp (element, "line") == 0)
    return read_svg_line (reader, path);
  read_path (reader, path, element);
  return TRUE;
}

static void
free_chain (gpointer data)
{
  KbSvgChain *chain = data;
  g_array_unref (chain->points);
  g_free (chain);
}

static void
read_shape (SvgReader *reader, const char *element, GError **error)
{
  SvgState state;
  g_auto (KbSvgPath) path = { g_ptr_array_new_with_free_func (free_chain), 0, { 0, 0 } };
  if (read_state (reader, &state) && read_outline (reader, &path, element))
    {
      const char *name = find_svg (reader, "inkscape:label") ? find_svg (reader, "inkscape:label")
                                                             : find_svg (reader, "id");
      KbSvgLook look = { name, state.layer, state.matrix, state.stroke, state.fill };
      g_autofree char *fault = kb_svg_shapes_add (reader->shapes, &path, &look);
      if (fault)
        svg_fail (reader, error, "%s: %s", name ? name : element, fault);
    }
}

/* --- Elements --------------------------------------------------------------------------------- */

static void
leave_out (SvgReader *reader, const char *element)
{
  g_autofree char *what = g_strdup_printf ("<%s>", element);
  kb_messages_lose_kind (reader->level->messages, what, _("other elements"));
  reader->skipped = 1;
}

static void
begin_group (SvgReader *reader)
{
  const char *name = group_name (reader);
  SvgState state;
  if (!read_state (reader, &state))
    {
      reader->skipped = 1;
      return;
    }
  if (name)
    state.layer = (char *) name;
  state.layer = g_strdup (state.layer);
  g_array_append_val (reader->states, state);
}

static void
on_svg_start (GMarkupParseContext *context, const char *name, const char **names,
              const char **values, gpointer data, GError **error)
{
  static const char *const groups[] = { "g", "a", NULL };
  static const char *const shapes[] = { "path", "polygon", "polyline", "line", "rect", NULL };
  static const char *const silent[] = { "title",   "desc",           "metadata",       "defs",
                                        "symbol",  "clipPath",       "mask",           "marker",
                                        "pattern", "linearGradient", "radialGradient", "filter",
                                        NULL };
  SvgReader *reader = data;
  const char *element = g_str_has_prefix (name, "svg:") ? name + 4 : name;
  reader->context = context;
  reader->names = names;
  reader->values = values;
  if (reader->states->len == 0)
    {
      if (strcmp (element, "svg") == 0)
        begin_drawing (reader, error);
      else
        svg_fail (reader, error, _("expected <svg>, got <%s>"), name);
    }
  else if (reader->skipped)
    reader->skipped++;
  else if (strchr (element, ':') || g_strv_contains (silent, element))
    reader->skipped = 1;
  else if ((g_strv_contains (groups, element) || g_strv_contains (shapes, element))
           && svg_is_hidden (reader))
    {
      kb_messages_lose (reader->level->messages, _("hidden elements"), 1);
      reader->skipped = 1;
    }
  else if (g_strv_contains (groups, element))
    begin_group (reader);
  else if (g_strv_contains (shapes, element))
    {
      read_shape (reader, element, error);
      reader->skipped = 1;
    }
  else
    leave_out (reader, element);
}

static void
on_svg_end (G_GNUC_UNUSED GMarkupParseContext *context, G_GNUC_UNUSED const char *name,
            gpointer data, G_GNUC_UNUSED GError **error)
{
  SvgReader *reader = data;
  if (reader->skipped)
    {
      reader->skipped--;
      return;
    }
  /* The states of the page and the drawing stay. */
  if (reader->states->len > 2)
    {
      g_free (g_array_index (reader->states, SvgState, reader->states->len - 1).layer);
      g_array_set_size (reader->states, reader->states->len - 1);
    }
}

/* Checks the declaration, which the parser ignores. */
static void
on_passthrough (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
                GError **error)
{
  SvgReader *reader = data;
  g_autofree char *name = kb_markup_foreign_encoding (text, length);
  reader->context = context;
  if (name)
    svg_fail (reader, error, _("the encoding %s cannot be read, expected UTF-8"), name);
}

/* --- Whole files ------------------------------------------------------------------------------ */

static gboolean
read_svg (KbLevelFile *file, const char *data, gsize size, G_GNUC_UNUSED const char *map,
          GError **error)
{
  static const GMarkupParser parser = { .start_element = on_svg_start,
                                        .end_element = on_svg_end,
                                        .passthrough = on_passthrough };
  g_autofree char *stem = kb_import_stem (file->path);
  KbFileLevel *level = kb_level_file_add (file, stem);
  SvgReader reader = { .file = file, .level = level, .shapes = kb_svg_shapes_new (file, level) };
  reader.states = g_array_new (FALSE, FALSE, sizeof (SvgState));
  gboolean ok = kb_markup_parse (&parser, &reader, file->path, data, size, error);
  if (ok)
    kb_svg_shapes_finish (reader.shapes);
  if (ok && reader.n_classes && kb_messages_has (level->messages, "<style>"))
    kb_messages_add (level->messages,
                     _("colours, places and sizes that a style sheet says are not known"));
  KB_EACH_IN (const SvgState, state, reader.states)
    g_free (state->layer);
  g_array_unref (reader.states);
  kb_svg_shapes_free (reader.shapes);
  return ok;
}

/* XML that begins with an svg element. */
static KbFit
recognise_svg (const KbImportHead *head)
{
  const char *start = head->start + (g_str_has_prefix (head->start, "\xef\xbb\xbf") ? 3 : 0),
             *svg = strstr (start, "<svg");
  return start[strspn (start, " \t\r\n")] == '<' && svg && svg[4] && strchr (" \t\r\n>:", svg[4])
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_svg = {
  .name = "svg",
  .label = N_("Drawing in SVG"),
  .noun = N_("a drawing in SVG"),
  .expected = N_("a drawing in SVG, which starts with an svg element"),
  .makes = KB_IMPORT_LEVEL,
  .patterns = (const char *const[]) { "*.svg", NULL },
  .mime_types = (const char *const[]) { "image/svg+xml", NULL },
  .options = (const char *const[]) { NULL },
  .recognise = recognise_svg,
  .read_level = read_svg,
};

void
kb_svg_path_clear (KbSvgPath *path)
{
  g_ptr_array_unref (path->chains);
}
