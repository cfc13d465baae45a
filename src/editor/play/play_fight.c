/* SPDX-License-Identifier: MIT */
/* A matrix of hits, made again when an animation, a position or the bank changes. */
#include "editor/play/play_parts.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "drawing/style.h"
#include "editor/widgets/template.h"
#include "editor/widgets/widgets.h"
#include "playtest/fight/fight.h"

/* Pixels: numbers, then phases, then cells; the outline of the current cell extends outside
 * them. */
enum {
  NUMBERS = 16,
  EDGE = 25,
  BEYOND = 3,
  LEAST_ROOM = 120,
  MOST_ROOM = 320,
  WIDE_CELL = 28,
  MOST_CELL = 40,
  MOST_CELLS = 4096,
  NUMBER_SIZE = 10
};

static const guint32 phase_colours[KB_PHASES] = { 0x77767bff, 0x62a0eaff, 0xe01b24ff, 0xff7800ff,
                                                  0xf6d32dff };
/* Strikes of the left and right fighter, shapes, pixels. */
static const guint32 hit_colours[KB_HIT_KINDS] = { 0x33d17aff, 0xe01b24ff, 0xf6d32dff, 0xc061cbff };
static const char *const hit_names[KB_HIT_KINDS] = {
  [KB_HIT_A_STRIKES] = N_("Left strikes"),
  [KB_HIT_B_STRIKES] = N_("Right strikes"),
  [KB_HIT_SHAPES] = N_("Shapes"),
  [KB_HIT_PIXELS] = N_("Pixels"),
};

