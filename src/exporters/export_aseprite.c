/* SPDX-License-Identifier: MIT */
/* Sheets as Aseprite writes them: JSON with a list of frames. The list is a timeline. It has the
 * steps of each animation, then the frames that no animation shows. Animations are tags, boxes are
 * slices named after their class. Hot spots and points are slices of one pixel with a pivot. Events
 * are user data of cels. */
#include <string.h>

#include "document/each.h"
#include "exporters/exporters.h"

#define TIME 100     /* ms, of frames outside animations */

typedef struct {
  const KbExport *of;
  json_t *frames, *tags, *cels;
  json_t *slices;      /* by class or point, and its number on the frame */
  json_t *last;        /* the last key of each slice, without its frame */
  GHashTable *shown;   /* KbExportFrames so far */
} Sheet;

static json_t *
make_key (gint x, gint y, gint w, gint h, gboolean is_point)
{
  return json_pack ("{s{si si si si} so*}", "bounds", "x", x, "y", y, "w", w, "h", h, "pivot",
                    is_point ? json_pack ("{si si}", "x", 0, "y", 0) : NULL);
}

/* Adds a slice's key of the current frame. `kind` separates points from classes of one name. */
static void
add_key (Sheet *sheet, json_t *now, char kind, const char *name, json_t *key)
{
  char *id = NULL;
  for (guint number = 0; !id || json_object_get (now, id); number++)
    {
      g_free (id);
      id = g_strdup_printf ("%c%u %s", kind, number, name);
    }
  if (!json_object_get (sheet->slices, id))
    json_object_set_new (sheet->slices, id,
                         json_pack ("{ss ss s[]}", "name", name, "color", "#0000ffff", "keys"));
  json_object_set_new (now, id, key);
  g_free (id);
}

/* Slices keep their key until the next one, so only changes are written. */
static void
add_slices (Sheet *sheet, const KbBankFrame *frame, guint at)
{
  json_auto_t *now = json_object (), *none = make_key (0, 0, 0, 0, FALSE);
  if (frame->has_hot_spot)
    add_key (sheet, now, 'h', "hot spot", make_key (frame->hot_x, frame->hot_y, 1, 1, TRUE));
  for (guint i = 0; i < frame->n_points; i++)
    add_key (sheet, now, 'p', frame->points[i].name,
             make_key (frame->points[i].x, frame->points[i].y, 1, 1, TRUE));
  for (guint i = 0; i < frame->n_shapes; i++)
    {
      const KbBankShape *shape = frame->shapes + i;
      if (shape->kind == KB_BANK_BOX)
        add_key (sheet, now, 's', sheet->of->content->classes[shape->class_index].name,
                 make_key (shape->x, shape->y, shape->w, shape->h, FALSE));
    }
  KB_EACH_MEMBER (id, slice, sheet->slices)
    {
      json_t *known = json_object_get (sheet->last, id), *shown = json_object_get (now, id),
             *key = shown ? shown : none;
      if (json_equal (known ? known : none, key))
        continue;
      json_t *copy = json_copy (key);
      json_object_set (sheet->last, id, key);
      json_object_set_new (copy, "frame", json_integer (at));
      json_array_append_new (json_object_get (slice, "keys"), copy);
    }
}

static void
add_frame (Sheet *sheet, guint index, guint ms, const KbBankStep *step)
{
  const KbExportFrame *from = kb_export_frame (sheet->of, index);
  const guint at = (guint) json_array_size (sheet->frames);
  json_t *frame = kb_export_atlas_frame (from);
  g_autoptr (GString) events = g_string_new (NULL);
  json_object_set_new (frame, "filename", json_string (from->name));
  json_object_set_new (frame, "duration", json_integer (ms));
  json_array_append_new (sheet->frames, frame);
  g_hash_table_add (sheet->shown, (gpointer) from);
  for (guint i = 0; step && i < step->n_events; i++)
    g_string_append_printf (events, "@%s\n", step->events[i].name);
  if (events->len)
    json_array_append_new (sheet->cels,
                           json_pack ("{si ss}", "frame", (int) at, "data", events->str));
  add_slices (sheet, from->frame, at);
}

static void
add_animation (const KbExport *of, gpointer data, const KbExportRun *run)
{
  const KbBankAnimation *animation = run->animation;
  Sheet *sheet = data;
  const gboolean ends = animation->loop == KB_BANK_ONCE || animation->loop == KB_BANK_HOLD_LAST;
  const int from = (int) json_array_size (sheet->frames);
  for (guint i = 0; i < animation->n_steps; i++)
    add_frame (sheet, run->first + animation->steps[i].frame, animation->steps[i].ms,
               animation->steps + i);
  json_array_append_new (
    sheet->tags, json_pack ("{ss si si ss ss*}", "name", run->name, "from", from, "to",
                            from + (int) animation->n_steps - 1, "direction",
                            animation->loop == KB_BANK_PING_PONG ? "pingpong" : "forward",
                            "repeat", ends ? "1" : NULL));
}

static char *
make_aseprite (const KbExport *of)
{
  json_auto_t *slices = json_object (), *last = json_object ();
  g_autoptr (GHashTable) shown = g_hash_table_new (NULL, NULL);
  Sheet sheet = { of, json_array (), json_array (), json_array (), slices, last, shown };
  json_t *meta = kb_export_atlas_meta (of, 0), *list = json_array ();
  kb_export_each_animation (of, add_animation, &sheet);
  for (guint i = 0; i < of->frames->len; i++)
    if (!g_hash_table_contains (shown, kb_export_frame (of, i)))
      add_frame (&sheet, i, TIME, NULL);
  KB_EACH_MEMBER (id, slice, slices)
    json_array_append (list, slice);
  json_object_set_new (meta, "frameTags", sheet.tags);
  json_object_set_new (meta, "layers",
                       json_pack ("[{ss si ss so}]", "name", "sprite", "opacity", 255, "blendMode",
                                  "normal", "cels", sheet.cels));
  json_object_set_new (meta, "slices", list);
  return kb_export_json_text (json_pack ("{so so}", "frames", sheet.frames, "meta", meta));
}

const KbExporter kb_exporter_aseprite = {
  .ending = ".json",
  .holds = KB_HOLDS (BOXES) | KB_HOLDS (ONCE) | KB_HOLDS (LOOPS) | KB_HOLDS (PING_PONGS)
           | KB_HOLDS (PICTURES) | KB_HOLDS (HOT_SPOTS) | KB_HOLDS (CLASSES) | KB_HOLDS (POINTS)
           | KB_HOLDS (EVENTS),
  .one_page = TRUE,
  .is_engine = TRUE,
  .make_text = make_aseprite,
};
