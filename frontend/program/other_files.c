// The definitions of functions that the file calls and other files of its program define. Each of these files is parsed
// by itself, with its own macros. Clang prints the functions, and whatever they need that the file does not have,
// without macros, and they are read once more, after the end of the file. A walk over both trees finds out whether they
// then mean the same (same_meaning.h); a function that would not is left out.
#include "frontend/program/other_files.h"
#include "frontend/program/lookup.h"
#include "frontend/program/same_meaning.h"
#include "frontend/clang/source.h"
#include "frontend/host.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Part { // a declaration of another file that is read again
    CXCursor cursor;
    const char *name, *text, *path;
    const char *read_as; // its name in this file
    int file;
    bool is_function, is_open, left_out;
    const char *why; // it will be left out, or is
    VECTOR(int) needs;
} Part;

typedef struct OtherUnit {
    OtherFile file;
    CXTranslationUnit unit;         // NULL: it has errors
    bool is_named;                  // on the command line; otherwise it was looked up
    VECTOR(const char *) functions; // for which it was
} OtherUnit;

typedef struct Others {
    Reader *reader;
    CXIndex index;
    VECTOR(OtherUnit) files;
    VECTOR(const char *) known, defined, looked_up;
    Calls calls;
    Lookup lookup;
    VECTOR(Part) parts; // each after those that it needs
    int file;
    int user;                     // the part whose needs are gathered
    CXTranslationUnit again;      // the file with the parts
    VECTOR(CXCursor) definitions; // of functions, in `again`
} Others;

static bool is_among(const char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (names[i] == name)
            return true;
    return false;
}

// ---- what the file calls, and has not

static enum CXChildVisitResult find_declaration(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Others *others = context;
    VECTOR_PUSH(others->reader->arena, &others->known, take_string(others->reader, clang_getCursorUSR(cursor)));
    bool defines = clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor);
    if (defines)
        VECTOR_PUSH(others->reader->arena, &others->defined, cursor_name(cursor));
    if (defines && is_in_main_file(others->reader, cursor))
        calls_of_input(&others->calls, cursor);
    return CXChildVisit_Continue;
}

static int compare_pointers(const void *left, const void *right)
{
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    return a < b ? -1 : a > b;
}

// Whether the file declares the same: by clang's name for it, which has the path for what is the file's own.
static bool is_known(const Others *others, CXCursor cursor)
{
    const char *name = take_string(others->reader, clang_getCursorUSR(cursor));
    return bsearch(&name, others->known.items, (size_t)others->known.count, sizeof name, compare_pointers) != NULL;
}

// A function of that name; one of another meaning would not have the same tree.
static bool is_defined(const Others *others, const char *name)
{
    return is_among(others->defined.items, others->defined.count, name);
}

// ---- what a function needs

static int part_of(const Others *others, CXCursor cursor)
{
    FOR_EACH(i, &others->parts)
        if (clang_equalCursors(others->parts.items[i].cursor, cursor))
            return i;
    return -1;
}

static int need(Others *others, CXCursor cursor);

static void note_need(Others *others, CXCursor cursor)
{
    int user = others->user, found = need(others, cursor);
    if (found >= 0 && user >= 0)
        VECTOR_PUSH(others->reader->arena, &others->parts.items[user].needs, found);
}

static bool is_in_function(CXCursor cursor)
{
    CXCursor parent = clang_getCursorSemanticParent(cursor);
    return clang_getCursorKind(parent) == CXCursor_FunctionDecl || is_null_cursor(parent) ||
           clang_isInvalid(clang_getCursorKind(parent));
}

static void need_type(Others *others, CXType type)
{
    CXCursor declaration = clang_getTypeDeclaration(type);
    if (!clang_isInvalid(clang_getCursorKind(declaration)) && !is_in_function(declaration))
        note_need(others, declaration);
}

static enum CXChildVisitResult find_needs(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Others *others = context;
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_TypeRef: note_need(others, clang_getCursorReferenced(cursor)); break;
    case CXCursor_DeclRefExpr: {
        CXCursor target = clang_getCursorReferenced(cursor);
        if (clang_getCursorKind(target) == CXCursor_EnumConstantDecl)
            target = clang_getCursorSemanticParent(target);
        if (!is_in_function(target))
            note_need(others, target);
        break;
    }
    default: break;
    }
    if (clang_isDeclaration(clang_getCursorKind(cursor)))
        need_type(others, clang_getCursorType(cursor));
    return CXChildVisit_Recurse;
}

static CXCursor definition_or(CXCursor cursor)
{
    CXCursor definition = clang_getCursorDefinition(cursor);
    return is_null_cursor(definition) ? cursor : definition;
}

