/* SPDX-License-Identifier: MIT */
/* WebP, animated or not, by the decoder of libwebp. Its frames are the canvas as it is shown. */
#include "interchange/importers.h"
#include "interchange/layers/layered.h"

#include <glib/gi18n.h>
#include <string.h>

#if KB_HAVE_WEBP
#include <webp/demux.h>

#define WEBP_NO_DELAY 100     /* ms, as for GIF */

static gboolean
fail_webp_damaged (const char *path, GError **error)
{
  return kb_import_fail (error, path, _("the WebP is cut off or damaged"));
}

static gboolean
read_frames (KbAnimated *animated, WebPAnimDecoder *decoder, GError **error)
{
  int end, start = 0;
  guint8 *rgba;
  g_autoptr (KbPicture) picture =
    kb_picture_new (animated->canvas->width, animated->canvas->height);
  while (picture && WebPAnimDecoderHasMoreFrames (decoder))
    {
      if (!WebPAnimDecoderGetNext (decoder, &rgba, &end))
        return fail_webp_damaged (animated->path, error);
      memcpy (picture->rgba, rgba, (gsize) 4 * picture->width * picture->height);
      if (!kb_animated_show (animated, picture, 0, 0, FALSE, KB_AFTER_LEAVE,
                             end > start ? end - start : WEBP_NO_DELAY, error))
        return FALSE;
      start = end;
    }
  return animated->layered->frames->len || fail_webp_damaged (animated->path, error);
}

/* Nothing is unpacked before all sizes are known to be allowed. */
static gboolean
read_webp (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
           GError **error)
{
  const WebPData bytes = { (const guint8 *) data, size };
  g_auto (KbAnimated) animated = { .path = import->files[0] };
  WebPDemuxer *file = WebPDemux (&bytes);
  if (!file)
    return fail_webp_damaged (animated.path, error);
  const guint width = WebPDemuxGetI (file, WEBP_FF_CANVAS_WIDTH),
              height = WebPDemuxGetI (file, WEBP_FF_CANVAS_HEIGHT),
              n = WebPDemuxGetI (file, WEBP_FF_FRAME_COUNT),
              plays = WebPDemuxGetI (file, WEBP_FF_LOOP_COUNT),
              flags = WebPDemuxGetI (file, WEBP_FF_FORMAT_FLAGS);
  WebPDemuxDelete (file);
  kb_import_lose (import, _("colour profiles"), (flags & ICCP_FLAG) != 0);
  if (!kb_animated_begin (&animated, width, height, n, error))
    return FALSE;
  WebPAnimDecoder *decoder = WebPAnimDecoderNew (&bytes, NULL);
  const gboolean ok = decoder ? read_frames (&animated, decoder, error)
                              : fail_webp_damaged (animated.path, error);
  WebPAnimDecoderDelete (decoder);
  return ok && kb_animated_import (&animated, import, plays, error);
}

#else

static gboolean
read_webp (KbImport *import, const char *data, gsize size, const KbPictureLoader *loader,
           GError **error)
{
  return kb_import_fail (error, import->files[0], _("this Kickbox was built without %s"),
                         "libwebp");
}

#endif

static KbFit
recognise_webp (const KbImportHead *head)
{
  return head->size >= 12 && memcmp (head->start, "RIFF", 4) == 0
             && memcmp (head->start + 8, "WEBP", 4) == 0
           ? KB_FIT_SURE
           : KB_FIT_NONE;
}

const KbImporter kb_importer_webp = {
  .name = "webp",
  .label = N_("WebP"),
  .noun = N_("a WebP"),
  .makes = KB_IMPORT_SPRITE,
  .patterns = (const char *const[]) { "*.webp", NULL },
  .mime_types = (const char *const[]) { "image/webp", NULL },
  .options = (const char *const[]) { "ranges", "hot_spot", "fresh", NULL },
  .max_bytes = 256 << 20,
  .layered = TRUE,
  .recognise = recognise_webp,
  .read_sprite = read_webp,
};
