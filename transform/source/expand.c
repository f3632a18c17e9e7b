// Array expansion: an element of a scratch array for each iteration, instead of one that all iterations use.
#include "transform/source/expand.h"

#include "analysis/arrays/element_box.h"
#include "analysis/depend/array_private.h"
#include "transform/source/source.h"
#include "transform/tree/linear.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Expansion {
    Candidate *state;
    const Stmt *root;
    const Array *array;
    Array *copy;
    const Stmt *loops[MAX_DIMS]; // that get a dimension, outermost first
    Expr *from[MAX_DIMS];        // smallest values of their iterators, over parameters
    int nloops;
    VECTOR(const Access *) writes; // one for each set of elements
    Expr *first[MAX_DIMS];         // smallest subscripts of the array
    bool fresh;                    // each iteration has one of its own: none of it is wanted after the loop
} Expansion;

static Stmt *refuse(Candidate *state, const Stmt *loop, const Array *array, const char *reason)
{
    diag_refuse(state->diag, loop->loc, "expand %s %s refused: %s", loop->loop->name, array->name, reason);
    return NULL;
}

// ---- what a value depends on

typedef struct Known {
    const Path *path;
    int from; // iterators of the path's loops before that one are not known
    bool is;
} Known;

static bool look_at(void *context, const Expr *expr)
{
    Known *known = context;
    bool call = expr->kind == EX_CALL || expr->kind == EX_ACCESS || expr->kind == EX_ADDRESS;
    bool symbol = expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM;
    for (int l = known->from; !symbol && l < known->path->count; l++)
        symbol = expr->symbol == known->path->loops[l]->loop->iterator;
    known->is = known->is && symbol && !call;
    return known->is;
}

// Whether it is computed from parameters, and from the iterators of the path's loops from index `from` on.
static bool is_known(const Expr *expr, const Path *path, int from)
{
    Known known = {path, from, true};
    expr_walk(expr, look_at, &known);
    return known.is;
}

static bool has_known_range(const Loop *loop, const Path *path, int from)
{
    return is_known(loop->lower, path, from) && is_known(loop->upper, path, from) && is_known(loop->step, path, from);
}

// ---- the loops that get a dimension

static bool accesses(const Access *access, const Array *array, const Stmt *root)
{
    return access->array == array && stmt_contains(root, access->stmt);
}

// The loop that contains all accesses which `loop` contains; NULL: there is none.
static const Stmt *around_all(const Facts *facts, const Stmt *loop, const Array *array)
{
    const Stmt *found = NULL;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!accesses(access, array, loop))
            continue;
        Path path;
        const Stmt *inner = tree_path(loop, access->stmt, &path) && path.count > 1 ? path.loops[1] : NULL;
        if (!inner || inner == access->stmt || (found && found != inner))
            return NULL;
        found = inner;
    }
    return found;
}

static bool takes_loop(Expansion *expansion, const Stmt *loop)
{
    const Facts *facts = expansion->state->facts;
    Path path;
    Expr *end;
    return expansion->nloops < MAX_DIMS && tree_path(expansion->root, loop, &path) &&
           expr_is_int(loop->loop->step, 1) && has_known_range(loop->loop, &path, path.count) &&
           array_is_private(facts, expansion->array, loop->loop->id) &&
           domain_range(facts, loop->loop->id, NULL, 0, &expansion->from[expansion->nloops], &end);
}

static void take_loops(Expansion *expansion, const Stmt *loop)
{
    for (; loop && takes_loop(expansion, loop); loop = around_all(expansion->state->facts, loop, expansion->array))
        expansion->loops[expansion->nloops++] = loop;
}

// ---- what is written

// Whether the second one writes only what the first one writes, too: in a loop more.
static bool writes_as_much(const Expansion *expansion, const Access *first, const Access *second)
{
    Path of_first, of_second;
    tree_path(expansion->root, first->stmt, &of_first);
    tree_path(expansion->root, second->stmt, &of_second);
    bool all = of_first.count <= of_second.count && expr_equal(first->expr, second->expr);
    for (int l = 0; all && l < of_first.count; l++)
        all = of_first.loops[l] == of_second.loops[l];
    return all;
}

// The index in the path of the first loop inside of those that get a dimension.
static int first_inside(const Expansion *expansion, const Path *path)
{
    int from = 0;
    while (path->loops[from] != expansion->loops[expansion->nloops - 1])
        from++;
    return from + 1;
}

