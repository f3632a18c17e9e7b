// Whether a text that was C is C++ as well.
#include "frontend/reader.h"

#include <clang-c/Index.h>

#include <string.h>

enum { MAX_REPORTED = 3 };

static void report(Unit *unit, CXDiagnostic diagnostic, const char *main_file, size_t (*map)(void *context, size_t offset), void *context)
{
    CXFile file;
    unsigned offset;
    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    CXString name = clang_getFileName(file), text = clang_getDiagnosticSpelling(diagnostic);
    bool in_text = clang_getCString(name) && !strcmp(clang_getCString(name), main_file);
    Loc loc = {.file = unit->source};
    size_t at = in_text && map ? map(context, offset) : SIZE_MAX;
    if (at < unit->source->length)
        loc = loc_in_file(unit->source, at, at);
    diag_error(unit->diag, loc, "this is no C++ (%s); nvcc needs --host=FILE.c", clang_getCString(text));
    clang_disposeString(name);
    clang_disposeString(text);
}

static bool is_c_standard(const char *argument)
{
    return !strncmp(argument, "-std=", 5) || !strncmp(argument, "--std=", 6) || !strcmp(argument, "-ansi");
}

bool reader_is_cplusplus(Unit *unit, const char *text, const char *const *clang_arguments, int count,
                         size_t (*map)(void *context, size_t offset), void *context)
{
    Arena *scratch = arena_new();
    VECTOR(const char *) arguments = {0};
    // Beside the source, so that its relative includes are found.
    const char *path = arena_printf(scratch, "%s.crs.cpp", unit->source->path);
    VECTOR_PUSH(scratch, &arguments, "-xc++");
    VECTOR_PUSH(scratch, &arguments, "-std=c++17");
    for (int i = 0; i < count; i++)
        if (!is_c_standard(clang_arguments[i]))
            VECTOR_PUSH(scratch, &arguments, clang_arguments[i]);
    struct CXUnsavedFile file = {path, text, strlen(text)};
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit parsed = NULL;
    clang_parseTranslationUnit2(index, path, arguments.items, arguments.count, &file, 1, 0, &parsed);
    int errors = 0;
    for (unsigned i = 0, all = parsed ? clang_getNumDiagnostics(parsed) : 0; i < all; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(parsed, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error && errors++ < MAX_REPORTED)
            report(unit, diagnostic, path, map, context);
        clang_disposeDiagnostic(diagnostic);
    }
    if (parsed)
        clang_disposeTranslationUnit(parsed);
    clang_disposeIndex(index);
    arena_release(scratch);
    return parsed && errors == 0;
}
