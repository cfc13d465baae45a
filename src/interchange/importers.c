/* SPDX-License-Identifier: MIT */
/* The table of importers, the choice of one for a file, and the table as text. */
#include "interchange/importers.h"

#include <glib/gi18n.h>
#include <string.h>

#include "document/files/files.h"
#include "interchange/readers/readers.h"

#define HEAD_SIZE 16384

static const KbImporter *const importers[] = {
  &kb_importer_files,
  &kb_importer_grid,
  &kb_importer_islands,
  &kb_importer_aseprite_file,
  &kb_importer_aseprite,
  &kb_importer_starling,
  &kb_importer_libgdx,
  &kb_importer_mugen,
  &kb_importer_rsdk,
  &kb_importer_piskel,
  &kb_importer_apng,
  &kb_importer_gif,
  &kb_importer_webp,
  &kb_importer_godot,
  &kb_importer_gdevelop,
  &kb_importer_physics_editor,
  &kb_importer_psd,
  &kb_importer_xcf,
  &kb_importer_openraster,
  &kb_importer_krita,
  &kb_importer_pixelorama,
  &kb_importer_supertux,
  &kb_importer_tiled_set,
  &kb_importer_ldtk_set,
  &kb_importer_mask_picture,
  &kb_importer_ldtk_mask,
  &kb_importer_dustrac,
  &kb_importer_track_picture,
  &kb_importer_wad,
  &kb_importer_svg,
  &kb_importer_tiled_map,
  &kb_importer_ldtk,
};

/* `help`: of kinds without importers. */
static const struct { const char *name, *fault, *help; } importers_kinds[] = {
  [KB_IMPORT_SPRITE] = { "sprite", N_("this is no file that can be imported") },
  [KB_IMPORT_MASK] = { "mask", N_("this is no mask that can be imported") },
  [KB_IMPORT_TRACK] = { "track", N_("this is no track that can be imported") },
  [KB_IMPORT_LEVEL] = { "level", N_("this is no level that can be imported") },
  [KB_IMPORT_TILES] = { "tiles", N_("these are no tiles that can be imported") },
  [KB_IMPORT_HEIGHTMAP] = { "heightmap", NULL,
                            N_("Grey picture of altitudes: *.png *.bmp *.jpg\n"
                               "          --level --low --high --cell") },
  [KB_IMPORT_GROUND] = { "ground", NULL,
                         N_("Points, or a function of x: *.csv *.txt\n"
                            "          --level --range --every") },
};

const char *const kb_picture_patterns[] = { "*.png", "*.bmp", "*.jpg", "*.jpeg", NULL };
const char *const kb_picture_mime_types[] = { "image/png", "image/bmp", "image/jpeg", NULL };

const KbImporter *
kb_importer_at (KbImportKind kind, guint index)
{
  for (guint i = 0; i < G_N_ELEMENTS (importers); i++)
    if ((kind == KB_IMPORT_ANY || importers[i]->makes == kind) && index-- == 0)
      return importers[i];
  return NULL;
}

static const char *
flag_of (const char *option_name)
{
  const KbImportOption *option = kb_import_option_find (option_name);
  return option ? option->flag : option_name;
}

gboolean
kb_importer_takes (const KbImporter *importer, const char *flag)
{
  for (guint i = 0; importer->options[i]; i++)
    if (strcmp (flag_of (importer->options[i]), flag) == 0)
      return TRUE;
  return FALSE;
}

/* ---- texts ---- */

/* "a, b or c", as a new string. */
static char *
join (const GPtrArray *words)
{
  char *text = g_strdup (words->len ? g_ptr_array_index (words, 0) : "");
  for (guint i = 1; i < words->len; i++)
    {
      g_autofree char *before = text;
      text = g_strdup_printf (i + 1 < words->len ? _("%s, %s") : _("%s or %s"), before,
                              (const char *) g_ptr_array_index (words, i));
    }
  return text;
}

const char *
kb_import_kind_name (guint kind)
{
  return kind < G_N_ELEMENTS (importers_kinds) ? importers_kinds[kind].name : NULL;
}

