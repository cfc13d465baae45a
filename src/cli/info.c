/* SPDX-License-Identifier: MIT */
/* kickbox info: describes a project or a bank, for people and for programs. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/info.h"
#include "cli/input.h"
#include "document/pixels/picture.h"
#include "operations/operations.h"
#include "operations/track/cover.h"

static gboolean info_as_json;

static char *frame_data, *crouching;

static const GOptionEntry info_options[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &info_as_json, N_("As one JSON object"), NULL },
  { "frame-data", 0, 0, G_OPTION_ARG_STRING, &frame_data,
    N_("Only the frame data of a project's attacks, as csv or markdown"), "FORMAT" },
  { "crouching", 0, 0, G_OPTION_ARG_STRING, &crouching,
    N_("The animations of those who crouch (default: *crouch*)"), "NAME" },
  G_OPTION_ENTRY_NULL
};

/* Unique names in bytewise order. */

static gint
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (a, b);
}

static gboolean
append_info_name (gpointer name, gpointer value, gpointer array)
{
  json_array_append_new (array, json_string (name));
  return FALSE;
}

static json_t *
names_end (GTree *names)
{
  json_t *array = json_array ();
  g_tree_foreach (names, append_info_name, array);
  g_tree_unref (names);
  return array;
}

/* ---- sprites ---- */

/* A project's steps refer to frames by permanent ID; `frames` has their positions. */
static json_t *
animation_json (KbInfoItem animation, GHashTable *frames)
{
  json_t *indices = json_array (), *durations = json_array (), *events = json_array ();
  for (guint i = 0; i < kb_info_count (animation, "steps"); i++)
    {
      KbInfoItem step = kb_info_child (animation, "steps", i);
      gpointer place =
        step.node
          ? g_hash_table_lookup (frames, GUINT_TO_POINTER (((const KbStep *) step.node)->frame_id))
          : NULL;
      json_array_append_new (indices, step.node ? json_integer (GPOINTER_TO_UINT (place))
                                                : kb_info_get (step, "frame"));
      json_array_append_new (durations, kb_info_get (step, step.node ? "duration" : "ms"));
      for (guint k = 0; k < kb_info_count (step, "events"); k++)
        json_array_append_new (
          events, json_pack ("{s:i, s:o}", "step", (int) i, "name",
                             kb_info_get (kb_info_child (step, "events", k), "name")));
    }
  return json_pack ("{s:o, s:o, s:o, s:o, s:o}", "name", kb_info_get (animation, "name"), "frames",
                    indices, "durations", durations, "loop", kb_info_get (animation, "loop"),
                    "events", events);
}

static json_t *
info_sprite_json (KbInfoItem sprite)
{
  const char *list = sprite.node ? "points" : "action_points";
  g_autoptr (GHashTable) frames = g_hash_table_new (NULL, NULL);
  GTree *points = g_tree_new_full (compare_names, NULL, g_free, NULL);
  json_t *animations = json_array ();
  guint n_shapes = 0;
  for (guint i = 0; i < kb_info_count (sprite, "frames"); i++)
    {
      KbInfoItem frame = kb_info_child (sprite, "frames", i);
      if (frame.node)
        g_hash_table_insert (frames, GUINT_TO_POINTER (frame.node->id), GUINT_TO_POINTER (i));
      n_shapes += kb_info_count (frame, "shapes");
      for (guint p = 0; p < kb_info_count (frame, list); p++)
        {
          json_auto_t *name = kb_info_get (kb_info_child (frame, list, p), "name");
          g_tree_insert (points, g_strdup (json_string_value (name)), NULL);
        }
    }
  for (guint i = 0; i < kb_info_count (sprite, "animations"); i++)
    json_array_append_new (animations,
                           animation_json (kb_info_child (sprite, "animations", i), frames));
  return json_pack ("{s:o, s:i, s:i, s:o, s:o}", "name", kb_info_get (sprite, "name"), "frames",
                    (int) kb_info_count (sprite, "frames"), "shapes", (int) n_shapes, "animations",
                    animations, "action_points", names_end (points));
}

/* ---- masks and tracks ---- */

/* A bank's mask has its size in the bytes of its picture, a track in those of its clearance. */
static json_t *
size_json (KbInfoItem item, const guint8 *bytes)
{
  return item.node ? json_pack ("[o, o]", kb_info_get (item, "width"), kb_info_get (item, "height"))
                   : json_pack ("[i, i]", bytes[0] | bytes[1] << 8, bytes[2] | bytes[3] << 8);
}