static const char *printed(Reader *reader, CXCursor cursor)
{
    CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
    clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_Bool, 0); // `bool` is a macro
    const char *text = take_string(reader, clang_getCursorPrettyPrinted(cursor, policy));
    clang_PrintingPolicy_dispose(policy);
    return text;
}

// struct { .. }: only the typedef around it has a name.
static bool is_untagged(const char *text)
{
    return !strncmp(text, "struct {", 8) || !strncmp(text, "union {", 7) || !strncmp(text, "enum {", 6);
}

static const char *printed_typedef(Reader *reader, CXCursor cursor)
{
    CXCursor declaration = clang_getTypeDeclaration(clang_getTypedefDeclUnderlyingType(cursor));
    bool is_type = !clang_isInvalid(clang_getCursorKind(declaration));
    const char *text = is_type ? printed(reader, declaration) : "";
    return is_untagged(text) ? intern_printf("typedef %s %s", text, cursor_name(cursor)) : printed(reader, cursor);
}

// A definition that the linker may replace by another one.
static bool is_weak(Reader *reader, CXCursor function)
{
    const char *text = printed(reader, function);
    return strstr(text, "__attribute__((weak") || strstr(text, "__attribute__((alias") ||
           strstr(text, "__attribute__((ifunc");
}

// A constant of its own file.
static bool is_table(CXCursor variable)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(variable));
    while (type.kind == CXType_ConstantArray && !clang_isConstQualifiedType(type))
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    return clang_getCursorLinkage(variable) == CXLinkage_Internal && clang_isConstQualifiedType(type) &&
           !is_null_cursor(clang_Cursor_getVarDeclInitializer(variable));
}

// A type that is defined in a struct comes with it.
static CXCursor outermost(CXCursor cursor)
{
    for (CXCursor around = cursor;;) {
        around = clang_getCursorLexicalParent(around);
        enum CXCursorKind kind = clang_getCursorKind(around);
        if (kind != CXCursor_StructDecl && kind != CXCursor_UnionDecl)
            return cursor;
        cursor = around;
    }
}

// A function of that name, of this file or of another one.
static bool is_taken(const Others *others, const char *name)
{
    bool taken = is_defined(others, name);
    FOR_EACH(i, &others->parts)
        taken |= others->parts.items[i].is_function && others->parts.items[i].read_as == name;
    return taken;
}

// `scale` of the file grid.c becomes crs_grid_scale.
static const char *renamed(Others *others, const char *name)
{
    const char *path = others->files.items[others->file].file.path, *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    int length = 0;
    while (isalnum((unsigned char)file[length]) || file[length] == '_')
        length++;
    const char *to = intern_printf("crs_%.*s_%s", length, file, name);
    for (int again = 2; is_taken(others, to); again++)
        to = intern_printf("crs_%.*s%d_%s", length, file, again, name);
    VECTOR_PUSH(others->reader->arena, &others->reader->renamed, ((Renamed){name, to}));
    return to;
}

// The number of its part; -1: the file has it, or none is needed.
static int need(Others *others, CXCursor cursor)
{
    Reader *reader = others->reader;
    CXCursor definition = outermost(definition_or(cursor));
    enum CXCursorKind kind = clang_getCursorKind(definition);
    bool is_function = kind == CXCursor_FunctionDecl;
    bool defines = is_function && clang_isCursorDefinition(definition);
    int found = part_of(others, definition);
    if (found >= 0)
        return found;
    const char *name = cursor_name(definition);
    bool is_static = defines && clang_getCursorLinkage(definition) == CXLinkage_Internal;
    bool taken = defines && (is_taken(others, name) || (is_static && called_function(&others->calls, name)));
    if (is_known(others, definition) && (taken || !defines))
        return -1;
    if (defines && clang_getCursorLinkage(definition) == CXLinkage_External && is_weak(reader, definition))
        return -1;
    bool is_type = kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl;
    if (is_type && kind != CXCursor_EnumDecl && is_untagged(printed(reader, definition)))
        return -1;
    if (kind == CXCursor_VarDecl && !is_table(definition)) {
        const char *what =
            clang_getCursorLinkage(definition) == CXLinkage_Internal ? "is static there" : "this file does not declare";
        if (others->user >= 0)
            others->parts.items[others->user].why =
                intern_printf("it uses the variable '%s', which %s", cursor_name(definition), what);
        return -1;
    }
    Part part = {.cursor = definition, .name = name, .file = others->file, .is_function = defines};
    part.read_as = taken ? renamed(others, name) : name;
    int user = others->user;
    // The place is kept, so that a function which calls itself ends; it is printed after what it needs.
    VECTOR_PUSH(reader->arena, &others->parts, part);
    int at = others->parts.count - 1;
    others->parts.items[at].is_open = true;
    others->user = at;
    if (kind == CXCursor_TypedefDecl)
        need_type(others, clang_getTypedefDeclUnderlyingType(definition));
    if (is_function)
        need_type(others, clang_getCursorResultType(definition));
    clang_visitChildren(definition, find_needs, others);
    others->user = user;
    others->parts.items[at].text =
        kind == CXCursor_TypedefDecl ? printed_typedef(reader, definition) : printed(reader, definition);
    others->parts.items[at].is_open = false;
    return at;
}

