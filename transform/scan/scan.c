// scan: a prefix sum becomes totals of parts, the values before the parts, and prefix sums of the parts (Blelloch,
// Prefix Sums and Their Applications, 1990).
#include "transform/scan/scan.h"
#include "transform/reduction/operator.h"
#include "transform/scan/compaction.h"
#include "transform/source/ranges/canonical_bounds.h"
#include "transform/source/source.h"
#include "transform/tree/box.h"
#include "transform/tree/loops.h"
#include "transform/tree/order.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

// A running value.
typedef struct Running {
    const ScanFact *scan;
    const Symbol *symbol; // of the source; of elements: a new one
    Array *totals, *before;
    // Of a part: the factor of a recurrence, whether an assignment sets the value; or NULL.
    Array *factors, *sets;
    Symbol *total, *factor, *set;
} Running;

typedef struct Division {
    Candidate *state;
    Arena *arena;
    const Stmt *stmt; // the loop
    const Loop *loop; // with plain bounds
    Stmt *body;       // in which running elements are scalars
    int64_t size;
    Running running[MAX_RUNNING];
    int count;
    // What computes the combined values: its statements, and the scalars that they need.
    VECTOR(const Stmt *) slice;
    VECTOR(const Symbol *) needed;
    const char *obstacle;
} Division;

static Stmt *refuse(const Division *division, const char *reason)
{
    diag_refuse(division->state->diag, division->stmt->loc, "scan %s refused: %s", division->stmt->loop->name, reason);
    return NULL;
}

// ---- running elements become scalars: b[i] = b[i - 1] + x  ->  r = r + x; b[i] = r

// Whether each iteration reads the element that the previous one wrote.
static bool follows(const Division *division, const ScanFact *scan)
{
    Arena *arena = division->arena;
    const Expr *written = scan->stmt->place, *earlier = scan->earlier;
    const Symbol *iterator = division->loop->iterator;
    Expr *next = index_add(arena, expr_symbol(arena, iterator), division->loop->step);
    Expr *now[MAX_DIMS], *before[MAX_DIMS], *extents[MAX_DIMS], *same[MAX_DIMS];
    int ndim = access_subscripts(division->state, written, now, extents);
    if (written->npath || earlier->npath || access_subscripts(division->state, earlier, before, same) != ndim)
        return false;
    for (int d = 0; d < ndim; d++) {
        if (d > 0 && !(extents[d] && same[d] && expr_equal(extents[d], same[d])))
            return false;
        Expr *then =
            expr_substitute(arena, index_cast(arena, before[d]), iterator, expr_cast(arena, iterator->type, next));
        Linear left = linear_of(arena, then), right = linear_of(arena, index_cast(arena, now[d]));
        Linear difference = linear_combine(arena, &left, &right, -1);
        if (difference.overflow || !linear_is_constant(&difference) || difference.constant)
            return false;
    }
    return true;
}

typedef struct Writes {
    const Stmt *except;
    const Array *array;
    bool found;
} Writes;

static bool find_write(void *context, const Stmt *stmt)
{
    Writes *writes = context;
    bool writes_it = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS && stmt->place->array == writes->array;
    writes->found = writes->found || (writes_it && stmt != writes->except);
    return !writes->found;
}

static Stmt *element_to_scalar(Division *division, Running *running)
{
    Arena *arena = division->arena;
    const ScanFact *scan = running->scan;
    Writes writes = {.except = scan->stmt, .array = scan->stmt->place->array};
    stmt_walk(division->stmt->body, find_write, &writes);
    if (writes.found || !follows(division, scan))
        return refuse(division,
                      intern_printf("other iterations than the previous one write '%s', too", writes.array->name));
    Symbol *symbol =
        nest_symbol(division->state->nest, intern_printf("%s_value", writes.array->name), scan->update.type, SYM_LOCAL);
    running->symbol = symbol;
    Expr *value = expr_symbol(arena, symbol);
    Stmt *update = arena_copy(arena, scan->update.updates.items[0], sizeof *update);
    update->place = value;
    update->value = expr_replace_equal(arena, update->value, scan->earlier, value);
    Stmt *store = arena_copy(arena, scan->stmt, sizeof *store);
    store->id = ++division->state->nest->next_stmt;
    store->op = OP_NONE;
    store->compute = NULL;
    store->value = value;
    Stmt *both[] = {update, store};
    return tree_replace(arena, division->body, scan->stmt, stmt_block(arena, both, 2));
}

