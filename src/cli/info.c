/* SPDX-License-Identifier: MIT */
/* kickbox info: what is in a project or a bank, for people and for programs. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/info_levels.h"
#include "operations/track/hidden.h"

static gboolean as_json;

static const GOptionEntry options[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "As one JSON object", NULL },
  G_OPTION_ENTRY_NULL
};

static const char *const loop_names[] = { "once", "loop", "ping-pong", "hold-last" };

/* Names are collected in bytewise order, each once. */

static gint
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (a, b);
}

static gboolean
append_name (gpointer name, gpointer value, gpointer array)
{
  json_array_append_new (array, json_string (name));
  return FALSE;
}

static json_t *
names_end (GTree *names)
{
  json_t *array = json_array ();
  g_tree_foreach (names, append_name, array);
  g_tree_unref (names);
  return array;
}

static json_t *
top_level (char *format, json_t *classes, json_t *sprites, json_t *masks, json_t *tracks, json_t *levels)
{
  json_t *top = json_pack ("{s:s, s:o, s:o, s:o, s:o, s:o}", "format", format, "classes", classes,
                           "sprites", sprites, "masks", masks, "tracks", tracks, "levels", levels);
  g_free (format);
  return top;
}

/* ---- projects ---- */

static json_t *
project_animation (const KbAnimation *animation, GHashTable *frames)
{
  json_t *indices = json_array (), *durations = json_array ();
  for (guint i = 0; i < animation->steps->len; i++)
    {
      const KbStep *step = kb_step_at (animation, i);
      gpointer index = g_hash_table_lookup (frames, GUINT_TO_POINTER (step->frame_id));
      json_array_append_new (indices, json_integer (GPOINTER_TO_UINT (index)));
      json_array_append_new (durations, json_integer (step->duration));
    }
  return json_pack ("{s:s, s:o, s:o, s:s}", "name", animation->name, "frames", indices, "durations", durations,
                    "loop", loop_names[animation->loop]);
}

static json_t *
project_sprite (const KbSprite *sprite)
{
  g_autoptr (GHashTable) frames = g_hash_table_new (NULL, NULL);
  GTree *points = g_tree_new_full (compare_names, NULL, NULL, NULL);
  guint n_shapes = 0;
  for (guint i = 0; i < sprite->frames->len; i++)
    {
      const KbFrame *frame = kb_frame_at (sprite, i);
      g_hash_table_insert (frames, GUINT_TO_POINTER (frame->node.id), GUINT_TO_POINTER (i));
      n_shapes += frame->shapes->len;
      for (guint p = 0; p < frame->points->len; p++)
        g_tree_insert (points, kb_point_at (frame, p)->name, NULL);
    }
  json_t *animations = json_array ();
  for (guint i = 0; i < sprite->animations->len; i++)
    json_array_append_new (animations, project_animation (kb_animation_at (sprite, i), frames));
  return json_pack ("{s:s, s:i, s:i, s:o, s:o}", "name", sprite->name, "frames", (int) sprite->frames->len,
                    "shapes", (int) n_shapes, "animations", animations, "action_points", names_end (points));
}

/* `pixels`: that are painted with each of the zones. */
static json_t *
project_mask (const KbMask *mask)
{
  json_t *zones = json_array (), *pixels = json_array ();
  guint64 counts[256] = { 0 };
  if (mask->pixels.zones)
    kb_zones_counts (mask->pixels.zones, counts);
  for (guint i = 0; i < mask->zones->len; i++)
    {
      const KbZone *zone = kb_zone_at (mask->zones, i);
      json_array_append_new (zones, json_string (zone->name));
      json_array_append_new (pixels, json_integer ((json_int_t) counts[zone->value]));
    }
  return json_pack ("{s:s, s:[i, i], s:o, s:o}", "name", mask->name, "size", mask->width, mask->height, "zones", zones,
                    "pixels", pixels);
}

static void
add_radius (json_t *radii, json_t *by_hand, double radius, gboolean painted)
{
  json_array_append_new (radii, json_real (radius));
  if (painted)
    json_array_append_new (by_hand, json_real (radius));
}

