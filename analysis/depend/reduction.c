// Which updates are reductions, and along which loops.
//
// Updates of one place with one operator form a group. A loop may reorder the group if every dependence on the place
// that the loop carries is between updates of the group: then nothing sees the intermediate values.
#include "analysis/arrays/access.h"
#include "analysis/arrays/spread.h"
#include "analysis/depend/depend.h"
#include "analysis/depend/private.h"
#include "analysis/depend/reduction.h"
#include "analysis/sets/domain.h"
#include "analysis/sets/symbols.h"

#include <string.h>

// ---- groups

static bool same_variable(const Expr *left, const Expr *right)
{
    return left->kind == EX_SYMBOL ? left->symbol == right->symbol : left->array == right->array;
}

// Updates through an index may go anywhere, so those of one array belong together, or of one member of its elements.
static bool same_group(const Update *left, const Update *right)
{
    if (left->choice || right->choice)
        return left == right;
    return left->place->kind == right->place->kind && same_variable(left->place, right->place) &&
           !expr_members_apart(left->place, right->place) && left->op == right->op && left->form == right->form &&
           left->strict == right->strict && left->place->type == right->place->type;
}

static bool reassociates(const Update *update)
{
    return (update->op == OP_ADD || update->op == OP_MUL) && type_is_float(update->place->type);
}

// How similar the updates of a group are: those of one array; of one place in it; each by itself.
typedef enum Fineness { ONE_VARIABLE, ONE_PLACE, ONE_UPDATE } Fineness;

static bool belong_together(const Update *left, const Update *right, Fineness fineness)
{
    if (fineness == ONE_UPDATE)
        return left == right;
    return same_group(left, right) && (fineness == ONE_VARIABLE || expr_equal(left->place, right->place));
}

static void add_group(Analysis *analysis, int first, Fineness fineness)
{
    Facts *facts = analysis->facts;
    const Update *leader = &analysis->updates.items[first];
    Reduction reduction = {.index = facts->reductions.count,
                           .form = leader->form,
                           .op = leader->op,
                           .strict = leader->strict,
                           .place = leader->place,
                           .type = leader->place->type,
                           .reassociates = reassociates(leader),
                           .has_key = leader->choice != NULL};
    for (int i = 0; leader->choice && i < leader->choice->count; i++)
        if (!expr_equal(leader->choice->assignments[i]->place, leader->place))
            VECTOR_PUSH(analysis->arena, &reduction.others, (const Expr *)leader->choice->assignments[i]->place);
    for (int u = first; u < analysis->updates.count; u++) {
        Update *update = &analysis->updates.items[u];
        if (update->op == OP_NONE || update->group >= 0 || !belong_together(leader, update, fineness))
            continue;
        update->group = reduction.index;
        VECTOR_PUSH(analysis->arena, &reduction.updates, update->stmt);
        VECTOR_PUSH(analysis->arena, &reduction.values, update->value);
    }
    VECTOR_PUSH(analysis->arena, &facts->reductions, reduction);
}

static int group_of(const Analysis *analysis, const Access *access)
{
    int update = analysis->sites.items[access->index].update;
    return update < 0 ? -1 : analysis->updates.items[update].group;
}

static void mark_dependences(Analysis *analysis)
{
    FOR_EACH(i, &analysis->facts->dependences) {
        Dependence *dependence = &analysis->facts->dependences.items[i];
        int source = group_of(analysis, dependence->source), sink = group_of(analysis, dependence->sink);
        dependence->reduction = source >= 0 && source == sink ? source : -1;
    }
}

// ---- loops

static bool touches_group(const Analysis *analysis, const Dependence *dependence, const Reduction *reduction)
{
    return group_of(analysis, dependence->source) == reduction->index ||
           group_of(analysis, dependence->sink) == reduction->index;
}

