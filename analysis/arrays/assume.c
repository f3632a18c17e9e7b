// Run-time assumptions: what the launcher tests before it replaces the serial loop.
#include "analysis/arrays/assume.h"
#include "analysis/arrays/implied.h"
#include "analysis/arrays/work.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/condition.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"
#include "analysis/words.h"

// ---- assumptions on parameters

typedef struct Bounds {
    bool relate; // in the part at hand: sizes to each other, or one from above
    bool plain;  // some part does not
} Bounds;

enum { LARGE_SIZE = 1 << 24 }; // of one that only types limit

// A bound of one parameter from below by a number that every size has: n >= 0, n >= 1. Or a bound from above by a
// number that no size reaches: n <= 2147483647, n - w <= 2147483648.
static bool is_plain_bound(__isl_keep isl_constraint *constraint)
{
    int count = 0, negative = 0;
    bool plain =
        isl_constraint_dim(constraint, isl_dim_div) == 0 && isl_constraint_is_equality(constraint) == isl_bool_false;
    isl_val *constant = isl_constraint_get_constant_val(constraint);
    isl_val *most = isl_val_zero(isl_constraint_get_ctx(constraint)); // that sizes take away, if they are ordinary
    for (int d = 0; d < isl_constraint_dim(constraint, isl_dim_param) && plain; d++) {
        isl_val *factor = isl_constraint_get_coefficient_val(constraint, isl_dim_param, d);
        bool takes = isl_val_is_neg(factor) == isl_bool_true;
        count += isl_val_is_zero(factor) != isl_bool_true;
        negative += takes;
        most = takes ? isl_val_sub(most, factor) : (isl_val_free(factor), most);
    }
    most = isl_val_mul_ui(most, LARGE_SIZE);
    bool below = negative == 0 && count <= 1 && isl_val_cmp_si(constant, -1) >= 0;
    bool above = negative > 0 && isl_val_ge(constant, most) == isl_bool_true;
    isl_val_free(most);
    isl_val_free(constant);
    return plain && (below || above);
}

static isl_stat note_bound(__isl_take isl_constraint *constraint, void *context)
{
    Bounds *bounds = context;
    bounds->relate = bounds->relate || !is_plain_bound(constraint);
    isl_constraint_free(constraint);
    return isl_stat_ok;
}

static isl_stat note_bounds(__isl_take isl_basic_set *part, void *context)
{
    Bounds *bounds = context;
    bounds->relate = false;
    isl_stat status = isl_basic_set_foreach_constraint(part, note_bound, context);
    bounds->plain = bounds->plain || !bounds->relate;
    isl_basic_set_free(part);
    return status;
}

// Whether a call with ordinary sizes may break the condition: no part of it holds for all of them. True also if that is
// not known.
static bool relates_sizes(__isl_keep isl_set *condition)
{
    Bounds bounds = {0};
    return isl_set_foreach_basic_set(condition, note_bounds, &bounds) != isl_stat_ok || !bounds.plain;
}

static bool add_assumption(Analysis *analysis, __isl_take isl_set *condition)
{
    bool may_fail = !analysis->sure && relates_sizes(condition) && !work_implies(analysis, condition);
    Assumption assumption = {.loc = analysis->assumption_loc, .may_fail = may_fail};
    isl_set *known = isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(analysis->type_ranges));
    Expr *words;
    assumption.condition = expr_from_set(analysis, condition, known, &words);
    if (!assumption.condition || !words)
        return false;
    assumption.words = user_words(analysis->arena, words);
    VECTOR_PUSH(analysis->arena, &analysis->facts->assumptions, assumption);
    return true;
}

enum { MAX_ASSUMED_PARTS = 4 };
enum { SMALL_BITS = 56 }; // sums of so large numbers, a hundred times, fit in 64 bits

// The constraints that all parts of the condition share, if these are as much as the condition where `known` holds.
static isl_set *in_one_part(__isl_take isl_set *condition, __isl_keep isl_set *known)
{
    if (isl_set_n_basic_set(condition) < 2)
        return condition;
    isl_set *both = isl_set_intersect(isl_set_copy(condition), isl_set_copy(known));
    isl_set *hull = isl_set_gist(isl_set_from_basic_set(isl_set_unshifted_simple_hull(both)), isl_set_copy(known));
    isl_set *there = isl_set_intersect(isl_set_copy(hull), isl_set_copy(known));
    bool same = isl_set_n_basic_set(hull) == 1 && isl_set_is_subset(there, condition) == isl_bool_true;
    isl_set_free(there);
    isl_set_free(same ? condition : hull);
    return same ? hull : condition;
}

