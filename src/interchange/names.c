/* SPDX-License-Identifier: MIT */
/* Makes animations from the names of frames: "walk 1", "walk 2", "kick_03" are frames of walk and
 * kick. Or from typed ranges, "walk 1-8, idle 9-12", or from the rows of a sheet. */

/* A name is a stem, separators and a number at its end. Frames with the same stem are an animation
 * of that name, in reading order, each for 100 ms. A start common to all stems up to a separator,
 * usually the sprite's name, is dropped. A sheet without names, or with numbers only, has one
 * animation "all". */
#include "interchange/importers.h"

#include <glib/gi18n.h>
#include <string.h>

#define NAMES_MAX_STEPS 65536    /* about, of a typed animation */
#define MAX_RANGES 1000
#define MOST_ANIMATIONS 4096
#define MAX_SPREAD 2       /* of numbers: so many for each frame */
#define FEWEST_TILES 4
#define CODE_LETTERS "abcdefABCDEF"
#define SHORTEST_CODE 4

static gboolean
is_separator (char c)
{
  return c && strchr (" _-.,#()[]", c) != NULL;
}

/* Frames of one stem. `first` and `last`: their lowest and highest number. */
typedef struct { char *stem; guint64 first, last; GArray *frames; } Series;

static void
series_free (gpointer data)
{
  Series *series = data;
  g_free (series->stem);
  g_array_unref (series->frames);
  g_free (series);
}

/* "kick_03" -> "kick" and 3, "12" -> "", "stand" -> NULL, as a new string. */
static char *
stem_of (const char *name, guint64 *number)
{
  gsize length = strlen (name), end = length;
  while (end > 0 && (name[end - 1] == ')' || name[end - 1] == ']'))
    end--;
  gsize digits = end;
  while (digits > 0 && g_ascii_isdigit (name[digits - 1]))
    digits--;
  if (digits == end)
    return NULL;
  *number = g_ascii_strtoull (name + digits, NULL, 10);
  while (digits > 0 && is_separator (name[digits - 1]))
    digits--;
  return g_strndup (name, digits);
}

static void
add_to_series (GPtrArray *all, GHashTable *by_stem, guint frame, const char *name)
{
  guint64 number = 0;
  g_autofree char *stem = stem_of (name, &number);
  Series *series = stem ? g_hash_table_lookup (by_stem, stem) : NULL;
  if (stem && !series)
    {
      series = KB_NEW (Series, g_steal_pointer (&stem), number, number,
                       g_array_new (FALSE, FALSE, sizeof (guint)));
      g_ptr_array_add (all, series);
      g_hash_table_insert (by_stem, series->stem, series);
    }
  if (!series)
    return;
  series->first = MIN (series->first, number);
  series->last = MAX (series->last, number);
  g_array_append_val (series->frames, frame);
}

/* Names of code points, "1f600", are no numbers of frames, nor are numbers with large gaps, or
 * alone and high. Tiles have one outline in different colours. Parts of one strip have a tag. */
static gboolean
is_animation (KbImport *import, const Series *series)
{
  const guint n = series->frames->len, *frames = (const guint *) (void *) series->frames->data;
  const KbImportFrame *frame = kb_import_frame (import, frames[0]);
  const char *stem = series->stem;
  guint n_unlike = 0;
  if (frame->tag)
    return TRUE;
  if (series->last - series->first >= (guint64) MAX_SPREAD * n
      || (!*stem && series->first > n)
      || (g_ascii_isdigit (*stem) && strpbrk (stem, CODE_LETTERS)
          && strcspn (frame->name, "-") >= SHORTEST_CODE
          && !frame->name[strspn (frame->name, CODE_LETTERS "0123456789-")]))
    kb_import_message (import, _("'%s': the numbers of its frames (%u) are not those of an "
                                 "animation"), stem, n);
  else
    {
      for (guint i = 1; n >= FEWEST_TILES && i < n; i++)
        n_unlike += kb_import_frames_differ (import, frames[i - 1], frames[i]);
      if (2 * n_unlike < n)
        return TRUE;
      kb_import_message (import, _("'%s': its numbered frames (%u) look too different for an "
                                   "animation"), stem, n);
    }
  return FALSE;
}

/* The length of the stems' common start, to the end of a separator, leaving part of each stem. */
static gsize
common_start (const GPtrArray *all)
{
  const char *first = ((const Series *) g_ptr_array_index (all, 0))->stem;
  gsize common = strlen (first), start = 0;
  KB_EACH (const Series, series, all)
    {
      const char *stem = series->stem;
      gsize same = 0;
      while (same < common && stem[same] == first[same])
        same++;
      common = same;
      if (series_at && strlen (stem) == common && common > 0)
        common--;
    }
  for (gsize i = 0; i < common; i++)
    if (is_separator (first[i]))
      start = i + 1;
  return all->len > 1 && start < strlen (first) ? start : 0;
}

static void
add_animation (KbImport *import, const char *name, const GArray *frames)
{
  KbImportAnimation *animation = kb_import_add_animation (import, name, KB_LOOP_LOOP);
  KB_EACH_IN (const guint, frame, frames)
    kb_import_add_step (animation, *frame, KB_NEW_DURATION);
}