// ---- what it requires

static bool is_whole(const Loop *loop)
{
    return loop->step->kind == EX_INT && !loop->factor && !loop->not_equal && !loop->endless && !loop->may_wrap &&
           !loop->tested && !loop->from_zero;
}

static bool find_running(Division *division)
{
    const Facts *facts = division->state->facts;
    FOR_EACH(i, &facts->scans) {
        const ScanFact *found = &facts->scans.items[i];
        if (found->loop != division->stmt->loop->id)
            continue;
        if (division->count == MAX_RUNNING)
            return refuse(division, "it carries more than 8 running values");
        if (!may_reassociate(division->state, &found->update))
            return refuse(division, "'exact' forbids another order of operations");
        Running *running = &division->running[division->count++];
        *running = (Running){.scan = found, .symbol = found->earlier ? NULL : found->update.place->symbol};
        if (found->earlier && !(division->body = element_to_scalar(division, running)))
            return false;
    }
    return division->count || refuse(division, "it carries no running value of an associative operator");
}

static bool find_jump(void *context, const Stmt *stmt)
{
    Division *division = context;
    if (source_jump(stmt))
        division->obstacle = source_jump(stmt);
    return !division->obstacle;
}

// ---- the slice: what computes the combined values

static const Running *running_updated(const Division *division, const Stmt *stmt)
{
    for (int r = 0; r < division->count; r++) {
        const Running *running = &division->running[r];
        if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == running->symbol)
            return running;
        FOR_EACH(u, &running->scan->update.updates)
            if (stmt == running->scan->update.updates.items[u])
                return running;
    }
    return NULL;
}

static bool is_recurrence(const Running *running)
{
    return running->scan->factors.count > 0;
}

static bool is_needed(const Division *division, const Symbol *symbol)
{
    FOR_EACH(i, &division->needed)
        if (division->needed.items[i] == symbol)
            return true;
    return false;
}

static bool is_running(const Division *division, const Symbol *symbol)
{
    for (int r = 0; r < division->count; r++)
        if (division->running[r].symbol == symbol)
            return true;
    return false;
}

typedef struct Need {
    Division *division;
    const Running *of; // the update that may read its own value
} Need;

static bool need_symbol(void *context, const Expr *expr)
{
    Need *need = context;
    Division *division = need->division;
    if (source_call(expr))
        division->obstacle = source_call(expr);
    if (expr->kind == EX_SYMBOL && is_running(division, expr->symbol)) {
        if (!need->of || need->of->symbol != expr->symbol)
            division->obstacle = intern_printf("what it combines depends on '%s'", expr->symbol->name);
    } else if (expr->kind == EX_SYMBOL && !is_needed(division, expr->symbol)) {
        VECTOR_PUSH(division->arena, &division->needed, expr->symbol);
    }
    return true;
}

static bool is_kept(const Division *division, const Stmt *stmt)
{
    FOR_EACH(i, &division->slice)
        if (division->slice.items[i] == stmt)
            return true;
    return false;
}

static void keep(Division *division, const Stmt *stmt, const Running *of)
{
    if (is_kept(division, stmt))
        return;
    Need need = {division, of};
    VECTOR_PUSH(division->arena, &division->slice, stmt);
    stmt_expressions(stmt, need_symbol, &need);
}

static bool sets_needed(const Division *division, const Stmt *stmt)
{
    const Symbol *symbol = stmt->kind == ST_DECLARE                                    ? stmt->symbol
                           : stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL ? stmt->place->symbol
                                                                                       : NULL;
    return symbol && is_needed(division, symbol);
}

