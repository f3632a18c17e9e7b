// Indices of 32 bits (contract in kernel.h). What has 64 bits in a kernel is index arithmetic of our own making. Each
// such value has a bound, a polynomial in the magnitudes of parameters with coefficients of at least 0. In plain style
// the launcher tests that one polynomial, which bounds all of them, is at most the largest int. Elsewhere it tests that
// parameters are a little smaller than the largest int, and only the values whose bounds are small enough then get 32
// bits.
#include "analysis/words.h"
#include "transform/lower/kernel.h"
#include "transform/tree/query.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double most = 2147483000; // a little less than the largest int: coefficients are rounded

// ---- bounds

// Parameters are tested to be smaller by more than tiles and blocks add.
enum { MAX_FACTORS = 4, MOST_PASSES = 6, MOST_TESTED = 0x7f000000 };
typedef struct Term {
    double coefficient;
    const Symbol *factors[MAX_FACTORS]; // in the order of their names
    int count;
} Term;
typedef VECTOR(Term) Bound;

typedef struct Known {
    const Symbol *symbol, *narrow; // narrow: of type int, in place of a symbol of 64 bits; or NULL
    Bound bound;
    bool unknown;  // it has none
    bool natural;  // not less than 0
    bool launched; // the first one of the blocks that a launch has
} Known;

typedef struct Narrowing {
    Arena *arena;
    Nest *nest;
    const Stmt *body;
    Expr *const *grid, *const *block;
    VECTOR(Known) known;
    VECTOR(const Symbol *) positive; // parameters, as there are blocks
    bool changed;                    // what is known of a symbol
    bool tested;                     // by the launcher: `needed`
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
        return !known->unknown;
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
    bool capped = !narrowing->tested && extent && extent->kind == EX_BINARY && extent->op == OP_MIN &&
                  expr_strip_casts(extent->operands[1])->kind == EX_INT; // what one launch has
    return !extent || bound_of(narrowing, capped ? extent->operands[1] : extent, out);
}

static bool is_positive(const Narrowing *narrowing, const Symbol *symbol)
{
    FOR_EACH(i, &narrowing->positive)
        if (narrowing->positive.items[i] == symbol)
            return true;
    return false;
}

// Of a value that is not less than 0. Numbers of blocks and threads are smaller than the largest int.
static bool keeps_sign(const Expr *cast)
{
    const Expr *operand = cast->operands[0];
    bool to_signed = type_is_signed(cast->type) && !type_is_signed(operand->type);
    return operand->kind == EX_INTRINSIC || cast->type->size > operand->type->size ||
           (cast->type->size == operand->type->size && !to_signed);
}

// Whether it is known not to be less than 0.
static bool is_natural(const Narrowing *narrowing, const Expr *expr)
{
    const Known *known = expr->kind == EX_SYMBOL ? known_symbol(narrowing, expr->symbol) : NULL;
    bool sums = expr->kind == EX_BINARY && (expr->op == OP_ADD || expr->op == OP_MUL || expr->op == OP_MIN ||
                                            expr->op == OP_DIV || expr->op == OP_CEIL_DIV);
    switch (expr->kind) {
    case EX_INT: return expr->integer >= 0;
    case EX_SYMBOL: return known ? known->natural && !known->unknown : is_positive(narrowing, expr->symbol);
    case EX_CAST: return keeps_sign(expr) && is_natural(narrowing, expr->operands[0]);
    case EX_INTRINSIC: return expr->intrinsic <= IN_GRID_DIM_Z;
    case EX_BINARY: return sums && is_natural(narrowing, expr->operands[0]) && is_natural(narrowing, expr->operands[1]);
    default: return false;
    }
}

