/* SPDX-License-Identifier: MIT */
/* A table of scenes by kind of asset. */
#include "editor/play/play_choice.h"

#include <glib/gi18n.h>

#include "playtest/places.h"

/* The best scene first. */
static const struct {
  KbCastKind kind;
  const char *scene;
  bool (*fits) (const kbx_bank *bank, uint32_t index);   /* NULL: any that the scene takes */
} liked[] = {
  { KB_CAST_SPRITE, "fight", NULL }, { KB_CAST_MASK, "point-and-click", NULL },
  { KB_CAST_TRACK, "race", NULL }, { KB_CAST_LEVEL, "run-and-jump", kb_level_has_falls },
  { KB_CAST_LEVEL, "top-down", NULL }, { KB_CAST_LEVEL, "maze", NULL },
  { KB_CAST_LEVEL, "isometric", NULL }, { KB_CAST_LEVEL, "bounce", NULL },
  { KB_CAST_LEVEL, "walk", NULL }, { KB_CAST_LEVEL, "heightmap", NULL },
};

/* Why no scene uses an asset of the kind; masks and tracks always have one. */
static const char *const no_use[KB_CAST_KINDS] = {
  [KB_CAST_SPRITE] = N_("Its first frame has no hot spot to stand on."),
  [KB_CAST_MASK] = N_("No scene is made for it."),
  [KB_CAST_TRACK] = N_("No scene is made for it."),
  [KB_CAST_LEVEL] = N_("It has no walls, tiles, ground, maze or heightmap, and no entity called "
                        "ball, box, crate or crowd."),
};

const char *
kb_play_scene_lacks (const KbPlayScene *scene, const kbx_bank *bank)
{
  const KbRole *roles = scene->roles;
  for (guint r = 0; roles[r].name; r++)
    {
      gboolean found = !roles[r].needed;
      for (guint32 i = 0; !found && i < kb_cast_count (bank, roles[r].kind); i++)
        found = !roles[r].fits || roles[r].fits (bank, i);
      if (!found)
        return roles[r].wanted;
    }
  return NULL;
}

static const KbPlayScene *
first_that_suits (const kbx_bank *bank)
{
  const KbPlayScene *scene;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    if (kb_play_scene_suits (scene, bank))
      return scene;
  return NULL;
}

gboolean
kb_play_any_suits (const kbx_bank *bank)
{
  return first_that_suits (bank) != NULL;
}

static gboolean
cast_in (KbPlayChoice *choice, const KbPlayScene *scene, const kbx_bank *bank, KbCastKind kind,
         guint32 index)
{
  guint32 role = scene && kb_play_scene_suits (scene, bank)
                   ? kb_play_scene_role_for (scene, bank, kind, index)
                   : KBX_NONE;
  if (role == KBX_NONE)
    return FALSE;
  choice->scene = scene;
  choice->cast[role] = kb_cast_name (bank, kind, index);
  return TRUE;
}

KbPlayChoice
kb_play_choose (const kbx_bank *bank, KbCastKind kind, const char *name)
{
  KbPlayChoice choice = { name ? NULL : first_that_suits (bank), { NULL }, NULL };
  const guint32 index = name ? kb_cast_find (bank, kind, name) : KBX_NONE;
  const KbPlayScene *scene;
  for (guint i = 0; index != KBX_NONE && i < G_N_ELEMENTS (liked); i++)
    if (liked[i].kind == kind && (!liked[i].fits || liked[i].fits (bank, index))
        && cast_in (&choice, kb_play_find_scene (liked[i].scene), bank, kind, index))
      return choice;
  for (guint i = 0; index != KBX_NONE && (scene = kb_play_scene (i)); i++)
    if (cast_in (&choice, scene, bank, kind, index))
      return choice;
  if (name)
    choice.why =
      index == KBX_NONE ? N_("Its edits are not in the playtest yet.") : no_use[kind];
  return choice;
}
