/* SPDX-License-Identifier: MIT */
/* Columns with SSE2, which every x86-64 has. */
#if defined(__SSE2__)
#include "bake/clearance/lanes_sse2.h"

#include "bake/clearance/columns_cut.h"
#include "bake/clearance/columns_exact.h"
#endif
