/* SPDX-License-Identifier: MIT */
/* The data kept for the problems list between rounds. problem_finder.c finds, problem_list.c
 * lists. */
#ifndef KB_PROBLEM_FINDER_H
#define KB_PROBLEM_FINDER_H

#include "document/problems/problems.h"

/* The problems of one frame. */
typedef struct {
  /* KbProblem: of the frame, and of its contents; "not-animated" comes between them */
  GPtrArray *own, *inner;
  GArray *classes;            /* KbId: those of the frame and its shapes, each once */
  const KbPictureFile *file;  /* belongs to the finder */
  guint version;              /* of the file */
} KbFrameProblems;

struct KbProblemFinder {
  const KbDocument *document;
  KbDocument *listened;       /* the same; NULL: not listening */
  guint listener;
  GHashTable *frames;         /* KbId -> KbFrameProblems */
  /* KbId -> KbProblem array: for walls and areas, which are many */
  GHashTable *levels;
  /* KbId of a track -> gboolean array: its hidden curves */
  GHashTable *hidden;
  GHashTable *cells;          /* KbId of a layer -> KbCellFaults */
  GHashTable *files;          /* file in the pictures folder -> KbPictureFile */
  guint round, sprite, frame; /* progress of the round of checks */
  KbKnownPicture known;       /* or NULL */
  gpointer known_data;
  KbFindHidden find_hidden;   /* or NULL */
};

/* Begins the next round of checks. */
void kb_problem_finder_start_again (KbProblemFinder *finder);
/* Of the pictures folder; checks once per round whether the file is still the one that was read.
 * NULL for NULL. */
const KbPictureFile *kb_problem_finder_file (KbProblemFinder *finder, const char *name);

#endif
