/* SPDX-License-Identifier: MIT */
/* Pairs of random histories of one file of a project, merged: nothing that a side added or set is lost, the two
 * sides may be exchanged, no conflict mixes them within an item, the result opens, and merging with itself or with the base changes nothing. */
#include <string.h>

#include "document/edits/edit.h"
#include "document/merge/merge.h"
#include "document/pixels/zones_files.h"
#include "tests/support/seed.h"
#include "tests/support/temp_folder.h"

static const char *const samples[] = { "dojo", "harbor", "pinball", "temple", "yard" };

typedef struct {
  GRand *random;
  KbDocument *document;
  GPtrArray *nodes;    /* of the asset */
  guint focus;         /* half of the edits of both sides are near this node */
  guint clean, conflicts;   /* merges without conflicts, and with some */
} Run;

static guint
pick (Run *run, guint below)
{
  return (guint) g_rand_int_range (run->random, 0, (gint32) below);
}

/* ---- histories ---- */

static void
collect (KbNode *node, GPtrArray *nodes)
{
  g_ptr_array_add (nodes, node);
  for (const KbList *list = node->kind->lists; list->name; list++)
    if (!list->item->folder)
      KB_EACH (KbNode, item, kb_node_list (node, list))
        collect (item, nodes);
}

/* Changes numbers in a value, here and there. */
static json_t *
shaken (Run *run, json_t *value)
{
  json_t *result = json_is_array (value) || json_is_object (value) ? json_copy (value) : NULL;
  KB_EACH_JSON (item, value)
    json_array_set_new (result, item_at, shaken (run, item));
  if (json_is_object (value))
    KB_EACH_MEMBER (key, item, value)
      json_object_set_new (result, key, shaken (run, item));
  if (json_is_integer (value) && pick (run, 2))
    return json_integer (json_integer_value (value) + (json_int_t) pick (run, 9) - 4);
  if (json_is_boolean (value))
    return json_boolean (!json_boolean_value (value));
  return result ? result : json_incref (value);
}

static json_t *
new_name (Run *run)
{
  g_autofree char *name = g_strdup_printf ("n%u", pick (run, 12));
  return json_string (name);
}

/* The same field of another node of the kind: a value that is valid there. */
static json_t *
value_elsewhere (Run *run, const KbNode *node, const KbField *field)
{
  for (guint tries = 0; tries < 20; tries++)
    {
      const KbNode *other = g_ptr_array_index (run->nodes, pick (run, run->nodes->len));
      if (other->kind == node->kind)
        return kb_node_get (other, field);
    }
  return kb_node_get (node, field);
}

static void
set_once (Run *run, KbNode *node)
{
  guint n = 0;
  while (node->kind->fields[n].name)
    n++;
  const KbField *field = &node->kind->fields[pick (run, n)];
  const gboolean is_number = (field->flags & KB_FIELD_UNIQUE) && field->type == KB_TYPE_INT;
  if (is_number || field->type == KB_TYPE_ZONES || (field->flags & KB_FIELD_FILE_NAME)
      || strcmp (field->name, "conflicts") == 0 || g_str_has_prefix (field->name, "next_"))
    return;
  json_t *value = value_elsewhere (run, node, field);
  if (strcmp (field->name, "name") == 0 && pick (run, 2))
    json_decref (value), value = new_name (run);
  else if (field->type == KB_TYPE_VALUES && !field->choices)
    {
      json_t *values = json_is_object (value) ? json_copy (value) : json_object ();
      g_autofree char *key = g_strdup_printf ("k%u", pick (run, 4)), *text = g_strdup_printf ("%u", pick (run, 3));
      json_object_set_new (values, key, json_string (text));
      json_decref (value), value = values;
    }
  else if (field->type != KB_TYPE_PICTURE && field->type != KB_TYPE_JSON && !field->refers)
    {
      json_t *shaken_one = shaken (run, value);
      json_decref (value), value = shaken_one;
    }
  kb_document_set (run->document, node->id, field->name, value, NULL);
}