// The condition that holds outside of `bad`, given `known`; with or without the remainders in `bad`.
static isl_set *opposite(__isl_keep isl_set *bad, __isl_keep isl_set *known, bool remainders)
{
    isl_set *wide = isl_set_copy(bad);
    wide = remainders ? isl_set_compute_divs(wide) : isl_set_remove_divs(wide);
    isl_set *good = coalesce_set(isl_set_gist_params(isl_set_complement(wide), isl_set_copy(known)));
    return good ? in_one_part(good, known) : NULL;
}

// Adds a condition to the known ones, unless it leaves too little of the domain or the host cannot test it.
static bool assume(Analysis *analysis, __isl_take isl_set *good, __isl_keep isl_set *domain)
{
    isl_set *left = coalesce_set(isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(good)));
    isl_set *possible = isl_set_intersect(isl_set_copy(left), isl_set_copy(analysis->type_ranges));
    possible = isl_set_intersect(possible, isl_set_params(isl_set_copy(domain)));
    bool holds = isl_set_is_empty(possible) == isl_bool_false && work_leaves_room(analysis, left) &&
                 add_assumption(analysis, isl_set_copy(good));
    isl_set_free(possible);
    isl_set_free(good);
    if (!holds) {
        isl_set_free(left);
        return false;
    }
    isl_set_free(analysis->context);
    analysis->context = left;
    return true;
}

enum { MAX_PLAIN_PARTS = 2 };

// `bad` without constraints that only say that the domain is not empty: "lda < 0" rather than "lda < 0 and n > 0 and m
// > 0". The loop may then be left to the serial original if it is empty. Never smaller than `bad`.
static isl_set *plainly(Analysis *analysis, __isl_keep isl_set *bad, __isl_keep isl_set *domain)
{
    isl_set *runs = isl_set_intersect(isl_set_params(isl_set_copy(domain)), isl_set_copy(analysis->context));
    runs = isl_set_remove_divs(isl_set_intersect(runs, isl_set_copy(analysis->type_ranges)));
    isl_set *plain = isl_set_gist(isl_set_copy(bad), coalesce_set(runs));
    return coalesce_set(isl_set_union(plain, isl_set_copy(bad)));
}

// `violation` is a set of parameters.
static bool assume_anew(Analysis *analysis, __isl_take isl_set *violation, __isl_keep isl_set *domain)
{
    isl_set *bad = isl_set_intersect(violation, isl_set_copy(analysis->context));
    bad = coalesce_set(isl_set_intersect(bad, isl_set_copy(analysis->type_ranges)));
    isl_bool empty = isl_set_is_empty(bad);
    if (empty != isl_bool_false) {
        isl_set_free(bad);
        analysis->over_limit = analysis->over_limit || empty == isl_bool_error;
        return empty == isl_bool_true;
    }
    isl_set *known = isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(analysis->type_ranges));
    isl_set *good = opposite(bad, known, true);
    isl_set *whole = isl_set_involves_locals(bad) == isl_bool_false ? isl_set_copy(good) : NULL; // without remainders
    int parts = good ? isl_set_n_basic_set(good) : MAX_ASSUMED_PARTS + 1;
    if (parts > MAX_PLAIN_PARTS) {
        isl_set *plain = plainly(analysis, bad, domain);
        isl_set *simpler = plain ? opposite(plain, known, true) : NULL;
        isl_set_free(plain);
        if (simpler && isl_set_n_basic_set(simpler) < parts) {
            isl_set_free(good);
            good = simpler;
            parts = isl_set_n_basic_set(good);
        } else {
            isl_set_free(simpler);
        }
    }
    bool holds = parts <= MAX_ASSUMED_PARTS && assume(analysis, isl_set_copy(good), domain);
    isl_set_free(good);
    if (!holds) {
        query_begin(analysis);
        holds = assume(analysis, whole ? isl_set_copy(whole) : opposite(bad, known, false), domain);
    }
    isl_set_free(whole);
    isl_set_free(bad);
    isl_set_free(known);
    return holds;
}

