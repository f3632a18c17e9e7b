// Scalars and small local arrays whose value never passes from one iteration to the next.
//
// A scalar is private to a loop if each iteration writes it before reading it. A walk over the body that knows what is
// certainly written finds that. For arrays, isl shows that earlier writes of its iteration cover every read.
#include "analysis/arrays/access.h"
#include "analysis/arrays/assume.h"
#include "analysis/arrays/spread.h"
#include "analysis/depend/private.h"
#include "analysis/sets/coalesce.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/polynomial.h"
#include "analysis/sets/symbols.h"

#include <string.h>

// ---- scalars: is it surely written before it is read?

typedef struct Flow {
    Analysis *analysis;
    const Symbol *symbol;
    bool assume;  // loops inside may be assumed to run, which the launcher tests
    bool written; // on every way here
    bool left;    // no way leads here: a jump went elsewhere
    bool exposed; // some read may see a value from before
    bool maybe;   // (written) on some way here
    bool repeats; // a loop around, inside of the iteration, writes it in an earlier turn
    bool certain; // some read sees a value from before if it is carried out
} Flow;

static bool flow_read(void *context, const Expr *expr)
{
    Flow *flow = context;
    if (expr->kind == EX_SYMBOL && expr->symbol == flow->symbol && !flow->written && !flow->left)
        flow->exposed = true;
    if (expr->kind == EX_SYMBOL && expr->symbol == flow->symbol && !flow->maybe && !flow->left)
        flow->certain = true;
    return true;
}

static void flow_stmt(Flow *flow, const Stmt *stmt);

static void flow_if(Flow *flow, const Stmt *stmt)
{
    Flow yes = *flow;
    yes.maybe = flow->maybe || flow->repeats; // not all turns come to it
    Flow no = yes;
    flow_stmt(&yes, stmt->body);
    flow_stmt(&no, stmt->otherwise);
    flow->exposed = yes.exposed || no.exposed;
    flow->certain = yes.certain || no.certain;
    flow->maybe = flow->maybe || stmt_writes(stmt, flow->symbol, NULL);
    flow->left = yes.left && no.left;
    flow->written = (yes.written || yes.left) && (no.written || no.left);
}

static bool runs_once(const Stmt *stmt)
{
    if (stmt->kind == ST_WHILE)
        return stmt->test_after;
    const Expr *lower = expr_strip_casts(stmt->loop->lower), *upper = expr_strip_casts(stmt->loop->upper);
    bool constant = lower->kind == EX_INT && upper->kind == EX_INT;
    return constant && (stmt->loop->step_sign > 0 ? lower->integer < upper->integer : lower->integer > upper->integer);
}

static bool holds_break(const Stmt *stmt)
{
    if (!stmt || stmt->kind == ST_LOOP || stmt->kind == ST_WHILE)
        return false;
    bool found =
        stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE || holds_break(stmt->body) || holds_break(stmt->otherwise);
    for (int i = 0; i < stmt->nitems && !found; i++)
        found = holds_break(stmt->items[i]);
    return found;
}

// Whether the loop has iterations wherever it is reached.
static bool always_runs(Analysis *analysis, const LoopNode *loop, bool assume)
{
    if (!loop || !loop->exact || loop->opaque)
        return false;
    query_begin(analysis);
    isl_set *runs = isl_set_project_out(isl_set_copy(loop->domain), isl_dim_set, (unsigned)loop->depth, 1);
    isl_set *around = loop->parent ? isl_set_copy(loop->parent->domain) : isl_set_universe(isl_set_get_space(runs));
    isl_set *missing = isl_set_subtract(isl_set_copy(around), runs);
    missing = isl_set_intersect_params(missing, isl_set_copy(analysis->context));
    bool always = isl_set_is_empty(missing) == isl_bool_true;
    if (!always && assume && missing)
        always = assume_empty(analysis, isl_set_copy(missing), around);
    isl_set_free(missing);
    isl_set_free(around);
    return always;
}

bool loop_always_runs(const Facts *facts, LoopId loop)
{
    return always_runs(facts->internal, find_loop(facts->internal, loop), false);
}

