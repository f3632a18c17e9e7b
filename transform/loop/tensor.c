// Four iterations of a sum of products at once by the tensor cores of a warp (contract in tensor.h).
#include "transform/loop/tensor.h"

#include "analysis/model/cost/rates.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

enum { TERMS = 4, ROWS = 8, COLUMNS = 4, HALVES = 2, MOST_VALUES = 64 };

static const char NO_SUM[] = "it has to do no more than add products of doubles";

typedef struct Tensor {
    Candidate *state;
    Stmt *root;
    const Stmt *sum, *rows, *columns; // the three loops
    const Loop *down, *across;        // bound to thread.y, which rows of results depend on, and to thread.x
    Varying all;                      // all loops around the product
    Varying results;                  // loops inside of the sum: for the results of a thread
    const Stmt *update;               // place += row * column
    Expr *place, *row, *column;       // over iterators that no loop defines
} Tensor;

static Stmt *refuse(const Tensor *tensor, const char *reason)
{
    diag_refuse(tensor->state->diag, tensor->sum->loc, "tensor %s refused: %s", tensor->sum->loop->name, reason);
    return NULL;
}

// ---- the threads

static bool mentions(const Expr *expr, const Loop *loop)
{
    return expr_mentions(expr, loop->iterator);
}

// What all lanes of a warp have alike: parameters, and iterators of loops other than those that lanes differ in.
static bool look_for_lane(void *context, const Expr *expr)
{
    const Tensor **tensor = context;
    bool simple = expr->kind == EX_INT || expr->kind == EX_BINARY || expr->kind == EX_UNARY || expr->kind == EX_CAST;
    if (expr->kind == EX_SYMBOL) {
        const Symbol *symbol = expr->symbol;
        simple = symbol->role == SYM_PARAM || (symbol->role == SYM_ITERATOR && symbol != (*tensor)->down->iterator &&
                                               symbol != (*tensor)->across->iterator);
    }
    *tensor = simple ? *tensor : NULL;
    return *tensor;
}

static bool is_uniform(const Tensor *tensor, Expr *expr)
{
    const Tensor *asked = tensor;
    expr_walk(expand_definitions(tensor->state->arena, &tensor->all, expr), look_for_lane, &asked);
    return asked;
}

// Whether all lanes come to the sum together: nothing between it and the kernel's bound loops separates them.
static bool lanes_meet(const Tensor *tensor, const Stmt *stmt)
{
    if (stmt == tensor->sum)
        return true;
    if (stmt->kind == ST_BLOCK) {
        for (int i = 0; i < stmt->nitems; i++)
            if (stmt_contains(stmt->items[i], tensor->sum))
                return lanes_meet(tensor, stmt->items[i]);
        return false;
    }
    if (stmt->kind == ST_IF)
        return is_uniform(tensor, stmt->condition) &&
               lanes_meet(tensor, stmt_contains(stmt->body, tensor->sum) ? stmt->body : stmt->otherwise);
    const Loop *loop = stmt->loop;
    if (stmt->kind != ST_LOOP || loop->factor || loop->endless || loop->persists || tree_leaves(stmt->body, ST_BREAK) ||
        tree_leaves(stmt->body, ST_CONTINUE))
        return false;
    return is_uniform(tensor, loop->lower) && is_uniform(tensor, loop->upper) && is_uniform(tensor, loop->step) &&
           lanes_meet(tensor, stmt->body);
}

// The part of the tree that becomes a kernel.
static const Stmt *kernel_around(const Path *path)
{
    for (int i = 0; i < path->count; i++)
        if (binding_is_concurrent(path->loops[i]->loop->binding))
            return path->loops[i];
    return NULL;
}

static int64_t threads_of(const Tensor *tensor, const Loop *loop)
{
    bool counts = loop_is_normal(loop) && !loop->swizzled && !loop->has_teams;
    return counts ? loop_constant_extent(tensor->state->arena, tensor->root, loop->id) : -1;
}