typedef struct {
  void (*chosen) (guint row, guint column, gpointer data);
  gpointer data;
  GtkWidget *box, *area, *what, *key, *classes, *texts[2];
  int room;                            /* available for the matrix, across and down */
  KbMatrixSide sides[2];
  KbHitRules rules;
  guint length[2], now[2];             /* steps of the animations; the current ones */
  guint under[2];                      /* the cell under the pointer, or KBX_NONE without one */
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

/* In whole pixels; in a narrow panel, leaves room for the text next to the matrix. */
static double
cell_size (const Fight *fight)
{
  const guint most = MAX (MAX (fight->length[0], fight->length[1]), 1);
  return CLAMP (floor ((double) (fight->room - EDGE - BEYOND) / most), 2,
                CLAMP (fight->room / 6, WIDE_CELL, MOST_CELL));
}

static void
fill_play_fight (cairo_t *cr, double x, double y, double w, double h, guint32 colour, double alpha)
{
  cairo_rectangle (cr, x, y, w, h);
  kb_set_colour (cr, colour, alpha);
  cairo_fill (cr);
}

/* The upper left half is a strike of the left fighter, the lower right half one of the right
 * fighter. Both are drawn over overlaps. */
static void
draw_play_fight_cell (cairo_t *cr, double x, double y, double side, guint hits)
{
  const double s = side - (side >= 5 ? 1 : 0);
  fill_play_fight (cr, x, y, s, s, 0x808080ff, 0.16);
  if (hits & 1 << KB_HIT_PIXELS)
    fill_play_fight (cr, x, y, s, s, hit_colours[KB_HIT_PIXELS], 1);
  if (hits & 1 << KB_HIT_SHAPES)
    fill_play_fight (cr, x, y, s, s, hit_colours[KB_HIT_SHAPES], 1);
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

/* Numbers as many steps as fit: the first and every n-th. */
static void
draw_numbers (cairo_t *cr, GtkWidget *area, const Fight *fight, guint f, double side)
{
  const guint every = (guint) ceil (2.0 * NUMBER_SIZE / MAX (side, 1));
  GdkRGBA colour;
  gtk_style_context_get_color (gtk_widget_get_style_context (area), &colour);
  gdk_cairo_set_source_rgba (cr, &colour);
  cairo_select_font_face (cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cr, NUMBER_SIZE);
  for (guint i = 0; i < fight->length[f]; i += side >= 2 * NUMBER_SIZE - 4 ? 1 : every)
    {
      cairo_text_extents_t extents;
      char text[12];
      const double middle = EDGE + (i + 0.5) * side;
      g_snprintf (text, sizeof text, "%u", i + 1);
      cairo_text_extents (cr, text, &extents);
      if (f)
        cairo_move_to (cr, middle - extents.x_bearing - extents.width / 2, NUMBERS - 4);
      else
        cairo_move_to (cr, NUMBERS - 3 - extents.x_advance, middle + NUMBER_SIZE * 0.36);
      cairo_show_text (cr, text);
    }
}

static void
outline (cairo_t *cr, const guint *cell, double side, double width)
{
  cairo_rectangle (cr, EDGE + cell[1] * side - 0.5, EDGE + cell[0] * side - 0.5, side, side);
  kb_set_colour (cr, 0x000000ff, 0.7);
  cairo_set_line_width (cr, width + 2);
  cairo_stroke_preserve (cr);
  kb_set_colour (cr, 0xffffffff, 1);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

static gboolean
is_cell (const Fight *fight, const guint *cell)
{
  return fight->cells && cell[0] < fight->length[0] && cell[1] < fight->length[1];
}

/* Draws step numbers and phases along the edges, then the cells. The current cell has a thick
 * outline, the one under the pointer a thin one. */
static void
draw_play_fight (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const Fight *fight = data;
  const double side = cell_size (fight);
  if (!fight->cells)
    return;
  for (guint i = 0; i < fight->length[0]; i++)
    fill_play_fight (cr, NUMBERS, EDGE + i * side, EDGE - NUMBERS - 3, MAX (side - 1, 1),
                     phase_colours[fight->phases[0][i]], 1);
  for (guint j = 0; j < fight->length[1]; j++)
    fill_play_fight (cr, EDGE + j * side, NUMBERS, MAX (side - 1, 1), EDGE - NUMBERS - 3,
                     phase_colours[fight->phases[1][j]], 1);
  for (guint i = 0; i < fight->length[0]; i++)
    for (guint j = 0; j < fight->length[1]; j++)
      draw_play_fight_cell (cr, EDGE + j * side, EDGE + i * side, side,
                            fight->cells[i * fight->length[1] + j]);
  for (guint f = 0; f < 2; f++)
    draw_numbers (cr, GTK_WIDGET (area), fight, f, side);
  if (is_cell (fight, fight->under))
    outline (cr, fight->under, side, 1);
  if (is_cell (fight, fight->now))
    outline (cr, fight->now, side, 2);
}

static void
draw_key (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer kind)
{
  draw_play_fight_cell (cr, 0, 0, MIN (width, height), 1u << GPOINTER_TO_UINT (kind));
}

/* ---- what is under the pointer ---- */

static gboolean
play_fight_cell_at (const Fight *fight, double x, double y, guint *row, guint *column)
{
  const double side = cell_size (fight), i = (y - EDGE) / side, j = (x - EDGE) / side;
  if (!fight->cells || i < 0 || j < 0 || i >= fight->length[0] || j >= fight->length[1])
    return FALSE;
  *row = (guint) i;
  *column = (guint) j;
  return TRUE;
}

/* Describes the cell under the pointer, else the current one. */
static void
show_words (Fight *fight)
{
  const guint *cell = is_cell (fight, fight->under) ? fight->under : fight->now;
  char text[400] = "";
  if (is_cell (fight, cell))
    kb_matrix_report (fight->sides, fight->sides + 1, fight->rules, cell[0], cell[1], text,
                      sizeof text);
  if (!g_str_equal (gtk_label_get_label (GTK_LABEL (fight->what)), text))
    gtk_label_set_label (GTK_LABEL (fight->what), text);
}

static void
on_play_fight_motion (GtkEventController *controller, double x, double y, Fight *fight)
{
  guint cell[2] = { KBX_NONE, KBX_NONE };
  play_fight_cell_at (fight, x, y, cell, cell + 1);
  if (cell[0] == fight->under[0] && cell[1] == fight->under[1])
    return;
  memcpy (fight->under, cell, sizeof cell);
  show_words (fight);
  gtk_widget_queue_draw (fight->area);
}

static void
on_play_fight_leave (GtkEventController *controller, Fight *fight)
{
  on_play_fight_motion (controller, -1, -1, fight);
}

static void
on_play_fight_press (GtkGestureClick *gesture, int n, double x, double y, Fight *fight)
{
  guint row, column;
  if (play_fight_cell_at (fight, x, y, &row, &column))
    fight->chosen (row, column, fight->data);
}

/* ---- making the matrix ---- */

static gboolean
is_same (const KbMatrixSide *a, const KbMatrixSide *b)
{
  return a->bank == b->bank && a->sprite == b->sprite && a->animation == b->animation
         && a->pose.x == b->pose.x && a->pose.y == b->pose.y && a->pose.flip_x == b->pose.flip_x
         && a->pose.flip_y == b->pose.flip_y;
}

/* "Left (rows), punch: start-up 3 · 240 ms, active 1 · 80 ms, recovery 2 · 160 ms"; lines break
 * only after commas. */
static void
find_phases (Fight *fight, guint f, const kbx_bank *bank, kbx_class_set hitting)
{
  const KbMatrixSide *side = fight->sides + f;
  kbx_handle animation =
    kbx_item (kbx_bank_item (bank, KBX_SPRITE, side->sprite), KBX_ANIMATION, side->animation);
  const gboolean plays = side->animation != KBX_NONE;
  const char *before = C_("after a name", ": ");
  KbPhases phases = { 0 };
  g_autoptr (GString) text = g_string_new (f ? _("Right (columns)") : _("Left (rows)"));
  if (plays)
    {
      phases = kb_phases_of (animation, hitting);
      g_string_append_printf (text, ", %s", kbx_name (animation));
    }
  g_free (fight->phases[f]);
  fight->phases[f] = g_new0 (guint8, fight->length[f]);
  for (guint i = 0; plays && i < fight->length[f]; i++)
    fight->phases[f][i] = (guint8) kb_phase_of_step (animation, hitting, &phases, i);
  for (guint k = KB_PHASE_NONE + 1; k < KB_PHASES; k++)
    if (phases.frames[k])
      {
        g_string_append_printf (text, "%s%s\u00a0%u\u00a0·\u00a0%u\u00a0ms", before,
                                _(kb_phase_name ((KbPhase) k)), phases.frames[k], phases.ms[k]);
        before = ", ";
      }
  gtk_label_set_label (GTK_LABEL (fight->texts[f]), text->str);
}

static void
show_play_fight_rules (Fight *fight, const kbx_bank *bank, const KbHitRules *rules)
{
  char hitting[100], struck[100];
  kb_class_names (bank, rules->hitting, hitting, sizeof hitting);
  kb_class_names (bank, rules->struck, struck, sizeof struck);
  g_autofree char *text =
    rules->known ? g_strdup_printf (_("Classes that hit: %s\nHurt: %s"), hitting, struck)
                 : g_strdup (_("Every class hits every class: none is of the kind hit"));
  gtk_label_set_label (GTK_LABEL (fight->classes), text);
}

static void
fit_area (Fight *fight)
{
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (fight->area), fight->room);
  gtk_drawing_area_set_content_height (
    GTK_DRAWING_AREA (fight->area),
    fight->cells ? (int) (EDGE + fight->length[0] * cell_size (fight) + BEYOND) : 0);
}

void
kb_play_fight_set_room (GtkWidget *widget, int width, int height)
{
  Fight *fight = g_object_get_data (G_OBJECT (widget), "kb-fight");
  const int strip = CLAMP (height * 9 / 20, LEAST_ROOM, MOST_ROOM);
  const int room = CLAMP (width * 2 / 5, LEAST_ROOM, strip);
  gtk_widget_set_size_request (widget, -1, strip);
  if (room == fight->room)
    return;
  fight->room = room;
  fit_area (fight);
}

static void
make_fight (Fight *fight, const kbx_bank *bank, KbHitRules rules)
{
  fight->rules = rules;
  show_play_fight_rules (fight, bank, &rules);
  for (guint f = 0; f < 2; f++)
    {
      fight->length[f] = kb_matrix_length (fight->sides + f);
      find_phases (fight, f, bank, kb_phases_hitting (rules));
    }
  g_clear_pointer (&fight->cells, g_free);
  if (fight->length[0] * (guint64) fight->length[1] <= MOST_CELLS)
    {
      fight->cells = g_new0 (guint8, (gsize) fight->length[0] * fight->length[1] + 1);
      kb_matrix_fill (fight->sides, fight->sides + 1, rules, 0, fight->length[0], fight->cells);
    }
  fit_area (fight);
}

void
kb_play_fight_update (GtkWidget *widget, const KbPlay *play, const kbx_bank *bank)
{
  Fight *fight = g_object_get_data (G_OBJECT (widget), "kb-fight");
  const KbActor *actors[2] = { kb_fight_actor (play, 0), kb_fight_actor (play, 1) };
  gboolean changed = FALSE, moved = FALSE;
  gtk_widget_set_visible (widget, actors[0] && actors[1]);
  if (!actors[0] || !actors[1])
    return;
  for (guint f = 0; f < 2; f++)
    {
      KbMatrixSide side = kb_matrix_side (actors[f], bank);
      const guint now = kb_actor_shown (actors[f], bank).step;
      changed |= !is_same (&side, fight->sides + f);
      fight->sides[f] = side;
      moved |= now != fight->now[f];
      fight->now[f] = now;
    }
  if (changed)
    make_fight (fight, bank, kb_fight_rules (play));
  if (!changed && !moved)
    return;
  show_words (fight);
  gtk_widget_queue_draw (fight->area);
}

/* ---- scrubbing ---- */

static guint64
key_bit (const KbPlay *play, const char *name)
{
  const KbPlayKey *keys = kb_play_scene_of (play)->keys;
  for (guint i = 0; keys[i].name; i++)
    if (strcmp (keys[i].name, name) == 0)
      return G_GUINT64_CONSTANT (1) << i;
  return 0;
}

void
kb_play_fight_scrub (KbPlayRun *run, guint row, guint column)
{
  KbPlay *play = kb_play_run_play (run);
  if (!play || !kb_fight_actor (play, 0))
    return;
  kb_fight_hold (play, row, column);
  kb_play_run_add (run, key_bit (play, "hold"), (kbx_vec) { (float) row, (float) column });
}

/* ---- construction ---- */

static void
fill_key (GtkWidget *grid)
{
  for (guint k = 0; k < KB_HIT_KINDS; k++)
    {
      GtkWidget *swatch = gtk_drawing_area_new (),
            *label = kb_label_new (_(hit_names[k]), "caption");
      gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), 12);
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), 12);
      gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_key, GUINT_TO_POINTER (k),
                                      NULL);
      gtk_widget_set_hexpand (label, TRUE);
      gtk_grid_attach (GTK_GRID (grid), swatch, (int) (k % 2) * 2, (int) k / 2, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), label, (int) (k % 2) * 2 + 1, (int) k / 2, 1, 1);
    }
}

