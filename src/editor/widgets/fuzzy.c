/* SPDX-License-Identifier: MIT */
/* Fuzzy search: the best match of the typed letters in a text, by dynamic programming. */
#include "editor/widgets/plain.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_LETTERS 64
#define FIRST_OF_WORD 12
#define SIDE_BY_SIDE 9
#define ANYWHERE 1

/* best[j]: the best score with the previous letter at text[j]; -1: no match. */
static int
score_word (const gunichar *word, glong n_word, const gunichar *text, glong n_text)
{
  int best[MAX_LETTERS + 1], next[MAX_LETTERS + 1];
  for (glong i = 0; i < n_word; i++)
    {
      int before = i == 0 ? 0 : -1;   /* the best score that ends before j */
      for (glong j = 0; j < n_text; j++)
        {
          gboolean starts = j == 0 || !g_unichar_isalnum (text[j - 1]);
          int gain = starts ? FIRST_OF_WORD : ANYWHERE;
          next[j] = text[j] == word[i] && before >= 0 ? before + gain : -1;
          if (text[j] == word[i] && i > 0 && j > 0 && best[j - 1] >= 0)
            next[j] = MAX (next[j], best[j - 1] + MAX (gain, SIDE_BY_SIDE));
          if (i > 0)
            before = MAX (before, best[j]);
        }
      memcpy (best, next, sizeof best);
    }
  int score = -1;
  for (glong j = 0; j < n_text; j++)
    score = MAX (score, best[j]);
  return score;
}

/* Without case and accents. */
static char *
folded (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1),
                  *apart = g_utf8_normalize (valid, -1, G_NORMALIZE_ALL),
                  *lower = g_utf8_casefold (apart, -1);
  GString *plain = g_string_new (NULL);
  for (const char *at = lower; *at; at = g_utf8_next_char (at))
    if (!g_unichar_ismark (g_utf8_get_char (at)))
      g_string_append_unichar (plain, g_utf8_get_char (at));
  return g_string_free (plain, FALSE);
}

static gunichar *
letters (const char *text, glong *n)
{
  g_autofree char *plain = folded (text);
  gunichar *result = g_utf8_to_ucs4_fast (plain, -1, n);
  *n = MIN (*n, MAX_LETTERS);
  return result;
}

/* The letters of each typed word must appear in `text` in this order, ignoring case; words may come
 * in any order. Higher is better: letters at word starts and adjacent letters score most, and short
 * texts win. 0: no match. Empty input matches everything (1). */
static int
score_text (const char *typed, const char *text)
{
  glong n_text;
  g_autofree gunichar *in = letters (text, &n_text);
  g_auto (GStrv) words = g_strsplit_set (typed, " \t", -1);
  int total = 0;
  for (guint i = 0; words[i]; i++)
    {
      glong n_word;
      if (!*words[i])
        continue;
      g_autofree gunichar *word = letters (words[i], &n_word);
      int score = n_word <= n_text ? score_word (word, n_word, in, n_text) : -1;
      if (score <= 0)
        return 0;
      total += score;
    }
  return total ? total * 8 + (int) (MAX_LETTERS - n_text) / 8 : 1;
}

/* ---- commands ---- */

#define WHOLE_WORD 4500
#define BEGINNING 4200
#define FIRST_WORD 500        /* added */
#define INSIDE 2400
#define IN_WORDS 2100
#define IN_SECTION 1800
#define MAX_FUZZY 1500
#define LETTER 4              /* subtracted for each letter of the name */

/* The best match of a typed word among the words of a text. */
static int
rank_word (const char *word, const char *text)
{
  gsize n = strlen (word);
  int best = 0;
  for (const char *at = text; (at = strstr (at, word)) != NULL; at = g_utf8_next_char (at))
    {
      gboolean first = at == text;
      best = MAX (best, INSIDE);
      if (!first && g_unichar_isalnum (g_utf8_get_char (g_utf8_prev_char (at))))
        continue;
      gboolean whole = !at[n] || !g_unichar_isalnum (g_utf8_get_char (at + n));
      best = MAX (best, (whole ? WHOLE_WORD : BEGINNING) + (first ? FIRST_WORD : 0));
    }
  return best;
}

/* Words in one line are synonyms in commands. */
static const char *const alike[] = {
  N_("add new create make insert"),
  N_("delete remove erase"),
  N_("mirror flip"),
  N_("turn rotate"),
  N_("duplicate clone"),
  N_("rename name"),
  N_("change edit set"),
  N_("show view"),
  N_("grow expand"),
  N_("picture pictures image images"),
  N_("zone zones surface surfaces"),
  N_("shortcuts keys"),
  N_("problem problems error errors warning warnings"),
  N_("preferences settings options"),
  N_("playtest try test run bounce fight race walk"),
  N_("box boxes aabb sub-aabb"),
  N_("tile tiles"),
  N_("heightmap altitudes"),
  N_("partition bsp quadtree grid"),
  N_("mask masks pixel perfect"),
  N_("function formula sine curve"),
};

char *
kb_fuzzy_words (const char *label, const char *more)
{
  g_autofree char *in = folded (label);
  GString *words = g_string_new (more);
  for (guint i = 0; i < G_N_ELEMENTS (alike); i++)
    {
      g_autofree char *line = folded (_(alike[i]));
      g_auto (GStrv) same = g_strsplit (line, " ", -1);
      gboolean there = FALSE;
      for (guint k = 0; same[k] && !there; k++)
        there = rank_word (same[k], in) >= WHOLE_WORD;
      if (there)
        g_string_append_printf (words, " %s", _(alike[i]));
    }
  return g_string_free (words, FALSE);
}

int
kb_fuzzy_rank (const char *typed, const char *label, const char *section, const char *more)
{
  g_autofree char *besides = folded (more ? more : "");
  g_autofree char *in = folded (label), *of = folded (section),
                  *whole = g_strconcat (section, " ", label, NULL);
  g_autofree char *wanted = folded (typed);
  g_auto (GStrv) words = g_strsplit_set (wanted, " \t", -1);
  int total = 0, n = 0, length = (int) MIN (g_utf8_strlen (label, -1), 100);
  for (guint i = 0; words[i]; i++)
    {
      if (!*words[i])
        continue;
      int rank = rank_word (words[i], in);
      if (rank == 0 && rank_word (words[i], besides) >= BEGINNING)
        rank = IN_WORDS;
      if (rank == 0 && rank_word (words[i], of) >= BEGINNING)
        rank = IN_SECTION;
      if (rank == 0)
        {
          int score = MAX (score_text (typed, label) * 2, score_text (typed, whole));
          return MIN (score, MAX_FUZZY);
        }
      total += rank, n++;
    }
  return n ? MAX (total / n - LETTER * length, 1) : 1;
}

gboolean
kb_fuzzy_is_worth (int rank, int best)
{
  return rank > 0 && (best <= MAX_FUZZY || rank > MAX_FUZZY);
}
