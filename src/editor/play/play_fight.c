/* SPDX-License-Identifier: MIT */
/* A matrix is made anew when an animation, a place or the bank is another. */
#include "editor/play/play_fight.h"

#include <glib/gi18n.h>
#include <string.h>

#include "drawing/style.h"
#include "editor/widgets/accessible.h"
#include "playtest/fight.h"
#include "playtest/matrix.h"
#include "playtest/phases.h"

enum { SIDE = 236, EDGE = 9, MOST_CELL = 22, MOST_CELLS = 4096 };

static const guint32 phase_colours[KB_PHASES] = { 0x77767bff, 0x62a0eaff, 0xe01b24ff, 0xff7800ff, 0xf6d32dff };
/* Left and right fighter's strikes, shapes, pixels. */
static const guint32 hit_colours[KB_HIT_KINDS] = { 0x33d17aff, 0xe01b24ff, 0xf6d32dff, 0xc061cbff };
static const char *const hit_names[KB_HIT_KINDS] = {
  [KB_HIT_A_STRIKES] = N_("Left strikes"), [KB_HIT_B_STRIKES] = N_("Right strikes"), [KB_HIT_SHAPES] = N_("Shapes"),
  [KB_HIT_PIXELS] = N_("Pixels"),
};

typedef struct {
  void (*chosen) (guint row, guint column, gpointer data);
  gpointer data;
  GtkWidget *box, *area, *rules, *texts[2];
  KbMatrixSide sides[2];
  guint length[2], now[2];             /* steps; those that are shown */
  guint8 *cells;                       /* length[0] rows */
  guint8 *phases[2];                   /* KbPhase of each step */
} Fight;

static void
fight_free (gpointer data)
{
  Fight *fight = data;
  g_free (fight->cells);
  g_free (fight->phases[0]);
  g_free (fight->phases[1]);
  g_free (fight);
}

/* ---- drawing ---- */

static double
cell_size (const Fight *fight)
{
  const guint most = MAX (MAX (fight->length[0], fight->length[1]), 1);
  return CLAMP ((double) (SIDE - EDGE) / most, 2, MOST_CELL);
}

static void
fill (cairo_t *cr, double x, double y, double w, double h, guint32 colour, double alpha)
{
  cairo_rectangle (cr, x, y, w, h);
  kb_set_colour (cr, colour, alpha);
  cairo_fill (cr);
}

/* A strike of the left fighter is the upper left half, one of the right fighter the lower right; both lie over what touches. */
static void
draw_cell (cairo_t *cr, double x, double y, double side, guint hits)
{
  const double s = side - (side >= 5 ? 1 : 0);
  fill (cr, x, y, s, s, 0x808080ff, 0.16);
  if (hits & 1 << KB_HIT_PIXELS)
    fill (cr, x, y, s, s, hit_colours[KB_HIT_PIXELS], 1);
  if (hits & 1 << KB_HIT_SHAPES)
    fill (cr, x, y, s, s, hit_colours[KB_HIT_SHAPES], 1);
  for (guint b = 0; b < 2; b++)
    if (hits >> (b ? KB_HIT_B_STRIKES : KB_HIT_A_STRIKES) & 1)
      {
        cairo_move_to (cr, x + (b ? s : 0), y + (b ? s : 0));
        cairo_line_to (cr, x + s, y);
        cairo_line_to (cr, x, y + s);
        kb_set_colour (cr, hit_colours[b ? KB_HIT_B_STRIKES : KB_HIT_A_STRIKES], 1);
        cairo_fill (cr);
      }
}

/* The phases of both along the edges, the cells, the present one outlined. */
static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const Fight *fight = data;
  const double side = cell_size (fight);
  if (!fight->cells)
    return;
  for (guint i = 0; i < fight->length[0]; i++)
    fill (cr, 0, EDGE + i * side, EDGE - 3, MAX (side - 1, 1), phase_colours[fight->phases[0][i]], 1);
  for (guint j = 0; j < fight->length[1]; j++)
    fill (cr, EDGE + j * side, 0, MAX (side - 1, 1), EDGE - 3, phase_colours[fight->phases[1][j]], 1);
  for (guint i = 0; i < fight->length[0]; i++)
    for (guint j = 0; j < fight->length[1]; j++)
      draw_cell (cr, EDGE + j * side, EDGE + i * side, side, fight->cells[i * fight->length[1] + j]);
  if (fight->now[0] >= fight->length[0] || fight->now[1] >= fight->length[1])
    return;
  cairo_rectangle (cr, EDGE + fight->now[1] * side - 1, EDGE + fight->now[0] * side - 1, side + 1, side + 1);
  kb_set_colour (cr, 0x000000ff, 0.7);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  kb_set_colour (cr, 0xffffffff, 1);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
}

static void
draw_key (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer kind)
{
  draw_cell (cr, 0, 0, MIN (width, height), 1u << GPOINTER_TO_UINT (kind));
}

/* ---- what is under the pointer ---- */

