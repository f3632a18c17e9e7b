// Indices of 32 bits for kernels in plain style (contract in lower.h). What has 64 bits in a kernel is index arithmetic
// of our own making. Each such value has a bound, a polynomial in the magnitudes of parameters with coefficients of at
// least 0; the launcher tests that one polynomial, which bounds all of them, is at most the largest int.
#include "analysis/words.h"
#include "transform/lower/lower.h"
#include "transform/tree/query.h"

#include <math.h>
#include <string.h>

static const double most = 2147483000; // a little less than the largest int: coefficients are rounded

// ---- bounds

enum { MAX_FACTORS = 4 };
typedef struct Term {
    double coefficient;
    const Symbol *factors[MAX_FACTORS]; // in the order of their names
    int count;
} Term;
typedef VECTOR(Term) Bound;

typedef struct Known {
    const Symbol *symbol, *narrow; // narrow: of type int, in place of a symbol of 64 bits; or NULL
    Bound bound;
} Known;

typedef struct Narrowing {
    Arena *arena;
    Nest *nest;
    const Stmt *body;
    Expr *const *grid, *const *block;
    VECTOR(Known) known;
    Bound needed;
} Narrowing;

static bool same_factors(const Term *left, const Term *right)
{
    bool same = left->count == right->count;
    for (int i = 0; same && i < left->count; i++)
        same = left->factors[i] == right->factors[i];
    return same;
}

static Term *find_term(Bound *bound, const Term *like)
{
    FOR_EACH(i, bound)
        if (same_factors(&bound->items[i], like))
            return &bound->items[i];
    return NULL;
}

// Adds to the bound, or (`largest`) makes it at least as large as both.
static void merge(Arena *arena, Bound *bound, const Bound *other, bool largest)
{
    FOR_EACH(i, other) {
        const Term *term = &other->items[i];
        Term *own = find_term(bound, term);
        if (!own)
            VECTOR_PUSH(arena, bound, *term);
        else
            own->coefficient =
                largest ? fmax(own->coefficient, term->coefficient) : own->coefficient + term->coefficient;
    }
}

static Bound copy_of(Arena *arena, const Bound *bound)
{
    Bound copy = {0};
    merge(arena, &copy, bound, false);
    return copy;
}

static Bound constant(Arena *arena, double value)
{
    Bound bound = {0};
    Term term = {.coefficient = value};
    VECTOR_PUSH(arena, &bound, term);
    return bound;
}

static void add_factor(Term *term, const Symbol *factor)
{
    int at = term->count++;
    for (; at > 0 && strcmp(term->factors[at - 1]->name, factor->name) > 0; at--)
        term->factors[at] = term->factors[at - 1];
    term->factors[at] = factor;
}

static bool multiply(Arena *arena, const Bound *left, const Bound *right, Bound *out)
{
    *out = (Bound){0};
    FOR_EACH(i, left)
        FOR_EACH(k, right) {
            Term term = left->items[i];
            term.coefficient *= right->items[k].coefficient;
            if (term.count + right->items[k].count > MAX_FACTORS)
                return false;
            for (int f = 0; f < right->items[k].count; f++)
                add_factor(&term, right->items[k].factors[f]);
            Bound one = {.items = &term, .count = 1, .capacity = 1};
            merge(arena, out, &one, false);
        }
    return true;
}

static Known *known_symbol(const Narrowing *narrowing, const Symbol *symbol)
{
    FOR_EACH(i, &narrowing->known)
        if (narrowing->known.items[i].symbol == symbol || narrowing->known.items[i].narrow == symbol)
            return &narrowing->known.items[i];
    return NULL;
}

static bool bound_of(const Narrowing *narrowing, const Expr *expr, Bound *out);

// Values that only the launcher computes are not known when it tests.
static bool is_parameter(const Symbol *symbol)
{
    return symbol->role == SYM_PARAM && symbol->host && !symbol->is_volatile;
}

