/* SPDX-License-Identifier: MIT */
/* The things of Doom that a game is likely to need: player starts, monsters, pickups. */
#include "interchange/levels/wad_private.h"

#define START "start"
#define MONSTER "monster"
#define ITEM "item"

static const KbWadThingType types[] = {
  { 1, START, "player 1" }, { 2, START, "player 2" }, { 3, START, "player 3" }, { 4, START,
    "player 4" },
  { 11, START, "deathmatch" },
  { 14, START, "teleport" },
  { 5, ITEM, "blue keycard" }, { 6, ITEM, "yellow keycard" }, { 13, ITEM, "red keycard" }, { 38,
    ITEM, "red skull" },
  { 39, ITEM, "yellow skull" }, { 40, ITEM, "blue skull" },
  { 82, ITEM, "super shotgun" }, { 2001, ITEM, "shotgun" }, { 2002, ITEM, "chaingun" }, { 2003,
    ITEM, "rocket launcher" },
  { 2004, ITEM, "plasma rifle" }, { 2005, ITEM, "chainsaw" }, { 2006, ITEM, "BFG" },
  { 8, ITEM, "backpack" }, { 17, ITEM, "cell pack" }, { 2007, ITEM, "clip" }, { 2008, ITEM,
    "shells" }, { 2010, ITEM, "rocket" },
  { 2046, ITEM, "rockets" }, { 2047, ITEM, "cell" }, { 2048, ITEM, "bullets" }, { 2049, ITEM,
    "shell box" },
  { 83, ITEM, "megasphere" }, { 2011, ITEM, "stimpack" }, { 2012, ITEM, "medikit" }, { 2013, ITEM,
    "soulsphere" },
  { 2014, ITEM, "health bonus" }, { 2015, ITEM, "armour bonus" }, { 2018, ITEM, "green armour" },
    { 2019, ITEM, "blue armour" },
  { 2022, ITEM, "invulnerability" }, { 2023, ITEM, "berserk" }, { 2024, ITEM, "invisibility" },
    { 2025, ITEM, "radiation suit" },
  { 2026, ITEM, "map" }, { 2045, ITEM, "light goggles" },
  { 7, MONSTER, "spider mastermind" }, { 9, MONSTER, "shotgun guy" }, { 16, MONSTER, "cyberdemon" },
    { 58, MONSTER, "spectre" },
  { 64, MONSTER, "arch-vile" }, { 65, MONSTER, "chaingun guy" }, { 66, MONSTER, "revenant" }, { 67,
    MONSTER, "mancubus" },
  { 68, MONSTER, "arachnotron" }, { 69, MONSTER, "hell knight" }, { 71, MONSTER, "pain elemental" },
    { 72, MONSTER, "keen" },
  { 84, MONSTER, "wolfenstein SS" }, { 88, MONSTER, "boss brain" }, { 89, MONSTER, "boss shooter" },
    { 3001, MONSTER, "imp" },
  { 3002, MONSTER, "demon" }, { 3003, MONSTER, "baron of hell" }, { 3004, MONSTER, "zombieman" },
    { 3005, MONSTER, "cacodemon" },
  { 3006, MONSTER, "lost soul" },
};

const KbWadThingType *
kb_wad_thing_type (guint type, gboolean only_starts)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type && (!only_starts || types[i].class_name[0] == START[0]))
      return &types[i];
  return NULL;
}
