// Bytes to C: the grammar of the pipeline's fuzzer.
#ifndef CURESTRUCT_TESTS_FUZZ_PROGRAM_H
#define CURESTRUCT_TESTS_FUZZ_PROGRAM_H

#include "ir/base.h"

// Adds a C file with annotated loops. Every choice takes one byte; when the bytes are used up, each is the first and
// simplest. Most programs are right C that the compiler accepts, some hold what it must refuse or report.
void make_program(Text *out, const char *bytes, size_t length);

#endif
