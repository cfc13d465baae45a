/* SPDX-License-Identifier: MIT */
/* Numbers of shapes as text, the same in labels, at the pointer and spoken. New strings. */
#ifndef KB_TEXTS_H
#define KB_TEXTS_H

#include "document/shape.h"

/* At most two decimals, none where they are zero; with a real minus sign. */
char *kb_number_text (double value);
/* "x 26, y 20" */
char *kb_place_text (KbVec at);
/* "16 × 22", "r 5.5", "32 × 9, −8°", "5 corners". */
char *kb_geometry_size_text (const KbGeometry *geometry);
/* "26, 20": the corner of a box or of a polygon's bounds; for other kinds the centre. */
char *kb_geometry_place_text (const KbGeometry *geometry);
/* Both: "26, 20   16 × 22". */
char *kb_geometry_text (const KbGeometry *geometry);

#endif