// Whether something at or below the statement belongs to the slice; so do then the branches and loops around it.
static bool find_slice(Division *division, const Stmt *stmt)
{
    if (!stmt)
        return false;
    const Running *of = running_updated(division, stmt);
    bool found = of || sets_needed(division, stmt);
    for (int i = 0; i < stmt->nitems; i++)
        found = find_slice(division, stmt->items[i]) || found;
    found = find_slice(division, stmt->body) || found;
    found = find_slice(division, stmt->otherwise) || found;
    if (found)
        keep(division, stmt, of);
    return found;
}

typedef struct Flow {
    const Division *division;
    const char *obstacle;
} Flow;

static bool is_in(const Division *division, const Access *access)
{
    return stmt_contains(division->stmt->body, access->stmt);
}

// Whether both may run in one execution of the loop.
static bool meet(const Division *division, const Dependence *dependence, bool *carried)
{
    for (int l = 0; l < dependence->nloops; l++) {
        if (dependence->loops[l] == division->stmt->loop->id) {
            *carried = (dependence->direction[l] & (DIRECTION_LT | DIRECTION_GT)) != 0;
            return true;
        }
        if (!(dependence->direction[l] & DIRECTION_EQ))
            return false;
    }
    return false;
}

static bool is_of_running(const Division *division, const Access *access)
{
    for (int r = 0; r < division->count; r++)
        if ((access->scalar && access->scalar == division->running[r].symbol) ||
            (access->stmt == division->running[r].scan->stmt &&
             expr_equal(access->expr, division->running[r].scan->earlier)))
            return true;
    return false;
}

// The totals are computed before the loop runs: what they read must be there then, or be computed with them.
static const char *flow_obstacle(const Division *division)
{
    const Facts *facts = division->state->facts;
    FOR_EACH(i, &facts->dependences) {
        const Dependence *dependence = &facts->dependences.items[i];
        const Access *source = dependence->source, *sink = dependence->sink;
        bool carried = false;
        const Stmt *reader = sink->stmt;
        for (int r = 0; r < division->count; r++) // the update has taken the statement's place
            if (reader == division->running[r].scan->stmt)
                reader = NULL;
        if (dependence->kind != DEPEND_FLOW || dependence->privatized || !is_in(division, source) ||
            !is_in(division, sink) || is_of_running(division, sink) || (reader && !is_kept(division, reader)) ||
            !meet(division, dependence, &carried))
            continue;
        if (sink->array || carried || !is_kept(division, source->stmt))
            return intern_printf("what it combines needs '%s', which it also writes",
                                 sink->array ? sink->array->name : sink->scalar->name);
    }
    return NULL;
}

static bool find_local(void *context, const Stmt *stmt)
{
    Division *division = context;
    FOR_EACH(i, &division->slice)
        if (stmt->kind == ST_DECLARE && stmt->array && tree_mentions_array(division->slice.items[i], stmt->array))
            division->obstacle = intern_printf("what it combines needs the local array '%s'", stmt->array->name);
    return !division->obstacle;
}

static bool find_whole_slice(Division *division)
{
    stmt_walk(division->body, find_jump, division);
    for (int before = -1; before != division->needed.count && !division->obstacle;) {
        before = division->needed.count;
        find_slice(division, division->body);
    }
    if (!division->obstacle)
        stmt_walk(division->body, find_local, division);
    if (!division->obstacle)
        division->obstacle = flow_obstacle(division);
    return !division->obstacle || refuse(division, division->obstacle);
}

// ---- the updates, of the value and of what else a part has

static Stmt *numbered(const Division *division, Stmt *stmt)
{
    return source_statement(division->state, stmt, division->stmt->loc);
}

const Type *recurrence_type(const Type *type, const Expr *factor)
{
    return type_is_float(type) ? factor->type : type_scalar(type->size == 8 ? TY_U64 : TY_U32);
}

