// Threads that share the iterations of inner loops: for each row, 32 lanes walk along it.
//
//   for r [thread.y] { s = 0; for w [thread.x] in 0..32 { .. } t[r] = s }
//     ->  for r [thread.y] for lane [thread.x] in 0..32 { s = 0; .. with w = lane; if (lane == 0) t[r] = s }
//
// Statements next to the inner loops run in every lane; only the first lane writes memory (contract in lower.h).
#include "transform/lower/lower.h"
#include "transform/tree/live_across.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

typedef struct Spread {
    Candidate *state;
    Arena *arena;
    Loop lane;
    const Stmt *kernel;
    const char *obstacle;
} Spread;

static Expr *lane_of(const Spread *spread)
{
    return expr_symbol(spread->arena, spread->lane.iterator);
}

// ---- the inner loops

static bool is_team_loop(const Stmt *stmt)
{
    return stmt->kind == ST_LOOP && binding_is_thread(stmt->loop->binding);
}

static void look_at_team_loop(Spread *spread, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    int64_t extent = loop_constant_extent(spread->arena, spread->kernel, loop->id);
    bool fits = loop_is_normal(loop) && iterator_is_made(loop->iterator) && !loop->defines && extent > 0;
    if (!fits)
        spread->obstacle = "an inner loop bound to threads is not a 'cyclic' of constant length";
    if (tree_has_concurrent(stmt->body))
        spread->obstacle = "an inner loop bound to threads holds another";
    if (spread->obstacle)
        return;
    bool first = !spread->lane.upper;
    if (!first && (spread->lane.binding != loop->binding || spread->lane.upper->integer != extent))
        spread->obstacle = "inner loops are bound to different numbers or dimensions of threads";
    if (!first && spread->lane.swizzled != loop->swizzled)
        spread->obstacle = "only one of its inner loops is swizzled";
    spread->lane.binding = loop->binding;
    spread->lane.swizzled = loop->swizzled;
    spread->lane.upper = expr_index(spread->arena, extent);
}

static Stmt *team_body(const Spread *spread, const Stmt *stmt)
{
    const Loop *loop = stmt->loop;
    Stmt *body = stmt_substitute(spread->arena, stmt->body, loop->iterator, lane_of(spread));
    bool empty_beyond = loop->cyclic && only_loop(stmt->body); // the walk of a lane too many has no iterations
    bool full = loop->upper->kind == EX_INT;
    if (empty_beyond || full)
        return body;
    Expr *active = linear_less(spread->arena, lane_of(spread), loop->upper);
    Guard guard = {.state = spread->state, .kernel = spread->kernel, .active = active};
    return tree_is_collective(body) ? push_guard(&guard, body) : stmt_if(spread->arena, active, body, NULL);
}

// ---- what stands between them

static bool is_own(const Spread *spread, const Expr *place)
{
    if (place->kind == EX_ACCESS)
        return place->array->space == SPACE_SHARED ||
               (place->array->space == SPACE_REGISTER && place->array->held == HOST_NONE);
    return place->symbol->role == SYM_LOCAL && tree_declares(spread->kernel, place->symbol);
}

typedef struct Stored {
    const Spread *spread;
    const Expr *condition;
    bool reads, owns; // the condition reads what the branch stores; the branch also sets what each lane has of its own
} Stored;

static bool look_for_array(void *context, const Expr *expr)
{
    const Array **array = context;
    if (expr->kind == EX_ACCESS && expr->array == *array)
        *array = NULL;
    return *array != NULL;
}

static bool look_for_store(void *context, const Stmt *stmt)
{
    Stored *stored = context;
    if (stmt->kind != ST_ASSIGN)
        return true;
    bool own = is_own(stored->spread, stmt->place);
    const Array *array = !own && stmt->place->kind == EX_ACCESS ? stmt->place->array : NULL, *kept = array;
    if (array)
        expr_walk(stored->condition, look_for_array, &kept);
    stored->reads = stored->reads || (array && !kept);
    stored->owns = stored->owns || own;
    return true;
}

// if (best < t[r]) if (lane == 0) t[r] = best: other lanes would read what the first one stores.
static bool reads_what_it_stores(const Spread *spread, const Stmt *stmt)
{
    Stored stored = {.spread = spread, .condition = stmt->condition};
    stmt_walk(stmt->body, look_for_store, &stored);
    if (stmt->otherwise)
        stmt_walk(stmt->otherwise, look_for_store, &stored);
    return stored.reads && !stored.owns;
}

static Stmt *write_once(void *context, Stmt *stmt)
{
    Spread *spread = context;
    bool stores = stmt->kind == ST_ASSIGN && !is_own(spread, stmt->place);
    bool conditional = stmt->kind == ST_IF && reads_what_it_stores(spread, stmt);
    if (stmt->all_threads || (!stores && !conditional))
        return stmt;
    Expr *is_first =
        expr_binary(spread->arena, OP_EQ, lane_of(spread), expr_index(spread->arena, 0), type_scalar(TY_I64));
    return stmt_if(spread->arena, is_first, stmt, NULL);
}

// ---- what one lane writes and another uses

typedef struct Touched {
    Arena *arena;
    VECTOR(const void *) reads;
    VECTOR(const void *) writes;
    const Spread *spread;
} Touched;

static bool in_list(const void *const *items, int count, const void *item)
{
    for (int i = 0; i < count; i++)
        if (items[i] == item)
            return true;
    return false;
}