/* `pixels`: that are painted with it. */
static json_t *
project_surfaces (const KbTrack *track)
{
  json_t *surfaces = json_array ();
  guint64 counts[256] = { 0 };
  if (track->pixels.zones)
    kb_zones_counts (track->pixels.zones, counts);
  for (guint i = 0; i < track->surfaces->len; i++)
    {
      const KbZone *surface = kb_zone_at (track->surfaces, i);
      json_array_append_new (surfaces, json_pack ("{s:s, s:b, s:I}", "name", surface->name,
                                                  "road", surface->use == KB_SURFACE_ROAD,
                                                  "pixels", (json_int_t) counts[surface->value]));
    }
  return surfaces;
}

static json_t *
project_track (const KbTrack *track)
{
  json_t *radii = json_array (), *by_hand = json_array (), *curves = json_array ();
  for (guint i = 0; i < track->bands->len; i++)
    {
      const KbBand *band = kb_band_at (track, i);
      add_radius (radii, by_hand, band->radius, kb_node_painted_zones (&band->node, NULL) != NULL);
    }
  g_autofree KbCurveSight *sights = g_new (KbCurveSight, track->curves->len + 1);
  kb_count_curves (track, sights);
  for (guint i = 0; i < track->curves->len; i++)
    {
      const KbCurve *curve = kb_curve_at (track, i);
      const KbZone *surface = kb_zones_find (track->surfaces, (guint) curve->surface);
      json_array_append_new (curves, json_pack ("{s:s?, s:i, s:b, s:s?, s:I, s:I}", "name", curve->name, "points",
                                                (int) curve->points->len, "closed", curve->closed, "surface",
                                                surface ? surface->name : NULL, "pixels", (json_int_t) sights[i].covered,
                                                "shown", (json_int_t) sights[i].shown));
    }
  return json_pack ("{s:s, s:[i, i], s:o, s:o, s:o, s:o, s:i, s:i}", "name", track->name, "size", track->width, track->height,
                    "radii", radii, "painted_radii", by_hand, "surfaces", project_surfaces (track), "curves", curves, "gates", (int) track->gates->len,
                    "cut_off", track->cut_off);
}

static json_t *
project_info (const KbDocument *document)
{
  const KbProject *project = kb_document_project (document);
  json_t *classes = json_array (), *sprites = json_array (), *masks = json_array (), *tracks = json_array ();
  for (guint i = 0; i < project->classes->len; i++)
    json_array_append_new (classes, json_string (kb_class_at (project, i)->name));
  for (guint i = 0; i < project->sprites->len; i++)
    json_array_append_new (sprites, project_sprite (kb_sprite_at (project, i)));
  for (guint i = 0; i < project->masks->len; i++)
    json_array_append_new (masks, project_mask (kb_mask_at (project, i)));
  for (guint i = 0; i < project->tracks->len; i++)
    json_array_append_new (tracks, project_track (kb_track_at (project, i)));
  return top_level (g_strdup ("project"), classes, sprites, masks, tracks, kb_info_levels_of_project (project));
}

/* ---- banks ---- */

static json_t *
bank_animation (kbx_animation animation)
{
  json_t *indices = json_array (), *durations = json_array ();
  for (uint32_t i = 0; i < kbx_animation_info (animation).step_count; i++)
    {
      kbx_step step = kbx_animation_step (animation, i);
      json_array_append_new (indices, json_integer (kbx_frame_index (step.frame)));
      json_array_append_new (durations, json_integer (step.duration_ms));
    }
  return json_pack ("{s:s, s:o, s:o, s:s}", "name", kbx_name (animation), "frames", indices,
                    "durations", durations, "loop", loop_names[kbx_animation_info (animation).loop]);
}

