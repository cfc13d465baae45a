/* SPDX-License-Identifier: MIT */
/* Atlases of libGDX. Marks are fields of whole numbers, which `AtlasRegion.findValue` returns. Such
 * are "hot_spot: x, y", "point NAME: x, y" and "box CLASS: x, y, w, h". They are from the frame's
 * top left. A colon ends a field's name, so in names it becomes a hyphen. */
#include "document/each.h"
#include "exporters/exporters.h"

static char *
plain_name (const KbExport *of, const char *name)
{
  return (char *) kb_export_note_name (of, name, g_strdelimit (g_strdup (name), ":", '-'));
}

/* Like printf, with a name in front: "box head: 3, 4, 5, 6". */
static void
add_mark (const KbExport *of, GString *text, const char *kind, const char *name,
          const char *numbers, ...)
{
  g_autofree char *plain = plain_name (of, name);
  va_list list;
  g_string_append_printf (text, "  %s %s: ", kind, plain);
  va_start (list, numbers);
  g_string_append_vprintf (text, numbers, list);
  va_end (list);
}

static void
add_region (const KbExport *of, GString *text, const KbExportFrame *from)
{
  const KbBankFrame *frame = from->frame;
  g_autofree char *plain = plain_name (of, from->name);
  g_string_append_printf (text, "%s\n  bounds: %u, %u, %u, %u\n  offsets: %d, %d, %u, %u\n", plain,
                          frame->atlas_x, frame->atlas_y, frame->atlas_w, frame->atlas_h,
                          frame->trim_x, (gint) frame->h - frame->trim_y - (gint) frame->atlas_h,
                          frame->w, frame->h);
  if (frame->has_hot_spot)
    g_string_append_printf (text, "  hot_spot: %d, %d\n", frame->hot_x, frame->hot_y);
  for (guint i = 0; i < frame->n_points; i++)
    add_mark (of, text, "point", frame->points[i].name, "%d, %d\n", frame->points[i].x,
              frame->points[i].y);
  for (guint i = 0; i < frame->n_shapes; i++)
    {
      const KbBankShape *shape = frame->shapes + i;
      if (shape->kind == KB_BANK_BOX)
        add_mark (of, text, "box", of->content->classes[shape->class_index].name,
                  "%d, %d, %d, %d\n", shape->x, shape->y, shape->w, shape->h);
    }
}

static char *
make_libgdx (const KbExport *of)
{
  GString *text = g_string_new (NULL);
  for (guint page = 0; page < of->content->n_pages; page++)
    {
      const KbBankPage *shown = of->content->pages + page;
      g_string_append_printf (
        text, "%s%s\nsize: %u, %u\nformat: RGBA8888\nfilter: Nearest, Nearest\nmade by: %s\n",
        page ? "\n" : "", kb_export_page_name (of, page), shown->w, shown->h, KB_EXPORT_MARK);
      KB_EACH_IN (const KbExportFrame, frame, of->frames)
        if (kb_export_is_on_page (frame, page))
          add_region (of, text, frame);
    }
  return g_string_free (text, FALSE);
}

const KbExporter kb_exporter_libgdx = {
  .ending = ".atlas",
  .holds = KB_HOLDS (BOXES) | KB_HOLDS (PICTURES) | KB_HOLDS (HOT_SPOTS) | KB_HOLDS (CLASSES)
           | KB_HOLDS (POINTS),
  .is_engine = TRUE,
  .make_text = make_libgdx,
};