gboolean
kb_import_kind_is_known (KbImportKind kind)
{
  return importers_kinds[kind].help || kb_importer_at (kind, 0);
}

char *
kb_import_kinds_text (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  for (guint kind = 0; kind < G_N_ELEMENTS (importers_kinds); kind++)
    if (kb_import_kind_is_known (kind))
      g_ptr_array_add (names, (gpointer) importers_kinds[kind].name);
  return join (names);
}

/* A text of each importer, without repetitions. */
static char *
list_text (KbImportKind kind, gsize offset)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (kind, i)); i++)
    {
      const char *word = _(G_STRUCT_MEMBER (const char *, importer, offset));
      if (!g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
        g_ptr_array_add (words, (gpointer) word);
    }
  return join (words);
}

const KbImporter *
kb_importer_find (KbImportKind kind, const char *name, GError **error)
{
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (kind, i)); i++)
    if (strcmp (importer->name, name) == 0)
      return importer;
  g_autofree char *names = list_text (kind, G_STRUCT_OFFSET (KbImporter, name));
  return kb_fail_null (error, KB_ERROR_USAGE,
                       _("there is no import format '%s'; expected one of %s"), name, names);
}

/* " --grid --margin", each once, as a new string. */
static char *
flags_text (const KbImporter *importer)
{
  GString *text = g_string_new (NULL);
  for (guint i = 0; importer->options[i]; i++)
    {
      g_autofree char *flag = g_strconcat (" --", flag_of (importer->options[i]), NULL);
      if (!g_str_has_suffix (text->str, flag))
        g_string_append (text, flag);
    }
  return g_string_free (text, FALSE);
}

char *
kb_importers_help (void)
{
  GString *help = g_string_new (
    _("FILE is one of these; its content says which. KIND is the word on the left.\n"));
  g_string_append (help, _("Drawings in layers can also become a mask or a track:\n"
                           "each layer is a zone.\n\n"));
  const KbImporter *importer;
  for (guint i = 0; (importer = kb_importer_at (KB_IMPORT_ANY, i)); i++)
    {
      g_autofree char *patterns = g_strjoinv (" ", (char **) importer->patterns),
                      *flags = flags_text (importer);
      g_string_append_printf (help, "  %-7s %s: %s\n", importers_kinds[importer->makes].name,
                              _(importer->label), patterns);
      if (*flags)
        g_string_append_printf (help, "         %s\n", flags);
    }
  for (guint kind = 0; kind < G_N_ELEMENTS (importers_kinds); kind++)
    if (importers_kinds[kind].help)
      g_string_append_printf (help, "  %s: %s\n", importers_kinds[kind].name,
                              _ (importers_kinds[kind].help));
  g_string_append_c (help, '\n');
  return g_string_free (help, FALSE);
}

/* ---- guessing ---- */

gboolean
kb_import_head_is_png (const KbImportHead *head)
{
  return head->size >= 8 && memcmp (head->start, "\x89PNG\r\n\x1a\n", 8) == 0;
}

gboolean
kb_import_head_is_picture (const KbImportHead *head)
{
  return kb_picture_is_readable (head->start, head->size);
}

static gboolean
is_like (const char *const *patterns, const char *path)
{
  g_autofree char *base = g_path_get_basename (path), *lower = g_ascii_strdown (base, -1);
  while (*patterns && !g_pattern_match_simple (*patterns, lower))
    patterns++;
  return *patterns != NULL;
}

gboolean
kb_import_is_picture_name (const char *path)
{
  return is_like (kb_picture_patterns, path);
}

/* The fit of an importer. Folders and pictures fit whatever their name. */
static KbFit
find_fit (const KbImporter *importer, const KbImportHead *head)
{
  KbFit fit = importer->recognise (head);
  gboolean by_name = (fit == KB_FIT_NONE || fit == KB_FIT_POSSIBLE) && !head->is_folder
                     && !kb_import_head_is_picture (head)
                     && is_like (importer->patterns, head->path);
  return by_name ? KB_FIT_NAME : fit;
}

