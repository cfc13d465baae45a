/* SPDX-License-Identifier: MIT */
/* Asks as the pointer moves, draws the answer, and has its card. */
#include "editor/play/prober.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "drawing/level_marks.h"
#include "drawing/marks.h"
#include "editor/play/play_bank.h"
#include "editor/widgets/accessible.h"
#include "query/probe.h"
#include "query/query.h"

struct KbProber {
  KbEditorState *state;        /* borrowed; owns this */
  GtkWidget *canvas;           /* borrowed */
  GtkWidget *card, *text, *question;   /* the card is the overlay's */
  KbPlayBaker *baker;
  KbPlayBank *bank;            /* NULL: none yet */
  gboolean stale;              /* the document has changed since */
  gboolean held, dragging;     /* its key; a drag that may outlast it */
  gboolean settled;            /* the answer to a drag stays until the key is let go or drags again */
  gboolean asks;               /* there is a question */
  KbProbeGesture gesture;
  KbVec from, to;              /* picture pixels */
  KbId asset;                  /* that was asked about */
  KbProbeAnswer answer;
};

#define KEY "kb-prober"

KbProber *
kb_prober_of (KbEditorState *state)
{
  return g_object_get_data (G_OBJECT (state), KEY);
}

GtkWidget *
kb_prober_card (KbProber *self)
{
  return self->card;
}

gboolean
kb_prober_is_held (KbProber *self)
{
  return self->held || self->dragging;
}

/* ---- asking ---- */

static const char *
name_of (const KbNode *node)
{
  return G_STRUCT_MEMBER (const char *, node, kb_kind_field (node->kind, "name")->offset);
}

/* What of the level is worked on. */
static KbProbeSubject
part_of_level (KbProber *self, uint32_t level, const char **name)
{
  static const struct {
    KbProbeSubject subject;
    uint32_t (*find) (const kbx_bank *bank, uint32_t level, const char *name);
  } parts[] = { { KB_PROBE_MAZE, kbx_bank_find_maze }, { KB_PROBE_GROUND, kbx_bank_find_ground },
                { KB_PROBE_HEIGHTMAP, kbx_bank_find_heightmap } };
  KbNode *node = kb_editor_state_get_layer (self->state);
  const kbx_bank *bank = &self->bank->bank;
  if (!node)
    return KB_PROBE_WALLS;
  *name = name_of (node);
  uint32_t layer = kbx_bank_find_layer (bank, level, *name);
  if (layer != KBX_NONE)
    {
      kbx_tiles_info info = kbx_tiles_describe (kbx_bank_layer (bank, level, layer));
      return info.axis_i.y == 0 && info.axis_j.x == 0 ? KB_PROBE_TILES : KB_PROBE_ISOMETRIC;
    }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i].find (bank, level, *name) != KBX_NONE)
      return parts[i].subject;
  return KB_PROBE_WALLS;
}

/* FALSE: there is nothing to ask about. */
static gboolean
fill_probe (KbProber *self, KbProbe *probe)
{
  KbNode *asset = kb_editor_state_get_asset (self->state);
  const kbx_bank *bank = &self->bank->bank;
  if (!asset)
    return FALSE;
  *probe = (KbProbe) { .gesture = self->gesture, .asset = name_of (asset), .from = { (float) self->from.x, (float) self->from.y },
                       .to = { (float) self->to.x, (float) self->to.y } };
  if (kb_editor_state_get_level (self->state))
    probe->subject = part_of_level (self, kbx_bank_find_level (bank, probe->asset), &probe->layer);
  else if (kb_editor_state_get_track (self->state))
    probe->subject = KB_PROBE_TRACK;
  else if (kb_editor_state_get_mask (self->state))
    probe->subject = KB_PROBE_MASK;
  else
    {
      int index = kb_editor_state_get_frame_index (self->state);
      kbx_sprite sprite = kbx_bank_find_sprite (bank, probe->asset);
      if (index < 0 || !sprite.bank || (uint32_t) index >= kbx_sprite_frame_count (sprite))
        return FALSE;
      kbx_pose own = kbx_frame_own_pose (kbx_sprite_frame (sprite, (uint32_t) index));
      probe->frame = (guint) index;
      probe->spot = (kbx_point) { own.x, own.y };
    }
  return TRUE;
}

static void
show (KbProber *self, const char *text, const char *question)
{
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_label_set_text (GTK_LABEL (self->question), question);
  gtk_widget_set_visible (self->card, TRUE);
  gtk_widget_queue_draw (self->canvas);
}

static void
ask (KbProber *self)
{
  KbProbe probe;
  if (!self->asks)
    return;
  if (!self->bank)
    {
      show (self, _("Getting ready…"), "");
      return;
    }
  kb_probe_answer_clear (&self->answer);
  if (!fill_probe (self, &probe))
    {
      show (self, _("There is nothing here to ask about"), "");
      return;
    }
  kb_probe_ask (&self->bank->bank, &probe, &self->answer);
  self->asset = kb_editor_state_get_asset (self->state)->id;
  show (self, self->answer.text, self->answer.question);
}

