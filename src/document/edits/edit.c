/* SPDX-License-Identifier: MIT */
/* Steps and their edits; setting fields is in edit_set.c, painting in paint.c. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/edits/private.h"
#include "document/names.h"
#include "document/pixels/zones_files.h"
#include "document/private.h"
#include "document/shapes/shape.h"
#include "document/shapes/shape_kinds.h"

/* --- Steps ------------------------------------------------------------------------------------ */

static void
begin (KbDocument *document, const char *label, gboolean merging, guint gesture)
{
  if (document->depth++ > 0)
    return;
  KbUndoStep *step = KB_NEW (KbUndoStep, .label = g_strdup (label),
                             .edits = g_ptr_array_new_with_free_func (kb_edit_free),
                             .lines = json_array (), .merging = merging, .gesture = gesture);
  document->open = step;
}

void
kb_document_begin (KbDocument *document, const char *label)
{
  begin (document, label, FALSE, 0);
}

void
kb_document_begin_merging (KbDocument *document, const char *label, guint gesture)
{
  begin (document, label, TRUE, gesture);
}

void
kb_document_before_end (KbDocument *document, KbBeforeEnd call, gpointer data,
                        GDestroyNotify free_data)
{
  if (document->before_end_data)
    document->free_before_end (document->before_end_data);
  document->before_end = call;
  document->before_end_data = data;
  document->free_before_end = free_data;
}

gboolean
kb_document_in_step (const KbDocument *document)
{
  return document->depth > 0;
}

/* A set that ends where it began is no change: a drag there and back leaves no step. */
static void
drop_idle_sets (KbUndoStep *step)
{
  GPtrArray *kept = g_ptr_array_new_with_free_func (kb_edit_free);
  json_t *lines = json_array ();
  KB_EACH (KbEdit, edit, step->edits)
    {
      if ((edit->op == KB_EDIT_SET && json_equal (edit->before, edit->after))
          || kb_many_is_idle (edit))
        {
          kb_edit_free (edit);
          continue;
        }
      g_ptr_array_add (kept, edit);
      json_array_append (lines, json_array_get (step->lines, edit_at));
    }
  g_ptr_array_set_free_func (step->edits, NULL);
  g_ptr_array_unref (step->edits);
  json_decref (step->lines);
  step->edits = kept;
  step->lines = lines;
}

/* Whether both set the same field of the same items. */
static gboolean
kb_many_same_set (const KbEdit *a, const KbEdit *b)
{
  return a->op == KB_EDIT_SET_MANY && b->op == KB_EDIT_SET_MANY && a->node == b->node
         && a->list == b->list && a->field == b->field && a->many->runs->len == b->many->runs->len
         && memcmp (a->many->runs->data, b->many->runs->data, a->many->runs->len * sizeof (KbRun))
              == 0;
}

static gboolean
can_merge (const KbUndoStep *old, const KbUndoStep *new)
{
  if (!old->merging || !new->merging || old->gesture != new->gesture
      || strcmp (old->label, new->label) != 0 || old->edits->len != new->edits->len)
    return FALSE;
  KB_EACH (const KbEdit, a, old->edits)
    {
      const KbEdit *b = g_ptr_array_index (new->edits, a_at);
      gboolean same = a->op == KB_EDIT_SET
                        ? b->op == KB_EDIT_SET && a->node == b->node && a->field == b->field
                        : kb_many_same_set (a, b);
      if (!same)
        return FALSE;
    }
  return TRUE;
}

/* Above this the oldest steps are dropped. */
#define MAX_HISTORY_WEIGHT ((gsize) 256 * 1024 * 1024)

static gsize
json_weight (const json_t *value)
{
  gsize weight = 48;
  switch (json_typeof (value))
    {
    case JSON_STRING:
      return weight + json_string_length (value);
    case JSON_ARRAY:
      KB_EACH_JSON (entry, value)
        weight += json_weight (entry);
      return weight;
    case JSON_OBJECT:
      KB_EACH_MEMBER (key, item, value)
        weight += 64 + json_weight (item);
      return weight;
    default:
      return weight;
    }
}

static gsize
kb_paint_weight (const KbEdit *edit)
{
  if (edit->op == KB_EDIT_BOUNDS)
    return kb_bounds_weight (edit);
  return (edit->patch ? kb_zones_patch_weight (edit->patch) : 0)
         + (edit->was ? kb_zones_weight (edit->was) : 0);
}

