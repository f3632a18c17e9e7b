// Counted loops: a for statement becomes an ST_LOOP. while.c reads loops that do not count.
#include "frontend/clang/assign.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/continue.h"
#include "frontend/control/goto.h"
#include "frontend/control/init.h"
#include "frontend/control/loop.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/live.h"
#include "frontend/dataflow/scan.h"
#include "frontend/numbers/ends_within.h"
#include "frontend/numbers/half.h"
#include "frontend/numbers/unsigned_bound.h"
#include "ir/fold.h"

static const Type *index_type(void)
{
    return type_scalar(TY_I64);
}

// ---- signs

bool is_not_negative(const Reader *reader, const Expr *expr)
{
    switch (expr->kind) {
    case EX_INT: return expr->integer >= 0;
    case EX_SYMBOL:
        if (!type_is_signed(expr->type))
            return true;
        for (int i = 0; i < reader->frame.nloop; i++)
            if (reader->frame.loops[i].iterator == expr->symbol)
                return reader->frame.loops[i].not_negative;
        return false;
    case EX_CAST:
        return type_is_integer(expr->operands[0]->type) && type_widens(expr->operands[0]->type, expr->type) &&
               is_not_negative(reader, expr->operands[0]);
    case EX_BINARY:
        if (expr->op == OP_ADD || expr->op == OP_MUL || expr->op == OP_DIV)
            return is_not_negative(reader, expr->operands[0]) && is_not_negative(reader, expr->operands[1]);
        return expr->op == OP_REM && is_not_negative(reader, expr->operands[0]);
    default: return !type_is_signed(expr->type) && expr->type->size < 8;
    }
}

static bool find_data(void *context, const Expr *expr)
{
    bool *found = context;
    bool computed = expr->kind == EX_SYMBOL && expr->symbol->role != SYM_PARAM && expr->symbol->role != SYM_ITERATOR;
    *found = *found || computed || expr->kind == EX_ACCESS;
    return !*found;
}

bool loop_bound_is_data(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, find_data, &found);
    return found;
}

// The loop that a directive names: it must count, and no jump may leave it.
static bool is_annotated(const Reader *reader, int site)
{
    return site == reader->frame.annotated_site || reader->details.items[site].directive;
}

// ---- bounds

static bool deny(Counting *counting, CXCursor place, const char *reason)
{
    counting->reason = reason;
    counting->place = place;
    return false;
}

static Expr *read_index(Reader *reader, CXCursor expr)
{
    reader->frame.conditional++;
    Expr *value = read_value(reader, expr);
    reader->frame.conditional--;
    return value;
}

// The step as a number that is added to the iterator: in the iterator's type 4294967295 may be -1.
static int64_t signed_step(const Type *type, int64_t step)
{
    int bits = (int)type->size * 8;
    if (bits == 64)
        return step;
    int64_t period = (int64_t)1 << bits;
    int64_t reduced = (int64_t)((uint64_t)step & ((uint64_t)period - 1));
    return reduced >= period / 2 ? reduced - period : reduced;
}

static bool set_step(Reader *reader, Counting *counting, Loop *loop)
{
    enum CXBinaryOperatorKind comparison = counting->comparison;
    bool up = comparison == CXBinaryOperator_LT || comparison == CXBinaryOperator_LE;
    bool either = comparison == CXBinaryOperator_NE;
    if (counting->factor) {
        loop->factor = counting->factor;
        loop->step_sign = counting->divides ? -1 : 1;
        if (either && !counting->divides)
            return deny(counting, counting->compared, "its iterator may be multiplied past its bound");
        return up == !counting->divides || deny(counting, counting->bound, "its step leads away from its bound");
    }
    Expr *step = counting->unit ? expr_index(reader->arena, counting->unit) : NULL;
    if (!step) {
        step = read_index(reader, counting->step);
        if (!step)
            return false;
        if (!type_is_integer(step->type))
            return deny(counting, counting->step, "its step is not an integer");
        if (step->kind == EX_INT)
            step = expr_index(reader->arena,
                              signed_step(counting->type, counting->subtracts ? -step->integer : step->integer));
        else if (counting->subtracts)
            step = expr_unary(reader->arena, OP_NEG, expr_cast(reader->arena, index_type(), step));
        else
            step = expr_cast(reader->arena, index_type(), step);
    }
    loop->step = located(reader, step, is_null_cursor(counting->step) ? counting->decl : counting->step);
    if (step->kind != EX_INT) {
        loop->step_sign = up ? 1 : -1;
        return !either || deny(counting, counting->step, "the sign of its step is not known");
    }
    if (step->integer == 0)
        return deny(counting, counting->step, "its step is 0");
    loop->step_sign = step->integer > 0 ? 1 : -1;
    if (either || counting->counts_down || up == (step->integer > 0))
        return true;
    return deny(counting, counting->bound, "its step leads away from its bound");
}

