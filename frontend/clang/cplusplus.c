// Whether a text that was C is also C++ for nvcc and g++, which accept less of C in C++ than clang does.
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/directives/from_headers.h"
#include "frontend/reader.h"

#include <clang-c/Index.h>

#include <ctype.h>
#include <string.h>

enum { MAX_REPORTED = 3 };

typedef struct Check {
    Unit *unit;
    const char *path; // of the text
    size_t (*map)(void *context, size_t offset);
    void *context;
    int errors;
} Check;

// The identifier there, or NULL.
static const char *word_at(const Unit *unit, size_t at)
{
    const SourceFile *source = unit->source;
    size_t end = at;
    while (end < source->length && (isalnum((unsigned char)source->text[end]) || source->text[end] == '_'))
        end++;
    return end > at ? arena_strndup(unit->arena, source->text + at, end - at) : NULL;
}

// After an error the parser misses what it has skipped, and a name of ours that was declared there.
static bool follows_from_others(const Check *check, const char *what)
{
    return check->errors > 0 && (!strncmp(what, "expected ", strlen("expected ")) || strstr(what, "'crs_"));
}

static void report(Check *check, CXSourceLocation where, const char *what)
{
    Unit *unit = check->unit;
    CXFile file;
    unsigned offset;
    clang_getExpansionLocation(where, &file, NULL, NULL, &offset);
    CXString name = clang_getFileName(file);
    bool in_text = clang_getCString(name) && !strcmp(clang_getCString(name), check->path);
    Loc loc = {.file = unit->source};
    size_t at = in_text && check->map ? check->map(check->context, offset) : SIZE_MAX;
    if (at < unit->source->length)
        loc = loc_in_file(unit->source, at, at);
    const char *word = loc.line ? word_at(unit, at) : NULL;
    if (word && name_is_taken(word))
        what = arena_printf(unit->arena, "'%s' has a meaning of its own in it", word);
    clang_disposeString(name);
    if (follows_from_others(check, what) || check->errors++ >= MAX_REPORTED)
        return;
    diag_error(unit->diag, loc, "C++ does not accept this (%s); use --host=FILE.c", what);
}

// In C only its result must not be used; C++ compilers assume that the end is never reached. (Some paths may return:
// the function that ends the other paths is not always visible.)
static bool never_returns_value(const char *text)
{
    return !strcmp(text, "non-void function does not return a value");
}

// A type that is written the same way twice: an array of variable length, which is a type of its own each time.
static const char *in_words(Arena *arena, const char *text)
{
    if (strstr(text, "field designators to be specified in declaration order"))
        return "the designators are not in the order of the fields";
    const char *first = strchr(text, '\''), *end = first ? strchr(first + 1, '\'') : NULL;
    size_t length = end ? (size_t)(end - first) + 1 : 0;
    const char *type = length ? arena_strndup(arena, first, length) : NULL;
    if (!type || !strchr(type, '[') || !strstr(end + 1, type))
        return text;
    return arena_printf(arena, "pointers to arrays of variable length, here %s, do not convert", type);
}

static void report_errors(Check *check, CXTranslationUnit parsed)
{
    for (unsigned i = 0, all = clang_getNumDiagnostics(parsed); i < all; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(parsed, i);
        CXString text = clang_getDiagnosticSpelling(diagnostic);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error ||
            never_returns_value(clang_getCString(text)))
            report(check, clang_getDiagnosticLocation(diagnostic),
                   in_words(check->unit->arena, clang_getCString(text)));
        clang_disposeString(text);
        clang_disposeDiagnostic(diagnostic);
    }
}

// Compound literals of structs are an extension that all compilers have; those of arrays have no address in other
// compilers. The position of an expression is that of its first operand: to ask each for it would take n * n steps for
// a sum of n terms.
static enum CXChildVisitResult find_array_literal(CXCursor cursor, CXCursor parent, CXClientData data)
{
    bool is_top = clang_getCursorKind(parent) == CXCursor_TranslationUnit;
    if (is_top && clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
        return CXChildVisit_Continue;
    if (clang_getCursorKind(cursor) != CXCursor_CompoundLiteralExpr)
        return CXChildVisit_Recurse;
    enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(cursor)).kind;
    if (kind == CXType_ConstantArray || kind == CXType_IncompleteArray)
        report(data, clang_getCursorLocation(cursor), "a compound literal is an array");
    return CXChildVisit_Recurse;
}

static bool is_c_standard(const char *argument)
{
    return !strncmp(argument, "-std=", 5) || !strncmp(argument, "--std=", 6) || !strcmp(argument, "-ansi");
}

bool reader_is_cplusplus(Unit *unit, const char *text, const char *const *clang_arguments, int count,
                         size_t (*map)(void *context, size_t offset), void *context)
{
    static const char *const strict[] = {"-Werror=c99-designator", "-Wno-c++20-designator", "-Werror=reorder-init-list",
                                         "-Werror=c11-extensions", "-Werror=auto-storage-class"};
    Arena *scratch = arena_new();
    VECTOR(const char *) arguments = {0};
    // In the folder of the source, so that its relative includes are found.
    const char *path = arena_printf(scratch, "%s.crs.cpp", unit->source->path);
    VECTOR_PUSH(scratch, &arguments, "-xc++");
    VECTOR_PUSH(scratch, &arguments, "-std=c++17");
    VECTOR_PUSH(scratch, &arguments, "-idirafter" FROM_HEADERS);
    for (int i = 0; i < count; i++)
        if (!is_c_standard(clang_arguments[i]))
            VECTOR_PUSH(scratch, &arguments, clang_arguments[i]);
    for (size_t i = 0; i < sizeof strict / sizeof *strict; i++)
        VECTOR_PUSH(scratch, &arguments, strict[i]);
    struct CXUnsavedFile files[UNSAVED_FILES];
    unsigned nfile = unsaved_files(path, text, strlen(text), files);
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit parsed = NULL;
    clang_parseTranslationUnit2(index, path, arguments.items, arguments.count, files, nfile, 0, &parsed);
    Check check = {unit, path, map, context, 0};
    if (parsed) {
        report_errors(&check, parsed);
        clang_visitChildren(clang_getTranslationUnitCursor(parsed), find_array_literal, &check);
        clang_disposeTranslationUnit(parsed);
    }
    clang_disposeIndex(index);
    arena_release(scratch);
    return parsed && check.errors == 0;
}