Stmt *recurrence(Arena *arena, const Type *type, Expr *place, Expr *factor, Expr *term)
{
    Expr *value = expr_cast(arena, type, place);
    Expr *product = expr_binary(arena, OP_MUL, expr_cast(arena, type, factor), value, type);
    if (type_is_float(type)) {
        Expr *zero = expr_float(arena, 0, type);
        product = expr_select(arena, expr_binary(arena, OP_NE, value, zero, type), product, zero);
    }
    Expr *sum = expr_binary(arena, OP_ADD, product, expr_cast(arena, type, term), type);
    return stmt_assign(arena, place, OP_NONE, expr_cast(arena, place->type, sum), NULL);
}

// f = f * factor; x = factor * x + term
static Stmt *composing(const Division *division, const Running *running, int update, Stmt *stmt)
{
    Arena *arena = division->arena;
    Expr *factor = running->scan->factors.items[update], *term = running->scan->update.values.items[update];
    const Type *type = recurrence_type(running->scan->update.type, factor);
    Expr *whole = expr_symbol(arena, running->factor);
    Expr *product = expr_binary(arena, OP_MUL, expr_cast(arena, type, whole), expr_cast(arena, type, factor), type);
    if (type_is_integer(type))
        stmt = numbered(division, recurrence(arena, type, expr_symbol(arena, running->symbol), factor, term));
    Stmt *both[] = {
        numbered(division, stmt_assign(arena, whole, OP_NONE, expr_cast(arena, whole->type, product), NULL)), stmt};
    return stmt_block(arena, both, 2);
}

// s = s + x, which wraps around where a partial sum of integers does.
static Stmt *accumulating(const Division *division, const Running *running, Stmt *stmt)
{
    Arena *arena = division->arena;
    const Reduction *update = &running->scan->update;
    bool sums = (update->op == OP_ADD || update->op == OP_MUL) && type_is_integer(update->type);
    FOR_EACH(u, &update->updates) {
        if (stmt->kind != ST_ASSIGN || update->updates.items[u]->id != stmt->id)
            continue;
        if (is_recurrence(running))
            return composing(division, running, u, stmt);
        if (stmt->op != OP_NONE || !sums)
            return stmt;
        Stmt *made = reduction_accumulate(arena, update, stmt->place, update->values.items[u]);
        made->id = stmt->id;
        made->loc = stmt->loc;
        return made;
    }
    FOR_EACH(u, &running->scan->sets) {
        if (running->scan->sets.items[u]->id != stmt->id)
            continue;
        Expr *set = expr_symbol(arena, running->set);
        Stmt *both[] = {numbered(division, stmt_assign(arena, set, OP_NONE, expr_int(arena, 1, set->type), NULL)),
                        stmt};
        return stmt_block(arena, both, 2);
    }
    return stmt;
}

// The statements of the slice alone; NULL: there are none.
static Stmt *slice_of(const Division *division, Stmt *stmt)
{
    Arena *arena = division->arena;
    if (!stmt || !is_kept(division, stmt))
        return NULL;
    const Running *running = running_updated(division, stmt);
    if (running || stmt->kind == ST_ASSIGN || stmt->kind == ST_DECLARE)
        return running ? accumulating(division, running, stmt) : stmt;
    StmtList items = {0};
    for (int i = 0; i < stmt->nitems; i++) {
        Stmt *item = slice_of(division, stmt->items[i]);
        if (item)
            VECTOR_PUSH(arena, &items, item);
    }
    if (stmt->kind == ST_BLOCK)
        return stmt_block(arena, items.items, items.count);
    Stmt *made = arena_copy(arena, stmt, sizeof *stmt), *body = slice_of(division, stmt->body);
    made->body = body ? body : stmt_block(arena, NULL, 0);
    made->otherwise = slice_of(division, stmt->otherwise);
    return made;
}

// ---- the three nests

