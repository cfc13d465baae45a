/* SPDX-License-Identifier: MIT */
/* kickbox check: the problems of a project, and checks of a bank. */
#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake.h"
#include "cli/bank_document.h"
#include "cli/command.h"
#include "cli/input.h"
#include "document/part.h"
#include "operations/track/cover.h"
#include "runtime/tiles/tiles.h"

static gboolean check_as_json;
static char *since;

static const GOptionEntry check_command_options[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &check_as_json, N_("As one JSON object"), NULL },
  { "changed-since", 0, 0, G_OPTION_ARG_FILENAME, &since,
    N_("Only problems of assets whose files changed since a git revision"), "REV" },
  G_OPTION_ENTRY_NULL
};

/* `file` as messages name it; `place` is the path within it, `path` the full one. */
static void
add_in (json_t *list, const char *file, const char *place, const char *path, const char *severity,
        const char *message)
{
  g_autofree char *name = kb_cli_shown (file), *text = kb_cli_shown (message);
  json_array_append_new (list, json_pack ("{s:s, s:s, s:s, s:s, s:s}", "file", name, "place", place,
                                          "path", path, "severity", severity, "message", text));
}

static const char *
severity_name (const KbProblem *problem)
{
  return problem->severity == KB_PROBLEM_ERROR ? "error" : "warning";
}

static void
add_problem (const KbDocument *document, const KbProblem *problem, json_t *list)
{
  const char *place;
  g_autofree char *file = kb_document_file_of (document, problem->path, &place);
  add_in (list, file, place, problem->path, severity_name (problem), problem->message);
}

/* The problems that an export would refuse. */
static void
list_settings (const KbDocument *document, json_t *list)
{
  KbBakeSettings settings;
  g_autoptr (GError) error = NULL;
  if (kb_bake_settings_read (&settings, kb_document_project (document)->export, &error))
    return;
  g_auto (GStrv) parts = g_strsplit (error->message, ": ", 2);
  add_in (list, kb_document_file (document), parts[0], parts[0], "error", parts[1] ? parts[1] : "");
}

/* The problem may be in a file that cannot be read. */
static gboolean
needs_all (const KbProblem *problem)
{
  static const char *const checks[] = { "empty-class", "entity-sprite", "entity-frame",
                                        "tileset-sprite", "image-sprite", "image-frame", NULL };
  return g_strv_contains (checks, problem->check);
}

/* ---- changes since a revision ---- */

static gboolean
is_changed (GHashTable *files, char *name)
{
  g_autofree char *path = name;
  return g_hash_table_contains (files, path);
}

/* Whether the node's painted pixels, its picture, or those of its items are among the files. */
static gboolean
has_changed (const KbDocument *document, const KbNode *node, GHashTable *files)
{
  const KbField *field = kb_kind_field_of_type (node->kind, KB_TYPE_PICTURE);
  const char *picture =
    field ? G_STRUCT_MEMBER (KbPictureRef, node, field->offset).file : NULL;
  if ((picture
       && is_changed (files, g_build_filename (kb_document_folder (document), "pictures", picture,
                                               NULL)))
      || (kb_node_painted (node, NULL)
          && is_changed (files, kb_document_painted_path (document, node))))
    return TRUE;
  for (const KbList *list = node->kind->lists; list->name; list++)
    KB_EACH (const KbNode, item, kb_node_list (node, list))
      if (has_changed (document, item, files))
        return TRUE;
  return FALSE;
}

/* The ids of the changed assets, and that of the project for its own file. */
static GHashTable *
find_changed (const KbDocument *document, GError **error)
{
  const KbNode *root = KB_NODE (kb_document_project (document));
  g_autoptr (GHashTable) files = kb_git_changed (kb_document_folder (document), since, error);
  GHashTable *changed = files ? g_hash_table_new (NULL, NULL) : NULL;
  if (!changed)
    return NULL;
  if (g_hash_table_contains (files, kb_document_file (document)))
    g_hash_table_add (changed, GUINT_TO_POINTER (root->id));
  for (const KbList *list = root->kind->lists; list->name; list++)
    KB_EACH (const KbNode, asset, kb_node_list (root, list))
      {
        const char *rest;
        g_autofree char *path = kb_node_path (asset);
        if (asset->kind->folder
            && (is_changed (files, kb_document_file_of (document, path, &rest))
                || has_changed (document, asset, files)))
          g_hash_table_add (changed, GUINT_TO_POINTER (asset->id));
      }
  return changed;
}

