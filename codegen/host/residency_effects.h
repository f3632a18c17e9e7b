// Which functions of the program run nests, and what the others do to memory. A function has a number among those of
// all files.
#ifndef CURESTRUCT_CODEGEN_RESIDENCY_EFFECTS_H
#define CURESTRUCT_CODEGEN_RESIDENCY_EFFECTS_H

#include "codegen/host/residency.h"
#include "frontend/host_code.h"
#include "transform/lower/program.h"

typedef struct Effects {
    const char *unknown; // what may do anything
    Loc loc;
    unsigned reads, writes; // kinds of values
} Effects;

typedef struct FunctionPlan {
    int file;        // among those of the program
    bool device;     // nests run in it, or in functions that it calls
    bool opaque;     // (device) no text can be put into it
    bool inside;     // (device) a loop that keeps data calls it
    bool in_run;     // (device) a run of statements does
    bool loops_only; // (device) there is a place outside of its loops into which no text can be put: it has no runs
    bool goes;       // (inside) data may leave the device in it
    Effects effects; // where no nest runs
    const char *obstacle;
    Loc obstacle_loc;
} FunctionPlan;

typedef struct ProgramPlan {
    const ProgramFile *files;
    int nfiles;
    const ProgramFile *file; // whose code is looked at
    FunctionPlan *functions;
    int count;        // of them
    bool in_straight; // what is planned keeps data by a run of statements, not by a loop
    bool changed;     // a flag of a function is new
} ProgramPlan;

// Finds the functions that each statement calls: sets `functions`, and HostCode.callees. false: two files define the
// same function, reported.
bool effects_link(Arena *arena, Diag *diag, ProgramPlan *plans);
void effects_find(ProgramPlan *plans);                // sets `device`, `opaque` and `effects`
void effects_enter(ProgramPlan *plans, int function); // its file is the one whose code is looked at
const HostFunctionCode *effects_code_of(const ProgramPlan *plans, int function);
void effects_raise(ProgramPlan *plans, bool *flag);
void effects_close(ProgramPlan *plans, int function, const char *obstacle, Loc loc); // it becomes opaque

bool effects_restructured(const ProgramPlan *plans, const HostCode *code); // it is a nest that has become kernels
bool effects_device(const ProgramPlan *plans, const HostCode *code);       // nests run in it
void effects_of_own(const ProgramPlan *plans, const HostCode *code, Effects *effects); // of its calls; adds them
void effects_of_all(const ProgramPlan *plans, const HostCode *code, Effects *effects); // and of its accesses and parts

#endif