// ---- what was assumed before: several views of an array often ask for the same, and one after the other is taken back

static bool is_one_set(isl_set *left, isl_set *right)
{
    return left == right || isl_set_plain_is_equal(left, right) == isl_bool_true;
}

static const Assumed *assumed_before(const Analysis *analysis, __isl_keep isl_set *violation,
                                     __isl_keep isl_set *domain)
{
    FOR_EACH(i, &analysis->assumed) {
        const Assumed *assumed = &analysis->assumed.items[i];
        if (assumed->context == analysis->context && assumed->type_ranges == analysis->type_ranges &&
            assumed->room == analysis->room && assumed->sure == analysis->sure && is_one_set(assumed->domain, domain) &&
            is_one_set(assumed->violation, violation))
            return assumed;
    }
    return NULL;
}

static isl_set *kept_set(Analysis *analysis, __isl_keep isl_set *set)
{
    return set ? own_set(analysis, isl_set_copy(set)) : NULL;
}

// The same steps count again, so that the allowance of the nest is used up as if they were.
static bool assume_again(Analysis *analysis, const Assumed *assumed)
{
    isl_set_free(analysis->context);
    analysis->context = isl_set_copy(assumed->after);
    analysis->operations += assumed->operations;
    if (assumed->adds) {
        Assumption assumption = assumed->assumption;
        assumption.loc = analysis->assumption_loc;
        VECTOR_PUSH(analysis->arena, &analysis->facts->assumptions, assumption);
    }
    return assumed->holds;
}

bool assume_empty(Analysis *analysis, isl_set *violation, isl_set *domain)
{
    violation = isl_set_params(violation);
    const Assumed *before = assumed_before(analysis, violation, domain);
    if (before) {
        isl_set_free(violation);
        return assume_again(analysis, before);
    }
    Assumed made = {.violation = kept_set(analysis, violation),
                    .domain = kept_set(analysis, domain),
                    .context = kept_set(analysis, analysis->context),
                    .type_ranges = kept_set(analysis, analysis->type_ranges),
                    .room = kept_set(analysis, analysis->room),
                    .sure = analysis->sure};
    int assumptions = analysis->facts->assumptions.count, divisors = analysis->divisors.count;
    bool over_limit = analysis->over_limit;
    long operations = analysis->operations;
    made.holds = assume_anew(analysis, violation, domain);
    made.operations = analysis->operations - operations;
    int added = analysis->facts->assumptions.count - assumptions;
    if (added > 1 || analysis->divisors.count != divisors || analysis->over_limit != over_limit)
        return made.holds;
    made.adds = added;
    if (added)
        made.assumption = analysis->facts->assumptions.items[assumptions];
    made.after = kept_set(analysis, analysis->context);
    VECTOR_PUSH(analysis->arena, &analysis->assumed, made);
    return made.holds;
}

bool assume_empty_plainly(Analysis *analysis, isl_set *violation, isl_set *domain)
{
    isl_set *bad = isl_set_params(violation);
    isl_set *plain = plainly(analysis, bad, domain);
    isl_set_free(bad);
    return assume_empty(analysis, plain, domain);
}

bool assume_one_empty(Analysis *analysis, isl_set *const *violations, int count, isl_set *runs)
{
    const Type *truth = type_scalar(TY_I32);
    Assumption either = {.loc = analysis->assumption_loc, .may_fail = true};
    if (count == 1) {
        isl_set *anywhere = isl_set_from_params(isl_set_copy(runs));
        bool holds = assume_empty(analysis, isl_set_copy(violations[0]), anywhere);
        isl_set_free(anywhere);
        return holds;
    }
    for (int i = 0; i < count; i++) {
        isl_set *known = isl_set_intersect(isl_set_copy(analysis->context), isl_set_copy(analysis->type_ranges));
        isl_set *good = opposite(violations[i], known, true);
        Expr *words, *condition = expr_from_set(analysis, good, known, &words);
        if (!condition || !words)
            return false;
        either.condition =
            i ? expr_binary(analysis->arena, OP_LOGICAL_OR, either.condition, condition, truth) : condition;
        either.words = i ? arena_printf(analysis->arena, "%s || %s", either.words, user_words(analysis->arena, words))
                         : user_words(analysis->arena, words);
    }
    if (count)
        VECTOR_PUSH(analysis->arena, &analysis->facts->assumptions, either);
    return count > 0;
}

