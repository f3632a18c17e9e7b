// What the fuzzers share. A target is one file that defines fuzz_one; entry.c gives it to libFuzzer, replay.c is a main
// without libFuzzer that runs it on files. Whatever the compiler does wrong ends the process: a sanitizer's report,
// internal_bug's exit, an abort of `must`.
#ifndef CURESTRUCT_TESTS_FUZZ_H
#define CURESTRUCT_TESTS_FUZZ_H

#include "ir/base.h"
#include "ir/diag.h"

// Runs the target once. `text` is the input with a NUL after it; it may hold others.
void fuzz_one(const char *text, size_t length);

// Aborts with the broken rule where `holds` is false.
void must(bool holds, const char *rule);

// The working directory is a new empty folder from the first input on; it goes when the process exits.
void write_file(const char *name, const char *text, size_t length);
bool file_exists(const char *name);

// What a run leaves beside its arena: interned strings and types.
void release_tables(void);

#endif
