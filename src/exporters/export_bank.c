/* SPDX-License-Identifier: MIT */
/* Banks: the binary one without copying its pages, and the JSON one. */
#include <stdlib.h>

#include "exporters/exporters.h"
#include "runtime/bank/crc32c.h"

/* The data after the header of a binary bank: the pages, each aligned. */
static guint32
list_pages (const KbBankContent *content, GPtrArray *parts)
{
  static const guint8 zeros[KB_BANK_PAGE_ALIGNMENT];
  guint64 size = 0;
  guint32 crc = 0;
  for (guint i = 0; i < content->n_pages; i++)
    {
      const KbBankPage *page = content->pages + i;
      gsize padding = kb_bank_page_padding (size);
      if (page->size == 0)
        continue;
      crc = kbx_crc32c (kbx_crc32c (crc, zeros, padding), page->data, page->size);
      g_ptr_array_add (parts, g_bytes_new_static (zeros, padding));
      g_ptr_array_add (parts, g_bytes_new_static (page->data, page->size));
      size += padding + page->size;
    }
  return crc;
}

static gboolean
write_binary (const KbBankContent *content, GPtrArray *parts, KbBankError *reason)
{
  KbBankBytes head[KB_BANK_HEAD_PARTS];
  const guint32 crc = list_pages (content, parts);
  if (!kb_bank_write_head (content, crc, head, reason))
    return FALSE;
  for (guint i = 0; i < KB_BANK_HEAD_PARTS; i++)
    g_ptr_array_insert (
      parts, (gint) i,
      g_bytes_new_with_free_func (head[i].bytes, head[i].size, free, head[i].bytes));
  return TRUE;
}

static gboolean
write_json (const KbBankContent *content, GPtrArray *parts, KbBankError *reason)
{
  char *text;
  size_t size;
  if (!kb_bank_json_write (content, &text, &size, reason))
    return FALSE;
  g_ptr_array_add (parts, g_bytes_new_with_free_func (text, size, free, text));
  return TRUE;
}

const KbExporter kb_exporter_binary = {
  .ending = ".kbx",
  .holds = ~0u,
  .write_bank = write_binary,
};

const KbExporter kb_exporter_json = {
  .ending = ".json",
  .holds = ~0u,
  .write_bank = write_json,
};