static const char *find_threads(Tensor *tensor)
{
    Path path;
    const Stmt *kernel = tree_path(tensor->root, tensor->sum, &path) ? kernel_around(&path) : NULL;
    if (!kernel)
        return "the loop does not run inside a thread";
    Chain chain = chain_from(kernel);
    tensor->all = path_varying(&path, 0);
    for (int i = 0; i < chain.count; i++) {
        const Loop *loop = chain.loops[i]->loop;
        tensor->down = loop->binding == BIND_THREAD_Y ? loop : tensor->down;
        tensor->across = loop->binding == BIND_THREAD_X ? loop : tensor->across;
    }
    if (!tensor->down || !tensor->across || threads_of(tensor, tensor->across) != COLUMNS ||
        threads_of(tensor, tensor->down) < ROWS || threads_of(tensor, tensor->down) % ROWS)
        return "the loops around it need 4 threads along thread.x, and a multiple of 8 along thread.y";
    return lanes_meet(tensor, chain.body) ? NULL
                                          : "a loop or a condition around it differs between the lanes of a warp";
}

// ---- the product

static const char *find_results(Tensor *tensor)
{
    Arena *arena = tensor->state->arena;
    const Loop *sum = tensor->sum->loop;
    if (sum->binding != BIND_SERIAL || !loop_is_normal(sum) || !expr_is_int(sum->upper, TERMS) || sum->carries)
        return "it has to be serial, with 4 iterations from 0";
    const Stmt *body = tensor->sum->body;
    int64_t values = 1;
    for (const Stmt *loop = only_loop(body); loop; loop = only_loop(body)) {
        int64_t extent = loop_constant_extent(arena, tensor->root, loop->loop->id);
        if (loop->loop->binding != BIND_UNROLL || !loop_is_normal(loop->loop) || loop->loop->serpentine || extent < 1 ||
            tensor->results.count == MAX_DIMS || tensor->all.count == 2 * MAX_DEPTH)
            return "loops inside of it have to be unrolled";
        values *= extent < MOST_VALUES ? extent : MOST_VALUES;
        tensor->results.loops[tensor->results.count++] = tensor->all.loops[tensor->all.count++] = loop->loop;
        body = loop->body;
    }
    while (body->kind == ST_BLOCK && body->nitems == 1)
        body = body->items[0];
    const Type *type = type_scalar(TY_F64);
    tensor->update = body;
    if (body->kind != ST_ASSIGN || (body->op != OP_ADD && body->op != OP_SUB) || body->compute != type ||
        body->place->kind != EX_ACCESS || body->place->type != type || body->place->npath ||
        body->value->kind != EX_BINARY || body->value->op != OP_MUL || body->value->type != type)
        return NO_SUM;
    if (values > MOST_VALUES)
        return "a thread would have more than 64 results";
    return NULL;
}

static bool is_result(const Tensor *tensor, const Stmt *stmt)
{
    for (int i = 0; i < tensor->results.count; i++)
        if (tensor->results.loops[i] == stmt->loop)
            return loop_constant_extent(tensor->state->arena, tensor->root, stmt->loop->id) == HALVES;
    return false;
}

// Whether each iteration of the loops for results has a place of its own: subscripts are sums of multiples of iterators
// that count as digits do.
static bool places_differ(const Tensor *tensor)
{
    Arena *arena = tensor->state->arena;
    bool seen[MAX_DIMS] = {false};
    for (int d = 0; d < tensor->place->noperands; d++) {
        Linear form = linear_of(arena, tensor->place->operands[d]);
        int64_t span = 1;
        for (int found = 0; found < tensor->results.count; found++) { // the smallest factors first
            int next = -1;
            for (int i = 0; i < tensor->results.count; i++) {
                int64_t factor = linear_factor(&form, tensor->results.loops[i]->iterator);
                if (!seen[i] && factor &&
                    (next < 0 || factor < linear_factor(&form, tensor->results.loops[next]->iterator)))
                    next = i;
            }
            if (next < 0)
                break;
            int64_t factor = linear_factor(&form, tensor->results.loops[next]->iterator);
            if (form.overflow || factor < span)
                return false;
            seen[next] = true;
            span = factor * loop_constant_extent(arena, tensor->root, tensor->results.loops[next]->id);
        }
        FOR_EACH(t, &form.terms)
            for (int i = 0; i < tensor->results.count; i++) {
                const Expr *atom = form.terms.items[t].atom;
                if (atom->kind != EX_SYMBOL && mentions(atom, tensor->results.loops[i]))
                    return false;
            }
    }
    for (int i = 0; i < tensor->results.count; i++)
        if (!seen[i])
            return false;
    return true;
}

