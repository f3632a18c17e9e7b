// The whole compiler: bytes become a C program (program.c), and the compiler's own main translates it. Output appears
// exactly when it says that all is well.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int curestruct_main(int argc, char **argv); // main of curestruct.c

// Ways to be called, chosen by the input's first byte; most often the plain one.
static const char *const ways[] = {
    "-o out.cu",
    "-o out.cu",
    "-o out.cu",
    "-o out.cu",
    "-o out.cu",
    "-o out.cu --host=out.c",
    "-o out.cu --line",
    "-o out.cu -Werror=refused",
    "-o out.cu --device=fx5800",
    "-o out.cu --device=c2070",
    "-o out.cu --emit=ir",
    "-o out.cu --emit=schedule",
    "-o out.cu --emit=tiled",
    "-o out.cu --dump-after=analyze",
    "-o out.cu --dump-after=step",
    "check --export=folder",
};

enum {
    WAYS = sizeof ways / sizeof *ways,
    MAX_ARGUMENTS = 8,
    MAX_SECONDS = 30, // of the processor: 5 seconds, with what sanitizers cost
};

static int run(Arena *arena, const char *way)
{
    char *argv[MAX_ARGUMENTS] = {"curestruct"};
    int argc = 1;
    for (char *at = strtok(arena_strndup(arena, way, strlen(way)), " "); at; at = strtok(NULL, " "))
        argv[argc++] = at;
    argv[argc++] = "input.c";
    return curestruct_main(argc, argv);
}

void fuzz_one(const char *text, size_t length)
{
    Arena *arena = arena_new();
    Text program = {.arena = arena};
    const char *way = ways[length ? (unsigned char)text[0] % WAYS : 0];
    make_program(&program, text + 1, length ? length - 1 : 0);
    if (getenv("FUZZ_SHOW"))
        printf("// curestruct %s input.c\n%s", way, text_string(&program));
    fflush(stdout);
    write_file("input.c", text_string(&program), program.length);
    unlink("out.cu");
    unlink("out.c");
    clock_t before = clock();
    int status = run(arena, way);
    must((clock() - before) / CLOCKS_PER_SEC < MAX_SECONDS, "a translation is a matter of seconds");
    must(status == 0 || status == 1, "the exit status is 0 or 1");
    must(file_exists("out.cu") == (status == 0 && strstr(way, "out.cu")),
         "there is output exactly when there are no errors");
    must(file_exists("out.c") == (status == 0 && strstr(way, "--host")), "both files appear, or none");
    arena_release(arena);
}
