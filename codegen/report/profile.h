// The counts of the CPU runtime (runtime/simt/profile.h), by position in the text.
#ifndef CURESTRUCT_CODEGEN_PROFILE_H
#define CURESTRUCT_CODEGEN_PROFILE_H

#include "ir/diag.h"

// One load or store of the text in one kernel, launched with one grid and block: sums over its launches.
typedef struct ProfileAccess {
    int line, column; // in the source; 0: unknown
    bool store, shared;
    int bytes;        // of one lane
    int64_t requests; // warps that executed it
    int64_t lanes;    // active in all requests
    int64_t sectors;  // of 32 bytes, distinct within each request; 0 for shared memory
    int64_t cycles;   // of the banks of shared memory; 0 for global
} ProfileAccess;

typedef struct ProfileKernel {
    const char *name;
    int grid[3], block[3]; // x, y, z
    int launches;
    VECTOR(ProfileAccess) accesses; // by line, then column
} ProfileKernel;

typedef VECTOR(ProfileKernel) Profile; // in the order of the first launches

// Reads folder/profile.txt; lines are those of the file with the name `source`, without its folder. Places need
// llvm-symbolizer or addr2line on the PATH. false: reported.
bool profile_read(Arena *arena, Diag *diag, const char *folder, const char *source, Profile *out);
// A table for each kernel, with the lines of the source's text.
void profile_print(Text *out, const Profile *profile, const char *cuda_text);

#endif