static void flow_loop(Flow *flow, const Stmt *stmt)
{
    Flow inside = *flow;
    inside.repeats = flow->repeats || stmt_writes(stmt->body, flow->symbol, NULL);
    flow_stmt(&inside, stmt->body);
    flow->exposed = inside.exposed;
    flow->certain = inside.certain;
    flow->maybe = inside.maybe;
    bool gains = inside.written && !flow->written && !holds_break(stmt->body);
    if (gains &&
        (runs_once(stmt) || (stmt->kind == ST_LOOP &&
                             always_runs(flow->analysis, find_loop(flow->analysis, stmt->loop->id), flow->assume))))
        flow->written = true;
}

static void flow_stmt(Flow *flow, const Stmt *stmt)
{
    if (!stmt)
        return;
    if (stmt->kind == ST_WHILE && stmt->test_after) {
        flow_loop(flow, stmt);
        expr_walk(stmt->condition, flow_read, flow);
        return;
    }
    if (stmt->kind == ST_LOOP) {
        expr_walk(stmt->loop->lower, flow_read, flow);
        expr_walk(stmt->loop->upper, flow_read, flow);
        expr_walk(stmt->loop->step, flow_read, flow);
    }
    expr_walk(stmt->value, flow_read, flow);
    expr_walk(stmt->condition, flow_read, flow);
    if (stmt->place && (stmt->place->kind == EX_ACCESS || stmt->op != OP_NONE))
        expr_walk(stmt->place, flow_read, flow);
    bool writes = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == flow->symbol;
    flow->written =
        flow->written || writes || (stmt->kind == ST_DECLARE && stmt->symbol == flow->symbol && stmt->value);
    flow->maybe = flow->maybe || flow->written;
    flow->left = flow->left || stmt->kind == ST_BREAK || stmt->kind == ST_CONTINUE;
    for (int i = 0; i < stmt->nitems; i++)
        flow_stmt(flow, stmt->items[i]);
    if (stmt->kind == ST_IF)
        flow_if(flow, stmt);
    else if (stmt->kind == ST_LOOP || stmt->kind == ST_WHILE)
        flow_loop(flow, stmt);
}

static Flow flow_of(Analysis *analysis, const Symbol *symbol, const LoopNode *loop, bool assume)
{
    Flow flow = {.analysis = analysis, .symbol = symbol, .assume = assume};
    flow_stmt(&flow, loop->stmt->body);
    return flow;
}

// ---- where it is accessed

bool loop_stands_in(const LoopNode *inner, const LoopNode *outer)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner == outer;
}

static bool is_of(const Access *access, const Symbol *symbol, const Array *array)
{
    return symbol ? access->scalar == symbol : access->array == array;
}

// Accesses directly in the loop's body, not in a loop below it.
static bool accessed_at(const Analysis *analysis, const LoopNode *loop, const Symbol *symbol, const Array *array)
{
    FOR_EACH(i, &analysis->sites)
        if (analysis->sites.items[i].loop == loop && is_of(&analysis->facts->accesses.items[i], symbol, array))
            return true;
    return false;
}

static bool accessed_in(const Analysis *analysis, const LoopNode *loop, const Symbol *symbol, const Array *array)
{
    FOR_EACH(i, &analysis->sites)
        if (loop_stands_in(analysis->sites.items[i].loop, loop) &&
            is_of(&analysis->facts->accesses.items[i], symbol, array))
            return true;
    return false;
}

// ---- arrays: is every read covered by earlier writes of its iteration?

static bool has_constant_bounds(const Loop *loop)
{
    const Expr *lower = expr_strip_casts(loop->lower), *upper = expr_strip_casts(loop->upper);
    return lower->kind == EX_INT && upper->kind == EX_INT && expr_strip_casts(loop->step)->kind == EX_INT;
}

// Whether the statement is carried out in all iterations of loops between.
static bool is_reached(const Stmt *from, const Stmt *stmt)
{
    if (from == stmt)
        return true;
    if (from->kind == ST_LOOP)
        return has_constant_bounds(from->loop) && !holds_break(from->body) && is_reached(from->body, stmt);
    for (int i = 0; from->kind == ST_BLOCK && i < from->nitems; i++)
        if (stmt_contains(from->items[i], stmt))
            return is_reached(from->items[i], stmt);
    return false;
}

