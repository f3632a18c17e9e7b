// The statements of the host's code around the nests. A nest is one part, whatever becomes of it.
#include "frontend/host_code.h"

#include "frontend/clang/source.h"
#include "frontend/control/host_code.h"
#include "frontend/control/host_macros.h"
#include "frontend/control/loop.h"
#include "frontend/dataflow/host_access.h"
#include "frontend/dataflow/host_call.h"

#include <string.h>

typedef struct Build {
    Reader *reader;
    const HostDefinitions *definitions;
    HostFunctionCode *function;
    size_t around;  // where the statement around begins
    CXCursor last;  // last_statement of what is read; null: not known
    bool in_nest;   // of which the parts are read
    bool in_switch; // inside of the innermost loop
    int loops;
} Build;

static HostCode read_statement(Build build, CXCursor stmt, bool in_block);

static void add_obstacle(HostFunctionCode *function, Loc loc, const char *words)
{
    if (function->obstacle)
        return;
    function->obstacle = words;
    function->obstacle_loc = loc;
}

static HostCode code_at(const Build *build, HostCodeKind kind, CXCursor cursor)
{
    Reader *reader = build->reader;
    HostCode code = {.kind = kind, .loc = cursor_loc(reader, cursor), .nest = -1};
    code.begin = code.loc.begin;
    code.end = code.loc.end;
    const MacroRange *macro = macro_around(reader, code.begin);
    code.is_fixed = code.loc.file != reader->unit->source ||
                    (macro && (macro->begin < code.begin || build->around >= macro->begin));
    return code;
}

// ---- parts of a statement

// Blocks are many, and most of them are short.
static void make_room(const Build *build, HostCode *code, int parts)
{
    code->parts.items = ARENA_ARRAY(build->reader->arena, HostCode, parts);
    code->parts.capacity = parts;
}

static void add_part(const Build *build, HostCode *code, HostCode part)
{
    VECTOR_PUSH(build->reader->arena, &code->parts, part);
}

static void add_expression(const Build *build, HostCode *code, CXCursor expr)
{
    if (is_null_cursor(expr))
        return;
    HostCode part = code_at(build, CODE_EXPRESSION, expr);
    part.is_expression = true;
    host_access_read(build->reader, build->definitions, expr, &part);
    add_part(build, code, part);
}

// Initial values; static ones are set before the program runs.
static void read_declaration(const Build *build, CXCursor stmt, HostCode *code)
{
    Children declared = children_of(build->reader, stmt);
    for (int i = 0; i < declared.count; i++) {
        CXCursor value = clang_getCursorKind(declared.items[i]) == CXCursor_VarDecl
                             ? clang_Cursor_getVarDeclInitializer(declared.items[i])
                             : clang_getNullCursor();
        if (!is_null_cursor(value) && clang_Cursor_hasVarDeclGlobalStorage(declared.items[i]) != 1)
            host_access_read(build->reader, build->definitions, value, code);
    }
}

static void add_for(Build build, CXCursor stmt, HostCode *code)
{
    ForParts parts;
    if (!split_for(build.reader, stmt, &parts)) {
        code->unknown = "a loop whose head a macro yields";
        code->unknown_loc = code->loc;
        add_obstacle(build.function, code->loc, code->unknown);
        Children all = children_of(build.reader, stmt);
        if (all.count)
            add_part(&build, code, read_statement(build, all.items[all.count - 1], false));
        return;
    }
    if (!is_null_cursor(parts.init) && clang_getCursorKind(parts.init) == CXCursor_DeclStmt) {
        HostCode init = code_at(&build, CODE_STATEMENT, parts.init);
        init.is_init = true;
        read_declaration(&build, parts.init, &init);
        add_part(&build, code, init);
    } else {
        add_expression(&build, code, parts.init);
    }
    add_expression(&build, code, parts.condition);
    add_expression(&build, code, parts.increment);
    add_part(&build, code, read_statement(build, parts.body, false));
}

// The statements and the expressions in the head, in their order.
static void read_parts(Build build, CXCursor stmt, HostCode *code)
{
    Children parts = children_of(build.reader, stmt);
    Build inner = build;
    inner.last = clang_getNullCursor();
    make_room(&build, code, parts.count);
    for (int i = 0; i < parts.count; i++) {
        enum CXCursorKind kind = clang_getCursorKind(parts.items[i]);
        if (clang_isExpression(kind))
            add_expression(&build, code, parts.items[i]);
        else if (clang_isStatement(kind))
            add_part(&build, code, read_statement(i + 1 < parts.count ? inner : build, parts.items[i], false));
    }
}

// ---- nests

