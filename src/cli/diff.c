/* SPDX-License-Identifier: MIT */
/* kickbox diff: what differs between two versions of a project, in the words of the interface. */
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "cli/farm.h"
#include "cli/input.h"
#include "document/files/files.h"
#include "document/merge/merge.h"
#include "document/shapes/shape.h"
#include "drawing/sheets/sheet.h"

static gboolean diff_as_json, tell_by_status;
static char *diff_project, *diff_pictures;

static const GOptionEntry diff_options[] = {
  { "project", 'p', 0, G_OPTION_ARG_FILENAME, &diff_project,
    N_("The project of the revisions; the current folder when left out"), "PROJECT" },
  { "json", 0, 0, G_OPTION_ARG_NONE, &diff_as_json, N_("As one JSON object"), NULL },
  { "pictures", 0, 0, G_OPTION_ARG_FILENAME, &diff_pictures,
    N_("Draw each changed frame before and after, side by side, into a folder"), "DIR" },
  { "exit-code", 0, 0, G_OPTION_ARG_NONE, &tell_by_status,
    N_("Exit with 1 where there are differences"), NULL },
  G_OPTION_ENTRY_NULL
};

/* ---- the two versions ---- */

typedef struct {
  char *unpacked;          /* a folder of its own, or NULL */
  KbDocument *document;
} Version;

static void
close_version (Version *version)
{
  g_clear_pointer (&version->document, kb_document_free);
  g_clear_pointer (&version->unpacked, kb_git_remove);
}

/* A project, or a revision of the option's project. */
static gboolean
open_version (Version *version, const char *name, GError **error)
{
  g_autofree char *folder = kb_project_folder (diff_project ? diff_project : "."), *unpacked = NULL,
                  *file = NULL;
  const char *path = name, *dots = strstr (name, "..");
  if (!g_file_test (name, G_FILE_TEST_EXISTS))
    {
      if (dots && dots > name && dots[-1] != '/')
        return kb_fail (error, KB_ERROR_USAGE,
                        _("%s: is a range; give both revisions: kickbox diff %.*s %s"), name,
                        (int) (dots - name), name, dots + strspn (dots, "."));
      version->unpacked = kb_git_unpack (folder, name, error);
      if (!version->unpacked)
        return FALSE;
      path = unpacked = g_build_filename (version->unpacked, "project", NULL);
      kb_cli_shown_inside (name, path);
      file = kb_project_file (path, NULL);
      if (!file)
        return kb_fail (error, KB_ERROR_INPUT,
                        _("%s: has no project in %s; name its folder with --project"), name,
                        folder);
    }
  else
    kb_cli_shown_as (path, TRUE);
  version->document = kb_document_open (path, error);
  return version->document != NULL;
}

/* ---- words ---- */

typedef struct {
  KbDocument *before, *after;
  json_t *changes;
  GPtrArray *frames;       /* FramePair */
  GHashTable *pictures;    /* file -> whether it differs */
} Diff;

/* A frame that differs, by its nodes' ids; 0: there is none. */
typedef struct {
  KbId before, after;
  char *name;              /* of its file */
} FramePair;

static void
free_pair (gpointer data)
{
  g_free (((FramePair *) data)->name);
  g_free (data);
}

/* Where two versions of an item are: for people, and as a path. */
typedef struct {
  const char *words, *path;
  const json_t *asset[2];  /* before and after; for references */
} DiffPlace;

static void
report (Diff *diff, const DiffPlace *place, const char *change, const KbField *field,
        const json_t *before, const json_t *after, const char *text)
{
  json_t *entry = json_pack ("{ss ss ss ss}", "place", place->words, "path", place->path, "change",
                             change, "text", text);
  if (field)
    json_object_set_new (entry, "field", json_string (field->name));
  if (before)
    json_object_set (entry, "before", (json_t *) before);
  if (after)
    json_object_set (entry, "after", (json_t *) after);
  json_array_append_new (diff->changes, entry);
}

/* "(3, 4)" and "(5, 4)" for shapes of the same form that only moved. */
static gboolean
moved_texts (const json_t *before, const json_t *after, char **from, char **to)
{
  const json_t *a = json_object_iter_value (json_object_iter ((json_t *) before)),
               *b = json_object_iter_value (json_object_iter ((json_t *) after));
  json_auto_t *like = json_copy ((json_t *) a);
  if (!json_is_number (json_array_get (a, 1)) || json_array_size (a) < 3 || !json_is_array (b))
    return FALSE;
  json_array_set (like, 0, json_array_get (b, 0));
  json_array_set (like, 1, json_array_get (b, 1));
  if (!json_equal (like, b))
    return FALSE;
  *from = g_strdup_printf ("(%g, %g)", json_number_value (json_array_get (a, 0)),
                           json_number_value (json_array_get (a, 1)));
  *to = g_strdup_printf ("(%g, %g)", json_number_value (json_array_get (b, 0)),
                         json_number_value (json_array_get (b, 1)));
  return TRUE;
}

