/* SPDX-License-Identifier: MIT */
/* Sheets as Aseprite writes them: JSON with a list of frames. The list is a timeline. It has the
 * steps of each animation, then the frames that no animation shows. Animations are tags, boxes are
 * slices named after their class. Hot spots and points are slices of one pixel with a pivot. Events
 * are user data of cels. */
#include <string.h>

#include "document/each.h"
#include "exporters/exporters.h"

/* ---- export atlas ---- */

/* Atlases of Phaser and PixiJS: TexturePacker's JSON. Pivots and anchors are parts of the frame's
 * size. The key "kickbox" has the rest in the form of the JSON bank. A frame has its hot spot,
 * shapes, points and values there. The file has the classes, and the animations with times and
 * events. */

static json_t *
make_rect (gint x, gint y, guint w, guint h)
{
  return json_pack ("{si si si si}", "x", x, "y", y, "w", (int) w, "h", (int) h);
}

/* What the engines have no place for. */
static json_t *
make_marks (const KbExportFrame *frame)
{
  json_t *marks = json_object ();
  const char *const keys[] = { "hot_spot", "shapes", "action_points", "values" };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      json_t *value = json_object_get (frame->json, keys[i]);
      if (json_array_size (value) || json_object_size (value))
        json_object_set (marks, keys[i], value);
    }
  return marks;
}

/* In TexturePacker's form: a frame's rectangles; a page. */
static json_t *
kb_export_atlas_frame (const KbExportFrame *from)
{
  const KbBankFrame *frame = from->frame;
  const gboolean trimmed = frame->atlas_w < frame->w || frame->atlas_h < frame->h;
  return json_pack (
    "{so sb sb so s{si si}}", "frame",
    make_rect ((gint) frame->atlas_x, (gint) frame->atlas_y, frame->atlas_w, frame->atlas_h),
    "rotated", FALSE, "trimmed", trimmed, "spriteSourceSize",
    make_rect (frame->trim_x, frame->trim_y, frame->atlas_w, frame->atlas_h), "sourceSize", "w",
    (int) frame->w, "h", (int) frame->h);
}

static json_t *
make_frame (const KbExportFrame *from)
{
  static const char *const keys[] = { "pivot", "anchor" };
  const KbBankFrame *frame = from->frame;
  json_t *made = kb_export_atlas_frame (from);
  for (guint i = 0; frame->has_hot_spot && i < G_N_ELEMENTS (keys); i++)
    json_object_set_new (made, keys[i],
                         json_pack ("{sf sf}", "x", frame->hot_x / (double) frame->w, "y",
                                    frame->hot_y / (double) frame->h));
  json_object_set_new (made, "kickbox", make_marks (from));
  return made;
}

/* Those of a page, by name. */
static json_t *
make_frames (const KbExport *of, guint page)
{
  json_t *frames = json_object ();
  KB_EACH_IN (const KbExportFrame, frame, of->frames)
    if (kb_export_is_on_page (frame, page))
      json_object_set_new (frames, frame->name, make_frame (frame));
  return frames;
}

static json_t *
kb_export_atlas_meta (const KbExport *of, guint page)
{
  const KbBankPage *shown = page < of->content->n_pages ? of->content->pages + page : NULL;
  return json_pack ("{ss ss ss s{si si} ss}", "app", KB_EXPORT_MARK, "image",
                    kb_export_page_name (of, page), "format", "RGBA8888", "size", "w",
                    shown ? (int) shown->w : 0, "h", shown ? (int) shown->h : 0, "scale", "1");
}

/* As in the JSON bank, with names of frames. */
static json_t *
make_marks_of_file (const KbExport *of)
{
  json_t *animations = json_object (), *classes = json_object ();
  for (guint i = 0; i < of->content->n_classes; i++)
    json_object_set_new (classes, of->content->classes[i].name,
                         json_sprintf ("#%08x", of->content->classes[i].colour));
  KB_EACH_JSON (sprite, of->sprites)
    KB_EACH_JSON (item, json_object_get (sprite, "animations"))
      {
        json_t *animation = json_deep_copy (item);
        const KbBankSprite *from = of->content->sprites + sprite_at;
        KB_EACH_JSON (step, json_object_get (animation, "steps"))
          {
            const json_t *number = json_object_get (step, "frame");
            const guint frame = kb_export_frame_index (of, from,
                                                       (guint) json_integer_value (number));
            json_object_set_new (step, "frame", json_string (kb_export_frame (of, frame)->name));
          }
        g_autofree char *name = g_strdup_printf (
          "%s/%s", from->name, json_string_value (json_object_get (item, "name")));
        json_object_del (animation, "name");
        json_object_set_new (animations, name, animation);
      }
  return json_pack ("{so so}", "classes", classes, "animations", animations);
}

/* For `anims.fromJSON`, with the file's stem as the key of the texture. Phaser adds a frame's
 * duration to that of the frame rate. */
