// What the splicer and the harness need to know about the user's text: items at file scope, includes, the functions
// that hold a nest, and the globals that these use.
#include "frontend/clang/host.h"
#include "frontend/clang/source.h"
#include "frontend/directives/from_headers.h"
#include "frontend/clang/types.h"
#include "frontend/host.h"

#include <stdlib.h>
#include <string.h>

// ---- declarations at file scope

static bool item_kind(CXCursor cursor, HostItemKind *kind)
{
    switch (clang_getCursorKind(cursor)) {
    case CXCursor_FunctionDecl: *kind = clang_isCursorDefinition(cursor) ? HOST_FUNCTION : HOST_PROTOTYPE; return true;
    case CXCursor_VarDecl: *kind = HOST_VARIABLE; return true;
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_TypedefDecl: *kind = HOST_TYPE; return true;
    default: return false;
    }
}

static HostDefinition definition_of(CXCursor cursor, HostItemKind kind)
{
    if (kind != HOST_VARIABLE)
        return DEFINES_NOTHING;
    if (!clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor)))
        return DEFINES_VALUE;
    return clang_Cursor_getStorageClass(cursor) == CX_SC_Extern ? DEFINES_NOTHING : DEFINES_TENTATIVELY;
}

static void add_item(Reader *reader, CXCursor cursor, HostItemKind kind)
{
    const SourceFile *source = reader->unit->source;
    Loc loc = cursor_loc(reader, cursor);
    size_t end = loc.end;
    // A macro may have brought the semicolon along.
    bool closed =
        kind == HOST_FUNCTION || (end > loc.begin && source->text[end - 1] != '}' && macro_around(reader, end - 1));
    if (!closed || (kind != HOST_FUNCTION && source->text[skip_blanks(source->text, source->length, end)] == ';'))
        end = find_semicolon(source->text, source->length, end);
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    HostItem item = {
        .kind = kind,
        .name = cursor_name(cursor),
        .range = {loc.begin, end},
        .is_static = clang_Cursor_getStorageClass(cursor) == CX_SC_Static,
        .is_inline = kind == HOST_FUNCTION && clang_Cursor_isFunctionInlined(cursor),
        .is_const = kind == HOST_VARIABLE && clang_isConstQualifiedType(type),
        .definition = definition_of(cursor, kind),
        .in_macro = macro_around(reader, loc.begin) != NULL,
    };
    if (kind == HOST_VARIABLE && type.kind == CXType_ConstantArray) {
        Shape shape = shape_of(reader, cursor, type);
        item.is_const = shape.is_const;
    }
    VECTOR_PUSH(reader->arena, &reader->unit->host->items, item);
}

// `typedef struct { .. } vec;` is listed as a struct and as a typedef: one item, or two of the same range when both
// have a name.
static void join_items(Reader *reader)
{
    HostFile *host = reader->unit->host;
    int kept = 0;
    FOR_EACH(i, &host->items) {
        HostItem *item = &host->items.items[i];
        const HostItem *next = i + 1 < host->items.count ? item + 1 : NULL;
        bool inside = next && next->range.begin <= item->range.begin && item->range.end <= next->range.end &&
                      item->kind == HOST_TYPE;
        bool unnamed = strchr(item->name, '(') || (next && item->name == next->name);
        if (inside && unnamed)
            continue;
        if (inside)
            item->range = next->range;
        if (strchr(item->name, '('))
            item->name = "";
        host->items.items[kept++] = *item;
    }
    host->items.count = kept;
}

// ---- includes

