/* SPDX-License-Identifier: MIT */
/* Asks at each motion of the pointer, draws the answer, and shows it on a card. */
#include "editor/canvas/prober.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "drawing/levels/level_marks.h"
#include "drawing/scene/marks.h"
#include "editor/widgets/widgets.h"

struct KbProber {
  const KbProberPlace *place;
  gpointer user;               /* for the functions */
  GtkWidget *canvas;           /* borrowed */
  GtkWidget *card, *text, *question;   /* the overlay owns the card */
  gboolean held, dragging;     /* its key is held; a drag may last longer */
  /* The answer to a drag stays until its key is released or the next drag */
  gboolean settled;
  gboolean asks;               /* there is a question */
  KbProbeGesture gesture;
  KbVec from, to;              /* in pixels of the picture */
  KbId subject;                /* the subject of the question */
  KbProbeAnswer answer;
};

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

static void
show_prober (KbProber *self, const char *text, const char *question)
{
  gtk_label_set_text (GTK_LABEL (self->text), text);
  gtk_label_set_text (GTK_LABEL (self->question), question);
  gtk_widget_set_visible (self->card, TRUE);
  gtk_widget_queue_draw (self->canvas);
}

void
kb_prober_ask (KbProber *self)
{
  const kbx_bank *bank = self->asks ? self->place->bank (self->user) : NULL;
  KbProbe probe = { .gesture = self->gesture,
                    .from = { (float) self->from.x, (float) self->from.y },
                    .to = { (float) self->to.x, (float) self->to.y } };
  if (!self->asks)
    return;
  kb_probe_answer_clear (&self->answer);
  if (!bank)
    {
      show_prober (self, _("Getting ready…"), "");
      return;
    }
  if (!self->place->fill (self->user, bank, &probe))
    {
      show_prober (self, _("Nothing to probe here"), "");
      return;
    }
  kb_probe_ask (bank, &probe, &self->answer);
  self->subject = self->place->subject (self->user);
  show_prober (self, self->answer.text, self->answer.question);
}

void
kb_prober_report (KbProber *self, const char *problem)
{
  if (self->asks)
    show_prober (self, problem, "");
}

/* ---- the pointer ---- */

static KbVec
in_picture (KbProber *self, KbVec at)
{
  return kb_view_to_picture (self->place->view (self->user), at);
}

void
kb_prober_hold (KbProber *self, gboolean held, const KbVec *pointer)
{
  if (self->held == held)
    return;
  self->held = held;
  self->settled = self->dragging = FALSE;
  if (held && pointer)
    kb_prober_motion (self, *pointer);
}

void
kb_prober_press (KbProber *self, KbVec at, gboolean circle)
{
  self->from = self->to = in_picture (self, at);
  self->dragging = TRUE;
  self->settled = FALSE;
  self->gesture = circle ? KB_PROBE_CIRCLE : KB_PROBE_MOVE;
}

/* A drag without motion is a point. */
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
  kb_prober_ask (self);
}

void
kb_prober_release (KbProber *self)
{
  self->dragging = FALSE;
  self->settled = TRUE;
}

gboolean
kb_prober_is_dragging (const KbProber *self)
{
  return self->dragging;
}

gboolean
kb_prober_has_question (const KbProber *self)
{
  return self->asks;
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

/* Two positions for each line; consecutive lines are joined. */
static void
stroke_lines (cairo_t *cr, const KbView *view, const GArray *lines, const KbStyle *style,
              guint32 colour, KbMark mark)
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

/* Fills the level's area at the point. */
static void
draw_area (KbProber *self, cairo_t *cr, const KbView *view, const KbStyle *style)
{
  const KbLevel *level = self->answer.area ? self->place->level (self->user) : NULL;
  if (level)
    KB_EACH (const KbArea, area, level->areas)
      if (g_strcmp0 (area->name, self->answer.area) == 0)
        {
          kb_draw_area (cr, view, style, area, style->guide, KB_MARK_SELECTED);
          return;
        }
}

/* Draws the point of contact, or the point below, with its normal. */
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
      path_arrow (
        cr, at,
        (KbVec) { at.x + 28 * (double) answer->normal.x, at.y + 28 * (double) answer->normal.y });
      kb_stroke_marked (cr, view, style, style->point, KB_MARK_PLAIN);
    }
}

void
kb_prober_draw (KbProber *self, cairo_t *cr, const KbStyle *style)
{
  const KbView *view = self->place->view (self->user);
  if (!self->asks || !self->answer.text || self->place->subject (self->user) != self->subject)
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
  gdk_clipboard_set_text (gtk_widget_get_clipboard (self->card),
                          gtk_label_get_text (GTK_LABEL (self->question)));
  self->place->leave (self->user, _("Copied: a line for kickbox query"));
}

static void
on_close (GtkButton *button, KbProber *self)
{
  kb_prober_dismiss (self);
  self->place->leave (self->user, NULL);
}

static GtkWidget *
add_button (KbProber *self, const char *icon, const char *name, GCallback clicked)
{
  GtkWidget *button = kb_icon_button_new (icon, name, clicked, self);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_box_append (GTK_BOX (self->card), button);
  return button;
}

static GtkWidget *
add_prober_line (GtkWidget *lines, const char *name, const char *css)
{
  GtkWidget *label = kb_label_new (NULL, NULL);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 90);
  if (css)
    gtk_widget_add_css_class (label, css);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, name,
                                  -1);
  gtk_box_append (GTK_BOX (lines), label);
  return label;
}

static void
make_card (KbProber *self)
{
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  self->card = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->text = add_prober_line (lines, _("Answer of the probe"), NULL);
  self->question = add_prober_line (lines, _("Question of the probe"), "kb-probe-question");
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_box_append (GTK_BOX (self->card), lines);
  add_button (self, "edit-copy-symbolic", _("Copy the question for kickbox query"),
              G_CALLBACK (on_copy));
  add_button (self, "window-close-symbolic", _("Close the probe"), G_CALLBACK (on_close));
  gtk_widget_add_css_class (self->card, "kb-probe");
  gtk_widget_set_halign (self->card, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->card, GTK_ALIGN_END);
  gtk_widget_set_visible (self->card, FALSE);
}

KbProber *
kb_prober_new (const KbProberPlace *place, gpointer user, GtkWidget *canvas)
{
  KbProber *self = g_new0 (KbProber, 1);
  self->place = place;
  self->user = user;
  self->canvas = canvas;
  make_card (self);
  g_object_ref_sink (self->card);
  return self;
}

void
kb_prober_free (KbProber *self)
{
  kb_probe_answer_clear (&self->answer);
  g_object_unref (self->card);
  g_free (self);
}