static bool bound_of_symbol(const Narrowing *narrowing, const Symbol *symbol, Bound *out)
{
    const Known *known = known_symbol(narrowing, symbol);
    if (known) {
        *out = copy_of(narrowing->arena, &known->bound);
        return true;
    }
    if (!is_parameter(symbol))
        return false;
    *out = constant(narrowing->arena, 1);
    add_factor(&out->items[0], symbol);
    return true;
}

static bool bound_of_intrinsic(const Narrowing *narrowing, const Expr *expr, Bound *out)
{
    unsigned place = (unsigned)expr->intrinsic;
    if (place > IN_GRID_DIM_Z)
        return false;
    bool in_block = place <= IN_THREAD_Z || (place >= IN_BLOCK_DIM_X && place <= IN_BLOCK_DIM_Z);
    const Expr *extent = (in_block ? narrowing->block : narrowing->grid)[place % 3];
    *out = constant(narrowing->arena, 1);
    return !extent || bound_of(narrowing, extent, out);
}

static bool bound_of_binary(const Narrowing *narrowing, const Expr *expr, Bound *out)
{
    Arena *arena = narrowing->arena;
    Bound right;
    const Expr *divisor = expr_strip_casts(expr->operands[1]);
    if (!bound_of(narrowing, expr->operands[0], out) || !bound_of(narrowing, divisor, &right))
        return false;
    Bound left = *out, one = constant(arena, 1);
    bool divides = divisor->kind == EX_INT && divisor->integer > 0;
    switch (expr->op) {
    case OP_ADD:
    case OP_SUB: merge(arena, out, &right, false); return expr->op == OP_ADD || type_is_signed(expr->type);
    case OP_MIN:
    case OP_MAX: merge(arena, out, &right, true); return true;
    case OP_MUL: return multiply(arena, &left, &right, out);
    case OP_DIV:
    case OP_FLOOR_DIV:
    case OP_CEIL_DIV:
        FOR_EACH(i, out)
            out->items[i].coefficient /= divides ? (double)divisor->integer : 1;
        merge(arena, out, &one, false);
        return true;
    case OP_REM:
    case OP_FLOOR_MOD: *out = divides ? constant(arena, (double)divisor->integer) : right; return true;
    default: return false;
    }
}

static bool find_bound(const Narrowing *narrowing, const Expr *expr, Bound *out)
{
    Bound other;
    switch (expr->kind) {
    case EX_INT: *out = constant(narrowing->arena, fabs((double)expr->integer)); return true;
    case EX_SYMBOL: return bound_of_symbol(narrowing, expr->symbol, out);
    case EX_CAST:
        return expr->type->size >= 4 && (type_is_signed(expr->type) || !type_is_signed(expr->operands[0]->type)) &&
               bound_of(narrowing, expr->operands[0], out);
    case EX_UNARY:
        return expr->op == OP_NEG && type_is_signed(expr->type) && bound_of(narrowing, expr->operands[0], out);
    case EX_INTRINSIC: return bound_of_intrinsic(narrowing, expr, out);
    case EX_BINARY: return bound_of_binary(narrowing, expr, out);
    case EX_SELECT:
        if (!bound_of(narrowing, expr->operands[1], out) || !bound_of(narrowing, expr->operands[2], &other))
            return false;
        merge(narrowing->arena, out, &other, true);
        return true;
    default: return false;
    }
}

// A bound that ordinary sizes would exceed is of no use.
static bool is_useful(const Bound *bound)
{
    FOR_EACH(i, bound)
        if (bound->items[i].coefficient > (bound->items[i].count ? 1 << 16 : 1 << 30))
            return false;
    return true;
}

// Of the magnitude of an integer expression; false: not known.
static bool bound_of(const Narrowing *narrowing, const Expr *expr, Bound *out)
{
    return type_is_integer(expr->type) && find_bound(narrowing, expr, out) && is_useful(out);
}

