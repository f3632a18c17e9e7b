// What the files of launchers share: what a launcher needs (launch_params.c), its text (cuda_launch.c), and the call
// that replaces the nest (replacement.c).
#ifndef CURESTRUCT_CODEGEN_LAUNCH_H
#define CURESTRUCT_CODEGEN_LAUNCH_H

#include "codegen/cuda/cuda.h"

typedef struct Needs {
    Arena *arena;
    SymbolList symbols; // values that the launcher's text mentions
    LaunchParams results;
} Needs;

Needs needs_of(Arena *arena, const Program *program);
bool list_mentions(const SymbolList *list, const Symbol *symbol);
bool is_wanted_final(const FinalValue *final); // read after the nest
void emit_touch(Emitter *emitter, const ArrayFact *fact,
                int indent);                           // what is touched of the array: to the launcher's crs_array
bool has_chunks(Arena *arena, const Program *program); // launch_chunks.c: of its outermost loop
void emit_give_up(Emitter *emitter, const Program *program);                 // after a test has failed
void emit_measures(Emitter *emitter, const Program *program);                // inspector.c: the ranges that data tells
void emit_inspector_kernels(Text *out, const Program *program);              // inspector_kernel.c: on the device
const char *array_variable(const Array *array);                              // crs_array_A
const ScalarCell *cell_of_array(const Program *program, const Array *array); // NULL: it is not a cell
const char *result_name(const Symbol *symbol);                               // crs_out_s
const char *pointer_result_name(const Array *array);                         // crs_out_A

#endif