static gboolean
cell_at (const Fight *fight, double x, double y, guint *row, guint *column)
{
  const double side = cell_size (fight), i = (y - EDGE) / side, j = (x - EDGE) / side;
  if (!fight->cells || i < 0 || j < 0 || i >= fight->length[0] || j >= fight->length[1])
    return FALSE;
  *row = (guint) i;
  *column = (guint) j;
  return TRUE;
}

static char *
cell_text (const Fight *fight, guint row, guint column)
{
  const guint hits = fight->cells[row * fight->length[1] + column];
  GString *text = g_string_new (NULL);
  g_string_append_printf (text, _("Left %u, right %u: "), row + 1, column + 1);
  for (guint k = 0; k < KB_HIT_KINDS; k++)
    if (hits >> k & 1)
      g_string_append_printf (text, "%s%s", g_str_has_suffix (text->str, ": ") ? "" : ", ", _(hit_names[k]));
  if (!hits)
    g_string_append (text, _("nothing"));
  return g_string_free (text, FALSE);
}

static gboolean
on_tooltip (GtkWidget *area, int x, int y, gboolean keyboard, GtkTooltip *tooltip, Fight *fight)
{
  guint row, column;
  if (keyboard || !cell_at (fight, x, y, &row, &column))
    return FALSE;
  g_autofree char *text = cell_text (fight, row, column);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
on_press (GtkGestureClick *gesture, int n, double x, double y, Fight *fight)
{
  guint row, column;
  if (cell_at (fight, x, y, &row, &column))
    fight->chosen (row, column, fight->data);
}

/* ---- making the matrix ---- */

static gboolean
is_same (const KbMatrixSide *a, const KbMatrixSide *b)
{
  return a->bank == b->bank && a->sprite == b->sprite && a->animation == b->animation && a->pose.x == b->pose.x && a->pose.y == b->pose.y
         && a->pose.flip_x == b->pose.flip_x && a->pose.flip_y == b->pose.flip_y;
}

/* "Left, punch: start-up 3 · 240 ms, active 1 · 80 ms, recovery 2 · 160 ms"; lines break after commas alone. */
static void
find_phases (Fight *fight, guint f, const kbx_bank *bank, kbx_class_set hitting)
{
  const KbMatrixSide *side = fight->sides + f;
  kbx_animation animation = kbx_sprite_animation (kbx_bank_sprite (bank, side->sprite), side->animation);
  const gboolean plays = side->animation != KBX_NONE;
  const char *before = ": ";
  KbPhases phases = { 0 };
  GString *text = g_string_new (f ? _("Right") : _("Left"));
  if (plays)
    {
      phases = kb_phases_of (animation, hitting);
      g_string_append_printf (text, ", %s", kbx_animation_name (animation));
    }
  g_free (fight->phases[f]);
  fight->phases[f] = g_new0 (guint8, fight->length[f]);
  for (guint i = 0; plays && i < fight->length[f]; i++)
    fight->phases[f][i] = (guint8) kb_phase_of_step (animation, hitting, &phases, i);
  for (guint k = KB_PHASE_NONE + 1; k < KB_PHASES; k++)
    if (phases.frames[k])
      {
        g_string_append_printf (text, "%s%s\u00a0%u\u00a0·\u00a0%u\u00a0ms", before, kb_phase_name ((KbPhase) k), phases.frames[k], phases.ms[k]);
        before = ", ";
      }
  gtk_label_set_label (GTK_LABEL (fight->texts[f]), text->str);
  g_string_free (text, TRUE);
}

static void
show_rules (Fight *fight, const kbx_bank *bank, const KbHitRules *rules)
{
  char hitting[100], struck[100];
  kb_class_names (bank, rules->hitting, hitting, sizeof hitting);
  kb_class_names (bank, rules->struck, struck, sizeof struck);
  g_autofree char *text = rules->known ? g_strdup_printf (_("Classes that hit: %s\nHurt: %s"), hitting, struck)
                                       : g_strdup (_("Every class hits every class: none is of the kind hit"));
  gtk_label_set_label (GTK_LABEL (fight->rules), text);
}

static void
make (Fight *fight, const kbx_bank *bank, KbHitRules rules)
{
  show_rules (fight, bank, &rules);
  for (guint f = 0; f < 2; f++)
    {
      fight->length[f] = kb_matrix_length (fight->sides + f);
      find_phases (fight, f, bank, kb_phases_hitting (rules));
    }
  g_clear_pointer (&fight->cells, g_free);
  if (fight->length[0] * (guint64) fight->length[1] > MOST_CELLS)
    return;
  fight->cells = g_new0 (guint8, (gsize) fight->length[0] * fight->length[1] + 1);
  kb_matrix_fill (fight->sides, fight->sides + 1, rules, 0, fight->length[0], fight->cells);
  const double side = cell_size (fight);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (fight->area), (int) (EDGE + fight->length[0] * side + 1));
}

