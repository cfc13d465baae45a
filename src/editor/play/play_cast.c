/* SPDX-License-Identifier: MIT */
/* The drop-downs at the top of the playtest's window. */
#include "editor/play/play_parts.h"

#include <glib/gi18n.h>

#include "editor/play/play_choice.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/widgets.h"

#define NAME_CHARS 14

/* Data of both widgets. */
typedef struct {
  KbPlayCastChanged changed;
  gpointer data;
  gboolean filling;
  const kbx_bank *bank;                    /* borrowed */
  /* Bits of the scenes that lacked something when their rows were made */
  guint64 lacking;
  GtkWidget *drops[KB_PLAY_MOST_ROLES];    /* of the cast */
  guint n_drops;
} Bar;

static Bar *
bar_of (gpointer widget)
{
  return g_object_get_data (G_OBJECT (widget), "kb-bar");
}

static Bar *
add_bar (GtkWidget *widget, KbPlayCastChanged changed, gpointer data)
{
  Bar *bar = g_new0 (Bar, 1);
  bar->changed = changed;
  bar->data = data;
  g_object_set_data_full (G_OBJECT (widget), "kb-bar", bar, g_free);
  return bar;
}

static void
on_play_cast_selected (GtkDropDown *drop, GParamSpec *spec, Bar *bar)
{
  if (!bar->filling)
    bar->changed (bar->data);
}

/* ---- scenes ---- */

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  static const char *const classes[] = { NULL, "caption dim-label" };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *label = kb_label_new (NULL, classes[i]);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_width_chars (GTK_LABEL (label), 40);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
      gtk_box_append (GTK_BOX (box), label);
    }
  gtk_list_item_set_child (item, box);
}

/* A scene that cannot be played says what it lacks. Its row can be selected, because arrow keys do
 * not skip rows. */
static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, Bar *bar)
{
  const KbPlayScene *scene = kb_play_scene (gtk_list_item_get_position (item));
  GtkWidget *box = gtk_list_item_get_child (item);
  const char *lacks = bar->bank ? kb_play_scene_lacks (scene, bar->bank) : NULL;
  g_autofree char *text = lacks ? g_strdup_printf (_("Needs %s"), _(lacks))
                                : g_strdup (_(scene->summary));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), _(scene->title));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), text);
  gtk_widget_set_tooltip_text (box, text);
  gtk_widget_set_sensitive (box, !lacks);
}

/* The button shows only the title. */
static void
set_up_button (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, gtk_label_new (NULL));
}

static void
bind_button (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static GtkListItemFactory *
new_factory (GCallback set_up, GCallback bind, gpointer data)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_signal_connect (factory, "setup", set_up, data);
  g_signal_connect (factory, "bind", bind, data);
  return factory;
}

GtkWidget *
kb_play_scenes_new (KbPlayCastChanged changed, gpointer data)
{
  GtkStringList *titles = gtk_string_list_new (NULL);
  const KbPlayScene *scene;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    gtk_string_list_append (titles, _(scene->title));
  GtkWidget *drop = gtk_drop_down_new (G_LIST_MODEL (titles), NULL);
  Bar *bar = add_bar (drop, changed, data);
  g_autoptr (GtkListItemFactory) button =
    new_factory (G_CALLBACK (set_up_button), G_CALLBACK (bind_button), NULL);
  gtk_drop_down_set_factory (GTK_DROP_DOWN (drop), button);
  kb_name_widget (drop, _("Scene"));
  gtk_widget_set_tooltip_text (drop, _("Scene"));
  g_signal_connect (drop, "notify::selected", G_CALLBACK (on_play_cast_selected), bar);
  return drop;
}

void
kb_play_scenes_show (GtkWidget *scenes, const kbx_bank *bank, const KbPlayScene *now)
{
  Bar *bar = bar_of (scenes);
  const KbPlayScene *scene;
  guint64 lacking = 0;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    lacking |= (guint64) (kb_play_scene_lacks (scene, bank) != NULL) << i;
  const gboolean others = !bar->bank || lacking != bar->lacking;
  bar->bank = bank;
  if (others)
    {
      g_autoptr (GtkListItemFactory) rows =
        new_factory (G_CALLBACK (set_up_row), G_CALLBACK (bind_row), bar);
      gtk_drop_down_set_list_factory (GTK_DROP_DOWN (scenes), rows);
    }
  bar->lacking = lacking;
  bar->filling = TRUE;
  guint chosen = GTK_INVALID_LIST_POSITION;
  for (guint i = 0; (scene = kb_play_scene (i)); i++)
    if (scene == now)
      chosen = i;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (scenes), chosen);
  bar->filling = FALSE;
}

const KbPlayScene *
kb_play_scenes_get (GtkWidget *scenes)
{
  return kb_play_scene (gtk_drop_down_get_selected (GTK_DROP_DOWN (scenes)));
}

