// Contract in pair_lanes.h. The values of two lanes, x and y, are the number x + 65536 * y modulo 2^32, whatever their
// signs are: sums and multiples of such numbers are those of both lanes. Before an operation that looks at the halves,
// a constant is added to both, so that neither is negative.
#include "transform/lower/pair_lanes.h"
#include "ir/fold.h"
#include "transform/tree/linear.h"
#include "transform/tree/query.h"

enum { MOST_VALUES = 64, MOST_TERMS = 64, LEAST_OPERATIONS = 2, LEAST = -32768, MOST = 32767 };

typedef struct Term {
    Expr *value; // U32
    int64_t factor;
    const Expr *row; // of an element: its row in registers, and which element of it the first lane has; or NULL
    int64_t at;
} Term;

// Two lanes' values of an expression: the sum of the terms, and the same number for both.
typedef struct Pair {
    bool known;
    const Term *terms;
    int count;
    int64_t number;
    int64_t low, high; // of both values
} Pair;

typedef struct Named {
    const Symbol *symbol;
    Pair pair;
} Named;

typedef struct Stored {
    const Array *array; // of bytes
    const Array *pairs;
} Stored;

typedef struct Pairing {
    Nest *nest;
    Arena *arena;
    const Stmt *root;   // that holds the loads of the arrays
    const Symbol *lane; // the iterator of the loop
    Symbol *half;       // that of the new one
    const Stmt *body;   // of the loop
    int64_t lanes;
    Named named[MOST_VALUES];
    int nnamed;
    Stored stored[MOST_VALUES];
    int nstored;
    const Array *arrays[MOST_VALUES]; // that are moved by words
    int narrays;
    int operations;
} Pairing;

static const Pair none = {0};

static const Type *word(void)
{
    return type_scalar(TY_U32);
}

// The same number in both halves.
static Expr *both(const Pairing *pairing, int64_t value)
{
    return expr_int(pairing->arena, (int64_t)(uint32_t)(value * 65537), word());
}

static Expr *combine(const Pairing *pairing, Operator op, Expr *left, Expr *right)
{
    return expr_binary(pairing->arena, op, left, right, word());
}

static Pair within(Pair pair, int64_t low, int64_t high)
{
    pair.low = low;
    pair.high = high;
    return low < LEAST || high > MOST ? none : pair;
}

static Pair constant(int64_t value)
{
    return within((Pair){.known = true, .number = value}, value, value);
}

// A value, and a number that is added to it.
static Pair made(const Pairing *pairing, Expr *value, int64_t number, int64_t low, int64_t high)
{
    Term *term = ARENA_NEW(pairing->arena, Term);
    *term = (Term){.value = value, .factor = 1};
    return within((Pair){.known = true, .terms = term, .count = 1, .number = number}, low, high);
}

