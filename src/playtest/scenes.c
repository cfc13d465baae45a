/* SPDX-License-Identifier: MIT */
/* The table of scenes, in the order of menus. */
#include <string.h>

#include "playtest/scene.h"

extern const KbPlayScene kb_scene_heightmap;
extern const KbPlayScene kb_scene_isometric;
extern const KbPlayScene kb_scene_maze;
extern const KbPlayScene kb_scene_fight;
extern const KbPlayScene kb_scene_point;
extern const KbPlayScene kb_scene_race;
extern const KbPlayScene kb_scene_first_person;
extern const KbPlayScene kb_scene_run;
extern const KbPlayScene kb_scene_bounce;
extern const KbPlayScene kb_scene_top_down;
extern const KbPlayScene kb_scene_walk;

static const KbPlayScene *const scenes[] = {
  &kb_scene_fight,
  &kb_scene_point,
  &kb_scene_race,
  &kb_scene_walk,
  &kb_scene_top_down,
  &kb_scene_run,
  &kb_scene_isometric,
  &kb_scene_maze,
  &kb_scene_heightmap,
  &kb_scene_bounce,
  &kb_scene_first_person,
};

enum { N_SCENES = sizeof scenes / sizeof *scenes };

const KbPlayScene *
kb_play_scene (uint32_t i)
{
  return i < N_SCENES ? scenes[i] : NULL;
}

const KbPlayScene *
kb_play_find_scene (const char *name)
{
  const KbPlayScene *found = NULL;
  size_t length = strlen (name);
  for (uint32_t i = 0; i < N_SCENES; i++)
    {
      if (strcmp (scenes[i]->name, name) == 0)
        return scenes[i];
      if (length && strncmp (scenes[i]->name, name, length) == 0)
        {
          if (found)
            return NULL;
          found = scenes[i];
        }
    }
  return found;
}