// Whether both may run in one execution of the loop.
static bool meets_inside(const Dependence *dependence, const LoopNode *loop)
{
    for (int l = 0; l < dependence->nloops; l++) {
        if (dependence->loops[l] == loop->loop->id)
            return true;
        if (!(dependence->direction[l] & DIRECTION_EQ))
            return false;
    }
    return false;
}

// Another access to the place while the loop runs would see it without the workers' partial results. If the access
// happens in one iteration alone, the loop carries nothing: A[i] = .. and .. = A[0] along j, if only i = 0 has no j but
// 0.
static bool is_touched_inside(const Analysis *analysis, const LoopNode *loop, const Reduction *reduction)
{
    FOR_EACH(i, &analysis->facts->dependences) {
        const Dependence *d = &analysis->facts->dependences.items[i];
        if (!d->privatized && d->reduction != reduction->index && touches_group(analysis, d, reduction) &&
            meets_inside(d, loop))
            return true;
    }
    return false;
}

// The loop carries updates of the group, and no other access touches the place across its iterations.
static bool reduces_along(const Analysis *analysis, const LoopNode *loop, const Reduction *reduction)
{
    bool carried = false;
    for (const Dependence *d = depend_carried_by(analysis, loop, NULL); d; d = depend_carried_by(analysis, loop, d)) {
        if (!touches_group(analysis, d, reduction) || d->privatized)
            continue;
        if (d->reduction != reduction->index)
            return false;
        carried = true;
    }
    return carried && (!loop->opaque || loop->data_bound) && !is_touched_inside(analysis, loop, reduction);
}

// ---- choices: what is compared must mean the same in all iterations

typedef struct KeptSearch {
    const LoopNode *loop;
    const Choice *choice;
    bool changes;
} KeptSearch;

static bool look_for_iterator(void *context, const Stmt *stmt)
{
    KeptSearch *search = context;
    if (stmt->kind == ST_LOOP && expr_mentions(search->choice->kept, stmt->loop->iterator))
        search->changes = true;
    return !search->changes;
}

static bool look_for_change(void *context, const Expr *expr)
{
    KeptSearch *search = context;
    for (int i = 0; i < search->choice->count; i++)
        if (expr_equal(expr, search->choice->assignments[i]->place))
            return false;
    const Stmt *body = search->loop->stmt->body;
    if ((expr->kind == EX_SYMBOL && stmt_writes(body, expr->symbol, NULL)) ||
        (expr->kind == EX_ACCESS && stmt_writes(body, NULL, expr->array)))
        search->changes = true;
    return !search->changes;
}

static const Update *first_update(const Analysis *analysis, const Reduction *reduction)
{
    FOR_EACH(u, &analysis->updates)
        if (analysis->updates.items[u].group == reduction->index)
            return &analysis->updates.items[u];
    return NULL;
}

static bool kept_is_fixed(const Analysis *analysis, const LoopNode *loop, const Reduction *reduction)
{
    const Choice *choice = first_update(analysis, reduction)->choice;
    if (!choice || choice_is_kept_in(choice, reduction->place))
        return true;
    KeptSearch search = {loop, choice, false};
    stmt_walk(loop->stmt, look_for_iterator, &search);
    expr_walk(choice->kept, look_for_change, &search);
    return !search.changes;
}

// Another order of the iterations makes the choice more often: the additional reads and computations must be possible.
static bool is_assigned_by(const Choice *choice, const Stmt *stmt)
{
    for (int i = 0; i < choice->count; i++)
        if (choice->assignments[i] == stmt)
            return !choice_is_kept_in(choice, stmt->place); // the key itself: every iteration computes it anyway
    return false;
}

static bool look_for_division(void *context, const Expr *expr)
{
    bool *found = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) && type_is_integer(expr->type);
    *found = *found || (divides && expr_strip_casts(expr->operands[1])->kind != EX_INT) ||
             (expr->kind == EX_CALL && expr->function);
    return !*found;
}

