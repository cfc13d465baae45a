/* SPDX-License-Identifier: MIT */
/* Four short lists. Their labels are reused, because their text changes sixty times a second. */
#include "editor/play/play_parts.h"

#include <glib/gi18n.h>
#include <string.h>

#include "drawing/scene/play.h"
#include "editor/play/play_choice.h"
#include "editor/state/keys.h"
#include "editor/widgets/accessible.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"

#define MAX_EVENTS 40
#define MIN_LOG 48    /* pixels: two lines */
#define MAX_LOG 160    /* max height of the log */
#define LOG_PART 8      /* the log gets 1/8 of the panel's height */

static const char *const layer_names[KB_SHOW_LAYERS] = {
  [KB_SHOW_PICTURES] = N_("Pictures"),   [KB_SHOW_SHAPES] = N_("Shapes"),
  [KB_SHOW_POINTS] = N_("Points"),       [KB_SHOW_PIXELS] = N_("Overlap"),
  [KB_SHOW_ZONES] = N_("Zones"),         [KB_SHOW_BANDS] = N_("Bands"),
  [KB_SHOW_WALLS] = N_("Walls"),         [KB_SHOW_SOLID] = N_("Solid"),
  [KB_SHOW_AREAS] = N_("Areas"),         [KB_SHOW_LIGHT] = N_("Line of sight"),
  [KB_SHOW_NODES] = N_("Nodes visited"), [KB_SHOW_BODIES] = N_("Bodies"),
  [KB_SHOW_CONTACTS] = N_("Contacts"),   [KB_SHOW_NAMES] = N_("Names"),
  [KB_SHOW_MAP] = N_("Map"),
};

/* Longer texts for layers whose name alone is unclear. */
static const char *const layer_words[KB_SHOW_LAYERS] = {
  [KB_SHOW_PIXELS] = N_("Pixels that overlap"), [KB_SHOW_SOLID] = N_("Solid tiles and ground"),
  [KB_SHOW_MAP] = N_("Map of the world in the corner"),
};

typedef struct {
  KbPlayPanelChanged changed;
  gpointer data;
  GtkWidget *layers, *keys, *values, *log, *quiet;
  GtkScrolledWindow *log_room;
  GtkWidget *checks[KB_SHOW_LAYERS];       /* in the scene's order */
  KbPlayLayer shows[KB_SHOW_LAYERS];
  guint n_checks, n_values, n_events;
  char *listed;                            /* the texts of the listed keys, concatenated */
  guint32 last_step;
} Panel;

static Panel *
panel_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "kb-panel");
}

static void
empty (GtkWidget *box)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (box)))
    GTK_IS_LIST_BOX (box) ? gtk_list_box_remove (GTK_LIST_BOX (box), child)
                          : gtk_grid_remove (GTK_GRID (box), child);
}

static GtkWidget *
add_label (GtkWidget *grid, int column, int row, const char *text, const char *css)
{
  GtkWidget *label = kb_label_new (text, NULL);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_set_hexpand (label, column == 1);
  if (css)
    gtk_widget_add_css_class (label, css);
  gtk_grid_attach (GTK_GRID (grid), label, column, row, 1, 1);
  return label;
}

/* ---- layers ---- */

static void
on_play_panel_check (GtkCheckButton *check, GParamSpec *spec, Panel *panel)
{
  panel->changed (panel->data);
}