static void
add_phaser_animation (const KbExport *of, gpointer to, const KbExportRun *run)
{
  const KbBankAnimation *animation = run->animation;
  json_t *frames = json_array ();
  for (guint i = 0; i < animation->n_steps; i++)
    {
      const KbBankStep *step = animation->steps + i;
      json_array_append_new (frames,
                             json_pack ("{ss ss si}", "key", of->stem, "frame",
                                        kb_export_frame (of, run->first + step->frame)->name,
                                        "duration", MAX ((int) step->ms, 1) - 1));
    }
  json_array_append_new (to, json_pack ("{ss ss so si si sb}", "key", run->name, "type", "frame",
                                        "frames", frames, "frameRate", 1000, "repeat",
                                        run->loops ? -1 : 0, "yoyo",
                                        animation->loop == KB_BANK_PING_PONG));
}

/* Those that have all their frames on the file's page: PixiJS finds no others. */
static void
add_pixi_animation (const KbExport *of, gpointer to, const KbExportRun *run)
{
  const KbBankAnimation *animation = run->animation;
  json_auto_t *frames = json_array ();
  for (guint i = 0; i < animation->n_steps; i++)
    {
      const KbExportFrame *frame = kb_export_frame (of, run->first + animation->steps[i].frame);
      if (kb_export_is_on_page (frame, of->file))
        json_array_append_new (frames, json_string (frame->name));
    }
  if (json_array_size (frames) == animation->n_steps)
    json_object_set (to, run->name, frames);
}

/* Several pictures have lists of frames each. */
static json_t *
make_textures (const KbExport *of)
{
  json_t *textures = json_array ();
  for (guint page = 0; page < of->content->n_pages; page++)
    {
      json_auto_t *frames = make_frames (of, page);
      json_t *texture = kb_export_atlas_meta (of, page), *list = json_array ();
      KB_EACH_MEMBER (name, frame, frames)
        {
          json_object_set_new (frame, "filename", json_string (name));
          json_array_append (list, frame);
        }
      json_object_set_new (texture, "frames", list);
      json_array_append_new (textures, texture);
    }
  return textures;
}

static char *
make_phaser (const KbExport *of)
{
  const gboolean several = of->content->n_pages > 1;
  json_t *animations = json_array ();
  json_t *meta = kb_export_atlas_meta (of, 0);
  kb_export_each_animation (of, add_phaser_animation, animations);
  if (several)
    json_object_del (meta, "image");
  return kb_export_json_text (
    json_pack ("{so so so so}", several ? "textures" : "frames",
               several ? make_textures (of) : make_frames (of, 0), "anims",
               animations, "kickbox",
               make_marks_of_file (of), "meta", meta));
}

/* "robot-1.json" for the page "robot-1.png". */
static char *
name_pixi_file (const KbBankContent *content, G_GNUC_UNUSED const char *stem, guint page)
{
  const char *name = page < content->n_pages ? content->pages[page].name : NULL;
  return name ? g_strdup_printf ("%.*s.json", (int) (strrchr (name, '.') - name), name) : NULL;
}

static char *
make_pixi (const KbExport *of)
{
  json_t *meta = kb_export_atlas_meta (of, of->file), *animations = json_object ();
  json_auto_t *others = json_array ();
  kb_export_each_animation (of, add_pixi_animation, animations);
  for (guint page = 1; of->file == 0 && page < of->content->n_pages; page++)
    {
      g_autofree char *name = name_pixi_file (of->content, NULL, page);
      json_array_append_new (others, json_string (name));
    }
  if (json_array_size (others))
    json_object_set (meta, "related_multi_packs", others);
  return kb_export_json_text (
    json_pack ("{so so so* so}", "frames", make_frames (of, of->file), "animations",
               animations, "kickbox",
               of->file ? NULL : make_marks_of_file (of), "meta", meta));
}

const KbExporter kb_exporter_phaser = {
  .ending = ".json",
  .holds = KB_HOLDS_SPRITES,
  .is_engine = TRUE,
  .make_text = make_phaser,
};

const KbExporter kb_exporter_pixi = {
  .ending = ".json",
  .name_file = name_pixi_file,
  .holds = KB_HOLDS_SPRITES,
  .is_engine = TRUE,
  .make_text = make_pixi,
};

/* ---- export aseprite ---- */

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
  g_autofree char *id = NULL;
  for (guint number = 0; !id || json_object_get (now, id); number++)
    {
      g_free (id);
      id = g_strdup_printf ("%c%u %s", kind, number, name);
    }
  if (!json_object_get (sheet->slices, id))
    json_object_set_new (sheet->slices, id,
                         json_pack ("{ss ss s[]}", "name", name, "color", "#0000ffff", "keys"));
  json_object_set_new (now, id, key);
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
  json_object_update_new (frame, json_pack ("{ss sI}", "filename", from->name, "duration",
                                            (json_int_t) ms));
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
add_export_aseprite_animation (const KbExport *of, gpointer data, const KbExportRun *run)
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
  kb_export_each_animation (of, add_export_aseprite_animation, &sheet);
  KB_EACH_IN (const KbExportFrame, frame, of->frames)
    if (!g_hash_table_contains (shown, frame))
      add_frame (&sheet, frame_at, TIME, NULL);
  KB_EACH_MEMBER (id, slice, slices)
    json_array_append (list, slice);
  json_object_update_new (
    meta, json_pack ("{so s[{ss si ss so}] so}", "frameTags", sheet.tags, "layers", "name",
                     "sprite", "opacity", 255, "blendMode", "normal", "cels", sheet.cels, "slices",
                     list));
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