static const KbTemplateChild play_fight_children[] = {
  { "root", G_STRUCT_OFFSET (Fight, box) }, { "left", G_STRUCT_OFFSET (Fight, texts[0]) },
  { "right", G_STRUCT_OFFSET (Fight, texts[1]) }, KB_CHILD (Fight, area), KB_CHILD (Fight, what),
  KB_CHILD (Fight, classes), KB_CHILD (Fight, key), { NULL },
};

static const KbTemplateCall play_fight_calls[] = {
  KB_CALL (on_play_fight_motion), KB_CALL (on_play_fight_leave), KB_CALL (on_play_fight_press),
  { NULL },
};

GtkWidget *
kb_play_fight_new (void (*chosen) (guint row, guint column, gpointer data), gpointer data)
{
  Fight *fight = KB_NEW (Fight, .chosen = chosen, .data = data, .room = LEAST_ROOM);
  fight->under[0] = fight->under[1] = KBX_NONE;
  kb_template_build ("play_fight", fight, play_fight_children, play_fight_calls);
  fill_key (fight->key);
  fit_area (fight);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (fight->area), draw_play_fight, fight, NULL);
  gtk_widget_set_cursor_from_name (fight->area, "pointer");
  g_object_set_data_full (G_OBJECT (fight->box), "kb-fight", fight, fight_free);
  return fight->box;
}
