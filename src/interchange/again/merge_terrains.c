/* SPDX-License-Identifier: MIT */
/* Merges the terrains of a tileset three ways. Those of the source keep the values that they got
 * first; names and colours changed by hand stay. */
#include "interchange/apply_private.h"

#include "document/colour.h"
#include <glib/gi18n.h>

static guint
value_of (const json_t *terrain)
{
  json_int_t value = json_integer_value (json_object_get (terrain, "value"));
  return value > 0 && value <= KB_MAX_ZONES ? (guint) value : 0;
}

static const char *
name_of (const json_t *terrain)
{
  return json_string_value (json_object_get (terrain, "name"));
}

/* What the last import made of the source's terrain: the one of its name, else the one at its
 * place if that was renamed. */
static const json_t *
find_base (const json_t *known, const json_t *theirs, gsize i)
{
  const json_t *named = kb_import_find_named (known, name_of (json_array_get (theirs, i))),
               *there = json_array_get (known, i);
  return named                                                       ? named
         : there && !kb_import_find_named (theirs, name_of (there)) ? there
                                                                     : NULL;
}

/* A value that no terrain has or had at the last import; 0: none is left. */
static guint
free_value (const KbApply *apply, const json_t *known, const guint8 *values)
{
  gboolean taken[KB_MAX_ZONES + 1] = { FALSE };
  const json_t *terrain;
  gsize i;
  json_array_foreach (known, i, terrain)
    taken[value_of (terrain)] = TRUE;
  for (i = 1; i <= KB_MAX_ZONES; i++)
    {
      taken[values[i]] = TRUE;
      taken[i] |= kb_zones_find (kb_apply_sprite (apply)->terrains, (guint) i) != NULL;
    }
  for (i = 1; i <= KB_MAX_ZONES; i++)
    if (!taken[i])
      return (guint) i;
  return 0;
}

static gboolean
update (KbApply *apply, const KbZone *mine, const json_t *base, const json_t *theirs,
        GError **error)
{
  const char *was = name_of (base), *name = name_of (theirs);
  KbId id = mine->node.id;
  if (g_strcmp0 (mine->name, was) == 0 && g_strcmp0 (was, name) != 0
      && !kb_zones_find_name (kb_apply_sprite (apply)->terrains, name)
      && !kb_document_set (apply->document, id, "name", json_string (name), error))
    return FALSE;
  return kb_merge_field (apply, id, "colour", base,
                         json_incref (json_object_get (theirs, "colour")), error);
}

gboolean
kb_merge_terrains (KbApply *apply, const json_t *record, guint8 values[KB_MAX_ZONES + 1],
                   GError **error)
{
  const json_t *known = json_object_get (record, "terrains"), *theirs = apply->import->terrains;
  for (gsize i = 0; i < MIN (json_array_size (theirs), KB_MAX_ZONES); i++)
    {
      const json_t *terrain = json_array_get (theirs, i), *base = find_base (known, theirs, i);
      const GPtrArray *all = kb_apply_sprite (apply)->terrains;
      const KbZone *mine =
        base ? kb_zones_find (all, value_of (base)) : kb_zones_find_name (all, name_of (terrain));
      guint value = base   ? value_of (base)
                    : mine ? (guint) mine->value
                           : free_value (apply, known, values);
      values[i + 1] = (guint8) value;
      if (!value)
        kb_messages_add (apply->report->messages, _("the terrain '%s' is left out: there are 255"),
                         name_of (terrain));
      else if (base && mine && !update (apply, mine, base, terrain, error))
        return FALSE;
      else if (!base && !mine)
        {
          json_t *own = json_deep_copy (terrain);
          json_object_set_new (own, "value", json_integer (value));
          if (!kb_document_insert (apply->document, apply->sprite, "terrains", -1, own, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
is_used (const KbSprite *sprite, guint value)
{
  KB_EACH (const KbFrame, frame, sprite->frames)
    {
      const KbNumbers *labels = &frame->terrain;
      for (guint k = 0; k < labels->n; k++)
        if ((guint) labels->v[k] == value)
          return TRUE;
    }
  return FALSE;
}

gboolean
kb_merge_lost_terrains (KbApply *apply, const json_t *record, GError **error)
{
  const json_t *known = json_object_get (record, "terrains");
  KB_EACH_JSON (base, known)
    {
      const KbSprite *sprite = kb_apply_sprite (apply);
      const KbZone *mine = kb_zones_find (sprite->terrains, value_of (base));
      gboolean ours = FALSE;
      for (gsize k = 1; k <= json_array_size (apply->import->terrains); k++)
        ours |= apply->terrains[k] == value_of (base);
      if (mine && !ours && g_strcmp0 (mine->name, name_of (base)) == 0
          && !is_used (sprite, (guint) mine->value)
          && !kb_document_remove (apply->document, mine->node.id, error))
        return FALSE;
    }
  return TRUE;
}
