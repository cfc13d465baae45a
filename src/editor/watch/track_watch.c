/* SPDX-License-Identifier: MIT */
/* Keeps the computed data of the current track up to date. */
#include "editor/watch/track_watch.h"

#include <glib/gi18n.h>

#include "drawing/levels/layers.h"
#include "drawing/surfaces.h"
#include "drawing/tracks/track_picture.h"
#include "tools/paint/stroke.h"

#define AT_ONCE (2u << 20)   /* pixels: larger tracks are computed in a thread */

struct KbTrackWatch {
  KbEditorState *state;      /* borrowed: freed with the window */
  KbTrackWanted wanted;
  gpointer data;

  KbLiveTrack *live;
  KbTrackLook look;          /* in the last redraw */
  KbBandLook bands[KB_MAX_BAND_LOOKS];
  guint64 stamp;             /* changes with the pixels that it shows */
  KbClearanceBox touched;    /* bounds of their changes since the last redraw */
  KbDocument *document;      /* listened to, may be NULL */
  guint listener;
  KbId track;                /* the track of `live`, also while it is being computed */
  gboolean computing, cancelled;
  gboolean edited;           /* since the last update of `live` */
  guint stroke;              /* serial of the stroke in `live`; 0: none */
  KbClearanceBox stroke_box; /* bounds of all that the stroke has painted */
};

KbTrackWatch *
kb_track_watch_of (KbEditorState *state)
{
  return g_object_get_data (G_OBJECT (state), "kb-track-watch");
}

static KbTrack *
track_of (const KbTrackWatch *self)
{
  return kb_editor_state_get_track (self->state);
}

/* ---- following ---- */

static void
clear_live (KbTrackWatch *self)
{
  g_clear_pointer (&self->live, kb_live_track_free);
  self->stamp++;
  self->stroke = 0;
  self->edited = FALSE;
}

static void
start_computing (KbTrackWatch *self, const KbTrack *track)
{
  clear_live (self);
  self->track = track->node.id;
  if ((guint64) track->width * (guint64) track->height > AT_ONCE)
    {
      if (!self->computing)
        self->wanted (self->data);
      self->computing = TRUE;
      return;
    }
  g_auto (KbTrackForm) form = kb_track_form (track);
  g_autoptr (GError) error = NULL;
  self->live = kb_live_track_new (&form, NULL, &error);
  if (error)
    kb_editor_state_take_error (self->state, g_steal_pointer (&error));
}

static KbClearanceBox
union_of (KbClearanceBox a, KbClearanceBox b)
{
  gint x = MIN (a.x, b.x), y = MIN (a.y, b.y);
  if (!a.width || !b.width)
    return a.width ? a : b;
  return (KbClearanceBox) { x, y, MAX (a.x + a.width, b.x + b.width) - x,
                           MAX (a.y + a.height, b.y + b.height) - y };
}

/* Pixels of the track within the box changed. */
static void
touch (KbTrackWatch *self, KbClearanceBox box)
{
  self->touched = union_of (self->touched, box);
}

static void
follow (KbTrackWatch *self, const KbTrack *track)
{
  g_auto (KbTrackForm) form = kb_track_form (track);
  KbTrackChange change;
  gboolean fits = kb_live_track_follow (self->live, &form, &change);
  self->edited = FALSE;
  self->stroke = 0;
  if (fits)
    touch (self, union_of (change.surfaces, change.clearance));
  else
    start_computing (self, track);
}

/* A tool that redraws its figure at each motion starts a new stroke: first reverts the previous
 * figure. */
static void
follow_stroke (KbTrackWatch *self, KbToolContext *tools)
{
  KbBox box = { 0 };
  gboolean wrote = kb_stroke_take_dirty (tools, &box),
           anew = self->stroke && self->stroke != tools->painting.serial;
  KbClearanceBox dirty = { box.x, box.y, box.w, box.h },
                 before = self->stroke ? self->stroke_box : (KbClearanceBox) { 0 };
  if (!wrote && !anew)
    return;
  self->stroke = tools->painting.serial;
  self->stroke_box = anew ? dirty : union_of (before, dirty);
  dirty = anew ? union_of (before, dirty) : dirty;
  if (kb_editor_state_get_band (self->state))
    touch (self, dirty);
  else if (dirty.width)
    {
      KbTrackChange change =
        kb_live_track_stroke (self->live, tools->painting.stroke, dirty.x, dirty.y,
                              (guint) dirty.width, (guint) dirty.height);
      touch (self, union_of (change.surfaces, change.clearance));
    }
}