bool assume_declared(Analysis *analysis, isl_set *violation, isl_set *domain)
{
    int before = analysis->facts->assumptions.count;
    isl_set *room = analysis->room;
    analysis->room = NULL;
    bool holds = assume_empty(analysis, violation, domain);
    analysis->room = room;
    if (room && analysis->facts->assumptions.count > before)
        work_find_room(analysis);
    return holds;
}

static isl_set *outside_of(Analysis *analysis, const Site *site, isl_pw_aff *value, int64_t smallest, int64_t largest)
{
    int depth = loop_depth(site->loop);
    isl_set *below = isl_pw_aff_lt_set(isl_pw_aff_copy(value), affine_constant(analysis, depth, smallest));
    isl_set *above = largest == INT64_MAX
                         ? isl_set_empty(isl_set_get_space(site->domain))
                         : isl_pw_aff_gt_set(isl_pw_aff_copy(value), affine_constant(analysis, depth, largest));
    return isl_set_intersect(isl_set_union(below, above), isl_set_copy(site->domain));
}

bool assume_in_type(Analysis *analysis, const Site *site, isl_pw_aff *value, const Type *type)
{
    int64_t smallest, largest;
    if (!type_limits(type, &smallest, &largest))
        return false;
    if (smallest == INT64_MIN)
        return true;
    return assume_empty(analysis, outside_of(analysis, site, value, smallest, largest), site->domain);
}

void assume_limit(Analysis *analysis, const ArrayFact *fact, int64_t limit)
{
    Arena *arena = analysis->arena;
    const Type *index = type_scalar(TY_I64), *truth = type_scalar(TY_I32);
    bool rows = fact->array->held == HOST_ROWS;
    Expr *first = rows ? fact->first_column : fact->first, *last = rows ? fact->last_column : fact->last;
    Expr *above = expr_binary(arena, OP_GE, first, expr_index(arena, 0), index);
    Expr *below = expr_binary(arena, OP_LE, last, expr_index(arena, limit), index);
    Assumption assumption = {.loc = fact->array->loc};
    assumption.condition = expr_binary(arena, OP_LOGICAL_AND, above, below, truth);
    if (fact->touched) {
        Expr *untouched = expr_unary(arena, OP_NOT, fact->touched);
        assumption.condition = expr_binary(arena, OP_LOGICAL_OR, untouched, assumption.condition, truth);
    }
    assumption.words = arena_printf(arena, "subscripts of '%s' stay within %lld", fact->array->name, (long long)limit);
    VECTOR_PUSH(arena, &analysis->facts->assumptions, assumption);
}

// ---- parameters that are data

typedef struct Mention {
    const Symbol *symbol;
    bool found;
} Mention;

static bool find_in_place(void *context, const Expr *expr)
{
    Mention *mention = context;
    for (int d = 0; expr->kind == EX_ACCESS && d < expr->noperands; d++)
        mention->found = mention->found || expr_mentions(expr->operands[d], mention->symbol);
    return !mention->found;
}

static bool find_in_bounds(void *context, const Stmt *stmt)
{
    Mention *mention = context;
    const Loop *loop = stmt->kind == ST_LOOP ? stmt->loop : NULL;
    mention->found = mention->found || (loop && (expr_mentions(loop->lower, mention->symbol) ||
                                                 expr_mentions(loop->upper, mention->symbol) ||
                                                 expr_mentions(loop->step, mention->symbol)));
    return !mention->found;
}

// Whether loops end there, or elements lie there: no such loop or array is so large that sums overflow.
static bool is_size(const Nest *nest, const Symbol *symbol)
{
    Mention mention = {.symbol = symbol};
    stmt_walk(nest->body, find_in_bounds, &mention);
    stmt_walk_expressions(nest->body, find_in_place, &mention);
    FOR_EACH(i, &nest->arrays) {
        const Array *array = nest->arrays.items[i];
        for (int d = 0; d < array->ndim; d++)
            mention.found = mention.found || (array->extent[d] && expr_mentions(array->extent[d], symbol));
    }
    return mention.found;
}