static bool may_be_made_anywhere(const Analysis *analysis, const Reduction *reduction)
{
    const Choice *choice = first_update(analysis, reduction)->choice;
    bool fails = false;
    for (int i = 0; choice && i < choice->count; i++)
        if (is_assigned_by(choice, choice->assignments[i]))
            expr_walk(choice->assignments[i]->value, look_for_division, &fails);
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        const AccessSite *where = &analysis->sites.items[i];
        for (int d = 0; choice && access->array && is_assigned_by(choice, access->stmt) && d < where->ndim; d++)
            fails = fails || !where->dims[d];
    }
    return !fails;
}

static bool contains_all_updates(const LoopNode *loop, const Reduction *reduction)
{
    FOR_EACH(i, &reduction->updates)
        if (!stmt_contains(loop->stmt->body, reduction->updates.items[i]))
            return false;
    return true;
}

static bool moves_with(const AccessSite *where, const LoopNode *loop)
{
    for (int d = 0; d < where->ndim; d++)
        if (where->dims[d] &&
            isl_pw_aff_involves_dims(where->dims[d], isl_dim_in, (unsigned)loop->depth, 1) != isl_bool_false)
            return true;
    return false;
}

// Whether the place is the same element in all iterations of the loops that reduce into it.
static bool stands_still(const Analysis *analysis, const Reduction *reduction, const AccessSite *where)
{
    for (int d = 0; d < where->ndim; d++)
        if (!where->dims[d])
            return false;
    FOR_EACH(i, &reduction->loops)
        if (moves_with(where, find_loop(analysis, reduction->loops.items[i])))
            return false;
    return true;
}

static bool place_stands_still(const Analysis *analysis, const Reduction *reduction)
{
    FOR_EACH(i, &analysis->facts->accesses)
        if (group_of(analysis, &analysis->facts->accesses.items[i]) == reduction->index &&
            !stands_still(analysis, reduction, &analysis->sites.items[i]))
            return false;
    FOR_EACH(u, &analysis->updates)
        if (analysis->updates.items[u].group == reduction->index &&
            !expr_equal(analysis->updates.items[u].place, reduction->place))
            return false;
    return true;
}

// if (e > x[k]) x[k] = e;
static bool is_one_extremum(const Analysis *analysis, const Reduction *reduction)
{
    const Choice *choice = first_update(analysis, reduction)->choice;
    return choice && choice->count == 1 && choice_is_kept_in(choice, reduction->place);
}

static bool is_inside(const Analysis *analysis, const Reduction *reduction, const Access *access)
{
    FOR_EACH(l, &reduction->loops)
        if (stmt_contains(find_loop(analysis, reduction->loops.items[l])->stmt, access->stmt))
            return true;
    return false;
}

// a[0][j] and a[1][k], a[j].x and a[k].y
static bool are_apart(const Expr *one, const Expr *other)
{
    if (expr_members_apart(one, other))
        return true;
    for (int d = 0; d < one->noperands && d < other->noperands; d++) {
        const Expr *left = expr_strip_casts(one->operands[d]), *right = expr_strip_casts(other->operands[d]);
        if (left->kind == EX_INT && right->kind == EX_INT && left->integer != right->integer)
            return true;
    }
    return false;
}

static bool has_variable(const Reduction *reduction, const Access *access)
{
    return access->scalar ? reduction->place->kind == EX_SYMBOL && access->scalar == reduction->place->symbol
                          : reduction->place->kind == EX_ACCESS && access->array == reduction->place->array;
}

// The same place of the variable, or for a histogram any element of the array that may be it.
static bool is_same_place(const Analysis *analysis, const Reduction *reduction, const Access *access, int update)
{
    const AccessSite *place = &analysis->sites.items[update], *where = &analysis->sites.items[access->index];
    if (access->scalar)
        return true;
    const Expr *updated = analysis->facts->accesses.items[update].expr;
    if (reduction->kind == REDUCTION_BY_KEY || expr_equal(access->expr, updated))
        return !are_apart(access->expr, updated);
    if (!spread_is_same_view(analysis, access->index, update))
        return true;
    bool same = where->ndim == place->ndim;
    for (int d = 0; same && d < where->ndim; d++)
        same = where->dims[d] && place->dims[d] && isl_pw_aff_is_equal(where->dims[d], place->dims[d]) == isl_bool_true;
    return same;
}