/* `changed`: warnings of these assets only, for a change elsewhere may cause errors; NULL: all. */
static void
list_document (const KbDocument *document, GHashTable *changed, gboolean in_part, json_t *list)
{
  const KbNode *root = KB_NODE (kb_document_project (document));
  if (!changed || g_hash_table_contains (changed, GUINT_TO_POINTER (root->id)))
    list_settings (document, list);
  g_autoptr (GPtrArray) problems = kb_document_problems_showing (document, kb_find_hidden_curves);
  KB_EACH (const KbProblem, problem, problems)
    {
      const KbNode *asset = kb_part_asset (kb_document_node (document, problem->node));
      const KbId owner = asset ? asset->id : root->id;
      if ((!in_part || !needs_all (problem))
          && (!changed || problem->severity == KB_PROBLEM_ERROR
              || g_hash_table_contains (changed, GUINT_TO_POINTER (owner))))
        add_problem (document, problem, list);
    }
}

/* ---- banks: opening one proves it sound; this finds what artists forget ---- */

static const char *bank_file;

/* Sprites are named: a bank may have many. */
static void
add_check (json_t *list, const char *path, const char *severity, const char *message)
{
  add_in (list, bank_file, path, path, severity, message);
}

static gboolean
is_outside (kbx_box box, kbx_size size)
{
  return box.x0 < 0 || box.y0 < 0 || box.x1 > (int32_t) size.w || box.y1 > (int32_t) size.h;
}

/* `animated`: an animation shows the frame, or the sprite has none. `tile`: a tile layer or
 * walls show the sprite, so it needs neither a hot spot nor a duration. */
static void
list_frame (kbx_handle frame, const char *path, gboolean animated, gboolean tile, json_t *list)
{
  const kbx_about details = kbx_info (frame);
  const kbx_point hot = details.hot_spot;
  const kbx_place own = kbx_at (hot.x, hot.y);
  if (!details.has_hot_spot && !tile)
    add_check (list, path, "warning", _("the frame has no hot spot"));
  else if (details.has_hot_spot
           && is_outside ((kbx_box) { hot.x, hot.y, hot.x + 1, hot.y + 1 }, details.size))
    add_check (list, path, "warning", _("the hot spot is outside the frame"));
  if (!animated && !tile)
    add_check (list, path, "warning", _("the frame is not in any animation"));
  for (uint32_t i = 0; i < kbx_count (frame, KBX_ACTION); i++)
    {
      kbx_point p = kbx_frame_action_at (frame, own, i).pixel;
      g_autofree char *place = g_strdup_printf ("%s.action_points[%u]", path, i);
      if (is_outside ((kbx_box) { p.x, p.y, p.x + 1, p.y + 1 }, details.size))
        add_check (list, place, "warning", _("the action point is outside the frame"));
    }
  for (uint32_t i = 0; i < kbx_count (frame, KBX_SHAPE); i++)
    {
      g_autofree char *place = g_strdup_printf ("%s.shapes[%u]", path, i);
      if (is_outside (kbx_frame_shape (frame, own, i).bounds, details.size))
        add_check (list, place, "warning", _("the shape reaches outside the frame"));
    }
}

static kbx_class_set
level_classes (const kbx_bank *bank, uint32_t index)
{
  static const kbx_kind kinds[] = { KBX_AREA, KBX_ENTITY, KBX_MAZE, KBX_GROUND };
  kbx_handle level = kbx_bank_item (bank, KBX_LEVEL, index);
  kbx_class_set used = 0;
  const kbx_about about = kbx_info (level);
  for (uint32_t i = 0; i < about.walls; i++)
    used |= kbx_class_bit (kbx_walls_wall (level, i).class_index);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (uint32_t i = 0; i < kbx_count (level, kinds[k]); i++)
      used |= kbx_class_bit (kbx_info (kbx_item (level, kinds[k], i)).class_index);
  return used;
}

/* The classes of the tiles; marks the sprites they come from in `shown`, which has an item for each
 * sprite. */