static gsize
step_weight (const KbUndoStep *step)
{
  gsize weight = sizeof *step;
  KB_EACH (const KbEdit, edit, step->edits)
    {
      weight += sizeof *edit + kb_paint_weight (edit) + kb_many_weight (edit);
      if (edit->before)
        weight += json_weight (edit->before) + json_weight (edit->after);
      if (edit->held)
        weight += kb_node_weight (edit->held);
    }
  return weight;
}

static void
forget (KbDocument *document, guint index)
{
  KbUndoStep *step = g_ptr_array_index (document->steps, index);
  document->history_weight -= step->weight;
  g_ptr_array_remove_index (document->steps, index);
}

static void
drop_redo (KbDocument *document)
{
  while (document->steps->len > document->position)
    forget (document, document->steps->len - 1);
  if (document->saved_position > (gint) document->position)
    document->saved_position = -1;
}

/* Makes `a` end where `b` does. */
static void
kb_many_merge (KbEdit *a, KbEdit *b)
{
  if (!a->many)
    return;
  guint8 *after = a->many->after;
  a->many->after = b->many->after;
  b->many->after = after;
}

/* The older step absorbs the newer one: its `before` stays, its `after` is replaced. */
static void
merge (KbUndoStep *old, KbUndoStep *new)
{
  KB_EACH (KbEdit, a, old->edits)
    {
      KbEdit *b = g_ptr_array_index (new->edits, a_at);
      kb_many_merge (a, b);
      json_decref (a->after);
      a->after = json_incref (b->after);
    }
  kb_undo_step_free (new);
}

/* Takes the step and clears redo. */
static void
kb_history_push (KbDocument *document, KbUndoStep *step)
{
  drop_redo (document);
  if (document->position > 0 && document->saved_position != (gint) document->position)
    {
      KbUndoStep *newest = g_ptr_array_index (document->steps, document->position - 1);
      if (can_merge (newest, step))
        {
          merge (newest, step);
          return;
        }
    }
  step->weight = step_weight (step);
  document->history_weight += step->weight;
  g_ptr_array_add (document->steps, step);
  document->position++;

  while (document->history_weight > MAX_HISTORY_WEIGHT && document->steps->len > 1)
    {
      forget (document, 0);
      document->position--;
      /* An unreachable saved state stays unreachable. */
      if (document->saved_position >= 0)
        document->saved_position--;
    }
}

gboolean
kb_document_end (KbDocument *document)
{
  g_return_val_if_fail (document->depth > 0, FALSE);
  if (document->depth == 1 && document->before_end && document->open->edits->len > 0)
    document->before_end (document, document->before_end_data);
  if (--document->depth > 0)
    return document->open->edits->len > 0;
  KbUndoStep *step = g_steal_pointer (&document->open);
  g_clear_pointer (&step->sets, g_hash_table_unref);
  drop_idle_sets (step);
  if (step->edits->len == 0)
    {
      kb_undo_step_free (step);
      return FALSE;
    }
  for (guint i = 0; document->journal_wanted && i < step->edits->len; i++)
    kb_paint_fill (document, g_ptr_array_index (step->edits, i), json_array_get (step->lines, i),
                   TRUE);
  kb_journal_write (document, step->label, step->lines);
  g_clear_pointer (&step->lines, json_decref);
  kb_history_push (document, step);
  kb_document_emit (document, &(KbEvent) { .type = KB_EVENT_STEP });
  return TRUE;
}

void
kb_edit_roll_back (KbDocument *document, guint to_edits)
{
  KbUndoStep *step = document->open;
  g_clear_pointer (&step->sets, g_hash_table_unref);
  while (step->edits->len > to_edits)
    {
      kb_edit_do (document, g_ptr_array_index (step->edits, step->edits->len - 1), FALSE);
      g_ptr_array_set_size (step->edits, (gint) step->edits->len - 1);
      json_array_remove (step->lines, json_array_size (step->lines) - 1);
    }
}

void
kb_document_cancel (KbDocument *document)
{
  g_return_if_fail (document->depth > 0);
  kb_edit_roll_back (document, 0);
  if (--document->depth > 0)
    return;
  g_clear_pointer (&document->open, kb_undo_step_free);
  kb_document_emit (document, &(KbEvent) { .type = KB_EVENT_STEP });
}