static bool fits(const Type *type, int64_t value)
{
    return type->size == 8 || fold_convert(type, value) == value;
}

static bool is_small(const Expr *expr)
{
    return expr->kind == EX_INT && expr->integer > -(INT64_C(1) << 60) && expr->integer < INT64_C(1) << 60;
}

// C continues with a wrapped iterator if the value that ends the loop does not fit in its type. In int and wider signed
// types that is undefined, so it does not happen.
static bool may_wrap(const Counting *counting, const Loop *loop)
{
    const Type *type = counting->type;
    if (loop->factor)
        return loop->step_sign > 0 && !(type_is_signed(type) && type->size >= 4);
    if (counting->counts_down || (type_is_signed(type) && type->size >= 4))
        return false;
    if (loop->tested)
        return true;
    if (is_small(loop->lower) && is_small(loop->upper) && is_small(loop->step)) {
        int64_t lower = loop->lower->integer, upper = loop->upper->integer, step = loop->step->integer;
        int64_t trips = step > 0 ? (upper - lower + step - 1) / step : (lower - upper - step - 1) / -step;
        return trips > 0 && (!fits(type, lower + trips * step) || (!type_is_signed(type) && lower + trips * step < 0));
    }
    bool unit = loop->step->kind == EX_INT && (loop->step->integer == 1 || loop->step->integer == -1);
    bool exclusive = counting->comparison != CXBinaryOperator_LE && counting->comparison != CXBinaryOperator_GE;
    bool bound_fits = counting->bound_type == type || (loop->upper->kind == EX_INT && fits(type, loop->upper->integer));
    bool reached = counting->bound_type && counting->comparison != CXBinaryOperator_NE &&
                   ends_within(loop->upper, type, loop->step_sign > 0);
    return !unit || !exclusive || !(bound_fits || reached);
}

static bool sum_may_wrap(const Counting *counting, const Loop *loop, const Expr *moved, const Type *left)
{
    bool constant = moved->kind == EX_INT;
    if (counting->moved_by == CXBinaryOperator_Sub)
        return !constant || loop->lower->kind != EX_INT || loop->lower->integer < moved->integer;
    if (type_is_signed(left) || left->size == 8) // 64 bits are not counted through
        return false;
    if (counting->moved_by == CXBinaryOperator_Mul || !constant || moved->integer > INT32_MAX)
        return true;
    return counting->type->size == 4 && type_is_signed(counting->type);
}

