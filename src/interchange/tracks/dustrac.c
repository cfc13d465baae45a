/* SPDX-License-Identifier: MIT */
/* Tracks of DustRacing2D: XML of tiles, objects, and nodes that cars drive to. */
/* <track cols="15" rows="15" name="Figure 8"> has <t i= j= t= o=>: column, row, kind, degrees
 * clockwise. It has <n i= x= y= w= h=>: number, middle and size. It has <o>: trees, tires and
 * walls, which are left out. One tile is 256 pixels. */
#include "interchange/tracks/track_file.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "interchange/importers.h"
#include "interchange/readers/readers.h"

#define MOST_TILES (KB_MAX_ZONES_SIDE / KB_DUSTRAC_TILE)   /* columns or rows */
#define MOST_NODES 1000
#define CAR_RADIUS 24.0      /* pixels: a quarter of the road's half width */

typedef struct {
  KbTrackFile *file;
  guint columns, rows;
  GHashTable *tiles;           /* name and turns -> pixels */
  KbZonesPainter *painter;
  GArray *nodes;
  KbDustracFinish finish;
  gboolean has_finish;
} Reader;

/* --- Attributes ------------------------------------------------------------------------------- */

static gboolean
fail (Reader *reader, GMarkupParseContext *context, GError **error, const char *what)
{
  /* For an element with children, the parser is at the end. */
  return reader->painter ? kb_markup_fail (context, reader->file->path, error, "%s", what)
                         : kb_import_fail (error, reader->file->path, "%s", what);
}

static gboolean
read_number (Reader *reader, GMarkupParseContext *context, const char **names, const char **values,
             const char *name, gint64 min, gint64 max, gint *number, GError **error)
{
  const char *text = kb_markup_value (names, values, name);
  gint64 value;
  if (text && g_ascii_string_to_signed (text, 10, min, max, &value, NULL))
    {
      *number = (gint) value;
      return TRUE;
    }
  g_autofree char *what =
    g_strdup_printf (_("%s: expected a whole number from %" PRId64 " to %" PRId64 ", got %s"), name,
                     min, max, text ? text : _("nothing"));
  return fail (reader, context, error, what);
}

/* --- Elements --------------------------------------------------------------------------------- */

static gboolean
begin_track (Reader *reader, GMarkupParseContext *context, const char **names, const char **values,
             GError **error)
{
  gint columns, rows;
  if (reader->painter)
    return fail (reader, context, error, _("there is a track in the track"));
  if (!read_number (reader, context, names, values, "cols", 1, MOST_TILES, &columns, error)
      || !read_number (reader, context, names, values, "rows", 1, MOST_TILES, &rows, error))
    return FALSE;
  const char *name = kb_markup_value (names, values, "name");
  reader->file->name = name ? kb_import_clean_name (name) : NULL;
  reader->columns = (guint) columns;
  reader->rows = (guint) rows;
  reader->file->painted =
    kb_zones_new (reader->columns * KB_DUSTRAC_TILE, reader->rows * KB_DUSTRAC_TILE, 0);
  reader->painter = kb_zones_painter_new (reader->file->painted);
  return TRUE;
}

static const guint8 *
drawn_tile (Reader *reader, const KbDustracTile *tile, const char *name, guint quarters)
{
  g_autofree char *key = g_strdup_printf ("%s %u", name, quarters);
  guint8 *pixels = g_hash_table_lookup (reader->tiles, key);
  if (pixels)
    return pixels;
  pixels = g_malloc ((gsize) KB_DUSTRAC_TILE * KB_DUSTRAC_TILE);
  kb_dustrac_draw_tile (tile, quarters, pixels);
  g_hash_table_insert (reader->tiles, g_steal_pointer (&key), pixels);
  return pixels;
}

static gboolean
read_tile (Reader *reader, GMarkupParseContext *context, const char **names, const char **values,
           GError **error)
{
  gint column, row, degrees;
  const char *name = kb_markup_value (names, values, "t");
  if (!name)
    return fail (reader, context, error, _("t: expected the kind of a tile"));
  if (!read_number (reader, context, names, values, "i", 0, (gint64) reader->columns - 1, &column,
                    error)
      || !read_number (reader, context, names, values, "j", 0, (gint64) reader->rows - 1, &row,
                       error)
      || !read_number (reader, context, names, values, "o", -36000, 36000, &degrees, error))
    return FALSE;
  if (degrees % 90)
    return fail (reader, context, error,
                 _("o: expected quarters of a turn: 0, 90, 180 or 270 degrees"));
  const KbDustracTile *tile = kb_dustrac_tile (name);
  if (!tile)
    {
      g_autofree char *what = g_strdup_printf (_("tiles of the unknown kind '%s'"), name);
      kb_messages_lose_kind (reader->file->messages, what, _("tiles of other unknown kinds"));
      return TRUE;
    }
  guint quarters = (guint) ((degrees / 90 % 4 + 4) % 4);
  gint x = column * KB_DUSTRAC_TILE, y = row * KB_DUSTRAC_TILE;
  kb_zones_painter_copy_in (reader->painter, x, y, KB_DUSTRAC_TILE, KB_DUSTRAC_TILE,
                            drawn_tile (reader, tile, name, quarters), NULL, KB_DUSTRAC_TILE);
  kb_messages_lose (reader->file->messages,
                    _("bridges: the roads above and below are one crossing"),
                    strcmp (name, "bridge") == 0);
  if (kb_dustrac_tile_use (tile) == KB_DUSTRAC_FINISH)
    {
      reader->finish = (KbDustracFinish) { x, y, quarters };
      reader->has_finish = TRUE;
    }
  return TRUE;
}