void
kb_play_fight_update (GtkWidget *widget, const KbPlay *play, const kbx_bank *bank)
{
  Fight *fight = g_object_get_data (G_OBJECT (widget), "kb-fight");
  const KbActor *actors[2] = { kb_fight_actor (play, 0), kb_fight_actor (play, 1) };
  gboolean changed = FALSE;
  gtk_widget_set_visible (widget, actors[0] && actors[1]);
  if (!actors[0] || !actors[1])
    return;
  for (guint f = 0; f < 2; f++)
    {
      KbMatrixSide side = kb_matrix_side (actors[f], bank);
      const guint now = kb_actor_shown (actors[f], bank).step;
      changed |= !is_same (&side, fight->sides + f);
      fight->sides[f] = side;
      if (now != fight->now[f])
        gtk_widget_queue_draw (fight->area);
      fight->now[f] = now;
    }
  if (!changed)
    return;
  make (fight, bank, kb_fight_rules (play));
  gtk_widget_queue_draw (fight->area);
}

/* ---- scrubbing ---- */

static guint64
key_bit (const KbPlay *play, const char *name)
{
  const KbPlayKey *keys = kb_play_scene_keys (kb_play_scene_of (play));
  for (guint i = 0; keys[i].name; i++)
    if (strcmp (keys[i].name, name) == 0)
      return G_GUINT64_CONSTANT (1) << i;
  return 0;
}

/* The key that brings a fighter one step nearer, the shorter way round; 0: it is frozen there. */
static guint64
key_towards (const KbPlay *play, const kbx_bank *bank, guint f, guint wanted)
{
  static const char *const names[2][2] = { { "a-next", "a-back" }, { "b-next", "b-back" } };
  const KbActor *actor = kb_fight_actor (play, f);
  const guint n = kb_animation_length (bank, actor->sprite, actor->animation), now = kb_actor_shown (actor, bank).step;
  if (wanted >= n || now >= n || (now == wanted && actor->frozen != KBX_NONE))
    return 0;
  return key_bit (play, names[f][(wanted + n - now) % n > n / 2]);
}

void
kb_play_fight_scrub (KbPlayRun *run, const kbx_bank *bank, guint row, guint column)
{
  KbPlay *play = kb_play_run_play (run);
  if (!play || !kb_fight_actor (play, 0) || !kb_fight_actor (play, 1))
    return;
  for (guint i = 0; i < 2 * MOST_CELLS; i++)
    {
      const guint64 keys = key_towards (play, bank, 0, row) | key_towards (play, bank, 1, column);
      if (!keys)
        return;
      kb_play_run_press (run, keys);
    }
}

/* ---- making it ---- */

static GtkWidget *
add_caption (GtkWidget *box)
{
  GtkWidget *label = gtk_label_new ("");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 20);
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
new_key (void)
{
  GtkWidget *grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (grid), 6);
  for (guint k = 0; k < KB_HIT_KINDS; k++)
    {
      GtkWidget *swatch = gtk_drawing_area_new (), *label = gtk_label_new (_(hit_names[k]));
      gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), 12);
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), 12);
      gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_key, GUINT_TO_POINTER (k), NULL);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_set_hexpand (label, TRUE);
      gtk_widget_add_css_class (label, "caption");
      gtk_grid_attach (GTK_GRID (grid), swatch, (int) (k % 2) * 2, (int) k / 2, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), label, (int) (k % 2) * 2 + 1, (int) k / 2, 1, 1);
    }
  return grid;
}

GtkWidget *
kb_play_fight_new (void (*chosen) (guint row, guint column, gpointer data), gpointer data)
{
  Fight *fight = g_new0 (Fight, 1);
  GtkWidget *heading = gtk_label_new (_("Who hits whom"));
  GtkGesture *click = gtk_gesture_click_new ();
  fight->chosen = chosen;
  fight->data = data;
  fight->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  fight->area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (fight->area), SIDE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (fight->area), draw, fight, NULL);
  gtk_widget_set_has_tooltip (fight->area, TRUE);
  gtk_widget_set_cursor_from_name (fight->area, "pointer");
  kb_name_widget (fight->area, _("Who hits whom: rows are frames of the left fighter, columns of the right one"));
  g_signal_connect (fight->area, "query-tooltip", G_CALLBACK (on_tooltip), fight);
  g_signal_connect (click, "pressed", G_CALLBACK (on_press), fight);
  gtk_widget_add_controller (fight->area, GTK_EVENT_CONTROLLER (click));
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_box_append (GTK_BOX (fight->box), heading);
  gtk_box_append (GTK_BOX (fight->box), fight->area);
  gtk_box_append (GTK_BOX (fight->box), new_key ());
  for (guint f = 0; f < 2; f++)
    fight->texts[f] = add_caption (fight->box);
  fight->rules = add_caption (fight->box);
  gtk_widget_set_visible (fight->box, FALSE);
  gtk_widget_add_css_class (fight->box, "kb-inspector");
  g_object_set_data_full (G_OBJECT (fight->box), "kb-fight", fight, fight_free);
  return fight->box;
}