static json_t *
bank_sprite (kbx_sprite sprite)
{
  GTree *points = g_tree_new_full (compare_names, NULL, NULL, NULL);
  json_t *animations = json_array ();
  json_int_t n_shapes = 0;
  for (uint32_t i = 0; i < kbx_count (sprite, KBX_FRAME); i++)
    {
      kbx_frame frame = kbx_item (sprite, KBX_FRAME, i);
      n_shapes += kbx_count (frame, KBX_SHAPE);
      for (uint32_t p = 0; p < kbx_count (frame, KBX_ACTION); p++)
        g_tree_insert (points, (gpointer) kbx_name (kbx_item (frame, KBX_ACTION, p)), NULL);
    }
  for (uint32_t i = 0; i < kbx_count (sprite, KBX_ANIMATION); i++)
    json_array_append_new (animations, bank_animation (kbx_item (sprite, KBX_ANIMATION, i)));
  return json_pack ("{s:s, s:I, s:I, s:o, s:o}", "name", kbx_name (sprite),
                    "frames", (json_int_t) kbx_count (sprite, KBX_FRAME), "shapes", n_shapes,
                    "animations", animations, "action_points", names_end (points));
}

static json_t *
bank_pages (const kbx_bank *bank)
{
  static const char *const encodings[] = { "none", "png", "rgba8", "beside" };
  json_t *pages = json_array ();
  for (uint32_t i = 0; i < kbx_bank_count (bank, KBX_PAGE); i++)
    {
      kbx_handle handle = kbx_bank_item (bank, KBX_PAGE, i);
      kbx_page page = kbx_page_info (handle);
      json_array_append_new (pages, json_pack ("{s:s, s:[I, I], s:s, s:I}", "name", kbx_name (handle),
                                               "size", (json_int_t) page.size.w, (json_int_t) page.size.h,
                                               "encoding", encodings[page.encoding], "bytes", (json_int_t) page.data_size));
    }
  return pages;
}

static json_t *
bank_mask (const kbx_bank *bank, uint32_t mask)
{
  const kbx_mask handle = kbx_bank_item (bank, KBX_MASK, mask);
  kbx_size size = kbx_mask_size (handle);
  json_t *zones = json_array ();
  for (uint32_t i = 0; i < kbx_count (handle, KBX_ZONE); i++)
    json_array_append_new (zones, json_string (kbx_name (kbx_item (handle, KBX_ZONE, i))));
  return json_pack ("{s:s, s:[i, i], s:o}", "name", kbx_name (handle), "size", size.w, size.h, "zones", zones);
}

static json_t *
bank_track (const kbx_bank *bank, uint32_t index)
{
  kbx_track track = kbx_bank_item (bank, KBX_TRACK, index);
  kbx_size size = kbx_track_size (track);
  json_t *radii = json_array (), *by_hand = json_array (), *surfaces = json_array ();
  for (uint32_t i = 0; i < kbx_count (track, KBX_BAND); i++)
    {
      kbx_handle band = kbx_item (track, KBX_BAND, i);
      add_radius (radii, by_hand, kbx_band_info (band).radius, kbx_band_info (band).painted);
    }
  for (uint32_t i = 0; i < kbx_count (track, KBX_ZONE); i++)
    {
      kbx_handle surface = kbx_item (track, KBX_ZONE, i);
      json_array_append_new (surfaces, json_pack ("{s:s, s:b}", "name", kbx_name (surface), "road", kbx_zone_info (surface).road));
    }
  return json_pack ("{s:s, s:[i, i], s:o, s:o, s:o, s:i, s:i}", "name", kbx_name (track), "size", size.w, size.h,
                    "radii", radii, "painted_radii", by_hand, "surfaces", surfaces, "gates", (int) kbx_track_gates (track, NULL, 0),
                    "cut_off", (int) kbx_track_most (track));
}

static json_t *
bank_info (const KbInput *input)
{
  const kbx_bank *bank = &input->bank;
  json_t *classes = json_array (), *sprites = json_array (), *masks = json_array (), *tracks = json_array ();
  for (uint32_t i = 0; i < kbx_bank_count (bank, KBX_CLASS); i++)
    json_array_append_new (classes, json_string (kbx_name (kbx_bank_item (bank, KBX_CLASS, i))));
  for (uint32_t i = 0; i < kbx_bank_count (bank, KBX_SPRITE); i++)
    json_array_append_new (sprites, bank_sprite (kbx_bank_item (bank, KBX_SPRITE, i)));
  for (uint32_t i = 0; i < kbx_bank_count (bank, KBX_MASK); i++)
    json_array_append_new (masks, bank_mask (bank, i));
  for (uint32_t i = 0; i < kbx_bank_count (bank, KBX_TRACK); i++)
    json_array_append_new (tracks, bank_track (bank, i));
  json_t *top = top_level (g_strdup_printf ("%s %u.%u", input->is_json ? "JSON bank" : "bank", bank->major, bank->minor),
                           classes, sprites, masks, tracks, kb_info_levels_of_bank (bank));
  json_object_set_new (top, "pages", bank_pages (bank));
  return top;
}

