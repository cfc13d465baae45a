/* SPDX-License-Identifier: MIT */
/* All maps of Freedoom, where that is installed, as they are in the files and as levels. */
#ifndef KB_TEST_FREEDOOM_H
#define KB_TEST_FREEDOOM_H

#include "interchange/levels/level_file.h"
#include "interchange/levels/wad.h"
#include "tests/support/wad_file.h"
#include "tests/support/walls_on_grid.h"

typedef struct {
  const KbWadMap *map;
  const KbFileLevel *level;
  const GPtrArray *classes;   /* KbFileClass */
} FreedoomMap;

static inline gint32 freedoom_number (double v) { return (gint32) (v * 256); }

/* Its walls that stop, those of lines with one side first; `border`: how many these are. */
static inline GArray *
freedoom_walls (const FreedoomMap *map, guint *border)
{
  GArray *walls = g_array_new (FALSE, FALSE, sizeof (KitWall));
  for (guint barriers = 0; barriers < 2; barriers++)
    {
      for (guint i = 0; i < map->level->walls->len; i++)
        {
          const KbFileWall *w = &g_array_index (map->level->walls, KbFileWall, i);
          const KbFileClass *class = g_ptr_array_index (map->classes, w->class_index);
          KitWall wall = { { freedoom_number (w->a.x), freedoom_number (w->a.y), freedoom_number (w->b.x),
                                     freedoom_number (w->b.y) }, barriers, FALSE };
          if (g_str_equal (class->name, barriers ? "barrier" : "wall"))
            g_array_append_val (walls, wall);
        }
      if (!barriers)
        *border = walls->len;
    }
  return walls;
}

/* One map after another. FALSE: it is not installed, and the test is marked as skipped. */
static inline gboolean
freedoom_each (void (*visit) (const FreedoomMap *map, gpointer data), gpointer data)
{
  for (guint i = 1; i <= 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *path = g_strdup_printf ("/usr/share/games/doom/freedoom%u.wad", i);
      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_test_skip ("freedoom is not installed");
          return FALSE;
        }
      g_autofree char *content = NULL;
      g_autoptr (KbWad) wad = kit_wad_read (path, &content, &error);
      g_assert_no_error (error);
      g_autoptr (KbLevelFile) file = kb_level_file_read (path, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (file->levels->len, ==, kb_wad_map_count (wad));
      for (guint m = 0; m < kb_wad_map_count (wad); m++)
        {
          g_autoptr (KbWadMap) map = kb_wad_map_read (wad, m, TRUE, &error);
          FreedoomMap both = { map, g_ptr_array_index (file->levels, m), file->classes };
          g_assert_no_error (error);
          visit (&both, data);
        }
    }
  return TRUE;
}

#endif
