/* SPDX-License-Identifier: MIT */
/* Scenes: small games that play a bank with libkickbox alone, without display, clock or toolkit.
 * Flow: kb_play_new casts a bank's assets in a scene (scenes.c); then kb_play_step, sixty per
 * second, kb_play_draw (picture.h) and `kb_play_report`. kb_play_change_bank continues a run on an
 * edited bank. Runs repeat: the same bank, kinds and inputs give the same kb_play_hash after each
 * step. Ownership: a KbPlay owns its state and log, and borrows the bank. Out of memory ends the
 * program. */
#ifndef KB_PLAY_H
#define KB_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "playtest/picture.h"
#include "playtest/report.h"
#include "runtime/kickbox.h"

#define KB_PLAY_RATE 60   /* steps per second */

enum { KB_PLAY_MOST_ROLES = 4, KB_PLAY_MOST_KEYS = 48 };

typedef enum {
  KB_CAST_SPRITE,
  KB_CAST_MASK,
  KB_CAST_TRACK,
  KB_CAST_LEVEL,
  KB_CAST_KINDS
} KbCastKind;

/* A role that an asset plays in a scene. */
typedef struct {
  const char *name;       /* on the command line: "level"; NULL ends a list */
  const char *title;      /* in the window: "Level" */
  KbCastKind kind;
  bool needed;            /* without it the scene cannot start */
  bool (*fits) (const kbx_bank *bank, uint32_t index);   /* NULL: any asset of the kind */
  const char *wanted;     /* in messages: "a level with walls" */
  bool (*prefers) (const kbx_bank *bank, uint32_t index);   /* NULL; of those that fit, the first */
} KbRole;

/* A key of a scene. Bit i of the input is key i of its list. */
typedef struct {
  const char *name;       /* in input files: "jump"; NULL ends a list */
  const char *title;      /* "Jump" */
  const char *key, *other;   /* on the keyboard, by GDK name: "Up", "w"; `other` or NULL */
} KbPlayKey;

typedef struct {
  uint64_t keys;          /* held */
  kbx_vec pointer;        /* in the scene's world; a step rounds it to 1/16 pixel */
  bool press;             /* its button is held */
} KbPlayInput;

/* The kinds of classes, which the project has and banks do not. All 0: unknown. */
typedef struct {
  kbx_class_set hit, hurt, push;
} KbPlayKinds;

/* The input as a step rounds it and a tape can store it. */
KbPlayInput kb_play_taken (const KbPlayInput *input);

typedef struct KbPlay KbPlay;
typedef struct KbPlayScene KbPlayScene;

/* The bounds of the world. If they may be too large to see what moves: where that is, and the size
 * to show around it; a width of 0 shows all. */
typedef struct {
  kbx_rect world;
  kbx_vec at;
  kbx_size shown;
} KbPlaySight;

/* scene.h says what a scene must keep to. Users of scenes read its first part and leave the
 * functions to KbPlay. */
struct KbPlayScene {
  const char *name;            /* on the command line: "walk" */
  const char *title;           /* "Walk" */
  const char *summary;         /* one line: what the scene does */
  const KbRole *roles;         /* ended by a NULL name */
  const KbPlayKey *keys;       /* likewise */
  const char *pointer;         /* "Hits a target": what the pointer does; NULL: nothing */
  /* Bits 1 << KbPlayLayer: the layers of its picture that can be shown and hidden */
  uint32_t layers;
  size_t state_size;
  void (*start) (KbPlay *play);
  /* The bank has changed: update indices in the state and move things back inside the new bank.
   * NULL: nothing to do. */
  void (*bind) (KbPlay *play);
  void (*step) (KbPlay *play, const KbPlayInput *input);
  void (*report) (const KbPlay *play, KbReporter *reporter);
  void (*draw) (const KbPlay *play, KbPlayPicture *picture);
  KbPlaySight (*view) (const KbPlay *play);
  uint64_t (*keys_of_use) (const KbPlay *play);   /* as kb_play_keys_of_use; NULL: all */
  /* As kb_play_key_about; NULL: none */
  const char *(*key_about) (const KbPlay *play, uint32_t key);
};