/* ---- for people ---- */

static void
print_list (const char *title, const json_t *names)
{
  size_t i;
  json_t *name;
  printf ("%s", title);
  json_array_foreach ((json_t *) names, i, name)
    printf ("%s%s", i ? ", " : "", json_string_value (name));
  printf ("%s\n", json_array_size (names) ? "" : "none");
}

static void
print_animation (const json_t *animation)
{
  size_t i;
  json_t *value;
  json_int_t sum = 0;
  json_array_foreach (json_object_get (animation, "durations"), i, value)
    sum += json_integer_value (value);
  gsize steps = json_array_size (json_object_get (animation, "frames"));
  printf ("  %-16s ", json_string_value (json_object_get (animation, "name")));
  printf (ngettext ("%3zu step  ", "%3zu steps ", steps), steps);
  printf ("%6" JSON_INTEGER_FORMAT " ms  %-10s", sum, json_string_value (json_object_get (animation, "loop")));
  json_array_foreach (json_object_get (animation, "frames"), i, value)
    if (i < 16)
      printf (" %" JSON_INTEGER_FORMAT, json_integer_value (value));
  printf ("%s\n", json_array_size (json_object_get (animation, "frames")) > 16 ? " ..." : "");
}

static void
print_size (const char *kind, const json_t *asset)
{
  const json_t *size = json_object_get (asset, "size");
  printf ("\n%s: %s, %" JSON_INTEGER_FORMAT " x %" JSON_INTEGER_FORMAT "\n",
          json_string_value (json_object_get (asset, "name")), kind, json_integer_value (json_array_get (size, 0)),
          json_integer_value (json_array_get (size, 1)));
}

static const char *
text_of (const json_t *object, const char *key)
{
  return json_string_value (json_object_get (object, key));
}

static void
print_pixels (json_int_t pixels)
{
  printf (ngettext ("%10" JSON_INTEGER_FORMAT " pixel painted\n", "%10" JSON_INTEGER_FORMAT " pixels painted\n", (gulong) pixels),
          pixels);
}

static void
print_mask (const json_t *mask)
{
  const json_t *zones = json_object_get (mask, "zones"), *pixels = json_object_get (mask, "pixels");   /* those of projects */
  size_t i;
  json_t *zone;
  print_size ("mask", mask);
  if (!pixels || !json_array_size (zones))
    {
      print_list ("  zones: ", zones);
      return;
    }
  puts ("  zones:");
  json_array_foreach ((json_t *) zones, i, zone)
    {
      printf ("    %-16s", json_string_value (zone));
      print_pixels (json_integer_value (json_array_get (pixels, i)));
    }
}

static void
print_surface (const json_t *surface)
{
  const json_t *painted = json_object_get (surface, "pixels");   /* of projects */
  const char *ground = json_is_true (json_object_get (surface, "road")) ? "road" : "off road";
  if (!painted)
    {
      printf ("    %-16s %s\n", text_of (surface, "name"), ground);
      return;
    }
  printf ("    %-16s %-9s", text_of (surface, "name"), ground);
  print_pixels (json_integer_value (painted));
}

static void
print_curve (const json_t *curve, size_t i)
{
  const char *name = text_of (curve, "name"), *surface = text_of (curve, "surface");
  gulong points = (gulong) json_integer_value (json_object_get (curve, "points"));
  printf ("  curve %zu%s%s: %s, ", i, name ? " " : "", name ? name : "",
          json_is_true (json_object_get (curve, "closed")) ? "closed" : "open");
  printf (ngettext ("%lu point, ", "%lu points, ", points), points);
  printf ("%s, %" JSON_INTEGER_FORMAT " of ", surface ? surface : "without a surface", json_integer_value (json_object_get (curve, "shown")));
  gulong pixels = (gulong) json_integer_value (json_object_get (curve, "pixels"));
  printf (ngettext ("%lu pixel shows\n", "%lu pixels show\n", pixels), pixels);
}