static gboolean
read_node (Reader *reader, GMarkupParseContext *context, const char **names, const char **values,
           GError **error)
{
  gint index, x, y, width, height;
  if (reader->nodes->len == MOST_NODES)
    return fail (reader, context, error, _("there are more than 1000 target nodes"));
  if (!read_number (reader, context, names, values, "i", 0, G_MAXINT, &index, error)
      || !read_number (reader, context, names, values, "x", 0, KB_MAX_ZONES_SIDE, &x, error)
      || !read_number (reader, context, names, values, "y", 0, KB_MAX_ZONES_SIDE, &y, error)
      || !read_number (reader, context, names, values, "w", 0, KB_MAX_ZONES_SIDE, &width, error)
      || !read_number (reader, context, names, values, "h", 0, KB_MAX_ZONES_SIDE, &height, error))
    return FALSE;
  KbDustracNode node = { index, x, y, width, height };
  g_array_append_val (reader->nodes, node);
  return TRUE;
}

static void
on_start (GMarkupParseContext *context, const char *element, const char **names,
          const char **values, gpointer data, GError **error)
{
  Reader *reader = data;
  gboolean is_track = strcmp (element, "track") == 0;
  if (!is_track && !reader->painter)
    fail (reader, context, error, _("expected <track>"));
  else if (is_track)
    begin_track (reader, context, names, values, error);
  else if (strcmp (element, "t") == 0)
    read_tile (reader, context, names, values, error);
  else if (strcmp (element, "n") == 0)
    read_node (reader, context, names, values, error);
  else
    kb_messages_lose (reader->file->messages,
                      _("things next to the road, such as trees and walls"),
                      strcmp (element, "o") == 0);
}

/* --- Whole files ------------------------------------------------------------------------------ */

static gboolean
parse (Reader *reader, const char *text, gsize length, GError **error)
{
  static const GMarkupParser parser = { .start_element = on_start };
  return kb_markup_parse (&parser, reader, reader->file->path, text, length, error)
         && (reader->painter
             || kb_import_fail (error, reader->file->path, _("there is no track in it")));
}

static gboolean
read_dustrac (KbTrackFile *file, const char *text, gsize length, GError **error)
{
  Reader reader = { .file = file,
                    .tiles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
                    .nodes = g_array_new (FALSE, FALSE, sizeof (KbDustracNode)) };
  gboolean ok = parse (&reader, text, length, error);
  if (ok)
    {
      g_autoptr (KbZonesPatch) patch = kb_zones_painter_finish (reader.painter);
      if (patch)
        file->painted = kb_zones_apply (file->painted, patch, TRUE);
      kb_track_file_add_surface (file, "asphalt", 0x4d4d55, KB_SURFACE_ROAD);
      kb_track_file_add_surface (file, "grass", 0x4f9e3f, KB_SURFACE_OFF);
      kb_track_file_add_surface (file, "sand", 0xe0c068, KB_SURFACE_OFF);
      file->radius = CAR_RADIUS;
      kb_dustrac_add_gates (file, reader.has_finish ? &reader.finish : NULL, reader.nodes);
    }
  else
    kb_zones_painter_cancel (reader.painter);
  g_hash_table_unref (reader.tiles);
  g_array_unref (reader.nodes);
  return ok;
}

/* XML whose first element is a track with columns. */
static KbFit
recognise_dustrac (const KbImportHead *head)
{
  const char *track = strstr (head->start, "<track "), *end = track ? strchr (track, '>') : NULL;
  g_autofree char *element = end ? g_strndup (track, (gsize) (end - track)) : NULL;
  return element && head->start[strspn (head->start, " \t\r\n\xef\xbb\xbf")] == '<'
             && strstr (element, "cols=")
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_dustrac = {
  .name = "dustrac",
  .label = N_("Track of DustRacing2D"),
  .noun = N_("a track of DustRacing2D"),
  .makes = KB_IMPORT_TRACK,
  .patterns = (const char *const[]) { "*.trk", NULL },
  .mime_types = (const char *const[]) { NULL },
  .options = (const char *const[]) { "resize", "fresh", NULL },
  .recognise = recognise_dustrac,
  .read_track = read_dustrac,
};