static void
update (KbTrackWatch *self)
{
  const KbTrack *track = track_of (self);
  KbToolContext *tools = kb_editor_state_get_tools (self->state);
  if (!track)
    {
      clear_live (self);
      self->track = 0;
      return;
    }
  if (track->node.id != self->track)
    {
      self->cancelled = FALSE;
      start_computing (self, track);
    }
  if (!self->live)
    return;
  if (self->stroke && !tools->painting.stroke)
    touch (self, self->stroke_box);
  if (self->edited || (self->stroke && !tools->painting.stroke))
    follow (self, track);
  if (self->live && tools->painting.stroke)
    follow_stroke (self, tools);
}

/* The live track does not include bands painted by hand. */
static void
on_track_watch_event (KbDocument *document, const KbEvent *event, gpointer data)
{
  KbTrackWatch *self = data;
  KbClearanceBox box = { 0, 0, KB_MAX_ZONES_SIDE, KB_MAX_ZONES_SIDE };
  guint width, height;
  if (event->type == KB_EVENT_STEP)
    return;
  self->edited = TRUE;
  if (event->type != KB_EVENT_PAINT)
    return;
  if (event->patch)
    {
      kb_zones_patch_box (event->patch, &box.x, &box.y, &width, &height);
      box.width = (gint) width;
      box.height = (gint) height;
    }
  touch (self, box);
}

static void
on_track_watch_changed (KbEditorState *state, guint flags, KbTrackWatch *self)
{
  KbDocument *document = kb_editor_state_get_document (state);
  if (flags & KB_CHANGE_DOCUMENT && document != self->document)
    {
      /* The old document is freed, and its listeners with it. */
      clear_live (self);
      self->track = 0;
      self->document = document;
      if (document)
        self->listener = kb_document_listen (document, on_track_watch_event, self);
    }
  if (flags & (KB_CHANGE_DOCUMENT | KB_CHANGE_SPRITE | KB_CHANGE_VALUES | KB_CHANGE_LISTS))
    update (self);
}

/* ---- queries ---- */

/* The current track, or NULL if no track is shown or it is still being computed. */
static const KbLiveTrack *
live_track (KbTrackWatch *self)
{
  update (self);
  return self->live;
}

gboolean
kb_track_watch_was_cancelled (const KbTrackWatch *self)
{
  return self->cancelled && !self->live;
}

void
kb_track_watch_compute (KbTrackWatch *self)
{
  const KbTrack *track = track_of (self);
  self->cancelled = FALSE;
  if (track && !self->live && !self->computing)
    start_computing (self, track);
}

/* Then the edits made meanwhile are followed. */
void
kb_track_watch_take (KbTrackWatch *self, KbId track, KbLiveTrack *live)
{
  const KbTrack *shown = track_of (self);
  self->computing = FALSE;
  if (shown && shown->node.id == track && self->track == track)
    {
      kb_live_track_free (self->live);
      self->live = live;
      self->edited = live != NULL;
      self->cancelled = !live;
    }
  else
    {
      kb_live_track_free (live);
      self->track = 0;
    }
  kb_editor_state_touch (self->state, KB_CHANGE_VALUES);
}

gboolean
kb_track_watch_shows_band (const KbTrackWatch *self, KbId band)
{
  return !kb_id_in_set (band, kb_editor_state_get_tools (self->state)->hidden);
}

void
kb_track_watch_show_band (KbTrackWatch *self, KbId band, gboolean shown)
{
  if (kb_tool_context_mark (kb_editor_state_get_tools (self->state), band, KB_TOOL_HIDDEN, !shown))
    kb_editor_state_touch (self->state, KB_CHANGE_VIEW | KB_CHANGE_VALUES);
}