/* ---- roles ---- */

GtkWidget *
kb_play_cast_new (KbPlayCastChanged changed, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  add_bar (box, changed, data);
  return box;
}

static GtkStringList *
names_for (const KbRole *role, const kbx_bank *bank)
{
  GtkStringList *names = gtk_string_list_new (NULL);
  for (guint32 i = 0; i < kb_cast_count (bank, role->kind); i++)
    if (!role->fits || role->fits (bank, i))
      gtk_string_list_append (names, kb_cast_name (bank, role->kind, i));
  return names;
}

/* Nobody can play the role, and nobody has to: scenes draw a shape instead. */
static void
show_nobody (GtkWidget *label, GtkWidget *drop, const KbRole *role)
{
  g_autofree char *text = g_strdup_printf (_("%s: none (plain shape)"), _(role->title)),
                  *why = g_strdup_printf (_("Needs %s"), _(role->wanted));
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, why);
  gtk_widget_set_visible (drop, FALSE);
}

static void
add_role (GtkWidget *box, Bar *bar, const KbRole *role, GtkStringList *names, const char *now)
{
  GtkWidget *label = gtk_label_new (_(role->title)),
            *drop = gtk_drop_down_new (g_object_ref (G_LIST_MODEL (names)), NULL);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (drop, "kb-number");
  kb_drop_down_make_narrow (GTK_DROP_DOWN (drop), NAME_CHARS);
  for (guint i = 0; now && i < g_list_model_get_n_items (G_LIST_MODEL (names)); i++)
    if (g_str_equal (gtk_string_list_get_string (names, i), now))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (drop), i);
  kb_name_widget (drop, _(role->title));
  gtk_widget_set_tooltip_text (drop, _(role->title));
  if (g_list_model_get_n_items (G_LIST_MODEL (names)) == 0)
    show_nobody (label, drop, role);
  g_signal_connect (drop, "notify::selected", G_CALLBACK (on_play_cast_selected), bar);
  kb_box_append (box, label, drop, NULL);
  bar->drops[bar->n_drops++] = drop;
}

static gboolean
are_equal (GtkStringList *a, GtkStringList *b)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (a));
  if (n != g_list_model_get_n_items (G_LIST_MODEL (b)))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_str_equal (gtk_string_list_get_string (a, i), gtk_string_list_get_string (b, i)))
      return FALSE;
  return TRUE;
}

/* Rebuilding would close an open drop-down during edits, so unchanged choices stay. */
static gboolean
shows_already (Bar *bar, const KbRole *roles, const kbx_bank *bank, const KbPlayRun *run)
{
  guint n = 0;
  for (; roles[n].name && n < KB_PLAY_MOST_ROLES; n++)
    {
      g_autoptr (GtkStringList) names = names_for (roles + n, bank);
      if (n >= bar->n_drops
          || !are_equal (names,
                         GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (bar->drops[n])))))
        return FALSE;
      const guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (bar->drops[n]));
      const char *shown =
        chosen == GTK_INVALID_LIST_POSITION ? NULL : gtk_string_list_get_string (names, chosen);
      if (g_strcmp0 (shown, kb_play_run_cast_name (run, n)) != 0)
        return FALSE;
    }
  return n == bar->n_drops;
}

void
kb_play_cast_show (GtkWidget *cast, const kbx_bank *bank, const KbPlayRun *run)
{
  Bar *bar = bar_of (cast);
  KbPlay *play = kb_play_run_play (run);
  const KbRole *roles = play ? kb_play_scene_of (play)->roles : NULL;
  GtkWidget *child;
  if (roles && shows_already (bar, roles, bank, run))
    return;
  while ((child = gtk_widget_get_first_child (cast)))
    gtk_box_remove (GTK_BOX (cast), child);
  bar->n_drops = 0;
  bar->filling = TRUE;
  for (guint i = 0; roles && roles[i].name && i < KB_PLAY_MOST_ROLES; i++)
    {
      g_autoptr (GtkStringList) names = names_for (roles + i, bank);
      add_role (cast, bar, roles + i, names, kb_play_run_cast_name (run, i));
    }
  bar->filling = FALSE;
}

void
kb_play_cast_get (GtkWidget *cast, const char *names[KB_PLAY_MOST_ROLES])
{
  Bar *bar = bar_of (cast);
  for (guint i = 0; i < KB_PLAY_MOST_ROLES; i++)
    names[i] = NULL;
  for (guint i = 0; i < bar->n_drops; i++)
    {
      GtkDropDown *drop = GTK_DROP_DOWN (bar->drops[i]);
      GtkStringObject *chosen = gtk_drop_down_get_selected_item (drop);
      names[i] = chosen ? gtk_string_object_get_string (chosen) : NULL;
    }
}