/* A copy of an item next to it, with another name and shaken. */
static void
insert_once (Run *run, KbNode *node)
{
  const KbList *list = kb_node_place (node, NULL);
  const KbField *number = kb_kind_number (node->kind);
  json_t *value = kb_node_to_json (node, NULL);
  if (number)
    json_object_del (value, number->name);
  json_object_del (value, "conflicts");
  if (json_object_get (value, "name"))
    json_object_set_new (value, "name", new_name (run));
  for (const KbField *field = node->kind->fields; field->name; field++)
    if (field->flags & KB_FIELD_POSITION)
      {
        json_t *before = json_object_get (value, field->name);
        if (before)
          json_object_set_new (value, field->name, shaken (run, before));
      }
  kb_document_insert (run->document, node->parent->id, list->name, (gint) pick (run, kb_node_list (node->parent, list)->len + 1),
                      value, NULL);
}

static void
edit_once (Run *run, KbNode *asset)
{
  g_ptr_array_set_size (run->nodes, 0);
  collect (asset, run->nodes);
  const guint any = pick (run, run->nodes->len), near = (run->focus + pick (run, 8)) % run->nodes->len;
  KbNode *node = g_ptr_array_index (run->nodes, pick (run, 2) ? any : near);
  const guint dice = node == asset ? 0 : pick (run, 10);
  const KbList *list = dice >= 5 ? kb_node_place (node, NULL) : NULL;
  if (dice < 5)
    set_once (run, node);
  else if (dice < 8)
    insert_once (run, node);
  else if (dice == 8)
    kb_document_move (run->document, node->id, pick (run, kb_node_list (node->parent, list)->len), NULL);
  else
    kb_document_remove (run->document, node->id, NULL);
}

/* The file of an asset, or of the project itself, after some edits of it. */
static json_t *
history (Run *run, KbDocument *document, KbId asset, guint edits)
{
  run->document = document;
  for (guint i = 0; i < edits; i++)
    edit_once (run, kb_document_node (document, asset));
  KbNode *node = kb_document_node (document, asset);
  json_t *file = kb_node_to_file_json (node);
  if (node->kind->folder)
    json_object_del (file, "name");
  json_object_set_new (file, "kickbox", json_string (node->kind->name));
  json_object_set_new (file, "format", json_integer (node->kind->format));
  return file;
}

/* ---- what must be there ---- */

static void
add_atom (GHashTable *atoms, const char *kind, const char *key, const json_t *value)
{
  g_autofree char *text = kb_json_key (value);
  char *atom = g_strdup_printf ("%s.%s=%s", kind, key, text);
  g_hash_table_insert (atoms, atom, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (atoms, atom)) + 1));
}

/* Counts the values of all fields, each with its kind's name; of conflicts those of both sides. Numbers may change. */
static void
count_atoms (const KbKind *kind, const json_t *item, GHashTable *atoms)
{
  for (const KbField *field = kind->fields; field->name; field++)
    {
      const json_t *value = json_object_get (item, field->name),
                   *conflict = json_object_get (json_object_get (item, "conflicts"), field->name),
                   *other = json_object_get (conflict, "other"), *was = json_object_get (conflict, "was");
      if (field == kb_kind_number (kind) || field->refers || strcmp (field->name, "conflicts") == 0
          || g_str_has_prefix (field->name, "next_"))
        continue;
      if (field->type == KB_TYPE_VALUES)
        {
          KB_EACH_MEMBER (key, text, value)
            add_atom (atoms, kind->name, key, text);
          KB_EACH_MEMBER (key, text, other)
            add_atom (atoms, kind->name, key, text);
          continue;
        }
      if (value)
        add_atom (atoms, kind->name, field->name, value);
      if (other && !json_is_null (other))
        add_atom (atoms, kind->name, field->name, other);
      if (was)
        add_atom (atoms, kind->name, field->name, was);
    }
  for (const KbList *list = kind->lists; list->name; list++)
    KB_EACH_JSON (inner, json_object_get (item, list->name))
      count_atoms (list->item, inner, atoms);
}

static GHashTable *
atoms_of (const KbKind *kind, const json_t *file)
{
  GHashTable *atoms = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  count_atoms (kind, file, atoms);
  return atoms;
}

static guint
count_of (GHashTable *atoms, gconstpointer atom)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (atoms, atom));
}

static void
check_nothing_lost (const KbKind *kind, const json_t *base, const json_t *side, const json_t *merged)
{
  g_autoptr (GHashTable) before = atoms_of (kind, base), after = atoms_of (kind, side), all = atoms_of (kind, merged);
  GHashTableIter iter;
  gpointer atom;
  g_hash_table_iter_init (&iter, after);
  while (g_hash_table_iter_next (&iter, &atom, NULL))
    {
      const guint n = count_of (before, atom), m = count_of (after, atom);
      if (m > n && count_of (all, atom) < m - n)
        g_error ("lost: %s (%u in the base, %u on a side, %u merged)", (char *) atom, n, m, count_of (all, atom));
    }
}

