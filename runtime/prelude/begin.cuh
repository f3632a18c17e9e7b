// ---- curestruct: what the kernels and launchers below need ----------------------------------------------------------
// This prelude may be used, copied, changed and distributed freely, without any condition and without any warranty.

#include <atomic>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
