/* SPDX-License-Identifier: MIT */
/* What a merge could not decide: see document/merge/merge.h. */
#include <glib/gi18n.h>
#include <string.h>

#include "document/merge/merge.h"
#include "document/problems/problem_finder.h"

#define LONGEST_VALUE 60   /* bytes */

/* "frames" -> "Frames" is in no table: lists have no labels. */
static const char *
label_of (const KbKind *kind, const char *key)
{
  const KbField *field = kb_kind_field (kind, key);
  const KbList *list = kb_kind_list (kind, key);
  return field ? _(field->label) : list ? _(list->item->label) : key;
}

static char *
short_text (const json_t *value)
{
  g_autofree char *text = json_is_null (value) ? g_strdup (_("none")) : kb_json_key (value);
  return strlen (text) <= LONGEST_VALUE ? g_steal_pointer (&text) : g_strdup ("...");
}

/* NULL: it is no conflict of paintings. */
static char *
painting_text (const KbNode *node, const json_t *other)
{
  const KbField *field = kb_kind_field (node->kind, "first");
  const KbPixel first = field ? G_STRUCT_MEMBER (KbPixel, node, field->offset) : (KbPixel){ 0 };
  int n;
  double x0, y0, x1, y1;
  if (json_unpack ((json_t *) other, "{si s[FFFF]}", "count", &n, "box", &x0, &y0, &x1, &y1) == 0)
    return g_strdup_printf (
      node->kind->cell_pixels || node->kind->sample_pixels
        ? _("two people painted %d of the same cells, between (%.0f, %.0f) and (%.0f, %.0f)")
        : _("two people painted %d of the same pixels, between (%.0f, %.0f) and (%.0f, %.0f)"),
      n, first.x + x0, first.y + y0, first.x + x1, first.y + y1);
  return json_object_get (other, "size")
           ? g_strdup (_("two people added or resized this painting"))
           : NULL;
}

static char *
conflict_text (const KbNode *node, const char *key, const json_t *details)
{
  const KbField *field = kb_kind_field (node->kind, key);
  const json_t *other = json_object_get (details, "other"), *was = json_object_get (details, "was");
  const char *label = label_of (node->kind, key);
  char *painted =
    field && field->type == KB_TYPE_ZONES ? painting_text (node, other) : NULL;
  if (painted)
    return painted;
  g_autofree char *text = short_text (other ? other : was);
  if (g_str_equal (key, "removed"))
    return g_strdup (_("one side of a merge deleted it, the other changed it"));
  if (other)
    return g_strdup_printf (_("both sides of a merge changed '%s'; the other value is %s"), label,
                            text);
  if (was)
    return g_strdup_printf (_("'%s' was %s before a merge, as of another one; see what refers to "
                              "it"),
                            label, text);
  return g_strdup_printf (_("both sides of a merge changed the order of '%s'"), label);
}

/* A frame with a new number but without painted pixels: its own sprite follows the number. */
static gboolean
is_mild (const KbNode *node)
{
  const KbPainted *painted = kb_node_painted (node, NULL);
  const KbField *number = kb_kind_number (node->kind);
  return node->kind->counter && json_object_size (node->conflicts) == 1
         && json_object_get (node->conflicts, number->name)
         && !(painted && (painted->zones || painted->fault));
}

void
kb_check_conflicts (GPtrArray *problems, const KbNode *node)
{
  g_autoptr (GString) message = g_string_new (NULL);
  KB_EACH_MEMBER (key, details, node->conflicts)
    {
      g_autofree char *text = conflict_text (node, key, details);
      g_string_append_printf (message, "%s%s", message->len ? "; " : "", text);
    }
  if (message->len)
    kb_report (problems, "conflict", is_mild (node) ? KB_PROBLEM_WARNING : KB_PROBLEM_ERROR, node,
               "%s", message->str);
  for (const KbList *list = node->kind->lists; list->name; list++)
    KB_EACH (const KbNode, item, kb_node_list (node, list))
      kb_check_conflicts (problems, item);
}
