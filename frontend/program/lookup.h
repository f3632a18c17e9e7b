// The file of the program that defines a function.
#ifndef CURESTRUCT_FRONTEND_PROGRAM_LOOKUP_H
#define CURESTRUCT_FRONTEND_PROGRAM_LOOKUP_H

#include "frontend/program/calls.h"
#include "frontend/reader.h"

typedef struct DefinedName {
    const char *name;
    int file; // of the program
} DefinedName;

typedef struct ProgramUnit { // of a file of the program
    OtherFile file;
    CXTranslationUnit unit; // NULL: it has errors
    bool is_read, is_understood;
} ProgramUnit;

typedef struct Lookup {
    Reader *reader;
    CXIndex index;
    const ProgramFiles *program;
    VECTOR(DefinedName) names; // that their texts seem to define
    ProgramUnit *units;
} Lookup;

void lookup_begin(Lookup *lookup, Reader *reader, CXIndex index, const ProgramFiles *program);
// The one file that defines the function for other files. NULL: there is none, or *why says after "it calls 'f', " why
// it is not taken.
const ProgramUnit *lookup_function(Lookup *lookup, const CalledFunction *function, const char **why);
void lookup_end(Lookup *lookup); // disposes of the units

// Another file of the program as libclang sees it. NULL: it has errors.
CXTranslationUnit parse_other_file(Reader *reader, CXIndex index, const OtherFile *file, bool takes_constants);

#endif