// Another statement of the loops that reads the place where no update runs, `if (flag) y[i] = s; else s += x[i];`,
// would see a worker's partial sum.
static bool is_read_beside(const Analysis *analysis, const Reduction *reduction)
{
    FOR_EACH(u, &analysis->facts->accesses) {
        const Access *update = &analysis->facts->accesses.items[u];
        if (group_of(analysis, update) != reduction->index)
            continue;
        FOR_EACH(i, &analysis->facts->accesses) {
            const Access *access = &analysis->facts->accesses.items[i];
            if (!access->is_write && has_variable(reduction, access) &&
                group_of(analysis, access) != reduction->index && is_inside(analysis, reduction, access) &&
                is_same_place(analysis, reduction, access, u))
                return true;
        }
    }
    return false;
}

// For a histogram, the loop's workers have copies of the array's elements: other statements must not access them there,
// not even in the iteration that updates them.
static bool shares_array(const Analysis *analysis, const Reduction *reduction)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        bool updates = group_of(analysis, access) >= 0 && group_of(analysis, access) != reduction->index;
        if (updates && access->array == reduction->place->array &&
            !expr_members_apart(access->expr, reduction->place) && is_inside(analysis, reduction, access))
            return true;
    }
    FOR_EACH(i, &analysis->facts->dependences) {
        const Dependence *d = &analysis->facts->dependences.items[i];
        if (!d->privatized && d->reduction != reduction->index && touches_group(analysis, d, reduction) &&
            is_inside(analysis, reduction, d->source) && is_inside(analysis, reduction, d->sink))
            return true;
    }
    return false;
}

// ---- loops that carry no updates because one iteration of theirs makes them all: for i for j if (j == i) s += a[i][j]

static bool contains_some_update(const LoopNode *loop, const Reduction *reduction)
{
    FOR_EACH(i, &reduction->updates)
        if (stmt_contains(loop->stmt->body, reduction->updates.items[i]))
            return true;
    return false;
}

// Whether each iteration of the loop has a place of its own, or not all have the same one.
static bool is_own_place(const Analysis *analysis, const Reduction *reduction, const LoopNode *loop)
{
    FOR_EACH(i, &analysis->facts->accesses) {
        const Access *access = &analysis->facts->accesses.items[i];
        const AccessSite *where = &analysis->sites.items[i];
        const LoopNode *region = private_region(analysis, access);
        bool own = where->declared > loop->depth || (region && region->depth >= loop->depth);
        if (group_of(analysis, access) == reduction->index && (own || moves_with(where, loop)))
            return true;
    }
    return false;
}

static bool carries_touches(const Analysis *analysis, const LoopNode *loop, const Reduction *reduction)
{
    for (const Dependence *d = depend_carried_by(analysis, loop, NULL); d; d = depend_carried_by(analysis, loop, d))
        if (touches_group(analysis, d, reduction) && !d->privatized)
            return true;
    return false;
}

// Outermost first, as the iterations' order has it.
static void in_order(const Analysis *analysis, Reduction *reduction)
{
    int count = 0;
    Reduction before = *reduction;
    before.loops.items =
        arena_copy(analysis->arena, before.loops.items, (size_t)before.loops.count * sizeof *before.loops.items);
    FOR_EACH(l, &analysis->loops)
        if (reduction_runs_along(&before, analysis->loops.items[l]->loop->id))
            reduction->loops.items[count++] = analysis->loops.items[l]->loop->id;
}

