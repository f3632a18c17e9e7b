// modf, frexp and sincos as expressions of functions with one result. Both results are exactly those of the library,
// infinities, NaN and zeros of both signs included; for frexp of an infinity or of NaN, where C leaves the exponent
// open, that of glibc.
#include "frontend/numbers/two_results.h"
#include "frontend/clang/assign.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/stmt.h"

#include <string.h>

static const char *const names[] = {"modf", "frexp", "sincos"};

typedef struct Call {
    Reader *reader;
    CXCursor cursor;
    const Type *type; // of the argument
    Expr *value;      // the argument, a symbol
} Call;

// Without the f of a float's and without __builtin_; NULL: it is another function.
static const char *plain_name(const char *function, bool *is_float)
{
    const char *prefix = "__builtin_";
    function += strncmp(function, prefix, strlen(prefix)) ? 0 : strlen(prefix);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);
        *is_float = !strncmp(function, names[i], length) && !strcmp(function + length, "f");
        if (*is_float || !strcmp(function, names[i]))
            return names[i];
    }
    return NULL;
}

bool has_two_results(CXCursor call)
{
    bool is_float;
    const char *name = plain_name(cursor_name(call), &is_float);
    return name && clang_Cursor_getNumArguments(call) == (!strcmp(name, "sincos") ? 3 : 2);
}

// ---- values

static Expr *call_of(const Call *call, const char *name, const Type *type, Expr *first, Expr *second)
{
    Expr *arguments[] = {first, second};
    const char *full = call->type->kind == TY_F32 ? intern_printf("%sf", name) : name;
    return expr_call(call->reader->arena, type, full, NULL, arguments, second ? 2 : 1);
}

static Expr *difference(const Call *call, Expr *left, Expr *right)
{
    return expr_binary(call->reader->arena, OP_SUB, left, right, call->type);
}

static Expr *compare(const Call *call, Operator op, Expr *left, Expr *right)
{
    return expr_binary(call->reader->arena, op, left, right, call->type);
}

static Expr *kept(const Call *call, const char *name, Expr *value)
{
    Symbol *symbol = new_symbol(call->reader, name, value->type, SYM_LOCAL, cursor_loc(call->reader, call->cursor));
    add_statement(call->reader, stmt_declare(call->reader->arena, symbol, value), call->cursor);
    return expr_symbol(call->reader->arena, symbol);
}

static bool store(const Call *call, unsigned argument, Expr *value)
{
    return assign_through(call->reader, clang_Cursor_getArgument(call->cursor, argument), value);
}

// ---- the functions

// The rest has the sign of the argument, and is 0 for an infinity.
static Expr *read_modf(const Call *call)
{
    Arena *arena = call->reader->arena;
    Expr *whole = kept(call, "whole", call_of(call, "trunc", call->type, call->value, NULL));
    Expr *rest = expr_select(arena, compare(call, OP_EQ, call->value, whole), expr_float(arena, 0, call->type),
                             difference(call, call->value, whole));
    return store(call, 1, whole) ? call_of(call, "copysign", call->type, rest, call->value) : NULL;
}

static Expr *read_frexp(const Call *call)
{
    Arena *arena = call->reader->arena;
    const Type *integer = type_scalar(TY_I32);
    Expr *zero = expr_float(arena, 0, call->type);
    Expr *finite = compare(call, OP_EQ, difference(call, call->value, call->value), zero);
    Expr *plain = kept(call, "plain",
                       expr_binary(arena, OP_LOGICAL_AND, finite, compare(call, OP_NE, call->value, zero), integer));
    Expr *exponent = expr_binary(arena, OP_ADD, call_of(call, "ilogb", integer, call->value, NULL),
                                 expr_int(arena, 1, integer), integer);
    exponent = kept(call, "exponent", expr_select(arena, plain, exponent, expr_int(arena, 0, integer)));
    Expr *scaled = call_of(call, "scalbn", call->type, call->value, expr_unary(arena, OP_NEG, exponent));
    return store(call, 1, exponent) ? expr_select(arena, plain, scaled, call->value) : NULL;
}

static Expr *read_sincos(const Call *call)
{
    Expr *sine = call_of(call, "sin", call->type, call->value, NULL);
    Expr *cosine = call_of(call, "cos", call->type, call->value, NULL);
    return store(call, 1, sine) && store(call, 2, cosine) ? expr_int(call->reader->arena, 0, type_scalar(TY_I32))
                                                          : NULL;
}

Expr *read_two_results(Reader *reader, CXCursor cursor)
{
    bool is_float;
    const char *name = plain_name(cursor_name(cursor), &is_float);
    if (!reader->frame.before || reader->frame.conditional) {
        refuse(reader, cursor, "it calls '%s' inside of an expression that is not always evaluated",
               cursor_name(cursor));
        return NULL;
    }
    Call call = {reader, cursor, type_scalar(is_float ? TY_F32 : TY_F64), NULL};
    Expr *value = read_converted(reader, clang_Cursor_getArgument(cursor, 0), call.type);
    if (!value)
        return NULL;
    call.value = kept(&call, "argument", value);
    return !strcmp(name, "modf") ? read_modf(&call) : !strcmp(name, "frexp") ? read_frexp(&call) : read_sincos(&call);
}
