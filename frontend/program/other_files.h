// Functions that the file calls and other files of its program define.
#ifndef CURESTRUCT_FRONTEND_PROGRAM_OTHER_FILES_H
#define CURESTRUCT_FRONTEND_PROGRAM_OTHER_FILES_H

#include "frontend/clang/state.h"
#include "frontend/reader.h"

// The unit with such functions in addition, which the caller disposes of then; NULL: there are none. `reader->clang` is
// the unit without them. Files of the program are looked up for what nests call and no file that is named has. Why a
// function is not among them is in reader->missing.
CXTranslationUnit other_files_read(Reader *reader, CXIndex index, const ReadRequest *request);

bool other_files_fail(const Reader *reader, const char *name); // whether one has the function, and it cannot be read
// Why a call of that function is not known, after "it calls 'f', "; NULL: no other file has anything to do with it.
const char *other_files_why(const Reader *reader, const char *name);

#endif
