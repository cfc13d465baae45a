/* SPDX-License-Identifier: MIT */
/* What the playtest uses of <math.h>. JavaScript gives the functions that only pictures need. */
#include_next <math.h>

#ifndef KICKBOX_WEB_PLAY_MATH_H
#define KICKBOX_WEB_PLAY_MATH_H

#define M_PI 3.14159265358979323846
#define truncf(x) __builtin_truncf (x)
#define fminf(x, y) ((x) < (y) ? (x) : (y))
#define fmaxf(x, y) ((x) > (y) ? (x) : (y))
#define lrint(x) ((long) __builtin_rint (x))

float roundf (float x);

#define WEB_IMPORT(name) __attribute__ ((import_module ("env"), import_name (#name)))
WEB_IMPORT (sin) double kbw_sin (double x);
WEB_IMPORT (cos) double kbw_cos (double x);
WEB_IMPORT (atan2) double kbw_atan2 (double y, double x);
#define sin(x) kbw_sin (x)
#define cos(x) kbw_cos (x)
#define atan2(y, x) kbw_atan2 (y, x)

#endif
