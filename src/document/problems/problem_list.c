/* SPDX-License-Identifier: MIT */
/* The problems list: all cheap checks, and the stored problems of frames. */
#include <string.h>

#include "document/problems/problem_finder.h"
#include "document/shapes/shape.h"

static gboolean
is_gone (gpointer id, gpointer found, gpointer document)
{
  return kb_document_node (document, GPOINTER_TO_UINT (id)) == NULL;
}

/* Copies. Tiles are positioned by their cells, and need no hot spot. */
static void
add_found (GPtrArray *problems, const GPtrArray *found, gboolean tiles)
{
  KB_EACH (const KbProblem, problem, found)
    {
      if (tiles && strcmp (problem->check, "no-hot-spot") == 0)
        continue;
      KbProblem *copy = g_memdup2 (problem, sizeof *problem);
      copy->message = g_strdup (problem->message);
      g_ptr_array_add (problems, copy);
    }
}

/* `animated`: the frames that animations show; NULL for a sprite that needs none. */
static void
list_frame (KbProblemFinder *finder, GPtrArray *problems, const KbFrame *frame, gboolean tile,
            GHashTable *animated, GHashTable *used)
{
  const KbFrameProblems *found =
    g_hash_table_lookup (finder->frames, GUINT_TO_POINTER (frame->node.id));
  kb_check_renumbered (problems, frame, finder->document->renumbered);
  add_found (problems, found->own, tile);
  kb_check_painted (problems, &frame->node);
  if (animated)
    kb_check_animated (problems, frame, animated);
  add_found (problems, found->inner, FALSE);
  KB_EACH_ID (class_id, found->classes)
    g_hash_table_add (used, GUINT_TO_POINTER (class_id));
}

/* `sheet`: an animation that no tile is meant to play, or NULL. */
static void
list_animation (GPtrArray *problems, const KbAnimation *animation, const KbAnimation *sheet)
{
  kb_check_animation (problems, animation);
  if (animation == sheet)
    kb_check_tile_animation (problems, animation);
  KB_EACH (const KbStep, step, animation->steps)
    kb_check_step (problems, step);
}