static const json_t *
numbered (const json_t *file, const char *list, const char *key, json_int_t number)
{
  KB_EACH_JSON (item, json_object_get (file, list))
    if (json_integer_value (json_object_get (item, key)) == number)
      return item;
  return NULL;
}

/* What one side removed and the other left alone is gone, unless something needs it. */
static void
check_removed (const KbKind *kind, const json_t *base, const json_t *side, const json_t *other, const json_t *merged)
{
  for (const KbList *list = kind->lists; list->name; list++)
    {
      const KbField *number = kb_kind_number (list->item);
      KB_EACH_JSON (item, number ? json_object_get (base, list->name) : NULL)
        {
          const json_int_t n = json_integer_value (json_object_get (item, number->name));
          const json_t *left = numbered (other, list->name, number->name, n),
                       *found = numbered (merged, list->name, number->name, n);
          if (numbered (side, list->name, number->name, n) || !left || !json_equal (left, item))
            continue;
          g_assert_true (!found || json_object_get (json_object_get (found, "conflicts"), "removed"));
        }
    }
}

static gboolean
has_other (const json_t *item)
{
  KB_EACH_MEMBER (key, conflict, json_object_get (item, "conflicts"))
    if (json_object_get (conflict, "other"))
      return TRUE;
  return FALSE;
}

/* Whether a version has an item with all values in conflict that a merged item keeps, or with all others. */
static gboolean
has_values (const KbKind *kind, const json_t *version, const KbKind *wanted, const json_t *item, gboolean kept)
{
  gboolean found = kind == wanted;
  for (const KbField *field = kind->fields; found && field->name; field++)
    {
      const json_t *conflict = json_object_get (json_object_get (item, "conflicts"), field->name),
                   *other = json_object_get (conflict, "other"),
                   *value = kept ? json_object_get (item, field->name) : json_is_null (other) ? NULL : other,
                   *here = json_object_get (version, field->name);
      if (other && !json_object_get (conflict, "was") && !field->refers && field->type != KB_TYPE_VALUES
          && field->type != KB_TYPE_JSON)
        found = here == value || (here && value && json_equal (here, value));
    }
  for (const KbList *list = kind->lists; !found && list->name; list++)
    KB_EACH_JSON (inner, json_object_get (version, list->name))
      found = found || has_values (list->item, inner, wanted, item, kept);
  return found;
}

static void
check_not_mixed (const KbKind *kind, const KbKind *of, const json_t *item, const json_t *ours, const json_t *theirs)
{
  if (has_other (item)
      && !(has_values (kind, ours, of, item, TRUE) && has_values (kind, theirs, of, item, FALSE))
      && !(has_values (kind, theirs, of, item, TRUE) && has_values (kind, ours, of, item, FALSE)))
    g_error ("mixed: %s", kb_json_key (item));
  for (const KbList *list = of->lists; list->name; list++)
    KB_EACH_JSON (inner, json_object_get (item, list->name))
      check_not_mixed (kind, list->item, inner, ours, theirs);
}

static char *
text_of (const json_t *value)
{
  return kb_json_key (value);
}

static json_t *
merge (const json_t *base, const json_t *ours, const json_t *theirs, guint *n)
{
  g_autoptr (GError) error = NULL;
  json_t *merged = kb_merge_files (base, ours, theirs, n, &error);
  if (!merged)
    g_error ("%s\nbase %s\nours %s\ntheirs %s", error->message, text_of (base), text_of (ours), text_of (theirs));
  return merged;
}

static void
assert_same (const char *what, const json_t *base, const json_t *ours, const json_t *theirs, const json_t *wanted)
{
  guint n;
  json_t *merged = merge (base, ours, theirs, &n);
  g_autofree char *a = text_of (merged), *b = text_of (wanted);
  gsize same = 0;
  while (a[same] && a[same] == b[same])
    same++;
  if (a[same] || b[same])
    g_error ("%s ...%.400s\n...%.400s", what, a + (same > 200 ? same - 200 : 0), b + (same > 200 ? same - 200 : 0));
  json_decref (merged);
}

