/* SPDX-License-Identifier: MIT */
/* What kickbox.h has, and packing: the name that both the installed headers and the two-file form
 * have. */
#ifndef KICKBOX_PACK_ALL_H
#define KICKBOX_PACK_ALL_H

#include "kickbox.h"

#include "kickbox/pack.h"

#endif