/* The number of a project's pixels painted with each value. */
static void
count_pixels (KbInfoItem item, guint64 counts[256])
{
  const KbZones *zones = item.node ? kb_node_painted_zones (item.node, NULL) : NULL;
  memset (counts, 0, 256 * sizeof *counts);
  if (zones)
    kb_zones_counts (zones, counts);
}

static json_t *
pixels_json (KbInfoItem mask)
{
  guint64 counts[256];
  json_t *pixels = json_array ();
  count_pixels (mask, counts);
  KB_EACH (const KbZone, zone, ((const KbMask *) mask.node)->zones)
    json_array_append_new (pixels, json_integer ((json_int_t) counts[zone->value]));
  return pixels;
}

static json_t *
name_json (KbInfoItem item)
{
  return kb_info_get (item, "name");
}

static json_t *
kb_info_names (KbInfoItem item, const char *list)
{
  return kb_info_list (item, list, name_json);
}

static json_t *
mask_json (KbInfoItem mask)
{
  return json_pack (
    "{s:o, s:o, s:o, s:o*}", "name", kb_info_get (mask, "name"), "size",
    size_json (mask, mask.node ? NULL : ((const KbBankMask *) mask.item)->painting.bytes), "zones",
    kb_info_names (mask, "zones"), "pixels", mask.node ? pixels_json (mask) : NULL);
}

static json_t *
surface_json (KbInfoItem surface, const guint64 counts[256])
{
  if (!surface.node)
    return json_pack ("{s:o, s:o}", "name", kb_info_get (surface, "name"), "road",
                      kb_info_get (surface, "road"));
  const KbZone *zone = (const KbZone *) surface.node;
  return json_pack ("{s:s, s:b, s:I}", "name", zone->name, "road", zone->use == KB_SURFACE_ROAD,
                    "pixels", (json_int_t) counts[zone->value]);
}

static json_t *
curves_json (const KbTrack *track)
{
  json_t *curves = json_array ();
  g_autofree KbCurveSight *sights = g_new (KbCurveSight, track->curves->len + 1);
  kb_count_curves (track, sights);
  KB_EACH (const KbCurve, curve, track->curves)
    {
      const KbZone *surface = kb_zones_find (track->surfaces, (guint) curve->surface);
      json_array_append_new (curves,
                             json_pack ("{s:s?, s:i, s:b, s:s?, s:I, s:I}", "name", curve->name,
                                        "points", (int) curve->points->len, "closed", curve->closed,
                                        "surface", surface ? surface->name : NULL, "pixels",
                                        (json_int_t) sights[curve_at].covered, "shown",
                                        (json_int_t) sights[curve_at].shown));
    }
  return curves;
}

static json_t *
check_point_json (KbInfoItem gate)
{
  json_auto_t *name = kb_info_get (gate, "name");
  return json_pack ("{s:s?, s:[f, f], s:[f, f]}", "name",
                    kb_text_or_null (json_string_value (name)), "a",
                    kb_info_number (gate, "a", 0), kb_info_number (gate, "a", 1), "b",
                    kb_info_number (gate, "b", 0), kb_info_number (gate, "b", 1));
}

static json_t *
track_info_json (KbInfoItem track)
{
  const guint8 *clearance = track.node ? NULL : ((const KbBankTrack *) track.item)->clearance;
  json_t *radii = json_array (), *by_hand = json_array (), *surfaces = json_array ();
  json_auto_t *named = json_object ();
  guint64 counts[256];
  count_pixels (track, counts);
  for (guint i = 0; i < kb_info_count (track, "bands"); i++)
    {
      KbInfoItem band = kb_info_child (track, "bands", i);
      json_t *radius = json_real (kb_info_number (band, "radius", 0));
      if (band.node ? kb_node_painted_zones (band.node, NULL) != NULL
                    : ((const KbBankBand *) band.item)->painted)
        json_array_append (by_hand, radius);
      json_array_append_new (radii, radius);
      json_auto_t *name = kb_info_get (band, "name");
      if (json_string_length (name) > 0)
        json_object_set (named, json_string_value (name), radius);
    }
  for (guint i = 0; i < kb_info_count (track, "surfaces"); i++)
    json_array_append_new (surfaces, surface_json (kb_info_child (track, "surfaces", i), counts));
  return json_pack ("{s:o, s:o, s:o, s:o, s:o, s:O*, s:o*, s:i, s:o, s:i}", "name",
                    kb_info_get (track, "name"), "size", size_json (track, clearance), "radii",
                    radii, "painted_radii", by_hand, "surfaces", surfaces, "named_bands",
                    json_object_size (named) > 0 ? named : NULL, "curves",
                    track.node ? curves_json ((const KbTrack *) track.node) : NULL, "gates",
                    (int) kb_info_count (track, "gates"), "check_points",
                    kb_info_list (track, "gates", check_point_json), "cut_off",
                    track.node ? ((const KbTrack *) track.node)->cut_off
                               : (clearance[4] | clearance[5] << 8) / 16);
}

