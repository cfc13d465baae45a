/* SPDX-License-Identifier: MIT */
/* Atlases of libGDX and Spine: text, page by page. A page begins with its picture after an empty
 * line; then come its regions, a name on a line and "key: value" lines below. Reads both the old
 * keys (xy, size, orig, offset) and the new ones (bounds, offsets). Offsets are from the lower left
 * corner. Turned regions are stored counter-clockwise, and their sizes are upright. */
#include "interchange/importers.h"
#include "interchange/sheets/sheets.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define MAX_NUMBERS 4

typedef struct {
  KbImport *import;
  guint line;
  gint picture;            /* of the page; -1: its picture comes next */
  KbAtlasFrame region;     /* its name NULL: none has begun */
  gint index;              /* of the region; -1: none */
  gint offset[2], full[2]; /* as in the file; a full size of 0: the region's own */
  GString *fields;         /* of the region, that libGDX does not know: lines "key:value" */
} LibgdxReader;

/* Both are in the order of the file's numbers. */
static const struct { const char *key; guint n; gsize members[MAX_NUMBERS]; } libgdx_keys[] = {
#define AT(member) G_STRUCT_OFFSET (LibgdxReader, member)
  { "xy", 2, { AT (region.part.x), AT (region.part.y) } },
  { "size", 2, { AT (region.part.width), AT (region.part.height) } },
  { "bounds", 4, { AT (region.part.x), AT (region.part.y), AT (region.part.width),
                   AT (region.part.height) } },
  { "orig", 2, { AT (full[0]), AT (full[1]) } },
  { "offset", 2, { AT (offset[0]), AT (offset[1]) } },
  { "offsets", 4, { AT (offset[0]), AT (offset[1]), AT (full[0]), AT (full[1]) } },
  { "index", 1, { AT (index) } },
#undef AT
};

static gboolean
fail_libgdx (const LibgdxReader *reader, GError **error, const char *text)
{
  return kb_import_fail (error, reader->import->files[0], _("line %u: %s"), reader->line, text);
}

/* Fields of Kickbox: see src/exporters/export_libgdx.c. */
static void
add_libgdx_marks (const LibgdxReader *reader, KbImportFrame *frame)
{
  g_auto (GStrv) lines = g_strsplit (reader->fields->str, "\n", -1);
  for (guint i = 0; lines[i] && *lines[i]; i++)
    {
      char *key = lines[i], *value = strchr (key, ':');
      gint n[MAX_NUMBERS];
      *value++ = '\0';
      const int count = sscanf (value, "%7d ,%7d ,%7d ,%7d", n, n + 1, n + 2, n + 3);
      if (count == 2 && strcmp (key, "hot_spot") == 0)
        kb_marks_set_hot_spot (frame, n[0], n[1]);
      else if (count == 2 && g_str_has_prefix (key, "point "))
        kb_marks_add_point (reader->import, frame, key + strlen ("point "), n[0], n[1]);
      else if (count == 4 && g_str_has_prefix (key, "box "))
        kb_marks_add_shape (reader->import, frame, key + strlen ("box "),
                            json_pack ("{s[iiii]}", "box", n[0], n[1], n[2], n[3]));
      else
        kb_import_lose (reader->import, _("keys that are not known"), 1);
    }
  g_string_truncate (reader->fields, 0);
}

/* Adds the region that has ended. */
static gboolean
end_region (LibgdxReader *reader, GError **error)
{
  KbAtlasFrame *region = &reader->region;
  g_autofree char *own = (char *) region->name, *fault = NULL;
  if (!own)
    return TRUE;
  g_autofree char *name =
    reader->index >= 0 ? g_strdup_printf ("%s %d", own, reader->index) : g_strdup (own);
  region->name = name;
  region->width = reader->full[0] ? reader->full[0] : region->part.width;
  region->height = reader->full[1] ? reader->full[1] : region->part.height;
  region->offset_x = reader->offset[0];
  region->offset_y = region->height - region->part.height - reader->offset[1];
  KbImportFrame *frame = kb_atlas_add (reader->import, reader->picture, region, &fault);
  region->name = NULL;
  if (frame)
    add_libgdx_marks (reader, frame);
  return frame || fail_libgdx (reader, error, fault);
}