// ---- symbols

// long, the type of index arithmetic; long long is another one.
static bool is_wide(const Type *type)
{
    return type == type_scalar(TY_I64);
}

static void learn(Narrowing *narrowing, const Symbol *symbol, const Bound *bound)
{
    Known known = {.symbol = symbol, .bound = copy_of(narrowing->arena, bound)};
    if (known_symbol(narrowing, symbol) || tree_writes_symbol(narrowing->body, symbol) || symbol->is_volatile)
        return;
    if (is_wide(symbol->type)) {
        Arena *arena = narrowing->nest->unit->arena; // as other symbols
        Symbol *narrow = arena_copy(arena, symbol, sizeof *symbol);
        narrow->type = type_scalar(TY_I32);
        VECTOR_PUSH(arena, &narrowing->nest->symbols, narrow);
        known.narrow = narrow;
    }
    merge(narrowing->arena, &narrowing->needed, bound, true);
    VECTOR_PUSH(narrowing->arena, &narrowing->known, known);
}

static void learn_iterator(Narrowing *narrowing, const Loop *loop)
{
    Bound bound, upper, step;
    if (loop->factor || loop->endless || loop->may_wrap || loop->tested || !bound_of(narrowing, loop->lower, &bound) ||
        !bound_of(narrowing, loop->upper, &upper) || !bound_of(narrowing, loop->step, &step))
        return;
    merge(narrowing->arena, &bound, &upper, true);
    merge(narrowing->arena, &bound, &step, false);
    learn(narrowing, loop->iterator, &bound);
}

static bool look_at_symbols(void *context, const Stmt *stmt)
{
    Narrowing *narrowing = context;
    Bound bound;
    if (stmt->kind == ST_LOOP)
        learn_iterator(narrowing, stmt->loop);
    else if (stmt->kind == ST_DECLARE && stmt->symbol && stmt->value && bound_of(narrowing, stmt->value, &bound))
        learn(narrowing, stmt->symbol, &bound);
    return true;
}

// ---- rewriting

static Expr *narrow_expr(void *context, Expr *expr);

static Expr *as_int(Narrowing *narrowing, Expr *expr)
{
    Bound bound;
    bool parameter = expr->kind == EX_SYMBOL && is_parameter(expr->symbol);
    if (expr->type->kind == TY_I32)
        return expr;
    if (expr->kind != EX_INT && !parameter && expr->type->kind != TY_U32)
        return NULL;
    if (!bound_of(narrowing, expr, &bound))
        return NULL;
    if (expr->kind == EX_INT)
        return bound.items[0].coefficient <= most ? expr_int(narrowing->arena, expr->integer, type_scalar(TY_I32))
                                                  : NULL;
    merge(narrowing->arena, &narrowing->needed, &bound, true);
    return expr_cast(narrowing->arena, type_scalar(TY_I32), expr);
}

static Expr *as_wide(Narrowing *narrowing, Expr *expr)
{
    return expr->type->kind == TY_I32 ? expr_cast(narrowing->arena, type_scalar(TY_I64), expr) : expr;
}

static bool compares(Operator op)
{
    return op >= OP_EQ && op <= OP_GE;
}

static Expr *narrow_binary(Narrowing *narrowing, Expr *expr)
{
    Expr *left = expr->operands[0], *right = expr->operands[1];
    bool was_wide = is_wide(expr->type) || (compares(expr->op) && (is_wide(left->type) || is_wide(right->type)));
    if (!was_wide && left->type == right->type)
        return expr;
    if (!was_wide || expr->op == OP_SHL || expr->op == OP_SHR)
        return expr;
    Expr *narrow_left = as_int(narrowing, left), *narrow_right = as_int(narrowing, right);
    Bound bound;
    bool fits = narrow_left && narrow_right && (compares(expr->op) || bound_of(narrowing, expr, &bound));
    if (!fits)
        return expr_binary(narrowing->arena, expr->op, as_wide(narrowing, left), as_wide(narrowing, right),
                           type_scalar(TY_I64));
    if (!compares(expr->op))
        merge(narrowing->arena, &narrowing->needed, &bound, true);
    return expr_binary(narrowing->arena, expr->op, narrow_left, narrow_right, type_scalar(TY_I32));
}