// Whether `i + k < bound` and `i * k < bound` mean the same as without overflow: the left operand, which C computes in
// type `left`, does not wrap, and its conversion to `type` does not change it. In signed types it does not overflow.
static bool can_move(Reader *reader, Counting *counting, Loop *loop, const Expr *moved, const Type *left,
                     const Type *type)
{
    bool positive = moved->kind == EX_INT && moved->integer > 0;
    bool multiplies = counting->moved_by == CXBinaryOperator_Mul;
    if (multiplies && (!positive || counting->comparison == CXBinaryOperator_NE))
        return deny(counting, counting->compared,
                    "its condition multiplies its iterator by something that is not a positive constant");
    if ((counting->nfurther_moved || counting->opposite) && !(type_is_signed(left) && type_is_signed(type)))
        return deny(counting, counting->compared, "what it compares with its bound is unsigned and may wrap");
    if (type_is_signed(left) && type_is_signed(type))
        return true;
    bool grows = loop->step_sign > 0 && is_not_negative(reader, loop->lower) && is_not_negative(reader, moved);
    if (!grows || sum_may_wrap(counting, loop, moved, left))
        return deny(counting, counting->compared, "what it compares with its bound is unsigned and may wrap");
    if (!type_is_signed(left) && left->size == 4 && counting->type->size == 4)
        loop->tested = counting->moved_by == CXBinaryOperator_Add ? moved->integer : 0;
    return true;
}

// The bound of the iterator alone, exclusive.
static Expr *exclusive_bound(Reader *reader, const Counting *counting, const Expr *moved, Expr *bound)
{
    Arena *arena = reader->arena;
    bool included = counting->comparison == CXBinaryOperator_LE || counting->comparison == CXBinaryOperator_GE;
    bool up = counting->comparison == CXBinaryOperator_LE || counting->comparison == CXBinaryOperator_LT;
    if (moved && counting->moved_by == CXBinaryOperator_Mul)
        bound = up == included
                    ? expr_binary(arena, OP_FLOOR_DIV, bound, expr_index(arena, moved->integer), index_type())
                    : index_ceil_div(arena, bound, moved->integer);
    else if (moved && counting->moved_by == CXBinaryOperator_Sub)
        bound = index_add(arena, bound, expr_cast(arena, index_type(), (Expr *)moved));
    else if (moved)
        bound = index_sub(arena, bound, expr_cast(arena, index_type(), (Expr *)moved));
    if (!included)
        return bound;
    return up ? index_add(arena, bound, expr_index(arena, 1)) : index_sub(arena, bound, expr_index(arena, 1));
}

// `i < j` where p is added to i and q is subtracted from j: the trip count is the distance of their first values
// divided by p + q. Or `j > i`.
static bool set_meeting(Reader *reader, Counting *counting, Loop *loop)
{
    Arena *arena = reader->arena;
    Expr *bound = read_index(reader, counting->bound);
    if (!bound)
        return false;
    loop->step = located(reader, expr_index(arena, counting->own_step), counting->decl);
    Symbol *first = new_symbol(reader, intern_printf("%s_end", counting->name), index_type(), SYM_LOCAL, bound->loc);
    VECTOR_PUSH(reader->arena, reader->frame.before, stmt_declare(arena, first, expr_cast(arena, index_type(), bound)));
    bool up = loop->step_sign > 0,
         included = counting->comparison == CXBinaryOperator_LE || counting->comparison == CXBinaryOperator_GE;
    Expr *end = expr_symbol(arena, first);
    Expr *distance = up ? index_sub(arena, end, loop->lower) : index_sub(arena, loop->lower, end);
    distance = index_add(arena, distance, expr_index(arena, included));
    Expr *trips = index_ceil_div(arena, distance, counting->meets + (up ? loop->step->integer : -loop->step->integer));
    loop->upper = located(reader, index_add(arena, loop->lower, index_mul(arena, loop->step, trips)), counting->bound);
    return true;
}

// What is added to the iterator, or subtracted from it, before it is compared.
static Expr *read_moved(Reader *reader, const Counting *counting)
{
    Expr *sum = read_index(reader, counting->moved);
    for (int i = 0; i < counting->nfurther_moved && sum; i++) {
        Expr *term = read_index(reader, counting->further_moved[i]);
        bool subtracts = counting->further_subtracts[i] != (counting->moved_by == CXBinaryOperator_Sub);
        const Type *type = term ? type_common(sum->type, term->type) : NULL;
        Operator op = subtracts ? OP_SUB : OP_ADD;
        int64_t folded;
        if (!term)
            return NULL;
        if (sum->kind == EX_INT && term->kind == EX_INT && fold_binary(op, type, sum->integer, term->integer, &folded))
            sum = expr_int(reader->arena, folded, type);
        else
            sum = expr_binary(reader->arena, op, expr_cast(reader->arena, type, sum),
                              expr_cast(reader->arena, type, term), type);
    }
    return sum;
}