static Loop part_loop(const Division *division)
{
    Expr *count = index_ceil_div(division->arena, loop_raw_count(division->arena, division->loop), division->size);
    const char *name = division->stmt->loop->name;
    return source_parts(division->state, intern_printf("%.*s.part", (int)strcspn(name, "#"), name),
                        intern_printf("%s_part", division->loop->iterator->name), count, division->stmt->loc);
}

// for part { items }, at the place of the divided loop: without one, it would not count as a loop of the source
static Stmt *over_parts(const Division *division, const Loop *loop, const StmtList *items)
{
    Stmt *made = stmt_loop(division->arena, loop, stmt_block(division->arena, items->items, items->count));
    made->loc = division->stmt->loc;
    return made;
}

// for i in lower + n*step*part..min(upper, lower + n*step*(part + 1)) body
static Stmt *piece(const Division *division, const Symbol *part, Stmt *body)
{
    Arena *arena = division->arena;
    Loop loop = *division->loop;
    Expr *advance = expr_index(arena, division->size * loop.step->integer);
    Expr *begin = index_add(arena, loop.lower, index_mul(arena, advance, expr_symbol(arena, part)));
    Expr *end = index_add(arena, begin, advance), *upper = index_cast(arena, loop.upper);
    end = loop.step_sign > 0 ? index_min(arena, upper, end) : index_max(arena, upper, end);
    loop.lower = expr_cast(arena, loop.iterator->type, begin);
    loop.upper = loop_end_at(arena, &loop, end);
    loop.id = loop.origin = nest_loop_id(division->state->nest);
    Stmt *made = stmt_loop(arena, &loop, body);
    made->loc = division->stmt->loc;
    return made;
}

static Expr *element(const Division *division, const Array *array, const Symbol *part)
{
    Expr *subscripts[] = {expr_symbol(division->arena, part)};
    return expr_access(division->arena, array, subscripts);
}

static Stmt *with_symbol(const Division *division, Stmt *body, const Symbol *symbol, const Symbol *with)
{
    return stmt_substitute(division->arena, body, symbol, expr_symbol(division->arena, with));
}

static Symbol *local_like(const Division *division, const Running *running, const char *suffix, const Type *type)
{
    Symbol *made =
        nest_symbol(division->state->nest, intern_printf("%s_%s", running->symbol->name, suffix), type, SYM_LOCAL);
    made->loc = division->stmt->loc;
    return made;
}

static Expr *neutral(Arena *arena, const Reduction *update)
{
    const Type *type = update->type;
    if (update->op != OP_NONE)
        return reduction_identity(arena, update);
    return type_is_float(type) ? expr_float(arena, 0, type) : expr_int(arena, 0, type);
}

static void declare(const Division *division, StmtList *items, Symbol *symbol, Expr *value)
{
    VECTOR_PUSH(division->arena, items, numbered(division, stmt_declare(division->arena, symbol, value)));
}

static void store(const Division *division, StmtList *items, const Array *array, const Symbol *part,
                  const Symbol *symbol)
{
    Arena *arena = division->arena;
    VECTOR_PUSH(arena, items,
                numbered(division, stmt_assign(arena, element(division, array, part), OP_NONE,
                                               expr_symbol(arena, symbol), NULL)));
}