void assume_small_data(Analysis *analysis)
{
    Arena *arena = analysis->arena;
    const Type *index = type_scalar(TY_I64), *truth = type_scalar(TY_I32);
    FOR_EACH(i, &analysis->parameters) {
        const Parameter *parameter = analysis->parameters.items[i];
        const Expr *symbol = expr_strip_casts(parameter->value);
        if (symbol->kind != EX_SYMBOL || symbol->type->size < 8 || is_size(analysis->nest, symbol->symbol))
            continue;
        Expr *least = expr_binary(arena, OP_GE, parameter->value, expr_index(arena, -(1L << SMALL_BITS)), index),
             *most = expr_binary(arena, OP_LE, parameter->value, expr_index(arena, 1L << SMALL_BITS), index);
        Assumption small = {.loc = analysis->nest->loc};
        small.condition = type_is_signed(parameter->words->type)
                              ? expr_binary(arena, OP_LOGICAL_AND, least, most, truth)
                              : most; // parameter_index assumes the other one
        small.words = arena_printf(arena, "%s is within 2^%d", user_words(arena, parameter->words), SMALL_BITS);
        VECTOR_PUSH(arena, &analysis->facts->assumptions, small);
    }
}

Attempt begin_attempt(Analysis *analysis)
{
    return (Attempt){analysis->facts->assumptions.count, analysis->divisors.count, isl_set_copy(analysis->context),
                     isl_set_copy(analysis->room)};
}

void end_attempt(Analysis *analysis, Attempt *attempt, bool take_back)
{
    if (take_back) {
        analysis->facts->assumptions.count = attempt->assumptions;
        analysis->divisors.count = attempt->divisors;
        isl_set_free(analysis->context);
        isl_set_free(analysis->room);
        analysis->context = attempt->context;
        analysis->room = attempt->room;
    } else {
        isl_set_free(attempt->context);
        isl_set_free(attempt->room);
    }
}

int count_doubts(const Analysis *analysis, const Attempt *since)
{
    int doubts = 0;
    for (int i = since->assumptions; i < analysis->facts->assumptions.count; i++)
        doubts += analysis->facts->assumptions.items[i].may_fail;
    return doubts;
}

bool facts_imply(const Facts *facts, const Expr *condition)
{
    Analysis *analysis = facts->internal;
    if (!analysis->ctx) // released
        return false;
    Attempt attempt = begin_attempt(analysis); // to read the condition may assume more
    isl_set *broken = sizes_where(analysis, expr_unary(analysis->arena, OP_NOT, expr_copy(analysis->arena, condition)));
    bool implied =
        isl_set_is_empty(broken) == isl_bool_true && analysis->facts->assumptions.count == attempt.assumptions;
    isl_set_free(broken);
    end_attempt(analysis, &attempt, true);
    return implied;
}

// ---- assumptions on memory

static bool is_byte(const Type *type)
{
    return type->kind == TY_I8 || type->kind == TY_U8;
}

// Whether an access to one type may reach an object of the other: the same type up to signedness, a member of a struct,
// or anything through a character type.
static bool may_reach(const Type *left, const Type *right)
{
    if (is_byte(left) || is_byte(right) || left->kind == TY_STRUCT || right->kind == TY_STRUCT)
        return true;
    if (type_is_integer(left) && type_is_integer(right))
        return left->size == right->size;
    return left->kind == right->kind;
}

static bool may_overlap(const ArrayFact *a, const ArrayFact *b)
{
    if (!a->written && !b->written)
        return false;
    return !arrays_are_apart(a->array, b->array);
}

// Of a struct, only the members that the nest writes can change anything.
bool may_change(const Facts *facts, const ArrayFact *read, const ArrayFact *written)
{
    bool reaches = false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (access->is_write && access->array == written->array)
            reaches = reaches || may_reach(access->expr->type, read->array->element);
    }
    return reaches && may_overlap(read, written);
}

