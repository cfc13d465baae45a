/* SPDX-License-Identifier: MIT */
/* Binds tables of fields and functions to files of widgets. */
#include "editor/widgets/template.h"

#include "editor/state/settings.h"

/* ---- a scope whose functions get any struct, where GTK's gives them a GObject ---- */

#define KB_TYPE_TEMPLATE_SCOPE (kb_template_scope_get_type ())
G_DECLARE_FINAL_TYPE (KbTemplateScope, kb_template_scope, KB, TEMPLATE_SCOPE, GtkBuilderCScope)

struct _KbTemplateScope
{
  GtkBuilderCScope parent_instance;

  const KbTemplateCall *calls;
  gpointer self;
};

static GClosure *
create_closure (GtkBuilderScope *scope, GtkBuilder *builder, const char *name,
                GtkBuilderClosureFlags flags, GObject *object, GError **error)
{
  KbTemplateScope *self = KB_TEMPLATE_SCOPE (scope);
  const KbTemplateCall *call = self->calls;
  while (!g_str_equal (call->name, name))
    call++;
  return g_cclosure_new (call->callback, self->self, NULL);
}

static void
kb_template_scope_implement (GtkBuilderScopeInterface *interface)
{
  interface->create_closure = create_closure;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (KbTemplateScope, kb_template_scope, GTK_TYPE_BUILDER_CSCOPE,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDER_SCOPE,
                                                      kb_template_scope_implement))

static void
kb_template_scope_class_init (KbTemplateScopeClass *klass)
{
}

static void
kb_template_scope_init (KbTemplateScope *self)
{
}

/* ---- building ---- */

static char *
path_of (const char *name)
{
  return g_strconcat (KB_RESOURCE_PATH "/", name, ".ui", NULL);
}

void
kb_template_bind (GtkWidgetClass *class, const char *name, const KbTemplateChild *children,
                  const KbTemplateCall *calls)
{
  g_autofree char *path = path_of (name);
  gtk_widget_class_set_template_from_resource (class, path);
  for (; children->id; children++)
    gtk_widget_class_bind_template_child_full (class, children->id, FALSE, children->offset);
  for (; calls && calls->name; calls++)
    gtk_widget_class_bind_template_callback_full (class, calls->name, calls->callback);
}

GtkWidget *
kb_template_build (const char *name, gpointer self, const KbTemplateChild *children,
                   const KbTemplateCall *calls)
{
  g_autofree char *path = path_of (name);
  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  g_autoptr (KbTemplateScope) scope = g_object_new (KB_TYPE_TEMPLATE_SCOPE, NULL);
  g_autoptr (GError) error = NULL;
  scope->calls = calls;
  scope->self = self;
  gtk_builder_set_scope (builder, GTK_BUILDER_SCOPE (scope));
  if (!gtk_builder_add_from_resource (builder, path, &error))
    g_error ("%s", error->message);
  for (; children->id; children++)
    G_STRUCT_MEMBER (gpointer, self, children->offset) =
      gtk_builder_get_object (builder, children->id);
  GObject *root = g_object_ref (gtk_builder_get_object (builder, "root"));
  g_object_force_floating (root);
  return GTK_WIDGET (root);
}