gboolean
kb_document_finish (KbDocument *document, gboolean done)
{
  if (done)
    kb_document_end (document);
  else
    kb_document_cancel (document);
  return done;
}

/* --- Edits ------------------------------------------------------------------------------------ */

void
kb_edit_perform (KbDocument *document, KbEdit *edit)
{
  g_clear_pointer (&document->open->sets, g_hash_table_unref);
  json_array_append_new (document->open->lines, kb_edit_line (document, edit, TRUE));
  kb_edit_do (document, edit, TRUE);
  g_ptr_array_add (document->open->edits, edit);
}

void
kb_edit_record (KbDocument *document, KbEdit edit)
{
  kb_edit_perform (document, g_memdup2 (&edit, sizeof edit));
}

KbNode *
kb_edit_find_node (const KbDocument *document, KbId id, GError **error)
{
  KbNode *node = kb_document_node (document, id);
  if (!node)
    g_set_error (error, KB_ERROR, KB_ERROR_INPUT, _("what was to be changed is no longer there"));
  return node;
}

gboolean
kb_edit_check_shape (const KbNode *node, const KbPlace *place, GError **error)
{
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_GEOMETRY);
  const char *fault = field ? kb_geometry_fault (G_STRUCT_MEMBER_P (node, field->offset)) : NULL;
  return fault ? kb_place_error (error, place, "geometry", "%s", _(fault)) : TRUE;
}

void
kb_edit_begin (KbDocument *document, const char *format, const char *name)
{
  /* Within a step, the label is not used */
  g_autofree char *small = document->depth ? NULL : kb_within_sentence (name);
  g_autofree char *label = small ? g_strdup_printf (format, small) : NULL;
  kb_document_begin (document, label);
}

