// What warps execute of the machine code that nvcc makes of a program (runtime/simt/machine/machine.h).
#ifndef CURESTRUCT_CODEGEN_MACHINE_COUNTS_H
#define CURESTRUCT_CODEGEN_MACHINE_COUNTS_H

#include "ir/diag.h"

// In the order in which they are printed; those of shared memory include shuffles, uniform ones are for a whole warp.
typedef enum MachineKind {
    MACHINE_FMA,
    MACHINE_ALU,
    MACHINE_FP64,
    MACHINE_SPECIAL,
    MACHINE_GLOBAL,
    MACHINE_SHARED,
    MACHINE_LOCAL,
    MACHINE_CONTROL,
    MACHINE_BARRIER,
    MACHINE_UNIFORM,
    MACHINE_OTHER,
    MACHINE_KINDS
} MachineKind;

extern const char *const machine_kind_names[MACHINE_KINDS];

// Sums over the kernels that ran; over the launches of each they are averages.
typedef struct MachineCounts {
    int64_t executed[MACHINE_KINDS]; // warps that executed an instruction of the kind
    int64_t instructions;
    int64_t requests, sectors; // of global memory
    int64_t shared, cycles;    // requests of shared memory, and what its banks need for them
    const char *why;           // NULL, or why there are no counts: "there is no nvcc on this machine"
} MachineCounts;

// Compiles folder/out.cu by nvcc for sm_90, and writes the machine code as text into folder/out.sass. `arguments` are
// the user's own for the compiler. NULL, or why it cannot.
const char *machine_code_write(Arena *arena, const char *folder, const char *const *arguments, int count);

// Reads what the CPU runtime wrote into folder/machine.txt; folder/machine.log says why there is none.
MachineCounts machine_counts_read(Arena *arena, Diag *diag, const char *folder);

#endif
