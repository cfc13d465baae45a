/* SPDX-License-Identifier: MIT */
/* The colours behind pictures, from the settings. */
#ifndef KB_CANVAS_STYLE_H
#define KB_CANVAS_STYLE_H

#include "drawing/drawing.h"

/* The settings "canvas-style" and "checker" applied to the program's light or dark style. Never
 * freed; other colours have another address. */
const KbStyle *kb_canvas_style (void);

#endif
