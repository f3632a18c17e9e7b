// The parser of trees: it refuses a text exactly when it says an error, and what it accepts prints as a text that it
// reads as the same tree.
#include "tests/fuzz/fuzz.h"

#include "ir/parse.h"

#include <string.h>

// The trees of the text, printed; NULL: refused.
static const char *printed(Arena *arena, const char *text)
{
    Diag *diag = diag_new(arena, (DiagOptions){0});
    SourceFile *source = ARENA_NEW(arena, SourceFile);
    *source = (SourceFile){.path = "input.tree", .text = text, .length = strlen(text)};
    Unit *unit = parse_trees(arena, diag, source, NULL, NULL);
    must((unit != NULL) == (diag_error_count(diag) == 0), "a tree is refused exactly when an error was said");
    if (!unit)
        return NULL;
    Text out = {.arena = arena};
    FOR_EACH(i, &unit->nests)
        print_nest(&out, unit->nests.items[i]);
    return text_string(&out);
}

void fuzz_one(const char *text, size_t length)
{
    (void)length;
    Arena *arena = arena_new();
    const char *once = printed(arena, text), *twice = once ? printed(arena, once) : "";
    must(twice != NULL, "what is printed is read");
    must(!once || strcmp(once, twice) == 0, "a tree prints as the same text when it was read back");
    arena_release(arena);
    release_tables();
}
