/* SPDX-License-Identifier: MIT */
/* Drawings in layers, from the files of paint programs. A reader fills a KbLayered. Common code
 * draws its frames (blend.c, layer_frames.c), and takes layers with agreed names as marks
 * (layer_marks.c). */
#ifndef KB_INTERCHANGE_LAYERS_LAYERED_H
#define KB_INTERCHANGE_LAYERS_LAYERED_H

#include "document/pixels/picture.h"
#include "interchange/formats.h"
#include "interchange/readers/readers.h"
#include "interchange/sheets/mask.h"

/* All pictures of one drawing together, as unpacked, and those of its frames: 4 bytes each. */
#define KB_MAX_LAYERED_PIXELS KB_MAX_PICTURE_PIXELS
#define KB_MAX_LAYERED_WORK ((guint64) 64 * KB_MAX_LAYERED_PIXELS)   /* pixels: some 30 s */
#define KB_MAX_LAYERS 4096
#define KB_MAX_SHOWN_FRAMES 65536
#define KB_MAX_DRAWN_DEPTH 64    /* of files with elements in elements */
#define KB_MAX_CELS (1u << 18)

/* In the order of Aseprite's numbers. */
typedef enum {
  KB_DRAWN_NORMAL,
  KB_DRAWN_MULTIPLY,
  KB_DRAWN_SCREEN,
  KB_DRAWN_OVERLAY,
  KB_DRAWN_DARKEN,
  KB_DRAWN_LIGHTEN,
  KB_DRAWN_DODGE,
  KB_DRAWN_BURN,
  KB_DRAWN_HARD_LIGHT,
  KB_DRAWN_SOFT_LIGHT,
  KB_DRAWN_DIFFERENCE,
  KB_DRAWN_EXCLUSION,
  KB_DRAWN_HUE,
  KB_DRAWN_SATURATION,
  KB_DRAWN_COLOUR,
  KB_DRAWN_LUMINOSITY,
  KB_DRAWN_ADD,
  KB_DRAWN_SUBTRACT,
  KB_DRAWN_DIVIDE,
  KB_N_DRAWN_BLENDS,
  /* Added to one of these: only where the backdrop is, whose alpha stays; and in linear light. */
  KB_DRAWN_ATOP = 32,
  KB_DRAWN_LINEAR = 64,
  /* How a translucent backdrop is mixed, if not as W3C says: as Aseprite does; or as GIMP's modes
   * from before 2.10 do, which are ATOP, too. */
  KB_DRAWN_ASEPRITE = 128,
  KB_DRAWN_OLD = 256
} KbDrawnBlend;

typedef struct {
  char *name;
  gint parent;             /* its group's index, smaller than its own, or -1 */
  gboolean group;
  gboolean isolated;       /* the group is drawn alone first, then blended as one picture */
  gboolean hidden;         /* with everything in it */
  gboolean apart;          /* never part of the picture, such as a reference */
  gboolean text;           /* drawn from a text, after which programs name it: never a mark */
  gboolean clipped;        /* drawn on the next layer below that is not, before that is blended */
  guint8 opacity;
  KbDrawnBlend blend;
  json_t *data;            /* {"data", "properties", "color"} as in Aseprite's JSON, or NULL */
} KbArtLayer;

/* A layer's picture on one frame. That of an isolated group, as large as the drawing, is its mask:
 * the group's alpha is multiplied by that of the mask. */
typedef struct {
  guint layer;
  gint z;                  /* so many layers further up, on this frame */
  KbPicture *picture;      /* NULL: empty, no mask, or packed */
  gint x, y;
  guint8 opacity;
  json_t *data;            /* as of the layer */
  /* Unpacked whenever it is drawn, instead of a picture. Width 0: there is none. */
  struct { guint width, height; KbBytes bytes; gboolean zipped; } packed;
} KbCel;

typedef struct { gint duration; GArray *cels; } KbDrawnFrame;

typedef struct KbLayered {
  gint width, height;
  gboolean drawn;          /* the only cel of each frame is the frame as it is shown */
  gboolean top_first;      /* the order of the layers; groups always come before what is in them */
  GPtrArray *layers;       /* KbArtLayer, else bottom first */
  GPtrArray *frames;       /* KbDrawnFrame, their cels in any order */
  guint64 pixels;          /* of all pictures */
  guint64 max_pixels;      /* KB_MAX_LAYERED_PIXELS unless a reader allows more */
  json_t *tags;            /* as in Aseprite's JSON, or NULL */
  const json_t *slices;    /* the same, borrowed */
  /* Unpacks a cel to a picture of its size, in any thread. NULL: no cel is packed. */
  gboolean (*unpack) (gconstpointer reader, const KbCel *cel, KbPicture *to, GError **error);
  gconstpointer reader;
} KbLayered;