// The nest that holds the byte, or the pragmas right before it do; -1: there is none. Nests do not overlap.
static int nest_around(const Reader *reader, size_t at)
{
    int low = 0, high = reader->unit->nests.count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (reader->unit->nests.items[middle]->lead <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && at < reader->unit->nests.items[low - 1]->extent.end ? low - 1 : -1;
}

static int nest_of(Reader *reader, CXCursor stmt, size_t begin, size_t end)
{
    int number = nest_around(reader, begin);
    if (number < 0 || cursor_loc(reader, stmt).file != reader->unit->source)
        return -1;
    const Nest *nest = reader->unit->nests.items[number];
    return nest->extent.begin <= begin && end <= nest->extent.end ? number : -1;
}

static HostCode read_nest(Build build, CXCursor stmt, int number, bool in_block)
{
    const Nest *nest = build.reader->unit->nests.items[number];
    HostCode code = code_at(&build, CODE_NEST, stmt);
    make_room(&build, &code, 1);
    code.nest = number;
    code.begin = nest->lead;
    code.end = nest->extent.end;
    code.loc = nest->loc;
    build.in_nest = true;
    add_part(&build, &code, read_statement(build, stmt, in_block));
    return code;
}

static void read_block(Build build, CXCursor stmt, HostCode *code)
{
    Children parts = children_of(build.reader, stmt);
    size_t end = code->begin;
    make_room(&build, code, parts.count);
    for (int i = 0; i < parts.count; i++) {
        HostCode part = read_statement(build, parts.items[i], true);
        HostCode *last = code->parts.count ? &code->parts.items[code->parts.count - 1] : NULL;
        if (part.nest >= 0 && last && last->nest == part.nest) {
            add_part(&build, last, part.parts.items[0]);
            continue;
        }
        bool together = part.begin < end; // the same macro yields both
        part.is_fixed |= together;
        if (together && last)
            last->is_open = true;
        end = part.end;
        add_part(&build, code, part);
    }
}

// ---- statements

static HostCodeKind kind_of(CXCursor stmt)
{
    switch (clang_getCursorKind(stmt)) {
    case CXCursor_CompoundStmt: return CODE_BLOCK;
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt: return CODE_LOOP;
    case CXCursor_IfStmt:
    case CXCursor_SwitchStmt:
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt: return CODE_BRANCH;
    case CXCursor_ReturnStmt: return CODE_RETURN;
    default: return CODE_STATEMENT;
    }
}

static void read_simple(Build build, CXCursor stmt, HostCode *code)
{
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    if (clang_isExpression(kind)) {
        code->is_expression = true;
        host_access_read(build.reader, build.definitions, stmt, code);
    } else if (kind == CXCursor_DeclStmt) {
        code->declares = true;
        read_declaration(&build, stmt, code);
    } else if (kind == CXCursor_ReturnStmt) {
        Children parts = expression_children(build.reader, stmt);
        if (!parts.count)
            return;
        HostCode value = code_at(&build, CODE_EXPRESSION, parts.items[0]);
        code->value = value.begin;
        code->is_fixed |= value.is_fixed;
        host_access_read(build.reader, build.definitions, parts.items[0], code);
    } else if (kind != CXCursor_NullStmt && kind != CXCursor_BreakStmt && kind != CXCursor_ContinueStmt &&
               kind != CXCursor_GotoStmt) {
        code->unknown = "a statement";
        code->unknown_loc = code->loc;
        add_obstacle(build.function, code->loc, "a statement that is not understood");
    }
}

static HostCode read_statement(Build build, CXCursor stmt, bool in_block)
{
    size_t begin, end;
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    build.last = is_null_cursor(build.last) ? last_statement(build.reader, stmt) : build.last;
    bool whole = statement_range(build.reader, stmt, build.last, &begin, &end);
    int nest = build.in_nest ? -1 : nest_of(build.reader, stmt, begin, end);
    HostCode code = nest >= 0 ? read_nest(build, stmt, nest, in_block) : code_at(&build, kind_of(stmt), stmt);
    code.in_block = in_block;
    if (nest >= 0)
        return code;
    code.end = end;
    code.is_fixed |= !whole;
    build.around = code.begin;
    build.last = clang_equalCursors(build.last, stmt) ? clang_getNullCursor() : build.last;
    build.function->jumps |= kind == CXCursor_LabelStmt || kind == CXCursor_IndirectGotoStmt;
    build.function->jumps |= (kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt) && !build.in_switch;
    switch (code.kind) {
    case CODE_BLOCK: read_block(build, stmt, &code); break;
    case CODE_LOOP:
        build.in_switch = false;
        if (kind == CXCursor_ForStmt)
            add_for(build, stmt, &code);
        else
            read_parts(build, stmt, &code);
        break;
    case CODE_BRANCH:
        code.chooses = kind == CXCursor_SwitchStmt;
        build.in_switch |= code.chooses;
        read_parts(build, stmt, &code);
        break;
    default: read_simple(build, stmt, &code);
    }
    return code;
}

// ---- functions

// Its code may be another one in the program.
static void be_unclear(HostFunctionCode *function, Loc loc, const char *words)
{
    add_obstacle(function, loc, words);
    if (!function->unclear)
        function->unclear = words;
}

// The output leaves out directives of ours, those of OpenMP and OpenACC that are read, too. So no team of threads runs
// what follows them, and what they say of data and of the device is among the moves and the devices (find_moves).
static bool is_left_out(const Reader *reader, const SourceFile *file, size_t at)
{
    const HostFile *host = reader->unit->host;
    bool found = false;
    FOR_EACH(i, &host->directives)
        found |= host->directives.items[i].begin <= at && at < host->directives.items[i].end;
    return found && file == reader->unit->source;
}

// Other lines of the preprocessor belong to the statement after them, or choose the statements.
static void find_lines(Reader *reader, HostFunctionCode *function, const Loc *body)
{
    const char *text = body->file->text;
    bool is_main = body->file == reader->unit->source;
    for (size_t at = body->begin; at < body->end; at++) {
        size_t line = at;
        while (at < body->end && text[at] != '\n')
            at++;
        line += strspn(text + line, " \t");
        if (text[line] != '#' || (is_main && nest_around(reader, line) >= 0))
            continue;
        const char *word = text + line + 1;
        word += strspn(word, " \t");
        const char *name = word + strlen("pragma");
        bool ours = !strncmp(word, "pragma", strlen("pragma")) &&
                    !strncmp(name + strspn(name, " \t"), "curestruct", strlen("curestruct"));
        if (!ours && !is_left_out(reader, body->file, line))
            be_unclear(function, loc_in_file(body->file, line, at), "a line of the preprocessor");
    }
}

static void find_macros(Reader *reader, const HostMacros *macros, HostFunctionCode *function, const Loc *body)
{
    bool is_main = body->file == reader->unit->source;
    FOR_EACH(i, macros) {
        const HostMacroUse *use = &macros->items[i];
        if (use->source == body->file && use->begin >= body->begin && use->begin < body->end &&
            !(is_main && nest_around(reader, use->begin) >= 0))
            be_unclear(function, function->loc, "a macro that depends on options");
    }
}

static void find_moves(Reader *reader, HostFunctionCode *function, const Loc *body)
{
    const HostFile *host = reader->unit->host;
    FOR_EACH(i, &host->moves) {
        const HostMoves *moves = &host->moves.items[i];
        if (moves->range.begin >= body->begin && moves->range.begin < body->end)
            be_unclear(function, moves->loc, "a directive that says which data stays");
    }
    FOR_EACH(i, &host->devices) {
        Loc loc = host->devices.items[i].loc;
        if (loc.begin >= body->begin && loc.begin < body->end)
            be_unclear(function, loc, "a directive that gives a statement to the device");
    }
}

static enum CXChildVisitResult find_attributes(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    HostFunctionCode *function = context;
    if (clang_getCursorKind(cursor) == CXCursor_UnexposedAttr)
        be_unclear(function, function->loc, "an attribute of the function"); // it may be weak
    function->is_shared &= clang_getCursorKind(cursor) != CXCursor_AsmLabelAttr;
    return CXChildVisit_Continue;
}

static void read_function(Reader *reader, const HostDefinitions *definitions, const HostMacros *macros, CXCursor cursor)
{
    HostFunctionCode function = {.name = cursor_name(cursor), .loc = cursor_loc(reader, cursor)};
    function.is_shared =
        clang_getCursorLinkage(cursor) == CXLinkage_External && !clang_Cursor_isFunctionInlined(cursor);
    Build build = {.reader = reader, .definitions = definitions, .function = &function, .last = clang_getNullCursor()};
    Children parts = children_of(reader, cursor);
    CXCursor body = parts.items[parts.count - 1];
    Loc loc = cursor_loc(reader, body);
    bool is_main = loc.file == reader->unit->source;
    if (clang_Cursor_getStorageClass(cursor) != CX_SC_Static)
        clang_visitChildren(cursor, find_attributes, &function);
    if (is_main && macro_around(reader, loc.begin))
        add_obstacle(&function, function.loc, "a macro that yields the function");
    if (loc.file && loc.file->text) {
        find_lines(reader, &function, &loc);
        find_macros(reader, macros, &function, &loc);
    }
    if (is_main)
        find_moves(reader, &function, &loc);
    else
        add_obstacle(&function, function.loc, "its place in a header");
    function.body = read_statement(build, body, false);
    VECTOR_PUSH(reader->arena, &reader->unit->host->code, function);
}

typedef struct Search {
    Reader *reader;
    HostDefinitions *definitions;
} Search;

static enum CXChildVisitResult find_definition(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Search *search = context;
    bool is_one = clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) &&
                  !clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) &&
                  !is_of_other_file(search->reader, cursor);
    if (is_one)
        VECTOR_PUSH(search->reader->scratch, &search->definitions->items, cursor);
    return CXChildVisit_Continue;
}

void host_code_read(Reader *reader)
{
    HostDefinitions definitions = {0};
    if (!reader->unit->nests.count && !reader->of_program)
        return;
    Search search = {reader, &definitions};
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), find_definition, &search);
    HostMacros macros = host_macros_find(reader);
    FOR_EACH(i, &definitions.items)
        read_function(reader, &definitions, &macros, definitions.items.items[i]);
}