static bool set_one_upper(Reader *reader, Counting *counting, Loop *loop)
{
    if (counting->meets)
        return set_meeting(reader, counting, loop);
    if (counting->counts_down) {
        loop->upper = expr_index(reader->arena, -1);
        loop->not_equal = counting->comparison == CXBinaryOperator_NE && type_is_signed(counting->type);
        return true;
    }
    bool moves = !is_null_cursor(counting->moved);
    bool is_zero = is_null_cursor(counting->bound);
    if (is_zero && counting->is_pointer)
        return deny(counting, counting->compared,
                    "its condition does not compare the iterator with a bound, as 'i < n' does");
    Expr *bound = is_zero                ? expr_int(reader->arena, 0, type_scalar(TY_I32))
                  : counting->is_pointer ? pointer_bound(reader, counting, counting->bound)
                                         : read_index(reader, counting->bound);
    Expr *moved = bound && moves ? read_moved(reader, counting) : NULL;
    if (!bound || (moves && !moved))
        return false;
    const Type *left = moved ? type_common(counting->type, moved->type) : counting->type;
    const Type *type = type_common(left, bound->type);
    if (!type_is_integer(type))
        return deny(counting, counting->bound, "its bound is not an integer");
    bool converted = type_is_signed(counting->type) && !type_is_signed(type);
    bool sure = loop->step_sign > 0 && is_not_negative(reader, loop->lower);
    bool up = counting->comparison == CXBinaryOperator_LE || counting->comparison == CXBinaryOperator_LT;
    bool from_data = converted && !sure && !moved && up && loop->step_sign > 0 && !counting->factor &&
                     loop->lower->kind != EX_INT && loop_bound_is_data(loop->lower);
    if (converted && !sure && !from_data &&
        (loop->step_sign < 0 || loop->lower->kind == EX_INT || loop_bound_is_data(loop->lower)))
        return deny(counting, counting->compared,
                    "its iterator is signed, may be negative and is compared as an unsigned number");
    loop->from_zero = converted && !sure && !from_data;
    bool either = counting->comparison == CXBinaryOperator_NE;
    if (counting->factor && either && type_is_signed(counting->type) && !is_not_negative(reader, loop->lower))
        return deny(counting, counting->compared,
                    "its iterator may be negative, and is divided until it equals its bound");
    if (moved && !can_move(reader, counting, loop, moved, left, type))
        return false;
    Expr *upper = expr_cast(reader->arena, index_type(), expr_cast(reader->arena, type, bound));
    upper = from_data ? unsigned_bound(reader->arena, loop->lower, upper, type) : upper;
    loop->upper = located(reader, exclusive_bound(reader, counting, moved, upper),
                          is_zero ? counting->compared : counting->bound);
    counting->bound_type = moved ? NULL : type;
    loop->may_wrap = may_wrap(counting, loop);
    loop->not_equal = either;
    return true;
}

// `i < n && i < m`: the first bound that ends it.
static bool set_upper(Reader *reader, Counting *counting, Loop *loop)
{
    if (!set_one_upper(reader, counting, loop))
        return false;
    for (int i = 0; i < counting->nfurther; i++) {
        Counting one = *counting;
        Loop other = *loop;
        other.tested = 0;
        bool same_way =
            read_comparison(reader, counting->further[i], &one) && one.comparison != CXBinaryOperator_NE &&
            (one.comparison == CXBinaryOperator_LT || one.comparison == CXBinaryOperator_LE) == (loop->step_sign > 0);
        if (!same_way)
            return deny(counting, counting->further[i],
                        loop->step_sign > 0 ? "a part of its condition does not bound its iterator from above"
                                            : "a part of its condition does not bound its iterator from below");
        if (!set_one_upper(reader, &one, &other))
            return one.reason ? deny(counting, one.place, one.reason) : false;
        if (loop->not_equal || (loop->tested && other.tested))
            return deny(counting, counting->further[i], "the parts of its condition do not make one bound");
        loop->upper = located(reader,
                              loop->step_sign > 0 ? index_min(reader->arena, loop->upper, other.upper)
                                                  : index_max(reader->arena, loop->upper, other.upper),
                              counting->bound);
        loop->may_wrap |= other.may_wrap;
        loop->from_zero |= other.from_zero;
        loop->tested += other.tested;
    }
    return true;
}