KbLayered *kb_layered_new (gint width, gint height, guint n_frames);
/* The same with one frame, of a size from a file. NULL and an error if that is wrong. */
KbLayered *kb_layered_new_checked (guint32 width, guint32 height, const KbBytes *bytes,
                                   const char *path, GError **error);
void kb_layered_free (KbLayered *layered);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KbLayered, kb_layered_free)
void kb_layered_add_frame (KbLayered *layered, gint duration);
KbArtLayer *kb_layered_add_layer (KbLayered *layered, char *name);
KbArtLayer *kb_layered_layer (const KbLayered *layered, guint index);
KbDrawnFrame *kb_layered_frame (const KbLayered *layered, guint index);
/* The cel of a layer on a frame, made if there is none. */
KbCel *kb_layered_add_cel (KbLayered *layered, guint frame, guint layer);
KbCel *kb_layered_find_cel (const KbLayered *layered, guint frame, guint layer);
/* Of its picture, packed or not. 0: it has none, or is NULL. */
guint64 kb_cel_pixels (const KbCel *cel);
/* Counts a picture against max_pixels. FALSE if there are too many or the size is wrong. */
gboolean kb_layered_count (KbLayered *layered, gint64 width, gint64 height);
/* The same with the picture, or NULL. */
KbPicture *kb_layered_picture (KbLayered *layered, gint64 width, gint64 height);

/* A mask from a paint program: a value for each pixel of a rectangle, and one for all others. */
typedef struct {
  const guint8 *values;
  gint64 x, y, width, height;
  guint8 outside;
} KbDrawnMask;
/* Multiplies the alpha of a picture at (x, y) by the mask. */
void kb_drawn_mask (KbPicture *picture, gint x, gint y, const KbDrawnMask *mask);
/* stacks.c: for drawings in zip files. */

/* Adds a layer to a group, or to none: -1. `name` may be NULL. NULL and an error if there are too
 * many, or groups are too deep. */
KbArtLayer *kb_layered_add_within (KbLayered *layered, const char *name, gint group,
                                     const char *path, GError **error);
/* Gives a cel its picture, which it steals, or NULL, if it is not too large with the others. */
gboolean kb_layered_take (KbLayered *layered, KbCel *cel, KbPicture *picture, const char *place,
                          GError **error);
/* By the name in OpenRaster ("svg:color-dodge") or Krita. An unknown one is reported. */
KbDrawnBlend kb_drawn_blend_find (KbImport *import, const char *name);
/* read_sprite of importers with read_layers. */
gboolean kb_layered_import (KbImport *import, const char *data, gsize size,
                            const KbPictureLoader *loader, GError **error);

/* stack_xml.c: the XML of OpenRaster and Krita. A reader may have more after these. */
typedef struct KbStackFormat KbStackFormat;
typedef struct {
  const KbStackFormat *format;
  KbImport *import;
  const char *path;
  gint group;              /* the layer that is open, or -1 */
  char *place;             /* of the XML file that is read, for messages */
  GHashTable *entries;     /* of the zip file */
  KbLayered *layered;      /* NULL before the image */
} KbStack;
struct KbStackFormat {
  const char *file, *image, *width, *height, *blend;      /* names */
  guint n_frames;          /* to begin with */
  double opaque;           /* the highest opacity */
  KbZipKey find_key;
  /* Reads what else is said of a layer, which has been added. */
  gboolean (*read_layer) (KbStack *stack, KbArtLayer *layer, guint index, const char **names,
                          const char **values, GError **error);
  /* Reads the image, and any other element in it. */
  void (*read_other) (KbStack *stack, const char *element, const char **names,
                      const char **values);
  /* Reads what else there is after the layers, or NULL. */
  gboolean (*read_rest) (KbStack *stack, GError **error);
};
/* Opens the zip file and reads all. What the stack has already stays. NULL and an error. */
KbLayered *kb_stack_read (KbStack *stack, const char *data, gsize size, GError **error);
/* Parses one entry. */
gboolean kb_stack_parse (KbStack *stack, const char *name, const GMarkupParser *parser,
                         GError **error);

/* a * b / 255, rounded, also for negative a. */
static inline gint
kb_mul_255 (gint a, gint b)
{
  const gint t = a * b + 128;
  return ((t >> 8) + t) >> 8;
}