static void
print_track (const json_t *track)
{
  const json_t *surfaces = json_object_get (track, "surfaces"), *radii = json_object_get (track, "radii");
  const json_t *by_hand = json_object_get (track, "painted_radii");
  size_t i, painted = 0;   /* by_hand's are some of the radii, in their order */
  json_t *item;
  print_size ("track", track);
  printf ("  surfaces:%s\n", json_array_size (surfaces) ? "" : " none");
  json_array_foreach ((json_t *) surfaces, i, item)
    print_surface (item);
  json_array_foreach (json_object_get (track, "curves"), i, item)
    print_curve (item, i);
  printf ("  check points: %" JSON_INTEGER_FORMAT "\n  radii:", json_integer_value (json_object_get (track, "gates")));
  json_array_foreach ((json_t *) radii, i, item)
    {
      gboolean is_by_hand = json_number_value (item) == json_number_value (json_array_get (by_hand, painted));
      printf ("%s %g%s", i ? "," : "", json_number_value (item), is_by_hand ? " (painted by hand)" : "");
      painted += is_by_hand;
    }
  printf ("%s\n  clearance up to %" JSON_INTEGER_FORMAT " px\n", json_array_size (radii) ? "" : " none",
          json_integer_value (json_object_get (track, "cut_off")));
}

static void
print_table (const json_t *top)
{
  size_t i, k;
  json_t *sprite, *animation, *mask, *track, *page;
  printf ("%s\n", json_string_value (json_object_get (top, "format")));
  print_list ("classes: ", json_object_get (top, "classes"));
  json_array_foreach (json_object_get (top, "sprites"), i, sprite)
    {
      gulong frames = (gulong) json_integer_value (json_object_get (sprite, "frames"));
      gulong shapes = (gulong) json_integer_value (json_object_get (sprite, "shapes"));
      printf ("\n%s: ", json_string_value (json_object_get (sprite, "name")));
      printf (ngettext ("%lu frame, ", "%lu frames, ", frames), frames);
      printf (ngettext ("%lu shape\n", "%lu shapes\n", shapes), shapes);
      print_list ("  action points: ", json_object_get (sprite, "action_points"));
      json_array_foreach (json_object_get (sprite, "animations"), k, animation)
        print_animation (animation);
    }
  json_array_foreach (json_object_get (top, "masks"), i, mask)
    print_mask (mask);
  json_array_foreach (json_object_get (top, "tracks"), i, track)
    print_track (track);
  json_array_foreach (json_object_get (top, "levels"), i, track)
    kb_info_print_level (track);
  if (json_array_size (json_object_get (top, "pages")))
    putchar ('\n');
  json_array_foreach (json_object_get (top, "pages"), i, page)
    printf ("page %zu: %" JSON_INTEGER_FORMAT " x %" JSON_INTEGER_FORMAT ", %s, %" JSON_INTEGER_FORMAT " bytes\n", i,
            json_integer_value (json_array_get (json_object_get (page, "size"), 0)),
            json_integer_value (json_array_get (json_object_get (page, "size"), 1)),
            json_string_value (json_object_get (page, "encoding")),
            json_integer_value (json_object_get (page, "bytes")));
}

static int
run (char **arguments)
{
  KbInput input;
  GError *error = NULL;
  if (!kb_input_open (&input, arguments[0], FALSE, &error))
    return kb_cli_fail (error);
  json_t *top = input.document ? project_info (input.document) : bank_info (&input);
  if (as_json)
    kb_cli_print_json (top, JSON_INDENT (1));
  else
    print_table (top);
  json_decref (top);
  gboolean whole = !input.document || kb_document_check_paintings (input.document, &error);
  kb_input_close (&input);
  return whole ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_info = {
  "info", "Tell what is in a project or a bank", "PROJECT|BANK",
  "Classes, sprites with their animations and action points, masks with their zones, tracks, levels with what each partition\n"
  "of their walls costs (* the one of the bank), and a bank's pages.",
  1, 1, options, run
};