// Whether an execution of `from` that comes to `second` has come to `first` before.
static bool is_before(const Stmt *from, const Stmt *first, const Stmt *second)
{
    if (from->kind == ST_IF) {
        const Stmt *branch = stmt_contains(from->body, second) ? from->body : from->otherwise;
        return branch && stmt_contains(branch, first) && stmt_contains(branch, second) &&
               is_before(branch, first, second);
    }
    int before = -1, after = -1;
    for (int i = 0; from->kind == ST_BLOCK && i < from->nitems; i++) {
        before = stmt_contains(from->items[i], first) ? i : before;
        after = stmt_contains(from->items[i], second) ? i : after;
    }
    if (before < 0 || after < 0)
        return false;
    return before == after ? is_before(from->items[before], first, second)
                           : before < after && is_reached(from->items[before], first);
}

// Which iterations its loops have may depend on data: still it has run in each iteration of the loops around both that
// comes to the read.
static bool runs_before(const AccessSite *write, const Access *written, const AccessSite *read, const Access *access)
{
    const LoopNode *common = read->loop;
    while (common && !loop_stands_in(write->loop, common))
        common = common->parent;
    return common && !holds_break(common->stmt->body) && is_before(common->stmt->body, written->stmt, access->stmt);
}

// Iterations of the read whose element was written before in the same iteration of the outer `depth` loops; with
// `at_once`, in the same iteration of all loops around both.
static isl_set *covered_by(Analysis *analysis, const AccessSite *r, int write, int depth, bool at_once)
{
    const AccessSite *w = &analysis->sites.items[write];
    isl_map *map = isl_map_from_domain_and_range(isl_set_copy(r->domain), isl_set_copy(w->domain));
    for (int d = 0; d < r->ndim; d++)
        map = isl_map_intersect(map, isl_pw_aff_eq_map(isl_pw_aff_copy(r->dims[d]), isl_pw_aff_copy(w->dims[d])));
    for (int d = 0; d < depth; d++)
        map = isl_map_equate(map, isl_dim_in, d, isl_dim_out, d);
    isl_map *before = isl_map_empty(isl_map_get_space(map));
    const LoopNode *common[MAX_DEPTH];
    int shared = 0;
    for (const LoopNode *loop = r->loop; loop; loop = loop->parent)
        if (loop_stands_in(w->loop, loop)) {
            common[loop->depth] = loop;
            shared = shared > loop->depth + 1 ? shared : loop->depth + 1;
        }
    for (int d = depth; d < shared; d++) {
        if (!at_once)
            before = isl_map_union(before, common[d]->loop->step_sign > 0
                                               ? isl_map_order_gt(isl_map_copy(map), isl_dim_in, d, isl_dim_out, d)
                                               : isl_map_order_lt(isl_map_copy(map), isl_dim_in, d, isl_dim_out, d));
        map = isl_map_equate(map, isl_dim_in, d, isl_dim_out, d);
    }
    if (at_once || w->position < r->position)
        before = isl_map_union(before, map);
    else
        isl_map_free(map);
    return isl_map_domain(before);
}

static bool all_known(const AccessSite *where)
{
    for (int d = 0; d < where->ndim; d++)
        if (!where->dims[d])
            return false;
    return true;
}

// The subscripts are those of the array as it was declared.
static bool has_declared_extents(Analysis *analysis, const AccessSite *where, const Array *array)
{
    bool declared = array->space == SPACE_REGISTER || array->is_object;
    return declared && where->ndim == array->ndim && !spread_is_seen(analysis, array);
}

static const Expr *constant_extent(const Array *array, int d)
{
    const Expr *extent = array->extent[d] ? expr_strip_casts(array->extent[d]) : NULL;
    return extent && extent->kind == EX_INT && extent->integer <= INT32_MAX ? extent : NULL;
}