static void assume_arrays_apart(Analysis *analysis, const ArrayFact *a, const ArrayFact *b)
{
    Assumption assumption = {.a = a, .b = b, .loc = a->array->loc};
    assumption.words = arena_printf(analysis->arena, "'%s' and '%s' do not overlap", a->array->name, b->array->name);
    VECTOR_PUSH(analysis->arena, &analysis->facts->assumptions, assumption);
}

static const Equal *equal_of(const Facts *facts, const Array *read, const Array *written)
{
    FOR_EACH(i, &facts->equals)
        if (array_is(read, facts->equals.items[i].read) && array_is(written, facts->equals.items[i].written))
            return &facts->equals.items[i];
    return NULL;
}

void assume_unless_equal(Facts *facts)
{
    FOR_EACH(i, &facts->assumptions) {
        Assumption *assumption = &facts->assumptions.items[i];
        const ArrayFact *a = assumption->a, *b = assumption->b;
        if (!b || assumption->unless_equal || a->written == b->written)
            continue;
        const Array *read = a->written ? b->array : a->array, *written = a->written ? a->array : b->array;
        const Equal *equal = equal_of(facts, read, written);
        assumption->unless_equal = equal != NULL;
        assumption->equal_when = equal ? equal->when : NULL;
        if (assumption->unless_equal)
            assumption->words = arena_printf(facts->arena, "%s, or are equal", assumption->words);
    }
}

static bool scalar_matters(const ArrayFact *fact, const Symbol *symbol)
{
    bool stored = symbol->role == SYM_LIVE;
    bool shared = symbol->address_taken && symbol->host && (symbol->role == SYM_PARAM || stored);
    return shared && (fact->written || stored) && may_reach(fact->array->element, symbol->type);
}

bool may_change_scalar(const ArrayFact *fact, const Symbol *symbol)
{
    bool apart = fact->array->is_object || (fact->array->is_restrict && !symbol->is_derived);
    return !apart && scalar_matters(fact, symbol);
}

enum { MOST_OVERLAPS = 10000 };

// Each pair is a test of the launcher.
static bool overlaps_within_budget(Analysis *analysis)
{
    const Facts *facts = analysis->facts;
    int pairs = 0;
    FOR_EACH(i, &facts->arrays)
        for (int k = i + 1; k < facts->arrays.count; k++)
            pairs += may_overlap(&facts->arrays.items[i], &facts->arrays.items[k]);
    if (pairs <= MOST_OVERLAPS)
        return true;
    diag_refuse(analysis->diag, analysis->nest->loc,
                "the nest stays serial: %d pairs of pointers would have to be tested for overlap before each run, and "
                "%d are the most; "
                "pointers that are 'restrict' need no test",
                pairs, MOST_OVERLAPS);
    analysis->failed = true;
    return false;
}

void assume_no_overlap(Analysis *analysis)
{
    Facts *facts = analysis->facts;
    if (!overlaps_within_budget(analysis))
        return;
    FOR_EACH(i, &facts->arrays)
        for (int k = i + 1; k < facts->arrays.count; k++)
            if (may_overlap(&facts->arrays.items[i], &facts->arrays.items[k]))
                assume_arrays_apart(analysis, &facts->arrays.items[i], &facts->arrays.items[k]);
    FOR_EACH(i, &facts->arrays)
        FOR_EACH(s, &analysis->nest->symbols) {
            const ArrayFact *fact = &facts->arrays.items[i];
            const Symbol *symbol = analysis->nest->symbols.items[s];
            if (!may_change_scalar(fact, symbol))
                continue;
            Assumption assumption = {.a = fact, .scalar = symbol, .loc = fact->array->loc};
            assumption.words =
                arena_printf(analysis->arena, "'%s' does not overlap '%s'", fact->array->name, symbol->host);
            VECTOR_PUSH(analysis->arena, &facts->assumptions, assumption);
        }
}

void assume_assertions(Analysis *analysis)
{
    FOR_EACH(i, &analysis->nest->assertions) {
        const Assertion *assertion = &analysis->nest->assertions.items[i];
        if (!assertion->is_tested)
            continue;
        Assumption assumption = {
            .condition = assertion->condition, .loc = assertion->loc, .may_fail = assertion->may_fail};
        assumption.words = user_words(analysis->arena, assertion->condition);
        VECTOR_PUSH(analysis->arena, &analysis->facts->assumptions, assumption);
    }
}
