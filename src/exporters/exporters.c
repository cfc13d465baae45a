/* SPDX-License-Identifier: MIT */
/* The table of formats, what each loses, and what the engines' exporters share. */
#include "exporters/exporters.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document/each.h"
#include "document/names.h"

#define CHANGED "names and texts that were changed"   /* next to the bank's own members */
#define REST_TIME 100     /* ms, of each frame that no animation shows */

const KbExportChoice kb_exporters[] = {
  { "binary", N_("Binary bank"), &kb_exporter_binary },
  { "json", N_("JSON bank"), &kb_exporter_json },
  { "phaser", N_("Phaser atlas"), &kb_exporter_phaser },
  { "pixi", N_("PixiJS spritesheet"), &kb_exporter_pixi },
  { "aseprite", N_("Aseprite sheet"), &kb_exporter_aseprite },
  { "libgdx", N_("libGDX atlas"), &kb_exporter_libgdx },
  { "physicseditor", N_("PhysicsEditor shapes"), &kb_exporter_physics },
  { "mugen", N_("MUGEN actions"), &kb_exporter_mugen },
  { "godot", N_("Godot scene"), &kb_exporter_godot },
  { "godot-frames", N_("Godot sprite frames"), &kb_exporter_godot_frames },
  { "construct", N_("Construct objects"), &kb_exporter_construct },
  { "gdevelop", N_("GDevelop project"), &kb_exporter_gdevelop },
  { "supertux", N_("SuperTux sprite"), &kb_exporter_supertux },
  { "tiled", N_("Tiled maps"), &kb_exporter_tiled },
  { "ldtk", N_("LDtk project"), &kb_exporter_ldtk },
  { "udmf", N_("Doom maps"), &kb_exporter_udmf },
  { NULL },
};

static const char *const exporters_kinds[KB_EXPORT_KINDS] = {
  [KB_EXPORT_BOXES] = N_("boxes"),
  [KB_EXPORT_CIRCLES] = N_("circles"),
  [KB_EXPORT_ORIENTED] = N_("turned boxes"),
  [KB_EXPORT_POLYGONS] = N_("polygons"),
  [KB_EXPORT_CAPSULES] = N_("capsules"),
  [KB_EXPORT_ONCE] = N_("animations that play once"),
  [KB_EXPORT_LOOPS] = N_("animations that loop"),
  [KB_EXPORT_PING_PONGS] = N_("animations that go forth and back"),
  [KB_EXPORT_HOLDS] = N_("animations that hold their last frame"),
  [KB_EXPORT_PICTURES] = N_("pictures of frames"),
  [KB_EXPORT_HOT_SPOTS] = N_("hot spots"),
  [KB_EXPORT_CLASSES] = N_("classes of shapes"),
  [KB_EXPORT_SHAPE_NAMES] = N_("names of shapes"),
  [KB_EXPORT_POINTS] = N_("action points"),
  [KB_EXPORT_DIRECTIONS] = N_("directions of action points"),
  [KB_EXPORT_EVENTS] = N_("events"),
  [KB_EXPORT_VALUES] = N_("values of sprites and frames"),
  [KB_EXPORT_MARK_VALUES] = N_("values of shapes and points"),
  [KB_EXPORT_RUN_VALUES] = N_("values of animations, steps and events"),
  [KB_EXPORT_ZONES] = N_("frames painted with zones"),
  [KB_EXPORT_MASKS] = N_("masks"),
  [KB_EXPORT_TRACKS] = N_("tracks"),
  [KB_EXPORT_LEVELS] = N_("levels"),
  [KB_EXPORT_WALLS] = N_("walls"),
  [KB_EXPORT_AREAS] = N_("areas"),
  [KB_EXPORT_ENTITIES] = N_("entities"),
  [KB_EXPORT_LAYERS] = N_("layers of tiles"),
  [KB_EXPORT_MAZES] = N_("mazes"),
  [KB_EXPORT_GROUNDS] = N_("grounds"),
  [KB_EXPORT_HEIGHTMAPS] = N_("heightmaps"),
  [KB_EXPORT_IMAGES] = N_("images in levels"),
};

