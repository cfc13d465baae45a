/* SPDX-License-Identifier: MIT */
/* The colours of pictures' grounds, as the user wants them. */
#ifndef KB_CANVAS_STYLE_H
#define KB_CANVAS_STYLE_H

#include "drawing/drawing.h"

/* Settings "canvas-style" and "checker" over the program's light or dark style. Lasts as long as
 * the program; another pointer for other colours. */
const KbStyle *kb_canvas_style (void);

#endif
