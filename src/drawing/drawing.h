/* SPDX-License-Identifier: MIT */
/* Draws documents with cairo: for the canvas, the filmstrip and `kickbox render`.
 *
 * Flow: a caller fills a KbScene (scene.h) and calls kb_draw_scene on a cairo context whose unit is
 * a canvas pixel. Then the tool draws over it, and kb_draw_rulers comes last. Ownership: the caller
 * owns a KbSurfaces (which references pictures) and a KbLayers per canvas. Use only in the
 * document's thread. */
#ifndef KB_DRAWING_H
#define KB_DRAWING_H

#include "drawing/compare.h"
#include "drawing/labels.h"
#include "drawing/layers.h"
#include "drawing/level_marks.h"
#include "drawing/level_partition.h"
#include "drawing/loupe.h"
#include "drawing/marks.h"
#include "drawing/onion.h"
#include "drawing/play.h"
#include "drawing/rulers.h"
#include "drawing/scene.h"
#include "drawing/sheet.h"
#include "drawing/style.h"
#include "drawing/surfaces.h"
#include "drawing/texts.h"
#include "drawing/tiles.h"
#include "drawing/trail.h"
#include "drawing/view.h"

#endif
