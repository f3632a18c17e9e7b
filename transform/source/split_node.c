// Node splitting: copies values before the statements that use them.
#include "transform/source/split_node.h"
#include "analysis/arrays/element_box.h"
#include "transform/tree/box.h"
#include "transform/tree/order.h"
#include "transform/tree/tree.h"

static Stmt *refuse(Candidate *state, const Stmt *loop, const char *reason)
{
    diag_refuse(state->diag, loop->loc, "split_node %s refused: %s", loop->loop->name, reason);
    return NULL;
}

// ---- the reads

// Whether `part` is evaluated each time that `expr` is.
static bool is_always_read(const Expr *expr, const Expr *part)
{
    if (expr == part)
        return true;
    bool chooses = expr_branches(expr);
    int count = chooses ? 1 : expr->noperands;
    for (int i = 0; i < count; i++)
        if (is_always_read(expr->operands[i], part))
            return true;
    return false;
}

static int loops_inside(const Stmt *loop, const Stmt *stmt)
{
    Path path;
    return tree_path(loop, stmt, &path) ? path.count : MAX_DIMS + 1;
}

bool split_node_takes(const Stmt *loop, const Dependence *dependence)
{
    const Access *read = dependence->source;
    const Stmt *stmt = read->stmt;
    if (dependence->kind != DEPEND_ANTI || !read->array || !read->affine || read->array->is_volatile ||
        !type_is_arithmetic(read->expr->type))
        return false;
    if ((stmt->kind != ST_ASSIGN && stmt->kind != ST_DECLARE) || !stmt->value ||
        !is_always_read(stmt->value, read->expr))
        return false;
    return loops_inside(loop, stmt) <= read->ndim; // otherwise there would be more copies than elements
}

// ---- taking them

// A read of elements that the loop overwrites, but not before it reads them: a copy of all of them precedes the loop.
typedef struct Whole {
    const Access *read;
    ElementBox box;
    Array *copy;
} Whole;

typedef struct NodeSplit {
    Candidate *state;
    const Stmt *loop;
    const Stmt *stmt; // whose reads are taken
    StmtList taken;   // declarations of theirs
    VECTOR(Whole) wholes;
    bool any;
    bool fails; // some elements cannot be copied before the loop
} NodeSplit;

static bool is_taken(const NodeSplit *split, const Expr *expr)
{
    FOR_EACH(i, &split->state->facts->dependences) {
        const Dependence *dependence = &split->state->facts->dependences.items[i];
        if (dependence->source->stmt == split->stmt && expr_equal(dependence->source->expr, expr) &&
            !dependence->privatized && order_carries(dependence, split->loop->loop->id) &&
            split_node_takes(split->loop, dependence))
            return true;
    }
    return false;
}

// ---- copies of all elements

// Whether the loop writes the element before the read: the copy would have an older value.
static bool is_written_before(const NodeSplit *split, const Access *read)
{
    LoopId loop = split->loop->loop->id;
    FOR_EACH(i, &split->state->facts->dependences) {
        const Dependence *dependence = &split->state->facts->dependences.items[i];
        bool together = dependence->kind == DEPEND_FLOW && dependence->sink->stmt == read->stmt &&
                        expr_equal(dependence->sink->expr, read->expr) &&
                        stmt_contains(split->loop, dependence->source->stmt);
        for (int l = 0; l < dependence->nloops && dependence->loops[l] != loop && together; l++)
            together = dependence->direction[l] & DIRECTION_EQ;
        if (together)
            return true;
    }
    return false;
}

static bool is_overwritten(const NodeSplit *split, const Access *read)
{
    FOR_EACH(i, &split->state->facts->dependences) {
        const Dependence *dependence = &split->state->facts->dependences.items[i];
        if (dependence->kind == DEPEND_ANTI && dependence->source->stmt == read->stmt &&
            expr_equal(dependence->source->expr, read->expr) && !dependence->privatized &&
            order_carries(dependence, split->loop->loop->id))
            return true;
    }
    return false;
}

static const Access *read_of(const NodeSplit *split, const Expr *expr)
{
    FOR_EACH(i, &split->state->facts->accesses) {
        const Access *access = &split->state->facts->accesses.items[i];
        if (access->stmt == split->stmt && !access->is_write && access->array == expr->array &&
            expr_equal(access->expr, expr))
            return access;
    }
    return NULL;
}

// Scratch memory is allocated before the nest runs: its extents must be known there.
static bool is_known_before(const NodeSplit *split, const ElementBox *box)
{
    Path path;
    tree_path(split->state->nest->body, split->loop, &path);
    for (int l = 0; l + 1 < path.count; l++)
        for (int d = 0; d < box->ndim; d++)
            if (expr_mentions(box->first[d], path.loops[l]->loop->iterator) ||
                expr_mentions(box->end[d], path.loops[l]->loop->iterator))
                return false;
    return true;
}

// NULL: its elements cannot be copied before the loop.
static const Whole *whole_of(NodeSplit *split, const Expr *expr)
{
    Arena *arena = split->state->arena;
    FOR_EACH(i, &split->wholes)
        if (expr_equal(split->wholes.items[i].read->expr, expr))
            return is_written_before(split, read_of(split, expr)) ? NULL : &split->wholes.items[i];
    const Access *read = read_of(split, expr);
    Whole whole = {.read = read};
    if (!read || !is_overwritten(split, read))
        return NULL;
    split->fails = true;
    if (!read->affine || read->conditional || expr->npath || expr->array->is_volatile ||
        expr->array->space != SPACE_GLOBAL || !type_is_arithmetic(expr->type) ||
        (expr->array->ndim != 1 && expr->array->ndim != read->ndim) || is_written_before(split, read) ||
        !access_element_box(split->state->facts, read, split->loop->loop->id, &whole.box) ||
        !is_known_before(split, &whole.box))
        return NULL;
    Expr *extents[MAX_DIMS];
    for (int d = 0; d < read->ndim; d++)
        extents[d] = index_max(arena, index_sub(arena, whole.box.end[d], whole.box.first[d]), expr_index(arena, 1));
    whole.copy = nest_array(split->state->nest, intern_printf("%s_ahead", expr->array->name), expr->array->element,
                            SPACE_SCRATCH, extents, read->ndim);
    VECTOR_PUSH(arena, &split->wholes, whole);
    return &split->wholes.items[split->wholes.count - 1];
}