static bool is_wanted(Others *others, CXCursor function)
{
    const OtherUnit *unit = &others->files.items[others->file];
    const char *name = cursor_name(function);
    return unit->is_named ? called_function(&others->calls, name) != NULL
                          : is_among(unit->functions.items, unit->functions.count, name);
}

static enum CXChildVisitResult find_wanted(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Others *others = context;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) &&
        clang_getCursorLinkage(cursor) == CXLinkage_External && is_wanted(others, cursor))
        need(others, cursor);
    return CXChildVisit_Continue;
}

// ---- the other files

static void take_from_file(Others *others, int file)
{
    others->file = file;
    if (others->files.items[file].unit)
        clang_visitChildren(clang_getTranslationUnitCursor(others->files.items[file].unit), find_wanted, others);
}

// Whether the part is the function of that name that all files of a program see.
static bool is_visible(const Part *part, const char *function)
{
    return part->is_function && part->name == function && clang_getCursorLinkage(part->cursor) == CXLinkage_External;
}

static bool is_part(const Others *others, const char *function)
{
    FOR_EACH(i, &others->parts)
        if (is_visible(&others->parts.items[i], function))
            return true;
    return false;
}

static void note_missing(Others *others, const char *function, const char *path, const char *why)
{
    MissingFunction missing = {function, path, why};
    VECTOR_PUSH(others->reader->arena, &others->reader->missing, missing);
}

static int add_unit(Others *others, const ProgramUnit *found)
{
    FOR_EACH(i, &others->files)
        if (others->files.items[i].unit == found->unit)
            return i;
    HostFile *host = others->reader->unit->host;
    VECTOR_PUSH(others->reader->arena, &others->files, ((OtherUnit){.file = found->file, .unit = found->unit}));
    VECTOR_PUSH(others->reader->arena, &host->looked_up, found->file);
    VECTOR_PUSH(others->reader->arena, &host->others, ((FileRead){found->file.path, false}));
    return others->files.count - 1;
}

// What nests call and no file that is named defines. false: nothing is known about the program.
static bool look_up(Others *others, const ReadRequest *request)
{
    FOR_EACH(i, &others->calls.functions) {
        const CalledFunction *function = &others->calls.functions.items[i];
        const char *why = NULL;
        if (!function->in_nest || is_part(others, function->name) ||
            is_among(others->looked_up.items, others->looked_up.count, function->name))
            continue;
        VECTOR_PUSH(others->reader->arena, &others->looked_up, function->name);
        if (!others->lookup.program) {
            const ProgramFiles *program = request->find_program ? request->find_program(request->context) : NULL;
            if (!program)
                return false;
            lookup_begin(&others->lookup, others->reader, others->index, program);
        }
        const ProgramUnit *found = lookup_function(&others->lookup, function, &why);
        if (found) {
            int file = add_unit(others, found);
            VECTOR_PUSH(others->reader->arena, &others->files.items[file].functions, function->name);
            take_from_file(others, file);
        } else if (why)
            note_missing(others, function->name, NULL, why);
    }
    return true;
}

// What one file's functions call, another one may define.
static void gather(Others *others, const ReadRequest *request)
{
    bool knows_program = true;
    for (int before = -1; before < others->parts.count;) {
        before = others->parts.count;
        FOR_EACH(i, &others->files)
            take_from_file(others, i);
        knows_program = knows_program && look_up(others, request);
        FOR_EACH(i, &others->parts) {
            const Part *part = &others->parts.items[i];
            const CalledFunction *called = called_function(&others->calls, part->name);
            if (part->is_function && !part->is_open)
                calls_of(&others->calls, part->cursor, called && called->in_nest);
        }
    }
}

// ---- the file once more, with the parts

static bool is_identifier_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t quoted_length(const char *text)
{
    size_t length = 1;
    while (text[length] && text[length] != *text)
        length += text[length] == '\\' && text[length + 1] ? 2 : 1;
    return text[length] ? length + 1 : length;
}

