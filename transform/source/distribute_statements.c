#include "transform/source/distribute_statements.h"
#include "transform/source/source.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

static Stmt *refuse(Candidate *state, const Stmt *stmt, const char *reason)
{
    diag_refuse(state->diag, stmt->loc, "distribute %s refused: %s", stmt->loop->name, reason);
    return NULL;
}

// ---- scalars that pass from one group to another: an element for each iteration

typedef struct Expansion {
    Candidate *state;
    const Symbol *symbol;
    Expr *destination; // the user's element that holds it; NULL: there is an array for it
    Array *array;
    Expr *subscripts[MAX_DIMS];
} Expansion;

static Expr *element_of(const Expansion *expansion)
{
    return expansion->destination ? expansion->destination
                                  : expr_access(expansion->state->arena, expansion->array, expansion->subscripts);
}

static bool find_value(void *context, const Stmt *stmt)
{
    const Symbol **symbol = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol == *symbol && stmt->value)
        *symbol = NULL;
    return *symbol != NULL;
}

// Whether something of the loop outside of `inner` uses the scalar: it has no element there.
static bool is_used_beside(Arena *arena, const Stmt *loop, const Stmt *inner, const Symbol *symbol)
{
    const Stmt *rest = tree_replace(arena, (Stmt *)loop, inner, NULL);
    const Symbol *unset = symbol;
    stmt_walk(rest, find_value, &unset);
    return !unset || tree_mentions(rest, symbol);
}

// The loops whose iterations each have a value of their own: from `loop` down to the one that the scalar is local to.
static int loops_of(const Candidate *state, const Stmt *loop, const Symbol *symbol, const Stmt **loops)
{
    LoopId inner = 0;
    FOR_EACH(i, &state->facts->privates) {
        const Private *found = &state->facts->privates.items[i];
        if (found->symbol != symbol)
            continue;
        if (inner)
            return 0;
        inner = found->loop;
    }
    bool is_private = inner != 0;
    inner = is_private ? inner : source_declared_in(loop, symbol);
    const Stmt *innermost = inner ? stmt_find_loop(loop, inner) : NULL;
    Path path;
    if (!innermost || !tree_path(loop, innermost, &path) || path.count > MAX_DIMS)
        return 0;
    if (is_private && innermost != loop && is_used_beside(state->arena, loop, innermost, symbol))
        return 0;
    for (int i = 0; i < path.count; i++)
        loops[i] = path.loops[i];
    return path.count;
}

static bool find_extent(const Candidate *state, const Stmt *loop, Expr **lower, Expr **extent)
{
    Arena *arena = state->arena;
    Expr *upper;
    if (!domain_range(state->facts, loop->loop->id, NULL, 0, lower, &upper))
        return false;
    *extent = index_max(arena, index_sub(arena, upper, *lower), expr_index(arena, 1));
    return true;
}

bool source_can_expand(const Candidate *state, const Stmt *loop, const Symbol *symbol)
{
    const Stmt *loops[MAX_DIMS];
    Expr *lower, *extent;
    int count = loops_of(state, loop, symbol, loops);
    bool fine = count > 0 && type_is_arithmetic(symbol->type) && !symbol->address_taken;
    for (int i = 0; i < count && fine; i++)
        fine = find_extent(state, loops[i], &lower, &extent);
    return fine;
}

static bool loops_are_parallel(const Candidate *state, const Stmt *const *loops, int count)
{
    for (int i = 0; i < count; i++) {
        const LoopFact *fact = facts_loop(state->facts, loops[i]->loop->id);
        if (!fact || fact->verdict != LOOP_PARALLEL)
            return false;
    }
    return true;
}

// The element in which the scalar is finally stored, if each iteration has one of its own that nothing else uses: the
// value can be there all the time.
typedef struct Destination {
    const Symbol *symbol;
    const Stmt *stored; // the one statement that does; NULL: none so far
    const Stmt *const *loops;
    int nloops;
    bool fails;
} Destination;