static void
count_frame (const KbBankFrame *frame, guint *n)
{
  n[KB_EXPORT_PICTURES]++;
  n[KB_EXPORT_HOT_SPOTS] += frame->has_hot_spot;
  n[KB_EXPORT_VALUES] += frame->n_values;
  n[KB_EXPORT_ZONES] += frame->painting.bytes != NULL;
  n[KB_EXPORT_CLASSES] += frame->n_shapes;
  n[KB_EXPORT_POINTS] += frame->n_points;
  for (guint i = 0; i < frame->n_shapes; i++)
    {
      n[KB_EXPORT_BOXES + frame->shapes[i].kind]++;
      n[KB_EXPORT_SHAPE_NAMES] += frame->shapes[i].name && *frame->shapes[i].name;
      n[KB_EXPORT_MARK_VALUES] += frame->shapes[i].n_values;
    }
  for (guint i = 0; i < frame->n_points; i++)
    {
      n[KB_EXPORT_DIRECTIONS] += frame->points[i].dx != 0 || frame->points[i].dy != 0;
      n[KB_EXPORT_MARK_VALUES] += frame->points[i].n_values;
    }
}

static void
count_animation (const KbBankAnimation *animation, guint *n)
{
  n[KB_EXPORT_ONCE + animation->loop]++;
  n[KB_EXPORT_RUN_VALUES] += animation->n_values;
  for (guint i = 0; i < animation->n_steps; i++)
    {
      const KbBankStep *step = animation->steps + i;
      n[KB_EXPORT_EVENTS] += step->n_events;
      n[KB_EXPORT_RUN_VALUES] += step->n_values;
      for (guint k = 0; k < step->n_events; k++)
        n[KB_EXPORT_RUN_VALUES] += step->events[k].n_values;
    }
}

static void
count_level (const KbBankLevel *level, guint *n)
{
  n[KB_EXPORT_WALLS] +=
    kbx_info ((kbx_handle) { .data = level->bytes, .kind = KBX_WALLS }).walls;
  n[KB_EXPORT_AREAS] += level->n_areas;
  n[KB_EXPORT_ENTITIES] += level->n_entities;
  for (guint i = 0; i < KB_BANK_WORLDS; i++)
    n[KB_EXPORT_LAYERS + i] += level->n_worlds[i];
  for (guint i = 0; i < level->n_drawn; i++)
    n[KB_EXPORT_IMAGES] += level->drawn[i].tiles == 0;
}

void
kb_exporter_list_losses (const KbExporter *exporter, const KbBankContent *content,
                         const json_t *bank, KbExportLose lose, GPtrArray *messages)
{
  guint n[KB_EXPORT_KINDS] = { [KB_EXPORT_MASKS] = content->n_masks,
                               [KB_EXPORT_TRACKS] = content->n_tracks,
                               [KB_EXPORT_LEVELS] = content->n_levels };
  for (guint i = 0; i < content->n_sprites; i++)
    {
      const KbBankSprite *sprite = content->sprites + i;
      n[KB_EXPORT_VALUES] += sprite->n_values;
      for (guint k = 0; k < sprite->n_frames; k++)
        count_frame (sprite->frames + k, n);
      for (guint k = 0; k < sprite->n_animations; k++)
        count_animation (sprite->animations + k, n);
    }
  for (guint i = 0; exporter->holds & KB_HOLDS (LEVELS) && i < content->n_levels; i++)
    count_level (content->levels + i, n);
  for (guint i = 0; i < KB_EXPORT_KINDS; i++)
    if (n[i] && !(exporter->holds & 1u << i))
      lose (messages, _(exporters_kinds[i]), n[i]);
  lose (messages, _("names and texts that were changed"),
        (guint) json_object_size (json_object_get (bank, CHANGED)));
  if (exporter->list_losses)
    exporter->list_losses (content, lose, messages);
}

/* ---- frames ---- */

static void
clear_frame (gpointer frame)
{
  g_free (((KbExportFrame *) frame)->name);
}