static void add_include(Reader *reader, CXCursor cursor, CXFile included)
{
    const SourceFile *source = reader->unit->source;
    Loc loc = cursor_loc(reader, cursor);
    size_t end = loc.begin;
    while (end < source->length && source->text[end] != '\n' && source->text[end] != '<' && source->text[end] != '"')
        end++;
    size_t open = end;
    char close = end < source->length && source->text[end] == '<' ? '>' : '"';
    for (end++; end < source->length && source->text[end] != '\n' && source->text[end] != close;)
        end++;
    bool written = end < source->length && source->text[end] == close;
    HostInclude include = {.range = {loc.begin, written ? end + 1 : loc.end}};
    include.is_system = clang_Location_isInSystemHeader(clang_getLocationForOffset(reader->clang, included, 0));
    const char *name = cursor_name(cursor);
    include.spelling = written ? intern_n(source->text + open, end + 1 - open) // otherwise through a macro
                               : intern_printf(include.is_system ? "<%s>" : "\"%s\"", name);
    include.path = take_string(reader, clang_getFileName(included));
    VECTOR_PUSH(reader->arena, &reader->unit->host->includes, include);
}

// A system header that one of the user's own headers includes.
static void add_system_include(Reader *reader, CXCursor cursor)
{
    HostFile *host = reader->unit->host;
    const char *spelling = intern_printf("<%s>", cursor_name(cursor));
    FOR_EACH(i, &host->system_includes)
        if (host->system_includes.items[i] == spelling)
            return;
    VECTOR_PUSH(reader->arena, &host->system_includes, spelling);
}

static void note_inclusion(Reader *reader, CXCursor cursor)
{
    CXFile included = clang_getIncludedFile(cursor);
    CXSourceLocation at = clang_getCursorLocation(cursor);
    if (!included || is_other_function(reader, included))
        return;
    if (clang_Location_isFromMainFile(at))
        add_include(reader, cursor, included);
    else if (!clang_Location_isInSystemHeader(at) &&
             clang_Location_isInSystemHeader(clang_getLocationForOffset(reader->clang, included, 0)))
        add_system_include(reader, cursor);
}

// -D_OPENMP=201511: then the macro does not say that the compiler of the output has the header.
static bool is_given(const Reader *reader, const char *macro)
{
    for (int i = 0; i < reader->nargument; i++) {
        const char *word = reader->arguments[i];
        size_t length = strlen(macro);
        if (!strcmp(word, "-D") && i + 1 < reader->nargument)
            word = reader->arguments[++i];
        else if (!strncmp(word, "-D", 2))
            word += 2;
        else
            continue;
        if (!strncmp(word, macro, length) && (!word[length] || word[length] == '='))
            return true;
    }
    return false;
}

static void note_dependency(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData context)
{
    (void)stack;
    Reader *reader = context;
    HostFile *host = reader->unit->host;
    const char *path = take_string(reader, clang_getFileName(file));
    bool known = depth == 0; // the main file itself
    FOR_EACH(i, &host->dependencies)
        known |= host->dependencies.items[i].path == path;
    bool is_system = clang_Location_isInSystemHeader(clang_getLocationForOffset(reader->clang, file, 0));
    const FromHeader *header = from_header_at(path);
    if (header)
        VECTOR_PUSH(reader->arena, &host->own_headers, header);
    if (header && is_given(reader, header->macro))
        VECTOR_PUSH(reader->arena, &host->own_alone, header);
    if (header)
        return;
    if (!known && !is_other_function(reader, file))
        VECTOR_PUSH(reader->arena, &host->dependencies, ((FileRead){path, is_system}));
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Reader *reader = context;
    HostItemKind kind;
    if (clang_getCursorKind(cursor) == CXCursor_InclusionDirective)
        note_inclusion(reader, cursor);
    else if (item_kind(cursor, &kind) && is_in_main_file(reader, cursor))
        add_item(reader, cursor, kind);
    return CXChildVisit_Continue;
}

// ---- parameters

static const char *spelling(Reader *reader, CXType type)
{
    return take_string(reader, clang_getTypeSpelling(type));
}

// `float A[static n]` and `float A[const 3]` are not C++ either.
static bool has_word_in_brackets(const SourceFile *source, Loc loc)
{
    if (loc.file != source)
        return false;
    for (size_t i = loc.begin; i < loc.end; i++) {
        if (source->text[i] != '[')
            continue;
        size_t at = skip_blanks(source->text, source->length, i + 1);
        const char *text = source->text + at;
        if (!strncmp(text, "static", 6) || !strncmp(text, "restrict", 8) || !strncmp(text, "const", 5) ||
            !strncmp(text, "volatile", 8) || *text == '*')
            return true;
    }
    return false;
}