// A subscript that is not known may be any that the array was declared with: it becomes a dimension of the domain. The
// caller frees the domain and the subscripts. false: that is not possible.
static bool widen_read(Analysis *analysis, const AccessSite *where, const Array *array, AccessSite *wide)
{
    unsigned added = 0, first = isl_set_dim(where->domain, isl_dim_set);
    for (int d = 0; d < where->ndim; d++) {
        if (!where->dims[d] && !(has_declared_extents(analysis, where, array) && constant_extent(array, d)))
            return false;
        added += !where->dims[d];
    }
    *wide = *where;
    wide->domain = isl_set_copy(where->domain);
    wide->domain = added ? isl_set_add_dims(wide->domain, isl_dim_set, added) : wide->domain;
    for (int d = 0, next = (int)first; d < where->ndim; d++)
        if (where->dims[d]) {
            wide->dims[d] = isl_pw_aff_copy(where->dims[d]);
            wide->dims[d] = added ? isl_pw_aff_add_dims(wide->dims[d], isl_dim_in, added) : wide->dims[d];
        } else {
            isl_local_space *space = isl_local_space_from_space(isl_set_get_space(wide->domain));
            wide->dims[d] = isl_pw_aff_var_on_domain(space, isl_dim_set, (unsigned)next);
            wide->domain = isl_set_lower_bound_si(wide->domain, isl_dim_set, (unsigned)next, 0);
            wide->domain = isl_set_upper_bound_si(wide->domain, isl_dim_set, (unsigned)next++,
                                                  (int)constant_extent(array, d)->integer - 1);
        }
    return true;
}

static void free_wide(AccessSite *wide)
{
    isl_set_free(wide->domain);
    for (int d = 0; d < wide->ndim; d++)
        isl_pw_aff_free(wide->dims[d]);
}

// Without the iterations whose element lies beyond the extents that the array was declared with: there is none.
static isl_set *within_extents(Analysis *analysis, isl_set *iterations, const AccessSite *where, const Array *array)
{
    if (!has_declared_extents(analysis, where, array))
        return iterations;
    int depth = (int)isl_set_dim(where->domain, isl_dim_set);
    for (int d = 0; d < array->ndim; d++) {
        const Expr *extent = constant_extent(array, d);
        if (!extent)
            continue;
        iterations = isl_set_intersect(iterations, isl_pw_aff_nonneg_set(isl_pw_aff_copy(where->dims[d])));
        isl_pw_aff *end = affine_constant(analysis, depth, extent->integer);
        iterations = isl_set_intersect(iterations, isl_pw_aff_lt_set(isl_pw_aff_copy(where->dims[d]), end));
    }
    return iterations;
}

// Whether these are only sizes with which some loop has no iterations: a parameter is not positive.
static bool are_without_iterations(__isl_keep isl_set *sizes)
{
    for (unsigned p = 0; (int)p < isl_set_dim(sizes, isl_dim_param); p++) {
        isl_set *none = isl_set_upper_bound_si(isl_set_universe(isl_set_get_space(sizes)), isl_dim_param, p, 0);
        bool all = isl_set_is_subset(sizes, none) == isl_bool_true;
        isl_set_free(none);
        if (all)
            return true;
    }
    return false;
}

// The launcher tests that the loop runs that writes what is read here.
static bool assume_covered(Analysis *analysis, __isl_keep isl_set *open, const LoopNode *loop)
{
    isl_set *sizes = coalesce_set(isl_set_params(isl_set_copy(open)));
    if (sizes && are_without_iterations(sizes))
        return assume_empty(analysis, isl_set_from_params(sizes), loop->domain);
    isl_set_free(sizes);
    return false;
}

// assume: loops that write may be assumed to run.
static bool read_is_covered(Analysis *analysis, int read, const Array *array, const LoopNode *loop, bool assume)
{
    query_begin(analysis);
    const AccessSite *where = &analysis->sites.items[read];
    AccessSite wide;
    if (!widen_read(analysis, where, array, &wide))
        return false;
    isl_set *open = isl_set_intersect_params(isl_set_copy(wide.domain), isl_set_copy(analysis->context));
    open = within_extents(analysis, open, &wide, array);
    FOR_EACH(i, &analysis->sites) {
        const Access *access = &analysis->facts->accesses.items[i];
        const AccessSite *writer = &analysis->sites.items[i];
        bool fits = access->array == array && access->is_write && all_known(writer) && writer->ndim == where->ndim &&
                    spread_is_same_view(analysis, i, read) && loop_stands_in(writer->loop, loop);
        bool at_once = fits && !writer->exact;
        if (fits && (!at_once || runs_before(writer, access, where, &analysis->facts->accesses.items[read])))
            open = isl_set_subtract(open, covered_by(analysis, &wide, i, loop_depth(loop), at_once));
    }
    bool covered = isl_set_is_empty(open) == isl_bool_true;
    covered = covered || (assume && open && loop && assume_covered(analysis, open, loop));
    isl_set_free(open);
    free_wide(&wide);
    return covered;
}