/* Named after the frame, or numbered if it has no name or an earlier one of the sprite has it. */
static void
add_exporters_frames (KbExport *of)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < of->content->n_sprites; i++)
    {
      const KbBankSprite *sprite = of->content->sprites + i;
      const json_t *list = json_object_get (json_array_get (of->sprites, i), "frames");
      for (guint k = 0; k < sprite->n_frames; k++)
        {
          const char *own = sprite->frames[k].name;
          char *name = own && *own ? g_strconcat (sprite->name, "/", own, NULL) : NULL;
          for (guint number = k; !name || g_hash_table_contains (names, name); number++)
            {
              g_free (name);
              name = g_strdup_printf ("%s/%u", sprite->name, number);
            }
          g_hash_table_add (names, name);
          g_array_append_val (of->frames, ((KbExportFrame) { sprite, sprite->frames + k, name,
                                                             json_array_get (list, k) }));
        }
    }
}

const KbBankSprite *
kb_export_find_sprite (const KbBankContent *content, const char *name)
{
  for (guint i = 0; name && i < content->n_sprites; i++)
    if (strcmp (content->sprites[i].name, name) == 0)
      return content->sprites + i;
  return NULL;
}

guint
kb_export_frame_index (const KbExport *of, const KbBankSprite *sprite, guint frame)
{
  for (const KbBankSprite *other = of->content->sprites; other < sprite; other++)
    frame += other->n_frames;
  return frame;
}

static void
add_run (const KbExport *of, KbExportAddRun add, gpointer to, KbExportRun run)
{
  const KbBankAnimation *animation = run.animation;
  const gboolean returns = animation->loop == KB_BANK_PING_PONG;
  const guint n = animation->n_steps;
  g_autofree char *name = g_strdup_printf ("%s/%s", run.sprite->name, animation->name);
  run.name = name;
  run.first = kb_export_frame_index (of, run.sprite, 0);
  run.loops = returns || animation->loop == KB_BANK_LOOP;
  run.n_steps = returns && n > 2 ? 2 * n - 2 : n;
  add (of, to, &run);
}