// Whether the subscripts are inside of the array in all iterations that lanes run, more than the source may have: they
// are sums of multiples of iterators with constant limits.
static bool is_inside(const Tensor *tensor, const Expr *access)
{
    Arena *arena = tensor->state->arena;
    for (int d = 0; d < access->noperands; d++) {
        Linear form = linear_of(arena, access->operands[d]);
        int64_t least = form.constant, most = form.constant;
        bool known = !form.overflow && access->array->extent[d] && access->array->extent[d]->kind == EX_INT;
        FOR_EACH(t, &form.terms) {
            const Loop *along = NULL;
            for (int i = 0; i < tensor->all.count; i++)
                if (form.terms.items[t].atom->kind == EX_SYMBOL &&
                    form.terms.items[t].atom->symbol == tensor->all.loops[i]->iterator)
                    along = tensor->all.loops[i];
            int64_t extent = along && loop_is_normal(along) ? loop_constant_extent(arena, tensor->root, along->id) : -1;
            int64_t end = extent > 0 ? form.terms.items[t].factor * (extent - 1) : 0;
            known = known && extent > 0;
            *(end < 0 ? &least : &most) += end;
        }
        if (!known || least < 0 || most >= access->array->extent[d]->integer)
            return false;
    }
    return true;
}

typedef struct Factor {
    const Tensor *tensor;
    const Array *tile; // the first one that it reads
    bool foreign;      // it reads what another lane may not have, or may not read
} Factor;

// Whether a loop around defines the iterator by others, all the same after expand_definitions.
static bool is_defined(const Tensor *tensor, const Symbol *iterator)
{
    for (int i = 0; i < tensor->all.count; i++)
        if (tensor->all.loops[i]->defines == iterator)
            return true;
    return false;
}

// A lane computes factors for other lanes: from tiles in shared memory, parameters and iterators.
static bool look_at_factor(void *context, const Expr *expr)
{
    Factor *factor = context;
    const Array *array = expr->kind == EX_ACCESS ? expr->array : NULL;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM) &&
                   type_is_integer(expr->type) &&
                   !(expr->operands[1]->kind == EX_INT && expr->operands[1]->integer > 0);
    bool own = expr->kind == EX_SYMBOL && (expr->symbol->role == SYM_ITERATOR ? is_defined(factor->tensor, expr->symbol)
                                                                              : expr->symbol->role != SYM_PARAM);
    bool other = array && (array->space != SPACE_SHARED || !array->staged || array->of_threads ||
                           !is_inside(factor->tensor, expr));
    factor->foreign = factor->foreign || divides || own || other || expr->kind == EX_INTRINSIC ||
                      expr->kind == EX_ADDRESS || (expr->kind == EX_CALL && expr->function);
    factor->tile = factor->tile || !array ? factor->tile : array;
    return !factor->foreign;
}

static const char *find_factors(Tensor *tensor)
{
    Arena *arena = tensor->state->arena;
    Expr *left = expand_definitions(arena, &tensor->all, tensor->update->value->operands[0]),
         *right = expand_definitions(arena, &tensor->all, tensor->update->value->operands[1]);
    bool turned = mentions(right, tensor->down) || mentions(left, tensor->across);
    tensor->row = turned ? right : left;
    tensor->column = turned ? left : right;
    tensor->place = expand_definitions(arena, &tensor->all, tensor->update->place);
    if (mentions(tensor->row, tensor->across) || mentions(tensor->row, tensor->columns->loop) ||
        mentions(tensor->column, tensor->down) || mentions(tensor->column, tensor->rows->loop))
        return "one factor has to depend on the rows of threads and results alone, and one on the columns";
    Factor factor = {.tensor = tensor};
    expr_walk(tensor->row, look_at_factor, &factor);
    expr_walk(tensor->column, look_at_factor, &factor);
    if (factor.foreign)
        return "factors may be computed from tiles in shared memory, parameters and iterators alone";
    const Array *array = tensor->place->array;
    if (array->space != SPACE_REGISTER || array->loc.line || !places_differ(tensor) ||
        !is_inside(tensor, tensor->place))
        return "each result has to be in a register of its own";
    return NULL;
}

static const Reduction *find_sum(const Tensor *tensor)
{
    const Facts *facts = tensor->state->facts;
    FOR_EACH(i, &facts->reductions) {
        const Reduction *reduction = &facts->reductions.items[i];
        FOR_EACH(u, &reduction->updates)
            if (tensor->update->id && reduction->updates.items[u]->id == tensor->update->id &&
                reduction_runs_along(reduction, tensor->sum->loop->origin))
                return reduction;
    }
    return NULL;
}

