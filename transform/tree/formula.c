#include "transform/tree/formula.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ---- reading

typedef struct Reader {
    Arena *arena;
    FormulaScope scope;
    const char *at;
    const char *wrong; // why it cannot be read, or NULL
    int depth;         // of parentheses and signs that are open
    int values;        // so far
} Reader;

enum { DEEPEST = 200, MOST_VALUES = 1000, EXCERPT = 40 };

static Expr *read_sum(Reader *reader);

static void skip_blanks(Reader *reader)
{
    while (isspace((unsigned char)*reader->at))
        reader->at++;
}

static bool accept(Reader *reader, char c)
{
    skip_blanks(reader);
    if (*reader->at != c)
        return false;
    reader->at++;
    return true;
}

static Expr *wrong(Reader *reader, const char *what)
{
    reader->wrong = reader->wrong ? reader->wrong : what;
    return expr_index(reader->arena, 0);
}

static Expr *stuck(Reader *reader)
{
    bool longer = strlen(reader->at) > EXCERPT;
    return wrong(reader, !*reader->at ? "the formula ends too early"
                                      : arena_printf(reader->arena, "'%.*s%s' cannot be read", EXCERPT, reader->at,
                                                     longer ? ".." : ""));
}

// A parameter is one of the caller: what the launcher finds out about the data has no text on the host, and is another
// value once the nest has changed.
static Expr *read_name(Reader *reader)
{
    size_t length = 0;
    while (is_identifier_byte(reader->at[length]))
        length++;
    const char *name = intern_n(reader->at, length);
    reader->at += length;
    const Path *path = reader->scope.path;
    for (int i = path ? path->count - 2 : -1; i >= 0; i--)
        if (strcmp(path->loops[i]->loop->iterator->name, name) == 0)
            return expr_symbol(reader->arena, path->loops[i]->loop->iterator);
    FOR_EACH(i, &reader->scope.nest->symbols) {
        const Symbol *symbol = reader->scope.nest->symbols.items[i];
        if (symbol->role == SYM_PARAM && symbol->host && type_is_integer(symbol->type) &&
            strcmp(symbol->name, name) == 0)
            return expr_symbol(reader->arena, symbol);
    }
    return wrong(reader, arena_printf(reader->arena, "'%s' is not a %s", name,
                                      path ? "number, parameter of the nest or iterator around the loop"
                                           : "number or parameter of the nest"));
}

static Expr *read_factor(Reader *reader);

// What a sign or a parenthesis stands before.
static Expr *read_inside(Reader *reader, char opening)
{
    if (reader->depth++ >= DEEPEST)
        return wrong(reader, "the formula is nested too deeply");
    Expr *inside =
        opening == '(' ? read_sum(reader) : index_sub(reader->arena, expr_index(reader->arena, 0), read_factor(reader));
    reader->depth--;
    return opening == '-' || accept(reader, ')') ? inside : stuck(reader);
}

static Expr *read_factor(Reader *reader)
{
    skip_blanks(reader);
    if (reader->values++ >= MOST_VALUES)
        return wrong(reader, "the formula has more than 1000 values");
    if (accept(reader, '-'))
        return read_inside(reader, '-');
    if (accept(reader, '('))
        return read_inside(reader, '(');
    if (isdigit((unsigned char)*reader->at)) {
        char *end;
        errno = 0;
        long long value = strtoll(reader->at, &end, 10);
        if (errno)
            return stuck(reader);
        reader->at = end;
        return expr_index(reader->arena, value);
    }
    if (isalpha((unsigned char)*reader->at) || *reader->at == '_')
        return expr_cast(reader->arena, type_scalar(TY_I64), read_name(reader));
    return stuck(reader);
}

static Expr *read_product(Reader *reader)
{
    Expr *left = read_factor(reader);
    for (;;) {
        if (!reader->wrong && accept(reader, '*')) {
            left = index_mul(reader->arena, left, read_factor(reader));
        } else if (!reader->wrong && accept(reader, '/')) {
            Expr *divisor = read_factor(reader);
            if (divisor->kind != EX_INT || divisor->integer < 1)
                return wrong(reader, "a divisor must be a positive number");
            left = expr_binary(reader->arena, OP_FLOOR_DIV, left, divisor, type_scalar(TY_I64));
        } else {
            return left;
        }
    }
}

static Expr *read_sum(Reader *reader)
{
    Expr *left = read_product(reader);
    for (;;) {
        if (!reader->wrong && accept(reader, '+'))
            left = index_add(reader->arena, left, read_product(reader));
        else if (!reader->wrong && accept(reader, '-'))
            left = index_sub(reader->arena, left, read_product(reader));
        else
            return left;
    }
}