static kbx_class_set
layer_classes (const kbx_bank *bank, uint32_t index, gboolean *shown)
{
  kbx_class_set used = 0;
  for (uint32_t i = 0; i < kbx_count (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES); i++)
    {
      kbx_tiles_view view;
      kbx_read_tiles (kbx_item (kbx_bank_item (bank, KBX_LEVEL, index), KBX_TILES, i).data, &view);
      for (uint32_t k = 1; k < view.tile_count; k++)
        {
          const uint8_t *entry = kbx_tiles_entry (&view, k);
          shown[kbx_load_u32 (entry + 8)] = TRUE;
          used |= entry[1] == KBX_TILES_NO_CLASS ? 0 : kbx_class_bit (entry[1]);
        }
    }
  return used;
}

static void
list_bank (const kbx_bank *bank, json_t *list)
{
  kbx_class_set used = 0;
  g_autofree gboolean *shown = g_new0 (gboolean, kbx_bank_count (bank, KBX_SPRITE) + 1);
  for (uint32_t i = 0; i < kbx_bank_count (bank, KBX_LEVEL); i++)
    used |= level_classes (bank, i) | layer_classes (bank, i, shown);
  for (uint32_t s = 0; s < kbx_bank_count (bank, KBX_SPRITE); s++)
    {
      kbx_handle sprite = kbx_bank_item (bank, KBX_SPRITE, s);
      uint32_t n_frames = kbx_count (sprite, KBX_FRAME);
      g_autofree gboolean *animated = g_new0 (gboolean, n_frames + 1);
      for (uint32_t a = 0; a < kbx_count (sprite, KBX_ANIMATION); a++)
        {
          kbx_handle animation = kbx_item (sprite, KBX_ANIMATION, a);
          for (uint32_t i = 0; i < kbx_info (animation).steps; i++)
            animated[kbx_info (kbx_animation_step (animation, i).frame).index] = TRUE;
        }
      for (uint32_t f = 0; f < n_frames; f++)
        {
          g_autofree char *path =
            g_strdup_printf ("sprites['%s'].frames[%u]", kbx_name (sprite), f);
          kbx_handle frame = kbx_item (sprite, KBX_FRAME, f);
          used |= kbx_info (frame).classes;
          list_frame (
            frame, path, animated[f] || !kbx_count (sprite, KBX_ANIMATION),
            shown[s] || kbx_bank_find (bank, KBX_CLASS, kbx_name (sprite)).kind != KBX_NOTHING,
            list);
        }
    }
  for (uint32_t c = 0; c < kbx_bank_count (bank, KBX_CLASS); c++)
    {
      g_autofree char *path = g_strdup_printf ("classes[%u]", c);
      if (!(used & kbx_class_bit (c)))
        add_check (list, path, "warning", _("nothing has this class"));
    }
}

/* `path` with a name in place of its first index. */
static char *
named_path (const KbDocument *document, const KbProblem *problem)
{
  const KbNode *node = kb_document_node (document, problem->node);
  const char *index = strchr (problem->path, '['), *rest = index ? strchr (index, ']') : NULL;
  while (node && node->parent && node->parent->parent)
    node = node->parent;
  if (!node || !rest)
    return g_strdup (problem->path);
  return g_strdup_printf (
    "%.*s['%s']%s", (int) (index - problem->path), problem->path,
    G_STRUCT_MEMBER (const char *, node, kb_kind_field (node->kind, "name")->offset), rest + 1);
}

/* The document's level has only walls, but the bank's has other layers. */
static gboolean
has_worlds (const KbDocument *document, const KbProblem *problem, const kbx_bank *bank)
{
  const KbNode *node = kb_document_node (document, problem->node);
  uint32_t level = kb_node_is (node, &kb_level_kind)
                     ? kbx_bank_find (bank, KBX_LEVEL, ((const KbLevel *) node)->name).index
                     : KBX_NONE;
  return kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_TILES)
           + kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_MAZE)
           + kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_GROUND)
           + kbx_count (kbx_bank_item (bank, KBX_LEVEL, level), KBX_HEIGHTMAP)
         > 0;
}

/* Paintings and drawings get a project's checks. What no project may have, such as a check point
 * too far out, is reported instead. */
