// ---- curestruct: what the kernels and launchers below need ----------------------------------------------------------
// This prelude may be used, copied, changed and distributed freely, without any condition and without any warranty.

#include <atomic>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The barrier of all blocks of a cooperative launch.
#include <cooperative_groups.h>
#define crs_whole_grid() cooperative_groups::this_grid()