// ---- what lanes load

// A factor at the places of the sum and of the results that a lane has one of, in registers: declared, loaded, and the
// access to it.
typedef struct Fragment {
    Stmt *declaration, *load;
    Expr *use;
} Fragment;

static Expr *replace(const Tensor *tensor, Expr *expr, const Loop *loop, Expr *with)
{
    Arena *arena = tensor->state->arena;
    return expr_substitute(arena, expr, loop->iterator, expr_cast(arena, loop->iterator->type, with));
}

// The column of a lane: y % 8, the thread that has it, y % 8 / 2, and the half of this thread's columns, y % 2.
typedef struct Column {
    Arena *arena;
    Expr *all, *thread, *half;
} Column;

static Column column_of(const Tensor *tensor)
{
    Arena *arena = tensor->state->arena;
    const Type *type = type_scalar(TY_I64);
    Expr *down = index_cast(arena, expr_symbol(arena, tensor->down->iterator));
    Expr *all = expr_binary(arena, OP_REM, down, expr_index(arena, ROWS), type);
    return (Column){arena, all, expr_binary(arena, OP_DIV, all, expr_index(arena, HALVES), type),
                    expr_binary(arena, OP_REM, down, expr_index(arena, HALVES), type)};
}

static int term_of(const Linear *form, const Expr *atom)
{
    FOR_EACH(i, &form->terms)
        if (expr_equal(form->terms.items[i].atom, atom))
            return i;
    return -1;
}

// Sums of multiples, in which 2 * (y % 8 / 2) + y % 2 is y % 8.
static Expr *simple_subscripts(void *context, Expr *expr)
{
    const Column *column = context;
    Expr *subscripts[MAX_DIMS];
    if (expr->kind != EX_ACCESS)
        return expr;
    for (int d = 0; d < expr->noperands; d++) {
        Linear form = linear_of(column->arena, expr->operands[d]);
        int thread = term_of(&form, column->thread), half = term_of(&form, column->half);
        if (!form.overflow && thread >= 0 && half >= 0 &&
            form.terms.items[thread].factor == HALVES * form.terms.items[half].factor) {
            form.terms.items[thread] = (LinearTerm){column->all, form.terms.items[half].factor};
            form.terms.items[half] = form.terms.items[--form.terms.count];
        }
        subscripts[d] = form.overflow ? expr->operands[d] : linear_expr(column->arena, &form);
    }
    return expr_access_by(column->arena, expr, expr->array, subscripts);
}

static Fragment fragment_of(const Tensor *tensor, Expr *factor, Expr *value, const Loop *without)
{
    Candidate *state = tensor->state;
    Arena *arena = state->arena;
    Expr *extents[MAX_DIMS] = {expr_index(arena, 1)}, *first[MAX_DIMS] = {expr_index(arena, 0)},
         *used[MAX_DIMS] = {expr_index(arena, 0)};
    Loop loops[MAX_DIMS];
    int count = 0;
    for (int i = 0; i < tensor->results.count; i++) {
        const Loop *loop = tensor->results.loops[i];
        if (loop == without || !mentions(factor, loop))
            continue;
        Symbol *iterator = nest_symbol(state->nest, loop->iterator->name, loop->iterator->type, SYM_ITERATOR);
        extents[count] = expr_index(arena, loop_constant_extent(arena, tensor->root, loop->id));
        loops[count] = (Loop){.id = nest_loop_id(state->nest),
                              .name = iterator->name,
                              .iterator = iterator,
                              .lower = expr_int(arena, 0, iterator->type),
                              .upper = expr_cast(arena, iterator->type, extents[count]),
                              .step = expr_int(arena, 1, iterator->type),
                              .step_sign = 1,
                              .binding = BIND_UNROLL};
        value = expr_substitute(arena, value, loop->iterator, expr_symbol(arena, iterator));
        used[count] = index_cast(arena, expr_symbol(arena, loop->iterator));
        first[count++] = index_cast(arena, expr_symbol(arena, iterator));
    }
    Factor read = {.tensor = tensor};
    expr_walk(factor, look_at_factor, &read);
    const char *name = intern_printf("%s_fragment", read.tile ? read.tile->name : "factor");
    int ndim = count ? count : 1;
    Array *array = nest_array(state->nest, name, type_scalar(TY_F64), SPACE_REGISTER, extents, ndim);
    array->staged = read.tile;
    Column column = column_of(tensor);
    value = expr_rewrite(arena, value, simple_subscripts, &column);
    Stmt *load = stmt_assign(arena, expr_access(arena, array, first), OP_NONE, value, NULL);
    while (count > 0)
        load = stmt_loop(arena, &loops[--count], load);
    return (Fragment){for_all_threads(arena, stmt_declare_array(arena, array)), for_all_threads(arena, load),
                      expr_access(arena, array, used)};
}