static void
check_pair (Run *run, const json_t *base, const json_t *ours, const json_t *theirs)
{
  const KbKind *kind = kb_file_kind (base);
  guint n;
  json_t *merged = merge (base, ours, theirs, &n);
  run->clean += n == 0;
  run->conflicts += n > 0;
  assert_same ("exchanged", base, theirs, ours, merged);
  assert_same ("with itself", base, ours, ours, ours);
  assert_same ("with the base", base, ours, base, ours);
  assert_same ("into the base", base, base, theirs, theirs);
  check_nothing_lost (kind, base, ours, merged);
  check_nothing_lost (kind, base, theirs, merged);
  check_removed (kind, base, ours, theirs, merged);
  check_removed (kind, base, theirs, ours, merged);
  check_not_mixed (kind, kind, merged, ours, theirs);
  json_decref (merged);
}

/* ---- rounds ---- */

static KbId
random_asset (Run *run, const KbDocument *document)
{
  const KbNode *root = KB_NODE (kb_document_project (document));
  g_autoptr (GPtrArray) assets = g_ptr_array_new ();
  g_ptr_array_add (assets, (gpointer) root);
  for (const KbList *list = root->kind->lists; list->name; list++)
    if (list->item->folder)
      KB_EACH (KbNode, asset, kb_node_list (root, list))
        g_ptr_array_add (assets, asset);
  return ((KbNode *) g_ptr_array_index (assets, pick (run, assets->len)))->id;
}

static void
test_pairs (gconstpointer name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("KICKBOX_SOURCE"), "data", name, NULL);
  g_autoptr (KbDocument) start = kb_document_open (path, &error);
  g_assert_no_error (error);
  Run run = { .random = g_rand_new_with_seed ((guint32) g_test_rand_int ()), .nodes = g_ptr_array_new () };
  for (guint round = 0; kit_goes_on (round, 400); round++)
    {
      g_autoptr (KbDocument) document = kb_document_snapshot (start);
      const KbId asset = random_asset (&run, document);
      json_auto_t *base = history (&run, document, asset, pick (&run, 10));
      run.focus = pick (&run, 1000);
      g_autoptr (KbDocument) one = kb_document_snapshot (document), other = kb_document_snapshot (document);
      json_auto_t *ours = history (&run, one, asset, 1 + pick (&run, 12)),
                  *theirs = history (&run, other, asset, 1 + pick (&run, 12));
      check_pair (&run, base, ours, theirs);
    }
  g_test_message ("%u without conflicts, %u with some", run.clean, run.conflicts);
  g_assert_cmpuint (run.clean, >, kit_n_done / 10);
  g_assert_cmpuint (run.conflicts, >, kit_n_done / 10);
  g_rand_free (run.random);
  g_ptr_array_unref (run.nodes);
}

/* ---- painted pixels ---- */

#define SIDE 130   /* more than one band of tiles each way */

static KbZones *
decode (const KbKind *kind, const char *path, GBytes *png, json_t **conflict)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), NULL));
  KbZonesPalette palette = { .grey = kind->sample_pixels > 1 };
  KbZones *zones = kb_zones_read (NULL, path, NULL, &palette, NULL, conflict, &error);
  g_assert_no_error (error);
  return zones;
}

static void
write_painting (const KbKind *kind, const char *path, const guint8 *pixels)
{
  const KbZonesPalette palette = { .n = 4, .colours = { 0, 1, 2, 3 }, .grey = kind->sample_pixels > 1 };
  g_autoptr (KbZones) zones = kb_zones_from_pixels (SIDE, SIDE, pixels, SIDE);
  g_autoptr (GBytes) png = kb_zones_encode (zones, &palette, NULL);
  g_assert_true (g_file_set_contents (path, g_bytes_get_data (png, NULL), (gssize) g_bytes_get_size (png), NULL));
}

/* Whether a block of the result is the same in a version. */
static gboolean
is_block_of (const KbZones *merged, const guint8 *pixels, gint x, gint y, gint width, gint height)
{
  for (gint v = y; v < MIN (y + height, SIDE); v++)
    for (gint u = x; u < MIN (x + width, SIDE); u++)
      if (kb_zones_at (merged, u, v) != pixels[v * SIDE + u])
        return FALSE;
  return TRUE;
}

static gboolean
same_block (const KbZones *a, const KbZones *b, gint x, gint y, gint width, gint height)
{
  gboolean same = TRUE;
  for (gint v = y; v < y + height; v++)
    for (gint u = x; u < x + width; u++)
      same &= kb_zones_at (a, u, v) == kb_zones_at (b, u, v);
  return same;
}

