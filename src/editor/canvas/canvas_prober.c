/* SPDX-License-Identifier: MIT */
/* Probes the current asset in a bank of the document, baked on the first question. */
#include "editor/canvas/prober.h"
#include "editor/state/editor_state.h"
#include "editor/watch/play_bank.h"
#include "query/query.h"

#include <glib/gi18n.h>

typedef struct {
  KbEditorState *state;        /* borrowed; owns this */
  KbProber *prober;
  KbPlayBaker *baker;
  KbPlayBank *bank;            /* NULL until baked */
  gboolean stale;              /* the document has changed since */
} StateProber;

#define CANVAS_PROBER_KEY "kb-prober"

KbProber *
kb_prober_of (KbEditorState *state)
{
  StateProber *self = g_object_get_data (G_OBJECT (state), CANVAS_PROBER_KEY);
  return self ? self->prober : NULL;
}

/* ---- the subject ---- */

static const char *
canvas_prober_name_of (const KbNode *node)
{
  return G_STRUCT_MEMBER (const char *, node, kb_kind_field (node->kind, "name")->offset);
}

/* The active layer of the level, as a subject. */
static KbProbeSubject
part_of_level (StateProber *self, kbx_handle level, const char **name)
{
  static const struct {
    KbProbeSubject subject;
    kbx_kind kind;
  } parts[] = { { KB_PROBE_MAZE, KBX_MAZE },
                { KB_PROBE_GROUND, KBX_GROUND },
                { KB_PROBE_HEIGHTMAP, KBX_HEIGHTMAP } };
  KbNode *node = kb_editor_state_get_layer (self->state);
  if (!node)
    return KB_PROBE_WALLS;
  *name = canvas_prober_name_of (node);
  kbx_handle tiles = kbx_find (level, KBX_TILES, *name);
  if (tiles.kind != KBX_NOTHING)
    {
      kbx_about info = kbx_info (tiles);
      return info.axis_i.y == 0 && info.axis_j.x == 0 ? KB_PROBE_TILES : KB_PROBE_ISOMETRIC;
    }
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (kbx_find (level, parts[i].kind, *name).kind != KBX_NOTHING)
      return parts[i].subject;
  return KB_PROBE_WALLS;
}

/* FALSE if there is nothing to probe. */
static gboolean
fill_probe (gpointer user, const kbx_bank *bank, KbProbe *probe)
{
  StateProber *self = user;
  KbNode *asset = kb_editor_state_get_asset (self->state);
  if (!asset)
    return FALSE;
  probe->asset = canvas_prober_name_of (asset);
  if (kb_editor_state_get_level (self->state))
    probe->subject =
      part_of_level (self, kbx_bank_find (bank, KBX_LEVEL, probe->asset), &probe->layer);
  else if (kb_editor_state_get_track (self->state))
    probe->subject = KB_PROBE_TRACK;
  else if (kb_editor_state_get_mask (self->state))
    probe->subject = KB_PROBE_MASK;
  else
    {
      int index = kb_editor_state_get_frame_index (self->state);
      kbx_handle sprite = kbx_bank_find (bank, KBX_SPRITE, probe->asset);
      if (index < 0 || !sprite.bank || (uint32_t) index >= kbx_count (sprite, KBX_FRAME))
        return FALSE;
      probe->frame = (guint) index;
      probe->spot = kbx_info (kbx_item (sprite, KBX_FRAME, (uint32_t) index)).hot_spot;
    }
  return TRUE;
}

static const KbView *
view_of (gpointer user)
{
  return &kb_editor_state_get_tools (((StateProber *) user)->state)->view;
}

static KbId
subject_of (gpointer user)
{
  KbNode *asset = kb_editor_state_get_asset (((StateProber *) user)->state);
  return asset ? asset->id : 0;
}

static const KbLevel *
level_of (gpointer user)
{
  return kb_editor_state_get_level (((StateProber *) user)->state);
}

static void
leave (gpointer user, const char *said)
{
  StateProber *self = user;
  if (said)
    kb_editor_state_say (self->state, "%s", said);
  kb_editor_state_grab_canvas (self->state);
}

/* ---- the bank ---- */

static void
on_baked (KbPlayBank *bank, const GError *error, double ms, gpointer data)
{
  StateProber *self = data;
  if (!bank)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        kb_prober_report (self->prober, error->message);
      return;
    }
  kb_query_forget ();
  g_clear_pointer (&self->bank, kb_play_bank_free);
  self->bank = bank;
  kb_prober_ask (self->prober);
}

static void
bake (StateProber *self)
{
  if (!self->stale)
    return;
  self->stale = FALSE;
  kb_play_baker_ask (self->baker, kb_editor_state_get_document (self->state));
}

static const kbx_bank *
bank_of (gpointer user)
{
  StateProber *self = user;
  bake (self);
  return self->bank ? &self->bank->bank : NULL;
}

/* ---- object ---- */

static void
on_canvas_prober_changed (KbEditorState *state, guint flags, StateProber *self)
{
  if (flags & KB_CHANGE_DOCUMENT)
    {
      kb_query_forget ();
      g_clear_pointer (&self->bank, kb_play_bank_free);
      kb_play_baker_free (self->baker);
      self->baker = kb_play_baker_new (on_baked, self);
    }
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE))
    kb_prober_dismiss (self->prober);
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_VALUES | KB_CHANGE_LISTS | KB_CHANGE_STEP))
    self->stale = TRUE;
  if (kb_prober_has_question (self->prober))
    {
      if (flags & (KB_CHANGE_FRAME | KB_CHANGE_SELECTION))
        kb_prober_ask (self->prober);
      bake (self);
    }
}

static void
state_prober_free (gpointer data)
{
  StateProber *self = data;
  kb_play_baker_free (self->baker);
  g_clear_pointer (&self->bank, kb_play_bank_free);
  kb_prober_free (self->prober);
  g_free (self);
}

KbProber *
kb_prober_new_of (KbEditorState *state, GtkWidget *canvas)
{
  static const KbProberPlace place = { view_of, bank_of, fill_probe, subject_of, level_of, leave };
  StateProber *self = g_new0 (StateProber, 1);
  self->state = state;
  self->stale = TRUE;
  self->baker = kb_play_baker_new (on_baked, self);
  self->prober = kb_prober_new (&place, self, canvas);
  g_signal_connect (state, "changed", G_CALLBACK (on_canvas_prober_changed), self);
  g_object_set_data_full (G_OBJECT (state), CANVAS_PROBER_KEY, self, state_prober_free);
  return self->prober;
}