static bool look_for_store(void *context, const Stmt *stmt)
{
    Destination *destination = context;
    const Symbol *symbol = destination->symbol;
    if (stmt->kind != ST_ASSIGN || (stmt->place->kind == EX_SYMBOL && stmt->place->symbol == symbol) ||
        !tree_mentions(stmt, symbol))
        return true;
    bool plain =
        stmt->op == OP_NONE && stmt->place->kind == EX_ACCESS && stmt->value->kind == EX_SYMBOL && !destination->stored;
    destination->stored = stmt;
    destination->fails = destination->fails || !plain;
    return true;
}

static bool is_fixed(void *context, const Expr *expr)
{
    Destination *destination = context;
    bool own = false;
    for (int i = 0; expr->kind == EX_SYMBOL && i < destination->nloops; i++)
        own = own || destination->loops[i]->loop->iterator == expr->symbol;
    bool simple = expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_BINARY || expr->kind == EX_UNARY;
    destination->fails =
        destination->fails || !(simple || own || (expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM));
    return !destination->fails;
}

// NULL: the scalar has no such place.
static Expr *destination_of(const Candidate *state, const Stmt *const *loops, int count, const Symbol *symbol)
{
    Destination destination = {.symbol = symbol, .loops = loops, .nloops = count};
    const Stmt *innermost = loops[count - 1];
    stmt_walk(innermost, look_for_store, &destination);
    const Stmt *stored = destination.stored, *body = innermost->body;
    bool always = false, alone = stored != NULL;
    for (int i = 0; body->kind == ST_BLOCK && i < body->nitems; i++)
        always = always || body->items[i] == stored;
    if (!always || destination.fails || stored->place->array->element != symbol->type ||
        stored->place->array->is_volatile || stored->place->array->space != SPACE_GLOBAL || stored->place->npath)
        return NULL;
    for (int d = 0; d < stored->place->noperands; d++)
        expr_walk(stored->place->operands[d], is_fixed, &destination);
    FOR_EACH(i, &state->facts->accesses) {
        const Access *access = &state->facts->accesses.items[i];
        alone = alone && (access->array != stored->place->array || access->stmt == stored);
    }
    return alone && !destination.fails && loops_are_parallel(state, loops, count) ? stored->place : NULL;
}

static Expansion expansion_of(Candidate *state, const Stmt *loop, const Symbol *symbol)
{
    Arena *arena = state->arena;
    Expansion expansion = {.state = state, .symbol = symbol};
    const Stmt *loops[MAX_DIMS];
    Expr *extents[MAX_DIMS], *lower;
    int count = loops_of(state, loop, symbol, loops);
    expansion.destination = destination_of(state, loops, count, symbol);
    if (expansion.destination)
        return expansion;
    for (int i = 0; i < count; i++) {
        if (!find_extent(state, loops[i], &lower, &extents[i]))
            return expansion; // the operations on sets that this nest may take are used up
        Expr *iterator = expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, loops[i]->loop->iterator));
        expansion.subscripts[i] = index_sub(arena, iterator, lower);
    }
    const char *name = intern_printf("%s_each", symbol->name);
    expansion.array = nest_array(state->nest, name, symbol->type, SPACE_SCRATCH, extents, count);
    return expansion;
}

static Expr *use_element(void *context, Expr *expr)
{
    const Expansion *expansion = context;
    if (expr->kind != EX_SYMBOL || expr->symbol != expansion->symbol)
        return expr;
    Expr *element = element_of(expansion), *made = arena_copy(expansion->state->arena, element, sizeof *element);
    made->loc = expr->loc;
    return made;
}

static Stmt *drop_declaration(void *context, Stmt *stmt)
{
    const Expansion *expansion = context;
    if (stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && expansion->destination &&
        expr_equal(stmt->place, stmt->value))
        return NULL; // it is there
    if (stmt->kind != ST_DECLARE || stmt->symbol != expansion->symbol)
        return stmt;
    if (!stmt->value)
        return NULL;
    Arena *arena = expansion->state->arena;
    Stmt *made = stmt_assign(arena, element_of(expansion), OP_NONE, stmt->value, NULL);
    made->loc = stmt->loc;
    made->id = stmt->id;
    return made;
}

// ---- one group: the loop with the pieces that are in it

typedef struct Group {
    Arena *arena;
    const Pieces *pieces;
    uint64_t members;
} Group;

