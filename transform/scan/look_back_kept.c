// look_back: what the iterations store where a counter says, y[k++] = x[i], is collected in shared memory, whose
// elements a block then stores side by side (contract in look_back_kernel.h).
#include "transform/scan/look_back_kernel.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

// ---- which stores

typedef struct Uses {
    const LookBack *scan;
    const Symbol *counter;
    const Array *array;
    const Symbol *own; // of a subscript: the only symbol that is not a parameter
    int updates, accesses, others;
} Uses;

static bool count_update(void *context, const Stmt *stmt)
{
    Uses *uses = context;
    uses->updates += stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == uses->counter;
    return true;
}

// Accesses of the array, and of others that may share memory with it.
static bool count_access(void *context, const Expr *expr)
{
    Uses *uses = context;
    if (expr->kind != EX_ACCESS || expr->array->space != SPACE_GLOBAL)
        return true;
    uses->accesses += expr->array == uses->array;
    uses->others += expr->array != uses->array && !arrays_are_apart(expr->array, uses->array);
    return true;
}

static bool note_symbol(void *context, const Expr *expr)
{
    Uses *uses = context;
    if (expr->kind == EX_ACCESS)
        uses->others++;
    if (expr->kind != EX_SYMBOL || expr->symbol->role == SYM_PARAM)
        return true;
    uses->others += uses->own && uses->own != expr->symbol;
    uses->own = expr->symbol;
    return true;
}

// The only symbol in its subscripts that iterations change; NULL: there are several, or none.
static const Symbol *slot_symbol(const Expr *access)
{
    Uses uses = {0};
    for (int i = 0; i < access->noperands; i++)
        expr_walk(access->operands[i], note_symbol, &uses);
    return uses.others ? NULL : uses.own;
}

static bool is_update(const Stmt *stmt, const Symbol *counter)
{
    return stmt->kind == ST_ASSIGN && stmt->op == OP_ADD && stmt->place->kind == EX_SYMBOL &&
           stmt->place->symbol == counter && expr_is_int(stmt->value, 1);
}

// `made` is not narrower, so that it differs where the counter does.
static bool is_copy(const Stmt *stmt, const Symbol *made, const Symbol *counter)
{
    const Expr *value = stmt->kind == ST_DECLARE && stmt->symbol == made ? stmt->value : NULL;
    return value && type_is_integer(made->type) && made->type->size >= counter->type->size &&
           expr_strip_casts(value)->kind == EX_SYMBOL && expr_strip_casts(value)->symbol == counter;
}

// The position of the only update of the counter in the body, a `k += 1` of this block; -1: there is none.
static int update_in(const LookBack *scan, const Stmt *block, const Symbol *counter)
{
    Uses uses = {.counter = counter};
    stmt_walk(scan->body, count_update, &uses);
    for (int i = 0; uses.updates == 1 && i < stmt_count(block); i++)
        if (is_update(stmt_item(block, i), counter))
            return i;
    return -1;
}

// Whether the store is at the counter's value before the update, or, `after`, at the one after it.
static bool stores_at(const Stmt *block, int at, int update, const Symbol *slot, const Symbol *counter, bool *after)
{
    *after = at > update;
    if (slot == counter)
        return true;
    *after = false;
    for (int i = 0; i < at && i < update; i++)
        if (is_copy(stmt_item(block, i), slot, counter))
            return true;
    return false;
}

static void look_at_store(LookBack *scan, const Stmt *block, int at)
{
    const Stmt *stmt = stmt_item(block, at);
    if (stmt->kind != ST_ASSIGN || stmt->op != OP_NONE || stmt->place->kind != EX_ACCESS ||
        stmt->place->array->space != SPACE_GLOBAL || stmt->place->npath || !type_is_arithmetic(stmt->place->type))
        return;
    const Symbol *slot = slot_symbol(stmt->place);
    Uses uses = {.array = stmt->place->array};
    stmt_walk_expressions(scan->body, count_access, &uses);
    for (int r = 0; slot && r < scan->divided->count && uses.accesses == 1 && !uses.others; r++) {
        bool after;
        int update = update_in(scan, block, scan->held[r]);
        if (update < 0 || !scan->components[r].narrow || !stores_at(block, at, update, slot, scan->held[r], &after))
            continue;
        Kept kept = {.store = stmt, .value = r, .slot = slot, .after = after};
        VECTOR_PUSH(scan->arena, &scan->kept, kept);
        return;
    }
}

