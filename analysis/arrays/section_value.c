// Bounds of sections as expressions over the nest's parameters.
#include "analysis/arrays/section_value.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Scan {
    Analysis *analysis;
    const char *at;
    int depth;
} Scan;

enum { DEEPEST = 64 };

static Expr *scan_sum(Scan *scan);

static char next_byte(Scan *scan)
{
    while (isspace((unsigned char)*scan->at))
        scan->at++;
    return *scan->at;
}

// A parameter of the nest by its text on the host, n or dst->rows. NULL: there is none, or unsigned arithmetic may wrap
// around.
static Expr *scan_name(Scan *scan)
{
    const char *begin = scan->at;
    while (is_identifier_byte(*scan->at) || *scan->at == '.' || (scan->at[0] == '-' && scan->at[1] == '>'))
        scan->at += *scan->at == '-' ? 2 : 1;
    size_t length = (size_t)(scan->at - begin);
    const Nest *nest = scan->analysis->nest;
    FOR_EACH(i, &nest->symbols) {
        Symbol *symbol = nest->symbols.items[i];
        bool same = symbol->role == SYM_PARAM && symbol->host && strlen(symbol->host) == length &&
                    !strncmp(symbol->host, begin, length);
        if (same && !symbol->is_volatile && type_is_integer(symbol->type) &&
            (type_is_signed(symbol->type) || symbol->type->size < 4))
            return expr_cast(scan->analysis->arena, type_scalar(TY_I64), expr_symbol(scan->analysis->arena, symbol));
    }
    return NULL;
}

static Expr *scan_primary(Scan *scan)
{
    char c = next_byte(scan);
    if (isdigit((unsigned char)c)) {
        char *end;
        long long value = strtoll(scan->at, &end, 0);
        bool plain = end - scan->at < 18 && !is_identifier_byte(*end) && *end != '.';
        scan->at = end;
        return plain ? expr_index(scan->analysis->arena, value) : NULL;
    }
    if (c == '(' && scan->depth < DEEPEST) {
        scan->at++;
        scan->depth++;
        Expr *inner = scan_sum(scan);
        scan->depth--;
        if (!inner || next_byte(scan) != ')')
            return NULL;
        scan->at++;
        return inner;
    }
    return isalpha((unsigned char)c) || c == '_' ? scan_name(scan) : NULL;
}

static bool is_positive_integer(const Expr *expr)
{
    return expr->kind == EX_INT && expr->integer > 0;
}

static Expr *scan_product(Scan *scan)
{
    Arena *arena = scan->analysis->arena;
    Expr *left = scan_primary(scan);
    while (left) {
        char c = next_byte(scan);
        if (c != '*' && c != '/' && c != '%')
            return left;
        scan->at++;
        Expr *right = scan_primary(scan);
        if (!right || (c != '*' && !is_positive_integer(right)))
            return NULL;
        left = c == '*' ? index_mul(arena, left, right)
                        : expr_binary(arena, c == '/' ? OP_DIV : OP_REM, left, right, type_scalar(TY_I64));
    }
    return NULL;
}

static Expr *scan_sum(Scan *scan)
{
    Arena *arena = scan->analysis->arena;
    Expr *left = scan_product(scan);
    while (left) {
        char c = next_byte(scan);
        if (c != '+' && c != '-')
            return left;
        scan->at++;
        Expr *right = scan_product(scan);
        if (!right)
            return NULL;
        left = c == '+' ? index_add(arena, left, right) : index_sub(arena, left, right);
    }
    return NULL;
}

// The value of a section's bound: a sum of products of integers and parameters, otherwise the value of the text on the
// host.
Expr *section_value(Analysis *analysis, const char *text)
{
    if (!text)
        return expr_index(analysis->arena, 0);
    Scan scan = {analysis, text, 0};
    Expr *value = scan_sum(&scan);
    if (value && !next_byte(&scan))
        return value;
    FOR_EACH(i, &analysis->nest->symbols) {
        Symbol *symbol = analysis->nest->symbols.items[i];
        if (symbol->role == SYM_PARAM && symbol->host && strcmp(symbol->host, text) == 0 &&
            type_is_integer(symbol->type))
            return expr_cast(analysis->arena, type_scalar(TY_I64), expr_symbol(analysis->arena, symbol));
    }
    bool is_name = !isdigit((unsigned char)*text);
    for (const char *at = text; *at; at++)
        is_name = is_name && is_identifier_byte(*at);
    Symbol *section = nest_symbol(analysis->nest, is_name ? text : "section", type_scalar(TY_I64), SYM_PARAM);
    section->host = is_name ? text : arena_printf(analysis->arena, "(long)(%s)", text);
    return expr_symbol(analysis->arena, section);
}