/* blend.c: blends `from` at (x, y) onto `to`, by Aseprite's formulas in whole numbers. */
void kb_drawn_blend (KbPicture *to, const KbPicture *from, gint x, gint y, guint opacity,
                     KbDrawnBlend blend);

/* layer_frames.c: a frame as the paint program shows it. `left_out` says of each layer whether it
 * and what is in it is not drawn; NULL: none. `only`: draws this layer or group alone, even if it
 * is hidden; -1: all. NULL and an error, which names `path`, if a cel is damaged or memory is
 * short. */
KbPicture *kb_layered_draw (const KbLayered *layered, guint frame, const gboolean *left_out,
                            gint only, const char *path, GError **error);
/* Adds frames, each with its picture cut to what is drawn, and the marks of layers. Equal pictures
 * are one. `path` names the pictures and frames. Pictures of cels are freed as they are drawn. */
gboolean kb_layered_add_frames (KbImport *import, const KbLayered *layered, const char *path,
                                GError **error);
/* FALSE and an error: its frames have over KB_MAX_LAYERED_PIXELS together. */
gboolean kb_layered_fail_pixels (const char *path, GError **error);

/* animated.c: pictures that a file shows one after the other on one canvas. */
typedef enum { KB_AFTER_LEAVE, KB_AFTER_CLEAR, KB_AFTER_RESTORE } KbAfterPicture;
typedef struct {
  const char *path;        /* borrowed */
  GPtrArray *messages;     /* borrowed, or NULL: nobody reads them */
  KbLayered *layered;      /* the frames shown so far, or NULL before the size is known */
  KbPicture *canvas;
} KbAnimated;

/* `n`: how many frames the file says it has, which are counted before any is unpacked. */
gboolean kb_animated_begin (KbAnimated *animated, guint width, guint height, guint n,
                            GError **error);
/* Draws a picture at (x, y), blended or replacing, and adds the canvas as a frame. `ms`: how long
 * the file shows it. */
gboolean kb_animated_show (KbAnimated *animated, const KbPicture *picture, gint x, gint y,
                           gboolean blended, KbAfterPicture after, double ms, GError **error);
/* Adds the frames to the import, and one animation if there are several. `plays` 0: for ever. */
gboolean kb_animated_import (const KbAnimated *animated, KbImport *import, guint plays,
                             GError **error);
void kb_animated_clear (KbAnimated *animated);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KbAnimated, kb_animated_clear)

/* gif.c: the first picture of a GIF that is a sheet, in which colour 0 is transparent. */
KbPicture *kb_gif_read_sheet (const char *path, GError **error);
/* named_frames.c: the same for a still drawing. If all its top layers that are no marks have a
 * duration in their names, "run 1 (100ms)", they are the frames of one animation. */
gboolean kb_layered_add_named_frames (KbImport *import, KbLayered *layered, const char *path,
                                      GError **error);

/* layer_marks.c: what a layer's name says. */
typedef enum {
  KB_MARK_NONE,            /* a part of the picture */
  KB_MARK_COMMENT,         /* left out */
  KB_MARK_EVENT,
  KB_MARK_PIVOT,
  KB_MARK_POINT,
  KB_MARK_BOX,
  KB_MARK_CIRCLE,
  KB_MARK_OUTLINE,
  KB_MARK_ZONE,
  KB_MARK_ANY              /* the shape says which */
} KbMarkType;
/* `name`: the class, point or event, a new string or NULL. With the prefix "#", which nobody chose,
 * "#2 helmet" and "#ffcc00" are picture. */
KbMarkType kb_layer_mark (const KbArtLayer *layer, const KbImportOptions *options, char **name);
/* Reads the marks of a frame that has been added. */
gboolean kb_layer_marks_read (KbImport *import, guint index, const KbLayered *layered,
                              const KbMarkType *types, GError **error);

/* layer_colours.c: fills the picture, the one behind it and the rules of an import without. */
gboolean kb_layered_read_mask (KbMaskImport *import, const KbImporter *importer, GError **error);

/* psd.c, psd.c: a file of Photoshop. */

/* Modes of colour, and the number of a channel with the alpha. */
enum { KB_PSD_GREY = 1, KB_PSD_INDEXED = 2, KB_PSD_RGB = 3 };
enum { KB_PSD_ALPHA = -1 };

/* `bytes`: of a sample. `alpha`: the merged picture's first channel after the colours is its alpha.
 * `group`: the open one, or -1. */
typedef struct {
  KbImport *import;
  const char *path;
  KbLayered *layered;
  gboolean large, alpha;         /* large: a .psb, which has longer sizes */
  guint mode, bytes, channels;
  guint8 palette[256][4];
  gint group, depth;
} KbPsd;

#endif