static Expr *narrow_cast(Narrowing *narrowing, Expr *expr)
{
    Expr *operand = expr->operands[0];
    bool is_index = is_wide(expr->type) || expr->type->kind == TY_I32;
    if (!is_index)
        return expr;
    if (operand->type->kind == TY_I32)
        return operand;
    Expr *narrow = operand->type->kind == TY_U32 ? as_int(narrowing, operand) : NULL;
    return narrow ? narrow : expr;
}

// A[i][j], of which the text has A[i * n + j].
static Expr *narrow_access(Narrowing *narrowing, Expr *access)
{
    Arena *arena = narrowing->arena;
    const Array *array = access->array;
    const Type *type = type_scalar(TY_I32);
    Bound bound;
    if (array->ndim < 2 || array->held == HOST_ROWS || (array->space != SPACE_GLOBAL && array->space != SPACE_SCRATCH))
        return access;
    Expr *offset = as_int(narrowing, access->operands[0]);
    for (int d = 1; d < array->ndim && offset; d++) {
        Expr *extent = expr_rewrite(arena, array->extent[d], narrow_expr, narrowing);
        Expr *own = as_int(narrowing, access->operands[d]), *length = as_int(narrowing, extent);
        offset = own && length ? expr_binary(arena, OP_MUL, offset, length, type) : NULL;
        offset = offset ? expr_binary(arena, OP_ADD, offset, own, type) : NULL;
    }
    if (!offset || !bound_of(narrowing, offset, &bound))
        return access;
    merge(arena, &narrowing->needed, &bound, true);
    Expr *made = arena_copy(arena, access, sizeof *access);
    made->fits_int = true;
    return made;
}

static Expr *narrow_expr(void *context, Expr *expr)
{
    Narrowing *narrowing = context;
    const Known *known = expr->kind == EX_SYMBOL ? known_symbol(narrowing, expr->symbol) : NULL;
    switch (expr->kind) {
    case EX_SYMBOL: return known && known->narrow ? expr_symbol(narrowing->arena, known->narrow) : expr;
    case EX_CAST: return narrow_cast(narrowing, expr);
    case EX_ACCESS: return narrow_access(narrowing, expr);
    case EX_BINARY: return narrow_binary(narrowing, expr);
    case EX_UNARY:
        return is_wide(expr->type) ? expr_unary(narrowing->arena, expr->op, as_wide(narrowing, expr->operands[0]))
                                   : expr;
    case EX_SELECT:
        return is_wide(expr->type)
                   ? expr_select(narrowing->arena, expr->operands[0], as_wide(narrowing, expr->operands[1]),
                                 as_wide(narrowing, expr->operands[2]))
                   : expr;
    default: return expr;
    }
}

static Expr *converted(Narrowing *narrowing, const Type *type, Expr *expr)
{
    return expr && type_is_integer(expr->type) && expr->type != type ? expr_cast(narrowing->arena, type, expr) : expr;
}

static Stmt *narrow_loop(Narrowing *narrowing, Stmt *stmt)
{
    const Known *known = known_symbol(narrowing, stmt->loop->iterator);
    Loop loop = *stmt->loop;
    loop.iterator = known && known->narrow ? known->narrow : loop.iterator;
    const Type *type = loop.iterator->type;
    if (type->kind != TY_I32 && !is_wide(type))
        return stmt;
    loop.lower = converted(narrowing, type, loop.lower);
    loop.upper = converted(narrowing, type, loop.upper);
    loop.step = converted(narrowing, type, loop.step);
    return stmt_loop_for(narrowing->arena, stmt, &loop, stmt->body);
}

