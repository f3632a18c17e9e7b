// p(x), where p is a pointer to a function that the nest does not change: `if (p == f) f(x) else g(x)`. The functions
// are those of the file that have its type. The launcher tests that p is one of them, which need not be proved.
#include "frontend/clang/call.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/scope.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/function_choice.h"
#include "frontend/control/null_pointers.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/scan.h"

#include <string.h>

enum { MOST_FUNCTIONS = 16 };

const char *function_pointer_text(Reader *reader, CXCursor pointer)
{
    pointer = strip_conversions(reader, pointer);
    while (clang_getCursorKind(pointer) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(pointer) == CXUnaryOperator_Deref)
        pointer = strip_conversions(reader, expression_children(reader, pointer).items[0]);
    enum CXCursorKind kind = clang_getCursorKind(pointer);
    CXType type = clang_getCanonicalType(clang_getCursorType(pointer));
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));
    bool is_name = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr;
    if (!is_name || type.kind != CXType_Pointer || pointee.kind != CXType_FunctionProto ||
        clang_isVolatileQualifiedType(type) || !reader->frame.nest)
        return NULL;
    Reference reference;
    if (!read_reference(reader, pointer, &reference) || !reference.variable)
        return NULL;
    const Variable *variable = reference.variable;
    if (variable->function_text)
        return variable->function_text;
    bool fixed = variable->home != HOME_NEST && !is_written_in_nest(reader, variable);
    return fixed ? variable->host : NULL;
}

// ---- the functions that it may be

typedef struct Candidates {
    Reader *reader;
    CXType type;
    CXCursor around; // the function with the nest: what follows it has no name there
    VECTOR(CXCursor) items;
} Candidates;

static bool is_hidden(const Candidates *candidates, const char *name)
{
    int count = clang_Cursor_getNumArguments(candidates->around);
    for (int i = 0; i < count; i++)
        if (!strcmp(cursor_name(clang_Cursor_getArgument(candidates->around, (unsigned)i)), name))
            return true;
    return is_declared_in(candidates->around, name);
}

static enum CXChildVisitResult visit_function(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Candidates *candidates = context;
    Reader *reader = candidates->reader;
    if (clang_equalCursors(cursor, candidates->around))
        return CXChildVisit_Break;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
        return CXChildVisit_Continue;
    CXCursor definition = clang_getCursorDefinition(cursor);
    bool fits = clang_equalTypes(clang_getCanonicalType(clang_getCursorType(cursor)), candidates->type);
    if (!fits || is_null_cursor(definition) || is_of_other_file(reader, definition) ||
        is_hidden(candidates, cursor_name(cursor)))
        return CXChildVisit_Continue;
    FOR_EACH(i, &candidates->items)
        if (clang_equalCursors(candidates->items.items[i], definition))
            return CXChildVisit_Continue;
    FOR_EACH(i, &reader->passed_over)
        if (clang_equalCursors(reader->passed_over.items[i].function, definition))
            return CXChildVisit_Continue;
    VECTOR_PUSH(reader->scratch, &candidates->items, definition);
    return CXChildVisit_Continue;
}

// ---- which of them it is

// The launcher tests that it is one of them.
static void demand_known(Reader *reader, const char *pointer, const Candidates *candidates, CXCursor at)
{
    Text text = {.arena = reader->scratch};
    FOR_EACH(i, &candidates->items)
        text_printf(&text, "%s%s == %s", i ? " || " : "(", pointer, cursor_name(candidates->items.items[i]));
    text_add(&text, ")");
    const Symbol *known = host_symbol(reader, "known", type_scalar(TY_I32), text_string(&text), at);
    Nest *nest = reader->frame.nest;
    FOR_EACH(i, &nest->assertions) {
        const Expr *condition = nest->assertions.items[i].condition;
        if (condition->kind == EX_SYMBOL && condition->symbol == known)
            return;
    }
    Assertion assertion = {expr_symbol(reader->arena, known), cursor_loc(reader, at), true, false};
    VECTOR_PUSH(reader->arena, &nest->assertions, assertion);
    FunctionChoice choice = {.pointer = pointer, .nfunctions = candidates->items.count};
    choice.functions = ARENA_ARRAY(reader->arena, const char *, choice.nfunctions);
    FOR_EACH(i, &candidates->items)
        choice.functions[i] = cursor_name(candidates->items.items[i]);
    VECTOR_PUSH(reader->arena, &nest->choices, choice);
}

