/* SPDX-License-Identifier: MIT */
/* SVG drawings as levels: paths of straight lines, polygons, polylines, lines and rectangles, in
 * groups, with transforms.
 *
 * A pixel is CSS's, 96 per inch. Width, height and viewBox apply as in a browser. The page's top
 * left is (0, 0). svg_shapes.c makes walls, areas and classes. Reads XML with GLib's parser: UTF-8
 * only, no entities defined by a document. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/levels/svg_private.h"
#include "interchange/readers/readers.h"

typedef struct {
  KbSvgMatrix matrix;
  char *layer;
  KbSvgPaint stroke, fill;
} State;

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
} Reader;

/* --- Attributes ------------------------------------------------------------------------------- */

static const char *
find (const Reader *reader, const char *name)
{
  return kb_markup_value (reader->names, reader->values, name);
}

#define fail(reader, error, ...)                                                                   \
  kb_markup_fail ((reader)->context, (reader)->file->path, error, __VA_ARGS__)

/* A length in pixels, across or down; `missing` if there is none. */
static gboolean
read_length (const Reader *reader, const char *name, double missing, double *pixels, GError **error)
{
  const char *text = find (reader, name);
  const gboolean down = strchr (name, 'y') || g_str_equal (name, "height");
  *pixels = missing;
  return !text || kb_svg_length (text, reader->view[down], pixels)
         || fail (reader, error, _("%s: expected a length, got '%s'"), name, text);
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

/* A property, from the style rather than an attribute, as a new string, or NULL. */
static char *
property (const Reader *reader, const char *name)
{
  const char *style = find (reader, "style"), *attribute = find (reader, name);
  g_auto (GStrv) parts = g_strsplit (style ? style : "", ";", -1);
  for (guint i = 0; parts[i]; i++)
    {
      char *colon = strchr (parts[i], ':');
      if (!colon)
        continue;
      *colon = '\0';
      if (strcmp (g_strstrip (parts[i]), name) == 0)
        return g_strdup (g_strstrip (colon + 1));
    }
  return attribute ? g_strstrip (g_strdup (attribute)) : NULL;
}

static gboolean
is_hidden (const Reader *reader)
{
  g_autofree char *display = property (reader, "display"),
                  *visibility = property (reader, "visibility");
  return g_strcmp0 (display, "none") == 0 || g_strcmp0 (visibility, "hidden") == 0
         || g_strcmp0 (visibility, "collapse") == 0;
}

/* A label, or an id given by a person: not "g12" or "layer1". */
static const char *
group_name (const Reader *reader)
{
  const char *label = find (reader, "inkscape:label"), *id = find (reader, "id");
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

/* The state of the element within its parents. */
static gboolean
read_state (Reader *reader, State *state, GError **error)
{
  const State *outer = &g_array_index (reader->states, State, reader->states->len - 1);
  const char *transform = find (reader, "transform"), *at;
  g_autofree char *stroke = property (reader, "stroke"), *fill = property (reader, "fill"),
                  *rule = property (reader, "fill-rule");
  KbSvgMatrix own = { 1, 0, 0, 1, 0, 0 };
  if (transform && !kb_svg_transform (transform, &own, &at))
    return fail (reader, error, _("transform: expected one such as translate(3, 4), got '%.40s'"),
                 at);
  *state = (State){ kb_svg_times (&outer->matrix, &own), outer->layer, outer->stroke, outer->fill };
  take_paint (&state->stroke, stroke);
  take_paint (&state->fill, fill);
  if (rule && strcmp (rule, "inherit") != 0)
    state->fill.even_odd = strcmp (rule, "evenodd") == 0;
  reader->n_classes += find (reader, "class") != NULL;
  for (guint i = 0; lost_styles[i]; i++)
    {
      g_autofree char *style = property (reader, lost_styles[i]);
      kb_messages_lose (reader->level->messages, lost_styles[i],
                        style && !g_strv_contains (no_style, style));
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
read_view_box (Reader *reader, KbSvgMatrix *matrix, GError **error)
{
  const char *text = find (reader, "viewBox"), *at = text,
             *aspect = find (reader, "preserveAspectRatio");
  const char *const sides[] = { find (reader, "width"), find (reader, "height") };
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
      return fail (reader, error, _("viewBox: expected left, top, width and height, got '%s'"),
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
begin_drawing (Reader *reader, GError **error)
{
  State page = {
    { 1, 0, 0, 1, 0, 0 }, NULL, { KB_SVG_UNSAID }, { KB_SVG_UNSAID }
  };
  State own;
  if (!read_view_box (reader, &page.matrix, error))
    return;
  g_array_append_val (reader->states, page);
  if (read_state (reader, &own, error))
    {
      own.layer = NULL;
      g_array_append_val (reader->states, own);
    }
}

/* --- Shapes ----------------------------------------------------------------------------------- */

static void
add_corner (KbSvgChain *chain, double x, double y)
{
  KbVec p = { x, y };
  g_array_append_val (chain->points, p);
}

static gboolean
read_rect (Reader *reader, KbSvgPath *path, GError **error)
{
  double x, y, width, height, rx, ry;
  if (!read_length (reader, "x", 0, &x, error) || !read_length (reader, "y", 0, &y, error)
      || !read_length (reader, "width", 0, &width, error)
      || !read_length (reader, "height", 0, &height, error)
      || !read_length (reader, "rx", 0, &rx, error) || !read_length (reader, "ry", 0, &ry, error))
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
read_line (Reader *reader, KbSvgPath *path, GError **error)
{
  double x1, y1, x2, y2;
  if (!read_length (reader, "x1", 0, &x1, error) || !read_length (reader, "y1", 0, &y1, error)
      || !read_length (reader, "x2", 0, &x2, error)
      || !read_length (reader, "y2", 0, &y2, error))
    return FALSE;
  KbSvgChain *chain = kb_svg_path_add (path, FALSE);
  add_corner (chain, x1, y1);
  add_corner (chain, x2, y2);
  return TRUE;
}

/* Like a browser, up to the first error. */
static void
read_path (Reader *reader, KbSvgPath *path, const char *element)
{
  const char *key = strcmp (element, "path") == 0 ? "d" : "points", *data = find (reader, key), *at;
  if (!data)
    return;
  const char *wanted = *key == 'd' ? kb_svg_path_read (path, data, &at)
                       : kb_svg_points_read (path, data, strcmp (element, "polygon") == 0, &at);
  const char *label = find (reader, "inkscape:label"), *id = label ? label : find (reader, "id");
  gint line;
  g_markup_parse_context_get_position (reader->context, &line, NULL);
  if (wanted)
    {
      g_autofree char *place = g_strdup_printf (_("line %d: %s: %s at byte %u, got '%.20s'"), line,
                                                key, wanted, (guint) (at - data), at);
      kb_messages_lose_at (reader->level->messages, g_utf8_make_valid (place, -1),
                           _("all that comes before such an error is read"), id);
    }
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
read_outline (Reader *reader, KbSvgPath *path, const char *element, GError **error)
{
  if (strcmp (element, "rect") == 0)
    return read_rect (reader, path, error);
  if (strcmp (element, "line") == 0)
    return read_line (reader, path, error);
  read_path (reader, path, element);
  return TRUE;
}

static void
read_shape (Reader *reader, const char *element, GError **error)
{
  State state;
  g_auto (KbSvgPath) path = { NULL };
  kb_svg_path_init (&path);
  gboolean ok = read_state (reader, &state, error) && read_outline (reader, &path, element, error);
  if (ok)
    {
      const char *name =
        find (reader, "inkscape:label") ? find (reader, "inkscape:label") : find (reader, "id");
      KbSvgLook look = { name, state.layer, state.matrix, state.stroke, state.fill };
      g_autofree char *fault = kb_svg_shapes_add (reader->shapes, &path, &look);
      if (fault)
        fail (reader, error, "%s: %s", name ? name : element, fault);
    }
}

/* --- Elements --------------------------------------------------------------------------------- */

static void
leave_out (Reader *reader, const char *element)
{
  g_autofree char *what = g_strdup_printf ("<%s>", element);
  kb_messages_lose_kind (reader->level->messages, what, _("other elements"));
  reader->skipped = 1;
}

static void
begin_group (Reader *reader, GError **error)
{
  const char *name = group_name (reader);
  State state;
  if (!read_state (reader, &state, error))
    return;
  if (name)
    state.layer = (char *) name;
  state.layer = g_strdup (state.layer);
  g_array_append_val (reader->states, state);
}

static void
on_start (GMarkupParseContext *context, const char *name, const char **names, const char **values,
          gpointer data, GError **error)
{
  static const char *const groups[] = { "g", "a", NULL };
  static const char *const shapes[] = { "path", "polygon", "polyline", "line", "rect", NULL };
  static const char *const silent[] = { "title",   "desc",           "metadata",       "defs",
                                        "symbol",  "clipPath",       "mask",           "marker",
                                        "pattern", "linearGradient", "radialGradient", "filter",
                                        NULL };
  Reader *reader = data;
  const char *element = g_str_has_prefix (name, "svg:") ? name + 4 : name;
  reader->context = context;
  reader->names = names;
  reader->values = values;
  if (reader->states->len == 0)
    {
      if (strcmp (element, "svg") == 0)
        begin_drawing (reader, error);
      else
        fail (reader, error, _("expected <svg>, got <%s>"), name);
    }
  else if (reader->skipped)
    reader->skipped++;
  else if (strchr (element, ':') || g_strv_contains (silent, element))
    reader->skipped = 1;
  else if ((g_strv_contains (groups, element) || g_strv_contains (shapes, element))
           && is_hidden (reader))
    {
      kb_messages_lose (reader->level->messages, _("hidden elements"), 1);
      reader->skipped = 1;
    }
  else if (g_strv_contains (groups, element))
    begin_group (reader, error);
  else if (g_strv_contains (shapes, element))
    {
      read_shape (reader, element, error);
      reader->skipped = 1;
    }
  else
    leave_out (reader, element);
}

static void
on_end (G_GNUC_UNUSED GMarkupParseContext *context, G_GNUC_UNUSED const char *name, gpointer data,
        G_GNUC_UNUSED GError **error)
{
  Reader *reader = data;
  if (reader->skipped)
    {
      reader->skipped--;
      return;
    }
  /* The states of the page and the drawing stay. */
  if (reader->states->len > 2)
    {
      g_free (g_array_index (reader->states, State, reader->states->len - 1).layer);
      g_array_set_size (reader->states, reader->states->len - 1);
    }
}

/* Checks the declaration, which the parser ignores. */
static void
on_passthrough (GMarkupParseContext *context, const char *text, gsize length, gpointer data,
                GError **error)
{
  Reader *reader = data;
  g_autofree char *name = kb_markup_foreign_encoding (text, length);
  reader->context = context;
  if (name)
    fail (reader, error, _("the encoding %s cannot be read, expected UTF-8"), name);
}

/* --- Whole files ------------------------------------------------------------------------------ */

static gboolean
read_svg (KbLevelFile *file, const char *data, gsize size, G_GNUC_UNUSED const char *map,
          GError **error)
{
  static const GMarkupParser parser = { .start_element = on_start,
                                        .end_element = on_end,
                                        .passthrough = on_passthrough };
  g_autofree char *stem = kb_import_stem (file->path);
  KbFileLevel *level = kb_level_file_add (file, stem);
  Reader reader = { .file = file, .level = level, .shapes = kb_svg_shapes_new (file, level) };
  reader.states = g_array_new (FALSE, FALSE, sizeof (State));
  gboolean ok = kb_markup_parse (&parser, &reader, file->path, data, size, error);
  if (ok)
    kb_svg_shapes_finish (reader.shapes);
  if (ok && reader.n_classes && kb_messages_has (level->messages, "<style>"))
    kb_messages_add (level->messages, _("colours that a style sheet says are not known"));
  KB_EACH_IN (const State, state, reader.states)
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