guint64
kb_track_watch_differs (KbTrackWatch *self, const KbBand *band)
{
  const KbZones *by_hand = band->pixels.zones;
  KbBandForm form = { band->radius, by_hand, NULL };
  guint8 flags[KB_ZONES_TILE * KB_ZONES_TILE];
  guint64 differ = 0;
  update (self);
  for (guint i = 0;
       by_hand && self->live && i < kb_zones_columns (by_hand) * kb_zones_rows (by_hand); i++)
    if (kb_zones_tile_value (by_hand, i) != 0)
      {
        gint x = (gint) (i % kb_zones_columns (by_hand)) * KB_ZONES_TILE,
             y = (gint) (i / kb_zones_columns (by_hand)) * KB_ZONES_TILE;
        KbClearanceBox box = { x, y,
                               MIN (KB_ZONES_TILE, (gint) kb_live_track_width (self->live) - x),
                               MIN (KB_ZONES_TILE, (gint) kb_live_track_height (self->live) - y) };
        kb_live_track_band (self->live, &form, &box, flags, KB_ZONES_TILE);
        for (gint row = 0; row < box.height; row++)
          for (gint column = 0; column < box.width; column++)
            {
              guint8 flag = flags[row * KB_ZONES_TILE + column];
              differ += flag == KB_BAND_IN || flag == KB_BAND_COMPUTED;
            }
      }
  return differ;
}

char *
kb_track_watch_describe (KbTrackWatch *self, gint x, gint y)
{
  const KbTrack *track = track_of (self);
  const KbLiveTrack *live = live_track (self);
  gint clearance, most = live && track ? MIN ((gint) kb_live_track_most (live), track->cut_off)
                                           * KB_CLEARANCE_UNITS
                                       : 0;
  if (!track || !live || !kb_live_track_clearance_at (live, x, y, &clearance))
    return g_strdup ("");
  guint8 value = kb_live_track_surface_at (live, x, y);
  const KbZone *zone = kb_zones_find (track->surfaces, value);
  const char *name = zone ? zone->name : value ? _("no surface") : _("nothing");
  if (clearance >= most || clearance <= -most)
    return g_strdup_printf (clearance > 0 ? _("%s · clearance above %d")
                                          : _("%s · clearance below −%d"),
                            name, most / KB_CLEARANCE_UNITS);
  return g_strdup_printf (clearance < 0 ? _("%s · clearance −%.1f") : _("%s · clearance %.1f"),
                          name, ABS (clearance) / (double) KB_CLEARANCE_UNITS);
}

/* ---- drawing ---- */

gboolean
kb_track_watch_fill (KbTrackWatch *self, KbPainting *painting)
{
  const KbLiveTrack *live = live_track (self);
  const KbTrack *track = track_of (self);
  const KbToolContext *tools = kb_editor_state_get_tools (self->state);
  const KbBand *painted = kb_editor_state_get_band (self->state);
  KbTrackLook *look = &self->look;
  guint64 hash = kb_hash_value (KB_HASH_START, live);
  if (!live)
    return FALSE;
  *look = (KbTrackLook) { .live = live, .opacity = painting->opacity, .bands = self->bands };
  memcpy (look->colours, painting->colours, sizeof look->colours);
  KB_EACH_WHILE (band_at < KB_MAX_BAND_LOOKS, const KbBand, band, track->bands)
    {
      const KbZonesPainter *painter = band == painted ? tools->painting.stroke : NULL;
      if (!kb_track_watch_shows_band (self, band->node.id) && band != painted)
        continue;
      self->bands[look->n_bands++] =
        (KbBandLook) { { band->radius, band->pixels.zones, painter }, band->colour };
      hash = kb_hash_value (kb_hash_value (kb_hash_value (hash, band->node.id), band->radius),
                            band->colour);
    }
  painting->track = look;
  if (self->touched.width)
    {
      painting->before = kb_hash_value (hash, self->stamp);
      painting->x = self->touched.x;
      painting->y = self->touched.y;
      painting->width = (guint) self->touched.width;
      painting->height = (guint) self->touched.height;
      self->stamp++;
    }
  self->touched = (KbClearanceBox) { 0 };
  painting->stamp = kb_hash_value (hash, self->stamp);
  return TRUE;
}

/* ---- object ---- */

KbTrackWatch *
kb_track_watch_new (KbEditorState *state, KbTrackWanted wanted, gpointer data)
{
  KbTrackWatch *self = KB_NEW (KbTrackWatch, .state = state, .wanted = wanted, .data = data);
  g_object_set_data (G_OBJECT (state), "kb-track-watch", self);
  g_signal_connect (state, "changed", G_CALLBACK (on_track_watch_changed), self);
  return self;
}

void
kb_track_watch_free (KbTrackWatch *self)
{
  if (!self)
    return;
  g_signal_handlers_disconnect_by_data (self->state, self);
  g_object_set_data (G_OBJECT (self->state), "kb-track-watch", NULL);
  if (self->document && self->document == kb_editor_state_get_document (self->state))
    kb_document_unlisten (self->document, self->listener);
  clear_live (self);
  g_free (self);
}
