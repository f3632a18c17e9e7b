// Scalars and small arrays through which no value passes from one iteration to the next become local to the iteration.
// Declarations then move as deep as possible, which keeps nests perfect.
#include "transform/source/privatize.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"
#include "transform/tree/upward_exposed.h"

#include <stdlib.h>

// ---- sinking

// The one item of the block after `from` that mentions the symbol, if it is a loop that sets it anew; or NULL.
static const Stmt *only_user(const Stmt *block, int from, const Symbol *symbol)
{
    const Stmt *user = NULL;
    for (int i = from; i < block->nitems; i++) {
        if (!tree_mentions(block->items[i], symbol))
            continue;
        if (user || block->items[i]->kind != ST_LOOP)
            return NULL;
        user = block->items[i];
    }
    if (!user || expr_mentions(user->loop->lower, symbol) || expr_mentions(user->loop->upper, symbol) ||
        expr_mentions(user->loop->step, symbol))
        return NULL;
    FirstUse inside = tree_first_use(NULL, user->body, symbol);
    return inside == FIRST_ASSIGNED || inside == FIRST_MAYBE ? user : NULL;
}

static Stmt *with_first(Arena *arena, Stmt *first, Stmt *body)
{
    return stmt_block(arena, (Stmt *[]){first, body}, 2);
}

static Stmt *loop_with_body(Arena *arena, const Stmt *loop, Stmt *body)
{
    Stmt *made = stmt_loop(arena, loop->loop, body);
    made->loc = loop->loc;
    made->directive = loop->directive;
    return made;
}

// A declaration without a value moves into the only loop that uses it. One move; NULL: nothing moves.
static Stmt *sink_once(Arena *arena, Stmt *block)
{
    for (int i = 0; i < block->nitems; i++) {
        Stmt *item = block->items[i];
        if (item->kind != ST_DECLARE || !item->symbol || item->value)
            continue;
        const Stmt *user = only_user(block, i + 1, item->symbol);
        if (!user)
            continue;
        Stmt *inside = loop_with_body(arena, user, with_first(arena, item, user->body));
        return tree_replace(arena, tree_replace(arena, block, item, NULL), user, inside);
    }
    return NULL;
}

static Stmt *sink_declarations(Arena *arena, Stmt *stmt);

static Stmt *sink_children(Arena *arena, Stmt *stmt)
{
    if (stmt->kind == ST_BLOCK) {
        Stmt **items = ARENA_ARRAY(arena, Stmt *, stmt->nitems);
        for (int i = 0; i < stmt->nitems; i++)
            items[i] = sink_declarations(arena, stmt->items[i]);
        return stmt_block(arena, items, stmt->nitems);
    }
    if (stmt->kind == ST_LOOP)
        return loop_with_body(arena, stmt, sink_declarations(arena, stmt->body));
    return stmt;
}

static Stmt *sink_declarations(Arena *arena, Stmt *stmt)
{
    Stmt *moved;
    while (stmt->kind == ST_BLOCK && (moved = sink_once(arena, stmt)))
        stmt = moved;
    return sink_children(arena, stmt);
}

// ---- one private

typedef struct Renaming {
    Arena *arena;
    const Symbol *symbol;
    Symbol *with;
    const Array *array;
    Array *with_array;
} Renaming;

static Expr *rename_expr(void *context, Expr *expr)
{
    const Renaming *renaming = context;
    if (expr->kind == EX_SYMBOL && expr->symbol == renaming->symbol)
        return expr_symbol(renaming->arena, renaming->with);
    if (expr->kind != EX_ACCESS || !renaming->array || expr->array != renaming->array)
        return expr;
    Expr *made = arena_copy(renaming->arena, expr, sizeof *expr);
    made->array = renaming->with_array;
    return made;
}

// `with` keeps the name if nothing else of the nest has it any more.
static Symbol *local_copy(Candidate *state, const Symbol *symbol, bool last_of_its_name)
{
    if (!last_of_its_name) {
        Symbol *other = nest_symbol(state->nest, symbol->name, symbol->type, SYM_LOCAL);
        other->loc = symbol->loc;
        return other;
    }
    Symbol *local = ARENA_NEW(state->nest->unit->arena, Symbol);
    *local = (Symbol){.name = symbol->name, .type = symbol->type, .role = SYM_LOCAL, .loc = symbol->loc};
    VECTOR_PUSH(state->nest->unit->arena, &state->nest->symbols, local);
    return local;
}

static Array *local_array(Candidate *state, const Array *array)
{
    Array *local = nest_array(state->nest, array->name, array->element, SPACE_REGISTER, array->extent, array->ndim);
    local->loc = array->loc;
    return local;
}