static const Symbol *number_of(Reader *reader, const char *pointer, const Candidates *candidates, CXCursor at)
{
    Text text = {.arena = reader->scratch};
    text_add(&text, "(");
    for (int i = 0; i + 1 < candidates->items.count; i++)
        text_printf(&text, "%s == %s ? %d : ", pointer, cursor_name(candidates->items.items[i]), i);
    text_printf(&text, "%d)", candidates->items.count - 1);
    return host_symbol(reader, "which", type_scalar(TY_I32), text_string(&text), at);
}

// ---- the call

// It cannot be read: the nest is read again without it, as long as another one is left.
static void pass_over(Reader *reader, const char *pointer, const Candidates *candidates, int number)
{
    if (reader->passes_over || candidates->items.count < 2)
        return;
    const Frame *frame = &reader->frame;
    PassedOver passed = {candidates->items.items[number], pointer, frame->refused_because, frame->refused_at};
    VECTOR_PUSH(reader->arena, &reader->passed_over, passed);
    reader->passes_over = true;
}

static Stmt *call_in_branch(Reader *reader, CXCursor call, CXCursor definition, const Symbol *result)
{
    StmtList items = {0}, *outer = reader->frame.before;
    reader->frame.before = &items;
    Expr *value = call_defined(reader, call, definition, result != NULL);
    if (value && result)
        store_value(reader, expr_symbol(reader->arena, result), value, call);
    reader->frame.before = outer;
    return value && !reader->frame.refused ? stmt_block(reader->arena, items.items, items.count) : NULL;
}

static Expr *is_number(Reader *reader, const Symbol *which, int number)
{
    Expr *wanted = expr_int(reader->arena, number, which->type);
    return expr_binary(reader->arena, OP_EQ, expr_symbol(reader->arena, which), wanted, which->type);
}

static Expr *call_in_chain(Reader *reader, CXCursor call, const char *pointer, const Candidates *candidates,
                           const Symbol *which, const Symbol *result)
{
    Stmt *chain = NULL;
    PointerStates before = null_pointers_save(reader), after = before;
    for (int i = candidates->items.count; i-- > 0;) {
        null_pointers_restore(reader, &before);
        Stmt *branch = call_in_branch(reader, call, candidates->items.items[i], result);
        if (!branch) {
            pass_over(reader, pointer, candidates, i);
            return NULL;
        }
        if (chain)
            null_pointers_join(reader, &after);
        after = null_pointers_save(reader);
        chain = chain ? stmt_if(reader->arena, is_number(reader, which, i), branch, chain) : branch;
        chain->loc = cursor_loc(reader, call);
    }
    add_statement(reader, chain, call);
    return result ? expr_symbol(reader->arena, result) : expr_int(reader->arena, 0, type_scalar(TY_I32));
}

// Where no statement can be put in front.
static Expr *call_in_expression(Reader *reader, CXCursor call, const char *pointer, const Candidates *candidates,
                                const Symbol *which)
{
    Expr *chain = NULL;
    for (int i = candidates->items.count; i-- > 0;) {
        Expr *value = call_defined(reader, call, candidates->items.items[i], true);
        if (!value) {
            pass_over(reader, pointer, candidates, i);
            return NULL;
        }
        chain = chain ? expr_select(reader->arena, is_number(reader, which, i), value, chain) : value;
    }
    return chain;
}

Expr *call_chosen_function(Reader *reader, CXCursor call, const char *pointer, CXType type, bool wanted)
{
    Candidates candidates = {.reader = reader, .type = type};
    candidates.around = reader->details.items[reader->frame.function_site].cursor;
    clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit_function, &candidates);
    const Type *result = read_type(reader, clang_getResultType(type));
    bool is_number_or_nothing = result && (type_is_arithmetic(result) || (!wanted && result->kind == TY_VOID));
    if (candidates.items.count == 0 || candidates.items.count > MOST_FUNCTIONS || !is_number_or_nothing)
        return NULL;
    demand_known(reader, pointer, &candidates, call);
    if (candidates.items.count == 1)
        return call_defined(reader, call, candidates.items.items[0], wanted);
    const Symbol *which = number_of(reader, pointer, &candidates, call);
    if (reader->frame.conditional || !reader->frame.before)
        return call_in_expression(reader, call, pointer, &candidates, which);
    Symbol *symbol = NULL;
    if (wanted) {
        symbol = new_symbol(reader, "called", result, SYM_LOCAL, cursor_loc(reader, call));
        add_statement(reader, stmt_declare(reader->arena, symbol, NULL), call);
    }
    return call_in_chain(reader, call, pointer, &candidates, which, symbol);
}