static const char *write_obstacle(Expansion *expansion, const Access *write)
{
    Path path;
    tree_path(expansion->root, write->stmt, &path);
    int from = first_inside(expansion, &path);
    if (write->stmt->kind != ST_ASSIGN || write->conditional)
        return "a condition says whether an element is written";
    for (int l = from; l < path.count; l++) {
        bool moves = false;
        for (int d = 0; d < write->expr->noperands; d++)
            moves = moves || expr_mentions(write->expr->operands[d], path.loops[l]->loop->iterator);
        if (!moves || !has_known_range(path.loops[l]->loop, &path, from))
            return "its iterations may write different elements";
    }
    for (int d = 0; d < write->expr->noperands; d++)
        if (!is_known(write->expr->operands[d], &path, from))
            return "its iterations may write different elements";
    return NULL;
}

// Whether an iteration writes all with the first one that it writes with the second one.
static bool covers(Expansion *expansion, const Access *first, const Access *second)
{
    LoopId loop = expansion->loops[expansion->nloops - 1]->loop->id;
    return !write_obstacle(expansion, first) && (writes_as_much(expansion, first, second) ||
                                                 access_is_covered(expansion->state->facts, second, first, loop));
}

static const char *find_writes(Expansion *expansion)
{
    const Facts *facts = expansion->state->facts;
    const Stmt *outer = expansion->loops[0];
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->is_write || !accesses(access, expansion->array, outer))
            continue;
        bool more = true;
        FOR_EACH(w, &facts->accesses) {
            const Access *other = &facts->accesses.items[w];
            if (other->is_write && accesses(other, expansion->array, outer) && more)
                more =
                    other == access || !covers(expansion, other, access) || (w > i && covers(expansion, access, other));
        }
        const char *reason = more ? write_obstacle(expansion, access) : NULL;
        if (reason)
            return reason;
        if (more)
            VECTOR_PUSH(expansion->state->arena, &expansion->writes, access);
    }
    return expansion->writes.count ? NULL : "it writes none of its elements";
}

// ---- the array

static Expr *extent(Arena *arena, const Expr *first, const Expr *end)
{
    return index_max(arena, linear_simplify(arena, index_sub(arena, (Expr *)end, (Expr *)first)), expr_index(arena, 1));
}

// What one iteration writes there.
static bool box_of(const Expansion *expansion, const Access *write, ElementBox *box)
{
    Arena *arena = expansion->state->arena;
    const Path none = {0};
    Path path;
    tree_path(expansion->root, write->stmt, &path);
    int from = first_inside(expansion, &path);
    *box = (ElementBox){.ndim = write->ndim};
    bool known = true;
    for (int d = 0; d < box->ndim && from == path.count; d++) {
        box->first[d] = index_cast(arena, write->expr->operands[d]);
        box->end[d] = index_add(arena, box->first[d], expr_index(arena, 1));
    }
    if (from < path.count)
        known = access_element_box(expansion->state->facts, write, path.loops[from]->loop->id, box);
    for (int d = 0; d < box->ndim && known; d++)
        known = is_known(box->first[d], &none, 0) && is_known(box->end[d], &none, 0);
    return known;
}

static const char *make_copy(Expansion *expansion)
{
    Candidate *state = expansion->state;
    Arena *arena = state->arena;
    const Array *array = expansion->array;
    Expr *extents[MAX_DIMS], *end[MAX_DIMS], *from;
    int n = expansion->nloops;
    if (n + array->ndim > MAX_DIMS)
        return "it would have too many dimensions";
    for (int l = 0; l < n; l++) {
        domain_range(state->facts, expansion->loops[l]->loop->id, NULL, 0, &from, &end[l]);
        extents[l] = extent(arena, from, end[l]);
    }
    for (int d = 0; d < array->ndim && expansion->fresh; d++) {
        expansion->first[d] = expr_index(arena, 0);
        end[d] = index_cast(arena, array->extent[d]);
    }
    FOR_EACH(w, &expansion->writes) {
        ElementBox box;
        if (!box_of(expansion, expansion->writes.items[w], &box))
            return "what it writes is not a box of elements that is known before the nest";
        for (int d = 0; d < box.ndim; d++) {
            bool same = w && expr_equal(expansion->first[d], box.first[d]) && expr_equal(end[d], box.end[d]);
            expansion->first[d] = w && !same ? index_min(arena, expansion->first[d], box.first[d]) : box.first[d];
            end[d] = w && !same ? index_max(arena, end[d], box.end[d]) : box.end[d];
        }
    }
    for (int d = 0; d < array->ndim; d++)
        extents[n + d] = extent(arena, expansion->first[d], end[d]);
    expansion->copy = nest_array(state->nest, intern_printf("%s_each", array->name), array->element, SPACE_SCRATCH,
                                 extents, n + array->ndim);
    return NULL;
}