// Whether each iteration of the loop, or of one inside of it, has an array of its own.
static bool is_fresh(const Analysis *analysis, const Array *array, const LoopNode *loop)
{
    FOR_EACH(i, &analysis->loops) {
        const LoopNode *inner = analysis->loops.items[i];
        if (array->fresh_in && inner->loop->iterator == array->fresh_in && loop_stands_in(inner, loop))
            return true;
    }
    return false;
}

static bool covers_reads(Analysis *analysis, const Array *array, const LoopNode *loop, bool assume)
{
    if (loop && is_fresh(analysis, array, loop))
        return true;
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        if (access->array == array && !access->is_write && loop_stands_in(analysis->sites.items[i].loop, loop) &&
            !read_is_covered(analysis, i, array, loop, assume))
            return false;
    }
    return true;
}

bool private_covers_reads(Analysis *analysis, const Array *array, const LoopNode *loop)
{
    return covers_reads(analysis, array, loop, false);
}

// ---- finding them

bool runs_last(Analysis *analysis, const LoopNode *loop, bool assume)
{
    bool last = loop->exact && !loop->opaque;
    for (; last && loop->parent; loop = loop->parent)
        last = always_runs(analysis, loop, assume);
    return last;
}

// Whether a `private` clause of the loop or the nest names it, so that no value comes in. One of OpenMP or OpenACC is
// not believed there: the program has a meaning without it (check_translated).
static bool is_said_private(const Analysis *analysis, const LoopNode *loop, const Symbol *symbol)
{
    const Directive *directives[] = {access_directive(analysis, loop), analysis->nest->directive};
    for (int d = 0; d < 2; d++)
        for (int c = 0; directives[d] && c < directives[d]->clauses.count; c++) {
            const Clause *clause = &directives[d]->clauses.items[c];
            for (int i = 0; clause->kind == CLAUSE_PRIVATE && i < clause->items.count; i++)
                if (!clause->items.items[i].belief && strcmp(clause->items.items[i].name, symbol->name) == 0)
                    return true;
        }
    return false;
}

static bool try_scalar(Analysis *analysis, const Symbol *symbol, const LoopNode *loop, bool assume)
{
    Flow flow = flow_of(analysis, symbol, loop, assume);
    // Where some way through the iteration writes it first, the clause says that the others are not taken.
    if (flow.exposed && (flow.certain || !is_said_private(analysis, loop, symbol)))
        return false;
    bool wanted = symbol->role == SYM_LIVE && symbol->live_after;
    return !wanted || (flow.written && !holds_break(loop->stmt->body) && runs_last(analysis, loop, assume));
}

static bool try_private(Analysis *analysis, const LoopNode *loop, const Symbol *symbol, const Array *array, bool assume)
{
    return symbol ? try_scalar(analysis, symbol, loop, assume) : covers_reads(analysis, array, loop, assume);
}

static bool is_private(Analysis *analysis, const LoopNode *loop, const Symbol *symbol, const Array *array)
{
    if (try_private(analysis, loop, symbol, array, false))
        return true;
    Attempt attempt = begin_attempt(analysis);
    analysis->assumption_loc = loop->stmt->loc;
    bool private = try_private(analysis, loop, symbol, array, true);
    end_attempt(analysis, &attempt, !private);
    return private;
}

// Makes it private to `loop`, or to the inner loops that hold all of its accesses. False: it is not private.
static bool privatize_at(Analysis *analysis, const LoopNode *loop, const Symbol *symbol, const Array *array)
{
    int before = analysis->facts->privates.count;
    bool below = !accessed_at(analysis, loop, symbol, array);
    FOR_EACH(i, &analysis->loops) {
        const LoopNode *inner = analysis->loops.items[i];
        if (below && inner->parent == loop && accessed_in(analysis, inner, symbol, array))
            below = privatize_at(analysis, inner, symbol, array);
    }
    if (below)
        return true;
    analysis->facts->privates.count = before;
    if (!is_private(analysis, loop, symbol, array))
        return false;
    Private found = {.symbol = symbol, .array = array, .loop = loop->loop->id};
    found.last_value = symbol && symbol->role == SYM_LIVE && symbol->live_after;
    VECTOR_PUSH(analysis->arena, &analysis->facts->privates, found);
    return true;
}