// The value of the iterator before the nest, if the head does not set it.
static Expr *entry_value(Reader *reader, Counting *counting)
{
    bool outermost = reader->frame.nest && reader->frame.nloop == 0 && reader->frame.inline_depth == 0;
    bool is_outside = counting->facts->variable_epoch != reader->frame.epoch || !counting->facts->variable;
    if (!outermost || !is_outside)
        return NULL;
    Symbol *symbol = new_symbol(reader, intern_printf("%s_first", counting->name), counting->type, SYM_PARAM,
                                cursor_loc(reader, counting->decl));
    symbol->host = counting->name;
    return expr_symbol(reader->arena, symbol);
}

// Data may hold (size_t)-1 if a loop is not to run: this is not a -1. The launcher tests bounds that do not come from
// data.
static Expr *within_half_range(Reader *reader, Expr *value)
{
    enum { LARGEST_BIT = 62 };
    bool data = value->type->kind == TY_U64 && loop_bound_is_data(value);
    Expr *most = expr_cast(reader->arena, value->type, expr_index(reader->arena, INT64_C(1) << LARGEST_BIT));
    return data ? expr_binary(reader->arena, OP_MIN, value, most, value->type) : value;
}

// Where a head without a first part mentions its iterator.
static CXCursor first_mention(const Counting *counting)
{
    return is_null_cursor(counting->compared) ? counting->decl : counting->compared;
}

static bool set_lower(Reader *reader, Counting *counting, Loop *loop)
{
    bool given = !is_null_cursor(counting->first);
    if (counting->is_pointer) {
        Expr *first = pointer_first(reader, counting, given ? counting->first : first_mention(counting));
        loop->lower = first ? located(reader, first, given ? counting->first : counting->decl) : NULL;
        return first != NULL;
    }
    Expr *lower = given ? read_index(reader, counting->first) : entry_value(reader, counting);
    if (!lower)
        return given ? false : deny(counting, first_mention(counting), "its iterator has no first value");
    if (!type_is_integer(lower->type))
        lower = expr_cast(reader->arena, counting->type, lower);
    if (given)
        lower = expr_cast(reader->arena, counting->type, lower);
    lower = expr_cast(reader->arena, index_type(), within_half_range(reader, lower));
    if (counting->counts_down)
        lower = index_sub(reader->arena, lower, expr_index(reader->arena, 1));
    loop->lower = given ? located(reader, lower, counting->first) : lower;
    return true;
}

// ---- does the body change what the bounds are made of?

typedef struct Overlap {
    const Expr *bound;
    bool found;
    const Expr *place; // of the assignment being compared
} Overlap;

static bool same_memory(void *context, const Expr *expr)
{
    Overlap *overlap = context;
    const Expr *place = overlap->place;
    overlap->found |= expr->kind == EX_SYMBOL && place->kind == EX_SYMBOL && expr->symbol == place->symbol;
    overlap->found |= expr->kind == EX_ACCESS && place->kind == EX_ACCESS && expr->array == place->array;
    return !overlap->found;
}

static bool compare_assignment(void *context, const Stmt *stmt)
{
    Overlap *overlap = context;
    if (stmt->kind == ST_ASSIGN) {
        overlap->place = stmt->place;
        expr_walk(overlap->bound, same_memory, overlap);
    }
    return !overlap->found;
}