/* Whether it is clear what moves with an item: it has one position, and no items of its own. */
static gboolean
is_only_position (const KbKind *kind)
{
  guint n = 0;
  for (const KbField *field = kind->fields; field->name; field++)
    n += (field->flags & KB_FIELD_POSITION) != 0;
  return n == 1 && !kind->lists->name;
}

/* "moved from (3, 4) to (5, 4)", "duration changed from 100 to 80". */
static char *
change_text (const KbKind *kind, const KbField *field, const json_t *before, const json_t *after,
             const DiffPlace *place)
{
  g_autofree char *from = NULL, *to = NULL, *label = kb_within_sentence (_(field->label));
  const gboolean moved = field->type == KB_TYPE_GEOMETRY ? moved_texts (before, after, &from, &to)
                                                         : before && after
                                                             && field->flags & KB_FIELD_POSITION;
  if (!from && before)
    from = kb_value_words (field, before, place->asset[0]);
  if (!to && after)
    to = kb_value_words (field, after, place->asset[1]);
  if (field->type == KB_TYPE_ZONES)
    return g_strdup_printf (_("%s repainted"), label);
  if ((before && !from) || (after && !to))
    return g_strdup_printf (_("%s changed"), label);
  if (moved)
    return is_only_position (kind)
             ? g_strdup_printf (_("moved from %s to %s"), from, to)
             : g_strdup_printf (_("%s moved from %s to %s"), label, from, to);
  return !before  ? g_strdup_printf (_("%s set to %s"), label, to)
         : !after ? g_strdup_printf (_("%s %s removed"), label, from)
                  : g_strdup_printf (_("%s changed from %s to %s"), label, from, to);
}

/* "box 'head'", "wall 'stone' at (3, 4)", "frame 3", "sprites/hero". */
static char *
item_words (const KbKind *kind, const json_t *item, gsize index)
{
  const KbField *geometry = kb_kind_field_of_type (kind, KB_TYPE_GEOMETRY),
                *name = kb_kind_field (kind, "name"), *class = kb_kind_field (kind, "class");
  const char *key = json_object_iter_key (json_object_iter (json_object_get (item, "geometry")));
  const char *own = name && (name->type == KB_TYPE_NAME || class)
                      ? json_string_value (json_object_get (item, "name"))
                      : NULL;
  const KbField *at = !own && class ? kb_kind_field_of_type (kind, KB_TYPE_VEC) : NULL;
  if (!own && class)
    own = json_string_value (json_object_get (item, "class"));
  if (kind->folder)
    return g_strconcat (kind->folder, "/", own, NULL);
  g_autofree char *label = kb_within_sentence (_(geometry && key ? key : kind->label)),
                  *place = at ? kb_value_words (at, json_object_get (item, at->name), NULL) : NULL;
  return own && place ? g_strdup_printf (_("%s '%s' at %s"), label, own, place)
         : own        ? g_strdup_printf (_("%s '%s'"), label, own)
                      : g_strdup_printf ("%s %" G_GSIZE_FORMAT, label, index + 1);
}

static char *
item_path (const KbKind *kind, const char *up, const char *list, const json_t *item, gsize index)
{
  const char *dot = *up ? "." : "";
  if (kind->folder)
    return g_strdup_printf ("%s%s%s['%s']", up, dot, list,
                            json_string_value (json_object_get (item, "name")));
  return g_strdup_printf ("%s%s%s[%" G_GSIZE_FORMAT "]", up, dot, list, index);
}

/* ---- trees ---- */

static void diff_items (Diff *diff, const KbKind *kind, const json_t *before, const json_t *after,
                        const DiffPlace *place);

/* The frame of a sprite at that position, in a version. */
static KbId
frame_id (KbDocument *document, const json_t *sprite, gint index)
{
  const char *name = json_string_value (json_object_get (sprite, "name"));
  const KbNode *node =
    index >= 0 && name ? kb_document_find_asset (document, &kb_sprite_kind, name) : NULL;
  return node ? kb_frame_at ((const KbSprite *) node, (guint) index)->node.id : 0;
}

