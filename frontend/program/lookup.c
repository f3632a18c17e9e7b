// Looks for the definition of a function in all files of the program. Their texts say which files may have one. These
// are parsed, each with its own arguments, so that conditions of the preprocessor and macros count. Several programs
// may share the list of files: a function that two of them define is not taken. Nor is one from a file that does not
// see the header by which the input knows it, since another program's function may have that name.
#include "frontend/program/lookup.h"
#include "frontend/clang/source.h"
#include "frontend/database.h"
#include "frontend/directives/from_headers.h"
#include "frontend/program/definitions.h"

#include <string.h>

// ---- one file

static bool has_errors(CXTranslationUnit unit)
{
    bool found = false;
    for (unsigned i = 0; i < clang_getNumDiagnostics(unit); i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, i);
        found |= clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        clang_disposeDiagnostic(diagnostic);
    }
    return found;
}

CXTranslationUnit parse_other_file(Reader *reader, CXIndex index, const OtherFile *file, bool takes_constants)
{
    VECTOR(const char *) arguments = {0};
    VECTOR_PUSH(reader->arena, &arguments, "-xc");
    VECTOR_PUSH(reader->arena, &arguments, "-std=gnu17");
    for (int i = 0; i < file->nargument; i++)
        VECTOR_PUSH(reader->arena, &arguments, file->arguments[i]);
    if (!takes_constants)
        VECTOR_PUSH(reader->arena, &arguments, "-DCRS_CONST=");
    VECTOR_PUSH(reader->arena, &arguments, "-idirafter" FROM_HEADERS);
    struct CXUnsavedFile headers[UNSAVED_FILES];
    unsigned count = unsaved_files("", "", 0, headers);
    CXTranslationUnit unit = NULL;
    clang_parseTranslationUnit2(index, file->path, arguments.items, arguments.count, headers + 1, count - 1, 0, &unit);
    if (unit && has_errors(unit)) {
        clang_disposeTranslationUnit(unit);
        return NULL;
    }
    return unit;
}

typedef struct Search { // for a definition in a unit
    const CalledFunction *function;
    bool defines, sees_header;
} Search;

static enum CXChildVisitResult find_definition(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Search *search = context;
    CXFile file = NULL;
    CXFileUniqueID declared;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || cursor_name(cursor) != search->function->name)
        return CXChildVisit_Continue;
    search->defines |= clang_isCursorDefinition(cursor) && clang_getCursorLinkage(cursor) == CXLinkage_External;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
    if (search->function->header && file && clang_getFileUniqueID(file, &declared) == 0)
        search->sees_header |= !memcmp(&declared, &search->function->declared, sizeof declared);
    return CXChildVisit_Continue;
}

// ---- all files

typedef struct Gathering {
    Lookup *lookup;
    int file;
} Gathering;

static bool add_name(void *context, const char *name, size_t length)
{
    const Gathering *gathering = context;
    DefinedName defined = {intern_n(name, length), gathering->file};
    VECTOR_PUSH(gathering->lookup->reader->arena, &gathering->lookup->names, defined);
    return false;
}

void lookup_begin(Lookup *lookup, Reader *reader, CXIndex index, const ProgramFiles *program)
{
    *lookup = (Lookup){.reader = reader, .index = index, .program = program};
    lookup->units = ARENA_ARRAY(reader->arena, ProgramUnit, program->count);
    for (int i = 0; i < program->count; i++) {
        Arena *scratch = arena_new();
        Text text = {.arena = scratch};
        Gathering gathering = {lookup, i};
        if (!same_file(program->paths[i], reader->path) && text_add_file(&text, program->paths[i]))
            each_definition(text_string(&text), add_name, &gathering);
        arena_release(scratch);
    }
}

static ProgramUnit *read_program_file(Lookup *lookup, int index)
{
    ProgramUnit *unit = &lookup->units[index];
    if (unit->is_read)
        return unit;
    unit->is_read = true;
    unit->is_understood = lookup->program->read_arguments(lookup->program->context, index, &unit->file);
    if (unit->is_understood)
        unit->unit = parse_other_file(lookup->reader, lookup->index, &unit->file, true);
    return unit;
}

// The same file, compiled twice in the same way.
static bool is_same(const ProgramUnit *left, const ProgramUnit *right)
{
    bool same = same_file(left->file.path, right->file.path) && left->file.nargument == right->file.nargument;
    for (int i = 0; same && i < left->file.nargument; i++)
        same = !strcmp(left->file.arguments[i], right->file.arguments[i]);
    return same;
}

static const char *both_define(const Lookup *lookup, const char *one, const char *other)
{
    const char *named_by = lookup->program->named_by;
    if (same_file(one, other))
        return intern_printf("which '%s' defines; %s has several commands for that file; '--helpers=%s' takes it", one,
                             named_by, one);
    return intern_printf("which '%s' and '%s' define, two files of %s; '--helpers=FILE.c' says which it is", one, other,
                         named_by);
}

static const char *cannot_read(const Lookup *lookup, const ProgramUnit *unit, const char *path)
{
    const char *named_by = lookup->program->named_by;
    if (!unit->is_understood)
        return intern_printf("which '%s' seems to define; its flags in %s cannot be used here", path, named_by);
    return intern_printf("which '%s' seems to define; clang finds errors in it, with the flags of %s", path, named_by);
}

const ProgramUnit *lookup_function(Lookup *lookup, const CalledFunction *function, const char **why)
{
    const ProgramUnit *found = NULL;
    bool sees_header = false;
    FOR_EACH(i, &lookup->names) {
        const DefinedName *defined = &lookup->names.items[i];
        if (defined->name != function->name)
            continue;
        const char *path = lookup->program->paths[defined->file];
        const ProgramUnit *unit = read_program_file(lookup, defined->file);
        Search search = {.function = function};
        if (!unit->unit) {
            *why = cannot_read(lookup, unit, path);
            return NULL;
        }
        clang_visitChildren(clang_getTranslationUnitCursor(unit->unit), find_definition, &search);
        if (!search.defines || (found && is_same(found, unit)))
            continue;
        if (found) {
            *why = both_define(lookup, found->file.path, path);
            return NULL;
        }
        found = unit;
        sees_header = search.sees_header;
    }
    if (found && function->header && !sees_header) {
        *why = intern_printf("which '%s' defines without the header '%s', which declares it here; '--helpers=%s' takes "
                             "it",
                             found->file.path, function->header, found->file.path);
        return NULL;
    }
    return found;
}

void lookup_end(Lookup *lookup)
{
    for (int i = 0; lookup->program && i < lookup->program->count; i++)
        if (lookup->units[i].unit)
            clang_disposeTranslationUnit(lookup->units[i].unit);
}
