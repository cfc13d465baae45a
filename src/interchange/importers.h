/* SPDX-License-Identifier: MIT */
/* The table of importers of other programs' files, read by dialogs, command-line help and errors.
 * kb_importer_guess picks one by a file's content, else by its name. The reader of its kind runs
 * it: import.h, mask.h, track_file.h or level_file.h. To add one, write a file that ends in its
 * descriptor, declare that here and name it in the table in importers.c. */
#ifndef KB_IMPORTERS_H
#define KB_IMPORTERS_H

#include "interchange/formats.h"
#include "interchange/levels/level_file.h"
#include "interchange/tracks/track_file.h"

/* What a file becomes. */
typedef enum {
  KB_IMPORT_SPRITE,
  KB_IMPORT_MASK,
  KB_IMPORT_TRACK,
  KB_IMPORT_LEVEL,
  KB_IMPORT_TILES,
  KB_IMPORT_HEIGHTMAP,    /* of a level; like a ground, only by `kickbox import --as` */
  KB_IMPORT_GROUND,
  KB_IMPORT_ANY           /* as a query only: any of these */
} KbImportKind;

/* The beginning of the first file. */
typedef struct {
  const char *path;
  const KbImportOptions *options;
  gboolean is_folder;
  const char *start;      /* the first bytes, unpacked, NUL-terminated */
  gsize size;
  gboolean is_empty;      /* as a file; what a damaged packed one holds is empty, too */
} KbImportHead;

/* How well an importer fits. The best fit wins; of equal ones, the first in the table. */
typedef enum {
  KB_FIT_NEVER,         /* whatever the file is called */
  KB_FIT_NONE,
  KB_FIT_POSSIBLE,
  KB_FIT_NAME,          /* only the file name matches: the reader reports errors */
  KB_FIT_LIKELY,
  KB_FIT_SURE
} KbFit;

struct KbImporter {
  const char *name;       /* unique among its kind: "wad"; stored in records */
  const char *label;      /* N_("Maps of Doom"), for people */
  const char *noun;       /* N_("a WAD of Doom"), for errors */
  const char *expected;   /* the same, plus how it is recognised; NULL: `noun` */
  KbImportKind makes;
  const char *const *patterns;     /* of file names, lower case: "*.wad" */
  const char *const *mime_types;
  /* Names from kb_import_option_table, or flags of the command line alone: "map" */
  const char *const *options;
  /* Max size of the one file that read_sprite or read_zones gets, unpacked. 0: it reads pictures
   * itself. */
  gsize max_bytes;
  gboolean layered;       /* a drawing in layers, whose frames `kickbox render` draws */
  KbFit (*recognise) (const KbImportHead *head);
  /* What the file draws, for masks and tracks, and for kb_layered_import (layers/layered.h). Losses
   * go to the import. Returns NULL and an error. The pointer may be NULL. */
  struct KbLayered *(*read_layers) (KbImport *import, const char *path, const char *data,
                                    gsize size, GError **error);
  /* Draws a mask, and adds its rules to the options. */
  gboolean (*read_zones) (KbMaskImport *import, const char *data, gsize size, GError **error);
  /* Exactly one of these is set. */
  gboolean (*read_sprite) (KbImport *import, const char *text, gsize length,
                           const KbPictureLoader *loader, GError **error);
  KbMaskImport *(*read_picture) (const char *path, const KbMaskOptions *options, GError **error);
  /* Fills `painted`, `surfaces` and so on; `name` may stay NULL. */
  gboolean (*read_track) (KbTrackFile *file, const char *text, gsize length, GError **error);
  /* `map`: the only map to read, or NULL. */
  gboolean (*read_level) (KbLevelFile *file, const char *data, gsize size, const char *map,
                          GError **error);
  /* Adds the absolute paths of the pictures that a file names, as new strings. NULL if files name
   * none. */
  void (*list_pictures) (const char *path, const char *text, gsize length, GPtrArray *pictures);
};

extern const KbImporter kb_importer_files, kb_importer_grid, kb_importer_islands,
  kb_importer_aseprite_file, kb_importer_aseprite, kb_importer_supertux, kb_importer_tiled_set,
  kb_importer_starling, kb_importer_libgdx, kb_importer_mugen, kb_importer_rsdk, kb_importer_piskel,
  kb_importer_apng, kb_importer_gif, kb_importer_webp, kb_importer_godot, kb_importer_gdevelop,
  kb_importer_physics_editor, kb_importer_mask_picture, kb_importer_psd, kb_importer_xcf,
  kb_importer_track_picture, kb_importer_dustrac, kb_importer_wad, kb_importer_svg,
  kb_importer_tiled_map, kb_importer_ldtk, kb_importer_ldtk_set, kb_importer_openraster,
  kb_importer_krita, kb_importer_pixelorama, kb_importer_ldtk_mask;

/* The importers of a kind, in the order of the table, or NULL after the last. */
const KbImporter *kb_importer_at (KbImportKind kind, guint index);
/* NULL, and an error that lists the names, if there is none. */
const KbImporter *kb_importer_find (KbImportKind kind, const char *name, GError **error);
/* Does it take an option of the command line, such as "grid"? */
gboolean kb_importer_takes (const KbImporter *importer, const char *flag);

/* By content alone, unpacked. FALSE if the file cannot be read. */
gboolean kb_importer_recognises (const KbImporter *importer, const char *path);
/* By content, else by name. `options` may be NULL. NULL and an error if the file cannot be read or
 * no importer fits. */
const KbImporter *kb_importer_guess (KbImportKind kind, const char *path,
                                     const KbImportOptions *options, GError **error);
/* The same by content alone, given unpacked in memory; `path` is for errors. */
const KbImporter *kb_importer_of_data (KbImportKind kind, const char *path, const char *data,
                                       gsize size, GError **error);
/* The importer of a drawing in layers or an int grid, by its content, or NULL. */
const KbImporter *kb_layered_importer (const char *path);
/* The pictures from list_pictures, or none if the file cannot be read. */
void kb_importer_list_pictures (const KbImporter *importer, const char *path, GPtrArray *pictures);

/* "level", or NULL for numbers above the last. */
const char *kb_import_kind_name (guint kind);
/* Can it be imported? */
gboolean kb_import_kind_is_known (KbImportKind kind);
/* "sprite, mask, track or level": the known kinds, as a new string. */
char *kb_import_kinds_text (void);
/* The table for command-line help, as a new string. */
char *kb_importers_help (void);

/* For importers. */
extern const char *const kb_picture_patterns[], *const kb_picture_mime_types[];
gboolean kb_import_head_is_png (const KbImportHead *head);
/* One that kb_picture_read_any reads. */
gboolean kb_import_head_is_picture (const KbImportHead *head);

#endif