static gboolean
check_new_tree (KbNode *node, const KbPlace *place, GError **error)
{
  if (!kb_edit_check_shape (node, place, error))
    return FALSE;
  for (const KbList *list = node->kind->lists; list->name; list++)
    {
      GPtrArray *items = kb_node_list (node, list);
      for (guint i = 0; i < items->len; i++)
        {
          KbPlace item = { .up = place, .list = list->name, .index = i };
          if (!check_new_tree (g_ptr_array_index (items, i), &item, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* A sprite never uses a frame's id twice, so its counter increases too. */
static gboolean
number_frame (KbDocument *document, KbNode *parent, json_t *value, GError **error)
{
  const KbSprite *sprite = (const KbSprite *) parent;
  gint next = MAX (sprite->next_frame, 1);
  const json_t *given = json_object_get (value, "id");
  if (!given && json_is_object (value))
    json_object_set_new (value, "id", json_integer (next));
  json_int_t id = given ? json_integer_value (given) : next;
  if (id < next || id >= G_MAXINT)
    return TRUE;
  return kb_document_set (document, parent->id, "next_frame", json_integer (id + 1), error);
}

static void
number_item (const GPtrArray *items, json_t *value)
{
  if (json_is_object (value) && !json_object_get (value, "id"))
    json_object_set_new (value, "id", json_integer (kb_items_next_id (items)));
}

/* A copy is not what values refer to. */
static void
forget_ref (const GPtrArray *items, const KbKind *kind, json_t *value)
{
  const KbField *field = kb_kind_field (kind, "ref");
  const json_int_t ref = field ? json_integer_value (json_object_get (value, "ref")) : 0;
  if (ref)
    KB_EACH (const KbNode, item, items)
      if (G_STRUCT_MEMBER (gint, item, field->offset) == ref)
        json_object_del (value, "ref");
}

/* The lowest free number. */
static void
number_tileset (const GPtrArray *tilesets, json_t *value)
{
  guint64 used = 1;
  gint number = 0;
  KB_EACH (const KbTileset, tileset, tilesets)
    used |= G_GUINT64_CONSTANT (1) << tileset->number;
  while (used >> number & 1)
    number++;
  if (json_is_object (value) && !json_object_get (value, "number"))
    json_object_set_new (value, "number", json_integer (number));
}

typedef struct {
  const GPtrArray *zones;
  guint64 counts[256];
} Sums;

static void
add_counts (KbNode *node, KbPainted *painted, gpointer data)
{
  Sums *sums = data;
  guint64 counts[256];
  if (!painted->zones || kb_node_zones (node) != sums->zones)
    return;
  kb_zones_counts (painted->zones, counts);
  for (guint i = 0; i < 256; i++)
    sums->counts[i] += counts[i];
}

/* A value for a new zone of a node, unused by other zones and if possible by pixels. Returns 0 if
 * there is none. */
static gint
kb_paint_free_value (const KbNode *node)
{
  const GPtrArray *zones = kb_node_zones (node);
  Sums sums = { .zones = zones };
  kb_asset_visit_painted ((KbNode *) node, add_counts, &sums);
  for (guint pass = 0; pass < 2; pass++)
    for (guint value = 1; value <= KB_MAX_ZONES; value++)
      if (!kb_zones_find (zones, value) && (pass == 1 || !sums.counts[value]))
        return (gint) value;
  return 0;
}

/* A new zone gets a free value. */
static void
number_zone (const KbNode *parent, json_t *value)
{
  if (json_is_object (value) && !json_object_get (value, "value"))
    json_object_set_new (value, "value", json_integer (kb_paint_free_value (parent)));
}

gboolean
kb_edit_full_error (GError **error, const KbPlace *place, const KbList *list)
{
  return kb_place_error (error, place, NULL, _("at most %u %s are allowed"), list->max,
                         _(list->name));
}

gboolean
kb_document_check_name (const KbDocument *document, KbId parent_id, const char *list_name,
                        KbId renamed, const char *name, GError **error)
{
  KbNode *parent = kb_edit_find_node ((KbDocument *) document, parent_id, error);
  const KbList *list = parent ? kb_kind_list (parent->kind, list_name) : NULL;
  const KbField *field = list ? kb_kind_field (list->item, "name") : NULL;
  if (!field)
    return FALSE;
  GPtrArray *items = kb_node_list (parent, list);
  KbPlace up = { .node = parent }, place = { .up = &up, .list = list->name, .index = items->len };
  if (!renamed && items->len >= list->max)
    return kb_edit_full_error (error, &place, list);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  KB_EACH (KbNode, item, items)
    if (item->id != renamed)
      g_ptr_array_add (others, item);
  g_autoptr (KbNode) trial = kb_node_new (list->item, parent);
  json_auto_t *value = json_string (name);
  return kb_node_read_field (document, trial, field, value, &place, error)
         && kb_node_check_new_name (trial, field, &place, error)
         && kb_node_check_unique (trial, field, others, &place, error);
}

char *
kb_document_free_name (const KbDocument *document, KbId parent, const char *list, const char *stem)
{
  const KbNode *node = kb_document_node (document, parent);
  const KbList *found = kb_kind_list (node->kind, list);
  const KbField *field = kb_kind_field (found->item, "name");
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  KB_EACH (KbNode, item, kb_node_list (node, found))
    if (G_STRUCT_MEMBER (char *, item, field->offset))
      g_free (kb_name_take (taken, G_STRUCT_MEMBER (char *, item, field->offset), TRUE));
  return kb_name_take (taken, stem, TRUE);
}

static KbNode *
make_node (KbDocument *document, KbNode *parent, const KbList *list, guint at, json_t *value,
           GError **error)
{
  KbPlace up = { .node = parent }, place = { .up = &up, .list = list->name, .index = at };
  GPtrArray *items = kb_node_list (parent, list);
  if (items->len >= list->max)
    return kb_null (kb_edit_full_error (error, &place, list));
  if (list->item->counter && !number_frame (document, parent, value, error))
    return NULL;
  if (kb_kind_is_numbered (list->item))
    number_item (items, value);
  forget_ref (items, list->item, value);
  if (list->item == &kb_tileset_kind)
    number_tileset (items, value);
  if (list->item->is_zone)
    number_zone (parent, value);
  KbNode *node = kb_node_from_json (document, list->item, parent, value, &place, error);
  if (!node)
    return NULL;
  gboolean ok = check_new_tree (node, &place, error);
  for (const KbField *field = list->item->fields; ok && field->name; field++)
    {
      gboolean is_new = list->item->folder && (field->flags & KB_FIELD_FILE_NAME)
                        && !kb_document_find_asset (document, list->item, kb_asset_name (node));
      ok = kb_node_check_new_name (node, field, &place, error)
           && (is_new || kb_node_check_unique (node, field, items, &place, error));
    }
  if (!ok)
    g_clear_pointer (&node, kb_node_free);
  return node;
}

KbId
kb_document_insert (KbDocument *document, KbId parent_id, const char *name, int at, json_t *value,
                    GError **error)
{
  KbNode *parent = kb_edit_find_node (document, parent_id, error);
  const KbList *list = parent ? kb_kind_list (parent->kind, name) : NULL;
  KbId id = 0;
  if (list)
    {
      guint count = kb_node_list (parent, list)->len;
      guint place = at < 0 ? count : (guint) at;
      if (place > count)
        g_set_error (error, KB_ERROR, KB_ERROR_INPUT,
                     _("at: expected a number from 0 to %u, got %u"), count, place);
      else
        {
          kb_edit_begin (document, _("Add %s"), _(list->item->label));
          guint edits = document->open->edits->len;
          KbNode *node = make_node (document, parent, list, place, value, error);
          if (node)
            {
              id = node->id;
              kb_edit_record (document, (KbEdit) { .op = KB_EDIT_INSERT,
                                                  .node = parent_id,
                                                  .list = list,
                                                  .at = place,
                                                  .held = node,
                                                  .item = id });
            }
          else
            kb_edit_roll_back (document, edits);
          kb_document_end (document);
        }
    }
  else if (parent)
    kb_place_error (error, &(KbPlace) { .node = parent }, name, _("a %s has no list '%s'"),
                    _(parent->kind->name), name);
  json_decref (value);
  return id;
}

static gboolean
class_is_free (const KbDocument *document, const KbNode *class, guint at, GError **error)
{
  const char *name = ((const KbClass *) class)->name;
  KbPlace place = { .node = class };
  g_autofree KbClassUses *all = kb_document_class_uses (document);
  const KbClassUses uses = all[at];
  if (uses.shapes)
    return kb_place_error (error, &place, NULL,
                           ngettext ("%u shape still has the class '%s'",
                                     "%u shapes still have the class '%s'", uses.shapes),
                           uses.shapes, name);
  return uses.others == 0
         || kb_place_error (error, &place, NULL,
                            ngettext ("%u thing on levels or tile still has the class '%s'",
                                      "%u things on levels or tiles still have the class '%s'",
                                      uses.others),
                            uses.others, name);
}

/* An animation cannot show a removed frame. */
static void
remove_steps_of (KbDocument *document, const KbNode *frame)
{
  const KbSprite *sprite = (const KbSprite *) frame->parent;
  KB_EACH (KbAnimation, animation, sprite->animations)
    KB_EACH_BACK (const KbStep, step, animation->steps)
      if (step->frame_id == frame->id)
        kb_document_remove (document, step->node.id, NULL);
}

gboolean
kb_document_remove (KbDocument *document, KbId id, GError **error)
{
  KbNode *node = kb_edit_find_node (document, id, error);
  if (!node)
    return FALSE;
  guint at;
  const KbList *list = kb_node_place (node, &at);
  if (!list)
    return kb_fail (error, KB_ERROR_INPUT, _("a project cannot be removed from itself"));
  if (node->kind == &kb_class_kind && !class_is_free (document, node, at, error))
    return FALSE;

  kb_edit_begin (document, _("Delete %s"), _(node->kind->label));
  if (node->kind == &kb_frame_kind)
    remove_steps_of (document, node);
  if (node->kind->is_zone)
    kb_paint_away (document, (const KbZone *) node, 0);
  kb_edit_record (document, (KbEdit) { .op = KB_EDIT_REMOVE,
                                      .node = node->parent->id,
                                      .list = list,
                                      .at = at,
                                      .item = node->id });
  kb_document_end (document);
  return TRUE;
}

gboolean
kb_document_move (KbDocument *document, KbId id, guint to, GError **error)
{
  KbNode *node = kb_edit_find_node (document, id, error);
  if (!node)
    return FALSE;
  guint at;
  const KbList *list = kb_node_place (node, &at);
  guint count = list ? kb_node_list (node->parent, list)->len : 0;
  if (to >= count)
    return kb_fail (error, KB_ERROR_INPUT, _("to: expected a number below %u, got %u"), count, to);
  if (to == at)
    return TRUE;
  kb_edit_begin (document, _("Move %s"), _(node->kind->label));
  kb_edit_record (document, (KbEdit) { .op = KB_EDIT_MOVE,
                                      .node = node->parent->id,
                                      .list = list,
                                      .at = at,
                                      .to = to });
  kb_document_end (document);
  return TRUE;
}
