/* SPDX-License-Identifier: MIT */
/* What a merge could not decide: see document/merge/merge.h. */
#include <glib/gi18n.h>

#include "document/merge/merge.h"
#include "document/part.h"
#include "document/problems/problem_finder.h"

/* "frames" -> "Frames" is in no table: lists have no labels. */
static const char *
label_of (const KbKind *kind, const char *key)
{
  const KbField *field = kb_kind_field (kind, key);
  const KbList *list = kb_kind_list (kind, key);
  return field ? _(field->label) : list ? _(list->item->label) : key;
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
  const json_t *other = json_object_get (details, "other"), *was = json_object_get (details, "was"),
               *value = other ? other : was;
  const char *label = label_of (node->kind, key);
  const KbField *field = kb_kind_field (node->kind, key);
  const gboolean is_painting = field && field->type == KB_TYPE_ZONES,
                 has_words = value && field && !is_painting;
  json_auto_t *now = has_words ? kb_node_get (node, field) : NULL,
              *whole = has_words && field->refers ? kb_node_to_file_json (kb_part_asset (node))
                                                  : NULL;
  g_autofree char *kept = now ? kb_value_words (field, now, whole) : NULL,
                  *text = now ? kb_value_words (field, value, whole) : NULL;
  char *painted = is_painting ? painting_text (node, other) : NULL;
  if (painted)
    return painted;
  if (g_str_equal (key, "removed"))
    return g_strdup (_("one person deleted it, another changed it"));
  if (!value)
    return g_strdup_printf (_("two people changed the order of '%s'"), label);
  if (!kept || !text)
    return g_strdup_printf (_("two people changed '%s' in different ways"), label);
  return g_strdup_printf (
    other ? _("two people changed '%s': %s is kept, the other value is %s")
          : _("two people gave different items one '%s': here it is now %s, no longer %s; see what "
              "refers to it"),
    label, kept, text);
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