static void
list_sprite (KbProblemFinder *finder, GPtrArray *problems, const KbSprite *sprite,
             GHashTable *tilesets, GHashTable *used)
{
  g_autoptr (GHashTable) animated = g_hash_table_new (NULL, NULL);
  kb_check_sprite (problems, sprite);
  KB_EACH (KbAnimation, animation, sprite->animations)
    KB_EACH (const KbStep, step, animation->steps)
      g_hash_table_add (animated, GUINT_TO_POINTER (step->frame_id));
  gboolean tileset = g_hash_table_lookup (tilesets, sprite->name) != NULL,
           pictures = finder->document->lacks_levels
                      || g_hash_table_contains (tilesets, sprite->name),
           tiles = tileset || (pictures && sprite->animations->len == 0);
  KB_EACH (const KbFrame, frame, sprite->frames)
    list_frame (finder, problems, frame, tiles,
                tiles || !sprite->animations->len ? NULL : animated, used);
  g_autoptr (GHashTable) inherited = kb_inherited_new (sprite);
  const KbAnimation *sheet = tileset ? kb_sprite_sheet_animation (sprite) : NULL;
  KB_EACH (KbAnimation, animation, sprite->animations)
    {
      list_animation (problems, animation, sheet);
      if (!tiles)
        {
          kb_check_sizes (problems, finder->document, animation);
          kb_check_missing_shapes (problems, finder->document, animation, inherited);
        }
      kb_check_jumps (problems, finder->document, animation);
    }
  kb_check_directions (problems, sprite);
  kb_check_inherited (problems, sprite, inherited);
  KB_EACH (const KbFrame, lost, sprite->lost)
    kb_check_lost (problems, lost);
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
check_curve (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  guint index;
  kb_node_place (node, &index);
  kb_check_curve (problems, (const KbCurve *) node,
                  hidden_curves (finder, (const KbTrack *) node->parent)[index]);
}

/* The classes of walls, areas and entities. Neighbours usually have the same. */
static void
list_level_classes (const KbLevel *level, GHashTable *used)
{
  for (const KbList *list = kb_level_kind.lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (&level->node, list);
      const KbField *field = kb_kind_field_of_type (list->item, KB_TYPE_CLASS);
      KbId last = 0;
      if (field)
        KB_EACH (const KbNode, item, items)
          {
            KbId id = G_STRUCT_MEMBER (KbId, item, field->offset);
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
  kb_check_walls_and_areas (found, level);
  g_hash_table_insert (finder->levels, GUINT_TO_POINTER (level->node.id), found);
  return found;
}

static void
check_level (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  kb_check_level (finder, problems, node);
  add_found (problems, check_shapes_of (finder, (const KbLevel *) node), FALSE);
}

static void
check_layer (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  KbCellFaults *faults = g_hash_table_lookup (finder->cells, GUINT_TO_POINTER (node->id));
  if (!faults)
    g_hash_table_insert (finder->cells, GUINT_TO_POINTER (node->id),
                         faults = kb_cell_faults_new ());
  kb_check_layer (finder, problems, node);
  kb_check_group (finder, problems, node);
  kb_check_cells (problems, finder->document->project, (const KbLevel *) node->parent,
                  (const KbLayer *) node, faults);
}

/* Kinds that are not here are checked with what contains them. */
static const struct {
  const KbKind *kind;
  KbCheck check;
} checks[] = {
  { &kb_mask_kind, kb_check_mask },
  { &kb_track_kind, kb_check_track },
  { &kb_curve_kind, check_curve },
  { &kb_gate_kind, kb_check_gate },
  { &kb_band_kind, kb_check_band },
  { &kb_level_kind, check_level },
  { &kb_entity_kind, kb_check_entity },
  { &kb_tileset_kind, kb_check_tileset },
  { &kb_stamp_kind, kb_check_stamp },
  { &kb_layer_kind, check_layer },
  { &kb_image_kind, kb_check_image },
  { &kb_group_kind, kb_check_group },
  { &kb_maze_kind, kb_check_maze },
  { &kb_ground_kind, kb_check_ground },
  { &kb_heightmap_kind, kb_check_heightmap },
};

static KbCheck
check_of (const KbKind *kind)
{
  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    if (checks[i].kind == kind)
      return checks[i].check;
  return NULL;
}

/* The items of a node's lists, in their order, each with its own items after it. */
static void
list_items (KbProblemFinder *finder, GPtrArray *problems, const KbNode *node)
{
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      const GPtrArray *items = kb_node_list (node, list);
      KbCheck check = check_of (list->item);
      if (check)
        KB_EACH (KbNode, item, items)
          {
            check (finder, problems, item);
            list_items (finder, problems, item);
          }
    }
}

/* The names of the sprites that levels show, borrowed: with themselves those for tiles, with NULL
 * those of entities and image layers. Those with the name of a class may be on walls. */
static GHashTable *
find_tilesets (const KbProject *project)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  KB_EACH (const KbClass, of_class, project->classes)
    g_hash_table_insert (names, of_class->name, NULL);
  KB_EACH (KbLevel, level, project->levels)
    KB_EACH (const KbEntity, entity, level->entities)
      if (entity->sprite)
        g_hash_table_insert (names, entity->sprite, NULL);
  KB_EACH (KbLevel, level, project->levels)
    KB_EACH (KbImageLayer, image, level->images)
      g_hash_table_insert (names, image->sprite, NULL);
  KB_EACH (KbLevel, level, project->levels)
    KB_EACH (const KbTileset, tileset, level->tilesets)
      g_hash_table_add (names, tileset->sprite);
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
  KB_EACH (const KbSprite, sprite, project->sprites)
    list_sprite (finder, problems, sprite, tilesets, used);
  list_items (finder, problems, &project->node);
  KB_EACH (const KbLevel, level, project->levels)
    list_level_classes (level, used);
  KB_EACH (const KbClass, class, project->classes)
    {
      if (g_hash_table_contains (finder->document->missing_classes,
                                 GUINT_TO_POINTER (class->node.id)))
        kb_check_missing_class (problems, project, class);
      kb_check_class (problems, class, used);
    }
  kb_check_values (problems, finder->document);
  kb_check_conflicts (problems, &project->node);
  kb_problems_drop_ignored (finder->document, problems);
  KB_EACH (KbProblem, problem, problems)
    problem->path = kb_node_path (kb_document_node (finder->document, problem->node));
  kb_problem_finder_start_again (finder);
  return problems;
}
