/* SPDX-License-Identifier: MIT */
/* Animations from the names of frames: "walk 1", "walk 2", "kick_03" are frames of walk and kick.
 *
 * A name is a stem, separators and a number at its end. Frames with the same stem are an animation
 * of that name, in reading order, each for 100 ms. A start common to all stems up to a separator,
 * usually the sprite's name, is dropped. A sheet without names, or with numbers only, has one
 * animation "all". */
#include "interchange/formats.h"

#include <string.h>

static gboolean
is_separator (char c)
{
  return c && strchr (" _-.#()[]", c) != NULL;
}

/* "kick_03" -> "kick", "12" -> "", "stand" -> NULL, as a new string. */
static char *
stem_of (const char *name)
{
  gsize length = strlen (name), end = length;
  while (end > 0 && (name[end - 1] == ')' || name[end - 1] == ']'))
    end--;
  gsize digits = end;
  while (digits > 0 && g_ascii_isdigit (name[digits - 1]))
    digits--;
  if (digits == end)
    return NULL;
  while (digits > 0 && is_separator (name[digits - 1]))
    digits--;
  return g_strndup (name, digits);
}

/* The length of the stems' common start, to the end of a separator, leaving part of each stem. */
static gsize
common_start (const GPtrArray *stems)
{
  const char *first = g_ptr_array_index (stems, 0);
  gsize common = strlen (first), start = 0;
  for (guint i = 1; i < stems->len; i++)
    {
      const char *stem = g_ptr_array_index (stems, i);
      gsize same = 0;
      while (same < common && stem[same] == first[same])
        same++;
      common = same;
      if (strlen (stem) == common && common > 0)
        common--;
    }
  for (gsize i = 0; i < common; i++)
    if (is_separator (first[i]))
      start = i + 1;
  return stems->len > 1 && start < strlen (first) ? start : 0;
}

static void
add_all (KbImport *import)
{
  KbImportAnimation *animation = kb_import_add_animation (import, KB_SHEET_ANIMATION, KB_LOOP_LOOP);
  for (guint i = 0; i < import->frames->len; i++)
    kb_import_add_step (animation, i, KB_NEW_DURATION);
}

void
kb_import_name_animations (KbImport *import)
{
  g_autoptr (GPtrArray) stems = g_ptr_array_new_with_free_func (g_free);
  guint named = 0;
  if (import->animations->len || !import->frames->len)
    return;
  g_autofree char **of = g_new0 (char *, import->frames->len);   /* borrowed from stems */
  for (guint i = 0; i < import->frames->len; i++)
    {
      const KbImportFrame *frame = g_ptr_array_index (import->frames, i);
      g_autofree char *stem = frame->name ? stem_of (frame->name) : NULL;
      guint known;
      named += frame->name != NULL;
      if (!stem || !*stem)
        continue;
      for (known = 0; known < stems->len && strcmp (g_ptr_array_index (stems, known), stem) != 0;)
        known++;
      if (known == stems->len)
        g_ptr_array_add (stems, g_steal_pointer (&stem));
      of[i] = g_ptr_array_index (stems, known);
    }
  if (stems->len == 0)
    {
      gboolean numbers = TRUE;   /* "1", "2", "3" */
      for (guint i = 0; i < import->frames->len && named; i++)
        {
          const KbImportFrame *frame = g_ptr_array_index (import->frames, i);
          g_autofree char *stem = frame->name ? stem_of (frame->name) : NULL;
          numbers &= stem != NULL;
        }
      if (numbers)
        add_all (import);
      return;
    }
  gsize start = common_start (stems);
  for (guint s = 0; s < stems->len; s++)
    {
      const char *stem = g_ptr_array_index (stems, s);
      KbImportAnimation *animation = kb_import_add_animation (import, stem + start, KB_LOOP_LOOP);
      for (guint i = 0; i < import->frames->len; i++)
        if (of[i] == stem)
          kb_import_add_step (animation, i, KB_NEW_DURATION);
    }
}
