// What the two forms of an inspector share: the loops of the host (inspector.c) and the kernels (inspector_kernel.c).
#ifndef CURESTRUCT_CODEGEN_CUDA_INSPECTOR_H
#define CURESTRUCT_CODEGEN_CUDA_INSPECTOR_H

#include "codegen/cuda/launch.h"

SymbolList inspector_symbols(Arena *arena, const Measure *measure); // the parameters that its walk depends on
const char *inspector_seen(const Array *array);                     // crs_host_A_seen: the array that it reads
const char *inspector_marks(const Measure *measure);                // crs_marks_A, or crs_order_A

// what_A, or what2_A: an array may be measured more than once, as two loops may go through offsets that have to grow.
const char *inspector_name(const Program *program, const char *what, const Measure *measure);

// The walk with crs_mark(marks, subscript) in the place of crs_measure(first, last, subscript); or with crs_follow.
Stmt *inspector_marking(Arena *arena, const Measure *measure);

// Whether the range serves for copies alone, so that any range around it does where nothing is copied.
bool inspector_is_for_copies(Arena *arena, const Program *program, const Measure *measure);

// Whether threads may share its walk, as no iteration depends on another one, and it is of use in device memory. Not in
// plain style.
bool inspector_has_kernel(Arena *arena, const Program *program, const Measure *measure);

// Its launch: "crs_inspect(crs_now, ..)". `marks`: of the kernel that finds out whether two iterations write an
// element.
const char *inspector_launch(Emitter *emitter, const Program *program, const Measure *measure, bool marks);

#endif
