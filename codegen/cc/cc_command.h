// The command line of a C compiler, sorted by who needs each word.
#ifndef CURESTRUCT_CODEGEN_CC_COMMAND_H
#define CURESTRUCT_CODEGEN_CC_COMMAND_H

#include "frontend/options/response.h"

typedef enum CcStage { CC_LINK, CC_OBJECT, CC_ASSEMBLY, CC_TEXT } CcStage; // -; -c; -S; -E, -M, -MM or -fsyntax-only

typedef struct CcInput {
    const char *path;
    bool is_c;
    bool is_annotated; // C text with a directive, or of a program that is planned as a whole
    int word;          // its index in CcCommand.host
} CcInput;

typedef struct CcCommand {
    CcStage stage;
    const char *output;          // -o, or NULL
    bool verbose;                // -v: print the commands
    bool has_dependencies;       // -MD or -MMD
    const char *target;          // -MT or -MQ, or NULL
    const char *dependency_file; // -MF, or NULL
    int from;                    // --from: bits of FromLanguage
    bool has_files;              // --whole=FILE,..
    bool is_whole;               // --whole: the C files of the command line are all of the program's
    const char *simt;            // the folder of the CPU runtime, simt.a and include/; NULL: kernels are for a GPU
    VECTOR(CcInput) inputs;
    Arguments host;         // all words but curestruct's own, for the host compiler
    Arguments translator;   // options of one annotated file, for curestruct
    Arguments clang;        // the same, for its reader
    Arguments compiler;     // the same, for the host compiler
    Arguments nvcc;         // the same, for nvcc
    Arguments dependencies; // -MD, -MF FILE and so on
} CcCommand;

// All C files of the command line are one program, in whose files arrays stay on the device.
void cc_make_whole(CcCommand *command);

// Sorts the words after `cc`. What is not known is for the host compiler alone.
CcCommand cc_command(Arena *arena, const Arguments *words);

// The words of the environment variable NAME, otherwise of `usual`.
Arguments cc_program(Arena *arena, const char *name, const char *usual);

#endif