// for part { total = identity; for i { total op= e } totals[part] = total }
static Stmt *sum_parts(Division *division)
{
    Arena *arena = division->arena;
    Loop loop = part_loop(division);
    const Symbol *part = loop.iterator;
    StmtList items = {0}, ends = {0};
    for (int r = 0; r < division->count; r++) {
        Running *running = &division->running[r];
        const Type *type = running->scan->update.type;
        running->total = local_like(division, running, "total", type);
        declare(division, &items, running->total, neutral(arena, &running->scan->update));
        store(division, &ends, running->totals, part, running->total);
        if (running->factors) {
            running->factor = local_like(division, running, "factor", type);
            declare(division, &items, running->factor,
                    type_is_float(type) ? expr_float(arena, 1, type) : expr_int(arena, 1, type));
            store(division, &ends, running->factors, part, running->factor);
        }
        if (running->sets) {
            running->set = local_like(division, running, "set", type_scalar(TY_I32));
            declare(division, &items, running->set, expr_int(arena, 0, running->set->type));
            store(division, &ends, running->sets, part, running->set);
        }
    }
    Stmt *slice = slice_of(division, division->body);
    for (int r = 0; r < division->count; r++) {
        const Running *running = &division->running[r];
        slice = reduction_wrapping(arena, &running->scan->update, slice);
        slice = with_symbol(division, slice, running->symbol, running->total);
    }
    VECTOR_PUSH(arena, &items, source_copy(division->state, piece(division, part, slice)));
    FOR_EACH(i, &ends)
        VECTOR_PUSH(arena, &items, ends.items[i]);
    return over_parts(division, &loop, &items);
}

// if (the loop has iterations) r = b[first - 1]
static Stmt *read_first(const Division *division, const Running *running)
{
    Arena *arena = division->arena;
    const Loop *loop = division->loop;
    Expr *value = expr_substitute(arena, (Expr *)running->scan->earlier, loop->iterator,
                                  expr_cast(arena, loop->iterator->type, loop->lower));
    Stmt *read = numbered(division, stmt_assign(arena, expr_symbol(arena, running->symbol), OP_NONE, value, NULL));
    return stmt_if(arena, loop_runs(arena, loop), read, NULL);
}

// s op= totals[part], or s = factors[part] * s + totals[part]; if (sets[part]) s = totals[part]
static Stmt *add_part(const Division *division, const Running *running, const Symbol *part)
{
    Arena *arena = division->arena;
    const Reduction *update = &running->scan->update;
    Expr *symbol = expr_symbol(arena, running->symbol), *total = element(division, running->totals, part);
    Stmt *added = NULL;
    if (running->factors) {
        Expr *factor = element(division, running->factors, part);
        added = recurrence(arena, recurrence_type(running->scan->update.type, factor), symbol, factor, total);
    } else if (update->op != OP_NONE) {
        added = reduction_accumulate(arena, update, symbol, total);
    }
    added = added ? numbered(division, added) : NULL;
    if (!running->sets)
        return added;
    Expr *set = element(division, running->sets, part);
    Expr *condition = expr_binary(arena, OP_NE, set, expr_int(arena, 0, set->type), set->type);
    return numbered(division, stmt_if(arena, condition,
                                      numbered(division, stmt_assign(arena, symbol, OP_NONE, total, NULL)), added));
}

// for part { before[part] = s; s op= totals[part] }
static Stmt *add_parts(const Division *division)
{
    Arena *arena = division->arena;
    Loop loop = part_loop(division);
    const Symbol *part = loop.iterator;
    StmtList items = {0}, around = {0};
    for (int r = 0; r < division->count; r++) {
        const Running *running = &division->running[r];
        if (running->scan->earlier) {
            VECTOR_PUSH(arena, &around, numbered(division, stmt_declare(arena, (Symbol *)running->symbol, NULL)));
            VECTOR_PUSH(arena, &around, read_first(division, running));
        }
        store(division, &items, running->before, part, running->symbol);
        VECTOR_PUSH(arena, &items, add_part(division, running, part));
    }
    VECTOR_PUSH(arena, &around, over_parts(division, &loop, &items));
    return stmt_block(arena, around.items, around.count);
}

// for part { r = before[part]; for i body }
static Stmt *scan_parts(const Division *division)
{
    Arena *arena = division->arena;
    Loop loop = part_loop(division);
    const Symbol *part = loop.iterator;
    Stmt *body = division->body;
    for (int r = 0; r < division->count; r++)
        compaction_find(division->body, division->running[r].scan, loop.distinct);
    StmtList items = {0};
    for (int r = 0; r < division->count; r++) {
        const Running *running = &division->running[r];
        Symbol *held = local_like(division, running, "held", running->scan->update.type);
        body = with_symbol(division, body, running->symbol, held);
        VECTOR_PUSH(arena, &items,
                    numbered(division, stmt_declare(arena, held, element(division, running->before, part))));
    }
    VECTOR_PUSH(arena, &items, piece(division, part, body));
    Stmt *made = over_parts(division, &loop, &items);
    made->directive = division->stmt->directive;
    return made;
}

