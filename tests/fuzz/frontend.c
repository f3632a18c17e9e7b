// The whole front end: any text as a C file. A unit comes back exactly when no error was said, its nests keep the rules
// of the tree, and they can be printed.
#include "tests/fuzz/fuzz.h"

#include "frontend/normalize/normalize.h"
#include "frontend/reader.h"

void fuzz_one(const char *text, size_t length)
{
    write_file("input.c", text, length);
    Arena *arena = arena_new();
    Diag *diag = diag_new(arena, (DiagOptions){0});
    Unit *unit = read_unit(arena, diag, "input.c", NULL, 0);
    must((unit != NULL) == (diag_error_count(diag) == 0), "a file is refused exactly when an error was said");
    Text dump = {.arena = arena};
    for (int i = 0; unit && i < unit->nests.count; i++) {
        Nest *nest = unit->nests.items[i];
        must(!nest->refused || diag_refusal_count(diag), "a refusal is said");
        if (nest->refused || !normalize_nest(nest))
            continue;
        print_nest(&dump, nest);
    }
    arena_release(arena);
    release_tables();
}