static const char *source_text(Reader *reader, CXCursor cursor)
{
    Loc loc = cursor_loc(reader, cursor);
    if (!loc.file || !loc.file->text)
        return NULL;
    return intern_n(loc.file->text + loc.begin, loc.end - loc.begin);
}

// float ***p: rows of rows of numbers.
static void read_deep_pointer(Reader *reader, CXType type, HostParam *param)
{
    int levels = 0;
    for (; type.kind == CXType_Pointer; levels++)
        type = clang_getCanonicalType(clang_getPointeeType(type));
    if (levels < 3 || type_obstacle(reader, type) || clang_isVolatileQualifiedType(type))
        return;
    param->type = read_type(reader, type);
    param->row_levels = levels - 2;
}

static HostParam read_param(Reader *reader, CXCursor cursor, CXType adjusted)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    Shape shape = shape_of(reader, cursor, type);
    Loc loc = cursor_loc(reader, cursor);
    HostParam param = {
        .name = cursor_name(cursor),
        .type_text = spelling(reader, adjusted),
        .range = {loc.begin, loc.end},
        .is_pointer = shape.is_pointer,
        .is_rows = shape.is_rows,
        .is_vla = shape.is_vla || (shape.is_pointer && has_word_in_brackets(reader->unit->source, loc)),
        .ndim = shape.ndim,
    };
    param.is_const = shape.is_pointer && shape.is_const;
    read_deep_pointer(reader, type, &param);
    bool representable = shape.is_pointer ? !shape.obstacle && !shape.is_volatile : !type_obstacle(reader, type);
    if (representable)
        param.type = read_type(reader, shape.is_pointer ? shape.element : type);
    for (int d = 0; d < shape.ndim; d++) {
        param.constant_extent[d] = shape.constant[d];
        if (shape.constant[d] >= 0)
            param.extent[d] = intern_printf("%lld", (long long)shape.constant[d]);
        else if (!is_null_cursor(shape.dimension[d]))
            param.extent[d] = source_text(reader, shape.dimension[d]);
    }
    return param;
}

// ---- functions

static size_t body_begin(Reader *reader, CXCursor cursor)
{
    Children parts = children_of(reader, cursor);
    for (int i = 0; i < parts.count; i++)
        if (clang_getCursorKind(parts.items[i]) == CXCursor_CompoundStmt)
            return cursor_loc(reader, parts.items[i]).begin + 1;
    return 0;
}

static enum CXChildVisitResult find_returned(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    bool *found = context;
    *found = *found || clang_getCursorKind(cursor) == CXCursor_ReturnStmt;
    return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

// A function that never returns a value has no result, whatever its type is: no caller may use it.
static bool has_result(CXCursor function)
{
    bool found = false;
    clang_visitChildren(function, find_returned, &found);
    return found;
}

static void add_function(Reader *reader, CXCursor cursor)
{
    CXType type = clang_getCursorType(cursor), result = clang_getCursorResultType(cursor);
    Loc loc = cursor_loc(reader, cursor);
    unsigned name;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), NULL, NULL, NULL, &name);
    int count = clang_Cursor_getNumArguments(cursor);
    HostFunction function = {
        .name = cursor_name(cursor),
        .result_text = spelling(reader, result),
        .result = type_obstacle(reader, result) || !has_result(cursor) ? NULL : read_type(reader, result),
        .nparams = count > 0 ? count : 0,
        .range = {loc.begin, loc.end},
        .body_begin = body_begin(reader, cursor),
        .name_offset = name,
        .is_static = clang_Cursor_getStorageClass(cursor) == CX_SC_Static,
    };
    function.params = ARENA_ARRAY(reader->arena, HostParam, function.nparams + 1);
    for (int i = 0; i < function.nparams; i++)
        function.params[i] =
            read_param(reader, clang_Cursor_getArgument(cursor, (unsigned)i), clang_getArgType(type, (unsigned)i));
    VECTOR_PUSH(reader->arena, &reader->unit->host->functions, function);
}