static bool bound_of_binary(const Narrowing *narrowing, const Expr *expr, Bound *out)
{
    Arena *arena = narrowing->arena;
    Bound right;
    const Expr *divisor = expr_strip_casts(expr->operands[1]);
    bool rest = (expr->op == OP_REM || expr->op == OP_FLOOR_MOD) && divisor->kind == EX_INT && divisor->integer > 0;
    if (rest && !narrowing->tested) {
        *out = constant(arena, (double)divisor->integer);
        return true;
    }
    if (!bound_of(narrowing, expr->operands[0], out) || !bound_of(narrowing, divisor, &right))
        return false;
    Bound left = *out, one = constant(arena, 1);
    bool divides = divisor->kind == EX_INT && divisor->integer > 0, natural;
    switch (expr->op) {
    case OP_ADD:
    case OP_SUB:
        natural = !narrowing->tested && expr->op == OP_SUB && is_natural(narrowing, expr->operands[0]) &&
                  is_natural(narrowing, expr->operands[1]);
        merge(arena, out, &right, natural);
        return expr->op == OP_ADD || type_is_signed(expr->type);
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

// ---- what fits

// Of its magnitude, if the launcher tests one of type int.
static double most_of_parameter(const Symbol *symbol)
{
    int bits = 8 * symbol->type->size - type_is_signed(symbol->type);
    return symbol->type->kind == TY_I32 ? MOST_TESTED : ldexp(1, bits);
}

static bool fits(const Narrowing *narrowing, const Bound *bound)
{
    double sum = 0;
    FOR_EACH(i, bound) {
        double product = bound->items[i].coefficient;
        for (int f = 0; f < bound->items[i].count; f++)
            product *= most_of_parameter(bound->items[i].factors[f]);
        sum += product;
    }
    return narrowing->tested || sum <= most;
}

// ---- symbols

// long, the type of index arithmetic; long long is another one.
static bool is_wide(const Type *type)
{
    return type == type_scalar(TY_I64);
}

// Whether it is as large as the other one.
static bool covers(Bound *bound, const Bound *other)
{
    FOR_EACH(i, other) {
        const Term *own = find_term(bound, &other->items[i]);
        if (!own || own->coefficient < other->items[i].coefficient)
            return false;
    }
    return true;
}

// A symbol may have several definitions, of which this is one. `bound`: NULL if it is not known.
static void learn(Narrowing *narrowing, const Symbol *symbol, const Bound *bound, bool natural)
{
    Known *known = known_symbol(narrowing, symbol);
    if (tree_writes_symbol(narrowing->body, symbol) || symbol->is_volatile || (known && known->unknown))
        return;
    natural = natural && (!known || known->natural);
    if (known && bound && covers(&known->bound, bound) && natural == known->natural)
        return;
    Known made = {.symbol = symbol, .unknown = !bound, .natural = natural};
    if (known && bound)
        merge(narrowing->arena, &made.bound, &known->bound, true);
    if (bound)
        merge(narrowing->arena, &made.bound, bound, true);
    narrowing->changed = true;
    if (known)
        *known = made;
    else
        VECTOR_PUSH(narrowing->arena, &narrowing->known, made);
}

static bool bound_of_iterator(const Narrowing *narrowing, const Loop *loop, Bound *out)
{
    Bound upper, step;
    if (loop->factor || loop->endless || loop->may_wrap || loop->tested || !bound_of(narrowing, loop->lower, out) ||
        !bound_of(narrowing, loop->upper, &upper) || !bound_of(narrowing, loop->step, &step))
        return false;
    merge(narrowing->arena, out, &upper, true);
    merge(narrowing->arena, out, &step, false);
    return true;
}

static bool look_at_symbols(void *context, const Stmt *stmt)
{
    Narrowing *narrowing = context;
    const Loop *loop = stmt->loop;
    Bound bound;
    if (stmt->kind == ST_LOOP)
        learn(narrowing, loop->iterator, bound_of_iterator(narrowing, loop, &bound) ? &bound : NULL,
              loop->step_sign > 0 && is_natural(narrowing, loop->lower));
    else if (stmt->kind == ST_DECLARE && stmt->symbol)
        learn(narrowing, stmt->symbol, stmt->value && bound_of(narrowing, stmt->value, &bound) ? &bound : NULL,
              stmt->value && is_natural(narrowing, stmt->value));
    return true;
}

static void make_narrow(Narrowing *narrowing, Known *known)
{
    Arena *arena = narrowing->nest->unit->arena; // as other symbols
    if (known->unknown || known->launched)
        return;
    if (narrowing->tested || (is_wide(known->symbol->type) && fits(narrowing, &known->bound)))
        merge(narrowing->arena, &narrowing->needed, &known->bound, true);
    if (!is_wide(known->symbol->type) || !fits(narrowing, &known->bound))
        return;
    Symbol *narrow = arena_copy(arena, known->symbol, sizeof *known->symbol);
    narrow->type = type_scalar(TY_I32);
    VECTOR_PUSH(arena, &narrowing->nest->symbols, narrow);
    known->narrow = narrow;
}

// false: bounds keep growing.
static bool find_symbols(Narrowing *narrowing)
{
    for (int pass = 0; pass == 0 || narrowing->changed; pass++) {
        if (pass == MOST_PASSES)
            return false;
        narrowing->changed = false;
        stmt_walk(narrowing->body, look_at_symbols, narrowing);
    }
    FOR_EACH(i, &narrowing->known)
        make_narrow(narrowing, &narrowing->known.items[i]);
    return true;
}

// ---- rewriting

static Expr *narrow_expr(void *context, Expr *expr);

static Expr *as_int(Narrowing *narrowing, Expr *expr)
{
    Bound bound;
    const Known *known = expr->kind == EX_SYMBOL ? known_symbol(narrowing, expr->symbol) : NULL;
    bool parameter = expr->kind == EX_SYMBOL && (is_parameter(expr->symbol) || (known && known->launched));
    if (expr->type->kind == TY_I32)
        return expr;
    if (expr->kind != EX_INT && !parameter && expr->type->kind != TY_U32)
        return NULL;
    if (!bound_of(narrowing, expr, &bound) || !fits(narrowing, &bound))
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
    if (expr->op == OP_SHL || expr->op == OP_SHR)
        return is_wide(expr->type)
                   ? expr_binary(narrowing->arena, expr->op, as_wide(narrowing, left), right, expr->type)
                   : expr;
    if (!was_wide)
        return expr;
    Expr *narrow_left = as_int(narrowing, left), *narrow_right = as_int(narrowing, right);
    Bound bound;
    bool narrow = narrow_left && narrow_right &&
                  (compares(expr->op) || (bound_of(narrowing, expr, &bound) && fits(narrowing, &bound)));
    if (!narrow)
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
    if (!offset || !bound_of(narrowing, offset, &bound) || !fits(narrowing, &bound))
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
    bool as_it_is =
        type->kind == TY_I32 && !narrowing->tested && !(known && !known->unknown && fits(narrowing, &known->bound));
    if ((type->kind != TY_I32 && !is_wide(type)) || as_it_is)
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

static void limit_parameter(const Narrowing *narrowing, Program *program, const Symbol *symbol, Operator op)
{
    Arena *arena = narrowing->arena;
    int64_t limit = op == OP_LE ? MOST_TESTED : -MOST_TESTED;
    Expr *condition =
        expr_binary(arena, op, expr_symbol(arena, symbol), expr_int(arena, limit, symbol->type), type_scalar(TY_I32));
    const char *relation = op == OP_LE ? "<=" : ">=";
    limit_add(program, arena, condition, intern_printf("%s %s %" PRId64, symbol->name, relation, limit));
}

// Each parameter that is a factor is tested for itself.
static void add_limits(const Narrowing *narrowing, Program *program)
{
    FOR_EACH(i, &narrowing->needed)
        for (int f = 0; f < narrowing->needed.items[i].count; f++) {
            const Symbol *symbol = narrowing->needed.items[i].factors[f];
            if (symbol->type->kind != TY_I32)
                continue;
            limit_parameter(narrowing, program, symbol, OP_LE);
            if (!is_positive(narrowing, symbol))
                limit_parameter(narrowing, program, symbol, OP_GE);
        }
}

// ---- what a launch says

// A kernel runs only if the grid is not empty.
static void learn_positive(Narrowing *narrowing, const Expr *count)
{
    count = expr_strip_casts(count);
    const Expr *divisor = count->kind == EX_BINARY ? expr_strip_casts(count->operands[1]) : NULL;
    if (count->kind == EX_SYMBOL && is_parameter(count->symbol) && !is_positive(narrowing, count->symbol))
        VECTOR_PUSH(narrowing->arena, &narrowing->positive, count->symbol);
    if (!divisor)
        return;
    bool divides = count->op == OP_CEIL_DIV && divisor->kind == EX_INT && divisor->integer > 0;
    bool less = count->op == OP_SUB && divisor->kind == EX_INT && divisor->integer >= 0;
    if (count->op == OP_MIN || divides || less)
        learn_positive(narrowing, count->operands[0]);
    if (count->op == OP_MIN)
        learn_positive(narrowing, count->operands[1]);
}

// The launcher counts in a loop of its own which blocks a launch has.
static void learn_launch(Narrowing *narrowing, const Loop *loop)
{
    Known known = {.symbol = loop->iterator, .natural = true, .launched = true};
    learn_positive(narrowing, loop->upper);
    if (bound_of(narrowing, loop->upper, &known.bound))
        VECTOR_PUSH(narrowing->arena, &narrowing->known, known);
}

static void learn_grid(Narrowing *narrowing, const Kernel *kernel)
{
    for (int d = 0; d < 3; d++)
        if (kernel->grid[d])
            learn_positive(narrowing, kernel->grid[d]);
    FOR_EACH(i, &kernel->launches)
        learn_launch(narrowing, kernel->launches.items[i]);
}

Stmt *narrow_indices(const Kernel *kernel, Stmt *body)
{
    Narrowing narrowing = {.arena = kernel->arena,
                           .nest = kernel->state->nest,
                           .body = body,
                           .grid = kernel->grid,
                           .block = kernel->block,
                           .tested = kernel->state->plain};
    if (!narrowing.tested)
        learn_grid(&narrowing, kernel);
    if (!find_symbols(&narrowing))
        return body;
    body = stmt_rewrite(narrowing.arena, body, narrow_stmt, narrow_expr, &narrowing);
    if (narrowing.tested)
        add_limit(&narrowing, kernel->lowering->program);
    else
        add_limits(&narrowing, kernel->lowering->program);
    return body;
}