static gboolean
read_libgdx_key (LibgdxReader *reader, const char *key, const char *value, GError **error)
{
  if (strcmp (key, "rotate") == 0)
    {
      reader->region.turned = strcmp (value, "true") == 0 || strcmp (value, "90") == 0 ? -1 : 0;
      if (!reader->region.turned && strcmp (value, "false") != 0 && strcmp (value, "0") != 0)
        kb_import_lose (reader->import, _("turns that are no quarter"), 1);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (libgdx_keys); i++)
    if (strcmp (libgdx_keys[i].key, key) == 0)
      {
        g_auto (GStrv) words = g_strsplit (value, ",", MAX_NUMBERS + 1);
        gboolean ok = g_strv_length (words) == libgdx_keys[i].n;
        for (guint k = 0; ok && k < libgdx_keys[i].n; k++)
          {
            gint64 number;
            ok = g_ascii_string_to_signed (g_strstrip (words[k]), 10, KB_MIN_COORDINATE,
                                           KB_MAX_COORDINATE, &number, NULL);
            G_STRUCT_MEMBER (gint, reader, libgdx_keys[i].members[k]) = ok ? (gint) number : 0;
          }
        return ok || fail_libgdx (reader, error, _("the numbers of the key are wrong"));
      }
  if (strcmp (key, "split") == 0 || strcmp (key, "pad") == 0)
    kb_import_lose (reader->import, _("borders for nine-slice scaling"), 1);
  else
    g_string_append_printf (reader->fields, "%s:%s\n", key, value);
  return TRUE;
}

static gboolean
read_libgdx_line (LibgdxReader *reader, char *line, const KbPictureLoader *loader, GError **error)
{
  char *colon = strchr (line, ':');
  g_strstrip (line);
  if (!*line)
    {
      const gboolean ok = end_region (reader, error);
      reader->picture = -1;
      return ok;
    }
  if (reader->picture == -1)
    {
      reader->picture = kb_atlas_load_picture (reader->import, loader, reader->import->files[0],
                                               line, error);
      return reader->picture != -1;
    }
  if (colon)
    {
      *colon = '\0';
      /* Of the page: its size, format, filter and so on are not needed. */
      if (reader->region.name)
        return read_libgdx_key (reader, g_strstrip (line), g_strstrip (colon + 1), error);
      kb_import_lose (reader->import, _("premultiplied colours"),
                      strcmp (line, "pma") == 0 && strstr (colon + 1, "true") != NULL);
      kb_import_lose (reader->import, _("scales of pictures"),
                      strcmp (line, "scale") == 0 && g_ascii_strtod (colon + 1, NULL) != 1);
      return TRUE;
    }
  if (!end_region (reader, error))
    return FALSE;
  if (reader->import->frames->len >= 65536)
    return fail_libgdx (reader, error, _("there are over 65536 regions"));
  reader->region = (KbAtlasFrame) { .name = kb_atlas_frame_name (line) };
  reader->index = -1;
  memset (reader->offset, 0, sizeof reader->offset);
  memset (reader->full, 0, sizeof reader->full);
  return TRUE;
}

static gboolean
read_libgdx (KbImport *import, const char *text, gsize length, const KbPictureLoader *loader,
             GError **error)
{
  g_autoptr (GString) fields = g_string_new (NULL);
  LibgdxReader reader = { .import = import, .picture = -1, .index = -1, .fields = fields };
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  g_auto (GStrv) lines = g_strsplit (valid, "\n", -1);
  gboolean ok = TRUE, begun = FALSE;
  import->lasting_names = TRUE;
  for (guint i = 0; ok && lines[i]; i++)
    {
      reader.line = i + 1;
      begun |= *g_strchug (lines[i]) != '\0';
      ok = !begun || read_libgdx_line (&reader, lines[i], loader, error);
    }
  ok = ok && end_region (&reader, error);
  g_free ((char *) reader.region.name);
  return ok;
}

/* The second line that is not empty describes the page. */
static KbFit
recognise_libgdx (const KbImportHead *head)
{
  static const char *const page_keys[] = { "size", "format", "filter", "repeat", "pma", "scale" };
  g_auto (GStrv) lines = g_strsplit (head->start, "\n", 8);
  guint at = 0;
  while (lines[at] && !*g_strstrip (lines[at]))
    at++;
  if (!lines[at] || !lines[at + 1] || strchr (lines[at], ':') || strchr (lines[at], '{'))
    return KB_FIT_NONE;
  const char *second = g_strstrip (lines[at + 1]);
  for (guint i = 0; i < G_N_ELEMENTS (page_keys); i++)
    {
      const gsize n = strlen (page_keys[i]);
      if (strncmp (second, page_keys[i], n) == 0 && g_str_has_prefix (second + n, ":"))
        return KB_FIT_SURE;
    }
  return KB_FIT_NONE;
}

const KbImporter kb_importer_libgdx = {
  .name = "libgdx",
  .label = N_("libGDX atlas"),
  .noun = N_("a libGDX atlas"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.atlas", NULL },
  .mime_types = (const char *const[]) { "text/plain", NULL },
  .options = (const char *const[]) { "colour_key", "name_animations", "ranges", "hot_spot",
                                     "fresh", NULL },
  .max_bytes = 64 << 20,
  .recognise = recognise_libgdx,
  .read_sprite = read_libgdx,
};