/* ---- everything ---- */

static json_t *
page_json (KbInfoItem item)
{
  const KbBankPage *page = item.item;
  return json_pack ("{s:s, s:o, s:o, s:I}", "name", page->name, "size", kb_info_get (item, "size"),
                    "encoding", kb_info_get (item, "encoding"), "bytes", (json_int_t) page->size);
}

/* By class; those of things without one have an empty name. NULL if there are none. */
static json_t *
value_types_json (const KbProject *project)
{
  json_auto_t *types = json_object ();
  KB_EACH (const KbClass, class, project->classes)
    if (class->value_types)
      json_object_set (types, class->name, class->value_types);
  if (project->value_types)
    json_object_set (types, "", project->value_types);
  return json_object_size (types) > 0 ? g_steal_pointer (&types) : NULL;
}

static json_t *
info_json (KbInfoItem top, const char *format)
{
  return json_pack (
    "{s:s, s:o, s:o, s:o, s:o, s:o, s:o*, s:o*}", "format", format, "classes",
    kb_info_names (top, "classes"),
    "sprites", kb_info_list (top, "sprites", info_sprite_json), "masks",
    kb_info_list (top, "masks", mask_json), "tracks", kb_info_list (top, "tracks", track_info_json),
    "levels", kb_info_list (top, "levels", kb_info_level), "pages",
    top.node ? NULL : kb_info_list (top, "pages", page_json), "value_types",
    top.node ? value_types_json ((const KbProject *) top.node) : NULL);
}

static json_t *
input_json (const KbInput *input, GError **error)
{
  KbBankContent content;
  KbBankError reason;
  gsize size;
  if (input->document)
    return info_json ((KbInfoItem) { .node = KB_NODE (kb_document_project (input->document)) },
                      "project");
  const void *bytes = g_bytes_get_data (input->bytes, &size);
  if (!kb_bank_read (&content, bytes, size, &reason))
    return kb_fail_null (error, KB_ERROR_INPUT, "%s%s%s", reason.place, *reason.place ? ": " : "",
                         reason.message);
  g_autofree char *format = g_strdup_printf ("%s %u.%u", input->is_json ? "JSON bank" : "bank",
                                             input->bank.major, input->bank.minor);
  json_t *json = info_json (
    (KbInfoItem) { .bank = &content, .record = &kb_bank_records[KB_ROOT], .item = &content },
    format);
  kb_bank_content_clear (&content);
  return json;
}

/* ---- for people ---- */

static void
print_list (const char *title, const json_t *names)
{
  printf ("%s", title);
  KB_EACH_JSON (name, names)
    printf ("%s%s", name_at ? ", " : "", json_string_value (name));
  printf ("%s\n", json_array_size (names) ? "" : C_("list", "none"));
}

static void
print_animation (const json_t *animation)
{
  json_int_t sum = 0;
  KB_EACH_JSON (value, json_object_get (animation, "durations"))
    sum += json_integer_value (value);
  gsize steps = json_array_size (json_object_get (animation, "frames"));
  printf ("  %-16s ", json_string_value (json_object_get (animation, "name")));
  printf (ngettext ("%3zu step  ", "%3zu steps ", steps), steps);
  printf (_("%6lld ms  %-10s"), sum, _(json_string_value (json_object_get (animation, "loop"))));
  KB_EACH_JSON (value, json_object_get (animation, "frames"))
    if (value_at < 16)
      printf (" %" JSON_INTEGER_FORMAT, json_integer_value (value) + 1);   /* as in the editor */
  printf ("%s\n", json_array_size (json_object_get (animation, "frames")) > 16 ? " ..." : "");
  KB_EACH_JSON (value, json_object_get (animation, "events"))
    printf (_("    at step %d: %s\n"), (int) json_integer_value (json_object_get (value, "step")),
            json_string_value (json_object_get (value, "name")));
}

