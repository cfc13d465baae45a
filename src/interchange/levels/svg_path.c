/* SPDX-License-Identifier: MIT */
/* The data of paths: M L H V Z, absolute and relative, also with many arguments; curves are
 * skipped. */
#include "interchange/levels/svg_private.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
  KbSvgPath *path;
  KbSvgChain *chain;    /* the current chain; NULL: the next line begins one */
  KbVec pen, start;     /* start: of the subpath, where Z goes */
  gboolean broken;      /* the subpath has a curve, so Z is only a line */
} Pen;

static void
free_chain (gpointer data)
{
  KbSvgChain *chain = data;
  g_array_unref (chain->points);
  g_free (chain);
}

void
kb_svg_path_init (KbSvgPath *path)
{
  *path = (KbSvgPath) { g_ptr_array_new_with_free_func (free_chain), 0, { 0, 0 } };
}

void
kb_svg_path_clear (KbSvgPath *path)
{
  g_ptr_array_unref (path->chains);
}

KbSvgChain *
kb_svg_path_add (KbSvgPath *path, gboolean closed)
{
  KbSvgChain *chain =
    KB_NEW (KbSvgChain, .points = g_array_new (FALSE, FALSE, sizeof (KbVec)), .closed = closed);
  g_ptr_array_add (path->chains, chain);
  return chain;
}

static void
line_to (Pen *pen, KbVec to)
{
  if (!pen->chain)
    {
      pen->chain = kb_svg_path_add (pen->path, FALSE);
      g_array_append_val (pen->chain->points, pen->pen);
    }
  g_array_append_val (pen->chain->points, to);
  pen->pen = to;
}

static void
curve_to (Pen *pen, KbVec to)
{
  if (pen->path->n_curves++ == 0)
    pen->path->curve = pen->pen;
  pen->chain = NULL;
  pen->broken = TRUE;
  pen->pen = to;
}

static void
close_part (Pen *pen)
{
  if (pen->broken)
    line_to (pen, pen->start);
  else if (pen->chain)
    pen->chain->closed = TRUE;
  pen->chain = NULL;
  pen->pen = pen->start;
}

/* The number of arguments. The last two, or the one of H and V, are the pen's target. */
static gint
arguments_of (char command)
{
  static const char commands[] = "MLHVCSQTAZ", counts[] = "2211644270";
  const char *found = command ? strchr (commands, g_ascii_toupper (command)) : NULL;
  return found ? counts[found - commands] - '0' : -1;
}

static void
draw (Pen *pen, char command, const double *v, guint n)
{
  gboolean relative = g_ascii_islower (command);
  KbVec origin = relative ? pen->pen : (KbVec) { 0, 0 };
  KbVec to = { origin.x + v[n > 1 ? n - 2 : 0], origin.y + v[n - 1] };
  switch (g_ascii_toupper (command))
    {
    case 'M':
      pen->pen = pen->start = to;
      pen->chain = NULL;
      pen->broken = FALSE;
      break;
    case 'L': line_to (pen, to); break;
    case 'H': line_to (pen, (KbVec) { to.x, pen->pen.y }); break;
    case 'V': line_to (pen, (KbVec) { pen->pen.x, to.y }); break;
    default: curve_to (pen, to); break;
    }
}

/* A flag of an arc is one digit, which needs no space after it. */
static gboolean
read_flag (const char **at, double *flag)
{
  *at += strspn (*at, " \t\r\n\f,");
  if (**at != '0' && **at != '1')
    return FALSE;
  *flag = *(*at)++ - '0';
  return TRUE;
}

static gboolean
read_arguments (const char **at, char command, double *v, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!(g_ascii_toupper (command) == 'A' && (i == 3 || i == 4) ? read_flag (at, &v[i])
                                                                 : kb_svg_number (at, &v[i])))
      return FALSE;
  return TRUE;
}

const char *
kb_svg_path_read (KbSvgPath *path, const char *data, const char **at)
{
  Pen pen = { path, NULL, { 0, 0 }, { 0, 0 }, FALSE };
  char command = '\0';
  for (*at = data;;)
    {
      const char *next = *at;
      double v[7];
      *at = next += strspn (next, " \t\r\n\f");
      gboolean repeated = command && g_ascii_toupper (command) != 'Z' && !g_ascii_isalpha (*next);
      if (!*next)
        return NULL;
      if (repeated)
        command = command == 'M' ? 'L' : command == 'm' ? 'l' : command;
      else if (arguments_of (*next) < 0)
        return _("expected a command of a path, such as M, L or Z");
      else if (!command && g_ascii_toupper (*next) != 'M')
        return _("expected M, with which a path begins");
      else
        command = *next++;
      guint n = (guint) arguments_of (command);
      *at = next;
      if (n == 0)
        close_part (&pen);
      else if (read_arguments (at, command, v, n))
        draw (&pen, command, v, n);
      else
        return _("expected a number");
    }
}

const char *
kb_svg_points_read (KbSvgPath *path, const char *data, gboolean closed, const char **at)
{
  KbSvgChain *chain = kb_svg_path_add (path, closed);
  KbVec p;
  for (*at = data; kb_svg_number (at, &p.x);)
    {
      if (!kb_svg_number (at, &p.y))
        return _("expected a number");
      g_array_append_val (chain->points, p);
    }
  return **at ? _("expected a number") : NULL;
}