// Whether something reads it outside of all loops of this depth: the last value of a loop would then be needed.
static bool read_outside(const Analysis *analysis, const Symbol *symbol, const Array *array, int depth)
{
    FOR_EACH(i, &analysis->sites) {
        const Access *access = &analysis->facts->accesses.items[i];
        if (is_of(access, symbol, array) && !access->is_write && loop_depth(analysis->sites.items[i].loop) <= depth)
            return true;
    }
    return false;
}

// It must be private to all loops of this depth that touch it; otherwise a value might pass from one to the next.
static void privatize(Analysis *analysis, const Symbol *symbol, const Array *array, int depth)
{
    int before = analysis->facts->privates.count;
    if (read_outside(analysis, symbol, array, depth))
        return;
    FOR_EACH(i, &analysis->loops) {
        const LoopNode *loop = analysis->loops.items[i];
        if (loop->depth == depth && accessed_in(analysis, loop, symbol, array) &&
            !privatize_at(analysis, loop, symbol, array)) {
            analysis->facts->privates.count = before;
            return;
        }
    }
}

const LoopNode *private_region(const Analysis *analysis, const Access *access)
{
    FOR_EACH(i, &analysis->facts->privates) {
        const Private *private = &analysis->facts->privates.items[i];
        const LoopNode *loop = find_loop(analysis, private->loop);
        if (is_of(access, private->symbol, private->array) &&
            loop_stands_in(analysis->sites.items[access->index].loop, loop))
            return loop;
    }
    return NULL;
}

// A dependence on a private place remains only inside one iteration of the loop that it is private to.
static void mark_dependences(Analysis *analysis)
{
    FOR_EACH(i, &analysis->facts->dependences) {
        Dependence *dependence = &analysis->facts->dependences.items[i];
        const LoopNode *source = private_region(analysis, dependence->source);
        const LoopNode *sink = private_region(analysis, dependence->sink);
        if (!source || !sink)
            continue;
        bool inside = source == sink;
        for (int l = 0; inside && l <= source->depth; l++)
            inside = dependence->direction[l] & DIRECTION_EQ;
        dependence->privatized = !inside;
    }
}

enum { LARGEST_PRIVATE_ARRAY = 4096 }; // bytes a thread

static bool is_small_local(const Array *array)
{
    int64_t size = array->element->size;
    for (int d = 0; d < array->ndim; d++) {
        const Expr *extent = array->extent[d] ? expr_strip_casts(array->extent[d]) : NULL;
        if (!extent || extent->kind != EX_INT || extent->integer <= 0 || extent->integer > LARGEST_PRIVATE_ARRAY)
            return false;
        size *= extent->integer;
        if (size > LARGEST_PRIVATE_ARRAY)
            return false;
    }
    return array->space == SPACE_REGISTER || (array->is_object && !array->live_after);
}

static bool is_private_scalar(const Analysis *analysis, const Symbol *symbol)
{
    FOR_EACH(p, &analysis->facts->privates)
        if (analysis->facts->privates.items[p].symbol == symbol)
            return true;
    return false;
}

// By OpenMP and OpenACC a private variable has no value at the beginning, and none of its values is seen after the
// loop.
static void check_translated(Analysis *analysis, const SymbolInfo *info, const LoopNode *loop, const ClauseItem *item)
{
    bool wanted = info->writes && info->symbol->live_after && !analysis->nest->is_region;
    bool exposed = !item->initialized && info->writes && !is_private_scalar(analysis, info->symbol) &&
                   flow_of(analysis, info->symbol, loop, false).exposed;
    if ((wanted || exposed) && !item->belief->tested)
        diag_warning(analysis->diag, item->loc, WARN_RACE, "'%s' is private, and %s", item->name,
                     wanted ? "its value is read after the loop; the nest leaves the last iteration's there"
                            : "an iteration may read it before it writes it; the nest takes the value of the last one");
    item->belief->tested = true;
}