static Expr *read_comparison(Reader *reader)
{
    static const struct {
        const char *sign;
        Operator op;
    } all[] = {{"<=", OP_LE}, {">=", OP_GE}, {"==", OP_EQ}, {"!=", OP_NE}, {"<", OP_LT}, {">", OP_GT}};
    Expr *left = read_sum(reader);
    skip_blanks(reader);
    for (size_t i = 0; i < sizeof all / sizeof *all && !reader->wrong; i++)
        if (strncmp(reader->at, all[i].sign, strlen(all[i].sign)) == 0) {
            reader->at += strlen(all[i].sign);
            return expr_binary(reader->arena, all[i].op, left, read_sum(reader), type_scalar(TY_I64));
        }
    return *reader->at ? stuck(reader) : wrong(reader, "the condition compares nothing");
}

// left && right, left || right, for operands that are 0 or 1.
static Expr *connect(Arena *arena, Operator op, Expr *left, Expr *right)
{
    const Expr *number = left->kind == EX_INT ? left : right;
    Expr *other = left->kind == EX_INT ? right : left;
    if (number->kind != EX_INT)
        return expr_binary(arena, op, left, right, type_scalar(TY_I32));
    return (op == OP_LOGICAL_AND) == (number->integer != 0) ? other : (Expr *)number;
}

static Expr *read_both(Reader *reader)
{
    Expr *all = read_comparison(reader);
    for (skip_blanks(reader); !reader->wrong && strncmp(reader->at, "&&", 2) == 0; skip_blanks(reader)) {
        reader->at += 2;
        all = connect(reader->arena, OP_LOGICAL_AND, all, read_comparison(reader));
    }
    return all;
}

static Expr *read_condition(Reader *reader)
{
    Expr *any = read_both(reader);
    for (skip_blanks(reader); !reader->wrong && strncmp(reader->at, "||", 2) == 0; skip_blanks(reader)) {
        reader->at += 2;
        any = connect(reader->arena, OP_LOGICAL_OR, any, read_both(reader));
    }
    return any;
}

static Expr *read_all(Arena *arena, FormulaScope scope, const char *text, Expr *(*read)(Reader *reader),
                      const char **why)
{
    Reader reader = {.arena = arena, .scope = scope, .at = text};
    Expr *expr = read(&reader);
    skip_blanks(&reader);
    if (*reader.at)
        stuck(&reader);
    *why = reader.wrong;
    return reader.wrong ? NULL : expr;
}

Expr *formula_read(Arena *arena, FormulaScope scope, const char *text, const char **why)
{
    return read_all(arena, scope, text, read_sum, why);
}

Expr *formula_read_condition(Arena *arena, FormulaScope scope, const char *text, const char **why)
{
    return read_all(arena, scope, text, read_condition, why);
}

// ---- writing

static bool print_operand(Text *out, const Expr *expr)
{
    bool compound = expr_strip_casts(expr)->kind == EX_BINARY || expr_strip_casts(expr)->kind == EX_UNARY;
    text_add(out, compound ? "(" : "");
    bool fine = formula_print(out, expr);
    text_add(out, compound ? ")" : "");
    return fine;
}

static bool print_operation(Text *out, const Expr *expr)
{
    static const char signs[] = {[OP_ADD] = '+', [OP_SUB] = '-', [OP_MUL] = '*', [OP_DIV] = '/', [OP_FLOOR_DIV] = '/'};
    bool sum = expr->op == OP_ADD || expr->op == OP_SUB;
    if (expr->op >= (int)sizeof signs || !signs[expr->op])
        return false;
    bool fine = sum ? formula_print(out, expr->operands[0]) : print_operand(out, expr->operands[0]);
    text_printf(out, " %c ", signs[expr->op]);
    return fine && print_operand(out, expr->operands[1]);
}

bool formula_print(Text *out, const Expr *expr)
{
    expr = expr_strip_casts(expr);
    switch (expr->kind) {
    case EX_INT: text_printf(out, expr->integer < 0 ? "(%lld)" : "%lld", (long long)expr->integer); return true;
    case EX_SYMBOL:
        text_add(out, expr->symbol->name);
        return expr->symbol->role == SYM_PARAM || expr->symbol->role == SYM_ITERATOR;
    case EX_UNARY: text_add(out, "-"); return expr->op == OP_NEG && print_operand(out, expr->operands[0]);
    case EX_BINARY: return print_operation(out, expr);
    default: return false;
    }
}