static Stmt *keep(const Group *group, Stmt *stmt);

static int index_of(const Pieces *pieces, const Stmt *stmt)
{
    for (int p = 0; p < pieces->count; p++)
        if (pieces->items[p] == stmt)
            return p;
    return -1;
}

// The remaining statements of a block; declarations only if something remains that needs them.
static Stmt *keep_items(const Group *group, const Stmt *block)
{
    Stmt **items = ARENA_ARRAY(group->arena, Stmt *, block->nitems);
    for (int i = 0; i < block->nitems; i++)
        items[i] = keep(group, block->items[i]);
    for (int i = 0; i < block->nitems; i++) {
        Stmt *item = items[i];
        if (!item || item->kind != ST_DECLARE || item->value)
            continue;
        bool used = false;
        for (int k = 0; k < block->nitems; k++)
            used = used || (items[k] && (item->symbol ? tree_mentions(items[k], item->symbol)
                                                      : tree_mentions_array(items[k], item->array)));
        items[i] = used ? item : NULL;
    }
    return stmt_block(group->arena, items, block->nitems);
}

static Stmt *keep(const Group *group, Stmt *stmt)
{
    int piece = index_of(group->pieces, stmt);
    if (piece >= 0)
        return group->members >> piece & 1 ? stmt : NULL;
    if (stmt->kind == ST_BLOCK)
        return keep_items(group, stmt);
    if (stmt->kind != ST_LOOP && stmt->kind != ST_IF)
        return stmt;
    Stmt *body = keep(group, stmt->body), *otherwise = stmt->otherwise ? keep(group, stmt->otherwise) : NULL;
    otherwise = tree_is_empty(otherwise) ? NULL : otherwise;
    if (tree_is_empty(body) && !otherwise)
        return NULL;
    Stmt *made = arena_copy(group->arena, stmt, sizeof *stmt);
    made->body = tree_is_empty(body) ? stmt_block(group->arena, NULL, 0) : body;
    made->otherwise = otherwise;
    return made;
}

// With the definitions that the members need, and those that these need.
static uint64_t with_definitions(const Pieces *pieces, uint64_t members)
{
    for (int p = pieces->count - 1; p >= 0; p--) {
        if (!(pieces->copied >> p & 1))
            continue;
        bool used = false;
        for (int user = 0; user < pieces->count; user++)
            used = used || (user != p && (members >> user & 1) &&
                            tree_mentions(pieces->items[user], source_defined_by(pieces->items[p])));
        members = used ? members | UINT64_C(1) << p : members & ~(UINT64_C(1) << p);
    }
    return members;
}

// ---- a definition in several groups: each declares a variable of its own

typedef struct Local {
    Arena *arena;
    const Stmt *definition;
    Symbol *symbol;
} Local;

static Stmt *declare_local(void *context, Stmt *stmt)
{
    const Local *local = context;
    if (stmt->kind != ST_ASSIGN || stmt->id != local->definition->id)
        return stmt;
    Stmt *made = stmt_declare(local->arena, local->symbol, stmt->value);
    made->loc = stmt->loc;
    return made;
}

static Stmt *with_locals(Candidate *state, const Pieces *pieces, uint64_t members, Stmt *loop)
{
    for (int p = 0; p < pieces->count && loop; p++) {
        const Stmt *piece = pieces->items[p];
        if (!((pieces->copied & members) >> p & 1) || piece->kind != ST_ASSIGN)
            continue;
        const Symbol *from = piece->place->symbol;
        Local local = {state->arena, piece, nest_symbol(state->nest, from->name, from->type, SYM_LOCAL)};
        local.symbol->loc = from->loc;
        loop = stmt_rewrite(state->arena, loop, declare_local, NULL, &local);
        loop = stmt_substitute(state->arena, loop, from, expr_symbol(state->arena, local.symbol));
    }
    return loop;
}

// ---- what it requires