static void
note_frame (Diff *diff, const KbList *list, const DiffPlace *place, gint before, gint after)
{
  if (!list->item->counter || !g_str_equal (list->name, "frames"))
    return;
  const char *name = json_string_value (json_object_get (place->asset[after >= 0], "name"));
  const FramePair pair = {
    frame_id (diff->before, place->asset[0], before),
    frame_id (diff->after, place->asset[1], after),
    after >= 0 ? g_strdup_printf ("%s-frame-%d.png", name, after + 1)
               : g_strdup_printf ("%s-frame-%d-removed.png", name, before + 1)
  };
  g_ptr_array_add (diff->frames, g_memdup2 (&pair, sizeof pair));
}

/* One item of a list; either may be NULL. */
static void
diff_item (Diff *diff, const KbList *list, const json_t *before, gint at_before,
           const json_t *after, gint at_after, const DiffPlace *place)
{
  const KbKind *kind = list->item;
  const gsize n = json_array_size (diff->changes),
              index = (gsize) (at_after >= 0 ? at_after : at_before);
  g_autofree char *words = item_words (kind, after ? after : before, index),
                  *path = item_path (kind, place->path, list->name, after ? after : before, index),
                  *whole = *place->words
                             ? g_strconcat (place->words, C_("after a name", ": "), words, NULL)
                             : g_strdup (words);
  const DiffPlace here = { whole, path, { kind->folder ? before : place->asset[0],
                                          kind->folder ? after : place->asset[1] } };
  if (before && after)
    diff_items (diff, kind, before, after, &here);
  else
    report (diff, &here, after ? "added" : "removed", NULL, before, after,
            after ? _("added") : _("removed"));
  if (json_array_size (diff->changes) > n)
    note_frame (diff, list, place, at_before, at_after);
}

static void
diff_list (Diff *diff, const KbList *list, const json_t *before, const json_t *after,
           const DiffPlace *place)
{
  g_autofree gint *pairs = kb_match_items (list->item, before, after, TRUE);
  g_autofree gint *origin = g_new (gint, json_array_size (after) + 1);
  gint last = -1;
  gboolean in_order = TRUE;
  memset (origin, -1, (json_array_size (after) + 1) * sizeof (gint));
  KB_EACH_JSON (item, before)
    {
      const gint to = pairs[item_at];
      if (to < 0)
        {
          diff_item (diff, list, item, (gint) item_at, NULL, -1, place);
          continue;
        }
      origin[to] = (gint) item_at;
      in_order &= to > last;
      last = to;
    }
  KB_EACH_JSON (item, after)
    {
      const gint from = origin[item_at];
      diff_item (diff, list, from < 0 ? NULL : json_array_get (before, (gsize) from), from, item,
                 (gint) item_at, place);
    }
  if (!in_order && !list->item->folder)
    {
      g_autofree char *text = g_strdup_printf (_("order of %s changed"), list->name);
      report (diff, place, "order", NULL, NULL, NULL, text);
    }
}

/* Empty for a file that cannot be read. */
static GBytes *
picture_bytes (const KbDocument *document, const char *file)
{
  const char *folder = kb_document_folder (document);
  g_autofree char *path = g_build_filename (folder, "pictures", file, NULL), *text = NULL;
  gsize size = 0;
  kb_file_read (folder, path, KB_FILE_MAX, &text, &size, NULL);
  return g_bytes_new_take (g_steal_pointer (&text), size);
}

/* Whether the file of a picture has other bytes in the two versions. Each is read once. */
static gboolean
is_drawn_over (const Diff *diff, const json_t *picture)
{
  const char *file = json_string_value (json_object_get (picture, "file"));
  gpointer known = NULL;
  if (!file || g_hash_table_lookup_extended (diff->pictures, file, NULL, &known))
    return GPOINTER_TO_INT (known);
  g_autoptr (GBytes) before = picture_bytes (diff->before, file),
                     after = picture_bytes (diff->after, file);
  const gboolean differs = !g_bytes_equal (before, after);
  g_hash_table_insert (diff->pictures, g_strdup (file), GINT_TO_POINTER (differs));
  return differs;
}

/* Numbers for references and marks of conflicts are no change that anybody made. */
static gboolean
is_shown (const KbKind *kind, const KbField *field)
{
  for (const KbList *list = kind->lists; list->name; list++)
    if (g_strcmp0 (list->item->counter, field->name) == 0)
      return FALSE;
  return !g_str_equal (field->name, "conflicts")
         && (field != kb_kind_number (kind) || !(field->flags & KB_FIELD_OPTIONAL));
}