bool changes_bound(const Stmt *body, const Expr *bound)
{
    Overlap overlap = {.bound = bound};
    stmt_walk(body, compare_assignment, &overlap);
    return overlap.found;
}

// ---- the iterator's value after the loop

// A mention in the nest that a loop over the same variable covers: one after the loop has set it. `for (j = j + 1; ..)`
// mentions what it was.
static bool is_covered(const Reader *reader, const DeclFacts *facts, size_t moment, int first_site, int last_site)
{
    for (int i = first_site; i < last_site; i++) {
        const SiteDetail *detail = &reader->details.items[i];
        bool sets = reader->sites.items[i].kind == SITE_FOR && detail->iterator == facts;
        int first = moments_from(&facts->mentions, detail->first);
        bool alone = moments_from(&facts->mentions, detail->first_part_last) - first == 1;
        if (sets && moment >= (alone ? detail->first : detail->first_part_last) && moment < detail->last)
            return true;
    }
    return false;
}

static bool value_is_wanted(const Reader *reader, const Counting *counting, int site)
{
    if (counting->declares)
        return false;
    if (is_null_cursor(counting->first))
        return !(reader->frame.nloop == 0 && reader->frame.nest);
    int root = site;
    while (reader->sites.items[root].parent >= 0)
        root = reader->sites.items[root].parent;
    int end = reader->sites.items[root].subtree_end;
    size_t first = reader->details.items[root].first, last = reader->details.items[root].last;
    if (reader->frame.nest && root == reader->frame.function_site) {
        root = reader->frame.nest_site;
        end = reader->frame.nest_site_end;
        first = reader->frame.nest_first;
        last = reader->frame.nest_last;
    }
    const Moments *mentions = &counting->facts->mentions;
    for (int i = moments_from(mentions, first); i < mentions->count && mentions->items[i] < last; i++)
        if (!is_covered(reader, counting->facts, mentions->items[i], root, end))
            return true;
    return false;
}

static Expr *final_value(Reader *reader, const Loop *loop, const Type *type)
{
    Arena *arena = reader->arena;
    Expr *way = index_mul(arena, loop_trip_count(arena, loop), loop->step);
    return expr_cast(arena, type, index_add(arena, loop->lower, way));
}

// ---- a counting loop

const char *loop_name(Reader *reader, const char *name)
{
    int count = 1;
    FOR_EACH(i, &reader->frame.loop_names)
        count += reader->frame.loop_names.items[i] == name;
    VECTOR_PUSH(reader->arena, &reader->frame.loop_names, name);
    return count == 1 ? name : intern_printf("%s#%d", name, count);
}

static Symbol *make_iterator(Reader *reader, const Counting *counting, const Variable *outside, bool wanted)
{
    Symbol *symbol =
        new_symbol(reader, counting->name, counting->type, SYM_ITERATOR, cursor_loc(reader, counting->decl));
    if (!outside || outside->home == HOME_NEST || wanted || counting->is_pointer)
        return symbol;
    symbol->host = outside->host;
    symbol->live_after = is_live_after(reader, outside);
    symbol->address_taken = outside->home == HOME_GLOBAL;
    return symbol;
}

// By how much an iterator changes that is multiplied or divided.
static Expr *geometric_step(Arena *arena, const Loop *loop)
{
    Expr *value = expr_cast(arena, index_type(), expr_symbol(arena, loop->iterator)),
         *factor = expr_index(arena, loop->factor);
    if (loop->step_sign > 0)
        return index_mul(arena, value, expr_index(arena, loop->factor - 1));
    return index_sub(arena, expr_binary(arena, OP_DIV, value, factor, index_type()), value);
}

static Stmt *add_increments(Reader *reader, Stmt *body, const Counting *counting)
{
    StmtList items = {0}, *before = reader->frame.before;
    bool good = true;
    reader->frame.before = &items;
    VECTOR_PUSH(reader->arena, &items, body);
    for (int i = 0; i < counting->nbeside && good; i++)
        good = read_statement(reader, counting->beside[i]);
    reader->frame.before = before;
    return good ? stmt_block(reader->arena, items.items, items.count) : NULL;
}