/* Each cell of layers, sample of heightmaps and pixel of all others is that of the side that changed it. The result says
 * where both did, with the value that it lacks, and goes on doing so when it is merged again. */
static void
test_paintings (gconstpointer data)
{
  const KbKind *kind = data;
  g_autofree char *folder = temp_folder_new ();
  char *paths[4] = { NULL };
  g_autofree char *result = g_build_filename (folder, "result.png", NULL);
  Run run = { .random = g_rand_new_with_seed ((guint32) g_test_rand_int ()) };
  const gint w = MAX (1, MAX (kind->cell_pixels, kind->sample_pixels)), h = MAX (1, kind->cell_pixels);
  static guint8 pixels[4][SIDE * SIDE];
  guint64 n, m, wanted = 0;
  json_auto_t *conflict = NULL, *later = NULL;
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u.png", i);
      paths[i] = g_build_filename (folder, name, NULL);
      for (guint k = 0; k < SIDE * SIDE; k++)
        pixels[i][k] = i && pick (&run, 4) ? pixels[0][k] : (guint8) pick (&run, 4);
      write_painting (kind, paths[i], pixels[i]);
    }
  g_autoptr (GBytes) merged = kb_merge_paintings (kind, paths[0], paths[1], paths[2], &n, NULL),
                     exchanged = kb_merge_paintings (kind, paths[0], paths[2], paths[1], &m, NULL);
  g_assert_true (g_bytes_equal (merged, exchanged));
  g_assert_cmpuint (n, ==, m);
  g_autoptr (KbZones) zones = decode (kind, result, merged, &conflict), base = kb_zones_from_pixels (SIDE, SIDE, pixels[0], SIDE),
                      rest = kb_zones_with_other (zones, conflict, NULL);
  for (gint y = 0; y < SIDE; y += h)
    for (gint x = 0; x < SIDE; x += w)
      {
        const gboolean one = !is_block_of (base, pixels[1], x, y, w, h), other = !is_block_of (base, pixels[2], x, y, w, h),
                       is_one = is_block_of (zones, pixels[1], x, y, w, h), is_other = is_block_of (zones, pixels[2], x, y, w, h);
        const gboolean both = one && other && !(is_one && is_other);
        const guint8 *shown = is_one ? pixels[1] : pixels[2], *hidden = is_one ? pixels[2] : pixels[1];
        g_assert_true (both ? is_block_of (zones, shown, x, y, w, h) && is_block_of (rest, hidden, x, y, w, h)
                            : same_block (zones, rest, x, y, w, h));
        wanted += both;
        g_assert_true (one && other ? is_one || is_other : one ? is_one : is_other);
      }
  g_assert_cmpuint (n, ==, wanted);
  g_assert_cmpint (json_integer_value (json_object_get (conflict, "count")), ==, (json_int_t) wanted);

  g_autoptr (GBytes) again = kb_merge_paintings (kind, paths[0], result, paths[3], &n, NULL),
                     turned = kb_merge_paintings (kind, paths[0], paths[3], result, &m, NULL);
  g_assert_true (g_bytes_equal (again, turned));
  g_assert_cmpuint (n, ==, m);
  g_autofree char *last = g_build_filename (folder, "last.png", NULL);
  g_autoptr (KbZones) end = decode (kind, last, again, &later), end_rest = kb_zones_with_other (end, later, NULL);
  for (gint y = 0; y < SIDE; y++)
    for (gint x = 0; x < SIDE; x++)
      if (is_block_of (base, pixels[3], x / w * w, y / h * h, w, h))
        {
          g_assert_cmpuint (kb_zones_at (end, x, y), ==, kb_zones_at (zones, x, y));
          g_assert_cmpuint (kb_zones_at (end_rest, x, y), ==, kb_zones_at (rest, x, y));
        }
  for (guint i = 0; i < 4; i++)
    g_free (paths[i]);
  g_rand_free (run.random);
  temp_folder_remove (folder);
}

KIT_PROGRAM (merge)
{
  kit_test_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_strconcat ("/merge/", samples[i], NULL);
      g_test_add_data_func (path, samples[i], test_pairs);
    }
  g_test_add_data_func ("/merge/paintings/mask", &kb_mask_kind, test_paintings);
  g_test_add_data_func ("/merge/paintings/layer", &kb_layer_kind, test_paintings);
  g_test_add_data_func ("/merge/paintings/heightmap", &kb_heightmap_kind, test_paintings);
  return g_test_run ();
}
