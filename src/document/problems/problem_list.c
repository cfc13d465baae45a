/* SPDX-License-Identifier: MIT */
/* The problems list: all cheap checks, and the stored problems of frames. */
#include <string.h>

#include "document/problems/problem_finder.h"

static gboolean
is_gone (gpointer id, gpointer found, gpointer document)
{
  return kb_document_node (document, GPOINTER_TO_UINT (id)) == NULL;
}

/* Copies, with the frame's path in front. Tiles are positioned by their cells, and need no hot
 * spot. */
static void
add_found (GPtrArray *problems, const GPtrArray *found, const char *frame, gboolean tiles)
{
  for (guint i = 0; i < found->len; i++)
    {
      if (tiles
          && strcmp (((const KbProblem *) g_ptr_array_index (found, i))->check, "no-hot-spot") == 0)
        continue;
      KbProblem *problem = g_memdup2 (g_ptr_array_index (found, i), sizeof *problem);
      problem->path = g_strconcat (frame, *problem->path ? "." : "", problem->path, NULL);
      problem->message = g_strdup (problem->message);
      g_ptr_array_add (problems, problem);
    }
}

/* Prefixes the problems added since `from` with their node's path. */
static void
place_new (GPtrArray *problems, guint from, const char *format, ...) G_GNUC_PRINTF (3, 4);

static void
place_new (GPtrArray *problems, guint from, const char *format, ...)
{
  if (from == problems->len)
    return;
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *path = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  for (guint i = from; i < problems->len; i++)
    ((KbProblem *) g_ptr_array_index (problems, i))->path = g_strdup (path);
}

static void
list_frames (KbProblemFinder *finder, GPtrArray *problems, guint s, gboolean tiles,
             GHashTable *animated, GHashTable *used)
{
  const KbSprite *sprite = kb_sprite_at (finder->document->project, s);
  for (guint f = 0; f < sprite->frames->len; f++)
    {
      const KbFrame *frame = kb_frame_at (sprite, f);
      const KbFrameProblems *found =
        g_hash_table_lookup (finder->frames, GUINT_TO_POINTER (frame->node.id));
      char path[64];
      g_snprintf (path, sizeof path, "sprites[%u].frames[%u]", s, f);
      guint from = problems->len;
      kb_check_renumbered (problems, frame, finder->document->renumbered);
      place_new (problems, from, "%s", path);
      add_found (problems, found->own, path, tiles);
      from = problems->len;
      kb_check_painted (problems, &frame->node);
      if (!tiles)
        kb_check_animated (problems, frame, animated);
      place_new (problems, from, "%s", path);
      add_found (problems, found->inner, path, tiles);
      for (guint i = 0; i < found->classes->len; i++)
        g_hash_table_add (used, GUINT_TO_POINTER (g_array_index (found->classes, KbId, i)));
    }
}

/* `sheet`: an animation that no tile is meant to play, or NULL. */
static void
list_animation (GPtrArray *problems, const KbAnimation *animation, const KbAnimation *sheet,
                guint s, guint a)
{
  guint from = problems->len;
  kb_check_animation (problems, animation);
  if (animation == sheet)
    kb_check_tile_animation (problems, animation);
  place_new (problems, from, "sprites[%u].animations[%u]", s, a);
  for (guint i = 0; i < animation->steps->len; i++)
    {
      from = problems->len;
      kb_check_step (problems, kb_step_at (animation, i));
      place_new (problems, from, "sprites[%u].animations[%u].steps[%u]", s, a, i);
    }
}

static void
list_sprite (KbProblemFinder *finder, GPtrArray *problems, guint s, GHashTable *tilesets,
             GHashTable *used)
{
  const KbSprite *sprite = kb_sprite_at (finder->document->project, s);
  g_autoptr (GHashTable) animated = g_hash_table_new (NULL, NULL);
  guint from = problems->len;
  kb_check_sprite (problems, sprite);
  place_new (problems, from, "sprites[%u]", s);
  for (guint a = 0; a < sprite->animations->len; a++)
    for (guint i = 0; i < kb_animation_at (sprite, a)->steps->len; i++)
      g_hash_table_add (animated,
                        GUINT_TO_POINTER (kb_step_at (kb_animation_at (sprite, a), i)->frame_id));
  gboolean tiles = g_hash_table_contains (tilesets, sprite->name)
                   || (finder->document->lacks_levels && sprite->animations->len == 0);
  list_frames (finder, problems, s, tiles, animated, used);
  const KbAnimation *sheet =
    g_hash_table_contains (tilesets, sprite->name) ? kb_sprite_sheet_animation (sprite) : NULL;
  for (guint a = 0; a < sprite->animations->len; a++)
    list_animation (problems, kb_animation_at (sprite, a), sheet, s, a);
  for (guint i = 0; i < sprite->lost->len; i++)
    {
      from = problems->len;
      kb_check_lost (problems, g_ptr_array_index (sprite->lost, i));
      place_new (problems, from, "sprites[%u].lost[%u]", s, i);
    }
}