static gboolean
has_animation (const KbBankSprite *sprite, const char *name)
{
  for (guint i = 0; i < sprite->n_animations; i++)
    if (strcmp (sprite->animations[i].name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Returns whether there is a frame that no animation shows. */
static gboolean
add_rest (const KbExport *of, KbExportAddRun add, gpointer to, const KbBankSprite *sprite,
          guint number)
{
  g_autofree gboolean *shown = g_new0 (gboolean, sprite->n_frames + 1);
  g_autofree KbBankStep *steps = g_new0 (KbBankStep, sprite->n_frames + 1);
  g_autoptr (GString) name = g_string_new ("frames");
  KbBankAnimation rest = { .loop = KB_BANK_ONCE, .steps = steps };
  for (guint i = 0; i < sprite->n_animations; i++)
    for (guint k = 0; k < sprite->animations[i].n_steps; k++)
      shown[sprite->animations[i].steps[k].frame] = TRUE;
  for (guint i = 0; i < sprite->n_frames; i++)
    if (!shown[i])
      steps[rest.n_steps++] = (KbBankStep) { .frame = i, .ms = REST_TIME };
  while (has_animation (sprite, name->str))
    g_string_append_c (name, '_');
  rest.name = name->str;
  if (rest.n_steps)
    add_run (of, add, to, (KbExportRun) { .number = number, .sprite = sprite, .animation = &rest,
                                          .is_rest = TRUE });
  return rest.n_steps > 0;
}

void
kb_export_each_animation (const KbExport *of, KbExportAddRun add, gpointer to)
{
  const KbBankSprite *sprites = of->content->sprites;
  guint number = 0;
  for (guint i = 0; i < of->content->n_sprites; i++)
    for (guint k = 0; k < sprites[i].n_animations; k++)
      add_run (of, add, to, (KbExportRun) { .number = number++, .sprite = &sprites[i],
                                            .animation = sprites[i].animations + k });
  for (guint i = 0; of->exporter->only_animations && i < of->content->n_sprites; i++)
    number += add_rest (of, add, to, &sprites[i], number);
}

guint
kb_export_divisor (guint a, guint b)
{
  return b ? kb_export_divisor (b, a % b) : a;
}

guint
kb_export_tick (const KbExportRun *run)
{
  guint tick = 0;
  for (guint i = 0; i < run->n_steps; i++)
    tick = kb_export_divisor (tick, kb_export_step (run, i)->ms);
  return MAX (tick, 10);
}

guint *
kb_export_ticks (const KbExportRun *run, double tick)
{
  guint *ticks = g_new (guint, run->n_steps), start = 0;
  double ms = 0;
  for (guint i = 0; i < run->n_steps; start += ticks[i++])
    {
      ms = MAX (ms + kb_export_step (run, i)->ms, (start + 1) * tick);
      ticks[i] = (guint) (ms / tick + 0.5) - start;
    }
  return ticks;
}

const char *
kb_export_frame_picture (const KbExport *of, const KbExportRun *run, guint step)
{
  const guint frame = run->first + kb_export_step (run, step)->frame;
  return kb_export_page_name (of, kb_export_frame (of, frame)->frame->page);
}

const char *
kb_export_page_name (const KbExport *of, guint page)
{
  return page < of->content->n_pages && of->content->pages[page].name
           ? of->content->pages[page].name
           : "";
}

char *
kb_export_file_name (const char *stem, const char *rest, const char *ending)
{
  char *name = g_strconcat (stem, "-", rest, ending, NULL);
  for (char *p = name; p < name + strlen (name) - strlen (ending); p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && (guchar) *p < 0x80)
      *p = '-';
  return name;
}

const char *
kb_export_note_name (const KbExport *of, const char *name, const char *made)
{
  if (strcmp (name, made) != 0)
    json_object_set_new (of->changed, name, json_true ());
  return made;
}

char *
kb_export_plain_text (const KbExport *of, const char *text)
{
  g_autoptr (GRegex) others =
    kb_unsafe_character (text)
      ? g_regex_new ("[^\\t\\n\\r -\\x{fffd}\\x{10000}-\\x{10ffff}]", 0, 0, NULL)
      : NULL;
  return (char *) kb_export_note_name (
    of, text,
    others ? g_regex_replace_literal (others, text, -1, 0, "", 0, NULL) : g_strdup (text));
}

json_t *
kb_export_names (const json_t *items)
{
  json_t *names = json_object ();
  KB_EACH_JSON (item, items)
    json_object_set_new (names, json_string_value (json_object_get (item, "name")), json_false ());
  return names;
}

json_t *
kb_export_identifier (const KbExport *of, json_t *taken, const char *name)
{
  g_autofree char *clean =
    g_strcanon (g_str_to_ascii (name, "C"), G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS, '_');
  const char *lead = g_ascii_isalpha (*clean) || *clean == '_' ? "" : "_";
  json_t *made = json_sprintf ("%s%s", lead, clean), *owner;
  for (guint n = 2; (owner = json_object_get (taken, json_string_value (made)))
                    && (json_is_true (owner) || strcmp (json_string_value (made), name) != 0);
       n++)
    {
      json_decref (made);
      made = json_sprintf ("%s%s_%u", lead, clean, n);
    }
  /* A layer with tiles of several sprites becomes several: a number is no change. */
  if (!json_is_true (json_object_get (taken, name)))
    kb_export_note_name (of, name, json_string_value (made));
  json_object_set_new (taken, json_string_value (made), json_true ());
  return made;
}

void
kb_export_read_pair (const json_t *list, double *x, double *y)
{
  *x = json_number_value (json_array_get (list, 0));
  *y = json_number_value (json_array_get (list, 1));
}

double
kb_export_degrees (const json_t *direction)
{
  double x, y;
  kb_export_read_pair (direction, &x, &y);
  return atan2 (y, x) * 180 / G_PI + 0.0;
}

json_t *
kb_export_walls (const json_t *level)
{
  json_t *walls = json_object_get (level, "walls");
  KB_EACH_JSON (entry, json_object_get (level, "wall_values"))
    json_object_set (
      json_array_get (walls, (size_t) json_integer_value (json_object_get (entry, "wall"))),
      "values", json_object_get (entry, "values"));
  return walls;
}

char *
kb_export_value_text (const json_t *value)
{
  if (json_is_string (value))
    return g_strdup (json_string_value (value));
  KB_EACH_MEMBER (key, member, json_is_object (value) ? value : NULL)
    if (!json_is_integer (member))
      return kb_export_value_text (member);
  g_autofree char *dumped = json_dumps (value, JSON_ENCODE_ANY | JSON_REAL_PRECISION (15));
  return g_strdup (g_strstrip (g_strdelimit (dumped, "[]", ' ')));
}

void
kb_export_set_value (const KbExport *of, json_t *values, const char *key, json_t *value)
{
  json_t *other = json_object_get (values, key);
  g_autofree char *longer = g_strconcat (key, "_", NULL);
  if (other && !json_equal (other, value))
    kb_export_set_value (of, values, kb_export_note_name (of, key, longer), json_incref (other));
  json_object_set_new (values, key, value);
}

json_t *
kb_export_values (const KbExport *of, const json_t *item, const char *const *own)
{
  json_t *values = json_object ();
  json_object_update (values, json_object_get (item, "values"));
  for (; *own; own++)
    {
      json_t *member = json_object_get (item, *own);
      if (json_string_length (member) || json_is_true (member) || json_is_array (member))
        kb_export_set_value (of, values, *own,
                             json_is_array (member) ? json_real (kb_export_degrees (member))
                                                    : json_incref (member));
    }
  return values;
}

char *
kb_export_quoted (const char *text)
{
  json_auto_t *value = json_string (text);
  return json_dumps (value, JSON_ENCODE_ANY);
}

char *
kb_export_json_text (json_t *value)
{
  json_auto_t *own = value;
  return json_dumps (own, JSON_INDENT (1) | JSON_REAL_PRECISION (9));
}

/* ---- files ---- */

/* The content in the form of the JSON bank, as far as the format needs it. NULL, and why in
 * `reason`. */
static json_t *
make_bank (const KbExporter *exporter, const KbBankContent *content, KbBankError *reason)
{
  KbBankContent only = *content;
  char *text;
  size_t size;
  only.n_masks = only.n_tracks = 0;
  if (!(exporter->holds & KB_HOLDS (LEVELS)))
    only.n_levels = 0;
  if (!kb_bank_json_write (&only, &text, &size, reason))
    return NULL;
  json_t *bank = json_loadb (text, size, 0, NULL);
  free (text);
  reason->out_of_memory = !bank;
  return bank;
}

gboolean
kb_exporter_write (const KbExporter *exporter, const KbBankContent *content, json_t **bank,
                   const char *stem, guint file, GPtrArray *parts, KbBankError *reason)
{
  if (exporter->write_bank)
    return exporter->write_bank (content, parts, reason);
  if (exporter->one_page && content->n_pages > 1)
    {
      g_snprintf (reason->message, sizeof reason->message,
                  _("the pictures need %u pages, and this format has only one"), content->n_pages);
      return FALSE;
    }
  if (!*bank)
    *bank = make_bank (exporter, content, reason);
  if (!json_object_get (*bank, CHANGED))
    json_object_set_new (*bank, CHANGED, json_object ());
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (KbExportFrame));
  KbExport of = { exporter, content, stem, file, frames, json_object_get (*bank, "sprites"),
                  json_object_get (*bank, "levels"), json_object_get (*bank, CHANGED) };
  g_array_set_clear_func (frames, clear_frame);
  if (!*bank)
    return FALSE;
  add_exporters_frames (&of);
  char *text = exporter->make_text ? exporter->make_text (&of) : NULL;
  GBytes *made = text ? g_bytes_new_with_free_func (text, strlen (text), free, text)
                      : exporter->make_bytes ? exporter->make_bytes (&of, reason) : NULL;
  if (made)
    g_ptr_array_add (parts, made);
  reason->out_of_memory = !made && !*reason->message;
  return made != NULL;
}