static bool stands_around_all(const Analysis *analysis, const LoopNode *loop, const Reduction *reduction)
{
    FOR_EACH(i, &reduction->loops)
        if (!loop_stands_in(find_loop(analysis, reduction->loops.items[i]), loop))
            return false;
    return true;
}

// Updates in a loop that one thread runs, below a loop whose iterations the user asserts to be independent: these share
// no place, though the bounds of the inner loop do not show it.
static bool asserts_own_place(const Analysis *analysis, LoopNode *loop, const Reduction *reduction)
{
    FOR_EACH(l, &analysis->loops) {
        const LoopNode *inner = analysis->loops.items[l];
        if (loop->independent && inner != loop && inner->opaque && loop_stands_in(inner, loop) &&
            contains_some_update(inner, reduction)) {
            loop->relies = true;
            return true;
        }
    }
    return false;
}

// Loops around or inside of a reducing loop may run concurrently, too, and then they also reduce. Around an argmin they
// need not: an iteration that has chosen nothing writes nothing. false: one may not.
static bool takes_idle_loops(Analysis *analysis, Reduction *reduction)
{
    FOR_EACH(l, &analysis->loops) {
        LoopNode *loop = analysis->loops.items[l];
        if (reduction_runs_along(reduction, loop->loop->id) || !contains_some_update(loop, reduction) ||
            (loop->opaque && !loop->data_bound) || carries_touches(analysis, loop, reduction) ||
            is_own_place(analysis, reduction, loop) || asserts_own_place(analysis, loop, reduction))
            continue;
        if (reduction->form == FORM_CHOICE && stands_around_all(analysis, loop, reduction))
            continue;
        if (!contains_all_updates(loop, reduction) || is_touched_inside(analysis, loop, reduction) ||
            !kept_is_fixed(analysis, loop, reduction))
            return false;
        VECTOR_PUSH(analysis->arena, &reduction->loops, loop->loop->id);
    }
    in_order(analysis, reduction);
    return true;
}

static void find_loops(Analysis *analysis, Reduction *reduction)
{
    FOR_EACH(l, &analysis->loops) {
        const LoopNode *loop = analysis->loops.items[l];
        if (contains_all_updates(loop, reduction) && reduces_along(analysis, loop, reduction) &&
            kept_is_fixed(analysis, loop, reduction))
            VECTOR_PUSH(analysis->arena, &reduction->loops, loop->loop->id);
    }
    if (reduction->place->kind == EX_SYMBOL && !reduction->others.count)
        reduction->kind = REDUCTION_SCALAR;
    else if (place_stands_still(analysis, reduction))
        reduction->kind = reduction->place->kind == EX_SYMBOL ? REDUCTION_SCALAR : REDUCTION_ELEMENT;
    else
        reduction->kind = REDUCTION_BY_KEY;
    bool by_key = reduction->kind == REDUCTION_BY_KEY;
    bool loose = by_key && reduction->place->kind == EX_ACCESS && shares_array(analysis, reduction);
    if (reduction->form == FORM_CHOICE)
        loose =
            loose || (by_key && !is_one_extremum(analysis, reduction)) || !may_be_made_anywhere(analysis, reduction);
    loose = loose || is_read_beside(analysis, reduction);
    if (!by_key && !loose && reduction->loops.count)
        loose = !takes_idle_loops(analysis, reduction);
    if (loose)
        reduction->loops.count = 0;
}

// Drops reductions along no loop, and renumbers the others and all references to them.
static void drop_unused(Analysis *analysis)
{
    Facts *facts = analysis->facts;
    int *renumber = ARENA_ARRAY(analysis->arena, int, facts->reductions.count + 1);
    int kept = 0;
    FOR_EACH(i, &facts->reductions) {
        renumber[i] = facts->reductions.items[i].loops.count ? kept : -1;
        if (renumber[i] < 0)
            continue;
        facts->reductions.items[kept] = facts->reductions.items[i];
        facts->reductions.items[kept].index = kept;
        kept++;
    }
    facts->reductions.count = kept;
    FOR_EACH(i, &facts->dependences) {
        Dependence *dependence = &facts->dependences.items[i];
        dependence->reduction = dependence->reduction < 0 ? -1 : renumber[dependence->reduction];
    }
    FOR_EACH(u, &analysis->updates) {
        Update *update = &analysis->updates.items[u];
        update->group = update->group < 0 ? -1 : renumber[update->group];
    }
}

