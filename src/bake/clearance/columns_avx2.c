/* SPDX-License-Identifier: MIT */
/* Columns with AVX2; compiled for it, and called where the processor has it. */
#if defined(__AVX2__)
#include "bake/clearance/lanes_avx2.h"

#include "bake/clearance/columns_cut.h"
#include "bake/clearance/columns_exact.h"
#endif