// The factor that each iteration multiplies by, if it is the same for all of them.
static Expr *steady_factor(const Division *division, const Running *running)
{
    const ScanFact *scan = running->scan;
    Expr *factor = scan->factors.count == 1 && !scan->sets.count ? scan->factors.items[0] : NULL;
    const Expr *bare = factor ? expr_strip_casts(factor) : NULL;
    bool same = bare && type_is_float(factor->type) &&
                (bare->kind == EX_FLOAT || (bare->kind == EX_SYMBOL && bare->symbol->role == SYM_PARAM));
    for (int i = 0; same && i < stmt_count(division->body); i++)
        if (stmt_item(division->body, i)->id == scan->update.updates.items[0]->id)
            return factor;
    return NULL;
}

// The steps after this one may bring the three loops together again (look_back).
static void note_division(const Division *division)
{
    Candidate *state = division->state;
    DividedScan *made = ARENA_NEW(division->arena, DividedScan);
    *made = (DividedScan){.next = state->divided, .size = division->size, .count = division->count};
    for (int r = 0; r < division->count; r++) {
        const Running *running = &division->running[r];
        made->values[r] = (DividedValue){&running->scan->update, running->totals, running->before,
                                         running->factors,       running->sets,   steady_factor(division, running)};
    }
    state->divided = made;
}

static Array *array_of_parts(const Division *division, const Running *running, const char *suffix, const Type *type,
                             Expr *most)
{
    const char *name = intern_printf("%s_%s", running->symbol->name, suffix);
    return nest_array(division->state->nest, name, type, SPACE_SCRATCH, &most, 1);
}

static void make_arrays(Division *division, Expr *most)
{
    for (int r = 0; r < division->count; r++) {
        Running *running = &division->running[r];
        const Type *type = running->scan->update.type;
        running->totals = array_of_parts(division, running, "totals", type, most);
        running->before = array_of_parts(division, running, "before", type, most);
        if (is_recurrence(running))
            running->factors = array_of_parts(division, running, "factors", type, most);
        if (running->scan->sets.count > 0)
            running->sets = array_of_parts(division, running, "sets", type_scalar(TY_I32), most);
    }
}

Stmt *scan(Candidate *state, Stmt *root, LoopId id, int64_t size)
{
    Arena *arena = state->arena;
    const Stmt *stmt = stmt_find_loop(root, id);
    const LoopFact *fact = facts_loop(state->facts, id);
    Division division = {.state = state,
                         .arena = arena,
                         .stmt = stmt,
                         .loop = fact ? plain_loop(state, fact, stmt->loop) : stmt->loop,
                         .body = stmt->body,
                         .size = size};
    Expr *first, *end;
    if (!is_whole(division.loop))
        return refuse(&division, "it does not count by a constant");
    if (!find_running(&division) || !find_whole_slice(&division))
        return NULL;
    if (!domain_range(state->facts, id, NULL, 0, &first, &end))
        return refuse(&division, "it has no limits that are known on the host");
    int64_t step = division.loop->step->integer;
    Expr *count = index_ceil_div(arena, index_sub(arena, end, first), size * (step < 0 ? -step : step));
    make_arrays(&division, index_max(arena, count, expr_index(arena, 1)));
    Stmt *nests[] = {sum_parts(&division), add_parts(&division), scan_parts(&division)};
    note_division(&division);
    for (int r = 0; r < division.count; r++)
        state->reassociates = state->reassociates || division.running[r].scan->update.reassociates;
    return tree_replace(arena, root, stmt, stmt_block(arena, nests, 3));
}