// What was printed has no macros left: no word of it may be one.
static void undefine_words(Reader *reader, Text *out, const char *text)
{
    VECTOR(const char *) words = {0};
    for (const char *at = text; *at;) {
        size_t length = *at == '"' || *at == '\'' ? quoted_length(at) : identifier_length(at);
        const char *word = length && is_identifier_start(*at) ? intern_n(at, length) : NULL;
        if (word && !is_among(words.items, words.count, word)) {
            VECTOR_PUSH(reader->scratch, &words, word);
            text_printf(out, "#undef %s\n", word);
        }
        at += length ? length : 1;
    }
}

static void number_paths(Others *others)
{
    FOR_EACH(i, &others->parts) {
        Part *part = &others->parts.items[i];
        const char *file = strrchr(others->files.items[part->file].file.path, '/');
        part->path = intern_printf(OTHER_FUNCTIONS "/%s/%d-%s",
                                   file ? file + 1 : others->files.items[part->file].file.path, i, part->name);
    }
}

// Those that the part needs precede it.
static void include(Others *others, int index, bool *done, Text *out)
{
    Part *part = &others->parts.items[index];
    if (done[index])
        return;
    done[index] = true;
    FOR_EACH(i, &part->needs)
        include(others, part->needs.items[i], done, out);
    if (!part->left_out)
        text_printf(out, "#include \"%s\"\n", part->path);
}

static void define_name(const Part *part, bool defines, Text *out)
{
    if (part->read_as == part->name)
        return;
    if (defines)
        text_printf(out, "#define %s %s\n", part->name, part->read_as);
    else
        text_printf(out, "#undef %s\n", part->name);
}

static void print_part(const Others *others, const Part *part, Text *out)
{
    for (int defines = 1; defines >= 0; defines--) {
        define_name(part, defines, out);
        FOR_EACH(n, &part->needs)
            define_name(&others->parts.items[part->needs.items[n]], defines, out);
        if (defines)
            text_printf(out, "%s;\n", part->text);
    }
}

static CXTranslationUnit parse_again(Others *others)
{
    Reader *reader = others->reader;
    Text text = {.arena = reader->arena};
    text_add_n(&text, reader->unit->source->text, reader->unit->source->length);
    text_add(&text, "\n");
    bool *done = ARENA_ARRAY(reader->arena, bool, others->parts.count);
    FOR_EACH(i, &others->parts)
        include(others, i, done, &text);
    VECTOR(struct CXUnsavedFile) files = {0};
    struct CXUnsavedFile own[UNSAVED_FILES];
    unsigned count = unsaved_files(reader->path, text_string(&text), text.length, own);
    for (unsigned i = 0; i < count; i++)
        VECTOR_PUSH(reader->arena, &files, own[i]);
    FOR_EACH(i, &others->parts) {
        Text part = {.arena = reader->arena};
        undefine_words(reader, &part, others->parts.items[i].text);
        print_part(others, &others->parts.items[i], &part);
        struct CXUnsavedFile file = {others->parts.items[i].path, text_string(&part), part.length};
        VECTOR_PUSH(reader->arena, &files, file);
    }
    CXTranslationUnit unit = NULL;
    clang_parseTranslationUnit2(others->index, reader->path, reader->arguments, reader->nargument, files.items,
                                (unsigned)files.count, CXTranslationUnit_DetailedPreprocessingRecord, &unit);
    return unit;
}

static void leave_out(Others *others, int index, const char *why)
{
    Part *part = &others->parts.items[index];
    if (part->left_out)
        return;
    part->left_out = true;
    part->why = why;
    FOR_EACH(i, &others->parts) // and whatever needs it
        FOR_EACH(n, &others->parts.items[i].needs)
            if (others->parts.items[i].needs.items[n] == index)
                leave_out(others, i, why);
}

static const char *error_words(Others *others, CXDiagnostic diagnostic)
{
    return intern_printf("clang says: %s", take_string(others->reader, clang_getDiagnosticSpelling(diagnostic)));
}

// false: nothing is wrong, or nothing can be done.
static bool leave_out_errors(Others *others, CXTranslationUnit unit)
{
    bool changed = false;
    for (unsigned d = 0; d < clang_getNumDiagnostics(unit); d++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(unit, d);
        CXFile file = NULL;
        clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, NULL, NULL, NULL);
        const char *path = file ? take_string(others->reader, clang_getFileName(file)) : NULL;
        bool wrong = clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
        for (int i = 0; wrong && i < others->parts.count; i++)
            if (others->parts.items[i].path == path && !others->parts.items[i].left_out) {
                leave_out(others, i, error_words(others, diagnostic));
                changed = true;
            }
        clang_disposeDiagnostic(diagnostic);
    }
    return changed;
}

