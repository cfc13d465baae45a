/* SPDX-License-Identifier: MIT */
/* Widget trees from the files in ui/: which of a struct's fields their objects go to, and which
 * functions their signals call. */
#ifndef KB_TEMPLATE_H
#define KB_TEMPLATE_H

#include <gtk/gtk.h>

/* A field that gets the object of the same name; tables end with { NULL }. */
typedef struct {
  const char *id;
  gssize offset;
} KbTemplateChild;

#define KB_CHILD(Type, field) { #field, G_STRUCT_OFFSET (Type, field) }

/* A function that a <signal> names. */
typedef struct {
  const char *name;
  GCallback callback;
} KbTemplateCall;

#define KB_CALL(function) { #function, G_CALLBACK (function) }

/* Sets the class's template: ui/`name`.ui. `calls` may be NULL; they get the widget last. */
void kb_template_bind (GtkWidgetClass *class, const char *name, const KbTemplateChild *children,
                       const KbTemplateCall *calls);

/* Builds the object "root" of ui/`name`.ui, for structs that are no widgets: sets the fields of
 * `self`, which the functions get last. The widget has a floating reference. */
GtkWidget *kb_template_build (const char *name, gpointer self, const KbTemplateChild *children,
                              const KbTemplateCall *calls);

#endif