/* Kept until something in the track changes. */
static const gboolean *
hidden_curves (KbProblemFinder *finder, const KbTrack *track)
{
  gboolean *hidden = g_hash_table_lookup (finder->hidden, GUINT_TO_POINTER (track->node.id));
  if (hidden)
    return hidden;
  hidden = g_new0 (gboolean, track->curves->len + 1);
  if (finder->find_hidden && track->curves->len > 0)
    finder->find_hidden (track, hidden);
  g_hash_table_insert (finder->hidden, GUINT_TO_POINTER (track->node.id), hidden);
  return hidden;
}

static void
list_track (KbProblemFinder *finder, GPtrArray *problems, guint t)
{
  const KbTrack *track = kb_track_at (finder->document->project, t);
  guint from = problems->len;
  kb_check_track (problems, track,
                  track->picture.file ? kb_problem_finder_file (finder, track->picture.file)
                                      : NULL);
  place_new (problems, from, "tracks[%u]", t);
  const gboolean *hidden = hidden_curves (finder, track);
  for (guint i = 0; i < track->curves->len; i++)
    {
      from = problems->len;
      kb_check_curve (problems, kb_curve_at (track, i), hidden[i]);
      place_new (problems, from, "tracks[%u].curves[%u]", t, i);
    }
  for (guint i = 0; i < track->gates->len; i++)
    {
      from = problems->len;
      kb_check_gate (problems, kb_gate_at (track, i));
      place_new (problems, from, "tracks[%u].gates[%u]", t, i);
    }
  for (guint i = 0; i < track->bands->len; i++)
    {
      from = problems->len;
      kb_check_band (problems, kb_band_at (track, i), finder->document->renumbered);
      place_new (problems, from, "tracks[%u].bands[%u]", t, i);
    }
}

/* The classes of walls, areas and entities; neighbours usually have the same. */
static void
list_level_classes (const KbLevel *level, GHashTable *used)
{
  for (const KbList *list = kb_level_kind.lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (&level->node, list);
      const KbField *field = kb_kind_field_of_type (list->item, KB_TYPE_CLASS);
      KbId last = 0;
      for (guint i = 0; field && i < items->len; i++)
        {
          KbId id = G_STRUCT_MEMBER (KbId, g_ptr_array_index (items, i), field->offset);
          if (id != last)
            g_hash_table_add (used, GUINT_TO_POINTER (id));
          last = id;
        }
    }
}

/* Kept until something in the level changes. */
static const GPtrArray *
check_shapes_of (KbProblemFinder *finder, const KbLevel *level)
{
  GPtrArray *found = g_hash_table_lookup (finder->levels, GUINT_TO_POINTER (level->node.id));
  if (found)
    return found;
  found = g_ptr_array_new_with_free_func (kb_problem_free);
  g_autofree guint8 *faults = kb_check_walls (level);
  for (guint i = 0; i < level->walls->len; i++)
    {
      guint from = found->len;
      if (!faults[i])
        continue;
      kb_check_wall (found, kb_wall_at (level, i), faults[i]);
      kb_problems_set_paths (found, from, "walls", i);
    }
  for (guint i = 0; i < level->areas->len; i++)
    {
      guint from = found->len;
      kb_check_area (found, kb_area_at (level, i));
      kb_problems_set_paths (found, from, "areas", i);
    }
  g_hash_table_insert (finder->levels, GUINT_TO_POINTER (level->node.id), found);
  return found;
}

static void
list_grounds (GPtrArray *problems, const KbLevel *level, const char *path)
{
  for (guint i = 0; i < level->grounds->len; i++)
    {
      const KbGroundLine *ground = kb_ground_at (level, i);
      guint from = problems->len;
      kb_check_ground (problems, ground);
      place_new (problems, from, "%s.grounds[%u]", path, i);
      for (guint k = 1; k < ground->points->len; k++)
        {
          from = problems->len;
          kb_check_ground_point (problems, kb_ground_point_at (ground, k - 1),
                                 kb_ground_point_at (ground, k));
          place_new (problems, from, "%s.grounds[%u].points[%u]", path, i, k);
        }
    }
}

static KbCellFaults *
cell_faults (KbProblemFinder *finder, const KbLayer *layer)
{
  KbCellFaults *faults = g_hash_table_lookup (finder->cells, GUINT_TO_POINTER (layer->node.id));
  if (!faults)
    g_hash_table_insert (finder->cells, GUINT_TO_POINTER (layer->node.id),
                         faults = kb_cell_faults_new ());
  return faults;
}

