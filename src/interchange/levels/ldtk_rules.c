/* SPDX-License-Identifier: MIT */
/* LDtk's rules of auto-layers as those of tile layers. The layer keeps the tiles that LDtk has put.
 * Its rules wait until somebody derives it from the layer of the int grid's values. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/edits/cells.h"
#include "interchange/levels/ldtk.h"

#define ANYTHING 1000001                 /* in patterns: any value, or negative none */
#define GROUPS 1000                      /* from here on, groups of values */

/* Does the rule depend on something that Kickbox does not have, so that it is off? */
static gboolean
is_optional (const json_t *group)
{
  return json_is_true (json_object_get (group, "isOptional"))
         || json_array_size (json_object_get (group, "requiredBiomeValues"));
}

/* Kickbox's rules put one tile on a cell, by the values around it. */
static gboolean
is_known (const json_t *rule)
{
  static const struct { const char *member; double usual; } places[] = {
    { "xModulo", 1 }, { "yModulo", 1 }, { "tileXOffset", 0 }, { "tileYOffset", 0 },
    { "tileRandomXMin", 0 }, { "tileRandomXMax", 0 }, { "tileRandomYMin", 0 },
    { "tileRandomYMax", 0 },
  };
  const json_t *pattern = json_object_get (rule, "pattern");
  const char *mode = kb_ldtk_text (rule, "tileMode"), *checker = kb_ldtk_text (rule, "checker");
  gboolean known = g_strcmp0 (mode, "Stamp") != 0 && (!checker || strcmp (checker, "None") == 0)
                   && !json_is_true (json_object_get (rule, "perlinActive"))
                   && kb_rule_side ((guint) json_array_size (pattern)) > 0;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const json_t *number = json_object_get (rule, places[i].member);
      known &= !json_is_number (number) || json_number_value (number) == places[i].usual;
    }
  KB_EACH_JSON (item, pattern)
    {
      const json_int_t value = json_integer_value (item);
      known &= ABS (value) == ANYTHING || (value > -GROUPS && value < GROUPS);
    }
  return known;
}

static gboolean
count_rules (gpointer data, json_t *group, const KbJsonPlace *place, G_GNUC_UNUSED GError **error)
{
  const KbLdtk *ldtk = data;
  KB_EACH_JSON (rule, json_object_get (group, "rules"))
    kb_messages_lose_at (
      ldtk->file->messages, kb_json_place_text (place, "rules"),
      !is_known (rule) ? _("rules of auto-layers with noise, stamps, offsets, steps or groups of "
                           "values are left out")
      : is_optional (group) ? _("rules of auto-layers that depend on options or biomes are off")
      : json_is_false (json_object_get (rule, "breakOnMatch"))
        ? _("rules of auto-layers that put tiles on tiles put one tile on a cell")
        : _("rules of auto-layers wait until their layer is derived from the int grid"),
      ldtk->name);
  return TRUE;
}

gboolean
kb_ldtk_count_rules (KbLdtk *ldtk, const json_t *definition, const KbJsonPlace *place,
                     GError **error)
{
  return kb_ldtk_each (definition, "autoRuleGroups", place, count_rules, ldtk, error);
}

typedef struct {
  KbLdtk *ldtk;
  json_t *last, *others;                 /* rules after which no more are tried, and all others */
  GHashTable *values;                    /* value -> cell of its tile */
  guint tileset, n_frames;               /* of the tiles to put, as in kb_ldtk_read_tiles */
} Rules;

static void
add_rule (const Rules *rules, const json_t *rule, gboolean off)
{
  const json_t *ids = json_object_get (rule, "tileRectsIds"),
               *chance = json_object_get (rule, "chance");
  const guint flip = json_is_true (json_object_get (rule, "flipX"))
                     + 2u * json_is_true (json_object_get (rule, "flipY"));
  json_t *list =
    json_is_false (json_object_get (rule, "breakOnMatch")) ? rules->others : rules->last;
  const gboolean full = json_array_size (list) >= KB_MAX_RULES;
  json_auto_t *pattern = json_array (), *tiles = json_array ();
  kb_ldtk_lose (rules->ldtk, _("rules of layers with over 1,024"), full);
  KB_EACH_JSON (item, json_object_get (rule, "pattern"))
    {
      const gint value = (gint) json_integer_value (item);
      const gint tile = ABS (value) == ANYTHING
                          ? KB_RULE_TILE
                          : GPOINTER_TO_INT (g_hash_table_lookup (
                              rules->values, GINT_TO_POINTER (ABS (value))));
      if (value > 0 && !tile)            /* a value that the grid does not have never fits */
        return;
      json_array_append_new (pattern, json_integer (value < 0 ? -tile : tile));
    }
  KB_EACH_JSON (item, ids ? ids : json_object_get (rule, "tileIds"))
    {
      const json_int_t id =
        json_integer_value (json_is_array (item) ? json_array_get (item, 0) : item);
      const KbCell cell = { .frame = (guint) id + 1, .tileset = rules->tileset };
      if (id >= 0 && id < rules->n_frames)
        json_array_append_new (tiles, json_integer (kb_cell_pack (&cell)));
    }
  if (full)
    return;
  json_array_append_new (
    list,
    json_pack ("{sO sO si ss sb}", "pattern", pattern, "tiles", tiles, "chance",
               json_is_number (chance) ? (int) floor (CLAMP (json_number_value (chance), 0, 1) * 100
                                                      + 0.5)
                                       : 100,
               "flip", kb_kind_field (&kb_rule_kind, "flip")->choices[flip], "off", off));
}

static gboolean
read_group (gpointer data, json_t *group, G_GNUC_UNUSED const KbJsonPlace *place,
            G_GNUC_UNUSED GError **error)
{
  const Rules *rules = data;
  const gboolean off =
    json_is_false (json_object_get (group, "active")) || is_optional (group);
  KB_EACH_JSON (rule, json_object_get (group, "rules"))
    if (is_known (rule))
      add_rule (rules, rule, off || json_is_false (json_object_get (rule, "active")));
  return TRUE;
}

void
kb_ldtk_read_rules (const KbLdtkLayer *layer, KbFileLayer *made, KbFileLayer *above, guint tileset,
                    guint n_frames)
{
  const json_t *uid = json_object_get (layer->definition, "autoSourceLayerDefUid"),
               *source = kb_ldtk_find (layer->ldtk->definitions, "layers", "uid", uid);
  g_autoptr (GHashTable) values =
    made ? kb_ldtk_value_cells (layer->ldtk, source ? source : layer->definition) : NULL;
  if (!values)
    return;
  made->rules = json_array ();
  json_t *others = above ? above->rules = json_array () : made->rules;
  Rules rules = { layer->ldtk, made->rules, others, values, tileset, n_frames };
  kb_ldtk_each (layer->definition, "autoRuleGroups", NULL, read_group, &rules, NULL);
  if (json_array_size (made->rules))
    return;
  json_array_extend (made->rules, others);
  json_array_clear (others);
}