static void add_groups(Analysis *analysis, Fineness fineness)
{
    int before = analysis->facts->reductions.count;
    FOR_EACH(u, &analysis->updates)
        if (analysis->updates.items[u].op != OP_NONE && analysis->updates.items[u].group < 0)
            add_group(analysis, u, fineness);
    mark_dependences(analysis);
    for (int i = before; i < analysis->facts->reductions.count; i++)
        find_loops(analysis, &analysis->facts->reductions.items[i]);
}

// Groups that no loop may reorder are divided: each part may have a loop of its own.
static bool break_up_groups(Analysis *analysis)
{
    bool any = false;
    FOR_EACH(u, &analysis->updates) {
        Update *update = &analysis->updates.items[u];
        const Reduction *group = update->group < 0 ? NULL : &analysis->facts->reductions.items[update->group];
        if (!group || group->loops.count || group->updates.count < 2)
            continue;
        update->group = -1;
        any = true;
    }
    return any;
}

void reduction_find(Analysis *analysis)
{
    add_groups(analysis, ONE_VARIABLE);
    for (Fineness fineness = ONE_PLACE; fineness <= ONE_UPDATE && break_up_groups(analysis); fineness++)
        add_groups(analysis, fineness);
    drop_unused(analysis);
}

// ---- reduction clauses

static Operator clause_operator(const char *word)
{
    static const struct {
        const char *word;
        Operator op;
    } words[] = {
        {"+", OP_ADD}, {"*", OP_MUL}, {"min", OP_MIN},        {"max", OP_MAX},       {"&", OP_AND},
        {"|", OP_OR},  {"^", OP_XOR}, {"&&", OP_LOGICAL_AND}, {"||", OP_LOGICAL_OR},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i].word) == 0)
            return words[i].op;
    return OP_NONE;
}

static bool is_updated_in(const Reduction *reduction, const LoopNode *loop)
{
    FOR_EACH(i, &reduction->updates)
        if (stmt_contains(loop->stmt, reduction->updates.items[i]))
            return true;
    return false;
}

static void check_item(Analysis *analysis, const LoopNode *loop, const Clause *clause, const ClauseItem *item)
{
    FOR_EACH(i, &analysis->facts->reductions) {
        const Reduction *reduction = &analysis->facts->reductions.items[i];
        if (strcmp(place_name(reduction->place), item->name) != 0 || !is_updated_in(reduction, loop))
            continue;
        if (reduction->op == clause_operator(clause->word))
            return;
        diag_error(analysis->diag, item->loc, "'%s' is reduced by '%s', not by '%s'", item->name,
                   operator_text(reduction->op), clause->word);
        analysis->failed = true;
        return;
    }
    diag_refuse(analysis->diag, item->loc, "the nest stays serial: '%s' is not updated as a reduction by '%s' in it",
                item->name, clause->word);
    analysis->failed = true;
}

void reduction_check_clauses(Analysis *analysis)
{
    if (analysis->nest->checked)
        return;
    analysis->nest->checked = true;
    FOR_EACH(l, &analysis->loops) {
        const Directive *directive = access_directive(analysis, analysis->loops.items[l]);
        for (int c = 0; directive && c < directive->clauses.count && !analysis->failed; c++) {
            const Clause *clause = &directive->clauses.items[c];
            for (int i = 0; clause->kind == CLAUSE_REDUCTION && i < clause->items.count && !analysis->failed; i++)
                check_item(analysis, analysis->loops.items[l], clause, &clause->items.items[i]);
        }
    }
}