// t_each[i - from][j - first], for t[j]
static Expr *element(const Expansion *expansion, const Expr *access, const Symbol *const *iterators)
{
    Arena *arena = expansion->state->arena;
    Expr *subscripts[MAX_DIMS];
    int n = expansion->nloops;
    for (int l = 0; l < n; l++)
        subscripts[l] = linear_simplify(
            arena, index_sub(arena, expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, iterators[l])),
                             expansion->from[l]));
    for (int d = 0; d < expansion->array->ndim; d++)
        subscripts[n + d] = linear_simplify(
            arena, index_sub(arena, expr_cast(arena, type_scalar(TY_I64), access->operands[d]), expansion->first[d]));
    return expr_access(arena, expansion->copy, subscripts);
}

// ---- the tree

static Expr *replace_access(void *context, Expr *expr)
{
    const Expansion *expansion = context;
    const Symbol *iterators[MAX_DIMS];
    if (expr->kind != EX_ACCESS || expr->array != expansion->array)
        return expr;
    for (int l = 0; l < expansion->nloops; l++)
        iterators[l] = expansion->loops[l]->loop->iterator;
    Expr *made = element(expansion, expr, iterators);
    made->loc = expr->loc;
    return made;
}

// for i in max(lo, hi - 1)..hi for j t[j] = t_each[i][j]
static Stmt *copy_back(const Expansion *expansion, const Access *write)
{
    Candidate *state = expansion->state;
    Arena *arena = state->arena;
    Loop last[MAX_DIMS];
    const Symbol *iterators[MAX_DIMS];
    for (int l = 0; l < expansion->nloops; l++) {
        const Stmt *loop = expansion->loops[l];
        Expr *upper = index_cast(arena, loop->loop->upper);
        last[l] = source_parts(state, loop->loop->name, loop->loop->iterator->name, upper, loop->loc);
        last[l].lower =
            index_max(arena, index_cast(arena, loop->loop->lower), index_sub(arena, upper, expr_index(arena, 1)));
        iterators[l] = last[l].iterator;
    }
    Stmt *made = stmt_assign(arena, (Expr *)write->expr, OP_NONE, element(expansion, write->expr, iterators), NULL);
    made = source_statement(state, made, write->stmt->loc);
    Path path;
    tree_path(expansion->root, write->stmt, &path);
    for (int l = path.count - 1; path.loops[l] != expansion->loops[expansion->nloops - 1]; l--)
        made = stmt_loop_for(arena, path.loops[l], path.loops[l]->loop, made);
    made = source_copy(state, made);
    for (int l = expansion->nloops - 1; l >= 0; l--)
        made = stmt_loop_for(arena, expansion->loops[l], &last[l], made);
    return made;
}

// ---- the whole

// Whether the array is made anew in each iteration of the loop, or of one inside of it.
static bool is_fresh(const Array *array, const Stmt *stmt)
{
    bool found = stmt && stmt->kind == ST_LOOP && array->fresh_in && stmt->loop->iterator == array->fresh_in;
    for (int i = 0; stmt && i < stmt->nitems && !found; i++)
        found = is_fresh(array, stmt->items[i]);
    return stmt && (found || is_fresh(array, stmt->body) || is_fresh(array, stmt->otherwise));
}

static const char *array_obstacle(const Expansion *expansion, const Stmt *loop)
{
    const Facts *facts = expansion->state->facts;
    const Array *array = expansion->array;
    if (array->rotates || (array->space != SPACE_GLOBAL && array->space != SPACE_SCRATCH))
        return "its pointer changes places, or it is not in global memory";
    for (int i = 0; !expansion->fresh && i < facts->accesses.count; i++) {
        const Access *access = &facts->accesses.items[i];
        if (accesses(access, array, loop) && (!access->affine || access->ndim != array->ndim || access->expr->npath))
            return "some subscript is not affine";
    }
    return source_jump_or_call(loop->body);
}

Stmt *expand(Candidate *state, Stmt *root, LoopId id, const Array *array)
{
    Arena *arena = state->arena;
    const Stmt *loop = stmt_find_loop(root, id);
    Expansion expansion = {.state = state, .root = root, .array = array};
    expansion.fresh = is_fresh(array, loop);
    const char *reason = array_obstacle(&expansion, loop);
    if (reason)
        return refuse(state, loop, array, reason);
    take_loops(&expansion, loop);
    if (!expansion.nloops)
        return refuse(state, loop, array,
                      "an iteration may read what it has not written before, or the loop's range is not known");
    reason = expansion.fresh ? NULL : find_writes(&expansion);
    reason = reason ? reason : make_copy(&expansion);
    if (reason)
        return refuse(state, loop, array, reason);
    Stmt *made = arena_copy(arena, loop, sizeof *loop);
    made->body = stmt_rewrite(arena, loop->body, NULL, replace_access, &expansion);
    StmtList items = {0};
    VECTOR_PUSH(arena, &items, made);
    FOR_EACH(w, &expansion.writes)
        VECTOR_PUSH(arena, &items, copy_back(&expansion, expansion.writes.items[w]));
    return tree_replace(arena, root, loop, stmt_block(arena, items.items, items.count));
}
