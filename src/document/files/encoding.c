/* SPDX-License-Identifier: MIT */
/* Snapshots of paintings, and their files. */
#include "document/files/private.h"


struct KbEncoding {
  GPtrArray *paintings;     /* KbEncodedPainting */
  GPtrArray *names;         /* of their files */
  guint64 all, done;        /* pixels */
  guint next;
};

void
kb_encoded_painting_free (gpointer data)
{
  KbEncodedPainting *painting = data;
  kb_zones_unref (painting->zones);
  g_clear_pointer (&painting->bytes, g_bytes_unref);
  g_free (painting);
}

static guint64
pixels_of (const KbEncodedPainting *painting)
{
  return (guint64) kb_zones_width (painting->zones) * kb_zones_height (painting->zones);
}

typedef struct {
  const KbDocument *document;
  KbEncoding *encoding;
  gboolean elsewhere;
} Collect;

static void
collect (KbNode *node, KbPainted *painted, gpointer data)
{
  Collect *self = data;
  KbZonesPalette palette;
  g_autofree char *name = NULL;
  g_autoptr (KbZones) zones = kb_painted_wanted (node, painted);
  /* Another thread must not read a conflict, which belongs to the node */
  if (!zones
      || (!kb_painted_is_new (self->document, node, zones, &palette, &name) && !self->elsewhere)
      || palette.conflict)
    return;
  KbEncodedPainting *painting = g_new (KbEncodedPainting, 1);
  *painting = (KbEncodedPainting) { kb_zones_ref (zones), palette, NULL };
  self->encoding->all += pixels_of (painting);
  g_ptr_array_add (self->encoding->paintings, painting);
  g_ptr_array_add (self->encoding->names, g_steal_pointer (&name));
}

KbEncoding *
kb_encoding_new (const KbDocument *document, gboolean elsewhere, guint64 least)
{
  g_autoptr (KbEncoding) encoding = g_new0 (KbEncoding, 1);
  Collect self = { document, encoding, elsewhere };
  encoding->paintings = g_ptr_array_new_with_free_func (kb_encoded_painting_free);
  encoding->names = g_ptr_array_new_with_free_func (g_free);
  kb_document_visit_painted (document, collect, &self);
  return encoding->all >= MAX (least, 1) ? g_steal_pointer (&encoding) : NULL;
}

gboolean
kb_encoding_step (KbEncoding *encoding)
{
  if (encoding->next >= encoding->paintings->len)
    return FALSE;
  KbEncodedPainting *painting = g_ptr_array_index (encoding->paintings, encoding->next++);
  painting->bytes = kb_zones_encode (painting->zones, &painting->palette, NULL);
  encoding->done += pixels_of (painting);
  return TRUE;
}

double
kb_encoding_done (const KbEncoding *encoding)
{
  return (double) encoding->done / (double) encoding->all;
}

void
kb_encoding_free (KbEncoding *encoding)
{
  if (!encoding)
    return;
  g_ptr_array_unref (encoding->paintings);
  g_ptr_array_unref (encoding->names);
  g_free (encoding);
}

void
kb_document_take_encoding (KbDocument *document, KbEncoding *encoding)
{
  g_ptr_array_set_free_func (encoding->paintings, NULL);
  g_hash_table_remove_all (document->encoded);
  KB_EACH (void, item, encoding->paintings)
    g_hash_table_insert (document->encoded, g_strdup (g_ptr_array_index (encoding->names, item_at)),
                         item);
  kb_encoding_free (encoding);
}
