// The whole compiler: bytes become a C program (program.c), and the compiler's own main translates it. Output appears
// exactly when it says that all is well.
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int curestruct_main(int argc, char **argv); // main of curestruct.c

// Ways to be called, chosen by the input's first byte; most often the plain one.
static const char *const options[][3] = {
    {0}, {0}, {0}, {0}, {0}, {0}, {"--host=out.c"}, {"--line"}, {"--emit=ir"}, {"--emit=schedule"}, {"--emit=tiled"},
    {"--dump-after=analyze"}, {"--dump-after=step"}, {"--device=fx5800"}, {"--device=c2070"}, {"-Werror=refused"},
};

enum { WAYS = sizeof options / sizeof *options };

void fuzz_one(const char *text, size_t length)
{
    Arena *arena = arena_new();
    Text program = {.arena = arena};
    int way = length ? (unsigned char)text[0] % WAYS : 0;
    make_program(&program, text + 1, length ? length - 1 : 0);
    if (getenv("FUZZ_SHOW"))
        printf("// %s\n%s", options[way][0] ? options[way][0] : "", text_string(&program));
    fflush(stdout);
    write_file("input.c", text_string(&program), program.length);
    unlink("out.cu");
    unlink("out.c");
    char *argv[8] = {"curestruct", "input.c", "-o", "out.cu"};
    int argc = 4;
    for (int i = 0; i < 3 && options[way][i]; i++)
        argv[argc++] = (char *)options[way][i];
    int status = curestruct_main(argc, argv);
    must(status == 0 || status == 1, "the exit status is 0 or 1");
    must(file_exists("out.cu") == (status == 0), "there is output exactly when there are no errors");
    must(file_exists("out.c") == (status == 0 && options[way][0] && !strncmp(options[way][0], "--host", 6)),
         "both files appear, or none");
    arena_release(arena);
}
