/* SPDX-License-Identifier: MIT */
/* Scenes that play a bank, with libkickbox alone: what a game would see of it.
 *
 * Purpose: an artist feels a hot spot, a hit box or a wall before there is a game. A scene is a
 * small game: keys and pointer in, sixty steps a second, a picture and a few told values out. No
 * display, no clock, no toolkit. Flow: kb_play_new takes a scene of the table (scenes.c) and an
 * open bank, and casts it: which sprites, level, mask or track play its roles. Then kb_play_step
 * again and again, and after any of them kb_play_draw (picture.h) and kb_play_tell (tell.h).
 * kb_play_change_bank goes on with the same run on another bank: the edited document's. Runs
 * repeat: a step takes nothing but the state, the bank and the input, its floats are rounded as
 * written, so the same bank, kinds of classes and inputs give the same kb_play_hash after each
 * step. Ownership: a KbPlay owns its state and its log; the bank is borrowed, until another takes
 * its place. Memory that runs out ends the program, as it does in GLib. */
#ifndef KB_PLAY_H
#define KB_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "playtest/picture.h"
#include "playtest/tell.h"
#include "runtime/kickbox.h"

#define KB_PLAY_RATE 60   /* steps a second */

enum { KB_PLAY_MOST_ROLES = 4, KB_PLAY_MOST_KEYS = 48 };

typedef enum {
  KB_CAST_SPRITE,
  KB_CAST_MASK,
  KB_CAST_TRACK,
  KB_CAST_LEVEL,
  KB_CAST_KINDS
} KbCastKind;

/* What a scene plays with. */
typedef struct {
  const char *name;       /* of the command line: "level"; NULL ends a list */
  const char *title;      /* of the window: "Level" */
  KbCastKind kind;
  bool needed;            /* without one there is no scene */
  bool (*fits) (const kbx_bank *bank, uint32_t index);   /* NULL: any of the kind */
  const char *wanted;     /* of messages: "a level with walls" */
} KbRole;

/* A key of a scene. Bit i of the input is key i of its list. */
typedef struct {
  const char *name;       /* of input files: "jump"; NULL ends a list */
  const char *title;      /* "Jump" */
  const char *key, *other;   /* of the keyboard, as GDK names them: "Up", "w"; `other` NULL: none */
} KbPlayKey;

typedef struct {
  uint64_t keys;          /* held */
  kbx_vec pointer;        /* in the scene's world; a step takes it to the nearest 1/16 pixel */
  bool press;             /* its button is held */
} KbPlayInput;

/* What classes are for, by what the project says and banks do not have; all 0: nothing is said. */
typedef struct {
  kbx_class_set hit, hurt, push;
} KbPlayKinds;

/* As a step takes it, and a tape can tell it. */
KbPlayInput kb_play_taken (const KbPlayInput *input);

typedef struct KbPlay KbPlay;
typedef struct KbPlayScene KbPlayScene;   /* scene.h; what is asked of one from outside is below */

/* The table. `i` beyond the last: NULL. */
const KbPlayScene *kb_play_scene (uint32_t i);
/* By its name, or by its first letters where no other has them; NULL: none, or more than one. */
const KbPlayScene *kb_play_find_scene (const char *name);
const char *kb_play_scene_name (const KbPlayScene *scene);
const char *kb_play_scene_title (const KbPlayScene *scene);
const char *kb_play_scene_summary (const KbPlayScene *scene);
const KbRole *kb_play_scene_roles (const KbPlayScene *scene);     /* ended by a name of NULL */
const KbPlayKey *kb_play_scene_keys (const KbPlayScene *scene);   /* likewise */
/* Bits 1 << KbPlayLayer: what of its picture can be shown and hidden. */
uint32_t kb_play_scene_layers (const KbPlayScene *scene);
/* The bank has something for each needed role. */
bool kb_play_scene_suits (const KbPlayScene *scene, const kbx_bank *bank);
/* An asset may play a role of the scene: which, or KBX_NONE. */
uint32_t kb_play_scene_role_for (const KbPlayScene *scene, const kbx_bank *bank, KbCastKind kind,
                                 uint32_t index);

/* How many assets of a kind a bank has, and their names. */
uint32_t kb_cast_count (const kbx_bank *bank, KbCastKind kind);
const char *kb_cast_name (const kbx_bank *bank, KbCastKind kind, uint32_t index);
uint32_t kb_cast_find (const kbx_bank *bank, KbCastKind kind, const char *name);

/* A sentence for people; "" when all is well. */
typedef struct { char text[400]; } KbPlayWhy;

/* `cast`: a name for each role of the scene in its order; NULL, or NULL for all: the first that
 * fits, which is another than those before where there is another. NULL and why, where a role that
 * is needed has nobody. */
KbPlay *kb_play_new (const KbPlayScene *scene, const kbx_bank *bank, const char *const *cast,
                     KbPlayWhy *why);
void kb_play_free (KbPlay *play);

/* Goes on with another bank, in which the cast is found by name. False and why, where somebody who
 * is needed has gone: then the run stays with the old bank. `now`: the names that the cast has
 * there, one for each role; NULL, or NULL for all: the name that it had. */
bool kb_play_change_bank (KbPlay *play, const kbx_bank *bank, const char *const *now,
                          KbPlayWhy *why);

/* What its classes are for, from the next step on; also after another bank, whose classes may be
 * others. */
void kb_play_set_kinds (KbPlay *play, KbPlayKinds of_classes);

/* Begins again; the log is emptied. */
void kb_play_restart (KbPlay *play);
void kb_play_step (KbPlay *play, const KbPlayInput *input);

const KbPlayScene *kb_play_scene_of (const KbPlay *play);
/* Steps done since the start. */
uint32_t kb_play_steps (const KbPlay *play);
/* Who plays a role: an index in the bank, or KBX_NONE. */
uint32_t kb_play_cast (const KbPlay *play, uint32_t role);
void kb_play_tell (const KbPlay *play, KbTeller *teller);
/* Of all that is told: FNV-1a over names and values. */
uint64_t kb_play_hash (const KbPlay *play);
void kb_play_draw (const KbPlay *play, KbPlayPicture *picture);
/* The keys that do something with the cast as it is: bit i is key i of the scene. Others may be
 * held, to no effect. */
uint64_t kb_play_keys_of_use (const KbPlay *play);
/* What of the bank a key is about, an animation: its title has %s where this name goes. NULL: its
 * title is whole. */
const char *kb_play_key_about (const KbPlay *play, uint32_t key);
/* What of the world is best in sight; not empty. */
kbx_rect kb_play_view (const KbPlay *play);

/* What has happened, oldest first, the last KB_PLAY_LOG of it. */
enum { KB_PLAY_LOG = 256 };
typedef struct {
  uint32_t step;          /* after how many steps; 0: at the start */
  bool rule;              /* says how the scene works; the editor has that elsewhere */
  char text[120];
} KbPlayEvent;
uint32_t kb_play_event_count (const KbPlay *play);
const KbPlayEvent *kb_play_event (const KbPlay *play, uint32_t i);

#endif