static bool may_be_groups(Candidate *state, const Pieces *pieces, const uint64_t *groups, int count)
{
    uint64_t all = 0;
    for (int g = count - 1; g >= 0; g--) {
        if (all & groups[g])
            return refuse(state, pieces->loop, "a statement is in two groups");
        all |= groups[g];
        for (int p = 0; p < pieces->count; p++) {
            if (pieces->copied >> p & 1 || !(groups[g] >> p & 1))
                continue;
            if (pieces->with[p] & ~groups[g] & ~pieces->copied)
                return refuse(state, pieces->loop,
                              "a variable of an iteration's own passes from one group to another, and cannot have an "
                              "element for each iteration");
        }
    }
    uint64_t pieces_bits = pieces->count == MAX_PIECES ? UINT64_MAX : (UINT64_C(1) << pieces->count) - 1;
    if (all != pieces_bits)
        return refuse(state, pieces->loop,
                      intern_printf("the groups must hold each of its %d statements", pieces->count));
    return true;
}

// ---- the groups

static bool passes_between(const Pieces *pieces, const Symbol *symbol, const uint64_t *groups, int count)
{
    int holders = 0;
    for (int g = 0; g < count; g++) {
        bool holds = false;
        for (int p = 0; p < pieces->count; p++)
            holds = holds || ((groups[g] >> p & 1) &&
                              (tree_mentions(pieces->items[p], symbol) || tree_declares(pieces->items[p], symbol)));
        holders += holds;
    }
    return holders > 1;
}

typedef struct Locals {
    Arena *arena;
    const Pieces *pieces;
    VECTOR(const Symbol *) symbols;
} Locals;

static void add_local(Locals *locals, const Symbol *symbol)
{
    FOR_EACH(i, &locals->symbols)
        if (locals->symbols.items[i] == symbol)
            return;
    for (int p = 0; p < locals->pieces->count; p++)
        if ((locals->pieces->copied >> p & 1) && source_defined_by(locals->pieces->items[p]) == symbol)
            return;
    VECTOR_PUSH(locals->arena, &locals->symbols, symbol);
}

static bool find_local(void *context, const Stmt *stmt)
{
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        add_local(context, stmt->symbol);
    return true;
}

// The loop, or NULL where nothing is left in it.
static Stmt *without_empty(Stmt *loop)
{
    const Stmt *inner = loop;
    while (inner && inner->kind == ST_LOOP)
        inner = only_loop(inner->body) ? only_loop(inner->body) : inner->body;
    return tree_is_empty(inner) ? NULL : loop;
}

Stmt *distribute_statements(Candidate *state, Stmt *root, LoopId id, const uint64_t *groups, int count)
{
    Arena *arena = state->arena;
    const Stmt *loop = stmt_find_loop(root, id);
    Pieces pieces;
    const char *obstacle = pieces_of(state, loop, &pieces);
    if (obstacle)
        return refuse(state, loop, obstacle);
    if (!may_be_groups(state, &pieces, groups, count))
        return NULL;
    Stmt **loops = ARENA_ARRAY(arena, Stmt *, count);
    uint64_t *members = ARENA_ARRAY(arena, uint64_t, count);
    for (int g = 0; g < count; g++) {
        members[g] = with_definitions(&pieces, groups[g]);
        loops[g] = with_locals(state, &pieces, members[g], keep(&(Group){arena, &pieces, members[g]}, (Stmt *)loop));
    }
    Locals locals = {.arena = arena, .pieces = &pieces};
    stmt_walk(loop->body, find_local, &locals);
    FOR_EACH(i, &state->facts->privates)
        if (state->facts->privates.items[i].symbol && stmt_find_loop(loop, state->facts->privates.items[i].loop))
            add_local(&locals, state->facts->privates.items[i].symbol);
    FOR_EACH(i, &locals.symbols) {
        if (!passes_between(&pieces, locals.symbols.items[i], members, count))
            continue;
        Expansion expansion = expansion_of(state, loop, locals.symbols.items[i]);
        if (!expansion.destination && !expansion.array)
            return refuse(state, loop, "it holds too many statements");
        for (int g = 0; g < count; g++)
            loops[g] = loops[g]
                           ? without_empty(stmt_rewrite(arena, loops[g], drop_declaration, use_element, &expansion))
                           : NULL;
    }
    return tree_replace(arena, root, loop, stmt_block(arena, loops, count));
}
