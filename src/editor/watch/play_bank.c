/* SPDX-License-Identifier: MIT */
/* Bakes one bank at a time, each from a snapshot. */
#include "editor/watch/play_bank.h"

#include "bake/bake.h"

#include <glib/gi18n.h>

struct KbPlayBaker {
  gatomicrefcount references;   /* held by the owner and by the running task */
  KbPlayBaked baked;            /* NULL once the owner has freed it */
  gpointer data;
  KbDocument *document;         /* borrowed */
  GCancellable *cancellable;
  gboolean running, changed;
  gint64 since;                 /* time of the oldest change that is in no bank yet */
};

void
kb_play_bank_free (KbPlayBank *bank)
{
  for (guint i = 0; i < KB_CAST_KINDS; i++)
    g_hash_table_unref (bank->names[i]);
  g_bytes_unref (bank->bytes);
  g_free (bank);
}

static GHashTable *
names_of (const GPtrArray *assets)
{
  GHashTable *names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  KB_EACH (const KbNode, asset, assets)
    g_hash_table_insert (names, GUINT_TO_POINTER (asset->id),
                         g_strdup (G_STRUCT_MEMBER (
                           const char *, asset, kb_kind_field (asset->kind, "name")->offset)));
  return names;
}

KbPlayBank *
kb_play_bank_new (KbDocument *document, GCancellable *cancellable, GError **error)
{
  kbx_error why;
  const KbProject *project = kb_document_project (document);
  GBytes *bytes = kb_bake_to_play (document, cancellable, error);
  if (!bytes)
    return NULL;
  KbPlayBank *bank = KB_NEW (KbPlayBank, .bytes = bytes);
  bank->names[KB_CAST_SPRITE] = names_of (project->sprites);
  bank->names[KB_CAST_MASK] = names_of (project->masks);
  bank->names[KB_CAST_TRACK] = names_of (project->tracks);
  bank->names[KB_CAST_LEVEL] = names_of (project->levels);
  bank->kinds = (KbPlayKinds) { kb_project_classes_of_kind (project, KB_CLASS_KIND_HIT),
                                kb_project_classes_of_kind (project, KB_CLASS_KIND_HURT),
                                kb_project_classes_of_kind (project, KB_CLASS_KIND_PUSH) };
  if (kbx_bank_open (&bank->bank, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &why)
      == KBX_OK)
    return bank;
  g_set_error (error, KB_ERROR, KB_ERROR_INPUT, "%s: %s", _(kbx_status_text (why.status)),
               _(why.message));
  kb_play_bank_free (bank);
  return NULL;
}

/* ---- in a thread ---- */

static void
unref_baker (KbPlayBaker *baker)
{
  if (!g_atomic_ref_count_dec (&baker->references))
    return;
  g_object_unref (baker->cancellable);
  g_free (baker);
}

static void
bake (GTask *task, gpointer source, gpointer document, GCancellable *cancellable)
{
  GError *error = NULL;
  KbPlayBank *bank = kb_play_bank_new (document, cancellable, &error);
  if (bank)
    g_task_return_pointer (task, bank, (GDestroyNotify) kb_play_bank_free);
  else
    g_task_return_error (task, error);
}

static void start_play_bank (KbPlayBaker *baker);

static void
on_baked (GObject *source, GAsyncResult *result, gpointer data)
{
  KbPlayBaker *baker = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KbPlayBank) bank = g_task_propagate_pointer (G_TASK (result), &error);
  const gint64 since = (gint64) GPOINTER_TO_SIZE (g_object_get_data (G_OBJECT (result), "since"));
  baker->running = FALSE;
  if (baker->changed)
    start_play_bank (baker);
  if (baker->baked)
    baker->baked (g_steal_pointer (&bank), error, (double) (g_get_monotonic_time () - since) / 1000,
                  baker->data);
  unref_baker (baker);
}

static void
start_play_bank (KbPlayBaker *baker)
{
  baker->changed = FALSE;
  if (!baker->document || !baker->baked)
    return;
  g_autoptr (GTask) task = g_task_new (NULL, baker->cancellable, on_baked, baker);
  g_atomic_ref_count_inc (&baker->references);
  baker->running = TRUE;
  g_object_set_data (G_OBJECT (task), "since", GSIZE_TO_POINTER ((gsize) baker->since));
  g_task_set_task_data (task, kb_document_snapshot (baker->document),
                        (GDestroyNotify) kb_document_free);
  g_task_run_in_thread (task, bake);
}

/* ---- for the owner ---- */

KbPlayBaker *
kb_play_baker_new (KbPlayBaked baked, gpointer data)
{
  KbPlayBaker *baker = g_new0 (KbPlayBaker, 1);
  g_atomic_ref_count_init (&baker->references);
  baker->baked = baked;
  baker->data = data;
  baker->cancellable = g_cancellable_new ();
  return baker;
}

void
kb_play_baker_free (KbPlayBaker *baker)
{
  baker->baked = NULL;
  g_cancellable_cancel (baker->cancellable);
  unref_baker (baker);
}

void
kb_play_baker_ask (KbPlayBaker *baker, KbDocument *document)
{
  baker->document = document;
  if (!baker->changed)
    baker->since = g_get_monotonic_time ();
  baker->changed = TRUE;
  if (!baker->running)
    start_play_bank (baker);
}