static Stmt *narrow_stmt(void *context, Stmt *stmt)
{
    Narrowing *narrowing = context;
    Stmt *made = arena_copy(narrowing->arena, stmt, sizeof *stmt);
    const Known *known = stmt->kind == ST_DECLARE && stmt->symbol ? known_symbol(narrowing, stmt->symbol) : NULL;
    if (stmt->kind == ST_LOOP)
        return narrow_loop(narrowing, stmt);
    if (stmt->kind == ST_DECLARE && stmt->symbol && stmt->value) {
        made->symbol = known && known->narrow ? (Symbol *)known->narrow : stmt->symbol;
        if (made->symbol->type->kind == TY_I32 || is_wide(made->symbol->type))
            made->value = converted(narrowing, made->symbol->type, stmt->value);
        return made;
    }
    if (stmt->kind == ST_ASSIGN && stmt->value->type->kind == TY_I32) {
        const Type *type = stmt->compute ? stmt->compute : stmt->place->type;
        made->value = is_wide(type) ? converted(narrowing, type, stmt->value) : stmt->value;
        return made;
    }
    return stmt;
}

// ---- the test

static Expr *product(Arena *arena, const Term *term)
{
    const Type *type = type_scalar(TY_F64);
    Expr *made = term->count && term->coefficient == 1 ? NULL : expr_float(arena, term->coefficient, type);
    for (int i = 0; i < term->count; i++) {
        Expr *operand[] = {expr_cast(arena, type, expr_symbol(arena, term->factors[i]))};
        Expr *magnitude = expr_call(arena, type, "fabs", NULL, operand, 1);
        made = made ? expr_binary(arena, OP_MUL, made, magnitude, type) : magnitude;
    }
    return made;
}

static void print_term(Text *out, const Term *term)
{
    text_add(out, out->length ? " + " : "");
    if (!term->count || term->coefficient != 1)
        text_printf(out, "%g", term->coefficient);
    for (int i = 0; i < term->count; i++)
        text_printf(out, "%s%s", i || term->coefficient != 1 ? " * " : "", term->factors[i]->name);
}

void limit_add(Program *program, Arena *arena, Expr *condition, const char *words)
{
    FOR_EACH(i, &program->limits)
        if (expr_equal(program->limits.items[i].condition, condition))
            return;
    Assumption limit = {.condition = condition, .words = words};
    VECTOR_PUSH(arena, &program->limits, limit);
}

static void add_limit(const Narrowing *narrowing, Program *program)
{
    Arena *arena = narrowing->arena;
    const Type *type = type_scalar(TY_F64);
    Expr *sum = NULL;
    Text words = {.arena = arena};
    bool varies = false;
    for (int constants = 0; constants < 2; constants++) // last
        FOR_EACH(i, &narrowing->needed) {
            const Term *term = &narrowing->needed.items[i];
            varies = varies || term->count;
            if ((term->count == 0) != constants)
                continue;
            sum = sum ? expr_binary(arena, OP_ADD, sum, product(arena, term), type) : product(arena, term);
            print_term(&words, term);
        }
    if (!varies)
        return;
    text_printf(&words, " <= %.0f", most);
    Expr *condition = expr_binary(arena, OP_LE, sum, expr_float(arena, most, type), type);
    limit_add(program, arena, condition, intern(text_string(&words)));
}

Stmt *narrow_indices(Lowering *lowering, Stmt *body, Expr *const *grid, Expr *const *block)
{
    Narrowing narrowing = {
        .arena = lowering->state->arena, .nest = lowering->state->nest, .body = body, .grid = grid, .block = block};
    stmt_walk(body, look_at_symbols, &narrowing);
    body = stmt_rewrite(narrowing.arena, body, narrow_stmt, narrow_expr, &narrowing);
    add_limit(&narrowing, lowering->program);
    return body;
}
