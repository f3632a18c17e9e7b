// The command line, its arguments separated by newlines. It comes back with options, or ends with status 0 (--help) or
// 2.
#include "tests/fuzz/fuzz.h"

#include "frontend/options/options.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 64 };

static jmp_buf leave;
static int status;

_Noreturn void fuzz_exit(int code); // exit in the parser of options

void fuzz_exit(int code)
{
    status = code;
    longjmp(leave, 1);
}

void fuzz_one(const char *text, size_t length)
{
    (void)length;
    Arena *arena = arena_new();
    char *argv[MAX_ARGUMENTS + 1] = {"curestruct"};
    int argc = 1;
    for (char *at = strtok(arena_strndup(arena, text, strlen(text)), "\n"); at && argc < MAX_ARGUMENTS;
         at = strtok(NULL, "\n"))
        argv[argc++] = at;
    Options options = {0};
    if (setjmp(leave) == 0) {
        options_parse(arena, argc, argv, &options);
        must(options.input || options.verb == VERB_DEVICES || options.verb == VERB_STEPS, "there is an input");
    } else {
        must(status == 0 || status == 2, "the command line ends with status 0 or 2");
    }
    arena_release(arena);
    release_tables();
}