static void look_at_block(LookBack *scan, const Stmt *block)
{
    for (int i = 0; i < stmt_count(block); i++) {
        const Stmt *item = stmt_item(block, i);
        look_at_store(scan, block, i);
        if (item->kind == ST_IF) {
            look_at_block(scan, item->body);
            look_at_block(scan, item->otherwise);
        }
    }
}

static int64_t bytes_of(const LookBack *scan, int64_t of_tile)
{
    int64_t bytes = 0;
    FOR_EACH(i, &scan->kept)
        bytes += tree_shared_size(of_tile * scan->kept.items[i].store->place->type->size);
    return bytes;
}

void kept_find(LookBack *scan, int64_t bytes)
{
    if (!tree_has_kind(scan->body, ST_LOOP) && !tree_has_kind(scan->body, ST_WHILE))
        look_at_block(scan, scan->body);
    if (bytes_of(scan, scan->threads * scan->lanes * scan->rounds) > bytes)
        scan->kept.count = 0;
}

// ---- what becomes of them

void kept_declare(LookBack *scan, StmtList *out)
{
    Expr *extents[] = {expr_index(scan->arena, scan->threads * scan->lanes * scan->rounds)};
    FOR_EACH(i, &scan->kept) {
        Kept *kept = &scan->kept.items[i];
        const Expr *place = kept->store->place;
        kept->shared = nest_array(scan->state->nest, intern_printf("%s_kept", place->array->name), place->type,
                                  SPACE_SHARED, extents, 1);
        VECTOR_PUSH(scan->arena, out, stmt_declare_array(scan->arena, kept->shared));
    }
}

typedef struct Storing {
    const LookBack *scan;
    Symbol *const *first;
} Storing;

static Stmt *into_shared(void *context, Stmt *stmt)
{
    const Storing *storing = context;
    Arena *arena = storing->scan->arena;
    FOR_EACH(i, &storing->scan->kept) {
        const Kept *kept = &storing->scan->kept.items[i];
        if (stmt->kind != ST_ASSIGN || !expr_equal(stmt->place, kept->store->place))
            continue;
        const Symbol *first = storing->first[kept->value];
        Expr *further = expr_binary(arena, OP_SUB, expr_cast(arena, first->type, expr_symbol(arena, kept->slot)),
                                    expr_symbol(arena, first), first->type); // an unsigned counter may pass 0
        Expr *at = index_sub(arena, index_cast(arena, further), expr_index(arena, kept->after));
        return stmt_assign(arena, expr_access(arena, kept->shared, &at), OP_NONE, stmt->value, NULL);
    }
    return stmt;
}

Stmt *kept_stores(const LookBack *scan, Stmt *body, Symbol *const *first)
{
    Storing storing = {scan, first};
    return scan->kept.count ? stmt_rewrite(scan->arena, body, into_shared, NULL, &storing) : body;
}

// for turn { e = turn * threads + rank; if (e < all) y[first + e] = kept[e] }
static Stmt *store_side_by_side(const LookBack *scan, const Kept *kept, Expr *rank, const Symbol *first,
                                const Symbol *all)
{
    Arena *arena = scan->arena;
    const Expr *place = kept->store->place;
    Expr *count = index_cast(arena, expr_symbol(arena, all));
    Loop turn = counting(scan, "kept", 0, BIND_SERIAL);
    turn.origin = 0;
    turn.upper = index_ceil_div(arena, count, scan->threads);
    Expr *at = index_mul(arena, expr_index(arena, scan->threads), position(scan, &turn));
    at = index_add(arena, at, rank);
    Expr *slot = index_add(arena, index_cast(arena, expr_symbol(arena, first)), expr_index(arena, kept->after));
    slot = expr_cast(arena, kept->slot->type, index_add(arena, slot, at));
    Stmt *store = stmt_assign(arena, expr_substitute(arena, (Expr *)place, kept->slot, slot), OP_NONE,
                              expr_access(arena, kept->shared, &at), NULL);
    return stmt_loop_for(arena, scan->stmt, &turn, stmt_if(arena, linear_less(arena, at, count), store, NULL));
}

void kept_flush(const LookBack *scan, Expr *rank, Symbol *const *first, Symbol *const *all, StmtList *out)
{
    if (scan->kept.count)
        VECTOR_PUSH(scan->arena, out, stmt_simple(scan->arena, ST_BARRIER));
    FOR_EACH(i, &scan->kept) {
        const Kept *kept = &scan->kept.items[i];
        VECTOR_PUSH(scan->arena, out, store_side_by_side(scan, kept, rank, first[kept->value], all[kept->value]));
    }
}