static Expr *element_of_copy(Arena *arena, const Whole *whole, Expr *const *subscripts)
{
    Expr *offsets[MAX_DIMS];
    for (int d = 0; d < whole->box.ndim; d++) {
        Expr *at = expr_cast(arena, type_scalar(TY_I64), subscripts[d]);
        offsets[d] = linear_simplify(arena, index_sub(arena, at, whole->box.first[d]));
    }
    return expr_access(arena, whole->copy, offsets);
}

// for x { for y { b_ahead[x - first][y - first] = b[x][y] } }
static Stmt *copy_of(NodeSplit *split, const Whole *whole)
{
    Arena *arena = split->state->arena;
    Nest *nest = split->state->nest;
    const Access *read = whole->read;
    Box box = {.array = read->array, .ndim = read->ndim, .flat = read->array->ndim != read->ndim};
    Symbol *iterators[MAX_DIMS];
    Expr *subscripts[MAX_DIMS];
    for (int d = 0; d < read->ndim; d++) {
        box.array_extent[d] = read->extents[d];
        box.pitch[d] = read->pitches[d];
        iterators[d] = nest_symbol(nest, "ahead", type_scalar(TY_I64), SYM_ITERATOR);
        subscripts[d] = expr_symbol(arena, iterators[d]);
    }
    Stmt *made = stmt_assign(arena, element_of_copy(arena, whole, subscripts), OP_NONE,
                             box_array_element(arena, &box, subscripts), NULL);
    made->loc = read->stmt->loc;
    made->id = ++nest->next_stmt;
    for (int d = read->ndim; d-- > 0;) {
        LoopId id = nest_loop_id(nest);
        Loop loop = {.id = id,
                     .origin = id,
                     .name = "ahead",
                     .iterator = iterators[d],
                     .lower = whole->box.first[d],
                     .upper = whole->box.end[d],
                     .step = expr_index(arena, 1),
                     .step_sign = 1};
        made = stmt_loop(arena, &loop, made);
        made->loc = split->loop->loc;
    }
    return made;
}

// ---- the tree

static Expr *take_read(void *context, Expr *expr)
{
    NodeSplit *split = context;
    Arena *arena = split->state->arena;
    if (expr->kind != EX_ACCESS)
        return expr;
    if (!is_taken(split, expr)) {
        const Whole *whole = whole_of(split, expr);
        const Access *read = whole ? read_of(split, expr) : NULL;
        return whole ? element_of_copy(arena, whole, read->dims) : expr;
    }
    FOR_EACH(i, &split->taken)
        if (expr_equal(split->taken.items[i]->value, expr))
            return expr_symbol(arena, split->taken.items[i]->symbol);
    Symbol *symbol =
        nest_symbol(split->state->nest, intern_printf("%s_ahead", expr->array->name), expr->type, SYM_LOCAL);
    symbol->loc = expr->loc;
    Stmt *taken = stmt_declare(arena, symbol, expr);
    taken->loc = split->stmt->loc;
    taken->id = ++split->state->nest->next_stmt;
    VECTOR_PUSH(arena, &split->taken, taken);
    return expr_symbol(arena, symbol);
}

static Stmt *take_reads(void *context, Stmt *stmt)
{
    NodeSplit *split = context;
    Arena *arena = split->state->arena;
    if ((stmt->kind != ST_ASSIGN && stmt->kind != ST_DECLARE) || !stmt->value)
        return stmt;
    split->stmt = stmt;
    split->taken.count = 0;
    Expr *value = expr_rewrite(arena, stmt->value, take_read, split);
    if (value == stmt->value)
        return stmt;
    split->any = true;
    Stmt *changed = arena_copy(arena, stmt, sizeof *stmt);
    changed->value = value;
    if (!split->taken.count)
        return changed;
    VECTOR_PUSH(arena, &split->taken, changed);
    return stmt_block(arena, split->taken.items, split->taken.count);
}

Stmt *split_node(Candidate *state, Stmt *root, LoopId id)
{
    Arena *arena = state->arena;
    const Stmt *loop = stmt_find_loop(root, id);
    NodeSplit split = {.state = state, .loop = loop};
    Stmt *body = stmt_rewrite(arena, loop->body, take_reads, NULL, &split);
    if (!split.any && split.fails)
        return refuse(state, loop,
                      "what it reads and overwrites later has no copy: the loop may have written it before, or some "
                      "element may not exist");
    if (!split.any)
        return refuse(state, loop, "it reads nothing that a later iteration overwrites");
    Stmt *made = arena_copy(arena, loop, sizeof *loop);
    made->body = body;
    StmtList items = {0};
    FOR_EACH(i, &split.wholes)
        VECTOR_PUSH(arena, &items, copy_of(&split, &split.wholes.items[i]));
    VECTOR_PUSH(arena, &items, made);
    return tree_replace(arena, root, loop, stmt_block(arena, items.items, items.count));
}