static void
print_size (const char *kind, const json_t *asset)
{
  const json_t *size = json_object_get (asset, "size");
  printf ("\n%s: %s, %" JSON_INTEGER_FORMAT " x %" JSON_INTEGER_FORMAT "\n",
          json_string_value (json_object_get (asset, "name")), kind,
          json_integer_value (json_array_get (size, 0)),
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
  printf (ngettext ("%10lld pixel painted\n", "%10lld pixels painted\n", (gulong) pixels), pixels);
}

static void
print_mask (const json_t *mask)
{
  /* In projects */
  const json_t *zones = json_object_get (mask, "zones"), *pixels = json_object_get (mask, "pixels");
  print_size (_("mask"), mask);
  if (!pixels || !json_array_size (zones))
    {
      print_list (_("  zones: "), zones);
      return;
    }
  puts (_("  zones:"));
  KB_EACH_JSON (zone, zones)
    {
      printf ("    %-16s", json_string_value (zone));
      print_pixels (json_integer_value (json_array_get (pixels, zone_at)));
    }
}

static void
print_surface (const json_t *surface)
{
  const json_t *painted = json_object_get (surface, "pixels");   /* in projects */
  const char *ground = json_is_true (json_object_get (surface, "road")) ? _("road") : _("off road");
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
  printf (json_is_true (json_object_get (curve, "closed")) ? _("  curve %zu%s%s: closed, ")
                                                            : _("  curve %zu%s%s: open, "),
          i, name ? " " : "", name ? name : "");
  printf (ngettext ("%lu point, ", "%lu points, ", points), points);
  printf (_("%s, %lld of "), surface ? surface : _("without a surface"),
          json_integer_value (json_object_get (curve, "shown")));
  gulong pixels = (gulong) json_integer_value (json_object_get (curve, "pixels"));
  printf (ngettext ("%lu pixel shows\n", "%lu pixels show\n", pixels), pixels);
}

static void
print_check_point (const json_t *gate, size_t i)
{
  const json_t *a = json_object_get (gate, "a"), *b = json_object_get (gate, "b");
  const char *name = json_string_value (json_object_get (gate, "name"));
  printf (_("    %zu%s%s from %.14g, %.14g to %.14g, %.14g\n"), i, name ? " " : "",
          name ? name : "",
          json_number_value (json_array_get (a, 0)), json_number_value (json_array_get (a, 1)),
          json_number_value (json_array_get (b, 0)), json_number_value (json_array_get (b, 1)));
}

static void
print_track (const json_t *track)
{
  const json_t *surfaces = json_object_get (track, "surfaces"),
               *radii = json_object_get (track, "radii");
  const json_t *by_hand = json_object_get (track, "painted_radii");
  size_t painted = 0;   /* by_hand has some of the radii, in order */
  print_size (_("track"), track);
  puts (json_array_size (surfaces) ? _("  surfaces:") : _("  surfaces: none"));
  KB_EACH_JSON (item, surfaces)
    print_surface (item);
  KB_EACH_JSON (item, json_object_get (track, "curves"))
    print_curve (item, item_at);
  printf (_("  check points: %lld\n"),
          json_integer_value (json_object_get (track, "gates")));
  KB_EACH_JSON (item, json_object_get (track, "check_points"))
    print_check_point (item, item_at);
  fputs (_("  radii:"), stdout);
  KB_EACH_JSON (item, radii)
    {
      gboolean is_by_hand =
        json_number_value (item) == json_number_value (json_array_get (by_hand, painted));
      printf ("%s %g%s", item_at ? "," : "", json_number_value (item),
              is_by_hand ? _(" (painted by hand)") : "");
      painted += is_by_hand;
    }
  puts (json_array_size (radii) ? "" : _(" none"));
  KB_EACH_MEMBER (name, item, json_object_get (track, "named_bands"))
    printf (_("  band %s: %g\n"), name, json_number_value (item));
  printf (_("  clearance up to %lld px\n"),
          json_integer_value (json_object_get (track, "cut_off")));
}

static void
print_table (const KbInput *input, const json_t *top)
{
  if (input->document)
    puts (_("project"));
  else
    printf (input->is_json ? _("JSON bank %u.%u\n") : _("bank %u.%u\n"), input->bank.major,
            input->bank.minor);
  print_list (_("classes: "), json_object_get (top, "classes"));
  KB_EACH_JSON (sprite, json_object_get (top, "sprites"))
    {
      gulong frames = (gulong) json_integer_value (json_object_get (sprite, "frames"));
      gulong shapes = (gulong) json_integer_value (json_object_get (sprite, "shapes"));
      printf ("\n%s: ", json_string_value (json_object_get (sprite, "name")));
      printf (ngettext ("%lu frame, ", "%lu frames, ", frames), frames);
      printf (ngettext ("%lu shape\n", "%lu shapes\n", shapes), shapes);
      print_list (_("  action points: "), json_object_get (sprite, "action_points"));
      KB_EACH_JSON (animation, json_object_get (sprite, "animations"))
        print_animation (animation);
    }
  KB_EACH_JSON (mask, json_object_get (top, "masks"))
    print_mask (mask);
  KB_EACH_JSON (track, json_object_get (top, "tracks"))
    print_track (track);
  KB_EACH_JSON (track, json_object_get (top, "levels"))
    kb_info_print_level (track);
  if (json_array_size (json_object_get (top, "pages")))
    putchar ('\n');
  KB_EACH_JSON (page, json_object_get (top, "pages"))
    printf (_("page %zu: %lld x %lld, %s, %lld bytes\n"),
            page_at, json_integer_value (json_array_get (json_object_get (page, "size"), 0)),
            json_integer_value (json_array_get (json_object_get (page, "size"), 1)),
            json_string_value (json_object_get (page, "encoding")),
            json_integer_value (json_object_get (page, "bytes")));
}

static int
print_frame_data (const char *path)
{
  g_auto (KbInput) input = { NULL };
  GError *error = NULL;
  gboolean as_csv = strcmp (frame_data, "csv") == 0;
  if (!as_csv && strcmp (frame_data, "markdown") != 0)
    return kb_cli_error (KB_EXIT_USAGE, _("kickbox info: --frame-data: expected csv or markdown"));
  if (!kb_input_open (&input, path, FALSE, &error))
    return kb_cli_fail (error);
  gboolean is_project = input.document != NULL;
  json_auto_t *rows =
    is_project ? kb_frame_data (input.document, crouching ? crouching : "*crouch*") : NULL;
  g_autofree char *text = kb_frame_data_text (rows, as_csv);
  if (is_project && json_array_size (rows) == 0)
    fputs (_("kickbox info: no animation strikes yet, as no class of the kind \"hit\" has "
             "shapes\n"),
           stderr);
  if (is_project)
    fputs (text, stdout);
  return is_project
           ? kb_cli_finish_output (KB_EXIT_DONE)
           : kb_cli_error (KB_EXIT_INPUT,
                           _("%s: a bank does not have the kinds of classes; give the project"),
                           path);
}

static int
run_info (char **arguments)
{
  if (frame_data)
    return print_frame_data (arguments[0]);
  g_auto (KbInput) input = { NULL };
  GError *error = NULL;
  json_auto_t *top =
    kb_input_open (&input, arguments[0], FALSE, &error) ? input_json (&input, &error) : NULL;
  if (!top)
    return kb_cli_fail (error);
  if (info_as_json)
    kb_cli_print_json (top, JSON_INDENT (1));
  else
    print_table (&input, top);
  gboolean whole = !input.document || kb_document_check_paintings (input.document, &error);
  return whole ? KB_EXIT_DONE : kb_cli_fail (error);
}

const KbCommand kb_command_info = {
  "info",
  N_("List what is in a project or a bank"),
  "PROJECT|BANK",
  N_("Classes, sprites with their animations and action points, masks with their zones, tracks, "
  "levels with what each partition\n"
  "of their walls costs (* the one of the bank), and a bank's pages.\n"
  "Frames of animations are numbered from 1, as in the editor. --json and kickbox query count from "
  "0."),
  1,
  1,
  info_options,
  run_info
};
