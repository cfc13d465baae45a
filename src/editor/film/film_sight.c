/* SPDX-License-Identifier: MIT */
/* Scrolling the filmstrip. A list view knows the places of new items only after its next layout; what is asked of it
 * before is tried again then. */
#include "editor/film/film_sight.h"

#define LAYOUTS 2   /* the tick before the layout, and the one after it */

typedef struct {
  guint position, layouts, tick;
} Sight;

static void
scroll (GtkWidget *list, guint position)
{
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}

static gboolean
on_tick (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  Sight *sight = data;
  if (++sight->layouts < LAYOUTS)
    return G_SOURCE_CONTINUE;
  sight->tick = 0;
  scroll (list, sight->position);
  return G_SOURCE_REMOVE;
}

void
kb_film_show_item (GtkWidget *list, guint position)
{
  Sight *sight = g_object_get_data (G_OBJECT (list), "kb-sight");
  if (!sight)
    {
      sight = g_new0 (Sight, 1);
      g_object_set_data_full (G_OBJECT (list), "kb-sight", sight, g_free);
    }
  sight->position = position;
  sight->layouts = 0;
  scroll (list, position);
  if (!sight->tick)
    sight->tick = gtk_widget_add_tick_callback (list, on_tick, sight, NULL);
}
