// Loop tree to text: kernels, launchers, and the user's file around them.
#ifndef CURESTRUCT_CODEGEN_CODEGEN_H
#define CURESTRUCT_CODEGEN_CODEGEN_H

#include "frontend/options/options.h"
#include "transform/lower/program.h"

// ---- one nest

typedef enum Language { LANGUAGE_CUDA, LANGUAGE_C } Language; // of the text: CUDA C++, or the C of --host

void emit_statement(Text *out, const Stmt *stmt, int indent); // of kernel and host bodies

// Kernels, then the launcher, of one restructured nest. Needs the prelude, the struct types and the helpers before it.
// a device function; exact: no contraction; lines: as for kernels
void emit_helper(Text *out, const Function *function, bool exact, const Unit *lines);
// lines: the input, whose lines #line directives name before each statement; NULL: there are none.
void emit_kernels(Text *out, const Program *program, const Unit *lines);
// is_shared: the launcher is called from another file, the C file of --host; otherwise it has internal linkage.
void emit_launcher(Text *out, const Program *program, bool is_shared);
// The declaration of the launcher, for a file that is not the one that defines it.
void emit_launcher_prototype(Text *out, const Program *program, Language language);
// The statement that replaces the nest in the user's text: {   if (crs_x(...) != 0) { <serial> }   }. Lines after the
// first begin with `indent`.
void emit_replacement(Text *out, const Program *program, const char *serial_text, const char *indent,
                      Language language);

// ---- the whole file

// Before anything of a nest is named by its launcher: with --host, launchers get names that no other file has. false:
// two nests of the file have one name, reported (launcher_names.c).
bool name_launchers(Arena *arena, Unit *unit, const Options *options);

typedef struct Emission {
    const char *cuda;    // out.cu
    const char *host;    // --host, or NULL
    const char *prelude; // --prelude, or NULL: out.cu includes it
} Emission;

// `programs[i]` belongs to unit->nests[i]; NULL where it was refused (its directive is still stripped).
// Without options->host_output the host text must be C++ after translation; what is not is reported and false is
// returned. `cuda_path` is where out.cu will lie (relative includes), NULL for standard output.
bool emit_unit(Arena *arena, Unit *unit, Program *const *programs, const Options *options, const char *cuda_path,
               Emission *out);

// Files that appear together or not at all: written beside the target and renamed; devices are written directly.
// false: reported with the system's reason, nothing was changed.
bool write_outputs(Diag *diag, const char *const *paths, const char *const *texts, int count);
// One file that several runs write at once with the same text: it is left alone where it has that text already.
bool write_shared(Diag *diag, const char *path, const char *text);
// -MD: where the dependency file belongs and what it says. false: it cannot be written, reported.
bool dependency_file(Diag *diag, Arena *arena, const Unit *unit, const Options *options, const char **path,
                     const char **text);

// ---- check: a self-contained folder (sources, Makefile) that builds serial and generated and compares them

typedef struct CheckOutcome {
    int compared, failed; // functions
} CheckOutcome;

// Writes the folder; options->on and options->sizes are compiled in as defaults. false: reported.
bool emit_check_folder(Arena *arena, Unit *unit, Program *const *programs, const Options *options, const char *folder);
// Builds the folder with make and runs it; returns the exit status of the program (docs/check.md: 0, 1, 3, 77).
int run_check_folder(Arena *arena, Diag *diag, const Options *options, const char *folder);

#endif