static void check_clause_item(Analysis *analysis, const LoopNode *loop, const ClauseItem *item)
{
    FOR_EACH(i, &analysis->symbols) {
        const Symbol *symbol = analysis->symbols.items[i].symbol;
        if (strcmp(symbol->name, item->name) != 0)
            continue;
        bool wanted = symbol->live_after && !analysis->nest->is_region;
        if (item->belief) {
            check_translated(analysis, &analysis->symbols.items[i], loop, item);
            return;
        }
        if (is_private_scalar(analysis, symbol))
            return;
        if (!flow_of(analysis, symbol, loop, false).exposed && !wanted)
            return;
        diag_error(analysis->diag, item->loc, "'%s' is not private: %s", item->name,
                   wanted ? "its value is wanted after the nest" : "an iteration reads it before it writes it");
        analysis->failed = true;
        return;
    }
}

static void check_clauses(Analysis *analysis)
{
    FOR_EACH(l, &analysis->loops) {
        const Directive *directive = access_directive(analysis, analysis->loops.items[l]);
        for (int c = 0; directive && c < directive->clauses.count; c++) {
            const Clause *clause = &directive->clauses.items[c];
            for (int i = 0; clause->kind == CLAUSE_PRIVATE && i < clause->items.count && !analysis->failed; i++)
                check_clause_item(analysis, analysis->loops.items[l], &clause->items.items[i]);
        }
    }
}

typedef struct AddressSearch {
    const Symbol *symbol;
    bool found;
} AddressSearch;

static bool find_address(void *context, const Expr *expr)
{
    AddressSearch *search = context;
    search->found |=
        expr->kind == EX_ADDRESS && expr->operands[0]->kind == EX_SYMBOL && expr->operands[0]->symbol == search->symbol;
    return true;
}

// Whether its address is made in the nest. That it lies in memory that other accesses reach is tested by the launcher.
static bool may_be_reached(Analysis *analysis, const Symbol *symbol)
{
    AddressSearch search = {symbol, false};
    if (symbol->address_taken)
        stmt_walk_expressions(analysis->nest->body, find_address, &search);
    return search.found || (symbol->address_taken && !symbol->host) || symbol->is_volatile;
}

void private_find(Analysis *analysis)
{
    FOR_EACH(i, &analysis->symbols) {
        const SymbolInfo *info = &analysis->symbols.items[i];
        if (!may_be_reached(analysis, info->symbol))
            privatize(analysis, info->symbol, NULL, info->depth);
    }
    FOR_EACH(i, &analysis->nest->arrays) {
        const Array *array = analysis->nest->arrays.items[i];
        if (is_small_local(array))
            privatize(analysis, NULL, array, array_depth(analysis, array));
    }
    mark_dependences(analysis);
    check_clauses(analysis);
}

// ---- clauses that have no effect

// Why the array is not private; NULL: it is, or it is declared in the nest.
static const char *why_shared(const Facts *facts, const Array *array)
{
    FOR_EACH(i, &facts->privates)
        if (facts->privates.items[i].array == array)
            return NULL;
    if (array->space != SPACE_GLOBAL)
        return NULL;
    if (!array->is_object)
        return "it is a pointer, and its elements are shared by all iterations; declare an array in the loop";
    if (array->live_after)
        return "its elements are wanted after the nest";
    if (!is_small_local(array))
        return "it has no constant size, or is too large for each thread to have its own";
    return "an iteration may read elements before it writes them";
}

static void warn_of_item(Diag *diag, const Facts *facts, const ClauseItem *item)
{
    FOR_EACH(i, &facts->nest->arrays) {
        const Array *array = facts->nest->arrays.items[i];
        const char *why = strcmp(array->host ? array->host : array->name, item->name) ? NULL : why_shared(facts, array);
        if (why)
            diag_warning(diag, item->loc, WARN_IGNORED_CLAUSE, "'private(%s)' has no effect: %s", item->name, why);
    }
}

void facts_warn_private(Diag *diag, const Facts *facts)
{
    const Analysis *analysis = facts->internal;
    FOR_EACH(l, &analysis->loops) {
        const Directive *directive = access_directive(analysis, analysis->loops.items[l]);
        for (int c = 0; directive && c < directive->clauses.count; c++) {
            const Clause *clause = &directive->clauses.items[c];
            for (int i = 0; clause->kind == CLAUSE_PRIVATE && i < clause->items.count; i++)
                warn_of_item(diag, facts, &clause->items.items[i]);
        }
    }
}