/* The layer's default colour. */
static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer layer)
{
  cairo_arc (cr, width / 2.0, height / 2.0, 4, 0, 2 * G_PI);
  kb_set_colour (cr, kb_play_layer_colour ((KbPlayLayer) GPOINTER_TO_INT (layer)), 1);
  cairo_fill_preserve (cr);
  kb_set_colour (cr, 0x00000060, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
add_play_panel_layer (Panel *panel, KbPlayLayer layer)
{
  const int n = (int) panel->n_checks, row = n / 2, column = n % 2 * 2;
  GtkWidget *check = gtk_check_button_new (), *label = kb_label_new (_(layer_names[layer]), NULL),
            *swatch = gtk_drawing_area_new ();
  const char *words = _(layer_words[layer] ? layer_words[layer] : layer_names[layer]);
  g_autofree char *tip =
    n < 10 ? g_strdup_printf ("%s (Alt+%d)", words, (n + 1) % 10) : g_strdup (words);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), label);
  gtk_widget_set_tooltip_text (check, tip);
  kb_name_widget (check, words);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  gtk_widget_set_hexpand (check, TRUE);
  gtk_widget_set_focus_on_click (check, FALSE);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), 12);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch,
                                  GINT_TO_POINTER ((int) layer), NULL);
  g_signal_connect (check, "notify::active", G_CALLBACK (on_play_panel_check), panel);
  gtk_grid_attach (GTK_GRID (panel->layers), swatch, column, row, 1, 1);
  gtk_grid_attach (GTK_GRID (panel->layers), check, column + 1, row, 1, 1);
  panel->shows[panel->n_checks] = layer;
  panel->checks[panel->n_checks++] = check;
}

guint32
kb_play_panel_hidden (GtkWidget *widget)
{
  Panel *panel = panel_of (widget);
  guint32 hidden = 0;
  for (guint i = 0; i < panel->n_checks; i++)
    if (!gtk_check_button_get_active (GTK_CHECK_BUTTON (panel->checks[i])))
      hidden |= 1u << panel->shows[i];
  return hidden;
}

void
kb_play_panel_toggle (GtkWidget *widget, guint i)
{
  Panel *panel = panel_of (widget);
  if (i < panel->n_checks)
    gtk_check_button_set_active (
      GTK_CHECK_BUTTON (panel->checks[i]),
      !gtk_check_button_get_active (GTK_CHECK_BUTTON (panel->checks[i])));
}

/* ---- keys ---- */

#define MAX_TOGETHER 3

static char *
key_name (const char *name)
{
  if (name && g_str_has_prefix (name, "Shift_"))
    return g_strdup (C_("key", "Shift"));
  return name ? kb_keys_label (gdk_keyval_from_name (name), 0) : NULL;
}

/* The length of a prefix such as "Left: " in "Left: punch", which keys in one row share; 0: the key
 * has its own row. */
static gsize
prefix_length (const char *title)
{
  const char *colon = strstr (title, ": ");
  return colon ? (gsize) (colon + 2 - title) : 0;
}

static int
kind_of_key (const char *name)
{
  return name[1] ? 0 : g_ascii_isdigit (name[0]) ? 1 : 2;
}

/* Whether two keys go into one row, such as A and D for "Left: left" and "Left: right". */
static gboolean
go_together (const KbPlayKey *one, const char *title, const KbPlayKey *next, const char *next_title)
{
  const gsize n = prefix_length (title);
  return n && n == prefix_length (next_title) && strncmp (title, next_title, n) == 0
         && kind_of_key (one->key) == kind_of_key (next->key);
}

static void
add_key_label (GtkWidget *box, const char *name)
{
  GtkWidget *label = gtk_label_new (name);
  gtk_widget_add_css_class (label, "kb-key");
  gtk_box_append (GTK_BOX (box), label);
}

/* Keys in one row with their actions: "A D Left: left · right". A single key is shown with its
 * alternative. */
static void
add_play_panel_keys (Panel *panel, const KbPlayKey *const *keys, const char *const *titles, guint n,
                     int row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 3);
  g_autoptr (GString) text = g_string_new (titles[0]), tip = g_string_new (NULL);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *first = key_name (keys[i]->key), *other = key_name (keys[i]->other);
      if (g_strcmp0 (first, other) == 0)
        g_clear_pointer (&other, g_free);
      add_key_label (box, first);
      if (other && n == 1)
        add_key_label (box, other);
      if (i)
        g_string_append_printf (text, " · %s", titles[i] + prefix_length (titles[i]));
      g_autofree char *either =
        other ? g_strdup_printf (_("%s or %s"), first, other) : g_strdup (first);
      g_string_append_printf (tip, "%s%s: %s", i ? "\n" : "", either, titles[i]);
    }
  GtkWidget *label = add_label (panel->keys, 1, row, text->str, NULL);
  gtk_grid_attach (GTK_GRID (panel->keys), box, 0, row, 1, 1);
  gtk_widget_set_tooltip_text (box, tip->str);
  gtk_widget_set_tooltip_text (label, tip->str);
}

