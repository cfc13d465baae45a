/* SPDX-License-Identifier: MIT */
/* Pictures of a document with cairo: for the canvas, the filmstrip and `kickbox render`.
 *
 * Purpose: everything that is drawn of frames and their annotations, without a toolkit. Flow: a
 * caller fills a KbScene (scene.h: which frame, which view, which parts) and calls kb_draw_scene on
 * any cairo context whose unit is one canvas pixel; then the tool draws over it and kb_draw_rulers
 * comes last. Thumbnails and contact sheets (sheet.h) are made of the same parts. Ownership:
 * drawing changes nothing in a document and keeps nothing but a KbSurfaces and a KbLayers, which
 * the caller owns, one a canvas; the first holds references on the pictures in it. All from the
 * thread of the document. */
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