static bool has_variable_parameter(Reader *reader, CXCursor function)
{
    for (int i = 0; i < clang_Cursor_getNumArguments(function); i++) {
        CXCursor parameter = clang_Cursor_getArgument(function, (unsigned)i);
        if (shape_of(reader, parameter, clang_getCursorType(parameter)).is_vla)
            return true;
    }
    return false;
}

// Functions without a nest whose parameters C++ does not have: `double a[n]`. nvcc reads them, too.
static enum CXChildVisitResult visit_variable_parameters(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Reader *reader = context;
    bool defined = clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor);
    if (defined && is_in_main_file(reader, cursor) && !host_function(reader->unit->host, cursor_name(cursor)) &&
        has_variable_parameter(reader, cursor))
        add_function(reader, cursor);
    return CXChildVisit_Continue;
}

// ---- globals

static void add_global(Reader *reader, CXCursor cursor)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    Shape shape = shape_of(reader, cursor, type);
    HostGlobal global = {
        .name = cursor_name(cursor),
        .type_text = spelling(reader, clang_getCursorType(cursor)),
        .is_static = clang_Cursor_getStorageClass(cursor) == CX_SC_Static,
        .is_pointer = shape.is_pointer,
        .is_const = shape.ndim ? shape.is_const : clang_isConstQualifiedType(type),
        .ndim = shape.ndim,
    };
    if (!shape.obstacle && !shape.is_volatile)
        global.type = read_type(reader, shape.element);
    for (int d = 0; d < shape.ndim; d++)
        global.extent[d] = shape.constant[d];
    VECTOR_PUSH(reader->arena, &reader->unit->host->globals, global);
}

// Variables of the system's headers, such as stderr, are the library's own.
static bool is_global(Reader *reader, CXCursor decl)
{
    return clang_getCursorKind(decl) == CXCursor_VarDecl && !is_of_other_file(reader, decl) &&
           !clang_Location_isInSystemHeader(clang_getCursorLocation(decl)) &&
           clang_getCursorKind(clang_getCursorSemanticParent(decl)) == CXCursor_TranslationUnit;
}

static int compare_declarations(const DeclFacts *left, const DeclFacts *right)
{
    size_t a = left->mentions.items[0], b = right->mentions.items[0];
    return a < b ? -1 : a > b;
}

static int compare_facts(const void *left, const void *right)
{
    return compare_declarations(*(DeclFacts *const *)left, *(DeclFacts *const *)right);
}

// In the order of their first mention; those of the helpers that nests call come last.
void host_read_globals(Reader *reader)
{
    VECTOR(DeclFacts *) used = {0};
    for (int i = 0; i < reader->nbucket; i++)
        for (DeclFacts *facts = reader->buckets[i]; facts; facts = facts->next)
            if (facts->mentions.count && is_global(reader, facts->cursor))
                VECTOR_PUSH(reader->scratch, &used, facts);
    if (used.count)
        qsort(used.items, (size_t)used.count, sizeof *used.items, compare_facts);
    FOR_EACH(i, &used)
        add_global(reader, used.items[i]->cursor);
}

// ---- all

void host_read(Reader *reader)
{
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit_top, reader);
    join_items(reader);
    clang_getInclusions(reader->clang, note_dependency, reader);
    FOR_EACH(i, &reader->sites)
        if (reader->sites.items[i].kind == SITE_FUNCTION)
            add_function(reader, reader->details.items[i].cursor);
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit_variable_parameters, reader);
}

bool host_is_of_other_file(const SourceFile *file)
{
    return file && !strncmp(file->path, OTHER_FUNCTIONS "/", strlen(OTHER_FUNCTIONS "/"));
}

const HostFunction *host_function(const HostFile *host, const char *name)
{
    FOR_EACH(i, &host->functions)
        if (!strcmp(host->functions.items[i].name, name))
            return &host->functions.items[i];
    return NULL;
}