/* Tilesets, tile layers, mazes, grounds and heightmaps. */
static void
list_layers (KbProblemFinder *finder, GPtrArray *problems, const KbLevel *level, const char *path)
{
  const KbDocument *document = finder->document;
  guint from;
  for (guint i = 0; i < level->tilesets->len; i++)
    {
      from = problems->len;
      kb_check_tileset (problems, document->project, kb_tileset_at (level, i));
      place_new (problems, from, "%s.tilesets[%u]", path, i);
    }
  for (guint i = 0; i < level->layers->len; i++)
    {
      from = problems->len;
      kb_check_layer (problems, kb_layer_at (level, i), document->renumbered);
      kb_check_cells (problems, document->project, level, kb_layer_at (level, i),
                      cell_faults (finder, kb_layer_at (level, i)));
      place_new (problems, from, "%s.layers[%u]", path, i);
    }
  for (guint i = 0; i < level->mazes->len; i++)
    {
      from = problems->len;
      kb_check_maze (problems, kb_maze_at (level, i), document->renumbered);
      place_new (problems, from, "%s.mazes[%u]", path, i);
    }
  list_grounds (problems, level, path);
  for (guint i = 0; i < level->heightmaps->len; i++)
    {
      const KbHeightmap *map = kb_heightmap_at (level, i);
      from = problems->len;
      g_autofree char *path_of = g_build_filename (
        document->folder, "pictures", map->picture.file ? map->picture.file : "", NULL);
      kb_check_heightmap (problems, map,
                          map->picture.file ? kb_problem_finder_file (finder, map->picture.file)
                                            : NULL,
                          kb_grey_fault (document->folder, path_of));
      place_new (problems, from, "%s.heightmaps[%u]", path, i);
    }
}

static void
list_level (KbProblemFinder *finder, GPtrArray *problems, guint index)
{
  const KbProject *project = finder->document->project;
  const KbLevel *level = kb_level_at (project, index);
  char path[32];
  guint from = problems->len;
  g_snprintf (path, sizeof path, "levels[%u]", index);
  kb_check_level (problems, level,
                  level->picture.file ? kb_problem_finder_file (finder, level->picture.file)
                                      : NULL);
  place_new (problems, from, "%s", path);
  add_found (problems, check_shapes_of (finder, level), path, FALSE);
  for (guint i = 0; i < level->entities->len; i++)
    {
      from = problems->len;
      kb_check_entity (problems, project, kb_entity_at (level, i));
      place_new (problems, from, "%s.entities[%u]", path, i);
    }
  list_layers (finder, problems, level, path);
}

/* The names of the sprites that levels use for tiles; borrowed. */
static GHashTable *
find_tilesets (const KbProject *project)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < project->levels->len; i++)
    for (guint k = 0; k < kb_level_at (project, i)->tilesets->len; k++)
      g_hash_table_add (names, kb_tileset_at (kb_level_at (project, i), k)->sprite);
  return names;
}

GPtrArray *
kb_problem_finder_list (KbProblemFinder *finder)
{
  const KbProject *project = finder->document->project;
  GPtrArray *problems = g_ptr_array_new_with_free_func (kb_problem_free);
  g_autoptr (GHashTable) used = g_hash_table_new (NULL, NULL), tilesets = find_tilesets (project);
  kb_problem_finder_work (finder, 0);
  g_hash_table_foreach_remove (finder->frames, is_gone, (gpointer) finder->document);
  for (guint s = 0; s < project->sprites->len; s++)
    list_sprite (finder, problems, s, tilesets, used);
  for (guint i = 0; i < project->masks->len; i++)
    {
      const KbMask *mask = kb_mask_at (project, i);
      guint from = problems->len;
      kb_check_mask (problems, mask,
                     mask->picture.file ? kb_problem_finder_file (finder, mask->picture.file)
                                        : NULL);
      place_new (problems, from, "masks[%u]", i);
    }
  for (guint i = 0; i < project->tracks->len; i++)
    list_track (finder, problems, i);
  for (guint i = 0; i < project->levels->len; i++)
    {
      list_level (finder, problems, i);
      list_level_classes (kb_level_at (project, i), used);
    }
  for (guint i = 0; i < project->classes->len; i++)
    {
      guint from = problems->len;
      if (g_hash_table_contains (finder->document->missing_classes,
                                 GUINT_TO_POINTER (kb_class_at (project, i)->node.id)))
        kb_check_missing_class (problems, project, kb_class_at (project, i));
      if (from < problems->len)
        ((KbProblem *) g_ptr_array_index (problems, from))->path = kb_node_path (kb_document_node (
          finder->document, ((KbProblem *) g_ptr_array_index (problems, from))->node));
      from = problems->len;
      kb_check_class (problems, kb_class_at (project, i), used);
      place_new (problems, from, "classes[%u]", i);
    }
  kb_problem_finder_start_again (finder);
  return problems;
}