void
kb_play_panel_set_scene (GtkWidget *widget, const KbPlayScene *scene)
{
  Panel *panel = panel_of (widget);
  const guint32 layers = scene ? scene->layers | 1u << KB_SHOW_MAP : 0;
  empty (panel->layers);
  empty (panel->keys);
  empty (panel->values);
  empty (panel->log);
  panel->n_checks = panel->n_values = panel->n_events = 0;
  for (KbPlayLayer layer = 0; layer < KB_SHOW_LAYERS; layer++)
    if (layers >> layer & 1)
      add_play_panel_layer (panel, layer);
  g_clear_pointer (&panel->listed, g_free);
}

static char *
key_title (const KbPlay *play, const KbPlayKey *key, guint32 index)
{
  const char *about = kb_play_key_about (play, index);
  GString *title = g_string_new (_(key->title));
  if (about)
    g_string_replace (title, "%s", about, 1);
  return g_string_free (title, FALSE);
}

/* `titles` of all keys; "" for those not listed. */
static void
fill_keys (Panel *panel, const KbPlayKey *keys, const char *const *titles)
{
  const KbPlayKey *together[MAX_TOGETHER];
  const char *of[MAX_TOGETHER];
  guint n = 0;
  int row = 0;
  for (guint i = 0; titles[i]; i++)
    {
      if (!*titles[i])
        continue;
      if (n
          && (n == MAX_TOGETHER || !go_together (together[n - 1], of[n - 1], keys + i, titles[i])))
        {
          add_play_panel_keys (panel, together, of, n, row++);
          n = 0;
        }
      together[n] = keys + i;
      of[n++] = titles[i];
    }
  if (n)
    add_play_panel_keys (panel, together, of, n, row);
}

/* Lists the keyboard's keys that do something with the current cast, and what the pointer does. */
static void
update_keys (Panel *panel, const KbPlay *play)
{
  const KbPlayScene *scene = kb_play_scene_of (play);
  const KbPlayKey *keys = scene->keys;
  const guint64 used = kb_play_keys_of_use (play);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  for (guint32 i = 0; keys[i].name; i++)
    {
      g_autofree char *title = key_title (play, keys + i, i);
      g_strv_builder_add (builder, used >> i & 1 && keys[i].key ? title : "");
    }
  g_auto (GStrv) titles = g_strv_builder_end (builder);
  g_autofree char *listed = g_strjoinv ("\n", titles);
  if (g_strcmp0 (listed, panel->listed) == 0)
    return;
  g_free (panel->listed);
  panel->listed = g_steal_pointer (&listed);
  empty (panel->keys);
  fill_keys (panel, keys, (const char *const *) titles);
  if (!scene->pointer)
    return;
  add_label (panel->keys, 0, (int) g_strv_length (titles), _("Pointer"), "dim-label");
  add_label (panel->keys, 1, (int) g_strv_length (titles), _(scene->pointer), NULL);
}

/* ---- values ---- */

static void
set_text (GtkWidget *label, const char *text)
{
  if (!g_str_equal (gtk_label_get_label (GTK_LABEL (label)), text))
    gtk_label_set_label (GTK_LABEL (label), text);
}