static enum CXChildVisitResult find_definition(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Others *others = context;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor))
        VECTOR_PUSH(others->reader->arena, &others->definitions, cursor);
    return CXChildVisit_Continue;
}

// false: all functions mean what they mean in their own files, or nothing can be done.
static bool leave_out_different(Others *others, CXTranslationUnit unit)
{
    Reader *reader = others->reader;
    bool changed = false;
    others->definitions.count = 0;
    clang_visitChildren(clang_getTranslationUnitCursor(unit), find_definition, others);
    FOR_EACH(i, &others->parts) {
        Part *part = &others->parts.items[i];
        CXCursor again = clang_getNullCursor();
        FOR_EACH(k, &others->definitions)
            if (part->is_function && cursor_name(others->definitions.items[k]) == part->read_as)
                again = others->definitions.items[k];
        const char *why = "";
        if (!part->is_function || part->left_out || is_null_cursor(again) ||
            same_meaning(reader, part->cursor, again, &why))
            continue;
        leave_out(others, i, *why ? why : "it would mean something else in this file");
        changed = true;
    }
    return changed;
}

static void remember(Others *others)
{
    FOR_EACH(i, &others->parts) {
        const Part *part = &others->parts.items[i];
        if (!part->is_function || !part->left_out)
            continue;
        note_missing(others, part->name, others->files.items[part->file].file.path, part->why);
    }
}

static CXTranslationUnit read_parts(Others *others)
{
    number_paths(others);
    FOR_EACH(i, &others->parts)
        if (others->parts.items[i].why)
            leave_out(others, i, others->parts.items[i].why);
    for (;;) {
        CXTranslationUnit unit = parse_again(others);
        if (!unit)
            return NULL;
        if (!leave_out_errors(others, unit) && !leave_out_different(others, unit))
            return unit;
        clang_disposeTranslationUnit(unit);
    }
}

// Says which files of the program serve.
static void note_files(Others *others)
{
    Reader *reader = others->reader;
    FOR_EACH(f, &others->files) {
        Text names = {.arena = reader->arena};
        FOR_EACH(i, &others->parts) {
            const Part *part = &others->parts.items[i];
            if (part->file == f && !part->left_out && is_visible(part, part->name))
                text_printf(&names, "%s'%s'", names.length ? ", " : "", part->name);
        }
        if (!others->files.items[f].is_named && names.length)
            diag_warning(reader->diag, (Loc){.file = reader->unit->source}, WARN_HELPERS,
                         "read from '%s', a file of %s: %s", others->files.items[f].file.path,
                         others->lookup.program->named_by, text_string(&names));
    }
}

CXTranslationUnit other_files_read(Reader *reader, CXIndex index, const ReadRequest *request)
{
    Others others = {.reader = reader, .index = index, .calls.reader = reader, .user = -1};
    reader->has_other_files = request->nother > 0;
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), find_declaration, &others);
    if (!others.calls.functions.count)
        return NULL;
    qsort(others.known.items, (size_t)others.known.count, sizeof(const char *), compare_pointers);
    for (int i = 0; i < request->nother; i++) {
        const OtherFile *file = &request->others[i];
        CXTranslationUnit parsed = parse_other_file(reader, index, file, others.calls.takes_constants);
        OtherUnit unit = {.file = *file, .unit = parsed, .is_named = true};
        VECTOR_PUSH(reader->arena, &others.files, unit);
    }
    gather(&others, request);
    CXTranslationUnit again = others.parts.count ? read_parts(&others) : NULL;
    remember(&others);
    note_files(&others);
    FOR_EACH(i, &others.files)
        if (others.files.items[i].is_named && others.files.items[i].unit)
            clang_disposeTranslationUnit(others.files.items[i].unit);
    lookup_end(&others.lookup);
    return again;
}

static const MissingFunction *find_missing(const Reader *reader, const char *name)
{
    FOR_EACH(i, &reader->missing)
        if (reader->missing.items[i].name == name)
            return &reader->missing.items[i];
    return NULL;
}

bool other_files_fail(const Reader *reader, const char *name)
{
    return find_missing(reader, name);
}

const char *other_files_why(const Reader *reader, const char *name)
{
    const MissingFunction *missing = find_missing(reader, name);
    if (missing && !missing->path)
        return missing->why;
    if (missing)
        return arena_printf(reader->arena, "which cannot be read from '%s': %s", missing->path, missing->why);
    return reader->has_other_files ? "whose definition is neither in this file nor in the others that are named" : NULL;
}