static Expr *call(const Pairing *pairing, const char *name, Expr *first, Expr *second)
{
    Expr *arguments[] = {first, second};
    return expr_call(pairing->arena, word(), name, NULL, arguments, 2);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static Pair pair_of(Pairing *pairing, const Expr *expr);

// ---- sums

static bool is_one_value(const Term *a, const Term *b)
{
    return a->row ? b->row && a->at == b->at && expr_equal(a->row, b->row) : a->value == b->value;
}

// a + factor * b
static Pair sum(const Pairing *pairing, Pair a, Pair b, int64_t factor)
{
    int64_t low = a.low + factor * (factor < 0 ? b.high : b.low),
            high = a.high + factor * (factor < 0 ? b.low : b.high);
    if (!a.known || !b.known || a.count + b.count > MOST_TERMS)
        return none;
    Term *terms = ARENA_ARRAY(pairing->arena, Term, a.count + b.count + 1);
    int count = a.count;
    for (int i = 0; i < count; i++)
        terms[i] = a.terms[i];
    for (int i = 0; i < b.count; i++) {
        int at = 0;
        while (at < count && !is_one_value(&terms[at], &b.terms[i]))
            at++;
        if (at == count) {
            terms[count] = b.terms[i];
            terms[count++].factor = 0;
        }
        terms[at].factor += factor * b.terms[i].factor;
    }
    Pair pair = {.known = true, .terms = terms, .count = count, .number = a.number + factor * b.number};
    return within(pair, low, high);
}

static Expr *plus(const Pairing *pairing, Expr *to, Expr *value, int64_t factor)
{
    int64_t size = factor < 0 ? -factor : factor;
    Expr *product = size == 1 ? value : combine(pairing, OP_MUL, expr_int(pairing->arena, size, word()), value);
    if (!to && factor < 0)
        to = both(pairing, 0);
    return to ? combine(pairing, factor < 0 ? OP_SUB : OP_ADD, to, product) : product;
}

// The terms of one row, in the order of their elements, from terms[0] on: they come first. The sum of a row is the same
// for all iterations that use it, but for a factor, so that it is computed once.
static int gather_row(Term *terms, int count)
{
    int gathered = 1;
    for (int i = 1; i < count; i++) {
        if (!terms[0].row || !terms[i].row || !expr_equal(terms[0].row, terms[i].row))
            continue;
        Term own = terms[i];
        terms[i] = terms[gathered];
        int at = gathered++;
        for (; at > 0 && terms[at - 1].at > own.at; at--)
            terms[at] = terms[at - 1];
        terms[at] = own;
    }
    return gathered;
}

// As an expression, with so much more in both halves.
static Expr *raised(const Pairing *pairing, Pair pair, int64_t by)
{
    Term terms[MOST_TERMS];
    int count = 0;
    for (int i = 0; i < pair.count; i++)
        if (pair.terms[i].factor)
            terms[count++] = pair.terms[i];
    Expr *value = pair.number + by ? both(pairing, pair.number + by) : NULL;
    for (int i = 0, gathered; i < count; i += gathered) {
        gathered = gather_row(terms + i, count - i);
        int64_t divisor = 0;
        for (int k = i; k < i + gathered; k++)
            divisor = greatest_common_divisor(divisor, terms[k].factor);
        divisor = terms[i].factor < 0 ? -divisor : divisor;
        Expr *row = NULL;
        for (int k = i; k < i + gathered; k++)
            row = plus(pairing, row, terms[k].value, terms[k].factor / divisor);
        value = plus(pairing, value, row, divisor);
    }
    return value ? value : both(pairing, 0);
}

// What is added so that neither of the two is negative.
static int64_t lift(Pair a, Pair b)
{
    return most(0, -least(a.low, b.low));
}

// ---- what is read

typedef struct Moves {
    const Array *array;
    bool stores;   // which moves are looked for: its stores, or its loads
    int64_t first; // of its elements, the first one that a move has, modulo 4; -1: there is none
    bool bytes;    // some move is not one of whole words
} Moves;

static bool look_for_move(void *context, const Expr *expr)
{
    Moves *moves = context;
    bool loads = expr->kind == EX_INTRINSIC && (expr->intrinsic == IN_LOAD_LANES || expr->intrinsic == IN_LOAD_ANY);
    bool stores = expr->kind == EX_INTRINSIC && (expr->intrinsic == IN_STORE_LANES || expr->intrinsic == IN_STORE_ANY);
    const Expr *own = loads || stores ? expr->operands[stores]->operands[0] : NULL;
    if (!own || stores != moves->stores || own->array != moves->array)
        return true;
    if (loads && expr->operands[2]->integer % 4) // elements beside those that are words
        return true;
    const Expr *at = own->operands[own->noperands - 1];
    int64_t first = at->kind == EX_INT ? at->integer % 4 : -1;
    moves->bytes = moves->bytes || expr->intrinsic == IN_STORE_ANY || expr->operands[2]->integer % 4 || first < 0 ||
                   (moves->first >= 0 && moves->first != first);
    moves->first = first;
    return true;
}

// Which element of the array's rows, modulo 4, begins a word of those that are loaded, or stored; -1: they are moved
// otherwise.
static int64_t first_of_word(const Pairing *pairing, const Array *array, bool stores)
{
    Moves moves = {.array = array, .stores = stores, .first = -1};
    stmt_walk_expressions(pairing->root, look_for_move, &moves);
    return moves.bytes ? -1 : moves.first;
}

// `lane + constant`
static bool is_beside(const Pairing *pairing, Expr *subscript, int64_t *constant)
{
    Linear linear = linear_of(pairing->arena, subscript);
    *constant = linear.constant;
    return !linear.overflow && linear.terms.count == 1 && linear_factor(&linear, pairing->lane) == 1;
}

// An element of a row in registers that moves with the lane; its last subscript is 0 in *row.
static bool is_of_lane(const Pairing *pairing, const Expr *access, int64_t *constant, Expr **row)
{
    const Array *array = access->array;
    if (access->npath || array->space != SPACE_REGISTER || array->element->kind != TY_U8 || !array->ndim ||
        array->extent[array->ndim - 1]->kind != EX_INT)
        return false;
    Expr *subscripts[MAX_DIMS];
    for (int d = 0; d < array->ndim; d++) {
        subscripts[d] = access->operands[d];
        if (d + 1 < array->ndim && expr_mentions(subscripts[d], pairing->lane))
            return false;
    }
    if (!is_beside(pairing, subscripts[array->ndim - 1], constant))
        return false;
    subscripts[array->ndim - 1] = expr_index(pairing->arena, 0);
    *row = expr_access(pairing->arena, array, subscripts);
    return true;
}

static bool note_array(Pairing *pairing, const Array *array)
{
    for (int i = 0; i < pairing->narrays; i++)
        if (pairing->arrays[i] == array)
            return true;
    if (pairing->narrays == MOST_VALUES)
        return false;
    pairing->arrays[pairing->narrays++] = array;
    return true;
}

static Pair pair_of_access(Pairing *pairing, const Expr *access)
{
    Arena *arena = pairing->arena;
    int64_t place;
    Expr *row;
    if (!is_of_lane(pairing, access, &place, &row) || tree_writes_array(pairing->body, access->array))
        return none;
    const Array *array = access->array;
    int64_t first = first_of_word(pairing, array, false);
    if (first < 0 || !note_array(pairing, array))
        return none;
    const char *name =
        intern_printf("crs_byte_pair<%lld,%lld>", (long long)array->extent[array->ndim - 1]->integer, (long long)first);
    Expr *at = index_add(arena, index_mul(arena, expr_index(arena, 2), expr_symbol(arena, pairing->half)),
                         expr_index(arena, place));
    Term *term = ARENA_NEW(arena, Term);
    *term = (Term){call(pairing, name, expr_address(arena, row), at), 1, row, place};
    return (Pair){.known = true, .terms = term, .count = 1, .low = 0, .high = 255};
}

static Pair pair_of_symbol(const Pairing *pairing, const Symbol *symbol)
{
    for (int i = 0; i < pairing->nnamed; i++)
        if (pairing->named[i].symbol == symbol)
            return pairing->named[i].pair;
    return none;
}

// ---- operations

static Pair extreme(const Pairing *pairing, bool larger, Pair a, Pair b)
{
    if (!a.known || !b.known)
        return none;
    int64_t by = lift(a, b);
    Expr *value = call(pairing, larger ? "crs_byte_pair_max" : "crs_byte_pair_min", raised(pairing, a, by),
                       raised(pairing, b, by));
    return larger ? made(pairing, value, -by, most(a.low, b.low), most(a.high, b.high))
                  : made(pairing, value, -by, least(a.low, b.low), least(a.high, b.high));
}

static Pair bits(const Pairing *pairing, Operator op, Pair a, Pair b)
{
    if (!a.known || !b.known || a.low < 0 || b.low < 0)
        return none;
    int64_t all = 1;
    while (all <= a.high || all <= b.high)
        all *= 2;
    Expr *value = combine(pairing, op, raised(pairing, a, 0), raised(pairing, b, 0));
    return made(pairing, value, 0, 0, op == OP_AND ? least(a.high, b.high) : all - 1);
}

// 1 or 0: whether the value, which is not negative, is 0.
static Pair is_zero(const Pairing *pairing, Pair a, bool negated)
{
    Pair one = constant(1), some = a.known && a.high <= 1 ? a : extreme(pairing, false, a, one);
    return negated ? some : bits(pairing, OP_XOR, one, some);
}

static Pair compare(const Pairing *pairing, Operator op, Pair a, Pair b)
{
    if (!a.known || !b.known)
        return none;
    if (op == OP_EQ || op == OP_NE) {
        int64_t by = lift(a, b);
        if (by == 0 && b.low == 0 && b.high == 0)
            return is_zero(pairing, a, op == OP_NE);
        Expr *apart = combine(pairing, OP_XOR, raised(pairing, a, by), raised(pairing, b, by));
        return is_zero(pairing, made(pairing, apart, 0, 0, MOST), op == OP_NE);
    }
    bool negated = op == OP_GE || op == OP_LE; // of a < b, of a > b
    bool exchanged = op == OP_GT || op == OP_LE;
    Pair above = exchanged ? sum(pairing, a, b, -1) : sum(pairing, b, a, -1); // more than 0 where it holds
    return is_zero(pairing, extreme(pairing, true, above, constant(0)), !negated);
}

static Pair truth(const Pairing *pairing, Pair a)
{
    bool is = a.known && a.low >= 0 && a.high <= 1;
    return is ? a : compare(pairing, OP_NE, a, constant(0));
}

static Pair product(const Pairing *pairing, Pair a, Pair b)
{
    bool first = a.low == a.high, second = b.low == b.high;
    return first ? sum(pairing, constant(0), b, a.low) : second ? sum(pairing, constant(0), a, b.low) : none;
}

// Of a value that is not negative by a power of two.
static Pair shift_right(const Pairing *pairing, Pair a, int64_t by)
{
    if (a.low < 0 || by < 0 || by > 15)
        return none;
    Expr *shifted = combine(pairing, OP_SHR, raised(pairing, a, 0), expr_int(pairing->arena, by, word()));
    return made(pairing, combine(pairing, OP_AND, shifted, both(pairing, 65535 >> by)), 0, a.low >> by, a.high >> by);
}

static Pair quotient(const Pairing *pairing, Pair a, Pair b)
{
    int64_t by = 0;
    if (b.low != b.high || b.low < 1)
        return none;
    while (((int64_t)1 << by) < b.low)
        by++;
    return (int64_t)1 << by == b.low ? shift_right(pairing, a, by) : none;
}

static Pair pair_of_binary(Pairing *pairing, const Expr *expr)
{
    Pair a = pair_of(pairing, expr->operands[0]), b = pair_of(pairing, expr->operands[1]);
    if (!a.known || !b.known)
        return none;
    switch (expr->op) {
    case OP_ADD: return sum(pairing, a, b, 1);
    case OP_SUB: return sum(pairing, a, b, -1);
    case OP_MUL: return product(pairing, a, b);
    case OP_DIV: return quotient(pairing, a, b);
    case OP_SHR: return b.low == b.high ? shift_right(pairing, a, b.low) : none;
    case OP_MIN: return extreme(pairing, false, a, b);
    case OP_MAX: return extreme(pairing, true, a, b);
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_GT:
    case OP_GE: return compare(pairing, expr->op, a, b);
    case OP_AND:
    case OP_OR:
    case OP_XOR: return bits(pairing, expr->op, a, b);
    case OP_LOGICAL_AND: return bits(pairing, OP_AND, truth(pairing, a), truth(pairing, b));
    case OP_LOGICAL_OR: return bits(pairing, OP_OR, truth(pairing, a), truth(pairing, b));
    default: return none;
    }
}

static const Expr *stripped(const Expr *expr)
{
    while (expr->kind == EX_CAST)
        expr = expr->operands[0];
    return expr;
}

// `x < c ? c : x` and the like: the larger or the smaller one of what is compared. Casts around them keep the values,
// as pair_of has found.
static Pair extreme_of_select(Pairing *pairing, const Expr *expr)
{
    const Expr *condition = expr->operands[0], *yes = stripped(expr->operands[1]), *no = stripped(expr->operands[2]);
    const Expr *left = stripped(condition->operands[0]), *right = stripped(condition->operands[1]);
    bool less = condition->op == OP_LT || condition->op == OP_LE;
    bool same = expr_equal(left, yes) && expr_equal(right, no),
         mirrored = expr_equal(left, no) && expr_equal(right, yes);
    if (same || mirrored)
        return extreme(pairing, same != less, pair_of(pairing, yes), pair_of(pairing, no));
    const Expr *of = yes->kind == EX_UNARY ? no : yes, *negated = yes->kind == EX_UNARY ? yes : no;
    bool absolute = negated->kind == EX_UNARY && negated->op == OP_NEG &&
                    expr_equal(stripped(negated->operands[0]), of) && expr_equal(left, of) && expr_is_int(right, 0);
    if (!absolute)
        return none;
    bool larger = less == (negated == yes);
    Pair pair = pair_of(pairing, of);
    Pair found = extreme(pairing, larger, pair, sum(pairing, constant(0), pair, -1));
    return larger && found.known ? within(found, most(0, found.low), found.high) : found; // of x and -x
}

static Pair pair_of_select(Pairing *pairing, const Expr *expr)
{
    const Expr *condition = expr->operands[0];
    bool compares = condition->kind == EX_BINARY && condition->op >= OP_LT && condition->op <= OP_GE;
    Pair holds = pair_of(pairing, condition), yes = pair_of(pairing, expr->operands[1]),
         no = pair_of(pairing, expr->operands[2]);
    if (!holds.known || !yes.known || !no.known)
        return none;
    Pair pair = compares ? extreme_of_select(pairing, expr) : none;
    holds = truth(pairing, holds);
    if (pair.known || !holds.known)
        return pair;
    int64_t by = lift(yes, no);
    Expr *mask = combine(pairing, OP_MUL, raised(pairing, holds, 0), expr_int(pairing->arena, 65535, word()));
    Expr *value =
        combine(pairing, OP_OR, combine(pairing, OP_AND, raised(pairing, yes, by), mask),
                combine(pairing, OP_AND, raised(pairing, no, by), expr_unary(pairing->arena, OP_COMPLEMENT, mask)));
    return made(pairing, value, -by, least(yes.low, no.low), most(yes.high, no.high));
}

static bool holds_range(const Type *type, const Pair *pair)
{
    if (!type_is_integer(type) || type->kind == TY_BOOL)
        return type->kind == TY_BOOL && pair->low >= 0 && pair->high <= 1;
    bool is_signed = type_is_signed(type);
    int64_t half = type->size == 1 ? 128 : 32768;
    return is_signed ? pair->low >= -half && pair->high < half
                     : pair->low >= 0 && (type->size > 1 || pair->high < 2 * half);
}

static Pair pair_of_unary(Pairing *pairing, const Expr *expr)
{
    Pair a = pair_of(pairing, expr->operands[0]);
    if (!a.known)
        return none;
    return expr->op == OP_NEG   ? sum(pairing, constant(0), a, -1)
           : expr->op == OP_NOT ? compare(pairing, OP_EQ, a, constant(0))
                                : none;
}

static Pair pair_of(Pairing *pairing, const Expr *expr)
{
    Pair pair = none;
    switch (expr->kind) {
    case EX_INT: pair = constant(expr->integer); break;
    case EX_SYMBOL: pair = pair_of_symbol(pairing, expr->symbol); break;
    case EX_ACCESS: pair = pair_of_access(pairing, expr); break;
    case EX_UNARY: pair = pair_of_unary(pairing, expr); break;
    case EX_BINARY: pair = pair_of_binary(pairing, expr); break;
    case EX_SELECT: pair = pair_of_select(pairing, expr); break;
    case EX_CAST: pair = pair_of(pairing, expr->operands[0]); break;
    default: break;
    }
    pairing->operations += expr->kind == EX_UNARY || expr->kind == EX_BINARY || expr->kind == EX_SELECT;
    return pair.known && holds_range(expr->type, &pair) ? pair : none;
}

// ---- statements

static Stmt *define(Pairing *pairing, const Stmt *stmt)
{
    Pair pair = stmt->symbol && stmt->value ? pair_of(pairing, stmt->value) : none;
    if (!pair.known || !holds_range(stmt->symbol->type, &pair) || pairing->nnamed == MOST_VALUES)
        return NULL;
    int64_t by = most(0, -pair.low);
    Symbol *symbol = nest_symbol(pairing->nest, stmt->symbol->name, word(), SYM_LOCAL);
    Stmt *defined = stmt_declare(pairing->arena, symbol, raised(pairing, pair, by));
    defined->id = stmt->id;
    defined->loc = stmt->loc;
    pair = made(pairing, expr_symbol(pairing->arena, symbol), -by, pair.low, pair.high);
    pairing->named[pairing->nnamed++] = (Named){stmt->symbol, pair};
    return defined;
}

// The value of an operation without its conversion to a byte, which takes the lower eight bits.
static Pair pair_of_byte(Pairing *pairing, const Expr *value)
{
    while (value->kind == EX_CAST && value->type->size == 1 && value->type->kind != TY_BOOL)
        value = value->operands[0];
    return pair_of(pairing, value);
}

static Stmt *store(Pairing *pairing, const Stmt *stmt)
{
    Arena *arena = pairing->arena;
    const Expr *place = stmt->place;
    int64_t at;
    Expr *row;
    if (stmt->op != OP_NONE || place->kind != EX_ACCESS || !is_of_lane(pairing, place, &at, &row) || at ||
        place->array->ndim != 1 || !expr_is_int(place->array->extent[0], pairing->lanes) ||
        pairing->nstored == MOST_VALUES || first_of_word(pairing, place->array, true) != 0)
        return NULL;
    for (int i = 0; i < pairing->nstored; i++)
        if (pairing->stored[i].array == place->array)
            return NULL;
    Pair pair = pair_of_byte(pairing, stmt->value);
    if (!pair.known || !note_array(pairing, place->array))
        return NULL;
    Expr *extent = expr_index(arena, pairing->lanes / 2), *half = expr_symbol(arena, pairing->half);
    const Array *pairs =
        nest_array(pairing->nest, intern_printf("%s_pairs", place->array->name), word(), SPACE_REGISTER, &extent, 1);
    int64_t by = pair.low < 0 ? (-pair.low + 255) / 256 * 256 : 0;
    Stmt *stored = stmt_assign(arena, expr_access(arena, pairs, &half), OP_NONE, raised(pairing, pair, by), NULL);
    stored->id = stmt->id;
    stored->loc = stmt->loc;
    pairing->stored[pairing->nstored++] = (Stored){.array = place->array, .pairs = pairs};
    return stored;
}

static Stmt *bytes_of_pairs(const Pairing *pairing, const Stored *stored)
{
    Arena *arena = pairing->arena;
    Expr *zero = expr_index(arena, 0);
    Expr *arguments[] = {expr_address(arena, expr_access(arena, stored->array, &zero)),
                         expr_address(arena, expr_access(arena, stored->pairs, &zero))};
    const char *name = intern_printf("crs_bytes_of_pairs<%lld>", (long long)pairing->lanes);
    return stmt_evaluate(arena, expr_call(arena, type_scalar(TY_VOID), name, NULL, arguments, 2));
}

static Stmt *paired(Pairing *pairing, Stmt *stmt)
{
    Arena *arena = pairing->arena;
    StmtList items = {0}, all = {0};
    for (int i = 0; i < stmt_count(stmt->body); i++) {
        const Stmt *item = stmt_item(stmt->body, i);
        Stmt *made = item->kind == ST_DECLARE  ? define(pairing, item)
                     : item->kind == ST_ASSIGN ? store(pairing, item)
                                               : NULL;
        if (!made)
            return stmt;
        VECTOR_PUSH(arena, &items, made);
    }
    if (!pairing->nstored || pairing->operations < LEAST_OPERATIONS)
        return stmt;
    for (int i = 0; i < pairing->nstored; i++)
        VECTOR_PUSH(arena, &all, stmt_declare_array(arena, (Array *)pairing->stored[i].pairs));
    Loop loop = *stmt->loop;
    loop.id = nest_loop_id(pairing->nest);
    loop.iterator = pairing->half;
    loop.upper = expr_index(arena, pairing->lanes / 2);
    VECTOR_PUSH(arena, &all, stmt_loop_for(arena, stmt, &loop, stmt_block(arena, items.items, items.count)));
    for (int i = 0; i < pairing->nstored; i++)
        VECTOR_PUSH(arena, &all, bytes_of_pairs(pairing, &pairing->stored[i]));
    return stmt_block(arena, all.items, all.count);
}

typedef struct Search {
    Arena *arena;
    Nest *nest;
    const Stmt *root;
    VECTOR(const Array *) arrays; // that are moved by words
} Search;

static bool look_for_store(void *context, const Stmt *stmt)
{
    bool *stores = context;
    const Expr *place = stmt->kind == ST_ASSIGN ? stmt->place : NULL;
    *stores = *stores || (place && place->kind == EX_ACCESS && place->array->space == SPACE_REGISTER &&
                          place->array->element->kind == TY_U8);
    return !*stores;
}

// Whether it sets bytes in registers at all.
static bool stores_bytes(const Stmt *body)
{
    bool stores = false;
    stmt_walk(body, look_for_store, &stores);
    return stores;
}

static Stmt *pair_loop(void *context, Stmt *stmt)
{
    Search *search = context;
    const Loop *loop = stmt->kind == ST_LOOP ? stmt->loop : NULL;
    if (!loop || loop->binding != BIND_UNROLL || loop->defines || !expr_is_int(loop->lower, 0) ||
        !expr_is_int(loop->step, 1) || loop->upper->kind != EX_INT || loop->upper->integer % 4 ||
        loop->upper->integer < 4 || !stores_bytes(stmt->body))
        return stmt;
    Arena *arena = search->arena;
    Pairing *pairing = ARENA_NEW(arena, Pairing);
    *pairing = (Pairing){.nest = search->nest,
                         .arena = arena,
                         .root = search->root,
                         .lane = loop->iterator,
                         .half = nest_symbol(search->nest, "half", loop->iterator->type, SYM_ITERATOR),
                         .body = stmt->body,
                         .lanes = loop->upper->integer};
    Stmt *made = paired(pairing, stmt);
    for (int i = 0; i < pairing->narrays && made != stmt; i++)
        VECTOR_PUSH(arena, &search->arrays, pairing->arrays[i]);
    return made;
}

static bool is_by_words(const Search *search, const Expr *address)
{
    FOR_EACH(i, &search->arrays)
        if (search->arrays.items[i] == address->operands[0]->array)
            return true;
    return false;
}

static Expr *move_words(void *context, Expr *expr)
{
    const Search *search = context;
    if (expr->kind != EX_INTRINSIC)
        return expr;
    bool stores = expr->intrinsic == IN_STORE_LANES;
    if (!stores && expr->intrinsic != IN_LOAD_LANES && expr->intrinsic != IN_LOAD_ANY)
        return expr;
    Intrinsic words = stores ? IN_STORE_WORDS : expr->intrinsic == IN_LOAD_LANES ? IN_LOAD_WORDS : IN_LOAD_ANY_WORDS;
    if (!is_by_words(search, expr->operands[stores]) || expr->operands[2]->integer % 4)
        return expr;
    return expr_intrinsic(search->arena, words, expr->type, expr->operands, 3);
}

Stmt *pair_lanes(Arena *arena, Nest *nest, Stmt *root)
{
    Search search = {.arena = arena, .nest = nest, .root = root};
    Stmt *made = stmt_rewrite(arena, root, pair_loop, NULL, &search);
    return search.arrays.count ? stmt_rewrite(arena, made, NULL, move_words, &search) : made;
}
