/* SPDX-License-Identifier: MIT */
/* A small square that shows a colour. */
#include "editor/widgets/widgets.h"

#define SWATCH_SIDE 14

struct _KbSwatch
{
  GtkWidget parent_instance;
  guint32 colour;
};

G_DEFINE_FINAL_TYPE (KbSwatch, kb_swatch, GTK_TYPE_WIDGET)

static void
kb_swatch_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                   int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = SWATCH_SIDE;
}

static void
kb_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  guint32 colour = KB_SWATCH (widget)->colour;
  float x = (float) (gtk_widget_get_width (widget) - SWATCH_SIDE) / 2,
        y = (float) (gtk_widget_get_height (widget) - SWATCH_SIDE) / 2;
  GskRoundedRect shape;
  GdkRGBA fill = { (float) (colour >> 24) / 255, (float) ((colour >> 16) & 255) / 255,
                   (float) ((colour >> 8) & 255) / 255, (float) (colour & 255) / 255 };
  GdkRGBA edge;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &edge);
  edge.alpha *= 0.25f;
  gsk_rounded_rect_init_from_rect (&shape, &GRAPHENE_RECT_INIT (x, y, SWATCH_SIDE, SWATCH_SIDE), 4);
  gtk_snapshot_push_rounded_clip (snapshot, &shape);
  /* Behind transparent colours, the same squares as behind pictures. */
  for (int i = 0; i < 4 && fill.alpha < 1; i++)
    {
      float tone = (i + i / 2) % 2 ? 0.62f : 0.9f;
      gtk_snapshot_append_color (snapshot, &(GdkRGBA){ tone, tone, tone, 1 },
                                 &GRAPHENE_RECT_INIT (x + (float) (i % 2) * SWATCH_SIDE / 2,
                                                      y + (float) (i / 2) * SWATCH_SIDE / 2,
                                                      SWATCH_SIDE / 2, SWATCH_SIDE / 2));
    }
  gtk_snapshot_append_color (snapshot, &fill, &shape.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &shape, (const float[4]) { 1, 1, 1, 1 },
                              (const GdkRGBA[4]) { edge, edge, edge, edge });
}

void
kb_swatch_set_colour (KbSwatch *self, guint32 colour)
{
  if (self->colour == colour)
    return;
  self->colour = colour;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
kb_swatch_class_init (KbSwatchClass *klass)
{
  GTK_WIDGET_CLASS (klass)->measure = kb_swatch_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = kb_swatch_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
kb_swatch_init (KbSwatch *self)
{
}

GtkWidget *
kb_swatch_new (guint32 colour)
{
  KbSwatch *self = g_object_new (KB_TYPE_SWATCH, "valign", GTK_ALIGN_CENTER, NULL);
  self->colour = colour;
  return GTK_WIDGET (self);
}