static void
on_baked (KbPlayBank *bank, const GError *error, double ms, gpointer data)
{
  KbProber *self = data;
  if (!bank)
    {
      if (self->asks && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        show (self, error->message, "");
      return;
    }
  kb_query_forget ();
  g_clear_pointer (&self->bank, kb_play_bank_free);
  self->bank = bank;
  ask (self);
}

static void
bake (KbProber *self)
{
  if (!self->stale)
    return;
  self->stale = FALSE;
  kb_play_baker_ask (self->baker, kb_editor_state_get_document (self->state));
}

/* ---- the pointer ---- */

static KbVec
in_picture (KbProber *self, KbVec at)
{
  return kb_view_to_picture (&kb_editor_state_get_tools (self->state)->view, at);
}

void
kb_prober_hold (KbProber *self, gboolean held)
{
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  if (self->held == held)
    return;
  self->held = held;
  self->settled = FALSE;
  if (!held)
    return;
  bake (self);
  if (tools->has_pointer)
    kb_prober_motion (self, tools->pointer);
}

void
kb_prober_press (KbProber *self, KbVec at, gboolean circle)
{
  self->from = self->to = in_picture (self, at);
  self->dragging = TRUE;
  self->settled = FALSE;
  self->gesture = circle ? KB_PROBE_CIRCLE : KB_PROBE_MOVE;
}

/* A drag that goes nowhere is a point. */
void
kb_prober_motion (KbProber *self, KbVec at)
{
  if (self->settled)
    return;
  self->to = in_picture (self, at);
  if (!self->dragging)
    {
      self->from = self->to;
      self->gesture = KB_PROBE_POINT;
    }
  self->asks = TRUE;
  ask (self);
}

void
kb_prober_release (KbProber *self)
{
  self->dragging = FALSE;
  self->settled = TRUE;
}

gboolean
kb_prober_dismiss (KbProber *self)
{
  gboolean had = self->asks;
  self->asks = self->dragging = FALSE;
  gtk_widget_set_visible (self->card, FALSE);
  if (had)
    gtk_widget_queue_draw (self->canvas);
  return had;
}

/* ---- the picture ---- */

static void
path_arrow (cairo_t *cr, KbVec a, KbVec b)
{
  double length = hypot (b.x - a.x, b.y - a.y);
  if (length < 1)
    return;
  KbVec u = { (b.x - a.x) / length * 7, (b.y - a.y) / length * 7 };
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  cairo_move_to (cr, b.x - u.x - u.y * 0.6, b.y - u.y + u.x * 0.6);
  cairo_line_to (cr, b.x, b.y);
  cairo_line_to (cr, b.x - u.x + u.y * 0.6, b.y - u.y - u.x * 0.6);
}

static KbVec
on_canvas (const KbView *view, kbx_vec at)
{
  return kb_view_to_canvas (view, (KbVec) { (double) at.x, (double) at.y });
}

/* Two places each; lines that follow each other are one. */
static void
stroke_lines (cairo_t *cr, const KbView *view, const GArray *lines, const KbStyle *style, guint32 colour, KbMark mark)
{
  for (guint i = 0; lines && i + 1 < lines->len; i += 2)
    {
      const kbx_vec *ends = &g_array_index (lines, kbx_vec, i);
      const KbVec a = on_canvas (view, ends[0]), b = on_canvas (view, ends[1]);
      if (i == 0 || memcmp (&ends[-1], &ends[0], sizeof ends[0]) != 0)
        cairo_move_to (cr, a.x, a.y);
      cairo_line_to (cr, b.x, b.y);
    }
  kb_stroke_marked (cr, view, style, colour, mark);
}

/* The area of the level that the point is in. */
static void
draw_area (KbProber *self, cairo_t *cr, const KbView *view, const KbStyle *style)
{
  const KbLevel *level = kb_editor_state_get_level (self->state);
  for (guint i = 0; level && self->answer.area && i < kb_count (level->areas); i++)
    if (g_strcmp0 (kb_area_at (level, i)->name, self->answer.area) == 0)
      {
        kb_draw_area (cr, view, style, kb_area_at (level, i), style->guide, KB_MARK_SELECTED);
        return;
      }
}

/* Where what moves is stopped, or what is below; and the normal there. */
static void
draw_point (cairo_t *cr, const KbView *view, const KbStyle *style, const KbProbeAnswer *answer)
{
  if (!answer->has_point || (answer->gesture == KB_PROBE_MOVE && !answer->hit))
    return;
  const KbVec at = on_canvas (view, answer->point);
  if (answer->gesture == KB_PROBE_MOVE)
    {
      cairo_arc (cr, at.x, at.y, 5, 0, 2 * G_PI);
      kb_stroke_marked (cr, view, style, style->wrong, KB_MARK_PLAIN);
    }
  if (answer->has_normal)
    {
      path_arrow (cr, at, (KbVec) { at.x + 28 * (double) answer->normal.x, at.y + 28 * (double) answer->normal.y });
      kb_stroke_marked (cr, view, style, style->point, KB_MARK_PLAIN);
    }
}

void
kb_prober_draw (KbProber *self, cairo_t *cr, const KbStyle *style)
{
  const KbView *view = &kb_editor_state_get_tools (self->state)->view;
  KbNode *asset = kb_editor_state_get_asset (self->state);
  if (!self->asks || !self->bank || !asset || asset->id != self->asset)
    return;
  const KbProbeAnswer *answer = &self->answer;
  KbVec from = on_canvas (view, answer->from), to = on_canvas (view, answer->to);
  const guint32 colour = !answer->ok ? style->wrong : answer->hit ? style->guide : style->accent;
  draw_area (self, cr, view, style);
  stroke_lines (cr, view, answer->struck, style, style->guide, KB_MARK_SELECTED);
  if (answer->gesture == KB_PROBE_MOVE)
    path_arrow (cr, from, to);
  else if (answer->gesture == KB_PROBE_POINT)
    cairo_arc (cr, to.x, to.y, 5, 0, 2 * G_PI);
  else if (!answer->asked || answer->asked->len == 0)
    cairo_arc (cr, from.x, from.y, MAX (hypot (to.x - from.x, to.y - from.y), 1), 0, 2 * G_PI);
  kb_stroke_marked (cr, view, style, colour, KB_MARK_PLAIN);
  stroke_lines (cr, view, answer->asked, style, colour, KB_MARK_PLAIN);
  draw_point (cr, view, style, answer);
}

/* ---- the card ---- */

static void
on_copy (GtkButton *button, KbProber *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (self->card), gtk_label_get_text (GTK_LABEL (self->question)));
  kb_editor_state_say (self->state, "%s", _("Copied: a line for kickbox query"));
  kb_editor_state_grab_canvas (self->state);
}

