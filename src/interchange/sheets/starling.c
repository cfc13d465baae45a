/* SPDX-License-Identifier: MIT */
/* Atlases of Starling and Sparrow: <TextureAtlas imagePath="..."> with a <SubTexture> for each
 * frame. A frame's area is given from the picture's upper left corner, so that trimmed ones have
 * negative frameX and frameY. Sizes of turned ones are those in the sheet. */
#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  KbImport *import;
  const KbPictureLoader *loader;
  gint picture;            /* -1: the atlas has not begun */
} StarlingReader;

/* `missing` if the attribute is not there; FALSE and an error if it is no number of pixels. */
static gboolean
read_starling_number (GMarkupParseContext *context, const StarlingReader *reader,
                      const char **names, const char **values, const char *name, double missing,
                      double *result, GError **error)
{
  const char *text = kb_markup_value (names, values, name);
  char *end;
  *result = text ? g_ascii_strtod (text, &end) : missing;
  return !text
         || (*text && !*end && *result > KB_MIN_COORDINATE && *result < KB_MAX_COORDINATE)
         || kb_markup_fail (context, reader->import->files[0], error,
                            _("%s: '%s' is not a number of pixels"), name, text);
}

static gboolean
begin_atlas (StarlingReader *reader, const char *image, GError **error)
{
  reader->picture = kb_atlas_load_picture (reader->import, reader->loader,
                                           reader->import->files[0], image, error);
  return reader->picture != -1;
}

static gboolean
add_starling_frame (GMarkupParseContext *context, StarlingReader *reader, const char **names,
                    const char **values, GError **error)
{
  static const char *const fields[] = { "x", "y", "width", "height", "frameX", "frameY",
                                        "frameWidth", "frameHeight", "pivotX", "pivotY",
                                        "name", "rotated", NULL };
  enum {
    STARLING_X,
    STARLING_Y,
    WIDTH,
    HEIGHT,
    LEFT,
    TOP,
    FULL_WIDTH,
    FULL_HEIGHT,
    PIVOT_X,
    PIVOT_Y,
    N
  };
  const gboolean turned = g_strcmp0 (kb_markup_value (names, values, "rotated"), "true") == 0;
  const char *name = kb_markup_value (names, values, "name");
  double v[N];
  for (guint i = 0; names[i]; i++)
    kb_import_lose (reader->import, _("attributes that are not known"),
                    !g_strv_contains (fields, names[i]));
  for (guint i = 0; i < N; i++)
    {
      const double missing = i == FULL_WIDTH    ? v[turned ? HEIGHT : WIDTH]
                             : i == FULL_HEIGHT ? v[turned ? WIDTH : HEIGHT]
                                                : 0;
      if (!read_starling_number (context, reader, names, values, fields[i], missing, &v[i], error))
        return FALSE;
    }
  g_autofree char *stem = kb_atlas_frame_name (name ? name : "frame"), *fault = NULL;
  const KbAtlasFrame from = { .name = stem,
                              .part = { (gint) v[STARLING_X], (gint) v[STARLING_Y],
                                        (gint) v[turned ? HEIGHT : WIDTH],
                                        (gint) v[turned ? WIDTH : HEIGHT] },
                              .turned = turned,
                              .offset_x = (gint) -v[LEFT],
                              .offset_y = (gint) -v[TOP],
                              .width = (gint) v[FULL_WIDTH],
                              .height = (gint) v[FULL_HEIGHT] };
  KbImportFrame *frame = kb_atlas_add (reader->import, reader->picture, &from, &fault);
  if (!frame)
    return kb_markup_fail (context, reader->import->files[0], error, "%s", fault);
  if (kb_markup_value (names, values, "pivotX") || kb_markup_value (names, values, "pivotY"))
    kb_atlas_set_pivot (frame, v[PIVOT_X], v[PIVOT_Y]);
  return TRUE;
}

static void
on_starling_start (GMarkupParseContext *context, const char *element, const char **names,
                   const char **values, gpointer data, GError **error)
{
  StarlingReader *reader = data;
  const char *path = reader->import->files[0];
  if (strcmp (element, "TextureAtlas") == 0 && reader->picture == -1)
    begin_atlas (reader, kb_markup_value (names, values, "imagePath"), error);
  else if (strcmp (element, "SubTexture") == 0 && reader->picture != -1
           && reader->import->frames->len < 65536)
    add_starling_frame (context, reader, names, values, error);
  else if (reader->picture == -1)
    kb_markup_fail (context, path, error, _("expected a TextureAtlas, got '%s'"), element);
  else
    kb_import_lose (reader->import, _("elements that are not known"), 1);
}

static gboolean
read_starling (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
               GError **error)
{
  static const GMarkupParser parser = { .start_element = on_starling_start };
  StarlingReader reader = { import, loader, -1 };
  import->lasting_names = TRUE;
  return kb_markup_parse (&parser, &reader, import->files[0], text, length, error);
}

static KbFit
recognise_starling (const KbImportHead *head)
{
  return strstr (head->start, "<TextureAtlas")
             && g_regex_match_simple ("\\A(\xef\xbb\xbf)?\\s*<", head->start, G_REGEX_RAW, 0)
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_starling = {
  .name = "starling",
  .label = N_("Starling atlas"),
  .noun = N_("a Starling atlas"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.xml", NULL },
  .mime_types = (const char *const[]) { "application/xml", NULL },
  .options = (const char *const[]) { "colour_key", "name_animations", "ranges", "hot_spot",
                                     "fresh", NULL },
  .max_bytes = 64 << 20,
  .recognise = recognise_starling,
  .read_sprite = read_starling,
};