static void
diff_items (Diff *diff, const KbKind *kind, const json_t *before, const json_t *after,
            const DiffPlace *place)
{
  for (const KbField *field = kind->fields; field->name; field++)
    {
      const json_t *a = json_object_get (before, field->name),
                   *b = json_object_get (after, field->name);
      const gboolean equal = a == b || (a && b && json_equal (a, b));
      const gboolean drawn_over =
        equal && field->type == KB_TYPE_PICTURE && is_drawn_over (diff, a);
      if ((equal && !drawn_over) || !is_shown (kind, field))
        continue;
      g_autofree char *text = change_text (kind, field, a, b, place);
      const gboolean large = field->type == KB_TYPE_ZONES;
      report (diff, place, "changed", field, large ? NULL : a, large ? NULL : b, text);
    }
  for (const KbList *list = kind->lists; list->name; list++)
    diff_list (diff, list, json_object_get (before, list->name),
               json_object_get (after, list->name), place);
}

/* ---- results ---- */

static gboolean
draw_frames (const Diff *diff, GError **error)
{
  static const KbSheetOptions look = { 0 };
  g_autoptr (KbFolder) folder = kb_folder_make (diff_pictures, NULL, error);
  if (!folder)
    return FALSE;
  KB_EACH (const FramePair, pair, diff->frames)
    {
      g_autofree char *path = g_build_filename (diff_pictures, pair->name, NULL);
      g_autoptr (KbPicture) picture = kb_draw_frame_pair (diff->before, pair->before, diff->after,
                                                          pair->after, &look, error);
      if (!picture || !kb_cli_check_output (diff->after, "diff", path, error)
          || !kb_cli_write_sheet (path, picture, error))
        return FALSE;
      kb_cli_error (KB_EXIT_DONE, "%s", path);
    }
  return TRUE;
}

static void
print_changes (const Diff *diff)
{
  if (diff_as_json)
    {
      json_auto_t *top = json_pack ("{sO}", "changes", diff->changes);
      kb_cli_print_json (top, JSON_INDENT (1));
      return;
    }
  KB_EACH_JSON (change, diff->changes)
    {
      const char *words = json_string_value (json_object_get (change, "place"));
      g_autofree char *line = g_strdup_printf (
        "%s%s%s", words, *words ? C_("after a name", ": ") : "",
        json_string_value (json_object_get (change, "text")));
      g_autofree char *plain = kb_cli_plain (line);
      printf ("%s\n", plain);
    }
}

static int
run_diff (char **arguments)
{
  Version before = { NULL }, after = { NULL };
  GError *error = NULL;
  const char *second = arguments[1] ? arguments[1] : diff_project ? diff_project : ".";
  if (diff_project && !g_file_test (diff_project, G_FILE_TEST_EXISTS))
    return kb_cli_error (KB_EXIT_INPUT, _("%s: no such folder"), diff_project);
  gboolean ok =
    open_version (&before, arguments[0], &error) && open_version (&after, second, &error);
  Diff diff = { before.document, after.document, json_array (),
                g_ptr_array_new_with_free_func (free_pair),
                g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  if (ok)
    {
      json_auto_t *a = kb_node_to_json (&kb_document_project (before.document)->node, NULL),
                  *b = kb_node_to_json (&kb_document_project (after.document)->node, NULL);
      diff_items (&diff, &kb_project_kind, a, b, &(const DiffPlace){ "", "", { NULL } });
      print_changes (&diff);
      ok = !diff_pictures || draw_frames (&diff, &error);
    }
  const gboolean differ = json_array_size (diff.changes) > 0;
  json_decref (diff.changes);
  g_ptr_array_unref (diff.frames);
  g_hash_table_unref (diff.pictures);
  close_version (&before);
  close_version (&after);
  return !ok ? kb_cli_fail (error) : differ && tell_by_status ? KB_EXIT_INPUT : KB_EXIT_DONE;
}

const KbCommand kb_command_diff = {
  "diff",
  N_("List what differs between two versions of a project"),
  "A [B]",
  N_("A and B are projects, or git revisions of the current folder's project or that of "
     "--project;\n"
  "without B it is that project as it is now. One change a line, for instance\n"
  "\"sprites/hero: frame 3: box 'head': moved from (3, 4) to (5, 4)\". Positions in lists count\n"
  "from 1 there, and from 0 in the paths of --json.\n"
  "Exit status 0, with or without differences."),
  1,
  2,
  diff_options,
  run_diff
};