static void
on_close (GtkButton *button, KbProber *self)
{
  kb_prober_dismiss (self);
  kb_editor_state_grab_canvas (self->state);
}

static GtkWidget *
add_button (KbProber *self, const char *icon, const char *name, GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);
  gtk_widget_set_tooltip_text (button, name);
  kb_name_widget (button, name);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_focus_on_click (button, FALSE);
  g_signal_connect (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (self->card), button);
  return button;
}

static GtkWidget *
add_line (GtkWidget *lines, const char *name, const char *css)
{
  GtkWidget *label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 90);
  if (css)
    gtk_widget_add_css_class (label, css);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, name, -1);
  gtk_box_append (GTK_BOX (lines), label);
  return label;
}

static void
make_card (KbProber *self)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->card = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->text = add_line (lines, _("Answer of the probe"), NULL);
  self->question = add_line (lines, _("Question of the probe"), "kb-probe-question");
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (self->card), lines);
  add_button (self, "edit-copy-symbolic", _("Copy the question for kickbox query"), G_CALLBACK (on_copy));
  add_button (self, "window-close-symbolic", _("Close the probe"), G_CALLBACK (on_close));
  gtk_widget_add_css_class (self->card, "kb-probe");
  gtk_widget_set_halign (self->card, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->card, GTK_ALIGN_END);
  gtk_widget_set_visible (self->card, FALSE);
}

static void
on_changed (KbEditorState *state, guint flags, KbProber *self)
{
  if (flags & KB_CHANGE_DOCUMENT)
    {
      kb_query_forget ();
      g_clear_pointer (&self->bank, kb_play_bank_free);
      kb_play_baker_free (self->baker);
      self->baker = kb_play_baker_new (on_baked, self);
    }
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE))
    kb_prober_dismiss (self);
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_VALUES | KB_CHANGE_LISTS | KB_CHANGE_STEP))
    self->stale = TRUE;
  if (self->asks)
    {
      if (flags & (KB_CHANGE_FRAME | KB_CHANGE_SELECTION))
        ask (self);
      bake (self);
    }
}

static void
prober_free (gpointer data)
{
  KbProber *self = data;
  kb_play_baker_free (self->baker);
  g_clear_pointer (&self->bank, kb_play_bank_free);
  kb_probe_answer_clear (&self->answer);
  g_object_unref (self->card);
  g_free (self);
}

KbProber *
kb_prober_new (KbEditorState *state, GtkWidget *canvas)
{
  KbProber *self = g_new0 (KbProber, 1);
  self->state = state;
  self->canvas = canvas;
  self->stale = TRUE;
  self->baker = kb_play_baker_new (on_baked, self);
  make_card (self);
  g_object_ref_sink (self->card);
  g_signal_connect (state, "changed", G_CALLBACK (on_changed), self);
  g_object_set_data_full (G_OBJECT (state), KEY, self, prober_free);
  return self;
}