static void
fail_unknown (KbImportKind kind, const KbImportHead *head, GError **error)
{
  const KbImporter *importer, *like = NULL;
  for (guint i = 0; !like && (importer = kb_importer_at (kind, i)); i++)
    if (is_like (importer->patterns, head->path))
      like = importer;
  /* For a sprite, the error only says that the file was not recognised. */
  gboolean any = kind == KB_IMPORT_ANY || kind == KB_IMPORT_SPRITE;
  const char *fault = _(importers_kinds[any ? KB_IMPORT_SPRITE : kind].fault);
  g_autofree char *nouns =
    list_text (any ? KB_IMPORT_ANY : kind, G_STRUCT_OFFSET (KbImporter, noun));
  if (like)
    kb_import_fail (error, head->path, _("byte 0: %s; expected %s"), fault,
                    _(like->expected ? like->expected : like->noun));
  else if (any && (g_str_has_suffix (head->path, ".csv") || g_str_has_suffix (head->path, ".txt")))
    kb_import_fail (error, head->path,
                    _("%s; points, or a function, are a ground only with --as ground"), fault);
  else
    kb_import_fail (error, head->path, _("%s; expected %s"), fault, nouns);
}

/* The best fit of at least `least`. */
static const KbImporter *
choose (KbImportKind kind, const KbImportHead *head, KbFit least, GError **error)
{
  const KbImporter *importer, *best = NULL;
  for (guint i = 0; (importer = kb_importer_at (kind, i)); i++)
    {
      KbFit found = find_fit (importer, head);
      if (found < least)
        continue;
      best = importer;
      least = found + 1;
    }
  const char *hint,
             *foreign = least <= KB_FIT_SURE && (head->size || head->is_empty)
                          ? kb_foreign_name (head->start, head->size, &hint)
                          : NULL;
  if (foreign)
    return kb_null (kb_import_fail (error, head->path,
                                    _("this is %s, which Kickbox cannot import%s%s"), foreign,
                                    *hint ? "; " : "", hint));
  if (!best)
    fail_unknown (kind, head, error);
  return best;
}

static const KbImportOptions no_options;

/* `start` has room for HEAD_SIZE + 1 bytes, all 0, and is borrowed by the head. */
static gboolean
read_head (const char *path, char *start, KbImportHead *head, GError **error)
{
  *head = (KbImportHead) { path, &no_options, g_file_test (path, G_FILE_TEST_IS_DIR), start, 0 };
  gssize size = head->is_folder ? 0 : kb_file_read_start (NULL, path, start, HEAD_SIZE, error);
  head->is_empty = !head->is_folder && size == 0;
  if (size > 0)
    head->size = kb_unpack_head (start, (gsize) size, HEAD_SIZE);
  return size >= 0;
}

gboolean
kb_importer_recognises (const KbImporter *importer, const char *path)
{
  g_autofree char *start = g_malloc0 (HEAD_SIZE + 1);
  KbImportHead head;
  return read_head (path, start, &head, NULL) && importer->recognise (&head) >= KB_FIT_LIKELY;
}

const KbImporter *
kb_importer_guess (KbImportKind kind, const char *path, const KbImportOptions *options,
                   GError **error)
{
  g_autofree char *start = g_malloc0 (HEAD_SIZE + 1);
  KbImportHead head;
  if (!read_head (path, start, &head, error))
    return NULL;
  if (options)
    head.options = options;
  return choose (kind, &head, KB_FIT_POSSIBLE, error);
}

const KbImporter *
kb_importer_of_data (KbImportKind kind, const char *path, const char *data, gsize size,
                     GError **error)
{
  g_autofree char *start = g_malloc0 (HEAD_SIZE + 1);
  KbImportHead head = { path, &no_options, .start = start, .size = MIN (size, HEAD_SIZE),
                        .is_empty = size == 0 };
  memcpy (start, data, head.size);
  return choose (kind, &head, KB_FIT_LIKELY, error);
}
