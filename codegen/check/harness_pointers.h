// What is known of a function's pointers.
#ifndef CURESTRUCT_CODEGEN_HARNESS_POINTERS_H
#define CURESTRUCT_CODEGEN_HARNESS_POINTERS_H

#include "codegen/check/harness.h"

// Whether the function uses the memory of its pointers only inside of restructured nests.
bool harness_takes_device_pointers(const Harness *harness, const HostFunction *function);

// Whether the parameter's declaration says restrict, also in brackets: `float a[restrict n][n]`.
bool harness_is_restrict(const Harness *harness, const HostParam *param);

// The functions of which the nests expect one in a parameter, a pointer to a function. NULL: another parameter.
const FunctionChoice *harness_function_choice(const Harness *harness, const HostFunction *function, const char *name);

#endif