static void
update_values (Panel *panel, const KbPlay *play)
{
  g_autoptr (GArray) values = kb_play_values (play);
  if (values->len != panel->n_values)
    {
      empty (panel->values);
      for (guint i = 0; i < values->len; i++)
        {
          add_label (panel->values, 0, (int) i, "", "dim-label");
          gtk_widget_add_css_class (add_label (panel->values, 1, (int) i, "", NULL), "numeric");
        }
      panel->n_values = values->len;
    }
  KB_EACH_IN (const KbPlayValue, value, values)
    {
      GtkWidget *text = gtk_grid_get_child_at (GTK_GRID (panel->values), 1, (int) value_at);
      g_autofree char *name = g_strdup_printf (_("%s: %s"), value->name, value->text);
      set_text (gtk_grid_get_child_at (GTK_GRID (panel->values), 0, (int) value_at), value->name);
      if (g_str_equal (gtk_label_get_label (GTK_LABEL (text)), value->text))
        continue;
      set_text (text, value->text);
      kb_name_widget (text, name);
    }
}

/* ---- log ---- */

static void
add_play_panel_event (Panel *panel, const KbPlayEvent *event)
{
  GtkWidget *grid = gtk_grid_new (), *row = gtk_list_box_row_new ();
  g_autofree char *at = g_strdup_printf ("%u", event->step);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 9);
  gtk_widget_add_css_class (add_label (grid, 0, 0, at, "dim-label"), "numeric");
  gtk_label_set_width_chars (GTK_LABEL (gtk_widget_get_first_child (grid)), 5);
  add_label (grid, 1, 0, event->text, NULL);
  gtk_widget_set_valign (gtk_widget_get_first_child (grid), GTK_ALIGN_START);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), grid);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  kb_name_widget (row, event->text);
  gtk_list_box_append (GTK_LIST_BOX (panel->log), row);
}

/* Newest first. */
static void
update_log (Panel *panel, const KbPlay *play)
{
  const guint n = kb_play_event_count (play);
  const guint32 last = n ? kb_play_event (play, n - 1)->step : 0;
  if (n == panel->n_events && last == panel->last_step)
    return;
  panel->n_events = n;
  panel->last_step = last;
  empty (panel->log);
  guint shown = 0;
  for (guint i = 0; i < n && shown < MAX_EVENTS; i++)
    if (!kb_play_event (play, n - 1 - i)->rule)
      {
        add_play_panel_event (panel, kb_play_event (play, n - 1 - i));
        shown++;
      }
  gtk_widget_set_visible (panel->quiet, shown == 0);
  gtk_widget_set_visible (panel->log, shown > 0);
}

void
kb_play_panel_update (GtkWidget *widget, const KbPlay *play)
{
  Panel *panel = panel_of (widget);
  update_keys (panel, play);
  update_values (panel, play);
  update_log (panel, play);
}

void
kb_play_panel_set_height (GtkWidget *widget, int height)
{
  const int most = CLAMP (height / LOG_PART, MIN_LOG, MAX_LOG);
  GtkScrolledWindow *room = panel_of (widget)->log_room;
  if (gtk_scrolled_window_get_max_content_height (room) != most)
    gtk_scrolled_window_set_max_content_height (room, most);
}

/* ---- construction ---- */

static void
panel_free (gpointer data)
{
  Panel *panel = data;
  g_free (panel->listed);
  g_free (panel);
}

static const KbTemplateChild play_panel_children[] = {
  KB_CHILD (Panel, layers), KB_CHILD (Panel, keys), KB_CHILD (Panel, values), KB_CHILD (Panel, log),
  KB_CHILD (Panel, quiet), KB_CHILD (Panel, log_room), { NULL },
};

GtkWidget *
kb_play_panel_new (KbPlayPanelChanged changed, gpointer data)
{
  Panel *panel = g_new0 (Panel, 1);
  GtkWidget *whole = kb_template_build ("play_panel", panel, play_panel_children, NULL);
  gtk_widget_set_size_request (whole, KB_PLAY_PANEL_WIDTH, -1);
  panel->changed = changed;
  panel->data = data;
  g_object_set_data_full (G_OBJECT (whole), "kb-panel", panel, panel_free);
  return whole;
}
