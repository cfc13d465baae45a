/* SPDX-License-Identifier: MIT */
/* Columns on any machine. */
#include "bake/clearance/lanes_plain.h"

#include "bake/clearance/columns_cut.h"
#include "bake/clearance/columns_exact.h"
