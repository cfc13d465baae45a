/* SPDX-License-Identifier: MIT */
/* kickbox.h and packing, under the name used by both the installed headers and the two-file
 * form. */
#ifndef KICKBOX_PACK_ALL_H
#define KICKBOX_PACK_ALL_H

#include "kickbox.h"

#include "kickbox/pack.h"

#endif
