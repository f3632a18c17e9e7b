// The directive parser: the text after `#pragma curestruct`. A directive is refused exactly when an error was said,
// and saying it twice says the same.
#include "tests/fuzz/fuzz.h"

#include "frontend/directives/directive.h"

#include <string.h>

// The directive in a file of its own, each byte of it `stride` bytes after the one before.
static bool parses(const char *text, size_t length, size_t stride)
{
    Arena *arena = arena_new();
    Diag *diag = diag_new(arena, (DiagOptions){0});
    SourceFile *file = ARENA_NEW(arena, SourceFile);
    size_t *offsets = ARENA_ARRAY(arena, size_t, length + 1);
    Text source = {.arena = arena};
    text_add(&source, "#pragma curestruct ");
    size_t begin = source.length;
    for (size_t i = 0; i < length; i++) {
        offsets[i] = source.length;
        text_add_n(&source, text + i, 1);
        for (size_t k = 1; k < stride; k++)
            text_add(&source, "\\");
    }
    offsets[length] = source.length;
    *file = (SourceFile){.path = "input.c", .text = text_string(&source), .length = source.length};
    Directive *directive =
        directive_parse(arena, diag, loc_in_file(file, begin, source.length), text, stride > 1 ? offsets : NULL);
    bool parsed = directive != NULL;
    must(parsed == (diag_error_count(diag) == 0), "a directive is refused exactly when an error was said");
    for (int i = 0; parsed && i < directive->clauses.count; i++)
        must(directive_clause(directive, directive->clauses.items[i].kind) != NULL, "a clause is found");
    arena_release(arena);
    release_tables();
    return parsed;
}

void fuzz_one(const char *text, size_t length)
{
    (void)length;
    bool parsed = parses(text, strlen(text), 1);
    must(parsed == parses(text, strlen(text), 3), "places do not change what is accepted");
}