static Stmt *read_counted_body(Reader *reader, const ForParts *header, Counting *counting, Loop *loop)
{
    LoopContext *context = &reader->frame.loops[reader->frame.nloop++];
    *context = (LoopContext){.iterator = loop->iterator, .facts = counting->facts, .loop = loop};
    context->not_negative = loop->step_sign > 0 ? loop->from_zero || is_not_negative(reader, loop->lower)
                                                : expr_is_int(loop->upper, -1) || is_not_negative(reader, loop->upper);
    reader->frame.breakable++; // the pass first_match reads such a loop as another one, or refuses the nest
    reader->frame.continuable++;
    Stmt *body = read_body(reader, header->body);
    reader->frame.breakable--;
    reader->frame.continuable--;
    body = body ? continue_remove(reader, body, header->body) : NULL;
    body = body && counting->nbeside ? add_increments(reader, body, counting) : body;
    reader->frame.nloop--;
    return body;
}

static bool finish_loop(Reader *reader, CXCursor stmt, Counting *counting, Loop *loop, Stmt *body, int site)
{
    if (changes_bound(body, loop->upper) || (!loop->factor && changes_bound(body, loop->step))) {
        refuse(reader, counting->bound, "the bound or the step of the loop over '%s' is changed in its body",
               counting->name);
        return false;
    }
    if (changes_bound(body, loop->lower)) {
        Symbol *first =
            new_symbol(reader, intern_printf("%s_first", counting->name), index_type(), SYM_LOCAL, loop->lower->loc);
        if (reader->frame.nest && reader->frame.nloop == 0) {
            refuse(reader, counting->first, "the first value of '%s' is changed in the loop's body", counting->name);
            return false;
        }
        add_statement(reader, stmt_declare(reader->arena, first, loop->lower), stmt);
        loop->lower = expr_symbol(reader->arena, first);
    }
    Stmt *made = stmt_loop(reader->arena, loop, body);
    made->directive = reader->details.items[site].directive;
    add_statement(reader, made, stmt);
    return true;
}

static bool read_counted(Reader *reader, CXCursor stmt, const ForParts *header, Counting *counting, Loop *loop,
                         int site, bool wanted)
{
    Variable *outside = NULL;
    if (counting->declares && !is_null_cursor(counting->first) && cursor_mentions(counting->first, counting->decl)) {
        refuse(reader, counting->first, "'%s' is mentioned in its own initializer", counting->name);
        return false;
    }
    if (!counting->declares)
        outside = find_declared(reader, counting->decl);
    if (!counting->declares && !outside)
        return false;
    Symbol *symbol = make_iterator(reader, counting, outside, wanted);
    loop->iterator = symbol;
    if (loop->factor)
        loop->step = geometric_step(reader->arena, loop);
    loop->id = reader->frame.nest ? nest_loop_id(reader->frame.nest) : ++reader->frame.next_loop;
    loop->origin = loop->id;
    loop->name = loop_name(reader, counting->name);
    Variable *inside = declare_variable(reader, counting->decl);
    inside->symbol = symbol;
    if (counting->is_pointer)
        point_at(reader, inside, &counting->base, expr_symbol(reader->arena, symbol));
    if (!place_followers(reader, counting, loop))
        return false;
    Stmt *body = read_counted_body(reader, header, counting, loop);
    counting->facts->variable = outside;
    if (!body || !finish_loop(reader, stmt, counting, loop, body, site))
        return false;
    if (!wanted)
        return true;
    const Symbol *after = variable_symbol(reader, outside, stmt);
    if (!after)
        return false;
    mark_assigned(reader, after);
    Expr *place = located(reader, expr_symbol(reader->arena, after), stmt);
    add_statement(reader, stmt_assign(reader->arena, place, OP_NONE, final_value(reader, loop, after->type), NULL),
                  stmt);
    return true;
}