// Of the row's factor a lane has its own row, and term x of the sum.
static Fragment row_fragment(const Tensor *tensor)
{
    Expr *across = expr_symbol(tensor->state->arena, tensor->across->iterator);
    return fragment_of(tensor, tensor->row, replace(tensor, tensor->row, tensor->sum->loop, across), NULL);
}

// Of the column's factor it has term x of the sum, and one column of its own: that of the thread x = y % 8 / 2, the
// first or second as y is even or odd.
static Fragment column_fragment(const Tensor *tensor)
{
    Arena *arena = tensor->state->arena;
    Column column = column_of(tensor);
    Expr *value = replace(tensor, tensor->column, tensor->across, column.thread);
    value = replace(tensor, value, tensor->columns->loop, column.half);
    value = replace(tensor, value, tensor->sum->loop, expr_symbol(arena, tensor->across->iterator));
    return fragment_of(tensor, tensor->column, value, tensor->columns->loop);
}

static Stmt *again(const Tensor *tensor, const Stmt *stmt, Stmt *update)
{
    if (stmt->kind == ST_BLOCK)
        return again(tensor, stmt->items[0], update);
    if (stmt->kind != ST_LOOP)
        return update;
    Loop loop = *stmt->loop;
    loop.tensor = stmt == tensor->sum       ? TENSOR_SUM
                  : stmt == tensor->rows    ? TENSOR_ROWS
                  : stmt == tensor->columns ? TENSOR_COLUMNS
                                            : TENSOR_NONE;
    return tree_loop_again(tensor->state->arena, stmt, &loop, again(tensor, stmt->body, update));
}

static Stmt *with_fragments(const Tensor *tensor)
{
    Arena *arena = tensor->state->arena;
    Fragment row = row_fragment(tensor), column = column_fragment(tensor);
    Expr *first = tensor->update->op == OP_SUB ? expr_unary(arena, OP_NEG, row.use) : row.use;
    Expr *product = expr_binary(arena, OP_MUL, first, column.use, type_scalar(TY_F64));
    Stmt *update = arena_copy(arena, tensor->update, sizeof *tensor->update);
    update->op = OP_ADD;
    update->place = tensor->place;
    update->value = product;
    Stmt *sum = for_all_threads(arena, again(tensor, tensor->sum, update));
    Stmt *items[] = {row.declaration, row.load, column.declaration, column.load, sum};
    return stmt_block(arena, items, 5);
}

Stmt *tensor(Candidate *state, Stmt *root, LoopId sum, LoopId rows, LoopId columns)
{
    Tensor tensor = {.state = state,
                     .root = root,
                     .sum = stmt_find_loop(root, sum),
                     .rows = stmt_find_loop(root, rows),
                     .columns = stmt_find_loop(root, columns)};
    if (device_rates(state->device).tensor64 == 0)
        return refuse(&tensor, intern_printf("the %s has no tensor cores for doubles", state->device->title));
    const char *obstacle = find_threads(&tensor);
    obstacle = obstacle ? obstacle : find_results(&tensor);
    if (obstacle)
        return refuse(&tensor, obstacle);
    if (rows == columns || !is_result(&tensor, tensor.rows) || !is_result(&tensor, tensor.columns))
        return refuse(&tensor, "its rows and columns have to be two loops inside of it, with 2 iterations each");
    obstacle = find_factors(&tensor);
    if (obstacle)
        return refuse(&tensor, obstacle);
    const Reduction *reduction = find_sum(&tensor);
    if (!reduction)
        return refuse(&tensor, NO_SUM);
    if (!may_reassociate(state, reduction))
        return refuse(&tensor, "with 'exact', sums of floating-point numbers keep their order");
    state->reassociates = state->reassociates || reduction->reassociates;
    state->fuses = true;
    return tree_replace(state->arena, root, tensor.sum, with_fragments(&tensor));
}
