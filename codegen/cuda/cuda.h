// What the emitters of kernels, launchers and whole files share.
#ifndef CURESTRUCT_CODEGEN_CUDA_H
#define CURESTRUCT_CODEGEN_CUDA_H

#include "codegen/cuda/emit.h"

// A kernel's parameters, in order: arrays, the pitches of packed rows, scalars.
typedef struct KernelSignature {
    ArrayList arrays;
    SymbolList symbols;
} KernelSignature;

KernelSignature kernel_signature(Arena *arena, const Nest *nest, const Stmt *kernel);
// Whether a loop of the host launches it: then the device begins it before the kernel before it has ended, and it waits
// for that one first (crs_launch_ahead).
bool kernel_is_repeated(const Program *program, const Stmt *kernel);

// Comma-separated, broken over lines that begin at `column`.
typedef struct ParameterList {
    Text *out;
    size_t column, at;
    int count;
} ParameterList;

void parameter_list_add(ParameterList *list, const char *text);

// The parts of runtime/prelude/ that the text `user` mentions; it follows them. NULL: all parts.
void emit_prelude(Text *out, const char *user);
bool prelude_mentions(const char *word);

bool is_local_struct(const Type *type);                 // named by name_local_structs
void define_local_structs(Text *out, const Nest *nest); // their definitions in C, each once in a file
bool nest_is_exact(const Nest *nest);
const char *nest_place(Arena *arena, const Nest *nest); // "matmul (mm.c:12)"

// ---- the launcher's parameters, in order: arrays, scalars by value, addresses, results

typedef enum LaunchParamKind {
    PARAM_ARRAY,   // float *C
    PARAM_SCALAR,  // int n
    PARAM_ADDRESS, // const void *crs_place_n: where a scalar lies, for an overlap test
    PARAM_RESULT,  // float *crs_out_s: in and out
    PARAM_POINTER, // void **crs_out_A: where a pointer that changes places points to in the end
} LaunchParamKind;

typedef struct LaunchParam {
    LaunchParamKind kind;
    const ArrayFact *array;
    const Symbol *symbol;
    bool reads_old;  // PARAM_RESULT: the value before matters
    bool moves_rows; // PARAM_RESULT: pointers of a table move by it
} LaunchParam;

typedef VECTOR(LaunchParam) LaunchParams;

LaunchParams launch_params(Arena *arena, const Program *program);
// Whether the nest sets the variable first (Symbol.host_before), and it is read after the nest: it is a result, even if
// no loop that changes it ever runs.
bool is_entry_result(const FinalValue *entry);
const char *launch_param_name(const LaunchParam *param);
const char *launch_param_type(const LaunchParam *param, Language language); // "const float *", "int "

#endif