/* Scene `i` of the table; NULL past the end. */
const KbPlayScene *kb_play_scene (uint32_t i);
/* Finds a scene by its name or a unique prefix; NULL: none, or more than one. */
const KbPlayScene *kb_play_find_scene (const char *name);
/* Whether the bank has an asset for each needed role. */
bool kb_play_scene_suits (const KbPlayScene *scene, const kbx_bank *bank);
/* The role that an asset may play in the scene, or KBX_NONE. */
uint32_t kb_play_scene_role_for (const KbPlayScene *scene, const kbx_bank *bank, KbCastKind kind,
                                 uint32_t index);

/* The number of assets of a kind in a bank, and their names. */
uint32_t kb_cast_count (const kbx_bank *bank, KbCastKind kind);
const char *kb_cast_name (const kbx_bank *bank, KbCastKind kind, uint32_t index);
uint32_t kb_cast_find (const kbx_bank *bank, KbCastKind kind, const char *name);

/* A sentence for people; "" on success. */
typedef struct { char text[400]; } KbPlayWhy;

/* Has logs and reasons in another language from now on; names of values stay. The function may
 * return its argument. Call it once, before the first run. */
typedef char *(*KbPlayTranslate) (const char *text);
void kb_play_translate (KbPlayTranslate to);

/* `cast`: a name for each role of the scene, in order. NULL, for one or all: the first asset that
 * fits, if possible one not cast yet. Returns NULL and the reason if a needed role has no asset. */
KbPlay *kb_play_new (const KbPlayScene *scene, const kbx_bank *bank, const char *const *cast,
                     KbPlayWhy *why);
void kb_play_free (KbPlay *play);

/* Continues with another bank, in which the cast is found by name. If a needed asset is missing,
 * returns false and the reason, and keeps the old bank. `now`: the new names, one for each role;
 * NULL, for one or all: unchanged. */
bool kb_play_change_bank (KbPlay *play, const kbx_bank *bank, const char *const *now,
                          KbPlayWhy *why);

/* Sets the kinds of the classes from the next step on. Call it after a change of the bank too: the
 * classes may differ. */
void kb_play_set_kinds (KbPlay *play, KbPlayKinds of_classes);

/* Restarts at a position, now and at each restart; NULL: at the scene's own. Fights and Bounce
 * ignore it. */
void kb_play_start_at (KbPlay *play, const kbx_vec *from);
/* Restarts with an empty log. */
void kb_play_restart (KbPlay *play);
void kb_play_step (KbPlay *play, const KbPlayInput *input);

const KbPlayScene *kb_play_scene_of (const KbPlay *play);
/* Steps done since the start. */
uint32_t kb_play_steps (const KbPlay *play);
/* The asset that plays a role: an index in the bank, or KBX_NONE. */
uint32_t kb_play_cast (const KbPlay *play, uint32_t role);
void kb_play_report (const KbPlay *play, KbReporter *reporter);
/* FNV-1a over the names and values of kb_play_report. */
uint64_t kb_play_hash (const KbPlay *play);
void kb_play_draw (const KbPlay *play, KbPlayPicture *picture);
/* The keys that have an effect with the current cast: bit i is key i of the scene. Others do
 * nothing. */
uint64_t kb_play_keys_of_use (const KbPlay *play);
/* The animation that a key plays: its title has %s for this name. NULL: the title is complete. */
const char *kb_play_key_about (const KbPlay *play, uint32_t key);
/* The bounds of the world, and of its part around what moves in which that is seen well; not
 * empty. */
kbx_rect kb_play_world (const KbPlay *play);
/* Width to height of where it is shown. */
void kb_play_set_aspect (KbPlay *play, float aspect);
kbx_rect kb_play_view (const KbPlay *play);

/* Past events, oldest first. The last KB_PLAY_LOG are kept. */
enum { KB_PLAY_LOG = 256 };
typedef struct {
  uint32_t step;          /* the number of steps done; 0: at the start */
  bool rule;              /* explains how the scene works; the editor shows that elsewhere */
  char text[120];
} KbPlayEvent;
uint32_t kb_play_event_count (const KbPlay *play);
const KbPlayEvent *kb_play_event (const KbPlay *play, uint32_t i);

#endif
