/* SPDX-License-Identifier: MIT */
/* Reads the files of painted pixels in parallel, since unpacking each takes long. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/files/private.h"
#include "document/pixels/png_private.h"

typedef struct {
  KbNode *node;
  const char *folder;
  char *name, *path, *sum;   /* sum: of the file's bytes; NULL: not read */
  KbZonesPalette in_file;
  json_t *conflict;   /* of a merge, or NULL */
  KbZones *zones;
  GError *error;
} PaintedLoadReading;

static void
reading_free (gpointer data)
{
  PaintedLoadReading *reading = data;
  g_free (reading->name);
  g_free (reading->path);
  g_free (reading->sum);
  json_decref (reading->conflict);
  kb_zones_unref (reading->zones);
  g_clear_error (&reading->error);
  g_free (reading);
}

static void
add_reading (KbNode *node, KbPainted *painted, gpointer readings)
{
  if (!node->kind->folder && !painted->expected)
    return;
  PaintedLoadReading *reading =
    KB_NEW (PaintedLoadReading, .node = node, .name = kb_painted_file_name (node),
            .in_file.grey = node->kind->sample_pixels > 1);
  g_ptr_array_add (readings, reading);
}

/* In any thread; does not touch the document. */
static void
read_one (gpointer data, gpointer unused)
{
  PaintedLoadReading *reading = *(PaintedLoadReading **) data;
  const char *indices = reading->node->kind->indices;
  reading->zones =
    kb_zones_read (reading->folder, reading->path, indices ? _(indices) : NULL,
                   &reading->in_file, &reading->sum, &reading->conflict, &reading->error);
  g_autofree char *text = NULL;
  gsize length;
  /* Not even the beginning of such a picture: remember its content anyway */
  if (!reading->sum
      && kb_file_read (reading->folder, reading->path, G_MAXINT64, &text, &length, NULL))
    reading->sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, length);
}

/* A paint program that sorts the palette changes the meaning of every pixel. This shows when the
 * colour of a value in the file is exactly that of another zone. */
static guint
find_odd (const KbNode *node, const KbZones *zones, const KbZonesPalette *in_file)
{
  KbZonesPalette ours;
  guint64 counts[256];
  kb_painted_palette (node, &ours);
  kb_zones_counts (zones, counts);
  for (guint value = 1; value < in_file->n; value++)
    {
      const KbZone *own = kb_zones_find (kb_node_zones (node), value);
      if (!counts[value] || !own || own->colour >> 8 == in_file->colours[value])
        continue;
      for (guint i = 1; i < ours.n; i++)
        if (kb_zones_find (kb_node_zones (node), i) && ours.colours[i] == in_file->colours[value])
          return value;
    }
  return 0;
}

/* The error, with the file's path replaced by its place in the project, as in all problems. */
static char *
reported_of_project (const PaintedLoadReading *reading)
{
  const char *message = reading->error->message;
  if (!g_str_has_prefix (message, reading->path))
    return g_strdup (message);
  return g_strconcat (reading->name, message + strlen (reading->path), NULL);
}

static void
put_painted (KbDocument *document, PaintedLoadReading *reading)
{
  KbNode *node = reading->node;
  KbPainted *painted = kb_node_painted (node, NULL);
  KbZonesPalette ours;
  painted->expected = FALSE;
  if (reading->sum)
    g_hash_table_insert (document->saved, g_strdup (reading->name),
                         g_steal_pointer (&reading->sum));
  if (reading->zones)
    {
      if (reading->conflict && !node->conflicts)
        node->conflicts = json_object ();
      if (reading->conflict)
        json_object_set_new (node->conflicts,
                             kb_kind_field_of_type (node->kind, KB_TYPE_ZONES)->name,
                             json_pack ("{sO}", "other", reading->conflict));
      kb_painted_palette (node, &ours);
      painted->zones = g_steal_pointer (&reading->zones);
      painted->odd = find_odd (node, painted->zones, &reading->in_file);
      kb_painted_know (document, reading->name, painted->zones, &ours);
      return;
    }
  painted->fault = reported_of_project (reading);
  painted->folder = g_strdup (document->folder);
  painted->file = g_build_filename (document->folder, reading->name, NULL);
  g_hash_table_add (document->broken, g_steal_pointer (&reading->name));
}

void
kb_painted_load (KbDocument *document, const KbFolder *folder)
{
  g_autoptr (GPtrArray) readings = g_ptr_array_new_with_free_func (reading_free);
  kb_document_visit_painted (document, add_reading, readings);
  KB_EACH (PaintedLoadReading, reading, readings)
    {
      reading->folder = document->folder;
      reading->path = kb_document_read_path (document, folder, reading->name);
    }
  kb_work_on_all (read_one, readings->pdata, sizeof (gpointer), readings->len, NULL);
  KB_EACH (PaintedLoadReading, reading, readings)
    put_painted (document, reading);
}

/* --- Amount to read --------------------------------------------------------------------------- */

/* Pixels of the .png files of a folder and, `depth` levels down, of its folders, from their
 * headers. Stops when there are enough. */
static guint64
pixels_in (const KbFolder *folder, const char *name, guint depth, guint64 enough)
{
  static const KbPngLimits any = { G_MAXINT32, G_MAXUINT64, G_MAXUINT64 };
  guint64 pixels = 0;
  g_autoptr (GPtrArray) entries = kb_folder_list (folder, name, NULL);
  if (entries)
    KB_EACH_WHILE (pixels < enough, const char, entry, entries)
      {
        KbPngHeader header;
        g_autofree char *inner = g_build_filename (name, entry, NULL);
        g_autofree char *path = g_build_filename (kb_folder_path (folder), inner, NULL);
        if (depth > 0)
          pixels += pixels_in (folder, inner, depth - 1, enough - pixels);
        else if (g_str_has_suffix (path, ".png")
                 && kb_png_read_file_header (kb_folder_path (folder), path, &any, &header, NULL))
          pixels += (guint64) header.width * header.height;
      }
  return pixels;
}

guint64
kb_document_painted_size (const char *path, guint64 enough)
{
  struct stat info;
  g_autofree char *parent = g_path_get_dirname (path);
  gboolean is_folder = kb_file_stat (NULL, path, &info) && S_ISDIR (info.st_mode);
  g_autoptr (KbFolder) folder = kb_folder_open (is_folder ? path : parent, NULL);
  guint64 pixels = 0;
  for (const KbList *list = kb_project_kind.lists; folder && list->name && pixels < enough; list++)
    {
      const KbKind *kind = list->item;
      pixels += kind->folder ? pixels_in (folder, kind->folder, 0, enough) : 0;
      for (const KbList *inner = kind->lists; kind->folder && inner->name; inner++)
        if (inner->item->paintings)
          pixels += pixels_in (folder, inner->item->paintings, 1, enough);
    }
  return pixels;
}
