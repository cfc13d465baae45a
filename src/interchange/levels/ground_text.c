/* SPDX-License-Identifier: MIT */
/* Reads points, or the values of a function. Its text is evaluated for each x, by precedence
 * climbing. */
#include "interchange/levels/level_file.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "document/part.h"
#include "interchange/readers/readers.h"

#define MOST_DEPTH 64
#define SPACE " \t\r\n"

typedef struct {
  const char *path, *text, *at;
  const char *fault;      /* of a function: the first error, which is at `at`; or NULL */
  double x;
  guint depth;
  json_t *points;
  KbVec last;
} GroundTextReader;

static gboolean
fail_ground_text (const GroundTextReader *reader, GError **error, const char *what)
{
  return kb_import_fail_at (error, kb_text_place (reader->path, reader->text, reader->at), "%s",
                            what);
}

static gboolean
add_point (GroundTextReader *reader, double x, double y, GError **error)
{
  const KbVec at = kb_vec_to_grid ((KbVec) { x, y });
  const gsize n = json_array_size (reader->points);
  if (!(fabs (x) <= KB_LEVEL_LIMIT && fabs (y) <= KB_LEVEL_LIMIT))
    return fail_ground_text (reader, error, _("the point is outside of what a level can have"));
  if (n && at.x <= reader->last.x)
    return fail_ground_text (reader, error, _("expected a larger x than that of the point before"));
  if (n == KB_MAX_GROUND_POINTS)
    return fail_ground_text (reader, error, _("expected at most 65536 points"));
  reader->last = at;
  return json_array_append_new (reader->points, json_pack ("{so}", "at", kb_vec_json (at))) == 0;
}

/* The points, or NULL and an error. */
static json_t *
finish_points (GroundTextReader *reader, gboolean ok, GError **error)
{
  if (ok && (json_array_size (reader->points) > 1
             || fail_ground_text (reader, error, _("expected two points or more"))))
    return reader->points;
  json_decref (reader->points);
  return NULL;
}

/* ---- points ---- */

static gboolean
read_ground_text_line (GroundTextReader *reader, GError **error)
{
  const char *start = reader->at;
  char *end, *last;
  const double x = g_ascii_strtod (start, &end);
  const char *second = end + strspn (end, " \t,;");
  const double y = g_ascii_strtod (second, &last);
  const char *rest = last + strspn (last, " \t\r");
  const char *fault = end == start                                ? start
                      : second == end || strchr ("\r\n", *second) ? end
                      : last == second                            ? second
                      : strchr ("\n#", *rest)                     ? NULL
                                                                  : rest;
  reader->at = fault ? fault : start;
  if (fault)
    return fail_ground_text (reader, error, _("expected a line of x and y, such as 12, 34.5"));
  if (!add_point (reader, x, y, error))
    return FALSE;
  reader->at = rest;
  return TRUE;
}

json_t *
kb_ground_points_read (const char *path, const char *text, GError **error)
{
  GroundTextReader reader = { .path = path, .text = text, .at = text, .points = json_array () };
  gboolean ok = TRUE, is_first = TRUE;
  while (ok && *(reader.at += strspn (reader.at, SPACE "\xef\xbb\xbf")))
    {
      if (*reader.at == '#' || (is_first && (g_ascii_isalpha (*reader.at) || *reader.at == '"')))
        reader.at += strcspn (reader.at, "\n");
      else
        ok = read_ground_text_line (&reader, error);
      is_first = FALSE;
    }
  return finish_points (&reader, ok, error);
}

/* ---- functions ---- */

static double
keep_value (double x)
{
  return x;
}

/* Parentheses alone have no name. */
static const struct { const char *name; double (*value) (double x); } ground_text_names[] = {
  { "x", NULL },    { "pi", NULL },     { "", keep_value },     { "sin", sin },     { "cos",
    cos },
  { "tan", tan },   { "asin", asin },   { "acos", acos }, { "atan", atan },   { "exp", exp },
  { "log", log },   { "sqrt", sqrt },   { "abs", fabs },  { "tanh", tanh },   { "floor", floor },
  { "ceil", ceil }, { "round", round },
};

static double evaluate (GroundTextReader *reader, gint least);

static double
read_operand (GroundTextReader *reader)
{
  const char *at = reader->at += strspn (reader->at, SPACE);
  const gsize length = strspn (at, "abcdefghijklmnopqrstuvwxyz");
  char *end = NULL;
  double value = g_ascii_isdigit (*at) || *at == '.' ? g_ascii_strtod (at, &end) : 0;
  guint i = 0;
  reader->at += end ? end - at : *at == '-' ? 1 : (gssize) length;
  if (end || *at == '-')
    return end ? value : -evaluate (reader, 3);
  while (i < G_N_ELEMENTS (ground_text_names)
         && (strlen (ground_text_names[i].name) != length
             || strncmp (ground_text_names[i].name, at, length) != 0))
    i++;
  if (i < 2)
    return i == 0 ? reader->x : G_PI;
  reader->at += strspn (reader->at, SPACE);
  if (i < G_N_ELEMENTS (ground_text_names) && *reader->at == '(')
    {
      reader->at++;
      value = ground_text_names[i].value (evaluate (reader, 1));
      if (reader->fault || *reader->at++ == ')')
        return value;
      reader->at--;
    }
  if (!reader->fault)
    reader->fault = length && i == G_N_ELEMENTS (ground_text_names)
                      ? _("expected x, pi or a function such as sin")
                      : _("expected a number or parentheses");
  return 0;
}

/* An operand, and operators of at least this precedence with their own. A sign has precedence 3. */
static double
evaluate (GroundTextReader *reader, gint least)
{
  static const char operators[] = "+-*/^", precedence[] = { 1, 1, 2, 2, 4 };
  const char *found;
  if (reader->depth++ > MOST_DEPTH)
    reader->fault = _("expected fewer parentheses and operators in each other");
  double value = reader->fault ? 0 : read_operand (reader);
  while (!reader->fault && *(reader->at += strspn (reader->at, SPACE))
         && (found = strchr (operators, *reader->at))
         && precedence[found - operators] >= least)
    {
      reader->at++;
      const double right = evaluate (reader, precedence[found - operators] + (*found != '^'));
      value = *found == '+'   ? value + right
              : *found == '-' ? value - right
              : *found == '*' ? value * right
              : *found == '/' ? value / right
                              : pow (value, right);
    }
  reader->depth--;
  return value;
}

json_t *
kb_ground_function_read (const char *path, const char *text, double from, double to, double step,
                         GError **error)
{
  GroundTextReader reader = { .path = path, .text = text, .x = from, .points = json_array () };
  gboolean ok = TRUE;
  for (guint i = 1; ok && reader.x < to; i++)
    {
      reader.x = i == 1 ? from : MIN (from + (i - 1) * step, to);
      reader.at = text;
      const double y = evaluate (&reader, 1);
      ok = !reader.fault && !*reader.at
             ? add_point (&reader, reader.x, y, error)
             : fail_ground_text (&reader, error,
                                 reader.fault ? reader.fault : _("expected an operator"));
    }
  return finish_points (&reader, ok, error);
}