static bool mentioned_outside(Arena *arena, Stmt *root, const Stmt *loop, const Symbol *symbol)
{
    Stmt *rest = tree_replace(arena, root, loop, NULL);
    return rest && tree_mentions(rest, symbol);
}

static Expr *is_last_iteration(Arena *arena, const Loop *loop)
{
    Expr *trips = index_sub(arena, loop_raw_count(arena, loop), expr_index(arena, 1));
    Expr *last = index_add(arena, loop->lower, index_mul(arena, loop->step, trips));
    return expr_binary(arena, OP_EQ, expr_symbol(arena, loop->iterator), linear_simplify(arena, last),
                       type_scalar(TY_I64));
}

// x = x' in the last iteration of all loops on the path, which is the last of the nest to run.
static Stmt *store_last(Candidate *state, const Path *path, const Symbol *symbol, const Symbol *local)
{
    Arena *arena = state->arena;
    Stmt *store = stmt_assign(arena, expr_symbol(arena, symbol), OP_NONE, expr_symbol(arena, local), NULL);
    for (int i = path->count - 1; i >= 0; i--)
        store = stmt_if(arena, is_last_iteration(arena, path->loops[i]->loop), store, NULL);
    return store;
}

const char *privatize_last_value(const Facts *facts, const Stmt *loop)
{
    FOR_EACH(i, &facts->privates) {
        const Private *private = &facts->privates.items[i];
        if (private->last_value && stmt_find_loop(loop, private->loop))
            return intern_printf("the value of '%s' in its last iteration is wanted afterwards", private->symbol->name);
    }
    return NULL;
}

static Stmt *privatize_one(Candidate *state, Stmt *root, const Private *private)
{
    Arena *arena = state->arena;
    const Stmt *loop = stmt_find_loop(root, private->loop);
    if (!loop)
        return root;
    Renaming renaming = {.arena = arena, .symbol = private->symbol, .array = private->array};
    Stmt *declaration, *tail = NULL;
    Path path;
    if (!tree_path(root, loop, &path))
        return NULL;
    if (private->symbol) {
        bool alone = !private->last_value && !mentioned_outside(arena, root, loop, private->symbol);
        renaming.with = local_copy(state, private->symbol, alone);
        declaration = stmt_declare(arena, renaming.with, NULL);
        if (private->last_value)
            tail = store_last(state, &path, private->symbol, renaming.with);
    } else {
        renaming.with_array = local_array(state, private->array);
        declaration = stmt_declare_array(arena, renaming.with_array);
    }
    Stmt *body = stmt_rewrite(arena, loop->body, NULL, rename_expr, &renaming);
    Stmt *items[] = {declaration, body, tail};
    return tree_replace(arena, root, loop, loop_with_body(arena, loop, stmt_block(arena, items, 3)));
}

// ---- declarations that nothing mentions any more

typedef struct Mentioned {
    Arena *arena;
    VECTOR(const void *) names; // symbols and arrays, sorted
} Mentioned;

static bool note_mention(void *context, const Expr *expr)
{
    Mentioned *mentioned = context;
    if (expr->kind == EX_SYMBOL)
        VECTOR_PUSH(mentioned->arena, &mentioned->names, expr->symbol);
    if (expr->kind == EX_ACCESS)
        VECTOR_PUSH(mentioned->arena, &mentioned->names, expr->array);
    return true;
}

static int compare_names(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t)*(const void *const *)left, b = (uintptr_t)*(const void *const *)right;
    return a < b ? -1 : a > b;
}

static Stmt *drop_unused(void *context, Stmt *stmt)
{
    const Mentioned *mentioned = context;
    const void *name = stmt->symbol ? (const void *)stmt->symbol : stmt->array;
    if (stmt->kind != ST_DECLARE)
        return stmt;
    size_t count = (size_t)mentioned->names.count;
    return count && bsearch(&name, mentioned->names.items, count, sizeof name, compare_names) ? stmt : NULL;
}

static Stmt *drop_leftovers(Arena *arena, Stmt *root)
{
    Mentioned mentioned = {.arena = arena_new()};
    stmt_walk_expressions(root, note_mention, &mentioned);
    if (mentioned.names.count)
        qsort(mentioned.names.items, (size_t)mentioned.names.count, sizeof *mentioned.names.items, compare_names);
    root = stmt_rewrite(arena, root, drop_unused, NULL, &mentioned);
    arena_release(mentioned.arena);
    return root;
}

Stmt *privatize(Candidate *state, Stmt *root)
{
    FOR_EACH(i, &state->facts->privates) {
        root = privatize_one(state, root, &state->facts->privates.items[i]);
        if (!root)
            return NULL;
    }
    return sink_declarations(state->arena, drop_leftovers(state->arena, root));
}