static gboolean
list_painted (const KbInput *input, json_t *list, GError **error)
{
  g_auto (KbBankDocument) unpacked = { NULL };
  GError *local = NULL;
  gboolean ok = kb_bank_document_open (&unpacked, input->bytes, bank_file, NULL, &local);
  g_autoptr (GPtrArray) problems = ok ? kb_document_problems (unpacked.document) : NULL;
  KB_EACH_WHILE (ok, const KbProblem, problem, problems)
    {
      g_autofree char *path = named_path (unpacked.document, problem);
      if (g_str_equal (problem->check, "empty-class"))   /* reported by the bank's own frames too */
        continue;
      if (g_str_equal (problem->check, "no-walls")
          && has_worlds (unpacked.document, problem, &input->bank))
        continue;
      add_check (list, path, severity_name (problem), problem->message);
    }
  if (local && local->code == KB_ERROR_INPUT)
    {
      gsize file =
        g_str_has_prefix (local->message, bank_file) ? strlen (bank_file) + strlen (": ") : 0;
      add_check (list, "", "warning", local->message + MIN (file, strlen (local->message)));
      g_clear_error (&local);
    }
  if (local)
    g_propagate_error (error, local);
  return !local;
}

/* " (frame 34)" for "frames[33]", counted from 1 as in the editor, else ""; a new string. */
static char *
frame_text (const char *place)
{
  const char *frame = strstr (place, "frames[");
  if (!frame || !g_ascii_isdigit (frame[strlen ("frames[")]))
    return g_strdup ("");
  return g_strdup_printf (_(" (frame %" PRIu64 ")"),
                          g_ascii_strtoull (frame + strlen ("frames["), NULL, 10) + 1);
}

static int
run_check (char **arguments)
{
  g_auto (KbInput) input = { NULL };
  GError *error = NULL;
  int status = KB_EXIT_DONE;
  g_autoptr (GPtrArray) faults = g_ptr_array_new_with_free_func ((GDestroyNotify) g_error_free);
  bank_file = arguments[0] ? arguments[0] : ".";
  if (!kb_input_open_in_part (&input, bank_file, faults, &error))
    return kb_cli_fail (error);
  json_auto_t *list = json_array ();
  g_autoptr (GHashTable) changed =
    since && input.document ? find_changed (input.document, &error) : NULL;
  if (since && !input.document)
    kb_fail (&error, KB_ERROR_USAGE, _("kickbox check: --changed-since: expected a project"));
  if (error || !(input.document ? kb_bake_check_readable (input.document, faults, &error)
                       : list_painted (&input, list, &error)))
    return kb_cli_fail (error);
  if (input.document)
    list_document (input.document, changed, faults->len > 0, list);
  else
    list_bank (&input.bank, list);

  KB_EACH (GError, fault, faults)
    {
      int worse = kb_cli_fail (g_error_copy (fault));
      status = MAX (status, worse);
    }
  status = json_array_size (list) ? MAX (status, KB_EXIT_INPUT) : status;
  if (check_as_json)
    {
      json_auto_t *top = json_pack ("{s:O}", "problems", list);
      kb_cli_print_json (top, JSON_INDENT (1));
    }
  else
    KB_EACH_JSON (problem, list)
      {
        const char *place = json_string_value (json_object_get (problem, "place")),
                   *severity = json_string_value (json_object_get (problem, "severity"));
        g_autofree char *frame = frame_text (place);
        g_autofree char *line = g_strdup_printf (
          "%s: %s%s%s%s: %s", json_string_value (json_object_get (problem, "file")), place, frame,
          *place ? ": " : "",
          g_str_equal (severity, "error") ? ngettext ("error", "errors", 1)
                                          : ngettext ("warning", "warnings", 1),
          json_string_value (json_object_get (problem, "message")));
        g_autofree char *plain = kb_cli_plain (line);
        printf ("%s\n", plain);
      }
  return status;
}

const KbCommand kb_command_check = { "check",
                                     N_("List what is wrong or forgotten"),
                                     "[PROJECT|BANK]",
                                     N_("Without an argument, of the project in the current "
                                        "folder. "
                                     "One problem a line: file, place in it, severity (error or "
                                     "warning), message. Errors stop an export,\n"
                                     "warnings do not. Files that cannot be read are reported on "
                                     "standard error, and what is left is checked.\n"
                                     "\"frame 34\" is the editor's, counted from 1; paths such as "
                                     "frames[33], --json and kickbox query\n"
                                     "count from 0.\n"
                                     "Exit status 0 when there is no problem at all, 1 otherwise."),
                                     0,
                                     1,
                                     check_command_options,
                                     run_check };
