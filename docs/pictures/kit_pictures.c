/* SPDX-License-Identifier: MIT */
/* Makes the guide's pictures of the runtime, with the runtime: kit_pictures BANK FOLDER [NAME...], where BANK is the
 * sample's. docs/make-kit-pictures.py runs it.
 *   kit_pictures --list                   their files
 *   kit_pictures --compare BANK FOLDER    are they those in the folder, to what another cairo draws a little differently? */
#include "pictures/pictures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  picture *draw;
} table[] = {
  { "hot-spot", picture_hot_spot },
  { "hierarchy", picture_hierarchy },
  { "strike", picture_strike },
  { "turned", picture_turned },
  { "points", picture_points },
  { "pixels", picture_pixels },
  { "pairs", picture_pairs },
  { "local-frames", picture_local_frames },
  { "inside", picture_inside },
  { "parts", picture_parts },
  { "polygon-pairs", picture_polygon_pairs },
  { "nearest", picture_nearest },
  { "meetings", picture_meetings },
  { "circle-lines", picture_circle_lines },
  { "clips", picture_clips },
  { "moving-point", picture_moving_point },
  { "moving-box", picture_moving_box },
  { "moving-circle", picture_moving_circle },
  { "one-way", picture_one_way },
  { "platforms", picture_platforms },
  { "bounce", picture_bounce },
  { "slide", picture_slide },
  { "ground", picture_ground },
  { "paddle", picture_paddle },
  { "contacts", picture_contacts },
  { "flat-contacts", picture_flat_contacts },
  { "impulse", picture_impulse },
  { "separate", picture_separate },
  { "stack", picture_stack },
  { "track", picture_track },
  { "drive", picture_drive },
  { "gates", picture_gates },
  { "bitmaps", picture_bitmaps },
  { "zones", picture_zones },
  { "turned-pixels", picture_turned_pixels },
  { "stuck-claw", picture_stuck_claw },
  { "stuck-shield", picture_stuck_shield },
  { "stuck-feet", picture_stuck_feet },
  { "stuck-pushed", picture_stuck_pushed },
  { "offset", picture_offset },
  { "volumes", picture_volumes },
  { "fifteen-axes", picture_fifteen_axes },
  { "planes", picture_planes },
  { "five-cases", picture_five_cases },
  { "cells", picture_cells },
  { "curve", picture_curve },
  { "partitions", picture_partitions },
  { "cut-wall", picture_cut_wall },
  { "maze-boxes", picture_maze_boxes },
  { "altitudes", picture_altitudes },
  { "left", picture_left },
  { "mask-points", picture_mask_points },
  { "broad-phase", picture_broad_phase },
};
/* Colours that differ by more than this, of 255, and how many such pixels may be. */
#define CLEARLY 72
#define MOST_DIFFERENCES 60
#define COUNT (sizeof table / sizeof table[0])

static bool
wanted (const char *name, char **names, int count)
{
  for (int i = 0; i < count; i++)
    if (strcmp (names[i], name) == 0)
      return true;
  return count == 0;
}

static cairo_surface_t *
drawn (size_t i, const kbx_bank *bank)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, EASEL_WIDTH, EASEL_HEIGHT);
  cairo_t *cr = cairo_create (surface);

  cairo_scale (cr, EASEL_ZOOM, EASEL_ZOOM);
  table[i].draw (cr, bank);
  cairo_destroy (cr);
  return surface;
}

static bool
make (cairo_surface_t *surface, const char *path)
{
  bool made = cairo_surface_write_to_png (surface, path) == CAIRO_STATUS_SUCCESS;

  if (!made)
    fprintf (stderr, "%s could not be written\n", path);
  return made;
}

/* How many pixels differ clearly. */
static int
differences (cairo_surface_t *a, cairo_surface_t *b)
{
  int count = 0;

  for (int y = 0; y < EASEL_HEIGHT; y++)
    {
      const unsigned char *p = cairo_image_surface_get_data (a) + y * cairo_image_surface_get_stride (a);
      const unsigned char *q = cairo_image_surface_get_data (b) + y * cairo_image_surface_get_stride (b);
      for (int x = 0; x < EASEL_WIDTH; x++)
        {
          uint32_t u, v;
          bool differs = false;
          memcpy (&u, p + 4 * x, 4);
          memcpy (&v, q + 4 * x, 4);
          for (int shift = 0; shift < 24; shift += 8)
            differs = differs || abs ((int) (u >> shift & 255) - (int) (v >> shift & 255)) > CLEARLY;
          count += differs;
        }
    }
  return count;
}

static bool
compare (cairo_surface_t *surface, const char *path)
{
  cairo_surface_t *kept = cairo_image_surface_create_from_png (path), *copy = NULL;
  bool same = false;

  if (cairo_surface_status (kept) != CAIRO_STATUS_SUCCESS)
    fprintf (stderr, "%s cannot be read\n", path);
  else if (cairo_image_surface_get_width (kept) != EASEL_WIDTH || cairo_image_surface_get_height (kept) != EASEL_HEIGHT)
    fprintf (stderr, "%s has another size\n", path);
  else
    {
      copy = cairo_image_surface_create (CAIRO_FORMAT_RGB24, EASEL_WIDTH, EASEL_HEIGHT);
      cairo_t *cr = cairo_create (copy);
      cairo_set_source_surface (cr, kept, 0, 0);
      cairo_paint (cr);
      cairo_destroy (cr);
      cairo_surface_flush (copy);
      cairo_surface_flush (surface);
      int count = differences (surface, copy);
      same = count <= MOST_DIFFERENCES;
      printf ("%s: %d pixels differ\n", path, count);
    }
  cairo_surface_destroy (copy);
  cairo_surface_destroy (kept);
  return same;
}

int
main (int argc, char **argv)
{
  kbx_bank bank;
  kbx_error error;
  bool good = true;

  if (argc == 2 && strcmp (argv[1], "--list") == 0)
    {
      for (size_t i = 0; i < COUNT; i++)
        printf ("kit-%s.png\n", table[i].name);
      return 0;
    }
  const bool french = argc > 1 && strcmp (argv[1], "--french") == 0;
  argv += french;
  argc -= french;
  if (french)
    easel_speak_french ();
  bool comparing = argc == 4 && strcmp (argv[1], "--compare") == 0;
  argv += comparing;
  argc -= comparing;
  if (argc < 3)
    return fprintf (stderr, "usage: kit_pictures [--french] [--compare] BANK FOLDER [NAME...]\n"), 2;
  if (kbx_bank_open_file (&bank, argv[1], &error) != KBX_OK)
    return fprintf (stderr, "%s: byte %lu: %s\n", argv[1], (unsigned long) error.offset, error.message), 1;
  for (size_t i = 0; i < COUNT; i++)
    if (wanted (table[i].name, argv + 3, argc - 3))
      {
        char path[4096];
        cairo_surface_t *surface = drawn (i, &bank);
        snprintf (path, sizeof path, "%s/kit-%s.png", argv[2], table[i].name);
        good = (comparing ? compare : make) (surface, path) && good;
        cairo_surface_destroy (surface);
      }
  kbx_bank_close_file (&bank);
  return good ? 0 : comparing ? 1 : 3;
}
