/* SPDX-License-Identifier: MIT */
/* Problems as rows, their fixes, and going from one to the next. */
#include "editor/panels/problem_row.h"

#include <glib/gi18n.h>

#include "editor/widgets/accessible.h"
#include "editor/keys.h"
#include "editor/panels/problem_fixes.h"

KbId
kb_problem_row_get_node (GtkListBoxRow *row)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "kb-node"));
}

static void
problem_free (gpointer data)
{
  KbProblem *problem = data;
  g_free (problem->path);
  g_free (problem->message);
  g_free (problem);
}

/* The list is made again when the problems were looked for again, which is soon. */
static void
on_fix (GtkButton *button, KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  const KbProblem *problem = g_object_get_data (G_OBJECT (button), "kb-problem");
  GError *error = NULL;
  gtk_widget_set_sensitive (GTK_WIDGET (button), FALSE);
  kb_tools_settle (kb_editor_state_get_tools (state));
  kb_editor_state_reveal (state, problem->node);
  if (document && kb_problem_fix (document, problem, &error))
    kb_editor_state_say (state, _("Done: %s"), kb_document_undo_label (document));
  else if (error)
    kb_editor_state_take_error (state, error);
}

static GtkWidget *
fix_button (KbEditorState *state, const KbProblem *problem, const char *label, const char *where)
{
  GtkWidget *button = gtk_button_new_with_label (label);
  g_autofree char *name = g_strdup_printf ("%s: %s", label, where);
  KbProblem *copy = g_new (KbProblem, 1);
  *copy = *problem;
  copy->path = g_strdup (problem->path);
  copy->message = g_strdup (problem->message);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "kb-small");
  g_autofree char *tooltip = kb_keys_write (_("One step, to be undone with {undo}"));
  gtk_widget_set_tooltip_text (button, tooltip);
  kb_name_widget (button, name);
  g_object_set_data_full (G_OBJECT (button), "kb-problem", copy, problem_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_fix), state, 0);
  return button;
}

/* "ring, Curve 1" of what is on a mask, a track or a level, "ring" of itself; NULL of all else. */
static char *
painted_place (const KbNode *node)
{
  const KbNode *asset = node;
  while (asset && asset->kind != &kb_mask_kind && asset->kind != &kb_track_kind
         && asset->kind != &kb_level_kind)
    asset = asset->parent;
  if (!asset)
    return NULL;
  g_autofree char *name = kb_node_title (asset), *part = kb_node_title (node);
  return asset == node ? g_steal_pointer (&name) : g_strdup_printf (_("%s, %s"), name, part);
}

static char *
place_text (KbDocument *document, const KbProblem *problem)
{
  KbNode *node = kb_document_node (document, problem->node);
  char *painted = painted_place (node);
  if (painted)
    return painted;
  KbSprite *sprite = node ? kb_node_sprite (node) : NULL;
  KbFrame *frame = node ? kb_node_frame (node) : NULL;
  gboolean is_class = node && node->kind == &kb_class_kind;
  GString *place = g_string_new (sprite ? sprite->name : is_class ? _("classes") : problem->path);
  guint index;
  if (node && node->kind == &kb_step_kind)
    {
      KbNode *shown = kb_document_node (document, ((KbStep *) node)->frame_id);
      g_string_append_printf (place, ", %s", ((KbAnimation *) node->parent)->name);
      frame = shown ? kb_node_frame (shown) : NULL;
    }
  if (frame && kb_node_place (KB_NODE (frame), &index))
    g_string_append_printf (place, _(", frame %u"), index + 1);
  return g_string_free (place, FALSE);
}

/* A sentence of its own here, the end of one in a terminal; a file that it starts with keeps its
 * name. */
static char *
sentence_of (const char *message)
{
  gsize word = strcspn (message, " :");
  if (memchr (message, '/', word))
    return g_strdup (message);
  g_autofree char *first = g_utf8_substring (message, 0, 1), *capital = g_utf8_strup (first, -1);
  return g_strconcat (capital, message + strlen (first), NULL);
}

GtkWidget *
kb_problem_row_new (KbEditorState *state, const KbProblem *problem)
{
  KbDocument *document = kb_editor_state_get_document (state);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *icon = gtk_image_new_from_icon_name ("kb-problem-symbolic");
  g_autofree char *sentence = sentence_of (problem->message);
  GtkWidget *message = gtk_label_new (sentence);
  g_autofree char *place = place_text (document, problem);
  GtkWidget *where = gtk_label_new (place);
  const char *fix = kb_problem_fix_label (document, problem);

  gtk_widget_add_css_class (icon, problem->severity == KB_PROBLEM_ERROR ? "error" : "warning");
  gtk_label_set_xalign (GTK_LABEL (message), 0);
  gtk_label_set_wrap (GTK_LABEL (message), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (message), 34);
  gtk_label_set_max_width_chars (GTK_LABEL (message), 34);
  gtk_label_set_xalign (GTK_LABEL (where), 0);
  gtk_label_set_ellipsize (GTK_LABEL (where), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (where, "caption");
  gtk_widget_add_css_class (where, "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), message);
  gtk_box_append (GTK_BOX (texts), where);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), texts);
  if (fix)
    gtk_box_append (GTK_BOX (box), fix_button (state, problem, fix, place));
  gtk_widget_add_css_class (box, "kb-problem");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_autofree char *name = g_strdup_printf ("%s: %s", place, problem->message);
  kb_name_widget (row, name);
  g_object_set_data (G_OBJECT (row), "kb-node", GUINT_TO_POINTER (problem->node));
  return row;
}

void
kb_problems_fix_all (KbEditorState *state)
{
  KbDocument *document = kb_editor_state_get_document (state);
  if (!document)
    return;
  kb_tools_settle (kb_editor_state_get_tools (state));
  g_autoptr (GPtrArray) problems = kb_document_problems (document);
  guint n = kb_problems_fix_safe (document, problems);
  g_autofree char *text =
    g_strdup_printf (ngettext ("%u problem fixed; {undo} takes it back",
                               "%u problems fixed; {undo} takes them back", n),
                     n);
  g_autofree char *written = kb_keys_write (text);
  kb_editor_state_say (state, "%s", written);
}

void
kb_problems_go_on (KbEditorState *state, int by)
{
  const GPtrArray *problems = kb_editor_state_get_problems (state);
  KbDocument *document = kb_editor_state_get_document (state);
  int n = problems ? (int) problems->len : 0;
  if (!document || n == 0)
    {
      kb_editor_state_say (state, _("No problems"));
      return;
    }
  KbId last = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (state), "kb-last-problem"));
  int at = by > 0 ? -1 : n;
  /* Of several problems of one node the last on the way on, the first on the way back. */
  for (int i = 0; i < n && (by > 0 || at == n); i++)
    if (((KbProblem *) g_ptr_array_index (problems, (guint) i))->node == last)
      at = i;
  at = ((at + by) % n + n) % n;
  const KbProblem *problem = g_ptr_array_index (problems, (guint) at);
  g_autofree char *place = place_text (document, problem);
  g_object_set_data (G_OBJECT (state), "kb-last-problem", GUINT_TO_POINTER (problem->node));
  kb_editor_state_reveal (state, problem->node);
  kb_editor_state_grab_canvas (state);
  kb_editor_state_say (state, _("Problem %d of %d · %s · %s"), at + 1, n, place, problem->message);
}