void
kb_import_name_animations (KbImport *import)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (series_free);
  g_autoptr (GHashTable) by_stem = g_hash_table_new (g_str_hash, g_str_equal);
  guint named = 0;
  if (import->animations->len || !import->frames->len)
    return;
  KB_EACH (const KbImportFrame, frame, import->frames)
    {
      named += frame->name != NULL;
      add_to_series (all, by_stem, frame_at, frame->name ? frame->name : "0");
    }
  if (all->len > MOST_ANIMATIONS)
    {
      kb_import_message (import, _("%u series of numbered names are too many for animations"),
                         all->len);
      return;
    }
  KB_EACH_BACK (const Series, series, all)
    if ((!*series->stem && series->frames->len < import->frames->len)
        || (named && !is_animation (import, series)))
      g_ptr_array_remove_index (all, series_at);
  const gsize start = all->len ? common_start (all) : 0;
  KB_EACH (const Series, series, all)
    add_animation (import, *series->stem ? series->stem + start : KB_SHEET_ANIMATION,
                   series->frames);
}

static void
make_rows (KbImport *import)
{
  KbImportAnimation *animation = NULL;
  KB_EACH (const KbImportFrame, frame, import->frames)
    {
      guint row = frame->row;
      if (!animation || row != kb_import_frame (import, frame_at - 1)->row)
        {
          g_autofree char *name = g_strdup_printf (_("row %u"), import->animations->len + 1);
          animation = kb_import_add_animation (import, name, KB_LOOP_LOOP);
        }
      kb_import_add_step (animation, frame_at, KB_NEW_DURATION);
    }
}

/* "8" or "1-8", also backwards. Imported again, a sheet may have fewer frames than before. */
static gboolean
add_range (KbImport *import, KbImportAnimation *animation, const char *text)
{
  g_auto (GStrv) ends = g_strsplit (text, "-", 2);
  guint64 from, to, n = import->frames->len;
  if (!g_ascii_string_to_unsigned (ends[0], 10, 1, NAMES_MAX_STEPS, &from, NULL)
      || !g_ascii_string_to_unsigned (ends[ends[1] != NULL], 10, 1, NAMES_MAX_STEPS, &to, NULL))
    return FALSE;
  if (MAX (from, to) > n)
    kb_import_message (import, ngettext ("%s %s: there is only %u frame",
                                         "%s %s: there are only %u frames", import->frames->len),
                       animation->name, text, import->frames->len);
  for (guint64 i = MIN (from, n + 1); i != MIN (to, n + 1); i += from < to ? 1 : -1)
    if (i <= n)
      kb_import_add_step (animation, (guint) i - 1, KB_NEW_DURATION);
  if (to <= n)
    kb_import_add_step (animation, (guint) to - 1, KB_NEW_DURATION);
  return TRUE;
}

static KbImportAnimation *
find_names_or_add (KbImport *import, const char *name)
{
  KB_EACH (KbImportAnimation, animation, import->animations)
    if (g_str_equal (animation->name, name))
      return animation;
  return kb_import_add_animation (import, name, KB_LOOP_LOOP);
}

/* The words at the end that are ranges are the frames. All before are the name. */
static gboolean
make_range (KbImport *import, char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint first = g_strv_length (words);
  while (first > 0 && (!*words[first - 1] || g_ascii_isdigit (*words[first - 1])))
    first--;
  gsize n = 0;
  for (guint i = 0; i < first; i++)
    n += strlen (words[i]) + 1;
  g_autofree char *start = g_strndup (text, n), *name = kb_import_clean_name (start);
  KbImportAnimation *animation = name && words[first] ? find_names_or_add (import, name) : NULL;
  gboolean ok = animation != NULL;
  for (guint i = first; ok && words[i]; i++)
    ok = !*words[i]
         || (animation->steps->len < NAMES_MAX_STEPS && add_range (import, animation, words[i]));
  if (ok && animation->steps->len == 0)
    g_ptr_array_remove (import->animations, animation);
  return ok
         || kb_fail (error, KB_ERROR_USAGE,
                     _("“%s” is no animation with its frames, such as walk 1-%u"), text,
                     import->frames->len);
}

gboolean
kb_import_make_animations (KbImport *import, GError **error)
{
  const KbImportOptions *options = &import->options;
  gboolean typed = options->ranges && kb_importer_takes (import->importer, "ranges");
  g_auto (GStrv) ranges = typed ? g_strsplit (options->ranges, ",", -1) : NULL;
  if (ranges && g_strv_length (ranges) > MAX_RANGES)
    return kb_fail (error, KB_ERROR_USAGE, _("there are more than %d animations"), MAX_RANGES);
  for (guint i = 0; ranges && ranges[i]; i++)
    if (*g_strstrip (ranges[i]) && !make_range (import, ranges[i], error))
      return FALSE;
  if (options->rows && !import->animations->len)
    make_rows (import);
  if (options->animations && kb_importer_takes (import->importer, "animations"))
    kb_import_name_animations (import);
  return TRUE;
}