// ---- for

// `for (int i = 0, half = n / 2; ...)`: a constant is replaced by its value.
static bool bind_constant(Reader *reader, CXCursor decl)
{
    CXCursor initializer =
        clang_getCursorKind(decl) == CXCursor_VarDecl ? clang_Cursor_getVarDeclInitializer(decl) : decl;
    if (clang_getCursorKind(decl) != CXCursor_VarDecl || is_null_cursor(initializer))
        return false;
    DeclFacts *facts = facts_of(reader, decl);
    const Type *type = value_type(reader, clang_getCursorType(decl));
    if (facts->writes.count || facts->address_taken || !type || !type_is_integer(type))
        return false;
    Expr *value = read_index(reader, initializer);
    if (!value || !is_stable(reader, value))
        return false;
    declare_variable(reader, decl)->value = expr_cast(reader->arena, type, value);
    return true;
}

// Statements of the first part that do not set the iterator precede the loop.
static bool read_others(Reader *reader, Counting *counting, const SiteDetail *detail)
{
    for (int i = 0; i < counting->nother; i++) {
        CXCursor other = counting->others[i];
        bool declares = clang_getCursorKind(other) == CXCursor_VarDecl;
        if (bind_constant(reader, other) || take_follower(reader, counting, detail, i))
            continue;
        if (reader->frame.refused)
            return false;
        if (!(declares ? read_one_declaration(reader, other) : read_statement(reader, other)))
            return false;
    }
    for (int i = 0; i < counting->nchained; i++) {
        Expr *number = read_integer_constant(reader, counting->first, type_scalar(TY_I32));
        if (!assign_value(reader, counting->chained[i], number))
            return false;
    }
    return true;
}

bool read_for(Reader *reader, CXCursor stmt)
{
    ForParts header;
    Counting counting;
    Loop loop = {.step_sign = 1};
    int site = site_of(reader, stmt);
    if (site < 0 || !split_for(reader, stmt, &header)) {
        refuse(reader, stmt, "a macro makes the head of a for statement, which leaves out a part");
        return false;
    }
    bool annotated = is_annotated(reader, site);
    if (reader->frame.nloop == MAX_DEPTH) {
        refuse(reader, stmt, "loops in it are nested more than %d deep", MAX_DEPTH);
        return false;
    }
    bool counts = read_counting(reader, &header, &reader->details.items[site], &counting) &&
                  read_others(reader, &counting, &reader->details.items[site]);
    if (reader->frame.refused)
        return false;
    counts = counts && set_lower(reader, &counting, &loop) && set_step(reader, &counting, &loop) &&
             set_upper(reader, &counting, &loop);
    if (reader->frame.refused)
        return false;
    if (counts && counting.is_pointer && leaves_pointer(reader, &counting, &reader->details.items[site]))
        counts = deny(&counting, stmt, "its iterator is a pointer, and read outside of it");
    bool wanted = counts && !counting.is_pointer && value_is_wanted(reader, &counting, site);
    if (wanted && loop.factor)
        counts = deny(&counting, stmt, "its iterator is multiplied or divided, and read outside of it");
    bool breaks = jumps_out(header.body, false) || (reader->frame.escape && has_goto(reader, header.body));
    bool lives =
        counts && (wanted || (!counting.declares && (counting.is_pointer || live_outlives(reader, counting.facts))));
    if (counts && !(lives && !annotated && breaks))
        return read_counted(reader, stmt, &header, &counting, &loop, site, wanted);
    if (annotated && !counts) {
        bool is_region = reader->frame.nest && reader->frame.nest->is_region;
        refuse_at(reader, cursor_loc(reader, is_null_cursor(counting.place) ? stmt : counting.place), "here", "%s%s",
                  is_region ? "a loop in it has a directive and does not count: " : "", counting.reason);
        return false;
    }
    return read_free_for(reader, stmt, &header, counts ? loop_has_iteration(reader, &loop) : NULL);
}