static bool note_read(void *context, const Expr *expr)
{
    Touched *touched = context;
    if (expr->kind == EX_ACCESS && expr->array->space <= SPACE_SCRATCH)
        VECTOR_PUSH(touched->arena, &touched->reads, (const void *)expr->array);
    if (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_LIVE)
        VECTOR_PUSH(touched->arena, &touched->reads, (const void *)expr->symbol);
    return true;
}

static bool note_write(void *context, const Stmt *stmt)
{
    Touched *touched = context;
    if (stmt->kind == ST_ASSIGN && !is_own(touched->spread, stmt->place))
        VECTOR_PUSH(touched->arena, &touched->writes,
                    stmt->place->kind == EX_ACCESS ? (const void *)stmt->place->array
                                                   : (const void *)stmt->place->symbol);
    return true;
}

static Touched touched_by(const Spread *spread, const Stmt *item)
{
    Touched touched = {.arena = spread->arena, .spread = spread};
    stmt_walk_expressions(item, note_read, &touched);
    stmt_walk(item, note_write, &touched);
    return touched;
}

static bool conflict(const Touched *before, const Touched *item)
{
    FOR_EACH(i, &item->reads)
        if (in_list(before->writes.items, before->writes.count, item->reads.items[i]))
            return true;
    FOR_EACH(i, &item->writes)
        if (in_list(before->reads.items, before->reads.count, item->writes.items[i]))
            return true;
    return false;
}

// Lanes other than the first would read what it alone has written.
static bool feeds_itself(const Touched *item, const Stmt *stmt)
{
    const Stmt *inside = stmt->kind == ST_IF && !stmt->otherwise ? stmt->body : stmt;
    if (inside->kind == ST_ASSIGN || is_team_loop(stmt) || stmt->all_threads)
        return false;
    FOR_EACH(i, &item->writes)
        if (in_list(item->reads.items, item->reads.count, item->writes.items[i]))
            return true;
    return false;
}

static void add_touched(Touched *all, const Touched *item)
{
    FOR_EACH(i, &item->reads)
        VECTOR_PUSH(all->arena, &all->reads, item->reads.items[i]);
    FOR_EACH(i, &item->writes)
        VECTOR_PUSH(all->arena, &all->writes, item->writes.items[i]);
}

static Stmt *spread_items(Spread *spread, const Chain *chain)
{
    Arena *arena = spread->arena;
    StmtList items = {0};
    Touched all = {.arena = arena, .spread = spread};
    int count = stmt_count(chain->body);
    for (int i = 0; i < count; i++) {
        Stmt *item = stmt_item(chain->body, i);
        Touched touched = touched_by(spread, item);
        if (conflict(&all, &touched)) {
            VECTOR_PUSH(arena, &items, stmt_simple(arena, ST_BARRIER));
            all = (Touched){.arena = arena, .spread = spread};
        }
        add_touched(&all, &touched);
        if (feeds_itself(&touched, item))
            spread->obstacle = "a statement next to the inner loops reads what it writes";
        item = is_team_loop(item) ? team_body(spread, item) : stmt_rewrite(arena, item, write_once, NULL, spread);
        VECTOR_PUSH(arena, &items, item);
    }
    return stmt_block(arena, items.items, items.count);
}

Stmt *spread_threads(Candidate *state, Stmt *root)
{
    Chain chain = chain_from(root);
    if (!tree_has_concurrent(chain.body))
        return root;
    Arena *arena = state->arena;
    Spread spread = {.state = state, .arena = arena, .kernel = root};
    int count = stmt_count(chain.body);
    for (int i = 0; i < count && !spread.obstacle; i++) {
        const Stmt *item = stmt_item(chain.body, i);
        const char *passed = is_team_loop(item) ? loop_passes_on(state, root, item) : NULL;
        if (passed)
            spread.obstacle =
                intern_printf("an iteration of a loop bound to threads sets '%s', which code around it uses", passed);
        else if (is_team_loop(item))
            look_at_team_loop(&spread, item);
        else if (tree_has_concurrent(item) || tree_has_kind(item, ST_EVALUATE) || tree_has_kind(item, ST_CONTINUE))
            spread.obstacle = "loops bound to blocks and threads must be directly nested";
    }
    if (!chain.count || spread.obstacle) {
        diag_refuse(state->diag, root->loc, "%s",
                    spread.obstacle ? spread.obstacle : "loops bound to blocks and threads must be directly nested");
        return NULL;
    }
    Symbol *lane = nest_symbol(state->nest, "lane", type_scalar(TY_I64), SYM_ITERATOR);
    spread.lane.id = nest_loop_id(state->nest);
    spread.lane.name = lane->name;
    spread.lane.iterator = lane;
    spread.lane.lower = expr_index(arena, 0);
    spread.lane.step = expr_index(arena, 1);
    spread.lane.step_sign = 1;
    const Stmt *innermost = chain.loops[chain.count - 1];
    Stmt *items = spread_items(&spread, &chain);
    if (spread.obstacle) {
        diag_refuse(state->diag, root->loc, "%s", spread.obstacle);
        return NULL;
    }
    Stmt *body = stmt_loop(arena, &spread.lane, items);
    Stmt *loop = stmt_loop(arena, innermost->loop, body);
    loop->loc = innermost->loc;
    return tree_replace(arena, root, innermost, loop);
}
